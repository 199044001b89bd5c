//! Tests of fouled galleys in Chicken of the Sea: one speed (C-29), the drift of each
//! (C-30), a galley that stays (C-32), and other galleys that may not move.

use dice::{Entered, EnteredRoll, Seeded};
use games::{Battle, offer_of};
use rules::Subject;
use serde_json::{Value, json};

use crate::{outcome, read, refusal, set, still_to_do, value, warnings};

use super::{battle, enter, galley, go_to, of, ram, set_speed, shear, tag};

fn spend(ship: &str) -> Value {
    json!({"kind": "spend", "ship": ship, "mp": 1})
}

/// Rome's movement phase; its B1 has fouled A1, at speed 2.
fn fouled() -> Battle {
    let mut fight = battle(vec![galley(3, 2), galley(3, 2)], vec![galley(6, 5), galley(3, 2)]);
    go_to(&mut fight, "rome-moves");
    outcome(&mut fight, &enter("B1", "A1", true), &json!([2, 5]));
    fight
}

#[test]
fn ruling_c29_the_common_speed_of_fouled_galleys_ends_with_the_next_speed_phase() {
    let mut fight = fouled();
    assert_eq!(["A1", "B1"].map(|ship| value(&fight, &format!("{ship}.speed"))), [2, 2]);
    go_to(&mut fight, "speed");
    outcome(&mut fight, &set_speed("A1", 3), &json!([]));
    outcome(&mut fight, &set_speed("B1", 1), &json!([]));
    assert_eq!(["A1", "B1"].map(|ship| value(&fight, &format!("{ship}.speed"))), [3, 1]);
}

#[test]
fn ruling_c30_every_galley_of_a_stack_drifts_the_rammer_first_then_her_target() {
    let carthage = vec![galley(3, 2), galley(3, 1)];
    let mut fight = battle(carthage, vec![galley(6, 5)]);
    set(&mut fight, "A1.fouled_with", json!(["A2"]));
    go_to(&mut fight, "rome-moves");
    // The ram misses; then the bows of B1, A2 and A1 drift.
    outcome(&mut fight, &ram("B1", "A2", "front", 0), &json!([6, 2, 3, 4]));
    let bows = ["B1", "A2", "A1"].map(|ship| value(&fight, &format!("{ship}.facing")));
    assert_eq!(bows, [json!("ne"), json!("se"), json!("s")]);
    for ship in ["A1", "A2", "B1"] {
        assert_eq!(value(&fight, &format!("{ship}.drift_owed")), json!(false), "{ship}");
        assert_eq!(value(&fight, &format!("{ship}.speed")), json!(1), "{ship}");
    }
}

#[test]
fn ruling_c32_a_fouled_galley_that_stays_keeps_her_bow_and_spends_no_points() {
    let mut fight = fouled();
    go_to(&mut fight, "carthage-moves");
    assert_eq!(value(&fight, "A1.facing"), json!("sw"));
    assert!(refusal(&fight, &spend("A1")).contains("fouled with B1: she must unfoul first"));
    assert!(offer_of(&fight.full_view(), Subject::Unit(tag("A1")), "spend").is_none());
    let points = still_to_do(&fight).into_iter().find(|text| text.contains("movement points left"));
    assert_eq!(points.as_deref(), Some("these have movement points left: A2"));
    assert_eq!(warnings(&fight, &of("end-move", "A1")), [""; 0]);
    let mut stays = fight.clone();
    go_to(&mut stays, "speed");
    assert_eq!(["A1", "B1"].map(|ship| value(&stays, &format!("{ship}.facing"))), ["sw", "ne"]);
    outcome(&mut fight, &of("unfoul", "A1"), &json!([]));
    outcome(&mut fight, &spend("A1"), &json!([]));
}

/// Galleys that have stopped, are fouled, aground or finished may not make any move; C-31:
/// leaving the map is a move.
type Hinders<'h> = &'h dyn Fn(&mut Battle);

#[test]
fn a_galley_that_may_not_move_gives_no_order_that_is_a_move() {
    let mut fight = battle(vec![galley(4, 5), galley(4, 2)], vec![galley(3, 2), galley(3, 2)]);
    go_to(&mut fight, "carthage-moves");
    let moves = [
        spend("A1"),
        of("coast", "A1"),
        enter("A1", "A2", false),
        ram("A1", "B1", "flank", 0),
        shear("A1", "B1", "front"),
        of("leave-table", "A1"),
    ];
    for order in &moves {
        let dice = match order["kind"].as_str() {
            Some("coast" | "ram" | "shear") => json!([6, 1, 1]),
            _ => json!([]),
        };
        let entries: Vec<EnteredRoll> = serde_json::from_value(dice).unwrap();
        let mut dice = Entered::new(entries, Seeded::new(0, 0));
        assert!(fight.resolve(&read(&fight, order), &mut dice).is_ok(), "{order}");
    }
    let hindered: [(&str, Hinders); 4] = [
        ("no movement point", &|fight| set(fight, "A1.speed", json!(0))),
        ("fouled with B2", &|fight| set(fight, "A1.fouled_with", json!(["B2"]))),
        ("aground", &|fight| set(fight, "A1.aground", json!(true))),
        ("finished her movement", &|fight| drop(outcome(fight, &of("end-move", "A1"), &json!([])))),
    ];
    for (reason, hinders) in hindered {
        let mut fight = fight.clone();
        hinders(&mut fight);
        if reason == "no movement point" {
            set(&mut fight, "A1.mp_left", json!(0));
        }
        for order in &moves {
            let why = refusal(&fight, order);
            let spent = order["kind"] == "spend" && why.contains("0 movement points left");
            assert!(why.contains(reason) || spent, "{reason} {order}: {why}");
        }
    }
}

#[test]
fn a_galley_without_points_left_does_not_leave_the_map() {
    let mut fight = battle(vec![galley(4, 1), galley(4, 2)], vec![galley(3, 2)]);
    go_to(&mut fight, "carthage-moves");
    outcome(&mut fight, &spend("A1"), &json!([]));
    assert!(refusal(&fight, &of("leave-table", "A1")).contains("no movement points left"));
}
