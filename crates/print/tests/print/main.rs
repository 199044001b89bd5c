//! Tests of prints: nothing is cut off or overlaps, and a PDF has the content of the pages.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what it expects"
)]

mod battle;
mod codes;
mod typography;
mod laid_out;
mod longer;
mod position;
mod parts;
mod read_back;
mod page_use;
mod rosters;
mod small;
mod battle_report;
mod support;
mod truth;
mod turns;
