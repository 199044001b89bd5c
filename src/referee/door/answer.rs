//! What is answered.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::rules::{KeyAtFault, Offer, Refusal, Side};

use crate::say::{Say, say};

use super::draft::{Judged, Needs};
use super::log::{Log, Row};
use super::tell::Told;
use super::trial::Tried;
use super::view::View;

/// The answer to an [`super::Ask`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// To [`super::Ask::View`].
    View(Box<View>),
    /// To [`super::Ask::Offers`].
    Offers {
        /// The number of the change that they were judged after.
        at: u64,
        /// In the order of a turn.
        offers: Vec<Offer>,
    },
    /// To [`super::Ask::Judge`].
    Judged(Box<Judged>),
    /// To [`super::Ask::Odds`]: as the protocol writes them.
    Odds(Value),
    /// To [`super::Ask::State`]: as the protocol writes it.
    State(Value),
    /// To [`super::Ask::Log`].
    Log(Box<Log>),
    /// To [`super::Ask::Trial`].
    Tried(Box<Tried>),
    /// To [`super::Ask::Tell`].
    Told(Told),

    /// An order was carried out, and is kept.
    Given {
        /// The number of the change.
        at: u64,
        /// As it stands in the log.
        row: Box<Row>,
    },
    /// Another change was made, and is kept.
    Done {
        /// The number of the change.
        at: u64,
        /// The order that was taken back, given again or amended, in a few
        /// words; empty where it was none.
        brief: String,
    },
    /// The order is declared, and waits for this side.
    Waits {
        /// The number of the change that declared it, which is kept.
        at: u64,
        /// For whom it waits.
        of: Side,
    },
    /// It lacks the giver's own dice. Nothing has changed.
    Needs(Needs),
    /// The rules, or the seat, forbid it. Nothing has changed.
    Refused(Refusal),
    /// The answer would tell what is hidden from this seat.
    Hidden {
        /// In a sentence.
        why: Say,
    },
    /// Others have changed the table since the asker looked. Nothing has
    /// changed by it.
    GoneOn {
        /// The number of the last change.
        at: u64,
    },
    /// It could not be kept. Nothing has changed.
    NotKept {
        /// In words, with what can be done.
        why: Say,
    },
    /// It takes more work than there is time for.
    Unknown {
        /// In a sentence.
        why: Say,
    },
    /// It makes no sense.
    Error {
        /// In words.
        why: Say,
        /// The key of what was asked that is at fault, where there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<KeyAtFault>,
        /// More, for whoever asked in a protocol of their own.
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        more: Map<String, Value>,
    },
}

impl Answer {
    /// The number of the change that it is of, where it says one.
    #[must_use]
    pub fn at(&self) -> Option<u64> {
        match self {
            Answer::View(view) => Some(view.at),
            Answer::Judged(judged) => Some(judged.at),
            Answer::Log(log) => Some(log.at),
            Answer::Tried(tried) => Some(tried.at),
            Answer::Offers { at, .. }
            | Answer::Given { at, .. }
            | Answer::Done { at, .. }
            | Answer::Waits { at, .. }
            | Answer::GoneOn { at } => Some(*at),
            Answer::Odds(_)
            | Answer::State(_)
            | Answer::Told(_)
            | Answer::Needs(_)
            | Answer::Refused(_)
            | Answer::Hidden { .. }
            | Answer::NotKept { .. }
            | Answer::Unknown { .. }
            | Answer::Error { .. } => None,
        }
    }

    /// Why something was not done; nothing where it was.
    #[must_use]
    pub fn in_words(&self) -> Option<Say> {
        match self {
            Answer::Refused(refusal) => Some(refusal.why.clone()),
            Answer::Needs(needs) => match (&needs.ask, &needs.fault) {
                (_, Some(fault)) => Some(fault.clone()),
                (Some(ask), None) => {
                    let throw = ask.throw.to_string();
                    let what = ask.purpose.to_string();
                    Some(say!("{throw} is needed: {what}", throw, what))
                }
                (None, None) => None,
            },
            Answer::Hidden { why }
            | Answer::NotKept { why }
            | Answer::Unknown { why }
            | Answer::Error { why, .. } => Some(why.clone()),
            Answer::GoneOn { .. } => {
                Some(say!("The battle has gone on since: look again, and ask once more."))
            }
            Answer::View(_)
            | Answer::Offers { .. }
            | Answer::Judged(_)
            | Answer::Odds(_)
            | Answer::State(_)
            | Answer::Log(_)
            | Answer::Tried(_)
            | Answer::Told(_)
            | Answer::Given { .. }
            | Answer::Done { .. }
            | Answer::Waits { .. } => None,
        }
    }
}
