//! The store on the disk: one redb file. An order is one row added to one
//! table, and committed to the disk before the call returns.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use redb::{
    Database, DatabaseError, Error, ReadTransaction, ReadableDatabase, ReadableTable,
    StorageBackend, TableDefinition, TableError, WriteTransaction,
};

use super::{Ends, Store, StoreFault, Trouble};

/// Rows by battle and number, from 0.
const ROWS: TableDefinition<(&str, u64), &str> = TableDefinition::new("rows");
const BLOBS: TableDefinition<&str, &[u8]> = TableDefinition::new("blobs");

/// The name of the file in the folder that the store is kept in.
pub const FILE_NAME: &str = "trierarch.redb";

/// The folder where this player's battles are kept: the one that the variable
/// `TRIERARCH_DATA` names, or the system's for this user; none where the system
/// does not say who the user is.
#[must_use]
pub fn home() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("TRIERARCH_DATA").filter(|name| !name.is_empty()) {
        return Some(PathBuf::from(named));
    }
    directories::ProjectDirs::from("", "", "trierarch").map(|dirs| dirs.data_dir().to_owned())
}

type Opener = Box<dyn Fn() -> Result<Database, DatabaseError> + Send + Sync>;

/// Keeps everything in one file on the disk.
pub struct OnDisk {
    opener: Opener,
    place: String,
    /// None after a fault that redb does not recover from while it is open: the
    /// next call opens the file anew, so that a player who has made room on the
    /// disk goes on without a restart.
    database: Mutex<Option<Database>>,
}

impl OnDisk {
    /// Opens the store of a folder, or begins one there.
    ///
    /// # Errors
    /// Where it is open elsewhere, damaged, or the disk does not let us.
    pub fn open(folder: &Path) -> Result<OnDisk, StoreFault> {
        let file = folder.join(FILE_NAME);
        let place = file.display().to_string();
        fs::create_dir_all(folder).map_err(|error| {
            fault("open the store", &folder.display().to_string(), Error::Io(error))
        })?;
        OnDisk::opened(Box::new(move || Database::create(&file)), place)
    }

    /// A store on something that behaves like a file.
    ///
    /// # Errors
    /// As [`OnDisk::open`].
    pub fn on_backend<B: StorageBackend>(
        backend: impl Fn() -> B + Send + Sync + 'static,
    ) -> Result<OnDisk, StoreFault> {
        let opener = move || Database::builder().create_with_backend(backend());
        OnDisk::opened(Box::new(opener), "a stand-in for the disk".into())
    }

    fn opened(opener: Opener, place: String) -> Result<OnDisk, StoreFault> {
        let store = OnDisk { opener, place, database: Mutex::new(None) };
        store.with("open the store", |_| Ok(()))?;
        Ok(store)
    }

    fn with<T>(
        &self,
        doing: &str,
        run: impl FnOnce(&Database) -> Result<T, Trip>,
    ) -> Result<T, StoreFault> {
        let mut place = self.database.lock().unwrap_or_else(PoisonError::into_inner);
        let told = |error: Error| fault(doing, &self.place, error);
        let database = match place.take() {
            Some(database) => database,
            None => (self.opener)().map_err(|error| told(error.into()))?,
        };
        let result = run(&database);
        if !matches!(result, Err(Trip::Redb(_) | Trip::Undecided(_))) {
            *place = Some(database);
        }
        result.map_err(|trip| match trip {
            Trip::Redb(error) => told(*error),
            Trip::Undecided(error) => StoreFault { undecided: true, ..told(*error) },
            Trip::Told(fault) => *fault,
        })
    }

    fn writing<T>(
        &self,
        doing: &str,
        run: impl FnOnce(&WriteTransaction) -> Result<T, Trip>,
    ) -> Result<T, StoreFault> {
        self.with(doing, |database| {
            let transaction = database.begin_write()?;
            let result = run(&transaction)?;
            // Whether a commit that fails was written is known when the file is
            // read again.
            transaction.commit().map_err(|error| Trip::Undecided(Box::new(error.into())))?;
            Ok(result)
        })
    }

    fn reading<T: Default>(
        &self,
        doing: &str,
        run: impl FnOnce(&ReadTransaction) -> Result<T, Trip>,
    ) -> Result<T, StoreFault> {
        self.with(doing, |database| match run(&database.begin_read()?) {
            // Nothing was ever written.
            Err(Trip::Redb(error)) if matches!(*error, Error::TableDoesNotExist(_)) => {
                Ok(T::default())
            }
            result => result,
        })
    }
}

/// What ends a transaction early: a fault of the file, or one that we tell.
enum Trip {
    Redb(Box<Error>),
    /// While it was committed.
    Undecided(Box<Error>),
    Told(Box<StoreFault>),
}

macro_rules! trips {
    ($($Fault:ty),+) => {
        $(impl From<$Fault> for Trip {
            fn from(error: $Fault) -> Trip { Trip::Redb(Box::new(error.into())) }
        })+
    };
}

trips!(redb::TransactionError, redb::StorageError, TableError);

impl From<StoreFault> for Trip {
    fn from(fault: StoreFault) -> Trip {
        Trip::Told(Box::new(fault))
    }
}

fn rows_of(
    table: &impl ReadableTable<(&'static str, u64), &'static str>,
    slug: &str,
) -> Result<u64, redb::StorageError> {
    let last = table.range((slug, 0)..=(slug, u64::MAX))?.next_back().transpose()?;
    Ok(last.map_or(0, |(key, _)| key.value().1 + 1))
}

impl Store for OnDisk {
    fn battles(&self) -> Result<Vec<Ends>, StoreFault> {
        self.reading("list the battles", |transaction| {
            let table = transaction.open_table(ROWS)?;
            let mut battles = Vec::new();
            let mut next = table.first()?;
            while let Some((key, first)) = next {
                let slug = key.value().0.to_owned();
                let all = (slug.as_str(), 0)..=(slug.as_str(), u64::MAX);
                if let Some((_, last)) = table.range(all)?.next_back().transpose()? {
                    let (first, last) = (first.value().to_owned(), last.value().to_owned());
                    battles.push(Ends { slug: slug.clone(), first, last });
                }
                next = table.range((slug.as_str(), u64::MAX)..)?.next().transpose()?;
            }
            Ok(battles)
        })
    }

    fn create(&self, slug: &str, rows: &[String]) -> Result<(), StoreFault> {
        self.writing("begin the battle", |transaction| {
            let mut table = transaction.open_table(ROWS)?;
            if rows_of(&table, slug)? > 0 {
                return Err(StoreFault::taken(&self.place, slug).into());
            }
            for (number, row) in (0..).zip(rows) {
                table.insert((slug, number), row.as_str())?;
            }
            Ok(())
        })
    }

    fn append(&self, slug: &str, kept: u64, rows: &[String]) -> Result<(), StoreFault> {
        self.writing("keep the order", |transaction| {
            let mut table = transaction.open_table(ROWS)?;
            match rows_of(&table, slug)? {
                0 => return Err(StoreFault::missing(&self.place, slug).into()),
                found if found != kept => {
                    return Err(StoreFault::gone_on(&self.place, slug).into());
                }
                _ => {}
            }
            for (number, row) in (kept..).zip(rows) {
                table.insert((slug, number), row.as_str())?;
            }
            Ok(())
        })
    }

    fn read(&self, slug: &str) -> Result<Vec<String>, StoreFault> {
        let rows: Vec<String> = self.reading("open the battle", |transaction| {
            let table = transaction.open_table(ROWS)?;
            let mut rows = Vec::new();
            for row in table.range((slug, 0)..=(slug, u64::MAX))? {
                rows.push(row?.1.value().to_owned());
            }
            Ok(rows)
        })?;
        if rows.is_empty() { Err(StoreFault::missing(&self.place, slug)) } else { Ok(rows) }
    }

    fn delete(&self, slug: &str) -> Result<(), StoreFault> {
        self.writing("take the battle away", |transaction| {
            let mut table = transaction.open_table(ROWS)?;
            if rows_of(&table, slug)? == 0 {
                return Err(StoreFault::missing(&self.place, slug).into());
            }
            table.retain_in((slug, 0)..=(slug, u64::MAX), |_, _| false)?;
            Ok(())
        })
    }

    fn blobs(&self, prefix: &str) -> Result<Vec<String>, StoreFault> {
        self.reading("list what is kept", |transaction| {
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
        self.reading("read what is kept", |transaction| {
            let table = transaction.open_table(BLOBS)?;
            Ok(table.get(key)?.map(|value| value.value().to_vec()))
        })
    }

    fn put_blob(&self, key: &str, value: Option<&[u8]>) -> Result<(), StoreFault> {
        self.writing("keep it", |transaction| {
            let mut table = transaction.open_table(BLOBS)?;
            match value {
                Some(value) => table.insert(key, value)?,
                None => table.remove(key)?,
            };
            Ok(())
        })
    }
}

/// What went wrong, in words, and how to mend it.
fn fault(doing: &str, place: &str, error: Error) -> StoreFault {
    let (trouble, why, remedy) = match error {
        Error::DatabaseAlreadyOpen => (
            Trouble::Locked,
            "another Trierarch has it open".to_owned(),
            "Close that one, or start this one with TRIERARCH_DATA set to a folder of its own.",
        ),
        Error::Io(error) => match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => (
                Trouble::Full,
                "the disk is full".to_owned(),
                "Free some space and give the order again: nothing has changed.",
            ),
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => (
                Trouble::Forbidden,
                error.to_string(),
                "Allow writing there, or set TRIERARCH_DATA to a folder that can be written to.",
            ),
            ErrorKind::InvalidData => (Trouble::Damaged, error.to_string(), MOVE_ASIDE),
            _ => (Trouble::Other, error.to_string(), "Check the disk and try again."),
        },
        Error::Corrupted(why) => (Trouble::Damaged, why, MOVE_ASIDE),
        Error::UpgradeRequired(version) => {
            (Trouble::Damaged, format!("it has the old file format {version}"), MOVE_ASIDE)
        }
        other => (Trouble::Other, other.to_string(), "Try again; if that does not help, restart."),
    };
    StoreFault {
        trouble,
        doing: doing.to_owned(),
        place: place.to_owned(),
        why,
        remedy: remedy.to_owned(),
        undecided: false,
    }
}

const MOVE_ASIDE: &str = "Move the file to a safe place and restart: a new one is created. Saved battle files can \
     then be opened.";
