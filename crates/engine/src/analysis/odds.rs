//! The odds of an order: its own resolver, run over every branch of its rolls.

use std::iter;
use std::sync::Arc;

use indexmap::IndexMap;
use serde_json::Value;
use thiserror::Error;

use dice::{
    AskedRoll, Chance, Dice, DiceStop, Entered, EnteredRoll, NamedModifier, Needed, ReadRoll,
    Reading, RollsBeside, Seeded, Thoroughness, Thrown, Walk, needs,
};
use games::{Key, Order, Outcome, PlayerView, Report};
use message::{Message, clipped, message};
use rules::Stop;

use super::affected::Moving;
use super::job::{Job, MOST_BRANCHES, MOST_STORED, Progress};
use super::tally::EntryTally;

/// The exact chance of each outcome of an order, and of each value of the
/// watched keys after it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Odds {
    /// Each outcome with its chance, in the order of the deciding table.
    pub outcomes: Vec<(Outcome, Chance)>,
    /// Each watched key with its possible values and their chances; numbers are
    /// ascending.
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

    /// The mean of each watched number, with its key.
    pub(super) fn means(&self) -> impl Iterator<Item = (&String, f64)> {
        self.watched.iter().map(|(key, values)| {
            let part =
                |(value, chance): &(Value, Chance)| Some(value.as_i64()? as f64 * chance.to_f64());
            (key, values.iter().filter_map(part).sum())
        })
    }
}

/// The reason why odds could not be computed.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{}", self.message())]
pub enum Unfound {
    /// The order would be refused, or makes no sense.
    Stopped(#[from] Stop),
    /// It would take too many branches or too much memory.
    RanOut,
}

impl Unfound {
    /// The reason, in a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Unfound::Stopped(stop) => stop.message(),
            Unfound::RanOut => message!("it would take too long to work out these odds"),
        }
    }
}

/// The odds of an order before it is given. Nothing changes.
///
/// # Errors
/// If the order would be refused, or a watched key does not exist; and if the odds take more
/// than [`MOST_BRANCHES`], a limit from which only [`Thoroughness::EveryResult`] is exempt.
pub fn odds(
    battle: &PlayerView,
    order: &Order,
    watch: &[String],
    thoroughness: Thoroughness,
) -> Result<Odds, Unfound> {
    let (battle, order) = (Arc::new(battle.to_static()), Arc::new(order.clone()));
    let mut walk = OddsWalk::watching(battle, order, watch)?.with(thoroughness);
    walk.finish();
    walk.found()
}

/// At most this many branches are walked for the odds of the remaining rolls of an order.
const MOST_REMAINING: u64 = 20_000;

/// The values that are counted after every branch.
#[derive(Clone, Debug)]
enum Looks {
    /// The values of these keys.
    Keys(Vec<(Key, EntryTally)>),
    /// Every number that changes.
    Numbers(Moving),
}

/// The dice of an order that has already made some rolls.
#[derive(Clone, Copy, Debug)]
pub struct DiceSoFar<'d> {
    /// Rolls that are already made.
    pub rolls: &'d [Thrown],
    /// The players' dice that come next.
    pub entries: &'d [EnteredRoll],
}

/// The odds of an order, one branch a step. This is a plain value: it can be
/// left after any step and resumed later. It ends by itself when branches or
/// memory run out.
#[derive(Clone, Debug)]
pub struct OddsWalk {
    battle: Arc<PlayerView<'static>>,
    order: Arc<Order>,
    looks: Looks,
    waived: Option<NamedModifier>,
    /// Rolls that are already made, and the players' next dice.
    on_table: Option<(Vec<Thrown>, Vec<EnteredRoll>)>,
    walk: Walk,
    /// Whether the dice decide nothing that is counted, so that one branch is
    /// enough.
    is_certain: bool,
    outcomes: Vec<(Outcome, Chance)>,
    details: Option<Details>,
    walked: u64,
    budget: u64,
    stopped: Option<Unfound>,
}

/// Other results of the walk.
#[derive(Clone, Debug, Default)]
pub(super) struct Details {
    pub(super) modifiers: Vec<NamedModifier>,
    /// The rolls of each outcome.
    needed: IndexMap<Outcome, Needed>,
}

impl Details {
    /// The roll that each outcome needs.
    pub(super) fn needs(&self) -> IndexMap<Outcome, Message> {
        let needed: Vec<&Needed> = self.needed.values().collect();
        let with_needs = self.needed.keys().copied().zip(needs(&needed));
        with_needs.filter_map(|(outcome, says)| Some((outcome, says?))).collect()
    }
}

impl OddsWalk {
    /// A walk that has run no branch, with these keys watched.
    ///
    /// # Errors
    /// If one of them does not exist.
    pub fn watching(
        battle: Arc<PlayerView<'static>>,
        order: Arc<Order>,
        watch: &[String],
    ) -> Result<OddsWalk, Stop> {
        let keys = watch.iter().map(|key| Ok((watchable(&battle, key)?, EntryTally::default())));
        let keys = keys.collect::<Result<Vec<(Key, EntryTally)>, Stop>>()?;
        let is_certain = battle.is_certain(&order, keys.iter().map(|(key, _)| key));
        Ok(OddsWalk::new(battle, order, is_certain, Looks::Keys(keys)))
    }

    /// A walk that has run no branch, which watches every number that the order
    /// changes.
    #[must_use]
    pub fn of_numbers(battle: Arc<PlayerView<'static>>, order: Arc<Order>) -> OddsWalk {
        let is_certain = battle.is_certain(&order, iter::empty());
        OddsWalk::new(battle, order, is_certain, Looks::Numbers(Moving::default()))
    }

    fn new(
        battle: Arc<PlayerView<'static>>,
        order: Arc<Order>,
        is_certain: bool,
        looks: Looks,
    ) -> OddsWalk {
        OddsWalk {
            battle,
            order,
            looks,
            waived: None,
            on_table: None,
            walk: Walk::new(Thoroughness::Merged),
            is_certain,
            outcomes: Vec::new(),
            details: None,
            walked: 0,
            budget: MOST_BRANCHES,
            stopped: None,
        }
    }

    /// The same with another thoroughness.
    fn with(self, thoroughness: Thoroughness) -> OddsWalk {
        let (is_certain, budget) = match thoroughness {
            Thoroughness::EveryResult => (false, u64::MAX),
            Thoroughness::Paired => (false, self.budget),
            Thoroughness::Merged => (self.is_certain, self.budget),
        };
        OddsWalk { walk: Walk::new(thoroughness), is_certain, budget, ..self }
    }

    /// The same after rolls that are already made and these dice of the players; the app makes all
    /// other rolls, and those given as `null`.
    pub(super) fn after(self, so_far: DiceSoFar) -> OddsWalk {
        let on_table = Some((so_far.rolls.to_vec(), so_far.entries.to_vec()));
        OddsWalk { on_table, is_certain: false, budget: MOST_REMAINING, ..self }
    }

    /// The same, but one modifier is left out.
    pub(super) fn without(self, modifier: &NamedModifier) -> OddsWalk {
        OddsWalk { waived: Some(modifier.clone()), ..self }
    }

    /// The same, but it also collects [`Details`].
    pub(super) fn with_details(self) -> OddsWalk {
        OddsWalk { details: Some(Details::default()), ..self }
    }

    /// The next branch: the result of the order.
    fn branch(&mut self) -> Option<Result<Report, Stop>> {
        let (battle, order, waived) = (&*self.battle, &*self.order, self.waived.as_ref());
        if let Some((earlier_rolls, entries)) = &self.on_table {
            return self.walk.run_next(|app| {
                let dice = Entered::new(entries.iter().cloned(), app).then_program();
                battle.resolve(order, &mut dice.after(earlier_rolls))
            });
        }
        let details = &mut self.details;
        let mut resolve = |dice: &mut dyn Dice| match details {
            Some(Details { modifiers: seen, .. }) => {
                battle.resolve_waiving(order, &mut Witness { dice, seen }, waived)
            }
            None => battle.resolve_waiving(order, dice, waived),
        };
        if self.is_certain {
            let is_first = self.outcomes.is_empty();
            return is_first.then(|| resolve(&mut Seeded::new(0, 0)));
        }
        self.walk.run_next(resolve)
    }

    /// Counts the branch that was walked last.
    fn count(&mut self, report: Report) {
        let Report { outcome, effects, .. } = report;
        // Before any branch of the walk, its chance is 1.
        let chance = self.walk.chance();
        match self.outcomes.iter_mut().find(|(known, _)| *known == outcome) {
            Some((_, sum)) => sum.add(chance),
            None => self.outcomes.push((outcome, chance.clone())),
        }
        if let Some(details) = &mut self.details {
            self.walk.note(details.needed.entry(outcome).or_default());
        }
        let stored = match &mut self.looks {
            Looks::Keys(keys) if keys.is_empty() => 0,
            Looks::Keys(keys) => {
                let after = self.battle.after(&effects);
                for (key, values) in &mut *keys {
                    values.add(after.value_at(key).unwrap_or(Value::Null), chance);
                }
                keys.iter().map(|(_, values)| values.len()).sum()
            }
            Looks::Numbers(moving) => {
                moving.add(&self.battle, &self.battle.after(&effects), chance);
                moving.len()
            }
        };
        if stored > MOST_STORED {
            self.stopped = Some(Unfound::RanOut);
        }
    }

    /// The odds, once every branch was walked.
    ///
    /// # Errors
    /// If the order would be refused, or the walk ran out before its end.
    pub fn found(self) -> Result<Odds, Unfound> {
        self.found_with_details().map(|(odds, _)| odds)
    }

    /// The odds, with the other results.
    pub(super) fn found_with_details(mut self) -> Result<(Odds, Details), Unfound> {
        if self.stopped.is_none() && self.step() {
            self.stopped = Some(Unfound::RanOut);
        }
        if let Some(stopped) = self.stopped {
            return Err(stopped);
        }
        let watched = match self.looks {
            Looks::Keys(keys) => {
                keys.into_iter().map(|(key, values)| (key.written, values.into_values())).collect()
            }
            Looks::Numbers(moving) => moving.into_watched(),
        };
        let odds = Odds { outcomes: self.outcomes, watched };
        Ok((odds, self.details.unwrap_or_default()))
    }
}

impl Job for OddsWalk {
    /// Walks another branch.
    fn step(&mut self) -> bool {
        if self.stopped.is_some() {
            return false;
        }
        match self.branch() {
            None if self.walk.ran_out() => self.stopped = Some(Unfound::RanOut),
            None => return false,
            Some(Err(stop)) => self.stopped = Some(stop.into()),
            Some(Ok(_)) if self.walked >= self.budget => self.stopped = Some(Unfound::RanOut),
            Some(Ok(report)) => {
                self.walked += 1;
                self.count(report);
            }
        }
        self.stopped.is_none()
    }

    /// In branches, out of the most that there may be.
    fn progress(&self) -> Progress {
        Progress { done: self.walked, all: self.budget }
    }
}

/// The average of some number about the battle after an order: the sum over every branch, each
/// with its chance. Rolls that are made at once and read separately are walked side by side, so
/// it is exact for sums over units. `None` if that takes more branches than `branches`, or if
/// the order would be refused.
pub(super) fn expected(
    battle: &PlayerView,
    order: &Order,
    branches: u64,
    mut worth: impl FnMut(&PlayerView) -> f64,
) -> Option<f64> {
    if battle.is_certain(order, iter::empty()) {
        let report = battle.resolve(order, &mut Seeded::new(0, 0)).ok()?;
        return Some(worth(&battle.after(&report.effects)));
    }
    let battle = &battle.to_static();
    let mut sum = 0.0;
    let mut left = branches;
    let mut walk = Walk::new(Thoroughness::Merged);
    while let Some((result, chance)) = walk.branch(|dice| battle.resolve(order, dice)) {
        let chance = chance.to_f64();
        sum += chance * worth(&battle.after(&result.ok()?.effects));
        left = left.checked_sub(1)?;
    }
    (!walk.ran_out()).then_some(sum)
}

/// A watched key, if it exists.
fn watchable(battle: &PlayerView, key: &str) -> Result<Key, Stop> {
    if let Some(known) = Key::read(key).filter(|key| battle.value_at(key).is_some()) {
        return Ok(known);
    }
    let key = clipped(key);
    let tag = battle.tags().first().map_or_else(|| "A1".into(), ToString::to_string);
    Err(Stop::Invalid(message!(
        "there is no `{key}` to watch: use a tag and a key, such as \"{tag}.status\"",
        key,
        tag
    )))
}

/// Passes rolls on, and notes the modifiers that it sees.
struct Witness<'w> {
    dice: &'w mut dyn Dice,
    seen: &'w mut Vec<NamedModifier>,
}

impl Witness<'_> {
    fn see(&mut self, ask: &AskedRoll) {
        for modifier in &ask.modifiers {
            let named = NamedModifier { purpose: ask.purpose.clone(), modifier: modifier.clone() };
            if !self.seen.contains(&named) {
                self.seen.push(named);
            }
        }
    }
}

impl Dice for Witness<'_> {
    fn throw(&mut self, ask: &AskedRoll, reading: &Reading) -> Result<Thrown, DiceStop> {
        self.see(ask);
        self.dice.throw(ask, reading)
    }

    fn each(
        &mut self,
        ask: &AskedRoll,
        times: u32,
        reading: &Reading,
    ) -> Result<Vec<Thrown>, DiceStop> {
        self.see(ask);
        self.dice.each(ask, times, reading)
    }

    fn contest(&mut self, first: &AskedRoll, second: &AskedRoll) -> Result<[Thrown; 2], DiceStop> {
        self.see(first);
        self.see(second);
        self.dice.contest(first, second)
    }

    fn at_once(&mut self, first: ReadRoll, second: ReadRoll) -> Result<[Thrown; 2], DiceStop> {
        self.see(first.ask);
        self.see(second.ask);
        self.dice.at_once(first, second)
    }

    fn beside(&mut self, rolls: &RollsBeside) -> Result<(Thrown, Vec<Thrown>), DiceStop> {
        self.see(rolls.first);
        self.see(rolls.other);
        self.dice.beside(rolls)
    }

    fn deal(&mut self, deck: &[usize], asks: &[AskedRoll]) -> Result<Vec<usize>, DiceStop> {
        for ask in asks {
            self.see(ask);
        }
        self.dice.deal(deck, asks)
    }

    fn reports(&self) -> bool {
        self.dice.reports()
    }
}
