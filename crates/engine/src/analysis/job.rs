//! Long computations in steps. A job does not run by itself and knows no clock: the caller
//! takes the steps, shows the progress, and can stop at any time. A thread, a browser and the
//! command line take the same steps.

/// Work that is done step by step.
pub trait Job {
    /// Does one more step; `false` if nothing was left to do.
    fn step(&mut self) -> bool;

    /// The progress.
    fn progress(&self) -> Progress;

    /// Takes steps as long as `should_continue`, which is called after every step, returns
    /// true. Returns whether there is more to do.
    fn run_while(&mut self, mut should_continue: impl FnMut(Progress) -> bool) -> bool
    where
        Self: Sized,
    {
        while self.step() {
            if !should_continue(self.progress()) {
                return true;
            }
        }
        false
    }

    /// Does all that is left.
    fn finish(&mut self)
    where
        Self: Sized,
    {
        while self.step() {}
    }
}

/// The progress of a job, in steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Steps that have been taken.
    pub done: u64,
    /// Steps in all, as far as that is known.
    pub all: u64,
}

impl Progress {
    /// The share of the work that is done, from 0 to 1.
    #[must_use]
    pub fn share(self) -> f64 {
        if self.all == 0 { 1.0 } else { (self.done as f64 / self.all as f64).min(1.0) }
    }
}

impl std::ops::Add for Progress {
    type Output = Progress;

    fn add(self, other: Progress) -> Progress {
        Progress { done: self.done + other.done, all: self.all + other.all }
    }
}

/// The most branches walked for one answer; beyond that it is unknown. An order
/// needs some hundred, a whole form some thousand.
pub const MOST_BRANCHES: u64 = 400_000;

/// The most values or battles kept in memory for one answer, a hundred
/// megabytes at the very most; beyond that it is unknown.
pub(super) const MOST_STORED: usize = 20_000;
