//! Pages as a PDF file; the same pages and metadata give the same bytes.
//!
//! printpdf writes the document: its pages, resources, fonts and contents. The module
//! `tags` adds what printpdf does not support: the structure of a page, the outline, the
//! language and the identity.

mod content;
mod leaf;
mod tags;

use std::collections::{BTreeMap, BTreeSet};

use lopdf::SaveOptions;
use printpdf::{FontId, Mm, ParsedFont, PdfDocument, PdfFont, PdfPage, PdfSaveOptions};
use subsetter::GlyphRemapper;
use thiserror::Error;

use message::{Message, message};

use super::fonts::Face;
use super::page::{Item, Page};
use leaf::Leaf;

/// The metadata of a PDF.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    /// Its title, shown in the window of a PDF viewer.
    pub title: String,
    /// The time of creation, in seconds since 1970 in UTC. `None` leaves it out of the
    /// file, since this crate has no clock.
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

/// The number of objects that are packed together: a PDF viewer unpacks all of them to read
/// one.
const TOGETHER: usize = 400;

/// The compression level of packed objects, from 0 to 9.
const LEVEL: u32 = 6;

/// The pages as a PDF file. It contains only the typefaces and letters that they use, and
/// each figure once.
///
/// # Errors
/// If a font cannot be embedded; it is never left out silently.
pub fn write(pages: &[Page], meta: &Meta) -> Result<Vec<u8>, PdfFault> {
    let mut pdf = PdfDocument::new(&meta.title);
    pdf.resources.fonts.map = fonts(pages)?;
    let leaves: Vec<Vec<Leaf>> = pages.iter().map(Leaf::of).collect();
    for (page, leaves) in pages.iter().zip(&leaves) {
        let ops = content::of_page(page, leaves, &mut pdf.resources.xobjects.map);
        pdf.pages.push(PdfPage::new(Mm(page.width_mm), Mm(page.height_mm), ops));
    }
    let mut warnings = Vec::new();
    let mut document = printpdf::to_lopdf_doc(&pdf, &PdfSaveOptions::default(), &mut warnings);
    if let Some(warning) = warnings.into_iter().next() {
        return Err(PdfFault::Font("", warning.msg));
    }
    tags::add(&mut document, pages, &leaves, meta)?;
    document.compress();
    let options = SaveOptions::builder()
        .use_object_streams(true)
        .use_xref_streams(true)
        .max_objects_per_stream(TOGETHER)
        .compression_level(LEVEL)
        .build();
    let mut bytes = Vec::new();
    document.save_with_options(&mut bytes, options)?;
    Ok(bytes)
}

/// The typefaces that these pages use, with the letters that they use.
fn fonts(pages: &[Page]) -> Result<BTreeMap<FontId, PdfFont>, PdfFault> {
    let mut letters: BTreeMap<Face, BTreeSet<char>> = BTreeMap::new();
    for item in pages.iter().flat_map(|page| &page.items) {
        if let Item::Text(text) = item {
            // The space between two words on separate lines is written too.
            let used = letters.entry(text.face).or_insert_with(|| BTreeSet::from([' ']));
            used.extend(text.content.chars());
        }
    }
    letters.into_iter().map(|(face, used)| Ok((font_id(face), font(face, &used)?))).collect()
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

/// A typeface with only the letters that are used. printpdf would embed the whole font, so
/// it receives the subset as a font, with matching codes and widths.
fn font(face: Face, used: &BTreeSet<char>) -> Result<PdfFont, PdfFault> {
    let name = font_name(face);
    let mut glyphs = GlyphRemapper::new();
    let codes: BTreeMap<char, u16> =
        used.iter().map(|c| (*c, glyphs.remap(face.glyph(*c)))).collect();
    let part = subsetter::subset(face.bytes(), 0, &glyphs)
        .map_err(|why| PdfFault::Font(name, why.to_string()))?;
    let mut warnings = Vec::new();
    let whole = ParsedFont::from_bytes(face.bytes(), 0, &mut warnings)
        .ok_or_else(|| PdfFault::Font(name, format!("{warnings:?}")))?;
    Ok(PdfFont::new(ParsedFont {
        original_bytes: part,
        font_name: Some(format!("{}+{name}", subset_tag(face))),
        codepoint_to_glyph: codes.iter().map(|(c, code)| (u32::from(*c), *code)).collect(),
        glyph_widths: codes.iter().map(|(c, code)| (*code, face.advance(*c))).collect(),
        ..whole
    }))
}
