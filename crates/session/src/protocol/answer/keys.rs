//! The keys of an answer, each with its content.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::protocol::{
    AmendPreviewResult, DocumentText, Judged, LeftOrder, Log, LogRow, Needs, OrderOdds, Response,
    View,
};
use engine::journal::Undone;
use rules::{ComposedGroup, KeyAtFault, Next, Offer, Side, TurnCard};

use crate::protocol::frame::WrittenCodes;

use super::entry::{WrittenLogEntry, WrittenModifier, WrittenRoll, texts};
use super::offers::WrittenOpenOrder;
use super::turns::{WrittenGroup, WrittenNext, WrittenTurn};

/// An answer: one key, by the result of the request.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The request was carried out.
    Ok(OkAnswer),
    /// It is forbidden, and nothing has changed.
    Refused { why: String, rule: String },
    /// Dice are missing, and nothing has changed.
    Needs(WrittenNeeds),
    /// A script answers it with this order; `null` if there is none.
    Asked { of: Side, order: Value },
    /// The order is declared, and waits for this side.
    Waits { of: Side, at: u64 },
    /// The table has changed since, and nothing was done.
    GoneOn { at: u64 },
    /// The answer would reveal a secret.
    Hidden { why: String },
    /// It would take too much work, or the storage does not answer.
    Unknown { why: String },
    /// The request is invalid.
    Error(WrittenError),
}

/// An answer to a script.
#[derive(Serialize)]
pub struct ScriptAnswer {
    #[serde(flatten)]
    pub answer: Answer,
    /// The place of the order that failed, from 0, if it is one of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
}

/// The result of the request.
#[derive(Serialize)]
pub struct OkAnswer {
    #[serde(flatten)]
    pub body: OkBody,
    /// The number of the change that it belongs to; scripts have no such numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
}

impl From<OkBody> for OkAnswer {
    fn from(body: OkBody) -> OkAnswer {
        OkAnswer { body, at: None }
    }
}

/// The result by the kind of request.
#[derive(Serialize)]
#[serde(untagged)]
pub enum OkBody {
    /// The result of an order.
    Order(WrittenResult),
    /// The results of orders that were given as one, and those left out.
    Orders { entries: Vec<WrittenResult>, left: Vec<WrittenLeft> },
    /// The orders that are open.
    Offers { offers: Vec<WrittenOpenOrder> },
    /// The odds of an order.
    Odds(OrderOdds),
    /// The state of the battle.
    State { state: Value },
    /// The turn card of a unit.
    Turn(WrittenTurn),
    /// The next step.
    Next(WrittenNext),
    /// Orders composed for several units.
    Group(WrittenGroup),
    /// The order that was undone.
    Undo { undone: String },
    /// The order that was given again.
    Redo { redone: String },
    /// The log.
    Journal(WrittenJournal),
    /// The battle as a seat may know it.
    View { view: WrittenView },
    /// The result of checking a draft.
    Judged { judged: Box<Judged> },
    /// The log as the window reads it.
    Log { log: Box<Log> },
    /// The preview of an amendment.
    Tried { tried: Box<AmendPreviewResult> },
    /// A text to print or copy.
    Told { told: DocumentText },
    /// A battle that a script begins.
    Opened { state: Value, seed: u64, warnings: Vec<String>, protocol: u64 },
    /// A battle that a script reads from a file.
    Loaded { state: Value, warnings: Vec<String>, protocol: u64 },
    /// The file that was written.
    Saved { saved: String },
    /// New codes for a table.
    Codes(WrittenCodes),
    /// A change without further content.
    Nothing {},
}

/// An order that was carried out.
#[derive(Serialize)]
pub struct WrittenResult {
    outcome: Option<String>,
    rolls: Vec<WrittenRoll>,
    changes: Map<String, Value>,
    text: Vec<String>,
    warnings: Vec<String>,
}

/// An order of a group that was left out.
#[derive(Serialize)]
pub struct WrittenLeft {
    at: usize,
    why: String,
}

/// A part of the log.
#[derive(Serialize)]
pub struct WrittenJournal {
    journal: Vec<WrittenLogEntry>,
    cursor: usize,
    /// The numbers of undone orders and rolls, if there are any; for scripts.
    #[serde(skip_serializing_if = "Option::is_none")]
    undone: Option<Undone>,
}

/// The view.
#[derive(Serialize)]
pub struct WrittenView {
    #[serde(flatten)]
    view: Box<View>,
    /// `null` before the first order; afterwards the view has it.
    #[serde(rename = "last", skip_serializing_if = "Option::is_none")]
    no_last: Option<()>,
}

/// The roll that comes next.
#[derive(Serialize)]
pub struct WrittenNeeds {
    throw: String,
    r#for: String,
    modifiers: Vec<WrittenModifier>,
    after: Vec<WrittenRoll>,
}

/// An error.
#[derive(Serialize)]
pub struct WrittenError {
    /// The place of the die that is wrong, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die: Option<usize>,
    pub why: String,
    /// The key that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<KeyAtFault>,
    /// Line and column of a text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl From<&LogRow> for WrittenResult {
    fn from(row: &LogRow) -> WrittenResult {
        WrittenResult {
            outcome: row.outcome.clone(),
            rolls: WrittenRoll::all(&row.rolls),
            changes: row.changes.clone(),
            text: texts(&row.sentences),
            warnings: texts(&row.warnings),
        }
    }
}

impl From<LeftOrder> for WrittenLeft {
    fn from(LeftOrder { at, why }: LeftOrder) -> WrittenLeft {
        WrittenLeft { at, why: why.to_string() }
    }
}

impl From<Box<View>> for WrittenView {
    fn from(view: Box<View>) -> WrittenView {
        WrittenView { no_last: view.last.is_empty().then_some(()), view }
    }
}

impl WrittenNeeds {
    /// The roll that comes next; `None` if the dice are complete.
    #[must_use]
    pub fn of(needs: &Needs) -> Option<WrittenNeeds> {
        let ask = needs.ask.as_ref()?;
        Some(WrittenNeeds {
            throw: ask.throw.to_string(),
            r#for: ask.purpose.to_string(),
            modifiers: WrittenModifier::all(&ask.modifiers),
            after: WrittenRoll::all(&needs.after),
        })
    }
}

impl WrittenError {
    /// An error with this text and no place.
    pub fn new(why: impl Into<String>) -> WrittenError {
        WrittenError { die: None, why: why.into(), key: None, line: None, column: None }
    }
}

impl OkBody {
    /// The result of an order.
    #[must_use]
    pub fn order(row: &LogRow) -> OkBody {
        OkBody::Order(row.into())
    }

    /// The results of orders that were given as one.
    pub fn orders(rows: &[LogRow], left: Vec<LeftOrder>) -> OkBody {
        let entries = rows.iter().map(WrittenResult::from).collect();
        OkBody::Orders { entries, left: left.into_iter().map(WrittenLeft::from).collect() }
    }

    /// The orders that are open.
    pub fn offers(offers: Vec<Offer>) -> OkBody {
        OkBody::Offers { offers: offers.into_iter().map(WrittenOpenOrder::from).collect() }
    }

    /// A turn card.
    #[must_use]
    pub fn turn(card: TurnCard) -> OkBody {
        OkBody::Turn(card.into())
    }

    /// The next step.
    #[must_use]
    pub fn next(next: Next) -> OkBody {
        OkBody::Next(next.into())
    }

    /// Orders composed for several units.
    #[must_use]
    pub fn group(group: ComposedGroup) -> OkBody {
        OkBody::Group(group.into())
    }

    /// The answers that only the server's clients get; the response itself if it is another one.
    pub fn of_table(response: Response) -> Result<OkBody, Box<Response>> {
        Ok(match response {
            Response::View(view) => OkBody::View { view: view.into() },
            Response::Judged(judged) => OkBody::Judged { judged },
            Response::Log(log) => OkBody::Log { log },
            Response::Tried(tried) => OkBody::Tried { tried },
            Response::Told(told) => OkBody::Told { told },
            other => return Err(Box::new(other)),
        })
    }

    /// The log for the server's clients.
    #[must_use]
    pub fn journal(log: &Log) -> OkBody {
        let journal = log.rows.iter().map(|row| WrittenLogEntry::of(row)).collect();
        OkBody::Journal(WrittenJournal { journal, cursor: log.cursor, undone: None })
    }

    /// The log for a script.
    #[must_use]
    pub fn journal_of_script(log: &Log) -> OkBody {
        let journal = log.rows.iter().map(|row| WrittenLogEntry::of_script(row)).collect();
        let undone = Some(log.undone).filter(|undone| !undone.is_nothing());
        OkBody::Journal(WrittenJournal { journal, cursor: log.cursor, undone })
    }
}
