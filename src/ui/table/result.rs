//! What an order did: the dice, the modifiers with their reasons, the sentences.

use egui::Ui;

use crate::referee::Row;
use crate::say::say;
use crate::ui::command::TableCommand;
use crate::ui::dice;
use crate::ui::language::rich;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{aside, coloured, heading, quiet_button};

/// The result of the last order, with undo a tap away.
pub(super) fn result_ui(ui: &mut Ui, row: &Row, commands: &mut Vec<TableCommand>) {
    let plain = row.rolls.is_empty() && row.warnings.is_empty();
    if plain && row.sentences.len() == 1 {
        // A step without dice is told in its own sentence.
        let width = ui.available_width();
        ui.horizontal(|ui| {
            let down = egui::Layout::top_down(egui::Align::Min);
            let size = egui::vec2(width - 110.0, 30.0);
            ui.allocate_ui_with_layout(size, down, |ui| details_ui(ui, row));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                undo_ui(ui, commands);
            });
        });
        return;
    }
    heading(ui, &row.headline);
    details_ui(ui, row);
    undo_ui(ui, commands);
}

fn undo_ui(ui: &mut Ui, commands: &mut Vec<TableCommand>) {
    if quiet_button(ui, true, say!("Undo this")).clicked() {
        commands.push(TableCommand::Undo);
    }
}

/// The order field by field, and the rule that it follows.
pub(super) fn order_ui(ui: &mut Ui, row: &Row) {
    if !row.fields.is_empty() {
        aside(ui, row.fields.join(" · "));
    }
    if !row.rule.is_empty() {
        aside(ui, say!("Rule: {rule}", rule = &row.rule));
    }
}

/// What the players wrote beside an order.
pub(super) fn note_ui(ui: &mut Ui, note: &str) {
    if !note.is_empty() {
        aside(ui, say!("Note: {note}", note));
    }
}

/// The rolls, what they did, and where the sequence was left.
pub(super) fn details_ui(ui: &mut Ui, row: &Row) {
    let colours = palette(ui.ctx());
    for roll in &row.rolls {
        dice::roll_ui(ui, roll);
    }
    for sentence in &row.sentences {
        ui.label(rich(ui, sentence).family(theme::bold()).color(colours.ink));
    }
    for warning in &row.warnings {
        coloured(ui, say!("Warning: {warning}.", warning), colours.bad);
    }
}
