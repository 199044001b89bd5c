//! The card that explains a rules term, below the place where it was tapped.

use egui::{
    Align, Align2, Area, Frame, Id, Key, Layout, Margin, Modifiers, Order, Panel, ScrollArea,
    Sense, Ui, vec2,
};

use crate::games::SystemTag;
use crate::message::{Message, message};
use crate::rules::InChart;
use crate::rules::drawing::{SKETCH_SIZE, Sketch};

use super::announcer::Topic;
use super::charts::charts_of;
use super::command::{ChartsCommand, Command, MeaningCommand};
use super::language::{capital, rich};
use super::link;
use super::rule_words::Word;
use super::theme::{self, palette};
use super::widgets::{WIDE, announced_ui, aside, caption, heading, named, quiet_button, rule_link};

/// The open cards, one over the other; the last one is visible.
#[derive(Debug, Default)]
pub(super) struct Cards(Vec<Word>);

impl Cards {
    /// The number of open cards.
    pub(super) fn open(&self) -> usize {
        self.0.len()
    }

    /// Carries out a player's command.
    pub(super) fn apply(&mut self, command: MeaningCommand) {
        match command {
            MeaningCommand::Open(word) if self.0.last() == Some(&word) => {}
            MeaningCommand::Open(word) => self.0.push(word),
            MeaningCommand::Back => drop(self.0.pop()),
            MeaningCommand::Close => self.0.clear(),
        }
    }
}

/// The width of the card beside the edge of a wide window, and its distance from the corner, in
/// points: below the bar of the screens.
const BESIDE: (f32, [f32; 2]) = (340.0, [-10.0, 78.0]);

/// The open card: over the right edge of a wide window, where it moves no other control, and
/// below everything else in a narrow one.
pub(super) fn card_ui(ui: &mut Ui, cards: &Cards, commands: &mut Vec<Command>) {
    let Some(word) = cards.0.last() else { return };
    if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        commands.push(Command::Meaning(MeaningCommand::Close));
    }
    let colours = palette(ui.ctx());
    let room = ui.ctx().content_rect().size();
    let most = room.y * if room.x >= WIDE { 0.55 } else { 0.42 };
    let frame = Frame::new().fill(colours.card).inner_margin(Margin::symmetric(14, 8));
    let frame = frame.stroke(egui::Stroke::new(colours.stroke, colours.sea));
    let mut all_ui = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        head_ui(ui, *word, cards.0.len() > 1, commands);
        let area = ScrollArea::vertical().id_salt(("meaning", *word));
        area.max_height(most).min_scrolled_height(most).auto_shrink([false, true]).show(ui, |ui| {
            ui.set_max_width(ui.available_width().min(COLUMN));
            what_ui(ui, *word, commands);
            more_ui(ui, *word, commands);
        });
    };
    if room.x < WIDE {
        Panel::bottom("meaning").frame(frame).resizable(false).show(ui, all_ui);
        return;
    }
    let (width, corner) = BESIDE;
    let area = Area::new(Id::unique("meaning")).order(Order::Middle);
    area.anchor(Align2::RIGHT_TOP, corner).show(ui.ctx(), |ui| {
        frame.corner_radius(8).show(ui, |ui| {
            ui.set_width(width);
            all_ui(ui);
        });
    });
}

fn head_ui(ui: &mut Ui, word: Word, more: bool, commands: &mut Vec<Command>) {
    let meaning = word.meaning();
    ui.horizontal_top(|ui| {
        let buttons = if more { 150.0 } else { 80.0 };
        let width = (ui.available_width() - buttons).max(80.0);
        ui.allocate_ui(vec2(width, 0.0), |ui| {
            ui.set_width(width);
            ui.vertical(|ui| {
                heading(ui, capital(ui.ctx(), &meaning.name));
                let of = word.system.name();
                let line =
                    message!("{sort} · {system}", sort = meaning.sort.message(), system = of);
                aside(ui, capital(ui.ctx(), &line));
            });
        });
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            if named(quiet_button(ui, true, message!("Close")), message!("Close the card"))
                .clicked()
            {
                commands.push(Command::Meaning(MeaningCommand::Close));
            }
            if more
                && named(quiet_button(ui, true, "‹"), message!("Back to the previous card"))
                    .clicked()
            {
                commands.push(Command::Meaning(MeaningCommand::Back));
            }
        });
    });
}

/// Longer lines than this are hard to read, in points.
const COLUMN: f32 = 640.0;

fn what_ui(ui: &mut Ui, word: Word, commands: &mut Vec<Command>) {
    let (meaning, ink) = (word.meaning(), palette(ui.ctx()).ink);
    announced_ui(ui, Topic::Card, &meaning.what, ink);
    if let Some(sketch) = word.sketch() {
        sketch_ui(ui, sketch);
    }
    if let Some(adds) = meaning.added_amount() {
        ui.label(rich(ui, adds).family(theme::bold()).color(ink));
    }
    if meaning.rule.is_empty() {
        return;
    }
    let rule = Message::word(meaning.rule);
    if rule_link(
        ui,
        message!("Rule: {rule}", rule = &rule),
        message!("Rule on the card: {rule}", rule),
    ) {
        commands.push(Command::Charts(ChartsCommand::Find(meaning.rule.to_owned())));
    }
}

fn more_ui(ui: &mut Ui, word: Word, commands: &mut Vec<Command>) {
    let meaning = word.meaning();
    let mut shown = None;
    for row in meaning.figures(charts_of(word.system)) {
        figures_ui(ui, word.system, &row, shown == Some(row.slug), commands);
        shown = Some(row.slug);
    }
    let next = word.leads_on();
    if next.is_empty() {
        return;
    }
    caption(ui, message!("See also"));
    link::words_ui(ui, &next);
}

/// Ships from above, with their paths: the acting ones in black, the others in red.
fn sketch_ui(ui: &mut Ui, sketch: Sketch) {
    const SCALE: f32 = 1.7;
    let colours = palette(ui.ctx());
    let [width, height] = SKETCH_SIZE.map(|side| side * SCALE);
    let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let place = |[x, y]: [f32; 2]| rect.min + vec2(x, y) * SCALE;
    ui.painter().rect_filled(rect, 4.0, colours.ground);
    let stroke = egui::Stroke::new(2.0, colours.sea);
    for way in sketch.ways() {
        let way: Vec<egui::Pos2> = way.into_iter().map(place).collect();
        if let [.., before, tip] = way.as_slice() {
            let along = (*tip - *before).normalized() * 7.0;
            let barbs = [along.rot90(), -along.rot90()].map(|side| *tip - along + side * 0.6);
            ui.painter().add(egui::Shape::line(vec![barbs[0], *tip, barbs[1]], stroke));
        }
        ui.painter().add(egui::Shape::line(way, stroke));
    }
    for hull in sketch.hulls() {
        let fill = if hull.acts { colours.ink } else { colours.clay };
        let outline = hull.outline().map(place).to_vec();
        ui.painter().add(egui::Shape::convex_polygon(outline, fill, egui::Stroke::NONE));
    }
}

/// A row of a chart, which opens the chart.
fn figures_ui(
    ui: &mut Ui,
    system: SystemTag,
    row: &InChart,
    same: bool,
    commands: &mut Vec<Command>,
) {
    let colours = palette(ui.ctx());
    let title = &row.chart;
    if !same
        && rule_link(
            ui,
            message!("Table: {title}", title),
            message!("Table on the card: {title}", title),
        )
    {
        commands.push(Command::Charts(ChartsCommand::Show(system, row.slug)));
    }
    ui.label(rich(ui, row.in_words()).size(16.0).color(colours.ink));
}
