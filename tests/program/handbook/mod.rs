//! Tests of the handbook: its requests get the answers shown, its fleets have no faults, its
//! commands have the flags shown, its dice are those of the generator, and its links work.
//! `tests/server` tests its examples over the network, and `tests/screens` its pictures.

mod answers;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use trierarch::dice::{Die, Seeded};
use trierarch::fleet::read_toml;
use trierarch::games::SystemTag;
use trierarch::session::Referee;

use testing::handbook::{blocks, documents, exchanges, holds, page};

/// The chapters by their paths in the documents, as the summary lists them.
fn chapters() -> Vec<String> {
    links(&page("SUMMARY.md"))
}

/// The targets of a page's links and pictures, without web links.
fn links(text: &str) -> Vec<String> {
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    links.filter(|link| !link.starts_with("http")).map(str::to_owned).collect()
}

/// The files in a folder and those under it.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The anchors of a page's headings, as a book and GitHub make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let stored = words.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        stored.collect::<String>().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

#[test]
fn requests_of_the_handbook_get_the_answers_shown() {
    let mut tried = 0;
    for chapter in chapters() {
        let mut referee = Referee::default();
        for block in blocks(&page(&chapter), "referee") {
            for (asked, answers) in exchanges(&block) {
                let answer = referee.answer(&asked, 1).expect("an answer");
                for expected in answers {
                    let expected = serde_json::from_str(&expected).expect(&expected);
                    assert!(holds(&answer, &expected), "{chapter}\n> {asked}\n< {answer}");
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 10, "the handbook has only {tried} requests");
}

#[test]
fn fleets_of_the_handbook_have_no_faults() {
    let all: Vec<String> = chapters().iter().flat_map(|name| blocks(&page(name), "toml")).collect();
    assert!(all.len() > 3, "the handbook has only {} fleets", all.len());
    for fleet in all {
        let checked = read_toml(&fleet).unwrap_or_else(|faults| panic!("{fleet}\n{faults:?}"));
        assert_eq!(checked.warnings, [], "{fleet}");
    }
}

#[test]
fn dice_of_the_handbook_are_those_of_the_generator() {
    let [block] = blocks(&page("handbook/fairness.md"), "dice").try_into().expect("a block");
    assert_eq!(block.lines().count(), 2);
    for line in block.lines() {
        let (order, rest) = line.strip_prefix("order ").unwrap().split_once(", ").unwrap();
        let (die, faces) = rest.split_once(": ").unwrap();
        let die = if die == "d6" { Die::D6 } else { Die::D10 };
        let mut seeded = Seeded::new(7, order.parse().unwrap());
        for face in faces.split(' ') {
            assert_eq!(seeded.face(die).to_string(), face, "{line}");
        }
    }
}

/// The words of each command of this program in shell blocks.
fn commands(text: &str) -> Vec<Vec<String>> {
    let joined = |block: String| block.replace("\\\n", " ");
    let blocks = blocks(text, "sh").into_iter().map(joined).collect::<Vec<_>>();
    let lines = blocks.iter().flat_map(|block| block.lines());
    let ours = lines.filter_map(|line| line.trim().strip_prefix("trierarch "));
    let without_comments = ours.map(|line| line.split('#').next().unwrap_or_default());
    without_comments.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
}

/// Whether a help text has a flag as a whole word.
fn has_flag(help: &str, flag: &str) -> bool {
    help.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').any(|word| word == flag)
}

#[test]
fn the_commands_in_the_documents_exist_with_their_flags() {
    let help = |words: &[&str]| {
        let out = Command::new(env!("CARGO_BIN_EXE_trierarch")).args(words).output().unwrap();
        String::from_utf8(out.stdout).unwrap()
    };
    let (all, mut tried) = (help(&["--help"]), 0);
    let readme = fs::read_to_string(documents().join("../README.md")).unwrap();
    for text in chapters().iter().map(|name| page(name)).chain([readme]) {
        for command in commands(&text) {
            let name = command[0].as_str();
            // A build without the feature `host` has no such subcommand.
            if ["host", "hall"].contains(&name) && cfg!(not(feature = "host")) {
                continue;
            }
            let of = if name.starts_with("--") { all.clone() } else { help(&[name, "--help"]) };
            assert!(name.starts_with("--") || all.contains(&format!("\n  {name}")), "{name}");
            // A build without the feature `nats` has no such flags.
            let is_there = |word: &&String| cfg!(feature = "nats") || !word.starts_with("--nats");
            let flags = command.iter().filter(|word| word.starts_with('-'));
            for flag in flags.filter(is_there) {
                assert!(has_flag(&of, flag), "{flag} of {command:?}");
                tried += 1;
            }
        }
    }
    assert!(tried > 5, "the documents have only {tried} flags");
}

#[test]
fn every_page_is_listed_and_every_link_of_a_page_has_a_target() {
    let listed: BTreeSet<String> = chapters().into_iter().collect();
    let mut all = Vec::new();
    files(&documents().join("handbook"), &mut all);
    let mut shown = BTreeSet::new();
    for name in &listed {
        let text = page(name);
        let folder = documents().join(name).parent().unwrap().to_owned();
        for link in links(&text) {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let file = if file.is_empty() { documents().join(name) } else { folder.join(file) };
            let file = fs::canonicalize(&file).unwrap_or_else(|_| panic!("{name}: {link}"));
            let inside = file.strip_prefix(fs::canonicalize(documents()).unwrap());
            let inside = inside.unwrap_or_else(|_| panic!("{name}: {link} is not in the book"));
            let is_chapter = inside.extension().is_some_and(|ending| ending == "md");
            let place = inside.to_str().unwrap().to_owned();
            assert!(!is_chapter || listed.contains(&place), "{name}: {link} is not a chapter");
            let has = anchor.is_empty() || anchors(&page(&place)).contains(anchor);
            assert!(has, "{name}: {link} is not a heading");
            shown.insert(file);
        }
    }
    for file in all {
        let name = file.strip_prefix(documents()).unwrap().to_str().unwrap().to_owned();
        let is_known = listed.contains(&name)
            || shown.contains(&fs::canonicalize(&file).unwrap())
            || name == "handbook/book.toml";
        assert!(is_known, "{name} is neither listed nor linked");
    }
}

#[test]
fn each_game_has_a_chapter() {
    let listed = chapters();
    for system in SystemTag::ALL {
        let chapter = format!("handbook/games/{}.md", system.slug());
        assert!(listed.contains(&chapter), "{chapter}");
    }
}

#[test]
fn every_link_of_the_readme_has_a_target() {
    let root = documents().join("..");
    let text = fs::read_to_string(root.join("README.md")).unwrap();
    // The page of releases is on GitHub, next to the files of the repository.
    for link in links(&text).iter().filter(|link| *link != "../../releases") {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let file = if file.is_empty() { "README.md" } else { file };
        assert!(root.join(file).exists(), "{link}");
        let has = || anchors(&fs::read_to_string(root.join(file)).unwrap()).contains(anchor);
        assert!(anchor.is_empty() || has(), "{link} is not a heading");
    }
}

/// Package catalogues need the size of each picture.
#[test]
fn the_metainfo_names_pictures_of_the_handbook_with_their_size() {
    let file = documents().join("../packaging/linux/org.trierarch.Trierarch.metainfo.xml");
    let text = fs::read_to_string(file).unwrap();
    let images: Vec<&str> = text.lines().filter(|line| line.contains("<image ")).collect();
    assert!(images.len() > 2, "the metainfo has only {} screenshots", images.len());
    for image in images {
        let name = image.split("@PICTURES@/").nth(1).unwrap().split('<').next().unwrap();
        let picture = fs::read(documents().join("handbook/pictures").join(name)).unwrap();
        let number = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
        let size = format!("width=\"{}\" height=\"{}\"", number(16), number(20));
        assert!(image.contains(&size), "the size of {name} is {size}");
    }
}
