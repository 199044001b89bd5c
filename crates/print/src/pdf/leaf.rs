//! The leaves of a page: successive items that are one element for assistive software.

use crate::page::{Item, Page, Role};

/// Successive items that are one element.
pub(super) struct Leaf<'p> {
    pub(super) items: &'p [Item],
    /// Their role; `None` for a paragraph.
    pub(super) role: Option<&'p Role>,
    /// The cell that contains them.
    pub(super) cell: Option<InCell>,
    /// Its number on the page; `None` for an ornament.
    pub(super) mark: Option<i64>,
}

/// A cell of a table, by the spans of its page.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct InCell {
    pub(super) row: usize,
    /// Whether the row contains the headings of the columns.
    pub(super) heads: bool,
    pub(super) column: usize,
    /// The number of columns that it spans.
    pub(super) across: usize,
}

/// The spans around an item (the innermost, its row and its cell), and whether a paragraph
/// begins with it.
type Around = ([Option<usize>; 3], bool);

impl<'p> Leaf<'p> {
    /// The leaves of a page, in order.
    pub(super) fn of(page: &'p Page) -> Vec<Leaf<'p>> {
        // Of the spans around an item, the innermost is the shortest, and comes last.
        let mut spans: Vec<usize> = (0..page.spans.len()).collect();
        spans.sort_by_key(|at| std::cmp::Reverse(page.spans[*at].items.len()));
        let mut around: Vec<[Option<usize>; 3]> = vec![[None; 3]; page.items.len()];
        let mut begins = vec![false; page.items.len()];
        for at in spans {
            let span = &page.spans[at];
            if span.role == Role::Paragraph {
                if let Some(begins) = begins.get_mut(span.items.start) {
                    *begins = true;
                }
                continue;
            }
            for [inner, row, cell] in around.get_mut(span.items.clone()).into_iter().flatten() {
                *inner = Some(at);
                match span.role {
                    Role::Row { .. } => *row = Some(at),
                    Role::Cell { .. } => *cell = Some(at),
                    Role::Paragraph | Role::Heading(_) | Role::Drawing(_) | Role::Ornament => {}
                }
            }
        }
        let (mut leaves, mut from) = (Vec::new(), 0);
        let mut marks = 0;
        let around: Vec<_> = around.into_iter().zip(begins).collect();
        // A paragraph in a heading, a cell or a drawing is a part of it.
        let is_same =
            |one: &Around, next: &Around| one.0 == next.0 && !(next.1 && next.0[0].is_none());
        for alike in around.chunk_by(is_same) {
            let [inner, row, cell] = alike[0].0.map(|at| at.map(|at| (at, &page.spans[at].role)));
            let items = &page.items[from..from + alike.len()];
            from += alike.len();
            let role = inner.map(|(_, role)| role);
            let is_marked = match role {
                Some(Role::Ornament) => false,
                Some(Role::Drawing(_)) => true,
                Some(Role::Paragraph | Role::Heading(_) | Role::Row { .. } | Role::Cell { .. })
                | None => items.iter().any(|item| matches!(item, Item::Text(_))),
            };
            let cell = match (row, cell) {
                (Some((row, Role::Row { heads })), Some((_, Role::Cell { column, across }))) => {
                    Some(InCell { row, heads: *heads, column: *column, across: *across })
                }
                _ => None,
            };
            leaves.push(Leaf { items, role, cell, mark: is_marked.then_some(marks) });
            marks += i64::from(is_marked);
        }
        leaves
    }

    /// Its tag in the content of the page.
    pub(super) fn tag(&self) -> &'static str {
        match (self.role, self.cell) {
            (Some(Role::Heading(1)), _) => "H1",
            (Some(Role::Heading(2)), _) => "H2",
            (Some(Role::Heading(_)), _) => "H3",
            (Some(Role::Drawing(_)), _) => "Figure",
            (_, Some(cell)) => cell.tag(),
            (
                Some(Role::Paragraph | Role::Cell { .. } | Role::Row { .. } | Role::Ornament)
                | None,
                None,
            ) => "P",
        }
    }

    /// Whether its description covers its lines and boxes, with the texts among them.
    pub(super) fn is_drawing(&self) -> bool {
        matches!(self.role, Some(Role::Drawing(_)))
    }
}

impl InCell {
    /// A cell above a column, or the first of a row, is a heading.
    pub(super) fn tag(self) -> &'static str {
        if self.heads || self.column == 0 { "TH" } else { "TD" }
    }
}
