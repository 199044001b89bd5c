//! A table server with its row writer: the common part of both runtimes.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::protocol::{Frame, Request, Response, Seat};
use crate::randomness::random;
use crate::table_server::{Out, Requester, TableServer};
use message::{Message, message};
use storage::{RowWriter, WriterEvent};

/// A client that is connected to the table.
struct ConnectedClient {
    /// The number of their connection, which differs even between two windows that
    /// hold one seat under one token.
    connection: u64,
    asker: Requester,
    /// The receiver of its frames.
    on_frame: Box<dyn FnMut(Frame) + Send>,
}

/// Called with whether the rows could be read.
pub(super) type OnRead = Box<dyn FnOnce(bool) + Send>;

/// A table server, its row writer, and the connections to its table.
pub(super) struct RunningTable {
    table_server: TableServer,
    writer: Box<dyn RowWriter>,
    clients: Vec<ConnectedClient>,
    connections: u64,
    /// Requests that are not yet answered, the oldest first.
    open: Vec<(Requester, Request, u64)>,
    /// Whether the rows must be read again, but the row writer has not been asked
    /// yet or has failed.
    rereads: bool,
    /// Whether the table server panicked and must be replaced.
    wrong: bool,
    /// The request during which it panicked, to answer it; `None` if it panicked otherwise.
    blamed: Option<(Requester, String)>,
    /// The callers that wait for the rows being read, the oldest first; `None` for the table
    /// itself.
    reads: VecDeque<Option<OnRead>>,
    /// The point at which a test makes the table server panic, once.
    #[cfg(test)]
    panics: Option<Panics>,
}

/// The event after which a table server panics in a test.
#[cfg(test)]
#[derive(Debug, PartialEq, Eq)]
enum Panics {
    /// It has received the request with this id.
    Ask(&'static str),
    /// It has received the outcome of the row with this ticket.
    Row(u64),
}

impl RunningTable {
    pub(super) fn new(mut table_server: TableServer, writer: Box<dyn RowWriter>) -> RunningTable {
        table_server.shares(writer.is_shared());
        table_server.draws_from(random());
        RunningTable {
            table_server,
            writer,
            clients: Vec::new(),
            connections: 0,
            open: Vec::new(),
            rereads: false,
            wrong: false,
            blamed: None,
            reads: VecDeque::new(),
            #[cfg(test)]
            panics: None,
        }
    }

    pub(super) fn table_server(&self) -> &TableServer {
        &self.table_server
    }

    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn table_server_mut(&mut self) -> &mut TableServer {
        &mut self.table_server
    }

    /// Adds a connection, and returns its number.
    pub(super) fn sit(&mut self, asker: Requester, on_frame: Box<dyn FnMut(Frame) + Send>) -> u64 {
        self.connections += 1;
        self.clients.push(ConnectedClient { connection: self.connections, asker, on_frame });
        self.count_seats();
        self.connections
    }

    /// Removes a connection.
    pub(super) fn stand(&mut self, connection: u64) {
        self.clients.retain(|client| client.connection != connection);
        let is_connected = |who: &Requester| self.clients.iter().any(|client| client.asker == *who);
        self.open.retain(|(asker, ..)| is_connected(asker));
        self.count_seats();
    }

    fn count_seats(&mut self) {
        let mut seats: Vec<Seat> = self.clients.iter().map(|client| client.asker.seat).collect();
        seats.sort_unstable();
        seats.dedup();
        self.table_server.seated(&seats);
    }

    /// Handles a request.
    pub(super) fn asked(&mut self, asker: &Requester, request: Request, now: u64) {
        if self.rereads {
            self.reread();
        }
        if self.wrong {
            self.open.push((asker.clone(), request, now));
        } else {
            self.think(asker, request, now);
        }
    }

    /// A bug in the table server costs the client one answer, but not the battle.
    fn think(&mut self, asker: &Requester, request: Request, now: u64) {
        let answers = AssertUnwindSafe(|| {
            let out = self.table_server.asked(asker, &request, now);
            #[cfg(test)]
            {
                let wrong = |at: &mut Panics| matches!(at, Panics::Ask(id) if *id == request.id);
                assert!(self.panics.take_if(wrong).is_none());
            }
            out
        });
        let Ok(out) = catch_unwind(answers) else {
            self.blamed = Some((asker.clone(), request.id));
            return self.went_wrong();
        };
        let is_answer = |out: &Out| matches!(out, Out::To(to, Frame::Answer { id, .. }) if to == asker && *id == request.id);
        if !out.iter().any(is_answer) {
            self.open.push((asker.clone(), request, now));
        }
        self.carry(out);
    }

    /// Whether a long answer is being worked out.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn thinks(&self) -> bool {
        !self.wrong && self.table_server.pending_answer().is_some()
    }

    /// Continues a long answer for a slice. Returns whether there was one.
    pub(super) fn continue_answer(&mut self) -> bool {
        let Some(asker) = self.table_server.pending_answer().filter(|_| !self.wrong) else {
            return false;
        };
        let thinks = AssertUnwindSafe(|| self.table_server.think());
        if let Ok(out) = catch_unwind(thinks) {
            self.carry(out);
        } else {
            self.blamed = Some(asker);
            self.went_wrong();
        }
        true
    }

    fn went_wrong(&mut self) {
        self.wrong = true;
        self.reread();
    }

    /// Handles the messages of the row writer. Returns whether there were any.
    pub(super) fn listen(&mut self) -> bool {
        let mut received = false;
        while let Some(event) = self.writer.next_event() {
            received = true;
            match event {
                // After a panic the table is not reliable; it is rebuilt from the rows.
                WriterEvent::Row(..) if self.wrong => {}
                WriterEvent::Row(ticket, outcome) => {
                    let shown = AssertUnwindSafe(|| {
                        let out = self.table_server.row_written(ticket, &outcome);
                        #[cfg(test)]
                        assert!(self.panics.take_if(|at| *at == Panics::Row(ticket)).is_none());
                        out
                    });
                    match catch_unwind(shown) {
                        Ok(out) => self.carry(out),
                        Err(_) => self.went_wrong(),
                    }
                }
                WriterEvent::Rows(rows) => {
                    let seen = self.reads.pop_front().flatten();
                    match rows {
                        Ok(rows) => self.read_back(&rows),
                        Err(fault) => self.still_waits(&fault.in_words_without_place()),
                    }
                    if let Some(seen) = seen {
                        seen(!self.rereads);
                    }
                    // Perhaps no further request comes, and the caller of `seen` waits for the rows.
                    if self.rereads && self.writer.is_shared() {
                        self.reread();
                    }
                }
            }
        }
        received
    }

    fn reread(&mut self) {
        self.rereads = true;
        // Servers that do not answer get one request at a time.
        if !self.writer.is_shared() || !self.reads.iter().any(Option::is_none) {
            self.reads.push_back(None);
            self.writer.read();
        }
    }

    /// Adds the rows of other programs, and then reports whether that was possible.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn refresh(&mut self, seen: OnRead) {
        self.reads.push_back(Some(seen));
        self.writer.read();
    }

    /// Another program may have added the row with this number.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn row_added(&mut self, number: u64, text: &str) {
        if self.wrong {
            return;
        }
        let change = AssertUnwindSafe(|| self.table_server.row_added(number, text));
        match catch_unwind(change) {
            Ok(out) => self.carry(out),
            Err(_) => self.went_wrong(),
        }
    }

    fn read_back(&mut self, rows: &[String]) {
        if self.wrong {
            return self.reload(rows);
        }
        let read = catch_unwind(AssertUnwindSafe(|| self.table_server.read_back(rows)));
        match read {
            Ok(Ok(out)) => {
                self.rereads = false;
                self.carry(out);
            }
            Ok(Err(fault)) => self.still_waits(&fault.message()),
            Err(_) => {
                self.wrong = true;
                self.still_waits(&own_mistake());
            }
        }
    }

    /// After a panic: replaces the table server by the table in the store. Open requests are
    /// handled again; those that were carried out are answered from their rows.
    fn reload(&mut self, rows: &[String]) {
        match catch_unwind(|| TableServer::read(rows)) {
            Ok(Ok(table_server)) => self.table_server = table_server,
            Ok(Err(fault)) => return self.still_waits(&fault.message()),
            Err(_) => return self.still_waits(&own_mistake()),
        }
        self.table_server.shares(self.writer.is_shared());
        self.table_server.draws_from(random());
        (self.rereads, self.wrong) = (false, false);
        self.count_seats();
        let at = self.table_server.at();
        self.send_all(&Frame::Reset { at });
        if let Some((asker, id)) = self.blamed.take() {
            let answer = Response::Error { why: own_mistake(), key: None, die: None };
            let answer = Box::new(answer);
            self.carry(vec![Out::To(asker, Frame::Answer { id, answer })]);
        }
        for (asker, request, now) in std::mem::take(&mut self.open) {
            self.asked(&asker, request, now);
        }
    }

    /// Notifies all seats that the rows cannot be read; the next request tries again.
    fn still_waits(&mut self, why: &Message) {
        self.rereads = true;
        self.send_all(&Frame::Waits { why: why.clone() });
    }

    fn send_all(&mut self, frame: &Frame) {
        self.send_to(frame, |_| true);
    }

    fn send_to(&mut self, frame: &Frame, who: impl Fn(&Requester) -> bool) {
        for client in self.clients.iter_mut().filter(|client| who(&client.asker)) {
            (client.on_frame)(frame.clone());
        }
    }

    fn carry(&mut self, out: Vec<Out>) {
        for out in out {
            match out {
                // Two windows of one player get only the answers to their own requests.
                Out::To(to, frame) => {
                    if let Frame::Answer { id, .. } = &frame {
                        self.open.retain(|(asker, asked, _)| *asker != to || asked.id != *id);
                    }
                    self.send_to(&frame, |asker| *asker == to);
                }
                Out::All(seat, frame) => self.send_to(&frame, |asker| asker.seat == seat),
                Out::Keep { ticket, rows, row } => self.writer.write(ticket, rows, &row),
                Out::ReadBack => self.reread(),
            }
        }
    }
}

fn own_mistake() -> Message {
    message!(
        "Trierarch had an internal error; nothing has changed. Tell the person who gave you the \
         program what you did."
    )
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use serde_json::json;

    use super::*;
    use crate::protocol::{Mutation, RequestBody};
    use engine::journal::Opening;
    use storage::Store;
    use testing::delayed_store::DelayedStore;

    struct Set {
        delayed: DelayedStore,
        table: RunningTable,
        frames: [Receiver<Frame>; 2],
    }

    const SEATS: [Seat; 2] = [Seat::A, Seat::B];

    fn set(panics: Panics) -> Set {
        let opening = Opening::ready("sybota", 7).expect("a ready battle");
        let (table_server, rows) = TableServer::begin(opening, 1, [0; 16]).expect("it begins");
        let delayed = DelayedStore::default();
        delayed.store().create("table", &rows).expect("stored");
        let mut table = RunningTable::new(table_server, delayed.row_writer("table"));
        table.panics = Some(panics);
        let frames = SEATS.map(|seat| {
            let (sends, frames) = channel();
            let hears = Box::new(move |frame| sends.send(frame).expect("it is received"));
            table.sit(Requester::at(seat), hears);
            frames
        });
        Set { delayed, table, frames }
    }

    impl Set {
        fn sails(&mut self, seat: Seat, id: &str, ship: &str) {
            let order = json!({"kind": "sail", "ship": ship});
            let order = order.as_object().expect("an object").clone();
            let ask = RequestBody::Change(Mutation::Order { order, dice: None });
            let request = Request { id: id.into(), seen: None, ask };
            self.table.asked(&Requester::at(seat), request, 5);
            while self.table.listen() {}
        }

        /// The frames that a seat has received since: a word for each.
        fn frames_of(&self, seat: usize) -> Vec<String> {
            let word = |frame| match frame {
                Frame::Answer { id, answer } => match *answer {
                    Response::Given { at, .. } => format!("{id} given {at}"),
                    Response::NotKept { .. } => format!("{id} not kept"),
                    Response::Error { .. } => format!("{id} error"),
                    other => format!("{id} {other:?}"),
                },
                Frame::News(news) => format!("news {}", news.at),
                Frame::Reset { at } => format!("reset {at}"),
                Frame::Waits { .. } => "waits".to_owned(),
            };
            self.frames[seat].try_iter().map(word).collect()
        }
    }

    #[test]
    fn a_table_is_restored_after_a_panic() {
        let mut set = set(Panics::Ask("wrong"));
        set.sails(Seat::A, "one", "A1");
        assert_eq!(set.frames_of(0), ["one given 1", "news 1"]);
        assert_eq!(set.frames_of(1), ["news 1"]);
        set.sails(Seat::A, "wrong", "A2");
        assert_eq!(set.frames_of(0), ["reset 1", "wrong error"]);
        assert_eq!(set.frames_of(1), ["reset 1"]);
        let rows = || set.delayed.store().read("table").expect("it is there").len();
        assert_eq!((rows(), set.table.table_server().journal().len()), (2, 1));
        // The battle continues without that request.
        set.sails(Seat::B, "two", "B1");
        assert_eq!(set.frames_of(1)[0], "two given 2");
    }

    #[test]
    fn requests_that_waited_during_a_panic_are_carried_out_once() {
        let mut set = set(Panics::Row(2));
        set.sails(Seat::A, "one", "A1");
        set.delayed.slow(true);
        set.sails(Seat::A, "two", "A2");
        set.sails(Seat::B, "three", "B1");
        set.delayed.slow(false);
        while set.table.listen() {}
        // The second row was stored before the panic, and is answered from there.
        assert_eq!(set.frames_of(0), ["one given 1", "news 1", "reset 2", "two given 2", "news 3"]);
        assert_eq!(set.frames_of(1), ["news 1", "reset 2", "three given 3", "news 3"]);
        assert_eq!(set.delayed.store().read("table").expect("it is there").len(), 4);
    }
}
