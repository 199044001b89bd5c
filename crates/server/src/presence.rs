//! Presence: who is connected to a table, here and at other servers of the same store.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval, timeout};

use session::{Seat, SeatPresence, TokenHolder, now as unix_now};

use super::ServerState;
use super::hosted_table::HostedTable;
use super::locks::lock;

/// After this time without its player, another person may request a seat.
const ABSENCE: Duration = Duration::from_mins(1);
/// The time after the last frame of its last connection for which a seat counts as present.
pub(super) const SILENCE: Duration = Duration::from_secs(20);
/// The interval of presence checks of every table.
const LOOKS_EVERY: Duration = Duration::from_secs(1);
/// The time to wait for a busy table's list of seats.
const LONGEST_WAIT: Duration = Duration::from_millis(250);

/// The connections of each token's hash.
pub(super) struct Presence {
    begun: Instant,
    /// An instant, and its time in seconds since 1970.
    clock: (Instant, u64),
    here: HashMap<String, Here>,
    /// The connections that other halls have reported.
    other_servers: HashMap<String, Signs>,
}

/// The connections of a token here.
struct Here {
    count: usize,
    /// The time since which it has this number of connections.
    since: Instant,
    signs: Signs,
}

/// Signs of life that follow each other within [`SILENCE`].
#[derive(Clone, Copy)]
struct Signs {
    first: Instant,
    last: Instant,
}

impl Signs {
    fn at(now: Instant) -> Signs {
        Signs { first: now, last: now }
    }

    fn is_alive(self, now: Instant) -> bool {
        now.saturating_duration_since(self.last) < SILENCE
    }

    fn note(&mut self, now: Instant) {
        if self.is_alive(now) {
            self.last = now;
        } else {
            *self = Signs::at(now);
        }
    }
}

impl Presence {
    /// A record without connections.
    pub(super) fn since(begun: Instant) -> Presence {
        let clock = (Instant::now(), unix_now());
        Presence { begun, clock, here: HashMap::new(), other_servers: HashMap::new() }
    }

    /// Notes that a client with this token has connected here.
    pub(super) fn comes(&mut self, token: &str, now: Instant) {
        let here = self.of(token, now);
        (here.count, here.since) = (here.count + 1, now);
        here.signs.note(now);
    }

    /// Notes that a connection of this token has ended.
    pub(super) fn goes(&mut self, token: &str, now: Instant) {
        let here = self.of(token, now);
        (here.count, here.since) = (here.count.saturating_sub(1), now);
    }

    /// Notes that a connection of this token has sent or answered a frame.
    pub(super) fn sign(&mut self, token: &str, now: Instant) {
        self.of(token, now).signs.note(now);
    }

    fn of(&mut self, token: &str, now: Instant) -> &mut Here {
        let new = || Here { count: 0, since: now, signs: Signs::at(now) };
        self.here.entry(token.to_owned()).or_insert_with(new)
    }

    /// Notes that a client with this token has asked for a seat, and is about to connect.
    pub(super) fn expect(&mut self, token: &str, now: Instant) {
        if now.duration_since(self.begun) >= ABSENCE {
            let is_known = |since: Instant| now.duration_since(since) < ABSENCE;
            self.here.retain(|_, here| here.count > 0 || is_known(here.since));
        }
        // A client that has not yet connected has sent no frame.
        let long_ago = now.checked_sub(SILENCE).unwrap_or(now);
        let new = || Here { count: 0, since: now, signs: Signs::at(long_ago) };
        self.here.entry(token.to_owned()).or_insert_with(new).since = now;
    }

    /// The tokens that are connected here.
    pub(super) fn here(&self) -> Vec<&str> {
        let connected = self.here.iter().filter(|(_, here)| here.count > 0);
        let mut here: Vec<&str> = connected.map(|(token, _)| token.as_str()).collect();
        here.sort_unstable();
        here
    }

    /// The time without a client here, from `opened` at the earliest; `None` if there is a client.
    pub(super) fn empty_for(&self, opened: Instant, now: Instant) -> Option<Duration> {
        let last = self.here.values().map(|here| (here.count == 0).then_some(here.since));
        let last = last.collect::<Option<Vec<_>>>()?.into_iter().max();
        Some(now.saturating_duration_since(last.unwrap_or(opened).max(opened)))
    }

    /// Notes that a client with this token is connected to another hall.
    pub(super) fn note_at_other_server(&mut self, token: &str, now: Instant) {
        self.other_servers.retain(|_, signs| now.duration_since(signs.last) < ABSENCE);
        self.other_servers.entry(token.to_owned()).or_insert(Signs::at(now)).note(now);
    }

    /// Whether no client with this token has been connected anywhere for a minute.
    pub(super) fn is_absent(&self, token: &str, now: Instant) -> bool {
        let long = |since: Instant| now.duration_since(since) >= ABSENCE;
        let not_here = match self.here.get(token) {
            Some(Here { count: 0, since, .. }) => long(*since),
            Some(_) => false,
            None => long(self.begun),
        };
        not_here && self.other_servers.get(token).is_none_or(|signs| long(signs.last))
    }

    /// Whether a token's player is present, and since when, in seconds since 1970.
    fn presence_of(&self, token: &str, now: Instant) -> (bool, u64) {
        let here = self.here.get(token).map(|here| here.signs);
        let elsewhere = self.other_servers.get(token).copied();
        let signs = || here.into_iter().chain(elsewhere);
        let alive = signs().filter(|signs| signs.is_alive(now)).map(|signs| signs.first).min();
        let gone = signs().map(|signs| signs.last + SILENCE).max();
        let since = alive.or(gone).unwrap_or(self.begun);
        (alive.is_some(), self.time_of(since))
    }

    /// An instant in seconds since 1970; equal instants give equal seconds.
    fn time_of(&self, moment: Instant) -> u64 {
        let (at, time) = self.clock;
        match moment.checked_duration_since(at) {
            Some(after) => time + after.as_secs(),
            None => time.saturating_sub(at.saturating_duration_since(moment).as_secs()),
        }
    }

    /// The presence of these players, and of the device that shares the table from this seat.
    pub(super) fn of_table(
        &self,
        holders: &[TokenHolder],
        sharing: Option<Seat>,
        now: Instant,
    ) -> Vec<SeatPresence> {
        let since = self.time_of(self.begun);
        let device = |seat: Seat| SeatPresence { seat, name: String::new(), here: true, since };
        self.of_holders(holders, now).into_iter().chain(sharing.map(device)).collect()
    }

    /// The presence of these players. Onlookers are not included.
    fn of_holders(&self, holders: &[TokenHolder], now: Instant) -> Vec<SeatPresence> {
        let shown = holders.iter().filter(|holder| match holder.by.seat {
            Seat::A | Seat::B | Seat::Both | Seat::Owner => true,
            Seat::Onlooker | Seat::Umpire => false,
        });
        shown
            .map(|holder| {
                let (here, since) = self.presence_of(&holder.by.token, now);
                SeatPresence { seat: holder.by.seat, name: holder.name.clone(), here, since }
            })
            .collect()
    }
}

/// Sends every table its presence when it has changed, until the server ends.
pub(super) async fn notify_tables(server: Weak<ServerState>) {
    let mut beat = interval(LOOKS_EVERY);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        beat.tick().await;
        let Some(server) = server.upgrade() else { return };
        let used = |hosted: &Arc<HostedTable>| hosted.admission.idle(Instant::now()).is_none();
        let hosted_tables: Vec<Arc<HostedTable>> =
            server.hosted_tables().into_iter().filter(used).collect();
        drop(server);
        // A busy table is checked the next time.
        let looks = hosted_tables.iter().map(|hosted| {
            timeout(LONGEST_WAIT, async {
                let seats = hosted
                    .table
                    .look(|table_server, _| (table_server.holders(), table_server.sharing_seat()));
                let (holders, sharing) = seats.await.unwrap_or_default();
                hosted.admission.send_presence(&holders, sharing);
            })
        });
        join_all(looks).await;
    }
}

/// Whether two seats cannot both be held.
pub(super) fn conflict(held: Seat, wanted: Seat) -> bool {
    match (held, wanted) {
        (Seat::A | Seat::Both, Seat::A)
        | (Seat::B | Seat::Both, Seat::B)
        | (Seat::A | Seat::B | Seat::Both, Seat::Both) => true,
        (
            Seat::A | Seat::B | Seat::Both | Seat::Onlooker | Seat::Owner | Seat::Umpire,
            Seat::A | Seat::B | Seat::Both | Seat::Onlooker | Seat::Owner | Seat::Umpire,
        ) => false,
    }
}

/// The interval at which a server sends the others its connections: much shorter than the time
/// after which a player counts as absent.
const SEND_EVERY: Duration = Duration::from_secs(5);
/// The number of tables in one message.
const AT_ONCE: usize = 100;

/// Sends the connections of this server to the other servers of the store, until it ends.
pub(super) async fn notify_servers(server: Weak<ServerState>) {
    let mut beat = interval(SEND_EVERY);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        beat.tick().await;
        let Some(server) = server.upgrade() else { return };
        let hosted_tables: Vec<Arc<HostedTable>> =
            lock(&server.hosted_tables).values().cloned().collect();
        let here: Vec<(String, Vec<String>)> = hosted_tables
            .iter()
            .map(|hosted| (hosted.name().to_owned(), hosted.admission.here()))
            .collect();
        let here: Vec<_> = here.into_iter().filter(|(_, here)| !here.is_empty()).collect();
        for some in here.chunks(AT_ONCE) {
            let Ok(text) = serde_json::to_string(some) else { continue };
            let table_store = Arc::clone(&server.table_store);
            // After a failure, the next message has it.
            let _ = spawn_blocking(move || table_store.publish(&text)).await;
        }
    }
}

/// Notes who is connected to another server.
pub(super) fn receive(server: &ServerState, text: &str) {
    let here: Vec<(String, Vec<String>)> = serde_json::from_str(text).unwrap_or_default();
    for (table, tokens) in here {
        if let Some(hosted) = server.held(&table) {
            hosted.admission.note_at_other_server(&tokens);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use session::Requester;

    #[test]
    fn a_player_is_absent_a_minute_after_the_last_connection_at_any_hall() {
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let mut presence = Presence::since(start);
        assert!(!presence.is_absent("a", at(59)), "they may not have come back yet");
        assert!(presence.is_absent("a", at(60)));
        // Two windows; the last one counts.
        presence.comes("a", at(100));
        presence.comes("a", at(100));
        presence.goes("a", at(100));
        assert_eq!(presence.here(), ["a"]);
        assert!(!presence.is_absent("a", at(500)));
        presence.goes("a", at(500));
        assert_eq!(
            (presence.is_absent("a", at(559)), presence.is_absent("a", at(560))),
            (false, true)
        );
        // The client has continued at another hall.
        presence.note_at_other_server("a", at(555));
        assert_eq!(
            (presence.is_absent("a", at(614)), presence.is_absent("a", at(615))),
            (false, true)
        );
        // A client that asks for a seat has a minute to connect.
        presence.expect("c", at(640));
        assert_eq!(
            (presence.is_absent("c", at(699)), presence.is_absent("c", at(700))),
            (false, true)
        );
        assert_eq!(presence.here.len(), 1, "an absent client is forgotten");
        presence.note_at_other_server("b", at(700));
        assert_eq!(presence.other_servers.len(), 1, "an old report is forgotten");
        assert!(presence.here().is_empty());
    }

    #[test]
    fn a_seat_is_absent_twenty_seconds_after_the_last_frame_of_its_last_connection() {
        let presence = &mut Presence::since(Instant::now());
        let (start, time) = presence.clock;
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        presence.expect("a", at(1));
        assert!(!presence.presence_of("a", at(1)).0, "they are only about to connect");
        presence.comes("a", at(5));
        assert_eq!(presence.presence_of("a", at(5)), (true, time + 5));
        presence.comes("a", at(6));
        presence.sign("a", at(20));
        presence.goes("a", at(21));
        presence.goes("a", at(22));
        assert_eq!(presence.presence_of("a", at(39)), (true, time + 5), "a reload is not noticed");
        assert_eq!(presence.presence_of("a", at(40)), (false, time + 40));
        assert_eq!(presence.presence_of("a", at(99)), (false, time + 40));
        presence.comes("a", at(100));
        assert_eq!(presence.presence_of("a", at(100)), (true, time + 100));
        // Players at another hall are present, too.
        presence.goes("a", at(101));
        for second in [103, 108, 113, 118, 123] {
            presence.note_at_other_server("a", at(second));
        }
        assert_eq!(presence.presence_of("a", at(142)), (true, time + 103));
        assert_eq!(presence.presence_of("a", at(143)), (false, time + 143));
    }

    #[test]
    fn presence_names_players_and_the_owner_and_no_onlooker() {
        let presence = Presence::since(Instant::now());
        let holder = |seat: Seat| TokenHolder {
            by: Requester { seat, token: seat.to_string() },
            name: format!("the {seat}"),
        };
        let holders = [Seat::Owner, Seat::A, Seat::Onlooker, Seat::B].map(holder);
        let players = presence.of_holders(&holders, Instant::now());
        let names: Vec<&str> = players.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["the owner", "the A", "the B"]);
    }
}
