//! A table as a battle file carries it to another machine: its rows, without what
//! the file says already. Who held a seat holds it there, and an order that was
//! carried out is not carried out again.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::journal::Journal;
use crate::say::{Say, say};

use super::Authority;
use super::row::{self, Did};

/// Why what a battle file carries of a table cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.0)]
pub struct CarriedFault(
    /// In words.
    pub Say,
);

/// A table, to be carried in the battle file of this moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carried {
    /// The table's name.
    pub table: String,
    /// Its rows. For the opening and for each order stands the number of its
    /// record in the file; 0 is the opening.
    rows: Vec<Value>,
}

/// Where a row holds what the file says already.
const OPENING: &str = "/opening";
const ENTRY: &str = "/did/entry";

impl Carried {
    /// The table that these rows tell, which is called so. Nothing where they do
    /// not tell the journal that the file holds.
    #[must_use]
    pub fn of(table: &str, rows: &[String], journal: &Journal) -> Option<Carried> {
        let mut given = 0;
        let short = rows.iter().enumerate().map(|(number, text)| {
            let mut short: Value = serde_json::from_str(text).ok()?;
            if number == 0 {
                *short.pointer_mut(OPENING)? = 0.into();
                return Some(short);
            }
            // An amendment writes records of its own.
            match row::read(text)?.did {
                Did::Entry(_) => {
                    given += 1;
                    *short.pointer_mut(ENTRY)? = given.into();
                }
                Did::Amended { steps, .. } => given += steps.len(),
                Did::Declared { .. }
                | Did::Answered { .. }
                | Did::Withdrawn {}
                | Did::Proposed(_)
                | Did::Declined {}
                | Did::Undone {}
                | Did::Redone {}
                | Did::TakenUp { .. }
                | Did::TakenOut {}
                | Did::HandedOver { .. }
                | Did::Settings(_)
                | Did::Seated(_)
                | Did::Unseated { .. } => {}
            }
            Some(short)
        });
        let carried = Carried { table: table.to_owned(), rows: short.collect::<Option<_>>()? };
        let again = carried.rows(journal).ok()?;
        (again == rows).then_some(carried)
    }

    /// The rows, whole again, with the journal of the file that carried them.
    ///
    /// # Errors
    /// Where they are not those of this battle.
    pub fn rows(&self, journal: &Journal) -> Result<Vec<String>, CarriedFault> {
        let other = || CarriedFault(say!("the seats in the file are those of another battle"));
        let records = journal.records();
        let whole = |(number, short): (usize, &Value)| {
            let mut whole = short.clone();
            let place = if number == 0 { OPENING } else { ENTRY };
            if let Some(part) = whole.pointer_mut(place) {
                let record = part.as_u64().and_then(|record| usize::try_from(record).ok());
                *part = match record {
                    Some(0) => journal.opening().to_json(),
                    record => {
                        let record = record.and_then(|record| records.get(record - 1))?;
                        serde_json::to_value(&record.entry).ok()?
                    }
                };
            }
            Some(whole.to_string())
        };
        let rows: Vec<String> =
            self.rows.iter().enumerate().map(whole).collect::<Option<_>>().ok_or_else(other)?;
        let table = Authority::read(&rows).map_err(|fault| CarriedFault(fault.say()))?;
        let same = table.journal().records() == records
            && table.journal().place() == journal.place()
            && table.journal().opening().to_json() == journal.opening().to_json();
        if same { Ok(rows) } else { Err(other()) }
    }
}
