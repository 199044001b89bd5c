//! The correction of one entry of a record: whether the entry exists, and which values it
//! can have.

use serde_json::Value;

use message::{Message, clipped, message};

use super::common::{Side, Stop, Subject, Tag};
use super::common_orders::Corrected;
use super::file::reader::unfit_name;
use super::system::Rules;
use super::unit::{EntryProperty, EntryValue, MOST, Record as _, RecordEntry};
use super::value_type::ValueType;
use super::view::FieldDefaults;

/// The longest text in a record, in characters, and the longest list.
const LONGEST: usize = 1_000;

/// Why no record can hold this value; `None` if a record could.
pub fn never_valid(value: &Value) -> Option<Message> {
    match value {
        Value::Number(number) => {
            let within = number.as_i64().is_some_and(|n| (-MOST..=MOST).contains(&n));
            (!within).then(|| {
                let (least, number) = (-MOST, number.to_string());
                message!(
                    "a number in a record is from {least} to {most}, not {number}",
                    least,
                    most = MOST,
                    number
                )
            })
        }
        Value::String(text) => (text.chars().count() > LONGEST)
            .then(|| message!("a text of a record has at most {most} characters", most = LONGEST)),
        Value::Array(list) if list.len() > LONGEST => {
            Some(message!("a list of a record has at most {most} entries", most = LONGEST))
        }
        Value::Array(list) => list.iter().find_map(never_valid),
        Value::Object(keys) if keys.len() > LONGEST => {
            Some(message!("a record has at most {most} entries of a kind", most = LONGEST))
        }
        Value::Object(keys) => keys.values().find_map(never_valid),
        Value::Null | Value::Bool(_) => None,
    }
}

/// A unit with one entry of its record corrected.
///
/// # Errors
/// [`Stop::Invalid`] if the record has no such entry, or it takes another type.
pub fn corrected<S: Corrections>(
    battle: &S,
    tag: Tag,
    field: &str,
    value: &Value,
) -> Result<S::Unit, Stop> {
    let unit = battle.common().units.get(tag)?;
    let Ok(mut keys) = serde_json::to_value(unit) else {
        return Err(Stop::Invalid(message!("the record of {tag} cannot be corrected", tag)));
    };
    if let ("name", Some(name)) = (field, value.as_str())
        && let Some(why) = unfit_name(name)
    {
        return Err(Stop::Invalid(why));
    }
    let (first, within) = field.split_once('.').unwrap_or((field, ""));
    let Some(mut place) = keys.get_mut(first) else {
        let known = keys.as_object().into_iter().flat_map(|keys| keys.keys());
        let known: Vec<&str> = known.map(String::as_str).collect();
        return Err(Stop::Invalid(no_such_key(tag, &clipped(first), &known)));
    };
    for part in within.split('.').filter(|_| !within.is_empty()) {
        let Some(object) = place.as_object_mut() else {
            let field = clipped(field);
            let why = message!("`{field}` goes deeper than the record of {tag}", field, tag);
            return Err(Stop::Invalid(why));
        };
        if !object.contains_key(part) {
            let more = battle.possible_keys(tag, first);
            if !more.iter().any(|key| key == part) {
                let known = object.keys().chain(&more);
                let known: Vec<String> = known.map(|key| format!("{first}.{key}")).collect();
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                return Err(Stop::Invalid(no_such_key(tag, &clipped(field), &known)));
            }
        }
        place = object.entry(part).or_insert(Value::Null);
    }
    *place = value.clone();
    serde_json::from_value(keys).map_err(|_| {
        let takes = S::Unit::HOLDS.at(field).map(ValueType::description).unwrap_or_default();
        let (field, value) = (clipped(field), clipped(&value.to_string()));
        let why =
            message!("`{field}` of {tag} takes {takes}, not {value}", field, tag, takes, value);
        Stop::Invalid(why)
    })
}

/// The entries of a unit that the correction form offers, with their labels; the unit's
/// name comes last.
pub fn correctable_entries<S: Rules>(battle: &S, tag: Tag) -> Vec<(Value, Message)> {
    let Some(unit) = battle.common().units.find(tag) else { return Vec::new() };
    let (names, others): (Vec<&RecordEntry>, Vec<&RecordEntry>) = S::Unit::ENTRIES
        .iter()
        .filter(|entry| !entry.is(EntryProperty::Fixed))
        .partition(|entry| entry.key == "name");
    let mut found = Vec::new();
    for entry in others.into_iter().chain(names) {
        match (unit.entry(entry.key), entry.holds) {
            (Some(Value::Object(parts)), ValueType::Each(ValueType::Number { .. })) => {
                found.extend(parts.keys().map(|part| {
                    let label = message!(
                        "{entry} ({part})",
                        entry = entry.message(),
                        part = Message::path(part)
                    );
                    (Value::from(format!("{}.{part}", entry.key)), label)
                }));
            }
            (Some(Value::Object(_)) | None, _) => {}
            (Some(_), _) => found.push((entry.key.into(), entry.message())),
        }
    }
    found
}

/// These entries as choices of the form, with the first one selected; a side has none.
pub fn entries<S: Rules>(battle: &S, subject: Subject) -> FieldDefaults {
    match subject {
        Subject::Unit(tag) => FieldDefaults::first_of(correctable_entries(battle, tag)),
        Subject::Side(_) | Subject::Battle => FieldDefaults::default(),
    }
}

/// Reports that a record has no such key, with the key that was probably meant, or all
/// keys.
fn no_such_key(tag: Tag, key: &str, known: &[&str]) -> Message {
    let near = known.iter().map(|known| (strsim::damerau_levenshtein(known, key), *known)).min();
    match near {
        Some((distance, meant)) if distance <= 2 => {
            message!("{tag} has no entry `{key}`; did you mean `{meant}`?", tag, key, meant)
        }
        Some(_) | None => {
            let known = known.join(", ");
            message!("{tag} has no entry `{key}`; there are {known}", tag, key, known)
        }
    }
}

/// The corrections of the records of a game.
pub trait Corrections: Rules {
    /// The entries of a record that can be corrected, with the likeliest as the value.
    fn correctable(&self, subject: Subject) -> FieldDefaults {
        entries(self, subject)
    }
    /// Keys that an entry of a unit's record could have but does not have yet, such as a
    /// mount that has not shot.
    fn possible_keys(&self, _tag: Tag, _entry: &str) -> Vec<String> {
        Vec::new()
    }
    /// Whether a corrected unit is possible under the rules.
    ///
    /// # Errors
    /// The reason why the unit is impossible.
    fn check_unit(&self, _tag: Tag, _unit: &Self::Unit) -> Result<(), Message> {
        Ok(())
    }
    /// Sets an entry of a side.
    ///
    /// # Errors
    /// If the side has no such entry or it takes another type.
    fn adjust_side(&mut self, side: Side, field: &str, _value: &Value) -> Result<(), Message> {
        let field = clipped(field);
        Err(message!("side {side} has no entry `{field}` to correct", side, field))
    }
    /// Replaces a unit with the corrected one.
    fn replace_unit(&mut self, tag: Tag, unit: Self::Unit) {
        self.common_mut().units.change(tag, |old| old.correct(unit));
    }

    /// Further effects of a correction: cards that reduce a unit's morale to nothing rout
    /// it.
    fn further_effects(&self, _corrected: &Corrected) -> Vec<Self::Effect> {
        Vec::new()
    }
    /// Adjusts the rest of the battle to a corrected record.
    fn corrected(&mut self, _corrected: &Corrected) {}
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_corrected_name_follows_the_rules_of_fleet_files() {
        for name in ["Paralos", "Παράλος 2", "x y"] {
            assert_eq!(unfit_name(name), None, "{name}");
        }
        let long = "x".repeat(61);
        for name in ["", "  ", "a\u{7}", "a\n", "a\u{2028}", "a\u{202e}b", "\u{200f}a", &long] {
            assert!(unfit_name(name).is_some(), "{name:?}");
        }
    }

    #[test]
    fn corrected_texts_lists_records_and_numbers_have_limits() {
        let kinds: [&dyn Fn(usize) -> Value; 3] =
            [&|long| json!("x".repeat(long)), &|long| json!(vec![0; long]), &|long| {
                (0..long).map(|key| (key.to_string(), json!(0))).collect()
            }];
        for of in kinds {
            assert_eq!(never_valid(&of(LONGEST)), None);
            for inside in [of(LONGEST + 1), json!([of(LONGEST + 1)]), json!({"a": of(LONGEST + 2)})]
            {
                assert!(never_valid(&inside).is_some());
            }
        }
        for (number, within) in [(MOST, true), (MOST + 1, false), (-MOST - 1, false)] {
            assert_eq!(never_valid(&json!(number)).is_none(), within, "{number}");
        }
    }
}
