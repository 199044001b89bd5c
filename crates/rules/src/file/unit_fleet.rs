//! The fleet of a game whose units are fully described by their records: a list `[[ship]]` with
//! the entries that a fleet file may state.

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::common::SideInfo;
use crate::file::{FleetBuilding, FleetRules};
use crate::roster::Rostered;
use crate::unit::{EntryProperty, Record, RecordEntry};
use crate::value_type::ValueType;
use message::{Message, message};

use super::chance::FleetChance;
use super::form::{ChoiceWord, FormField, Ideas, ListForm};
use super::peoples::People;
use super::reader::Reader;

/// The key of the list.
const SHIP: &str = "ship";

/// A checked fleet: its units as they enter the battle.
#[derive(Clone, Debug, PartialEq)]
pub struct OfUnits<U> {
    /// The side's name and texts.
    pub about: SideInfo,
    /// Its units, in the order of their tags.
    pub units: Vec<U>,
}

/// A record whose entries a fleet file can state.
pub trait FleetRecord:
    Record + Rostered + Clone + PartialEq + fmt::Debug + Default + DeserializeOwned
{
    /// Completes the record of a unit at the start of a battle.
    fn enter(&mut self) {}

    /// The name of a word of an entry in the builder.
    #[must_use]
    fn word(_key: &str, word: &'static str) -> Message {
        Message::slug(word)
    }

    /// A random value for an entry; `None` leaves it out.
    fn draw(entry: &RecordEntry, chance: &mut FleetChance) -> Option<Value> {
        if !entry.is(EntryProperty::Needed) {
            return None;
        }
        let words = entry.holds.words();
        match holds(entry).range() {
            Some((least, most)) => {
                let span = usize::try_from(most - least + 1).unwrap_or(1);
                i64::try_from(chance.below(span)).ok().map(|more| (least + more).into())
            }
            None => (!words.is_empty()).then(|| json!(chance.pick(words))),
        }
    }
}

/// The entries that a fleet file states.
fn entered<U: FleetRecord>() -> impl Iterator<Item = &'static RecordEntry> {
    U::ENTRIES
        .iter()
        .filter(|entry| entry.is(EntryProperty::Entered) || entry.is(EntryProperty::Needed))
}

/// The values that a fleet file may state for an entry. An entry that is printed as boxes
/// starts with at least one.
fn holds(entry: &RecordEntry) -> ValueType {
    match entry.holds.range() {
        Some((least, most)) if entry.is(EntryProperty::Boxes) => {
            entry.holds.within(least.max(1)..=most)
        }
        Some(_) | None => entry.holds,
    }
}

fn read<U: FleetRecord>(table: &mut Reader) -> Map<String, Value> {
    let mut keys = Map::new();
    for entry in entered::<U>() {
        let (key, needed) = (entry.key, entry.is(EntryProperty::Needed));
        let read = match (holds(entry), needed) {
            (ValueType::Number { min, max }, true) => {
                Some(table.number::<i64>(key, min..=max).into())
            }
            (ValueType::Number { min, max }, false) => {
                table.optional_number::<i64>(key, min..=max).map(Value::from)
            }
            (ValueType::Choice { words }, true) => {
                table.choice(key, words).map(|at| words[at].into())
            }
            (ValueType::Choice { words }, false) => {
                table.optional_choice(key, words).map(|at| words[at].into())
            }
            (ValueType::Flag, _) => Some(table.flag(key).into()),
            (ValueType::Text, _) => Some(table.name_or_empty(key).into()),
            _ => None,
        };
        keys.extend(read.map(|value| (key.to_owned(), value)));
    }
    keys
}

/// A unit with these keys and the defaults of [`Default`].
fn unit<U: FleetRecord>(keys: Map<String, Value>) -> Option<U> {
    let Ok(Value::Object(mut whole)) = serde_json::to_value(U::default()) else { return None };
    whole.extend(keys);
    let mut unit: U = serde_json::from_value(Value::Object(whole)).ok()?;
    unit.enter();
    Some(unit)
}

impl<U: FleetRecord> FleetRules for OfUnits<U> {
    fn read(about: SideInfo, reader: &mut Reader) -> OfUnits<U> {
        let mut units = Vec::new();
        for mut table in reader.some_tables(SHIP) {
            let names = table.names();
            let mut keys = read::<U>(&mut table);
            table.finish();
            for name in names {
                keys.insert("name".into(), json!(name));
                units.extend(unit::<U>(keys.clone()));
            }
        }
        OfUnits { about, units }
    }

    fn write(&self) -> Map<String, Value> {
        let begins = U::default();
        let unit = |unit: &U| {
            let mut keys = Map::from_iter([("name".to_owned(), json!(unit.name()))]);
            keys.extend(entered::<U>().filter_map(|entry| {
                let shown = entry.is(EntryProperty::Needed)
                    || unit.entry(entry.key) != begins.entry(entry.key);
                Some((entry.key.to_owned(), unit.entry(entry.key).filter(|_| shown)?))
            }));
            Value::Object(keys)
        };
        Map::from_iter([(SHIP.to_owned(), self.units.iter().map(unit).collect())])
    }
}

impl<U: FleetRecord> FleetBuilding for OfUnits<U> {
    fn form() -> (Vec<FormField>, Vec<ListForm>) {
        let mut fields = vec![
            FormField::name("name", message!("Name")).suggesting(Ideas::Ships),
            FormField::count(),
        ];
        let usual = U::default();
        fields.extend(entered::<U>().filter_map(|entry| {
            let usual = usual.entry(entry.key)?;
            let takes = holds(entry);
            let is_simple = matches!(
                takes,
                ValueType::Number { .. }
                    | ValueType::Flag
                    | ValueType::Text
                    | ValueType::Choice { .. }
            );
            if !is_simple {
                return None;
            }
            let word = |word: &&'static str| {
                ChoiceWord::new(word, U::word(entry.key, word), Message::default())
            };
            let words = takes.words().iter().map(word).collect();
            let field = FormField { words, ..FormField::new(entry.key, entry.message(), takes) };
            Some(if entry.is(EntryProperty::Needed) {
                field.begins(usual)
            } else {
                field.or(usual)
            })
        }));
        (Vec::new(), vec![ListForm::new(SHIP, message!("Ship"), message!("Ships"), fields)])
    }

    fn random(people: &People, ships: u32, chance: &mut FleetChance) -> Map<String, Value> {
        let ships = chance.ships(people, ships, |chance, ship| {
            for entry in entered::<U>() {
                ship.extend(U::draw(entry, chance).map(|value| (entry.key.to_owned(), value)));
            }
        });
        Map::from_iter([(SHIP.to_owned(), json!(ships))])
    }
}
