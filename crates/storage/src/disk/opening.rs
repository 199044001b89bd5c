//! Opening the store: every page is checked, older versions are updated, and the readable part
//! of a damaged file is copied to a new one.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use redb::{
    Builder, Database, DatabaseError, Error, ReadableTable, StorageBackend, TableDefinition,
    TableError, TableHandle, WriteTransaction,
};

use super::fault::{emptied, fault, other_version};
use super::salvage::Finds;
use super::seal::{COUNT, sealed, sealed_blob};
use super::{
    ABOUT, BLOBS, BLOBS_KEY, Beginning, CLOSED, FILE_NAME, LENGTHS, OPEN, OPEN_KEY, OnDisk,
    PROGRAM_KEY, ROWS, Trip, UNREPORTED, VERSION, VERSION_KEY, WRITER, Watched, identity, opening,
    put,
};
use crate::{StoreCondition, StoreFault, StoreTrouble, permissions};

/// The rows of the first version, which had no seals.
const UNSEALED_ROWS: TableDefinition<(&str, u64), &str> = TableDefinition::new("rows");
/// The blobs of the versions before the third, which had no seals.
const UNSEALED_BLOBS: TableDefinition<&str, &[u8]> = TableDefinition::new("blobs");

/// The size of redb's cache, in bytes; by default redb would use a gibibyte.
const MOST_CACHED: usize = 32 << 20;

/// The length of redb's header ("redb design: file header"): 64 bytes, of which one chooses
/// between two slots; then the slots, each with the number of its change.
const HEADER: usize = FIRST_SLOT + 2 * SLOT;
const CHOICE: usize = 9;
const FIRST_SLOT: usize = 64;
const SLOT: usize = 128;
const CHANGE_IN_SLOT: usize = 104;

/// The facts that a file contains about itself.
#[derive(Default)]
struct StoreHead {
    version: Option<u64>,
    program: Option<String>,
    /// The value of [`OPEN_KEY`] that the previous program has left.
    open: u64,
}

impl OnDisk {
    /// Opens the store in a folder, or creates one, for this user alone. The whole
    /// file is verified; what can be read of a damaged one is moved to a new file,
    /// and the damaged one is set aside ([`Store::condition`](crate::Store)).
    ///
    /// # Errors
    /// If it is open elsewhere, has another version or no readable part, or the system refuses
    /// access.
    pub fn open(folder: &Path) -> Result<OnDisk, StoreFault> {
        let path = folder.join(FILE_NAME);
        permissions::folder(folder)
            .map_err(|error| fault(opening(), &folder.display().to_string(), Error::Io(error)))?;
        match OnDisk::at(&path) {
            Err(found) if found.trouble == StoreTrouble::Damaged => {
                let aside = move_aside(&path, found)?;
                let mut store = OnDisk::at(&path)?;
                store.condition = StoreCondition::Salvaged { aside: aside.display().to_string() };
                Ok(store)
            }
            opened => opened,
        }
    }

    fn at(path: &Path) -> Result<OnDisk, StoreFault> {
        // A store is never empty: a new one would hide that its content is lost.
        if fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() == 0) {
            return Err(emptied(opening(), &path.display().to_string()));
        }
        permissions::file(path)
            .map_err(|error| fault(opening(), &path.display().to_string(), Error::Io(error)))?;
        let file = path.to_owned();
        let opener = move |beginning| match beginning {
            Beginning::Allowed => builder().create(&file),
            Beginning::Forbidden => builder().open(&file),
        };
        let mut store = OnDisk {
            opener: Box::new(opener),
            place: path.display().to_string(),
            file: None,
            condition: StoreCondition::Whole,
            stays_unreported: false,
            database: Mutex::new(None),
            stuck: AtomicBool::new(false),
        };
        // Afterwards the file says something else.
        store.verify(last_change_is_proven(path))?;
        store.file = Some(Watched { identity: identity(path), path: path.to_owned() });
        Ok(store)
    }

    /// A store on anything that behaves like a file.
    ///
    /// # Errors
    /// As [`OnDisk::open`].
    pub fn on_backend<B: StorageBackend>(
        backend: impl Fn() -> B + Send + Sync + 'static,
    ) -> Result<OnDisk, StoreFault> {
        let opener = move |_| builder().create_with_backend(backend());
        let mut store = OnDisk {
            opener: Box::new(opener),
            place: "a stand-in for the disk".into(),
            file: None,
            condition: StoreCondition::Whole,
            stays_unreported: false,
            database: Mutex::new(None),
            stuck: AtomicBool::new(false),
        };
        store.verify(false)?;
        Ok(store)
    }

    /// Opens the file for the first time, and checks every page against its
    /// checksum and the version against ours.
    fn verify(&mut self, is_proven: bool) -> Result<(), StoreFault> {
        let shown = |error: DatabaseError| fault(opening(), &self.place, error.into());
        let opened = self.caught(&opening(), || {
            let mut database = (self.opener)(Beginning::Allowed).map_err(shown)?;
            // What can be repaired has been; rows that are missing as a result
            // are noticed when their battle is opened.
            database.check_integrity().map_err(shown)?;
            Ok(database)
        })?;
        *self.database.lock().unwrap_or_else(PoisonError::into_inner) = Some(opened);
        let about = self.about()?;
        // A warning that was not given yet stays due until the store is closed.
        let mut open = OPEN;
        if about.open == UNREPORTED || (about.open == OPEN && !is_proven) {
            (self.condition, open) = (StoreCondition::NotClosed, UNREPORTED);
        }
        match about.version {
            None | Some(2 | VERSION) => self.writing(&opening(), |transaction| {
                seal_blobs(transaction)?;
                let mut facts = transaction.open_table(ABOUT)?;
                facts.insert(VERSION_KEY, VERSION)?;
                facts.insert(OPEN_KEY, open)?;
                transaction.open_table(WRITER)?.insert(PROGRAM_KEY, env!("CARGO_PKG_VERSION"))?;
                Ok(())
            }),
            Some(found) => {
                let program = about.program.as_deref();
                // Nothing is written to a file of another version.
                self.database.lock().unwrap_or_else(PoisonError::into_inner).take();
                Err(other_version(opening(), &self.place, [found, VERSION], program))
            }
        }
    }

    fn about(&self) -> Result<StoreHead, StoreFault> {
        let about = self.reading(&opening(), |transaction| {
            let unsealed = transaction
                .list_tables()?
                .any(|table| TableHandle::name(&table) == TableHandle::name(&UNSEALED_ROWS));
            let facts = match transaction.open_table(ABOUT) {
                Err(TableError::TableDoesNotExist(_)) => {
                    return Ok(StoreHead {
                        version: unsealed.then_some(1),
                        ..StoreHead::default()
                    });
                }
                facts => facts?,
            };
            Ok(StoreHead {
                version: facts.get(VERSION_KEY)?.map(|version| version.value()),
                program: None,
                open: facts.get(OPEN_KEY)?.map_or(CLOSED, |open| open.value()),
            })
        })?;
        let program = self.reading(&opening(), |transaction| {
            let writer = transaction.open_table(WRITER)?;
            Ok(writer.get(PROGRAM_KEY)?.map(|program| program.value().to_owned()))
        })?;
        Ok(StoreHead { program, ..about })
    }
}

/// Whether a file proves that nothing was stored after its last change. Every change is
/// whole on the disk before the header names it, so a damaged one is found. But the
/// header's other slot may hold a later change, which was being written when the program
/// was killed; or the byte that chooses between the slots has been changed since.
fn last_change_is_proven(path: &Path) -> bool {
    let mut header = [0; HEADER];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut header));
    let change = |slot: usize| {
        let at = FIRST_SLOT + slot * SLOT + CHANGE_IN_SLOT;
        header.get(at..)?.first_chunk().map(|number| u64::from_le_bytes(*number))
    };
    let chosen = usize::from(header[CHOICE] & 1);
    read.is_ok() && change(chosen) > change(1 - chosen)
}

/// Gives the blobs of an earlier version their seals.
fn seal_blobs(transaction: &WriteTransaction) -> Result<(), Trip> {
    let older = transaction.open_table(UNSEALED_BLOBS)?;
    let mut blobs = Vec::new();
    for entry in older.iter()? {
        let (key, value) = entry?;
        blobs.push((key.value().to_owned(), value.value().to_vec()));
    }
    drop(older);
    for (key, value) in &blobs {
        put(transaction, key, value)?;
    }
    transaction.delete_table(UNSEALED_BLOBS)?;
    Ok(())
}

/// Writes what can be read of a damaged file to a new one in its place. Returns where
/// the damaged one is now.
fn move_aside(path: &Path, found: StoreFault) -> Result<PathBuf, StoreFault> {
    let place = path.display().to_string();
    let io = |error| fault(opening(), &place, Error::Io(error));
    let finds = Finds::of(&fs::read(path).map_err(io)?);
    if finds.is_empty() {
        return Err(found);
    }
    let renewed = path.with_extension("salvaged");
    match fs::remove_file(&renewed) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(io(error)),
        Ok(()) | Err(_) => {}
    }
    let shown = |error: Error| fault(opening(), &place, error);
    write_recovered(&renewed, &finds).map_err(shown)?;
    let aside = (1..=u32::MAX)
        .map(|number| path.with_extension(format!("damaged-{number}")))
        .find(|aside| !aside.exists())
        .unwrap_or_else(|| path.with_extension("damaged"));
    fs::rename(path, &aside).map_err(io)?;
    fs::rename(&renewed, path).map_err(io)?;
    Ok(aside)
}

/// The settings for opening a store. Its cache has an upper bound, because a hall needs
/// the memory for its tables.
fn builder() -> Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(MOST_CACHED);
    builder
}

fn write_recovered(path: &Path, finds: &Finds) -> Result<(), Error> {
    permissions::file(path)?;
    let database = builder().create(path)?;
    let transaction = database.begin_write()?;
    let mut rows = transaction.open_table(ROWS)?;
    for ((slug, number), row) in &finds.rows {
        rows.insert((slug.as_str(), *number), sealed(slug, *number, row).as_str())?;
    }
    drop(rows);
    let mut lengths = transaction.open_table(LENGTHS)?;
    for (slug, length) in finds.expected() {
        lengths.insert(slug.as_str(), sealed(&slug, COUNT, &length.to_string()).as_str())?;
    }
    drop(lengths);
    let mut blobs = transaction.open_table(BLOBS)?;
    for (key, (count, blob)) in &finds.blobs {
        blobs.insert(key.as_str(), sealed_blob(key, *count, blob).as_slice())?;
    }
    drop(blobs);
    let mut about = transaction.open_table(ABOUT)?;
    let count = finds.blobs.values().map(|(count, _)| *count).max().unwrap_or(0);
    about.insert(BLOBS_KEY, count)?;
    about.insert(VERSION_KEY, VERSION)?;
    about.insert(OPEN_KEY, UNREPORTED)?;
    drop(about);
    transaction.commit()?;
    Ok(())
}
