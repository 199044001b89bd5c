//! A battle in play with every order that was given, as the screens see it.

use crate::dice::Entry;
use crate::journal::{AmendFault, Amendment, Change, DiceChoice, Given, Journal, Seen, Struck};
use crate::rules::{Battle, Order, Report, Stop, Viewer};
use crate::store::KeptBattle;

/// A battle in play. Every order is kept before anything of it is shown.
pub struct Session {
    kept: KeptBattle,
    /// Each entry of the line as the viewer may see it.
    log: Vec<Seen>,
    /// The lines that the players left.
    struck: Vec<Struck>,
    viewer: Viewer,
}

impl Session {
    /// Sits down at a battle.
    #[must_use]
    pub fn new(kept: KeptBattle) -> Session {
        let mut session =
            Session { kept, log: Vec::new(), struck: Vec::new(), viewer: Viewer::Everyone };
        session.read_from(0);
        session
    }

    /// Its name in the store.
    #[must_use]
    pub fn slug(&self) -> &str {
        self.kept.slug()
    }

    /// The battle as it stands.
    #[must_use]
    pub fn battle(&self) -> &Battle {
        self.kept.battle()
    }

    /// Everything that happened.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        self.kept.journal()
    }

    /// Every order of the line, also those that are undone.
    #[must_use]
    pub fn log(&self) -> &[Seen] {
        &self.log
    }

    /// The lines that the players left, oldest first.
    #[must_use]
    pub fn struck(&self) -> &[Struck] {
        &self.struck
    }

    /// How many of them count.
    #[must_use]
    pub fn cursor(&self) -> usize {
        self.journal().cursor()
    }

    /// Reads the log with the eyes of another.
    pub fn look_as(&mut self, viewer: Viewer) {
        if self.viewer != viewer {
            self.viewer = viewer;
            self.read_from(0);
        }
    }

    fn read_from(&mut self, index: usize) {
        self.log.truncate(index);
        let rest = self.log.len()..self.kept.journal().len();
        self.log.extend(rest.filter_map(|at| self.kept.journal().seen(at, self.viewer)));
        self.struck = self.kept.journal().struck();
    }

    /// What the order would do now with these dice; nothing changes.
    ///
    /// # Errors
    /// As [`Battle::resolve`].
    pub fn attempt(&self, order: &Order, entries: Vec<Entry>) -> Result<Report, Stop> {
        self.journal().attempt(order, entries)
    }

    /// Tries a change of a past order; nothing happens before it is committed.
    ///
    /// # Errors
    /// As [`Journal::amend`].
    pub fn amend(
        &self,
        index: usize,
        change: &Change,
        note: &str,
    ) -> Result<Amendment, AmendFault> {
        self.kept.amend(index, change, note)
    }

    /// Makes an amendment. The line as it was is struck, and kept.
    ///
    /// # Errors
    /// In words; nothing has changed then.
    pub fn commit(&mut self, amendment: &Amendment) -> Result<(), String> {
        self.kept.commit(amendment).map_err(|fault| fault.to_string())?;
        self.read_from(amendment.kept());
        Ok(())
    }

    /// Takes up a line that was left; the present one is struck, and kept.
    ///
    /// # Errors
    /// In words, where that could not be kept.
    pub fn take_up(&mut self, tip: usize) -> Result<(), String> {
        let there = self.kept.restore(tip).map_err(|fault| fault.to_string())?;
        self.read_from(0);
        if there { Ok(()) } else { Err("There is no such line.".into()) }
    }

    /// Gives an order.
    ///
    /// # Errors
    /// In words; nothing has changed then.
    pub fn give(&mut self, order: &Order, dice: &DiceChoice) -> Result<Given, String> {
        let given = self.kept.give(order, dice, "").map_err(|fault| fault.to_string())?;
        self.read_from(given.index);
        Ok(given)
    }

    /// Goes to the moment after so many orders.
    ///
    /// # Errors
    /// In words, where that could not be kept.
    pub fn jump(&mut self, cursor: usize) -> Result<(), String> {
        let cursor = cursor.min(self.journal().len());
        self.kept.jump(cursor).map(|_| ()).map_err(|fault| fault.to_string())
    }
}
