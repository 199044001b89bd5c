//! Storage of settings, fleets and unfinished forms. Each is a text under
//! a key, stored whenever it changes, without blocking the screen.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use engine::journal::hex;
use message::{Message, message};

use super::{Store, StoreFault};

/// A function that makes a screen draw again.
type WakeScreen = Arc<dyn Fn() + Send + Sync>;

/// The beginning of a fleet's key; the fleet's number follows.
const FLEETS: &str = "fleet/";

/// The player's settings, fleets and unfinished forms.
#[derive(Clone)]
pub struct SettingsStore {
    store: Arc<dyn Store>,
    /// The error of the last write that failed.
    fault: Arc<Mutex<Option<StoreFault>>>,
    /// Writes in its own thread; `None` if writes happen in the calling thread.
    #[cfg(not(target_arch = "wasm32"))]
    writer: Option<Arc<Writer>>,
}

/// A fleet of the player's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFleet {
    /// Its number among the player's fleets.
    #[serde(skip)]
    pub id: u64,
    /// The name in its file.
    pub name: String,
    pub text: String,
    /// The path where it was opened or saved as a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Whether it has changed since then.
    #[serde(default)]
    pub changed: bool,
    /// The checksum of that file as it was last read or saved here; `None` if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<String>,
    /// When it was last changed, in seconds since 1970.
    pub when: u64,
}

/// A checksum of the content of a file.
#[must_use]
pub fn mark_of(content: &[u8]) -> String {
    hex(&Sha256::digest(content)[..16])
}

impl std::fmt::Debug for SettingsStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}

fn key_of(id: u64) -> String {
    // With a fixed width, so that the order of the keys is that of the numbers.
    format!("{FLEETS}{id:010}")
}

/// A description of storing the text under a key, for errors: `save the settings`. Players do
/// not know the keys.
pub(super) fn saving(key: &str) -> Message {
    match key.split_once('/') {
        None if key == "settings" => message!("save the settings"),
        Some(("fleet", _)) => message!("save the fleet"),
        Some(("form", form)) if form.starts_with("order/") => {
            message!("save the order that you are filling in")
        }
        Some(("form", "battle")) => message!("save the battle that you are setting up"),
        Some(("form", "print")) => message!("save your choice of pages to print"),
        _ => message!("save your change"),
    }
}

impl SettingsStore {
    /// A settings store that writes in the calling thread.
    pub fn at_once(store: Arc<dyn Store>) -> SettingsStore {
        SettingsStore {
            store,
            fault: Arc::default(),
            #[cfg(not(target_arch = "wasm32"))]
            writer: None,
        }
    }

    /// The same with a thread for writing, if the system gives one; after a failure it makes the
    /// screen draw again.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn threaded(store: Arc<dyn Store>, wake: WakeScreen) -> SettingsStore {
        let mut settings_store = SettingsStore::at_once(store);
        settings_store.writer = Writer::start(&settings_store, wake).ok().map(Arc::new);
        settings_store
    }

    /// A browser has no threads, so it writes in the calling one.
    #[cfg(target_arch = "wasm32")]
    pub fn threaded(store: Arc<dyn Store>, _: WakeScreen) -> SettingsStore {
        SettingsStore::at_once(store)
    }

    /// The text under a key; `None` if there is none, or it is not a text.
    #[must_use]
    pub fn read(&self, key: &str) -> Option<String> {
        self.flush();
        let bytes = self.store.blob(key).ok().flatten()?;
        String::from_utf8(bytes).ok()
    }

    /// Writes a text under a key; `None` deletes it.
    pub fn put(&self, key: &str, text: Option<String>) {
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(writer) = &self.writer {
            writer.put(key, text);
            return;
        }
        self.write(key, text.as_deref());
    }

    fn write(&self, key: &str, text: Option<&str>) {
        if let Err(fault) = self.store.put_blob(key, text.map(str::as_bytes)) {
            *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(fault);
        }
    }

    /// The last failure since the previous call.
    #[must_use]
    pub fn fault(&self) -> Option<StoreFault> {
        let own = self.fault.lock().unwrap_or_else(PoisonError::into_inner).take();
        own.or_else(|| self.store.fault())
    }

    /// Waits until everything is stored.
    pub fn flush(&self) {
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(writer) = &self.writer {
            writer.flush();
        }
    }

    /// The fleets, the one that was changed last first. One that cannot be read
    /// is listed with what is readable of it: it belongs to the player, who may
    /// still fix it.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn fleets(&self) -> Result<Vec<StoredFleet>, StoreFault> {
        self.flush();
        let mut fleets = Vec::new();
        for key in self.store.blobs(FLEETS)? {
            let Some(id) = key.strip_prefix(FLEETS).and_then(|id| id.parse().ok()) else {
                continue;
            };
            let Some(bytes) = self.store.blob(&key)? else { continue };
            let text = String::from_utf8_lossy(&bytes);
            let fleet =
                serde_json::from_str::<StoredFleet>(&text).unwrap_or_else(|_| StoredFleet {
                    id,
                    name: key.clone(),
                    text: text.clone().into_owned(),
                    file: None,
                    changed: true,
                    seen: None,
                    when: 0,
                });
            fleets.push(StoredFleet { id, ..fleet });
        }
        fleets.sort_by_key(|fleet| std::cmp::Reverse((fleet.when, fleet.id)));
        Ok(fleets)
    }

    /// Stores a fleet under its number, replacing an earlier version.
    pub fn put_fleet(&self, fleet: &StoredFleet) {
        // It cannot fail: the keys are texts.
        let text = serde_json::to_string(fleet).ok();
        self.put(&key_of(fleet.id), text);
    }

    /// Deletes a fleet.
    pub fn delete_fleet(&self, id: u64) {
        self.put(&key_of(id), None);
    }

    /// All stored texts, for a copy elsewhere.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn everything(&self) -> Result<BTreeMap<String, String>, StoreFault> {
        self.flush();
        let keys = self.store.blobs("")?;
        Ok(keys.into_iter().filter_map(|key| Some((key.clone(), self.read(&key)?))).collect())
    }
}

/// Writes one change after the other. If a key changes faster than the disk can
/// write, only its last text is written.
#[cfg(not(target_arch = "wasm32"))]
struct Writer {
    /// `None` once the program ends.
    sender: Option<std::sync::mpsc::Sender<SettingsWrite>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

#[cfg(not(target_arch = "wasm32"))]
enum SettingsWrite {
    Put(String, Option<String>),
    Flush(std::sync::mpsc::Sender<()>),
}

#[cfg(not(target_arch = "wasm32"))]
impl Writer {
    fn start(settings_store: &SettingsStore, wake: WakeScreen) -> std::io::Result<Writer> {
        let (sender, asked) = std::sync::mpsc::channel();
        let settings_store = settings_store.clone();
        let thread = std::thread::Builder::new().name("desk".into()).spawn(move || {
            while let Ok(first) = asked.recv() {
                let mut texts = BTreeMap::new();
                let mut waiting = Vec::new();
                for asked in std::iter::once(first).chain(asked.try_iter()) {
                    match asked {
                        SettingsWrite::Put(key, text) => drop(texts.insert(key, text)),
                        SettingsWrite::Flush(done) => waiting.push(done),
                    }
                }
                for (key, text) in &texts {
                    settings_store.write(key, text.as_deref());
                }
                if settings_store.fault.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
                    wake();
                }
                for done in waiting {
                    // The receiver may already be gone.
                    let _ = done.send(());
                }
            }
        })?;
        Ok(Writer { sender: Some(sender), thread: Some(thread) })
    }

    fn put(&self, key: &str, text: Option<String>) {
        if let Some(sender) = &self.sender {
            // The thread lives as long as this value.
            let _ = sender.send(SettingsWrite::Put(key.to_owned(), text));
        }
    }

    fn flush(&self) {
        let (done, wait) = std::sync::mpsc::channel();
        if let Some(sender) = &self.sender
            && sender.send(SettingsWrite::Flush(done)).is_ok()
        {
            // If the thread is gone, there is nothing to wait for.
            let _ = wait.recv();
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Drop for Writer {
    /// Writes all pending texts before the program ends.
    fn drop(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has nothing more to write.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InMemory;

    fn fleet(id: u64, name: &str, when: u64) -> StoredFleet {
        let text = format!("name = \"{name}\"\n");
        StoredFleet { id, name: name.into(), text, file: None, changed: false, seen: None, when }
    }

    #[test]
    fn stored_fleets_are_listed_latest_first_until_deleted() {
        let settings_store = SettingsStore::at_once(Arc::new(InMemory::default()));
        for (id, when) in [(1, 10), (2, 30), (3, 20)] {
            settings_store.put_fleet(&fleet(id, &id.to_string(), when));
        }
        let names = || -> Vec<String> {
            settings_store.fleets().unwrap().into_iter().map(|fleet| fleet.name).collect()
        };
        assert_eq!(names(), ["2", "3", "1"]);
        settings_store.put_fleet(&fleet(1, "one", 40));
        settings_store.delete_fleet(2);
        assert_eq!(names(), ["one", "3"]);
    }

    #[test]
    fn a_fleet_that_cannot_be_read_is_still_there_with_its_text() {
        let store = Arc::new(InMemory::default());
        store.put_blob("fleet/0000000007", Some(b"{\"name\": 3")).unwrap();
        let found = SettingsStore::at_once(store).fleets().unwrap();
        assert_eq!((found[0].id, found[0].text.as_str()), (7, "{\"name\": 3"));
    }

    #[test]
    fn a_failed_save_names_the_thing_and_not_its_key() {
        let describe = |key: &str| saving(key).to_string();
        assert_eq!(describe("settings"), "save the settings");
        assert_eq!(describe("fleet/0000000001"), "save the fleet");
        assert_eq!(describe("form/order/sybota"), "save the order that you are filling in");
        assert_eq!(describe("form/battle"), "save the battle that you are setting up");
        assert_eq!(describe("form/print"), "save your choice of pages to print");
        assert_eq!(describe("told/dark"), "save your change");
    }

    #[test]
    fn pending_settings_are_stored_when_the_store_is_dropped() {
        let store = Arc::new(InMemory::default());
        let settings_store =
            SettingsStore::threaded(Arc::clone(&store) as Arc<dyn Store>, Arc::new(|| {}));
        for turn in 0..100 {
            settings_store.put("settings", Some(turn.to_string()));
        }
        drop(settings_store);
        assert_eq!(store.blob("settings").unwrap(), Some(b"99".to_vec()));
    }
}
