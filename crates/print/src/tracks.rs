//! Rows of boxes to cross off in groups of ten, boxes to tick, and cells to fill in each
//! turn.

use super::block::{Block, LEAST_PT, Style, height_of};
use super::fonts::Face;
use super::measures::{Grid, Measures};
use super::page::{Anchor, Ink, PageRect, Role};
use super::rule_text::{Checkbox, Track, TurnCells};

/// The space between two boxes, as a share of a box.
const APART: f32 = 0.09;

/// The extra space in the middle of a group of ten, which makes groups of five visible, as
/// a share of a box.
const HALF: f32 = 0.15;

/// The width of ten boxes, in boxes.
const TEN: f32 = 10.0 + 9.0 * APART + HALF;

/// The width of five boxes, in boxes.
const FIVE: f32 = 5.0 + 4.0 * APART;

/// The space between a caption and the next column, as a share of a box.
const BEFORE_NEXT: f32 = 0.35;

/// The smallest scale of a caption that thereby stays on one line.
const SMALLER: f32 = 0.94;

/// The space between a caption and its boxes, in millimetres: less than to any other boxes.
const UNDER_CAPTION: f32 = 0.3;

/// The smallest space above a caption, in millimetres.
const OVER_CAPTION: f32 = 1.3;

/// A track with the width of its caption and note on one line, which is the same on every
/// grid.
#[derive(Clone, Copy)]
pub(super) struct Measured<'s> {
    track: &'s Track,
    width: f32,
}

impl Measured<'_> {
    /// All tracks that have boxes.
    pub(super) fn all<'s>(tracks: &'s [Track], m: &Measures) -> Vec<Measured<'s>> {
        let soft = m.caption();
        let bold = Style::new(Face::Bold, soft.size_pt);
        let width_of = |track: &Track| {
            let note =
                if track.note.is_empty() { 0.0 } else { soft.width(&track.note) + space(soft) };
            // Slightly more than measured, against rounding errors.
            bold.width(&track.caption) + note + 0.01
        };
        let measured = |track| Measured { track, width: width_of(track) };
        tracks.iter().filter(|track| track.boxes > 0).map(measured).collect()
    }
}

/// A track on the grid: the index of its first group of five, the groups that its boxes
/// take in a line, and those that it takes with its caption.
struct Placed<'s> {
    track: Measured<'s>,
    at: u32,
    fives: u32,
    wide: u32,
}

impl Placed<'_> {
    fn lines(&self) -> u32 {
        self.track.track.boxes.div_ceil(self.fives * 5)
    }
}

/// A row of tracks with their captions above them, before it is drawn.
pub(super) struct TrackRow<'s> {
    tracks: Vec<Placed<'s>>,
    /// The height of the deepest caption.
    deepest: f32,
    /// The heights of its lines of boxes; the first includes the captions.
    pub(super) heights: Vec<f32>,
}

/// The grids, those on which no track ends in a line of one or two boxes first.
pub(super) fn by_last_lines<'g>(
    grids: &'g [Grid],
    tracks: &[Track],
    m: &Measures,
) -> Vec<&'g Grid> {
    let ends_short = |grid: &Grid| {
        let setting = Setting::new(m, grid);
        tracks.iter().any(|track| {
            let line = setting.fives(track) * 5;
            track.boxes > line && (1..=2).contains(&(track.boxes % line))
        })
    };
    let mut grids: Vec<&Grid> = grids.iter().collect();
    grids.sort_by_key(|grid| ends_short(grid));
    grids
}

/// The grid of a panel, as used for its tracks.
pub(super) struct Setting<'a> {
    m: &'a Measures,
    grid: &'a Grid,
    side: f32,
    pitch: f32,
}

impl Setting<'_> {
    pub(super) fn new<'a>(m: &'a Measures, grid: &'a Grid) -> Setting<'a> {
        let gutter = m.gap * 1.3;
        let tens = (grid.fives / 2) as f32;
        let (boxes, gutters) = match grid.fives % 2 {
            0 => (tens * TEN, tens - 1.0),
            _ => (tens * TEN + FIVE, tens),
        };
        let side = ((m.width - gutter * gutters) / boxes).min(grid.box_mm);
        // With whole tens, the last column is as wide as the others, so that no caption
        // wraps there that would fit in another.
        let even = match grid.fives % 2 {
            0 => (m.width + side * BEFORE_NEXT) / tens.max(1.0),
            _ => f32::INFINITY,
        };
        Setting { m, grid, side, pitch: (side * TEN + gutter).min(even) }
    }

    /// All tracks in lines. A track with more boxes than a line takes several lines, which
    /// belong together.
    pub(super) fn track_rows<'s>(&self, tracks: &[Measured<'s>]) -> Vec<TrackRow<'s>> {
        let mut rows: Vec<Vec<Placed>> = Vec::new();
        // The group of five at which the next track may begin.
        let (mut next, end) = (self.grid.fives, self.grid.fives);
        for measured in tracks {
            let (fives, wide) = self.needs(measured);
            if wide > 1 {
                next = next.next_multiple_of(2);
            }
            if next + wide > end {
                rows.push(Vec::new());
                next = 0;
            }
            let placed = Placed { track: *measured, at: next, fives, wide };
            // Nothing goes next to a track with several lines, since it could be separated
            // from it.
            next = if placed.lines() > 1 { end } else { next + wide };
            if let Some(row) = rows.last_mut() {
                row.push(placed);
            }
        }
        rows.into_iter().map(|row| self.track_row(row)).collect()
    }

    /// The number of groups of five that the boxes of a track take in a line.
    fn fives(&self, track: &Track) -> u32 {
        let most = self.grid.fives;
        let own = track.boxes.div_ceil(5);
        // Whole tens are easier to count; they are used unless that takes more lines.
        let tens = most - most % 2;
        let lines = |fives: u32| track.boxes.div_ceil(fives.max(1) * 5);
        if own <= most {
            own
        } else if tens > 0 && lines(tens) == lines(most) {
            tens
        } else {
            most
        }
    }

    /// The groups of five that a track takes without and with its caption.
    fn needs(&self, measured: &Measured) -> (u32, u32) {
        let (fives, most) = (self.fives(measured.track), self.grid.fives);
        let fits = |room: f32| self.caption_width(measured, room) <= room + 0.01;
        let wide = (fives..=most).find(|fives| fits(self.room(0, *fives))).unwrap_or(most);
        (fives, wide)
    }

    /// The width on one line of a caption and its note in their styles for this width.
    fn caption_width(&self, measured: &Measured, room: f32) -> f32 {
        let [_, soft] = self.styles(measured, room);
        measured.width * soft.size_pt / self.m.caption().size_pt
    }

    /// The height of a caption. Most are known to fit on one line without being set.
    fn deep(&self, placed: &Placed) -> f32 {
        let room = self.room(placed.at, placed.wide);
        let is_one_line = !placed.track.track.caption.is_empty()
            && self.caption_width(&placed.track, room) <= room;
        if is_one_line {
            let [_, soft] = self.styles(&placed.track, room);
            return height_of(1, soft);
        }
        self.caption(placed).height
    }

    /// The styles of a caption and of its note, slightly smaller if only then they fit on
    /// one line of this width.
    fn styles(&self, measured: &Measured, room: f32) -> [Style; 2] {
        let soft = self.m.caption();
        let least = SMALLER.max(LEAST_PT / soft.size_pt).min(1.0);
        let scale = Some(room / measured.width).filter(|scale| *scale >= least);
        let soft = soft.scaled(scale.map_or(1.0, |scale| scale.min(1.0)));
        [Style::new(Face::Bold, soft.size_pt), soft]
    }

    /// The left edge of a group of five.
    fn left(&self, five: u32) -> f32 {
        let inner = if five % 2 == 1 { self.side * (5.0 * (1.0 + APART) + HALF) } else { 0.0 };
        (five / 2) as f32 * self.pitch + inner
    }

    /// The width for the caption above some groups of five: it ends before the next track.
    fn room(&self, at: u32, wide: u32) -> f32 {
        if at + wide >= self.grid.fives {
            self.m.width - self.left(at)
        } else {
            self.left(at + wide) - self.left(at) - self.side * BEFORE_NEXT
        }
    }

    /// The space above a caption, and between two lines of boxes of a track.
    fn air(&self) -> [f32; 2] {
        let air = (self.m.gap * self.grid.airiness).max(OVER_CAPTION);
        [air, (air * 0.35).max(self.side * APART)]
    }

    /// A line of tracks with their captions above them, and further lines of boxes if a
    /// track needs them.
    fn track_row<'s>(&self, tracks: Vec<Placed<'s>>) -> TrackRow<'s> {
        let [air, between] = self.air();
        let lines = tracks.iter().map(Placed::lines).max().unwrap_or(1);
        let deepest = tracks.iter().map(|placed| self.deep(placed)).fold(0.0, f32::max);
        let height = |line| {
            let above = if line == 0 { deepest + UNDER_CAPTION } else { 0.0 };
            let closer = if line + 1 < lines { between - air } else { 0.0 };
            above + self.side + air + closer
        };
        TrackRow { tracks, deepest, heights: (0..lines).map(height).collect() }
    }

    /// The lines of a row of tracks, with their boxes.
    pub(super) fn set(&self, TrackRow { tracks, deepest, heights }: TrackRow) -> Vec<Block> {
        let top = deepest + UNDER_CAPTION;
        let mut blocks: Vec<Block> = heights.into_iter().map(Block::space).collect();
        for placed in tracks {
            let left = self.left(placed.at);
            if let Some(first) = blocks.first_mut() {
                let caption = self.caption(&placed);
                // Captions with fewer lines are directly above their boxes.
                let down = deepest - caption.height;
                first.place(caption, [left, down]);
            }
            let tops = std::iter::once(top).chain(std::iter::repeat(0.0));
            for ((block, top), line) in blocks.iter_mut().zip(tops).zip(0..placed.lines()) {
                self.boxes(block, [left, top], &placed, line);
            }
        }
        blocks
    }

    /// The caption of a track, followed by its note, in as many lines as they need.
    fn caption(&self, placed: &Placed) -> Block {
        let room = self.room(placed.at, placed.wide);
        let Measured { track, .. } = placed.track;
        let [bold, soft] = self.styles(&placed.track, room);
        let names = bold.wrapped(&track.caption, room);
        let mut block = Block::default();
        let mut end = 0.0;
        for (line, at) in names.iter().zip(0_u8..) {
            let y = f32::from(at) * soft.leading() + soft.rise();
            end = block.text([0.0, y], Anchor::Start, bold, line);
        }
        let mut count = names.len();
        if !track.note.is_empty() {
            let indent = if names.is_empty() { 0.0 } else { end + space(soft) };
            let lines = soft.wrapped_after(&track.note, indent, room);
            let first = count.saturating_sub(1);
            for (line, at) in lines.iter().zip(first..).filter(|(line, _)| !line.is_empty()) {
                let left = if at == first { indent } else { 0.0 };
                let y = at as f32 * soft.leading() + soft.rise();
                block.text([left, y], Anchor::Start, soft, line);
            }
            count = first + lines.len();
        }
        block.height = height_of(count, soft);
        block.being(Role::Paragraph)
    }

    /// The boxes on one line of a track, the lost ones crossed off.
    fn boxes(&self, block: &mut Block, [left, top]: [f32; 2], placed: &Placed, line: u32) {
        let track = placed.track.track;
        let from = line * placed.fives * 5;
        let to = track.boxes.min(from + placed.fives * 5);
        let before = block.items.len();
        block.items.reserve(to.saturating_sub(from) as usize);
        for n in from..to {
            let at = n - from;
            let place = (at % 5) as f32 * (1.0 + APART) * self.side;
            let x = left + self.left(at / 5) + place;
            let frame = PageRect::new(x, top, self.side, self.side);
            block.outline(frame, 0.1 + self.side * 0.02, Ink::Black);
            let notch = track.notches.iter().find(|(at, _)| *at == n);
            if let Some((_, text)) = notch {
                label(block, &frame, text);
            }
            if n < track.crossed {
                cross(block, &frame);
            } else if n < track.crossed + track.away {
                stroke(block, &frame);
            }
        }
        block.span(Role::Drawing(track.in_words.clone()), before);
    }
}

/// The space between a caption and its note.
fn space(style: Style) -> f32 {
    style.size_pt * 0.2
}

/// A cross from corner to corner.
pub(super) fn cross(block: &mut Block, frame: &PageRect) {
    let inner = frame.inset(frame.width * 0.14);
    for (from, to) in [(inner.top, inner.bottom()), (inner.bottom(), inner.top)] {
        block.line(vec![[inner.left, from], [inner.right(), to]], frame.width * 0.07, Ink::Black);
    }
}

/// A single stroke from corner to corner: unavailable, not lost.
pub(super) fn stroke(block: &mut Block, frame: &PageRect) {
    let inner = frame.inset(frame.width * 0.14);
    let ends = vec![[inner.left, inner.bottom()], [inner.right(), inner.top]];
    block.line(ends, frame.width * 0.07, Ink::Black);
}

/// The text in a box.
pub(super) fn label(block: &mut Block, frame: &PageRect, text: &str) {
    let style = Style::new(Face::Regular, (frame.height * 1.4).clamp(LEAST_PT, 9.0)).soft();
    let style = style.fitting(text, frame.width * 0.94, LEAST_PT);
    let middle = frame.left + frame.width / 2.0;
    let baseline = frame.top + f32::midpoint(frame.height, style.cap_height());
    block.text([middle, baseline], Anchor::Middle, style, text);
}

/// The width of a box to tick, in millimetres.
const TICK: f32 = 5.0;

/// Boxes to tick with their meaning next to them, in as many lines as they need.
pub(super) fn tick_rows(ticks: &[Checkbox], m: &Measures) -> Vec<Block> {
    let style = Style::new(Face::Bold, m.caption().size_pt);
    let beside = TICK + 0.9;
    let apart = m.gap.max(2.2);
    let wrapped: Vec<Vec<String>> =
        ticks.iter().map(|tick| style.wrapped(&tick.caption, m.width - beside)).collect();
    let width_of =
        |texts: &[String]| beside + texts.iter().map(|text| style.width(text)).fold(0.0, f32::max);
    let widths: Vec<f32> = wrapped.iter().map(|texts| width_of(texts)).collect();
    let room = even_room(&widths, apart, m.width);
    let mut lines: Vec<Block> = Vec::new();
    let mut left = f32::INFINITY;
    for ((tick, texts), wide) in ticks.iter().zip(wrapped).zip(widths) {
        if left + wide > room {
            lines.push(Block::space(OVER_CAPTION));
            left = 0.0;
        }
        let Some(line) = lines.last_mut() else { continue };
        let high = height_of(texts.len(), style).max(TICK);
        let frame = PageRect::new(left, OVER_CAPTION + (high - TICK) / 2.0, TICK, TICK);
        let before = line.items.len();
        line.outline(frame, 0.2, Ink::Black);
        if tick.ticked {
            cross(line, &frame);
        }
        line.span(Role::Drawing(tick.in_words.clone()), before);
        let down = OVER_CAPTION + (high - height_of(texts.len(), style)) / 2.0;
        for (text, at) in texts.iter().zip(0_u8..) {
            let y = down + f32::from(at) * style.leading() + style.rise();
            line.text([left + beside, y], Anchor::Start, style, text);
        }
        line.height = line.height.max(OVER_CAPTION + high);
        left += wide + apart;
    }
    if let Some(last) = lines.last_mut() {
        last.height += m.gap * 0.4;
    }
    lines
}

/// The smallest width, up to the whole, in which things of these widths take no more lines
/// than in the whole, so that none is alone on the last line.
fn even_room(widths: &[f32], apart: f32, whole: f32) -> f32 {
    let lines = |room: f32| {
        let add = |(lines, left): (u32, f32), wide: &f32| {
            if left + wide > room {
                (lines + 1, wide + apart)
            } else {
                (lines, left + wide + apart)
            }
        };
        widths.iter().fold((0, f32::INFINITY), add).0
    };
    let widest = widths.iter().copied().fold(0.0, f32::max);
    let rooms = (0..20_u8).map(|n| whole * f32::from(n) / 20.0).filter(|room| *room >= widest);
    rooms.into_iter().find(|room| lines(*room) == lines(whole)).unwrap_or(whole)
}

/// The smallest width, and the height, of a cell for a figure, in millimetres.
const CELL: [f32; 2] = [8.6, 8.0];

/// Numbered cells below their caption.
pub(super) fn ledger_rows(ledger: &TurnCells, m: &Measures) -> Vec<Block> {
    let bold = Style::new(Face::Bold, m.caption().size_pt);
    let [narrowest, high] = CELL;
    let fits = |n: &u8| f32::from(*n) * narrowest <= m.width;
    let most = (1..=ledger.cells).take_while(fits).last().unwrap_or(1);
    // All rows have about the same length.
    let across = ledger.cells.div_ceil(ledger.cells.div_ceil(most));
    let wide = (m.width / f32::from(across)).min(13.0);
    let number = Style::new(Face::Regular, LEAST_PT).soft();
    let mut caption = Block::space(OVER_CAPTION);
    let lines = caption.lines([0.0, OVER_CAPTION], m.width, bold, &ledger.caption);
    caption.height = OVER_CAPTION + lines + UNDER_CAPTION;
    let mut blocks = vec![caption];
    for n in 0..ledger.cells {
        if n % across == 0 && n > 0 {
            blocks.push(Block::default());
        }
        let Some(row) = blocks.last_mut() else { continue };
        let top = if n < across { OVER_CAPTION + lines + UNDER_CAPTION } else { 0.0 };
        let frame = PageRect::new(f32::from(n % across) * wide, top, wide, high);
        row.outline(frame, 0.2, Ink::Black);
        let at = [frame.left + 0.6, frame.top + number.rise() + 0.2];
        row.text(at, Anchor::Start, number, &(n + 1).to_string());
        if let Some(filled) = ledger.filled.get(usize::from(n)) {
            let style = Style::new(Face::Bold, 10.0).fitting(filled, wide - 1.0, LEAST_PT);
            let middle = [frame.left + wide / 2.0, frame.bottom() - style.fall() - 0.3];
            row.text(middle, Anchor::Middle, style, filled);
        }
        row.height = top + high;
    }
    if let Some(last) = blocks.last_mut() {
        last.height += m.gap * 0.6;
    }
    blocks
}
