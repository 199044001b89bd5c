//! Where in a line an order goes wrong that is well written.

use serde_json::Value;

use crate::journal::{DiceChoice, Journal};
use crate::rules::{Order, Stop, Tag};

use super::request::{Item, Object, Request};

/// Answers to throws past this many are not tried one by one.
const MOST_TRIED: usize = 64;

/// The column of what makes no sense about an order: a tag that no ship has, an
/// answer that its throw cannot have; else where the order begins.
pub(super) fn of_fault(
    journal: &Journal,
    order: &Order,
    request: &Request,
    dice: &DiceChoice,
) -> usize {
    of_unknown_tag(journal, order, &request.body)
        .or_else(|| of_dice(journal, order, request, dice))
        .unwrap_or_else(|| request.body.column())
}

/// The column of the first tag that is not in the battle.
pub(super) fn of_unknown_tag(journal: &Journal, order: &Order, body: &Object) -> Option<usize> {
    let tags = journal.battle().tags();
    let is_unknown = |value: &Value| {
        value
            .as_str()
            .and_then(|text| text.parse::<Tag>().ok())
            .is_some_and(|tag| !tags.contains(&tag))
    };
    let spec = journal.battle().system().order(&order.kind())?;
    spec.fields.iter().filter(|field| field.takes.names_units()).find_map(|field| {
        let item = body.get(field.name)?;
        match item.value().ok()? {
            Value::Array(_) => item
                .list(field.name)
                .ok()?
                .into_iter()
                .find(|item| item.value().is_ok_and(|value| is_unknown(&value)))
                .map(Item::column),
            value => is_unknown(&value).then(|| item.column()),
        }
    })
}

/// The column of the first watched key that is not in the battle.
pub(super) fn of_unknown_key(journal: &Journal, request: &Request) -> Option<usize> {
    let is_unknown = |item: &Item| {
        item.value()
            .is_ok_and(|key| key.as_str().is_some_and(|key| journal.battle().value(key).is_none()))
    };
    request.watch?.list("`watch`").ok()?.into_iter().find(is_unknown).map(Item::column)
}

/// The column of the answer that does not fit its throw, or that no throw asks
/// for.
fn of_dice(
    journal: &Journal,
    order: &Order,
    request: &Request,
    dice: &DiceChoice,
) -> Option<usize> {
    let (Some(item), DiceChoice::Entered(entries)) = (request.dice, dice) else { return None };
    journal.preview(order).ok()?;
    let items = item.list("`dice`").ok()?;
    for count in 0..=entries.len().min(MOST_TRIED) {
        let first = DiceChoice::Entered(entries[..count].to_vec());
        match journal.prepare(order, &first, 0, "") {
            Err(Stop::Needs { .. }) => {}
            Ok(_) => return items.get(count).map(|item| item.column()),
            Err(_) => return items.get(count.checked_sub(1)?).map(|item| item.column()),
        }
    }
    Some(item.column())
}
