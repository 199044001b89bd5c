//! The sequence of play in a game, and the position of a battle in it.

use message::Message;

use super::common::Side;
use super::common_orders;
use super::default_impls;
use super::forms::Forms;
use super::system::Rules;
use super::view::{Guide, Mark};

/// The sequence of play, departures from it, and whose turn it is.
pub trait Sequence: Rules {
    /// Warnings if the order departs from the sequence of play. The warning that a battle
    /// is over is common to all games.
    fn warnings(&self, _order: &Self::Order) -> Vec<Message> {
        Vec::new()
    }
    /// Whether an order of this side needs the consent of the other: it ends a phase or
    /// turn that belongs to both or to the other side, or comes in the other side's turn
    /// without permission by the rules. At a shared table, the other side is asked first.
    /// The answer must not depend on a secret.
    fn needs_consent(&self, order: &Self::Order, _side: Side) -> bool {
        common_orders::ends_for_both::<Self>(order)
    }
    /// The round and the index of the present phase, if both sides act in it. Each side
    /// then reports when it is ready to end the phase. Two consecutive phases always
    /// differ.
    fn phase_of_both(&self) -> Option<(u32, u8)> {
        None
    }
    /// Whether the rules let a side give the order in the other's turn, without consent or
    /// delay.
    fn may_interrupt(&self, _order: &Self::Order) -> bool {
        false
    }
    /// What else an order ends if the other side consents:
    /// `ends the movement phase for both`.
    fn also_ends(&self, _order: &Self::Order) -> Option<Message> {
        None
    }
}

/// A guide to the current position of a battle.
pub trait Guided: Forms {
    /// The current position in the sequence, and what comes next.
    fn guide(&self) -> Guide {
        default_impls::guide(self)
    }
    /// What is true of a whole side, apart from its units.
    fn side_marks(&self, _side: Side) -> Vec<Mark> {
        Vec::new()
    }
}
