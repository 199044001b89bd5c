//! Entries of the journal: an order with its rolls, its result and its report.

use dice::Thrown;
use games::SystemTag;
use rules::{OrderSpec, Side, Subject, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// An order that was given, with everything needed to carry it out again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The order with all its fields, defaults included.
    pub order: Map<String, Value>,
    /// The rolls, in the order of the rules.
    pub thrown: Vec<Thrown>,
    /// Its outcome at the time, in the word of the rules: `sinking-slowly`. It
    /// is text because another version of the rules may have had other
    /// outcomes.
    pub outcome: String,
    /// When it was given, in seconds since 1970.
    pub at: u64,
    /// The players' note.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The number under which the battle's seed gives the app's dice for it, if
    /// that is not its place in the line: orders before it were inserted or
    /// removed later, or it was itself inserted or rolled again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The number of the seed that gives them, from 0: a later seed is drawn after the one before
    /// was revealed or exported.
    #[serde(default, skip_serializing_if = "is_first")]
    pub seed: usize,
    /// The orders that were given as one with it; `None` if it was given alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<Group>,
}

/// Orders that were given as one. They are next to one another in the line, and undone and
/// redone together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// A number that no other group of the line has.
    pub id: u64,
    /// The side to which the orders are secret. Others know only that this side gave an order:
    /// neither how many there are, nor that it was a group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret_of: Option<Side>,
}

impl Group {
    /// Whether a viewer knows only that its side gave an order.
    #[must_use]
    pub fn is_hidden_from(&self, viewer: Viewer) -> bool {
        self.secret_of.is_some_and(|side| !viewer.knows(side))
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_first(seed: &usize) -> bool {
    *seed == 0
}

impl Entry {
    /// The number under which the seed gives its dice, at this place in a line.
    #[must_use]
    pub fn number_at(&self, index: usize) -> u64 {
        self.number.unwrap_or(index as u64)
    }

    /// The same entry at a place in a line, with the dice of this number.
    pub(super) fn numbered(self, number: u64, index: usize) -> Entry {
        Entry { number: (number != index as u64).then_some(number), ..self }
    }

    /// The kind of its order: `take-prize`.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.order.get("kind").and_then(Value::as_str).unwrap_or_default()
    }

    /// The unit or side that gave it.
    #[must_use]
    pub fn given_by(&self, system: SystemTag) -> Subject {
        given_by(&self.order, system)
    }

    /// The specification of its kind of order.
    #[must_use]
    pub fn spec(&self, system: SystemTag) -> Option<&'static OrderSpec> {
        system.order(self.kind())
    }
}

/// The unit or side that gives an order with these fields; the battle if
/// neither does.
#[must_use]
pub fn given_by(order: &Map<String, Value>, system: SystemTag) -> Subject {
    let kind = order.get("kind").and_then(Value::as_str).unwrap_or_default();
    system.order(kind).map_or(Subject::Battle, |spec| spec.given_by(order))
}

/// An entry with its number among all that were ever given. Records are
/// numbered from 1 as they are written, and never removed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NumberedEntry {
    /// The number of the record that it follows; 0 for the opening.
    pub after: usize,
    pub entry: Entry,
}

/// The position: a line of records, and the number of its entries that count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The number of the last record of the line; 0 if it is empty.
    pub tip: usize,
    /// The number of entries of the line that count; those after them can be redone.
    pub cursor: usize,
}

/// The source of an order’s rolls.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiceChoice {
    /// The app rolls everything.
    Program,
    /// The players rolled: an answer for each roll.
    /// [`dice::EnteredRoll::Program`] leaves a single roll to the app.
    Entered(Vec<dice::EnteredRoll>),
    /// The players rolled the first ones, and the app rolls the rest.
    EnteredThenProgram(Vec<dice::EnteredRoll>),
}

impl DiceChoice {
    /// The same, but after its first roll the app makes all remaining rolls.
    pub(super) fn to_the_end(&self) -> DiceChoice {
        match self {
            DiceChoice::Entered(entries) if entries.contains(&dice::EnteredRoll::Program) => {
                DiceChoice::EnteredThenProgram(entries.clone())
            }
            DiceChoice::Program | DiceChoice::Entered(_) | DiceChoice::EnteredThenProgram(_) => {
                self.clone()
            }
        }
    }
}
