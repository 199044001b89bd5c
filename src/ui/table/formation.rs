//! The units in their zones, as the armies face each other. A wide screen shows all zones side
//! by side. A narrower one shows each army in a column, with facing zones at one height. A
//! small one shows one zone at a time. A zone shows its two columns beside each other, and its
//! officers in its title.

use std::sync::Arc;

use egui::{Align, Id, Layout, Rect, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo};
use egui::{Vec2, vec2};

use crate::message::{Joint, Message, message};
use crate::rules::{Card, Mark, Side, Station, Tag, UnitCondition};
use crate::ui::command::TableCommand;
use crate::ui::language::{capital, tell};
use crate::ui::theme::{palette, touch};
use crate::ui::widgets::{focus_ring, follow_focus};

use super::small_rows::{GAP, HIGHEST, LEAST, cell_ui, height_beside};
use super::state::Table;

/// The least height of a zone's title, in points.
const TITLE: f32 = 18.0;

/// The free space at the right of the units, in points.
const RIGHT: f32 = 6.0;

/// The columns of a zone.
const COLUMNS: u8 = 2;

/// Where a unit is, if it is in a line of battle.
pub(super) fn station_of(card: &Card) -> Option<&Station> {
    card.marks.iter().find_map(|mark| mark.station.as_ref())
}

/// The marks of a side that neither a title of a zone nor a card of the hand shows.
pub(super) fn other_marks(marks: &[Mark]) -> Vec<Mark> {
    let is_other = |mark: &&Mark| mark.station.is_none() && mark.hand.is_empty();
    marks.iter().filter(is_other).cloned().collect()
}

/// The units of a zone's column, in their order.
fn column_of<'c>(units: &[&'c Card], rank: i8, column: u8) -> Vec<&'c Card> {
    let is_there = |station: &Station| station.rank == rank && station.column == column;
    units.iter().filter(|card| station_of(card).is_some_and(is_there)).copied().collect()
}

/// The number of rows of the units of a zone.
fn rows_of(units: &[&Card], rank: i8) -> usize {
    let columns = (1..=COLUMNS).map(|column| column_of(units, rank, column).len());
    columns.max().unwrap_or_default()
}

/// The officers of a side in a zone who are with no unit.
fn officers_in(table: &Table, side: Side, rank: i8) -> Vec<&Station> {
    let marks = &table.view.sides[side.index()].marks;
    let stations = marks.iter().filter_map(|mark| mark.station.as_ref());
    stations.filter(|station| station.rank == rank).collect()
}

/// The name of a zone, if a unit or an officer is there.
fn zone_of(table: &Table, units: &[&Card], side: Side, rank: i8) -> Option<Message> {
    let units = units.iter().filter_map(|card| station_of(card));
    let mut known = units.chain(officers_in(table, side, rank));
    known.find(|station| station.rank == rank).map(|station| station.zone.clone())
}

/// The title of a zone: its name and its officers who are with no unit.
fn title_of(table: &Table, units: &[&Card], side: Side, rank: i8) -> Option<Message> {
    let zone = zone_of(table, units, side, rank)?;
    let officers = officers_in(table, side, rank).into_iter().map(|one| one.officer.clone());
    let parts = std::iter::once(zone).chain(officers);
    Some(Message::joined(parts.collect::<Vec<_>>(), Joint::Dot))
}

/// The units of a side in play.
fn in_play(table: &Table, side: Side) -> Vec<&Card> {
    let held = table.view.cards.iter().filter(move |card| card.holder == side);
    held.filter(|card| !matches!(card.standing, UnitCondition::Out(_))).collect()
}

/// The extent of the zones to the left and to the right of the centre.
fn reach(units: &[&Card]) -> i8 {
    let ranks = units.iter().filter_map(|card| station_of(card)).map(|station| station.rank.abs());
    ranks.max().unwrap_or_default()
}

/// The zones of a side, from the same end of the table on both sides.
pub(super) fn formation_ui(
    ui: &mut Ui,
    table: &Table,
    side: Side,
    height: f32,
    commands: &mut Vec<TableCommand>,
) {
    let [own, enemies] = [side, side.other()].map(|side| in_play(table, side));
    let sign = if side == Side::A { 1 } else { -1 };
    let most = reach(&own).max(reach(&enemies));
    // A zone is as high as it has to be for the units and the titles of both sides.
    ui.set_max_width(ui.available_width() - RIGHT);
    let width = ui.available_width();
    let zones: Vec<(i8, usize, f32)> = (-most..=most)
        .map(|rank| sign * rank)
        .map(|rank| {
            let titles = [(&own, side, rank), (&enemies, side.other(), -rank)];
            let titles = titles.map(|(units, side, rank)| title_of(table, units, side, rank));
            let heights = titles.map(|title| title_words(ui, title, width).size().y);
            let rows = rows_of(&own, rank).max(rows_of(&enemies, -rank)).max(1);
            (rank, rows, heights[0].max(heights[1]).max(TITLE))
        })
        .collect();
    let rows: usize = zones.iter().map(|(_, rows, _)| rows).sum();
    let titles: f32 = zones.iter().map(|(_, _, title)| title + GAP).sum();
    let height = height.min(height_beside(ui, side, height));
    let room = height - titles - 2.0 * GAP;
    let high = (room / rows.max(1) as f32 - GAP).clamp(LEAST[1], HIGHEST);
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    for (rank, rows, title) in zones {
        let line = Stroke::new(palette(ui.ctx()).stroke, palette(ui.ctx()).line);
        ui.painter().hline(ui.max_rect().x_range(), ui.cursor().top(), line);
        title_ui(ui, title_of(table, &own, side, rank), title);
        let columns = (1..=COLUMNS).map(|column| from_the_front(&own, rank, column, rows));
        columns_ui(ui, table, &columns.collect::<Vec<_>>(), high, commands);
    }
}

/// The cards of a zone's column from the front to the reserve, in this number of rows.
fn from_the_front<'c>(
    units: &[&'c Card],
    rank: i8,
    column: u8,
    rows: usize,
) -> Vec<Option<&'c Card>> {
    let mut column: Vec<_> = column_of(units, rank, column).into_iter().map(Some).collect();
    column.resize(rows, None);
    column
}

/// The columns of a zone beside each other, in rows of this height. A unit alone in its row is
/// wider, but on the side of its column.
fn columns_ui(
    ui: &mut Ui,
    table: &Table,
    columns: &[Vec<Option<&Card>>],
    high: f32,
    commands: &mut Vec<TableCommand>,
) {
    let all = ui.available_width();
    let half = (all + GAP) / f32::from(COLUMNS) - GAP;
    let rows = columns.iter().map(Vec::len).max().unwrap_or_default();
    for row in 0..rows {
        let cards: Vec<_> = columns.iter().map(|column| column.get(row).copied()).collect();
        let alone = cards.iter().flatten().flatten().count() == 1;
        let wide = if alone { ALONE * all } else { half };
        ui.horizontal(|ui| {
            for card in cards {
                if let Some(card) = card.flatten() {
                    cell_ui(ui, table, card, vec2(wide, high), commands);
                } else {
                    let free = if alone { all - wide - GAP } else { half };
                    ui.allocate_exact_size(vec2(free, high), Sense::hover());
                }
            }
        });
    }
}

/// The share of a zone's width that a unit takes alone in its row.
const ALONE: f32 = 0.75;

/// The least width and height in which all zones are side by side, in points.
const SIDE_BY_SIDE: [f32; 2] = [1200.0, 600.0];

/// Whether all zones are side by side in this space.
pub(super) fn is_side_by_side(table: &Table, room: Vec2) -> bool {
    let has_zones = table.view.cards.iter().any(|card| station_of(card).is_some());
    has_zones && room.x >= SIDE_BY_SIDE[0] && room.y >= SIDE_BY_SIDE[1]
}

/// An army on a table whose zones are side by side.
struct Army<'c> {
    side: Side,
    /// How its count of the zones runs from left to right: up or down.
    sign: i8,
    units: Vec<&'c Card>,
}

impl Army<'_> {
    fn title(&self, table: &Table, rank: i8) -> Option<Message> {
        title_of(table, &self.units, self.side, self.sign * rank)
    }

    fn rows(&self, rank: i8) -> usize {
        rows_of(&self.units, self.sign * rank)
    }

    /// The columns of a zone from left to right, each from the front to the reserve.
    fn columns(&self, rank: i8) -> Vec<Vec<Option<&Card>>> {
        let (rank, rows) = (self.sign * rank, self.rows(rank));
        let columns = (1..=COLUMNS).map(|column| from_the_front(&self.units, rank, column, rows));
        columns.collect()
    }
}

/// The least gap between the fronts, in points.
const FRONT: f32 = 12.0;

/// The greatest height of a unit there: its name may need three lines.
const HIGHEST_THERE: f32 = 86.0;

/// All zones side by side in this height: those of the near side from its left to its right, and
/// above each the enemy's that faces it, front against front.
pub(super) fn side_by_side_ui(
    ui: &mut Ui,
    table: &Table,
    near: Side,
    height: f32,
    commands: &mut Vec<TableCommand>,
) {
    let army = |side, sign| Army { side, sign, units: in_play(table, side) };
    let armies = [army(near.other(), -1), army(near, 1)];
    let most = armies.iter().map(|army| reach(&army.units)).max().unwrap_or_default();
    let wide = (ui.available_width() + GAP) / f32::from(2 * most + 1) - GAP;
    let inside = wide - 2.0 * EDGE;
    let titles = armies.each_ref().map(|army| {
        let titles = (-most..=most).map(|rank| title_words(ui, army.title(table, rank), inside));
        titles.map(|words| words.size().y).fold(TITLE, f32::max)
    });
    let rows = armies.iter().map(|army| (-most..=most).map(|rank| army.rows(rank)).max());
    let rows = rows.flatten().sum::<usize>().max(1) as f32;
    let fixed = titles.iter().sum::<f32>() + FRONT + 2.0 * (EDGE + GAP);
    let high = ((height - fixed) / rows - GAP).clamp(LEAST[1], HIGHEST_THERE);
    let size = vec2(wide, height.max(fixed + rows * (high + GAP)));
    let acts = table.actor().and_then(|tag| Some((tag.side, station_of(table.card(tag)?)?.rank)));
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    ui.horizontal_top(|ui| {
        for rank in -most..=most {
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            let is_here = |army: &Army| acts == Some((army.side, army.sign * rank));
            zone_edge_ui(ui, rect, armies.iter().any(is_here));
            let at = UiBuilder::new().id_salt(("zone", rank)).max_rect(rect.shrink(EDGE));
            ui.scope_builder(at.layout(Layout::top_down(Align::Min)), |ui| {
                let zone = Zone { rank, high, title: titles[0] };
                facing_ui(ui, table, &armies, zone, commands);
            });
        }
    });
}

/// The space between the edge of a zone and its units, in points.
const EDGE: f32 = 2.0;

/// The edge of a zone, in blue while a unit in it acts.
fn zone_edge_ui(ui: &Ui, rect: Rect, acts: bool) {
    let colours = palette(ui.ctx());
    let (width, colour) = if acts { (2.0, colours.sea) } else { (1.0, colours.line) };
    ui.painter().rect_stroke(rect, 6.0, Stroke::new(width, colour), StrokeKind::Inside);
}

/// One of the zones that are shown side by side, with the heights of its units and of the title
/// above them.
#[derive(Clone, Copy)]
struct Zone {
    rank: i8,
    high: f32,
    title: f32,
}

/// The far army of a zone at its top, and the near one at its bottom.
fn facing_ui(
    ui: &mut Ui,
    table: &Table,
    armies: &[Army; 2],
    zone: Zone,
    commands: &mut Vec<TableCommand>,
) {
    let [far, near] = armies;
    let bottom = ui.max_rect().bottom();
    title_ui(ui, far.title(table, zone.rank), zone.title);
    let columns = far.columns(zone.rank).into_iter().rev();
    let from_behind = columns.map(|column| column.into_iter().rev().collect());
    columns_ui(ui, table, &from_behind.collect::<Vec<_>>(), zone.high, commands);
    let title = near.title(table, zone.rank);
    let words = title_words(ui, title.clone(), ui.available_width()).size().y;
    let high = near.rows(zone.rank) as f32 * (zone.high + GAP) + words;
    ui.add_space((bottom - high - ui.cursor().top()).max(0.0));
    columns_ui(ui, table, &near.columns(zone.rank), zone.high, commands);
    title_ui(ui, title, 0.0);
}

/// The zone that a small screen shows, as side A counts it, and the unit that it follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ShownZone {
    rank: i8,
    followed: Option<Tag>,
}

/// On a small screen, one zone and the enemy's that faces it, with a way to the others. It is
/// the zone of the unit that acts, until another is chosen.
pub(super) fn one_zone_ui(
    ui: &mut Ui,
    table: &Table,
    side: Side,
    commands: &mut Vec<TableCommand>,
) {
    let [own, enemies] = [side, side.other()].map(|side| in_play(table, side));
    let sign = |side: Side| if side == Side::A { 1 } else { -1 };
    let id = Id::unique("the zone that is shown");
    let mut shown: ShownZone = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let acts = table.actor();
    if acts != shown.followed {
        shown.followed = acts;
        let card = acts.and_then(|acts| table.card(acts));
        if let Some((card, station)) = card.and_then(|card| Some((card, station_of(card)?))) {
            shown.rank = sign(card.holder) * station.rank;
        }
    }
    ui.set_max_width(ui.available_width() - RIGHT);
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    let most = reach(&own).max(reach(&enemies));
    let zones = (-most..=most).map(|rank| {
        let counts = [(&own, rank), (&enemies, -rank)].map(|(units, rank)| {
            units.iter().filter(|card| station_of(card).is_some_and(|at| at.rank == rank)).count()
        });
        (rank, zone_of(table, &own, side, rank).unwrap_or_else(|| message!("empty")), counts)
    });
    if let Some(rank) = tabs_ui(ui, &zones.collect::<Vec<_>>(), sign(side) * shown.rank) {
        shown.rank = sign(side) * rank;
    }
    ui.data_mut(|data| data.insert_temp(id, shown));
    let rank = sign(side) * shown.rank;
    let rows = rows_of(&enemies, -rank).max(1);
    title_ui(ui, title_of(table, &enemies, side.other(), -rank), TITLE);
    // The enemy's columns are counted from the other end, and its front is below.
    let facing = (1..=COLUMNS)
        .rev()
        .map(|column| from_the_front(&enemies, -rank, column, rows).into_iter().rev().collect());
    columns_ui(ui, table, &facing.collect::<Vec<_>>(), HIGHEST, commands);
    ui.add_space(12.0);
    title_ui(ui, title_of(table, &own, side, rank), TITLE);
    let rows = rows_of(&own, rank).max(1);
    let columns = (1..=COLUMNS).map(|column| from_the_front(&own, rank, column, rows));
    columns_ui(ui, table, &columns.collect::<Vec<_>>(), HIGHEST, commands);
}

/// The least width of a zone's tab, in points.
const TAB: f32 = 68.0;

/// A tab for each zone: its name, and how many units of each side stand there. Returns the
/// one that was tapped.
fn tabs_ui(ui: &mut Ui, zones: &[(i8, Message, [usize; 2])], shown: i8) -> Option<i8> {
    let mut tapped = None;
    let fits = |count: &usize| *count as f32 * (TAB + GAP) - GAP <= ui.available_width();
    let in_a_row = (1..=zones.len()).rev().find(fits).unwrap_or(1);
    for row in zones.chunks(in_a_row) {
        let width = (ui.available_width() + GAP) / row.len() as f32 - GAP;
        ui.horizontal(|ui| {
            for (rank, name, [own, enemies]) in row {
                let counts = message!("{own} : {enemies}", own, enemies);
                let spoken = message!("Zone: {name}, {own} against {enemies}", name, own, enemies);
                if tab_ui(ui, [name, &counts], *rank == shown, width, &spoken) {
                    tapped = Some(*rank);
                }
            }
        });
    }
    tapped
}

/// A tab of two short lines. Returns whether it was tapped.
fn tab_ui(ui: &mut Ui, lines: [&Message; 2], on: bool, width: f32, name: &Message) -> bool {
    let colours = palette(ui.ctx());
    let size = vec2(width, touch(ui.ctx()));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let [fill, ink] = if on { [colours.sea, colours.on_sea] } else { [colours.card, colours.ink] };
    let edge = Stroke::new(colours.stroke, colours.sea);
    ui.painter().rect(rect, 6.0, fill, edge, StrokeKind::Inside);
    for (line, half) in lines.into_iter().zip([-0.24, 0.24]) {
        let at = rect.center() + vec2(0.0, half * rect.height());
        let (words, middle) = (capital(ui.ctx(), line), egui::Align2::CENTER_CENTER);
        ui.painter().text(at, middle, words, egui::FontId::proportional(14.0), ink);
    }
    focus_ring(ui, &response);
    let name = tell(ui.ctx(), name);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, on, &name));
    follow_focus(&response);
    response.clicked()
}

/// The words of a zone's title, in as many lines as they need.
fn title_words(ui: &Ui, title: Option<Message>, width: f32) -> Arc<egui::Galley> {
    let title = title.unwrap_or_else(|| message!("empty zone"));
    let ink = palette(ui.ctx()).clay;
    let words = capital(ui.ctx(), &title);
    ui.painter().layout(words, egui::FontId::proportional(14.0), ink, width)
}

/// A zone's title.
fn title_ui(ui: &mut Ui, title: Option<Message>, height: f32) {
    let words = title_words(ui, title, ui.available_width());
    let size = vec2(ui.available_width(), height.max(words.size().y));
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let text = words.text().to_owned();
    let top = rect.bottom() - words.size().y;
    ui.painter().galley(egui::pos2(rect.left(), top), words, palette(ui.ctx()).clay);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
}
