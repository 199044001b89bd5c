//! The entries of a battle in its stored rows, before any is replayed: the rows alone show what
//! each adds.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::entry::{Entry, NumberedEntry, Position};
use super::history::{Journal, Prepared, past_the_end};
use super::opening::{Opening, OpeningFault};
use message::message;

/// An entry in an amended line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AmendedEntry {
    /// It stays as it was: the number of its record.
    Same(usize),
    /// It was amended, or rolled again.
    New(Entry),
}

impl AmendedEntry {
    /// The entry at a place of the amended line; `known` finds a record, and its place in the
    /// line before the amendment.
    ///
    /// # Errors
    /// The number of the record, if it is missing.
    fn entry_at<'k>(
        &self,
        place: usize,
        known: impl FnOnce(usize) -> Option<(usize, &'k Entry)>,
    ) -> Result<Entry, usize> {
        match self {
            AmendedEntry::New(entry) => Ok(entry.clone()),
            AmendedEntry::Same(number) => {
                let (before, entry) = known(*number).ok_or(*number)?;
                Ok(entry.clone().numbered(entry.number_at(before), place))
            }
        }
    }
}

/// The records of a battle, the present line, and its cursor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger {
    records: Vec<NumberedEntry>,
    line: Vec<usize>,
    cursor: usize,
}

impl Ledger {
    /// A ledger with records that already exist.
    #[must_use]
    pub fn of(records: Vec<NumberedEntry>, place: Position) -> Ledger {
        let mut ledger = Ledger { records, ..Ledger::default() };
        ledger.line = ledger.line_to(place.tip);
        ledger.cursor = place.cursor.min(ledger.line.len());
        ledger
    }

    /// The numbers of the records from the opening to one of them. A record
    /// that claims to follow a later one ends the line.
    fn line_to(&self, tip: usize) -> Vec<usize> {
        let mut line = Vec::new();
        let mut number = tip;
        while let Some(record) = number.checked_sub(1).and_then(|at| self.records.get(at)) {
            line.push(number);
            if record.after >= number {
                break;
            }
            number = record.after;
        }
        line.reverse();
        line
    }

    /// The number of orders of the line that count.
    #[must_use]
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The number of the record at a place of the line, from 0.
    #[must_use]
    pub fn record_at(&self, index: usize) -> Option<usize> {
        self.line.get(index).copied()
    }

    /// Adds orders after the cursor.
    pub fn give(&mut self, entries: &[Entry]) {
        self.line.truncate(self.cursor);
        for entry in entries {
            self.push(entry.clone());
        }
    }

    fn push(&mut self, entry: Entry) {
        let after = self.line.last().copied().unwrap_or(0);
        self.records.push(NumberedEntry { after, entry });
        self.line.push(self.records.len());
        self.cursor = self.line.len();
    }

    /// Moves the cursor.
    ///
    /// # Errors
    /// In words, if the line is shorter.
    pub fn go_to(&mut self, cursor: usize) -> Result<(), OpeningFault> {
        if cursor > self.line.len() {
            return Err(OpeningFault::new(past_the_end(cursor, self.line.len())));
        }
        self.cursor = cursor;
        Ok(())
    }

    /// Changes to the line that ends with this record.
    ///
    /// # Errors
    /// In words, if there is no such record.
    pub fn take_up(&mut self, tip: usize) -> Result<(), OpeningFault> {
        if tip == 0 || tip > self.records.len() {
            return Err(OpeningFault::new(message!(
                "there is no entry {tip} to continue from",
                tip
            )));
        }
        self.line = self.line_to(tip);
        self.cursor = self.line.len();
        Ok(())
    }

    /// Replaces the line by an amended one: its first `unchanged` entries, and these
    /// steps.
    ///
    /// # Errors
    /// In words, if a step names an entry that is not on the line.
    pub fn amend(&mut self, unchanged: usize, steps: &[AmendedEntry]) -> Result<(), OpeningFault> {
        let old = self.line.clone();
        if unchanged > old.len() {
            return Err(OpeningFault::new(message!(
                "the line has fewer than {kept} entries",
                kept = unchanged
            )));
        }
        self.line.truncate(unchanged);
        self.cursor = unchanged;
        for step in steps {
            let entry = step.entry_at(self.line.len(), |number| {
                // Record numbers only increase along a line.
                let place = old.binary_search(&number).ok()?;
                Some((place, &self.records.get(number.checked_sub(1)?)?.entry))
            });
            let missing =
                |number| OpeningFault::new(message!("there is no entry {number}", number));
            self.push(entry.map_err(missing)?);
        }
        Ok(())
    }

    /// The journal, with every entry of the line carried out again.
    ///
    /// # Errors
    /// As [`Journal::replay`].
    pub fn replay(self, opening: Opening) -> Result<Journal, OpeningFault> {
        let place = Position { tip: self.line.last().copied().unwrap_or(0), cursor: self.cursor };
        Journal::replay(opening, self.records, place)
    }
}

/// A step in the history of a battle. All steps together rebuild every record.
#[derive(Clone, Debug, PartialEq)]
pub enum LedgerEvent {
    /// An order was given.
    Entry(Entry),
    /// Orders were given as one.
    Group(Vec<Entry>),
    /// The line that ends with this record was restored.
    TakenUp(usize),
    /// The cursor was moved.
    GoneTo,
}

impl Journal {
    /// Every record, as steps from the opening; with each step, the number of orders of the line
    /// that count after it.
    #[must_use]
    pub fn events(&self) -> Vec<(LedgerEvent, usize)> {
        let (mut shown, mut ledger, mut tip) = (Vec::new(), Ledger::default(), 0);
        let stand_on = |shown: &mut Vec<_>, ledger: &mut Ledger, from: usize, to: usize| {
            if to != from && to == 0 {
                ledger.cursor = 0;
                shown.push((LedgerEvent::GoneTo, 0));
            } else if to != from && ledger.take_up(to).is_ok() {
                shown.push((LedgerEvent::TakenUp(to), ledger.cursor));
            }
        };
        for (number, record) in (1..).zip(self.records()) {
            let group = record.entry.group.filter(|_| record.after == tip && tip > 0);
            // The next order of a group goes into the row of those before it.
            if let (Some(group), Some((LedgerEvent::Group(given), cursor))) =
                (group, shown.last_mut())
                && given.last().is_some_and(|last| last.group == Some(group))
            {
                given.push(record.entry.clone());
                ledger.give(std::slice::from_ref(&record.entry));
                *cursor = ledger.cursor;
                tip = number;
                continue;
            }
            stand_on(&mut shown, &mut ledger, tip, record.after);
            ledger.give(std::slice::from_ref(&record.entry));
            tip = number;
            let entry = record.entry.clone();
            let given = match entry.group {
                Some(_) => LedgerEvent::Group(vec![entry]),
                None => LedgerEvent::Entry(entry),
            };
            shown.push((given, ledger.cursor));
        }
        let place = self.place();
        stand_on(&mut shown, &mut ledger, tip, place.tip);
        if place.cursor != ledger.cursor {
            shown.push((LedgerEvent::GoneTo, place.cursor));
        }
        shown
    }

    /// A prepared amendment, entry by entry: those that are already on the line
    /// by their record, the others in full.
    #[must_use]
    pub fn steps(&self, prepared: &Prepared) -> Vec<AmendedEntry> {
        // Entries that stay keep their order, and no two of a line have the
        // same dice.
        let mut next = prepared.unchanged();
        let those = self.entries().enumerate().skip(next);
        let by_dice: HashMap<u64, usize> =
            those.map(|(index, known)| (known.number_at(index), index)).collect();
        let each = (prepared.unchanged()..).zip(prepared.entries()).map(|(place, entry)| {
            let dice = entry.number_at(place);
            let same = by_dice.get(&dice).copied().filter(|index| {
                *index >= next
                    && self
                        .entry(*index)
                        .is_some_and(|known| known.clone().numbered(dice, place) == *entry)
            });
            let record = same.and_then(|index| Some((index, self.record_at(index)?)));
            match record {
                Some((index, record)) => {
                    next = index + 1;
                    AmendedEntry::Same(record)
                }
                None => AmendedEntry::New(entry.clone()),
            }
        });
        each.collect()
    }

    /// Prepares an amendment that another program has made. Returns `None` if
    /// these rules read it differently, and the whole journal must be replayed.
    #[must_use]
    pub fn prepare_amended(&self, unchanged: usize, steps: &[AmendedEntry]) -> Option<Prepared> {
        let entries = (unchanged..).zip(steps).map(|(place, step)| {
            let entry = step.entry_at(place, |number| {
                let before = self.index_of(number)?;
                Some((before, self.entry(before)?))
            });
            entry.ok()
        });
        self.prepare_known(unchanged, entries.collect::<Option<_>>()?)
    }

    /// The number of the record at a place of the line, from 0.
    #[must_use]
    pub fn record_at(&self, index: usize) -> Option<usize> {
        self.line_numbers().get(index).copied()
    }
}
