//! The exact answers to questions over several rolls: each order is resolved by
//! its own resolver, in every branch of those before it.

use std::sync::Arc;

use indexmap::IndexMap;
use indexmap::map::Entry;
use serde_json::Value;

use crate::dice::{Chance, Named, Thoroughness, Walk};
use crate::rules::{Battle, Question};

use super::job::{MOST_BRANCHES, MOST_KEPT};
use super::odds::Afters;

/// The exact answer to a question; nothing where it would take too long. An
/// order that the rules refuse by then is passed over.
#[must_use]
pub fn answer(battle: &Battle, question: &Question) -> Option<Chance> {
    let mut answering = Answering::new(Arc::new(battle.clone()), question.clone(), None);
    let mut left = MOST_BRANCHES;
    while answering.step() {
        left = left.checked_sub(1)?;
    }
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
    in_hand: Option<InHand>,
    /// Those that the order after it will meet.
    next: Battles,
    sum: Chance,
    /// Whether it takes more memory, or a roll more ways, than there are.
    ran_out: bool,
}

/// A battle in which an order is being resolved.
#[derive(Clone, Debug)]
struct InHand {
    battle: Battle,
    chance: Chance,
    walk: Walk,
    afters: Afters,
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
        Answering {
            before,
            question,
            waived,
            at: 0,
            ahead,
            in_hand: None,
            next,
            sum,
            ran_out: false,
        }
    }

    /// Walks one branch more; `false` when there was none left.
    pub(super) fn step(&mut self) -> bool {
        loop {
            if let Some(mut in_hand) = self.in_hand.take()
                && self.branch(&mut in_hand)
            {
                self.in_hand = Some(in_hand);
                return true;
            }
            if self.ran_out {
                return false;
            }
            if self.ahead.is_empty() {
                self.ahead = std::mem::take(&mut self.next).into_list();
                self.at += usize::from(!self.ahead.is_empty());
            }
            if self.question.steps.get(self.at).is_none() {
                return false;
            }
            let Some((battle, chance)) = self.ahead.pop() else { return false };
            let walk = Walk::new(self.thoroughness());
            self.in_hand = Some(InHand { battle, chance, walk, afters: Afters::default() });
        }
    }

    /// A later step may turn on both of two rolls that were made at once,
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
    fn branch(&mut self, in_hand: &mut InHand) -> bool {
        let InHand { battle, chance, walk, afters } = in_hand;
        let is_last = self.is_last();
        let Question { steps, goal, turns_on, .. } = &self.question;
        let Some(step) = steps.get(self.at) else { return false };
        let waived = self.waived.as_ref();
        let branch = walk.branch(|dice| battle.resolve_waiving(&step.order, dice, waived));
        let Some((result, here)) = branch else {
            self.ran_out |= walk.ran_out();
            return false;
        };
        let chance = chance.times(here);
        let Ok(report) = result else {
            self.next.add(battle.clone(), &chance, turns_on);
            return true;
        };
        let after = afters.after(battle, report.effects);
        if goal.is_reached(&after, &self.before) {
            self.sum.add(&chance);
        } else if !is_last
            && (step.goes_on_after.is_empty() || step.goes_on_after.contains(&report.outcome))
        {
            self.next.add(after, &chance, turns_on);
            self.ran_out |= self.next.len() > MOST_KEPT;
        }
        !self.ran_out
    }

    /// The chance, once every branch was walked; nothing where it ran out first.
    pub(super) fn found(self) -> Option<Chance> {
        (!self.ran_out).then_some(self.sum)
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

    fn len(&self) -> usize {
        self.alike.len() + self.apart.len()
    }

    fn into_list(self) -> Vec<(Battle, Chance)> {
        self.alike.into_values().chain(self.apart).collect()
    }
}
