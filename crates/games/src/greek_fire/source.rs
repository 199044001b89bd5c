//! Whose game Greek Fire is, and what its text leaves open.

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
        open: Message::word("Nothing says who begins when both fleets have as many ships."),
        played: Message::word(
            "Each side rolls a die, again on a tie, and the higher begins; until that is rolled, either may.",
        ),
    },
    Ruling {
        id: "GF-2",
        rule: rule::ROWING,
        open: Message::word("Rowers as an advantage add to the move, but no table gives them."),
        played: Message::word(
            "They can be chosen for a ship in the builder, and no roll ever brings them.",
        ),
    },
    Ruling {
        id: "GF-3",
        rule: rule::ROWING,
        open: Message::word("Speed falls with the rowers killed, but nobody counts rowers apart."),
        played: Message::word(
            "What counts is the share of her full crew that is lost, hoplites included, and the loss is rounded down.",
        ),
    },
    Ruling {
        id: "GF-4",
        rule: rule::RAMMING,
        open: Message::word(
            "Sheared oars cost move points, but the text does not say for how long.",
        ),
        played: Message::word(
            "They are gone for the battle, and another ram that shears adds to them.",
        ),
    },
    Ruling {
        id: "GF-5",
        rule: rule::BOARDING,
        open: Message::word(
            "Boarding grapples two ships; whether they roll to board again is not said.",
        ),
        played: Message::word("Grappled ships fight on without a roll to board."),
    },
    Ruling {
        id: "GF-6",
        rule: rule::MORALE,
        open: Message::word("How a rout ends is not said."),
        played: Message::word(
            "A routing ship tests again in her next morale phase, and fighting on ends the rout.",
        ),
    },
    Ruling {
        id: "GF-7",
        rule: rule::TERRAIN,
        open: Message::word("Ships run aground, and nothing gets them off."),
        played: Message::word("She stays aground, unless the players correct her record."),
    },
    Ruling {
        id: "GF-8",
        rule: rule::BOARDING,
        open: Message::word("Two ships may want to board each other in the same round."),
        played: Message::word("Both may, and both fight twice."),
    },
    Ruling {
        id: "GF-9",
        rule: rule::SKILLS,
        open: Message::word("A captain and his crew may have the same skill."),
        played: Message::word("Their skills add up, whether they are the same or not."),
    },
    Ruling {
        id: "GF-10",
        rule: rule::VICTORY,
        open: Message::word("The log counts victories, but the text does not say what one is."),
        played: Message::word(
            "A ship sunk, burnt, taken, left or surrendered is a victory for the first enemy ship that it is credited to; for a surrender or a fire the players name her, and a lone adjacent enemy needs no naming.",
        ),
    },
    Ruling {
        id: "GF-11",
        rule: rule::VICTORY,
        open: Message::word(
            "The fleet must be routed, captured or sunk; a mixture of these is not weighed.",
        ),
        played: Message::word(
            "A side has lost when none of its ships is in action, manned and free of rout; when both have, it is a draw.",
        ),
    },
    Ruling {
        id: "GF-12",
        rule: rule::TERRAIN,
        open: Message::word(
            "Rocky shallows send a ship to the ramming table without saying what changes the roll.",
        ),
        played: Message::word("The natural die counts, less one for each reinforced hull of hers."),
    },
    Ruling {
        id: "GF-13",
        rule: rule::FIRE,
        open: Message::word(
            "A ship beside a burning one may catch fire; several burning ones are not told.",
        ),
        played: Message::word("She rolls once for each of them."),
    },
    Ruling {
        id: "GF-14",
        rule: rule::RAMMING,
        open: Message::word("A ship that is sinking may be holed again."),
        played: Message::word("She keeps the smaller of the two counts."),
    },
    Ruling {
        id: "GF-15",
        rule: rule::FIRE,
        open: Message::word(
            "Six fires destroy a ship, and the rule stands in the fire phase only.",
        ),
        played: Message::word(
            "Six destroy her whatever lit them: at once by a shot, at the end of her fire phase otherwise.",
        ),
    },
    Ruling {
        id: "GF-16",
        rule: rule::RAMMING,
        open: Message::word("How a ram’s run relates to the points that were rowed is not said."),
        played: Message::word(
            "A ram is a move: its run is no longer than what she has spent this turn, or has to spend.",
        ),
    },
    Ruling {
        id: "GF-17",
        rule: rule::BOARDING,
        open: Message::word("How often a ship may board in a turn is not said."),
        played: Message::word("Once."),
    },
    Ruling {
        id: "GF-18",
        rule: rule::ROWING,
        open: Message::word("How often a grappled ship may try to break free is not said."),
        played: Message::word("Once a turn, and she is then free of all who hold her."),
    },
    Ruling {
        id: "GF-19",
        rule: rule::BOARDING,
        open: Message::word(
            "A bonus belongs to ships that are rammed together, which is not explained.",
        ),
        played: Message::word(
            "They are, if one rammed the other in an earlier turn and neither has rowed since.",
        ),
    },
    Ruling {
        id: "GF-20",
        rule: rule::PRIZES,
        open: Message::word("A captor may split her crew, and no more is said of the prize."),
        played: Message::word(
            "Any number but the last man goes over, up to the prize’s full crew. The prize has their quality and skills, no captain’s, and is grappled with her captor no longer.",
        ),
    },
    Ruling {
        id: "GF-21",
        rule: rule::ROWING,
        open: Message::word(
            "‘Last turn’ differs between a ship that has moved and one that has not.",
        ),
        played: Message::word(
            "It is the round before, for both ships, even for one that was rammed before her own move.",
        ),
    },
    Ruling {
        id: "GF-22",
        rule: rule::ROUND,
        open: Message::word("A ship sinks in so many turns, and nobody says whose."),
        played: Message::word(
            "They are rounds, counted down at the end of each, this one included.",
        ),
    },
    Ruling {
        id: "GF-23",
        rule: rule::PRIZES,
        open: Message::word(
            "Morale counts the dead, and a prize sails with other men than she had.",
        ),
        played: Message::word(
            "Her dead are those of the men who came aboard; half of them is her half, and she is never unhurt. When she is lost, so are they to the ship that sent them. No ship stays grappled with one of her own side.",
        ),
    },
    Ruling {
        id: "GF-24",
        rule: rule::MORALE,
        open: Message::word("A rout tries to escape, and nothing hinders it."),
        played: Message::word(
            "Leaving the table is a move: not while grappled or aground, nor in a turn in which she has rammed.",
        ),
    },
    Ruling {
        id: "GF-25",
        rule: rule::SAIL,
        open: Message::word("Whether a ship must roll for the wind and for morale is not said."),
        played: Message::word(
            "A manned ship owes both each turn, except aground; a grappled one owes no sail roll. The end of the round names what was left out.",
        ),
    },
    Ruling {
        id: "GF-26",
        rule: rule::PRIZES,
        open: Message::word(
            "What happens to ships that gave up, were left or are empty is not said.",
        ),
        played: Message::word(
            "They stay on the table: they burn, and may be rammed and shot. A friend may take one back as an enemy may take her (GF-33); those still aboard stay.",
        ),
    },
    Ruling {
        id: "GF-27",
        rule: rule::MORALE,
        open: Message::word("Whether a ship may test her morale twice in a turn is not said."),
        played: Message::word("Once a turn."),
    },
    Ruling {
        id: "GF-28",
        rule: rule::RAMMING,
        open: Message::word(
            "Which ships are adjacent is seen on the table and remembered by nobody.",
        ),
        played: Message::word(
            "Ships that are grappled touch, and so do those that met in a ram or a boarding, until either rows or rams another. That is what the forms propose; of grappled ships nothing else is accepted.",
        ),
    },
    Ruling {
        id: "GF-29",
        rule: rule::TURN_ORDER,
        open: Message::word("Fleets of different size may become even later."),
        played: Message::word(
            "Whenever they are even as a round begins, they roll for it before its first order.",
        ),
    },
    Ruling {
        id: "GF-30",
        rule: rule::MORALE,
        open: Message::word(
            "Morale weighs the ships of both sides, and an empty hull is still a ship.",
        ),
        played: Message::word("Only ships in action with crew count, each by her deck points."),
    },
    Ruling {
        id: "GF-31",
        rule: rule::MORALE,
        open: Message::word("A routing ship may lose all her crew and drift on."),
        played: Message::word("A routing ship without crew no longer weighs on her friends."),
    },
    Ruling {
        id: "GF-32",
        rule: rule::SKILLS,
        open: Message::word("Elite crews have skills; whether others may have some is not said."),
        played: Message::word(
            "A fleet file whose crew has skills and is not elite is read, with a warning.",
        ),
    },
    Ruling {
        id: "GF-33",
        rule: rule::PRIZES,
        open: Message::word("How many men a friend needs to take a ship back is not said."),
        played: Message::word(
            "At least one for a ship that has surrendered. One that was abandoned or is empty may be taken with none, and stays empty.",
        ),
    },
    Ruling {
        id: "GF-34",
        rule: rule::ROWING,
        open: Message::word(
            "Whether a ship needs a move point to leave the table or enter terrain is not said.",
        ),
        played: Message::word(
            "Both are moves, refused to a ship that is grappled, aground, has rammed this turn or has no move point this turn. A ship that leaves after ramming speed is warned of the ram that was due.",
        ),
    },
    Ruling {
        id: "GF-35",
        rule: rule::PRIZES,
        open: Message::word("A prize and her captor lie beside each other."),
        played: Message::word("Taking a prize makes the two touch, until either moves."),
    },
    Ruling {
        id: "GF-36",
        rule: rule::ROWING,
        open: Message::word(
            "A ship may use all her move points, and their number depends on rolls before.",
        ),
        played: Message::word(
            "A row may say “all”: the points that she has left when it is carried out.",
        ),
    },
    Ruling {
        id: "GF-37",
        rule: rule::MORALE,
        open: Message::word("A morale roll may have only one possible result."),
        played: Message::word(
            "It may be left out where every result would be the same, and counts as tested.",
        ),
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
                "A full log for every ship: crew, shots, fires, oars, and how long she still \
                   floats. Rams, boarding and everything that can be thrown at a galley."
            ),
            size: message!("5 to 14 ships a side, one to five hours"),
            table: message!("a hex mat, a model for each ship, fire markers"),
            dice: message!("six-sided and ten-sided dice"),
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
