//! Blocks: texts, lines and boxes whose position on a page is not decided yet. Text wraps
//! or shrinks to its available width, and is never cut off. All lengths are in millimetres
//! unless their name says points.

use super::fonts::{FALL, Face, MM_PER_PT, RISE, plain_units, runs};
use super::page::{
    Anchor, Bookmark, Ink, Item, PagePoint, PageRect, Polyline, Rect, Role, Span, Text,
};

/// A last line with one word is a widow if it is narrower than this share of
/// the width.
const WIDOW: f32 = 0.2;

/// The smallest text on paper, in points.
pub(super) const LEAST_PT: f32 = 8.0;

/// The typographic style of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Style {
    pub(super) face: Face,
    pub(super) size_pt: f32,
    pub(super) ink: Ink,
}

impl Style {
    pub(super) fn new(face: Face, size_pt: f32) -> Style {
        Style { face, size_pt, ink: Ink::Black }
    }

    pub(super) fn soft(self) -> Style {
        Style { ink: Ink::Soft, ..self }
    }

    pub(super) fn sized(self, size_pt: f32) -> Style {
        Style { size_pt, ..self }
    }

    /// The same style at another scale, never too small to read.
    pub(super) fn scaled(self, scale: f32) -> Style {
        self.sized((self.size_pt * scale).max(LEAST_PT))
    }

    /// The distance between baselines, in millimetres.
    pub(super) fn leading(self) -> f32 {
        self.size_pt * MM_PER_PT * 1.18
    }

    /// The height of a line above its baseline, in millimetres.
    pub(super) fn rise(self) -> f32 {
        self.size_pt * MM_PER_PT * RISE
    }

    /// The depth of a line below its baseline, in millimetres.
    pub(super) fn fall(self) -> f32 {
        self.size_pt * MM_PER_PT * FALL
    }

    /// The height of capitals and figures, in millimetres.
    pub(super) fn cap_height(self) -> f32 {
        self.face.cap_height_mm(self.size_pt)
    }

    /// The width of a text, in millimetres.
    pub(super) fn width(self, text: &str) -> f32 {
        if let Some(units) = plain_units(self.face, text) {
            return self.face.mm(units, self.size_pt);
        }
        runs(self.face, text).iter().map(|(face, run)| face.width_mm(run, self.size_pt)).sum()
    }

    /// The style at a size that fits the text into a width, but at least `least_pt`. A text
    /// that is still too wide must wrap.
    pub(super) fn fitting(self, text: &str, width: f32, least_pt: f32) -> Style {
        let natural = self.width(text);
        if natural <= width {
            return self;
        }
        // Slightly less, so that rounding never makes it too wide.
        self.sized((self.size_pt * width / natural * 0.999).max(least_pt.min(self.size_pt)))
    }

    /// The text cut to one line of a width, with a mark where it was cut.
    pub(super) fn cut(self, text: &str, width: f32) -> String {
        let mut cut = text.to_owned();
        let mut shown = cut.clone();
        while self.width(&shown) > width && cut.pop().is_some() {
            shown = format!("{}…", cut.trim_end());
        }
        shown
    }

    /// The text in lines no wider than `width`. It breaks between words. A word that is
    /// wider than a line breaks at one of its hyphens, or with an added hyphen.
    pub(super) fn wrapped(self, text: &str, width: f32) -> Vec<String> {
        self.wrapped_after(text, 0.0, width)
    }

    /// The text in lines, with the first line beginning after something else, at `indent`.
    /// That line is empty if no word fits on it.
    pub(super) fn wrapped_after(self, text: &str, indent: f32, width: f32) -> Vec<String> {
        let mut room = width - indent;
        let units = plain_units(self.face, text);
        if units.is_some_and(|units| self.face.mm(units, self.size_pt) <= room) {
            return vec![text.to_owned()];
        }
        let mut lines: Vec<String> = Vec::new();
        let mut line = Growing { style: self, text: String::new(), units: units.map(|_| 0) };
        for word in text.split_whitespace() {
            if line.takes(word, room) {
                continue;
            }
            if !line.text.is_empty() || room < width {
                lines.push(line.restart(String::new()));
                room = width;
            }
            if !line.takes(word, width) {
                let rest = self.broken(word, width, &mut lines);
                line.restart(rest);
            }
        }
        if !line.text.is_empty() {
            lines.push(line.text);
        }
        self.without_widow(lines, width)
    }

    /// If the last line is a single short word, moves another word down to it.
    fn without_widow(self, mut lines: Vec<String>, width: f32) -> Vec<String> {
        let Some(last) = lines.pop() else { return lines };
        let alone = !last.contains(' ') && self.width(&last) < width * WIDOW;
        let before = lines.last_mut().filter(|line| alone && line.split(' ').count() > 3);
        let taken = before.and_then(|line| {
            let at = line.rfind(' ')?;
            let joined = format!("{} {last}", &line[at + 1..]);
            let fits = self.width(&joined) <= width;
            fits.then(|| line.truncate(at)).map(|()| joined)
        });
        lines.push(taken.unwrap_or(last));
        lines
    }

    /// Puts all parts of a word except the last on separate lines, and returns the last.
    fn broken(self, word: &str, width: f32, lines: &mut Vec<String>) -> String {
        let mut part = String::new();
        for c in word.chars() {
            part.push(c);
            if part.chars().nth(1).is_none() || self.width(&part) <= width {
                continue;
            }
            // Prefer a hyphen that is part of the word.
            let own = part
                .rfind(['-', '–', '/'])
                .map(|at| part[at..].chars().next().map_or(at, |c| at + c.len_utf8()));
            let rest = if let Some(at) = own.filter(|at| *at < part.len()) {
                part.split_off(at)
            } else {
                part.pop();
                let mut rest = String::from(c);
                // Leave room for the hyphen.
                while part.chars().nth(2).is_some() && self.width(&format!("{part}-")) > width {
                    rest.insert_str(0, &part.pop().map(String::from).unwrap_or_default());
                }
                if self.width(&format!("{part}-")) <= width {
                    part.push('-');
                }
                rest
            };
            lines.push(std::mem::replace(&mut part, rest));
        }
        part
    }
}

/// A line that grows word by word.
struct Growing {
    style: Style,
    text: String,
    /// The width in units of the font, if the text is a plain run, so that the line is not
    /// measured again with each word.
    units: Option<i32>,
}

impl Growing {
    /// Adds a word if the line still fits into the room. Returns whether it did.
    fn takes(&mut self, word: &str, room: f32) -> bool {
        let Style { face, size_pt, .. } = self.style;
        let units = self.units.map(|units| match self.text.as_str() {
            "" => face.units(word),
            before => units + face.units_behind(before, word),
        });
        let width = match (units, self.text.as_str()) {
            (Some(units), _) => face.mm(units, size_pt),
            (None, "") => self.style.width(word),
            (None, before) => self.style.width(&format!("{before} {word}")),
        };
        let fits = width <= room;
        if fits {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            self.text.push_str(word);
            self.units = units;
        }
        fits
    }

    /// Begins a new line with a text, and returns the previous one.
    fn restart(&mut self, text: String) -> String {
        self.units = self.units.map(|_| self.style.face.units(&text));
        std::mem::replace(&mut self.text, text)
    }
}

/// Items placed around a local origin, and their size.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Block {
    pub(super) items: Vec<Item>,
    pub(super) bookmarks: Vec<Bookmark>,
    pub(super) spans: Vec<Span>,
    pub(super) height: f32,
}

impl Block {
    /// A block of empty space.
    pub(super) fn space(height: f32) -> Block {
        Block { height, ..Block::default() }
    }

    /// Adds a bookmark at the top of the block.
    pub(super) fn bookmark(&mut self, level: u8, title: &str) {
        self.bookmarks.push(Bookmark { title: title.to_owned(), level, top_mm: 0.0 });
    }

    /// Adds a bookmark before all others of the block.
    pub(super) fn bookmark_first(&mut self, level: u8, title: &str) {
        self.bookmarks.insert(0, Bookmark { title: title.to_owned(), level, top_mm: 0.0 });
    }

    /// Gives a role to the items from this index on.
    pub(super) fn span(&mut self, role: Role, from: usize) {
        if from < self.items.len() {
            self.spans.push(Span { role, items: from..self.items.len() });
        }
    }

    /// The block with one role for all its items.
    pub(super) fn being(mut self, role: Role) -> Block {
        self.span(role, 0);
        self
    }

    /// The block as decoration, for content that is repeated where it continues.
    pub(super) fn again(mut self) -> Block {
        self.spans.clear();
        self.bookmarks.clear();
        self.being(Role::Ornament)
    }

    /// Adds an item below all others.
    pub(super) fn under(&mut self, item: Item) {
        self.items.insert(0, item);
        for span in &mut self.spans {
            span.items = span.items.start + 1..span.items.end + 1;
        }
    }

    /// Sets a text on one line, and returns its width.
    pub(super) fn text(&mut self, at: PagePoint, anchor: Anchor, style: Style, text: &str) -> f32 {
        let run = |face, content, (at, anchor, width_mm)| {
            let Style { size_pt, ink, .. } = style;
            Item::Text(Text { content, face, size_pt, at, anchor, width_mm, ink })
        };
        if let Some(units) = plain_units(style.face, text) {
            let width = style.face.mm(units, style.size_pt);
            self.items.push(run(style.face, text.to_owned(), (at, anchor, width)));
            return width;
        }
        let runs = runs(style.face, text);
        let widths: Vec<f32> =
            runs.iter().map(|(face, run)| face.width_mm(run, style.size_pt)).collect();
        let total: f32 = widths.iter().sum();
        // Runs in different faces are set one after the other from the left.
        let several = runs.len() > 1;
        let mut left = match anchor {
            Anchor::Start => at[0],
            Anchor::Middle => at[0] - total / 2.0,
            Anchor::End => at[0] - total,
        };
        for ((face, content), width) in runs.into_iter().zip(widths) {
            let (anchor, at) = if several { (Anchor::Start, [left, at[1]]) } else { (anchor, at) };
            left += width;
            self.items.push(run(face, content, (at, anchor, width)));
        }
        total
    }

    /// Sets a text in lines from the top of a box downwards, no wider than the box, and
    /// returns the height of the lines.
    pub(super) fn lines(&mut self, at: PagePoint, width: f32, style: Style, text: &str) -> f32 {
        let lines = style.wrapped(text, width);
        let mut y = at[1] + style.rise();
        for line in &lines {
            self.text([at[0], y], Anchor::Start, style, line);
            y += style.leading();
        }
        height_of(lines.len(), style)
    }

    /// Draws a line.
    pub(super) fn line(&mut self, points: Vec<PagePoint>, width_mm: f32, ink: Ink) {
        self.items.push(Item::Line(Polyline { points, width_mm, ink, dashes_mm: None }));
    }

    /// Draws a horizontal line.
    pub(super) fn rule(&mut self, [x, y]: PagePoint, width: f32, width_mm: f32, ink: Ink) {
        self.line(vec![[x, y], [x + width, y]], width_mm, ink);
    }

    /// Ends the cut lines at this height.
    pub(super) fn end_cuts(&mut self, low: f32) {
        for item in &mut self.items {
            if let Item::Line(Polyline { points, dashes_mm: Some(_), .. }) = item {
                for point in points {
                    point[1] = point[1].min(low);
                }
            }
        }
    }

    /// Draws a box.
    pub(super) fn outline(&mut self, frame: PageRect, width_mm: f32, ink: Ink) {
        self.items.push(Item::Rect(Rect { frame, outline: Some((width_mm, ink)), fill: None }));
    }

    /// Adds another block, with its origin at a point.
    pub(super) fn place(&mut self, other: Block, [dx, dy]: PagePoint) {
        let shift = |[x, y]: &mut PagePoint| {
            *x += dx;
            *y += dy;
        };
        self.bookmarks.extend(other.bookmarks.into_iter().map(|mut mark| {
            mark.top_mm += dy;
            mark
        }));
        let before = self.items.len();
        self.spans.extend(other.spans.into_iter().map(|mut span| {
            span.items = span.items.start + before..span.items.end + before;
            span
        }));
        self.items.extend(other.items.into_iter().map(|mut item| {
            match &mut item {
                Item::Text(text) => shift(&mut text.at),
                Item::Border(border) => shift(&mut border.at),
                Item::Code(code) => shift(&mut code.at),
                Item::Line(line) => line.points.iter_mut().for_each(shift),
                Item::Polygon(points, _) => points.iter_mut().for_each(shift),
                Item::Rect(rect) => {
                    rect.frame.left += dx;
                    rect.frame.top += dy;
                }
                Item::Figure(figure) => {
                    figure.frame.left += dx;
                    figure.frame.top += dy;
                }
            }
            item
        }));
    }

    /// Adds another block below this one.
    pub(super) fn stack(&mut self, other: Block) {
        let height = self.height;
        self.height += other.height;
        self.place(other, [0.0, height]);
    }
}

/// The height of this many lines.
pub(super) fn height_of(lines: usize, style: Style) -> f32 {
    match lines.checked_sub(1) {
        None => 0.0,
        Some(more) => style.rise() + style.fall() + more as f32 * style.leading(),
    }
}

/// A paragraph as one block for each line, so that it can continue in another column, but
/// never with a single first or last line.
pub(super) fn torn(text: &str, width: f32, style: Style) -> Vec<Block> {
    let mut lines = style.wrapped(text, width);
    let is_long = lines.len() > 3;
    let last = if is_long { lines.split_off(lines.len() - 2) } else { Vec::new() };
    let rest = if is_long { lines.split_off(2) } else { Vec::new() };
    let mut groups = vec![lines];
    groups.extend(rest.into_iter().map(|line| vec![line]));
    groups.extend((!last.is_empty()).then_some(last));
    let set = |group: Vec<String>| {
        let mut block = Block::default();
        for line in group {
            block.text([0.0, block.height + style.rise()], Anchor::Start, style, &line);
            block.height += style.leading();
        }
        block
    };
    let mut blocks: Vec<Block> = groups.into_iter().map(set).collect();
    if let Some(first) = blocks.first_mut() {
        first.span(Role::Paragraph, 0);
    }
    blocks
}

/// A paragraph as a single block.
pub(super) fn paragraph(text: &str, width: f32, style: Style) -> Block {
    let mut block = Block::default();
    block.height = block.lines([0.0, 0.0], width, style, text);
    block.being(Role::Paragraph)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: Style = Style { face: Face::Regular, size_pt: 10.0, ink: Ink::Black };

    #[test]
    fn a_wrapped_text_keeps_every_word_and_no_line_is_too_wide() {
        let text = "Ἀριστοκράτης son of Skellias, with an unpronounceableness of hyperbole";
        for width in [12.0, 20.0, 33.0, 70.0, 500.0] {
            let lines = STYLE.wrapped(text, width);
            assert!(lines.iter().all(|line| STYLE.width(line) <= width), "{width}: {lines:?}");
            let letters =
                |s: &str| s.chars().filter(|c| !c.is_whitespace() && *c != '-').collect::<String>();
            assert_eq!(letters(&lines.concat()), letters(text), "{width}");
        }
        assert_eq!(STYLE.wrapped(text, 500.0), [text]);
        assert_eq!(STYLE.wrapped(" \t ", 50.0), Vec::<String>::new());
    }

    #[test]
    fn a_short_word_is_never_alone_in_the_last_line() {
        let text = "Keep the line straight and charge once, and late, as the consul said to us";
        let mut paragraphs = 0;
        for width in (20..90_u8).map(f32::from) {
            let lines = STYLE.wrapped(text, width);
            let [.., before, last] = lines.as_slice() else { continue };
            let alone = !last.contains(' ') && STYLE.width(last) < width * WIDOW;
            // The line before it had no word to spare.
            assert!(!alone || before.split(' ').count() <= 3, "{width}: {lines:?}");
            paragraphs += 1;
        }
        assert!(paragraphs > 30);
    }

    #[test]
    fn no_line_of_a_paragraph_is_alone_in_another_column() {
        let text = "Keep the line straight and charge once, and late, as the consul said to us";
        for width in (20..90_u8).map(f32::from) {
            let groups = torn(text, width, STYLE);
            let ends = [groups.first(), groups.last()].into_iter().flatten();
            for group in ends {
                let lines = group.height / STYLE.leading();
                assert!(lines > 1.9 || STYLE.wrapped(text, width).len() == 1, "{width}: {lines}");
            }
        }
    }

    #[test]
    fn a_text_shrinks_to_its_width_but_never_under_its_least_size() {
        let style = STYLE.fitting("Παράλος", 8.0, 2.0);
        assert!(style.size_pt < 10.0 && style.width("Παράλος") <= 8.0);
        assert!(style.width("Παράλος") > 7.9);
        assert!((STYLE.fitting("Παράλος", 1.0, 6.0).size_pt - 6.0).abs() < 1e-6);
        assert_eq!(STYLE.fitting("Παράλος", 80.0, 6.0), STYLE);
    }

    #[test]
    fn runs_of_several_faces_end_where_the_text_is_anchored() {
        let mut block = Block::default();
        let title = Style::new(Face::Title, 10.0);
        let width = block.text([50.0, 0.0], Anchor::End, title, "A → B");
        let ends: Vec<f32> = block
            .items
            .iter()
            .filter_map(|item| match item {
                Item::Text(text) => Some(text.start()[0] + text.width_mm),
                _ => None,
            })
            .collect();
        assert_eq!(ends.len(), 3);
        assert!((ends[2] - 50.0).abs() < 1e-4 && (width - title.width("A → B")).abs() < 1e-4);
        assert!(ends.is_sorted());
    }
}
