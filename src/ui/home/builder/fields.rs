//! The fields of a fleet and of its entries, drawn from the form: steppers,
//! pickers and text fields, each with its faults.

use egui::{Sense, Stroke, Ui, vec2};
use serde_json::{Value, json};

use crate::fleet::build::{ChoiceWord, FormField, Ideas, Path, RollFor};
use crate::fleet::{Fault, Severity};
use crate::message::{Arg, Message, message};
use crate::rules::ValueType;
use crate::session::random_seed;
use crate::ui::command::EditCommand;
use crate::ui::language::{capital, tell};
use crate::ui::theme::palette;
use crate::ui::widgets::{
    aside, caption, choice, choice_row, coloured, lines_field, named, quiet_button, row_button,
    stepper, switch, text_field, tight_row,
};

use super::{Work, dice};

/// A field and its place.
pub(super) struct FieldAt<'w> {
    pub(super) work: &'w Work,
    pub(super) field: &'w FormField,
    pub(super) path: Path,
    /// The list, and the number of the entry.
    pub(super) entry: Option<(&'static str, usize)>,
    /// Its owner, for the names of its controls: `Ship 2`.
    pub(super) owner: Message,
}

impl FieldAt<'_> {
    fn value(&self) -> Option<Value> {
        self.work.draft.get(&self.path)
    }

    fn shown(&self) -> Option<Value> {
        self.value().or_else(|| self.field.default.clone())
    }

    fn name(&self, what: impl Into<Arg>) -> Message {
        let (owner, question) = (&self.owner, &self.field.question);
        message!("{whose} {question}: {what}", whose = owner, question, what = what.into())
    }

    /// The name of its only control.
    fn own_name(&self) -> Message {
        message!("{whose}: {question}", whose = &self.owner, question = &self.field.question)
    }

    fn set(&self, value: Value) -> EditCommand {
        EditCommand::Set(self.path.clone(), value)
    }
}

/// A field with its question, its faults, and its buttons.
pub(super) fn field_ui(ui: &mut Ui, place: &FieldAt, wanted: &mut Vec<EditCommand>) {
    ui.push_id(place.path.to_string(), |ui| {
        let field = place.field;
        match field.takes {
            ValueType::Flag => flag_ui(ui, place, wanted),
            ValueType::List(_) => words_ui(ui, place, &field.words, wanted),
            takes => {
                caption(ui, &field.question);
                if let ValueType::Number { min, max } = takes {
                    number_ui(ui, place, min, max, wanted);
                } else if !field.words.is_empty() {
                    word_ui(ui, place, &field.words, wanted);
                } else if field.is_long {
                    text_ui(ui, place, wanted);
                } else {
                    name_ui(ui, place, wanted);
                }
            }
        }
        let in_list = format!("{}[", place.path);
        let own = |fault: &&Fault| !fault.path.starts_with(&in_list);
        faults_ui(ui, place.work.check.at(&place.path).filter(own));
    });
    ui.add_space(4.0);
}

/// Errors in red, warnings in a quiet colour.
pub(super) fn faults_ui<'f>(ui: &mut Ui, faults: impl Iterator<Item = &'f Fault>) {
    let colours = palette(ui.ctx());
    for fault in faults {
        match fault.severity {
            Severity::Error => {
                coloured(ui, message!("Error: {why}.", why = &fault.why), colours.bad)
            }
            Severity::Warning => aside(ui, message!("Warning: {why}.", why = &fault.why)),
        };
    }
}

fn flag_ui(ui: &mut Ui, place: &FieldAt, wanted: &mut Vec<EditCommand>) {
    let on = place.shown() == Some(json!(true));
    if switch(ui, on, &place.field.question, place.own_name()) {
        wanted.push(place.set(json!(!on)));
    }
}

/// The text in a field, right or wrong.
fn written(value: Option<Value>) -> String {
    match value {
        Some(Value::String(text)) => text,
        Some(Value::Null) | None => String::new(),
        Some(other) => other.to_string(),
    }
}

/// An empty line removes the key, if that is allowed.
fn text_value(place: &FieldAt, text: &str) -> Value {
    let may_go = place.field.default.is_some() || place.field.key.contains('.');
    if text.is_empty() && may_go { Value::Null } else { json!(text) }
}

fn name_ui(ui: &mut Ui, place: &FieldAt, wanted: &mut Vec<EditCommand>) {
    let text = written(place.value());
    let ideas = place.work.draft.ideas(place.field);
    let peoples = place.field.ideas == Ideas::Peoples;
    let by_lot = !peoples && !ideas.is_empty();
    ui.horizontal_wrapped(|ui| {
        let room = if by_lot { 92.0 } else { 0.0 };
        let width = (ui.available_width() - room).min(420.0);
        if let Some(text) = text_field(ui, &text, place.own_name(), "", width) {
            wanted.push(place.set(text_value(place, &text)));
        }
        let name = place.name(message!("random name"));
        if by_lot && named(quiet_button(ui, true, message!("Random name")), &name).clicked() {
            let at = usize::try_from(random_seed().unwrap_or(0) % ideas.len() as u64).unwrap_or(0);
            wanted.push(place.set(json!(ideas[at])));
        }
    });
    if !peoples {
        return;
    }
    let peoples = ideas.into_iter().map(|people| (people, people.to_owned(), place.name(people)));
    if let Some(people) = choice_row(ui, Some(&text.as_str()), peoples) {
        wanted.push(place.set(json!(people)));
    }
    if text.is_empty() {
        aside(ui, message!("Names for ships and commanders come from this nation."));
    }
}

fn text_ui(ui: &mut Ui, place: &FieldAt, wanted: &mut Vec<EditCommand>) {
    let text = written(place.value());
    if let Some(text) = lines_field(ui, &text, place.own_name(), "", 3) {
        wanted.push(place.set(text_value(place, &text)));
    }
}

fn number_ui(ui: &mut Ui, place: &FieldAt, min: i64, max: i64, wanted: &mut Vec<EditCommand>) {
    let value = place.shown().as_ref().and_then(Value::as_i64);
    if max.saturating_sub(min) < 7 {
        let button = |number: i64| (number, number.to_string(), place.name(number.to_string()));
        if let Some(number) = choice_row(ui, value.as_ref(), (min..=max).map(button)) {
            wanted.push(place.set(json!(number)));
        }
        return;
    }
    // The rules give a missing number without a default its own meaning.
    let Some(number) = value else {
        ui.horizontal(|ui| {
            let button = quiet_button(ui, true, message!("Set a number"));
            if named(button, place.name(message!("set a number"))).clicked() {
                wanted.push(place.set(json!(min)));
            }
            aside(ui, message!("The rules’ default applies."));
        });
        return;
    };
    ui.horizontal_wrapped(|ui| {
        if let Some(new) = stepper(ui, number, min, max, place.own_name()) {
            wanted.push(place.set(json!(new)));
        }
        if place.entry.is_none() && place.field.default.is_none() {
            let button = quiet_button(ui, true, message!("Use default"));
            if named(button, place.name(message!("use default"))).clicked() {
                wanted.push(place.set(Value::Null));
            }
        }
        if max > 200 && place.entry.is_some() && !place.field.is_count {
            let text = number.to_string();
            let typed = text_field(ui, &text, place.name(message!("typed")), "", 90.0);
            if let Some(number) = typed.and_then(|text| text.trim().parse::<i64>().ok()) {
                wanted.push(place.set(json!(number)));
            }
        }
    });
}

fn word_ui(ui: &mut Ui, place: &FieldAt, words: &[ChoiceWord], wanted: &mut Vec<EditCommand>) {
    let value = place.shown();
    let slug = value.as_ref().and_then(Value::as_str);
    let ctx = ui.ctx().clone();
    let button = |word: &'_ ChoiceWord| {
        let text = capital(&ctx, &word.name);
        (word.slug.clone(), text.clone(), place.name(text))
    };
    if let Some(slug) = choice_row(ui, slug.map(str::to_owned).as_ref(), words.iter().map(button)) {
        wanted.push(place.set(json!(slug)));
    }
    let chosen = words.iter().find(|word| slug == Some(&word.slug));
    if let Some(word) = chosen.filter(|word| !word.gives.is_empty()) {
        aside(ui, &word.gives);
    }
}

/// A list of words, each with its effect, and its free slots.
fn words_ui(ui: &mut Ui, place: &FieldAt, words: &[ChoiceWord], wanted: &mut Vec<EditCommand>) {
    let Some((list, at)) = place.entry else { return };
    let chosen = match place.value() {
        Some(Value::Array(chosen)) => chosen,
        _ => Vec::new(),
    };
    let room = place.work.draft.room_for(list, at, place.field);
    let question = &place.field.question;
    let title = match room {
        Some(room) => {
            message!(
                "{question}: {taken} of {room} deck slots",
                question,
                taken = chosen.len(),
                room
            )
        }
        None => question.clone(),
    };
    caption(ui, &title);
    if let Some(room) = room {
        deck_ui(ui, chosen.len(), room);
        roll_ui(ui, place, at, wanted);
    }
    let slots = room.unwrap_or(chosen.len() + 1).max(chosen.len());
    for nth in 0..slots {
        let word = chosen.get(nth);
        // Only the first free slot can be filled.
        if nth > chosen.len() {
            let free = slots - chosen.len();
            aside(ui, message!(free => "{n} slot is free." | "{n} slots are free."));
            break;
        }
        slot_ui(ui, place, &Slot { nth, word, words }, wanted);
    }
}

/// The deck: a square for each slot, dark if it is taken, crossed out if there
/// is no such slot.
fn deck_ui(ui: &mut Ui, taken: usize, room: usize) {
    const SIDE: f32 = 14.0;
    let colours = palette(ui.ctx());
    tight_row(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for slot in 0..taken.max(room) {
            let (rect, _) = ui.allocate_exact_size(vec2(SIDE, SIDE), Sense::hover());
            let beyond = slot >= room;
            let ink = if beyond { colours.bad } else { colours.clay };
            let fill = if slot < taken && !beyond { ink } else { colours.card };
            let edge = Stroke::new(colours.stroke + 0.5, ink);
            ui.painter().rect(rect, 2.0, fill, edge, egui::StrokeKind::Inside);
            if beyond {
                ui.painter().line_segment([rect.left_top(), rect.right_bottom()], edge);
                ui.painter().line_segment([rect.right_top(), rect.left_bottom()], edge);
            }
        }
    });
}

/// The ways to roll for the whole deck.
fn roll_ui(ui: &mut Ui, place: &FieldAt, at: usize, wanted: &mut Vec<EditCommand>) {
    let work = place.work;
    ui.horizontal_wrapped(|ui| {
        let text = if work.own_dice {
            message!("I rolled them all…")
        } else {
            message!("Roll them all")
        };
        if named(quiet_button(ui, true, text), place.name(message!("roll them all"))).clicked() {
            wanted.push(EditCommand::Roll(RollFor::Ship(at)));
        }
        if dice::who_rolls_ui(ui, work, &place.name(message!("our own dice"))) {
            wanted.push(EditCommand::OwnDice(!work.own_dice));
        }
    });
    if let Some(dice) = work.dice_for(RollFor::Ship(at)) {
        dice::dice_ui(ui, dice, wanted);
    }
}

/// A slot of the deck.
struct Slot<'w> {
    nth: usize,
    /// The word that fills it.
    word: Option<&'w Value>,
    /// The words that the rules have for it.
    words: &'w [ChoiceWord],
}

fn slot_ui(ui: &mut Ui, place: &FieldAt, slot: &Slot, wanted: &mut Vec<EditCommand>) {
    let Slot { nth, word, words } = *slot;
    let known = word.and_then(|word| words.iter().find(|known| word == &json!(known.slug)));
    let (path, work) = (place.path.clone().at(nth), place.work);
    let picking = work.picking.as_ref() == Some(&path);
    let text = match (known, word) {
        (Some(known), _) => capital(ui.ctx(), &known.name),
        (None, Some(value)) => written(Some(value.clone())),
        (None, None) => tell(ui.ctx(), &message!("Choose…")),
    };
    let number = (nth + 1).to_string();
    let gives = known.map(|known| known.gives.clone()).unwrap_or_default();
    let room = ui.available_width() >= 460.0;
    let roll = place.entry.filter(|_| place.field.table.is_some());
    let roll = roll.map(|(list, at)| RollFor::Word { list, at, key: place.field.key, nth });
    ui.horizontal_wrapped(|ui| {
        let button = choice(ui, word.is_some() && picking, &text, place.name(&number));
        if button.clicked() {
            wanted.push(EditCommand::Pick((!picking).then(|| path.clone())));
        }
        if let Some(roll) = roll {
            let button = quiet_button(ui, true, work.roll_words());
            if named(button, place.name(message!("roll {number}", number = &number))).clicked() {
                wanted.push(EditCommand::Roll(roll));
            }
        }
        if word.is_some() {
            let button = quiet_button(ui, true, message!("Clear"));
            if named(button, place.name(message!("clear {number}", number = &number))).clicked() {
                wanted.push(EditCommand::Set(path.clone(), Value::Null));
            }
        }
        if room {
            aside(ui, &gives);
        }
    });
    if !room && !gives.is_empty() {
        aside(ui, gives);
    }
    faults_ui(ui, work.check.at(&path));
    if let Some(dice) = roll.and_then(|roll| work.dice_for(roll)) {
        dice::dice_ui(ui, dice, wanted);
    }
    if picking {
        ui.indent("picker", |ui| {
            for word in words {
                let text = capital(ui.ctx(), &word.name);
                let name = place.name(message!("{number}: {name}", number = &number, name = &text));
                if row_button(ui, &text, &word.gives, &name).clicked() {
                    wanted.push(EditCommand::PutWord(place.path.clone(), nth, word.slug.clone()));
                }
            }
        });
    }
}
