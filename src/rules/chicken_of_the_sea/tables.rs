//! The figures and words of Chicken of the Sea.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::rules::slug::slugs;

/// Quinqueremes that one counter stands for.
pub const SHIPS_A_COUNTER: u32 = 6;
/// The highest speed.
pub const FULL_SPEED: u8 = 5;
/// What a galley that tires at full speed drops to (C-2).
pub const FATIGUED_SPEED: u8 = 3;
/// The most a crippled galley can do.
pub const CRIPPLED_SPEED: u8 = 1;
/// The highest speed from which a galley may avoid, or begin to back water.
pub const SLOW: u8 = 2;
/// The best crew.
pub const BEST_CQ: u8 = 6;
/// Hexes that a line commander's signals reach.
pub const LINE_COMMANDER_RANGE: u8 = 2;
/// Hexes that the signals of an admiral reach who is given no range (C-9).
pub const RANGE: u8 = 3;
/// The same at the head of a slow line abreast.
pub const ENHANCED_RANGE: u8 = 5;
/// A natural roll that no boarding survives.
pub const BOARDING_FAILS_ON: i64 = 6;

slugs! {
    /// Whose galley it is by birth.
    pub enum Nation {
        /// Rome: +1 where she attacks hand to hand, -1 to board.
        Rome = "rome",
        /// Carthage: -1 to ram and shear, and quicker turns.
        Carthage = "carthage",
    }
}

impl Nation {
    /// As a reader sees it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Nation::Rome => "Rome",
            Nation::Carthage => "Carthage",
        }
    }

    /// The enemy.
    #[must_use]
    pub fn other(self) -> Nation {
        match self {
            Nation::Rome => Nation::Carthage,
            Nation::Carthage => Nation::Rome,
        }
    }
}

slugs! {
    /// A hexside, clockwise from north (C-3).
    pub enum Facing {
        /// North.
        N = "n",
        /// North-east.
        Ne = "ne",
        /// South-east.
        Se = "se",
        /// South.
        S = "s",
        /// South-west.
        Sw = "sw",
        /// North-west.
        Nw = "nw",
    }
}

impl Facing {
    /// The hexside so many to the right; negative is to the left.
    #[must_use]
    pub fn turned(self, hexsides: i8) -> Facing {
        let at = (self as i8 + hexsides).rem_euclid(6);
        usize::try_from(at).ok().and_then(|at| Facing::ALL.get(at)).copied().unwrap_or(self)
    }

    /// As a reader sees it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Facing::N => "north",
            Facing::Ne => "north-east",
            Facing::Se => "south-east",
            Facing::S => "south",
            Facing::Sw => "south-west",
            Facing::Nw => "north-west",
        }
    }
}

/// The drift compass, 1d6: the hexside that the bow points to (C-3).
pub const DRIFT: [(i64, Facing); 6] = [
    (1, Facing::N),
    (2, Facing::Ne),
    (3, Facing::Se),
    (4, Facing::S),
    (5, Facing::Sw),
    (6, Facing::Nw),
];

slugs! {
    /// The part of the target that is met.
    pub enum Aspect {
        /// Her bow hexside: +2 to the ram roll.
        Front = "front",
        /// One of the four flank hexsides.
        Flank = "flank",
        /// Her stern hexside: +1 to the ram roll.
        Stern = "stern",
    }
}

impl Aspect {
    /// What is added to the ram roll.
    #[must_use]
    pub fn to_ram(self) -> i64 {
        match self {
            Aspect::Front => 2,
            Aspect::Flank => 0,
            Aspect::Stern => 1,
        }
    }
}

slugs! {
    /// The shape of a formation.
    pub enum Shape {
        /// One behind the other.
        Column = "column",
        /// Side by side.
        LineAbreast = "line-abreast",
    }
}

impl Shape {
    /// What it requires of the models on the table.
    #[must_use]
    pub fn requires(self) -> &'static str {
        match self {
            Shape::Column => {
                "each bow points at the stern hexside, or a flank hexside beside the stern, of the next ahead"
            }
            Shape::LineAbreast => {
                "each shares a flank hexside with the next and all bows point one way; each touches two others, the ends one"
            }
        }
    }
}

slugs! {
    /// Whether a galley follows her orders.
    pub enum Commanded {
        /// She does.
        Yes = "yes",
        /// She changes neither speed nor course.
        HoldsCourse = "holds-course",
        /// She turned one hexside, and changes nothing else.
        Veered = "veered",
    }
}

slugs! {
    /// The phases of a turn.
    pub enum Phase {
        /// Both sides set speeds.
        Speed = "speed",
        /// Carthage moves.
        CarthageMoves = "carthage-moves",
        /// Carthage boards.
        CarthageBoards = "carthage-boards",
        /// Rome moves.
        RomeMoves = "rome-moves",
        /// Rome boards.
        RomeBoards = "rome-boards",
        /// The end of the turn.
        End = "end",
    }
}

impl Phase {
    /// Who moves in it.
    #[must_use]
    pub fn mover(self) -> Option<Nation> {
        match self {
            Phase::CarthageMoves => Some(Nation::Carthage),
            Phase::RomeMoves => Some(Nation::Rome),
            _ => None,
        }
    }

    /// Who boards in it.
    #[must_use]
    pub fn boarder(self) -> Option<Nation> {
        match self {
            Phase::CarthageBoards => Some(Nation::Carthage),
            Phase::RomeBoards => Some(Nation::Rome),
            _ => None,
        }
    }

    /// The one after it; the speed phase of the next turn after the last.
    #[must_use]
    pub fn next(self) -> Phase {
        let at = Phase::ALL.iter().position(|phase| *phase == self).unwrap_or_default();
        Phase::ALL[(at + 1) % Phase::ALL.len()]
    }

    /// As a reader sees it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Phase::Speed => "Speed",
            Phase::CarthageMoves => "Carthage moves",
            Phase::CarthageBoards => "Carthage boards",
            Phase::RomeMoves => "Rome moves",
            Phase::RomeBoards => "Rome boards",
            Phase::End => "End of the turn",
        }
    }
}

/// A speed marker: the movement points that a galley must spend this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Speed {
    /// 0 to 5, ahead.
    Ahead(u8),
    /// Backing water: one or two hexes straight astern.
    BackingWater,
}

impl Speed {
    /// At a stop.
    pub const STOPPED: Speed = Speed::Ahead(0);
    /// The word for backing water.
    pub const BW: &'static str = "bw";

    /// What it counts in sums; backing water counts 1 (C-1).
    #[must_use]
    pub fn in_sums(self) -> u8 {
        match self {
            Speed::Ahead(points) => points,
            Speed::BackingWater => 1,
        }
    }

    /// What a galley at this speed may set next, in ascending order.
    #[must_use]
    pub fn choices(self, crippled: bool) -> Vec<Speed> {
        let mut choices: Vec<Speed> = match self {
            Speed::BackingWater => vec![Speed::Ahead(1)],
            Speed::Ahead(now) => {
                (now.saturating_sub(2)..=FULL_SPEED.min(now + 1)).map(Speed::Ahead).collect()
            }
        };
        if crippled {
            choices.retain(|speed| speed.in_sums() <= CRIPPLED_SPEED);
        } else if self.in_sums() <= SLOW {
            choices.push(Speed::BackingWater);
        }
        choices
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Speed::Ahead(points) => points.fmt(f),
            Speed::BackingWater => f.write_str(Speed::BW),
        }
    }
}

impl Serialize for Speed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Speed::Ahead(points) => serializer.serialize_u8(*points),
            Speed::BackingWater => serializer.serialize_str(Speed::BW),
        }
    }
}

impl<'de> Deserialize<'de> for Speed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Speed, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u64),
            Word(String),
        }
        let takes = || D::Error::custom("a speed is a whole number from 0 to 5, or `bw`");
        match Written::deserialize(deserializer).map_err(|_| takes())? {
            Written::Number(n) if n <= u64::from(FULL_SPEED) => {
                u8::try_from(n).map(Speed::Ahead).map_err(|_| takes())
            }
            Written::Word(word) if word == Speed::BW => Ok(Speed::BackingWater),
            _ => Err(takes()),
        }
    }
}
