//! Tests of a battle over the network: orders, events, repeats, restarts.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tempfile::tempdir;

use crate::client::{Client, Host};

fn sail(ship: &str) -> Value {
    json!({"order": {"kind": "sail", "ship": ship}})
}

#[test]
fn two_seats_play_and_each_gets_the_events_of_the_other() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let (status, health) = host.get("/health");
    assert_eq!((status, &health["ok"], &health["protocol"]), (200, &json!(true), &json!(1)));
    // A single NATS server does not prove durability.
    let durable = std::env::var_os("NATS_SERVER").is_none();
    assert_eq!((&health["tables"], &health["durable"]), (&json!(1), &json!(durable)));
    let mut a = host.connect(&host.sit("kleon", "A"));
    let hello = a.hello(&json!({}));
    assert_eq!(hello["hello"]["seat"], "A");
    let mut b = host.enter(&host.sit("nikias", "B"));
    assert_eq!(a.next("news")["seats"][2], json!({"seat": "B", "name": "nikias"}));
    let view = b.ask(&json!({"view": {}}));
    assert_eq!(view["ok"]["view"]["at"], b.at);
    let answer = a.ask_as("one", &sail("A1"));
    assert!(answer["ok"]["text"].is_array(), "{answer}");
    let news = b.next("news");
    assert_eq!((&news["at"], &news["by"]), (&answer["ok"]["at"], &json!("A")));
    assert_eq!(news["entry"]["order"]["ship"], "A1");
    // The client that sends a request gets the event as well.
    assert_eq!(a.next("news")["entry"]["order"]["ship"], "A1");
    // The same request again is answered from its row, and carried out only once.
    let again = a.ask_as("one", &sail("A1"));
    assert_eq!(again["ok"], answer["ok"]);
    assert!(a.ask_as("one", &sail("A2"))["error"]["why"].is_string());
    let journal = b.ask(&json!({"journal": {"from": 0, "count": 9}}));
    assert_eq!(journal["ok"]["journal"].as_array().map(Vec::len), Some(1), "{journal}");
    // No client gives the other side's orders, or uses its ids.
    assert!(b.ask(&sail("A2"))["refused"]["why"].is_string());
    assert!(b.ask(&json!({"state": {}, "for": "A"}))["error"]["why"].is_string());
    assert!(a.ask(&json!({"state": {}}))["ok"]["state"]["round"].is_number());
    let odds = json!({"odds": {"kind": "ram", "ship": "A2", "target": "B1", "spaces_straight": 4}});
    assert!(a.ask(&odds)["ok"]["outcomes"].is_array());
    let needs = json!({
        "order": {"kind": "ram", "ship": "A2", "target": "B1", "spaces_straight": 4}, "dice": []
    });
    assert!(a.ask(&needs)["needs"]["throw"].is_string());
}

#[test]
fn an_outdated_order_is_answered_with_gone_on_and_the_missed_events() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut a = host.enter(&host.sit("kleon", "A"));
    let mut b = host.enter(&host.sit("nikias", "B"));
    let at = b.at;
    assert!(b.ask(&sail("B1"))["ok"].is_object());
    a.send(&json!({"id": "late", "seen": at, "ask": sail("A1")}));
    let news = a.news_to(at + 1);
    assert_eq!(news.last().unwrap()["entry"]["order"]["ship"], "B1");
    assert_eq!(a.answer("late")["gone_on"]["at"], at + 1);
    // Nothing was done; after a refresh, it is sent again with a new id.
    assert_eq!(a.ask_as("later", &sail("A1"))["ok"]["at"], at + 2);
}

#[test]
fn a_client_that_was_away_catches_up_from_its_last_change() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let token = host.sit("nikias", "B");
    let mut a = host.enter(&host.sit("kleon", "A"));
    let mut b = host.connect(&token);
    let epoch = b.hello(&json!({}))["hello"]["epoch"].clone();
    let seen = b.at;
    drop(b);
    for ship in ["A1", "A2", "A3"] {
        assert!(a.ask(&sail(ship))["ok"].is_object());
    }
    let mut b = host.connect(&token);
    let hello = b.hello(&json!({"epoch": epoch, "seen": seen}));
    assert_eq!(hello["hello"]["at"], seen + 3, "{hello}");
    let ships: Vec<Value> =
        b.news_to(seen + 3).iter().map(|news| news["entry"]["order"]["ship"].clone()).collect();
    assert_eq!(ships, ["A1", "A2", "A3"]);
    // Impossible claims lead to a refresh.
    for known in [json!({"epoch": "another", "seen": seen}), json!({"epoch": epoch, "seen": 99})] {
        let reset = host.connect(&token).hello(&known);
        assert_eq!(reset["reset"], json!({"at": seen + 3, "epoch": epoch}));
    }
}

#[test]
fn tokens_orders_and_events_survive_a_restart() {
    let data = tempdir().unwrap();
    let words = ["--battle", "sybota"];
    let host = Host::start(data.path(), &words);
    let token = host.sit("kleon", "A");
    let mut a = host.connect(&token);
    let epoch = a.hello(&json!({}))["hello"]["epoch"].clone();
    let seen = a.at;
    let answer = a.ask_as("one", &sail("A1"));
    assert!(answer["ok"].is_object());
    let first = host.first.clone();
    host.kill();
    let host = Host::start(data.path(), &words);
    for key in ["owner", "table", "code"] {
        assert_eq!(first[key], host.first[key]);
    }
    assert_eq!(host.seat("kleon", "A").1["token"], json!(token), "the same key, the same token");
    let mut a = host.connect(&token);
    let hello = a.hello(&json!({"epoch": epoch, "seen": seen}));
    assert_eq!(hello["hello"]["at"], seen + 1, "{hello}");
    assert_eq!(a.news_to(seen + 1)[0]["entry"]["order"]["ship"], "A1");
    assert_eq!(a.ask_as("one", &sail("A1"))["ok"], answer["ok"]);
    assert_eq!(host.stop(), Some(0));
}

#[test]
fn events_leave_out_secrets_of_other_seats() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "drepanum"]);
    let mut a = host.enter(&host.sit("kleon", "A"));
    let mut b = host.enter(&host.sit("nikias", "B"));
    let mut onlooker = host.enter(&host.sit("aristophanes", "onlooker"));
    a.news_to(onlooker.at);
    let speed = json!({"order": {"kind": "set-speed", "ship": "A1", "speed": 1}});
    let answer = a.ask(&speed);
    assert!(answer["ok"]["changes"]["A1.speed"].is_array(), "{answer}");
    let at = answer["ok"]["at"].as_u64().unwrap();
    for other in [&mut b, &mut onlooker] {
        let news = other.news_to(at);
        let shown = news.last().unwrap();
        assert_eq!(shown["entry"]["secret"], true);
        assert_eq!(shown["entry"]["changes"], json!({}));
        assert!(!shown.to_string().contains("speed"), "{shown}");
    }
    assert_eq!(a.news_to(at).last().unwrap()["entry"]["order"]["speed"], 1);
}

#[test]
fn a_declared_order_is_answered_from_the_other_seat() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "five-against-five"]);
    let mut onlooker = host.enter(&host.sit("aristophanes", "onlooker"));
    let mut a = host.enter(&host.sit("kleon", "A"));
    let mut b = host.enter(&host.sit("nikias", "B"));
    let ram = json!({
        "kind": "ram", "ship": "A1", "target": "B1", "aspect": "flank", "mp_left": 0
    });
    // The owner of a rammed ship is asked whether she tries to avoid.
    a.news_to(b.at);
    let waits = a.ask(&json!({ "order": ram }))["waits"].clone();
    assert_eq!(waits["of"], "B");
    let of = waits["at"].as_u64().unwrap();
    let news = b.news_to(of);
    assert_eq!(news.last().unwrap()["declared"]["asks"]["field"], "avoid");
    // An onlooker sees the odds of this order, and of no other.
    let odds = onlooker.ask(&json!({ "odds": ram }));
    assert!(odds["ok"]["outcomes"].is_array(), "{odds}");
    let mut other = ram.clone();
    other["target"] = "B2".into();
    assert!(onlooker.ask(&json!({ "odds": other }))["refused"]["why"].is_string());
    let stays = json!({"answer": {"of": of, "field": "avoid", "value": false}});
    assert!(a.ask(&stays)["refused"]["why"].is_string(), "only the other side may answer");
    assert_eq!(b.ask(&stays)["ok"]["at"], of + 1);
    assert_eq!(a.news_to(of + 1).last().unwrap()["entry"]["order"]["kind"], "ram");
}

#[test]
fn a_roll_is_undone_with_the_other_sides_consent() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut a = host.enter(&host.sit("kleon", "A"));
    let mut b = host.enter(&host.sit("nikias", "B"));
    a.news_to(b.at);
    for order in [
        json!({"kind": "activate", "ship": "A1"}),
        json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 6}),
    ] {
        let answer = a.ask(&json!({ "order": order }));
        assert!(answer["ok"].is_object(), "{answer}");
    }
    let undo = a.ask(&json!({"undo": {}}));
    let of = undo["waits"]["at"].as_u64().unwrap_or_else(|| panic!("{undo}"));
    let news = b.news_to(of);
    assert_eq!(news.last().unwrap()["declared"]["asks"]["field"], "undo");
    let yes = b.ask(&json!({"answer": {"of": of, "field": "undo", "value": true}}));
    assert_eq!(yes["ok"]["at"], of + 1, "{yes}");
    assert_eq!(a.news_to(of + 1).last().unwrap()["undone"]["cursor"], 1);
}

#[test]
fn the_seed_is_revealed_to_every_seat_only_after_the_battle() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "drepanum"]);
    let mut a = host.connect(&host.sit("kleon", "A"));
    let hash = a.hello(&json!({}))["hello"]["seed_hash"].clone();
    let mut b = host.enter(&host.sit("nikias", "B"));
    a.news_to(b.at);
    assert!(b.ask(&json!({"view": {}}))["ok"]["view"]["seed"].is_null());
    assert!(a.ask(&json!({"order": {"kind": "resign", "side": "A"}}))["ok"].is_object());
    let over = b.next("news")["over"].clone();
    assert_eq!(over["winner"], "B");
    let (seed, salt) = (over["seed"].as_u64().unwrap(), over["salt"].as_str().unwrap());
    let digest = Sha256::digest(format!("{seed}:{salt}").as_bytes());
    let digest = digest.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
    assert_eq!(hash, json!(digest));
}

#[test]
fn a_repeated_pending_order_still_waits() {
    let data = tempdir().unwrap();
    let words = ["--battle", "five-against-five"];
    let host = Host::start(data.path(), &words);
    let mut a = host.enter(&host.sit("kleon", "A"));
    let nikias = host.sit("nikias", "B");
    let b = host.enter(&nikias);
    a.news_to(b.at);
    let ram = json!({"order": {
        "kind": "ram", "ship": "A1", "target": "B1", "aspect": "flank", "mp_left": 0
    }});
    let waits = a.ask_as("ram", &ram)["waits"].clone();
    assert_eq!(a.ask_as("ram", &ram)["waits"], waits, "a repeat is answered from its row");
    drop((a, b));
    host.kill();
    let host = Host::start(data.path(), &words);
    let mut a = host.enter(&host.sit("kleon", "A"));
    assert_eq!(a.ask_as("ram", &ram)["waits"], waits, "also after a restart");
    let of = waits["at"].clone();
    // It is withdrawn before it is answered, and then no longer exists.
    assert!(a.ask(&json!({"withdraw": {"of": of}}))["ok"].is_object());
    let mut b = host.enter(&nikias);
    let stays = json!({"answer": {"of": of, "field": "avoid", "value": false}});
    assert!(b.ask(&stays)["error"]["why"].is_string());
}

#[test]
fn the_owner_answers_for_an_empty_seat() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "five-against-five"]);
    let mut owner = host.enter(host.text("owner"));
    let mut a = host.enter(&host.sit("kleon", "A"));
    owner.news_to(a.at);
    let ram = json!({"order": {
        "kind": "ram", "ship": "A1", "target": "B1", "aspect": "flank", "mp_left": 0
    }});
    let waits = a.ask(&ram)["waits"].clone();
    assert_eq!(waits["of"], "B");
    owner.news_to(waits["at"].as_u64().unwrap());
    let stays = json!({"answer": {"of": waits["at"], "field": "avoid", "value": false}});
    assert!(owner.ask(&stays)["ok"].is_object());
}

#[test]
fn a_shared_device_is_passed_and_covered_after_a_reload() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "drepanum"]);
    let token = host.sit("kleon", "both");
    let mut both = host.enter(&token);
    let at = both.at;
    both.send(&json!({"id": "x", "seen": at, "ask": {"hand_over": {"to": "A"}}}));
    assert_eq!(both.frame()["ok"]["at"], at + 1);
    assert!(both.frame()["news"]["seats"].is_array(), "it is a change like others");
    let hello = both.frame()["hello"].clone();
    assert_eq!((&hello["seat"], &hello["at"]), (&json!("both"), &json!(at + 1)));
    let in_hand =
        |both: &mut Client| both.ask(&json!({"view": {}}))["ok"]["view"]["in_hand"].clone();
    assert_eq!(in_hand(&mut both), "A");
    let mut both = host.enter(&token);
    assert_eq!(in_hand(&mut both), Value::Null, "a reload covers it");
    let mut owner = host.enter(host.text("owner"));
    let hand_over = json!({"hand_over": {"to": "A"}});
    assert!(owner.ask(&hand_over)["refused"]["why"].is_string());
}

#[test]
fn a_client_that_missed_more_than_two_hundred_changes_starts_again() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let token = host.sit("kleon", "A");
    let mut away = host.connect(&token);
    let epoch = away.hello(&json!({}))["hello"]["epoch"].clone();
    let seen = away.at;
    drop(away);
    // A connection may make fifty requests a second.
    for turn in 0..5_u64 {
        let mut a = host.enter(&token);
        for number in 0..41_u64 {
            let value = (turn + number) % 2 + 3;
            let crew = json!({"kind": "adjust", "ship": "A1", "field": "crew", "value": value});
            if turn * 41 + number <= 200 {
                let answer = a.ask(&json!({ "order": crew }));
                assert!(answer["ok"].is_object(), "{answer}");
            }
        }
    }
    let back = |seen: u64| host.connect(&token).hello(&json!({"epoch": epoch, "seen": seen}));
    assert_eq!(back(seen)["reset"], json!({"at": seen + 201, "epoch": epoch}));
    assert_eq!(back(seen + 1)["hello"]["at"], seen + 201);
}

#[test]
fn a_quiet_host_sends_heartbeats() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut a = host.enter(&host.sit("kleon", "A"));
    assert_eq!(a.next_frame_or_beat(), json!({"beat": {"at": a.at}}));
}
