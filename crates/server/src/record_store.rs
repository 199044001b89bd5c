//! Storage of a table's seats, tokens and waiting people, separate from its rows.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use message::Message;
use session::http::LobbyRow;
use session::now;
use storage::{Store, StoreFault, StoreTrouble};

use super::fault::HostFault;
use super::locks::lock;
use super::log::log;
use super::waiting_room::WaitingList;

/// The reason why a record of a hosted table was not stored.
#[derive(Clone, Debug, PartialEq, Error)]
pub(super) enum NotStored {
    /// Without the folder of this machine's tables.
    #[error("{}", .0.in_words_without_place())]
    Store(#[from] StoreFault),
    #[error("it does not describe a table")]
    NoTable,
    #[error("a table has at most {MOST_CODES} codes")]
    MostCodes,
    #[error("the system gives no random bytes")]
    NoRandomness,
    #[error("the table is gone")]
    Gone,
    /// The table's own answer.
    #[error("{0}")]
    Answered(Message),
}

impl From<NotStored> for HostFault {
    fn from(why: NotStored) -> HostFault {
        HostFault::Storage(why.to_string())
    }
}

/// The stored record of a hosted table, apart from its rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TableRecord {
    pub(super) table: String,
    /// The name given by the person who opened it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) name: String,
    /// The slug of the battle in the store.
    pub(super) slug: String,
    /// The battle that the command line named, so that the same command line finds the table again;
    /// for a file, with the hash of its content.
    pub(super) opened: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) file: String,
    /// A name for the numbering of the table's changes; it changes if the numbers get a new
    /// meaning.
    pub(super) epoch: String,
    /// The number of the present code; each new code has the next number.
    pub(super) issue: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) issued: Vec<Issued>,
    /// The people whom the owner has refused, by request.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) refusals: Vec<OwnerRefusal>,
    /// When the table was opened, in seconds since 1970.
    #[serde(default = "now")]
    pub(super) since: u64,
    /// Whether the table is known to have had an order.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) played: bool,
    /// Whether the owner has closed the table.
    pub(super) closed: bool,
}

/// The request that made a code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Issued {
    /// The hash of the token, and the id.
    by: String,
    id: String,
    /// The number of the code.
    issue: u64,
}

/// The request by which the owner has refused a newcomer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OwnerRefusal {
    /// The hash of the token, and the id.
    by: String,
    id: String,
    /// The number of the person who was refused.
    who: u64,
}

/// The effect of an owner's request that made no row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OwnerAction {
    /// It made a code.
    Code,
    /// It refused the person with this number.
    Refused(u64),
}

/// The most refusals that are remembered; the oldest are forgotten.
const MOST_REFUSALS: usize = 500;

/// The most codes of a table: each is remembered, so that none is made twice.
pub(super) const MOST_CODES: usize = 500;

/// The prefix of the keys of tables.
const TABLE: &str = "host/table/";
/// The prefix of the keys of the lobby's rows.
const LOBBY: &str = "host/lobby/";
/// The prefix of the keys of waiting lists.
const WAITING: &str = "host/waiting/";

/// The state of a table, for the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TableState {
    /// The number of the last change that counts in it.
    pub(super) at: u64,
    pub(super) row: LobbyRow,
}

impl TableRecord {
    /// The number of the code that this request has made.
    pub(super) fn code_made(&self, by: &str, id: &str) -> Option<u64> {
        let made = self.issued.iter().find(|issued| issued.by == by && issued.id == id);
        made.map(|issued| issued.issue)
    }

    /// The effect of the request with this id, if it made no row.
    pub(super) fn did(&self, by: &str, id: &str) -> Option<OwnerAction> {
        let refused = self.refusals.iter().find(|one| one.by == by && one.id == id);
        let refused = refused.map(|one| OwnerAction::Refused(one.who));
        refused.or_else(|| self.code_made(by, id).map(|_| OwnerAction::Code))
    }

    /// With the request that has refused a newcomer.
    pub(super) fn with_refusal(&self, by: &str, id: &str, who: u64) -> TableRecord {
        let mut refusals = self.refusals.clone();
        if refusals.len() >= MOST_REFUSALS {
            refusals.remove(0);
        }
        refusals.push(OwnerRefusal { by: by.to_owned(), id: id.to_owned(), who });
        TableRecord { refusals, ..self.clone() }
    }

    /// With another code in place of the present one; `None` if this request has already made one,
    /// or if there are too many.
    pub(super) fn with_a_new_code(&self, by: &str, id: &str) -> Option<TableRecord> {
        if self.issued.len() >= MOST_CODES || self.code_made(by, id).is_some() {
            return None;
        }
        let issue = self.issue + 1;
        let mut issued = self.issued.clone();
        issued.push(Issued { by: by.to_owned(), id: id.to_owned(), issue });
        Some(TableRecord { issue, issued, ..self.clone() })
    }

    /// The later of two records. A closed table stays closed, and the numbers of its codes
    /// increase.
    pub(super) fn later(self, other: TableRecord) -> TableRecord {
        let is_later = (other.closed, other.issue) >= (self.closed, self.issue);
        if is_later { other } else { self }
    }
}

/// The stored records of all tables, with a copy in memory; if several programs share the
/// store, their changes update the copy.
#[derive(Clone)]
pub(super) struct Records {
    store: Arc<dyn Store>,
    known: Arc<Mutex<KnownRecord>>,
    begun: Instant,
}

/// The copy of the stored records.
#[derive(Default)]
struct KnownRecord {
    hosted_tables: BTreeMap<String, TableRecord>,
    waiting: HashMap<String, WaitingList>,
    /// The state of each table when it was last read.
    lobby: HashMap<String, TableState>,
}

impl Records {
    /// The records in a store.
    pub(super) fn over(store: Arc<dyn Store>) -> Records {
        Records { store, known: Arc::default(), begun: Instant::now() }
    }

    /// Reads the existing records; later ones must be passed to this store. An unreadable record
    /// does not affect the others.
    pub(super) fn load(&self) -> Result<(), HostFault> {
        for prefix in [TABLE, LOBBY] {
            for key in self.store.blobs(prefix)? {
                match self.store.blob(&key) {
                    Ok(Some(value)) => drop(self.record_added(&key, &value)),
                    Ok(None) => {}
                    Err(fault) if fault.trouble == StoreTrouble::Damaged => log(&fault.to_string()),
                    Err(fault) => return Err(fault.into()),
                }
            }
        }
        Ok(())
    }

    /// Stores the record of a hosted table whose own could not be read.
    pub(super) fn adopt(&self, record: TableRecord) -> Result<(), HostFault> {
        let bytes =
            serde_json::to_vec(&record).map_err(|why| HostFault::Storage(why.to_string()))?;
        self.store.put_blob(&key(&record.table), Some(&bytes))?;
        self.knows(record);
        Ok(())
    }

    /// Handles a record that some program has stored. Returns the table to notify.
    pub(super) fn record_added(&self, key: &str, value: &[u8]) -> Option<String> {
        if key.starts_with(TABLE) {
            let record: TableRecord = serde_json::from_slice(value).ok()?;
            let table = record.table.clone();
            self.knows(record);
            return Some(table);
        }
        if let Some(table) = key.strip_prefix(WAITING) {
            let list = serde_json::from_slice(value).ok()?;
            lock(&self.known).waiting.insert(table.to_owned(), list);
            return Some(table.to_owned());
        }
        let table = key.strip_prefix(LOBBY)?;
        self.note_lobby(table, serde_json::from_slice(value).ok()?);
        None
    }

    /// The known record and waiting list of a hosted table.
    pub(super) fn known(&self, table: &str) -> (Option<TableRecord>, Option<WaitingList>) {
        let known = lock(&self.known);
        (known.hosted_tables.get(table).cloned(), known.waiting.get(table).cloned())
    }

    /// The time since which presence is known: before it, other programs may have served the table.
    pub(super) fn begun(&self) -> Instant {
        if self.store.is_shared() { Instant::now() } else { self.begun }
    }

    /// The store.
    pub(super) fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    fn knows(&self, record: TableRecord) {
        let hosted_tables = &mut lock(&self.known).hosted_tables;
        let later = match hosted_tables.remove(&record.table) {
            Some(before) => before.later(record),
            None => record,
        };
        hosted_tables.insert(later.table.clone(), later);
    }

    /// The stored record of a hosted table, if there is one.
    pub(super) fn of(&self, table: &str) -> Result<Option<TableRecord>, HostFault> {
        if let Some(record) = lock(&self.known).hosted_tables.get(table) {
            return Ok(Some(record.clone()));
        }
        // Another program may have opened it a moment ago.
        let Some(bytes) = self.store.blob(&key(table))? else { return Ok(None) };
        read(&key(table), &bytes).map(Some)
    }

    /// The stored record of every table, by name.
    pub(super) fn all(&self) -> Vec<TableRecord> {
        lock(&self.known).hosted_tables.values().cloned().collect()
    }

    /// The names of the tables that are not closed, in order.
    pub(super) fn open_tables(&self) -> Vec<String> {
        let known = lock(&self.known);
        let open = known.hosted_tables.values().filter(|record| !record.closed);
        open.map(|record| record.table.clone()).collect()
    }

    /// Changes the stored record of a hosted table, unless there is nothing to change.
    /// Returns the record afterwards.
    pub(super) fn change(
        &self,
        table: &str,
        change: impl Fn(Option<&TableRecord>) -> Option<TableRecord>,
    ) -> Result<TableRecord, NotStored> {
        let record: Option<TableRecord> = self.changed(&key(table), change)?;
        let record = record.ok_or(NotStored::NoTable)?;
        if self.store.is_shared() {
            self.knows(record.clone());
        } else {
            lock(&self.known).hosted_tables.insert(table.to_owned(), record.clone());
        }
        Ok(record)
    }

    /// Closes a table. Returns the record afterwards.
    pub(super) fn close(&self, table: &str) -> Result<TableRecord, NotStored> {
        self.change(table, |record| {
            let record = record.filter(|record| !record.closed)?;
            Some(TableRecord { closed: true, ..record.clone() })
        })
    }

    /// Changes the value under a key, unless there is nothing to change. Returns the value
    /// afterwards.
    fn changed<T: Serialize + DeserializeOwned>(
        &self,
        key: &str,
        change: impl Fn(Option<&T>) -> Option<T>,
    ) -> Result<Option<T>, NotStored> {
        let read = |bytes: Option<&[u8]>| -> Option<T> {
            bytes.and_then(|bytes| serde_json::from_slice(bytes).ok())
        };
        let mut changed = |found: Option<&[u8]>| {
            let value = change(read(found).as_ref())?;
            serde_json::to_vec(&value).ok()
        };
        let stored = self.store.change_blob(key, &mut changed);
        Ok(read(stored?.as_deref()))
    }

    /// The waiting list of a table.
    pub(super) fn waiting(&self, table: &str) -> Result<WaitingList, HostFault> {
        let Some(bytes) = self.store.blob(&format!("{WAITING}{table}"))? else {
            return Ok(WaitingList::default());
        };
        let unreadable =
            |_| HostFault::Storage("it does not say who waits to be let in".to_owned());
        serde_json::from_slice(&bytes).map_err(unreadable)
    }

    /// Changes the waiting list of a table, unless there is nothing to change. Returns the list
    /// afterwards.
    pub(super) fn change_waiting(
        &self,
        table: &str,
        change: impl Fn(&WaitingList) -> Option<WaitingList>,
    ) -> Result<WaitingList, NotStored> {
        let none = WaitingList::default();
        let changed = self.changed(&format!("{WAITING}{table}"), |found: Option<&WaitingList>| {
            change(found.unwrap_or(&none))
        });
        Ok(changed?.unwrap_or_default())
    }

    /// The state of a table when it was last read.
    pub(super) fn in_the_lobby(&self, table: &str) -> Option<TableState> {
        lock(&self.known).lobby.get(table).cloned()
    }

    /// Stores the state of a table, unless a later one is stored.
    pub(super) fn store_state(&self, table: &str, state: &TableState) -> Result<(), NotStored> {
        let later = |found: Option<&TableState>| {
            found.is_none_or(|found| found.at < state.at).then(|| state.clone())
        };
        if let Some(stored) = self.changed(&format!("{LOBBY}{table}"), later)? {
            self.note_lobby(table, stored);
        }
        Ok(())
    }

    /// Notes the state of a table, unless a later one is known.
    pub(super) fn note_lobby(&self, table: &str, state: TableState) {
        let lobby = &mut lock(&self.known).lobby;
        if lobby.get(table).is_none_or(|before| before.at < state.at) {
            lobby.insert(table.to_owned(), state);
        }
    }
}

/// The key under which the record of a hosted table is stored.
fn key(table: &str) -> String {
    format!("{TABLE}{table}")
}

fn read(key: &str, bytes: &[u8]) -> Result<TableRecord, HostFault> {
    let unreadable = |_| HostFault::Storage(format!("{key} does not describe a table"));
    serde_json::from_slice(bytes).map_err(unreadable)
}
