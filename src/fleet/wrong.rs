//! What can be wrong with a fleet file in any system, as values. Faults of a
//! single system are in its own file.

use crate::say::{Joint, Say, say};

use super::{LONGEST_FILE, chicken_of_the_sea, command_and_chaos, fast_play_salamis, greek_fire};
use super::{LONGEST_NAME, MOST_SHIPS, VERSION};

pub use super::syntax::Syntax;
pub use chicken_of_the_sea::WrongGalleys;
pub use command_and_chaos::WrongArmy;
pub use fast_play_salamis::WrongFleet;
pub use greek_fire::WrongShips;

/// What is wrong at a place in a fleet file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wrong {
    /// The file is longer than [`LONGEST_FILE`].
    LongFile {
        /// Its length, in bytes.
        bytes: usize,
    },
    /// A later version of the program wrote the file.
    LaterVersion {
        /// The version of the file.
        version: i64,
    },
    /// The file is not TOML.
    Syntax(Syntax),
    /// There are more faults than are listed.
    More {
        /// How much more.
        more: usize,
    },
    /// A required key is left out.
    Missing {
        /// The key.
        key: &'static str,
        /// What it takes.
        takes: Takes,
    },
    /// A value that its key does not take.
    Value {
        /// What the key takes.
        takes: Takes,
        /// What the file says.
        found: Found,
    },
    /// A word that the rules do not know.
    Word {
        /// What the file says.
        found: String,
        /// The words that are allowed there.
        known: Vec<String>,
        /// The one that was perhaps meant.
        meant: Option<String>,
    },
    /// An unknown key.
    Key {
        /// What the file says.
        found: String,
        /// The keys that are allowed there.
        known: Vec<String>,
        /// The one that was perhaps meant.
        meant: Option<String>,
    },
    /// A name with no letter in it.
    Nameless {
        /// Whether it is the name of the fleet itself.
        fleet: bool,
    },
    /// A text that is too long, in characters.
    LongText {
        /// The most it may have.
        most: usize,
        /// How many it has.
        letters: usize,
    },
    /// A text with a letter that cannot be printed.
    ControlCharacter {
        /// The letter, as it is escaped in files.
        letter: String,
    },
    /// A list of too many words.
    LongList {
        /// The most it may have.
        most: usize,
        /// How many it has.
        found: usize,
    },
    /// A list of too many tables.
    ManyTables {
        /// How many there are.
        found: usize,
    },
    /// A fleet without ships, or an army without units.
    Empty {
        /// The list that is missing.
        list: &'static str,
    },
    /// More than [`MOST_SHIPS`] ships or units.
    ManyShips,
    /// A name with which its number is longer than [`LONGEST_NAME`].
    LongNumberedName,
    /// The slug of a house type or class with letters that it may not have.
    SlugLetters {
        /// An example of a good one.
        such_as: &'static str,
    },
    /// The slug of a house type or class that the rules already use.
    SlugOfTheRules {
        /// The slug.
        slug: String,
    },
    /// The slug of a house type or class that is used earlier in the file.
    SlugTwice {
        /// The slug.
        slug: String,
    },
    /// A fault under the rules of Greek Fire.
    GreekFire(WrongShips),
    /// A fault under the rules of Chicken of the Sea.
    ChickenOfTheSea(WrongGalleys),
    /// A fault under the rules of Fast Play Salamis.
    FastPlaySalamis(WrongFleet),
    /// A fault under the rules of Command & Chaos.
    CommandAndChaos(WrongArmy),
}

/// What a key takes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Takes {
    /// A name in quotes.
    Name,
    /// Text in quotes.
    Text,
    /// A date, or what is known of one.
    Date,
    /// A whole number between two bounds.
    Whole {
        /// The lowest.
        from: i64,
        /// The highest.
        to: i64,
    },
    /// The same, or one of these words.
    WholeOr {
        /// The lowest.
        from: i64,
        /// The highest.
        to: i64,
        /// The words.
        words: Vec<String>,
    },
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Word(Vec<String>),
    /// A list of these words.
    Words(Vec<String>),
    /// Keys of its own.
    Table,
    /// Tables, each under its own heading.
    Tables(&'static str),
}

/// What a file says where something else is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Found {
    /// A text, cut short where it is long.
    Text(String),
    /// A whole number.
    Number(i128),
    /// `true` or `false`.
    Flag(bool),
    /// A list.
    List,
    /// A table of keys.
    Table,
    /// Tables nested deeper than in any fleet.
    Deep,
    /// A value that no fleet file uses (a decimal, a date), as the file writes
    /// it.
    Other(String),
}

impl Wrong {
    /// What was found, what is allowed and what was perhaps meant, in words; it
    /// does not say where.
    #[must_use]
    pub fn say(&self) -> Say {
        match self {
            Wrong::LongFile { bytes } => say!(
                "the file has {bytes} bytes; a fleet file has at most {most}",
                bytes = *bytes,
                most = LONGEST_FILE
            ),
            Wrong::LaterVersion { version } => say!(
                "a newer Trierarch wrote this fleet (version {version}; this one reads {reads}): update Trierarch to use it",
                version = *version,
                reads = VERSION
            ),
            Wrong::Syntax(syntax) => syntax.say(),
            Wrong::More { more } => say!(*more => "and {n} more" | "and {n} more"),
            Wrong::Missing { key, takes } => missing(key, takes),
            Wrong::Value { takes, found } => {
                say!("{found} is not {takes}", found = found.say(), takes = takes.say())
            }
            Wrong::Word { found, known, meant } => match meant {
                Some(meant) => say!(
                    "unknown word “{found}”; did you mean “{meant}”? Known here: {known}",
                    found,
                    meant,
                    known = listed(known, Joint::Comma)
                ),
                None => say!(
                    "unknown word “{found}”. Known here: {known}",
                    found,
                    known = listed(known, Joint::Comma)
                ),
            },
            Wrong::Key { found, known, meant } => match meant {
                Some(meant) => say!(
                    "unknown key “{found}”; did you mean “{meant}”? Known here: {known}",
                    found,
                    meant,
                    known = listed(known, Joint::Comma)
                ),
                None => say!(
                    "unknown key “{found}”. Known here: {known}",
                    found,
                    known = listed(known, Joint::Comma)
                ),
            },
            Wrong::GreekFire(wrong) => wrong.say(),
            Wrong::ChickenOfTheSea(wrong) => wrong.say(),
            Wrong::FastPlaySalamis(wrong) => wrong.say(),
            Wrong::CommandAndChaos(wrong) => wrong.say(),
            Wrong::Nameless { .. }
            | Wrong::LongText { .. }
            | Wrong::ControlCharacter { .. }
            | Wrong::LongList { .. }
            | Wrong::ManyTables { .. }
            | Wrong::Empty { .. }
            | Wrong::ManyShips
            | Wrong::LongNumberedName
            | Wrong::SlugLetters { .. }
            | Wrong::SlugOfTheRules { .. }
            | Wrong::SlugTwice { .. } => self.measured(),
        }
    }

    /// What is too long, too many or already used, in words.
    fn measured(&self) -> Say {
        match self {
            Wrong::Nameless { fleet: true } => say!("give the fleet a name (it is empty)"),
            Wrong::Nameless { fleet: false } => say!("give it a name (it is empty)"),
            Wrong::LongText { most, letters } => {
                say!(
                    "use at most {most} characters; these are {letters}",
                    most = *most,
                    letters = *letters
                )
            }
            Wrong::ControlCharacter { letter } => {
                say!("remove the control character {letter}: it cannot be printed", letter)
            }
            Wrong::LongList { most, found } => {
                say!("use at most {most} words; these are {found}", most = *most, found = *found)
            }
            Wrong::ManyTables { found } => {
                say!(
                    "use at most {most} entries; these are {found}",
                    most = MOST_SHIPS,
                    found = *found
                )
            }
            Wrong::Empty { list } => {
                say!("the fleet is empty: add at least one [[{list}]]", list = *list)
            }
            Wrong::ManyShips => {
                say!("a side has at most {most} ships or units", most = MOST_SHIPS)
            }
            Wrong::LongNumberedName => {
                say!(
                    "shorten the name: with its number it has at most {most} characters",
                    most = LONGEST_NAME
                )
            }
            Wrong::SlugLetters { such_as } => say!(
                "use small letters, digits and hyphens, such as “{such_as}”",
                such_as = *such_as
            ),
            Wrong::SlugOfTheRules { slug } => {
                say!("“{slug}” is in the rules already: choose another word", slug)
            }
            Wrong::SlugTwice { slug } => {
                say!("“{slug}” stands earlier in this file: choose another word", slug)
            }
            Wrong::LongFile { .. }
            | Wrong::LaterVersion { .. }
            | Wrong::Syntax(_)
            | Wrong::More { .. }
            | Wrong::Missing { .. }
            | Wrong::Value { .. }
            | Wrong::Word { .. }
            | Wrong::Key { .. }
            | Wrong::GreekFire(_)
            | Wrong::ChickenOfTheSea(_)
            | Wrong::FastPlaySalamis(_)
            | Wrong::CommandAndChaos(_) => Say::default(),
        }
    }
}

/// What to add where a key is missing.
fn missing(key: &'static str, takes: &Takes) -> Say {
    match takes {
        Takes::Name | Takes::Text | Takes::Date => say!("add {key} = \"…\"", key),
        Takes::Word(words) => {
            say!("add {key} = \"…\", one of {words}", key, words = listed(words, Joint::Comma))
        }
        Takes::Whole { .. }
        | Takes::WholeOr { .. }
        | Takes::Flag
        | Takes::Words(_)
        | Takes::Table
        | Takes::Tables(_) => say!("add {key} = …, {takes}", key, takes = takes.say()),
    }
}

impl Takes {
    /// What the key takes, in words.
    pub(super) fn say(&self) -> Say {
        match self {
            Takes::Name => say!("a name in quotes"),
            Takes::Text => say!("text in quotes"),
            Takes::Date => say!(
                "a year such as “433 BCE”, “about 540 BCE”, “summer 413 BCE” or “2 September 31 BCE”"
            ),
            Takes::Whole { from, to } => whole(*from, *to),
            Takes::WholeOr { from, to, words } => {
                say!(
                    "{number} or {words}",
                    number = whole(*from, *to),
                    words = listed(words, Joint::Or)
                )
            }
            Takes::Flag => say!("true or false"),
            Takes::Word(words) => say!("one of {words}", words = listed(words, Joint::Comma)),
            Takes::Words(words) => {
                say!("a list of words such as {words}", words = listed(words, Joint::Comma))
            }
            Takes::Table => say!("a table of keys"),
            Takes::Tables(list) => {
                say!("a list of tables, each under its own [[{list}]]", list = *list)
            }
        }
    }
}

fn whole(from: i64, to: i64) -> Say {
    say!("a whole number from {from} to {to}", from, to)
}

/// Words of files, which no language changes.
fn listed(words: &[String], joint: Joint) -> Say {
    Say::joined(words.iter().map(Say::verbatim), joint)
}

impl Found {
    /// What was found, as it is quoted.
    fn say(&self) -> Say {
        match self {
            Found::Text(text) => say!("“{text}”", text),
            Found::Number(number) => Say::verbatim(number.to_string().replace('-', "−")),
            Found::Flag(flag) => Say::verbatim(flag.to_string()),
            Found::List => say!("a list"),
            Found::Table => say!("a table"),
            Found::Deep => say!("something nested too deep"),
            Found::Other(shown) => Say::verbatim(shown),
        }
    }
}
