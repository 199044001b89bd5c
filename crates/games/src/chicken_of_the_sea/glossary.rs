//! The glossary of Chicken of the Sea: terms that are neither orders nor record entries.

use message::message;
use rules::Keyword;
use rules::glossary::{Meaning, Sort};
use rules::modifiers::ModifierWord as _;

use super::state::{AdmiralStatus, Status};
use super::tables::{Aspect, Cause, Commanded, Facing, Nation, Phase, Shape};

/// Words of the rules that are in no other list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Term {
    /// How good a galley’s rowers and soldiers are. The higher it is, the more she manages.
    CrewQuality,
    /// Crew quality and speed, added up. To sink a target, the rammer needs a larger ram number
    /// than hers.
    RamNumber,
    /// A galley that was not captured in this battle. Only an original galley has the strengths
    /// of her nation.
    Original,
    /// Rowing backwards, slowly. It also gets a slow galley out of the way of a ram.
    BackingWater,
    /// How far the signals of an admiral or line commander reach, in hexes.
    Range,
    /// The signals of an admiral who leads a slow line abreast reach farther.
    EnhancedRange,
    /// The galley with the admiral aboard.
    Flagship,
    /// Tangled with another galley in one hex, oars in oars.
    Fouled,
    /// To row around the end of the enemy’s line and take its ships in the flank.
    Periplus,
    /// To row through the enemy’s line in column, break it, and turn on it from behind.
    Diekplus,
    /// A circle of ships, sterns inward and beaks outward, against being outflanked.
    Kyklos,
}

pub(super) fn words() -> Vec<Meaning> {
    [
        Meaning::of_words::<Phase>(&Sort::Phase),
        Meaning::of_words::<Nation>(&Sort::Own(message!("nation"))),
        Meaning::of_words::<Facing>(&Sort::Own(message!("direction"))),
        Meaning::of_words::<Aspect>(&Sort::Own(message!("aspect"))),
        Meaning::of_words::<Shape>(&Sort::Own(message!("formation"))),
        Meaning::of_words::<Commanded>(&Sort::Own(message!("command"))),
        Meaning::of_words::<Status>(&Sort::Own(message!("status"))),
        Meaning::of_words::<AdmiralStatus>(&Sort::Own(message!("status of the admiral"))),
        Cause::meanings(),
        Meaning::of_words::<Term>(&Sort::Own(message!("term"))),
    ]
    .concat()
}
