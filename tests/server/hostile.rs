//! Tests of broken and malicious clients: they are disconnected, and the table continues.

use std::io::{Read as _, Write as _};
use std::thread::sleep;
use std::time::Duration;

use serde_json::json;
use tempfile::tempdir;

use crate::client::{Client, Host, Incoming, connect};
use crate::faulty_network::Chance;

fn assert_playable(host: &Host, token: &str) {
    let mut a = host.enter(token);
    let value = 1 + a.at % 8;
    let crew = json!({"order": {"kind": "adjust", "ship": "A1", "field": "crew", "value": value}});
    let answer = a.ask(&crew);
    assert!(answer["ok"].is_object(), "{answer}");
}

#[test]
fn a_hostile_client_is_disconnected_and_play_continues() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let token = host.sit("kleon", "A");
    let mut a = host.enter(&token);
    // Not HTTP; HTTP without an end; a body that never comes.
    for rubbish in [
        "\0\u{1}\u{2}\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "POST /seat HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{",
    ] {
        host.send_raw(rubbish);
    }
    assert_eq!(host.http("POST /seat", "", &"x".repeat(20 * 1024)).0, 413);
    // Frames without a mask, not text, not WebSocket, or not UTF-8.
    for frame in [
        &[0x81, 0x02, 0x7B, 0x7D][..],
        &[0x82, 0x80, 0, 0, 0, 0],
        &[0xFF; 64],
        &[0x81, 0x82, 0, 0, 0, 0, 0xC3, 0x28],
    ] {
        let mut hostile = host.connect(&token);
        hostile.send_bytes(frame);
        hostile.closed();
    }
    // Deep nesting, and an invalid value for each of these verbs.
    let deep = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    a.send_text(&format!("{{\"id\": \"x\", \"ask\": {{\"state\": {deep}}}}}"));
    assert!(a.frame()["error"]["why"].is_string());
    for verb in [
        "order", "odds", "offers", "journal", "judge", "trial", "amend", "throw", "answer", "owner",
    ] {
        for nonsense in [json!(null), json!([1]), json!({"kind": "ram", "ship": "Z9", "x": -1})] {
            assert!(a.ask(&json!({ verb: nonsense }))["ok"].is_null(), "{verb}");
        }
    }
    let sail = json!({"order": {"kind": "sail", "ship": "A1"}});
    assert!(a.ask(&sail)["ok"].is_object());
}

#[test]
fn a_client_with_more_than_fifty_requests_a_second_is_warned_and_then_disconnected() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut a = host.enter(&host.sit("kleon", "A"));
    // However slow this machine is, some second has too many requests.
    for _ in 0..2_000 {
        a.send_text("{}");
    }
    assert_eq!(a.closed(), 1008);
}

#[test]
fn a_table_survives_arbitrary_bytes() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let token = host.sit("kleon", "A");
    let mut chance = Chance::new(7);
    let order = json!({"id": "x", "ask": {"order": {"kind": "sail", "ship": "A1"}}}).to_string();
    for round in 0..150 {
        let mut client = host.connect(&token);
        let mut bytes = Vec::new();
        for _ in 0..=chance.below(4) {
            // Any head, and a length that may not match the content.
            let sound = chance.below(3) > 0;
            bytes.push(if sound { 0x81 } else { u8::try_from(chance.below(256)).unwrap() });
            let length = [4, 40, 125, 126, 127][chance.below(5)];
            bytes.push(if sound { 0x80 } else { 0 } | length);
            let mut body = order.clone().into_bytes();
            for _ in 0..chance.below(6) {
                let at = chance.below(body.len());
                body[at] = u8::try_from(chance.below(256)).unwrap();
            }
            body.truncate(chance.below(body.len()));
            bytes.extend([0; 4]);
            bytes.extend(body);
        }
        client.send_bytes(&bytes);
        if round % 2 == 0 {
            // This one leaves in the middle; the others wait for an answer or the end.
            continue;
        }
        client.close_sending();
        while !matches!(client.receive(), Incoming::Closed(_)) {}
    }
    assert_playable(&host, &token);
}

#[test]
fn a_client_that_does_not_read_is_closed_with_a_request_to_reconnect() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let token = host.sit("kleon", "A");
    let mut deaf = host.enter(&token);
    let sheets = json!({"tell": {"sheets": {"fresh": true}}});
    // Data in the operating system's buffers is not counted, so it requests ten times the
    // limit of unread data, at the allowed rate. Another window of the same player is
    // answered after the earlier requests.
    let mut window = host.enter(&token);
    for turn in 0..14 {
        for number in 0..5 {
            deaf.send(&json!({"id": format!("{turn}-{number}"), "ask": sheets}));
        }
        sleep(Duration::from_millis(150));
        assert!(window.ask(&json!({"state": {}}))["ok"].is_object());
    }
    assert_eq!(deaf.closed(), 1013);
    assert_playable(&host, &token);
}

#[test]
fn the_newest_of_many_connections_of_a_token_stay() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let token = host.sit("kleon", "A");
    let mut first = host.enter(&token);
    let mut others: Vec<Client> = (0..8).map(|_| host.enter(&token)).collect();
    assert_eq!(first.closed(), 1013);
    assert!(others[0].ask(&json!({"state": {}}))["ok"].is_object());
}

#[test]
fn connections_are_limited_for_each_address_that_a_proxy_names() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota", "--trust-proxy"]);
    let far = "X-Forwarded-For: 203.0.113.7\r\n";
    // An onlooker may have two connections.
    let tokens: Vec<String> =
        (0..51).map(|number| host.sit(&format!("onlooker-{number}"), "onlooker")).collect();
    let door = |number: usize, headers: &str| {
        host.upgrade(&format!("trierarch.1, token.{}", tokens[number / 2]), headers)
    };
    let there: Vec<_> = (0..100).map(|number| door(number, far)).collect();
    assert!(there.iter().all(|(status, _)| *status == 101));
    assert_eq!(door(100, far).0, 429);
    assert_eq!(door(100, "X-Forwarded-For: 203.0.113.8\r\n").0, 101);
    assert_eq!(door(101, "").0, 101, "other addresses count separately");
    let token = host.sit("kleon", "A");
    assert_playable(&host, &token);
}

#[test]
fn a_client_with_an_unfinished_request_is_closed_and_blocks_no_other() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let token = host.sit("kleon", "A");
    // Some send nothing; some begin, and continue letter by letter.
    let silent: Vec<_> = (0..150).map(|_| connect(&host.address)).collect();
    let mut slow = connect(&host.address);
    slow.write_all(b"GET /health HTTP/1.1\r\nHost: x\r\n").unwrap();
    assert_playable(&host, &token);
    let mut letters = 0;
    while slow.write_all(b"X").is_ok() {
        letters += 1;
        assert!(letters < 120, "the connection stayed open too long");
        sleep(Duration::from_millis(500));
    }
    for mut stream in silent {
        let mut nothing = Vec::new();
        let _ = stream.read_to_end(&mut nothing);
        assert!(nothing.is_empty());
    }
    assert_playable(&host, &token);
}
