//! Storage of battles and fleets. A [`Store`] is small, so that tests can replace it by one that
//! crashes: each battle is a list of text rows that are only ever added, and everything else is a
//! blob by key. The store does not look into the rows. A [`RowWriter`]
//! reports later what became of each row.
//!
//! A store is opened before it is used, at once from the disk or after waiting
//! for a browser. From then on it answers at once.

#[cfg(target_arch = "wasm32")]
mod browser;
mod clock;
#[cfg(not(target_arch = "wasm32"))]
mod crash_report;
#[cfg(not(target_arch = "wasm32"))]
mod disk;
#[cfg(not(target_arch = "wasm32"))]
mod files;
mod library;
mod memory;
#[cfg(feature = "nats")]
mod nats;
#[cfg(not(target_arch = "wasm32"))]
pub mod permissions;
mod row_writer;
mod settings_store;
#[cfg(not(target_arch = "wasm32"))]
pub mod single_instance;
#[cfg(not(target_arch = "wasm32"))]
mod typed_path;

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use engine::journal::Journal;
use message::{Message, message};

#[cfg(target_arch = "wasm32")]
pub use browser::Browser;
pub use clock::{Clock, SystemClock};
#[cfg(not(target_arch = "wasm32"))]
pub use crash_report::{report_panics, take_report};
#[cfg(not(target_arch = "wasm32"))]
pub use disk::{FILE_NAME, OnDisk, VERSION as STORE_VERSION, home};
#[cfg(not(target_arch = "wasm32"))]
pub use files::check_loses_no_other_file;
#[cfg(not(target_arch = "wasm32"))]
pub use files::table_file_bytes;
#[cfg(not(target_arch = "wasm32"))]
pub use files::{
    read_battle_file, read_file, read_fleet_file, read_table_file, save_file, write_battle_file,
};
pub use library::create;
pub use library::{BattleLibrary, Listed, Listing, Unlisted};
pub use memory::InMemory;
#[cfg(feature = "nats")]
pub use nats::{OnNats, Servers};
pub use row_writer::{AtOnce, RowWriter, WriteOutcome, WriterEvent};
pub use settings_store::{SettingsStore, StoredFleet, mark_of};
#[cfg(not(target_arch = "wasm32"))]
pub use typed_path::{path_of_address, typed_path};

/// The longest battle file, in bytes.
pub const LONGEST_BATTLE_FILE: usize = 64 << 20;

/// Stores rows and blobs. Written data are safe when the call returns, even if the power fails.
/// A browser is slower, and reports failures later ([`Store::fault`]); the orders of a battle
/// therefore wait for its [`RowWriter`].
pub trait Store: Send + Sync {
    /// Every battle, by its slug.
    ///
    /// # Errors
    /// Like all functions here: the fault, its place and its remedy.
    fn battles(&self) -> Result<Vec<Ends>, StoreFault>;
    /// Creates a battle with its first rows, all or none. There must be no
    /// battle with that slug.
    fn create(&self, slug: &str, rows: &[String]) -> Result<(), StoreFault>;
    /// Adds rows to a battle that must have `expected` of them, all or none.
    fn append(&self, slug: &str, expected: u64, rows: &[String]) -> Result<(), StoreFault>;
    /// All rows of a battle.
    fn read(&self, slug: &str) -> Result<Vec<String>, StoreFault>;
    /// Deletes a battle permanently.
    fn delete(&self, slug: &str) -> Result<(), StoreFault>;
    /// The keys of blobs that begin with this prefix.
    fn blobs(&self, prefix: &str) -> Result<Vec<String>, StoreFault>;
    /// A blob: a fleet, the settings.
    fn blob(&self, key: &str) -> Result<Option<Vec<u8>>, StoreFault>;
    /// Writes a blob; `None` deletes it.
    fn put_blob(&self, key: &str, value: Option<&[u8]>) -> Result<(), StoreFault>;
    /// Replaces a blob by the result of `change`, unless that is `None`. No other program writes it
    /// in between: with a store that several share, `change` may be called again. Returns the blob
    /// as it is afterwards.
    fn change_blob(
        &self,
        key: &str,
        change: &mut BlobChange<'_>,
    ) -> Result<Option<Vec<u8>>, StoreFault> {
        let found = self.blob(key)?;
        let Some(value) = change(found.as_deref()) else { return Ok(found) };
        self.put_blob(key, Some(&value))?;
        Ok(Some(value))
    }
    /// The failure of a change that was accepted; always `None` in a store whose changes are stored
    /// when the call returns.
    fn fault(&self) -> Option<StoreFault> {
        None
    }
    /// Whether its contents may be deleted without asking, as a browser may do unless it has
    /// granted persistent storage.
    fn may_be_cleared(&self) -> bool {
        false
    }
    /// Whether other programs add to its battles at the same time.
    fn is_shared(&self) -> bool {
        false
    }
    /// Calls a function with everything that any program adds from now on. A store of one program
    /// never calls it.
    fn listen(&self, _listener: StoreListener) -> Result<(), StoreFault> {
        Ok(())
    }
    /// Sends a text that is not stored to the other programs that share the store. A store of one
    /// program does nothing.
    fn publish(&self, _text: &str) -> Result<(), StoreFault> {
        Ok(())
    }
    /// Whether its data are stored after the program ends.
    fn is_durable(&self) -> bool {
        true
    }
    /// Whether the last change could not be written, as when the disk is full.
    fn is_stuck(&self) -> bool {
        false
    }
    /// Its condition when it was opened.
    fn condition(&self) -> StoreCondition {
        StoreCondition::Whole
    }
    /// Notes that the program ends cleanly. Does not wait for other owners of the store.
    fn leave(&self) {}
    /// The rows of a battle up to the first damaged one.
    fn sound(&self, slug: &str) -> Result<Sound, StoreFault> {
        let rows = self.read(slug)?;
        Ok(Sound { counted: Some(rows.len() as u64), rows })
    }
    /// Drops the rows of a battle from this number on, so that the undamaged part can be opened.
    /// Only a store on a disk supports it.
    fn cut(&self, slug: &str, _length: u64) -> Result<(), StoreFault> {
        Err(StoreFault::missing("", slug))
    }
}

/// The condition of a store when it was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreCondition {
    /// Undamaged, and closed by the last program.
    Whole,
    /// The program that had it open did not close it: it was killed, or the power failed, and it
    /// cannot be proved that its last change is stored.
    NotClosed,
    /// It was damaged. The readable part was copied to a new file; the last changes of some battles
    /// may be missing.
    Salvaged {
        /// The path of the damaged file.
        aside: String,
    },
}

impl StoreCondition {
    /// A message to the player; `None` if all is well.
    #[must_use]
    pub fn warning(&self) -> Option<Message> {
        match self {
            StoreCondition::Whole => None,
            StoreCondition::NotClosed => Some(message!(
                "Trierarch was not closed properly. Check the last order of each battle."
            )),
            StoreCondition::Salvaged { aside } => Some(message!(
                "The stored battles were damaged. The readable part was recovered; the last orders may be missing. The damaged file is now {aside}.",
                aside
            )),
        }
    }
}

/// The readable part of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sound {
    /// Its undamaged rows, from the first on.
    pub rows: Vec<String>,
    /// The number of rows that it should have; `None` if that cannot be read either.
    pub counted: Option<u64>,
}

/// Computes the new value from the present one, if there is one.
pub type BlobChange<'c> = dyn FnMut(Option<&[u8]>) -> Option<Vec<u8>> + 'c;

/// Called with everything that is added to a store.
pub type StoreListener = Arc<dyn Fn(Added) + Send + Sync>;

/// An addition to a store by some program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Added {
    /// A possible row of a battle with this number, from 0.
    Row {
        /// The battle's name in the store.
        slug: String,
        number: u64,
        row: String,
    },
    /// A blob.
    Blob { key: String, value: Vec<u8> },
    /// A text that is not stored.
    Message {
        /// The text of some program.
        text: String,
    },
}

/// The first and last row of a battle: enough to list it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends {
    /// Its name in the store.
    pub slug: String,
    /// The first row and the last, or the reason why they cannot be read.
    pub rows: Result<(String, String), StoreFault>,
}

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreTrouble {
    /// Another program has it open.
    Locked,
    /// It is damaged, or is not one of our stores.
    Damaged,
    /// Another version of the program wrote it, which this one does not read.
    Version,
    /// The disk is full.
    Full,
    /// Reading or writing is not allowed.
    Forbidden,
    /// There is no such battle.
    Missing,
    /// There is already such a battle, or another program has added to it.
    Conflict,
    /// Something else.
    Other,
}

/// A fault of a store, with its place and remedy.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct StoreFault {
    pub trouble: StoreTrouble,
    /// The file, or another place of the store.
    pub place: String,
    /// Whether it may have been written in spite of the error.
    pub undecided: bool,
    /// Its words, boxed so that results stay small.
    words: Box<StoreWords>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct StoreWords {
    doing: Message,
    why: Message,
    remedy: Message,
}

impl StoreFault {
    /// A fault: the task (`save the order`), the reason, and the remedy, in sentences.
    #[must_use]
    pub fn new(
        trouble: StoreTrouble,
        place: impl Into<String>,
        doing: Message,
        why: Message,
        remedy: Message,
    ) -> StoreFault {
        let words = Box::new(StoreWords { doing, why, remedy });
        StoreFault { trouble, place: place.into(), undecided: false, words }
    }

    /// The reason.
    #[must_use]
    pub fn why(&self) -> &Message {
        &self.words.why
    }

    /// The remedy, in sentences.
    #[must_use]
    pub fn remedy(&self) -> &Message {
        &self.words.remedy
    }

    /// The whole fault in one or two sentences.
    #[must_use]
    pub fn in_words(&self) -> Message {
        let (place, StoreWords { doing, why, remedy }) = (&self.place, &*self.words);
        message!("could not {doing}: {why} ({place}). {remedy}", doing, place, why, remedy)
    }

    /// The same without the place of the store, for clients on a network.
    #[must_use]
    pub fn in_words_without_place(&self) -> Message {
        let StoreWords { doing, why, remedy } = &*self.words;
        message!("could not {doing}: {why}. {remedy}", doing, why, remedy)
    }

    /// The same fault of a folder that `--data` has named.
    #[must_use]
    pub fn of_named_folder(mut self) -> StoreFault {
        match self.trouble {
            StoreTrouble::Locked => {
                self.words.remedy =
                    message!("Close the other one, or name another folder with --data.");
            }
            StoreTrouble::Forbidden => {
                self.words.remedy = message!(
                    "Allow writing there, or name a folder that can be written to with --data."
                );
            }
            StoreTrouble::Damaged
            | StoreTrouble::Version
            | StoreTrouble::Full
            | StoreTrouble::Missing
            | StoreTrouble::Conflict
            | StoreTrouble::Other => {}
        }
        self
    }
}

impl From<StoreFault> for Message {
    fn from(fault: StoreFault) -> Message {
        fault.in_words()
    }
}

impl fmt::Display for StoreFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.in_words().fmt(f)
    }
}

/// The words for loading a battle file.
fn loading() -> Message {
    message!("load the battle")
}

/// Reads the content of a battle file; `place` is its path or name, for errors.
///
/// # Errors
/// If it is not a valid battle file.
pub fn read_battle_bytes(place: &str, bytes: &[u8]) -> Result<Journal, StoreFault> {
    read_table_bytes(place, bytes).map(|(journal, _)| journal)
}

/// Reads the content of a battle file, and what it contains about the table at
/// which the battle was fought.
///
/// # Errors
/// As [`read_battle_bytes`].
pub fn read_table_bytes(
    place: &str,
    bytes: &[u8],
) -> Result<(Journal, Option<serde_json::Value>), StoreFault> {
    let text = std::str::from_utf8(bytes).map_err(|_| {
        StoreFault::damaged(
            place,
            loading(),
            message!("this is not a text file, so it is not a battle file"),
        )
    })?;
    Journal::read_file_with(text).map_err(|fault| {
        let place = match fault.at {
            Some((line, column)) => format!("{place}:{line}:{column}"),
            None => place.to_owned(),
        };
        StoreFault::new(StoreTrouble::Damaged, place, loading(), fault.why, fault.remedy.text())
    })
}

impl StoreFault {
    /// There is no battle with this name.
    #[must_use]
    pub fn missing(place: &str, slug: &str) -> StoreFault {
        StoreFault::new(
            StoreTrouble::Missing,
            place,
            message!("open the battle “{slug}”", slug),
            message!("there is none with that name"),
            message!("Choose one under Battles."),
        )
    }

    /// Another battle has this name.
    #[must_use]
    pub fn taken(place: &str, slug: &str) -> StoreFault {
        StoreFault::new(
            StoreTrouble::Conflict,
            place,
            message!("start the battle “{slug}”", slug),
            message!("there is already one with that name"),
            message!("Choose another name."),
        )
    }

    /// Another program has added rows to the battle.
    #[must_use]
    pub fn changed_by_other(place: &str, slug: &str) -> StoreFault {
        StoreFault::new(
            StoreTrouble::Conflict,
            place,
            message!("continue the battle “{slug}”", slug),
            message!("another window has changed it"),
            message!("Open it again to continue."),
        )
    }

    /// The fault of a row or a file that is damaged.
    #[must_use]
    pub fn damaged(place: &str, doing: Message, why: Message) -> StoreFault {
        let remedy = message!("Use an earlier copy, or open the battle from a saved file.");
        StoreFault::new(StoreTrouble::Damaged, place, doing, why, remedy)
    }
}
