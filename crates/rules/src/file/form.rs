//! What a builder asks for: the fields of a fleet and of its entries. Each system has
//! a form, in the order in which the roster lists its fields.

use serde_json::{Map, Value, json};

use crate::keyword::Keyword;
use dice::{DiceStop, Roller};
use message::{Message, message};

use super::reader::MOST_SHIPS;

/// Every field of a system's fleet files.
#[derive(Clone, Debug)]
pub struct Form {
    /// What the whole is called: `Fleet`.
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
    /// What one entry is called: `Ship`.
    pub one: Message,
    /// What several are called: `Ships`.
    pub many: Message,
    pub fields: Vec<FormField>,
    /// Where its entries are words to choose from: the list and field that take
    /// them, and what they are.
    pub names_for: Option<(&'static str, &'static str, Message)>,
}

/// A field of a fleet file.
#[derive(Clone, Debug)]
pub struct FormField {
    /// Its place in its table, for [`super::path::Path::key`]: `captain.name`.
    pub key: &'static str,
    /// What the form asks: `Captain's name`.
    pub question: Message,
    pub takes: FieldTakes,
    /// Its value when it is left out; `None` if it must not be, or if leaving
    /// it out has a meaning of its own.
    pub default: Option<Value>,
    /// What a new entry begins with; left out where this is `None`.
    pub begins: Option<Value>,
    /// Which names may be suggested for it.
    pub ideas: Ideas,
    /// Whether it is how many units an entry stands for: in a fleet that was read,
    /// each stands for itself.
    pub is_count: bool,
    /// The table of the rules that its words can be rolled on.
    pub table: Option<WordTable>,
}

/// The names that may be suggested for a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ideas {
    /// None.
    #[default]
    None,
    /// The peoples that fight by these rules.
    Peoples,
    /// The names of its people's ships.
    Ships,
    /// The names of its people's captains.
    Captains,
}

/// The entries of a list of the fleet that is being built.
pub type Entries<'d> = &'d dyn Fn(&str) -> Vec<Map<String, Value>>;

/// How many words an entry with these keys has room for.
pub type WordRoom = fn(&Map<String, Value>, Entries) -> Option<usize>;

/// A table of the rules that the words of a field are rolled on.
#[derive(Clone, Debug)]
pub struct WordTable {
    /// What is rolled for: `captain’s skill`.
    pub one: Message,
    /// The word that the dice give, rolled for this purpose.
    pub roll: fn(&mut Roller, &Message) -> Result<&'static str, DiceStop>,
    /// What there is room for, where the rules set a limit; `None` if the entry does
    /// not say enough to know.
    pub room: Option<WordRoom>,
}

/// What a field of a fleet file takes.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldTakes {
    /// A line of text.
    Name,
    /// Lines of text.
    Text,
    /// A whole number.
    Number { min: i64, max: i64 },
    /// Yes or no.
    Flag,
    /// One of these words.
    Word(Vec<ChoiceWord>),
    /// A list of these words; the same word may be in it several times.
    Words(Vec<ChoiceWord>),
}

/// A word that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceWord {
    /// The word in the file.
    pub slug: String,
    /// The word for a reader.
    pub name: Message,
    /// What it gives or means, in a few words; empty if its name says it.
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
    /// A list with this key, the names of one entry and of many, and its fields.
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
    /// A field with this key and question.
    #[must_use]
    pub fn new(key: &'static str, question: Message, takes: FieldTakes) -> FormField {
        let (default, begins, ideas) = (None, None, Ideas::None);
        FormField { key, question, takes, default, begins, ideas, is_count: false, table: None }
    }

    /// The same, with a value that counts where the file has none.
    #[must_use]
    pub fn or(self, default: impl Into<Value>) -> FormField {
        FormField { default: Some(default.into()), ..self }
    }

    /// The same, with a value that a new entry begins with.
    #[must_use]
    pub fn begins(self, with: impl Into<Value>) -> FormField {
        FormField { begins: Some(with.into()), ..self }
    }

    /// The same, with names to suggest.
    #[must_use]
    pub fn suggesting(self, ideas: Ideas) -> FormField {
        FormField { ideas, ..self }
    }

    /// The same, with the table of the rules that its words are rolled on.
    #[must_use]
    pub fn rolled_on(self, table: WordTable) -> FormField {
        FormField { table: Some(table), ..self }
    }

    /// A field for a name.
    #[must_use]
    pub fn name(key: &'static str, question: Message) -> FormField {
        FormField::new(key, question, FieldTakes::Name)
    }

    /// A field for a number between two limits.
    #[must_use]
    pub fn number(key: &'static str, question: Message, min: i64, max: i64) -> FormField {
        FormField::new(key, question, FieldTakes::Number { min, max })
    }

    /// The field for how many alike units an entry stands for.
    #[must_use]
    pub fn count() -> FormField {
        let count =
            FormField::number("count", message!("How many alike"), 1, i64::from(MOST_SHIPS));
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
