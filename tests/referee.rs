//! The referee protocol, line by line. A case is a line and what must be in its
//! answer: an object holds at least the keys given, a list is compared whole.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "a test says what it expects"
)]

use serde_json::{Value, json};
use trierarch::referee::{Referee, run};

/// Whether `answer` holds everything that `expected` says.
fn holds(answer: &Value, expected: &Value) -> bool {
    match (answer, expected) {
        (Value::Object(answer), Value::Object(expected)) => expected
            .iter()
            .all(|(key, value)| answer.get(key).is_some_and(|found| holds(found, value))),
        (Value::Array(answer), Value::Array(expected)) => {
            answer.len() == expected.len() && answer.iter().zip(expected).all(|(a, e)| holds(a, e))
        }
        (Value::Number(a), Value::Number(b)) => {
            (a.as_f64().unwrap_or(0.0) - b.as_f64().unwrap_or(0.0)).abs() < 1e-12
        }
        _ => answer == expected,
    }
}

/// One check of the whole file: a line in, and what its answer must hold.
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
    let path = |name: &str| format!("{}/fleets/greek-fire/{name}.toml", env!("CARGO_MANIFEST_DIR"));
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
    for (open, word) in [
        (
            json!({"system": "greek-fire", "sides": ["nowhere.toml", "nowhere.toml"]}),
            "nowhere.toml",
        ),
        (json!({"system": "go", "sides": []}), "unknown system"),
        (json!({"system": "greek-fire", "sides": []}), "two fleets"),
        (json!({"system": "greek-fire", "sides": [1, 2]}), "path"),
        (json!({"sides": [1, 2]}), "missing field `system`"),
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
fn an_order_with_dice_tells_outcome_rolls_changes_and_text() {
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
               "modifiers": [{"amount": 6, "why": "ram bonus"}, {"amount": -3, "why": "target's ram bonus"},
                             {"amount": -1, "why": "target's reinforced hull"}],
               "modified": 7, "for": "ram", "by": "entered"})
    );
    assert_eq!(ok["rolls"][1]["for"], "turns till it sinks");
    assert!(!ok["text"].as_array().expect("text").is_empty());
}

#[test]
fn too_few_dice_name_the_throw_and_change_nothing_and_too_many_are_an_error() {
    let mut referee = opened();
    let ram = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 4});
    let before = give(&mut referee, json!({"state": {}}), json!({"ok": {}}));
    let answer = give(
        &mut referee,
        json!({"order": ram, "dice": [5]}),
        json!({"needs": {"throw": "2d6", "for": "turns till it sinks"}}),
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
fn left_out_dice_are_thrown_by_the_seed_and_undone_orders_throw_the_same_again() {
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
    let told = json!([p("sunk"), p("sinking-fast"), p("sinking-slowly"), p("oars-sheared")]);
    assert!(holds(&told, &json!([0.3, 0.1, 0.2, 0.4])), "{told}");
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
fn what_the_rules_forbid_is_refused_with_the_rule() {
    let mut referee = opened();
    give(
        &mut referee,
        json!({"order": {"kind": "shoot", "ship": "A1", "weapon": "archers", "target": "B1", "range": 3}}),
        json!({"refused": {"why": "B1 is 3 hexes away; archers reach 2", "rule": "Greek Fire: missiles"}}),
    );
}

#[test]
fn offers_list_what_is_open_with_fields_and_why_the_rest_is_not() {
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
fn undo_and_redo_go_from_end_to_end() {
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
fn errors_stand_at_the_key_or_the_value_at_fault() {
    for (line, column, word) in [
        (
            r#"{"order": {"kind": "ram", "shp": "A1"}}"#,
            27,
            "unknown field `shp`, expected one of `ship`",
        ),
        (r#"{"order": {"kind": "rm", "ship": "A1"}}"#, 20, "unknown order `rm`"),
        (
            r#"{"order": {"kind": "ram", "ship": "A1", "target": "B1"}}"#,
            11,
            "missing field `spaces_straight`",
        ),
        (r#"{"order": {"kind": "activate", "ship": 7}}"#, 40, "a tag"),
        (r#"{"order": {"kind": "activate", "ship": "A9"}}"#, 11, "no A9"),
        (r#"{"order": {"kind": "activate", "ship": "A1"}, "dise": []}"#, 47, "only `dice` stands"),
        (r#"{"order": {"ship": "A1"}}"#, 11, "missing field `kind`"),
        (r#"{"order": []}"#, 11, "takes an object"),
        (r#"{"odr": {}}"#, 2, "unknown request `odr`"),
        (r#"{"state": {}, "undo": {}}"#, 15, "one request"),
        (r#"{"state": {"for": "C"}}"#, 19, "a side"),
        (r#"{"state": {"fro": "A"}}"#, 12, "unknown field `fro`"),
        (r#"{"state": {}"#, 12, "no JSON"),
        ("[]", 1, "takes an object"),
        ("ναῦς", 1, "no JSON"),
        ("{}", 1, "no request"),
    ] {
        let answer = check(&mut opened(), line, json!({"error": {"line": 1}}));
        assert!(answer["error"]["why"].as_str().expect("why").contains(word), "{line} {answer}");
        assert_eq!(answer["error"]["column"], column, "{line} {answer}");
    }
}

#[test]
fn before_an_open_everything_says_what_to_do() {
    for request in ["order", "odds", "offers", "state", "journal", "undo", "redo"] {
        let answer = give(&mut Referee::default(), json!({ request: {} }), json!({"error": {}}));
        assert!(answer["error"]["why"].as_str().expect("why").contains("`open`"), "{answer}");
    }
}

#[test]
fn malformed_lines_are_answered_and_survived() {
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
