//! The branches of a step of rolls, each with its weight. A branch is a set of dice results
//! that the rule treats alike.

use std::cmp::Ordering;

use smallvec::{SmallVec, smallvec};

use super::distribution::Distribution;
use super::natural::Natural;
use super::roller::Reading;
use super::throw::Throw;

/// The most branches that one roll may have before the walk gives up. A hand of
/// five cards out of fifty different ones has two million, and would take a
/// minute and most of the memory.
pub(super) const MOST_WAYS: u64 = 50_000;

/// One result for each class of results that read alike: the lowest of the class. Most branches
/// have three or fewer, which need no separate memory.
pub(super) type Results = SmallVec<[i64; 3]>;

/// One branch of a roll (or of several rolled together), with its weight.
#[derive(Debug, PartialEq)]
pub(super) struct Branch {
    pub(super) results: Results,
    pub(super) weight: Natural,
}

#[derive(Debug, PartialEq)]
pub(super) struct Branches {
    pub(super) ways: Vec<Branch>,
    pub(super) total: Natural,
}

/// A roll in the tree of branches, with its own branches.
#[derive(Debug)]
pub(super) struct Throwing {
    pub(super) made: Made,
    pub(super) branches: Branches,
}

/// The source of the branches: equal rolls that are read alike share their branches, at any
/// place in an order.
#[derive(Debug, PartialEq)]
pub(super) enum Made {
    Once(Throw, Reading),
    Each(Throw, u32, Reading),
    /// Two rolls, and the modifiers of the first minus those of the second.
    Contest(Throw, Throw, i64),
    AtOnce([(Throw, Reading); 2]),
    /// A roll with its cap (a natural result), and other rolls.
    Beside((Throw, i64), Box<Made>),
    /// How many cards of each kind are in the deck, and how many are dealt.
    Deal(Vec<u32>, u32),
}

/// The number of dice in each row: the multinomial distribution.
pub(super) fn counts(one: &Branches, times: u32) -> Branches {
    let mut ways = vec![Branch { results: Results::new(), weight: Natural::ONE }];
    for (at, row) in one.ways.iter().enumerate() {
        let last = at + 1 == one.ways.len();
        let mut longer = Vec::new();
        for way in &ways {
            let left = times - u32::try_from(way.results.len()).unwrap_or(times);
            let mut choose = Natural::ONE;
            for here in 0..=left {
                if here > 0 {
                    let more = &choose * &Natural::from(left - here + 1);
                    choose = more.div_rem(&Natural::from(here)).0;
                }
                if last && here < left {
                    continue;
                }
                let mut results = way.results.clone();
                results.resize(way.results.len() + here as usize, row.results[0]);
                let weight = &(&way.weight * &choose) * &row.weight.pow(here);
                longer.push(Branch { results, weight });
            }
        }
        ways = longer;
    }
    Branches { ways, total: one.total.pow(times) }
}

/// The number of different hands of `cards` cards from these numbers of each kind; at most
/// [`u64::MAX`].
pub(super) fn hands(kinds: impl Iterator<Item = u32>, cards: u32) -> u64 {
    if u64::from(cards) > MOST_WAYS {
        return u64::MAX;
    }
    // `ways[n]`: the number of hands of n cards from the kinds so far.
    let mut ways = vec![0_u64; cards as usize + 1];
    ways[0] = 1;
    for many in kinds {
        for held in (0..ways.len()).rev() {
            let fewer = held.saturating_sub(many as usize)..held;
            let sum = ways[fewer].iter().fold(ways[held], |sum, more| sum.saturating_add(*more));
            ways[held] = sum;
        }
    }
    ways[cards as usize]
}

/// The number of ways to choose `many` out of `from`.
fn choose(from: u32, many: u32) -> Natural {
    (0..many).fold(Natural::ONE, |ways, taken| {
        let more = &ways * &Natural::from(from.saturating_sub(taken));
        more.div_rem(&Natural::from(taken + 1)).0
    })
}

/// The number of cards of each kind that are dealt: the hypergeometric distribution. The
/// results are the kinds.
pub(super) fn dealt(kinds: &[u32], cards: u32) -> Branches {
    let mut ways = vec![Branch { results: Results::new(), weight: Natural::ONE }];
    for (kind, &many) in (0i64..).zip(kinds) {
        let last = usize::try_from(kind).is_ok_and(|at| at + 1 == kinds.len());
        let mut longer = Vec::new();
        for way in &ways {
            let left = cards - u32::try_from(way.results.len()).unwrap_or(cards);
            let at_least = if last { left } else { 0 };
            for here in at_least..=left.min(many) {
                let mut results = way.results.clone();
                results.resize(way.results.len() + here as usize, kind);
                longer.push(Branch { results, weight: &way.weight * &choose(many, here) });
            }
        }
        ways = longer;
    }
    Branches { ways, total: choose(kinds.iter().sum(), cards) }
}

/// The chances that either of two rolls is higher, given that they differ; `lead` is the
/// modifiers of the first minus those of the second.
pub(super) fn decided(first: &Distribution, second: &Distribution, lead: i64) -> Branches {
    let mut first_wins: Option<Branch> = None;
    let mut second_wins: Option<Branch> = None;
    for (one, one_weight) in first.iter() {
        for (two, two_weight) in second.iter() {
            let wins = match (one + lead).cmp(&two) {
                Ordering::Greater => &mut first_wins,
                Ordering::Less => &mut second_wins,
                Ordering::Equal => continue,
            };
            let branch = wins.get_or_insert_with(|| Branch {
                results: smallvec![one, two],
                weight: Natural::ZERO,
            });
            branch.weight += &(one_weight * two_weight);
        }
    }
    let ways: Vec<Branch> = first_wins.into_iter().chain(second_wins).collect();
    let total = ways.iter().map(|way| &way.weight).sum();
    Branches { ways, total }
}

/// Two rolls that are read separately, walked side by side: each result of
/// either has its exact weight, but pairs are not exact. So there are about as
/// many branches as both have results, not as many as there are pairs.
pub(super) fn side_by_side(one: &Branches, two: &Branches) -> Branches {
    // Both are weighed in parts of one total: the smallest possible.
    let common = one.total.gcd(&two.total);
    let (one_scale, two_scale) = (two.total.div_rem(&common).0, one.total.div_rem(&common).0);
    let mut ways = Vec::with_capacity(one.ways.len() + two.ways.len());
    let (mut ones, mut twos) = (one.ways.iter(), two.ways.iter());
    let (mut first, mut second) = (ones.next(), twos.next());
    let scaled = |way: Option<&Branch>, scale| way.map(|way| &way.weight * scale);
    let (mut left_one, mut left_two) = (scaled(first, &one_scale), scaled(second, &two_scale));
    while let (Some(a), Some(b), Some(left_a), Some(left_b)) =
        (first, second, &mut left_one, &mut left_two)
    {
        let results = joined(a, b);
        let order = (*left_a).cmp(left_b);
        let weight = if order == Ordering::Greater { left_b.clone() } else { left_a.clone() };
        *left_a -= &weight;
        *left_b -= &weight;
        ways.push(Branch { results, weight });
        if order != Ordering::Greater {
            first = ones.next();
            left_one = scaled(first, &one_scale);
        }
        if order != Ordering::Less {
            second = twos.next();
            left_two = scaled(second, &two_scale);
        }
    }
    Branches { ways, total: &one.total * &one_scale }
}

/// The results of one roll and then those of another.
fn joined(one: &Branch, two: &Branch) -> Results {
    let mut results = one.results.clone();
    results.extend_from_slice(&two.results);
    results
}

/// Like [`side_by_side`], but later rolls may depend on whether the first reaches its cap: the
/// results under it and the one at it are walked separately.
pub(super) fn beside(mut first: Branches, cap: i64, others: &Branches) -> Branches {
    let total = &first.total * &others.total;
    let at_cap = first.ways.partition_point(|way| way.results[0] < cap);
    let capped = first.ways.split_off(at_cap);
    let mut ways = Vec::with_capacity(at_cap + capped.len() + 2 * others.ways.len());
    for part in [first.ways, capped] {
        if !part.is_empty() {
            let part_total: Natural = part.iter().map(|way| &way.weight).sum();
            // Both parts get weights out of one total.
            let all = &part_total * &others.total;
            let mut walked = side_by_side(&Branches { ways: part, total: part_total }, others);
            let scale = all.div_rem(&walked.total).0;
            for way in &mut walked.ways {
                way.weight = &way.weight * &scale;
            }
            ways.append(&mut walked.ways);
        }
    }
    Branches { ways, total }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_counted_as_they_are_dealt() {
        for kinds in [vec![1, 1, 1, 1], vec![3, 2, 1], vec![5], vec![2, 2, 2, 4]] {
            let all: u32 = kinds.iter().sum();
            for cards in 0..=all {
                let ways = dealt(&kinds, cards).ways.len() as u64;
                assert_eq!(hands(kinds.iter().copied(), cards), ways, "{cards} of {kinds:?}");
            }
        }
        // Five cards of 54, and a count too large for any machine integer.
        assert_eq!(hands([1; 54].into_iter(), 5), 3_162_510);
        assert_eq!(hands([200; 300].into_iter(), 200), u64::MAX);
    }
}
