//! Checks of the readers of untrusted input, with a function for each kind of input. A reader
//! accepts a text, or refuses it in a sentence. It never crashes. An accepted text is the same
//! after it is written and read again. `tests/program/fuzz` and the fuzzers in `fuzz/` call these
//! functions.

use std::cell::RefCell;

use engine::fleet::build::FleetDraft;
use engine::fleet::{self, share};
use engine::journal::Journal;
use rules::Viewer;
use serde_json::{Value, json};
use session::{Referee, TableServer};
use sha2::{Digest, Sha256};

/// Words in the error messages of libraries, which players would not understand.
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

/// Checks that a refusal is a sentence of this program, and of readable length.
fn check_refusal(why: &str, of: &str) {
    assert!(!why.trim().is_empty(), "the refusal of {of:?} is empty");
    assert!(why.len() < 100_000, "the refusal has {} bytes: {of:.200?}", why.len());
    // The sentence may quote the input, clipped.
    for word in WORDS_OF_LIBRARIES.iter().filter(|word| !of.contains(*word)) {
        assert!(!why.contains(word), "{word:?} is in the refusal of {of:.200?}: {why}");
    }
}

/// Whether the sum of a text's bytes is even, which is true of about half of all texts.
fn has_even_sum(text: &str) -> bool {
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
            let again = fleet::read_json(&written).expect("a file of this program");
            assert_eq!(again.fleet, checked.fleet, "{text}");
            true
        }
    }
}

/// Reads a battle file. About half of the texts first get correct checksums, which a hostile
/// program could write.
pub fn battle(text: &str) -> bool {
    let readable = serde_json::from_str::<Value>(text).is_ok_and(|file| {
        file["records"].is_array() && !file["place"].is_null() && !file["opening"].is_null()
    });
    let text = if readable && has_even_sum(text) {
        crate::checksums::sealed(text)
    } else {
        text.to_owned()
    };
    match Journal::read_file(&text) {
        Err(fault) => {
            check_refusal(&fault.to_string(), &text);
            false
        }
        Ok(journal) => {
            assert_eq!(
                Journal::read_file(&journal.to_file()).expect("a file of this program"),
                journal
            );
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
            let again = share::to_text(&file).expect("a text of the same length or shorter");
            assert_eq!(share::from_text(&again).as_deref(), Ok(&*file));
            true
        }
    }
}

/// Writes the hash of each row into the next one, as a hostile program could do.
fn chained(rows: &mut [String]) {
    for at in 1..rows.len() {
        let hash = crate::hex(Sha256::digest(rows[at - 1].as_bytes()).as_slice());
        if let Ok(mut row) = serde_json::from_str::<Value>(&rows[at])
            && row.get("before").is_some()
        {
            row["before"] = json!(hash);
            rows[at] = row.to_string();
        }
    }
}

/// Reads the rows of a store, one on each line. In about half of the texts each row first gets the
/// correct hash of the row before it.
pub fn rows(text: &str) -> bool {
    let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
    if has_even_sum(text) {
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
