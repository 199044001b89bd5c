//! Code that several test binaries share: random players, tables with players, a slow store,
//! the examples of the handbook, and the templates of all texts.

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

pub mod checksums;
pub mod dice_orders;
pub mod handbook;
pub mod delayed_store;
pub mod player;
pub mod po;
pub mod random_play;
pub mod readers;
pub mod states;
pub mod table;
pub mod templates;

/// The folder of the repository. Cargo runs the tests of a crate in the crate's own folder.
pub fn repository() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Bytes as hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// The text of a file of the repository, such as `tests/battles/greek-fire.battle`.
pub fn repository_file(path: &str) -> String {
    let file = repository().join(path);
    std::fs::read_to_string(&file).unwrap_or_else(|why| panic!("{}: {why}", file.display()))
}
