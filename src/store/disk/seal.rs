//! Seals: a checksum before every row, over the battle, the row's number and
//! its text, so that a row that was changed or moved is noticed when it is
//! read.

use sha2::{Digest, Sha256};

use crate::journal::hex;

/// How many hexadecimal digits a seal has: 64 bits.
const LENGTH: usize = 16;

/// A row as it is stored: its seal, a space, the row.
pub(super) fn sealed(slug: &str, number: u64, row: &str) -> String {
    format!("{} {row}", seal(slug, number, row))
}

/// The row in such a text; `None` if the seal does not match.
pub(super) fn unsealed<'t>(slug: &str, number: u64, text: &'t str) -> Option<&'t str> {
    let (found, row) = (text.get(..LENGTH)?, text.get(LENGTH..)?.strip_prefix(' ')?);
    (found == seal(slug, number, row)).then_some(row)
}

fn seal(slug: &str, number: u64, row: &str) -> String {
    let mut hash = Sha256::new();
    // The length of the name separates it from what follows.
    hash.update((slug.len() as u64).to_le_bytes());
    hash.update(slug);
    hash.update(number.to_le_bytes());
    hash.update(row);
    let digest = hash.finalize();
    hex(&digest[..LENGTH / 2])
}
