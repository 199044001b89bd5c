//! Tests of boarding, hand-to-hand fighting and the winner in Chicken of the Sea.

use serde_json::{Value, json};

use crate::{assert_walks_agree, give, outcome, refusal, set, value, warnings};

use super::{
    battle, board, chance, duel, faces_of, flagship, galley, go_to, line_commander, near, of, ram,
    tried, without_movement,
};

// ---- Boarding ----

#[test]
fn worked_two_original_romans_board_on_1_to_5() {
    let fight = battle(vec![galley(4, 2), galley(4, 2)], vec![galley(3, 2), galley(2, 2)]);
    let order = board(&["B1", "B2"], "A1");
    assert_eq!(faces_of(&fight, &order, "failed", &[6, 1]), [6]);
    // The higher of two dice, +1, against one die, without ties.
    let (mut wins, mut all) = (0, 0);
    for a in 1..=6 {
        for b in 1..=6 {
            for d in 1..=6 {
                if a.max(b) + 1 != d {
                    all += 1;
                    wins += i32::from(a.max(b) + 1 > d);
                }
            }
        }
    }
    let taken = 5.0 / 6.0 * f64::from(wins) / f64::from(all);
    assert!(near(chance(&fight, &order, "captured"), taken));
}

#[test]
fn boarders_add_up_their_crew_quality() {
    let fight = battle(vec![galley(2, 2), galley(1, 2)], vec![galley(1, 2), galley(1, 2)]);
    let boards = |order: &Value| {
        let failed = faces_of(&fight, order, "failed", &[6, 1]);
        (1..=6).filter(|face| !failed.contains(face)).collect::<Vec<i64>>()
    };
    assert_eq!(boards(&board(&["A1"], "B1")), [1, 2]);
    assert_eq!(boards(&board(&["A1", "A2"], "B1")), [1, 2, 3]);
    assert_eq!(boards(&board(&["B1"], "A1")), [1, 2], "original Rome: -1");
    assert_eq!(boards(&board(&["B1", "B2"], "A1")), [1, 2, 3]);
}

#[test]
fn a_captured_roman_boards_without_her_modifiers() {
    let mut fight = battle(vec![galley(2, 2), galley(4, 2)], vec![galley(2, 2), galley(2, 2)]);
    set(&mut fight, "B1.status", json!("captured"));
    let order = board(&["B1"], "B2");
    assert_eq!(faces_of(&fight, &order, "failed", &[6, 1]), [3, 4, 5, 6]);
    let report = give(&mut fight, &order, &json!([1, 3, 2])).unwrap();
    assert!(report.rolls.iter().all(|roll| roll.modifiers.is_empty()));
}

/// C-8.
#[test]
fn rome_has_plus_1_hand_to_hand_when_attacking_and_ties_are_rerolled() {
    let fight = duel(galley(4, 2), galley(4, 3));
    let dice = json!([1, 3, 4, 2, 2]);
    let mut rome = fight.clone();
    let report = give(&mut rome, &board(&["B1"], "A1"), &dice).unwrap();
    assert_eq!(report.outcome.slug(), "captured", "3 + 1 is level with 4; 2 + 1 beats 2");
    assert_eq!(report.rolls.len(), 5);
    // As the defender, Rome has no modifier.
    let order = board(&["A1"], "B1");
    assert_eq!(tried(&fight, &order, &json!([1, 3, 4])), "beaten-back");
    assert_eq!(tried(&fight, &order, &json!([1, 4, 3])), "captured");
    let both = board(&["A1", "A2"], "B1");
    assert_eq!(tried(&fight, &both, &json!([1, [2, 5], 4])), "captured");
}

#[test]
fn all_galleys_in_a_boarding_stop_and_a_prize_changes_side() {
    let mut fight = battle(
        vec![flagship(4, 4), line_commander(4, 3)],
        vec![galley(3, 4), galley(3, 5), galley(3, 2)],
    );
    let mut beaten = fight.clone();
    let (slug, changes) = outcome(&mut beaten, &board(&["B1", "B2"], "A1"), &json!([2, 1, 6]));
    assert_eq!(slug, "beaten-back");
    assert_eq!(
        without_movement(changes),
        json!({
            "A1.speed": [4, 0], "B1.speed": [4, 0], "B2.speed": [5, 0],
            "A1.boarded_this_phase": [false, true],
        })
    );
    let (_, changes) = outcome(&mut fight, &board(&["B1", "B2"], "A1"), &json!([2, 6, 1]));
    assert_eq!(
        without_movement(changes),
        json!({
            "A1.speed": [4, 0], "B1.speed": [4, 0], "B2.speed": [5, 0],
            "A1.boarded_this_phase": [false, true], "A1.side": ["A", "B"],
            "A1.status": ["in-action", "captured"], "A1.flagship": [true, false],
            "A.admiral.aboard": ["A1", null], "A.admiral.status": ["in-action", "captured"],
        })
    );
    // She fights for her captor, and can be recaptured.
    set(&mut fight, "A1.speed", json!(3));
    assert!(refusal(&fight, &ram("A1", "B1", "flank", 0)).contains("a friend"));
    assert!(refusal(&fight, &board(&["A2"], "A1")).contains("has been attacked"));
    go_to(&mut fight, "carthage-boards");
    let (slug, changes) = outcome(&mut fight, &board(&["A2"], "A1"), &json!([1, 6, 1]));
    assert_eq!((slug, &changes["A1.status"]), ("captured", &json!(["captured", "in-action"])));
    assert_eq!(value(&fight, "A1.side"), json!("A"));
    // A line commander is also lost with her.
    let (_, changes) = outcome(&mut fight, &board(&["B3"], "A2"), &json!([1, 6, 1]));
    assert_eq!(changes["A2.line_commander"], json!([true, false]));
}

#[test]
fn a_target_is_attacked_once_a_phase() {
    let mut fight = battle(vec![galley(4, 2), galley(4, 2)], vec![galley(3, 2)]);
    outcome(&mut fight, &board(&["A1"], "B1"), &json!([5]));
    assert!(refusal(&fight, &board(&["A2"], "B1")).contains("has been attacked"));
    go_to(&mut fight, "carthage-boards");
    assert_eq!(tried(&fight, &board(&["A2"], "B1"), &json!([5])), "failed");
}

#[test]
fn forbidden_boarders_and_targets_are_refused() {
    let mut fight = battle(vec![galley(4, 2), galley(4, 2)], vec![galley(3, 2), galley(3, 2)]);
    for (order, why) in [
        (board(&[], "B1"), "choose at least one boarder"),
        (board(&["A1", "B2"], "B1"), "different sides"),
        (board(&["A1"], "A2"), "a friend"),
    ] {
        assert!(refusal(&fight, &order).contains(why), "{order}");
    }
    set(&mut fight, "A1.fouled_with", json!(["B1"]));
    assert!(refusal(&fight, &board(&["A1"], "B2")).contains("cannot board"));
    assert_eq!(tried(&fight, &board(&["A2"], "B1"), &json!([5])), "failed", "a fouled target may");
}

#[test]
fn a_boarder_named_twice_is_one_boarder() {
    let mut fight = battle(vec![galley(4, 2)], vec![galley(3, 2)]);
    let twice = board(&["A1", "A1"], "B1");
    assert_eq!(tried(&fight, &twice, &json!([5])), "failed", "more than the 4 of one crew");
    outcome(&mut fight, &twice, &json!([5]));
    assert_eq!(value(&fight, "B1.boarded_this_phase"), true);
}

#[test]
fn a_natural_6_lets_the_defender_board_in_return() {
    let fight = battle(vec![galley(4, 2), galley(4, 2)], vec![galley(5, 2), galley(5, 2)]);
    let counter =
        |ship: &str, target: &str| json!({"kind": "counterboard", "ship": ship, "target": target});
    assert!(refusal(&fight, &counter("B1", "A1")).contains("natural 6"));
    let mut failed = fight.clone();
    outcome(&mut failed, &board(&["A1"], "B1"), &json!([5]));
    assert!(refusal(&failed, &counter("B1", "A1")).contains("natural 6"));
    let mut six = fight.clone();
    outcome(&mut six, &board(&["A1"], "B1"), &json!([6]));
    assert_eq!(warnings(&six, &json!({"kind": "end-phase"})).len(), 2, "speeds, and the answer");
    assert!(refusal(&six, &counter("B1", "A2")).contains("A1 did"));
    // An ordinary 6: 6 − 1 succeeds for an original Roman of CQ 5.
    assert_eq!(faces_of(&six, &counter("B1", "A1"), "failed", &[6, 1]), Vec::<i64>::new());
    let (slug, changes) = outcome(&mut six, &counter("B1", "A1"), &json!([6, 3, 3]));
    assert_eq!((slug, &changes["A1.side"]), ("captured", &json!(["A", "B"])));
    assert!(!changes.contains_key("B1.boarded_this_phase"));
    assert!(refusal(&six, &counter("B1", "A1")).contains("only once, after a natural 6"));
    // The opportunity ends with the phase.
    let mut late = fight.clone();
    outcome(&mut late, &board(&["A1"], "B1"), &json!([6]));
    outcome(&mut late, &json!({"kind": "end-phase"}), &json!([]));
    assert!(refusal(&late, &counter("B1", "A1")).contains("natural 6"));
}

#[test]
fn a_fouled_defender_does_not_board_in_return() {
    let mut fight = battle(vec![galley(4, 2), galley(4, 2)], vec![galley(5, 2)]);
    set(&mut fight, "B1.fouled_with", json!(["A2"]));
    outcome(&mut fight, &board(&["A1"], "B1"), &json!([6]));
    let order = json!({"kind": "counterboard", "ship": "B1", "target": "A1"});
    assert!(refusal(&fight, &order).contains("cannot board"));
}

#[test]
fn boarding_odds_equal_the_reference_implementation() {
    let fight = battle(vec![galley(4, 2), galley(4, 2)], vec![galley(3, 2), galley(2, 2)]);
    for order in [board(&["B1", "B2"], "A1"), board(&["A1"], "B1")] {
        assert_walks_agree(&fight, &order, &["A1.side", "B1.side", "B1.speed"]);
    }
}

// ---- The end ----

#[test]
fn a_side_without_a_galley_of_its_own_afloat_loses_at_once() {
    let fight = battle(vec![galley(4, 5)], vec![galley(3, 2)]);
    let mut sunk = fight.clone();
    outcome(&mut sunk, &ram("A1", "B1", "flank", 1), &json!([1]));
    assert_eq!(sunk.winner().map(rules::Winner::slug), Some("A"));
    let mut taken = fight.clone();
    outcome(&mut taken, &board(&["B1"], "A1"), &json!([1, 6, 1]));
    assert_eq!(taken.winner().map(rules::Winner::slug), Some("B"));
    let mut grounded = fight.clone();
    outcome(&mut grounded, &of("coast", "A1"), &json!([1]));
    assert_eq!(grounded.winner().map(rules::Winner::slug), Some("B"));
    // The victory is final, whatever she does later; only the players can correct it.
    go_to(&mut grounded, "carthage-moves");
    outcome(&mut grounded, &of("refloat", "A1"), &json!([1]));
    assert_eq!(grounded.winner().map(rules::Winner::slug), Some("B"));
    assert_eq!(warnings(&grounded, &of("coast", "A1"))[0], "the battle is over");
    set(&mut grounded, "A1.speed", json!(1));
    assert_eq!(grounded.winner(), None);
}

/// C-13.
#[test]
fn a_side_that_holds_only_prizes_fights_on() {
    let mut fight =
        battle(vec![galley(4, 4), galley(4, 4)], vec![galley(3, 4), galley(3, 4), galley(3, 4)]);
    outcome(&mut fight, &board(&["A1"], "B1"), &json!([1, 6, 1]));
    assert_eq!(value(&fight, "B1.side"), json!("A"));
    for own in ["A1", "A2"] {
        set(&mut fight, &format!("{own}.status"), json!("sunk"));
        assert_eq!(fight.winner(), None, "{own}");
    }
    set(&mut fight, "B1.status", json!("sunk"));
    assert_eq!(fight.winner().map(rules::Winner::slug), Some("B"));
}

/// C-17.
#[test]
fn a_line_commander_is_lost_with_his_galley_for_the_battle() {
    let mut fight =
        battle(vec![line_commander(4, 4), galley(4, 4)], vec![galley(3, 4), galley(3, 4)]);
    let (_, changes) = outcome(&mut fight, &board(&["B1"], "A1"), &json!([1, 6, 1]));
    assert_eq!(changes["A1.line_commander"], json!([true, false]));
    go_to(&mut fight, "carthage-boards");
    outcome(&mut fight, &board(&["A2"], "A1"), &json!([1, 6, 1]));
    assert_eq!(value(&fight, "A1.side"), json!("A"));
    assert_eq!(value(&fight, "A1.line_commander"), json!(false), "she is recaptured without him");
}

#[test]
fn a_side_that_resigns_has_lost() {
    let mut fight = duel(galley(4, 5), galley(3, 2));
    let resign = json!({"kind": "resign", "side": "A"});
    assert_eq!(outcome(&mut fight, &resign, &json!([])).0, "done");
    assert_eq!(fight.winner().map(rules::Winner::slug), Some("B"));
    assert_eq!(refusal(&fight, &resign), "the battle is over");
}

/// C-35.
#[test]
fn the_defender_may_decline_to_board_in_return() {
    let mut fight = duel(galley(4, 2), galley(3, 2));
    go_to(&mut fight, "carthage-boards");
    outcome(&mut fight, &board(&["A1"], "B1"), &json!([6]));
    let end = json!({"kind": "end-phase"});
    let open = "these may still board in return: B1";
    assert!(warnings(&fight, &end).contains(&open.to_owned()));
    let needs_consent =
        |fight: &games::Battle| fight.needs_consent(&crate::read(fight, &end), rules::Side::A);
    assert!(needs_consent(&fight), "side B may still answer");
    let answer = |target: &str, attempt: bool| json!({"kind": "counterboard", "ship": "B1", "target": target, "attempt": attempt});
    assert!(refusal(&fight, &answer("A2", false)).contains("A2 did not board B1"));
    assert_eq!(outcome(&mut fight, &answer("A1", false), &json!([])).0, "done");
    assert!(!warnings(&fight, &end).contains(&open.to_owned()) && !needs_consent(&fight));
    for attempt in [true, false] {
        assert!(refusal(&fight, &answer("A1", attempt)).contains("only once, after a natural 6"));
    }
}
