//! The rule by which a language chooses the plural form for a count, in the notation of gettext:
//! `n == 1 ? 0 : n % 10 >= 2 ? 1 : 2`.

use thiserror::Error;

/// The reason why a rule for plural forms cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the plural rule cannot be read from {rest:?} on")]
pub struct PluralFault {
    /// The part of the rule at which reading stopped.
    pub rest: String,
}

/// A rule that gives the form for a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PluralRule(PluralTerm);

#[derive(Clone, Debug, PartialEq, Eq)]
enum PluralTerm {
    Count,
    Number(u64),
    Not(Box<PluralTerm>),
    Two(PluralOperator, Box<[PluralTerm; 2]>),
    /// A condition, the value if it is true, and the value otherwise.
    If(Box<[PluralTerm; 3]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PluralOperator {
    Or,
    And,
    Equal,
    Unequal,
    AtMost,
    AtLeast,
    Below,
    Above,
    Plus,
    Minus,
    Times,
    Over,
    Rest,
}

/// The operators by how tightly they bind, the loosest first. Longer signs come
/// before their own prefixes.
const LEVELS: [&[(&str, PluralOperator)]; 6] = [
    &[("||", PluralOperator::Or)],
    &[("&&", PluralOperator::And)],
    &[("==", PluralOperator::Equal), ("!=", PluralOperator::Unequal)],
    &[
        ("<=", PluralOperator::AtMost),
        (">=", PluralOperator::AtLeast),
        ("<", PluralOperator::Below),
        (">", PluralOperator::Above),
    ],
    &[("+", PluralOperator::Plus), ("-", PluralOperator::Minus)],
    &[("*", PluralOperator::Times), ("/", PluralOperator::Over), ("%", PluralOperator::Rest)],
];

/// The deepest nesting of brackets and conditions that is read; no language's
/// rule comes near it.
const DEEPEST: u8 = 32;

impl PluralRule {
    /// Reads a rule.
    ///
    /// # Errors
    /// If it is not an expression in `n`.
    pub(super) fn read(rule: &str) -> Result<PluralRule, PluralFault> {
        let mut reader = PluralReader { rest: rule, depth: 0 };
        let term = reader.condition();
        reader.skip("");
        match term {
            Some(term) if reader.rest.is_empty() => Ok(PluralRule(term)),
            Some(_) | None => Err(PluralFault { rest: reader.rest.to_owned() }),
        }
    }

    /// The number of the form for a count, from 0.
    pub(super) fn form(&self, count: u64) -> usize {
        let form = self.0.value(count).and_then(|form| usize::try_from(form).ok());
        form.unwrap_or(0)
    }
}

impl PluralTerm {
    /// `None` on a division by zero or an overflow.
    fn value(&self, n: u64) -> Option<u64> {
        Some(match self {
            PluralTerm::Count => n,
            PluralTerm::Number(number) => *number,
            PluralTerm::Not(term) => u64::from(term.value(n)? == 0),
            PluralTerm::If(terms) => {
                let [condition, then, otherwise] = &**terms;
                if condition.value(n)? == 0 { otherwise.value(n)? } else { then.value(n)? }
            }
            PluralTerm::Two(operator, terms) => {
                let [left, right] = &**terms;
                let (left, right) = (left.value(n)?, right.value(n)?);
                match operator {
                    PluralOperator::Or => u64::from(left != 0 || right != 0),
                    PluralOperator::And => u64::from(left != 0 && right != 0),
                    PluralOperator::Equal => u64::from(left == right),
                    PluralOperator::Unequal => u64::from(left != right),
                    PluralOperator::AtMost => u64::from(left <= right),
                    PluralOperator::AtLeast => u64::from(left >= right),
                    PluralOperator::Below => u64::from(left < right),
                    PluralOperator::Above => u64::from(left > right),
                    PluralOperator::Plus => left.checked_add(right)?,
                    PluralOperator::Minus => left.checked_sub(right)?,
                    PluralOperator::Times => left.checked_mul(right)?,
                    PluralOperator::Over => left.checked_div(right)?,
                    PluralOperator::Rest => left.checked_rem(right)?,
                }
            }
        })
    }
}

/// Reads an expression from left to right; `None` if it cannot continue.
struct PluralReader<'r> {
    rest: &'r str,
    depth: u8,
}

impl PluralReader<'_> {
    /// Skips blanks and then this sign, and returns whether it was there.
    fn skip(&mut self, sign: &str) -> bool {
        self.rest = self.rest.trim_start();
        let after = self.rest.strip_prefix(sign);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn condition(&mut self) -> Option<PluralTerm> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let mut term = self.level(0)?;
        if self.skip("?") {
            let then = self.condition()?;
            if !self.skip(":") {
                return None;
            }
            term = PluralTerm::If(Box::new([term, then, self.condition()?]));
        }
        self.depth -= 1;
        Some(term)
    }

    fn level(&mut self, level: usize) -> Option<PluralTerm> {
        let Some(operators) = LEVELS.get(level) else { return self.single() };
        let mut left = self.level(level + 1)?;
        while let Some((_, operator)) = operators.iter().find(|(sign, _)| self.skip(sign)) {
            let right = self.level(level + 1)?;
            left = PluralTerm::Two(*operator, Box::new([left, right]));
        }
        Some(left)
    }

    fn single(&mut self) -> Option<PluralTerm> {
        let mut negations = 0_u32;
        while self.skip("!") {
            negations += 1;
        }
        let mut term = if self.skip("(") {
            let inner = self.condition()?;
            if !self.skip(")") {
                return None;
            }
            inner
        } else if self.skip("n") {
            PluralTerm::Count
        } else {
            let digits = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
            let (number, rest) = self.rest.split_at(digits);
            let number = number.parse().ok()?;
            self.rest = rest;
            PluralTerm::Number(number)
        };
        // More than three in a row add nothing: two already give 0 or 1.
        for _ in 0..negations.min(2 + negations % 2) {
            term = PluralTerm::Not(Box::new(term));
        }
        Some(term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(rule: &str, forms: &[(u64, usize)]) {
        let read = PluralRule::read(rule).unwrap_or_else(|fault| panic!("{rule}: {fault}"));
        for (count, form) in forms {
            assert_eq!(read.form(*count), *form, "{rule} of {count}");
        }
    }

    #[test]
    fn the_rules_of_real_languages_find_the_form_of_a_number() {
        check("n != 1", &[(0, 1), (1, 0), (2, 1), (101, 1)]);
        check("(n > 1)", &[(0, 0), (1, 0), (2, 1)]);
        check("0", &[(0, 0), (1, 0), (7, 0)]);
        let polish = "(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)";
        check(polish, &[(0, 2), (1, 0), (2, 1), (5, 2), (12, 2), (22, 1), (25, 2), (112, 2)]);
        let russian = "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) \
                       ? 1 : 2";
        check(russian, &[(1, 0), (11, 2), (21, 0), (3, 1), (13, 2), (34, 1), (100, 2)]);
        let arabic = "n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 \
                      ? 4 : 5";
        check(arabic, &[(0, 0), (1, 1), (2, 2), (3, 3), (110, 3), (11, 4), (99, 4), (100, 5)]);
    }

    #[test]
    fn operators_bind_as_in_c() {
        check("1 + 2 * 3 - 4 / 2", &[(0, 5)]);
        check("!n", &[(0, 1), (3, 0)]);
        check("!!n", &[(0, 0), (3, 1)]);
        check("!!!n", &[(0, 1), (3, 0)]);
        check("n || 1 && 0", &[(0, 0), (1, 1)]);
        check("n < 2 == 1", &[(1, 1), (2, 0)]);
    }

    #[test]
    fn a_plural_rule_that_fails_gives_the_first_form() {
        check("n / 0", &[(1, 0)]);
        check("n - 2", &[(1, 0), (3, 1)]);
        check("n * 18446744073709551615", &[(1, usize::MAX), (2, 0)]);
    }

    #[test]
    fn an_invalid_plural_rule_is_refused_with_its_place() {
        let deep = "(".repeat(10_000) + "n";
        for (rule, rest) in [
            ("", ""),
            ("n ==", ""),
            ("n; exit", "; exit"),
            ("(n", ""),
            ("n ? 1", ""),
            ("m", "m"),
            ("n 1", "1"),
            ("99999999999999999999", "99999999999999999999"),
        ] {
            let fault = PluralRule::read(rule).expect_err(rule);
            assert_eq!(fault.rest, rest, "{rule}");
        }
        assert!(PluralRule::read(&deep).is_err());
    }
}
