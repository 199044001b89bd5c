//! The glossary of Chicken of the Sea: terms that are neither orders nor record entries.

use message::message;
use rules::glossary::{Meaning, Sort};
use rules::keyword::keywords;

use super::state::{AdmiralStatus, Status};
use super::tables::{Aspect, Cause, Commanded, Facing, Nation, Phase, Shape};

keywords! {
    /// Words of the rules that are in no other list.
    pub enum Term {
        /// How good a galley’s rowers and soldiers are. The higher it is, the more she manages.
        CrewQuality = "crew-quality",
        /// Crew quality and speed, added up. To sink a target, the rammer needs a larger ram number
        /// than hers.
        RamNumber = "ram-number",
        /// A galley that was not captured in this battle. Only an original galley has the strengths
        /// of her nation.
        Original = "original",
        /// Rowing backwards, slowly. It also gets a slow galley out of the way of a ram.
        BackingWater = "backing-water",
        /// How far the signals of an admiral or line commander reach, in hexes.
        Range = "range",
        /// The signals of an admiral who leads a slow line abreast reach farther.
        EnhancedRange = "enhanced-range",
        /// The galley with the admiral aboard.
        Flagship = "flagship",
        /// Tangled with another galley in one hex, oars in oars.
        Fouled = "fouled",
        /// To row around the end of the enemy’s line and take its ships in the flank.
        Periplus = "periplus",
        /// To row through the enemy’s line in column, break it, and turn on it from behind.
        Diekplus = "diekplus",
        /// A circle of ships, sterns inward and beaks outward, against being outflanked.
        Kyklos = "kyklos",
    }
}

pub(super) fn words() -> Vec<Meaning> {
    [
        Meaning::of_words::<Phase>(&Sort::Phase),
        Meaning::of_words::<Nation>(&Sort::Own(message!("nation"))),
        Meaning::of_words::<Facing>(&Sort::Own(message!("direction"))),
        Meaning::of_words::<Aspect>(&Sort::Own(message!("aspect"))),
        Meaning::of_words::<Shape>(&Sort::Own(message!("formation"))),
        Meaning::of_words::<Commanded>(&Sort::Own(message!("command"))),
        Meaning::of_words::<Status>(&Sort::Own(message!("what has become of her"))),
        Meaning::of_words::<AdmiralStatus>(&Sort::Own(message!("what has become of him"))),
        Cause::meanings(),
        Meaning::of_words::<Term>(&Sort::Own(message!("term"))),
    ]
    .concat()
}
