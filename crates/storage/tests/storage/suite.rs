//! One test suite for every store: what the rest of the program relies on.

use storage::{BattleLibrary, InMemory, OnDisk, Store, StoreTrouble};

use crate::{begin, clock, fight, give, reopen, sail, sybota};

fn rows(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn trouble<T>(result: Result<T, storage::StoreFault>) -> StoreTrouble {
    result.err().expect("a fault").trouble
}

/// Rows are appended in sequence, and only after the existing number of rows.
pub(crate) fn rows_are_added_in_order_or_not_at_all(store: &dyn Store) {
    assert!(store.battles().expect("readable").is_empty());
    assert_eq!(trouble(store.read("one")), StoreTrouble::Missing);
    assert_eq!(trouble(store.append("one", 0, &rows(&["a"]))), StoreTrouble::Missing);
    store.create("one", &rows(&["a"])).expect("stored");
    assert_eq!(trouble(store.create("one", &rows(&["z"]))), StoreTrouble::Conflict);
    store.append("one", 1, &rows(&["b"])).expect("stored");
    // A repeat, and a row that is too early or too late.
    for stored in [0, 1, 3, 99] {
        assert_eq!(trouble(store.append("one", stored, &rows(&["b"]))), StoreTrouble::Conflict);
    }
    store.append("one", 2, &rows(&["c", "d"])).expect("stored");
    assert_eq!(store.read("one").expect("there"), ["a", "b", "c", "d"]);
    // Names are distinct, whatever characters they have.
    for name in ["one.two", "Ναύπακτος", "a b*>", "ONE"] {
        store.create(name, &rows(&[name, "λ"])).expect("stored");
        store.append(name, 2, &rows(&["\n"])).expect("stored");
        assert_eq!(store.read(name).expect("there"), [name, "λ", "\n"]);
    }
    let ends = store.battles().expect("readable");
    assert_eq!(ends.len(), 5);
    let one = ends.iter().find(|ends| ends.slug == "one").expect("listed");
    assert_eq!(one.rows.clone().expect("readable"), ("a".into(), "d".into()));
    store.delete("one").expect("it is there");
    assert_eq!(trouble(store.delete("one")), StoreTrouble::Missing);
    assert_eq!(trouble(store.append("one", 4, &rows(&["e"]))), StoreTrouble::Missing);
    store.create("one", &rows(&["new"])).expect("stored");
    assert_eq!(store.read("one").expect("there"), ["new"]);
}

/// Blobs are replaced as a whole, and changed atomically.
pub(crate) fn blobs_are_stored_by_key(store: &dyn Store) {
    assert_eq!(store.blob("host/secret").expect("readable"), None);
    for key in ["fleet/athens", "fleet/corinth", "fleets"] {
        store.put_blob(key, Some(key.as_bytes())).expect("stored");
    }
    store.put_blob("fleets", Some(&[0, 255, 7])).expect("stored");
    assert_eq!(store.blob("fleets").expect("readable").as_deref(), Some(&[0, 255, 7][..]));
    assert_eq!(store.blobs("fleet/").expect("readable"), ["fleet/athens", "fleet/corinth"]);
    store.put_blob("fleet/athens", None).expect("deleted");
    assert_eq!(store.blobs("fleet").expect("readable"), ["fleet/corinth", "fleets"]);
    let mut first = |found: Option<&[u8]>| found.is_none().then(|| b"mine".to_vec());
    let stored = store.change_blob("host/secret", &mut first).expect("stored");
    assert_eq!(stored.as_deref(), Some(&b"mine"[..]));
    let stored = store.change_blob("host/secret", &mut |_| None).expect("readable");
    assert_eq!(stored.as_deref(), Some(&b"mine"[..]));
}

/// A battle continues at the exact order, with undo, amendments and abandoned lines.
pub(crate) fn a_battle_is_unchanged(library: &BattleLibrary, again: &BattleLibrary) {
    let mut battle = begin(library, "The Great Harbour", sybota()).expect("stored");
    let journal = fight(&mut battle);
    let slug = battle.slug().to_owned();
    drop(battle);
    let mut battle = reopen(again, &slug).expect("it is there");
    assert_eq!(battle.journal(), journal);
    give(&mut battle, &sail("B1")).expect("always");
    assert_eq!(reopen(library, &slug).expect("it is there").journal(), battle.journal());
}

#[test]
fn the_store_in_memory_passes_the_suite() {
    rows_are_added_in_order_or_not_at_all(&InMemory::default());
    blobs_are_stored_by_key(&InMemory::default());
    let library = BattleLibrary::new(InMemory::default(), clock());
    a_battle_is_unchanged(&library, &library);
}

#[test]
fn the_store_on_the_disk_passes_the_suite() {
    let folder = tempfile::tempdir().expect("a folder");
    rows_are_added_in_order_or_not_at_all(&OnDisk::open(folder.path()).expect("a store"));
    blobs_are_stored_by_key(&OnDisk::open(folder.path()).expect("a store"));
    let folder = tempfile::tempdir().expect("a folder");
    let library = BattleLibrary::new(OnDisk::open(folder.path()).expect("a store"), clock());
    a_battle_is_unchanged(&library, &library);
}
