//! Tests of special orders of ready battles in the next step and in *Done*: an order that
//! breaks one is left to the players.

use serde_json::{Value, json};

use super::table::Table;

/// A ready battle of Greek Fire, with its special orders.
fn battle(sides: [&str; 2]) -> Table {
    let sides = sides.map(|side| format!("../../fleets/greek-fire/{side}.toml"));
    Table::open(json!({"system": "greek-fire", "sides": sides, "seed": 3}))
}

fn correct(table: &mut Table, ship: &str, field: &str, value: Value) {
    let order = json!({"kind": "adjust", "ship": ship, "field": field, "value": value, "note": ""});
    table.ok(json!({ "order": order }));
}

/// The tag of the ship whose name starts with this text.
fn tag(table: &mut Table, name: &str) -> String {
    let state = table.state();
    let sides = state["sides"].as_array().expect("sides").iter();
    let mut ships = sides.flat_map(|side| side["ships"].as_array().cloned().unwrap_or_default());
    let named = ships.find(|ship| ship["name"].as_str().is_some_and(|own| own.starts_with(name)));
    named.expect("a ship")["tag"].as_str().expect("a tag").to_owned()
}

#[test]
fn a_ship_that_may_not_row_in_round_1_ends_her_turn_without_it() {
    let mut table = battle(["ecnomus-rome", "ecnomus-carthage"]);
    let minerva = tag(&mut table, "Minerva");
    table.ok(json!({"order": {"kind": "activate", "ship": minerva}}));
    let card = table.turn(&minerva);
    assert_eq!(card.state_of("row"), "open", "{card:?}");
    let why = card.step("row")["why"].as_str().expect("a reason").to_owned();
    assert!(why.contains("transports in tow"), "{why}");
    assert!(!card.done().contains(&"row"), "{card:?}");
    for _ in 0..4 {
        let next = table.next();
        let order = next["order"].clone();
        assert_ne!(order["kind"], "row", "{next}");
        table.ok(json!({ "order": order }));
        if order["kind"] == "end-turn" {
            return;
        }
    }
    panic!("her turn does not end");
}

#[test]
fn the_round_ends_without_a_ship_that_has_no_turn_yet() {
    let mut table = battle(["salamis-in-cyprus-demetrius", "salamis-in-cyprus-ptolemy"]);
    let kypris = tag(&mut table, "Κύπρις");
    let card = table.turn(&kypris);
    assert!(card.0.get("done").is_none(), "{card:?}");
    let group = table.ok(json!({"group": {"do": "only-move", "units": [kypris]}}));
    assert_eq!(group["orders"], json!([]), "{group}");
    let state = table.state();
    for side in ["A", "B"] {
        let ships = &state["sides"][usize::from(side == "B")]["ships"];
        for ship in ships.as_array().expect("ships").iter().filter(|ship| ship["tag"] != *kypris) {
            correct(
                &mut table,
                ship["tag"].as_str().expect("a tag"),
                "moved_this_round",
                json!(true),
            );
        }
    }
    assert_eq!(table.next_kind().as_deref(), Some("end-round"), "{}", table.next());
}
