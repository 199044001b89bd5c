//! The comparison of two fleets: figures that are added up, the exact chances of each type of
//! ship against each other type, and duels fought by the rules.
//!
//! [`Attacks`], [`Duels`] and the [`Estimate`] of both are jobs: a screen shows their
//! progress, and can stop them at any time.

mod attacks;
mod duel_player;
mod duels;
mod estimate;
mod figures;

use indexmap::IndexMap;
use serde_json::{Map, Value, json};
use thiserror::Error;

use crate::fleet::build::form;
use crate::fleet::{HOUSE_RULES, read_json, to_json};
use games::{self, Battle, Options, SystemTag};
use message::{Message, message};
use rules::without;

pub use attacks::{AttackTable, Attacks, Cell};
pub use duels::{Duel, Duels, Strength};
pub use estimate::Estimate;
pub use figures::{Figure, figures};

/// Ships of a fleet that are equal in everything that matters here.
#[derive(Clone, Debug, PartialEq)]
pub struct EqualShips {
    /// Their description: `Trireme, ram +2`.
    pub name: Message,
    /// The name of each of them.
    pub ships: Vec<String>,
    /// A fleet of one of them, with a consort if the rules demand one.
    alone: games::Fleet,
}

/// The ships of a fleet by kind, in the order of the fleet. Two are of a kind
/// if `counts` returns the same name and value for both.
fn kinds(
    fleet: &games::Fleet,
    counts: impl Fn(&games::Fleet, &Map<String, Value>) -> (Message, Value),
) -> Vec<EqualShips> {
    let written = to_json(fleet);
    let list = form(fleet.system()).lists.first().map_or("ship", |list| list.key);
    let entries = written.get(list).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let mut kinds: IndexMap<String, EqualShips> = IndexMap::new();
    for entry in entries.iter().filter_map(Value::as_object) {
        let called = entry.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let Some(alone) = fleet_of_one(fleet.system(), &written, list, entry) else { continue };
        let (name, value) = counts(&alone, entry);
        let kind = kinds.entry(json!([name, value]).to_string());
        kind.or_insert_with(|| EqualShips { name, ships: Vec::new(), alone }).ships.push(called);
    }
    kinds.into_values().collect()
}

/// A fleet of one ship. An army of one unit breaks limits of the rules, which
/// does not matter here.
fn fleet_of_one(
    system: SystemTag,
    written: &Value,
    list: &str,
    entry: &Map<String, Value>,
) -> Option<games::Fleet> {
    let plan = system.plan();
    let mut fleet = without(written.as_object()?, plan.fleet_keys_left_out);
    let mut entry = without(entry, plan.unit_keys_left_out);
    fleet.insert("notes".into(), json!(HOUSE_RULES));
    let mut ships = vec![entry.clone()];
    if plan.has_consort {
        entry.insert("name".into(), json!("Consort"));
        ships.push(entry);
    }
    fleet.insert(list.into(), json!(ships));
    read_json(&Value::Object(fleet)).ok().map(|checked| checked.fleet)
}

/// Why two fleets cannot be compared, or an attack cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message())]
pub enum Unmatched {
    /// The fleets are built for two different systems.
    Systems([SystemTag; 2]),
    /// The rules do not let them meet.
    Rules(Message),
}

impl Unmatched {
    /// The reason, in words.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Unmatched::Systems([one, other]) => message!(
                "the fleets belong to different games: {one} and {other}",
                one = one.name(),
                other = other.name()
            ),
            Unmatched::Rules(why) => why.clone(),
        }
    }
}

/// Checks that a ship of one fleet may meet one of the other at all.
fn can_meet(fleets: [&games::Fleet; 2], kinds: [&[EqualShips]; 2]) -> Result<(), Unmatched> {
    let [one, other] = fleets.map(games::Fleet::system);
    if one != other {
        return Err(Unmatched::Systems([one, other]));
    }
    match kinds.map(<[EqualShips]>::first) {
        [Some(one), Some(other)] => {
            let pair = [one.alone.clone(), other.alone.clone()];
            Battle::open(pair, Options::new())
                .map(|_| ())
                .map_err(|fault| Unmatched::Rules(fault.0))
        }
        _ => Ok(()),
    }
}

/// All of a ship's keys except her name, her captain's name and where she is.
fn all_but_names(system: SystemTag, entry: &Map<String, Value>) -> Value {
    let mut entry = without(entry, system.plan().ignored_keys);
    entry.shift_remove("name");
    if let Some(Value::Object(captain)) = entry.get_mut("captain") {
        captain.shift_remove("name");
    }
    Value::Object(entry)
}

/// The type, size or class of a fleet's one ship, in words.
fn kind_name(alone: &games::Fleet) -> Message {
    alone.kind_name().unwrap_or_default()
}
