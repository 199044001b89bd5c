//! Events: messages that a seat gets without a request.

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use message::Message;
use rules::{Side, Winner};

use super::answer::entry;
use super::log::LogRow;
use super::response::Response;
use super::seat::Seat;
use super::view::{Declared, SeatHolder, TableSettings};

/// A frame to a seat.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Frame {
    /// The answer to one of its own requests.
    Answer { id: String, answer: Box<Response> },
    /// A change was made and stored.
    News(Box<TableEvent>),
    /// The seat's knowledge is out of date: it should request the view.
    Reset {
        /// The number of the last change.
        at: u64,
    },
    /// The table waits for its store.
    Waits {
        /// Why, and what to do, in words.
        why: Message,
    },
}

/// A change, as far as a seat may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableEvent {
    /// Its number.
    pub at: u64,
    /// The time, in seconds since 1970.
    pub when: u64,
    pub by: Seat,
    #[serde(flatten)]
    pub what: EventKind,
    /// The end of the battle, if this change ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// The commitment to new dice of the app, if the earlier seed was revealed or exported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed_hash: Option<String>,
}

/// The end of a battle, when the seed is first revealed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Over {
    pub winner: Winner,
    pub seed: u64,
    /// The 16 random bytes that were hashed with it, in hexadecimal.
    pub salt: String,
    /// Those before it, the latest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<(u64, String)>,
}

/// The kind and content of a change.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// An order was carried out.
    Entry(#[serde(serialize_with = "entry::one")] Box<LogRow>),
    /// Orders were carried out as one.
    Entries(#[serde(serialize_with = "entry::each")] Vec<LogRow>),
    /// An order was declared, or an undo or amendment proposed to the other
    /// side, and waits.
    Declared(Box<Declared>),
    /// A declared order was answered or rolled for, and still waits.
    Answered(Box<Declared>),
    /// A declared order or a proposal was withdrawn.
    #[serde(serialize_with = "nothing")]
    Withdrawn,
    /// The other side declined a proposal.
    #[serde(serialize_with = "nothing")]
    Declined,
    /// A side is ready to end the phase of both: the sides that are now.
    Ready(Vec<Side>),
    /// Orders were undone.
    Undone {
        /// The number of orders that count now.
        cursor: usize,
    },
    /// Orders were redone.
    Redone {
        /// The number of orders that count now.
        cursor: usize,
    },
    /// An earlier order was amended, or another version was restored.
    Amended {
        /// The place from which the log has changed, from 0.
        from: usize,
    },
    /// The battle file was exported, with the secrets of both sides.
    #[serde(serialize_with = "nothing")]
    TakenOut,
    /// The battle came from a file, and new dice were drawn.
    #[serde(serialize_with = "nothing")]
    FromFile,
    /// The shared device changed hands, or a seat was taken or freed: the present players at the
    /// seats, if seats have tokens.
    Seats(Vec<SeatHolder>),
    /// The settings of the table were changed.
    Settings(TableSettings),
}

/// Writes an empty object, because the event has no content.
fn nothing<S: Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_map(Some(0))?.end()
}
