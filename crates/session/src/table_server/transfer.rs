//! A table inside a battle file, with which another machine can continue: its rows, without
//! what the file already contains. Seats stay with their holders, and no order is carried out
//! twice.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use engine::journal::Journal;
use message::{Message, message};

use super::TableServer;
use super::row::{self, LineChange};

/// The reason why the table in a battle file cannot be continued.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.0)]
pub struct CarriedFault(
    /// In words.
    pub Message,
);

/// A table as it is written in a battle file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CarriedTable {
    pub table: String,
    /// Its rows. In place of the opening and of each order is the number of its
    /// record in the file; 0 is the opening.
    rows: Vec<Value>,
}

/// The places of a row whose content is already in the file.
const OPENING: &str = "/opening";
const ENTRY: &str = "/did/entry";
const ENTRIES: &str = "/did/group/entries";

impl CarriedTable {
    /// The table with this name and these rows. `None` if they do not lead to
    /// this journal.
    #[must_use]
    pub fn of(table: &str, rows: &[String], journal: &Journal) -> Option<CarriedTable> {
        // The last row that took a file out has the seed of the dice to come.
        let taken_out = rows.last().and_then(|text| row::read(text));
        let taken_out = taken_out.is_some_and(|row| row.did == row::StoredEvent::TakenOut {});
        let rows = &rows[..rows.len() - usize::from(taken_out)];
        let mut given = 0;
        let short = rows.iter().enumerate().map(|(number, text)| {
            let mut short: Value = serde_json::from_str(text).ok()?;
            if number == 0 {
                *short.pointer_mut(OPENING)? = 0.into();
                return Some(short);
            }
            // An amendment writes several records.
            match row::read(text)?.did.on_line() {
                Some(LineChange::Given(entries)) => {
                    let first = given + 1;
                    given += entries.len();
                    match short.pointer_mut(ENTRIES) {
                        Some(group) => *group = (first..=given).collect(),
                        None => *short.pointer_mut(ENTRY)? = given.into(),
                    }
                }
                Some(LineChange::Amended { steps, .. }) => given += steps.len(),
                Some(LineChange::GoneTo | LineChange::TakenUp(_)) | None => {}
            }
            Some(short)
        });
        let carried = CarriedTable { table: table.to_owned(), rows: short.collect::<Option<_>>()? };
        let again = carried.rows(journal).ok()?;
        (again == rows).then_some(carried)
    }

    /// The table as a battle file has it.
    ///
    /// # Errors
    /// If this is not a table.
    pub fn read(written: Value) -> Result<CarriedTable, CarriedFault> {
        serde_json::from_value(written)
            .map_err(|_| CarriedFault(message!("the seats in the file cannot be read")))
    }

    /// The complete rows, with the orders from the file's journal.
    ///
    /// # Errors
    /// If they do not belong to this battle.
    pub fn rows(&self, journal: &Journal) -> Result<Vec<String>, CarriedFault> {
        let other = || CarriedFault(message!("the seats in the file are those of another battle"));
        let records = journal.records();
        let entry = |record: &Value| {
            let record = record.as_u64().and_then(|record| usize::try_from(record).ok())?;
            serde_json::to_value(&records.get(record.checked_sub(1)?)?.entry).ok()
        };
        let whole = |(number, short): (usize, &Value)| {
            let mut whole = short.clone();
            if number == 0 {
                *whole.pointer_mut(OPENING)? = journal.opening().to_json();
            } else if let Some(part) = whole.pointer_mut(ENTRY) {
                *part = entry(part)?;
            } else if let Some(parts) = whole.pointer_mut(ENTRIES) {
                *parts = parts.as_array()?.iter().map(entry).collect::<Option<_>>()?;
            }
            Some(whole.to_string())
        };
        let rows: Vec<String> =
            self.rows.iter().enumerate().map(whole).collect::<Option<_>>().ok_or_else(other)?;
        let table = TableServer::read(&rows).map_err(|fault| CarriedFault(fault.message()))?;
        let same = table.journal().records() == records
            && table.journal().place() == journal.place()
            && table.journal().opening().to_json() == journal.opening().to_json();
        if same { Ok(rows) } else { Err(other()) }
    }
}
