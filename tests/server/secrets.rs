//! Tests that data sent to a seat reveals nothing of the other side's secrets.

use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::client::{Client, Host};

/// The number of orders at each of two tables: a few in every run, more on demand.
fn orders() -> usize {
    std::env::var("HOST_SECRETS").ok().and_then(|count| count.parse().ok()).unwrap_or(120)
}

/// The shortest time between requests of a client.
const BETWEEN_ORDERS: Duration = Duration::from_millis(25);

/// A frame without the parts that always differ between two tables: their names, the time, and the
/// hash of the seed.
fn without_the_tables_own(frame: &Value) -> Value {
    match frame {
        Value::Object(keys) => {
            let shown = keys.iter().map(|(key, value)| {
                let own = matches!(key.as_str(), "when" | "epoch" | "seed_hash" | "since");
                (key.clone(), if own { Value::Null } else { without_the_tables_own(value) })
            });
            Value::Object(shown.collect())
        }
        Value::Array(list) => Value::Array(list.iter().map(without_the_tables_own).collect()),
        plain => plain.clone(),
    }
}

/// Everything that side B and an onlooker receive while side A sets secret speeds.
fn streams(speed_of: impl Fn(usize) -> u64) -> (Vec<Value>, [Vec<Value>; 2]) {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "drepanum"]);
    let mut a = host.enter(&host.sit("kleon", "A"));
    let tokens = [host.sit("nikias", "B"), host.sit("aristophanes", "onlooker")];
    let mut others = tokens.each_ref().map(|token| host.enter(token));
    let at = others.iter().map(|other| other.at).max().unwrap();
    let mut received = [Vec::new(), Vec::new()];
    a.news_to(at);
    for (other, received) in others.iter_mut().zip(&mut received) {
        received.extend(other.news_to(at));
    }
    let state = a.ask(&json!({"state": {}}))["ok"]["state"].clone();
    let ships: Vec<Value> = state["sides"][0]["ships"].as_array().unwrap().clone();
    let mut given = Vec::new();
    for number in 0..orders() {
        let ship = &ships[number % ships.len()]["tag"];
        let speed = json!({"kind": "set-speed", "ship": ship, "speed": speed_of(number)});
        sleep(BETWEEN_ORDERS);
        let answer = a.ask(&json!({ "order": speed }));
        let at = answer["ok"]["at"].as_u64().unwrap_or_else(|| panic!("{answer}"));
        given.push(answer["ok"]["changes"].clone());
        for (other, received) in others.iter_mut().zip(&mut received) {
            received.extend(other.news_to(at));
        }
        for (other, received) in others.iter_mut().zip(&mut received) {
            received.push(ask(other, number, ship));
        }
    }
    (given, received.map(|received| received.iter().map(without_the_tables_own).collect()))
}

/// A request of a rotating kind.
fn ask(client: &mut Client, number: usize, ship: &Value) -> Value {
    let asks = [
        json!({"view": {}}),
        json!({"state": {}}),
        json!({"offers": {"ship": ship}}),
        json!({"journal": {"from": number, "count": 1}}),
        json!({"log": {"from": number, "count": 1}}),
        json!({"judge": {"subject": {"unit": ship}, "kind": "set-speed"}}),
        json!({"view": {"cursor": number}}),
        json!({"trial": {"index": number, "change": {"remove": {}}, "decisions": []}}),
        json!({"odds": {"kind": "ram", "ship": ship, "target": "B1", "aspect": "flank", "mp_left": 0}}),
        // For a long battle this response is larger than a frame may be.
        if number < 200 { json!({"tell": "report"}) } else { json!({"tell": "luck"}) },
        json!({"order": {"kind": "set-speed", "ship": ship, "speed": 1}}),
    ];
    client.ask_as(&format!("ask-{number}"), &asks[number % asks.len()])
}

#[test]
fn two_tables_that_differ_in_secrets_send_other_seats_the_same_frames() {
    let (one, told_one) = streams(|_| 1);
    let (two, told_two) = streams(|number| (number as u64 / 7) % 2);
    assert_ne!(one, two, "the secrets differ");
    for (one, two) in told_one.iter().zip(&told_two) {
        assert_eq!(one.len(), two.len());
        for (one, two) in one.iter().zip(two) {
            assert_eq!(one.to_string(), two.to_string());
        }
    }
}
