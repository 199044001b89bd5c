//! Tests of the table server over its protocol, of turn cards, and of scripts.

#![allow(
    clippy::expect_used,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what it expects"
)]

mod protocol;
mod scripts;
mod turn_card;
