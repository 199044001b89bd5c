//! Rows of boxes: a fleet has hundreds of them in a few patterns, and each
//! pattern is in the file once.

use std::collections::BTreeMap;

use super::structure::Leaves;
use crate::page::{Ink, Item, Page, PagePoint, PageRect, Rect};

/// Units of a page in a millimetre.
pub(super) const UNITS: f32 = 100.0;

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
    fn of(items: &[&Item]) -> Option<(PagePoint, Row)> {
        let [Item::Rect(first), .., Item::Rect(_)] = items else { return None };
        let (width, ink) = first.outline.filter(|_| items.len() >= FEWEST)?;
        let PageRect { left, width: wide, height: high, .. } = first.frame;
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
    let Rect { frame: PageRect { top, width, height, .. }, outline, fill } = one;
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
    /// A row of boxes with its lower left corner, by the number of its pattern.
    Row(PagePoint, usize),
}

/// Successive items that are no texts: a row of boxes, or others.
struct Chunk<'p> {
    /// The mark of what they draw; `None` for ornaments.
    mark: Option<usize>,
    items: Vec<&'p Item>,
    /// Where a row is, and which of the patterns it has.
    row: Option<(PagePoint, usize)>,
}

/// All of some pages but their texts, and the patterns that are there more than once.
pub(super) struct Rows<'p> {
    pages: Vec<Vec<Chunk<'p>>>,
    /// The patterns that are there more than once, in order.
    often: Vec<Row>,
    /// The place of each pattern among those.
    numbers: Vec<Option<usize>>,
}

impl<'p> Rows<'p> {
    /// Those of some pages.
    pub(super) fn used(pages: &'p [Page], leaves: &[Leaves]) -> Rows<'p> {
        // The number of each pattern as it is met, and how often that is.
        let mut known: BTreeMap<Row, (usize, usize)> = BTreeMap::new();
        let mut chunked = |(page, leaves): (&'p Page, &Leaves)| {
            let mut all = Vec::new();
            for (mark, items) in drawn(page, leaves) {
                for items in chunks(&items) {
                    let row = Row::of(items).map(|(at, row)| {
                        let met = known.len();
                        let (number, count) = known.entry(row).or_insert((met, 0));
                        *count += 1;
                        (at, *number)
                    });
                    all.push(Chunk { mark, items: items.to_vec(), row });
                }
            }
            all
        };
        let pages = pages.iter().zip(leaves).map(&mut chunked).collect();
        let mut numbers = vec![None; known.len()];
        let mut often = Vec::new();
        for (row, (met, count)) in known {
            if count > 1 {
                numbers[met] = Some(often.len());
                often.push(row);
            }
        }
        Rows { pages, often, numbers }
    }

    /// Each pattern with the name of its form.
    pub(super) fn forms(&self) -> impl Iterator<Item = (String, &Row)> {
        self.often.iter().zip(0..).map(|(row, number)| (name(number), row))
    }

    /// All of a page but its texts, by the marks of what they draw; `None` for
    /// ornaments.
    pub(super) fn of_page(
        &self,
        page: usize,
    ) -> impl Iterator<Item = (Option<usize>, Painted<'p>)> {
        self.pages.get(page).into_iter().flatten().flat_map(|chunk| {
            let row = chunk.row.and_then(|(at, met)| Some((at, self.numbers[met]?)));
            let items: &[&Item] = if row.is_some() { &[] } else { &chunk.items };
            let row = row.map(|(at, number)| Painted::Row(at, number));
            let items = items.iter().map(|item| Painted::Item(item));
            row.into_iter().chain(items).map(|painted| (chunk.mark, painted))
        })
    }
}

/// The items of rows, and all others one by one or more.
fn chunks<'i, 'p>(items: &'i [&'p Item]) -> impl Iterator<Item = &'i [&'p Item]> {
    items.chunk_by(|one, next| in_a_row(one, next))
}

/// The name of the form of a pattern.
pub(super) fn name(number: usize) -> String {
    format!("Row{number}")
}

/// The items of a page that are no texts, by the mark of the drawing that they
/// are in.
fn drawn<'p>(page: &'p Page, leaves: &Leaves) -> Vec<(Option<usize>, Vec<&'p Item>)> {
    let mut all: Vec<(Option<usize>, Vec<&Item>)> = Vec::new();
    for (item, at) in page.items.iter().zip(0..) {
        if matches!(item, Item::Text(_)) {
            continue;
        }
        let leaf = leaves.at(at);
        let mark = leaf.mark.filter(|_| leaf.is_drawn());
        match all.last_mut() {
            Some((known, items)) if *known == mark => items.push(item),
            _ => all.push((mark, vec![item])),
        }
    }
    all
}

#[expect(clippy::cast_possible_truncation, reason = "a page is not that large")]
pub(super) fn rounded(number: f32) -> i32 {
    number.round() as i32
}
