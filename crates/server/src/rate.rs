//! How fast a client makes requests.

use std::time::{Duration, Instant};

/// The most requests in a second.
const MOST_A_SECOND: usize = 50;

/// The requests of the last second.
#[derive(Debug)]
pub(super) struct Rate {
    since: Instant,
    count: usize,
    warned: bool,
}

/// What happens to one more request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// It is answered.
    Fine,
    /// It is answered, and the client is warned.
    Warned,
    /// The client was warned before.
    TooFast,
}

impl Rate {
    pub(super) fn new(now: Instant) -> Rate {
        Rate { since: now, count: 0, warned: false }
    }

    pub(super) fn step(&mut self, now: Instant) -> Pace {
        if now.duration_since(self.since) >= Duration::from_secs(1) {
            (self.since, self.count) = (now, 0);
        }
        self.count += 1;
        if self.count <= MOST_A_SECOND {
            return Pace::Fine;
        }
        (self.since, self.count) = (now, 0);
        if std::mem::replace(&mut self.warned, true) { Pace::TooFast } else { Pace::Warned }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_fifty_requests_a_second_are_warned_of_once() {
        let start = Instant::now();
        let mut rate = Rate::new(start);
        let mut steps = |at: u64| rate.step(start + Duration::from_millis(at));
        assert!((0..50).all(|_| steps(10) == Pace::Fine));
        assert_eq!(steps(20), Pace::Warned);
        // Slow enough from here on.
        assert!((0..20).all(|second| (0..50).all(|_| steps(2_000 + second * 1_000) == Pace::Fine)));
        assert!((0..50).all(|_| steps(60_000) == Pace::Fine));
        assert_eq!(steps(60_001), Pace::TooFast);
    }
}
