//! Orders that were carried out, and rolls, with their texts in English.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::protocol::{InGroup, LogRow};
use dice::{Modifier, Origin, Roll, Throw};
use message::Message;
use message::i18n::english;

/// Messages as texts.
pub fn texts(messages: &[Message]) -> Vec<String> {
    messages.iter().map(ToString::to_string).collect()
}

/// A modifier of a roll.
#[derive(Serialize)]
pub struct WrittenModifier {
    amount: i64,
    why: String,
}

impl WrittenModifier {
    pub(super) fn all(modifiers: &[Modifier]) -> Vec<WrittenModifier> {
        let written = |modifier: &Modifier| WrittenModifier {
            amount: modifier.amount,
            why: english(&modifier.reason.why),
        };
        modifiers.iter().map(written).collect()
    }
}

/// A roll that was made.
#[derive(Serialize)]
pub struct WrittenRoll {
    throw: Throw,
    faces: Vec<u8>,
    natural: i64,
    modifiers: Vec<WrittenModifier>,
    modified: i64,
    r#for: String,
    by: Origin,
}

impl WrittenRoll {
    pub(super) fn all(rolls: &[Roll]) -> Vec<WrittenRoll> {
        let written = |roll: &Roll| WrittenRoll {
            throw: roll.throw,
            faces: roll.faces.clone(),
            natural: roll.natural,
            modifiers: WrittenModifier::all(&roll.modifiers),
            modified: roll.modified,
            r#for: english(&roll.purpose),
            by: roll.by,
        };
        rolls.iter().map(written).collect()
    }
}

/// An entry of the log.
#[derive(Serialize)]
pub struct WrittenLogEntry {
    order: Map<String, Value>,
    brief: String,
    outcome: Option<String>,
    rolls: Option<Vec<WrittenRoll>>,
    changes: Map<String, Value>,
    text: Vec<String>,
    warnings: Option<Vec<String>>,
    /// Its time as a script calls it, in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<u64>,
    /// The same as the server calls it: `at` is the number of a change there.
    #[serde(skip_serializing_if = "Option::is_none")]
    when: Option<u64>,
    note: String,
    secret: bool,
    undone: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<InGroup>,
    /// The result; scripts compose their own headlines.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group_result: Option<String>,
}

impl WrittenLogEntry {
    /// As the server writes it.
    pub fn of(row: &LogRow) -> WrittenLogEntry {
        let is_known = row.outcome.is_some();
        WrittenLogEntry {
            order: row.order.clone(),
            brief: row.brief.clone(),
            outcome: row.outcome.clone(),
            rolls: is_known.then(|| WrittenRoll::all(&row.rolls)),
            changes: row.changes.clone(),
            text: texts(&row.sentences),
            warnings: is_known.then(|| texts(&row.warnings)),
            at: None,
            when: Some(row.when),
            note: row.note.clone(),
            secret: row.secret,
            undone: row.undone,
            group: row.group,
            result: Some(row.result.to_string()),
            group_result: row.group_result.as_ref().map(ToString::to_string),
        }
    }

    /// As a script reads it.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn of_script(row: &LogRow) -> WrittenLogEntry {
        let entry = WrittenLogEntry::of(&row.clone().with_cards());
        WrittenLogEntry { at: entry.when, when: None, result: None, group_result: None, ..entry }
    }
}

/// Writes a row as an entry of the log.
pub fn one<S: Serializer>(row: &LogRow, serializer: S) -> Result<S::Ok, S::Error> {
    WrittenLogEntry::of(row).serialize(serializer)
}

/// Writes rows as entries of the log.
pub fn each<S: Serializer>(rows: &[LogRow], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(rows.iter().map(WrittenLogEntry::of))
}

/// Writes the rows of the last change as an entry, or as the entries of a group.
pub fn last<S: Serializer>(rows: &[LogRow], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct LastGroup {
        entries: Vec<WrittenLogEntry>,
    }
    match rows {
        [only] if only.group.is_none() => one(only, serializer),
        rows => LastGroup { entries: rows.iter().map(WrittenLogEntry::of).collect() }
            .serialize(serializer),
    }
}
