//! The publication of a game, and the rulings on points that its rules leave open. Each game
//! defines both in its own `source.rs`.

use std::collections::BTreeSet;

use message::{Message, message};

use super::common::Side;
use super::default_impls;
use super::glossary::Meaning;
use super::system::Rules;
use super::view::{Chart, TurnPart};

/// The publication that a game comes from, according to its own text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The title of the game.
    pub title: Message,
    pub makers: Message,
    /// Where it was published, and the author.
    pub appeared: Message,
    /// Where a reader can find it.
    pub found: Message,
}

/// A point on which the rules are silent or contradict themselves, and how this app plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Its number in sources and tests: `GF-16`.
    pub id: &'static str,
    /// The rule that it concerns: `Greek Fire: ramming`.
    pub rule: &'static str,
    /// What the source leaves open.
    pub open: Message,
    pub played: Message,
}

impl Source {
    /// The publication in a line.
    #[must_use]
    pub fn line(&self) -> Message {
        let Source { title, makers, appeared, found } = self;
        message!("{title}: {makers}; {appeared}; {found}.", title, makers, appeared, found)
    }

    /// A note, shown next to the names of the games, that this app does not own them.
    #[must_use]
    pub fn ownership_note() -> Message {
        message!(
            "Each game belongs to its makers. Trierarch does not contain their rule texts, and the makers have not endorsed it."
        )
    }
}

/// A short description of a game, to help players choose one.
pub struct About {
    pub like: Message,
    /// How long it takes, and for how many ships.
    pub size: Message,
    /// What players need on the table.
    pub table: Message,
    pub dice: Message,
}

/// Reference material for a reader: publication, charts, words and sequence of play.
pub trait Reference: Rules {
    /// The publication of the game.
    const SOURCE: &'static Source;
    /// The rulings, by number.
    const RULINGS: &'static [Ruling] = &[];
    /// A description that helps players choose a game.
    fn about() -> About;
    /// How the players choose their sides, as a line of the setup; `None` if the rules do
    /// not say.
    #[must_use]
    fn choosing_sides() -> Option<Message> {
        None
    }

    /// The charts with these optional rules.
    #[must_use]
    fn charts(_options: &BTreeSet<Self::Switch>) -> Vec<Chart> {
        Vec::new()
    }
    /// The chart that shows a rule, by the chart's word; `None` if no chart does.
    #[must_use]
    fn chart_of(_rule: &str) -> Option<&'static str> {
        None
    }
    /// Words that only this game defines: weapons, skills, modifiers. Orders, phases,
    /// outcomes, optional rules and records have their own definitions.
    #[must_use]
    fn words() -> Vec<Meaning> {
        Vec::new()
    }
    /// How a round or turn is played and won with these optional rules, for a reader who
    /// does not know the game.
    #[must_use]
    fn sequence(_options: &BTreeSet<Self::Switch>) -> Vec<TurnPart> {
        default_impls::sequence::<Self>()
    }
    /// The charts of a side's custom types or classes.
    fn house_charts(&self, _side: Side) -> Vec<Chart> {
        Vec::new()
    }
    /// What a side's roster shows apart from its units: panic numbers, officers.
    fn roster_charts(&self, _side: Side) -> Vec<Chart> {
        Vec::new()
    }
}
