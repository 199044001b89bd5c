//! Who asks.

use crate::rules::slug::slugs;
use crate::rules::{Side, Viewer};

slugs! {
    /// A place at the table: it decides what is told, and what may be asked.
    pub enum Seat {
        /// Plays side A, and knows its secrets.
        A = "A",
        /// Plays side B, and knows its secrets.
        B = "B",
        /// Both sides round one screen: they know what neither keeps from the
        /// other, and the secrets of the side that has the device in hand.
        Both = "both",
        /// Looks on, and knows what neither side keeps from the other.
        Onlooker = "onlooker",
        /// Whose table it is. The role sees no secrets.
        Owner = "owner",
        /// Sees everything, and speaks for everybody: whoever runs the program
        /// as a script. Nobody takes this seat over a network.
        Umpire = "umpire",
    }
}

impl Seat {
    /// The side that it plays; none where it plays both, or looks on.
    #[must_use]
    pub fn side(self) -> Option<Side> {
        match self {
            Seat::A => Some(Side::A),
            Seat::B => Some(Side::B),
            Seat::Both | Seat::Onlooker | Seat::Owner | Seat::Umpire => None,
        }
    }

    /// The seat of a side.
    #[must_use]
    pub fn of(side: Side) -> Seat {
        match side {
            Side::A => Seat::A,
            Side::B => Seat::B,
        }
    }

    /// Whether it may do something for a side.
    #[must_use]
    pub fn plays(self, side: Side) -> bool {
        matches!(self, Seat::Both | Seat::Umpire) || self.side() == Some(side)
    }

    /// Whose eyes it sees with, where this side has the shared device in hand.
    #[must_use]
    pub fn viewer(self, in_hand: Option<Side>) -> Viewer {
        match (self, in_hand) {
            (Seat::A, _) => Viewer::Side(Side::A),
            (Seat::B, _) => Viewer::Side(Side::B),
            (Seat::Both, Some(side)) => Viewer::Side(side),
            (Seat::Umpire, _) => Viewer::Everyone,
            (Seat::Both, None) | (Seat::Onlooker | Seat::Owner, _) => Viewer::Both,
        }
    }
}
