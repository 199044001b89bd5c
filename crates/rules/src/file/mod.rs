//! Fleet files, as far as all systems share them. A [`path::Path`] names a place in a
//! file, a [`fault::Fault`] says what is wrong there, [`node`] has the contents as a tree,
//! and a [`reader::Reader`] reads a table of it key by key. A [`form::Form`] is what a
//! builder asks, and [`chance`] draws fleets of the [`peoples`]. What a system adds is
//! [`FleetRules`] in its `fleet` file, and [`FleetBuilding`].

pub mod path;
pub mod fault;
pub mod node;
pub mod reader;
pub mod form;
pub mod peoples;
pub mod chance;
pub mod chits;
pub mod of_units;

use std::fmt;

use serde_json::{Map, Value, json};

use message::Message;

use super::briefing::{Briefing, Topic};
use super::common::SideInfo;

use chance::FleetChance;
use chits::{ChitMove, Chits};
use form::{Entries, FormField, ListForm};
use path::Path;
use peoples::People;
use reader::Reader;

/// What a system states of its fleets. A checked fleet implements it.
pub trait FleetRules: Clone + PartialEq + fmt::Debug {
    /// Reads the system's own keys; those that all systems have are read already.
    fn read(about: SideInfo, reader: &mut Reader) -> Self;
    /// The system's own keys, which read as an equal fleet. A key that is left out
    /// has its default.
    fn write(&self) -> Map<String, Value>;
}

/// What a builder asks of a system's fleets, and how the dice put them together.
pub trait FleetBuilding: FleetRules {
    /// The system's own fields of the fleet itself, and its lists of entries, the most
    /// important first.
    fn form() -> (Vec<FormField>, Vec<ListForm>);
    /// The sizes that a fleet may have, each with a name; empty if the rules do not
    /// fix any.
    #[must_use]
    fn sizes() -> Vec<(u32, Message)> {
        Vec::new()
    }
    /// The peoples that fight by these rules. One that stands twice is drawn twice as
    /// often.
    #[must_use]
    fn peoples() -> &'static [&'static People] {
        &peoples::ALL
    }
    /// The system's own keys of a fleet of this people and, where its rules allow, of
    /// this many ships, as chance has it. It follows every rule and has no warnings.
    fn random(people: &People, ships: u32, chance: &mut FleetChance) -> Map<String, Value>;
    /// The fleets that the rules themselves call balanced.
    #[must_use]
    fn balanced() -> Option<Balanced> {
        None
    }
    /// The keys of one of them, `name` first, counted from 0.
    #[must_use]
    fn of_balanced(_set: usize) -> Option<Map<String, Value>> {
        None
    }
    /// The chits of a fleet; `None` if the system has none.
    #[must_use]
    fn chits(_entries: Entries) -> Option<Chits> {
        None
    }
    /// What is written where morale moves from one unit (its entry, from 0) to another.
    /// The sum stays, and in an exchange the number of veterans too.
    ///
    /// # Errors
    /// Where a chit would leave its limits, or an entry is not one unit with a chit.
    fn move_chit(
        _entries: Entries,
        _how: ChitMove,
        _from: usize,
        _to: usize,
    ) -> Result<Vec<(Path, Value)>, Message> {
        Ok(Vec::new())
    }
}

/// Fleets that the rules call balanced, to choose from.
#[derive(Clone, Debug)]
pub struct Balanced {
    /// What they are, in a line above them.
    pub what: Message,
    /// Each in short, and what its button is called.
    pub sets: Vec<(String, Message)>,
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
pub fn read_fleet<F: FleetRules>(reader: &mut Reader) -> F {
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
pub fn read_briefing(reader: &mut Reader) -> Briefing {
    Topic::ALL.iter().map(|topic| (*topic, reader.text(topic.slug()))).collect()
}

/// The keys of a fleet's file after `system`: those that every system has, then its
/// own.
#[must_use]
pub fn written_fleet(about: &SideInfo, own: Map<String, Value>) -> Map<String, Value> {
    let SideInfo { name, people, notes, briefing } = about;
    let mut keys = Map::new();
    keys.insert("name".into(), json!(name));
    for (key, text) in [("people", people), ("notes", notes)] {
        if !text.is_empty() {
            keys.insert(key.into(), json!(text));
        }
    }
    keys.extend(briefing.texts().map(|(topic, text)| (topic.slug().to_owned(), json!(text))));
    keys.extend(own);
    keys
}
