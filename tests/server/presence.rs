//! Tests of who is present at a table, as its clients see it.

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::client::{Host, masked};

/// Whether this seat is present, by a message to a client; `None` if the message does not say.
fn is_here(presence: &Value, seat: &str) -> Option<bool> {
    presence.as_array()?.iter().find(|one| one["seat"] == seat)?["here"].as_bool()
}

#[test]
fn players_at_a_table_see_who_is_connected_in_events_and_views() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let (a, b) = (host.sit("kleon", "A"), host.sit("nikias", "B"));
    host.sit("aristophanes", "onlooker");
    let mut kleon = host.enter(&a);
    let shown = kleon.next_presence();
    assert_eq!((is_here(&shown, "A"), is_here(&shown, "B")), (Some(true), Some(false)));
    assert_eq!(is_here(&shown, "onlooker"), None);
    let entry = shown.as_array().unwrap().iter().find(|one| one["seat"] == "A").unwrap();
    assert!(entry["name"] == "kleon" && entry["since"].is_u64(), "{entry}");
    let view = kleon.ask(&json!({"view": {}}));
    assert_eq!(is_here(&view["ok"]["view"]["presence"], "B"), Some(false), "{view}");
    let mut nikias = host.enter(&b);
    while is_here(&kleon.next_presence(), "B") != Some(true) {}
    let view = nikias.ask(&json!({"view": {}}));
    assert_eq!(is_here(&view["ok"]["view"]["presence"], "A"), Some(true), "{view}");
}

#[test]
fn a_client_that_answers_no_ping_is_disconnected_and_one_that_does_stays() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let token = host.sit("kleon", "A");
    let (mut frozen, mut quiet) = (host.enter(&token), host.enter(&host.sit("nikias", "B")));
    let mut kinds = Vec::new();
    while let Some((kind, body)) = frozen.raw_frame() {
        kinds.push(kind);
        // However long this takes, the other client stays active.
        quiet.try_send(&masked(0x8a, b""));
        if kind == 0x88 {
            assert_eq!(body.first_chunk().map(|code| u16::from_be_bytes(*code)), Some(1013));
            break;
        }
    }
    assert!(kinds.contains(&0x89) && kinds.ends_with(&[0x88]), "{kinds:x?}");
    // The other client gets the news that the seat is empty.
    while is_here(&quiet.next_presence(), "A") != Some(false) {}
    assert!(quiet.ask(&json!({"state": {}}))["ok"].is_object());
}

#[test]
fn a_host_of_one_table_shows_no_names_to_strangers() {
    let data = tempdir().unwrap();
    let host = Host::start(&data.path().join("host"), &["--battle", "sybota"]);
    host.sit("kleon", "A");
    let shown = host.get("/tables").1;
    assert_eq!(shown[0]["free"], json!(["B"]));
    assert!(!shown.to_string().contains("kleon"), "{shown}");
    let hall = Host::hall(&data.path().join("hall"), &[]);
    hall.sit_at(&hall.open_table("one"), "A");
    assert_eq!(hall.get("/tables").1[0]["names"]["A"], "A", "a lobby shows who has which seat");
}
