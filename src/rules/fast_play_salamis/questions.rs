//! What players of Fast Play Salamis ask over several throws: a ram, the
//! attempts to board after it, and the fight.

use crate::rules;
use crate::rules::common::Tag;
use crate::rules::question::{Goal, Question, QuestionStep};
use crate::rules::system::System;

use super::orders::Order;
use super::state::Battle;

pub(super) fn questions(battle: &Battle, order: &Order) -> Vec<Question> {
    let called = |tag: Tag| format!("{tag} {}", battle.unit_name(tag));
    let gone = |asks: String, of: Tag, steps: &[&[Order]]| {
        let steps = steps.concat().into_iter().map(step).collect();
        Question::new(asks.into(), steps, Goal::Gone(of))
    };
    match order {
        Order::Ram { ship, target } => {
            let (ship, target) = (*ship, *target);
            let (ram, first, then) = ([order.clone()], boards(target, ship), boards(ship, target));
            // An attempt after one that succeeded is refused, and passed over.
            let both: [&[Order]; 3] = [&ram, &first, &then];
            let end = "when both may board and it is fought out";
            vec![
                gone(format!("{} is gone, {end}", called(target)), target, &both),
                gone(format!("{} is gone, {end}", called(ship)), ship, &both),
                gone(
                    format!("{} is gone, when only {ship} boards", called(target)),
                    target,
                    &[&ram, &then],
                ),
            ]
        }
        Order::Board { ship, target } => {
            let asks = format!("{} is taken, when it is fought out", called(*target));
            vec![gone(asks, *target, &[&boards(*ship, *target)])]
        }
        _ => Vec::new(),
    }
}

fn step(order: Order) -> QuestionStep {
    rules::Order::FastPlaySalamis(order).into()
}

/// The attempt to board, and the fight on the other's deck.
fn boards(ship: Tag, target: Tag) -> [Order; 2] {
    [Order::Board { ship, target }, Order::HandToHand { attacker: ship, defender: target }]
}
