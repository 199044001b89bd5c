//! The enumerating dice source: it runs a resolver once for every branch of its rolls, with the
//! exact weight of each.

use std::sync::Arc;

use smallvec::smallvec;

use super::branches::{
    Branch, Branches, MOST_WAYS, Made, Throwing, beside, counts, dealt, decided, hands,
    side_by_side,
};
use super::distribution::Distribution;
use super::needed::Needed;
use super::roller::{Dice, DiceStop, ReadRoll, Reading, RollsBeside};
use super::throw::{AskedRoll, Origin, Throw, Thrown};
use super::weight::Chance;
use message::message;

/// How the branches are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thoroughness {
    /// Results that read alike are one branch; rolls made at once and read
    /// separately are walked side by side. Exact for any question about one of
    /// them.
    Merged,
    /// The same, but rolls made at once are walked in every pair: exact also
    /// for what follows from both of them later, when further orders are given.
    Paired,
    /// Every natural result of every roll, one after the other: the reference
    /// implementation with which tests compare the others.
    EveryResult,
}

/// Runs `run` once for each branch of its rolls, and passes its result and the chance of
/// the branch to `visit`. The chances of all branches add up to 1.
pub fn walk<T>(
    thoroughness: Thoroughness,
    mut run: impl FnMut(&mut dyn Dice) -> T,
    mut visit: impl FnMut(T, &Chance),
) {
    let mut walk = Walk::new(thoroughness);
    while let Some((result, chance)) = walk.branch(&mut run) {
        visit(result, chance);
    }
}

/// A [`walk`] branch by branch: it can be paused after any of them and resumed later, so
/// that a thread or a screen can do other work in between.
#[derive(Clone, Debug)]
pub struct Walk {
    dice: Enumerating,
    stage: WalkStage,
    always: Chance,
}

/// The progress of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WalkStage {
    Ahead,
    UnderWay,
    Over,
}

impl Walk {
    /// A walk that has run no branch yet.
    #[must_use]
    pub fn new(thoroughness: Thoroughness) -> Walk {
        let dice = Enumerating {
            thoroughness,
            path: Vec::new(),
            depth: 0,
            distributions: Vec::new(),
            made: Vec::new(),
            ran_out: false,
        };
        Walk { dice, stage: WalkStage::Ahead, always: Chance::always() }
    }

    /// Whether it ended before all branches were run, because one roll has too
    /// many branches.
    #[must_use]
    pub fn ran_out(&self) -> bool {
        self.dice.ran_out
    }

    /// Adds the results of the last branch's rolls.
    pub fn note(&self, needed: &mut Needed) {
        needed.note(self.dice.path.iter().map(|fork| (&fork.branches, fork.taken)));
    }

    /// Runs the next branch, and returns its result and its chance; `None` once all have
    /// been run, or if the walk has run out ([`Walk::ran_out`]). `run` must be the same
    /// resolver every time.
    pub fn branch<T>(&mut self, run: impl FnOnce(&mut dyn Dice) -> T) -> Option<(T, &Chance)> {
        let result = self.run_next(run)?;
        Some((result, self.chance()))
    }

    /// The chance of the branch that was run last.
    #[must_use]
    pub fn chance(&self) -> &Chance {
        self.dice.path.last().map_or(&self.always, |fork| &fork.chance)
    }

    /// Runs the next branch, as [`Walk::branch`].
    pub fn run_next<T>(&mut self, run: impl FnOnce(&mut dyn Dice) -> T) -> Option<T> {
        match self.stage {
            WalkStage::Ahead => self.stage = WalkStage::UnderWay,
            WalkStage::UnderWay if self.dice.next_path() => {}
            WalkStage::UnderWay | WalkStage::Over => {
                self.stage = WalkStage::Over;
                return None;
            }
        }
        self.dice.depth = 0;
        let result = run(&mut self.dice);
        if self.dice.ran_out {
            self.stage = WalkStage::Over;
            return None;
        }
        Some(result)
    }
}

#[derive(Clone, Debug)]
struct Fork {
    branches: Arc<Throwing>,
    taken: usize,
    /// The chance of everything up to here, this branch included.
    chance: Chance,
}

#[derive(Clone, Debug)]
struct Enumerating {
    thoroughness: Thoroughness,
    path: Vec<Fork>,
    depth: usize,
    /// Few enough to search one by one: an order asks for a handful of rolls,
    /// and hashing would be slower.
    distributions: Vec<(Throw, Arc<Distribution>)>,
    made: Vec<Arc<Throwing>>,
    /// Whether a roll had too many branches.
    ran_out: bool,
}

impl Enumerating {
    /// The branch to take at this depth: that of the current path, or the first
    /// of a new fork.
    fn follow(&mut self, made: impl FnOnce() -> Made) -> Result<&[i64], DiceStop> {
        if self.depth == self.path.len() {
            let branches = self.branches(made())?;
            let Branches { ways, total } = &branches.branches;
            let weight = &ways[0].weight;
            let chance = match self.path.last() {
                None => Chance::of(weight.clone(), total.clone()),
                Some(above) => above.chance.and(weight, total),
            };
            self.path.push(Fork { branches, taken: 0, chance });
        }
        let fork = &self.path[self.depth];
        self.depth += 1;
        Ok(&fork.branches.branches.ways[fork.taken].results)
    }

    fn next_path(&mut self) -> bool {
        self.path.truncate(self.depth);
        while let Some(mut last) = self.path.pop() {
            last.taken += 1;
            if let Some(way) = last.branches.branches.ways.get(last.taken) {
                let above = self.path.last().map(|fork| &fork.chance);
                last.chance.reweigh(above, &way.weight);
                self.path.push(last);
                return true;
            }
        }
        false
    }

    fn branches(&mut self, made: Made) -> Result<Arc<Throwing>, DiceStop> {
        if let Some(known) = self.made.iter().find(|known| known.made == made) {
            return Ok(Arc::clone(known));
        }
        if self.ways_of(&made) > MOST_WAYS {
            self.ran_out = true;
            return Err(DiceStop::Impossible(message!("these dice can fall in too many ways")));
        }
        let branches = self.ways(&made);
        let throwing = Arc::new(Throwing { made, branches });
        self.made.push(Arc::clone(&throwing));
        Ok(throwing)
    }

    fn ways(&mut self, made: &Made) -> Branches {
        match made {
            Made::Once(throw, reading) => self.once(*throw, reading),
            Made::Each(throw, times, reading) => counts(&self.once(*throw, reading), *times),
            Made::Contest(first, second, lead) => {
                decided(&self.distribution(*first), &self.distribution(*second), *lead)
            }
            Made::AtOnce([first, second]) => {
                side_by_side(&self.once(first.0, &first.1), &self.once(second.0, &second.1))
            }
            Made::Beside((first, cap), others) => {
                let first = self.once(*first, &Reading::UpTo(*cap));
                beside(first, *cap, &self.ways(others))
            }
            Made::Deal(kinds, cards) => dealt(kinds, *cards),
        }
    }

    /// An upper bound on its branches, worked out without walking them.
    fn ways_of(&mut self, made: &Made) -> u64 {
        let faces = |throw: &Throw| u64::from(throw.die().faces()) * u64::from(throw.count());
        match made {
            Made::Once(throw, _) => faces(throw),
            Made::Contest(one, two, _) | Made::AtOnce([(one, _), (two, _)]) => {
                faces(one).saturating_add(faces(two))
            }
            Made::Each(throw, times, reading) => self.hands_of(*throw, *times, reading),
            Made::Beside((first, _), others) => {
                let others = self.ways_of(others);
                faces(first).saturating_add(others.saturating_mul(2))
            }
            Made::Deal(kinds, cards) => hands(kinds.iter().copied(), *cards),
        }
    }

    /// The number of ways in which this many equal rolls can fall, regardless of their
    /// order.
    fn hands_of(&mut self, throw: Throw, times: u32, reading: &Reading) -> u64 {
        let rows = self.once(throw, reading).ways.len();
        hands(std::iter::repeat_n(times, rows), times)
    }

    fn distribution(&mut self, throw: Throw) -> Arc<Distribution> {
        if let Some((_, distribution)) = self.distributions.iter().find(|(t, _)| *t == throw) {
            return Arc::clone(distribution);
        }
        let distribution = Arc::new(Distribution::of(throw));
        self.distributions.push((throw, Arc::clone(&distribution)));
        distribution
    }

    /// The classes of a roll's results, ascending.
    fn once(&mut self, throw: Throw, reading: &Reading) -> Branches {
        let distribution = self.distribution(throw);
        let mut ways: Vec<Branch> =
            Vec::with_capacity(reading.most_classes(distribution.iter().count()));
        let mut class_before = None;
        for (result, weight) in distribution.iter().filter(|(_, weight)| !weight.is_zero()) {
            let class = reading.class_of(result);
            match ways.last_mut() {
                Some(last) if class_before == Some(class) => last.weight += weight,
                _ => ways.push(Branch { results: smallvec![result], weight: weight.clone() }),
            }
            class_before = Some(class);
        }
        Branches { ways, total: distribution.total().clone() }
    }
}

fn thrown(natural: i64) -> Thrown {
    Thrown { faces: Vec::new(), natural, by: Origin::Rolled }
}

impl Dice for Enumerating {
    fn throw(&mut self, ask: &AskedRoll, reading: &Reading) -> Result<Thrown, DiceStop> {
        let every = self.thoroughness == Thoroughness::EveryResult;
        let reads = || if every { Reading::Value } else { reading.clone() };
        Ok(thrown(self.follow(|| Made::Once(ask.throw, reads()))?[0]))
    }

    fn each(
        &mut self,
        ask: &AskedRoll,
        times: u32,
        reading: &Reading,
    ) -> Result<Vec<Thrown>, DiceStop> {
        if self.thoroughness == Thoroughness::EveryResult {
            return (0..times).map(|_| self.throw(ask, reading)).collect();
        }
        let results = self.follow(|| Made::Each(ask.throw, times, reading.clone()))?;
        Ok(results.iter().copied().map(thrown).collect())
    }

    fn contest(&mut self, first: &AskedRoll, second: &AskedRoll) -> Result<[Thrown; 2], DiceStop> {
        let lead = first.modifier() - second.modifier();
        let results = self.follow(|| Made::Contest(first.throw, second.throw, lead))?;
        Ok([thrown(results[0]), thrown(results[1])])
    }

    fn at_once(&mut self, first: ReadRoll, second: ReadRoll) -> Result<[Thrown; 2], DiceStop> {
        if self.thoroughness != Thoroughness::Merged {
            return Ok([
                self.throw(first.ask, first.reading)?,
                self.throw(second.ask, second.reading)?,
            ]);
        }
        let results = self.follow(|| {
            Made::AtOnce([first, second].map(|roll| (roll.ask.throw, roll.reading.clone())))
        })?;
        Ok([thrown(results[0]), thrown(results[1])])
    }

    fn beside(&mut self, rolls: &RollsBeside) -> Result<(Thrown, Vec<Thrown>), DiceStop> {
        if self.thoroughness != Thoroughness::Merged {
            let first = self.throw(rolls.first, &Reading::UpTo(rolls.cap))?;
            return Ok((first, self.each(rolls.other, rolls.times, rolls.reading)?));
        }
        let results = self.follow(|| {
            let others = Made::Each(rolls.other.throw, rolls.times, rolls.reading.clone());
            Made::Beside((rolls.first.throw, rolls.cap), Box::new(others))
        })?;
        Ok((thrown(results[0]), results[1..].iter().copied().map(thrown).collect()))
    }

    fn deal(&mut self, deck: &[usize], asks: &[AskedRoll]) -> Result<Vec<usize>, DiceStop> {
        if self.thoroughness == Thoroughness::EveryResult {
            let card = |ask| self.throw(ask, &Reading::Value).map(|card| card.natural - 1);
            let places = asks.iter().map(card).collect::<Result<Vec<i64>, DiceStop>>()?;
            return Ok(places
                .into_iter()
                .filter_map(|place| usize::try_from(place).ok())
                .collect());
        }
        let mut left = deck.to_vec();
        let kinds = self.follow(|| {
            let most = deck.iter().max().map_or(0, |kind| kind + 1);
            let many = |kind| deck.iter().filter(|card| **card == kind).map(|_| 1).sum();
            Made::Deal((0..most).map(many).collect(), u32::try_from(asks.len()).unwrap_or(u32::MAX))
        })?;
        let places = kinds.iter().filter_map(|kind| {
            let place = left.iter().position(|card| i64::try_from(*card) == Ok(*kind))?;
            left.remove(place);
            Some(place)
        });
        Ok(places.collect())
    }

    fn reports(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{CappedRoll, Die, Modifier, Reason, Roller};
    use message::Message;

    /// The results of a resolver, each with its chance.
    fn chances<T: Ord>(
        thoroughness: Thoroughness,
        mut resolver: impl FnMut(&mut Roller) -> Result<T, DiceStop>,
    ) -> BTreeMap<T, Chance> {
        let mut all = BTreeMap::new();
        walk(
            thoroughness,
            |dice| resolver(&mut Roller::new(dice)),
            |result, chance| {
                let result = result.expect("the odds never run out of dice");
                all.entry(result).or_insert_with(Chance::never).add(chance);
            },
        );
        all
    }

    fn asks(throw: Throw, modifier: i64) -> AskedRoll {
        AskedRoll::new(throw, Message::verbatim("test"))
            .with(vec![Modifier::new(modifier, Reason::new("test", Message::verbatim("test")))])
    }

    #[test]
    fn merged_branches_have_the_chances_of_every_result() {
        let rows = [(i64::MIN, 'a'), (4, 'b'), (9, 'c')];
        let resolver = |roller: &mut Roller| {
            let row = roller.row(&asks(Throw::sum(2, Die::D6), 1), &rows)?;
            let capped = roller.value_up_to(&asks(Throw::sum(3, Die::D3), -1), 5)?;
            // The next roll depends on the roll before.
            let more = if row == 'b' { capped } else { 0 };
            let mut each = roller.each(&asks(Throw::D6, 0), 3, &rows)?;
            each.sort_unstable();
            let again = roller.at_least(&asks(Throw::highest(2, Die::D6), -1), 5)?;
            Ok((row, more, each, again))
        };
        let slow = chances(Thoroughness::EveryResult, resolver);
        assert_eq!(chances(Thoroughness::Merged, resolver), slow);
        assert_eq!(chances(Thoroughness::Paired, resolver), slow);
        let sum = slow.values().fold(Chance::never(), |mut sum, chance| {
            sum.add(chance);
            sum
        });
        assert_eq!(sum, Chance::always());
    }

    #[test]
    fn an_interrupted_walk_continues() {
        let ask = asks(Throw::sum(2, Die::D6), 0);
        let mut walk = Walk::new(Thoroughness::EveryResult);
        let mut seen = Vec::new();
        loop {
            // The copy is the state that another thread would resume.
            let mut taken_on = walk.clone();
            let Some((result, chance)) = taken_on.branch(|dice| Roller::new(dice).value(&ask))
            else {
                break;
            };
            seen.push((result.expect("dice"), chance.clone()));
            walk = taken_on;
        }
        let ways = |sum: i64| u32::try_from(6 - (sum - 7).abs()).expect("few");
        let all: Vec<_> = (2..=12).map(|sum| (sum, Chance::of(ways(sum), 36u32))).collect();
        assert_eq!(seen, all);
        assert!(walk.branch(|_| ()).is_none());
    }

    #[test]
    fn simultaneous_rolls_are_exact_alone_and_in_pairs() {
        let one = asks(Throw::sum(3, Die::D6), 2);
        let two = asks(Throw::sum(2, Die::D10), 0);
        let [one, two] = [(&one, 14), (&two, 12)].map(|(ask, cap)| CappedRoll { ask, cap });
        let both = |roller: &mut Roller| roller.at_once(one, two);
        let first = |roller: &mut Roller| both(roller).map(|pair| pair.0);
        let second = |roller: &mut Roller| both(roller).map(|pair| pair.1);
        let slow = Thoroughness::EveryResult;
        assert_eq!(chances(Thoroughness::Merged, first), chances(slow, first));
        assert_eq!(chances(Thoroughness::Merged, second), chances(slow, second));
        assert_eq!(chances(Thoroughness::Paired, both), chances(slow, both));
        // Side by side there are about as many branches as results of both.
        assert!(chances(Thoroughness::Merged, both).len() <= 14 + 11);
    }

    #[test]
    fn parallel_rolls_are_exact_alone_and_together_under_the_cap() {
        let (one, other) = (asks(Throw::sum(2, Die::D6), 1), asks(Throw::D6, -1));
        let rows = [(i64::MIN, 'a'), (2, 'b'), (5, 'c')];
        // The cap is out of reach, within reach, and always reached.
        for cap in [20, 9, 2] {
            let both = |roller: &mut Roller| {
                let (value, mut each) =
                    roller.beside(CappedRoll { ask: &one, cap }, &other, 3, &rows)?;
                each.sort_unstable();
                Ok((value, each))
            };
            let value = |roller: &mut Roller| both(roller).map(|(value, _)| value);
            let rest = |roller: &mut Roller| both(roller).map(|(value, each)| (value == cap, each));
            let slow = Thoroughness::EveryResult;
            assert_eq!(chances(Thoroughness::Merged, value), chances(slow, value), "{cap}");
            assert_eq!(chances(Thoroughness::Merged, rest), chances(slow, rest), "{cap}");
            assert_eq!(chances(Thoroughness::Paired, both), chances(slow, both), "{cap}");
            assert!(chances(Thoroughness::Merged, both).len() <= 11 + 2 * 10);
        }
    }

    #[test]
    fn dealt_cards_have_the_chances_of_all_orders_of_dealing() {
        // The kinds as they lie in the deck, so alike cards are not neighbours.
        let deck = [0, 1, 0, 2, 2, 0, 3];
        let resolver = |roller: &mut Roller| {
            let asks: Vec<AskedRoll> = [7, 6, 5]
                .iter()
                .map(|n| asks(Throw::One { die: Die::of(*n).unwrap() }, 0))
                .collect();
            let mut left = deck.to_vec();
            let places = roller.deal(&deck, &asks)?;
            let mut hand: Vec<usize> = places.into_iter().map(|place| left.remove(place)).collect();
            hand.sort_unstable();
            Ok(hand)
        };
        let slow = chances(Thoroughness::EveryResult, resolver);
        let fast = chances(Thoroughness::Merged, resolver);
        assert_eq!(fast, slow);
        assert_eq!(fast[&vec![0, 0, 0]], Chance::of(1u32, 35u32));
        assert_eq!(fast[&vec![1, 2, 3]], Chance::of(2u32, 35u32));
    }

    #[test]
    fn a_contest_rerolls_ties() {
        let (one, two) = (asks(Throw::highest(2, Die::D6), 0), asks(Throw::D6, 1));
        let first_wins = chances(Thoroughness::Merged, |roller| {
            roller.contest(&one, &two).map(|winner| winner == crate::Higher::First)
        });
        // Every result of the highest of two dice against one die +1.
        let (mut up, mut down) = (0u32, 0u32);
        for (a, b, c) in (0..216).map(|n| (n / 36 + 1, n / 6 % 6 + 1, n % 6 + 1)) {
            up += u32::from(a.max(b) > c + 1);
            down += u32::from(a.max(b) < c + 1);
        }
        assert_eq!(first_wins[&true], Chance::of(up, up + down));
        assert_eq!(first_wins[&false], Chance::of(down, up + down));
    }
}
