//! The log: every order in words. Each opens to show its dice, and leads back to its position.

use std::sync::Arc;

use egui::{Ui, vec2};
use serde_json::Value;

use crate::message::{Joint, Message, message};
use crate::rules::Part;
use crate::session::LogRow;
use crate::ui::command::{AmendCommand, TableCommand};
use crate::ui::language::tell;
use crate::ui::paint;
use crate::ui::platform;
use crate::ui::theme::{palette, touch};
use crate::ui::widgets::{
    FoldingLine, aside, choice, folding, heading, named, quiet_button, text_field,
};

use super::amend_state::can_be_amended;
use super::log_filter::LogFilter;
use super::save_page::saving_ui;
use super::state::{LogPage, Table};
use super::{earlier, luck, result};

/// The log, or the page that is open instead of it: every order, the latest first; undone ones
/// are above a line.
pub(super) fn log_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    #[cfg(all(feature = "host", not(target_arch = "wasm32")))]
    if table.sharing.is_shown() {
        return super::share_page::sharing_ui(ui, table, commands);
    }
    match &table.log_page {
        LogPage::Orders => orders_ui(ui, table, commands),
        LogPage::Luck(luck) => luck::luck_ui(ui, table, luck.as_deref(), commands),
        LogPage::Saving(saving) => saving_ui(ui, saving, commands),
    }
}

fn orders_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let log = &*table.log;
    let cursor = log.cursor;
    if log.rows.is_empty() {
        heading(ui, message!("Nothing has happened yet"));
        aside(
            ui,
            message!("Every order appears here with its dice. Tap one to look back or edit it."),
        );
        earlier::earlier_versions_ui(ui, table, commands);
        return;
    }
    let amended = table.amended.then(|| message!("The log is edited."));
    if let Some(said) = amended.as_ref().or(table.notice.as_ref()) {
        aside(ui, said);
    }
    filter_ui(ui, table, commands);
    let shown = shown(ui, table);
    let id = ui.scope_id().with("heights of the log");
    let mut heights: Heights = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let area = egui::ScrollArea::vertical().id_salt("log").auto_shrink([false, false]);
    area.show_viewport(ui, |ui, seen| {
        ui.spacing_mut().item_spacing.y = 2.0;
        // Beside the scroll bar.
        let width = ui.available_width();
        heights.fit(log.len, width);
        let top = ui.min_rect().min;
        let mut y = 0.0;
        // A screen above and below is drawn too, so that nothing flickers.
        let (from, to) = (seen.top() - seen.height(), seen.bottom() + seen.height());
        for block in shown.iter() {
            let height = heights.of(block.first);
            if y + height >= from && y <= to {
                let room = egui::Rect::from_min_size(top + vec2(0.0, y), vec2(width, 1e5));
                let drawn = ui.scope_builder(egui::UiBuilder::new().max_rect(room), |ui| {
                    block_ui(ui, table, *block, commands);
                });
                heights.set(block.first, drawn.response.rect.height() + 2.0);
            }
            y += heights.of(block.first);
        }
        let room = egui::Rect::from_min_size(top + vec2(0.0, y), vec2(width, 1e5));
        ui.scope_builder(egui::UiBuilder::new().max_rect(room), |ui| {
            if cursor == 0 {
                aside(ui, message!("All orders are undone."));
            }
            if shown.is_empty() {
                aside(ui, message!("No order matches the filter."));
            }
            earlier::earlier_versions_ui(ui, table, commands);
        });
    });
    if std::mem::take(&mut heights.changed) {
        platform::wake(ui.ctx());
    }
    ui.data_mut(|data| data.insert_temp(id, heights));
}

/// An item of the log: an order, orders that were given as one, or a run of secret
/// orders about which nothing else is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    /// The index of its latest order; the others of a run have the indices
    /// below it.
    first: usize,
    count: usize,
}

/// The items that pass the filter, the latest first, with the log and filter that they come
/// from.
#[derive(Clone)]
struct Shown {
    key: (String, [u64; 3], LogFilter),
    blocks: Arc<[Block]>,
}

/// The items that pass the filter, found again if log or filter have changed.
fn shown(ui: &Ui, table: &Table) -> Arc<[Block]> {
    let id = egui::Id::unique("shown in the log");
    let log = &*table.log;
    let moment = [log.at, log.cursor as u64, log.len as u64];
    let key = (table.client.slug().to_owned(), moment, table.log_filter.clone());
    let known: Option<Shown> = ui.data(|data| data.get_temp(id));
    if let Some(known) = known.filter(|known| known.key == key) {
        return known.blocks;
    }
    let passes = |row: &&Arc<LogRow>| {
        let [headline, text] =
            [&row.headline, &entry_text(row)].map(|message| tell(ui.ctx(), message));
        table.log_filter.passes(row, &format!("{headline} {text}"))
    };
    let mut blocks: Vec<Block> = Vec::new();
    for row in log.rows.iter().rev().filter(passes) {
        match blocks.last_mut() {
            Some(run) if continues(&log.rows[run.first], run.count, row) => run.count += 1,
            _ => blocks.push(Block { first: row.index, count: 1 }),
        }
    }
    let blocks: Arc<[Block]> = blocks.into();
    ui.data_mut(|data| data.insert_temp(id, Shown { key, blocks: Arc::clone(&blocks) }));
    blocks
}

/// Whether an order comes just before a run of `count` orders, and was given as one with
/// them, or is secret like them and looks the same.
fn continues(run: &LogRow, count: usize, row: &LogRow) -> bool {
    if run.index != row.index + count {
        return false;
    }
    let id = |row: &LogRow| row.group.as_ref().map(|group| group.id);
    if id(run).is_some() || id(row).is_some() {
        return id(run) == id(row);
    }
    let alike = run.headline == row.headline && run.undone == row.undone && run.note == row.note;
    run.secret && row.secret && alike
}

/// The height of each item of the log that has been drawn.
#[derive(Clone, Default)]
struct Heights {
    width: f32,
    known: Arc<Vec<Option<f32>>>,
    changed: bool,
}

/// The estimated height of an item that has not been drawn yet.
const USUAL_HEIGHT: f32 = 62.0;

impl Heights {
    /// Drops heights measured at another width.
    fn fit(&mut self, rows: usize, width: f32) {
        if (self.width - width).abs() > 0.5 {
            (self.width, self.known) = (width, Arc::default());
        }
        if self.known.len() != rows {
            Arc::make_mut(&mut self.known).resize(rows, None);
        }
    }

    fn of(&self, index: usize) -> f32 {
        self.known.get(index).copied().flatten().unwrap_or(USUAL_HEIGHT)
    }

    fn set(&mut self, index: usize, height: f32) {
        if (self.of(index) - height).abs() > 0.5
            && let Some(known) = Arc::make_mut(&mut self.known).get_mut(index)
        {
            *known = Some(height);
            self.changed = true;
        }
    }
}

/// An item of the log, with the line between it and the one above.
fn block_ui(ui: &mut Ui, table: &Table, block: Block, commands: &mut Vec<TableCommand>) {
    let log = &*table.log;
    let Some(row) = log.rows.get(block.first) else { return };
    if row.index + 1 == log.cursor && log.cursor < log.len {
        aside(ui, message!("Undone orders; the next new order replaces them."));
    }
    let (to, count) = (row.index + 1, block.count);
    let from = to + 1 - count;
    if count > 1 && row.group.is_some() {
        group_ui(ui, table, &log.rows[from - 1..to], commands);
    } else if count > 1 {
        let orders = message!(count => "{n} secret order" | "{n} secret orders");
        let headline = &row.headline;
        aside(ui, message!("{from}–{to}. {orders}: {headline}", from, to, orders, headline));
    } else {
        row_ui(ui, table, row, commands);
    }
    if table.view.system.part_of(row.order.get("kind").and_then(Value::as_str).unwrap_or(""))
        == Part::Ends
    {
        ui.separator();
    }
}

/// Orders that were given as one: the result of the group, and each order.
fn group_ui(ui: &mut Ui, table: &Table, rows: &[Arc<LogRow>], commands: &mut Vec<TableCommand>) {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return };
    let Some(group) = &first.group else { return };
    let (from, to) = (first.index + 1, last.index + 1);
    let begin = from - group.nth.min(from);
    let together = table.log.rows.get(begin).and_then(|row| row.group_result.as_ref());
    let colours = palette(ui.ctx());
    let ink = if last.undone { colours.quiet } else { colours.ink };
    let count = rows.len();
    let orders = message!(count => "{n} order given as one." | "{n} orders given as one.");
    let title = message!("{from}–{to}. {orders}", from, to, orders = together.unwrap_or(&orders));
    let rolls = rows.iter().filter(|row| !row.rolls.is_empty());
    let text = Message::joined(rolls.flat_map(|row| row.sentences.clone()), Joint::Space);
    let text = tell(ui.ctx(), &text);
    let line = FoldingLine { title: &title, ink, under: &text };
    folding(ui, ("group", first.index), line, |ui| {
        for row in rows.iter().rev() {
            row_ui(ui, table, row, commands);
        }
    });
}

/// An entry, with the button that amends it.
fn row_ui(ui: &mut Ui, table: &Table, row: &LogRow, commands: &mut Vec<TableCommand>) {
    if row.undone || !can_be_amended(row) {
        return entry_ui(ui, table, row, commands);
    }
    ui.horizontal_top(|ui| {
        let wide = ui.available_width() - touch(ui.ctx()) - 4.0;
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.vertical(|ui| {
            ui.set_width(wide);
            entry_ui(ui, table, row, commands);
        });
        let amend = quiet_button(ui, true, "");
        let ink = palette(ui.ctx()).sea;
        paint::pencil(ui.painter(), paint::inside_button(amend.rect, 13.0), ink);
        if named(amend, message!("Edit…: {number}", number = row.index + 1)).clicked() {
            commands.push(TableCommand::Amend(AmendCommand::Begin(row.index)));
        }
    });
}

/// An entry, which opens to its dice.
fn entry_ui(ui: &mut Ui, table: &Table, row: &LogRow, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    let line = tell(ui.ctx(), &entry_text(row));
    let (at, undone) = (row.index, row.undone);
    let number = at + 1;
    let ink = if undone { colours.quiet } else { colours.ink };
    let replaces = !undone && log_replaces(table, at);
    let title = if replaces {
        message!("{number}. {headline} (changed)", number, headline = &row.headline)
    } else {
        message!("{number}. {headline}", number, headline = &row.headline)
    };
    let line = FoldingLine { title: &title, ink, under: &line };
    folding(ui, ("entry", at), line, |ui| {
        if table.view.secrets && table.view.in_hand.is_none() {
            aside(ui, known_to(row));
        }
        result::order_ui(ui, row, commands);
        result::details_ui(ui, row);
        result::why_ui(ui, row, commands);
        result::note_ui(ui, &row.note);
        ui.horizontal_wrapped(|ui| {
            let mut button = |ui: &mut Ui, text: Message, name: Message, command| {
                if named(quiet_button(ui, true, text), name).clicked() {
                    commands.push(command);
                }
            };
            let name = message!("Look back at the table after: {number}", number);
            button(ui, message!("Look back"), name, TableCommand::LookBack(Some(number)));
            if undone {
                let name = message!("Redo to here: {number}", number);
                button(ui, message!("Redo to here"), name, TableCommand::Jump(number));
                return;
            }
            let name = message!("Insert an order before: {number}", number);
            let insert = TableCommand::Amend(AmendCommand::Insert(at));
            button(ui, message!("Insert before…"), name, insert);
            let name = message!("Undo to here: {number}", number);
            button(ui, message!("Undo to here"), name, TableCommand::Jump(at));
        });
    });
}

/// Whether an order replaces one of an earlier version.
fn log_replaces(table: &Table, at: usize) -> bool {
    table.log.struck.iter().any(|line| line.shared == at && line.count > 0)
}

/// The viewers who know of an order, if a side has secrets.
fn known_to(row: &LogRow) -> Message {
    if row.secret {
        message!("Secret: only the side that gave it knows all of it.")
    } else {
        message!("Public: both sides know it.")
    }
}

/// An entry in words: its effects, and the players' note.
fn entry_text(row: &LogRow) -> Message {
    let mut words = row.sentences.clone();
    if !row.reason.is_empty() {
        words.push(message!("Reason: {reason}", reason = &row.reason));
    }
    if !row.note.is_empty() {
        words.push(message!("Note: {note}", note = &row.note));
    }
    Message::joined(words, Joint::Space)
}

fn filter_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let filter = &table.log_filter;
    ui.horizontal_wrapped(|ui| {
        let (name, hint) = (message!("Search the log"), message!("Search the log"));
        // The buttons beside it stay on the same row on a phone.
        let width = (ui.available_width() - 90.0).clamp(110.0, 260.0);
        if let Some(search) = text_field(ui, &filter.search, name, hint, width) {
            commands.push(TableCommand::SearchLog(search));
        }
        if named(quiet_button(ui, true, message!("Luck")), message!("Luck of the dice")).clicked() {
            commands.push(TableCommand::ShowLuck(true));
        }
    });
    egui::ScrollArea::horizontal().id_salt("ships of the log").show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if choice(ui, filter.ship.is_none(), message!("All"), message!("Log of all ships"))
                .clicked()
            {
                commands.push(TableCommand::LogOf(None));
            }
            ships_ui(ui, table, commands);
        });
    });
}

/// The ships by which the log can be filtered. Those out of sight keep their
/// space, and are known to screen readers.
fn ships_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let id = ui.scope_id().with("widths");
    let mut widths: Arc<Vec<f32>> = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let height = touch(ui.ctx());
    for (at, tag) in table.view.cards.iter().map(|card| card.tag).enumerate() {
        let chosen = table.log_filter.ship == Some(tag);
        let name = message!("Log of {tag}", tag);
        let known = widths.get(at).map(|width| vec2(*width, height));
        let unseen = known
            .filter(|size| !ui.is_rect_visible(egui::Rect::from_min_size(ui.cursor().min, *size)));
        let response = if let Some(size) = unseen {
            let (_, response) = ui.allocate_exact_size(size, egui::Sense::click());
            let name = tell(ui.ctx(), &name);
            response.widget_info(|| {
                egui::WidgetInfo::selected(egui::Role::RadioButton, true, chosen, &name)
            });
            response
        } else {
            let response = choice(ui, chosen, tag.to_string(), name);
            let width = response.rect.width();
            if widths.get(at) != Some(&width) {
                let widths = Arc::make_mut(&mut widths);
                widths.resize(widths.len().max(at + 1), width);
                widths[at] = width;
            }
            response
        };
        if response.clicked() {
            commands.push(TableCommand::LogOf(Some(tag)));
        }
    }
    ui.data_mut(|data| data.insert_temp(id, widths));
}
