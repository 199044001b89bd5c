//! The log as one side may read it.

use serde_json::{Map, Value};

use crate::rules::{Report, Viewer};
use crate::wording;

use super::line::Journal;
use super::replay;

/// An entry of the log, as a viewer may see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The order; where it is secret, only its kind and who gave it.
    pub order: Map<String, Value>,
    /// The order in a few words.
    pub brief: String,
    /// Outcome, rolls, effects and warnings; none where the order is secret, or
    /// where this version of the rules does not carry it out.
    pub report: Option<Report>,
    /// What it did, in words.
    pub sentences: Vec<String>,
    /// The keys that changed, as far as the viewer may see them.
    pub changes: Map<String, Value>,
    /// When it was given, in seconds since 1970.
    pub at: u64,
    /// What the players wrote beside it.
    pub note: String,
    /// Whether something of it is kept from this viewer.
    pub secret: bool,
}

/// The fields that say who gave an order.
const WHO: [&str; 6] = ["kind", "ship", "formation", "unit", "side", "attacker"];

impl Journal {
    /// An entry of the line, from 0, as a viewer may see it. An order is secret
    /// where it tells what the viewer may not see, or changes a key to what he
    /// may not see; one that brings to light what was hidden is none.
    #[must_use]
    pub fn seen(&self, index: usize, viewer: Viewer) -> Option<Seen> {
        let entry = self.entry(index)?;
        let (before, after) = (self.at(index)?, self.at(index + 1)?);
        let changes = after.changes_since(before, viewer);
        let order = before.read_order(&entry.order);
        let all = after.changes_since(before, Viewer::Everyone);
        let new = |pair: &Value| pair.get(1).cloned();
        let hides = before.system().hides_by_changes()
            && all.iter().any(|(key, pair)| changes.get(key).and_then(new) != new(pair));
        let secret = hides || order.as_ref().is_ok_and(|order| before.keeps_secret(order, viewer));
        if secret {
            let mut order = entry.order.clone();
            order.retain(|key, value| WHO.contains(&key.as_str()) && !value.is_null());
            let words: Vec<&str> = order.values().filter_map(Value::as_str).collect();
            return Some(Seen {
                brief: words.join(" "),
                order,
                report: None,
                sentences: Vec::new(),
                changes,
                at: entry.at,
                note: String::new(),
                secret,
            });
        }
        let mut report = replay::replay(before, entry).report;
        // Told as the viewer knew the battle then.
        let known = before.known_to(viewer);
        if let (Some(report), Ok(order)) = (&mut report, &order) {
            report.warnings = known.warnings(order);
        }
        Some(Seen {
            order: entry.order.clone(),
            brief: self.moved(index).map(|moved| moved.brief).unwrap_or_default(),
            sentences: report
                .as_ref()
                .map(|report| wording::sentences(&known, report))
                .unwrap_or_default(),
            report,
            changes,
            at: entry.at,
            note: entry.note.clone(),
            secret,
        })
    }
}
