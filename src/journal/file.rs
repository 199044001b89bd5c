//! The battle file: one JSON document with everything that happened.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::entry::{Place, Record};
use super::line::Journal;
use super::opening::Opening;

/// The version of the file that this program writes.
pub const VERSION: u32 = 1;

const FORMAT: &str = "trierarch battle";

/// Why a battle file cannot be read, where, and what can be done about it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{why}; {remedy}", self.place())]
pub struct FileFault {
    /// What was found.
    pub why: String,
    /// Line and column, from 1, where the text itself is at fault.
    pub at: Option<(usize, usize)>,
    /// What can be done.
    pub remedy: &'static str,
}

impl FileFault {
    fn place(&self) -> String {
        self.at.map_or_else(String::new, |(line, column)| format!("{line}:{column}: "))
    }

    fn new(why: impl Into<String>, remedy: &'static str) -> FileFault {
        FileFault { why: why.into(), at: None, remedy }
    }

    fn of(error: &serde_json::Error) -> FileFault {
        let (why, remedy) = if error.is_eof() {
            ("the file ends in the middle".to_owned(), HALF_WRITTEN)
        } else {
            (without_place(&error.to_string()), CHANGED)
        };
        FileFault { why, at: Some((error.line(), error.column())), remedy }
    }
}

/// The message without the place that stands behind it.
fn without_place(message: &str) -> String {
    message.rsplit_once(" at line ").map_or(message, |(why, _)| why).to_owned()
}

const HALF_WRITTEN: &str = "it was not written to its end: take an earlier copy of it";
const CHANGED: &str = "it was changed or damaged after it was written: take an earlier copy of it";
const NO_BATTLE: &str = "choose a file that Trierarch has saved as a battle";
const NEWER: &str = "open it with a newer Trierarch";

/// What every version of the file says of itself.
#[derive(Deserialize)]
struct Head {
    format: Option<Value>,
    version: Option<Value>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: String,
    version: u32,
    /// The version of the program that wrote it, for people to read.
    program: String,
    opening: Value,
    records: Vec<Record>,
    place: Place,
}

impl Journal {
    /// The battle file.
    #[must_use]
    pub fn to_file(&self) -> String {
        let document = Document {
            format: FORMAT.to_owned(),
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            opening: self.opening().to_json(),
            records: self.records().to_vec(),
            place: self.place(),
        };
        // Keys are texts and numbers are whole: there is nothing that JSON
        // cannot say.
        let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Reads a battle file. Where this version reads an entry differently from
    /// the one that wrote it, [`Journal::differences`] says so.
    ///
    /// # Errors
    /// The first fault, with its place and a remedy.
    pub fn read_file(text: &str) -> Result<Journal, FileFault> {
        let text = text.trim_start_matches('\u{feff}');
        if text.trim().is_empty() {
            return Err(FileFault::new("the file is empty", HALF_WRITTEN));
        }
        if !text.trim_start().starts_with('{') {
            return Err(FileFault::new("this is not a battle file", NO_BATTLE));
        }
        let head: Head = serde_json::from_str(text).map_err(|error| {
            if error.is_data() {
                FileFault::new("this is not a battle file", NO_BATTLE)
            } else {
                FileFault::of(&error)
            }
        })?;
        if head.format.as_ref().and_then(Value::as_str) != Some(FORMAT) {
            return Err(FileFault::new("this is not a battle file", NO_BATTLE));
        }
        match head.version.as_ref().and_then(Value::as_u64) {
            Some(version) if version == u64::from(VERSION) => {}
            Some(version) if version > u64::from(VERSION) => {
                let why = format!("the file has version {version}; this program reads {VERSION}");
                return Err(FileFault::new(why, NEWER));
            }
            _ => return Err(FileFault::new("the file does not say its version", CHANGED)),
        }
        let document: Document =
            serde_json::from_str(text).map_err(|error| FileFault::of(&error))?;
        Opening::read_json(&document.opening)
            .and_then(|opening| Journal::replay(opening, document.records, document.place))
            .map_err(|fault| FileFault::new(fault.why, CHANGED))
    }
}
