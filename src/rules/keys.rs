//! Looks up a key of a battle's records, such as `B1.ammo.archers-1`, and lists
//! the numbers that a record holds.

use serde_json::Value;

use super::numbers::numbers;
use super::{Battle, Side, Subject, System, Viewer, system};

/// A key such as `B1.ammo.archers-1` in its parts, parsed once: the odds look
/// at it after thousands of branches.
#[derive(Clone, Debug)]
pub(crate) struct Key {
    /// As it was written.
    pub(crate) written: String,
    pub(super) subject: Subject,
    pub(super) field: String,
    within: String,
}

impl Key {
    /// The key in its parts; `None` where it is not written as one.
    pub(crate) fn read(key: &str) -> Option<Key> {
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

impl Battle {
    /// The value of a key such as `B1.crew`, `B1.ammo.archers-1` or
    /// `A.panic_number`; `None` where there is no such key.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<Value> {
        self.value_at(&Key::read(key)?)
    }

    /// The value of a key that was read before.
    pub(crate) fn value_at(&self, key: &Key) -> Option<Value> {
        let value = match key.subject {
            Subject::Side(side) => {
                with_battle!(self, b => b.side_state(side, Viewer::Everyone)).remove(&key.field)
            }
            Subject::Unit(tag) => with_battle!(self, b => system::unit_value(b, tag, &key.field)),
            Subject::Battle => None,
        }?;
        Some(if key.within.is_empty() { value } else { system::value_at(value, &key.within) })
    }

    /// Whether an order sets this entry of a record outright.
    pub(crate) fn is_set_outright(&self, entry: &str) -> bool {
        with_battle!(self, b => system::set_outright_in(b)).contains(&entry)
    }

    /// Every number of a record by its path, such as `crew` or `ammo.archers-1`.
    pub(crate) fn numbers_of(&self, subject: Subject, visit: &mut dyn FnMut(&str, i64)) {
        match subject {
            Subject::Unit(tag) => with_battle!(self, b => {
                if let Some(unit) = b.roster().find(tag) {
                    numbers(unit, visit);
                }
            }),
            Subject::Side(side) => {
                let keys = with_battle!(self, b => b.side_state(side, Viewer::Everyone));
                numbers(&keys, visit);
            }
            Subject::Battle => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fleet::library;
    use crate::journal::Opening;

    #[test]
    fn what_an_order_sets_outright_is_an_entry_of_a_units_record() {
        for ready in library::battles() {
            let battle = Opening::ready(&ready.slug, 0).and_then(|opening| opening.battle().ok());
            let battle = battle.expect("every ready battle can begin");
            for entry in with_battle!(&battle, b => system::set_outright_in(b)) {
                let mut units = battle.tags().into_iter();
                let has_it = |tag| battle.value(&format!("{tag}.{entry}")).is_some();
                assert!(units.any(has_it), "{}: {entry}", ready.slug);
            }
        }
    }
}
