//! Tests of damaged store files: reading gives the stored data, or an error, or a warning
//! that changes may be missing; never another battle, and never a panic.

use std::fs;
use std::path::Path;

use redb::{Database, ReadableTable, TableDefinition};
use storage::{BattleLibrary, FILE_NAME, OnDisk, Store, StoreCondition, StoreTrouble};

use crate::{activate, begin, clock, give, reopen, sybota};

/// A store with two battles in a folder.
fn two_battles(folder: &Path) -> [Vec<String>; 2] {
    let library = BattleLibrary::new(OnDisk::open(folder).expect("a store"), clock());
    ["first", "second"].map(|name| {
        let mut battle = begin(&library, name, sybota()).expect("stored");
        for ship in ["A1", "A2", "B1"] {
            give(&mut battle, &activate(ship)).expect("always");
        }
        library.store().read(name).expect("it is there")
    })
}

/// Bits to flip, the same in every run, spread over the whole file.
fn places(bytes: usize, count: usize) -> impl Iterator<Item = (usize, u8)> {
    let step = (bytes / count).max(1);
    (0..count).map(move |at| ((at * step + at * 7919 % step) % bytes, 1 << (at % 8)))
}

/// The number of bits to flip; `STORE_FLIPS=5000` for the long run.
fn flips(otherwise: usize) -> usize {
    std::env::var("STORE_FLIPS").ok().and_then(|flips| flips.parse().ok()).unwrap_or(otherwise)
}

/// Flips single bits of a file with these battles, and opens each result.
fn flip_and_open(sound: &[u8], written: &[Vec<String>; 2], count: usize) {
    let (mut refused, mut shown, mut salvaged) = (0, 0, 0);
    for (at, bit) in places(sound.len(), count) {
        let when = format!("bit {bit} of byte {at}");
        let folder = tempfile::tempdir().expect("a folder");
        let mut bytes = sound.to_vec();
        bytes[at] ^= bit;
        fs::write(folder.path().join(FILE_NAME), &bytes).expect("written");
        let store = match OnDisk::open(folder.path()) {
            Ok(store) => store,
            Err(fault) => {
                assert!(!fault.why().to_string().is_empty(), "{when}: {fault}");
                assert!(!fault.remedy().to_string().is_empty(), "{when}: {fault}");
                refused += 1;
                continue;
            }
        };
        for (slug, written) in ["first", "second"].iter().zip(written) {
            match store.read(slug) {
                Ok(rows) if rows == *written => {}
                Ok(rows) => {
                    assert!(written.starts_with(&rows), "{when}: another battle");
                    assert_ne!(
                        store.condition(),
                        StoreCondition::Whole,
                        "{when}: data was lost without a warning"
                    );
                    shown += 1;
                }
                Err(fault) => {
                    assert!(!fault.remedy().to_string().is_empty(), "{when}: {fault}");
                    shown += 1;
                }
            }
        }
        if let StoreCondition::Salvaged { aside } = store.condition() {
            assert!(fs::exists(aside).expect("a name"), "{when}: the damaged file stays");
            salvaged += 1;
        }
    }
    assert!(salvaged > 0, "no flip had an effect ({refused} refused, {shown} reported)");
}

#[test]
fn a_flipped_bit_is_noticed_or_changes_nothing_and_never_ends_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let written = two_battles(folder.path());
    let sound = fs::read(folder.path().join(FILE_NAME)).expect("there");
    flip_and_open(&sound, &written, flips(150));
}

#[test]
fn a_flipped_bit_after_a_kill_loses_no_order_without_a_warning() {
    let folder = tempfile::tempdir().expect("a folder");
    drop(two_battles(folder.path()));
    let store = OnDisk::open(folder.path()).expect("a store");
    for name in ["first", "second"] {
        let stored = store.read(name).expect("it is there");
        let row = stored.last().expect("a row").replace("B1", "B2");
        store.append(name, stored.len() as u64, &[row]).expect("stored");
    }
    let written = ["first", "second"].map(|name| store.read(name).expect("it is there"));
    // After a kill, the file is as it was while it was open.
    let killed = fs::read(folder.path().join(FILE_NAME)).expect("there");
    drop(store);
    flip_and_open(&killed, &written, flips(150));
}

#[test]
fn a_killed_store_proves_its_last_change_or_warns_once() {
    let folder = tempfile::tempdir().expect("a folder");
    two_battles(folder.path());
    let store = OnDisk::open(folder.path()).expect("a store");
    assert_eq!(store.condition(), StoreCondition::Whole);
    store.put_blob("settings", Some(b"dark")).expect("stored");
    let killed = fs::read(folder.path().join(FILE_NAME)).expect("there");
    drop(store);
    // The byte of the header that says which of two changes is the last.
    let mut changed = killed.clone();
    changed[9] ^= 1;
    for (bytes, first) in [(killed, StoreCondition::Whole), (changed, StoreCondition::NotClosed)] {
        fs::write(folder.path().join(FILE_NAME), bytes).expect("written");
        let conditions = [(); 2].map(|()| OnDisk::open(folder.path()).expect("opens").condition());
        assert_eq!(conditions, [first, StoreCondition::Whole]);
    }
}

/// Overwrites the bytes of a text, wherever they occur in the file.
fn blot(folder: &Path, text: &str) {
    let file = folder.join(FILE_NAME);
    let mut bytes = fs::read(&file).expect("there");
    let (text, mut found) = (text.as_bytes(), 0);
    for at in 0..bytes.len() - text.len() {
        if bytes[at..].starts_with(text) {
            bytes[at] ^= 1;
            found += 1;
        }
    }
    assert!(found > 0, "the row is in the file");
    fs::write(file, bytes).expect("written");
}

#[test]
fn damage_in_a_row_of_one_battle_leaves_the_others_readable() {
    for closed in [true, false] {
        let folder = tempfile::tempdir().expect("a folder");
        let written = two_battles(folder.path());
        let store = OnDisk::open(folder.path()).expect("a store");
        for number in 0..20 {
            store.create(&format!("table-{number}"), &written[0]).expect("stored");
        }
        store.put_blob("settings", Some(b"light")).expect("stored");
        store.put_blob("settings", Some(b"dark")).expect("stored");
        let killed = fs::read(folder.path().join(FILE_NAME)).expect("there");
        drop(store);
        if !closed {
            fs::write(folder.path().join(FILE_NAME), killed).expect("written");
        }
        // Row 2 of the second battle, with text that no other row has.
        blot(folder.path(), &written[1][2]);
        let store = OnDisk::open(folder.path()).expect("the others open");
        assert!(
            matches!(store.condition(), StoreCondition::Salvaged { .. }),
            "{:?}",
            store.condition()
        );
        assert_eq!(store.read("first").expect("sound"), written[0]);
        for number in 0..20 {
            assert_eq!(store.read(&format!("table-{number}")).expect("sound"), written[0]);
        }
        assert_eq!(store.blob("settings").expect("read").as_deref(), Some(&b"dark"[..]));
        let fault = store.read("second").expect_err("damaged").to_string();
        assert!(fault.contains("second") && fault.contains("row 2"), "{fault}");
        let sound = store.sound("second").expect("read");
        assert_eq!((&sound.rows[..], sound.counted), (&written[1][..2], Some(4)));
        store.cut("second", 2).expect("cut");
        let library = BattleLibrary::new(store, clock());
        let mut battle = reopen(&library, "second").expect("opens up to its last good row");
        give(&mut battle, &activate("B1")).expect("it continues");
    }
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
fn a_damaged_battle_can_be_deleted_and_others_open() {
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
        let library = BattleLibrary::new(OnDisk::open(folder.path()).expect("a store"), clock());
        let fault = library.store().read("second").expect_err("damaged");
        assert_eq!(fault.trouble, StoreTrouble::Damaged);
        assert!(fault.place.contains("second") && fault.why().to_string().contains(row), "{fault}");
        assert_eq!(library.battles().expect("listed").len(), 2);
        assert!(reopen(&library, "first").is_ok());
        library.delete("second").expect("deleted");
        assert_eq!(library.battles().expect("listed").len(), 1);
    }
}

#[test]
fn a_battle_damaged_at_both_ends_is_listed_with_the_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    two_battles(folder.path());
    meddle(folder.path(), |rows| {
        rows.insert(("second", 0), "no seal").expect("written");
    });
    let library = BattleLibrary::new(OnDisk::open(folder.path()).expect("a store"), clock());
    let list = library.battles().expect("listed");
    let why = list.iter().find_map(|listed| listed.about.as_ref().err()).expect("one is damaged");
    let why = why.to_string();
    assert!(why.contains("row 0 has been changed or damaged"), "{why}");
    assert!(list.iter().any(|listed| listed.slug == "first" && listed.about.is_ok()));
}

#[test]
fn a_store_of_another_version_is_refused_unchanged() {
    const ABOUT: TableDefinition<&str, u64> = TableDefinition::new("about");
    let folder = tempfile::tempdir().expect("a folder");
    let write = |version: u64| {
        let database = Database::create(folder.path().join(FILE_NAME)).expect("closed");
        let transaction = database.begin_write().expect("it is ours");
        transaction.open_table(ABOUT).expect("about").insert("version", version).expect("written");
        transaction.commit().expect("written");
    };
    for (version, shown) in [(1, "older than the first release"), (4, "newer Trierarch")] {
        write(version);
        let fault = OnDisk::open(folder.path()).err().expect("another version");
        assert_eq!(fault.trouble, StoreTrouble::Version);
        assert!(
            fault.why().to_string().contains(shown)
                && fault.why().to_string().contains("this one reads 3"),
            "{fault}"
        );
    }
    for version in [2, 3] {
        write(version);
        assert!(OnDisk::open(folder.path()).is_ok());
    }
}

#[cfg(unix)]
#[test]
fn a_store_that_was_moved_or_deleted_while_it_was_open_is_noticed_at_the_next_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(FILE_NAME);
    let library = BattleLibrary::new(OnDisk::open(folder.path()).expect("a store"), clock());
    let mut battle = begin(&library, "sybota", sybota()).expect("stored");
    let aside = folder.path().join("aside");
    fs::rename(&file, &aside).expect("moved");
    for _ in 0..2 {
        let why = give(&mut battle, &activate("A1")).expect_err("it is gone");
        assert!(why.contains("moved or deleted"), "{why}");
        assert!(!file.exists(), "no empty store replaces it");
    }
    fs::write(&file, "another file").expect("written");
    let why = give(&mut battle, &activate("A1")).expect_err("it is another");
    assert!(why.contains("moved or deleted"), "{why}");
    fs::rename(&aside, &file).expect("put back");
    give(&mut battle, &activate("A1")).expect("it is there again");
}
