//! Fleets, the journal of a battle, and computations about it.

// In reading order: a module uses only those above it. The lint leads authors of a new order,
// effect or outcome to every place that has to know it.
pub mod fleet;
#[cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]
pub mod text;
#[cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]
pub mod journal;
#[cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]
pub mod analysis;
