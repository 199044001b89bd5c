//! Tests of ramming, shearing and avoiding in Chicken of the Sea.

use engine::analysis::answer;
use games::chicken_of_the_sea::tables::Speed;
use rules::{Side, Viewer};
use serde_json::{Value, json};

use crate::{assert_walks_agree, outcome, read, refusal, set, value, warnings};

use super::{
    battle, chance, duel, faces_of, galley, go_to, near, of, ram, set_speed, shear, tag, tried,
    without_movement,
};

// ---- Ramming ----

#[test]
fn worked_carthage_rams_a_flank_on_1_to_5_and_a_front_on_1_to_3() {
    let fight = duel(galley(4, 5), galley(3, 2));
    for (aspect, sunk) in [("flank", 5), ("front", 3), ("stern", 4)] {
        let order = ram("A1", "B1", aspect, 1);
        let faces: Vec<i64> = (1..=sunk).collect();
        assert_eq!(faces_of(&fight, &order, "sunk", &[]), faces, "{aspect}");
        assert!(near(chance(&fight, &order, "sunk"), sunk as f64 / 6.0));
    }
}

#[test]
fn worked_rome_at_equal_ram_numbers_has_no_chance() {
    let mut fight = duel(galley(4, 3), galley(3, 4));
    go_to(&mut fight, "rome-moves");
    let (slug, changes) = outcome(&mut fight, &ram("B1", "A1", "flank", 2), &json!([]));
    assert_eq!((slug, without_movement(changes)), ("no-chance", json!({})));
    let (slug, changes) = outcome(&mut fight, &ram("B1", "A1", "flank", 0), &json!([6, 3]));
    assert_eq!(slug, "no-chance");
    assert_eq!(changes["B1.facing"], json!([null, "nw"]), "she has moved");
    assert_eq!(changes["A1.facing"], json!([null, "se"]));
}

#[test]
fn only_an_original_carthaginian_rams_and_shears_at_minus_1() {
    let plain = battle(vec![galley(3, 5), galley(3, 5)], vec![galley(3, 3), galley(3, 5)]);
    let mut fight = plain.clone();
    assert_eq!(faces_of(&fight, &ram("A1", "B1", "flank", 1), "sunk", &[]), [1, 2, 3]);
    assert_eq!(faces_of(&fight, &shear("A1", "B1", "front"), "sheared", &[]), [1, 2, 3]);
    // Captured by Rome she loses it; recaptured she has it again.
    set(&mut fight, "A1.status", json!("captured"));
    assert_eq!(value(&fight, "A1.side"), json!("B"));
    set(&mut fight, "A2.speed", json!(3));
    assert_eq!(faces_of(&fight, &ram("A1", "A2", "flank", 1), "sunk", &[]), [1, 2]);
    assert_eq!(faces_of(&fight, &shear("A1", "A2", "stern"), "sheared", &[]), [1, 2]);
    set(&mut fight, "A1.side", json!("A"));
    assert_eq!(value(&fight, "A1.status"), json!("in-action"));
    assert_eq!(faces_of(&fight, &ram("A1", "B1", "flank", 1), "sunk", &[]), [1, 2, 3]);
    set(&mut fight, "A2.speed", json!(5));
    set(&mut fight, "A2.cq", json!(1));
    assert_eq!(faces_of(&fight, &ram("B2", "A2", "flank", 1), "sunk", &[]), [1, 2]);
}

#[test]
fn a_ram_that_sinks_stops_the_rammer_and_one_that_misses_passes_through_or_fouls() {
    let fight = duel(galley(4, 5), galley(3, 2));
    let mut sunk = fight.clone();
    let (slug, changes) = outcome(&mut sunk, &ram("A1", "B1", "flank", 2), &json!([5]));
    assert_eq!(slug, "sunk");
    assert_eq!(
        without_movement(changes),
        json!({"A1.speed": [5, 0], "B1.status": ["in-action", "sunk"]})
    );
    assert!(refusal(&sunk, &of("drift", "B1")).contains("out of the battle: sunk"));
    let mut passed = fight.clone();
    let (slug, changes) = outcome(&mut passed, &ram("A1", "B1", "flank", 1), &json!([6]));
    assert_eq!((slug, without_movement(changes)), ("missed", json!({})));
    let mut fouled = fight.clone();
    let (slug, changes) = outcome(&mut fouled, &ram("A1", "B1", "flank", 0), &json!([6, 1, 4]));
    assert_eq!(slug, "missed");
    assert_eq!(changes["A1.speed"], json!([5, 2]));
    assert_eq!(changes["A1.fouled_with"], json!([[], ["B1"]]));
    assert_eq!(changes["B1.facing"], json!(["n", "s"]));
    for mp_left in [0, 1] {
        let order = ram("A1", "B1", "flank", mp_left);
        assert_walks_agree(&fight, &order, &["A1.facing", "B1.facing", "B1.status", "A1.speed"]);
    }
}

#[test]
fn a_rammer_has_movement_points_and_spends_one_to_enter() {
    let fight = duel(galley(4, 3), galley(3, 2));
    assert!(refusal(&fight, &ram("A1", "B1", "flank", 3)).contains("at most 2"));
    let still = duel(galley(4, 0), galley(3, 2));
    assert!(refusal(&still, &ram("A1", "B1", "flank", 0)).contains("no movement points"));
    assert!(refusal(&fight, &ram("A1", "A2", "flank", 0)).contains("a friend"));
    let missing = json!({"kind": "ram", "ship": "A1", "target": "B1", "aspect": "flank"});
    let fault = fight.read_order(missing.as_object().unwrap()).unwrap_err();
    let why = "`mp_left` is missing (Movement points left in the target’s hex)";
    assert_eq!(fault.why, why);
}

#[test]
fn an_attacker_rams_only_fouled_galleys_of_one_side_in_a_hex() {
    let mut fight =
        battle(vec![galley(4, 5), galley(4, 2)], vec![galley(3, 2), galley(3, 2), galley(3, 2)]);
    set(&mut fight, "B1.fouled_with", json!(["A2"]));
    assert!(refusal(&fight, &ram("A1", "B1", "flank", 1)).contains("fouled with A2"));
    set(&mut fight, "B1.fouled_with", json!(["B2"]));
    let (slug, changes) = outcome(&mut fight, &ram("A1", "B1", "flank", 1), &json!([1]));
    assert_eq!(slug, "sunk");
    assert_eq!(changes["B2.fouled_with"], json!([["B1"], []]), "the other is free");
}

#[test]
fn a_ram_into_two_fouled_enemies_that_misses_fouls_with_both() {
    let mut fight = battle(vec![galley(4, 5)], vec![galley(3, 2), galley(3, 1)]);
    set(&mut fight, "B1.fouled_with", json!(["B2"]));
    outcome(&mut fight, &ram("A1", "B1", "flank", 0), &json!([6, 1, 1, 1]));
    assert_eq!(value(&fight, "A1.fouled_with"), json!(["B1", "B2"]));
    assert_eq!(value(&fight, "B2.fouled_with"), json!(["B1", "A1"]));
    assert_eq!(value(&fight, "A1.speed"), json!(1));
}

/// C-1.
#[test]
fn backing_water_counts_1_in_a_ram_number() {
    let mut fight = duel(galley(4, 4), galley(3, 1));
    let order = ram("A1", "B1", "flank", 1);
    let before = chance(&fight, &order, "sunk");
    set(&mut fight, "B1.speed", json!("bw"));
    assert!(near(chance(&fight, &order, "sunk"), before));
}

// ---- Shearing ----

#[test]
fn a_shear_cripples_on_the_difference_or_less() {
    // 7 against 5, −1: on 1 to 3.
    let mut fight = duel(galley(4, 3), galley(3, 2));
    for aspect in ["front", "stern"] {
        assert_eq!(faces_of(&fight, &shear("A1", "B1", aspect), "sheared", &[]), [1, 2, 3]);
    }
    assert!(refusal(&fight, &shear("A1", "B1", "flank")).contains("not across a flank"));
    let (_, changes) = outcome(&mut fight, &shear("A1", "B1", "front"), &json!([3]));
    let expected = json!({"B1.crippled": [false, true], "B1.speed": [2, 1]});
    assert_eq!(without_movement(changes), expected, "C-6");
    let (slug, changes) = outcome(&mut fight, &shear("A1", "B1", "front"), &json!([6]));
    assert_eq!((slug, without_movement(changes)), ("missed", json!({})));
}

#[test]
fn a_shear_is_rolled_even_at_a_difference_of_0_or_less() {
    let fight = duel(galley(4, 3), galley(3, 4));
    let shears = faces_of(&fight, &shear("A1", "B1", "front"), "sheared", &[]);
    assert_eq!(shears, [1], "0 or less with -1");
    assert_eq!(faces_of(&fight, &shear("B1", "A1", "front"), "sheared", &[]), Vec::<i64>::new());
    assert_eq!(tried(&fight, &shear("B1", "A1", "front"), &json!([1])), "missed");
}

#[test]
fn a_shear_takes_two_movement_points() {
    for (speed, why) in [(0, "has no movement points"), (1, "1 movement point; a shear takes 2")] {
        let fight = duel(galley(6, speed), galley(3, 2));
        assert!(refusal(&fight, &shear("A1", "B1", "front")).contains(why));
    }
}

#[test]
fn a_galley_crippled_while_backing_water_or_stopped_goes_to_1_or_stays() {
    for (before, after) in [(json!("bw"), json!(1)), (json!(0), json!(0)), (json!(1), json!(1))] {
        let mut fight = duel(galley(6, 5), galley(3, 2));
        set(&mut fight, "B1.speed", before.clone());
        outcome(&mut fight, &shear("A1", "B1", "front"), &json!([1]));
        assert_eq!(value(&fight, "B1.speed"), after, "{before}");
        assert!(
            !fight.full_view().guide().next.iter().any(|step| step.kind == "drift"),
            "{before}"
        );
    }
}

// ---- Avoidance ----

fn avoided(mut attack: Value) -> Value {
    attack["avoid"] = json!(true);
    attack
}

#[test]
fn a_slow_target_avoids_on_her_crew_quality_or_less() {
    for speed in [json!(0), json!(1), json!("bw"), json!(2)] {
        let mut fight = duel(galley(4, 5), galley(3, 2));
        set(&mut fight, "B1.speed", speed.clone());
        for attack in [ram("A1", "B1", "flank", 1), shear("A1", "B1", "front")] {
            let attack = avoided(attack);
            assert_eq!(faces_of(&fight, &attack, "backs-water", &[6]), [1, 2, 3], "{speed}");
        }
        let answer = json!({"kind": "avoid", "ship": "B1", "attempt": true});
        assert!(near(chance(&fight, &answer, "backs-water"), 0.5), "its odds are available");
    }
    for speed in 3..=5 {
        let fight = duel(galley(4, 5), galley(3, speed));
        let why = refusal(&fight, &avoided(ram("A1", "B1", "flank", 1)));
        assert!(why.contains("only galleys at speed 0 to 2 or backing water"), "{why}");
    }
}

#[test]
fn a_galley_backs_2_hexes_out_of_the_way_and_1_at_speed_2() {
    for (speed, hexes) in [
        (Speed::STOPPED, Some(2)),
        (Speed::Ahead(1), Some(2)),
        (Speed::BackingWater, Some(2)),
        (Speed::Ahead(2), Some(1)),
        (Speed::Ahead(3), None),
        (Speed::Ahead(5), None),
    ] {
        assert_eq!(speed.avoids(), hexes, "{speed}");
    }
}

/// C-19.
#[test]
fn an_attacker_keeps_her_points_but_loses_a_target_that_backs_water() {
    let mut fight = duel(galley(4, 5), galley(3, 2));
    for (ship, speed) in [("A1", 4), ("B1", 1)] {
        outcome(&mut fight, &set_speed(ship, speed), &json!([]));
    }
    go_to(&mut fight, "carthage-moves");
    let (slug, changes) = outcome(&mut fight, &avoided(ram("A1", "B1", "flank", 1)), &json!([3]));
    assert_eq!((slug, changes.len()), ("backs-water", 0), "the order is not resolved");
    assert_eq!(value(&fight, "A1.mp_left"), json!(4));
    let seen = fight.known_to(Viewer::Side(Side::A)).unit_state(tag("B1")).unwrap();
    assert!(!seen.contains_key("speed"), "no difference was computed");
    for attack in [ram("A1", "B1", "flank", 0), shear("A1", "B1", "front")] {
        assert!(refusal(&fight, &attack).contains("backed away from A1 in this movement"));
    }
    assert_eq!(tried(&fight, &ram("A1", "B2", "flank", 1), &json!([6])), "missed");
    go_to(&mut fight, "carthage-boards");
    go_to(&mut fight, "carthage-moves");
    assert_eq!(tried(&fight, &ram("A1", "B1", "flank", 1), &json!([6])), "missed");
}

#[test]
fn an_answer_without_a_declared_order_is_refused() {
    let fight = duel(galley(4, 5), galley(3, 2));
    for attempt in [true, false] {
        let answer = json!({"kind": "avoid", "ship": "B1", "attempt": attempt});
        assert!(refusal(&fight, &answer).contains("no attack on B1"));
    }
}

/// C-7.
#[test]
fn a_fouled_or_crippled_galley_does_not_avoid() {
    let mut fight = duel(galley(4, 5), galley(3, 1));
    let attack = avoided(ram("A1", "B1", "flank", 1));
    set(&mut fight, "B1.crippled", json!(true));
    assert!(refusal(&fight, &attack).contains("is crippled"));
    set(&mut fight, "B1.crippled", json!(false));
    set(&mut fight, "B1.fouled_with", json!(["B2"]));
    assert!(refusal(&fight, &attack).contains("fouled with B2"));
}

/// C-16.
#[test]
fn a_hex_of_fouled_galleys_of_both_sides_may_be_sheared_through() {
    let mut fight = battle(vec![galley(4, 5), galley(4, 2)], vec![galley(3, 2), galley(3, 2)]);
    set(&mut fight, "B1.fouled_with", json!(["A2"]));
    assert_eq!(tried(&fight, &shear("A1", "B1", "front"), &json!([6])), "missed");
}

#[test]
fn a_crippled_rammer_is_warned() {
    let mut fight = duel(galley(6, 1), galley(3, 2));
    set(&mut fight, "A1.crippled", json!(true));
    go_to(&mut fight, "carthage-moves");
    let warned = warnings(&fight, &ram("A1", "B1", "flank", 0));
    assert_eq!(warned.len(), 1);
    assert!(warned[0].contains("only through a hexside beside her bow"), "{warned:?}");
}

#[test]
fn the_question_before_a_ram_includes_the_avoidance() {
    let fight = duel(galley(4, 5), galley(3, 2));
    let order = read(&fight, &ram("A1", "B1", "flank", 1));
    let questions = fight.full_view().questions(&order);
    assert_eq!(questions.len(), 1);
    // Caught on 4 to 6, then sunk on 1 to 5.
    assert!(near(answer(&fight.full_view(), &questions[0]).unwrap().to_f64(), 0.5 * 5.0 / 6.0));
    let fast = duel(galley(4, 5), galley(1, 3));
    let order = read(&fast, &ram("A1", "B1", "flank", 1));
    assert!(fast.full_view().questions(&order).is_empty());
}
