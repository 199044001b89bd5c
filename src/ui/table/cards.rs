//! The ships of a side, a card each.

use egui::{
    Color32, Frame, Margin, Rect, Role, Sense, Stroke, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use crate::rules::{Card, Gauge, Look, Mark, Side, Standing, Subject, Tone};
use crate::say::{Say, say};
use crate::ui::command::TableCommand;
use crate::ui::language::{capital, rich, tell};
use crate::ui::paint::{self, Facing};
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{chip, focus_ring, tight_row};

use super::state::Table;

/// All cards of the units that a side has now; prizes sail with their holder.
pub(super) fn side_ui(ui: &mut Ui, table: &Table, side: Side, commands: &mut Vec<TableCommand>) {
    let cards: Vec<&Card> = table.view.cards.iter().filter(|card| card.holder == side).collect();
    egui::ScrollArea::vertical().id_salt(("cards", side)).auto_shrink([false, false]).show(
        ui,
        |ui| {
            ui.spacing_mut().item_spacing.y = 8.0;
            for card in cards {
                card_ui(ui, table, card, commands);
            }
            ui.add_space(8.0);
        },
    );
}

/// What a card stands for in the order in hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Gives,
    Target,
    None,
}

fn card_ui(ui: &mut Ui, table: &Table, card: &Card, commands: &mut Vec<TableCommand>) {
    let colours = palette(ui.ctx());
    let form = table.form();
    let chosen = table.orders().and_then(|orders| orders.subject);
    let gives = form.map(|form| form.subject).or(chosen);
    let part = match form {
        Some(form) if form.is_target(card.tag) => Part::Target,
        _ if gives == Some(Subject::Unit(card.tag)) => Part::Gives,
        _ => Part::None,
    };
    let edge = match part {
        Part::Gives => Stroke::new(3.0, colours.sea),
        Part::Target => Stroke::new(3.0, colours.bad),
        Part::None => Stroke::new(colours.stroke, colours.line),
    };
    let out = matches!(card.standing, Standing::Out(_));
    let builder = UiBuilder::new().id_salt(("card", card.tag)).sense(Sense::click());
    let shown = ui.scope_builder(builder, |ui| {
        let fill = if out { colours.panel } else { colours.card };
        Frame::new().fill(fill).corner_radius(8).inner_margin(Margin::same(9)).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing = vec2(6.0, 3.0);
            head_ui(ui, card, part);
            for gauge in card.gauges.iter().filter(|gauge| gauge.look == Look::Bar) {
                bar_ui(ui, gauge);
            }
            small_gauges_ui(ui, card);
            marks_ui(ui, card);
        });
    });
    let response = shown.response;
    let name = tell(ui.ctx(), &spoken(ui.ctx(), card, part));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    ui.painter().rect_stroke(response.rect, 8.0, edge, egui::StrokeKind::Inside);
    focus_ring(ui, &response);
    if response.clicked() {
        commands.push(TableCommand::Tap(card.tag));
    }
}

fn head_ui(ui: &mut Ui, card: &Card, part: Part) {
    let colours = palette(ui.ctx());
    let out = matches!(card.standing, Standing::Out(_));
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(92.0, 48.0), Sense::hover());
        if ui.is_rect_visible(rect) {
            let ground = if out { colours.line } else { colours.vase };
            let edge = Stroke::new(colours.stroke, colours.line);
            ui.painter().rect(rect, 4.0, ground, edge, egui::StrokeKind::Inside);
            let facing = match card.holder {
                Side::A => Facing::Right,
                Side::B => Facing::Left,
            };
            let figure = if out { colours.quiet } else { colours.figure };
            let drawing = (card.drawing, facing);
            paint::silhouette(ui, rect.shrink(3.0), drawing, [figure, ground]);
        }
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let ink = if out { colours.quiet } else { colours.ink };
            let name = if card.name == card.tag.to_string() {
                card.name.clone()
            } else {
                format!("{} {}", card.tag, card.name)
            };
            let title = rich(ui, name).family(theme::bold()).size(18.0).color(ink);
            ui.add(egui::Label::new(title).truncate());
            let kind = rich(ui, &card.kind).size(15.0).color(colours.quiet);
            ui.add(egui::Label::new(kind).truncate());
            let (word, colour) = standing_word(card, part, &colours);
            if !tell(ui.ctx(), &word).is_empty() {
                let word = rich(ui, word).family(theme::italic()).size(15.0).color(colour);
                ui.add(egui::Label::new(word).truncate());
            }
        });
    });
}

/// How she stands, and what she has still to do.
fn standing_word(card: &Card, part: Part, colours: &theme::Palette) -> (Say, Color32) {
    let (word, colour) = match (&card.standing, part) {
        (Standing::Out(how), _) => (Some(how.clone()), colours.bad),
        (_, Part::Target) => (Some(say!("target")), colours.bad),
        (Standing::Active, _) => (Some(say!("acting")), colours.sea),
        (Standing::Done, _) => (Some(say!("done")), colours.quiet),
        (Standing::Ready, Part::Gives) => (Some(say!("in hand")), colours.sea),
        (Standing::Ready, Part::None) => (None, colours.quiet),
    };
    let todo = Say::list(card.todo.iter().cloned());
    match (word, card.todo.is_empty()) {
        (None, _) => (todo, colour),
        (Some(word), true) => (word, colour),
        (Some(word), false) => (say!("{word} · {todo}", word, todo), colour),
    }
}

/// A bar with its number.
fn bar_ui(ui: &mut Ui, gauge: &Gauge) {
    let colours = palette(ui.ctx());
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    if !ui.is_rect_visible(rect) {
        return;
    }
    let painter = ui.painter();
    let small = egui::FontId::proportional(15.0);
    let label =
        painter.layout_no_wrap(capital(ui.ctx(), &gauge.label), small.clone(), colours.quiet);
    let count = format!("{}/{}", gauge.value, gauge.full);
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
    let edge = Stroke::new(1.0, colours.quiet);
    painter.rect(bar, 3.0, colours.panel, edge, egui::StrokeKind::Outside);
    let share = if gauge.full == 0 { 0.0 } else { gauge.value as f32 / gauge.full as f32 };
    let mut filled = bar;
    filled.set_width(bar.width() * share.min(1.0));
    painter.rect_filled(filled, 2.0, colours.clay);
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
            small_gauge_ui(ui, gauge);
        }
    });
}

fn small_gauge_ui(ui: &mut Ui, gauge: &Gauge) {
    let colours = palette(ui.ctx());
    let text =
        |text: String| egui::WidgetText::from(rich(ui, text).size(15.0).color(colours.quiet));
    // More than a handful is a number: nobody counts fourteen pips.
    let drawn = match gauge.look {
        Look::Flames | Look::Damage if gauge.value <= 6 => gauge.value,
        Look::Pips if gauge.full <= 12 => gauge.full,
        Look::Flames | Look::Damage | Look::Pips | Look::Bar | Look::Number => 0,
    };
    let words = if drawn == 0 {
        capital(ui.ctx(), &say!("{label}: {value}", label = &gauge.label, value = gauge.value))
    } else {
        capital(ui.ctx(), &gauge.label)
    };
    let galley =
        text(words).into_galley(ui, Some(egui::TextWrapMode::Extend), 0.0, egui::TextStyle::Small);
    let pip = if gauge.look == Look::Pips && drawn > 6 { 10.0 } else { 14.0 };
    let size = vec2(galley.size().x + drawn as f32 * pip + 4.0, 20.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let says = say!("{label} {value}", label = &gauge.label, value = gauge.value);
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

fn marks_ui(ui: &mut Ui, card: &Card) {
    if card.marks.is_empty() {
        return;
    }
    tight_row(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(5.0, 3.0);
        for mark in &card.marks {
            mark_ui(ui, mark);
        }
    });
}

/// A mark: its tone is also told by its sign.
fn mark_ui(ui: &mut Ui, mark: &Mark) {
    let colours = palette(ui.ctx());
    let (sign, colour) = match mark.tone {
        Tone::Good => ("+ ", colours.good),
        Tone::Bad => ("! ", colours.bad),
        Tone::Plain => ("", colours.quiet),
    };
    chip(
        ui,
        say!("{sign}{label}", sign, label = &mark.label),
        15.0,
        [colours.card, colour, colour],
    );
}

/// The card as a screen reader says it.
fn spoken(ctx: &egui::Context, card: &Card, part: Part) -> Say {
    let (tag, name) = (card.tag, &card.name);
    let mut words = vec![say!("{tag} {name}", tag, name), card.kind.clone()];
    words.extend(card.gauges.iter().map(|gauge| {
        let (label, value) = (capital(ctx, &gauge.label), gauge.value);
        match gauge.look {
            Look::Number | Look::Flames | Look::Damage => say!("{label} {value}", label, value),
            Look::Bar | Look::Pips => {
                say!("{label} {value} of {full}", label, value, full = gauge.full)
            }
        }
    }));
    words.extend(card.marks.iter().map(|mark| mark.label.clone()));
    match (&card.standing, part) {
        (Standing::Out(how), _) => words.push(how.clone()),
        (Standing::Active, _) => words.push(say!("acting")),
        (Standing::Done, _) => words.push(say!("done")),
        (Standing::Ready, _) => {}
    }
    if part == Part::Target {
        words.push(say!("target"));
    }
    words.extend(card.todo.iter().cloned());
    Say::list(words)
}
