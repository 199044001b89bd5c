//! Duels of every kind of ship of one fleet with every kind of the other,
//! fought by the rules with seeded dice, one duel a step.

use crate::analysis::{Job, Progress};
use games::Fleet;
use message::Message;

use super::duel_player::fight;
use super::{EqualShips, Unmatched, all_but_names, can_meet, kind_name, kinds};

/// The results of the duels between two kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Duel {
    /// The numbers of duels that the first and the second fleet's ship won.
    pub won: [u32; 2],
    /// How many ended with neither left, or with neither able to harm the
    /// other.
    pub drawn: u32,
}

impl Duel {
    /// The number of duels fought.
    #[must_use]
    pub fn fought(&self) -> u32 {
        self.won[0] + self.won[1] + self.drawn
    }

    /// The share that the first fleet's ship won, a draw counting half; `None`
    /// before the first duel.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        let fought = self.fought();
        (fought > 0)
            .then(|| (f64::from(self.won[0]) + f64::from(self.drawn) / 2.0) / f64::from(fought))
    }

    /// The standard error of the share. One win and one loss are added, so that
    /// ten wins out of ten do not count as certainty.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        let fought = f64::from(self.fought()) + 2.0;
        let share = (f64::from(self.won[0]) + f64::from(self.drawn) / 2.0 + 1.0) / fought;
        (share * (1.0 - share) / fought).sqrt()
    }
}

/// The strength of two fleets by all of their duels. Shares are from 0 to 1, errors are standard
/// errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The share of duels won by a random ship of the first fleet against a
    /// random one of the second; a draw counts half.
    pub ship_for_ship: f64,
    /// Its standard error.
    pub ship_for_ship_error: f64,
    pub ships: [usize; 2],
    /// The first fleet's share of both fleets' strength, in which every ship counts as the share of
    /// duels that ships like her win: 0.5 is an even match.
    pub whole: f64,
    /// Its standard error.
    pub error: f64,
}

/// All duels between two fleets, fought one by one.
#[derive(Clone, Debug)]
pub struct Duels {
    kinds: [Vec<EqualShips>; 2],
    /// A row for each kind of the first fleet, with a cell for each kind of the
    /// second.
    rows: Vec<Vec<Duel>>,
    rounds: u32,
    seed: u64,
    fought: u64,
    how: Message,
}

impl Duels {
    /// The work for this many rounds of duels, each of every kind against every
    /// kind. In every second round the other fleet is side A. The same seed
    /// gives the same duels everywhere.
    ///
    /// # Errors
    /// If the fleets cannot fight each other.
    pub fn new(fleets: [&Fleet; 2], rounds: u32, seed: u64) -> Result<Duels, Unmatched> {
        let counts =
            |alone: &Fleet, entry: &_| (kind_name(alone), all_but_names(alone.system(), entry));
        let kinds = fleets.map(|fleet| kinds(fleet, counts));
        can_meet(fleets, kinds.each_ref().map(Vec::as_slice))?;
        let rows = vec![vec![Duel::default(); kinds[1].len()]; kinds[0].len()];
        Ok(Duels {
            kinds,
            rows,
            rounds,
            seed,
            fought: 0,
            how: fleets[0].system().plan().duel_in_words,
        })
    }

    /// The kinds of the first fleet (the rows) and of the second (the columns).
    #[must_use]
    pub fn kinds(&self) -> &[Vec<EqualShips>; 2] {
        &self.kinds
    }

    /// The assumptions of these duels, to show above the table.
    #[must_use]
    pub fn how(&self) -> &Message {
        &self.how
    }

    fn pairs(&self) -> u64 {
        (self.kinds[0].len() * self.kinds[1].len()) as u64
    }

    /// The duels so far: a row for each kind of the first fleet, with a cell
    /// for each kind of the second.
    #[must_use]
    pub fn rows(&self) -> &[Vec<Duel>] {
        &self.rows
    }

    /// The estimate from all duels; `None` before every pair has met.
    #[must_use]
    pub fn strength(&self) -> Option<Strength> {
        let ships = self.kinds.each_ref().map(|kinds| many(kinds).iter().sum::<usize>());
        let pairs = ships[0] as f64 * ships[1] as f64;
        let (mut share, mut variance) = (0.0, 0.0);
        for (row, own) in self.rows.iter().zip(many(&self.kinds[0])) {
            for (duel, other) in row.iter().zip(many(&self.kinds[1])) {
                let weight = own as f64 * other as f64 / pairs;
                share += weight * duel.share()?;
                variance += (weight * duel.standard_error()).powi(2);
            }
        }
        let own = ships[0] as f64 * share;
        let both = own + ships[1] as f64 * (1.0 - share);
        if both <= 0.0 {
            return None;
        }
        let error = variance.sqrt();
        // How fast the share of strength changes with the share of duels.
        let slope = ships[0] as f64 * ships[1] as f64 / (both * both);
        Some(Strength {
            ship_for_ship: share,
            ship_for_ship_error: error,
            ships,
            whole: own / both,
            error: error * slope,
        })
    }
}

impl Job for Duels {
    /// Fights one duel. Every pair has its turn before the first has another.
    fn step(&mut self) -> bool {
        let Progress { done: fought, all } = self.progress();
        if fought == all {
            return false;
        }
        let columns = self.kinds[1].len();
        let pair = usize::try_from(fought % self.pairs()).unwrap_or_default();
        let (row, column) = (pair / columns, pair % columns);
        let mut pair = [&self.kinds[0][row], &self.kinds[1][column]].map(|kind| kind.alone.clone());
        // Going first is an advantage in some systems, so the sides take turns.
        let exchanged = (fought / self.pairs()) % 2 == 1;
        if exchanged {
            pair.reverse();
        }
        // Each duel has its own dice.
        let winner = fight(pair, self.seed ^ fought.rotate_left(32));
        let duel = &mut self.rows[row][column];
        match winner.map(|side| if exchanged { side.other() } else { side }) {
            Some(side) => duel.won[side.index()] += 1,
            None => duel.drawn += 1,
        }
        self.fought += 1;
        true
    }

    fn progress(&self) -> Progress {
        Progress { done: self.fought, all: self.pairs() * u64::from(self.rounds) }
    }
}

/// The number of ships of each kind.
fn many(kinds: &[EqualShips]) -> Vec<usize> {
    kinds.iter().map(|kind| kind.ships.len()).collect()
}
