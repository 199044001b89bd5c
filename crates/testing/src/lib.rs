//! Code that several test binaries share: random players, tables with players, a store that
//! answers late, the handbook's examples and the templates of all texts.

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

/// Orders that roll dice, collected in random play.
pub mod found;
/// The pages of the handbook and the examples in them.
pub mod handbook;
/// A store that answers late.
pub mod late;
/// A player who gives any open order, with random values.
pub mod player;
/// Gettext files made for tests.
pub mod po;
/// A player who mostly follows the guide, to play battles to their end.
pub mod random_play;
/// Checks of every reader of untrusted input, for tests and fuzzers.
pub mod readers;
/// The checksums of battle files.
pub mod sealed;
/// The states of `tests/fixtures/table`.
pub mod states;
/// A table server with seats and a store in memory.
pub mod table;
/// The templates of all texts, read from the sources.
pub mod templates;

/// The folder of the repository. Cargo runs the tests of a crate in the crate's own folder.
pub fn repository() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The text of a file of the repository, such as `tests/battles/greek-fire.battle`.
pub fn repository_file(path: &str) -> String {
    let file = repository().join(path);
    std::fs::read_to_string(&file).unwrap_or_else(|why| panic!("{}: {why}", file.display()))
}
