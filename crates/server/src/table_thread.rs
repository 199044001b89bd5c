//! The thread of a hosted table, and how the server reads it and sends requests to it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use tokio::sync::{oneshot, watch};

use engine::journal::hex;
use session::{
    CarriedTable, Frame, Mutation, Request, Requester, Response, Seat, Snapshot, TableServer,
    ThreadConnection, ThreadTable, TokenHolder, now,
};
use storage::Store;

use super::backlog::{Backlog, look_back};
use super::fault::HostFault;
use super::lock::lock;
use super::room_store::NotStored;
use super::tokens::random;

/// A table that runs in a thread of its own.
pub(super) struct TableThread {
    thread: ThreadTable,
    store: Arc<dyn Store>,
    /// Its name in the store.
    slug: String,
    /// The last news, for those who come back.
    missed: Arc<Mutex<Backlog>>,
    /// Listens to the table for them; the table's thread ends when everybody has left.
    _listeners: Vec<ThreadConnection>,
    umpire: ThreadConnection,
    /// Where answers to the room's own asks go, by id.
    asked: Arc<Mutex<HashMap<String, oneshot::Sender<Response>>>>,
    /// Counts what comes from it.
    moves: watch::Receiver<u64>,
}

/// Why an ask of the room's own was not carried out.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum NotCarriedOut {
    /// The table refuses it.
    Refused,
    NotStored(NotStored),
}

impl TableThread {
    /// Sits down at a table as the room.
    pub(super) fn over(
        thread: ThreadTable,
        (store, slug): (Arc<dyn Store>, String),
    ) -> Result<TableThread, HostFault> {
        let missed = Arc::new(Mutex::new(Backlog::new(&[], 0, String::new())));
        let listener = |seat: &Seat| {
            let (missed, seat) = (Arc::clone(&missed), *seat);
            thread.join(Requester::at(seat), move |frame| lock(&missed).hear(seat, &frame))
        };
        let listeners = Backlog::SEATS.iter().map(listener).collect();
        look_back(&thread, &missed, (&store, &slug))?;
        let asked: Arc<Mutex<HashMap<String, oneshot::Sender<Response>>>> = Arc::default();
        let waits = Arc::clone(&asked);
        let (counts, moves) = watch::channel(0);
        let umpire = thread.join(Requester::at(Seat::Umpire), move |frame| {
            counts.send_modify(|count| *count += 1);
            if let Frame::Answer { id, answer } = frame
                && let Some(sender) = lock(&waits).remove(&id)
            {
                // Whoever asked may have gone.
                let _ = sender.send(*answer);
            }
        });
        Ok(TableThread { thread, store, slug, missed, _listeners: listeners, umpire, asked, moves })
    }

    /// Tells whenever something has come from it.
    pub(super) fn moves(&self) -> watch::Receiver<u64> {
        self.moves.clone()
    }

    pub(super) fn seed_hash(&self) -> String {
        lock(&self.missed).seed_hash.clone()
    }

    /// Sits down under a token, or as the room itself.
    pub(super) fn join(
        &self,
        asker: Requester,
        hears: impl FnMut(Frame) + Send + 'static,
    ) -> ThreadConnection {
        self.thread.join(asker, hears)
    }

    /// Reads the table, after everything that was asked before.
    pub(super) fn look<T, F>(&self, look: F) -> impl Future<Output = Option<T>> + use<T, F>
    where
        T: Send + 'static,
        F: FnOnce(&mut TableServer, &Backlog) -> T + Send + 'static,
    {
        let (sender, seen) = oneshot::channel();
        let missed = Arc::clone(&self.missed);
        self.thread.look(move |authority| {
            let _ = sender.send(look(authority, &lock(&missed)));
        });
        async { seen.await.ok() }
    }

    /// Has this done at the table, after everything that was asked before.
    pub(super) fn look_aside(&self, look: impl FnOnce(&mut TableServer) + Send + 'static) {
        self.thread.look(look);
    }

    /// Who holds which seat, with the name that they gave.
    pub(super) async fn holders(&self) -> Vec<TokenHolder> {
        self.look(|authority, _| authority.holders()).await.unwrap_or_default()
    }

    /// Who holds a seat with the token of this hash; the owner's role is what it stands for
    /// only where it has no seat.
    pub(super) async fn holder(&self, token: &str) -> Option<Requester> {
        let holders = self.holders().await.into_iter().map(|holds| holds.by);
        holders.filter(|by| by.token == token).min_by_key(|by| by.seat == Seat::Owner)
    }

    /// Whether the token of this hash has the owner's role.
    pub(super) async fn owns(&self, token: &str) -> bool {
        let asker = Requester { seat: Seat::Onlooker, token: token.to_owned() };
        self.look(move |authority, _| authority.owns(&asker)).await.unwrap_or(false)
    }

    /// Takes in what other programs have added to the table; `None` if the
    /// store cannot be read.
    pub(super) async fn catches_up(&self) -> Option<()> {
        if !self.store.is_shared() {
            return Some(());
        }
        let (sender, seen) = oneshot::channel();
        self.thread.refresh(move |could| {
            // Whoever asked may have gone.
            let _ = sender.send(could);
        });
        seen.await.ok()?.then_some(())
    }

    /// A program may have added a row to the table.
    pub(super) fn heard(&self, number: u64, row: String) {
        self.thread.heard(number, row);
    }

    /// The battle file, from which another machine can continue the table of this name.
    pub(super) fn file(&self, name: &str, then: &Snapshot) -> Option<String> {
        let mut rows = self.store.read(&self.slug).ok()?;
        // The row after it may be stored already.
        rows.truncate(usize::try_from(then.at() + 1).ok()?);
        let carried = CarriedTable::of(name, &rows, then.journal())?;
        Some(then.file_with(serde_json::to_value(carried).ok()))
    }

    /// The room's own ask for a change.
    pub(super) async fn asks(&self, ask: Mutation) -> Result<(), NotCarriedOut> {
        let no_chance = || NotCarriedOut::NotStored(NotStored::NoChance);
        let id = hex(&random::<16>().ok_or_else(no_chance)?);
        let (sender, answer) = oneshot::channel();
        lock(&self.asked).insert(id.clone(), sender);
        self.umpire.ask(Request { id, seen: None, ask: ask.into() }, now());
        match answer.await {
            Ok(Response::Done { .. }) => Ok(()),
            Ok(Response::Refused(_)) => Err(NotCarriedOut::Refused),
            Ok(other) => {
                let why = other.in_words().unwrap_or_default();
                Err(NotCarriedOut::NotStored(NotStored::Answered(why)))
            }
            Err(_) => Err(NotCarriedOut::NotStored(NotStored::Gone)),
        }
    }

    /// Whether an ask with this id was carried out under the token of this hash.
    pub(super) async fn has_made(&self, token: &str, id: &str) -> bool {
        let (token, id) = (token.to_owned(), id.to_owned());
        self.look(move |authority, _| authority.has_made(&token, &id)).await.unwrap_or(false)
    }

    /// Whether nobody has ever given an order.
    pub(super) async fn is_unplayed(&self) -> Option<bool> {
        self.look(|authority, _| authority.journal().records().is_empty()).await
    }
}
