//! A line of a script as a request, with the column of every part.

use std::fmt;

use indexmap::IndexMap;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use engine::fleet::size_limits::{MOST_PARTS, check_json};
use engine::journal::not_json;
use message::{clipped, message};

use super::answer::Trouble;
use super::protocol::Seat;
use super::verb::{ScriptVerb, SharedVerb};

/// The most parts of a line: two fleets, and more.
const MOST_PARTS_OF_A_LINE: usize = 3 * MOST_PARTS;

/// A line, parsed.
pub(super) struct ParsedLine<'l> {
    pub(super) verb: ScriptVerb,
    /// The request; without keys if it is a list.
    pub(super) body: Object<'l>,
    /// The orders of a group.
    pub(super) orders: Vec<Object<'l>>,
    pub(super) beside: Option<LineItem<'l>>,
    /// The seat whose answer is requested.
    wanted_for: Option<LineItem<'l>>,
}

/// A value and its column in the line.
#[derive(Clone, Copy)]
pub(super) struct LineItem<'l> {
    line: &'l str,
    raw: &'l str,
}

/// An object whose values have not been parsed yet.
pub(super) struct Object<'l> {
    item: LineItem<'l>,
    fields: IndexMap<String, LineItem<'l>>,
}

/// The keys of an object with their values; a key may be there twice.
struct Pairs<'l>(Vec<(String, &'l RawValue)>);

impl<'de> Deserialize<'de> for Pairs<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pairs<'de>, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Pairs<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<'de>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

/// The column in a line, in characters from 1, of a byte.
fn column_of(line: &str, byte: usize) -> usize {
    let mut end = byte.min(line.len());
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    line[..end].chars().count() + 1
}

impl<'l> ParsedLine<'l> {
    /// Parses a line: exactly one verb, and the keys that it may have.
    pub(super) fn read(line: &'l str) -> Result<ParsedLine<'l>, Trouble> {
        check_json(line.as_bytes(), MOST_PARTS_OF_A_LINE)
            .map_err(|why| Trouble::error(why.message(), 1))?;
        let whole = LineItem { line, raw: line }.object("a request")?;
        let listed = || {
            let words: Vec<String> =
                ScriptVerb::all().map(|verb| format!("`{}`", verb.word())).collect();
            words.join(", ")
        };
        let mut verbs = ScriptVerb::all().filter(|verb| whole.has(verb.word()));
        let verb = verbs.next();
        if let (Some(_), Some(second)) = (verb, verbs.next()) {
            let why = "a line holds one request: send the second on another line";
            return Err(whole.error_at_key(second.word(), why.into()));
        }
        let stands = |key: &str| {
            verb.is_some_and(|verb| {
                key == verb.word()
                    || verb.beside() == Some(key)
                    || (verb.is_of_a_seat() && key == "for")
            })
        };
        if let Some(key) = whole.fields.keys().find(|key| !stands(key)) {
            let shown = clipped(key);
            let why = match verb.map(|verb| (verb.word(), verb.beside())) {
                Some((verb, None)) => {
                    format!("unknown field `{shown}`: `{verb}` takes no other field")
                }
                Some((verb, Some(beside))) => {
                    format!("unknown field `{shown}`: `{verb}` takes only `{beside}` beside it")
                }
                None => format!("unknown request `{shown}`, expected one of {}", listed()),
            };
            return Err(whole.error_at_key(key, why));
        }
        let Some(verb) = verb else {
            return Err(Trouble::error(format!("no request, expected one of {}", listed()), 1));
        };
        let Some(item) = whole.get(verb.word()) else {
            return Err(Trouble::error("no request", 1));
        };
        let (body, orders) = if verb == ScriptVerb::Shared(SharedVerb::Orders) {
            let orders = item.list("`orders`")?.into_iter().enumerate().map(|(at, order)| {
                order.object("an order").map_err(|trouble| Trouble::AtOrder(at, Box::new(trouble)))
            });
            (Object { item, fields: IndexMap::new() }, orders.collect::<Result<_, _>>()?)
        } else {
            (item.object(&format!("`{}`", verb.word()))?, Vec::new())
        };
        Ok(ParsedLine {
            verb,
            body,
            orders,
            beside: verb.beside().and_then(|key| whole.get(key)),
            wanted_for: whole.get("for"),
        })
    }

    /// The complete request.
    pub(super) fn asked(&self) -> Result<Value, Trouble> {
        if self.verb != ScriptVerb::Shared(SharedVerb::Orders) {
            return Ok(Value::Object(self.body.map()?));
        }
        self.orders.iter().map(|order| Ok(Value::Object(order.map()?))).collect()
    }

    /// The seat of the request; the umpire if none is named.
    pub(super) fn seat(&self) -> Result<Seat, Trouble> {
        self.wanted_for.map_or(Ok(Seat::Umpire), LineItem::seat)
    }
}

impl<'l> LineItem<'l> {
    fn offset(self) -> usize {
        // Every item is a part of the line.
        (self.raw.as_ptr() as usize).saturating_sub(self.line.as_ptr() as usize)
    }

    pub(super) fn column(self) -> usize {
        column_of(self.line, self.offset())
    }

    fn error(self, why: impl fmt::Display) -> Trouble {
        Trouble::error(why, self.column())
    }

    fn syntax(self, error: &serde_json::Error) -> Trouble {
        let byte = self.offset() + error.column().saturating_sub(1);
        let why = not_json(error);
        Trouble::error(message!("this is not JSON: {why}", why), column_of(self.line, byte))
    }

    /// The value, complete.
    pub(super) fn value(self) -> Result<Value, Trouble> {
        let read = serde_json::from_str(self.raw).map(with_whole_numbers);
        read.map_err(|error| self.syntax(&error))
    }

    pub(super) fn object(self, what: &str) -> Result<Object<'l>, Trouble> {
        if !self.raw.trim_start().starts_with('{') {
            // A fault of the text is reported before a fault of its type.
            self.value()?;
            return Err(self.error(format!("{what} takes an object")));
        }
        let Pairs(pairs) = serde_json::from_str(self.raw).map_err(|error| self.syntax(&error))?;
        let mut object = Object { item: self, fields: IndexMap::new() };
        for (key, raw) in pairs {
            let item = LineItem { line: self.line, raw: raw.get() };
            if object.fields.insert(key.clone(), item).is_some() {
                let shown = clipped(&key);
                return Err(object.error_at_key(&key, format!("`{shown}` is here twice")));
            }
        }
        Ok(object)
    }

    pub(super) fn list(self, what: &str) -> Result<Vec<LineItem<'l>>, Trouble> {
        if !self.raw.trim_start().starts_with('[') {
            self.value()?;
            return Err(self.error(format!("{what} takes a list")));
        }
        let items: Vec<&'l RawValue> =
            serde_json::from_str(self.raw).map_err(|error| self.syntax(&error))?;
        Ok(items.into_iter().map(|raw| LineItem { line: self.line, raw: raw.get() }).collect())
    }

    /// A seat that a script may name.
    fn seat(self) -> Result<Seat, Trouble> {
        let value = self.value()?;
        let seat = value.as_str().and_then(Seat::from_slug);
        seat.filter(|seat| matches!(seat, Seat::A | Seat::B | Seat::Onlooker))
            .ok_or_else(|| self.error("`for` takes a side's seat, \"A\" or \"B\", or \"onlooker\""))
    }
}

impl<'l> Object<'l> {
    /// The column where the object begins.
    pub(super) fn column(&self) -> usize {
        self.item.column()
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.fields.contains_key(key)
    }

    pub(super) fn get(&self, key: &str) -> Option<LineItem<'l>> {
        self.fields.get(key).copied()
    }

    /// The items of a list, each with its column.
    pub(super) fn items(&self, key: &str) -> Result<Vec<LineItem<'l>>, Trouble> {
        self.needed(key)?.list(&format!("`{key}`"))
    }

    /// The object whole, for an order.
    pub(super) fn map(&self) -> Result<Map<String, Value>, Trouble> {
        self.fields.iter().map(|(key, item)| Ok((key.clone(), item.value()?))).collect()
    }

    /// Refuses keys that are not known here.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), Trouble> {
        let Some(key) = self.fields.keys().find(|key| !known.contains(&key.as_str())) else {
            return Ok(());
        };
        let shown = clipped(key);
        let listed: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
        let why = if known.is_empty() {
            format!("unknown field `{shown}`: none is expected")
        } else {
            format!("unknown field `{shown}`, expected one of {}", listed.join(", "))
        };
        Err(self.error_at_key(key, why))
    }

    /// An error at the value of a key.
    pub(super) fn error_at(&self, key: &str, why: String) -> Trouble {
        let column = self.get(key).map_or_else(|| self.column(), LineItem::column);
        Trouble::error(why, column)
    }

    /// An error at a key itself.
    pub(super) fn error_at_key(&self, key: &str, why: String) -> Trouble {
        let Some(item) = self.get(key) else { return self.error_at(key, why) };
        let before = item.line[..item.offset()].trim_end().trim_end_matches(':').trim_end();
        let bytes = before.as_bytes();
        // From the closing quote back to the opening one: the first that is not
        // escaped.
        let mut at = bytes.len().saturating_sub(1);
        while at > 0 {
            at -= 1;
            // Looked at only for quotes, so that every backslash is counted
            // once.
            let is_escaped =
                || bytes[..at].iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1;
            if bytes[at] == b'"' && !is_escaped() {
                break;
            }
        }
        Trouble::error(why, column_of(item.line, at))
    }

    fn needed(&self, key: &str) -> Result<LineItem<'l>, Trouble> {
        self.get(key).ok_or_else(|| Trouble::error(format!("`{key}` is missing"), self.column()))
    }

    /// A required text.
    pub(super) fn text(&self, key: &str) -> Result<String, Trouble> {
        let item = self.needed(key)?;
        match item.value()? {
            Value::String(text) => Ok(text),
            _ => Err(item.error(format!("`{key}` takes a text"))),
        }
    }

    /// The seat in `for`, otherwise the seat of the request.
    pub(super) fn seat_or(&self, asks: Seat) -> Result<Seat, Trouble> {
        self.only(&["for"])?;
        self.get("for").map_or(Ok(asks), LineItem::seat)
    }
}

/// A double cannot hold every whole number from here on: 2 to the power of 53.
const MOST_WHOLE: f64 = 9_007_199_254_740_992.0;

/// A value in which every decimal that is whole (`4.0`) is a whole number: many programs
/// have decimals only.
pub fn with_whole_numbers(value: Value) -> Value {
    match value {
        Value::Number(number) => Value::Number(match number.as_f64() {
            Some(decimal)
                if number.is_f64() && decimal.fract() == 0.0 && decimal.abs() < MOST_WHOLE =>
            {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "it is whole, and small enough"
                )]
                let whole = decimal as i64;
                whole.into()
            }
            _ => number,
        }),
        Value::Array(list) => list.into_iter().map(with_whole_numbers).collect(),
        Value::Object(keys) => {
            keys.into_iter().map(|(key, value)| (key, with_whole_numbers(value))).collect()
        }
        other @ (Value::Null | Value::Bool(_) | Value::String(_)) => other,
    }
}
