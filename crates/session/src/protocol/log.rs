//! The log as far as a seat may read it.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use dice::Roll;
use engine::journal::Undone;
use message::Message;
use rules::{Subject, Tag};

/// A part of the log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Log {
    /// The number of the change after which it was read.
    pub at: u64,
    /// The number of orders that are not undone.
    pub cursor: usize,
    /// The number of orders of the present version; those after the cursor are undone.
    pub len: usize,
    /// The place of the first row, from 0.
    pub from: usize,
    pub rows: Vec<Arc<LogRow>>,
    /// The replaced versions, oldest first.
    pub struck: Vec<StruckLine>,
    /// The numbers of undone orders and rolls.
    #[serde(skip_serializing_if = "Undone::is_nothing")]
    pub undone: Undone,
}

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LogRow {
    /// Its place in the log, from 0.
    pub index: usize,
    /// The order; if it is secret, only its public part.
    pub order: Map<String, Value>,
    /// The order and its outcome: `Ram A1 → B1: sinking slowly`.
    pub headline: Message,
    /// The order in a few words: `ram A1 B1`.
    pub brief: String,
    /// The order field by field: `Target: B2 Χίμαιρα`.
    pub fields: Vec<Message>,
    pub rule: String,
    /// Its result in one line, with the number that decided it: `Miss: needed 6, rolled 3`; the
    /// first sentence if no dice were rolled.
    pub result: Message,
    /// Its outcome, by its word in the rules; `None` if it is secret, or if
    /// this version of the rules does not carry it out.
    pub outcome: Option<String>,
    /// The dice; cards that were drawn are in the sentences.
    pub rolls: Vec<Roll>,
    /// The rolls that drew cards, which only scripts get: no die lies on the table for them.
    #[serde(skip)]
    pub cards: Vec<Roll>,
    /// Its effects, a sentence for each.
    pub sentences: Vec<Message>,
    /// Its warnings: departures from the sequence of play.
    pub warnings: Vec<Message>,
    /// The keys that changed, with the values before and after.
    pub changes: Map<String, Value>,
    /// The units that it names or changed.
    pub concerns: Vec<Tag>,
    /// The unit or side that gave it.
    pub given_by: Subject,
    /// The time, in seconds since 1970.
    pub when: u64,
    /// The reason that is given in the order itself.
    pub reason: String,
    pub note: String,
    /// Whether any part of it is hidden from this seat.
    pub secret: bool,
    pub undone: bool,
    /// Its place among the orders that were given as one with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<InGroup>,
    /// The result of its whole group; only for the first order of the group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group_result: Option<Message>,
}

impl LogRow {
    /// The same with the rolls that drew cards among its rolls, as scripts read it.
    #[must_use]
    pub fn with_cards(mut self) -> LogRow {
        self.rolls.append(&mut self.cards);
        self
    }
}

/// The place of an entry among those that were given as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct InGroup {
    /// The number of the group.
    pub id: u64,
    /// The place of the entry in it, from 1.
    pub nth: usize,
    /// The number of entries in the group.
    pub of: usize,
}

/// A version of the log that was replaced by an amendment, or by a new order after an undo.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StruckLine {
    /// Its number, for [`super::Mutation::TakeUp`].
    pub tip: usize,
    /// The number of orders that it shares with the present version.
    pub shared: usize,
    /// The number of its other orders.
    pub count: usize,
    /// Those orders; empty while a side has secrets.
    pub rows: Vec<StruckRow>,
}

/// An order of a replaced version.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StruckRow {
    /// The order and its outcome.
    pub headline: Message,
    pub note: String,
}
