//! A battle in play with every order that was given, as the screens see it.

use serde_json::{Map, Value};

use crate::dice::{Entered, Entry, Seeded};
use crate::rules::{Battle, Order, Report, Stop, Viewer};
use crate::wording;

/// Who throws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceChoice {
    /// The program throws everything.
    Program,
    /// The players threw, an answer a throw.
    Entered(Vec<Entry>),
}

/// An order that was given, and what came of it.
#[derive(Clone, Debug)]
pub struct Given {
    /// The order.
    pub order: Order,
    /// Outcome, rolls, effects and warnings.
    pub report: Report,
    /// What it did, in words.
    pub sentences: Vec<String>,
    /// The keys that changed, with the value before and after.
    pub changes: Map<String, Value>,
}

/// A battle in play.
#[derive(Debug)]
pub struct Session {
    /// The battle before each order, and after the last.
    battles: Vec<Battle>,
    given: Vec<Given>,
    cursor: usize,
    seed: u64,
}

impl Session {
    /// A battle about to begin.
    #[must_use]
    pub fn new(battle: Battle, seed: u64) -> Session {
        Session { battles: vec![battle], given: Vec::new(), cursor: 0, seed }
    }

    /// The battle as it stands.
    #[must_use]
    pub fn battle(&self) -> &Battle {
        &self.battles[self.cursor]
    }

    /// Every order that was given, also those that are undone.
    #[must_use]
    pub fn given(&self) -> &[Given] {
        &self.given
    }

    /// How many of them count.
    #[must_use]
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    fn dice(&self, entries: Vec<Entry>) -> Entered {
        Entered::new(entries, Seeded::new(self.seed, self.cursor as u64))
    }

    /// What the order would do with these dice; nothing changes.
    ///
    /// # Errors
    /// As [`Battle::resolve`].
    pub fn attempt(&self, order: &Order, entries: Vec<Entry>) -> Result<Report, Stop> {
        self.battle().resolve(order, &mut self.dice(entries))
    }

    /// Gives an order.
    ///
    /// # Errors
    /// As [`Battle::resolve`]; nothing has changed then.
    pub fn give(&mut self, order: Order, dice: DiceChoice) -> Result<&Given, Stop> {
        let mut dice = match dice {
            DiceChoice::Program => self.dice(Vec::new()).then_program(),
            DiceChoice::Entered(entries) => self.dice(entries),
        };
        let before = self.battle();
        let report = before.resolve(&order, &mut dice)?;
        let mut after = before.clone();
        after.apply(&report.effects);
        let sentences = wording::sentences(before, &report);
        let changes = after.changes_since(before, Viewer::Everyone);
        self.given.truncate(self.cursor);
        self.battles.truncate(self.cursor + 1);
        self.given.push(Given { order, report, sentences, changes });
        self.battles.push(after);
        self.cursor += 1;
        Ok(&self.given[self.cursor - 1])
    }

    /// Goes to the moment after `cursor` orders.
    pub fn jump(&mut self, cursor: usize) {
        self.cursor = cursor.min(self.given.len());
    }
}
