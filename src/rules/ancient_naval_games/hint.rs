//! What stands in a form of Ancient Naval Games to begin with, and what can be
//! chosen.

use serde_json::json;

use crate::rules::common::{Subject, Tag};
use crate::rules::schema::{FieldSpec, OrderSpec};
use crate::rules::view::Hint;
use crate::say::say;

use super::state::{Battle, Ship};
use super::tables::ASTERN_COST;

impl Battle {
    pub(super) fn hint_for(&self, subject: Subject, order: &OrderSpec, field: &FieldSpec) -> Hint {
        let own = match subject {
            Subject::Unit(tag) => self.ships.find(tag).map(|ship| (tag, ship)),
            _ => None,
        };
        match (order.kind, field.name, own) {
            ("move", _, Some((_, ship))) => steps(ship, field.name),
            ("oar-strike" | "ram", "target", Some((own, _))) => {
                self.choices(|tag, ship| ship.in_action() && tag.side != own.side)
            }
            ("morale", "isolated", _) => {
                self.choices(|tag, ship| ship.in_action() && tag.side == self.to_move)
            }
            ("adjust", "field", Some(_)) => keys(&SHIP_KEYS),
            ("adjust", "field", None) => keys(&[("ceded", "Ceded the game")]),
            _ => Hint::default(),
        }
    }

    fn choices(&self, wanted: impl Fn(Tag, &Ship) -> bool) -> Hint {
        let ships = self.ships.iter().filter(|(tag, ship)| wanted(*tag, ship));
        let choices =
            ships.map(|(tag, ship)| (json!(tag), say!("{tag} {name}", tag, name = &ship.name)));
        Hint { choices: Some(choices.collect()), ..Hint::default() }
    }
}

/// All points straight ahead, or the free turn where there are none.
fn steps(ship: &Ship, field: &str) -> Hint {
    let points = ship.points_left();
    let (value, highest) = match field {
        "ahead" => (points, points),
        "astern" => (0, points / ASTERN_COST),
        "turns" => {
            (u32::from(points == 0 && ship.free_turn_left), points + u32::from(ship.free_turn_left))
        }
        _ => return Hint::default(),
    };
    Hint { value: Some(json!(value)), range: Some((0, i64::from(highest))), choices: None }
}

/// The keys of a ship's log that can be corrected.
const SHIP_KEYS: [(&str, &str); 7] = [
    ("oar_damage", "Oar damage"),
    ("status", "Status"),
    ("activated", "Activated this turn"),
    ("mp_left", "Movement points left"),
    ("free_turn_left", "Free turn left"),
    ("isolated", "Began isolated"),
    ("name", "Name"),
];

fn keys(keys: &[(&'static str, &'static str)]) -> Hint {
    let choices = keys.iter().map(|(key, label)| (json!(key), (*label).into())).collect();
    let first = keys.first().map(|(key, _)| json!(key));
    Hint { value: first, range: None, choices: Some(choices) }
}
