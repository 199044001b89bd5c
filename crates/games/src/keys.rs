//! Keys of a battle's records, such as `B1.ammo.archers-1`: looking up their values, and
//! listing the numbers of a record.

use serde_json::Value;

use message::Message;
use rules::unit::{EntryProperty, EntryValue, Record, part_numbers, value_at};
use rules::{Goal, Questions as _, Rules, Side, Subject, ValueType, state};

use super::{Battle, PlayerView};

/// A parsed key such as `B1.ammo.archers-1`. It is parsed once, since the odds look it up
/// after thousands of branches.
#[derive(Clone, Debug)]
pub struct Key {
    pub written: String,
    pub(super) subject: Subject,
    pub(super) field: String,
    within: String,
}

impl Key {
    /// Parses a key; `None` if the text is not one.
    pub fn read(key: &str) -> Option<Key> {
        let (owner, path) = key.split_once('.')?;
        let (field, within) = path.split_once('.').unwrap_or((path, ""));
        let subject = match Side::from_slug(owner) {
            Some(side) => Subject::Side(side),
            None => Subject::Unit(owner.parse().ok()?),
        };
        let [written, field, within] = [key, field, within].map(str::to_owned);
        Some(Key { written, subject, field, within })
    }
}

impl PlayerView<'_> {
    /// The value of a key such as `B1.crew`, `B1.ammo.archers-1` or `A.panic_number`; for a
    /// hidden value, its replacement. `None` if there is no such key.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<Value> {
        self.value_at(&Key::read(key)?)
    }

    /// The value of a parsed key.
    #[must_use]
    pub fn value_at(&self, key: &Key) -> Option<Value> {
        let value = match key.subject {
            Subject::Side(side) => {
                dispatch!(Battle, &**self, |battle| battle.side_state(side)).remove(&key.field)
            }
            Subject::Unit(tag) => {
                dispatch!(Battle, &**self, |battle| state::unit_value(battle, tag, &key.field))
            }
            Subject::Battle => None,
        }?;
        Some(if key.within.is_empty() { value } else { value_at(&value, &key.within) })
    }

    /// The type of an entry in a unit's record, by its dotted path.
    pub(super) fn holds(&self, path: &str) -> Option<ValueType> {
        dispatch!(SystemTag, self.system(), |S: Rules| <S as Rules>::Unit::HOLDS).at(path)
    }

    /// A sentence for a number of a record that falls to zero, if the game has one.
    #[must_use]
    pub fn runs_out(&self, key: &str, was: i64) -> Option<Message> {
        let Key { subject: Subject::Unit(tag), field, .. } = Key::read(key)? else { return None };
        dispatch!(Battle, &**self, |battle| battle.runs_out(tag, &field, was))
    }

    /// Whether an order sets this entry of a unit's record directly.
    #[must_use]
    pub fn is_set_outright(&self, key: &str) -> bool {
        let entries = dispatch!(SystemTag, self.system(), |S: Rules| <S as Rules>::Unit::ENTRIES);
        entries.iter().any(|entry| entry.key == key && entry.is(EntryProperty::Outright))
    }

    /// Every number of a record by its path, such as `crew` or `ammo.archers-1`.
    pub fn numbers_of(&self, subject: Subject, visit: &mut dyn FnMut(&str, i64)) {
        let mut path = String::new();
        match subject {
            Subject::Unit(tag) => dispatch!(Battle, &**self, |battle| {
                if let Some(unit) = battle.common().units.find(tag) {
                    unit.numbers(&mut path, visit);
                }
            }),
            Subject::Side(side) => {
                for (key, value) in dispatch!(Battle, &**self, |battle| battle.side_state(side)) {
                    part_numbers(&value, &key, &mut path, visit);
                }
            }
            Subject::Battle => {}
        }
    }
}

impl PlayerView<'_> {
    /// Whether a goal has been reached since the battle was `before`.
    #[must_use]
    pub fn has_reached(&self, goal: &Goal, before: &PlayerView) -> bool {
        let number = |key: &str| self.value(key).and_then(|value| value.as_i64());
        match goal {
            Goal::Gone(tag) => !self.in_play(*tag) || self.holder(*tag) != before.holder(*tag),
            Goal::AtLeast(key, least) => number(key).is_some_and(|n| n >= *least),
            Goal::AtMost(key, most) => number(key).is_some_and(|n| n <= *most),
        }
    }
}
