//! What is told to a seat without being asked for.

use serde::{Deserialize, Serialize};

use crate::rules::Winner;
use crate::say::Say;

use super::answer::Answer;
use super::log::Row;
use super::seat::Seat;
use super::view::{Declared, Held, Settings};

/// What comes to a seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Frame {
    /// The answer to one of its own asks.
    Answer {
        /// The id of the ask.
        id: String,
        /// The answer.
        answer: Box<Answer>,
    },
    /// A change was made, and is kept.
    News(Box<News>),
    /// What the seat knew is no longer so: ask for the view.
    Reset {
        /// The number of the last change.
        at: u64,
    },
    /// The table waits for its store: why, and what can be done.
    Waits {
        /// In words.
        why: Say,
    },
}

/// A change, as a seat may know of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct News {
    /// Its number.
    pub at: u64,
    /// When, in seconds since 1970.
    pub when: u64,
    /// The seat that did it.
    pub by: Seat,
    /// What happened.
    pub what: Happened,
    /// That the battle is over with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// The end of a battle. Nobody is told the seed before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Over {
    /// Who has won.
    pub winner: Winner,
    /// The seed of the app's dice.
    pub seed: u64,
    /// The 16 random bytes that it was hashed with, in hexadecimal.
    pub salt: String,
}

/// What a change did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Happened {
    /// An order was carried out.
    Entry(Box<Row>),
    /// An order was declared, or a step back proposed to the other side, and waits.
    Declared(Box<Declared>),
    /// A declared order was answered or rolled for, and still waits.
    Answered(Box<Declared>),
    /// A declared order was withdrawn, or what was proposed.
    Withdrawn,
    /// The other side said no to what was proposed.
    Declined,
    /// Orders were taken back; so many count now.
    Undone {
        /// How many.
        cursor: usize,
    },
    /// Orders were given again; so many count now.
    Redone {
        /// How many.
        cursor: usize,
    },
    /// A past order was amended, or another line taken up: the log has changed
    /// from this place on.
    Amended {
        /// The place, from 0.
        from: usize,
    },
    /// A file of the battle was taken out, which holds what each side keeps from
    /// the other.
    TakenOut,
    /// The shared device changed hands, or a seat was taken or freed: who holds
    /// which seat now, where seats are held under tokens.
    Seats(Vec<Held>),
    /// The table is played otherwise.
    Settings(Settings),
}
