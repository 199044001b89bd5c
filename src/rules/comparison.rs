//! How two units of a system are compared: figures to add up, a typical attack, and
//! a duel.

use serde_json::{Map, Value, json};

use crate::say::Say;

use super::common::Tag;

/// A figure of a fleet, such as its deck points.
pub type Figures = Vec<(Say, u64)>;

/// Puts the value of a key in words.
pub type Told = fn(&Value) -> Say;

/// How the units of a system are compared.
pub struct Plan {
    /// The attack whose odds are shown, and how it is made.
    pub attack_in_words: Say,
    /// Orders before it, A1 against B1; none of them needs dice.
    pub before: Vec<Value>,
    /// The attack of A1 on B1.
    pub attack: Value,
    /// The key whose values are shown, and their words, if the outcome alone does
    /// not say how the attack ended.
    pub counted: Option<(&'static str, Told)>,
    /// What a duel assumes.
    pub duel_in_words: Say,
    /// Orders that a duellist gives repeatedly in one turn, as often as they are
    /// allowed.
    pub repeats: &'static [&'static str],
    /// Orders that a duellist never gives, even if the guide suggests them: the
    /// units fight to the end.
    pub never: &'static [&'static str],
    /// What a duellist enters, by kind of order and field.
    pub says: &'static [(&'static str, &'static str, Says)],
    /// Whether a unit needs a friend beside it to attack.
    pub has_consort: bool,
    /// Keys of a fleet that only make sense in a larger one: nobody signals in a
    /// duel, and the loss of its ship would make a fleet panic.
    pub alone_without: &'static [&'static str],
    /// Keys of a unit that only make sense beside others.
    pub beside_others: &'static [&'static str],
    /// Keys of a unit that say nothing of its strength: where it is.
    pub of_no_weight: &'static [&'static str],
    /// Whether a duellist would give an order of this kind now.
    pub wants: fn(&str, Ground) -> bool,
    /// What an order, with the points that it spent, changes on the table.
    pub goes: fn(&str, i64, &mut Ground),
    /// The order that a duellist tries at once after one of this kind.
    pub follows: fn(Tag, &str) -> Option<Value>,
}

impl Plan {
    /// A plan in which only these differ from the others.
    pub(crate) fn new(attack_in_words: Say, attack: Value, duel_in_words: Say) -> Plan {
        Plan {
            attack_in_words,
            before: Vec::new(),
            attack,
            counted: None,
            duel_in_words,
            repeats: &[],
            never: &[],
            says: &[],
            has_consort: false,
            alone_without: &[],
            beside_others: &[],
            of_no_weight: &[],
            wants: |_, _| true,
            goes: |_, _, _| {},
            follows: |_, _| None,
        }
    }
}

/// A value that stays the same throughout a duel.
#[derive(Clone, Copy)]
pub enum Says {
    /// A number.
    Number(i64),
    /// A word of the rules.
    Word(&'static str),
}

impl Says {
    /// As an order has it.
    #[must_use]
    pub fn value(self) -> Value {
        match self {
            Says::Number(number) => json!(number),
            Says::Word(word) => json!(word),
        }
    }
}

/// What a duel knows of the table.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    /// Spaces between the two; 1 is adjacent.
    pub range: i64,
    /// Spaces moved straight ahead this turn.
    pub straight: i64,
}

impl Default for Ground {
    /// As far apart as a trebuchet of Greek Fire reaches, in hexes.
    fn default() -> Ground {
        Ground { range: 10, straight: 0 }
    }
}

/// The enemy of a duellist.
pub(crate) fn enemy_of(own: Tag) -> Tag {
    Tag { side: own.side.other(), number: 1 }
}

/// All of a unit's keys without these.
#[must_use]
pub fn without(entry: &Map<String, Value>, keys: &[&str]) -> Map<String, Value> {
    let kept = entry.iter().filter(|(key, _)| !keys.contains(&key.as_str()));
    kept.map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// The sum of a figure over the units of a fleet.
pub(crate) fn sum<E>(entries: &[E], of: impl Fn(&E) -> u32) -> u64 {
    entries.iter().map(|entry| u64::from(of(entry))).sum()
}
