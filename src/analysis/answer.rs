//! The exact answers to questions over several throws: each order is resolved by
//! its own resolver, in every branch of those before it.

use std::sync::Arc;

use indexmap::IndexMap;
use indexmap::map::Entry;
use serde_json::Value;

use crate::dice::{Chance, Named, Thoroughness, Walk};
use crate::rules::{Battle, Question};

/// The exact answer to a question, however long the walk. An order that the
/// rules refuse by then is passed over.
#[must_use]
pub fn answer(battle: &Battle, question: &Question) -> Chance {
    let mut answering = Answering::new(Arc::new(battle.clone()), question.clone(), None);
    while answering.step() {}
    answering.found()
}

/// A question being answered, a branch a step.
#[derive(Clone, Debug)]
pub(super) struct Answering {
    before: Arc<Battle>,
    question: Question,
    waived: Option<Named>,
    /// The order in hand, by its place among the question's steps.
    at: usize,
    /// Battles in which it is still to be resolved.
    ahead: Vec<(Battle, Chance)>,
    /// The one in which it is being resolved.
    in_hand: Option<(Battle, Chance, Walk)>,
    /// Those that the order after it will meet.
    next: Battles,
    sum: Chance,
}

impl Answering {
    /// At its beginning; as if one modifier did not apply, in whichever order it
    /// would.
    pub(super) fn new(before: Arc<Battle>, question: Question, waived: Option<Named>) -> Answering {
        let (mut sum, mut ahead) = (Chance::never(), Vec::new());
        if question.goal.is_reached(&before, &before) {
            sum = Chance::always();
        } else {
            ahead.push(((*before).clone(), Chance::always()));
        }
        let next = Battles::default();
        Answering { before, question, waived, at: 0, ahead, in_hand: None, next, sum }
    }

    /// Walks one branch more; `false` when there was none left.
    pub(super) fn step(&mut self) -> bool {
        loop {
            if let Some((battle, chance, mut walk)) = self.in_hand.take()
                && self.branch(&battle, &chance, &mut walk)
            {
                self.in_hand = Some((battle, chance, walk));
                return true;
            }
            if self.ahead.is_empty() {
                self.ahead = std::mem::take(&mut self.next).into_list();
                self.at += usize::from(!self.ahead.is_empty());
            }
            if self.question.steps.get(self.at).is_none() {
                return false;
            }
            let Some((battle, chance)) = self.ahead.pop() else { return false };
            self.in_hand = Some((battle, chance, Walk::new(self.thoroughness())));
        }
    }

    /// A later step may turn on both of two throws that were made at once,
    /// unless nothing but one number counts.
    fn thoroughness(&self) -> Thoroughness {
        if self.is_last() || self.question.turns_on.len() == 1 {
            Thoroughness::Merged
        } else {
            Thoroughness::Paired
        }
    }

    fn is_last(&self) -> bool {
        self.at + 1 == self.question.steps.len()
    }

    /// Walks a branch of the order in hand in one battle.
    fn branch(&mut self, battle: &Battle, chance: &Chance, walk: &mut Walk) -> bool {
        let is_last = self.is_last();
        let Question { steps, goal, turns_on, .. } = &self.question;
        let Some(step) = steps.get(self.at) else { return false };
        let waived = self.waived.as_ref();
        let branch = walk.branch(|dice| battle.resolve_waiving(&step.order, dice, waived));
        let Some((result, here)) = branch else { return false };
        let chance = chance.times(here);
        let Ok(report) = result else {
            self.next.add(battle.clone(), &chance, turns_on);
            return true;
        };
        let mut after = battle.clone();
        after.apply(&report.effects);
        if goal.is_reached(&after, &self.before) {
            self.sum.add(&chance);
        } else if !is_last
            && (step.goes_on_after.is_empty() || step.goes_on_after.contains(&report.outcome))
        {
            self.next.add(after, &chance, turns_on);
        }
        true
    }

    /// The chance, once every branch was walked.
    pub(super) fn found(self) -> Chance {
        self.sum
    }
}

/// The battles that the steps so far may have led to, with their chances.
#[derive(Clone, Debug, Default)]
struct Battles {
    /// By what counts of them.
    alike: IndexMap<Vec<Value>, (Battle, Chance)>,
    /// Where everything counts.
    apart: Vec<(Battle, Chance)>,
}

impl Battles {
    /// One more; battles that are alike in these keys are one.
    fn add(&mut self, battle: Battle, chance: &Chance, keys: &[String]) {
        if keys.is_empty() {
            self.apart.push((battle, chance.clone()));
            return;
        }
        let value = |key: &String| battle.value(key).unwrap_or(Value::Null);
        match self.alike.entry(keys.iter().map(value).collect()) {
            Entry::Occupied(mut known) => known.get_mut().1.add(chance),
            Entry::Vacant(new) => _ = new.insert((battle, chance.clone())),
        }
    }

    fn into_list(self) -> Vec<(Battle, Chance)> {
        self.alike.into_values().chain(self.apart).collect()
    }
}
