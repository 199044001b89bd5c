//! Answers as scripts and the server write them. The types state every key, in the order in
//! which it is written. Texts are in English; what only the server sends (the view, a judged
//! draft, rows of the log) has its messages as values.

pub mod entry;
#[cfg(not(target_arch = "wasm32"))]
mod keys;
#[cfg(not(target_arch = "wasm32"))]
mod offers;
#[cfg(not(target_arch = "wasm32"))]
mod turns;

#[cfg(not(target_arch = "wasm32"))]
pub use keys::{Answer, OkAnswer, OkBody, ScriptAnswer, WrittenError, WrittenNeeds};
