//! Long work, a step at a time. Nothing here runs by itself or knows a clock:
//! whoever waits says when a step is taken, shows how far it is, and stops when
//! they like. A thread, a browser's frames and the command line take the same
//! steps.

/// Work that is done step by step.
pub trait Job {
    /// Does one step more; `false` when there was nothing left to do.
    fn step(&mut self) -> bool;

    /// How much is done.
    fn progress(&self) -> Progress;

    /// Goes on for as long as `goes_on` says, which is asked after every step;
    /// whether there is more to do.
    fn go_on(&mut self, mut goes_on: impl FnMut(Progress) -> bool) -> bool
    where
        Self: Sized,
    {
        while self.step() {
            if !goes_on(self.progress()) {
                return true;
            }
        }
        false
    }

    /// Takes so many steps at most: for whoever has one thread, and others who
    /// wait for it.
    fn go_on_for(&mut self, steps: u64) -> Going
    where
        Self: Sized,
    {
        for _ in 0..steps {
            if !self.step() {
                return Going::Done;
            }
        }
        Going::More
    }

    /// Does all that is left.
    fn finish(&mut self)
    where
        Self: Sized,
    {
        while self.step() {}
    }
}

/// Whether a job is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Going {
    /// There is nothing left to do.
    Done,
    /// There is more to do.
    More,
}

/// How much of a job is done, in steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Steps that have been taken.
    pub done: u64,
    /// Steps in all, as far as they can be foreseen.
    pub all: u64,
}

impl Progress {
    /// The share that is done, from 0 to 1.
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

/// As many branches are walked for one answer; what takes more is unknown.
/// Orders take some hundred, and the whole of a form some thousand.
pub const MOST_BRANCHES: u64 = 400_000;

/// As many values or battles are kept in memory for one answer; what takes more
/// is unknown. A hundred megabytes at the very most.
pub(super) const MOST_KEPT: usize = 20_000;
