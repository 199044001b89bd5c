//! Tests of turns over the network: each side's turn and dice come from its own seat.

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::client::{Client, Host};
use crate::strangers::ask;

/// The number under which an order waits for the other side's consent.
fn asked(client: &mut Client, of: &str, order: &Value) -> u64 {
    let answer = client.ask(&json!({ "order": order }));
    assert_eq!(answer["waits"]["of"], of, "{order}: {answer}");
    answer["waits"]["at"].as_u64().unwrap()
}

fn consent(client: &mut Client, of: u64, yes: bool) -> Value {
    client.news_to(of);
    client.ask(&json!({"answer": {"of": of, "field": "agree", "value": yes}}))
}

#[test]
fn ending_the_other_sides_movement_does_not_reveal_its_speeds() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "drepanum"]);
    let mut a = host.enter(&host.sit("kleon", "A"));
    let mut b = host.enter(&host.sit("nikias", "B"));
    a.news_to(b.at);
    let speeds = |client: &mut Client| {
        let state = client.ask(&json!({"state": {}}))["ok"]["state"].clone();
        let ships = state["sides"][0]["ships"].as_array().unwrap().clone();
        ships.into_iter().map(|ship| ship["speed"].clone()).collect::<Vec<_>>()
    };
    let order = json!({"order": {"kind": "set-speed", "ship": "A1", "speed": 1}});
    assert!(a.ask(&order)["ok"].is_object());
    let end = json!({"kind": "end-phase"});
    // The speed phase belongs to both sides and ends when both are ready. Carthage's
    // movement is A's.
    assert!(a.ask(&json!({ "order": end }))["ok"].is_object());
    b.news_to(a.at);
    let answer = ask(&mut b, &json!({ "order": end }));
    assert!(answer["ok"].is_object(), "{answer}");
    a.news_to(b.at);
    let (known, own) = (speeds(&mut b), speeds(&mut a));
    assert_ne!(known, own);
    let of = asked(&mut b, "A", &end);
    let news = a.news_to(of);
    let waits = &news.last().unwrap()["declared"];
    assert_eq!((&waits["by"], &waits["order"]["kind"]), (&json!("B"), &json!("end-phase")));
    assert_eq!((&waits["asks"]["of"], &waits["asks"]["field"]), (&json!("A"), &json!("agree")));
    assert_eq!(speeds(&mut b), known, "nothing shows before A has answered");
    assert!(consent(&mut a, of, false)["ok"].is_object());
    assert!(b.news_to(of + 1).last().unwrap()["declined"].is_object());
    assert_eq!(speeds(&mut b), known);
    // Its own side ends it without a question.
    assert!(a.ask(&json!({ "order": end }))["ok"].is_object());
}

#[test]
fn acting_in_the_other_sides_turn_needs_its_consent_or_the_owners_for_an_empty_seat() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut owner = host.enter(host.text("owner"));
    let mut a = host.enter(&host.sit("kleon", "A"));
    let begins = |ship: &str| json!({"kind": "activate", "ship": ship});
    assert!(a.ask(&json!({ "order": begins("A1") }))["ok"].is_object());
    // B has no player yet, so the owner consents to end the round for both.
    let of = asked(&mut a, "B", &json!({"kind": "end-round"}));
    assert!(consent(&mut owner, of, false)["ok"].is_object());
    let mut b = host.enter(&host.sit("nikias", "B"));
    let of = asked(&mut b, "A", &begins("B1"));
    owner.news_to(of);
    let meddles = json!({"answer": {"of": of, "field": "agree", "value": true}});
    assert!(owner.ask(&meddles)["refused"]["why"].is_string());
    assert!(consent(&mut a, of, true)["ok"].is_object());
    let view = a.ask(&json!({"view": {}}));
    assert_eq!(view["ok"]["view"]["guide"]["active"], "B1");
}

#[test]
fn dice_come_from_their_own_side_under_the_policy_of_the_owner() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "aegates"]);
    let mut owner = host.enter(host.text("owner"));
    let mut a = host.enter(&host.sit("kleon", "A"));
    let mut b = host.enter(&host.sit("nikias", "B"));
    a.news_to(b.at);
    owner.news_to(b.at);
    let ram = json!({"kind": "ram", "ship": "A1", "target": "B1", "aspect": "side"});
    let with = |dice: Value| json!({"order": ram, "dice": dice});
    let begins = json!({"order": {"kind": "activate", "ship": "A1"}});
    let begun = a.ask(&begins)["ok"]["at"].as_u64().unwrap();
    a.news_to(begun);
    let mut is_set = |a: &mut Client, own_dice: Value| {
        owner.news_to(a.at);
        let answer = owner.ask(&json!({"owner": {"settings": {"own_dice": own_dice}}}));
        let at = answer["ok"]["at"].as_u64().unwrap_or_else(|| panic!("{answer}"));
        let news = a.news_to(at);
        news.last().unwrap()["settings"]["own_dice"].clone()
    };
    assert_eq!(is_set(&mut a, json!([true, false])), json!(["own", "either"]));
    for of_b in ["own", "app", "either"] {
        is_set(&mut a, json!(["either", of_b]));
        let refused = a.ask(&with(json!([6, 1])));
        assert!(refused["refused"]["why"].is_string(), "{of_b}: {refused}");
    }
    is_set(&mut a, json!(["app", "own"]));
    assert!(a.ask(&with(json!([6])))["refused"]["why"].is_string());
    let waits = a.ask(&json!({ "order": ram }))["waits"].clone();
    assert_eq!(waits["of"], "B");
    let throw = json!({"throw": {"of": waits["at"], "dice": [1]}});
    b.news_to(waits["at"].as_u64().unwrap());
    let mut rolled = b.ask(&throw);
    // Equal dice are rolled again.
    while let Some(at) = rolled["waits"]["at"].as_u64() {
        b.news_to(at);
        rolled = b.ask(&throw);
    }
    let by: Vec<&Value> =
        rolled["ok"]["rolls"].as_array().unwrap().iter().map(|roll| &roll["by"]).collect();
    assert_eq!(by[..2], ["rolled", "entered"]);
}

#[test]
fn a_long_group_is_one_event() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut a = host.enter(&host.sit("kleon", "A"));
    let mut b = host.enter(&host.sit("nikias", "B"));
    a.news_to(b.at);
    let orders: Vec<Value> = (0..200_u8)
        .map(|at| {
            let name = ['\u{10000}', '\u{10001}'][usize::from(at % 2)].to_string().repeat(60);
            let note = "x".repeat(850);
            json!({"kind": "adjust", "ship": "A1", "field": "name", "value": name, "note": note})
        })
        .collect();
    let answer = ask(&mut a, &json!({ "orders": orders }));
    let entries = answer["ok"]["entries"].as_array().map(Vec::len);
    assert_eq!(entries, Some(orders.len()), "{answer:.300}");
    let received = b.news_to(answer["ok"]["at"].as_u64().unwrap());
    assert_eq!(received.last().unwrap()["entries"].as_array().unwrap().len(), orders.len());
    let undone = a.ask(&json!({"undo": {}}));
    assert!(undone["ok"].is_object(), "{undone}");
    assert!(b.news_to(b.at + 1).last().unwrap()["undone"].is_object());
}
