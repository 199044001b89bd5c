//! The parts of fleet files that all games share. A [`path::Path`] names a place in a file,
//! a [`fault::Fault`] says what is wrong there, [`node`] holds the contents as a tree, and
//! a [`reader::Reader`] reads a table of it key by key. A [`form::Form`] describes the
//! builder's form, and [`chance`] draws fleets of the [`peoples`]. A game adds
//! [`FleetRules`] in its `fleet` file, and [`FleetBuilding`].

pub mod path;
pub mod fault;
pub mod node;
pub mod reader;
pub mod form;
pub mod peoples;
pub mod chance;
pub mod chits;
pub mod unit_fleet;

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

/// The definitions of a game for its fleets. The checked fleet implements it.
pub trait FleetRules: Clone + PartialEq + fmt::Debug {
    /// Reads the keys that the game defines; the shared keys are already read.
    fn read(about: SideInfo, reader: &mut Reader) -> Self;
    /// The keys that the game defines; reading them gives an equal fleet. A key that is
    /// left out has its default.
    fn write(&self) -> Map<String, Value>;
}

/// The definitions of a game for the fleet builder and for random fleets.
pub trait FleetBuilding: FleetRules {
    /// The fields that the game defines for the fleet itself, and its lists of entries, the
    /// most important first.
    fn form() -> (Vec<FormField>, Vec<ListForm>);
    /// The sizes that a fleet may have, each with a name; empty if the rules do not fix
    /// any.
    #[must_use]
    fn sizes() -> Vec<(u32, Message)> {
        Vec::new()
    }
    /// The peoples that play this game. A people listed twice is drawn twice as often.
    #[must_use]
    fn peoples() -> &'static [&'static People] {
        &peoples::ALL
    }
    /// The keys of a random fleet of this people, with this many ships if the rules allow.
    /// It follows every rule and has no warnings.
    fn random(people: &People, ships: u32, chance: &mut FleetChance) -> Map<String, Value>;
    /// The sample fleets that the rules call balanced.
    #[must_use]
    fn balanced() -> Option<Balanced> {
        None
    }
    /// The keys of a balanced fleet, `name` first, counted from 0.
    #[must_use]
    fn of_balanced(_set: usize) -> Option<Map<String, Value>> {
        None
    }
    /// The chits of a fleet; `None` if the game has none.
    #[must_use]
    fn chits(_entries: Entries) -> Option<Chits> {
        None
    }
    /// The edits that move morale from one unit (its entry, from 0) to another. The sum
    /// stays the same; an exchange also keeps the number of veterans.
    ///
    /// # Errors
    /// If a chit would exceed its limits, or an entry is not a single unit with a chit.
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
    /// A description, in a line above the list.
    pub what: Message,
    /// Each fleet in short, and the label of its button.
    pub sets: Vec<(String, Message)>,
}

/// The start of the line in the notes that allows house rules.
pub const HOUSE_RULES: &str = "House rules:";

/// Whether a fleet's notes say that it uses house rules, in a line that begins with
/// [`HOUSE_RULES`]. A broken limit of the rules is then a warning, not an error. The notes
/// hold this line because they are printed, so opponents can read it.
#[must_use]
pub fn allows_house_rules(notes: &str) -> bool {
    notes.lines().any(|line| line.trim_start().starts_with(HOUSE_RULES))
}

/// Reads a fleet: the keys that every game's files have, then those of the game.
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

/// Reads the texts about the battle, a key for each topic.
pub fn read_briefing(reader: &mut Reader) -> Briefing {
    Topic::ALL.iter().map(|topic| (*topic, reader.text(topic.slug()))).collect()
}

/// The keys of a fleet file after `system`: those that every game has, then those of the
/// game.
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
