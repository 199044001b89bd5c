//! The orders of Fast Play Salamis.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::rules::common::{Side, Subject, Tag, Whose};
use crate::rules::schema::{ADJUST, FieldSpec, OrderSpec, Takes};

use super::state::Phase;

/// An order, complete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Order {
    /// Shoots while the other side moves.
    Bows {
        /// Which.
        ship: Tag,
        /// At whom.
        target: Tag,
        /// How far away she is, in inches.
        range_in: u32,
    },
    /// Leaves a contact.
    Breakaway {
        /// Which.
        ship: Tag,
    },
    /// Rams.
    Ram {
        /// Which.
        ship: Tag,
        /// Whom.
        target: Tag,
    },
    /// Attempts to board after a ram.
    Board {
        /// Which.
        ship: Tag,
        /// Whom.
        target: Tag,
    },
    /// Fights on the deck of a boarded ship.
    HandToHand {
        /// Whose marines have boarded.
        attacker: Tag,
        /// On whose deck.
        defender: Tag,
    },
    /// The end of a phase.
    EndPhase {},
    /// The players' own correction.
    Adjust {
        /// Whose log.
        ship: Whose,
        /// Which key.
        field: String,
        /// The new value.
        #[serde(default)]
        value: Value,
        /// The reason.
        note: String,
    },
}

const SHIP: FieldSpec = FieldSpec::SHIP;
const TARGET: FieldSpec = FieldSpec::TARGET;

/// The kinds of order, in the order of a turn.
pub(super) const ORDERS: &[OrderSpec] = &[
    OrderSpec {
        kind: "bows",
        name: "Stop! Bows",
        what: "Shoots at a ship of the side that moves, once in its movement phase.",
        rule: "Fast Play Salamis: bows",
        fields: &[SHIP, TARGET, FieldSpec::number("range_in", "Range in inches", 0, 999)],
    },
    OrderSpec {
        kind: "breakaway",
        name: "Break away",
        what: "Leaves a contact: placed an inch off, parallel, and that is her move.",
        rule: "Fast Play Salamis: breakaway",
        fields: &[SHIP],
    },
    OrderSpec {
        kind: "ram",
        name: "Ram",
        what: "With the bow within an inch of a hull; ramming speed adds two dice.",
        rule: "Fast Play Salamis: ramming",
        fields: &[SHIP, TARGET],
    },
    OrderSpec {
        kind: "board",
        name: "Attempt to board",
        what: "After a ram, the rammed ship first: puts the fight on the other's deck.",
        rule: "Fast Play Salamis: boarding",
        fields: &[SHIP, TARGET],
    },
    OrderSpec {
        kind: "hand-to-hand",
        name: "Hand to hand",
        what: "The boarders fight on her deck: hits not cancelled hurt her, and may take her.",
        rule: "Fast Play Salamis: hand to hand",
        fields: &[
            FieldSpec::new("attacker", "Whose marines boarded", Takes::Unit),
            FieldSpec::new("defender", "On whose deck", Takes::Unit),
        ],
    },
    OrderSpec {
        kind: "end-phase",
        name: "End the phase",
        what: "Goes on to the next phase of the turn.",
        rule: "Fast Play Salamis: turn sequence",
        fields: &[],
    },
    ADJUST,
];

impl Order {
    /// The ship that it is given to.
    #[must_use]
    pub fn ship(&self) -> Option<Tag> {
        match self {
            Order::Bows { ship, .. }
            | Order::Breakaway { ship }
            | Order::Ram { ship, .. }
            | Order::Board { ship, .. }
            | Order::HandToHand { attacker: ship, .. } => Some(*ship),
            Order::EndPhase {} | Order::Adjust { .. } => None,
        }
    }
}

/// What an order does to the battle.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The turn of the side to move has come to this phase.
    PhaseReached(Phase),
    /// She has shot.
    Shot {
        /// Which.
        ship: Tag,
        /// At whom.
        target: Tag,
    },
    /// Hits on a ship; none is told too.
    Hit(Tag, u32),
    /// She is away from all that were in contact with her.
    BrokenAway(Tag),
    /// She did not get away.
    Held(Tag),
    /// She rammed.
    Rammed {
        /// Which.
        ship: Tag,
        /// Whom.
        target: Tag,
        /// Whether she came up to ramming speed.
        at_speed: bool,
    },
    /// Two ships hull to hull.
    InContact(Tag, Tag),
    /// She went down.
    Sunk(Tag),
    /// An attempt to board, whatever came of it.
    BoardTried {
        /// Who attempted it.
        ship: Tag,
        /// Whom.
        target: Tag,
        /// Whether her marines are over.
        over: bool,
    },
    /// A fight on a deck is over, and the marines are back aboard.
    Fought {
        /// Who boarded.
        attacker: Tag,
        /// On whose deck.
        defender: Tag,
        /// Hits of the attacker that the defender cancelled.
        cancelled: u32,
    },
    /// She was taken.
    Captured {
        /// Which.
        ship: Tag,
        /// By whom.
        by: Tag,
    },
    /// A side flees, and the battle is over.
    Panicked(Side),
    /// The next phase.
    PhaseEnded,
    /// The players' correction.
    Adjusted(Subject, String, Value),
}
