//! A table as the messages of its subject describe it. A message has the number of its row and
//! the hash of the row before; a message that does not follow is not a row.

use async_nats::HeaderMap;
use async_nats::jetstream::message::StreamMessage;
use sha2::{Digest as _, Sha256};

use engine::journal::hex;

/// The header with the number of a row, from 0.
pub(super) const NUMBER: &str = "Trierarch-Row";
/// The header with the hash of the row before it; empty for the first.
pub(super) const BEFORE: &str = "Trierarch-Before";

/// The header of a first row with the number of rows that the table begins with. Servers
/// accept that many only in parts; before the last part there is no table.
pub(super) const BEGINS: &str = "Trierarch-Begins";

/// A message of a stream.
#[derive(Clone, Debug)]
pub(super) struct NatsMessage {
    pub(super) sequence: u64,
    pub(super) content: Vec<u8>,
    pub(super) number: Option<u64>,
    before: String,
    begins: usize,
}

impl NatsMessage {
    pub(super) fn of(message: &StreamMessage) -> NatsMessage {
        NatsMessage::new(message.sequence, &message.headers, message.payload.to_vec())
    }

    pub(super) fn new(sequence: u64, headers: &HeaderMap, content: Vec<u8>) -> NatsMessage {
        let text = |name: &str| headers.get(name).map(|value| value.as_str().to_owned());
        NatsMessage {
            sequence,
            content,
            number: text(NUMBER).and_then(|number| number.parse().ok()),
            before: text(BEFORE).unwrap_or_default(),
            begins: text(BEGINS).and_then(|rows| rows.parse().ok()).unwrap_or(1),
        }
    }

    /// Whether there must be rows between that message and this one.
    pub(super) fn has_gap_after(&self, last: &NatsMessage) -> bool {
        match (last.number, self.number) {
            (Some(last), Some(number)) => number > last.saturating_add(1),
            (None, _) | (_, None) => false,
        }
    }
}

/// The rows of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct Folded {
    pub(super) rows: Vec<String>,
    /// The number in the stream of the subject's last message, also if that is
    /// no row; 0 if there is none.
    pub(super) last: u64,
    /// The hash of the last row; empty if there is none.
    pub(super) hash: String,
    /// The number of rows after which the table has begun.
    pub(super) begins: usize,
}

impl Folded {
    /// Takes the next message of the subject.
    pub(super) fn take(&mut self, message: NatsMessage) {
        if message.sequence <= self.last {
            return;
        }
        self.last = message.sequence;
        let follows = message.number == Some(self.rows.len() as u64) && message.before == self.hash;
        if let Ok(row) = String::from_utf8(message.content)
            && follows
        {
            if self.rows.is_empty() {
                self.begins = message.begins;
            }
            self.push(row);
        }
    }

    /// Whether all rows are there that the table began with.
    pub(super) fn has_begun(&self) -> bool {
        !self.rows.is_empty() && self.rows.len() >= self.begins
    }

    /// Adds a row that was stored.
    pub(super) fn push(&mut self, row: String) {
        self.hash = hash(&row);
        self.rows.push(row);
    }
}

/// SHA-256 in hexadecimal.
pub(super) fn hash(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nats::wire::headers_of;

    fn message(sequence: u64, number: u64, before: &str, row: &str) -> NatsMessage {
        NatsMessage::new(sequence, &headers_of(number, before), row.into())
    }

    #[test]
    fn a_row_that_was_left_out_is_noticed() {
        let row = |number| message(number + 7, number, "", "row");
        let none = NatsMessage::new(10, &HeaderMap::new(), b"no row at all".to_vec());
        assert!(row(3).has_gap_after(&row(1)));
        // The next, the same again, an earlier one, and a message that is not a row.
        for number in [0, 1, 2] {
            assert!(!row(number).has_gap_after(&row(1)), "{number}");
        }
        assert!(!row(3).has_gap_after(&none) && !none.has_gap_after(&row(1)));
    }

    #[test]
    fn a_message_with_a_wrong_number_or_hash_is_not_a_row() {
        let mut folded = Folded::default();
        folded.take(message(7, 0, "", "first"));
        let first = hash("first");
        folded.take(message(8, 1, &hash("another"), "a stray"));
        folded.take(message(9, 2, &first, "too early"));
        folded.take(NatsMessage::new(10, &HeaderMap::new(), b"no row at all".to_vec()));
        folded.take(message(12, 1, &first, "second"));
        folded.take(message(12, 2, &hash("second"), "seen before"));
        folded.take(message(13, 1, &first, "a second second"));
        assert_eq!(folded.rows, ["first", "second"]);
        assert_eq!((folded.last, folded.hash), (13, hash("second")));
    }

    #[test]
    fn a_table_has_begun_when_all_the_rows_are_there_that_it_begins_with() {
        let mut folded = Folded::default();
        assert!(!folded.has_begun());
        let mut headers = headers_of(0, "");
        headers.insert(BEGINS, "3");
        folded.take(NatsMessage::new(1, &headers, b"first".to_vec()));
        folded.take(message(2, 1, &hash("first"), "second"));
        assert!(!folded.has_begun(), "a program ended in between");
        folded.take(message(3, 2, &hash("second"), "third"));
        assert!(folded.has_begun());
    }
}
