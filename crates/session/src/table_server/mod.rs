//! The table server: the journal of one battle, as a plain value. Requests go in; responses,
//! events and rows to store come out. It has no thread, future, clock or store: a runtime takes
//! its rows to a store, and reports the result.
//!
//! Requests are handled at once; only storing takes time. While a row is being stored, no
//! second change is accepted, and queries are answered from what is stored. If it is unknown
//! whether a row was stored, nothing is answered until the store has been read again.

mod amend_preview;
mod change;
mod dice_policy;
mod documents;
mod events;
mod group;
mod orders;
mod order_preview;
mod limits;
mod plan;
mod row;
// Only test builds count the runs of the resolver.
#[cfg(all(test, debug_assertions))]
mod runs;
mod shared;
mod snapshot;
mod table;
mod transfer;
mod view;
mod undo;

use std::collections::VecDeque;
use std::sync::Arc;

use engine::journal::{Journal, Opening, OpeningFault, hex};
use games::Battle;
use message::{Message, message};
use rules::Refusal;

use storage::WriteOutcome;

use super::protocol::{
    EventKind, Frame, Over, Query, Request, RequestBody, Response, Seat, TableEvent,
};
use super::randomness::NoRandomness;

use row::{ChangeRow, DiceDrawn, StoredEvent};
use snapshot::{SLICE, Thought};
use table::{PlainTable, RowEffect};

pub use limits::Size;
#[cfg(not(target_arch = "wasm32"))]
pub use limits::check_query_size;
pub use limits::is_short_enough;
#[cfg(not(target_arch = "wasm32"))]
pub(super) use limits::{MOST_DICE, MOST_WATCHED};
pub use row::{LONGEST_ROW, ROWS_VERSION};
pub use snapshot::Snapshot;
pub use table::RowFault;
pub use transfer::{CarriedFault, CarriedTable};

/// The sender of a request: a seat, and which of its players.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Requester {
    pub seat: Seat,
    /// The hash of the token under which the seat is held; empty if there are
    /// no tokens.
    pub token: String,
}

impl Requester {
    /// The only holder of a seat.
    #[must_use]
    pub fn at(seat: Seat) -> Requester {
        Requester { seat, token: String::new() }
    }
}

/// The holder of a seat under a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenHolder {
    /// The seat, and the hash of the token.
    pub by: Requester,
    pub name: String,
}

/// The requests of a table server to its runtime.
#[derive(Clone, Debug)]
pub enum Out {
    /// Send this to one holder of a seat.
    To(Requester, Frame),
    /// Send this to all connections of a seat.
    All(Seat, Frame),
    /// Store this row after the others, and report the outcome to [`TableServer::row_written`].
    Keep {
        /// The number of this row, to be reported with it.
        ticket: u64,
        /// The number of rows before it.
        rows: u64,
        row: String,
    },
    /// Read all rows from the store, and pass them to [`TableServer::read_back`].
    ReadBack,
}

/// The table server of one table.
#[derive(Debug)]
pub struct TableServer {
    /// Shared with readers while changes continue on a copy.
    table: Arc<PlainTable>,
    seats: Vec<Seat>,
    keeping: Option<Keeping>,
    /// Requests that wait until a row is stored, or until the store is read again.
    waiting: VecDeque<WaitingAsk>,
    /// Answers that are being worked out; the first is continued next.
    thinking: VecDeque<(Requester, String, Thought)>,
    /// The reason why the content of the store is unknown.
    lost: Option<Message>,
    /// 32 random bytes for new dice, or the error that there are none; `None` if a script has
    /// chosen the seed.
    pool: Option<Result<[u8; 32], NoRandomness>>,
    /// Whether other table servers add rows to the same table.
    is_shared: bool,
    /// Whether other devices may take seats, beside the one at which the battle was begun.
    is_open: bool,
    /// The size limit of the table.
    most: Size,
    /// The number of rows that other programs have reported, if the table has fewer.
    rows_added: u64,
    next_ticket: u64,
}

#[derive(Debug)]
struct WaitingAsk {
    asker: Requester,
    request: Request,
    now: u64,
}

impl WaitingAsk {
    fn answered(&self, answer: Response) -> Out {
        to(&self.asker, self.request.id.clone(), answer)
    }
}

/// A change whose row is being stored.
#[derive(Debug)]
struct Keeping {
    ticket: u64,
    asked: WaitingAsk,
    row: ChangeRow,
    text: String,
    effect: RowEffect,
}

impl TableServer {
    /// A new table, with its first rows, which must all be stored or none.
    ///
    /// # Errors
    /// In words, if the fleets cannot fight each other.
    pub fn begin(
        opening: Opening,
        now: u64,
        salt: [u8; 16],
    ) -> Result<(TableServer, Vec<String>), OpeningFault> {
        Ok(TableServer::from_journal(Journal::open(opening)?, now, salt))
    }

    /// A table for a battle that began elsewhere, with its rows.
    #[must_use]
    pub fn from_journal(journal: Journal, now: u64, salt: [u8; 16]) -> (TableServer, Vec<String>) {
        let (table, rows) = PlainTable::begin(journal, now, &hex(&salt));
        (TableServer::of(table), rows)
    }

    /// The table that these rows describe.
    ///
    /// # Errors
    /// The first row that cannot be read, or does not follow the one before.
    pub fn read(rows: &[String]) -> Result<TableServer, RowFault> {
        Ok(TableServer::of(PlainTable::read(rows)?))
    }

    fn of(table: PlainTable) -> TableServer {
        TableServer {
            table: Arc::new(table),
            seats: Vec::new(),
            keeping: None,
            waiting: VecDeque::new(),
            thinking: VecDeque::new(),
            lost: None,
            pool: None,
            is_shared: false,
            is_open: false,
            most: Size::ANY,
            rows_added: 0,
            next_ticket: 1,
        }
    }

    /// The number of the last change.
    #[must_use]
    pub fn at(&self) -> u64 {
        self.table.rest.number
    }

    /// The number of its stored rows.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.table.rest.number + 1
    }

    /// Whether a change is being stored.
    #[must_use]
    pub fn is_storing(&self) -> bool {
        self.keeping.is_some() || self.lost.is_some()
    }

    /// The journal, as far as it is durable; only for those who may know all of
    /// it.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        &self.table.journal
    }

    /// The battle as it is now.
    #[must_use]
    pub fn battle(&self) -> &Battle {
        self.table.journal.battle()
    }

    /// The players at the seats, with their tokens.
    #[must_use]
    pub fn holders(&self) -> Vec<TokenHolder> {
        let holds = |holder: &row::Holder| TokenHolder {
            by: Requester { seat: holder.seat, token: holder.token.clone() },
            name: holder.name.clone(),
        };
        self.table.rest.held.iter().map(holds).collect()
    }

    /// Whether a request with this id was carried out under this token.
    #[must_use]
    pub fn has_made(&self, token: &str, id: &str) -> bool {
        self.table.rest.made.contains_key(&(token.to_owned(), id.to_owned()))
    }

    /// SHA-256 of the seed of the app's dice and 16 random bytes.
    #[must_use]
    pub fn seed_hash(&self) -> String {
        self.table.commitment()
    }

    /// The table to change: a new copy if a reader still holds it.
    fn table_mut(&mut self) -> &mut PlainTable {
        Arc::make_mut(&mut self.table)
    }

    /// Covers a shared device: a side's secrets are shown again once the device
    /// is handed over.
    pub fn cover(&mut self) {
        self.table_mut().in_hand = None;
    }

    /// Sets the seats that get events from now on.
    pub fn seated(&mut self, seats: &[Seat]) {
        self.seats = seats.to_vec();
    }

    /// Handles a request of a seat; `now` is in seconds since 1970.
    pub fn asked(&mut self, asker: &Requester, request: &Request, now: u64) -> Vec<Out> {
        let mut out = Vec::new();
        let waits = self.lost.is_some()
            || (self.keeping.is_some() && matches!(request.ask, RequestBody::Change(_)));
        if waits {
            let (asker, request) = (asker.clone(), request.clone());
            self.waiting.push_back(WaitingAsk { asker, request, now });
        } else {
            self.take(asker, request, now, &mut out);
        }
        out
    }

    /// Whether an answer is being worked out. [`TableServer::think`] continues it, and other
    /// requests may come in between.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        !self.thinking.is_empty()
    }

    /// The sender and the id of the request whose answer is continued next.
    #[must_use]
    pub fn pending_answer(&self) -> Option<(Requester, String)> {
        self.thinking.front().map(|(asker, id, _)| (asker.clone(), id.clone()))
    }

    /// Continues an answer for a slice of a few milliseconds, each in turn, so
    /// that none blocks the others.
    pub fn think(&mut self) -> Vec<Out> {
        let mut out = Vec::new();
        if let Some((asker, id, thought)) = self.thinking.pop_front() {
            self.continue_thought(asker, id, thought, &mut out);
        }
        out
    }

    fn continue_thought(
        &mut self,
        asker: Requester,
        id: String,
        mut thought: Thought,
        out: &mut Vec<Out>,
    ) {
        match thought.continue_for(SLICE) {
            Some(answer) => out.push(to(&asker, id, answer)),
            None => self.thinking.push_back((asker, id, thought)),
        }
    }

    /// Handles the store's report about a row. A report about an unknown row is ignored.
    pub fn row_written(&mut self, ticket: u64, outcome: &WriteOutcome) -> Vec<Out> {
        let mut out = Vec::new();
        let Some(keeping) = self.keeping.take_if(|keeping| keeping.ticket == ticket) else {
            return out;
        };
        match outcome {
            WriteOutcome::Stored => self.apply_stored(keeping, &mut out),
            WriteOutcome::NotKept(why) => {
                let answer = Response::NotKept { why: why.clone() };
                out.push(keeping.asked.answered(answer));
            }
            WriteOutcome::Unknown(why) => {
                self.lost = Some(why.clone());
                self.keeping = Some(keeping);
                out.push(Out::ReadBack);
                return out;
            }
        }
        self.take_waiting(&mut out);
        self.read_added_rows(&mut out);
        out
    }

    /// All rows of the store, read again.
    ///
    /// # Errors
    /// As [`TableServer::read`]; the table then still waits for valid rows.
    pub fn read_back(&mut self, rows: &[String]) -> Result<Vec<Out>, RowFault> {
        if self.is_shared && self.continues(rows) {
            return self.catch_up(rows);
        }
        let in_hand = self.table.in_hand;
        let table = PlainTable::read(rows)?;
        let mut out = Vec::new();
        let before = self.table.rest.number;
        let gone_on = table.rest.number != before || table.rest.hash != self.table.rest.hash;
        self.table = Arc::new(table);
        if !gone_on {
            self.table_mut().in_hand = in_hand;
        }
        let lost = self.lost.take();
        if gone_on {
            let at = self.at();
            let all = self.seats.iter().map(|seat| Out::All(*seat, Frame::Reset { at }));
            out.extend(all);
        }
        if let Some(Keeping { asked, row, .. }) = self.keeping.take() {
            let made = self.table.rest.made.get(&(row.by.clone(), row.id.clone()));
            let answer = match made.filter(|made| made.asked == row.asked) {
                Some(made) => self.answer_of(self.seat_of(&asked.asker), made.at, &made.what),
                None => Response::NotKept { why: lost.unwrap_or_else(not_found) },
            };
            out.push(asked.answered(answer));
        }
        self.take_waiting(&mut out);
        Ok(out)
    }

    fn take_waiting(&mut self, out: &mut Vec<Out>) {
        while self.lost.is_none() && self.keeping.is_none() {
            let Some(WaitingAsk { asker, request, now }) = self.waiting.pop_front() else { return };
            self.take(&asker, &request, now, out);
        }
    }

    fn look(&mut self, asker: &Requester, id: &str, ask: &Query, out: &mut Vec<Out>) {
        match snapshot::answer(&self.table, self.seat_of(asker), ask) {
            Ok(thought) => self.continue_thought(asker.clone(), id.to_owned(), thought, out),
            Err(answer) => out.push(to(asker, id.to_owned(), *answer)),
        }
    }

    fn take(&mut self, asker: &Requester, request: &Request, now: u64, out: &mut Vec<Out>) {
        let Request { id, seen, ask } = request;
        let ask = match ask {
            RequestBody::Change(ask) => ask,
            RequestBody::Read(ask) => return self.look(asker, id, ask, out),
        };
        let id = id.clone();
        let content = row::hash_of_ask(ask);
        if let Some(made) = self.table.rest.made.get(&(asker.token.clone(), id.clone())) {
            let answer = if made.asked == content {
                self.answer_of(self.seat_of(asker), made.at, &made.what)
            } else {
                error(message!("this id was used for another request"))
            };
            out.push(to(asker, id, answer));
            return;
        }
        if seen.is_some_and(|seen| seen < self.at()) {
            out.push(to(asker, id, Response::GoneOn { at: self.at() }));
            return;
        }
        if let Some(why) = self.table.lost_seat_reason(asker) {
            out.push(to(asker, id, refused(why, "The table")));
            return;
        }
        let (planned, dice) = match self.plan(asker, ask, now) {
            Ok(planned) => planned,
            Err(answer) => {
                out.push(to(asker, id, *answer));
                return;
            }
        };
        let row = ChangeRow {
            version: planned.did.version(),
            number: self.at() + 1,
            before: self.table.rest.hash.clone(),
            seat: self.seat_of(asker),
            by: asker.token.clone(),
            id: id.clone(),
            asked: content,
            when: now,
            cursor: planned.cursor,
            waits_for: planned.waits_for,
            dice,
            ready: self.table.ready_after(self.seat_of(asker), &planned),
            question: self.table.question_after(ask, &planned),
            did: planned.did,
        };
        let text = row::written(&row);
        if let Some(why) = self.no_room(&row, &text) {
            out.push(to(asker, id, refused(why, "The table")));
            return;
        }
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        out.push(Out::Keep { ticket, rows: self.rows(), row: text.clone() });
        let waiting = WaitingAsk { asker: asker.clone(), request: request.clone(), now };
        self.keeping = Some(Keeping { ticket, asked: waiting, row, text, effect: planned.effect });
    }

    /// Whether each side's seat is taken; a seat that is held under a token is taken even while its
    /// holder is absent.
    fn taken(&self) -> [bool; 2] {
        [Seat::A, Seat::B].map(|seat| self.has(seat))
    }

    /// Sets whether other devices may take seats from now on.
    pub fn open_to_devices(&mut self, is_open: bool) {
        self.is_open = is_open;
    }

    /// The present seat of a sender. The device that began the battle has both sides without a
    /// token; while the table is shared, it has the sides that no other device has.
    fn seat_of(&self, asker: &Requester) -> Seat {
        if !self.is_open || asker.seat != Seat::Both || !asker.token.is_empty() {
            return asker.seat;
        }
        let held = |seat: Seat| self.table.rest.held.iter().any(|holder| holder.seat == seat);
        match (held(Seat::A), held(Seat::B), held(Seat::Both)) {
            (false, false, false) => Seat::Both,
            (true, false, false) => Seat::B,
            (false, true, false) => Seat::A,
            (true, true, _) | (_, _, true) => Seat::Owner,
        }
    }

    /// The seat of the device that shares the table: the sides that no other device has.
    #[must_use]
    pub fn sharing_seat(&self) -> Option<Seat> {
        let device = Requester { seat: Seat::Both, token: String::new() };
        let seat = self.seat_of(&device);
        (self.is_open && seat != Seat::Owner).then_some(seat)
    }

    /// Whether a sender is the owner, perhaps with a seat as well.
    #[must_use]
    pub fn owns(&self, asker: &Requester) -> bool {
        let has_the_role =
            |holder: &row::Holder| holder.seat == Seat::Owner && holder.token == asker.token;
        match asker.token.as_str() {
            "" => matches!(asker.seat, Seat::Owner | Seat::Both),
            _ => asker.seat == Seat::Owner || self.table.rest.held.iter().any(has_the_role),
        }
    }

    /// Whether a seat is taken.
    fn has(&self, seat: Seat) -> bool {
        let held = &self.table.rest.held;
        let holds = held.iter().any(|holder| holder.seat == seat);
        holds || (held.is_empty() && self.seats.contains(&seat))
    }

    /// Applies the change that was stored, answers its sender, and notifies every seat.
    fn apply_stored(&mut self, keeping: Keeping, out: &mut Vec<Out>) {
        let Keeping { asked, row, text, effect, .. } = keeping;
        let went_on = self.battle().winner().is_none();
        let done = self.table_mut().apply(&row, &text, effect);
        out.push(asked.answered(self.answer_of(self.seat_of(&asked.asker), row.number, &done)));
        self.send_news(&row, went_on, out);
    }

    /// Sends all seats the event of a change.
    fn send_news(&self, row: &ChangeRow, went_on: bool, out: &mut Vec<Out>) {
        let over = self.over().filter(|_| went_on);
        for seat in &self.seats {
            if let Some(news) = self.news(*seat, row, over.clone()) {
                out.push(Out::All(*seat, Frame::News(Box::new(news))));
            }
        }
    }

    fn news(&self, seat: Seat, row: &ChangeRow, over: Option<Over>) -> Option<TableEvent> {
        let what = self.happened(seat, row)?;
        let seed_hash = row.dice.as_ref().map(DiceDrawn::commitment);
        Some(TableEvent { at: row.number, when: row.when, by: row.seat, what, over, seed_hash })
    }

    /// The event of the end, once the battle is over.
    fn over(&self) -> Option<Over> {
        let winner = self.battle().winner()?;
        let mut seeds = self.table.seeds();
        let (seed, salt) = seeds.next()?;
        Some(Over { winner, seed, salt, before: seeds.collect() })
    }

    /// The effect of a change, as far as a seat may know.
    fn happened(&self, seat: Seat, row: &ChangeRow) -> Option<EventKind> {
        let waits = || view::waits(&self.table, seat).map(Box::new);
        let places = self.table.places(seat);
        Some(match &row.did {
            StoredEvent::Entry(_) => {
                let index = row.cursor.checked_sub(1)?;
                let eyes = self.table.eyes(seat);
                EventKind::Entry(Box::new(documents::row(&self.table.journal, index, eyes)?))
            }
            StoredEvent::Group { .. } => self.group_happened(row.cursor.checked_sub(1)?, seat)?,
            StoredEvent::Declared { .. } | StoredEvent::Proposed(_) => {
                EventKind::Declared(waits()?)
            }
            StoredEvent::Answered { .. } => EventKind::Answered(waits()?),
            StoredEvent::Withdrawn {} => EventKind::Withdrawn,
            StoredEvent::Declined {} => EventKind::Declined,
            StoredEvent::Ready {} => EventKind::Ready(row.ready.clone()),
            StoredEvent::Undone {} => EventKind::Undone { cursor: places.seen(row.cursor) },
            StoredEvent::Redone {} => EventKind::Redone { cursor: places.seen(row.cursor) },
            StoredEvent::TakenUp { .. } => EventKind::Amended { from: 0 },
            StoredEvent::Amended { unchanged, .. } => {
                EventKind::Amended { from: places.seen(*unchanged) }
            }
            StoredEvent::TakenOut {} => EventKind::TakenOut,
            StoredEvent::FromFile {} => EventKind::FromFile,
            StoredEvent::HandedOver { .. }
            | StoredEvent::Seated(_)
            | StoredEvent::Unseated { .. } => EventKind::Seats(view::seats(&self.table)),
            StoredEvent::Settings(settings) => EventKind::Settings(settings.clone()),
        })
    }
}

fn not_found() -> Message {
    message!("the store does not contain the change; nothing has changed")
}

fn to(asker: &Requester, id: String, answer: Response) -> Out {
    Out::To(asker.clone(), Frame::Answer { id, answer: Box::new(answer) })
}

fn error(why: Message) -> Response {
    Response::Error { why, key: None, die: None }
}

fn refused(why: Message, rule: &'static str) -> Response {
    Response::Refused(Refusal { why, rule: rule.into() })
}

fn no_moment(table: &PlainTable, seat: Seat) -> Response {
    let orders = table.places(seat).seen(table.journal.len());
    error(message!(orders => "the log has {n} order" | "the log has {n} orders"))
}
