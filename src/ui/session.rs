//! A battle in play with every order that was given, as the screens see it.

use web_time::{SystemTime, UNIX_EPOCH};

use crate::dice::{Entered, Entry, Seeded};
use crate::journal::{DiceChoice, Given, Journal, Opening, Seen};
use crate::rules::{Battle, Order, Report, Stop, Viewer};

/// A battle in play.
#[derive(Debug)]
pub struct Session {
    journal: Journal,
    /// Each entry of the line as the viewer may see it.
    log: Vec<Seen>,
    viewer: Viewer,
}

impl Session {
    /// A battle about to begin.
    ///
    /// # Errors
    /// In words, where the fleets cannot fight each other.
    pub fn begin(opening: Opening) -> Result<Session, String> {
        Journal::open(opening).map(Session::go_on).map_err(|fault| fault.to_string())
    }

    /// A battle that goes on.
    #[must_use]
    pub fn go_on(journal: Journal) -> Session {
        let mut session = Session { journal, log: Vec::new(), viewer: Viewer::Everyone };
        session.read_from(0);
        session
    }

    /// The battle as it stands.
    #[must_use]
    pub fn battle(&self) -> &Battle {
        self.journal.battle()
    }

    /// Everything that happened.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Every order of the line, also those that are undone.
    #[must_use]
    pub fn log(&self) -> &[Seen] {
        &self.log
    }

    /// How many of them count.
    #[must_use]
    pub fn cursor(&self) -> usize {
        self.journal.cursor()
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
        let rest = self.log.len()..self.journal.len();
        self.log.extend(rest.filter_map(|at| self.journal.seen(at, self.viewer)));
    }

    /// What the order would do with these dice; nothing changes.
    ///
    /// # Errors
    /// As [`Battle::resolve`].
    pub fn attempt(&self, order: &Order, entries: Vec<Entry>) -> Result<Report, Stop> {
        let seed = self.journal.opening().seed;
        let dice = Seeded::new(seed, self.cursor() as u64);
        self.battle().resolve(order, &mut Entered::new(entries, dice))
    }

    /// Gives an order.
    ///
    /// # Errors
    /// In words; nothing has changed then.
    pub fn give(&mut self, order: &Order, dice: &DiceChoice) -> Result<Given, String> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let given = self.journal.give(order, dice, now, "").map_err(|stop| stop.to_string())?;
        self.read_from(given.index);
        Ok(given)
    }

    /// Goes to the moment after so many orders.
    ///
    /// # Errors
    /// In words, where that could not be kept.
    pub fn jump(&mut self, cursor: usize) -> Result<(), String> {
        self.journal.jump(cursor.min(self.journal.len()));
        Ok(())
    }
}
