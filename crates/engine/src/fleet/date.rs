//! Dates of battles as ancient historians give them: a year, and sometimes more.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use message::{Message, message};
use rules::Keyword;

/// A part of a year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
#[keyword(plain)]
pub enum PartOfYear {
    /// The first month.
    #[keyword("January")]
    January,
    /// The second month.
    #[keyword("February")]
    February,
    /// The third month.
    #[keyword("March")]
    March,
    /// The fourth month.
    #[keyword("April")]
    April,
    /// The fifth month.
    #[keyword("May")]
    May,
    /// The sixth month.
    #[keyword("June")]
    June,
    /// The seventh month.
    #[keyword("July")]
    July,
    /// The eighth month.
    #[keyword("August")]
    August,
    /// The ninth month.
    #[keyword("September")]
    September,
    /// The tenth month.
    #[keyword("October")]
    October,
    /// The eleventh month.
    #[keyword("November")]
    November,
    /// The twelfth month.
    #[keyword("December")]
    December,
    /// When the fleets put out.
    Spring,
    /// When most battles are fought.
    Summer,
    /// When the sea closes.
    Autumn,
    /// When the ships lie ashore.
    Winter,
}

impl PartOfYear {
    /// The number of days of a month; `None` for a season.
    fn days(self) -> Option<u8> {
        match self {
            PartOfYear::February => Some(29),
            PartOfYear::April | PartOfYear::June | PartOfYear::September | PartOfYear::November => {
                Some(30)
            }
            PartOfYear::January
            | PartOfYear::March
            | PartOfYear::May
            | PartOfYear::July
            | PartOfYear::August
            | PartOfYear::October
            | PartOfYear::December => Some(31),
            PartOfYear::Spring | PartOfYear::Summer | PartOfYear::Autumn | PartOfYear::Winter => {
                None
            }
        }
    }
}

/// The date of a battle: `2 September 31 BCE`, `summer 413 BCE`, `about 540 BCE`. It is shown
/// as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    /// Whether the year is uncertain.
    pub about: bool,
    /// The day of the month, if known.
    pub day: Option<u8>,
    /// The month or season, if known.
    pub part: Option<PartOfYear>,
    /// The year before our era: 480 is 480 BCE.
    pub year_bce: u16,
}

impl Date {
    /// A description of the form of a date in a file.
    pub(super) fn takes() -> Message {
        message!(
            "a year such as “433 BCE”, “about 540 BCE”, “summer 413 BCE” or “2 September 31 BCE”"
        )
    }

    /// Its words for a reader. Files use the notation of `Display`, which no
    /// language changes.
    #[must_use]
    pub fn message(self) -> Message {
        let year = self.year_bce;
        let date = match (self.day, self.part) {
            (Some(day), Some(part)) => {
                message!("{day} {month} {year} BCE", day, month = part, year = year.to_string())
            }
            (_, Some(part)) => {
                message!("{season} {year} BCE", season = part, year = year.to_string())
            }
            (_, None) => message!("{year} BCE", year = year.to_string()),
        };
        if self.about { message!("about {date}", date) } else { date }
    }
}

/// A text that is not a date.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a date is {}", Date::takes())]
pub struct NotADate;

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.about {
            f.write_str("about ")?;
        }
        if let Some(day) = self.day {
            write!(f, "{day} ")?;
        }
        if let Some(part) = self.part {
            write!(f, "{part} ")?;
        }
        write!(f, "{} BCE", self.year_bce)
    }
}

impl FromStr for Date {
    type Err = NotADate;

    fn from_str(text: &str) -> Result<Date, NotADate> {
        let (about, rest) = text.strip_prefix("about ").map_or((false, text), |rest| (true, rest));
        let rest = rest.strip_suffix(" BCE").ok_or(NotADate)?;
        let words: Vec<&str> = rest.split(' ').collect();
        let (day, part, year) = match words.as_slice() {
            [year] => (None, None, year),
            [part, year] => (None, Some(part), year),
            [day, part, year] => (Some(day.parse::<u8>().map_err(|_| NotADate)?), Some(part), year),
            _ => return Err(NotADate),
        };
        let part = match part {
            Some(word) => Some(PartOfYear::from_slug(word).ok_or(NotADate)?),
            None => None,
        };
        let most = part.and_then(PartOfYear::days).unwrap_or(0);
        let year_bce = year.parse::<u16>().map_err(|_| NotADate)?;
        let date = Date { about, day, part, year_bce };
        // "07" and "+7" are not days, since a date is shown as it was written.
        let sound = day.is_none_or(|day| (1..=most).contains(&day)) && year_bce > 0;
        if sound && date.to_string() == text { Ok(date) } else { Err(NotADate) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_shown_as_written() {
        for text in ["433 BCE", "about 540 BCE", "summer 413 BCE", "2 September 31 BCE"] {
            assert_eq!(text.parse::<Date>().map(|date| date.to_string()), Ok(text.to_owned()));
        }
        let actium =
            Date { about: false, day: Some(2), part: Some(PartOfYear::September), year_bce: 31 };
        assert_eq!("2 September 31 BCE".parse(), Ok(actium));
    }

    #[test]
    fn an_impossible_day_is_not_a_date() {
        for text in [
            "",
            "BCE",
            "433",
            "433 BC",
            "0 BCE",
            "31 September 31 BCE",
            "3 summer 413 BCE",
            "Thargelion 413 BCE",
            "02 September 31 BCE",
            "2  September 31 BCE",
            "-433 BCE",
            "70000 BCE",
            "2 3 September 31 BCE",
        ] {
            assert_eq!(text.parse::<Date>(), Err(NotADate), "{text}");
        }
    }
}
