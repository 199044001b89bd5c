//! Rolls, the four kinds of dice, exact distributions and odds.
//!
//! A resolver asks a [`Roller`] for rolls. They come from the [`Seeded`] dice (the app
//! rolls), the [`Entered`] dice (the players rolled their own), the [`Recorded`] dice
//! (the journal is replayed) or the enumerating dice of [`walk`] (the odds run every
//! branch).

// The lint finds every place to change when a kind of roll or of dice is added.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

mod branches;
mod distribution;
mod enumerating;
mod modifier_change;
mod natural;
mod needed;
mod roller;
mod sources;
mod throw;
mod weight;

pub use distribution::Distribution;
pub use enumerating::{Thoroughness, Walk, walk};
pub use modifier_change::ModifierChange;
pub use natural::Natural;
pub use needed::{Needed, needs};
pub use roller::{
    CappedRoll, Dice, DiceStop, Higher, NamedModifier, ReadRoll, Reading, Roller, RollsBeside,
    per_die,
};
pub use sources::{Entered, EnteredRoll, NotRolled, Recorded, Seeded};
pub use throw::{
    AskedRoll, Die, Hand, Modifier, NeededNumber, Origin, Preferred, Reason, Roll, Throw,
    ThrowFault, Thrown,
};
pub use weight::Chance;
