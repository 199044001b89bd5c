//! Questions about the odds of several rolls in Chicken of the Sea.

use message::message;
use rules::common::Tag;
use rules::common_orders::GameOrder;
use rules::opponent_choice::Chosen;
use rules::question::{Goal, Question, QuestionStep, Questions};
use rules::scenario::{Alike, Scenario};
use rules::system::Rules;

use super::orders::{Order, OrderKind, Outcome};
use super::scenarios;
use super::state::Battle;

impl Questions for Battle {
    const IN_SCENARIOS: &'static [OrderKind] = &[OrderKind::Ram, OrderKind::Shear];

    fn questions(&self, order: &Order) -> Vec<Question<GameOrder<Order>, Outcome>> {
        match order {
            Order::Ram { target, avoid: Chosen::Left | Chosen::Value(false), .. } => {
                after_avoidance(self, order, *target).into_iter().collect()
            }
            Order::Board { ships, target } => ships
                .iter()
                .filter_map(|ship| boarded_in_return(self, order, *ship, *target))
                .collect(),
            Order::Ram { .. }
            | Order::SetSpeed { .. }
            | Order::Drift { .. }
            | Order::Spend { .. }
            | Order::Coast { .. }
            | Order::Refloat { .. }
            | Order::EnterOccupied { .. }
            | Order::Unfoul { .. }
            | Order::Shear { .. }
            | Order::Avoid { .. }
            | Order::EndMove { .. }
            | Order::LeaveTable { .. }
            | Order::Counterboard { .. }
            | Order::TransferAdmiral { .. }
            | Order::Form { .. }
            | Order::BreakFormation { .. }
            | Order::OutOfRange { .. }
            | Order::CommandCheck { .. }
            | Order::EndPhase
            | Order::Resign { .. } => Vec::new(),
        }
    }

    fn scenarios(&self, own: &[Alike], targets: &[Alike]) -> Vec<Scenario> {
        scenarios::scenarios(self, own, targets)
    }
}

fn step(order: Order) -> QuestionStep<GameOrder<Order>, Outcome> {
    GameOrder::from(order).into()
}

/// Whether the target is lost if she first tries to avoid.
fn after_avoidance(
    battle: &Battle,
    ram: &Order,
    target: Tag,
) -> Option<Question<GameOrder<Order>, Outcome>> {
    let galley = battle.common.units.find(target)?;
    let Order::Ram { ship, target, aspect, mp_left, .. } = ram.clone() else { return None };
    let may_avoid = galley.is_asked_to_avoid() && galley.speed.avoids().is_some();
    may_avoid.then(|| {
        let avoided = Order::Ram { ship, target, aspect, mp_left, avoid: Chosen::Value(true) };
        Question::new(
            message!("{ship} is lost if she first tries to avoid", ship = battle.called(target)),
            vec![step(avoided)],
            Goal::Gone(target),
        )
    })
}

/// Whether a boarder is captured if the target boards in return after a natural 6.
fn boarded_in_return(
    battle: &Battle,
    board: &Order,
    boarder: Tag,
    target: Tag,
) -> Option<Question<GameOrder<Order>, Outcome>> {
    let answers = battle.common.units.find(target)?.fouled_with.is_empty();
    answers.then(|| {
        let counter = Order::Counterboard { ship: target, target: boarder, attempt: true };
        Question::new(
            message!(
                "{ship} is captured if {target} boards her in return",
                ship = battle.called(boarder),
                target
            ),
            vec![QuestionStep::on(board.clone().into(), [Outcome::Failed]), step(counter)],
            Goal::Gone(boarder),
        )
    })
}
