//! The orders of Ancient Naval Games, and what they do.

use crate::rules::common::{Side, Tag};
use crate::rules::statement::orders;

use super::state::Phase;
use super::tables::{MOST_STEPS, RamAspect, StrikeAspect};

/// The rules that refusals name.
pub(super) mod rule {
    pub(in super::super) const FIRST_SIDE: &str = "Ancient Naval Games: who goes first";
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
    pub enum Order in Phase {
        /// Rolls for who goes first.
        FirstSide = "first-side", "Roll for first side" [sign Die] {
            what: "A die each before the first order; the higher goes first.",
            rule: rule::FIRST_SIDE,
        }
        /// When a fleet has lost more than half, its isolated ships leave.
        Morale = "morale", "Check morale" [in Morale sign Heart] {
            what: "Once more than half of the fleet is gone, its isolated ships leave the table.",
            rule: rule::MORALE,
            /// The fleet's ships that have no friend adjacent.
            isolated: Vec<Tag> = [] => "Ships with no friend adjacent",
        }
        /// Begins a ship's activation.
        Activate = "activate", "Activate" [by ship in Activation as Begins sign Eye] {
            what: "Her activation begins, and that of the ship before her ends.",
            rule: rule::ACTIVATION,
            /// The ship that is activated.
            ship: Tag => "Ship",
            /// Whether she begins with no friend adjacent; she may then move
            /// but not attack.
            isolated: bool = false => "Starts with no friend adjacent",
        }
        /// Moves and turns a ship.
        Move = "move", "Move" [by ship in Activation as Moves sign Oar] {
            what: "Ahead 1 point a hex, astern 2, a turn of one hexside 1; a small ship’s first turn is free.",
            rule: rule::MOVEMENT,
            /// The ship that moves.
            ship: Tag => "Ship",
            /// Hexes straight ahead.
            ahead: u32 = 0 => "Hexes ahead" in 0..=MOST_STEPS,
            /// Hexes backwards.
            astern: u32 = 0 => "Hexes astern" in 0..=MOST_STEPS,
            /// Hexsides turned, the free one included.
            turns: u32 = 0 => "Hexsides turned" in 0..=MOST_STEPS,
            /// Whether she begins with no friend adjacent, if this activates her.
            //
            isolated: bool = false => "Starts with no friend adjacent",
        }
        /// Attacks bow or stern, to break oars.
        OarStrike = "oar-strike", "Oar strike" [by ship at target in Activation sign Ram] {
            what: "Against the bow or the stern of a ship: breaks her oars.",
            rule: rule::OAR_STRIKE,
            /// The ship that strikes.
            ship: Tag => "Ship",
            /// The enemy whose oars she strikes.
            target: Tag => "Target",
            /// Whether she strikes at the bow or the stern.
            aspect: StrikeAspect => "Where" as Seen,
            /// Whether she begins with no friend adjacent, if this activates her.
            //
            isolated: bool = false => "Starts with no friend adjacent",
        }
        /// Attacks a side, to sink or capture.
        Ram = "ram", "Ram and board" [by ship at target in Activation sign Ram] {
            what: "Against the side of a ship: sinks or captures her, or locks both together.",
            rule: rule::RAM,
            /// The ship that rams.
            ship: Tag => "Ship",
            /// The enemy that she rams.
            target: Tag => "Target",
            /// Whether the ram comes from the side or from aft.
            aspect: RamAspect => "Where" as Seen,
            /// Whether she begins with no friend adjacent, if this activates her.
            //
            isolated: bool = false => "Starts with no friend adjacent",
        }
        /// Leaves the table in good order.
        LeaveTable = "leave-table", "Leave in good order" [by ship in Activation as Leaves sign Oar] {
            what: "She leaves in good order: safe where the aims let her side leave, else lost.",
            rule: rule::MOVEMENT,
            /// The ship that leaves.
            ship: Tag => "Ship",
            /// Whether she leaves elsewhere than the aims let her side leave, and
            /// so is lost.
            elsewhere: bool = false => "Elsewhere than the aims say",
        }
        /// Ends a side's turn.
        EndTurn = "end-turn", "End the turn" [as Ends sign Jar] {
            what: "Points not spent are lost, and the other side begins.",
            rule: rule::SEQUENCE,
        }
        /// Concedes the game.
        Cede = "cede", "Concede" [by side as GivesUp] {
            what: "Gives the game up; the other side has won.",
            rule: rule::WINNING,
            /// The side that concedes.
            side: Side => "Side",
        }
    }
}
