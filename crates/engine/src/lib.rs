//! Fleets, the log of a battle, and what can be computed of it.

// The lint leads authors of a new order, effect or outcome to every place that has to know it.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

pub mod analysis;
pub mod fleet;
pub mod journal;
pub mod text;
