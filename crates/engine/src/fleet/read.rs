//! Reading and writing fleet files of any game.

use std::ops::Range;

use serde_json::{Map, Value, json};
use toml_edit::Document;

use games::{self, SystemTag};
use message::message;
use rules::file::fault::{Fault, Faults};
use rules::file::node::Node;
use rules::file::reader::Reader;

use super::size_limits::{MOST_PARTS, check_toml};
use super::syntax::why_no_toml;

/// The version of fleet files that this program reads and writes, and the one
/// of a file without a `version`.
pub const VERSION: i64 = 1;

/// The longest fleet file, in bytes.
pub const LONGEST_FILE: usize = 1 << 20;

/// A fleet that the rules accept, with its warnings.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    pub fleet: games::Fleet,
    /// Possible mistakes.
    pub warnings: Vec<Fault>,
}

/// Reads a fleet file.
///
/// # Errors
/// Every fault of the file, in order; a file that is not TOML has one.
pub fn read_toml(text: &str) -> Result<Checked, Vec<Fault>> {
    fits(text)?;
    match Document::parse(text) {
        Ok(document) => read(&Node::of_document(document.as_table()), Faults::new(text)),
        Err(error) => Err(not_toml(text, error.span())),
    }
}

/// Checks that a fleet file is not too long or too deep to be parsed.
pub(super) fn fits(text: &str) -> Result<(), Vec<Fault>> {
    let too_much = if text.len() > LONGEST_FILE {
        let why = message!(
            "the file has {bytes} bytes; a fleet file has at most {most}",
            bytes = text.len(),
            most = LONGEST_FILE
        );
        Err((why, None))
    } else {
        check_toml(text, MOST_PARTS).map_err(|(why, span)| (why.message(), Some(span)))
    };
    too_much.map_err(|(why, span)| {
        let faults = Faults::new(text);
        faults.add(span, Fault::error("", why));
        faults.into_list()
    })
}

/// The one fault of a file that is not TOML.
pub(super) fn not_toml(text: &str, span: Option<Range<usize>>) -> Vec<Fault> {
    let faults = Faults::new(text);
    let span = span.unwrap_or(0..0);
    let why = why_no_toml(text, &span);
    faults.add(Some(span), Fault::error("", why));
    faults.into_list()
}

/// Reads a fleet that comes as JSON, in the same shape.
///
/// # Errors
/// Every fault.
pub fn read_json(value: &Value) -> Result<Checked, Vec<Fault>> {
    read(&Node::of_json(value), Faults::new(""))
}

/// Reads the fleet of a stored battle: the same, but it accepts names that earlier versions
/// accepted.
///
/// # Errors
/// Every fault.
pub fn read_stored(value: &Value) -> Result<Checked, Vec<Fault>> {
    read(&Node::of_json(value), Faults::of_stored())
}

fn read(root: &Node, faults: Faults) -> Result<Checked, Vec<Fault>> {
    match read_fleet(root, &faults).filter(|_| faults.none_is_error()) {
        Some(fleet) => Ok(Checked { fleet, warnings: faults.into_list() }),
        None => Err(faults.into_list()),
    }
}

fn read_fleet(root: &Node, faults: &Faults) -> Option<games::Fleet> {
    let mut reader = Reader::new(root, faults)?;
    // The other keys of a later version cannot be judged.
    let version: i64 = reader.number_or("version", 1..=i64::MAX, VERSION);
    if version > VERSION {
        let why = message!(
            "a newer Trierarch wrote this fleet (version {version}; this one reads {reads}): update Trierarch to use it",
            version,
            reads = VERSION
        );
        reader.error("version", why);
        return None;
    }
    // Without a system the other keys cannot be judged.
    let system = SystemTag::ALL[reader.choice("system", SystemTag::SLUGS)?];
    let fleet = games::Fleet::read(system, &mut reader);
    reader.finish();
    Some(fleet)
}

/// A fleet as JSON in the shape of its file. Reading it gives an equal fleet. A
/// key that is left out has its default.
#[must_use]
pub fn to_json(fleet: &games::Fleet) -> Value {
    let mut keys = Map::new();
    keys.insert("system".into(), json!(fleet.system()));
    keys.extend(fleet.written());
    Value::Object(keys)
}
