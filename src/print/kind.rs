//! The kinds of print.

use serde::{Deserialize, Serialize};

/// A kind of print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Kind {
    /// The moment of a battle: all that a table needs to go on with it.
    Moment,
    /// The roster of every fleet.
    Rosters,
    /// The record sheets of every fleet.
    Sheets,
    /// The charts, with what the fleets use.
    Charts,
    /// The odds of every fleet against the other.
    Odds,
    /// The turn track.
    Turn,
    /// A player's aid on both sides of one sheet.
    Aid,
    /// Cards to cut out, of every fleet.
    Cards,
    /// The report of the battle, if there is one.
    Report,
    /// The whole log of the battle, if there is one.
    Log,
}

impl Kind {
    /// All kinds, in the best order for printing.
    pub const ALL: [Kind; 10] = [
        Kind::Report,
        Kind::Log,
        Kind::Moment,
        Kind::Rosters,
        Kind::Sheets,
        Kind::Charts,
        Kind::Odds,
        Kind::Turn,
        Kind::Aid,
        Kind::Cards,
    ];
}
