//! The form that the fleet builder shows: the fields of a fleet and of its entries, in the
//! order in which the roster lists them.

use serde_json::{Map, Value, json};

use crate::keyword::Keyword;
use dice::{DiceStop, Roller};
use message::{Message, message};

use super::reader::MOST_SHIPS;
use crate::value_type::ValueType;

/// Every field of a game's fleet files.
#[derive(Clone, Debug)]
pub struct Form {
    /// The noun for the whole: `Fleet`.
    pub whole: Message,
    /// The fields of the fleet itself.
    pub head: Vec<FormField>,
    /// Its lists of entries, the most important first.
    pub lists: Vec<ListForm>,
}

/// A list of entries, and their fields.
#[derive(Clone, Debug)]
pub struct ListForm {
    /// Its key: `ship`.
    pub key: &'static str,
    /// The noun for one entry: `Ship`.
    pub one: Message,
    /// The noun for several: `Ships`.
    pub many: Message,
    pub fields: Vec<FormField>,
    /// If other entries choose from the names of this list: the list and field that take
    /// them, and a noun for them.
    pub names_for: Option<(&'static str, &'static str, Message)>,
}

/// A field of a fleet file.
#[derive(Clone, Debug)]
pub struct FormField {
    /// The key within its table, for [`super::path::Path::key`]: `captain.name`.
    pub key: &'static str,
    /// The label in the form: `Captain's name`.
    pub question: Message,
    /// The type of its value: a number, a flag, a text, a word, or a list of texts.
    pub takes: ValueType,
    /// The words to choose from; empty if it takes any text. A list may have a word more than
    /// once.
    pub words: Vec<ChoiceWord>,
    /// Whether its text may have several lines.
    pub is_long: bool,
    /// The value of a field that is left out; `None` if the field is required, or if its
    /// absence has a special meaning.
    pub default: Option<Value>,
    /// The initial value in a new entry; `None` leaves the field out.
    pub begins: Option<Value>,
    /// The kind of name that may be suggested.
    pub ideas: Ideas,
    /// Whether the field is the number of units for which an entry stands. In a fleet that
    /// was read, each entry stands for one.
    pub is_count: bool,
    /// The table of the rules on which its words can be rolled.
    pub table: Option<WordTable>,
}

/// A kind of name that may be suggested for a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ideas {
    /// None.
    #[default]
    None,
    /// The peoples that play this game.
    Peoples,
    /// Names of ships of the fleet's people.
    Ships,
    /// Names of captains of the fleet's people.
    Captains,
}

/// The entries of a list in the fleet under construction.
pub type Entries<'d> = &'d dyn Fn(&str) -> Vec<Map<String, Value>>;

/// The number of words for which an entry with these keys has room.
pub type WordRoom = fn(&Map<String, Value>, Entries) -> Option<usize>;

/// A table of the rules on which the words of a field are rolled.
#[derive(Clone, Debug)]
pub struct WordTable {
    /// The noun for a result: `captain’s skill`.
    pub one: Message,
    /// Rolls one word, for this purpose.
    pub roll: fn(&mut Roller, &Message) -> Result<&'static str, DiceStop>,
    /// The room for words, if the rules set a limit. It returns `None` if the entry does
    /// not say enough.
    pub room: Option<WordRoom>,
}

/// A word that players can choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceWord {
    /// The word in the file.
    pub slug: String,
    /// The name for a reader.
    pub name: Message,
    /// What the word gives or means, in a few words; empty if its name is enough.
    pub gives: Message,
}

impl Form {
    /// The field of a list with this key.
    #[must_use]
    pub fn field(&self, list: &str, key: &str) -> Option<&FormField> {
        let list = self.lists.iter().find(|form| form.key == list)?;
        list.fields.iter().find(|field| field.key == key)
    }
}

impl ListForm {
    /// A list with this key, the nouns for one entry and several, and its fields.
    #[must_use]
    pub fn new(key: &'static str, one: Message, many: Message, fields: Vec<FormField>) -> ListForm {
        ListForm { key, one, many, fields, names_for: None }
    }

    /// The keys of a new entry; `number` counts from 1. Files are in English.
    #[must_use]
    pub fn new_entry(&self, number: usize) -> Map<String, Value> {
        let name = format!("{} {number}", self.one);
        let begins = |field: &FormField| match field.key {
            "name" => Some(json!(name)),
            "slug" => Some(json!(name.to_lowercase().replace(' ', "-"))),
            _ => field.begins.clone(),
        };
        let keys = self.fields.iter().filter_map(|field| Some((field.key.into(), begins(field)?)));
        keys.collect()
    }
}

impl FormField {
    /// A field with this key, question and type.
    #[must_use]
    pub fn new(key: &'static str, question: Message, takes: ValueType) -> FormField {
        FormField {
            key,
            question,
            takes,
            words: Vec::new(),
            is_long: false,
            default: None,
            begins: None,
            ideas: Ideas::None,
            is_count: false,
            table: None,
        }
    }

    /// Sets the value that applies if the file has none.
    #[must_use]
    pub fn or(self, default: impl Into<Value>) -> FormField {
        FormField { default: Some(default.into()), ..self }
    }

    /// Sets the initial value in a new entry.
    #[must_use]
    pub fn begins(self, with: impl Into<Value>) -> FormField {
        FormField { begins: Some(with.into()), ..self }
    }

    /// Sets the kind of name to suggest.
    #[must_use]
    pub fn suggesting(self, ideas: Ideas) -> FormField {
        FormField { ideas, ..self }
    }

    /// Sets the table of the rules on which its words are rolled.
    #[must_use]
    pub fn rolled_on(self, table: WordTable) -> FormField {
        FormField { table: Some(table), ..self }
    }

    /// A field for a name.
    #[must_use]
    pub fn name(key: &'static str, question: Message) -> FormField {
        FormField::new(key, question, ValueType::Text)
    }

    /// A field for several lines of text.
    #[must_use]
    pub fn lines(key: &'static str, question: Message) -> FormField {
        FormField { is_long: true, ..FormField::new(key, question, ValueType::Text) }
    }

    /// A field for yes or no.
    #[must_use]
    pub fn flag(key: &'static str, question: Message) -> FormField {
        FormField::new(key, question, ValueType::Flag)
    }

    /// A field for one of these words.
    #[must_use]
    pub fn word(key: &'static str, question: Message, words: Vec<ChoiceWord>) -> FormField {
        FormField { words, ..FormField::new(key, question, ValueType::Text) }
    }

    /// A field for a list of these words.
    #[must_use]
    pub fn list(key: &'static str, question: Message, words: Vec<ChoiceWord>) -> FormField {
        FormField { words, ..FormField::new(key, question, ValueType::TEXTS) }
    }

    /// A field for a number between two limits.
    #[must_use]
    pub fn number(key: &'static str, question: Message, min: i64, max: i64) -> FormField {
        FormField::new(key, question, ValueType::Number { min, max })
    }

    /// The field for the number of identical units for which an entry stands.
    #[must_use]
    pub fn count() -> FormField {
        let count = FormField::number("count", message!("How many"), 1, i64::from(MOST_SHIPS));
        FormField { is_count: true, ..count.or(1) }
    }
}

impl ChoiceWord {
    /// A word, its name, and what it gives.
    #[must_use]
    pub fn new(slug: &str, name: Message, gives: Message) -> ChoiceWord {
        ChoiceWord { slug: slug.into(), name, gives }
    }
}

/// The words of a list of the rules.
pub fn words<T: Keyword>(gives: impl Fn(T) -> Message) -> Vec<ChoiceWord> {
    let word =
        |value: &T| ChoiceWord::new(value.word(), Message::slug(value.word()), gives(*value));
    T::LIST.iter().map(word).collect()
}
