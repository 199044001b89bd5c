//! A player's stored battles, each of which can be opened as a table.

#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;

use engine::journal::{Opening, OpeningFault};
use message::{Message, message};
use storage::{
    self, BattleLibrary, Clock, InMemory, Listed, SettingsStore, StoreFault, StoreTrouble,
    SystemClock,
};

use super::client::Client;
use super::loading::{BattlePlace, BattleReading, reopened};
use super::protocol::Seat;
use super::randomness::{NoRandomness, random};
use super::runtime::InlineTable;
#[cfg(not(target_arch = "wasm32"))]
use super::runtime::ThreadTable;
use super::scores::{Scores, Wake};
use super::table_server::{Requester, TableServer};

/// The reason why a table cannot be opened.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum TableFault {
    /// The battle cannot begin.
    #[error(transparent)]
    Opening(#[from] OpeningFault),
    /// It could not be stored or read.
    #[error(transparent)]
    Store(#[from] StoreFault),
    /// The system cannot start a thread.
    #[error("the system cannot start a thread: {0}")]
    Thread(String),
    /// Its dice could be guessed.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
}

impl From<TableFault> for Message {
    fn from(fault: TableFault) -> Message {
        match fault {
            TableFault::Opening(fault) => fault.why,
            TableFault::Store(fault) => fault.in_words(),
            TableFault::Randomness(none) => none.message(),
            TableFault::Thread(why) => {
                message!("the system cannot start a thread: {why}", why)
            }
        }
    }
}

/// The battles of a store, and how their tables are driven.
#[derive(Clone)]
pub struct Tables {
    library: BattleLibrary,
    /// Wakes the screen, and gives each table a thread; `None` if everything
    /// happens in the calling thread.
    wake: Option<Wake>,
}

/// The reason why everything is lost when the window closes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsavedReason {
    /// The reason and the remedy, in words.
    pub why: Message,
    /// Whether another window of the program has the store open.
    pub is_open_elsewhere: bool,
}

/// The time, in seconds since 1970.
#[must_use]
pub fn now() -> u64 {
    SystemClock.now()
}

impl Tables {
    /// The tables of the player who runs the program, in the system's folder for such
    /// files; and the reason if they cannot be stored.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn on_disk(wake: Wake) -> (Tables, Option<UnsavedReason>) {
        let opened = match storage::home() {
            Some(folder) => storage::OnDisk::open(&folder).map_err(|fault| UnsavedReason {
                why: fault.in_words(),
                is_open_elsewhere: fault.trouble == StoreTrouble::Locked,
            }),
            None => Err(UnsavedReason {
                why: message!("the system provides no folder for your files."),
                is_open_elsewhere: false,
            }),
        };
        match opened {
            Ok(store) => (Tables::threaded(BattleLibrary::new(store, SystemClock), wake), None),
            Err(why) => (Tables::in_memory(), Some(why)),
        }
    }

    /// Sends a line about this start to the window that is already open. Returns whether there is
    /// one that has answered.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn ring_at_home(line: &str) -> bool {
        storage::home().is_some_and(|folder| storage::single_instance::ring(&folder, line))
    }

    /// Receives the lines of later starts. Only the window that has that store open may
    /// listen.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn listen_at_home(next_frame: impl Fn(String) + Send + 'static) {
        if let Some(folder) = storage::home() {
            // Without it a second window opens, and shows that nothing is stored.
            let _ = storage::single_instance::listen(&folder, next_frame);
        }
    }

    /// A message to the player about a store that was damaged.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn salvaged(&self) -> Option<Message> {
        let condition = self.library.store().condition();
        // A window that the system ends with the session is no news.
        if condition == storage::StoreCondition::NotClosed { None } else { condition.warning() }
    }

    /// A message about an earlier run that panicked; only returned once.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn went_wrong_before() -> Option<Message> {
        let report = storage::take_report(&storage::home()?)?.display().to_string();
        Some(message!(
            "Trierarch had an internal error last time. Every order that you saw is saved. A report for the person who gave you the program: {report}",
            report
        ))
    }

    /// The tables that the browser stores for this page; and the reason if it stores
    /// none. `wake` is called when something was stored.
    #[cfg(target_arch = "wasm32")]
    pub async fn in_browser(wake: Wake) -> (Tables, Option<UnsavedReason>) {
        match storage::Browser::open(wake).await {
            Ok(browser) => {
                let writers = browser.clone();
                let writer = move |slug: &str| writers.row_writer(slug);
                let library = BattleLibrary::with_writers(Arc::new(browser), SystemClock, writer);
                (Tables::inline(library), None)
            }
            Err(fault) => {
                let is_open_elsewhere = fault.trouble == StoreTrouble::Locked;
                (
                    Tables::in_memory(),
                    Some(UnsavedReason { why: fault.in_words(), is_open_elsewhere }),
                )
            }
        }
    }

    /// Tables that are lost when the program ends.
    #[must_use]
    pub fn in_memory() -> Tables {
        Tables::inline(BattleLibrary::new(InMemory::default(), SystemClock))
    }

    /// Tables that run in the calling thread.
    #[must_use]
    pub fn inline(library: BattleLibrary) -> Tables {
        Tables { library, wake: None }
    }

    /// Tables that each have a thread.
    #[must_use]
    pub fn threaded(library: BattleLibrary, wake: Wake) -> Tables {
        Tables { library, wake: Some(wake) }
    }

    /// The time, in seconds since 1970.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.library.now()
    }

    /// Every battle, the most recently played first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn battles(&self) -> Result<Vec<Listed>, StoreFault> {
        self.library.battles()
    }

    /// Whether the store may delete the battles without asking, as a browser may.
    #[must_use]
    pub fn may_be_cleared(&self) -> bool {
        self.library.store().may_be_cleared()
    }

    /// The player's settings, fleets and partly filled forms.
    #[must_use]
    pub fn settings_store(&self) -> SettingsStore {
        match &self.wake {
            Some(wake) => SettingsStore::threaded(self.library.shared(), Arc::clone(wake)),
            None => SettingsStore::at_once(self.library.shared()),
        }
    }

    /// The scores of these battles, found one after the other.
    #[must_use]
    pub fn scores(&self, slugs: Vec<String>) -> Scores {
        Scores::of(self.library.shared(), slugs, self.wake.clone())
    }

    /// Deletes a battle.
    ///
    /// # Errors
    /// If there is no such battle, or the store cannot be written.
    pub fn delete(&self, slug: &str) -> Result<(), StoreFault> {
        self.library.delete(slug)
    }

    /// Begins a battle, and joins its table. It is stored under its name, with a number
    /// if that is taken.
    ///
    /// # Errors
    /// If the fleets cannot fight each other, or it could not be stored.
    pub fn begin(&self, name: &str, opening: Opening, seat: Seat) -> Result<Client, TableFault> {
        let (table_server, rows) = TableServer::begin(opening, self.now(), random()?)?;
        let slug = self.library.create(name, &rows)?;
        Ok(self.open(table_server, slug, seat)?.seeing())
    }

    /// The battle file at a path; nothing is read yet.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn reading_at(&self, path: PathBuf) -> BattleReading {
        let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        BattleReading::new(name, BattlePlace::At(path), self.library.shared(), self.now())
    }

    /// A battle file with this name and content; nothing is read yet.
    #[must_use]
    pub fn reading_of(&self, name: String, content: Vec<u8>) -> BattleReading {
        BattleReading::new(name, BattlePlace::Here(content), self.library.shared(), self.now())
    }

    /// A stored battle with its name; nothing is read yet.
    #[must_use]
    pub fn reading_again(&self, slug: &str, name: String) -> BattleReading {
        BattleReading::new(
            name,
            BattlePlace::Stored(slug.to_owned()),
            self.library.shared(),
            self.now(),
        )
    }

    /// Joins the table of a battle that was read, without waiting for the first view
    /// ([`Client::has_seen`]); `None` while it is being read.
    ///
    /// # Errors
    /// If it is not a battle, or could not be read or stored.
    #[must_use]
    pub fn join(&self, reading: &BattleReading, seat: Seat) -> Option<Result<Client, TableFault>> {
        let found = reading.found()?;
        let open =
            |(slug, table_server): (String, Box<TableServer>)| self.open(*table_server, slug, seat);
        Some(found.and_then(open))
    }

    /// Joins the table of a stored battle again, at its last position.
    ///
    /// # Errors
    /// If there is no such battle, or it cannot be read.
    pub fn reopen(&self, slug: &str, seat: Seat) -> Result<Client, TableFault> {
        let table_server = reopened(self.library.store(), slug)?;
        Ok(self.open(table_server, slug.to_owned(), seat)?.seeing())
    }

    fn open(
        &self,
        table_server: TableServer,
        slug: String,
        seat: Seat,
    ) -> Result<Client, TableFault> {
        let writer = self.library.row_writer(&slug);
        let asker = Requester::at(seat);
        let clock = self.library.clone();
        let now = move || clock.now();
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(wake) = self.wake.clone() {
            let table = ThreadTable::new(table_server, writer)
                .map_err(|error| TableFault::Thread(error.to_string()))?;
            let connection = table.sit(asker, move || wake());
            let client = Client::new(slug, connection, now);
            let client = client.with_table(table, self.library.shared());
            return Ok(client);
        }
        let connection = InlineTable::new(table_server, writer).sit(asker);
        Ok(Client::new(slug, connection, now))
    }
}
