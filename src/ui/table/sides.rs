//! The ships of a side: as cards, as rows or as small rows, whichever fit on the screen.

use egui::Ui;

use crate::message::{Message, message};
use crate::rules::{Card, Side, UnitCondition};
use crate::ui::command::TableCommand;
use crate::ui::widgets::row_button;

use super::cards::{ROW, ROW_GAP, card_ui, row_ui};
use super::formation::{formation_ui, one_zone_ui, station_of};
use super::screen::SidePanel;
use super::small_rows::{self, CROWD};
use super::state::Table;

/// A side with this many units or more has rows for them instead of cards, or small rows
/// if rows would not fit.
const MANY: usize = 8;

/// The least width of a card, and about how high it is with the gap below it, in points.
const CARD: [f32; 2] = [230.0, 150.0];

/// The approximate height of the parts above the cards of a side, in points.
const ABOVE: f32 = 190.0;

/// The approximate height of a side with its units as rows, in points; infinite if the side has
/// other parts.
pub(super) fn height_of_rows(table: &Table) -> f32 {
    let has_more = table.view.sides.iter().any(|side| !side.marks.is_empty());
    if has_more || table.view.secrets || small_rows::most(table) >= MANY {
        return f32::INFINITY;
    }
    // Its name above, and the line of its losses below.
    let units = table.view.cards.iter().filter(|card| card.holder == Side::A).count();
    let most = units.max(table.view.cards.len() - units);
    90.0 + 52.0 + most as f32 * (ROW + ROW_GAP)
}

/// All units that a side controls now; prizes are with their captor. Lost ones
/// are folded into a line at the end.
pub(super) fn side_ui(ui: &mut Ui, table: &Table, side: Side, commands: &mut Vec<TableCommand>) {
    let held = table.view.cards.iter().filter(|card| card.holder == side);
    let (lost, afloat): (Vec<&Card>, Vec<&Card>) =
        held.partition(|card| matches!(card.standing, UnitCondition::Out(_)));
    if afloat.iter().any(|card| station_of(card).is_some()) {
        let left = ui.available_height();
        egui::ScrollArea::vertical().id_salt(("zones", side)).auto_shrink([false, false]).show(
            ui,
            |ui| {
                if SidePanel::of(ui.ctx()).cards {
                    formation_ui(ui, table, side, left, commands);
                } else {
                    one_zone_ui(ui, table, side, commands);
                }
                lost_ui(ui, table, side, &lost, commands);
            },
        );
        return;
    }
    // Every unit is visible without scrolling: if rows do not fit, small rows, on both sides if
    // one needs them.
    let room = ui.available_height();
    let is_crowd =
        |units: usize| units >= CROWD || units >= MANY && units as f32 * (ROW + ROW_GAP) > room;
    let most = small_rows::most(table).max(afloat.len());
    let crowd = afloat.len() >= MANY && is_crowd(most);
    let columns = if ui.available_width() >= 2.0 * CARD[0] { 2 } else { 1 };
    // Both sides look alike, whichever of them has more units.
    let cards = most.div_ceil(columns) as f32 * CARD[1];
    let rows = cards > ui.ctx().content_rect().height() - ABOVE || cards > ui.available_height();
    let left = ui.available_height();
    // Rows grow with the space, up to the height of cards.
    let share = (left - ABOVE / 2.0) / most.max(1) as f32 - ROW_GAP;
    let high = share.clamp(ROW, 0.6 * CARD[1]);
    egui::ScrollArea::vertical().id_salt(("cards", side)).auto_shrink([false, false]).show(
        ui,
        |ui| {
            ui.spacing_mut().item_spacing.y = if rows { ROW_GAP } else { 8.0 };
            if crowd {
                let height = left.min(small_rows::height_beside(ui, side, left));
                small_rows::crowd_ui(ui, table, &afloat, height, commands);
            }
            let shown = if crowd { Vec::new() } else { afloat };
            if !rows && columns > 1 && shown.len() >= MANY {
                for pair in shown.chunks(columns) {
                    ui.columns(columns, |halves| {
                        for (half, card) in halves.iter_mut().zip(pair) {
                            card_ui(half, table, card, commands);
                        }
                    });
                }
            } else {
                for card in shown {
                    if rows {
                        row_ui(ui, table, card, high, commands);
                    } else {
                        card_ui(ui, table, card, commands);
                    }
                }
            }
            lost_ui(ui, table, side, &lost, commands);
            ui.add_space(if crowd { 0.0 } else { 8.0 });
        },
    );
}

/// The units that a side has lost, below or above its zones.
pub(super) fn lost_of_ui(ui: &mut Ui, table: &Table, side: Side, commands: &mut Vec<TableCommand>) {
    let held = table.view.cards.iter().filter(|card| card.holder == side);
    let lost = held.filter(|card| matches!(card.standing, UnitCondition::Out(_)));
    lost_ui(ui, table, side, &lost.collect::<Vec<_>>(), commands);
}

/// The units that a side has lost, folded into a line.
fn lost_ui(
    ui: &mut Ui,
    table: &Table,
    side: Side,
    lost: &[&Card],
    commands: &mut Vec<TableCommand>,
) {
    if lost.is_empty() {
        return;
    }
    let shown = table.lost_shown[side.index()];
    let tags = Message::list(lost.iter().map(|card| Message::verbatim(card.tag.to_string())));
    let text = message!("Lost: {tags}", tags);
    let name = if shown {
        message!("Hide side {side}’s losses", side)
    } else {
        message!("Show side {side}’s losses", side)
    };
    if row_button(ui, text, "", name).clicked() {
        commands.push(TableCommand::ShowLost(side, !shown));
    }
    for card in lost.iter().filter(|_| shown) {
        row_ui(ui, table, card, ROW, commands);
    }
}
