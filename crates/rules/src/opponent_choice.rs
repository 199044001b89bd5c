//! Fields of an order that the other side chooses.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::common::{Need, Side, Stop};
use super::schema::{Chooser, LeftOut, OPEN};
use super::statement::{FieldType, TypedField};
use super::value_type::ValueType;
use super::view::Choice;

/// The value of a field that the other side chooses. It is open only if one side declares
/// an order by itself; the resolver then stops at the first open field. Orders from a
/// script, or from both players at one screen, have no open fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen<T> {
    /// The other side has not chosen yet, because the order is only declared.
    Open,
    /// Nothing was chosen: the rules have a default for it.
    Left,
    /// A choice.
    Value(T),
}

impl<T: Copy> Chosen<T> {
    /// The choice, if there is one.
    #[must_use]
    pub fn value(self) -> Option<T> {
        match self {
            Chosen::Value(value) => Some(value),
            Chosen::Open | Chosen::Left => None,
        }
    }

    /// The choice, if there is one. If it is open, this question must be answered first;
    /// without a question, there is nothing to choose.
    ///
    /// # Errors
    /// The question, as [`Need::Answer`].
    pub fn or_ask(self, question: impl FnOnce() -> Option<Need>) -> Result<Option<T>, Stop> {
        match self {
            Chosen::Value(value) => Ok(Some(value)),
            Chosen::Left => Ok(None),
            Chosen::Open => match question() {
                Some(need) => Err(Stop::Needs { need, after: Vec::new() }),
                None => Ok(None),
            },
        }
    }
}

/// A question to a side; `None` if there are fewer than two choices.
#[must_use]
pub fn question(field: &'static str, of: Side, choices: Vec<Choice>) -> Option<Need> {
    (choices.len() > 1).then_some(Need::Answer { field, of, choices })
}

/// A choice is serialized as its value; an open one, or none, as null.
impl<T: Serialize> Serialize for Chosen<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Chosen::Value(value) => value.serialize(serializer),
            Chosen::Open | Chosen::Left => serializer.serialize_none(),
        }
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Chosen<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Chosen<T>, D::Error> {
        match Option::<Value>::deserialize(deserializer)? {
            None => Ok(Chosen::Left),
            Some(value) if value == OPEN => Ok(Chosen::Open),
            Some(value) => T::deserialize(value).map(Chosen::Value).map_err(D::Error::custom),
        }
    }
}

impl<T: FieldType> FieldType for Chosen<T> {
    /// `None` for a field that may be left out but has no default.
    type Written = Option<T::Written>;
    const CHOSEN_BY: Chooser = Chooser::OtherSide;

    fn default_of(written: Option<T::Written>) -> LeftOut {
        written.map_or(LeftOut::Absent, T::default_of)
    }

    fn is_left_out(&self) -> bool {
        !matches!(self, Chosen::Value(_))
    }
}

impl<T: TypedField> TypedField for Chosen<T> {
    const TAKES: ValueType = T::TAKES;
}

#[cfg(test)]
mod tests {
    use super::*;
    use message::Message;

    #[test]
    fn a_side_is_asked_only_if_it_has_a_choice() {
        let choices = |count: usize| {
            let stand = Choice { value: Value::Null, label: Message::slug("stand"), refused: None };
            question("answer", Side::B, vec![stand; count])
        };
        assert_eq!(choices(0), None);
        assert_eq!(choices(1), None);
        assert!(choices(2).is_some());
    }
}
