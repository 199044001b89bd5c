//! The page for saving a battle or its report, opened from the menu and shown instead of the log.

use egui::Ui;

use crate::message::message;
use crate::print::Paper;
use crate::ui::announcer::Topic;
use crate::ui::command::{SaveChange, SaveCommand, SaveForm, Tab, TableCommand};
use crate::ui::theme::palette;
use crate::ui::widgets::{
    announced_ui, aside, caption, choice, heading, main_button, named, off_if, quiet_button, sheet,
    text_field, write_over_ui,
};

use super::saving::Saving;

/// Draws the page.
pub(super) fn saving_ui(ui: &mut Ui, saving: &Saving, commands: &mut Vec<TableCommand>) {
    let mut wanted = Vec::new();
    ui.horizontal(|ui| {
        if named(quiet_button(ui, true, message!("‹ Menu")), message!("Back to the menu")).clicked()
        {
            commands.push(TableCommand::Save(SaveCommand::Open(false)));
            commands.push(TableCommand::Show(Tab::Menu));
        }
        heading(ui, message!("Save or post"));
    });
    egui::ScrollArea::vertical().id_salt("saving").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 7.0;
        sheet(ui, |ui| what_ui(ui, saving, &mut wanted));
        match &saving.question {
            Some(path) => {
                if let Some(answer) = sheet(ui, |ui| write_over_ui(ui, path)) {
                    wanted.push(SaveChange::Answer(answer));
                }
            }
            None => sheet(ui, |ui| where_ui(ui, saving, &mut wanted)),
        }
        match &saving.outcome {
            Some(Ok(notice)) => {
                announced_ui(ui, Topic::Done, notice, palette(ui.ctx()).good);
            }
            Some(Err(why)) => {
                announced_ui(ui, Topic::Notice, why, palette(ui.ctx()).bad);
            }
            None if saving.is_under_way => {
                aside(ui, message!("Saving…"));
            }
            None => {}
        }
        ui.add_space(12.0);
    });
    let wanted = wanted.into_iter().map(SaveCommand::Change);
    commands.extend(wanted.map(TableCommand::Save));
}

/// The forms in which it can be saved.
fn what_ui(ui: &mut Ui, saving: &Saving, wanted: &mut Vec<SaveChange>) {
    caption(ui, message!("Format"));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        for form in SaveForm::ALL {
            let name = message!("Save as: {name}", name = form.name());
            if choice(ui, saving.form == form, form.name(), &name).clicked() {
                wanted.push(SaveChange::Form(form));
            }
        }
    });
    aside(ui, saving.form.about());
    if saving.form == SaveForm::Pdf {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            for (paper, text) in [(Paper::A4, "A4"), (Paper::Letter, "Letter")] {
                let name = message!("Paper: {text}", text);
                if choice(ui, saving.paper == paper, text, &name).clicked() {
                    wanted.push(SaveChange::Paper(paper));
                }
            }
        });
    }
    if saving.form == SaveForm::Markdown
        && quiet_button(ui, true, message!("Copy the Markdown")).clicked()
    {
        wanted.push(SaveChange::Copy);
    }
}

/// The choice of the place.
fn where_ui(ui: &mut Ui, saving: &Saving, wanted: &mut Vec<SaveChange>) {
    if cfg!(target_arch = "wasm32") {
        if main_button(ui, message!("Download"), 210.0).clicked() {
            wanted.push(SaveChange::Choose);
        }
        return;
    }
    caption(ui, message!("Where"));
    let (name, hint) = (message!("Path to save at"), message!("the path of a file"));
    let width = ui.available_width();
    if let Some(path) = text_field(ui, &saving.path, name, hint, width) {
        wanted.push(SaveChange::TypePath(path));
    }
    ui.horizontal_wrapped(|ui| {
        let why = if saving.is_under_way {
            Some(message!("It is being saved."))
        } else {
            saving.path.trim().is_empty().then(|| message!("Type a path first."))
        };
        let there = off_if(ui, why.as_ref(), |ui| main_button(ui, message!("Save there"), 150.0));
        if there.clicked() {
            wanted.push(SaveChange::ToPath);
        }
        let button = quiet_button(ui, true, message!("Choose a place…"));
        if named(button, message!("Choose where to save it")).clicked() {
            wanted.push(SaveChange::Choose);
        }
    });
    aside(ui, message!("If no file dialog opens, type the path instead."));
}
