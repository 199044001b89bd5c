//! Texts that players read before they set up a battle, by topic. A fleet file has those of
//! its side, a ready battle those of both sides.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use message::{Message, message};

use super::keyword::Keyword;

/// The topics of texts, in reading order. The word is its key in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Topic {
    /// What happened, with its sources.
    History,
    /// How many ships a model represents, and how long a hex or an inch is.
    Scale,
    /// Where the ships start, how far apart, and on how large a table.
    Setup,
    /// Land, shallows and obstacles, and what they do.
    Terrain,
    /// Which ships come later, where and when.
    Reinforcements,
    /// What a side must do or may not do beyond the rules.
    #[keyword("special_orders")]
    SpecialOrders,
    /// How to win other than by taking or sinking every enemy ship.
    Aims,
    /// When the battle ends.
    Length,
    /// Which side is stronger, by the app’s own figures.
    Balance,
    /// What no source says, and what we assumed instead.
    Guess,
}

impl Topic {
    /// The heading above the text.
    #[must_use]
    pub fn title(self) -> Message {
        match self {
            Topic::History => message!("History"),
            Topic::Scale => message!("Scale"),
            Topic::Setup => message!("Setup"),
            Topic::Terrain => message!("Terrain"),
            Topic::Reinforcements => message!("Reinforcements"),
            Topic::SpecialOrders => message!("Special orders"),
            Topic::Aims => message!("Victory conditions"),
            Topic::Length => message!("Length"),
            Topic::Balance => message!("Balance"),
            Topic::Guess => message!("Guesses"),
        }
    }
}

/// The texts of a fleet or battle, by topic.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Briefing(BTreeMap<Topic, String>);

impl Briefing {
    /// The text about a topic; empty if there is none.
    #[must_use]
    pub fn about(&self, topic: Topic) -> &str {
        self.0.get(&topic).map_or("", String::as_str)
    }

    /// Every text, in reading order.
    pub fn texts(&self) -> impl Iterator<Item = (Topic, &str)> {
        self.0.iter().map(|(topic, text)| (*topic, text.as_str()))
    }

    /// Whether there is no text at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// These texts, each followed by the other's text on the same topic: those of a battle,
    /// then those of a side.
    #[must_use]
    pub fn with(&self, other: &Briefing) -> Briefing {
        let mut both = self.clone();
        for (topic, text) in other.texts() {
            let own = both.0.entry(topic).or_default();
            if !own.is_empty() {
                own.push('\n');
            }
            own.push_str(text);
        }
        both
    }
}

impl FromIterator<(Topic, String)> for Briefing {
    /// Omits texts without a letter in them.
    fn from_iter<T: IntoIterator<Item = (Topic, String)>>(texts: T) -> Briefing {
        Briefing(texts.into_iter().filter(|(_, text)| !text.trim().is_empty()).collect())
    }
}
