//! Whose game Fast Play Salamis is, and what its text leaves open.

use std::collections::BTreeSet;

use message::{Message, message};
use rules::common::Side;
use rules::glossary::Meaning;
use rules::source::{About, Reference, Ruling, Source};
use rules::view::{Chart, TurnPart};

use super::orders::{Switch, rule};
use super::state::Battle;
use super::{charts, glossary, sequence};

pub(super) static SOURCE: Source = Source {
    title: Message::word("Fast Play Salamis"),
    makers: Message::word("‘Rules for Bert’s Trireme Game’, by the author of a web log"),
    appeared: Message::word("the entry of 18 August 2008"),
    found: Message::word("the log is not named in our copy"),
};

pub(super) static RULINGS: &[Ruling] = &[
    Ruling {
        id: "F-1",
        rule: rule::RAM,
        open: Message::word(
            "Ramming speed and boarding have a number to roll or less, and no dice are named.",
        ),
        played: Message::word(
            "Two six-sided dice are added; a switch of the battle makes it one ten-sided die.",
        ),
    },
    Ruling {
        id: "F-2",
        rule: rule::BOWS,
        open: Message::word("Bows never remove a ship, but may bring her to the edge."),
        played: Message::word("Their hits stop one short of her viability."),
    },
    Ruling {
        id: "F-3",
        rule: rule::PANIC,
        open: Message::word("Fleets panic at a number of losses that no table gives."),
        played: Message::word(
            "Half of the fleet’s ships, rounded up, unless the fleet file sets it.",
        ),
    },
    Ruling {
        id: "F-4",
        rule: rule::HAND_TO_HAND,
        open: Message::word("Whether damage of different kinds is kept apart is not quite said."),
        played: Message::word("Hits add up, whatever made them."),
    },
    Ruling {
        id: "F-5",
        rule: rule::BREAKAWAY,
        open: Message::word(
            "A ram needs a bow that moved up to a hull, and a breakaway is the whole movement phase.",
        ),
        played: Message::word(
            "A ship that began the phase in contact, or that tried to break away, rams nobody in it.",
        ),
    },
    Ruling {
        id: "F-6",
        rule: rule::PANIC,
        open: Message::word("Panic is a fleet’s, and what a fleet is stands nowhere."),
        played: Message::word(
            "The rows of the table are the fleets: one panics, the others of the side fight on. A class of the house is a fleet of its own unless it names one of these.",
        ),
    },
    Ruling {
        id: "F-7",
        rule: rule::FIRST_SIDE,
        open: Message::word("Who is the first player is not said."),
        played: Message::word(
            "Side A, unless the players roll for it: a die each, and the higher begins.",
        ),
    },
    Ruling {
        id: "F-8",
        rule: rule::BOARDING,
        open: Message::word("Whether the owner of a rammed ship must try to board is not said."),
        played: Message::word(
            "The ship may be let be; then the rammer may try. After each ram both may try again, and a fight still owed from an earlier one does not count.",
        ),
    },
];

impl Reference for Battle {
    const SOURCE: &'static Source = &SOURCE;
    const RULINGS: &'static [Ruling] = RULINGS;

    fn about() -> About {
        About {
            like: message!(
                "Greeks against the Great King, with handfuls of dice: will the rowers reach \
                   ramming speed, will the marines go over, will the fleet panic?"
            ),
            size: message!("6 to 30 ships a side, half an hour to an hour and a half"),
            table: message!("a plain table, a ruler in inches, models of any scale"),
            dice: message!("a handful of six-sided dice"),
        }
    }

    fn charts(options: &BTreeSet<Switch>) -> Vec<Chart> {
        charts::charts(options)
    }

    fn words() -> Vec<Meaning> {
        glossary::words()
    }

    fn sequence(options: &BTreeSet<Switch>) -> Vec<TurnPart> {
        sequence::sequence(options)
    }

    fn house_charts(&self, side: Side) -> Vec<Chart> {
        charts::house_charts(self, side)
    }

    fn roster_charts(&self, side: Side) -> Vec<Chart> {
        charts::roster_charts(self, side)
    }
}
