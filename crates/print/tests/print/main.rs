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
#[expect(dead_code, reason = "what translators begin with belongs to the other tests")]
#[expect(dead_code, reason = "the rules’ own tests play to the end")]
mod read_back;
mod room;
mod rosters;
mod small;
#[expect(dead_code, reason = "arguments are held against templates by the other tests")]
mod story;
mod support;
mod turns;
