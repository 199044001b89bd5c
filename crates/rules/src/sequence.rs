//! The sequence of play as a game states it, and where a battle stands in it.

use message::Message;

use super::common::Side;
use super::common_orders;
use super::default_impls;
use super::forms::Forms;
use super::system::Rules;
use super::view::{Guide, Mark};

/// The sequence of play, where an order departs from it, and whose turn it is.
pub trait Sequence: Rules {
    /// Where the order departs from the sequence of play. That a battle is over is said
    /// of every game's orders.
    fn warnings(&self, _order: &Self::Order) -> Vec<Message> {
        Vec::new()
    }
    /// Whether an order of this side takes more than what is its own: it ends a
    /// phase or turn that belongs to both or to the other side, or is given in
    /// the other side's turn, where the rules do not let it. At seats, the
    /// other side is asked first. It must not turn on a secret.
    fn needs_consent(&self, order: &Self::Order, _side: Side) -> bool {
        common_orders::ends_for_both::<Self>(order)
    }
    /// The round and the place in it of the present phase, if both sides act in it: then each
    /// says when it is ready to end it. No two phases that follow each other are alike.
    fn phase_of_both(&self) -> Option<(u32, u8)> {
        None
    }
    /// Whether the rules let a side give the order in the other's turn: it is not asked for,
    /// and waits for nothing.
    fn is_right(&self, _order: &Self::Order) -> bool {
        false
    }
    /// What an order that the other side agrees to ends besides: `ends the movement phase for
    /// both`.
    fn also_ends(&self, _order: &Self::Order) -> Option<Message> {
        None
    }
}

/// Where the battle stands.
pub trait Guided: Forms {
    /// Where the battle stands, and what comes next.
    fn guide(&self) -> Guide {
        default_impls::guide(self)
    }
    /// What holds for a whole side, besides its units.
    fn side_marks(&self, _side: Side) -> Vec<Mark> {
        Vec::new()
    }
}
