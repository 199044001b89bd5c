//! Responses.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use rules::{ComposedGroup, KeyAtFault, Next, Offer, Refusal, Side, TurnCard};

use message::{Message, message};

use super::amend_preview::AmendPreviewResult;
use super::documents::DocumentText;
use super::draft::{Judged, Needs};
use super::log::{Log, LogRow};
use super::odds::OrderOdds;
use super::view::View;

/// The answer to an [`super::RequestBody`].
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Response {
    /// Answer to [`super::Query::View`].
    View(Box<View>),
    /// Answer to [`super::Query::Offers`].
    Offers {
        /// The number of the change after which they were checked.
        at: u64,
        /// The offers, in the order of a turn.
        offers: Vec<Offer>,
    },
    /// Answer to [`super::Query::Judge`].
    Judged(Box<Judged>),
    /// Answer to [`super::Query::Odds`].
    Odds(OrderOdds),
    /// Answer to [`super::Query::State`], in the form of the protocol.
    State(Value),
    /// Answer to [`super::Query::Log`].
    Log(Box<Log>),
    /// Answer to [`super::Query::Trial`].
    Tried(Box<AmendPreviewResult>),
    /// Answer to [`super::Query::Tell`].
    Told(DocumentText),
    /// Answer to [`super::Query::Turn`].
    Turn {
        /// The number of the change after which it was made.
        at: u64,
        card: Box<TurnCard>,
    },
    /// Answer to [`super::Query::Next`].
    Next {
        /// The number of the change after which it was made.
        at: u64,
        next: Next,
    },
    /// Answer to [`super::Query::Group`].
    Group {
        /// The number of the change after which it was composed.
        at: u64,
        group: Box<ComposedGroup>,
    },

    /// An order was carried out and stored.
    Given {
        /// The number of the change.
        at: u64,
        row: Box<LogRow>,
    },
    /// Orders were carried out as one and stored.
    GivenAsOne {
        /// The number of the change.
        at: u64,
        rows: Vec<LogRow>,
        /// The orders that were left out.
        left: Vec<LeftOrder>,
    },
    /// One of several orders failed, so none was carried out.
    AtOrder {
        /// Its place in the list, from 0.
        order: usize,
        /// The answer to it.
        answer: Box<Response>,
    },
    /// The other side must answer one of several orders first, so none was carried out.
    Asks {
        /// The side that has to answer.
        of: Side,
        /// The order with which it answers.
        order: Map<String, Value>,
    },
    /// Another change was made and stored.
    Done {
        /// The number of the change.
        at: u64,
        /// The order that was undone, redone or amended, in a few words; empty
        /// if there is none.
        brief: String,
    },
    /// The order is declared, and waits for this side.
    Waits {
        /// The number of the change that declared it; that change is stored.
        at: u64,
        /// The side that it waits for.
        of: Side,
    },
    /// It needs dice of the issuer. Nothing has changed.
    Needs(Needs),
    /// The rules forbid it, or the seat may not do it. Nothing has changed.
    Refused(Refusal),
    /// The answer would reveal a secret to this seat.
    Hidden { why: Message },
    /// The table has changed since the sender's last view. This request has changed nothing.
    GoneOn {
        /// The number of the last change.
        at: u64,
    },
    /// It could not be stored. Nothing has changed.
    NotKept {
        /// The reason and the remedy, in words.
        why: Message,
    },
    /// It would take too much work.
    Unknown { why: Message },
    /// It is invalid.
    Error {
        why: Message,
        /// The key of the request that is at fault, if there is one.
        #[serde(skip_serializing_if = "Option::is_none")]
        key: Option<KeyAtFault>,
        /// The place of the die that is at fault, from 0, if there is one.
        #[serde(skip_serializing_if = "Option::is_none")]
        die: Option<usize>,
    },
}

/// An order of a group that was not carried out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeftOrder {
    /// Its place in the list, from 0.
    pub at: usize,
    /// The reason, in words.
    pub why: Message,
}

impl Response {
    /// The number of the change that it belongs to, if it has one.
    #[must_use]
    pub fn at(&self) -> Option<u64> {
        match self {
            Response::View(view) => Some(view.at),
            Response::Judged(judged) => Some(judged.at),
            Response::Log(log) => Some(log.at),
            Response::Tried(tried) => Some(tried.at),
            Response::Offers { at, .. }
            | Response::Turn { at, .. }
            | Response::Next { at, .. }
            | Response::Group { at, .. }
            | Response::Given { at, .. }
            | Response::GivenAsOne { at, .. }
            | Response::Done { at, .. }
            | Response::Waits { at, .. }
            | Response::GoneOn { at } => Some(*at),
            Response::Odds(_)
            | Response::State(_)
            | Response::Told(_)
            | Response::AtOrder { .. }
            | Response::Asks { .. }
            | Response::Needs(_)
            | Response::Refused(_)
            | Response::Hidden { .. }
            | Response::NotKept { .. }
            | Response::Unknown { .. }
            | Response::Error { .. } => None,
        }
    }

    /// The reason why the request failed; `None` if it was carried out.
    #[must_use]
    pub fn in_words(&self) -> Option<Message> {
        match self {
            Response::Refused(refusal) => Some(refusal.why.clone()),
            Response::Needs(needs) => match (&needs.ask, &needs.fault) {
                (_, Some(fault)) => Some(fault.clone()),
                (Some(ask), None) => {
                    let throw = ask.throw.to_string();
                    let what = ask.purpose.to_string();
                    Some(message!("{throw} is needed: {what}", throw, what))
                }
                (None, None) => None,
            },
            Response::Hidden { why }
            | Response::NotKept { why }
            | Response::Unknown { why }
            | Response::Error { why, .. } => Some(why.clone()),
            Response::AtOrder { order, answer } => {
                let why = answer.in_words()?;
                Some(message!("Order {number}: {why}", number = order + 1, why))
            }
            Response::Asks { of, .. } => {
                Some(message!("side {of} has to be asked first", of = *of))
            }
            Response::GoneOn { .. } => Some(message!(
                "The battle has changed in the meantime. Check the table, then send the request again."
            )),
            Response::View(_)
            | Response::Offers { .. }
            | Response::Judged(_)
            | Response::Odds(_)
            | Response::State(_)
            | Response::Log(_)
            | Response::Tried(_)
            | Response::Told(_)
            | Response::Turn { .. }
            | Response::Next { .. }
            | Response::Group { .. }
            | Response::Given { .. }
            | Response::GivenAsOne { .. }
            | Response::Done { .. }
            | Response::Waits { .. } => None,
        }
    }
}
