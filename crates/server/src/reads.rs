//! Answers to queries, computed beside the table. Each is serialized once for all clients that
//! ask the same.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::net::IpAddr;
use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::thread::available_parallelism;

use serde_json::Value;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use message::Message;
use session::frame::{PartFrame, WrittenPart, text_of};
use session::{
    DocumentKind, DocumentText, Query, RequestBody, Response, Seat, SeatPresence, Snapshot,
    TableServer, Verb, View,
};

use super::budgets::{self, Budgets, Spends, Spent};
use super::frames;
use super::frames::{Asks, What};
use super::hosted_table::HostedTable;
use super::locks::lock;
use super::queues::SendQueue;

/// The largest number of answers that are computed for players at once: each may take memory.
const MOST_AT_ONCE: usize = 4;
/// The size of stored answers of all tables together, in bytes.
const MOST_REMEMBERED: usize = 32 << 20;
/// The size of answers longer than a frame that are stored or being sent, in bytes.
const MOST_LONG: usize = 96 << 20;
/// The most rows of a log in an answer.
const MOST_ROWS: usize = 4_000;
/// The most units whose record sheets are in an answer.
const MOST_SHEETS: usize = 1_000;

/// Computes answers, for all tables of the host.
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

/// The answers that were computed last.
#[derive(Default)]
struct Answers {
    by_key: HashMap<AnswerKey, CachedResponse>,
    /// The oldest first.
    keys: VecDeque<AnswerKey>,
    bytes: usize,
}

/// The key of a stored answer: everything that it depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct AnswerKey {
    /// The table, and the change.
    epoch: String,
    at: u64,
    seat: Seat,
    /// The verb, which decides the form of the answer.
    verb: Verb,
    asked: String,
}

/// The sender of a query.
pub(super) struct RequestReader {
    pub(super) seat: Seat,
    pub(super) from: IpAddr,
}

/// A permit to compute an answer.
enum ReadPermit {
    /// A part of the budget for computing.
    Spent { _spent: Spent },
    /// A place in a queue.
    Place { _place: OwnedSemaphorePermit },
}

impl Readers {
    /// Readers that use the computing part of these budgets.
    pub(super) fn with(budgets: Arc<Budgets>) -> Readers {
        let cores = available_parallelism().map_or(1, NonZero::get).min(MOST_AT_ONCE);
        Readers {
            budgets,
            players: Arc::new(Semaphore::new(cores)),
            // However many onlookers ask, a part of the budget is left for the players.
            others: Arc::new(Semaphore::new((cores / 2).max(1))),
            files: Arc::new(Semaphore::new(1)),
            long: Arc::new(Semaphore::new(MOST_LONG >> 10)),
            answers: Mutex::default(),
        }
    }

    /// Waits for the turn of a request. A request that needs computing waits for its budget,
    /// another one for a place; onlookers and files have their own queues in both.
    async fn turn(&self, what: &What, reader: &RequestReader) -> Option<ReadPermit> {
        let lane = match (what, reader.seat) {
            (What::Session(RequestBody::Read(Query::Tell(DocumentKind::File {}))), _) => {
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

    /// The answer to a query; `None` while the content of the store is unknown.
    pub(super) async fn read(
        self: &Arc<Readers>,
        hosted: &Arc<HostedTable>,
        reader: &RequestReader,
        asks: &Asks,
    ) -> Option<CachedResponse> {
        let RequestReader { seat, .. } = *reader;
        let What::Session(RequestBody::Read(ask)) = &asks.what else { return None };
        let (at, presence) = presence_at(hosted, ask).await??;
        // Presence changes without a change of the table.
        let asked = serde_json::to_string(&(ask, &presence)).ok()?;
        // The view of a shared device depends on the side that has it.
        let key = |at| {
            (seat != Seat::Both).then(|| AnswerKey {
                epoch: hosted.epoch.clone(),
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
        // Taken after the wait, because each snapshot in use may be a copy of the table.
        let snapshot = hosted.table.look(|table_server, _| table_server.snapshot()).await??;
        let key = key(snapshot.at());
        // An earlier request may have asked the same.
        if let Some(known) = self.known(key.as_ref()) {
            return Some(known);
        }
        let (hosted, ask, verb) = (Arc::clone(hosted), ask.clone(), asks.verb);
        let read = move || {
            // The client may disconnect before it is done.
            let _turn = turn;
            CachedResponse::of(verb, response(&hosted, &snapshot, seat, &ask, presence))
        };
        let written = spawn_blocking(read).await.ok()?;
        let Some(written) = self.counted(written) else {
            let why = "many long answers are being sent: try again in a moment";
            return Some(CachedResponse::of(
                verb,
                Response::Unknown { why: Message::verbatim(why) },
            ));
        };
        if let Some(key) = key {
            lock(&self.answers).remember(key, &written);
        }
        Some(written)
    }

    /// The same answer, counted until it is sent to all clients and forgotten; `None` if
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
    fn remember(&mut self, key: AnswerKey, written: &CachedResponse) {
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

/// The number of a table's last change, and for a view the presence of its players.
async fn presence_at(
    hosted: &HostedTable,
    ask: &Query,
) -> Option<Option<(u64, Vec<SeatPresence>)>> {
    let looks = |table_server: &mut TableServer| {
        let at = table_server.snapshot()?.at();
        Some((at, table_server.holders(), table_server.sharing_seat()))
    };
    let looked = hosted.table.look(move |table_server, _| looks(table_server)).await?;
    Some(looked.map(|(at, holders, sharing)| match ask {
        Query::View { .. } => (at, hosted.admission.presence(&holders, sharing)),
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

/// The response to a query; a view gets the presence of the players.
fn response(
    hosted: &HostedTable,
    snapshot: &Snapshot,
    seat: Seat,
    ask: &Query,
    presence: Vec<SeatPresence>,
) -> Response {
    if let Some(why) = is_too_much(snapshot, seat, ask) {
        return Response::Unknown { why: Message::verbatim(why) };
    }
    match snapshot.answer(seat, ask) {
        // A battle file contains the seats too, for another machine.
        Response::Told(DocumentText::File(plain)) => Response::Told(DocumentText::File(
            hosted.table.file(hosted.name(), snapshot).unwrap_or(plain),
        )),
        Response::View(view) => {
            let plays = matches!(seat, Seat::A | Seat::B | Seat::Both);
            let rematch = (view.over && plays).then(|| hosted.admission.rematch_key());
            Response::View(Box::new(View { presence, rematch, ..*view }))
        }
        other => other,
    }
}

/// The reason why an answer would be too long, before it is computed.
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

/// The longest answer in all its parts, in bytes.
const LONGEST: usize = 32 << 20;
/// The longest piece of it in a part, in bytes: quoted once more, it is at most twice
/// as long.
const PART: usize = 128 << 10;

/// An answer without the id of the query.
#[derive(Clone, Debug)]
pub(super) struct CachedResponse {
    /// The text before the id.
    head: &'static str,
    /// The text after the id.
    tail: Arc<str>,
    /// Counts it, if it is long.
    _counts: Option<Arc<OwnedSemaphorePermit>>,
}

impl CachedResponse {
    /// An answer in the form of a verb.
    pub(super) fn of(verb: Verb, answer: Response) -> CachedResponse {
        in_words(verb, answer).unwrap_or_else(|| {
            let why = format!("the answer is longer than {} MiB: ask for less", LONGEST >> 20);
            let unknown = Response::Unknown { why: Message::verbatim(why) };
            in_words(verb, unknown).unwrap_or_else(|| CachedResponse::new("{\"id\":", "}".into()))
        })
    }

    fn new(head: &'static str, tail: Arc<str>) -> CachedResponse {
        CachedResponse { head, tail, _counts: None }
    }

    /// The same, which counts until its last copy is dropped.
    pub(super) fn counted(self, permit: OwnedSemaphorePermit) -> CachedResponse {
        CachedResponse { _counts: Some(Arc::new(permit)), ..self }
    }

    /// Its length without the id, in bytes.
    pub(super) fn len(&self) -> usize {
        self.head.len() + self.tail.len()
    }

    /// Whether it goes into one frame.
    pub(super) fn is_one_frame(&self) -> bool {
        // An id has at most 40 characters, each of up to 12 bytes when quoted.
        self.len() + 500 <= SendQueue::LONGEST
    }

    /// The answer to the query with this id, as a frame.
    pub(super) fn frame(&self, id: &str) -> String {
        format!("{}{}{}", self.head, Value::from(id), self.tail)
    }

    /// The same in parts.
    pub(super) fn parts(self, id: &str) -> impl Iterator<Item = String> + Send + use<> {
        let begins = format!("{}{}", self.head, Value::from(id));
        let parts = in_parts(id, begins, Arc::clone(&self.tail));
        // It counts until its last part is sent.
        parts.inspect(move |_| {
            let _ = &self;
        })
    }
}

/// A frame in parts, each of which is a frame with this id: their texts, one after the
/// other, are `begins` and `tail`.
pub(super) fn in_parts(
    id: &str,
    begins: String,
    tail: Arc<str>,
) -> impl Iterator<Item = String> + Send + use<> {
    let (id, mut ends) = (id.to_owned(), vec![0]);
    while let Some(from) = ends.last().copied().filter(|from| *from < tail.len()) {
        let end = (from + PART).min(tail.len());
        ends.push((from..=end).rev().find(|at| tail.is_char_boundary(*at)).unwrap_or(end));
    }
    let of = ends.len() - 1;
    (0..of).map(move |number| {
        let begins = if number == 0 { begins.as_str() } else { "" };
        let text = format!("{begins}{}", &tail[ends[number]..ends[number + 1]]);
        text_of(&PartFrame { part: WrittenPart { number: number + 1, of, text }, id: &id })
    })
}

/// In the form of a verb; `None` if it is too long.
fn in_words(verb: Verb, answer: Response) -> Option<CachedResponse> {
    let mut written = Limited(Vec::new());
    serde_json::to_writer(&mut written, &frames::answered(verb, answer)).ok()?;
    // The id comes before its first key.
    *written.0.first_mut()? = b',';
    Some(CachedResponse::new("{\"id\":", String::from_utf8(written.0).ok()?.into()))
}

/// Bytes up to the longest answer.
struct Limited(Vec<u8>);

impl io::Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LONGEST {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use session::{DocumentText, TableVerb};

    #[test]
    fn the_parts_of_an_answer_are_its_frame() {
        let file = "ναῦς \"\\ \n".repeat(400_000);
        let shown = Response::Told(DocumentText::File(file.clone()));
        let written = CachedResponse::of(Verb::Table(TableVerb::Tell), shown);
        assert!(!written.is_one_frame());
        let parts: Vec<Value> = written
            .clone()
            .parts("i\"d")
            .map(|part| {
                assert!(part.len() < SendQueue::LONGEST / 2 && part.starts_with("{\"part\":"));
                serde_json::from_str(&part).expect("an object")
            })
            .collect();
        let all: String =
            parts.iter().map(|part| part["part"]["text"].as_str().expect("a text")).collect();
        assert_eq!(all, written.frame("i\"d"));
        assert!(parts.iter().all(|part| part["part"]["of"] == parts.len() && part["id"] == "i\"d"));
        let whole: Value = serde_json::from_str(&all).expect("an object");
        assert_eq!(whole["ok"]["told"]["file"], file.as_str());
    }

    #[test]
    fn an_answer_follows_its_id_and_one_that_is_too_long_is_not_written() {
        let gone_on = Response::GoneOn { at: 3 };
        let written = CachedResponse::of(Verb::Table(TableVerb::Answer), gone_on);
        assert_eq!(written.frame("x"), r#"{"id":"x","gone_on":{"at":3}}"#);
        let long = CachedResponse::of(
            Verb::Table(TableVerb::Tell),
            Response::Told(DocumentText::File("x".repeat(LONGEST))),
        );
        assert!(
            long.frame("x")
                .starts_with("{\"id\":\"x\",\"unknown\":{\"why\":\"the answer is longer")
        );
    }
}
