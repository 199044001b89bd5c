//! Ships and men as black-figure silhouettes, drawn by code.
//!
//! The drawings are pure data in a box of [`WIDTH`] by [`HEIGHT`] units; y points down, and
//! figures face right. Screen and paper paint the same shapes in the same order. The style
//! is that of a Greek pot: black figures, parts left in the colour of the clay, and fine
//! lines scratched into the black.
//!
//! Every polygon is convex, because not every renderer can fill others. Bodies are cut into
//! pieces that overlap, so that antialiasing shows no seams.

mod figures;
mod hull;
mod pen;
mod ships;
mod signs;
mod sketch;

use pen::Pen;
use serde::{Deserialize, Serialize};
pub use signs::{Icon, SIGN_SIZE};
pub use sketch::{Hull, SKETCH_SIZE, Sketch};

/// The width of the box that every drawing fits in.
pub const WIDTH: f32 = 100.0;

/// The height of the box that every drawing fits in.
pub const HEIGHT: f32 = 50.0;

/// The width of a scratched line, in units of the box. Drawings less than about sixty
/// pixels wide can leave out such fine lines.
pub const INCISION_WIDTH: f32 = 0.55;

/// A point in the box: x to the right, y down.
pub type Point = [f32; 2];

/// The ships and men that can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drawing {
    /// A short open galley of thirty oars.
    Triaconter,
    /// A long open galley of fifty oars, under sail.
    Penteconter,
    /// A galley of two banks.
    Bireme,
    /// A fast trireme, three banks and a light canopy.
    Trireme,
    /// A trireme decked from end to end, with marines.
    TriremeFullDeck,
    /// A four: two banks, and a bulwark hung with shields.
    Quadrireme,
    /// A five: three banks, a bulwark and a tower.
    Quinquereme,
    /// A six or larger, with towers and an engine.
    LargePolyreme,
    /// A Roman galley with the corvus at her bow.
    GalleyRoman,
    /// A Punic galley with a horse's head at her prow.
    GalleyPunic,
    /// Legionaries behind their tall shields.
    HeavyInfantry,
    /// A horseman with a lance.
    HeavyCavalry,
    /// Men with javelins.
    LightInfantry,
    /// The remains of a galley.
    Wreck,
}

impl Drawing {
    /// All drawings, in the order of the type.
    pub const ALL: &'static [Self] = &[
        Self::Triaconter,
        Self::Penteconter,
        Self::Bireme,
        Self::Trireme,
        Self::TriremeFullDeck,
        Self::Quadrireme,
        Self::Quinquereme,
        Self::LargePolyreme,
        Self::GalleyRoman,
        Self::GalleyPunic,
        Self::HeavyInfantry,
        Self::HeavyCavalry,
        Self::LightInfantry,
        Self::Wreck,
    ];
}

/// A shape to paint, on top of those before it.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A convex polygon filled with the black of the figures.
    Polygon(Vec<Point>),
    /// A convex polygon filled with the colour of the ground; vase painters call this
    /// reserved.
    Reserved(Vec<Point>),
    /// An open line in the colour of the ground, [`INCISION_WIDTH`] wide.
    Incision(Vec<Point>),
}

impl Shape {
    /// The points of the shape, for any variant.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        match self {
            Self::Polygon(points) | Self::Reserved(points) | Self::Incision(points) => points,
        }
    }

    fn points_mut(&mut self) -> &mut Vec<Point> {
        match self {
            Self::Polygon(points) | Self::Reserved(points) | Self::Incision(points) => points,
        }
    }
}

/// The shapes of a drawing, in the order in which to paint them.
#[must_use]
pub fn shapes(drawing: Drawing) -> Vec<Shape> {
    let mut pen = Pen::default();
    match drawing {
        Drawing::Triaconter => ships::triaconter(&mut pen),
        Drawing::Penteconter => ships::penteconter(&mut pen),
        Drawing::Bireme => ships::bireme(&mut pen),
        Drawing::Trireme => ships::trireme(&mut pen),
        Drawing::TriremeFullDeck => ships::trireme_full_deck(&mut pen),
        Drawing::Quadrireme => ships::quadrireme(&mut pen),
        Drawing::Quinquereme => ships::quinquereme(&mut pen),
        Drawing::LargePolyreme => ships::large_polyreme(&mut pen),
        Drawing::GalleyRoman => ships::galley_roman(&mut pen),
        Drawing::GalleyPunic => ships::galley_punic(&mut pen),
        Drawing::HeavyInfantry => figures::heavy_infantry(&mut pen),
        Drawing::HeavyCavalry => figures::heavy_cavalry(&mut pen),
        Drawing::LightInfantry => figures::light_infantry(&mut pen),
        Drawing::Wreck => ships::wreck(&mut pen),
    }
    pen.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The turn at each corner, as twice the area of the corner's triangle.
    fn turns(points: &[Point]) -> Vec<f32> {
        let at = |i: usize| points[i % points.len()];
        let turn = |i| {
            let ([ax, ay], [bx, by], [cx, cy]) = (at(i), at(i + 1), at(i + 2));
            (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        };
        (0..points.len()).map(turn).collect()
    }

    fn signed_area(points: &[Point]) -> f32 {
        let next = points.iter().cycle().skip(1);
        points.iter().zip(next).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum::<f32>() / 2.0
    }

    #[test]
    fn every_drawing_stays_in_the_box() {
        for &drawing in Drawing::ALL {
            for shape in shapes(drawing) {
                for &[x, y] in shape.points() {
                    let inside = (0.0..=WIDTH).contains(&x) && (0.0..=HEIGHT).contains(&y);
                    assert!(inside, "{drawing:?} leaves the box at {x}, {y}");
                }
            }
        }
    }

    #[test]
    fn every_polygon_is_convex_and_wound_the_same_way() {
        for &drawing in Drawing::ALL {
            for shape in shapes(drawing) {
                if let Shape::Polygon(points) | Shape::Reserved(points) = shape {
                    assert!(points.len() >= 3, "{drawing:?}: {points:?}");
                    assert!(signed_area(&points) > 0.0, "{drawing:?}: {points:?}");
                    let convex = turns(&points).into_iter().all(|turn| turn > -1e-3);
                    assert!(convex, "{drawing:?} has a concave piece: {points:?}");
                }
            }
        }
    }

    #[test]
    fn every_incision_is_a_line_and_every_drawing_has_some() {
        for &drawing in Drawing::ALL {
            let lines = shapes(drawing).into_iter().filter(|s| matches!(s, Shape::Incision(_)));
            let lengths: Vec<usize> = lines.map(|line| line.points().len()).collect();
            assert!(!lengths.is_empty(), "{drawing:?}");
            assert!(lengths.into_iter().all(|points| points >= 2), "{drawing:?}");
        }
    }

    #[test]
    fn drawings_differ_and_have_few_shapes() {
        let all: Vec<Vec<Shape>> = Drawing::ALL.iter().copied().map(shapes).collect();
        for (i, one) in all.iter().enumerate() {
            assert!(one.len() < 900, "{:?}: {} shapes", Drawing::ALL[i], one.len());
            assert!(all[..i].iter().all(|other| other != one), "{:?}", Drawing::ALL[i]);
        }
    }

    #[test]
    fn drawings_are_named_in_kebab_case() {
        let names = serde_json::to_string(&[Drawing::TriremeFullDeck, Drawing::Wreck]);
        assert_eq!(names.unwrap(), r#"["trireme-full-deck","wreck"]"#);
    }
}
