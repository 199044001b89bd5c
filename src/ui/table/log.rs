//! The log: every order in plain words, each opening to its dice, with the way
//! back to any moment.

use egui::Ui;

use crate::journal::Seen;
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
        LogPage::Luck(luck) => luck::luck_ui(ui, table, luck, commands),
        LogPage::Saving(saving) => saving_ui(ui, saving, commands),
    }
}

fn orders_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let log = table.session.log();
    let cursor = table.session.cursor();
    if log.is_empty() {
        heading(ui, "Nothing has happened yet");
        aside(ui, "Every order will stand here, with its dice, and the way back to it.");
        save_button(ui, "Save…", commands);
        past::struck_ui(ui, table, commands);
        return;
    }
    filter_ui(ui, table, commands);
    egui::ScrollArea::vertical().id_salt("log").auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        let mut any = false;
        for (at, seen) in log.iter().enumerate().rev() {
            if at + 1 == cursor && cursor < log.len() {
                aside(ui, "— above: taken back, until another order is given —");
            }
            any |= entry_ui(ui, table, (at, seen), commands);
        }
        if cursor == 0 {
            aside(ui, "— all of it is taken back —");
        }
        if !any {
            aside(ui, "Nothing in the log is like that.");
        }
        past::struck_ui(ui, table, commands);
    });
}

/// An entry, where it passes the filter; whether it did.
fn entry_ui(
    ui: &mut Ui,
    table: &Table,
    (at, seen): (usize, &Seen),
    commands: &mut Vec<TableCommand>,
) -> bool {
    let colours = palette(ui.ctx());
    let headline = result::headline(table, seen);
    let told = told(seen);
    if !table.log_filter.passes(seen, &format!("{headline} {told}")) {
        return false;
    }
    let number = at + 1;
    let undone = number > table.session.cursor();
    let ink = if undone { colours.quiet } else { colours.ink };
    let title = format!("{number}. {headline}");
    folding(ui, ("entry", at), (&title, ink, &told), |ui| {
        if let Some(battle) = table.session.journal().at(at) {
            result::order_ui(ui, battle, seen);
        }
        result::details_ui(ui, seen);
        result::note_ui(ui, &seen.note);
        ui.horizontal_wrapped(|ui| {
            let mut button = |ui: &mut Ui, (text, name): (&str, &str), command| {
                if named(quiet_button(ui, true, text), &format!("{name}: {number}")).clicked() {
                    commands.push(command);
                }
            };
            if !undone && can_be_amended(seen) {
                let amend = TableCommand::Amend(AmendCommand::Begin(at));
                button(ui, ("Amend…", "Amend…"), amend);
            }
            if !undone {
                let put_in = TableCommand::Amend(AmendCommand::Insert(at));
                button(ui, ("Insert before…", "Insert an order before"), put_in);
            }
            let look = TableCommand::LookBack(Some(number));
            button(ui, ("Look back", "Look at the table then"), look);
            let (text, to) = if undone { ("Redo to here", number) } else { ("Undo to here", at) };
            button(ui, (text, text), TableCommand::Jump(to));
        });
    });
    true
}

/// An entry in words: what it did, and what the players wrote beside it.
fn told(seen: &Seen) -> String {
    let mut words = seen.sentences.clone();
    let reason = seen.order.get("note").and_then(serde_json::Value::as_str).unwrap_or_default();
    for (what, text) in [("Reason", reason), ("Note", &seen.note)] {
        if !text.is_empty() {
            words.push(format!("{what}: {text}"));
        }
    }
    words.join(" ")
}

fn filter_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let filter = &table.log_filter;
    ui.horizontal_wrapped(|ui| {
        let (name, hint) = ("Search the log", "Search the log");
        // The buttons beside it keep their row on a phone.
        let width = (ui.available_width() - 176.0).clamp(110.0, 260.0);
        if let Some(search) = text_field(ui, &filter.search, name, hint, width) {
            commands.push(TableCommand::SearchLog(search));
        }
        if named(quiet_button(ui, true, "Luck"), "Luck of the dice").clicked() {
            commands.push(TableCommand::ShowLuck(true));
        }
        save_button(ui, "Save…", commands);
    });
    egui::ScrollArea::horizontal().id_salt("ships of the log").show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if choice(ui, filter.ship.is_none(), true, "All", "Log of all ships").clicked() {
                commands.push(TableCommand::LogOf(None));
            }
            for tag in table.battle().tags() {
                let (text, name) = (tag.to_string(), format!("Log of {tag}"));
                if choice(ui, filter.ship == Some(tag), true, &text, &name).clicked() {
                    commands.push(TableCommand::LogOf(Some(tag)));
                }
            }
        });
    });
}
