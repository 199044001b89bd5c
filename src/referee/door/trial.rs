//! An amendment, tried and made. Nothing half done is kept between two asks:
//! each says the change and every decision again.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::dice::Thrown;
use crate::journal::{Change, Decision};

use crate::say::Say;

use super::draft::Needs;

/// A change of a past order, and what is decided about those after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// The place of the order in the line, from 0; an order that is put in
    /// comes before it.
    pub index: usize,
    /// What is changed.
    pub change: Change,
    /// What is decided about those that no longer hold, in the order in which
    /// it was decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<Decided>,
    /// Why it is amended.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A decision about an order that no longer holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decided {
    /// Its place in the dry run, from 0: [`BrokenStep::step`].
    pub step: usize,
    /// What is done about it.
    pub decision: Decision,
}

/// What comes of a [`Trial`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tried {
    /// The number of the change that it was tried after.
    pub at: u64,
    /// Why the change cannot be; with [`Tried::needs`], dice are missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Say>,
    /// The roll that is missing, and of which step: none where it is the order
    /// that is changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<(Option<usize>, Needs)>,
    /// The orders from the change on, as they would stand.
    pub entries: Vec<TriedEntry>,
    /// How many orders came after the one that is changed.
    pub later: usize,
    /// Those that no longer hold, in their order, also where it is decided.
    pub broken: Vec<BrokenStep>,
    /// How many of them are still to be decided about.
    pub open: usize,
    /// The keys that differ at the end, with the values now and then.
    pub changes: Map<String, Value>,
}

/// An order as it would stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TriedEntry {
    /// The order and its outcome; `an order of B` where it is hidden.
    pub headline: Say,
    /// Its dice; none where it is hidden.
    pub thrown: Vec<Thrown>,
}

/// An order that no longer holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BrokenStep {
    /// Its place in the dry run, from 0.
    pub step: usize,
    /// Its number in the log, from 1.
    pub number: usize,
    /// The order in words; `an order of B` where it is hidden.
    pub headline: Say,
    /// Why it no longer holds; nothing where it is hidden.
    pub why: Option<Say>,
    /// What can be done about it; nothing where the other side decides.
    pub remedies: Remedies,
    /// What was decided; none until something is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
}

/// What can be done about an order that no longer holds. It can always be taken
/// out, unless the other side decides.
#[expect(clippy::struct_excessive_bools, reason = "each is a button or none")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remedies {
    /// It may stand as it comes out now.
    pub keep: bool,
    /// What is missing may be rolled.
    pub roll_the_rest: bool,
    /// All its dice may be rolled again.
    pub roll_again: bool,
    /// It may be taken out.
    pub take_out: bool,
}
