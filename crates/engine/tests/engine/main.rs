//! Tests of fleet files, the log and its replay, odds, and reports.

#![allow(
    clippy::expect_used,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what it expects"
)]

mod fleet_building;
mod fleet_strength;
mod fleets;
mod fleets_ready;
mod odds;
mod replay;
mod report;
