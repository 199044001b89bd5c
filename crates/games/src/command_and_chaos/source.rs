//! Whose game Command & Chaos is, and what its text leaves open.

use std::collections::BTreeSet;

use message::{Message, message};
use rules::common::{NoSwitch as Switch, Side};
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
        open: Message::word("What a hit on the charger needs is not said apart."),
        played: Message::word(
            "It is read against the charger’s own grade: 5 or more on a veteran.",
        ),
    },
    Ruling {
        id: "CC-2",
        rule: rule::SKIRMISH,
        open: Message::word("Light infantry that rolls alike is not provided for."),
        played: Message::word("Neither falls back."),
    },
    Ruling {
        id: "CC-3",
        rule: rule::WINNING,
        open: Message::word(
            "More than half of an army’s unit cards end the battle; whether light ones count is not said.",
        ),
        played: Message::word("Every unit card counts, heavy or light."),
    },
    Ruling {
        id: "CC-4",
        rule: rule::OFFICERS,
        open: Message::word("Lieutenants may die, and nothing kills one."),
        played: Message::word("The players take him off by correcting the record."),
    },
    Ruling {
        id: "CC-5",
        rule: rule::OFFICERS,
        open: Message::word(
            "Officers may move to any zone after movement, and lieutenants must stay in theirs.",
        ),
        played: Message::word("Only the commander changes zones."),
    },
    Ruling {
        id: "CC-6",
        rule: rule::CHARGE,
        open: Message::word(
            "The bonuses of a flank, a mixed unit and an officer stand with the standard melee.",
        ),
        played: Message::word("They do not count in a charge."),
    },
    Ruling {
        id: "CC-7",
        rule: rule::LIGHT,
        open: Message::word(
            "Light infantry throws and gives way when heavy infantry comes up; cavalry is not named.",
        ),
        played: Message::word("It does the same before cavalry."),
    },
    Ruling {
        id: "CC-8",
        rule: rule::MIXED,
        open: Message::word("How many light infantry units one cavalry unit takes is not said."),
        played: Message::word("A cavalry unit takes one."),
    },
    Ruling {
        id: "CC-9",
        rule: rule::ALLIED,
        open: Message::word(
            "Grades are announced at the first combat, and a rout makes units roll before they have fought.",
        ),
        played: Message::word("A unit’s grade shows then, since its roll is read against it."),
    },
    Ruling {
        id: "CC-10",
        rule: rule::OFFICERS,
        open: Message::word(
            "How many officers a unit has, and what its rout does to one, is not said.",
        ),
        played: Message::word("One at most, and he lives through the rout."),
    },
    Ruling {
        id: "CC-11",
        rule: rule::CARDS,
        open: Message::word("Whether cards are seen as they are discarded is not said."),
        played: Message::word(
            "They go to the discards face down, unless they were turned up before.",
        ),
    },
    Ruling {
        id: "CC-12",
        rule: rule::OFFICERS,
        open: Message::word(
            "When exactly the officers move is a matter of one sentence: after the zones.",
        ),
        played: Message::word("The commander moves once all zones are done; earlier it warns."),
    },
    Ruling {
        id: "CC-13",
        rule: rule::CARDS,
        open: Message::word(
            "Cards are turned up as the melee is resolved, also where units meet for the first time.",
        ),
        played: Message::word(
            "The cards of two units that are about to fight are turned up together before any die, wherever those two could fight now.",
        ),
    },
    Ruling {
        id: "CC-14",
        rule: rule::FLANKING,
        open: Message::word(
            "Who meets whom, and how, follows from the columns and from the flanks already taken.",
        ),
        played: Message::word(
            "What is known is not asked: a target strikes at the front unless it flanks too. A fight between columns that do not meet, a reserve’s charge through a friend, and a second attack in one movement warn.",
        ),
    },
    Ruling {
        id: "CC-15",
        rule: rule::RALLY,
        open: Message::word("What may be done before its phase has come is not said."),
        played: Message::word(
            "Rallying early is refused; attaching, detaching, reserves and new lieutenants belong to the fourth phase too: earlier they warn, are carried out, and end no phase. Falling back that is owed twice adds up.",
        ),
    },
    Ruling {
        id: "CC-16",
        rule: rule::MIXED,
        open: Message::word(
            "What becomes of the light infantry when the cavalry it is with routs is not said.",
        ),
        played: Message::word("It lives on, where the unit stood."),
    },
    Ruling {
        id: "CC-17",
        rule: rule::MELEE,
        open: Message::word("Two cavalry may fight one in a wing; from how far is not said."),
        played: Message::word(
            "The second stands in the same column as the first, or in the next; otherwise it warns.",
        ),
    },
    Ruling {
        id: "CC-18",
        rule: rule::INITIATIVE,
        open: Message::word(
            "Initiative is rolled once a turn, and in the first turn also for who sets up.",
        ),
        played: Message::word(
            "A third roll in a turn is refused. After two cards no more are discarded, and none are offered.",
        ),
    },
    Ruling {
        id: "CC-19",
        rule: rule::PHASES,
        open: Message::word(
            "The first player may pass, and make the other begin; what a second pass does is not said.",
        ),
        played: Message::word(
            "Either side may pass when it is to move a zone or to play a card, and the other goes on. Two passes in a row end the moving of zones, or the cards.",
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
