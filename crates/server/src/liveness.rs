//! Whether a client is still there: the host sends it pings, and a client that neither
//! sends nor answers is gone, even if its connection looks whole.

use std::time::{Duration, Instant};

use super::presence::SILENCE;

/// How often a client is asked.
pub(super) const PING: Duration = Duration::from_secs(10);

/// When a client was last heard.
#[derive(Clone, Copy, Debug)]
pub(super) struct Liveness(Instant);

impl Liveness {
    /// A client that has just connected.
    pub(super) fn since(now: Instant) -> Liveness {
        Liveness(now)
    }

    /// It has sent or answered something.
    pub(super) fn heard(&mut self, now: Instant) {
        self.0 = now;
    }

    /// When it is gone, if nothing is heard until then.
    pub(super) fn ends(self) -> Instant {
        self.0 + SILENCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_asked_before_it_counts_as_gone_and_any_answer_keeps_it() {
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let mut liveness = Liveness::since(start);
        assert_eq!(liveness.ends(), at(20));
        assert!(start + PING < liveness.ends());
        liveness.heard(at(12));
        assert_eq!(liveness.ends(), at(32));
    }
}
