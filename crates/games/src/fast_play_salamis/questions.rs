//! Questions about the odds of several rolls in Fast Play Salamis: a ram, the attempts to
//! board after it, and the fight.

use message::{Message, message};
use rules::common::Tag;
use rules::common_orders::GameOrder;
use rules::question::{Goal, Question, QuestionStep, Questions};
use rules::scenario::{Alike, Scenario};
use rules::system::Rules;

use super::orders::{Order, Outcome};
use super::scenarios;
use super::state::Battle;

impl Questions for Battle {
    fn questions(&self, order: &Order) -> Vec<Question<GameOrder<Order>, Outcome>> {
        let gone = |asks: Message, of: Tag, steps: &[&[Order]]| {
            let steps = steps.concat().into_iter().map(step).collect();
            Question::new(asks, steps, Goal::Gone(of))
        };
        match order {
            Order::Ram { ship, target } => {
                let (ship, target) = (*ship, *target);
                let (ram, first, then) =
                    ([order.clone()], boards(target, ship), boards(ship, target));
                // After a successful attempt the next one is refused, and so skipped.
                let both: [&[Order]; 3] = [&ram, &first, &then];
                let asks = |ship: Tag| {
                    let ship = self.called(ship);
                    message!("{ship} is sunk or captured, if both ships may board", ship)
                };
                let alone = message!(
                    "{target} is sunk or captured, if only {ship} may board",
                    target = self.called(target),
                    ship
                );
                vec![
                    gone(asks(target), target, &both),
                    gone(asks(ship), ship, &both),
                    gone(alone, target, &[&ram, &then]),
                ]
            }
            Order::Board { ship, target, attempt: true } => {
                let target = *target;
                let asks = message!(
                    "{ship} is captured in the fight that follows",
                    ship = self.called(target)
                );
                vec![gone(asks, target, &[&boards(*ship, target)])]
            }
            Order::FirstSide
            | Order::Board { .. }
            | Order::Bows { .. }
            | Order::Breakaway { .. }
            | Order::HandToHand { .. }
            | Order::LeaveTable { .. }
            | Order::EndPhase
            | Order::Concede { .. } => Vec::new(),
        }
    }

    fn scenarios(&self, own: &[Alike], targets: &[Alike]) -> Vec<Scenario> {
        scenarios::scenarios(self, own, targets)
    }
}

fn step(order: Order) -> QuestionStep<GameOrder<Order>, Outcome> {
    GameOrder::from(order).into()
}

/// The attempt to board, and the fight on the target's deck.
fn boards(ship: Tag, target: Tag) -> [Order; 2] {
    [
        Order::Board { ship, target, attempt: true },
        Order::HandToHand { attacker: ship, defender: target },
    ]
}
