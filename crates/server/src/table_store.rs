//! The store of a server's tables, and how they are found in it.

use std::path::Path;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use engine::journal::{Opening, hex};
use session::{CarriedTable, TableServer, ThreadTable, now};
#[cfg(feature = "nats")]
use storage::OnNats;
use storage::{
    Added, InMemory, OnDisk, Store, StoreCondition, StoreTrouble, home, permissions,
    read_table_file, table_file_bytes,
};

use super::fault::HostFault;
use super::hosted_table::HostedTable;
use super::log::log;
use super::record_store::{Records, TableRecord};
use super::tokens::{CodeLength, Secret, is_name, random, table_name};
use super::{HostSetup, lobby};

/// The battle that is opened if none is named.
const READY: &str = "sybota";
/// The size of a test write to the store, in bytes.
const TEST_BYTES: usize = 64 << 10;

/// A store with the host's secret in it.
pub(super) struct TableStore {
    secret: Secret,
    pub(super) records: Records,
}

/// The table under a name.
pub(super) enum TableLookup<T> {
    /// A table.
    Open(T),
    /// A table was there, and its owner has closed it.
    Closed,
    /// Nothing.
    Nothing,
}

impl TableStore {
    /// The named folder. Otherwise, one for this table in the player's data folder; the player's
    /// own battles, if one of them is named; or memory, if the system has no folder for data.
    pub(super) fn open(setup: &HostSetup) -> Result<TableStore, HostFault> {
        let spoken = if setup.many { CodeLength::Long } else { CodeLength::Short };
        #[cfg(feature = "nats")]
        if let Some(servers) = &setup.nats {
            let store = OnNats::open(servers)?;
            let durable = if store.is_durable() { "" } else { ", and this is not durable" };
            log(&format!("tables are stored on NATS{durable}"));
            return TableStore::over(Arc::new(store), spoken);
        }
        let folder = match (&setup.data, home()) {
            (Some(data), _) => Some(data.clone()),
            (None, Some(home)) if setup.many => Some(home.join("hall")),
            (None, Some(home)) => {
                let battle = setup.battle.as_deref().unwrap_or(READY);
                let is_kept = Opening::ready(battle, 0).is_none() && !Path::new(battle).is_file();
                let own = table_name().ok_or(HostFault::NoRandomness)?;
                Some(if is_kept { home } else { home.join("hosted").join(own) })
            }
            (None, None) => None,
        };
        let store: Arc<dyn Store> = match &folder {
            Some(folder) => Arc::new(OnDisk::open(folder).map_err(|fault| {
                if setup.data.is_some() { fault.of_named_folder() } else { fault }
            })?),
            None => Arc::new(InMemory::default()),
        };
        if let Some(warning) = store.condition().warning() {
            log(&warning.to_string());
        }
        match &folder {
            Some(folder) => {
                log(&format!("tables are stored in {}", folder.display()));
                if permissions::others_may_list(folder) {
                    log(
                        "other users of this machine may list that folder, because it has other files",
                    );
                }
            }
            None => log("tables are not stored: name a folder with --data"),
        }
        TableStore::over(store, spoken)
    }

    /// A table store over a store that is already open.
    pub(super) fn over(store: Arc<dyn Store>, spoken: CodeLength) -> Result<TableStore, HostFault> {
        let new = Secret::new(spoken).ok_or(HostFault::NoRandomness)?;
        if store.condition() != StoreCondition::Whole
            && store.blob("host/secret")?.is_none()
            && !store.blobs("host/")?.is_empty()
        {
            log("the secret of the tokens is lost: all players must join again with new codes");
        }
        // The secret of the first program is that of all.
        let first = &mut |record: Option<&[u8]>| record.is_none().then(|| new.bytes().to_vec());
        let record = store.change_blob("host/secret", first)?.unwrap_or_default();
        let secret = Secret::record(&record, spoken)
            .ok_or_else(|| HostFault::Storage("the secret has a different length".to_owned()))?;
        Ok(TableStore { secret, records: Records::over(store) })
    }

    /// Removes the rows of a closed table, if no other program reads them.
    pub(super) fn removes(&self, record: &TableRecord) -> Result<(), HostFault> {
        if !self.is_shared() {
            self.store().delete(&record.slug)?;
        }
        Ok(())
    }

    /// Whether the tables are stored after the program ends.
    pub(super) fn is_durable(&self) -> bool {
        self.store().is_durable()
    }

    /// Whether changes can be stored: not while the disk is full. If the last attempt failed, it is
    /// tried again.
    pub(super) fn keeps(&self) -> bool {
        // On a full disk a short text may still fit.
        let was_stuck = self.store().is_stuck();
        let text = vec![0; TEST_BYTES];
        self.store().put_blob("host/tried", Some(&text)).is_ok() && !was_stuck
    }

    /// Whether other programs may serve the same tables.
    pub(super) fn is_shared(&self) -> bool {
        self.store().is_shared()
    }

    /// A table that is not in this program's memory. `opens` says whether one may be opened.
    ///
    /// # Errors
    /// If it cannot be read or opened; then it is unknown whether it exists.
    pub(super) fn find(
        &self,
        name: &str,
        opens: Result<bool, HostFault>,
    ) -> Result<TableLookup<HostedTable>, HostFault> {
        if !is_name(name) {
            return Ok(TableLookup::Nothing);
        }
        let record = match self.records.of(name)? {
            None => return Ok(TableLookup::Nothing),
            Some(record) if record.closed => return Ok(TableLookup::Closed),
            Some(record) => record,
        };
        if !opens? {
            return Ok(TableLookup::Nothing);
        }
        let hosted = self.again(record)?;
        // It may have been closed just now.
        Ok(if hosted.admission.is_closed() {
            TableLookup::Closed
        } else {
            TableLookup::Open(hosted)
        })
    }

    /// Passes on rows that any program adds from now on, and reads the stored tables.
    pub(super) fn listen(
        &self,
        hears: impl Fn(Added) + Send + Sync + 'static,
    ) -> Result<(), HostFault> {
        self.store().listen(Arc::new(hears))?;
        self.records.load()
    }

    /// Sends the other programs a text that is not stored.
    pub(super) fn publish(&self, text: &str) -> Result<(), HostFault> {
        Ok(self.store().publish(text)?)
    }

    /// Reads every table that is not closed, one after the other, for the lobby. Halls that share
    /// their tables exchange these states.
    pub(super) fn look_through(&self) -> Result<(), HostFault> {
        if self.is_shared() {
            return Ok(());
        }
        self.load("", "")?;
        for record in self.records.all().into_iter().filter(|record| !record.closed) {
            match self.read(&record) {
                Ok(table_server) => {
                    self.records.note_lobby(
                        &record.table,
                        lobby::of(&table_server, &record.table, &record.name, record.since),
                    );
                }
                // An unreadable table does not prevent the others from opening.
                Err(why) => log(&format!("table {} is skipped: {why}", record.table)),
            }
        }
        Ok(())
    }

    /// Reads the stored tables. If it is not proved that the last changes are stored, each table
    /// gets a new epoch, because the numbers that clients remember are not reliable. A table with
    /// only its rows gets new codes; `opened` and `file` identify it.
    fn load(&self, opened: &str, file: &str) -> Result<(), HostFault> {
        self.records.load()?;
        if self.store().condition() == StoreCondition::Whole {
            return Ok(());
        }
        for record in self.records.all().into_iter().filter(|record| !record.closed) {
            let epoch = epoch()?;
            let with_new_epoch = |found: Option<&TableRecord>| {
                Some(TableRecord { epoch: epoch.clone(), ..found?.clone() })
            };
            self.records.change(&record.table, with_new_epoch)?;
        }
        for ends in self.store().battles()? {
            let Some(name) = name_in(&ends.slug).filter(|name| is_name(name)) else { continue };
            if self.records.of(&name).ok().flatten().is_none() {
                log(&format!("table {name}: its codes cannot be read, so it has new ones"));
                let (file, issue) = (file.to_owned(), now());
                self.records.adopt(TableRecord {
                    file,
                    issue,
                    ..new_record(name, None, opened)?
                })?;
            }
        }
        Ok(())
    }

    /// The table of this battle: one that was opened under the same name before, otherwise a stored
    /// battle, a ready one or a file.
    pub(super) fn only(&self, battle: Option<&str>) -> Result<HostedTable, HostFault> {
        // A file that has changed since then counts as a later battle.
        let file = battle.map(content).unwrap_or_default();
        self.load(battle.unwrap_or(READY), &file)?;
        let named = |record: &TableRecord| {
            battle.is_none_or(|battle| record.opened == battle && record.file == file)
        };
        let open = self.records.all().into_iter().find(|record| !record.closed && named(record));
        if let Some(record) = open {
            return self.again(record);
        }
        let battle = battle.unwrap_or(READY);
        let is_kept = self.store().battles()?.iter().any(|ends| ends.slug == battle);
        let table = table_name().ok_or(HostFault::NoRandomness)?;
        if is_kept {
            let record = new_record(table, Some(battle), battle)?;
            return self.opened(self.read(&record)?, &record);
        }
        let salt = random().ok_or(HostFault::NoRandomness)?;
        if let Some(opening) = Opening::ready(battle, seed()?) {
            let (table_server, rows) = TableServer::begin(opening, now(), salt)?;
            return self.begin(&new_record(table, None, battle)?, table_server, &rows);
        }
        if !Path::new(battle).is_file() {
            return Err(HostFault::NoBattle(battle.to_owned()));
        }
        let (journal, carried) = read_table_file(Path::new(battle))?;
        let Some(carried) = carried else {
            let record = TableRecord { file, ..new_record(table, None, battle)? };
            let (table_server, rows) = TableServer::from_journal(journal, now(), salt);
            let (table_server, rows) = table_server.from_file(rows, now(), pool()?);
            return self.begin(&record, table_server, &rows);
        };
        let carried = CarriedTable::read(carried)?;
        if !is_name(&carried.table) {
            return Err(HostFault::Storage(format!("{battle}: this is not a table's name")));
        }
        let rows = carried.rows(&journal)?;
        let mut record = TableRecord { file, ..new_record(carried.table, None, battle)? };
        if self.store().battles()?.iter().any(|ends| ends.slug == record.slug) {
            // The battle that was continued here after the file was saved stays stored, too.
            record.slug = format!("{}-{}", record.slug, record.epoch);
        }
        let (table_server, rows) = TableServer::read(&rows)?.from_file(rows, now(), pool()?);
        self.begin(&record, table_server, &rows)
    }

    /// The table of the window that is stored under this slug.
    pub(super) fn shared(&self, slug: &str, table: ThreadTable) -> Result<HostedTable, HostFault> {
        self.load(slug, "")?;
        let open =
            self.records.all().into_iter().find(|record| !record.closed && record.slug == slug);
        let record = match open {
            Some(record) => record,
            None => new_record(table_name().ok_or(HostFault::NoRandomness)?, Some(slug), slug)?,
        };
        let record = self.records.change(&record.table, |_| Some(record.clone()));
        let record = record?;
        HostedTable::over(record, self.secret.clone(), self.records.clone(), table)
    }

    /// The name of the table that this key opens in a hall.
    pub(super) fn name_of(&self, key: &str) -> String {
        self.secret.table(key)
    }

    /// A table of a hall.
    pub(super) fn open_table(
        &self,
        table: String,
        name: String,
        opening: Opening,
    ) -> Result<HostedTable, HostFault> {
        let salt = random().ok_or(HostFault::NoRandomness)?;
        let (table_server, rows) = TableServer::begin(opening, now(), salt)?;
        let record = TableRecord { name, ..new_record(table, None, "")? };
        match self.begin(&record, table_server, &rows) {
            // The same request was carried out by another program, or by one that ended
            // during it.
            Err(HostFault::Store(fault)) if fault.trouble == StoreTrouble::Conflict => {
                self.opened(self.read(&record)?, &record)
            }
            begun => begun,
        }
    }

    /// A new table.
    fn begin(
        &self,
        record: &TableRecord,
        table_server: TableServer,
        rows: &[String],
    ) -> Result<HostedTable, HostFault> {
        self.store().create(&record.slug, rows)?;
        self.opened(table_server, record)
    }

    /// A table whose rows are stored; its other data are those that the first program has stored.
    fn opened(
        &self,
        table_server: TableServer,
        record: &TableRecord,
    ) -> Result<HostedTable, HostFault> {
        let changed = self.records.change(&record.table, |found| match found {
            Some(_) if self.store().is_shared() => None,
            Some(_) | None => Some(record.clone()),
        });
        let record = changed?;
        self.hosted(table_server, record)
    }

    /// A stored table, opened again.
    fn again(&self, record: TableRecord) -> Result<HostedTable, HostFault> {
        let table_server = self.read(&record)?;
        if self.is_shared() {
            self.opened(table_server, &record)
        } else {
            self.hosted(table_server, record)
        }
    }

    fn read(&self, record: &TableRecord) -> Result<TableServer, HostFault> {
        Ok(TableServer::read(&self.store().read(&record.slug)?)?)
    }

    /// A hosted table, entered in the lobby's list.
    fn hosted(
        &self,
        table_server: TableServer,
        record: TableRecord,
    ) -> Result<HostedTable, HostFault> {
        if !self.is_shared() {
            self.records.note_lobby(
                &record.table,
                lobby::of(&table_server, &record.table, &record.name, record.since),
            );
        }
        HostedTable::open(record, self.secret.clone(), self.records.clone(), table_server)
    }

    /// The program ends.
    pub(super) fn leaves(&self) {
        self.store().leave();
    }

    fn store(&self) -> &dyn Store {
        &**self.records.store()
    }
}

/// The name of a hall's table that is stored under this slug.
pub(super) fn name_in(slug: &str) -> Option<String> {
    let digits = slug.strip_prefix("table-")?.as_bytes().chunks(2);
    let byte = |two: &[u8]| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok();
    String::from_utf8(digits.map(byte).collect::<Option<_>>()?).ok()
}

/// A random seed, small enough that every JSON reader keeps it exactly.
pub(super) fn seed() -> Result<u64, HostFault> {
    random().map(|bytes| u64::from_le_bytes(bytes) >> 12).ok_or(HostFault::NoRandomness)
}

/// Random bytes for new dice.
fn pool() -> Result<[u8; 32], HostFault> {
    random().ok_or(HostFault::NoRandomness)
}

/// A unique name for the numbering of a table's changes.
fn epoch() -> Result<String, HostFault> {
    Ok(hex(&random::<8>().ok_or(HostFault::NoRandomness)?))
}

/// The stored data of a new table; `slug` names its battle if it is already stored.
fn new_record(table: String, slug: Option<&str>, opened: &str) -> Result<TableRecord, HostFault> {
    // Names that differ only in capitals are different tables.
    let slug = slug.map_or_else(|| format!("table-{}", hex(table.as_bytes())), str::to_owned);
    let epoch = epoch()?;
    let opened = opened.to_owned();
    let (file, issued, refusals, since) = (String::new(), Vec::new(), Vec::new(), now());
    let (played, closed, name) = (false, false, String::new());
    let issue = 0;
    Ok(TableRecord {
        table,
        name,
        slug,
        opened,
        file,
        epoch,
        issue,
        issued,
        refusals,
        since,
        played,
        closed,
    })
}

/// The hash of a battle file's content; empty if there is no file or it cannot
/// be read, which is reported where it is opened.
fn content(battle: &str) -> String {
    let file = Some(Path::new(battle)).filter(|path| path.is_file());
    let bytes = file.and_then(|file| table_file_bytes(file).ok());
    bytes.map(|bytes| hex(&Sha256::digest(&bytes))).unwrap_or_default()
}
