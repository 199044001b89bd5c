//! A table server in its own thread, and its row writer in another, so that a slow disk or a
//! long answer does not block a screen.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use crate::protocol::{Frame, Request, RequestBody, Seat};
use crate::table_server::{Requester, TableServer};
use storage::{RowWriter, WriterEvent};

use super::TableConnection;
use super::running_table::RunningTable;

/// A table with its own thread. Its threads end with the last connection.
#[derive(Clone)]
pub struct ThreadTable(Arc<Sender<TableMessage>>);

enum TableMessage {
    /// A new connection; its number is sent back.
    Sit(Requester, Box<dyn FnMut(Frame) + Send>, Sender<u64>),
    /// Removes a connection.
    Stand(u64),
    Ask(Requester, Box<Request>, u64),
    /// Runs a function on the table server.
    Look(Box<dyn FnOnce(&mut TableServer) + Send>),
    /// Another program may have added the row with this number.
    RowAdded(u64, String),
    /// Adds the rows of other programs, and reports whether that was possible.
    Refresh(Box<dyn FnOnce(bool) + Send>),
    /// The row writer has a message.
    Listen,
}

enum ThreadJob {
    Keep { ticket: u64, rows: u64, row: String },
    Read,
}

/// The largest number of requests that are handled between two slices of a long answer.
const BETWEEN: usize = 64;

/// The interval at which a row writer that answers late is asked for its answer.
const LISTENS_EVERY: Duration = Duration::from_millis(5);

impl ThreadTable {
    /// A table with the row writer of its rows.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn new(table_server: TableServer, writer: Box<dyn RowWriter>) -> io::Result<ThreadTable> {
        let (sender, receiver) = channel();
        let table = ThreadTable(Arc::new(sender));
        let (jobs, work) = channel();
        let events = Arc::default();
        let is_shared = writer.is_shared();
        let posts = Posts { jobs, events: Arc::clone(&events), is_shared };
        let back = Arc::downgrade(&table.0);
        thread::Builder::new()
            .name("store".into())
            .spawn(move || keep(writer, &work, &events, &back))?;
        thread::Builder::new()
            .name("table".into())
            .spawn(move || run(RunningTable::new(table_server, Box::new(posts)), &receiver))?;
        Ok(table)
    }

    /// Connects a seat. `wake` is called whenever a frame has come.
    #[must_use]
    pub fn sit(
        &self,
        asker: Requester,
        wake: impl Fn() + Send + 'static,
    ) -> Box<dyn TableConnection> {
        let (sends, frames) = channel();
        let on_frame = Box::new(move |frame| {
            // The client may have disconnected.
            let _ = sends.send(frame);
            wake();
        });
        // If the thread is gone, no frame ever comes, and that is noticed.
        let (number, connection) = channel();
        let _ = self.0.send(TableMessage::Sit(asker.clone(), on_frame, number));
        Box::new(Seated {
            connection: ThreadConnection {
                table: self.clone(),
                number: Mutex::new(connection),
                asker,
            },
            frames,
        })
    }

    /// Connects a seat; `on_frame` gets each frame at once, in the table's own thread,
    /// and must not block.
    #[must_use]
    pub fn join(
        &self,
        asker: Requester,
        on_frame: impl FnMut(Frame) + Send + 'static,
    ) -> ThreadConnection {
        let (number, connection) = channel();
        let _ = self.0.send(TableMessage::Sit(asker.clone(), Box::new(on_frame), number));
        ThreadConnection { table: self.clone(), number: Mutex::new(connection), asker }
    }

    /// Reports that another program may have added the row with this number, from 0.
    pub fn row_added(&self, number: u64, row: String) {
        let _ = self.0.send(TableMessage::RowAdded(number, row));
    }

    /// Adds the rows that other programs have stored; then reports whether the store
    /// could be read.
    pub fn refresh(&self, seen: impl FnOnce(bool) + Send + 'static) {
        let _ = self.0.send(TableMessage::Refresh(Box::new(seen)));
    }

    /// Runs a function on the table server in the table's thread, after all earlier
    /// requests; only for callers that may know all of it.
    pub fn look(&self, look: impl FnOnce(&mut TableServer) + Send + 'static) {
        let _ = self.0.send(TableMessage::Look(Box::new(look)));
    }
}

/// A connection to the table, until it is dropped.
pub struct ThreadConnection {
    table: ThreadTable,
    number: Mutex<Receiver<u64>>,
    asker: Requester,
}

impl ThreadConnection {
    /// Sends a request; `now` is in seconds since 1970.
    pub fn ask(&self, request: Request, now: u64) {
        let _ = self.table.0.send(TableMessage::Ask(self.asker.clone(), Box::new(request), now));
    }
}

impl Drop for ThreadConnection {
    fn drop(&mut self) {
        // The table's thread answers this, or is gone.
        let number = self.number.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Ok(connection) = number.recv() {
            let _ = self.table.0.send(TableMessage::Stand(connection));
        }
    }
}

impl TableMessage {
    /// Whether it is a spectator's read-only request.
    fn can_wait(&self) -> bool {
        match self {
            TableMessage::Ask(asker, request, _) => {
                let plays = matches!(asker.seat, Seat::A | Seat::B | Seat::Both | Seat::Umpire);
                !plays && matches!(request.ask, RequestBody::Read(_))
            }
            TableMessage::Sit(..)
            | TableMessage::Stand(_)
            | TableMessage::Look(_)
            | TableMessage::RowAdded(..)
            | TableMessage::Refresh(_)
            | TableMessage::Listen => false,
        }
    }
}

/// The next message; read-only requests of spectators come after all others. `None` if
/// there is none, or the last connection has ended.
fn next(
    receiver: &Receiver<TableMessage>,
    later: &mut VecDeque<TableMessage>,
    waits: bool,
) -> Option<TableMessage> {
    loop {
        let next = if waits && later.is_empty() {
            receiver.recv().map_err(|_| TryRecvError::Disconnected)
        } else {
            receiver.try_recv()
        };
        match next {
            Ok(next) if next.can_wait() => later.push_back(next),
            Ok(next) => return Some(next),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => return later.pop_front(),
        }
    }
}

fn run(mut table: RunningTable, receiver: &Receiver<TableMessage>) {
    let mut later = VecDeque::new();
    let mut served = 0;
    loop {
        let next = if table.thinks() {
            // Between two slices of a long answer, others are served.
            let next = (served < BETWEEN).then(|| next(receiver, &mut later, false)).flatten();
            let Some(next) = next else {
                served = 0;
                table.continue_answer();
                continue;
            };
            served += 1;
            next
        } else {
            match next(receiver, &mut later, true) {
                Some(next) => next,
                None => return,
            }
        };
        match next {
            TableMessage::Sit(asker, on_frame, number) => {
                let _ = number.send(table.sit(asker, on_frame));
            }
            TableMessage::Stand(connection) => table.stand(connection),
            TableMessage::Ask(asker, request, now) => table.asked(&asker, *request, now),
            TableMessage::Look(look) => look(table.table_server_mut()),
            TableMessage::RowAdded(number, row) => table.row_added(number, &row),
            TableMessage::Refresh(seen) => table.refresh(seen),
            TableMessage::Listen => {}
        }
        table.listen();
    }
}

/// The row writer for the table's thread: it sends rows to the store's thread.
struct Posts {
    jobs: Sender<ThreadJob>,
    events: Arc<Mutex<VecDeque<WriterEvent>>>,
    is_shared: bool,
}

impl RowWriter for Posts {
    fn write(&mut self, ticket: u64, rows: u64, row: &str) {
        // The other thread lives as long as this value.
        let _ = self.jobs.send(ThreadJob::Keep { ticket, rows, row: row.to_owned() });
    }

    fn read(&mut self) {
        let _ = self.jobs.send(ThreadJob::Read);
    }

    fn next_event(&mut self) -> Option<WriterEvent> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    fn is_shared(&self) -> bool {
        self.is_shared
    }
}

/// The store's thread: does job after job, and returns the messages of the row writer.
fn keep(
    mut writer: Box<dyn RowWriter>,
    work: &Receiver<ThreadJob>,
    events: &Mutex<VecDeque<WriterEvent>>,
    table: &Weak<Sender<TableMessage>>,
) {
    let mut open = 0_usize;
    loop {
        let job = if open == 0 {
            work.recv().map_err(|_| RecvTimeoutError::Disconnected)
        } else {
            work.recv_timeout(LISTENS_EVERY)
        };
        open += usize::from(job.is_ok());
        match job {
            Ok(ThreadJob::Keep { ticket, rows, row }) => writer.write(ticket, rows, &row),
            Ok(ThreadJob::Read) => writer.read(),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        while let Some(next) = writer.next_event() {
            open = open.saturating_sub(1);
            events.lock().unwrap_or_else(PoisonError::into_inner).push_back(next);
            if let Some(table) = table.upgrade() {
                let _ = table.send(TableMessage::Listen);
            }
        }
    }
}

struct Seated {
    connection: ThreadConnection,
    frames: Receiver<Frame>,
}

impl TableConnection for Seated {
    fn ask(&mut self, request: Request, now: u64) {
        self.connection.ask(request, now);
    }

    fn next_frame(&mut self, wait: Duration) -> Option<Frame> {
        if wait.is_zero() {
            return self.frames.try_recv().ok();
        }
        self.frames.recv_timeout(wait).ok()
    }
}
