//! Tests of the publications and rulings of the games: defined once, shown everywhere.
//!
//! `UPDATE_RULINGS=1 cargo test --test games source` writes `docs/rulings.md`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use games::SystemTag;
use message::i18n::english;
use rules::{Ruling, Source};

fn root() -> PathBuf {
    testing::repository()
}

fn all() -> impl Iterator<Item = (SystemTag, &'static Ruling)> {
    SystemTag::ALL.iter().flat_map(|tag| tag.rulings().iter().map(|ruling| (*tag, ruling)))
}

/// The expected text of the page of rulings.
fn page() -> String {
    let mut page = String::from(
        "# Rulings\n\n\
         A ruling says how Trierarch plays a point that the text of a game leaves open. The window\n\
         shows the rulings under *Charts*, each beside its chart. This page is made from\n\
         `crates/games/src/*/source.rs` (`UPDATE_RULINGS=1 cargo test --test games source`).\n",
    );
    for tag in SystemTag::ALL {
        write!(page, "\n## {}\n\n{}\n\n", tag.name(), english(&tag.source().line())).unwrap();
        for ruling in tag.rulings() {
            let Ruling { id, rule, open, played } = ruling;
            let (_, topic) = rule.split_once(": ").expect("a game and a topic");
            let (open, played) = (english(open), english(played));
            writeln!(page, "- **{id}**, {topic}. *{open}* {played}").unwrap();
        }
    }
    page
}

/// The words that look like a ruling’s number: `GF-16`, but not `UTF-16` or `A-1b`.
fn ids(text: &str) -> impl Iterator<Item = &str> {
    let rulings = || SystemTag::ALL.iter().flat_map(|system| system.rulings());
    let of_a_series = move |word: &str| {
        rulings().any(|ruling| ruling.id.split_once('-').is_some_and(|(series, _)| series == word))
    };
    let belongs = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
    text.split(move |letter| !belongs(letter)).filter(move |word| {
        word.split_once('-').is_some_and(|(series, number)| {
            of_a_series(series)
                && !number.is_empty()
                && number.bytes().all(|digit| digit.is_ascii_digit())
        })
    })
}

fn files(under: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(under).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs" || end == "md") {
            found.push(path);
        }
    }
}

#[test]
fn every_ruling_that_is_named_anywhere_is_defined() {
    let defined: BTreeSet<&str> = all().map(|(_, ruling)| ruling.id).collect();
    let mut read = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"]
        .map(|name| root().join(name))
        .to_vec();
    for folder in ["src", "crates", "tests", "docs", "benches", "examples", "packaging"] {
        files(&root().join(folder), &mut read);
    }
    let mut named = BTreeSet::new();
    for path in read {
        let text = fs::read_to_string(&path).expect("a text");
        for id in ids(&text) {
            assert!(defined.contains(id), "{}: nothing defines {id}", path.display());
            named.insert(id.to_owned());
        }
    }
    assert!(named.len() > 50, "{named:?}");
}

#[test]
fn every_ruling_is_named_by_a_test_of_its_system() {
    let here = root().join("crates/games/tests/games");
    let mut found = Vec::new();
    files(&here, &mut found);
    found.retain(|path| !path.ends_with("source.rs"));
    let texts: Vec<String> =
        found.iter().map(|path| fs::read_to_string(path).expect("a text")).collect();
    let named: BTreeSet<&str> = texts.iter().flat_map(|text| ids(text)).collect();
    // Or the name of the test refers to it: `ruling_a1_a_small_ship_…`.
    let called = |id: &str| {
        let name = format!("fn ruling_{}_", id.to_lowercase().replace('-', ""));
        texts.iter().any(|text| text.contains(&name))
    };
    let ids = all().map(|(_, ruling)| ruling.id);
    let untried: Vec<&str> = ids.filter(|id| !named.contains(id) && !called(id)).collect();
    assert_eq!(untried, [""; 0]);
}

#[test]
fn rulings_are_numbered_in_a_row_and_each_belongs_to_a_rule_of_its_system() {
    for tag in SystemTag::ALL {
        let Some(first) = tag.rulings().first() else {
            panic!("{tag} has no rulings: its source states what its text leaves open")
        };
        let series = first.id.trim_end_matches('1');
        for (at, ruling) in tag.rulings().iter().enumerate() {
            let Ruling { id, rule, open, played } = ruling;
            assert_eq!(*id, format!("{series}{}", at + 1));
            assert!(rule.starts_with(&format!("{}: ", tag.name())), "{id}: {rule}");
            for text in [english(open), english(played)] {
                assert!(text.ends_with('.') && text.len() > 4, "{id}: {text}");
            }
        }
    }
}

#[test]
fn the_page_of_rulings_has_the_rulings_of_every_system() {
    let path = root().join("docs/rulings.md");
    if std::env::var_os("UPDATE_RULINGS").is_some() {
        fs::write(&path, page()).expect("written");
    }
    let stored = fs::read_to_string(&path).expect("the page");
    assert!(stored == page(), "update it with UPDATE_RULINGS=1");
}

#[test]
fn packages_name_the_makers_of_the_games() {
    assert!(english(&Source::ownership_note()).starts_with("Each game belongs to its makers."));
    for name in ["README.md", "packaging/linux/copyright", "packaging/web/index.html"] {
        let text = fs::read_to_string(root().join(name)).expect("a text").replace("&amp;", "&");
        let text: Vec<&str> = text.split_whitespace().collect();
        let text = text.join(" ");
        assert!(text.contains(&english(&Source::ownership_note())), "{name}");
        for tag in SystemTag::ALL {
            let line = english(&tag.source().line());
            assert!(text.contains(&line), "{name} lacks: {line}");
        }
    }
}
