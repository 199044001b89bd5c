//! The orders of Ancient Naval Games.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::rules::common::{Side, Subject, Tag, Whose};
use crate::rules::schema::{ADJUST, Default, FieldSpec, OrderSpec, Takes};

use super::tables::{RamAspect, StrikeAspect};

/// An order, complete.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Order {
    /// The isolated ships of a shaken fleet leave.
    Morale {
        /// Which have no friend beside them.
        isolated: Vec<Tag>,
    },
    /// Begins a ship's activation.
    Activate {
        /// Which.
        ship: Tag,
        /// She starts with no friend adjacent.
        isolated: bool,
    },
    /// Moves and turns.
    Move {
        /// Which.
        ship: Tag,
        /// Hexes straight ahead.
        ahead: u32,
        /// Hexes backwards.
        astern: u32,
        /// Hexsides turned.
        turns: u32,
    },
    /// Attacks bow or stern, to break oars.
    OarStrike {
        /// Which.
        ship: Tag,
        /// Whom.
        target: Tag,
        /// Where it comes in.
        aspect: StrikeAspect,
    },
    /// Attacks a side, to sink or take her.
    Ram {
        /// Which.
        ship: Tag,
        /// Whom.
        target: Tag,
        /// Where it comes in.
        aspect: RamAspect,
    },
    /// The end of a side's turn.
    EndTurn {},
    /// Gives the game up.
    Cede {
        /// Who does.
        side: Side,
    },
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

const fn steps(name: &'static str, question: &'static str) -> FieldSpec {
    FieldSpec::number(name, question, 0, 99).or(Default::Number(0))
}

/// The kinds of order, in the order of a turn.
pub(super) const ORDERS: &[OrderSpec] = &[
    OrderSpec {
        kind: "morale",
        name: "Check morale",
        what: "Once more than half of the fleet is gone, its isolated ships leave the table.",
        rule: "Ancient Naval Games: morale",
        fields: &[FieldSpec::new("isolated", "Ships with no friend adjacent", Takes::Units)
            .or(Default::Empty)],
    },
    OrderSpec {
        kind: "activate",
        name: "Activate",
        what: "Her activation begins, and that of the ship before her ends.",
        rule: "Ancient Naval Games: activation",
        fields: &[SHIP, FieldSpec::flag("isolated", "Starts with no friend adjacent")],
    },
    OrderSpec {
        kind: "move",
        name: "Move",
        what: "Ahead 1 point a hex, astern 2, a turn of one hexside 1; a small ship's first turn is free.",
        rule: "Ancient Naval Games: movement",
        fields: &[
            SHIP,
            steps("ahead", "Hexes ahead"),
            steps("astern", "Hexes astern"),
            steps("turns", "Hexsides turned"),
        ],
    },
    OrderSpec {
        kind: "oar-strike",
        name: "Oar strike",
        what: "Against the bow or the stern of a ship: breaks her oars.",
        rule: "Ancient Naval Games: oar strike",
        fields: &[SHIP, TARGET, FieldSpec::choice("aspect", "Where", StrikeAspect::SLUGS)],
    },
    OrderSpec {
        kind: "ram",
        name: "Ram and board",
        what: "Against the side of a ship: sinks or takes her, or locks both together.",
        rule: "Ancient Naval Games: ramming and boarding",
        fields: &[SHIP, TARGET, FieldSpec::choice("aspect", "Where", RamAspect::SLUGS)],
    },
    OrderSpec {
        kind: "end-turn",
        name: "End the turn",
        what: "Points not spent are lost, and the other side begins.",
        rule: "Ancient Naval Games: sequence of play",
        fields: &[],
    },
    OrderSpec {
        kind: "cede",
        name: "Cede the game",
        what: "Gives the game up; the other side has won.",
        rule: "Ancient Naval Games: winning",
        fields: &[FieldSpec::SIDE],
    },
    ADJUST,
];

impl Order {
    /// The ship that it is given to.
    #[must_use]
    pub fn ship(&self) -> Option<Tag> {
        match self {
            Order::Activate { ship, .. }
            | Order::Move { ship, .. }
            | Order::OarStrike { ship, .. }
            | Order::Ram { ship, .. } => Some(*ship),
            Order::Morale { .. }
            | Order::EndTurn {}
            | Order::Cede { .. }
            | Order::Adjust { .. } => None,
        }
    }
}

/// What an order does to the battle.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The fleet's morale has been checked; nobody may have left.
    MoraleChecked(Side),
    /// She leaves the table.
    Removed(Tag),
    /// Her activation begins.
    Activated {
        /// Which.
        ship: Tag,
        /// No friend was adjacent.
        isolated: bool,
    },
    /// She moved and turned.
    Moved {
        /// Which.
        ship: Tag,
        /// Hexes ahead.
        ahead: u32,
        /// Hexes astern.
        astern: u32,
        /// Hexsides turned.
        turns: u32,
        /// Movement points that it took.
        points: u32,
        /// Whether the free turn was one of the turns.
        free_turn: bool,
    },
    /// An oar strike, whatever comes of it: a point spent.
    StruckAt {
        /// Who strikes.
        ship: Tag,
        /// At whom.
        target: Tag,
        /// Where.
        aspect: StrikeAspect,
    },
    /// A ram, whatever comes of it: a point spent.
    RammedAt {
        /// Who rams.
        ship: Tag,
        /// Whom.
        target: Tag,
        /// Where.
        aspect: RamAspect,
    },
    /// She has avoided the attack or fought it off.
    Avoided(Tag),
    /// One oar damage, as far as there are oars left.
    OarsBroken(Tag),
    /// Sunk or taken; the attacker has her hex.
    Lost {
        /// Which.
        ship: Tag,
        /// Who did it.
        by: Tag,
    },
    /// Two ships locked together, both out of the game.
    Entangled(Tag, Tag),
    /// The other side begins.
    TurnEnded,
    /// A side gave up.
    Ceded(Side),
    /// The players' correction.
    Adjusted(Subject, String, Value),
}
