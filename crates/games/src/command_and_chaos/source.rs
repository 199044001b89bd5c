//! The publication of Command & Chaos, and the rulings on what its text leaves open.

use std::collections::BTreeSet;

use message::{Message, message};
use rules::common::{NoOptionalRules as Switch, Side};
use rules::glossary::Meaning;
use rules::source::{About, Reference, Ruling, Source};
use rules::view::{Chart, TurnPart};

use super::orders::rule;
use super::state::Battle;
use super::{charts, glossary, sequence};

pub(super) static SOURCE: Source = Source {
    title: Message::word("Command & Chaos, prototype C"),
    makers: Message::word("Jeremiah McCall"),
    appeared: Message::word("a prototype, for which he asks for play-testers’ reports"),
    found: Message::word(
        "@gamingthepast, and the survey at https://www.surveymonkey.com/r/FZV5ML2",
    ),
};

pub(super) static RULINGS: &[Ruling] = &[
    Ruling {
        id: "CC-1",
        rule: rule::CHARGE,
        open: Message::word("The text does not say what a hit on the charger needs."),
        played: Message::word(
            "The charger’s grade decides, as for a target: 5 or more hits a veteran.",
        ),
    },
    Ruling {
        id: "CC-2",
        rule: rule::SKIRMISH,
        open: Message::word("The text does not cover a tie between two light infantry units."),
        played: Message::word("Neither falls back."),
    },
    Ruling {
        id: "CC-3",
        rule: rule::WINNING,
        open: Message::word(
            "The loss of more than half of an army’s unit cards ends the battle; the text does not say whether light units count.",
        ),
        played: Message::word("Every unit card counts, heavy or light."),
    },
    Ruling {
        id: "CC-4",
        rule: rule::OFFICERS,
        open: Message::word("Lieutenants may die, but no rule kills one."),
        played: Message::word("The players remove a lieutenant by a correction."),
    },
    Ruling {
        id: "CC-5",
        rule: rule::OFFICERS,
        open: Message::word(
            "Officers may move to any zone after movement, but lieutenants must stay in theirs.",
        ),
        played: Message::word("Only the commander changes zones."),
    },
    Ruling {
        id: "CC-6",
        rule: rule::CHARGE,
        open: Message::word(
            "The text lists the bonuses of a flank, a mixed unit and an officer only under standard melee.",
        ),
        played: Message::word("These bonuses do not count in a charge."),
    },
    Ruling {
        id: "CC-7",
        rule: rule::LIGHT,
        open: Message::word(
            "Light infantry throws javelins at heavy infantry and gives way to it; the text does not mention cavalry.",
        ),
        played: Message::word("Light infantry does the same against cavalry."),
    },
    Ruling {
        id: "CC-8",
        rule: rule::MIXED,
        open: Message::word(
            "The text does not say how many light infantry units one cavalry unit takes.",
        ),
        played: Message::word("A cavalry unit takes one."),
    },
    Ruling {
        id: "CC-9",
        rule: rule::ALLIED,
        open: Message::word(
            "Grades are announced at the first combat, but a rout makes units roll before they have fought.",
        ),
        played: Message::word("The roll reveals the unit’s grade."),
    },
    Ruling {
        id: "CC-10",
        rule: rule::OFFICERS,
        open: Message::word(
            "The text does not say how many officers a unit may have, or what becomes of them if it routs.",
        ),
        played: Message::word("A unit has one officer at most, and he survives its rout."),
    },
    Ruling {
        id: "CC-11",
        rule: rule::CARDS,
        open: Message::word("The text does not say whether discarded cards are shown."),
        played: Message::word("Cards are discarded face down, unless they were revealed before."),
    },
    Ruling {
        id: "CC-12",
        rule: rule::OFFICERS,
        open: Message::word("One sentence of the text says that officers move after the zones."),
        played: Message::word(
            "The commander moves when all zones are done; an earlier move gets a warning.",
        ),
    },
    Ruling {
        id: "CC-13",
        rule: rule::CARDS,
        open: Message::word(
            "Cards are revealed when the melee is resolved, even when units meet for the first time.",
        ),
        played: Message::word(
            "The cards of two units that could fight now are revealed together before any die.",
        ),
    },
    Ruling {
        id: "CC-14",
        rule: rule::FLANKING,
        open: Message::word(
            "The columns and the flanks already taken decide which units meet, and how.",
        ),
        played: Message::word(
            "The app does not ask what it already knows: a target strikes at the front, unless it also flanks. A fight between columns that do not face each other, a reserve’s charge through a friend, and a second attack in one movement get a warning.",
        ),
    },
    Ruling {
        id: "CC-15",
        rule: rule::RALLY,
        open: Message::word("The text does not say which actions are possible before their phase."),
        played: Message::word(
            "Rallying early is refused. Attaching, detaching, moving reserves and naming new lieutenants also belong to the fourth phase: before it they are carried out with a warning, and end no phase. If a unit must fall back twice, the distances add up.",
        ),
    },
    Ruling {
        id: "CC-16",
        rule: rule::MIXED,
        open: Message::word(
            "The text does not say what becomes of light infantry when the cavalry it is with routs.",
        ),
        played: Message::word("The light infantry survives, in the place of the cavalry."),
    },
    Ruling {
        id: "CC-17",
        rule: rule::MELEE,
        open: Message::word(
            "Two cavalry may fight one in a wing; the text does not say how far apart they may be.",
        ),
        played: Message::word(
            "The second must be in the same column as the first or in the next; otherwise it gets a warning.",
        ),
    },
    Ruling {
        id: "CC-18",
        rule: rule::INITIATIVE,
        open: Message::word(
            "Initiative is rolled once a turn, and in the first turn also to decide who sets up.",
        ),
        played: Message::word(
            "A third roll in a turn is refused. A side discards two cards at most.",
        ),
    },
    Ruling {
        id: "CC-19",
        rule: rule::PHASES,
        open: Message::word(
            "The first player may pass and make the other begin; the text does not say what a second pass does.",
        ),
        played: Message::word(
            "Either side may pass when it is to move a zone or play a card; then the other side acts. Two passes in a row end the movement of zones or the playing of cards.",
        ),
    },
];

impl Reference for Battle {
    const SOURCE: &'static Source = &SOURCE;
    const RULINGS: &'static [Ruling] = RULINGS;

    fn about() -> About {
        About {
            like: message!(
                "The legions ashore. Units on cards with morale that the enemy does not know, \
                   charges, officers, and battle cards."
            ),
            size: message!("6 to 14 units a side, one to two and a half hours"),
            table: message!("a table in five zones of two columns, a card or base for each unit"),
            dice: message!("a few six-sided dice"),
        }
    }

    fn chart_of(rule: &str) -> Option<&'static str> {
        match rule {
            rule::INITIATIVE | rule::HAND | rule::PHASES => Some("order-of-play"),
            rule::MOVEMENT | rule::FLANKING | rule::RESERVES => Some("movement"),
            rule::CHARGE => Some("charge"),
            rule::LIGHT | rule::MIXED => Some("light-infantry"),
            rule::CARDS | rule::MELEE => Some("melee"),
            rule::ALLIED | rule::RALLY => Some("morale"),
            rule::OFFICERS => Some("officers"),
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

    fn roster_charts(&self, side: Side) -> Vec<Chart> {
        charts::roster_charts(self, side)
    }
}
