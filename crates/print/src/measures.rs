//! The measures of a record sheet in a panel of a page. All lengths are in millimetres.

use super::block::Style;
use super::fonts::Face;

/// A grid of boxes: the number of groups of five in a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid {
    /// The number of groups of five in a line; two of them make ten.
    pub(super) fives: u32,
    /// The largest width of a box, in millimetres.
    pub(super) box_mm: f32,
    /// The distance between lines, as a share of the panel's gap.
    pub(super) airiness: f32,
}

/// The layout of a sheet's head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// The silhouette next to the name, above a border of meanders.
    Meander,
    /// The silhouette next to the name, above a plain border.
    Plain,
    /// The silhouette above the name, both centred, above a plain border.
    Card,
    /// The silhouette above the name, both centred, above a border of meanders.
    Poster,
}

/// The layout of a sheet with much free space: it gets a larger head.
#[derive(Clone, Copy, Debug)]
pub(super) struct Roomy {
    /// The size of the ship's name, in points.
    pub(super) name_pt: f32,
    pub(super) figure: f32,
    pub(super) grids: &'static [Grid],
    pub(super) head: Head,
}

/// The measures of a sheet in a panel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measures {
    pub(super) width: f32,
    pub(super) height: f32,
    /// The size of the ship's name in points, if it is not too long.
    pub(super) name_pt: f32,
    /// The size of the text, in points.
    pub(super) body_pt: f32,
    pub(super) figure: f32,
    pub(super) gap: f32,
    /// The possible grids for the boxes, from the widest spacing to the narrowest.
    pub(super) grids: &'static [Grid],
    /// The layout for much free space.
    pub(super) roomy: Option<&'static Roomy>,
    pub(super) head: Head,
}

impl Measures {
    /// The measures of a sheet with much free space.
    pub(super) fn roomy(&self) -> Option<Measures> {
        let Roomy { name_pt, figure, grids, head } = *self.roomy?;
        Some(Measures { name_pt, figure, grids, head, ..*self })
    }

    pub(super) fn body(&self) -> Style {
        Style::new(Face::Regular, self.body_pt)
    }

    pub(super) fn caption(&self) -> Style {
        Style::new(Face::Italic, self.body_pt).scaled(0.82).soft()
    }
}
