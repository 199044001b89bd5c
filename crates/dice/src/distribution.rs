//! Exact distributions of rolls, in integer weights.

use num_bigint::{BigInt, BigUint};

use super::natural::Natural;
use super::throw::Throw;
use super::weight::Chance;

/// The number of equally likely dice results that give each result of a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    lowest: i64,
    weights: Vec<Natural>,
    total: Natural,
}

impl Distribution {
    /// The distribution of a roll's natural result.
    #[must_use]
    pub fn of(throw: Throw) -> Distribution {
        let faces = u32::from(throw.die().faces());
        let count = throw.count();
        let (lowest, _) = throw.span();
        let weights = match throw {
            Throw::One { .. } => vec![Natural::ONE; faces as usize],
            Throw::Sum { .. } => sums(count, faces),
            Throw::Hits { on, .. } => hits(count, faces, u32::from(on)),
            Throw::Highest { .. } => highest(count, faces),
        };
        Distribution { lowest, weights, total: Natural::from(faces).pow(count) }
    }

    /// The number of all dice results.
    #[must_use]
    pub fn total(&self) -> &Natural {
        &self.total
    }

    /// Each result with the number of ways that give it, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (i64, &Natural)> {
        (self.lowest..).zip(&self.weights)
    }

    /// The chance of this result or a higher one.
    #[must_use]
    pub fn at_least(&self, result: i64) -> Chance {
        let ways = self.iter().filter(|(r, _)| *r >= result).map(|(_, ways)| ways);
        Chance::of(ways.sum::<Natural>(), self.total.clone())
    }

    /// The chance of this result or a lower one.
    #[must_use]
    pub fn at_most(&self, result: i64) -> Chance {
        self.at_least(result + 1).otherwise()
    }

    /// The expected result.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.moments().0.ratio(&self.total)
    }

    /// The standard deviation.
    #[must_use]
    pub fn spread(&self) -> f64 {
        let (sum, squares) = self.moments();
        let mut variance = &squares * &self.total;
        variance -= &(&sum * &sum);
        variance.ratio(&self.total.pow(2)).sqrt()
    }

    /// The results summed over all ways, and their squares.
    fn moments(&self) -> (Natural, Natural) {
        let (mut sum, mut squares) = (Natural::ZERO, Natural::ZERO);
        for (result, ways) in self.iter() {
            let result = Natural::from(result.unsigned_abs());
            let part = &result * ways;
            sum += &part;
            squares += &(&result * &part);
        }
        (sum, squares)
    }
}

/// Ways to reach each total of `count` dice. The numbers are symmetric, so only half of them are
/// computed.
fn sums(count: u32, faces: u32) -> Vec<Natural> {
    let span = (faces - 1) as usize * count as usize;
    let half = span / 2;
    let mut weights: Vec<Natural> = if u128::from(faces).checked_pow(count).is_some() {
        small_sums(count, faces as usize, half).into_iter().map(Natural::from).collect()
    } else {
        large_sums(count, faces, half).into_iter().map(Natural::from).collect()
    };
    weights.extend_from_within(..span - half);
    weights[half + 1..].reverse();
    weights
}

/// One die after the other: each total is reached from the `faces` before it,
/// whose sum is carried along. No sum is larger than the number of all ways.
fn small_sums(count: u32, faces: usize, last: usize) -> Vec<u128> {
    let mut weights = vec![0; last + 1];
    weights[0] = 1;
    let mut fewer = weights.clone();
    for dice in 1..=count as usize {
        std::mem::swap(&mut weights, &mut fewer);
        let mut window = 0;
        for total in 0..=last.min((faces - 1) * dice) {
            window += fewer[total];
            if total >= faces {
                window -= fewer[total - faces];
            }
            weights[total] = window;
        }
    }
    weights
}

/// Uses J. C. P. Miller's recurrence for the powers of a polynomial: each
/// weight follows from the few before it, however many dice there are.
fn large_sums(count: u32, faces: u32, last: usize) -> Vec<BigUint> {
    let mut weights: Vec<BigInt> = vec![BigInt::from(1)];
    for k in 1..=last {
        let mut sum = BigInt::ZERO;
        let k_wide = i64::try_from(k).unwrap_or(i64::MAX);
        for (back, weight) in (1..i64::from(faces)).zip(weights.iter().rev()) {
            sum += weight * (back * (i64::from(count) + 1) - k_wide);
        }
        weights.push(sum / k_wide);
    }
    weights.into_iter().map(|weight| weight.into_parts().1).collect()
}

/// Ways for each number of dice that reach `on`: the binomial distribution.
fn hits(count: u32, faces: u32, on: u32) -> Vec<Natural> {
    let good = (faces + 1).saturating_sub(on.max(1));
    let (good, bad) = (Natural::from(good), Natural::from(faces - good));
    let mut ways = Natural::ONE;
    (0..=count)
        .map(|k| {
            if k > 0 {
                ways = (&ways * &Natural::from(count - k + 1)).div_rem(&Natural::from(k)).0;
            }
            &(&ways * &good.pow(k)) * &bad.pow(count - k)
        })
        .collect()
}

/// Ways for each face to be the highest: all up to it, less all under it.
fn highest(count: u32, faces: u32) -> Vec<Natural> {
    (1..=faces)
        .map(|face| {
            let mut ways = Natural::from(face).pow(count);
            ways -= &Natural::from(face - 1).pow(count);
            ways
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Die;
    use std::collections::BTreeMap;

    /// The reference implementation: every dice result, read one by one.
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
    fn distributions_equal_a_count_of_all_dice_results() {
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
                    let fast_ways: BTreeMap<i64, Natural> = fast
                        .iter()
                        .filter(|(_, w)| !w.is_zero())
                        .map(|(r, w)| (r, w.clone()))
                        .collect();
                    let slow_ways: BTreeMap<i64, Natural> =
                        slow.iter().map(|(r, w)| (*r, Natural::from(*w))).collect();
                    assert_eq!(fast_ways, slow_ways, "{throw}");
                    assert_eq!(fast.total(), &slow_ways.values().sum::<Natural>(), "{throw}");
                }
            }
        }
    }

    #[test]
    fn ninety_ten_sided_dice_have_ten_to_the_ninetieth_results() {
        let sum = Distribution::of(Throw::sum(90, Die::D10));
        assert_eq!(sum.iter().map(|(_, w)| w).sum::<Natural>(), Natural::from(10u32).pow(90));
        assert_eq!(sum.iter().next().map(|(r, _)| r), Some(90));
        assert_eq!(sum.iter().last().map(|(r, _)| r), Some(900));
    }

    #[test]
    fn a_distribution_has_the_right_mean_spread_and_tails() {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        for (throw, mean, variance) in [
            (Throw::D6, 3.5, 35.0 / 12.0),
            (Throw::sum(17, Die::D10), 93.5, 17.0 * 99.0 / 12.0),
            (Throw::Hits { count: 5, die: Die::D6, on: 5 }, 5.0 / 3.0, 10.0 / 9.0),
            (Throw::highest(2, Die::D6), 161.0 / 36.0, 2555.0 / 1296.0),
        ] {
            let distribution = Distribution::of(throw);
            assert!(near(distribution.mean(), mean), "{throw}");
            assert!(near(distribution.spread(), f64::sqrt(variance)), "{throw}");
        }
        let two = Distribution::of(Throw::sum(2, Die::D6));
        assert_eq!(two.at_least(11), Chance::of(3u32, 36u32));
        assert_eq!(two.at_most(4), Chance::of(6u32, 36u32));
        assert_eq!((two.at_least(2), two.at_most(1)), (Chance::always(), Chance::never()));
    }

    #[test]
    fn sums_of_few_dice_and_of_many_are_computed_alike() {
        for (count, faces) in [(1, 10), (2, 3), (7, 6), (31, 10), (38, 10), (49, 6), (80, 3)] {
            let last = (faces as usize - 1) * count as usize / 2;
            let small: Vec<BigUint> =
                small_sums(count, faces as usize, last).into_iter().map(BigUint::from).collect();
            assert_eq!(small, large_sums(count, faces, last), "{count}d{faces}");
        }
    }
}
