//! Tests of the rulings on what the rule book of Ancient Naval Games leaves open: who goes first,
//! who is isolated, what is required.

use games::offer_of;
use rules::{PhaseState, Side, Subject};
use serde_json::json;

use crate::{
    chance_of, chances, give, next_text, outcome, refusal, set, still_to_do, value, warnings,
};

use super::{SMALL, activate, battle, duel, end_turn, go, morale, none, ram, strike};

fn first_side() -> serde_json::Value {
    json!({"kind": "first-side"})
}

/// Three of A's five ships are gone, and A is to move.
fn shaken() -> games::Battle {
    let mut b = battle(&[SMALL; 5], &[SMALL; 5]);
    for tag in ["A1", "A2", "A3"] {
        set(&mut b, &format!("{tag}.status"), json!("lost"));
    }
    b
}

#[test]
fn ruling_a4_the_last_ship_of_a_side_is_always_isolated() {
    let mut b = battle(&[SMALL; 3], &[SMALL; 3]);
    set(&mut b, "A2.status", json!("entangled"));
    outcome(&mut b.clone(), &activate("A1"), &none());
    set(&mut b, "A3.status", json!("lost"));
    for attack in [strike("bow"), ram("side")] {
        assert!(refusal(&b, &attack).contains("no friend adjacent"), "not activated yet");
    }
    let mut given = b.clone();
    let order = json!({"kind": "activate", "ship": "A1", "isolated": false});
    outcome(&mut given, &order, &none());
    assert_eq!(value(&given, "A1.isolated"), json!(true));
    let mut moved = b.clone();
    outcome(&mut moved, &go("A1", 1, 0, 0), &none());
    assert_eq!(value(&moved, "A1.isolated"), json!(true), "an order activates her too");
    let form = offer_of(&b.full_view(), Subject::Unit("A1".parse().expect("a tag")), "activate");
    assert_eq!(form.expect("offered").fields.len(), 1, "the form does not ask for what is known");
    let (slug, _) = outcome(&mut b, &morale(&[]), &none());
    assert_eq!(slug, "removed", "she leaves although the order does not name her");
    assert_eq!(value(&b, "A1.status"), json!("removed"));
}

#[test]
fn a_ship_that_began_with_friends_may_attack_when_she_is_the_last() {
    let mut b = duel(SMALL, SMALL);
    outcome(&mut b, &activate("A1"), &none());
    set(&mut b, "A2.status", json!("lost"));
    assert_eq!(outcome(&mut b, &ram("side"), &json!([1, 6])).0, "avoided");
}

#[test]
fn morale_that_is_due_is_asked_before_anything_else() {
    let mut b = shaken();
    let due = ["the morale of Rome (A) is not checked yet: more than half of its ships are gone"];
    for order in [activate("A4"), go("A4", 1, 0, 0), end_turn()] {
        assert_eq!(warnings(&b, &order), due, "{order}");
    }
    assert_eq!(b.full_view().guide().next[0].kind, "morale");
    outcome(&mut b, &morale(&[]), &none());
    for order in [activate("A4"), go("A4", 1, 0, 0), end_turn()] {
        assert_eq!(warnings(&b, &order), [""; 0], "{order}");
    }
    assert_ne!(b.full_view().guide().next[0].kind, "morale");
}

#[test]
fn the_guide_lists_steps_that_are_missing_at_the_end_of_a_turn() {
    let mut b = shaken();
    let due = "the morale of Rome (A) is not checked yet: more than half of its ships are gone";
    assert_eq!(still_to_do(&b), [due, "not activated: A4, A5"]);
    outcome(&mut b, &morale(&[]), &none());
    outcome(&mut b, &activate("A5"), &none());
    assert_eq!(still_to_do(&b), ["not activated: A4"]);
    outcome(&mut b, &go("A4", 1, 0, 0), &none());
    assert_eq!(still_to_do(&b), [""; 0], "points that are not used are lost");
}

#[test]
fn the_phase_is_morale_only_if_morale_is_due_and_a_move_is_suggested_first() {
    let phases = |b: &games::Battle| {
        b.full_view().guide().steps.iter().map(|step| step.stands).collect::<Vec<_>>()
    };
    let mut b = duel(SMALL, SMALL);
    assert_eq!(phases(&b), [PhaseState::Skipped, PhaseState::Now]);
    let next = b.full_view().guide().next;
    assert_eq!((next[0].subject.to_string().as_str(), next[0].kind), ("A1", "move"));
    assert!(next.iter().any(|step| step.kind == "activate"), "an isolated ship activates");
    outcome(&mut b, &go("A1", 1, 0, 0), &none());
    assert_eq!(phases(&b), [PhaseState::Skipped, PhaseState::Now]);
    let mut b = shaken();
    assert_eq!(phases(&b), [PhaseState::Owed, PhaseState::ToCome]);
    outcome(&mut b, &morale(&[]), &none());
    assert_eq!(phases(&b), [PhaseState::Done, PhaseState::Now]);
}

#[test]
fn morale_is_asked_once_a_turn_and_the_end_of_the_turn_clears_it() {
    let mut b = shaken();
    assert_eq!(value(&b, "A.morale_asked"), json!(false));
    outcome(&mut b, &morale(&[]), &none());
    assert_eq!(value(&b, "A.morale_asked"), json!(true));
    assert!(refusal(&b, &morale(&["A4"])).contains("has been checked this turn"));
    outcome(&mut b, &end_turn(), &none());
    assert_eq!(value(&b, "A.morale_asked"), json!(false));
    outcome(&mut b, &end_turn(), &none());
    assert_eq!(outcome(&mut b, &morale(&["A4", "A5"]), &none()).0, "removed");
}

#[test]
fn a_side_without_a_ship_is_asked_to_cede_and_the_battle_does_not_end_by_itself() {
    let mut b = battle(&[SMALL; 2], &[SMALL]);
    set(&mut b, "B1.status", json!("lost"));
    assert_eq!(b.winner(), None);
    let next = &b.full_view().guide().next[0];
    assert_eq!((next.subject, next.kind), (Subject::Side(Side::B), "cede"));
    assert_eq!(next_text(&b), "No ship is left. Concede: Carthage (B)");
    assert_eq!(warnings(&b, &activate("A1")), [""; 0], "the game continues");
    outcome(&mut b, &json!({"kind": "cede", "side": "B"}), &none());
    assert_eq!(b.winner().map(rules::Winner::slug), Some("A"));
}

#[test]
fn ruling_a7_both_sides_lose_if_neither_has_a_ship_left() {
    let mut b = battle(&[SMALL; 2], &[SMALL; 2]);
    set(&mut b, "A2.status", json!("lost"));
    set(&mut b, "B2.status", json!("lost"));
    set(&mut b, "A1.activated", json!(true));
    assert_eq!(outcome(&mut b, &ram("side"), &json!([2, 2])).0, "entangled");
    assert_eq!(b.winner(), None);
    outcome(&mut b, &json!({"kind": "cede", "side": "A"}), &none());
    assert_eq!(b.winner().map(rules::Winner::slug), Some("draw"));
}

#[test]
fn ruling_a5_who_goes_first_is_rolled_before_the_first_order() {
    let fresh = duel(SMALL, SMALL);
    let to_move = |b: &games::Battle| b.full_view().state()["to_move"].clone();
    for (dice, side) in [(json!([4, 2]), "A"), (json!([2, 5]), "B"), (json!([3, 3, 1, 6]), "B")] {
        let mut b = fresh.clone();
        assert_eq!(outcome(&mut b, &first_side(), &dice).0, "done");
        assert_eq!(to_move(&b), json!(side), "{dice}");
    }
    let odds = chances(&fresh, &first_side(), &[]);
    assert_eq!(chance_of(&odds, "done"), dice::Chance::always());
    let mut b = fresh;
    outcome(&mut b, &activate("A1"), &none());
    assert!(refusal(&b, &first_side()).contains("has begun"));
}

#[test]
fn a_round_that_b_begins_ends_with_the_turn_of_a() {
    let mut b = duel(SMALL, SMALL);
    outcome(&mut b, &first_side(), &json!([1, 6]));
    let round = |b: &games::Battle| b.full_view().state()["round"].clone();
    give(&mut b, &end_turn(), &none()).expect("the turn of B");
    assert_eq!(round(&b), json!(1));
    give(&mut b, &end_turn(), &none()).expect("the turn of A");
    assert_eq!(round(&b), json!(2));
    assert_eq!(warnings(&b, &activate("A1")), ["it is the turn of Carthage (B)"]);
}

/// The same order, saying that the ship begins with no friend adjacent.
fn isolated(mut order: serde_json::Value) -> serde_json::Value {
    order["isolated"] = json!(true);
    order
}

#[test]
fn ruling_a6_the_first_order_of_a_ship_says_whether_she_begins_beside_a_friend() {
    let fresh = duel(SMALL, SMALL);
    let asks = |b: &games::Battle, kind: &str| {
        let form = offer_of(&b.full_view(), Subject::Unit("A1".parse().expect("a tag")), kind);
        form.expect("offered").fields.iter().any(|field| field.spec.name == "isolated")
    };
    for kind in ["activate", "move", "oar-strike", "ram"] {
        assert!(asks(&fresh, kind), "{kind} can be her first order");
    }
    let mut b = fresh.clone();
    outcome(&mut b, &isolated(go("A1", 1, 0, 0)), &none());
    assert_eq!(value(&b, "A1.isolated"), json!(true));
    assert!(!asks(&b, "move"), "it is known from then on");
    assert!(
        b.full_view().guide().next.iter().all(|step| !["ram", "oar-strike"].contains(&step.kind))
    );
    for attack in [strike("bow"), ram("side")] {
        assert!(refusal(&b, &attack).contains("no friend adjacent"), "{attack}");
        assert!(
            refusal(&fresh, &isolated(attack.clone())).contains("no friend adjacent"),
            "{attack}"
        );
    }
    let mut b = fresh;
    outcome(&mut b, &go("A1", 1, 0, 0), &none());
    assert_eq!(value(&b, "A1.isolated"), json!(false), "a script's default is no");
    assert!(refusal(&b, &isolated(ram("side"))).contains("began with a friend adjacent"));
    assert_eq!(outcome(&mut b, &ram("side"), &json!([1, 6])).0, "avoided");
}

#[test]
fn ruling_a6_each_ship_is_asked_again_in_each_turn() {
    let mut b = duel(SMALL, SMALL);
    outcome(&mut b, &isolated(go("A1", 1, 0, 0)), &none());
    outcome(&mut b, &go("A2", 1, 0, 0), &none());
    assert_eq!(value(&b, "A2.isolated"), json!(false), "A1 has moved to her");
    outcome(&mut b, &end_turn(), &none());
    outcome(&mut b, &end_turn(), &none());
    assert_eq!(outcome(&mut b, &ram("side"), &json!([1, 6])).0, "avoided");
}

#[test]
fn ruling_a6_morale_leaves_no_ship_alone_on_the_table() {
    let b = shaken();
    for list in [["A4"], ["A5"]] {
        assert!(refusal(&b, &morale(&list)).contains("would be the only ship left"), "{list:?}");
    }
    for (list, slug) in [(&["A4", "A5"][..], "removed"), (&[][..], "none")] {
        assert_eq!(outcome(&mut b.clone(), &morale(list), &none()).0, slug, "{list:?}");
    }
    let mut three = battle(&[SMALL; 7], &[SMALL; 5]);
    for tag in ["A1", "A2", "A3", "A4"] {
        set(&mut three, &format!("{tag}.status"), json!("lost"));
    }
    assert!(refusal(&three, &morale(&["A5", "A6"])).contains("A7"));
    assert_eq!(outcome(&mut three, &morale(&["A5"]), &none()).0, "removed");
}

/// A ship's turn ends when she is lost; another ship's turn continues.
#[test]
fn a_ship_that_is_gone_has_no_turn_and_one_that_is_lost_in_anothers_does_not_end_it() {
    let active = |b: &games::Battle| b.full_view().state()["active"].clone();
    let mut b = duel(SMALL, SMALL);
    outcome(&mut b, &activate("A1"), &none());
    outcome(&mut b, &json!({"kind": "leave-table", "ship": "A1"}), &json!([]));
    assert_eq!(active(&b), json!(null));
    let mut b = duel(SMALL, SMALL);
    outcome(&mut b, &activate("A1"), &none());
    outcome(&mut b, &ram("side"), &json!([6, 1]));
    assert_eq!(value(&b, "B1.status"), json!("lost"));
    assert_eq!(active(&b), json!("A1"));
}
