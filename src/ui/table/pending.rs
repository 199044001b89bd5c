//! A pending order: it waits for the other side's answer, or for dice of another device.

use egui::Ui;

use crate::analysis::Forecast;
use crate::message::message;
use crate::session::{Asked, Declared};
use crate::ui::announcer::{Topic, announce};
use crate::ui::command::TableCommand;
use crate::ui::dice;
use crate::ui::language::{capital, rich};
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{aside, heading, named, quiet_button, row_button};

use super::state::Table;

/// The order, the answer or roll that it waits for, and this seat's choices.
pub(super) fn declared_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let Some(declared) = table.declared() else { return };
    heading(ui, &declared.headline);
    match &declared.asks {
        Some(asked) => asked_ui(ui, table, asked, commands),
        None => waiting_ui(ui, table, declared),
    }
    if declared.can_be_withdrawn && declared.by.is_none_or(|by| table.view.seat.plays(by)) {
        let name = message!("Withdraw the order");
        if named(quiet_button(ui, true, message!("Withdraw")), name).clicked() {
            commands.push(TableCommand::Withdraw);
        }
    }
}

/// A question to a side: its player answers, and others wait.
fn asked_ui(ui: &mut Ui, table: &Table, asked: &Asked, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    let side = table.called(asked.of);
    for roll in &asked.after {
        dice::roll_ui(ui, roll);
    }
    let question =
        message!("{side} answers: {question}", side, question = asked.question.to_string());
    announce(ui.ctx(), Topic::Asked, &question);
    ui.label(rich(ui, question).family(theme::bold()).color(colours.ink));
    let answers = table.view.seat.plays(asked.of);
    if !answers {
        aside(ui, message!("Waiting for the other side."));
    }
    for (at, choice) in asked.choices.iter().enumerate() {
        let label = capital(ui.ctx(), &choice.label);
        let odds = asked.each.get(at).and_then(Option::as_ref).map(Forecast::in_short);
        let name = match &odds {
            Some(odds) => message!("Answer: {label}: {odds}", label = &label, odds),
            None => message!("Answer: {label}", label = &label),
        };
        if answers {
            if row_button(ui, &label, odds.unwrap_or_default(), name).clicked() {
                commands.push(TableCommand::Answer(choice.value.clone()));
            }
        } else if let Some(odds) = odds {
            aside(ui, message!("{label}: {odds}", label = &label, odds));
        }
    }
}

fn waiting_ui(ui: &mut Ui, table: &Table, declared: &Declared) {
    match declared.needs.as_ref().and_then(|needs| needs.by) {
        Some(by) => aside(ui, message!("{side} rolls next.", side = table.called(by))),
        None => aside(ui, message!("Waiting for the other side.")),
    };
}
