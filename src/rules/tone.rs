//! Whether an outcome is good or bad for whoever gives the order.

use super::Outcome;
use super::view::Tone;

impl Outcome {
    /// Whether it is good for whoever gives the order. The systems share their
    /// words: a miss is a miss in each.
    #[must_use]
    pub fn tone(self) -> Tone {
        tone_of(self.slug())
    }
}

fn tone_of(word: &str) -> Tone {
    match word {
        "hit" | "hit-and-fire" | "oars-sheared" | "sinking-slowly" | "sinking-fast" | "sunk"
        | "free" | "catches-the-wind" | "fair-wind" | "full-sail" | "fights-on" | "away"
        | "holed" | "boards" | "captured" | "struck" | "entangled" | "won" | "in-command"
        | "sheared" | "freed" | "melee" => Tone::Good,
        "miss" | "missed" | "no-effect" | "repelled" | "held" | "no-damage" | "fails"
        | "failed" | "fought-off" | "surrenders" | "abandons" | "routs" | "floundering"
        | "against-the-wind" | "crew-lost" | "none" | "spent" | "avoided" | "lost"
        | "beaten-back" | "fouled" | "aground" | "no-chance" | "fatigued" => Tone::Bad,
        _ => Tone::Plain,
    }
}
