//! The tables of a font file: glyphs, advances, kerning and substitutes.

use read_fonts::tables::cmap::Cmap;
use read_fonts::tables::gpos::{Gpos, PairPos, PositionSubtables};
use read_fonts::tables::gsub::{Gsub, SingleSubst, SubstitutionSubtables};
use read_fonts::tables::hmtx::Hmtx;
use read_fonts::tables::layout::FeatureList;
use read_fonts::types::{BigEndian, GlyphId16, Tag};
use read_fonts::{FontRef, ReadError, TableProvider};

/// The number of a glyph in its font; 0 is the glyph for missing characters.
pub(super) type Glyph = GlyphId16;

/// A font file with its tables located.
pub(super) struct FontFile {
    font: FontRef<'static>,
    characters: Cmap<'static>,
    advances: Hmtx<'static>,
    /// The pair tables of the `kern` feature, in order.
    kerning: Vec<PairPos<'static>>,
    substitutes: Option<Gsub<'static>>,
    pub(super) units_per_em: u16,
}

impl FontFile {
    pub(super) fn read(bytes: &'static [u8]) -> Result<FontFile, ReadError> {
        let font = FontRef::new(bytes)?;
        Ok(FontFile {
            characters: font.cmap()?,
            advances: font.hmtx()?,
            kerning: font.gpos().ok().map(|gpos| pairs(&gpos)).transpose()?.unwrap_or_default(),
            substitutes: font.gsub().ok(),
            units_per_em: font.head()?.units_per_em(),
            font,
        })
    }

    /// The glyph of a character, if the font has one.
    pub(super) fn glyph(&self, c: u32) -> Option<Glyph> {
        let glyph = self.characters.map_codepoint(c)?;
        Glyph::try_from(glyph).ok().filter(|glyph| *glyph != Glyph::NOTDEF)
    }

    /// The advance of a glyph: the distance to the next one, in units.
    pub(super) fn advance(&self, glyph: Glyph) -> u16 {
        self.advances.advance(glyph.into()).unwrap_or_default()
    }

    /// The kerning of two glyphs, in units, from the first pair table that has both.
    pub(super) fn kern(&self, left: Glyph, right: Glyph) -> i16 {
        self.kerning.iter().find_map(|pairs| kern_of(pairs, left, right)).unwrap_or_default()
    }

    /// The glyph with which a feature replaces another.
    pub(super) fn substitute(&self, feature: [u8; 4], glyph: Glyph) -> Option<Glyph> {
        let gsub = self.substitutes.as_ref()?;
        let lookups = gsub.lookup_list().ok()?.lookups();
        let first = lookups_of(&gsub.feature_list().ok()?, feature).into_iter().next()?;
        first.into_iter().find_map(|at| match lookups.get(at.into()).ok()?.subtables().ok()? {
            SubstitutionSubtables::Single(tables) => {
                tables.iter().flatten().find_map(|table| single(&table, glyph))
            }
            SubstitutionSubtables::Multiple(_)
            | SubstitutionSubtables::Alternate(_)
            | SubstitutionSubtables::Ligature(_)
            | SubstitutionSubtables::Contextual(_)
            | SubstitutionSubtables::ChainContextual(_)
            | SubstitutionSubtables::Reverse(_)
            | SubstitutionSubtables::EmptyExtension => None,
        })
    }

    /// The lowest and the highest unit of a glyph's outline.
    pub(super) fn heights(&self, glyph: Glyph) -> Option<(i16, i16)> {
        let (places, outlines) = (self.font.loca(None).ok()?, self.font.glyf().ok()?);
        let outline = places.get_glyf(glyph.into(), &outlines).ok()??;
        Some((outline.y_min(), outline.y_max()))
    }
}

/// The numbers of the lookups of every feature with this name, one list for each feature.
fn lookups_of(features: &FeatureList, name: [u8; 4]) -> Vec<Vec<u16>> {
    let named = features.feature_records().iter().filter(|f| f.feature_tag() == Tag::new(&name));
    let read = named.filter_map(|f| f.feature(features.offset_data()).ok());
    read.map(|f| f.lookup_list_indices().iter().map(BigEndian::get).collect()).collect()
}

/// The pair tables of a font's `kern` feature, in order.
fn pairs<'a>(gpos: &Gpos<'a>) -> Result<Vec<PairPos<'a>>, ReadError> {
    let mut of_feature = lookups_of(&gpos.feature_list()?, *b"kern").concat();
    of_feature.sort_unstable();
    of_feature.dedup();
    let lookups = gpos.lookup_list()?.lookups();
    let mut pairs = Vec::new();
    for at in of_feature {
        match lookups.get(at.into())?.subtables()? {
            PositionSubtables::Pair(tables) => {
                for table in tables.iter() {
                    pairs.push(table?);
                }
            }
            PositionSubtables::Single(_)
            | PositionSubtables::Cursive(_)
            | PositionSubtables::MarkToBase(_)
            | PositionSubtables::MarkToLig(_)
            | PositionSubtables::MarkToMark(_)
            | PositionSubtables::Contextual(_)
            | PositionSubtables::ChainContextual(_)
            | PositionSubtables::EmptyExtension => {}
        }
    }
    Ok(pairs)
}

/// The kerning of a pair in a table, if it has the pair.
fn kern_of(pairs: &PairPos, left: Glyph, right: Glyph) -> Option<i16> {
    let advance = match pairs {
        PairPos::Format1(pairs) => {
            let at = pairs.coverage().ok()?.get(left)?;
            let behind = pairs.pair_sets().get(at.into()).ok()?.pair_value_records();
            let pair = behind.iter().flatten().find(|pair| pair.second_glyph() == right)?;
            pair.value_record1().x_advance()
        }
        PairPos::Format2(pairs) => {
            pairs.coverage().ok()?.get(left)?;
            let left = pairs.class_def1().ok()?.get(left);
            let right = pairs.class_def2().ok()?.get(right);
            let behind = pairs.class1_records().get(left.into()).ok()?;
            behind.class2_records().get(right.into()).ok()?.value_record1().x_advance()
        }
    };
    Some(advance.unwrap_or_default())
}

/// The replacement for a glyph in a table, if it has one.
fn single(table: &SingleSubst, glyph: Glyph) -> Option<Glyph> {
    match table {
        SingleSubst::Format1(table) => {
            table.coverage().ok()?.get(glyph)?;
            Some(Glyph::new(glyph.to_u16().wrapping_add_signed(table.delta_glyph_id())))
        }
        SingleSubst::Format2(table) => {
            let at = table.coverage().ok()?.get(glyph)?;
            Some(table.substitute_glyph_ids().get(usize::from(at))?.get())
        }
    }
}
