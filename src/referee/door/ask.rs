//! What can be asked.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::dice::EnteredRoll;
use crate::rules::Subject;

use super::draft::Draft;
use super::seat::Seat;
use super::tell::Tell;
use super::trial::Trial;
use super::view::Settings;

/// An ask with its name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// A random text of at most 40 characters, the asker's own. A change that
    /// comes again under the same id is not made again.
    pub id: String,
    /// The number of the last change that the asker has heard of. A change is
    /// not made where others have come since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<u64>,
    /// What is asked.
    pub ask: Ask,
}

/// What a seat can ask. The first ones change nothing, depend on nothing but
/// the change number, the seat and what they say, and may be asked at any time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// The table: as it stands, or as it stood after so many orders.
    View {
        /// How many orders of the line count; as it stands where left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cursor: Option<usize>,
    },
    /// Every order that concerns somebody, judged as it is offered.
    Offers {
        /// The unit or side whose orders are asked for.
        subject: Subject,
        /// As [`Ask::View`].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cursor: Option<usize>,
    },
    /// An order as it is filled in.
    Judge(Draft),
    /// The exact odds of an order.
    Odds {
        /// The order.
        order: Map<String, Value>,
        /// Keys such as `B1.crew`, whose values are wanted too.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        watch: Vec<String>,
    },
    /// All keys of the battle that the seat may see.
    State {},
    /// The log.
    Log {
        /// The first row wanted, from 0.
        from: usize,
        /// At most so many rows.
        count: usize,
    },
    /// What would come of an amendment. Every decision is sent again.
    Trial(Trial),
    /// A report, the luck of the dice, record sheets, the battle as a file.
    Tell(Tell),

    /// Give an order.
    Order {
        /// The order as it is written.
        order: Map<String, Value>,
        /// The dice that lie on the table; left out, the app rolls them all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<Vec<EnteredRoll>>,
    },
    /// Answer what a declared order asks of this side; with `undo` or `amend`
    /// true or false, what the other side has proposed.
    Answer {
        /// The number of the change that declared it.
        of: u64,
        /// The field that is asked for.
        field: String,
        /// What stands in it.
        value: Value,
    },
    /// Roll what a declared order needs next.
    Throw {
        /// The number of the change that declared it.
        of: u64,
        /// The dice; the app rolls each that is left to it.
        dice: Vec<EnteredRoll>,
    },
    /// Take a declared order back, before anybody answered, the app rolled, or it
    /// showed what was secret; or what was proposed to the other side.
    Withdraw {
        /// The number of the change that declared it.
        of: u64,
    },
    /// Take the last order back. Between two seats the other side is asked first
    /// where a roll would be taken back, or an order that is not all one's own.
    Undo {},
    /// Give it again, with its dice.
    Redo {},
    /// Go to where so many orders of the line count.
    GoTo {
        /// How many.
        cursor: usize,
    },
    /// Take up a line that was left.
    TakeUp {
        /// Its number, as [`super::StruckLine::tip`] says it.
        tip: usize,
    },
    /// Make an amendment, everything decided.
    Amend(Trial),
    /// A file of the battle is about to be taken out: everybody is told, for it
    /// holds what each side keeps from the other. Right after it
    /// [`Tell::File`] is answered.
    TakeOut {},
    /// The shared device goes into the hands of a side, or of both.
    HandOver {
        /// [`Seat::A`], [`Seat::B`] or [`Seat::Both`].
        to: Seat,
    },
    /// What only the table's owner asks.
    Owner(OwnerAsk),
}

/// What only the table's owner asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OwnerAsk {
    /// How the table is played.
    Settings(Settings),
    /// Gives a seat to whoever has this token.
    Seat {
        /// Which: a side's, both sides', the owner's, or an onlooker's.
        seat: Seat,
        /// The hash of the token.
        token: String,
        /// What they call themselves.
        name: String,
    },
    /// Frees a seat: whoever holds it under a token holds it no longer.
    Unseat {
        /// Which: a side's, both sides', or the onlookers'.
        seat: Seat,
    },
}

impl Ask {
    /// Whether it changes the table, and makes a row of the store where it is
    /// carried out.
    #[must_use]
    pub fn is_change(&self) -> bool {
        match self {
            Ask::View { .. }
            | Ask::Offers { .. }
            | Ask::Judge(_)
            | Ask::Odds { .. }
            | Ask::State {}
            | Ask::Log { .. }
            | Ask::Trial(_)
            | Ask::Tell(_) => false,
            Ask::Order { .. }
            | Ask::Answer { .. }
            | Ask::Throw { .. }
            | Ask::Withdraw { .. }
            | Ask::Undo {}
            | Ask::Redo {}
            | Ask::GoTo { .. }
            | Ask::TakeUp { .. }
            | Ask::Amend(_)
            | Ask::TakeOut {}
            | Ask::HandOver { .. }
            | Ask::Owner(_) => true,
        }
    }
}
