//! Tests that battles which differ only in a secret give the same cards, next steps and
//! groups.

use serde_json::{Value, json};

use super::table::Table;

/// Everything that a seat sees of its own units and their enemies.
fn answers_for(table: &mut Table, seat: &str, units: &[&str], targets: &[&str]) -> Vec<String> {
    let mut all = vec![table.ask(json!({"next": {}, "for": seat}))];
    for unit in units {
        all.push(table.ask(json!({"turn": {"ship": unit}, "for": seat})));
        for target in targets {
            all.push(table.ask(json!({"turn": {"ship": unit, "target": target}, "for": seat})));
        }
    }
    for what in ["only-move", "as-before"] {
        let group = json!({"do": what, "units": units});
        all.push(table.ask(json!({"group": group, "for": seat})));
    }
    all.into_iter().map(|answer| answer.to_string()).collect()
}

/// Three galleys against two.
fn galleys() -> Table {
    let fleet = |name: &str, nation: &str, cq: u8, many: usize| {
        let ships: Vec<Value> = (1..=many)
            .map(|number| json!({"name": format!("No. {number}"), "cq": cq, "speed": 3}))
            .collect();
        json!({"system": "chicken-of-the-sea", "name": name, "nation": nation, "ship": ships})
    };
    let sides = [fleet("Rome", "rome", 3, 3), fleet("Carthage", "carthage", 4, 2)];
    Table::open(json!({"system": "chicken-of-the-sea", "seed": 1, "sides": sides}))
}

#[test]
fn galleys_at_different_secret_speeds_have_the_same_card() {
    let speeds = [json!([4, 3, 2]), json!([2, 4, 3])];
    let [one, other] = speeds.map(|speeds| {
        let mut table = galleys();
        let mut received = Vec::new();
        for (at, speed) in speeds.as_array().unwrap().iter().enumerate() {
            let ship = format!("A{}", at + 1);
            let order = json!({"kind": "set-speed", "ship": ship, "speed": speed});
            table.ok(json!({"order": order, "for": "A"}));
            received.extend(answers_for(&mut table, "B", &["B1", "B2"], &["A1", "A2"]));
            received.extend(answers_for(&mut table, "onlooker", &["B1", "A1"], &["A1", "B1"]));
        }
        for ship in ["B1", "B2"] {
            let order = json!({"kind": "set-speed", "ship": ship, "speed": 3});
            table.ok(json!({"order": order, "for": "B"}));
        }
        table.ok(json!({"order": {"kind": "end-phase"}}));
        received.extend(answers_for(&mut table, "B", &["B1", "B2"], &["A1", "A2"]));
        received
    });
    assert_eq!(one, other);
}

#[test]
fn a_side_sees_only_its_own_progress_while_speeds_are_set() {
    let mut table = galleys();
    let before = answers_for(&mut table, "B", &["B1"], &[]);
    for ship in ["A1", "A2", "A3"] {
        let order = json!({"kind": "set-speed", "ship": ship, "speed": 3});
        table.ok(json!({"order": order, "for": "A"}));
    }
    assert_eq!(before, answers_for(&mut table, "B", &["B1"], &[]));
    let ready = table.ok(json!({"next": {}, "for": "A"}));
    assert_eq!(ready["order"]["kind"], "end-phase", "{ready}");
}

#[test]
fn armies_with_different_secret_morale_have_the_same_card() {
    let [one, other] = [3, 4].map(|morale| {
        let sides = ["zama-rome", "zama-carthage"]
            .map(|name| json!(format!("../../fleets/command-and-chaos/{name}.toml")));
        let mut table =
            Table::open(json!({"system": "command-and-chaos", "sides": sides, "seed": 1}));
        let order = json!({"kind": "adjust", "ship": "A1", "field": "max_morale", "value": morale, "note": ""});
        table.ok(json!({"order": order}));
        let mut received = answers_for(&mut table, "B", &["B1", "B2"], &["A1"]);
        for order in [json!({"kind": "initiative"}), json!({"kind": "end-phase"})] {
            table.ok(json!({"order": order}));
            received.extend(answers_for(&mut table, "B", &["B1", "B2"], &["A1"]));
            received.extend(answers_for(&mut table, "onlooker", &["B1"], &["A1"]));
        }
        received
    });
    assert_eq!(one, other);
}
