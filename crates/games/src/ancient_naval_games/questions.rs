//! Questions about the odds of several rolls in Ancient Naval Games.

use message::message;
use rules::common_orders::GameOrder;
use rules::question::{Goal, Question, QuestionStep, Questions};
use rules::system::Rules;

use super::orders::{Order, OrderKind};
use super::state::{Battle, Ship};
use super::tables::{ATTACK_COST, Outcome};

impl Questions for Battle {
    const BY_MODIFIER_SUM: &'static [OrderKind] = &[OrderKind::OarStrike, OrderKind::Ram];

    /// A ram that was avoided can be repeated while points remain.
    fn questions(&self, order: &Order) -> Vec<Question<GameOrder<Order>, Outcome>> {
        let Order::Ram { ship, target, .. } = order else { return Vec::new() };
        let points = self.common.units.find(*ship).map_or(0, Ship::points_left);
        let attempts = points / ATTACK_COST;
        if attempts < 2 {
            return Vec::new();
        }
        let ram = QuestionStep::on(order.clone().into(), [Outcome::Avoided]);
        vec![Question {
            asks: message!(attempts =>
                "{ship} is sunk or entangled, with up to {n} attempt"
                | "{ship} is sunk or entangled, with up to {n} attempts",
                ship = self.called(*target)
            ),
            steps: vec![ram; attempts as usize],
            goal: Goal::Gone(*target),
            // However she avoided the ram, only the remaining points matter for the next one.
            depends_on: vec![format!("{ship}.mp_left")],
        }]
    }
}
