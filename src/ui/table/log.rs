//! The log: every order in plain words, each opening to its dice, with the way
//! back to any moment.

use egui::Ui;
use serde_json::Value;

use crate::referee::Row;
use crate::rules::ends_a_phase;
use crate::say::{Say, say};
use crate::ui::command::{AmendCommand, TableCommand};
use crate::ui::theme::palette;
use crate::ui::widgets::{aside, choice, folding, heading, named, quiet_button, text_field};

use super::amending::can_be_amended;
use super::save_page::{save_button, saving_ui};
use super::state::{LogPage, Table};
use super::{luck, past, result};

/// The log, or the page that is open in its place. Every order, the latest
/// first; those that are undone stand above the line.
pub(super) fn log_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    match &table.log_page {
        LogPage::Orders => orders_ui(ui, table, commands),
        LogPage::Luck(luck) => luck::luck_ui(ui, table, luck.as_deref(), commands),
        LogPage::Saving(saving) => saving_ui(ui, saving, commands),
    }
}

fn orders_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let log = &*table.log;
    let cursor = log.cursor;
    if log.rows.is_empty() {
        heading(ui, say!("Nothing has happened yet"));
        aside(
            ui,
            say!("Every order appears here with its dice. Tap one to look back or amend it."),
        );
        save_button(ui, say!("Save…"), commands);
        past::struck_ui(ui, table, commands);
        return;
    }
    filter_ui(ui, table, commands);
    egui::ScrollArea::vertical().id_salt("log").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        let mut any = false;
        for row in log.rows.iter().rev() {
            if row.index + 1 == cursor && cursor < log.len {
                aside(ui, say!("— undone; a new order replaces them —"));
            }
            let shown = row_ui(ui, table, row, commands);
            if shown && ends_a_phase(row.order.get("kind").and_then(Value::as_str).unwrap_or("")) {
                ui.separator();
            }
            any |= shown;
        }
        if cursor == 0 {
            aside(ui, say!("— everything is undone —"));
        }
        if !any {
            aside(ui, say!("No order matches your search."));
        }
        past::struck_ui(ui, table, commands);
    });
}

/// An entry, where it passes the filter; whether it did.
fn row_ui(ui: &mut Ui, table: &Table, row: &Row, commands: &mut Vec<TableCommand>) -> bool {
    let colours = palette(ui.ctx());
    let told = told(row);
    if !table.log_filter.passes(row, &format!("{} {told}", row.headline)) {
        return false;
    }
    let (at, undone) = (row.index, row.undone);
    let number = at + 1;
    let ink = if undone { colours.quiet } else { colours.ink };
    let title = say!("{number}. {headline}", number, headline = &row.headline);
    folding(ui, ("entry", at), (&title, ink, &told), |ui| {
        result::order_ui(ui, row);
        result::details_ui(ui, row);
        result::note_ui(ui, &row.note);
        ui.horizontal_wrapped(|ui| {
            let mut button = |ui: &mut Ui, (text, name): (Say, Say), command| {
                if named(quiet_button(ui, true, text), name).clicked() {
                    commands.push(command);
                }
            };
            if !undone && can_be_amended(row) {
                let amend = TableCommand::Amend(AmendCommand::Begin(at));
                button(ui, (say!("Amend…"), say!("Amend…: {number}", number)), amend);
            }
            if !undone {
                let put_in = TableCommand::Amend(AmendCommand::Insert(at));
                button(
                    ui,
                    (say!("Insert before…"), say!("Insert an order before: {number}", number)),
                    put_in,
                );
            }
            let look = TableCommand::LookBack(Some(number));
            button(
                ui,
                (say!("Look back"), say!("Look back at the table after: {number}", number)),
                look,
            );
            let (text, name, to) = if undone {
                (say!("Redo to here"), say!("Redo to here: {number}", number), number)
            } else {
                (say!("Undo to here"), say!("Undo to here: {number}", number), at)
            };
            button(ui, (text, name), TableCommand::Jump(to));
        });
    });
    true
}

/// An entry in words: what it did, and what the players wrote beside it.
fn told(row: &Row) -> String {
    let mut words = row.sentences.clone();
    for (what, text) in [("Reason", &row.reason), ("Note", &row.note)] {
        if !text.is_empty() {
            words.push(format!("{what}: {text}"));
        }
    }
    words.join(" ")
}

fn filter_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let filter = &table.log_filter;
    ui.horizontal_wrapped(|ui| {
        let (name, hint) = (say!("Search the log"), say!("Search the log"));
        // The buttons beside it keep their row on a phone.
        let width = (ui.available_width() - 176.0).clamp(110.0, 260.0);
        if let Some(search) = text_field(ui, &filter.search, name, hint, width) {
            commands.push(TableCommand::SearchLog(search));
        }
        if named(quiet_button(ui, true, say!("Luck")), say!("Luck of the dice")).clicked() {
            commands.push(TableCommand::ShowLuck(true));
        }
        save_button(ui, say!("Save…"), commands);
    });
    egui::ScrollArea::horizontal().id_salt("ships of the log").show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if choice(ui, filter.ship.is_none(), true, say!("All"), say!("Log of all ships"))
                .clicked()
            {
                commands.push(TableCommand::LogOf(None));
            }
            for tag in table.view.cards.iter().map(|card| card.tag) {
                let (text, name) = (tag.to_string(), say!("Log of {tag}", tag));
                if choice(ui, filter.ship == Some(tag), true, &text, &name).clicked() {
                    commands.push(TableCommand::LogOf(Some(tag)));
                }
            }
        });
    });
}
