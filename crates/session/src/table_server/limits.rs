//! Limits on the size of a request and of a table, since every text is stored as long as the
//! battle.

use serde_json::{Map, Value};

#[cfg(not(target_arch = "wasm32"))]
use crate::protocol::Query;
use crate::protocol::{AmendPreview, Mutation, Response};
use engine::fleet::LONGEST_TEXT;
use engine::journal::{Change, DiceChoice};
use message::{Message, message};
use rules::{KeyAtFault, OrderFault};

use super::plan::fault;
use super::row::{ChangeRow, LONGEST_ROW};
use super::{TableServer, error};

/// The longest order, in bytes: one that names a thousand ships is shorter.
const LONGEST_ORDER: usize = 64 * 1024;
/// The most dice that are given with an order.
pub(crate) const MOST_DICE: usize = 4_000;
/// The most watched keys for the odds of an order: each is read after every branch.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) const MOST_WATCHED: usize = 200;

/// The size of a table, or its limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    pub rows: u64,
    /// The size of all rows, in bytes.
    pub bytes: u64,
}

impl Size {
    /// No limit, for the player's own tables.
    pub(super) const ANY: Size = Size { rows: u64::MAX, bytes: u64::MAX };
}

impl TableServer {
    /// The size of the table. Each order of a group counts as a row.
    #[must_use]
    pub fn size(&self) -> Size {
        let rows = self.rows().max(self.table.journal.records().len() as u64);
        Size { rows, bytes: self.table.rest.bytes }
    }

    /// Sets the size limit of the table.
    pub fn set_limit(&mut self, most: Size) {
        self.most = most;
    }

    /// The reason why the table has no room for another row. A tenth of the limit is reserved for
    /// changes other than orders, so that a full table can still be exported.
    pub(super) fn no_room(&self, row: &ChangeRow, text: &str) -> Option<Message> {
        if text.len() > LONGEST_ROW {
            return Some(message!("this change is too large to save"));
        }
        let (holds, Size { rows, bytes }) = (self.size(), self.most);
        let room = |most: u64| {
            let more = if row.did.is_of_the_battle() { 0 } else { most / 10 };
            most.saturating_add(more)
        };
        if holds.rows >= room(rows) {
            return Some(message!(
                "this table is full: it has {rows} changes. Export the battle file and continue the battle on your own host",
                rows
            ));
        }
        (holds.bytes + text.len() as u64 > room(bytes)).then(|| {
            message!(
                "this table is full: it has room for {most} KiB. Export the battle file and continue the battle on your own host",
                most = bytes / 1024
            )
        })
    }
}

/// Refuses notes and other texts of more than 4,000 letters, and orders that are
/// longer than any that a player writes.
pub fn is_short_enough(ask: &Mutation) -> Result<(), Box<Response>> {
    match ask {
        Mutation::Order { order, dice } => {
            order_is(order)?;
            count_is(dice.as_ref().map_or(0, Vec::len))
        }
        Mutation::Orders { orders, dice } => {
            for (at, order) in orders.iter().enumerate() {
                let dice = dice.as_ref().and_then(|dice| dice.get(at)?.as_ref());
                order_is(order)
                    .and_then(|()| count_is(dice.map_or(0, Vec::len)))
                    .map_err(|answer| Box::new(Response::AtOrder { order: at, answer }))?;
            }
            Ok(())
        }
        Mutation::Answer { field, value, .. } => value_is(field, value),
        Mutation::Throw { dice, .. } => count_is(dice.len()),
        Mutation::Amend(AmendPreview { change, note, .. }) => check_amendment(change, note),
        Mutation::Withdraw { .. }
        | Mutation::Undo {}
        | Mutation::Redo {}
        | Mutation::GoTo { .. }
        | Mutation::TakeUp { .. }
        | Mutation::TakeOut {}
        | Mutation::HandOver { .. }
        | Mutation::OwnDice { .. }
        | Mutation::Owner(_) => Ok(()),
    }
}

/// Refuses read-only requests with more dice or watched keys than a client needs.
#[cfg(not(target_arch = "wasm32"))]
pub fn check_query_size(ask: &Query) -> Result<(), Box<Response>> {
    match ask {
        Query::Judge(draft) => {
            if let Some(fields) = &draft.fields {
                order_is(fields)?;
            }
            count_is(draft.dice.as_ref().map_or(0, Vec::len))
        }
        Query::Odds { order, watch } => {
            order_is(order)?;
            if watch.len() <= MOST_WATCHED {
                return Ok(());
            }
            Err(Box::new(error(message!("`watch` takes at most {most} keys", most = MOST_WATCHED))))
        }
        Query::Trial(AmendPreview { change, note, .. }) => check_amendment(change, note),
        Query::View { .. }
        | Query::Offers { .. }
        | Query::State {}
        | Query::Log { .. }
        | Query::Tell(_)
        | Query::Turn { .. }
        | Query::Next {}
        | Query::Group { .. } => Ok(()),
    }
}

/// An amendment's order, dice and note.
fn check_amendment(change: &Change, note: &str) -> Result<(), Box<Response>> {
    text_is("note", note)?;
    let (order, dice) = match change {
        Change::Replace { order, dice } => (order.as_ref(), dice.as_ref()),
        Change::Insert { order, dice } => (Some(order), Some(dice)),
        Change::Drop => (None, None),
    };
    order.map_or(Ok(()), order_is)?;
    count_is(dice.map_or(0, |dice| match dice {
        DiceChoice::Program => 0,
        DiceChoice::Entered(dice) | DiceChoice::EnteredThenProgram(dice) => dice.len(),
    }))
}

fn order_is(order: &Map<String, Value>) -> Result<(), Box<Response>> {
    for (field, value) in order {
        if let Value::String(text) = value {
            text_is(field, text)?;
        }
    }
    let length = |(field, value): (&String, &Value)| field.len() + value.to_string().len();
    if order.iter().map(length).sum::<usize>() <= LONGEST_ORDER {
        return Ok(());
    }
    Err(Box::new(error(message!("an order has at most {most} bytes", most = LONGEST_ORDER))))
}

fn text_is(field: &str, text: &str) -> Result<(), Box<Response>> {
    if text.chars().count() <= LONGEST_TEXT {
        return Ok(());
    }
    let why = message!("`{field}` takes at most {most} letters", field, most = LONGEST_TEXT);
    Err(wrong(field, why))
}

fn value_is(field: &str, value: &Value) -> Result<(), Box<Response>> {
    if value.to_string().len() <= LONGEST_ORDER {
        return Ok(());
    }
    Err(wrong(field, message!("`{field}` takes at most {most} bytes", field, most = LONGEST_ORDER)))
}

fn count_is(dice: usize) -> Result<(), Box<Response>> {
    if dice <= MOST_DICE {
        return Ok(());
    }
    Err(Box::new(error(message!("an order has at most {most} rolls", most = MOST_DICE))))
}

fn wrong(field: &str, why: Message) -> Box<Response> {
    fault(OrderFault { why, key: Some(KeyAtFault::Value(field.to_owned())) })
}
