//! A table server in the caller's thread: nothing happens between two requests. For
//! browsers, tests and scripts.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::protocol::{Frame, Request};
use crate::table_server::{Requester, TableServer};
use storage::RowWriter;

use super::TableConnection;
use super::running_table::RunningTable;

/// The number of slices of a long answer before the caller gets control back.
const SLICES: usize = 4;

/// A table without its own thread.
#[derive(Clone)]
pub struct InlineTable(Rc<RefCell<RunningTable>>);

impl InlineTable {
    /// A table with the row writer of its rows.
    #[must_use]
    pub fn new(table_server: TableServer, writer: Box<dyn RowWriter>) -> InlineTable {
        InlineTable(Rc::new(RefCell::new(RunningTable::new(table_server, writer))))
    }

    /// Connects a seat.
    #[must_use]
    pub fn sit(&self, asker: Requester) -> Box<dyn TableConnection> {
        let (sends, frames) = channel();
        let on_frame = Box::new(move |frame| {
            // The client may have disconnected.
            let _ = sends.send(frame);
        });
        let connection = self.0.borrow_mut().sit(asker.clone(), on_frame);
        Box::new(SeatedInline { table: self.clone(), connection, asker, frames })
    }

    /// Calls a function with the table server; only for callers that may know all of it.
    pub fn with<T>(&self, look: impl FnOnce(&TableServer) -> T) -> T {
        look(self.0.borrow().table_server())
    }
}

struct SeatedInline {
    table: InlineTable,
    connection: u64,
    asker: Requester,
    frames: Receiver<Frame>,
}

impl Drop for SeatedInline {
    fn drop(&mut self) {
        // It is already borrowed only during its own work, when no request can come.
        if let Ok(mut table) = self.table.0.try_borrow_mut() {
            table.stand(self.connection);
        }
    }
}

impl TableConnection for SeatedInline {
    fn ask(&mut self, request: Request, now: u64) {
        let mut table = self.table.0.borrow_mut();
        table.listen();
        table.asked(&self.asker, request, now);
        table.listen();
    }

    /// Continues a long answer for some slices. Otherwise it does not wait: with only one thread,
    /// no frame can come meanwhile.
    fn next_frame(&mut self, _: Duration) -> Option<Frame> {
        let mut table = self.table.0.borrow_mut();
        table.listen();
        for _ in 0..SLICES {
            if let Ok(frame) = self.frames.try_recv() {
                return Some(frame);
            }
            if !table.continue_answer() {
                break;
            }
        }
        self.frames.try_recv().ok()
    }
}
