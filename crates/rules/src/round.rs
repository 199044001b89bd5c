//! Rounds and turns of a battle, counted from 1.

use serde::{Deserialize, Serialize};

use message::{Message, message};

/// The name that a game gives the period in which every unit acts once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cycle {
    /// A round.
    Round,
    /// A turn.
    Turn,
}

impl Cycle {
    /// Its name as a heading.
    #[must_use]
    pub fn name(self) -> Message {
        match self {
            Cycle::Round => message!("Round"),
            Cycle::Turn => message!("Turn"),
        }
    }
}

/// A round or turn of a battle, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundNumber {
    /// Whether it is a round or a turn.
    pub cycle: Cycle,
    pub number: u32,
}

impl RoundNumber {
    /// As a heading: `Round 3`.
    #[must_use]
    pub fn name(self) -> Message {
        let number = self.number;
        match self.cycle {
            Cycle::Round => message!("Round {number}", number),
            Cycle::Turn => message!("Turn {number}", number),
        }
    }

    /// Within a sentence: `round 3`.
    #[must_use]
    pub fn within(self) -> Message {
        let number = self.number;
        match self.cycle {
            Cycle::Round => message!("round {number}", number),
            Cycle::Turn => message!("turn {number}", number),
        }
    }

    /// From this round to a later one, as a heading: `Rounds 3 to 5`.
    #[must_use]
    pub fn to(self, last: RoundNumber) -> Message {
        let (first, last) = (self.number, last.number);
        match (self.cycle, last == first + 1) {
            (Cycle::Round, true) => message!("Rounds {first} and {last}", first, last),
            (Cycle::Round, false) => message!("Rounds {first} to {last}", first, last),
            (Cycle::Turn, true) => message!("Turns {first} and {last}", first, last),
            (Cycle::Turn, false) => message!("Turns {first} to {last}", first, last),
        }
    }

    /// The number of rounds up to this one: `19 rounds`.
    #[must_use]
    pub fn count(self) -> Message {
        match self.cycle {
            Cycle::Round => message!(self.number => "{n} round" | "{n} rounds"),
            Cycle::Turn => message!(self.number => "{n} turn" | "{n} turns"),
        }
    }
}
