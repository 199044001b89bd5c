//! Tests of the turn card through real turns of Chicken of the Sea.

use serde_json::{Value, json};

use super::table::Table;

/// Two galleys of Carthage (A) with crews of quality 4, and two of Rome with 3, at speed 3.
fn table_with(options: &Value) -> Table {
    let fleet = |name: &str, nation: &str, cq: u8| {
        let ships: Vec<Value> = (1..=2)
            .map(|number| json!({"name": format!("No. {number}"), "cq": cq, "speed": 3}))
            .collect();
        json!({"system": "chicken-of-the-sea", "name": name, "nation": nation, "ship": ships})
    };
    let sides = [fleet("Carthage", "carthage", 4), fleet("Rome", "rome", 3)];
    Table::open(
        json!({"system": "chicken-of-the-sea", "seed": 1, "sides": sides, "options": options}),
    )
}

fn table() -> Table {
    table_with(&json!({}))
}

fn next_of(table: &mut Table, seat: &str) -> Value {
    table.ok(json!({"next": {}, "for": seat}))
}

fn end_phase(table: &mut Table) {
    table.give(json!({"kind": "end-phase"}), json!([]));
}

/// Both sides have these speeds, and Carthage moves.
fn at_speeds(speeds: [u8; 4]) -> Table {
    let mut table = table();
    for (ship, speed) in ["A1", "A2", "B1", "B2"].into_iter().zip(speeds) {
        table.give(json!({"kind": "set-speed", "ship": ship, "speed": speed}), json!([]));
    }
    end_phase(&mut table);
    table
}

fn p(order: &Value) -> [f64; 2] {
    serde_json::from_value(order["p"].clone()).unwrap_or_else(|_| panic!("no chances: {order}"))
}

fn assert_p(order: &Value, [least, most]: [f64; 2]) {
    let found = p(order);
    assert!((found[0] - least).abs() < 1e-9 && (found[1] - most).abs() < 1e-9, "{order}");
}

#[test]
fn every_galley_needs_a_speed_before_her_side_is_ready() {
    let mut table = table();
    let next = next_of(&mut table, "A");
    assert_eq!((&next["order"]["kind"], &next["unit"]), (&json!("set-speed"), &json!("A1")));
    let card = table.turn("A1");
    assert_eq!((card.state_of("set-speed"), card.done()), ("owed", vec!["set-speed"]));
    for ship in ["A1", "A2"] {
        table.give(json!({"kind": "set-speed", "ship": ship, "speed": 4}), json!([]));
        assert_eq!(table.turn(ship).state_of("set-speed"), "done");
    }
    assert_eq!(next_of(&mut table, "A")["order"]["kind"], "end-phase");
    assert_eq!(next_of(&mut table, "B")["order"]["kind"], "set-speed");
    // An onlooker does not learn who has set a speed.
    let shown = next_of(&mut table, "onlooker");
    assert_eq!(shown["order"], Value::Null);
    assert_eq!(shown["text"], "Both sides set their speeds.");
}

#[test]
fn a_galley_out_of_range_needs_a_check_before_her_speed() {
    let mut table = table_with(&json!({"command": true}));
    // There is no admiral whose range could include her.
    for (ship, die) in [("A1", 2), ("A2", 5)] {
        let next = next_of(&mut table, "A");
        assert_eq!(next["order"]["kind"], "command-check", "{next}");
        assert_eq!(
            (&next["unit"], table.turn(ship).state_of("command-check")),
            (&json!(ship), "owed")
        );
        // A crew of quality 4 obeys on 4 or less; after a 5 it keeps its course and speed.
        table.give(json!({"kind": "command-check", "ship": ship}), json!([die]));
    }
    let next = next_of(&mut table, "A");
    assert_eq!((&next["order"]["kind"], &next["unit"]), (&json!("set-speed"), &json!("A1")));
    assert_eq!(table.turn("A2").step("set-speed")["order"]["speed"], 3);
}

#[test]
fn a_movement_ends_galley_by_galley_and_then_for_the_side() {
    let mut table = at_speeds([4, 4, 2, 3]);
    assert_eq!(table.next()["order"], Value::Null, "the players choose who moves");
    assert_eq!(next_of(&mut table, "B")["order"], Value::Null);
    let card = table.turn("A1");
    for (kind, state) in
        [("ram", "open"), ("shear", "open"), ("spend", "owed"), ("end-move", "owed")]
    {
        assert_eq!(card.state_of(kind), state, "{kind}");
    }
    assert_eq!(card.done(), ["spend", "end-move"], "all points must be spent");
    table.give(json!({"kind": "spend", "ship": "A1", "mp": 3}), json!([]));
    let card = table.turn("A1");
    // A shear costs two points, and one is left.
    assert_eq!((card.state_of("shear"), card.state_of("spend")), ("not-now", "owed"));
    let next = table.next();
    let spend = json!({"kind": "spend", "ship": "A1", "mp": 1});
    assert_eq!(next["order"], spend, "she has begun to move");
    table.give(spend, json!([]));
    let next = table.next();
    assert_eq!(next["order"], json!({"kind": "end-move", "ship": "A1"}));
    let spend = table.turn("A1");
    let why = spend.step("spend")["why"].as_str().expect("a reason");
    assert!(spend.state_of("spend") == "not-now" && why.contains("points"), "{why}");
    for ship in ["A1", "A2"] {
        table.give(json!({"kind": "end-move", "ship": ship}), json!([]));
        assert_eq!(table.turn(ship).state_of("end-move"), "done");
    }
    assert_eq!(table.next_kind().as_deref(), Some("end-phase"));
}

#[test]
fn a_ram_has_a_range_of_chances_over_aspects_answers_and_secret_speeds() {
    // Ram numbers 4 + 4 and 3 + 3: a difference of 2; less 1 for Carthage, 2 more at the
    // front, 1 more at the stern. Above speed 2 she cannot back away.
    let mut table = at_speeds([4, 4, 2, 3]);
    let card = table.turn_at("A1", "B2");
    let ram = card.at("B2", "ram");
    assert_p(&ram, [1.0 / 6.0, 3.0 / 6.0]);
    assert_eq!(ram["turns_on"], json!(["aspect"]));
    // The only modifier of a shear is Carthage's.
    assert_p(&card.at("B2", "shear"), [3.0 / 6.0, 3.0 / 6.0]);
    // At speed 2 she may back away on 3 or less, and the difference is 3.
    let ram = table.turn_at("A1", "B1").at("B1", "ram");
    assert_p(&ram, [2.0 / 6.0 * 0.5, 4.0 / 6.0]);
    assert_eq!(ram["turns_on"], json!(["aspect", "avoid"]));
    // A does not know her speed: from full speed, with a difference of 0, to a stop.
    let seen = table.ok(json!({"turn": {"ship": "A1", "target": "B1"}, "for": "A"}));
    let [least, most] = p(&super::table::Card(seen).at("B1", "ram"));
    assert!(least < 1.0 / 6.0 + 1e-9 && most > 4.0 / 6.0 - 1e-9, "{least} {most}");
}

#[test]
fn the_owner_of_a_target_is_asked_whether_she_backs_away() {
    let mut table = at_speeds([4, 4, 2, 3]);
    let ram = json!({"kind": "ram", "ship": "A2", "target": "B1", "aspect": "flank", "mp_left": 1});
    let answer = table.ask(json!({"order": ram, "for": "A"}));
    assert_eq!(answer["asked"]["order"], json!({"kind": "avoid", "ship": "B1"}), "{answer}");
    let (waits, asked) = (next_of(&mut table, "A"), next_of(&mut table, "B"));
    assert_eq!((&waits["order"], &asked["order"]), (&Value::Null, &Value::Null));
    assert_ne!(waits["text"], asked["text"]);
    table.ok(json!({"order": {"kind": "avoid", "ship": "B1", "attempt": false}, "for": "B"}));
    let ended = table.turn("A2");
    assert!(matches!(ended.state_of("end-move"), "owed" | "done"), "{}", ended.0);
}

#[test]
fn boarders_have_helpers_and_a_natural_six_is_answered_before_the_phase_ends() {
    let mut table = at_speeds([3, 3, 3, 3]);
    end_phase(&mut table);
    let next = table.next();
    assert_eq!(next["order"]["kind"], "end-phase", "the players choose whom to board: {next}");
    let card = table.turn_at("A1", "B2");
    assert_eq!(card.state_of("board"), "open");
    // A crew of quality 4 boards on 4 or less.
    assert_p(&card.at("B2", "board"), [4.0 / 6.0, 4.0 / 6.0]);
    table.give(json!({"kind": "board", "ships": ["A1", "A2"], "target": "B2"}), json!([6]));
    for ship in ["A1", "A2"] {
        assert_eq!(table.turn(ship).state_of("board"), "done", "{ship}");
    }
    let asked = next_of(&mut table, "B");
    assert_eq!((&asked["order"], &asked["unit"]), (&Value::Null, &json!("B2")));
    let targets = table.turn("B2").0["targets"].clone();
    let tags: Vec<&Value> = targets.as_array().unwrap().iter().map(|of| &of["unit"]).collect();
    assert_eq!(tags, ["A1", "A2"], "the card names her boarders");
    assert_eq!(next_of(&mut table, "A")["order"], Value::Null, "A waits for B2");
    let card = table.turn_at("B2", "A1");
    assert_eq!(card.state_of("counterboard"), "open");
    // Quality 3, less 1 for an original Roman: 4 or less.
    assert_p(&card.at("A1", "counterboard"), [4.0 / 6.0, 4.0 / 6.0]);
    let decline = json!({"kind": "counterboard", "ship": "B2", "target": "A1", "attempt": false});
    table.give(decline, json!([]));
    assert_eq!(next_of(&mut table, "A")["order"]["kind"], "end-phase");
}

#[test]
fn a_required_drift_of_the_other_side_comes_before_the_end_of_a_phase() {
    let mut table = table_with(&json!({"open-speeds": true}));
    for ship in ["A1", "A2", "B1", "B2"] {
        table.give(json!({"kind": "set-speed", "ship": ship, "speed": 2}), json!([]));
    }
    end_phase(&mut table);
    for (field, value) in [("crippled", json!(true)), ("drift_owed", json!(true))] {
        let order = json!({"kind": "adjust", "ship": "B1", "field": field, "value": value});
        table.give(order, json!([]));
    }
    let next = next_of(&mut table, "A");
    let waits = json!("Waiting: B1 No. 1 drifts first.");
    assert_eq!((&next["order"], &next["text"]), (&Value::Null, &waits));
    let next = next_of(&mut table, "B");
    assert_eq!((&next["order"]["kind"], &next["unit"]), (&json!("drift"), &json!("B1")));
    table.give(json!({"kind": "drift", "ship": "B1"}), json!([3]));
    assert_eq!(next_of(&mut table, "A")["text"], "Choose the galley that moves.");
}
