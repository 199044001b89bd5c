//! The enumerating dice: a resolver is run once for every branch that its
//! throws can take, with the exact weight of each.

use std::collections::HashMap;
use std::rc::Rc;

use num_bigint::BigUint;
use num_traits::Zero;

use super::distribution::Distribution;
use super::roller::{Dice, DiceStop, Reading};
use super::throw::{Ask, Origin, Throw, Thrown};
use super::weight::Chance;

/// How the branches are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thoroughness {
    /// Results that read alike are one branch; throws made at once and read
    /// apart are walked side by side. Exact for everything that is asked of
    /// one of them.
    Merged,
    /// Every natural result of every throw, one after the other: the slow twin
    /// that the tests hold the other against.
    EveryResult,
}

/// Runs `run` once for each branch of its throws, and tells `visit` what came
/// out and how likely that branch is. The chances of all branches add up to 1.
pub fn walk<T>(
    thoroughness: Thoroughness,
    mut run: impl FnMut(&mut dyn Dice) -> T,
    mut visit: impl FnMut(T, &Chance),
) {
    let mut dice =
        Enumerating { thoroughness, path: Vec::new(), depth: 0, distributions: HashMap::new() };
    loop {
        dice.depth = 0;
        let result = run(&mut dice);
        let chance = dice.path.last().map_or_else(Chance::always, |fork| fork.chance.clone());
        visit(result, &chance);
        if !dice.next_path() {
            return;
        }
    }
}

/// One way on from a throw (or several taken as one), with its weight.
struct Branch {
    /// Results that stand for all that read like them.
    results: Vec<i64>,
    weight: BigUint,
}

struct Branches {
    ways: Vec<Branch>,
    total: BigUint,
}

struct Fork {
    branches: Rc<Branches>,
    taken: usize,
    /// The chance of everything up to and with the way taken.
    chance: Chance,
}

struct Enumerating {
    thoroughness: Thoroughness,
    path: Vec<Fork>,
    depth: usize,
    distributions: HashMap<Throw, Rc<Distribution>>,
}

impl Enumerating {
    /// The way to take at this depth: the one of the present path, or the first
    /// of a new fork.
    fn follow(&mut self, make: impl FnOnce(&mut Self) -> Branches) -> Vec<i64> {
        if self.depth == self.path.len() {
            let branches = Rc::new(make(self));
            let chance = self.chance_of(self.depth, &branches, 0);
            self.path.push(Fork { branches, taken: 0, chance });
        }
        let fork = &self.path[self.depth];
        self.depth += 1;
        fork.branches.ways[fork.taken].results.clone()
    }

    fn chance_of(&self, depth: usize, branches: &Branches, taken: usize) -> Chance {
        let weight = &branches.ways[taken].weight;
        match depth.checked_sub(1) {
            None => Chance::of(weight.clone(), branches.total.clone()),
            Some(above) => self.path[above].chance.and(weight, &branches.total),
        }
    }

    fn next_path(&mut self) -> bool {
        self.path.truncate(self.depth);
        while let Some(last) = self.path.last() {
            let taken = last.taken + 1;
            if taken < last.branches.ways.len() {
                let branches = Rc::clone(&last.branches);
                let depth = self.path.len() - 1;
                let chance = self.chance_of(depth, &branches, taken);
                self.path[depth] = Fork { branches, taken, chance };
                return true;
            }
            self.path.pop();
        }
        false
    }

    fn distribution(&mut self, throw: Throw) -> Rc<Distribution> {
        Rc::clone(
            self.distributions.entry(throw).or_insert_with(|| Rc::new(Distribution::of(throw))),
        )
    }

    fn single(&mut self, throw: Throw, reading: &Reading) -> Branches {
        let distribution = self.distribution(throw);
        let reading = match self.thoroughness {
            Thoroughness::Merged => reading,
            Thoroughness::EveryResult => &Reading::Value,
        };
        let mut ways: Vec<Branch> = Vec::new();
        let mut class_before = None;
        for (result, weight) in distribution.iter().filter(|(_, w)| !w.is_zero()) {
            let class = class_of(reading, result);
            match ways.last_mut() {
                Some(last) if class_before == Some(class) => last.weight += weight,
                _ => ways.push(Branch { results: vec![result], weight: weight.clone() }),
            }
            class_before = Some(class);
        }
        Branches { ways, total: distribution.total().clone() }
    }

    /// How many of the dice fall in each row: the multinomial distribution.
    fn counts(&mut self, throw: Throw, times: u32, reading: &Reading) -> Branches {
        let one = self.single(throw, reading);
        let mut ways = vec![Branch { results: Vec::new(), weight: BigUint::from(1u32) }];
        for (at, row) in one.ways.iter().enumerate() {
            let last = at + 1 == one.ways.len();
            let mut longer = Vec::new();
            for way in &ways {
                let left = times - u32::try_from(way.results.len()).unwrap_or(times);
                let mut choose = BigUint::from(1u32);
                for here in 0..=left {
                    if here > 0 {
                        choose = choose * (left - here + 1) / here;
                    }
                    if last && here < left {
                        continue;
                    }
                    let mut results = way.results.clone();
                    results.resize(way.results.len() + here as usize, row.results[0]);
                    let weight = &way.weight * &choose * row.weight.pow(here);
                    longer.push(Branch { results, weight });
                }
            }
            ways = longer;
        }
        Branches { ways, total: one.total.pow(times) }
    }

    /// Who is higher, as it is when they are not level.
    fn decided(&mut self, first: &Ask, second: &Ask) -> Branches {
        let (a, b) = (self.distribution(first.throw), self.distribution(second.throw));
        let mut first_wins: Option<Branch> = None;
        let mut second_wins: Option<Branch> = None;
        for (one, one_weight) in a.iter() {
            for (two, two_weight) in b.iter() {
                let wins = match (one + first.modifier()).cmp(&(two + second.modifier())) {
                    std::cmp::Ordering::Greater => &mut first_wins,
                    std::cmp::Ordering::Less => &mut second_wins,
                    std::cmp::Ordering::Equal => continue,
                };
                let branch = wins.get_or_insert_with(|| Branch {
                    results: vec![one, two],
                    weight: BigUint::zero(),
                });
                branch.weight += one_weight * two_weight;
            }
        }
        let ways: Vec<Branch> = first_wins.into_iter().chain(second_wins).collect();
        let total = ways.iter().map(|way| &way.weight).sum();
        Branches { ways, total }
    }

    /// Two throws that are read apart, walked side by side: each result of
    /// either has its exact weight, and there are as many branches as results
    /// of both, not as many as pairs.
    fn side_by_side(one: &Branches, two: &Branches) -> Branches {
        let mut ways = Vec::new();
        let (mut i, mut j) = (0, 0);
        let scaled = |at: &Branches, k: usize, other: &Branches| &at.ways[k].weight * &other.total;
        let mut left_one = scaled(one, 0, two);
        let mut left_two = scaled(two, 0, one);
        loop {
            let weight = left_one.clone().min(left_two.clone());
            left_one -= &weight;
            left_two -= &weight;
            let results = vec![one.ways[i].results[0], two.ways[j].results[0]];
            ways.push(Branch { results, weight });
            if left_one.is_zero() {
                i += 1;
                if i == one.ways.len() {
                    break;
                }
                left_one = scaled(one, i, two);
            }
            if left_two.is_zero() {
                j += 1;
                if j == two.ways.len() {
                    break;
                }
                left_two = scaled(two, j, one);
            }
        }
        Branches { ways, total: &one.total * &two.total }
    }
}

fn class_of(reading: &Reading, result: i64) -> i64 {
    match reading {
        Reading::Value => result,
        Reading::UpTo(cap) => result.min(*cap),
        Reading::Rows(rows) => {
            let row = rows.partition_point(|from| *from <= result).max(1);
            i64::try_from(row).unwrap_or(i64::MAX)
        }
    }
}

fn thrown(natural: i64) -> Thrown {
    Thrown { faces: Vec::new(), natural, by: Origin::Rolled }
}

impl Dice for Enumerating {
    fn throw(&mut self, ask: &Ask, reading: &Reading) -> Result<Thrown, DiceStop> {
        let results = self.follow(|dice| dice.single(ask.throw, reading));
        Ok(thrown(results[0]))
    }

    fn each(&mut self, ask: &Ask, times: u32, reading: &Reading) -> Result<Vec<Thrown>, DiceStop> {
        if self.thoroughness == Thoroughness::EveryResult {
            return (0..times).map(|_| self.throw(ask, reading)).collect();
        }
        let results = self.follow(|dice| dice.counts(ask.throw, times, reading));
        Ok(results.into_iter().map(thrown).collect())
    }

    fn contest(&mut self, first: &Ask, second: &Ask) -> Result<[Thrown; 2], DiceStop> {
        let results = self.follow(|dice| dice.decided(first, second));
        Ok([thrown(results[0]), thrown(results[1])])
    }

    fn at_once(
        &mut self,
        first: (&Ask, &Reading),
        second: (&Ask, &Reading),
    ) -> Result<[Thrown; 2], DiceStop> {
        if self.thoroughness == Thoroughness::EveryResult {
            return Ok([self.throw(first.0, first.1)?, self.throw(second.0, second.1)?]);
        }
        let results = self.follow(|dice| {
            let one = dice.single(first.0.throw, first.1);
            let two = dice.single(second.0.throw, second.1);
            Self::side_by_side(&one, &two)
        });
        Ok([thrown(results[0]), thrown(results[1])])
    }

    fn reports(&self) -> bool {
        false
    }
}
