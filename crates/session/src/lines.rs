//! Reads lines of any length, with any bytes.

use std::io::{self, BufRead, Read};

/// The longest line that is read, in bytes; a fleet of a thousand ships is far
/// shorter.
const LONGEST_LINE: u64 = 16 << 20;

/// Some editors put this before a text; at the beginning of a line it is ignored.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A line without its end.
pub(super) enum InputLine {
    /// The line as it was written.
    Whole(String),
    /// A line that cannot be a request.
    Broken {
        /// The fault.
        why: String,
        /// The column where it breaks, in characters, from 1.
        column: usize,
    },
}

/// The next line; `None` at the end of the input. A line that is too long is
/// skipped, and never held in memory.
pub(super) fn next(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 > LONGEST_LINE && bytes.last() != Some(&b'\n') {
        skip_line(input)?;
        let why = format!("the line is longer than {LONGEST_LINE} bytes");
        return Ok(Some(InputLine::Broken { why, column: 1 }));
    }
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    Ok(Some(match String::from_utf8(bytes) {
        Ok(text) => InputLine::Whole(text),
        Err(error) => {
            let good = error.utf8_error().valid_up_to();
            let before = String::from_utf8_lossy(&error.as_bytes()[..good]).chars().count();
            let byte = error.as_bytes()[good];
            let why = format!("the byte {byte:#04x} is not UTF-8: send the line as UTF-8 text");
            InputLine::Broken { why, column: before + 1 }
        }
    }))
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(buffer.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}
