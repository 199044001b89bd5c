//! The result of an order: the dice, the modifiers with their reasons, the
//! sentences.

use std::sync::Arc;

use egui::Ui;

use crate::dice::{Modifier, Roll};
use crate::games::SystemTag;
use crate::message::{Message, message};
use crate::rules::Sort;
use crate::session::LogRow;
use crate::text::order_in_words;
use crate::ui::charts;
use crate::ui::command::TableCommand;
use crate::ui::dice;
use crate::ui::language::{rich, tell_all};
use crate::ui::link;
use crate::ui::rule_words::Word;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{FoldingLine, aside, caption, coloured, folding, rule_link};

/// The effects of an order, in sentences that are not yet shown.
fn sentences_ui(ui: &mut Ui, row: &LogRow, shown: Option<&Message>) {
    let colours = palette(ui.ctx());
    for sentence in row.sentences.iter().filter(|sentence| Some(*sentence) != shown) {
        ui.label(rich(ui, sentence).family(theme::bold()).color(colours.ink));
    }
    for warning in &row.warnings {
        coloured(ui, message!("Warning: {warning}.", warning), colours.bad);
    }
}

/// The order field by field, and the rule that it follows.
pub(super) fn order_ui(ui: &mut Ui, row: &LogRow, commands: &mut Vec<TableCommand>) {
    if !row.fields.is_empty() {
        aside(ui, tell_all(ui, &row.fields).join(" · "));
    }
    rule_ui(ui, row, commands);
}

fn rule_ui(ui: &mut Ui, row: &LogRow, commands: &mut Vec<TableCommand>) {
    if !row.rule.is_empty() {
        let name =
            message!("Rule of order {number}: {rule}", number = row.index + 1, rule = &row.rule);
        if rule_link(ui, message!("Rule: {rule}", rule = &row.rule), name) {
            commands.push(TableCommand::ShowRule(row.rule.clone()));
        }
    }
}

/// The players' note on an order.
pub(super) fn note_ui(ui: &mut Ui, note: &str) {
    if !note.is_empty() {
        aside(ui, message!("Note: {note}", note));
    }
}

/// The orders that were just given: headline, dice, effects and reasons. Of orders that
/// were given as one, only those that rolled.
pub(super) fn result_ui(
    ui: &mut Ui,
    system: SystemTag,
    rows: &[Arc<LogRow>],
    row: &LogRow,
    commands: &mut Vec<TableCommand>,
) {
    let Some(group) = row.group.filter(|group| group.of > 1) else {
        // Without dice, the headlines would only repeat the sentences below.
        if !row.rolls.is_empty() {
            headline_ui(ui, &row.result);
            caption(ui, order_of(system, row, !row.result.is_empty()));
        } else if row.sentences.is_empty() {
            caption(ui, &row.headline);
        }
        parts_ui(ui, row, Some(&row.result).filter(|_| !row.rolls.is_empty()));
        return why_ui(ui, row, commands);
    };
    let first = (row.index + 1).saturating_sub(group.nth);
    let all = rows.get(first..).unwrap_or_default();
    let of_group = |row: &&Arc<LogRow>| row.group.as_ref().is_some_and(|one| one.id == group.id);
    let all: Vec<&Arc<LogRow>> = all.iter().take_while(of_group).collect();
    match all.first().and_then(|row| row.group_result.as_ref()) {
        Some(result) => headline_ui(ui, result),
        None => _ = caption(ui, &row.headline),
    }
    for row in all.iter().filter(|row| !row.rolls.is_empty()) {
        caption(ui, order_of(system, row, !row.sentences.is_empty()));
        details_ui(ui, row);
    }
}

/// The order; with its outcome unless that is shown beside it. A secret order is named as in the
/// log.
fn order_of(system: SystemTag, row: &LogRow, has_outcome_beside: bool) -> Message {
    if has_outcome_beside && !row.secret {
        order_in_words(system, &row.order)
    } else {
        row.headline.clone()
    }
}

/// The result of an order, in a line that can be read from across the table.
fn headline_ui(ui: &mut Ui, result: &Message) {
    if !result.is_empty() {
        let size = if ui.available_width() < 240.0 { 21.0 } else { 26.0 };
        let words = rich(ui, result).family(theme::didot()).size(size);
        ui.label(words.color(palette(ui.ctx()).clay));
    }
}

/// The source of a result. Its dice and modifiers are above; this part has the row of the table
/// to which they lead, explanations of the terms, and the rule.
pub(super) fn why_ui(ui: &mut Ui, row: &LogRow, commands: &mut Vec<TableCommand>) {
    let order = row.order.get("kind").and_then(serde_json::Value::as_str).unwrap_or_default();
    let order = Word::of_battle(ui.ctx(), &Sort::Order, order);
    let outcome = row.outcome.as_deref().filter(|outcome| *outcome != "done");
    let outcome = outcome.and_then(|slug| Word::of_battle(ui.ctx(), &Sort::Outcome, slug));
    if row.rolls.is_empty() || (order.is_none() && outcome.is_none()) {
        return;
    }
    let ink = palette(ui.ctx()).sea;
    let title = message!("Why? Order {number}", number = row.index + 1);
    let line = FoldingLine { title, ink, under: "" };
    folding(ui, ("why", row.index), line, |ui| {
        for roll in &row.rolls {
            aside(ui, sum_of(roll));
        }
        for one in outcome.map(|word| charts::rows_of(word, &row.rule)).unwrap_or_default() {
            let (title, cells) = (&one.chart, one.in_words());
            aside(ui, message!("Table {title}: {cells}", title, cells));
        }
        link::chips_ui(ui, |ui| {
            for word in [order, outcome].into_iter().flatten() {
                link::word_ui(ui, word);
            }
            for modifier in row.rolls.iter().flat_map(|roll| &roll.modifiers) {
                dice::modifier_ui(ui, modifier);
            }
        });
        rule_ui(ui, row, commands);
    });
}

/// How a roll came to its sum: `7 on the dice, +2 elite crew: 9`.
pub(super) fn sum_of(roll: &Roll) -> Message {
    if roll.modifiers.is_empty() {
        let purpose = roll.purpose.clone().sentence();
        return message!("{purpose}: {natural} on the dice", purpose, natural = roll.natural);
    }
    let modifiers = roll.modifiers.iter().map(Modifier::message);
    let purpose = roll.purpose.clone().sentence();
    let dice = message!("{natural} on the dice", natural = roll.natural);
    let parts = Message::list(std::iter::once(dice).chain(modifiers));
    message!("{purpose}: {parts}: {sum}", purpose, parts, sum = roll.modified)
}

/// The effects of an order, its warnings, and its rolls.
pub(super) fn details_ui(ui: &mut Ui, row: &LogRow) {
    parts_ui(ui, row, None);
}

fn parts_ui(ui: &mut Ui, row: &LogRow, shown: Option<&Message>) {
    sentences_ui(ui, row, shown);
    for roll in &row.rolls {
        dice::roll_ui(ui, roll);
    }
}
