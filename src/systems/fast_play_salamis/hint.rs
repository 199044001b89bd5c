//! What the forms of Fast Play Salamis suggest, and what can be chosen in them.

use serde_json::{Value, json};

use crate::rules::common::{Side, Subject, Tag};
use crate::rules::schema::{FieldSpec, OrderSpec};
use crate::rules::system::System;
use crate::rules::view::Hint;
use crate::say::{Say, say};

use super::state::{Battle, Ship};

/// The range that a form suggests, in inches, if the bows reach so far.
const USUAL_RANGE_INCHES: u32 = 3;

impl Battle {
    pub(super) fn hint_for(&self, subject: Subject, order: &OrderSpec, field: &FieldSpec) -> Hint {
        let own = match subject {
            Subject::Unit(tag) => self.ships.find(tag).map(|ship| (tag, ship)),
            Subject::Side(_) | Subject::Battle => None,
        };
        match (order.kind, field.name, own, subject) {
            ("bows", "range_in", Some((_, ship)), _) => range(ship),
            ("bows" | "ram", "target", Some((own, _)), _) => self.enemies(own, |_| true),
            ("breakaway", "target", Some((own, ship)), _) => Hint {
                // Null leaves the choice between several to the players.
                value: Some(only(&ship.in_contact_with).map_or(Value::Null, |tag| json!(tag))),
                ..self.enemies(own, |tag| ship.in_contact_with.contains(&tag))
            },
            ("board", "target", Some((own, _)), _) => {
                self.enemies(own, |tag| self.rammer(own, tag).is_some())
            }
            ("hand-to-hand", "defender", Some((own, _)), _) => self.enemies(own, |tag| {
                self.ships.find(tag).is_some_and(|ship| ship.boarded_by.contains(&own))
            }),
            ("adjust", "field", None, Subject::Side(side)) => keys(self.side_keys(side)),
            (_, _, _, _) => Hint::default(),
        }
    }

    /// The enemies in action for which an order is possible; if there are none,
    /// all of them, so that the refusal can say why.
    fn enemies(&self, own: Tag, wanted: impl Fn(Tag) -> bool) -> Hint {
        let all: Vec<Tag> = self
            .ships
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
        Hint { choices: Some(choices), ..Hint::default() }
    }

    /// The keys of a side that can be corrected.
    fn side_keys(&self, side: Side) -> Vec<(String, Say)> {
        let number = |(fleet, _): &(String, String)| {
            let name = self.fleet_name(side, fleet);
            (format!("panic_numbers.{fleet}"), say!("Panic number: {fleet}", fleet = name))
        };
        let mut keys: Vec<_> = self.setup.fleets[side.index()].iter().map(number).collect();
        keys.push(("panicked".into(), say!("Fleets in panic")));
        keys
    }
}

fn only(tags: &[Tag]) -> Option<Tag> {
    match tags {
        [only] => Some(*only),
        [] | [_, _, ..] => None,
    }
}

fn range(ship: &Ship) -> Hint {
    let reach = ship.figures().bow_range_inches;
    Hint {
        value: Some(json!(USUAL_RANGE_INCHES.min(reach))),
        range: Some((0, i64::from(reach))),
        choices: None,
    }
}

fn keys(keys: Vec<(String, Say)>) -> Hint {
    let first = keys.first().map(|(key, _)| json!(key));
    let choices: Vec<(Value, Say)> =
        keys.into_iter().map(|(key, label)| (json!(key), label)).collect();
    Hint { value: first, range: None, choices: Some(choices) }
}
