//! The store on several machines: NATS streams, which any number of programs share. A row is a
//! message. A table is the messages of one subject; each is added only if the one before it is
//! the last. The store asks the servers until they say whether a message was added; if that
//! stays unknown, it is settled before the table is read again.

mod fold;
mod listen;
mod monitor;
mod wire;

use std::collections::HashMap;
use std::fmt::Display;
use std::future::Future;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex as Lock, PoisonError};

use async_nats::HeaderMap;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use tokio::runtime::{Builder, Handle, Runtime, RuntimeFlavor};
use tokio::sync::Mutex;
use tokio::task::block_in_place;

use super::{BlobChange, Ends, Store, StoreFault, StoreListener, StoreTrouble};
use fold::{BEGINS, Folded, hash};
use message::{Message, clipped, message};
use monitor::NotProven;
use wire::{MOST_AT_ONCE, NatsWire, NotDone, WireFault, headers_of};

/// The place that fault messages name.
const PLACE: &str = "NATS";
/// The number of retries of a row after messages that are not rows.
const MOST_STRAYS: usize = 5;
/// The characters that are not encoded in a subject.
const WORD: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_');

/// The servers that store the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Servers {
    /// Their addresses, separated by commas.
    pub servers: String,
    /// The addresses of their monitors, separated by commas.
    pub monitors: Option<String>,
    /// The number of servers that store each row.
    pub replicas: usize,
    /// Whether to continue without proof that they write before they acknowledge.
    pub unsynced: bool,
}

/// A store in NATS streams.
pub struct OnNats {
    threads: Threads,
    inner: Arc<Inner>,
    durable: bool,
}

/// The threads that talk to the servers, while the store is open.
struct Threads(Option<Runtime>);

struct Inner {
    wire: NatsWire,
    held: Lock<HashMap<String, Arc<Mutex<ReadTable>>>>,
}

/// A table as far as it was read.
#[derive(Default)]
struct ReadTable {
    folded: Folded,
    /// Rows that were sent after a number of others, and may or may not be stored.
    doubt: Option<(usize, Vec<String>)>,
}

impl OnNats {
    /// Connects to the servers, creates missing streams, and checks at the monitors that
    /// acknowledged messages are durable.
    ///
    /// # Errors
    /// If the servers cannot be reached, or durability is not proven and
    /// the setup does not allow for that.
    pub fn open(setup: &Servers) -> Result<OnNats, StoreFault> {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.map_err(not_opened)?;
        let threads = Threads(Some(runtime));
        let (servers, replicas) = (setup.servers.clone(), setup.replicas);
        let opened = threads.wait_for(async move {
            let wire = NatsWire::open(&servers, replicas).await?;
            let peers = wire.peers().await?;
            Ok::<_, WireFault>((wire, peers))
        });
        let (wire, peers) = opened.and_then(|opened| opened).map_err(not_opened)?;
        let proven = match &setup.monitors {
            Some(monitors) => monitor::proof(monitors, &peers),
            None => Err(NotProven::Unasked),
        };
        if let (Err(why), false) = (&proven, setup.unsynced) {
            return Err(StoreFault::new(
                StoreTrouble::Other,
                PLACE,
                opening(),
                message!(
                    "the servers may lose orders that they have acknowledged: {why}",
                    why = why.to_string()
                ),
                message!(
                    "Use three servers with `sync_interval: always`, or start with --unsynced."
                ),
            ));
        }
        let inner = Arc::new(Inner { wire, held: Lock::default() });
        Ok(OnNats { threads, inner, durable: proven.is_ok() })
    }

    fn run<T: Send + 'static, F>(
        &self,
        doing: Message,
        work: impl FnOnce(Arc<Inner>) -> F,
    ) -> Result<T, StoreFault>
    where
        F: Future<Output = Result<T, StoreFault>> + Send + 'static,
    {
        let done = self.threads.wait_for(work(Arc::clone(&self.inner)));
        done.unwrap_or_else(|_| Err(fault(doing, StoreTrouble::Other, "the connection has ended")))
    }
}

impl Threads {
    /// Waits for work of these threads; may be called in any thread.
    fn wait_for<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, WireFault> {
        let given_up = || WireFault::GivenUp;
        let (sender, done) = sync_channel(1);
        self.0.as_ref().ok_or_else(given_up)?.spawn(async move {
            // The receiver is still waiting.
            let _ = sender.send(work.await);
        });
        let wait = || done.recv().map_err(|_| given_up());
        match Handle::try_current().map(|handle| handle.runtime_flavor()) {
            Ok(RuntimeFlavor::MultiThread) => block_in_place(wait),
            Ok(_) | Err(_) => wait(),
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            // It may be dropped in an async context, which must not block.
            runtime.shutdown_background();
        }
    }
}

/// The subject of a table.
fn table(slug: &str) -> String {
    format!("table.{}", utf8_percent_encode(slug, WORD))
}

/// The subject of anything else.
fn thing(key: &str) -> String {
    format!("thing.{}", utf8_percent_encode(key, WORD))
}

/// The name in a subject.
fn named(subject: &str) -> Option<String> {
    let (_, word) = subject.split_once('.')?;
    Some(percent_decode_str(word).decode_utf8().ok()?.into_owned())
}

fn opening() -> Message {
    message!("open the tables")
}

fn reading() -> Message {
    message!("open the battle")
}

fn not_opened(why: impl Display) -> StoreFault {
    fault(opening(), StoreTrouble::Other, why)
}

fn fault(doing: Message, trouble: StoreTrouble, why: impl Display) -> StoreFault {
    let remedy = message!("Check that the NATS servers are running, and try again.");
    StoreFault::new(trouble, PLACE, doing, Message::verbatim(clipped(&why.to_string())), remedy)
}

/// The reason why a message was not stored.
fn not_stored(doing: Message, not_done: &NotDone) -> StoreFault {
    match not_done {
        NotDone::Full(why) => fault(doing, StoreTrouble::Full, why),
        NotDone::Overtaken => fault(doing, StoreTrouble::Conflict, "another message came before"),
        NotDone::Refused(why) => fault(doing, StoreTrouble::Other, why),
        NotDone::Unknown(why) => {
            StoreFault { undecided: true, ..fault(doing, StoreTrouble::Other, why) }
        }
    }
}

impl Inner {
    fn held(&self, slug: &str) -> Arc<Mutex<ReadTable>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(held.entry(slug.to_owned()).or_default())
    }

    fn forget(&self, slug: &str) {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).remove(slug);
    }

    /// Reads new messages. Returns whether there were any.
    async fn catch_up(&self, slug: &str, folded: &mut Folded) -> Result<bool, WireFault> {
        let (stream, subject) = (&self.wire.tables, table(slug));
        let since = self.wire.read(stream, &subject, folded.last + 1).await?;
        let any = !since.is_empty();
        for message in since {
            folded.take(message);
        }
        Ok(any)
    }

    /// Settles rows in doubt: sends them again, which has no effect if they are stored, and cancels
    /// earlier attempts.
    async fn settle(&self, slug: &str, held: &mut ReadTable) -> Result<(), NotDone> {
        let Some((after, rows)) = held.doubt.clone() else { return Ok(()) };
        match self.place(slug, &mut held.folded, after, &rows).await {
            Ok(_) => {
                held.doubt = None;
                Ok(())
            }
            Err(NotDone::Overtaken | NotDone::Unknown(_)) => {
                Err(NotDone::Unknown(WireFault::Undecided))
            }
            Err(NotDone::Full(why) | NotDone::Refused(why)) => Err(NotDone::Unknown(why)),
        }
    }

    /// Adds rows after a number of others, if these are all. Returns whether they are stored, now
    /// or earlier.
    async fn place(
        &self,
        slug: &str,
        folded: &mut Folded,
        after: usize,
        rows: &[String],
    ) -> Result<bool, NotDone> {
        for _ in 0..MOST_STRAYS {
            if folded.rows.len() != after {
                let there = folded.rows.get(after..after + rows.len());
                return Ok(there == Some(rows));
            }
            let messages = messages(folded, rows);
            match self.wire.add(&table(slug), folded.last, &messages).await {
                Ok(last) => {
                    folded.last = last;
                    for row in rows {
                        folded.push(row.clone());
                    }
                    return Ok(true);
                }
                Err(NotDone::Overtaken) => {
                    let unread = NotDone::Unknown;
                    if !self.catch_up(slug, folded).await.map_err(unread)? {
                        // The messages that were read have been deleted.
                        *folded = Folded { begins: folded.begins, ..Folded::default() };
                        self.catch_up(slug, folded).await.map_err(unread)?;
                    }
                }
                Err(other) => return Err(other),
            }
        }
        Err(NotDone::Overtaken)
    }

    /// Begins a table. Rows are sent in parts if they are too many for one request. If a program
    /// ended in between, its part is not yet a table, and is completed.
    async fn create(&self, slug: &str, rows: &[String]) -> Result<(), StoreFault> {
        let doing = || message!("begin the battle");
        let held = self.held(slug);
        let mut held = held.lock().await;
        let unread = |why: WireFault| fault(doing(), StoreTrouble::Other, why);
        self.catch_up(slug, &mut held.folded).await.map_err(unread)?;
        let found = &held.folded;
        if found.has_begun() || !rows.starts_with(&found.rows) {
            return Err(StoreFault::taken(PLACE, slug));
        }
        held.folded.begins = rows.len();
        while held.folded.rows.len() < rows.len() {
            let after = held.folded.rows.len();
            let part = &rows[after..rows.len().min(after + MOST_AT_ONCE)];
            match self.place(slug, &mut held.folded, after, part).await {
                Ok(true) => {}
                Ok(false) => return Err(StoreFault::taken(PLACE, slug)),
                Err(not_done) => {
                    if matches!(not_done, NotDone::Unknown(_)) {
                        held.doubt = Some((after, part.to_vec()));
                    }
                    return Err(not_stored(doing(), &not_done));
                }
            }
        }
        Ok(())
    }

    async fn append(&self, slug: &str, expected: u64, rows: &[String]) -> Result<(), StoreFault> {
        let doing = || message!("save the order");
        let held = self.held(slug);
        let mut held = held.lock().await;
        self.settle(slug, &mut held).await.map_err(|why| not_stored(doing(), &why))?;
        let after = usize::try_from(expected).unwrap_or(usize::MAX);
        if held.folded.rows.len() != after {
            let unread = |why: WireFault| fault(doing(), StoreTrouble::Other, why);
            self.catch_up(slug, &mut held.folded).await.map_err(unread)?;
        }
        if !held.folded.has_begun() {
            return Err(StoreFault::missing(PLACE, slug));
        }
        if held.folded.rows.len() != after {
            return Err(StoreFault::changed_by_other(PLACE, slug));
        }
        match self.place(slug, &mut held.folded, after, rows).await {
            Ok(true) => Ok(()),
            Ok(false) if held.folded.rows.is_empty() => Err(StoreFault::missing(PLACE, slug)),
            Ok(false) => Err(StoreFault::changed_by_other(PLACE, slug)),
            Err(not_done) => {
                if matches!(not_done, NotDone::Unknown(_)) {
                    held.doubt = Some((after, rows.to_vec()));
                }
                Err(not_stored(doing(), &not_done))
            }
        }
    }

    async fn read(&self, slug: &str) -> Result<Vec<String>, StoreFault> {
        let held = self.held(slug);
        let mut held = held.lock().await;
        let unread = |why: WireFault| fault(reading(), StoreTrouble::Other, why);
        self.settle(slug, &mut held).await.map_err(|why| not_stored(reading(), &why))?;
        self.catch_up(slug, &mut held.folded).await.map_err(unread)?;
        if !held.folded.has_begun() {
            self.forget(slug);
            return Err(StoreFault::missing(PLACE, slug));
        }
        Ok(held.folded.rows.clone())
    }

    async fn delete(&self, slug: &str) -> Result<(), StoreFault> {
        let doing = || message!("delete the battle");
        self.read(slug).await?;
        let cleared = self.wire.clear(&self.wire.tables, &table(slug)).await;
        cleared.map_err(|why| StoreFault {
            undecided: true,
            ..fault(doing(), StoreTrouble::Other, &why)
        })?;
        self.forget(slug);
        Ok(())
    }

    async fn battles(&self) -> Result<Vec<Ends>, StoreFault> {
        let unread = |why: WireFault| fault(message!("list the battles"), StoreTrouble::Other, why);
        let subjects = self.wire.subjects(&self.wire.tables).await.map_err(unread)?;
        let mut battles = Vec::new();
        for slug in subjects.iter().filter_map(|subject| named(subject)) {
            let rows = match self.read(&slug).await {
                // It was deleted meanwhile, or has not begun yet.
                Err(fault) if fault.trouble == StoreTrouble::Missing => continue,
                read => read.and_then(|rows| match (rows.first(), rows.last()) {
                    (Some(first), Some(last)) => Ok((first.clone(), last.clone())),
                    _ => Err(StoreFault::missing(PLACE, &slug)),
                }),
            };
            battles.push(Ends { slug, rows });
        }
        Ok(battles)
    }

    async fn blob(&self, key: &str) -> Result<Option<(u64, Vec<u8>)>, StoreFault> {
        let last = self.wire.last(&self.wire.things, &thing(key)).await;
        let last =
            last.map_err(|why| fault(message!("read the saved data"), StoreTrouble::Other, &why))?;
        Ok(last.map(|message| (message.sequence, message.content)))
    }

    async fn put_blob(&self, key: &str, value: Option<Vec<u8>>) -> Result<(), StoreFault> {
        let doing = || message!("save the data");
        let Some(value) = value else {
            let cleared = self.wire.clear(&self.wire.things, &thing(key)).await;
            return cleared.map_err(|why| fault(doing(), StoreTrouble::Other, &why));
        };
        let put = self.wire.publish(&thing(key), HeaderMap::new(), value, None).await;
        put.map(|_| ()).map_err(|not_done| not_stored(doing(), &not_done))
    }

    /// Puts a blob if the one that was read is still there.
    async fn replace(&self, key: &str, last: u64, value: Vec<u8>) -> Result<bool, StoreFault> {
        let headers = HeaderMap::new();
        match self.wire.publish(&thing(key), headers, value.clone(), Some(last)).await {
            Ok(_) => Ok(true),
            // An earlier attempt of this program may have done it.
            Err(NotDone::Overtaken) => {
                Ok(self.blob(key).await?.is_some_and(|(_, found)| found == value))
            }
            Err(not_done) => Err(not_stored(message!("save the data"), &not_done)),
        }
    }
}

/// Rows as messages after those that were read.
fn messages(folded: &Folded, rows: &[String]) -> Vec<(HeaderMap, String)> {
    let mut before = folded.hash.clone();
    let number = folded.rows.len() as u64;
    let message = |(number, row): (u64, &String)| {
        let mut headers = headers_of(number, &before);
        if number == 0 && folded.begins > rows.len() {
            headers.insert(BEGINS, folded.begins.to_string());
        }
        before = hash(row);
        (headers, row.clone())
    };
    (number..).zip(rows).map(message).collect()
}

impl Store for OnNats {
    fn battles(&self) -> Result<Vec<Ends>, StoreFault> {
        self.run(message!("list the battles"), |inner| async move { inner.battles().await })
    }

    fn create(&self, slug: &str, rows: &[String]) -> Result<(), StoreFault> {
        let (slug, rows) = (slug.to_owned(), rows.to_vec());
        self.run(
            message!("begin the battle"),
            |inner| async move { inner.create(&slug, &rows).await },
        )
    }

    fn append(&self, slug: &str, expected: u64, rows: &[String]) -> Result<(), StoreFault> {
        let (slug, rows) = (slug.to_owned(), rows.to_vec());
        let work = |inner: Arc<Inner>| async move { inner.append(&slug, expected, &rows).await };
        self.run(message!("save the order"), work)
    }

    fn read(&self, slug: &str) -> Result<Vec<String>, StoreFault> {
        let slug = slug.to_owned();
        self.run(reading(), |inner| async move { inner.read(&slug).await })
    }

    fn delete(&self, slug: &str) -> Result<(), StoreFault> {
        let slug = slug.to_owned();
        self.run(message!("delete the battle"), |inner| async move { inner.delete(&slug).await })
    }

    fn blobs(&self, prefix: &str) -> Result<Vec<String>, StoreFault> {
        let prefix = prefix.to_owned();
        self.run(message!("list the saved data"), |inner| async move {
            let subjects = inner.wire.subjects(&inner.wire.things).await;
            let subjects = subjects
                .map_err(|why| fault(message!("list the saved data"), StoreTrouble::Other, &why))?;
            let mut keys: Vec<String> = subjects.iter().filter_map(|one| named(one)).collect();
            keys.retain(|key| key.starts_with(&prefix));
            keys.sort_unstable();
            Ok(keys)
        })
    }

    fn blob(&self, key: &str) -> Result<Option<Vec<u8>>, StoreFault> {
        let key = key.to_owned();
        self.run(message!("read the saved data"), |inner| async move {
            Ok(inner.blob(&key).await?.map(|(_, value)| value))
        })
    }

    fn put_blob(&self, key: &str, value: Option<&[u8]>) -> Result<(), StoreFault> {
        let (key, value) = (key.to_owned(), value.map(<[u8]>::to_vec));
        self.run(
            message!("save the data"),
            |inner| async move { inner.put_blob(&key, value).await },
        )
    }

    fn change_blob(
        &self,
        key: &str,
        change: &mut BlobChange<'_>,
    ) -> Result<Option<Vec<u8>>, StoreFault> {
        loop {
            let name = key.to_owned();
            let found = self.run(message!("read the saved data"), |inner| async move {
                inner.blob(&name).await
            })?;
            let (last, found) = found.map_or((0, None), |(last, found)| (last, Some(found)));
            let Some(value) = change(found.as_deref()) else { return Ok(found) };
            let (name, content) = (key.to_owned(), value.clone());
            let work = |inner: Arc<Inner>| async move { inner.replace(&name, last, content).await };
            if self.run(message!("save the data"), work)? {
                return Ok(Some(value));
            }
        }
    }

    fn listen(&self, hears: StoreListener) -> Result<(), StoreFault> {
        self.run(opening(), |inner| async move {
            listen::listen(inner.wire.clone(), hears).await.map_err(not_opened)
        })
    }

    fn publish(&self, text: &str) -> Result<(), StoreFault> {
        let text = text.to_owned();
        self.run(message!("notify the other programs"), |inner| async move {
            let shown = inner.wire.broadcast(text).await;
            shown.map_err(|why| {
                fault(message!("notify the other programs"), StoreTrouble::Other, &why)
            })
        })
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn is_durable(&self) -> bool {
        self.durable
    }
}
