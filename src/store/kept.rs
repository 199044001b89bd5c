//! A battle whose every order is kept before its result is shown.

use std::rc::Rc;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::journal::{
    AmendFault, Amendment, Change, DiceChoice, Given, Journal, Moved, Opening, OpeningFault, Place,
    Prepared, Record, VERSION,
};
use crate::rules::{Battle, Order, Stop};

use super::{Clock, Store, StoreFault};

/// The first row of a battle.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FirstRow {
    pub(super) version: u32,
    pub(super) at: u64,
    pub(super) opening: Value,
}

/// Every other row: something that was given, or only the cursor moved.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) record: Option<Record>,
    pub(super) place: Place,
    pub(super) at: u64,
}

/// Why an order was not carried out; nothing has changed, here or in the store.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum KeepFault {
    /// The rules forbid it, the dice run out, or it makes no sense.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The amendment cannot be made.
    #[error(transparent)]
    Amend(#[from] AmendFault),
    /// The battle cannot begin.
    #[error(transparent)]
    Opening(#[from] OpeningFault),
    /// It could not be kept.
    #[error(transparent)]
    Store(#[from] StoreFault),
}

/// A battle and the store that keeps it. Every change is in the store before
/// anything of it can be seen.
pub struct KeptBattle {
    store: Arc<dyn Store>,
    clock: Rc<dyn Clock>,
    slug: String,
    rows: u64,
    journal: Journal,
}

impl KeptBattle {
    pub(super) fn begin(
        (store, clock): (Arc<dyn Store>, Rc<dyn Clock>),
        slug: &str,
        opening: Opening,
    ) -> Result<KeptBattle, KeepFault> {
        let journal = Journal::open(opening)?;
        KeptBattle::keep((store, clock), slug, journal)
    }

    /// Keeps a battle that was fought elsewhere, with all its lines.
    pub(super) fn keep(
        (store, clock): (Arc<dyn Store>, Rc<dyn Clock>),
        slug: &str,
        journal: Journal,
    ) -> Result<KeptBattle, KeepFault> {
        let at = clock.now();
        let first = FirstRow { version: VERSION, at, opening: journal.opening().to_json() };
        let mut rows = vec![text(&first)];
        for (number, record) in (1..).zip(journal.records()) {
            let place = journal.place_of(number).unwrap_or_default();
            rows.push(text(&Row { at: record.entry.at, record: Some(record.clone()), place }));
        }
        rows.push(text(&Row { record: None, place: journal.place(), at }));
        store.create(slug, &rows)?;
        Ok(KeptBattle { store, clock, slug: slug.to_owned(), rows: rows.len() as u64, journal })
    }

    pub(super) fn reopen(
        (store, clock): (Arc<dyn Store>, Rc<dyn Clock>),
        slug: &str,
    ) -> Result<KeptBattle, KeepFault> {
        let rows = store.read(slug)?;
        let damaged = |number: usize, why: String| {
            let place = format!("battle `{slug}`, row {number}");
            StoreFault::damaged(&place, "open the battle", why)
        };
        let mut texts = rows.iter().enumerate();
        let (_, first) =
            texts.next().ok_or_else(|| damaged(0, "its first row is missing".into()))?;
        let first = FirstRow::read(first).map_err(|why| damaged(0, why))?;
        let mut records = Vec::new();
        let mut place = Place::default();
        for (number, row) in texts {
            let row: Row =
                serde_json::from_str(row).map_err(|error| damaged(number, error.to_string()))?;
            records.extend(row.record);
            place = row.place;
        }
        let journal = Opening::read_json(&first.opening)
            .and_then(|opening| Journal::replay(opening, records, place))
            .map_err(|fault| damaged(0, fault.why))?;
        Ok(KeptBattle { store, clock, slug: slug.to_owned(), rows: rows.len() as u64, journal })
    }

    /// Its name in the store.
    #[must_use]
    pub fn slug(&self) -> &str {
        &self.slug
    }

    /// Everything that happened.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// The battle as it stands.
    #[must_use]
    pub fn battle(&self) -> &Battle {
        self.journal.battle()
    }

    /// Carries out an order.
    ///
    /// # Errors
    /// Where it is not carried out, or could not be kept.
    pub fn give(
        &mut self,
        order: &Order,
        dice: &DiceChoice,
        note: &str,
    ) -> Result<Given, KeepFault> {
        let prepared = self.journal.prepare(order, dice, self.clock.now(), note)?;
        self.write(&prepared)?;
        match self.journal.enter(prepared) {
            Some(given) => Ok(given),
            None => Err(StoreFault::gone_on("in memory", &self.slug).into()),
        }
    }

    /// Tries a change of a past order; nothing is kept before it is committed.
    ///
    /// # Errors
    /// As [`Journal::amend`].
    pub fn amend(
        &self,
        index: usize,
        change: &Change,
        note: &str,
    ) -> Result<Amendment, AmendFault> {
        self.journal.amend(index, change, self.clock.now(), note)
    }

    /// Makes an amendment that everything is decided about.
    ///
    /// # Errors
    /// Where something is undecided, or it could not be kept.
    pub fn commit(&mut self, amendment: &Amendment) -> Result<(), KeepFault> {
        let prepared = self.journal.prepare_amendment(amendment)?;
        self.write(&prepared)?;
        self.journal.enter(prepared);
        Ok(())
    }

    /// Takes the last order back; `None` where there is none.
    ///
    /// # Errors
    /// Where it could not be kept.
    pub fn undo(&mut self) -> Result<Option<Moved>, StoreFault> {
        let Some(cursor) = self.journal.cursor().checked_sub(1) else { return Ok(None) };
        self.write_place(self.journal.place_at(cursor))?;
        Ok(self.journal.undo())
    }

    /// Gives the order again that was taken back last; `None` where there is
    /// none.
    ///
    /// # Errors
    /// Where it could not be kept.
    pub fn redo(&mut self) -> Result<Option<Moved>, StoreFault> {
        if self.journal.cursor() == self.journal.len() {
            return Ok(None);
        }
        self.write_place(self.journal.place_at(self.journal.cursor() + 1))?;
        Ok(self.journal.redo())
    }

    /// Goes to where `entries` entries of the line count; says whether the line
    /// is that long.
    ///
    /// # Errors
    /// Where it could not be kept.
    pub fn jump(&mut self, entries: usize) -> Result<bool, StoreFault> {
        if entries > self.journal.len() {
            return Ok(false);
        }
        self.write_place(self.journal.place_at(entries))?;
        Ok(self.journal.jump(entries))
    }

    /// Takes up a line that was left; says whether there is such a line.
    ///
    /// # Errors
    /// Where it could not be kept.
    pub fn restore(&mut self, tip: usize) -> Result<bool, StoreFault> {
        let Some(place) = self.journal.place_of(tip) else { return Ok(false) };
        self.write_place(place)?;
        Ok(self.journal.restore(tip))
    }

    fn write(&mut self, prepared: &Prepared) -> Result<(), StoreFault> {
        let end = prepared.place();
        let records = prepared.records();
        let count = records.len();
        if count == 0 {
            return self.write_place(end);
        }
        let rows: Vec<String> = records
            .into_iter()
            .enumerate()
            .map(|(at, record)| {
                let back = count - 1 - at;
                let place = Place { tip: end.tip - back, cursor: end.cursor - back };
                text(&Row { at: record.entry.at, record: Some(record), place })
            })
            .collect();
        self.append(&rows)
    }

    fn write_place(&mut self, place: Place) -> Result<(), StoreFault> {
        let row = text(&Row { record: None, place, at: self.clock.now() });
        self.append(&[row])
    }

    fn append(&mut self, rows: &[String]) -> Result<(), StoreFault> {
        self.store.append(&self.slug, self.rows, rows)?;
        self.rows += rows.len() as u64;
        Ok(())
    }
}

impl FirstRow {
    /// # Errors
    /// In words.
    pub(super) fn read(row: &str) -> Result<FirstRow, String> {
        let first: FirstRow = serde_json::from_str(row).map_err(|error| error.to_string())?;
        if first.version > VERSION {
            return Err(format!(
                "it was written by a newer Trierarch (version {}; this one reads {VERSION}); \
                 update Trierarch to open it",
                first.version
            ));
        }
        Ok(first)
    }
}

/// A row as it is written.
fn text(row: &impl Serialize) -> String {
    // Keys are texts and numbers are whole: there is nothing that JSON cannot
    // say.
    serde_json::to_string(row).unwrap_or_default()
}
