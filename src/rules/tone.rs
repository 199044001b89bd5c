//! Whether an outcome is good or bad for whoever gives the order.

use super::Outcome;
use super::view::Tone;

impl Outcome {
    /// Whether it is good for whoever gives the order. The systems share their
    /// words: a miss is a miss in each.
    #[must_use]
    pub fn tone(self) -> Tone {
        tone_of(self.slug()).unwrap_or(Tone::Plain)
    }
}

/// `None` where nothing is said of the word; a test holds that there is none.
fn tone_of(word: &str) -> Option<Tone> {
    Some(match word {
        "hit" | "hit-and-fire" | "oars-sheared" | "sinking-slowly" | "sinking-fast" | "sunk"
        | "free" | "catches-the-wind" | "fair-wind" | "full-sail" | "fights-on" | "away"
        | "holed" | "boards" | "captured" | "struck" | "entangled" | "won" | "in-command"
        | "sheared" | "freed" | "melee" => Tone::Good,
        "miss" | "missed" | "no-effect" | "repelled" | "held" | "no-damage" | "fails"
        | "failed" | "fought-off" | "surrenders" | "abandons" | "routs" | "floundering"
        | "against-the-wind" | "crew-lost" | "none" | "spent" | "avoided" | "lost"
        | "beaten-back" | "fouled" | "aground" | "no-chance" | "fatigued" => Tone::Bad,
        "done" | "fires" | "destroyed" | "set" | "holds-course" | "veers-left" | "veers-right"
        | "afloat" | "clear" | "backs-water" | "caught" | "removed" | "hits" | "resolved"
        | "withheld" | "tied" => Tone::Plain,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::SystemTag;

    #[test]
    fn every_outcome_of_every_system_is_said_to_be_good_bad_or_plain() {
        for system in SystemTag::ALL {
            for outcome in system.outcomes() {
                assert!(tone_of(outcome.slug()).is_some(), "{system}: {}", outcome.slug());
            }
        }
    }
}
