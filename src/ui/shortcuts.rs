//! Keyboard shortcuts, and the list of them.

use egui::{Event, Grid, Key, KeyboardShortcut, Modal, Modifiers, Ui};

use crate::message::{Message, message};

use super::command::{BuilderCommand, Command, EditCommand, HomeCommand, Place};
use super::keys::take_command_digit;
use super::language::rich;
use super::theme::{self, palette};
use super::widgets::{heading, named, quiet_button};

/// Ctrl+Z undoes in the builder, and Ctrl+Shift+Z or Ctrl+Y redoes.
pub(super) fn builder_keys_ui(ui: &Ui, commands: &mut Vec<Command>) {
    if ui.ctx().text_edit_focused() {
        return;
    }
    let shift = Modifiers::COMMAND | Modifiers::SHIFT;
    let mut key = |modifiers, key, edit| {
        let shortcut = KeyboardShortcut::new(modifiers, key);
        if ui.input_mut(|input| input.consume_shortcut(&shortcut)) {
            commands.push(Command::Home(HomeCommand::Build(BuilderCommand::Edit(edit))));
        }
    };
    key(shift, Key::Z, EditCommand::Redo);
    key(Modifiers::COMMAND, Key::Y, EditCommand::Redo);
    key(Modifiers::COMMAND, Key::Z, EditCommand::Undo);
}

/// The keys, and what they do.
fn all() -> [(&'static str, Message); 8] {
    [
        ("Ctrl+Z", message!("Undo")),
        ("Ctrl+Shift+Z", message!("Redo")),
        ("Tab, ← ↑ → ↓", message!("Move from control to control")),
        ("Enter", message!("Press the large button, or the control you are on")),
        ("0–9", message!("Enter the face of a die, 0 for 10")),
        ("Ctrl+1 … Ctrl+6", message!("Open Home, Battles, Fleets, Print, Charts or Settings")),
        ("Esc", message!("Close this list, or leave a form")),
        ("?", message!("Show this list")),
    ]
}

/// The list.
pub(super) fn list_ui(ui: &mut Ui) {
    let colours = palette(ui.ctx());
    if ui.available_width() < 480.0 {
        for (keys, what) in all() {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.label(rich(ui, keys).family(theme::bold()).color(colours.clay));
            ui.label(rich(ui, what).color(colours.ink));
            ui.add_space(6.0);
        }
        return;
    }
    ui.spacing_mut().interact_size.y = 20.0;
    Grid::new("shortcuts").num_columns(2).spacing([16.0, 6.0]).show(ui, |ui| {
        for (keys, what) in all() {
            ui.label(rich(ui, keys).family(theme::bold()).color(colours.clay));
            ui.label(rich(ui, what).color(colours.ink));
            ui.end_row();
        }
    });
}

/// The list on top of everything else.
pub(super) fn over_ui(ui: &Ui, commands: &mut Vec<Command>) {
    let list = Modal::new(egui::Id::unique("shortcuts")).show(ui.ctx(), |ui| {
        ui.set_max_width(460.0);
        heading(ui, message!("Keyboard"));
        egui::ScrollArea::vertical().show(ui, list_ui);
        ui.add_space(6.0);
        named(quiet_button(ui, true, message!("Close")), message!("Close the list")).clicked()
    });
    if list.inner || list.should_close() {
        commands.push(Command::ShowShortcuts(false));
    }
}

/// Keys that mean the same everywhere.
pub(super) fn keys_ui(ui: &Ui, shown: bool, commands: &mut Vec<Command>) {
    if ui.ctx().text_edit_focused() {
        return;
    }
    let asked = |event: &Event| matches!(event, Event::Text(text) if text == "?");
    if ui.input(|input| input.events.iter().any(asked)) {
        commands.push(Command::ShowShortcuts(!shown));
    }
    let digit = take_command_digit(ui).map(usize::from);
    let place = digit.and_then(|digit| Place::BAR.get(digit.checked_sub(1)?));
    commands.extend(place.map(|place| Command::Go(*place)));
}
