//! The content of pages, in the operators of PDF.
//!
//! Units are hundredths of a millimetre from the lower left corner, so that
//! nearly all numbers are whole. Successive items with the same pen become one
//! path.

use std::io::Write as _;

use super::FormKey;
use super::file;
use super::letters::Letters;
use super::rows::{self, Painted, Row, UNITS, rounded};
use super::structure::Leaves;
use crate::fonts::MM_PER_PT;
use crate::page::{
    Border, Code, Ink, Item, Page, PagePoint, Polyline, Rect, Silhouette, Stroke, Text, strokes,
};
use rules::drawing::{self, Drawing};

/// How many bytes a page takes, more or less, before it is packed.
const TYPICAL: usize = 1 << 14;

/// The texts at the end of a page that tell it from others: its title and its
/// number.
const FOOT: usize = 2;

/// The content of a page, and where in it that of its foot begins. Texts come last, in their order: nothing is painted over them, and one section of
/// texts is shorter than hundreds.
pub(super) fn of_page<'p>(
    page: &Page,
    leaves: &Leaves,
    letters: &Letters,
    drawn: impl Iterator<Item = (Option<usize>, Painted<'p>)>,
) -> (Vec<u8>, usize) {
    let mut painter = Painter::new(page.height_mm, letters);
    for (mark, item) in drawn {
        painter.mark(mark.map(|mark| ("Figure", mark)));
        match item {
            Painted::Row(at, number) => painter.row(at, number),
            Painted::Item(Item::Line(line)) => painter.line(line),
            Painted::Item(Item::Rect(rect)) => painter.rect(rect),
            Painted::Item(Item::Polygon(points, ink)) => painter.polygon(points, *ink),
            Painted::Item(Item::Figure(figure)) => painter.figure(figure),
            Painted::Item(Item::Border(border)) => painter.border(border),
            Painted::Item(Item::Code(code)) => painter.code(code),
            Painted::Item(Item::Text(_)) => {}
        }
    }
    painter.end_mark();
    let texts = page.items.iter().zip(0..).filter_map(|(item, at)| {
        let Item::Text(text) = item else { return None };
        let leaf = leaves.at(at);
        Some((text, leaf.mark.filter(|_| leaf.is_read()).map(|mark| (leaf.tag(), mark))))
    });
    let texts: Vec<(&Text, Mark)> = texts.collect();
    let (most, foot) = texts.split_at(texts.len().saturating_sub(FOOT));
    painter.texts(most);
    let foot_from = painter.out.0.len();
    painter.texts(foot);
    (painter.out.0, foot_from)
}

/// What is painted, for readers that do not see it: a tag, and its number on the
/// page; `None` for ornaments.
type Mark = Option<(&'static str, usize)>;

/// The content of the form of a row of boxes, from its lower left corner.
pub(super) fn of_row(row: &Row) -> Vec<u8> {
    let mut out = Operators::default();
    let (width, ink) = row.pen;
    out.number(ink.lightness());
    out.op("G");
    out.whole(width);
    // The page may be drawing dashes just then.
    out.op("w []0 d");
    for left in &row.lefts {
        for number in [*left, 0, row.size[0], row.size[1]] {
            out.whole(number);
        }
        out.op("re");
    }
    out.op("S");
    out.0
}

/// Units of a figure's form in a unit of its box: a figure as wide as a page is
/// true to a tenth of a millimetre.
pub(super) const FORM_UNITS: f32 = 25.0;

/// The content of a figure's form.
pub(super) fn of_figure(drawing: Drawing, outlined: bool) -> Vec<u8> {
    let mut form = Form::new(drawing::HEIGHT);
    for stroke in strokes(drawing, outlined) {
        match stroke {
            Stroke::Fill(points, ink) => form.path(&points, ink, None, "h f"),
            Stroke::Outline(points, width, ink) => form.path(&points, ink, Some(width), "h S"),
            Stroke::Line(points, width, ink) => form.path(&points, ink, Some(width), "S"),
        }
    }
    form.out.0
}

/// The content of a border's form.
pub(super) fn of_border(border: &Border) -> Vec<u8> {
    let mut form = Form::new(Border::HEIGHT);
    for Polyline { points, width_mm, ink, .. } in border.lines() {
        form.path(&points, ink, Some(width_mm), "S");
    }
    form.out.0
}

/// Writes a form of some height, and keeps track of the graphics state.
struct Form {
    out: Operators,
    height: f32,
    fill: Ink,
    pen: Option<(Ink, i32)>,
    /// Where the last path began, which is where the next one is measured from.
    from: [i32; 2],
}

impl Form {
    fn new(height: f32) -> Form {
        let mut out = Operators::default();
        // The page may be drawing dashes just then.
        out.op("1 j 1 J 0 g []0 d");
        Form { out, height, fill: Ink::Black, pen: None, from: [0, 0] }
    }

    /// A path that is filled, or drawn with a line of some width. Each is measured
    /// from its own first point: the forty oars of a ship are the same numbers,
    /// which packs well.
    fn path(&mut self, points: &[PagePoint], ink: Ink, width: Option<f32>, finish: &str) {
        match width.map(|width| (ink, rounded(width * FORM_UNITS))) {
            Some(pen) if self.pen.replace(pen) != Some(pen) => {
                self.out.number(ink.lightness());
                self.out.op("G");
                self.out.whole(pen.1);
                self.out.op("w");
            }
            None if std::mem::replace(&mut self.fill, ink) != ink => {
                self.out.number(ink.lightness());
                self.out.op("g");
            }
            _ => {}
        }
        for (i, [x, y]) in points.iter().enumerate() {
            let at = [rounded(x * FORM_UNITS), rounded((self.height - y) * FORM_UNITS)];
            if i == 0 {
                let [left, low] = std::mem::replace(&mut self.from, at);
                let _ = writeln!(self.out.0, "1 0 0 1 {} {} cm", at[0] - left, at[1] - low);
            }
            self.out.whole(at[0] - self.from[0]);
            self.out.whole(at[1] - self.from[1]);
            self.out.op(if i == 0 { "m" } else { "l" });
        }
        self.out.op(finish);
    }
}

/// Operators and their operands, one after the other.
#[derive(Default)]
struct Operators(Vec<u8>);

impl Operators {
    fn op(&mut self, operator: &str) {
        self.0.extend_from_slice(operator.as_bytes());
        self.0.push(b'\n');
    }

    fn whole(&mut self, number: i32) {
        self.digits(number);
        self.0.push(b' ');
    }

    /// A number with at most two decimals, without trailing zeros.
    fn number(&mut self, number: f32) {
        let hundredths = rounded(number * 100.0);
        let (whole, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
        if hundredths < 0 {
            self.0.push(b'-');
        }
        if whole > 0 || rest == 0 {
            self.digits(whole);
        }
        if rest > 0 {
            self.0.push(b'.');
            if rest < 10 {
                self.0.push(b'0');
            }
            self.digits(if rest % 10 == 0 { rest / 10 } else { rest });
        }
        self.0.push(b' ');
    }

    fn digits(&mut self, number: i32) {
        file::digits(&mut self.0, number.into());
    }
}

/// How a path is painted.
#[derive(Clone, Copy, PartialEq)]
enum Pen {
    Fill(Ink),
    Draw { width: i32, ink: Ink, dashes: Option<i32>, round: bool },
}

/// Writes items, and keeps track of the graphics state.
struct Painter<'a> {
    out: Operators,
    height_mm: f32,
    letters: &'a Letters,
    /// How the open path will be painted.
    open: Option<Pen>,
    font: Option<(crate::Face, i32)>,
    fill: Ink,
    ink: Ink,
    width: i32,
    dashes: Option<i32>,
    round: bool,
    /// What is being painted, once that was said.
    mark: Option<Mark>,
}

impl Painter<'_> {
    fn new(height_mm: f32, letters: &Letters) -> Painter<'_> {
        let mut out = Operators(Vec::with_capacity(TYPICAL));
        // From hundredths of a millimetre to points.
        let _ = writeln!(out.0, "{0:.8} 0 0 {0:.8} 0 0 cm", 1.0 / (MM_PER_PT * UNITS));
        Painter {
            out,
            height_mm,
            letters,
            open: None,
            font: None,
            // The state at the beginning of a page in PDF, except the width:
            // there it is one unit, here no line.
            fill: Ink::Black,
            ink: Ink::Black,
            width: -1,
            dashes: None,
            round: false,
            mark: None,
        }
    }

    /// Says what is painted next.
    fn mark(&mut self, mark: Mark) {
        if self.mark == Some(mark) {
            return;
        }
        self.end_mark();
        self.mark = Some(mark);
        match mark {
            Some((tag, number)) => {
                self.out.0.push(b'/');
                self.out.0.extend_from_slice(tag.as_bytes());
                self.out.0.extend_from_slice(b"<</MCID ");
                file::digits(&mut self.out.0, number.try_into().unwrap_or(i64::MAX));
                self.out.op(">>BDC");
            }
            None => self.out.op("/Artifact BMC"),
        }
    }

    fn end_mark(&mut self) {
        self.finish();
        if self.mark.take().is_some() {
            self.out.op("EMC");
        }
    }

    /// Texts in one section.
    fn texts(&mut self, texts: &[(&Text, Mark)]) {
        self.out.op("BT");
        let mut from = [0, 0];
        for (text, mark) in texts {
            self.mark(*mark);
            self.text(text, &mut from);
        }
        self.end_mark();
        self.out.op("ET");
    }

    /// A text, placed from the beginning of the one before.
    fn text(&mut self, text: &Text, from: &mut [i32; 2]) {
        self.fill_with(text.ink);
        // In hundredths of a unit, so that equal sizes compare equal.
        let size = text.size_pt * MM_PER_PT * UNITS;
        let font = (text.face, rounded(size * 100.0));
        if self.font.replace(font) != Some(font) {
            let _ = write!(self.out.0, "/{} ", super::font_id(text.face).0);
            self.out.number(size);
            self.out.op("Tf");
        }
        let at = self.point(text.start());
        let [left, low] = std::mem::replace(from, at);
        self.out.whole(at[0] - left);
        self.out.whole(at[1] - low);
        self.out.op("Td");
        self.show(text);
    }

    /// A text with its kerning: runs of letters at the font's own distance, and
    /// between them the shift of the next one.
    fn show(&mut self, text: &Text) {
        let to_thousandths = -1000.0 / text.face.units_per_em();
        self.out.0.extend(b"[(");
        let mut moved = 0;
        for (c, _, kern) in text.face.kerned(&text.content) {
            if moved != 0 {
                self.out.0.push(b')');
                self.out.digits(rounded(moved as f32 * to_thousandths));
                self.out.0.push(b'(');
            }
            for byte in self.letters.code(text.face, c).to_be_bytes() {
                file::escaped(&mut self.out.0, byte);
            }
            moved = kern;
        }
        self.out.op(")]TJ");
    }

    fn line(&mut self, line: &Polyline) {
        self.begin(Pen::Draw {
            width: rounded(line.width_mm * UNITS),
            ink: line.ink,
            dashes: line.dashes_mm.map(|mm| rounded(mm * UNITS)),
            round: line.points.len() > 2,
        });
        self.path(&line.points);
    }

    fn rect(&mut self, rect: &Rect) {
        if let Some(ink) = rect.fill {
            self.begin(Pen::Fill(ink));
            self.frame(rect);
        }
        if let Some((width, ink)) = rect.outline {
            let width = rounded(width * UNITS);
            self.begin(Pen::Draw { width, ink, dashes: None, round: false });
            self.frame(rect);
        }
    }

    fn frame(&mut self, rect: &Rect) {
        let frame = rect.frame;
        let [left, low] = self.point([frame.left, frame.bottom()]);
        let [right, high] = self.point([frame.right(), frame.top]);
        for number in [left, low, right - left, high - low] {
            self.out.whole(number);
        }
        self.out.op("re");
    }

    fn polygon(&mut self, points: &[PagePoint], ink: Ink) {
        self.begin(Pen::Fill(ink));
        self.path(points);
        // Each in its own path: in a shared one, shapes in the opposite
        // direction would become holes.
        self.finish();
    }

    fn figure(&mut self, figure: &Silhouette) {
        let frame = figure.frame;
        let scale = frame.width / drawing::WIDTH;
        let low = [frame.left, frame.top + drawing::HEIGHT * scale];
        self.form(low, scale, FormKey::of_figure(figure));
    }

    fn border(&mut self, border: &Border) {
        let [left, top] = border.at;
        self.form([left, top + Border::HEIGHT], 1.0, FormKey::of_border(border));
    }

    /// Places the image of a code, which is one unit wide.
    fn code(&mut self, code: &Code) {
        self.finish();
        self.fill_with(Ink::Black);
        let frame = code.frame();
        let [x, y] = self.point([frame.left, frame.bottom()]);
        let wide = rounded(frame.width * UNITS);
        let name = FormKey::of_code(code).id().0;
        let _ = writeln!(self.out.0, "q {wide} 0 0 {wide} {x} {y} cm /{name} Do Q");
    }

    /// Draws a form with its lower left corner at a point.
    fn form(&mut self, low: PagePoint, scale: f32, key: FormKey) {
        self.finish();
        let at = self.point(low);
        let scale = scale * UNITS / FORM_UNITS;
        let _ = write!(self.out.0, "q {scale:.4} 0 0 {scale:.4} {} {} cm ", at[0], at[1]);
        let _ = writeln!(self.out.0, "/{} Do Q", key.id().0);
    }

    /// Places a row of boxes with its lower left corner at a point.
    fn row(&mut self, at: PagePoint, number: usize) {
        self.finish();
        let [x, y] = self.point(at);
        let name = rows::name(number);
        let _ = writeln!(self.out.0, "q 1 0 0 1 {x} {y} cm /{name} Do Q");
    }

    fn path(&mut self, points: &[PagePoint]) {
        for (i, point) in points.iter().enumerate() {
            let [x, y] = self.point(*point);
            self.out.whole(x);
            self.out.whole(y);
            self.out.op(if i == 0 { "m" } else { "l" });
        }
    }

    /// Continues the path of this pen, or begins one.
    fn begin(&mut self, pen: Pen) {
        if self.open == Some(pen) {
            return;
        }
        self.finish();
        self.open = Some(pen);
        match pen {
            Pen::Fill(ink) => self.fill_with(ink),
            Pen::Draw { width, ink, dashes, round } => {
                if std::mem::replace(&mut self.ink, ink) != ink {
                    self.out.number(ink.lightness());
                    self.out.op("G");
                }
                if std::mem::replace(&mut self.width, width) != width {
                    self.out.whole(width);
                    self.out.op("w");
                }
                if std::mem::replace(&mut self.round, round) != round {
                    self.out.op(if round { "1 J" } else { "0 J" });
                }
                if std::mem::replace(&mut self.dashes, dashes) != dashes {
                    let _ = match dashes {
                        Some(long) => writeln!(self.out.0, "[{long}]0 d"),
                        None => writeln!(self.out.0, "[]0 d"),
                    };
                }
            }
        }
    }

    /// Paints the open path.
    fn finish(&mut self) {
        match self.open.take() {
            Some(Pen::Fill(_)) => self.out.op("f"),
            Some(Pen::Draw { .. }) => self.out.op("S"),
            None => {}
        }
    }

    fn fill_with(&mut self, ink: Ink) {
        if std::mem::replace(&mut self.fill, ink) != ink {
            self.out.number(ink.lightness());
            self.out.op("g");
        }
    }

    fn point(&self, [x, y]: PagePoint) -> [i32; 2] {
        [rounded(x * UNITS), rounded((self.height_mm - y) * UNITS)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (number, written) in [
            (0.0, "0 "),
            (-0.001, "0 "),
            (1.0, "1 "),
            (12.5, "12.5 "),
            (-0.05, "-.05 "),
            (2.346, "2.35 "),
            (100.0, "100 "),
        ] {
            let mut out = Operators::default();
            out.number(number);
            assert_eq!(String::from_utf8_lossy(&out.0), written, "{number}");
        }
    }
}
