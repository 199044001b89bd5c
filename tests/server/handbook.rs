//! Tests of the handbook's protocol examples against the real server.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::client::{Client, Host};
use testing::handbook::{blocks, exchanges, holds, page};

/// A request over HTTP, with its status in front of the answer.
fn post(host: &Host, asked: &str) -> Value {
    let (request, body) = asked
        .split_once(" {")
        .map_or((asked, String::new()), |(way, body)| (way, format!("{{{body}")));
    let (status, answer) = host.http(request, "", &body);
    json!([status, answer])
}

/// The expected frame, after others that came before it.
fn waits_for(client: &mut Client, aside: &mut Vec<Value>, expected: &Value) {
    if let Some(at) = aside.iter().position(|frame| holds(frame, expected)) {
        aside.remove(at);
        return;
    }
    // A missing frame ends the test by the client's time limit.
    loop {
        let frame = client.frame();
        if holds(&frame, expected) {
            return;
        }
        let same = frame["id"] == expected["id"] && !frame["id"].is_null();
        assert!(!same, "expected {expected}\n  received {frame}");
        aside.push(frame);
    }
}

#[test]
fn the_examples_of_the_protocol_page_are_answered_as_shown() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota", "--seats", "open"]);
    let mut client: Option<Client> = None;
    let (mut token, mut tried) = (String::new(), 0);
    for block in blocks(&page("handbook/protocol.md"), "protocol") {
        for (asked, shown) in exchanges(&block) {
            let asked = asked.replace("\"CODE\"", &json!(host.text("code")).to_string());
            tried += shown.len();
            if !asked.starts_with('{') {
                let answer = post(&host, &asked);
                for shown in shown {
                    let (status, body) = shown.split_once(' ').unwrap();
                    let body = body.replace("\"TOKEN\"", "\"..\"");
                    let expected = format!("[{status}, {body}]");
                    let expected = serde_json::from_str(&expected).expect(&expected);
                    assert!(holds(&answer, &expected), "> {asked}\n< {answer}");
                }
                if let Some(given) = answer[1]["token"].as_str() {
                    given.clone_into(&mut token);
                }
                continue;
            }
            let frame: Value = serde_json::from_str(&asked).expect(&asked);
            let client = client.get_or_insert_with(|| host.connect(&token));
            let mut aside = Vec::new();
            match frame.get("hello") {
                Some(known) => aside.push(client.hello(known)),
                None => client.send(&frame),
            }
            for shown in shown {
                let expected = serde_json::from_str(&shown).expect(&shown);
                waits_for(client, &mut aside, &expected);
            }
        }
    }
    assert!(tried > 8, "it has examples: {tried}");
}

/// The keys that the handbook lists for a part of an answer.
fn documented(part: &str) -> BTreeSet<String> {
    let text = page("handbook/protocol.md");
    let row = text.lines().find_map(|line| line.strip_prefix(&format!("| {part} | ")));
    let row = row.unwrap_or_else(|| panic!("no row of {part}"));
    row.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// All keys that occur in these objects.
fn keys<'v>(all: impl IntoIterator<Item = &'v Value>) -> BTreeSet<String> {
    let objects = all.into_iter().filter_map(Value::as_object);
    objects.flat_map(|object| object.keys().cloned()).collect()
}

fn each(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

#[test]
fn keys_of_cards_and_of_lists_of_tables_are_those_of_the_handbook() {
    let data = tempdir().unwrap();
    let file = data.path().join("operator");
    let words = ["hall", "--operator", file.to_str().unwrap()];
    let hall = Host::in_folder(&words, &data.path().join("hall"));
    let cards = hall.get("/meanings/greek-fire").1;
    let sketches: Vec<&Value> = each(&cards).map(|card| &card["sketch"]).collect();
    let figures = each(&cards).flat_map(|card| each(&card["figures"]));
    let hulls = sketches.iter().flat_map(|sketch| each(&sketch["hulls"]));
    assert_eq!(keys(each(&cards)), documented("entry"));
    assert_eq!(keys(figures), documented("each of its figures"));
    assert_eq!(keys(sketches.iter().copied()), documented("its sketch"));
    assert_eq!(keys(hulls), documented("each of its hulls"));

    hall.open_table("one");
    let row = documented("row of `GET /tables`");
    assert_eq!(keys(each(&hall.get("/tables").1)), row);
    let token = fs::read_to_string(&file).unwrap().trim().to_owned();
    let body = json!({"token": token, "list": {}}).to_string();
    let listed = hall.http("POST /operator", "", &body).1;
    let more = ["at", "connected"].map(str::to_owned);
    assert_eq!(keys(each(&listed["tables"])), row.into_iter().chain(more).collect());
}
