//! House rules: the notes of a fleet say which limits of the rules it breaks.

use serde_json::{Value, json};

use crate::rules::file::fault::Fault;
use crate::rules::file::{HOUSE_RULES, allows_house_rules};
use crate::say::{Say, say};

use super::{Draft, Path, edit};

/// Marks beyond these are only counted: notes should stay readable.
const MOST_MARKS: usize = 8;

impl Draft {
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
        let notes = self.notes();
        let mut lines: Vec<&str> = notes.lines().filter(|line| !is_house_line(line)).collect();
        if allowed {
            lines.push(HOUSE_RULES);
        }
        self.put_notes(&lines.join("\n"));
        self.mark_house_rules();
    }

    /// Writes into the notes which limits are broken, if house rules are
    /// allowed.
    pub(super) fn mark_house_rules(&mut self) {
        if !self.allows_house_rules() {
            return;
        }
        let notes = self.notes();
        let marks = self.marks();
        let mut marked = false;
        let lines: Vec<String> = notes
            .lines()
            .map(|line| {
                if is_house_line(line) && !std::mem::replace(&mut marked, true) {
                    format!("{} [{marks}]", own_words(line))
                } else {
                    line.to_owned()
                }
            })
            .collect();
        let lines = lines.join("\n");
        if lines != notes.trim_end_matches('\n') {
            self.put_notes(&lines);
        }
    }

    /// A fault for a player: the name of the entry, and why.
    #[must_use]
    pub fn told(&self, fault: &Fault) -> Say {
        let path: Option<Path> = fault.path.parse().ok();
        let entry = path.as_ref().and_then(|path| path.in_entry());
        let name = entry.and_then(|(list, at)| {
            self.get(&Path::entry(list, at).key("name"))?.as_str().map(str::to_owned)
        });
        match name {
            Some(name) => say!("{name}: {why}", name, why = &fault.why),
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
            .map(|fault| self.told(&fault).to_string())
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

fn is_house_line(line: &str) -> bool {
    line.trim_start().starts_with(HOUSE_RULES)
}

/// The line without what the program wrote in it.
fn own_words(line: &str) -> &str {
    line.split_once('[').map_or(line, |(own, _)| own).trim_end()
}
