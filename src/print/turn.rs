//! The turn track, with what is done in a turn.

use crate::rules::Cycle;
use crate::say::{Say, say};
use crate::wording::Words;

use super::block::{Block, Style, paragraph};
use super::flow::Piece;
use super::fonts::Face;
use super::page::{Anchor, Frame, Ink};

/// A track to count turns on, and a card of what is done in each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnTrack {
    /// The rules that it is for.
    pub system: String,
    /// What a turn is called.
    pub cycle: Cycle,
    /// How many turns there are to count.
    pub turns: u8,
    /// The orders of a turn: in a word or two, and in a sentence.
    pub steps: Vec<(Say, Say)>,
}

impl TurnTrack {
    /// The heading of the boxes.
    pub(super) fn title(&self) -> Say {
        match self.cycle {
            Cycle::Round => say!("Round track"),
            Cycle::Turn => say!("Turn track"),
        }
    }

    /// The heading of the orders.
    pub(super) fn steps_title(&self) -> Say {
        match self.cycle {
            Cycle::Round => say!("Orders in a round"),
            Cycle::Turn => say!("Orders in a turn"),
        }
    }

    /// The boxes to count on: a bead or a pencil takes one after the other.
    pub(super) fn track(&self, width: f32) -> Block {
        let across = 12_u8;
        let gap = 2.2;
        let side = (width - gap * f32::from(across - 1)) / f32::from(across);
        let mut block = Block::default();
        for n in 0..self.turns {
            let x = f32::from(n % across) * (side + gap);
            let y = f32::from(n / across) * (side + gap);
            let frame = Frame::new(x, y, side, side);
            block.outline(frame, 0.3, Ink::Black);
            block.outline(frame.inset(0.8), 0.12, Ink::Black);
            let style = Style::new(Face::Title, 18.0);
            let baseline = y + f32::midpoint(side, style.cap_height());
            block.text([x + side / 2.0, baseline], Anchor::Middle, style, &(n + 1).to_string());
            block.height = y + side;
        }
        block
    }

    /// The orders, with room for a bead beside each.
    pub(super) fn piece(&self, width: f32, scale: f32, words: &Words) -> Piece {
        let name = Style::new(Face::Bold, 10.5 * scale);
        let what = Style::new(Face::Regular, 9.5 * scale);
        let bead = 7.0 * scale;
        let left = bead + 3.0 * scale;
        let rows = self.steps.iter().map(|(step, sentence)| {
            let mut told = paragraph(&words.tell(step), width - left, name);
            told.height += 0.3;
            told.stack(paragraph(&words.tell(sentence), width - left, what));
            let mut row = Block { items: Vec::new(), height: told.height.max(bead) + 3.0 * scale };
            row.outline(Frame::new(0.0, 0.0, bead, bead), 0.2, Ink::Black);
            row.place(told, [left, 0.0]);
            row
        });
        Piece { rows: rows.collect(), ..Piece::default() }
    }
}
