//! What several test binaries share: players who give random open orders, tables with a seat at
//! them, a store that answers late, the handbook's examples and the templates of all texts.

#![allow(
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::must_use_candidate,
    clippy::needless_pass_by_value,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what it expects"
)]

use std::path::PathBuf;

pub mod found;
pub mod handbook;
pub mod late;
pub mod player;
pub mod po;
pub mod random_play;
pub mod readers;
pub mod sealed;
pub mod states;
pub mod table;
pub mod templates;

/// The folder of the repository: tests of a crate run in the crate's own.
pub fn repository() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The text of a file of the repository, such as `tests/battles/greek-fire.battle`.
pub fn repository_file(path: &str) -> String {
    let file = repository().join(path);
    std::fs::read_to_string(&file).unwrap_or_else(|why| panic!("{}: {why}", file.display()))
}
