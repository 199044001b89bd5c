//! Trierarch stands beside the table while people fight ancient battles with
//! model ships. The modules in reading order; a module uses those above it in
//! this list, never those under it.

pub mod say;
pub mod dice;
pub mod drawing;
pub mod rules;
pub mod fleet;
pub mod wording;
pub mod journal;
pub mod analysis;
pub mod print;
pub mod store;
#[cfg(not(target_arch = "wasm32"))]
pub mod referee;

#[cfg(feature = "window")]
pub mod ui;
