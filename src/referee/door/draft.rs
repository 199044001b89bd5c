//! An order as it is filled in, and what the rules say of it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::analysis::Forecast;
use crate::dice::{self, EnteredRoll, Roll};
use crate::rules::{Offer, Refusal, Side, Subject};
use crate::say::Say;

/// An order as a player fills it in. It need not be complete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// The unit or side that gives it.
    pub subject: Subject,
    /// Its kind.
    pub kind: String,
    /// Its fields as they stand, empty ones left out; none where the form has
    /// just been opened, and the rules propose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fields: Option<Map<String, Value>>,
    /// The players' dice so far, where they are entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Vec<EnteredRoll>>,
    /// After how many orders of the line it would be given; as it stands where
    /// left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<usize>,
}

/// What the rules say of a [`Draft`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Judged {
    /// The number of the change that it was judged after.
    pub at: u64,
    /// The draft that was judged. Where the rules proposed, what they proposed
    /// stands in [`Judged::offer`].
    pub draft: Draft,
    /// The form: its fields with their values, ranges and choices.
    pub offer: Offer,
    /// What the rules say of it as it stands.
    pub verdict: Verdict,
    /// The order, where it can be given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Map<String, Value>>,
    /// Whose dice decide it, where they are one side's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub giver: Option<Side>,
    /// The odds, where it rolls dice and they tell no secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forecast: Option<Forecast>,
    /// Why odds and dice are not shown before it is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<Say>,
    /// What the players' dice came to so far, and which roll they leave open;
    /// none where no dice are entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<Needs>,
}

/// What the rules say of an order as it stands in the form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Something has still to be chosen: the question.
    Unfinished(Say),
    /// It is forbidden.
    Refused(Refusal),
    /// It rolls dice, these first.
    Throws(Box<dice::Ask>),
    /// The other side has to choose something first: the field.
    Asks {
        /// The field of the order.
        field: String,
        /// The side that chooses.
        of: Side,
    },
    /// It needs no dice.
    Certain,
}

impl Verdict {
    /// Whether the order can be given as it stands.
    #[must_use]
    pub fn can_be_given(&self) -> bool {
        match self {
            Verdict::Unfinished(_) | Verdict::Refused(_) => false,
            Verdict::Throws(_) | Verdict::Asks { .. } | Verdict::Certain => true,
        }
    }
}

/// How the players' dice stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Needs {
    /// What was rolled so far.
    pub after: Vec<Roll>,
    /// The roll that is needed next; none where the dice are complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<dice::Ask>,
    /// The side that rolls it; none where it belongs to neither.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Side>,
    /// Why the dice cannot be, where they cannot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Say>,
}
