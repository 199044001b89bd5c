//! The players' changes to the modifiers of an order before its roll: one is set aside, or one
//! is added, with a reason.

use egui::{Id, Key, Rect, Ui};
use serde_json::json;

use crate::dice::{AskedRoll, ModifierChange, Reason};
use crate::message::{Message, message};
use crate::rules::modifier_changes::{LONGEST_REASON, MODIFIERS, MOST_ADDED};
use crate::ui::command::{ModifierDraft, TableCommand};
use crate::ui::language::{rich, tell};
use crate::ui::theme::palette;
use crate::ui::widgets::{aside, off_because, quiet_button, sheet, stepper, text_field, text_id};
use crate::ui::{dice, link, rule_words};

use super::order_form::Form;

/// The modifiers of a roll: a tap on one explains it and sets it aside, + adds one.
pub(super) fn modifiers_ui(
    ui: &mut Ui,
    form: &Form,
    ask: &AskedRoll,
    commands: &mut Vec<TableCommand>,
) {
    let ctx = ui.ctx().clone();
    let mut begins = |aside: Option<&Reason>| {
        let begun = form.changing.as_ref().filter(|draft| draft.aside.as_ref() == aside);
        let new = ModifierDraft { aside: aside.cloned(), add: 1, reason: String::new() };
        ctx.data_mut(|data| data.insert_temp(opened(), begun.is_none()));
        commands.push(TableCommand::ChangeModifier(begun.is_none().then_some(new)));
    };
    link::chips_ui(ui, |ui| {
        for modifier in &ask.modifiers {
            if modifier.amount == 0 || modifier.reason.id == ModifierChange::ADDED {
                dice::modifier_ui(ui, modifier);
                continue;
            }
            let text = modifier.message();
            let name = message!("Modifier: {text}", text = &text);
            if link::chip_button(ui, &text, name).clicked() {
                begins(Some(&modifier.reason));
            }
        }
        if link::chip_button(ui, &message!("+ Add"), message!("Add a modifier")).clicked() {
            begins(None);
        }
        dice::sum_ui(ui, ask);
    });
    for (at, change) in form.modifiers.iter().enumerate() {
        if quiet_button(ui, true, removes(ask, change)).clicked() {
            let mut rest = form.modifiers.clone();
            rest.remove(at);
            commands.push(TableCommand::Set(MODIFIERS, Some(json!(rest))));
        }
    }
    if let Some(draft) = &form.changing {
        let top = ui.cursor().min;
        sheet(ui, |ui| draft_ui(ui, form, draft, commands));
        if ui.data_mut(|data| data.remove_temp::<bool>(opened())) == Some(true) {
            ui.scroll_to_rect(Rect::from_min_max(top, ui.min_rect().max), None);
            let reason = text_id(&tell(ui.ctx(), &reason()));
            ui.memory_mut(|memory| memory.request_focus(reason));
        }
    }
}

/// The id of the note that a change has just been opened.
fn opened() -> Id {
    Id::unique("a modifier is changed")
}

fn reason() -> Message {
    message!("Reason")
}

/// The button that undoes a change.
fn removes(ask: &AskedRoll, change: &ModifierChange) -> Message {
    match change {
        ModifierChange::SetAside { aside, .. } => {
            let named = ask.modifiers.iter().find(|one| one.reason.id == *aside);
            let what = named.map_or_else(|| Message::path(aside), |one| one.reason.why.clone());
            message!("Undo: {what}", what)
        }
        ModifierChange::Added { add, reason } => {
            let (amount, why) = (Message::signed(*add), Message::verbatim(reason));
            message!("Undo: {amount} {why}", amount, why)
        }
    }
}

/// The change that is being written.
fn draft_ui(ui: &mut Ui, form: &Form, draft: &ModifierDraft, commands: &mut Vec<TableCommand>) {
    let mut new = draft.clone();
    if let Some(reason) = &draft.aside {
        let word = rule_words::of_modifier(ui.ctx(), reason);
        let words = rich(ui, message!("Set aside: {what}", what = &reason.why));
        link::asked_ui(ui, words.color(palette(ui.ctx()).ink), word);
        if let Some(word) = word {
            aside(ui, &word.meaning().what);
        }
    } else if let Some(add) =
        stepper(ui, draft.add, -MOST_ADDED, MOST_ADDED, message!("Your own modifier"))
    {
        new.add = add;
    }
    let hint = message!("What both sides agreed on");
    let width = ui.available_width();
    let is_written = ui.memory(|memory| memory.has_focus(text_id(&tell(ui.ctx(), &reason()))));
    let enter = is_written && ui.input(|input| input.key_pressed(Key::Enter));
    if let Some(text) = text_field(ui, &draft.reason, reason(), hint, width) {
        new.reason = text.chars().take(LONGEST_REASON).collect();
    }
    if new != *draft {
        commands.push(TableCommand::ChangeModifier(Some(new)));
    }
    ui.horizontal_wrapped(|ui| {
        let why = if draft.aside.is_none() && draft.add == 0 {
            message!("An amount of 0 changes nothing.")
        } else {
            message!("Write the reason first.")
        };
        let changes = draft.aside.is_some() || draft.add != 0;
        let is_whole = changes && !draft.reason.trim().is_empty();
        let does = match draft.aside {
            Some(_) => message!("Set aside"),
            None => message!("Add"),
        };
        let pressed = off_because(quiet_button(ui, is_whole, does), why).clicked();
        if pressed || enter && is_whole {
            let mut all = form.modifiers.clone();
            all.push(written(draft));
            commands.push(TableCommand::Set(MODIFIERS, Some(json!(all))));
        }
        if quiet_button(ui, true, message!("Cancel")).clicked() {
            commands.push(TableCommand::ChangeModifier(None));
        }
    });
}

fn written(draft: &ModifierDraft) -> ModifierChange {
    let reason = draft.reason.trim().to_owned();
    match &draft.aside {
        Some(Reason { id, .. }) => ModifierChange::SetAside { aside: id.to_string(), reason },
        None => ModifierChange::Added { add: draft.add, reason },
    }
}
