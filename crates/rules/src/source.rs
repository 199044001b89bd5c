//! Whose game a system is, and what its rules leave open. Every system states
//! both in a file of this name; whatever tells them takes them from there.

use message::{Message, message};

/// Whose game a system is, by what its text says of itself.
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
            "The games are their makers’. Their text is not in Trierarch, and the makers have not endorsed it."
        )
    }
}

impl Ruling {
    /// The topic of its rule, without the name of the system: `ramming`.
    #[must_use]
    pub fn topic(&self) -> &'static str {
        self.rule.split_once(": ").map_or(self.rule, |(_, topic)| topic)
    }
}

/// A system in a few lines, for somebody who must choose one.
pub struct About {
    pub like: Message,
    /// How long it takes, and with how much on the table.
    pub size: Message,
    /// What is needed on the table.
    pub table: Message,
    pub dice: Message,
}
