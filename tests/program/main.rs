//! Tests of the program as a whole: the command line, the handbook, the texts, the architecture,
//! files of earlier versions, and regression snapshots.

#![allow(
    clippy::expect_used,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what it expects"
)]

mod architecture;
mod command_line;
mod doc_comments;
mod fleet_sharing;
mod fuzz;
mod handbook;
mod printing;
mod regression;
mod saves;
mod words;
