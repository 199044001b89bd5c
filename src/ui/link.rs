//! Links to glossary cards: terms in a frame, and terms with a question mark. Their tap area is
//! as large as a finger, although they are drawn smaller.

use std::sync::Arc;

use egui::{
    Align2, Color32, FontId, Galley, Label, Rect, Response, RichText, Role, Sense, Stroke,
    StrokeKind, TextStyle, TextWrapMode, Ui, UiBuilder, Vec2, WidgetInfo, WidgetText, pos2, vec2,
};

use crate::message::{Message, message};
use crate::rules::Meaning;

use super::language::{ShownText, tell};
use super::rule_words::{Word, opens};
use super::theme::{self, ChipColours, palette, touch};
use super::widgets::{focus_ring, named};

/// The width of a question mark with the gap before it, in points.
pub(super) const MARK: f32 = 26.0;

/// The accessible name of a question mark.
fn asks(ui: &Ui, word: Word) -> String {
    tell(ui.ctx(), &message!("What is “{word}”?", word = &word.meaning().name))
}

fn question_mark(ui: &Ui, middle: egui::Pos2) {
    let colours = palette(ui.ctx());
    ui.painter().circle(middle, 9.5, Color32::TRANSPARENT, Stroke::new(1.0, colours.sea));
    let font = FontId::new(14.0, theme::bold());
    ui.painter().text(middle, Align2::CENTER_CENTER, "?", font, colours.sea);
}

/// A question mark that opens the card of a term, if it has one, beside a control.
pub(super) fn mark_ui(ui: &mut Ui, word: Option<Word>) {
    let Some(word) = word else { return };
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(touch(ui.ctx())), Sense::click());
    question_mark(ui, rect.center());
    focus_ring(ui, &response);
    opens(&response, word, &asks(ui, word));
}

/// Words; if they are explained, they have a question mark, and all of it opens the card.
pub(super) fn asked_ui(ui: &mut Ui, words: RichText, word: Option<Word>) -> Response {
    let Some(word) = word else { return ui.label(words) };
    // In a row that wraps, the words may continue in the next one.
    let room = if ui.layout().main_wrap() { ui.max_rect().width() } else { ui.available_width() };
    let most = (room - MARK).max(40.0);
    let galley =
        WidgetText::from(words).into_galley(ui, Some(TextWrapMode::Wrap), most, TextStyle::Body);
    let finger = touch(ui.ctx());
    let size = vec2((galley.size().x + MARK).max(finger), galley.size().y.max(finger));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let top = rect.center().y - galley.size().y / 2.0;
    let place = Rect::from_min_size(pos2(rect.left(), top), galley.size());
    question_mark(ui, pos2(place.right() + MARK / 2.0, rect.center().y));
    // It adds no space to the layout.
    let label = ui.new_child(UiBuilder::new().max_rect(place)).add(Label::new(galley));
    focus_ring(ui, &response);
    opens(&response, word, &asks(ui, word));
    label
}

/// Words in a frame, which are laid out before they are placed, so that a full row continues
/// below.
fn chip_galley(ui: &Ui, text: impl ShownText, size: f32, ink: Color32) -> (Arc<Galley>, Vec2) {
    let text = text.text_for(ui.ctx());
    let pad = vec2(size / 2.0, (size - 13.0).max(0.0));
    let words = WidgetText::from(RichText::new(text).size(size).color(ink));
    let wrap = (ui.max_rect().width() - 2.5 * pad.x).max(40.0);
    (words.into_galley(ui, Some(TextWrapMode::Wrap), wrap, TextStyle::Body), pad)
}

/// The width of words in a frame.
pub(super) fn chip_width(ui: &Ui, text: impl ShownText, size: f32) -> f32 {
    let (galley, pad) = chip_galley(ui, text, size, Color32::PLACEHOLDER);
    galley.size().x + 2.0 * pad.x
}

/// Words in a frame; a dotted line shows that they are explained.
pub(super) fn chip_ui(
    ui: &mut Ui,
    text: &Message,
    size: f32,
    colours: ChipColours,
    word: Option<Word>,
) -> Response {
    let (response, words) = framed_ui(ui, text, size, colours, word.is_some());
    let text = tell(ui.ctx(), text);
    match word {
        Some(word) => link_ui(ui, &response, words, word, &text),
        None => response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text)),
    }
    response
}

/// Words in a frame that are a button.
pub(super) fn chip_button(ui: &mut Ui, text: &Message, name: Message) -> Response {
    let colours = palette(ui.ctx()).plain_chip();
    let (response, words) = framed_ui(ui, text, 16.0, colours, true);
    dots(ui, words, palette(ui.ctx()).sea);
    focus_ring(ui, &response);
    named(response, name)
}

/// Draws words in a frame, with a tap area as large as a finger. Returns the place of the
/// words.
fn framed_ui(
    ui: &mut Ui,
    text: &Message,
    size: f32,
    colours: ChipColours,
    taps: bool,
) -> (Response, Rect) {
    let ChipColours { fill, ink, edge } = colours;
    let (galley, pad) = chip_galley(ui, text, size, ink);
    let drawn = galley.size() + 2.0 * pad;
    let (sense, size) = if taps {
        // Words of one line do not touch those of the next.
        (Sense::click(), (drawn + vec2(0.0, 6.0)).max(Vec2::splat(touch(ui.ctx()))))
    } else {
        (Sense::hover(), drawn)
    };
    let (rect, response) = ui.allocate_exact_size(size, sense);
    let frame = Rect::from_center_size(rect.center(), drawn);
    ui.painter().rect(frame, 11.0, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let words = Rect::from_min_size(frame.min + pad, galley.size());
    ui.painter().galley(words.min, galley, ink);
    (response, words)
}

/// A row of frames, some of which open cards: each as high as a finger, with small gaps.
pub(super) fn chips_ui(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 0.0);
        ui.spacing_mut().interact_size.y = touch(ui.ctx());
        ui.horizontal_wrapped(add);
    });
}

/// Makes drawn words open the card of a term, with a dotted line below.
pub(super) fn link_ui(ui: &Ui, response: &Response, words: Rect, word: Word, name: &str) {
    dots(ui, words, palette(ui.ctx()).sea);
    focus_ring(ui, response);
    opens(response, word, name);
}

/// A dotted line below words.
fn dots(ui: &Ui, words: Rect, ink: Color32) {
    let mut x = words.left() + 1.0;
    while x < words.right() {
        ui.painter().circle_filled(pos2(x, words.bottom() - 0.5), 0.8, ink);
        x += 3.5;
    }
}

/// A laid out text of a table that opens the card of a word, if it has one.
pub(super) fn cell_ui(ui: &mut Ui, galley: Arc<Galley>, word: Option<Word>) -> Response {
    let Some(word) = word else { return ui.add(Label::new(galley)) };
    let (text, lines) = (galley.text().to_owned(), galley.size());
    let size = lines.max(Vec2::splat(touch(ui.ctx())));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let top = rect.center().y - lines.y / 2.0;
    let words = Rect::from_min_size(pos2(rect.left(), top), lines);
    ui.painter().galley(words.min, galley, palette(ui.ctx()).ink);
    link_ui(ui, &response, words, word, &text);
    response
}

/// A term with its sort, which opens its card.
pub(super) fn word_ui(ui: &mut Ui, word: Word) {
    let Meaning { name, sort, .. } = word.meaning();
    let text = message!("{name} ({sort})", name, sort = sort.message());
    let colours = palette(ui.ctx()).plain_chip();
    chip_ui(ui, &text, 18.0, colours, Some(word));
}

/// Terms, each of which opens its card.
pub(super) fn words_ui(ui: &mut Ui, words: &[Word]) {
    if words.is_empty() {
        return;
    }
    chips_ui(ui, |ui| {
        for word in words {
            word_ui(ui, *word);
        }
    });
}
