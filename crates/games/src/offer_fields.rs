//! What the words of orders have in common in all games.

use rules::Part;

use super::SystemTag;

/// The part that an order with this word plays in a turn: the same in every system that
/// has it.
#[must_use]
pub fn part_of(kind: &str) -> Part {
    let known = SystemTag::ALL.iter().find_map(|system| system.order(kind));
    known.map_or(Part::Act, |spec| spec.part)
}

/// Whether an order with this word is given at a unit that the players choose.
#[must_use]
#[cfg(not(target_arch = "wasm32"))]
pub fn takes_target(kind: &str) -> bool {
    let mut specs = SystemTag::ALL.iter().filter_map(|system| system.order(kind));
    specs.any(|spec| spec.target.is_some())
}
