//! The battles of a player, each a table that can be opened.

use std::sync::Arc;

use thiserror::Error;

use crate::journal::{Journal, Opening, OpeningFault};
use crate::say::{Say, say};
use crate::store::{self, Clock, Desk, InMemory, Listed, Shelf, StoreFault, SystemClock, Trouble};

use super::authority::{Asker, Authority, RowFault};
use super::client::Client;
use super::door::Seat;
use super::drive::InlineTable;
#[cfg(not(target_arch = "wasm32"))]
use super::drive::ThreadTable;
use super::scores::Scores;

/// Why a table cannot be opened.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum TableFault {
    /// The battle cannot begin.
    #[error(transparent)]
    Opening(#[from] OpeningFault),
    /// It could not be kept or read.
    #[error(transparent)]
    Store(#[from] StoreFault),
    /// The system gives us no thread.
    #[error("the system gives this program no thread: {0}")]
    Thread(String),
}

impl From<TableFault> for Say {
    fn from(fault: TableFault) -> Say {
        match fault {
            TableFault::Opening(fault) => fault.why,
            TableFault::Store(fault) => fault.told(),
            TableFault::Thread(why) => say!("the system gives this program no thread: {why}", why),
        }
    }
}

/// What wakes a screen when something has come.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// The battles of a store, and how their tables are carried.
#[derive(Clone)]
pub struct Tables {
    shelf: Shelf,
    /// A thread for each table, and what wakes the screen; none where all
    /// happens in the thread that asks.
    wake: Option<Wake>,
}

/// Why what is done is lost when the window closes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unkept {
    /// In words, with what to do about it.
    pub why: Say,
    /// Whether another window of the program has the store open.
    pub is_open_elsewhere: bool,
}

/// The time, in seconds since 1970.
#[must_use]
pub fn now() -> u64 {
    SystemClock.now()
}

impl Tables {
    /// The tables of the player who runs the program, kept where the system
    /// keeps such files; and why they are kept nowhere, where they are not.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn at_home(wake: Wake) -> (Tables, Option<Unkept>) {
        let opened = match store::home() {
            Some(folder) => store::OnDisk::open(&folder).map_err(|fault| Unkept {
                why: fault.told(),
                is_open_elsewhere: fault.trouble == Trouble::Locked,
            }),
            None => Err(Unkept {
                why: say!("the system does not say where you keep your files."),
                is_open_elsewhere: false,
            }),
        };
        match opened {
            Ok(store) => (Tables::threaded(Shelf::new(store, SystemClock), wake), None),
            Err(unkept) => (Tables::in_memory(), Some(unkept)),
        }
    }

    /// Tells the window that is open already, where one is, what this start wants;
    /// whether it heard it.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn ring_at_home(line: &str) -> bool {
        store::home().is_some_and(|folder| store::doorbell::ring(&folder, line))
    }

    /// Hears what later starts want. Only the window that keeps its tables at home
    /// may listen there.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn listen_at_home(hear: impl Fn(String) + Send + 'static) {
        if let Some(folder) = store::home() {
            // Without a bell a second window opens, and says that nothing is kept.
            let _ = store::doorbell::listen(&folder, hear);
        }
    }

    /// What there is to know of an earlier run that went wrong: told once.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn went_wrong_before() -> Option<Say> {
        let report = store::take_report(&store::home()?)?.display().to_string();
        Some(say!(
            "Trierarch went wrong when it ran before. Every order that was shown is kept. Please send us the report: {report}",
            report
        ))
    }

    /// The tables that the browser keeps for this page; and why it keeps none,
    /// where it does not. `wake` is called when it has kept something.
    #[cfg(all(target_arch = "wasm32", feature = "window"))]
    pub async fn in_browser(wake: Wake) -> (Tables, Option<Unkept>) {
        match store::Browser::open(wake).await {
            Ok(browser) => (Tables::inline(Shelf::browser(&browser, SystemClock)), None),
            Err(fault) => {
                let is_open_elsewhere = fault.trouble == Trouble::Locked;
                (Tables::in_memory(), Some(Unkept { why: fault.told(), is_open_elsewhere }))
            }
        }
    }

    /// Tables that are forgotten when the program ends.
    #[must_use]
    pub fn in_memory() -> Tables {
        Tables::inline(Shelf::new(InMemory::default(), SystemClock))
    }

    /// Tables in the thread of whoever asks.
    #[must_use]
    pub fn inline(shelf: Shelf) -> Tables {
        Tables { shelf, wake: None }
    }

    /// Tables with a thread of their own each.
    #[must_use]
    pub fn threaded(shelf: Shelf, wake: Wake) -> Tables {
        Tables { shelf, wake: Some(wake) }
    }

    /// The time, in seconds since 1970.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.shelf.now()
    }

    /// Every battle, the one that went on last first.
    ///
    /// # Errors
    /// Where the store cannot be read.
    pub fn battles(&self) -> Result<Vec<Listed>, StoreFault> {
        self.shelf.battles()
    }

    /// What lies about besides battles: settings, fleets, half-filled forms.
    #[must_use]
    pub fn desk(&self) -> Desk {
        match &self.wake {
            Some(wake) => Desk::threaded(self.shelf.shared(), Arc::clone(wake)),
            None => Desk::at_once(self.shelf.shared()),
        }
    }

    /// Where the battles of these slugs stand, told one after the other.
    #[must_use]
    pub fn scores(&self, slugs: Vec<String>) -> Scores {
        Scores::of(self.shelf.shared(), slugs, self.wake.clone())
    }

    /// Takes a battle away for good.
    ///
    /// # Errors
    /// Where there is no such battle, or the store cannot be written.
    pub fn delete(&self, slug: &str) -> Result<(), StoreFault> {
        self.shelf.delete(slug)
    }

    /// Begins a battle, and sits down at it. It is kept under its name, or that
    /// and a number.
    ///
    /// # Errors
    /// Where the fleets cannot fight each other, or it could not be kept.
    pub fn begin(&self, name: &str, opening: Opening, seat: Seat) -> Result<Client, TableFault> {
        let (authority, rows) = Authority::begin(opening, self.now(), salt())?;
        let slug = self.shelf.create(name, &rows)?;
        self.open(authority, slug, seat)
    }

    /// Keeps a battle that was fought elsewhere, and sits down at it.
    ///
    /// # Errors
    /// Where it could not be kept.
    pub fn take_in(&self, name: &str, journal: Journal, seat: Seat) -> Result<Client, TableFault> {
        let (authority, rows) = Authority::take_in(journal, self.now(), salt());
        let slug = self.shelf.create(name, &rows)?;
        self.open(authority, slug, seat)
    }

    /// Keeps a battle that comes as a file of this name, and sits down at it.
    ///
    /// # Errors
    /// Where it is not a battle file, or could not be kept.
    pub fn take_in_file(&self, name: &str, bytes: &[u8], seat: Seat) -> Result<Client, TableFault> {
        let journal = store::read_battle_bytes(name, bytes)?;
        self.take_in(name.strip_suffix(".battle").unwrap_or(name), journal, seat)
    }

    /// Keeps the battle of the file at a path, and sits down at it.
    ///
    /// # Errors
    /// As [`Tables::take_in_file`], or where the file cannot be read.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn open_file(&self, path: &std::path::Path, seat: Seat) -> Result<Client, TableFault> {
        let journal = store::read_battle_file(path)?;
        let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy();
        self.take_in(&name, journal, seat)
    }

    /// Sits down at a battle again, at the very order where it was left.
    ///
    /// # Errors
    /// Where there is no such battle, or it cannot be read.
    pub fn reopen(&self, slug: &str, seat: Seat) -> Result<Client, TableFault> {
        let rows = self.shelf.store().read(slug)?;
        let authority = Authority::read(&rows).map_err(|RowFault { number, why }| {
            let place = format!("battle `{slug}`, row {number}");
            StoreFault::damaged(&place, say!("open the battle"), why)
        })?;
        self.open(authority, slug.to_owned(), seat)
    }

    fn open(&self, authority: Authority, slug: String, seat: Seat) -> Result<Client, TableFault> {
        let keeper = self.shelf.keeper(&slug);
        let asker = Asker::at(seat);
        let clock = self.shelf.clone();
        let now = move || clock.now();
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(wake) = self.wake.clone() {
            let table = ThreadTable::new(authority, keeper)
                .map_err(|error| TableFault::Thread(error.to_string()))?;
            let door = table.sit(asker, move || wake());
            return Ok(Client::new(slug, seat, door, now));
        }
        let door = InlineTable::new(authority, keeper).sit(asker);
        Ok(Client::new(slug, seat, door, now))
    }
}

/// 16 bytes that nobody can guess; zeros without any source of chance.
fn salt() -> [u8; 16] {
    let mut bytes = [0; 16];
    match getrandom::fill(&mut bytes) {
        Ok(()) => bytes,
        Err(_) => [0; 16],
    }
}
