//! Writes the rows of one battle to a store, and later reports whether each was stored.

use std::collections::VecDeque;
use std::sync::Arc;

use message::Message;

use super::{Store, StoreFault, StoreTrouble};

/// The outcome of writing a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    /// It is durable.
    Stored,
    /// The row was not stored, and will not be; the reason and the remedy.
    NotKept(Message),
    /// It is unknown whether the row was stored; the reason.
    Unknown(Message),
}

/// An answer of a row writer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriterEvent {
    /// The outcome of the row with this ticket.
    Row(u64, WriteOutcome),
    /// All rows, or why they cannot be read.
    Rows(Result<Vec<String>, StoreFault>),
}

/// Stores the rows of one battle, one after the other. Its answers come through
/// [`RowWriter::next_event`]: at once, after a while, or never.
pub trait RowWriter: Send {
    /// Stores a row after `rows` others.
    fn write(&mut self, ticket: u64, rows: u64, row: &str);
    /// Reads all rows.
    fn read(&mut self);
    /// The next answer, if one has come.
    fn next_event(&mut self) -> Option<WriterEvent>;
    /// Whether other programs add rows to the same battle.
    fn is_shared(&self) -> bool {
        false
    }
}

/// Stores rows in a store that answers at once.
pub struct AtOnce {
    store: Arc<dyn Store>,
    slug: String,
    events: VecDeque<WriterEvent>,
}

impl AtOnce {
    /// The row writer of a battle.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, slug: &str) -> AtOnce {
        AtOnce { store, slug: slug.to_owned(), events: VecDeque::new() }
    }
}

impl RowWriter for AtOnce {
    fn write(&mut self, ticket: u64, rows: u64, row: &str) {
        let stored = match self.store.append(&self.slug, rows, &[row.to_owned()]) {
            Ok(()) => WriteOutcome::Stored,
            Err(fault) if fault.undecided => WriteOutcome::Unknown(fault.in_words_without_place()),
            // Another program was faster: its rows must be read first.
            Err(fault) if fault.trouble == StoreTrouble::Conflict && self.store.is_shared() => {
                WriteOutcome::Unknown(fault.in_words_without_place())
            }
            Err(fault) => WriteOutcome::NotKept(fault.in_words_without_place()),
        };
        self.events.push_back(WriterEvent::Row(ticket, stored));
    }

    fn read(&mut self) {
        self.events.push_back(WriterEvent::Rows(self.store.read(&self.slug)));
    }

    fn next_event(&mut self) -> Option<WriterEvent> {
        self.events.pop_front()
    }

    fn is_shared(&self) -> bool {
        self.store.is_shared()
    }
}
