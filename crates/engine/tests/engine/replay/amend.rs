//! Tests of amending a past order: later entries are replayed with their old dice, and the
//! players decide about entries that no longer fit.

use dice::EnteredRoll;
use engine::journal::{
    AmendFault, Amendment, Change, Decision, DiceChoice, DifferenceReason, Journal, NotedChange,
};
use rules::{Need, Stop};
use serde_json::{Value, json};

use crate::replay::journal::{give, shoot, sybota, value};

fn entered(totals: &[i64]) -> DiceChoice {
    DiceChoice::Entered(totals.iter().map(|n| EnteredRoll::Total(*n)).collect())
}

fn replace(order: &Value) -> Change {
    Change::Replace { order: order.as_object().cloned(), dice: None }
}

fn amend(journal: &Journal, index: usize, change: &Change) -> Result<Amendment, AmendFault> {
    journal.amend(index, change, 2_000, "amended")
}

fn broken_entries(amendment: &Amendment) -> Vec<(Option<usize>, String)> {
    amendment.broken().iter().map(|b| (b.index, b.reason.to_string())).collect()
}

/// A ram, two shots at the rammed ship, and one at another.
fn four_orders() -> Journal {
    let mut journal = sybota();
    let ram = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 4});
    give(&mut journal, &ram, &json!([5, 3]));
    give(&mut journal, &shoot("A2", "B1", 2), &json!([9, 10, 6]));
    give(&mut journal, &shoot("A3", "B1", 2), &json!([1]));
    give(&mut journal, &shoot("A4", "B2", 2), &json!([4, 5, 6]));
    assert_eq!(value(&journal, "B1.move_lost"), json!(3));
    journal
}

#[test]
fn a_change_that_leaves_all_later_orders_possible_needs_no_decision() {
    let mut journal = four_orders();
    let outcomes = |journal: &Journal| {
        journal.entries().map(|entry| entry.outcome.clone()).collect::<Vec<_>>()
    };
    let then = outcomes(&journal);
    let change = Change::Replace { order: None, dice: Some(entered(&[5, 6])) };
    let amendment = amend(&journal, 0, &change).expect("it can be");
    assert_eq!(amendment.broken(), []);
    assert_eq!(value(&journal, "B1.move_lost"), json!(3), "a dry run changes nothing");
    journal.commit(&amendment).expect("nothing to decide");
    assert_eq!(value(&journal, "B1.move_lost"), json!(6));
    assert_eq!(outcomes(&journal), then);
    let entry = journal.entry(0).expect("the amended");
    assert_eq!((entry.at, entry.note.as_str()), (2_000, "amended"));
    assert_eq!(journal.entry(1).expect("replayed").at, 1_000);
    // The old line is replaced, but still complete.
    let struck = journal.struck();
    assert_eq!((struck.len(), struck[0].shared, struck[0].entries.len()), (1, 0, 4));
    assert_eq!(Journal::read_file(&journal.to_file()).expect("its file"), journal);
}

#[test]
fn a_forgotten_modifier_is_amended_with_the_same_dice() {
    let mut journal = four_orders();
    // Bow to bow subtracts 2: the same 5 still shears.
    let order = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 4,
        "bow_to_bow": true});
    let amendment = amend(&journal, 0, &replace(&order)).expect("it can be");
    assert_eq!(broken_entries(&amendment), []);
    journal.commit(&amendment).expect("nothing to decide");
    assert_eq!(journal.entry(0).expect("the ram").order["bow_to_bow"], json!(true));
    assert_eq!(journal.entry(0).expect("the ram").thrown.len(), 2);
}

#[test]
fn surplus_dice_of_a_changed_order_need_a_decision() {
    let mut journal = four_orders();
    // From one space away the 5 has no effect, and the die for the oars is left over.
    let order = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 1});
    let mut amendment = amend(&journal, 0, &replace(&order)).expect("it can be");
    assert_eq!(
        broken_entries(&amendment),
        [(Some(0), "1 of its rolls is not asked for".to_owned())]
    );
    assert_eq!(journal.commit(&amendment), Err(AmendFault::Undecided(1)));
    let step = amendment.broken()[0].step;
    amendment.decide(step, Decision::Keep).expect("the die is put aside");
    journal.commit(&amendment).expect("decided");
    assert_eq!(value(&journal, "B1.move_lost"), json!(0));
    assert_eq!(journal.entry(0).expect("the ram").thrown.len(), 1);
    assert_eq!(journal.entry(0).expect("the ram").outcome, "no-effect");
}

#[test]
fn an_order_that_the_rules_now_refuse_can_only_be_removed() {
    let journal = four_orders();
    // The third order missed. With a 9 it would have hit, so dice are missing.
    let change = Change::Replace { order: None, dice: Some(entered(&[9])) };
    match amend(&journal, 2, &change) {
        Err(AmendFault::Stopped(Stop::Needs { need: Need::Throw { ask, .. }, .. })) => {
            assert_eq!(ask.purpose, "crew killed");
        }
        other => panic!("{other:?}"),
    }
    // B2 is sunk at the start, so the shot at her is refused.
    let order = json!({"kind": "ram", "ship": "A1", "target": "B2", "spaces_straight": 4});
    let sunk = Change::Replace { order: order.as_object().cloned(), dice: Some(entered(&[10])) };
    let mut amendment = amend(&journal, 0, &sunk).expect("it can be");
    let broken = amendment.broken();
    assert_eq!((broken.len(), broken[0].index), (1, Some(3)));
    assert!(matches!(broken[0].reason, DifferenceReason::Refused(_)), "{:?}", broken[0].reason);
    let step = broken[0].step;
    for useless in [Decision::Keep, Decision::ThrowTheRest(DiceChoice::Program)] {
        let fault = amendment.decide(step, useless).expect_err("it is refused");
        assert!(matches!(fault, AmendFault::NoRemedy(_)), "{fault}");
    }
    let again = amendment.decide(step, Decision::ThrowAgain(DiceChoice::Program));
    assert!(matches!(again, Err(AmendFault::Stopped(Stop::Refused(_)))), "{again:?}");
    amendment.decide(step, Decision::Drop).expect("it is taken out");
    let mut amended = journal.clone();
    amended.commit(&amendment).expect("decided");
    assert_eq!(amended.len(), 3);
    assert_eq!(value(&amended, "B2.status"), json!("sunk"));
}

#[test]
fn rolled_dice_stay_and_only_missing_ones_are_rolled() {
    let mut journal = sybota();
    // If she was rammed last turn, a 3 is floundering, which needs another die.
    give(&mut journal, &json!({"kind": "sail", "ship": "A4"}), &json!([3]));
    let order = json!({"kind": "adjust", "ship": "A4", "field": "rammed_last_turn", "value": true});
    let change =
        Change::Insert { order: order.as_object().cloned().expect("an order"), dice: entered(&[]) };
    let mut amendment = amend(&journal, 0, &change).expect("it can be");
    let broken = &amendment.broken()[0];
    assert!(
        matches!(&broken.reason, DifferenceReason::DiceRunOut { after, .. } if after.len() == 1)
    );
    assert_eq!(broken.index, Some(0));
    let step = broken.step;
    let rest = Decision::ThrowTheRest(entered(&[2]));
    amendment.decide(step, rest).expect("one die more");
    assert_eq!(amendment.battle().full_view().value("A4.sail"), Some(json!(-2)));
    amendment.decide(step, Decision::ThrowTheRest(DiceChoice::Program)).expect("again");
    let naturals: Vec<i64> = amendment.entries()[1].thrown.iter().map(|t| t.natural).collect();
    assert_eq!((naturals.len(), naturals[0]), (2, 3));
    let too_many = amendment.decide(step, Decision::ThrowTheRest(entered(&[2, 2])));
    assert!(matches!(too_many, Err(AmendFault::Stopped(Stop::Invalid(_)))), "{too_many:?}");
    journal.commit(&amendment).expect("decided");
    assert_eq!(journal.len(), 2);
    assert_eq!(journal.entry(1).expect("the sail roll").outcome, "floundering");
}

#[test]
fn a_preview_of_an_amendment_stops_before_a_die_of_the_app() {
    let mut journal = sybota();
    give(&mut journal, &json!({"kind": "sail", "ship": "A4"}), &json!([3]));
    give(&mut journal, &shoot("A2", "B1", 2), &json!([1]));
    let order = json!({"kind": "adjust", "ship": "A4", "field": "rammed_last_turn", "value": true});
    let change =
        Change::Insert { order: order.as_object().cloned().expect("an order"), dice: entered(&[]) };
    let noted = NotedChange { index: 0, change: &change, at: 0, note: "" };
    let mut tried = journal.try_amending(None, &noted).expect("it can be");
    assert_eq!(tried.entries().len(), 2, "the shot does not depend on her sail roll");
    let rest = Decision::ThrowTheRest(DiceChoice::Program);
    tried.decide(tried.broken()[0].step, rest).expect("it is foreseen");
    assert!(tried.unrolled().is_some());
    assert_eq!(tried.entries().len(), 1, "nothing after the die");
}

#[test]
fn players_decide_about_a_different_result() {
    let mut journal = sybota();
    give(&mut journal, &json!({"kind": "activate", "ship": "B1"}), &json!([]));
    give(&mut journal, &json!({"kind": "morale", "ship": "B1"}), &json!([2]));
    give(&mut journal, &json!({"kind": "activate", "ship": "A1"}), &json!([]));
    assert_eq!(journal.entry(1).expect("morale").outcome, "fights-on");
    let sinking = json!({"kind": "adjust", "ship": "B1", "field": "sinking_in", "value": 4});
    let change = Change::Replace { order: sinking.as_object().cloned(), dice: Some(entered(&[])) };
    let mut amendment = amend(&journal, 0, &change).expect("it can be");
    let broken = broken_entries(&amendment);
    assert_eq!(
        broken,
        [(Some(1), "the same dice now give “routs” instead of “fights on”".to_owned())]
    );
    amendment.decide(amendment.broken()[0].step, Decision::Keep).expect("accepted");
    journal.commit(&amendment).expect("decided");
    assert_eq!(value(&journal, "B1.routing"), json!(true));
    assert_eq!(journal.differences(), []);
}

#[test]
fn stopping_at_an_order_removes_later_ones_but_keeps_them_in_the_log() {
    let mut journal = four_orders();
    let order = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 4});
    let sunk = Change::Replace { order: order.as_object().cloned(), dice: Some(entered(&[10])) };
    let mut amendment = amend(&journal, 0, &sunk).expect("it can be");
    assert_eq!(amendment.broken().len(), 2, "two shots at a ship that is out of play");
    let first = amendment.broken()[0].step;
    amendment.decide(first, Decision::Stop).expect("decided");
    assert_eq!(amendment.undecided().count(), 0);
    journal.commit(&amendment).expect("decided");
    assert_eq!(journal.len(), 1);
    assert_eq!(journal.struck()[0].entries.len(), 4);
}

#[test]
fn a_new_decision_about_an_earlier_entry_drops_the_later_decisions() {
    let journal = four_orders();
    let order = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 4});
    let sunk = Change::Replace { order: order.as_object().cloned(), dice: Some(entered(&[10])) };
    let mut amendment = amend(&journal, 0, &sunk).expect("it can be");
    let steps: Vec<usize> = amendment.broken().iter().map(|broken| broken.step).collect();
    for step in &steps {
        amendment.decide(*step, Decision::Drop).expect("decided");
    }
    assert_eq!(amendment.undecided().count(), 0);
    amendment.decide(steps[0], Decision::Drop).expect("decided");
    assert_eq!(amendment.undecided().count(), 1);
}

#[test]
fn an_order_can_be_removed_or_inserted() {
    let mut journal = four_orders();
    let dropped = amend(&journal, 0, &Change::Drop).expect("it can be");
    assert_eq!(broken_entries(&dropped), []);
    let insert = Change::Insert {
        order: shoot("A5", "B3", 1).as_object().cloned().expect("an order"),
        dice: entered(&[1]),
    };
    let inserted = amend(&journal, 4 - 1, &insert).expect("it can be");
    journal.commit(&inserted).expect("nothing to decide");
    assert_eq!(journal.len(), 5);
    assert_eq!(value(&journal, "A5.ammo.archers-1"), json!(9));
    // The battle has continued since the other dry run.
    assert_eq!(journal.commit(&dropped), Err(AmendFault::Stale));
}

#[test]
fn the_app_rolls_the_rest_of_an_amendment_after_its_first_die() {
    let journal = four_orders();
    let dice = DiceChoice::Entered(vec![EnteredRoll::Program]);
    let change = Change::Replace { order: None, dice: Some(dice) };
    let rolled = (0..4).map(|index| {
        let amended = amend(&journal, index, &change).expect("no die is missing");
        amended.entries()[0].thrown.len()
    });
    assert!(rolled.max() > Some(1));
}

#[test]
fn only_orders_of_the_present_version_can_be_amended() {
    let mut journal = four_orders();
    journal.undo();
    let fault = amend(&journal, 3, &Change::Drop).expect_err("it was undone");
    assert_eq!(fault.to_string(), "there is no order 4 to edit: 3 have been given");
    let unknown = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces": 4});
    let fault = amend(&journal, 0, &replace(&unknown)).expect_err("no such field");
    assert!(fault.to_string().starts_with("unknown field `spaces`"), "{fault}");
    let friend = json!({"kind": "ram", "ship": "A1", "target": "A2", "spaces_straight": 4});
    let fault = amend(&journal, 0, &replace(&friend)).expect_err("a friend");
    assert!(matches!(fault, AmendFault::Stopped(Stop::Refused(_))), "{fault}");
    assert_eq!(journal.struck(), []);
}
