//! The flow of pieces through the columns of as many pages as needed.

use super::block::Block;
use super::page::Ink;
use super::table::SetTable;

/// Content that should stay together if possible, such as a table with its title.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// The space above it, except at the top of a column.
    pub(super) above: f32,
    /// The block above its start only, such as the title of a section.
    pub(super) lead: Block,
    /// The block above it, repeated if it continues in another column.
    pub(super) head: Block,
    /// Its rows; a column may end between any two.
    pub(super) rows: Vec<Block>,
    pub(super) tail: Block,
}

impl Default for Piece {
    fn default() -> Piece {
        let empty = Block::default;
        Piece { above: BETWEEN, lead: empty(), head: empty(), rows: Vec::new(), tail: empty() }
    }
}

impl Piece {
    /// A table with a line under its headings.
    pub(super) fn of(set: SetTable, width: f32) -> Piece {
        let mut head = set.head;
        head.height += 0.4;
        head.rule([0.0, head.height], width, 0.2, Ink::Black);
        head.height += 0.2;
        Piece { head, rows: set.rows, ..Piece::default() }
    }

    pub(super) fn height(&self) -> f32 {
        let rows: f32 = self.rows.iter().map(|row| row.height).sum();
        self.lead.height + self.head.height + rows + self.tail.height
    }
}

/// A piece with at least this many rows may be split between pages.
const LONG: usize = 6;

/// The space between two pieces, in millimetres.
pub(super) const BETWEEN: f32 = 7.0;

/// The space between two columns, in millimetres.
pub(super) const GUTTER: f32 = 8.0;

/// Arranges pieces in columns, which may be lower on the first page. The blocks of a page
/// start at the origin of its columns and are as high as their content. All lengths are in
/// millimetres.
pub(super) struct Flow {
    pub(super) columns: u8,
    pub(super) width: f32,
    /// The space between two columns.
    pub(super) gutter: f32,
    /// The height of the columns on the first page.
    pub(super) first_height: f32,
    /// The height of the columns on the other pages.
    pub(super) height: f32,
}

impl Flow {
    /// The pages, with the columns of the last one balanced.
    pub(super) fn pages(&self, pieces: &[Piece]) -> Vec<Block> {
        let total: f32 = pieces.iter().map(|piece| piece.above + piece.height()).sum();
        let even = total / f32::from(self.columns);
        let steps = (0..=20_u8).map(|n| even + (self.first_height - even) * f32::from(n) / 20.0);
        steps
            .filter(|height| *height <= self.first_height)
            .map(|height| self.pour(pieces, Some((1, height)), false))
            .find(|pages| pages.len() == 1)
            .unwrap_or_else(|| self.several(pieces))
    }

    /// The pages if there is more than one.
    fn several(&self, pieces: &[Piece]) -> Vec<Block> {
        let pages = self.pour(pieces, None, true);
        let last = pages.len();
        if self.columns == 1 || last == 1 {
            return pages;
        }
        let heights = (1..20_u8).map(|n| self.height * f32::from(n) / 20.0);
        let mut even = heights.map(|height| self.pour(pieces, Some((last, height)), true));
        even.find(|even| even.len() == last).unwrap_or(pages)
    }

    /// Fills columns with the pieces; the columns of one page may be lower. If `split`, a piece
    /// that does not fit continues in the next column when [`ColumnFiller::may_split`] allows it.
    fn pour(&self, pieces: &[Piece], lower: Option<(usize, f32)>, split: bool) -> Vec<Block> {
        let mut pour =
            ColumnFiller { flow: self, lower, pages: vec![Block::default()], column: 0, y: 0.0 };
        for piece in pieces {
            let height = piece.height();
            if pour.y > 0.0 {
                pour.y += piece.above;
            }
            let fits = pour.y + height <= pour.room();
            if !fits && pour.y > 0.0 && !(split && pour.may_split(piece, height)) {
                pour.turn();
            }
            pour.piece(piece);
        }
        pour.pages
    }
}

struct ColumnFiller<'a> {
    flow: &'a Flow,
    /// The index of a page whose columns are lower than they could be, and their height.
    lower: Option<(usize, f32)>,
    pages: Vec<Block>,
    column: u8,
    y: f32,
}

impl ColumnFiller<'_> {
    /// The height of the current column.
    fn room(&self) -> f32 {
        let lower = self.lower.filter(|(page, _)| *page == self.pages.len());
        lower.map_or(self.most(), |(_, height)| height)
    }

    /// The height that the current column could have.
    fn most(&self) -> f32 {
        if self.pages.len() == 1 { self.flow.first_height } else { self.flow.height }
    }

    /// Whether a piece that does not fit should be split instead of moved as a whole: a
    /// very high piece, or a long one that would leave much of a page empty.
    fn may_split(&self, piece: &Piece, height: f32) -> bool {
        let left = self.room() - self.y;
        let long = self.flow.columns == 1 && piece.rows.len() >= LONG;
        height > self.most() * 0.6 || (long && left > self.flow.height * 0.2)
    }

    /// Starts the next column.
    fn turn(&mut self) {
        self.column += 1;
        self.y = 0.0;
        if self.column == self.flow.columns {
            self.column = 0;
            self.pages.push(Block::default());
        }
    }

    fn put(&mut self, block: &Block) {
        let x = f32::from(self.column) * (self.flow.width + self.flow.gutter);
        if let Some(page) = self.pages.last_mut() {
            page.place(block.clone(), [x, self.y]);
            page.height = page.height.max(self.y + block.height);
        }
        self.y += block.height;
    }

    /// Whether this height does not fit in the current column, but would in another.
    fn is_short_of(&self, height: f32, taken: f32) -> bool {
        let at_the_top_of_a_whole_column = self.y <= taken && self.room() >= self.flow.height;
        self.y + height > self.room() && !at_the_top_of_a_whole_column
    }

    fn piece(&mut self, piece: &Piece) {
        let (lead, head) = (piece.lead.height, piece.head.height);
        let first = piece.rows.first().map_or(0.0, |row| row.height);
        // All columns of the first page may be too low.
        while self.is_short_of(lead + head + first, 0.0) {
            self.turn();
        }
        self.put(&piece.lead);
        self.put(&piece.head);
        for (i, row) in piece.rows.iter().enumerate() {
            // The block below the piece stays with the last row.
            let last = i + 1 == piece.rows.len();
            let needed = row.height + if last { piece.tail.height } else { 0.0 };
            if self.is_short_of(needed, head) {
                self.turn();
                self.put(&piece.head.clone().again());
            }
            self.put(row);
        }
        if self.is_short_of(piece.tail.height, 0.0) {
            self.turn();
        }
        self.put(&piece.tail);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Ink, Item, PageRect, Rect};

    const FLOW: Flow =
        Flow { columns: 2, width: 40.0, gutter: 5.0, first_height: 30.0, height: 100.0 };

    fn block(height: f32) -> Block {
        let mut block = Block::space(height);
        let frame = PageRect::new(0.0, 0.0, 40.0, height);
        block.items.push(Item::Rect(Rect { frame, outline: None, fill: Some(Ink::Black) }));
        block
    }

    fn piece(head: f32, rows: &[f32], tail: f32) -> Piece {
        let rows = rows.iter().map(|height| block(*height)).collect();
        Piece { head: block(head), rows, tail: block(tail), ..Piece::default() }
    }

    /// The frames of every page.
    fn poured(pieces: &[Piece]) -> Vec<Vec<PageRect>> {
        let frame = |item: &Item| match item {
            Item::Rect(rect) => Some(rect.frame),
            _ => None,
        };
        let pages = FLOW.pages(pieces);
        pages.iter().map(|page| page.items.iter().filter_map(frame).collect()).collect()
    }

    #[test]
    fn no_item_is_below_its_column_and_no_row_is_lost() {
        for rows in [vec![5.0; 3], vec![5.0; 40], vec![60.0; 3], vec![28.0, 90.0, 3.0, 95.0]] {
            let pieces = [piece(4.0, &rows, 3.0), piece(2.0, &rows, 0.0)];
            let pages = poured(&pieces);
            for (page, height) in pages.iter().zip([30.0].into_iter().chain([100.0; 40])) {
                assert!(page.iter().all(|frame| frame.bottom() <= height + 1e-3), "{rows:?}");
            }
            let placed: f32 = pages.iter().flatten().map(|f| f.height).sum();
            let least: f32 = 2.0 * rows.iter().sum::<f32>() + 4.0 + 3.0 + 2.0;
            assert!(placed >= least - 1e-3, "{rows:?}");
        }
    }

    #[test]
    fn a_heading_is_repeated_in_the_next_column() {
        let pages = poured(&[piece(4.0, &[10.0; 12], 0.0)]);
        let heads = pages.iter().flatten().filter(|f| (f.height - 4.0).abs() < 1e-3);
        // Each column of the first page has two rows, and each of the next page four, with
        // the (empty) tail at the end.
        assert_eq!(heads.count(), 4);
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [6, 11]);
    }

    #[test]
    fn the_columns_of_the_last_page_are_even() {
        let pages = poured(&vec![piece(2.0, &[10.0], 0.0); 8]);
        // One in each column of the first page, and three in each of the second, where five
        // would fit.
        assert_eq!(pages.len(), 2);
        let right = pages[1].iter().filter(|frame| frame.left > 40.0).count();
        assert_eq!(2 * right, pages[1].len());
    }

    #[test]
    fn content_of_one_page_is_in_even_columns() {
        let pages = poured(&[piece(2.0, &[5.0], 0.0), piece(2.0, &[5.0], 0.0)]);
        assert_eq!(pages.len(), 1);
        let (first, second) = (pages[0][0], pages[0][3]);
        assert!(first.left < 1.0 && second.left > 40.0);
        assert!((first.top - second.top).abs() < 1e-3);
    }
}
