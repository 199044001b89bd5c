//! The column of a fault in a well-formed order.

use serde_json::Value;

use games::{Battle, PlayerView};
use rules::Tag;

use super::request::{LineItem, Object, ParsedLine};

/// Whether a value is a tag that is not in the battle.
fn is_unknown_tag(tags: &[Tag], value: &Value) -> bool {
    let tag = value.as_str().and_then(|text| text.parse::<Tag>().ok());
    tag.is_some_and(|tag| !tags.contains(&tag))
}

/// The column of the first of these tags that is not in the battle.
pub(super) fn of_unknown_in<'i>(
    battle: &Battle,
    mut items: impl Iterator<Item = LineItem<'i>>,
) -> Option<usize> {
    let tags = battle.tags();
    let is_unknown =
        |item: &LineItem| item.value().is_ok_and(|value| is_unknown_tag(&tags, &value));
    items.find(is_unknown).map(LineItem::column)
}

/// The column of the first tag of an order that is not in the battle.
pub(super) fn of_unknown_tag(battle: &Battle, body: &Object) -> Option<usize> {
    let tags = battle.tags();
    let is_unknown = |value: &Value| is_unknown_tag(&tags, value);
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
                .map(LineItem::column),
            value => is_unknown(&value).then(|| item.column()),
        }
    })
}

/// The column of the first watched key that is not in the battle.
pub(super) fn of_unknown_key(known: &PlayerView, request: &ParsedLine) -> Option<usize> {
    let is_unknown = |item: &LineItem| {
        item.value().is_ok_and(|key| key.as_str().is_some_and(|key| known.value(key).is_none()))
    };
    request.beside?.list("`watch`").ok()?.into_iter().find(is_unknown).map(LineItem::column)
}

/// The column of an entry, counted from 0, in the value beside the verb.
pub(super) fn of_entry(request: &ParsedLine, entry: usize) -> Option<usize> {
    let items = request.beside?.list("`dice`").ok()?;
    items.get(entry).map(|item| item.column())
}
