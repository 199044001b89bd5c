//! The preview of an amendment, and the amendment itself. Nothing is stored between two
//! requests: each has the change and every decision.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use dice::Thrown;
use engine::analysis::Forecast;
use engine::journal::{Change, Decision};

use message::Message;

use super::draft::Needs;

/// A change to a past order, and the decisions about later ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AmendPreview {
    /// The place of the order in the line, from 0; an inserted order comes
    /// before it.
    pub index: usize,
    pub change: Change,
    /// The decisions about orders that are no longer possible, in the order in which they were
    /// made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<Decided>,
    /// The reason for the amendment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A decision about an order that is no longer possible.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Decided {
    /// Its place in the dry run, from 0: [`BrokenStep::step`].
    pub step: usize,
    /// The decision.
    pub decision: Decision,
}

/// The result of a [`AmendPreview`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AmendPreviewResult {
    /// The number of the change after which it was computed.
    pub at: u64,
    /// Why the change is impossible; if [`AmendPreviewResult::needs`] is set, because dice
    /// are missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Message>,
    /// The roll that is missing, and the step that needs it, which is `None`
    /// for the amended order itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<(Option<usize>, Needs)>,
    /// The app's roll at which the preview ends, because the app rolls only when the amendment is
    /// made. Later orders that are then no longer possible keep their new result, get missing dice
    /// from the app, or are removed if the rules forbid them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<PreviewOdds>,
    /// The orders from the change on, after the change.
    pub entries: Vec<PreviewEntry>,
    /// The number of orders after the amended one.
    pub later: usize,
    /// The orders that are no longer possible, in order, decided or not.
    pub broken: Vec<BrokenStep>,
    /// The number of them without a decision.
    pub open: usize,
    /// The keys that differ at the end, with their present values and those after the change.
    pub changes: Map<String, Value>,
}

/// A roll of the app that an amendment needs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PreviewOdds {
    /// The step that needs it; `None` for the amended order itself.
    pub step: Option<usize>,
    /// The roll.
    pub needs: Needs,
    /// The exact odds of the order's outcomes, as far as they are known.
    pub outcomes: Vec<OutcomeOdds>,
}

/// An outcome and its chance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutcomeOdds {
    /// The outcome, in the word of the rules.
    pub outcome: String,
    /// Between 0 and 1.
    pub p: f64,
}

/// An order after the change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PreviewEntry {
    /// The order and its outcome; `an order of side B` if it is hidden.
    pub headline: Message,
    /// Its dice; empty if it is hidden.
    pub thrown: Vec<Thrown>,
}

/// An order that is no longer possible.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BrokenStep {
    /// Its place in the dry run, from 0.
    pub step: usize,
    /// Its number in the log, from 1.
    pub number: usize,
    /// The order in words; `an order of side B` if it is hidden.
    pub headline: Message,
    /// The reason; `None` if it is hidden.
    pub why: Option<Message>,
    /// Its odds if its dice have run out, after those that it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<Forecast>,
    /// The possible decisions; none if the other side decides.
    pub remedies: Remedies,
    /// The decision; `None` until there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
}

/// The possible decisions about an order that is no longer possible. It can always be removed,
/// unless the other side decides.
#[expect(clippy::struct_excessive_bools, reason = "each is a button or none")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Remedies {
    /// It can stay with its new result.
    pub keep: bool,
    pub roll_the_rest: bool,
    pub roll_again: bool,
    /// It can be removed.
    pub take_out: bool,
}
