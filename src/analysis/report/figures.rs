//! Figures in words, and how strong the sides are.

use crate::rules::{Battle, Card, Gauge, Look, Side, Standing, Tag, Viewer};

/// What became of a unit that its side has lost.
pub(super) fn fate(battle: &Battle, tag: Tag, side: Side) -> String {
    match battle.card(tag, Viewer::Everyone).map(|card| card.standing) {
        Some(Standing::Out(how)) => how.to_string(),
        _ if battle.holder(tag) != side => "taken".into(),
        _ => "lost".into(),
    }
}

/// How much stronger A is than B, in units: each that is on the table counts
/// half for being there, and half by the first count of its log that the viewer
/// may see.
pub(super) fn balance(battle: &Battle, viewer: Viewer) -> f64 {
    Scale::of(battle, battle.tags(), viewer).balance(battle)
}

/// Weighs the branches of an order against each other. Only whom it concerns is
/// weighed anew in each of them: the logs of the others stay as they are.
pub(super) struct Scale {
    viewer: Viewer,
    concerned: Vec<Tag>,
    /// The others with what they weigh while they are on the table.
    others: Vec<(Tag, f64)>,
}

impl Scale {
    pub(super) fn of(battle: &Battle, concerned: Vec<Tag>, viewer: Viewer) -> Scale {
        let others = battle
            .tags()
            .into_iter()
            .filter(|tag| !concerned.contains(tag))
            .map(|tag| (tag, strength(battle, tag, viewer)))
            .collect();
        Scale { viewer, concerned, others }
    }

    /// The balance of a branch.
    pub(super) fn balance(&self, battle: &Battle) -> f64 {
        let weighed = self.concerned.iter().map(|tag| (*tag, strength(battle, *tag, self.viewer)));
        weighed
            .chain(self.others.iter().copied())
            .filter(|(tag, _)| battle.in_play(*tag))
            .map(|(tag, weight)| match battle.holder(tag) {
                Side::A => weight,
                Side::B => -weight,
            })
            .sum()
    }
}

fn strength(battle: &Battle, tag: Tag, viewer: Viewer) -> f64 {
    let gauge = battle
        .card(tag, viewer)
        .and_then(|card| card.gauges.into_iter().next())
        .filter(|gauge| gauge.full > 0);
    0.5 + 0.5 * gauge.map_or(1.0, |gauge| health(&gauge))
}

/// How much of what a count began with is left, from 0 to 1.
fn health(gauge: &Gauge) -> f64 {
    let share = f64::from(gauge.value) / f64::from(gauge.full);
    match gauge.look {
        Look::Bar | Look::Pips => share.min(1.0),
        Look::Flames | Look::Damage => 1.0 - share.min(1.0),
        Look::Number => 1.0,
    }
}

/// In what state a unit is, by the first count of its log: `Crew 83 of 210`.
pub(super) fn state(card: &Card) -> Option<String> {
    let gauge = card.gauges.first().filter(|gauge| gauge.full > 0)?;
    match gauge.look {
        Look::Number => None,
        _ if health(gauge) >= 1.0 => Some("unhurt".into()),
        _ => Some(format!(
            "{} {} of {}",
            gauge.label.to_string().to_lowercase(),
            gauge.value,
            gauge.full
        )),
    }
}

/// A number of units at their full strength, as people say it: `half a ship`,
/// `1.6 ships`.
pub(super) fn in_units(amount: f64, one: &str, many: &str) -> String {
    let tenths = (amount * 10.0).round() / 10.0;
    if tenths < 1.0 {
        format!("{tenths:.1} of a {one}")
    } else if tenths < 1.05 {
        format!("a whole {one}")
    } else {
        format!("{tenths:.1} {many}")
    }
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
    fn strength_is_told_in_ships() {
        for (amount, words) in [
            (0.34, "0.3 of a ship"),
            (0.98, "a whole ship"),
            (1.07, "1.1 ships"),
            (2.0, "2.0 ships"),
        ] {
            assert_eq!(in_units(amount, "ship", "ships"), words);
        }
    }

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
