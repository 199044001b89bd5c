//! Questions about the odds of several rolls: is she lost if she first tries to avoid the
//! ram?

use message::Message;

use super::common::{Subject, Tag};
use super::common_orders::GameOrder;
use super::scenario::{Alike, Scenario};
use super::system::{KindOf, Rules};

/// A question that players ask about several rolls.
#[derive(Clone, Debug, PartialEq)]
pub struct Question<Order, Outcome> {
    /// The question as players read it: `B1 is lost if she first tries to avoid`.
    pub asks: Message,
    /// The orders, one after the other.
    pub steps: Vec<QuestionStep<Order, Outcome>>,
    /// The event whose odds are wanted, whichever order brings it about.
    pub goal: Goal,
    /// The only keys that later steps and the goal depend on; battles that agree in them
    /// are merged. Empty if they depend on everything.
    pub depends_on: Vec<String>,
}

/// An order of a [`Question`].
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionStep<Order, Outcome> {
    pub order: Order,
    /// The outcomes that lead to the next step; any other ends the steps. Empty means all.
    pub continue_after: Vec<Outcome>,
}

/// The event that a question asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// The ship is out of play or captured.
    Gone(Tag),
    /// The number of a key such as `B1.fires` is at least this.
    AtLeast(String, i64),
    /// The number of a key such as `B1.crew` is at most this.
    AtMost(String, i64),
}

impl<Order, Outcome> From<Order> for QuestionStep<Order, Outcome> {
    fn from(order: Order) -> Self {
        QuestionStep { order, continue_after: Vec::new() }
    }
}

impl<Order, Outcome> QuestionStep<Order, Outcome> {
    /// An order that leads to the next step only after these outcomes.
    #[must_use]
    pub fn on(order: Order, goes_on_after: impl IntoIterator<Item = Outcome>) -> Self {
        QuestionStep { order, continue_after: goes_on_after.into_iter().collect() }
    }
}

impl<Order, Outcome> Question<Order, Outcome> {
    /// A question that may depend on everything.
    #[must_use]
    pub fn new(asks: Message, steps: Vec<QuestionStep<Order, Outcome>>, goal: Goal) -> Self {
        Question { asks, steps, goal, depends_on: Vec::new() }
    }

    /// The same question with the types of any game.
    pub fn of_any<O, W>(
        self,
        order: impl Fn(Order) -> O,
        outcome: impl Fn(Outcome) -> W,
    ) -> Question<O, W> {
        let Question { asks, steps, goal, depends_on: turns_on } = self;
        let step = |step: QuestionStep<Order, Outcome>| QuestionStep {
            order: order(step.order),
            continue_after: step.continue_after.into_iter().map(&outcome).collect(),
        };
        let steps = steps.into_iter().map(step).collect();
        Question { asks, steps, goal, depends_on: turns_on }
    }
}

/// Questions that players ask about the odds of orders.
pub trait Questions: Rules {
    /// The orders whose odds depend only on the sum of modifiers of their first roll (minus
    /// those of the other side), so that a print lists the odds by that sum.
    const BY_MODIFIER_SUM: &'static [KindOf<Self>] = &[];
    /// The orders whose odds the scenarios cover in full, so that a print needs no other
    /// table.
    const IN_SCENARIOS: &'static [KindOf<Self>] = &[];
    /// What players want to know about an order apart from its outcome, over this roll and
    /// those that may follow.
    fn questions(
        &self,
        _order: &Self::Order,
    ) -> Vec<Question<GameOrder<Self::Order>, Self::Outcome>> {
        Vec::new()
    }
    /// Whether the dice of an order cannot change its outcome, any number in a record or
    /// any watched key, so that the odds need only one branch: for example the cards drawn,
    /// if the hand is not watched.
    fn is_certain(&self, _order: &Self::Order, _watched: &[(Subject, &str)]) -> bool {
        false
    }
    /// A sentence for a number in a unit's record that falls to zero, if the game has a
    /// better one than the default.
    fn runs_out(&self, _tag: Tag, _entry: &str, _was: i64) -> Option<Message> {
        None
    }
    /// Odds of later situations that a side may want to know, for its units and those of
    /// the other side.
    fn scenarios(&self, _own: &[Alike], _targets: &[Alike]) -> Vec<Scenario> {
        Vec::new()
    }
}
