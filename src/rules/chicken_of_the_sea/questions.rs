//! What players of Chicken of the Sea ask over several throws.

use crate::rules;
use crate::rules::common::Tag;
use crate::rules::question::{Goal, Question, QuestionStep};

use super::orders::Order;
use super::state::Battle;

pub(super) fn questions(battle: &Battle, order: &Order) -> Vec<Question> {
    match order {
        Order::Ram { target, .. } => after_avoidance(battle, order, *target).into_iter().collect(),
        Order::Board { ships, target } => {
            ships.iter().filter_map(|ship| answered(battle, order, [*ship, *target])).collect()
        }
        _ => Vec::new(),
    }
}

fn on(order: Order, goes_on_after: &'static [&'static str]) -> QuestionStep {
    QuestionStep::on(rules::Order::ChickenOfTheSea(order), goes_on_after)
}

/// Is the target gone, if she tries to avoid first?
fn after_avoidance(battle: &Battle, ram: &Order, target: Tag) -> Option<Question> {
    let galley = battle.galleys.find(target)?;
    let may_avoid =
        galley.fights() && galley.is_slow() && !galley.crippled && galley.fouled_with.is_empty();
    may_avoid.then(|| {
        Question::new(
            format!("{} is gone, if she tries to avoid first", battle.called(target)).into(),
            vec![on(Order::Avoid { ship: target }, &["caught"]), on(ram.clone(), &[])],
            Goal::Gone(target),
        )
    })
}

/// Is a boarder taken, if she is boarded in return after a natural 6?
fn answered(battle: &Battle, board: &Order, [boarder, target]: [Tag; 2]) -> Option<Question> {
    let answers = battle.galleys.find(target)?.fouled_with.is_empty();
    answers.then(|| {
        let counter = Order::Counterboard { ship: target, target: boarder };
        Question::new(
            format!("{} is taken, if {target} boards her in return", battle.called(boarder)).into(),
            vec![on(board.clone(), &["failed"]), on(counter, &[])],
            Goal::Gone(boarder),
        )
    })
}
