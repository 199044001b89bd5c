//! Tests of cards and next steps of units that can do nothing, and after the end.

use serde_json::{Value, json};

use super::table::{Card, Table};

fn sybota() -> Table {
    let sides =
        ["athens", "corinth"].map(|side| format!("../../fleets/greek-fire/sybota-{side}.toml"));
    Table::open(json!({"system": "greek-fire", "sides": sides, "seed": 3}))
}

/// The states of a card's steps, each once.
fn states(card: &Card) -> Vec<&str> {
    let mut states: Vec<&str> =
        card.steps().iter().filter_map(|step| step["state"].as_str()).collect();
    states.sort_unstable();
    states.dedup();
    states
}

#[test]
fn a_waiting_ship_cannot_end_her_turn_and_each_step_has_a_reason() {
    let mut table = sybota();
    table.give(json!({"kind": "activate", "ship": "A1"}), json!([]));
    for waits in ["A2", "B1"] {
        let card = table.turn(waits);
        assert_eq!(states(&card), ["not-now"], "{card:?}");
        assert!(card.steps().iter().all(|step| step["why"] != ""), "{card:?}");
        assert!(card.0.get("done").is_none(), "{card:?}");
    }
}

#[test]
fn a_ship_that_is_sunk_has_an_empty_card_and_gives_no_part_of_a_group() {
    let mut table = sybota();
    let sinks =
        json!({"kind": "adjust", "ship": "A2", "field": "status", "value": "sunk", "note": ""});
    table.ok(json!({ "order": sinks }));
    let card = table.turn_at("A2", "B1");
    assert_eq!(card.0, json!({"unit": "A2", "steps": [], "targets": []}));
    let group = table.ok(json!({"group": {"do": "only-move", "units": ["A2"]}}));
    assert_eq!(group["cannot"][0]["unit"], "A2", "{group}");
    assert!(group["cannot"][0]["why"].as_str().is_some_and(|why| !why.is_empty()), "{group}");
    assert_eq!(group["orders"], json!([]));
    let at = table.turn_at("A1", "A2");
    assert!(at.orders_at("A2").is_empty(), "{at:?}");
}

#[test]
fn a_finished_battle_has_no_open_steps_and_no_groups() {
    let mut table = sybota();
    table.give(json!({"kind": "activate", "ship": "A1"}), json!([]));
    table.give(json!({"kind": "concede", "side": "A"}), json!([]));
    for seat in [None, Some("A"), Some("B"), Some("onlooker")] {
        let request = |what: &str, body: Value| match seat {
            Some(seat) => json!({what: body, "for": seat}),
            None => json!({what: body}),
        };
        let next = table.ok(request("next", json!({})));
        let text = next["text"].as_str().expect("a text");
        let end = "Conceded: The Athenian squadron at Sybota (A). Victory: The Corinthians at Sybota (B).";
        assert_eq!(text, end, "{seat:?}");
        assert_eq!((&next["order"], &next["unit"]), (&Value::Null, &Value::Null), "{seat:?}");
        for ship in ["A1", "A2", "B1"] {
            let card = Card(table.ok(request("turn", json!({"ship": ship, "target": "B1"}))));
            let open = ["open", "owed"].map(|state| states(&card).contains(&state));
            assert_eq!(open, [false; 2], "{seat:?}: {card:?}");
            assert!(card.0.get("done").is_none(), "{seat:?}: {card:?}");
            assert_eq!(card.0["targets"], json!([]), "{seat:?}: {card:?}");
        }
        let group = json!({"do": "only-move", "units": ["A1", "B1"]});
        let group = table.ok(request("group", group));
        assert_eq!(
            (&group["orders"], group["cannot"].as_array().map(Vec::len)),
            (&json!([]), Some(2))
        );
    }
}

#[test]
fn a_side_does_not_learn_that_enemy_speeds_are_set() {
    let fleet = |name: &str, nation: &str| {
        let ships = json!([{"name": "I", "cq": 3, "speed": 3}]);
        json!({"system": "chicken-of-the-sea", "name": name, "nation": nation, "ship": ships})
    };
    let sides = [fleet("Rome", "rome"), fleet("Carthage", "carthage")];
    let mut table = Table::open(json!({"system": "chicken-of-the-sea", "seed": 1, "sides": sides}));
    let speed = |ship: &str| json!({"order": {"kind": "set-speed", "ship": ship, "speed": 3}});
    table.ok(speed("A1"));
    let next = table.ok(json!({"next": {}, "for": "A"}));
    assert_eq!(next["text"], "Every galley of Rome (A) has her speed. Ready");
    assert_eq!(table.next()["order"]["ship"], "B1");
    table.ok(speed("B1"));
    assert_eq!(table.next()["text"], "Every galley has her speed. Ready");
}
