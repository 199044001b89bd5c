//! The end of a connection: its reason and close code, the ping of silent clients, and the
//! limit on requests.

use std::time::{Duration, Instant};

use super::presence::SILENCE;

/// The reason for the end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The client has gone.
    Gone,
    /// The program ends.
    Stops,
    /// Its token is not or no longer valid.
    Token,
    /// The owner has refused the person.
    Refused,
    /// The table is closed.
    Closed,
    /// It makes requests too fast.
    TooFast,
    /// It does not read its frames.
    Unread,
    /// It neither sends nor answers.
    Silent,
    /// Its token has enough newer connections.
    Newer,
    /// It sent a frame that is too long.
    TooLong,
    /// It sent a frame that is not text.
    NotText,
    /// The table is gone.
    Fault,
}

impl End {
    /// The close code and reason that the client gets.
    pub(super) fn code(self) -> (u16, &'static str) {
        match self {
            End::Gone => (1000, ""),
            End::Stops => (1001, "the host stops"),
            End::Token => (4401, "this token holds no seat"),
            End::Refused => (4403, "the owner refused your request"),
            End::Closed => (4404, "the table is closed"),
            End::TooFast => (1008, "more than 50 requests a second"),
            End::Unread => (1013, "too many frames were not read: connect again with a hello"),
            End::Silent => (1013, "no frame came for 20 s: connect again with a hello"),
            End::Newer => (1013, "this seat has newer connections: connect again with a hello"),
            End::TooLong => (1009, "a frame has at most 256 KiB"),
            End::NotText => (1003, "frames are text"),
            End::Fault => (1011, "the table is gone"),
        }
    }
}

/// The interval of pings.
pub(super) const PING: Duration = Duration::from_secs(10);

/// The time at which a client last sent or answered something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Liveness(Instant);

impl Liveness {
    /// A client that has just connected.
    pub(super) fn since(now: Instant) -> Liveness {
        Liveness(now)
    }

    /// It has sent or answered something.
    pub(super) fn note(&mut self, now: Instant) {
        self.0 = now;
    }

    /// The time at which it counts as gone if it sends nothing until then.
    pub(super) fn ends(self) -> Instant {
        self.0 + SILENCE
    }
}

/// The most requests in a second.
const MOST_A_SECOND: usize = 50;

/// The requests of the last second.
#[derive(Debug)]
pub(super) struct Rate {
    since: Instant,
    count: usize,
    warned: bool,
}

/// The treatment of one more request.
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
    fn a_silent_client_is_pinged_before_it_is_disconnected() {
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let mut liveness = Liveness::since(start);
        assert_eq!(liveness.ends(), at(20));
        assert!(start + PING < liveness.ends());
        liveness.note(at(12));
        assert_eq!(liveness.ends(), at(32));
    }
}

#[cfg(test)]
mod rate_tests {
    use super::*;

    #[test]
    fn a_client_with_more_than_fifty_requests_a_second_is_warned_once() {
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
