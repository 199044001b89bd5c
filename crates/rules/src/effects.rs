//! The effects of orders on a battle, and their descriptions.

use super::effect_text::EffectText;
use super::system::Rules;

/// Applies and describes each effect of a game, with one exhaustive match for each purpose.
pub trait ApplyEffects: Rules {
    /// Applies one effect, and what follows from every effect.
    fn apply(&mut self, effect: &Self::Effect);
    /// An effect in words, given the battle before the order.
    fn describe(&self, effect: &Self::Effect) -> EffectText;
}
