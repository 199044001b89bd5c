//! The glossary of Ancient Naval Games: terms that are neither orders nor record entries.

use message::message;
use rules::Keyword;
use rules::glossary::{Meaning, Sort, Tactic};
use rules::modifiers::ModifierWord as _;

use super::state::{Phase, Status};
use super::tables::{Cause, RamAspect, Size, StrikeAspect};

/// The columns of the charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Column {
    /// Whether a ship is small, like a trireme, or large, like a quinquereme.
    Size,
    /// The points that a ship spends in a turn on moves, turns and attacks. Broken oars reduce
    /// them.
    MovementPoints,
    /// Whether she may turn once without spending a movement point.
    FreeTurn,
    /// What her size adds to her die in a ram.
    InARam,
    /// What a ship can do when it is her turn.
    Action,
    /// How many movement points the action costs.
    Points,
}

pub(super) fn words() -> Vec<Meaning> {
    [
        Meaning::of_words::<Phase>(&Sort::Phase),
        Meaning::of_words::<Size>(&Sort::Own(message!("size of ship"))),
        Meaning::of_words::<StrikeAspect>(&Sort::Own(message!("aspect"))),
        Meaning::of_words::<RamAspect>(&Sort::Own(message!("aspect"))),
        Meaning::of_words::<Status>(&Sort::Own(message!("status"))),
        Cause::meanings(),
        Meaning::of_words::<Tactic>(&Sort::Own(message!("tactic"))),
        Meaning::of_words::<Column>(&Sort::Column),
    ]
    .concat()
}
