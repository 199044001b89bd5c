//! Strangers who would end a host or keep it from its players, one point each,
//! beside two honest players whose orders are answered.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::client::{Client, Host, masked};

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
        Honest { players: players.map(|(key, seat)| host.enters(&host.sits(key, seat))), orders: 0 }
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
