//! What stands in a form of Fast Play Salamis to begin with, and what can be
//! chosen.

use serde_json::json;

use crate::rules::common::{Subject, Tag};
use crate::rules::schema::{FieldSpec, OrderSpec};
use crate::rules::view::Hint;
use crate::say::say;

use super::state::{Battle, Ship};

/// The range that a form begins with, in inches, where the bows reach so far.
const USUAL_RANGE_INCHES: u32 = 3;

impl Battle {
    pub(super) fn hint_for(&self, subject: Subject, order: &OrderSpec, field: &FieldSpec) -> Hint {
        let own = match subject {
            Subject::Unit(tag) => self.ships.find(tag).map(|ship| (tag, ship)),
            _ => None,
        };
        match (order.kind, field.name, own) {
            ("bows", "range_in", Some((_, ship))) => range(ship),
            ("bows" | "ram", "target", Some((own, _))) => self.enemies(own, |_| true),
            ("board", "target", Some((own, _))) => {
                self.enemies(own, |tag| self.rammer(own, tag).is_some())
            }
            ("hand-to-hand", "defender", Some((own, _))) => self.enemies(own, |tag| {
                self.ships.find(tag).is_some_and(|ship| ship.boarded_by.has(own))
            }),
            ("adjust", "field", Some(_)) => keys(&SHIP_KEYS),
            ("adjust", "field", None) => keys(&SIDE_KEYS),
            _ => Hint::default(),
        }
    }

    /// The enemies in action that an order may be about; all of them where it
    /// is about none, so that the rules say why.
    fn enemies(&self, own: Tag, wanted: impl Fn(Tag) -> bool) -> Hint {
        let all: Vec<(Tag, &Ship)> =
            self.ships.of(own.side.other()).filter(|(_, ship)| ship.in_action()).collect();
        let some = all.iter().any(|(tag, _)| wanted(*tag));
        let choices = all
            .into_iter()
            .filter(|(tag, _)| !some || wanted(*tag))
            .map(|(tag, ship)| (json!(tag), say!("{tag} {name}", tag, name = &ship.name)))
            .collect();
        Hint { choices: Some(choices), ..Hint::default() }
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

/// The keys of a ship's log that can be corrected.
const SHIP_KEYS: [(&str, &str); 10] = [
    ("hits", "Hits"),
    ("viability", "Viability"),
    ("status", "Status"),
    ("in_contact_with", "In contact with"),
    ("shot_this_phase", "Has shot this phase"),
    ("moved", "Has moved"),
    ("rammed_by_this_phase", "Rammed by, this turn"),
    ("board_tried", "Has attempted to board"),
    ("boarded_by", "Boarded by"),
    ("name", "Name"),
];

/// The keys of a side that can be corrected.
const SIDE_KEYS: [(&str, &str); 2] =
    [("panic_number", "Panic number"), ("panicked", "Has panicked")];

fn keys(keys: &[(&'static str, &'static str)]) -> Hint {
    let choices = keys.iter().map(|(key, label)| (json!(key), (*label).into())).collect();
    let first = keys.first().map(|(key, _)| json!(key));
    Hint { value: first, range: None, choices: Some(choices) }
}
