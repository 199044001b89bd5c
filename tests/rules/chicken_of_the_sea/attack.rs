//! Ramming, shearing and avoiding.

use serde_json::{Value, json};
use trierarch::analysis::answer;
use trierarch::wording;

use crate::{assert_twins_agree, give, outcome, read, refusal, set, value};

use super::{battle, chance, duel, faces_of, galley, go_to, near, of, ram, shear, tried};

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
    assert_eq!((slug, changes.len()), ("no-chance", 0));
    let (slug, changes) = outcome(&mut fight, &ram("B1", "A1", "flank", 0), &json!([6, 3]));
    assert_eq!(slug, "no-chance");
    assert_eq!(changes["B1.facing"], json!(["n", "nw"]));
    assert_eq!(changes["A1.facing"], json!(["n", "se"]));
}

#[test]
fn only_an_original_carthaginian_rams_and_shears_at_minus_1() {
    let plain = battle(vec![galley(3, 5), galley(3, 5)], vec![galley(3, 3), galley(3, 5)]);
    let mut fight = plain.clone();
    assert_eq!(faces_of(&fight, &ram("A1", "B1", "flank", 1), "sunk", &[]), [1, 2, 3]);
    assert_eq!(faces_of(&fight, &shear("A1", "B1", "front"), "sheared", &[]), [1, 2, 3]);
    // Taken by Rome she loses it; taken back she has it again.
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
        Value::Object(changes),
        json!({"A1.speed": [5, 0], "B1.status": ["in-action", "sunk"]})
    );
    assert!(refusal(&sunk, &of("drift", "B1")).contains("out of the battle: sunk"));
    let mut passed = fight.clone();
    let (slug, changes) = outcome(&mut passed, &ram("A1", "B1", "flank", 1), &json!([6]));
    assert_eq!((slug, changes.len()), ("missed", 0));
    let mut fouled = fight.clone();
    let (slug, changes) = outcome(&mut fouled, &ram("A1", "B1", "flank", 0), &json!([6, 1, 4]));
    assert_eq!(slug, "missed");
    assert_eq!(changes["A1.speed"], json!([5, 2]));
    assert_eq!(changes["A1.fouled_with"], json!([[], ["B1"]]));
    assert_eq!(changes["B1.facing"], json!(["n", "s"]));
    for mp_left in [0, 1] {
        let order = ram("A1", "B1", "flank", mp_left);
        assert_twins_agree(&fight, &order, &["A1.facing", "B1.facing", "B1.status", "A1.speed"]);
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
    assert_eq!(fault.why, "missing field `mp_left`");
}

#[test]
fn of_galleys_fouled_in_one_hex_only_those_of_one_side_may_be_rammed() {
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
    outcome(&mut fight, &ram("A1", "B1", "flank", 0), &json!([6, 1, 1]));
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
    // 7 against 5, -1: on 1 to 3.
    let mut fight = duel(galley(4, 3), galley(3, 2));
    for aspect in ["front", "stern"] {
        assert_eq!(faces_of(&fight, &shear("A1", "B1", aspect), "sheared", &[]), [1, 2, 3]);
    }
    assert!(refusal(&fight, &shear("A1", "B1", "flank")).contains("not at a flank"));
    let (_, changes) = outcome(&mut fight, &shear("A1", "B1", "front"), &json!([3]));
    let expected = json!({"B1.crippled": [false, true], "B1.speed": [2, 1]});
    assert_eq!(Value::Object(changes), expected, "C-6");
    let (slug, changes) = outcome(&mut fight, &shear("A1", "B1", "front"), &json!([6]));
    assert_eq!((slug, changes.len()), ("missed", 0));
}

#[test]
fn a_shear_is_thrown_even_at_a_difference_of_0_or_less() {
    let fight = duel(galley(4, 3), galley(3, 4));
    let shears = faces_of(&fight, &shear("A1", "B1", "front"), "sheared", &[]);
    assert_eq!(shears, [1], "0 or less with -1");
    assert_eq!(faces_of(&fight, &shear("B1", "A1", "front"), "sheared", &[]), Vec::<i64>::new());
    assert_eq!(tried(&fight, &shear("B1", "A1", "front"), &json!([1])), "missed");
}

#[test]
fn a_shear_takes_two_movement_points() {
    for speed in [0, 1] {
        let fight = duel(galley(6, speed), galley(3, 2));
        assert!(refusal(&fight, &shear("A1", "B1", "front")).contains("movement points"));
    }
}

#[test]
fn a_galley_crippled_while_backing_water_or_stopped_goes_to_1_or_stays() {
    for (before, after) in [(json!("bw"), json!(1)), (json!(0), json!(0)), (json!(1), json!(1))] {
        let mut fight = duel(galley(6, 5), galley(3, 2));
        set(&mut fight, "B1.speed", before.clone());
        outcome(&mut fight, &shear("A1", "B1", "front"), &json!([1]));
        assert_eq!(value(&fight, "B1.speed"), after, "{before}");
        assert!(!fight.guide().next.iter().any(|step| step.kind == "drift"), "{before}");
    }
}

// ---- Avoidance ----

#[test]
fn a_slow_target_avoids_on_its_crew_quality_or_less() {
    for (speed, hexes) in [(json!(0), 2), (json!(1), 2), (json!("bw"), 2), (json!(2), 1)] {
        let mut fight = duel(galley(4, 5), galley(3, 2));
        set(&mut fight, "B1.speed", speed.clone());
        let avoid = of("avoid", "B1");
        assert_eq!(faces_of(&fight, &avoid, "backs-water", &[]), [1, 2, 3], "{speed}");
        assert_eq!(faces_of(&fight, &avoid, "caught", &[]), [4, 5, 6], "{speed}");
        let before = fight.clone();
        let report = give(&mut fight, &avoid, &json!([1])).unwrap();
        let text = wording::sentences(&before, &report).join(" ");
        assert!(text.contains(&format!("{hexes} hex")), "{text}");
    }
    for speed in 3..=5 {
        let fight = duel(galley(4, 5), galley(3, speed));
        assert!(refusal(&fight, &of("avoid", "B1")).contains("only 0, 1, 2 or bw"));
    }
}

/// C-7.
#[test]
fn a_fouled_or_crippled_galley_does_not_avoid() {
    let mut fight = duel(galley(4, 5), galley(3, 1));
    set(&mut fight, "B1.crippled", json!(true));
    assert!(refusal(&fight, &of("avoid", "B1")).contains("is crippled"));
    set(&mut fight, "B1.crippled", json!(false));
    set(&mut fight, "B1.fouled_with", json!(["B2"]));
    assert!(refusal(&fight, &of("avoid", "B1")).contains("fouled with B2"));
}

#[test]
fn the_question_before_a_ram_counts_the_avoidance_in() {
    let fight = duel(galley(4, 5), galley(3, 2));
    let order = read(&fight, &ram("A1", "B1", "flank", 1));
    let questions = fight.questions(&order);
    assert_eq!(questions.len(), 1);
    // Caught on 4 to 6, then sunk on 1 to 5.
    assert!(near(answer(&fight, &questions[0]).to_f64(), 0.5 * 5.0 / 6.0));
    let fast = duel(galley(4, 5), galley(1, 3));
    let order = read(&fast, &ram("A1", "B1", "flank", 1));
    assert!(fast.questions(&order).is_empty());
}
