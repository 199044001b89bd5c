//! Records of units. The key of each entry, its type, and whether an order sets it directly
//! are stated once, in the struct that derives [`Record`]; the protocol's keys, corrections and
//! watched numbers follow.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::Serialize;
use serde_json::Value;

use message::{Count, Message};

use super::common::{Side, Tag};
use super::value_type::ValueType;

/// The derive of a record.
pub use ::derive::Record;

/// The largest number in a record, so that no roll has more dice than this.
pub const MOST: i64 = 20_000;

/// An entry of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordEntry {
    /// Its key in the protocol.
    pub key: &'static str,
    pub holds: ValueType,
    /// The label in a form, if it differs from its key.
    pub label: Option<&'static str>,
    /// What it means, for a player.
    pub meaning: &'static str,
    /// Its properties.
    pub is: &'static [EntryProperty],
}

/// A property of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryProperty {
    /// An order sets it directly, so that texts need not mention its new value.
    Outright,
    /// The correction form leaves it out: it never changes, or follows from other entries.
    Fixed,
    /// A fleet file may state it; otherwise [`Default`] applies.
    Entered,
    /// A fleet file must state it.
    Needed,
    /// Paper shows it as boxes, which are crossed off as it falls.
    Boxes,
}

impl RecordEntry {
    /// Whether it has this property.
    #[must_use]
    pub fn is(&self, what: EntryProperty) -> bool {
        self.is.contains(&what)
    }

    /// The label in a form.
    pub fn message(&self) -> Message {
        self.label.map_or_else(|| Message::slug(self.key), Message::word)
    }
}

/// The value at a dotted path under a key; null if the path ends early.
#[must_use]
pub fn value_at(value: &Value, path: &str) -> Value {
    let mut parts = path.split('.').filter(|part| !part.is_empty());
    let found = parts.try_fold(value, |inner, part| match inner.as_array() {
        Some(list) => list.get(place_in(list, part)?),
        None => inner.get(part),
    });
    found.cloned().unwrap_or_default()
}

/// The index of a part of a path in a list: a number from 0, or the zone of an officer.
#[must_use]
pub fn place_in(list: &[Value], part: &str) -> Option<usize> {
    part.parse().ok().or_else(|| list.iter().position(|item| item["zone"] == part))
}

/// A type that a record entry can have.
pub trait EntryValue: Serialize {
    /// What it is.
    const HOLDS: ValueType;

    /// Visits every number in it with its path, such as `ammo.archers-1`. Lists are left
    /// out, since their positions have no meaning.
    fn numbers(&self, _path: &mut String, _visit: &mut dyn FnMut(&str, i64)) {}
}

/// Visits the numbers in a part of a record, under its key.
pub fn part_numbers<T: EntryValue>(
    part: &T,
    key: &dyn Display,
    path: &mut String,
    visit: &mut dyn FnMut(&str, i64),
) {
    use std::fmt::Write as _;
    let above = path.len();
    let dot = if above == 0 { "" } else { "." };
    // Writing to a string cannot fail.
    let _ = write!(path, "{dot}{key}");
    part.numbers(path, visit);
    path.truncate(above);
}

/// The record of a unit.
///
/// ```
/// # use rules::Record;
/// # use serde::{Deserialize, Serialize};
/// #[derive(Serialize, Deserialize, Record)]
/// struct Ship {
///     /// How many men are aboard.
///     #[entry(outright, label = "Men aboard", range = 0..=200)]
///     crew: u32,
/// }
/// assert_eq!(Ship { crew: 170 }.entry("crew"), Some(170.into()));
/// ```
///
/// The type of each field must be an [`EntryValue`]:
///
/// ```compile_fail,E0277
/// # use rules::Record;
/// # use serde::{Deserialize, Serialize};
/// #[derive(Serialize, Deserialize, Record)]
/// struct Ship {
///     /// How many men are aboard.
///     #[entry(outright, label = "Men aboard", range = 0..=200)]
///     crew: f32,
/// }
/// ```
pub trait Record: EntryValue {
    /// The entries, in order.
    const ENTRIES: &'static [RecordEntry];

    /// The value of an entry; `None` if there is no such entry.
    fn entry(&self, key: &str) -> Option<Value>;

    /// Replaces the entries by those of a corrected record. Other fields stay as they are.
    fn correct(&mut self, corrected: Self);
}

macro_rules! numbers_held {
    ($($Type:ty: $min:expr, $max:expr);+ $(;)?) => {
        $(impl EntryValue for $Type {
            const HOLDS: ValueType = ValueType::Number { min: $min, max: $max };

            fn numbers(&self, path: &mut String, visit: &mut dyn FnMut(&str, i64)) {
                visit(path, self.count());
            }
        })+
    };
}

numbers_held! {
    u8: 0, u8::MAX as i64;
    u32: 0, MOST;
    usize: 0, MOST;
    i64: -MOST, MOST;
}

/// The record of a side; in some games it is not a [`Record`].
impl EntryValue for Value {
    const HOLDS: ValueType = ValueType::Any;

    fn numbers(&self, path: &mut String, visit: &mut dyn FnMut(&str, i64)) {
        match self {
            Value::Number(number) => number.as_i64().into_iter().for_each(|n| visit(path, n)),
            Value::Object(keys) => {
                keys.iter().for_each(|(key, value)| part_numbers(value, key, path, visit));
            }
            Value::Null | Value::Bool(_) | Value::String(_) | Value::Array(_) => {}
        }
    }
}

impl EntryValue for bool {
    const HOLDS: ValueType = ValueType::Flag;
}

impl EntryValue for String {
    const HOLDS: ValueType = ValueType::Text;
}

impl EntryValue for Tag {
    const HOLDS: ValueType = ValueType::Unit;
}

impl EntryValue for Side {
    const HOLDS: ValueType = ValueType::Choice { words: Side::SLUGS };
}

impl<T: EntryValue> EntryValue for Option<T> {
    const HOLDS: ValueType = ValueType::Maybe(&T::HOLDS);

    fn numbers(&self, path: &mut String, visit: &mut dyn FnMut(&str, i64)) {
        if let Some(value) = self {
            value.numbers(path, visit);
        }
    }
}

impl<T: EntryValue> EntryValue for Vec<T> {
    const HOLDS: ValueType = ValueType::List(&T::HOLDS);
}

impl<K: Display + Ord + Serialize, T: EntryValue> EntryValue for BTreeMap<K, T> {
    const HOLDS: ValueType = ValueType::Each(&T::HOLDS);

    fn numbers(&self, path: &mut String, visit: &mut dyn FnMut(&str, i64)) {
        for (key, value) in self {
            part_numbers(value, key, path, visit);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Record)]
    struct Log {
        name: String,
        #[entry(outright, label = "Men aboard", range = 0..=200)]
        crew: u32,
        ammo: BTreeMap<String, u32>,
        grappled: Vec<Tag>,
        #[serde(rename = "wind")]
        sail: Option<i64>,
        prize: Option<Prize>,
        aground: bool,
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Record)]
    struct Prize {
        came: u32,
    }

    fn log() -> Log {
        Log {
            name: "Nike".into(),
            crew: 170,
            ammo: BTreeMap::from([("archers-1".into(), 3), ("archers-2".into(), 2)]),
            grappled: vec![Tag { side: Side::B, number: 1 }],
            sail: Some(-2),
            prize: Some(Prize { came: 20 }),
            aground: true,
        }
    }

    #[test]
    fn numbers_of_a_record_are_visited_with_their_paths_except_in_lists() {
        let mut seen = Vec::new();
        log().numbers(&mut String::new(), &mut |path, number| seen.push((path.to_owned(), number)));
        let expected = [
            ("crew", 170),
            ("ammo.archers-1", 3),
            ("ammo.archers-2", 2),
            ("wind", -2),
            ("prize.came", 20),
        ];
        assert_eq!(seen, expected.map(|(path, number)| (path.to_owned(), number)));
    }

    #[test]
    fn an_entry_is_found_by_its_key_with_its_type() {
        assert_eq!(log().entry("wind"), Some(Value::from(-2)));
        assert_eq!(log().entry("sail"), None);
        let takes = |path: &str| Log::HOLDS.at(path).map(|holds| holds.description().to_string());
        let whole = "a whole number from 0 to 20000";
        assert_eq!(takes("prize.came").as_deref(), Some(whole));
        assert_eq!(takes("ammo.archers-1").as_deref(), Some(whole));
        assert_eq!(takes("wind").as_deref(), Some("a whole number from −20000 to 20000 or null"));
        assert_eq!(
            takes("prize").as_deref(),
            Some("an object with the same keys as before or null")
        );
        assert_eq!(takes("crew.more"), None);
        let crew = Log::ENTRIES.iter().find(|entry| entry.key == "crew").expect("an entry");
        assert_eq!(crew.message().to_string(), "Men aboard");
        assert!(crew.is(EntryProperty::Outright) && !crew.is(EntryProperty::Fixed));
        assert_eq!(takes("crew").as_deref(), Some("a whole number from 0 to 200"));
    }
}
