//! The figures and words of Chicken of the Sea.

use std::convert::Infallible;
use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use dice::Throw;
use message::{Arg, Message, message};
use rules::Keyword;
use rules::modifiers::{ModifierSpec, ModifierWord, once};
use rules::schema::LeftOut;
use rules::statement::{FieldType, Ranged};
use rules::unit::EntryValue;
use rules::value_type::ValueType;

/// The die of every roll.
pub const DIE: Throw = Throw::D6;
/// The number of quinqueremes that a counter represents.
pub const SHIPS_A_COUNTER: u32 = 6;
/// The highest speed.
pub const FULL_SPEED: u8 = 5;
/// The most that a speed can rise from one turn to the next.
pub const FASTER: u8 = 1;
/// The most that a speed can fall from one turn to the next.
pub const SLOWER: u8 = 2;
/// The speed to which a galley drops when she tires at full speed (C-2).
pub const FATIGUED_SPEED: u8 = 3;
/// The highest speed of a crippled galley.
pub const CRIPPLED_SPEED: u8 = 1;
/// The highest speed from which a galley may avoid, or begin to back water.
pub const SLOW: u8 = 2;
/// The value of backing water in sums (C-1).
pub const BACKING_IN_SUMS: u8 = 1;
/// Movement points of a galley that backs water, one for each hex astern.
pub const BACKING_POINTS: u8 = 2;
/// The fewest and the most hexes that she moves backwards.
pub const BACKING_HEXES: [u8; 2] = [1, BACKING_POINTS];
/// Movement points to leave a hex with galleys with which she is fouled.
pub const UNFOUL_POINTS: u8 = 1;
/// Movement points to shear: into the target's hex, and out on the far side.
pub const SHEAR_POINTS: u8 = 2;
/// The speed of a galley that gets off the ground.
pub const FREED_SPEED: u8 = 1;
/// The number of hexes that a target may back out of the way: the highest speed to which a
/// row applies, and its hexes.
pub const AVOIDANCE: [(u8, u8); 2] = [(1, 2), (SLOW, 1)];
/// The highest speed at which a column is in full command without a commander.
pub const COLUMN_SLOW: u8 = 2;
/// A commander in one of the first galleys of a column, up to this number, gives it full
/// command.
pub const COMMANDING_PLACES: usize = 2;
/// The highest speed of a line abreast that enhances its admiral's range.
pub const ENHANCED_SPEED: u8 = 1;
/// The best crew.
pub const BEST_CQ: u8 = 6;
/// Hexes that a line commander's signals reach.
pub const LINE_COMMANDER_RANGE: u8 = 2;
/// Range of an admiral's signals in hexes, if the file gives none (C-9).
pub const RANGE: u8 = 3;
/// That range if he leads a slow line abreast.
pub const ENHANCED_RANGE: u8 = 5;
/// A natural roll on which every boarding fails.
pub const BOARDING_FAILS_ON: i64 = 6;
/// A command check that fails with this roll also turns the galley one hexside.
pub const VEERS_ON: i64 = 6;
/// The direction in which she turns, 1d6: −1 is one hexside to the left, 1 to the right.
pub const VEERS: [(i64, i8); 6] = [(1, -1), (2, 1), (3, -1), (4, 1), (5, -1), (6, 1)];
/// The most hexsides that a galley turns in one hex: an original Carthaginian, then any
/// other.
pub const MOST_HEXSIDES: [u8; 2] = [5, 4];
/// Hexsides that an original Carthaginian may turn in a hex without cost.
pub const FREE_HEXSIDES: u8 = 1;
/// Movement points for any other turn in a hex.
pub const TURN_POINTS: u8 = 1;
/// The lowest and highest speed at which galleys enter the map in a line.
pub const ENTERING_SPEEDS: [u8; 2] = [1, 2];
/// Movement points to enter a hex.
pub const HEX_POINTS: u8 = 1;

/// The fewest and the most movement points for a turn in one hex; `None` if the galley
/// cannot turn so far.
#[must_use]
pub fn turn_points(original_carthaginian: bool, hexsides: u8) -> Option<(u8, u8)> {
    let [punic, other] = MOST_HEXSIDES;
    if hexsides == 0 || hexsides > if original_carthaginian { punic } else { other } {
        return None;
    }
    let free = original_carthaginian && hexsides <= FREE_HEXSIDES;
    Some((if free { 0 } else { TURN_POINTS }, TURN_POINTS))
}

/// The nation that built and first manned a galley, or for which a side fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Nation {
    /// Rome boards more easily and fights better on an enemy’s deck.
    Rome,
    /// Carthage rams and shears more surely, and turns more quickly.
    Carthage,
}

impl Nation {
    /// Its name.
    #[must_use]
    pub fn name(self) -> Message {
        match self {
            Nation::Rome => message!("Rome"),
            Nation::Carthage => message!("Carthage"),
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

/// A hexside, clockwise from north.
// C-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Facing {
    /// Her bow points north.
    N,
    /// Her bow points north-east.
    Ne,
    /// Her bow points south-east.
    Se,
    /// Her bow points south.
    S,
    /// Her bow points south-west.
    Sw,
    /// Her bow points north-west.
    Nw,
}

impl Facing {
    /// The hexside this many to the right; negative is to the left.
    #[must_use]
    pub fn turned(self, hexsides: i8) -> Facing {
        let at = (self as i8 + hexsides).rem_euclid(6);
        usize::try_from(at).ok().and_then(|at| Facing::ALL.get(at)).copied().unwrap_or(self)
    }

    /// Its compass direction in words.
    #[must_use]
    pub fn name(self) -> Message {
        match self {
            Facing::N => message!("north"),
            Facing::Ne => message!("north-east"),
            Facing::Se => message!("south-east"),
            Facing::S => message!("south"),
            Facing::Sw => message!("south-west"),
            Facing::Nw => message!("north-west"),
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

/// The part of the target that the attacker hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Aspect {
    /// At her bow, where she is hardest to hurt.
    Front,
    /// At her side, where a ram does most.
    Flank,
    /// At her stern, from behind.
    Stern,
}

impl Aspect {
    /// The modifier of a ram that strikes this part; a flank has none.
    #[must_use]
    pub fn to_ram(self) -> Option<Cause> {
        match self {
            Aspect::Front => Some(Cause::TargetFront),
            Aspect::Flank => None,
            Aspect::Stern => Some(Cause::TargetStern),
        }
    }
}

/// The modifiers of rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Cause {
    /// A blow at her bow glances off more easily.
    TargetFront,
    /// A blow at her stern is harder to land than one at her side.
    TargetStern,
    /// Carthage’s own crews ram and shear more surely than others.
    OriginalCarthaginian,
    /// She heads straight for the land.
    // C-4.
    BowAtLand,
    /// She enters stern first and cannot see where.
    // C-4.
    BacksIn,
    /// Roman soldiers are among the boarders.
    OriginalRoman,
    /// Roman soldiers attack on the enemy’s deck.
    // C-8.
    RomeAttacks,
}

impl ModifierWord for Cause {
    fn spec(self) -> ModifierSpec {
        match self {
            Cause::TargetFront => once(2, message!("target’s front")),
            Cause::TargetStern => once(1, message!("target’s stern")),
            Cause::OriginalCarthaginian => once(-1, message!("original Carthaginian")),
            Cause::BowAtLand => once(-1, message!("bow at land")),
            Cause::BacksIn => once(-1, message!("backs in")),
            Cause::OriginalRoman => once(-1, message!("original Roman")),
            Cause::RomeAttacks => once(1, message!("Rome attacks")),
        }
    }
}

/// The shape of a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Shape {
    /// One galley behind the other, each bow at the stern of the next.
    Column,
    /// Galleys side by side, all facing the same way.
    LineAbreast,
}

/// Whether a galley follows her orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Commanded {
    /// She follows her orders.
    Yes,
    /// She goes straight on and changes neither speed nor course.
    HoldsCourse,
    /// She has turned by mistake and can change nothing else.
    Veered,
}

/// The phases of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Phase {
    /// Both sides set the speed of every galley.
    Speed,
    /// Every galley of Carthage moves, rams and shears.
    CarthageMoves,
    /// Carthage boards.
    CarthageBoards,
    /// Every galley of Rome moves, rams and shears.
    RomeMoves,
    /// Rome boards.
    RomeBoards,
    /// The turn is over; the next one begins.
    End,
}

impl Phase {
    /// The nation that moves in this phase; `None` in other phases.
    #[must_use]
    pub fn mover(self) -> Option<Nation> {
        match self {
            Phase::CarthageMoves => Some(Nation::Carthage),
            Phase::RomeMoves => Some(Nation::Rome),
            Phase::Speed | Phase::CarthageBoards | Phase::RomeBoards | Phase::End => None,
        }
    }

    /// The nation that boards in this phase; `None` in other phases.
    #[must_use]
    pub fn boarder(self) -> Option<Nation> {
        match self {
            Phase::CarthageBoards => Some(Nation::Carthage),
            Phase::RomeBoards => Some(Nation::Rome),
            Phase::Speed | Phase::CarthageMoves | Phase::RomeMoves | Phase::End => None,
        }
    }

    /// The next phase; the last is followed by the speed phase of the next turn.
    #[must_use]
    pub fn next(self) -> Phase {
        let at = Phase::ALL.iter().position(|phase| *phase == self).unwrap_or_default();
        Phase::ALL[(at + 1) % Phase::ALL.len()]
    }

    /// Its name in the sequence of play.
    #[must_use]
    pub fn name(self) -> Message {
        match self {
            Phase::Speed => message!("Speed"),
            Phase::CarthageMoves => message!("Carthage moves"),
            Phase::CarthageBoards => message!("Carthage boards"),
            Phase::RomeMoves => message!("Rome moves"),
            Phase::RomeBoards => message!("Rome boards"),
            Phase::End => message!("End of the turn"),
        }
    }
}

/// A speed marker: the movement points that a galley must spend this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Speed {
    /// Ahead, at 0 to 5.
    Ahead(u8),
    /// Backing water: one or two hexes straight astern.
    BackingWater,
}

impl Speed {
    /// At a stop.
    pub const STOPPED: Speed = Speed::Ahead(0);
    /// The word for backing water.
    pub const BW: &'static str = "bw";

    /// Within a sentence: `3`, `backing water`.
    #[must_use]
    pub fn in_words(self) -> Message {
        match self {
            Speed::Ahead(points) => Message::verbatim(points.to_string()),
            Speed::BackingWater => message!("backing water"),
        }
    }

    /// As a choice: `3`, `back water`.
    #[must_use]
    pub fn to_choose(self) -> Message {
        match self {
            Speed::Ahead(points) => Message::verbatim(points.to_string()),
            Speed::BackingWater => message!("back water"),
        }
    }

    /// The value in sums; backing water counts as 1 (C-1).
    #[must_use]
    pub fn in_sums(self) -> u8 {
        match self {
            Speed::Ahead(points) => points,
            Speed::BackingWater => BACKING_IN_SUMS,
        }
    }

    /// The movement points that it gives.
    #[must_use]
    pub fn points(self) -> u8 {
        match self {
            Speed::Ahead(points) => points,
            Speed::BackingWater => BACKING_POINTS,
        }
    }

    /// The number of points that may be left unspent.
    #[must_use]
    pub fn unspent(self) -> u8 {
        match self {
            Speed::Ahead(_) => 0,
            Speed::BackingWater => BACKING_POINTS - BACKING_HEXES[0],
        }
    }

    /// The number of hexes that a target at this speed may back out of the way; `None` if
    /// she is too fast.
    #[must_use]
    pub fn avoids(self) -> Option<u8> {
        AVOIDANCE.iter().find(|(up_to, _)| self.in_sums() <= *up_to).map(|(_, hexes)| *hexes)
    }

    /// The speeds that a galley at this speed may set next, in ascending order.
    #[must_use]
    pub fn choices(self, crippled: bool) -> Vec<Speed> {
        let mut choices: Vec<Speed> = match self {
            Speed::BackingWater => vec![Speed::Ahead(BACKING_IN_SUMS)],
            Speed::Ahead(now) => {
                let fastest = FULL_SPEED.min(now + FASTER);
                (now.saturating_sub(SLOWER)..=fastest).map(Speed::Ahead).collect()
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

impl From<Speed> for Arg {
    fn from(speed: Speed) -> Arg {
        speed.in_words().into()
    }
}

impl FieldType for Speed {
    type Written = Infallible;

    fn default_of(written: Infallible) -> LeftOut {
        match written {}
    }
}

impl Ranged for Speed {
    type Number = u8;
    const WORDS: &'static [&'static str] = &[Speed::BW];
}

impl EntryValue for Speed {
    const HOLDS: ValueType =
        ValueType::NumberOr { min: 0, max: FULL_SPEED as i64, words: <Speed as Ranged>::WORDS };

    fn numbers(&self, path: &mut String, visit: &mut dyn FnMut(&str, i64)) {
        match self {
            Speed::Ahead(points) => points.numbers(path, visit),
            Speed::BackingWater => {}
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
        let takes = || {
            let (most, word) = (FULL_SPEED, Speed::BW);
            let takes =
                message!("a speed is a whole number from 0 to {most}, or `{word}`", most, word);
            D::Error::custom(takes)
        };
        match Written::deserialize(deserializer).map_err(|_| takes())? {
            Written::Number(n) if n <= u64::from(FULL_SPEED) => {
                u8::try_from(n).map(Speed::Ahead).map_err(|_| takes())
            }
            Written::Word(word) if word == Speed::BW => Ok(Speed::BackingWater),
            Written::Number(_) | Written::Word(_) => Err(takes()),
        }
    }
}
