//! Tests of the fire phase in Greek Fire, and of the credit for burnt ships.

use games::greek_fire::tables::Advantage;
use serde_json::{Value, json};

use crate::{give, outcome, refusal, set, value, warnings};

use super::{activate, battle, duel, end_round, fire, grapple, ship, shoot, with};

/// Three triremes against two.
fn fleets() -> games::Battle {
    battle(vec![ship("trireme"); 3], vec![ship("trireme"); 2])
}

#[test]
fn fires_kill_together_then_go_out_or_spread_one_by_one() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    set(&mut b, "A1.fires", json!(3));
    set(&mut b, "B1.fires", json!(1));
    let (got, changes) = outcome(&mut b, &fire(1), &json!([[4, 5, 6], 1, 6, 3, 5]));
    assert_eq!(got, "fires");
    assert_eq!(changes["A1.crew"], json!([170, 155]));
    assert_eq!(changes["A1.fires"], json!([3, 4]));
    assert_eq!(changes["A1.fire_done"], json!([false, true]));
}

/// GF-15: six counters destroy a ship; this is checked once, after the last die.
#[test]
fn six_counters_after_the_last_die_destroy_the_ship_and_outrank_an_empty_deck() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    set(&mut b, "A1.fires", json!(5));
    set(&mut b, "A1.crew", json!(5));
    set(&mut b, "B1.fires", json!(1));
    // One goes out and another is lit: never six before the neighbour's die.
    let order = json!({"kind": "fire", "ship": "A1", "burning_neighbours": 1, "credit": "B1"});
    assert_eq!(outcome(&mut b.clone(), &order, &json!([5, 1, 6, 2, 3, 4, 4])).0, "crew-lost");
    let (got, changes) = outcome(&mut b, &order, &json!([50, 1, 6, 2, 3, 4, 6]));
    assert_eq!(got, "destroyed");
    assert_eq!(changes["A1.status"], json!(["in-action", "destroyed"]));
    assert_eq!(changes["B1.victories"], json!([0, 1]));
}

/// GF-15: whatever lit the counters.
#[test]
fn a_shot_that_gives_a_ship_six_counters_destroys_her_and_counts_as_a_victory() {
    let mut b = duel(with("trireme", &[Advantage::GreekFire, Advantage::Archers]), ship("trireme"));
    set(&mut b, "B1.fires", json!(4));
    let mut one = b.clone();
    assert_eq!(outcome(&mut one, &shoot("archers", 1), &json!([10, 3, 1])).0, "hit-and-fire");
    assert_eq!(value(&one, "B1.fires"), json!(5));
    assert_eq!(outcome(&mut one, &shoot("greek-fire", 1), &json!([10, 5, 4, 1])).0, "destroyed");
    let (got, changes) = outcome(&mut b, &shoot("greek-fire", 1), &json!([10, 5, 4, 2]));
    assert_eq!(got, "destroyed");
    assert_eq!(changes["B1.status"], json!(["in-action", "destroyed"]));
    assert_eq!(changes["A1.victories"], json!([0, 1]));
    assert_eq!(changes["B1.credited_to"], json!([null, "A1"]));
    assert_eq!(b.winner().map(rules::Winner::slug), Some("A"));
}

/// GF-13.
#[test]
fn a_ship_beside_a_burning_one_can_catch_fire() {
    let mut b = fleets();
    assert!(refusal(&b, &fire(0)).contains("nothing burns"));
    set(&mut b, "B1.fires", json!(1));
    set(&mut b, "B2.fires", json!(1));
    assert_eq!(outcome(&mut b.clone(), &fire(1), &json!([4])).1.get("A1.fires"), None);
    let (got, changes) = outcome(&mut b, &fire(2), &json!([4, 5]));
    assert_eq!((got, &changes["A1.fires"]), ("fires", &json!([0, 1])));
}

#[test]
fn a_fire_phase_without_rolls_is_done_once_a_round() {
    let mut b = fleets();
    set(&mut b, "B1.fires", json!(1));
    let (got, changes) = outcome(&mut b, &fire(0), &json!([]));
    assert_eq!(got, "fires");
    assert_eq!(changes["A1.fire_done"], json!([false, true]));
    assert!(refusal(&b, &fire(0)).contains("has had her fire phase"));
    end_round(&mut b);
    outcome(&mut b, &fire(0), &json!([]));
}

#[test]
fn burning_neighbours_are_at_least_those_she_is_grappled_with_and_at_most_all_others_that_burn() {
    let mut b = fleets();
    let mut alone = b.clone();
    set(&mut alone, "A1.fires", json!(1));
    assert!(refusal(&alone, &fire(1)).contains("no other ship burns"));
    for burning in ["A1", "A2", "B1"] {
        set(&mut b, &format!("{burning}.fires"), json!(1));
    }
    grapple(&mut b, "A1", "B1");
    assert!(refusal(&b, &fire(0)).contains("grappled with 1"));
    assert!(refusal(&b, &fire(3)).contains("only 2 other ships burn"));
    // The default is the minimum: one counter of her own, one neighbour.
    let order = json!({"kind": "fire", "ship": "A1"});
    let (_, changes) = outcome(&mut b, &order, &json!([7, 3, 6]));
    assert_eq!(changes["A1.fires"], json!([1, 2]));
}

#[test]
fn a_ship_burns_while_she_is_on_the_table() {
    for (status, burns) in [
        ("surrendered", true),
        ("abandoned", true),
        ("captured", true),
        ("sunk", false),
        ("destroyed", false),
        ("escaped", false),
    ] {
        let mut b = fleets();
        set(&mut b, "B1.fires", json!(1));
        set(&mut b, "B1.status", json!(status));
        let own = json!({"kind": "fire", "ship": "B1"});
        if burns {
            outcome(&mut b.clone(), &fire(1), &json!([1]));
            give(&mut b, &own, &json!([1, 1])).expect("she burns on");
        } else {
            assert!(refusal(&b, &fire(0)).contains("nothing burns"), "{status}");
            assert!(refusal(&b, &own).contains("off the table"), "{status}");
        }
    }
}

#[test]
fn a_ship_without_crew_burns_on_without_a_kill_roll_and_without_a_move_of_her_side() {
    let mut b = fleets();
    set(&mut b, "A2.crew", json!(0));
    set(&mut b, "A2.fires", json!(2));
    give(&mut b, &activate("A1"), &json!([])).expect("A1 begins");
    let order = json!({"kind": "fire", "ship": "A2"});
    assert!(warnings(&b, &order).is_empty());
    let (got, changes) = outcome(&mut b, &order, &json!([6, 6]));
    assert_eq!((got, &changes["A2.fires"]), ("fires", &json!([2, 4])));
    assert_eq!(changes.get("A2.moved_this_round"), None);
}

#[test]
fn the_end_of_a_round_names_the_ships_that_burn_and_had_no_fire_phase() {
    let mut b = fleets();
    for burning in ["A2", "B1"] {
        set(&mut b, &format!("{burning}.fires"), json!(1));
    }
    set(&mut b, "A2.crew", json!(0));
    let end = json!({"kind": "end-round"});
    let describe = |b: &games::Battle| warnings(b, &end).join("; ");
    assert!(describe(&b).contains("had no fire phase: A2, B1"), "{}", describe(&b));
    give(&mut b, &json!({"kind": "fire", "ship": "A2"}), &json!([3])).expect("she burns on");
    assert!(describe(&b).contains("had no fire phase: B1"), "{}", describe(&b));
}

/// GF-10.
#[test]
fn only_an_enemy_is_credited_and_a_ship_only_once() {
    let mut b = fleets();
    set(&mut b, "A1.fires", json!(5));
    let order = |credit: Value| json!({"kind": "fire", "ship": "A1", "credit": credit});
    assert!(refusal(&b, &order(json!("A2"))).contains("friend"));
    let unknown = give(&mut b.clone(), &order(json!("B9")), &json!([])).expect_err("no such ship");
    assert!(matches!(unknown, rules::Stop::Invalid(_)));
    set(&mut b, "A1.credited_to", json!("B2"));
    let (got, changes) = outcome(&mut b, &order(json!("B1")), &json!([30, 6, 6, 2, 2, 2]));
    assert_eq!(got, "destroyed");
    assert_eq!(changes.get("B1.victories"), None);
}
