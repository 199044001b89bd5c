//! Many units of a side at once: small cards that show all of it, a search, and
//! filters by what is still to be done and what was hit.

use egui::text::{LayoutJob, TextWrapping};
use egui::{Align2, Id, Pos2, Rect, Sense, Ui, UiBuilder, Vec2, pos2, vec2};

use crate::rules::{Card, Look, Side, Standing, Tone};
use crate::say::{Say, say};
use crate::ui::command::TableCommand;
use crate::ui::language::{Told as _, tell};
use crate::ui::paint;
use crate::ui::platform;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{choice, text_field};
use crate::ui::word;

use super::cards;
use super::state::Table;

/// As many units as this have small cards, whatever room there is.
pub(super) const CROWD: usize = 13;

/// Which units of a side are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Show {
    #[default]
    All,
    ToDo,
    Hit,
    Special,
}

impl Show {
    const ALL: [Show; 4] = [Show::All, Show::ToDo, Show::Hit, Show::Special];

    fn takes(self, card: &Card) -> bool {
        match self {
            Show::All => true,
            Show::ToDo => is_to_act(card),
            Show::Hit => is_hit(card),
            Show::Special => card.marks.iter().any(|mark| mark.tone != Tone::Bad),
        }
    }

    fn word(self) -> Say {
        match self {
            Show::All => say!("All"),
            Show::ToDo => say!("To do"),
            Show::Hit => say!("Hit"),
            Show::Special => say!("Special"),
        }
    }
}

fn is_to_act(card: &Card) -> bool {
    match &card.standing {
        Standing::Ready | Standing::Active => !card.todo.is_empty(),
        Standing::Done | Standing::Out(_) => false,
    }
}

/// Whether it has lost something, or is in danger.
fn is_hit(card: &Card) -> bool {
    let lost = card.gauges.iter().any(|gauge| match gauge.look {
        Look::Bar => gauge.value < gauge.full,
        Look::Flames | Look::Damage => gauge.value > 0,
        Look::Pips | Look::Number => false,
    });
    lost || card.marks.iter().any(|mark| mark.tone == Tone::Bad)
}

/// The search and the filters of a side. Returns the units that pass them.
pub(super) fn filtered_ui<'c>(ui: &mut Ui, (side, afloat): (Side, Vec<&'c Card>)) -> Vec<&'c Card> {
    let id = Id::unique(("filter of the units", side));
    let (mut show, mut search): (Show, String) =
        ui.data(|data| data.get_temp(id)).unwrap_or_default();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        ui.spacing_mut().button_padding.x = 6.0;
        let count_of = |one: Show| afloat.iter().filter(|card| one.takes(card)).count();
        let chooses = Show::ALL[1..].iter().any(|one| count_of(*one) > 0);
        for one in Show::ALL.into_iter().filter(|_| chooses) {
            let count = count_of(one);
            let word = one.word();
            let text = say!("{word} {count}", word = &word, count);
            let name = say!("Units of side {side}: {word}", side, word);
            if (count > 0 || one == Show::All)
                && choice(ui, show == one, true, text, name).clicked()
            {
                show = one;
            }
        }
        let name = say!("Search the units of side {side}", side);
        // Beside the filters if there is room, otherwise in a row of its own.
        let left = ui.available_size_before_wrap().x;
        let width = if left < 130.0 { ui.available_width() } else { left } - 6.0;
        if let Some(new) = text_field(ui, &search, name, say!("Search"), width) {
            search = new;
        }
    });
    let wanted = search.to_lowercase();
    let passes = |card: &&Card| {
        let names = format!("{} {}", cards::name_of(card), tell(ui.ctx(), &card.kind));
        show.takes(card) && names.to_lowercase().contains(&wanted)
    };
    let shown = afloat.into_iter().filter(passes).collect();
    ui.data_mut(|data| data.insert_temp(id, (show, search)));
    shown
}

/// The gap between small cards, in points.
const GAP: f32 = 4.0;

/// The smallest of small cards, in points, and the highest.
const LEAST: [f32; 2] = [66.0, 50.0];
const HIGHEST: f32 = 112.0;

/// The height of the line above a drawing that stands below it.
const TOP: f32 = 25.0;

/// How many small cards stand in a row, and how large each is, so that as many as these
/// fill this room with the largest drawings. If they do not fit, the smallest ones scroll.
fn grid(units: usize, [width, height]: [f32; 2]) -> (usize, Vec2) {
    let set = |columns: usize| {
        let wide = (width + GAP) / columns as f32 - GAP;
        let rows = units.div_ceil(columns).max(1);
        let high = ((height + GAP) / rows as f32 - GAP).min(wide * 0.9).min(HIGHEST);
        (columns, vec2(wide, high))
    };
    let is_wide = |(_, size): &(usize, Vec2)| size.x >= LEAST[0];
    let sets = || (1..=units.max(1)).map(set).take_while(is_wide);
    let drawing = |size| drawn(figure_in(Rect::from_min_size(Pos2::ZERO, size)));
    let fits = sets().filter(|(_, size)| size.y >= LEAST[1]);
    let best = fits.reduce(|best, one| if drawing(one.1) > drawing(best.1) { one } else { best });
    best.unwrap_or_else(|| {
        let (columns, size) = sets().last().unwrap_or_else(|| set(1));
        (columns, vec2(size.x, LEAST[1]))
    })
}

/// The units in play of the side that has more of them.
pub(super) fn most(table: &Table) -> usize {
    table.view.sides.iter().map(|side| side.in_play).max().unwrap_or_default()
}

/// Small cards for a side. Those of both sides are of one size where both are in sight: as
/// the side with more units, and the one with less height, need them.
pub(super) fn crowd_ui(
    ui: &mut Ui,
    table: &Table,
    (side, units, height): (Side, &[&Card], f32),
    commands: &mut Vec<TableCommand>,
) {
    let most = most(table).max(units.len());
    // Some space is left below them.
    let height = height.min(height_beside(ui, side, height)) - 16.0;
    let (columns, cell) = grid(most, [ui.available_width() - 6.0, height]);
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    for row in units.chunks(columns) {
        ui.horizontal(|ui| {
            for card in row {
                cell_ui(ui, table, (card, cell), commands);
            }
        });
    }
}

/// The height that the other side's small cards had when they were last drawn, if that was in
/// this frame or the one before; a change is drawn in the next.
fn height_beside(ui: &Ui, side: Side, height: f32) -> f32 {
    let id = |side: Side| Id::unique(("height for small cards", side));
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

/// Where the drawing of a small card stands: below its tag, where its name has room beside
/// the tag, unless the drawing would be much smaller there than beside it.
fn figure_in(card: Rect) -> Rect {
    let least = card.right_bottom() - vec2(6.0, 10.0);
    let beside = Rect::from_min_max(card.left_top() + vec2(34.0, 5.0), least);
    let below = Rect::from_min_max(card.left_top() + vec2(6.0, TOP), least);
    if drawn(below) > 0.7 * drawn(beside) { below } else { beside }
}

/// How wide a ship is in such a frame: she is half as high.
fn drawn(frame: Rect) -> f32 {
    frame.width().min(2.0 * frame.height())
}

/// A unit in brief: tag, state, drawing, and the bar of what counts most.
fn cell_ui(
    ui: &mut Ui,
    table: &Table,
    (card, size): (&Card, Vec2),
    commands: &mut Vec<TableCommand>,
) {
    let colours = palette(ui.ctx());
    let done = matches!(card.standing, Standing::Done | Standing::Out(_));
    let builder = UiBuilder::new().id_salt(("cell", card.tag)).sense(Sense::click());
    let shown = ui.scope_builder(builder, |ui| {
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        if !ui.is_rect_visible(rect) {
            return;
        }
        let fill = if done { colours.panel } else { colours.card };
        ui.painter().rect_filled(rect, 8.0, fill);
        let ink = if done { colours.quiet } else { colours.ink };
        let font = egui::FontId::new(16.0, theme::bold());
        let at = rect.left_top() + vec2(6.0, 3.0);
        let tag = ui.painter().text(at, Align2::LEFT_TOP, card.tag, font.clone(), ink);
        let figure = figure_in(rect);
        let is_below = figure.top() >= rect.top() + TOP;
        // Its signs stand below its tag, or at the right of it.
        let mut sign = if is_below {
            Rect::from_center_size(rect.right_top() + vec2(-13.0, 13.0), vec2(12.0, 12.0))
        } else {
            Rect::from_center_size(rect.left_top() + vec2(12.0, 32.0), vec2(12.0, 12.0))
        };
        let next = if is_below { -14.0 } else { 14.0 };
        if done {
            paint::tick(ui.painter(), sign, colours.quiet);
            sign = sign.translate(vec2(next, 0.0));
        }
        if is_hit(card) {
            ui.painter().text(sign.center(), Align2::CENTER_CENTER, "!", font, colours.bad);
            sign = sign.translate(vec2(next, 0.0));
        }
        cards::figure_ui(ui, figure, card);
        let line = Rect::from_min_max(
            tag.right_top() + vec2(5.0, 1.0),
            pos2(sign.right(), figure.top() - 1.0),
        );
        // Fewer letters than three or four name nobody.
        if is_below && line.width() > 28.0 && card.name != card.tag.to_string() {
            // Painted, not a widget: there are hundreds, and the card says its name.
            let font = egui::FontId::proportional(14.0);
            let name = card.name.told(ui.ctx()).into_owned();
            let mut job = LayoutJob::simple_singleline(name, font, ink);
            job.wrap = TextWrapping::truncate_at_width(line.width());
            let name = ui.painter().layout_job(job);
            ui.painter().galley(line.left_top(), name, ink);
        }
        if let Some(gauge) = card.gauges.iter().find(|gauge| gauge.look == Look::Bar) {
            let bar = Rect::from_min_max(
                pos2(rect.left() + 6.0, rect.bottom() - 7.0),
                pos2(figure.right(), rect.bottom() - 3.0),
            );
            cards::fill_ui(ui, bar, (gauge.value as f32, gauge.full));
        }
    });
    cards::tappable(ui, table, card, &shown.response, commands);
    word::asks_of_unit(&shown.response, card, &[]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_cards_fill_a_column_in_width_and_scroll_only_where_none_is_left_to_shrink() {
        for units in 8..=40 {
            for room in [[250.0, 500.0], [345.0, 480.0], [395.0, 230.0], [370.0, 640.0]] {
                let (columns, size) = grid(units, room);
                let wide = columns as f32 * (size.x + GAP) - GAP;
                assert!((wide - room[0]).abs() < 0.1, "{units} in {room:?}: {wide} wide");
                assert!(size.x >= LEAST[0] && size.y >= LEAST[1], "{units} in {room:?}: {size}");
                let high = |rows: usize, size: f32| rows as f32 * (size + GAP) - GAP;
                let rows = units.div_ceil(columns);
                if high(rows, size.y) <= room[1] + 0.1 {
                    let figure = figure_in(Rect::from_min_size(Pos2::ZERO, size));
                    assert!(drawn(figure) >= 26.0, "{units} in {room:?}: {figure}");
                    continue;
                }
                // They scroll: with one more in a row they would be too narrow.
                let narrower = (room[0] + GAP) / (columns + 1) as f32 - GAP;
                assert!(narrower < LEAST[0], "{units} in {room:?}: {columns} in a row");
                assert!((size.y - LEAST[1]).abs() < 0.1, "and they are as low as they can be");
            }
        }
    }

    #[test]
    fn a_few_small_cards_fill_a_column_more_than_half() {
        for units in 9..=21 {
            let (columns, size) = grid(units, [250.0, 500.0]);
            let rows = units.div_ceil(columns) as f32;
            assert!(rows * (size.y + GAP) > 290.0, "{units}: {rows} rows of {size}");
        }
    }
}
