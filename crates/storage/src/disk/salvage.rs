//! Salvage from a file that the storage library can no longer read.
//!
//! Such a file is read page by page: a page that looks like a leaf of redb's trees holds
//! keys and values, and a seal shows which of them are rows, counts and blobs of ours.
//! Pages that were given up hold older states, so a battle's last changes may be missing
//! without a trace; opening the store returns
//! [`StoreCondition::Salvaged`](crate::StoreCondition).

use std::collections::BTreeMap;

use super::seal::{COUNT, unsealed, unsealed_blob};

/// Pages begin at multiples of this ("redb design: page size").
const PAGE: usize = 4096;
/// The first byte of a leaf page.
const LEAF: u8 = 1;
/// The offset of the ends of the keys in a leaf page.
const ENDS: usize = 4;

/// The contents that were found in a file.
#[derive(Debug, Default)]
pub(super) struct Finds {
    /// Rows by battle and number.
    pub(super) rows: BTreeMap<(String, u64), String>,
    /// The greatest count of rows that was found for each battle.
    pub(super) lengths: BTreeMap<String, u64>,
    /// The latest of each blob, with its count.
    pub(super) blobs: BTreeMap<String, (u64, Vec<u8>)>,
}

impl Finds {
    /// Everything with a valid seal in the bytes of a file.
    pub(super) fn of(file: &[u8]) -> Finds {
        let mut finds = Finds::default();
        for at in (0..file.len()).step_by(PAGE) {
            if let Some(pairs) = file.get(at..).and_then(leaf) {
                pairs.for_each(|(key, value)| finds.take(key, value));
            }
        }
        finds
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.lengths.is_empty() && self.blobs.is_empty()
    }

    /// The number of rows that each battle must have: the stored count, and at least the number
    /// found.
    pub(super) fn expected(&self) -> BTreeMap<String, u64> {
        let mut expected = self.lengths.clone();
        for (slug, number) in self.rows.keys() {
            let length = expected.entry(slug.clone()).or_default();
            *length = (*length).max(number + 1);
        }
        expected
    }

    fn take(&mut self, key: &[u8], value: &[u8]) {
        if let Some((slug, number)) = row_key(key) {
            let text = std::str::from_utf8(value).ok();
            if let Some(row) = text.and_then(|text| unsealed(slug, number, text)) {
                self.rows.insert((slug.to_owned(), number), row.to_owned());
                return;
            }
        }
        let Ok(key) = std::str::from_utf8(key) else { return };
        if let Some((count, blob)) = unsealed_blob(key, value) {
            let later = self.blobs.get(key).is_none_or(|(found, _)| *found < count);
            if later {
                self.blobs.insert(key.to_owned(), (count, blob.to_owned()));
            }
            return;
        }
        let text = std::str::from_utf8(value).ok();
        let length = text.and_then(|text| unsealed(key, COUNT, text)?.parse().ok());
        if let Some(length) = length {
            let greatest = self.lengths.entry(key.to_owned()).or_default();
            *greatest = (*greatest).max(length);
        }
    }
}

/// The keys and values of a leaf page of a table whose keys and values have any length; `None`
/// if these bytes are not such a page. A damaged page may give wrong values: the seals decide.
fn leaf(page: &[u8]) -> Option<impl Iterator<Item = (&[u8], &[u8])>> {
    if *page.first()? != LEAF {
        return None;
    }
    let pairs = usize::from(u16::from_le_bytes(page.get(2..ENDS)?.try_into().ok()?));
    let keys = ENDS + 8 * pairs;
    let end = move |nth: usize| {
        let four = page.get(ENDS + 4 * nth..)?.first_chunk::<4>()?;
        usize::try_from(u32::from_le_bytes(*four)).ok()
    };
    // Ends of all keys, then ends of all values; each begins where the one before ends.
    let piece = move |nth: usize| {
        let start = if nth == 0 { keys } else { end(nth - 1)? };
        page.get(start..end(nth)?)
    };
    Some((0..pairs).filter_map(move |nth| Some((piece(nth)?, piece(pairs + nth)?))))
}

/// The battle and number in the key of a row: the length of the name, in a byte if it is
/// under 254, the name, the number.
fn row_key(key: &[u8]) -> Option<(&str, u64)> {
    let (length, rest) = match key.split_first()? {
        (254, rest) => {
            let (two, rest) = rest.split_first_chunk::<2>()?;
            (usize::from(u16::from_le_bytes(*two)), rest)
        }
        (255, _) => return None,
        (length, rest) => (usize::from(*length), rest),
    };
    let (slug, number) = rest.split_at_checked(length)?;
    Some((std::str::from_utf8(slug).ok()?, u64::from_le_bytes(number.try_into().ok()?)))
}
