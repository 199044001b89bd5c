//! The orders of Ancient Naval Games, and what they do.

use serde_json::Value;

use crate::rules::common::{Side, Subject, Tag};
use crate::rules::statement::orders;

use super::tables::{MOST_STEPS, RamAspect, StrikeAspect};

/// The rules that orders are refused by.
pub(super) mod rule {
    pub(in super::super) const MORALE: &str = "Ancient Naval Games: morale";
    pub(in super::super) const ACTIVATION: &str = "Ancient Naval Games: activation";
    pub(in super::super) const MOVEMENT: &str = "Ancient Naval Games: movement";
    pub(in super::super) const OAR_STRIKE: &str = "Ancient Naval Games: oar strike";
    pub(in super::super) const RAM: &str = "Ancient Naval Games: ramming and boarding";
    pub(in super::super) const SEQUENCE: &str = "Ancient Naval Games: sequence of play";
    pub(in super::super) const WINNING: &str = "Ancient Naval Games: winning";
}

orders! {
    /// An order of Ancient Naval Games, complete.
    pub enum Order {
        /// The isolated ships of a fleet that has lost more than half leave.
        Morale = "morale", "Check morale" {
            what: "Once more than half of the fleet is gone, its isolated ships leave the table.",
            rule: rule::MORALE,
            /// The fleet's ships with no friend adjacent.
            isolated: Vec<Tag> = [] => "Ships with no friend adjacent",
        }
        /// Begins a ship's activation.
        Activate = "activate", "Activate" {
            what: "Her activation begins, and that of the ship before her ends.",
            rule: rule::ACTIVATION,
            /// The ship that is activated.
            ship: Tag => "Ship",
            /// Whether she starts with no friend adjacent: she may move, not attack.
            isolated: bool = false => "Starts with no friend adjacent",
        }
        /// Moves and turns a ship.
        Move = "move", "Move" {
            what: "Ahead 1 point a hex, astern 2, a turn of one hexside 1; a small ship's first turn is free.",
            rule: rule::MOVEMENT,
            /// The ship that moves.
            ship: Tag => "Ship",
            /// Hexes straight ahead.
            ahead: u32 = 0 => "Hexes ahead" in 0..=MOST_STEPS,
            /// Hexes backwards.
            astern: u32 = 0 => "Hexes astern" in 0..=MOST_STEPS,
            /// Hexsides turned, the free one included.
            turns: u32 = 0 => "Hexsides turned" in 0..=MOST_STEPS,
        }
        /// Attacks bow or stern, to break oars.
        OarStrike = "oar-strike", "Oar strike" {
            what: "Against the bow or the stern of a ship: breaks her oars.",
            rule: rule::OAR_STRIKE,
            /// The ship that strikes.
            ship: Tag => "Ship",
            /// The enemy whose oars she strikes.
            target: Tag => "Target",
            /// Where the strike comes in.
            aspect: StrikeAspect => "Where",
        }
        /// Attacks a side, to sink or capture.
        Ram = "ram", "Ram and board" {
            what: "Against the side of a ship: sinks or captures her, or locks both together.",
            rule: rule::RAM,
            /// The ship that rams.
            ship: Tag => "Ship",
            /// The enemy that she rams.
            target: Tag => "Target",
            /// Where the ram comes in.
            aspect: RamAspect => "Where",
        }
        /// Ends a side's turn.
        EndTurn = "end-turn", "End the turn" {
            what: "Points not spent are lost, and the other side begins.",
            rule: rule::SEQUENCE,
        }
        /// Concedes the game.
        Cede = "cede", "Concede" {
            what: "Gives the game up; the other side has won.",
            rule: rule::WINNING,
            /// The side that concedes.
            side: Side => "Side",
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
