//! A hosted table: its seats, its thread, and how the server reads it and sends requests to it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use tokio::sync::{oneshot, watch};

use engine::journal::hex;
use session::{
    CarriedTable, Frame, Mutation, OwnerRequest, Request, Requester, Response, Seat, Snapshot,
    TableServer, ThreadConnection, ThreadTable, TokenHolder, now,
};
use storage::{AtOnce, Store};

use super::admission::{Admission, NoSeat, SeatRequest};
use super::backlog::{Backlog, read_past_events};
use super::fault::HostFault;
use super::locks::lock;
use super::memory::Weighed;
use super::presence::conflict;
use super::queues::Queues;
use super::record_store::{NotStored, Records, TableRecord};
use super::tokens::{Secret, hash, random};
use super::waiting_room::gives_way;

/// The most onlookers that hold a token.
const MOST_ONLOOKERS: usize = 100;
/// The most connections at a table, in addition to those of the owner and of both sides.
/// This is enough for all onlookers and all waiting people.
const MOST_CONNECTIONS: usize = 300;

/// A table that clients on the network can join.
pub(super) struct HostedTable {
    /// Identifies this table for clients that reconnect.
    pub(super) epoch: String,
    pub(super) table: TableThread,
    pub(super) admission: Admission,
    /// The connections, and the queues of their queries.
    pub(super) queues: Mutex<Queues>,
    pub(super) weighed: Weighed,
}

/// A seat, or a place on the waiting list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GivenSeat {
    pub(super) token: String,
    pub(super) seat: Seat,
    pub(super) waits: bool,
}

/// The meaning of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Comes {
    Holder(Requester),
    Waits(String),
    /// The owner has refused the person.
    Refused,
    Nobody,
    Closed,
}

impl From<NotCarriedOut> for NoSeat {
    fn from(why: NotCarriedOut) -> NoSeat {
        match why {
            NotCarriedOut::Refused => NoSeat::Taken,
            NotCarriedOut::NotStored(why) => NoSeat::NotKept(why),
        }
    }
}

impl HostedTable {
    /// Opens a table to the network, stored in this store.
    pub(super) fn open(
        record: TableRecord,
        secret: Secret,
        records: Records,
        table_server: TableServer,
    ) -> Result<HostedTable, HostFault> {
        let writer = AtOnce::new(records.store().clone(), &record.slug);
        let weighed = Weighed::of(&table_server);
        let table = ThreadTable::new(table_server, Box::new(writer))
            .map_err(|error| HostFault::Thread(error.to_string()))?;
        Ok(HostedTable { weighed, ..HostedTable::over(record, secret, records, table)? })
    }

    /// Opens to the network a table that has already begun at one screen.
    pub(super) fn over(
        record: TableRecord,
        secret: Secret,
        records: Records,
        table: ThreadTable,
    ) -> Result<HostedTable, HostFault> {
        Ok(HostedTable {
            epoch: record.epoch.clone(),
            table: TableThread::over(table, records.store().clone(), record.slug.clone())?,
            admission: Admission::open(record, secret, records)?,
            queues: Mutex::default(),
            weighed: Weighed::default(),
        })
    }

    pub(super) fn name(&self) -> &str {
        self.admission.name()
    }

    /// The owner's token; takes the owner's seat if that is free.
    pub(super) async fn owner(&self) -> Result<String, HostFault> {
        let token = self.admission.owners_token();
        let hashed = hash(&token);
        let holders = self.table.holders().await;
        let is_the_owner = |one: &TokenHolder| one.by.seat == Seat::Owner && one.by.token == hashed;
        if !holders.iter().any(is_the_owner) {
            let seated = self.seats(Seat::Owner, hashed, "").await;
            seated.map_err(|why| HostFault::Seat(format!("{why:?}")))?;
        }
        Ok(token)
    }

    /// Whether the table has a place for another connection of this token, at a host that may be
    /// crowded. With any number of onlookers, there is always one for the owner and for both sides.
    pub(super) async fn has_a_place(&self, token: &str, is_crowded: bool) -> bool {
        if !is_crowded && lock(&self.queues).connections() < MOST_CONNECTIONS {
            return true;
        }
        let holder = self.table.holder(&hash(token)).await;
        holder.is_some_and(|by| match by.seat {
            Seat::A | Seat::B | Seat::Both | Seat::Owner => true,
            Seat::Onlooker | Seat::Umpire => false,
        })
    }

    /// The battle file for the operator. All seats are notified that it is exported.
    pub(super) async fn saved(&self) -> Result<Option<String>, NoSeat> {
        self.table.asks(Mutation::TakeOut {}).await?;
        let snapshot = self.table.look(|table_server, _| table_server.snapshot()).await.flatten();
        Ok(snapshot.and_then(|snapshot| self.table.file(self.name(), &snapshot)))
    }

    /// The holder of a seat with the token of this hash, after the owner has admitted the person,
    /// perhaps at another hall.
    pub(super) async fn let_in(&self, token: &str) -> Option<Requester> {
        self.table.add_new_rows().await?;
        self.table.holder(token).await
    }

    /// The meaning of this token.
    pub(super) async fn comes(&self, token: &str) -> Comes {
        // If the table cannot be read, its last known state is used.
        let _ = self.table.add_new_rows().await;
        if self.admission.is_closed() {
            return Comes::Closed;
        }
        let hashed = hash(token);
        if let Some(holder) = self.table.holder(&hashed).await {
            return Comes::Holder(holder);
        }
        match self.admission.last(&hashed).map(|one| one.answer) {
            Some(None) => Comes::Waits(hashed),
            Some(Some(false)) => Comes::Refused,
            Some(Some(true)) | None => Comes::Nobody,
        }
    }

    /// Handles a newcomer's request for a seat; with `asks` the owner decides.
    pub(super) async fn take(&self, request: SeatRequest, asks: bool) -> Result<GivenSeat, NoSeat> {
        let token = self.admission.token(&request.key);
        let hashed = hash(&token);
        let as_owner = self.admission.is_ticket(&request, &hashed)?;
        if !as_owner {
            self.admission.check_code(&request)?;
        }
        let _ = self.table.add_new_rows().await;
        let given = |seat, waits| GivenSeat { token: token.clone(), seat, waits };
        let holders = self.table.holders().await;
        if let Some(holder) = holders.iter().find(|holder| holder.by.token == hashed) {
            return Ok(given(holder.by.seat, false));
        }
        if as_owner {
            self.seat_owner(&hashed, &request.name, request.seat, request.when).await?;
            self.admission.spend_ticket(hashed);
            return Ok(given(request.seat, false));
        }
        let is_in_the_way = |holder: &&TokenHolder| {
            let in_the_way = conflict(holder.by.seat, request.seat);
            in_the_way && !(request.seat.side().is_some() && gives_way(holder, &holders))
        };
        let in_the_way: Vec<&TokenHolder> = holders.iter().filter(is_in_the_way).collect();
        if in_the_way.iter().any(|holder| !self.admission.is_absent(&holder.by.token, request.when))
        {
            return Err(NoSeat::Taken);
        }
        let onlookers = holders.iter().filter(|holder| holder.by.seat == Seat::Onlooker).count();
        if request.seat == Seat::Onlooker && onlookers >= MOST_ONLOOKERS {
            self.free_seats(&holders, request.when).await?;
        }
        if asks || !in_the_way.is_empty() {
            let seat = self.admission.add_to_waiting(&hashed, &request)?;
            return Ok(given(seat, true));
        }
        self.give_way(request.seat).await?;
        self.seats(request.seat, hashed, &request.name).await?;
        Ok(given(request.seat, false))
    }

    /// Seats the token of this hash, which has or gets the owner's role, without the owner's
    /// consent.
    pub(super) async fn seat_owner(
        &self,
        token: &str,
        name: &str,
        seat: Seat,
        now: Instant,
    ) -> Result<(), NoSeat> {
        let holders = self.table.holders().await;
        let in_the_way: Vec<&TokenHolder> =
            holders.iter().filter(|holder| conflict(holder.by.seat, seat)).collect();
        if in_the_way.iter().any(|holder| !self.admission.is_absent(&holder.by.token, now)) {
            return Err(NoSeat::Taken);
        }
        for holder in in_the_way {
            let unseat = OwnerRequest::Unseat { seat: holder.by.seat };
            self.table.asks(Mutation::Owner(unseat)).await?;
        }
        self.seats(seat, token.to_owned(), name).await?;
        let has_the_role =
            holders.iter().any(|one| one.by.seat == Seat::Owner && one.by.token == token);
        if !has_the_role {
            self.seats(Seat::Owner, token.to_owned(), name).await?;
        }
        Ok(())
    }

    /// Frees the places of onlookers who stay away.
    async fn free_seats(&self, holders: &[TokenHolder], now: Instant) -> Result<(), NoSeat> {
        let onlookers = holders.iter().filter(|holder| holder.by.seat == Seat::Onlooker);
        let tokens: Vec<String> = onlookers
            .filter(|holder| self.admission.is_absent(&holder.by.token, now))
            .map(|holder| holder.by.token.clone())
            .collect();
        if tokens.is_empty() {
            return Err(NoSeat::Full);
        }
        Ok(self.table.asks(Mutation::Owner(OwnerRequest::Leave { tokens })).await?)
    }

    async fn seats(&self, seat: Seat, token: String, name: &str) -> Result<(), NoSeat> {
        self.admission.expect(&token);
        let name = name.to_owned();
        let seats = Mutation::Owner(OwnerRequest::Seat { seat, token, name });
        Ok(self.table.asks(seats).await?)
    }
}

/// A table that runs in its own thread.
pub(super) struct TableThread {
    thread: ThreadTable,
    store: Arc<dyn Store>,
    /// Its name in the store.
    slug: String,
    /// The last events, for clients that reconnect.
    backlog: Arc<Mutex<Backlog>>,
    /// Connections that fill `missed`; the table's thread ends with its last connection.
    _listeners: Vec<ThreadConnection>,
    umpire: ThreadConnection,
    /// Receivers of the answers to the server's own requests, by id.
    asked: Arc<Mutex<HashMap<String, oneshot::Sender<Response>>>>,
    /// Counts the frames of the table.
    moves: watch::Receiver<u64>,
}

/// The reason why a request of the server itself was not carried out.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum NotCarriedOut {
    /// The table refuses it.
    Refused,
    NotStored(NotStored),
}

impl TableThread {
    /// Connects the server to a table, in the umpire's seat.
    pub(super) fn over(
        thread: ThreadTable,
        store: Arc<dyn Store>,
        slug: String,
    ) -> Result<TableThread, HostFault> {
        let missed = Arc::new(Mutex::new(Backlog::new(&[], 0, String::new())));
        let listener = |seat: &Seat| {
            let (missed, seat) = (Arc::clone(&missed), *seat);
            thread.join(Requester::at(seat), move |frame| lock(&missed).add(seat, &frame))
        };
        let listeners = Backlog::SEATS.iter().map(listener).collect();
        read_past_events(&thread, &missed, &store, &slug)?;
        let asked: Arc<Mutex<HashMap<String, oneshot::Sender<Response>>>> = Arc::default();
        let waits = Arc::clone(&asked);
        let (counts, moves) = watch::channel(0);
        let umpire = thread.join(Requester::at(Seat::Umpire), move |frame| {
            counts.send_modify(|count| *count += 1);
            if let Frame::Answer { id, answer } = frame
                && let Some(sender) = lock(&waits).remove(&id)
            {
                // The requester may have disconnected.
                let _ = sender.send(*answer);
            }
        });
        Ok(TableThread {
            thread,
            store,
            slug,
            backlog: missed,
            _listeners: listeners,
            umpire,
            asked,
            moves,
        })
    }

    /// A receiver that is notified of every frame of the table.
    pub(super) fn moves(&self) -> watch::Receiver<u64> {
        self.moves.clone()
    }

    pub(super) fn seed_hash(&self) -> String {
        lock(&self.backlog).seed_hash.clone()
    }

    /// Connects under a token, or as the server itself.
    pub(super) fn join(
        &self,
        asker: Requester,
        hears: impl FnMut(Frame) + Send + 'static,
    ) -> ThreadConnection {
        self.thread.join(asker, hears)
    }

    /// Reads the table, after all earlier requests.
    pub(super) fn look<T, F>(&self, look: F) -> impl Future<Output = Option<T>> + use<T, F>
    where
        T: Send + 'static,
        F: FnOnce(&mut TableServer, &Backlog) -> T + Send + 'static,
    {
        let (sender, seen) = oneshot::channel();
        let missed = Arc::clone(&self.backlog);
        self.thread.look(move |table_server| {
            let _ = sender.send(look(table_server, &lock(&missed)));
        });
        async { seen.await.ok() }
    }

    /// Runs a function in the table's thread, after all earlier requests.
    pub(super) fn run_at_table(&self, look: impl FnOnce(&mut TableServer) + Send + 'static) {
        self.thread.look(look);
    }

    /// The players at the seats, with their names.
    pub(super) async fn holders(&self) -> Vec<TokenHolder> {
        self.look(|table_server, _| table_server.holders()).await.unwrap_or_default()
    }

    /// The holder of a seat with the token of this hash; the owner's role counts only if the token
    /// has no seat.
    pub(super) async fn holder(&self, token: &str) -> Option<Requester> {
        let holders = self.holders().await.into_iter().map(|holds| holds.by);
        holders.filter(|by| by.token == token).min_by_key(|by| by.seat == Seat::Owner)
    }

    /// Whether the token of this hash has the owner's role.
    pub(super) async fn owns(&self, token: &str) -> bool {
        let asker = Requester { seat: Seat::Onlooker, token: token.to_owned() };
        self.look(move |table_server, _| table_server.owns(&asker)).await.unwrap_or(false)
    }

    /// Adds the rows of other programs to the table; `None` if the store cannot be read.
    pub(super) async fn add_new_rows(&self) -> Option<()> {
        if !self.store.is_shared() {
            return Some(());
        }
        let (sender, seen) = oneshot::channel();
        self.thread.refresh(move |could| {
            // The requester may have disconnected.
            let _ = sender.send(could);
        });
        seen.await.ok()?.then_some(())
    }

    /// Notes that a program may have added a row to the table.
    pub(super) fn row_added(&self, number: u64, row: String) {
        self.thread.row_added(number, row);
    }

    /// The battle file, from which another machine can continue the table of this name.
    pub(super) fn file(&self, name: &str, then: &Snapshot) -> Option<String> {
        let mut rows = self.store.read(&self.slug).ok()?;
        // The row after it may be stored already.
        rows.truncate(usize::try_from(then.at() + 1).ok()?);
        let carried = CarriedTable::of(name, &rows, then.journal())?;
        Some(then.file_with(serde_json::to_value(carried).ok()))
    }

    /// A change that the server itself requests.
    pub(super) async fn asks(&self, ask: Mutation) -> Result<(), NotCarriedOut> {
        let no_randomness = || NotCarriedOut::NotStored(NotStored::NoRandomness);
        let id = hex(&random::<16>().ok_or_else(no_randomness)?);
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

    /// Whether a request with this id was carried out under the token of this hash.
    pub(super) async fn has_made(&self, token: &str, id: &str) -> bool {
        let (token, id) = (token.to_owned(), id.to_owned());
        self.look(move |table_server, _| table_server.has_made(&token, &id)).await.unwrap_or(false)
    }

    /// Whether the table has never had an order.
    pub(super) async fn is_unplayed(&self) -> Option<bool> {
        self.look(|table_server, _| table_server.journal().records().is_empty()).await
    }
}

#[cfg(test)]
mod tests {
    use super::super::queues::{MOST_OF_A_WAITING_PERSON, MOST_OF_AN_ONLOOKER};
    use super::super::waiting_room::MOST_WAITING;
    use super::*;

    #[test]
    fn spectators_and_waiting_clients_leave_connections_for_players() {
        let watched = MOST_ONLOOKERS * MOST_OF_AN_ONLOOKER;
        let waited = MOST_WAITING * MOST_OF_A_WAITING_PERSON;
        assert!(watched + waited <= MOST_CONNECTIONS, "{watched} and {waited}");
    }
}
