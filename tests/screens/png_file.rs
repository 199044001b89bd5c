//! Pictures as small PNG files, and reading them back.

#![expect(clippy::cast_possible_truncation, reason = "sizes and colours of a picture")]

use std::collections::BTreeMap;
use std::io::Cursor;

use crate::painted::Painted;

/// The most colours that a byte can index.
const COLOURS: usize = 256;

type Colour = [u8; 3];

impl Painted {
    /// The picture as a file, with its most important colours.
    pub(crate) fn to_png(&self) -> Vec<u8> {
        let palette = self.palette();
        let mut known = BTreeMap::new();
        let indices: Vec<u8> = self
            .pixels
            .iter()
            .map(|pixel| *known.entry(*pixel).or_insert_with(|| nearest(&palette, *pixel)))
            .collect();
        let mut file = Vec::new();
        let rows = self.pixels.len() / self.columns;
        let mut encoder = png::Encoder::new(&mut file, self.columns as u32, rows as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_compression(png::Compression::High);
        // Adjacent palette indices are not similar colours.
        encoder.set_filter(png::Filter::NoFilter);
        encoder.set_palette(palette.concat());
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&indices).unwrap();
        writer.finish().unwrap();
        file
    }

    /// The picture in a file written by [`Painted::to_png`].
    pub(crate) fn from_png(file: &[u8]) -> Option<Painted> {
        let mut decoder = png::Decoder::new(Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().ok()?;
        let mut bytes = vec![0; reader.output_buffer_size()?];
        let info = reader.next_frame(&mut bytes).ok()?;
        let (pixels, rest) = bytes.as_chunks::<3>();
        let is_whole = info.color_type == png::ColorType::Rgb && rest.is_empty();
        is_whole.then(|| Painted { columns: info.width as usize, pixels: pixels.to_vec() })
    }

    /// The colours of the picture. If there are too many, repeatedly the colour that is
    /// most needed: by the number of pixels, and the distance from all chosen colours.
    fn palette(&self) -> Vec<Colour> {
        let mut counts: BTreeMap<Colour, u32> = BTreeMap::new();
        for pixel in &self.pixels {
            *counts.entry(*pixel).or_default() += 1;
        }
        let mut missed: Vec<(Colour, u32, u32)> =
            counts.into_iter().map(|(colour, count)| (colour, count, 3 * 255 * 255)).collect();
        let mut palette = Vec::new();
        while palette.len() < COLOURS {
            let weight =
                |(_, count, far): &(Colour, u32, u32)| f64::from(*count).sqrt() * f64::from(*far);
            let most = missed.iter().max_by(|one, two| weight(one).total_cmp(&weight(two)));
            let Some((colour, _, 1..)) = most.copied() else { break };
            palette.push(colour);
            for (other, _, far) in &mut missed {
                *far = (*far).min(distance(*other, colour));
            }
        }
        palette
    }
}

/// The square of the distance between two colours.
fn distance(one: Colour, two: Colour) -> u32 {
    one.into_iter().zip(two).map(|(one, two)| u32::from(one.abs_diff(two)).pow(2)).sum()
}

fn nearest(palette: &[Colour], colour: Colour) -> u8 {
    let far = |at: &u8| distance(palette[usize::from(*at)], colour);
    (0..=u8::MAX).take(palette.len()).min_by_key(far).unwrap()
}
