//! Who gets a seat, and who loses it.

use serde_json::json;
use tempfile::tempdir;

use crate::client::Host;

#[test]
fn a_seat_is_for_who_has_the_code_and_guesses_are_counted() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let (status, kleon) = host.seat("kleon", "A");
    assert_eq!((status, &kleon["seat"], &kleon["table"]), (200, &json!("A"), &host.first["table"]));
    assert_eq!(host.seat("kleon", "A").1, kleon, "a key gives the same token");
    assert_eq!(host.seat("nikias", "A").0, 409);
    assert_eq!(host.seat("nikias", "both").0, 409);
    assert_eq!(host.seat("nikias", "umpire").0, 400);
    assert_eq!(host.http("POST /seat", "", "{").0, 400);
    let lower = host.text("code").to_lowercase();
    assert_eq!(host.seat_by(&lower, "nikias", "B").0, 200, "however it is written");
    for guess in 0..20 {
        assert_eq!(host.seat_by("NOBODY-1", &format!("thief-{guess}"), "onlooker").0, 403);
    }
    assert_eq!(host.seat_by("NOBODY-1", "thief", "onlooker").0, 429);
    assert_eq!(host.seat("late", "onlooker").0, 429, "a right guess is not told apart");
    let (_, long) = host.text("page").rsplit_once('.').unwrap();
    assert_eq!(host.seat_by(long, "late", "onlooker").0, 200, "what a camera reads is no guess");
}

#[test]
fn pages_of_other_origins_stay_outside() {
    let data = tempdir().unwrap();
    let host =
        Host::start(data.path(), &["--battle", "sybota", "--origin", "https://club.example"]);
    let body = json!({"key": "k", "code": host.text("code"), "name": "k", "seat": "A"}).to_string();
    let asks = |origin: &str| host.http("POST /seat", &format!("Origin: {origin}\r\n"), &body).0;
    assert_eq!(asks("https://evil.example"), 403);
    assert_eq!(asks("null"), 403);
    assert_eq!(asks("https://club.example"), 200);
    assert_eq!(asks(&format!("http://{}", host.address)), 200);
    let token = host.sits("k", "A");
    let protocols = format!("trierarch.1, token.{token}");
    assert_eq!(host.upgrade(&protocols, "Origin: https://evil.example\r\n").0, 403);
}

#[test]
fn the_door_opens_to_a_token_and_to_its_own_version() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let token = host.sits("kleon", "A");
    assert_eq!(host.upgrade(&format!("trierarch.2, token.{token}"), "").0, 426);
    assert_eq!(host.get("/door").0, 426);
    assert_eq!(host.door("nobody").closed(), 4401);
    assert_eq!(host.door(&format!("{}x", &token[..token.len() - 1])).closed(), 4401);
    let mut a = host.door(&token);
    a.send(&json!({"id": "x", "ask": {"state": {}}}));
    assert!(a.frame()["error"]["why"].is_string(), "the first frame is a hello");
    a.hello(&json!({}));
    a.send_text("{");
    assert_eq!(a.frame()["error"]["line"], 1);
    a.send_text(&"x".repeat(300 * 1024));
    assert!(matches!(a.closed(), 1009 | 0));
}

#[test]
fn a_hostile_client_is_cut_off_and_the_table_goes_on() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let token = host.sits("kleon", "A");
    let mut a = host.enters(&token);
    // Not HTTP; HTTP without an end; a body that never comes.
    for rubbish in [
        "\0\u{1}\u{2}\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "POST /seat HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{",
    ] {
        host.says(rubbish);
    }
    assert_eq!(host.http("POST /seat", "", &"x".repeat(20 * 1024)).0, 413);
    // Frames that are not masked, not text, not of WebSocket, or not UTF-8.
    for frame in [
        &[0x81, 0x02, 0x7B, 0x7D][..],
        &[0x82, 0x80, 0, 0, 0, 0],
        &[0xFF; 64],
        &[0x81, 0x82, 0, 0, 0, 0, 0xC3, 0x28],
    ] {
        let mut hostile = host.door(&token);
        hostile.send_bytes(frame);
        hostile.closed();
    }
    // Deep nesting, and every verb with nonsense in it.
    let deep = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    a.send_text(&format!("{{\"id\": \"x\", \"ask\": {{\"state\": {deep}}}}}"));
    assert!(a.frame()["error"]["why"].is_string());
    for verb in [
        "order", "odds", "offers", "journal", "judge", "trial", "amend", "throw", "answer", "owner",
    ] {
        for nonsense in [json!(null), json!([1]), json!({"kind": "ram", "ship": "Z9", "x": -1})] {
            assert!(a.asks(&json!({ verb: nonsense }))["ok"].is_null(), "{verb}");
        }
    }
    let sail = json!({"order": {"kind": "sail", "ship": "A1"}});
    assert!(a.asks(&sail)["ok"].is_object());
}

#[test]
fn more_than_fifty_requests_a_second_are_warned_of_and_then_closed() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut a = host.enters(&host.sits("kleon", "A"));
    // However slow this machine is, so many come within some second.
    for _ in 0..2_000 {
        a.send_text("{}");
    }
    assert_eq!(a.closed(), 1008);
}

#[test]
fn where_seats_are_asked_for_the_owner_says_yes_or_no() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota", "--seats", "ask"]);
    let mut owner = host.door(host.text("owner"));
    assert_eq!(owner.hello(&json!({}))["hello"]["seat"], "owner");
    let (status, body) = host.seat("kleon", "A");
    assert_eq!(status, 202);
    let mut a = host.door(body["token"].as_str().unwrap());
    a.send(&json!({"hello": {}}));
    assert_eq!(a.frame(), json!({"waiting": true}));
    let asks = owner.next("asks");
    assert_eq!((&asks["name"], &asks["seat"]), (&json!("kleon"), &json!("A")));
    let yes = json!({"owner": {"admit": {"who": asks["who"], "yes": true}}});
    let answer = owner.asks_as("yes", &yes);
    assert!(answer["ok"]["at"].is_number(), "{answer}");
    assert_eq!(a.next("hello")["seat"], "A");
    assert_eq!(owner.asks_as("yes", &yes)["ok"], answer["ok"], "said twice, done once");
    // No stays no.
    let (_, body) = host.seat("nikias", "B");
    let mut b = host.door(body["token"].as_str().unwrap());
    b.send(&json!({"hello": {}}));
    assert_eq!(b.frame(), json!({"waiting": true}));
    let who = owner.next("asks")["who"].clone();
    let no = json!({"owner": {"admit": {"who": who, "yes": false}}});
    assert!(owner.asks(&no)["ok"].is_object());
    assert_eq!(b.closed(), 4403);
    // Nobody else says so.
    let token = body["token"].as_str().unwrap();
    assert_eq!(host.door(token).closed(), 4401);
    let mut a = host.enters(&host.sits("kleon", "A"));
    assert!(a.asks(&no)["refused"]["why"].is_string());
}

#[test]
fn the_owner_frees_seats_changes_the_code_and_closes_the_table() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut owner = host.enters(host.text("owner"));
    let token = host.sits("kleon", "A");
    let mut a = host.enters(&token);
    assert!(owner.next("news")["seats"].is_array());
    let freed = owner.asks(&json!({"owner": {"unseat": {"seat": "A"}}}));
    assert!(freed["ok"].is_object(), "{freed}");
    assert_eq!(a.closed(), 4401);
    assert_eq!(host.door(&token).closed(), 4401);
    let settings = json!({"owner": {"settings": {"undo_asks": false}}});
    assert!(owner.asks(&settings)["ok"].is_object());
    let code = owner.asks_as("code", &json!({"owner": {"new_code": {}}}))["ok"]["code"].clone();
    assert_ne!(code, host.first["code"]);
    let again = owner.asks_as("code", &json!({"owner": {"new_code": {}}}));
    assert_eq!(again["ok"]["code"], code);
    assert_eq!(host.seat("nikias", "A").0, 403, "the old code");
    let (status, nikias) = host.seat_by(code.as_str().unwrap(), "nikias", "A");
    assert_eq!(status, 200);
    let mut a = host.enters(nikias["token"].as_str().unwrap());
    assert!(owner.asks(&json!({"owner": {"close": {}}}))["ok"].is_object());
    assert_eq!((owner.closed(), a.closed()), (4404, 4404));
    assert_eq!(host.get("/health").1["tables"], 0);
    assert_eq!(host.stop(), Some(0));
}
