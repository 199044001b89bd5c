//! The log: every order in plain words, each opening to its dice, with the way
//! back to any moment.

use egui::{CollapsingHeader, RichText, Ui};

use crate::ui::command::TableCommand;
use crate::ui::theme::palette;
use crate::ui::widgets::{aside, heading, named, quiet_button};

use super::{Table, result};

/// Every entry, the latest first; those that are undone stand above the line.
pub(super) fn log_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    let given = table.session.log();
    let cursor = table.session.cursor();
    if given.is_empty() {
        heading(ui, "Nothing has happened yet");
        aside(ui, "Every order will stand here, with its dice, and the way back to it.");
        return;
    }
    egui::ScrollArea::vertical().id_salt("log").auto_shrink([false, false]).show(ui, |ui| {
        for (at, entry) in given.iter().enumerate().rev() {
            if at + 1 == cursor && cursor < given.len() {
                aside(ui, "— above: taken back, until another order is given —");
            }
            let number = at + 1;
            let ink = if number > cursor { colours.quiet } else { colours.ink };
            let text = format!("{number}. {}", result::headline(table, entry));
            let title = RichText::new(text).color(ink);
            CollapsingHeader::new(title).id_salt(("entry", at)).show(ui, |ui| {
                result::details_ui(ui, entry);
                let (text, to) =
                    if number > cursor { ("Redo to here", number) } else { ("Undo to here", at) };
                let button = quiet_button(ui, true, text);
                if named(button, &format!("{text}: {number}")).clicked() {
                    commands.push(TableCommand::Jump(to));
                }
            });
        }
        if cursor == 0 {
            aside(ui, "— all of it is taken back —");
        }
    });
}
