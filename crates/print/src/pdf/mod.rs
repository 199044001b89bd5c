//! Pages as a PDF file; the same pages and metadata give the same bytes.

mod content;
mod file;
mod letters;
mod outline;
mod rows;
mod structure;

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use printpdf::{
    DictItem, ExternalStream, ExternalXObject, FontId, Mm, ParsedFont, PdfDocument, PdfFont,
    PdfPage, PdfSaveOptions, XObject, XObjectId,
};
use rayon::prelude::*;
use thiserror::Error;

use engine::fleet::share::QrSquares;
use message::{Message, message};
use rules::drawing::{self, Drawing};

use super::fonts::Face;
use super::page::{Border, Code, Item, Page, Silhouette};
use file::{Packer, Written};
use letters::Letters;
use rows::Rows;
use structure::Leaves;

/// The metadata of a PDF.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    /// Its title, shown in the window of a PDF viewer.
    pub title: String,
    /// When it was made, in seconds since 1970 in UTC; left out of the file if
    /// `None`, since there is no clock here.
    pub created: Option<u64>,
}

/// Why no PDF was made.
#[derive(Debug, Error)]
pub enum PdfFault {
    /// A font could not be embedded.
    #[error("the font {0} could not be put into the PDF: {1}")]
    Font(&'static str, String),
    /// The document could not be assembled.
    #[error("the PDF could not be put together: {0}")]
    Write(#[from] lopdf::Error),
    /// The bytes could not be written.
    #[error("the PDF could not be written: {0}")]
    Gather(#[from] std::io::Error),
}

impl From<PdfFault> for Message {
    fn from(fault: PdfFault) -> Message {
        match fault {
            PdfFault::Font(font, why) => {
                message!("the font {font} could not be put into the PDF: {why}", font, why)
            }
            PdfFault::Write(why) => {
                message!("the PDF could not be put together: {why}", why = why.to_string())
            }
            PdfFault::Gather(why) => {
                message!("the PDF could not be written: {why}", why = why.to_string())
            }
        }
    }
}

/// The pages as a PDF file. It contains only the faces that they use, with only
/// the letters that they use, and each figure once, however often it is
/// printed.
///
/// The library writes the document, its fonts and its figures. The content of
/// the pages is written here, in fewer operators than the library would use,
/// which saves most of the time and size.
///
/// # Errors
/// Where a font cannot be embedded; it is never silently left out.
pub fn write(pages: &[Page], meta: &Meta) -> Result<Vec<u8>, PdfFault> {
    let mut pdf = PdfDocument::new(&meta.title);
    let used = Letters::used(pages);
    let faces: Vec<Face> = used.faces().collect();
    let fonts: Vec<(FontId, PdfFont)> = faces
        .into_par_iter()
        .map(|face| Ok((font_id(face), font(face, &used)?)))
        .collect::<Result<_, PdfFault>>()?;
    pdf.resources.fonts.map.extend(fonts);
    let items = pages.iter().flat_map(|page| &page.items);
    let forms: BTreeMap<FormKey, &Item> =
        items.filter_map(|item| Some((FormKey::of(item)?, item))).collect();
    for (key, item) in forms {
        pdf.resources.xobjects.map.extend(drawn(item).map(|form| (key.id(), form)));
    }
    let leaves: Vec<Leaves> = pages.par_iter().map(Leaves::of).collect();
    let rows = Rows::used(pages, &leaves);
    for (name, row) in rows.forms() {
        let margin = row.pen.0;
        let bounds = [-margin, -margin, row.wide() + margin, row.size[1] + margin];
        let bounds = bounds.map(|side| DictItem::Int(side.into()));
        pdf.resources.xobjects.map.insert(XObjectId(name), form(content::of_row(row), &bounds));
    }
    let blank = |page: &Page| PdfPage::new(Mm(page.width_mm), Mm(page.height_mm), Vec::new());
    pdf.pages = pages.iter().map(blank).collect();
    if let Some(first) = pdf.pages.first_mut() {
        first.ops = used.specimen();
    }

    let mut warnings = Vec::new();
    let mut document = printpdf::to_lopdf_doc(&pdf, &PdfSaveOptions::default(), &mut warnings);
    if let Some(warning) = warnings.into_iter().next() {
        return Err(PdfFault::Font("", warning.msg));
    }
    let contents: Vec<(Vec<u8>, usize)> = pages
        .par_iter()
        .zip(&leaves)
        .enumerate()
        .map(|(at, (page, leaves))| content::of_page(page, leaves, &used, rows.of_page(at)))
        .collect();
    fill(&mut document, contents)?;
    trim(&mut document)?;
    let mut written = Written::default();
    outline::add(&mut document, &mut written, pages, &leaves)?;
    compress(&mut document)?;
    describe(&mut document, meta)?;
    file::bytes(&document, written)
}

/// Replaces the specimen and the blank pages by the content of the pages, of each with
/// the place where its foot begins. Pages that differ only in their feet share the
/// rest: the record sheets and the cards of large ships are the same.
fn fill(document: &mut Document, contents: Vec<(Vec<u8>, usize)>) -> Result<(), PdfFault> {
    let mut counts: BTreeMap<&[u8], usize> = BTreeMap::new();
    for (content, foot) in &contents {
        *counts.entry(&content[..*foot]).or_default() += 1;
    }
    let is_shared = |(content, foot): &(Vec<u8>, usize)| counts.get(&content[..*foot]) > Some(&1);
    let are_shared: Vec<bool> = contents.iter().map(is_shared).collect();
    let mut shared: BTreeMap<Vec<u8>, ObjectId> = BTreeMap::new();
    let ids: Vec<ObjectId> = document.page_iter().collect();
    for (((mut content, foot), is_shared), id) in contents.into_iter().zip(are_shared).zip(ids) {
        let mut stream = |content| document.add_object(Stream::new(Dictionary::new(), content));
        let streams = if is_shared {
            let foot = content.split_off(foot);
            let known = shared.get(&content).copied();
            let body = known.unwrap_or_else(|| {
                let body = stream(content.clone());
                shared.insert(content, body);
                body
            });
            vec![body.into(), stream(foot).into()]
        } else {
            vec![stream(content).into()]
        };
        document.get_dictionary_mut(id)?.set("Contents", streams);
    }
    Ok(())
}

/// Has all pages share one list of fonts and forms, and removes what says
/// nothing: boxes that are the paper, and empty lists.
fn trim(document: &mut Document) -> Result<(), PdfFault> {
    let ids: Vec<_> = document.page_iter().collect();
    let mut shared: Option<Object> = None;
    for id in ids {
        let page = document.get_dictionary_mut(id)?;
        for key in ["CropBox", "TrimBox", "Annots"] {
            page.remove(key.as_bytes());
        }
        let Some(own) = page.remove(b"Resources") else { continue };
        page.set("Resources", shared.get_or_insert(own).clone());
    }
    document.prune_objects();
    document.renumber_objects();
    Ok(())
}

/// Packs what is not packed yet.
fn compress(document: &mut Document) -> Result<(), PdfFault> {
    let streams = document.objects.values_mut().filter_map(|object| object.as_stream_mut().ok());
    let streams: Vec<&mut Stream> = streams.filter(|stream| !stream.dict.has(b"Filter")).collect();
    streams.into_par_iter().try_for_each_init(Packer::new, |packer, stream| {
        let content = packer.packed(&stream.content)?;
        stream.dict.set("Filter", "FlateDecode");
        stream.set_content(content);
        Ok(())
    })
}

/// Adds who made the document, and when.
fn describe(document: &mut Document, meta: &Meta) -> Result<(), PdfFault> {
    let info = document.trailer.get(b"Info")?.as_reference()?;
    let info = document.get_dictionary_mut(info)?;
    for key in ["GTS_PDFXVersion", "Identifier", "Subject", "Keywords", "Trapped"] {
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
    for key in ["Author", "Creator", "Producer"] {
        info.set(key, Object::string_literal("Trierarch"));
    }
    Ok(())
}

/// The squares of a code as an image mask, with one bit for each square.
fn picture(squares: &QrSquares) -> XObject {
    let side = i64::try_from(squares.size).unwrap_or_default();
    let dict = BTreeMap::from([
        ("Type".to_owned(), name("XObject")),
        ("Subtype".to_owned(), name("Image")),
        ("Width".to_owned(), DictItem::Int(side)),
        ("Height".to_owned(), DictItem::Int(side)),
        ("ImageMask".to_owned(), DictItem::Bool(true)),
        ("BitsPerComponent".to_owned(), DictItem::Int(1)),
        ("Decode".to_owned(), DictItem::Array(vec![DictItem::Int(1), DictItem::Int(0)])),
    ]);
    external(dict, bits(squares))
}

/// The squares as bits, row by row; each row starts with a new byte.
fn bits(squares: &QrSquares) -> Vec<u8> {
    let row = |row: usize| {
        (0..squares.size.div_ceil(8)).map(move |byte| {
            let bit = |at: usize| u8::from(squares.is_dark(byte * 8 + at, row)) << (7 - at);
            (0..8).map(bit).fold(0, |all, bit| all | bit)
        })
    };
    (0..squares.size).flat_map(row).collect()
}

/// The starting value of FNV-1a.
const FNV: u64 = 0xcbf2_9ce4_8422_2325;

fn hashed(hash: u64, bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(hash, step)
}

/// A time as PDF writes it: `D:20261121081500Z`.
fn date(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // The civil calendar, in eras of 400 years that begin in March.
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

fn font_id(face: Face) -> FontId {
    FontId(subset_tag(face).into())
}

/// The six capitals that mark an embedded font as a subset.
fn subset_tag(face: Face) -> &'static str {
    match face {
        Face::Regular => "ALEREG",
        Face::Bold => "ALEBOL",
        Face::Italic => "ALEITA",
        Face::Title => "GFSDID",
    }
}

fn font_name(face: Face) -> &'static str {
    match face {
        Face::Regular => "Alegreya-Regular",
        Face::Bold => "Alegreya-Bold",
        Face::Italic => "Alegreya-Italic",
        Face::Title => "GFSDidot-Regular",
    }
}

/// A face with only the letters that are used. The library would embed all of
/// it, so it is given the subset instead of the whole font, with matching codes
/// and widths.
fn font(face: Face, letters: &Letters) -> Result<PdfFont, PdfFault> {
    let name = font_name(face);
    let part = subsetter::subset(face.bytes(), 0, letters.glyphs(face))
        .map_err(|why| PdfFault::Font(name, why.to_string()))?;
    let mut warnings = Vec::new();
    let whole = ParsedFont::from_bytes(face.bytes(), 0, &mut warnings)
        .ok_or_else(|| PdfFault::Font(name, format!("{warnings:?}")))?;
    let used = || letters.of(face);
    Ok(PdfFont::new(ParsedFont {
        original_bytes: part,
        font_name: Some(format!("{}+{name}", subset_tag(face))),
        codepoint_to_glyph: used().map(|(c, code)| (u32::from(c), code)).collect(),
        glyph_widths: used().map(|(c, code)| (code, face.advance(c))).collect(),
        ..whole
    }))
}

/// Something that is drawn once, and then placed wherever it is needed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FormKey {
    /// A figure, and whether it is an outline.
    Figure(Drawing, bool),
    /// A border, by its width in hundredths of a millimetre.
    Border(u16),
    /// The squares of a code, by their hash.
    Code(u64),
}

impl FormKey {
    fn of(item: &Item) -> Option<FormKey> {
        match item {
            Item::Figure(figure) => Some(FormKey::of_figure(figure)),
            Item::Border(border) => Some(FormKey::of_border(border)),
            Item::Code(code) => Some(FormKey::of_code(code)),
            Item::Text(_) | Item::Line(_) | Item::Rect(_) | Item::Polygon(..) => None,
        }
    }

    fn of_figure(figure: &Silhouette) -> FormKey {
        FormKey::Figure(figure.drawing, figure.outlined)
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "no border is wider than a page"
    )]
    fn of_border(border: &Border) -> FormKey {
        FormKey::Border((border.width * 100.0).round() as u16)
    }

    fn of_code(code: &Code) -> FormKey {
        FormKey::Code(hashed(FNV, &bits(&code.squares)))
    }

    fn id(self) -> XObjectId {
        XObjectId(match self {
            FormKey::Figure(drawing, outlined) => {
                format!("{drawing:?}{}", if outlined { "Outlined" } else { "" })
            }
            FormKey::Border(width) => format!("Border{width}"),
            FormKey::Code(hash) => format!("Code{hash:016x}"),
        })
    }
}

/// What is drawn once for an item; `None` for what each page draws for itself.
fn drawn(item: &Item) -> Option<XObject> {
    match item {
        Item::Figure(Silhouette { drawing, outlined, .. }) => {
            let size = [drawing::WIDTH, drawing::HEIGHT];
            Some(form(content::of_figure(*drawing, *outlined), &bounds(size)))
        }
        Item::Border(border) => {
            let size = [border.width, Border::HEIGHT];
            Some(form(content::of_border(&Border { at: [0.0, 0.0], ..*border }), &bounds(size)))
        }
        Item::Code(code) => Some(picture(&code.squares)),
        Item::Text(_) | Item::Line(_) | Item::Rect(_) | Item::Polygon(..) => None,
    }
}

fn name(name: &str) -> DictItem {
    DictItem::Name(name.as_bytes().to_vec())
}

/// The bounds of a figure or border of this size. Lines reach beyond its box by
/// half their width.
fn bounds([width, height]: [f32; 2]) -> [DictItem; 4] {
    let side = |length: f32| DictItem::Real(length * content::FORM_UNITS);
    [-1.0, -1.0, width + 1.0, height + 1.0].map(side)
}

/// A form with these bounds and this content.
fn form(content: Vec<u8>, bounds: &[DictItem; 4]) -> XObject {
    let dict = BTreeMap::from([
        ("Type".to_owned(), name("XObject")),
        ("Subtype".to_owned(), name("Form")),
        ("BBox".to_owned(), DictItem::Array(bounds.to_vec())),
    ]);
    external(dict, content)
}

fn external(dict: BTreeMap<String, DictItem>, content: Vec<u8>) -> XObject {
    let stream = ExternalStream { dict, content, compress: true };
    XObject::External(ExternalXObject { stream, width: None, height: None, dpi: None })
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
}
