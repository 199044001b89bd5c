//! Marks: the conditions of a unit or side, as words in frames.

use egui::{Rect, Ui, vec2};

use crate::message::{Message, message};
use crate::rules::{Card, Mark, Tone};
use crate::ui::link::{self, chip_width};
use crate::ui::rule_words::Word;
use crate::ui::theme::{ChipColours, palette, touch};

/// The marks of a unit, with their places: a tap on a mark is a tap on its card.
pub(super) fn marks_ui<'c>(ui: &mut Ui, card: &'c Card) -> Vec<(Rect, &'c Mark)> {
    row_of_marks_ui(ui, &card.marks, |_, _| None)
}

/// The marks of a whole side; each opens the card of its term.
pub(super) fn side_marks_ui(ui: &mut Ui, marks: &[Mark]) {
    row_of_marks_ui(ui, marks, |ui, mark| Word::of_mark(ui.ctx(), mark));
}

/// Rows of marks, each as high as its own: if one mark takes two lines, the next rows do
/// not.
fn row_of_marks_ui<'m>(
    ui: &mut Ui,
    marks: &'m [Mark],
    word: impl Fn(&Ui, &Mark) -> Option<Word>,
) -> Vec<(Rect, &'m Mark)> {
    let mut drawn = Vec::new();
    if marks.is_empty() {
        return drawn;
    }
    let mut left = marks.iter().peekable();
    ui.scope(|ui| {
        // Marks that open a card are as high as a finger, and need no gap.
        let opens = marks.iter().any(|mark| word(ui, mark).is_some());
        ui.spacing_mut().item_spacing = vec2(5.0, if opens { 0.0 } else { 3.0 });
        ui.spacing_mut().interact_size.y = if opens { touch(ui.ctx()) } else { 18.0 };
        while let Some(first) = left.next() {
            ui.horizontal(|ui| {
                drawn.push((mark_ui(ui, first, word(ui, first)), first));
                let fits = |ui: &Ui, mark: &Mark| {
                    chip_width(ui, sign_of(mark), MARK) <= ui.available_width()
                };
                while let Some(mark) = left.next_if(|mark| fits(ui, mark)) {
                    drawn.push((mark_ui(ui, mark, word(ui, mark)), mark));
                }
            });
        }
    });
    drawn
}

/// The size of a mark's words.
const MARK: f32 = 15.0;

/// A mark in words; its tone is shown by a symbol as well as by colour.
fn sign_of(mark: &Mark) -> Message {
    let sign = match mark.tone {
        Tone::Good => "+ ",
        Tone::Bad => "! ",
        Tone::Plain => "",
    };
    message!("{sign}{label}", sign, label = &mark.label)
}

fn mark_ui(ui: &mut Ui, mark: &Mark, word: Option<Word>) -> Rect {
    let colours = palette(ui.ctx());
    let colour = match mark.tone {
        Tone::Good => colours.good,
        Tone::Bad => colours.bad,
        Tone::Plain => colours.quiet,
    };
    let colours = ChipColours { fill: colours.card, ink: colour, edge: colour };
    link::chip_ui(ui, &sign_of(mark), MARK, colours, word).rect
}
