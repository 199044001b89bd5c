//! A ship on the screen: as a card, or on two lines.

use egui::{
    Color32, Frame, Margin, Rect, RichText, Role, Sense, Stroke, Ui, UiBuilder, WidgetInfo, pos2,
    vec2,
};

use crate::message::{Message, message};
use crate::rules::{Card, Gauge, Look, Mark, Side, Subject, Tag, Tone, UnitCondition};
use crate::ui::command::TableCommand;
use crate::ui::language::{ShownText, capital, rich, tell, written_otherwise};
use crate::ui::motion;
use crate::ui::paint::{self, Facing};
use crate::ui::rule_words;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{focus_ring, follow_focus, text_width, tight_row};

use super::lesson::Pointed;
use super::marks;
use super::state::{Doing, Hand, Ordering, Table};

/// The role of a card in the open order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Gives,
    Target,
    None,
}

/// The role of a unit in the open order, or among the units that were tapped.
fn part_of(table: &Table, card: &Card) -> Part {
    if let Some(form) = table.form() {
        let (targets, own) = (form.is_target(card.tag), form.issuing_side() == Some(card.holder));
        return if targets && !own {
            Part::Target
        } else if targets || form.gives(card.tag) {
            Part::Gives
        } else {
            Part::None
        };
    }
    if let Doing::Ordering(Ordering { hand: Hand::Group(group), .. }) = &table.doing {
        return if group.chosen.contains(&card.tag) { Part::Gives } else { Part::None };
    }
    if let Doing::Ordering(Ordering { actor, target: Some(target), .. }) = &table.doing {
        return match card.tag {
            tag if tag == *target => Part::Target,
            tag if Some(tag) == *actor => Part::Gives,
            _ => Part::None,
        };
    }
    match table.lesson_points(card.tag) {
        Some(Pointed::At) => return Part::Target,
        Some(Pointed::Acts) => return Part::Gives,
        None => {}
    }
    let chosen = table.orders().and_then(|orders| orders.subject);
    if chosen == Some(Subject::Unit(card.tag)) { Part::Gives } else { Part::None }
}

fn edge_of(part: Part, colours: &theme::Palette) -> Stroke {
    match part {
        Part::Gives => Stroke::new(3.0, colours.sea),
        Part::Target => Stroke::new(3.0, colours.bad),
        Part::None => Stroke::new(colours.stroke, colours.line),
    }
}

/// A part that can be tapped as a whole: named, framed, and scrolled into view when its unit
/// begins to act or becomes the target.
pub(super) fn tappable(
    ui: &mut Ui,
    table: &Table,
    card: &Card,
    response: &egui::Response,
    commands: &mut Vec<TableCommand>,
) {
    let part = part_of(table, card);
    let name = tell(ui.ctx(), &accessible_name(ui.ctx(), card, part));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let edge = edge_of(part, &palette(ui.ctx()));
    ui.painter().rect_stroke(response.rect, 8.0, edge, egui::StrokeKind::Inside);
    if let Some(key) = hit(table, card.tag) {
        let flash = motion::flash(ui, key) * 0.5;
        if flash > 0.0 {
            let colour = palette(ui.ctx()).bad.gamma_multiply(flash);
            ui.painter().rect_filled(response.rect, 8.0, colour);
        }
    }
    focus_ring(ui, response);
    follow_focus(response);
    let acts = table.acting() == Some(card.tag);
    let id = egui::Id::unique(("in sight", card.holder, acts));
    if (acts || part == Part::Target) && ui.data(|data| data.get_temp::<Tag>(id)) != Some(card.tag)
    {
        response.scroll_to_me(None);
        ui.data_mut(|data| data.insert_temp(id, card.tag));
    }
    if response.clicked() {
        commands.push(TableCommand::Tap(card.tag));
    }
}

/// Whether the order whose result is shown affected a unit other than its issuer. Returns a
/// number that differs for each order.
fn hit(table: &Table, tag: Tag) -> Option<u64> {
    // The end of a round changes every ship, and harms none.
    let gives = |by: Subject| matches!(by, Subject::Unit(unit) if unit != tag);
    let row = table.last_result().filter(|row| gives(row.given_by))?;
    let of = format!("{tag}.");
    let changed = row.changes.keys().any(|key| key.starts_with(&of));
    changed.then_some(table.view.at)
}

/// The least height of a unit's two lines, and the gap below it, in points.
pub(super) const ROW: f32 = 47.0;
pub(super) const ROW_GAP: f32 = 3.0;
/// The height of a line for her state in a row that is high enough, in points.
const STATE_LINE: f32 = 18.0;

/// A unit on two short lines, for many units, with this height.
pub(super) fn row_ui(
    ui: &mut Ui,
    table: &Table,
    card: &Card,
    high: f32,
    commands: &mut Vec<TableCommand>,
) {
    let colours = palette(ui.ctx());
    let part = part_of(table, card);
    let out = matches!(card.standing, UnitCondition::Out(_));
    let builder = UiBuilder::new().id_salt(("row", card.tag)).sense(Sense::click());
    // A ship that is out of sight keeps her space, and is known to screen
    // readers.
    let size = vec2(ui.available_width(), high);
    if !ui.is_rect_visible(Rect::from_min_size(ui.cursor().min, size)) {
        let unseen = ui.scope_builder(builder, |ui| ui.allocate_space(size));
        tappable(ui, table, card, &unseen.response, commands);
        return;
    }
    let shown = ui.scope_builder(builder, |ui| {
        let fill = if out { colours.panel } else { colours.card };
        let frame = Frame::new().fill(fill).corner_radius(6).inner_margin(Margin::symmetric(6, 3));
        frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.set_height(high - 6.0);
            // Its lines are as high as their text, not as a finger.
            ui.spacing_mut().interact_size.y = 16.0;
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                let figure = (high - 7.0).min(0.18 * ui.available_width()).max(38.0);
                let figure = vec2(1.45 * figure, figure);
                let beside = vec2(figure.x, high - 6.0);
                let (rect, _) = ui.allocate_exact_size(beside, Sense::hover());
                if ui.is_rect_visible(rect) {
                    figure_ui(ui, Rect::from_center_size(rect.center(), figure), card);
                }
                row_lines_ui(ui, card, part, high);
            });
        });
    });
    tappable(ui, table, card, &shown.response, commands);
    rule_words::asks_of_unit(&shown.response, card, &[]);
}

/// The lines of a row: if it is high enough, her state has its own line.
fn row_lines_ui(ui: &mut Ui, card: &Card, part: Part, high: f32) {
    let (state, colour) = condition_word(card, part, &palette(ui.ctx()));
    let is_high = high >= ROW + STATE_LINE;
    let lines = if is_high { ROW + STATE_LINE } else { ROW };
    let dangers = dangers_width(ui, card);
    let state_line = rich(ui, capital(ui.ctx(), &state)).size(14.0).family(theme::italic());
    let state_width = text_width(ui, state_line.clone()) + ui.spacing().item_spacing.x;
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.add_space((high - lines) / 2.0);
        let beside = if is_high { Message::default() } else { state.clone() };
        row_head_ui(ui, card, &beside, colour);
        let width = ui.available_width();
        // What is wrong with her is beside her state if it does not fit beside the counts.
        let is_long = dangers > width / 2.0 && state_width + dangers <= width;
        let is_below = is_high && is_long;
        clipped(ui, vec2(width, 19.0), |ui| {
            let beside = if is_below { 0.0 } else { dangers };
            let room = (width - beside).max(width / 2.0);
            clipped(ui, vec2(room, 19.0), |ui| counts_ui(ui, card));
            if !is_below {
                dangers_ui(ui, card);
            }
        });
        if is_below {
            clipped(ui, vec2(width, STATE_LINE), |ui| {
                ui.label(state_line.color(colour));
                dangers_ui(ui, card);
            });
        } else if is_high {
            ui.label(state_line.color(colour));
        }
    });
}

/// Her name and, at the right, her state.
fn row_head_ui(ui: &mut Ui, card: &Card, word: &Message, colour: Color32) {
    let colours = palette(ui.ctx());
    let out = matches!(card.standing, UnitCondition::Out(_));
    let word = capital(ui.ctx(), word);
    ui.horizontal(|ui| {
        ui.set_height(21.0);
        let ink = if out { colours.quiet } else { colours.ink };
        let font = egui::FontId::new(14.0, theme::italic());
        let galley = ui.painter().layout_no_wrap(word, font, colour);
        let bold = egui::FontId::new(16.0, theme::bold());
        let name = capital(ui.ctx(), &Message::verbatim(name_of(card)));
        let name = ui.painter().layout_no_wrap(name, bold, ink).size().x + 1.0;
        let left = ui.available_width() - galley.size().x - 6.0;
        let gap = ui.spacing().item_spacing.x;
        let room = if name > left { ui.available_width() - gap } else { left };
        ui.allocate_ui(vec2(room, 21.0), |ui| {
            ui.set_width(room);
            let title = rich(ui, name_of(card)).family(theme::bold()).size(16.0).color(ink);
            ui.add(egui::Label::new(title).truncate());
        });
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
        let at = pos2(rect.right() - galley.size().x, rect.center().y - galley.size().y / 2.0);
        // Parts that do not fit are left out, not cut off.
        if at.x >= rect.left() {
            ui.painter().galley(at, galley, colour);
        }
    });
}

/// Tag and name, only one of them if they are the same.
pub(super) fn name_of(card: &Card) -> String {
    if card.name == card.tag.to_string() {
        return card.name.clone();
    }
    format!("{} {}", card.tag, card.name)
}

/// Controls side by side in a fixed space; wider ones are cut off.
pub(super) fn clipped(ui: &mut Ui, size: egui::Vec2, add: impl FnOnce(&mut Ui)) {
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let layout = egui::Layout::left_to_right(egui::Align::Min);
    let mut inside = ui.new_child(UiBuilder::new().max_rect(rect).layout(layout));
    inside.set_clip_rect(rect.intersect(ui.clip_rect()));
    add(&mut inside);
}

/// Her bad conditions, in red with a symbol. If they do not fit, they end in an ellipsis.
fn dangers_ui(ui: &mut Ui, card: &Card) {
    for words in dangers(ui, card) {
        ui.add(egui::Label::new(words).truncate());
    }
}

/// The width that they need, with a gap before each.
fn dangers_width(ui: &Ui, card: &Card) -> f32 {
    let gap = ui.spacing().item_spacing.x + 1.0;
    dangers(ui, card).into_iter().map(|words| text_width(ui, words) + gap).sum()
}

fn dangers(ui: &Ui, card: &Card) -> Vec<RichText> {
    let bad = palette(ui.ctx()).bad;
    let marks = card.marks.iter().filter(|mark| mark.tone == Tone::Bad);
    let words = |mark: &Mark| rich(ui, message!("! {label}", label = &mark.label)).size(15.0);
    marks.map(|mark| words(mark).color(bad)).collect()
}

/// The drawing of a unit, painted as on pots: side A in black figures, side B
/// in red.
pub(super) fn figure_ui(ui: &Ui, rect: Rect, card: &Card) {
    let colours = palette(ui.ctx());
    let out = matches!(card.standing, UnitCondition::Out(_));
    let [figure, ground] = colours.pot(card.holder);
    let [figure, ground] = if out { [colours.quiet, colours.line] } else { [figure, ground] };
    let edge = Stroke::new(colours.stroke, colours.line);
    ui.painter().rect(rect, 4.0, ground, edge, egui::StrokeKind::Inside);
    let facing = match card.holder {
        Side::A => Facing::Right,
        Side::B => Facing::Left,
    };
    paint::silhouette(ui, rect.shrink(3.0), card.drawing, facing, [figure, ground]);
}

/// The counts of a record on one line: short bars, then signs and numbers.
pub(super) fn counts_ui(ui: &mut Ui, card: &Card) {
    let (colours, tag) = (palette(ui.ctx()), card.tag);
    ui.horizontal(|ui| {
        ui.set_height(18.0);
        ui.spacing_mut().item_spacing.x = 7.0;
        ui.spacing_mut().interact_size.y = 16.0;
        for gauge in &card.gauges {
            // Parts that do not fit are left out, not cut off.
            let fits = |label: &&Message| {
                let drawn = drawn_of(gauge, true);
                let words = gauge_words(ui, label, gauge, drawn).size().x;
                let least = words + drawn as f32 * sign_width(gauge, drawn) + 4.0;
                ui.available_width() >= if gauge.look == Look::Bar { 50.0 } else { least }
            };
            let Some(label) = [&gauge.label, gauge.in_short()].into_iter().find(fits) else {
                break;
            };
            match gauge.look {
                Look::Bar => {
                    let now = shown(ui, tag, gauge);
                    if ui.available_width() > 92.0 {
                        let (rect, _) = ui.allocate_exact_size(vec2(34.0, 16.0), Sense::hover());
                        let bar = Rect::from_center_size(rect.center(), vec2(34.0, 8.0));
                        fill_ui(ui, bar, now, gauge.full);
                    }
                    let count = format!("{now:.0}/{}", gauge.full);
                    let count = rich(ui, count).family(theme::bold()).size(15.0);
                    ui.add(egui::Label::new(count.color(colours.ink)).extend());
                }
                Look::Flames | Look::Damage | Look::Pips | Look::Number => {
                    small_gauge_ui(ui, label, gauge, true);
                }
            }
        }
    });
}

pub(super) fn card_ui(ui: &mut Ui, table: &Table, card: &Card, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    let part = part_of(table, card);
    let out = matches!(card.standing, UnitCondition::Out(_));
    let builder = UiBuilder::new().id_salt(("card", card.tag)).sense(Sense::click());
    let shown = ui.scope_builder(builder, |ui| {
        let fill = if out { colours.panel } else { colours.card };
        Frame::new().fill(fill).corner_radius(8).inner_margin(Margin::same(9)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing = vec2(6.0, 3.0);
            head_ui(ui, card, part);
            for gauge in card.gauges.iter().filter(|gauge| gauge.look == Look::Bar) {
                bar_ui(ui, card.tag, gauge);
            }
            small_gauges_ui(ui, card);
            marks::marks_ui(ui, card)
        })
    });
    tappable(ui, table, card, &shown.response, commands);
    rule_words::asks_of_unit(&shown.response, card, &shown.inner.inner);
}

fn head_ui(ui: &mut Ui, card: &Card, part: Part) {
    let colours = palette(ui.ctx());
    let out = matches!(card.standing, UnitCondition::Out(_));
    ui.horizontal(|ui| {
        // Large text needs the space.
        if ui.available_width() > 200.0 {
            let (rect, _) = ui.allocate_exact_size(vec2(92.0, 48.0), Sense::hover());
            if ui.is_rect_visible(rect) {
                figure_ui(ui, rect, card);
            }
        }
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let ink = if out { colours.quiet } else { colours.ink };
            let title = rich(ui, name_of(card)).family(theme::bold()).size(18.0).color(ink);
            ui.add(egui::Label::new(title).truncate());
            let mut kind = card.kind.text_for(ui.ctx()).into_owned();
            if let Some(written) = written_otherwise(ui.ctx(), &card.name) {
                kind = format!("{written} · {kind}");
            }
            let kind = RichText::new(kind).size(15.0).color(colours.quiet);
            ui.add(egui::Label::new(kind).truncate());
            let (word, colour) = condition_word(card, part, &colours);
            if !tell(ui.ctx(), &word).is_empty() {
                let word = rich(ui, capital(ui.ctx(), &word)).family(theme::italic()).size(15.0);
                ui.add(egui::Label::new(word.color(colour)).truncate());
            }
        });
    });
}

/// Her state, and what she still has to do.
fn condition_word(card: &Card, part: Part, colours: &theme::Palette) -> (Message, Color32) {
    let (word, colour) = match (&card.standing, part) {
        (UnitCondition::Out(how), _) => (Some(how.clone()), colours.bad),
        (_, Part::Target) => (Some(message!("target")), colours.bad),
        (UnitCondition::Active, _) => (Some(message!("acting")), colours.sea),
        (UnitCondition::Done, _) => (Some(message!("done")), colours.quiet),
        (UnitCondition::Ready, Part::Gives) => (Some(message!("chosen")), colours.sea),
        (UnitCondition::Ready, Part::None) => (None, colours.quiet),
    };
    let todo = Message::list(card.todo.iter().cloned());
    match (word, card.todo.is_empty() || card.standing == UnitCondition::Done) {
        (None, _) => (todo, colour),
        (Some(word), true) => (word, colour),
        (Some(word), false) => (message!("{word} · {todo}", word, todo), colour),
    }
}

/// The value of a count that is drawn now: after a change it runs to the new
/// one.
fn shown(ui: &Ui, tag: Tag, gauge: &Gauge) -> f32 {
    motion::count(ui, (tag, &gauge.label), gauge.value)
}

/// A bar with its number.
fn bar_ui(ui: &mut Ui, tag: Tag, gauge: &Gauge) {
    let colours = palette(ui.ctx());
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    if !ui.is_rect_visible(rect) {
        return;
    }
    let painter = ui.painter();
    let small = egui::FontId::proportional(15.0);
    let label =
        painter.layout_no_wrap(capital(ui.ctx(), &gauge.label), small.clone(), colours.quiet);
    let now = shown(ui, tag, gauge);
    let count = format!("{now:.0}/{}", gauge.full);
    let bold = egui::FontId::new(16.0, theme::bold());
    let number = painter.layout_no_wrap(count, bold, colours.ink);
    let middle = rect.center().y;
    let bar = Rect::from_min_max(
        pos2(rect.left() + label.size().x.max(34.0) + 6.0, middle - 6.0),
        pos2(rect.right() - number.size().x.max(56.0) - 6.0, middle + 6.0),
    );
    let top = |height: f32| middle - height / 2.0;
    let at = pos2(rect.right() - number.size().x, top(number.size().y));
    painter.galley(pos2(rect.left(), top(label.size().y)), label, colours.quiet);
    painter.galley(at, number, colours.ink);
    fill_ui(ui, bar, now, gauge.full);
}

/// The bar itself, filled as far as the count.
pub(super) fn fill_ui(ui: &Ui, bar: Rect, now: f32, full: u32) {
    let colours = palette(ui.ctx());
    let edge = Stroke::new(1.0, colours.quiet);
    ui.painter().rect(bar, 3.0, colours.panel, edge, egui::StrokeKind::Outside);
    let share = if full == 0 { 0.0 } else { now / full as f32 };
    let mut filled = bar;
    filled.set_width(bar.width() * share.min(1.0));
    ui.painter().rect_filled(filled, 2.0, colours.clay);
}

/// Pips, flames, broken oars and plain numbers, side by side.
fn small_gauges_ui(ui: &mut Ui, card: &Card) {
    let small: Vec<&Gauge> = card.gauges.iter().filter(|gauge| gauge.look != Look::Bar).collect();
    if small.is_empty() {
        return;
    }
    tight_row(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(10.0, 2.0);
        for gauge in small {
            small_gauge_ui(ui, &gauge.label, gauge, false);
        }
    });
}

/// The number of signs for a count. More than a handful become a number: fourteen pips take too
/// long to count.
fn drawn_of(gauge: &Gauge, brief: bool) -> u32 {
    match gauge.look {
        Look::Flames | Look::Damage if gauge.value <= 6 => gauge.value,
        Look::Pips if gauge.full <= 12 && !brief => gauge.full,
        Look::Flames | Look::Damage | Look::Pips | Look::Bar | Look::Number => 0,
    }
}

/// The width of each sign of a count, in points.
fn sign_width(gauge: &Gauge, drawn: u32) -> f32 {
    if gauge.look == Look::Pips && drawn > 6 { 10.0 } else { 14.0 }
}

/// The words before the signs of a count, with its number if there are none.
fn gauge_words(
    ui: &Ui,
    label: &Message,
    gauge: &Gauge,
    drawn: u32,
) -> std::sync::Arc<egui::Galley> {
    let words = if drawn == 0 {
        capital(ui.ctx(), &message!("{label}: {value}", label, value = gauge.value))
    } else {
        capital(ui.ctx(), label)
    };
    let words = rich(ui, words).size(15.0).color(palette(ui.ctx()).quiet);
    let extend = Some(egui::TextWrapMode::Extend);
    egui::WidgetText::from(words).into_galley(ui, extend, 0.0, egui::TextStyle::Small)
}

fn small_gauge_ui(ui: &mut Ui, label: &Message, gauge: &Gauge, brief: bool) {
    let colours = palette(ui.ctx());
    let drawn = drawn_of(gauge, brief);
    let galley = gauge_words(ui, label, gauge, drawn);
    let pip = sign_width(gauge, drawn);
    let size = vec2(galley.size().x + drawn as f32 * pip + 4.0, 20.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let says = message!("{label} {value}", label = &gauge.label, value = gauge.value);
    let says = capital(ui.ctx(), &says);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &says));
    let at = pos2(rect.left(), rect.center().y - galley.size().y / 2.0);
    let mut x = rect.left() + galley.size().x + 4.0;
    ui.painter().galley(at, galley, colours.quiet);
    for n in 0..drawn {
        let cell = Rect::from_min_size(pos2(x, rect.center().y - 7.0), vec2(pip - 2.0, 14.0));
        let painter = ui.painter();
        match gauge.look {
            Look::Flames => paint::flame(painter, cell, colours.bad),
            Look::Damage => paint::broken_oar(painter, cell, colours.bad),
            Look::Bar | Look::Pips | Look::Number if n < gauge.value => {
                painter.circle_filled(cell.center(), pip * 0.36, colours.ink);
            }
            Look::Bar | Look::Pips | Look::Number => {
                painter.circle_stroke(cell.center(), pip * 0.33, Stroke::new(1.0, colours.quiet));
            }
        }
        x += pip;
    }
}

/// The card in words for a screen reader.
fn accessible_name(ctx: &egui::Context, card: &Card, part: Part) -> Message {
    let (tag, name) = (card.tag, &card.name);
    let mut words = vec![message!("{tag} {name}", tag, name), card.kind.clone()];
    words.extend(card.gauges.iter().map(|gauge| {
        let (label, value) = (capital(ctx, &gauge.label), gauge.value);
        match gauge.look {
            Look::Number | Look::Flames | Look::Damage => message!("{label} {value}", label, value),
            Look::Bar | Look::Pips => {
                message!("{label} {value} of {full}", label, value, full = gauge.full)
            }
        }
    }));
    words.extend(card.marks.iter().map(|mark| mark.label.clone()));
    match (&card.standing, part) {
        (UnitCondition::Out(how), _) => words.push(how.clone()),
        (UnitCondition::Active, _) => words.push(message!("acting")),
        (UnitCondition::Done, _) => words.push(message!("done")),
        (UnitCondition::Ready, _) => {}
    }
    if part == Part::Target {
        words.push(message!("target"));
    }
    words.extend(card.todo.iter().cloned());
    Message::list(words)
}
