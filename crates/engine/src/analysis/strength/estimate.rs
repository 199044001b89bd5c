//! Odds and duels of two fleets as one job.

use crate::analysis::{Job, Progress};
use games::Fleet;

use super::{Attacks, Duels, Unmatched};

/// The odds of two fleets' attacks, then their duels: first one cell a step,
/// then one duel a step.
#[derive(Clone, Debug)]
pub struct Estimate {
    pub attacks: Attacks,
    pub duels: Duels,
}

impl Estimate {
    /// The work for the attacks, and this many rounds of duels from this seed.
    ///
    /// # Errors
    /// If the fleets cannot fight each other.
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
