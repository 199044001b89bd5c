//! What an order did: the dice, the modifiers with their reasons, the sentences.

use egui::{RichText, Ui};

use crate::rules::title;
use crate::ui::command::TableCommand;
use crate::ui::session::Given;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{coloured, heading, quiet_button};
use crate::wording;

use super::{Table, dice};

/// The result of the last order, with undo a tap away.
pub(super) fn result_ui(
    ui: &mut Ui,
    table: &Table,
    given: &Given,
    commands: &mut Vec<TableCommand>,
) {
    let plain = given.report.rolls.is_empty() && given.report.warnings.is_empty();
    if plain && given.sentences.len() == 1 {
        // A step without dice is told in its own sentence.
        let width = ui.available_width();
        ui.horizontal(|ui| {
            ui.allocate_ui(egui::vec2(width - 110.0, 30.0), |ui| details_ui(ui, given));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if quiet_button(ui, true, "Undo this").clicked() {
                    commands.push(TableCommand::Undo);
                }
            });
        });
        return;
    }
    heading(ui, &headline(table, given));
    details_ui(ui, given);
    if quiet_button(ui, true, "Undo this").clicked() {
        commands.push(TableCommand::Undo);
    }
}

/// The order and its outcome: `Ram A1 B1: sinking slowly`.
pub(super) fn headline(table: &Table, given: &Given) -> String {
    let brief = wording::order_in_brief(&given.order);
    let kind = given.order.kind();
    let name = table.battle().system().order(&kind).map_or(kind.as_str(), |spec| spec.name);
    let rest = brief.strip_prefix(kind.as_str()).unwrap_or("").trim();
    let order = if rest.is_empty() { name.to_owned() } else { format!("{name} {rest}") };
    match given.report.outcome {
        "done" => order,
        outcome => format!("{order}: {}", title(outcome).to_lowercase()),
    }
}

/// The throws, what they did, and where the sequence was left.
pub(super) fn details_ui(ui: &mut Ui, given: &Given) {
    let colours = palette(ui.ctx());
    for roll in &given.report.rolls {
        dice::roll_ui(ui, roll);
    }
    for sentence in &given.sentences {
        ui.label(RichText::new(sentence).family(theme::bold()).color(colours.ink));
    }
    for warning in &given.report.warnings {
        coloured(ui, &format!("Out of turn: {warning}."), colours.bad);
    }
}
