//! The orders of Ancient Naval Games.

use rules::common::{Side, Tag};
use rules::statement::orders;

use super::state::Phase;
use super::tables::{MOST_STEPS, RamAspect, StrikeAspect};

/// The rules, as refusals name them.
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
        /// The rules do not say who goes first. Each side may roll a die before the first order;
        /// the higher one goes first.
        FirstSide = "first-side", "Roll for first side" [sign Die] {
            what: "Each side rolls a die before the first order; the higher goes first.",
            rule: rule::FIRST_SIDE,
        }
        /// When more than half of a side’s ships are gone, its isolated ships leave the table. The
        /// app asks at the start of that side’s turn.
        Morale = "morale", "Check morale" [in Morale sign Heart] {
            what: "When more than half of the side’s ships are gone, its isolated ships leave the table.",
            rule: rule::MORALE,
            /// The ships of the side that have no friend beside them on the table. Ships that
            /// are entangled do not count as friends.
            isolated: Vec<Tag> = [] => "Ships with no friend adjacent",
        }
        /// A ship begins to act. She moves, turns and attacks as long as she has movement points,
        /// and finishes before the next one begins.
        Activate = "activate", "Activate" [by ship in Activation as Begins sign Eye] {
            what: "Her activation begins, and that of the ship before her ends.",
            rule: rule::ACTIVATION,
            /// The ship that is activated.
            ship: Tag => "Ship",
            /// Whether she has no friend beside her when her turn starts. Then she may move, but
            /// not attack.
            isolated: bool = false => "Starts with no friend adjacent",
        }
        /// She spends movement points: to go ahead, to back, or to turn. Move the model yourself,
        /// and enter what she did.
        Move = "move", "Move" [by ship in Activation as Moves sign Oar] {
            what: "A hex ahead costs 1 point, a hex astern 2, a hexside turned 1; a small ship’s first turn is free.",
            rule: rule::MOVEMENT,
            /// The ship that moves.
            ship: Tag => "Ship",
            /// How many hexes she goes forward.
            ahead: u32 = 0 => "Hexes ahead" in 0..=MOST_STEPS,
            /// How many hexes she backs. Backing costs more than going ahead.
            astern: u32 = 0 => "Hexes astern" in 0..=MOST_STEPS,
            /// How many hexsides she turns, a free turn included.
            turns: u32 = 0 => "Hexsides turned" in 0..=MOST_STEPS,
            /// Whether she has no friend beside her when her turn starts. Then she may move, but
            /// not attack.
            //
            isolated: bool = false => "Starts with no friend adjacent",
        }
        /// She runs along an enemy’s bow or stern to break her oars. Both roll a die; if the
        /// attacker’s is higher, oars break.
        OarStrike = "oar-strike", "Oar strike" [by ship at target in Activation sign Ram] {
            what: "Breaks the oars of a ship at her bow or stern.",
            rule: rule::OAR_STRIKE,
            /// The ship that strikes.
            ship: Tag => "Ship",
            /// The enemy beside her whose oars she strikes.
            target: Tag => "Target",
            /// Whether the strike comes at her bow or at her stern.
            aspect: StrikeAspect => "Where" as Seen,
            /// Whether she has no friend beside her when her turn starts. Then she may move, but
            /// not attack.
            //
            isolated: bool = false => "Starts with no friend adjacent",
        }
        /// She drives into an enemy’s side. Both roll a die: if the attacker’s is higher, the enemy
        /// is sunk or taken; equal dice lock both together.
        Ram = "ram", "Ram and board" [by ship at target in Activation sign Ram] {
            what: "Sinks or captures a ship at her side, or locks both together.",
            rule: rule::RAM,
            /// The ship that rams.
            ship: Tag => "Ship",
            /// The enemy beside her that she rams.
            target: Tag => "Target",
            /// Whether the ram comes in towards the bow or towards the stern of her side.
            aspect: RamAspect => "Where" as Seen,
            /// Whether she has no friend beside her when her turn starts. Then she may move, but
            /// not attack.
            //
            isolated: bool = false => "Starts with no friend adjacent",
        }
        /// A ship leaves the table because you want her to. If the victory conditions let her side
        /// leave, she is safe.
        LeaveTable = "leave-table", "Leave in good order" [by ship in Activation as Leaves sign Oar] {
            what: "She leaves in good order: safe if the victory conditions let her side leave, otherwise lost.",
            rule: rule::MOVEMENT,
            /// The ship that leaves.
            ship: Tag => "Ship",
            /// Whether she leaves by an edge that the victory conditions do not allow. Then she
            /// counts as lost.
            elsewhere: bool = false => "Elsewhere than allowed",
        }
        /// All your ships have acted. Movement points that were not used are lost, and the other
        /// side begins.
        EndTurn = "end-turn", "End the turn" [as Ends sign Jar] {
            what: "Movement points that were not used are lost, and the other side begins.",
            rule: rule::SEQUENCE,
        }
        /// A side gives up the battle. The other side wins.
        Cede = "cede", "Concede" [by side as Concedes] {
            what: "This side concedes, and the other wins.",
            rule: rule::WINNING,
            /// The side that concedes.
            side: Side => "Side",
        }
    }
}
