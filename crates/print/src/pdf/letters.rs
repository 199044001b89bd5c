//! The letters that a document uses, and their codes in its fonts.

use printpdf::{Op, PdfFontHandle, Pt, TextItem};
use subsetter::GlyphRemapper;

use super::{Item, Page, font_id};
use crate::fonts::Face;

/// The letters that some pages use, by face.
pub(super) struct Letters([OfFace; Face::ALL.len()]);

#[derive(Default)]
struct OfFace {
    /// The code of each letter, by its number from U+0000 up; `None` for
    /// letters that are not used.
    codes: Vec<Option<u16>>,
    /// Maps glyphs of the whole font to their numbers in the embedded part;
    /// that number is the code.
    glyphs: GlyphRemapper,
}

impl Letters {
    /// The letters that some pages use. Codes follow the order of letters, so
    /// that the same letters give the same font.
    pub(super) fn used(pages: &[Page]) -> Letters {
        let mut faces = Face::ALL.map(|_| OfFace::default());
        for item in pages.iter().flat_map(|page| &page.items) {
            let Item::Text(text) = item else { continue };
            let codes = &mut faces[text.face as usize].codes;
            for c in text.content.chars() {
                let at = c as usize;
                if at >= codes.len() {
                    codes.resize(at + 1, None);
                }
                codes[at] = Some(0);
            }
        }
        for (face, OfFace { codes, glyphs }) in Face::ALL.into_iter().zip(&mut faces) {
            for (code, c) in codes.iter_mut().zip(0_u32..) {
                let Some((code, c)) = code.as_mut().zip(char::from_u32(c)) else { continue };
                *code = glyphs.remap(face.glyph(c));
            }
        }
        Letters(faces)
    }

    /// The faces that are used.
    pub(super) fn faces(&self) -> impl Iterator<Item = Face> {
        Face::ALL.into_iter().filter(|face| !self.0[*face as usize].codes.is_empty())
    }

    /// The letters of a face that are used, with their codes.
    pub(super) fn of(&self, face: Face) -> impl Iterator<Item = (char, u16)> {
        let letters = self.0[face as usize].codes.iter().zip(0_u32..);
        letters.filter_map(|(code, c)| Some((char::from_u32(c)?, (*code)?)))
    }

    /// The glyphs of a face that are to be embedded.
    pub(super) fn glyphs(&self, face: Face) -> &GlyphRemapper {
        &self.0[face as usize].glyphs
    }

    /// All letters of every face on a line each: the PDF library embeds the
    /// letters on its pages.
    pub(super) fn specimen(&self) -> Vec<Op> {
        let mut ops = vec![Op::StartTextSection];
        for face in self.faces() {
            let font = PdfFontHandle::External(font_id(face));
            let letters = self.of(face).map(|(c, _)| c).collect();
            ops.push(Op::SetFont { font, size: Pt(1.0) });
            ops.push(Op::ShowText { items: vec![TextItem::Text(letters)] });
        }
        ops.push(Op::EndTextSection);
        ops
    }

    /// The code of a letter; 0, the glyph for missing characters, if it was not
    /// among those used.
    pub(super) fn code(&self, face: Face, c: char) -> u16 {
        self.0[face as usize].codes.get(c as usize).copied().flatten().unwrap_or(0)
    }
}
