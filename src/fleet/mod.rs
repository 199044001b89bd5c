//! Fleet files: read, checked with all their faults at once, and written.
//!
//! [`read_toml`] and [`read_json`] check a file against the rules of its system
//! and return a [`rules::Fleet`], which is always valid, or every fault with
//! its place. A system is one file here (`greek_fire.rs`) with two functions:
//! `read`, which asks a `Reader` for its keys, and `write`, which writes the
//! same keys; and one line in each of the two matches below.

mod ancient_naval_games;
pub mod build;
mod chicken_of_the_sea;
mod command_and_chaos;
mod date;
pub mod export;
mod fast_play_salamis;
mod fault;
mod greek_fire;
pub mod library;
mod node;
mod reader;
pub mod share;
mod syntax;
mod wrong;

use std::ops::Range;

use serde_json::{Map, Value, json};
use toml_edit::Document;

use crate::drawing::Drawing;
use crate::rules::{self, Battle, Briefing, Options, Side, SystemTag, Tag, Topic, Viewer};

pub use date::{Date, NotADate, PartOfYear};
pub use fault::{Fault, Location, Severity, render, render_in_colour};
pub use reader::{LONGEST_NAME, LONGEST_TEXT, MOST_SHIPS, MOST_WORDS};
pub use wrong::{Found, Syntax, Takes, Wrong, WrongArmy, WrongFleet, WrongGalleys, WrongShips};

use fault::Faults;
use node::Node;
use reader::Reader;

/// The version of fleet files that this program reads and writes, and the one
/// of a file without a `version`.
pub const VERSION: i64 = 1;

/// The longest fleet file, in bytes.
pub const LONGEST_FILE: usize = 1 << 20;

/// A fleet that the rules accept, with what its owner may want to look at
/// again.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The fleet.
    pub fleet: rules::Fleet,
    /// What may not be as it was meant.
    pub warnings: Vec<Fault>,
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

/// The keys that every system's files have.
struct Head {
    name: String,
    people: String,
    notes: String,
    briefing: Briefing,
}

impl Head {
    fn read(reader: &mut Reader) -> Head {
        let head = Head {
            name: reader.name("name"),
            people: reader.name_or_empty("people"),
            notes: reader.text("notes"),
            briefing: read_briefing(reader),
        };
        if allows_house_rules(&head.notes) {
            reader.lift_limits();
        }
        head
    }

    fn write(
        system: SystemTag,
        [name, people, notes]: [&str; 3],
        briefing: &Briefing,
    ) -> Map<String, Value> {
        let mut keys = Map::new();
        keys.insert("system".into(), json!(system));
        keys.insert("name".into(), json!(name));
        for (key, text) in [("people", people), ("notes", notes)] {
            if !text.is_empty() {
                keys.insert(key.into(), json!(text));
            }
        }
        keys.extend(briefing.told().map(|(topic, text)| (topic.slug().to_owned(), json!(text))));
        keys
    }
}

/// The texts about the battle, a key for each topic.
fn read_briefing(reader: &mut Reader) -> Briefing {
    Topic::ALL.iter().map(|topic| (*topic, reader.text(topic.slug()))).collect()
}

/// Reads a fleet file.
///
/// # Errors
/// Every fault of the file, in order; a file that is not TOML has one.
pub fn read_toml(text: &str) -> Result<Checked, Vec<Fault>> {
    let faults = Faults::new(text);
    if text.len() > LONGEST_FILE {
        faults.add(None, Fault::error("", Wrong::LongFile { bytes: text.len() }));
        return Err(faults.into_list());
    }
    match Document::parse(text) {
        Ok(document) => read(&Node::of_document(document.as_table()), faults),
        Err(error) => Err(not_toml(text, error.span())),
    }
}

/// The one fault of a file that is not TOML.
fn not_toml(text: &str, span: Option<Range<usize>>) -> Vec<Fault> {
    let faults = Faults::new(text);
    let span = span.unwrap_or(0..0);
    let syntax = Syntax::of(text, &span);
    faults.add(Some(span), Fault::error("", Wrong::Syntax(syntax)));
    faults.into_list()
}

/// Reads a fleet that comes as JSON, in the same shape.
///
/// # Errors
/// Every fault.
pub fn read_json(value: &Value) -> Result<Checked, Vec<Fault>> {
    read(&Node::of_json(value), Faults::new(""))
}

fn read(root: &Node, faults: Faults) -> Result<Checked, Vec<Fault>> {
    match read_fleet(root, &faults).filter(|_| faults.none_is_error()) {
        Some(fleet) => Ok(Checked { fleet, warnings: faults.into_list() }),
        None => Err(faults.into_list()),
    }
}

fn read_fleet(root: &Node, faults: &Faults) -> Option<rules::Fleet> {
    let mut reader = Reader::new(root, faults)?;
    // The other keys of a later version cannot be judged.
    let version: i64 = reader.number_or("version", 1..=i64::MAX, VERSION);
    if version > VERSION {
        reader.error("version", Wrong::LaterVersion { version });
        return None;
    }
    // Without a system the other keys cannot be judged.
    let system = SystemTag::ALL[reader.choice("system", SystemTag::SLUGS)?];
    let head = Head::read(&mut reader);
    let fleet = match system {
        SystemTag::GreekFire => rules::Fleet::GreekFire(greek_fire::read(head, &mut reader)),
        SystemTag::ChickenOfTheSea => {
            rules::Fleet::ChickenOfTheSea(chicken_of_the_sea::read(head, &mut reader))
        }
        SystemTag::AncientNavalGames => {
            rules::Fleet::AncientNavalGames(ancient_naval_games::read(head, &mut reader))
        }
        SystemTag::FastPlaySalamis => {
            rules::Fleet::FastPlaySalamis(fast_play_salamis::read(head, &mut reader))
        }
        SystemTag::CommandAndChaos => {
            rules::Fleet::CommandAndChaos(command_and_chaos::read(head, &mut reader))
        }
    };
    reader.finish();
    Some(fleet)
}

/// A fleet as JSON in the shape of its file. Reading it gives an equal fleet. A
/// key that is left out has its default.
#[must_use]
pub fn to_json(fleet: &rules::Fleet) -> Value {
    match fleet {
        rules::Fleet::GreekFire(fleet) => Value::Object(greek_fire::write(fleet)),
        rules::Fleet::ChickenOfTheSea(fleet) => Value::Object(chicken_of_the_sea::write(fleet)),
        rules::Fleet::AncientNavalGames(fleet) => Value::Object(ancient_naval_games::write(fleet)),
        rules::Fleet::FastPlaySalamis(fleet) => Value::Object(fast_play_salamis::write(fleet)),
        rules::Fleet::CommandAndChaos(fleet) => Value::Object(command_and_chaos::write(fleet)),
    }
}

/// The name of a fleet.
#[must_use]
pub fn name(fleet: &rules::Fleet) -> &str {
    match fleet {
        rules::Fleet::GreekFire(fleet) => &fleet.name,
        rules::Fleet::ChickenOfTheSea(fleet) => &fleet.name,
        rules::Fleet::AncientNavalGames(fleet) => &fleet.name,
        rules::Fleet::FastPlaySalamis(fleet) => &fleet.name,
        rules::Fleet::CommandAndChaos(fleet) => &fleet.name,
    }
}

/// A fleet's picture in a list: the drawing of its first unit; `None` if it has
/// none.
#[must_use]
pub fn figure(fleet: &rules::Fleet) -> Option<Drawing> {
    let against_itself = Battle::open([fleet.clone(), fleet.clone()], Options::new()).ok()?;
    let first = Tag { side: Side::A, number: 1 };
    Some(against_itself.card(first, Viewer::Everyone)?.drawing)
}
