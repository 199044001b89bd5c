//! Reads a table of a fleet file key by key, and collects every fault.
//!
//! A game's `fleet` file asks for its keys in the order in which they should be listed,
//! then calls [`Reader::finish`]:
//!
//! ```ignore
//! for mut ship in reader.some_tables("ship") {
//!     let names = ship.names();                          // `name`, `count`
//!     let cq = ship.number("cq", 1..=6);                 // required
//!     let speed = ship.number_or("speed", 0..=6, 0);     // with a default
//!     let facing = ship.word_or("facing", Facing::N);    // a word of a list
//!     let flagship = ship.flag("flagship");              // no unless said
//!     ship.finish();                                     // unknown keys
//! }
//! ```
//!
//! If a key is missing or wrong, the method records the fault and returns a placeholder, so
//! that reading continues and finds all faults. A fleet that was read with an error is
//! discarded.

use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use serde_json::Value;

use crate::keyword::Keyword;
use message::{Joint, Message, clipped, message, steers};

use super::fault::{Fault, Faults};
use super::node::{Node, NodeShape, TableEntry};

/// The most ships or units that a side may have: more models than any player owns.
pub const MOST_SHIPS: u32 = 1000;
/// The longest name, in characters.
pub const LONGEST_NAME: usize = 60;
/// The longest free text, in characters.
pub const LONGEST_TEXT: usize = 4000;
/// The most words in a list (skills, advantages).
pub const MOST_WORDS: usize = 100;

/// Why a text is not a name (or, with `lines`, not a note); `None` if it is one.
fn unfit(text: &str, longest: usize, lines: bool) -> Option<Message> {
    let letters = text.chars().count();
    let is_wrong = |letter: &char| match letter {
        '\n' | '\t' | '\r' => !lines,
        letter => letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}'),
    };
    if letters > longest {
        let most = longest;
        return Some(message!("use at most {most} characters; these are {letters}", most, letters));
    }
    text.chars().find(is_wrong).map(unprintable)
}

fn unprintable(letter: char) -> Message {
    let letter: String = letter.escape_default().collect();
    message!("remove the control character {letter}: it cannot be printed", letter)
}

/// Why a text that may be empty is not a name.
fn unfit_for_a_name(text: &str) -> Option<Message> {
    let turns = || {
        let mark: String = text.chars().find(|letter| steers(*letter))?.escape_default().collect();
        Some(message!("remove the direction mark {mark}: it would turn the text around it", mark))
    };
    unfit(text, LONGEST_NAME, false).or_else(turns)
}

/// Why a text is not a name: the rule for every name of a fleet, battle, table or player.
#[must_use]
pub fn unfit_name(name: &str) -> Option<Message> {
    if name.trim().is_empty() {
        return Some(message!("give it a name (it is empty)"));
    }
    unfit_for_a_name(name)
}

/// A table of a fleet file, read key by key.
#[must_use = "a table that is not finished lets unknown keys pass"]
pub struct Reader<'n> {
    faults: &'n Faults<'n>,
    path: String,
    span: Option<Range<usize>>,
    entries: &'n [TableEntry],
    known: Vec<&'static str>,
}

impl<'n> Reader<'n> {
    /// A reader of the whole file; `None`, with a fault, if it is not a table.
    pub fn new(root: &'n Node, faults: &'n Faults<'n>) -> Option<Reader<'n>> {
        Reader::of(root, String::new(), faults)
    }

    fn of(node: &'n Node, path: String, faults: &'n Faults<'n>) -> Option<Reader<'n>> {
        if let NodeShape::Table(entries) = &node.shape {
            let span = node.span.clone();
            return Some(Reader { faults, path, span, entries, known: Vec::new() });
        }
        faults
            .add(node.span.clone(), Fault::error(path, is_not(node, message!("a table of keys"))));
        None
    }

    fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    fn entry(&mut self, key: &'static str) -> Option<&'n TableEntry> {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        self.entries.iter().find(|entry| entry.key == key)
    }

    fn get(&mut self, key: &'static str) -> Option<&'n Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// Whether the file gives a key, with a right or wrong value.
    pub fn has(&mut self, key: &'static str) -> bool {
        self.entry(key).is_some()
    }

    // --- faults that only the game can detect ---

    fn span_of(&self, key: &str) -> Option<Range<usize>> {
        let entry = self.entries.iter().find(|entry| entry.key == key);
        entry.and_then(|entry| entry.value.span.clone()).or_else(|| self.span.clone())
    }

    /// An error that no house rule can lift, at a key.
    pub fn error(&self, key: &str, why: Message) {
        self.faults.add(self.span_of(key), Fault::error(self.path_of(key), why));
    }

    /// A broken limit of the rules, at a key: an error that house rules may lift. `rule` is
    /// for example `Greek Fire: advantages`.
    pub fn limit(&self, key: &str, rule: &'static str, why: Message) {
        self.faults.add(self.span_of(key), Fault::limit(self.path_of(key), rule, why));
    }

    /// A warning at a key, or at the table if the key is left out.
    pub fn warn(&self, key: &str, why: Message) {
        self.faults.add(self.span_of(key), Fault::warning(self.path_of(key), why));
    }

    /// An error of the table as a whole.
    fn error_here(&self, why: Message) {
        self.faults.add(self.span.clone(), Fault::error(self.path.clone(), why));
    }

    fn wrong(&self, key: &'static str, node: &Node, takes: Message) {
        self.faults.add(node.span.clone(), Fault::error(self.path_of(key), is_not(node, takes)));
    }

    // --- text ---

    fn plain_text(
        &mut self,
        key: &'static str,
        unfit: impl Fn(&str) -> Option<Message>,
    ) -> Option<String> {
        let node = self.get(key)?;
        let NodeShape::Text(text) = &node.shape else {
            self.wrong(key, node, message!("text in quotes"));
            return None;
        };
        if let Some(why) = unfit(text) {
            self.error(key, why);
        } else {
            return Some(text.clone());
        }
        None
    }

    /// The text of a name. Stored fleets may have names with a direction mark.
    fn name_text(&mut self, key: &'static str) -> Option<String> {
        let is_stored = self.faults.is_stored;
        self.plain_text(key, |text| {
            if is_stored { unfit(text, LONGEST_NAME, false) } else { unfit_for_a_name(text) }
        })
    }

    /// A required name: not empty, at most [`LONGEST_NAME`] characters, without control
    /// characters and direction marks.
    pub fn name(&mut self, key: &'static str) -> String {
        if !self.has(key) {
            self.error_here(message!("add {key} = \"…\"", key));
            return String::new();
        }
        let name = self.name_text(key).unwrap_or_else(|| "?".into());
        if name.trim().is_empty() {
            self.error(
                key,
                if self.path.is_empty() {
                    message!("give the fleet a name (it is empty)")
                } else {
                    message!("give it a name (it is empty)")
                },
            );
        }
        name
    }

    /// A name that may be left out or empty.
    pub fn name_or_empty(&mut self, key: &'static str) -> String {
        self.name_text(key).unwrap_or_default()
    }

    /// Free text of several lines; empty if it is left out.
    pub fn text(&mut self, key: &'static str) -> String {
        self.plain_text(key, |text| unfit(text, LONGEST_TEXT, true)).unwrap_or_default()
    }

    /// A list of names; empty if it is left out.
    pub fn names_listed(&mut self, key: &'static str) -> Vec<String> {
        let Some(node) = self.get(key) else { return Vec::new() };
        let NodeShape::List(list) = &node.shape else {
            self.wrong(key, node, message!("a list of names"));
            return Vec::new();
        };
        if list.len() > MOST_WORDS {
            let (most, found) = (MOST_WORDS, list.len());
            self.error(key, message!("use at most {most} words; these are {found}", most, found));
            return Vec::new();
        }
        let mut names = Vec::new();
        for node in list {
            if let NodeShape::Text(name) = &node.shape {
                names.push(name.clone());
            } else {
                self.wrong(key, node, message!("a name in quotes"));
            }
        }
        names
    }

    /// A text that must parse, such as a date; `None` if it is left out (no fault) or
    /// wrong. `takes` describes what the key takes.
    pub fn parsed<T: FromStr>(&mut self, key: &'static str, takes: Message) -> Option<T> {
        let node = self.get(key)?;
        let read = if let NodeShape::Text(text) = &node.shape { text.parse().ok() } else { None };
        if read.is_none() {
            self.wrong(key, node, takes);
        }
        read
    }

    /// The names of an entry: its `name`, numbered from 1 if `count` repeats it
    /// (`count = 3`: "Delta five 1" to "Delta five 3"). Checks the sum over the
    /// file against [`MOST_SHIPS`].
    pub fn names(&mut self) -> Vec<String> {
        let name = self.name("name");
        let count: u32 = self.number_or("count", 1..=i64::from(MOST_SHIPS), 1);
        let before = self.faults.named.get();
        let after = before + count;
        self.faults.named.set(after);
        if after > MOST_SHIPS {
            if before <= MOST_SHIPS {
                self.error(
                    "count",
                    message!("a side has at most {most} ships or units", most = MOST_SHIPS),
                );
            }
            return Vec::new();
        }
        if count == 1 {
            return vec![name];
        }
        let names: Vec<String> = (1..=count).map(|number| format!("{name} {number}")).collect();
        if names.last().is_some_and(|last| last.chars().count() > LONGEST_NAME) {
            self.error(
                "name",
                message!(
                    "shorten the name: with its number it has at most {most} characters",
                    most = LONGEST_NAME
                ),
            );
        }
        names
    }

    /// The `slug` of a custom entry (a `type`, a `class`), which must be neither in the
    /// rules nor earlier in the file. `such_as` is an example.
    pub fn house_slug(
        &mut self,
        such_as: &'static str,
        of_the_rules: &[&str],
        earlier: &[&str],
    ) -> String {
        let slug = self.name("slug");
        let why = if slug.is_empty()
            || !slug.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'))
        {
            message!("use small letters, digits and hyphens, such as “{such_as}”", such_as)
        } else if of_the_rules.contains(&slug.as_str()) {
            message!("“{slug}” is in the rules already: choose another word", slug = &slug)
        } else if earlier.contains(&slug.as_str()) {
            message!("“{slug}” is earlier in this file: choose another word", slug = &slug)
        } else {
            return slug;
        };
        self.error("slug", why);
        slug
    }

    // --- numbers and flags ---

    /// A whole number that may be left out.
    pub fn optional_number<N: TryFrom<i128>>(
        &mut self,
        key: &'static str,
        allowed: RangeInclusive<i64>,
    ) -> Option<N> {
        let node = self.get(key)?;
        let read = whole(node, &allowed);
        if read.is_none() {
            self.wrong(key, node, whole_number(&allowed));
        }
        read
    }

    /// A whole number, or this default if it is left out.
    pub fn number_or<N: TryFrom<i128>>(
        &mut self,
        key: &'static str,
        allowed: RangeInclusive<i64>,
        default: N,
    ) -> N {
        self.optional_number(key, allowed).unwrap_or(default)
    }

    /// A required whole number.
    pub fn number<N: TryFrom<i128> + Default>(
        &mut self,
        key: &'static str,
        allowed: RangeInclusive<i64>,
    ) -> N {
        if !self.has(key) {
            self.error_here(message!(
                "add {key} = …, {takes}",
                key,
                takes = whole_number(&allowed)
            ));
        }
        self.optional_number(key, allowed).unwrap_or_default()
    }

    /// A required list of exactly `N` whole numbers; `None`, with a fault, if it is anything
    /// else.
    pub fn whole_numbers<const N: usize>(
        &mut self,
        key: &'static str,
        allowed: RangeInclusive<i64>,
    ) -> Option<[u32; N]> {
        let takes = message!(
            "a list of {count} numbers, each {number}",
            count = N,
            number = whole_number(&allowed)
        );
        let Some(node) = self.get(key) else {
            self.error_here(message!("add {key} = …, {takes}", key, takes));
            return None;
        };
        let read: Option<Vec<u32>> = match &node.shape {
            NodeShape::List(list) => list.iter().map(|node| whole(node, &allowed)).collect(),
            NodeShape::Text(_)
            | NodeShape::Number(_)
            | NodeShape::Flag(_)
            | NodeShape::Table(_)
            | NodeShape::Deep
            | NodeShape::Other(_) => None,
        };
        let read = read.and_then(|numbers| numbers.try_into().ok());
        if read.is_none() {
            self.wrong(key, node, takes);
        }
        read
    }

    /// A whole number or one of these words, as JSON; `None` if it is left out
    /// (no fault) or wrong.
    pub fn number_or_word(
        &mut self,
        key: &'static str,
        allowed: RangeInclusive<i64>,
        words: &[&str],
    ) -> Option<Value> {
        let node = self.get(key)?;
        let word = if let NodeShape::Text(text) = &node.shape {
            words.contains(&text.as_str()).then(|| text.as_str().into())
        } else {
            None
        };
        let read = word.or_else(|| whole::<i64>(node, &allowed).map(Value::from));
        if read.is_none() {
            let (number, words) = (whole_number(&allowed), listed(words, Joint::Or));
            self.wrong(key, node, message!("{number} or {words}", number, words));
        }
        read
    }

    /// Yes or no; no if it is left out.
    pub fn flag(&mut self, key: &'static str) -> bool {
        match self.get(key) {
            None => false,
            Some(Node { shape: NodeShape::Flag(flag), .. }) => *flag,
            Some(node) => {
                self.wrong(key, node, message!("true or false"));
                false
            }
        }
    }

    // --- words ---

    fn read_word(&self, path: String, node: &Node, words: &[&str]) -> Option<usize> {
        let why = if let NodeShape::Text(text) = &node.shape {
            if let Some(at) = words.iter().position(|word| word == text) {
                return Some(at);
            }
            unknown_word(text, words)
        } else {
            is_not(node, message!("one of {words}", words = listed(words, Joint::Comma)))
        };
        self.faults.add(node.span.clone(), Fault::error(path, why));
        None
    }

    /// One of these words, by its index; `None` if it is left out (no fault) or wrong.
    pub fn optional_choice(&mut self, key: &'static str, words: &[&str]) -> Option<usize> {
        let node = self.get(key)?;
        self.read_word(self.path_of(key), node, words)
    }

    /// One of these words, by its index; it is required.
    pub fn choice(&mut self, key: &'static str, words: &[&str]) -> Option<usize> {
        if !self.has(key) {
            let words = listed(words, Joint::Comma);
            self.error_here(message!("add {key} = \"…\", one of {words}", key, words));
        }
        self.optional_choice(key, words)
    }

    /// A word of a list of the rules that may be left out.
    pub fn optional_word<T: Keyword>(&mut self, key: &'static str) -> Option<T> {
        self.optional_choice(key, T::WORDS).map(|at| T::LIST[at])
    }

    /// A word of a list of the rules, or this default if it is left out.
    pub fn word_or<T: Keyword>(&mut self, key: &'static str, default: T) -> T {
        self.optional_word(key).unwrap_or(default)
    }

    /// A required word of a list of the rules.
    pub fn word<T: Keyword>(&mut self, key: &'static str) -> T {
        self.choice(key, T::WORDS).map_or(T::LIST[0], |at| T::LIST[at])
    }

    /// A list of these words, each by its index; empty if it is left out.
    pub fn choices(&mut self, key: &'static str, words: &[&str]) -> Vec<usize> {
        let Some(node) = self.get(key) else { return Vec::new() };
        let NodeShape::List(list) = &node.shape else {
            let words = listed(words, Joint::Comma);
            self.wrong(key, node, message!("a list of words such as {words}", words));
            return Vec::new();
        };
        if list.len() > MOST_WORDS {
            let (most, found) = (MOST_WORDS, list.len());
            self.error(key, message!("use at most {most} words; these are {found}", most, found));
            return Vec::new();
        }
        let read = |(at, node): (usize, &Node)| {
            self.read_word(format!("{}[{}]", self.path_of(key), at + 1), node, words)
        };
        list.iter().enumerate().filter_map(read).collect()
    }

    /// A list of words of the rules; empty if it is left out.
    pub fn words<T: Keyword>(&mut self, key: &'static str) -> Vec<T> {
        self.choices(key, T::WORDS).into_iter().map(|at| T::LIST[at]).collect()
    }

    /// The number of values that a list has in the file, including wrong ones.
    #[must_use]
    pub fn length(&self, key: &str) -> usize {
        let entry = self.entries.iter().find(|entry| entry.key == key);
        match entry.map(|entry| &entry.value.shape) {
            Some(NodeShape::List(list)) => list.len(),
            _ => 0,
        }
    }

    // --- tables ---

    /// A table that may be left out.
    pub fn table(&mut self, key: &'static str) -> Option<Reader<'n>> {
        let entry = self.entry(key)?;
        let mut reader = Reader::of(&entry.value, self.path_of(key), self.faults)?;
        reader.span = reader.span.or_else(|| entry.key_span.clone());
        Some(reader)
    }

    /// A required table.
    pub fn needed_table(&mut self, key: &'static str) -> Option<Reader<'n>> {
        if !self.has(key) {
            self.error_here(message!(
                "add {key} = …, {takes}",
                key,
                takes = message!("a table of keys")
            ));
        }
        self.table(key)
    }

    /// A list of tables (`[[ship]]`); empty if it is left out.
    pub fn tables(&mut self, key: &'static str) -> Vec<Reader<'n>> {
        let Some(node) = self.get(key) else { return Vec::new() };
        let NodeShape::List(list) = &node.shape else {
            let takes = message!("a list of tables, each under its own [[{list}]]", list = key);
            self.wrong(key, node, takes);
            return Vec::new();
        };
        if list.len() > MOST_SHIPS as usize {
            let (most, found) = (MOST_SHIPS, list.len());
            self.error(key, message!("use at most {most} entries; these are {found}", most, found));
            return Vec::new();
        }
        let path = self.path_of(key);
        let read = |(at, node)| Reader::of(node, format!("{path}[{}]", at + 1), self.faults);
        list.iter().enumerate().filter_map(read).collect()
    }

    /// A list of tables of which there must be at least one.
    pub fn some_tables(&mut self, key: &'static str) -> Vec<Reader<'n>> {
        let tables = self.tables(key);
        if !self.has(key) || (tables.is_empty() && self.length_is_zero(key)) {
            let why = message!("the fleet is empty: add at least one [[{list}]]", list = key);
            self.error_here(why);
        }
        tables
    }

    fn length_is_zero(&self, key: &str) -> bool {
        let entry = self.entries.iter().find(|entry| entry.key == key);
        entry.is_some_and(|e| matches!(&e.value.shape, NodeShape::List(list) if list.is_empty()))
    }

    /// The whole numbers of a table whose keys may be words from the file itself (`[panic]`
    /// with a number for each fleet).
    #[must_use]
    pub fn numbers_by<N: TryFrom<i128>>(
        &self,
        words: &[&str],
        allowed: RangeInclusive<i64>,
    ) -> Vec<(String, N)> {
        let mut numbers = Vec::new();
        for TableEntry { key, key_span, value } in self.entries {
            let path = self.path_of(&clipped(key));
            if !words.contains(&key.as_str()) {
                let span = key_span.clone().or_else(|| self.span.clone());
                self.faults.add(span, Fault::error(path, unknown_word(key, words)));
                continue;
            }
            if let Some(number) = whole(value, &allowed) {
                numbers.push((key.clone(), number));
            } else {
                let why = is_not(value, whole_number(&allowed));
                self.faults.add(value.span.clone(), Fault::error(path, why));
            }
        }
        numbers
    }

    /// Makes later broken limits of the rules warnings.
    pub fn lift_limits(&self) {
        self.faults.house_rules.set(true);
    }

    /// Reports the keys that were never read.
    pub fn finish(self) {
        for entry in self.entries.iter().filter(|entry| !self.known.contains(&entry.key.as_str())) {
            let span = entry.key_span.clone().or_else(|| self.span.clone());
            let path = self.path_of(&clipped(&entry.key));
            let found = clipped(&entry.key);
            let known = listed(&self.known, Joint::Comma);
            let why = match did_you_mean(&entry.key, &self.known) {
                Some(meant) => message!(
                    "unknown key “{found}”; did you mean “{meant}”? Known here: {known}",
                    found,
                    meant,
                    known
                ),
                None => message!("unknown key “{found}”. Known here: {known}", found, known),
            };
            self.faults.add(span, Fault { known: self.known.clone(), ..Fault::error(path, why) });
        }
    }
}

/// A whole number within these bounds, both included.
fn whole<N: TryFrom<i128>>(node: &Node, allowed: &RangeInclusive<i64>) -> Option<N> {
    let NodeShape::Number(number) = node.shape else { return None };
    let bounds = i128::from(*allowed.start())..=i128::from(*allowed.end());
    bounds.contains(&number).then(|| N::try_from(number).ok()).flatten()
}

fn whole_number(allowed: &RangeInclusive<i64>) -> Message {
    message!("a whole number from {from} to {to}", from = *allowed.start(), to = *allowed.end())
}

/// Words of files, which stay the same in every language.
fn listed(words: &[&str], joint: Joint) -> Message {
    Message::joined(words.iter().map(|word| Message::verbatim(*word)), joint)
}

fn is_not(node: &Node, takes: Message) -> Message {
    message!("{found} is not {takes}", found = node.found(), takes)
}

fn unknown_word(found: &str, known: &[&str]) -> Message {
    let meant = did_you_mean(found, known);
    let (found, known) = (clipped(found), listed(known, Joint::Comma));
    match meant {
        Some(meant) => message!(
            "unknown word “{found}”; did you mean “{meant}”? Known here: {known}",
            found,
            meant,
            known
        ),
        None => message!("unknown word “{found}”. Known here: {known}", found, known),
    }
}

/// The known word that is closest to a misspelt one, if one is close.
fn did_you_mean<'w>(found: &str, known: &[&'w str]) -> Option<&'w str> {
    if found.chars().count() > LONGEST_NAME {
        return None;
    }
    let found = plain(found);
    let distance = |word: &str| strsim::osa_distance(&found, &plain(word));
    // A single letter is not a misspelling of another.
    let near = |word: &&str| {
        let letters = word.chars().count();
        distance(word) <= (letters / 3).max(1) && distance(word) < letters
    };
    known.iter().copied().filter(near).min_by_key(|word| distance(word))
}

/// Only the letters, so that `Trireme (full deck)` matches `trireme-full-deck`.
fn plain(word: &str) -> String {
    word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_word_suggests_a_known_one() {
        let known = ["trireme", "trireme-full-deck", "bireme", "quadrireme"];
        for (found, meant) in [
            ("triremme", Some("trireme")),
            ("Trireme", Some("trireme")),
            ("Trireme (full deck)", Some("trireme-full-deck")),
            ("trireme_full_deck", Some("trireme-full-deck")),
            ("brieme", Some("bireme")),
            ("galleon", None),
            ("", None),
        ] {
            assert_eq!(did_you_mean(found, &known), meant, "{found}");
        }
    }
}
