//! A fleet file that is being edited.

use serde_json::{Map, Value, json};
use thiserror::Error;
use toml_edit::DocumentMut;

use crate::fleet::library;
use crate::fleet::read::{fits, not_toml, read_toml, to_json};
use games::{self, SystemTag};
use message::{Message, message};
use rules::file::allows_house_rules;
use rules::file::fault::Fault;
use rules::file::node::Node;
use rules::file::path::Path;
use rules::file::reader::MOST_SHIPS;

use super::edit::{self, LookedAt};
use super::form::form;
use super::house_rules;

/// Marks of house rules beyond these are only counted: notes should stay readable.
const MOST_MARKS: usize = 8;

/// A fleet file that is being edited.
#[derive(Clone, Debug)]
pub struct FleetDraft {
    document: DocumentMut,
}

/// The result of checking a draft.
#[derive(Clone, Debug)]
pub struct Check {
    /// The fleet, if there is nothing worse than a warning.
    pub fleet: Option<games::Fleet>,
    /// Every fault and warning, in the order of the file.
    pub faults: Vec<Fault>,
}

impl Check {
    /// The faults to show at a field: those of the place itself and of
    /// everything in it.
    pub fn at<'c>(&'c self, path: &Path) -> impl Iterator<Item = &'c Fault> + use<'c> {
        let path = path.to_string();
        self.faults.iter().filter(move |fault| {
            fault.path.strip_prefix(&path).is_some_and(|rest| {
                rest.is_empty() || rest.starts_with('.') || rest.starts_with('[')
            })
        })
    }
}

/// An edit that cannot be made, since there is no such place; the draft is
/// unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message())]
pub struct NoSuchPlace(pub String);

impl From<NoSuchPlace> for Message {
    fn from(fault: NoSuchPlace) -> Message {
        fault.message()
    }
}

impl NoSuchPlace {
    /// The missing place, in words.
    #[must_use]
    pub fn message(&self) -> Message {
        message!("there is no {place} in this fleet", place = &self.0)
    }
}

impl FleetDraft {
    // --- beginning ---

    /// An empty fleet of a system.
    #[must_use]
    pub fn new(system: SystemTag, name: &str) -> FleetDraft {
        let mut draft = FleetDraft { document: DocumentMut::new() };
        draft.put(&Path::default().key("system"), &json!(system));
        draft.put(&Path::default().key("name"), &json!(name));
        draft
    }

    /// A fleet file, with or without faults.
    ///
    /// # Errors
    /// If it is not TOML, or too long.
    pub fn from_text(text: &str) -> Result<FleetDraft, Vec<Fault>> {
        fits(text)?;
        text.parse()
            .map(|document| FleetDraft { document })
            .map_err(|error: toml_edit::TomlError| not_toml(text, error.span()))
    }

    /// A copy of a ready fleet: `greek-fire/sybota-athens.toml`.
    #[must_use]
    pub fn from_ready(path: &str) -> Option<FleetDraft> {
        library::file(path).and_then(|text| FleetDraft::from_text(text).ok())
    }

    /// A checked fleet as a new file.
    #[must_use]
    pub fn from_fleet(fleet: &games::Fleet) -> FleetDraft {
        FleetDraft::from_json(&to_json(fleet))
    }

    /// A checked fleet as a short file for chats and forums: a line for each ship.
    #[must_use]
    pub fn roster_text(fleet: &games::Fleet) -> String {
        let mut document = DocumentMut::new();
        for (key, value) in to_json(fleet).as_object().into_iter().flatten() {
            let Some(mut value) = edit::to_toml(value) else { continue };
            if let Some(list) = value.as_array_mut()
                && list.iter().any(toml_edit::Value::is_inline_table)
            {
                list.iter_mut().for_each(|entry| entry.decor_mut().set_prefix("\n  "));
                list.set_trailing_comma(true);
                list.set_trailing("\n");
            }
            document.insert(key, toml_edit::Item::Value(value));
        }
        document.to_string()
    }

    /// A fleet in JSON as a new file.
    #[must_use]
    pub fn from_json(fleet: &Value) -> FleetDraft {
        let mut draft = FleetDraft { document: DocumentMut::new() };
        for (key, value) in fleet.as_object().into_iter().flatten() {
            match value {
                Value::Array(list) if list.iter().all(Value::is_object) => {
                    for keys in list.iter().filter_map(Value::as_object) {
                        let end = draft.count(key);
                        edit::insert(draft.document.as_table_mut(), key, end, keys);
                    }
                }
                Value::Object(keys) => {
                    for (inner, value) in keys {
                        draft.put(&Path::default().key(key).key(inner), value);
                    }
                }
                value => draft.put(&Path::default().key(key), value),
            }
        }
        draft
    }

    // --- looking ---

    /// The text of the file.
    #[must_use]
    pub fn text(&self) -> String {
        self.document.to_string()
    }

    /// The fleet of the file, and its faults.
    #[must_use]
    pub fn check(&self) -> Check {
        match read_toml(&self.text()) {
            Ok(checked) => Check { fleet: Some(checked.fleet), faults: checked.warnings },
            Err(faults) => Check { fleet: None, faults },
        }
    }

    /// The system that it names, if there is such a system.
    #[must_use]
    pub fn system(&self) -> Option<SystemTag> {
        SystemTag::from_slug(self.get(&Path::default().key("system"))?.as_str()?)
    }

    /// The value at a place, as JSON; `None` if the key is missing.
    #[must_use]
    pub fn get(&self, path: &Path) -> Option<Value> {
        let node = match edit::look(self.document.as_table(), &path.0) {
            LookedAt::Table(table) => Node::of_table(table),
            LookedAt::Tables(tables) => Node::of_tables(tables),
            LookedAt::Value(value) => Node::of_value(value),
            LookedAt::Nothing | LookedAt::Nowhere => return None,
        };
        Some(node.into_json())
    }

    /// The number of entries of a list (`ship`).
    #[must_use]
    pub fn count(&self, list: &str) -> usize {
        edit::entries(self.document.as_table(), list)
    }

    /// The number of units in a list, as an entry may stand for several that are alike.
    #[must_use]
    pub fn units(&self, list: &str) -> u64 {
        self.entries(list).iter().map(alike).fold(0, u64::saturating_add)
    }

    // --- editing ---

    /// Writes a value at a place; `null` leaves the key out. Missing tables on
    /// the way are made; a value one past the end of a list is added to it.
    ///
    /// # Errors
    /// If an entry on the way does not exist.
    pub fn set(&mut self, path: &Path, value: &Value) -> Result<(), NoSuchPlace> {
        let root = self.document.as_table_mut();
        let done = if value.is_null() {
            edit::unset(root, path);
            true
        } else {
            edit::set(root, path, value)
        };
        self.mark_house_rules();
        if done { Ok(()) } else { Err(NoSuchPlace(path.to_string())) }
    }

    pub(super) fn put(&mut self, path: &Path, value: &Value) {
        edit::set(self.document.as_table_mut(), path, value);
    }

    /// Adds an entry at the end of a list, with the keys that a new one has.
    /// Returns its number, from 0.
    ///
    /// # Errors
    /// If the system has no such list.
    pub fn add(&mut self, list: &str) -> Result<usize, NoSuchPlace> {
        let number = self.count(list) + 1;
        let lists = self.system().map(|system| form(system).lists);
        let new = lists.into_iter().flatten().find(|form| form.key == list);
        let new = new.ok_or_else(|| NoSuchPlace(list.into()))?;
        self.insert(list, number - 1, &new.new_entry(number))
    }

    /// Inserts an entry with these keys before the `at`-th (from 0).
    ///
    /// # Errors
    /// If the key holds something that is not a list.
    pub fn insert(
        &mut self,
        list: &str,
        at: usize,
        keys: &Map<String, Value>,
    ) -> Result<usize, NoSuchPlace> {
        let done = edit::insert(self.document.as_table_mut(), list, at, keys);
        self.mark_house_rules();
        if done { Ok(at) } else { Err(NoSuchPlace(list.into())) }
    }

    /// Inserts a copy of an entry after it, with the next free name. Returns
    /// its number, from 0.
    ///
    /// # Errors
    /// If there is no such entry.
    pub fn copy(&mut self, list: &str, at: usize) -> Result<usize, NoSuchPlace> {
        let mut keys = self.entry(list, at)?;
        if let Some(name) = keys.get("name").and_then(Value::as_str) {
            let name = self.next_name(list, name);
            keys.insert("name".into(), json!(name));
        }
        self.insert(list, at + 1, &keys)
    }

    /// Removes an entry.
    ///
    /// # Errors
    /// If there is no such entry.
    pub fn remove(&mut self, list: &str, at: usize) -> Result<(), NoSuchPlace> {
        let left_over = edit::remove(self.document.as_table_mut(), list, at)
            .ok_or_else(|| NoSuchPlace(Path::entry(list, at).to_string()))?;
        if !left_over.is_empty() {
            let trailing = self.document.trailing().as_str().unwrap_or_default();
            let trailing = format!("{left_over}{trailing}");
            self.document.set_trailing(trailing);
        }
        self.mark_house_rules();
        Ok(())
    }

    /// Moves an entry to another place in its list, both from 0.
    ///
    /// # Errors
    /// If there is no such entry or place.
    pub fn move_entry(&mut self, list: &str, from: usize, to: usize) -> Result<(), NoSuchPlace> {
        let root = self.document.as_table_mut();
        if edit::move_entry(root, list, from, to) {
            return Ok(());
        }
        Err(NoSuchPlace(Path::entry(list, from.max(to)).to_string()))
    }

    /// Splits an entry with `count = 3` into three entries, so that each can be changed alone.
    /// Returns the new number of entries.
    ///
    /// # Errors
    /// If there is no such entry.
    pub fn separate(&mut self, list: &str, at: usize) -> Result<usize, NoSuchPlace> {
        let mut keys = self.entry(list, at)?;
        let count = usize::try_from(alike(&keys)).unwrap_or(usize::MAX).min(MOST_SHIPS as usize);
        if count < 2 {
            return Ok(1);
        }
        keys.shift_remove("count");
        let name = keys.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let entry = Path::entry(list, at);
        let root = self.document.as_table_mut();
        edit::unset(root, &entry.clone().key("count"));
        edit::set(root, &entry.key("name"), &json!(format!("{name} 1")));
        for number in 2..=count {
            keys.insert("name".into(), json!(format!("{name} {number}")));
            edit::insert(self.document.as_table_mut(), list, at + number - 1, &keys);
        }
        self.mark_house_rules();
        Ok(count)
    }

    /// The keys of an entry.
    ///
    /// # Errors
    /// If there is no such entry.
    pub fn entry(&self, list: &str, at: usize) -> Result<Map<String, Value>, NoSuchPlace> {
        let path = Path::entry(list, at);
        match self.get(&path) {
            Some(Value::Object(keys)) => Ok(keys),
            _ => Err(NoSuchPlace(path.to_string())),
        }
    }

    /// The keys of every entry of a list.
    #[must_use]
    pub fn entries(&self, list: &str) -> Vec<Map<String, Value>> {
        match self.get(&Path::default().key(list)) {
            Some(Value::Array(entries)) => entries
                .into_iter()
                .map(|entry| match entry {
                    Value::Object(keys) => keys,
                    _ => Map::new(),
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The first of `Παράλος 2`, `Παράλος 3` … that is still free.
    fn next_name(&self, list: &str, name: &str) -> String {
        let taken: Vec<String> = self
            .entries(list)
            .iter()
            .filter_map(|keys| keys.get("name")?.as_str().map(str::to_owned))
            .collect();
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let stem =
            if stem.len() < name.len() && stem.ends_with(' ') { stem.trim_end() } else { name };
        (2..=taken.len() + 2)
            .map(|number| format!("{stem} {number}"))
            .find(|name| !taken.contains(name))
            .unwrap_or_else(|| name.to_owned())
    }

    // --- house rules ---

    /// Whether this fleet may break limits of the rules.
    #[must_use]
    pub fn allows_house_rules(&self) -> bool {
        self.document.get("notes").and_then(|item| item.as_str()).is_some_and(allows_house_rules)
    }

    /// Allows house rules, or forbids them again. While they are allowed, a
    /// broken limit is only a warning. It is named in square brackets in a line
    /// of the notes, which every edit keeps up to date; the rest of that line
    /// is the players' own.
    pub fn set_house_rules(&mut self, allowed: bool) {
        if allowed == self.allows_house_rules() {
            return;
        }
        self.put_notes(&house_rules::allowing(&self.notes(), allowed));
        self.mark_house_rules();
    }

    /// Lists the broken limits in the notes, if house rules are allowed.
    pub(super) fn mark_house_rules(&mut self) {
        if !self.allows_house_rules() {
            return;
        }
        let notes = self.notes();
        let marked = house_rules::marked(&notes, &self.marks());
        if marked != notes.trim_end_matches('\n') {
            self.put_notes(&marked);
        }
    }

    /// A fault for a player: the name of the entry, and why.
    #[must_use]
    pub fn fault_text(&self, fault: &Fault) -> Message {
        let path: Option<Path> = fault.path.parse().ok();
        let entry = path.as_ref().and_then(|path| path.in_entry());
        let name = entry.and_then(|(list, at)| {
            self.get(&Path::entry(list, at).key("name"))?.as_str().map(str::to_owned)
        });
        match name {
            Some(name) => message!("{name}: {why}", name, why = &fault.why),
            None => fault.why.clone(),
        }
    }

    /// In English, like everything that the program writes into a fleet file.
    fn marks(&self) -> String {
        let passed: Vec<String> = self
            .check()
            .faults
            .into_iter()
            .filter(|fault| fault.rule.is_some())
            .map(|fault| self.fault_text(&fault).to_string())
            .collect();
        match passed.len().checked_sub(MOST_MARKS) {
            _ if passed.is_empty() => "none used".into(),
            None | Some(0) => passed.join("; "),
            Some(more) => format!("{}; and {more} more", passed[..MOST_MARKS].join("; ")),
        }
    }

    fn notes(&self) -> String {
        match self.get(&Path::default().key("notes")) {
            Some(Value::String(notes)) => notes,
            _ => String::new(),
        }
    }

    fn put_notes(&mut self, notes: &str) {
        let path = Path::default().key("notes");
        let root = self.document.as_table_mut();
        if notes.is_empty() {
            edit::unset(root, &path);
        } else {
            edit::set(root, &path, &json!(notes));
        }
    }
}

/// The number of units that an entry of a list stands for: its `count`.
fn alike(entry: &Map<String, Value>) -> u64 {
    entry.get("count").and_then(Value::as_u64).unwrap_or(1)
}
