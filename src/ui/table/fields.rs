//! The fields of the open order: cards to tap, steppers, pickers, switches.

use std::ops::RangeInclusive;

use egui::{CollapsingHeader, Ui, vec2};
use serde_json::{Value, json};

use crate::message::{Joint, Message, message};
use crate::rules::schema::{Chooser, LeftOut};
use crate::rules::{Choice, OfferField, ValueType};
use crate::text::plain_value;
use crate::ui::announcer::{Topic, announce};
use crate::ui::command::TableCommand;
use crate::ui::language::{capital, fixed, rich};
use crate::ui::link;
use crate::ui::rule_words::Word;
use crate::ui::theme::{self, TOUCH, palette};
use crate::ui::widgets::{
    FoldingLine, aside, button_width, caption, choice, choice_row, folding, named, quiet_button,
    stepper, switch, text_field,
};

use super::order_form::{Form, nothing_to_choose, toggle};

/// The questions of an order, in the order in which a player decides them. Fields that the app
/// knows, and those shown at the top of the table, are a line that opens.
pub(super) fn fields_ui(ui: &mut Ui, form: &Form, commands: &mut Vec<TableCommand>) {
    if ui.available_width() < NARROW {
        // Controls as high as a finger need a smaller gap.
        ui.spacing_mut().item_spacing.y = 4.0;
    }
    let own = form.own_field();
    let fields = form.offer().fields.iter().enumerate();
    let asked = fields.filter(|(at, field)| Some(*at) != own && !nothing_to_choose(field));
    let asked: Vec<&OfferField> = asked.map(|(_, field)| field).collect();
    let settled = asked.iter().any(|field| field.unseen);
    let (known, open): (Vec<&OfferField>, Vec<&OfferField>) =
        asked.into_iter().partition(|field| is_target(field) || (settled && !is_open(field)));
    // If both sides share a screen, it says when the other side must choose.
    let (others, ours): (Vec<&OfferField>, Vec<&OfferField>) =
        open.into_iter().partition(|field| field.spec.chosen_by == Chooser::OtherSide);
    for field in ours {
        one_ui(ui, form, field, commands);
    }
    if !others.is_empty() {
        caption(ui, message!("Other side’s choice"));
    }
    for field in others {
        one_ui(ui, form, field, commands);
    }
    known_ui(ui, form, &known, commands);
}

fn one_ui(ui: &mut Ui, form: &Form, field: &OfferField, commands: &mut Vec<TableCommand>) {
    let word = Word::question(ui.ctx(), form.offer().spec.kind, field.spec.name);
    let change = if form.is_guess(field) {
        // Only the players choose: there is no preselected answer.
        field_ui(ui, &OfferField { value: None, ..field.clone() }, word)
    } else {
        field_ui(ui, field, word)
    };
    if let Some(Change(value)) = change {
        commands.push(TableCommand::Set(field.spec.name, value));
    }
}

/// Whether a field is a question: about the table, or a required choice.
fn is_open(field: &OfferField) -> bool {
    let mut others = field.choices.iter().filter(|one| Some(&one.value) != field.value.as_ref());
    let is_chosen = field.value.is_some() && !field.choices.is_empty();
    let is_settled = is_chosen && others.all(|one| one.refused.is_some());
    let is_required = field.spec.default == LeftOut::Required;
    field.unseen || (is_required && !is_target(field) && !is_settled)
}

/// Whether a field names a unit that is shown at the top of the table.
fn is_target(field: &OfferField) -> bool {
    field.spec.takes == ValueType::Unit && field.value.as_ref().is_some_and(Value::is_string)
}

/// A known field, as a line that can be opened to change it.
fn known_ui(ui: &mut Ui, form: &Form, known: &[&OfferField], commands: &mut Vec<TableCommand>) {
    if known.is_empty() {
        return;
    }
    let texts = known.iter().filter_map(|field| {
        let (value, question) = (field.value.as_ref()?, fixed(field.spec.question));
        let chosen = field.choices.iter().find(|choice| choice.value == *value);
        let answer = chosen.map_or_else(|| plain_value(value), |choice| choice.label.clone());
        (!value.is_null()).then(|| message!("{question}: {answer}", question, answer))
    });
    let texts: Vec<Message> = texts.collect();
    announce(ui.ctx(), Topic::Known, Message::joined(texts.clone(), Joint::Semicolon));
    let line = Message::joined(texts, Joint::Dot);
    let ink = palette(ui.ctx()).quiet;
    let line = FoldingLine { title: message!("Already known"), ink, under: line };
    folding(ui, ("known", form.offer().spec.kind), line, |ui| {
        for field in known {
            one_ui(ui, form, field, commands);
        }
    });
}

/// The new value of a field; `None` if it is emptied.
struct Change(Option<Value>);

/// A field. Returns what the player changed.
fn field_ui(ui: &mut Ui, field: &OfferField, word: Option<Word>) -> Option<Change> {
    let text = fixed(field.spec.question);
    let question = &text;
    match field.spec.takes {
        ValueType::Flag if field.unseen => yes_or_no_ui(ui, question, word, field),
        ValueType::Flag => {
            let on = field.value.as_ref().and_then(Value::as_bool).unwrap_or(false);
            switch_ui(ui, on, question, word).then(|| Change(Some(json!(!on))))
        }
        ValueType::Number { min, max } => {
            asked(ui, question, word, |ui| number_ui(ui, field, range_of(field, min..=max)))
        }
        ValueType::NumberOr { min, max, .. } => asked(ui, question, word, |ui| {
            let chosen = choices_ui(ui, field);
            if field.choices.iter().any(|option| option.value.is_number()) {
                return chosen;
            }
            chosen.or(number_ui(ui, field, range_of(field, min..=max)))
        }),
        ValueType::List(_) if !field.choices.is_empty() => {
            asked(ui, question, word, |ui| several_ui(ui, field))
        }
        ValueType::Any
            if !field.choices.is_empty() && field.value.as_ref().is_some_and(Value::is_array) =>
        {
            asked(ui, question, word, |ui| several_ui(ui, field))
        }
        ValueType::Any
            if field.range.is_some() || field.value.as_ref().is_some_and(Value::is_number) =>
        {
            asked(ui, question, word, |ui| {
                let chosen = choices_ui(ui, field);
                chosen.or(number_ui(ui, field, range_of(field, ANY_NUMBER)))
            })
        }
        ValueType::NumberEach { max } => asked(ui, question, word, |ui| each_ui(ui, field, max)),
        ValueType::Any if field.value.as_ref().is_some_and(Value::is_boolean) => {
            let on = field.value == Some(json!(true));
            switch_ui(ui, on, question, word).then(|| Change(Some(json!(!on))))
        }
        ValueType::Text | ValueType::TEXTS | ValueType::Any if field.choices.is_empty() => {
            asked(ui, question, word, |ui| text_ui(ui, field))
        }
        _ => asked(ui, question, word, |ui| {
            let new = choices_ui(ui, field);
            if field.choices.is_empty() {
                aside(ui, message!("There is nothing to choose from."));
            }
            new
        }),
    }
}

/// The range of numbers in a correction, which the rules then judge.
const ANY_NUMBER: RangeInclusive<i64> = -999..=9_999;

/// The range of a field's numbers, or else this one.
fn range_of(field: &OfferField, otherwise: RangeInclusive<i64>) -> RangeInclusive<i64> {
    field.range.map_or(otherwise, |(lowest, highest)| lowest..=highest)
}

/// The width of a question beside its answers, in points: more in a wide form, so that long
/// questions need fewer lines.
fn question_width(ui: &Ui) -> f32 {
    if ui.available_width() < 640.0 { 132.0 } else { 200.0 }
}

/// The question, with its answers beside it if there is room, otherwise below
/// it.
fn asked<R>(
    ui: &mut Ui,
    question: &Message,
    word: Option<Word>,
    answers: impl FnOnce(&mut Ui) -> R,
) -> R {
    if ui.available_width() < NARROW {
        question_ui(ui, question, word);
        // A question that is as high as a finger has its own gap below it.
        ui.add_space(if word.is_some() { -ui.spacing().item_spacing.y } else { 0.0 });
        return answers(ui);
    }
    let wide = question_width(ui);
    question_and_answers(ui, question, word, wide, answers)
}

/// Narrower than this, in points, answers are below their question.
const NARROW: f32 = 480.0;

fn question_ui(ui: &mut Ui, question: &Message, word: Option<Word>) {
    let words = rich(ui, question).family(theme::bold()).size(16.0);
    link::asked_ui(ui, words.color(palette(ui.ctx()).clay), word);
}

/// A question of this width, with its answers beside it.
fn question_and_answers<R>(
    ui: &mut Ui,
    question: &Message,
    word: Option<Word>,
    wide: f32,
    answers: impl FnOnce(&mut Ui) -> R,
) -> R {
    let width = ui.available_width();
    ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(wide, TOUCH), |ui| {
            ui.vertical(|ui| {
                ui.set_width(wide);
                if word.is_none() {
                    ui.add_space(10.0);
                }
                question_ui(ui, question, word);
            });
        });
        ui.vertical(|ui| {
            ui.set_width(width - wide - 8.0);
            answers(ui)
        })
        .inner
    })
    .inner
}

/// A question that is a switch. Returns whether it was pressed.
fn switch_ui(ui: &mut Ui, on: bool, question: &Message, word: Option<Word>) -> bool {
    ui.horizontal(|ui| {
        let pressed = switch(ui, on, question, question);
        link::mark_ui(ui, word);
        pressed
    })
    .inner
}

/// Yes or no, without a preselected answer; both are short, and beside the question.
fn yes_or_no_ui(
    ui: &mut Ui,
    question: &Message,
    word: Option<Word>,
    field: &OfferField,
) -> Option<Change> {
    let answers = [(false, message!("no")), (true, message!("yes"))];
    let width = |(_, answer): &(bool, Message)| {
        button_width(ui, capital(ui.ctx(), answer)).max(TOUCH) + ui.spacing().item_spacing.x
    };
    let both: f32 = answers.iter().map(width).sum();
    let wide = ui.available_width() - both - 8.0;
    let wide = if ui.available_width() < NARROW { wide } else { question_width(ui) };
    question_and_answers(ui, question, word, wide, |ui| answers_ui(ui, field, answers))
}

fn answers_ui(ui: &mut Ui, field: &OfferField, answers: [(bool, Message); 2]) -> Option<Change> {
    let now = field.value.as_ref().and_then(Value::as_bool);
    let question = fixed(field.spec.question);
    let ctx = ui.ctx().clone();
    let button = |(value, answer): (bool, Message)| {
        let name = message!("{question}: {answer}", question = &question, answer = &answer);
        (value, capital(&ctx, &answer), name)
    };
    let answer = choice_row(ui, now.as_ref(), answers.map(button))?;
    Some(Change(Some(json!(answer))))
}

/// A few numbers are buttons in a row; more are a stepper.
fn number_ui(ui: &mut Ui, field: &OfferField, range: RangeInclusive<i64>) -> Option<Change> {
    let (lowest, highest) = (*range.start(), *range.end());
    let value = field.value.as_ref().and_then(Value::as_i64);
    let question = fixed(field.spec.question);
    let few = if field.unseen { MOST_SEEN } else { MOST_SET };
    if highest.saturating_sub(lowest) >= few {
        let shown = value.unwrap_or(lowest);
        return stepper(ui, shown, lowest, highest, question).map(|new| Change(Some(json!(new))));
    }
    let button = |number: i64| {
        let name = message!("{question}: {number}", question = &question, number);
        (number, number.to_string(), name)
    };
    let number = choice_row(ui, value.as_ref(), range.map(button))?;
    Some(Change(Some(json!(number))))
}

/// The largest number of buttons for a number that the players set.
const MOST_SET: i64 = 7;

/// The largest number of buttons for a number that the players read off the table; none is
/// preselected.
const MOST_SEEN: i64 = 21;

/// If there is more than this to choose from, the list folds once something is chosen, so that
/// the next questions and the odds are visible.
const LONG: usize = 6;

/// One of the choices. Refused ones show the reason.
fn choices_ui(ui: &mut Ui, field: &OfferField) -> Option<Change> {
    if field.choices.is_empty() {
        return None;
    }
    let mut new = None;
    let optional = field.spec.default == LeftOut::Absent;
    let open: Vec<&Choice> = field.choices.iter().filter(|c| c.refused.is_none()).collect();
    let chosen = open.iter().copied().find(|c| field.value.as_ref() == Some(&c.value));
    let unfolded = egui::Id::unique(("unfolded", field.spec.name));
    let folds = open.len() > LONG;
    let folded = chosen.filter(|_| folds && !ui.data(|d| d.get_temp(unfolded).unwrap_or(false)));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let shown = folded.map_or(open, |only| vec![only]);
        for option in shown {
            let chosen = chosen == Some(option);
            let label = capital(ui.ctx(), &option.label);
            let name = message!(
                "{question}: {label}",
                question = fixed(field.spec.question),
                label = &label
            );
            if choice(ui, chosen, &label, &name).clicked() {
                // A second tap on an optional choice removes it.
                new = Some(Change((!(chosen && optional)).then(|| option.value.clone())));
                ui.data_mut(|data| data.remove::<bool>(unfolded));
            }
        }
        if folded.is_some() {
            let name = message!("{question}: another", question = fixed(field.spec.question));
            if named(quiet_button(ui, true, message!("Choose another…")), &name).clicked() {
                ui.data_mut(|data| data.insert_temp(unfolded, true));
            }
        }
    });
    if folded.is_none() {
        refused_ui(ui, field);
    }
    new
}

/// The reasons why other choices are refused: two are shown, more are folded.
fn refused_ui(ui: &mut Ui, field: &OfferField) {
    let mut reasons: Vec<(&Message, Vec<Message>)> = Vec::new();
    for option in &field.choices {
        let Some(refusal) = &option.refused else { continue };
        match reasons.iter_mut().find(|(why, _)| refusal.why == **why) {
            Some((_, labels)) => labels.push(option.label.clone()),
            None => reasons.push((&refusal.why, vec![option.label.clone()])),
        }
    }
    let list = |ui: &mut Ui| {
        for (why, labels) in &reasons {
            let labels = Message::list(labels.iter().cloned());
            aside(ui, message!("Not {labels}: {why}", labels, why = *why));
        }
    };
    if reasons.len() <= 2 {
        list(ui);
        return;
    }
    let count = field.choices.iter().filter(|option| option.refused.is_some()).count();
    let title = message!("Not available: {count} others", count);
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
            let name = message!(
                "{question}: {label}",
                question = fixed(field.spec.question),
                label = &label
            );
            if choice(ui, chosen, &label, &name).clicked() {
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
            message!("{question}: {label}", question = fixed(field.spec.question), label = &label);
        ui.horizontal_wrapped(|ui| {
            ui.label(rich(ui, &label).color(palette(ui.ctx()).ink));
            if let Some(count) = stepper(ui, count, 0, max, name) {
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
        ValueType::TEXTS if text.is_empty() => Some(json!([])),
        ValueType::TEXTS => Some(json!(text.split(',').map(str::trim).collect::<Vec<_>>())),
        // A text stays a text, so that its field keeps the focus.
        ValueType::Any if matches!(field.value, Some(Value::String(_))) => Some(json!(text)),
        ValueType::Any if text.is_empty() => None,
        ValueType::Any => Some(serde_json::from_str(&text).unwrap_or(Value::String(text))),
        _ => Some(json!(text)),
    }))
}
