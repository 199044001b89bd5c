//! Orders that wait for a roll.

use serde_json::json;
use trierarch::dice::EnteredRoll;
use trierarch::referee::{Answer, Ask, Happened, Seat};

use crate::support::{Set, give, order};

/// Finds an order of A's with more than one roll: a ram of Greek Fire.
fn ram() -> serde_json::Map<String, serde_json::Value> {
    order(json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 6}))
}

#[test]
fn an_order_that_lacks_only_the_givers_dice_changes_nothing() {
    let set = Set::new("sybota");
    let mut both = set.sit(Seat::Both);
    let ask = Ask::Order { order: ram(), dice: Some(Vec::new()) };
    assert!(matches!(both.answer(ask), Answer::Needs(needs) if needs.ask.is_some()));
    assert_eq!(set.at(), 0);
}

#[test]
fn an_order_with_a_die_of_the_apps_is_declared_and_cannot_be_put_away() {
    let set = Set::new("sybota");
    let (mut both, mut b) = (set.sit(Seat::Both), set.sit(Seat::B));
    // The app rolls the first die, and the players the others.
    let mut dice = vec![EnteredRoll::Program];
    let ask = Ask::Order { order: ram(), dice: Some(dice.clone()) };
    match both.answer(ask) {
        // The first roll was a miss, and nothing else is rolled.
        Answer::Given { .. } => return,
        Answer::Waits { at, .. } => assert_eq!(at, 1),
        other => panic!("{other:?}"),
    }
    assert!(matches!(&b.news()[..], [news] if matches!(news.what, Happened::Declared(_))));
    let Answer::View(view) = both.answer(Ask::View { cursor: None }) else { panic!("a view") };
    let declared = view.declared.expect("it waits");
    assert_eq!(declared.of, 1);
    assert!(!declared.can_be_withdrawn);
    let needs = declared.needs.expect("a roll");
    assert_eq!(needs.after.len(), 1);
    assert!(matches!(both.answer(Ask::Withdraw { of: 1 }), Answer::Refused(_)));
    assert!(matches!(both.answer(give(json!({"kind": "sail", "ship": "A2"}))), Answer::Refused(_)));
    // Rolled to its end, it has the result of the app's dice alone.
    for _ in 0..9 {
        dice.push(EnteredRoll::Program);
        match both.answer(Ask::Throw { of: 1, dice: vec![EnteredRoll::Program] }) {
            Answer::Waits { .. } => {}
            Answer::Given { row, .. } => {
                let other = Set::new("sybota");
                let mut alone = other.sit(Seat::Both);
                let Answer::Given { row: whole, .. } =
                    alone.answer(Ask::Order { order: ram(), dice: None })
                else {
                    panic!("given")
                };
                assert_eq!(row.rolls, whole.rolls);
                return;
            }
            other => panic!("{other:?}"),
        }
    }
    panic!("it never ends");
}
