//! The units of a side in their zones. Facing zones stand at one height; a zone shows its two
//! columns beside each other, and its officers in its title.

use egui::{Sense, Ui, vec2};

use crate::rules::{Card, Mark, Side, Standing, Station};
use crate::say::{Joint, Say, say};
use crate::ui::command::TableCommand;
use crate::ui::language::{capital, rich};
use crate::ui::theme::palette;

use super::crowd::{GAP, HIGHEST, LEAST, cell_ui, height_beside};
use super::state::Table;

/// The height of a zone's title, in points.
const TITLE: f32 = 22.0;

/// The columns of a zone.
const COLUMNS: u8 = 2;

/// Where a unit is, if it is in a line of battle.
pub(super) fn station_of(card: &Card) -> Option<&Station> {
    card.marks.iter().find_map(|mark| mark.station.as_ref())
}

/// The marks of a side that no title of a zone shows.
pub(super) fn other_marks(marks: &[Mark]) -> Vec<Mark> {
    marks.iter().filter(|mark| mark.station.is_none()).cloned().collect()
}

/// The units of a zone's column, in their order.
fn column_of<'c>(units: &[&'c Card], rank: i8, column: u8) -> Vec<&'c Card> {
    let is_there = |station: &Station| station.rank == rank && station.column == column;
    units.iter().filter(|card| station_of(card).is_some_and(is_there)).copied().collect()
}

/// How many rows the units of a zone take.
fn rows_of(units: &[&Card], rank: i8) -> usize {
    let columns = (1..=COLUMNS).map(|column| column_of(units, rank, column).len());
    columns.max().unwrap_or_default()
}

/// The title of a zone: its name and its officers who are with no unit.
fn title_of(table: &Table, units: &[&Card], side: Side, rank: i8) -> Option<Say> {
    let marks = &table.view.sides[side.index()].marks;
    let officers = marks.iter().filter_map(|mark| mark.station.as_ref());
    let officers: Vec<&Station> = officers.filter(|station| station.rank == rank).collect();
    let mut known = units.iter().filter_map(|card| station_of(card)).chain(officers.clone());
    let zone = known.find(|station| station.rank == rank)?.zone.clone();
    let officers = officers.into_iter().map(|station| station.officer.clone());
    let parts = std::iter::once(zone).chain(officers);
    Some(Say::joined(parts.collect::<Vec<_>>(), Joint::Dot))
}

/// The zones of a side, from the same end of the table on both sides.
pub(super) fn formation_ui(
    ui: &mut Ui,
    table: &Table,
    (side, height): (Side, f32),
    commands: &mut Vec<TableCommand>,
) {
    let in_play = |side: Side| {
        let held = table.view.cards.iter().filter(move |card| card.holder == side);
        held.filter(|card| !matches!(card.standing, Standing::Out(_)))
    };
    let own: Vec<&Card> = in_play(side).collect();
    let enemies: Vec<&Card> = in_play(side.other()).collect();
    let sign = if side == Side::A { 1 } else { -1 };
    let all = own.iter().chain(&enemies).filter_map(|card| station_of(card));
    let most = all.map(|station| station.rank.abs()).max().unwrap_or_default();
    // A zone is as high as it has to be for the units of both sides.
    let zones: Vec<(i8, usize)> = (-most..=most)
        .map(|rank| sign * rank)
        .map(|rank| (rank, rows_of(&own, rank).max(rows_of(&enemies, -rank)).max(1)))
        .collect();
    let rows: usize = zones.iter().map(|(_, rows)| rows).sum();
    let height = height.min(height_beside(ui, side, height));
    let room = height - zones.len() as f32 * (TITLE + GAP) - 2.0 * GAP;
    let high = (room / rows.max(1) as f32 - GAP).clamp(LEAST[1], HIGHEST);
    let wide = (ui.available_width() - 6.0 + GAP) / f32::from(COLUMNS) - GAP;
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    for (rank, rows) in zones {
        title_ui(ui, title_of(table, &own, side, rank));
        let columns: Vec<Vec<&Card>> =
            (1..=COLUMNS).map(|column| column_of(&own, rank, column)).collect();
        for row in 0..rows {
            ui.horizontal(|ui| {
                for column in &columns {
                    match column.get(row) {
                        Some(card) => cell_ui(ui, table, (card, vec2(wide, high)), commands),
                        None => {
                            ui.allocate_exact_size(vec2(wide, high), Sense::hover());
                        }
                    }
                }
            });
        }
    }
}

/// A zone's title, over a line that shows where it begins.
fn title_ui(ui: &mut Ui, title: Option<Say>) {
    let colours = palette(ui.ctx());
    let size = vec2(ui.available_width() - 6.0, TITLE);
    super::cards::clipped(ui, size, |ui| {
        let line = egui::Stroke::new(colours.stroke, colours.line);
        let at = ui.max_rect();
        ui.painter().hline(at.x_range(), at.top(), line);
        ui.set_height(TITLE);
        let title = title.unwrap_or_else(|| say!("empty zone"));
        let words = rich(ui, capital(ui.ctx(), &title)).size(15.0).color(colours.clay);
        ui.add(egui::Label::new(words).truncate());
    });
}
