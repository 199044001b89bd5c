//! The log as one viewer may read it.

use serde_json::{Map, Value};

use crate::text;
use games::{Battle, Order, Report};
use message::{Message, message};
use rules::{OrderSpec, Part, Side, Viewer, Visibility};

use super::entry::Entry;
use super::history::{EntryResult, Journal, Struck};

/// An entry of the log, as a viewer may see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The order; if it is secret, only its public part: the side, or its kind and its issuer.
    pub order: Map<String, Value>,
    /// The side that gave it; `None` if neither did.
    pub by: Option<Side>,
    /// The order in a few words.
    pub brief: String,
    /// Outcome, rolls, effects and warnings; `None` if the order is secret, or
    /// if this version of the rules does not carry it out.
    pub report: Option<Report>,
    /// Its result in one line; `None` if it is secret, or if there is none.
    pub result: Option<Message>,
    /// Its effects, a sentence for each.
    pub sentences: Vec<Message>,
    /// The keys that changed, as far as the viewer may see them.
    pub changes: Map<String, Value>,
    /// When it was given, in seconds since 1970.
    pub at: u64,
    pub note: String,
    /// Whether any part of it is hidden from this viewer.
    pub secret: bool,
    /// A note that its result differs under this version of the rules; also the last of
    /// `sentences`.
    pub differs: Option<Message>,
    /// The number of its group; `None` if it was given alone, or if the group is hidden.
    pub group: Option<u64>,
}

impl Journal {
    /// An entry of the line, from 0, as a viewer may see it. An order is secret
    /// if the rules say so, or if it changes a key that the viewer may not see;
    /// one that reveals what was hidden is not.
    #[must_use]
    pub fn seen(&self, index: usize, viewer: Viewer) -> Option<Seen> {
        let entry = self.entry(index)?;
        if let Some(group) = entry.group.filter(|group| group.is_hidden_from(viewer)) {
            return self.hidden_group(index, group.secret_of, viewer);
        }
        let (before, after) = (self.at(index)?, self.at(index + 1)?);
        // Described with the viewer's knowledge of the battle at the time.
        let known = before.known_to(viewer);
        let changes = after.known_to(viewer).changes_since(&known);
        let order = before.read_order(&entry.order).ok();
        let by = before.issuing_side(&entry.order);
        match shown(before, after, order.as_ref(), viewer, &changes) {
            Visibility::Whole => {}
            shown @ (Visibility::Partial | Visibility::Hidden) => {
                let spec = entry.spec(before.system());
                return Some(secret(entry, spec, by, changes, shown));
            }
        }
        let mut report = self.report(index).cloned();
        if let (Some(report), Some(order)) = (&mut report, &order) {
            report.warnings = known.warnings(order);
        }
        let differs = self.difference(index).map(|difference| difference.text(viewer));
        let mut sentences =
            report.as_ref().map(|report| text::sentences(&known, report)).unwrap_or_default();
        sentences.extend(differs.clone());
        let result = report
            .as_ref()
            .zip(order.as_ref())
            .and_then(|(report, order)| text::result_in_words(&known, order, report));
        Some(Seen {
            order: entry.order.clone(),
            by,
            brief: self.brief_of(index, order.as_ref()),
            result,
            sentences,
            report,
            changes,
            at: entry.at,
            note: entry.note.clone(),
            secret: false,
            differs,
            group: entry.group.map(|group| group.id),
        })
    }
}

impl Journal {
    /// A group that is hidden from a viewer, as one entry at the place of its first order;
    /// `None` for the others.
    fn hidden_group(&self, index: usize, side: Option<Side>, viewer: Viewer) -> Option<Seen> {
        let given = self.given_with(index);
        let (before, after) = (self.at(given.start)?, self.at(given.end)?);
        let entry = self.entry(index).filter(|_| index == given.start)?;
        let changes = after.known_to(viewer).changes_since(&before.known_to(viewer));
        Some(secret(entry, None, side, changes, Visibility::Hidden))
    }

    /// Whether any part of an entry of the line is hidden from a viewer.
    #[must_use]
    pub fn is_secret(&self, index: usize, viewer: Viewer) -> bool {
        let (Some(entry), Some(before), Some(after)) =
            (self.entry(index), self.at(index), self.at(index + 1))
        else {
            return false;
        };
        entry.group.is_some_and(|group| group.is_hidden_from(viewer))
            || hides(before, after, entry, viewer)
    }
}

/// Whether any part of an entry between two positions is hidden from a viewer.
pub(super) fn hides(before: &Battle, after: &Battle, entry: &Entry, viewer: Viewer) -> bool {
    let order = before.read_order(&entry.order).ok();
    let changes = after.known_to(viewer).changes_since(&before.known_to(viewer));
    shown(before, after, order.as_ref(), viewer, &changes) != Visibility::Whole
}

impl Journal {
    /// Whether a viewer may see all of a replaced line, whose secrets were never revealed.
    #[must_use]
    pub fn shows_all_of(&self, left: &Struck, viewer: Viewer) -> bool {
        if viewer == Viewer::Everyone {
            return true;
        }
        let Some(mut before) = self.at(left.shared).cloned() else { return false };
        left.entries.iter().all(|entry| {
            let (EntryResult { after, .. }, _) = EntryResult::replayed(&before, entry);
            let hidden = entry.group.is_some_and(|group| group.is_hidden_from(viewer))
                || hides(&before, &after, entry, viewer);
            before = after;
            !hidden
        })
    }
}

/// How much of an entry with this order a viewer may know; `None` cannot be read.
fn shown(
    before: &Battle,
    after: &Battle,
    order: Option<&Order>,
    viewer: Viewer,
    changes: &Map<String, Value>,
) -> Visibility {
    if viewer == Viewer::Everyone {
        return Visibility::Whole;
    }
    let Some(order) = order else { return Visibility::Hidden };
    let corrects = order.part() == Part::Corrects;
    let judged = before.system().hides_by_changes() || corrects;
    let hides = judged && {
        let all = after.full_view().changes_since(&before.full_view());
        let new = |pair: &Value| pair.get(1).cloned();
        all.iter().any(|(key, pair)| changes.get(key).and_then(new) != new(pair))
    };
    match before.order_visibility(order, viewer) {
        Visibility::Whole if hides => Visibility::Hidden,
        shown @ (Visibility::Whole | Visibility::Partial | Visibility::Hidden) => shown,
    }
}

/// A secret entry: the side, the time, and other public facts.
fn secret(
    entry: &Entry,
    spec: Option<&OrderSpec>,
    by: Option<Side>,
    changes: Map<String, Value>,
    shown: Visibility,
) -> Seen {
    let (order, brief) = if shown == Visibility::Partial {
        let order = spec.map(|spec| spec.who(&entry.order)).unwrap_or_default();
        let words: Vec<&str> = order.values().filter_map(Value::as_str).collect();
        let brief = words.join(" ");
        (order, brief)
    } else {
        let side = by.map(|side| ("side".to_owned(), side.slug().into()));
        (side.into_iter().collect(), an_order_of(by).to_string())
    };
    Seen {
        order,
        by,
        brief,
        report: None,
        result: None,
        sentences: Vec::new(),
        changes,
        at: entry.at,
        note: String::new(),
        secret: true,
        differs: None,
        group: None,
    }
}

/// An order that only its side may see.
#[must_use]
pub fn an_order_of(side: Option<Side>) -> Message {
    side.map_or_else(
        || message!("an order"),
        |side| message!("an order of side {side}", side = side.slug()),
    )
}
