//! The time of day. The core never reads a clock by itself.

use web_time::{SystemTime, UNIX_EPOCH};

/// A clock.
pub trait Clock {
    /// Seconds since 1970.
    fn now(&self) -> u64;
}

/// The clock of the machine, or of the browser.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> u64 {
        // A clock set before 1970 is read as 1970.
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
    }
}
