//! The values that an entry of a record may have, each with its chance.

use std::collections::VecDeque;

use serde_json::Value;

use dice::Chance;

/// The values that an entry of a record may have after an order, each with its chance. Almost
/// all are numbers, which are stored separately, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct EntryTally {
    /// Ascending. Branches come in the order of their results, so a new number belongs
    /// before or after all others, but for a few.
    numbers: VecDeque<(i64, Chance)>,
    /// Words, lists and yes or no: few at most.
    others: Vec<(Value, Chance)>,
}

impl EntryTally {
    /// Adds a branch in which the entry has this value.
    pub(super) fn add(&mut self, value: Value, chance: &Chance) {
        if let Some(number) = value.as_i64() {
            self.add_number(number, chance);
        } else if let Some((_, sum)) = self.others.iter_mut().find(|(known, _)| *known == value) {
            sum.add(chance);
        } else {
            self.others.push((value, chance.clone()));
        }
    }

    /// Adds a branch in which the entry is this number.
    pub(super) fn add_number(&mut self, number: i64, chance: &Chance) {
        match self.numbers.binary_search_by_key(&number, |(known, _)| *known) {
            Ok(at) => self.numbers[at].1.add(chance),
            Err(at) => self.numbers.insert(at, (number, chance.clone())),
        }
    }

    /// The number of values.
    pub(super) fn len(&self) -> usize {
        self.numbers.len() + self.others.len()
    }

    /// The chance of all values together.
    pub(super) fn sum(&self) -> Chance {
        let numbers = self.numbers.iter().map(|(_, chance)| chance);
        let others = self.others.iter().map(|(_, chance)| chance);
        numbers.chain(others).fold(Chance::never(), |mut sum, chance| {
            sum.add(chance);
            sum
        })
    }

    /// The values with their chances: first those that are not numbers, by their text; then the
    /// numbers, ascending.
    pub(super) fn into_values(self) -> Vec<(Value, Chance)> {
        let EntryTally { numbers, mut others } = self;
        others.sort_by_cached_key(|(value, _)| value.to_string());
        others.extend(numbers.into_iter().map(|(number, chance)| (number.into(), chance)));
        others
    }
}
