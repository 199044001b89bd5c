//! Events from before the first connection.

use crate::protocol::{Seat, TableEvent};

use super::{RowFault, TableServer, row};

impl TableServer {
    /// The news of the last changes, at most `count`, as these seats may know
    /// them; for those who were away while the program was not running.
    ///
    /// # Errors
    /// As [`TableServer::read`].
    pub fn told_again(
        rows: &[String],
        count: usize,
        seats: &[Seat],
    ) -> Result<Vec<(Seat, TableEvent)>, RowFault> {
        let mut told = Vec::new();
        let first = rows.len().saturating_sub(count).max(1);
        if first >= rows.len() {
            return Ok(told);
        }
        let mut then = TableServer::read(&rows[..first])?;
        for (number, text) in rows.iter().enumerate().skip(first) {
            let went_on = then.battle().winner().is_none();
            let row = row::read(text);
            if !row.as_ref().is_some_and(|row| then.table_mut().follow(row, text)) {
                then = TableServer::read(&rows[..=number])?;
            }
            // Nobody has the shared device of a table that is only read.
            then.cover();
            let over = then.over().filter(|_| went_on);
            if let Some(row) = row {
                let news = |seat: &Seat| Some((*seat, then.news(*seat, &row, over.clone())?));
                told.extend(seats.iter().filter_map(news));
            }
        }
        Ok(told)
    }
}
