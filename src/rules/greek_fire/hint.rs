//! What stands in a form of Greek Fire to begin with, and what can be chosen.

use serde_json::{Value, json};

use crate::rules::common::{Subject, Tag};
use crate::rules::roster::Rostered;
use crate::rules::schema::{FieldSpec, OrderSpec};
use crate::rules::slug::title;
use crate::rules::view::Hint;
use crate::say::{Say, say};

use super::state::{Battle, Ship, Status};
use super::tables::Weapon;

impl Battle {
    pub(super) fn hint_for(&self, subject: Subject, order: &OrderSpec, field: &FieldSpec) -> Hint {
        let own = match subject {
            Subject::Unit(tag) => self.ships.find(tag),
            _ => None,
        };
        match (order.kind, field.name, own) {
            ("row", "spent", Some(ship)) => row(ship),
            ("shoot", "weapon", Some(ship)) => weapons(ship),
            ("shoot", "mount", Some(ship)) => mounts(ship),
            ("shoot", "range", _) => range(1, 1, 10),
            ("ram", "spaces_straight", _) => range(3, 1, 12),
            ("take-prize", "crew", Some(ship)) => range(10, 1, ship.crew.saturating_sub(1)),
            ("shoot" | "ram" | "board", "target", _) => self.enemies(subject),
            ("take-prize", "target", _) => self.prizes(),
            ("fire" | "morale" | "end-round", "credit", _) => self.credits(subject),
            ("adjust", "field", Some(ship)) => keys(ship),
            _ => Hint::default(),
        }
    }

    /// Ships that can be taken now.
    fn prizes(&self) -> Hint {
        let free = |ship: &Ship| {
            ship.crew == 0 && ship.in_play()
                || matches!(ship.status, Status::Surrendered | Status::Abandoned)
        };
        Hint { choices: Some(self.list(|_, ship| free(ship))), ..Hint::default() }
    }

    /// Ships of the other side, which may be told a victory.
    fn credits(&self, subject: Subject) -> Hint {
        Hint { value: Some(Value::Null), ..self.enemies(subject) }
    }

    /// Ships that the other side sails.
    fn enemies(&self, subject: Subject) -> Hint {
        let holder = match subject {
            Subject::Unit(tag) => self.ships.find(tag).map(|ship| ship.holder),
            _ => None,
        };
        let sails = |_: Tag, ship: &Ship| ship.in_play() && Some(ship.holder) != holder;
        Hint { choices: Some(self.list(sails)), ..Hint::default() }
    }

    fn list(&self, wanted: impl Fn(Tag, &Ship) -> bool) -> Vec<(Value, Say)> {
        self.ships
            .iter()
            .filter(|(tag, ship)| wanted(*tag, ship))
            .map(|(tag, ship)| (json!(tag), say!("{tag} {name}", tag, name = &ship.name)))
            .collect()
    }
}

fn range(value: u32, lowest: u32, highest: u32) -> Hint {
    Hint {
        value: Some(json!(value.min(highest).max(lowest))),
        range: Some((i64::from(lowest), i64::from(highest.max(lowest)))),
        choices: None,
    }
}

fn row(ship: &Ship) -> Hint {
    range(ship.move_points(false), 0, ship.move_points(true))
}

/// The weapons that a ship has, the strongest mounts before what rowers throw.
fn weapons(ship: &Ship) -> Hint {
    let mut weapons: Vec<Weapon> =
        Weapon::ALL.iter().copied().filter(|w| !ship.mounts(*w).is_empty()).collect();
    weapons.rotate_left(1);
    let choices = weapons.iter().map(|w| (json!(w), w.say())).collect();
    Hint { choices: Some(choices), ..Hint::default() }
}

fn mounts(ship: &Ship) -> Hint {
    let mut choices = vec![(json!("first"), Say::from("First still able"))];
    choices.extend(
        ship.ammo.iter().map(|(m, left)| (json!(m), format!("{} ({left} left)", title(m)).into())),
    );
    Hint { choices: Some(choices), ..Hint::default() }
}

/// The keys of a log that can be corrected.
fn keys(ship: &Ship) -> Hint {
    let fixed = ["name", "type", "advantages", "full_crew"];
    let mut choices = Vec::new();
    if let Ok(Value::Object(keys)) = serde_json::to_value(ship) {
        for (key, value) in keys {
            match value {
                Value::Object(inner) if key == "ammo" => {
                    choices.extend(inner.keys().map(|mount| {
                        (json!(format!("ammo.{mount}")), (title(mount) + ", ammo").into())
                    }))
                }
                Value::Object(_) => {}
                _ if fixed.contains(&key.as_str()) => {}
                _ => choices.push((json!(key), title(&key).into())),
            }
        }
    }
    Hint { value: Some(json!("crew")), choices: Some(choices), ..Hint::default() }
}
