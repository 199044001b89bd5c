//! What an order did: the dice, the modifiers with their reasons, the sentences.

use egui::{RichText, Ui};

use serde_json::{Map, Value};

use crate::journal::{Entry, Seen};
use crate::rules::{Battle, SystemTag, title};
use crate::ui::command::TableCommand;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{coloured, heading, quiet_button};
use crate::wording::order_in_brief;

use super::{Table, dice};

/// The result of the last order, with undo a tap away.
pub(super) fn result_ui(ui: &mut Ui, table: &Table, seen: &Seen, commands: &mut Vec<TableCommand>) {
    let plain = seen.report.as_ref().is_none_or(|r| r.rolls.is_empty() && r.warnings.is_empty());
    if plain && seen.sentences.len() == 1 {
        // A step without dice is told in its own sentence.
        let width = ui.available_width();
        ui.horizontal(|ui| {
            ui.allocate_ui(egui::vec2(width - 110.0, 30.0), |ui| details_ui(ui, seen));
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

/// The order and its outcome: `Ram A1 B1: sinking slowly`.
pub(super) fn headline(table: &Table, seen: &Seen) -> String {
    let order = order_name(table.battle().system(), &seen.order, &seen.brief);
    match seen.report.as_ref().map(|report| report.outcome) {
        None if seen.secret => format!("{order}: secret"),
        None => order,
        Some(outcome) => with_outcome(order, outcome),
    }
}

/// The same of an entry that is not on the line.
pub(super) fn headline_of(battle: &Battle, entry: &Entry) -> String {
    with_outcome(order_in_words(battle, &entry.order), &entry.outcome)
}

/// An order that has no outcome yet: `Ram A1 B1`.
pub(super) fn order_in_words(battle: &Battle, order: &Map<String, Value>) -> String {
    let brief = battle.read_order(order).map(|order| order_in_brief(&order)).unwrap_or_default();
    order_name(battle.system(), order, &brief)
}

fn order_name(system: SystemTag, order: &Map<String, Value>, brief: &str) -> String {
    let kind = order.get("kind").and_then(Value::as_str).unwrap_or_default();
    let name = system.order(kind).map_or(kind, |spec| spec.name);
    let rest = brief.strip_prefix(kind).unwrap_or_default().trim();
    if rest.is_empty() { name.to_owned() } else { format!("{name} {rest}") }
}

fn with_outcome(order: String, outcome: &str) -> String {
    if outcome == "done" { order } else { format!("{order}: {}", title(outcome).to_lowercase()) }
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
