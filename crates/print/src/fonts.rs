//! The four typefaces used on paper, and the widths of texts in them.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicI16, Ordering};

use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};
use unicode_segmentation::UnicodeSegmentation as _;

use message::is_invisible;

use super::font_file::{FontFile, Glyph};

/// Millimetres in a typographic point.
pub const MM_PER_PT: f32 = 25.4 / 72.0;

/// The height of a line of text above its baseline, as a share of its size: capitals with
/// breathings and accents.
pub(super) const RISE: f32 = 0.78;

/// The depth of a line of text below its baseline, as a share of its size.
pub(super) const FALL: f32 = 0.26;

/// A typeface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Alegreya: body text.
    Regular,
    /// Alegreya Bold: headings, and what readers look for.
    Bold,
    /// Alegreya Italic: captions and asides.
    Italic,
    /// GFS Didot: titles and the names of ships.
    Title,
}

impl Face {
    /// All faces.
    pub const ALL: [Face; 4] = [Face::Regular, Face::Bold, Face::Italic, Face::Title];

    /// The font file.
    #[must_use]
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Face::Regular => include_bytes!("../../../assets/fonts/alegreya/Alegreya-Regular.ttf"),
            Face::Bold => include_bytes!("../../../assets/fonts/alegreya/Alegreya-Bold.ttf"),
            Face::Italic => include_bytes!("../../../assets/fonts/alegreya/Alegreya-Italic.ttf"),
            Face::Title => include_bytes!("../../../assets/fonts/gfs-didot/GFSDidot-Regular.ttf"),
        }
    }

    /// The width of a text at a size in points, in millimetres, with the
    /// kerning of `Face::kerned`.
    #[must_use]
    pub fn width_mm(self, text: &str, size_pt: f32) -> f32 {
        self.mm(self.units(text), size_pt)
    }

    /// Units of the font in millimetres, at a size in points.
    pub(super) fn mm(self, units: i32, size_pt: f32) -> f32 {
        units as f32 * self.em(size_pt)
    }

    /// The width of a text in units of the font.
    pub(super) fn units(self, text: &str) -> i32 {
        self.kerned(text).map(|(_, advance, kern)| advance + kern).sum()
    }

    /// The width that a space and a word add to a text, in units of the font.
    pub(super) fn units_behind(self, text: &str, word: &str) -> i32 {
        let font = self.font();
        let before = text.chars().next_back().map_or(0, |last| font.kern(last, ' '));
        let after = word.chars().next().map_or(0, |first| font.kern(' ', first));
        before + i32::from(font.advance(' ')) + after + self.units(word)
    }

    /// The height of capitals and figures at a size in points, in millimetres.
    pub(super) fn cap_height_mm(self, size_pt: f32) -> f32 {
        self.mm(self.font().cap_height.into(), size_pt)
    }

    /// Every character with its advance and the kerning before the next one, in
    /// units of the font.
    pub(super) fn kerned(self, text: &str) -> impl Iterator<Item = (char, i32, i32)> {
        let font = self.font();
        let mut left = text.chars().peekable();
        std::iter::from_fn(move || {
            let c = left.next()?;
            let kern = left.peek().map_or(0, |next| font.kern(c, *next));
            Some((c, i32::from(font.advance(c)), kern))
        })
    }

    /// The units of the font in an em.
    pub(super) fn units_per_em(self) -> f32 {
        f32::from(self.font().file.units_per_em)
    }

    /// The number of a character's glyph in the font; 0, the glyph for missing
    /// characters, if it has none.
    pub(super) fn glyph(self, c: char) -> u16 {
        self.font().glyph(c).unwrap_or_default().to_u16()
    }

    /// The advance of a character, in units of the font.
    pub(super) fn advance(self, c: char) -> u16 {
        self.font().advance(c)
    }

    fn em(self, size_pt: f32) -> f32 {
        size_pt * MM_PER_PT / self.units_per_em()
    }

    fn has(self, c: char) -> bool {
        self.font().glyph(c).is_some()
    }

    /// The face most similar to this one that has the character.
    fn with(self, c: char) -> Option<Face> {
        [self, Face::Regular, Face::Title].into_iter().find(|face| face.has(c))
    }

    fn font(self) -> &'static Font {
        static FONTS: LazyLock<Vec<Font>> = LazyLock::new(|| {
            Face::ALL.iter().filter_map(|face| Font::read(face.bytes())).collect()
        });
        &FONTS[self as usize]
    }
}

/// The width, in units of the font, of a text that is a single plain run of the face:
/// composed characters that the face has, with single spaces between words. `None` for any
/// other text.
pub(super) fn plain_units(face: Face, text: &str) -> Option<i32> {
    let font = face.font();
    // The last character, and its index among everyday characters.
    let mut before: Option<(char, Option<u16>)> = None;
    let mut units = 0;
    for c in text.chars() {
        let known = font.common.get(u32::from(c) as usize).filter(|known| known.is_plain)?;
        units += i32::from(known.advance);
        match before {
            None | Some((' ', _)) if c == ' ' => return None,
            None => {}
            Some((last, place)) => units += font.kern_at([place, known.everyday], [last, c]),
        }
        before = Some((c, known.everyday));
    }
    before.filter(|(last, _)| *last != ' ').map(|_| units)
}

/// Whether a text is a single plain run of the face.
pub(super) fn is_plain(face: Face, text: &str) -> bool {
    plain_units(face, text).is_some()
}

/// A text split into runs of one face each. The text is composed (a letter and its accent
/// become one character), and every blank becomes a single space. A letter that no face has
/// becomes a question mark.
pub(super) fn runs(face: Face, text: &str) -> Vec<(Face, String)> {
    if is_plain(face, text) {
        return vec![(face, text.to_owned())];
    }
    let mut runs: Vec<(Face, String)> = Vec::new();
    let mut blank = false;
    let text: String = text.nfc().collect();
    let mut lacks = false;
    for (starts, c) in
        text.graphemes(true).flat_map(|letter| letter.char_indices().map(|(at, c)| (at == 0, c)))
    {
        lacks &= !starts;
        if c.is_whitespace() || c.is_control() {
            blank = true;
            continue;
        }
        let (own, c) = match face.with(c) {
            Some(own) => (own, c),
            None if lacks || is_invisible(c) => continue,
            None => (face, '?'),
        };
        lacks |= c == '?';
        let spaced = std::mem::take(&mut blank) && !runs.is_empty();
        if runs.last().is_none_or(|(last, _)| *last != own) {
            runs.push((own, String::new()));
        }
        if let Some((_, run)) = runs.last_mut() {
            if spaced {
                run.push(' ');
            }
            run.push(c);
        }
    }
    runs
}

/// The characters of a text that no face has, so that they become question marks.
pub(super) fn undrawn(text: &str) -> Vec<char> {
    if is_plain(Face::Regular, text) {
        return Vec::new();
    }
    let drawn = |c: &char| c.is_whitespace() || c.is_control() || Face::Regular.with(*c).is_some();
    text.nfc().filter(|c| !drawn(c) && !is_invisible(*c)).collect()
}

/// Characters below this number include Greek, Latin, punctuation, arrows and the minus.
/// Their glyphs are looked up once, since the font's table is slow.
const COMMON: u32 = 0x2300;

/// The number of characters with cached kerning: Latin, Greek without breathings, dashes
/// and quotation marks, and the minus.
const EVERYDAY: usize = 0x100 + 0x90 + 0x20 + 1;

/// The index of an everyday character.
fn everyday(c: u32) -> Option<u16> {
    let place = match c {
        0..0x100 => c,
        0x370..0x400 => 0x100 + (c - 0x370),
        0x2010..0x2030 => 0x100 + 0x90 + (c - 0x2010),
        0x2212 => 0x100 + 0x90 + 0x20,
        _ => return None,
    };
    u16::try_from(place).ok()
}

/// Marks a pair whose kerning has not been looked up yet.
const UNASKED: i16 = i16::MIN;

/// The data of a font for a character.
struct Known {
    glyph: Option<Glyph>,
    advance: u16,
    /// Its index among everyday characters, whose kerning is cached.
    everyday: Option<u16>,
    /// Whether it can be set without composition, whatever comes before it.
    is_plain: bool,
}

/// A loaded font.
struct Font {
    file: FontFile,
    /// The height of an H.
    cap_height: i16,
    /// The characters below [`COMMON`].
    common: Vec<Known>,
    /// The cached kerning of everyday pairs. The font's tables are slow to search, and the
    /// same pairs occur again and again.
    asked: Vec<AtomicI16>,
}

impl Font {
    fn read(bytes: &'static [u8]) -> Option<Font> {
        let file = FontFile::read(bytes).ok()?;
        let known = |c| {
            let figures: &[[u8; 4]] = if is_figure(c) { &[*b"lnum", *b"tnum"] } else { &[] };
            let glyph = file.glyph(c).map(|glyph| {
                let other = |glyph, feature| file.substitute(feature, glyph).unwrap_or(glyph);
                figures.iter().copied().fold(glyph, other)
            });
            let advance = file.advance(glyph.unwrap_or_default());
            let is_plain = glyph.is_some() && char::from_u32(c).is_some_and(is_uncombined);
            Known { glyph, advance, everyday: everyday(c), is_plain }
        };
        let common = (0..COMMON).map(known).collect();
        let asked = (0..EVERYDAY * EVERYDAY).map(|_| AtomicI16::new(UNASKED)).collect();
        let capital = file.glyph('H'.into()).and_then(|glyph| file.heights(glyph));
        let cap_height = capital.map_or(0, |(_, top)| top);
        Some(Font { file, cap_height, common, asked })
    }

    fn glyph(&self, c: char) -> Option<Glyph> {
        let common = self.common.get(u32::from(c) as usize);
        common.map_or_else(|| self.file.glyph(c.into()), |known| known.glyph)
    }

    fn advance(&self, c: char) -> u16 {
        let uncommon = || self.file.advance(self.file.glyph(c.into()).unwrap_or_default());
        let common = self.common.get(u32::from(c) as usize);
        common.map_or_else(uncommon, |known| known.advance)
    }

    fn kern(&self, left: char, right: char) -> i32 {
        let place = |c| self.common.get(u32::from(c) as usize)?.everyday;
        self.kern_at([place(left), place(right)], [left, right])
    }

    /// The kerning of a pair with these indices among everyday characters.
    fn kern_at(&self, places: [Option<u16>; 2], [left, right]: [char; 2]) -> i32 {
        let [Some(row), Some(column)] = places else {
            return i32::from(self.look_up(left, right));
        };
        let Some(cell) = self.asked.get(usize::from(row) * EVERYDAY + usize::from(column)) else {
            return i32::from(self.look_up(left, right));
        };
        let mut kern = cell.load(Ordering::Relaxed);
        if kern == UNASKED {
            kern = self.look_up(left, right);
            cell.store(kern, Ordering::Relaxed);
        }
        i32::from(kern)
    }

    /// The kerning of a pair, from the font's tables.
    fn look_up(&self, left: char, right: char) -> i16 {
        // Figures must align in columns.
        if is_figure(left.into()) && is_figure(right.into()) {
            return 0;
        }
        let (Some(left), Some(right)) = (self.glyph(left), self.glyph(right)) else {
            return 0;
        };
        self.file.kern(left, right)
    }
}

/// Whether a character is composed, never combines with the character before it, and is no
/// blank other than a space.
fn is_uncombined(c: char) -> bool {
    let is_blank = c != ' ' && (c.is_whitespace() || c.is_control());
    let is_composed = is_nfc_quick(std::iter::once(c)) == IsNormalized::Yes;
    !is_blank && is_composed && canonical_combining_class(c) == 0
}

/// Whether a character is a figure. All figures are as high as capitals and equally wide,
/// so that columns of them are readable.
fn is_figure(c: u32) -> bool {
    (u32::from('0')..=u32::from('9')).contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_is_read_and_kerns() {
        for face in Face::ALL {
            assert!(face.units_per_em() > 0.0, "{face:?}");
            let kerned = face.width_mm("AVAVAV", 100.0);
            let apart: f32 = "AVAVAV".chars().map(|c| face.width_mm(&c.to_string(), 100.0)).sum();
            assert!(kerned < apart - 1.0, "{face:?}: {kerned} {apart}");
        }
    }

    #[test]
    fn figures_are_equally_wide_and_as_high_as_capitals() {
        for face in [Face::Regular, Face::Bold, Face::Italic] {
            let wide = |text: &str| face.width_mm(text, 10.0);
            for figure in '0'..='9' {
                let text = figure.to_string().repeat(4);
                assert!((wide(&text) - wide("1111")).abs() < 1e-4, "{face:?} {figure}");
                let font = face.font();
                let heights = |c| font.file.heights(font.glyph(c).unwrap()).unwrap();
                let (bottom, top) = heights(figure);
                // Old-style figures reach below the baseline, or are only as high as an x.
                assert!(bottom > -40, "{face:?} {figure}");
                assert!(f32::from(top) > 0.85 * f32::from(heights('H').1), "{face:?} {figure}");
            }
        }
    }

    #[test]
    fn a_text_of_twice_the_size_is_twice_as_wide() {
        for face in Face::ALL {
            let (small, large) = (face.width_mm("Παράλος", 9.0), face.width_mm("Παράλος", 18.0));
            assert!(small > 5.0 && (large - 2.0 * small).abs() < 1e-3, "{face:?}");
        }
    }

    #[test]
    fn a_letter_and_its_breathing_become_one_and_blanks_a_space() {
        assert_eq!(
            runs(Face::Regular, "  \u{391}\u{313}\u{301}ργος\t\n II "),
            [(Face::Regular, "Ἄργος II".to_owned())]
        );
        assert_eq!(runs(Face::Bold, " \n "), []);
    }

    #[test]
    fn each_letter_that_no_face_has_becomes_one_question_mark() {
        for (text, set) in
            [("⛵️🚣🏽‍♀️🇬🇷👨‍👩‍👧", "????"), ("Νίκη⛵️", "Νίκη?"), ("ab\u{fe0f}", "ab"), ("船船 x?", "?? x?")]
        {
            let shown: String = runs(Face::Regular, text).into_iter().map(|(_, run)| run).collect();
            assert_eq!(shown, set, "{text}");
        }
        assert!(undrawn("ab\u{fe0f}").is_empty());
    }

    #[test]
    fn only_text_of_one_run_is_plain() {
        for face in Face::ALL {
            for c in ' '..='~' {
                assert!(face.has(c), "{face:?} lacks {c}");
            }
        }
        for text in ["Paralos", "a ship’s log (2) · 1–2", "Ἀριστοκράτης"] {
            let units = Face::Regular.units(text);
            assert_eq!(plain_units(Face::Regular, text), Some(units), "{text}");
        }
        let composed = ["e\u{301}", "\u{1f71}", "a\u{324}"];
        let blanks = ["", " a", "a ", "a  b", "a\tb", "a\u{a0}b", "a\u{7f}"];
        for text in composed.into_iter().chain(blanks).chain(["船"]) {
            assert!(!is_plain(Face::Regular, text), "{text}");
        }
        assert!(!is_plain(Face::Title, "A → B"));
    }

    #[test]
    fn plain_text_is_unchanged_by_normalizing() {
        for face in Face::ALL {
            for c in (0..COMMON).filter_map(char::from_u32).filter(|c| *c != ' ' && face.has(*c)) {
                for text in [format!("{c}"), format!("a{c}b"), format!("α{c}\u{301}")] {
                    let normal: String = text.nfc().collect();
                    let blank = c.is_whitespace() || c.is_control();
                    if is_plain(face, &text) {
                        assert!(normal == text && !blank, "{face:?} {text:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_width_of_a_text_is_the_sum_of_its_words() {
        for face in Face::ALL {
            for (text, word) in [("AV", "To"), ("Πάραλος,", "Ἀριστοκράτης"), ("1–2", "’tis")]
            {
                let both = face.units(&format!("{text} {word}"));
                assert_eq!(face.units(text) + face.units_behind(text, word), both, "{face:?}");
            }
        }
    }

    #[test]
    fn cached_kerning_equals_that_of_the_font() {
        let letters = || "AVToWyΓΑΤο.".chars();
        for face in Face::ALL {
            let font = face.font();
            for (left, right) in letters().flat_map(|l| letters().map(move |r| (l, r))) {
                let expected = i32::from(font.look_up(left, right));
                assert_eq!([font.kern(left, right), font.kern(left, right)], [expected; 2]);
            }
        }
    }

    #[test]
    fn missing_glyphs_come_from_other_faces_or_are_question_marks() {
        assert_eq!(
            runs(Face::Title, "A → B 船"),
            [
                (Face::Title, "A".to_owned()),
                (Face::Regular, " →".to_owned()),
                (Face::Title, " B ?".to_owned()),
            ]
        );
    }
}
