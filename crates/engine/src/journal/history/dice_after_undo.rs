//! The app's dice after an undo. They are chosen so that an undo never gives a second chance.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::journal::entry::Entry;
use dice::{AskedRoll, Dice, DiceStop, Origin, Reading, Roll, Seeded, Thrown};
use games::{Order, Report};
use rules::Viewer;

use super::{APART, AppSeed, EntryResult, Journal, Prepared, is_apart, thrown};

/// Rolls of an order that are already made while it waits for more.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PendingRolls {
    /// The rolls, in the order of the rules.
    pub rolls: Vec<Thrown>,
    /// The number of the app's dice among them, if it differs from that of the next order.
    pub number: Option<u64>,
}

impl PendingRolls {
    /// Whether the app has rolled one of them.
    #[must_use]
    pub fn has_app_rolls(&self) -> bool {
        self.rolls.iter().any(|thrown| thrown.by == Origin::Rolled)
    }
}

/// The numbers of undone rolls and versions in a battle, as far as a viewer may know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undone {
    /// The rolls of orders that were undone or amended, except those that were repeated unchanged.
    pub rolls: usize,
    pub lines: usize,
}

impl Undone {
    /// Whether both are zero.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Undone::default()
    }
}

impl Journal {
    /// The numbers of undone rolls and versions, as far as a viewer may know.
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
        for line in left.iter().filter(|line| open && self.shows_all_of(line, viewer)) {
            rolled.extend((line.shared..).zip(&line.entries).map(dice));
        }
        if !rolled.is_empty() {
            for counted in self.entries().take(self.cursor).enumerate().map(dice) {
                rolled.remove(&counted);
            }
        }
        Undone { rolls: rolled.iter().map(|(_, thrown)| thrown.len()).sum(), lines: left.len() }
    }

    /// The first number of dice that no order has ever used.
    pub(in crate::journal) fn unused_number(&self) -> u64 {
        self.unused
    }

    /// The app's dice for the order that is given next, after rolls that are already made.
    #[must_use]
    pub fn next_dice(
        &self,
        order: &Order,
        earlier_rolls: &PendingRolls,
        seed: AppSeed,
    ) -> NextDice<'_> {
        let begun = earlier_rolls.has_app_rolls().then(|| {
            let number = earlier_rolls.number.unwrap_or(self.free_number(self.cursor));
            (number, seed.dice(number))
        });
        NextDice { journal: self, order: order.to_map(), seed, before: Vec::new(), begun }
    }

    /// The first number of separate dice that no order has ever used.
    fn unused_apart(&self) -> u64 {
        let used = self.records.iter().filter_map(|record| record.entry.number);
        used.filter(|number| is_apart(*number)).max().map_or(APART, |number| number + 1)
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

/// The app's dice for the order that is given next. They have a number, and no two orders of a
/// line have the same. After an undo, an order that was given at the same place before, with
/// the same rolls, has its old number; any other has new dice. The first roll of the app
/// decides which.
pub struct NextDice<'j> {
    journal: &'j Journal,
    /// The order, as its entry has it.
    order: Map<String, Value>,
    seed: AppSeed,
    /// The rolls before the first of the app's.
    before: Vec<Thrown>,
    /// Their number, once the app has rolled.
    begun: Option<(u64, Seeded)>,
}

impl NextDice<'_> {
    /// The order, with all its fields.
    #[must_use]
    pub fn order(&self) -> &Map<String, Value> {
        &self.order
    }

    /// The rolls of the order so far, while it waits for more.
    #[must_use]
    pub fn pending(&self, rolls: &[Roll]) -> PendingRolls {
        let next = self.journal.free_number(self.journal.cursor);
        let number = self.begun.as_ref().map(|(number, _)| *number);
        PendingRolls { rolls: thrown(rolls), number: number.filter(|number| *number != next) }
    }

    /// The order, carried out with this report.
    #[must_use]
    pub fn carried_out(self, report: Report, at: u64, note: &str) -> Prepared {
        let journal = self.journal;
        let number = self.begun.as_ref().map_or_else(|| self.number(None), |(number, _)| *number);
        let entry = Entry {
            order: self.order,
            thrown: thrown(&report.rolls),
            outcome: report.outcome.to_string(),
            at,
            note: note.to_owned(),
            number: None,
            seed: self.seed.number,
            group: None,
        };
        let entry = entry.numbered(number, journal.cursor);
        let result = EntryResult::of(journal.battle(), report);
        journal.prepared(journal.cursor, vec![entry], vec![result])
    }

    /// The number of the dice, if this is the first roll of the app's, or there is none.
    fn number(&self, first: Option<&AskedRoll>) -> u64 {
        let journal = self.journal;
        let next = journal.free_number(journal.cursor);
        let unused = if journal.counts_apart() { journal.unused_apart() } else { journal.unused };
        if next == unused || (journal.counts_apart() && journal.records.len() == journal.line.len())
        {
            return unused;
        }
        let rolls_alike = |number: u64, entry: &Entry| {
            entry.thrown.strip_prefix(&self.before[..]).is_some_and(|rest| {
                first.is_none_or(|ask| rest.first() == Some(&self.seed.dice(number).roll(ask)))
            })
        };
        let mut given =
            journal.records.iter().zip(&journal.places).filter_map(|(record, place)| {
                let entry = &record.entry;
                let number = entry.number_at(*place);
                let same = entry.seed == self.seed.number
                    && entry.order == self.order
                    && journal.leads_here(record.after);
                (same && rolls_alike(number, entry)).then_some(number)
            });
        given.next().unwrap_or(unused)
    }
}

impl Dice for NextDice<'_> {
    fn throw(&mut self, ask: &AskedRoll, reading: &Reading) -> Result<Thrown, DiceStop> {
        if let Some((_, dice)) = &mut self.begun {
            return dice.throw(ask, reading);
        }
        let number = self.number(Some(ask));
        let (_, dice) = self.begun.insert((number, self.seed.dice(number)));
        dice.throw(ask, reading)
    }

    fn pass_over(&mut self, ask: &AskedRoll, thrown: &Thrown) {
        match &mut self.begun {
            Some((_, dice)) => dice.pass_over(ask, thrown),
            None => self.before.push(thrown.clone()),
        }
    }
}
