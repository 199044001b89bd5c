//! The key of an order with which players set modifiers aside or add some, with a reason.

use serde_json::{Map, Value};

use dice::ModifierChange;
use message::{Message, clipped, message};

use super::glossary::Sort;
use super::schema::{KeyAtFault, OrderFault};
use super::source::Reference;

/// The key of a written order.
pub const MODIFIERS: &str = "modifiers";

/// The most changes in an order.
const MOST_CHANGES: usize = 8;

/// The largest amount that one change adds or subtracts.
pub const MOST_ADDED: i64 = 20;

/// The longest reason, in characters.
pub const LONGEST_REASON: usize = 120;

/// The changes in a written order; empty if it has no such key.
///
/// # Errors
/// The first fault.
pub fn read<S: Reference>(written: &Map<String, Value>) -> Result<Vec<ModifierChange>, OrderFault> {
    let fault = |why| OrderFault { why, key: Some(KeyAtFault::Value(MODIFIERS.to_owned())) };
    let Some(value) = written.get(MODIFIERS) else { return Ok(Vec::new()) };
    let changes: Vec<ModifierChange> = serde_json::from_value(value.clone()).map_err(|_| {
        let shape = message!("`modifiers` takes a list of `aside` or `add`, each with a `reason`");
        fault(shape)
    })?;
    if changes.len() > MOST_CHANGES {
        return Err(fault(message!("`modifiers` has at most {most} changes", most = MOST_CHANGES)));
    }
    match changes.iter().find_map(wrong::<S>) {
        Some(why) => Err(fault(why)),
        None => Ok(changes),
    }
}

/// What is wrong with a change.
fn wrong<S: Reference>(change: &ModifierChange) -> Option<Message> {
    let reason = change.reason();
    if reason.trim().is_empty() {
        return Some(message!("a changed modifier needs a `reason`"));
    }
    if reason.chars().count() > LONGEST_REASON {
        return Some(message!("a `reason` has at most {most} characters", most = LONGEST_REASON));
    }
    match change {
        ModifierChange::SetAside { aside, .. } => {
            let known: Vec<&str> = ids::<S>().collect();
            if known.is_empty() {
                return Some(message!("the rolls of this game have no modifiers"));
            }
            (!known.contains(&aside.as_str())).then(|| {
                let known = known.iter().map(|id| Message::verbatim(format!("`{id}`")));
                message!(
                    "unknown modifier `{shown}`, expected one of {known}",
                    shown = clipped(aside),
                    known = Message::list(known)
                )
            })
        }
        ModifierChange::Added { add, .. } => {
            let is_wrong = *add == 0 || add.unsigned_abs() > MOST_ADDED.unsigned_abs();
            is_wrong
                .then(|| message!("`add` takes −{most} to {most}, but not 0", most = MOST_ADDED))
        }
    }
}

/// The ids of a game's modifiers.
fn ids<S: Reference>() -> impl Iterator<Item = &'static str> {
    let words = S::words().into_iter();
    words.filter(|meaning| meaning.sort == Sort::Modifier).map(|meaning| meaning.word)
}
