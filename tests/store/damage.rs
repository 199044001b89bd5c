//! A store whose file was damaged after it was closed: reading gives what was
//! written, or a fault that says so; never another battle, never a panic.

use std::fs;
use std::path::Path;

use redb::{Database, ReadableTable, TableDefinition};
use trierarch::store::{FILE_NAME, OnDisk, Shelf, Store, Trouble};

use crate::{activate, begin, clock, give, reopen, sybota};

/// A store with two battles in a folder.
fn two_battles(folder: &Path) -> [Vec<String>; 2] {
    let shelf = Shelf::new(OnDisk::open(folder).expect("a store"), clock());
    ["first", "second"].map(|name| {
        let mut battle = begin(&shelf, name, sybota()).expect("kept");
        for ship in ["A1", "A2", "B1"] {
            give(&mut battle, &activate(ship)).expect("always");
        }
        shelf.store().read(name).expect("it is there")
    })
}

/// Bits to flip, the same in every run, spread over the whole file.
fn places(bytes: usize, count: usize) -> impl Iterator<Item = (usize, u8)> {
    let step = (bytes / count).max(1);
    (0..count).map(move |at| ((at * step + at * 7919 % step) % bytes, 1 << (at % 8)))
}

#[test]
fn a_flipped_bit_is_noticed_or_changes_nothing_and_never_ends_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let written = two_battles(folder.path());
    let sound = fs::read(folder.path().join(FILE_NAME)).expect("there");
    let flips = std::env::var("STORE_FLIPS").ok().and_then(|flips| flips.parse().ok());
    let (mut refused, mut one_lost) = (0, 0);
    for (at, bit) in places(sound.len(), flips.unwrap_or(400)) {
        let other = tempfile::tempdir().expect("a folder");
        let mut bytes = sound.clone();
        bytes[at] ^= bit;
        fs::write(other.path().join(FILE_NAME), &bytes).expect("written");
        let store = match OnDisk::open(other.path()) {
            Ok(store) => store,
            Err(fault) => {
                assert!(
                    !fault.why().to_string().is_empty() && !fault.remedy().to_string().is_empty(),
                    "{at}: {fault}"
                );
                refused += 1;
                continue;
            }
        };
        let found = ["first", "second"].map(|slug| store.read(slug));
        for (found, written) in found.iter().zip(&written) {
            match found {
                Ok(rows) => assert_eq!(rows, written, "bit {bit} of byte {at}"),
                Err(fault) => {
                    assert!(!fault.remedy().to_string().is_empty(), "{at}: {fault}");
                    one_lost += 1;
                }
            }
        }
    }
    assert!(refused + one_lost > 0, "no flip met anything");
}

const ROWS: TableDefinition<(&str, u64), &str> = TableDefinition::new("sealed-rows");

/// Changes the rows without the store's knowledge.
fn meddle(folder: &Path, with: impl FnOnce(&mut redb::Table<(&'static str, u64), &'static str>)) {
    let database = Database::open(folder.join(FILE_NAME)).expect("closed");
    let transaction = database.begin_write().expect("it is ours");
    with(&mut transaction.open_table(ROWS).expect("rows"));
    transaction.commit().expect("written");
}

#[test]
fn a_damaged_battle_keeps_no_other_from_opening_and_can_be_deleted() {
    type Rows<'t> = redb::Table<'t, (&'static str, u64), &'static str>;
    let changed = |rows: &mut Rows| {
        let text = rows.get(("second", 2)).expect("read").expect("a row").value().to_owned();
        let other = text.replacen("activate", "activete", 1);
        assert_ne!(text, other);
        rows.insert(("second", 2), other.as_str()).expect("written");
    };
    let from_another = |rows: &mut Rows| {
        let text = rows.get(("first", 2)).expect("read").expect("a row").value().to_owned();
        rows.insert(("second", 2), text.as_str()).expect("written");
    };
    let last_missing = |rows: &mut Rows| {
        rows.remove(("second", 3)).expect("written");
    };
    for (meddled, row) in [
        (&changed as &dyn Fn(&mut Rows), "row 2"),
        (&from_another, "row 2"),
        (&last_missing, "row 3"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        two_battles(folder.path());
        meddle(folder.path(), |rows| meddled(rows));
        let shelf = Shelf::new(OnDisk::open(folder.path()).expect("a store"), clock());
        let fault = shelf.store().read("second").expect_err("damaged");
        assert_eq!(fault.trouble, Trouble::Damaged);
        assert!(fault.place.contains("second") && fault.why().to_string().contains(row), "{fault}");
        assert_eq!(shelf.battles().expect("listed").len(), 2);
        assert!(reopen(&shelf, "first").is_ok());
        shelf.delete("second").expect("it can go");
        assert_eq!(shelf.battles().expect("listed").len(), 1);
    }
}

#[test]
fn a_battle_whose_ends_are_damaged_is_listed_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    two_battles(folder.path());
    meddle(folder.path(), |rows| {
        rows.insert(("second", 0), "no seal").expect("written");
    });
    let shelf = Shelf::new(OnDisk::open(folder.path()).expect("a store"), clock());
    let list = shelf.battles().expect("listed");
    let why = list.iter().find_map(|listed| listed.about.as_ref().err()).expect("one is damaged");
    let why = why.to_string();
    assert!(why.contains("row 0 is not what was written"), "{why}");
    assert!(list.iter().any(|listed| listed.slug == "first" && listed.about.is_ok()));
}

#[test]
fn a_store_of_another_version_is_left_alone_and_says_which() {
    const ABOUT: TableDefinition<&str, u64> = TableDefinition::new("about");
    let folder = tempfile::tempdir().expect("a folder");
    let write = |version: u64| {
        let database = Database::create(folder.path().join(FILE_NAME)).expect("closed");
        let transaction = database.begin_write().expect("it is ours");
        transaction.open_table(ABOUT).expect("about").insert("version", version).expect("written");
        transaction.commit().expect("written");
    };
    for (version, told) in [(1, "older than the first release"), (3, "newer Trierarch")] {
        write(version);
        let fault = OnDisk::open(folder.path()).err().expect("another version");
        assert_eq!(fault.trouble, Trouble::Version);
        assert!(
            fault.why().to_string().contains(told)
                && fault.why().to_string().contains("this one reads 2"),
            "{fault}"
        );
    }
    write(2);
    assert!(OnDisk::open(folder.path()).is_ok());
}

#[cfg(unix)]
#[test]
fn a_store_that_was_moved_or_deleted_while_it_was_open_is_noticed_at_the_next_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(FILE_NAME);
    let shelf = Shelf::new(OnDisk::open(folder.path()).expect("a store"), clock());
    let mut battle = begin(&shelf, "sybota", sybota()).expect("kept");
    let aside = folder.path().join("aside");
    fs::rename(&file, &aside).expect("moved");
    for _ in 0..2 {
        let why = give(&mut battle, &activate("A1")).expect_err("it is gone");
        assert!(why.contains("moved or deleted"), "{why}");
        assert!(!file.exists(), "no empty store takes its place");
    }
    fs::write(&file, "another file").expect("written");
    let why = give(&mut battle, &activate("A1")).expect_err("it is another");
    assert!(why.contains("moved or deleted"), "{why}");
    fs::rename(&aside, &file).expect("put back");
    give(&mut battle, &activate("A1")).expect("it is there again");
}
