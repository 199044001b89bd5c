//! The exact answers to questions over several throws: each order is resolved by
//! its own resolver, in every branch of those before it.

use indexmap::IndexMap;
use indexmap::map::Entry;
use serde_json::Value;

use crate::dice::{Chance, Named, Thoroughness, walk};
use crate::rules::{Battle, Question};

/// The exact answer to a question. An order that the rules refuse by then is
/// passed over.
#[must_use]
pub fn answer(battle: &Battle, question: &Question) -> Chance {
    answer_waiving(battle, question, None)
}

/// The same, as if one modifier did not apply, in whichever order it would.
pub(super) fn answer_waiving(
    battle: &Battle,
    question: &Question,
    waived: Option<&Named>,
) -> Chance {
    let reached = |after: &Battle| question.goal.is_reached(after, battle);
    if reached(battle) {
        return Chance::always();
    }
    let mut sum = Chance::never();
    let mut under_way = Battles::of(&question.turns_on);
    under_way.add(battle.clone(), &Chance::always());
    for (at, step) in question.steps.iter().enumerate() {
        let is_last = at + 1 == question.steps.len();
        // A later step may turn on both of two throws that were made at once,
        // unless nothing but one number counts.
        let thoroughness = if is_last || question.turns_on.len() == 1 {
            Thoroughness::Merged
        } else {
            Thoroughness::Paired
        };
        let mut next = Battles::of(&question.turns_on);
        for (battle, chance) in under_way.into_list() {
            walk(
                thoroughness,
                |dice| battle.resolve_waiving(&step.order, dice, waived),
                |result, here| {
                    let chance = chance.times(here);
                    let Ok(report) = result else {
                        return next.add(battle.clone(), &chance);
                    };
                    let mut after = battle.clone();
                    after.apply(&report.effects);
                    if reached(&after) {
                        sum.add(&chance);
                    } else if !is_last
                        && (step.goes_on_after.is_empty()
                            || step.goes_on_after.contains(&report.outcome))
                    {
                        next.add(after, &chance);
                    }
                },
            );
        }
        under_way = next;
    }
    sum
}

/// The battles that the steps so far may have led to, with their chances.
struct Battles<'k> {
    keys: &'k [String],
    /// By what counts of them.
    alike: IndexMap<Vec<Value>, (Battle, Chance)>,
    /// Where everything counts.
    apart: Vec<(Battle, Chance)>,
}

impl<'k> Battles<'k> {
    fn of(keys: &'k [String]) -> Battles<'k> {
        Battles { keys, alike: IndexMap::new(), apart: Vec::new() }
    }

    fn add(&mut self, battle: Battle, chance: &Chance) {
        if self.keys.is_empty() {
            self.apart.push((battle, chance.clone()));
            return;
        }
        let value = |key: &String| battle.value(key).unwrap_or(Value::Null);
        match self.alike.entry(self.keys.iter().map(value).collect()) {
            Entry::Occupied(mut known) => known.get_mut().1.add(chance),
            Entry::Vacant(new) => _ = new.insert((battle, chance.clone())),
        }
    }

    fn into_list(self) -> impl Iterator<Item = (Battle, Chance)> {
        self.alike.into_values().chain(self.apart)
    }
}
