//! What a table takes of the memory, and how much it may hold.

use crate::referee::{Authority, Size};

/// The most rows of a table, and the most bytes of all of them.
const MOST_ROWS: u64 = 20_000;
const MOST_BYTES: u64 = 8 << 20;
/// The most rows times ships: after each order, the ships of a side are listed anew.
const MOST_ROWS_OF_SHIPS: u64 = 20_000_000;

/// What a table takes, about, beside its threads.
pub(super) fn weight(authority: &Authority) -> u64 {
    let (Size { rows, bytes }, ships) = (authority.size(), ships(authority));
    3 * bytes + rows * (2_500 + 4 * ships) + 1_500 * ships
}

fn ships(authority: &Authority) -> u64 {
    authority.battle().tags().len() as u64
}

/// How much a table may hold beside what it is `begun` with. Where all tables take much,
/// one that takes more than its share stays as it is.
pub(super) fn most(authority: &Authority, begun: Size, share: Option<u64>) -> Size {
    if share.is_some_and(|share| weight(authority) > share) {
        return authority.size();
    }
    let rows = MOST_ROWS.min(MOST_ROWS_OF_SHIPS / ships(authority).max(1));
    Size { rows: rows + begun.rows, bytes: MOST_BYTES + begun.bytes }
}
