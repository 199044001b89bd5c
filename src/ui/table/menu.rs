//! The menu of a battle, and the page on which players note where their models stand before
//! they stop.

use egui::{ScrollArea, Ui};

use crate::message::{Message, message};
use crate::rules::{Part, Side, Subject};
use crate::ui::command::{NoteCommand, Place, SaveCommand, TableCommand};
use crate::ui::language::rich;
use crate::ui::theme::palette;
use crate::ui::widgets::{
    aside, caption, heading, is_small, lines_field, main_button, named, quiet_button, row_button,
    sheet, switch,
};

use super::state::{Doing, Table};

/// Draws the menu, or the page of the note.
pub(super) fn menu_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let page = table.note.draft.is_some();
    let area = ScrollArea::vertical().id_salt(("menu", page)).auto_shrink([false, false]);
    area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 6.0;
        match &table.note.draft {
            Some(draft) => stop_ui(ui, table, draft, commands),
            None => list_ui(ui, table, commands),
        }
        ui.add_space(12.0);
    });
}

fn list_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    heading(ui, message!("Menu"));
    let stop = message!("Stop for tonight…");
    let row = row_button(ui, &stop, message!("Write down where the models stand."), &stop);
    if row.clicked() {
        commands.push(TableCommand::Note(NoteCommand::Open(true)));
    }
    dice_ui(ui, table, commands);
    caption(ui, message!("This battle"));
    #[cfg(all(feature = "host", not(target_arch = "wasm32")))]
    super::share_page::share_row(ui, table, commands);
    let save = message!("Save the battle or its report");
    if row_button(ui, message!("Save…"), message!("As a file or a report."), save).clicked() {
        commands.push(TableCommand::Save(SaveCommand::Open(true)));
    }
    places_ui(ui, commands);
    endings_ui(ui, table, commands);
}

/// The buttons to end a battle early.
fn endings_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let view = &table.view;
    let gives_orders = matches!(table.doing, Doing::Ordering(_)) && table.declared().is_none();
    if view.over || !gives_orders || table.is_done_in_secret() {
        return;
    }
    caption(ui, message!("End the battle"));
    let sides = || Side::ALL.iter().filter(|side| view.may_command(Subject::Side(**side)));
    let order = |part| view.system.orders().iter().find(|spec| spec.part == part);
    let mut rows = Vec::new();
    if let Some(spec) = order(Part::Concedes) {
        let concedes = |side: &Side| {
            (message!("Concede: {side}", side = table.side_name(*side)), Subject::Side(*side), spec)
        };
        rows.extend(sides().map(concedes));
    }
    if let Some(spec) = order(Part::Agrees).filter(|_| sides().next().is_some()) {
        rows.push((message!("Agree a result…"), Subject::Battle, spec));
    }
    for (name, subject, spec) in rows {
        if row_button(ui, &name, "", &name).clicked() {
            commands.push(TableCommand::Open(subject, spec.kind));
        }
    }
}

/// The switches for own dice.
fn dice_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let sides: Vec<Side> = table.sides_of_own_dice().collect();
    if sides.is_empty() {
        return;
    }
    caption(ui, message!("Own dice"));
    for side in sides {
        let own = table.rolls_own_dice(Some(side));
        let text = message!("{side}: own dice", side = table.side_name(side));
        if switch(ui, own, &text, &text) {
            commands.push(TableCommand::OwnDice(side, !own));
        }
    }
}

/// The other screens; the battle stays open.
fn places_ui(ui: &mut Ui, commands: &mut Vec<TableCommand>) {
    let mut places = vec![
        (message!("Print…"), message!("Print this battle"), Place::Print),
        (message!("Charts…"), message!("Open the charts"), Place::Charts),
        (message!("Settings…"), message!("Open the settings"), Place::Settings),
    ];
    // A larger window has them in its bar.
    if is_small(ui.ctx()) {
        places.push((message!("Leave the battle"), message!("Leave the battle"), Place::Battles));
    }
    for (text, name, place) in places {
        if row_button(ui, text, "", name).clicked() {
            commands.push(TableCommand::Go(place));
        }
    }
}

/// The page on which the note is written.
fn stop_ui(ui: &mut Ui, table: &Table, draft: &str, commands: &mut Vec<TableCommand>) {
    let mut wanted = Vec::new();
    ui.horizontal(|ui| {
        if named(quiet_button(ui, true, message!("‹ Menu")), message!("Back to the menu")).clicked()
        {
            wanted.push(NoteCommand::Open(false));
        }
        heading(ui, message!("Stop for tonight"));
    });
    sheet(ui, |ui| {
        aside(
            ui,
            message!("Every order is stored. This device also stores where the models stand."),
        );
        ui.label(rich(ui, &table.view.guide.headline).color(palette(ui.ctx()).ink));
        let (name, hint) = (
            message!("Where the models stand"),
            message!("A1 10 cm from the west edge, facing north; photo on Anna’s phone"),
        );
        caption(ui, &name);
        if let Some(text) = lines_field(ui, draft, name, hint, 6) {
            wanted.push(NoteCommand::Write(text));
        }
        if main_button(ui, message!("Stop"), 210.0).clicked() {
            wanted.push(NoteCommand::Stop);
        }
    });
    commands.extend(wanted.into_iter().map(TableCommand::Note));
}

/// The note of the last evening, until the players delete it.
pub(super) fn note_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let stored = &table.note.stored;
    if stored.is_empty() {
        return;
    }
    sheet(ui, |ui| {
        caption(ui, message!("Model positions"));
        ui.label(rich(ui, Message::verbatim(stored)).color(palette(ui.ctx()).ink));
        let name = message!("Delete the note");
        if named(quiet_button(ui, true, &name), &name).clicked() {
            commands.push(TableCommand::Note(NoteCommand::Delete));
        }
    });
}
