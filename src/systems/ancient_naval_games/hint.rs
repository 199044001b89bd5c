//! What the forms of Ancient Naval Games suggest, and what can be chosen in
//! them.

use serde_json::{Value, json};

use crate::rules::common::{Subject, Tag};
use crate::rules::schema::{FieldSpec, OrderSpec};
use crate::rules::system::System;
use crate::rules::view::Hint;
use crate::say::{Say, say};

use super::state::{Battle, Ship};
use super::tables::{AHEAD_COST, ASTERN_COST, TURN_COST};

impl Battle {
    pub(super) fn hint_for(&self, subject: Subject, order: &OrderSpec, field: &FieldSpec) -> Hint {
        let own = match subject {
            Subject::Unit(tag) => self.ships.find(tag).map(|ship| (tag, ship)),
            Subject::Side(_) | Subject::Battle => None,
        };
        match (order.kind, field.name, own) {
            ("move", _, Some((_, ship))) => steps(ship, field.name),
            ("oar-strike" | "ram", "target", Some((own, _))) => {
                self.choices(|tag, ship| ship.in_action() && tag.side != own.side)
            }
            ("morale", "isolated", _) => Hint {
                value: self.last_ship(self.to_move).map(|tag| json!([tag])),
                ..self.choices(|tag, ship| ship.in_action() && tag.side == self.to_move)
            },
            ("adjust", "field", None) => keys(side_keys()),
            (_, _, _) => Hint::default(),
        }
    }

    fn choices(&self, wanted: impl Fn(Tag, &Ship) -> bool) -> Hint {
        let ships = self.ships.iter().filter(|(tag, ship)| wanted(*tag, ship));
        let choices = ships.map(|(tag, _)| (json!(tag), self.called(tag)));
        Hint { choices: Some(choices.collect()), ..Hint::default() }
    }
}

/// All points go straight ahead, or the free turn is used if there are none.
fn steps(ship: &Ship, field: &str) -> Hint {
    let points = ship.points_left();
    let free = if ship.free_turn_left { ship.size.free_turns() } else { 0 };
    let (value, highest) = match field {
        "ahead" => (points / AHEAD_COST, points / AHEAD_COST),
        "astern" => (0, points / ASTERN_COST),
        "turns" => (if points == 0 { free } else { 0 }, points / TURN_COST + free),
        _ => return Hint::default(),
    };
    Hint { value: Some(json!(value)), range: Some((0, i64::from(highest))), choices: None }
}

/// The keys of a side that can be corrected.
fn side_keys() -> Vec<(&'static str, Say)> {
    vec![("ceded", say!("Conceded the game")), ("morale_asked", say!("Morale checked this turn"))]
}

fn keys(keys: Vec<(&'static str, Say)>) -> Hint {
    let first = keys.first().map(|(key, _)| json!(key));
    let choices: Vec<(Value, Say)> =
        keys.into_iter().map(|(key, label)| (json!(key), label)).collect();
    Hint { value: first, range: None, choices: Some(choices) }
}
