//! Soak test of all kinds of strangers together with two honest players: short in every
//! run, and for `HOST_SOAK=60` minutes on demand, with a printed report.

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::client::{Client, Host, Incoming, framed, masked};
use crate::players::correction;
use crate::strangers::{MOST_OF_A_HALL, ask, assert_memory_at_most, open_large_table};

/// The number of tables apart from that of the honest players.
const TABLES: usize = 200;
/// The pause of a stranger at the request limit.
const PAUSE: Duration = Duration::from_millis(25);
/// The time between a player's orders: in an hour no table becomes full.
const THOUGHT: Duration = Duration::from_millis(250);

/// The hall, and whether the strangers continue.
#[derive(Clone)]
struct SoakTest {
    hall: Arc<Host>,
    table: Value,
    over: Arc<AtomicBool>,
}

impl SoakTest {
    /// Starts a stranger that repeats an action, with another number each time.
    fn stranger(&self, action: impl Fn(&SoakTest, usize) + Send + 'static) -> JoinHandle<usize> {
        let test = self.clone();
        spawn(move || {
            let mut times = 0;
            while !test.over.load(Ordering::Relaxed) {
                action(&test, times);
                times += 1;
                sleep(PAUSE);
            }
            times
        })
    }

    /// A seat at a table; `None` while the hall has no room, or if a newer connection of
    /// the same seat closes this one.
    fn enter(&self, table: &Value, (key, seat): (&str, &str)) -> Option<Client> {
        let body = json!({
            "key": key, "code": table["code"], "name": key, "seat": seat, "table": table["table"]
        });
        let given = self.hall.http("POST /seat", "", &body.to_string()).1;
        let protocols = format!("trierarch.1, token.{}", given["token"].as_str()?);
        let (status, mut client) = Client::try_upgrade(&self.hall.address, &protocols)?;
        if status != 101 {
            return None;
        }
        client.send(&json!({ "hello": {} }));
        loop {
            match client.receive() {
                Incoming::Frame(frame) => {
                    if let Some(at) = frame["hello"]["at"].as_u64() {
                        client.at = at;
                        return Some(client);
                    }
                }
                // Another stranger with the same key may have connected in the meantime.
                Incoming::Closed(code) => {
                    assert_eq!(code, 1013);
                    return None;
                }
            }
        }
    }

    fn watch_table(&self, key: &str) -> Option<Client> {
        self.enter(&self.table, (key, "onlooker"))
    }
}

fn ping(test: &SoakTest, _: usize) {
    let Some(mut client) = test.watch_table("pings") else { return };
    let many = masked(0x89, &[b'x'; 125]).repeat(100);
    while client.try_send(&many) && !test.over.load(Ordering::Relaxed) {}
}

fn never_read(test: &SoakTest, times: usize) {
    let Some(mut client) = test.watch_table(&format!("deaf {}", times % 10)) else { return };
    let asks = ["sheets", "report", "luck"]
        .map(|what| framed(&json!({"id": "x", "ask": {"tell": what}}).to_string()));
    for asks in asks.iter().cycle().take(1_000) {
        if !client.try_send(asks) || test.over.load(Ordering::Relaxed) {
            return;
        }
        sleep(PAUSE);
    }
}

fn watch_table(test: &SoakTest, who: usize) {
    let Some(mut client) = test.watch_table(&format!("onlooker {who}")) else { return };
    for what in ["report", "sheets", "luck"].iter().cycle().take(500) {
        client.send(&json!({"id": "x", "ask": {"tell": what}}));
        loop {
            match client.receive() {
                Incoming::Frame(frame) if frame["id"] == "x" => break,
                Incoming::Frame(_) => {}
                Incoming::Closed(_) => return,
            }
        }
        if test.over.load(Ordering::Relaxed) {
            return;
        }
        sleep(PAUSE);
    }
}

fn fill_table(test: &SoakTest, times: usize) {
    let table = open_large_table(&test.hall, &format!("fills {}", times % 20), 5);
    let Some(table) = table else { return };
    let Some(mut client) = test.enter(&table, ("k", "both")) else { return };
    for (number, letters) in [4_000, 250_000].into_iter().cycle().take(200).enumerate() {
        let value = 1 + number % 8;
        let note = "x".repeat(letters);
        let order =
            json!({"kind": "adjust", "ship": "A1", "field": "crew", "value": value, "note": note});
        ask(&mut client, &json!({ "order": order }));
        if test.over.load(Ordering::Relaxed) {
            return;
        }
        sleep(PAUSE);
    }
}

fn open_sheets(test: &SoakTest, times: usize) {
    let table = open_large_table(&test.hall, &format!("large {}", times % 100), 1_000);
    let Some(table) = table else { return };
    let Some(mut client) = test.enter(&table, ("k", "A")) else { return };
    client.send(&json!({"id": "x", "ask": {"tell": "sheets"}}));
    client.send(&json!({"id": "y", "ask": {"tell": "report"}}));
    sleep(PAUSE);
}

fn guess_codes(test: &SoakTest, times: usize) {
    let table = if times.is_multiple_of(2) { &test.table["table"] } else { &Value::Null };
    let body = json!({"key": "k", "code": "KYKLOS-000", "name": "n", "seat": "A", "table": table});
    test.hall.http("POST /seat", "", &body.to_string());
    test.hall.get("/tables");
}

/// The times of the players' orders, the longest last.
fn play(players: &mut [Client; 2], minutes: u64) -> Vec<Duration> {
    let until = Instant::now() + Duration::from_mins(minutes);
    let thinks = if minutes > 0 { THOUGHT } else { PAUSE };
    let mut took = Vec::new();
    while Instant::now() < until || took.len() < 20 {
        for (player, ship) in players.iter_mut().zip(["A1", "B1"]) {
            let begun = Instant::now();
            let answer = ask(player, &correction(ship, took.len() % 8 + 1));
            assert!(answer["ok"].is_object(), "{answer}");
            took.push(begun.elapsed());
            sleep(thinks);
        }
    }
    took.sort_unstable();
    took
}

#[test]
fn all_attacks_together_neither_stop_a_hall_nor_block_answers() {
    let minutes = std::env::var("HOST_SOAK").ok().and_then(|text| text.parse::<u64>().ok());
    let data = tempdir().unwrap();
    let hall = Arc::new(Host::hall(data.path(), &[]));
    let tables = if minutes.is_some() { TABLES } else { 10 };
    (0..tables).for_each(|number| drop(hall.open_table(&number.to_string())));
    let table = hall.open_table("honest");
    let tokens = ["A", "B"].map(|seat| hall.sit_at(&table, seat));
    let mut players = tokens.each_ref().map(|token| hall.enter(token));
    let test = SoakTest { hall: Arc::clone(&hall), table, over: Arc::default() };
    let mut strangers = vec![
        test.stranger(ping),
        test.stranger(fill_table),
        test.stranger(open_sheets),
        test.stranger(guess_codes),
    ];
    strangers.extend((0..5).map(|_| test.stranger(never_read)));
    let many = if minutes.is_some() { 60 } else { 10 };
    strangers.extend((0..many).map(|who| test.stranger(move |test, _| watch_table(test, who))));
    let took = play(&mut players, minutes.unwrap_or(0));
    test.over.store(true, Ordering::Relaxed);
    assert!(strangers.into_iter().all(|one| one.join().unwrap() > 0), "each stranger was active");
    assert_memory_at_most(&hall, MOST_OF_A_HALL);
    if minutes.is_some() {
        let orders = took.len();
        let shown = format!(
            "{orders} orders: median {:?}, 99 of 100 within {:?}, at most {:?}; the hall took at most {:?} kB\n",
            took[orders / 2],
            took[orders * 99 / 100],
            took[orders - 1],
            hall.most_memory(),
        );
        // Written directly, since the test harness hides a test's own output.
        let _ = std::io::stderr().write_all(shown.as_bytes());
    }
    drop(test);
    Arc::into_inner(hall).unwrap().kill();
    let hall = Host::hall(data.path(), &[]);
    let mut a = hall.enter(&tokens[0]);
    let rows = a.ask(&json!({"journal": {"from": 0, "count": 1}}));
    assert_eq!(rows["ok"]["cursor"], took.len(), "{rows}");
    assert_memory_at_most(&hall, MOST_OF_A_HALL);
}
