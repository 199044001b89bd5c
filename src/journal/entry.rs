//! What the journal keeps of an order.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::dice;
use crate::dice::Thrown;
use crate::rules::Report;

/// An order that was given: everything that is needed to carry it out again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The order with all its fields, defaults included.
    pub order: Map<String, Value>,
    /// The throws, in the order of the rules.
    pub thrown: Vec<Thrown>,
    /// What came of it then: `sinking-slowly`.
    pub outcome: String,
    /// When it was given, in seconds since 1970.
    pub at: u64,
    /// What the players wrote beside it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// An entry with its place among all that were ever given. Records are numbered
/// from 1 as they are written; none is ever taken away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The number of the record that it follows; 0 for the opening.
    pub after: usize,
    /// What was given.
    pub entry: Entry,
}

/// Where the players stand: which line of records, and how far along it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The number of the last record of the line; 0 where there is none.
    pub tip: usize,
    /// How many entries of the line count; the rest can be redone.
    pub cursor: usize,
}

/// Who throws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceChoice {
    /// The program throws everything.
    Program,
    /// The players threw, an answer a throw; [`dice::Entry::Program`] leaves a
    /// single throw to the program.
    Entered(Vec<dice::Entry>),
    /// The players threw the first ones, and the program throws the rest.
    EnteredThenProgram(Vec<dice::Entry>),
}

/// What came of an order that was given.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// Outcome, rolls, effects and warnings.
    pub report: Report,
    /// What it did, in words.
    pub sentences: Vec<String>,
    /// The keys that changed, with the value before and after, with nothing
    /// concealed.
    pub changes: Map<String, Value>,
    /// Its place in the line, from 0: the battle before it is
    /// [`Journal::at`](super::Journal::at) of this.
    pub index: usize,
}
