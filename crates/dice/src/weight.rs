//! Exact chances: integer weights over an integer total.

use std::cmp::Ordering;

use num_bigint::BigUint;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::natural::Natural;

/// An exact probability: a weight out of a total. Equal chances compare equal
/// whatever their totals.
#[derive(Clone, Debug)]
pub struct Chance {
    weight: Natural,
    total: Natural,
}

impl Chance {
    /// The chance of an impossible event.
    #[must_use]
    pub fn never() -> Chance {
        Chance { weight: Natural::ZERO, total: Natural::ONE }
    }

    /// The chance of a certain event.
    #[must_use]
    pub fn always() -> Chance {
        Chance { weight: Natural::ONE, total: Natural::ONE }
    }

    /// `weight` cases of `total`; a total of 0 is [`Chance::never`].
    #[must_use]
    pub fn of(weight: impl Into<Natural>, total: impl Into<Natural>) -> Chance {
        let total = total.into();
        if total.is_zero() { Chance::never() } else { Chance { weight: weight.into(), total } }
    }

    /// Both this and an independent event of `weight` cases of `total`.
    pub(super) fn and(&self, weight: &Natural, total: &Natural) -> Chance {
        Chance { weight: &self.weight * weight, total: &self.total * total }
    }

    /// Becomes the chance of `before` and an independent event of `weight` cases; the total stays,
    /// as it already includes both.
    pub(super) fn reweigh(&mut self, before: Option<&Chance>, weight: &Natural) {
        self.weight = before.map_or_else(|| weight.clone(), |before| &before.weight * weight);
    }

    /// Both this and another independent chance.
    #[must_use]
    pub fn times(&self, other: &Chance) -> Chance {
        self.and(&other.weight, &other.total)
    }

    /// The chance that it does not happen.
    #[must_use]
    pub fn not(&self) -> Chance {
        let (weight, total) = self.lowest_terms();
        Chance::of(&total - weight, total)
    }

    /// Adds a chance that excludes this one.
    pub fn add(&mut self, other: &Chance) {
        if self.total == other.total {
            self.weight += &other.weight;
            return;
        }
        if self.weight.is_zero() {
            self.clone_from(other);
            return;
        }
        let (smaller, larger) = if self.total < other.total {
            (&self.total, &other.total)
        } else {
            (&other.total, &self.total)
        };
        let (factor, rest) = larger.div_rem(smaller);
        if !rest.is_zero() {
            let common = self.total.gcd(&other.total);
            let factor = self.total.div_rem(&common).0;
            let other_factor = other.total.div_rem(&common).0;
            self.weight = &self.weight * &other_factor + &(&other.weight * &factor);
            self.total = &self.total * &other_factor;
        } else if self.total < other.total {
            self.weight = &self.weight * &factor + &other.weight;
            self.total.clone_from(&other.total);
        } else {
            self.weight += &(&other.weight * &factor);
        }
    }

    /// The chance that it does not happen.
    #[must_use]
    pub fn otherwise(&self) -> Chance {
        let mut weight = self.total.clone();
        weight -= &self.weight;
        Chance { weight, total: self.total.clone() }
    }

    /// Whether it is zero.
    #[must_use]
    pub fn is_never(&self) -> bool {
        self.weight.is_zero()
    }

    /// The lowest terms: cases and total.
    #[must_use]
    pub fn lowest_terms(&self) -> (BigUint, BigUint) {
        let common = self.weight.gcd(&self.total);
        let [weight, total] = [&self.weight, &self.total].map(|n| n.div_rem(&common).0);
        (BigUint::from(&weight), BigUint::from(&total))
    }

    /// The nearest double between 0 and 1.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.weight.ratio(&self.total)
    }
}

/// As a fraction in lowest terms: `1/6`.
impl Serialize for Chance {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (weight, total) = self.lowest_terms();
        serializer.collect_str(&format_args!("{weight}/{total}"))
    }
}

impl<'de> Deserialize<'de> for Chance {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Chance, D::Error> {
        let text = String::deserialize(deserializer)?;
        let parts = text.split_once('/').and_then(|(weight, total)| {
            let [weight, total] = [weight, total].map(|part| part.parse::<BigUint>().ok());
            Some((weight?, total?))
        });
        let (weight, total) =
            parts.ok_or_else(|| D::Error::custom("a chance is a fraction such as \"1/6\""))?;
        Ok(Chance::of(weight, total))
    }
}

impl PartialEq for Chance {
    fn eq(&self, other: &Chance) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Chance {}

impl PartialOrd for Chance {
    fn partial_cmp(&self, other: &Chance) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Chance {
    fn cmp(&self, other: &Chance) -> Ordering {
        (&self.weight * &other.total).cmp(&(&other.weight * &self.total))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_over_different_totals_add_up_exactly() {
        let mut sum = Chance::of(1u32, 10u32);
        sum.add(&Chance::of(1u32, 60u32));
        sum.add(&Chance::of(2u32, 7u32));
        assert_eq!(sum, Chance::of(169u32, 420u32));
        assert_eq!(Chance::of(2u32, 4u32), Chance::of(1u32, 2u32));
        assert_eq!(sum.otherwise(), Chance::of(251u32, 420u32));
    }

    #[test]
    fn the_opposite_chance_has_the_weight_of_all_other_results() {
        assert_eq!(Chance::of(3u32, 10u32).not(), Chance::of(7u32, 10u32));
        assert_eq!(Chance::always().not(), Chance::never());
    }

    #[test]
    fn a_chance_becomes_the_nearest_double() {
        assert_eq!(Chance::of(3u32, 10u32).to_f64().to_bits(), 0.3f64.to_bits());
        let huge = BigUint::from(10u32).pow(90);
        let third = Chance::of(&huge / 3u32, huge);
        assert!((third.to_f64() - 1.0 / 3.0).abs() < 1e-15);
        assert!(Chance::of(0u32, 0u32).is_never());
    }
}
