//! An order in words: as a headline, and field by field.

use std::iter;

use serde_json::{Map, Value};

use dice::ModifierChange;
use games::{Battle, SystemTag};
use message::{Joint, Message, clipped, message};
use rules::modifier_changes::MODIFIERS;
use rules::{FieldSpec, Part, Side, Tag, ValueType};

/// An order as a headline: its kind, its issuer and target, and other choices: `Shoot A1 → B2,
/// archers`.
#[must_use]
pub fn order_in_words(system: SystemTag, order: &Map<String, Value>) -> Message {
    let kind = order.get("kind").and_then(Value::as_str).unwrap_or_default();
    let Some(spec) = system.order(kind) else { return Message::verbatim(clipped(kind)) };
    let (mut whom, mut chosen) = (Vec::new(), Vec::new());
    for field in spec.fields {
        let Some(value) = order.get(field.name).filter(|value| differs_from_default(field, value))
        else {
            continue;
        };
        match (field.takes, field.name) {
            (takes, _) if takes.names_units() || takes.names_side() => {
                // A unit may have two roles: the enemy beside a ship may have the larger crew.
                let unit = plain_value(value);
                if !whom.contains(&unit) {
                    whom.push(unit);
                }
            }
            (ValueType::Choice { .. }, _) => chosen.push(chosen_word(value)),
            // A number is included if it lasts until another is chosen, such as a speed.
            (ValueType::NumberOr { .. }, _) if value.is_string() || spec.part == Part::Standing => {
                chosen.push(chosen_word(value));
            }
            (ValueType::Text, name) if name != "note" => {
                let text = text_of(field, value);
                // Rowers shoot from a mount of the same name.
                if !chosen.contains(&text) {
                    chosen.push(text);
                }
            }
            _ => {}
        }
    }
    let mut name = Message::word(spec.name);
    if !whom.is_empty() {
        name =
            message!("{order} {units}", order = name, units = Message::joined(whom, Joint::Arrow));
    }
    Message::list(iter::once(name).chain(chosen).chain(changed_modifiers(order)))
}

/// The players' changes to the modifiers of an order.
fn changed_modifiers(order: &Map<String, Value>) -> Vec<Message> {
    let changes = order.get(MODIFIERS).cloned().map(serde_json::from_value::<Vec<_>>);
    let in_words = |change| match change {
        ModifierChange::SetAside { aside, reason } => {
            let (what, why) = (Message::path(&aside), Message::verbatim(reason));
            message!("set aside: {what} ({why})", what, why)
        }
        ModifierChange::Added { add, reason } => {
            let (amount, why) = (Message::signed(add), Message::verbatim(reason));
            message!("{amount} {why}", amount, why)
        }
    };
    changes.and_then(Result::ok).unwrap_or_default().into_iter().map(in_words).collect()
}

/// Each field of an order that adds something: `Target: B2 Χίμαιρα`.
#[must_use]
pub fn order_in_full(battle: &Battle, order: &Map<String, Value>) -> Vec<Message> {
    let kind = order.get("kind").and_then(Value::as_str).unwrap_or_default();
    let Some(spec) = battle.system().order(kind) else { return Vec::new() };
    let shown = spec.fields.iter().filter_map(|field| {
        let value = order.get(field.name).filter(|value| differs_from_default(field, value))?;
        Some(answered(field.question, named(battle, field, value)))
    });
    shown.chain(changed_modifiers(order)).collect()
}

/// A field's value behind the question that the form asks.
#[must_use]
pub fn answered(question: &'static str, value: Message) -> Message {
    let asked = Message::word(question);
    if question.ends_with('?') {
        message!("{asked} {value}", asked, value)
    } else {
        message!("{asked}: {value}", asked, value)
    }
}

/// Whether a value adds anything: it is given, and differs from the default.
fn differs_from_default(field: &FieldSpec, value: &Value) -> bool {
    let empty = match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => false,
    };
    !empty && field.default.value().as_ref() != Some(value)
}

/// A value of a field, with the names of the units in it.
fn named(battle: &Battle, field: &FieldSpec, value: &Value) -> Message {
    let name = |text: &str| match (Side::from_slug(text), text.parse::<Tag>()) {
        (Some(side), _) => Message::verbatim(battle.side_name(side)),
        (None, Ok(tag)) if battle.tags().contains(&tag) => battle.called(tag),
        (None, Ok(_) | Err(_)) => Message::verbatim(text),
    };
    match (field.takes, value) {
        (ValueType::Unit | ValueType::UnitOrSide | ValueType::Side, Value::String(text)) => {
            name(text)
        }
        (ValueType::UNITS, Value::Array(list)) => {
            Message::list(list.iter().filter_map(Value::as_str).map(name))
        }
        (ValueType::Choice { .. } | ValueType::NumberOr { .. }, _) => chosen_word(value),
        (ValueType::Text, _) => text_of(field, value),
        _ => plain_value(value),
    }
}

/// A text: a word of the rules, except a note and the name of a battle card, which are the
/// players' own.
fn text_of(field: &FieldSpec, value: &Value) -> Message {
    if matches!(field.name, "note" | "card") { plain_value(value) } else { word_of(value) }
}

/// A word that was chosen; a letter is a side's.
fn chosen_word(value: &Value) -> Message {
    match value.as_str().and_then(Side::from_slug) {
        Some(side) => message!("side {side}", side),
        None => word_of(value),
    }
}

/// A word of the rules in plain form: `bow-to-bow` is bow to bow, and `ammo.archers-1` ammo
/// archers 1.
fn word_of(value: &Value) -> Message {
    match value {
        Value::String(text) => Message::path(text),
        Value::Array(list) if !list.is_empty() => Message::list(list.iter().map(word_of)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            plain_value(value)
        }
    }
}

/// A value of an order or a record for readers; texts are not changed.
#[must_use]
pub fn plain_value(value: &Value) -> Message {
    match value {
        Value::Null => message!("none"),
        Value::Bool(true) => message!("yes"),
        Value::Bool(false) => message!("no"),
        Value::String(text) => Message::verbatim(text),
        Value::Array(list) if list.is_empty() => message!("none"),
        Value::Array(list) => Message::list(list.iter().map(plain_value)),
        Value::Number(_) | Value::Object(_) => Message::verbatim(value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_order_is_described_by_unit_target_and_choices() {
        for (order, words) in [
            (
                json!({"kind": "shoot", "ship": "A2", "weapon": "archers", "mount": "first",
                "target": "B4", "range": 2}),
                "Shoot A2 → B4, archers",
            ),
            (
                json!({"kind": "shoot", "ship": "B1", "weapon": "rowers", "mount": "rowers",
                "target": "A1"}),
                "Shoot B1 → A1, rowers",
            ),
            (
                json!({"kind": "terrain", "ship": "A1", "hex": "shallows"}),
                "Enter terrain A1, shallows",
            ),
            (
                json!({"kind": "adjust", "ship": "A2", "field": "ammo.archers-1", "value": 3,
                "note": "counted twice"}),
                "Players’ correction A2, ammo archers 1",
            ),
            (json!({"kind": "end-round"}), "End the round"),
            (json!({"kind": "dance"}), "dance"),
        ] {
            let order = order.as_object().cloned().unwrap_or_default();
            assert_eq!(order_in_words(SystemTag::GreekFire, &order), words);
        }
    }
}
