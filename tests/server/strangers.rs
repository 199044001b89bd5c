//! Tests of strangers that try to stop a host or block its players. Each test has one kind of
//! attack and two honest players, whose orders must be answered. `soak` measures the times.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::tempdir;
use trierarch::journal::{DiceChoice, Journal, Opening};

use crate::client::{Client, Host, framed, masked};

/// The peak memory of a host, in kilobytes.
const MOST_OF_A_HOST: u64 = 512 * 1024;

/// The peak memory of a hall with many tables.
pub(crate) const MOST_OF_A_HALL: u64 = 1024 * 1024;

/// The pause between two orders of a player, within the request limit.
const PAUSE: Duration = Duration::from_millis(50);

/// Two players who give orders, each of which must be answered.
pub(crate) struct HonestPlayers {
    players: [Client; 2],
    orders: usize,
    /// The time of their last orders.
    last: Option<Instant>,
}

impl HonestPlayers {
    fn at(host: &Host) -> HonestPlayers {
        let players = [("kleon", "A"), ("nikias", "B")];
        HonestPlayers::of(players.map(|(key, seat)| host.enter(&host.sit(key, seat))))
    }

    fn of(players: [Client; 2]) -> HonestPlayers {
        HonestPlayers { players, orders: 0, last: None }
    }

    pub(crate) fn in_a_hall(hall: &Host, table: &Value) -> HonestPlayers {
        HonestPlayers::of(["A", "B"].map(|seat| hall.enter(&hall.sit_at(table, seat))))
    }

    /// Each gives an order, within the request limit.
    pub(crate) fn play(&mut self) {
        let now = Instant::now();
        let since = self.last.map_or(PAUSE, |last| now.duration_since(last));
        sleep(PAUSE.saturating_sub(since));
        self.last = Some(Instant::now());
        for (player, ship) in self.players.iter_mut().zip(["A1", "B1"]) {
            self.orders += 1;
            let value = 1 + self.orders % 8;
            let crew = json!({"kind": "adjust", "ship": ship, "field": "crew", "value": value});
            let answer = ask(player, &json!({"order": crew}));
            assert!(answer["ok"].is_object(), "{answer}");
        }
    }
}

/// Sends a request, and repeats it if another change came first.
pub(crate) fn ask(player: &mut Client, request: &Value) -> Value {
    loop {
        let answer = player.ask(request);
        match answer["gone_on"]["at"].as_u64() {
            Some(at) => drop(player.news_to(at)),
            None => return answer,
        }
    }
}

fn assert_modest_memory(host: &Host) {
    assert_memory_at_most(host, MOST_OF_A_HOST);
}

pub(crate) fn assert_memory_at_most(host: &Host, most: u64) {
    if let Some(took) = host.most_memory() {
        assert!(took < most, "the host took {took} kB");
    }
}

#[test]
fn a_client_that_pings_and_never_reads_is_closed() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut honest = HonestPlayers::at(&host);
    let mut pings = host.enter(&host.sit("stranger", "onlooker"));
    let many = masked(0x89, &[b'x'; 125]).repeat(1_000);
    // A disconnected client may receive the reason for two seconds.
    let begun = Instant::now();
    for sent in 0.. {
        if !pings.try_send(&many) {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "it was not disconnected");
        if sent % 50 == 0 {
            honest.play();
        }
    }
    assert_modest_memory(&host);
}

#[test]
fn a_note_has_at_most_four_thousand_letters() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut honest = HonestPlayers::at(&host);
    let stranger = &mut honest.players[0];
    let adjust = |note: String, value: Value| json!({"order": {"kind": "adjust", "ship": "A1", "field": "crew", "value": value, "note": note}});
    for (note, value) in [("x".repeat(4_001), json!(3)), (String::new(), json!(vec!["y"; 30_000]))]
    {
        let answer = ask(stranger, &adjust(note, value));
        assert!(answer["error"]["why"].as_str().unwrap().contains("at most"), "{answer}");
    }
    let again = json!({"amend": {"index": 0, "change": {"replace": {"order": null, "dice": null}}, "note": "x".repeat(4_001)}});
    let answer = ask(stranger, &adjust("ναῦς ".repeat(800), json!(3)));
    assert!(answer["ok"].is_object(), "{answer}");
    let answer = ask(stranger, &again);
    assert!(answer["error"]["why"].as_str().unwrap().contains("4000 letters"), "{answer}");
    honest.play();
}

#[test]
fn a_client_that_asks_and_never_reads_is_disconnected() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut honest = HonestPlayers::at(&host);
    let mut deaf: Vec<Client> = (0..100)
        .map(|number| host.enter(&host.sit(&format!("deaf-{number}"), "onlooker")))
        .collect();
    let sheets = json!({"id": "x", "ask": {"tell": {"sheets": {"fresh": true}}}});
    let sheets = framed(&sheets.to_string());
    for _ in 0..12 {
        for one in &mut deaf {
            one.send_bytes(&sheets);
        }
        honest.play();
    }
    let begun = Instant::now();
    while !deaf.is_empty() {
        assert!(begun.elapsed() < Duration::from_mins(2), "{} keep their places", deaf.len());
        // A disconnected client notices when it sends again.
        deaf.retain_mut(|one| one.try_send(&sheets));
        honest.play();
        sleep(Duration::from_secs(1));
    }
    assert_modest_memory(&host);
    honest.play();
}

#[test]
fn players_and_the_lobby_are_answered_beside_any_number_of_spectators() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &[]);
    let table = hall.open_table("one");
    let mut honest = HonestPlayers::in_a_hall(&hall, &table);
    for _ in 0..20 {
        honest.play();
    }
    let stops = Arc::new(AtomicBool::new(false));
    let watch_table = |number: usize| {
        let mut onlooker = hall.enter(&hall.watch_table(&table, &number.to_string()));
        let stops = Arc::clone(&stops);
        spawn(move || {
            let mut answers = 0;
            for what in ["report", "sheets", "luck"].into_iter().cycle() {
                if stops.load(Ordering::Relaxed) {
                    return answers;
                }
                let answer = onlooker.ask(&json!({ "tell": what }));
                assert!(answer["ok"].is_object() || answer["error"].is_object(), "{answer}");
                answers += 1;
                // No faster than the request limit.
                sleep(Duration::from_millis(25));
            }
            answers
        })
    };
    let onlookers: Vec<_> = (0..100).map(watch_table).collect();
    for _ in 0..20 {
        honest.play();
        assert_eq!(hall.get("/tables").0, 200);
    }
    stops.store(true, Ordering::Relaxed);
    assert!(onlookers.into_iter().all(|one| one.join().unwrap() > 0));
}

/// A table of two fleets with this many ships each; `None` while the hall is full.
pub(crate) fn open_large_table(hall: &Host, key: &str, count: u32) -> Option<Value> {
    let ship = json!([{"name": "Trireme", "type": "trireme", "count": count}]);
    let side = |name: &str| json!({"system": "greek-fire", "name": name, "ship": ship});
    let open = json!({"system": "greek-fire", "sides": [side("A"), side("B")]});
    let body = json!({"key": key, "open": open}).to_string();
    let (status, table) = hall.http("POST /tables", "", &body);
    assert!(matches!(status, 200 | 429 | 503), "{table}");
    (status == 200).then_some(table)
}

#[test]
fn an_answer_has_a_size_limit_and_a_long_one_comes_in_parts() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &[]);
    let mut honest = HonestPlayers::in_a_hall(&hall, &hall.open_table("honest"));
    let open_table = |key: &str, count: u32| {
        let table = open_large_table(&hall, key, count).unwrap();
        hall.enter(&hall.sit_at(&table, "A"))
    };
    let mut a = open_table("huge", 1_000);
    let answer = a.ask(&json!({"tell": "sheets"}));
    assert!(answer["unknown"]["why"].as_str().unwrap().contains("at most"), "{answer}");
    let mut a = open_table("large", 500);
    let answer = a.ask(&json!({"tell": "sheets"}));
    assert_eq!(answer["ok"]["told"]["sheets"][0]["sheets"].as_array().unwrap().len(), 500);
    assert!(answer.to_string().len() > 1 << 20, "it took several parts");
    honest.play();
    assert_modest_memory(&hall);
}

#[test]
fn idle_tables_are_unloaded_and_reload_even_after_a_restart() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &[]);
    let table = hall.open_table("honest");
    let mut honest = HonestPlayers::in_a_hall(&hall, &table);
    let mut opened = Vec::new();
    while opened.len() < 100 {
        opened.extend(open_large_table(&hall, &opened.len().to_string(), 1_000));
        honest.play();
    }
    // Each table in memory has two threads.
    while hall.threads().is_some_and(|threads| threads >= 2 * opened.len()) {
        honest.play();
    }
    let lobby = hall.get("/tables").1;
    assert_eq!(lobby.as_array().unwrap().len(), opened.len() + 1);
    let token = hall.sit_at(&opened[0], "A");
    let crew = json!({"kind": "adjust", "ship": "A1", "field": "crew", "value": 3});
    let answer = hall.enter(&token).ask(&json!({"order": crew}));
    assert!(answer["ok"].is_object(), "it is available again: {answer}");
    honest.play();
    assert_memory_at_most(&hall, MOST_OF_A_HALL);
    hall.kill();
    let hall = Host::hall(data.path(), &[]);
    assert_eq!(hall.get("/health").1["tables"], opened.len() + 1);
    assert!(hall.enter(&token).ask(&json!({"state": {}}))["ok"].is_object());
    HonestPlayers::in_a_hall(&hall, &table).play();
    assert_eq!(hall.get("/tables").1.as_array().unwrap().len(), opened.len() + 1);
    assert_memory_at_most(&hall, MOST_OF_A_HALL);
}

#[test]
fn a_full_table_can_be_exported_and_does_not_affect_others() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &[]);
    let mut honest = HonestPlayers::in_a_hall(&hall, &hall.open_table("honest"));
    let token = hall.sit_at(&hall.open_table("filled"), "both");
    // At the request limit, over as many connections as allowed.
    let mut stranger: Vec<Client> = (0..8).map(|_| hall.enter(&token)).collect();
    let note = "\u{10000}".repeat(4_000);
    let full = (0..8 * 1_000).find_map(|number: usize| {
        let crew = json!({"kind": "adjust", "ship": "A1", "field": "crew", "value": 1 + number % 8, "note": note});
        let answer = ask(&mut stranger[number % 8], &json!({"order": crew}));
        if number.is_multiple_of(50) {
            honest.play();
        }
        answer["refused"]["why"].as_str().map(str::to_owned)
    });
    let full = full.expect("at some time");
    assert!(full.contains("full") && full.contains("file"), "{full}");
    let owner = &mut stranger[0];
    assert!(ask(owner, &json!({"take_out": {}}))["ok"].is_object());
    let file = ask(owner, &json!({"tell": "file"}));
    assert!(file["ok"]["told"]["file"].as_str().unwrap().len() > 4 << 20);
    honest.play();
    assert_modest_memory(&hall);
}

#[test]
fn a_battle_of_thousands_of_orders_is_exported_whole_by_page_and_window() {
    for orders in [1_266, 5_000] {
        let folder = tempdir().unwrap();
        let path = folder.path().join("long.battle");
        std::fs::write(&path, long(orders).to_file()).unwrap();
        let data = folder.path().join("data");
        let host = Host::start(&data, &["--battle", path.to_str().unwrap()]);
        let mut honest = HonestPlayers::at(&host);
        let mut owner = host.enter(host.text("owner"));
        assert!(ask(&mut owner, &json!({"take_out": {}}))["ok"].is_object());
        let file = owner.ask(&json!({"tell": "file"}));
        let file = file["ok"]["told"]["file"].as_str().unwrap_or_else(|| panic!("{file}"));
        assert!(file.len() > 1 << 20, "it took several parts");
        assert_eq!(Journal::read_file(file).unwrap().len(), orders);
        honest.play();
        let report = owner.ask(&json!({"tell": "report"}));
        assert!(report["ok"].is_object(), "{report}");
        assert_modest_memory(&host);
    }
}

/// A battle of this many orders.
pub(crate) fn long(orders: usize) -> Journal {
    let mut journal = Journal::open(Opening::ready("sybota", 7).unwrap()).unwrap();
    for number in 0..orders {
        let order =
            json!({"kind": "adjust", "ship": "A1", "field": "crew", "value": 1 + number % 8});
        let order = journal.battle().read_order(order.as_object().unwrap()).unwrap();
        journal.give(&order, &DiceChoice::Program, 5, &"a note ".repeat(80)).unwrap();
    }
    journal
}
