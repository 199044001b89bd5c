//! Fleets as text and links, to send to the other side of the table.
//!
//! The shared form is a version byte and the fleet file, deflated, in base64
//! that is safe in links. What comes from elsewhere is not trusted: it is
//! inflated to [`LARGEST_SHARED`] at most, and read like any other file.

use base64::Engine;
use base64::alphabet;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{
    GeneralPurpose, GeneralPurposeConfig, URL_SAFE_NO_PAD_INDIFFERENT,
};
use fast_qr::{ECL, QRBuilder};
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use thiserror::Error;
use toml_edit::visit_mut::{self, VisitMut};
use toml_edit::{Array, DocumentMut, Item, KeyMut, Table, Value};

use message::{Message, is_invisible, message};

/// The largest fleet file that can be shared, in bytes.
pub const LARGEST_SHARED: usize = 256 << 10;
/// The longest shared text that is read, in bytes.
pub(super) const LONGEST_TEXT: usize = LARGEST_SHARED * 2;
/// How a link begins.
pub const LINK: &str = "trierarch:fleet/";
/// The beginning of the part of a web page's address that holds a fleet.
pub const LINK_OF_PAGE: &str = "#fleet/";
/// The version of the shared form: zlib over the text of the file.
pub const VERSION: u8 = 1;

const FIRST_LINE: &str = "--- Trierarch fleet";
const LAST_LINE: &str = "--- end ---";
/// The same after changes by a chat, which may join hyphens to dashes.
const FIRST_MARK: &str = "- Trierarch fleet";
const LAST_MARK: &str = "- end -";
/// Characters in a line of a text block, short enough for every mail program.
const LINE: usize = 64;

/// Why a text is not a shared fleet, or a fleet cannot be shared.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message())]
pub enum ShareFault {
    /// It is larger than a fleet can be, whatever it claims.
    TooLarge,
    /// It has letters that no shared text has.
    NotText,
    /// A letter is missing or wrong.
    Damaged,
    /// A later version of the program wrote it.
    LaterVersion(u8),
    /// It is too long for a QR code.
    TooLongForQr,
}

impl From<ShareFault> for Message {
    fn from(fault: ShareFault) -> Message {
        fault.message()
    }
}

impl ShareFault {
    /// The reason, in a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            ShareFault::TooLarge => message!(
                "it is larger than {most} KiB, the most that a fleet can have",
                most = LARGEST_SHARED >> 10
            ),
            ShareFault::NotText => message!(
                "it is not a shared fleet. Use a link that begins with {link}, or the text after \
                 it",
                link = LINK
            ),
            ShareFault::Damaged => message!(
                "the shared fleet is damaged: copy all of it, from the first letter to the last"
            ),
            ShareFault::LaterVersion(theirs) => message!(
                "a newer Trierarch shared the fleet (version {theirs}; this one reads {ours}). \
                 Update Trierarch to read it",
                theirs = *theirs,
                ours = VERSION
            ),
            ShareFault::TooLongForQr => {
                message!("the fleet is too long for a QR code: share it as text")
            }
        }
    }
}

/// A fleet file as one word of text.
///
/// # Errors
/// If it is larger than [`LARGEST_SHARED`].
pub fn to_text(file: &str) -> Result<String, ShareFault> {
    if file.len() > LARGEST_SHARED {
        return Err(ShareFault::TooLarge);
    }
    // Room for a text that cannot be compressed: zlib adds a few bytes for each
    // block.
    let mut packed = Vec::with_capacity(file.len() + file.len() / 100 + 64);
    packed.push(VERSION);
    let mut encoder = Compress::new(Compression::best(), true);
    match encoder.compress_vec(file.as_bytes(), &mut packed, FlushCompress::Finish) {
        Ok(Status::StreamEnd) => Ok(URL_SAFE_NO_PAD_INDIFFERENT.encode(packed)),
        _ => Err(ShareFault::Damaged),
    }
}

/// A fleet file as a link.
///
/// # Errors
/// As [`to_text`].
pub fn to_link(file: &str) -> Result<String, ShareFault> {
    to_text(file).map(|text| format!("{LINK}{text}"))
}

/// A fleet file as a block of text for a message, with the fleet's name over it.
///
/// # Errors
/// As [`to_text`].
pub fn to_block(name: &str, file: &str) -> Result<String, ShareFault> {
    let text = to_text(file)?;
    let name: String = name.chars().filter(|letter| !letter.is_control()).collect();
    let mut block = format!("{FIRST_LINE}: {name}\n");
    for line in text.as_bytes().chunks(LINE) {
        block.extend(line.iter().map(|byte| char::from(*byte)));
        block.push('\n');
    }
    block.push_str(LAST_LINE);
    Ok(block)
}

/// The fleet file in a shared text, link or block. Additions by mail, chats and word processors
/// are ignored: the checksum of the packed file shows whether it is complete.
///
/// # Errors
/// If it is none, is damaged, or inflates to more than a fleet can be.
pub fn from_text(text: &str) -> Result<String, ShareFault> {
    if text.len() > LONGEST_TEXT {
        return Err(ShareFault::TooLarge);
    }
    let text = as_typed(text);
    let bytes = if let Some(shared) = marked_part(&text) {
        unfolded(&shared.chars().filter(|letter| is_of_a_link(*letter)).collect::<String>())?
    } else {
        let word: String = text.chars().filter(|c| !c.is_whitespace() && *c != '>').collect();
        if word.is_empty() {
            return Err(ShareFault::NotText);
        }
        URL_SAFE_NO_PAD_INDIFFERENT.decode(&word).map_err(|error| match error {
            base64::DecodeError::InvalidByte(..) => ShareFault::NotText,
            _ => ShareFault::Damaged,
        })?
    };
    match bytes.split_first() {
        Some((&VERSION, packed)) => unfold(packed),
        Some((&later, _)) if later > VERSION => Err(ShareFault::LaterVersion(later)),
        _ => Err(ShareFault::NotText),
    }
}

/// The text without invisible characters and escapes of a chat, with plain hyphens for typeset
/// ones.
fn as_typed(text: &str) -> String {
    let mut typed = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\u{2010}'..='\u{2013}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}' => typed.push('-'),
            // Two hyphens in a row become one dash.
            '\u{2014}' | '\u{2015}' => typed.push_str("--"),
            '\\' => {}
            letter if is_invisible(letter) => {}
            letter => typed.push(letter),
        }
    }
    typed
}

fn is_of_a_link(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_')
}

/// The bytes of a link or block and any text after it: in a sentence its end is not visible,
/// but the packed file has a definite end.
fn unfolded(word: &str) -> Result<Vec<u8>, ShareFault> {
    // A single letter left over is not a byte.
    let whole = word.len() - usize::from(word.len() % 4 == 1);
    if whole == 0 {
        return Err(ShareFault::NotText);
    }
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let lenient = GeneralPurpose::new(&alphabet::URL_SAFE, config);
    lenient.decode(&word[..whole]).map_err(|_| ShareFault::Damaged)
}

/// The text between the marks of a block, or after the beginning of a link.
fn marked_part(text: &str) -> Option<&str> {
    let block = text.find(FIRST_MARK).and_then(|at| {
        let block = &text[at..];
        let body = &block[block.find('\n')?..];
        // The hyphens of the last line begin before its mark.
        Some(body[..body.find(LAST_MARK)?].trim_end_matches('-'))
    });
    let after = |mark: &str| text.find(mark).map(|at| &text[at + mark.len()..]);
    block.or_else(|| after(LINK)).or_else(|| after(LINK_OF_PAGE))
}

/// A fleet file without its comments and layout: the same fleet in half the
/// letters, for a code that must be scanned. A text that is not TOML stays as
/// it is.
#[must_use]
pub fn bare(file: &str) -> String {
    let Ok(mut document) = file.parse::<DocumentMut>() else {
        return file.to_owned();
    };
    Bare.visit_document_mut(&mut document);
    document.set_trailing("");
    document.to_string()
}

/// Removes everything around keys, values and tables.
struct Bare;

impl VisitMut for Bare {
    fn visit_table_mut(&mut self, table: &mut Table) {
        table.decor_mut().clear();
        visit_mut::visit_table_mut(self, table);
    }

    fn visit_table_like_kv_mut(&mut self, mut key: KeyMut<'_>, item: &mut Item) {
        key.leaf_decor_mut().clear();
        key.dotted_decor_mut().clear();
        visit_mut::visit_table_like_kv_mut(self, key, item);
    }

    fn visit_value_mut(&mut self, value: &mut Value) {
        value.decor_mut().clear();
        visit_mut::visit_value_mut(self, value);
    }

    fn visit_array_mut(&mut self, array: &mut Array) {
        array.set_trailing("");
        array.set_trailing_comma(false);
        visit_mut::visit_array_mut(self, array);
    }
}

fn unfold(packed: &[u8]) -> Result<String, ShareFault> {
    // One byte more than allowed, to notice a file that is too large.
    let mut file = Vec::with_capacity(LARGEST_SHARED + 1);
    let mut decoder = Decompress::new(true);
    let status = decoder.decompress_vec(packed, &mut file, FlushDecompress::Finish);
    if file.len() > LARGEST_SHARED {
        return Err(ShareFault::TooLarge);
    }
    match status {
        Ok(Status::StreamEnd) => String::from_utf8(file).map_err(|_| ShareFault::Damaged),
        _ => Err(ShareFault::Damaged),
    }
}

/// The squares of a QR code, which needs a margin of four squares around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QrSquares {
    /// Its width and height, in squares.
    pub size: usize,
    dark: Vec<bool>,
}

impl QrSquares {
    /// Whether the square in this column and row, from 0, is dark.
    #[must_use]
    pub fn is_dark(&self, column: usize, row: usize) -> bool {
        let row = self.dark.chunks(self.size).nth(row);
        row.and_then(|row| row.get(column)).is_some_and(|dark| *dark)
    }
}

/// A text as a QR code: a link of [`to_link`].
///
/// # Errors
/// If it is too long for one (about 2900 letters).
pub fn qr(text: &str) -> Result<QrSquares, ShareFault> {
    let code = QRBuilder::new(text).ecl(ECL::L).build().map_err(|_| ShareFault::TooLongForQr)?;
    let dark = (0..code.size).flat_map(|row| code[row][..code.size].iter().map(|m| m.value()));
    Ok(QrSquares { size: code.size, dark: dark.collect() })
}
