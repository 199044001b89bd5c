//! Finds the column at which a well-formed order is wrong.

use serde_json::Value;

use crate::rules::Tag;
use crate::systems::{Battle, Known};

use super::request::{Item, Object, Request};

/// The column of the first tag that is not in the battle.
pub(super) fn of_unknown_tag(battle: &Battle, body: &Object) -> Option<usize> {
    let tags = battle.tags();
    let is_unknown = |value: &Value| {
        value
            .as_str()
            .and_then(|text| text.parse::<Tag>().ok())
            .is_some_and(|tag| !tags.contains(&tag))
    };
    let kind = body.text("kind").ok()?;
    let spec = battle.system().order(&kind)?;
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
pub(super) fn of_unknown_key(known: &Known, request: &Request) -> Option<usize> {
    let is_unknown = |item: &Item| {
        item.value().is_ok_and(|key| key.as_str().is_some_and(|key| known.value(key).is_none()))
    };
    request.watch?.list("`watch`").ok()?.into_iter().find(is_unknown).map(Item::column)
}

/// The column of an answer to a roll; `die` counts from 0.
pub(super) fn of_die(request: &Request, die: usize) -> Option<usize> {
    let items = request.dice?.list("`dice`").ok()?;
    items.get(die).map(|item| item.column())
}
