//! When something happens in a battle.

use serde::{Deserialize, Serialize};

use crate::say::{Say, say};

/// What a system calls the period in which every unit acts once.
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
    pub fn name(self) -> Say {
        match self {
            Cycle::Round => say!("Round"),
            Cycle::Turn => say!("Turn"),
        }
    }
}

/// A round or turn of a battle, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Moment {
    /// Whether it is a round or a turn.
    pub cycle: Cycle,
    pub number: u32,
}

impl Moment {
    /// As a heading: `Round 3`.
    #[must_use]
    pub fn name(self) -> Say {
        let number = self.number;
        match self.cycle {
            Cycle::Round => say!("Round {number}", number),
            Cycle::Turn => say!("Turn {number}", number),
        }
    }

    /// As it stands within a sentence: `round 3`.
    #[must_use]
    pub fn within(self) -> Say {
        let number = self.number;
        match self.cycle {
            Cycle::Round => say!("round {number}", number),
            Cycle::Turn => say!("turn {number}", number),
        }
    }

    /// From this one to a later one, as a heading: `Rounds 3 to 5`.
    #[must_use]
    pub fn to(self, last: Moment) -> Say {
        let (first, last) = (self.number, last.number);
        match (self.cycle, last == first + 1) {
            (Cycle::Round, true) => say!("Rounds {first} and {last}", first, last),
            (Cycle::Round, false) => say!("Rounds {first} to {last}", first, last),
            (Cycle::Turn, true) => say!("Turns {first} and {last}", first, last),
            (Cycle::Turn, false) => say!("Turns {first} to {last}", first, last),
        }
    }

    /// How many there have been, this one included: `19 rounds`.
    #[must_use]
    pub fn count(self) -> Say {
        match self.cycle {
            Cycle::Round => say!(self.number => "{n} round" | "{n} rounds"),
            Cycle::Turn => say!(self.number => "{n} turn" | "{n} turns"),
        }
    }
}
