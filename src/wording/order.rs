//! An order in words: as a headline, and field by field.

use serde_json::{Map, Value};

use crate::rules::{Battle, FieldSpec, Side, SystemTag, Tag, Takes, words};

/// An order as a headline: what it is, who gives it to whom, and whatever else
/// was chosen: `Shoot A1 → B2, archers`.
#[must_use]
pub fn order_in_words(system: SystemTag, order: &Map<String, Value>) -> String {
    let kind = order.get("kind").and_then(Value::as_str).unwrap_or_default();
    let Some(spec) = system.order(kind) else { return kind.to_owned() };
    let (mut whom, mut chosen) = (Vec::new(), Vec::new());
    for field in spec.fields {
        let Some(value) = order.get(field.name).filter(|value| is_told(field, value)) else {
            continue;
        };
        match field.takes {
            Takes::Unit | Takes::Units | Takes::UnitOrSide | Takes::Side => {
                whom.push(plain_value(value));
            }
            Takes::Choice { .. } | Takes::NumberOr { .. } => chosen.push(slug_in_words(value)),
            Takes::Text if field.name != "note" => chosen.push(slug_in_words(value)),
            Takes::Text
            | Takes::Number { .. }
            | Takes::Flag
            | Takes::Texts
            | Takes::NumberEach { .. }
            | Takes::Any => {}
        }
    }
    let name = if whom.is_empty() {
        spec.name.to_owned()
    } else {
        format!("{} {}", spec.name, whom.join(" → "))
    };
    let words: Vec<String> = std::iter::once(name).chain(chosen).collect();
    words.join(", ")
}

/// Each field of an order that says something: `Target: B2 Χίμαιρα`.
#[must_use]
pub fn order_in_full(battle: &Battle, order: &Map<String, Value>) -> Vec<String> {
    let kind = order.get("kind").and_then(Value::as_str).unwrap_or_default();
    let Some(spec) = battle.system().order(kind) else { return Vec::new() };
    let told = spec.fields.iter().filter_map(|field| {
        let value = order.get(field.name).filter(|value| is_told(field, value))?;
        let question = field.question.trim_end_matches('?');
        if field.takes == Takes::Flag {
            return Some(question.to_owned());
        }
        Some(format!("{question}: {}", named(battle, field, value)))
    });
    told.collect()
}

/// Whether a value says anything: it is there, and not what is meant unsaid.
fn is_told(field: &FieldSpec, value: &Value) -> bool {
    let empty = match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => false,
    };
    !empty && field.default.value().as_ref() != Some(value)
}

/// A value of a field, with the names of whom it names.
fn named(battle: &Battle, field: &FieldSpec, value: &Value) -> String {
    let name = |text: &str| match (Side::from_slug(text), text.parse::<Tag>()) {
        (Some(side), _) => battle.side_name(side).to_owned(),
        (None, Ok(tag)) if battle.tags().contains(&tag) => {
            format!("{tag} {}", battle.unit_name(tag))
        }
        (None, Ok(_) | Err(_)) => text.to_owned(),
    };
    match (field.takes, value) {
        (Takes::Unit | Takes::UnitOrSide | Takes::Side, Value::String(text)) => name(text),
        (Takes::Units, Value::Array(list)) => {
            list.iter().filter_map(Value::as_str).map(name).collect::<Vec<_>>().join(", ")
        }
        (Takes::Choice { .. } | Takes::NumberOr { .. }, _) => slug_in_words(value),
        (Takes::Text, _) if field.name != "note" => slug_in_words(value),
        _ => plain_value(value),
    }
}

/// A word of the rules as people write it: `bow-to-bow` is bow to bow, and
/// `ammo.archers-1` ammo archers 1.
fn slug_in_words(value: &Value) -> String {
    words(&plain_value(value)).replace('.', " ").to_lowercase()
}

/// Any value of a log in words.
#[must_use]
pub fn plain_value(value: &Value) -> String {
    match value {
        Value::Null => "none".into(),
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.is_empty() => "none".into(),
        Value::Array(list) => list.iter().map(plain_value).collect::<Vec<_>>().join(", "),
        Value::Number(_) | Value::Object(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_order_is_told_by_who_gives_it_to_whom_and_what_was_chosen() {
        for (order, words) in [
            (
                json!({"kind": "shoot", "ship": "A2", "weapon": "archers", "mount": "first",
                "target": "B4", "range": 2}),
                "Shoot A2 → B4, archers",
            ),
            (
                json!({"kind": "terrain", "ship": "A1", "hex": "shallows"}),
                "Enter terrain A1, shallows",
            ),
            (
                json!({"kind": "adjust", "ship": "A2", "field": "ammo.archers-1", "value": 3,
                "note": "counted twice"}),
                "Players' correction A2, ammo archers 1",
            ),
            (json!({"kind": "end-round"}), "End the round"),
            (json!({"kind": "dance"}), "dance"),
        ] {
            let order = order.as_object().cloned().unwrap_or_default();
            assert_eq!(order_in_words(SystemTag::GreekFire, &order), words);
        }
    }
}
