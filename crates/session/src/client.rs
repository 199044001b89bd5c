//! A client at a table, with a cache: an answer is valid until the table changes, so nothing is
//! requested twice.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
#[cfg(not(target_arch = "wasm32"))]
use std::sync::Arc;
use std::time::Duration;

use rules::{Next, Offer, Subject};

use message::{Message, message};

use super::protocol::{
    AmendPreview, AmendPreviewResult, DocumentKind, DocumentText, Draft, EventKind, Frame, Judged,
    LeftOrder, Log, LogRow, Mutation, Query, Request, Response, Seat, TableEvent, View,
};
use super::randomness::{NoRandomness, random};
use super::runtime::TableConnection;
#[cfg(not(target_arch = "wasm32"))]
use super::runtime::ThreadTable;
use engine::journal::{Undone, hex};
#[cfg(not(target_arch = "wasm32"))]
use storage::Store;

/// The time that a screen waits for an answer before it draws without it.
pub const PATIENCE: Duration = Duration::from_millis(8);

/// The time for the first view of a table.
const FIRST_LOOK: Duration = Duration::from_secs(30);

/// A seat at a table, for a screen.
pub struct Client {
    slug: String,
    now: Box<dyn Fn() -> u64>,
    state: RefCell<ClientState>,
    /// The table itself and its store, for sharing it on the network.
    #[cfg(not(target_arch = "wasm32"))]
    table: Option<(ThreadTable, Arc<dyn Store>)>,
}

struct ClientState {
    connection: Box<dyn TableConnection>,
    /// The number of the last change that it knows of.
    number: u64,
    /// Views that are valid after that change, by position.
    views: HashMap<Option<usize>, Rc<View>>,
    /// Offers, by issuer and position.
    offers: HashMap<(Subject, Option<usize>), Rc<[Offer]>>,
    /// All other answers, by query.
    answers: HashMap<Query, Rc<Response>>,
    /// Queries without an answer yet, by id.
    reads: HashMap<String, (Query, u64)>,
    /// The id of the pending change.
    change: Option<String>,
    view: Option<Rc<View>>,
    log: Rc<Log>,
    /// The first row from which the log must be read again.
    log_from: Option<usize>,
    news: VecDeque<ClientNews>,
    /// Whether an answer did not come in time.
    was_late: bool,
    ids: Ids,
    asked: usize,
}

/// Events for a screen, about its own changes and those of others.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientNews {
    /// The order that it gave was carried out.
    Given(Box<LogRow>),
    /// The orders that it gave as one were carried out, but for those that were left out.
    GivenAsOne(Vec<LogRow>, Vec<LeftOrder>),
    /// Another change that it asked for was made.
    Done,
    /// The order that it gave is declared, and pending.
    Waits,
    /// The change was not made, for this reason.
    NotDone(Message),
    /// The table has changed, through this client or another.
    Changed,
    /// The table waits for its store, for this reason.
    Stuck(Message),
}

/// An answer, and whether it is up to date.
#[derive(Debug)]
pub struct KnownAnswer<T> {
    /// The answer; `None` before the first has come.
    pub value: Option<Rc<T>>,
    /// Whether no newer answer is expected.
    pub fresh: bool,
}

impl Client {
    /// Joins the table of the battle with this slug in the store.
    #[must_use]
    pub fn new(
        slug: String,
        connection: Box<dyn TableConnection>,
        now: impl Fn() -> u64 + 'static,
    ) -> Client {
        let (rows, struck, undone) = (Vec::new(), Vec::new(), Undone::default());
        let log = Log { at: 0, cursor: 0, len: 0, from: 0, rows, struck, undone };
        let state = RefCell::new(ClientState {
            connection,
            number: 0,
            views: HashMap::new(),
            offers: HashMap::new(),
            answers: HashMap::new(),
            reads: HashMap::new(),
            change: None,
            view: None,
            log: Rc::new(log),
            log_from: Some(0),
            news: VecDeque::new(),
            was_late: false,
            ids: Ids::new(),
            asked: 0,
        });
        Client {
            slug,
            now: Box::new(now),
            state,
            #[cfg(not(target_arch = "wasm32"))]
            table: None,
        }
    }

    /// The same once it has seen the table and its log.
    #[must_use]
    pub(super) fn seeing(self) -> Client {
        self.query_within(&Query::View { cursor: None }, FIRST_LOOK);
        self.log_within(FIRST_LOOK);
        self
    }

    /// Whether it has seen the table and all of its log.
    #[must_use]
    pub fn has_seen(&self) -> bool {
        let _ = self.log();
        self.view(None).is_some() && self.state.borrow().log_from.is_none()
    }

    /// The same, with the table itself and its store.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub(super) fn with_table(self, table: ThreadTable, store: Arc<dyn Store>) -> Client {
        Client { table: Some((table, store)), ..self }
    }

    /// The table itself and its store, if it runs in its own thread.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn table(&self) -> Option<(ThreadTable, Arc<dyn Store>)> {
        self.table.clone()
    }

    /// Drops all answers, because the seat may have changed.
    pub fn look_again(&self) {
        let mut state = self.state.borrow_mut();
        state.forget_answers();
        state.news.push_back(ClientNews::Changed);
    }

    /// Its name in the store.
    #[must_use]
    pub fn slug(&self) -> &str {
        &self.slug
    }

    /// The seat; `None` before the first view.
    fn seat(&self) -> Option<Seat> {
        self.state.borrow().view.as_ref().map(|view| view.seat)
    }

    /// The number of the last change that it knows of.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.state.borrow().number
    }

    /// The number of requests sent; there are none while the table does not change.
    #[must_use]
    pub fn asked(&self) -> usize {
        self.state.borrow().asked
    }

    /// Whether a change is pending, or the table waits for its store.
    #[must_use]
    pub fn pending(&self) -> bool {
        self.state.borrow().change.is_some()
    }

    /// Whether a request is still unanswered.
    #[must_use]
    pub fn waits(&self) -> bool {
        let state = self.state.borrow();
        state.change.is_some() || !state.reads.is_empty()
    }

    /// Whether an answer did not come in time since this was last asked; it may have come
    /// in the meantime.
    #[must_use]
    pub fn was_late(&self) -> bool {
        std::mem::take(&mut self.state.borrow_mut().was_late)
    }

    /// The events since the previous call.
    #[must_use]
    pub fn take_news(&self) -> Vec<ClientNews> {
        let mut state = self.state.borrow_mut();
        state.pump(Duration::ZERO, None);
        state.news.drain(..).collect()
    }

    /// The table as it is, or as it was after this many orders. Until that has
    /// come, the last view; `None` before the first.
    #[must_use]
    pub fn view(&self, cursor: Option<usize>) -> Option<Rc<View>> {
        self.query_within(&Query::View { cursor }, PATIENCE);
        let state = self.state.borrow();
        state.views.get(&cursor).or(state.view.as_ref()).cloned()
    }

    /// The result of checking an order in a form.
    #[must_use]
    pub fn judge(&self, draft: Draft) -> KnownAnswer<Response> {
        self.known(&Query::Judge(draft))
    }

    /// Every order that a unit or side can be asked about.
    #[must_use]
    pub fn offers(&self, subject: Subject, cursor: Option<usize>) -> Rc<[Offer]> {
        self.query_within(&Query::Offers { subject, cursor }, PATIENCE);
        self.state.borrow().offers.get(&(subject, cursor)).cloned().unwrap_or_default()
    }

    /// A unit's turn as a card, or a group that is put together: [`Query::Turn`] and
    /// [`Query::Group`].
    #[must_use]
    pub fn turns(&self, ask: &Query) -> KnownAnswer<Response> {
        self.known(ask)
    }

    /// The next step.
    #[must_use]
    pub fn next_step(&self) -> Next {
        match self.read_within(&Query::Next {}, PATIENCE).as_deref() {
            Some(Response::Next { next, .. }) => next.clone(),
            _ => Next::default(),
        }
    }

    /// The preview of an amendment.
    #[must_use]
    pub fn trial(&self, trial: AmendPreview) -> KnownAnswer<Response> {
        self.known(&Query::Trial(trial))
    }

    /// A longer text about the battle.
    #[must_use]
    pub fn document(&self, tell: DocumentKind) -> KnownAnswer<Response> {
        self.known(&Query::Tell(tell))
    }

    /// The battle as a file. If it holds a side's secrets, all seats are
    /// notified first.
    ///
    /// # Errors
    /// If this seat may not have it, or the answer is not there yet.
    pub fn file(&self) -> Result<String, Unready> {
        let file = || {
            let known = self.document(DocumentKind::File {});
            match known.text() {
                Some(DocumentText::File(file)) => Ok(file.clone()),
                _ => Err(known.why_not().into()),
            }
        };
        match file() {
            Err(Unready::Never(_)) if matches!(self.seat(), Some(Seat::Both | Seat::Owner)) => {
                if !self.pending() {
                    self.change(Mutation::TakeOut {});
                    self.state.borrow_mut().pump(PATIENCE, None);
                }
                file().map_err(|_| Unready::NotYet)
            }
            other => other,
        }
    }

    /// The log, as far as it has been read.
    #[must_use]
    pub fn log(&self) -> Rc<Log> {
        self.log_within(PATIENCE)
    }

    /// Requests a change; [`Client::take_news`] returns its outcome. While one change is
    /// pending, others are ignored.
    pub fn change(&self, ask: Mutation) {
        let now = (self.now)();
        let mut state = self.state.borrow_mut();
        if state.change.is_some() {
            state
                .news
                .push_back(ClientNews::NotDone(message!("The last change is still being saved.")));
            return;
        }
        let id = match state.ids.of_change() {
            Ok(id) => id,
            Err(none) => {
                state.news.push_back(ClientNews::NotDone(none.message()));
                return;
            }
        };
        state.change = Some(id.clone());
        let seen = Some(state.number);
        state.asked += 1;
        state.connection.ask(Request { id, seen, ask: ask.into() }, now);
        state.pump(Duration::ZERO, None);
    }

    fn known(&self, ask: &Query) -> KnownAnswer<Response> {
        let value = self.read_within(ask, PATIENCE);
        KnownAnswer { fresh: value.is_some(), value }
    }

    /// The answer to a query, if it comes in time.
    fn read_within(&self, ask: &Query, patience: Duration) -> Option<Rc<Response>> {
        self.query_within(ask, patience);
        self.state.borrow().answers.get(ask).cloned()
    }

    /// Sends a query unless its answer is known, and waits for the answer.
    fn query_within(&self, ask: &Query, patience: Duration) {
        let now = (self.now)();
        let mut state = self.state.borrow_mut();
        state.pump(Duration::ZERO, None);
        if state.knows(ask) {
            return;
        }
        let number = state.number;
        let under_way = |(known, of): &(Query, u64)| known == ask && *of == number;
        if !state.reads.values().any(under_way) {
            let id = state.ids.of_read();
            state.reads.insert(id.clone(), (ask.clone(), number));
            state.asked += 1;
            state.connection.ask(Request { id, seen: None, ask: ask.clone().into() }, now);
        }
        state.pump(patience, Some(ask));
        state.was_late |= !state.knows(ask);
    }

    fn log_within(&self, patience: Duration) -> Rc<Log> {
        loop {
            let from = {
                let mut state = self.state.borrow_mut();
                state.pump(Duration::ZERO, None);
                state.log_from
            };
            let Some(from) = from else { break };
            let answer = self.read_within(&Query::Log { from, count: usize::MAX }, patience);
            let Some(Response::Log(part)) = answer.as_deref() else { break };
            let mut state = self.state.borrow_mut();
            state.take_log(part);
            if state.log_from == Some(from) {
                break;
            }
        }
        Rc::clone(&self.state.borrow().log)
    }
}

impl ClientState {
    /// Whether the answer to a query is known.
    fn knows(&self, ask: &Query) -> bool {
        let known = match ask {
            Query::View { cursor } => self.views.contains_key(cursor),
            Query::Offers { subject, cursor } => self.offers.contains_key(&(*subject, *cursor)),
            _ => false,
        };
        known || self.answers.contains_key(ask)
    }

    /// Handles the frames that have come, and waits for the answer to `ask`.
    fn pump(&mut self, patience: Duration, ask: Option<&Query>) {
        let mut left = patience;
        loop {
            if ask.is_some_and(|ask| self.knows(ask)) {
                left = Duration::ZERO;
            }
            let Some(frame) = self.connection.next_frame(left) else { return };
            self.take(frame);
        }
    }

    fn take(&mut self, frame: Frame) {
        match frame {
            Frame::Answer { id, answer } => {
                if self.change.as_ref() == Some(&id) {
                    self.change = None;
                    self.changed(*answer);
                } else if let Some((ask, of)) = self.reads.remove(&id) {
                    self.answered(ask, of, *answer);
                }
            }
            Frame::News(news) => self.news(&news),
            Frame::Reset { at } => {
                self.set_table_number(at);
                self.log_from = Some(0);
                self.news.push_back(ClientNews::Changed);
            }
            Frame::Waits { why } => self.news.push_back(ClientNews::Stuck(why)),
        }
    }

    /// Stores the answer to a read, if the table has not changed since.
    fn answered(&mut self, ask: Query, of: u64, answer: Response) {
        if let Some(at) = answer.at().filter(|at| *at > self.number) {
            self.set_table_number(at);
        }
        if answer.at().unwrap_or(of) != self.number {
            return;
        }
        match (ask, answer) {
            (Query::View { cursor }, Response::View(view)) => {
                let view: Rc<View> = view.into();
                if view.moment == view.cursor {
                    self.look(&view);
                }
                self.views.insert(cursor, view);
            }
            (Query::Offers { subject, cursor }, Response::Offers { offers, .. }) => {
                self.offers.insert((subject, cursor), offers.into());
            }
            (ask, answer) => {
                self.answers.insert(ask, Rc::new(answer));
            }
        }
    }

    /// If the viewer has changed, the whole log must be read again.
    fn look(&mut self, view: &Rc<View>) {
        let eyes = |view: &View| (view.in_hand, view.hand_over_to, view.over);
        if self.view.as_ref().is_some_and(|known| eyes(known) != eyes(view)) {
            self.log_from = Some(0);
        }
        self.view = Some(Rc::clone(view));
    }

    /// Handles the answer to a change of our own.
    fn changed(&mut self, answer: Response) {
        let news = match answer {
            Response::Given { at, row } => {
                self.set_table_number(at);
                ClientNews::Given(row)
            }
            Response::GivenAsOne { at, rows, left } => {
                self.set_table_number(at);
                ClientNews::GivenAsOne(rows, left)
            }
            Response::Done { at, .. } => {
                self.set_table_number(at);
                ClientNews::Done
            }
            Response::Waits { at, .. } => {
                self.set_table_number(at);
                ClientNews::Waits
            }
            other => ClientNews::NotDone(other.in_words().unwrap_or_default()),
        };
        self.news.push_back(news);
    }

    fn news(&mut self, news: &TableEvent) {
        let from = match &news.what {
            EventKind::Entry(row) => Some(row.index),
            EventKind::Entries(rows) => rows.first().map(|row| row.index),
            EventKind::Amended { from } => Some(*from),
            // Rows that are undone or redone say so.
            EventKind::Undone { cursor } | EventKind::Redone { cursor } => {
                Some((*cursor).min(self.log.cursor))
            }
            EventKind::Declared(_)
            | EventKind::Answered(_)
            | EventKind::Withdrawn
            | EventKind::Declined
            | EventKind::Ready(_)
            | EventKind::TakenOut
            | EventKind::FromFile
            | EventKind::Seats(_)
            | EventKind::Settings(_) => None,
        };
        if let Some(from) = from {
            self.log_from = Some(self.log_from.map_or(from, |known| known.min(from)));
        }
        self.set_table_number(news.at);
        self.news.push_back(ClientNews::Changed);
    }

    /// Sets the number of the table, and drops what was known of an earlier one.
    fn set_table_number(&mut self, number: u64) {
        if number != self.number {
            self.number = number;
            self.forget_answers();
        }
    }

    fn forget_answers(&mut self) {
        self.views.clear();
        self.offers.clear();
        self.answers.clear();
    }

    /// Takes in the log from a row on.
    fn take_log(&mut self, part: &Log) {
        // The table has changed while it was read.
        if part.at != self.number || self.log_from.is_none_or(|from| from < part.from) {
            return;
        }
        let mut log = (*self.log).clone();
        log.rows.truncate(part.from);
        if log.rows.len() < part.from {
            self.log_from = Some(0);
            return;
        }
        log.rows.extend(part.rows.iter().cloned());
        log.struck.clone_from(&part.struck);
        log.undone = part.undone;
        (log.at, log.cursor, log.len) = (part.at, part.cursor, part.len);
        self.log_from = None;
        self.log = Rc::new(log);
    }
}

/// The ids of its requests.
struct Ids {
    /// The unique prefix of this client's ids.
    first: Result<String, NoRandomness>,
    next: u64,
}

impl Ids {
    fn new() -> Ids {
        Ids { first: random::<12>().map(|bytes| hex(&bytes)), next: 0 }
    }

    /// The id of a change, which no other client may use: a change with a known id is
    /// answered from its row.
    fn of_change(&mut self) -> Result<String, NoRandomness> {
        self.next += 1;
        let next = self.next;
        self.first.as_ref().map(|first| format!("{first}-{next}")).map_err(|none| *none)
    }

    /// The id of a read.
    fn of_read(&mut self) -> String {
        self.next += 1;
        format!("{}-{}", self.first.as_deref().unwrap_or("read"), self.next)
    }
}

/// The typed answer to a query for a judgement, a preview or a document.
impl KnownAnswer<Response> {
    /// The answer; `None` if it has not come yet.
    #[must_use]
    pub fn answer(&self) -> Option<&Response> {
        self.value.as_deref()
    }

    /// The judgement; `None` if it was refused or has not come yet.
    #[must_use]
    pub fn judged(&self) -> Option<&Judged> {
        match self.value.as_deref() {
            Some(Response::Judged(judged)) => Some(judged),
            _ => None,
        }
    }

    /// The preview of an amendment.
    #[must_use]
    pub fn amend_preview(&self) -> Option<&AmendPreviewResult> {
        match self.value.as_deref() {
            Some(Response::Tried(tried)) => Some(tried),
            _ => None,
        }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> Option<&DocumentText> {
        match self.value.as_deref() {
            Some(Response::Told(text)) => Some(text),
            _ => None,
        }
    }

    /// The reason why there is no such answer, in words, if there is one.
    #[must_use]
    pub fn why_not(&self) -> Option<Message> {
        match self.value.as_deref()? {
            Response::Judged(_) | Response::Tried(_) | Response::Told(_) => None,
            other => other.in_words(),
        }
    }
}

/// The reason why there is no text about the battle.
#[derive(Clone, Debug, PartialEq)]
pub enum Unready {
    /// The text is still being written: ask again.
    NotYet,
    /// This seat cannot have it; why, in words.
    Never(Message),
}

impl From<Option<Message>> for Unready {
    /// From the reason, if there is one.
    fn from(why: Option<Message>) -> Unready {
        why.map_or(Unready::NotYet, Unready::Never)
    }
}

impl From<Unready> for Message {
    fn from(why: Unready) -> Message {
        match why {
            Unready::NotYet => message!("It is still being written. Try again."),
            Unready::Never(why) => why,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Next;

    /// A table whose first answer comes after the client has stopped waiting for it.
    #[derive(Default)]
    struct LateConnection {
        asked: VecDeque<String>,
        on_frame: usize,
    }

    impl TableConnection for LateConnection {
        fn ask(&mut self, request: Request, _now: u64) {
            self.asked.push_back(request.id);
        }

        fn next_frame(&mut self, _wait: Duration) -> Option<Frame> {
            self.on_frame += 1;
            let id = self.asked.pop_front_if(|_| self.on_frame > 3)?;
            let answer = Box::new(Response::Next { at: 0, next: Next::default() });
            Some(Frame::Answer { id, answer })
        }
    }

    #[test]
    fn an_answer_that_came_between_two_reads_still_counts_as_late() {
        let client = Client::new("late".into(), Box::new(LateConnection::default()), || 0);
        assert_eq!(client.next_step(), Next::default());
        assert!(client.waits());
        let _ = client.take_news();
        let _ = client.take_news();
        assert!(!client.waits(), "it has come");
        assert!(client.was_late() && !client.was_late());
    }
}
