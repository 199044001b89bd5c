//! Answers that change nothing. They are worked out beside the table, from it as it
//! was when it was asked, so that no reader keeps an order waiting; players come
//! before onlookers; and what was answered already is answered again from memory, until
//! the table changes.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::thread::available_parallelism;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use message::Message;
use session::{
    DocumentKind, DocumentText, Query, RequestBody, Response, Seat, SeatPresence, Snapshot,
    TableServer, Verb, View,
};

use super::budgets::{self, Budgets, Spends, Spent};
use super::frames::{Asks, What};
use super::hosted_table::HostedTable;
use super::lock::lock;
use super::response_cache::CachedResponse;

/// The most answers that are worked out for players at once: each may take memory.
const MOST_AT_ONCE: usize = 4;
/// How many bytes of answers are remembered, of all tables together.
const MOST_REMEMBERED: usize = 32 << 20;
/// How many bytes of answers that are longer than a frame are remembered or on their way.
const MOST_LONG: usize = 96 << 20;
/// The most rows of a log in an answer.
const MOST_ROWS: usize = 4_000;
/// The most units whose record sheets are in an answer.
const MOST_SHEETS: usize = 1_000;

/// Works answers out, for all tables of the host.
pub(super) struct Readers {
    budgets: Arc<Budgets>,
    players: Arc<Semaphore>,
    others: Arc<Semaphore>,
    /// All rows of a battle are read for its file: one after the other.
    files: Arc<Semaphore>,
    /// The kilobytes that long answers may have until they are sent.
    long: Arc<Semaphore>,
    answers: Mutex<Answers>,
}

/// The answers that were worked out last.
#[derive(Default)]
struct Answers {
    by_key: HashMap<AnswerKey, CachedResponse>,
    /// The oldest first.
    keys: VecDeque<AnswerKey>,
    bytes: usize,
}

/// What an answer depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct AnswerKey {
    /// The table, and the change.
    epoch: String,
    at: u64,
    seat: Seat,
    /// In which words.
    verb: Verb,
    asked: String,
}

/// Who asks.
pub(super) struct RequestReader {
    pub(super) seat: Seat,
    pub(super) from: IpAddr,
}

/// What an answer needs until it is worked out.
enum ReadPermit {
    /// A part of what computes.
    Spent { _spent: Spent },
    /// A place in a line.
    Place { _place: OwnedSemaphorePermit },
}

impl Readers {
    /// Readers that spend what computes of these budgets.
    pub(super) fn with(budgets: Arc<Budgets>) -> Readers {
        let cores = available_parallelism().map_or(1, NonZero::get).min(MOST_AT_ONCE);
        Readers {
            budgets,
            players: Arc::new(Semaphore::new(cores)),
            // However many look on, a part of the machine is left for those who play.
            others: Arc::new(Semaphore::new((cores / 2).max(1))),
            files: Arc::new(Semaphore::new(1)),
            long: Arc::new(Semaphore::new(MOST_LONG >> 10)),
            answers: Mutex::default(),
        }
    }

    /// Waits for the turn of an ask. What computes waits for its budget, apart from what
    /// costs little; onlookers and files have lanes of their own in both.
    async fn turn(&self, what: &What, reader: &RequestReader) -> Option<ReadPermit> {
        let lane = match (what, reader.seat) {
            (What::Door(RequestBody::Read(Query::Tell(DocumentKind::File {}))), _) => {
                Some(&self.files)
            }
            (_, Seat::A | Seat::B | Seat::Both | Seat::Umpire) => None,
            (_, Seat::Onlooker | Seat::Owner) => Some(&self.others),
        };
        Some(match budgets::of_request(what) {
            Spends::Computes | Spends::Builds => {
                ReadPermit::Spent { _spent: self.budgets.computes.spend(reader.from, lane).await? }
            }
            Spends::Little => {
                let lane = lane.unwrap_or(&self.players);
                ReadPermit::Place { _place: Arc::clone(lane).acquire_owned().await.ok()? }
            }
        })
    }

    /// The answer to an ask that changes nothing; `None` while the table does not know
    /// what its store holds.
    pub(super) async fn read(
        self: &Arc<Readers>,
        room: &Arc<HostedTable>,
        reader: &RequestReader,
        asks: &Asks,
    ) -> Option<CachedResponse> {
        let RequestReader { seat, .. } = *reader;
        let What::Door(RequestBody::Read(ask)) = &asks.what else { return None };
        let (at, presence) = presence_at(room, ask).await??;
        // Presence changes without a change of the table.
        let asked = serde_json::to_string(&(ask, &presence)).ok()?;
        // What a shared device sees depends on who has it in hand.
        let key = |at| {
            (seat != Seat::Both).then(|| AnswerKey {
                epoch: room.epoch.clone(),
                at,
                seat,
                verb: asks.verb,
                asked: asked.clone(),
            })
        };
        if let Some(known) = self.known(key(at).as_ref()) {
            return Some(known);
        }
        let turn = self.turn(&asks.what, reader).await?;
        // Only now: each that is held may be a copy of the table.
        let snapshot = room.table.look(|authority, _| authority.snapshot()).await??;
        let key = key(snapshot.at());
        // Somebody before us may have asked the same.
        if let Some(known) = self.known(key.as_ref()) {
            return Some(known);
        }
        let (room, ask, verb) = (Arc::clone(room), ask.clone(), asks.verb);
        let read = move || {
            // Whoever asked may go before it is done.
            let _turn = turn;
            written(&room, (&snapshot, seat, &ask), verb, presence)
        };
        let written = spawn_blocking(read).await.ok()?;
        let Some(written) = self.counted(written) else {
            let why = "many long answers are on their way: try again in a moment";
            return Some(CachedResponse::of(
                verb,
                Response::Unknown { why: Message::verbatim(why) },
            ));
        };
        if let Some(key) = key {
            lock(&self.answers).keep(key, &written);
        }
        Some(written)
    }

    /// The same answer, counted until it is sent to everybody and forgotten; `None` if
    /// there is no room for it.
    fn counted(&self, written: CachedResponse) -> Option<CachedResponse> {
        if written.is_one_frame() {
            return Some(written);
        }
        let kilobytes = u32::try_from(written.len() >> 10).ok()?;
        let counts = || Arc::clone(&self.long).try_acquire_many_owned(kilobytes).ok();
        let permit = counts().or_else(|| {
            *lock(&self.answers) = Answers::default();
            counts()
        });
        Some(written.counted(permit?))
    }

    fn known(&self, key: Option<&AnswerKey>) -> Option<CachedResponse> {
        lock(&self.answers).by_key.get(key?).cloned()
    }
}

impl Answers {
    fn keep(&mut self, key: AnswerKey, written: &CachedResponse) {
        let bytes = written.len() + key.asked.len();
        if bytes > MOST_REMEMBERED / 4 || self.by_key.contains_key(&key) {
            return;
        }
        while self.bytes + bytes > MOST_REMEMBERED {
            let Some(oldest) = self.keys.pop_front() else { break };
            if let Some(gone) = self.by_key.remove(&oldest) {
                self.bytes -= gone.len() + oldest.asked.len();
            }
        }
        self.bytes += bytes;
        self.keys.push_back(key.clone());
        self.by_key.insert(key, written.clone());
    }
}

/// The number of a table's last change, and for a view of it who is there.
async fn presence_at(room: &HostedTable, ask: &Query) -> Option<Option<(u64, Vec<SeatPresence>)>> {
    let looks =
        |authority: &mut TableServer| Some((authority.snapshot()?.at(), authority.holders()));
    let looked = room.table.look(move |authority, _| looks(authority)).await?;
    Some(looked.map(|(at, holders)| match ask {
        Query::View { .. } => (at, room.reception.presence(&holders)),
        Query::Offers { .. }
        | Query::Judge(_)
        | Query::Odds { .. }
        | Query::State {}
        | Query::Log { .. }
        | Query::Trial(_)
        | Query::Tell(_)
        | Query::Turn { .. }
        | Query::Next {}
        | Query::Group { .. } => (at, Vec::new()),
    }))
}

fn written(
    room: &HostedTable,
    (snapshot, seat, ask): (&Snapshot, Seat, &Query),
    verb: Verb,
    presence: Vec<SeatPresence>,
) -> CachedResponse {
    if let Some(why) = is_too_much(snapshot, seat, ask) {
        let unknown = Response::Unknown { why: Message::verbatim(why) };
        return CachedResponse::of(verb, unknown);
    }
    let answer = match snapshot.answer(seat, ask) {
        // A battle file contains the seats too, for another machine.
        Response::Told(DocumentText::File(plain)) => Response::Told(DocumentText::File(
            room.table.file(room.name(), snapshot).unwrap_or(plain),
        )),
        Response::View(view) => {
            let plays = matches!(seat, Seat::A | Seat::B | Seat::Both);
            let rematch = (view.over && plays).then(|| room.reception.rematch_key());
            Response::View(Box::new(View { presence, rematch, ..*view }))
        }
        other => other,
    };
    CachedResponse::of(verb, answer)
}

/// Why an answer would be too long, before it is worked out.
fn is_too_much(snapshot: &Snapshot, seat: Seat, ask: &Query) -> Option<String> {
    let journal = snapshot.journal();
    match ask {
        Query::Log { from, count } => {
            let rows = snapshot.orders(seat).saturating_sub(*from).min(*count);
            (rows > MOST_ROWS)
                .then(|| format!("an answer has at most {MOST_ROWS} rows: ask for fewer at once"))
        }
        Query::Tell(DocumentKind::Sheets { .. }) => {
            let units = journal.battle().tags().len();
            (units > MOST_SHEETS).then(|| {
                format!("an answer has at most {MOST_SHEETS} record sheets: `trierarch print` prints more")
            })
        }
        Query::View { .. }
        | Query::Offers { .. }
        | Query::Judge(_)
        | Query::Odds { .. }
        | Query::State {}
        | Query::Trial(_)
        | Query::Turn { .. }
        | Query::Next {}
        | Query::Group { .. }
        | Query::Tell(DocumentKind::Report {} | DocumentKind::Luck {} | DocumentKind::File {}) => {
            None
        }
    }
}
