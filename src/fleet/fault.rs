//! What is wrong with a fleet file, where, and how it is displayed.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

use crate::say::{Joint, Say, say};

use super::build::Path;
use super::wrong::Wrong;

/// How serious a fault is.
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
    /// How serious it is.
    pub severity: Severity,
    /// Where it is; `None` in a fleet that came as JSON.
    pub place: Option<Location>,
    /// The entry at fault, lists counted from 1 as on the roster:
    /// `ship[2].captain.skills[1]`. Empty for the file as a whole.
    pub path: String,
    /// What is wrong there.
    pub wrong: Wrong,
    /// The rule whose limit is broken (`Greek Fire: advantages`); `None` if the
    /// file makes no sense under any rule. House rules may lift a limit: see
    /// [`crate::fleet::allows_house_rules`].
    pub rule: Option<&'static str>,
}

impl Fault {
    /// A fault under any rules.
    pub(super) fn error(path: impl Into<String>, wrong: Wrong) -> Fault {
        Fault { severity: Severity::Error, place: None, path: path.into(), wrong, rule: None }
    }

    /// A warning.
    pub(super) fn warning(path: impl Into<String>, wrong: Wrong) -> Fault {
        Fault { severity: Severity::Warning, ..Fault::error(path, wrong) }
    }

    /// A broken limit of the rules.
    pub(super) fn limit(path: impl Into<String>, rule: &'static str, wrong: Wrong) -> Fault {
        Fault { rule: Some(rule), ..Fault::error(path, wrong) }
    }

    /// What was found, what is allowed and what was perhaps meant, in words. It
    /// does not say where, since a screen shows it at the field.
    #[must_use]
    pub fn why(&self) -> Say {
        self.wrong.say()
    }

    /// Where it is, in words: `ship 2, crew quality`. `None` for the file as a
    /// whole.
    #[must_use]
    pub fn whose(&self) -> Option<Say> {
        if self.path.is_empty() {
            return None;
        }
        Some(self.path.parse().map_or_else(|_| Say::verbatim(&self.path), |path: Path| path.say()))
    }

    /// Where it is and what is wrong, in words.
    #[must_use]
    pub fn say(&self) -> Say {
        match self.whose() {
            Some(whose) => say!("{whose}: {why}", whose, why = self.why()),
            None => self.why(),
        }
    }
}

impl Path {
    /// In words, counted as readers count: `ship 2, captain, skills 1`.
    fn say(&self) -> Say {
        let named = self.named().map(|(key, number)| {
            let key = Say::slug(key.to_owned());
            match number {
                Some(number) => say!("{key} {number}", key, number),
                None => key,
            }
        });
        Say::joined(named, Joint::Comma)
    }
}

/// In English, with line and column: for the terminal and the referee.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{}:{}: ", place.line, place.column)?;
        }
        write!(f, "{}", self.say())
    }
}

impl std::error::Error for Fault {}

/// At most this many faults are listed; further ones are only counted.
const MOST_FAULTS: usize = 100;

/// Collects the faults of one file.
pub(super) struct Faults<'t> {
    text: &'t str,
    line_starts: Vec<usize>,
    list: RefCell<Vec<Fault>>,
    more: Cell<usize>,
    failed: Cell<bool>,
    /// How many ships and units have been named so far.
    pub(super) named: Cell<u32>,
    /// Whether broken limits of the rules are only warnings.
    pub(super) house_rules: Cell<bool>,
}

impl<'t> Faults<'t> {
    /// For a file with this text; the text is empty if there is none.
    pub(super) fn new(text: &'t str) -> Faults<'t> {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Faults {
            text,
            line_starts: std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect(),
            list: RefCell::new(Vec::new()),
            more: Cell::new(0),
            failed: Cell::new(false),
            named: Cell::new(0),
            house_rules: Cell::new(false),
        }
    }

    fn place(&self, span: Range<usize>) -> Option<Location> {
        let line = self.line_starts.partition_point(|start| *start <= span.start);
        let before = self.text.get(*self.line_starts.get(line.checked_sub(1)?)?..span.start)?;
        Some(Location { line, column: before.chars().count() + 1, span })
    }

    /// Adds a fault at `span`.
    pub(super) fn add(&self, span: Option<Range<usize>>, mut fault: Fault) {
        if fault.rule.is_some() && self.house_rules.get() {
            fault.severity = Severity::Warning;
        }
        if fault.severity == Severity::Error {
            self.failed.set(true);
        }
        let mut list = self.list.borrow_mut();
        if list.len() == MOST_FAULTS {
            self.more.set(self.more.get() + 1);
        } else {
            list.push(Fault { place: span.and_then(|span| self.place(span)), ..fault });
        }
    }

    /// Whether nothing worse than a warning was found.
    pub(super) fn none_is_error(&self) -> bool {
        !self.failed.get()
    }

    /// All faults, in the order of the file.
    pub(super) fn into_list(self) -> Vec<Fault> {
        let mut list = self.list.into_inner();
        list.sort_by_key(|fault| fault.place.as_ref().map(|place| place.span.start));
        if self.more.get() > 0 {
            let more = Wrong::More { more: self.more.get() };
            let failed = self.failed.get();
            list.push(if failed { Fault::error("", more) } else { Fault::warning("", more) });
        }
        list
    }
}

/// Shows the faults of a file under the lines where they are, in plain text.
#[must_use]
pub fn render(file_name: &str, text: &str, faults: &[Fault]) -> String {
    render_with(&Renderer::plain(), file_name, text, faults)
}

/// The same in a terminal's colours.
#[must_use]
pub fn render_in_colour(file_name: &str, text: &str, faults: &[Fault]) -> String {
    render_with(&Renderer::styled(), file_name, text, faults)
}

fn render_with(renderer: &Renderer, file_name: &str, text: &str, faults: &[Fault]) -> String {
    let mut shown = String::new();
    for fault in faults {
        let level = match fault.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.primary_title(fault.say().to_string());
        let group = match fault.place.as_ref().and_then(|place| lines_around(text, place)) {
            Some((lines, first_line, span)) => title.element(
                Snippet::source(lines)
                    .line_start(first_line)
                    .path(file_name)
                    .annotation(AnnotationKind::Primary.span(span)),
            ),
            None => title.element(Origin::path(file_name)),
        };
        shown.push_str(&renderer.render(&[group]));
        shown.push_str("\n\n");
    }
    shown.truncate(shown.trim_end().len());
    shown
}

/// The lines of a fault alone, with their number, so that a long file is not
/// searched again for every fault.
fn lines_around<'t>(text: &'t str, place: &Location) -> Option<(&'t str, usize, Range<usize>)> {
    let Range { start, end } = place.span;
    let from = text.get(..start)?.rfind('\n').map_or(0, |at| at + 1);
    let to = text.get(end..)?.find('\n').map_or(text.len(), |at| end + at);
    Some((text.get(from..to)?, place.line, start - from..end - from))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault_at(text: &str, span: Range<usize>) -> Fault {
        let faults = Faults::new(text);
        faults.add(Some(span), Fault::error("deck", Wrong::ManyShips));
        faults.into_list().remove(0)
    }

    #[test]
    fn columns_are_counted_in_characters() {
        let text = "name = \"Παράλος\"\ndeck = 400 # Παράλος\n";
        let at = text.find("400").unwrap();
        let fault = fault_at(text, at..at + 3);
        assert_eq!(fault.to_string(), "2:8: deck: a side has at most 1000 ships or units");
        let at = text.find("ος\"").unwrap();
        assert_eq!(fault_at(text, at..at + 2).place.unwrap().column, 14);
    }

    #[test]
    fn a_fault_is_shown_under_its_line() {
        let text = "a = 1\ndeck = 400\nb = 2\n";
        let shown = render("x.toml", text, &[fault_at(text, 13..16)]);
        assert!(
            shown.starts_with("error: deck: a side has at most 1000 ships or units\n"),
            "{shown}"
        );
        assert!(shown.contains("--> x.toml:2:8"), "{shown}");
        assert!(shown.contains("2 | deck = 400"), "{shown}");
        assert!(!shown.contains("b = 2"), "{shown}");
        assert!(render_in_colour("x.toml", text, &[fault_at(text, 13..16)]).contains('\u{1b}'));
    }

    #[test]
    fn past_a_hundred_faults_are_only_counted() {
        let faults = Faults::new("");
        for _ in 0..130 {
            faults.add(None, Fault::warning("", Wrong::ManyShips));
        }
        assert!(faults.none_is_error());
        let list = faults.into_list();
        assert_eq!(list.len(), 101);
        assert_eq!(list[100].wrong, Wrong::More { more: 30 });
    }
}
