//! Tests of limits on what strangers can make the server build and compute, while players
//! notice nothing.

use std::thread::spawn;

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::client::{Host, masked};
use crate::strangers::{HonestPlayers, ask, assert_memory_at_most};

/// The most memory that a hall may use while a few openings are built, in kilobytes.
const MOST_OF_OPENINGS: u64 = 384 * 1024;

/// A fleet file of this many bytes whose keys have this many dots.
fn deep(bytes: usize, dots: usize) -> String {
    let line = |number: usize| format!("k{number}{} = 1\n", ".a".repeat(dots));
    let mut text = String::from("system = \"greek-fire\"\n");
    for number in 0.. {
        let line = line(number);
        if text.len() + line.len() > bytes {
            break;
        }
        text.push_str(&line);
    }
    text
}

fn opening(key: &str, side: &Value) -> String {
    let sides = json!([side, "greek-fire/sybota-corinth.toml"]);
    json!({"key": key, "open": {"system": "greek-fire", "sides": sides}}).to_string()
}

#[test]
fn fleets_with_deep_or_many_keys_are_refused_before_they_are_built() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &[]);
    let mut honest = HonestPlayers::in_a_hall(&hall, &hall.open_table("honest"));
    let bodies = [
        (opening("deep", &deep(240_000, 79).into()), "deep"),
        (opening("dots", &deep(240_000, 30).into()), "keys and values"),
        (opening("long", &"# a note\n".repeat(29_200).into()), "KiB"),
        (opening("lists", &json!({"ship": vec![json!({"a": [{}]}); 17_000]})), "keys and values"),
    ];
    let posts: Vec<_> = (0..8)
        .map(|number| {
            let ((body, why), address) = (bodies[number % 4].clone(), hall.address.clone());
            spawn(move || (Host::post(&address, "/tables", &body), why))
        })
        .collect();
    for _ in 0..10 {
        honest.play();
    }
    for post in posts {
        let ((status, body), why) = post.join().unwrap();
        assert_eq!(status, 400, "{why}: {body}");
        assert!(body["error"]["why"].as_str().unwrap().contains(why), "{why}: {body}");
    }
    assert_memory_at_most(&hall, MOST_OF_OPENINGS);
    // The largest fleets that players have can still open a table.
    let ships: Vec<Value> = (0..1_000)
        .map(|number| json!({"name": format!("Trireme {number}"), "type": "trireme"}))
        .collect();
    let side = json!({"system": "greek-fire", "name": "The Great Fleet", "ship": ships});
    let (status, body) = hall.http("POST /tables", "", &opening("large", &side));
    assert_eq!(status, 200, "{body}");
}

#[test]
fn thousands_of_watched_keys_or_dice_are_an_error() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut a = host.enter(&host.sit("kleon", "A"));
    let row = json!({"kind": "row", "ship": "A1", "spent": 3});
    let watch: Vec<String> = (0..8_000).map(|_| "A1.crew".to_owned()).collect();
    let draft = json!({"subject": {"unit": "A1"}, "kind": "row", "dice": vec![6; 4_001]});
    for request in [
        json!({"odds": row, "watch": watch}),
        json!({"judge": draft}),
        json!({"order": row, "dice": vec![6; 4_001]}),
    ] {
        let why = ask(&mut a, &request)["error"]["why"].to_string();
        assert!(why.contains("at most"), "{why}");
    }
    let answer = a.ask(&json!({"odds": row, "watch": ["A1.crew"]}));
    assert!(answer["error"].is_null(), "{answer}");
}

#[test]
fn odds_for_many_clients_are_computed_in_turn_and_delay_no_player() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &[]);
    let mut honest = HonestPlayers::in_a_hall(&hall, &hall.open_table("honest"));
    let ram = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 4});
    let draft = json!({"subject": {"unit": "A1"}, "kind": "ram", "fields": ram});
    let asking: Vec<_> = (0..12)
        .map(|number| {
            let table = hall.open_table(&format!("table-{number}"));
            let mut a = hall.enter(&hall.sit_at(&table, "A"));
            let requests = [json!({"odds": ram}), json!({"judge": draft})];
            spawn(move || requests.map(|request| a.ask(&request)))
        })
        .collect();
    for _ in 0..10 {
        honest.play();
    }
    for asked in asking {
        assert!(asked.join().unwrap().iter().all(|answer| answer["id"].is_string()));
    }
    assert_memory_at_most(&hall, MOST_OF_OPENINGS);
}

#[test]
fn the_owner_and_both_sides_connect_beside_any_number_of_spectators() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let players = [host.text("owner").to_owned(), host.sit("kleon", "A"), host.sit("nikias", "B")];
    let tokens: Vec<String> =
        (0..40).map(|number| host.sit(&format!("onlooker-{number}"), "onlooker")).collect();
    let door = |token: &str| host.upgrade(&format!("trierarch.1, token.{token}"), "");
    let mut crowd = Vec::new();
    for token in &tokens {
        crowd.extend((0..8).map(|_| door(token)));
        // However long it takes, connected clients stay connected.
        for (_, client) in crowd.iter_mut().filter(|(status, _)| *status == 101) {
            client.try_send(&masked(0x8a, b""));
        }
    }
    let statuses: Vec<u16> = crowd.iter().map(|(status, _)| *status).collect();
    assert!(statuses.iter().all(|status| *status == 101), "{statuses:?}");
    assert_eq!(crowd[0].1.closed(), 1013, "an onlooker's two newest connections stay");
    assert!(crowd[319].1.hello(&json!({}))["hello"]["seat"].is_string());
    for token in &players {
        let (status, mut client) = door(token);
        assert_eq!(status, 101);
        assert!(client.hello(&json!({}))["hello"]["seat"].is_string());
    }
    let mut owner = host.enter(&players[0]);
    assert!(ask(&mut owner, &json!({"owner": {"unseat": {"seat": "onlooker"}}}))["ok"].is_object());
}

#[test]
fn a_client_that_sends_empty_parts_without_end_is_disconnected() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut stranger = host.enter(&host.sit("stranger", "onlooker"));
    stranger.send_bytes(&masked(0x01, b""));
    let many = masked(0x00, b"").repeat(20_000);
    while stranger.try_send(&many) {}
    let mut a = host.enter(&host.sit("kleon", "A"));
    assert!(a.ask(&json!({"state": {}}))["ok"].is_object());
}
