//! What the players change about the modifiers of an order before its roll: one is set aside,
//! or one is added, with a reason.

use egui::Ui;
use serde_json::json;

use crate::dice::{AskedRoll, ModifierChange, Reason};
use crate::message::{Message, message};
use crate::rules::modifier_changes::{LONGEST_REASON, MODIFIERS, MOST_ADDED};
use crate::ui::command::{ModifierDraft, TableCommand};
use crate::ui::theme::palette;
use crate::ui::widgets::{aside, folding, off_because, quiet_button, stepper, text_field};

use super::order_form::Form;

/// Folds out below the modifiers of a roll.
pub(super) fn modifiers_ui(
    ui: &mut Ui,
    (form, ask): (&Form, &AskedRoll),
    commands: &mut Vec<TableCommand>,
) {
    let title = (message!("Change modifiers"), palette(ui.ctx()).sea, "");
    let of = (MODIFIERS, form.offer().spec.kind, form.subject.to_string());
    folding(ui, of, title, |ui| {
        for (at, change) in form.modifiers.iter().enumerate() {
            if quiet_button(ui, true, removes(ask, change)).clicked() {
                let mut rest = form.modifiers.clone();
                rest.remove(at);
                commands.push(TableCommand::Set(MODIFIERS, Some(json!(rest))));
            }
        }
        match &form.changing {
            Some(draft) => draft_ui(ui, form, draft, commands),
            None => begin_ui(ui, ask, commands),
        }
    });
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

/// Each modifier that can be set aside, and one that is added.
fn begin_ui(ui: &mut Ui, ask: &AskedRoll, commands: &mut Vec<TableCommand>) {
    let mut begins = |aside: Option<Reason>| {
        let draft = ModifierDraft { aside, add: 1, reason: String::new() };
        commands.push(TableCommand::ChangeModifier(Some(draft)));
    };
    ui.horizontal_wrapped(|ui| {
        let of_the_rules = |reason: &Reason| reason.id != ModifierChange::ADDED;
        let counted = ask.modifiers.iter().filter(|one| one.amount != 0);
        for reason in counted.map(|one| &one.reason).filter(|reason| of_the_rules(reason)) {
            if quiet_button(ui, true, message!("Set aside: {what}…", what = &reason.why)).clicked()
            {
                begins(Some(reason.clone()));
            }
        }
        if quiet_button(ui, true, message!("Add a modifier…")).clicked() {
            begins(None);
        }
    });
}

/// The change that is being written.
fn draft_ui(ui: &mut Ui, form: &Form, draft: &ModifierDraft, commands: &mut Vec<TableCommand>) {
    let mut new = draft.clone();
    if let Some(reason) = &draft.aside {
        aside(ui, message!("Set aside: {what}", what = &reason.why));
    } else if let Some(add) =
        stepper(ui, draft.add, (-MOST_ADDED, MOST_ADDED), message!("Modifier of your own"))
    {
        new.add = add;
    }
    let hint = message!("What both sides agreed on");
    let width = ui.available_width();
    if let Some(text) = text_field(ui, &draft.reason, message!("Reason"), hint, width) {
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
        if off_because(quiet_button(ui, is_whole, does), why).clicked() {
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
