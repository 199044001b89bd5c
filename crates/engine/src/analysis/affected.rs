//! The numbers of a battle that an order changes, read from its branches.

use indexmap::IndexMap;
use serde_json::Value;

use dice::Chance;
use games::PlayerView;
use rules::{Side, Subject};

use super::tally::EntryTally;

/// Every number of the records that some branch has changed, with the chances.
#[derive(Clone, Debug, Default)]
pub(super) struct Moving {
    /// The numbers of each record before the order, filled in when needed.
    before: IndexMap<Subject, Vec<(String, i64)>>,
    moved: Vec<MovedNumber>,
}

/// A number that some branch has changed.
#[derive(Clone, Debug)]
struct MovedNumber {
    subject: Subject,
    path: String,
    now: i64,
    /// The values that it changes to.
    to: EntryTally,
}

impl Moving {
    /// Adds the changes of a branch.
    pub(super) fn add(&mut self, battle: &PlayerView, after: &PlayerView, chance: &Chance) {
        let units = after.touched_since(battle).into_iter().map(Subject::Unit);
        for subject in units.chain(Side::ALL.iter().copied().map(Subject::Side)) {
            let before = self.before.entry(subject).or_insert_with(|| {
                let mut all = Vec::new();
                battle.numbers_of(subject, &mut |path, now| all.push((path.to_owned(), now)));
                all
            });
            let mut at = 0;
            let moved = &mut self.moved;
            after.numbers_of(subject, &mut |path, to| {
                // Both are in the order of the record, and few entries appear
                // or disappear.
                let same = |(known, _): &(String, i64)| known == path;
                let Some(found) = before[at..].iter().position(same) else { return };
                let now = before[at + found].1;
                at += found + 1;
                if now != to {
                    of(moved, subject, path, now).to.add_number(to, chance);
                }
            });
        }
    }

    /// The number of stored values.
    pub(super) fn len(&self) -> usize {
        self.moved.iter().map(|moved| moved.to.len()).sum()
    }

    /// Each number by its key, with every value that it may have, including the
    /// present one if it may stay.
    pub(super) fn into_watched(self) -> IndexMap<String, Vec<(Value, Chance)>> {
        let mut watched: IndexMap<String, Vec<(Value, Chance)>> = IndexMap::new();
        for MovedNumber { subject, path, now, mut to } in self.moved {
            let stays = to.sum().otherwise();
            if !stays.is_never() {
                to.add_number(now, &stays);
            }
            watched.insert(format!("{}.{path}", key(subject)), to.into_values());
        }
        watched.sort_unstable_keys();
        watched
    }
}

/// The entry of a number; a new one if it has not changed before.
fn of<'m>(
    moved: &'m mut Vec<MovedNumber>,
    subject: Subject,
    path: &str,
    now: i64,
) -> &'m mut MovedNumber {
    let at = moved.iter().position(|known| known.subject == subject && known.path == path);
    let at = at.unwrap_or_else(|| {
        moved.push(MovedNumber { subject, path: path.to_owned(), now, to: EntryTally::default() });
        moved.len() - 1
    });
    &mut moved[at]
}

fn key(subject: Subject) -> String {
    match subject {
        Subject::Unit(tag) => tag.to_string(),
        Subject::Side(side) => side.slug().to_owned(),
        Subject::Battle => String::new(),
    }
}
