//! Two players who give orders while faults occur, and the checks that must hold
//! afterwards.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use trierarch::storage::{Store, StoreFault};

use crate::client::{Client, Host, Incoming};
use crate::faulty_network::Chance;

/// Longer than any recovery; only a failing test waits for it.
const LONGEST: Duration = Duration::from_mins(1);
/// The pause between requests: a host allows 50 a second.
const PAUSE: Duration = Duration::from_millis(25);
/// The ship to which each player gives orders.
const SHIPS: [&str; 2] = ["A1", "B1"];

/// The addresses of the running hosts.
pub(crate) type Halls = Mutex<Vec<String>>;

/// A client that connects to any available host, and repeats a request with the same id
/// until it is answered.
pub(crate) struct RetryingClient {
    token: String,
    at: u64,
    epoch: Value,
    news: Vec<Value>,
    connection: Option<Client>,
    gone_on: usize,
    chance: Chance,
}

impl RetryingClient {
    pub(crate) fn new(hall: &Host, token: &str) -> RetryingClient {
        let hello = hall.connect(token).hello(&json!({}))["hello"].clone();
        RetryingClient {
            token: token.to_owned(),
            at: hello["at"].as_u64().expect("a number"),
            epoch: hello["epoch"].clone(),
            news: Vec::new(),
            connection: None,
            gone_on: 0,
            chance: Chance::new(token.bytes().map(u64::from).sum()),
        }
    }

    fn connect(&mut self, halls: &Halls) {
        let since = Instant::now();
        let mut refused = None;
        while self.connection.is_none() {
            assert!(since.elapsed() < LONGEST, "no hall accepts it: {refused:?}");
            let address = {
                let halls = halls.lock().expect("halls");
                (!halls.is_empty()).then(|| halls[self.chance.below(halls.len())].clone())
            };
            let protocols = format!("trierarch.1, token.{}", self.token);
            match address.and_then(|address| Client::try_upgrade(&address, &protocols)) {
                Some((101, mut client)) => {
                    client.send(&json!({"hello": {"epoch": self.epoch, "seen": self.at}}));
                    self.connection = Some(client);
                }
                other => {
                    refused = other.map(|(status, _)| status);
                    thread::sleep(2 * PAUSE);
                }
            }
        }
    }

    fn receive(&mut self, halls: &Halls) -> Option<Value> {
        self.connect(halls);
        match self.connection.as_mut()?.receive() {
            Incoming::Frame(frame) => {
                if let Some(at) = frame["news"]["at"].as_u64() {
                    assert_eq!(at, self.at + 1, "without gaps, and none twice: {frame}");
                    self.at = at;
                    self.news.push(frame["news"].clone());
                }
                assert!(frame.get("reset").is_none(), "not so many are missing: {frame}");
                Some(frame)
            }
            Incoming::Closed(code) => {
                // Killed, ended, or the store could not be read.
                assert!(matches!(code, 0 | 1001 | 1011 | 1013), "{code}");
                self.connection = None;
                None
            }
        }
    }

    /// Gives an order until it is carried out.
    fn give(&mut self, order: &Value, name: &str, halls: &Halls) {
        let mut attempt = 0;
        loop {
            let Some(answer) = self.ask(order, &format!("{name}-{attempt}"), halls) else {
                continue;
            };
            if let Some(at) = answer["gone_on"]["at"].as_u64() {
                self.gone_on += 1;
                attempt += 1;
                self.news_to(at, halls);
            } else if answer["ok"].is_object() {
                return;
            } else {
                // Storage was unavailable for longer than an answer waits; the same order
                // is sent again.
                assert!(answer["unknown"].is_object(), "{answer}");
            }
        }
    }

    /// Sends a request once; `None` if the connection closes before the answer.
    fn ask(&mut self, order: &Value, id: &str, halls: &Halls) -> Option<Value> {
        self.connect(halls);
        thread::sleep(PAUSE);
        let ask = json!({"id": id, "seen": self.at, "ask": order});
        self.connection.as_mut()?.send(&ask);
        while self.connection.is_some() {
            if let Some(frame) = self.receive(halls).filter(|frame| frame["id"] == id) {
                return Some(frame);
            }
        }
        None
    }

    fn news_to(&mut self, at: u64, halls: &Halls) {
        while self.at < at {
            self.receive(halls);
        }
    }
}

pub(crate) fn correction(ship: &str, value: usize) -> Value {
    json!({"order": {"kind": "adjust", "ship": ship, "field": "crew", "value": value}})
}

/// The values of a change: every third one is a group of three orders.
pub(crate) fn values(number: usize) -> Vec<usize> {
    let orders = if number.is_multiple_of(3) { 3 } else { 1 };
    (0..orders).map(|nth| (number + nth) % 9).collect()
}

/// The request for a change of a ship.
pub(crate) fn change(ship: &str, number: usize) -> Value {
    match values(number)[..] {
        [value] => correction(ship, value),
        ref values => {
            let orders = values.iter().map(|value| correction(ship, *value)["order"].take());
            json!({"orders": orders.collect::<Vec<_>>()})
        }
    }
}

/// The orders in an event.
pub(crate) fn orders_of(news: &Value) -> impl Iterator<Item = &Value> {
    let entries =
        news["entries"].as_array().map_or(std::slice::from_ref(&news["entry"]), Vec::as_slice);
    entries.iter().map(|entry| &entry["order"])
}

/// The number of acknowledged changes of each player.
#[derive(Default)]
pub(crate) struct Acknowledged([AtomicUsize; 2]);

impl Acknowledged {
    pub(crate) fn now(&self) -> [usize; 2] {
        self.0.each_ref().map(|count| count.load(Ordering::SeqCst))
    }

    /// Waits until both players have this many more acknowledged orders, and returns the
    /// time.
    pub(crate) fn more(&self, count: usize) -> Duration {
        let since = Instant::now();
        let wanted = self.now().into_iter().max().unwrap_or(0) + count;
        while self.now().into_iter().any(|acknowledged| acknowledged < wanted) {
            assert!(since.elapsed() < LONGEST, "no order is acknowledged");
            thread::sleep(PAUSE / 5);
        }
        since.elapsed()
    }
}

/// The acknowledged orders of each player that are missing from a store; `None` if none is
/// missing. Fails if an order exists twice or out of sequence.
pub(crate) fn missing_in(
    store: &dyn Store,
    acknowledged: [usize; 2],
) -> Result<Option<String>, StoreFault> {
    let there = numbers_in(store)?;
    for (ship, numbers) in SHIPS.iter().zip(&there) {
        let each_once: Vec<usize> = (1..=numbers.len()).collect();
        assert_eq!(*numbers, each_once, "orders to {ship}, each once and in order");
    }
    let there = there.map(|numbers| numbers.len());
    let all = there.iter().zip(acknowledged).all(|(there, wanted)| *there >= wanted);
    Ok((!all).then(|| format!("{acknowledged:?} acknowledged, {there:?} there")))
}

/// The numbers of the orders of each player in a store, in the order of their rows.
pub(crate) fn numbers_in(store: &dyn Store) -> Result<[Vec<usize>; 2], StoreFault> {
    let mut numbers = [Vec::new(), Vec::new()];
    for battle in store.battles()? {
        for row in store.read(&battle.slug)? {
            let row: Value = serde_json::from_str(&row).expect("a row");
            let mut id = row["id"].as_str().unwrap_or_default().split('-');
            let Some(place) = id.next().and_then(|ship| SHIPS.iter().position(|s| *s == ship))
            else {
                continue;
            };
            numbers[place].push(id.next().and_then(|n| n.parse().ok()).expect("a number"));
        }
    }
    Ok(numbers)
}

/// Ends the players, even if the test fails.
struct EndOnDrop<'e>(&'e AtomicBool);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// The orders and events of two players.
pub(crate) struct Played {
    sides: [RetryingClient; 2],
    given: [usize; 2],
    from: u64,
}

impl Played {
    /// Lets both give orders until another task is over.
    pub(crate) fn through<T>(
        sides: [RetryingClient; 2],
        halls: &Halls,
        happens: impl FnOnce(&Acknowledged) -> T,
    ) -> (Played, T) {
        let from = sides[1].at;
        let (acknowledged, ends) = (Acknowledged::default(), AtomicBool::new(false));
        thread::scope(|scope| {
            let mut players = sides.into_iter().zip(SHIPS).zip(&acknowledged.0).map(
                |((mut side, ship), count)| {
                    let ends = &ends;
                    scope.spawn(move || {
                        let mut given = 0;
                        while !ends.load(Ordering::SeqCst) {
                            given += 1;
                            let order = change(ship, given);
                            side.give(&order, &format!("{ship}-{given}"), halls);
                            count.store(given, Ordering::SeqCst);
                        }
                        side
                    })
                },
            );
            let players = [(); 2].map(|()| players.next().expect("two"));
            let end = EndOnDrop(&ends);
            let happened = happens(&acknowledged);
            drop(end);
            let sides = players.map(|player| player.join().expect("it ends"));
            (Played { sides, given: acknowledged.now(), from }, happened)
        })
    }

    /// Fails unless each order was carried out once and in sequence, and both clients
    /// received the same events. Returns the number of orders.
    pub(crate) fn assert_sound(self, halls: &Halls) -> usize {
        let Played { mut sides, given, from } = self;
        let total: usize = given.iter().sum();
        let lines = sides.each_mut().map(|side| {
            side.news_to(from + total as u64, halls);
            let since = side.news.iter().filter(|news| news["at"].as_u64() > Some(from));
            since.cloned().collect::<Vec<Value>>()
        });
        for ((line, ship), given) in lines.iter().zip(SHIPS).zip(given) {
            let own = line.iter().flat_map(orders_of).filter(|order| order["ship"] == ship);
            let shown: Vec<_> = own.map(|order| order["value"].as_u64()).collect();
            let wanted: Vec<_> =
                (1..=given).flat_map(values).map(|value| Some(value as u64)).collect();
            assert_eq!(shown, wanted, "each once, and in order");
        }
        assert_eq!(lines[0], lines[1], "both received the same");
        eprintln!("{total} orders, {} {} gone on", sides[0].gone_on, sides[1].gone_on);
        total
    }
}
