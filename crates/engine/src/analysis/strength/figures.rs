//! Figures of two fleets that can be added up.

use games::Fleet;
use message::Message;

/// A figure of both fleets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its name: `Deck points`.
    pub what: Message,
    /// The sum of the first fleet, and of the second.
    pub sides: [u64; 2],
}

/// The figures of two fleets of one system, most important first; empty if
/// their systems differ.
#[must_use]
pub fn figures(fleets: [&Fleet; 2]) -> Vec<Figure> {
    if fleets[0].system() != fleets[1].system() {
        return Vec::new();
    }
    let [a, b] = fleets.map(Fleet::figures);
    a.into_iter()
        .zip(b)
        .map(|((what, one), (_, other))| Figure { what, sides: [one, other] })
        .collect()
}
