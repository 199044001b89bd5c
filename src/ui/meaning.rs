//! What a word of the rules means, on a card below the place where it stands: a tap on
//! the word, or on the question mark beside it, opens the card.

use std::collections::HashMap;
use std::sync::OnceLock;

use egui::{
    Align, Context, Frame, Id, Key, Layout, Margin, Modifiers, Panel, Response, Role, ScrollArea,
    Sense, Ui, WidgetInfo,
};

use crate::dice::Reason;
use crate::drawing::{SKETCH_SIZE, Sketch};
use crate::rules::{Card, InChart, Mark, Meaning, Sort};
use crate::say::{Say, say};
use crate::systems::SystemTag;
use crate::wording::english;

use super::charts::{self, charts_of};
use super::command::{ChartsCommand, Command, MeaningCommand};
use super::language::{capital, rich, tell};
use super::link;
use super::theme::{self, palette};
use super::voice::Topic;
use super::widgets::{
    WIDE, aside, caption, follow_focus, heading, named, quiet_button, rule_link, said_ui,
};

/// A word of a system, by its place among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    system: SystemTag,
    at: usize,
}

/// The words of a system, with what they mean, and where each name is found.
struct Glossary {
    meanings: Vec<Meaning>,
    by_name: HashMap<String, usize>,
}

fn glossary(system: SystemTag) -> &'static Glossary {
    static ALL: OnceLock<Vec<Glossary>> = OnceLock::new();
    let all = ALL.get_or_init(|| SystemTag::ALL.iter().map(|tag| Glossary::of(*tag)).collect());
    let at = SystemTag::ALL.iter().position(|tag| *tag == system).unwrap_or_default();
    &all[at]
}

impl Glossary {
    fn of(system: SystemTag) -> Glossary {
        let meanings = system.meanings();
        Glossary { by_name: Meaning::by_name(&meanings), meanings }
    }
}

impl Word {
    pub(super) fn meaning(self) -> &'static Meaning {
        &glossary(self.system).meanings[self.at]
    }

    fn find(system: SystemTag, is: impl Fn(&Meaning) -> bool) -> Option<Word> {
        let at = glossary(system).meanings.iter().position(is)?;
        Some(Word { system, at })
    }

    /// The word with this name.
    pub(super) fn named(system: SystemTag, name: &Say) -> Option<Word> {
        let at = *glossary(system).by_name.get(&english(name).to_lowercase())?;
        Some(Word { system, at })
    }

    /// The head of a column.
    pub(super) fn column(system: SystemTag, head: &Say) -> Option<Word> {
        let wanted = english(head).to_lowercase();
        let is =
            |one: &Meaning| one.sort == Sort::Column && english(&one.name).to_lowercase() == wanted;
        Word::find(system, is).or_else(|| Word::named(system, head))
    }

    /// A word of the battle on the table, of this sort.
    pub(super) fn of_battle(ctx: &Context, sort: &Sort, word: &str) -> Option<Word> {
        Word::find(system(ctx)?, |one| one.sort == *sort && one.word == word)
    }

    /// What a line about a unit says: the words of the rules in it; where there are none, the
    /// entry of the record that it shows, `ammo` for `ammo.archers-1`.
    pub(super) fn of_line(ctx: &Context, says: &Say, entry: Option<&str>) -> Vec<Word> {
        let words = Word::within(ctx, says);
        if !words.is_empty() {
            return words;
        }
        let entry = entry.and_then(|entry| entry.split('.').next());
        entry.and_then(|entry| Word::of_battle(ctx, &Sort::Entry, entry)).into_iter().collect()
    }

    /// What a mark says.
    pub(super) fn of_mark(ctx: &Context, mark: &Mark) -> Option<Word> {
        Word::of_line(ctx, &mark.label, mark.of.as_deref()).into_iter().next()
    }

    /// A phase, by its name.
    pub(super) fn phase(ctx: &Context, name: &Say) -> Option<Word> {
        Word::find(system(ctx)?, |one| one.sort == Sort::Phase && one.name == *name)
    }

    /// The words of the battle that stand within a text.
    pub(super) fn within(ctx: &Context, text: &Say) -> Vec<Word> {
        let Some(system) = system(ctx) else { return Vec::new() };
        let mut found = Vec::new();
        // Nothing is replaced: each part of the text is only looked at.
        let _ = text.replaced(&mut |part| {
            found.extend(Word::named(system, part));
            None
        });
        found
    }

    /// What it looks like from above, if that helps.
    fn sketch(self) -> Option<Sketch> {
        self.meaning().sketch(self.system.units())
    }

    /// A question of an order.
    pub(super) fn question(ctx: &Context, order: &str, field: &str) -> Option<Word> {
        let is = |one: &Meaning| one.sort == Sort::Question && (one.of, one.word) == (order, field);
        Word::find(system(ctx)?, is)
    }
}

impl Word {
    /// The rows in which it stands: those in the chart of this rule, if it has any.
    pub(super) fn rows(self, rule: &str) -> Vec<InChart> {
        let mut rows = self.meaning().figures(charts_of(self.system));
        let chart = charts::chart_of_rule(rule);
        if rows.iter().any(|row| Some(row.slug) == chart) {
            rows.retain(|row| Some(row.slug) == chart);
        }
        rows
    }
}

/// The system of the battle on the table.
fn system(ctx: &Context) -> Option<SystemTag> {
    ctx.data(|data| data.get_temp(Id::unique("the system at the table")))
}

/// The words on the screen are those of this system from now on.
pub(super) fn speak_of(ctx: &Context, system: SystemTag) {
    ctx.data_mut(|data| data.insert_temp(Id::unique("the system at the table"), system));
}

fn asked_id() -> Id {
    Id::unique("a word that was asked for")
}

/// Asks for a word’s card, as a link asks for a page: whatever draws it may stand deep
/// within a screen.
fn ask(ctx: &Context, word: Word) {
    ctx.data_mut(|data| data.insert_temp(asked_id(), Some(word)));
}

/// The word that was asked for in this frame.
pub(super) fn asked(ctx: &Context) -> Option<Command> {
    let word: Option<Word> = ctx.data_mut(|data| data.remove_temp(asked_id()))?;
    let word = word?;
    Some(Command::Meaning(MeaningCommand::Open(word)))
}

/// Names what opens a card, and asks for it on a tap.
pub(super) fn opens(response: &Response, word: Word, name: &str) {
    response.widget_info(|| WidgetInfo::labeled(Role::Link, true, name));
    follow_focus(response);
    if response.clicked() {
        ask(&response.ctx, word);
    }
}

/// A long press, or the second button of a mouse, asks what an order is.
pub(super) fn asks_what_it_is(response: &Response, order: &str) {
    if response.secondary_clicked()
        && let Some(word) = Word::of_battle(&response.ctx, &Sort::Order, order)
    {
        ask(&response.ctx, word);
    }
}

/// A long press on a unit, or the second button of a mouse, asks what the mark under it means,
/// or what kind of unit it is.
pub(super) fn asks_of_unit(response: &Response, card: &Card, marks: &[(egui::Rect, &Mark)]) {
    if !response.secondary_clicked() {
        return;
    }
    let ctx = &response.ctx;
    let at = response.interact_pointer_pos();
    let under = marks.iter().find(|(rect, _)| at.is_some_and(|at| rect.contains(at)));
    let of_mark = under.and_then(|(_, mark)| Word::of_mark(ctx, mark));
    if let Some(word) = of_mark.or_else(|| Word::within(ctx, &card.kind).into_iter().next()) {
        ask(ctx, word);
    }
}

/// The card of the reason for a modifier.
pub(super) fn of_modifier(ctx: &Context, reason: &Reason) -> Option<Word> {
    Word::of_battle(ctx, &Sort::Modifier, &reason.id)
}

/// The cards that are open, one over the other; the last is seen.
#[derive(Debug, Default)]
pub(super) struct Cards(Vec<Word>);

impl Cards {
    /// How many are open.
    pub(super) fn open(&self) -> usize {
        self.0.len()
    }

    /// Carries out what a player wants.
    pub(super) fn apply(&mut self, command: MeaningCommand) {
        match command {
            MeaningCommand::Open(word) if self.0.last() == Some(&word) => {}
            MeaningCommand::Open(word) => self.0.push(word),
            MeaningCommand::Back => drop(self.0.pop()),
            MeaningCommand::Close => self.0.clear(),
        }
    }
}

/// The card that is open, below everything else.
pub(super) fn card_ui(ui: &mut Ui, cards: &Cards, commands: &mut Vec<Command>) {
    let Some(word) = cards.0.last() else { return };
    if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        commands.push(Command::Meaning(MeaningCommand::Close));
    }
    let colours = palette(ui.ctx());
    // A wide window has room beside the words, and the table above needs its height.
    let room = ui.ctx().content_rect().size();
    let most = room.y * if room.x >= WIDE { 0.26 } else { 0.42 };
    let frame = Frame::new().fill(colours.card).inner_margin(Margin::symmetric(14, 8));
    let frame = frame.stroke(egui::Stroke::new(colours.stroke, colours.sea));
    Panel::bottom("meaning").frame(frame).resizable(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        head_ui(ui, (*word, cards.0.len() > 1), commands);
        let area = ScrollArea::vertical().id_salt(("meaning", word.system, word.at));
        area.max_height(most).min_scrolled_height(most).auto_shrink([false, true]).show(ui, |ui| {
            ui.set_max_width(ui.available_width().min(2.0 * COLUMN));
            body_ui(ui, *word, commands);
        });
    });
}

fn head_ui(ui: &mut Ui, (word, more): (Word, bool), commands: &mut Vec<Command>) {
    let meaning = word.meaning();
    ui.horizontal_top(|ui| {
        let buttons = if more { 150.0 } else { 80.0 };
        let width = (ui.available_width() - buttons).max(80.0);
        ui.allocate_ui(egui::vec2(width, 0.0), |ui| {
            ui.set_width(width);
            ui.vertical(|ui| {
                heading(ui, capital(ui.ctx(), &meaning.name));
                let of = word.system.name();
                let line = say!("{sort} · {system}", sort = meaning.sort.say(), system = of);
                aside(ui, capital(ui.ctx(), &line));
            });
        });
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            if named(quiet_button(ui, true, say!("Close")), say!("Close the card")).clicked() {
                commands.push(Command::Meaning(MeaningCommand::Close));
            }
            if more && named(quiet_button(ui, true, "‹"), say!("Back to the last card")).clicked()
            {
                commands.push(Command::Meaning(MeaningCommand::Back));
            }
        });
    });
}

/// Longer lines than this are hard to read, in points.
const COLUMN: f32 = 640.0;

/// What it is; and its figures and what leads on, beside it where there is room.
fn body_ui(ui: &mut Ui, word: Word, commands: &mut Vec<Command>) {
    if ui.available_width() < WIDE {
        what_ui(ui, word, commands);
        more_ui(ui, word, commands);
        return;
    }
    ui.columns_const(|[left, right]| {
        what_ui(left, word, commands);
        more_ui(right, word, commands);
    });
}

fn what_ui(ui: &mut Ui, word: Word, commands: &mut Vec<Command>) {
    let (meaning, ink) = (word.meaning(), palette(ui.ctx()).ink);
    said_ui(ui, Topic::Card, &meaning.what, ink);
    if let Some(sketch) = word.sketch() {
        sketch_ui(ui, sketch);
    }
    if let Some(adds) = meaning.says_adds() {
        ui.label(rich(ui, adds).family(theme::bold()).color(ink));
    }
    if meaning.rule.is_empty() {
        return;
    }
    let rule = Say::word(meaning.rule);
    if rule_link(ui, say!("Rule: {rule}", rule = &rule), say!("Rule of the card: {rule}", rule)) {
        commands.push(Command::Charts(ChartsCommand::Find(meaning.rule.to_owned())));
    }
}

fn more_ui(ui: &mut Ui, word: Word, commands: &mut Vec<Command>) {
    let meaning = word.meaning();
    let mut shown = None;
    for row in meaning.figures(charts_of(word.system)) {
        figures_ui(ui, word.system, (&row, shown == Some(row.slug)), commands);
        shown = Some(row.slug);
    }
    let next = Meaning::leads_on(&glossary(word.system).meanings, word.at);
    if next.is_empty() {
        return;
    }
    caption(ui, say!("See also"));
    let next: Vec<Word> = next.into_iter().map(|at| Word { at, ..word }).collect();
    link::words_ui(ui, &next);
}

/// Ships from above: those that act in black, the others in red, with their ways.
fn sketch_ui(ui: &mut Ui, sketch: Sketch) {
    const SCALE: f32 = 1.7;
    let colours = palette(ui.ctx());
    let [width, height] = SKETCH_SIZE.map(|side| side * SCALE);
    let (rect, _) = ui.allocate_exact_size(egui::vec2(width, height), Sense::hover());
    let place = |[x, y]: [f32; 2]| rect.min + egui::vec2(x, y) * SCALE;
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

/// A row of a chart, and the way to the chart.
fn figures_ui(
    ui: &mut Ui,
    system: SystemTag,
    (row, same): (&InChart, bool),
    commands: &mut Vec<Command>,
) {
    let colours = palette(ui.ctx());
    let title = &row.chart;
    if !same
        && rule_link(ui, say!("Table: {title}", title), say!("Table of the card: {title}", title))
    {
        commands.push(Command::Charts(ChartsCommand::Show(system, row.slug)));
    }
    ui.label(rich(ui, row.in_words()).size(16.0).color(colours.ink));
}

/// The words of a system that a search means, even if a key or two slipped: the nearest
/// first.
pub(super) fn found(ctx: &Context, system: SystemTag, search: &str) -> Vec<Word> {
    let search = search.trim().to_lowercase();
    if search.chars().count() < 3 {
        return Vec::new();
    }
    let all = glossary(system).meanings.iter().enumerate();
    let told = all.filter_map(|(at, meaning)| {
        let distance = distance(&search, &tell(ctx, &meaning.name).to_lowercase())?;
        Some((distance, at))
    });
    let mut told: Vec<(usize, usize)> = told.collect();
    // Where a name is found as it was typed, what is only like it is not meant.
    if told.iter().any(|(distance, _)| *distance == 0) {
        told.retain(|(distance, _)| *distance == 0);
    }
    told.sort_unstable();
    told.into_iter().map(|(_, at)| Word { system, at }).take(MOST_FOUND).collect()
}

/// A search shows this many words at most.
const MOST_FOUND: usize = 24;

/// How many keys slipped in a search for a name or for a word of it, if not too many;
/// the end of the word may be missing.
fn distance(search: &str, name: &str) -> Option<usize> {
    if name.contains(search) {
        return Some(0);
    }
    let length = search.chars().count();
    let most = if length < 6 { 1 } else { 2 };
    let words = name.split([' ', '-', '(', ')']).chain([name]);
    let to = |word: &str| {
        let begins: String = word.chars().take(length).collect();
        strsim::osa_distance(search, word).min(strsim::osa_distance(search, &begins))
    };
    words.map(to).min().filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_bears_a_slip_of_the_keys() {
        for (typed, name, slips) in [
            ("trebuchet", "trebuchet", Some(0)),
            ("trebuhcet", "trebuchet", Some(1)),
            ("trebuche", "trebuchet", Some(0)),
            ("diekplos", "diekplus", Some(1)),
            ("dekplos", "diekplus", Some(2)),
            ("hul", "reinforced hull", Some(0)),
            ("hlul", "reinforced hull", Some(1)),
            ("trirmee", "trireme (full deck)", Some(1)),
            ("corvus", "harpax", None),
            ("ram", "bow", None),
        ] {
            assert_eq!(distance(typed, name), slips, "{typed} for {name}");
        }
    }
}
