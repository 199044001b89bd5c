//! Tests of a hall over a damaged store: bytes of the file are changed, after a clean end
//! and after a kill; always in a folder, even if there are servers.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::tempdir;
use trierarch::storage::FILE_NAME;

use crate::client::{Client, Host};

/// Changes a bit wherever this text occurs in the file.
fn corrupt(data: &Path, text: &str) {
    let file = data.join(FILE_NAME);
    let mut bytes = fs::read(&file).unwrap();
    let places: Vec<usize> = bytes
        .windows(text.len())
        .enumerate()
        .filter(|(_, found)| *found == text.as_bytes())
        .map(|(at, _)| at)
        .collect();
    assert!(!places.is_empty(), "it is in the file");
    for at in places {
        bytes[at] ^= 1;
    }
    fs::write(file, bytes).unwrap();
}

fn salvage(data: &Path, words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_trierarch"))
        .args([&["salvage", "--data", data.to_str().unwrap()], words].concat())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn correct(client: &mut Client, note: &str) {
    let crew = json!({"kind": "adjust", "ship": "A1", "field": "crew", "value": 3, "note": note});
    let answer = client.ask(&json!({"order": crew}));
    assert!(answer["ok"].is_object(), "{answer}");
}

/// Ten tables, each with some orders; then the hall ends.
struct TenTables {
    tables: Vec<Value>,
    tokens: Vec<String>,
    epoch: Value,
}

fn ten_tables(data: &Path, killed: bool) -> TenTables {
    let hall = Host::in_folder(&["hall"], data);
    let tables: Vec<Value> = (0..10).map(|number| hall.open_table(&number.to_string())).collect();
    let tokens: Vec<String> = tables.iter().map(|table| hall.sit_at(table, "A")).collect();
    let mut epoch = Value::Null;
    for (number, token) in tokens.iter().enumerate() {
        let mut a = hall.connect(token);
        epoch = a.hello(&json!({}))["hello"]["epoch"].clone();
        for order in 0..3 {
            correct(&mut a, &format!("note {order} of table {number}."));
        }
    }
    hall.signal(if killed { "-KILL" } else { "-TERM" });
    TenTables { tables, tokens, epoch }
}

#[test]
fn a_damaged_table_is_set_aside_and_salvaged_and_others_open() {
    for killed in [false, true] {
        let folder = tempdir().unwrap();
        let data = folder.path();
        let TenTables { tables, tokens, epoch } = ten_tables(data, killed);
        corrupt(data, "note 1 of table 9.");
        let hall = Host::in_folder(&["hall"], data);
        assert_eq!(hall.get("/tables").1.as_array().unwrap().len(), 9);
        for token in &tokens[..9] {
            correct(&mut hall.enter(token), "it continues");
        }
        let body = json!({"key": "k", "code": tables[9]["code"], "name": "n", "seat": "B", "table": tables[9]["table"]});
        let (status, shown) = hall.http("POST /seat", "", &body.to_string());
        assert_eq!(status, 503, "{shown}");
        let why = shown["error"]["why"].as_str().unwrap();
        assert!(why.contains("row") && why.contains("trierarch salvage"), "{shown}");
        hall.stop();
        // Up to its last good row: the beginning, two seats, one order.
        let listed = salvage(data, &[]);
        let slug = listed.split(':').next().unwrap();
        assert!(listed.contains("4 of 6 rows"), "{listed}");
        assert!(salvage(data, &[slug]).contains("first 4 rows"));
        let hall = Host::in_folder(&["hall"], data);
        assert_eq!(hall.get("/tables").1.as_array().unwrap().len(), 10);
        let mut a = hall.connect(&tokens[9]);
        let reset = a.hello(&json!({"epoch": epoch, "seen": 2}))["reset"].clone();
        assert_ne!(reset["epoch"], epoch, "clients must not trust numbers from before");
        assert!(reset["why"].is_string(), "{reset}");
        correct(&mut a, "it continues");
    }
}

#[test]
fn a_table_with_only_its_rows_keeps_its_seats_and_gets_a_new_code() {
    for killed in [false, true] {
        let folder = tempdir().unwrap();
        let data = folder.path();
        let TenTables { tables, tokens, epoch } = ten_tables(data, killed);
        corrupt(data, epoch.as_str().unwrap());
        let hall = Host::in_folder(&["hall"], data);
        assert_eq!(hall.get("/tables").1.as_array().unwrap().len(), 10);
        for token in &tokens {
            correct(&mut hall.enter(token), "it continues");
        }
        let mut owner = hall.enter(tables[9]["owner"].as_str().unwrap());
        let made = owner.ask(&json!({"owner": {"new_code": {}}}));
        assert_ne!(made["ok"]["code"], tables[9]["code"]);
    }
}

#[test]
fn a_hall_reports_tables_that_were_salvaged_before_it_started() {
    let folder = tempdir().unwrap();
    let data = folder.path();
    let TenTables { tokens, epoch, .. } = ten_tables(data, true);
    corrupt(data, "note 1 of table 3.");
    assert!(salvage(data, &[]).contains("damaged"));
    let hall = Host::in_folder(&["hall"], data);
    let reset =
        hall.connect(&tokens[9]).hello(&json!({"epoch": epoch, "seen": 2}))["reset"].clone();
    assert!(reset["why"].is_string() && reset["epoch"] != epoch, "{reset}");
}
