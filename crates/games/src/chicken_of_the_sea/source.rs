//! Whose game Chicken of the Sea is, and what its text leaves open.

use std::collections::BTreeSet;

use message::{Message, message};
use rules::common::Side;
use rules::glossary::Meaning;
use rules::source::{About, Reference, Ruling, Source};
use rules::view::{Chart, TurnPart};

use super::orders::{
    ADMIRAL_RULE, AVOID_RULE, BOARD_RULE, COAST_RULE, COMMAND_RULE, DRIFT_RULE, END_RULE,
    FORMATION_RULE, FOUL_RULE, MOVE_RULE, RAM_RULE, SHEAR_RULE, SPEED_RULE, Switch, TURN_RULE,
};
use super::state::Battle;
use super::{charts, glossary, sequence};

pub(super) static SOURCE: Source = Source {
    title: Message::word("Chicken of the Sea (Drepanum, 249 BCE)"),
    makers: Message::word("design Richard H. Berg, development Keith Schlesinger"),
    appeared: Message::word("GameFix 3, © 1994 One Small Step, Inc."),
    found: Message::word("MagWeb (http://www.magweb.com)"),
};

pub(super) static RULINGS: &[Ruling] = &[
    Ruling {
        id: "C-1",
        rule: SPEED_RULE,
        open: Message::word("Sums add a speed, and backing water is not a number."),
        played: Message::word("It counts as 1, to which it also changes."),
    },
    Ruling {
        id: "C-2",
        rule: SPEED_RULE,
        open: Message::word("A tired crew and one that holds out are given almost the same rolls."),
        played: Message::word(
            "More than the crew quality drops her to 3; that or less, and she stays at 5.",
        ),
    },
    Ruling {
        id: "C-3",
        rule: DRIFT_RULE,
        open: Message::word("The drift compass is printed on a map that is not with the text."),
        played: Message::word("1 is north, and the others follow clockwise."),
    },
    Ruling {
        id: "C-4",
        rule: COAST_RULE,
        open: Message::word("Bow at the land and backing in both take one off the die."),
        played: Message::word("One is taken off at most."),
    },
    Ruling {
        id: "C-5",
        rule: FOUL_RULE,
        open: Message::word("Fouled galleys get a common speed, which is not named."),
        played: Message::word("The lower of the two."),
    },
    Ruling {
        id: "C-6",
        rule: SHEAR_RULE,
        open: Message::word(
            "A crippled galley may not exceed speed 1; what becomes of a higher one is not said.",
        ),
        played: Message::word("It becomes 1 at once, and so does backing water."),
    },
    Ruling {
        id: "C-7",
        rule: AVOID_RULE,
        open: Message::word("Fouled galleys may not avoid, and yet are given a hex to back."),
        played: Message::word("They may not; nor may a crippled one, who cannot back water."),
    },
    Ruling {
        id: "C-8",
        rule: BOARD_RULE,
        open: Message::word("Rome’s bonus in hand-to-hand speaks of the attacking galleys."),
        played: Message::word(
            "It is for Rome as the attacker, with a galley among hers that was not captured.",
        ),
    },
    Ruling {
        id: "C-9",
        rule: ADMIRAL_RULE,
        open: Message::word(
            "Counters and map are not with the text: neither how many Romans, nor qualities, nor ranges.",
        ),
        played: Message::word(
            "21 Roman galleys, crew quality 4 for Carthage and 3 for Rome, and admirals of range 3, or 5 enhanced, stand in for them; a fleet file may say otherwise.",
        ),
    },
    Ruling {
        id: "C-10",
        rule: RAM_RULE,
        open: Message::word("Whether a fouled galley may ram is not said."),
        played: Message::word("She must first get out of the hex."),
    },
    Ruling {
        id: "C-11",
        rule: SPEED_RULE,
        open: Message::word("A formation has one speed, and each galley at 5 tires by herself."),
        played: Message::word("Each rolls for herself, and those that drop leave the formation."),
    },
    Ruling {
        id: "C-12",
        rule: COMMAND_RULE,
        open: Message::word(
            "A column’s full command hangs on its speed, which changes in the very phase that asks for it.",
        ),
        played: Message::word(
            "The speed at the beginning of the phase decides whether a check is owed.",
        ),
    },
    Ruling {
        id: "C-13",
        rule: END_RULE,
        open: Message::word(
            "A side that holds nothing but prizes is neither afloat nor destroyed by the words.",
        ),
        played: Message::word("It fights on."),
    },
    Ruling {
        id: "C-14",
        rule: COAST_RULE,
        open: Message::word("The ground stops a galley, and speed 0 makes a crippled one drift."),
        played: Message::word("Aground is speed 0 without a drift."),
    },
    Ruling {
        id: "C-15",
        rule: TURN_RULE,
        open: Message::word("Carthage’s free movement phase comes before any speeds were set."),
        played: Message::word("They may be set in it."),
    },
    Ruling {
        id: "C-16",
        rule: SHEAR_RULE,
        open: Message::word(
            "A hex of galleys fouled with the enemy may not be rammed; of shearing nothing is said.",
        ),
        played: Message::word("It may be sheared through."),
    },
    Ruling {
        id: "C-17",
        rule: COMMAND_RULE,
        open: Message::word("What becomes of a line commander whose galley is lost is not said."),
        played: Message::word("He is lost with her for the battle."),
    },
    Ruling {
        id: "C-18",
        rule: COMMAND_RULE,
        open: Message::word("A 6 breaks command, and is not above a crew quality of 6."),
        played: Message::word("A crew of 6 obeys on a 6."),
    },
    Ruling {
        id: "C-19",
        rule: AVOID_RULE,
        open: Message::word(
            "Avoidance is asked for twice: when the attack is announced, and when the attacker is adjacent.",
        ),
        played: Message::word(
            "It is rolled once, as the attack is declared. After backing away nothing is resolved; the attacker keeps her points, and may not attack that galley again in this movement.",
        ),
    },
    Ruling {
        id: "C-20",
        rule: FORMATION_RULE,
        open: Message::word(
            "In which order a formation tires, and what is left of it, is not said.",
        ),
        played: Message::word(
            "In the order in which its galleys are named. The part with the leader keeps the marker, a column passes it to the next, a line without its commander ends; the others are single, and owe no check before the next phase.",
        ),
    },
    Ruling {
        id: "C-21",
        rule: MOVE_RULE,
        open: Message::word(
            "A facing that is written down is out of date as soon as the galley moves.",
        ),
        played: Message::word(
            "It is forgotten once she has moved, till a drift sets it; a veer is told as one hexside to the left or right.",
        ),
    },
    Ruling {
        id: "C-22",
        rule: COMMAND_RULE,
        open: Message::word("How far the checks go on down a column is told for its lead only."),
        played: Message::word(
            "The galley behind a lead who fails takes the marker and is checked, till one passes or carries a commander, who never checks. The beginning of the phase settles who owes a check; only a lead who fails or leaves passes hers on.",
        ),
    },
    Ruling {
        id: "C-23",
        rule: RAM_RULE,
        open: Message::word(
            "A ram is announced before the galley moves, and she need only come beside her target.",
        ),
        played: Message::word(
            "Announced after she has spent points it warns, unless she sheared or rammed before; with no points left beside the target she may still ram, and a miss then fouls.",
        ),
    },
    Ruling {
        id: "C-24",
        rule: COAST_RULE,
        open: Message::word(
            "A galley that gets off the ground gets a speed of 1, and it is not said when she may use it.",
        ),
        played: Message::word("In the same movement: she has the 1 point at once."),
    },
    Ruling {
        id: "C-25",
        rule: BOARD_RULE,
        open: Message::word(
            "Boarders must begin the phase beside the target, and a prize taken in it began it as an enemy.",
        ),
        played: Message::word("She boards nobody in that phase."),
    },
    Ruling {
        id: "C-26",
        rule: FORMATION_RULE,
        open: Message::word(
            "A formation takes one speed, which might move a galley’s by more than a marker may change.",
        ),
        played: Message::word(
            "Forming, and setting its speed, are refused unless each galley could reach that speed by herself; outside the speed phase, unless all are equal.",
        ),
    },
    Ruling {
        id: "C-27",
        rule: FORMATION_RULE,
        open: Message::word(
            "Galleys beyond the reach of their line’s commander are not part of the line; when that is found out is not said.",
        ),
        played: Message::word(
            "Forming with one beyond it is refused; where the reach shrinks, those beyond are single and check in the next phase.",
        ),
    },
    Ruling {
        id: "C-28",
        rule: FORMATION_RULE,
        open: Message::word("A check turns on how a formation stood at the beginning of the turn."),
        played: Message::word(
            "A formation that was formed at set-up counts as standing at the beginning of turn 1.",
        ),
    },
    Ruling {
        id: "C-29",
        rule: FOUL_RULE,
        open: Message::word("For how long fouled galleys have one speed is not said."),
        played: Message::word(
            "The common speed is that of the moment; from the next speed phase each side sets its own.",
        ),
    },
    Ruling {
        id: "C-30",
        rule: RAM_RULE,
        open: Message::word(
            "A ram that fails may foul galleys that were fouled with each other before; who drifts then is not said.",
        ),
        played: Message::word("All are fouled and each drifts, the rammer first, then the target."),
    },
    Ruling {
        id: "C-31",
        rule: MOVE_RULE,
        open: Message::word("Leaving the map is not provided for."),
        played: Message::word(
            "A galley may leave it, for battles whose aims need that; elsewhere she counts as lost.",
        ),
    },
    Ruling {
        id: "C-32",
        rule: FOUL_RULE,
        open: Message::word(
            "A fouled galley may leave the hex; what becomes of her points if she stays is not said.",
        ),
        played: Message::word(
            "She keeps the bow that she rolled, owes no points, and spends none until she has unfouled.",
        ),
    },
    Ruling {
        id: "C-33",
        rule: COMMAND_RULE,
        open: Message::word("A galley out of command may not change her speed, and has a marker."),
        played: Message::word("After a failed check only her present speed is offered."),
    },
    Ruling {
        id: "C-34",
        rule: TURN_RULE,
        open: Message::word("All galleys of the line that enters must have the same orders."),
        played: Message::word(
            "A galley of that line that breaks off, or is ordered otherwise than the others in the turn of entry, warns.",
        ),
    },
    Ruling {
        id: "C-35",
        rule: BOARD_RULE,
        open: Message::word("The defender may board in return, and it is not said for how long."),
        played: Message::word(
            "Until the phase ends, or until the defender lets it be, which closes the question.",
        ),
    },
];

impl Reference for Battle {
    const SOURCE: &'static Source = &SOURCE;
    const RULINGS: &'static [Ruling] = RULINGS;

    fn about() -> About {
        About {
            like: message!(
                "Rome against Carthage in the First Punic War. Each side sets its speeds in \
                   secret; then who dares to hold her course?"
            ),
            size: message!("5 to 20 counters a side, one to five hours"),
            table: message!("a hex map with a coast, a counter for every six ships"),
            dice: message!("one six-sided die a player"),
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
