//! Odds of orders that no ship can give in the current position, such as a ram at each
//! difference. A game states which corrections make the order possible.

use serde_json::{Value, json};

use message::{Message, message};

use super::common::Tag;
use super::schema::ADJUST;

/// Units of a side that are equal in everything except name and tag, so that
/// the odds of the first are those of all.
#[derive(Clone, Debug)]
pub struct Alike {
    /// Their tags, in order.
    pub tags: Vec<Tag>,
    /// Their type, size or class.
    pub kind: Message,
}

impl Alike {
    /// The first of them.
    #[must_use]
    pub fn first(&self) -> Option<Tag> {
        self.tags.first().copied()
    }

    /// Their names: `A1, A4, A7–A9 Trireme`.
    #[must_use]
    pub fn named(&self) -> Message {
        let follows =
            |one: &Tag, next: &Tag| one.side == next.side && one.number + 1 == next.number;
        let mut tags = self.tags.clone();
        tags.sort_unstable();
        let runs = tags.chunk_by(follows).flat_map(|run| match run {
            [first, _, .., last] => vec![format!("{first}–{last}")],
            few => few.iter().map(ToString::to_string).collect(),
        });
        let tags = runs.collect::<Vec<_>>().join(", ");
        message!("{tags} {kind}", tags, kind = &self.kind)
    }
}

/// A table of such odds.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub title: Message,
    pub rows_are: Message,
    /// The headings of the columns with chances.
    pub columns: Vec<Message>,
    /// The headings of further columns, which are texts.
    pub further: Vec<Message>,
    /// The unit of the figures, and what they assume.
    pub notes: Vec<Message>,
    /// Its rows: whom or what each is about, and the orders whose odds stand in it.
    pub rows: Vec<(RowOf, Vec<ScenarioOrder>)>,
}

/// What a row of odds is about. Rows with equal odds are told as one.
#[derive(Clone, Debug)]
pub enum RowOf {
    /// What it says.
    Said(Message),
    /// Units.
    Units(Alike),
    /// Units, and whom they act against.
    Pair(Alike, Alike),
}

/// An order on a corrected battle, and what is taken from its odds.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioOrder {
    /// The corrections.
    pub before: Vec<Value>,
    pub order: Value,
    /// What is taken from its odds.
    pub reads: Reads,
}

/// What is taken from odds.
#[derive(Clone, Debug, PartialEq)]
pub enum Reads {
    /// The chance of an outcome, by its word in the rules.
    Outcome(&'static str),
    /// The chances that a key is this number, 1, 2 more and so on; the last one is
    /// for so many more, and all above.
    Counts(String, u32, u32),
    /// How much a key loses, starting from a number: on average, and eight
    /// times in ten.
    Losses(String, u32),
}

/// The correction of an entry.
#[must_use]
pub fn set(tag: Tag, field: &str, value: &Value) -> Value {
    json!({"kind": ADJUST.kind, "ship": tag, "field": field, "value": value, "note": ""})
}

/// All pairs of groups of the two sides, with the row that each makes.
#[must_use]
pub fn pairs(own: &[Alike], targets: &[Alike]) -> Vec<(RowOf, Tag, Tag)> {
    let pair = |one: &Alike, other: &Alike| {
        let row = RowOf::Pair(one.clone(), other.clone());
        Some((row, one.first()?, other.first()?))
    };
    own.iter().flat_map(|one| targets.iter().filter_map(move |other| pair(one, other))).collect()
}

/// The column headings for counts from 0 up.
pub fn counts(most: u32) -> impl Iterator<Item = Message> {
    (0..=most).map(move |count| {
        if count == most {
            message!("{n} or more", n = count)
        } else {
            Message::verbatim(count.to_string())
        }
    })
}
