//! Tests of taking and losing seats.

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::client::{Client, Host};

#[test]
fn a_seat_needs_the_code_and_wrong_codes_are_counted() {
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
    assert_eq!(host.seat_by(&lower, "nikias", "B").0, 200, "in upper or lower case");
    for guess in 0..20 {
        assert_eq!(host.seat_by("NOBODY-1", &format!("thief-{guess}"), "onlooker").0, 403);
    }
    assert_eq!(host.seat_by("NOBODY-1", "thief", "onlooker").0, 429);
    assert_eq!(host.seat("late", "onlooker").0, 429, "a correct guess looks the same");
    let (_, long) = host.text("page").rsplit_once('.').unwrap();
    assert_eq!(host.seat_by(long, "late", "onlooker").0, 200, "a scanned code is not a guess");
}

#[test]
fn pages_of_other_origins_are_refused() {
    let data = tempdir().unwrap();
    let host =
        Host::start(data.path(), &["--battle", "sybota", "--origin", "https://club.example"]);
    let body = json!({"key": "k", "code": host.text("code"), "name": "k", "seat": "A"}).to_string();
    let ask = |origin: &str| host.http("POST /seat", &format!("Origin: {origin}\r\n"), &body).0;
    assert_eq!(ask("https://evil.example"), 403);
    assert_eq!(ask("null"), 403);
    assert_eq!(ask("https://club.example"), 200);
    let answer = host.raw("OPTIONS /seat", "Origin: https://club.example\r\n", "");
    assert!(answer.contains("access-control-allow-origin: https://club.example\r\n"), "{answer}");
    let answer = host.raw("GET /health", "Origin: https://evil.example\r\n", "");
    assert!(!answer.contains("access-control-allow-origin"), "{answer}");
    assert_eq!(ask(&format!("http://{}", host.address)), 200);
    let token = host.sit("k", "A");
    let protocols = format!("trierarch.1, token.{token}");
    assert_eq!(host.upgrade(&protocols, "Origin: https://evil.example\r\n").0, 403);
}

#[test]
fn the_web_socket_accepts_a_token_and_its_protocol_version_only() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let token = host.sit("kleon", "A");
    assert_eq!(host.upgrade(&format!("trierarch.2, token.{token}"), "").0, 426);
    let (status, body) = host.get("/door");
    assert_eq!((status, &body["page"]), (426, &host.first["listening"]));
    assert_eq!(host.connect("unknown").closed(), 4401);
    assert_eq!(host.connect(&format!("{}x", &token[..token.len() - 1])).closed(), 4401);
    let mut a = host.connect(&token);
    a.send(&json!({"id": "x", "ask": {"state": {}}}));
    assert!(a.frame()["error"]["why"].is_string(), "the first frame is a hello");
    a.hello(&json!({}));
    a.send_text("{");
    assert_eq!(a.frame()["error"]["line"], 1);
    a.send_text(&"x".repeat(300 * 1024));
    assert!(matches!(a.closed(), 1009 | 0));
}

#[test]
fn the_owner_admits_or_refuses_requests_for_seats() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota", "--seats", "ask"]);
    let mut owner = host.connect(host.text("owner"));
    assert_eq!(owner.hello(&json!({}))["hello"]["seat"], "owner");
    let (status, body) = host.seat("kleon", "A");
    assert_eq!(status, 202);
    let mut a = host.connect(body["token"].as_str().unwrap());
    a.send(&json!({"hello": {}}));
    assert_eq!(a.frame(), json!({"waiting": true}));
    let asks = owner.next("asks");
    assert_eq!((&asks["name"], &asks["seat"]), (&json!("kleon"), &json!("A")));
    let yes = json!({"owner": {"admit": {"who": asks["who"], "yes": true}}});
    let answer = owner.ask_as("yes", &yes);
    assert!(answer["ok"]["at"].is_number(), "{answer}");
    assert_eq!(a.next("hello")["seat"], "A");
    assert_eq!(owner.ask_as("yes", &yes)["ok"], answer["ok"], "sent twice, carried out once");
    // A refusal is final.
    let (_, body) = host.seat("nikias", "B");
    let mut b = host.connect(body["token"].as_str().unwrap());
    b.send(&json!({"hello": {}}));
    assert_eq!(b.frame(), json!({"waiting": true}));
    let who = owner.next("asks")["who"].clone();
    let no = json!({"owner": {"admit": {"who": who, "yes": false}}});
    assert!(owner.ask_as("yes", &no)["error"].is_object(), "another request");
    assert!(owner.ask_as("no", &no)["ok"].is_object());
    assert_eq!(b.closed(), 4403);
    assert!(owner.ask_as("no", &no)["ok"].is_object(), "sent twice, carried out once");
    // The id of a refusal cannot be used for another request.
    let again = json!({"owner": {"admit": {"who": asks["who"], "yes": false}}});
    let settings = json!({"owner": {"settings": {"undo_asks": false}}});
    let [code, close] = ["new_code", "close"].map(|verb| json!({"owner": {verb: {}}}));
    for other in [&again, &yes, &settings, &code, &close] {
        assert!(owner.ask_as("no", other)["error"].is_object(), "another request: {other}");
    }
    assert!(owner.ask_as("yes", &close)["error"].is_object(), "another request");
    let token = body["token"].as_str().unwrap();
    assert_eq!(host.connect(token).closed(), 4403, "also for absent clients");
    // No other client can do so.
    let mut a = host.enter(&host.sit("kleon", "A"));
    assert!(a.ask(&no)["refused"]["why"].is_string());
}

#[test]
fn a_repeated_request_of_the_owner_is_carried_out_once() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota", "--seats", "ask"]);
    let mut owner = host.enter(host.text("owner"));
    let asks_for_a = |key: &str| host.seat(key, "A").1["token"].as_str().unwrap().to_owned();
    let admits = |owner: &mut Client, id: &str| {
        let who = owner.next("asks")["who"].clone();
        let yes = json!({"owner": {"admit": {"who": who, "yes": true}}});
        (owner.ask_as(id, &yes), yes)
    };
    asks_for_a("kleon");
    let (first, yes) = admits(&mut owner, "kleon");
    assert!(first["ok"]["at"].is_number(), "{first}");
    // The seat goes to another player.
    assert!(owner.ask(&json!({"owner": {"unseat": {"seat": "A"}}}))["ok"].is_object());
    let nikias = asks_for_a("nikias");
    let (second, _) = admits(&mut owner, "nikias");
    assert!(second["ok"].is_object(), "{second}");
    let mut a = host.enter(&nikias);
    assert_eq!(owner.ask_as("kleon", &yes)["ok"], first["ok"], "answered from its row");
    let answer = owner.ask(&yes);
    assert!(answer["error"]["why"].as_str().unwrap().contains("already"), "{answer}");
    let sailed = a.ask(&json!({"order": {"kind": "sail", "ship": "A1"}}));
    owner.news_to(sailed["ok"]["at"].as_u64().unwrap());
    // The same for requests from before the seat changed hands, and before it was set
    // differently.
    let unseat = json!({"owner": {"unseat": {"seat": "A"}}});
    let freed = owner.ask_as("free", &unseat);
    assert!(freed["ok"].is_object(), "{freed}");
    assert_eq!(a.closed(), 4401);
    let phormion = asks_for_a("phormion");
    let (third, _) = admits(&mut owner, "phormion");
    assert!(third["ok"].is_object(), "{third}");
    let mut a = host.enter(&phormion);
    let sets = |undo_asks: bool| json!({"owner": {"settings": {"undo_asks": undo_asks}}});
    let set = owner.ask_as("set", &sets(false));
    assert!(owner.ask_as("set again", &sets(true))["ok"].is_object());
    assert_eq!(owner.ask_as("free", &unseat)["ok"], freed["ok"]);
    assert_eq!(owner.ask_as("set", &sets(false))["ok"], set["ok"]);
    assert!(owner.ask_as("set", &sets(true))["error"].is_object(), "another request");
    assert_eq!(owner.ask(&json!({"view": {}}))["ok"]["view"]["settings"]["undo_asks"], true);
    assert!(a.ask(&json!({"state": {}}))["ok"].is_object(), "still seated");
    // A late repeat does not make another code.
    let new_code = json!({"owner": {"new_code": {}}});
    let [one, two, again] =
        ["one", "two", "one"].map(|id| owner.ask_as(id, &new_code)["ok"]["code"].clone());
    assert_eq!(one, again);
    assert_ne!(one, two);
    for id in ["kleon", "free"] {
        assert!(owner.ask_as(id, &new_code)["error"].is_object(), "another request");
    }
    assert!(owner.ask_as("one", &yes)["error"].is_object(), "another request");
    assert_eq!(host.seat_by(two.as_str().unwrap(), "late", "onlooker").0, 202);
}

#[test]
fn a_seated_player_is_replaced_only_by_the_owner() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota", "--seats", "ask"]);
    let mut owner = host.enter(host.text("owner"));
    let [(first, kleon), (second, nikias)] = ["Kleon", "Nikias"].map(|name| {
        let token = host.seat(name, "A").1["token"].as_str().unwrap().to_owned();
        (owner.next("asks")["who"].clone(), token)
    });
    let yes = |who: &Value, instead: bool| json!({"owner": {"admit": {"who": who, "yes": true, "instead": instead}}});
    assert!(owner.ask(&yes(&first, false))["ok"].is_object());
    let mut a = host.enter(&kleon);
    let reply = owner.ask(&json!({"owner": {"admit": {"who": second, "yes": true}}}));
    assert!(reply["refused"]["why"].as_str().unwrap().contains("taken by Kleon"), "{reply}");
    assert!(a.ask(&json!({"state": {}}))["ok"].is_object(), "still seated");
    let reply = owner.ask(&yes(&second, true));
    assert!(reply["ok"].is_object(), "{reply}");
    assert_eq!(a.closed(), 4401);
    assert!(host.enter(&nikias).ask(&json!({"state": {}}))["ok"].is_object());
}

#[test]
fn a_token_returns_to_its_seat_whatever_seat_is_requested() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let kleon = host.sit("kleon", "A");
    let ask = |token: &str, seat: &str| {
        host.http("POST /seat", "", &json!({"token": token, "seat": seat}).to_string())
    };
    let (status, found) = ask(&kleon, "B");
    assert_eq!((status, &found["seat"], &found["token"]), (200, &json!("A"), &json!(kleon)));
    assert_eq!(ask(host.text("owner"), "A").1["seat"], "owner");
    let mut owner = host.enter(host.text("owner"));
    assert!(owner.ask(&json!({"owner": {"unseat": {"seat": "A"}}}))["ok"].is_object());
    for ended in [&kleon, "unknown", ""] {
        assert_eq!(ask(ended, "A").0, 403, "{ended}");
    }
    assert!(owner.ask(&json!({"owner": {"close": {}}}))["ok"].is_object());
    assert_eq!(ask(&kleon, "A").0, 404);
}

#[test]
fn a_waiting_client_still_waits_after_a_restart() {
    let data = tempdir().unwrap();
    let words = ["--battle", "sybota", "--seats", "ask"];
    let host = Host::start(data.path(), &words);
    let (status, body) = host.seat("kleon", "A");
    assert_eq!(status, 202);
    host.kill();
    let host = Host::start(data.path(), &words);
    let mut a = host.connect(body["token"].as_str().unwrap());
    a.send(&json!({"hello": {}}));
    assert_eq!(a.frame(), json!({"waiting": true}));
    let mut owner = host.enter(host.text("owner"));
    let asks = owner.next("asks");
    assert_eq!((&asks["name"], &asks["seat"]), (&json!("kleon"), &json!("A")));
    assert_eq!(asks.as_object().map(serde_json::Map::len), Some(3), "no token: {asks}");
    let yes = json!({"owner": {"admit": {"who": asks["who"], "yes": true}}});
    assert!(owner.ask(&yes)["ok"].is_object());
    assert_eq!(a.next("hello")["seat"], "A");
}

#[test]
fn the_owner_frees_seats_changes_the_code_and_closes_the_table() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut owner = host.enter(host.text("owner"));
    let token = host.sit("kleon", "A");
    let mut a = host.enter(&token);
    assert!(owner.next("news")["seats"].is_array());
    let freed = owner.ask(&json!({"owner": {"unseat": {"seat": "A"}}}));
    assert!(freed["ok"].is_object(), "{freed}");
    assert_eq!(a.closed(), 4401);
    assert_eq!(host.connect(&token).closed(), 4401);
    let settings = json!({"owner": {"settings": {"undo_asks": false}}});
    assert!(owner.ask(&settings)["ok"].is_object());
    let code = owner.ask_as("code", &json!({"owner": {"new_code": {}}}))["ok"]["code"].clone();
    assert_ne!(code, host.first["code"]);
    let again = owner.ask_as("code", &json!({"owner": {"new_code": {}}}));
    assert_eq!(again["ok"]["code"], code);
    assert_eq!(host.seat("nikias", "A").0, 403, "the old code");
    let (status, nikias) = host.seat_by(code.as_str().unwrap(), "nikias", "A");
    assert_eq!(status, 200);
    let mut a = host.enter(nikias["token"].as_str().unwrap());
    assert!(owner.ask(&json!({"owner": {"close": {}}}))["ok"].is_object());
    assert_eq!((owner.closed(), a.closed()), (4404, 4404));
    assert_eq!(host.get("/health").1["tables"], 0);
    assert_eq!(host.connect(nikias["token"].as_str().unwrap()).closed(), 4404);
    assert_eq!(host.seat("late", "B").0, 404);
    assert_eq!(host.signal("-INT"), Some(0));
}

/// A post of `/seat` with these keys.
fn post(host: &Host, keys: &Value) -> (u16, Value) {
    host.http("POST /seat", "", &keys.to_string())
}

#[test]
fn the_owners_token_takes_a_seat_and_stays_valid() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota", "--seats", "ask"]);
    let token = host.text("owner");
    let (status, given) = post(&host, &json!({"token": token, "name": "Kleon", "seat": "A"}));
    assert_eq!((status, &given["seat"], &given["token"]), (200, &json!("A"), &json!(token)));
    let again = post(&host, &json!({"token": token, "name": "Kleon", "seat": "B"}));
    assert_eq!(again, (200, given), "the role comes with one seat");
    let mut a = host.connect(token);
    let hello = a.hello(&json!({}))["hello"].clone();
    assert_eq!((&hello["seat"], &hello["code"]), (&json!("A"), &json!(host.text("code"))));
    let given = a.ask(&json!({"order": {"kind": "sail", "ship": "A1"}}));
    assert!(given["ok"].is_object(), "{given}");
    // A newcomer's request reaches the owner where it plays.
    let (status, newcomer) = host.seat("nikias", "B");
    assert_eq!(status, 202);
    let asked = a.next("asks");
    assert_eq!(asked["seat"], "B");
    let mut b = host.connect(newcomer["token"].as_str().unwrap());
    b.send(&json!({"hello": {}}));
    assert_eq!(b.frame(), json!({"waiting": true}));
    let admitted = a.ask(&json!({"owner": {"admit": {"who": asked["who"], "yes": true}}}));
    assert!(admitted["ok"].is_object(), "{admitted}");
    assert_eq!(b.next("hello")["seat"], "B");
    // A player without the role cannot make the owner's requests.
    let refused = b.ask(&json!({"owner": {"new_code": {}}}));
    assert!(refused["refused"]["why"].is_string(), "{refused}");
}

#[test]
fn an_owner_link_gives_one_device_the_role_and_a_seat() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota", "--seats", "ask"]);
    let link = host.text("owner_link");
    assert!(link.starts_with(&format!("http://{}/#", host.address)), "{link}");
    let (_, ticket) = link.rsplit_once('.').unwrap();
    let newcomer = |key: &str, seat: &str| host.seat_by(ticket, key, seat);
    let (status, given) = newcomer("kleon", "A");
    assert_eq!((status, &given["seat"]), (200, &json!("A")), "{given}");
    assert_eq!(newcomer("kleon", "A"), (200, given.clone()), "the same device requests again");
    assert_eq!(newcomer("thief", "B").0, 403, "it is for one device");
    let mut a = host.enter(given["token"].as_str().unwrap());
    let code = a.ask(&json!({"owner": {"new_code": {}}}));
    assert!(code["ok"]["code"].is_string(), "{code}");
    // The first token still belongs to an owner.
    let mut owner = host.enter(host.text("owner"));
    assert!(owner.ask(&json!({"owner": {"new_code": {}}}))["ok"].is_object());
}

#[test]
fn the_owners_device_of_both_sides_gives_way_to_a_newcomer() {
    let data = tempdir().unwrap();
    for (seats, granted) in [("open", 200), ("ask", 202)] {
        let data = data.path().join(seats);
        let host = Host::start(&data, &["--battle", "sybota", "--seats", seats]);
        let owner = host.text("owner");
        let (status, _) = post(&host, &json!({"token": owner, "name": "Kleon", "seat": "both"}));
        assert_eq!(status, 200);
        let mut both = host.enter(owner);
        let (status, newcomer) = host.seat("nikias", "A");
        assert_eq!(status, granted, "{newcomer}");
        if granted == 202 {
            let asked = both.next("asks");
            let yes = json!({"owner": {"admit": {"who": asked["who"], "yes": true}}});
            assert!(both.ask(&yes)["ok"].is_object());
        } else {
            assert_eq!(both.next("hello")["seat"], "B");
        }
        let mut a = host.enter(newcomer["token"].as_str().unwrap());
        let given = a.ask(&json!({"order": {"kind": "sail", "ship": "A1"}}));
        assert!(given["ok"].is_object(), "{given}");
        both.news_to(given["ok"]["at"].as_u64().unwrap());
        // The owner's device now has only B, and is still the owner.
        let refused = both.ask(&json!({"order": {"kind": "row", "ship": "A1", "spent": 3}}));
        assert!(refused["refused"].is_object(), "{refused}");
        assert_eq!(host.seat("third", "A").0, 409);
        assert!(both.ask(&json!({"owner": {"new_code": {}}}))["ok"].is_object());
    }
}
