//! Rows of boxes: a fleet has hundreds of them in a few patterns, and each
//! pattern is in the file once.

use std::collections::BTreeMap;

use super::content::{self, UNITS, rounded};
use crate::print::page::{Frame, Ink, Item, Page, Point, Rect};

/// Fewer boxes than this are shorter in their place.
const FEWEST: usize = 3;

/// Equal boxes side by side, in units of the page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Row {
    /// How wide and how dark their lines are.
    pub(super) pen: (i32, Ink),
    /// How wide and how high each box is.
    pub(super) size: [i32; 2],
    /// Their left edges, from that of the first.
    pub(super) lefts: Vec<i32>,
}

impl Row {
    /// The row of some items, with its lower left corner; `None` unless they
    /// are boxes, and enough of them.
    fn of(items: &[&Item]) -> Option<(Point, Row)> {
        let [Item::Rect(first), .., Item::Rect(_)] = items else { return None };
        let (width, ink) = first.outline.filter(|_| items.len() >= FEWEST)?;
        let Frame { left, width: wide, height: high, .. } = first.frame;
        let lefts = items.iter().filter_map(|item| {
            let Item::Rect(rect) = item else { return None };
            Some(rounded((rect.frame.left - left) * UNITS))
        });
        let row = Row {
            pen: (rounded(width * UNITS), ink),
            size: [wide, high].map(|side| rounded(side * UNITS)),
            lefts: lefts.collect(),
        };
        Some(([left, first.frame.bottom()], row))
    }

    /// The width of the whole row.
    pub(super) fn wide(&self) -> i32 {
        self.lefts.iter().max().unwrap_or(&0) + self.size[0]
    }
}

/// Whether two items are boxes of one row.
fn in_a_row(one: &Item, other: &Item) -> bool {
    let (Item::Rect(one), Item::Rect(other)) = (one, other) else { return false };
    let Rect { frame: Frame { top, width, height, .. }, outline, fill } = one;
    let near = |one: f32, other: f32| (one - other).abs() < 0.5 / UNITS;
    fill.is_none()
        && other.fill.is_none()
        && *outline == other.outline
        && near(*top, other.frame.top)
        && near(*width, other.frame.width)
        && near(*height, other.frame.height)
}

/// Something to paint before the texts.
pub(super) enum Painted<'p> {
    /// An item by itself.
    Item(&'p Item),
    /// A row of boxes with its lower left corner, by its name in the file.
    Row(Point, String),
}

/// The patterns that some pages have more than once.
pub(super) struct Rows(BTreeMap<Row, usize>);

impl Rows {
    /// Those of some pages.
    pub(super) fn used(pages: &[Page]) -> Rows {
        let mut counts: BTreeMap<Row, usize> = BTreeMap::new();
        for page in pages {
            for (_, row) in
                drawn(page).chunk_by(|one, next| in_a_row(one, next)).filter_map(Row::of)
            {
                *counts.entry(row).or_default() += 1;
            }
        }
        let often = counts.into_iter().filter(|(_, count)| *count > 1);
        Rows(often.zip(0..).map(|((row, _), number)| (row, number)).collect())
    }

    /// Each pattern with its name and the content of its form.
    pub(super) fn forms(&self) -> impl Iterator<Item = (String, &Row, Vec<u8>)> {
        self.0.iter().map(|(row, number)| (name(*number), row, content::of_row(row)))
    }

    /// All of a page but its texts.
    pub(super) fn of_page<'p>(&self, page: &'p Page) -> Vec<Painted<'p>> {
        let mut painted = Vec::new();
        for items in drawn(page).chunk_by(|one, next| in_a_row(one, next)) {
            let known = Row::of(items).and_then(|(at, row)| Some((at, self.0.get(&row)?)));
            match known {
                Some((at, number)) => painted.push(Painted::Row(at, name(*number))),
                None => painted.extend(items.iter().map(|item| Painted::Item(item))),
            }
        }
        painted
    }
}

fn name(number: usize) -> String {
    format!("Row{number}")
}

/// The items of a page that are no texts.
fn drawn(page: &Page) -> Vec<&Item> {
    page.items.iter().filter(|item| !matches!(item, Item::Text(_))).collect()
}
