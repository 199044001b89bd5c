//! Figures in words, and how strong the sides are.

use crate::rules::{Battle, Look, Side, Standing, Tag, Viewer};

/// What became of a unit that its side has lost.
pub(super) fn fate(battle: &Battle, tag: Tag, side: Side) -> String {
    match battle.card(tag, Viewer::Everyone).map(|card| card.standing) {
        Some(Standing::Out(how)) => how,
        _ if battle.holder(tag) != side => "taken".into(),
        _ => "lost".into(),
    }
}

/// How much stronger A is than B, in units: each that is on the table counts
/// half for being there, and half by the first count of its log that the viewer
/// may see.
pub(super) fn balance(battle: &Battle, viewer: Viewer) -> f64 {
    battle
        .tags()
        .into_iter()
        .filter(|tag| battle.in_play(*tag))
        .map(|tag| match battle.holder(tag) {
            Side::A => strength(battle, tag, viewer),
            Side::B => -strength(battle, tag, viewer),
        })
        .sum()
}

fn strength(battle: &Battle, tag: Tag, viewer: Viewer) -> f64 {
    let gauge = battle
        .card(tag, viewer)
        .and_then(|card| card.gauges.into_iter().next())
        .filter(|gauge| gauge.full > 0);
    let health = gauge.map_or(1.0, |gauge| {
        let share = f64::from(gauge.value) / f64::from(gauge.full);
        match gauge.look {
            Look::Bar | Look::Pips => share,
            Look::Flames | Look::Damage => 1.0 - share,
            Look::Number => 1.0,
        }
    });
    0.5 + 0.5 * health
}

/// A chance as people say it: `30 %`, `1 in 40`.
pub(super) fn chance_in_words(chance: f64) -> String {
    let percent = (chance * 100.0).round();
    if chance > 0.0 && percent >= 10.0 {
        format!("{percent:.0} %")
    } else if chance > 1e-9 {
        format!("1 in {}", grouped((1.0 / chance).round()))
    } else {
        "next to none".into()
    }
}

/// A large count, in groups of three and with no more than two figures that
/// count.
fn grouped(n: f64) -> String {
    let scale = 10f64.powf((n.log10().floor() - 1.0).max(0.0));
    let digits = format!("{:.0}", (n / scale).round() * scale);
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_told_in_percent_or_as_one_in_so_many() {
        for (chance, words) in [
            (1.0, "100 %"),
            (0.304, "30 %"),
            (0.0951, "10 %"),
            (1.0 / 36.0, "1 in 36"),
            (1.0 / 216.0, "1 in 220"),
            (1.0 / 46_656.0, "1 in 47 000"),
            (1e-30, "next to none"),
        ] {
            assert_eq!(chance_in_words(chance), words);
        }
    }
}
