//! The seeds of the app's dice: the first one, and those drawn after a seed was revealed.

use dice::Seeded;

use super::Journal;

/// A seed of the app's dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AppSeed {
    /// Its number among the battle's seeds, from 0.
    pub(in crate::journal) number: usize,
    seed: u64,
}

impl AppSeed {
    /// The app's dice for the order with a number.
    pub(in crate::journal) fn dice(self, number: u64) -> Seeded {
        Seeded::new(self.seed, number)
    }
}

impl Journal {
    /// The seed that gives the dice now.
    #[must_use]
    pub fn seed(&self) -> AppSeed {
        AppSeed {
            number: self.drawn.len(),
            seed: self.drawn.last().copied().unwrap_or(self.opening.seed),
        }
    }

    /// The next seed, after the present one.
    #[must_use]
    pub fn seed_to_draw(&self, seed: u64) -> AppSeed {
        AppSeed { number: self.drawn.len() + 1, seed }
    }

    /// The app's dice of an entry of the line; `None` if there is no such entry.
    #[must_use]
    pub fn dice_of(&self, index: usize) -> Option<Seeded> {
        let entry = self.entry(index)?;
        let seed = self.seeds().nth(entry.seed).unwrap_or(self.opening.seed);
        Some(Seeded::new(seed, entry.number_at(index)))
    }

    /// The seeds of the app's dice: the opening's, and those drawn later.
    pub fn seeds(&self) -> impl Iterator<Item = u64> {
        [self.opening.seed].into_iter().chain(self.drawn.iter().copied())
    }

    /// The seeds that were drawn after the opening's.
    pub(in crate::journal) fn drawn(&self) -> &[u64] {
        &self.drawn
    }

    /// Sets the seed of the app's dice from now on.
    pub fn draws(&mut self, seed: u64) {
        self.drawn.push(seed);
    }

    /// The same without the last seed that was drawn, whose dice are still to come.
    #[must_use]
    pub fn without_the_last_seed(&self) -> Journal {
        let mut journal = self.clone();
        journal.drawn.pop();
        journal
    }

    /// The first number of dice that the first entries of the line have not
    /// used: the place of the next order, until one before it is inserted or
    /// removed. So no two orders of a line roll the same dice.
    pub(super) fn free_number(&self, entries: usize) -> u64 {
        self.free.get(entries).or(self.free.last()).copied().unwrap_or(0)
    }
}
