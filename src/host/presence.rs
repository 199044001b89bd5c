//! Who is connected to a table: here, and as other halls tell of themselves.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::referee::Seat;

/// After this time without its holder, another person may ask for a seat.
const ABSENCE: Duration = Duration::from_mins(1);

/// The connections of each token's hash.
pub(super) struct Presence {
    begun: Instant,
    /// How many there are here, and since when.
    here: HashMap<String, (usize, Instant)>,
    /// When another hall last told of one.
    elsewhere: HashMap<String, Instant>,
}

impl Presence {
    /// Nobody has connected yet.
    pub(super) fn since(begun: Instant) -> Presence {
        Presence { begun, here: HashMap::new(), elsewhere: HashMap::new() }
    }

    /// Somebody with this token has connected here.
    pub(super) fn comes(&mut self, token: &str, now: Instant) {
        let (count, since) = self.here.entry(token.to_owned()).or_insert((0, now));
        (*count, *since) = (*count + 1, now);
    }

    /// One of the connections of this token has ended.
    pub(super) fn goes(&mut self, token: &str, now: Instant) {
        let (count, since) = self.here.entry(token.to_owned()).or_insert((0, now));
        (*count, *since) = (count.saturating_sub(1), now);
    }

    /// Somebody with this token has just asked for a place, and is about to connect.
    pub(super) fn expect(&mut self, token: &str, now: Instant) {
        if now.duration_since(self.begun) >= ABSENCE {
            // Of whom nothing is known here, they are as absent.
            let is_known = |since: Instant| now.duration_since(since) < ABSENCE;
            self.here.retain(|_, (count, since)| *count > 0 || is_known(*since));
        }
        let there = self.here.entry(token.to_owned()).or_insert((0, now));
        there.1 = now;
    }

    /// The tokens that are connected here.
    pub(super) fn here(&self) -> Vec<&str> {
        let mut here: Vec<&str> = self
            .here
            .iter()
            .filter(|(_, (count, _))| *count > 0)
            .map(|(token, _)| token.as_str())
            .collect();
        here.sort_unstable();
        here
    }

    /// How long nobody has been connected here, since then at most; `None` if somebody
    /// is.
    pub(super) fn nobody_for(&self, opened: Instant, now: Instant) -> Option<Duration> {
        let here = self.here.values();
        let last = here.map(|(count, since)| (*count == 0).then_some(*since));
        let last = last.collect::<Option<Vec<_>>>()?.into_iter().max();
        Some(now.saturating_duration_since(last.unwrap_or(opened).max(opened)))
    }

    /// Another hall tells that somebody with this token is connected to it.
    pub(super) fn note_elsewhere(&mut self, token: &str, now: Instant) {
        self.elsewhere.retain(|_, told| now.duration_since(*told) < ABSENCE);
        self.elsewhere.insert(token.to_owned(), now);
    }

    /// Whether nobody with this token has been connected anywhere for a minute.
    pub(super) fn is_absent(&self, token: &str, now: Instant) -> bool {
        let long = |since: Instant| now.duration_since(since) >= ABSENCE;
        let not_here = match self.here.get(token) {
            Some((0, since)) => long(*since),
            Some(_) => false,
            None => long(self.begun),
        };
        not_here && self.elsewhere.get(token).is_none_or(|told| long(*told))
    }
}

/// Whether two seats cannot both be held.
pub(super) fn conflict(held: Seat, wanted: Seat) -> bool {
    match (held, wanted) {
        (Seat::A | Seat::Both, Seat::A)
        | (Seat::B | Seat::Both, Seat::B)
        | (Seat::A | Seat::B | Seat::Both, Seat::Both) => true,
        (
            Seat::A | Seat::B | Seat::Both | Seat::Onlooker | Seat::Owner | Seat::Umpire,
            Seat::A | Seat::B | Seat::Both | Seat::Onlooker | Seat::Owner | Seat::Umpire,
        ) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holder_is_absent_once_no_hall_has_had_their_connection_for_a_minute() {
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let mut presence = Presence::since(start);
        assert!(!presence.is_absent("a", at(59)), "they may not have come back yet");
        assert!(presence.is_absent("a", at(60)));
        // Two windows; the last one counts.
        presence.comes("a", at(100));
        presence.comes("a", at(100));
        presence.goes("a", at(100));
        assert_eq!(presence.here(), ["a"]);
        assert!(!presence.is_absent("a", at(500)));
        presence.goes("a", at(500));
        assert_eq!(
            (presence.is_absent("a", at(559)), presence.is_absent("a", at(560))),
            (false, true)
        );
        // They have gone on at another hall.
        presence.note_elsewhere("a", at(555));
        assert_eq!(
            (presence.is_absent("a", at(614)), presence.is_absent("a", at(615))),
            (false, true)
        );
        // Whoever asks for a place has a minute to connect.
        presence.expect("c", at(640));
        assert_eq!(
            (presence.is_absent("c", at(699)), presence.is_absent("c", at(700))),
            (false, true)
        );
        assert_eq!(presence.here.len(), 1, "who is away is forgotten");
        presence.note_elsewhere("b", at(700));
        assert_eq!(presence.elsewhere.len(), 1, "what no longer counts is forgotten");
        assert!(presence.here().is_empty());
    }
}
