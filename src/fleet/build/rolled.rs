//! Fields whose words can be rolled on a table, and fields with limited room.

use serde_json::{Value, json};

use crate::dice::{DiceStop, Roller};
use crate::rules::SystemTag;
use crate::say::{Say, say};

use super::advantages::{roll_advantage, roll_skill};
use super::{Draft, Path};

/// The field that can be rolled for as a whole, with its list.
const DECKS: (&str, &str) = ("ship", "advantages");

/// What is rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollFor {
    /// Every slot of every ship, in the order of the fleet. The ships of a
    /// repeated entry carry the same.
    Fleet,
    /// Every slot of a ship, counted from 0.
    Ship(usize),
    /// One word of a field; one past the end is added.
    Word {
        /// The list of the entry.
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
pub struct Given {
    /// What it was rolled for: `advantage 2 of 6, Salaminia`.
    pub purpose: Say,
    /// The word of the rules: `archers`.
    pub word: Say,
}

impl Draft {
    /// Whether the rules have a table to roll the words of a field on.
    #[must_use]
    pub fn can_roll(&self, list: &str, key: &str) -> bool {
        self.system() == Some(SystemTag::GreekFire)
            && list == DECKS.0
            && [DECKS.1, "captain.skills", "crew_skills"].contains(&key)
    }

    /// How many words a field of an entry (from 0) has room for; `None` if the
    /// rules set no limit, or the entry does not say enough to know.
    #[must_use]
    pub fn room_for(&self, list: &str, at: usize, key: &str) -> Option<usize> {
        let limited = self.can_roll(list, key) && key == DECKS.1;
        limited.then(|| self.deck(at)).flatten()
    }

    /// Rolls, and writes the results into the draft. Each is also added to
    /// `given`, so that they can be shown even if the dice run out.
    ///
    /// # Errors
    /// When the dice have run out, or what was entered is impossible; nothing
    /// has changed then.
    pub fn roll(
        &mut self,
        what: RollFor,
        roller: &mut Roller,
        given: &mut Vec<Given>,
    ) -> Result<(), DiceStop> {
        let ships = match what {
            RollFor::Fleet => 0..self.count(DECKS.0),
            RollFor::Ship(at) => at..at + 1,
            RollFor::Word { list, at, key, nth } => {
                if self.can_roll(list, key) {
                    let word = self.roll_one((list, at, key), nth, roller, given)?;
                    self.put_word(&Path::entry(list, at).key(key), nth, &word);
                }
                return Ok(());
            }
        };
        let decks = ships
            .map(|at| {
                let slots = 0..self.room_for(DECKS.0, at, DECKS.1).unwrap_or(0);
                let roll = |nth| self.roll_one((DECKS.0, at, DECKS.1), nth, roller, given);
                Ok((at, slots.map(roll).collect::<Result<Vec<_>, _>>()?))
            })
            .collect::<Result<Vec<_>, DiceStop>>()?;
        for (at, words) in decks.into_iter().filter(|(_, words)| !words.is_empty()) {
            self.put(&Path::entry(DECKS.0, at).key(DECKS.1), &json!(words));
        }
        self.mark_house_rules();
        Ok(())
    }

    fn roll_one(
        &self,
        (list, at, key): (&str, usize, &str),
        nth: usize,
        roller: &mut Roller,
        given: &mut Vec<Given>,
    ) -> Result<Value, DiceStop> {
        let entry = self.get(&Path::entry(list, at).key("name"));
        let name = entry.as_ref().and_then(Value::as_str).unwrap_or_default();
        let what = match (key, self.room_for(list, at, key)) {
            (_, Some(room)) => say!("advantage {number} of {room}", number = nth + 1, room),
            ("captain.skills", _) => say!("captain’s skill"),
            _ => say!("crew’s skill"),
        };
        let purpose = if name.is_empty() { what } else { say!("{what}, {name}", what, name) };
        let slug = if key == DECKS.1 {
            roll_advantage(roller, &purpose)?.slug()
        } else {
            roll_skill(roller, &purpose)?.slug()
        };
        given.push(Given { purpose, word: Say::slug(slug) });
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
