//! Fuzz tests of untrusted input: fleet files, battle files, script lines, shared fleets and
//! rows of a store. `testing::readers` has the checks for each of these five targets.
//!
//! A test reads its texts unchanged, and then many damaged copies. The texts are generated, or
//! come from `tests/program/fuzz/corpus/TARGET`, which has every input that ever broke a reader.
//! Unlike the fuzzers in `fuzz/`, these tests are not guided by coverage.
//!
//! `FUZZ_RUNS=2000000 cargo test --release --test program fuzz` reads that many damaged texts
//! for each target; `FUZZ_SEED` sets another seed. `FUZZ_SEEDS=FOLDER` writes the first inputs
//! for the fuzzers.

mod mutator;

use std::fs;
use std::path::{Path, PathBuf};

use mutator::Mutator;
use player::{Picks, first_battle, play};
use serde_json::{Value, json};
use testing::player;
use trierarch::fleet::{library, share};
use trierarch::games::SystemTag;
use trierarch::journal::Journal;
use trierarch::session::TableServer;

/// The number of damaged texts of each kind.
fn runs(otherwise: u64) -> u64 {
    std::env::var("FUZZ_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(otherwise)
}

/// The first texts of a target: its corpus, and generated ones.
fn corpus(target: &str, generated: Vec<String>) -> Vec<String> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/fuzz/corpus").join(target);
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|found| found.path());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    let stored = files.iter().map(|path| fs::read_to_string(path).expect("text"));
    stored.chain(generated).collect()
}

/// Reads a target's texts unchanged, and then damaged ones.
fn fuzz(target: &str, generated: Vec<String>, otherwise: u64, read: fn(&str) -> bool) {
    let texts = corpus(target, generated);
    if let Some(folder) = std::env::var_os("FUZZ_SEEDS") {
        let folder = Path::new(&folder).join(target);
        fs::create_dir_all(&folder).expect("a folder");
        for (number, text) in texts.iter().enumerate() {
            fs::write(folder.join(number.to_string()), text).expect("written");
        }
    }
    let mut sound = texts.iter().filter(|text| read(text)).count() as u64;
    assert!(sound > 0, "{target}: no text is valid");
    let mut mutator = Mutator::new(target, &texts);
    for _ in 0..runs(otherwise) {
        sound += u64::from(read(&mutator.next()));
    }
    println!("{target}: {} texts, {sound} of them valid", texts.len() as u64 + runs(otherwise));
}

fn fleets() -> Vec<String> {
    library::paths().filter_map(library::file).map(str::to_owned).collect()
}

/// A short battle of every game.
fn battles() -> Vec<Journal> {
    let battle = |system: &SystemTag| {
        let mut journal = Journal::open(first_battle(*system, 5, true)).expect("a ready battle");
        play(&mut journal, 12, &mut Picks::new(5));
        journal.undo();
        journal
    };
    SystemTag::ALL.iter().map(battle).collect()
}

#[test]
fn any_text_is_read_as_a_fleet_or_refused_in_a_sentence() {
    fuzz("fleet", fleets(), 1_500, testing::readers::fleet);
}

#[test]
fn any_text_is_read_as_a_battle_or_refused_in_a_sentence() {
    fuzz("battle", battles().iter().map(Journal::to_file).collect(), 300, testing::readers::battle);
}

#[test]
fn any_line_is_answered() {
    let made = [
        json!({"order": {"kind": "activate", "ship": "A1"}}),
        json!({"order": {"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 4}, "dice": [5, [2, 1], 5]}),
        json!({"order": {"kind": "adjust", "ship": "A1", "field": "crew", "value": 3}}),
        json!({"odds": {"kind": "board", "ship": "A1", "target": "B1"}, "watch": ["A1.crew", "B1.fires"]}),
        json!({"offers": {"ship": "A1"}}),
        json!({"offers": {"side": "B"}}),
        json!({"state": {"for": "A"}}),
        json!({"journal": {}, "for": "onlooker"}),
        json!({"undo": {}}),
        json!({"redo": {}}),
        json!({"open": {"system": "greek-fire", "sides": [{"system": "greek-fire", "name": "x", "ship": [{"name": "y", "type": "galley"}]}, {}], "options": {"free-for-all": true}}}),
    ];
    let made = made.iter().map(Value::to_string).collect();
    fuzz("line", made, 3_000, testing::readers::line);
}

#[test]
fn any_text_is_read_as_a_shared_fleet_or_refused_in_a_sentence() {
    let mut made: Vec<String> = fleets()
        .iter()
        .take(4)
        .map(|file| share::to_link(&share::bare(file)).expect("short"))
        .collect();
    made.push(share::to_block("x", &fleets()[0]).expect("short"));
    fuzz("link", made, 3_000, testing::readers::link);
}

#[test]
fn any_rows_are_read_as_a_table_or_refused_in_a_sentence() {
    let made = battles().into_iter().map(|journal| {
        let (_, rows) = TableServer::from_journal(journal, 9, [3; 16]);
        rows.join("\n")
    });
    fuzz("rows", made.collect(), 300, testing::readers::rows);
}
