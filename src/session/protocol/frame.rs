//! Frames that the server sends to a client.

use serde::Serialize;

use super::answer::{Answer, WrittenError};
use super::event::TableEvent;
use super::seat::Seat;
use super::view::SeatPresence;

/// A frame that answers no request.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ServerFrame<'f> {
    /// The owner has not let the client in yet.
    Waiting(bool),
    /// The client is at the table; the news that it missed follow.
    Hello(HelloBack<'f>),
    /// The client is at the table, and what it knows is out of date.
    Reset(ResetBack<'f>),
    /// A sign of life, with the number of the last change that was sent.
    Beat { at: u64 },
    /// A change.
    News(&'f TableEvent),
    /// Who is connected.
    Presence(&'f [SeatPresence]),
    /// To the owner: a person waits for a seat, under this number.
    Asks { who: u64, name: &'f str, seat: Seat },
    /// The table waits for its storage.
    Stalled { why: String },
    /// The client asks too fast.
    Warning { why: String },
}

/// What a client hears when it connects.
#[derive(Serialize)]
pub(crate) struct HelloBack<'f> {
    pub(crate) at: u64,
    pub(crate) epoch: &'f str,
    pub(crate) seat: Seat,
    pub(crate) seed_hash: String,
    #[serde(flatten)]
    pub(crate) codes: Option<WrittenCodes>,
}

/// The same if it has to read the table again.
#[derive(Serialize)]
pub(crate) struct ResetBack<'f> {
    pub(crate) at: u64,
    pub(crate) epoch: &'f str,
    /// Why the epoch is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<String>,
    #[serde(flatten)]
    pub(crate) codes: Option<WrittenCodes>,
}

/// How others join a table, for its owner.
#[derive(Serialize)]
pub(crate) struct WrittenCodes {
    pub(crate) code: String,
    /// The address of the table's page.
    pub(crate) page: String,
}

/// The answer to a request.
#[derive(Serialize)]
pub(crate) struct AnswerFrame<'f> {
    pub(crate) id: &'f str,
    #[serde(flatten)]
    pub(crate) answer: Answer,
}

/// The same without the id, which comes before it.
#[derive(Serialize)]
pub(crate) struct AnswerBody {
    /// The place of the order that stands in the way, from 0, if it is one of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<usize>,
    #[serde(flatten)]
    pub(crate) answer: Answer,
}

/// The answer to a frame that makes no sense.
#[derive(Serialize)]
pub(crate) struct FaultFrame<'f> {
    /// The id of the request, if it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<&'f str>,
    pub(crate) error: WrittenError,
}

/// A part of a frame that is too long to be sent at once.
#[derive(Serialize)]
pub(crate) struct PartFrame<'f> {
    pub(crate) part: WrittenPart,
    pub(crate) id: &'f str,
}

/// Its text.
#[derive(Serialize)]
pub(crate) struct WrittenPart {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) of: usize,
    pub(crate) text: String,
}

/// A frame as it is sent. Every type of the protocol can be written as JSON.
pub(crate) fn text_of(frame: &impl Serialize) -> String {
    serde_json::to_string(frame).unwrap_or_default()
}
