//! Rows of boxes to cross off, in groups of ten.

use super::block::{Block, Style};
use super::fonts::Face;
use super::page::{Anchor, Frame, Ink};
use super::sheet::Measures;
use super::told::Track;

/// How boxes stand: so many groups of ten beside each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid {
    /// How many groups of ten a line holds.
    pub(super) columns: u32,
    /// How wide a box is at the most.
    pub(super) box_mm: f32,
    /// How far apart the lines stand, in parts of the panel's gap.
    pub(super) airiness: f32,
}

/// The space between two boxes, in parts of a box.
const APART: f32 = 0.09;

/// The extra space in the middle of a group, so that five can be seen, in parts
/// of a box.
const HALF: f32 = 0.15;

/// How wide ten boxes stand, in boxes.
const TEN: f32 = 10.0 + 9.0 * APART + HALF;

/// A track on the grid: from which half of a group of its line it begins, and
/// how many lines it takes.
struct Placed<'a> {
    track: &'a Track,
    half: u32,
    lines: u32,
}

/// A track of no more boxes than this shares a group of ten with another.
const SHORT: u32 = 4;

/// All tracks in lines; where a track has more boxes than a line, it takes
/// several, which belong together.
pub(super) fn track_rows(tracks: &[Track], m: &Measures, grid: &Grid) -> Vec<Vec<Block>> {
    let gutter = m.gap * 1.3;
    let columns = grid.columns as f32;
    let group = (m.width - gutter * (columns - 1.0)) / columns;
    let side = (group / TEN).min(grid.box_mm);
    let pitch = side * TEN + gutter;
    let setting = Setting { m, grid, side, pitch };
    let mut shelves: Vec<Vec<Placed>> = Vec::new();
    // Where the next track may begin, in halves of groups.
    let (mut next, end) = (grid.columns * 2, grid.columns * 2);
    for track in tracks.iter().filter(|track| track.boxes > 0) {
        let groups = track.boxes.div_ceil(10);
        let lines = groups.div_ceil(grid.columns);
        let wide = if setting.is_short(track) { 1 } else { groups.min(grid.columns) * 2 };
        if wide > 1 {
            next = next.next_multiple_of(2);
        }
        if next + wide > end {
            shelves.push(Vec::new());
            next = 0;
        }
        if let Some(shelf) = shelves.last_mut() {
            shelf.push(Placed { track, half: next, lines });
        }
        // What stands beside a track of several lines would be torn from it.
        next = if lines > 1 { end } else { next + wide };
    }
    shelves.iter().map(|shelf| setting.set(shelf)).collect()
}

struct Setting<'a> {
    m: &'a Measures,
    grid: &'a Grid,
    side: f32,
    pitch: f32,
}

impl Setting<'_> {
    /// How wide a caption over half a group may be: it ends before the next.
    fn half_room(&self) -> f32 {
        self.side * (5.0 * (1.0 + APART) + HALF - 0.7)
    }

    /// Whether boxes and caption stay within half a group.
    fn is_short(&self, track: &Track) -> bool {
        let style = self.caption_style();
        track.boxes <= SHORT
            && track.worth.is_none()
            && style.width(&track.caption) <= self.half_room()
    }

    fn caption_style(&self) -> Style {
        Style::new(Face::Bold, self.m.caption().size_pt)
    }

    /// Where a half of a group begins.
    fn left(&self, half: u32) -> f32 {
        let inner = if half % 2 == 1 { self.side * (5.0 * (1.0 + APART) + HALF) } else { 0.0 };
        (half / 2) as f32 * self.pitch + inner
    }

    /// A line of tracks with their captions over them, and further lines of
    /// boxes alone where a track needs them.
    fn set(&self, tracks: &[Placed]) -> Vec<Block> {
        let style = self.m.caption();
        let air = (self.m.gap * self.grid.airiness).max(self.side * APART);
        let between_lines = (air * 0.45).max(self.side * APART);
        let mut first = Block::default();
        for placed in tracks {
            let left = self.left(placed.half);
            self.caption(&mut first, left, placed);
            self.boxes(&mut first, [left, style.leading() + 0.2], placed.track, 0);
        }
        first.height = style.leading() + 0.2 + self.side + air;
        let mut blocks = vec![first];
        for line in 1..tracks.iter().map(|placed| placed.lines).max().unwrap_or(1) {
            let mut block = Block::default();
            for placed in tracks.iter().filter(|placed| placed.lines > line) {
                let left = self.left(placed.half);
                self.boxes(&mut block, [left, 0.0], placed.track, line);
            }
            block.height = self.side + air;
            if let Some(above) = blocks.last_mut() {
                above.height += between_lines - air;
            }
            blocks.push(block);
        }
        blocks
    }

    fn caption(&self, block: &mut Block, left: f32, placed: &Placed) {
        let track = placed.track;
        let groups = track.boxes.div_ceil(10).min(self.grid.columns);
        let room = (groups - 1) as f32 * self.pitch + self.side * TEN;
        let style = self.caption_style();
        let soft = self.m.caption();
        let worth = |soft: &Style| {
            track.worth.as_deref().map(|worth| (worth, soft.width(worth), soft.size_pt * 0.2))
        };
        let beside = worth(&soft).map_or(0.0, |(_, wide, space)| wide + space);
        let whole = style.width(&track.caption) + beside;
        let scale = (room / whole).min(1.0) * if whole > room { 0.999 } else { 1.0 };
        let baseline = soft.rise();
        let style = style.sized(style.size_pt * scale);
        let wide = block.text([left, baseline], Anchor::Start, style, &track.caption);
        let soft = soft.sized(style.size_pt);
        if let Some((worth, _, space)) = worth(&soft) {
            block.text([left + wide + space, baseline], Anchor::Start, soft, worth);
        }
    }

    /// The boxes of one line of a track, crossed where they are gone.
    fn boxes(&self, block: &mut Block, [left, top]: [f32; 2], track: &Track, line: u32) {
        let from = line * self.grid.columns * 10;
        let to = track.boxes.min(from + self.grid.columns * 10);
        for n in from..to {
            let at = n - from;
            let (group, place) = (at / 10, at % 10);
            let half = if place >= 5 { HALF } else { 0.0 };
            let boxes = place as f32 * (1.0 + APART) + half;
            let x = left + group as f32 * self.pitch + boxes * self.side;
            let frame = Frame::new(x, top, self.side, self.side);
            block.outline(frame, 0.1 + self.side * 0.02, Ink::Black);
            if let Some(worth) = track.last_worth.filter(|_| n + 1 == track.boxes) {
                label(block, &frame, worth);
            }
            if n < track.crossed {
                let inner = frame.inset(self.side * 0.14);
                for (from, to) in [(inner.top, inner.bottom()), (inner.bottom(), inner.top)] {
                    block.line(
                        vec![[inner.left, from], [inner.right(), to]],
                        self.side * 0.07,
                        Ink::Black,
                    );
                }
            }
        }
    }
}

/// What the last box is worth, in the box.
fn label(block: &mut Block, frame: &Frame, worth: u32) {
    let text = worth.to_string();
    let style = Style::new(Face::Regular, frame.height * 1.5).soft();
    let style = style.fitting(&text, frame.width * 0.8, 1.0);
    let middle = frame.left + frame.width / 2.0;
    let baseline = frame.top + f32::midpoint(frame.height, style.cap_height());
    block.text([middle, baseline], Anchor::Middle, style, &text);
}
