//! What an order did: the dice, the modifiers with their reasons, the sentences.

use egui::{RichText, Ui};

use serde_json::Value;

use crate::journal::{Entry, Seen};
use crate::rules::{Battle, title};
use crate::ui::command::TableCommand;
use crate::ui::dice;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{aside, coloured, heading, quiet_button};
use crate::wording::{order_in_full, order_in_words};

use super::state::Table;

/// The result of the last order, with undo a tap away.
pub(super) fn result_ui(ui: &mut Ui, table: &Table, seen: &Seen, commands: &mut Vec<TableCommand>) {
    let plain = seen.report.as_ref().is_none_or(|r| r.rolls.is_empty() && r.warnings.is_empty());
    if plain && seen.sentences.len() == 1 {
        // A step without dice is told in its own sentence.
        let width = ui.available_width();
        ui.horizontal(|ui| {
            let down = egui::Layout::top_down(egui::Align::Min);
            let size = egui::vec2(width - 110.0, 30.0);
            ui.allocate_ui_with_layout(size, down, |ui| details_ui(ui, seen));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                undo_ui(ui, commands);
            });
        });
        return;
    }
    heading(ui, &headline(table, seen));
    details_ui(ui, seen);
    undo_ui(ui, commands);
}

fn undo_ui(ui: &mut Ui, commands: &mut Vec<TableCommand>) {
    if quiet_button(ui, true, "Undo this").clicked() {
        commands.push(TableCommand::Undo);
    }
}

/// The order and its outcome: `Ram A1 → B1: sinking slowly`.
pub(super) fn headline(table: &Table, seen: &Seen) -> String {
    let order = order_in_words(table.battle().system(), &seen.order);
    match seen.report.as_ref().map(|report| report.outcome) {
        None if seen.secret => format!("{order}: secret"),
        None => order,
        Some(outcome) => with_outcome(order, outcome),
    }
}

/// The same of an entry that is not on the line.
pub(super) fn headline_of(battle: &Battle, entry: &Entry) -> String {
    with_outcome(order_in_words(battle.system(), &entry.order), &entry.outcome)
}

fn with_outcome(order: String, outcome: &str) -> String {
    if outcome == "done" { order } else { format!("{order}: {}", title(outcome).to_lowercase()) }
}

/// The order field by field, and the rule that it follows.
pub(super) fn order_ui(ui: &mut Ui, battle: &Battle, seen: &Seen) {
    let told = order_in_full(battle, &seen.order);
    if !told.is_empty() {
        aside(ui, &told.join(" · "));
    }
    let kind = seen.order.get("kind").and_then(Value::as_str).unwrap_or_default();
    if let Some(spec) = battle.system().order(kind) {
        aside(ui, &format!("Rule: {}", spec.rule));
    }
}

/// What the players wrote beside an entry.
pub(super) fn note_ui(ui: &mut Ui, note: &str) {
    if !note.is_empty() {
        aside(ui, &format!("Note: {note}"));
    }
}

/// The throws, what they did, and where the sequence was left.
pub(super) fn details_ui(ui: &mut Ui, seen: &Seen) {
    let colours = palette(ui.ctx());
    let report = seen.report.as_ref();
    for roll in report.map_or(&[][..], |report| &report.rolls) {
        dice::roll_ui(ui, roll);
    }
    for sentence in &seen.sentences {
        ui.label(RichText::new(sentence).family(theme::bold()).color(colours.ink));
    }
    for warning in report.map_or(&[][..], |report| &report.warnings) {
        coloured(ui, &format!("Out of turn: {warning}."), colours.bad);
    }
}
