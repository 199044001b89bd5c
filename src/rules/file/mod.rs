//! Fleet files, as far as all systems share them. The modules in reading order: a
//! [`path::Path`] names a place in a file, a [`fault::Fault`] says what is wrong there,
//! [`node`] has the contents as a tree, and a [`reader::Reader`] reads a table of it key
//! by key. Each system reads and writes its own fleets with them, in its `fleet` file.

pub(crate) mod fault;
pub(crate) mod node;
pub(crate) mod path;
pub(crate) mod reader;

use std::fmt;

use serde_json::{Map, Value, json};

use super::briefing::{Briefing, Topic};
use super::common::SideInfo;

use reader::Reader;

/// What a system states of its fleets. A checked fleet implements it.
pub trait FleetRules: Clone + PartialEq + fmt::Debug {
    /// Reads the system's own keys; those that all systems have are read already.
    fn read(about: SideInfo, reader: &mut Reader) -> Self;
    /// The system's own keys, which read as an equal fleet. A key that is left out
    /// has its default.
    fn write(&self) -> Map<String, Value>;
}

/// How the line of the notes that allows house rules begins.
pub const HOUSE_RULES: &str = "House rules:";

/// Whether a fleet's notes say that it uses house rules, by a line that begins
/// with [`HOUSE_RULES`]. A broken limit of the rules is then a warning, not an
/// error. It is in the notes because those are printed, so that opponents can
/// read it.
#[must_use]
pub fn allows_house_rules(notes: &str) -> bool {
    notes.lines().any(|line| line.trim_start().starts_with(HOUSE_RULES))
}

/// Reads a fleet: the keys that every system's files have, then its own.
pub(super) fn read_fleet<F: FleetRules>(reader: &mut Reader) -> F {
    let about = SideInfo {
        name: reader.name("name"),
        people: reader.name_or_empty("people"),
        notes: reader.text("notes"),
        briefing: read_briefing(reader),
    };
    if allows_house_rules(&about.notes) {
        reader.lift_limits();
    }
    F::read(about, reader)
}

/// The texts about the battle, a key for each topic.
pub(crate) fn read_briefing(reader: &mut Reader) -> Briefing {
    Topic::ALL.iter().map(|topic| (*topic, reader.text(topic.slug()))).collect()
}

/// The keys of a fleet's file after `system`: those that every system has, then its
/// own.
pub(super) fn written_fleet(about: &SideInfo, own: Map<String, Value>) -> Map<String, Value> {
    let SideInfo { name, people, notes, briefing } = about;
    let mut keys = Map::new();
    keys.insert("name".into(), json!(name));
    for (key, text) in [("people", people), ("notes", notes)] {
        if !text.is_empty() {
            keys.insert(key.into(), json!(text));
        }
    }
    keys.extend(briefing.told().map(|(topic, text)| (topic.slug().to_owned(), json!(text))));
    keys.extend(own);
    keys
}
