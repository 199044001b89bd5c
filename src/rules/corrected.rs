//! A record with one of its entries corrected: whether there is such an entry,
//! and what it takes, said in our own words instead of serde's.

use serde_json::{Value, json};

use crate::say::{Joint, Say, clipped, say};

use super::System;
use super::common::{Stop, Tag};

/// The largest number in a record, so that no roll has more dice than this.
const MOST: i64 = 20_000;

/// The longest text in a record, in characters, and the longest list.
const LONGEST: usize = 1_000;

/// Why no record can hold this value; `None` if one could.
pub(super) fn beyond_any_log(value: &Value) -> Option<Say> {
    match value {
        Value::Number(number) => {
            let within = number.as_i64().is_some_and(|n| (-MOST..=MOST).contains(&n));
            (!within).then(|| {
                let (least, number) = (-MOST, number.to_string());
                say!(
                    "a record counts from {least} to {most}, not {number}",
                    least,
                    most = MOST,
                    number
                )
            })
        }
        Value::String(text) => (text.chars().count() > LONGEST)
            .then(|| say!("a text of a record has at most {most} characters", most = LONGEST)),
        Value::Array(list) if list.len() > LONGEST => {
            Some(say!("a list of a record has at most {most} entries", most = LONGEST))
        }
        Value::Array(list) => list.iter().find_map(beyond_any_log),
        Value::Object(keys) if keys.len() > LONGEST => {
            Some(say!("a record has at most {most} entries of a kind", most = LONGEST))
        }
        Value::Object(keys) => keys.values().find_map(beyond_any_log),
        Value::Null | Value::Bool(_) => None,
    }
}

/// A unit with one entry of its record corrected.
///
/// # Errors
/// [`Stop::Nonsense`] where the record has no such entry, or it takes something
/// else.
pub(super) fn corrected<S: System>(
    battle: &S,
    tag: Tag,
    field: &str,
    value: &Value,
) -> Result<S::Unit, Stop> {
    let unit = battle.roster().get(tag)?;
    let Ok(mut keys) = serde_json::to_value(unit) else {
        return Err(Stop::Nonsense(say!("the record of {tag} cannot be corrected", tag)));
    };
    let (first, within) = field.split_once('.').unwrap_or((field, ""));
    let Some(mut place) = keys.get_mut(first) else {
        let known = keys.as_object().into_iter().flat_map(|keys| keys.keys());
        let known: Vec<&str> = known.map(String::as_str).collect();
        return Err(Stop::Nonsense(no_such_key(tag, &clipped(first), &known)));
    };
    for part in within.split('.').filter(|_| !within.is_empty()) {
        let Some(object) = place.as_object_mut() else {
            let field = clipped(field);
            let why = say!("`{field}` goes deeper than the record of {tag}", field, tag);
            return Err(Stop::Nonsense(why));
        };
        if !object.contains_key(part) {
            let more = battle.more_keys_of(tag, first);
            if !more.iter().any(|key| key == part) {
                let known = object.keys().chain(&more);
                let known: Vec<String> = known.map(|key| format!("{first}.{key}")).collect();
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                return Err(Stop::Nonsense(no_such_key(tag, &clipped(field), &known)));
            }
        }
        place = object.entry(part).or_insert(Value::Null);
    }
    *place = value.clone();
    serde_json::from_value(keys.clone()).map_err(|_| {
        let reads = |value: &Value| {
            let mut keys = keys.clone();
            let pointer = format!("/{}", field.replace('.', "/"));
            let Some(place) = keys.pointer_mut(&pointer) else { return false };
            *place = value.clone();
            serde_json::from_value::<S::Unit>(keys).is_ok()
        };
        let takes = takes(reads, battle.words_of(first));
        let (field, value) = (clipped(field), clipped(&value.to_string()));
        let why = say!("`{field}` of {tag} takes {takes}, not {value}", field, tag, takes, value);
        Stop::Nonsense(why)
    })
}

/// What an entry takes, found by trying a value of each type with `reads`.
/// `words` are the words that it may hold.
pub(super) fn takes(reads: impl Fn(&Value) -> bool, words: &[&str]) -> Say {
    let most = [MOST, i64::from(u8::MAX)].into_iter().find(|most| reads(&json!(most)));
    let number = most.map(|most| {
        let least = if reads(&json!(-1)) { -most } else { 0 };
        say!("a whole number from {least} to {most}", least, most)
    });
    let text = if reads(&json!("~")) {
        Some(say!("a text"))
    } else if words.iter().any(|word| reads(&json!(word))) {
        let words = words.iter().filter(|word| reads(&json!(word)));
        Some(Say::joined(words.map(|word| Say::verbatim(format!("`{word}`"))), Joint::Or))
    } else {
        reads(&json!("A1")).then(|| say!("the tag of a unit, such as A1"))
    };
    let other = [
        (json!(true), say!("true or false")),
        (json!([]), say!("a list")),
        (Value::Null, say!("null")),
    ];
    let other = other.into_iter().filter(|(value, _)| reads(value)).map(|(_, takes)| takes);
    let all = Say::joined(number.into_iter().chain(text).chain(other), Joint::Or);
    if all.is_empty() { say!("entries of the same form as before") } else { all }
}

/// Says that a record has no such key, with the key that was probably meant, or
/// all keys.
fn no_such_key(tag: Tag, key: &str, known: &[&str]) -> Say {
    let near = known.iter().map(|known| (strsim::damerau_levenshtein(known, key), *known)).min();
    match near {
        Some((distance, meant)) if distance <= 2 => {
            say!("{tag} has no entry `{key}`; did you mean `{meant}`?", tag, key, meant)
        }
        Some(_) | None => {
            let known = known.join(", ");
            say!("{tag} has no entry `{key}`; there are {known}", tag, key, known)
        }
    }
}
