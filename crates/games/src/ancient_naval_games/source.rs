//! The publication of Ancient Naval Games, and the rulings on what its text leaves open.

use std::collections::BTreeSet;

use message::{Message, message};
use rules::common::NoOptionalRules as Switch;
use rules::glossary::Meaning;
use rules::source::{About, Reference, Ruling, Source};
use rules::view::{Chart, TurnPart};

use super::orders::rule;
use super::state::Battle;
use super::{glossary, sequence, sheet};

pub(super) static SOURCE: Source = Source {
    title: Message::word("Ancient Naval Games"),
    makers: Message::word("rules by the author of a blog, for his or her own campaign"),
    appeared: Message::word("posted on 26 June 2021"),
    found: Message::word("we do not know the blog’s name"),
};

pub(super) static RULINGS: &[Ruling] = &[
    Ruling {
        id: "A-1",
        rule: rule::MOVEMENT,
        open: Message::word(
            "The text does not say whether a small ship without movement points keeps her free turn.",
        ),
        played: Message::word("She keeps her free turn, because it costs nothing."),
    },
    Ruling {
        id: "A-2",
        rule: rule::OAR_STRIKE,
        open: Message::word("The text does not say how many times a ship’s oars can be broken."),
        played: Message::word("Her oars can be broken three times; a fourth strike has no effect."),
    },
    Ruling {
        id: "A-3",
        rule: rule::RAM,
        open: Message::word(
            "The text calls a ship dead in the water very vulnerable, without a figure.",
        ),
        played: Message::word(
            "An attack on her is like any other; her broken oars count against her.",
        ),
    },
    Ruling {
        id: "A-4",
        rule: rule::ACTIVATION,
        open: Message::word("The text does not say whether the last ship of a fleet is isolated."),
        played: Message::word("She is isolated: she has no friend left."),
    },
    Ruling {
        id: "A-5",
        rule: rule::FIRST_SIDE,
        open: Message::word("The text does not say who goes first."),
        played: Message::word(
            "Side A goes first, unless the players roll for it: a die each, and the higher goes first.",
        ),
    },
    Ruling {
        id: "A-6",
        rule: rule::ACTIVATION,
        open: Message::word(
            "A ship attacks only if she started beside a friend; the text does not say when to check.",
        ),
        played: Message::word(
            "The start of her own movement counts. The app asks with her first order of the turn, and the answer holds for that turn. If two ships are left, morale removes both or neither.",
        ),
    },
    Ruling {
        id: "A-7",
        rule: rule::WINNING,
        open: Message::word("The text does not say who wins if neither fleet has a ship left."),
        played: Message::word("The battle is a draw as soon as one of the sides concedes."),
    },
];

impl Reference for Battle {
    const SOURCE: &'static Source = &SOURCE;
    const RULINGS: &'static [Ruling] = RULINGS;

    fn about() -> About {
        About {
            like: message!(
                "Learn it in ten minutes: three movement points a ship, oars that snap like matchsticks, and lone ships that flee."
            ),
            size: message!("about 12 ships a side, under an hour"),
            table: message!("a hex mat and small models or counters"),
            dice: message!("one six-sided die for each player"),
        }
    }

    fn chart_of(rule: &str) -> Option<&'static str> {
        match rule {
            rule::ACTIVATION | rule::FIRST_SIDE | rule::SEQUENCE => Some("turn"),
            rule::MOVEMENT => Some("moving"),
            rule::OAR_STRIKE => Some("oar-strike"),
            rule::RAM => Some("ram"),
            rule::MORALE => Some("morale"),
            _ => None,
        }
    }

    fn charts(options: &BTreeSet<Switch>) -> Vec<Chart> {
        sheet::charts(options)
    }

    fn words() -> Vec<Meaning> {
        glossary::words()
    }

    fn sequence(options: &BTreeSet<Switch>) -> Vec<TurnPart> {
        sequence::sequence(options)
    }
}
