//! Paper: nothing is cut off, nothing overlaps, and a PDF says what the pages
//! say.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what it expects"
)]

mod battle;
mod codes;
mod fine;
mod laid_out;
mod longer;
mod moment;
mod parts;
mod read_back;
mod room;
mod rosters;
mod small;
mod battle_report;
mod support;
mod truth;
mod turns;
