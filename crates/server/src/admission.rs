//! Admission to a table: its codes, the people who wait for the owner, the connected players,
//! and the stored part of these.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use tokio::sync::broadcast;

use message::message;
use session::{Seat, SeatPresence, TokenHolder, now};
use storage::StoreCondition;

use super::fault::HostFault;
use super::locks::lock;
use super::presence::Presence;
use super::record_store::{NotStored, OwnerAction, Records, TableRecord};
use super::tokens::{Codes, Guesses, Secret, random, same};
use super::waiting_room::{ListChange, Waiting, WaitingList};

/// Admission to a hosted table: its codes, who is waiting, who is connected.
pub(super) struct Admission {
    name: String,
    secret: Secret,
    records: Records,
    opened: Instant,
    now: Mutex<Lobby>,
    events: broadcast::Sender<Event>,
}

/// The present state.
struct Lobby {
    record: TableRecord,
    guesses: Guesses,
    waiting: WaitingList,
    ticket: Option<Ticket>,
    presence: Presence,
    /// The presence that the players were last sent.
    sent_presence: Arc<[SeatPresence]>,
}

/// A ticket that gives one device the owner's role, once and for a short time.
struct Ticket {
    text: String,
    until: Instant,
    /// The hash of the token that has used it.
    used_by: Option<String>,
}

/// The time for which a ticket for the owner's role is valid.
const TICKET: Duration = Duration::from_mins(10);

/// Events of the hosted table for its connections, apart from the table's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The list of people who wait for admission has changed.
    WaitingList(ListChange),
    /// The presence of the players.
    Presence(Arc<[SeatPresence]>),
    /// The table is closed.
    Closed,
}

/// The request of a newcomer.
#[derive(Clone, Debug)]
pub(super) struct SeatRequest {
    pub(super) key: String,
    pub(super) code: String,
    pub(super) name: String,
    pub(super) seat: Seat,
    /// Whether a typed code from their address is accepted.
    pub(super) may_guess: bool,
    pub(super) when: Instant,
}

/// The reason why a person gets no seat.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum NoSeat {
    Closed,
    WrongCode,
    TooManyWrong,
    Taken,
    Full,
    /// The table could not store it.
    NotKept(NotStored),
}

impl Admission {
    /// Opens the admission of a table, with the people who were waiting when it was
    /// closed.
    pub(super) fn open(
        record: TableRecord,
        secret: Secret,
        records: Records,
    ) -> Result<Admission, HostFault> {
        let name = record.table.clone();
        let lobby = Lobby {
            record,
            guesses: Guesses::default(),
            waiting: records.waiting(&name)?,
            ticket: None,
            presence: Presence::since(records.begun()),
            sent_presence: Arc::default(),
        };
        let (opened, events) = (Instant::now(), broadcast::channel(64).0);
        Ok(Admission { name, secret, records, opened, now: Mutex::new(lobby), events })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Why a returning client must read everything again, if the store is not as the program
    /// left it.
    pub(super) fn reset_reason(&self) -> Option<String> {
        let condition = self.records.store().condition();
        // Only the operator of the host needs the path of the damaged file.
        let reason = match condition {
            StoreCondition::Whole => return None,
            StoreCondition::NotClosed | StoreCondition::Salvaged { .. } => {
                message!("The host was not closed properly. Check the last order.")
            }
        };
        Some(reason.to_string())
    }

    /// The name given by its opener, and the time of its opening, which identify it in the lobby.
    pub(super) fn signs(&self) -> (String, u64) {
        let record = &lock(&self.now).record;
        (record.name.clone(), record.since)
    }

    pub(super) fn codes(&self) -> Codes {
        self.secret.codes(&self.name, lock(&self.now).record.issue)
    }

    /// The token of the table's owner.
    pub(super) fn owners_token(&self) -> String {
        self.secret.owner(&self.name)
    }

    /// The token for the client that sent this key.
    pub(super) fn token(&self, key: &str) -> String {
        self.secret.token(&self.name, key)
    }

    /// The key of the table for a rematch.
    pub(super) fn rematch_key(&self) -> String {
        self.secret.rematch_key(&self.name)
    }

    /// Events of the hosted table for its connections, apart from the table's own.
    pub(super) fn events(&self) -> broadcast::Receiver<Event> {
        self.events.subscribe()
    }

    /// The time without a connection; `None` if there is one.
    pub(super) fn idle(&self, now: Instant) -> Option<Duration> {
        lock(&self.now).presence.empty_for(self.opened, now)
    }

    /// Applies the changes to this table's records that any program has stored.
    pub(super) fn follow_stored(&self) {
        let (record, waiting) = self.records.known(&self.name);
        if let Some(record) = record {
            let mut lobby = lock(&self.now);
            let closes = record.closed && !lobby.record.closed;
            // A later state that this program has stored meanwhile stays.
            lobby.record = lobby.record.clone().later(record);
            drop(lobby);
            if closes {
                let _ = self.events.send(Event::Closed);
            }
        }
        if let Some(list) = waiting {
            self.waiting_now(list);
        }
    }

    /// Notes that a client with this token has connected.
    pub(super) fn connected(&self, token: &str) {
        lock(&self.now).presence.comes(token, Instant::now());
    }

    /// Notes that a connection of this token has sent or answered something.
    pub(super) fn sign(&self, token: &str) {
        lock(&self.now).presence.sign(token, Instant::now());
    }

    /// The presence of the players at the table's seats, and of the device that shares the table.
    pub(super) fn presence(
        &self,
        holders: &[TokenHolder],
        sharing: Option<Seat>,
    ) -> Vec<SeatPresence> {
        lock(&self.now).presence.of_table(holders, sharing, Instant::now())
    }

    /// Sends all clients of the table who is present, if that has changed.
    pub(super) fn send_presence(&self, holders: &[TokenHolder], sharing: Option<Seat>) {
        let mut lobby = lock(&self.now);
        let there = lobby.presence.of_table(holders, sharing, Instant::now());
        let there: Arc<[SeatPresence]> = there.into();
        if lobby.sent_presence == there {
            return;
        }
        lobby.sent_presence = Arc::clone(&there);
        drop(lobby);
        let _ = self.events.send(Event::Presence(there));
    }

    /// Notes that a connection of this token has ended.
    pub(super) fn cut(&self, token: &str) {
        lock(&self.now).presence.goes(token, Instant::now());
    }

    /// The hashes of the tokens that are connected here.
    pub(super) fn here(&self) -> Vec<String> {
        lock(&self.now).presence.here().into_iter().map(str::to_owned).collect()
    }

    /// Notes the tokens that are connected to another hall.
    pub(super) fn note_at_other_server(&self, tokens: &[String]) {
        let presence = &mut lock(&self.now).presence;
        for token in tokens {
            presence.note_at_other_server(token, Instant::now());
        }
    }

    /// Whether no client with this token has been connected for a minute.
    pub(super) fn is_absent(&self, token: &str, now: Instant) -> bool {
        lock(&self.now).presence.is_absent(token, now)
    }

    /// The end of an address whose ticket gives one device the owner's role; `None` if
    /// the system has no source of randomness.
    pub(super) fn owner_page(&self, now: Instant) -> Option<String> {
        let text = URL_SAFE_NO_PAD.encode(random::<16>()?);
        let page = format!("/#{}.{text}", self.name);
        lock(&self.now).ticket = Some(Ticket { text, until: now + TICKET, used_by: None });
        Some(page)
    }

    /// Whether a newcomer has the ticket for the owner's role: unused, or used by the same
    /// token, which asks again.
    pub(super) fn is_ticket(&self, request: &SeatRequest, token: &str) -> Result<bool, NoSeat> {
        let lobby = lock(&self.now);
        let Some(ticket) = lobby.ticket.as_ref().filter(|ticket| same(&ticket.text, &request.code))
        else {
            return Ok(false);
        };
        if lobby.record.closed {
            return Err(NoSeat::Closed);
        }
        let is_open = ticket.used_by.is_none() && request.when < ticket.until;
        let is_again = ticket.used_by.as_deref() == Some(token);
        if is_open || is_again { Ok(true) } else { Err(NoSeat::WrongCode) }
    }

    /// Notes that the token of this hash has used the ticket.
    pub(super) fn spend_ticket(&self, token: String) {
        if let Some(ticket) = &mut lock(&self.now).ticket {
            ticket.used_by = Some(token);
        }
    }

    pub(super) fn check_code(
        &self,
        SeatRequest { code, may_guess, when, .. }: &SeatRequest,
    ) -> Result<(), NoSeat> {
        let mut lobby = lock(&self.now);
        if lobby.record.closed {
            return Err(NoSeat::Closed);
        }
        let codes = self.secret.codes(&self.name, lobby.record.issue);
        // A client that guesses spoken codes must not lock out people who
        // scanned theirs.
        if codes.was_read(code) {
            return Ok(());
        }
        if !may_guess || !lobby.guesses.may(*when) {
            return Err(NoSeat::TooManyWrong);
        }
        if !codes.are(code) {
            lobby.guesses.note_wrong(*when);
            return Err(NoSeat::WrongCode);
        }
        Ok(())
    }

    /// A place in the waiting list; a repeated request gets the same one.
    pub(super) fn add_to_waiting(
        &self,
        token: &str,
        request: &SeatRequest,
    ) -> Result<Seat, NoSeat> {
        lock(&self.now).presence.expect(token, request.when);
        let list = self.records.change_waiting(&self.name, |list| {
            let is_new = list.waits(token).is_none();
            // Absent people lose their place in a full list.
            let list = list
                .with_room(|one| self.is_absent(&one.token, request.when))
                .filter(|_| is_new)?;
            let (name, token) = (request.name.clone(), token.to_owned());
            Some(list.with(Waiting { who: now(), name, seat: request.seat, token, answer: None }))
        });
        let list = list.map_err(NoSeat::NotKept)?;
        let seat = list.waits(token).map(|one| one.seat).ok_or(NoSeat::Full)?;
        // If the owner is not connected, the notice is sent later.
        self.waiting_now(list);
        Ok(seat)
    }

    /// Sets the waiting list.
    fn waiting_now(&self, list: WaitingList) {
        let mut lobby = lock(&self.now);
        if !lobby.waiting.is_before(&list) {
            return;
        }
        let changes = list.since(&lobby.waiting);
        lobby.waiting = list;
        drop(lobby);
        for change in changes {
            let _ = self.events.send(Event::WaitingList(change));
        }
    }

    /// The people who wait for the owner's answer.
    pub(super) fn waiting(&self) -> Vec<Waiting> {
        lock(&self.now).waiting.open().cloned().collect()
    }

    /// The request with this number, open or answered.
    pub(super) fn who(&self, who: u64) -> Option<Waiting> {
        lock(&self.now).waiting.who(who).cloned()
    }

    /// The last request with the token of this hash, open or answered.
    pub(super) fn last(&self, token: &str) -> Option<Waiting> {
        lock(&self.now).waiting.last(token).cloned()
    }

    /// Notes that a client with this token will connect soon.
    pub(super) fn expect(&self, token: &str) {
        lock(&self.now).presence.expect(token, Instant::now());
    }

    /// Notes the owner's answer to a person in the waiting list.
    pub(super) fn note_answer(&self, who: u64, yes: bool) {
        let stored = self.records.change_waiting(&self.name, |list| list.answered(who, yes));
        // A list that could not be stored is used here nevertheless.
        let here = || lock(&self.now).waiting.answered(who, yes);
        if let Some(list) = stored.ok().or_else(here) {
            self.waiting_now(list);
        }
    }

    /// The effect of the owner's request with this id, if it made no row of the table.
    pub(super) fn did(&self, by: &str, id: &str) -> Option<OwnerAction> {
        lock(&self.now).record.did(by, id)
    }

    /// The owner refuses a newcomer.
    pub(super) fn refuse(&self, by: &str, id: &str, who: u64) -> Result<(), NotStored> {
        let refused = |record: &TableRecord| record.with_refusal(by, id, who);
        lock(&self.now).record = self.records.change(&self.name, |record| record.map(refused))?;
        self.note_answer(who, false);
        Ok(())
    }

    /// A new code; the same one if this request is repeated later.
    pub(super) fn new_code(&self, by: &str, id: &str) -> Result<Codes, NotStored> {
        let changed = self.records.change(&self.name, |record| record?.with_a_new_code(by, id));
        let record = changed?;
        let made = record.code_made(by, id);
        lock(&self.now).record = record;
        let issue = made.ok_or(NotStored::MostCodes)?;
        Ok(self.secret.codes(&self.name, issue))
    }

    /// Closes the table.
    pub(super) fn close(&self) -> Result<(), NotStored> {
        lock(&self.now).record = self.records.close(&self.name)?;
        let _ = self.events.send(Event::Closed);
        Ok(())
    }

    /// Stores that the table has had an order.
    pub(super) fn note_played(&self) -> Result<(), NotStored> {
        let played = |record: &TableRecord| TableRecord { played: true, ..record.clone() };
        lock(&self.now).record = self.records.change(&self.name, |record| record.map(played))?;
        Ok(())
    }

    pub(super) fn is_closed(&self) -> bool {
        lock(&self.now).record.closed
    }
}
