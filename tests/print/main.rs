//! Paper: nothing cut, nothing over another thing, and a PDF that says what the
//! pages say.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what it expects"
)]

mod command;
mod laid_out;
mod parts;
mod read_back;
mod story;
mod support;
