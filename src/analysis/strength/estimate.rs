//! Odds and duels of two fleets as one job.

use crate::analysis::{Job, Progress};
use crate::rules::Fleet;

use super::{Attacks, Duels, Unmatched};

/// The odds of two fleets' attacks and their duels, as far as they are worked
/// out: the odds first, a cell a step, then a duel a step.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The odds.
    pub attacks: Attacks,
    /// The duels.
    pub duels: Duels,
}

impl Estimate {
    /// So many rounds of duels from this seed, nothing worked out yet.
    ///
    /// # Errors
    /// Where the fleets cannot fight each other.
    pub fn new(fleets: [&Fleet; 2], rounds: u32, seed: u64) -> Result<Estimate, Unmatched> {
        Ok(Estimate { attacks: Attacks::new(fleets)?, duels: Duels::new(fleets, rounds, seed)? })
    }
}

impl Job for Estimate {
    fn step(&mut self) -> bool {
        self.attacks.step() || self.duels.step()
    }

    fn progress(&self) -> Progress {
        self.attacks.progress() + self.duels.progress()
    }
}
