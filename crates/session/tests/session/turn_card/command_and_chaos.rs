//! Tests of the turn card through real turns of Command & Chaos.

use serde_json::{Value, json};

use super::table::Table;

const ZONES: [&str; 5] =
    ["left-wing", "left-battle-line", "center-battle-line", "right-battle-line", "right-wing"];

/// The battle of Zama: A is Rome, and moves first.
fn zama() -> Table {
    let sides = ["zama-rome", "zama-carthage"]
        .map(|name| json!(format!("../../fleets/command-and-chaos/{name}.toml")));
    let mut table = Table::open(json!({"system": "command-and-chaos", "sides": sides, "seed": 1}));
    assert_eq!(table.next_kind().as_deref(), Some("initiative"));
    table.give(json!({"kind": "initiative"}), json!([5, 2]));
    table
}

fn next_of(table: &mut Table, seat: &str) -> Value {
    table.ok(json!({"next": {}, "for": seat}))
}

fn give(table: &mut Table, order: Value) -> Value {
    table.ok(json!({ "order": order }))
}

fn end_phase(table: &mut Table) {
    give(table, json!({"kind": "end-phase"}));
}

/// The battle when zones move.
fn in_movement() -> Table {
    let mut table = zama();
    for side in ["A", "B"] {
        give(&mut table, json!({"kind": "draw", "side": side}));
    }
    end_phase(&mut table);
    table
}

/// The battle when units fight: A3 has charged B6, which it faces.
fn in_melee() -> Table {
    let mut table = in_movement();
    let charge = json!({"kind": "charge", "unit": "A3", "target": "B6", "answer": "stand"});
    table.give(charge, json!([0, 0]));
    for zone in ZONES {
        for side in ["A", "B"] {
            give(&mut table, json!({"kind": "move-zone", "side": side, "zone": zone}));
        }
    }
    assert_eq!(table.next_kind().as_deref(), Some("end-phase"), "every zone has moved");
    end_phase(&mut table);
    table
}

fn pass(table: &mut Table, sides: [&str; 2]) {
    for side in sides {
        let next = next_of(table, side);
        assert_eq!(next["order"], json!({"kind": "pass", "side": side}), "{next}");
        give(table, next["order"].clone());
    }
}

#[test]
fn each_side_draws_without_learning_the_enemy_hand() {
    let mut table = zama();
    let draw = |side: &str| json!({"kind": "draw", "side": side});
    let before = next_of(&mut table, "B");
    assert_eq!(before["order"], draw("B"));
    assert_eq!(next_of(&mut table, "A")["order"], draw("A"));
    give(&mut table, draw("A"));
    let ready = next_of(&mut table, "A");
    assert_eq!(ready["order"]["kind"], "end-phase");
    assert!(!ready["text"].as_str().is_some_and(|text| text.contains("Every")), "{ready}");
    assert_eq!(next_of(&mut table, "B"), before);
}

#[test]
fn zones_move_in_turn_and_a_unit_moves_with_its_zone() {
    let mut table = in_movement();
    let next = next_of(&mut table, "A");
    assert_eq!(next["order"], Value::Null, "the players choose the zone: {next}");
    assert_eq!(next_of(&mut table, "B")["order"], Value::Null, "A is first player");
    let card = table.turn("A2");
    assert_eq!(card.state_of("move-zone"), "owed");
    assert_eq!(card.done(), ["move-zone"]);
    give(&mut table, json!({"kind": "move-zone", "side": "A", "zone": "left-battle-line"}));
    assert_ne!(table.turn("A2").state_of("move-zone"), "owed");
    assert_eq!(table.turn("A4").state_of("move-zone"), "owed", "another zone");
    let text = next_of(&mut table, "A")["text"].clone();
    assert!(text.as_str().is_some_and(|text| text.contains("Hannibal")), "{text}");
}

#[test]
fn a_charge_has_a_range_of_chances_over_both_answers() {
    let mut table = in_movement();
    let charge = table.turn_at("A3", "B6").at("B6", "charge");
    // Two average units. Standing: a hit remains with 5/16; a counter-charge cancels none:
    // 3/4.
    let p: [f64; 2] = serde_json::from_value(charge["p"].clone()).expect("two chances");
    assert!((p[0] - 5.0 / 16.0).abs() < 1e-9 && (p[1] - 0.75).abs() < 1e-9, "{charge}");
    assert_eq!(charge["turns_on"], json!(["answer"]));
}

#[test]
fn light_infantry_must_fall_back_after_throwing_javelins() {
    let mut table = in_movement();
    let javelins = table.turn_at("A11", "B7").at("B7", "javelins");
    assert_eq!(javelins["p"], json!([1.0 / 6.0, 1.0 / 6.0]), "a hit on 6");
    table.give(json!({"kind": "javelins", "unit": "A11", "target": "B7"}), json!([2]));
    let card = table.turn("A11");
    assert_eq!(card.state_of("fall-back"), "owed");
    assert_eq!(card.done()[0], "fall-back");
    give(&mut table, json!({"kind": "fall-back", "unit": "A11"}));
    assert!(!table.turn("A11").done().contains(&"fall-back"));
}

#[test]
fn joined_light_infantry_may_leave_its_cavalry_and_free_light_infantry_may_join() {
    let mut table = in_movement();
    // B11 goes with the cavalry B1; B12 is free.
    for (unit, leaves, joins) in [("B1", true, false), ("B11", true, false), ("B12", false, true)] {
        let card = table.turn(unit);
        let has = |kind: &str| card.steps().iter().any(|step| step["kind"] == kind);
        assert_eq!((has("leave"), has("join")), (leaves, joins), "{unit}: {card:?}");
    }
}

#[test]
fn cards_are_played_or_passed_and_turned_up_before_the_pair_fights() {
    let mut table = in_melee();
    assert_eq!(next_of(&mut table, "A")["order"], json!({"kind": "pass", "side": "A"}));
    assert_eq!(next_of(&mut table, "B")["order"], Value::Null, "A is first player");
    assert_eq!(table.turn("A3").state_of("play-card"), "open");
    let card = table.state()["sides"][0]["hand"][0].clone();
    give(&mut table, json!({"kind": "play-card", "unit": "A3", "card": card}));
    pass(&mut table, ["B", "A"]);
    let reveal = json!({"kind": "reveal", "unit": "A3", "target": "B6"});
    assert_eq!(next_of(&mut table, "A")["order"], reveal);
    give(&mut table, reveal);
    let fight = json!({"kind": "melee", "unit": "A3", "target": "B6"});
    assert_eq!(next_of(&mut table, "A")["order"], fight);
    let card = table.turn("A3");
    assert_eq!((card.state_of("melee"), card.done()), ("owed", vec!["melee"]));
    // An average unit is hit on 4 or more.
    assert_eq!(card.at("B6", "melee")["p"], json!([0.5, 0.5]));
    table.give(fight, json!([3, 3]));
    for side in ["A", "B"] {
        assert_eq!(next_of(&mut table, side)["order"]["kind"], "end-phase", "{side}");
    }
}

#[test]
fn a_rout_requires_morale_of_its_friends_until_it_is_closed() {
    let mut table = in_melee();
    let units = table.state()["sides"][1]["units"].clone();
    let target = units.as_array().unwrap().iter().find(|unit| unit["tag"] == "B6").unwrap().clone();
    let hits = json!(target["max_morale"].as_i64().unwrap() - 1);
    give(
        &mut table,
        json!({"kind": "adjust", "ship": "B6", "field": "hits", "value": hits, "note": ""}),
    );
    pass(&mut table, ["A", "B"]);
    table.give(json!({"kind": "melee", "unit": "A3", "target": "B6"}), json!([6, 1]));
    assert_eq!(next_of(&mut table, "A")["order"]["kind"], "end-phase", "B rolls");
    let next = next_of(&mut table, "B");
    assert_eq!(next["order"], json!({"kind": "allied-morale", "unit": "B5", "rout": "B6"}));
    assert_eq!(table.turn("B7").state_of("allied-morale"), "open", "if it is adjacent to B6");
    assert!(table.turn("B1").steps().iter().all(|step| step["kind"] != "allied-morale"), "too far");
    table.give(next["order"].clone(), json!([1]));
    assert_eq!(next_of(&mut table, "B")["unit"], "B7");
    give(&mut table, json!({"kind": "close-rout", "rout": "B6"}));
    assert_eq!(next_of(&mut table, "B")["order"]["kind"], "end-phase");
}

#[test]
fn a_unit_with_an_officer_rallies_before_the_turn_ends() {
    let mut table = in_melee();
    end_phase(&mut table);
    let max = table.state()["sides"][0]["units"][2]["max_morale"].as_i64().unwrap();
    // One point of its morale is left, which is less than half.
    for (field, value) in [
        ("hits", json!(max - 1)),
        ("officer", json!("lieutenant")),
        ("officer_at_phase_start", json!(true)),
    ] {
        let order =
            json!({"kind": "adjust", "ship": "A3", "field": field, "value": value, "note": ""});
        give(&mut table, order);
    }
    let next = next_of(&mut table, "A");
    assert_eq!(next["order"], json!({"kind": "rally", "unit": "A3"}));
    assert_eq!(table.turn("A3").done(), ["rally"]);
    give(&mut table, next["order"].clone());
    assert_eq!(next_of(&mut table, "A")["order"]["kind"], "end-phase");
}

#[test]
fn a_unit_at_the_flank_of_one_enemy_meets_another_at_its_front() {
    let mut table = in_movement();
    give(&mut table, json!({"kind": "flank", "unit": "A3", "target": "B4", "attack": "flank"}));
    let charge = json!({"kind": "charge", "unit": "B8", "target": "A3", "answer": "stand"});
    table.give(charge, json!([0, 0]));
    for zone in ZONES {
        for side in ["A", "B"] {
            give(&mut table, json!({"kind": "move-zone", "side": side, "zone": zone}));
        }
    }
    end_phase(&mut table);
    pass(&mut table, ["A", "B"]);
    let card = table.turn("A3");
    let melees = card.steps().iter().filter(|step| step["kind"] == "melee");
    let attack = |step: &Value| {
        assert_eq!(step["ready"], true, "{step}");
        (step["order"]["target"].clone(), step["order"]["attack"].clone())
    };
    let attacks: Vec<_> = melees.map(attack).collect();
    assert_eq!(attacks, [(json!("B8"), json!("front"))], "cavalry cannot be flanked");
}
