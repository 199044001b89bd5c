//! Questions over several rolls: is she gone if she tries to avoid and is then
//! rammed?

use message::Message;

use super::Tag;

/// Something that players want to know about several rolls.
#[derive(Clone, Debug, PartialEq)]
pub struct Question<Order, Outcome> {
    /// The question as players read it: `B1 is gone, if she tries to avoid
    /// first`.
    pub asks: Message,
    /// The orders, one after the other.
    pub steps: Vec<QuestionStep<Order, Outcome>>,
    /// What is to happen, whichever order brings it about.
    pub goal: Goal,
    /// The only keys that later steps and the goal depend on: battles that
    /// agree in them are worked out as one. Empty if they depend on everything.
    pub turns_on: Vec<String>,
}

/// An order of a [`Question`].
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionStep<Order, Outcome> {
    pub order: Order,
    /// The outcomes after which the next step follows; any other ends the
    /// steps. Empty means all.
    pub goes_on_after: Vec<Outcome>,
}

/// What a question asks for.
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
        QuestionStep { order, goes_on_after: Vec::new() }
    }
}

impl<Order, Outcome> QuestionStep<Order, Outcome> {
    /// An order after which the next step follows only these outcomes.
    #[must_use]
    pub fn on(order: Order, goes_on_after: impl IntoIterator<Item = Outcome>) -> Self {
        QuestionStep { order, goes_on_after: goes_on_after.into_iter().collect() }
    }
}

impl<Order, Outcome> Question<Order, Outcome> {
    /// A question that may depend on everything.
    #[must_use]
    pub fn new(asks: Message, steps: Vec<QuestionStep<Order, Outcome>>, goal: Goal) -> Self {
        Question { asks, steps, goal, turns_on: Vec::new() }
    }

    /// The same in orders and outcomes of any system.
    pub fn of_any<O, W>(
        self,
        order: impl Fn(Order) -> O,
        outcome: impl Fn(Outcome) -> W,
    ) -> Question<O, W> {
        let Question { asks, steps, goal, turns_on } = self;
        let step = |step: QuestionStep<Order, Outcome>| QuestionStep {
            order: order(step.order),
            goes_on_after: step.goes_on_after.into_iter().map(&outcome).collect(),
        };
        let steps = steps.into_iter().map(step).collect();
        Question { asks, steps, goal, turns_on }
    }
}
