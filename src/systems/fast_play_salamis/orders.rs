//! The orders of Fast Play Salamis, and what they do.

use crate::rules::common::{OutcomeWord, SwitchWord, Tag};
use crate::rules::slug::slugs;
use crate::rules::statement::orders;
use crate::say::{Say, say};

use super::state::Phase;
use super::tables::MOST_RANGE_INCHES;

/// The rules that refusals name.
pub(super) mod rule {
    pub(in super::super) const FIRST_SIDE: &str = "Fast Play Salamis: who goes first";
    pub(in super::super) const BOWS: &str = "Fast Play Salamis: bows";
    pub(in super::super) const BREAKAWAY: &str = "Fast Play Salamis: breakaway";
    pub(in super::super) const RAM: &str = "Fast Play Salamis: ramming";
    pub(in super::super) const BOARDING: &str = "Fast Play Salamis: boarding";
    pub(in super::super) const HAND_TO_HAND: &str = "Fast Play Salamis: hand to hand";
    pub(in super::super) const PANIC: &str = "Fast Play Salamis: panic";
    pub(in super::super) const SEQUENCE: &str = "Fast Play Salamis: turn sequence";
}

slugs! {
    /// The optional rules.
    pub enum Switch {
        /// One ten-sided die where the rules do not say what is rolled.
        // F-1.
        D10 = "d10",
    }
}

impl SwitchWord for Switch {
    fn what(self) -> Say {
        match self {
            Switch::D10 => say!(
                "Ramming speed and boarding skill are read on 1d10, that or less, instead of 2d6."
            ),
        }
    }
}

slugs! {
    /// The outcomes of orders.
    pub enum Outcome {
        /// The order was carried out; the rules name no outcome for it.
        Done = "done",
        /// Bows were shot; the changes show the hits.
        Hits = "hits",
        /// She broke away.
        Away = "away",
        /// She did not break away.
        Held = "held",
        /// Rammed and sunk.
        Sunk = "sunk",
        /// Rammed and damaged.
        Holed = "holed",
        /// Rammed without damage.
        NoDamage = "no-damage",
        /// The marines are across.
        Boards = "boards",
        /// The marines did not get across.
        Fails = "fails",
        /// Taken by boarders.
        Captured = "captured",
        /// The boarders are back aboard their own ship.
        FoughtOff = "fought-off",
    }
}

impl OutcomeWord for Outcome {
    const DONE: Outcome = Outcome::Done;

    type Order = OrderKind;

    fn gain(self, _order: OrderKind) -> i8 {
        match self {
            Outcome::FoughtOff => -2,
            Outcome::Held | Outcome::NoDamage | Outcome::Fails => -1,
            Outcome::Done | Outcome::Hits => 0,
            Outcome::Away | Outcome::Holed | Outcome::Boards => 1,
            Outcome::Sunk | Outcome::Captured => 2,
        }
    }
}

orders! {
    /// An order of Fast Play Salamis, complete.
    pub enum Order in Phase {
        /// Rolls for who goes first.
        FirstSide = "first-side", "Roll for first side" [sign Die] {
            what: "A die each before the first order; the higher goes first.",
            rule: rule::FIRST_SIDE,
        }
        /// Shoots while the other side moves.
        Bows = "bows", "Stop! Bows" [by ship at target in Movement sign Bow] {
            what: "Shoots at a ship of the side that moves, once in its movement phase.",
            rule: rule::BOWS,
            /// The ship that shoots.
            ship: Tag => "Ship",
            /// The enemy that she shoots at.
            target: Tag => "Target",
            /// The distance to the target, in inches.
            range_in: u32 => "Range in inches" as Reach in 0..=MOST_RANGE_INCHES,
        }
        /// Leaves a contact.
        Breakaway = "breakaway", "Break away" [by ship at target in Movement sign Oar] {
            what: "Leaves a contact: placed an inch off, parallel. That is her whole move, and she may not ram.",
            rule: rule::BREAKAWAY,
            /// The ship that breaks away.
            ship: Tag => "Ship",
            /// The enemy that she breaks away from; left out, the only one in
            /// contact.
            target: Option<Tag> => "From",
        }
        /// Rams.
        Ram = "ram", "Ram" [by ship at target in Ram sign Ram] {
            what: "With the bow moved to within an inch of a hull; ramming speed adds two dice.",
            rule: rule::RAM,
            /// The ship that rams.
            ship: Tag => "Ship",
            /// The enemy that she rams.
            target: Tag => "Target",
        }
        /// Attempts to board after a ram.
        Board = "board", "Attempt to board" [by ship at target in Ram sign Bridge] {
            what: "After a ram, the rammed ship first: puts the fight on the other’s deck.",
            rule: rule::BOARDING,
            /// The ship whose marines try to get across.
            ship: Tag => "Ship",
            /// The enemy that they try to board.
            target: Tag => "Target",
        }
        /// Fights on the deck of a boarded ship.
        HandToHand = "hand-to-hand", "Hand to hand" [by attacker at defender in HandToHand sign Bridge] {
            what: "The boarders fight on her deck: hits that are not cancelled damage her, and may capture her.",
            rule: rule::HAND_TO_HAND,
            /// The ship whose marines have boarded.
            attacker: Tag => "Whose marines boarded",
            /// The ship on whose deck they fight.
            defender: Tag => "On whose deck",
        }
        /// Leaves the table in good order.
        LeaveTable = "leave-table", "Leave in good order" [by ship in Movement as Leaves sign Oar] {
            what: "She leaves in good order: safe where the aims let her side leave, else lost.",
            rule: rule::SEQUENCE,
            /// The ship that leaves.
            ship: Tag => "Ship",
            /// Whether she leaves elsewhere than the aims let her side leave, and
            /// so is lost.
            elsewhere: bool = false => "Elsewhere than the aims say",
        }
        /// Ends a phase.
        EndPhase = "end-phase", "End the phase" [as Ends sign Jar] {
            what: "Goes on to the next phase of the turn.",
            rule: rule::SEQUENCE,
        }
    }
}
