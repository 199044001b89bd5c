//! Seals: a checksum in front of every stored value, over its content and its place. A changed
//! or moved row or blob is noticed when it is read, and is recognized even if the rest of the
//! file cannot be read.

use sha2::{Digest, Sha256};

use engine::journal::hex;

/// The number of hexadecimal digits of a row's seal: 64 bits.
const LENGTH: usize = 16;

/// The number of bytes before a blob: its seal and its count.
const BLOB_HEAD: usize = 16;

/// The number under which the count of a battle's rows is sealed.
pub(super) const COUNT: u64 = u64::MAX;

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
    let digest = digest(slug, number, row.as_bytes());
    hex(&digest[..LENGTH / 2])
}

/// A blob as it is stored: its seal, its count, the blob. The counts of a store increase, so
/// the later of two copies is known.
pub(super) fn sealed_blob(key: &str, count: u64, blob: &[u8]) -> Vec<u8> {
    let digest = digest(key, count, blob);
    [&digest[..8], &count.to_le_bytes()[..], blob].concat()
}

/// The count and the blob in such bytes; `None` if the seal does not match.
pub(super) fn unsealed_blob<'b>(key: &str, bytes: &'b [u8]) -> Option<(u64, &'b [u8])> {
    let (head, blob) = bytes.split_at_checked(BLOB_HEAD)?;
    let (found, count) = head.split_at(8);
    let count = u64::from_le_bytes(count.try_into().ok()?);
    (found == &digest(key, count, blob)[..8]).then_some((count, blob))
}

fn digest(name: &str, number: u64, content: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    // The length of the name separates it from what follows.
    hash.update((name.len() as u64).to_le_bytes());
    hash.update(name);
    hash.update(number.to_le_bytes());
    hash.update(content);
    hash.finalize().into()
}
