//! Every order is kept before its result is shown, and nothing of it is lost:
//! not by a full disk, not by a pulled plug, not by an undo.

#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what it expects"
)]

use std::cell::Cell;
use std::fs;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use redb::StorageBackend;
use serde_json::{Value, json};
use trierarch::fleet;
use trierarch::journal::{Change, DiceChoice, Given, Journal, Opening};
use trierarch::store::{
    Clock, Ends, FILE_NAME, InMemory, KeepFault, KeptBattle, OnDisk, Shelf, Store, StoreFault,
    Trouble, read_battle_file, write_battle_file,
};

/// A clock that goes on by a minute whenever it is looked at.
struct Minutes(Cell<u64>);

impl Clock for Minutes {
    fn now(&self) -> u64 {
        self.0.set(self.0.get() + 60);
        self.0.get()
    }
}

fn clock() -> Minutes {
    Minutes(Cell::new(1_000_000))
}

fn sybota() -> Opening {
    let ready = fleet::library::battles().iter().find(|b| b.slug == "sybota").expect("Sybota");
    let fleets = ready.sides.map(|path| {
        fleet::read_toml(fleet::library::file(path).expect("a fleet")).expect("sound").fleet
    });
    Opening { fleets, options: ready.options.clone(), seed: 433 }
}

fn give(battle: &mut KeptBattle, order: &Value) -> Result<Given, KeepFault> {
    let order = battle.battle().read_order(order.as_object().expect("an order")).expect("written");
    battle.give(&order, &DiceChoice::Program, "")
}

fn activate(ship: &str) -> Value {
    json!({"kind": "activate", "ship": ship})
}

fn sail(ship: &str) -> Value {
    json!({"kind": "sail", "ship": ship})
}

/// Does something of everything, and says what the battle came to.
fn fight(battle: &mut KeptBattle) -> Journal {
    for ship in ["A1", "A2", "A3", "A4"] {
        give(battle, &activate(ship)).expect("always");
        give(battle, &sail(ship)).expect("always");
    }
    battle.undo().expect("kept").expect("an order");
    battle.undo().expect("kept").expect("an order");
    give(battle, &activate("B1")).expect("always");
    let struck = battle.journal().struck()[0].tip;
    assert!(battle.restore(struck).expect("kept"));
    let change = Change::Replace { order: None, dice: Some(DiceChoice::Program) };
    let amendment = battle.journal().amend(1, &change, 5, "").expect("it can be");
    battle.commit(&amendment).expect("kept");
    assert!(battle.jump(5).expect("kept"));
    assert!(!battle.jump(50).expect("nothing to keep"));
    assert_eq!(battle.redo().expect("kept").expect("an order").index, 5);
    battle.journal().clone()
}

#[test]
fn a_battle_that_is_opened_again_goes_on_at_the_very_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = || Shelf::new(OnDisk::open(folder.path()).expect("a store"), clock());
    let shelf = open();
    let mut battle = shelf.begin("The Great Harbour, 413", sybota()).expect("kept");
    assert_eq!(battle.slug(), "the-great-harbour-413");
    let journal = fight(&mut battle);
    drop((battle, shelf));

    let shelf = open();
    let mut battle = shelf.reopen("the-great-harbour-413").expect("it is there");
    assert_eq!(battle.journal(), &journal);
    assert_eq!(battle.journal().cursor(), 6);
    assert_eq!(battle.redo().expect("kept").expect("an order").index, 6);
    while battle.undo().expect("kept").is_some() {}
    assert_eq!(battle.battle(), &sybota().battle().expect("Sybota"));
    drop((battle, shelf));
    let battle = open().reopen("the-great-harbour-413").expect("it is there");
    assert_eq!((battle.journal().cursor(), battle.journal().len()), (0, journal.len()));
}

#[test]
fn a_pulled_plug_loses_nothing_that_was_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let shelf = Shelf::new(OnDisk::open(folder.path()).expect("a store"), clock());
    let mut battle = shelf.begin("plug", sybota()).expect("kept");
    for (given, ship) in ["A1", "B1", "A2"].into_iter().enumerate() {
        give(&mut battle, &sail(ship)).expect("always");
        // What a second disk would find at this moment: no clean end.
        let other = tempfile::tempdir().expect("a folder");
        fs::copy(folder.path().join(FILE_NAME), other.path().join(FILE_NAME)).expect("a copy");
        let shelf = Shelf::new(OnDisk::open(other.path()).expect("a store"), clock());
        let found = shelf.reopen("plug").expect("it is there");
        assert_eq!(found.journal(), battle.journal(), "after {given}");
    }
}

#[test]
fn battles_are_listed_with_the_last_one_first_and_names_are_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let stores: [Box<dyn Fn() -> Shelf>; 2] = [
        Box::new(|| Shelf::new(InMemory::default(), clock())),
        Box::new(|| Shelf::new(OnDisk::open(folder.path()).expect("a store"), clock())),
    ];
    for open in stores {
        let shelf = open();
        assert_eq!(shelf.battles().expect("none yet"), []);
        let mut first = shelf.begin("Sybota", sybota()).expect("kept");
        shelf.begin("sybota!", sybota()).expect("kept");
        shelf.begin("Ναύπακτος", sybota()).expect("kept");
        shelf.begin("...", sybota()).expect("kept");
        give(&mut first, &activate("A1")).expect("always");
        let list = shelf.battles().expect("four");
        let slugs: Vec<&str> = list.iter().map(|listed| listed.slug.as_str()).collect();
        assert_eq!(slugs, ["sybota", "battle", "ναύπακτος", "sybota-2"]);
        let about = list[0].about.as_ref().expect("readable");
        assert_eq!(about.system.slug(), "greek-fire");
        assert_eq!(about.sides[1], "The Corinthians at Sybota");
        assert_eq!(about.orders, 1);
        assert!(about.last > about.begun);

        shelf.delete("sybota").expect("it is there");
        assert_eq!(shelf.delete("sybota").expect_err("it is gone").trouble, Trouble::Missing);
        assert_eq!(shelf.battles().expect("three").len(), 3);
        match shelf.reopen("sybota").err().expect("it is gone") {
            KeepFault::Store(fault) => assert_eq!(fault.trouble, Trouble::Missing),
            other => panic!("{other}"),
        }
        match give(&mut first, &activate("A2")).expect_err("it is gone") {
            KeepFault::Store(fault) => assert_eq!(fault.trouble, Trouble::Missing),
            other => panic!("{other}"),
        }
    }
}

#[test]
fn blobs_are_kept_by_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let disk = OnDisk::open(folder.path()).expect("a store");
    for store in [&disk as &dyn Store, &InMemory::default()] {
        assert_eq!(store.blob("fleet/athens").expect("readable"), None);
        assert!(store.blobs("").expect("readable").is_empty());
        for key in ["fleet/athens", "fleet/corinth", "settings"] {
            store.put_blob(key, Some(key.as_bytes())).expect("kept");
        }
        assert_eq!(store.blob("settings").expect("readable").as_deref(), Some(&b"settings"[..]));
        assert_eq!(store.blobs("fleet/").expect("readable"), ["fleet/athens", "fleet/corinth"]);
        store.put_blob("fleet/athens", None).expect("taken away");
        assert_eq!(store.blobs("fleet/").expect("readable"), ["fleet/corinth"]);
    }
}

#[test]
fn a_battle_opened_twice_does_not_go_on_in_two_ways() {
    let shelf = Shelf::new(InMemory::default(), clock());
    let mut one = shelf.begin("sybota", sybota()).expect("kept");
    let mut two = shelf.reopen("sybota").expect("it is there");
    give(&mut one, &activate("A1")).expect("always");
    let before = two.journal().clone();
    match give(&mut two, &activate("B1")).expect_err("it has gone on") {
        KeepFault::Store(fault) => assert_eq!(fault.trouble, Trouble::Conflict),
        other => panic!("{other}"),
    }
    assert_eq!(two.journal(), &before);
}

/// A store whose writes fail while its switch is on.
struct Crashing {
    inner: InMemory,
    fails: Arc<AtomicBool>,
}

impl Crashing {
    fn check(&self) -> Result<(), StoreFault> {
        if !self.fails.load(Ordering::SeqCst) {
            return Ok(());
        }
        Err(StoreFault {
            trouble: Trouble::Full,
            doing: "keep the order".into(),
            place: "a test".into(),
            why: "the disk is full".into(),
            remedy: "Turn the switch off.".into(),
            undecided: false,
        })
    }
}

impl Store for Crashing {
    fn battles(&self) -> Result<Vec<Ends>, StoreFault> {
        self.inner.battles()
    }
    fn create(&self, slug: &str, rows: &[String]) -> Result<(), StoreFault> {
        self.check()?;
        self.inner.create(slug, rows)
    }
    fn append(&self, slug: &str, kept: u64, rows: &[String]) -> Result<(), StoreFault> {
        self.check()?;
        self.inner.append(slug, kept, rows)
    }
    fn read(&self, slug: &str) -> Result<Vec<String>, StoreFault> {
        self.inner.read(slug)
    }
    fn delete(&self, slug: &str) -> Result<(), StoreFault> {
        self.check()?;
        self.inner.delete(slug)
    }
    fn blobs(&self, prefix: &str) -> Result<Vec<String>, StoreFault> {
        self.inner.blobs(prefix)
    }
    fn blob(&self, key: &str) -> Result<Option<Vec<u8>>, StoreFault> {
        self.inner.blob(key)
    }
    fn put_blob(&self, key: &str, value: Option<&[u8]>) -> Result<(), StoreFault> {
        self.check()?;
        self.inner.put_blob(key, value)
    }
}

#[test]
fn what_could_not_be_kept_is_not_shown_and_has_not_happened() {
    let fails = Arc::new(AtomicBool::new(false));
    let shelf =
        Shelf::new(Crashing { inner: InMemory::default(), fails: Arc::clone(&fails) }, clock());
    let mut battle = shelf.begin("sybota", sybota()).expect("kept");
    for ship in ["A1", "A2", "A3"] {
        give(&mut battle, &sail(ship)).expect("always");
    }
    battle.undo().expect("kept");
    give(&mut battle, &sail("B1")).expect("always");
    battle.undo().expect("kept");
    let before = battle.journal().clone();
    let struck = before.struck()[0].tip;
    let amendment = before.amend(0, &Change::Drop, 5, "").expect("it can be");

    fails.store(true, Ordering::SeqCst);
    let full =
        |fault: KeepFault| matches!(fault, KeepFault::Store(f) if f.trouble == Trouble::Full);
    assert!(full(give(&mut battle, &sail("B2")).expect_err("full")));
    assert!(full(battle.commit(&amendment).expect_err("full")));
    assert!(battle.undo().is_err() && battle.redo().is_err() && battle.jump(0).is_err());
    assert!(battle.restore(struck).is_err());
    assert!(full(shelf.begin("another", sybota()).err().expect("full")));
    assert_eq!(battle.journal(), &before);
    assert_eq!(shelf.reopen("sybota").expect("it is there").journal(), &before);

    fails.store(false, Ordering::SeqCst);
    // The dice that nobody saw are the dice that are thrown now.
    let again = give(&mut battle, &sail("B2")).expect("kept");
    let mut other = before.clone();
    let order = other.battle().read_order(sail("B2").as_object().unwrap()).expect("an order");
    let there = other.give(&order, &DiceChoice::Program, 0, "").expect("always");
    assert_eq!(again.report, there.report);
    assert_eq!(shelf.reopen("sybota").expect("it is there").journal(), battle.journal());
}

#[test]
fn a_refused_order_leaves_no_trace_in_the_store() {
    let shelf = Shelf::new(InMemory::default(), clock());
    let mut battle = shelf.begin("sybota", sybota()).expect("kept");
    let rows = shelf.store().read("sybota").expect("it is there");
    let order = json!({"kind": "shoot", "ship": "A1", "weapon": "archers", "target": "B1",
        "range": 9});
    assert!(matches!(give(&mut battle, &order), Err(KeepFault::Stopped(_))));
    assert_eq!(shelf.store().read("sybota").expect("it is there"), rows);
}

#[test]
fn damaged_rows_say_which_and_the_battle_can_still_be_taken_away() {
    for (damage, place) in [
        (vec!["{\"version\": 1".to_owned()], "row 0"),
        (vec![String::new(), "no row".into()], "row 0"),
    ] {
        let store = InMemory::default();
        store.create("wreck", &damage).expect("kept");
        let shelf = Shelf::new(store, clock());
        let listed = shelf.battles().expect("readable");
        assert!(listed[0].about.is_err());
        match shelf.reopen("wreck").err().expect("it is a wreck") {
            KeepFault::Store(fault) => {
                assert_eq!(fault.trouble, Trouble::Damaged);
                assert!(fault.place.contains(place), "{fault}");
            }
            other => panic!("{other}"),
        }
        shelf.delete("wreck").expect("it is there");
    }
    let store = InMemory::default();
    let shelf = Shelf::new(InMemory::default(), clock());
    shelf.begin("sound", sybota()).expect("kept");
    let mut rows = shelf.store().read("sound").expect("it is there");
    rows.push("{\"place\":{\"tip\":7,\"cursor\":0},\"at\":1}".into());
    store.create("off-the-end", &rows).expect("kept");
    let newer = rows[0].replace("\"version\":1", "\"version\":9");
    store.create("newer", &[newer, rows[1].clone()]).expect("kept");
    let shelf = Shelf::new(store, clock());
    let why = |slug: &str| shelf.reopen(slug).err().expect("it is damaged").to_string();
    assert!(why("off-the-end").contains("the line ends at entry 7"), "{}", why("off-the-end"));
    assert!(why("newer").contains("newer Trierarch"), "{}", why("newer"));
}

#[test]
fn a_second_instance_is_told_that_the_store_is_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = OnDisk::open(folder.path()).expect("a store");
    let fault = OnDisk::open(folder.path()).err().expect("it is open");
    assert_eq!(fault.trouble, Trouble::Locked);
    assert!(fault.place.ends_with(FILE_NAME) && fault.remedy.contains("TRIERARCH_DATA"), "{fault}");
    drop(first);
    OnDisk::open(folder.path()).expect("it is free");
}

#[test]
fn a_file_that_is_no_store_is_left_alone_and_named() {
    for content in ["no store at all, and long enough to look like one ".repeat(200), "x".into()] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(FILE_NAME);
        fs::write(&file, &content).expect("written");
        let fault = OnDisk::open(folder.path()).err().expect("it is no store");
        assert_eq!(fault.trouble, Trouble::Damaged, "{fault}");
        assert!(fault.place.ends_with(FILE_NAME) && fault.remedy.contains("Move"), "{fault}");
        assert_eq!(fs::read_to_string(&file).expect("still there"), content);
    }
}

#[test]
fn a_folder_that_cannot_be_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a-file");
    fs::write(&file, "in the way").expect("written");
    let fault = OnDisk::open(&file.join("store")).err().expect("a file is in the way");
    assert!(fault.place.ends_with("store"), "{fault}");
}

/// A disk in memory with so much room and no more.
#[derive(Debug, Clone)]
struct SmallDisk {
    bytes: Arc<Mutex<Vec<u8>>>,
    room: Arc<Mutex<usize>>,
}

impl SmallDisk {
    fn fits(&self, end: usize) -> io::Result<()> {
        if end > *self.room.lock().unwrap() {
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        Ok(())
    }
}

impl StorageBackend for SmallDisk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.bytes.lock().unwrap().len() as u64)
    }
    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let at = usize::try_from(offset).unwrap();
        out.copy_from_slice(&self.bytes.lock().unwrap()[at..at + out.len()]);
        Ok(())
    }
    fn set_len(&self, len: u64) -> io::Result<()> {
        let len = usize::try_from(len).unwrap();
        self.fits(len)?;
        self.bytes.lock().unwrap().resize(len, 0);
        Ok(())
    }
    fn sync_data(&self) -> io::Result<()> {
        self.fits(self.bytes.lock().unwrap().len())
    }
    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let at = usize::try_from(offset).unwrap();
        self.fits(at + data.len())?;
        self.bytes.lock().unwrap()[at..at + data.len()].copy_from_slice(data);
        Ok(())
    }
}

#[test]
fn a_full_disk_loses_nothing_and_goes_on_when_there_is_room() {
    let disk = SmallDisk {
        bytes: Arc::new(Mutex::new(Vec::new())),
        room: Arc::new(Mutex::new(usize::MAX)),
    };
    let backend = disk.clone();
    let store = OnDisk::on_backend(move || backend.clone()).expect("room enough");
    let shelf = Shelf::new(store, clock());
    let mut battle = shelf.begin("sybota", sybota()).expect("kept");
    give(&mut battle, &sail("A1")).expect("kept");
    let before = battle.journal().clone();

    *disk.room.lock().unwrap() = 0;
    for _ in 0..2 {
        match give(&mut battle, &sail("B1")).expect_err("full") {
            KeepFault::Store(fault) => {
                assert_eq!(fault.trouble, Trouble::Full, "{fault}");
                assert!(fault.remedy.contains("Free some space"), "{fault}");
            }
            other => panic!("{other}"),
        }
        assert_eq!(battle.journal(), &before);
    }
    *disk.room.lock().unwrap() = usize::MAX;
    give(&mut battle, &sail("B1")).expect("there is room again");
    assert_eq!(shelf.reopen("sybota").expect("it is there").journal(), battle.journal());
}

#[test]
fn a_battle_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sybota.battle");
    let shelf = Shelf::new(InMemory::default(), clock());
    let mut battle = shelf.begin("sybota", sybota()).expect("kept");
    write_battle_file(&path, battle.journal()).expect("written");
    let journal = fight(&mut battle);
    write_battle_file(&path, &journal).expect("written over");
    let read = read_battle_file(&path).expect("sound");
    assert_eq!(read, journal);
    let names: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(names.len(), 1, "nothing else is left behind");
    // Taken into a store, it goes on there, with its struck lines.
    let taken = shelf.take_in("sybota", read).expect("kept");
    assert_eq!(taken.slug(), "sybota-2");
    assert_eq!(shelf.reopen("sybota-2").expect("it is there").journal(), &journal);

    let missing = folder.path().join("nowhere").join("x.battle");
    let fault = write_battle_file(&missing, &journal).expect_err("no such folder");
    assert_eq!(fault.trouble, Trouble::Missing, "{fault}");
    assert_eq!(read_battle_file(&missing).expect_err("no such file").trouble, Trouble::Missing);
    assert_eq!(read_battle_file(folder.path()).expect_err("a folder").trouble, Trouble::Damaged);
    let text = fs::read_to_string(&path).expect("there");
    fs::write(&path, &text[..text.len() / 2]).expect("written");
    let fault = read_battle_file(&path).expect_err("half a file");
    assert!(fault.place.contains("sybota.battle:"), "{fault}");
    assert!(fault.why.contains("ends in the middle"), "{fault}");
    fs::write(&path, [0xff, 0xfe, 0x00]).expect("written");
    assert!(read_battle_file(&path).expect_err("no text").why.contains("not a text file"));
}
