//! Pages as a PDF file: the same pages and particulars give the same bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use lopdf::{Object, StringFormat};
use printpdf::{
    Color, DictItem, ExternalStream, ExternalXObject, FontId, Greyscale, Line as PdfLine,
    LineCapStyle, LineDashPattern, LineJoinStyle, LinePoint, Mm, Op, PaintMode, ParsedFont,
    PdfDocument, PdfFont, PdfFontHandle, PdfPage, PdfSaveOptions, Point as PdfPoint, Polygon,
    PolygonRing, Pt, Rect as PdfRect, TextItem, WindingOrder, XObject, XObjectId, XObjectTransform,
};
use thiserror::Error;

use crate::drawing::{self, Drawing};

use super::fonts::{Face, MM_PER_PT};
use super::page::{Figure, Ink, Item, Line, Page, Point, Rect, Stroke, Text, strokes};

/// What a PDF says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    /// Its title, shown in the window of a viewer.
    pub title: String,
    /// When it was made, in seconds since 1970 in UTC; left out of the file
    /// where it is not told, because there is no clock in here.
    pub created: Option<u64>,
}

/// Why no PDF was made.
#[derive(Debug, Error)]
pub enum PdfFault {
    /// A font could not be put in.
    #[error("the font {0} could not be put into the PDF: {1}")]
    Font(&'static str, String),
    /// The document could not be put together.
    #[error("the PDF could not be put together: {0}")]
    Write(#[from] lopdf::Error),
    /// The bytes could not be gathered.
    #[error("the PDF could not be written: {0}")]
    Gather(#[from] std::io::Error),
}

/// The pages as a PDF file. Only the faces that they use are in it, and of
/// those only the letters that they use; a figure is in it once, however often
/// it is printed.
///
/// # Errors
/// Where a font cannot be embedded; it is never left out in silence.
pub fn write(pages: &[Page], meta: &Meta) -> Result<Vec<u8>, PdfFault> {
    let mut pdf = PdfDocument::new(&meta.title);
    let items = || pages.iter().flat_map(|page| &page.items);
    for face in Face::ALL {
        if items().any(|item| matches!(item, Item::Text(text) if text.face == face)) {
            pdf.resources.fonts.map.insert(font_id(face), font(face)?);
        }
    }
    let figures: BTreeSet<(Drawing, bool)> = items()
        .filter_map(|item| match item {
            Item::Figure(figure) => Some((figure.drawing, figure.outlined)),
            _ => None,
        })
        .collect();
    for (drawing, outlined) in figures {
        pdf.resources.xobjects.map.insert(figure_id(drawing, outlined), form(drawing, outlined));
    }
    pdf.pages = pages.iter().map(page_of).collect();

    let mut warnings = Vec::new();
    let mut document = printpdf::to_lopdf_doc(&pdf, &PdfSaveOptions::default(), &mut warnings);
    if let Some(warning) = warnings.into_iter().next() {
        return Err(PdfFault::Font("", warning.msg));
    }
    sign(&mut document, meta)?;
    document.compress();
    let mut bytes = Vec::new();
    document.save_modern(&mut bytes)?;
    Ok(bytes)
}

/// Puts the date and the identity in. The library's own identity comes from a
/// counter, so that two equal documents would differ; ours comes from what is
/// in the document.
fn sign(document: &mut lopdf::Document, meta: &Meta) -> Result<(), PdfFault> {
    let info = document.trailer.get(b"Info")?.as_reference()?;
    let info = document.get_dictionary_mut(info)?;
    for key in ["GTS_PDFXVersion", "Identifier", "Author", "Subject", "Keywords", "Trapped"] {
        info.remove(key.as_bytes());
    }
    for key in ["CreationDate", "ModDate"] {
        match meta.created {
            Some(seconds) => info.set(key, Object::string_literal(date(seconds))),
            None => {
                info.remove(key.as_bytes());
            }
        }
    }
    for key in ["Creator", "Producer"] {
        info.set(key, Object::string_literal("Trierarch"));
    }
    document.trailer.remove(b"ID");
    let mut all = Vec::new();
    document.clone().save_to(&mut all)?;
    let id = Object::String(fingerprint(&all).to_vec(), StringFormat::Hexadecimal);
    document.trailer.set("ID", Object::Array(vec![id.clone(), id]));
    Ok(())
}

/// Sixteen bytes that tell one document from another (FNV-1a, from two
/// beginnings); they keep no secret.
fn fingerprint(bytes: &[u8]) -> [u8; 16] {
    let hash = |beginning: u64| {
        bytes.iter().fold(beginning, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    };
    let mut id = [0; 16];
    id[..8].copy_from_slice(&hash(0xcbf2_9ce4_8422_2325).to_be_bytes());
    id[8..].copy_from_slice(&hash(0x6c62_272e_07bb_0142).to_be_bytes());
    id
}

/// A moment as PDF writes it: `D:20261121081500Z`.
fn date(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // The civil calendar by eras of 400 years that begin in March.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute) = (second / 3600, second / 60 % 60);
    format!("D:{year:04}{month:02}{day:02}{hour:02}{minute:02}{:02}Z", second % 60)
}

/// Six capitals: the library makes the tag of the subset from them.
fn font_id(face: Face) -> FontId {
    let id = match face {
        Face::Regular => "ALEREG",
        Face::Bold => "ALEBOL",
        Face::Italic => "ALEITA",
        Face::Title => "GFSDID",
    };
    FontId(id.into())
}

fn font(face: Face) -> Result<PdfFont, PdfFault> {
    let name = match face {
        Face::Regular => "Alegreya-Regular",
        Face::Bold => "Alegreya-Bold",
        Face::Italic => "Alegreya-Italic",
        Face::Title => "GFSDidot-Regular",
    };
    let mut warnings = Vec::new();
    let mut parsed = ParsedFont::from_bytes(face.bytes(), 0, &mut warnings)
        .filter(ParsedFont::has_source_bytes)
        .ok_or_else(|| PdfFault::Font(name, format!("{warnings:?}")))?;
    parsed.font_name = Some(name.into());
    Ok(PdfFont::new(parsed))
}

fn figure_id(drawing: Drawing, outlined: bool) -> XObjectId {
    XObjectId(format!("{drawing:?}{}", if outlined { "Outlined" } else { "" }))
}

/// A figure as a form of its own, in the units of its box, y up.
fn form(drawing: Drawing, outlined: bool) -> XObject {
    let mut content = String::from("1 j 1 J [] 0 d\n");
    let mut path = |points: &[Point], finish: &str| {
        for (i, [x, y]) in points.iter().enumerate() {
            let verb = if i == 0 { 'm' } else { 'l' };
            let _ = write!(content, "{} {} {verb} ", short(*x), short(drawing::HEIGHT - y));
        }
        content.push_str(finish);
        content.push('\n');
    };
    for stroke in strokes(drawing, outlined) {
        match stroke {
            Stroke::Fill(points, ink) => {
                path(&points, &format!("h {} g f", short(ink.lightness())));
            }
            Stroke::Outline(points, width, ink) => {
                path(&points, &format!("h {} G {} w S", short(ink.lightness()), short(width)));
            }
            Stroke::Line(points, width, ink) => {
                path(&points, &format!("{} G {} w S", short(ink.lightness()), short(width)));
            }
        }
    }
    let name = |name: &str| DictItem::Name(name.as_bytes().to_vec());
    let side = |length: f32| DictItem::Real(length);
    let dict = BTreeMap::from([
        ("Type".to_owned(), name("XObject")),
        ("Subtype".to_owned(), name("Form")),
        (
            "BBox".to_owned(),
            DictItem::Array(vec![
                side(0.0),
                side(0.0),
                side(drawing::WIDTH),
                side(drawing::HEIGHT),
            ]),
        ),
    ]);
    let stream = ExternalStream { dict, content: content.into_bytes(), compress: true };
    XObject::External(ExternalXObject { stream, width: None, height: None, dpi: None })
}

/// A number with two digits after the point, and none that say nothing.
fn short(number: f32) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

fn page_of(page: &Page) -> PdfPage {
    let mut painter = Painter { height_mm: page.height_mm, ..Painter::default() };
    painter.ops.push(Op::SetLineJoinStyle { join: LineJoinStyle::Miter });
    for item in &page.items {
        match item {
            Item::Text(text) => painter.text(text),
            Item::Line(line) => painter.line(line),
            Item::Rect(rect) => painter.rect(rect),
            Item::Polygon(points, ink) => {
                painter.fill_with(*ink);
                painter.polygon(points);
            }
            Item::Figure(figure) => painter.figure(figure),
        }
    }
    PdfPage::new(Mm(page.width_mm), Mm(page.height_mm), painter.ops)
}

/// Turns items into operations, and remembers what is set already.
#[derive(Default)]
struct Painter {
    ops: Vec<Op>,
    height_mm: f32,
    fill: Option<Ink>,
    outline: Option<Ink>,
    width_mm: Option<f32>,
    round: bool,
    dashes_mm: Option<f32>,
}

impl Painter {
    fn text(&mut self, text: &Text) {
        self.fill_with(text.ink);
        let pos = self.point(text.start());
        let font = PdfFontHandle::External(font_id(text.face));
        self.ops.extend([
            Op::StartTextSection,
            Op::SetFont { font, size: Pt(rounded(text.size_pt)) },
            Op::SetTextCursor { pos },
            Op::ShowText { items: shown(text) },
            Op::EndTextSection,
        ]);
    }

    fn line(&mut self, line: &Line) {
        self.stroke_with(line.width_mm, line.ink);
        let round = line.points.len() > 2;
        if self.round != round {
            self.round = round;
            let cap = if round { LineCapStyle::Round } else { LineCapStyle::Butt };
            self.ops.push(Op::SetLineCapStyle { cap });
        }
        self.dash_with(line.dashes_mm);
        let points = self.points(&line.points);
        self.ops.push(Op::DrawLine { line: PdfLine { points, is_closed: false } });
    }

    fn rect(&mut self, rect: &Rect) {
        let f = rect.frame;
        let corner = self.point([f.left, f.bottom()]);
        let painted = |mode| Op::DrawRectangle {
            rectangle: PdfRect {
                x: corner.x,
                y: corner.y,
                width: Pt(rounded(f.width / MM_PER_PT)),
                height: Pt(rounded(f.height / MM_PER_PT)),
                mode: Some(mode),
                winding_order: None,
            },
        };
        if let Some(ink) = rect.fill {
            self.fill_with(ink);
            self.ops.push(painted(PaintMode::Fill));
        }
        if let Some((width_mm, ink)) = rect.outline {
            self.stroke_with(width_mm, ink);
            self.dash_with(None);
            self.ops.push(painted(PaintMode::Stroke));
        }
    }

    fn polygon(&mut self, points: &[Point]) {
        let rings = vec![PolygonRing { points: self.points(points) }];
        let winding_order = WindingOrder::NonZero;
        let polygon = Polygon { rings, mode: PaintMode::Fill, winding_order };
        self.ops.push(Op::DrawPolygon { polygon });
    }

    fn figure(&mut self, figure: &Figure) {
        let frame = figure.frame;
        let scale = frame.width / drawing::WIDTH / MM_PER_PT;
        let corner = self.point([frame.left, frame.top + drawing::HEIGHT * scale * MM_PER_PT]);
        self.ops.push(Op::UseXobject {
            id: figure_id(figure.drawing, figure.outlined),
            transform: XObjectTransform {
                translate_x: Some(corner.x),
                translate_y: Some(corner.y),
                scale_x: Some(scale),
                scale_y: Some(scale),
                no_auto_scale: true,
                ..XObjectTransform::default()
            },
        });
    }

    fn fill_with(&mut self, ink: Ink) {
        if self.fill.replace(ink) != Some(ink) {
            self.ops.push(Op::SetFillColor { col: colour(ink) });
        }
    }

    fn stroke_with(&mut self, width_mm: f32, ink: Ink) {
        if self.outline.replace(ink) != Some(ink) {
            self.ops.push(Op::SetOutlineColor { col: colour(ink) });
        }
        if self.width_mm.replace(width_mm) != Some(width_mm) {
            self.ops.push(Op::SetOutlineThickness { pt: Pt(rounded(width_mm / MM_PER_PT)) });
        }
    }

    fn dash_with(&mut self, dashes_mm: Option<f32>) {
        if self.dashes_mm != dashes_mm {
            self.dashes_mm = dashes_mm;
            let pattern = dashes_mm.map(|mm| rounded(mm / MM_PER_PT)).into_iter().collect();
            let dash = LineDashPattern { offset: 0.0, pattern };
            self.ops.push(Op::SetLineDashPattern { dash });
        }
    }

    fn point(&self, [x, y]: Point) -> PdfPoint {
        PdfPoint { x: Pt(rounded(x / MM_PER_PT)), y: Pt(rounded((self.height_mm - y) / MM_PER_PT)) }
    }

    fn points(&self, points: &[Point]) -> Vec<LinePoint> {
        points.iter().map(|p| LinePoint { p: self.point(*p), bezier: false }).collect()
    }
}

/// A text with its kerning: the letters that stand as the font has them, and
/// between them by how much the next one moves.
fn shown(text: &Text) -> Vec<TextItem> {
    let to_thousandths = -1000.0 / text.face.units_per_em();
    let mut items = Vec::new();
    let mut run = String::new();
    for (c, _, kern) in text.face.kerned(&text.content) {
        run.push(c);
        if kern != 0 {
            items.push(TextItem::Text(std::mem::take(&mut run)));
            items.push(TextItem::Offset(kern as f32 * to_thousandths));
        }
    }
    if !run.is_empty() {
        items.push(TextItem::Text(run));
    }
    items
}

fn colour(ink: Ink) -> Color {
    Color::Greyscale(Greyscale { percent: ink.lightness(), icc_profile: None })
}

/// To a hundredth: finer than any printer, and shorter in the file.
fn rounded(number: f32) -> f32 {
    (number * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_written_in_the_civil_calendar() {
        for (seconds, written) in [
            (0, "D:19700101000000Z"),
            (951_782_399, "D:20000228235959Z"),
            (951_782_400, "D:20000229000000Z"),
            (1_795_248_000, "D:20261121080000Z"),
        ] {
            assert_eq!(date(seconds), written);
        }
    }

    #[test]
    fn numbers_are_short() {
        for (number, written) in
            [(0.0, "0"), (-0.001, "0"), (1.0, "1"), (12.5, "12.5"), (2.346, "2.35"), (100.0, "100")]
        {
            assert_eq!(short(number), written);
        }
    }
}
