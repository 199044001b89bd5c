//! Tests of storage: every order is stored before its result is shown, and nothing is lost
//! by a full disk, a power cut or an undo.

#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what it expects"
)]

mod damage;
mod faults;
mod files;
mod folders;
mod kills;
mod panics;
#[cfg(feature = "nats")]
mod nats;
mod suite;

use std::cell::Cell;
use std::fs;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use engine::journal::{Change, DiceChoice, Journal, Opening};
use message::message;
use redb::StorageBackend;
use serde_json::{Value, json};
use session::{
    AmendPreview, Frame, InlineTable, LogRow, Mutation, Request, RequestBody, Requester, Response,
    RowFault, Seat, TableConnection, TableServer,
};
use storage::{
    BattleLibrary, Clock, Ends, FILE_NAME, InMemory, OnDisk, Store, StoreFault, StoreTrouble,
    read_battle_file, write_battle_file,
};

/// A clock that advances by a minute each time it is read.
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
    Opening::ready("sybota", 433).expect("Sybota")
}

/// A table of a library, with a player for both sides.
struct TestTable {
    slug: String,
    library: BattleLibrary,
    table: InlineTable,
    connection: Box<dyn TableConnection>,
}

impl TestTable {
    fn sit(library: &BattleLibrary, slug: &str, table_server: TableServer) -> TestTable {
        let table = InlineTable::new(table_server, library.row_writer(slug));
        let connection = table.sit(Requester::at(Seat::Both));
        TestTable { slug: slug.to_owned(), library: library.clone(), table, connection }
    }

    fn slug(&self) -> &str {
        &self.slug
    }

    /// The number of rows of its battle.
    fn rows(&self) -> usize {
        self.library.store().read(&self.slug).expect("it is there").len()
    }

    fn journal(&self) -> Journal {
        self.table.with(|table_server| table_server.journal().clone())
    }

    fn frames(&mut self, ask: RequestBody) -> Vec<Frame> {
        // Ids are unique among clients and programs.
        static SAT: AtomicU64 = AtomicU64::new(0);
        let id = format!("{}-{}", std::process::id(), SAT.fetch_add(1, Ordering::SeqCst));
        self.connection.ask(Request { id, seen: None, ask }, 2_000_000);
        std::iter::from_fn(|| self.connection.next_frame(std::time::Duration::ZERO)).collect()
    }

    /// The result of a change, or why it was not made.
    fn change(&mut self, ask: RequestBody) -> Result<Option<Box<LogRow>>, String> {
        let mut answers = self.frames(ask).into_iter().filter_map(|frame| match frame {
            Frame::Answer { answer, .. } => Some(*answer),
            Frame::News(_) | Frame::Reset { .. } | Frame::Waits { .. } => None,
        });
        match answers.next_back().expect("an answer") {
            Response::Given { row, .. } => Ok(Some(row)),
            Response::Done { .. } | Response::GivenAsOne { .. } => Ok(None),
            other => Err(other.in_words().expect("why").to_string()),
        }
    }
}

fn begin(library: &BattleLibrary, name: &str, opening: Opening) -> Result<TestTable, StoreFault> {
    let (table_server, rows) =
        TableServer::begin(opening, library.now(), [3; 16]).expect("it begins");
    let slug = library.create(name, &rows)?;
    Ok(TestTable::sit(library, &slug, table_server))
}

fn add_battle(
    library: &BattleLibrary,
    name: &str,
    journal: Journal,
) -> Result<TestTable, StoreFault> {
    let (table_server, rows) = TableServer::from_journal(journal, library.now(), [3; 16]);
    let slug = library.create(name, &rows)?;
    Ok(TestTable::sit(library, &slug, table_server))
}

fn reopen(library: &BattleLibrary, slug: &str) -> Result<TestTable, String> {
    let rows = library.store().read(slug).map_err(|fault| fault.to_string())?;
    let table_server = TableServer::read(&rows).map_err(|fault: RowFault| fault.to_string())?;
    Ok(TestTable::sit(library, slug, table_server))
}

fn give(battle: &mut TestTable, order: &Value) -> Result<Box<LogRow>, String> {
    let order = order.as_object().expect("an order").clone();
    Ok(battle
        .change(RequestBody::Change(Mutation::Order { order, dice: None }))?
        .expect("it is given"))
}

fn activate(ship: &str) -> Value {
    json!({"kind": "activate", "ship": ship})
}

fn sail(ship: &str) -> Value {
    json!({"kind": "sail", "ship": ship})
}

/// Makes a change of every kind, and returns the resulting battle.
fn fight(battle: &mut TestTable) -> Journal {
    for ship in ["A1", "A2", "A3", "A4"] {
        give(battle, &activate(ship)).expect("always");
        give(battle, &sail(ship)).expect("always");
    }
    battle.change(RequestBody::Change(Mutation::Undo {})).expect("stored");
    battle.change(RequestBody::Change(Mutation::Undo {})).expect("stored");
    give(battle, &activate("B1")).expect("always");
    let tip = battle.journal().struck()[0].tip;
    battle.change(RequestBody::Change(Mutation::TakeUp { tip })).expect("stored");
    let change = Change::Replace { order: None, dice: Some(DiceChoice::Program) };
    battle.change(amendment(1, change)).expect("stored");
    battle.change(RequestBody::Change(Mutation::GoTo { cursor: 5 })).expect("stored");
    battle.change(RequestBody::Change(Mutation::Redo {})).expect("stored");
    assert_eq!(battle.journal().cursor(), 6);
    battle.journal()
}

fn amendment(index: usize, change: Change) -> RequestBody {
    RequestBody::Change(Mutation::Amend(AmendPreview {
        index,
        change,
        decisions: Vec::new(),
        note: String::new(),
    }))
}

#[test]
fn a_reopened_battle_continues_at_the_same_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = || BattleLibrary::new(OnDisk::open(folder.path()).expect("a store"), clock());
    let library = open();
    let mut battle = begin(&library, "The Great Harbour, 413", sybota()).expect("stored");
    assert_eq!(battle.slug(), "the-great-harbour-413");
    let journal = fight(&mut battle);
    drop((battle, library));

    let library = open();
    let mut battle = reopen(&library, "the-great-harbour-413").expect("it is there");
    assert_eq!(battle.journal(), journal);
    assert_eq!(battle.journal().cursor(), 6);
    battle.change(RequestBody::Change(Mutation::Redo {})).expect("stored");
    assert_eq!(battle.journal().cursor(), 7);
    while battle.change(RequestBody::Change(Mutation::Undo {})).is_ok() {}
    assert_eq!(battle.journal().battle(), &sybota().battle().expect("Sybota"));
    drop((battle, library));
    let battle = reopen(&open(), "the-great-harbour-413").expect("it is there");
    assert_eq!((battle.journal().cursor(), battle.journal().len()), (0, journal.len()));
}

#[test]
fn a_power_failure_loses_no_order_that_was_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = BattleLibrary::new(OnDisk::open(folder.path()).expect("a store"), clock());
    let mut battle = begin(&library, "plug", sybota()).expect("stored");
    for (given, ship) in ["A1", "B1", "A2"].into_iter().enumerate() {
        give(&mut battle, &sail(ship)).expect("always");
        // A copy of the disk now has not been closed properly.
        let other = tempfile::tempdir().expect("a folder");
        fs::copy(folder.path().join(FILE_NAME), other.path().join(FILE_NAME)).expect("a copy");
        let library = BattleLibrary::new(OnDisk::open(other.path()).expect("a store"), clock());
        let found = reopen(&library, "plug").expect("it is there");
        assert_eq!(found.journal(), battle.journal(), "after {given}");
    }
}

#[test]
fn battles_are_listed_latest_first_with_distinct_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let stores: [Box<dyn Fn() -> BattleLibrary>; 2] = [
        Box::new(|| BattleLibrary::new(InMemory::default(), clock())),
        Box::new(|| BattleLibrary::new(OnDisk::open(folder.path()).expect("a store"), clock())),
    ];
    for open in stores {
        let library = open();
        assert_eq!(library.battles().expect("none yet"), []);
        let mut first = begin(&library, "Sybota", sybota()).expect("stored");
        begin(&library, "sybota!", sybota()).expect("stored");
        begin(&library, "Ναύπακτος", sybota()).expect("stored");
        begin(&library, "...", sybota()).expect("stored");
        give(&mut first, &activate("A1")).expect("always");
        let list = library.battles().expect("four");
        let slugs: Vec<&str> = list.iter().map(|listed| listed.slug.as_str()).collect();
        assert_eq!(slugs, ["sybota", "battle", "ναύπακτος", "sybota-2"]);
        let about = list[0].about.as_ref().expect("readable");
        assert_eq!(about.system.slug(), "greek-fire");
        assert_eq!(about.sides[1], "The Corinthians at Sybota");
        assert_eq!(about.orders, 1);
        assert!(about.last > about.begun);

        library.delete("sybota").expect("it is there");
        assert_eq!(
            library.delete("sybota").expect_err("it is gone").trouble,
            StoreTrouble::Missing
        );
        assert_eq!(library.battles().expect("three").len(), 3);
        assert!(reopen(&library, "sybota").is_err());
        let why = give(&mut first, &activate("A2")).expect_err("it is gone");
        assert!(why.contains("none with that name"), "{why}");
    }
}

#[test]
fn blobs_are_stored_by_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let disk = OnDisk::open(folder.path()).expect("a store");
    for store in [&disk as &dyn Store, &InMemory::default()] {
        assert_eq!(store.blob("fleet/athens").expect("readable"), None);
        assert!(store.blobs("").expect("readable").is_empty());
        for key in ["fleet/athens", "fleet/corinth", "settings"] {
            store.put_blob(key, Some(key.as_bytes())).expect("stored");
        }
        assert_eq!(store.blob("settings").expect("readable").as_deref(), Some(&b"settings"[..]));
        assert_eq!(store.blobs("fleet/").expect("readable"), ["fleet/athens", "fleet/corinth"]);
        store.put_blob("fleet/athens", None).expect("deleted");
        assert_eq!(store.blobs("fleet/").expect("readable"), ["fleet/corinth"]);
    }
}

#[test]
fn a_battle_opened_twice_does_not_diverge() {
    let library = BattleLibrary::new(InMemory::default(), clock());
    let mut one = begin(&library, "sybota", sybota()).expect("stored");
    let mut two = reopen(&library, "sybota").expect("it is there");
    give(&mut one, &activate("A1")).expect("always");
    let before = two.journal();
    let why = give(&mut two, &activate("B1")).expect_err("it has changed");
    assert!(why.contains("another window has changed it"), "{why}");
    assert_eq!(two.journal(), before);
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
        Err(StoreFault::new(
            StoreTrouble::Full,
            "a test",
            message!("save the order"),
            message!("the disk is full"),
            message!("Turn the switch off."),
        ))
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
    fn append(&self, slug: &str, expected: u64, rows: &[String]) -> Result<(), StoreFault> {
        self.check()?;
        self.inner.append(slug, expected, rows)
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
fn an_order_that_was_not_stored_is_not_shown_and_has_no_effect() {
    let fails = Arc::new(AtomicBool::new(false));
    let library = BattleLibrary::new(
        Crashing { inner: InMemory::default(), fails: Arc::clone(&fails) },
        clock(),
    );
    let mut battle = begin(&library, "sybota", sybota()).expect("stored");
    for ship in ["A1", "A2", "A3"] {
        give(&mut battle, &sail(ship)).expect("always");
    }
    battle.change(RequestBody::Change(Mutation::Undo {})).expect("stored");
    give(&mut battle, &sail("B1")).expect("always");
    battle.change(RequestBody::Change(Mutation::Undo {})).expect("stored");
    let before = battle.journal();
    let tip = before.struck()[0].tip;

    fails.store(true, Ordering::SeqCst);
    let full = |why: &String| why.contains("the disk is full");
    assert!(full(&give(&mut battle, &sail("B2")).expect_err("full")));
    let changes = [
        amendment(0, Change::Drop),
        RequestBody::Change(Mutation::Undo {}),
        RequestBody::Change(Mutation::Redo {}),
        RequestBody::Change(Mutation::GoTo { cursor: 0 }),
        RequestBody::Change(Mutation::TakeUp { tip }),
    ];
    for change in changes {
        assert!(full(&battle.change(change).expect_err("full")));
    }
    assert_eq!(
        begin(&library, "another", sybota()).err().expect("full").trouble,
        StoreTrouble::Full
    );
    assert_eq!(battle.journal(), before);
    assert_eq!(reopen(&library, "sybota").expect("it is there").journal(), before);

    fails.store(false, Ordering::SeqCst);
    // The dice that were not seen are rolled now.
    let again = give(&mut battle, &sail("B2")).expect("stored");
    let mut other = before.clone();
    let order = other.battle().read_order(sail("B2").as_object().unwrap()).expect("an order");
    let there = other.give(&order, &DiceChoice::Program, 0, "").expect("always");
    assert_eq!(again.rolls, there.rolls);
    assert_eq!(reopen(&library, "sybota").expect("it is there").journal(), battle.journal());
}

#[test]
fn a_refused_order_leaves_no_trace_in_the_store() {
    let library = BattleLibrary::new(InMemory::default(), clock());
    let mut battle = begin(&library, "sybota", sybota()).expect("stored");
    let rows = library.store().read("sybota").expect("it is there");
    let order = json!({"kind": "shoot", "ship": "A1", "weapon": "archers", "target": "B1",
        "range": 9});
    assert!(give(&mut battle, &order).is_err());
    assert_eq!(library.store().read("sybota").expect("it is there"), rows);
}

#[test]
fn damaged_rows_are_named_and_the_battle_can_be_deleted() {
    for (damage, place) in [
        (vec!["{\"version\": 1".to_owned()], "row 0"),
        (vec![String::new(), "no row".into()], "row 0"),
    ] {
        let store = InMemory::default();
        store.create("wreck", &damage).expect("stored");
        let library = BattleLibrary::new(store, clock());
        let listed = library.battles().expect("readable");
        assert!(listed[0].about.is_err());
        let why = reopen(&library, "wreck").err().expect("it is a wreck");
        assert!(why.contains(place), "{why}");
        library.delete("wreck").expect("it is there");
    }
    let store = InMemory::default();
    let library = BattleLibrary::new(InMemory::default(), clock());
    begin(&library, "sound", sybota()).expect("stored");
    let mut rows = library.store().read("sound").expect("it is there");
    rows.push("{\"place\":{\"tip\":7,\"cursor\":0},\"at\":1}".into());
    store.create("off-the-end", &rows).expect("stored");
    let newer = rows[0].replace("\"version\":2", "\"version\":9");
    store.create("newer", &[newer, rows[1].clone()]).expect("stored");
    let library = BattleLibrary::new(store, clock());
    let why = |slug: &str| reopen(&library, slug).err().expect("it is damaged");
    assert!(why("off-the-end").contains("row 1"), "{}", why("off-the-end"));
    assert!(why("newer").contains("newer Trierarch"), "{}", why("newer"));
}

#[test]
fn a_second_instance_reports_that_the_store_is_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = OnDisk::open(folder.path()).expect("a store");
    let fault = OnDisk::open(folder.path()).err().expect("it is open");
    assert_eq!(fault.trouble, StoreTrouble::Locked);
    assert!(
        fault.place.ends_with(FILE_NAME) && fault.remedy().to_string().contains("TRIERARCH_DATA"),
        "{fault}"
    );
    drop(first);
    OnDisk::open(folder.path()).expect("it is free");
}

#[test]
fn a_file_that_is_not_a_store_is_named_and_left_unchanged() {
    for content in ["no store at all, and long enough to look like one ".repeat(200), "x".into()] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(FILE_NAME);
        fs::write(&file, &content).expect("written");
        let fault = OnDisk::open(folder.path()).err().expect("it is no store");
        assert_eq!(fault.trouble, StoreTrouble::Damaged, "{fault}");
        assert!(
            fault.place.ends_with(FILE_NAME) && fault.remedy().to_string().contains("Move"),
            "{fault}"
        );
        assert_eq!(fs::read_to_string(&file).expect("still there"), content);
    }
}

#[test]
fn an_impossible_folder_is_named_in_the_fault() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a-file");
    fs::write(&file, "in the way").expect("written");
    let fault = OnDisk::open(&file.join("store")).err().expect("a file is in the way");
    assert!(fault.place.ends_with("store"), "{fault}");
}

/// A disk in memory with limited space.
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
fn a_full_disk_loses_no_order_and_play_continues_after_cleanup() {
    let disk = SmallDisk {
        bytes: Arc::new(Mutex::new(Vec::new())),
        room: Arc::new(Mutex::new(usize::MAX)),
    };
    let backend = disk.clone();
    let store = OnDisk::on_backend(move || backend.clone()).expect("room enough");
    let library = BattleLibrary::new(store, clock());
    let mut battle = begin(&library, "sybota", sybota()).expect("stored");
    give(&mut battle, &sail("A1")).expect("stored");
    let before = battle.journal();

    *disk.room.lock().unwrap() = 0;
    for _ in 0..2 {
        let order = sail("B1").as_object().expect("an order").clone();
        for frame in battle.frames(RequestBody::Change(Mutation::Order { order, dice: None })) {
            let why = match frame {
                Frame::Waits { why } => why,
                Frame::Answer { answer, .. } => answer.in_words().expect("why not"),
                other => panic!("{other:?}"),
            };
            assert!(why.to_string().contains("Free some space"), "{why}");
        }
        assert_eq!(battle.journal(), before);
    }
    *disk.room.lock().unwrap() = usize::MAX;
    give(&mut battle, &sail("B1")).expect("there is room again");
    assert_eq!(reopen(&library, "sybota").expect("it is there").journal(), battle.journal());
}

#[test]
fn a_battle_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sybota.battle");
    let library = BattleLibrary::new(InMemory::default(), clock());
    let mut battle = begin(&library, "sybota", sybota()).expect("stored");
    write_battle_file(&path, &battle.journal()).expect("written");
    let journal = fight(&mut battle);
    write_battle_file(&path, &journal).expect("written over");
    let read = read_battle_file(&path).expect("sound");
    assert_eq!(read, journal);
    let names: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(names.len(), 1, "nothing else is left behind");
    // A store that imports it continues it, with its replaced lines.
    let taken = add_battle(&library, "sybota", read).expect("stored");
    assert_eq!(taken.slug(), "sybota-2");
    assert_eq!(reopen(&library, "sybota-2").expect("it is there").journal(), journal);

    let missing = folder.path().join("nowhere").join("x.battle");
    let fault = write_battle_file(&missing, &journal).expect_err("no such folder");
    assert_eq!(fault.trouble, StoreTrouble::Missing, "{fault}");
    assert_eq!(
        read_battle_file(&missing).expect_err("no such file").trouble,
        StoreTrouble::Missing
    );
    assert_eq!(
        read_battle_file(folder.path()).expect_err("a folder").trouble,
        StoreTrouble::Damaged
    );
    let text = fs::read_to_string(&path).expect("there");
    fs::write(&path, &text[..text.len() / 2]).expect("written");
    let fault = read_battle_file(&path).expect_err("half a file");
    assert!(fault.place.contains("sybota.battle:"), "{fault}");
    assert!(fault.why().to_string().contains("ends in the middle"), "{fault}");
    fs::write(&path, [0xff, 0xfe, 0x00]).expect("written");
    assert!(
        read_battle_file(&path).expect_err("no text").why().to_string().contains("not a text file")
    );
}
