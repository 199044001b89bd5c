//! Records of units. The key of each entry, its type, and whether an order sets it directly
//! are stated once, in the struct that derives [`Record`]; the protocol's keys, corrections and
//! watched numbers follow.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;

use serde::Serialize;
use serde_json::Value;

use message::{Count, Joint, Message, message};

use super::common::{Side, Tag};

/// The derive of a record.
pub use ::derive::Record;

/// The largest number in a record, so that no roll has more dice than this.
pub const MOST: i64 = 20_000;

/// What an entry of a record holds.
#[derive(Clone, Copy, Debug)]
pub enum EntryType {
    /// A whole number in this range.
    Number { least: i64, most: i64 },
    /// A whole number in this range, or one of these words.
    NumberOr { least: i64, most: i64, words: &'static [&'static str] },
    /// A text.
    Text,
    /// One of these words.
    Words(&'static [&'static str]),
    /// The tag of a unit.
    Unit,
    /// Yes or no.
    Flag,
    /// A list.
    List(&'static EntryType),
    /// A value for each of several keys: the shots of every mount.
    Each(&'static EntryType),
    /// Named entries.
    Entries(&'static [RecordEntry]),
    /// A value, or none.
    Maybe(&'static EntryType),
}

/// An entry of a record.
#[derive(Clone, Copy, Debug)]
pub struct RecordEntry {
    /// Its key in the protocol.
    pub key: &'static str,
    pub holds: EntryType,
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

impl EntryType {
    /// The type of the entry at a dotted path under this one.
    #[must_use]
    pub fn at(self, path: &str) -> Option<EntryType> {
        let Some((first, rest)) = path.split_once('.').or((!path.is_empty()).then_some((path, "")))
        else {
            return Some(self);
        };
        match self {
            EntryType::Entries(entries) => {
                entries.iter().find(|entry| entry.key == first)?.holds.at(rest)
            }
            EntryType::Each(each) | EntryType::List(each) => each.at(rest),
            EntryType::Maybe(inner) => inner.at(path),
            EntryType::Number { .. }
            | EntryType::NumberOr { .. }
            | EntryType::Text
            | EntryType::Words(_)
            | EntryType::Unit
            | EntryType::Flag => None,
        }
    }

    /// The same type with this range, if it is a number.
    #[must_use]
    pub const fn within(self, range: RangeInclusive<i64>) -> EntryType {
        match self {
            EntryType::Number { .. } => {
                EntryType::Number { least: *range.start(), most: *range.end() }
            }
            EntryType::NumberOr { words, .. } => {
                EntryType::NumberOr { least: *range.start(), most: *range.end(), words }
            }
            EntryType::Text
            | EntryType::Words(_)
            | EntryType::Unit
            | EntryType::Flag
            | EntryType::List(_)
            | EntryType::Each(_)
            | EntryType::Entries(_)
            | EntryType::Maybe(_) => self,
        }
    }

    /// The words that it takes.
    #[must_use]
    pub fn words(self) -> &'static [&'static str] {
        match self {
            EntryType::Words(words) | EntryType::NumberOr { words, .. } => words,
            EntryType::Maybe(inner) => inner.words(),
            EntryType::Number { .. }
            | EntryType::Text
            | EntryType::Unit
            | EntryType::Flag
            | EntryType::List(_)
            | EntryType::Each(_)
            | EntryType::Entries(_) => &[],
        }
    }

    /// The lowest and the highest number that it takes; `None` if it takes no numbers.
    #[must_use]
    pub fn range(self) -> Option<(i64, i64)> {
        match self {
            EntryType::Number { least, most } | EntryType::NumberOr { least, most, .. } => {
                Some((least, most))
            }
            EntryType::Maybe(inner) => inner.range(),
            EntryType::Text
            | EntryType::Words(_)
            | EntryType::Unit
            | EntryType::Flag
            | EntryType::List(_)
            | EntryType::Each(_)
            | EntryType::Entries(_) => None,
        }
    }

    /// Whether a value of its type is within its range.
    #[must_use]
    pub fn is_within(self, value: &Value) -> bool {
        let number = value.as_i64().zip(self.range());
        number.is_none_or(|(number, (least, most))| (least..=most).contains(&number))
    }

    /// Whether it may be absent.
    #[must_use]
    pub fn may_be_empty(self) -> bool {
        matches!(self, EntryType::Maybe(_))
    }

    /// What it takes, in words.
    #[must_use]
    pub fn message(self) -> Message {
        match self {
            EntryType::Number { least, most } => {
                message!("a whole number from {least} to {most}", least, most)
            }
            EntryType::NumberOr { least, most, words } => {
                let number = EntryType::Number { least, most }.message();
                Message::joined([number, EntryType::Words(words).message()], Joint::Or)
            }
            EntryType::Text => message!("a text"),
            EntryType::Words(words) => {
                let words = words.iter().map(|word| Message::verbatim(format!("`{word}`")));
                Message::joined(words, Joint::Or)
            }
            EntryType::Unit => message!("the tag of a unit, such as A1"),
            EntryType::Flag => message!("true or false"),
            EntryType::List(_) => message!("a list"),
            EntryType::Each(_) | EntryType::Entries(_) => {
                message!("entries of the same form as before")
            }
            EntryType::Maybe(inner) => {
                Message::joined([inner.message(), message!("null")], Joint::Or)
            }
        }
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
    const HOLDS: EntryType;

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

    /// Takes over the entries of a corrected record. Other fields stay as they are.
    fn correct(&mut self, corrected: Self);
}

macro_rules! numbers_held {
    ($($Type:ty: $least:expr, $most:expr);+ $(;)?) => {
        $(impl EntryValue for $Type {
            const HOLDS: EntryType = EntryType::Number { least: $least, most: $most };

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

/// A side's record, which not every game has as a [`Record`].
impl EntryValue for Value {
    const HOLDS: EntryType = EntryType::Entries(&[]);

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
    const HOLDS: EntryType = EntryType::Flag;
}

impl EntryValue for String {
    const HOLDS: EntryType = EntryType::Text;
}

impl EntryValue for Tag {
    const HOLDS: EntryType = EntryType::Unit;
}

impl EntryValue for Side {
    const HOLDS: EntryType = EntryType::Words(Side::SLUGS);
}

impl<T: EntryValue> EntryValue for Option<T> {
    const HOLDS: EntryType = EntryType::Maybe(&T::HOLDS);

    fn numbers(&self, path: &mut String, visit: &mut dyn FnMut(&str, i64)) {
        if let Some(value) = self {
            value.numbers(path, visit);
        }
    }
}

impl<T: EntryValue> EntryValue for Vec<T> {
    const HOLDS: EntryType = EntryType::List(&T::HOLDS);
}

impl<K: Display + Ord + Serialize, T: EntryValue> EntryValue for BTreeMap<K, T> {
    const HOLDS: EntryType = EntryType::Each(&T::HOLDS);

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
        let takes = |path: &str| Log::HOLDS.at(path).map(|holds| holds.message().to_string());
        let whole = "a whole number from 0 to 20000";
        assert_eq!(takes("prize.came").as_deref(), Some(whole));
        assert_eq!(takes("ammo.archers-1").as_deref(), Some(whole));
        assert_eq!(takes("wind").as_deref(), Some("a whole number from −20000 to 20000 or null"));
        assert_eq!(takes("grappled").as_deref(), Some("a list"));
        assert_eq!(takes("crew.more"), None);
        let crew = Log::ENTRIES.iter().find(|entry| entry.key == "crew").expect("an entry");
        assert_eq!(crew.message().to_string(), "Men aboard");
        assert!(crew.is(EntryProperty::Outright) && !crew.is(EntryProperty::Fixed));
        assert_eq!(takes("crew").as_deref(), Some("a whole number from 0 to 200"));
    }
}
