//! Questions over several rolls: is she gone if she tries to avoid and is then
//! rammed?

use crate::say::Say;

use super::{Battle, Order, Outcome, Tag};

/// Something that players want to know about several rolls.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The question as players read it: `B1 is gone, if she tries to avoid
    /// first`.
    pub asks: Say,
    /// The orders, one after the other.
    pub steps: Vec<QuestionStep>,
    /// What is to happen, whichever order brings it about.
    pub goal: Goal,
    /// The only keys that later steps and the goal depend on: battles that
    /// agree in them are worked out as one. Empty if they depend on everything.
    pub turns_on: Vec<String>,
}

/// An order of a [`Question`].
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionStep {
    /// The order.
    pub order: Order,
    /// The outcomes after which the next step follows; any other ends the
    /// steps. Empty means all.
    pub goes_on_after: Vec<Outcome>,
}

/// What a [`Question`] asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// The ship is out of play or captured.
    Gone(Tag),
    /// The number of a key such as `B1.fires` is at least this.
    AtLeast(String, i64),
    /// The number of a key such as `B1.crew` is at most this.
    AtMost(String, i64),
}

impl Goal {
    /// Whether it has happened since the battle was `before`.
    #[must_use]
    pub fn is_reached(&self, battle: &Battle, before: &Battle) -> bool {
        let number = |key: &str| battle.value(key).and_then(|value| value.as_i64());
        match self {
            Goal::Gone(tag) => !battle.in_play(*tag) || battle.holder(*tag) != before.holder(*tag),
            Goal::AtLeast(key, least) => number(key).is_some_and(|n| n >= *least),
            Goal::AtMost(key, most) => number(key).is_some_and(|n| n <= *most),
        }
    }
}

impl From<Order> for QuestionStep {
    fn from(order: Order) -> QuestionStep {
        QuestionStep { order, goes_on_after: Vec::new() }
    }
}

impl QuestionStep {
    /// An order after which the next step follows only these outcomes.
    #[must_use]
    pub fn on<O: Into<Outcome>>(
        order: Order,
        goes_on_after: impl IntoIterator<Item = O>,
    ) -> QuestionStep {
        let goes_on_after = goes_on_after.into_iter().map(Into::into).collect();
        QuestionStep { order, goes_on_after }
    }
}

impl Question {
    /// A question that may depend on everything.
    #[must_use]
    pub fn new(asks: Say, steps: Vec<QuestionStep>, goal: Goal) -> Question {
        Question { asks, steps, goal, turns_on: Vec::new() }
    }
}
