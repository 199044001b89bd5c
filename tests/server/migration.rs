//! Tests of continuing a table on another machine after the host's machine has failed.

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::client::{Client, Host};

/// The battle file as the owner or a shared device gets it, and the number of the change
/// that reports it.
fn take_file(client: &mut Client) -> (String, u64) {
    let announced = client.ask(&json!({"take_out": {}}));
    let at = announced["ok"]["at"].as_u64().unwrap_or_else(|| panic!("{announced}"));
    let answer = client.ask(&json!({"tell": "file"}));
    let file =
        answer["ok"]["told"]["file"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
    (file, at)
}

fn adjust(field: &str, value: u64) -> Value {
    json!({"order": {"kind": "adjust", "ship": "A1", "field": field, "value": value}})
}

#[test]
fn another_machine_continues_the_battle_file_with_the_same_seats_and_tokens() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "five-against-five"]);
    let owner_token = host.text("owner").to_owned();
    let mut owner = host.enter(&owner_token);
    let tokens = [host.sit("kleon", "A"), host.sit("nikias", "B")];
    let mut a = host.connect(&tokens[0]);
    let epoch = a.hello(&json!({}))["hello"]["epoch"].clone();
    let mut b = host.enter(&tokens[1]);
    a.news_to(b.at);
    let given = a.ask_as("given", &adjust("cq", 3));
    assert!(given["ok"].is_object(), "{given}");
    let undone = a.ask_as("undone", &json!({"undo": {}}));
    assert!(undone["ok"].is_object(), "{undone}");
    let again = a.ask_as("again", &adjust("cq", 2));
    assert!(again["ok"].is_object(), "{again}");
    let ram = json!({"order": {
        "kind": "ram", "ship": "A1", "target": "B1", "aspect": "flank", "mp_left": 0
    }});
    let waits = a.ask_as("ram", &ram)["waits"].clone();
    owner.news_to(waits["at"].as_u64().unwrap());
    let (file, at) = take_file(&mut owner);
    // All clients learn that the file was exported.
    let taken = b.news_to(at);
    assert!(taken.last().unwrap()["taken_out"].is_object());
    assert!(b.ask(&json!({"tell": "file"}))["hidden"]["why"].is_string());
    for token in tokens.iter().chain([&owner_token]) {
        assert!(!file.contains(token.as_str()), "a file holds no tokens");
    }
    let table = host.text("table").to_owned();
    host.kill();

    let elsewhere = tempdir().unwrap();
    let path = elsewhere.path().join("table.battle");
    std::fs::write(&path, &file).unwrap();
    let data = elsewhere.path().join("data");
    let words = ["--battle", path.to_str().unwrap()];
    let host = Host::start(&data, &words);
    assert_eq!(host.text("table"), table);
    let mut a = host.connect(&tokens[0]);
    let reset = a.hello(&json!({"epoch": epoch, "seen": 1}))["reset"].clone();
    // The player who started the program also sits down as an owner.
    assert_eq!(reset["at"], at + 1);
    assert_ne!(reset["epoch"], epoch, "orders after the export are lost");
    // An earlier order is answered from its row, and not carried out again.
    assert_eq!(a.ask_as("given", &adjust("cq", 3))["ok"], given["ok"]);
    assert_eq!(a.ask_as("again", &adjust("cq", 2))["ok"], again["ok"]);
    // An order that waited before still waits.
    let mut b = host.enter(&tokens[1]);
    let stays = json!({"answer": {"of": waits["at"], "field": "avoid", "value": false}});
    assert!(b.ask(&stays)["ok"].is_object());
    // The first owner is still an owner, as is the player who started the program.
    for token in [&owner_token, &host.text("owner").to_owned()] {
        let mut owner = host.connect(token);
        assert_eq!(owner.hello(&json!({}))["hello"]["seat"], "owner");
    }
    assert_eq!(host.seat("perikles", "A").0, 409, "the seats are taken");
    // The same command line continues this battle, in one epoch.
    let at = b.at;
    host.kill();
    let host = Host::start(&data, &words);
    let hello = host.connect(&tokens[1]).hello(&json!({"epoch": reset["epoch"], "seen": at}));
    assert!(hello["hello"].is_object(), "{hello}");
}

#[test]
fn a_shared_device_exports_the_file_and_a_changed_file_is_refused() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut both = host.enter(&host.sit("kleon", "both"));
    assert!(both.ask(&adjust("crew", 3))["ok"].is_object());
    let (file, _) = take_file(&mut both);
    let whole: Value = serde_json::from_str(&file).unwrap();
    assert_eq!(whole["table"]["table"], host.first["table"]);
    let place = file.find("kleon").expect("the list of players");
    let forged = format!("{}K{}", &file[..place], &file[place + 1..]);
    let path = data.path().join("forged.battle");
    std::fs::write(&path, forged).unwrap();
    let refused = std::process::Command::new(env!("CARGO_BIN_EXE_trierarch"))
        .args(["host", "--battle", path.to_str().unwrap(), "--data"])
        .arg(data.path().join("other"))
        .output()
        .unwrap();
    assert!(!refused.status.success() && refused.stdout.is_empty());
    let why = String::from_utf8(refused.stderr).unwrap();
    assert!(why.contains("the list of players does not match its checksum"), "{why}");
    // At one screen the file is an ordinary battle.
    assert!(trierarch::journal::Journal::read_file(&file).is_ok());
}
