//! The kinds of print.

use rules::Keyword;

/// A kind of print, in printing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Keyword)]
pub enum PrintKind {
    /// The report of the battle, if there is one.
    Report,
    /// The whole log of the battle, if there is one.
    Log,
    /// The current position of a battle: everything that players need to continue.
    Moment,
    /// The roster of every fleet, with its notes and warnings.
    Rosters,
    /// The record sheets of every fleet.
    Sheets,
    /// The charts, limited to what the fleets use.
    Charts,
    /// The odds of each fleet against the other.
    Odds,
    /// The turn track, and the steps of a turn.
    Turn,
    /// A player aid on both sides of one sheet, to fold once.
    Aid,
    /// Cards of every fleet to cut out, with its markers and chits.
    Cards,
}
