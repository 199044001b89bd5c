//! The fields of the order in hand: cards to tap, steppers, pickers, switches.

use egui::{CollapsingHeader, Ui, vec2};
use serde_json::{Value, json};

use crate::rules::schema::{Chooser, LeftOut};
use crate::rules::{Choice, OfferField, Takes};
use crate::say::{Say, say};
use crate::ui::command::TableCommand;
use crate::ui::language::{capital, fixed, rich};
use crate::ui::theme::{TOUCH, palette};
use crate::ui::widgets::{
    aside, caption, choice, named, quiet_button, stepper, switch, text_field,
};

use super::hand::{Form, toggle};

/// The questions of an order, in the order in which a player decides them.
pub(super) fn fields_ui(ui: &mut Ui, form: &Form, commands: &mut Vec<TableCommand>) {
    let own = form.own_field();
    let mut told = false;
    for (at, field) in form.offer().fields.iter().enumerate() {
        if Some(at) == own || nothing_to_choose(field) {
            continue;
        }
        // If both sides share a screen, it says when the other side must
        // choose.
        if field.spec.chosen_by == Chooser::OtherSide && !told {
            told = true;
            ui.separator();
            caption(ui, say!("The other side chooses"));
        }
        if let Some(Change(value)) = field_ui(ui, field) {
            commands.push(TableCommand::Set(field.spec.name, value));
        }
        ui.add_space(2.0);
    }
}

/// Whether a field need not be shown: it has only one value, or none.
fn nothing_to_choose(field: &OfferField) -> bool {
    match field.spec.takes {
        Takes::Number { .. } => {
            field.range.is_some_and(|(lowest, highest)| lowest == highest)
                && field.value == field.range.map(|(lowest, _)| json!(lowest))
        }
        // It may be left out, and nothing can be chosen now.
        Takes::Unit | Takes::Units | Takes::Choice { .. } => {
            field.spec.default == LeftOut::Absent
                && field.value.as_ref().is_none_or(Value::is_null)
                && field.choices.iter().all(|choice| choice.refused.is_some())
        }
        Takes::UnitOrSide
        | Takes::Side
        | Takes::NumberOr { .. }
        | Takes::Flag
        | Takes::Text
        | Takes::Texts
        | Takes::NumberEach { .. }
        | Takes::Any => false,
    }
}

/// The new value of a field; `None` if it is emptied.
struct Change(Option<Value>);

/// A field. Returns what the player changed.
fn field_ui(ui: &mut Ui, field: &OfferField) -> Option<Change> {
    let question = fixed(field.spec.question);
    match field.spec.takes {
        Takes::Flag => {
            let on = field.value.as_ref().and_then(Value::as_bool).unwrap_or(false);
            switch(ui, on, &question, &question).then(|| Change(Some(json!(!on))))
        }
        Takes::Number { min, max } => {
            asked(ui, &question, |ui| number_ui(ui, field, field.range.unwrap_or((min, max))))
        }
        Takes::NumberOr { min, max, .. } => asked(ui, &question, |ui| {
            let word = choices_ui(ui, field);
            if field.choices.iter().any(|option| option.value.is_number()) {
                return word;
            }
            word.or(number_ui(ui, field, field.range.unwrap_or((min, max))))
        }),
        Takes::Units | Takes::Texts if !field.choices.is_empty() => {
            asked(ui, &question, |ui| several_ui(ui, field))
        }
        Takes::Any
            if !field.choices.is_empty() && field.value.as_ref().is_some_and(Value::is_array) =>
        {
            asked(ui, &question, |ui| several_ui(ui, field))
        }
        Takes::Any
            if field.range.is_some() || field.value.as_ref().is_some_and(Value::is_number) =>
        {
            asked(ui, &question, |ui| {
                let word = choices_ui(ui, field);
                word.or(number_ui(ui, field, field.range.unwrap_or(ANY_NUMBER)))
            })
        }
        Takes::NumberEach { max } => asked(ui, &question, |ui| each_ui(ui, field, max)),
        Takes::Any if field.value.as_ref().is_some_and(Value::is_boolean) => {
            let on = field.value == Some(json!(true));
            switch(ui, on, &question, &question).then(|| Change(Some(json!(!on))))
        }
        Takes::Text | Takes::Texts | Takes::Any if field.choices.is_empty() => {
            asked(ui, &question, |ui| text_ui(ui, field))
        }
        Takes::Unit
        | Takes::Units
        | Takes::UnitOrSide
        | Takes::Side
        | Takes::Choice { .. }
        | Takes::Text
        | Takes::Texts
        | Takes::Any => asked(ui, &question, |ui| {
            let new = choices_ui(ui, field);
            if field.choices.is_empty() {
                aside(ui, say!("There is nothing to choose from."));
            }
            new
        }),
    }
}

/// The range of numbers in a correction, which the rules then judge.
const ANY_NUMBER: (i64, i64) = (-999, 9_999);

/// The question, with its answers beside it if there is room, otherwise below
/// it.
fn asked<R>(ui: &mut Ui, question: &Say, answers: impl FnOnce(&mut Ui) -> R) -> R {
    const QUESTION: f32 = 112.0;
    let width = ui.available_width();
    if width < 480.0 {
        caption(ui, question);
        return answers(ui);
    }
    ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(QUESTION, TOUCH), |ui| {
            ui.vertical(|ui| {
                ui.set_width(QUESTION);
                ui.add_space(10.0);
                caption(ui, question);
            });
        });
        ui.vertical(|ui| {
            ui.set_width(width - QUESTION - 8.0);
            answers(ui)
        })
        .inner
    })
    .inner
}

/// A few numbers are buttons in a row; more are a stepper.
fn number_ui(ui: &mut Ui, field: &OfferField, (lowest, highest): (i64, i64)) -> Option<Change> {
    let value = field.value.as_ref().and_then(Value::as_i64);
    let question = fixed(field.spec.question);
    if highest.saturating_sub(lowest) >= 7 {
        let shown = value.unwrap_or(lowest);
        return stepper(ui, shown, (lowest, highest), question).map(|new| Change(Some(json!(new))));
    }
    let mut new = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        for number in lowest..=highest {
            let text = number.to_string();
            let name = say!("{question}: {number}", question = &question, number);
            if choice(ui, value == Some(number), true, &text, &name).clicked() {
                new = Some(Change(Some(json!(number))));
            }
        }
    });
    new
}

/// If there are more ships than this to choose from, the list folds once one is
/// chosen, so that the next questions and the odds are in view.
const LONG: usize = 6;

/// One of the choices. Refused ones say why.
fn choices_ui(ui: &mut Ui, field: &OfferField) -> Option<Change> {
    let mut new = None;
    let optional = field.spec.default == LeftOut::Absent;
    let open: Vec<&Choice> = field.choices.iter().filter(|c| c.refused.is_none()).collect();
    let chosen = open.iter().copied().find(|c| field.value.as_ref() == Some(&c.value));
    let unfolded = egui::Id::unique(("unfolded", field.spec.name));
    let folds = matches!(field.spec.takes, Takes::Unit) && open.len() > LONG;
    let folded = chosen.filter(|_| folds && !ui.data(|d| d.get_temp(unfolded).unwrap_or(false)));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let shown = folded.map_or(open, |only| vec![only]);
        for option in shown {
            let chosen = chosen == Some(option);
            let label = capital(ui.ctx(), &option.label);
            let name =
                say!("{question}: {label}", question = fixed(field.spec.question), label = &label);
            if choice(ui, chosen, true, &label, &name).clicked() {
                // A second tap on an optional choice removes it.
                new = Some(Change((!(chosen && optional)).then(|| option.value.clone())));
                ui.data_mut(|data| data.remove::<bool>(unfolded));
            }
        }
        if folded.is_some() {
            let name = say!("{question}: another", question = fixed(field.spec.question));
            if named(quiet_button(ui, true, say!("Another…")), &name).clicked() {
                ui.data_mut(|data| data.insert_temp(unfolded, true));
            }
        }
    });
    if folded.is_none() {
        refused_ui(ui, field);
    }
    new
}

/// Why other choices are refused: two reasons are shown, more are folded.
fn refused_ui(ui: &mut Ui, field: &OfferField) {
    let mut reasons: Vec<(&Say, Vec<Say>)> = Vec::new();
    for option in &field.choices {
        let Some(refusal) = &option.refused else { continue };
        match reasons.iter_mut().find(|(why, _)| refusal.why == **why) {
            Some((_, labels)) => labels.push(option.label.clone()),
            None => reasons.push((&refusal.why, vec![option.label.clone()])),
        }
    }
    let list = |ui: &mut Ui| {
        for (why, labels) in &reasons {
            let labels = Say::list(labels.iter().cloned());
            aside(ui, say!("Not {labels}: {why}", labels, why = *why));
        }
    };
    if reasons.len() <= 2 {
        list(ui);
        return;
    }
    let count = field.choices.iter().filter(|option| option.refused.is_some()).count();
    let title = say!("Why the other {count} cannot be chosen", count);
    let title = rich(ui, title).size(16.0).color(palette(ui.ctx()).quiet);
    CollapsingHeader::new(title).id_salt(field.spec.name).show(ui, list);
}

/// Any number of the choices.
fn several_ui(ui: &mut Ui, field: &OfferField) -> Option<Change> {
    let list = match &field.value {
        Some(Value::Array(list)) => list.clone(),
        Some(_) | None => Vec::new(),
    };
    let mut new = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        for option in &field.choices {
            let chosen = list.contains(&option.value);
            let label = capital(ui.ctx(), &option.label);
            let name =
                say!("{question}: {label}", question = fixed(field.spec.question), label = &label);
            if choice(ui, chosen, true, &label, &name).clicked() {
                let mut changed = list.clone();
                toggle(&mut changed, &option.value);
                new = Some(Change(Some(Value::Array(changed))));
            }
        }
    });
    new
}

/// A number for each of the choices; left out if it is 0.
fn each_ui(ui: &mut Ui, field: &OfferField, max: i64) -> Option<Change> {
    let now = field.value.as_ref().and_then(Value::as_object).cloned().unwrap_or_default();
    let mut new = None;
    for option in &field.choices {
        let Some(tag) = option.value.as_str() else { continue };
        let count = now.get(tag).and_then(Value::as_i64).unwrap_or(0);
        let label = capital(ui.ctx(), &option.label);
        let name =
            say!("{question}: {label}", question = fixed(field.spec.question), label = &label);
        ui.horizontal_wrapped(|ui| {
            ui.label(rich(ui, &label).color(palette(ui.ctx()).ink));
            if let Some(count) = stepper(ui, count, (0, max), name) {
                let mut changed = now.clone();
                if count == 0 {
                    changed.remove(tag);
                } else {
                    changed.insert(tag.to_owned(), json!(count));
                }
                new = Some(Change((!changed.is_empty()).then_some(Value::Object(changed))));
            }
        });
    }
    new
}

/// Free text. A field for any value reads numbers, yes and no, and lists as
/// such.
fn text_ui(ui: &mut Ui, field: &OfferField) -> Option<Change> {
    let text = match &field.value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(list)) => {
            list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
        }
        Some(other) => other.to_string(),
    };
    let width = ui.available_width();
    let text = text_field(ui, &text, field.spec.question, "", width)?;
    Some(Change(match field.spec.takes {
        Takes::Texts if text.is_empty() => Some(json!([])),
        Takes::Texts => Some(json!(text.split(',').map(str::trim).collect::<Vec<_>>())),
        // A text stays a text, so that its field keeps the keyboard.
        Takes::Any if matches!(field.value, Some(Value::String(_))) => Some(json!(text)),
        Takes::Any if text.is_empty() => None,
        Takes::Any => Some(serde_json::from_str(&text).unwrap_or(Value::String(text))),
        Takes::Unit
        | Takes::Units
        | Takes::UnitOrSide
        | Takes::Side
        | Takes::Number { .. }
        | Takes::NumberOr { .. }
        | Takes::Flag
        | Takes::Choice { .. }
        | Takes::NumberEach { .. }
        | Takes::Text => Some(json!(text)),
    }))
}
