//! Questions over several rolls: is she gone when she has tried to avoid and
//! then was rammed?

use crate::say::Say;

use super::{Battle, Order, Outcome, Tag};

/// Something that players want to know over several rolls.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// As it is asked: `B1 is gone, if she tries to avoid first`.
    pub asks: Say,
    /// The orders, in their order.
    pub steps: Vec<QuestionStep>,
    /// What is to come about, by whichever order.
    pub goal: Goal,
    /// The keys that later steps and the goal turn on, where they are few:
    /// battles that are alike in them go on as one. Empty: all that there is.
    pub turns_on: Vec<String>,
}

/// An order of a [`Question`].
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionStep {
    /// The order.
    pub order: Order,
    /// The outcomes after which the steps go on; others end them. Empty: all.
    pub goes_on_after: Vec<Outcome>,
}

/// What a [`Question`] asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// The ship is out of play, or in other hands.
    Gone(Tag),
    /// The number of a key such as `B1.fires` is this or more.
    AtLeast(String, i64),
    /// The number of a key such as `B1.crew` is this or less.
    AtMost(String, i64),
}

impl Goal {
    /// Whether it has come about since the battle was as it was `before`.
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
    /// An order after which the steps go on only with these outcomes.
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
    /// A question that may turn on everything.
    #[must_use]
    pub fn new(asks: Say, steps: Vec<QuestionStep>, goal: Goal) -> Question {
        Question { asks, steps, goal, turns_on: Vec::new() }
    }
}
