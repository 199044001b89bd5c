//! Messages: texts for people, as values: a template and its arguments. The rules make one when
//! something happens, and [`crate::i18n`] turns it into a string in the reader's language. So
//! screen, log, protocol and paper have the same sentence, and no code has to parse one.
//!
//! ```
//! use message::{i18n, message};
//!
//! let ship = "B2 Χίμαιρα";
//! let says = message!("{ship} is aground", ship);
//! assert_eq!(i18n::english(&says), "B2 Χίμαιρα is aground");
//!
//! let hexes = message!(3 => "{n} hex" | "{n} hexes");
//! assert_eq!(i18n::english(&hexes), "3 hexes");
//! ```

pub mod i18n;

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A name within a sentence, with a lower-case English article in front: `the Corinthians`.
#[must_use]
pub fn with_small_article(name: &str) -> String {
    let article = ["The ", "A ", "An "].iter().find(|article| name.starts_with(**article));
    match article {
        Some(article) => article.to_lowercase() + &name[article.len()..],
        None => name.to_owned(),
    }
}

/// A template and its arguments, to be shown in the reader's language.
///
/// Templates are English and written with [`message!`](macro@crate::message): they are also
/// the keys under which translators find them.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Message(Content);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
enum Content {
    /// A template, translated before its arguments are put in.
    Template {
        #[serde(rename = "say")]
        message: Cow<'static, str>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<(Cow<'static, str>, Arg)>,
    },
    /// A template with a count, in the two forms of English.
    Counted {
        count: i64,
        one: Cow<'static, str>,
        many: Cow<'static, str>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<(Cow<'static, str>, Arg)>,
    },
    /// A list of messages.
    List { list: Vec<Message>, joint: Joint },
    /// A word of the rules: `tower-archers`.
    Word { word: Cow<'static, str> },
    /// A text that no language changes: a name, a number, a player's own words.
    Verbatim { name: String },
}

impl Default for Content {
    fn default() -> Content {
        Content::Verbatim { name: String::new() }
    }
}

/// The separator of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Joint {
    /// `a, b, c`.
    Comma,
    /// `a, b and c`.
    And,
    /// `a, b or c`.
    Or,
    /// `a; b; c`.
    Semicolon,
    /// `a → b → c`.
    Arrow,
    /// `a · b · c`.
    Dot,
    /// Sentences one after the other, each with a capital letter: `A. B.`
    Space,
    /// A single message in the middle of a phrase: see [`Message::within`].
    Within,
}

/// An argument of a template.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Arg {
    /// A number, written with a typographic minus sign.
    Number(i64),
    /// A name, which no language changes.
    Name(String),
    /// A word of the rules: `tower-archers`. Many rolls have one in their name, and it
    /// needs no [`Message`] around it.
    Word {
        /// The word as it is written in the rules.
        word: Cow<'static, str>,
    },
    /// A message within the message, shown in the reader's language.
    Message(Box<Message>),
}

/// The content of a [`Message`], for code that turns it into text.
#[derive(Clone, Copy, Debug)]
pub enum Parts<'s> {
    /// A template with its arguments.
    Template {
        /// The English template, the translator's key.
        template: &'s str,
        /// The arguments by name.
        with: &'s [(Cow<'static, str>, Arg)],
    },
    /// A template that depends on a count.
    Counted {
        count: i64,
        one: &'s str,
        /// The template for any other number.
        many: &'s str,
        /// The arguments by name, the count as `n` among them.
        with: &'s [(Cow<'static, str>, Arg)],
    },
    /// A list.
    List {
        items: &'s [Message],
        /// The separator.
        joint: Joint,
    },
    /// A word of the rules, as it is written there: `tower-archers`.
    Word(&'s str),
    /// A name or number, shown unchanged.
    Verbatim(&'s str),
}

impl Message {
    /// A template without arguments. Write [`message!`](macro@crate::message) instead,
    /// which translators' tools find; this is for words in a constant table.
    #[must_use]
    pub const fn word(template: &'static str) -> Message {
        Message(Content::Template { message: Cow::Borrowed(template), with: Vec::new() })
    }

    /// A template with its arguments: what [`message!`](macro@crate::message) makes.
    #[must_use]
    pub fn template(template: &'static str, with: Vec<(Cow<'static, str>, Arg)>) -> Message {
        Message(Content::Template { message: template.into(), with })
    }

    /// A template that depends on a count: what [`message!`](macro@crate::message) makes.
    #[must_use]
    pub fn counted(
        count: impl Count,
        one: &'static str,
        many: &'static str,
        mut with: Vec<(Cow<'static, str>, Arg)>,
    ) -> Message {
        let count = count.count();
        with.insert(0, (Cow::Borrowed("n"), Arg::Number(count)));
        Message(Content::Counted { count, one: one.into(), many: many.into(), with })
    }

    /// A word of the rules, shown in plain form: `tower-archers` as tower archers.
    #[must_use]
    pub fn slug(word: impl Into<Cow<'static, str>>) -> Message {
        Message(Content::Word { word: word.into() })
    }

    /// A dotted path within a record, or a word of the rules with a number:
    /// `ammo.archers-1` is shown as ammo archers 1.
    #[must_use]
    pub fn path(path: &str) -> Message {
        let part = |part: &str| match part.rsplit_once(['-', '_']) {
            Some((word, number))
                if !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()) =>
            {
                message!("{word} {number}", word = Message::slug(word.to_owned()), number)
            }
            Some(_) | None => Message::slug(part.to_owned()),
        };
        let mut parts = path.split('.').map(part);
        let first = parts.next().unwrap_or_default();
        parts.fold(first, |whole, part| message!("{whole} {part}", whole, part))
    }

    /// An amount with its sign: +2, −1, +0.
    #[must_use]
    pub fn signed(amount: i64) -> Message {
        let sign = if amount < 0 { '−' } else { '+' };
        Message::verbatim(format!("{sign}{}", amount.unsigned_abs()))
    }

    /// A name, a number or a player's own words, which no language changes.
    #[must_use]
    pub fn verbatim(name: impl Into<String>) -> Message {
        Message(Content::Verbatim { name: name.into() })
    }

    /// Several messages in a row: `a, b, c`.
    pub fn list(items: impl IntoIterator<Item = Message>) -> Message {
        Message::joined(items, Joint::Comma)
    }

    /// A side by its name and letter: `Hanno at the Aegates (B)`. Within a sentence an
    /// English article in front is in lower case.
    #[must_use]
    pub fn of_side(name: &str, side: impl Into<Arg>) -> Message {
        crate::message!("{name} ({side})", name, side = side.into())
    }

    /// Whether it is [`Message::of_side`].
    #[must_use]
    pub fn is_of_side(&self) -> bool {
        matches!(self.parts(), Parts::Template { template: "{name} ({side})", .. })
    }

    /// The same as a separate sentence, beginning with a capital letter.
    #[must_use]
    pub fn sentence(self) -> Message {
        Message(Content::List { list: vec![self], joint: Joint::Space })
    }

    /// The same in the middle of a phrase: without its initial capital, if the reader's
    /// language writes it in lower case there.
    #[must_use]
    pub fn within(self) -> Message {
        Message(Content::List { list: vec![self], joint: Joint::Within })
    }

    /// Several messages with a separator between them. A single message is returned
    /// unchanged.
    pub fn joined(items: impl IntoIterator<Item = Message>, joint: Joint) -> Message {
        let mut list: Vec<Message> = items.into_iter().collect();
        match list.pop() {
            Some(only) if list.is_empty() => only,
            Some(end) => {
                list.push(end);
                Message(Content::List { list, joint })
            }
            None => Message::default(),
        }
    }

    /// The same with replacements: each message for which `other` returns another one, the whole
    /// message before its parts. Names and numbers stay.
    #[must_use]
    pub fn replaced(&self, other: &mut dyn FnMut(&Message) -> Option<Message>) -> Message {
        if let Some(another) = other(self) {
            return another;
        }
        let mut within = |with: &[(Cow<'static, str>, Arg)]| {
            let renewed = |(name, arg): &(Cow<'static, str>, Arg)| {
                let arg = match arg {
                    Arg::Number(_) | Arg::Name(_) => arg.clone(),
                    Arg::Word { word } => {
                        Message(Content::Word { word: word.clone() }).replaced(other).into()
                    }
                    Arg::Message(message) => message.replaced(other).into(),
                };
                (name.clone(), arg)
            };
            with.iter().map(renewed).collect()
        };
        Message(match &self.0 {
            Content::Template { message, with } => {
                Content::Template { message: message.clone(), with: within(with) }
            }
            Content::Counted { count, one, many, with } => Content::Counted {
                count: *count,
                one: one.clone(),
                many: many.clone(),
                with: within(with),
            },
            Content::List { list, joint } => Content::List {
                list: list.iter().map(|item| item.replaced(other)).collect(),
                joint: *joint,
            },
            Content::Word { .. } | Content::Verbatim { .. } => self.0.clone(),
        })
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self.parts() {
            Parts::Template { template, .. } => template.is_empty(),
            Parts::Counted { many, .. } => many.is_empty(),
            Parts::List { items, .. } => items.iter().all(Message::is_empty),
            Parts::Word(word) => word.is_empty(),
            Parts::Verbatim(name) => name.is_empty(),
        }
    }

    /// Its parts.
    #[must_use]
    pub fn parts(&self) -> Parts<'_> {
        match &self.0 {
            Content::Template { message, with } => Parts::Template { template: message, with },
            Content::Counted { count, one, many, with } => {
                Parts::Counted { count: *count, one, many, with }
            }
            Content::List { list, joint } => Parts::List { items: list, joint: *joint },
            Content::Word { word } => Parts::Word(word),
            Content::Verbatim { name } => Parts::Verbatim(name),
        }
    }
}

/// A text with a capital at its beginning, as a line or a sentence needs it.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A slug or key as a reader sees it: `tower-archers` is "tower archers". The
/// rules of Chicken of the Sea abbreviate crew quality and backing water.
#[must_use]
pub fn words(slug: &str) -> String {
    match slug {
        "cq" => "crew quality".into(),
        "bw" => "backing water".into(),
        _ => slug.replace(['-', '_'], " "),
    }
}

/// The same with a capital, to begin a line: `tower-archers` is "Tower
/// archers".
#[must_use]
pub fn title(slug: &str) -> String {
    capital(&words(slug))
}

/// Whether a character is not shown but affects the display: a control character, or a
/// direction mark.
#[must_use]
pub fn steers(letter: char) -> bool {
    let turns = matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{2066}'..='\u{2069}');
    turns || letter.is_control()
}

/// A text for a terminal: control characters are replaced, except line breaks, tabs and
/// colours.
#[must_use]
pub fn harmless(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let length = colour(rest).unwrap_or(letter.len_utf8());
        if length > letter.len_utf8() || matches!(letter, '\n' | '\t') || !steers(letter) {
            plain.push_str(&rest[..length]);
        } else {
            plain.push(char::REPLACEMENT_CHARACTER);
        }
        rest = &rest[length..];
    }
    plain
}

/// Whether a character is invisible, like those that word processors, chats and emoji put between
/// letters.
#[must_use]
pub fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
    )
}

/// The length of the sequence at the start of a text, if it only changes the colour.
fn colour(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\u{1b}[")?;
    let end = numbers.find(|letter: char| !letter.is_ascii_digit() && letter != ';')?;
    numbers[end..].starts_with('m').then_some("\u{1b}[".len() + end + 1)
}

/// The number of characters of an untrusted text that are shown.
const MOST_LETTERS: usize = 40;

/// Untrusted text (a key, a word, a whole value of a file or request), short
/// enough for a sentence that names it as wrong, with control characters
/// escaped.
///
/// ```
/// use message::clipped;
///
/// assert_eq!(clipped("trirem"), "trirem");
/// assert_eq!(clipped("a\tb"), "a\\tb");
/// assert_eq!(clipped(&"x".repeat(99)).chars().count(), 41);
/// ```
#[must_use]
pub fn clipped(text: &str) -> String {
    let mut shown = String::new();
    for letter in text.chars().take(MOST_LETTERS) {
        if letter.is_control() {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    if text.chars().nth(MOST_LETTERS).is_some() {
        shown.push('…');
    }
    shown
}

/// A number that may be counted or put into a template.
pub trait Count: Copy {
    /// The number, clamped to the range of `i64`.
    fn count(self) -> i64;
}

macro_rules! counts {
    ($($Number:ty),+) => {
        $(impl Count for $Number {
            fn count(self) -> i64 {
                i64::try_from(self).unwrap_or(i64::MAX)
            }
        })+
    };
}

counts!(u8, u16, u32, u64, usize, i8, i16, i32, i64);

impl<N: Count> Count for &N {
    fn count(self) -> i64 {
        (*self).count()
    }
}

impl<N: Count> From<N> for Arg {
    fn from(number: N) -> Arg {
        Arg::Number(number.count())
    }
}

impl From<&str> for Arg {
    fn from(name: &str) -> Arg {
        Arg::Name(name.to_owned())
    }
}

impl From<String> for Arg {
    fn from(name: String) -> Arg {
        Arg::Name(name)
    }
}

impl From<&String> for Arg {
    fn from(name: &String) -> Arg {
        Arg::Name(name.clone())
    }
}

impl From<&Arc<str>> for Arg {
    fn from(name: &Arc<str>) -> Arg {
        Arg::Name(name.as_ref().to_owned())
    }
}

impl From<Cow<'_, str>> for Arg {
    fn from(name: Cow<'_, str>) -> Arg {
        Arg::Name(name.into_owned())
    }
}

impl From<Message> for Arg {
    fn from(message: Message) -> Arg {
        match message.0 {
            Content::Verbatim { name } => Arg::Name(name),
            Content::Word { word } => Arg::Word { word },
            Content::Template { .. } | Content::Counted { .. } | Content::List { .. } => {
                Arg::Message(Box::new(message))
            }
        }
    }
}

impl From<&Message> for Arg {
    fn from(message: &Message) -> Arg {
        message.clone().into()
    }
}

/// A template and its arguments as a [`Message`].
///
/// - `message!("Roll")`
/// - `message!("{ship} is {hexes} hexes away", ship, hexes = range)`
/// - `message!(left => "{n} move point left" | "{n} move points left")`
/// - `message!(left => "{ship} has {n} oar" | "{ship} has {n} oars", ship)`
///
/// Templates are literals, so that they can be found and translated. An
/// argument is whatever is [`Into<Arg>`](crate::Arg): a number, a name, a
/// tag, a side, or another `Message`.
#[macro_export]
macro_rules! message {
    ($template:literal $(, $($args:tt)*)?) => {
        $crate::Message::template($template, $crate::message_args!($($($args)*)?))
    };
    ($count:expr => $one:literal | $many:literal $(, $($args:tt)*)?) => {
        $crate::Message::counted($count, $one, $many, $crate::message_args!($($($args)*)?))
    };
}

/// The arguments of [`message!`](macro@crate::message).
#[doc(hidden)]
#[macro_export]
macro_rules! message_args {
    (@more [$($done:tt)*]) => { vec![$($done)*] };
    (@more [$($done:tt)*] $name:ident = $value:expr $(, $($rest:tt)*)?) => {
        $crate::message_args!(@more [
            $($done)* (::std::borrow::Cow::Borrowed(stringify!($name)), $crate::Arg::from($value)),
        ] $($($rest)*)?)
    };
    (@more [$($done:tt)*] $name:ident $(, $($rest:tt)*)?) => {
        $crate::message_args!(@more [
            $($done)* (::std::borrow::Cow::Borrowed(stringify!($name)), $crate::Arg::from($name)),
        ] $($($rest)*)?)
    };
    ($($args:tt)*) => { $crate::message_args!(@more [] $($args)*) };
}
