//! The result of an order: the dice, the modifiers with their reasons, the
//! sentences.

use egui::Ui;

use crate::referee::Row;
use crate::say::say;
use crate::ui::command::TableCommand;
use crate::ui::dice;
use crate::ui::language::{rich, tell_all};
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{announced, aside, caption, coloured, rule_link};

/// What an order did, in words.
pub(super) fn told_ui(ui: &mut Ui, row: &Row) {
    let colours = palette(ui.ctx());
    for sentence in &row.sentences {
        announced(&ui.label(rich(ui, sentence).family(theme::bold()).color(colours.ink)));
    }
    for warning in &row.warnings {
        coloured(ui, say!("Warning: {warning}.", warning), colours.bad);
    }
}

/// The order field by field, and the rule that it follows.
pub(super) fn order_ui(ui: &mut Ui, row: &Row, commands: &mut Vec<TableCommand>) {
    if !row.fields.is_empty() {
        aside(ui, tell_all(ui, &row.fields).join(" · "));
    }
    if !row.rule.is_empty() {
        let name = say!("Rule of order {number}: {rule}", number = row.index + 1, rule = &row.rule);
        if rule_link(ui, say!("Rule: {rule}", rule = &row.rule), name) {
            commands.push(TableCommand::ShowRule(row.rule.clone()));
        }
    }
}

/// The players' note on an order.
pub(super) fn note_ui(ui: &mut Ui, note: &str) {
    if !note.is_empty() {
        aside(ui, say!("Note: {note}", note));
    }
}

/// An order that was just given: what it was, its dice, what they did.
pub(super) fn result_ui(ui: &mut Ui, row: &Row) {
    if !row.rolls.is_empty() {
        caption(ui, &row.headline);
    }
    details_ui(ui, row);
}

/// The rolls, what they did, and where the order departed from the sequence of
/// play.
pub(super) fn details_ui(ui: &mut Ui, row: &Row) {
    for roll in &row.rolls {
        dice::roll_ui(ui, roll);
    }
    told_ui(ui, row);
}
