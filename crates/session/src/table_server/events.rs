//! The response to a change that made a row, the event of a group, and events from before the
//! first connection.

use std::borrow::Cow;

use super::table::Done;
use super::{RowFault, TableServer, documents, row};
use crate::protocol::{EventKind, LogRow, Response, Seat, TableEvent};

impl TableServer {
    /// The result of the group that ends with this entry, as far as a seat may know.
    pub(super) fn group_happened(&self, last: usize, seat: Seat) -> Option<EventKind> {
        let (journal, eyes) = (&self.table.journal, self.table.eyes(seat));
        let group = journal.entry(last)?.group?;
        if group.is_hidden_from(eyes) {
            let first = journal.given_with(last).start;
            return Some(EventKind::Entry(Box::new(documents::row(journal, first, eyes)?)));
        }
        Some(EventKind::Entries(documents::rows_given_with(journal, last, eyes)))
    }

    /// The last `count` entries up to a record, as far as a seat may know.
    fn rows_of(&self, seat: Seat, count: usize, last: usize) -> Vec<LogRow> {
        let eyes = self.table.eyes(seat);
        let mut journal = Cow::Borrowed(&self.table.journal);
        if journal.index_of(last).is_none() {
            // It is on a line that was replaced since then.
            journal.to_mut().restore(last);
        }
        let records = last.saturating_sub(count) + 1..=last;
        let on_line = records.filter_map(|record| journal.index_of(record));
        on_line.filter_map(|index| documents::row(&journal, index, eyes)).collect()
    }

    /// The answer to a request that made a row.
    pub(super) fn answer_of(&self, seat: Seat, at: u64, done: &Done) -> Response {
        let plain = |brief: String| Response::Done { at, brief };
        let journal = &self.table.journal;
        let eyes = self.table.eyes(seat);
        match done {
            Done::Group { count, last, left } => Response::GivenAsOne {
                at,
                rows: self.rows_of(seat, *count, *last),
                left: left.to_vec(),
            },
            Done::Given(record) => self.rows_of(seat, 1, *record).pop().map_or_else(
                || plain(String::new()),
                |row| Response::Given { at, row: row.into() },
            ),
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

impl TableServer {
    /// The events of the last changes, at most `count`, as these seats may know them; for clients
    /// that were away while the program was not running.
    ///
    /// # Errors
    /// As [`TableServer::read`].
    pub fn past_events(
        rows: &[String],
        count: usize,
        seats: &[Seat],
    ) -> Result<Vec<(Seat, TableEvent)>, RowFault> {
        let mut shown = Vec::new();
        let first = rows.len().saturating_sub(count).max(1);
        if first >= rows.len() {
            return Ok(shown);
        }
        let mut then = TableServer::read(&rows[..first])?;
        for (number, text) in rows.iter().enumerate().skip(first) {
            let went_on = then.battle().winner().is_none();
            let row = row::read(text);
            if !row.as_ref().is_some_and(|row| then.table_mut().follow(row, text)) {
                then = TableServer::read(&rows[..=number])?;
            }
            // A table that is only read has no shared device in a player's hand.
            then.cover();
            let over = then.over().filter(|_| went_on);
            if let Some(row) = row {
                let news = |seat: &Seat| Some((*seat, then.news(*seat, &row, over.clone())?));
                shown.extend(seats.iter().filter_map(news));
            }
        }
        Ok(shown)
    }
}
