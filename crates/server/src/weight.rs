//! What a table takes of the memory, and how much it may hold.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use session::{Size, TableServer};

/// The most rows of a table, and the most bytes of all of them.
const MOST_ROWS: u64 = 20_000;
const MOST_BYTES: u64 = 8 << 20;
/// The most rows times ships: after each order, the ships of a side are listed anew.
const MOST_ROWS_OF_SHIPS: u64 = 20_000_000;

/// What a table takes of the memory, as it was weighed last.
#[derive(Default)]
pub(super) struct Weighed {
    /// How much it held when it was opened.
    begun: Size,
    bytes: Arc<AtomicU64>,
}

impl Weighed {
    pub(super) fn of(authority: &TableServer) -> Weighed {
        Weighed { begun: authority.size(), bytes: Arc::new(weight(authority).into()) }
    }

    /// What it takes, about, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Weighs it again, and says how much it may hold: a host's own battle may be long to
    /// begin with.
    pub(super) fn again(
        &self,
        is_of_a_hall: bool,
        share: Option<u64>,
    ) -> impl FnOnce(&mut TableServer) + Send + 'static {
        let begun = if is_of_a_hall { Size::default() } else { self.begun };
        let bytes = Arc::clone(&self.bytes);
        move |authority| {
            bytes.store(weight(authority), Ordering::Relaxed);
            authority.set_limit(most(authority, begun, share));
        }
    }
}

/// What a table takes, about, beside its threads.
fn weight(authority: &TableServer) -> u64 {
    let (Size { rows, bytes }, ships) = (authority.size(), ships(authority));
    3 * bytes + rows * (2_500 + 4 * ships) + 1_500 * ships
}

fn ships(authority: &TableServer) -> u64 {
    authority.battle().tags().len() as u64
}

/// How much a table may hold beside what it is `begun` with. Where all tables take much,
/// one that takes more than its share stays as it is.
fn most(authority: &TableServer, begun: Size, share: Option<u64>) -> Size {
    if share.is_some_and(|share| weight(authority) > share) {
        return authority.size();
    }
    let rows = MOST_ROWS.min(MOST_ROWS_OF_SHIPS / ships(authority).max(1));
    Size { rows: rows + begun.rows, bytes: MOST_BYTES + begun.bytes }
}
