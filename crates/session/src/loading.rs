//! Loading a stored battle or a battle file, in slices, because its orders are replayed.

#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use engine::analysis::{Job, Progress};
use engine::journal::Journal;
use message::message;
use storage::{self, Store, StoreFault};

use super::randomness::random;
use super::table_server::{RowFault, TableServer};
use super::tables::TableFault;

/// A battle that is read in the background. It can be dropped at any time; a file that only had
/// to be stored may then be stored already.
#[derive(Clone)]
pub struct BattleReading {
    name: String,
    place: Arc<BattlePlace>,
    store: Arc<dyn Store>,
    now: u64,
    stage: Arc<Mutex<ReadingStage>>,
}

/// The place of the battle.
pub(super) enum BattlePlace {
    /// In a file on disk.
    #[cfg(not(target_arch = "wasm32"))]
    At(PathBuf),
    /// In the content of a file.
    Here(Vec<u8>),
    /// In the store, under this slug.
    Stored(String),
}

/// The stage of reading.
enum ReadingStage {
    Ahead,
    /// The file is read, and not yet stored.
    Read(Box<Journal>),
    /// It is stored under a slug.
    Over(Result<(String, Box<TableServer>), TableFault>),
    /// The result has been taken.
    Taken,
}

impl BattleReading {
    /// A battle of this name that has not been read.
    pub(super) fn new(
        name: String,
        place: BattlePlace,
        store: Arc<dyn Store>,
        now: u64,
    ) -> BattleReading {
        let stage = Arc::new(Mutex::new(ReadingStage::Ahead));
        BattleReading { name, place: Arc::new(place), store, now, stage }
    }

    /// The name of the file or battle.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The slug under which it was already stored; `None` for a file.
    #[must_use]
    pub fn slug(&self) -> Option<&str> {
        match &*self.place {
            BattlePlace::Stored(slug) => Some(slug),
            #[cfg(not(target_arch = "wasm32"))]
            BattlePlace::At(_) => None,
            BattlePlace::Here(_) => None,
        }
    }

    /// The battle with its slug, once it is read; only once.
    ///
    /// # Errors
    /// If it is not a battle, or could not be read or stored.
    pub(super) fn found(&self) -> Option<Result<(String, Box<TableServer>), TableFault>> {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        match std::mem::replace(&mut *stage, ReadingStage::Taken) {
            ReadingStage::Over(found) => Some(found),
            unfinished => {
                *stage = unfinished;
                None
            }
        }
    }

    fn read(&self) -> ReadingStage {
        let read = match &*self.place {
            #[cfg(not(target_arch = "wasm32"))]
            BattlePlace::At(path) => storage::read_battle_file(path),
            BattlePlace::Here(content) => storage::read_battle_bytes(&self.name, content),
            BattlePlace::Stored(slug) => return ReadingStage::Over(self.reopened(slug)),
        };
        read.map_or_else(
            |fault| ReadingStage::Over(Err(fault.into())),
            |journal| ReadingStage::Read(Box::new(journal)),
        )
    }

    fn reopened(&self, slug: &str) -> Result<(String, Box<TableServer>), TableFault> {
        Ok((slug.to_owned(), Box::new(reopened(&*self.store, slug)?)))
    }

    fn store_journal(&self, journal: Journal) -> Result<(String, Box<TableServer>), TableFault> {
        let name = self.name.strip_suffix(".battle").unwrap_or(&self.name);
        let (table_server, rows) = TableServer::from_journal(journal, self.now, random()?);
        Ok((storage::create(&*self.store, name, &rows)?, Box::new(table_server)))
    }
}

/// The table server of a stored battle, at its last position.
pub(super) fn reopened(store: &dyn Store, slug: &str) -> Result<TableServer, StoreFault> {
    let rows = store.read(slug)?;
    TableServer::read(&rows).map_err(|RowFault { number, why }| {
        let place = format!("battle `{slug}`, row {number}");
        StoreFault::damaged(&place, message!("open the battle"), why)
    })
}

impl Job for BattleReading {
    fn step(&mut self) -> bool {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        *stage = match std::mem::replace(&mut *stage, ReadingStage::Taken) {
            ReadingStage::Ahead => self.read(),
            ReadingStage::Read(journal) => ReadingStage::Over(self.store_journal(*journal)),
            done @ (ReadingStage::Over(_) | ReadingStage::Taken) => {
                *stage = done;
                return false;
            }
        };
        true
    }

    fn progress(&self) -> Progress {
        let stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        let done = match *stage {
            ReadingStage::Ahead => 0,
            ReadingStage::Read(_) => 1,
            ReadingStage::Over(_) | ReadingStage::Taken => 2,
        };
        Progress { done, all: 2 }
    }
}
