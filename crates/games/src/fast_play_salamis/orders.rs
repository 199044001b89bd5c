//! The orders of Fast Play Salamis.

use message::{Message, message};
use rules::common::{OutcomeWord, Side, SwitchWord, Tag};
use rules::{Keyword, Order};

use super::state::Phase;
use super::tables::MOST_RANGE_INCHES;

/// The rules, as refusals name them.
pub(super) mod rule {
    pub(in super::super) const FIRST_SIDE: &str = "Fast Play Salamis: who goes first";
    pub(in super::super) const BOWS: &str = "Fast Play Salamis: bows";
    pub(in super::super) const BREAKAWAY: &str = "Fast Play Salamis: breakaway";
    pub(in super::super) const RAM: &str = "Fast Play Salamis: ramming";
    pub(in super::super) const BOARDING: &str = "Fast Play Salamis: boarding";
    pub(in super::super) const HAND_TO_HAND: &str = "Fast Play Salamis: hand to hand";
    pub(in super::super) const PANIC: &str = "Fast Play Salamis: panic";
    pub(in super::super) const SEQUENCE: &str = "Fast Play Salamis: turn sequence";
    pub(in super::super) const VICTORY: &str = "Fast Play Salamis: victory";
}

/// The optional rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Switch {
    /// One ten-sided die for the rolls that the rules do not specify.
    // F-1.
    D10,
}

impl SwitchWord for Switch {
    fn what(self) -> Message {
        match self {
            Switch::D10 => message!(
                "Ramming speed and boarding skill need their number or less on 1d10 instead of 2d6."
            ),
        }
    }
}

/// The outcomes of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Outcome {
    /// The order was carried out; the rules name no special result for it.
    Done,
    /// Each die that is high enough is a hit on the target.
    Hits,
    /// She is free of that enemy. Place her a little off, parallel to that ship.
    Away,
    /// She does not get free, and has used up her whole movement phase.
    Held,
    /// Her hits have reached her viability: she goes down at once.
    Sunk,
    /// The ram has damaged her, and she fights on.
    Holed,
    /// The ram glances off: no die was high enough.
    NoDamage,
    /// The marines have boarded. They fight on the other ship’s deck in the next phase.
    Boards,
    /// The marines do not get across. If the rammed ship tried, the rammer may now try.
    Fails,
    /// Her marines stay aboard: she does not try to board.
    LetsBe,
    /// Her hits have reached her viability: she is captured and takes no further part in the
    /// battle.
    Captured,
    /// The defenders hold their deck, and the boarders go back to their own ship.
    FoughtOff,
}

impl OutcomeWord for Outcome {
    type Order = OrderKind;
    const DONE: Outcome = Outcome::Done;

    fn gain(self, _order: OrderKind) -> i8 {
        match self {
            Outcome::Sunk | Outcome::Captured => 2,
            Outcome::Away | Outcome::Holed | Outcome::Boards => 1,
            Outcome::Done | Outcome::Hits | Outcome::LetsBe => 0,
            Outcome::Held | Outcome::NoDamage | Outcome::Fails => -1,
            Outcome::FoughtOff => -2,
        }
    }
}

/// A complete order of Fast Play Salamis.
#[derive(Clone, Debug, PartialEq, Order)]
#[order(phases = Phase)]
pub enum Order {
    /// The rules do not say who goes first. Each side may roll a die before the first order;
    /// the higher one goes first.
    #[order(name = "Roll for first side", sign = Die, rule = rule::FIRST_SIDE,
            what = "Each side rolls a die before the first order; the higher goes first.")]
    FirstSide,

    /// While the other side moves, you may call a halt and shoot at a ship in range. Each
    /// of your ships shoots once in that phase. Arrows alone never sink a ship.
    #[order(name = "Stop! Shoot", by(ship), at = target, phase = Movement, sign = Bow,
            rule = rule::BOWS,
            what = "Shoots at a ship of the moving side, once in that movement phase.")]
    Bows {
        /// The ship that shoots.
        ship: Tag,
        /// The enemy ship to shoot at while her side moves.
        target: Tag,
        /// The distance on the table, measured in inches.
        #[field(ask = "Range in inches", range = 0..=MOST_RANGE_INCHES, measures = Reach)]
        range_in: u32,
    },

    /// A ship in contact with an enemy tries to break away. She needs ramming speed for it. The
    /// attempt takes her whole move, and she cannot ram this turn.
    #[order(name = "Break away", by(ship), at = target, phase = Movement, sign = Oar,
            rule = rule::BREAKAWAY,
            what = "If she rolls ramming speed, place her an inch off, parallel. Either way this is her whole move, and she may not ram.")]
    Breakaway {
        /// The ship that breaks away.
        ship: Tag,
        /// The enemy that she breaks away from. It is not needed if she is in contact with only
        /// one.
        #[field(ask = "From")]
        target: Option<Tag>,
    },

    /// Her bow has moved up to an enemy’s hull. First roll for ramming speed, which adds dice;
    /// then each ram die that is high enough damages the target.
    #[order(name = "Ram", by(ship), at = target, phase = Ram, sign = Ram, rule = rule::RAM,
            what = "Rams a hull once her bow has moved to within an inch; ramming speed adds two dice.")]
    Ram {
        /// The ship that rams.
        ship: Tag,
        /// The enemy whose hull her bow has reached.
        target: Tag,
    },

    /// After a ram marines may try to board, those of the rammed ship first. Roll against their
    /// boarding skill.
    #[order(name = "Try to board", by(ship), at = target, phase = Ram, sign = Bridge,
            rule = rule::BOARDING,
            what = "After a ram, the rammed ship first: her marines try to board the other ship.")]
    Board {
        /// The ship whose marines try to get across.
        ship: Tag,
        /// The enemy in contact whose deck the marines want to reach.
        target: Tag,
        /// Whether her marines try or decline. If the rammed ship declines, the rammer may try.
        // F-8.
        #[field(ask = "Her marines try", default = true)]
        attempt: bool,
    },

    /// The boarders roll, then the defenders cancel hits with their own dice. The hits that are
    /// left damage the boarded ship, and may capture her.
    #[order(name = "Hand to hand", by(attacker), at = defender, phase = HandToHand, sign = Bridge,
            rule = rule::HAND_TO_HAND,
            what = "The boarders fight on the defender’s deck: hits that are not cancelled damage and may capture her.")]
    HandToHand {
        /// The ship whose marines have boarded.
        #[field(ask = "Whose marines boarded")]
        attacker: Tag,
        /// The ship on whose deck they fight. The fight can damage only this ship.
        #[field(ask = "On whose deck")]
        defender: Tag,
    },

    /// A ship leaves the table by her own choice. If the victory conditions let her side
    /// leave, she is safe.
    #[order(name = "Leave in good order", by(ship), phase = Movement, part = Leaves, sign = Oar,
            rule = rule::SEQUENCE,
            what = "She leaves in good order: safe if the victory conditions let her side leave, otherwise lost.")]
    LeaveTable {
        /// The ship that leaves.
        ship: Tag,
        /// Whether she leaves by an edge that the victory conditions do not allow. Then she
        /// counts as lost.
        #[field(ask = "By another edge", default = false)]
        elsewhere: bool,
    },

    /// Both sides have finished this phase, and the next one begins.
    #[order(name = "End the phase", part = Ends, sign = Jar, rule = rule::SEQUENCE,
            what = "Begins the next phase of the turn.")]
    EndPhase,

    /// A side gives up the battle. The other side wins.
    #[order(name = "Concede", by(side), part = Concedes, rule = rule::VICTORY,
            what = "This side concedes, and the other wins.")]
    Concede {
        /// The side that concedes.
        side: Side,
    },
}
