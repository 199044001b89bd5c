//! The store on the disk: one redb file. An order is one row added to one
//! table, and committed to the disk before the call returns.

mod fault;
mod opening;
mod salvage;
mod seal;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use redb::{
    Database, DatabaseError, Error, ReadTransaction, ReadableDatabase, ReadableTable,
    TableDefinition, WriteTransaction,
};

use super::crash_report::expecting;
use super::settings_store::saving;
use super::{Ends, Sound, Store, StoreCondition, StoreFault, StoreTrouble};
use fault::{fault, missing_file, unreadable};
use message::{Message, message};
use seal::{COUNT, sealed, sealed_blob, unsealed, unsealed_blob};

/// Rows by battle and number, from 0, each after its seal.
const ROWS: TableDefinition<(&str, u64), &str> = TableDefinition::new("sealed-rows");
/// The number of rows of each battle, after a seal, so that missing rows at the end are
/// noticed, too.
const LENGTHS: TableDefinition<&str, &str> = TableDefinition::new("lengths");
/// Fleets, settings, forms, by key, each after its seal and count.
const BLOBS: TableDefinition<&str, &[u8]> = TableDefinition::new("sealed-blobs");
/// Facts about the file itself.
const ABOUT: TableDefinition<&str, u64> = TableDefinition::new("about");
/// The program that last wrote to the file.
const WRITER: TableDefinition<&str, &str> = TableDefinition::new("writer");
/// The key in `WRITER` for that program's version.
const PROGRAM_KEY: &str = "program";
/// The key in `ABOUT` for the version of the store.
const VERSION_KEY: &str = "version";
/// The key in `ABOUT` for the number of blobs ever written, from which each gets its count.
const BLOBS_KEY: &str = "blobs";
/// The key in `ABOUT` for whether a program has the store open.
const OPEN_KEY: &str = "open";
/// No program has it open: the last one has closed it.
const CLOSED: u64 = 0;
/// A program has it open, or was killed.
const OPEN: u64 = 1;
/// The same, and the player has not been warned yet that changes may be missing.
const UNREPORTED: u64 = 2;

/// The version of the store that this program writes.
pub const VERSION: u64 = 3;

/// The name of the file in the store's folder.
pub const FILE_NAME: &str = "trierarch.redb";

/// The folder with this player's battles: the one in the variable
/// `TRIERARCH_DATA`, or the system's for this user; `None` if the system does
/// not say who the user is.
#[must_use]
pub fn home() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("TRIERARCH_DATA").filter(|name| !name.is_empty()) {
        return Some(PathBuf::from(named));
    }
    directories::ProjectDirs::from("", "", "trierarch").map(|dirs| dirs.data_dir().to_owned())
}

/// Opens the file; creates it only if that is allowed.
type Opener = Box<dyn Fn(Beginning) -> Result<Database, DatabaseError> + Send + Sync>;

/// Whether a missing file is created.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beginning {
    /// The program has just started.
    Allowed,
    /// The file was there a moment ago, and a new one would hide that it is
    /// gone.
    Forbidden,
}

/// A store in one file on the disk.
pub struct OnDisk {
    opener: Opener,
    place: String,
    /// The file, if there is a path to it.
    file: Option<Watched>,
    /// Its condition when it was opened.
    condition: StoreCondition,
    /// Whether the next program reports that condition.
    stays_unreported: bool,
    /// `None` after an error from which redb cannot recover while the file is open: the next call
    /// opens it again, so that a player who has freed disk space can continue without a restart.
    database: Mutex<Option<Database>>,
    /// Whether the last change could not be written.
    stuck: AtomicBool,
}

/// An open file, to notice if it is replaced.
struct Watched {
    path: PathBuf,
    identity: Option<Identity>,
}

/// The numbers by which the system tells files apart.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|about| (about.dev(), about.ino()))
}

/// On other systems an open file cannot be moved or deleted, so it is enough
/// that it exists.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    fs::metadata(path).ok().map(|_| (0, 0))
}

impl OnDisk {
    /// Lets the next program that opens the store report its condition.
    pub fn leave_unreported(&mut self) {
        self.stays_unreported = true;
    }

    /// The storage library panics over some kinds of damage; here that becomes
    /// an error like any other.
    fn caught<T>(
        &self,
        doing: &Message,
        run: impl FnOnce() -> Result<T, StoreFault>,
    ) -> Result<T, StoreFault> {
        expecting(|| catch_unwind(AssertUnwindSafe(run)))
            .unwrap_or_else(|_| Err(unreadable(doing.clone(), &self.place)))
    }

    /// Closes the file, whatever state it is in.
    fn close(&self, database: Option<Database>) {
        // An error of closing concerns a file that is already given up.
        let _ = self.caught(&opening(), || {
            drop(database);
            Ok(())
        });
    }

    fn with<T>(
        &self,
        doing: &Message,
        run: impl FnOnce(&Database) -> Result<T, Trip>,
    ) -> Result<T, StoreFault> {
        let mut place = self.database.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = &self.file
            && identity(&file.path) != file.identity
        {
            self.close(place.take());
            return Err(missing_file(doing.clone(), &self.place));
        }
        let describe = |error: Error| fault(doing.clone(), &self.place, error);
        let database = match place.take() {
            Some(database) => database,
            None => self.caught(doing, || {
                (self.opener)(Beginning::Forbidden).map_err(|error| describe(error.into()))
            })?,
        };
        let result = expecting(|| catch_unwind(AssertUnwindSafe(|| run(&database))));
        match result {
            Ok(result @ (Ok(_) | Err(Trip::Fault(_)))) => {
                *place = Some(database);
                result.map_err(|trip| match trip {
                    Trip::Fault(fault) => *fault,
                    Trip::Redb(error) | Trip::Undecided(error) => describe(*error),
                })
            }
            Ok(Err(Trip::Redb(error))) => {
                self.close(Some(database));
                Err(describe(*error))
            }
            Ok(Err(Trip::Undecided(error))) => {
                self.close(Some(database));
                Err(undecided(describe(*error)))
            }
            Err(_) => {
                self.close(Some(database));
                Err(undecided(unreadable(doing.clone(), &self.place)))
            }
        }
    }

    fn writing<T>(
        &self,
        doing: &Message,
        run: impl FnOnce(&WriteTransaction) -> Result<T, Trip>,
    ) -> Result<T, StoreFault> {
        // A refusal for another reason does not mean that writing failed.
        let is_lost = |fault: &StoreFault| match fault.trouble {
            StoreTrouble::Full
            | StoreTrouble::Forbidden
            | StoreTrouble::Other
            | StoreTrouble::Locked => true,
            StoreTrouble::Conflict
            | StoreTrouble::Missing
            | StoreTrouble::Damaged
            | StoreTrouble::Version => self.is_stuck(),
        };
        let written = self.with(doing, |database| {
            let mut transaction = database.begin_write()?;
            // The change is whole on the disk before it is named as the last one, so a last change
            // that cannot be read was damaged, and never half written: redb then reports it,
            // instead of continuing from the one before.
            transaction.set_two_phase_commit(true);
            let result = run(&transaction)?;
            // Reading the file again shows whether a failed commit was written.
            transaction.commit().map_err(|error| Trip::Undecided(Box::new(error.into())))?;
            Ok(result)
        });
        self.stuck.store(written.as_ref().is_err_and(is_lost), Ordering::Relaxed);
        written
    }

    fn reading<T: Default>(
        &self,
        doing: &Message,
        run: impl FnOnce(&ReadTransaction) -> Result<T, Trip>,
    ) -> Result<T, StoreFault> {
        self.with(doing, |database| match run(&database.begin_read()?) {
            // Nothing was ever written to this table.
            Err(Trip::Redb(error)) if matches!(*error, Error::TableDoesNotExist(_)) => {
                Ok(T::default())
            }
            result => result,
        })
    }

    /// Decides by reading whether a write that ended in an error was done:
    /// `done` looks whether the file has the new state, the old one, or
    /// neither.
    fn decided(
        written: Result<(), StoreFault>,
        done: impl FnOnce() -> Result<Aftermath, StoreFault>,
    ) -> Result<(), StoreFault> {
        match written {
            Err(fault) if fault.undecided => match done() {
                Ok(Aftermath::Written) => Ok(()),
                Ok(Aftermath::AsBefore) => Err(StoreFault { undecided: false, ..fault }),
                Ok(Aftermath::Neither) | Err(_) => Err(fault),
            },
            written => written,
        }
    }

    fn damaged(&self, slug: &str, doing: &Message, why: Message) -> StoreFault {
        let place = format!("{}, battle `{slug}`", self.place);
        let remedy = message!(
            "Run trierarch salvage {slug} on the machine that stores it to recover the readable part, or use an earlier copy.",
            slug
        );
        StoreFault::new(StoreTrouble::Damaged, &place, doing.clone(), why, remedy)
    }

    /// A row, without its seal.
    fn row(
        &self,
        table: &impl ReadableTable<(&'static str, u64), &'static str>,
        slug: &str,
        number: u64,
        doing: &Message,
    ) -> Result<String, Trip> {
        let text = table.get((slug, number))?;
        let row = text.as_ref().and_then(|text| unsealed(slug, number, text.value()));
        row.map(str::to_owned).ok_or_else(|| {
            let why = message!("row {number} has been changed or damaged", number);
            self.damaged(slug, doing, why).into()
        })
    }

    /// The number of rows of a battle; 0 if there is no such battle.
    fn length(
        &self,
        table: &impl ReadableTable<&'static str, &'static str>,
        slug: &str,
        doing: &Message,
    ) -> Result<u64, Trip> {
        let Some(text) = table.get(slug)? else { return Ok(0) };
        let length = unsealed(slug, COUNT, text.value()).and_then(|text| text.parse().ok());
        length.ok_or_else(|| {
            self.damaged(slug, doing, message!("its number of rows has been changed or damaged"))
                .into()
        })
    }
}

/// The same fault, marked as possibly written.
fn undecided(fault: StoreFault) -> StoreFault {
    StoreFault { undecided: true, ..fault }
}

/// The task that a fault names while the store is opened.
fn opening() -> Message {
    message!("open the store")
}

/// The state after a write that ended in an error.
enum Aftermath {
    /// The new state.
    Written,
    /// The old state.
    AsBefore,
    /// Something else: another program has written.
    Neither,
}

/// The reason for the early end of a transaction: an error of redb, or one of our faults.
enum Trip {
    Redb(Box<Error>),
    /// An error during the commit, after which it may be written or not.
    Undecided(Box<Error>),
    Fault(Box<StoreFault>),
}

impl<E: Into<Error>> From<E> for Trip {
    fn from(error: E) -> Trip {
        Trip::Redb(Box::new(error.into()))
    }
}

/// A store that is closed in good order says so to the next program.
impl Drop for OnDisk {
    fn drop(&mut self) {
        self.leave();
    }
}

impl From<StoreFault> for Trip {
    fn from(fault: StoreFault) -> Trip {
        Trip::Fault(Box::new(fault))
    }
}

/// Adds rows to a battle that must have `expected` of them.
fn add(
    transaction: &WriteTransaction,
    slug: &str,
    expected: u64,
    rows: &[String],
) -> Result<(), Trip> {
    let mut table = transaction.open_table(ROWS)?;
    for (number, row) in (expected..).zip(rows) {
        table.insert((slug, number), sealed(slug, number, row).as_str())?;
    }
    let length = (expected + rows.len() as u64).to_string();
    let mut lengths = transaction.open_table(LENGTHS)?;
    lengths.insert(slug, sealed(slug, COUNT, &length).as_str())?;
    Ok(())
}

/// Writes a blob under the next count.
fn put(transaction: &WriteTransaction, key: &str, value: &[u8]) -> Result<(), Trip> {
    let mut about = transaction.open_table(ABOUT)?;
    let count = about.get(BLOBS_KEY)?.map_or(0, |count| count.value()).saturating_add(1);
    about.insert(BLOBS_KEY, count)?;
    let sealed = sealed_blob(key, count, value);
    transaction.open_table(BLOBS)?.insert(key, sealed.as_slice())?;
    Ok(())
}

impl Store for OnDisk {
    fn leave(&self) {
        if self.database.lock().unwrap_or_else(PoisonError::into_inner).is_none() {
            // It was given up after an error, or was never ours.
            return;
        }
        // If this fails, the next program asks the players to check.
        let _ = self.writing(&message!("close the store"), |transaction| {
            let mut about = transaction.open_table(ABOUT)?;
            let unreported = about.get(OPEN_KEY)?.is_some_and(|open| open.value() == UNREPORTED);
            if !(self.stays_unreported && unreported) {
                about.insert(OPEN_KEY, CLOSED)?;
            }
            Ok(())
        });
    }

    fn condition(&self) -> StoreCondition {
        self.condition.clone()
    }

    fn is_stuck(&self) -> bool {
        self.stuck.load(Ordering::Relaxed)
    }

    fn cut(&self, slug: &str, length: u64) -> Result<(), StoreFault> {
        self.writing(&message!("salvage the battle"), |transaction| {
            if transaction.open_table(LENGTHS)?.get(slug)?.is_none() {
                return Err(StoreFault::missing(&self.place, slug).into());
            }
            transaction
                .open_table(ROWS)?
                .retain_in((slug, length)..=(slug, u64::MAX), |_, _| false)?;
            let length = length.to_string();
            let sealed = sealed(slug, COUNT, &length);
            transaction.open_table(LENGTHS)?.insert(slug, sealed.as_str())?;
            transaction.open_table(ABOUT)?.insert(OPEN_KEY, UNREPORTED)?;
            Ok(())
        })
    }

    fn sound(&self, slug: &str) -> Result<Sound, StoreFault> {
        let doing = &message!("open the battle");
        self.reading(doing, |transaction| {
            let lengths = transaction.open_table(LENGTHS)?;
            let counted = match self.length(&lengths, slug, doing) {
                Ok(0) => return Err(StoreFault::missing(&self.place, slug).into()),
                Ok(length) => Some(length),
                Err(Trip::Fault(_)) => None,
                Err(trip) => return Err(trip),
            };
            let table = transaction.open_table(ROWS)?;
            let mut rows = Vec::new();
            for number in 0..counted.unwrap_or(u64::MAX) {
                match self.row(&table, slug, number, doing) {
                    Ok(row) => rows.push(row),
                    Err(Trip::Fault(_)) => break,
                    Err(trip) => return Err(trip),
                }
            }
            Ok(Sound { rows, counted })
        })
    }

    fn battles(&self) -> Result<Vec<Ends>, StoreFault> {
        let doing = &message!("list the battles");
        self.reading(doing, |transaction| {
            let lengths = transaction.open_table(LENGTHS)?;
            let rows = transaction.open_table(ROWS)?;
            let mut battles = Vec::new();
            for entry in lengths.iter()? {
                let slug = entry?.0.value().to_owned();
                let ends = || -> Result<(String, String), Trip> {
                    let length = self.length(&lengths, &slug, doing)?;
                    let last = self.row(&rows, &slug, length.saturating_sub(1), doing)?;
                    Ok((self.row(&rows, &slug, 0, doing)?, last))
                };
                let rows = match ends() {
                    Ok(rows) => Ok(rows),
                    // An unreadable battle does not prevent the others from being listed.
                    Err(Trip::Fault(fault)) => Err(*fault),
                    Err(trip) => return Err(trip),
                };
                battles.push(Ends { slug, rows });
            }
            Ok(battles)
        })
    }

    fn create(&self, slug: &str, rows: &[String]) -> Result<(), StoreFault> {
        let doing = &message!("begin the battle");
        let written = self.writing(doing, |transaction| {
            if transaction.open_table(LENGTHS)?.get(slug)?.is_some() {
                return Err(StoreFault::taken(&self.place, slug).into());
            }
            add(transaction, slug, 0, rows)
        });
        OnDisk::decided(written, || match self.read(slug) {
            Ok(found) if found == rows => Ok(Aftermath::Written),
            Ok(_) => Ok(Aftermath::Neither),
            Err(fault) if fault.trouble == StoreTrouble::Missing => Ok(Aftermath::AsBefore),
            Err(fault) => Err(fault),
        })
    }

    fn append(&self, slug: &str, expected: u64, rows: &[String]) -> Result<(), StoreFault> {
        let doing = &message!("save the order");
        let written = self.writing(doing, |transaction| {
            let length = self.length(&transaction.open_table(LENGTHS)?, slug, doing)?;
            match length {
                0 => Err(StoreFault::missing(&self.place, slug).into()),
                found if found != expected => {
                    Err(StoreFault::changed_by_other(&self.place, slug).into())
                }
                _ => add(transaction, slug, expected, rows),
            }
        });
        OnDisk::decided(written, || {
            let found = self.read(slug)?;
            let start = usize::try_from(expected).unwrap_or(usize::MAX);
            Ok(match found.get(start..) {
                Some([]) => Aftermath::AsBefore,
                Some(added) if added == rows => Aftermath::Written,
                Some(_) | None => Aftermath::Neither,
            })
        })
    }

    fn read(&self, slug: &str) -> Result<Vec<String>, StoreFault> {
        let doing = &message!("open the battle");
        let rows: Vec<String> = self.reading(doing, |transaction| {
            let length = self.length(&transaction.open_table(LENGTHS)?, slug, doing)?;
            let table = transaction.open_table(ROWS)?;
            (0..length).map(|number| self.row(&table, slug, number, doing)).collect()
        })?;
        if rows.is_empty() { Err(StoreFault::missing(&self.place, slug)) } else { Ok(rows) }
    }

    fn delete(&self, slug: &str) -> Result<(), StoreFault> {
        let written = self.writing(&message!("delete the battle"), |transaction| {
            if transaction.open_table(LENGTHS)?.remove(slug)?.is_none() {
                return Err(StoreFault::missing(&self.place, slug).into());
            }
            let mut table = transaction.open_table(ROWS)?;
            table.retain_in((slug, 0)..=(slug, u64::MAX), |_, _| false)?;
            Ok(())
        });
        OnDisk::decided(written, || match self.read(slug) {
            Ok(_) => Ok(Aftermath::AsBefore),
            Err(fault) if fault.trouble == StoreTrouble::Missing => Ok(Aftermath::Written),
            Err(fault) => Err(fault),
        })
    }

    fn blobs(&self, prefix: &str) -> Result<Vec<String>, StoreFault> {
        self.reading(&message!("list the saved data"), |transaction| {
            let table = transaction.open_table(BLOBS)?;
            let mut keys = Vec::new();
            for entry in table.range(prefix..)? {
                let key = entry?.0.value().to_owned();
                if !key.starts_with(prefix) {
                    break;
                }
                keys.push(key);
            }
            Ok(keys)
        })
    }

    fn blob(&self, key: &str) -> Result<Option<Vec<u8>>, StoreFault> {
        self.reading(&message!("read the saved data"), |transaction| {
            let table = transaction.open_table(BLOBS)?;
            let Some(value) = table.get(key)? else { return Ok(None) };
            let found = unsealed_blob(key, value.value()).map(|(_, blob)| blob.to_vec());
            let why = || message!("“{key}” has been changed or damaged", key);
            let fault = || StoreFault::damaged(&self.place, message!("read the saved data"), why());
            Ok(Some(found.ok_or_else(fault)?))
        })
    }

    fn put_blob(&self, key: &str, value: Option<&[u8]>) -> Result<(), StoreFault> {
        let written = self.writing(&saving(key), |transaction| {
            match value {
                Some(value) => put(transaction, key, value)?,
                None => drop(transaction.open_table(BLOBS)?.remove(key)?),
            }
            Ok(())
        });
        OnDisk::decided(written, || {
            let found = self.blob(key)?;
            Ok(if found.as_deref() == value { Aftermath::Written } else { Aftermath::AsBefore })
        })
    }
}
