//! Tests of the next steps in a ship's turn of Greek Fire, for cases that were once wrong.

use games::Battle;
use rules::Subject;
use serde_json::json;

use crate::{give, next_text, outcome, set, still_to_do, value};

use super::{activate, battle, board, duel, grapple, row, ship};

fn begun(a: &str, b: &str) -> Battle {
    let mut begun = battle(vec![ship(a), ship("trireme")], vec![ship(b); 3]);
    give(&mut begun, &activate("A1"), &json!([])).expect("her turn");
    begun
}

#[test]
fn a_ship_that_fails_to_break_free_has_not_rowed() {
    let mut b = battle(vec![ship("trireme"); 2], vec![ship("trireme"); 3]);
    grapple(&mut b, "A1", "B1");
    give(&mut b, &activate("A1"), &json!([])).expect("her turn");
    outcome(&mut b, &json!({"kind": "ungrapple", "ship": "A1"}), &json!([2]));
    assert_eq!(next_text(&b), "A1 the trireme: Morale: does she fight on?");
}

#[test]
fn a_ship_that_breaks_free_rows_next() {
    let mut b = battle(vec![ship("trireme"); 2], vec![ship("trireme"); 3]);
    grapple(&mut b, "A1", "B1");
    give(&mut b, &activate("A1"), &json!([])).expect("her turn");
    outcome(&mut b, &json!({"kind": "ungrapple", "ship": "A1"}), &json!([5]));
    assert_eq!(next_text(&b), "A1 the trireme: Row: up to 6 move points");
}

#[test]
fn a_turn_is_done_only_after_all_required_steps() {
    let mut b = begun("trireme", "trireme");
    give(
        &mut b,
        &json!({"kind": "shoot", "ship": "A1", "weapon": "rowers", "target": "B1",
        "range": 1}),
        &json!([1]),
    )
    .expect("a miss");
    give(&mut b, &json!({"kind": "morale", "ship": "A1"}), &json!([5])).expect("morale");
    assert_eq!(still_to_do(&b), ["not rowed: she counts as stopped", "no sail roll"]);
    give(&mut b, &json!({"kind": "sail", "ship": "A1"}), &json!([5])).expect("late");
    give(&mut b, &row(3), &json!([])).expect("late");
    assert_eq!(
        (still_to_do(&b).len(), next_text(&b).as_str()),
        (0, "A1 the trireme: end her turn")
    );
}

#[test]
fn a_ship_that_lost_her_last_man_makes_no_rolls() {
    let mut b = begun("triaconter", "trireme");
    outcome(&mut b, &board("A1", "B1"), &json!([10, 3, 102]));
    assert_eq!(value(&b, "A1.crew"), json!(0));
    assert_eq!(next_text(&b), "Corinth (B): choose the ship that moves.");
}

#[test]
fn a_ship_without_move_points_is_not_led_to_row_or_ram() {
    let mut b = begun("trireme", "trireme");
    set(&mut b, "A1.move_lost", json!(8));
    give(&mut b, &json!({"kind": "sail", "ship": "A1"}), &json!([5])).expect("the wind");
    assert_eq!(next_text(&b), "A1 the trireme: Morale: does she fight on?");
}

#[test]
fn a_ship_with_only_targets_too_near_gets_no_suggestion_to_shoot() {
    let mut entry = ship("trireme");
    entry.advantages = vec![games::greek_fire::tables::Advantage::Catapult];
    let mut b = duel(entry, ship("trireme"));
    grapple(&mut b, "A1", "B1");
    give(&mut b, &activate("A1"), &json!([])).expect("her turn");
    let label = |b: &Battle| {
        let next = b.full_view().guide().next;
        next.iter().find(|step| step.kind == "shoot").map(|step| step.label.to_string())
    };
    assert_eq!(label(&b).as_deref(), Some("Shoot: 1 weapon ready"));
    let javelins = json!({"kind": "shoot", "ship": "A1", "weapon": "rowers", "target": "B1"});
    give(&mut b, &javelins, &json!([1])).expect("a miss");
    assert_eq!(label(&b), None);
}

#[test]
fn the_guide_of_a_ship_says_when_she_may_end_her_turn() {
    let b = begun("trireme", "trireme");
    let next = b.full_view().guide().next;
    let own: Vec<&str> = next
        .iter()
        .filter(|step| step.subject == Subject::Unit("A1".parse().expect("a tag")))
        .map(|step| step.kind)
        .collect();
    assert_eq!(own.last(), Some(&"end-turn"));
}

#[test]
fn the_next_step_of_a_won_battle_names_the_winner() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    set(&mut b, "B1.status", json!("sunk"));
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    let steps = b.full_view().guide().next.len();
    assert_eq!((next_text(&b).as_str(), steps), ("Victory: Athens (A).", 0));
}
