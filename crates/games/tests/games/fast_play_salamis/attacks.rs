//! Tests of bows, breaking away and rams in Fast Play Salamis.

use dice::Chance;
use games::fast_play_salamis::tables::CLASSES;
use serde_json::json;

use crate::{chance_of, chances, give, outcome, refusal, set, value};

use super::{after_a_ram, board, bows, breakaway, duel, fight, pass, ram, ram_hits};

// ---- Bows ----

#[test]
fn bows_hit_on_six_within_their_range_once_a_phase() {
    for (slug, dice) in [("athenian", 1), ("phoenician", 2)] {
        let mut b = duel("athenian", slug);
        let odds = chances(&b, &bows("B1", "A1", 6), &["A1.hits"]);
        assert_eq!(chance_of(&odds, "hits"), Chance::always());
        let all_miss = Chance::of(5u64.pow(dice), 6u64.pow(dice));
        assert_eq!(odds.watched["A1.hits"][0], (json!(0), all_miss), "{slug}");
        assert!(refusal(&b, &bows("B1", "A1", 7)).contains("reach 6"));
        let faces: Vec<u32> = vec![6; dice as usize];
        let (outcome_slug, changes) = outcome(&mut b, &bows("B1", "A1", 6), &json!([faces]));
        assert_eq!(outcome_slug, "hits");
        assert_eq!(changes["A1.hits"], json!([0, dice]));
        assert_eq!(changes["B1.shot_this_phase"], json!([false, true]));
        assert!(refusal(&b, &bows("B1", "A2", 1)).contains("has shot"));
        pass(&mut b, 6);
        assert_eq!(outcome(&mut b, &bows("B1", "A2", 0), &json!([0])).0, "hits");
    }
}

#[test]
fn ruling_f2_bows_stop_one_hit_short_of_the_viability() {
    for (hits, after) in [(0, 2), (1, 3), (2, 3), (3, 3)] {
        let mut b = duel("athenian", "phoenician");
        set(&mut b, "A1.hits", json!(hits));
        assert_eq!(outcome(&mut b, &bows("B1", "A1", 2), &json!([2])).0, "hits");
        assert_eq!(value(&b, "A1.hits"), json!(after));
        assert_eq!(value(&b, "A1.status"), json!("in-action"));
    }
}

// ---- Breakaway ----

#[test]
fn a_ship_that_breaks_away_leaves_her_contacts_and_one_that_does_not_stays() {
    for (dice, slug, left) in [(9, "away", json!([])), (10, "held", json!(["B2"]))] {
        let mut b = duel("athenian", "phoenician");
        set(&mut b, "A1.in_contact_with", json!(["B2"]));
        set(&mut b, "B2.in_contact_with", json!(["A1", "A2"]));
        assert_eq!(outcome(&mut b, &breakaway("A1"), &json!([dice])).0, slug);
        assert_eq!(value(&b, "A1.in_contact_with"), left);
        let others = if slug == "away" { json!(["A2"]) } else { json!(["A1", "A2"]) };
        assert_eq!(value(&b, "B2.in_contact_with"), others);
        assert_eq!(value(&b, "A1.moved"), json!(true));
        if slug == "held" {
            assert!(refusal(&b, &breakaway("A1")).contains("has used up her move"));
        } else {
            assert!(refusal(&b, &breakaway("A1")).contains("in contact with no enemy"));
        }
        assert_eq!(outcome(&mut b, &bows("B1", "A1", 1), &json!([0])).0, "hits");
    }
    assert!(refusal(&duel("athenian", "spartan"), &breakaway("A1")).contains("no enemy"));
}

// ---- Rams ----

#[test]
fn a_ram_rolls_two_more_dice_at_ramming_speed() {
    for class in &CLASSES {
        let mut b = duel(&class.slug, "athenian");
        let dice = class.ram_dice;
        for (check, thrown) in [(class.rsp, dice + 2), (class.rsp + 1, dice)] {
            let report = give(&mut b.clone(), &ram("A1", "B1"), &json!([check, 0])).expect("a ram");
            assert_eq!(report.rolls[1].throw.to_string(), format!("{thrown}d6 hits on 5+"));
        }
        let odds = chances(&b, &ram("A1", "B1"), &[]);
        assert_eq!(chance_of(&odds, "sunk"), ram_hits(4, dice, class.rsp), "{}", class.slug);
        set(&mut b, "B1.hits", json!(3));
        let odds = chances(&b, &ram("A1", "B1"), &[]);
        assert_eq!(chance_of(&odds, "sunk"), ram_hits(1, dice, class.rsp), "{}", class.slug);
    }
}

#[test]
fn each_outcome_of_a_ram_changes_the_ships() {
    for (hits, slug) in [(0, "no-damage"), (1, "holed"), (2, "holed"), (3, "sunk"), (5, "sunk")] {
        let mut b = duel("athenian", "phoenician");
        pass(&mut b, 1);
        let (shown, changes) = outcome(&mut b, &ram("A1", "B1"), &json!([9, hits]));
        assert_eq!(shown, slug);
        assert_eq!(value(&b, "B1.hits"), json!(hits));
        assert_eq!(value(&b, "B1.rammed_by_this_phase"), json!(["A1"]));
        let touching = if slug == "sunk" { json!([]) } else { json!(["B1"]) };
        assert_eq!(value(&b, "A1.in_contact_with"), touching);
        let sunk = json!(["in-action", "sunk"]);
        assert_eq!(changes.get("B1.status"), (slug == "sunk").then_some(&sunk));
    }
}

#[test]
fn ruling_f4_hits_from_every_cause_add_up() {
    let mut b = duel("athenian", "phoenician");
    assert_eq!(outcome(&mut b, &bows("B1", "A1", 3), &json!([1])).0, "hits");
    pass(&mut b, 4);
    assert_eq!(outcome(&mut b, &ram("B1", "A1"), &json!([6, 2])).0, "holed");
    assert_eq!(outcome(&mut b, &board("B1", "A1"), &json!([2])).0, "boards");
    assert_eq!(outcome(&mut b, &fight("B1", "A1"), &json!([2, 1])).0, "captured");
    assert_eq!(value(&b, "A1.hits"), json!(4));
}

#[test]
fn a_ship_that_leaves_ends_all_her_contacts() {
    let mut b = after_a_ram("athenian", "phoenician");
    outcome(&mut b, &board("B1", "A1"), &json!([2]));
    assert_eq!(value(&b, "A1.boarded_by"), json!(["B1"]));
    outcome(&mut b, &ram("A2", "B1"), &json!([9, 3]));
    assert_eq!(value(&b, "B1.status"), json!("sunk"));
    assert_eq!(value(&b, "A1.in_contact_with"), json!([]));
    assert_eq!(value(&b, "A1.boarded_by"), json!([]));
    assert!(refusal(&b, &fight("B1", "A1")).contains("sunk"));
}
