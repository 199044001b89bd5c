//! Tests of the remaining movement points in Chicken of the Sea.

use games::Battle;
use serde_json::{Value, json};

use crate::{outcome, refusal, set, value, warnings};

use super::{battle, duel, enter, form, galley, go_to, of, ram, set_speed, shear, squadron, tried};

fn spend(ship: &str, mp: u8) -> Value {
    json!({"kind": "spend", "ship": ship, "mp": mp})
}

/// Carthage's movement phase, with A1 at this speed.
fn moving(speed: u8) -> Battle {
    let mut fight = duel(galley(4, speed), galley(3, 2));
    go_to(&mut fight, "carthage-moves");
    fight
}

fn left(fight: &Battle, ship: &str) -> Value {
    value(fight, &format!("{ship}.mp_left"))
}

#[test]
fn movement_points_are_the_speed_at_the_start_of_the_movement() {
    let mut fight = duel(galley(4, 3), galley(3, 2));
    assert_eq!(left(&fight, "A1"), Value::Null);
    outcome(&mut fight, &set_speed("A1", 4), &json!([]));
    outcome(&mut fight, &set_speed("A2", "bw"), &json!([]));
    go_to(&mut fight, "carthage-moves");
    assert_eq!((left(&fight, "A1"), left(&fight, "A2")), (json!(4), json!(2)));
    assert_eq!(left(&fight, "B1"), Value::Null, "the enemy does not move");
    go_to(&mut fight, "rome-moves");
    assert_eq!((left(&fight, "A1"), left(&fight, "B1")), (Value::Null, json!(2)));
}

#[test]
fn spending_takes_points_and_missing_points_are_refused() {
    let mut fight = moving(3);
    outcome(&mut fight, &spend("A1", 2), &json!([]));
    assert_eq!(left(&fight, "A1"), json!(1));
    assert!(refusal(&fight, &spend("A1", 2)).contains("has 1 movement point left, not 2"));
    assert!(refusal(&fight, &spend("B1", 1)).contains("in her side’s movement phase"));
    outcome(&mut fight, &of("end-move", "A1"), &json!([]));
    assert!(refusal(&fight, &spend("A1", 1)).contains("has finished her movement"));
    assert!(refusal(&fight, &of("end-move", "A1")).contains("has finished her movement"));
}

#[test]
fn a_shear_costs_2_points_and_a_ram_the_stated_number() {
    let mut fight = moving(5);
    outcome(&mut fight, &shear("A1", "B1", "front"), &json!([6]));
    assert_eq!(left(&fight, "A1"), json!(3));
    // One point is left in the target's hex, and passing through costs it.
    outcome(&mut fight, &ram("A1", "B1", "flank", 1), &json!([6]));
    assert_eq!(left(&fight, "A1"), json!(0));
    assert!(refusal(&fight, &ram("A1", "B1", "flank", 1)).contains("no movement points left"));
    assert!(refusal(&fight, &shear("A1", "B1", "front")).contains("has 0 movement points"));
    // 4 of 5 are left in her hex, so 3 beyond it.
    let mut fight = moving(5);
    outcome(&mut fight, &ram("A1", "B1", "flank", 4), &json!([6]));
    assert_eq!(left(&fight, "A1"), json!(3));
    outcome(&mut fight, &spend("A1", 3), &json!([]));
    // A sunk galley has none.
    let mut fight = moving(5);
    outcome(&mut fight, &ram("A1", "B1", "flank", 2), &json!([1]));
    assert_eq!((left(&fight, "A1"), value(&fight, "A1.moved")), (json!(0), json!(true)));
}

#[test]
fn unspent_points_give_a_warning() {
    let mut fight = moving(3);
    set(&mut fight, "A2.speed", json!(0));
    assert_eq!(warnings(&fight, &of("end-move", "A1")).len(), 1);
    let end = json!({"kind": "end-phase"});
    assert!(warnings(&fight, &end).contains(&"these have movement points left: A1, A2".to_owned()));
    for ship in ["A1", "A2"] {
        let mp = left(&fight, ship).as_u64().unwrap() as u8;
        outcome(&mut fight, &spend(ship, mp), &json!([]));
    }
    assert_eq!(warnings(&fight, &end), [""; 0]);
    assert_eq!(warnings(&fight, &of("end-move", "A1")), [""; 0]);
}

#[test]
fn backing_water_has_2_points_of_which_1_need_not_be_spent() {
    let mut fight = duel(galley(4, 2), galley(3, 2));
    outcome(&mut fight, &set_speed("A1", "bw"), &json!([]));
    go_to(&mut fight, "carthage-moves");
    assert_eq!(warnings(&fight, &of("end-move", "A1")).len(), 1);
    outcome(&mut fight, &spend("A1", 1), &json!([]));
    assert_eq!(warnings(&fight, &of("end-move", "A1")), [""; 0]);
}

#[test]
fn a_galley_of_a_line_abreast_that_catches_up_only_warns() {
    let mut fight = squadron(2);
    outcome(&mut fight, &form("line-abreast", &["A3", "A2"], "A2"), &json!([]));
    go_to(&mut fight, "carthage-moves");
    assert!(warnings(&fight, &spend("A3", 3))[0].contains("to catch up"));
    assert_eq!(tried(&fight, &spend("A3", 3), &json!([])), "done");
    assert!(refusal(&fight, &spend("A4", 3)).contains("has 2 movement points left"));
}

#[test]
fn an_occupied_hex_with_no_point_left_to_leave_it_warns() {
    let mut fight = battle(vec![galley(4, 2), galley(4, 2)], vec![galley(3, 2)]);
    go_to(&mut fight, "carthage-moves");
    outcome(&mut fight, &spend("A1", 1), &json!([]));
    assert_eq!(warnings(&fight, &enter("A1", "A2", false)), [""; 0]);
    outcome(&mut fight, &spend("A1", 1), &json!([]));
    assert!(warnings(&fight, &enter("A1", "A2", false))[0].contains("each hex holds one galley"));
}

#[test]
fn a_movement_ends_by_its_own_order_or_with_the_phase() {
    let mut fight = moving(3);
    outcome(&mut fight, &of("end-move", "A1"), &json!([]));
    assert_eq!(value(&fight, "A1.moved"), json!(true));
    assert_eq!(value(&fight, "A2.moved"), json!(false));
    assert!(refusal(&fight, &ram("A1", "B1", "flank", 0)).contains("has finished her movement"));
    go_to(&mut fight, "carthage-boards");
    assert_eq!(value(&fight, "A2.moved"), json!(true));
    assert_eq!(value(&fight, "B1.moved"), json!(false));
    go_to(&mut fight, "speed");
    assert_eq!(value(&fight, "A1.moved"), json!(false));
}

/// C-14.
#[test]
fn aground_is_speed_0_without_a_drift() {
    let mut fight = moving(5);
    set(&mut fight, "A1.crippled", json!(true));
    outcome(&mut fight, &of("coast", "A1"), &json!([1]));
    // RA# is 1 − 4, so she stays afloat; with CQ 1 she does not.
    set(&mut fight, "A1.cq", json!(1));
    let order = json!({"kind": "coast", "ship": "A1", "bow_at_land": true});
    outcome(&mut fight, &order, &json!([1]));
    assert_eq!(value(&fight, "A1.aground"), json!(true));
    assert_eq!((value(&fight, "A1.speed"), left(&fight, "A1")), (json!(0), json!(0)));
    assert_eq!(value(&fight, "A1.drift_owed"), json!(false));
}
