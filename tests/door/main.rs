//! The one door: what is asked of a table, answered, kept and sent as news.

#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what it expects"
)]

mod agreeing;
mod answers;
mod client;
mod declared;
mod dice;
mod fixtures;
mod foreseen;
mod groups;
mod keeping;
#[path = "../support/late.rs"]
mod late;
mod lines;
mod once;
mod pair;
mod pairs;
#[path = "../replay/player.rs"]
#[allow(dead_code, reason = "the tests of the journal use the rest of it")]
mod player;
mod results;
mod rows;
mod seats;
mod shared;
#[path = "../support/states.rs"]
mod states;
mod support;
mod told_out;
mod turns;
mod types;
