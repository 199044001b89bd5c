//! Whose game a game is, and what its rules leave open. Every game states
//! both in a file of this name; whatever tells them takes them from there.

use std::collections::BTreeSet;

use message::{Message, message};

use super::common::Side;
use super::default_impls;
use super::glossary::Meaning;
use super::system::Rules;
use super::view::{Chart, TurnPart};

/// Whose game a game is, by what its text says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// What the game is called.
    pub title: Message,
    pub makers: Message,
    /// Where it appeared, and whose it is.
    pub appeared: Message,
    /// Where a reader finds it.
    pub found: Message,
}

/// A place where a game’s text is silent or speaks twice, and how it is played
/// here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Its number, by which sources and tests name it: `GF-16`.
    pub id: &'static str,
    /// The rule that it belongs to: `Greek Fire: ramming`.
    pub rule: &'static str,
    /// What the source leaves open.
    pub open: Message,
    pub played: Message,
}

impl Source {
    /// All of it in a line.
    #[must_use]
    pub fn line(&self) -> Message {
        let Source { title, makers, appeared, found } = self;
        message!("{title}: {makers}; {appeared}; {found}.", title, makers, appeared, found)
    }

    /// What stands beside the names of the games wherever they are told.
    #[must_use]
    pub fn not_ours() -> Message {
        message!(
            "Each game belongs to its makers. Trierarch does not contain their rule texts, and the makers have not endorsed it."
        )
    }
}

impl Ruling {
    /// The topic of its rule, without the name of the game: `ramming`.
    #[must_use]
    pub fn topic(&self) -> &'static str {
        self.rule.split_once(": ").map_or(self.rule, |(_, topic)| topic)
    }
}

/// A game in a few lines, for somebody who must choose one.
pub struct About {
    pub like: Message,
    /// How long it takes, and with how much on the table.
    pub size: Message,
    /// What is needed on the table.
    pub table: Message,
    pub dice: Message,
}

/// The game for a reader: whose it is, its charts, words and sequence.
pub trait Reference: Rules {
    /// Whose game it is.
    const SOURCE: &'static Source;
    /// Where its source leaves something open, and what is played, by number.
    const RULINGS: &'static [Ruling] = &[];
    /// What it is like, for somebody who must choose a game.
    fn about() -> About;
    /// How the players come by their sides, a line of the set-up; `None` where
    /// the rules do not say.
    #[must_use]
    fn choosing_sides() -> Option<Message> {
        None
    }

    /// The tables, under these switches.
    #[must_use]
    fn charts(_options: &BTreeSet<Self::Switch>) -> Vec<Chart> {
        Vec::new()
    }
    /// What its own words mean: weapons, skills, modifiers, what else a player asks.
    /// Orders, phases, outcomes, switches and records are told by their statements.
    #[must_use]
    fn words() -> Vec<Meaning> {
        Vec::new()
    }
    /// How a round or turn is played, and won, under these switches, for a reader
    /// who does not know the game.
    #[must_use]
    fn sequence(_options: &BTreeSet<Self::Switch>) -> Vec<TurnPart> {
        default_impls::sequence::<Self>()
    }
    /// The tables of a side's own (house) types or classes.
    fn house_charts(&self, _side: Side) -> Vec<Chart> {
        Vec::new()
    }
    /// What a side's roster shows besides its units: panic numbers, officers.
    fn roster_charts(&self, _side: Side) -> Vec<Chart> {
        Vec::new()
    }
}
