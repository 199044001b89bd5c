//! Tests of the turn card through real turns of Greek Fire.

use serde_json::{Value, json};

use super::table::Table;

/// A trireme with archers and prongs, and another, against a bireme with a reinforced hull.
fn table() -> Table {
    let trireme = |name: &str, advantages: Value| json!({"name": name, "type": "trireme", "advantages": advantages});
    let a =
        json!([trireme("Paralos", json!(["prongs", "archers"])), trireme("Salaminia", json!([]))]);
    let b = json!([{"name": "Nike", "type": "bireme", "advantages": ["reinforced-hull"]}]);
    Table::of_greek_fire(a, b)
}

#[test]
fn a_ship_that_only_rows_needs_wind_row_and_morale() {
    let mut table = table();
    assert_eq!(table.next()["order"], Value::Null, "the players choose who moves");
    let card = table.turn("A1");
    assert_eq!(card.done(), ["activate", "sail", "row", "morale", "end-turn"]);
    assert_eq!(card.0["done"]["orders"][2]["spent"], "all");
    assert_eq!(card.0["done"]["throws"].as_array().map(Vec::len), Some(1), "{}", card.0["done"]);
    assert_eq!(card.state_of("fire"), "not-now");
    for kind in ["sail", "row", "morale"] {
        assert_eq!(card.state_of(kind), "owed", "{kind}");
    }
    for kind in ["shoot", "ram", "board"] {
        assert_eq!(card.state_of(kind), "open", "{kind}");
    }
    table.give(json!({"kind": "activate", "ship": "A1"}), json!([]));
    assert_eq!(table.next_kind().as_deref(), Some("sail"));
    table.give(json!({"kind": "sail", "ship": "A1"}), json!([5]));
    let next = table.next();
    assert_eq!((&next["order"]["kind"], &next["unit"]), (&json!("row"), &json!("A1")));
    table.give(next["order"].clone(), json!([]));
    let next = table.next();
    assert_eq!(next["order"]["kind"], "morale", "{next}");
    let given = table.give(next["order"].clone(), json!([]));
    assert_eq!(given["rolls"], json!([]), "no crew is lost: she fights on whatever the roll");
    assert_eq!(table.next_kind().as_deref(), Some("end-turn"));
    assert_eq!(table.turn("A1").done(), ["end-turn"]);
    table.give(json!({"kind": "end-turn", "ship": "A1"}), json!([]));
    let waits = table.ok(json!({"next": {}, "for": "A"}));
    assert_eq!(waits["order"], Value::Null);
    assert!(waits["text"].as_str().is_some_and(|text| text.contains("Corinth")), "{waits}");
    assert!(table.turn("A1").0.get("done").is_none(), "she has moved");
}

#[test]
fn shots_are_possible_before_between_and_after_rowing() {
    let mut table = table();
    table.give(json!({"kind": "activate", "ship": "A1"}), json!([]));
    let shoot =
        json!({"kind": "shoot", "ship": "A1", "weapon": "archers", "target": "B1", "range": 2});
    table.give(json!({"kind": "sail", "ship": "A1"}), json!([5]));
    let mounts = |table: &mut Table| -> Vec<String> {
        let card = table.turn("A1");
        let shots = card.steps().iter().filter(|step| step["kind"] == "shoot");
        shots.map(|step| step["state"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(mounts(&mut table), ["open", "open"]);
    table.give(json!({"kind": "row", "ship": "A1", "spent": 2}), json!([]));
    assert_eq!(table.turn("A1").state_of("row"), "open", "points are left");
    assert_eq!(mounts(&mut table), ["open", "open"]);
    table.give(shoot, json!([1]));
    assert_eq!(mounts(&mut table), ["done", "open"]);
    assert_eq!(table.turn("A1").state_of("row"), "open", "a shot does not end rowing");
    table.give(json!({"kind": "row", "ship": "A1", "spent": "all"}), json!([]));
    assert_eq!(table.turn("A1").state_of("row"), "done");
    assert_eq!(mounts(&mut table), ["done", "open"]);
    assert_eq!(table.turn("A1").state_of("ram"), "open");
}

#[test]
fn a_target_has_the_lowest_and_the_highest_chance() {
    let mut table = table();
    table.give(json!({"kind": "activate", "ship": "A1"}), json!([]));
    let card = table.turn_at("A1", "B1");
    let ram = card.at("B1", "ram");
    let p: Vec<f64> = serde_json::from_value(ram["p"].clone()).expect("two chances");
    // The worked case: 60 % after three spaces, 10 % after fewer; bow to bow is 2 less.
    assert!((p[1] - 0.6).abs() < 1e-9, "{ram}");
    assert!(p[0].abs() < 1e-9, "{ram}");
    assert_eq!(ram["turns_on"], json!(["spaces_straight", "bow_to_bow"]));
    let archers = card.at("B1", "shoot");
    let p: Vec<f64> = serde_json::from_value(archers["p"].clone()).expect("two chances");
    assert!(p.iter().all(|p| (p - 0.7).abs() < 1e-9), "{archers}");
    assert_eq!(archers["turns_on"], json!([]));
    let others = table.ok(json!({"turn": {"ship": "A1"}, "for": "B"}));
    assert_eq!((&others["steps"], &others["targets"]), (&json!([]), &json!([])));
    assert!(others.get("done").is_none());
}

#[test]
fn ramming_speed_requires_the_ram_before_more_rowing() {
    let mut table = table();
    table.give(json!({"kind": "activate", "ship": "A1"}), json!([]));
    table.give(json!({"kind": "sail", "ship": "A1"}), json!([5]));
    table.give(json!({"kind": "row", "ship": "A1", "spent": 4, "ramming_speed": true}), json!([]));
    let card = table.turn("A1");
    assert_eq!(card.state_of("ram"), "owed");
    assert!(card.0.get("done").is_none(), "the players choose whom she rams");
    let next = table.next();
    assert_eq!((&next["order"], &next["unit"]), (&Value::Null, &json!("A1")));
    table.give(json!({"kind": "ram", "ship": "A1", "target": "B1"}), json!([1, 3]));
    let card = table.turn("A1");
    assert_eq!((card.state_of("ram"), card.state_of("row")), ("done", "done"));
    // She touches B1 now.
    assert_eq!(card.at("B1", "board")["kind"], "board");
    assert_eq!(table.next_kind().as_deref(), Some("morale"));
}

#[test]
fn a_burning_ship_rolls_for_fire_first_and_her_neighbour_is_asked() {
    let mut table = table();
    table.give(
        json!({"kind": "adjust", "ship": "B1", "field": "fires", "value": 2, "note": ""}),
        json!([]),
    );
    let beside = table.turn("A1");
    let fire = beside.step("fire");
    assert_eq!((&fire["state"], &fire["certain"]), (&json!("open"), &json!(true)), "{fire}");
    assert_eq!(fire["assumes"], json!(["burning_neighbours"]));
    table.give(
        json!({"kind": "adjust", "ship": "A1", "field": "touching", "value": ["B1"], "note": ""}),
        json!([]),
    );
    assert_eq!(table.turn("A1").state_of("fire"), "owed");
    table.give(
        json!({"kind": "adjust", "ship": "A1", "field": "fires", "value": 1, "note": ""}),
        json!([]),
    );
    table.give(json!({"kind": "activate", "ship": "A1"}), json!([]));
    assert_eq!(table.next_kind().as_deref(), Some("fire"));
    let done = table.turn("A1");
    assert_eq!(done.done(), ["fire", "sail", "row", "morale", "end-turn"]);
    // The crew killed by the fire may change her morale.
    assert!(done.0["done"]["orders"][3].get("unrolled").is_none(), "{}", done.0["done"]);
    table.give(json!({"kind": "sail", "ship": "A1"}), json!([5]));
    assert_eq!(table.turn("A1").state_of("fire"), "skipped");
    assert_eq!(
        table.next_kind().as_deref(),
        Some("row"),
        "steps before a finished one are skipped"
    );
}

#[test]
fn ships_that_only_move_alternate_for_a_script_and_a_seat_gets_one() {
    let ships = |n: usize| -> Value {
        (0..n).map(|at| json!({"name": format!("N{at}"), "type": "trireme"})).collect()
    };
    let mut table = Table::of_greek_fire(ships(3), ships(2));
    let units = json!(["A1", "A2", "A3", "B1", "B2"]);
    let group = |for_whom: Option<&str>| {
        let mut request = json!({"group": {"do": "only-move", "units": units}});
        if let Some(seat) = for_whom {
            request["for"] = json!(seat);
        }
        request
    };
    let all = table.ok(group(None));
    let begun: Vec<&Value> = all["orders"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|order| order["kind"] == "activate")
        .map(|order| &order["ship"])
        .collect();
    assert_eq!(begun, ["A1", "B1", "A2", "B2", "A3"]);
    assert_eq!(all["cannot"], json!([]));
    assert!(all["throws"].as_array().map_or(0, Vec::len) >= 5, "{}", all["throws"]);
    for order in all["orders"].as_array().unwrap().clone() {
        let answer = table.ask(json!({"order": order}));
        assert!(answer.get("ok").is_some(), "{order} {answer}");
    }
    assert_eq!(table.next_kind().as_deref(), Some("end-round"));
    table.give(json!({"kind": "end-round"}), json!([]));
    let one = table.ok(group(Some("A")));
    let begun: Vec<&Value> = one["orders"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|order| order["kind"] == "activate")
        .map(|order| &order["ship"])
        .collect();
    assert_eq!(begun, ["A1"]);
    let left: Vec<&Value> =
        one["cannot"].as_array().unwrap().iter().map(|left| &left["unit"]).collect();
    assert_eq!(left, ["A2", "A3", "B1", "B2"]);
}
