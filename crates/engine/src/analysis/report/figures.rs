//! Figures in words, and how strong the sides are.

use games::PlayerView;
use message::{Message, message};
use rules::{Card, Gauge, Look, Side, Tag, UnitCondition, Units};

/// The fate of a unit that its side has lost.
pub(super) fn fate(battle: &PlayerView, tag: Tag, side: Side) -> Message {
    match battle.card(tag).map(|card| card.standing) {
        Some(UnitCondition::Out(how)) => how,
        Some(UnitCondition::Ready | UnitCondition::Active | UnitCondition::Done) | None => {
            if battle.holder(tag) == side { message!("lost") } else { message!("captured") }
        }
    }
}

/// How much stronger A is than B, in units: each one on the table counts half
/// for being there, and half by the first count of its record, if the viewer
/// may see that.
pub(super) fn balance(battle: &PlayerView) -> f64 {
    Scale::of(battle, battle.tags()).balance(battle)
}

/// Compares the branches of an order. Only the units that the order concerns
/// are weighed again in each; the records of the others stay as they are.
pub(super) struct Scale {
    concerned: Vec<Tag>,
    /// The others, with their weight while they are on the table.
    others: Vec<(Tag, f64)>,
}

impl Scale {
    pub(super) fn of(battle: &PlayerView, concerned: Vec<Tag>) -> Scale {
        let others = battle
            .tags()
            .into_iter()
            .filter(|tag| !concerned.contains(tag))
            .map(|tag| (tag, strength(battle, tag)))
            .collect();
        Scale { concerned, others }
    }

    /// The balance of a branch.
    pub(super) fn balance(&self, battle: &PlayerView) -> f64 {
        let weighed = self.concerned.iter().map(|tag| (*tag, strength(battle, *tag)));
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

fn strength(battle: &PlayerView, tag: Tag) -> f64 {
    let gauge = battle
        .card(tag)
        .and_then(|card| card.gauges.into_iter().next())
        .filter(|gauge| gauge.full > 0);
    0.5 + 0.5 * gauge.map_or(1.0, |gauge| health(&gauge))
}

/// The share of a count that is left, from 0 to 1.
fn health(gauge: &Gauge) -> f64 {
    let share = f64::from(gauge.value) / f64::from(gauge.full);
    match gauge.look {
        Look::Bar | Look::Pips => share.min(1.0),
        Look::Flames | Look::Damage => 1.0 - share.min(1.0),
        Look::Number => 1.0,
    }
}

/// The state of a unit: the rest of the first count of its record, its damage, and its
/// conditions: `Crew 83 of 210, Fires 2, aground`.
pub(super) fn state(battle: &PlayerView, card: &Card) -> Message {
    let count = |(at, gauge): (usize, &Gauge)| {
        let (label, value, full) = (&gauge.label, gauge.value, gauge.full);
        match gauge.look {
            Look::Bar | Look::Pips if at == 0 && value < full => {
                Some(message!("{label} {value} of {full}", label, value, full))
            }
            Look::Flames | Look::Damage if value > 0 => {
                Some(message!("{label} {value}", label, value))
            }
            Look::Bar | Look::Pips | Look::Flames | Look::Damage | Look::Number => None,
        }
    };
    let counts = card.gauges.iter().enumerate().filter_map(count);
    let text = Message::list(counts.chain(battle.lasting_condition(card.tag)));
    if text.is_empty() { unharmed(battle.system().units()) } else { text }
}

/// A number of units: `5 ships`.
pub(super) fn unit_count(kind: Units, number: usize) -> Message {
    match kind {
        Units::Ships => message!(number => "{n} ship" | "{n} ships"),
        Units::Units => message!(number => "{n} unit" | "{n} units"),
    }
}

/// An amount of units at full strength, as people say it: `0.5 of a ship`,
/// `1.6 ships`.
pub(super) fn unit_amount(kind: Units, amount: f64) -> Message {
    let tenths = (amount * 10.0).round() / 10.0;
    let many = format!("{tenths:.1}");
    match kind {
        Units::Ships if tenths < 1.0 => message!("{many} of a ship", many),
        Units::Ships if tenths < 1.05 => message!("a whole ship"),
        Units::Ships => message!("{many} ships", many),
        Units::Units if tenths < 1.0 => message!("{many} of a unit", many),
        Units::Units if tenths < 1.05 => message!("a whole unit"),
        Units::Units => message!("{many} units", many),
    }
}

/// The words for an undamaged unit.
fn unharmed(kind: Units) -> Message {
    match kind {
        Units::Ships => message!("undamaged"),
        Units::Units => message!("unhurt"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use message::i18n::english;

    #[test]
    fn strength_is_counted_in_ships_or_in_units() {
        for (amount, ships, units) in [
            (0.34, "0.3 of a ship", "0.3 of a unit"),
            (0.98, "a whole ship", "a whole unit"),
            (1.07, "1.1 ships", "1.1 units"),
            (2.0, "2.0 ships", "2.0 units"),
        ] {
            let texts =
                [Units::Ships, Units::Units].map(|kind| english(&unit_amount(kind, amount)));
            assert_eq!(texts, [ships, units]);
        }
    }
}
