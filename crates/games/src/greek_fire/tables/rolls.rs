//! The dice tables and target numbers of Greek Fire.

use dice::{Die, Throw};
use rules::Keyword;

// ---- Fire ----

/// A ship is destroyed at this many fire counters, whatever lit them (GF-15).
pub const FIRES_DESTROY: u32 = 6;
/// The die that kills crew; one is rolled for each counter.
pub const FIRE_KILLS: Die = Die::D10;
/// The roll for a counter or a burning neighbour.
pub const FIRE_DIE: Throw = Throw::D6;

/// The result for a fire counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CounterResult {
    /// It goes out.
    Out,
    /// It burns on.
    Burns,
    /// It burns on and lights another.
    Spreads,
}

/// The result for each fire counter, by the lowest roll of each row.
pub const EMBERS: [(i64, CounterResult); 3] =
    [(1, CounterResult::Out), (2, CounterResult::Burns), (6, CounterResult::Spreads)];
/// Whether a burning neighbour adds a counter (GF-13).
pub const SPARKS: [(i64, bool); 2] = [(1, false), (5, true)];

// ---- Sail ----

/// The rows of the sail table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum SailResult {
    /// A die gives the move points that she loses this turn.
    Floundering,
    /// She has fewer move points this turn.
    AgainstTheWind,
    /// The wind changes nothing.
    NoEffect,
    /// She has more move points this turn.
    CatchesTheWind,
    /// She has still more move points this turn.
    FairWind,
    /// She has the most move points that the wind can give.
    FullSail,
}

/// The roll on the sail table.
pub const SAIL_DIE: Throw = Throw::D6;
/// The sail table, by the lowest modified roll of each row.
pub const SAIL_TABLE: [(i64, SailResult); 6] = [
    (1, SailResult::Floundering),
    (2, SailResult::AgainstTheWind),
    (4, SailResult::NoEffect),
    (8, SailResult::CatchesTheWind),
    (10, SailResult::FairWind),
    (11, SailResult::FullSail),
];
/// Move points that floundering costs.
pub const FLOUNDERS: Throw = Throw::D6;

impl SailResult {
    /// Move points from the wind (negative if it costs some); `None` if [`FLOUNDERS`]
    /// decides.
    #[must_use]
    pub const fn wind(self) -> Option<i64> {
        match self {
            SailResult::Floundering => None,
            SailResult::AgainstTheWind => Some(-1),
            SailResult::NoEffect => Some(0),
            SailResult::CatchesTheWind => Some(1),
            SailResult::FairWind => Some(2),
            SailResult::FullSail => Some(3),
        }
    }
}

// ---- Row ----

/// After a complete stop the move points are divided by this, rounded down.
pub const STOPPED_DIVIDES_BY: u32 = 2;
/// Move points for turning one face, or one space ahead or astern.
pub const STEP_COSTS: u32 = 1;
/// Move points for a space of Sargasso.
pub const SARGASSO_COSTS: u32 = 2;
/// The roll for a grappled ship to break free.
pub const FREE_DIE: Throw = Throw::D6;
/// The lowest roll that breaks free.
pub const BREAKS_FREE: i64 = 4;
/// The roll for which of two equal fleets goes first (GF-1).
pub const FIRST_SIDE_DIE: Throw = Throw::D6;

// ---- Ram ----

/// The rows of the ram table, which also applies to rocky shallows.
// GF-12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum RamResult {
    /// Nothing happens.
    NoEffect,
    /// The target loses move points for the battle.
    OarsSheared,
    /// She fills slowly, and loses move points.
    SinkingSlowly,
    /// She fills quickly, and loses move points.
    SinkingFast,
    /// She goes down at once.
    Sunk,
}

/// The roll on the ram table.
pub const RAM_DIE: Throw = Throw::D10;
/// The ram table, by the lowest modified roll of each row.
pub const RAM_TABLE: [(i64, RamResult); 5] = [
    (2, RamResult::NoEffect),
    (3, RamResult::OarsSheared),
    (7, RamResult::SinkingSlowly),
    (9, RamResult::SinkingFast),
    (10, RamResult::Sunk),
];
/// Move points that sheared oars cost for the battle (GF-4).
pub const MOVE_LOST: Throw = Throw::D6;
/// The fewest spaces straight ahead that a ram needs.
pub const LEAST_RUN: u32 = 1;
/// With fewer spaces straight ahead than this, a ram is weak.
pub const FULL_RUN: u32 = 3;

impl RamResult {
    /// The roll for the rounds until she sinks; `None` if this row does not sink her or
    /// sinks her at once.
    #[must_use]
    pub fn sinks_in(self) -> Option<Throw> {
        match self {
            RamResult::SinkingSlowly => Some(Throw::sum(2, Die::D6)),
            RamResult::SinkingFast => Some(Throw::D6),
            RamResult::NoEffect | RamResult::OarsSheared | RamResult::Sunk => None,
        }
    }

    /// Whether oars are sheared.
    #[must_use]
    pub const fn shears(self) -> bool {
        match self {
            RamResult::OarsSheared | RamResult::SinkingSlowly | RamResult::SinkingFast => true,
            RamResult::NoEffect | RamResult::Sunk => false,
        }
    }
}

// ---- Board ----

/// The boarding roll.
pub const BOARD_DIE: Throw = Throw::D10;
/// A modified roll of this or more boards.
pub const TO_BOARD: i64 = 6;
/// Crew for each die in the melee aboard; a remainder gets a die too.
pub const CREW_A_DIE: u32 = 10;
/// The die of the melee aboard.
pub const MELEE_DIE: Die = Die::D6;

// ---- Morale ----

/// The result of a morale roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum MoraleResult {
    /// She surrenders to an adjacent enemy.
    Surrenders,
    /// Her crew abandons her instead of surrendering.
    Abandons,
    /// She flees, even on a roll for surrender if no enemy is adjacent.
    Routs,
    /// She fights on, and a rout ends.
    // GF-6.
    FightsOn,
}

/// The roll on the morale table.
pub const MORALE_DIE: Throw = Throw::D10;
/// The morale table of a ship with an adjacent enemy, by the lowest modified roll of each
/// row.
pub const MORALE_TABLE: [(i64, MoraleResult); 3] =
    [(0, MoraleResult::Surrenders), (1, MoraleResult::Routs), (3, MoraleResult::FightsOn)];
/// The distance in hexes within which a routing friend counts.
pub const ROUT_HEXES: u32 = 20;

// ---- Limits of entries in orders ----

/// The most burning ships that an order may state: more than any battle has.
pub const MOST_SHIPS: u32 = 99;
/// The most move points, spaces or hexes that an order may state: more than any rule uses.
pub const MOST_POINTS: u32 = 99;
/// The most crew that an order may send: more than any ship has.
pub const MOST_SENT: u32 = 19_999;
