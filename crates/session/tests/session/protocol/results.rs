//! Tests of the headline of a result: the outcome, and the number that decided it.

use dice::EnteredRoll;
use serde_json::{Value, json};
use session::{LogRow, Mutation, Query, RequestBody, Response, Seat};

use testing::table::{Player, Set, galleys, order};

fn entered(dice: &Value) -> Vec<EnteredRoll> {
    serde_json::from_value(dice.clone()).expect("dice")
}

/// The result of an order with these dice, for the seat that gives it.
fn result(player: &mut Player, of: &Value, dice: &Value) -> String {
    let ask = Mutation::Order { order: order(of.clone()), dice: Some(entered(dice)) };
    match player.answer(RequestBody::Change(ask)) {
        Response::Given { row, .. } => row.result.to_string(),
        other => panic!("{of}: {other:?}"),
    }
}

fn last_row(player: &mut Player) -> LogRow {
    match player.answer(RequestBody::Read(Query::Log { from: 0, count: 100 })) {
        Response::Log(log) => log.rows.last().expect("an order").as_ref().clone(),
        other => panic!("{other:?}"),
    }
}

/// Plays orders in turn and compares the result of each; `None` is not compared.
fn results(set: &Set, line: &[(Value, Value, Option<&str>)]) {
    let mut both = set.sit(Seat::Both);
    for (of, dice, expected) in line {
        let result = result(&mut both, of, dice);
        if let Some(expected) = expected {
            assert_eq!(result, *expected, "{of} {dice}");
        }
    }
}

#[test]
fn a_check_names_the_number_that_it_needed_in_greek_fire() {
    let ship = |name: &str, kind: &str, advantages: Value| json!({"name": name, "type": kind, "advantages": advantages});
    let fleet =
        |name: &str, ships: Value| json!({"system": "greek-fire", "name": name, "ship": ships});
    let set = Set::on(&[
        fleet("Athens", json!([ship("Paralos", "trireme", json!(["archers", "prongs"]))])),
        fleet("Corinth", json!([ship("Nike", "bireme", json!([]))])),
    ]);
    let crew = json!({"kind": "adjust", "ship": "A1", "field": "crew", "value": 160});
    let shoot = |range: u32| json!({"kind": "shoot", "ship": "A1", "weapon": "archers", "target": "B1", "range": range});
    results(
        &set,
        &[
            (crew, json!([]), None),
            (
                json!({"kind": "activate", "ship": "A1"}),
                json!([]),
                Some("A1 Paralos begins her turn."),
            ),
            (json!({"kind": "sail", "ship": "A1"}), json!([5]), Some("No effect")),
            (
                json!({"kind": "row", "ship": "A1", "spent": 3}),
                json!([]),
                Some("A1 Paralos spends 3 move points."),
            ),
            (shoot(2), json!([3]), Some("Miss: needed 4, rolled 3")),
            (
                json!({"kind": "ram", "ship": "A1", "target": "B1"}),
                json!([1, 2]),
                Some("Oars sheared"),
            ),
            (
                json!({"kind": "morale", "ship": "A1", "adjacent_enemies": []}),
                json!([2]),
                Some("Routs: needed 3, rolled 2"),
            ),
            (json!({"kind": "end-turn", "ship": "A1"}), json!([]), None),
            (json!({"kind": "activate", "ship": "B1"}), json!([]), None),
            (json!({"kind": "end-turn", "ship": "B1"}), json!([]), None),
            (json!({"kind": "end-round"}), json!([]), None),
            (json!({"kind": "activate", "ship": "A1"}), json!([]), None),
            (
                json!({"kind": "morale", "ship": "A1", "adjacent_enemies": []}),
                json!([5]),
                Some("Morale holds: needed 3, rolled 5"),
            ),
            (shoot(2), json!([4, 3, 6]), Some("Hit: needed 4, rolled 4")),
        ],
    );
}

#[test]
fn a_roll_that_only_adds_to_another_names_no_number() {
    let phase = || (json!({"kind": "end-phase"}), json!([]), None);
    let set = Set::new("salamis");
    results(
        &set,
        &[
            phase(),
            (
                json!({"kind": "ram", "ship": "A1", "target": "B1"}),
                json!([12, 2]),
                Some("Holed: 2 hits"),
            ),
            (
                json!({"kind": "board", "ship": "B1", "target": "A1"}),
                json!([12]),
                Some("Fails: needed 7 or less, rolled 12"),
            ),
            (
                json!({"kind": "board", "ship": "A1", "target": "B1"}),
                json!([3]),
                Some("Boards: needed 7 or less, rolled 3"),
            ),
            (
                json!({"kind": "ram", "ship": "A2", "target": "B2"}),
                json!([2, 0]),
                Some("No damage"),
            ),
            phase(),
            (
                json!({"kind": "hand-to-hand", "attacker": "A1", "defender": "B1"}),
                json!([2, 2]),
                Some("Fought off"),
            ),
        ],
    );
}

#[test]
fn two_dice_against_each_other_name_no_number() {
    let set = Set::new("actium");
    results(
        &set,
        &[
            (
                json!({"kind": "ram", "ship": "A1", "target": "B1", "aspect": "side"}),
                json!([6, 1]),
                Some("Sunk"),
            ),
            (json!({"kind": "move", "ship": "A2", "ahead": 2}), json!([]), None),
        ],
    );
}

#[test]
fn a_veteran_holds_below_the_number_of_a_hit() {
    let allied = || json!({"kind": "allied-morale", "unit": "A2"});
    let javelins = || json!({"kind": "javelins", "unit": "A11", "target": "B1"});
    results(
        &Set::new("zama"),
        &[
            (javelins(), json!([5]), Some("Miss: needed 6, rolled 5")),
            (allied(), json!([4]), Some("Morale holds: needed 4 or less, rolled 4")),
            (allied(), json!([5]), Some("Takes a hit: needed 4 or less, rolled 5")),
        ],
    );
}

#[test]
fn a_secret_result_and_a_coast_die_do_not_reveal_a_speed() {
    let set = galleys();
    let (mut a, mut b, mut both) = (set.sit(Seat::A), set.sit(Seat::B), set.sit(Seat::Both));
    let speed = |ship: &str| json!({"kind": "set-speed", "ship": ship, "speed": 5});
    assert_eq!(result(&mut a, &speed("A1"), &json!([4])), "Fatigued: needed 3 or less, rolled 4");
    let seen = last_row(&mut b);
    assert!(seen.secret && seen.result == seen.headline, "{seen:?}");
    assert_eq!(result(&mut b, &speed("B1"), &json!([3])), "Holds out: needed 3 or less, rolled 3");
    assert_ne!(result(&mut both, &json!({"kind": "end-phase"}), &json!([])), "");
    assert_eq!(result(&mut both, &json!({"kind": "coast", "ship": "B1"}), &json!([6])), "Afloat");
}

#[test]
fn the_first_order_of_a_group_has_the_result_of_the_group() {
    let set = Set::new("sybota");
    let mut both = set.sit(Seat::Both);
    let turn = |ship: &str| {
        ["activate", "sail", "row", "morale", "end-turn"].map(|kind| match kind {
            "row" => json!({"kind": kind, "ship": ship, "spent": "all"}),
            _ => json!({"kind": kind, "ship": ship}),
        })
    };
    let orders = [turn("A1"), turn("B1")].concat().into_iter().map(order).collect();
    match both.answer(RequestBody::Change(Mutation::Orders { orders, dice: None })) {
        Response::GivenAsOne { rows, .. } => {
            let says = |row: &LogRow| row.group_result.as_ref().map(ToString::to_string);
            assert_eq!(says(&rows[0]).as_deref(), Some("2 units only move."));
            assert!(rows[1..].iter().all(|row| row.group_result.is_none()));
        }
        other => panic!("{other:?}"),
    }
}
