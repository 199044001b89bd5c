//! STATE of the protocol: the records of a battle that a viewer may see.

use serde_json::{Map, Value, json};

use super::common::{Side, Subject, Tag, Viewer, Visibility};
use super::keyword::Keyword as _;
use super::secrets::Secrets;
use super::system::Rules;
use super::unit::Record as _;

/// The keys of a unit that a viewer may see, in the battle as that viewer knows it; `tag`
/// comes first.
pub fn unit_state<S: Secrets>(battle: &S, tag: Tag, viewer: Viewer) -> Option<Map<String, Value>> {
    let mut keys = Map::new();
    keys.insert("tag".into(), json!(tag));
    if let Ok(Value::Object(own)) = serde_json::to_value(battle.common().units.find(tag)?) {
        keys.extend(own);
    }
    Some(without_hidden(battle, Subject::Unit(tag), viewer, keys))
}

/// The keys of a side that a viewer may see, in the battle as that viewer knows it.
pub fn side_state<S: Secrets>(battle: &S, side: Side, viewer: Viewer) -> Map<String, Value> {
    without_hidden(battle, Subject::Side(side), viewer, battle.side_state(side))
}

/// A record without the entries that a viewer may not see.
fn without_hidden<S: Secrets>(
    battle: &S,
    subject: Subject,
    viewer: Viewer,
    mut keys: Map<String, Value>,
) -> Map<String, Value> {
    if viewer != Viewer::Everyone {
        keys.retain(|entry, _| {
            battle.field_visibility(subject, entry, viewer) != Visibility::Hidden
        });
    }
    keys
}

/// STATE of the protocol: the whole battle that a viewer may see.
pub fn state<S: Secrets>(system: &str, battle: &S, viewer: Viewer) -> Value {
    let sides: Vec<Value> = Side::ALL
        .iter()
        .map(|&side| {
            let mut keys = side_state(battle, side, viewer);
            let units: Vec<Value> = battle
                .common()
                .units
                .of(side)
                .filter_map(|(tag, _)| unit_state(battle, tag, viewer).map(Value::Object))
                .collect();
            keys.insert(S::UNITS.slug().into(), Value::Array(units));
            Value::Object(keys)
        })
        .collect();
    let mut all = Map::new();
    all.insert("system".into(), json!(system));
    all.extend(battle.battle_state());
    let options: Map<String, Value> = S::Switch::LIST
        .iter()
        .map(|switch| (switch.word().into(), json!(battle.common().options.contains(switch))))
        .collect();
    all.insert("options".into(), Value::Object(options));
    all.insert("sides".into(), Value::Array(sides));
    all.insert("winner".into(), json!(battle.winner()));
    all.insert("aim".into(), json!(battle.common().aims.decided()));
    Value::Object(all)
}

/// One key of a unit's record; `None` if there is no such unit or key.
pub fn unit_value<S: Rules>(battle: &S, tag: Tag, key: &str) -> Option<Value> {
    if key == "tag" {
        return battle.common().units.find(tag).map(|_| json!(tag));
    }
    battle.common().units.find(tag)?.entry(key)
}
