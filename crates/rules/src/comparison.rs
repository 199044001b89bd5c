//! The comparison of two units of a game: figures of their fleets, a typical attack, and a
//! duel.

use serde::Serialize;
use serde_json::{Map, Value};

use message::Message;

use super::common::{Side, Tag};
use super::default_impls;
use super::system::{FieldOf, KindOf, Rules};

/// A figure of a fleet, such as its deck points.
pub type Figures = Vec<(Message, u64)>;

/// Describes the value of a key.
pub type ValueText = fn(&Value) -> Message;

/// The plan for a comparison of two units of a game.
pub struct ComparisonPlan {
    /// A description of the attack whose odds are shown.
    pub attack_in_words: Message,
    /// Orders before the attack, A1 against B1. None of them needs dice.
    pub before: Vec<Value>,
    /// The attack of A1 on B1.
    pub attack: Value,
    /// The key whose values are shown, and their descriptions, if the outcome alone does
    /// not say how the attack ended.
    pub counted: Option<(&'static str, ValueText)>,
    /// The assumptions of a duel.
    pub duel_in_words: Message,
    /// Whether a unit needs an adjacent friend to attack.
    pub has_consort: bool,
    /// Keys of a fleet that only make sense in a larger fleet: a duel has no signals, and
    /// the loss of its only ship would cause panic.
    pub fleet_keys_left_out: &'static [&'static str],
    /// Keys of a unit that only make sense next to other units.
    pub unit_keys_left_out: &'static [&'static str],
    /// Keys of a unit that do not affect its strength, such as its position.
    pub ignored_keys: &'static [&'static str],
}

impl ComparisonPlan {
    /// A plan with these values; the others have defaults.
    pub fn new(
        attack_in_words: Message,
        attack: &impl Serialize,
        duel_in_words: Message,
    ) -> ComparisonPlan {
        let attack = written(attack);
        ComparisonPlan {
            attack_in_words,
            before: Vec::new(),
            attack,
            counted: None,
            duel_in_words,
            has_consort: false,
            fleet_keys_left_out: &[],
            unit_keys_left_out: &[],
            ignored_keys: &[],
        }
    }
}

/// The frequency with which a duellist gives an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DuelFrequency {
    /// Not now, even if the guide suggests it.
    Never,
    /// Once a turn.
    Once,
    /// Once nothing else is left to do, if the guide suggests it.
    Last,
    /// As often as a turn allows.
    Repeatedly,
}

/// The distances of a duel.
#[derive(Clone, Copy, Debug)]
pub struct DuelDistances {
    /// Spaces between the two; 1 is adjacent.
    pub range: i64,
    /// Spaces moved straight ahead this turn.
    pub straight: i64,
}

impl Default for DuelDistances {
    /// The range of a trebuchet in Greek Fire, in hexes.
    fn default() -> DuelDistances {
        DuelDistances { range: 10, straight: 0 }
    }
}

/// An order as JSON.
pub fn written(order: &impl Serialize) -> Value {
    serde_json::to_value(order).unwrap_or_default()
}

/// The two units that are compared.
pub const DUELLISTS: [Tag; 2] =
    [Tag { side: Side::A, number: 1 }, Tag { side: Side::B, number: 1 }];

/// The enemy of a duellist.
#[must_use]
pub fn enemy_of(own: Tag) -> Tag {
    Tag { side: own.side.other(), number: 1 }
}

/// All of a unit's keys except these.
#[must_use]
pub fn without(entry: &Map<String, Value>, keys: &[&str]) -> Map<String, Value> {
    let remaining = entry.iter().filter(|(key, _)| !keys.contains(&key.as_str()));
    remaining.map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// The sum of a figure over the units of a fleet.
pub fn sum<E>(entries: &[E], of: impl Fn(&E) -> u32) -> u64 {
    entries.iter().map(|entry| u64::from(of(entry))).sum()
}

/// The comparison of two fleets of a game.
pub trait Comparison: Rules {
    /// The plan for a comparison of two units.
    #[must_use]
    fn plan() -> ComparisonPlan {
        default_impls::plan::<Self>()
    }
    /// Sums over a fleet, the most important first.
    fn figures(_fleet: &Self::Fleet) -> Figures {
        Vec::new()
    }
    /// The type, size or class of the only unit of a fleet, in words.
    fn kind_name(_fleet: &Self::Fleet) -> Option<Message> {
        None
    }
    /// The name of the only unit of a fleet in the attack of [`Comparison::plan`], and the
    /// part of it that matters there; `None` if all of it does.
    fn attacks_as(_fleet: &Self::Fleet) -> Option<(Message, Value)> {
        None
    }

    /// How often a duellist gives an order of this kind at these distances.
    fn in_duel(_order: KindOf<Self>, _distances: DuelDistances) -> DuelFrequency {
        DuelFrequency::Once
    }
    /// What a duellist enters in a field of an order instead of the suggestion.
    fn duellist_value(
        &self,
        _own: Tag,
        _field: FieldOf<Self>,
        _distances: DuelDistances,
    ) -> Option<Value> {
        None
    }
    /// Updates the distances of a duel after an order, and returns the order that the
    /// duellist tries next.
    fn after_in_duel(_order: &Self::Order, _distances: &mut DuelDistances) -> Option<Self::Order> {
        None
    }
}
