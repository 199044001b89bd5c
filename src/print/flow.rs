//! Pieces that flow through the columns of as many pages as they need.

use super::block::Block;

/// Something that stands together where it can: a table with its title.
#[derive(Clone, Debug, Default)]
pub(super) struct Piece {
    /// What stands above it, and again where it goes on in another column.
    pub(super) head: Block,
    /// Its rows, from one to the next of which a column may end.
    pub(super) rows: Vec<Block>,
    /// What stands under it.
    pub(super) tail: Block,
}

impl Piece {
    fn height(&self) -> f32 {
        self.head.height + self.rows.iter().map(|row| row.height).sum::<f32>() + self.tail.height
    }
}

/// The space between two pieces.
const BETWEEN: f32 = 7.0;

/// Puts pieces into columns of a width and a height (the first page's may be
/// lower): the pages with their blocks, from the origin of the columns.
pub(super) struct Flow {
    /// How many columns a page has.
    pub(super) columns: u8,
    /// How wide a column is.
    pub(super) width: f32,
    /// The space between two columns.
    pub(super) gutter: f32,
    /// How high the columns of the first page are.
    pub(super) first_height: f32,
    /// How high the columns of the other pages are.
    pub(super) height: f32,
}

impl Flow {
    /// The pages. Where all fits onto the first one, its columns are balanced.
    pub(super) fn pages(&self, pieces: &[Piece]) -> Vec<Block> {
        let total: f32 = pieces.iter().map(|piece| piece.height() + BETWEEN).sum();
        let even = total / f32::from(self.columns);
        let steps = (0..=20_u8).map(|n| even + (self.first_height - even) * f32::from(n) / 20.0);
        steps
            .filter(|height| *height <= self.first_height)
            .map(|height| self.pour(pieces, height, false))
            .find(|pages| pages.len() == 1)
            .unwrap_or_else(|| self.pour(pieces, self.first_height, true))
    }

    /// Pours the pieces into columns; with `torn`, one that is higher than what
    /// is left of a column and than half of one goes on in the next.
    fn pour(&self, pieces: &[Piece], first_height: f32, torn: bool) -> Vec<Block> {
        let mut pour =
            Pour { flow: self, first_height, pages: vec![Block::default()], column: 0, y: 0.0 };
        for piece in pieces {
            let height = piece.height();
            let fits = pour.y + height <= pour.room();
            if !fits && pour.y > 0.0 && !(torn && height > pour.room() * 0.6) {
                pour.turn();
            }
            pour.piece(piece);
            pour.y += BETWEEN;
        }
        pour.pages
    }
}

struct Pour<'a> {
    flow: &'a Flow,
    first_height: f32,
    pages: Vec<Block>,
    column: u8,
    y: f32,
}

impl Pour<'_> {
    fn room(&self) -> f32 {
        if self.pages.len() == 1 { self.first_height } else { self.flow.height }
    }

    /// Goes on at the top of the next column.
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
        }
        self.y += block.height;
    }

    fn piece(&mut self, piece: &Piece) {
        let first = piece.rows.first().map_or(0.0, |row| row.height);
        if self.y > 0.0 && self.y + piece.head.height + first > self.room() {
            self.turn();
        }
        self.put(&piece.head);
        for (i, row) in piece.rows.iter().enumerate() {
            // The last row takes what stands under the piece with it.
            let last = i + 1 == piece.rows.len();
            let needed = row.height + if last { piece.tail.height } else { 0.0 };
            if self.y + needed > self.room() && self.y > piece.head.height {
                self.turn();
                self.put(&piece.head);
            }
            self.put(row);
        }
        if self.y + piece.tail.height > self.room() {
            self.turn();
        }
        self.put(&piece.tail);
    }
}
