//! Rosters for other programs: JSON in the form of the protocol, and CSV for
//! spreadsheets.

use serde_json::Value;

use message::{Message, capital, message};

use super::build::{FleetDraft, FormField, ListForm, form};
use super::read::to_json;

/// A fleet as JSON, in the shape of a fleet file, each ship by itself.
#[must_use]
pub fn json(fleet: &games::Fleet) -> String {
    format!("{:#}\n", to_json(fleet))
}

/// A fleet as CSV (RFC 4180): a line of headings, then a line for each entry,
/// which begins with its kind and number. A cell that a spreadsheet would take
/// for a formula begins with an apostrophe.
#[must_use]
pub fn csv(fleet: &games::Fleet) -> String {
    let keys = to_json(fleet);
    let form = FleetDraft::from_json(&keys).form().unwrap_or_else(|| form(fleet.system()));
    let used = |list: &ListForm| !entries(&keys, list.key).is_empty();
    let lists: Vec<ListForm> = form.lists.into_iter().filter(used).collect();
    let (entry, number) = (message!("Entry"), message!("No."));
    let mut headings: Vec<&Message> = vec![&entry, &number];
    for field in lists.iter().flat_map(columns) {
        if !headings.contains(&&field.question) {
            headings.push(&field.question);
        }
    }
    let mut text = line(headings.iter().map(ToString::to_string));
    for list in &lists {
        for (at, entry) in entries(&keys, list.key).iter().enumerate() {
            let cell = |heading: &&Message| {
                let field = columns(list).find(|field| &field.question == *heading);
                field.map_or_else(String::new, |field| shown(field, entry))
            };
            let head = [list.one.to_string(), (at + 1).to_string()];
            text += &line(head.into_iter().chain(headings[2..].iter().map(cell)));
        }
    }
    text
}

fn entries<'v>(fleet: &'v Value, list: &str) -> &'v [Value] {
    fleet.get(list).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The fields of an entry, without how many it stands for: in a fleet that was read,
/// that is one ship.
fn columns(list: &ListForm) -> impl Iterator<Item = &FormField> {
    list.fields.iter().filter(|field| !field.is_count)
}

/// A field's value, in words for a reader.
fn shown(field: &FormField, entry: &Value) -> String {
    let value = field.key.split('.').try_fold(entry, |inner, key| inner.get(key));
    let Some(value) = value.or(field.default.as_ref()) else { return String::new() };
    let name = |value: &Value| {
        let slug = value.as_str().unwrap_or_default();
        let word = field.words.iter().find(|word| word.slug == slug);
        word.map_or_else(|| slug.to_owned(), |word| capital(&word.name.to_string()))
    };
    match value {
        Value::String(_) => name(value),
        Value::Array(list) => list.iter().map(name).collect::<Vec<_>>().join("; "),
        Value::Bool(flag) => (if *flag { "yes" } else { "no" }).to_owned(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn line(cells: impl Iterator<Item = String>) -> String {
    cells.map(|cell| quoted(&cell)).collect::<Vec<_>>().join(",") + "\r\n"
}

fn quoted(cell: &str) -> String {
    let formula =
        cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<i64>().is_err();
    let cell = if formula { format!("'{cell}") } else { cell.to_owned() };
    if cell.contains(['"', ',', '\n', '\r']) || cell.starts_with(' ') || cell.ends_with(' ') {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}
