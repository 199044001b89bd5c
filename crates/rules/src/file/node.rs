//! The contents of a file as a tree, with the place of every value; the same for TOML and
//! JSON.

use std::ops::Range;

use serde_json::Value as Json;
use toml_edit::{ArrayOfTables, Item, Table, TableLike, Value as Toml};

use message::{Message, clipped, message};

/// A value and its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// The span in bytes; `None` in JSON.
    pub span: Option<Range<usize>>,
    pub shape: NodeShape,
}

/// The kind of a value, and its content.
#[derive(Clone, Debug)]
pub enum NodeShape {
    /// A text.
    Text(String),
    /// A whole number.
    Number(i128),
    /// True or false.
    Flag(bool),
    /// A list of values.
    List(Vec<Node>),
    /// Keys with their values, in the order of the file.
    Table(Vec<TableEntry>),
    /// Nested more deeply than any fleet.
    Deep,
    /// A value that no fleet file uses (a decimal, a date), as text.
    Other(String),
}

/// A key of a table, and its value.
#[derive(Clone, Debug)]
pub struct TableEntry {
    pub key: String,
    pub key_span: Option<Range<usize>>,
    pub value: Node,
}

/// The deepest nesting that is read; fleets are nested three tables deep.
const DEEPEST: usize = 16;

impl Node {
    /// The root of a TOML document. Its place is the beginning, where missing keys are
    /// reported.
    #[must_use]
    pub fn of_document(root: &Table) -> Node {
        Node { span: Some(0..0), shape: of_table(root, 0) }
    }

    /// A node for a JSON value; `null` in a table means that the key is left out.
    #[must_use]
    pub fn of_json(value: &Json) -> Node {
        of_json(value, 0)
    }

    /// A node for a table inside a document.
    pub fn of_table(table: &dyn TableLike) -> Node {
        Node { span: None, shape: of_table(table, 0) }
    }

    /// A node for a list of tables inside a document.
    #[must_use]
    pub fn of_tables(tables: &ArrayOfTables) -> Node {
        Node { span: None, shape: of_tables(tables, 0) }
    }

    /// A node for a value inside a document.
    #[must_use]
    pub fn of_value(value: &Toml) -> Node {
        of_value(value, 0)
    }

    /// The value as JSON; a date or a decimal becomes a text.
    pub fn into_json(self) -> Json {
        match self.shape {
            NodeShape::Text(text) | NodeShape::Other(text) => Json::String(text),
            NodeShape::Deep => Json::Null,
            NodeShape::Number(number) => i64::try_from(number).map_or(Json::Null, Json::from),
            NodeShape::Flag(flag) => Json::Bool(flag),
            NodeShape::List(list) => list.into_iter().map(Node::into_json).collect(),
            NodeShape::Table(entries) => Json::Object(
                entries.into_iter().map(|entry| (entry.key, entry.value.into_json())).collect(),
            ),
        }
    }

    /// The value as a fault quotes it.
    #[must_use]
    pub fn found(&self) -> Message {
        match &self.shape {
            NodeShape::Text(text) => message!("“{text}”", text = clipped(text)),
            NodeShape::Number(number) => Message::verbatim(number.to_string().replace('-', "−")),
            NodeShape::Flag(flag) => Message::verbatim(flag.to_string()),
            NodeShape::List(_) => message!("a list"),
            NodeShape::Table(_) => message!("a table"),
            NodeShape::Deep => message!("a value nested too deeply"),
            NodeShape::Other(shown) => Message::verbatim(clipped(shown)),
        }
    }
}

fn of_table(table: &dyn TableLike, depth: usize) -> NodeShape {
    if depth > DEEPEST {
        return NodeShape::Deep;
    }
    let entry = |(name, item): (&str, &Item)| TableEntry {
        key: name.to_owned(),
        key_span: table.key(name).and_then(toml_edit::Key::span),
        value: of_item(item, depth + 1),
    };
    NodeShape::Table(table.iter().map(entry).collect())
}

fn of_tables(tables: &ArrayOfTables, depth: usize) -> NodeShape {
    let node = |table: &Table| Node { span: table.span(), shape: of_table(table, depth) };
    NodeShape::List(tables.iter().map(node).collect())
}

fn of_item(item: &Item, depth: usize) -> Node {
    let shape = match item {
        Item::None => NodeShape::Other("nothing".into()),
        Item::Value(value) => return of_value(value, depth),
        Item::Table(table) => of_table(table, depth),
        Item::ArrayOfTables(tables) => of_tables(tables, depth),
    };
    Node { span: item.span(), shape }
}

fn of_value(value: &Toml, depth: usize) -> Node {
    let shape = match value {
        Toml::String(text) => NodeShape::Text(text.value().clone()),
        Toml::Integer(number) => NodeShape::Number(i128::from(*number.value())),
        Toml::Boolean(flag) => NodeShape::Flag(*flag.value()),
        // The number keeps its point even if it is whole, since the point is the fault.
        Toml::Float(number) => NodeShape::Other(format!("{:?}", number.value())),
        Toml::Datetime(date) => NodeShape::Other(date.value().to_string()),
        Toml::Array(_) if depth > DEEPEST => NodeShape::Deep,
        Toml::Array(list) => {
            NodeShape::List(list.iter().map(|value| of_value(value, depth + 1)).collect())
        }
        Toml::InlineTable(table) => of_table(table, depth),
    };
    Node { span: value.span(), shape }
}

fn of_json(value: &Json, depth: usize) -> Node {
    let shape = match value {
        Json::Null => NodeShape::Other("null".into()),
        Json::Bool(flag) => NodeShape::Flag(*flag),
        Json::Number(number) => match number.as_i128() {
            Some(whole) => NodeShape::Number(whole),
            None => NodeShape::Other(number.to_string()),
        },
        Json::String(text) => NodeShape::Text(text.clone()),
        Json::Array(_) | Json::Object(_) if depth > DEEPEST => NodeShape::Deep,
        Json::Array(list) => {
            NodeShape::List(list.iter().map(|value| of_json(value, depth + 1)).collect())
        }
        Json::Object(table) => NodeShape::Table(
            table
                .iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(key, value)| TableEntry {
                    key: key.clone(),
                    key_span: None,
                    value: of_json(value, depth + 1),
                })
                .collect(),
        ),
    };
    Node { span: None, shape }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn is_whole(node: &Node) -> bool {
        match &node.shape {
            NodeShape::Deep => false,
            NodeShape::List(list) => list.iter().all(is_whole),
            NodeShape::Text(_)
            | NodeShape::Number(_)
            | NodeShape::Flag(_)
            | NodeShape::Other(_)
            | NodeShape::Table(_) => true,
        }
    }

    #[test]
    fn values_are_read_up_to_the_deepest_level() {
        let nested = |lists: usize| (0..lists).fold(json!(1), |inner, _| json!([inner]));
        assert!(is_whole(&of_json(&nested(DEEPEST + 1), 0)));
        assert!(!is_whole(&of_json(&nested(DEEPEST + 2), 0)));
    }
}
