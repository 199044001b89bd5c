//! Decorative borders.

use super::block::Block;
use super::page::{Border, Ink, Item};

/// A border of meanders between two lines.
pub(super) fn meander(width: f32) -> Block {
    let border = Border { at: [0.0, 0.0], width };
    Block { items: vec![Item::Border(border)], ..Block::space(Border::HEIGHT) }
}

/// A thick line and a thin one.
pub(super) fn double_rule(width: f32) -> Block {
    let mut block = Block::space(1.1);
    block.rule([0.0, 0.3], width, 0.6, Ink::Black);
    block.rule([0.0, 1.0], width, 0.15, Ink::Black);
    block
}
