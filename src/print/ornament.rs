//! Borders, as the painters of pots drew them.

use super::block::Block;
use super::page::{Ink, Point};

/// One turn of the meander, in units: four wide and four high.
const KEY: [Point; 8] = [
    [0.0, 4.0],
    [0.0, 0.0],
    [3.0, 0.0],
    [3.0, 3.0],
    [2.0, 3.0],
    [2.0, 1.0],
    [1.0, 1.0],
    [1.0, 4.0],
];

/// How many millimetres a unit of the meander is high.
const UNIT: f32 = 0.62;

/// A border of meanders between two lines.
pub(super) fn meander(width: f32) -> Block {
    let turns =
        (1..=u8::MAX).take_while(|n| f32::from(*n) * UNIT * 4.0 <= width).last().unwrap_or(1);
    // The turns fill the width to its end, a hair wider or narrower.
    let unit = width / (f32::from(turns - 1) * 4.0 + 3.0);
    let mut points = Vec::new();
    for turn in 0..turns {
        let left = f32::from(turn) * 4.0;
        points.extend(KEY.iter().map(|[x, y]| [(left + x) * unit, UNIT * (1.8 + y)]));
    }
    // The last turn closes the border.
    points.truncate(points.len() - 5);
    points.push([width, UNIT * 5.8]);
    let mut block = Block { items: Vec::new(), height: UNIT * 7.6 };
    block.rule([0.0, UNIT * 0.3], width, 0.3, Ink::Black);
    block.line(points, 0.34, Ink::Black);
    block.rule([0.0, UNIT * 7.3], width, 0.3, Ink::Black);
    block
}

/// A thick line and a thin one.
pub(super) fn double_rule(width: f32) -> Block {
    let mut block = Block { items: Vec::new(), height: 1.1 };
    block.rule([0.0, 0.3], width, 0.6, Ink::Black);
    block.rule([0.0, 1.0], width, 0.15, Ink::Black);
    block
}
