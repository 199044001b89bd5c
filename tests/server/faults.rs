//! Tests over a faulty network: an order is carried out exactly once, and all clients end
//! with the same events.

use std::thread;

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::client::{Client, Host, Incoming};
use crate::faulty_network::{Chance, Wire};
use crate::players::{change, orders_of, values};

/// The least number of faults: a few in every run, more on demand.
fn faults() -> usize {
    std::env::var("HOST_FAULTS").ok().and_then(|count| count.parse().ok()).unwrap_or(500)
}

/// A client that follows the protocol: it repeats an order with the same id until it is
/// answered, reconnects by itself, and catches up from the last event.
struct RetryingClient {
    wire: Wire,
    token: String,
    epoch: Value,
    at: u64,
    news: Vec<Value>,
    connection: Option<Client>,
    chance: Chance,
    gone_on: usize,
    /// Its last order that was carried out, and the number of its change.
    last: Option<(Value, Value)>,
}

impl RetryingClient {
    fn new(host: &Host, key: &str, seat: &str, seed: u64) -> RetryingClient {
        let token = host.sit(key, seat);
        let hello = host.connect(&token).hello(&json!({}))["hello"].clone();
        RetryingClient {
            wire: Wire::to(&host.address, seed),
            token,
            epoch: hello["epoch"].clone(),
            at: hello["at"].as_u64().expect("a number"),
            news: Vec::new(),
            connection: None,
            chance: Chance::new(seed ^ 0xFFFF),
            gone_on: 0,
            last: None,
        }
    }

    /// The connection, or a new one.
    fn connection(&mut self) -> &mut Client {
        while self.connection.is_none() {
            let protocols = format!("trierarch.1, token.{}", self.token);
            let Some((status, mut client)) = Client::upgrade(&self.wire.address, &protocols, "")
            else {
                continue;
            };
            assert_eq!(status, 101);
            client.send(&json!({"hello": {"epoch": self.epoch, "seen": self.at}}));
            self.connection = Some(client);
        }
        self.connection.as_mut().expect("there is one")
    }

    /// The next frame that is an answer; `None` if the connection was closed.
    fn receive(&mut self) -> Option<Value> {
        match self.connection().receive() {
            Incoming::Frame(frame) => {
                if let Some(at) = frame["news"]["at"].as_u64() {
                    assert_eq!(at, self.at + 1, "without gaps, and none twice: {frame}");
                    self.at = at;
                    self.news.push(frame["news"].clone());
                    return Some(Value::Null);
                }
                assert!(frame.get("reset").is_none(), "not so many are missing: {frame}");
                Some(frame)
            }
            Incoming::Closed(code) => {
                // After many cuts the host may still count dead connections, and close the
                // oldest.
                assert!(matches!(code, 0 | 1013), "the host closes nothing: {code}");
                self.connection = None;
                None
            }
        }
    }

    /// Gives an order, or several together, until they are carried out.
    fn give(&mut self, request: &Value, name: &str) {
        for attempt in 0.. {
            let id = format!("{name}-{attempt}");
            let ask = json!({"id": id, "seen": self.at, "ask": request});
            let answer = self.send_until_answered(&ask);
            if answer.get("gone_on").is_none() {
                assert!(answer["ok"].is_object(), "{answer}");
                self.last = Some((ask, answer["ok"]["at"].clone()));
                return;
            }
            self.gone_on += 1;
            // The answer brings the missed events.
            let at = answer["gone_on"]["at"].as_u64().expect("a number");
            self.news_to(at);
        }
    }

    /// Sends the same request until it is answered; sometimes after an order that was
    /// carried out before, which is not carried out again.
    fn send_until_answered(&mut self, ask: &Value) -> Value {
        loop {
            let again = self.last.clone().filter(|_| self.chance.below(2) == 0);
            let client = self.connection();
            match &again {
                Some((last, _)) => client.send_both(last, ask),
                None => client.send(ask),
            }
            while let Some(frame) = self.receive() {
                if frame["id"] == ask["id"] {
                    return frame;
                }
                if let Some((last, at)) = &again
                    && frame["id"] == last["id"]
                {
                    assert_eq!(frame["ok"]["at"], *at, "it was done once: {frame}");
                }
            }
        }
    }

    fn news_to(&mut self, at: u64) {
        while self.at < at {
            self.receive();
        }
    }
}

#[test]
fn orders_over_a_faulty_network_are_carried_out_once_with_equal_events() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut onlooker = RetryingClient::new(&host, "aristophanes", "onlooker", 3);
    let mut sides = [("kleon", "A", 1), ("nikias", "B", 2)]
        .map(|(key, seat, seed)| RetryingClient::new(&host, key, seat, seed));
    let from = sides[1].at;
    let orders = faults().div_ceil(5);
    let end = from + 2 * orders as u64;
    thread::scope(|scope| {
        scope.spawn(|| onlooker.news_to(end));
        for (side, ship) in sides.iter_mut().zip(["A1", "B1"]) {
            scope.spawn(move || {
                for number in 1..=orders {
                    side.give(&change(ship, number), &format!("{ship}-{number}"));
                }
            });
        }
    });
    let [a, b] = &mut sides;
    for client in [&mut *a, &mut *b] {
        client.news_to(end);
    }
    // Nothing is lost or doubled: each side's orders are in sequence.
    let given = |ship: &str, news: &[Value]| -> Vec<u64> {
        let own = news.iter().flat_map(orders_of).filter(|order| order["ship"] == *ship);
        own.map(|order| order["value"].as_u64().expect("a number")).collect()
    };
    let wanted: Vec<u64> = (1..=orders).flat_map(values).map(|value| value as u64).collect();
    assert_eq!(given("A1", &a.news), wanted);
    assert_eq!(given("B1", &a.news), wanted);
    // All clients have the same events.
    let since = |client: &RetryingClient| -> Vec<Value> {
        client.news.iter().filter(|news| news["at"].as_u64() > Some(from)).cloned().collect()
    };
    assert_eq!(since(a), since(b));
    assert_eq!(since(a), since(&onlooker));
    // Every kind of fault occurred.
    let mut counts = [0; 4];
    for client in [&*a, &*b, &onlooker] {
        for (all, own) in counts.iter_mut().zip(client.wire.fault_counts()) {
            *all += own;
        }
    }
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
    let all: usize = counts.iter().sum();
    assert!(all >= faults(), "only {all} faults: {counts:?}");
    let [cuts, delays, repeats, swaps] = counts;
    eprintln!(
        "{} changes, {all} faults: {cuts} cuts, {delays} delays, {repeats} repeats, {swaps} swaps; \
         {} {} gone on",
        2 * orders,
        a.gone_on,
        b.gone_on
    );
    // All events that clients received are still valid at the host.
    let mut fresh = host.enter(&a.token);
    let all = 2 * wanted.len();
    let journal = fresh.ask(&json!({"journal": {"from": all - 1, "count": 9}}));
    assert_eq!(journal["ok"]["cursor"], all);
    assert_eq!(journal["ok"]["journal"].as_array().map(Vec::len), Some(1));
}
