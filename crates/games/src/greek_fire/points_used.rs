//! The move points that a `row` uses: a number, or all that she has (GF-36).

use std::convert::Infallible;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use message::message;
use rules::schema::LeftOut;
use rules::statement::{FieldType, Ranged};

use super::tables::MOST_POINTS;

/// The move points that a `row` uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// This many.
    Points(u32),
    /// All that she has left when the order is carried out.
    All,
}

impl Spent {
    /// The word for all.
    pub const ALL: &'static str = "all";

    /// The number for a ship that has this many left.
    #[must_use]
    pub fn of(self, left: u32) -> u32 {
        match self {
            Spent::Points(points) => points,
            Spent::All => left,
        }
    }
}

impl FieldType for Spent {
    type Written = Infallible;

    fn default_of(written: Infallible) -> LeftOut {
        match written {}
    }
}

impl Ranged for Spent {
    type Number = u32;
    const WORDS: &'static [&'static str] = &[Spent::ALL];
}

impl Serialize for Spent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Spent::Points(points) => serializer.serialize_u32(*points),
            Spent::All => serializer.serialize_str(Spent::ALL),
        }
    }
}

impl<'de> Deserialize<'de> for Spent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Spent, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Points(u32),
            Word(String),
        }
        let takes = || {
            let (most, word) = (MOST_POINTS, Spent::ALL);
            D::Error::custom(message!(
                "takes a whole number from 0 to {most} or `{word}`",
                most,
                word
            ))
        };
        match Written::deserialize(deserializer).map_err(|_| takes())? {
            Written::Points(points) if points <= MOST_POINTS => Ok(Spent::Points(points)),
            Written::Word(word) if word == Spent::ALL => Ok(Spent::All),
            Written::Points(_) | Written::Word(_) => Err(takes()),
        }
    }
}
