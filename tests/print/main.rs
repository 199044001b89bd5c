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
mod command;
mod fine;
mod laid_out;
mod longer;
mod moment;
mod parts;
#[expect(dead_code, reason = "what translators begin with belongs to the other tests")]
#[path = "../words/po.rs"]
mod po;
#[expect(dead_code, reason = "the rules’ own tests play to the end")]
#[path = "../rules/random_play.rs"]
mod random_play;
mod read_back;
mod room;
mod rosters;
mod small;
#[expect(dead_code, reason = "arguments are held against templates by the other tests")]
#[path = "../words/sources.rs"]
mod sources;
mod story;
mod support;
mod turns;
