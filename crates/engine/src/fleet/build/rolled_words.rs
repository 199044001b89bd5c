//! Fields of a fleet whose values can be rolled on a table, and fields with a limited number of
//! values.

use serde_json::{Value, json};

use dice::{AskedRoll, DiceStop, Entered, EnteredRoll, Roller, Seeded};
use message::{Message, message};
use rules::file::form::{FormField, WordTable};
use rules::file::path::Path;

use super::draft::FleetDraft;

/// The subject of the rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollFor {
    /// Every slot of every ship, in the order of the fleet. The ships of a
    /// repeated entry carry the same.
    Fleet,
    /// Every slot of a ship, counted from 0.
    Ship(usize),
    /// One word of a field; one past the end is added.
    Word {
        list: &'static str,
        /// The entry, counted from 0.
        at: usize,
        /// The field.
        key: &'static str,
        /// The word, counted from 0.
        nth: usize,
    },
}

/// A word that the dice gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RolledWord {
    /// What it was rolled for: `advantage 2 of 6, Salaminia`.
    pub purpose: Message,
    /// The word of the rules: `archers`.
    pub word: Message,
}

/// The source of all remaining dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestOfDice {
    /// The players: each roll is asked for.
    Players,
    /// The app, all of them.
    App,
}

/// The result of the dice so far.
#[derive(Debug)]
pub enum Rolled {
    /// The fleet with everything rolled.
    Done(Box<FleetDraft>),
    /// This roll is needed next, after those that gave these words.
    Needs(Box<AskedRoll>, Vec<RolledWord>),
}

impl FleetDraft {
    /// The fleet with the results of the players' dice, and of those that the app adds from a seed.
    ///
    /// # Errors
    /// If a die that was entered is impossible.
    pub fn rolled(
        &self,
        what: RollFor,
        seed: u64,
        rest: RestOfDice,
        answered: &[EnteredRoll],
    ) -> Result<Rolled, DiceStop> {
        let (mut draft, mut given) = (self.clone(), Vec::new());
        let entered = Entered::new(answered.to_vec(), Seeded::new(seed, 0));
        let mut dice = match rest {
            RestOfDice::Players => entered,
            RestOfDice::App => entered.then_program(),
        };
        match draft.roll(what, &mut Roller::new(&mut dice), &mut given) {
            Ok(()) => Ok(Rolled::Done(Box::new(draft))),
            Err(DiceStop::Needs(ask)) => Ok(Rolled::Needs(ask, given)),
            Err(stop @ DiceStop::Impossible(_)) => Err(stop),
        }
    }

    /// Rolls, and writes the results into the draft. Each is also added to
    /// `given`, so that they can be shown even if the dice run out.
    ///
    /// # Errors
    /// If the dice have run out, or one that was entered is impossible; then nothing has changed.
    pub fn roll(
        &mut self,
        what: RollFor,
        roller: &mut Roller,
        given: &mut Vec<RolledWord>,
    ) -> Result<(), DiceStop> {
        let Some(form) = self.form() else { return Ok(()) };
        if let RollFor::Word { list, at, key, nth } = what {
            if let Some(place) =
                form.field(list, key).and_then(|field| RolledField::of(list, at, field))
            {
                let word = self.roll_one(&place, nth, roller, given)?;
                self.put_word(&place.path(), nth, &word);
            }
            return Ok(());
        }
        let fields = form.lists.iter().flat_map(|list| list.fields.iter().map(move |f| (list, f)));
        let limited =
            |field: &FormField| field.table.as_ref().is_some_and(|table| table.room.is_some());
        let mut decks = Vec::new();
        for (list, field) in fields.filter(|(_, field)| limited(field)) {
            let entries = match what {
                RollFor::Ship(at) => at..at + 1,
                RollFor::Fleet | RollFor::Word { .. } => 0..self.count(list.key),
            };
            for place in entries.filter_map(|at| RolledField::of(list.key, at, field)) {
                let slots = 0..self.room_for(list.key, place.at, field).unwrap_or(0);
                let words = slots.map(|nth| self.roll_one(&place, nth, roller, given));
                decks.push((place.path(), words.collect::<Result<Vec<_>, _>>()?));
            }
        }
        for (path, words) in decks.into_iter().filter(|(_, words)| !words.is_empty()) {
            self.put(&path, &json!(words));
        }
        self.mark_house_rules();
        Ok(())
    }

    fn roll_one(
        &self,
        place: &RolledField,
        nth: usize,
        roller: &mut Roller,
        given: &mut Vec<RolledWord>,
    ) -> Result<Value, DiceStop> {
        let RolledField { list, at, field, table } = *place;
        let entry = self.entry(list, at).unwrap_or_default();
        let name = entry.get("name").and_then(Value::as_str).unwrap_or_default();
        let what = match self.room_for(list, at, field) {
            Some(room) => {
                message!("{word} {number} of {room}", word = &table.one, number = nth + 1, room)
            }
            None => table.one.clone(),
        };
        let purpose = if name.is_empty() { what } else { message!("{what}, {name}", what, name) };
        let slug = (table.roll)(roller, &purpose)?;
        given.push(RolledWord { purpose, word: Message::slug(slug) });
        Ok(json!(slug))
    }

    /// Puts a word into a list of words; one past the end is added.
    pub fn put_word(&mut self, list: &Path, nth: usize, word: &Value) {
        let filled = self.get(list).and_then(|list| list.as_array().map(Vec::len));
        // An entry that does not exist has no list to add to.
        let _ = match filled {
            Some(filled) => self.set(&list.clone().at(nth.min(filled)), word),
            None => self.set(list, &json!([word])),
        };
    }
}

/// A field of an entry that is rolled for.
struct RolledField<'f> {
    list: &'f str,
    at: usize,
    field: &'f FormField,
    table: &'f WordTable,
}

impl<'f> RolledField<'f> {
    fn of(list: &'f str, at: usize, field: &'f FormField) -> Option<RolledField<'f>> {
        Some(RolledField { list, at, field, table: field.table.as_ref()? })
    }

    fn path(&self) -> Path {
        Path::entry(self.list, self.at).key(self.field.key)
    }
}
