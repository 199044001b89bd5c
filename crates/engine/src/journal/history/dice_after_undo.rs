//! The app's dice after an undo: which of them an order gets, so that an undo never buys a
//! better roll.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::journal::entry::{DiceChoice, Entry};
use crate::journal::replay::{self, OnTable};
use dice::{Origin, Roll, Thrown};
use games::Order;
use rules::{Stop, Viewer};

use super::{APART, Journal, is_apart, thrown};

/// Rolls of an order that lie on the table while it waits for more.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PendingRolls {
    /// The rolls, in the order of the rules.
    pub rolls: Vec<Thrown>,
    /// The number of the app's dice among them, if that is not what the next
    /// order would have.
    pub number: Option<u64>,
}

impl PendingRolls {
    /// Whether the app has rolled one of them.
    #[must_use]
    pub fn has_the_apps(&self) -> bool {
        self.rolls.iter().any(|thrown| thrown.by == Origin::Rolled)
    }

    /// The same, without a number where the app has rolled nothing.
    fn named_by_the_apps(self) -> PendingRolls {
        let number = self.number.filter(|_| self.has_the_apps());
        PendingRolls { number, ..self }
    }
}

/// What was undone in a battle, as far as a viewer may know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undone {
    /// The rolls that do not count: of orders that were undone or amended. One
    /// that was made again as it was is not counted.
    pub rolls: usize,
    pub lines: usize,
}

impl Undone {
    /// Whether nothing was.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Undone::default()
    }
}

impl Journal {
    /// What was undone, as far as a viewer may know.
    #[must_use]
    pub fn undone(&self, viewer: Viewer) -> Undone {
        let left = self.struck();
        let dice = |(at, entry): (usize, &Entry)| (entry.number_at(at), entry.thrown.clone());
        let hides = |at: usize| self.at(at).is_none_or(games::Battle::has_secrets);
        let known = |at: &usize| {
            let plain = viewer == Viewer::Everyone || !(hides(*at) || hides(*at + 1));
            plain || !self.is_secret(*at, viewer)
        };
        let undone = (self.cursor..self.len()).filter(known);
        let mut rolled: HashSet<(u64, Vec<Thrown>)> =
            undone.filter_map(|at| Some(dice((at, self.entry(at)?)))).collect();
        let open = viewer == Viewer::Everyone || !self.battle().has_secrets();
        for line in left.iter().filter(|line| open && self.tells(line, viewer)) {
            rolled.extend((line.shared..).zip(&line.entries).map(dice));
        }
        if !rolled.is_empty() {
            for counted in self.entries().take(self.cursor).enumerate().map(dice) {
                rolled.remove(&counted);
            }
        }
        Undone { rolls: rolled.iter().map(|(_, thrown)| thrown.len()).sum(), lines: left.len() }
    }

    /// The first number of dice that nothing has used that was ever given.
    pub(in crate::journal) fn unused_number(&self) -> u64 {
        self.unused
    }

    /// The number of the dice that an order would be given next. After an undo,
    /// one that was given at this very place before, and rolls what it rolled
    /// then, has its number; any other has dice that nobody has seen.
    pub(super) fn number_of(
        &self,
        order: &Order,
        (lying, dice): (&PendingRolls, &DiceChoice),
    ) -> u64 {
        let next = self.free_number(self.cursor);
        if lying.has_the_apps() {
            return lying.number.unwrap_or(next);
        }
        let unused = if self.counts_apart() { self.unused_apart() } else { self.unused };
        if next == unused || (self.counts_apart() && self.records.len() == self.line.len()) {
            return unused;
        }
        let written = order.to_map();
        let rolls_alike = |number: u64, entry: &Entry| {
            let on_table = OnTable(&lying.rolls, dice);
            let rolls = match replay::resolve(self.battle(), order, on_table, self.seeded(number)) {
                Ok(report) => report.rolls,
                Err(Stop::Needs { after, .. }) => after,
                Err(Stop::Refused(_) | Stop::Nonsense(_)) => return true,
            };
            entry.thrown.starts_with(&thrown(&rolls))
        };
        let mut given = self.records.iter().zip(&self.places).filter_map(|(record, place)| {
            let entry = &record.entry;
            let number = entry.number_at(*place);
            let same = entry.seed == self.seed_number()
                && entry.order == written
                && self.leads_here(record.after);
            (same && rolls_alike(number, entry)).then_some(number)
        });
        given.next().unwrap_or(unused)
    }

    /// The first number of dice apart that nothing has used that was ever given.
    fn unused_apart(&self) -> u64 {
        let used = self.records.iter().filter_map(|record| record.entry.number);
        used.filter(|number| is_apart(*number)).max().map_or(APART, |number| number + 1)
    }

    /// The rolls of an order that is declared, with the number of its dice if
    /// that is not what the next order would have.
    #[must_use]
    pub fn lying(
        &self,
        order: &Order,
        on_table: (&PendingRolls, &DiceChoice),
        rolls: &[Roll],
    ) -> PendingRolls {
        let number = self.number_of(order, on_table);
        let number = (number != self.free_number(self.cursor)).then_some(number);
        PendingRolls { rolls: thrown(rolls), number }.named_by_the_apps()
    }

    /// Whether the line that ends with a record has the same orders and rolls as
    /// the present one up to the cursor.
    fn leads_here(&self, mut number: usize) -> bool {
        for here in self.line[..self.cursor].iter().rev() {
            if number == *here {
                return true;
            }
            let Some(there) = number.checked_sub(1).map(|at| &self.records[at]) else {
                return false;
            };
            let here = &self.records[*here - 1].entry;
            if there.entry.order != here.order || there.entry.thrown != here.thrown {
                return false;
            }
            number = there.after;
        }
        number == 0
    }
}
