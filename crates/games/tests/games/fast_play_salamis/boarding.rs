//! Tests of boarding and fights in Fast Play Salamis.

use dice::Chance;
use games::fast_play_salamis::tables::CLASSES;
use serde_json::{Value, json};

use crate::{chance_of, chances, give, outcome, refusal, set, still_to_do, value, warnings};

use super::{after_a_ram, at_least, board, bows, breakaway, duel, exactly, fight, pass, ram};

// ---- Boarding ----

#[test]
fn the_rammed_ships_owner_attempts_first_and_then_the_rammer() {
    let mut b = after_a_ram("athenian", "phoenician");
    assert_eq!(outcome(&mut b, &board("B1", "A1"), &json!([8])).0, "fails");
    assert_eq!(value(&b, "B1.board_tried"), json!(true));
    assert!(refusal(&b, &board("B1", "A1")).contains("has tried to board this turn"));
    assert_eq!(warnings(&b, &board("A1", "B1")), [""; 0]);
    let (slug, changes) = outcome(&mut b, &board("A1", "B1"), &json!([7]));
    assert_eq!(slug, "boards");
    assert_eq!(changes["B1.boarded_by"], json!([[], ["A1"]]));
}

#[test]
fn the_owner_may_decline_and_the_rammers_attempt_only_warns() {
    let mut b = after_a_ram("athenian", "phoenician");
    let shown = ["B1 was rammed and may try to board first"];
    assert_eq!(warnings(&b, &board("A1", "B1")), shown);
    let report = give(&mut b, &board("A1", "B1"), &json!([8])).expect("carried out");
    assert_eq!((report.outcome.slug(), report.warnings[0].to_string()), ("fails", shown[0].into()));
    let late = warnings(&b, &board("B1", "A1"));
    assert_eq!(late, ["B1 should have tried to board before A1"]);
}

#[test]
fn only_ships_in_contact_after_a_ram_of_this_turn_board() {
    let mut b = duel("athenian", "phoenician");
    assert!(
        refusal(&b, &board("A1", "B1"))
            .contains("neither A1 Greeks 1 nor B1 Persians 1 has rammed")
    );
    set(&mut b, "A1.in_contact_with", json!(["B1"]));
    set(&mut b, "B1.in_contact_with", json!(["A1"]));
    assert!(
        refusal(&b, &board("B1", "A1"))
            .contains("neither B1 Persians 1 nor A1 Greeks 1 has rammed")
    );
    set(&mut b, "B1.rammed_by_this_phase", json!(["A1"]));
    outcome(&mut b.clone(), &board("B1", "A1"), &json!([2]));
    set(&mut b, "A1.in_contact_with", json!([]));
    set(&mut b, "B1.in_contact_with", json!([]));
    assert!(refusal(&b, &board("B1", "A1")).contains("not in contact"));
    assert!(refusal(&b, &board("B2", "A1")).contains("neither"));
    let mut next_turn = after_a_ram("athenian", "phoenician");
    pass(&mut next_turn, 2);
    assert_eq!(value(&next_turn, "A1.in_contact_with"), json!(["B1"]), "still locked");
    assert!(refusal(&next_turn, &board("B1", "A1")).contains("neither"));
}

#[test]
fn a_contact_has_one_fight_a_phase() {
    let mut b = after_a_ram("athenian", "phoenician");
    outcome(&mut b, &board("B1", "A1"), &json!([2]));
    for again in [board("A1", "B1"), board("B1", "A1")] {
        assert!(refusal(&b, &again).contains("must fight hand to hand first"));
    }
    assert_eq!(outcome(&mut b, &fight("B1", "A1"), &json!([0, 0])).0, "fought-off");
    for again in [board("A1", "B1"), board("B1", "A1")] {
        assert!(refusal(&b, &again).contains("have already fought this turn"));
    }
    assert!(refusal(&b, &fight("B1", "A1")).contains("has not boarded"));
}

#[test]
fn a_ship_rammed_by_two_has_an_attempt_in_each_contact() {
    let mut b = after_a_ram("athenian", "athenian");
    outcome(&mut b, &ram("A2", "B1"), &json!([12, 0]));
    assert_eq!(value(&b, "B1.rammed_by_this_phase"), json!(["A1", "A2"]));
    assert_eq!(outcome(&mut b, &board("B1", "A1"), &json!([12])).0, "fails");
    assert_eq!(outcome(&mut b, &board("B1", "A2"), &json!([2])).0, "boards");
    assert!(refusal(&b, &board("B1", "A1")).contains("has tried to board this turn"));
    assert_eq!(outcome(&mut b, &board("A1", "B1"), &json!([2])).0, "boards");
    assert_eq!(outcome(&mut b, &fight("A1", "B1"), &json!([1, 0])).0, "fought-off");
    assert_eq!(outcome(&mut b, &fight("B1", "A2"), &json!([1, 0])).0, "fought-off");
}

#[test]
fn an_attempt_that_was_corrected_in_counts() {
    let mut b = after_a_ram("athenian", "phoenician");
    set(&mut b, "B1.board_tried", json!(true));
    assert!(refusal(&b, &board("B1", "A1")).contains("has tried to board this turn"));
    assert_eq!(warnings(&b, &board("A1", "B1")), [""; 0]);
    set(&mut b, "B1.board_tried", json!(false));
    outcome(&mut b, &board("B1", "A1"), &json!([12]));
}

// ---- Hand to hand ----

#[test]
fn hand_to_hand_counts_the_attackers_hits_less_the_defenders_cancels() {
    // Hits before, attacker's and defender's successes: hits after, outcome.
    for (before, struck, cancels, after, slug) in [
        (0, 4, 0, 4, "captured"),
        (0, 4, 1, 3, "fought-off"),
        (1, 4, 1, 4, "captured"),
        (3, 1, 0, 4, "captured"),
        (3, 1, 1, 3, "fought-off"),
        (3, 0, 0, 3, "fought-off"),
        (2, 1, 3, 2, "fought-off"),
        (3, 4, 0, 7, "captured"),
    ] {
        let mut b = duel("athenian", "greek-traitor");
        set(&mut b, "B1.boarded_by", json!(["A1"]));
        set(&mut b, "B1.hits", json!(before));
        let (shown, _) = outcome(&mut b, &fight("A1", "B1"), &json!([struck, cancels]));
        assert_eq!(shown, slug, "{before} {struck} {cancels}");
        assert_eq!(value(&b, "B1.hits"), json!(after));
        assert_eq!(value(&b, "A1.hits"), json!(0), "the defender does no damage");
    }
}

#[test]
fn hand_to_hand_hits_on_four_and_cancels_on_five() {
    for attacker in &CLASSES {
        for defender in &CLASSES {
            let mut b = duel(&attacker.slug, &defender.slug);
            set(&mut b, "B1.boarded_by", json!(["A1"]));
            let odds = chances(&b, &fight("A1", "B1"), &[]);
            let mut captured = Chance::never();
            for cancels in 0..=defender.hand_to_hand {
                let cancelled = exactly(cancels, defender.hand_to_hand, 2);
                let needs = defender.viability + cancels;
                if needs <= attacker.hand_to_hand {
                    captured.add(&cancelled.times(&at_least(needs, attacker.hand_to_hand, 3)));
                }
            }
            assert_eq!(
                chance_of(&odds, "captured"),
                captured,
                "{} {}",
                attacker.slug,
                defender.slug
            );
        }
    }
}

#[test]
fn both_sides_hand_to_hand_dice_are_those_of_their_class() {
    let mut b = duel("spartan", "phoenician");
    set(&mut b, "B1.boarded_by", json!(["A1"]));
    let report =
        give(&mut b, &fight("A1", "B1"), &json!([[4, 4, 6, 3, 1], [5, 6, 4]])).expect("a fight");
    let shown: Vec<_> = report.rolls.iter().map(|r| (r.throw.to_string(), r.natural)).collect();
    assert_eq!(shown, [("5d6 hits on 4+".into(), 3), ("3d6 hits on 5+".into(), 2)]);
    assert_eq!(value(&b, "B1.hits"), json!(1));
}

#[test]
fn a_captured_ship_takes_no_further_part_and_her_captor_fights_on() {
    let mut b = after_a_ram("athenian", "phoenician");
    outcome(&mut b, &board("A1", "B1"), &json!([2]));
    pass(&mut b, 1);
    let (slug, changes) = outcome(&mut b, &fight("A1", "B1"), &json!([3, 0]));
    assert_eq!(slug, "captured");
    assert_eq!(changes["B1.status"], json!(["in-action", "captured"]));
    assert_eq!(value(&b, "A1.in_contact_with"), json!([]));
    assert!(refusal(&b, &bows("B1", "A2", 1)).contains("captured"));
    assert!(refusal(&b, &ram("A2", "B1")).contains("captured"));
    pass(&mut b, 4);
    outcome(&mut b, &ram("A1", "B2"), &json!([2, 1]));
}

fn decline(ship: &str, target: &str) -> Value {
    json!({"kind": "board", "ship": ship, "target": target, "attempt": false})
}

#[test]
fn ruling_f8_the_rammed_ship_may_decline_and_then_the_rammer_tries_without_a_warning() {
    let mut b = after_a_ram("athenian", "phoenician");
    assert_eq!(warnings(&b, &board("A1", "B1")).len(), 1, "B1 comes first");
    assert_eq!(outcome(&mut b, &decline("B1", "A1"), &json!([])).0, "lets-be");
    assert_eq!(value(&b, "B1.board_tried"), json!(false));
    assert_eq!(warnings(&b, &board("A1", "B1")), [""; 0]);
    assert_eq!(still_to_do(&b), ["A1 Greeks 1 may still board B1 Persians 1"]);
    assert!(refusal(&b, &board("B1", "A1")).contains("has declined to board"));
    assert_eq!(outcome(&mut b, &decline("A1", "B1"), &json!([])).0, "lets-be");
    assert_eq!(still_to_do(&b), [""; 0]);
}

#[test]
fn both_may_board_after_each_ram_despite_an_earlier_fight() {
    let mut b = duel("athenian", "phoenician");
    outcome(&mut b, &ram("A1", "B1"), &json!([12, 0]));
    outcome(&mut b, &board("B1", "A1"), &json!([2]));
    pass(&mut b, 2);
    outcome(&mut b, &breakaway("B1"), &json!([2]));
    pass(&mut b, 3);
    outcome(&mut b, &ram("A1", "B1"), &json!([12, 0]));
    let next = b.full_view().guide().next;
    assert_eq!(next[0].kind, "hand-to-hand", "the old fight comes first");
    outcome(&mut b, &fight("B1", "A1"), &json!([0, 0]));
    assert_eq!(b.full_view().state()["phase"], json!("ram"), "it belongs to no phase of this turn");
    assert_eq!(warnings(&b, &board("B1", "A1")), [""; 0]);
    assert_eq!(outcome(&mut b, &board("B1", "A1"), &json!([2])).0, "boards");
    outcome(&mut b, &fight("B1", "A1"), &json!([0, 0]));
    assert!(refusal(&b, &board("A1", "B1")).contains("already fought"));
    // A second ram by the same ship warns, and gives both another attempt.
    outcome(&mut b, &ram("A1", "B1"), &json!([12, 0]));
    assert_eq!(outcome(&mut b, &board("B1", "A1"), &json!([12])).0, "fails");
    assert_eq!(outcome(&mut b, &board("A1", "B1"), &json!([2])).0, "boards");
}
