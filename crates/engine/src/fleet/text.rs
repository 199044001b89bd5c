//! The text of a fleet file, in the encodings in which editors save.

use thiserror::Error;

use message::{Message, message};

/// The reason why the bytes of a file are not a readable text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct NotText(pub Message);

impl NotText {
    /// The remedy.
    #[must_use]
    pub fn remedy() -> Message {
        message!("Save it as plain text in UTF-8.")
    }
}

/// The text of a file: UTF-8, or UTF-16 with a byte order mark.
///
/// # Errors
/// Which character is in another encoding, or that it is not a text.
pub fn text_of(bytes: &[u8]) -> Result<String, NotText> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        _ => std::str::from_utf8(bytes)
            .map(str::to_owned)
            .map_err(|error| why_no_utf8(bytes, error.valid_up_to())),
    }
}

/// UTF-16 after its byte order mark.
fn wide(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, NotText> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().copied().map(unit).collect();
    match String::from_utf16(&units) {
        Ok(text) if rest.is_empty() => Ok(text),
        _ => Err(NotText(message!("its UTF-16 text is damaged"))),
    }
}

/// The most probable meaning of the byte at a place: a letter of Windows-1252, which includes
/// Latin-1.
fn why_no_utf8(bytes: &[u8], at: usize) -> NotText {
    let (before, from) = bytes.split_at(at);
    let Some(&byte) = from.first().filter(|_| !bytes.contains(&0)) else {
        return NotText(message!("it is not a text file"));
    };
    // All of it is UTF-8.
    let before = String::from_utf8_lossy(before);
    let line = 1 + before.matches('\n').count();
    let column = 1 + before.chars().rev().take_while(|letter| *letter != '\n').count();
    let letter = windows_1252(byte);
    if letter.is_control() {
        return NotText(message!("it is not a text file"));
    }
    let letter = letter.to_string();
    NotText(message!(
        "“{letter}” in line {line}, column {column} is not UTF-8",
        letter,
        line,
        column
    ))
}

/// The letter of a byte in Windows-1252.
fn windows_1252(byte: u8) -> char {
    /// The bytes from 0x80 on that Latin-1 leaves to control characters.
    const LETTERS: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    let at = usize::from(byte).checked_sub(0x80);
    at.and_then(|at| LETTERS.get(at)).copied().unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_16_with_a_byte_order_mark_is_read_in_both_orders() {
        let text = "name = \"Νίκη ⛵\"\r\n";
        for (mark, order) in [
            ([0xff, 0xfe], u16::to_le_bytes as fn(u16) -> [u8; 2]),
            ([0xfe, 0xff], u16::to_be_bytes),
        ] {
            let mut bytes = mark.to_vec();
            bytes.extend(text.encode_utf16().flat_map(order));
            assert_eq!(text_of(&bytes).as_deref(), Ok(text));
            bytes.pop();
            assert_eq!(text_of(&bytes).unwrap_err().to_string(), "its UTF-16 text is damaged");
        }
    }

    #[test]
    fn a_letter_of_an_older_encoding_is_named_with_its_place() {
        for (bytes, why) in [
            (&b"system = 1\nname = \"\xc9ole\""[..], "“É” in line 2, column 9 is not UTF-8"),
            (b"name = \x93X\x94", "““” in line 1, column 8 is not UTF-8"),
            ("Νί\u{0}".as_bytes().split_at(3).0, "“Î” in line 1, column 2 is not UTF-8"),
            (b"\x89PNG\xff", "“‰” in line 1, column 1 is not UTF-8"),
            (b"\x89PNG\x00\xff", "it is not a text file"),
            (b"\x81", "it is not a text file"),
        ] {
            assert_eq!(text_of(bytes).unwrap_err().to_string(), why);
        }
    }
}
