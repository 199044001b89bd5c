//! Errors and warnings in a fleet file, with their places.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::ops::Range;

use message::{Message, message};

use super::path::Path;

/// The severity of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The fleet cannot be used.
    Error,
    /// The fleet can be used, but may not be what was meant.
    Warning,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The span in bytes.
    pub span: Range<usize>,
}

/// Something wrong with a fleet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub severity: Severity,
    /// The place in the file; `None` in a fleet that came as JSON.
    pub place: Option<Location>,
    /// The faulty entry: `ship[2].captain.skills[1]`. Lists are counted from 1, as on the
    /// roster. Empty for the file as a whole.
    pub path: String,
    /// What was found, what is allowed and what was perhaps meant. It does not give the
    /// place, since a screen shows it next to the field.
    pub why: Message,
    /// The rule whose limit is broken (`Greek Fire: advantages`); `None` if the file makes
    /// no sense under any rule. House rules may lift a limit: see
    /// [`super::allows_house_rules`].
    pub rule: Option<&'static str>,
    /// For an unknown key: the keys that are known there.
    pub known: Vec<&'static str>,
}

impl Fault {
    /// An error that breaks no particular rule.
    pub fn error(path: impl Into<String>, why: Message) -> Fault {
        let (severity, path) = (Severity::Error, path.into());
        Fault { severity, place: None, path, why, rule: None, known: Vec::new() }
    }

    /// A warning.
    pub(super) fn warning(path: impl Into<String>, why: Message) -> Fault {
        Fault { severity: Severity::Warning, ..Fault::error(path, why) }
    }

    /// A broken limit of the rules.
    pub(super) fn limit(path: impl Into<String>, rule: &'static str, why: Message) -> Fault {
        Fault { rule: Some(rule), ..Fault::error(path, why) }
    }

    /// The place in words: `ship 2, crew quality`. `None` for the file as a whole.
    #[must_use]
    pub fn owner(&self) -> Option<Message> {
        if self.path.is_empty() {
            return None;
        }
        Some(
            self.path
                .parse()
                .map_or_else(|_| Message::verbatim(&self.path), |path: Path| path.message()),
        )
    }

    /// The place and the fault, in words.
    #[must_use]
    pub fn message(&self) -> Message {
        match self.owner() {
            Some(owner) => message!("{whose}: {why}", whose = owner, why = &self.why),
            None => self.why.clone(),
        }
    }
}

/// The fault in English, with line and column, for the terminal and the protocol.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{}:{}: ", place.line, place.column)?;
        }
        write!(f, "{}", self.message())
    }
}

impl std::error::Error for Fault {}

/// The most errors, and the most warnings, that are listed; further ones are only counted.
const MOST_FAULTS: usize = 100;

/// Collects the faults of one file.
pub struct Faults<'t> {
    text: &'t str,
    line_starts: Vec<usize>,
    list: RefCell<Vec<Fault>>,
    more_errors: Cell<usize>,
    more_warnings: Cell<usize>,
    failed: Cell<bool>,
    /// The number of ships and units named so far.
    pub(super) named: Cell<u32>,
    /// Whether an earlier version stored the file. It may then contain names that are now
    /// refused.
    pub(super) is_stored: bool,
    /// Whether broken limits of the rules are only warnings.
    pub(super) house_rules: Cell<bool>,
}

impl<'t> Faults<'t> {
    /// A collector for a file with this text; the text is empty if there is none.
    #[must_use]
    pub fn new(text: &'t str) -> Faults<'t> {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Faults {
            text,
            line_starts: std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect(),
            list: RefCell::new(Vec::new()),
            more_errors: Cell::new(0),
            more_warnings: Cell::new(0),
            failed: Cell::new(false),
            named: Cell::new(0),
            is_stored: false,
            house_rules: Cell::new(false),
        }
    }

    /// A collector for the fleet of a stored battle.
    #[must_use]
    pub fn of_stored() -> Faults<'static> {
        Faults { is_stored: true, ..Faults::new("") }
    }

    fn place(&self, span: Range<usize>) -> Option<Location> {
        let line = self.line_starts.partition_point(|start| *start <= span.start);
        let before = self.text.get(*self.line_starts.get(line.checked_sub(1)?)?..span.start)?;
        Some(Location { line, column: before.chars().count() + 1, span })
    }

    /// Adds a fault at `span`.
    pub fn add(&self, span: Option<Range<usize>>, mut fault: Fault) {
        if fault.rule.is_some() && self.house_rules.get() {
            fault.severity = Severity::Warning;
        }
        if fault.severity == Severity::Error {
            self.failed.set(true);
        }
        let mut list = self.list.borrow_mut();
        // Many warnings do not hide an error.
        let alike = list.iter().filter(|known| known.severity == fault.severity).count();
        if alike == MOST_FAULTS {
            let more = match fault.severity {
                Severity::Error => &self.more_errors,
                Severity::Warning => &self.more_warnings,
            };
            more.set(more.get() + 1);
        } else {
            list.push(Fault { place: span.and_then(|span| self.place(span)), ..fault });
        }
    }

    /// Whether all faults are warnings.
    pub fn none_is_error(&self) -> bool {
        !self.failed.get()
    }

    /// All faults, in file order.
    pub fn into_list(self) -> Vec<Fault> {
        let mut list = self.list.into_inner();
        list.sort_by_key(|fault| fault.place.as_ref().map(|place| place.span.start));
        let more = |count: usize| message!(count => "and {n} more" | "and {n} more");
        if self.more_errors.get() > 0 {
            list.push(Fault::error("", more(self.more_errors.get())));
        }
        if self.more_warnings.get() > 0 {
            list.push(Fault::warning("", more(self.more_warnings.get())));
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault_at(text: &str, span: Range<usize>) -> Fault {
        let faults = Faults::new(text);
        faults.add(Some(span), Fault::error("deck", message!("too many")));
        faults.into_list().remove(0)
    }

    #[test]
    fn columns_are_counted_in_characters() {
        let text = "name = \"Παράλος\"\ndeck = 400 # Παράλος\n";
        let at = text.find("400").unwrap();
        let fault = fault_at(text, at..at + 3);
        assert_eq!(fault.to_string(), "2:8: deck: too many");
        let at = text.find("ος\"").unwrap();
        assert_eq!(fault_at(text, at..at + 2).place.unwrap().column, 14);
    }

    #[test]
    fn faults_beyond_a_hundred_are_only_counted() {
        let faults = Faults::new("");
        for _ in 0..130 {
            faults.add(None, Fault::warning("", message!("too many")));
        }
        assert!(faults.none_is_error());
        let list = faults.into_list();
        assert_eq!(list.len(), 101);
        assert_eq!(list[100].why, "and 30 more");
    }

    #[test]
    fn an_error_is_listed_after_more_than_a_hundred_warnings() {
        let faults = Faults::new("");
        for _ in 0..130 {
            faults.add(None, Fault::warning("", message!("too few")));
        }
        faults.add(None, Fault::error("", message!("too many")));
        let list = faults.into_list();
        let errors: Vec<&Fault> =
            list.iter().filter(|fault| fault.severity == Severity::Error).collect();
        assert!(errors.len() == 1 && errors[0].why == "too many");
        assert_eq!(list.last().map(|fault| fault.severity), Some(Severity::Warning));
    }
}
