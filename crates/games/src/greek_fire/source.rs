//! The publication of Greek Fire, and the rulings on what its text leaves open.

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
    title: Message::word("Greek Fire"),
    makers: Message::word("‘Steal this Game’, previously stolen by Walt O’Hara"),
    appeared: Message::word("Novag’s Gamer’s Closet, Winter 2002, © 2002 Novag"),
    found: Message::word("MagWeb (http://www.magweb.com)"),
};

pub(super) static RULINGS: &[Ruling] = &[
    Ruling {
        id: "GF-1",
        rule: rule::TURN_ORDER,
        open: Message::word(
            "The text does not say who begins if both fleets have the same number of ships.",
        ),
        played: Message::word(
            "Each side rolls a die, and the higher begins; ties are rolled again. Until then either side may begin.",
        ),
    },
    Ruling {
        id: "GF-2",
        rule: rule::ROWING,
        open: Message::word(
            "Rowers as an advantage add to the move, but no table of advantages contains them.",
        ),
        played: Message::word("Rowers can be chosen in the builder, but are never rolled."),
    },
    Ruling {
        id: "GF-3",
        rule: rule::ROWING,
        open: Message::word(
            "Speed falls with the rowers killed, but the record does not count rowers separately.",
        ),
        played: Message::word(
            "She loses the same share of her move as of her full crew, hoplites included; the loss is rounded down.",
        ),
    },
    Ruling {
        id: "GF-4",
        rule: rule::RAMMING,
        open: Message::word(
            "Sheared oars cost move points, but the text does not say for how long.",
        ),
        played: Message::word(
            "The points are lost for the battle, and a further ram that shears oars adds to the loss.",
        ),
    },
    Ruling {
        id: "GF-5",
        rule: rule::BOARDING,
        open: Message::word(
            "Boarding grapples two ships; the text does not say whether they roll to board again.",
        ),
        played: Message::word("Grappled ships fight on without a roll to board."),
    },
    Ruling {
        id: "GF-6",
        rule: rule::MORALE,
        open: Message::word("The text does not say how a rout ends."),
        played: Message::word(
            "A routing ship tests again in her next morale phase, and fighting on ends the rout.",
        ),
    },
    Ruling {
        id: "GF-7",
        rule: rule::TERRAIN,
        open: Message::word("Ships run aground; the text does not say how they refloat."),
        played: Message::word("A ship stays aground, unless the players correct her record."),
    },
    Ruling {
        id: "GF-8",
        rule: rule::BOARDING,
        open: Message::word(
            "The text does not say whether two ships may board each other in one round.",
        ),
        played: Message::word("They may, and then both fight twice."),
    },
    Ruling {
        id: "GF-9",
        rule: rule::SKILLS,
        open: Message::word(
            "The text does not say whether a skill counts twice if captain and crew both have it.",
        ),
        played: Message::word("It counts twice: the skills of captain and crew always add up."),
    },
    Ruling {
        id: "GF-10",
        rule: rule::VICTORY,
        open: Message::word(
            "The log counts victories, but the text does not say what counts as one.",
        ),
        played: Message::word(
            "A ship sunk, burnt, taken, abandoned or surrendered is one victory, for one enemy ship. For a surrender or a fire the players name that ship, unless only one enemy is adjacent.",
        ),
    },
    Ruling {
        id: "GF-11",
        rule: rule::VICTORY,
        open: Message::word(
            "The fleet must be routed, captured or sunk; the text does not mention a mixture of these.",
        ),
        played: Message::word(
            "A side has lost when it has no ship in action that has crew and does not rout. If both have lost, it is a draw.",
        ),
    },
    Ruling {
        id: "GF-12",
        rule: rule::TERRAIN,
        open: Message::word(
            "Rocky shallows call for the ram table; the text does not say what modifies the roll.",
        ),
        played: Message::word("The only modifier is −1 for each reinforced hull of the ship."),
    },
    Ruling {
        id: "GF-13",
        rule: rule::FIRE,
        open: Message::word(
            "A ship beside a burning one may catch fire; the text does not cover several burning neighbours.",
        ),
        played: Message::word("The ship rolls once for each of them."),
    },
    Ruling {
        id: "GF-14",
        rule: rule::RAMMING,
        open: Message::word(
            "A sinking ship may be holed again; the text does not say which count then applies.",
        ),
        played: Message::word("The smaller of the two counts applies."),
    },
    Ruling {
        id: "GF-15",
        rule: rule::FIRE,
        open: Message::word("Six fires destroy a ship; the text says so only in the fire phase."),
        played: Message::word(
            "Six fires destroy her, whatever lit them: at once after a shot, otherwise at the end of her fire phase.",
        ),
    },
    Ruling {
        id: "GF-16",
        rule: rule::RAMMING,
        open: Message::word(
            "The text does not say how the run of a ram relates to the points that were rowed.",
        ),
        played: Message::word(
            "A ram is a move: its run is at most the points that she has spent this turn or, if she has not rowed, those that she has.",
        ),
    },
    Ruling {
        id: "GF-17",
        rule: rule::BOARDING,
        open: Message::word("The text does not say how often a ship may board in a turn."),
        played: Message::word("A ship may board once a turn."),
    },
    Ruling {
        id: "GF-18",
        rule: rule::ROWING,
        open: Message::word(
            "The text does not say how often a grappled ship may try to break free.",
        ),
        played: Message::word(
            "She may try once a turn. If she succeeds, she is free of all ships that hold her.",
        ),
    },
    Ruling {
        id: "GF-19",
        rule: rule::BOARDING,
        open: Message::word(
            "Ships that are rammed together get a bonus; the text does not say when they are.",
        ),
        played: Message::word(
            "They are rammed together if one rammed the other in an earlier turn and neither has rowed since.",
        ),
    },
    Ruling {
        id: "GF-20",
        rule: rule::PRIZES,
        open: Message::word("A captor may split her crew; the text says no more about the prize."),
        played: Message::word(
            "The captor may send all her men but one, up to the prize’s full crew. The prize has the quality and skills of these men, but no captain’s skill, and is no longer grappled with her captor.",
        ),
    },
    Ruling {
        id: "GF-21",
        rule: rule::ROWING,
        open: Message::word(
            "The text does not say what ‘last turn’ means if one ship has moved this round and the other has not.",
        ),
        played: Message::word(
            "It is the round before, for both ships, even if one was rammed before her own move.",
        ),
    },
    Ruling {
        id: "GF-22",
        rule: rule::ROUND,
        open: Message::word("A ship sinks in a number of turns; the text does not say whose."),
        played: Message::word(
            "The turns are rounds. The count goes down at the end of each round, this one included.",
        ),
    },
    Ruling {
        id: "GF-23",
        rule: rule::PRIZES,
        open: Message::word(
            "Morale counts the dead; the text does not say how for a prize, which has a new crew.",
        ),
        played: Message::word(
            "Only losses among the men who came aboard count as her dead, “half her crew” is half of those men, and she never has the bonus for no losses. When she is lost, all those men count as dead for the ship that sent them. No ship stays grappled with one of her own side.",
        ),
    },
    Ruling {
        id: "GF-24",
        rule: rule::MORALE,
        open: Message::word(
            "A routing ship tries to escape; the text does not say what prevents it.",
        ),
        played: Message::word(
            "Leaving the table is a move: she may not leave while she is grappled or aground, or in a turn in which she has rammed.",
        ),
    },
    Ruling {
        id: "GF-25",
        rule: rule::SAIL,
        open: Message::word(
            "The text does not say whether a ship must roll for the wind and for morale.",
        ),
        played: Message::word(
            "A ship with crew must roll both each turn unless she is aground; a grappled ship needs no sail roll. At the end of the round the app lists the rolls that were left out.",
        ),
    },
    Ruling {
        id: "GF-26",
        rule: rule::PRIZES,
        open: Message::word(
            "The text does not say what happens to ships that surrendered, were abandoned or are empty.",
        ),
        played: Message::word(
            "They stay on the table: they burn, and may be rammed and shot. A friend may retake one in the same way as an enemy takes her (GF-33); those still aboard stay.",
        ),
    },
    Ruling {
        id: "GF-27",
        rule: rule::MORALE,
        open: Message::word(
            "The text does not say whether a ship may test her morale twice in a turn.",
        ),
        played: Message::word("She tests it once a turn."),
    },
    Ruling {
        id: "GF-28",
        rule: rule::RAMMING,
        open: Message::word(
            "The rules depend on which ships are adjacent; only the table shows this.",
        ),
        played: Message::word(
            "Grappled ships touch. So do ships that met in a ram or a boarding, until either rows or rams another ship. The forms suggest these ships; for grappled ships they accept no other answer.",
        ),
    },
    Ruling {
        id: "GF-29",
        rule: rule::TURN_ORDER,
        open: Message::word(
            "The text does not say who begins if fleets of different size become equal later.",
        ),
        played: Message::word(
            "If they are equal when a round begins, both sides roll before its first order.",
        ),
    },
    Ruling {
        id: "GF-30",
        rule: rule::MORALE,
        open: Message::word(
            "Morale compares the decks of both sides; the text does not say whether an empty hull counts.",
        ),
        played: Message::word("Only ships in action with crew count, each by her deck points."),
    },
    Ruling {
        id: "GF-31",
        rule: rule::MORALE,
        open: Message::word(
            "A routing ship may lose all her crew; the text does not say whether she still frightens her friends.",
        ),
        played: Message::word(
            "A routing ship without crew no longer affects the morale of her friends.",
        ),
    },
    Ruling {
        id: "GF-32",
        rule: rule::SKILLS,
        open: Message::word("Elite crews have skills; the text does not say whether others may."),
        played: Message::word(
            "A fleet file may give skills to a crew that is not elite, but the app warns about it.",
        ),
    },
    Ruling {
        id: "GF-33",
        rule: rule::PRIZES,
        open: Message::word("The text does not say how many men a friend needs to retake a ship."),
        played: Message::word(
            "At least one for a ship that has surrendered. One that was abandoned or is empty may be taken with none, and stays empty.",
        ),
    },
    Ruling {
        id: "GF-34",
        rule: rule::ROWING,
        open: Message::word(
            "The text does not say whether a ship needs a move point to leave the table or enter terrain.",
        ),
        played: Message::word(
            "Both are moves, refused to a ship that is grappled, aground, has rammed this turn or has no move point this turn. The app warns if a ship leaves after using ramming speed without a ram.",
        ),
    },
    Ruling {
        id: "GF-35",
        rule: rule::PRIZES,
        open: Message::word(
            "The text does not say how long a prize and her captor stay beside each other.",
        ),
        played: Message::word("The two touch from then on, until either moves."),
    },
    Ruling {
        id: "GF-36",
        rule: rule::ROWING,
        open: Message::word(
            "A ship may use all her move points; their number depends on rolls that may come first.",
        ),
        played: Message::word(
            "A row order may say “all”: every point that she has left when it is carried out.",
        ),
    },
    Ruling {
        id: "GF-37",
        rule: rule::MORALE,
        open: Message::word(
            "The text does not say whether a morale roll with only one possible result must be made.",
        ),
        played: Message::word("It may be left out; the ship then counts as tested."),
    },
];

impl Reference for Battle {
    const SOURCE: &'static Source = &SOURCE;
    const RULINGS: &'static [Ruling] = RULINGS;

    fn choosing_sides() -> Option<Message> {
        Some(sequence::choosing_sides())
    }

    fn about() -> About {
        About {
            like: message!(
                "A full record for every ship: crew, shots, fires, oars and how long she has left afloat. Rams, boarding and everything that can be shot or thrown at a galley."
            ),
            size: message!("5 to 14 ships a side, one to five hours"),
            table: message!("a hex mat, a model for each ship, fire markers"),
            dice: message!("six-sided and ten-sided dice"),
        }
    }

    fn chart_of(rule: &str) -> Option<&'static str> {
        match rule {
            rule::TURN_ORDER | rule::ROUND => Some("turn"),
            rule::FIRE => Some("fire"),
            rule::SAIL => Some("sail"),
            rule::ROWING => Some("moving"),
            rule::TERRAIN => Some("terrain"),
            rule::MISSILES => Some("missiles"),
            rule::RAMMING => Some("ram"),
            rule::BOARDING => Some("boarding"),
            rule::PRIZES => Some("prizes"),
            rule::MORALE => Some("morale"),
            rule::SKILLS => Some("skills"),
            rule::VICTORY => Some("victory"),
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
}
