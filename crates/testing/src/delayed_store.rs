//! A store in memory for tests of slow and failing storage: on request it delays, fails or loses
//! answers.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use message::{Message, message};
use storage::{BattleLibrary, Clock, InMemory, RowWriter, Store, WriteOutcome, WriterEvent};

/// The fate of the next row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowFate {
    /// It is stored.
    Keep,
    /// It is not stored, for this reason.
    Fail(Message),
    /// It is stored, but the answer is lost.
    LoseTheAnswer,
    /// It is not stored, and there is no answer.
    LoseTheRow,
}

/// A store in memory, and the control of its row writers.
#[derive(Clone, Default)]
pub struct DelayedStore {
    store: Arc<InMemory>,
    state: Arc<Mutex<DelayedState>>,
}

#[derive(Default)]
struct DelayedState {
    /// Whether answers wait for [`DelayedStore::release`].
    slow: bool,
    fates: VecDeque<RowFate>,
    /// The pending requests, each with its battle.
    pending: VecDeque<(String, PendingRequest)>,
    events: BTreeMap<String, VecDeque<WriterEvent>>,
}

enum PendingRequest {
    Keep { ticket: u64, rows: u64, row: String },
    Read,
}

impl DelayedStore {
    /// The store itself, without delays.
    #[must_use]
    pub fn store(&self) -> Arc<InMemory> {
        Arc::clone(&self.store)
    }

    /// If `slow`, each request waits for [`DelayedStore::release`]; otherwise it is handled at
    /// once.
    pub fn slow(&self, slow: bool) {
        self.with(|state| state.slow = slow);
        if !slow {
            while self.release() {}
        }
    }

    /// Sets the fates of the next rows, one after the other; further ones are stored.
    pub fn next(&self, fate: RowFate) {
        self.with(|state| state.fates.push_back(fate));
    }

    /// Handles the next pending request; false if there was none.
    pub fn release(&self) -> bool {
        let Some((slug, request)) = self.with(|state| state.pending.pop_front()) else {
            return false;
        };
        let event = match request {
            PendingRequest::Read => WriterEvent::Rows(self.store.read(&slug)),
            PendingRequest::Keep { ticket, rows, row } => {
                let fate = self.with(|state| state.fates.pop_front()).unwrap_or(RowFate::Keep);
                let append = || self.store.append(&slug, rows, std::slice::from_ref(&row));
                WriterEvent::Row(
                    ticket,
                    match fate {
                        RowFate::Keep => match append() {
                            Ok(()) => WriteOutcome::Stored,
                            Err(fault) => WriteOutcome::NotKept(fault.in_words()),
                        },
                        RowFate::Fail(why) => WriteOutcome::NotKept(why),
                        RowFate::LoseTheAnswer => {
                            let lost = append().err().map(|fault| fault.in_words());
                            WriteOutcome::Unknown(lost.unwrap_or_else(no_answer))
                        }
                        RowFate::LoseTheRow => WriteOutcome::Unknown(no_answer()),
                    },
                )
            }
        };
        self.with(|state| state.events.entry(slug).or_default().push_back(event));
        true
    }

    /// The number of pending requests.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.with(|state| state.pending.len())
    }

    /// The library of its battles.
    pub fn library(&self, clock: impl Clock + 'static) -> BattleLibrary {
        let delayed = self.clone();
        BattleLibrary::with_writers(self.store(), clock, move |slug| delayed.row_writer(slug))
    }

    /// The row writer of a battle.
    #[must_use]
    pub fn row_writer(&self, slug: &str) -> Box<dyn RowWriter> {
        Box::new(DelayedWriter { delayed: self.clone(), slug: slug.to_owned() })
    }

    fn with<T>(&self, change: impl FnOnce(&mut DelayedState) -> T) -> T {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn ask(&self, slug: &str, request: PendingRequest) {
        let at_once = self.with(|state| {
            state.pending.push_back((slug.to_owned(), request));
            !state.slow
        });
        if at_once {
            while self.release() {}
        }
    }
}

fn no_answer() -> Message {
    message!("the store did not answer")
}

struct DelayedWriter {
    delayed: DelayedStore,
    slug: String,
}

impl RowWriter for DelayedWriter {
    fn write(&mut self, ticket: u64, rows: u64, row: &str) {
        self.delayed.ask(&self.slug, PendingRequest::Keep { ticket, rows, row: row.to_owned() });
    }

    fn read(&mut self) {
        self.delayed.ask(&self.slug, PendingRequest::Read);
    }

    fn next_event(&mut self) -> Option<WriterEvent> {
        self.delayed.with(|state| state.events.get_mut(&self.slug)?.pop_front())
    }
}
