//! Tests of the script protocol, line by line. A case is a line and the expected content of
//! its answer: at least the given keys of an object, and complete lists.

use std::fs;
use std::path::Path;

use engine::journal::{DiceChoice, Journal};
use games::SystemTag;
use player::{Picks, any_open_order, first_battle};
use rules::{Stop, Viewer};
use serde_json::{Value, json};
use session::{Referee, run};

use testing::handbook::holds;
use testing::player;

/// Sends a line, and checks the content of its answer.
fn check(referee: &mut Referee, line: &str, expected: Value) -> Value {
    let answer = referee.answer(line, 1).expect("an answer");
    assert!(holds(&answer, &expected), "{line}\n  gave     {answer}\n  expected {expected}");
    answer
}

fn give(referee: &mut Referee, request: Value, expected: Value) -> Value {
    check(referee, &request.to_string(), expected)
}

fn fleet(name: &str, ships: Value) -> Value {
    json!({"system": "greek-fire", "name": name, "ship": ships})
}

/// A trireme with archers and prongs against a bireme with a reinforced hull.
fn opened() -> Referee {
    let mut referee = Referee::default();
    let a = fleet(
        "Athens",
        json!([{"name": "Παράλος", "type": "trireme", "advantages": ["prongs", "archers"]}]),
    );
    let b = fleet(
        "Corinth",
        json!([{"name": "Nike", "type": "bireme", "advantages": ["reinforced-hull"]}]),
    );
    give(
        &mut referee,
        json!({"open": {"system": "greek-fire", "sides": [a, b], "seed": 7}}),
        json!({"ok": {"state": {"system": "greek-fire", "round": 1, "winner": null}, "seed": 7}}),
    );
    referee
}

#[test]
fn a_battle_opens_on_fleet_files_and_on_their_content() {
    let mut referee = Referee::default();
    let path = |name: &str| format!("../../fleets/greek-fire/{name}.toml");
    let state = give(
        &mut referee,
        json!({"open": {"system": "greek-fire", "sides": [path("sybota-athens"), path("sybota-corinth")], "options": {"free-for-all": true}}}),
        json!({"ok": {"state": {"options": {"free-for-all": true}}}}),
    );
    let ships = state["ok"]["state"]["sides"][1]["ships"].as_array().expect("ships");
    assert_eq!(ships.len(), 5);
    assert_eq!(ships[4]["tag"], "B5");
    opened();
}

#[test]
fn warnings_of_an_opened_fleet_file_begin_with_the_file_line_and_column() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.toml");
    let text =
        "system = \"greek-fire\"\nname = \"A\"\n[[ship]]\nname = \"X\"\ntype = \"trireme\"\n";
    fs::write(&path, text).expect("a fleet");
    let path = path.to_str().expect("a path");
    let answer = give(
        &mut Referee::default(),
        json!({"open": {"system": "greek-fire", "sides": [path, path]}}),
        json!({"ok": {}}),
    );
    let warning = format!("{path}:3:1: ship 1, advantages: 6 of 6 slots are free");
    assert_eq!(answer["ok"]["warnings"], json!([warning, warning]));
}

#[test]
fn a_failed_open_keeps_the_present_battle_and_names_every_fault() {
    let mut referee = opened();
    let bad = json!({"system": "greek-fire", "name": "Bad", "ship": [{"name": "X", "type": "trirem"}, {"type": "trireme"}]});
    let answer = give(
        &mut referee,
        json!({"open": {"system": "greek-fire", "sides": [bad, bad]}}),
        json!({"error": {"line": 1}}),
    );
    let why = answer["error"]["why"].as_str().expect("a reason");
    assert!(why.contains("trirem") && why.contains("name"), "{why}");
    assert!(!why.contains("slots are free"), "a warning is no fault: {why}");
    for (open, word) in [
        (
            json!({"system": "greek-fire", "sides": ["nowhere.toml", "nowhere.toml"]}),
            "nowhere.toml",
        ),
        (json!({"system": "go", "sides": []}), "unknown system"),
        (json!({"system": "greek-fire", "sides": []}), "two fleets"),
        (json!({"system": "greek-fire", "sides": [1, 2]}), "path"),
        (json!({"sides": [1, 2]}), "`system` is missing"),
        (json!({"system": "greek-fire", "sides": [1, 2], "sedd": 1}), "unknown field `sedd`"),
    ] {
        let answer = give(&mut referee, json!({ "open": open }), json!({"error": {}}));
        assert!(answer["error"]["why"].as_str().expect("why").contains(word), "{answer}");
    }
    give(&mut referee, json!({"state": {}}), json!({"ok": {"state": {"system": "greek-fire"}}}));
}

#[test]
fn unknown_options_and_seeds_are_errors() {
    let side = fleet("A", json!([{"name": "X", "type": "trireme"}]));
    for (key, value, word) in [
        ("options", json!({"fly": true}), "free-for-all"),
        ("options", json!({"free-for-all": 1}), "true or false"),
        ("options", json!(["free-for-all"]), "object"),
        ("seed", json!(-1), "whole number"),
        ("seed", json!("7"), "whole number"),
    ] {
        let mut open = json!({"system": "greek-fire", "sides": [side, side]});
        open[key] = value;
        let answer = give(&mut Referee::default(), json!({ "open": open }), json!({"error": {}}));
        assert!(answer["error"]["why"].as_str().expect("why").contains(word), "{answer}");
    }
}

#[test]
fn an_order_with_dice_returns_outcome_rolls_changes_and_text() {
    let mut referee = opened();
    let answer = give(
        &mut referee,
        json!({"order": {"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 4}, "dice": [5, [2, 1], 5]}),
        json!({"ok": {"outcome": "sinking-slowly", "warnings": []}}),
    );
    let ok = &answer["ok"];
    assert_eq!(ok["changes"]["B1.sinking_in"], json!([null, 3]));
    assert_eq!(ok["changes"]["B1.move_lost"], json!([0, 5]));
    assert_eq!(
        ok["rolls"][0],
        json!({"throw": "1d10", "faces": [5], "natural": 5,
               "modifiers": [{"amount": 6, "why": "ram bonus"}, {"amount": -3, "why": "target’s ram bonus"},
                             {"amount": -1, "why": "target’s reinforced hull"}],
               "modified": 7, "for": "ram", "by": "entered"})
    );
    assert_eq!(ok["rolls"][1]["for"], "rounds until she sinks");
    assert!(!ok["text"].as_array().expect("text").is_empty());
}

#[test]
fn too_few_dice_name_the_next_roll_and_too_many_are_an_error() {
    let mut referee = opened();
    let ram = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 4});
    let before = give(&mut referee, json!({"state": {}}), json!({"ok": {}}));
    let answer = give(
        &mut referee,
        json!({"order": ram, "dice": [5]}),
        json!({"needs": {"throw": "2d6", "for": "rounds until she sinks"}}),
    );
    assert_eq!(answer["needs"]["after"][0]["natural"], 5);
    for (dice, word) in [
        (json!([1, 3, 3]), "too many"),
        (json!([11]), "1 to 10"),
        (json!([0]), "1 to 10"),
        (json!([[5, 5]]), "1 die"),
        (json!([5, [1, 7], 1]), "1 to 6"),
        (json!(["x"]), "whole number"),
        (json!([1.5]), "whole number"),
        (json!(5), "list"),
    ] {
        let answer = give(&mut referee, json!({"order": ram, "dice": dice}), json!({"error": {}}));
        assert!(answer["error"]["why"].as_str().expect("why").contains(word), "{answer}");
    }
    assert_eq!(give(&mut referee, json!({"state": {}}), json!({"ok": {}})), before);
}

#[test]
fn a_line_of_too_many_dice_keys_or_values_is_an_error_before_it_is_read() {
    let mut referee = opened();
    let row = json!({"kind": "row", "ship": "A1"});
    for line in [
        json!({"order": row, "dice": vec![6; 4_001]}).to_string(),
        json!({"odds": row, "watch": vec!["A1.crew"; 201]}).to_string(),
    ] {
        check(&mut referee, &line, json!({"error": {"line": 1}}));
    }
    let dice = format!("{{\"order\": {{}}, \"dice\": [{}0]}}", "0,".repeat(2 << 20));
    let answer = referee.answer(&dice, 1).expect("an answer");
    let why = answer["error"]["why"].as_str().expect("an error");
    assert!(why.contains("keys and values"), "{why}");
    let deep = format!("{{\"order\": {}1{}}}", "[".repeat(100), "]".repeat(100));
    let answer = referee.answer(&deep, 1).expect("an answer");
    assert!(answer["error"]["why"].as_str().expect("an error").contains("deep"), "{answer}");
}

#[test]
fn missing_dice_come_from_the_seed_again_after_an_undo() {
    let shoot = json!({"order": {"kind": "shoot", "ship": "A1", "weapon": "archers", "target": "B1", "range": 2}});
    let (mut one, mut two) = (opened(), opened());
    let first = give(&mut one, shoot.clone(), json!({"ok": {}}));
    assert_eq!(first["ok"]["rolls"][0]["by"], "rolled");
    assert_eq!(give(&mut two, shoot.clone(), json!({"ok": {}})), first);
    give(&mut one, json!({"undo": {}}), json!({"ok": {"undone": "shoot A1 archers first B1"}}));
    assert_eq!(give(&mut one, shoot, json!({"ok": {}})), first);
}

#[test]
fn odds_are_exact_and_change_nothing() {
    let mut referee = opened();
    let ram = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 4});
    let answer = give(
        &mut referee,
        json!({"odds": ram, "watch": ["B1.move_lost", "B1.status"]}),
        json!({"ok": {"watched": {"B1.move_lost": [[0, 0.3], [1, 0.7 / 6.0], [2, 0.7 / 6.0], [3, 0.7 / 6.0], [4, 0.7 / 6.0], [5, 0.7 / 6.0], [6, 0.7 / 6.0]]}}}),
    );
    let outcomes = answer["ok"]["outcomes"].as_array().expect("outcomes");
    let p = |slug: &str| {
        outcomes.iter().find(|o| o["outcome"] == slug).and_then(|o| o["p"].as_f64()).unwrap_or(0.0)
    };
    let shown = json!([p("sunk"), p("sinking-fast"), p("sinking-slowly"), p("oars-sheared")]);
    assert!(holds(&shown, &json!([0.3, 0.1, 0.2, 0.4])), "{shown}");
    let plain = give(&mut referee, json!({"odds": ram}), json!({"ok": {}}));
    assert!(plain["ok"].get("watched").is_none());
    for (watch, word) in [
        (json!(["B9.crew"]), "B9.crew"),
        (json!(["B1.crow"]), "B1.crow"),
        (json!("B1.crew"), "list"),
    ] {
        let answer = give(&mut referee, json!({"odds": ram, "watch": watch}), json!({"error": {}}));
        assert!(answer["error"]["why"].as_str().expect("why").contains(word), "{answer}");
    }
    give(&mut referee, json!({"undo": {}}), json!({"refused": {}}));
}

#[test]
fn a_forbidden_order_is_refused_with_its_rule() {
    let mut referee = opened();
    give(
        &mut referee,
        json!({"order": {"kind": "shoot", "ship": "A1", "weapon": "archers", "target": "B1", "range": 3}}),
        json!({"refused": {"why": "B1 is 3 hexes away; archers reach 2 hexes", "rule": "Greek Fire: missiles"}}),
    );
}

#[test]
fn offers_list_open_orders_and_reasons_for_refusals() {
    let mut referee = opened();
    let answer = give(&mut referee, json!({"offers": {"ship": "A1"}}), json!({"ok": {}}));
    let offers = answer["ok"]["offers"].as_array().expect("offers");
    let offer = |kind: &str| offers.iter().find(|o| o["kind"] == kind).expect("an offer");
    assert_eq!(offer("ram")["refused"], Value::Null);
    assert_eq!(offer("ram")["fields"][2]["name"], "spaces_straight");
    assert!(offer("fire")["refused"]["why"].as_str().expect("why").contains("nothing burns"));
    let all = give(&mut referee, json!({"offers": {}}), json!({"ok": {}}));
    assert!(
        all["ok"]["offers"].as_array().expect("offers").iter().any(|o| o["kind"] == "end-round")
    );
    give(&mut referee, json!({"offers": {"ship": "B7"}}), json!({"error": {}}));
    give(&mut referee, json!({"offers": {"ship": "A1", "side": "B"}}), json!({"error": {}}));
}

#[test]
fn undo_and_redo_reach_from_end_to_end() {
    let mut referee = opened();
    let start = give(&mut referee, json!({"state": {}}), json!({"ok": {}}));
    for order in [
        json!({"kind": "activate", "ship": "A1"}),
        json!({"kind": "row", "ship": "A1", "spent": 4}),
        json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 4}),
    ] {
        give(&mut referee, json!({"order": order}), json!({"ok": {}}));
    }
    let end = give(&mut referee, json!({"state": {"for": "A"}}), json!({"ok": {}}));
    give(&mut referee, json!({"undo": {}}), json!({"ok": {"undone": "ram A1 B1"}}));
    give(&mut referee, json!({"undo": {}}), json!({"ok": {}}));
    give(&mut referee, json!({"undo": {}}), json!({"ok": {"undone": "activate A1"}}));
    assert_eq!(give(&mut referee, json!({"state": {}}), json!({"ok": {}})), start);
    give(&mut referee, json!({"redo": {}}), json!({"ok": {"redone": "activate A1"}}));
    give(&mut referee, json!({"redo": {}}), json!({"ok": {}}));
    give(&mut referee, json!({"redo": {}}), json!({"ok": {}}));
    give(&mut referee, json!({"redo": {}}), json!({"refused": {}}));
    assert_eq!(give(&mut referee, json!({"state": {"for": "A"}}), json!({"ok": {}})), end);
    let log = give(&mut referee, json!({"journal": {}}), json!({"ok": {"cursor": 3}}));
    assert_eq!(log["ok"]["journal"][2]["order"]["spaces_straight"], 4);
}

#[test]
fn a_battle_is_saved_and_loaded_with_its_undo() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.battle");
    let path = path.to_str().expect("a path");
    let mut referee = opened();
    give(&mut referee, json!({"order": {"kind": "activate", "ship": "A1"}}), json!({"ok": {}}));
    give(&mut referee, json!({"save": {"path": path}}), json!({"ok": {}}));
    let state = give(&mut referee, json!({"state": {}}), json!({"ok": {}}));
    let mut other = Referee::default();
    give(&mut other, json!({"load": {"path": path}}), json!({"ok": {"warnings": []}}));
    assert_eq!(give(&mut other, json!({"state": {}}), json!({"ok": {}})), state);
    give(&mut other, json!({"undo": {}}), json!({"ok": {"undone": "activate A1"}}));
    std::fs::write(path, "{\"format\": \"trierarch battle\"").expect("half a file");
    give(&mut other, json!({"load": {"path": path}}), json!({"error": {}}));
    give(&mut other, json!({"load": {"path": "no/such/file"}}), json!({"error": {}}));
    give(&mut other, json!({"save": {"path": "/proc/none/x.battle"}}), json!({"error": {}}));
    give(&mut other, json!({"redo": {}}), json!({"ok": {}}));
}

#[test]
fn a_battle_is_saved_over_a_battle_and_over_no_other_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut referee = opened();
    for (name, content, saved) in [
        ("new.battle", None, true),
        ("new.battle", None, true),
        ("empty.battle", Some(""), true),
        ("half.battle", Some("{\r\n \"format\" : \"trierarch battle\", "), true),
        ("fleet.toml", Some("system = \"greek-fire\"\n"), false),
        ("other.battle", Some("{\"format\": \"another program’s battle\"}"), false),
    ] {
        let path = folder.path().join(name);
        if let Some(content) = content {
            std::fs::write(&path, content).expect("a file");
        }
        let answer = if saved { json!({"ok": {}}) } else { json!({"error": {}}) };
        let answer = give(&mut referee, json!({"save": {"path": path}}), answer);
        if !saved {
            let why = answer["error"]["why"].as_str().expect("a reason");
            assert!(why.contains("not a battle file") && why.contains("another name"), "{why}");
            assert_eq!(std::fs::read_to_string(&path).ok().as_deref(), content, "{name}");
        }
    }
}

#[test]
fn errors_name_the_key_or_value_at_fault() {
    for (line, column, word) in [
        (
            r#"{"order": {"kind": "ram", "shp": "A1"}}"#,
            27,
            "unknown field `shp`, expected one of `ship`",
        ),
        (r#"{"order": {"kind": "rm", "ship": "A1"}}"#, 20, "unknown order `rm`"),
        (r#"{"order": {"kind": "ram", "ship": "A1"}}"#, 11, "`target` is missing (Target)"),
        (r#"{"order": {"kind": "activate", "ship": 7}}"#, 40, "a tag"),
        (r#"{"order": {"kind": "activate", "ship": "A9"}}"#, 40, "no A9"),
        (r#"{"odds": {"kind": "activate", "ship": "A9"}}"#, 39, "no A9"),
        (
            r#"{"odds": {"kind": "activate", "ship": "A1"}, "watch": ["A1.crew", "A1.x"]}"#,
            67,
            "A1.x",
        ),
        (r#"{"order": {"kind": "sail", "ship": "A1"}, "dice": [7]}"#, 52, "1 to 6"),
        (r#"{"order": {"kind": "sail", "ship": "A1"}, "dice": [4, 5]}"#, 55, "too many"),
        (r#"{"order": {"kind": "sail", "ship": "A1"}, "dice": [[4, 5]]}"#, 52, "1 die"),
        (r#"{"order": {"kind": "sail", "ship": "A1"}, "dice": ["6"]}"#, 52, "whole number"),
        (r#"{"order": {"kind": "sail", "ship": "A1", "ship": "B1"}}"#, 42, "twice"),
        (r#"{"undo": {}, "undo": {}}"#, 14, "twice"),
        (r#"{"order": {"kind": "activate", "ship": "A1"}, "dise": []}"#, 47, "takes only `dice`"),
        (r#"{"order": {"ship": "A1"}}"#, 11, "`kind` is missing"),
        (r#"{"order": []}"#, 11, "takes an object"),
        (r#"{"odr": {}}"#, 2, "unknown request `odr`"),
        (r#"{"state": {}, "undo": {}}"#, 15, "one request"),
        (r#"{"state": {"for": "C"}}"#, 19, "a side"),
        (r#"{"state": {"fro": "A"}}"#, 12, "unknown field `fro`"),
        (r#"{"state": {}"#, 12, "not JSON"),
        ("[]", 1, "takes an object"),
        ("ναῦς", 1, "not JSON"),
        ("{}", 1, "no request"),
    ] {
        let answer = check(&mut opened(), line, json!({"error": {"line": 1}}));
        assert!(answer["error"]["why"].as_str().expect("why").contains(word), "{line} {answer}");
        assert_eq!(answer["error"]["column"], column, "{line} {answer}");
    }
}

#[test]
fn requests_before_an_open_are_refused_with_the_remedy() {
    for request in ["order", "odds", "offers", "state", "journal", "undo", "redo"] {
        let answer = give(&mut Referee::default(), json!({ request: {} }), json!({"error": {}}));
        assert!(answer["error"]["why"].as_str().expect("why").contains("`open`"), "{answer}");
    }
}

#[test]
fn malformed_lines_are_answered_without_a_crash() {
    let mut input = Vec::new();
    input.extend(b"\xff\xfe not text\n\n   \n");
    input.extend(format!("{}{}\n", "[".repeat(5_000), "]".repeat(5_000)).bytes());
    input.extend(format!("{{\"order\": {}1{}}}\n", "[".repeat(5_000), "]".repeat(5_000)).bytes());
    input.extend(format!("{{\"state\": {{\"for\": \"{}\"}}}}\n", "A".repeat(10 << 20)).bytes());
    input.extend("x".repeat((16 << 20) + 5).bytes());
    input.extend(b"\r\n{\"undo\": {}}");
    let mut output = Vec::new();
    run(input.as_slice(), &mut output).expect("a quiet end");
    let text = String::from_utf8(output).expect("text");
    let answers: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("an answer")).collect();
    let lines: Vec<u64> =
        answers.iter().map(|answer| answer["error"]["line"].as_u64().expect("a line")).collect();
    assert_eq!(lines, [1, 4, 5, 6, 7, 8]);
    assert!(answers[0]["error"]["why"].as_str().expect("why").contains("UTF-8"));
    assert!(answers[4]["error"]["why"].as_str().expect("why").contains("longer than"));
    assert!(answers.iter().all(|answer| answer.to_string().len() < 1_000));
}

/// Checks the files in `crates/session/tests/session/scripts`: requests after `>`, and
/// after `<` the expected content of the answer to the previous request.
#[test]
fn transcripts_give_the_recorded_answers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/session/scripts");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    assert!(files.len() >= 3);
    for file in files {
        let text = fs::read_to_string(&file).expect("a transcript");
        let mut referee = Referee::default();
        let mut answer = Value::Null;
        let mut checked = 0;
        for (number, line) in (1..).zip(text.lines()) {
            let place = format!("{}:{number}", file.display());
            if let Some(request) = line.strip_prefix("> ") {
                answer = referee.answer(request, number).expect("an answer");
            } else if let Some(expected) = line.strip_prefix("< ") {
                let expected: Value =
                    serde_json::from_str(expected).unwrap_or_else(|e| panic!("{place}: {e}"));
                assert!(holds(&answer, &expected), "{place}: gave {answer}");
                checked += 1;
            } else {
                assert!(line.is_empty() || line.starts_with('#'), "{place}: {line}");
            }
        }
        assert!(checked > 0, "{} checks nothing", file.display());
    }
}

/// The script protocol and the journal with the same orders from random play.
#[test]
fn the_referee_is_the_same_engine_that_the_screens_use() {
    for system in SystemTag::ALL {
        let opening = first_battle(*system, 11, true);
        let mut journal = Journal::open(opening.clone()).expect("a ready battle");
        let mut referee = Referee::default();
        give(&mut referee, json!({ "open": opening.to_json() }), json!({"ok": {"seed": 11}}));
        let mut picks = Picks::new(11);
        for _ in 0..60 {
            let Some(written) = any_open_order(journal.battle(), &mut picks) else { break };
            let Ok(order) = journal.battle().read_order(&written) else { continue };
            let odds = referee.answer(&json!({ "odds": written }).to_string(), 1).expect("odds");
            let answer = referee.answer(&json!({ "order": written }).to_string(), 1).expect("it");
            match journal.give(&order, &DiceChoice::Program, 0, "") {
                Ok(given) => {
                    let seen = journal.seen(journal.cursor() - 1, Viewer::Everyone).expect("given");
                    let outcome = &answer["ok"]["outcome"];
                    assert_eq!(outcome, given.outcome.slug(), "{answer}");
                    assert_eq!(answer["ok"]["changes"], json!(seen.changes));
                    let shown = odds["ok"]["outcomes"].as_array().expect("outcomes");
                    assert!(shown.iter().any(|o| &o["outcome"] == outcome), "{written:?} {odds}");
                    let sum: f64 = shown.iter().filter_map(|o| o["p"].as_f64()).sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{written:?} {odds}");
                }
                Err(Stop::Refused(refusal)) => {
                    let why = refusal.why.to_string();
                    let shown = json!({"why": why, "rule": refusal.rule});
                    assert_eq!((&answer["refused"], &odds["refused"]), (&shown, &shown));
                }
                Err(_) => assert!(answer["error"]["why"].is_string(), "{answer}"),
            }
        }
        let state = give(&mut referee, json!({"state": {}}), json!({"ok": {}}));
        assert_eq!(state["ok"]["state"], journal.battle().full_view().state());
        assert!(journal.cursor() > 30, "{system}: {}", journal.cursor());
    }
}

/// Lines with a byte changed, left out or doubled: each gets exactly one of the four
/// answers, and none stops the program.
#[test]
fn damaged_requests_are_answered_without_a_crash() {
    let requests = [
        r#"{"order": {"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 4}, "dice": [8, [3, 4], 5]}"#,
        r#"{"odds": {"kind": "shoot", "ship": "A1", "weapon": "archers", "mount": "archers-1", "target": "B1", "range": 2}, "watch": ["B1.crew", "A1.ammo.archers-1"]}"#,
        r#"{"order": {"kind": "adjust", "ship": "B1", "field": "ammo.archers-1", "value": [null, {"a": -1e99}], "note": "\u00e9\ud83d\udea2"}}"#,
        r#"{"offers": {"ship": "A1"}}"#,
        r#"{"state": {"for": "B"}}"#,
        r#"{"undo": {}}"#,
        r#"{"open": {"system": "greek-fire", "sides": ["../../fleets/greek-fire/sybota-athens.toml", {"system": "greek-fire", "name": "x", "ship": []}], "options": {"free-for-all": true}, "seed": 18446744073709551615}}"#,
    ];
    let mut picks = Picks::new(3);
    let mut referee = opened();
    for round in 0..6_000 {
        let mut line = requests[round % requests.len()].as_bytes().to_vec();
        for _ in 0..=picks.below(3) {
            let at = picks.below(line.len());
            match picks.below(4) {
                0 => line[at] = b"{}[]\":,\\0-eAB\x00\xff "[picks.below(16)],
                1 => drop(line.remove(at)),
                2 => line.insert(at, line[at]),
                _ => line.truncate(at + 1),
            }
        }
        let text = String::from_utf8(line.clone());
        let answer = if let Ok(text) = &text {
            referee.answer(text, 1)
        } else {
            let mut output = Vec::new();
            run(line.as_slice(), &mut output).expect("a quiet end");
            serde_json::from_slice(&output).ok()
        };
        let Some(answer) = answer else {
            assert!(text.expect("a blank line").trim().is_empty());
            continue;
        };
        let keys: Vec<&String> = answer.as_object().expect("an object").keys().collect();
        assert_eq!(keys.len(), 1, "{answer}");
        assert!(["ok", "refused", "error", "needs"].contains(&keys[0].as_str()), "{answer}");
        if let Some(error) = answer.get("error") {
            let column = error["column"].as_u64().expect("a column");
            assert!(column >= 1 && column <= line.len() as u64 + 1, "{answer}");
        }
    }
}

#[test]
fn invalid_lines_are_answered_without_library_messages() {
    let sound = r#"{"order": {"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 4}, "dice": [5, 1, 5]}"#;
    let mut lines: Vec<String> = [
        "",
        "{",
        "}",
        "nul",
        "\"",
        "{\"order\"",
        "{\"order\":",
        "{\"order\": {",
        "[1,",
        "{\"a\" 1}",
        "{\"state\": {}} x",
        "{\"state\": 1e999}",
        "{1: 2}",
        "{\"state\": {\"for\": 1}}",
        "\u{0}",
        "{\"order\": {\"kind\": 4}}",
        "{\"order\": {\"kind\": null}}",
        "{\"order\": null}",
        "{\"order\": {\"kind\": \"adjust\", \"ship\": \"A1\", \"field\": 3, \"value\": 1}}",
        "{\"odds\": {\"kind\": \"ram\"}, \"watch\": {}}",
        "{\"load\": {\"path\": 3}}",
        "{\"load\": {}}",
        "{\"open\": {\"system\": \"greek-fire\", \"sides\": {}}}",
        "{\"offers\": {\"ship\": []}}",
        "{\"open\": {\"system\": \"greek-fire\", \"sides\": [{\"system\": 3}, {}]}}",
        "{\"open\": {\"system\": \"greek-fire\", \"sides\": [[], []], \"seed\": -1}}",
    ]
    .map(str::to_owned)
    .into();
    lines.push("[".repeat(1_000));
    lines.extend((0..sound.len()).map(|end| sound[..end].to_owned()));
    lines.extend((0..sound.len()).map(|at| format!("{}?{}", &sound[..at], &sound[at + 1..])));
    let mut answered = 0;
    for line in lines {
        let Some(answer) = opened().answer(&line, 1) else { continue };
        let Some(why) = answer["error"]["why"].as_str() else { continue };
        answered += 1;
        for word in [
            "usize",
            "u32",
            "i64",
            "missing field",
            "unknown variant",
            "invalid type",
            "invalid value",
            "EOF",
            "at line",
            "expected value",
            "expected ident",
            "trailing",
            "recursion",
            "key must be",
            "control character (",
        ] {
            assert!(!why.contains(word), "{line}\n  {why}");
        }
    }
    assert!(answered > 150, "only {answered} lines were wrong");
}

#[test]
fn a_decimal_that_is_whole_is_a_whole_number() {
    let answers = |seed: &str, spaces: &str| {
        let open = r#"{"open": {"system": "greek-fire", "sides": ["../../fleets/greek-fire/sybota-athens.toml", "../../fleets/greek-fire/sybota-corinth.toml"], "seed": SEED}}"#;
        let odds =
            r#"{"odds": {"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": SPACES}}"#;
        let lines = open.replace("SEED", seed) + "\n" + &odds.replace("SPACES", spaces) + "\n";
        let mut out = Vec::new();
        run(lines.as_bytes(), &mut out).expect("it answers");
        String::from_utf8(out).expect("text")
    };
    let whole = answers("7", "4");
    assert!(!whole.contains("error"), "{whole}");
    for (seed, spaces) in [("7.0", "4.0"), ("7e0", "0.4e1")] {
        assert_eq!(answers(seed, spaces), whole);
    }
    for (seed, spaces) in [("7.5", "4"), ("7", "4.5"), ("1e300", "4"), ("-0.5", "4")] {
        assert!(answers(seed, spaces).contains("whole number"), "{seed} {spaces}");
    }
}

#[test]
fn a_byte_order_mark_before_the_first_line_is_ignored() {
    let mut out = Vec::new();
    run("\u{feff}{\"state\": {}}\n".as_bytes(), &mut out).expect("it answers");
    let answer = String::from_utf8(out).expect("text");
    assert!(answer.contains("no battle is open"), "{answer}");
}

#[test]
fn a_ready_battle_opens_with_its_victory_conditions_and_reports_the_result_by_them() {
    let side = |name: &str| format!("../../fleets/fast-play-salamis/lade-{name}.toml");
    let sides = json!([side("ionians"), side("persians")]);
    let open = json!({"open": {"system": "fast-play-salamis", "sides": sides, "seed": 7}});
    let mut referee = Referee::default();
    give(&mut referee, open.clone(), json!({"ok": {"state": {"winner": null, "aim": null}}}));
    let lose = |number: u32| {
        json!({"order": {"kind": "adjust", "ship": format!("A{number}"), "field": "status",
            "value": "sunk", "note": "at the table"}})
    };
    for number in 1..=6 {
        give(&mut referee, lose(number), json!({"ok": {}}));
    }
    let shown = give(&mut referee, lose(7), json!({"ok": {}}));
    assert!(shown["ok"]["text"].to_string().contains("Scenario victory"), "{shown}");
    let decided = json!({"ok": {"state": {"winner": null, "aim": "B"}}});
    for state in [json!({"state": {}}), json!({"state": {"for": "A"}})] {
        give(&mut referee, state, decided.clone());
    }
    give(&mut referee, json!({"undo": {}}), json!({"ok": {}}));
    give(&mut referee, json!({"state": {}}), json!({"ok": {"state": {"aim": null}}}));
    // A script may set its own victory conditions, or none.
    let mut own = open.clone();
    own["open"]["aim"] = json!({"rounds": 1});
    let wrong = give(&mut referee, own.clone(), json!({"error": {}}));
    assert!(wrong["error"]["why"].to_string().contains("say how a side wins"), "{wrong}");
    own["open"]["aim"] = Value::Null;
    give(&mut referee, own, json!({"ok": {}}));
    for number in 1..=7 {
        give(&mut referee, lose(number), json!({"ok": {}}));
    }
    give(&mut referee, json!({"state": {}}), json!({"ok": {"state": {"aim": null}}}));
}
