//! Tests of the turn card through real turns of Ancient Naval Games.

use serde_json::{Value, json};

use super::table::Table;

/// This many large ships of Rome against small ones of Carthage.
fn table(rome: usize, carthage: usize) -> Table {
    let fleet = |name: &str, size: &str, many: usize| {
        let ships: Vec<Value> =
            (1..=many).map(|at| json!({"name": format!("{name} {at}"), "size": size})).collect();
        json!({"system": "ancient-naval-games", "name": name, "ship": ships})
    };
    let sides = [fleet("Rome", "large", rome), fleet("Carthage", "small", carthage)];
    Table::open(json!({"system": "ancient-naval-games", "sides": sides, "seed": 7}))
}

fn adjust(table: &mut Table, ship: &str, field: &str, value: Value) {
    let order = json!({"kind": "adjust", "ship": ship, "field": field, "value": value, "note": ""});
    table.give(order, json!([]));
}

#[test]
fn a_ship_moves_and_attacks_until_her_points_are_spent() {
    let mut table = table(2, 2);
    let next = table.next();
    assert_eq!(next["order"], Value::Null, "the players choose who moves: {next}");
    // 3 points; a hex ahead costs 1, an attack 1.
    let card = table.turn("A1");
    assert_eq!(card.state_of("move"), "open");
    table.give(json!({"kind": "move", "ship": "A1", "ahead": 2}), json!([]));
    let card = table.turn("A1");
    for kind in ["move", "oar-strike", "ram"] {
        assert_eq!(card.state_of(kind), "open", "{kind}: a point is left");
    }
    table.give(
        json!({"kind": "ram", "ship": "A1", "target": "B1", "aspect": "side"}),
        json!([1, 6]),
    );
    let card = table.turn("A1");
    assert_eq!(card.state_of("move"), "done");
    for kind in ["oar-strike", "ram"] {
        assert_eq!(card.state_of(kind), "not-now", "{kind}");
    }
    assert!(table.turn_at("A1", "B1").orders_at("B1").is_empty(), "no point is left for it");
    // A2 has still to be activated.
    assert_eq!(table.next()["order"], Value::Null);
    table.give(json!({"kind": "move", "ship": "A2", "ahead": 3}), json!([]));
    assert_eq!(table.next_kind().as_deref(), Some("end-turn"));
    assert_eq!(table.turn("A2").done(), ["end-turn"]);
    table.give(json!({"kind": "end-turn"}), json!([]));
    let waits = table.ok(json!({"next": {}, "for": "A"}));
    assert_eq!(waits["order"], Value::Null);
    assert!(waits["text"].as_str().is_some_and(|text| text.contains("Carthage")), "{waits}");
}

#[test]
fn a_target_has_the_chances_of_the_worked_cases() {
    let mut table = table(2, 2);
    let card = table.turn_at("A1", "B1");
    // A strike at the bow of an equal undamaged ship: 15/36; at the stern: 21/36.
    let strike = card.at("B1", "oar-strike");
    assert_eq!(strike["p"], json!([15.0 / 36.0, 21.0 / 36.0]));
    assert_eq!(strike["turns_on"], json!(["aspect"]));
    // A large ship sinks a small one: +1, and from aft +2: 26/36.
    let ram = card.at("B1", "ram");
    assert_eq!(ram["p"], json!([21.0 / 36.0, 26.0 / 36.0]));
    assert_eq!(ram["turns_on"], json!(["aspect"]));
}

#[test]
fn a_ship_that_begins_isolated_may_move_and_not_attack() {
    let mut table = table(2, 2);
    table.give(json!({"kind": "activate", "ship": "A1", "isolated": true}), json!([]));
    let card = table.turn("A1");
    assert_eq!(card.state_of("move"), "open");
    for kind in ["oar-strike", "ram"] {
        let step = card.step(kind);
        assert_eq!(step["state"], "not-now", "{kind}");
        assert!(step["why"].as_str().is_some_and(|why| why.contains("isolated")), "{step}");
    }
    // Only the players see whether a friend is adjacent.
    let fresh = table.turn("A2");
    assert_eq!(fresh.step("move")["assumes"], json!(["isolated"]));
}

#[test]
fn a_ship_without_oars_is_dead_in_the_water_but_for_the_free_turn_of_a_small_one() {
    let mut table = table(1, 1);
    for ship in ["A1", "B1"] {
        adjust(&mut table, ship, "oar_damage", json!(3));
    }
    assert_eq!(table.turn("A1").state_of("move"), "not-now");
    table.give(json!({"kind": "end-turn"}), json!([]));
    let card = table.turn("B1");
    assert_eq!((card.state_of("move"), card.state_of("ram")), ("open", "not-now"));
}

#[test]
fn morale_is_required_after_the_loss_of_more_than_half_of_the_ships() {
    let mut table = table(5, 2);
    for ship in ["A1", "A2"] {
        adjust(&mut table, ship, "status", json!("lost"));
    }
    assert_eq!(table.next()["order"], Value::Null, "two of five are not more than half");
    adjust(&mut table, "A3", "status", json!("lost"));
    assert_eq!(table.next_kind().as_deref(), Some("morale"));
    assert!(table.turn("A4").0.get("done").is_none(), "morale comes first");
    table.give(json!({"kind": "morale", "isolated": []}), json!([]));
    assert_eq!(table.next()["order"], Value::Null);
    for ship in ["A4", "A5"] {
        table.give(json!({"kind": "move", "ship": ship, "ahead": 1}), json!([]));
    }
    assert_eq!(table.next_kind().as_deref(), Some("end-turn"));
}

#[test]
fn a_side_without_a_ship_concedes() {
    let mut table = table(1, 1);
    adjust(&mut table, "B1", "status", json!("lost"));
    let next = table.ok(json!({"next": {}, "for": "B"}));
    assert_eq!(next["order"], json!({"kind": "cede", "side": "B"}));
    let waits = table.ok(json!({"next": {}, "for": "A"}));
    assert_eq!(waits["order"], Value::Null, "{waits}");
}
