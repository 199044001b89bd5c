//! Initial values and choices in the forms of Fast Play Salamis.

use serde_json::{Value, json};

use message::message;
use rules::common::{Side, Subject, Tag};
use rules::forms::Forms;
use rules::system::Rules;
use rules::view::FieldDefaults;

use super::orders::fields::{Board, Bows, Breakaway, HandToHand, LeaveTable, Ram};
use super::orders::{Field, OrderKind};
use super::state::{Battle, Ship};

/// The suggested range, in inches, if the bows reach that far.
const USUAL_RANGE_INCHES: u32 = 3;

impl Forms for Battle {
    fn asks(&self, subject: Subject, field: Field) -> bool {
        match (field, subject) {
            (Field::LeaveTable(LeaveTable::elsewhere), Subject::Unit(tag)) => {
                self.common.aims.may_leave(tag.side)
            }
            (
                Field::FirstSide(_)
                | Field::Bows(_)
                | Field::Breakaway(_)
                | Field::Ram(_)
                | Field::Board(_)
                | Field::HandToHand(_)
                | Field::LeaveTable(LeaveTable::ship | LeaveTable::elsewhere)
                | Field::EndPhase(_)
                | Field::Concede(_),
                Subject::Unit(_) | Subject::Side(_) | Subject::Battle,
            ) => true,
        }
    }

    /// The side that goes first is decided before the battle begins.
    fn concerns(&self, subject: Subject, order: OrderKind) -> bool {
        match subject {
            Subject::Unit(tag) => self.in_play(tag),
            Subject::Side(_) | Subject::Battle => match order {
                OrderKind::FirstSide => !self.begun,
                OrderKind::Concede => self.winner().is_none(),
                OrderKind::Bows
                | OrderKind::Breakaway
                | OrderKind::Ram
                | OrderKind::Board
                | OrderKind::HandToHand
                | OrderKind::LeaveTable
                | OrderKind::EndPhase => true,
            },
        }
    }

    fn defaults(&self, subject: Subject, field: Field) -> FieldDefaults {
        let Subject::Unit(own) = subject else { return FieldDefaults::default() };
        let Some(ship) = self.common.units.find(own) else { return FieldDefaults::default() };
        match field {
            Field::Bows(Bows::range_in) => range(ship),
            Field::Bows(Bows::target) | Field::Ram(Ram::target) => self.enemies(own, |_| true),
            Field::Breakaway(Breakaway::target) => FieldDefaults {
                // Null lets the players choose between several.
                value: Some(only(&ship.in_contact_with).map_or(Value::Null, |tag| json!(tag))),
                ..self.enemies(own, |tag| ship.in_contact_with.contains(&tag))
            },
            Field::Board(Board::target) => self.enemies(own, |tag| self.rammer(own, tag).is_some()),
            Field::HandToHand(HandToHand::defender) => self.enemies(own, |tag| {
                self.common.units.find(tag).is_some_and(|ship| ship.boarded_by.contains(&own))
            }),
            Field::Bows(Bows::ship)
            | Field::Ram(Ram::ship)
            | Field::Breakaway(Breakaway::ship)
            | Field::Board(Board::ship | Board::attempt)
            | Field::HandToHand(HandToHand::attacker)
            | Field::FirstSide(_)
            | Field::LeaveTable(_)
            | Field::EndPhase(_)
            | Field::Concede(_) => FieldDefaults::default(),
        }
    }
}

impl Battle {
    /// The enemies in action against which an order is possible. If there are none, all
    /// enemies, so that the refusal can say why.
    fn enemies(&self, own: Tag, wanted: impl Fn(Tag) -> bool) -> FieldDefaults {
        let all: Vec<Tag> = self
            .common
            .units
            .of(own.side.other())
            .filter(|(_, ship)| ship.in_action())
            .map(|(tag, _)| tag)
            .collect();
        let some = all.iter().any(|tag| wanted(*tag));
        let choices = all
            .into_iter()
            .filter(|tag| !some || wanted(*tag))
            .map(|tag| (json!(tag), self.called(tag)))
            .collect();
        FieldDefaults { choices: Some(choices), ..FieldDefaults::default() }
    }

    /// The entries of a side that can be corrected.
    pub(super) fn side_keys(&self, side: Side) -> FieldDefaults {
        let number = |(fleet, _): &(String, String)| {
            let name = self.fleet_name(side, fleet);
            (
                json!(format!("panic_numbers.{fleet}")),
                message!("Panic number ({fleet})", fleet = name),
            )
        };
        let mut entries: Vec<_> = self.fleets[side.index()].iter().map(number).collect();
        entries.push((json!("panicked"), message!("Fleets in panic")));
        FieldDefaults::first_of(entries)
    }
}

fn only(tags: &[Tag]) -> Option<Tag> {
    match tags {
        [only] => Some(*only),
        [] | [_, _, ..] => None,
    }
}

fn range(ship: &Ship) -> FieldDefaults {
    let reach = ship.figures().bow_range_inches;
    FieldDefaults {
        value: Some(json!(USUAL_RANGE_INCHES.min(reach))),
        range: Some((0, i64::from(reach))),
        choices: None,
    }
}
