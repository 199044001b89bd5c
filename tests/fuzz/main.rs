//! What a stranger may send, mangled: fleet files, battle files, lines for the
//! referee, shared fleets and rows of a store. Whatever comes is read or refused in a
//! sentence; nothing ends the program, and what is read is written and read again as
//! it is.
//!
//! It mangles the kept files and those of `tests/fuzz/corpus/TARGET`, which are also
//! read as they are: whatever once broke a reader is laid there. `FUZZ_RUNS=2000000
//! cargo test --release --test fuzz` reads so many mangled texts for each of the five;
//! `FUZZ_SEED` gives other ones. It does not look at which code a text reaches.

#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what it expects"
)]

mod mangle;
#[path = "../replay/player.rs"]
#[allow(dead_code, reason = "the tests of the journal use the rest of it")]
mod player;
#[path = "../replay/sealed.rs"]
mod sealed;

use std::fs;
use std::path::{Path, PathBuf};

use mangle::Mangler;
use player::{Picks, first_battle, play};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use trierarch::fleet::build::Draft;
use trierarch::fleet::{self, library, share};
use trierarch::journal::Journal;
use trierarch::referee::{Authority, Referee};
use trierarch::rules::{SystemTag, Viewer};

/// How many mangled texts of each kind are read.
fn runs(otherwise: u64) -> u64 {
    std::env::var("FUZZ_RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(otherwise)
}

/// Words of the libraries under us, which mean nothing to a player.
const WORDS_OF_LIBRARIES: [&str; 9] = [
    "usize",
    "missing field",
    "unknown variant",
    "invalid type",
    "invalid value",
    "EOF while",
    "expected ident",
    " at line ",
    "recursion limit",
];

/// A refusal is a sentence of ours, and no longer than a person reads.
fn is_told(why: &str, of: &str) {
    assert!(!why.trim().is_empty(), "nothing is said of {of:?}");
    assert!(why.len() < 100_000, "{} bytes are said of {of:.200?}", why.len());
    // What was sent may stand in the sentence, clipped.
    for word in WORDS_OF_LIBRARIES.iter().filter(|word| !of.contains(*word)) {
        assert!(!why.contains(word), "{word:?} is said of {of:.200?}: {why}");
    }
}

/// The texts that a target begins with: its corpus, and what is made for it.
fn corpus(target: &str, made: Vec<String>) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(target);
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|found| found.path());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    let kept = files.iter().map(|path| fs::read_to_string(path).expect("text"));
    kept.chain(made).collect()
}

/// Reads a target's texts as they are, and then mangled ones.
fn fuzz(target: &str, made: Vec<String>, otherwise: u64, mut read: impl FnMut(&str) -> bool) {
    let texts = corpus(target, made);
    let mut sound = texts.iter().filter(|text| read(text)).count() as u64;
    assert!(sound > 0, "{target}: not one text is sound");
    let mut mangler = Mangler::new(target, &texts);
    for _ in 0..runs(otherwise) {
        sound += u64::from(read(&mangler.next()));
    }
    println!("{target}: {} texts, {sound} sound", texts.len() as u64 + runs(otherwise));
}

fn fleets() -> Vec<String> {
    library::paths().filter_map(library::file).map(str::to_owned).collect()
}

/// A battle of every system, short.
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
    fuzz("fleet", fleets(), 1_500, |text| {
        // The builder takes what is TOML, sound or not.
        if let Ok(draft) = Draft::from_text(text) {
            assert_eq!(draft.check().fleet.is_some(), fleet::read_toml(&draft.text()).is_ok());
        }
        match fleet::read_toml(text) {
            Err(faults) => {
                for fault in &faults {
                    is_told(&fault.to_string(), text);
                }
                let _ = fleet::render("x.toml", text, &faults);
                assert!(!faults.is_empty());
                false
            }
            Ok(checked) => {
                let written = fleet::to_json(&checked.fleet);
                let again = fleet::read_json(&written).expect("what we wrote");
                assert_eq!(again.fleet, checked.fleet, "{text}");
                true
            }
        }
    });
}

#[test]
fn any_text_is_read_as_a_battle_or_refused_in_a_sentence() {
    let made = battles().iter().map(Journal::to_file).collect();
    let mut turn = 0_u64;
    fuzz("battle", made, 300, |text| {
        turn += 1;
        // Half of them with the checksums of a program that means it so.
        let readable = serde_json::from_str::<Value>(text).is_ok_and(|file| {
            file["records"].is_array() && !file["place"].is_null() && !file["opening"].is_null()
        });
        let text =
            if turn.is_multiple_of(2) && readable { sealed::sealed(text) } else { text.to_owned() };
        match Journal::read_file(&text) {
            Err(fault) => {
                is_told(&fault.to_string(), &text);
                false
            }
            Ok(journal) => {
                assert_eq!(Journal::read_file(&journal.to_file()).expect("what we wrote"), journal);
                for index in 0..journal.len() {
                    assert!(journal.seen(index, Viewer::Both).is_some());
                }
                true
            }
        }
    });
}

/// A referee with a battle at hand.
fn referee() -> Referee {
    let mut referee = Referee::default();
    let side = |ship: &str| json!({"system": "greek-fire", "name": ship, "ship": [{"name": ship, "type": "trireme"}]});
    let open = json!({"open": {"system": "greek-fire", "sides": [side("Nike"), side("Tyche")], "seed": 7}});
    assert!(referee.answer(&open.to_string(), 1).expect("an answer")["ok"].is_object());
    referee
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
    let mut referee = self::referee();
    let mut asked = 0_u64;
    fuzz("line", made, 3_000, |text| {
        // A battle does not grow for ever.
        asked += 1;
        if asked.is_multiple_of(400) {
            referee = self::referee();
        }
        // Files of this machine are not the mangler's business.
        if text.contains("path") || text.contains("save") || text.contains("load") {
            return false;
        }
        let Some(answer) = referee.answer(text, 1) else { return false };
        let answer = answer.as_object().expect("an object");
        assert_eq!(answer.len(), 1, "{text}");
        let (word, content) = answer.iter().next().expect("a word");
        if let Some(why) = content["why"].as_str() {
            is_told(why, text);
        }
        assert!(
            ["ok", "refused", "needs", "error", "hidden", "unknown", "asked"].contains(&&**word),
            "{text}: {word}"
        );
        word == "ok"
    });
}

#[test]
fn any_text_is_read_as_a_shared_fleet_or_refused_in_a_sentence() {
    let mut made: Vec<String> = fleets()
        .iter()
        .take(4)
        .map(|file| share::to_link(&share::bare(file)).expect("short"))
        .collect();
    made.push(share::to_block("x", &fleets()[0]).expect("short"));
    fuzz("link", made, 3_000, |text| match share::from_text(text) {
        Err(fault) => {
            is_told(&fault.to_string(), text);
            false
        }
        Ok(file) => {
            assert!(file.len() <= share::LARGEST_SHARED);
            let again = share::to_text(&file).expect("it is no longer");
            assert_eq!(share::from_text(&again).as_deref(), Ok(&*file));
            true
        }
    });
}

/// The rows with each naming the one before it, as a program writes them that means
/// them so.
fn chained(rows: &mut [String]) {
    for at in 1..rows.len() {
        let digest = Sha256::digest(rows[at - 1].as_bytes());
        let hash = digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
        if let Ok(mut row) = serde_json::from_str::<Value>(&rows[at])
            && row.get("before").is_some()
        {
            row["before"] = json!(hash);
            rows[at] = row.to_string();
        }
    }
}

#[test]
fn any_rows_are_read_as_a_table_or_refused_in_a_sentence() {
    let made = battles().into_iter().map(|journal| {
        let (_, rows) = Authority::take_in(journal, 9, [3; 16]);
        rows.join("\n")
    });
    let mut turn = 0_u64;
    fuzz("rows", made.collect(), 300, |text| {
        turn += 1;
        let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
        if turn.is_multiple_of(2) {
            chained(&mut rows);
        }
        match Authority::read(&rows) {
            Err(fault) => {
                is_told(&fault.to_string(), text);
                false
            }
            Ok(authority) => {
                assert_eq!(authority.rows(), rows.len() as u64);
                assert!(authority.battle().state(Viewer::Everyone).is_object());
                true
            }
        }
    });
}
