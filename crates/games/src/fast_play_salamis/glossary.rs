//! The glossary of Fast Play Salamis: terms that are neither orders nor record entries.

use message::message;
use rules::Keyword;
use rules::glossary::{Meaning, Sort, Tactic};

use super::state::{Phase, Status};

/// The fleets of the rules, each named after a people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum People {
    /// The fleet of Athens: slow to move, but the surest to reach ramming speed.
    Athenian,
    /// The fleet of Sparta: the best marines of all, and quick to board.
    Spartan,
    /// The fleet of Corinth: good at ramming, with weaker marines.
    Corinthian,
    /// The best sailors of the Great King: the fastest ships and more archers, but lighter
    /// built.
    Phoenician,
    /// Ships of Cyprus and Egypt: fast, with many archers, but seldom at ramming speed.
    CyprianEgyptian,
    /// Greeks who fight for the Great King: built like other Greek ships, but less sure to
    /// reach ramming speed.
    GreekTraitor,
}

/// The columns of the charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Column {
    /// The ships of one people on a side. When too many of them are lost, the rest flee.
    Fleet,
    /// How far a ship moves in a turn, in inches on the table.
    Move,
    /// How far she may turn in her move, in degrees, to one side only.
    Turn,
    /// The dice that she rolls when she rams.
    Ram,
    /// Ramming speed probability: on a roll of this or less her rowers reach ramming speed,
    /// which adds dice to a ram and frees a ship in contact.
    Rsp,
    /// The dice that her archers roll.
    Bows,
    /// How far her archers shoot, in inches.
    Range,
    /// The dice that her marines roll when they fight, attacking or defending.
    HandToHand,
    /// Marine boarding skill: on a roll of this or less her marines get aboard.
    Mbs,
    /// The hits at which she is sunk or captured.
    Viability,
    /// How many dice are rolled.
    Dice,
    /// The faces of a die that are hits.
    HitsOn,
    /// How many of its ships a fleet loses before the rest of it flees.
    PanicsAt,
}

pub(super) fn words() -> Vec<Meaning> {
    [
        Meaning::of_words::<Phase>(&Sort::Phase),
        Meaning::of_words::<Status>(&Sort::Own(message!("status"))),
        Meaning::of_words::<People>(&Sort::Own(message!("fleet"))),
        Meaning::of_words::<Tactic>(&Sort::Own(message!("tactic"))),
        Meaning::of_words::<Column>(&Sort::Column),
    ]
    .concat()
}
