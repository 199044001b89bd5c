//! The pane beside the fleets on a large screen: the log, the chart of the present step with
//! the row that was hit, and the record of the chosen unit.

use egui::{Frame, Margin, Panel, Role, Ui};

use crate::message::message;
use crate::rules::{Sort, Subject};
use crate::ui::charts;
use crate::ui::command::TableCommand;
use crate::ui::rule_words::Word;
use crate::ui::theme::palette;
use crate::ui::widgets::{landmark, sheet};

use super::state::{Doing, Table};
use super::{bottom, log, sheet_page};

/// From this width on, in points, a table has the pane.
pub(super) const LARGE: f32 = 1600.0;

/// The pane at the right edge.
pub(super) fn pane_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let width = (ui.available_width() * 0.2).clamp(360.0, 560.0);
    let frame = Frame::new().fill(palette(ui.ctx()).ground);
    let frame = frame.inner_margin(Margin { left: 10, right: 8, top: 8, bottom: 6 });
    Panel::right("pane").resizable(false).exact_size(width).frame(frame).show(ui, |ui| {
        landmark(ui, Role::Region, message!("Log, chart and record"));
        let most = ui.available_height() * 0.6;
        bottom::fitted(ui, "chart and record", 0, most, |ui| {
            chart_ui(ui, table);
            record_ui(ui, table, commands);
        });
        log::log_ui(ui, table, commands);
    });
}

/// The chart of the open order; otherwise of the last order, with the row that it led
/// to.
fn chart_ui(ui: &mut Ui, table: &Table) {
    let system = table.view.system;
    if let Some(form) = table.form() {
        return charts::step_ui(ui, system, form.offer().spec.rule, None);
    }
    let Some(row) = table.last_result().filter(|row| !row.rolls.is_empty()) else { return };
    let outcome = row.outcome.as_deref();
    let outcome = outcome.and_then(|slug| Word::of_battle(ui.ctx(), &Sort::Outcome, slug));
    charts::step_ui(ui, system, &row.rule, outcome);
}

/// The record of the chosen unit; a tap on a number corrects it.
fn record_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let Doing::Ordering(ordering) = &table.doing else { return };
    let Some(known) = &ordering.sheet else { return };
    let Some(unit) = known.tag else { return };
    sheet(ui, |ui| {
        sheet_page::sheet_ui(ui, known, Subject::Unit(unit), &ordering.orders, commands);
    });
}
