//! What the handbook shows works: its requests are answered, its fleet is one, and its
//! links lead somewhere.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test says what it expects")]

use std::fs;
use std::path::{Path, PathBuf};

use trierarch::fleet::read_toml;
use trierarch::referee::Referee;

fn pages() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/handbook/src")
}

fn page(name: &str) -> String {
    fs::read_to_string(pages().join(name)).unwrap()
}

/// The blocks of a page that are marked as this language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let opening = format!("```{language}\n");
    let parts = text.split(&opening).skip(1);
    parts.map(|part| part.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn the_requests_of_the_handbook_are_answered() {
    let blocks = blocks(&page("programs.md"), "json");
    let [open, others] = blocks.as_slice() else { unreachable!("two blocks: {blocks:?}") };
    let mut referee = Referee::default();
    // The first is broken into lines for the reader.
    for line in std::iter::once(open.replace('\n', " ")).chain(others.lines().map(str::to_owned)) {
        let answer = referee.answer(&line, 1).expect("an answer");
        assert!(answer.get("ok").is_some(), "{line}\n{answer}");
    }
}

#[test]
fn the_fleet_of_the_handbook_has_no_fault() {
    let fleets = blocks(&page("fleets.md"), "toml");
    assert!(!fleets.is_empty(), "it shows a fleet");
    for fleet in fleets {
        let checked = read_toml(&fleet).unwrap_or_else(|faults| unreachable!("{faults:?}"));
        assert_eq!(checked.warnings, []);
    }
}

#[test]
fn every_chapter_is_listed_and_every_link_of_a_chapter_leads_somewhere() {
    let summary = page("SUMMARY.md");
    for entry in fs::read_dir(pages()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let listed = name == "SUMMARY.md" || summary.contains(&format!("({name})"));
        assert!(listed, "{name} is in no list");
        let text = page(&name);
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.starts_with("http")) {
            assert!(pages().join(link).is_file(), "{name}: {link}");
        }
    }
}
