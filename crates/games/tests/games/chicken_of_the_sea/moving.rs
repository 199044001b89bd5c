//! Tests of drift, the coast, and shared hexes in Chicken of the Sea.

use serde_json::{Value, json};

use crate::{outcome, refusal, set, value, warnings};

use super::{
    battle, duel, enter, faces_of, galley, go_to, of, ram, set_speed, shear, tried,
    without_movement,
};

// ---- Drift ----

/// C-3.
#[test]
fn the_drift_compass_goes_clockwise_from_north() {
    for (roll, facing) in (1..).zip(["n", "ne", "se", "s", "sw", "nw"]) {
        let mut fight = duel(galley(4, 1), galley(3, 2));
        let (slug, _) = outcome(&mut fight, &of("drift", "A1"), &json!([roll]));
        assert_eq!((slug, value(&fight, "A1.facing")), ("done", json!(facing)));
    }
    let fight = duel(galley(4, 1), galley(3, 2));
    assert_eq!(warnings(&fight, &of("drift", "A1")), ["A1 has no drift to roll"]);
}

// ---- The coast ----

#[test]
fn worked_a_galley_at_speed_3_with_cq_2_grounds_on_1_and_on_2_with_her_bow_at_land() {
    let fight = duel(galley(2, 3), galley(3, 2));
    let coast = of("coast", "A1");
    assert_eq!(tried(&fight, &coast, &json!([3])), "afloat");
    assert_eq!(faces_of(&fight, &coast, "aground", &[]), [1]);
    for (flags, grounds) in
        [((true, false), vec![1, 2]), ((false, true), vec![1, 2]), ((true, true), vec![1, 2])]
    {
        let order =
            json!({"kind": "coast", "ship": "A1", "bow_at_land": flags.0, "backing": flags.1});
        assert_eq!(faces_of(&fight, &order, "aground", &[]), grounds, "{flags:?} (C-4)");
    }
}

#[test]
fn a_grounded_galley_stops_and_neither_drifts_nor_tries_again() {
    let mut fight = duel(galley(2, 3), galley(3, 2));
    go_to(&mut fight, "carthage-moves");
    let (_, changes) = outcome(&mut fight, &of("coast", "A1"), &json!([1]));
    assert_eq!(
        without_movement(changes),
        json!({
            "A1.speed": [3, 0], "A1.aground": [false, true],
            "A1.grounded_in_phase": [null, "carthage-moves"],
        })
    );
    assert!(!fight.full_view().guide().next.iter().any(|step| step.kind == "drift"));
    assert!(refusal(&fight, &of("coast", "A1")).contains("is aground"));
    assert!(refusal(&fight, &set_speed("A1", 1)).contains("is aground"));
}

#[test]
fn refloating_is_tried_once_a_phase_from_the_next_own_movement_phase_on() {
    let mut fight = duel(galley(2, 3), galley(3, 2));
    let refloat = of("refloat", "A1");
    assert!(refusal(&fight, &refloat).contains("is not aground"));
    go_to(&mut fight, "carthage-moves");
    outcome(&mut fight, &of("coast", "A1"), &json!([1]));
    assert!(refusal(&fight, &refloat).contains("next movement phase"));
    go_to(&mut fight, "rome-moves");
    assert!(refusal(&fight, &refloat).contains("next movement phase"));
    go_to(&mut fight, "carthage-moves");
    assert_eq!(faces_of(&fight, &refloat, "freed", &[]), [1, 2]);
    let (slug, changes) = outcome(&mut fight, &refloat, &json!([3]));
    assert_eq!(slug, "aground");
    assert_eq!(Value::Object(changes), json!({"A1.refloat_tried": [false, true]}));
    assert!(refusal(&fight, &refloat).contains("already tried"));
    go_to(&mut fight, "rome-moves");
    go_to(&mut fight, "carthage-moves");
    let (_, changes) = outcome(&mut fight, &refloat, &json!([2]));
    assert_eq!(changes["A1.aground"], json!([true, false]));
    assert_eq!(changes["A1.speed"], json!([0, 1]));
}

#[test]
fn backing_water_counts_1_at_the_coast_and_backs_in_by_itself() {
    let mut fight = duel(galley(1, 1), galley(3, 2));
    set(&mut fight, "A1.speed", json!("bw"));
    // RA# is 1 − 1 = 0, and the die has −1.
    assert_eq!(faces_of(&fight, &of("coast", "A1"), "aground", &[]), [1]);
}

// ---- Fouling ----

#[test]
fn a_galley_fouls_only_through_the_flank_of_a_weaker_enemy() {
    // Ram numbers 7 against 5.
    let fight = battle(vec![galley(4, 3), galley(4, 1)], vec![galley(3, 2), galley(3, 4)]);
    assert_eq!(tried(&fight, &enter("A1", "B1", true), &json!([1, 1])), "fouled");
    assert_eq!(tried(&fight, &enter("A1", "B1", false), &json!([])), "clear");
    assert_eq!(tried(&fight, &enter("A1", "A2", true), &json!([])), "clear");
    assert_eq!(
        tried(&fight, &enter("A1", "B2", true), &json!([])),
        "clear",
        "equal is not greater"
    );
    assert_eq!(tried(&fight, &enter("B1", "A1", true), &json!([])), "clear");
    assert!(refusal(&fight, &enter("A1", "A1", true)).contains("her own hex"));
}

/// C-5.
#[test]
fn fouled_galleys_share_the_lower_speed_and_drift_the_mover_first() {
    let mut fight = battle(vec![galley(4, 3)], vec![galley(3, 2)]);
    let (_, changes) = outcome(&mut fight, &enter("A1", "B1", true), &json!([2, 5]));
    assert_eq!(
        (&changes["A1.facing"], &changes["B1.facing"]),
        (&json!(["n", "ne"]), &json!(["n", "sw"]))
    );
    assert_eq!(
        without_movement(changes),
        json!({
            "A1.speed": [3, 2], "A1.fouled_with": [[], ["B1"]], "B1.fouled_with": [[], ["A1"]],
        })
    );
}

/// C-5; the two that foul have already rolled for their drift.
#[test]
fn a_crippled_galley_that_a_fouling_beside_her_stops_has_drifted() {
    for (crippled, speed, with) in [(true, 1, 0), (false, 1, 0), (true, 0, 0), (true, 1, 1)] {
        let mut fight = battle(vec![galley(4, 3)], vec![galley(3, 2), galley(3, 2)]);
        set(&mut fight, "B1.fouled_with", json!(["B2"]));
        set(&mut fight, "B1.crippled", json!(true));
        set(&mut fight, "B1.speed", json!(with));
        set(&mut fight, "B2.crippled", json!(crippled));
        set(&mut fight, "B2.speed", json!(speed));
        let (got, _) = outcome(&mut fight, &enter("A1", "B1", true), &json!([1, 2, 3]));
        assert_eq!(got, "fouled");
        let bows = ["A1", "B1", "B2"].map(|tag| value(&fight, &format!("{tag}.facing")));
        assert_eq!(bows, ["n", "ne", "se"].map(|bow| json!(bow)), "{crippled} {speed} (C-30)");
        let owed = ["A1", "B1", "B2"].map(|tag| value(&fight, &format!("{tag}.drift_owed")));
        assert_eq!(owed, [json!(false), json!(false), json!(false)], "{crippled} {speed}");
    }
}

#[test]
fn a_fouled_galley_leaves_in_a_movement_phase_that_she_begins_stacked() {
    let mut fight = battle(vec![galley(4, 3)], vec![galley(3, 2)]);
    assert!(refusal(&fight, &of("unfoul", "A1")).contains("is not fouled"));
    go_to(&mut fight, "carthage-moves");
    outcome(&mut fight, &enter("A1", "B1", true), &json!([1, 1]));
    assert!(refusal(&fight, &of("unfoul", "A1")).contains("fouled this phase"));
    for order in [ram("A1", "B1", "flank", 0), enter("A1", "B1", true), shear("A1", "B1", "front")]
    {
        assert!(refusal(&fight, &order).contains("must unfoul first"), "{order} (C-10)");
    }
    go_to(&mut fight, "rome-moves");
    let (slug, changes) = outcome(&mut fight, &of("unfoul", "B1"), &json!([]));
    assert_eq!(slug, "done");
    assert_eq!(
        without_movement(changes),
        json!({"A1.fouled_with": [["B1"], []], "B1.fouled_with": [["A1"], []]})
    );
    assert_eq!(value(&fight, "B1.mp_left"), json!(1), "she enters the next hex");
}

#[test]
fn a_galley_without_movement_points_cannot_leave_those_she_is_fouled_with() {
    let mut fight = battle(vec![galley(4, 0)], vec![galley(3, 2)]);
    set(&mut fight, "A1.fouled_with", json!(["B1"]));
    assert_eq!(value(&fight, "B1.fouled_with"), json!(["A1"]), "both records have it");
    assert!(refusal(&fight, &of("unfoul", "A1")).contains("no movement points"));
}

#[test]
fn backing_water_never_enters_an_occupied_hex() {
    let mut fight = duel(galley(4, 1), galley(3, 2));
    set(&mut fight, "A1.speed", json!("bw"));
    for order in [enter("A1", "B1", false), ram("A1", "B1", "stern", 0), shear("A1", "B1", "stern")]
    {
        assert!(refusal(&fight, &order).contains("backs water"), "{order}");
    }
}

#[test]
fn a_galley_that_can_move_leaves_the_map_with_her_speed_shown_and_is_lost_to_her_side() {
    let leave = of("leave-table", "A1");
    let mut fight = duel(galley(4, 3), galley(3, 2));
    let mut stopped = fight.clone();
    set(&mut stopped, "A1.speed", json!(0));
    assert!(refusal(&stopped, &leave).contains("no movement points"));
    go_to(&mut fight, "carthage-moves");
    assert!(warnings(&fight, &leave)[0].contains("counts as lost"));
    outcome(&mut fight, &leave, &json!([]));
    let left = ["A1.status", "A1.speed_seen"].map(|key| value(&fight, key));
    assert_eq!(left, [json!("off-table"), json!(3)]);
    assert!(!fight.in_play("A1".parse().expect("a tag")));
}
