//! The log and the documents about a battle, as a seat may read them.

use std::sync::Arc;

use serde_json::{Map, Value};

use dice::Roll;
use engine::analysis::{BattleReport, Luck, Proved};
use engine::journal::{Entry, Journal, Seen, an_order_of};
use engine::text::{order_in_full, order_in_words};
use games::{Battle, Outcome, PlayerView, SystemTag};
use message::{Message, message};
use rules::{Side, Subject, Tag, Viewer};

use super::table::PlainTable;
use crate::protocol::{
    DocumentKind, DocumentText, InGroup, Log, LogRow, LuckView, Response, Seat, SideSheets,
    StruckLine, StruckRow,
};

/// The answer to `log`.
pub(super) fn log(table: &PlainTable, seat: Seat, from: usize, count: usize) -> Log {
    let journal = &table.journal;
    let eyes = table.eyes(seat);
    let places = journal.places(eyes);
    let len = places.seen(journal.len());
    let to = from.saturating_add(count).min(len);
    let row = |place| row_at(journal, places.on_line(place), place, eyes);
    Log {
        at: table.rest.number,
        cursor: places.seen(journal.cursor()),
        len,
        from,
        rows: (from..to).filter_map(row).map(Arc::new).collect(),
        struck: struck(journal, eyes),
        undone: journal.undone(eyes),
    }
}

/// An entry of the log; `None` for the others of a group that is hidden.
pub(super) fn row(journal: &Journal, index: usize, eyes: Viewer) -> Option<LogRow> {
    row_at(journal, index, journal.places(eyes).seen(index), eyes)
}

/// The entries of the log that were given as one with an entry.
pub(super) fn rows_given_with(journal: &Journal, index: usize, eyes: Viewer) -> Vec<LogRow> {
    journal.given_with(index).filter_map(|index| row(journal, index, eyes)).collect()
}

/// An entry of the log at a place, as the viewer counts them.
fn row_at(journal: &Journal, index: usize, place: usize, eyes: Viewer) -> Option<LogRow> {
    let seen = journal.seen(index, eyes)?;
    let before = journal.at(index)?;
    let system = before.system();
    let kind = seen.order.get("kind").and_then(Value::as_str).unwrap_or_default();
    let given_by = match (seen.secret && kind.is_empty(), seen.by) {
        (true, side) => side.map_or(Subject::Battle, Subject::Side),
        (false, _) => before.given_by(&seen.order),
    };
    let reason = seen.order.get("note").and_then(Value::as_str).unwrap_or_default().to_owned();
    let all_rolls = seen.report.iter().flat_map(|report| report.rolls.iter().cloned());
    let (cards, rolls): (Vec<Roll>, Vec<Roll>) = all_rolls.partition(|roll| roll.is_card);
    let headline = headline_of_seen(system, &seen);
    let group = seen.group.map(|id| {
        let given = journal.given_with(index);
        InGroup { id, nth: index - given.start + 1, of: given.len() }
    });
    Some(LogRow {
        index: place,
        result: seen.result.clone().unwrap_or_else(|| headline.clone()),
        headline,
        fields: if seen.secret { Vec::new() } else { order_in_full(before, &seen.order) },
        rule: system.order(kind).map_or_else(String::new, |spec| spec.rule.to_owned()),
        concerns: concerns(before, &seen),
        given_by,
        reason,
        undone: index >= journal.cursor(),
        outcome: seen.report.as_ref().map(|report| report.outcome.to_string()),
        rolls,
        cards,
        warnings: seen.report.map(|report| report.warnings).unwrap_or_default(),
        order: seen.order,
        brief: seen.brief,
        sentences: seen.sentences,
        changes: seen.changes,
        when: seen.at,
        note: seen.note,
        secret: seen.secret,
        group,
        group_result: journal.group_in_words(index, eyes),
    })
}

/// The units that it names, or visibly changed.
fn concerns(battle: &Battle, seen: &Seen) -> Vec<Tag> {
    let named = |tag: &Tag| {
        let text = Value::from(tag.to_string());
        seen.order.values().any(|value| match value {
            Value::Array(list) => list.contains(&text),
            value => *value == text,
        })
    };
    let changed = |tag: &Tag| {
        let key = format!("{tag}.");
        seen.changes.keys().any(|changed| changed.starts_with(&key))
    };
    battle.tags().into_iter().filter(|tag| named(tag) || changed(tag)).collect()
}

fn headline_of_seen(system: SystemTag, seen: &Seen) -> Message {
    if seen.secret && !seen.order.contains_key("kind") {
        return an_order_of(seen.by);
    }
    let order = order_in_words(system, &seen.order);
    match seen.report.as_ref().map(|report| report.outcome) {
        None if seen.secret => message!("{order}: secret", order),
        None if seen.differs.is_some() => message!("{order}: no effect by the new rules", order),
        None => order,
        Some(outcome) => with_outcome(order, outcome.repeats_order(), outcome.message()),
    }
}

/// An order with its outcome: `Ram A1 → B1: sinking slowly`.
pub(super) fn headline(system: SystemTag, order: &Map<String, Value>, outcome: &str) -> Message {
    let repeats = system.outcome(outcome).is_some_and(Outcome::repeats_order);
    with_outcome(order_in_words(system, order), repeats, Message::slug(outcome.to_owned()))
}

fn with_outcome(order: Message, repeats: bool, outcome: Message) -> Message {
    if repeats { order } else { message!("{order}: {outcome}", order, outcome) }
}

fn struck(journal: &Journal, eyes: Viewer) -> Vec<StruckLine> {
    let (system, places) = (journal.battle().system(), journal.places(eyes));
    // While a side has secrets, these could reveal them.
    let open = eyes == Viewer::Everyone || !journal.battle().has_secrets();
    let row = |entry: &Entry| StruckRow {
        headline: headline(system, &entry.order, &entry.outcome),
        note: entry.note.clone(),
    };
    let line = |line: engine::journal::Struck| {
        let is_shown = open && journal.shows_all_of(&line, eyes);
        StruckLine {
            tip: journal.record_as_seen(line.tip, eyes),
            shared: places.seen(line.shared),
            count: line.count_for(eyes),
            rows: if is_shown { line.entries.iter().map(row).collect() } else { Vec::new() },
        }
    };
    journal.struck().into_iter().map(line).collect()
}

/// The answer to `tell`.
pub(super) fn document(table: &PlainTable, seat: Seat, tell: DocumentKind) -> Response {
    let journal = &table.journal;
    let eyes = table.eyes(seat);
    let over = journal.battle().winner().is_some();
    Response::Told(match tell {
        DocumentKind::Report {} => DocumentText::Report(Box::new(BattleReport::of(journal, eyes))),
        DocumentKind::Luck {} => DocumentText::Luck(Box::new(LuckView {
            luck: Luck::of(journal, eyes).at(&journal.places(eyes)),
            seed: journal.seeds().last().filter(|_| over),
            proved: over.then(|| Proved::of(journal)),
        })),
        DocumentKind::Sheets { fresh } => {
            let known = table.known(seat);
            let of = |side| sheets(&known, side, fresh);
            DocumentText::Sheets(Box::new([Side::A, Side::B].map(of)))
        }
        DocumentKind::File {} => {
            if let Some(why) = refusal_of_files(table, seat).filter(|_| !over) {
                return Response::Hidden { why };
            }
            DocumentText::File(table.journal_to_take_out().to_file())
        }
    })
}

/// The reason why a seat gets no file before the battle is over.
fn refusal_of_files(table: &PlainTable, seat: Seat) -> Option<Message> {
    let hides = match seat {
        Seat::A | Seat::B | Seat::Onlooker => return Some(no_file()),
        Seat::Umpire => false,
        // Others at the table must be notified that the seed is exported.
        Seat::Both => table.journal.battle().has_secrets() || !table.rest.held.is_empty(),
        // The owner does not see the sides' secrets.
        Seat::Owner => true,
    };
    let announced = table.rest.taken_out.is_some_and(|(at, _)| at == table.rest.number);
    (hides && !announced)
        .then(|| message!("a file holds the secrets of both sides: all seats are notified first"))
}

/// The reason why a side or an onlooker gets no file.
pub(super) fn no_file() -> Message {
    message!("a file holds the secrets of both sides: it can be saved only after the battle")
}

fn sheets(known: &PlayerView, side: Side, fresh: bool) -> SideSheets {
    // A fleet's own notes are only for its side.
    let keys = known.keys_of(Subject::Side(side));
    let text = |key: &str| {
        let found = keys.get(key).and_then(serde_json::Value::as_str);
        found.unwrap_or_default().to_owned()
    };
    let own: Vec<_> = known.tags().into_iter().filter(|tag| tag.side == side).collect();
    SideSheets {
        side,
        system: known.system(),
        name: known.side_name(side).to_owned(),
        people: text("people"),
        notes: text("notes"),
        sheets: own.iter().filter_map(|tag| known.record_sheet(*tag, fresh)).collect(),
        cards: own.iter().filter_map(|tag| known.open_card(*tag, fresh)).collect(),
        chits: known.chits(side),
        uses: known.uses(side),
    }
}
