//! The response to a change that made a row, and the event of a group.

use crate::protocol::{EventKind, LogRow, Response, Seat};
use engine::journal::Journal;

use super::table::Done;
use super::{TableServer, log};

impl TableServer {
    /// What a group did that ends with this entry, as far as a seat may know.
    pub(super) fn group_happened(&self, last: usize, seat: Seat) -> Option<EventKind> {
        let (journal, eyes) = (&self.table.journal, self.table.eyes(seat));
        let group = journal.entry(last)?.group?;
        if group.is_hidden_from(eyes) {
            let first = journal.given_with(last).start;
            return Some(EventKind::Entry(Box::new(log::row(journal, first, eyes)?)));
        }
        Some(EventKind::Entries(log::rows_given_with(journal, last, eyes)))
    }

    /// The entries of a group, as far as a seat may know: these records.
    fn rows_of(&self, seat: Seat, (count, last): (usize, usize)) -> Vec<LogRow> {
        let eyes = self.table.eyes(seat);
        let rows = |journal: &Journal| {
            let records = last.saturating_sub(count) + 1..=last;
            let on_line = records.filter_map(|record| journal.index_of(record));
            on_line.filter_map(|index| log::row(journal, index, eyes)).collect()
        };
        if self.table.journal.index_of(last).is_some() {
            return rows(&self.table.journal);
        }
        // It is on a line that was left since then.
        let mut then = self.table.journal.clone();
        then.restore(last);
        rows(&then)
    }

    /// The answer to an ask that made a row.
    pub(super) fn answer_of(&self, seat: Seat, at: u64, done: &Done) -> Response {
        let plain = |brief: String| Response::Done { at, brief };
        let journal = &self.table.journal;
        let eyes = self.table.eyes(seat);
        match done {
            Done::Group { count, last, left } => Response::GivenAsOne {
                at,
                rows: self.rows_of(seat, (*count, *last)),
                left: left.to_vec(),
            },
            Done::Given(record) => {
                let record = *record;
                let on_line = journal.index_of(record);
                let row = if let Some(index) = on_line {
                    log::row(journal, index, eyes)
                } else {
                    // It is on a line that was left since then.
                    let mut then = journal.clone();
                    let there = then.restore(record);
                    let last = then.len().checked_sub(1).filter(|_| there);
                    last.and_then(|index| log::row(&then, index, eyes))
                };
                row.map_or_else(
                    || plain(String::new()),
                    |row| Response::Given { at, row: row.into() },
                )
            }
            Done::Moved(record) => {
                let given = journal.index_of(*record).map(|index| journal.given_with(index));
                let seen = given.as_ref().and_then(|given| journal.seen(given.start, eyes));
                plain(match (given, seen) {
                    (Some(given), Some(seen)) if given.len() > 1 && !seen.secret => {
                        format!("{count} orders", count = given.len())
                    }
                    (_, seen) => seen.map(|seen| seen.brief).unwrap_or_default(),
                })
            }
            Done::Waits(Some(of)) => Response::Waits { at, of: *of },
            Done::Waits(None) | Done::Other => plain(String::new()),
        }
    }
}
