//! The publication of Fast Play Salamis, and the rulings on what its text leaves open.

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
    makers: Message::word("‘Rules for Bert’s Trireme Game’, by the author of a blog"),
    appeared: Message::word("posted on 18 August 2008"),
    found: Message::word("we do not know the blog’s name"),
};

pub(super) static RULINGS: &[Ruling] = &[
    Ruling {
        id: "F-1",
        rule: rule::RAM,
        open: Message::word(
            "Ramming speed and boarding need a roll of a number or less; the text does not name the dice.",
        ),
        played: Message::word(
            "Roll two six-sided dice and add them, or one ten-sided die with that optional rule.",
        ),
    },
    Ruling {
        id: "F-2",
        rule: rule::BOWS,
        open: Message::word(
            "Bows never remove a ship; the text does not say what becomes of hits that would.",
        ),
        played: Message::word("The hits of bows stop one short of her viability."),
    },
    Ruling {
        id: "F-3",
        rule: rule::PANIC,
        open: Message::word("A fleet panics at a number of losses; no table gives that number."),
        played: Message::word(
            "The number is half of the fleet’s ships, rounded up, unless the fleet file sets it.",
        ),
    },
    Ruling {
        id: "F-4",
        rule: rule::HAND_TO_HAND,
        open: Message::word(
            "The text does not clearly say whether damage of different kinds is counted separately.",
        ),
        played: Message::word("Hits from every cause add up."),
    },
    Ruling {
        id: "F-5",
        rule: rule::BREAKAWAY,
        open: Message::word(
            "A ram needs a bow that moved up to a hull; the text does not say whether a ship already in contact, or one that tried to break away, may ram.",
        ),
        played: Message::word(
            "A ship that began the phase in contact, or tried to break away in it, cannot ram in it.",
        ),
    },
    Ruling {
        id: "F-6",
        rule: rule::PANIC,
        open: Message::word("A fleet panics; the text does not say what a fleet is."),
        played: Message::word(
            "Each row of the chart of ships is a fleet. When one panics, the side’s other fleets fight on. A custom class is a fleet of its own unless it names one of these.",
        ),
    },
    Ruling {
        id: "F-7",
        rule: rule::FIRST_SIDE,
        open: Message::word("The text does not say who is the first player."),
        played: Message::word(
            "Side A goes first, unless the players roll for it: a die each, and the higher goes first.",
        ),
    },
    Ruling {
        id: "F-8",
        rule: rule::BOARDING,
        open: Message::word("The text does not say whether a rammed ship must try to board."),
        played: Message::word(
            "She may decline; then the rammer may try. A new ram gives both ships a new attempt, after any fight that is left from an earlier ram.",
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
                   ramming speed, will the marines get aboard, will the fleet panic?"
            ),
            size: message!("6 to 30 ships a side, half an hour to an hour and a half"),
            table: message!("a plain table, a ruler in inches, models of any scale"),
            dice: message!("a handful of six-sided dice"),
        }
    }

    fn chart_of(rule: &str) -> Option<&'static str> {
        match rule {
            rule::BOWS | rule::RAM => Some("attacks"),
            rule::BOARDING => Some("boarding"),
            rule::HAND_TO_HAND => Some("hand-to-hand"),
            rule::PANIC => Some("panic"),
            rule::SEQUENCE => Some("turn"),
            _ => None,
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
