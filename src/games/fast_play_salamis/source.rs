//! Whose game Fast Play Salamis is, and what its text leaves open.

use crate::rules::source::{Ruling, Source};
use crate::say::Say;

use super::orders::rule;

pub(super) static SOURCE: Source = Source {
    title: Say::word("Fast Play Salamis"),
    makers: Say::word("‘Rules for Bert’s Trireme Game’, by the author of a web log"),
    appeared: Say::word("the entry of 18 August 2008"),
    found: Say::word("the log is not named in our copy"),
};

pub(super) static RULINGS: &[Ruling] = &[
    Ruling {
        id: "F-1",
        rule: rule::RAM,
        open: Say::word(
            "Ramming speed and boarding have a number to roll or less, and no dice are named.",
        ),
        played: Say::word(
            "Two six-sided dice are added; a switch of the battle makes it one ten-sided die.",
        ),
    },
    Ruling {
        id: "F-2",
        rule: rule::BOWS,
        open: Say::word("Bows never remove a ship, but may bring her to the edge."),
        played: Say::word("Their hits stop one short of her viability."),
    },
    Ruling {
        id: "F-3",
        rule: rule::PANIC,
        open: Say::word("Fleets panic at a number of losses that no table gives."),
        played: Say::word("Half of the fleet’s ships, rounded up, unless the fleet file sets it."),
    },
    Ruling {
        id: "F-4",
        rule: rule::HAND_TO_HAND,
        open: Say::word("Whether damage of different kinds is kept apart is not quite said."),
        played: Say::word("Hits add up, whatever made them."),
    },
    Ruling {
        id: "F-5",
        rule: rule::BREAKAWAY,
        open: Say::word(
            "A ram needs a bow that moved up to a hull, and a breakaway is the whole movement phase.",
        ),
        played: Say::word(
            "A ship that began the phase in contact, or that tried to break away, rams nobody in it.",
        ),
    },
    Ruling {
        id: "F-6",
        rule: rule::PANIC,
        open: Say::word("Panic is a fleet’s, and what a fleet is stands nowhere."),
        played: Say::word(
            "The rows of the table are the fleets: one panics, the others of the side fight on. A class of the house is a fleet of its own unless it names one of these.",
        ),
    },
    Ruling {
        id: "F-7",
        rule: rule::FIRST_SIDE,
        open: Say::word("Who is the first player is not said."),
        played: Say::word(
            "Side A, unless the players roll for it: a die each, and the higher begins.",
        ),
    },
    Ruling {
        id: "F-8",
        rule: rule::BOARDING,
        open: Say::word("Whether the owner of a rammed ship must try to board is not said."),
        played: Say::word(
            "The ship may be let be; then the rammer may try. After each ram both may try again, and a fight still owed from an earlier one does not count.",
        ),
    },
];
