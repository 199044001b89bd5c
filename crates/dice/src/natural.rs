//! Natural numbers of any size.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, SubAssign};

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

/// A whole number from 0 up, of any size. It is stored in 128 bits while it fits, as most
/// weights do, so that the odds need not allocate memory for each sum and product.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Natural(NaturalSize);

/// Only a number that does not fit is `Large`, so that equal numbers are equal
/// and the derived order is that of the numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum NaturalSize {
    Small(u128),
    Large(BigUint),
}

use NaturalSize::{Large, Small};

impl Natural {
    /// 0.
    pub const ZERO: Natural = Natural(Small(0));
    /// 1.
    pub const ONE: Natural = Natural(Small(1));

    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Natural::ZERO
    }

    /// Raised to the power of `exponent`.
    #[must_use]
    pub fn pow(&self, exponent: u32) -> Natural {
        if let Small(base) = &self.0
            && let Some(power) = base.checked_pow(exponent)
        {
            return Natural(Small(power));
        }
        Natural::from(BigUint::from(self).pow(exponent))
    }

    /// The whole quotient and the remainder; the quotient by 0 is 0.
    #[must_use]
    pub fn div_rem(&self, divisor: &Natural) -> (Natural, Natural) {
        match (&self.0, &divisor.0) {
            (_, Small(0)) => (Natural::ZERO, self.clone()),
            (Small(a), Small(b)) => (Natural(Small(a / b)), Natural(Small(a % b))),
            _ => {
                let (times, rest) = BigUint::from(self).div_rem(&BigUint::from(divisor));
                (Natural::from(times), Natural::from(rest))
            }
        }
    }

    /// The largest number that divides both.
    #[must_use]
    pub fn gcd(&self, other: &Natural) -> Natural {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => Natural(Small(a.gcd(b))),
            _ => Natural::from(BigUint::from(self).gcd(&BigUint::from(other))),
        }
    }

    /// The quotient as the nearest double; by 0 it is 0.
    #[must_use]
    pub fn ratio(&self, divisor: &Natural) -> f64 {
        if divisor.is_zero() {
            return 0.0;
        }
        if let (Some(one), Some(two)) = (self.to_exact_f64(), divisor.to_exact_f64()) {
            return one / two;
        }
        if let (Small(one), Small(two)) = (&self.0, &divisor.0)
            && *two >> 64 == 0
            && *one > 0
        {
            // All 128 bits of the dividend are used, so that the quotient keeps
            // 64 or more.
            let shift = one.leading_zeros();
            let (one, two) = (one << shift, *two);
            return rounded(one / two, one % two != 0, shift.into());
        }
        let (one, two) = (self.as_big(), divisor.as_big());
        // The quotient keeps 64 bits or more; a double holds 53.
        let shift =
            64 + i64::try_from(two.bits()).unwrap_or(0) - i64::try_from(one.bits()).unwrap_or(0);
        let distance = usize::try_from(shift.unsigned_abs()).unwrap_or(0);
        let (times, rest) = if shift < 0 {
            one.div_rem(&(&*two << distance))
        } else {
            (&*one << distance).div_rem(&two)
        };
        rounded(times.to_u128().unwrap_or(u128::MAX), !rest.is_zero(), shift)
    }

    /// This number at any size.
    fn as_big(&self) -> Cow<'_, BigUint> {
        match &self.0 {
            Small(n) => Cow::Owned(BigUint::from(*n)),
            Large(n) => Cow::Borrowed(n),
        }
    }

    /// This number as a double, if it fits in 53 bits.
    fn to_exact_f64(&self) -> Option<f64> {
        match &self.0 {
            Small(n) if *n <= 1 << 53 => n.to_f64(),
            Small(_) | Large(_) => None,
        }
    }
}

/// A quotient of more bits than a double holds, to be halved `halved` times;
/// `rest` says whether the true quotient is a little more.
fn rounded(times: u128, rest: bool, halved: i64) -> f64 {
    // The last bit only decides what is exactly halfway.
    let times = (times | u128::from(rest)) as f64;
    // In two steps: the factor of a single one may be smaller than any double.
    let half = i32::try_from(halved / 2).unwrap_or(i32::MAX);
    let other = i32::try_from(halved - halved / 2).unwrap_or(i32::MAX);
    times * 0.5f64.powi(half) * 0.5f64.powi(other)
}

impl From<u32> for Natural {
    fn from(n: u32) -> Natural {
        Natural(Small(n.into()))
    }
}

impl From<u64> for Natural {
    fn from(n: u64) -> Natural {
        Natural(Small(n.into()))
    }
}

impl From<u128> for Natural {
    fn from(n: u128) -> Natural {
        Natural(Small(n))
    }
}

impl From<BigUint> for Natural {
    fn from(n: BigUint) -> Natural {
        Natural(n.to_u128().map_or_else(|| Large(n), Small))
    }
}

impl From<&Natural> for BigUint {
    fn from(n: &Natural) -> BigUint {
        match &n.0 {
            Small(n) => BigUint::from(*n),
            Large(n) => n.clone(),
        }
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(n) => n.fmt(f),
            Large(n) => n.fmt(f),
        }
    }
}

impl AddAssign<&Natural> for Natural {
    fn add_assign(&mut self, other: &Natural) {
        match (&mut self.0, &other.0) {
            (Small(a), Small(b)) => match a.checked_add(*b) {
                Some(sum) => *a = sum,
                None => self.0 = Large(BigUint::from(*a) + *b),
            },
            (Large(a), Small(b)) => *a += *b,
            (Large(a), Large(b)) => *a += b,
            (Small(a), Large(b)) => self.0 = Large(b + *a),
        }
    }
}

impl Add<&Natural> for Natural {
    type Output = Natural;

    fn add(mut self, other: &Natural) -> Natural {
        self += other;
        self
    }
}

/// The difference; `other` must not be larger.
impl SubAssign<&Natural> for Natural {
    fn sub_assign(&mut self, other: &Natural) {
        debug_assert!(*self >= *other, "{self} is less than {other}");
        match (&mut self.0, &other.0) {
            (Small(a), Small(b)) => *a = a.saturating_sub(*b),
            (Large(a), b) => {
                match b {
                    Small(b) => *a -= *b,
                    Large(b) => *a -= b,
                }
                if let Some(small) = a.to_u128() {
                    self.0 = Small(small);
                }
            }
            (Small(a), Large(_)) => *a = 0,
        }
    }
}

impl Mul for &Natural {
    type Output = Natural;

    fn mul(self, other: &Natural) -> Natural {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => match a.checked_mul(*b) {
                Some(product) => Natural(Small(product)),
                None => Natural(Large(BigUint::from(*a) * *b)),
            },
            (Small(n), Large(large)) | (Large(large), Small(n))
                if n.is_zero() || large.is_zero() =>
            {
                Natural::ZERO
            }
            (Small(n), Large(large)) | (Large(large), Small(n)) => Natural(Large(large * *n)),
            (Large(a), Large(b)) => Natural(Large(a * b)),
        }
    }
}

impl<'n> std::iter::Sum<&'n Natural> for Natural {
    fn sum<I: Iterator<Item = &'n Natural>>(numbers: I) -> Natural {
        numbers.fold(Natural::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use num_bigint::BigInt;

    use super::*;

    /// Numbers of all sizes, many near the edge of 128 bits.
    fn any_number() -> impl Strategy<Value = BigUint> {
        let edge = BigUint::from(u128::MAX);
        prop_oneof![
            (0u32..100).prop_map(BigUint::from),
            any::<u64>().prop_map(BigUint::from),
            any::<u128>().prop_map(BigUint::from),
            (0u32..100).prop_map(move |more| &edge + more),
            (any::<u128>(), any::<u128>()).prop_map(|(a, b)| BigUint::from(a) * b),
        ]
    }

    proptest! {
        #[test]
        fn numbers_calculate_as_num_bigint_does(a in any_number(), b in any_number(), n in 0u32..6) {
            let (one, two) = (Natural::from(a.clone()), Natural::from(b.clone()));
            prop_assert_eq!(BigUint::from(&one), a.clone());
            prop_assert_eq!(one.cmp(&two), a.cmp(&b));
            prop_assert_eq!(one.clone() + &two, Natural::from(&a + &b));
            prop_assert_eq!(&one * &two, Natural::from(&a * &b));
            prop_assert_eq!(one.pow(n), Natural::from(a.pow(n)));
            prop_assert_eq!(one.gcd(&two), Natural::from(a.gcd(&b)));
            let mut rest = one.clone() + &two;
            rest -= &two;
            prop_assert_eq!(&rest, &one);
            if !b.is_zero() {
                let (times, left) = a.div_rem(&b);
                prop_assert_eq!(one.div_rem(&two), (Natural::from(times), Natural::from(left)));
            }
            prop_assert_eq!(one.to_string(), a.to_string());
        }
    }

    proptest! {
        #[test]
        fn a_ratio_is_the_nearest_double(a in any_number(), b in any_number()) {
            prop_assume!(!b.is_zero());
            let found = Natural::from(a.clone()).ratio(&Natural::from(b.clone()));
            // No double is nearer: twice the distance is at most that to the next double on either
            // side. A double is a whole number of units of its last bit.
            let distance = |to: f64| {
                let bits = to.to_bits();
                let exponent = i64::try_from(bits >> 52).unwrap() - 1075;
                let mantissa = BigInt::from((bits & ((1 << 52) - 1)) | (1 << 52));
                let (a, b) = (BigInt::from(a.clone()), BigInt::from(b.clone()));
                let to_scale = |n: BigInt, by: i64| n << usize::try_from(by.max(0)).unwrap();
                (to_scale(a, 2000) - to_scale(mantissa * b, 2000 + exponent))
                    .magnitude()
                    .clone()
            };
            if found > 0.0 {
                let [down, up] = [-1i64, 1].map(|by| {
                    f64::from_bits(found.to_bits().checked_add_signed(by).unwrap())
                });
                prop_assert!(distance(found) <= distance(down), "{found}");
                prop_assert!(distance(found) <= distance(up), "{found}");
            } else {
                prop_assert!(a.is_zero());
            }
        }
    }

    #[test]
    fn a_number_is_large_only_if_it_does_not_fit_into_128_bits() {
        let mut edge = Natural::from(u128::MAX);
        edge += &Natural::ONE;
        assert!(matches!(edge.0, Large(_)));
        edge -= &Natural::ONE;
        assert_eq!(edge, Natural::from(u128::MAX));
        assert!((&edge * &Natural::from(2u32) > edge) && (&edge * &Natural::ZERO).is_zero());
    }
}
