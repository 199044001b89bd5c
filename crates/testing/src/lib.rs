//! What several test binaries share: a player who gives random open orders, and a store that
//! answers late.

#![allow(
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::panic,
    reason = "a test says what it expects"
)]

pub mod late;
pub mod player;
