//! Strangers who would end a host or keep it from its players, one point each,
//! beside two honest players whose orders are answered.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::client::{Client, Host, framed, masked};

/// The most memory that a host may ever have taken, in kilobytes.
const MOST_OF_A_HOST: u64 = 512 * 1024;

/// Two players who give orders, each to be answered within a second.
struct Honest {
    players: [Client; 2],
    orders: usize,
}

impl Honest {
    fn at(host: &Host) -> Honest {
        let players = [("kleon", "A"), ("nikias", "B")];
        Honest::of(players.map(|(key, seat)| host.enters(&host.sits(key, seat))))
    }

    fn of(players: [Client; 2]) -> Honest {
        Honest { players, orders: 0 }
    }

    /// Each gives an order.
    fn play(&mut self) {
        for (player, ship) in self.players.iter_mut().zip(["A1", "B1"]) {
            self.orders += 1;
            let value = 1 + self.orders % 8;
            let crew = json!({"kind": "adjust", "ship": ship, "field": "crew", "value": value});
            let asked = Instant::now();
            let answer = asks(player, &json!({"order": crew}));
            assert!(answer["ok"].is_object(), "{answer}");
            let took = asked.elapsed();
            assert!(took < Duration::from_secs(1), "it took {took:?}");
        }
    }
}

/// Asks, and again where something else came first.
fn asks(player: &mut Client, request: &Value) -> Value {
    loop {
        let answer = player.asks(request);
        match answer["gone_on"]["at"].as_u64() {
            Some(at) => drop(player.news_to(at)),
            None => return answer,
        }
    }
}

fn is_modest(host: &Host) {
    if let Some(most) = host.most_memory() {
        assert!(most < MOST_OF_A_HOST, "the host took {most} kB");
    }
}

#[test]
fn whoever_sends_pings_and_never_reads_is_cut_off() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut honest = Honest::at(&host);
    let mut pings = host.enters(&host.sits("stranger", "onlooker"));
    let many = masked(0x89, &[b'x'; 125]).repeat(1_000);
    // Whoever is sent away may still hear of it for two seconds.
    let begun = Instant::now();
    for sent in 0.. {
        if !pings.sends_on(&many) {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "it was not cut off");
        if sent % 50 == 0 {
            honest.play();
        }
    }
    is_modest(&host);
}

#[test]
fn a_note_has_at_most_four_thousand_letters() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut honest = Honest::at(&host);
    let stranger = &mut honest.players[0];
    let adjusts = |note: String, value: Value| json!({"order": {"kind": "adjust", "ship": "A1", "field": "crew", "value": value, "note": note}});
    for (note, value) in [("x".repeat(4_001), json!(3)), (String::new(), json!(vec!["y"; 50_000]))]
    {
        let answer = asks(stranger, &adjusts(note, value));
        assert!(answer["error"]["why"].as_str().unwrap().contains("at most"), "{answer}");
    }
    let again = json!({"amend": {"index": 0, "change": {"replace": {"order": null, "dice": null}}, "note": "x".repeat(4_001)}});
    let answer = asks(stranger, &adjusts("ναῦς ".repeat(800), json!(3)));
    assert!(answer["ok"].is_object(), "{answer}");
    let answer = asks(stranger, &again);
    assert!(answer["error"]["why"].as_str().unwrap().contains("4000 letters"), "{answer}");
    honest.play();
}

#[test]
fn whoever_asks_and_never_reads_loses_the_place() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut honest = Honest::at(&host);
    let mut deaf: Vec<Client> = (0..100)
        .map(|number| host.enters(&host.sits(&format!("deaf-{number}"), "onlooker")))
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
        // Whoever is sent away hears of it when it asks on.
        deaf.retain_mut(|one| one.sends_on(&sheets));
        honest.play();
        sleep(Duration::from_secs(1));
    }
    is_modest(&host);
    honest.play();
}

#[test]
fn however_many_look_on_players_are_answered_and_the_lobby_is_told() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &[]);
    let table = hall.opens("one");
    let mut honest = Honest::of(["A", "B"].map(|seat| hall.enters(&hall.sits_at(&table, seat))));
    for _ in 0..20 {
        honest.play();
    }
    let stops = Arc::new(AtomicBool::new(false));
    let looks_on = |number: usize| {
        let mut onlooker = hall.enters(&hall.looks_on(&table, &number.to_string()));
        let stops = Arc::clone(&stops);
        spawn(move || {
            let mut answers = 0;
            for what in ["report", "sheets", "luck"].into_iter().cycle() {
                if stops.load(Ordering::Relaxed) {
                    return answers;
                }
                let answer = onlooker.asks(&json!({ "tell": what }));
                assert!(answer["ok"].is_object() || answer["error"].is_object(), "{answer}");
                answers += 1;
                // No faster than anybody may ask.
                sleep(Duration::from_millis(25));
            }
            answers
        })
    };
    let onlookers: Vec<_> = (0..100).map(looks_on).collect();
    for _ in 0..20 {
        honest.play();
        let asked = Instant::now();
        assert_eq!(hall.get("/tables").0, 200);
        assert!(asked.elapsed() < Duration::from_secs(1), "the lobby is told");
        sleep(Duration::from_millis(50));
    }
    stops.store(true, Ordering::Relaxed);
    assert!(onlookers.into_iter().all(|one| one.join().unwrap() > 0));
}

#[test]
fn an_answer_is_bounded_before_it_is_made_and_a_long_one_comes_in_parts() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &[]);
    let ship = |count: u32| json!([{"name": "Trireme", "type": "trireme", "count": count}]);
    let open = |count: u32| {
        json!({"system": "greek-fire", "sides": [
            {"system": "greek-fire", "name": "A", "ship": ship(count)}, {"system": "greek-fire", "name": "B", "ship": ship(count)},
        ]})
    };
    let opens = |key: &str, count: u32| {
        let body = json!({"key": key, "open": open(count)}).to_string();
        let (status, table) = hall.http("POST /tables", "", &body);
        assert_eq!(status, 200, "{table}");
        table
    };
    let huge = opens("huge", 1_000);
    let mut a = hall.enters(&hall.sits_at(&huge, "A"));
    let answer = a.asks(&json!({"tell": "sheets"}));
    assert!(answer["unknown"]["why"].as_str().unwrap().contains("at most"), "{answer}");
    let large = opens("large", 150);
    let mut a = hall.enters(&hall.sits_at(&large, "A"));
    let answer = a.asks(&json!({"tell": "sheets"}));
    assert_eq!(answer["ok"]["told"]["sheets"][0]["sheets"].as_array().unwrap().len(), 150);
    assert!(answer.to_string().len() > 1 << 20, "it took several parts");
    is_modest(&hall);
}
