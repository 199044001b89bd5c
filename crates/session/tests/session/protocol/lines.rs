//! Tests of scripts that ask for one side: two battles that differ only in the other side's
//! secrets answer with identical lines.

use serde_json::{Value, json};
use session::Referee;

/// Opens a battle and gives these orders of A, some with dice.
fn played(open: &Value, orders: &[(Value, Value)]) -> Referee {
    let mut referee = Referee::default();
    answer(&mut referee, &json!({ "open": open }));
    for (order, dice) in orders {
        let mut line = json!({"order": order, "for": "A"});
        if !dice.is_null() {
            line["dice"] = dice.clone();
        }
        let shown = answer(&mut referee, &line);
        assert!(shown["ok"].is_object(), "{line}\n{shown}");
    }
    referee
}

fn answer(referee: &mut Referee, line: &Value) -> Value {
    referee.answer(&line.to_string(), 1).expect("an answer")
}

/// Requests that B may make, and some that are refused.
fn asks(orders: &[Value]) -> Vec<Value> {
    let mut lines = vec![json!({"state": {}}), json!({"journal": {}}), json!({"offers": {}})];
    for ship in ["A1", "B1"] {
        lines.push(json!({"offers": {"ship": ship}}));
    }
    for order in orders {
        lines.push(json!({"odds": order, "watch": ["A1.status"]}));
    }
    for order in orders {
        lines.push(json!({"order": order, "dice": [9, 9, 9]}));
    }
    lines.push(json!({"undo": {}}));
    for line in &mut lines {
        line["for"] = json!("B");
    }
    lines
}

/// Checks that every line of B has the same answer in both battles, and that A, who knows
/// the difference, sees it.
fn alike(open: &Value, pair: [Vec<(Value, Value)>; 2], of_b: &[Value]) {
    let mut both = pair.map(|orders| played(open, &orders));
    let of_a = json!({"journal": {}, "for": "A"});
    let seen = both.each_mut().map(|referee| answer(referee, &of_a));
    assert_ne!(seen[0], seen[1], "nothing differs");
    for line in asks(of_b) {
        let shown = both.each_mut().map(|referee| timeless(answer(referee, &line)).to_string());
        assert_eq!(shown[0], shown[1], "{line}");
    }
}

/// An answer without the times of its entries, which come from the clock.
fn timeless(mut answer: Value) -> Value {
    match &mut answer {
        Value::Object(keys) => {
            keys.shift_remove("at");
            keys.values_mut().for_each(|value| *value = timeless(value.take()));
        }
        Value::Array(list) => list.iter_mut().for_each(|value| *value = timeless(value.take())),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    answer
}

fn adjust(ship: &str, field: &str, value: &Value) -> Value {
    json!({"kind": "adjust", "ship": ship, "field": field, "value": value})
}

fn galleys(options: &[&str]) -> Value {
    let ship = json!({"name": "I", "cq": 3, "speed": 5});
    let fleet = |nation: &str| {
        json!({"system": "chicken-of-the-sea", "name": nation,
        "nation": nation, "ship": [ship, ship, ship]})
    };
    let options: serde_json::Map<String, Value> =
        options.iter().map(|word| ((*word).to_owned(), json!(true))).collect();
    json!({"system": "chicken-of-the-sea", "sides": [fleet("carthage"), fleet("rome")],
        "options": options, "seed": 7})
}

fn ram() -> Value {
    json!({"kind": "ram", "ship": "B1", "target": "A1", "aspect": "flank"})
}

#[test]
fn a_correction_to_the_present_speed_does_not_reveal_it() {
    let pair = [json!(3), json!(4)].map(|speed| {
        let set = json!({"kind": "set-speed", "ship": "A1", "speed": speed});
        vec![(set, json!([])), (adjust("A1", "speed", &json!(4)), json!([]))]
    });
    alike(&galleys(&[]), pair, &[ram(), adjust("A1", "speed", &json!(4))]);
}

#[test]
fn a_formation_that_may_tire_answers_as_one_that_slows() {
    let ships = ["A1", "A2", "A3"];
    let form = json!({"kind": "form", "formation": "column", "ships": ships, "leader": "A1"});
    for dice in [json!([1, 6, 1]), Value::Null] {
        let pair = [(5, dice), (4, json!([]))].map(|(speed, dice)| {
            let set = json!({"kind": "set-speed", "formation": "column-1", "speed": speed});
            vec![(form.clone(), json!([])), (set, dice)]
        });
        alike(&galleys(&["command"]), pair, &[ram()]);
    }
}

/// An army of three veterans in these columns, with a deck of cards.
fn army(column: u8) -> Value {
    let unit = |name: &str, zone: &str, morale: u32| {
        json!({"name": name, "kind": "heavy-infantry", "zone": zone, "column": column,
            "max_morale": morale, "veteran": true})
    };
    json!({"system": "command-and-chaos", "name": "Legion", "unit": [
        unit("First", "left-battle-line", 5), unit("Second", "center-battle-line", 4),
        unit("Third", "right-battle-line", 4)],
        "card": [{"name": "Shout", "count": 3}, {"name": "Press on", "count": 3}]})
}

fn legions() -> Value {
    json!({"system": "command-and-chaos", "sides": [army(1), army(2)], "seed": 7})
}

fn melee() -> Value {
    json!({"kind": "melee", "unit": "B1", "target": "A1"})
}

#[test]
fn a_correction_to_the_present_chit_does_not_reveal_it() {
    for (field, two) in
        [("max_morale", [json!(4), json!(5)]), ("veteran", [json!(true), json!(false)])]
    {
        let pair = two.each_ref().map(|value| {
            let to = |value: &Value| (adjust("A1", field, value), json!([]));
            vec![to(value), to(&two[1])]
        });
        alike(&legions(), pair, &[melee(), adjust("A1", field, &two[1])]);
    }
}

#[test]
fn the_place_of_a_revealed_card_does_not_reveal_an_earlier_card() {
    let pair = ["Press on", "Shout"].map(|first| {
        let play = |unit: &str, card: &str| {
            (json!({"kind": "play-card", "unit": unit, "card": card}), json!([]))
        };
        vec![
            (adjust("A", "hand", &json!([first, "Press on"])), json!([])),
            play("A1", first),
            play("A2", "Press on"),
            (json!({"kind": "reveal", "unit": "A2", "target": "B2"}), json!([])),
            (json!({"kind": "end-phase"}), json!([])),
        ]
    });
    alike(&legions(), pair, &[melee(), adjust("A", "hand", &json!(["Shout"]))]);
}
