//! What players of Ancient Naval Games ask about several rolls.

use message::message;
use rules::common_orders::Given;
use rules::question::{Goal, Question, QuestionStep};
use rules::system::System;

use super::orders::Order;
use super::state::{Battle, Ship};
use super::tables::{ATTACK_COST, Outcome};

/// A ram that was avoided can be tried again while there are points for it.
pub(super) fn questions(battle: &Battle, order: &Order) -> Vec<Question<Given<Order>, Outcome>> {
    let Order::Ram { ship, target, .. } = order else { return Vec::new() };
    let points = battle.common.units.find(*ship).map_or(0, Ship::points_left);
    let attempts = points / ATTACK_COST;
    if attempts < 2 {
        return Vec::new();
    }
    let ram = QuestionStep::on(order.clone().into(), [Outcome::Avoided]);
    vec![Question {
        asks: message!(attempts =>
            "{ship} is sunk or entangled, with up to {n} attempt"
            | "{ship} is sunk or entangled, with up to {n} attempts",
            ship = battle.called(*target)
        ),
        steps: vec![ram; attempts as usize],
        goal: Goal::Gone(*target),
        // However she got away, only the points left matter for the next ram.
        turns_on: vec![format!("{ship}.mp_left")],
    }]
}
