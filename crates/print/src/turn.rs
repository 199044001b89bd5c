//! The turn track, with the sequence of a turn.

use message::i18n::Words;
use message::{Message, message};
use rules::{Cycle, TurnPart};

use super::block::{Block, LEAST_PT, Style, paragraph};
use super::flow::Piece;
use super::fonts::Face;
use super::page::{Anchor, Ink, PageRect, Role};
use super::tracks::stroke;

/// A track for counting turns, and a card with the sequence of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnTrack {
    /// The name of the game.
    pub system: String,
    /// The noun for a turn.
    pub cycle: Cycle,
    pub turns: u8,
    /// The current turn, during a battle.
    pub now: Option<u32>,
    /// The last turn of the battle, if it is fixed.
    pub last: Option<u32>,
    /// How a turn is played.
    pub parts: Vec<TurnPart>,
}

impl TurnTrack {
    /// The heading of the boxes.
    pub(super) fn title(&self) -> Message {
        match self.cycle {
            Cycle::Round => message!("Round track"),
            Cycle::Turn => message!("Turn track"),
        }
    }

    /// The heading of the sequence.
    pub(super) fn steps_title(&self) -> Message {
        match self.cycle {
            Cycle::Round => message!("How a round is played"),
            Cycle::Turn => message!("How a turn is played"),
        }
    }

    /// The boxes for counting: players move a bead from one to the next, or use a pencil.
    pub(super) fn track(&self, width: f32, words: &Words) -> Block {
        let across = 12_u8;
        let gap = 2.2;
        let side = (width - gap * f32::from(across - 1)) / f32::from(across);
        let mut block = Block::default();
        for n in 0..self.turns {
            let x = f32::from(n % across) * (side + gap);
            let y = f32::from(n / across) * (side + gap);
            let frame = PageRect::new(x, y, side, side);
            let number = u32::from(n) + 1;
            block.outline(frame, if self.now == Some(number) { 1.2 } else { 0.3 }, Ink::Black);
            block.outline(frame.inset(0.8), 0.12, Ink::Black);
            if self.now.is_some_and(|now| number < now) {
                stroke(&mut block, &frame);
            }
            let style = Style::new(Face::Title, 18.0);
            let baseline = y + f32::midpoint(side, style.cap_height());
            block.text([x + side / 2.0, baseline], Anchor::Middle, style, &number.to_string());
            if self.last == Some(number) {
                let fine = Style::new(Face::Italic, LEAST_PT);
                let at = [x + side / 2.0, y + side - 0.8 - fine.fall()];
                block.text(at, Anchor::Middle, fine, &words.tell(&message!("last")));
            }
            block.height = y + side;
        }
        block.being(Role::Drawing(words.tell(&self.in_words())))
    }

    /// The description of the boxes.
    fn in_words(&self) -> Message {
        let boxes = message!("boxes from 1 to {turns}", turns = self.turns);
        let now = self.now.map(|now| message!("now at {now}", now));
        let last = self.last.map(|last| message!("the last is {last}", last));
        Message::list([Some(boxes), now, last].into_iter().flatten())
    }

    /// The sequence part by part, with room for a bead next to each step.
    /// Its headings have this level.
    pub(super) fn pieces(&self, level: u8, width: f32, scale: f32, words: &Words) -> Vec<Piece> {
        self.parts.iter().map(|part| piece(part, level, width, scale, words)).collect()
    }
}

/// A part of a turn: who acts in it, and its steps, each with who does it and how.
fn piece(part: &TurnPart, level: u8, width: f32, scale: f32, words: &Words) -> Piece {
    let title = Style::new(Face::Title, 12.0 * scale);
    let about = Style::new(Face::Italic, 8.5).scaled(scale);
    let name = Style::new(Face::Bold, 9.5).scaled(scale);
    let who = Style::new(Face::Italic, 8.5).scaled(scale).soft();
    let what = Style::new(Face::Regular, 8.5).scaled(scale);
    let bead = 5.5 * scale;
    let left = bead + 2.2 * scale;
    let mut head = paragraph(&words.tell(&part.title), width, title).being(Role::Heading(level));
    head.stack(paragraph(&words.tell(&part.about), width, about));
    head.height += 0.8 * scale;
    head.rule([0.0, head.height], width, 0.2, Ink::Black);
    head.height += 1.6 * scale;
    let rows = part.steps.iter().map(|step| {
        let mut shown = paragraph(&words.tell(&step.name), width - left, name);
        shown.stack(paragraph(&words.tell(&step.who), width - left, who));
        shown.stack(paragraph(&words.tell(&step.what), width - left, what));
        let mut row = Block::space(shown.height.max(bead) + 1.8 * scale);
        row.outline(PageRect::new(0.0, 0.4, bead, bead), 0.2, Ink::Black);
        row.place(shown, [left, 0.0]);
        row
    });
    Piece { head, rows: rows.collect(), ..Piece::default() }
}
