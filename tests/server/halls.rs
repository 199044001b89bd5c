//! Tests of several halls that serve the same tables, over real NATS servers.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::tempdir;
use trierarch::storage::Store as _;

use crate::client::{Client, Host};
use crate::players::correction;
use crate::servers::Servers;

/// Makes a change, and returns its number.
fn give(client: &mut Client, ask: &Value) -> u64 {
    let answer = client.ask(ask);
    answer["ok"]["at"].as_u64().unwrap_or_else(|| panic!("{answer}"))
}

#[test]
#[ignore = "needs a nats-server: set NATS_SERVER, and pass --include-ignored"]
fn clients_of_two_halls_at_one_table_get_the_same_events() {
    let data = tempdir().unwrap();
    let halls = [Host::hall(data.path(), &[]), Host::hall(data.path(), &[])];
    let table = halls[0].open_table("one");
    assert_eq!(halls[1].open_table("one"), table, "a key opens one table, whichever hall is asked");
    assert_eq!(halls[1].get("/tables").1, halls[0].get("/tables").1);
    let mut a = halls[0].enter(&halls[0].sit_at(&table, "A"));
    // A seat taken in one hall is immediately taken in the other.
    let token = halls[1].sit_at(&table, "B");
    let mut b = halls[1].enter(&token);
    a.news_to(b.at);
    // Both give orders, undo and redo; each receives the other's in sequence.
    for number in 1..=5 {
        b.news_to(give(&mut a, &correction("A1", number)));
        a.news_to(give(&mut b, &correction("B1", number)));
    }
    let stale = json!({"id": "stale", "seen": b.at - 1, "ask": correction("B1", 7)});
    b.send(&stale);
    assert_eq!(b.answer("stale")["gone_on"]["at"], b.at);
    for back_and_forth in ["undo", "redo"] {
        a.news_to(give(&mut b, &json!({ back_and_forth: {} })));
    }
    b.news_to(a.at);
    let journal = json!({"journal": {}});
    assert_eq!(a.ask(&journal)["ok"], b.ask(&journal)["ok"]);
    // A player who changes halls continues at the same place.
    let at = give(&mut a, &correction("A1", 6));
    let mut b = halls[0].connect(&token);
    let hello = b.hello(&json!({"seen": at - 2}));
    assert!(hello["hello"].is_object(), "{hello}");
    b.news_to(at);
    // A hall that has not opened the table knows its state from the others.
    let third = Host::hall(data.path(), &[]);
    let since = Instant::now();
    while third.get("/tables").1[0]["names"] != json!({"A": "A", "B": "B"}) {
        assert!(since.elapsed() < Duration::from_mins(1), "{}", third.get("/tables").1);
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(third.get("/health").1["tables"], 1);
    // An owner closes it in one hall, which closes it in both.
    let mut owner = halls[1].enter(table["owner"].as_str().unwrap());
    assert!(owner.ask(&json!({"owner": {"close": {}}}))["ok"].is_object());
    assert_eq!((a.closed(), b.closed()), (4404, 4404));
    while third.get("/health").1["tables"] != 0 {
        assert!(since.elapsed() < Duration::from_mins(1), "it was not notified of the end");
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(third.get("/tables").1, json!([]));
}

#[test]
#[ignore = "needs a nats-server: set NATS_SERVER, and pass --include-ignored"]
fn an_owner_at_one_hall_admits_people_who_wait_at_another() {
    let data = tempdir().unwrap();
    let asks_first = ["--seats", "ask"];
    let halls = [Host::hall(data.path(), &asks_first), Host::hall(data.path(), &asks_first)];
    let table = halls[0].open_table("one");
    let mut owner = halls[0].enter(table["owner"].as_str().unwrap());
    for (seat, yes) in [("A", true), ("B", false)] {
        let body = json!({
            "key": seat, "code": table["code"], "name": seat, "seat": seat,
            "table": table["table"]
        });
        let (status, given) = halls[1].http("POST /seat", "", &body.to_string());
        assert_eq!(status, 202, "{given}");
        let mut waits = halls[1].connect(given["token"].as_str().unwrap());
        waits.send(&json!({"hello": {}}));
        assert_eq!(waits.frame(), json!({"waiting": true}));
        let asks = owner.next("asks");
        assert_eq!(asks["name"], seat);
        let says = json!({"owner": {"admit": {"who": asks["who"], "yes": yes}}});
        assert!(owner.ask(&says)["ok"].is_object());
        if yes {
            assert_eq!(waits.next("hello")["seat"], seat);
        } else {
            assert_eq!(waits.closed(), 4403);
        }
    }
}

#[test]
#[ignore = "needs a nats-server: set NATS_SERVER, and pass --include-ignored"]
fn a_table_that_cannot_be_opened_is_answered_with_503_and_hides_no_other() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &[]);
    let table = hall.open_table("one");
    // The stored data of a table whose rows are gone.
    let gone = json!({
        "table": "AAAAAAAA", "slug": "gone", "opened": "", "epoch": "e", "issue": 0,
        "closed": false
    });
    let servers = Servers::of(data.path()).expect("they run");
    let store = servers.store().expect("it opens");
    store.put_blob("host/table/AAAAAAAA", Some(gone.to_string().as_bytes())).expect("stored");
    let again = Host::hall(data.path(), &[]);
    assert_eq!(again.get("/health").1["tables"], 2);
    let lobby = again.get("/tables").1;
    assert_eq!((lobby.as_array().map(Vec::len), &lobby[0]["table"]), (Some(1), &table["table"]));
    let seat = json!({
        "key": "k", "code": "KYKLOS-417", "name": "Kleon", "seat": "A", "table": "AAAAAAAA"
    });
    assert_eq!(again.http("POST /seat", "", &seat.to_string()).0, 503);
}

#[test]
#[ignore = "needs a nats-server: set NATS_SERVER, and pass --include-ignored"]
fn a_silent_storage_is_reported_and_an_order_is_carried_out_once() {
    let data = tempdir().unwrap();
    let servers = Servers::three(data.path());
    let hall = Host::hall(data.path(), &[]);
    let mut a = hall.enter(&hall.sit_at(&hall.open_table("one"), "A"));
    (0..3).for_each(|number| servers.signal(number, "-STOP"));
    let order = correction("A1", 4);
    let why = a.ask_as("late", &order)["unknown"]["why"].clone();
    assert!(why.as_str().is_some_and(|why| why.contains("will be sent again")), "{why}");
    assert_eq!(hall.get("/health").1["durable"], false);
    (0..3).for_each(|number| servers.signal(number, "-CONT"));
    let since = Instant::now();
    let given = loop {
        let answer = a.ask_as("late", &order);
        if answer["ok"].is_object() {
            break answer;
        }
        assert!(since.elapsed() < Duration::from_mins(2), "{answer}");
    };
    assert_eq!(a.ask_as("late", &order)["ok"], given["ok"]);
    let journal = a.ask(&json!({"journal": {}}));
    assert_eq!(journal["ok"]["journal"].as_array().map(Vec::len), Some(1), "{journal}");
    while hall.get("/health").1["durable"] == false {
        assert!(since.elapsed() < Duration::from_mins(2), "/health never reports it");
    }
}
