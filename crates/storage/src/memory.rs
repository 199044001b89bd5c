//! A store in memory, which lasts as long as the program: for tests, and for a browser without
//! storage.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Ends, Store, StoreFault};

/// A store in memory.
#[derive(Debug, Default)]
pub struct InMemory {
    battles: Mutex<BTreeMap<String, Vec<String>>>,
    blobs: Mutex<BTreeMap<String, Vec<u8>>>,
}

const PLACE: &str = "in memory";

/// A thread that panicked cannot have left it half changed: every change is a
/// single call.
fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Store for InMemory {
    fn battles(&self) -> Result<Vec<Ends>, StoreFault> {
        let ends = |(slug, rows): (&String, &Vec<String>)| {
            let ends = (rows.first()?.clone(), rows.last()?.clone());
            Some(Ends { slug: slug.clone(), rows: Ok(ends) })
        };
        Ok(open(&self.battles).iter().filter_map(ends).collect())
    }

    fn create(&self, slug: &str, rows: &[String]) -> Result<(), StoreFault> {
        let mut battles = open(&self.battles);
        if battles.contains_key(slug) {
            return Err(StoreFault::taken(PLACE, slug));
        }
        battles.insert(slug.to_owned(), rows.to_vec());
        Ok(())
    }

    fn append(&self, slug: &str, expected: u64, rows: &[String]) -> Result<(), StoreFault> {
        let mut battles = open(&self.battles);
        let battle = battles.get_mut(slug).ok_or_else(|| StoreFault::missing(PLACE, slug))?;
        if battle.len() as u64 != expected {
            return Err(StoreFault::changed_by_other(PLACE, slug));
        }
        battle.extend_from_slice(rows);
        Ok(())
    }

    fn read(&self, slug: &str) -> Result<Vec<String>, StoreFault> {
        let battles = open(&self.battles);
        battles.get(slug).cloned().ok_or_else(|| StoreFault::missing(PLACE, slug))
    }

    fn delete(&self, slug: &str) -> Result<(), StoreFault> {
        let gone = open(&self.battles).remove(slug);
        gone.map(|_| ()).ok_or_else(|| StoreFault::missing(PLACE, slug))
    }

    fn blobs(&self, prefix: &str) -> Result<Vec<String>, StoreFault> {
        let blobs = open(&self.blobs);
        Ok(blobs.keys().filter(|key| key.starts_with(prefix)).cloned().collect())
    }

    fn blob(&self, key: &str) -> Result<Option<Vec<u8>>, StoreFault> {
        Ok(open(&self.blobs).get(key).cloned())
    }

    fn put_blob(&self, key: &str, value: Option<&[u8]>) -> Result<(), StoreFault> {
        let mut blobs = open(&self.blobs);
        match value {
            Some(value) => blobs.insert(key.to_owned(), value.to_vec()),
            None => blobs.remove(key),
        };
        Ok(())
    }

    fn is_durable(&self) -> bool {
        false
    }
}
