//! Locks: for values, usable after a panic; and for names, so that one table is not opened
//! twice at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::OwnedMutexGuard;

/// Locks, even if another thread panicked with the lock: the content is
/// consistent between any two statements.
pub(super) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A lock for each name that is held or waited for.
#[derive(Default)]
pub(super) struct NameLocks(Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>);

impl NameLocks {
    /// Locks a name; others wait until the guard is dropped.
    pub(super) async fn lock(&self, name: &str) -> OwnedMutexGuard<()> {
        let own = {
            let mut all = lock(&self.0);
            all.retain(|_, one| one.strong_count() > 0);
            let own = all.get(name).and_then(Weak::upgrade).unwrap_or_default();
            all.insert(name.to_owned(), Arc::downgrade(&own));
            own
        };
        own.lock_owned().await
    }
}
