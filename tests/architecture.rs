//! The invariants of ARCHITECTURE.md, held against the source itself.

#![allow(clippy::expect_used, reason = "a test says what it expects")]

use std::fs;
use std::path::{Path, PathBuf};

/// The modules in reading order: each may use those before it, never those
/// after it.
const LAYERS: [&str; 12] = [
    "say", "dice", "drawing", "rules", "fleet", "wording", "journal", "analysis", "print", "store",
    "referee", "ui",
];

/// The pure core: nothing here knows a screen, a file, a clock or an RNG of its
/// own.
const CORE: [&str; 8] =
    ["say", "dice", "drawing", "rules", "fleet", "wording", "journal", "analysis"];

fn sources(under: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(under) else { return found };
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found
}

fn module(name: &str) -> Vec<PathBuf> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = sources(&src.join(name));
    let single = src.join(format!("{name}.rs"));
    if single.exists() {
        files.push(single);
    }
    files
}

/// The code of a file, its comments and its own tests left out.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source file");
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_core_knows_no_screen_no_file_no_clock_and_no_dice_of_its_own() {
    let foreign = [
        "egui",
        "eframe",
        "rfd::",
        "std::fs",
        "std::io",
        "std::net",
        "std::thread",
        "std::env",
        "Instant",
        "SystemTime",
        "web_time",
        "thread_rng",
        "rand::rng()",
        "getrandom",
        "redb",
    ];
    for name in CORE {
        let files = module(name);
        assert!(!files.is_empty(), "no module {name}");
        for file in files {
            let code = code(&file);
            for word in foreign {
                assert!(!code.contains(word), "{} names {word}", file.display());
            }
        }
    }
}

#[test]
fn a_module_uses_those_before_it_in_the_reading_order_only() {
    for (at, name) in LAYERS.iter().enumerate() {
        for file in module(name) {
            let code = code(&file);
            for later in &LAYERS[at + 1..] {
                let path = format!("crate::{later}");
                assert!(!code.contains(&path), "{} uses {path}", file.display());
            }
        }
    }
}

#[test]
fn every_system_has_the_files_of_the_common_shape() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
    let mut systems = 0;
    for entry in fs::read_dir(&rules).expect("the rules") {
        let folder = entry.expect("a readable folder").path();
        if !folder.is_dir() {
            continue;
        }
        systems += 1;
        for file in ["mod", "tables", "state", "orders", "resolve", "turn", "sheet", "hint"] {
            let path = folder.join(format!("{file}.rs"));
            let split = folder.join(file).join("mod.rs");
            assert!(path.exists() || split.exists(), "{} is missing", path.display());
        }
    }
    assert!(systems > 0);
}

/// A screen has a seat and asks: it holds no battle, reads no log and no store,
/// and works nothing out that takes longer than a frame.
#[test]
fn the_window_asks_at_the_door_and_works_nothing_out() {
    let never = [
        "crate::journal",
        "crate::store",
        "rules::Battle",
        "{Battle,",
        ", Battle,",
        "Forecast::of",
        "Luck::of",
        "BattleReport::of",
        " odds(",
        " worth(",
    ];
    for file in module("ui") {
        let code = code(&file);
        for word in never {
            assert!(!code.contains(word), "{} names `{word}`", file.display());
        }
    }
}

#[test]
fn no_file_is_longer_than_a_reader_holds_in_mind() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in sources(&src) {
        let lines = fs::read_to_string(&file).expect("a source file").lines().count();
        assert!(lines <= 600, "{} has {lines} lines", file.display());
    }
}
