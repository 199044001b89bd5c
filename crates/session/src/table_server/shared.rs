//! A table that several table servers serve: the rows that another server adds. They come one
//! by one, or all together when the store is read again, and become events like the server's
//! own rows.

use std::sync::Arc;

use message::message;

use super::row;
use super::table::PlainTable;
use super::{Keeping, Out, RowFault, TableServer};

impl TableServer {
    /// Sets whether other table servers add rows to this table.
    pub fn shares(&mut self, is_shared: bool) {
        self.is_shared = is_shared;
    }

    /// Notes that another table server may have added the row with this number, from 0.
    pub fn row_added(&mut self, number: u64, text: &str) -> Vec<Out> {
        let mut out = Vec::new();
        self.rows_added = self.rows_added.max(number + 1);
        if !self.is_storing() {
            if number == self.rows() {
                self.follow(text, &mut out);
            }
            self.read_added_rows(&mut out);
        }
        out
    }

    /// Reads the store again if there are rows that were only reported.
    pub(super) fn read_added_rows(&mut self, out: &mut Vec<Out>) {
        if self.is_storing() {
            return;
        }
        if std::mem::take(&mut self.rows_added) > self.rows() {
            self.lost = Some(message!("the battle has changed elsewhere"));
            out.push(Out::ReadBack);
        }
    }

    /// Whether these rows begin with the table's own.
    pub(super) fn continues(&self, rows: &[String]) -> bool {
        let own = usize::try_from(self.rows()).ok().and_then(|count| rows.get(..count)?.last());
        own.is_some_and(|last| row::hash(last) == self.table.rest.hash)
    }

    /// Adds the rows of the store that the table lacks. A change of this table server that is not
    /// among them was not stored, and is tried again.
    pub(super) fn catch_up(&mut self, rows: &[String]) -> Result<Vec<Out>, RowFault> {
        let mut out = Vec::new();
        let from = usize::try_from(self.rows()).unwrap_or(usize::MAX);
        for (number, text) in rows.iter().enumerate().skip(from) {
            if !self.follow(text, &mut out) {
                let table = PlainTable::read(&rows[..=number])?;
                let in_hand = self.table.in_hand;
                let went_on = self.battle().winner().is_none();
                self.table = Arc::new(table);
                self.table_mut().in_hand = in_hand;
                if let Some(row) = row::read(text) {
                    self.answer_own(&row.by, &row.id, &mut out);
                    self.send_news(&row, went_on, &mut out);
                }
            }
        }
        if self.lost.take().is_some()
            && let Some(Keeping { asked, .. }) = self.keeping.take()
        {
            self.waiting.push_front(asked);
        }
        self.take_waiting(&mut out);
        self.read_added_rows(&mut out);
        Ok(out)
    }

    /// Adds the next row. Returns false if it does not follow, or can only be read with all rows.
    fn follow(&mut self, text: &str, out: &mut Vec<Out>) -> bool {
        let Some(row) = row::read(text) else { return false };
        let went_on = self.battle().winner().is_none();
        if !self.table_mut().follow(&row, text) {
            return false;
        }
        self.answer_own(&row.by, &row.id, out);
        self.send_news(&row, went_on, out);
        true
    }

    /// Answers the request that waits for this row, if there is one.
    fn answer_own(&mut self, by: &str, id: &str, out: &mut Vec<Out>) {
        let own = |keeping: &mut Keeping| keeping.row.by == by && keeping.row.id == id;
        let Some(Keeping { asked, row, .. }) = self.keeping.take_if(own) else { return };
        let made = self.table.rest.made.get(&(row.by, row.id));
        let answer = match made.filter(|made| made.asked == row.asked) {
            Some(made) => self.answer_of(self.seat_of(&asked.asker), made.at, &made.what),
            None => super::error(message!("this id was used for another request")),
        };
        out.push(asked.answered(answer));
    }
}
