//! What the forms of Chicken of the Sea suggest, what can be chosen in them,
//! and which orders are offered to whom.

use serde_json::{Value, json};

use crate::rules::common::{Side, Subject, Tag};
use crate::rules::roster::Rostered;
use crate::rules::schema::{FieldSpec, OrderSpec};
use crate::rules::view::Hint;
use crate::say::{Say, say};

use super::command::takes_the_marker;
use super::orders::Switch;
use super::state::{Battle, Galley};
use super::tables::{SHEAR_POINTS, Speed};

impl Battle {
    /// Whether a subject could give such an order as things stand, in or out of
    /// turn; it keeps the list short.
    pub(super) fn is_for(&self, subject: Subject, order: &OrderSpec) -> bool {
        match subject {
            Subject::Battle => order.kind == "end-phase",
            Subject::Side(side) => {
                matches!(order.kind, "resign" | "adjust")
                    || (order.kind == "out-of-range"
                        && self.switch(Switch::Command)
                        && self.check_is_due(side)
                        && self.free_admiral(side).is_some())
            }
            Subject::Unit(tag) => {
                self.galleys.find(tag).is_some_and(|galley| self.concerns_her(tag, galley, order))
            }
        }
    }

    fn concerns_her(&self, tag: Tag, galley: &Galley, order: &OrderSpec) -> bool {
        if !galley.in_play() {
            return order.kind == "adjust";
        }
        let command = self.switch(Switch::Command);
        let free = galley.fouled_with.is_empty();
        let boards = free && !self.progress.taken.contains(&tag);
        let moves_on = galley.fights() && free && matches!(galley.speed, Speed::Ahead(1..));
        let formation = self.formation_of(tag);
        match order.kind {
            "set-speed" => {
                galley.fights() && formation.is_none_or(|formation| formation.leader == tag)
            }
            "drift" => galley.drift_owed,
            "spend" => galley.fights() && galley.mp_left.is_some_and(|left| left > 0),
            "end-move" => galley.fights() && galley.mp_left.is_some() && !galley.moved,
            "leave-table" => galley.fights() && free,
            "coast" => galley.fights(),
            "refloat" => galley.aground,
            "enter-occupied" | "ram" => moves_on && !(galley.moved && galley.mp_left.is_some()),
            "shear" => moves_on && galley.points() >= SHEAR_POINTS,
            "unfoul" => !free,
            // The app asks for it when an attack is declared.
            "avoid" => false,
            "board" => boards,
            "counterboard" => self.progress.may_counter.contains_key(&tag),
            "transfer-admiral" => command && self.is_flagship(tag, galley.side),
            "form" => command && galley.keeps_station(),
            "out-of-range" => false,
            "break-formation" => formation.is_some(),
            "command-check" => {
                command
                    && self.check_is_due(galley.side)
                    && self.exemption(tag, Some(false)).is_none()
            }
            _ => true,
        }
    }

    /// Whether the form asks for a field: it could change the order now.
    pub(super) fn asks_for(&self, subject: Subject, order: &OrderSpec, field: &FieldSpec) -> bool {
        let Subject::Unit(tag) = subject else { return true };
        match (order.kind, field.name) {
            // The leader of a formation sets the speed of all of it.
            ("set-speed", "formation") => false,
            // A galley that backs water enters backing, wherever her bow
            // points.
            ("coast", "bow_at_land" | "backing") => {
                let speed = self.galleys.find(tag).map(|galley| galley.speed);
                speed != Some(Speed::BackingWater)
            }
            ("command-check", "in_admirals_range") => {
                let [inside, outside] =
                    [true, false].map(|inside| self.exemption(tag, Some(inside)).is_some());
                inside != outside
            }
            _ => true,
        }
    }

    pub(super) fn hint_for(&self, subject: Subject, order: &OrderSpec, field: &FieldSpec) -> Hint {
        let own = match subject {
            Subject::Unit(tag) => self.galleys.find(tag).map(|galley| (tag, galley)),
            Subject::Side(_) | Subject::Battle => None,
        };
        match (order.kind, field.name, own) {
            ("set-speed", "speed", Some((tag, galley))) => self.speeds(tag, galley),
            ("coast", "backing", Some((_, galley))) => {
                value(json!(galley.speed == Speed::BackingWater))
            }
            ("enter-occupied", "through_flank", _) => value(json!(false)),
            ("ram" | "shear" | "board", "target", Some((_, galley))) => {
                self.galleys_of(galley.side.other(), |_, _| true)
            }
            ("ram", "aspect", _) => value(json!("flank")),
            ("ram", "mp_left", Some((_, galley))) => Hint {
                range: Some((0, i64::from(galley.points().saturating_sub(1)))),
                ..value(json!(0))
            },
            ("spend", "mp", Some((_, galley))) => Hint {
                range: galley.mp_left.map(|left| (1, i64::from(left))),
                ..value(json!(galley.mp_left))
            },
            ("out-of-range", "ships", _) => self.may_be_out_of_range(subject),
            ("command-check", "in_admirals_range", Some((tag, _))) => {
                value(json!(self.exemption(tag, None).is_some()))
            }
            ("board", "ships", Some((_, galley))) => {
                self.galleys_of(galley.side, |other, galley| {
                    galley.fouled_with.is_empty() && !self.progress.taken.contains(&other)
                })
            }
            ("counterboard", "target", Some((tag, _))) => {
                let boarders = self.progress.may_counter.get(&tag);
                self.list(|other, _| boarders.is_some_and(|tags| tags.contains(&other)))
            }
            ("form", name, Some((tag, galley))) => self.forming(name, tag, galley),
            ("transfer-admiral", "to", Some((tag, galley))) => {
                self.galleys_of(galley.side, |other, _| other != tag)
            }
            ("adjust", "field", _) => match subject {
                Subject::Unit(_) => value(json!("speed")),
                Subject::Side(side) => keys_of_a_side(self, side),
                Subject::Battle => Hint::default(),
            },
            ("adjust", "value", Some((_, galley))) => value(json!(galley.speed)),
            _ => Hint::default(),
        }
    }

    /// The galleys that would have to check if they were out of the admiral's
    /// range.
    fn may_be_out_of_range(&self, subject: Subject) -> Hint {
        let Subject::Side(side) = subject else { return Hint::default() };
        let could_be = |tag: Tag, galley: &Galley| self.could_be_out_of_range(tag, galley);
        Hint { value: Some(json!([])), ..self.galleys_of(side, could_be) }
    }

    fn speeds(&self, tag: Tag, galley: &Galley) -> Hint {
        let began = self.began_at(tag);
        let mut choices = began.choices(galley.crippled);
        // Every galley under the marker must be able to come to it (C-26).
        let mates = self.formation_of(tag).into_iter().flat_map(|formation| &formation.ships);
        for (mate, galley) in mates.filter_map(|mate| Some((*mate, self.galleys.find(*mate)?))) {
            let own = self.began_at(mate).choices(galley.crippled);
            choices.retain(|speed| own.contains(speed));
        }
        let numbers = choices.iter().filter(|speed| **speed != Speed::BackingWater);
        let numbers: Vec<i64> = numbers.map(|speed| i64::from(speed.in_sums())).collect();
        let label = |speed: &Speed| match speed {
            Speed::Ahead(points) if *speed == began => say!("{points} (as before)", points),
            Speed::Ahead(_) | Speed::BackingWater => speed.to_choose(),
        };
        Hint {
            value: Some(json!(galley.speed)),
            range: numbers.first().copied().zip(numbers.last().copied()),
            choices: Some(choices.iter().map(|speed| (json!(speed), label(speed))).collect()),
        }
    }

    /// The form for a formation begins with this galley and the next of her
    /// side.
    fn forming(&self, field: &str, tag: Tag, galley: &Galley) -> Hint {
        let able = |mate: Tag, other: &Galley| {
            other.keeps_station() && takes_the_marker(self, mate, tag).is_ok()
        };
        let Hint { choices, .. } = self.galleys_of(galley.side, able);
        match field {
            "ships" => {
                let mates = choices.iter().flatten().map(|(value, _)| value);
                let next = mates.clone().skip_while(|value| **value != json!(tag)).nth(1);
                let mate = next.or_else(|| mates.clone().find(|value| **value != json!(tag)));
                let ships: Vec<Value> = [json!(tag)].into_iter().chain(mate.cloned()).collect();
                Hint { value: Some(json!(ships)), range: None, choices }
            }
            "leader" => Hint { value: Some(json!(tag)), range: None, choices },
            _ => value(json!("column")),
        }
    }

    fn galleys_of(&self, side: Side, wanted: impl Fn(Tag, &Galley) -> bool) -> Hint {
        self.list(|tag, galley| galley.side == side && galley.in_play() && wanted(tag, galley))
    }

    fn list(&self, wanted: impl Fn(Tag, &Galley) -> bool) -> Hint {
        let list = self.galleys.iter().filter(|(tag, galley)| wanted(*tag, galley));
        let choices =
            list.map(|(tag, galley)| (json!(tag), say!("{tag} {name}", tag, name = &galley.name)));
        Hint { choices: Some(choices.collect()), ..Hint::default() }
    }
}

fn value(value: Value) -> Hint {
    Hint { value: Some(value), ..Hint::default() }
}

/// The entries of a side that can be corrected.
fn keys_of_a_side(battle: &Battle, side: Side) -> Hint {
    let admiral = serde_json::to_value(battle.admiral(side)).unwrap_or_default();
    let keys = admiral.as_object().into_iter().flatten();
    let choices: Vec<(Value, Say)> = keys
        .map(|(key, _)| {
            let entry = say!("admiral: {entry}", entry = Say::slug(key.clone()));
            (json!(format!("admiral.{key}")), entry)
        })
        .chain([(json!("formations"), say!("formations"))])
        .collect();
    let first = choices.first().map(|(key, _)| key.clone());
    Hint { value: first, range: None, choices: Some(choices) }
}
