//! Checks of the readers of untrusted input, a function for each kind of input. A reader accepts
//! a text or refuses it in a sentence; it does not crash; and an accepted text is the same when
//! it is written and read again. `tests/program/fuzz` and the fuzzers in `fuzz/` call these
//! functions.

use std::cell::RefCell;

use engine::fleet::build::FleetDraft;
use engine::fleet::{self, share};
use engine::journal::Journal;
use rules::Viewer;
use serde_json::{Value, json};
use session::{Referee, TableServer};
use sha2::{Digest, Sha256};

/// Words of libraries, which a player would not understand.
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

/// Checks that a refusal is one of our sentences, and of readable length.
fn check_refusal(why: &str, of: &str) {
    assert!(!why.trim().is_empty(), "nothing is said of {of:?}");
    assert!(why.len() < 100_000, "{} bytes are said of {of:.200?}", why.len());
    // The sentence may quote the input, clipped.
    for word in WORDS_OF_LIBRARIES.iter().filter(|word| !of.contains(*word)) {
        assert!(!why.contains(word), "{word:?} is said of {of:.200?}: {why}");
    }
}

/// True for about half of all texts, by the sum of their bytes.
fn is_of_one_half(text: &str) -> bool {
    text.bytes().fold(0_u8, u8::wrapping_add).is_multiple_of(2)
}

/// Reads a fleet file. Like the other functions here, it returns whether the text is valid.
pub fn fleet(text: &str) -> bool {
    // The builder accepts any TOML, valid or not.
    if let Ok(draft) = FleetDraft::from_text(text) {
        assert_eq!(draft.check().fleet.is_some(), fleet::read_toml(&draft.text()).is_ok());
    }
    match fleet::read_toml(text) {
        Err(faults) => {
            for fault in &faults {
                check_refusal(&fault.to_string(), text);
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
}

/// Reads a battle file. Half of them first get correct checksums, as a hostile program would
/// write.
pub fn battle(text: &str) -> bool {
    let readable = serde_json::from_str::<Value>(text).is_ok_and(|file| {
        file["records"].is_array() && !file["place"].is_null() && !file["opening"].is_null()
    });
    let text = if readable && is_of_one_half(text) {
        crate::sealed::sealed(text)
    } else {
        text.to_owned()
    };
    match Journal::read_file(&text) {
        Err(fault) => {
            check_refusal(&fault.to_string(), &text);
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
}

/// A referee with a battle.
fn referee() -> Referee {
    let mut referee = Referee::default();
    let side = |ship: &str| json!({"system": "greek-fire", "name": ship, "ship": [{"name": ship, "type": "trireme"}]});
    let open = json!({"open": {"system": "greek-fire", "sides": [side("Nike"), side("Tyche")], "seed": 7}});
    assert!(referee.answer(&open.to_string(), 1).expect("an answer")["ok"].is_object());
    referee
}

/// After this many lines the referee gets a new battle, because its log would grow without
/// limit.
const LINES_OF_A_BATTLE: u32 = 400;

/// Gives the referee a line. Its battle continues from the earlier lines.
pub fn line(text: &str) -> bool {
    thread_local! {
        static REFEREE: RefCell<(Referee, u32)> = RefCell::new((referee(), 0));
    }
    // The fuzzer must not touch files of this machine.
    if ["path", "save", "load", ".toml"].iter().any(|word| text.contains(word)) {
        return false;
    }
    REFEREE.with_borrow_mut(|(referee, asked)| {
        *asked += 1;
        if asked.is_multiple_of(LINES_OF_A_BATTLE) {
            *referee = self::referee();
        }
        let Some(answer) = referee.answer(text, 1) else { return false };
        let answer = answer.as_object().expect("an object");
        assert_eq!(answer.len(), 1, "{text}");
        let (word, content) = answer.iter().next().expect("a word");
        if let Some(why) = content["why"].as_str() {
            check_refusal(why, text);
        }
        assert!(
            ["ok", "refused", "needs", "error", "hidden", "unknown", "asked"].contains(&&**word),
            "{text}: {word}"
        );
        word == "ok"
    })
}

/// Reads a shared fleet: a link, a block of text or a word.
pub fn link(text: &str) -> bool {
    match share::from_text(text) {
        Err(fault) => {
            check_refusal(&fault.to_string(), text);
            false
        }
        Ok(file) => {
            assert!(file.len() <= share::LARGEST_SHARED);
            let again = share::to_text(&file).expect("it is no longer");
            assert_eq!(share::from_text(&again).as_deref(), Ok(&*file));
            true
        }
    }
}

/// Writes the hash of each row into the next one, as a hostile program would do.
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

/// Reads the rows of a store, one on each line. In half of the texts each row first
/// gets the right hash of the row before it.
pub fn rows(text: &str) -> bool {
    let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
    if is_of_one_half(text) {
        chained(&mut rows);
    }
    match TableServer::read(&rows) {
        Err(fault) => {
            check_refusal(&fault.to_string(), text);
            false
        }
        Ok(table_server) => {
            assert_eq!(table_server.rows(), rows.len() as u64);
            assert!(table_server.battle().full_view().state().is_object());
            true
        }
    }
}
