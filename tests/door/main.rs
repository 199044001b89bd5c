//! The one door: what is asked of a table, answered, kept and sent as news.

#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what it expects"
)]

use testing::late;
use testing::player;

mod agreeing;
mod answers;
mod client;
mod declared;
mod dice;
mod fixtures;
mod foreseen;
mod groups;
mod keeping;
mod lines;
mod once;
mod pair;
mod pairs;
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
