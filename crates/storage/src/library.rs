//! The battles of a player: listed, created, reopened, deleted.

use std::rc::Rc;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

use engine::journal::{NoSystem, not_as_expected, read_system};
use games::SystemTag;
use message::{Message, message};

use super::{AtOnce, Clock, Ends, RowWriter, Store, StoreFault};

/// A store and a clock, which every stored battle needs.
#[derive(Clone)]
pub struct BattleLibrary {
    store: Arc<dyn Store>,
    clock: Rc<dyn Clock>,
    /// Makes the row writers, if the store's row writers answer late.
    writers: Option<Rc<WriterFactory>>,
}

/// Makes the row writer of a battle.
type WriterFactory = dyn Fn(&str) -> Box<dyn RowWriter>;

/// A battle in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Its name in the store.
    pub slug: String,
    /// What is known about it. A battle that cannot be read is listed with the
    /// reason, so that it can be deleted.
    pub about: Result<Listing, Unlisted>,
}

/// The reason why nothing is known of a stored battle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message())]
pub enum Unlisted {
    /// The store cannot read its rows.
    Store(#[from] StoreFault),
    /// A newer version of Trierarch wrote it.
    Newer,
    /// It is for a system that this version does not know.
    System(#[from] NoSystem),
    /// A row is not JSON, or something is missing in it.
    Row(Message),
}

impl Unlisted {
    /// The reason, in a sentence without its full stop.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Unlisted::Store(fault) => fault.in_words(),
            Unlisted::Newer => message!("it was written by a newer Trierarch. Update to open it"),
            Unlisted::System(fault) => fault.0.clone(),
            Unlisted::Row(why) => message!("one of its rows is damaged ({why})", why = why.clone()),
        }
    }
}

impl From<serde_json::Error> for Unlisted {
    fn from(error: serde_json::Error) -> Unlisted {
        Unlisted::Row(not_as_expected(&error))
    }
}

/// The description of a battle in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    pub system: SystemTag,
    /// The fleets' names, A's first.
    pub sides: [String; 2],
    /// When it began, in seconds since 1970.
    pub begun: u64,
    /// When it was last changed, in seconds since 1970.
    pub last: u64,
    pub orders: usize,
}

impl BattleLibrary {
    /// The battles of a store.
    pub fn new(store: impl Store + 'static, clock: impl Clock + 'static) -> BattleLibrary {
        BattleLibrary { store: Arc::new(store), clock: Rc::new(clock), writers: None }
    }

    /// The battles of a store that answers late, each row by the row writer of its battle.
    pub fn with_writers(
        store: Arc<dyn Store>,
        clock: impl Clock + 'static,
        writer_of: impl Fn(&str) -> Box<dyn RowWriter> + 'static,
    ) -> BattleLibrary {
        BattleLibrary { store, clock: Rc::new(clock), writers: Some(Rc::new(writer_of)) }
    }

    /// The row writer for the rows of a battle.
    #[must_use]
    pub fn row_writer(&self, slug: &str) -> Box<dyn RowWriter> {
        match &self.writers {
            Some(writers) => writers(slug),
            None => Box::new(AtOnce::new(Arc::clone(&self.store), slug)),
        }
    }

    /// Stores the first rows of a battle, all or none. Returns its slug, which is made
    /// from the name, with a number if that is taken.
    ///
    /// # Errors
    /// If they could not be stored.
    pub fn create(&self, name: &str, rows: &[String]) -> Result<String, StoreFault> {
        create(&*self.store, name, rows)
    }

    /// The store, for fleets and settings.
    #[must_use]
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// The same store, for another thread.
    #[must_use]
    pub fn shared(&self) -> Arc<dyn Store> {
        Arc::clone(&self.store)
    }

    /// The time, in seconds since 1970.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.clock.now()
    }

    /// Every battle, the most recently played first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn battles(&self) -> Result<Vec<Listed>, StoreFault> {
        let mut list: Vec<Listed> = self
            .store
            .battles()?
            .into_iter()
            .map(|Ends { slug, rows }| {
                let rows = rows.map_err(Unlisted::from);
                Listed { about: rows.and_then(|(first, last)| read_about(&first, &last)), slug }
            })
            .collect();
        list.sort_by_key(|listed| {
            std::cmp::Reverse(listed.about.as_ref().map_or(0, |about| about.last))
        });
        Ok(list)
    }

    /// Deletes a battle.
    ///
    /// # Errors
    /// If there is no such battle, or the store cannot be written.
    pub fn delete(&self, slug: &str) -> Result<(), StoreFault> {
        self.store.delete(slug)
    }
}

/// Writes the first rows of a battle to a store, as [`BattleLibrary::create`].
///
/// # Errors
/// If they could not be stored.
pub fn create(store: &dyn Store, name: &str, rows: &[String]) -> Result<String, StoreFault> {
    let slug = free_slug(store, name)?;
    store.create(&slug, rows)?;
    Ok(slug)
}

fn free_slug(store: &dyn Store, name: &str) -> Result<String, StoreFault> {
    let mut slug: String = name
        .to_lowercase()
        .chars()
        .map(|letter| if letter.is_alphanumeric() { letter } else { ' ' })
        .take(60)
        .collect();
    slug = slug.split_whitespace().collect::<Vec<_>>().join("-");
    if slug.is_empty() {
        slug = "battle".into();
    }
    let taken = store.battles()?;
    let is_free = |slug: &String| taken.iter().all(|ends| ends.slug != *slug);
    let numbered = (2..).map(|number| format!("{slug}-{number}"));
    Ok(std::iter::once(slug.clone()).chain(numbered).find(is_free).unwrap_or(slug))
}

/// The part of the first row that a list reads; the rest is ignored.
#[derive(Deserialize)]
struct First {
    version: u32,
    at: u64,
    opening: Value,
}

/// The part of the last row that a list reads; the row may be the first one or a change.
#[derive(Deserialize)]
struct Last {
    #[serde(alias = "when")]
    at: u64,
    #[serde(default)]
    cursor: usize,
}

/// The newest version of rows that can be listed.
const NEWEST: u32 = 2;

fn read_about(first: &str, last: &str) -> Result<Listing, Unlisted> {
    let row: First = serde_json::from_str(first)?;
    if row.version > NEWEST {
        return Err(Unlisted::Newer);
    }
    let last: Last = serde_json::from_str(last)?;
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let system = text(row.opening.get("system"));
    let side = |at: usize| text(row.opening.pointer(&format!("/sides/{at}/name")));
    Ok(Listing {
        system: read_system(&system)?,
        sides: [side(0), side(1)],
        begun: row.at,
        last: last.at,
        orders: last.cursor,
    })
}
