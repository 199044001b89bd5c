//! The odds of an order: its own resolver, run over every branch of its throws.

use std::sync::Arc;

use indexmap::IndexMap;
use serde_json::Value;

use crate::dice::{
    Ask, Chance, Dice, DiceStop, Named, Reading, Seeded, Thoroughness, Thrown, Walk,
};
use crate::rules::{Battle, Order, Outcome, Stop};
use crate::say::{clipped, say};

/// How likely each outcome of an order is, and each value of the watched keys
/// after it. Exact.
#[derive(Clone, Debug, Default)]
pub struct Odds {
    /// Each outcome with its chance, in the order of the table that decides.
    pub outcomes: Vec<(Outcome, Chance)>,
    /// Each watched key with the values it may have, ascending where they are
    /// numbers, and their chances.
    pub watched: IndexMap<String, Vec<(Value, Chance)>>,
}

impl Odds {
    /// The chance of an outcome.
    #[must_use]
    pub fn of(&self, outcome: impl Into<Outcome>) -> Chance {
        let outcome = outcome.into();
        self.outcomes
            .iter()
            .find(|(known, _)| *known == outcome)
            .map_or_else(Chance::never, |(_, chance)| chance.clone())
    }

    /// The mean of each watched number, by its key.
    pub(super) fn means(&self) -> impl Iterator<Item = (&String, f64)> {
        self.watched.iter().map(|(key, values)| {
            let part =
                |(value, chance): &(Value, Chance)| Some(value.as_i64()? as f64 * chance.to_f64());
            (key, values.iter().filter_map(part).sum())
        })
    }
}

/// The odds of an order before it is given, however long the walk. Nothing
/// changes.
///
/// # Errors
/// Where the order would be refused, or a watched key does not exist.
pub fn odds(
    battle: &Battle,
    order: &Order,
    watch: &[String],
    thoroughness: Thoroughness,
) -> Result<Odds, Stop> {
    watchable(battle, watch)?;
    let (battle, order) = (Arc::new(battle.clone()), Arc::new(order.clone()));
    let mut walk = OddsWalk::new(battle, order, watch).with(thoroughness);
    while walk.step() {}
    walk.found().map(|(odds, _)| odds)
}

/// Why there are no odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unfound {
    /// The order would be refused.
    Refused,
    /// They take more branches than were allowed.
    RanOut,
}

/// The odds of an order within a number of branches.
pub(super) fn odds_within(battle: &Battle, order: &Order, branches: u64) -> Result<Odds, Unfound> {
    let (battle, order) = (Arc::new(battle.clone()), Arc::new(order.clone()));
    let mut walk = OddsWalk::new(battle, order, &[]);
    let mut left = branches;
    while walk.step() {
        left = left.checked_sub(1).ok_or(Unfound::RanOut)?;
    }
    walk.found().map(|(odds, _)| odds).map_err(|_| Unfound::Refused)
}

/// The odds of an order, a branch a step.
#[derive(Clone, Debug)]
pub(super) struct OddsWalk {
    battle: Arc<Battle>,
    order: Arc<Order>,
    watch: Vec<String>,
    waived: Option<Named>,
    walk: Walk,
    /// Whether the dice decide nothing that is looked at: one branch is all.
    is_certain: bool,
    always: Chance,
    outcomes: IndexMap<Outcome, Chance>,
    watched: Vec<IndexMap<Value, Chance>>,
    /// The modifiers that came up, where they are looked for.
    seen: Option<Vec<Named>>,
    stopped: Option<Stop>,
}

impl OddsWalk {
    /// At its beginning. Every watched key must exist.
    pub(super) fn new(battle: Arc<Battle>, order: Arc<Order>, watch: &[String]) -> OddsWalk {
        OddsWalk {
            is_certain: battle.is_certain(&order, watch),
            always: Chance::always(),
            battle,
            order,
            watch: watch.to_vec(),
            waived: None,
            walk: Walk::new(Thoroughness::Merged),
            outcomes: IndexMap::new(),
            watched: vec![IndexMap::new(); watch.len()],
            seen: None,
            stopped: None,
        }
    }

    /// The same in another way of walking.
    pub(super) fn with(self, thoroughness: Thoroughness) -> OddsWalk {
        let is_certain = self.is_certain && thoroughness == Thoroughness::Merged;
        OddsWalk { walk: Walk::new(thoroughness), is_certain, ..self }
    }

    /// The same, as if one modifier did not apply.
    pub(super) fn without(self, modifier: &Named) -> OddsWalk {
        OddsWalk { waived: Some(modifier.clone()), ..self }
    }

    /// The same, remembering the modifiers that come up.
    pub(super) fn with_modifiers(self) -> OddsWalk {
        OddsWalk { seen: Some(Vec::new()), ..self }
    }

    /// Walks one branch more; `false` when there was none left.
    pub(super) fn step(&mut self) -> bool {
        if self.stopped.is_some() {
            return false;
        }
        let (battle, order, waived) = (&*self.battle, &*self.order, self.waived.as_ref());
        let seen = &mut self.seen;
        let mut resolve = |dice: &mut dyn Dice| match seen {
            Some(seen) => battle.resolve_waiving(order, &mut Witness { dice, seen }, waived),
            None => battle.resolve_waiving(order, dice, waived),
        };
        let branch = if self.is_certain {
            let first = self.outcomes.is_empty();
            first.then(|| (resolve(&mut Seeded::new(0, 0)), &self.always))
        } else {
            self.walk.branch(resolve)
        };
        match branch {
            None => return false,
            Some((Err(stop), _)) => self.stopped = Some(stop),
            Some((Ok(report), chance)) => {
                self.outcomes.entry(report.outcome).or_insert_with(Chance::never).add(chance);
                if !self.watch.is_empty() {
                    let mut after = battle.clone();
                    after.apply(&report.effects);
                    for (key, values) in self.watch.iter().zip(&mut self.watched) {
                        let value = after.value(key).unwrap_or(Value::Null);
                        values.entry(value).or_insert_with(Chance::never).add(chance);
                    }
                }
            }
        }
        true
    }

    /// What the branches so far come to, with the modifiers that came up.
    pub(super) fn found(self) -> Result<(Odds, Vec<Named>), Stop> {
        if let Some(stop) = self.stopped {
            return Err(stop);
        }
        let ascending = |values: IndexMap<Value, Chance>| {
            let mut values: Vec<(Value, Chance)> = values.into_iter().collect();
            values.sort_by_cached_key(|(value, _)| match value.as_i64() {
                Some(number) => (Some(number), String::new()),
                None => (None, value.to_string()),
            });
            values
        };
        let watched = self.watch.into_iter().zip(self.watched.into_iter().map(ascending)).collect();
        let odds = Odds { outcomes: self.outcomes.into_iter().collect(), watched };
        Ok((odds, self.seen.unwrap_or_default()))
    }
}

/// What something about the battle comes to on average once an order is
/// carried out: the sum over every branch, each with its chance. Throws that are
/// made at once and read apart are walked side by side, so it is exact for
/// whatever adds up unit by unit. `None` where that takes more branches than
/// these, or where the order would be refused.
pub(super) fn expected(
    battle: &Battle,
    order: &Order,
    branches: u64,
    mut worth: impl FnMut(&Battle) -> f64,
) -> Option<f64> {
    if battle.is_certain(order, &[]) {
        let mut after = battle.clone();
        after.apply(&battle.resolve(order, &mut Seeded::new(0, 0)).ok()?.effects);
        return Some(worth(&after));
    }
    let mut sum = 0.0;
    let mut left = branches;
    let mut walk = Walk::new(Thoroughness::Merged);
    while let Some((result, chance)) = walk.branch(|dice| battle.resolve(order, dice)) {
        let mut after = battle.clone();
        after.apply(&result.ok()?.effects);
        sum += chance.to_f64() * worth(&after);
        left = left.checked_sub(1)?;
    }
    Some(sum)
}

/// Whether every watched key exists.
pub(super) fn watchable(battle: &Battle, watch: &[String]) -> Result<(), Stop> {
    let Some(key) = watch.iter().find(|key| battle.value(key).is_none()) else { return Ok(()) };
    let key = clipped(key);
    let tag = battle.tags().first().map_or_else(|| "A1".into(), ToString::to_string);
    Err(Stop::Nonsense(say!(
        "there is no `{key}` to watch: a tag and a key, such as \"{tag}.status\"",
        key,
        tag
    )))
}

/// Hands throws on, and remembers the modifiers that it sees.
struct Witness<'w> {
    dice: &'w mut dyn Dice,
    seen: &'w mut Vec<Named>,
}

impl Witness<'_> {
    fn see(&mut self, ask: &Ask) {
        for modifier in &ask.modifiers {
            let named = Named { purpose: ask.purpose.clone(), modifier: modifier.clone() };
            if !self.seen.contains(&named) {
                self.seen.push(named);
            }
        }
    }
}

impl Dice for Witness<'_> {
    fn throw(&mut self, ask: &Ask, reading: &Reading) -> Result<Thrown, DiceStop> {
        self.see(ask);
        self.dice.throw(ask, reading)
    }

    fn each(&mut self, ask: &Ask, times: u32, reading: &Reading) -> Result<Vec<Thrown>, DiceStop> {
        self.see(ask);
        self.dice.each(ask, times, reading)
    }

    fn contest(&mut self, first: &Ask, second: &Ask) -> Result<[Thrown; 2], DiceStop> {
        self.see(first);
        self.see(second);
        self.dice.contest(first, second)
    }

    fn at_once(
        &mut self,
        first: (&Ask, &Reading),
        second: (&Ask, &Reading),
    ) -> Result<[Thrown; 2], DiceStop> {
        self.see(first.0);
        self.see(second.0);
        self.dice.at_once(first, second)
    }

    fn beside(
        &mut self,
        first: (&Ask, i64),
        other: (&Ask, u32, &Reading),
    ) -> Result<(Thrown, Vec<Thrown>), DiceStop> {
        self.see(first.0);
        self.see(other.0);
        self.dice.beside(first, other)
    }

    fn deal(&mut self, deck: &[usize], asks: &[Ask]) -> Result<Vec<usize>, DiceStop> {
        for ask in asks {
            self.see(ask);
        }
        self.dice.deal(deck, asks)
    }

    fn reports(&self) -> bool {
        self.dice.reports()
    }
}
