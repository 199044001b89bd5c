//! The letters that a document uses, and the codes that its fonts have for them.

use lopdf::content::Content;
use printpdf::{Op, PdfFontHandle, Pt, TextItem};

use super::{Item, Page, PdfFault, font_id};
use crate::print::fonts::Face;

/// For every face, a number for each letter of it, from U+0000 up; `None` for
/// letters that are not used.
#[derive(Default)]
pub(super) struct Letters([Vec<Option<u16>>; Face::ALL.len()]);

impl Letters {
    /// Which letters some pages use; their codes are not known yet.
    pub(super) fn used(pages: &[Page]) -> Letters {
        let mut used = Letters::default();
        for item in pages.iter().flat_map(|page| &page.items) {
            let Item::Text(text) = item else { continue };
            let letters = &mut used.0[text.face as usize];
            for c in text.content.chars() {
                let at = c as usize;
                if at >= letters.len() {
                    letters.resize(at + 1, None);
                }
                letters[at] = Some(0);
            }
        }
        used
    }

    /// The faces that are used.
    pub(super) fn faces(&self) -> impl Iterator<Item = Face> {
        Face::ALL.into_iter().filter(|face| !self.0[*face as usize].is_empty())
    }

    /// The letters of a face that are used.
    fn of(&self, face: Face) -> impl Iterator<Item = char> {
        let used = self.0[face as usize].iter().zip(0_u32..).filter(|(code, _)| code.is_some());
        used.filter_map(|(_, c)| char::from_u32(c))
    }

    /// All letters of every face in one line each: the library embeds what
    /// stands on its pages.
    pub(super) fn specimen(&self) -> Vec<Op> {
        let mut ops = vec![Op::StartTextSection];
        for face in self.faces() {
            let font = PdfFontHandle::External(font_id(face));
            ops.push(Op::SetFont { font, size: Pt(1.0) });
            ops.push(Op::ShowText { items: vec![TextItem::Text(self.of(face).collect())] });
        }
        ops.push(Op::EndTextSection);
        ops
    }

    /// The same letters with the codes that the library has given them, read
    /// from the specimen as it wrote it: two bytes a letter.
    ///
    /// # Errors
    /// Where the specimen does not read as it was told.
    pub(super) fn coded(mut self, specimen: &[u8]) -> Result<Letters, PdfFault> {
        let lines = Content::decode(specimen)?.operations;
        let mut lines = lines.iter().filter(|operation| operation.operator == "Tj");
        let faces: Vec<Face> = self.faces().collect();
        for face in faces {
            let line = lines.next().and_then(|line| line.operands.first());
            let bytes = line.and_then(|codes| codes.as_str().ok()).unwrap_or_default();
            let letters = self.0[face as usize].iter_mut().flatten();
            let (codes, _) = bytes.as_chunks::<2>();
            let mut codes = codes.iter().map(|code| u16::from_be_bytes(*code));
            for letter in letters {
                *letter = codes.next().ok_or_else(|| unread(face))?;
            }
            if codes.next().is_some() {
                return Err(unread(face));
            }
        }
        Ok(self)
    }

    /// The code of a letter; 0, the sign for what a font lacks, where it was not
    /// among those used.
    pub(super) fn code(&self, face: Face, c: char) -> u16 {
        self.0[face as usize].get(c as usize).copied().flatten().unwrap_or(0)
    }
}

fn unread(face: Face) -> PdfFault {
    PdfFault::Font(super::font_name(face), "it has not a code for every letter".into())
}
