//! What orders do to a battle, and how it is described.

use super::effect_text::EffectText;
use super::system::Rules;

/// What each effect of a game does, and how it is described: two matches over all of them.
pub trait ApplyEffects: Rules {
    /// Does one effect, and what follows from every effect.
    fn apply(&mut self, effect: &Self::Effect);
    /// An effect in words; this is the battle before the order.
    fn describe(&self, effect: &Self::Effect) -> EffectText;
}
