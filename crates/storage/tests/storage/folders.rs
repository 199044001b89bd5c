//! Tests of the store's folder: another program has it open, it is full, not writable, or
//! removed.

use std::fs;
use std::path::{Path, PathBuf};

use storage::{BattleLibrary, FILE_NAME, OnDisk, Store, StoreTrouble};

use crate::{activate, begin, clock, give, reopen, sybota};

/// The environment variable with the folder for the program under test.
const FOLDER: &str = "TRIERARCH_TEST_FOLDER";

/// The folder for a program under test; `None` in a normal run of the tests.
fn given() -> Option<PathBuf> {
    std::env::var_os(FOLDER).map(PathBuf::from)
}

/// Runs one of these tests as a separate program in its own mount namespace, where `script`
/// has mounted something on the folder. The mount disappears when the program ends. Returns
/// its output; `None` if the operating system does not allow mounting.
#[cfg(target_os = "linux")]
fn with_mounted(folder: &Path, script: &str, test: &str) -> Option<String> {
    let output = std::process::Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c"])
        .arg(format!("{{ {script}; }} >&2 || exit 77; exec \"$@\""))
        .arg(folder)
        .arg(std::env::current_exe().expect("this test"))
        .args(["--exact", &format!("folders::{test}"), "--nocapture"])
        .env(FOLDER, folder)
        .output()
        .ok()?;
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    if !lines.contains("running 1 test") {
        eprintln!("nothing may be mounted here: {}", String::from_utf8_lossy(&output.stderr));
        return None;
    }
    assert!(output.status.success(), "{lines}{}", String::from_utf8_lossy(&output.stderr));
    Some(lines)
}

#[test]
fn two_programs_on_one_folder_cannot_both_have_the_store() {
    if let Some(folder) = given() {
        let fault = OnDisk::open(&folder).err().expect("the first program has it");
        assert_eq!(fault.trouble, StoreTrouble::Locked, "{fault}");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let library = BattleLibrary::new(OnDisk::open(folder.path()).expect("the first"), clock());
    let mut battle = begin(&library, "sybota", sybota()).expect("stored");
    let second = std::process::Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "folders::two_programs_on_one_folder_cannot_both_have_the_store"])
        .env(FOLDER, folder.path())
        .output()
        .expect("a second program");
    let text = String::from_utf8_lossy(&second.stdout);
    assert!(second.status.success() && text.contains("1 passed"), "{text}");
    give(&mut battle, &activate("A1")).expect("the first continues");
    drop((battle, library));
    let library =
        BattleLibrary::new(OnDisk::open(folder.path()).expect("it is free again"), clock());
    assert_eq!(reopen(&library, "sybota").expect("there").rows(), 2);
}

#[cfg(unix)]
#[test]
fn a_removed_folder_is_reported_and_not_replaced() {
    let outer = tempfile::tempdir().expect("a folder");
    let folder = outer.path().join("battles");
    let library = BattleLibrary::new(OnDisk::open(&folder).expect("a store"), clock());
    let mut battle = begin(&library, "sybota", sybota()).expect("stored");
    give(&mut battle, &activate("A1")).expect("stored");
    fs::remove_dir_all(&folder).expect("removed");
    let why = give(&mut battle, &activate("A2")).expect_err("the folder is gone");
    assert!(why.contains("moved or deleted"), "{why}");
    assert!(!folder.exists(), "no new store replaces the old one");

    fs::write(&folder, "not a folder").expect("written");
    let fault = OnDisk::open(&folder).err().expect("no folder");
    assert!(!fault.remedy().to_string().is_empty(), "{fault}");
    assert_eq!(fs::read_to_string(&folder).expect("untouched"), "not a folder");
}

#[test]
fn an_emptied_store_is_reported_and_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = BattleLibrary::new(OnDisk::open(folder.path()).expect("a store"), clock());
    begin(&library, "sybota", sybota()).expect("stored");
    drop(library);
    let file = folder.path().join(FILE_NAME);
    let whole = fs::read(&file).expect("it is there");
    fs::write(&file, "").expect("emptied");
    for _ in 0..2 {
        let fault = OnDisk::open(folder.path()).err().expect("it held battles");
        assert_eq!(fault.trouble, StoreTrouble::Damaged, "{fault}");
        assert!(fault.why().to_string().contains("empty"), "{fault}");
        assert_eq!(fs::metadata(&file).expect("it is there").len(), 0, "it is unchanged");
    }
    fs::write(&file, whole).expect("a copy");
    let library = BattleLibrary::new(OnDisk::open(folder.path()).expect("a store"), clock());
    assert_eq!(reopen(&library, "sybota").expect("there").rows(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_folder_is_reported_and_left_unchanged() {
    if let Some(folder) = given() {
        for folder in [folder.join("old"), folder.join("new")] {
            let fault = OnDisk::open(&folder).err().expect("it may not be written");
            assert_eq!(fault.trouble, StoreTrouble::Forbidden, "{fault}");
            assert!(fault.remedy().to_string().contains("TRIERARCH_DATA"), "{fault}");
        }
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let old = folder.path().join("old");
    let library = BattleLibrary::new(OnDisk::open(&old).expect("a store"), clock());
    let mut battle = begin(&library, "sybota", sybota()).expect("stored");
    give(&mut battle, &activate("A1")).expect("stored");
    drop((battle, library));
    let before = fs::read(old.join(FILE_NAME)).expect("the store");
    with_mounted(
        folder.path(),
        "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\"",
        "a_read_only_folder_is_reported_and_left_unchanged",
    );
    assert_eq!(fs::read(old.join(FILE_NAME)).expect("the store"), before);
    let library = BattleLibrary::new(OnDisk::open(&old).expect("it may be written again"), clock());
    assert_eq!(reopen(&library, "sybota").expect("there").rows(), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_keeps_every_acknowledged_order() {
    if let Some(folder) = given() {
        return fills_up(&folder);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let output = with_mounted(
        folder.path(),
        "mount -t tmpfs -o size=2m tmpfs \"$0\"",
        "a_full_disk_keeps_every_acknowledged_order",
    );
    assert!(output.is_none_or(|output| output.contains("the disk was full after")));
}

/// Plays on a disk of two MiB until it is full, and continues when there is space again.
#[cfg(target_os = "linux")]
fn fills_up(folder: &Path) {
    let other = |number: usize| folder.join(format!("other-{number}"));
    let (mut stored, mut full) = (0, false);
    {
        let library = BattleLibrary::new(OnDisk::open(folder).expect("it fits"), clock());
        let mut battle = begin(&library, "sybota", sybota()).expect("stored");
        // Another file fills the rest, down to the last page.
        let mut block = 1 << 18;
        for number in 0..200 {
            if fs::write(other(number), vec![1; block]).is_err() {
                let _ = fs::remove_file(other(number));
                block /= 2;
            }
            if block < 512 {
                break;
            }
        }
        for turn in 0..2_000 {
            match give(&mut battle, &activate(["A1", "B1"][turn % 2])) {
                Ok(_) => stored = battle.rows(),
                Err(why) => {
                    assert!(why.contains("the disk is full"), "{why}");
                    full = true;
                    break;
                }
            }
        }
        assert!(full, "two MiB hold {stored} rows and more");
        println!("the disk was full after {stored} rows");
        for number in 0..200 {
            let _ = fs::remove_file(other(number));
        }
        give(&mut battle, &activate("A2")).expect("there is room again");
        stored += 1;
    }
    let store = OnDisk::open(folder).expect("the store is sound");
    let rows = store.read("sybota").expect("there");
    assert!(rows.len() >= stored, "{stored} were stored, {} exist", rows.len());
}
