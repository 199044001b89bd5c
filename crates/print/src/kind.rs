//! The kinds of print.

use serde::{Deserialize, Serialize};

/// A kind of print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PrintKind {
    /// The current position of a battle: everything that players need to continue.
    Moment,
    /// The roster of every fleet.
    Rosters,
    /// The record sheets of every fleet.
    Sheets,
    /// The charts, limited to what the fleets use.
    Charts,
    /// The odds of each fleet against the other.
    Odds,
    /// The turn track.
    Turn,
    /// A player aid on both sides of one sheet.
    Aid,
    /// Cards of every fleet to cut out.
    Cards,
    /// The report of the battle, if there is one.
    Report,
    /// The whole log of the battle, if there is one.
    Log,
}

impl PrintKind {
    /// All kinds, in printing order.
    pub const ALL: [PrintKind; 10] = [
        PrintKind::Report,
        PrintKind::Log,
        PrintKind::Moment,
        PrintKind::Rosters,
        PrintKind::Sheets,
        PrintKind::Charts,
        PrintKind::Odds,
        PrintKind::Turn,
        PrintKind::Aid,
        PrintKind::Cards,
    ];
}
