//! Requests: queries and mutations.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use dice::EnteredRoll;
use rules::{GroupAction, Subject, Tag};

use super::amend_preview::AmendPreview;
use super::documents::DocumentKind;
use super::draft::Draft;
use super::seat::Seat;
use super::view::TableSettings;

/// A request with an id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// A random text of the client, of at most 40 characters. A change that is sent again
    /// with the same id is not made again.
    pub id: String,
    /// The number of the last change that the client knows of. A change is not made if
    /// others have been made since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<u64>,
    pub ask: RequestBody,
}

/// The requests of a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RequestBody {
    /// Something that changes nothing.
    Read(Query),
    /// A change of the table, which makes a row of the store if it is carried out.
    Change(Mutation),
}

impl From<Query> for RequestBody {
    fn from(ask: Query) -> RequestBody {
        RequestBody::Read(ask)
    }
}

impl From<Mutation> for RequestBody {
    fn from(ask: Mutation) -> RequestBody {
        RequestBody::Change(ask)
    }
}

/// Requests that change nothing. Their answers depend only on the change number, the seat
/// and the request itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Query {
    /// The table as it is, or as it was after this many orders.
    View {
        /// The number of orders that count; without it, the present position.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cursor: Option<usize>,
    },
    /// Every order that a unit or side can be asked about, judged as offered.
    Offers {
        /// The unit or side whose orders are requested.
        subject: Subject,
        /// As [`Query::View`].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cursor: Option<usize>,
    },
    /// Check an order in a form.
    Judge(Draft),
    /// The exact odds of an order.
    Odds {
        order: Map<String, Value>,
        /// Keys such as `B1.crew`, whose possible values are requested as well.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        watch: Vec<String>,
    },
    /// All keys of the battle that the seat may see.
    State {},
    /// The log.
    Log {
        /// The first row, from 0.
        from: usize,
        /// The most rows.
        count: usize,
    },
    /// Preview an amendment. Every decision is sent again.
    Trial(AmendPreview),
    /// A report, the luck of the dice, record sheets, the battle as a file.
    Tell(DocumentKind),
    /// A unit's turn as a card.
    Turn {
        unit: Tag,
        /// A target that was chosen, in addition to those that the unit touches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Tag>,
    },
    /// The next step.
    Next {},
    /// A composed group of orders, none of which is given.
    Group {
        #[serde(rename = "do")]
        what: GroupAction,
        units: Vec<Tag>,
        /// The speed of [`GroupAction::AtSpeed`].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        speed: Option<Value>,
    },
}

/// Requests that change the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mutation {
    /// Give an order.
    Order {
        /// The order as it is written.
        order: Map<String, Value>,
        /// The dice on the table; left out, the app rolls them all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<Vec<EnteredRoll>>,
    },
    /// Give orders as one: one change, which is undone and redone whole.
    Orders {
        /// 1 to 200 orders as they are written.
        orders: Vec<Map<String, Value>>,
        /// For each order the dice on the table, or `None` if the app rolls; left out,
        /// the app rolls for all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<Vec<Option<Vec<EnteredRoll>>>>,
    },
    /// Answer a declared order's question to this side; with `undo`, `amend` or
    /// `agree` and true or false, a proposal of the other side.
    Answer {
        /// The number of the change that declared it.
        of: u64,
        field: String,
        value: Value,
    },
    /// Roll what a declared order needs next.
    Throw {
        /// The number of the change that declared it.
        of: u64,
        /// The dice; the app rolls each that is left to it.
        dice: Vec<EnteredRoll>,
    },
    /// Withdraw a declared order, as long as it is not yet answered, the app has not rolled for it,
    /// and it has revealed no secret; or withdraw a proposal to the other side.
    Withdraw {
        /// The number of the change that declared it.
        of: u64,
    },
    /// Undo the last order. When both seats are taken, the other side is asked first if
    /// that would undo a roll, or an order that also concerns the other side.
    Undo {},
    /// Redo it, with its dice.
    Redo {},
    /// Go to the position after this many orders.
    GoTo { cursor: usize },
    /// Restore a replaced version.
    TakeUp {
        /// Its number: [`super::StruckLine::tip`].
        tip: usize,
    },
    /// Make an amendment for which everything is decided.
    Amend(AmendPreview),
    /// Export the battle file. All seats are notified, since it contains the secrets of
    /// both sides; right after that, [`DocumentKind::File`] is answered.
    TakeOut {},
    /// Pass the shared device to a side, or to both.
    HandOver {
        /// [`Seat::A`], [`Seat::B`] or [`Seat::Both`].
        to: Seat,
    },
    /// Set whether this side rolls its own dice for orders of other seats, if the table
    /// lets it choose.
    OwnDice { own: bool },
    /// Requests of the table's owner only.
    Owner(OwnerRequest),
}

/// Requests of the table's owner only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OwnerRequest {
    /// Changes the settings of the table.
    Settings(TableSettings),
    /// Gives a seat to the person with this token.
    Seat {
        /// A side's seat, the seat of both sides, the owner's, or an
        /// onlooker's.
        seat: Seat,
        /// The hash of the token.
        token: String,
        name: String,
    },
    /// Frees a seat: its holder's token is valid no longer.
    Unseat {
        /// A side's seat, the seat of both sides, or the onlookers'.
        seat: Seat,
    },
    /// Frees the places of the onlookers who have these tokens.
    Leave {
        /// The hashes of the tokens.
        tokens: Vec<String>,
    },
}
