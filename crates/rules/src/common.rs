//! Types that all games share: tags, sides, viewers, refusals, resolutions.

use std::borrow::Cow;
use std::fmt;
use std::hash::Hash;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use thiserror::Error;

use dice::{AskedRoll, DiceStop, Roll};
use message::{Arg, Message, clipped, message};

use super::briefing::Briefing;
use super::keyword::Keyword;
use super::view::Choice;

/// The kind of unit in a game; the word is the key of the units in STATE.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
#[keyword(plain)]
pub enum Units {
    /// Ships.
    Ships,
    /// Units of soldiers.
    Units,
}

/// One of the two sides; A is the first fleet of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
#[keyword(plain)]
pub enum Side {
    /// The first side.
    #[keyword("A")]
    A,
    /// The second side.
    #[keyword("B")]
    B,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }

    /// 0 for A, 1 for B.
    #[must_use]
    pub fn index(self) -> usize {
        match self {
            Side::A => 0,
            Side::B => 1,
        }
    }
}

/// The result of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Winner {
    /// Side A has won.
    #[keyword("A")]
    A,
    /// Side B has won.
    #[keyword("B")]
    B,
    /// A draw: both sides lost in the same order.
    Draw,
}

impl Winner {
    /// The side that won; `None` for a draw.
    #[must_use]
    pub fn side(self) -> Option<Side> {
        match self {
            Winner::A => Some(Side::A),
            Winner::B => Some(Side::B),
            Winner::Draw => None,
        }
    }

    /// The winner, given which sides can still fight; `None` while both can.
    #[must_use]
    pub fn of_fighting([a, b]: [bool; 2]) -> Option<Winner> {
        match (a, b) {
            (true, true) => None,
            (true, false) => Some(Winner::A),
            (false, true) => Some(Winner::B),
            (false, false) => Some(Winner::Draw),
        }
    }
}

impl From<Side> for Winner {
    fn from(side: Side) -> Winner {
        match side {
            Side::A => Winner::A,
            Side::B => Winner::B,
        }
    }
}

/// The name of a ship or unit in orders: the letter of its side and its number, from 1
/// (`A1`, `B12`). It does not change if the unit changes hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag {
    /// The side on which it began.
    pub side: Side,
    /// Its number on that side, from 1.
    pub number: u16,
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.side, self.number)
    }
}

/// A text that is not a tag.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a tag: a side's letter and a number, such as A1")]
pub struct TagError(String);

impl FromStr for Tag {
    type Err = TagError;

    fn from_str(text: &str) -> Result<Tag, TagError> {
        let fault = || TagError(clipped(text));
        let mut letters = text.chars();
        let side = match letters.next() {
            Some('A' | 'a') => Side::A,
            Some('B' | 'b') => Side::B,
            _ => return Err(fault()),
        };
        let digits = letters.as_str();
        if digits.starts_with(['0', '+', '-']) {
            return Err(fault());
        }
        digits.parse().map(|number| Tag { side, number }).map_err(|_| fault())
    }
}

impl From<Tag> for Arg {
    fn from(tag: Tag) -> Arg {
        Arg::Name(tag.to_string())
    }
}

impl From<&Tag> for Arg {
    fn from(tag: &Tag) -> Arg {
        (*tag).into()
    }
}

impl Serialize for Tag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Tag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tag, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// The issuer of an order, or the owner of a corrected record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A ship or unit.
    Unit(Tag),
    /// A side.
    Side(Side),
    /// The battle as a whole (the end of a round).
    Battle,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Unit(tag) => tag.fmt(f),
            Subject::Side(side) => side.fmt(f),
            Subject::Battle => f.write_str("the battle"),
        }
    }
}

/// The owner of a corrected record: a tag or a side's letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RecordOwner {
    /// A side.
    Side(Side),
    /// A ship or unit.
    Unit(Tag),
}

impl From<RecordOwner> for Subject {
    fn from(owner: RecordOwner) -> Subject {
        match owner {
            RecordOwner::Side(side) => Subject::Side(side),
            RecordOwner::Unit(tag) => Subject::Unit(tag),
        }
    }
}

/// The person for whom the battle is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Sees everything (the umpire, the log after the battle).
    Everyone,
    /// Sees what this side may know.
    Side(Side),
    /// Both sides at one screen: sees what neither side hides from the other.
    Both,
    /// Neither side: sees what is visible on the table, but not how far a side has come
    /// with secret choices.
    Onlooker,
}

impl Viewer {
    /// Whether this viewer may see the secrets of `side`.
    #[must_use]
    pub fn knows(self, side: Side) -> bool {
        match self {
            Viewer::Everyone => true,
            Viewer::Side(own) => own == side,
            Viewer::Both | Viewer::Onlooker => false,
        }
    }
}

/// The part of an order, or of an entry of a record, that a viewer may know. The order's number,
/// side and time are always public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Nothing: even the kind and issuer of an order would reveal a secret.
    Hidden,
    /// The kind and issuer of an order, but not its other fields. For an entry, what is
    /// visible from outside: cards face down, the formation in which she was last seen.
    Partial,
    /// All of it.
    Whole,
}

/// An order that the rules forbid, and the rule that forbids it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[error("{}", self.message())]
pub struct Refusal {
    /// The reason, with its number and unit: `B1 is 3 hexes away; archers reach 2`.
    pub why: Message,
    /// The rule: `Greek Fire: missiles`.
    pub rule: Cow<'static, str>,
}

impl Refusal {
    /// The reason and the rule, in a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        message!("{why} ({rule})", why = &self.why, rule = self.rule.as_ref())
    }
}

/// Why an order was not carried out. The battle is unchanged.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Stop {
    /// The rules forbid it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Something must come first, from the issuer of the order or from the other side.
    #[error("{}", need.message())]
    Needs {
        need: Need,
        /// The rolls made so far.
        after: Vec<Roll>,
    },
    /// The order makes no sense: an unknown tag, an impossible die.
    #[error("{0}")]
    Invalid(Message),
}

/// The input that an order lacks before it can be carried out.
#[derive(Clone, Debug, PartialEq)]
pub enum Need {
    /// A roll: the entered dice are used up.
    Throw {
        ask: Box<AskedRoll>,
        /// Whose dice they are; `None` if they belong to neither side.
        by: Option<Side>,
    },
    /// A choice that the other side has not made yet.
    Answer {
        field: &'static str,
        /// The side that chooses.
        of: Side,
        /// The choices; one that the rules refuse gives the reason.
        choices: Vec<Choice>,
    },
}

impl Stop {
    /// Why the order was not carried out, in a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Stop::Refused(refusal) => refusal.message(),
            Stop::Needs { need, .. } => need.message(),
            Stop::Invalid(why) => why.clone(),
        }
    }
}

impl Need {
    /// What is needed next, in a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Need::Throw { ask, .. } => {
                message!(
                    "{dice} is needed: {purpose}",
                    dice = ask.throw.message(),
                    purpose = &ask.purpose
                )
            }
            Need::Answer { field, of, .. } => {
                message!("side {side} answers first: {field}", side = *of, field = *field)
            }
        }
    }
}

impl From<DiceStop> for Stop {
    fn from(stop: DiceStop) -> Stop {
        match stop {
            // The caller, who has the order and its roller, adds the owner of the dice and
            // the rolls so far.
            DiceStop::Needs(ask) => {
                Stop::Needs { need: Need::Throw { ask, by: None }, after: Vec::new() }
            }
            DiceStop::Impossible(why) => Stop::Invalid(why),
        }
    }
}

/// A refusal as an error value: `return refuse("Greek Fire: missiles", "…")`.
pub fn refuse<T>(rule: &'static str, why: Message) -> Result<T, Stop> {
    Err(Stop::Refused(Refusal { why, rule: rule.into() }))
}

/// The outcomes of a game's orders: those that its rules name, and one for an order that
/// was simply carried out.
pub trait OutcomeWord: Keyword + Eq + Hash + fmt::Debug {
    /// The outcome of an order for which the rules name none.
    const DONE: Self;

    /// The word of an order.
    type Order;

    /// How good the outcome is for the issuer of this order: positive is good, negative is
    /// bad. Only outcomes of the same order are compared, from the worst to the best.
    fn gain(self, order: Self::Order) -> i8;

    /// Whether the outcome says nothing that the order does not say.
    fn repeats_order(self) -> bool {
        self == Self::DONE
    }
}

/// The result of a resolver: the outcome (type `O`), the effects (type `E`), and departures
/// from the sequence of play.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolution<O, E> {
    /// The outcome that the rules name.
    pub outcome: O,
    /// The effects, in the order in which they happen.
    pub effects: Vec<E>,
    /// Departures from the sequence of play. The order is carried out nevertheless.
    pub warnings: Vec<Message>,
}

impl<O: OutcomeWord, E> Resolution<O, E> {
    /// An outcome with its effects.
    #[must_use]
    pub fn new(outcome: impl Into<O>, effects: Vec<E>) -> Resolution<O, E> {
        Resolution { outcome: outcome.into(), effects, warnings: Vec::new() }
    }

    /// An order that was carried out, for which the rules name no outcome.
    #[must_use]
    pub fn done(effects: Vec<E>) -> Resolution<O, E> {
        Resolution::new(O::DONE, effects)
    }
}

/// The name of a side, and the texts of its fleet file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideInfo {
    /// The fleet's name.
    pub name: String,
    /// The people or state to which the fleet belongs, as its file writes it.
    pub people: String,
    /// The notes that the roster prints.
    pub notes: String,
    /// The texts about the battle for which the fleet was made.
    pub briefing: Briefing,
}

impl SideInfo {
    /// The keys of the side in STATE, the same in every game.
    #[must_use]
    pub fn keys(&self) -> Map<String, Value> {
        [("name", &self.name), ("people", &self.people), ("notes", &self.notes)]
            .into_iter()
            .map(|(key, text)| (key.to_owned(), Value::from(text.as_str())))
            .collect()
    }
}

/// The optional rules of a game: rulings that the players may choose. An optional rule that
/// is not named is off.
pub trait SwitchWord: Keyword + Ord + fmt::Debug {
    /// What the optional rule changes, in a sentence for the setup screen.
    fn what(self) -> Message;
}

/// The optional rules of a game that has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoOptionalRules {}

impl NoOptionalRules {
    /// The word of the optional rule; there is no value to call it on.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {}
    }
}

impl Keyword for NoOptionalRules {
    const LIST: &'static [NoOptionalRules] = &[];
    const WORDS: &'static [&'static str] = &[];

    fn word(self) -> &'static str {
        self.slug()
    }

    fn meaning(self) -> &'static str {
        match self {}
    }
}

impl SwitchWord for NoOptionalRules {
    fn what(self) -> Message {
        match self {}
    }
}

/// Why a battle cannot be opened: its fleets cannot fight each other, or an optional rule
/// does not belong to their game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct OpenError(pub Message);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_a_sides_letter_and_a_number() {
        assert_eq!("B12".parse(), Ok(Tag { side: Side::B, number: 12 }));
        assert_eq!("a3".parse(), Ok(Tag { side: Side::A, number: 3 }));
        for wrong in ["", "C1", "A", "A-1", "A01", "A+1", "A1x", "A99999", "🚢"] {
            assert!(wrong.parse::<Tag>().is_err(), "{wrong}");
        }
    }
}
