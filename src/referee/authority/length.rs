//! How much an ask may say: what it says is kept for as long as the battle.

use serde_json::{Map, Value};

use crate::fleet::LONGEST_TEXT;
use crate::journal::Change;
use crate::referee::door::{Answer, Ask, Trial};
use crate::rules::{KeyAtFault, OrderFault};
use crate::say::{Say, say};

use super::change::fault;
use super::error;

/// The longest order, in bytes: one that names a thousand ships is shorter.
const LONGEST_ORDER: usize = 64 * 1024;
/// The most dice that are given with an order.
const MOST_DICE: usize = 4_000;

/// Refuses notes and other texts of more than 4,000 letters, and orders that are
/// longer than any that somebody writes.
pub(super) fn is_short_enough(ask: &Ask) -> Result<(), Box<Answer>> {
    match ask {
        Ask::Order { order, dice } => {
            order_is(order)?;
            count_is(dice.as_ref().map_or(0, Vec::len))
        }
        Ask::Answer { field, value, .. } => value_is(field, value),
        Ask::Throw { dice, .. } => count_is(dice.len()),
        Ask::Amend(Trial { change, note, .. }) => {
            text_is("note", note)?;
            match change {
                Change::Replace { order: Some(order), .. } | Change::Insert { order, .. } => {
                    order_is(order)
                }
                Change::Replace { order: None, .. } | Change::Drop => Ok(()),
            }
        }
        Ask::Withdraw { .. }
        | Ask::Undo {}
        | Ask::Redo {}
        | Ask::GoTo { .. }
        | Ask::TakeUp { .. }
        | Ask::TakeOut {}
        | Ask::HandOver { .. }
        | Ask::OwnDice { .. }
        | Ask::Owner(_)
        | Ask::View { .. }
        | Ask::Offers { .. }
        | Ask::Judge(_)
        | Ask::Odds { .. }
        | Ask::State {}
        | Ask::Log { .. }
        | Ask::Trial(_)
        | Ask::Tell(_) => Ok(()),
    }
}

fn order_is(order: &Map<String, Value>) -> Result<(), Box<Answer>> {
    for (field, value) in order {
        match value {
            Value::String(text) => text_is(field, text)?,
            other => value_is(field, other)?,
        }
    }
    Ok(())
}

fn text_is(field: &str, text: &str) -> Result<(), Box<Answer>> {
    if text.chars().count() <= LONGEST_TEXT {
        return Ok(());
    }
    let why = say!("`{field}` takes at most {most} letters", field, most = LONGEST_TEXT);
    Err(wrong(field, why))
}

fn value_is(field: &str, value: &Value) -> Result<(), Box<Answer>> {
    if value.to_string().len() <= LONGEST_ORDER {
        return Ok(());
    }
    Err(wrong(field, say!("`{field}` takes at most {most} bytes", field, most = LONGEST_ORDER)))
}

fn count_is(dice: usize) -> Result<(), Box<Answer>> {
    if dice <= MOST_DICE {
        return Ok(());
    }
    Err(Box::new(error(say!("an order has at most {most} rolls", most = MOST_DICE))))
}

fn wrong(field: &str, why: Say) -> Box<Answer> {
    fault(OrderFault { why, key: Some(KeyAtFault::Value(field.to_owned())) })
}
