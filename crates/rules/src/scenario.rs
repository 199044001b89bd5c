//! Odds of orders that no ship can give in the current position, such as a ram at each
//! difference. A game defines the corrections that make the order possible.

use serde_json::{Value, json};

use message::{Message, message};

use super::common::Tag;
use super::schema::ADJUST;

/// Units of a side that are equal in everything except name and tag, so that they share
/// their odds.
#[derive(Clone, Debug)]
pub struct Alike {
    /// Their tags, in order.
    pub tags: Vec<Tag>,
    /// Their type, size or class.
    pub kind: Message,
}

impl Alike {
    /// The first unit.
    #[must_use]
    pub fn first(&self) -> Option<Tag> {
        self.tags.first().copied()
    }

    /// The tags and type: `A1, A4, A7–A9 Trireme`.
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

/// A table of odds.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub title: Message,
    pub rows_are: Message,
    /// The headings of the columns that show probabilities.
    pub columns: Vec<Message>,
    /// The headings of further columns, which show text.
    pub further: Vec<Message>,
    /// The unit of the figures, and their assumptions.
    pub notes: Vec<Message>,
    /// The rows: the subject of each, and the orders whose odds it shows.
    pub rows: Vec<(RowOf, Vec<ScenarioOrder>)>,
}

/// The subject of a row of odds. Rows with equal odds are merged.
#[derive(Clone, Debug)]
pub enum RowOf {
    /// A text.
    Text(Message),
    /// Units.
    Units(Alike),
    /// Units, and the units that they attack.
    Pair(Alike, Alike),
}

/// An order on a corrected battle, and the figure taken from its odds.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioOrder {
    /// The corrections.
    pub before: Vec<Value>,
    pub order: Value,
    /// The figure taken from its odds.
    pub reads: Reads,
}

/// A figure taken from odds.
#[derive(Clone, Debug, PartialEq)]
pub enum Reads {
    /// The chance of an outcome, by its word in the rules.
    Outcome(&'static str),
    /// The probability that a key has this value or each of as many following values; the
    /// last includes all greater values.
    Counts(String, u32, u32),
    /// How much a key loses from a starting value: the average, and the range that covers
    /// eight cases in ten.
    Losses(String, u32),
}

/// A correction that sets an entry.
#[must_use]
pub fn set(tag: Tag, field: &str, value: &Value) -> Value {
    json!({"kind": ADJUST.kind, "ship": tag, "field": field, "value": value, "note": ""})
}

/// All pairs of groups of the two sides, with the row for each.
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
