//! Rowing, fire, ramming.

use serde_json::{Value, json};
use trierarch::rules::greek_fire::tables::{Advantage, Skill};

use crate::{give, outcome, refusal, set, value};

use super::{duel, fire, points, ram, row, ship, skilled, with};

// ---- Rowing ----

#[test]
fn move_points_are_the_sum_of_the_text() {
    let fresh = duel(ship("trireme"), ship("trireme"));
    assert_eq!(points(&fresh, false), 6);
    assert_eq!(points(&fresh, true), 8);
    let cases: [(&str, Value, u32); 8] = [
        ("A1.rammed_last_turn", json!(true), 3),
        ("A1.sail", json!(3), 9),
        ("A1.sail", json!(-9), 0),
        ("A1.move_lost", json!(2), 4),
        ("A1.crew", json!(110), 4),
        ("A1.crew", json!(0), 0),
        ("A1.aground", json!(true), 0),
        ("A1.stopped", json!(true), 3),
    ];
    for (key, to, expected) in cases {
        let mut b = fresh.clone();
        set(&mut b, key, to);
        assert_eq!(points(&b, false), expected, "{key}");
    }
    let mut rower = skilled("trireme", &[Skill::Rowing]);
    rower.crew_skills = vec![Skill::Rowing];
    rower.advantages = vec![Advantage::Rowers];
    assert_eq!(points(&duel(rower, ship("trireme")), false), 9);
}

/// GF-3: the share lost is of the full crew, hoplites included, rounded down.
#[test]
fn hoplites_count_for_the_share_of_crew_lost() {
    let mut b = duel(with("trireme", &[Advantage::Hoplites, Advantage::Hoplites]), ship("trireme"));
    assert_eq!(value(&b, "A1.full_crew"), json!(210));
    set(&mut b, "A1.crew", json!(175));
    assert_eq!(points(&b, false), 5);
    set(&mut b, "A1.crew", json!(176));
    assert_eq!(points(&b, false), 6);
}

#[test]
fn half_after_a_stop_is_taken_last_and_a_turn_with_no_row_counts_as_a_stop() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    give(&mut b, &row(0), &json!([])).expect("a stop");
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    assert_eq!(points(&b, true), 4);
    set(&mut b, "A1.move_lost", json!(1));
    assert_eq!(points(&b, false), 2);
    give(&mut b, &row(2), &json!([])).expect("a row");
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    assert_eq!(points(&b, false), 5);
    assert_eq!(value(&b, "B1.stopped"), json!(true));
}

#[test]
fn a_grappled_ship_stays_until_it_breaks_free_and_then_rows_in_the_same_phase() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    let board = json!({"kind": "board", "ship": "A1", "target": "B1"});
    give(&mut b, &board, &json!([6, 17, 17])).expect("boards");
    let why = refusal(&b, &row(1));
    assert!(why.contains("break free"), "{why}");
    let free = json!({"kind": "ungrapple", "ship": "A1"});
    assert_eq!(outcome(&mut b.clone(), &free, &json!([3])).0, "held");
    let (got, changes) = outcome(&mut b, &free, &json!([4]));
    assert_eq!(got, "free");
    assert_eq!(changes["B1.grappled"], json!([["A1"], []]));
    give(&mut b, &row(5), &json!([])).expect("rows");
    refusal(&b, &free);
}

// ---- Fire ----

#[test]
fn fires_kill_together_then_go_out_or_spread_one_by_one() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    set(&mut b, "A1.fires", json!(3));
    let (got, changes) = outcome(&mut b, &fire(1), &json!([[4, 5, 6], 1, 6, 3, 5]));
    assert_eq!(got, "fires");
    assert_eq!(changes["A1.crew"], json!([170, 155]));
    assert_eq!(changes["A1.fires"], json!([3, 4]));
}

#[test]
fn six_counters_after_the_last_die_destroy_the_ship_and_outrank_an_empty_deck() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    set(&mut b, "A1.fires", json!(5));
    set(&mut b, "A1.crew", json!(5));
    // One out and two more lit: never six before the neighbour's die.
    let order = json!({"kind": "fire", "ship": "A1", "burning_neighbours": 1, "credit": "B1"});
    assert_eq!(outcome(&mut b.clone(), &order, &json!([5, 1, 6, 2, 3, 4, 4])).0, "crew-lost");
    let (got, changes) = outcome(&mut b, &order, &json!([50, 1, 6, 2, 3, 4, 6]));
    assert_eq!(got, "destroyed");
    assert_eq!(changes["A1.status"], json!(["in-action", "destroyed"]));
    assert_eq!(changes["B1.victories"], json!([0, 1]));
}

#[test]
fn with_no_counters_there_is_no_kill_throw_and_with_nothing_burning_it_is_refused() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    refusal(&b, &fire(0));
    let (got, changes) = outcome(&mut b, &fire(2), &json!([4, 5]));
    assert_eq!((got, &changes["A1.fires"]), ("fires", &json!([0, 1])));
}

// ---- Ramming ----

#[test]
fn a_ram_needs_a_space_straight_a_free_ship_and_is_done_once_a_turn() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    assert!(refusal(&b, &ram(0)).contains("1 space"));
    let mut aground = b.clone();
    set(&mut aground, "A1.aground", json!(true));
    assert!(refusal(&aground, &ram(3)).contains("aground"));
    outcome(&mut b, &ram(3), &json!([1]));
    assert!(refusal(&b, &ram(3)).contains("has rammed B1"));
}

#[test]
fn a_ship_already_sinking_keeps_the_smaller_number() {
    for (now, thrown, after) in [(4, 9, 4), (9, 4, 4)] {
        let mut b = duel(ship("trireme"), ship("trireme"));
        set(&mut b, "B1.sinking_in", json!(now));
        outcome(&mut b, &ram(3), &json!([7, thrown, 1]));
        assert_eq!(value(&b, "B1.sinking_in"), json!(after));
    }
}

#[test]
fn both_ships_carry_a_ram_into_the_next_turn_whatever_its_outcome() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    outcome(&mut b, &ram(3), &json!([1]));
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    for ship in ["A1", "B1"] {
        assert_eq!(value(&b, &format!("{ship}.rammed_last_turn")), json!(true));
        assert_eq!(value(&b, &format!("{ship}.rammed_this_turn")), json!([]));
    }
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    assert_eq!(value(&b, "A1.rammed_last_turn"), json!(false));
}

#[test]
fn oars_lost_add_up_for_the_battle() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    outcome(&mut b, &ram(3), &json!([3, 2]));
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    outcome(&mut b, &ram(3), &json!([3, 3]));
    assert_eq!(value(&b, "B1.move_lost"), json!(5));
}
