//! Edits of a TOML document. The rest of the document keeps its comments, its order and its
//! line breaks.

use serde_json::{Map, Value as Json};
use toml_edit::{Array, ArrayOfTables, InlineTable, Item, RawString, Table, TableLike, Value};

use rules::file::path::{Path, PathStep};

/// A place in a document that may contain other places.
enum Spot<'d> {
    Item(&'d mut Item),
    Table(&'d mut Table),
    Value(&'d mut Value),
}

impl<'d> Spot<'d> {
    fn table(self) -> Option<&'d mut dyn TableLike> {
        match self {
            Spot::Item(item) => item.as_table_like_mut(),
            Spot::Table(table) => Some(table),
            Spot::Value(value) => value.as_inline_table_mut().map(|t| t as &mut dyn TableLike),
        }
    }

    fn into_entry(self, at: usize) -> Option<Spot<'d>> {
        match self {
            Spot::Item(Item::ArrayOfTables(tables)) => tables.get_mut(at).map(Spot::Table),
            Spot::Item(item) => item.as_array_mut()?.get_mut(at).map(Spot::Value),
            Spot::Value(value) => value.as_array_mut()?.get_mut(at).map(Spot::Value),
            Spot::Table(_) => None,
        }
    }

    /// The place one step further in; a missing table is made.
    fn into_step(self, step: &PathStep, nested: bool) -> Option<Spot<'d>> {
        match step {
            PathStep::At(at) => self.into_entry(*at),
            PathStep::Key(key) => {
                let table = self.table()?;
                if !table.contains_key(key) {
                    let empty = || Item::Value(Value::InlineTable(InlineTable::new()));
                    table.insert(key, if nested { empty() } else { Item::Table(Table::new()) });
                }
                table.get_mut(key).map(Spot::Item)
            }
        }
    }
}

fn reach<'d>(root: &'d mut Table, steps: &[PathStep]) -> Option<Spot<'d>> {
    let mut spot = Spot::Table(root);
    for (depth, step) in steps.iter().enumerate() {
        spot = spot.into_step(step, depth > 0)?;
    }
    Some(spot)
}

/// Writes a value at a place, whatever was there; `false` if there is no such
/// place (an entry or list that does not exist). A value one past the end of a
/// list is added to it.
pub(super) fn set(root: &mut Table, path: &Path, value: &Json) -> bool {
    let Some((step, before)) = path.0.split_last() else { return false };
    if matches!(look(root, before), LookedAt::Nowhere) {
        return false;
    }
    let (Some(parent), Some(value)) = (reach(root, before), to_toml(value)) else { return false };
    match step {
        PathStep::Key(key) => match parent.table() {
            Some(table) => set_key(table, key, value),
            None => return false,
        },
        PathStep::At(at) => {
            let list = match parent {
                Spot::Item(item) => item.as_array_mut(),
                Spot::Value(value) => value.as_array_mut(),
                Spot::Table(_) => None,
            };
            match list {
                Some(list) if *at < list.len() => put_in_list(list, *at, value),
                Some(list) if *at == list.len() => add_to_list(list, value),
                _ => return false,
            }
        }
    }
    true
}

/// The content of a place.
pub(super) enum LookedAt<'d> {
    Table(&'d dyn TableLike),
    Tables(&'d ArrayOfTables),
    Value(&'d Value),
    /// A missing key, and everything under it.
    Nothing,
    /// There is no such place: an entry that a list does not have.
    Nowhere,
}

/// The content of a place.
pub(super) fn look<'d>(root: &'d Table, steps: &[PathStep]) -> LookedAt<'d> {
    let mut look = LookedAt::Table(root);
    for step in steps {
        look = match (look, step) {
            (LookedAt::Nothing, PathStep::Key(_)) => LookedAt::Nothing,
            (LookedAt::Table(table), PathStep::Key(key)) => look_at(table.get(key)),
            (LookedAt::Value(Value::InlineTable(table)), PathStep::Key(key)) => {
                table.get(key).map_or(LookedAt::Nothing, LookedAt::Value)
            }
            (LookedAt::Tables(tables), PathStep::At(at)) => {
                tables.get(*at).map_or(LookedAt::Nowhere, |table| LookedAt::Table(table))
            }
            (LookedAt::Value(Value::Array(list)), PathStep::At(at)) => {
                list.get(*at).map_or(LookedAt::Nowhere, LookedAt::Value)
            }
            _ => LookedAt::Nowhere,
        };
    }
    look
}

fn look_at(item: Option<&Item>) -> LookedAt<'_> {
    match item {
        None | Some(Item::None) => LookedAt::Nothing,
        Some(Item::Table(table)) => LookedAt::Table(table),
        Some(Item::ArrayOfTables(tables)) => LookedAt::Tables(tables),
        Some(Item::Value(value)) => LookedAt::Value(value),
    }
}

fn set_key(table: &mut dyn TableLike, key: &str, value: Value) {
    match table.get_mut(key) {
        Some(Item::Value(old)) => replace(old, value),
        _ => {
            table.insert(key, Item::Value(broken(value, key.len())));
        }
    }
}

/// Puts the new value in place of the old one, with the comments around it. A
/// list changes value by value, so that its lines stay as they are.
fn replace(old: &mut Value, new: Value) {
    if let (Value::Array(old), Value::Array(new)) = (&mut *old, &new) {
        let room = old.len();
        for (at, value) in new.iter().enumerate() {
            if at < room {
                put_in_list(old, at, value.clone());
            } else {
                add_to_list(old, value.clone());
            }
        }
        while old.len() > new.len() {
            take_from_list(old, old.len() - 1);
        }
        return;
    }
    let decor = old.decor().clone();
    *old = new;
    *old.decor_mut() = decor;
}

fn put_in_list(list: &mut Array, at: usize, value: Value) {
    if let Some(old) = list.get_mut(at) {
        let decor = old.decor().clone();
        *old = value;
        *old.decor_mut() = decor;
    }
}

fn add_to_list(list: &mut Array, mut value: Value) {
    let prefix = |nth_last: usize| {
        let value = list.get(list.len().checked_sub(nth_last)?)?;
        value.decor().prefix()?.as_str()
    };
    // A list with one value on each line continues like that.
    match (prefix(1), prefix(2)) {
        (Some(one), Some(other)) if one == other && one.trim().is_empty() => {
            value.decor_mut().set_prefix(one.to_owned());
            list.push_formatted(value);
        }
        _ => list.push(value),
    }
}

fn take_from_list(list: &mut Array, at: usize) {
    let gone = list.remove(at);
    // The new first value gets the layout of the old one.
    let prefix = gone.decor().prefix().and_then(RawString::as_str).unwrap_or_default();
    if let Some(first) = list.get_mut(0).filter(|_| at == 0 && !prefix.contains('#')) {
        first.decor_mut().set_prefix(prefix.to_owned());
    }
}

/// Removes the content of a place; `false` if there is none.
pub(super) fn unset(root: &mut Table, path: &Path) -> bool {
    let Some((step, before)) = path.0.split_last() else { return false };
    if matches!(look(root, &path.0), LookedAt::Nowhere | LookedAt::Nothing) {
        return false;
    }
    let Some(parent) = reach(root, before) else { return false };
    match (step, parent) {
        (PathStep::Key(key), parent) => parent.table().and_then(|t| t.remove(key)).is_some(),
        (
            PathStep::At(at),
            Spot::Item(Item::Value(Value::Array(list))) | Spot::Value(Value::Array(list)),
        ) if *at < list.len() => {
            take_from_list(list, *at);
            true
        }
        _ => false,
    }
}

/// A JSON value in TOML; `None` for `null` and for numbers that TOML cannot
/// write.
pub(super) fn to_toml(value: &Json) -> Option<Value> {
    Some(match value {
        Json::Null => return None,
        Json::Bool(flag) => (*flag).into(),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => whole.into(),
            None => number.as_f64()?.into(),
        },
        Json::String(text) => text.as_str().into(),
        Json::Array(list) => Value::Array(list.iter().filter_map(to_toml).collect()),
        Json::Object(keys) => {
            let mut table = InlineTable::new();
            for (key, value) in keys {
                if let Some(value) = to_toml(value) {
                    table.insert(key, value);
                }
            }
            Value::InlineTable(table)
        }
    })
}

/// The longest line that a list is written on, in characters.
const LINE: usize = 100;

/// A list, broken into lines if it would be too long for one.
fn broken(mut value: Value, key_len: usize) -> Value {
    let Value::Array(list) = &mut value else { return value };
    let widths: Vec<usize> = list.iter().map(|v| v.to_string().trim().chars().count()).collect();
    if key_len + 4 + widths.iter().map(|width| width + 2).sum::<usize>() <= LINE {
        return value;
    }
    let mut column = LINE;
    for (value, width) in list.iter_mut().zip(widths) {
        column += width + 2;
        if column > LINE {
            value.decor_mut().set_prefix("\n    ");
            column = 4 + width + 2;
        } else {
            value.decor_mut().set_prefix(" ");
        }
    }
    list.set_trailing("\n");
    list.set_trailing_comma(true);
    value
}

// --- lists of tables ---

/// A table with these keys, in this order.
fn to_table(keys: &Map<String, Json>) -> Table {
    let mut table = Table::new();
    for (key, value) in keys {
        if let Some(value) = to_toml(value) {
            table.insert(key, Item::Value(broken(value, key.len())));
        }
    }
    table
}

/// The number of entries of a list.
pub(super) fn entries(root: &Table, list: &str) -> usize {
    match root.get(list) {
        Some(Item::ArrayOfTables(tables)) => tables.len(),
        Some(Item::Value(Value::Array(list))) => list.len(),
        _ => 0,
    }
}

/// Inserts an entry before the `at`-th (from 0), or at the end; `false` if the
/// key holds something that is not a list.
pub(super) fn insert(root: &mut Table, list: &str, at: usize, keys: &Map<String, Json>) -> bool {
    if !root.contains_key(list) {
        root.insert(list, Item::ArrayOfTables(ArrayOfTables::new()));
    }
    match root.get_mut(list) {
        Some(Item::ArrayOfTables(tables)) => {
            rearrange(tables, |written| {
                let at = at.min(written.len());
                let heading = match written.get_mut(at) {
                    // A heading of the whole list stays above its new first
                    // entry.
                    Some(first) if at == 0 => std::mem::replace(&mut first.heading, "\n".into()),
                    _ => "\n".into(),
                };
                written.insert(
                    at,
                    WrittenEntry { heading, comment: String::new(), table: to_table(keys) },
                );
            });
            true
        }
        Some(Item::Value(Value::Array(values))) => match to_toml(&Json::Object(keys.clone())) {
            Some(value) => {
                values.insert(at.min(values.len()), value);
                true
            }
            None => false,
        },
        _ => false,
    }
}

/// Removes an entry. Comments above it that are set off by an empty line stay
/// for the entries that follow; if none follow, they are returned.
pub(super) fn remove(root: &mut Table, list: &str, at: usize) -> Option<String> {
    if at >= entries(root, list) {
        return None;
    }
    let mut left_over = String::new();
    match root.get_mut(list) {
        Some(Item::ArrayOfTables(tables)) => rearrange(tables, |written| {
            let heading = written.remove(at).heading;
            if heading.trim().is_empty() {
                return;
            }
            match written.get_mut(at) {
                Some(next) if next.heading.trim().is_empty() => next.heading = heading,
                Some(next) => next.heading.insert_str(0, &heading),
                None => left_over = heading,
            }
        }),
        Some(Item::Value(Value::Array(values))) => {
            values.remove(at);
        }
        _ => return None,
    }
    if entries(root, list) == 0 {
        root.remove(list);
    }
    Some(left_over)
}

/// Moves an entry to another place in its list, both from 0; comments above
/// entries that are set off by an empty line stay where they are.
pub(super) fn move_entry(root: &mut Table, list: &str, from: usize, to: usize) -> bool {
    let count = entries(root, list);
    if from >= count || to >= count {
        return false;
    }
    match root.get_mut(list) {
        Some(Item::ArrayOfTables(tables)) => rearrange(tables, |written| {
            let headings: Vec<String> = written.iter().map(|entry| entry.heading.clone()).collect();
            let moved = written.remove(from);
            written.insert(to, moved);
            for (entry, heading) in written.iter_mut().zip(headings) {
                entry.heading = heading;
            }
        }),
        Some(Item::Value(Value::Array(values))) => {
            let moved = values.remove(from);
            values.insert_formatted(to, moved);
        }
        _ => return false,
    }
    true
}

/// An entry with the comments before it: those set off by an empty line, which
/// head a group, and those directly above, which are about the entry.
struct WrittenEntry {
    heading: String,
    comment: String,
    table: Table,
}

/// Splits a list of tables, and writes it again after an edit.
fn rearrange(tables: &mut ArrayOfTables, edit: impl FnOnce(&mut Vec<WrittenEntry>)) {
    let mut places: Vec<isize> = tables.iter().filter_map(Table::position).collect();
    places.sort_unstable();
    let mut written: Vec<WrittenEntry> = std::mem::take(tables)
        .into_iter()
        .map(|table| {
            let prefix = table.decor().prefix().and_then(RawString::as_str).unwrap_or("\n");
            let (heading, comment) = heading_and_comment(prefix);
            WrittenEntry { heading: heading.into(), comment: comment.into(), table }
        })
        .collect();
    edit(&mut written);
    for (at, WrittenEntry { heading, comment, mut table }) in written.into_iter().enumerate() {
        table.decor_mut().set_prefix(heading + &comment);
        // TOML prints tables by their position, and those with the same
        // position in the order of the list.
        table.set_position(places.get(at).or(places.last()).copied());
        forget_places(&mut table);
        tables.push(table);
    }
}

fn heading_and_comment(prefix: &str) -> (&str, &str) {
    let mut split = 0;
    let mut end = 0;
    for line in prefix.split_inclusive('\n') {
        end += line.len();
        if line.trim().is_empty() && line.ends_with('\n') {
            split = end;
        }
    }
    prefix.split_at(split)
}

/// Makes the tables inside an entry move with it.
fn forget_places(table: &mut Table) {
    for (_, item) in table.iter_mut() {
        match item {
            Item::Table(inner) => {
                inner.set_position(None);
                forget_places(inner);
            }
            Item::ArrayOfTables(list) => {
                for inner in list.iter_mut() {
                    inner.set_position(None);
                    forget_places(inner);
                }
            }
            _ => {}
        }
    }
}
