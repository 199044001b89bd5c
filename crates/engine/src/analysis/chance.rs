//! Chances and luck in words: the same on screen, paper and in reports.

use message::{Message, message};

use super::Fortune;

/// The luck of a number of rolls, in five degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Luckiness {
    /// More than two standard deviations below average.
    VeryUnlucky,
    /// More than one below.
    Unlucky,
    /// Within one of the average.
    Average,
    /// More than one above.
    Lucky,
    /// More than two above.
    VeryLucky,
}

impl Luckiness {
    /// In a word or two.
    #[must_use]
    pub fn message(self) -> Message {
        match self {
            Luckiness::VeryUnlucky => message!("very unlucky"),
            Luckiness::Unlucky => message!("unlucky"),
            Luckiness::Average => message!("average"),
            Luckiness::Lucky => message!("lucky"),
            Luckiness::VeryLucky => message!("very lucky"),
        }
    }
}

impl Fortune {
    /// How lucky they were.
    #[must_use]
    pub fn fate(&self) -> Luckiness {
        match self.luck() {
            luck if luck >= 2.0 => Luckiness::VeryLucky,
            luck if luck >= 1.0 => Luckiness::Lucky,
            luck if luck > -1.0 => Luckiness::Average,
            luck if luck > -2.0 => Luckiness::Unlucky,
            _ => Luckiness::VeryUnlucky,
        }
    }
}

/// A chance as people put it: `30%`, `1 in 40`.
#[must_use]
pub fn likelihood(chance: f64) -> Message {
    match ChanceSize::of(chance) {
        ChanceSize::Percent(percent) => message!("{percent}%", percent),
        ChanceSize::OneIn(many) => message!("1 in {many}", many),
        ChanceSize::Tiny => message!("less than 1 in a billion"),
    }
}

/// A chance in whole percent, without the sign; nearly impossible is not shown as 0, nor
/// nearly certain as 100.
#[must_use]
pub fn percent(chance: f64) -> String {
    let percent = chance * 100.0;
    if chance > 0.0 && percent < 0.5 {
        "<1".into()
    } else if chance < 1.0 && percent >= 99.5 {
        ">99".into()
    } else {
        format!("{percent:.0}")
    }
}

/// A chance as people put it, with its noun: `a 30% chance`.
pub(super) fn a_chance(chance: f64) -> Message {
    match ChanceSize::of(chance) {
        ChanceSize::Percent(percent) => message!("a {percent}% chance", percent),
        ChanceSize::OneIn(many) => message!("a 1 in {many} chance", many),
        ChanceSize::Tiny => message!("almost no chance"),
    }
}

enum ChanceSize {
    Percent(i64),
    /// The number in groups of three digits.
    OneIn(String),
    Tiny,
}

impl ChanceSize {
    #[expect(clippy::cast_possible_truncation, reason = "percent are few")]
    fn of(chance: f64) -> ChanceSize {
        let percent = (chance * 100.0).round();
        if percent >= 10.0 {
            ChanceSize::Percent(percent as i64)
        } else if chance > 1e-9 {
            ChanceSize::OneIn(grouped((1.0 / chance).round()))
        } else {
            ChanceSize::Tiny
        }
    }
}

/// A large count, in groups of three digits, rounded to two significant ones.
fn grouped(n: f64) -> String {
    let scale = 10f64.powf((n.log10().floor() - 1.0).max(0.0));
    let digits = format!("{:.0}", (n / scale).round() * scale);
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use message::i18n::english;

    #[test]
    fn chances_are_shown_in_percent_or_as_one_in_a_number() {
        for (chance, words, noun) in [
            (1.0, "100%", "a 100% chance"),
            (0.304, "30%", "a 30% chance"),
            (0.0951, "10%", "a 10% chance"),
            (1.0 / 36.0, "1 in 36", "a 1 in 36 chance"),
            (1.0 / 216.0, "1 in 220", "a 1 in 220 chance"),
            (1.0 / 46_656.0, "1 in 47 000", "a 1 in 47 000 chance"),
            (1e-30, "less than 1 in a billion", "almost no chance"),
        ] {
            assert_eq!(english(&likelihood(chance)), words);
            assert_eq!(english(&a_chance(chance)), noun);
        }
    }

    #[test]
    fn luck_is_described_by_whole_standard_deviations() {
        let of = |above| Fortune { throws: 4, above, ..Fortune::default() }.fate();
        for (above, fate) in [
            (4.0, Luckiness::VeryLucky),
            (3.9, Luckiness::Lucky),
            (2.0, Luckiness::Lucky),
            (1.9, Luckiness::Average),
            (-1.9, Luckiness::Average),
            (-2.0, Luckiness::Unlucky),
            (-4.0, Luckiness::VeryUnlucky),
        ] {
            assert_eq!(of(above), fate, "{above}");
        }
        assert_eq!(Fortune::default().fate(), Luckiness::Average);
    }

    #[test]
    fn an_uncertain_chance_is_never_shown_as_certain() {
        for (chance, written) in [
            (0.0, "0"),
            (1e-9, "<1"),
            (0.004, "<1"),
            (0.006, "1"),
            (0.305, "30"),
            (0.5, "50"),
            (0.994, "99"),
            (0.999, ">99"),
            (1.0, "100"),
        ] {
            assert_eq!(percent(chance), written, "{chance}");
        }
    }
}
