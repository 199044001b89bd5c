//! The publication of Chicken of the Sea, and the rulings on what its text leaves open.

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
        open: Message::word("The text uses speeds in sums, but backing water is not a number."),
        played: Message::word(
            "Backing water counts as speed 1 in sums, and can change to speed 1.",
        ),
    },
    Ruling {
        id: "C-2",
        rule: SPEED_RULE,
        open: Message::word(
            "The text gives almost the same rolls for a crew that tires and for one that holds out.",
        ),
        played: Message::word(
            "A roll over the crew quality drops her to 3; a roll of that or less keeps her at 5.",
        ),
    },
    Ruling {
        id: "C-3",
        rule: DRIFT_RULE,
        open: Message::word("The drift compass is on a map that is missing from the text."),
        played: Message::word("1 is north, and the other numbers follow clockwise."),
    },
    Ruling {
        id: "C-4",
        rule: COAST_RULE,
        open: Message::word(
            "A bow at the land and backing in each subtract 1; the text does not say whether both count.",
        ),
        played: Message::word("At most 1 is subtracted."),
    },
    Ruling {
        id: "C-5",
        rule: FOUL_RULE,
        open: Message::word("Fouled galleys get a common speed; the text does not name it."),
        played: Message::word("They take the lower of the two speeds."),
    },
    Ruling {
        id: "C-6",
        rule: SHEAR_RULE,
        open: Message::word(
            "A crippled galley may not exceed speed 1; the text does not say what becomes of a higher speed.",
        ),
        played: Message::word("A higher speed becomes 1 at once, and so does backing water."),
    },
    Ruling {
        id: "C-7",
        rule: AVOID_RULE,
        open: Message::word(
            "The text forbids fouled galleys to avoid, but also says how far they back.",
        ),
        played: Message::word(
            "Fouled galleys may not avoid, and neither may crippled ones, which cannot back water.",
        ),
    },
    Ruling {
        id: "C-8",
        rule: BOARD_RULE,
        open: Message::word("Rome’s bonus in hand-to-hand mentions only attacking galleys."),
        played: Message::word(
            "It applies when Rome attacks with at least one galley that was not captured.",
        ),
    },
    Ruling {
        id: "C-9",
        rule: ADMIRAL_RULE,
        open: Message::word(
            "The text comes without counters and map, so the number of Romans, the crew qualities and the ranges are missing.",
        ),
        played: Message::word(
            "Trierarch uses 21 Roman galleys, crew quality 4 for Carthage and 3 for Rome, and admirals of range 3, or 5 enhanced. A fleet file may set other values.",
        ),
    },
    Ruling {
        id: "C-10",
        rule: RAM_RULE,
        open: Message::word("The text does not say whether a fouled galley may ram."),
        played: Message::word("She must first unfoul."),
    },
    Ruling {
        id: "C-11",
        rule: SPEED_RULE,
        open: Message::word("A formation has one speed, but each galley at 5 tires on her own."),
        played: Message::word("Each galley rolls, and those that drop leave the formation."),
    },
    Ruling {
        id: "C-12",
        rule: COMMAND_RULE,
        open: Message::word(
            "A column’s full command depends on its speed, which changes in the same phase.",
        ),
        played: Message::word(
            "The speed at the beginning of the phase decides whether a check is needed.",
        ),
    },
    Ruling {
        id: "C-13",
        rule: END_RULE,
        open: Message::word(
            "By the letter of the rules, a side left with only prizes is neither afloat nor destroyed.",
        ),
        played: Message::word("That side fights on."),
    },
    Ruling {
        id: "C-14",
        rule: COAST_RULE,
        open: Message::word(
            "Running aground stops a galley; the text does not say whether she drifts, as a crippled galley at speed 0 does.",
        ),
        played: Message::word("A galley aground has speed 0 and does not drift."),
    },
    Ruling {
        id: "C-15",
        rule: TURN_RULE,
        open: Message::word(
            "Carthage’s free movement phase comes before any speeds are set; the text does not say what speeds it uses.",
        ),
        played: Message::word("Carthage may set its speeds in that phase."),
    },
    Ruling {
        id: "C-16",
        rule: SHEAR_RULE,
        open: Message::word(
            "A hex of galleys fouled with the enemy may not be rammed; the text does not mention shearing.",
        ),
        played: Message::word("Such a hex may be sheared through."),
    },
    Ruling {
        id: "C-17",
        rule: COMMAND_RULE,
        open: Message::word(
            "The text does not say what becomes of a line commander whose galley is lost.",
        ),
        played: Message::word("He is lost with her for the battle."),
    },
    Ruling {
        id: "C-18",
        rule: COMMAND_RULE,
        open: Message::word(
            "A 6 puts a galley out of command, but it does not exceed a crew quality of 6.",
        ),
        played: Message::word("A crew of quality 6 stays in command on a 6."),
    },
    Ruling {
        id: "C-19",
        rule: AVOID_RULE,
        open: Message::word(
            "The text offers avoidance twice: when the attack is announced, and when the attacker is adjacent.",
        ),
        played: Message::word(
            "It is rolled once, when the attack is declared. If the target backs away, the attack ends; the attacker keeps her points and may not attack that galley again in this movement.",
        ),
    },
    Ruling {
        id: "C-20",
        rule: FORMATION_RULE,
        open: Message::word(
            "The text does not say in which order a formation tires and what is left of it.",
        ),
        played: Message::word(
            "The galleys roll in the order in which they are named. The part with the leader keeps the marker. A column passes it to the next galley; a line without its commander ends. The others are single and need no check before the next phase.",
        ),
    },
    Ruling {
        id: "C-21",
        rule: MOVE_RULE,
        open: Message::word(
            "The app records a facing, which is out of date as soon as the galley moves.",
        ),
        played: Message::word(
            "The facing is cleared when she has moved; a drift sets it again. A veer is one hexside to the left or right.",
        ),
    },
    Ruling {
        id: "C-22",
        rule: COMMAND_RULE,
        open: Message::word("The text gives the checks of a column only for its lead."),
        played: Message::word(
            "If the lead fails, the galley behind her takes the marker and checks, and so on, until one passes or has a commander aboard; such a galley never checks. The position at the beginning of the phase decides who checks; only a lead that fails or leaves passes the check on.",
        ),
    },
    Ruling {
        id: "C-23",
        rule: RAM_RULE,
        open: Message::word(
            "A ram is announced before the galley moves, but she need only come beside her target.",
        ),
        played: Message::word(
            "A ram announced after she has spent points gets a warning, unless she sheared or rammed before. With no points left beside the target she may still ram; a miss then fouls.",
        ),
    },
    Ruling {
        id: "C-24",
        rule: COAST_RULE,
        open: Message::word(
            "A galley that refloats gets a speed of 1; the text does not say when she may use it.",
        ),
        played: Message::word("She may use it in the same movement: she has the 1 point at once."),
    },
    Ruling {
        id: "C-25",
        rule: BOARD_RULE,
        open: Message::word(
            "Boarders must begin the phase beside the target; the text does not say whether a prize taken in the phase may board.",
        ),
        played: Message::word("She may not: she began the phase as an enemy."),
    },
    Ruling {
        id: "C-26",
        rule: FORMATION_RULE,
        open: Message::word(
            "A formation takes one speed, which may change a galley’s speed by more than is allowed.",
        ),
        played: Message::word(
            "Forming and setting the speed are refused unless each galley could reach that speed on her own; outside the speed phase, unless all have the same speed.",
        ),
    },
    Ruling {
        id: "C-27",
        rule: FORMATION_RULE,
        open: Message::word(
            "Galleys out of their line commander’s range are not part of the line; the text does not say when this is checked.",
        ),
        played: Message::word(
            "Forming with a galley out of range is refused. If the range shrinks, those out of it are single and check in the next phase.",
        ),
    },
    Ruling {
        id: "C-28",
        rule: FORMATION_RULE,
        open: Message::word(
            "A check depends on the formation at the beginning of the turn; the text does not cover turn 1.",
        ),
        played: Message::word(
            "A formation that was formed at setup exists at the beginning of turn 1.",
        ),
    },
    Ruling {
        id: "C-29",
        rule: FOUL_RULE,
        open: Message::word("The text does not say how long fouled galleys have one speed."),
        played: Message::word(
            "The common speed lasts until the next speed phase, when each side sets its own.",
        ),
    },
    Ruling {
        id: "C-30",
        rule: RAM_RULE,
        open: Message::word(
            "A failed ram may foul galleys that were already fouled with each other; the text does not say which of them drift.",
        ),
        played: Message::word("All are fouled and each drifts, the rammer first, then the target."),
    },
    Ruling {
        id: "C-31",
        rule: MOVE_RULE,
        open: Message::word("The text does not cover leaving the map."),
        played: Message::word(
            "A galley may leave it if the victory conditions provide for that; otherwise she counts as lost.",
        ),
    },
    Ruling {
        id: "C-32",
        rule: FOUL_RULE,
        open: Message::word(
            "A fouled galley may leave the hex; the text does not say what becomes of her points if she stays.",
        ),
        played: Message::word(
            "Her bow stays as it was rolled, and she spends no points until she has unfouled.",
        ),
    },
    Ruling {
        id: "C-33",
        rule: COMMAND_RULE,
        open: Message::word(
            "A galley out of command may not change her speed, but still gets a speed marker.",
        ),
        played: Message::word("After a failed check only her present speed is offered."),
    },
    Ruling {
        id: "C-34",
        rule: TURN_RULE,
        open: Message::word(
            "All galleys of the entering line must have the same orders; the text does not say what happens if one does not.",
        ),
        played: Message::word(
            "The app warns if a galley of that line breaks off or has different orders in the turn of entry.",
        ),
    },
    Ruling {
        id: "C-35",
        rule: BOARD_RULE,
        open: Message::word(
            "The defender may board in return; the text does not say for how long.",
        ),
        played: Message::word("The defender may do so until the phase ends or she declines."),
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
            dice: message!("one six-sided die for each player"),
        }
    }

    fn chart_of(rule: &str) -> Option<&'static str> {
        match rule {
            SPEED_RULE => Some("speeds"),
            MOVE_RULE => Some("moving"),
            DRIFT_RULE => Some("drift"),
            COAST_RULE => Some("coast"),
            FOUL_RULE => Some("fouling"),
            RAM_RULE => Some("ram"),
            SHEAR_RULE => Some("shear"),
            AVOID_RULE => Some("avoid"),
            BOARD_RULE => Some("boarding"),
            ADMIRAL_RULE | COMMAND_RULE => Some("command"),
            FORMATION_RULE => Some("formations"),
            TURN_RULE => Some("sequence"),
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
