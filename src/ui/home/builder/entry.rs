//! An entry of the fleet: a line in the list, and its form while it is open.

use egui::{Ui, vec2};
use serde_json::{Map, Value};

use crate::fleet::build::{ListForm, Path};
use crate::fleet::{Fault, Severity};
use crate::message::{Joint, Message, message};
use crate::rules::ValueType;
use crate::ui::command::EditCommand;
use crate::ui::language::rich;
use crate::ui::theme::{palette, touch};
use crate::ui::widgets::{
    button_width, coloured, heading, named, off_because, quiet_button, row_button,
};

use super::Work;
use super::fields::{FieldAt, faults_ui, field_ui};

/// The least width of a list, in points, with the button that copies an entry beside it.
const COPY_BESIDE: f32 = 240.0;

/// The entries of a list, each a line that can be tapped.
pub(super) fn list_ui(ui: &mut Ui, work: &Work, form: &ListForm, wanted: &mut Vec<EditCommand>) {
    // Faults of the list as a whole, except that it is empty, which can be
    // seen.
    let empty = work.draft.count(form.key) == 0;
    let of_list =
        |fault: &&Fault| fault.path == form.key && !(empty && fault.severity == Severity::Error);
    faults_ui(ui, work.check.faults.iter().filter(of_list));
    let copy = button_width(ui, message!("Copy")).max(62.0);
    for (at, keys) in work.draft.entries(form.key).iter().enumerate() {
        let name = name_of(form, keys, at);
        let (errors, warnings) = faults_of(work, form.key, at);
        let mut more = summary(form, keys);
        for (count, words) in [
            (errors, message!(errors => "{n} error" | "{n} errors")),
            (warnings, message!(warnings => "{n} warning" | "{n} warnings")),
        ] {
            if count > 0 {
                more = message!("{more} · {faults}", more, faults = words);
            }
        }
        let title = message!("{at}  {name}", at = at + 1, name = &name);
        let control = message!("Open {one} {at}: {name}", one = &form.one, at = at + 1, name);
        let is_beside = ui.available_width() >= COPY_BESIDE;
        let row_ui = |ui: &mut Ui| {
            let room = if is_beside { copy + 8.0 } else { 0.0 };
            let size = vec2(ui.available_width() - room, 0.0);
            let row = ui.allocate_ui(size, |ui| {
                ui.vertical(|ui| row_button(ui, &title, &more, &control)).inner
            });
            let high = if is_beside { row.inner.rect.height() } else { touch(ui.ctx()) };
            let button = egui::Button::new(rich(ui, message!("Copy")));
            let button = ui.add_sized(vec2(copy, high), button);
            if named(button, message!("Copy {one} {at}", one = &form.one, at = at + 1)).clicked() {
                wanted.push(EditCommand::Copy(form.key, at));
            }
            row.inner
        };
        let row = if is_beside { ui.horizontal_top(row_ui) } else { ui.vertical(row_ui) };
        let row = row.inner;
        if row.clicked() {
            wanted.push(EditCommand::OpenEntry(Some((form.key, at))));
        }
        // A bar at its edge: red if it is at fault, otherwise clay if it is
        // open.
        let colours = palette(ui.ctx());
        let open = work.open == Some((form.key, at));
        let bar = if errors > 0 { Some(colours.bad) } else { open.then_some(colours.clay) };
        if let Some(colour) = bar {
            let edge = egui::Stroke::new(5.0, colour);
            ui.painter().vline(row.rect.left() + 3.0, row.rect.y_range().shrink(6.0), edge);
        }
    }
    let text = message!("Add: {one}", one = &form.one);
    if named(quiet_button(ui, true, &text), &text).clicked() {
        wanted.push(EditCommand::Add(form.key));
    }
}

fn faults_of(work: &Work, list: &str, at: usize) -> (usize, usize) {
    let path = Path::entry(list, at);
    work.check.at(&path).fold((0, 0), |(errors, warnings), fault| match fault.severity {
        Severity::Error => (errors + 1, warnings),
        Severity::Warning => (errors, warnings + 1),
    })
}

/// The name of an entry.
fn name_of(form: &ListForm, keys: &Map<String, Value>, at: usize) -> Message {
    match keys.get("name").or_else(|| keys.get("fleet")).and_then(Value::as_str) {
        Some(name) if !name.is_empty() => Message::verbatim(name),
        _ => message!("{one} {at}", one = &form.one, at = at + 1),
    }
}

/// An entry on one line: the chosen words, and the number of others.
fn summary(form: &ListForm, keys: &Map<String, Value>) -> Message {
    let mut parts = Vec::new();
    for field in &form.fields {
        let mut steps = field.key.split('.');
        let first = steps.next().and_then(|key| keys.get(key));
        let value = steps.try_fold(first, |inner, key| Some(inner?.get(key))).flatten();
        let question = &field.question;
        match (field.takes, value) {
            (_, Some(Value::String(slug))) if !field.words.is_empty() => {
                let word = field.words.iter().find(|word| word.slug == *slug);
                parts.push(word.map_or_else(|| Message::verbatim(slug), |word| word.name.clone()));
            }
            (ValueType::List(_), Some(Value::Array(list))) if !list.is_empty() => {
                parts.push(message!("{question}: {count}", question, count = list.len()));
            }
            (ValueType::Number { .. }, Some(number)) if field.is_count => {
                parts.push(message!("{number} alike", number = number.to_string()));
            }
            (ValueType::Number { .. }, Some(number)) => {
                parts.push(message!("{question} {number}", question, number = number.to_string()));
            }
            (ValueType::Flag, Some(Value::Bool(true))) => parts.push(question.clone()),
            _ => {}
        }
    }
    Message::joined(parts, Joint::Dot)
}

/// The form of the open entry.
pub(super) fn entry_ui(
    ui: &mut Ui,
    work: &Work,
    form: &ListForm,
    at: usize,
    wanted: &mut Vec<EditCommand>,
) {
    let Ok(keys) = work.draft.entry(form.key, at) else { return };
    let owner = message!("{one} {at}", one = &form.one, at = at + 1);
    heading(ui, message!("{at}  {name_of}", at = at + 1, name_of = name_of(form, &keys, at)));
    tools_ui(ui, work, form, at, wanted);
    let path = Path::entry(form.key, at);
    let own: Vec<Path> = form.fields.iter().map(|field| path.clone().key(field.key)).collect();
    let elsewhere =
        |fault: &&Fault| !own.iter().any(|field| fault.path.starts_with(&field.to_string()));
    faults_ui(ui, work.check.at(&path).filter(elsewhere));
    if keys.get("count").and_then(Value::as_u64).is_some_and(|count| count > 1)
        && form.fields.iter().any(|field| field.is_count)
    {
        let button = quiet_button(ui, true, message!("Split into single entries"));
        if named(button, message!("{whose}: split into single entries", whose = &owner)).clicked() {
            wanted.push(EditCommand::Separate(form.key, at));
        }
    }
    for (field, path) in form.fields.iter().zip(own) {
        let entry = Some((form.key, at));
        field_ui(ui, &FieldAt { work, field, path, entry, owner: owner.clone() }, wanted);
    }
}

/// The buttons for an entry as a whole.
fn tools_ui(ui: &mut Ui, work: &Work, form: &ListForm, at: usize, wanted: &mut Vec<EditCommand>) {
    let count = work.draft.count(form.key);
    let list = form.key;
    let one = &form.one;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let mut tool = |ui: &mut Ui, enabled: bool, text: Message, command: EditCommand| {
            let name = message!("{one} {at}: {text}", one, at = at + 1, text = &text);
            let response = named(quiet_button(ui, enabled, text), &name);
            if off_because(response, message!("It is already at that end of the list.")).clicked() {
                wanted.push(command);
            }
        };
        tool(ui, true, message!("Copy"), EditCommand::Copy(list, at));
        tool(ui, at > 0, message!("Up"), EditCommand::Move(list, at, at.saturating_sub(1)));
        tool(ui, at + 1 < count, message!("Down"), EditCommand::Move(list, at, at + 1));
        tool(ui, true, message!("Remove"), EditCommand::Remove(list, at));
    });
}

/// All faults of the fleet; a tap on one leads to its place.
pub(super) fn all_faults_ui(ui: &mut Ui, work: &Work, wanted: &mut Vec<EditCommand>) {
    let colours = palette(ui.ctx());
    let faults = &work.check.faults;
    let Some(form) = &work.form else { return };
    let whole = &form.whole;
    let empty = form.lists.first().is_some_and(|list| work.draft.count(list.key) == 0);
    let errors = faults.iter().filter(|fault| fault.severity == Severity::Error).count();
    match (errors, faults.len() - errors) {
        (0, 0) => {
            coloured(ui, message!("The rules accept this {whole}.", whole), colours.good);
        }
        (0, warnings) => {
            let words =
                message!("The rules accept this {whole}. Warnings: {warnings}.", whole, warnings);
            coloured(ui, &words, colours.good);
        }
        _ if empty => {
            let many = &form.lists[0].many;
            coloured(ui, message!("{many}: none yet. Add one.", many), colours.bad);
        }
        (errors, _) => {
            let words = message!(errors => "{n} error to fix before this {whole} can fight."
                | "{n} errors to fix before this {whole} can fight.", whole);
            coloured(ui, &words, colours.bad);
        }
    }
    let mut own_faults = Vec::new();
    for (nth, fault) in faults.iter().enumerate() {
        let path: Option<Path> = fault.path.parse().ok();
        let entry = path.as_ref().and_then(Path::in_entry);
        let found =
            entry.and_then(|(key, at)| Some((form.lists.iter().find(|list| list.key == key)?, at)));
        let Some((list, at)) = found else {
            own_faults.push(fault);
            continue;
        };
        if fault.severity == Severity::Error {
            let text =
                message!("{one} {at}: {why}", one = &list.one, at = at + 1, why = &fault.why);
            if row_button(
                ui,
                &text,
                "",
                message!("Error {nth}: {text}", nth = nth + 1, text = &text),
            )
            .clicked()
            {
                wanted.push(EditCommand::OpenEntry(Some((list.key, at))));
            }
        }
    }
    // Faults of the fleet's own fields or of a list are shown there. An empty
    // fleet has already been reported.
    let elsewhere = |fault: &&Fault| {
        let of_field = |key: &str| {
            key.strip_prefix(&*fault.path).is_some_and(|r| r.is_empty() || r.starts_with('.'))
        };
        form.head.iter().any(|field| of_field(field.key))
            || form.lists.iter().any(|list| list.key == fault.path)
            || (empty && fault.path.is_empty())
    };
    faults_ui(ui, own_faults.into_iter().filter(|fault| !elsewhere(fault)));
}
