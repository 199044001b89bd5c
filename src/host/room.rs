//! A table and the room around it: who holds which token, who waits to be let
//! in, the last news for those who were away. The table itself runs in a thread
//! of its own; the code here only reads it and asks it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::{broadcast, oneshot, watch};

use crate::journal::hex;
use crate::referee::{
    Answer, Asker, Asking, Authority, CarriedTable, Chair, ChangeAsk, Frame, OwnerAsk, Seat, Size,
    Snapshot, ThreadTable, now,
};
use crate::say::say;
use crate::store::{AtOnce, StoreCondition};

use super::fault::HostFault;
use super::kept::{NotStored, Records, RoomKept};
use super::lock::lock;
use super::missed::{Missed, look_back};
use super::presence::{Presence, conflict};
use super::queues::Queues;
use super::tokens::{Codes, Guesses, Secret, hash, random};
use super::waiting::{ListChange, Waiting, WaitingList};
use super::weight::weight;

/// The most onlookers that hold a token.
const MOST_ONLOOKERS: usize = 100;
/// The most connections at a table.
const MOST_CONNECTIONS: usize = 300;

/// A table that is open to a room.
pub(super) struct Room {
    pub(super) epoch: String,
    name: String,
    pub(super) table: ThreadTable,
    secret: Secret,
    records: Records,
    pub(super) moves: watch::Receiver<u64>,
    /// The last news, for those who come back.
    missed: Arc<Mutex<Missed>>,
    /// Listens to the table for them; the table's thread ends when everybody has left.
    _listeners: Vec<Chair>,
    umpire: Chair,
    /// Where answers to the room's own asks go, by id.
    asked: Arc<Mutex<HashMap<String, oneshot::Sender<Answer>>>>,
    lobby: Mutex<Lobby>,
    events: broadcast::Sender<Event>,
    connections: AtomicU64,
    opened: Instant,
    /// How much it held when it was opened.
    pub(super) begun: Size,
    /// What it takes of the memory, about, in bytes.
    pub(super) weight: Arc<AtomicU64>,
    /// Who is connected, and whose turn it is.
    pub(super) queues: Mutex<Queues>,
}

/// What happens outside the table.
struct Lobby {
    kept: RoomKept,
    guesses: Guesses,
    waiting: WaitingList,
    presence: Presence,
}

/// What connections are told besides the table's news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// Somebody waits to be let in, or no longer does.
    WaitingList(ListChange),
    /// The table is closed.
    Closed,
}

/// What a newcomer wants.
#[derive(Clone, Debug)]
pub(super) struct Wish {
    pub(super) key: String,
    pub(super) code: String,
    pub(super) name: String,
    pub(super) seat: Seat,
    /// Whether a spoken code from their address is heard.
    pub(super) may_guess: bool,
    pub(super) when: Instant,
}

/// A seat, or a place among those who wait for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GivenSeat {
    pub(super) token: String,
    pub(super) seat: Seat,
    pub(super) waits: bool,
}

/// Why somebody gets no seat.
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

/// What a token stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Comes {
    Holder(Asker),
    Waits(String),
    /// The owner has refused them.
    Refused,
    Nobody,
    Closed,
}

impl Room {
    /// Opens a table to the room, and keeps it in this store.
    pub(super) fn open(
        (kept, secret): (RoomKept, Secret),
        records: Records,
        authority: Authority,
    ) -> Result<Room, HostFault> {
        let keeper = AtOnce::new(records.store().clone(), &kept.slug);
        let (begun, weight) = (authority.size(), weight(&authority).into());
        let table = ThreadTable::new(authority, Box::new(keeper))
            .map_err(|error| HostFault::Thread(error.to_string()))?;
        let room = Room::over((kept, secret), records, table)?;
        Ok(Room { begun, weight: Arc::new(weight), ..room })
    }

    /// Opens to the room a table that has already begun at one screen.
    pub(super) fn over(
        (kept, secret): (RoomKept, Secret),
        records: Records,
        table: ThreadTable,
    ) -> Result<Room, HostFault> {
        let missed = Arc::new(Mutex::new(Missed::new(&[], 0, String::new())));
        let listener = |seat: &Seat| {
            let (missed, seat) = (Arc::clone(&missed), *seat);
            table.join(Asker::at(seat), move |frame| lock(&missed).hear(seat, &frame))
        };
        let listeners = Missed::SEATS.iter().map(listener).collect();
        look_back(&table, &missed, (records.store(), &kept.slug))?;
        let asked: Arc<Mutex<HashMap<String, oneshot::Sender<Answer>>>> = Arc::default();
        let waits = Arc::clone(&asked);
        let (counts, moves) = watch::channel(0);
        let umpire = table.join(Asker::at(Seat::Umpire), move |frame| {
            counts.send_modify(|count| *count += 1);
            if let Frame::Answer { id, answer } = frame
                && let Some(sender) = lock(&waits).remove(&id)
            {
                // Whoever asked may have gone.
                let _ = sender.send(*answer);
            }
        });
        let lobby = Lobby {
            kept: kept.clone(),
            guesses: Guesses::default(),
            waiting: records.waiting(&kept.table)?,
            presence: Presence::since(records.begun()),
        };
        Ok(Room {
            epoch: kept.epoch,
            name: kept.table,
            table,
            secret,
            records,
            moves,
            missed,
            _listeners: listeners,
            umpire,
            asked,
            lobby: Mutex::new(lobby),
            events: broadcast::channel(64).0,
            connections: AtomicU64::new(0),
            opened: Instant::now(),
            begun: Size { rows: 0, bytes: 0 },
            weight: Arc::default(),
            queues: Mutex::default(),
        })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Why whoever comes back looks at everything anew, where the store was not found
    /// as it was left.
    pub(super) fn why_anew(&self) -> Option<String> {
        let condition = self.records.store().condition();
        // Where the damaged file is concerns whoever runs the host.
        let told = match condition {
            StoreCondition::Whole => return None,
            StoreCondition::NotClosed | StoreCondition::Salvaged { .. } => {
                say!("The host was not closed properly. Check the last order.")
            }
        };
        Some(told.to_string())
    }

    /// How the lobby tells it from others: the name that its maker gave it, and when that
    /// was.
    pub(super) fn signs(&self) -> (String, u64) {
        let kept = &lock(&self.lobby).kept;
        (kept.name.clone(), kept.since)
    }

    pub(super) fn seed_hash(&self) -> String {
        lock(&self.missed).seed_hash.clone()
    }

    pub(super) fn codes(&self) -> Codes {
        self.secret.codes(&self.name, lock(&self.lobby).kept.issue)
    }

    /// The owner's token; takes the owner's seat if that is free.
    pub(super) async fn owner(&self) -> Result<String, HostFault> {
        let token = self.secret.owner(&self.name);
        let hashed = hash(&token);
        let holders = self.holders().await;
        if !holders.iter().any(|one| one.seat == Seat::Owner && one.token == hashed) {
            let seated = self.seats(Seat::Owner, (hashed, "")).await;
            seated.map_err(|why| HostFault::Seat(format!("{why:?}")))?;
        }
        Ok(token)
    }

    /// What connections are told besides the table's news.
    pub(super) fn events(&self) -> broadcast::Receiver<Event> {
        self.events.subscribe()
    }

    /// A number for a connection.
    pub(super) fn connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// Whether the table has no place for another connection.
    pub(super) fn is_crowded(&self) -> bool {
        lock(&self.queues).connections() >= MOST_CONNECTIONS
    }

    /// How long nobody has been here; `None` if somebody is.
    pub(super) fn idle(&self, now: Instant) -> Option<Duration> {
        lock(&self.lobby).presence.nobody_for(self.opened, now)
    }

    /// Sits down under a token, or as the room itself.
    pub(super) fn join(&self, asker: Asker, hears: impl FnMut(Frame) + Send + 'static) -> Chair {
        self.table.join(asker, hears)
    }

    /// Reads the table, after everything that was asked before.
    pub(super) fn look<T, F>(&self, look: F) -> impl Future<Output = Option<T>> + use<T, F>
    where
        T: Send + 'static,
        F: FnOnce(&mut Authority, &Missed) -> T + Send + 'static,
    {
        let (sender, seen) = oneshot::channel();
        let missed = Arc::clone(&self.missed);
        self.table.look(move |authority| {
            let _ = sender.send(look(authority, &lock(&missed)));
        });
        async { seen.await.ok() }
    }

    /// The battle file for whoever runs the program. All seats are told that it is
    /// taken out.
    pub(super) async fn saved(&self) -> Result<Option<String>, NoSeat> {
        self.asks(ChangeAsk::TakeOut {}).await?;
        let snapshot = self.look(|authority, _| authority.snapshot()).await.flatten();
        Ok(snapshot.and_then(|snapshot| self.file(&snapshot)))
    }

    /// The battle file, from which another machine can continue the table.
    pub(super) fn file(&self, then: &Snapshot) -> Option<String> {
        let mut rows = self.records.store().read(&lock(&self.lobby).kept.slug.clone()).ok()?;
        // The row after it may be stored already.
        rows.truncate(usize::try_from(then.at() + 1).ok()?);
        let carried = CarriedTable::of(&self.name, &rows, then.journal())?;
        Some(then.file_with(serde_json::to_value(carried).ok()))
    }

    /// Who holds which seat.
    pub(super) async fn holders(&self) -> Vec<Asker> {
        let holders = |authority: &mut Authority, _: &Missed| {
            authority.holders().into_iter().map(|holds| holds.by).collect()
        };
        self.look(holders).await.unwrap_or_default()
    }

    /// Who holds a seat with the token of this hash, after the owner has let
    /// them in, perhaps at another hall.
    pub(super) async fn let_in(&self, token: &str) -> Option<Asker> {
        self.catches_up().await?;
        self.holders().await.into_iter().find(|holder| holder.token == token)
    }

    /// Takes in what other programs have added to the table; `None` if the
    /// store cannot be read.
    pub(super) async fn catches_up(&self) -> Option<()> {
        if !self.records.store().is_shared() {
            return Some(());
        }
        let (sender, seen) = oneshot::channel();
        self.table.refresh(move |could| {
            // Whoever asked may have gone.
            let _ = sender.send(could);
        });
        seen.await.ok()?.then_some(())
    }

    /// A program may have added a row to the table.
    pub(super) fn heard(&self, number: u64, row: String) {
        self.table.heard(number, row);
    }

    /// Takes in what was heard that any program has stored of the room.
    pub(super) fn follow_stored(&self) {
        let (kept, waiting) = self.records.known(&self.name);
        if let Some(kept) = kept {
            let mut lobby = lock(&self.lobby);
            let closes = kept.closed && !lobby.kept.closed;
            // What this program has stored since then stands.
            lobby.kept = lobby.kept.clone().later(kept);
            drop(lobby);
            if closes {
                let _ = self.events.send(Event::Closed);
            }
        }
        if let Some(list) = waiting {
            self.waiting_now(list);
        }
    }

    /// What this token stands for.
    pub(super) async fn comes(&self, token: &str) -> Comes {
        // A table that cannot be read is told as it was.
        let _ = self.catches_up().await;
        let hashed = hash(token);
        {
            let lobby = lock(&self.lobby);
            if lobby.kept.closed {
                return Comes::Closed;
            }
        }
        let holders = self.holders().await;
        if let Some(holder) = holders.into_iter().find(|holder| holder.token == hashed) {
            return Comes::Holder(holder);
        }
        let lobby = lock(&self.lobby);
        match lobby.waiting.last(&hashed).map(|one| one.said) {
            Some(None) => Comes::Waits(hashed),
            Some(Some(false)) => Comes::Refused,
            Some(Some(true)) | None => Comes::Nobody,
        }
    }

    /// Notes that somebody with this token has connected.
    pub(super) fn connected(&self, token: &str) {
        lock(&self.lobby).presence.comes(token, Instant::now());
    }

    /// Notes that a connection of this token has ended.
    pub(super) fn cut(&self, token: &str) {
        lock(&self.lobby).presence.goes(token, Instant::now());
    }

    /// The hashes of the tokens that are connected here.
    pub(super) fn here(&self) -> Vec<String> {
        lock(&self.lobby).presence.here().into_iter().map(str::to_owned).collect()
    }

    /// Another hall tells which tokens are connected to it.
    pub(super) fn note_elsewhere(&self, tokens: &[String]) {
        let presence = &mut lock(&self.lobby).presence;
        for token in tokens {
            presence.note_elsewhere(token, Instant::now());
        }
    }

    /// A newcomer wants a seat; `asks` if the owner decides.
    pub(super) async fn take(&self, wish: Wish, asks: bool) -> Result<GivenSeat, NoSeat> {
        self.check_code(&wish)?;
        let _ = self.catches_up().await;
        let token = self.secret.token(&self.name, &wish.key);
        let hashed = hash(&token);
        let given = |seat, waits| GivenSeat { token: token.clone(), seat, waits };
        let holders = self.holders().await;
        if let Some(holder) = holders.iter().find(|holder| holder.token == hashed) {
            return Ok(given(holder.seat, false));
        }
        let in_the_way: Vec<&Asker> =
            holders.iter().filter(|holder| conflict(holder.seat, wish.seat)).collect();
        if in_the_way.iter().any(|holder| !self.is_absent(&holder.token, wish.when)) {
            return Err(NoSeat::Taken);
        }
        let onlookers = holders.iter().filter(|holder| holder.seat == Seat::Onlooker).count();
        if wish.seat == Seat::Onlooker && onlookers >= MOST_ONLOOKERS {
            self.frees_places(&holders, wish.when).await?;
        }
        if asks || !in_the_way.is_empty() {
            let seat = self.waits(&hashed, &wish)?;
            return Ok(given(seat, true));
        }
        self.seats(wish.seat, (hashed, &wish.name)).await?;
        Ok(given(wish.seat, false))
    }

    /// Frees the places of onlookers who stay away.
    async fn frees_places(&self, holders: &[Asker], now: Instant) -> Result<(), NoSeat> {
        let onlookers = holders.iter().filter(|holder| holder.seat == Seat::Onlooker);
        let tokens: Vec<String> = onlookers
            .filter(|holder| self.is_absent(&holder.token, now))
            .map(|holder| holder.token.clone())
            .collect();
        if tokens.is_empty() {
            return Err(NoSeat::Full);
        }
        self.asks(ChangeAsk::Owner(OwnerAsk::Leave { tokens })).await
    }

    fn check_code(&self, Wish { code, may_guess, when, .. }: &Wish) -> Result<(), NoSeat> {
        let mut lobby = lock(&self.lobby);
        if lobby.kept.closed {
            return Err(NoSeat::Closed);
        }
        let codes = self.secret.codes(&self.name, lobby.kept.issue);
        // Somebody who guesses spoken codes must not lock out people who
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

    /// Whether nobody with this token has been connected for a minute.
    pub(super) fn is_absent(&self, token: &str, now: Instant) -> bool {
        lock(&self.lobby).presence.is_absent(token, now)
    }

    /// A place among those who wait; the same one for whoever asks again.
    fn waits(&self, token: &str, wish: &Wish) -> Result<Seat, NoSeat> {
        lock(&self.lobby).presence.expect(token, wish.when);
        let list = self.records.change_waiting(&self.name, |list| {
            let is_new = list.waits(token).is_none();
            // Whoever waits and stays away makes room.
            let list =
                list.with_room(|one| self.is_absent(&one.token, wish.when)).filter(|_| is_new)?;
            let (name, token) = (wish.name.clone(), token.to_owned());
            Some(list.with(Waiting { who: now(), name, seat: wish.seat, token, said: None }))
        });
        let list = list.map_err(NoSeat::NotKept)?;
        let seat = list.waits(token).map(|one| one.seat).ok_or(NoSeat::Full)?;
        // If the owner is not connected, they are told later.
        self.waiting_now(list);
        Ok(seat)
    }

    /// Those who wait to be let in are these now.
    fn waiting_now(&self, list: WaitingList) {
        let mut lobby = lock(&self.lobby);
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

    /// Those who wait for the owner's answer.
    pub(super) fn waiting(&self) -> Vec<Waiting> {
        lock(&self.lobby).waiting.open().cloned().collect()
    }

    /// Who waits, or has waited, under this number.
    pub(super) fn who(&self, who: u64) -> Option<Waiting> {
        lock(&self.lobby).waiting.who(who).cloned()
    }

    /// Notes the owner's answer to somebody.
    pub(super) fn was_admitted(&self, who: u64, yes: bool) {
        let stored = self.records.change_waiting(&self.name, |list| list.answered(who, yes));
        // What could not be stored counts here nevertheless.
        let here = || lock(&self.lobby).waiting.answered(who, yes);
        if let Some(list) = stored.ok().or_else(here) {
            self.waiting_now(list);
        }
    }

    async fn seats(&self, seat: Seat, (token, name): (String, &str)) -> Result<(), NoSeat> {
        lock(&self.lobby).presence.expect(&token, Instant::now());
        let name = name.to_owned();
        self.asks(ChangeAsk::Owner(OwnerAsk::Seat { seat, token, name })).await
    }

    /// The room's own ask for a change.
    pub(super) async fn asks(&self, ask: ChangeAsk) -> Result<(), NoSeat> {
        let no_chance = || NoSeat::NotKept(NotStored::NoChance);
        let id = hex(&random::<16>().ok_or_else(no_chance)?);
        let (sender, answer) = oneshot::channel();
        lock(&self.asked).insert(id.clone(), sender);
        self.umpire.ask(Asking { id, seen: None, ask: ask.into() }, now());
        match answer.await {
            Ok(Answer::Done { .. }) => Ok(()),
            Ok(Answer::Refused(_)) => Err(NoSeat::Taken),
            Ok(other) => {
                let why = other.in_words().unwrap_or_default();
                Err(NoSeat::NotKept(NotStored::Answered(why)))
            }
            Err(_) => Err(NoSeat::NotKept(NotStored::Gone)),
        }
    }

    /// Whether an ask with this id was carried out under the token of this hash.
    pub(super) async fn has_made(&self, token: &str, id: &str) -> bool {
        let (token, id) = (token.to_owned(), id.to_owned());
        self.look(move |authority, _| authority.has_made(&token, &id)).await.unwrap_or(false)
    }

    /// Whether an ask with this id has made a code.
    pub(super) fn has_made_a_code(&self, by: &str, id: &str) -> bool {
        lock(&self.lobby).kept.code_made(by, id).is_some()
    }

    /// A new code; the same one if this ask is repeated, whatever came since.
    pub(super) fn new_code(&self, (by, id): (&str, &str)) -> Result<Codes, NotStored> {
        let changed = self.records.change(&self.name, |kept| kept?.with_a_new_code(by, id));
        let kept = changed?;
        let made = kept.code_made(by, id);
        lock(&self.lobby).kept = kept;
        let issue = made.ok_or(NotStored::MostCodes)?;
        Ok(self.secret.codes(&self.name, issue))
    }

    /// Closes the table.
    pub(super) fn close(&self) -> Result<(), NotStored> {
        lock(&self.lobby).kept = self.records.close(&self.name)?;
        let _ = self.events.send(Event::Closed);
        Ok(())
    }

    /// Whether nobody has ever given an order.
    pub(super) async fn is_unplayed(&self) -> Option<bool> {
        self.look(|authority, _| authority.journal().records().is_empty()).await
    }

    /// Stores that somebody has.
    pub(super) fn was_played(&self) -> Result<(), NotStored> {
        let played = |kept: &RoomKept| RoomKept { played: true, ..kept.clone() };
        lock(&self.lobby).kept = self.records.change(&self.name, |kept| kept.map(played))?;
        Ok(())
    }

    pub(super) fn is_closed(&self) -> bool {
        lock(&self.lobby).kept.closed
    }
}
