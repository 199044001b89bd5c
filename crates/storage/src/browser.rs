//! The store of a web page: the browser's database, with a copy of everything in memory, from
//! which reads are answered at once. A row of a battle is added to the copy when the browser
//! has stored it. Other changes are in the copy at once and are stored a moment later; while
//! the browser does not answer, they remain pending.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use serde_json::Value;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use wasm_bindgen_futures::spawn_local;

use engine::journal::not_as_expected;
use message::{Message, message};

use super::row_writer::{RowWriter, WriteOutcome, WriterEvent};
use super::settings_store::saving;
use super::{Ends, InMemory, Store, StoreFault, StoreTrouble};

#[wasm_bindgen(module = "/src/browser.js")]
extern "C" {
    #[wasm_bindgen(catch)]
    async fn everything() -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    async fn read(slug: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    async fn append(slug: &str, expected: u32, added: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    async fn remove(slug: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(catch)]
    async fn put(key: &str, text: Option<String>) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = "mayBeCleared")]
    fn may_be_cleared() -> bool;
    #[wasm_bindgen(catch)]
    async fn closed() -> Result<JsValue, JsValue>;
}

/// The name of the store's place in errors.
const PLACE: &str = "in this browser";

/// An answer of the browser.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Reply {
    fault: Option<Failure>,
    row_keys: Vec<(String, u64)>,
    rows: Vec<Value>,
    blob_keys: Vec<String>,
    blobs: Vec<Value>,
}

/// A failure, as the browser reports it.
#[derive(Deserialize)]
struct Failure {
    name: String,
    why: String,
    undecided: bool,
}

/// The browser's database for this page's address.
#[derive(Clone)]
pub struct Browser {
    mirror: Arc<InMemory>,
    /// The blobs that have not been written yet.
    due: Arc<Mutex<Due>>,
    /// The failures of changes that had been accepted.
    faults: Arc<Mutex<VecDeque<StoreFault>>>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

/// Blobs that have not been written yet: of each key the last text.
#[derive(Default)]
struct Due {
    texts: BTreeMap<String, Option<String>>,
    /// Whether they are being written.
    writing: bool,
}

/// The number of times in a row that the browser may fail to answer before the player is
/// notified.
const TRIES: u32 = 3;

fn locked<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Browser {
    /// Opens the database and reads it. `wake` is called when something that
    /// was asked of the database is done.
    ///
    /// # Errors
    /// If the browser gives this page no database, or it cannot be read.
    pub async fn open(wake: Arc<dyn Fn() + Send + Sync>) -> Result<Browser, StoreFault> {
        let doing = || message!("open the battles");
        let found = reply(everything().await).map_err(|failure| fault(doing(), failure))?;
        let (mirror, due, faults) = (Arc::default(), Arc::default(), Arc::default());
        let browser = Browser { mirror, due, faults, wake };
        let mut battles: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for ((slug, _), row) in found.row_keys.into_iter().zip(found.rows) {
            battles.entry(slug).or_default().push(text(row));
        }
        for (slug, rows) in battles {
            browser.mirror.create(&slug, &rows)?;
        }
        for (key, blob) in found.blob_keys.iter().zip(found.blobs) {
            browser.mirror.put_blob(key, Some(text(blob).as_bytes()))?;
        }
        let watching = browser.clone();
        spawn_local(async move {
            if reply(closed().await).is_ok() {
                watching.went_wrong(superseded(message!("save the battles")));
            }
        });
        Ok(browser)
    }

    /// The row writer of a battle.
    #[must_use]
    pub fn row_writer(&self, slug: &str) -> Box<dyn RowWriter> {
        let events = Arc::default();
        Box::new(BrowserWriter { browser: self.clone(), slug: slug.to_owned(), events })
    }

    fn went_wrong(&self, fault: StoreFault) {
        locked(&self.faults).push_back(fault);
        (self.wake)();
    }

    /// Writes the blobs that are due, one after the other. If the browser does not
    /// answer, they stay due, and the next change tries again.
    async fn write_due(&self) {
        let mut failed = 0;
        while let Some((key, text)) = self.next_due() {
            let Err(failure) = reply(put(&key, text.clone()).await) else {
                failed = 0;
                continue;
            };
            if failure.undecided {
                failed += 1;
                let mut due = locked(&self.due);
                // A text that has come meanwhile is newer.
                due.texts.entry(key.clone()).or_insert(text);
                due.writing = failed < TRIES;
            }
            if !failure.undecided || failed == TRIES {
                self.went_wrong(unwritten(&key, failure));
            }
            if failed == TRIES {
                return;
            }
        }
    }

    /// Takes the next blob that is due; if there is none, the writing ends.
    fn next_due(&self) -> Option<(String, Option<String>)> {
        let mut due = locked(&self.due);
        let next = due.texts.pop_first();
        due.writing = next.is_some();
        next
    }

    /// Adds rows to a battle that has `expected` of them.
    async fn add(&self, slug: &str, expected: u64, rows: &[String]) -> Result<(), Failure> {
        let too_many = |_| Failure::plain("there are too many rows");
        let expected = u32::try_from(expected).map_err(too_many)?;
        let added =
            serde_json::to_string(rows).map_err(|error| Failure::plain(error.to_string()))?;
        reply(append(slug, expected, &added).await).map(|_| ())
    }

    /// Reads all rows of a battle from the browser, into memory too.
    async fn look_again(&self, slug: &str) -> Result<Vec<String>, StoreFault> {
        let found = reply(read(slug).await)
            .map_err(|failure| fault(message!("read the battle"), failure))?;
        let rows: Vec<String> = found.rows.into_iter().map(text).collect();
        // It does not matter whether the copy existed.
        let _ = self.mirror.delete(slug);
        if rows.is_empty() {
            return Err(StoreFault::missing(PLACE, slug));
        }
        self.mirror.create(slug, &rows)?;
        Ok(rows)
    }

    async fn write_row(&self, slug: &str, rows: u64, row: &str) -> WriteOutcome {
        let row = [row.to_owned()];
        let Err(failure) = self.add(slug, rows, &row).await else {
            if self.mirror.append(slug, rows, &row).is_err() {
                // The row is stored all the same: read the copy in memory again.
                let _ = self.look_again(slug).await;
            }
            return WriteOutcome::Stored;
        };
        // If another tab has added rows, they show what changed.
        let gone_on = failure.name == "GoneOn";
        let undecided = failure.undecided || gone_on;
        let fault = match failure.name.as_str() {
            "GoneOn" => StoreFault::changed_by_other(PLACE, slug),
            "Missing" => StoreFault::missing(PLACE, slug),
            _ => fault(message!("save the order"), failure),
        };
        if undecided {
            WriteOutcome::Unknown(fault.in_words())
        } else {
            WriteOutcome::NotKept(fault.in_words())
        }
    }
}

impl Store for Browser {
    fn battles(&self) -> Result<Vec<Ends>, StoreFault> {
        self.mirror.battles()
    }

    fn create(&self, slug: &str, rows: &[String]) -> Result<(), StoreFault> {
        self.mirror.create(slug, rows)?;
        let (browser, slug, rows) = (self.clone(), slug.to_owned(), rows.to_vec());
        spawn_local(async move {
            if let Err(failure) = browser.add(&slug, 0, &rows).await {
                // Battles that the browser cannot read are not listed.
                let _ = browser.look_again(&slug).await;
                browser.went_wrong(match failure.name.as_str() {
                    "GoneOn" => StoreFault::taken(PLACE, &slug),
                    _ => fault(message!("start the battle “{slug}”", slug), failure),
                });
            }
        });
        Ok(())
    }

    fn append(&self, slug: &str, expected: u64, rows: &[String]) -> Result<(), StoreFault> {
        self.mirror.append(slug, expected, rows)?;
        let (browser, slug, rows) = (self.clone(), slug.to_owned(), rows.to_vec());
        spawn_local(async move {
            if let Err(failure) = browser.add(&slug, expected, &rows).await {
                let _ = browser.look_again(&slug).await;
                browser.went_wrong(fault(message!("continue the battle “{slug}”", slug), failure));
            }
        });
        Ok(())
    }

    fn read(&self, slug: &str) -> Result<Vec<String>, StoreFault> {
        self.mirror.read(slug)
    }

    fn delete(&self, slug: &str) -> Result<(), StoreFault> {
        self.mirror.delete(slug)?;
        let (browser, slug) = (self.clone(), slug.to_owned());
        spawn_local(async move {
            if let Err(failure) = reply(remove(&slug).await) {
                let _ = browser.look_again(&slug).await;
                browser.went_wrong(fault(message!("delete the battle “{slug}”", slug), failure));
            }
        });
        Ok(())
    }

    fn blobs(&self, prefix: &str) -> Result<Vec<String>, StoreFault> {
        self.mirror.blobs(prefix)
    }

    fn blob(&self, key: &str) -> Result<Option<Vec<u8>>, StoreFault> {
        self.mirror.blob(key)
    }

    /// The browser stores only texts, and all blobs are texts.
    fn put_blob(&self, key: &str, value: Option<&[u8]>) -> Result<(), StoreFault> {
        self.mirror.put_blob(key, value)?;
        let text = value.map(|value| String::from_utf8_lossy(value).into_owned());
        let is_being_written = {
            let mut due = locked(&self.due);
            due.texts.insert(key.to_owned(), text);
            std::mem::replace(&mut due.writing, true)
        };
        if !is_being_written {
            let browser = self.clone();
            spawn_local(async move { browser.write_due().await });
        }
        Ok(())
    }

    fn fault(&self) -> Option<StoreFault> {
        locked(&self.faults).pop_front()
    }

    fn may_be_cleared(&self) -> bool {
        may_be_cleared()
    }
}

/// Writes the rows of a battle, and reports each when the browser has stored it.
struct BrowserWriter {
    browser: Browser,
    slug: String,
    events: Arc<Mutex<VecDeque<WriterEvent>>>,
}

impl BrowserWriter {
    fn later(&self, event: impl AsyncFnOnce(&Browser, &str) -> WriterEvent + 'static) {
        let (browser, slug, queue) =
            (self.browser.clone(), self.slug.clone(), Arc::clone(&self.events));
        spawn_local(async move {
            let event = event(&browser, &slug).await;
            locked(&queue).push_back(event);
            (browser.wake)();
        });
    }
}

impl RowWriter for BrowserWriter {
    fn write(&mut self, ticket: u64, rows: u64, row: &str) {
        let row = row.to_owned();
        self.later(async move |browser, slug| {
            WriterEvent::Row(ticket, browser.write_row(slug, rows, &row).await)
        });
    }

    fn read(&mut self) {
        self.later(async |browser, slug| WriterEvent::Rows(browser.look_again(slug).await));
    }

    fn next_event(&mut self) -> Option<WriterEvent> {
        locked(&self.events).pop_front()
    }
}

impl Failure {
    fn plain(why: impl Into<String>) -> Failure {
        Failure { name: String::new(), why: why.into(), undecided: false }
    }
}

/// The browser's answer, decoded.
fn reply(answered: Result<JsValue, JsValue>) -> Result<Reply, Failure> {
    let unread = || Failure::plain("the browser gave no answer");
    let answer = answered.ok().and_then(|answer| answer.as_string()).ok_or_else(unread)?;
    let reply: Reply = serde_json::from_str(&answer)
        .map_err(|error| Failure::plain(not_as_expected(&error).to_string()))?;
    match reply.fault {
        Some(failure) => Err(failure),
        None => Ok(reply),
    }
}

/// A value of the database as a text. One that is not a text is returned in its
/// JSON form, and its reader then finds it damaged.
fn text(value: Value) -> String {
    match value {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

/// The database was closed because another tab needs it.
fn superseded(doing: Message) -> StoreFault {
    let why = message!("another tab has a newer Trierarch, or the data of this page was deleted");
    StoreFault::new(
        StoreTrouble::Version,
        PLACE,
        doing,
        why,
        message!("Reload the page to continue."),
    )
}

/// A blob was not written.
fn unwritten(key: &str, failure: Failure) -> StoreFault {
    let undecided = failure.undecided;
    let fault = fault(saving(key), failure);
    if !undecided {
        return fault;
    }
    let remedy = message!(
        "Your change is still on this page, and the next change saves it too: leave the page open until then."
    );
    let (trouble, why) = (fault.trouble, fault.why().clone());
    StoreFault { undecided, ..StoreFault::new(trouble, PLACE, saving(key), why, remedy) }
}

fn fault(doing: Message, failure: Failure) -> StoreFault {
    let Failure { name, why, undecided } = failure;
    let new = |trouble, why, remedy| StoreFault::new(trouble, PLACE, doing.clone(), why, remedy);
    let fault = match name.as_str() {
        "QuotaExceededError" => new(
            StoreTrouble::Full,
            message!("the browser has no more space for this page"),
            message!("Save battles as files and delete some, or free space on this device."),
        ),
        "SupersededError" => superseded(doing),
        "VersionError" => new(
            StoreTrouble::Version,
            message!("a newer Trierarch wrote the stored battles"),
            message!("Reload the page to get the newer one."),
        ),
        "BlockedError" => new(
            StoreTrouble::Locked,
            message!("another tab has an older Trierarch open"),
            message!("Close it, and reload this page."),
        ),
        "SecurityError" | "NotAllowedError" | "InvalidStateError" | "ReferenceError"
        | "UnknownError" => new(
            StoreTrouble::Forbidden,
            message!("the browser does not let this page store anything: {why}", why),
            message!("Leave private browsing or allow this page to store data, and reload it."),
        ),
        "SilentError" => new(
            StoreTrouble::Other,
            message!("the browser does not answer"),
            message!("Close other tabs and programs, and reload this page."),
        ),
        _ => new(
            StoreTrouble::Other,
            Message::verbatim(why),
            message!("Reload the page to continue."),
        ),
    };
    StoreFault { undecided, ..fault }
}
