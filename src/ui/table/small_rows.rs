//! Small rows for many units, so that all units of a side are visible.

use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Color32, FontId, Galley, Id, Rect, Sense, Ui, UiBuilder, Vec2, pos2, vec2};

use crate::message::{Message, message};
use crate::rules::{Card, Gauge, Look, Side, Tone, UnitCondition};
use crate::ui::command::TableCommand;
use crate::ui::language::{ShownText as _, capital};
use crate::ui::paint;
use crate::ui::platform;
use crate::ui::rule_words;
use crate::ui::theme::{self, palette};

use super::cards;
use super::state::Table;

/// From this number of units on there are always small rows.
pub(super) const CROWD: usize = 13;

/// The gap between small rows, in points.
pub(super) const GAP: f32 = 3.0;

/// The space below small rows, in points.
const BELOW: f32 = 9.0;

/// The least size of a small row, in points, and its greatest height.
pub(super) const LEAST: [f32; 2] = [100.0, 44.0];
pub(super) const HIGHEST: f32 = 64.0;

/// A small row at least as wide as this, in points, has a drawing.
const DRAWN: f32 = 190.0;

/// The number of columns of small rows, and the size of each: as few columns as show all rows
/// in this space. If they do not fit, the rows have the least height and scroll.
fn grid(units: usize, [width, height]: [f32; 2]) -> (usize, Vec2) {
    let wide = |columns: usize| (width + GAP) / columns as f32 - GAP;
    let high = |columns: usize| (height + GAP) / units.div_ceil(columns).max(1) as f32 - GAP;
    let sets = || (1..=units.max(1)).take_while(|columns| wide(*columns) >= LEAST[0]);
    let fits = sets().find(|columns| high(*columns) >= LEAST[1]);
    let columns = fits.or(sets().last()).unwrap_or(1);
    (columns, vec2(wide(columns), high(columns).clamp(LEAST[1], HIGHEST)))
}

/// The units in play of the side that has more of them.
pub(super) fn most(table: &Table) -> usize {
    table.view.sides.iter().map(|side| side.in_play).max().unwrap_or_default()
}

/// Small rows for the units of a side, in the height that [`height_beside`] has found for both
/// sides: with it they have one size, that which the side with more units needs.
pub(super) fn crowd_ui(
    ui: &mut Ui,
    table: &Table,
    units: &[&Card],
    height: f32,
    commands: &mut Vec<TableCommand>,
) {
    let most = most(table).max(units.len());
    let (columns, cell) = grid(most, [ui.available_width() - 6.0, height - BELOW]);
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    for row in units.chunks(columns) {
        ui.horizontal(|ui| {
            for card in row {
                cell_ui(ui, table, card, cell, commands);
            }
        });
    }
}

/// The height that the other side's small rows had when they were last drawn, if that was in
/// this frame or the one before; a change is drawn in the next.
pub(super) fn height_beside(ui: &Ui, side: Side, height: f32) -> f32 {
    let id = |side: Side| Id::unique(("height for small rows", side));
    let now = ui.ctx().cumulative_frame_nr();
    let (other, own) = ui.data_mut(|data| {
        let own: Option<(u64, f32)> = data.get_temp(id(side));
        data.insert_temp(id(side), (now, height));
        (data.get_temp::<(u64, f32)>(id(side.other())), own)
    });
    if own.is_none_or(|(_, old)| (old - height).abs() > 0.5) {
        platform::wake(ui.ctx());
    }
    let other = other.filter(|(frame, _)| now - frame <= 1);
    other.map_or(f32::INFINITY, |(_, height)| height)
}

/// A unit in brief: tag and name, what its record counts, and its bad conditions.
pub(super) fn cell_ui(
    ui: &mut Ui,
    table: &Table,
    card: &Card,
    size: Vec2,
    commands: &mut Vec<TableCommand>,
) {
    let colours = palette(ui.ctx());
    let done = matches!(card.standing, UnitCondition::Done | UnitCondition::Out(_));
    let builder = UiBuilder::new().id_salt(("cell", card.tag)).sense(Sense::click());
    let shown = ui.scope_builder(builder, |ui| {
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        if !ui.is_rect_visible(rect) {
            return;
        }
        let fill = if done { colours.panel } else { colours.card };
        ui.painter().rect_filled(rect, 8.0, fill);
        let mut inside = rect.shrink2(vec2(6.0, 2.0));
        if rect.width() >= DRAWN {
            let figure = vec2(52.0, 30.0);
            let middle = pos2(inside.left() + figure.x / 2.0, rect.center().y);
            cards::figure_ui(ui, Rect::from_center_size(middle, figure), card);
            inside.min.x += figure.x + 6.0;
        }
        let ink = if done { colours.quiet } else { colours.ink };
        let room = vec2(inside.width(), rect.height());
        let (mut name, mut letters) = name_in(ui, card, ink, room);
        // A symbol at the right, because colour alone must not carry a meaning. The name makes
        // room for it only if its first line is long.
        if done {
            let sign = pos2(inside.right() - 6.0, inside.top() + inside.height() / 4.0);
            let sign = Rect::from_center_size(sign, vec2(12.0, 12.0));
            paint::tick(ui.painter(), sign, colours.quiet);
            if name.rows.first().is_some_and(|row| row.rect().right() > room.x - 16.0) {
                (name, letters) = name_in(ui, card, ink, room - vec2(16.0, 0.0));
            }
        }
        let facts_below = |name: &Galley, letters: Letters| {
            let facts = facts_of(ui, card, rect.width() >= DRAWN, letters, ink);
            let two_lines = name.size().y + 2.0 * letters.line <= rect.height();
            lines_of(ui, facts, inside.width(), 1 + usize::from(two_lines))
        };
        let mut facts = facts_below(&name, letters);
        if facts.elided {
            let tick = vec2(if done { 16.0 } else { 0.0 }, 0.0);
            let small_name = name_with(ui, card, ink, room - tick, SMALL_LETTERS);
            let small_facts = facts_below(&small_name, SMALL_LETTERS);
            if !small_facts.elided {
                (name, facts) = (small_name, small_facts);
            }
        }
        let gap = if name.rows.len() + facts.rows.len() > 2 {
            (inside.height() - name.size().y - facts.size().y) / 2.0
        } else {
            inside.height() / 4.0 - name.size().y / 2.0
        };
        let below = inside.bottom() - gap - facts.size().y;
        ui.painter().galley(inside.min + vec2(0.0, gap), name, ink);
        ui.painter().galley(pos2(inside.left(), below), facts, ink);
    });
    cards::tappable(ui, table, card, &shown.response, commands);
    rule_words::asks_of_unit(&shown.response, card, &[]);
}

/// The most lines of a name in a small row.
const MOST_LINES: usize = 3;

/// The sizes of the letters in a small row, in points.
#[derive(Clone, Copy)]
struct Letters {
    tag: f32,
    words: f32,
    /// The height of a line, and whether lines are set as close as that.
    line: f32,
    close: bool,
}

const LETTERS: Letters = Letters { tag: 16.0, words: 14.0, line: 19.0, close: false };

/// The letters of a name or of facts that would be cut off: three lines fit in the lowest row.
const SMALL_LETTERS: Letters = Letters { tag: 13.0, words: 12.0, line: 14.0, close: true };

impl Letters {
    fn bold(self, ink: Color32) -> TextFormat {
        self.format(FontId::new(self.tag, theme::bold()), ink)
    }

    fn plain(self, ink: Color32) -> TextFormat {
        self.format(FontId::proportional(self.words), ink)
    }

    fn format(self, font: FontId, ink: Color32) -> TextFormat {
        let line_height = self.close.then_some(self.line);
        TextFormat { line_height, ..TextFormat::simple(font, ink) }
    }
}

/// About how wide a space is, in points.
const SPACE: f32 = 4.0;

/// Words in a number of lines, painted instead of a widget: there are hundreds, and the card
/// has all of them for a screen reader. A text that does not fit ends in an ellipsis.
fn lines_of(ui: &Ui, mut words: LayoutJob, width: f32, lines: usize) -> Arc<Galley> {
    // A space at the end of a line may hang over it.
    let hangs = if lines == 1 { 0.0 } else { SPACE };
    let wrap = TextWrapping::truncate_at_width(width + hangs);
    words.wrap = TextWrapping { max_rows: lines, break_anywhere: lines == 1, ..wrap };
    ui.painter().layout_job(words)
}

/// Tag and name in a row of this size, and the letters of the row: a long name takes more
/// lines if they fit above the facts, and then smaller letters.
fn name_in(ui: &Ui, card: &Card, ink: Color32, size: Vec2) -> (Arc<Galley>, Letters) {
    let usual = name_with(ui, card, ink, size, LETTERS);
    if usual.elided {
        (name_with(ui, card, ink, size, SMALL_LETTERS), SMALL_LETTERS)
    } else {
        (usual, LETTERS)
    }
}

/// Tag and name in these letters, in as many lines as fit above the facts.
fn name_with(ui: &Ui, card: &Card, ink: Color32, size: Vec2, letters: Letters) -> Arc<Galley> {
    let fits = |lines: &usize| (lines + 1) as f32 * letters.line <= size.y;
    let lines = (1..=MOST_LINES).rev().find(fits).unwrap_or(1);
    lines_of(ui, name_of(ui, card, letters, ink), size.x, lines)
}

/// Tag and name, only one of them if they are the same.
fn name_of(ui: &Ui, card: &Card, letters: Letters, ink: Color32) -> LayoutJob {
    let mut words = LayoutJob::default();
    words.append(&card.tag.to_string(), 0.0, letters.bold(ink));
    if card.name != card.tag.to_string() {
        // A space, since a line may end here.
        let name = format!(" {}", card.name.text_for(ui.ctx()));
        words.append(&name, 0.0, letters.plain(ink));
    }
    words
}

/// Its bad conditions, with a symbol, then the counts of its record: all of them or the two
/// that change the most. The last ones may be cut off.
fn facts_of(ui: &Ui, card: &Card, all: bool, letters: Letters, ink: Color32) -> LayoutJob {
    let (ctx, bad) = (ui.ctx(), palette(ui.ctx()).bad);
    let mut words = LayoutJob::default();
    let mut add = |fact: Message, colour: Color32| {
        // A line breaks between two facts, not within one.
        let fact = capital(ctx, &fact).replace(' ', "\u{a0}");
        let (gap, before) = if words.is_empty() { (0.0, "") } else { (SPACE, " ") };
        words.append(&format!("{before}{fact}"), gap, letters.plain(colour));
    };
    if let UnitCondition::Out(how) = &card.standing {
        add(how.clone(), bad);
        return words;
    }
    let (harm, counts): (Vec<&Gauge>, Vec<&Gauge>) =
        card.gauges.iter().partition(|gauge| matches!(gauge.look, Look::Flames | Look::Damage));
    // Counts with a brief name are meant for small rows.
    let is_meant = |gauge: &&Gauge| !gauge.brief.is_empty();
    let (mut first, mut rest): (Vec<&Gauge>, Vec<&Gauge>) = counts.into_iter().partition(is_meant);
    if first.is_empty() {
        first = rest.drain(..rest.len().min(2)).collect();
    }
    let says = |gauge: &Gauge| {
        let (label, value, full) = (gauge.in_short(), gauge.value, gauge.full);
        match gauge.look {
            Look::Pips => message!("{label} {value}/{full}", label, value, full),
            Look::Bar | Look::Flames | Look::Damage | Look::Number => {
                message!("{label} {value}", label, value)
            }
        }
    };
    for gauge in harm.into_iter().filter(|gauge| gauge.value > 0) {
        add(message!("! {label}", label = says(gauge)), bad);
    }
    for mark in card.marks.iter().filter(|mark| mark.tone == Tone::Bad) {
        add(message!("! {label}", label = &mark.label), bad);
    }
    for gauge in first.into_iter().chain(rest.into_iter().filter(|_| all)) {
        add(says(gauge), ink);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_rows_fill_a_column_in_width_and_scroll_only_in_the_most_columns() {
        for units in 8..=40 {
            for room in [[234.0, 500.0], [345.0, 480.0], [395.0, 230.0], [370.0, 640.0]] {
                let (columns, size) = grid(units, room);
                let wide = columns as f32 * (size.x + GAP) - GAP;
                assert!((wide - room[0]).abs() < 0.1, "{units} in {room:?}: {wide} wide");
                assert!(size.x >= LEAST[0] && size.y >= LEAST[1], "{units} in {room:?}: {size}");
                let high = units.div_ceil(columns) as f32 * (size.y + GAP) - GAP;
                if high > room[1] + 0.1 {
                    // With one more in a row they would be too narrow.
                    let narrower = (room[0] + GAP) / (columns + 1) as f32 - GAP;
                    assert!(narrower < LEAST[0], "{units} in {room:?}: {columns} in a row");
                    assert!((size.y - LEAST[1]).abs() < 0.1, "and they are as low as they can be");
                }
            }
        }
    }
}
