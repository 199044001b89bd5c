//! The table server over its protocol, turn cards, and scripts.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what it expects"
)]

mod protocol;
mod scripts;
mod turn_card;
