//! The differences between two positions of a battle.

use serde_json::{Map, Value, json};

use super::common::{Side, Subject, Tag, Viewer};
use super::secrets::Secrets;
use super::state::{side_state, unit_state};
use super::unit::Record;

/// The differences between two positions of a battle, each as a viewer knows it: `B1.crew`
/// with its value before and after. If a secret is revealed without a change in any record,
/// the viewer's battle has changed.
pub fn changes<S: Secrets>(before: &S, after: &S, viewer: Viewer) -> Map<String, Value> {
    let mut changes = Map::new();
    // The values that replace secrets are recomputed each time, and are mostly equal.
    let same = |tag: Tag| {
        let visibility =
            |battle: &S, entry: &str| battle.field_visibility(Subject::Unit(tag), entry, viewer);
        let mut entries = S::Unit::ENTRIES.iter().map(|entry| entry.key);
        before.common().units.find(tag) == after.common().units.find(tag)
            && entries.all(|entry| visibility(before, entry) == visibility(after, entry))
    };
    let touched = after.common().units.touched(&before.common().units);
    for tag in touched.into_iter().filter(|tag| !same(*tag)) {
        let then = unit_state(before, tag, viewer).unwrap_or_default();
        let now = unit_state(after, tag, viewer).unwrap_or_default();
        compare(&tag.to_string(), &then, &now, &mut changes);
    }
    for &side in Side::ALL {
        let [then, now] = [before, after].map(|battle| side_state(battle, side, viewer));
        compare(side.slug(), &then, &now, &mut changes);
    }
    changes
}

fn compare(
    prefix: &str,
    then: &Map<String, Value>,
    now: &Map<String, Value>,
    changes: &mut Map<String, Value>,
) {
    let added = now.keys().filter(|key| !then.contains_key(*key));
    for key in then.keys().chain(added) {
        let old = then.get(key).unwrap_or(&Value::Null);
        let new = now.get(key).unwrap_or(&Value::Null);
        if old == new {
            continue;
        }
        let path = format!("{prefix}.{key}");
        match (old, new) {
            (Value::Object(old), Value::Object(new)) => compare(&path, old, new, changes),
            _ => {
                changes.insert(path, json!([old, new]));
            }
        }
    }
}
