//! Small plots for the battle report.

use engine::analysis::BattleReport;
use rules::Side;

use super::block::{Block, Style};
use super::fonts::Face;
use super::page::{Anchor, Ink, Item, PagePoint, PageRect, Polyline};

/// The space next to a plot for the labels of its lines, in millimetres.
const BESIDE: f32 = 9.0;

/// The space above a plot for the numbers of the turning points, in millimetres.
const ABOVE: f32 = 7.0;

/// The smallest distance between these numbers, in millimetres.
const APART: f32 = 5.0;

/// The smallest change that is drawn; smaller ones look like a straight line.
const LEAST: f64 = 0.05;

/// A plot of values around a line at 0.
struct Plot {
    frame: PageRect,
    /// The step at the right edge.
    last: usize,
    /// The value at the upper edge; the lower edge is its negative.
    most: f64,
}

impl Plot {
    #[expect(clippy::cast_possible_truncation, reason = "a place on paper is for the eye")]
    fn at(&self, step: usize, value: f64) -> PagePoint {
        let share = (value / self.most).clamp(-1.0, 1.0) as f32;
        let along = step as f32 / self.last.max(1) as f32;
        let middle = self.frame.top + self.frame.height / 2.0;
        [self.frame.left + along * self.frame.width, middle - share * self.frame.height / 2.0]
    }

    /// The frame, the line at 0, and labels for the edges.
    fn axes(&self, block: &mut Block) {
        let PageRect { left, width, .. } = self.frame;
        let style = Style::new(Face::Italic, 8.0).soft();
        for (value, ink, wide) in
            [(self.most, Ink::Faint, 0.1), (0.0, Ink::Black, 0.15), (-self.most, Ink::Faint, 0.1)]
        {
            let [_, y] = self.at(0, value);
            block.rule([left, y], width, wide, ink);
            let text = if value == 0.0 { "0".into() } else { format!("{value:+.1}") };
            let baseline = y + style.cap_height() / 2.0;
            block.text([left - 1.6, baseline], Anchor::End, style, &text.replace('-', "−"));
        }
    }
}

/// The balance during the battle, with the turning points; `None` if it never changed.
pub(super) fn course(report: &BattleReport, width: f32) -> Option<Block> {
    let most = report.balance.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    let last = report.balance.len().checked_sub(1).filter(|last| *last > 0)?;
    if most < LEAST {
        return None;
    }
    let frame = PageRect::new(BESIDE, ABOVE, width - 2.0 * BESIDE, 34.0);
    let plot = Plot { frame, last, most };
    let mut block = Block::space(frame.bottom() + 1.5);
    plot.axes(&mut block);
    let steps = report.balance.iter().enumerate();
    let points: Vec<PagePoint> = steps.map(|(step, value)| plot.at(step, *value)).collect();
    // A background in the colour of the paper behind each number.
    let style = Style::new(Face::Title, 10.0);
    let marked = |point: &engine::analysis::TurningPoint| points.get(point.index + 1).copied();
    let places: Vec<PagePoint> = report.turning_points.iter().filter_map(marked).collect();
    for (number, (place, x)) in (1_u32..).zip(places.iter().zip(spread(&places, width))) {
        block.line(vec![[x, ABOVE - 2.0], *place], 0.12, Ink::Soft);
        block.text([x, ABOVE - 3.2], Anchor::Middle, style, &number.to_string());
        block.items.push(Item::Polygon(dot(*place, 0.9), Ink::Black));
    }
    block.line(points, 0.4, Ink::Black);
    Some(block)
}

/// Positions for the numbers of some points, from left to right without
/// overlap.
fn spread(places: &[PagePoint], width: f32) -> Vec<f32> {
    let mut xs: Vec<f32> = places.iter().map(|place| place[0]).collect();
    for at in 1..xs.len() {
        xs[at] = xs[at].max(xs[at - 1] + APART);
    }
    let mut edge = width - BESIDE;
    for x in xs.iter_mut().rev() {
        *x = x.min(edge);
        edge = *x - APART;
    }
    xs
}

/// A round dot.
fn dot([x, y]: PagePoint, radius: f32) -> Vec<PagePoint> {
    let corner = |n: u8| {
        let angle = f32::from(n) * std::f32::consts::TAU / 12.0;
        [x + radius * angle.cos(), y + radius * angle.sin()]
    };
    (0..12).map(corner).collect()
}

/// The luck of both sides during the battle: a solid line for A and a dashed one for B,
/// each with its letter at the end; `None` if there were too few rolls.
pub(super) fn luck(report: &BattleReport, width: f32) -> Option<Block> {
    let course = report.luck.course();
    let most =
        course.iter().flat_map(|(_, sums)| sums).fold(1.0_f64, |most, sum| most.max(sum.abs()));
    let last = course.len();
    // Two rolls do not make a line.
    if last < 3 {
        return None;
    }
    let frame = PageRect::new(BESIDE, 2.0, width - 2.0 * BESIDE, 26.0);
    let plot = Plot { frame, last, most };
    let mut block = Block::space(frame.bottom() + 1.5);
    plot.axes(&mut block);
    let ends = course.last().map_or([0.0; 2], |(_, sums)| *sums);
    let style = Style::new(Face::Bold, 9.5);
    let mut heights = ends.map(|sum| plot.at(last, sum)[1]);
    let (upper, lower) = if heights[0] <= heights[1] { (0, 1) } else { (1, 0) };
    let short = (style.leading() - (heights[lower] - heights[upper])).max(0.0);
    heights[upper] -= short / 2.0;
    heights[lower] += short / 2.0;
    for side in [Side::A, Side::B] {
        let sums = course.iter().map(|(_, sums)| sums[side.index()]);
        let points: Vec<PagePoint> = [0.0]
            .into_iter()
            .chain(sums)
            .enumerate()
            .map(|(step, sum)| plot.at(step, sum))
            .collect();
        let dashes_mm = (side == Side::B).then_some(1.1);
        block.items.push(Item::Line(Polyline {
            points,
            width_mm: 0.4,
            ink: Ink::Black,
            dashes_mm,
        }));
        let baseline = heights[side.index()] + style.cap_height() / 2.0;
        block.text([frame.right() + 2.0, baseline], Anchor::Start, style, side.slug());
    }
    Some(block)
}
