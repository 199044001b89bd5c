//! Counters to cut out, fold and glue: each has a face and a back.

use crate::rules::Chit;
use crate::wording::Words;

use super::block::{Block, Style};
use super::flow::Piece;
use super::fonts::Face;
use super::page::{Anchor, Frame, Ink, Item, Line};
use super::sheet::LEAST_PT;

/// The side of a counter, in millimetres.
const SIDE: f32 = 17.0;

/// The space between two counters, in millimetres.
const APART: f32 = 2.0;

/// The counters in rows; `army` is printed on the backs of those that lie face
/// down.
pub(super) fn chits_piece(chits: &[Chit], army: &str, width: f32, words: &Words) -> Piece {
    let across = (1..=u8::MAX)
        .take_while(|n| f32::from(*n) * (SIDE + APART) - APART <= width)
        .last()
        .unwrap_or(1);
    let all: Vec<&Chit> =
        chits.iter().flat_map(|chit| std::iter::repeat_n(chit, chit.count as usize)).collect();
    let rows = all.chunks(usize::from(across)).map(|row| {
        let mut block = Block::space(2.0 * SIDE + 2.0 * APART);
        for (chit, n) in row.iter().zip(0_u8..) {
            block.place(strip(chit, army, words), [f32::from(n) * (SIDE + APART), 0.0]);
        }
        block
    });
    Piece { rows: rows.collect(), ..Piece::default() }
}

/// A counter's back above its face, with the fold line between them.
fn strip(chit: &Chit, army: &str, words: &Words) -> Block {
    let caption = words.tell(&chit.caption);
    let mut block = Block::default();
    let back = Frame::new(0.0, 0.0, SIDE, SIDE);
    let face = Frame::new(0.0, SIDE, SIDE, SIDE);
    block.outline(Frame::new(0.0, 0.0, SIDE, 2.0 * SIDE), 0.15, Ink::Black);
    block.items.push(Item::Line(Line {
        points: vec![[0.0, SIDE], [SIDE, SIDE]],
        width_mm: 0.15,
        ink: Ink::Faint,
        dashes_mm: Some(1.0),
    }));
    label(&mut block, face, &chit.face, &caption);
    if chit.hidden {
        block.outline(back.inset(1.2), 0.5, Ink::Black);
        block.outline(back.inset(2.2), 0.15, Ink::Black);
        label(&mut block, back, "", army);
    } else {
        label(&mut block, back, &chit.face, &caption);
    }
    block
}

/// A large word with a small one below it, in a frame.
fn label(block: &mut Block, frame: Frame, large: &str, small: &str) {
    let middle = frame.left + frame.width / 2.0;
    let room = frame.width - 5.4;
    // A marker has its words in the middle, as large as they fit.
    if large.is_empty() {
        return words_alone(block, frame, small);
    }
    let style = Style::new(Face::Title, 20.0).fitting(large, room, 4.0);
    // There is room for three lines below the large word.
    let baseline = frame.top + frame.height * 0.46;
    block.text([middle, baseline], Anchor::Middle, style, large);
    let fine = Style::new(Face::Italic, LEAST_PT);
    let lines = fine.wrapped(small, room);
    let fine = lines.iter().fold(fine, |fine, line| fine.fitting(line, room, 2.5));
    let lines: Vec<&String> = lines.iter().take(3).collect();
    let mut y = baseline + style.fall();
    for line in lines {
        block.text([middle, y + fine.rise()], Anchor::Middle, fine, line);
        y += fine.leading();
    }
}

/// Words centred in a frame, as large as they fit unbroken in three lines.
fn words_alone(block: &mut Block, frame: Frame, words: &str) {
    let room = frame.width - 5.4;
    let set = |size_pt: f32| {
        let style = Style::new(Face::Bold, size_pt);
        let whole = words.split_whitespace().all(|word| style.width(word) <= room);
        let lines = style.wrapped(words, room);
        (style, lines, whole)
    };
    let fits = |(_, lines, whole): &(Style, Vec<String>, bool)| *whole && lines.len() <= 3;
    let sizes = [9.5, 8.5, 7.5].into_iter().map(set);
    let (style, lines, _) = sizes.into_iter().find(fits).unwrap_or_else(|| set(LEAST_PT));
    let style = lines.iter().fold(style, |style, line| style.fitting(line, room, 2.5));
    let lines: Vec<&String> = lines.iter().take(3).collect();
    let middle = frame.left + frame.width / 2.0;
    let mut y = frame.top + (frame.height - style.leading() * lines.len() as f32) / 2.0;
    for line in lines {
        block.text([middle, y + style.rise()], Anchor::Middle, style, line);
        y += style.leading();
    }
}
