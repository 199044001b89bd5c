//! The type of a value: of a field in an order, or of an entry in a record.

use std::ops::RangeInclusive;

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::Value;

use message::{Joint, Message, message};

use super::common::{Side, Tag};
use super::unit::RecordEntry;

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// A tag.
    Unit,
    /// `A` or `B`.
    Side,
    /// A tag or a side's letter.
    UnitOrSide,
    /// A whole number.
    Number {
        /// The lowest number that makes sense at all.
        min: i64,
        /// The highest number that makes sense at all.
        max: i64,
    },
    /// A whole number or one of some words (a speed, or backing water).
    NumberOr { min: i64, max: i64, words: &'static [&'static str] },
    /// Yes or no.
    Flag,
    /// One of these words.
    Choice { words: &'static [&'static str] },
    /// Free text.
    Text,
    /// A list.
    List(&'static ValueType),
    /// A whole number for each of several units, by tag (dice added by cards).
    NumberEach {
        /// The highest number for one of them; the lowest is 0, which means left out.
        max: i64,
    },
    /// A value for each of several keys: the shots of every mount.
    Each(&'static ValueType),
    /// Named entries.
    Entries(&'static [RecordEntry]),
    /// A value, or none.
    Maybe(&'static ValueType),
    /// Any value (a correction).
    Any,
}

/// Serializes the type of a field in an order.
impl Serialize for ValueType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = match *self {
            ValueType::Unit => "unit",
            ValueType::UNITS => "units",
            ValueType::Side => "side",
            ValueType::UnitOrSide => "unit-or-side",
            ValueType::Number { .. } => "number",
            ValueType::NumberOr { .. } => "number-or",
            ValueType::Flag => "flag",
            ValueType::Choice { .. } => "choice",
            ValueType::Text => "text",
            ValueType::List(_) => "texts",
            ValueType::NumberEach { .. } => "number-each",
            // Only records have the others.
            ValueType::Each(_) | ValueType::Entries(_) | ValueType::Maybe(_) | ValueType::Any => {
                "any"
            }
        };
        let mut keys = serializer.serialize_map(None)?;
        keys.serialize_entry("type", name)?;
        if let ValueType::Number { min, .. } | ValueType::NumberOr { min, .. } = self {
            keys.serialize_entry("min", min)?;
        }
        if let ValueType::Number { max, .. }
        | ValueType::NumberOr { max, .. }
        | ValueType::NumberEach { max } = self
        {
            keys.serialize_entry("max", max)?;
        }
        if let ValueType::Choice { words } | ValueType::NumberOr { words, .. } = self {
            keys.serialize_entry("words", words)?;
        }
        keys.end()
    }
}

/// A list of protocol words for an error: `ram`, `board`.
pub(super) fn listed<'w>(words: impl IntoIterator<Item = &'w str>) -> Message {
    Message::list(words.into_iter().map(|word| Message::verbatim(format!("`{word}`"))))
}

impl ValueType {
    /// A list of tags.
    pub const UNITS: ValueType = ValueType::List(&ValueType::Unit);
    /// A list of texts.
    pub const TEXTS: ValueType = ValueType::List(&ValueType::Text);

    /// Whether its value can name units.
    #[must_use]
    pub fn names_units(self) -> bool {
        matches!(self, ValueType::Unit | ValueType::UNITS | ValueType::UnitOrSide)
    }

    /// The units that a value of this type names.
    pub(super) fn units_in(self, value: &Value) -> Vec<Tag> {
        if !self.present().names_units() {
            return Vec::new();
        }
        let listed = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        listed.iter().filter_map(|named| named.as_str()?.parse().ok()).collect()
    }

    /// Whether its value can name a side.
    #[must_use]
    pub fn names_side(self) -> bool {
        matches!(self, ValueType::Side | ValueType::UnitOrSide)
    }

    /// Whether it may be absent.
    #[must_use]
    pub fn may_be_empty(self) -> bool {
        matches!(self, ValueType::Maybe(_))
    }

    /// The type of the value, if there is one.
    fn present(self) -> ValueType {
        if let ValueType::Maybe(inner) = self { *inner } else { self }
    }

    /// The words that it takes.
    #[must_use]
    pub fn words(self) -> &'static [&'static str] {
        let present = self.present();
        if let ValueType::Choice { words } | ValueType::NumberOr { words, .. } = present {
            return words;
        }
        &[]
    }

    /// The lowest and highest whole number that it takes; `None` if it takes no
    /// numbers.
    #[must_use]
    pub fn range(self) -> Option<(i64, i64)> {
        let present = self.present();
        if let ValueType::Number { min, max } | ValueType::NumberOr { min, max, .. } = present {
            return Some((min, max));
        }
        None
    }

    /// The same type with this range, if it is a number.
    #[must_use]
    pub const fn within(self, range: RangeInclusive<i64>) -> ValueType {
        let (min, max) = (*range.start(), *range.end());
        if let ValueType::NumberOr { words, .. } = self {
            return ValueType::NumberOr { min, max, words };
        }
        if matches!(self, ValueType::Number { .. }) {
            return ValueType::Number { min, max };
        }
        self
    }

    /// The type of the value at a dotted path within one of this type.
    #[must_use]
    pub fn at(self, path: &str) -> Option<ValueType> {
        if path.is_empty() {
            return Some(self);
        }
        let (first, rest) = path.split_once('.').unwrap_or((path, ""));
        let present = self.present();
        if let ValueType::Entries(entries) = present {
            return entries.iter().find(|entry| entry.key == first)?.holds.at(rest);
        }
        if let ValueType::Each(each) | ValueType::List(each) = present {
            return each.at(rest);
        }
        None
    }

    /// A description of what it takes, for errors.
    #[must_use]
    pub fn description(self) -> Message {
        let list = |words: &[&'static str]| listed(words.iter().copied());
        match self {
            ValueType::Unit => message!("a tag such as \"A1\""),
            ValueType::Side => message!("a side, \"A\" or \"B\""),
            ValueType::UnitOrSide => message!("a tag such as \"A1\" or a side, \"A\" or \"B\""),
            ValueType::Number { min, max } => {
                message!("a whole number from {min} to {max}", min, max)
            }
            ValueType::NumberOr { min, max, words } => {
                let words = list(words);
                message!("a whole number from {min} to {max} or {words}", min, max, words)
            }
            ValueType::Flag => message!("true or false"),
            ValueType::Choice { words } => message!("one of {words}", words = list(words)),
            ValueType::Text => message!("a text"),
            ValueType::UNITS => message!("a list of tags such as [\"A1\", \"A2\"]"),
            ValueType::TEXTS => message!("a list of texts"),
            ValueType::List(_) => message!("a list"),
            ValueType::NumberEach { max } => {
                message!("whole numbers up to {max}, one for each tag", max)
            }
            ValueType::Each(_) | ValueType::Entries(_) => {
                message!("an object with the same keys as before")
            }
            ValueType::Maybe(inner) => {
                Message::joined([inner.description(), message!("null")], Joint::Or)
            }
            ValueType::Any => message!("any value"),
        }
    }

    /// Whether a value is of this type.
    #[must_use]
    pub fn fits(self, value: &Value) -> bool {
        let is_tag = |text: &str| text.parse::<Tag>().is_ok();
        match self {
            ValueType::Unit => value.as_str().is_some_and(is_tag),
            ValueType::Side => value.as_str().and_then(Side::from_slug).is_some(),
            ValueType::UnitOrSide => ValueType::Unit.fits(value) || ValueType::Side.fits(value),
            ValueType::Number { min, max } => {
                value.as_i64().is_some_and(|number| (min..=max).contains(&number))
            }
            ValueType::NumberOr { min, max, words } => {
                ValueType::Number { min, max }.fits(value)
                    || ValueType::Choice { words }.fits(value)
            }
            ValueType::Flag => value.is_boolean(),
            ValueType::Choice { words } => value.as_str().is_some_and(|word| words.contains(&word)),
            ValueType::Text => value.is_string(),
            ValueType::List(each) => {
                value.as_array().is_some_and(|list| list.iter().all(|value| each.fits(value)))
            }
            // The rules, not the schema, say when a number is too high.
            ValueType::NumberEach { .. } => value.as_object().is_some_and(|each| {
                each.iter().all(|(tag, number)| is_tag(tag) && number.as_u64().is_some())
            }),
            ValueType::Each(each) => {
                value.as_object().is_some_and(|keys| keys.values().all(|value| each.fits(value)))
            }
            // serde fills in the entries that are left out.
            ValueType::Entries(entries) => {
                let fits = |entry: &RecordEntry| {
                    value.get(entry.key).is_none_or(|value| entry.holds.fits(value))
                };
                value.is_object() && entries.iter().all(fits)
            }
            ValueType::Maybe(inner) => value.is_null() || inner.fits(value),
            ValueType::Any => true,
        }
    }

    /// The value with duplicate units removed from a list.
    pub(super) fn as_a_set(self, value: &Value) -> Value {
        match (self, value) {
            (ValueType::UNITS, Value::Array(list)) => {
                let mut set: Vec<Value> = Vec::with_capacity(list.len());
                for unit in list {
                    if !set.contains(unit) {
                        set.push(unit.clone());
                    }
                }
                Value::Array(set)
            }
            (_, value) => value.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const DICE: ValueType = ValueType::Number { min: 1, max: 6 };

    #[test]
    fn types_of_order_fields_are_written_with_their_limits_and_words() {
        let words = &["bw"];
        let written = |takes: ValueType| serde_json::to_value(takes).expect("a type");
        assert_eq!(written(ValueType::UNITS), json!({"type": "units"}));
        assert_eq!(written(ValueType::TEXTS), json!({"type": "texts"}));
        assert_eq!(
            written(ValueType::NumberOr { min: 1, max: 6, words }),
            json!({"type": "number-or", "min": 1, "max": 6, "words": words})
        );
        let each = written(ValueType::NumberEach { max: 20 });
        assert_eq!(each, json!({"type": "number-each", "max": 20}));
        let choice = written(ValueType::Choice { words });
        assert_eq!(choice, json!({"type": "choice", "words": words}));
    }

    #[test]
    fn values_within_lists_and_keys_are_checked_too() {
        for (takes, value, fits) in [
            (ValueType::UNITS, json!(["A1", "B2"]), true),
            (ValueType::UNITS, json!(["A1", "C2"]), false),
            (ValueType::List(&DICE), json!([1, 7]), false),
            (ValueType::Each(&DICE), json!({"bow": 6}), true),
            (ValueType::Each(&DICE), json!({"bow": 7}), false),
            (ValueType::Each(&DICE), json!([6]), false),
            (ValueType::Maybe(&DICE), json!(null), true),
            (ValueType::Maybe(&DICE), json!(0), false),
            (ValueType::Entries(&[]), json!("A1"), false),
        ] {
            assert_eq!(takes.fits(&value), fits, "{takes:?}: {value}");
        }
    }
}
