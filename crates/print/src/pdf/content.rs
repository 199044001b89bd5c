//! The content of PDF pages, as operations of printpdf.
//!
//! Units are hundredths of a millimetre from the lower left corner, so that nearly all
//! numbers are short integers.

use std::collections::BTreeMap;

use lopdf::content::{Content, Operation};
use printpdf::{
    Color, CurTransMat, DictItem, ExternalStream, ExternalXObject, Greyscale, LineCapStyle,
    LineDashPattern, LinePoint, Op, PaintMode, PdfFontHandle, Point, PolygonRing, Pt, TextItem,
    WindingOrder, XObject, XObjectId, XObjectTransform,
};

use super::font_id;
use super::leaf::Leaf;
use crate::fonts::{Face, MM_PER_PT};
use crate::page::{
    Border, Code, Ink, Item, Page, PagePoint, PageRect, Polyline, Silhouette, Stroke, Text, strokes,
};
use rules::drawing;

/// Units of a page in a millimetre.
const UNITS: f32 = 100.0;

/// Units of a form in a unit of its drawing: a figure as wide as a page is accurate to a
/// tenth of a millimetre.
const FORM_UNITS: f32 = 25.0;

/// Drawings that are written once, and placed wherever they are needed.
type Forms = BTreeMap<XObjectId, XObject>;

/// The operations that paint a page. Adds the forms that the page needs.
pub(super) fn of_page(page: &Page, leaves: &[Leaf], forms: &mut Forms) -> Vec<Op> {
    let scale = 1.0 / (MM_PER_PT * UNITS);
    let matrix = CurTransMat::Raw([scale, 0.0, 0.0, scale, 0.0, 0.0]);
    let mut painter = Painter {
        ops: vec![Op::SetTransformationMatrix { matrix }],
        height_mm: page.height_mm,
        forms,
        pen: Pen::default(),
    };
    for leaf in leaves {
        let is_text = |item: &&Item| matches!(item, Item::Text(_));
        let mark = leaf.mark.map(|mark| (leaf.tag(), mark));
        if leaf.is_drawing() {
            painter.marked(mark, &leaf.items.iter().collect::<Vec<_>>());
        } else {
            let (texts, shapes): (Vec<&Item>, Vec<&Item>) = leaf.items.iter().partition(is_text);
            painter.marked(None, &shapes);
            painter.marked(mark, &texts);
        }
    }
    painter.ops
}

/// The graphics state, so that only changes are written.
#[derive(Default)]
struct Pen {
    fill: Option<Ink>,
    line: Option<Ink>,
    width: Option<i32>,
    cap: Option<LineCapStyle>,
    /// `None` before the first line; then the length of the dashes, with 0 for a solid
    /// line.
    dashes: Option<i32>,
}

/// Paints items.
struct Painter<'f> {
    ops: Vec<Op>,
    height_mm: f32,
    forms: &'f mut Forms,
    pen: Pen,
}

impl Painter<'_> {
    /// Items with their role for assistive software: a tag, and its number on the page;
    /// `None` for ornaments.
    fn marked(&mut self, mark: Option<(&str, i64)>, items: &[&Item]) {
        if items.is_empty() {
            return;
        }
        self.ops.push(match mark {
            Some((tag, number)) => marked_content(tag, "MCID", DictItem::Int(number)),
            None => Op::BeginMarkedContent { tag: "Artifact".into() },
        });
        for (at, item) in items.iter().enumerate() {
            self.item(item, items.get(at + 1).copied());
        }
        self.ops.push(Op::EndMarkedContent);
    }

    fn item(&mut self, item: &Item, next: Option<&Item>) {
        match item {
            Item::Text(text) => self.text(text, is_apart(text, next)),
            Item::Line(line) => self.line(line),
            Item::Rect(rect) => {
                if let Some(ink) = rect.fill {
                    self.fill(ink);
                    self.rect(rect.frame, PaintMode::Fill);
                }
                if let Some((width, ink)) = rect.outline {
                    self.stroke(width, ink, None, LineCapStyle::Butt);
                    self.rect(rect.frame, PaintMode::Stroke);
                }
            }
            Item::Polygon(points, ink) => {
                self.fill(*ink);
                let rings = vec![PolygonRing { points: self.points(points) }];
                let (mode, winding_order) = (PaintMode::Fill, WindingOrder::NonZero);
                let polygon = printpdf::Polygon { rings, mode, winding_order };
                self.ops.push(Op::DrawPolygon { polygon });
            }
            Item::Figure(figure) => self.figure(figure),
            Item::Border(border) => self.border(border),
            Item::Code(code) => self.code(code),
        }
    }

    /// A text with its kerning; `apart` adds a space after it.
    fn text(&mut self, text: &Text, apart: bool) {
        self.fill(text.ink);
        let [x, y] = self.at(text.start());
        let font = PdfFontHandle::External(font_id(text.face));
        let size = Pt((text.size_pt * MM_PER_PT * UNITS * 10.0).round() / 10.0);
        self.ops.extend([
            Op::StartTextSection,
            Op::SetFont { font, size },
            Op::SetTextCursor { pos: Point { x: Pt(x), y: Pt(y) } },
        ]);
        let content = if apart { format!("{} ", text.content) } else { text.content.clone() };
        for (greek, items) in in_languages(text.face, &content) {
            if greek {
                let language = DictItem::String { data: GREEK.into(), literal: true };
                self.ops.push(marked_content("Span", "Lang", language));
            }
            self.ops.push(Op::ShowText { items });
            self.ops.extend(greek.then_some(Op::EndMarkedContent));
        }
        self.ops.push(Op::EndTextSection);
    }

    fn line(&mut self, line: &Polyline) {
        let bent = line.points.len() > 2;
        let cap = if bent { LineCapStyle::Round } else { LineCapStyle::Butt };
        self.stroke(line.width_mm, line.ink, line.dashes_mm, cap);
        let line = printpdf::Line { points: self.points(&line.points), is_closed: false };
        self.ops.push(Op::DrawLine { line });
    }

    fn rect(&mut self, frame: PageRect, mode: PaintMode) {
        let [left, low] = self.at([frame.left, frame.bottom()]);
        let [right, high] = self.at([frame.right(), frame.top]);
        let rectangle = printpdf::Rect {
            x: Pt(left),
            y: Pt(low),
            width: Pt(right - left),
            height: Pt(high - low),
            mode: Some(mode),
            winding_order: None,
        };
        self.ops.push(Op::DrawRectangle { rectangle });
    }

    fn figure(&mut self, figure: &Silhouette) {
        let Silhouette { drawing, frame, outlined } = *figure;
        let name = format!("{drawing:?}{}", if outlined { "Outlined" } else { "" });
        let scale = frame.width / drawing::WIDTH;
        let size = [drawing::WIDTH, drawing::HEIGHT];
        let low = [frame.left, frame.top + drawing::HEIGHT * scale];
        self.form(name, low, scale, || form(strokes(drawing, outlined), size));
    }

    fn border(&mut self, border: &Border) {
        let Border { at: [left, top], width } = *border;
        let drawn = || {
            let lines = Border { at: [0.0, 0.0], width }.lines();
            let strokes = lines.map(|line| Stroke::Line(line.points, line.width_mm, line.ink));
            form(strokes.into(), [width, Border::HEIGHT])
        };
        let name = format!("Border{}", (width * UNITS).round());
        self.form(name, [left, top + Border::HEIGHT], 1.0, drawn);
    }

    /// Places a form with its lower left corner at a point, at a scale.
    fn form(&mut self, name: String, low: PagePoint, scale: f32, drawn: impl Fn() -> XObject) {
        let id = XObjectId(name);
        self.forms.entry(id.clone()).or_insert_with(drawn);
        let [x, y] = self.at(low);
        let scale = Some(scale * UNITS / FORM_UNITS);
        let transform = XObjectTransform {
            translate_x: Some(Pt(x)),
            translate_y: Some(Pt(y)),
            scale_x: scale,
            scale_y: scale,
            ..XObjectTransform::default()
        };
        self.ops.push(Op::UseXobject { id, transform });
    }

    /// The squares of a QR code. [`super::tags`] adds the link that covers it.
    fn code(&mut self, code: &Code) {
        self.fill(Ink::Black);
        for run in code.runs() {
            self.rect(run, PaintMode::Fill);
        }
    }

    fn fill(&mut self, ink: Ink) {
        if self.pen.fill.replace(ink) != Some(ink) {
            self.ops.push(Op::SetFillColor { col: grey(ink) });
        }
    }

    fn stroke(&mut self, width_mm: f32, ink: Ink, dashes_mm: Option<f32>, cap: LineCapStyle) {
        let (width, dashes) = (units(width_mm), dashes_mm.map_or(0, units));
        if self.pen.line.replace(ink) != Some(ink) {
            self.ops.push(Op::SetOutlineColor { col: grey(ink) });
        }
        if self.pen.width.replace(width) != Some(width) {
            self.ops.push(Op::SetOutlineThickness { pt: Pt(width as f32) });
        }
        if self.pen.cap.replace(cap) != Some(cap) {
            self.ops.push(Op::SetLineCapStyle { cap });
        }
        if self.pen.dashes.replace(dashes) != Some(dashes) {
            let long = (dashes > 0).then_some(dashes as f32);
            let dash = LineDashPattern::new(0.0, long.as_slice());
            self.ops.push(Op::SetLineDashPattern { dash });
        }
    }

    fn points(&self, points: &[PagePoint]) -> Vec<LinePoint> {
        let point = |at: &PagePoint| {
            let [x, y] = self.at(*at);
            LinePoint { p: Point { x: Pt(x), y: Pt(y) }, bezier: false }
        };
        points.iter().map(point).collect()
    }

    /// A point of the page in its units, from the lower left corner.
    fn at(&self, [x, y]: PagePoint) -> PagePoint {
        [x, self.height_mm - y].map(|along| (along * UNITS).round())
    }
}

#[expect(clippy::cast_possible_truncation, reason = "no line is that wide")]
fn units(mm: f32) -> i32 {
    (mm * UNITS).round() as i32
}

fn grey(ink: Ink) -> Color {
    Color::Greyscale(Greyscale::new(ink.lightness(), None))
}

/// Begins marked content with a tag and one property.
fn marked_content(tag: &str, key: &str, value: DictItem) -> Op {
    let map = BTreeMap::from([(key.to_owned(), value)]);
    Op::BeginMarkedContentWithProperties { tag: tag.into(), properties: DictItem::Dict { map } }
}

/// Whether the next text is another word: on another line, or further right.
fn is_apart(text: &Text, next: Option<&Item>) -> bool {
    let Some(Item::Text(next)) = next else { return false };
    let [[left, low], [begins, on]] = [text.start(), next.start()];
    (low - on).abs() > 0.1 || (begins - left - text.width_mm).abs() > 0.1
}

/// The PDF language code of ancient Greek.
const GREEK: &[u8] = b"grc";

/// Whether a letter is Greek.
fn is_greek(c: char) -> bool {
    matches!(c, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}')
}

/// A text in pieces of one language. Each has a flag for Greek, and its letters with the
/// kerning between them. Blanks belong to the word before.
fn in_languages(face: Face, text: &str) -> Vec<(bool, Vec<TextItem>)> {
    let to_thousandths = -1000.0 / face.units_per_em();
    let mut pieces: Vec<(bool, Vec<TextItem>)> = Vec::new();
    for (c, _, kern) in face.kerned(text) {
        let before = pieces.last().map(|(greek, _)| *greek);
        let greek = if c.is_alphabetic() { is_greek(c) } else { before.unwrap_or(false) };
        if before != Some(greek) {
            pieces.push((greek, Vec::new()));
        }
        let Some((_, items)) = pieces.last_mut() else { continue };
        match items.last_mut() {
            Some(TextItem::Text(run)) => run.push(c),
            _ => items.push(TextItem::Text(c.into())),
        }
        if kern != 0 {
            items.push(TextItem::Offset((kern as f32 * to_thousandths).round()));
        }
    }
    pieces
}

/// Strokes around an origin as a form of a given size.
fn form(strokes: Vec<Stroke>, [width, height]: [f32; 2]) -> XObject {
    let op = |operator: &str, operands: &[f32]| {
        Operation::new(operator, operands.iter().map(|number| (*number).into()).collect())
    };
    // A form starts with the dashes of the page on which it is placed.
    let whole = Operation::new("d", vec![Vec::new().into(), 0.into()]);
    let mut operations = vec![op("j", &[1.0]), op("J", &[1.0]), whole];
    for stroke in strokes {
        let (points, ink, pen, finish) = match stroke {
            Stroke::Fill(points, ink) => (points, ink, None, "f"),
            Stroke::Outline(points, width, ink) => (points, ink, Some(width), "s"),
            Stroke::Line(points, width, ink) => (points, ink, Some(width), "S"),
        };
        operations.push(op(if pen.is_some() { "G" } else { "g" }, &[ink.lightness()]));
        operations.extend(pen.map(|width| op("w", &[(width * FORM_UNITS).round()])));
        for (at, [x, y]) in points.iter().enumerate() {
            let point = [*x, height - y].map(|along| (along * FORM_UNITS).round());
            operations.push(op(if at == 0 { "m" } else { "l" }, &point));
        }
        operations.push(op(finish, &[]));
    }
    let name = |name: &str| DictItem::Name(name.as_bytes().to_vec());
    // Lines extend beyond the box by half their width.
    let bounds = [-1.0, -1.0, width + 1.0, height + 1.0];
    let bounds = bounds.map(|side| DictItem::Real((side * FORM_UNITS).round())).to_vec();
    let dict = BTreeMap::from([
        ("Type".to_owned(), name("XObject")),
        ("Subtype".to_owned(), name("Form")),
        ("BBox".to_owned(), DictItem::Array(bounds)),
    ]);
    let content = Content { operations }.encode().unwrap_or_default();
    let stream = ExternalStream { dict, content, compress: true };
    XObject::External(ExternalXObject { stream, width: None, height: None, dpi: None })
}
