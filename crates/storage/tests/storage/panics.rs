//! Tests of a panic during a battle: stored data remains stored, and the next start finds
//! the report.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use storage::{BattleLibrary, FILE_NAME, OnDisk, report_panics, take_report};

use crate::{activate, begin, clock, give, reopen, sybota};

/// The environment variable with the folder for the program under test.
const FOLDER: &str = "TRIERARCH_TEST_PANIC";

/// Plays, and panics with the store open. This is the program under test, started by the
/// other test; it tests nothing itself.
#[test]
fn plays_until_it_panics() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let folder = Path::new(&folder);
    report_panics(Some(folder.to_owned()));
    let library = BattleLibrary::new(OnDisk::open(folder).expect("a store"), clock());
    let mut battle = begin(&library, "sybota", sybota()).expect("stored");
    for ship in ["A1", "B1"] {
        give(&mut battle, &activate(ship)).expect("stored");
    }
    damaged_stores();
    panic!("over the third order");
}

/// The storage library panics over some damage, which the store turns into an error; this
/// is not a crash of the program.
fn damaged_stores() {
    let other = tempfile::tempdir().expect("a folder");
    let file = other.path().join(FILE_NAME);
    drop(OnDisk::open(other.path()).expect("a store"));
    let sound = fs::read(&file).expect("the store");
    for at in (0..sound.len().min(16_384)).step_by(61) {
        let mut bytes = sound.clone();
        bytes[at] ^= 0xff;
        fs::write(&file, bytes).expect("written");
        drop(OnDisk::open(other.path()));
    }
}

#[test]
fn a_panic_leaves_a_sound_store_and_a_report_that_the_next_start_names_once() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(take_report(folder.path()), None);
    let ended = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "panics::plays_until_it_panics"])
        .env(FOLDER, folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("the program under test");
    assert!(!ended.success(), "it panicked");

    let library =
        BattleLibrary::new(OnDisk::open(folder.path()).expect("the store is sound"), clock());
    let mut battle = reopen(&library, "sybota").expect("the battle is there");
    assert_eq!(library.store().read("sybota").expect("rows").len(), 3);
    give(&mut battle, &activate("A2")).expect("it continues");

    let report = take_report(folder.path()).expect("a report");
    let text = fs::read_to_string(&report).expect("it can be read");
    assert!(text.starts_with(&format!("Trierarch {}\n", env!("CARGO_PKG_VERSION"))), "{text}");
    assert_eq!(text.matches("panicked at").count(), 1, "only the unexpected panic: {text}");
    assert!(text.contains("over the third order") && text.contains("panics.rs"), "{text}");
    assert_eq!(take_report(folder.path()), None, "the report is announced once");
    assert!(report.exists(), "the report still exists");
}
