//! The exact answers to questions about several rolls: each order is resolved
//! by its own resolver, in every branch of the orders before it.

use std::sync::Arc;

use indexmap::IndexMap;
use indexmap::map::Entry;
use serde_json::Value;

use dice::{Chance, NamedModifier, Thoroughness, Walk};
use games::{BattleQuestion, PlayerView};

use super::job::{MOST_BRANCHES, MOST_STORED};

/// The exact answer to a question; `None` if it would take too long. If the rules refuse an order
/// in a branch, that order is skipped.
#[must_use]
pub fn answer(battle: &PlayerView, question: &BattleQuestion) -> Option<Chance> {
    let mut answering = Answering::new(Arc::new(battle.to_static()), question.clone(), None);
    let mut left = MOST_BRANCHES;
    while answering.step() {
        left = left.checked_sub(1)?;
    }
    answering.found()
}

/// A question being answered, one branch a step.
#[derive(Clone, Debug)]
pub(super) struct Answering {
    before: Arc<PlayerView<'static>>,
    question: BattleQuestion,
    waived: Option<NamedModifier>,
    /// The place of the present order among the question's steps.
    at: usize,
    /// Battles in which it has still to be resolved.
    ahead: Vec<(PlayerView<'static>, Chance)>,
    /// The battle in which it is being resolved.
    in_hand: Option<InHand>,
    /// The battles in which the next order will be resolved.
    next: Battles,
    sum: Chance,
    /// Whether it would need too much memory, or a roll has too many branches.
    ran_out: bool,
}

/// A battle in which an order is being resolved.
#[derive(Clone, Debug)]
struct InHand {
    battle: PlayerView<'static>,
    chance: Chance,
    walk: Walk,
}

impl Answering {
    /// A question before its first step; with `waived`, that modifier is left out of every order.
    pub(super) fn new(
        before: Arc<PlayerView<'static>>,
        question: BattleQuestion,
        waived: Option<NamedModifier>,
    ) -> Answering {
        let (mut sum, mut ahead) = (Chance::never(), Vec::new());
        if before.has_reached(&question.goal, &before) {
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

    /// Walks another branch; `false` if none was left.
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
            self.in_hand = Some(InHand { battle, chance, walk });
        }
    }

    /// How thorough the walks must be: a later step may depend on both of two
    /// simultaneous rolls, unless only one number matters.
    fn thoroughness(&self) -> Thoroughness {
        if self.is_last() || self.question.depends_on.len() == 1 {
            Thoroughness::Merged
        } else {
            Thoroughness::Paired
        }
    }

    fn is_last(&self) -> bool {
        self.at + 1 == self.question.steps.len()
    }

    /// Walks a branch of the present order in one battle.
    fn branch(&mut self, in_hand: &mut InHand) -> bool {
        let InHand { battle, chance, walk } = in_hand;
        let is_last = self.is_last();
        let BattleQuestion { steps, goal, depends_on: turns_on, .. } = &self.question;
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
        let after = battle.after(&report.effects);
        if after.has_reached(goal, &self.before) {
            self.sum.add(&chance);
        } else if !is_last
            && (step.continue_after.is_empty() || step.continue_after.contains(&report.outcome))
        {
            self.next.add(after, &chance, turns_on);
            self.ran_out |= self.next.len() > MOST_STORED;
        }
        !self.ran_out
    }

    /// The chance, once every branch was walked; `None` if it ran out first.
    pub(super) fn found(self) -> Option<Chance> {
        (!self.ran_out).then_some(self.sum)
    }
}

/// The battles that the steps so far can lead to, with their chances.
#[derive(Clone, Debug, Default)]
struct Battles {
    /// Battles by the values of the keys that matter.
    alike: IndexMap<Vec<Value>, (PlayerView<'static>, Chance)>,
    /// Battles of a question for which everything matters.
    apart: Vec<(PlayerView<'static>, Chance)>,
}

impl Battles {
    /// Adds a battle; battles that agree in these keys become one.
    fn add(&mut self, battle: PlayerView<'static>, chance: &Chance, keys: &[String]) {
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

    fn into_list(self) -> Vec<(PlayerView<'static>, Chance)> {
        self.alike.into_values().chain(self.apart).collect()
    }
}
