//! Tests of the turn card through real turns of Fast Play Salamis.

use serde_json::{Value, json};

use super::table::Table;

/// Three Athenians against three Phoenicians.
fn table() -> Table {
    let fleet = |name: &str, class: &str| {
        let ships: Vec<Value> =
            (1..=3).map(|at| json!({"name": format!("{name} {at}"), "class": class})).collect();
        json!({"system": "fast-play-salamis", "name": name, "ship": ships})
    };
    let sides = [fleet("Greeks", "athenian"), fleet("Persians", "phoenician")];
    Table::open(json!({"system": "fast-play-salamis", "sides": sides, "seed": 7}))
}

fn next_of(table: &mut Table, seat: &str) -> Value {
    table.ok(json!({"next": {}, "for": seat}))
}

fn end_phase(table: &mut Table) {
    table.give(json!({"kind": "end-phase"}), json!([]));
}

/// The probability of at least this many hits of dice that hit with `hit` of six faces.
fn at_least(least: u32, dice: u32, hit: f64) -> f64 {
    let choose = |k: u32| (0..k).fold(1.0, |all, i| all * f64::from(dice - i) / f64::from(i + 1));
    let p = hit / 6.0;
    let exactly = |k: u32| {
        choose(k)
            * p.powi(i32::try_from(k).unwrap())
            * (1.0 - p).powi(i32::try_from(dice - k).unwrap())
    };
    (least..=dice).map(exactly).sum()
}

fn assert_p(order: &Value, expected: f64) {
    let p: [f64; 2] = serde_json::from_value(order["p"].clone()).expect("two chances");
    assert!(p.iter().all(|p| (p - expected).abs() < 1e-9), "{order}, not {expected}");
}

#[test]
fn the_mover_ends_the_movement_and_the_other_side_shoots_by_right() {
    let mut table = table();
    let mover = next_of(&mut table, "A");
    assert_eq!(mover["order"], json!({"kind": "end-phase"}));
    let shooter = next_of(&mut table, "B");
    assert_eq!(shooter["order"], Value::Null);
    assert!(shooter["text"].as_str().is_some_and(|text| text.contains("Stop!")), "{shooter}");
    let card = table.turn_at("B1", "A1");
    assert_eq!(card.state_of("bows"), "open");
    // Two dice, hits on 6.
    assert_p(&card.at("A1", "bows"), at_least(1, 2, 1.0));
    for ship in ["B1", "B2", "B3"] {
        let order = json!({"kind": "bows", "ship": ship, "target": "A1", "range_in": 3});
        table.give(order, json!([0]));
        assert_eq!(table.turn(ship).state_of("bows"), "done");
    }
    assert_eq!(next_of(&mut table, "B")["order"]["kind"], "end-phase", "each has shot");
    end_phase(&mut table);
    assert!(table.turn("B1").steps().is_empty(), "bows only shoot in the movement");
}

#[test]
fn a_ram_is_chosen_and_its_chance_is_that_of_a_hit_with_and_without_ramming_speed() {
    let mut table = table();
    end_phase(&mut table);
    let next = table.next();
    assert_eq!(
        next["order"]["kind"], "end-phase",
        "an optional attack is never the next step: {next}"
    );
    let card = table.turn_at("A1", "B1");
    assert_eq!(card.state_of("ram"), "open");
    // 2d6 of 9 or less, 30/36: 7 dice; otherwise 5; hits on 5 and 6.
    let hits = 30.0 / 36.0 * at_least(1, 7, 2.0) + 6.0 / 36.0 * at_least(1, 5, 2.0);
    assert_p(&card.at("B1", "ram"), hits);
}

#[test]
fn a_ship_in_contact_or_that_tried_to_break_away_does_not_ram() {
    let mut table = table();
    let order = json!({"kind": "adjust", "ship": "A1", "field": "in_contact_with", "value": ["B1"], "note": ""});
    table.give(order, json!([]));
    assert_eq!(table.turn("A1").state_of("breakaway"), "open");
    table.give(json!({"kind": "breakaway", "ship": "A1", "target": "B1"}), json!([[6, 6]]));
    end_phase(&mut table);
    let card = table.turn_at("A1", "B1");
    assert_eq!((card.state_of("breakaway"), card.state_of("ram")), ("done", "not-now"));
    assert!(card.orders_at("B1").iter().all(|order| order["kind"] != "ram"));
}

#[test]
fn the_rammed_ship_boards_or_declines_before_the_rammer_and_the_fight_is_required() {
    let mut table = table();
    end_phase(&mut table);
    table.give(json!({"kind": "ram", "ship": "A1", "target": "B1"}), json!([[6, 6], 1]));
    let rammed = next_of(&mut table, "B");
    assert_eq!((&rammed["order"], &rammed["unit"]), (&Value::Null, &json!("B1")));
    assert_eq!(next_of(&mut table, "A")["order"], Value::Null, "A waits for B1");
    assert_eq!(table.turn("A1").state_of("board"), "not-now");
    let card = table.turn("B1");
    assert_eq!(card.state_of("board"), "open");
    // 2d6 of 7 or less.
    assert_p(&card.at("A1", "board"), 21.0 / 36.0);
    table.give(json!({"kind": "board", "ship": "B1", "target": "A1", "attempt": false}), json!([]));
    let boarder = next_of(&mut table, "A");
    assert_eq!((&boarder["order"], &boarder["unit"]), (&Value::Null, &json!("A1")));
    assert_eq!(table.turn("A1").state_of("board"), "open");
    table.give(json!({"kind": "board", "ship": "A1", "target": "B1"}), json!([3]));
    assert_eq!(table.next_kind().as_deref(), Some("end-phase"));
    assert_eq!(table.turn("A1").state_of("hand-to-hand"), "not-now", "in the next phase");
    end_phase(&mut table);
    let fight = json!({"kind": "hand-to-hand", "attacker": "A1", "defender": "B1"});
    assert_eq!(next_of(&mut table, "A")["order"], fight, "it is forced");
    assert_eq!(next_of(&mut table, "B")["order"], Value::Null);
    let card = table.turn("A1");
    assert_eq!(card.state_of("hand-to-hand"), "owed");
    assert_eq!(card.done(), ["hand-to-hand"]);
    assert_eq!(card.0["done"]["throws"].as_array().map(Vec::len), Some(2));
    table.give(fight, json!([0, 0]));
    assert_eq!(next_of(&mut table, "A")["order"]["kind"], "end-phase");
    assert_eq!(next_of(&mut table, "B")["order"], Value::Null);
}
