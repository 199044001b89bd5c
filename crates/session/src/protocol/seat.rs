//! The seats at a table.

use rules::{Keyword, Side, Viewer};

/// A place at the table. It decides what its holder sees and may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Seat {
    /// Plays side A, and knows its secrets.
    #[keyword("A")]
    A,
    /// Plays side B, and knows its secrets.
    #[keyword("B")]
    B,
    /// Both sides at one screen: knows the public facts, and the secrets of the side that has the
    /// device.
    Both,
    /// Watches, and knows the public facts.
    Onlooker,
    /// Owns the table. The owner sees no secrets.
    Owner,
    /// Sees everything, and acts for both sides: a script that runs the program. This seat
    /// cannot be taken over a network.
    Umpire,
}

impl Seat {
    /// The side that it plays; `None` if it plays both or none.
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

    /// Whether it may act for a side.
    #[must_use]
    pub fn plays(self, side: Side) -> bool {
        matches!(self, Seat::Both | Seat::Umpire) || self.side() == Some(side)
    }

    /// Whether it may give the orders of a side; `None` means orders of neither. `in_hand` is the
    /// side that has the shared device. If the table `is_open`, a side's seat may also give the
    /// other side's orders.
    #[must_use]
    pub fn may_command(self, of: Option<Side>, in_hand: Option<Side>, is_open: bool) -> bool {
        let own = match self {
            Seat::A | Seat::B => self.side().filter(|_| !is_open),
            Seat::Both => in_hand,
            Seat::Umpire => None,
            Seat::Onlooker | Seat::Owner => return false,
        };
        own.is_none() || of.is_none() || own == of
    }

    /// The viewer whose knowledge it has; `in_hand` is the side that has the
    /// shared device.
    #[must_use]
    pub fn viewer(self, in_hand: Option<Side>) -> Viewer {
        match (self, in_hand) {
            (Seat::A, _) => Viewer::Side(Side::A),
            (Seat::B, _) => Viewer::Side(Side::B),
            (Seat::Both, Some(side)) => Viewer::Side(side),
            (Seat::Umpire, _) => Viewer::Everyone,
            (Seat::Both, None) => Viewer::Both,
            (Seat::Onlooker | Seat::Owner, _) => Viewer::Onlooker,
        }
    }
}
