//! A record sheet on the screen, as on paper: the type of a unit, the sources of its numbers,
//! and the boxes to cross off. A tap on an entry corrects it.

use std::collections::HashSet;

use egui::{Frame, Margin, Rect, Sense, Stroke, Ui, UiBuilder, pos2, vec2};
use serde_json::{Value, json};

use crate::message::{Message, message};
use crate::rules::schema::ADJUST;
use crate::rules::{Choice, Fact, OfferField, Sheet, Subject, Track};
use crate::ui::command::TableCommand;
use crate::ui::language::{capital, rich};
use crate::ui::link;
use crate::ui::rule_words::Word;
use crate::ui::theme::{self, TOUCH, palette};
use crate::ui::widgets::{
    FoldingLine, as_written, aside, caption, focus_ring, folding, named, quiet_button, tight_row,
};

use super::state::Orders;

/// The record that is shown, and which of its entries can be corrected here.
struct Record<'o> {
    subject: Subject,
    entries: Option<&'o OfferField>,
}

impl<'o> Record<'o> {
    fn new(subject: Subject, orders: &'o Orders) -> Record<'o> {
        let correction = orders.offers.iter().find(|offer| offer.spec.kind == ADJUST.kind);
        let correction = correction.filter(|_| orders.subject == Some(subject));
        let mut fields = correction.into_iter().flat_map(|offer| &offer.fields);
        Record { subject, entries: fields.find(|field| field.spec.name == "field") }
    }

    /// A line of the sheet for this entry of the record.
    fn line<'c>(&self, caption: &'c Message, entry: Option<&str>) -> Line<'c> {
        let choices = self.entries.into_iter().flat_map(|field| &field.choices);
        let mut known = choices.filter_map(|choice| choice.value.as_str());
        let entry = entry.filter(|entry| known.any(|known| known == *entry));
        Line { caption, entry: entry.map(|entry| json!(entry)) }
    }

    fn correct(&self, entry: Value) -> TableCommand {
        TableCommand::Aim(self.subject, ADJUST.kind, "field", entry)
    }

    fn name(&self, what: &Message) -> Message {
        let subject = self.subject.to_string();
        message!("{subject}: correct {what}", subject, what)
    }
}

/// A line of a sheet.
struct Line<'c> {
    caption: &'c Message,
    /// The value of its entry, if it can be corrected.
    entry: Option<Value>,
}

/// The sheet of a unit, from which mistakes in it can be corrected.
pub(super) fn sheet_ui(
    ui: &mut Ui,
    sheet: &Sheet,
    subject: Subject,
    orders: &Orders,
    commands: &mut Vec<TableCommand>,
) {
    let title = match sheet.tag {
        Some(tag) if tag.to_string() != sheet.name => {
            message!("{tag} {name}", tag, name = &sheet.name)
        }
        Some(_) | None => Message::verbatim(&sheet.name),
    };
    caption(ui, title);
    as_written(ui, &sheet.name);
    aside(ui, message!("{kind}, {fleet}", kind = &sheet.kind, fleet = &sheet.fleet));
    ui.spacing_mut().item_spacing.y = 3.0;
    let record = Record::new(subject, orders);
    // A line to write on is for paper.
    let facts = sheet.facts.iter().chain(&sheet.adds).chain(&sheet.now);
    for fact in facts.filter(|fact| !fact.text.is_empty()) {
        let line = record.line(&fact.caption, fact.entry.as_deref());
        entry_ui(ui, &record, line, commands, |ui| fact_ui(ui, fact));
    }
    // A track that only helps to count on paper is not an entry.
    for track in sheet.tracks.iter().filter(|track| track.entry.is_some()) {
        let line = record.line(&track.caption, track.entry.as_deref());
        entry_ui(ui, &record, line, commands, |ui| track_ui(ui, track));
    }
    for tick in sheet.ticks.iter().filter(|tick| tick.entry.is_some()) {
        let line = record.line(&tick.caption, tick.entry.as_deref());
        let says = if tick.ticked { message!("yes") } else { message!("no") };
        entry_ui(ui, &record, line, commands, |ui| line_ui(ui, &tick.caption, &says));
    }
    if record.entries.is_some() {
        others_ui(ui, &record, sheet, commands);
    }
    words_ui(ui, sheet);
}

/// The rules terms on the unit's sheet, each with its card.
fn words_ui(ui: &mut Ui, sheet: &Sheet) {
    let facts = sheet
        .facts
        .iter()
        .flat_map(|fact| [(&fact.caption, fact.entry.as_deref()), (&fact.text, None)]);
    let tracks = sheet.tracks.iter().map(|track| (&track.caption, track.entry.as_deref()));
    let ticked = sheet.ticks.iter().filter(|tick| tick.ticked);
    let ticked = ticked.map(|tick| (&tick.caption, tick.entry.as_deref()));
    let lines = std::iter::once((&sheet.kind, None)).chain(facts).chain(tracks).chain(ticked);
    let mut words = Vec::new();
    for word in lines.flat_map(|(says, entry)| Word::of_line(ui.ctx(), says, entry)) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    if !words.is_empty() {
        caption(ui, message!("Terms used here"));
        link::words_ui(ui, &words);
    }
}

/// An entry; if it can be corrected, all of it can be tapped.
fn entry_ui(
    ui: &mut Ui,
    record: &Record,
    line: Line,
    commands: &mut Vec<TableCommand>,
    add: impl FnOnce(&mut Ui),
) {
    let Line { caption: what, entry: Some(entry) } = line else { return add(ui) };
    let colours = palette(ui.ctx());
    let builder = UiBuilder::new().id_salt(("entry", entry.to_string(), what.to_string()));
    let shown = ui.scope_builder(builder.sense(Sense::click()), |ui| {
        let frame = Frame::new().fill(colours.sea_wash).corner_radius(6);
        frame.inner_margin(Margin { left: 10, right: 24, top: 8, bottom: 8 }).show(ui, |ui| {
            ui.set_min_size(vec2(ui.available_width(), TOUCH - 16.0));
            add(ui);
        });
    });
    let response = shown.response;
    let tip = pos2(response.rect.right() - 9.0, response.rect.center().y);
    let chevron = vec![tip + vec2(-5.0, -5.0), tip, tip + vec2(-5.0, 5.0)];
    ui.painter().add(egui::Shape::line(chevron, Stroke::new(2.0, colours.sea)));
    focus_ring(ui, &response);
    if named(response, record.name(what)).clicked() {
        commands.push(record.correct(entry));
    }
}

fn line_ui(ui: &mut Ui, what: &Message, says: &Message) {
    let colours = palette(ui.ctx());
    tight_row(ui, |ui| {
        let what = rich(ui, capital(ui.ctx(), what)).size(16.0).color(colours.quiet);
        ui.label(what);
        let says = rich(ui, says).family(theme::bold()).size(16.0).color(colours.ink);
        ui.label(says);
    });
}

fn fact_ui(ui: &mut Ui, fact: &Fact) {
    line_ui(ui, &fact.caption, &fact.text);
    for part in &fact.parts {
        ui.horizontal_top(|ui| {
            ui.add_space(14.0);
            // A row does not break its words; a column does.
            ui.vertical(|ui| aside(ui, part));
        });
    }
}

/// For more boxes than this only the number is shown.
const MOST_BOXES: u32 = 60;

/// A track, as a number and as boxes that are crossed off.
fn track_ui(ui: &mut Ui, track: &Track) {
    let (figure, full) = track.figure();
    line_ui(ui, &track.caption, &message!("{figure} of {full}", figure, full));
    if (1..=MOST_BOXES).contains(&track.boxes) {
        boxes_ui(ui, track);
    }
}

/// The boxes of a track, in as many rows as they need.
fn boxes_ui(ui: &mut Ui, track: &Track) {
    const STEP: f32 = 17.0;
    let colours = palette(ui.ctx());
    let width = ui.available_width();
    let mut in_a_row = 1;
    while (in_a_row + 1) as f32 * STEP <= width && in_a_row < track.boxes {
        in_a_row += 1;
    }
    let rows = track.boxes.div_ceil(in_a_row);
    let (rect, _) = ui.allocate_exact_size(vec2(width, rows as f32 * STEP), Sense::hover());
    if !ui.is_rect_visible(rect) {
        return;
    }
    for n in 0..track.boxes {
        let at = vec2((n % in_a_row) as f32, (n / in_a_row) as f32) * STEP;
        let cell = Rect::from_min_size(rect.min + at, vec2(13.0, 13.0));
        let edge = Stroke::new(1.0, colours.ink);
        ui.painter().rect(cell, 2.0, colours.card, edge, egui::StrokeKind::Inside);
        if n < track.crossed {
            let cross = Stroke::new(2.0, colours.bad);
            let inner = cell.shrink(2.5);
            ui.painter().line_segment([inner.left_top(), inner.right_bottom()], cross);
            ui.painter().line_segment([inner.right_top(), inner.left_bottom()], cross);
        }
    }
}

/// The entries of the record that are not on the sheet, by name; folded, since there are
/// many of them and most fill themselves in.
fn others_ui(ui: &mut Ui, record: &Record, sheet: &Sheet, commands: &mut Vec<TableCommand>) {
    let facts = sheet.facts.iter().map(|fact| fact.entry.as_deref());
    let shown = facts.chain(sheet.tracks.iter().map(|track| track.entry.as_deref()));
    let shown = shown.chain(sheet.ticks.iter().map(|tick| tick.entry.as_deref()));
    let shown: HashSet<&str> = shown.flatten().collect();
    let is_shown =
        |choice: &&Choice| choice.value.as_str().is_some_and(|entry| shown.contains(entry));
    let subject = record.subject.to_string();
    let all = record.entries.into_iter().flat_map(|field| &field.choices);
    let title = message!("Correct another entry");
    let line = FoldingLine { title, ink: palette(ui.ctx()).clay, under: "" };
    folding(ui, ("other entries", &subject), line, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
            for choice in all.filter(|choice| !is_shown(choice)) {
                let button = quiet_button(ui, true, capital(ui.ctx(), &choice.label));
                // A row above may have the same caption.
                let (subject, what) = (&subject, &choice.label);
                let name = message!("{subject}: correct the entry {what}", subject, what);
                if named(button, name).clicked() {
                    commands.push(record.correct(choice.value.clone()));
                }
            }
        });
    });
}
