//! The orders of Ancient Naval Games.

use rules::Order;
use rules::common::{Side, Tag};

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

/// A complete order of Ancient Naval Games.
#[derive(Clone, Debug, PartialEq, Order)]
#[order(phases = Phase)]
pub enum Order {
    /// The rules do not say who goes first. Each side may roll a die before the first order;
    /// the higher one goes first.
    #[order(name = "Roll for first side", sign = Die, rule = rule::FIRST_SIDE,
            what = "Each side rolls a die before the first order; the higher goes first.")]
    FirstSide,

    /// When more than half of a side’s ships are gone, its isolated ships leave the table. The
    /// app asks at the start of that side’s turn.
    #[order(name = "Check morale", phase = Morale, sign = Heart, rule = rule::MORALE,
            what = "When more than half of the side’s ships are gone, its isolated ships leave the table.")]
    Morale {
        /// The ships of the side that have no friend beside them on the table. Ships that
        /// are entangled do not count as friends.
        #[field(ask = "Ships with no friend adjacent", default = [])]
        isolated: Vec<Tag>,
    },

    /// A ship begins to act. She moves, turns and attacks as long as she has movement points,
    /// and finishes before the next one begins.
    #[order(name = "Activate", by(ship), phase = Activation, part = Begins, sign = Eye,
            rule = rule::ACTIVATION,
            what = "Her activation begins, and that of the ship before her ends.")]
    Activate {
        /// The ship that is activated.
        ship: Tag,
        /// Whether she has no friend beside her when her turn starts. Then she may move, but
        /// not attack.
        #[field(ask = "Starts with no friend adjacent", default = false)]
        isolated: bool,
    },

    /// She spends movement points: to go ahead, to back, or to turn. Move the model yourself,
    /// and enter what she did.
    #[order(name = "Move", by(ship), phase = Activation, part = Moves, sign = Oar,
            rule = rule::MOVEMENT,
            what = "A hex ahead costs 1 point, a hex astern 2, a hexside turned 1; a small ship’s first turn is free.")]
    Move {
        /// The ship that moves.
        ship: Tag,
        /// How many hexes she goes forward.
        #[field(ask = "Hexes ahead", default = 0, range = 0..=MOST_STEPS)]
        ahead: u32,
        /// How many hexes she backs. Backing costs more than going ahead.
        #[field(ask = "Hexes astern", default = 0, range = 0..=MOST_STEPS)]
        astern: u32,
        /// How many hexsides she turns, a free turn included.
        #[field(ask = "Hexsides turned", default = 0, range = 0..=MOST_STEPS)]
        turns: u32,
        /// Whether she has no friend beside her when her turn starts. Then she may move, but
        /// not attack.
        //
        #[field(ask = "Starts with no friend adjacent", default = false)]
        isolated: bool,
    },

    /// She runs along an enemy’s bow or stern to break her oars. Both roll a die; if the
    /// attacker’s is higher, oars break.
    #[order(name = "Oar strike", by(ship), at = target, phase = Activation, sign = Ram,
            rule = rule::OAR_STRIKE,
            what = "Strikes at an enemy’s oars, at her bow or stern, to break them.")]
    OarStrike {
        /// The ship that strikes.
        ship: Tag,
        /// The enemy beside her whose oars she strikes.
        target: Tag,
        /// Whether the strike comes at her bow or at her stern.
        #[field(ask = "Where", measures = Seen)]
        aspect: StrikeAspect,
        /// Whether she has no friend beside her when her turn starts. Then she may move, but
        /// not attack.
        //
        #[field(ask = "Starts with no friend adjacent", default = false)]
        isolated: bool,
    },

    /// She drives into an enemy’s side. Both roll a die: if the attacker’s is higher, the enemy
    /// is sunk or captured; equal dice lock both together.
    #[order(name = "Ram and board", by(ship), at = target, phase = Activation, sign = Ram,
            rule = rule::RAM,
            what = "Rams an enemy’s side: sinks or captures her, or locks both together.")]
    Ram {
        /// The ship that rams.
        ship: Tag,
        /// The enemy beside her that she rams.
        target: Tag,
        /// Whether the ram comes in towards the bow or towards the stern of her side.
        #[field(ask = "Where", measures = Seen)]
        aspect: RamAspect,
        /// Whether she has no friend beside her when her turn starts. Then she may move, but
        /// not attack.
        //
        #[field(ask = "Starts with no friend adjacent", default = false)]
        isolated: bool,
    },

    /// A ship leaves the table by her own choice. If the victory conditions let her side
    /// leave, she is safe.
    #[order(name = "Leave in good order", by(ship), phase = Activation, part = Leaves, sign = Oar,
            rule = rule::MOVEMENT,
            what = "She leaves in good order: safe if the victory conditions let her side leave, otherwise lost.")]
    LeaveTable {
        /// The ship that leaves.
        ship: Tag,
        /// Whether she leaves by an edge that the victory conditions do not allow. Then she
        /// counts as lost.
        #[field(ask = "By another edge", default = false)]
        elsewhere: bool,
    },

    /// A ship’s turn ends, and she loses the movement points that she did not use. Then the next
    /// ship can begin.
    #[order(name = "End her turn", by(ship), phase = Activation, sign = Jar,
            rule = rule::ACTIVATION,
            what = "She loses her unused movement points, and the next ship can begin.")]
    Finish {
        /// The ship whose turn ends.
        ship: Tag,
    },

    /// All your ships have acted. Movement points that were not used are lost, and the other
    /// side begins.
    #[order(name = "End the turn", part = Ends, sign = Jar, rule = rule::SEQUENCE,
            what = "Movement points that were not used are lost, and the other side begins.")]
    EndTurn,

    /// A side gives up the battle. The other side wins.
    #[order(name = "Concede", by(side), part = Concedes, rule = rule::WINNING,
            what = "This side concedes, and the other wins.")]
    Cede {
        /// The side that concedes.
        side: Side,
    },
}
