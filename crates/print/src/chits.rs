//! Counters to cut out, fold and glue: each has a face and a back.

use message::i18n::Words;
use rules::Chit;

use super::block::{Block, LEAST_PT, Style, height_of};
use super::flow::Piece;
use super::fonts::Face;
use super::page::{Anchor, Ink, Item, PageRect, Polyline, Role};

/// The width of a counter and the space between two, in millimetres. The first pair is the
/// easiest to cut; the second is slightly smaller.
pub(super) const SIZES: [[f32; 2]; 2] = [[17.0, 2.0], [16.0, 1.2]];

/// The counters in rows, with measures from [`SIZES`]. `army` is printed on the backs of
/// those that lie face down.
pub(super) fn chits_piece(
    chits: &[Chit],
    army: &str,
    width: f32,
    measures: [f32; 2],
    words: &Words,
) -> Piece {
    let [side, gap] = measures;
    let step = side + gap;
    let fits = |n: &u8| f32::from(*n) * step - gap <= width;
    let across = (1..=u8::MAX).take_while(fits).last().unwrap_or(1);
    let all: Vec<&Chit> =
        chits.iter().flat_map(|chit| std::iter::repeat_n(chit, chit.count as usize)).collect();
    let rows = all.chunks(usize::from(across)).map(|row| {
        let mut block = Block::space(2.0 * (side + gap));
        for (chit, n) in row.iter().zip(0_u8..) {
            block.place(strip(chit, army, side, words), [f32::from(n) * step, 0.0]);
        }
        block
    });
    Piece { rows: rows.collect(), ..Piece::default() }
}

/// A counter's back above its face, with the fold line between them.
fn strip(chit: &Chit, army: &str, side: f32, words: &Words) -> Block {
    let caption = words.tell(&chit.caption);
    let mut block = Block::default();
    let back = PageRect::new(0.0, 0.0, side, side);
    let face = PageRect::new(0.0, side, side, side);
    block.outline(PageRect::new(0.0, 0.0, side, 2.0 * side), 0.15, Ink::Black);
    block.items.push(Item::Line(Polyline {
        points: vec![[0.0, side], [side, side]],
        width_mm: 0.15,
        ink: Ink::Faint,
        dashes_mm: Some(1.0),
    }));
    label(&mut block, face, &chit.face, &caption);
    if chit.hidden {
        block.outline(back.inset(0.9), 0.5, Ink::Black);
        block.outline(back.inset(1.7), 0.15, Ink::Black);
        centred_words(&mut block, back, army);
    } else {
        label(&mut block, back, &chit.face, &caption);
    }
    block
}

/// A large word with a small one below it, in the middle of a frame.
fn label(block: &mut Block, frame: PageRect, large: &str, small: &str) {
    // A marker has its words in the middle, as large as they fit.
    if large.is_empty() {
        return centred_words(block, frame, small);
    }
    let (middle, room) = (frame.left + frame.width / 2.0, frame.width - 2.0);
    let fine = Style::new(Face::Italic, LEAST_PT);
    let lines = few(fine, small, [room, frame.height - 6.0]);
    let size_pt = if lines.len() > 2 { 15.0 } else { 20.0 };
    let style = Style::new(Face::Title, size_pt).fitting(large, room, LEAST_PT);
    let high = style.cap_height() + style.fall() + height_of(lines.len(), fine);
    let from = block.items.len();
    let mut y = frame.top + (frame.height - high) / 2.0 + style.cap_height();
    block.text([middle, y], Anchor::Middle, style, large);
    y += style.fall();
    for line in &lines {
        block.text([middle, y + fine.rise()], Anchor::Middle, fine, line);
        y += fine.leading();
    }
    block.span(Role::Paragraph, from);
}

/// Words centred in a frame, as large as they fit unbroken in three lines, within the
/// borders of the back of a counter.
fn centred_words(block: &mut Block, frame: PageRect, words: &str) {
    let room = frame.width - 4.2;
    let set = |size_pt: f32| {
        (
            Style::new(Face::Bold, size_pt),
            few(Style::new(Face::Bold, size_pt), words, [room, frame.height - 3.4]),
        )
    };
    let fits = |(style, lines): &(Style, Vec<String>)| {
        let is_cut = lines.last().is_some_and(|last| last.ends_with('…'));
        words.split_whitespace().all(|word| style.width(word) <= room) && !is_cut
    };
    let sizes = [9.5, 8.5].into_iter().map(set);
    let (style, lines) = sizes.into_iter().find(fits).unwrap_or_else(|| set(LEAST_PT));
    let middle = frame.left + frame.width / 2.0;
    let mut y = frame.top + (frame.height - height_of(lines.len(), style)) / 2.0;
    let from = block.items.len();
    for line in &lines {
        block.text([middle, y + style.rise()], Anchor::Middle, style, line);
        y += style.leading();
    }
    block.span(Role::Paragraph, from);
}

/// Words in as many lines as there is room for; the last line is cut if there are too many
/// words.
fn few(style: Style, words: &str, [room, high]: [f32; 2]) -> Vec<String> {
    let mut lines = style.wrapped(words, room);
    let most = (1..lines.len()).take_while(|n| height_of(n + 1, style) <= high).last();
    let most = most.map_or(1, |most| most + 1);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = style.cut(&format!("{last}…"), room);
        }
    }
    lines
}
