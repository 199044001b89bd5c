//! Random fleets, and fleets built by the tables of the rules. The same seed gives the same
//! fleet on every machine.

use serde_json::{Map, Value, json};

use games::SystemTag;
use rules::Units;
use rules::file::chance::FleetChance;
use rules::file::peoples;
use rules::file::reader::MOST_SHIPS;

use super::draft::FleetDraft;

/// A random fleet of this many ships (at least 1, at most [`MOST_SHIPS`]), or of the
/// size closest to it that the rules have. It follows every rule of its system and has
/// no warnings.
#[must_use]
pub fn random(system: SystemTag, ships: u32, seed: u64) -> FleetDraft {
    let mut chance = FleetChance::new(seed);
    let at = chance.below(peoples::ALL.len());
    let fighting = system.peoples();
    let people = fighting[at % fighting.len()];
    let mut keys = Map::new();
    keys.insert("system".into(), json!(system));
    let kind = match system.units() {
        Units::Ships => "fleet",
        Units::Units => "army",
    };
    keys.insert("name".into(), json!(format!("{} {kind}", people.name)));
    keys.insert("people".into(), json!(people.name));
    keys.extend(system.random_fleet(people, ships.clamp(1, MOST_SHIPS), &mut chance));
    FleetDraft::from_json(&Value::Object(keys))
}

/// One of the fleets that the rules call balanced, counted from 0 as in
/// [`super::balanced`].
#[must_use]
pub fn of_balanced(system: SystemTag, set: usize) -> Option<FleetDraft> {
    let mut keys = Map::from_iter([("system".to_owned(), json!(system))]);
    keys.extend(system.of_balanced(set)?);
    Some(FleetDraft::from_json(&Value::Object(keys)))
}
