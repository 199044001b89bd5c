//! Tests that files of earlier versions remain readable: battles, fleets, links, stores and
//! scripts of every version, stored under `tests/saves/` in a folder for each kind and
//! version.
//!
//! `KEEP_SAVES=1 cargo test --test program saves` writes missing files of the present
//! versions; none is ever overwritten. Run it before you raise a version, for the last time
//! with the old one.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use player::{Picks, first_battle, play};
use serde_json::{Value, json};
use testing::player;
use trierarch::fleet::{self, build, share};
use trierarch::games::SystemTag;
use trierarch::journal::Journal;
use trierarch::rules::Viewer;
use trierarch::session::{PROTOCOL, ROWS_VERSION, Referee, TableServer};
use trierarch::storage::{BattleLibrary, Clock, FILE_NAME, Listed, OnDisk, STORE_VERSION};

/// The version that is written for a battle without groups of orders.
const WITHOUT_GROUPS: u64 = 2;
/// The number of orders in a stored battle.
const ORDERS: usize = 40;

struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> u64 {
        1_800_000_000
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saves")
}

/// Checks that the file of a kind and version exists. With `KEEP_SAVES` a missing file is written;
/// a stored file never changes.
fn store_if_missing(kind: &str, version: u64, name: &str, content: impl FnOnce() -> Vec<u8>) {
    let path = folder().join(format!("{kind}-{version}")).join(name);
    if std::env::var_os("KEEP_SAVES").is_some() && !path.exists() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, content()).expect("written");
    }
    assert!(
        path.exists(),
        "KEEP_SAVES=1 cargo test --test program saves writes {}, which is missing",
        path.display()
    );
}

/// The files of a kind, of all versions, by their paths.
fn stored_files(kind: &str) -> Vec<PathBuf> {
    let folders =
        fs::read_dir(folder()).expect("the stored files").map(|found| found.unwrap().path());
    let of_kind = folders.filter(|path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.strip_prefix(kind).is_some_and(|rest| rest.starts_with('-'))
    });
    let mut files: Vec<PathBuf> = of_kind
        .flat_map(|folder| fs::read_dir(folder).expect("a folder"))
        .map(|found| found.unwrap().path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "there is no stored {kind}");
    files
}

/// A battle with everything that a file can hold: orders, notes, an abandoned line, and an
/// order that was undone.
fn battle(system: SystemTag) -> Journal {
    let mut journal = Journal::open(first_battle(system, 77, true)).expect("a ready battle");
    play(&mut journal, ORDERS, &mut Picks::new(77));
    for _ in 0..3 {
        journal.undo();
    }
    play(&mut journal, 5, &mut Picks::new(78));
    journal.undo();
    journal
}

/// The entries that a later ruling reads differently: their folder or file, their game, and
/// their numbers in the line.
const READ_DIFFERENTLY: [(&str, &str, &[usize]); 9] = [
    ("battle-2", "chicken-of-the-sea", &[25, 33]),
    ("battle-2", "command-and-chaos", &[13, 14]),
    ("battle-2", "greek-fire", &[20, 40]),
    ("store-2", "chicken-of-the-sea", &[25, 33]),
    ("store-2", "command-and-chaos", &[13, 14]),
    ("store-2", "greek-fire", &[20, 40]),
    ("store-3/rows-2", "chicken-of-the-sea", &[33, 36]),
    ("store-3/rows-2", "command-and-chaos", &[16, 27, 29]),
    ("store-3/rows-2", "greek-fire", &[20, 35]),
];

/// Checks that every entry says what it did, or why it no longer counts.
fn check_entries(journal: &Journal, of: &str) {
    assert!(journal.len() >= ORDERS, "{of}: {}", journal.len());
    assert!(journal.cursor() < journal.len(), "{of}: an order was undone");
    assert!(!journal.struck().is_empty(), "{of}: a line was abandoned");
    for index in 0..journal.len() {
        let seen = journal.seen(index, Viewer::Everyone).expect("an entry");
        match journal.difference(index) {
            None => assert!(seen.report.is_some() && seen.differs.is_none(), "{of}: {index}"),
            Some(_) => assert!(seen.sentences.len() == 1 || seen.report.is_some(), "{of}: {index}"),
        }
    }
    let system = journal.battle().system().slug();
    let differs =
        READ_DIFFERENTLY.iter().find(|(place, slug, _)| of.contains(place) && *slug == system);
    let differ: Vec<(usize, String)> = journal
        .differences()
        .iter()
        .map(|difference| (difference.index + 1, difference.reason.to_string()))
        .collect();
    let numbers: Vec<usize> = differ.iter().map(|(number, _)| *number).collect();
    println!("{of}: {differ:#?}");
    assert_eq!(numbers, differs.map_or(&[][..], |(.., numbers)| numbers), "{of}: {differ:#?}");
}

#[test]
fn battle_files_of_every_version_are_read() {
    for system in SystemTag::ALL {
        let content = || battle(*system).to_file().into_bytes();
        store_if_missing("battle", WITHOUT_GROUPS, &format!("{system}.battle"), content);
    }
    for path in stored_files("battle") {
        let text = fs::read_to_string(&path).expect("text");
        let of = path.display().to_string();
        let read = Journal::read_file(&text).unwrap_or_else(|fault| panic!("{of}: {fault}"));
        check_entries(&read, &of);
        // The file written now can be read again, with the same line.
        let again = Journal::read_file(&read.to_file()).expect("its own file");
        assert_eq!(again, read, "{of}");
    }
}

#[test]
fn fleet_files_and_links_of_every_version_are_read() {
    let version = u64::try_from(fleet::VERSION).expect("a version");
    for system in SystemTag::ALL {
        let fleet = || build::random(*system, 9, 77).text();
        store_if_missing("fleet", version, &format!("{system}.toml"), || {
            format!("version = {version}\n{}", fleet()).into_bytes()
        });
        store_if_missing("link", share::VERSION.into(), &format!("{system}.txt"), || {
            share::to_link(&fleet()).expect("a link").into_bytes()
        });
    }
    for path in stored_files("fleet") {
        let text = fs::read_to_string(&path).expect("text");
        let read = fleet::read_toml(&text).unwrap_or_else(|faults| panic!("{path:?}: {faults:?}"));
        assert_eq!(read.warnings, [], "{path:?}");
    }
    for path in stored_files("link") {
        let text = fs::read_to_string(&path).expect("text");
        let file = share::from_text(&text).unwrap_or_else(|fault| panic!("{path:?}: {fault}"));
        fleet::read_toml(&file).unwrap_or_else(|faults| panic!("{path:?}: {faults:?}"));
    }
}

/// A store with a battle of each game and a blob, as a compressed file.
fn packed_store() -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let library = BattleLibrary::new(OnDisk::open(folder.path()).expect("a store"), FixedClock);
    for system in SystemTag::ALL {
        let (_, rows) = TableServer::from_journal(battle(*system), FixedClock.now(), [3; 16]);
        library.create(system.slug(), &rows).expect("stored");
    }
    library.store().put_blob("settings", Some(b"{}")).expect("stored");
    drop(library);
    let file = fs::read(folder.path().join(FILE_NAME)).expect("the store");
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&file).expect("memory");
    packed.finish().expect("memory")
}

#[test]
fn stores_of_every_version_are_read() {
    store_if_missing("store", STORE_VERSION, &format!("rows-{ROWS_VERSION}.redb.z"), packed_store);
    for path in stored_files("store") {
        let mut file = Vec::new();
        let packed = fs::File::open(&path).expect("a file");
        ZlibDecoder::new(packed).read_to_end(&mut file).expect("packed");
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(FILE_NAME), file).expect("unpacked");
        let library = BattleLibrary::new(OnDisk::open(folder.path()).expect("a store"), FixedClock);
        // It has a battle of each game that existed: at least five.
        let listed = library.battles().expect("a list");
        assert!(listed.len() >= 5, "{path:?}");
        for Listed { slug, .. } in listed {
            let rows = library.store().read(&slug).expect("its rows");
            let table_server = TableServer::read(&rows).unwrap_or_else(|fault| panic!("{fault}"));
            check_entries(table_server.journal(), &format!("{path:?}, {slug}"));
        }
        assert_eq!(library.store().blob("settings").expect("read").as_deref(), Some(&b"{}"[..]));
    }
}

/// A script that gives orders, and its answers.
fn script() -> Vec<u8> {
    let mut referee = Referee::default();
    let side = |file: &str| format!("fleets/greek-fire/{file}.toml");
    let lines = [
        json!({"open": {"system": "greek-fire", "protocol": PROTOCOL, "seed": 7,
            "sides": [side("sybota-athens"), side("sybota-corinth")]}}),
        json!({"offers": {"ship": "A1"}}),
        json!({"order": {"kind": "activate", "ship": "A1"}}),
        json!({"order": {"kind": "sail", "ship": "A1"}, "dice": [4]}),
        json!({"odds": {"kind": "shoot", "ship": "A1", "target": "B1", "weapon": "archers", "range": 2}}),
        json!({"order": {"kind": "shoot", "ship": "A1", "target": "B1", "weapon": "archers", "range": 2}, "dice": [9, 10, 1]}),
        json!({"undo": {}}),
        json!({"redo": {}}),
        json!({"state": {}}),
        json!({"journal": {}}),
    ];
    let mut text = String::new();
    for line in lines {
        let answer = referee.answer(&line.to_string(), 1).expect("an answer");
        let answer = answer.as_object().expect("an object");
        let (word, _) = answer.iter().next().expect("a word");
        text.extend([&line.to_string(), "\n", word, "\n"]);
    }
    text.into_bytes()
}

#[test]
fn scripts_of_every_version_of_the_protocol_are_understood() {
    store_if_missing("script", PROTOCOL, "greek-fire.txt", script);
    for path in stored_files("script") {
        let text = fs::read_to_string(&path).expect("text");
        let lines: Vec<&str> = text.lines().collect();
        let mut referee = Referee::default();
        for pair in lines.chunks(2) {
            let [line, word] = pair else { panic!("{path:?} ends with a line without an answer") };
            let answer = referee.answer(line, 1).expect("an answer");
            assert!(answer.get(word).is_some(), "{path:?}: {line}\n{answer}");
        }
    }
}

#[test]
fn files_of_a_newer_program_are_refused_with_its_version() {
    let file = battle(SystemTag::GreekFire).to_file();
    let program = env!("CARGO_PKG_VERSION");
    let of = |version: u32, program: &str| {
        let mut file: Value = serde_json::from_str(&file).expect("a document");
        file["version"] = json!(version);
        file["program"] = json!(program);
        // Other content of another version's file is ignored.
        file["more"] = json!({"than": "we know"});
        Journal::read_file(&file.to_string()).expect_err("another version").to_string()
    };
    assert_eq!(
        of(9, "9.1.0"),
        "the file has version 9, written by Trierarch 9.1.0; this program reads version 3. Open it with a newer Trierarch."
    );
    let older = of(1, program);
    assert!(
        older.starts_with(&format!("the file has version 1, written by Trierarch {program}; ")),
        "{older}"
    );

    let fleet = "version = 9\nsystem = \"greek-fire\"\nwings = 2\n";
    let faults = fleet::read_toml(fleet).expect_err("another version");
    let [fault] = faults.as_slice() else { panic!("{faults:?}") };
    assert!(
        fault
            .to_string()
            .contains("a newer Trierarch wrote this fleet (version 9; this one reads 1)"),
        "{fault}"
    );
    let faults = fleet::read_toml("version = 0\nsystem = \"greek-fire\"\nname = \"X\"\n");
    assert!(faults.is_err(), "such a version never existed");

    let open = json!({"open": {"system": "greek-fire", "protocol": 9, "sides": [[], []]}});
    let answer = Referee::default().answer(&open.to_string(), 1).expect("an answer");
    let why = answer["error"]["why"].as_str().expect("why");
    assert_eq!(
        why,
        "this script speaks protocol 9; this Trierarch speaks 1. Update Trierarch to run it"
    );
}

#[test]
fn a_row_of_a_newer_program_is_not_reported_as_damage() {
    let (_, rows) =
        TableServer::from_journal(battle(SystemTag::GreekFire), FixedClock.now(), [3; 16]);
    let last = rows.len() - 1;
    for (number, changed) in [
        (0, json!({"version": 9, "anything": "else"})),
        (0, json!({"version": 9, "at": 1, "opening": {}, "salt": ""})),
        (last, json!({"version": 9, "did": {"flown": {}}})),
    ] {
        let mut rows = rows.clone();
        rows[number] = changed.to_string();
        let shown = TableServer::read(&rows).expect_err("a newer row").to_string();
        assert_eq!(
            shown,
            format!(
                "row {number}: it was written by a newer Trierarch (version 9; this one reads {ROWS_VERSION})"
            )
        );
    }
    // A newer row is refused even if this version could read it: it may mean something else.
    let mut row: Value = serde_json::from_str(&rows[last]).expect("a row");
    row["version"] = json!(ROWS_VERSION + 1);
    let mut newer = rows.clone();
    newer[last] = row.to_string();
    let shown = TableServer::read(&newer).expect_err("a newer row").to_string();
    assert!(shown.contains("a newer Trierarch"), "{shown}");
}

#[test]
fn a_store_of_a_newer_program_is_left_unchanged_and_its_writer_is_named() {
    use redb::TableDefinition;
    let folder = tempfile::tempdir().expect("a folder");
    drop(OnDisk::open(folder.path()).expect("a store"));
    let file = folder.path().join(FILE_NAME);
    let about: TableDefinition<&str, u64> = TableDefinition::new("about");
    let writer: TableDefinition<&str, &str> = TableDefinition::new("writer");
    let database = redb::Database::open(&file).expect("a store");
    let change = database.begin_write().expect("a change");
    change.open_table(about).expect("it is there").insert("version", 9).expect("stored");
    change.open_table(writer).expect("it is there").insert("program", "9.1.0").expect("stored");
    change.commit().expect("stored");
    drop(database);
    let fault = OnDisk::open(folder.path()).err().expect("another version").to_string();
    assert!(
        fault.contains("a newer Trierarch (9.1.0) wrote it (version 9; this one reads 3)"),
        "{fault}"
    );
    let database = redb::Database::open(&file).expect("a store");
    let read = redb::ReadableDatabase::begin_read(&database).expect("read");
    let facts = read.open_table(about).expect("it is there");
    let fact = |key| facts.get(key).expect("read").expect("it is there").value();
    // It says what the newer version stored, and that it was closed.
    assert_eq!((fact("version"), fact("open")), (9, 0));
}
