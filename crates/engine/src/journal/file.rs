//! The battle file: one JSON document with the whole journal.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use thiserror::Error;

use message::{Message, clipped, message};

use super::entry::{NumberedEntry, Position};
use super::history::Journal;
use super::opening::Opening;

/// The latest version of the file: one in which orders were given as groups. A file
/// without groups has the version before, which earlier programs read too.
pub const VERSION: u32 = 3;

/// The version of a file without groups.
const WITHOUT_GROUPS: u32 = 2;

const FORMAT: &str = "trierarch battle";

/// A fault in a battle file: the reason, the place and the remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message())]
pub struct FileFault {
    /// The fault.
    pub why: Message,
    /// Line and column, from 1, if the text itself is at fault.
    pub at: Option<(usize, usize)>,
    /// The remedy.
    pub remedy: FileRemedy,
}

/// The remedy for a battle file that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileRemedy {
    /// It is incomplete: use an earlier copy.
    EarlierCopyOfHalf,
    /// It was changed or damaged after it was written: use an earlier copy.
    EarlierCopy,
    /// It is something else: choose another file.
    AnotherFile,
    /// A newer program wrote it: use that.
    NewerProgram,
    /// A program older than every release wrote it: use that.
    OlderProgram,
}

impl FileRemedy {
    /// The remedy, a sentence.
    #[must_use]
    pub fn text(self) -> Message {
        match self {
            FileRemedy::EarlierCopyOfHalf => message!("Use an earlier copy of it."),
            FileRemedy::EarlierCopy => {
                message!(
                    "It was changed or damaged after it was written: use an earlier copy of it."
                )
            }
            FileRemedy::AnotherFile => {
                message!("Choose a file that Trierarch has saved as a battle.")
            }
            FileRemedy::NewerProgram => message!("Open it with a newer Trierarch."),
            FileRemedy::OlderProgram => {
                message!(
                    "No released Trierarch wrote this version: open it with the build that did."
                )
            }
        }
    }
}

impl From<FileFault> for Message {
    fn from(fault: FileFault) -> Message {
        fault.message()
    }
}

impl FileFault {
    /// The fault, its place and the remedy, in sentences.
    #[must_use]
    pub fn message(&self) -> Message {
        let (why, remedy) = (&self.why, self.remedy.text());
        match self.at {
            Some((line, column)) => {
                message!("{line}:{column}: {why}. {remedy}", line, column, why, remedy)
            }
            None => message!("{why}. {remedy}", why, remedy),
        }
    }

    fn new(why: Message, remedy: FileRemedy) -> FileFault {
        FileFault { why, at: None, remedy }
    }

    fn of(error: &serde_json::Error) -> FileFault {
        let (why, remedy) = if error.is_eof() {
            (message!("the file ends in the middle"), FileRemedy::EarlierCopyOfHalf)
        } else {
            (not_as_expected(error), FileRemedy::EarlierCopy)
        };
        FileFault { why, at: Some((error.line(), error.column())), remedy }
    }
}

/// The reason why a text is not JSON, with the place where the parser stopped.
#[must_use]
pub fn not_json(error: &serde_json::Error) -> Message {
    if error.is_eof() {
        message!("it ends before its last brace, bracket or quotation mark")
    } else {
        message!("look for a comma, a quotation mark or a brace that is wrong or missing here")
    }
}

/// The reason why a text that this program wrote cannot be read: it is damaged, or a part is
/// missing or has the wrong type.
#[must_use]
pub fn not_as_expected(error: &serde_json::Error) -> Message {
    if error.is_data() {
        message!("unexpected content: a part is missing, unknown or of the wrong type")
    } else {
        not_json(error)
    }
}

/// The keys of every version of the file.
#[derive(Deserialize)]
struct Head {
    format: Option<Value>,
    version: Option<Value>,
    program: Option<Value>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: String,
    version: u32,
    /// The version of the program that wrote it, for people.
    program: String,
    opening: Value,
    /// The seeds that were drawn after the opening's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    seeds: Vec<u64>,
    records: Vec<NumberedEntry>,
    place: Position,
    /// The data with which another machine can continue the table; `None` if the battle was fought
    /// at one screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    table: Option<Value>,
    /// A checksum for the opening, one for each record, one for the position,
    /// and one for the table; each also covers the checksum before it.
    checks: Vec<String>,
}

/// The number of hexadecimal digits of a checksum: 64 bits.
const CHECK_LENGTH: usize = 16;

impl Document {
    /// The parts that the checksums cover, in order.
    fn parts(&self) -> impl Iterator<Item = String> {
        let records = self.records.iter().map(written);
        let opening = if self.seeds.is_empty() {
            [written(&self.opening)]
        } else {
            [written(&(&self.opening, &self.seeds))]
        };
        let opening = opening.into_iter();
        opening.chain(records).chain([written(&self.place)]).chain(self.table.iter().map(written))
    }

    /// The checksums of the file as it is.
    fn computed_checksums(&self) -> Vec<String> {
        self.parts().fold(Vec::new(), |mut checks, part| {
            let before = checks.last().map_or("", String::as_str);
            checks.push(check(before, &part));
            checks
        })
    }

    /// The change since the file was written; `None` if there is none. Each part is checked with
    /// the stored checksum before it, so that one change is not reported again for every later
    /// part.
    fn changed(&self) -> Option<Message> {
        let last = self.records.len() + 1;
        if self.checks.len() != last + 1 + usize::from(self.table.is_some()) {
            return Some(message!("entries were added or removed"));
        }
        let before = [""].into_iter().chain(self.checks.iter().map(String::as_str));
        let sound =
            |((part, before), found): ((String, &str), &String)| check(before, &part) == *found;
        let at = self.parts().zip(before).zip(&self.checks).position(|part| !sound(part))?;
        Some(match at {
            0 => message!("the start of the battle does not match its checksum"),
            _ if at == last => message!("the current position does not match its checksum"),
            _ if at > last => message!("the list of players does not match its checksum"),
            entry => message!("entry {entry} does not match its checksum", entry),
        })
    }
}

/// A part on one line, whatever its layout in the file.
fn written(part: &impl Serialize) -> String {
    serde_json::to_string(part).unwrap_or_default()
}

fn check(before: &str, part: &str) -> String {
    let digest = Sha256::new().chain_update(before).chain_update([0]).chain_update(part).finalize();
    hex(&digest[..CHECK_LENGTH / 2])
}

/// Bytes in hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn no_battle() -> FileFault {
    FileFault::new(message!("this is not a battle file"), FileRemedy::AnotherFile)
}

/// A fault that the file has another version, with the program that wrote it, if the file names
/// it.
fn other_version(version: u64, head: &Head) -> Message {
    let reads = VERSION;
    match head.program.as_ref().and_then(Value::as_str) {
        Some(program) => message!(
            "the file has version {version}, written by Trierarch {program}; this program reads version {reads}",
            version,
            program = clipped(program),
            reads
        ),
        None => {
            message!(
                "the file has version {version}; this program reads version {reads}",
                version,
                reads
            )
        }
    }
}

/// Whether a text begins as a battle file does.
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub fn begins_as_a_battle_file(text: &str) -> bool {
    let opens = |letter: char| letter == '{' || letter == '\u{feff}' || letter.is_whitespace();
    let named = text.trim_start_matches(opens).strip_prefix("\"format\"").unwrap_or_default();
    let named = named.trim_start_matches([':', ' ']);
    named.strip_prefix('"').is_some_and(|format| format.starts_with(FORMAT))
}

impl Journal {
    /// The journal as a battle file.
    #[must_use]
    pub fn to_file(&self) -> String {
        self.to_file_with(None)
    }

    /// The journal as a battle file, with the data with which another machine can continue the
    /// table.
    #[must_use]
    pub fn to_file_with(&self, table: Option<Value>) -> String {
        let grouped = self.records().iter().any(|record| record.entry.group.is_some());
        let mut document = Document {
            format: FORMAT.to_owned(),
            version: if grouped { VERSION } else { WITHOUT_GROUPS },
            program: env!("CARGO_PKG_VERSION").to_owned(),
            opening: self.opening().to_json(),
            seeds: self.drawn().to_vec(),
            records: self.records().to_vec(),
            place: self.place(),
            table,
            checks: Vec::new(),
        };
        document.checks = document.computed_checksums();
        // It cannot fail: all keys are texts and all numbers whole.
        let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Reads a battle file. [`Journal::differences`] lists the entries whose result differs from
    /// the one that was written.
    ///
    /// # Errors
    /// The first fault, with its place and a remedy.
    pub fn read_file(text: &str) -> Result<Journal, FileFault> {
        Journal::read_file_with(text).map(|(journal, _)| journal)
    }

    /// Reads a battle file, and what it contains about the table at which the
    /// battle was fought.
    ///
    /// # Errors
    /// As [`Journal::read_file`].
    pub fn read_file_with(text: &str) -> Result<(Journal, Option<Value>), FileFault> {
        let text = text.trim_start_matches('\u{feff}');
        if text.trim().is_empty() {
            return Err(FileFault::new(
                message!("the file is empty"),
                FileRemedy::EarlierCopyOfHalf,
            ));
        }
        if !text.trim_start().starts_with('{') {
            return Err(no_battle());
        }
        let head: Head = serde_json::from_str(text)
            .map_err(|error| if error.is_data() { no_battle() } else { FileFault::of(&error) })?;
        if head.format.as_ref().and_then(Value::as_str) != Some(FORMAT) {
            return Err(no_battle());
        }
        match head.version.as_ref().and_then(Value::as_u64) {
            Some(version) if (WITHOUT_GROUPS..=VERSION).any(|own| version == u64::from(own)) => {}
            Some(version) if version > u64::from(VERSION) => {
                let why = other_version(version, &head);
                return Err(FileFault::new(why, FileRemedy::NewerProgram));
            }
            Some(version) => {
                let why = other_version(version, &head);
                return Err(FileFault::new(why, FileRemedy::OlderProgram));
            }
            None => {
                return Err(FileFault::new(
                    message!("the file has no version number"),
                    FileRemedy::EarlierCopy,
                ));
            }
        }
        let document: Document =
            serde_json::from_str(text).map_err(|error| FileFault::of(&error))?;
        if let Some(why) = document.changed() {
            return Err(FileFault::new(why, FileRemedy::EarlierCopy));
        }
        let table = document.table;
        Opening::read_json(&document.opening)
            .and_then(|opening| Journal::replay(opening, document.records, document.place))
            .map(|mut journal| {
                document.seeds.into_iter().for_each(|seed| journal.draws(seed));
                (journal, table)
            })
            .map_err(|fault| FileFault::new(fault.why, FileRemedy::EarlierCopy))
    }
}
