//! Where battles and fleets are kept. A [`Store`] is so small that a crashing
//! one can stand in for it: rows of text that are only ever added, a battle a
//! list, and blobs by key. What the rows say is the business of whoever keeps
//! them; a [`Keeper`] tells later what became of each.
//!
//! A store is opened before it is used, in whatever way it takes: at once from
//! the disk, or after waiting for a browser. From then on it answers at once.

#[cfg(all(target_arch = "wasm32", feature = "window"))]
mod browser;
mod clock;
mod desk;
#[cfg(not(target_arch = "wasm32"))]
mod disk;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) mod doorbell;
#[cfg(not(target_arch = "wasm32"))]
mod files;
mod keeper;
mod late;
mod memory;
#[cfg(not(target_arch = "wasm32"))]
mod mishap;
mod shelf;

use std::fmt;

use thiserror::Error;

use crate::journal::Journal;
use crate::say::{Say, say};

#[cfg(all(target_arch = "wasm32", feature = "window"))]
pub use browser::Browser;
pub use clock::{Clock, SystemClock};
pub use desk::{Desk, KeptFleet};
#[cfg(not(target_arch = "wasm32"))]
pub use disk::{FILE_NAME, OnDisk, VERSION as STORE_VERSION, home};
#[cfg(not(target_arch = "wasm32"))]
pub use files::{read_battle_file, read_fleet_file, save_file, write_battle_file};
pub use keeper::{AtOnce, Keeper, Kept, Said};
pub use late::{Fate, Late};
pub use memory::InMemory;
#[cfg(not(target_arch = "wasm32"))]
pub use mishap::{report_panics, take_report};
pub use shelf::{About, Listed, Shelf, Unlisted};

/// Keeps rows and blobs. What a call has written is safe when the call returns:
/// the plug may be pulled then. A browser is slower, and tells later where it
/// failed ([`Store::fault`]); the orders of a battle wait for its [`Keeper`].
pub trait Store: Send + Sync {
    /// Every battle, by its slug.
    ///
    /// # Errors
    /// As all of these: what went wrong, where, and what to do about it.
    fn battles(&self) -> Result<Vec<Ends>, StoreFault>;
    /// Begins a battle with its first rows, all or none of them. A battle of
    /// that slug must not exist.
    fn create(&self, slug: &str, rows: &[String]) -> Result<(), StoreFault>;
    /// Adds rows to a battle that has `kept` of them, all or none.
    fn append(&self, slug: &str, kept: u64, rows: &[String]) -> Result<(), StoreFault>;
    /// All rows of a battle.
    fn read(&self, slug: &str) -> Result<Vec<String>, StoreFault>;
    /// Deletes a battle; nothing brings it back.
    fn delete(&self, slug: &str) -> Result<(), StoreFault>;
    /// The keys of blobs that begin so.
    fn blobs(&self, prefix: &str) -> Result<Vec<String>, StoreFault>;
    /// A blob: a fleet, the settings.
    fn blob(&self, key: &str) -> Result<Option<Vec<u8>>, StoreFault>;
    /// Puts a blob in its place, or takes it away.
    fn put_blob(&self, key: &str, value: Option<&[u8]>) -> Result<(), StoreFault>;
    /// What went wrong since with a change that was taken; nothing where a change
    /// is kept when its call returns.
    fn fault(&self) -> Option<StoreFault> {
        None
    }
}

/// The ends of a battle: enough to list it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The battle.
    pub slug: String,
    /// Its first row and its last; why they cannot be read.
    pub rows: Result<(String, String), StoreFault>,
}

/// What went wrong with a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Trouble {
    /// Another program has it open.
    Locked,
    /// It is damaged, or is no store of ours.
    Damaged,
    /// Another version of the program wrote it, and this one does not read it.
    Version,
    /// There is no room left.
    Full,
    /// It may not be read or written.
    Forbidden,
    /// There is no such battle.
    Missing,
    /// There is such a battle already, or it has gone on elsewhere.
    Conflict,
    /// Something else.
    Other,
}

/// What went wrong with a store, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct StoreFault {
    /// What kind of trouble it is.
    pub trouble: Trouble,
    /// The file, or what it is otherwise known as.
    pub place: String,
    /// Whether what was to be written may have been written all the same.
    pub undecided: bool,
    /// What is said of it: apart, so that what goes well stays small.
    words: Box<Words>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Words {
    doing: Say,
    why: Say,
    remedy: Say,
}

impl StoreFault {
    /// A fault: what was to be done (`keep the order`), what was found, and what to
    /// do about it, in sentences.
    #[must_use]
    pub fn new(
        trouble: Trouble,
        place: impl Into<String>,
        doing: Say,
        why: Say,
        remedy: Say,
    ) -> StoreFault {
        let words = Box::new(Words { doing, why, remedy });
        StoreFault { trouble, place: place.into(), undecided: false, words }
    }

    /// What was found.
    #[must_use]
    pub fn why(&self) -> &Say {
        &self.words.why
    }

    /// What to do about it, in sentences.
    #[must_use]
    pub fn remedy(&self) -> &Say {
        &self.words.remedy
    }

    /// All of it in a sentence or two.
    #[must_use]
    pub fn told(&self) -> Say {
        let (place, Words { doing, why, remedy }) = (&self.place, &*self.words);
        say!("could not {doing}: {why} ({place}). {remedy}", doing, place, why, remedy)
    }
}

impl From<StoreFault> for Say {
    fn from(fault: StoreFault) -> Say {
        fault.told()
    }
}

impl fmt::Display for StoreFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.told().fmt(f)
    }
}

/// What is done to a battle file.
fn loading() -> Say {
    say!("load the battle")
}

/// Reads the content of a battle file; `place` is its path or name.
///
/// # Errors
/// Where it is no sound battle file.
pub fn read_battle_bytes(place: &str, bytes: &[u8]) -> Result<Journal, StoreFault> {
    let text = std::str::from_utf8(bytes).map_err(|_| {
        StoreFault::damaged(place, loading(), say!("this is not a text file, so not a battle file"))
    })?;
    Journal::read_file(text).map_err(|fault| {
        let place = match fault.at {
            Some((line, column)) => format!("{place}:{line}:{column}"),
            None => place.to_owned(),
        };
        StoreFault::new(Trouble::Damaged, place, loading(), fault.why, fault.remedy.told())
    })
}

impl StoreFault {
    pub(crate) fn missing(place: &str, slug: &str) -> StoreFault {
        StoreFault::new(
            Trouble::Missing,
            place,
            say!("open the battle “{slug}”", slug),
            say!("there is none of that name"),
            say!("Choose one under Battles."),
        )
    }

    pub(crate) fn taken(place: &str, slug: &str) -> StoreFault {
        StoreFault::new(
            Trouble::Conflict,
            place,
            say!("start the battle “{slug}”", slug),
            say!("there is already one of that name"),
            say!("Choose another name."),
        )
    }

    pub(crate) fn gone_on(place: &str, slug: &str) -> StoreFault {
        StoreFault::new(
            Trouble::Conflict,
            place,
            say!("continue the battle “{slug}”", slug),
            say!("another window has changed it"),
            say!("Open it again to continue."),
        )
    }

    /// A row or a file that says something else than it should.
    pub(crate) fn damaged(place: &str, doing: Say, why: Say) -> StoreFault {
        let remedy = say!("Use an earlier copy, or open the battle from a saved file.");
        StoreFault::new(Trouble::Damaged, place, doing, why, remedy)
    }
}
