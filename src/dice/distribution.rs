//! Exact distributions of throws, in integer weights.

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

use super::throw::Throw;

/// How many of the equally likely ways a throw can fall give each result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    lowest: i64,
    weights: Vec<BigUint>,
    total: BigUint,
}

impl Distribution {
    /// The distribution of a throw's natural result.
    #[must_use]
    pub fn of(throw: Throw) -> Distribution {
        let faces = u32::from(throw.die().faces());
        let count = throw.count();
        let (lowest, _) = throw.span();
        let weights = match throw {
            Throw::One { .. } => vec![BigUint::one(); faces as usize],
            Throw::Sum { .. } => sums(count, faces),
            Throw::Hits { on, .. } => hits(count, faces, u32::from(on)),
            Throw::Highest { .. } => highest(count, faces),
        };
        Distribution { lowest, weights, total: BigUint::from(faces).pow(count) }
    }

    /// How many ways there are in all.
    #[must_use]
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// Each result with the number of ways that give it, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (i64, &BigUint)> {
        (self.lowest..).zip(&self.weights)
    }
}

/// Ways to reach each total of `count` dice, by the recurrence of J. C. P.
/// Miller for the powers of a polynomial: the k-th weight from the few before.
fn sums(count: u32, faces: u32) -> Vec<BigUint> {
    let n = i64::from(count);
    let span = usize::try_from(i64::from(faces - 1) * n).unwrap_or(0);
    let mut weights: Vec<BigInt> = Vec::with_capacity(span + 1);
    weights.push(BigInt::one());
    for k in 1..=span {
        let mut sum = BigInt::zero();
        for back in 1..=k.min(faces as usize - 1) {
            let factor = i64::try_from(back).unwrap_or(0) * (n + 1) - i64::try_from(k).unwrap_or(0);
            sum += &weights[k - back] * factor;
        }
        weights.push(sum / BigInt::from(k));
    }
    weights.into_iter().map(|w| w.magnitude().clone()).collect()
}

/// Ways for each number of dice that reach `on`: the binomial distribution.
fn hits(count: u32, faces: u32, on: u32) -> Vec<BigUint> {
    let good = BigUint::from((faces + 1).saturating_sub(on.max(1)));
    let bad = BigUint::from(faces) - &good;
    let mut ways = BigUint::one();
    (0..=count)
        .map(|k| {
            if k > 0 {
                ways = &ways * (count - k + 1) / k;
            }
            &ways * good.pow(k) * bad.pow(count - k)
        })
        .collect()
}

/// Ways for each face to be the highest: all up to it, less all under it.
fn highest(count: u32, faces: u32) -> Vec<BigUint> {
    (1..=faces).map(|f| BigUint::from(f).pow(count) - BigUint::from(f - 1).pow(count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Die;
    use std::collections::BTreeMap;

    /// The slow twin: every way that the dice can fall, read one by one.
    fn every_way(throw: Throw) -> BTreeMap<i64, u64> {
        let mut ways = BTreeMap::new();
        let mut faces = vec![1u8; throw.count() as usize];
        loop {
            *ways.entry(throw.read(&faces)).or_insert(0) += 1;
            let Some(at) = faces.iter().position(|&f| f < throw.die().faces()) else {
                return ways;
            };
            faces[..at].fill(1);
            faces[at] += 1;
        }
    }

    #[test]
    fn distributions_equal_a_count_of_every_way_the_dice_can_fall() {
        for die in [Die::D3, Die::D6, Die::D10] {
            for count in 1..=4 {
                let mut throws = vec![
                    Throw::Sum { count, die },
                    Throw::Highest { count, die },
                    Throw::One { die },
                ];
                throws.extend((1..=die.faces() + 1).map(|on| Throw::Hits { count, die, on }));
                for throw in throws {
                    let fast = Distribution::of(throw);
                    let slow = every_way(throw);
                    let fast_ways: BTreeMap<i64, BigUint> = fast
                        .iter()
                        .filter(|(_, w)| !w.is_zero())
                        .map(|(r, w)| (r, w.clone()))
                        .collect();
                    let slow_ways: BTreeMap<i64, BigUint> =
                        slow.iter().map(|(r, w)| (*r, BigUint::from(*w))).collect();
                    assert_eq!(fast_ways, slow_ways, "{throw}");
                    assert_eq!(fast.total(), &slow_ways.values().sum::<BigUint>(), "{throw}");
                }
            }
        }
    }

    #[test]
    fn ninety_dice_weigh_exactly_ten_to_the_ninetieth() {
        let sum = Distribution::of(Throw::sum(90, Die::D10));
        assert_eq!(sum.iter().map(|(_, w)| w).sum::<BigUint>(), BigUint::from(10u32).pow(90));
        assert_eq!(sum.iter().next().map(|(r, _)| r), Some(90));
        assert_eq!(sum.iter().last().map(|(r, _)| r), Some(900));
    }
}
