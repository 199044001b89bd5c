//! Tests of the invariants in ARCHITECTURE.md, checked in the sources. The sources are
//! parsed, so that comments and strings do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::Visit;
use trierarch::fleet::library::{ReadyBattle, battles};
use trierarch::games::SystemTag;

/// The crates in reading order: each may use those before it, but not those after it.
const CRATES: [&str; 10] = [
    "message", "dice", "derive", "rules", "games", "engine", "print", "storage", "session",
    "server",
];

/// The core crates: they have no access to a screen, a file, a clock, a thread or a random
/// source.
const CORE: [&str; 6] = ["message", "dice", "derive", "rules", "games", "engine"];

/// The files that every game has.
const FILES_OF_A_GAME: [&str; 6] = ["mod", "orders", "effects", "resolve", "source", "state"];

/// The module names of the games, in alphabetical order.
fn systems() -> Vec<String> {
    let mut systems: Vec<String> =
        SystemTag::SLUGS.iter().map(|slug| slug.replace('-', "_")).collect();
    systems.sort();
    systems
}

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
    found.sort();
    found
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of a crate's sources.
fn source_folder(name: &str) -> PathBuf {
    root().join("crates").join(name).join("src")
}

/// The sources of a crate.
fn files_of(name: &str) -> Vec<PathBuf> {
    let files = sources(&source_folder(name));
    assert!(!files.is_empty(), "no crate {name}");
    files
}

/// The sources of the program: command line and window.
fn program() -> Vec<PathBuf> {
    sources(&root().join("src"))
}

/// The sources of all crates and of the program.
fn all_sources() -> Vec<PathBuf> {
    CRATES.iter().flat_map(|name| files_of(name)).chain(program()).collect()
}

/// The path of a file in the repository.
fn path_in_repository(file: &Path) -> &Path {
    file.strip_prefix(root()).expect("a file of the repository")
}

/// Every path that a file uses in `use` trees, code and macros, in parts:
/// `crate::rules::Battle`. The file's own tests are left out.
fn paths(file: &Path) -> BTreeSet<Vec<String>> {
    let text = fs::read_to_string(file).expect("a source file");
    paths_of(&text).unwrap_or_else(|why| panic!("{}: {why}", file.display()))
}

fn paths_of(text: &str) -> syn::Result<BTreeSet<Vec<String>>> {
    let mut names = Names::default();
    names.visit_file(&syn::parse_file(text)?);
    Ok(names.0)
}

#[derive(Default)]
struct Names(BTreeSet<Vec<String>>);

impl Names {
    fn tree(&mut self, before: &[String], tree: &syn::UseTree) {
        let with = |name: String| [before, &[name]].concat();
        match tree {
            syn::UseTree::Path(path) => self.tree(&with(path.ident.to_string()), &path.tree),
            syn::UseTree::Name(name) => drop(self.0.insert(with(name.ident.to_string()))),
            syn::UseTree::Rename(name) => drop(self.0.insert(with(name.ident.to_string()))),
            syn::UseTree::Glob(_) => drop(self.0.insert(with("*".into()))),
            syn::UseTree::Group(group) => {
                for item in &group.items {
                    self.tree(before, item);
                }
            }
        }
    }

    /// Paths within the tokens of a macro: names with `::` between them.
    fn tokens(&mut self, tokens: proc_macro2::TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.end(&mut path);
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                proc_macro2::TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                proc_macro2::TokenTree::Group(group) => {
                    self.end(&mut path);
                    colons = 0;
                    self.tokens(group.stream());
                }
                proc_macro2::TokenTree::Punct(_) | proc_macro2::TokenTree::Literal(_) => {
                    self.end(&mut path);
                    colons = 0;
                }
            }
        }
        self.end(&mut path);
    }

    fn end(&mut self, path: &mut Vec<String>) {
        if !path.is_empty() {
            self.0.insert(std::mem::take(path));
        }
    }
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|name| name == "test")
    })
}

impl<'a> Visit<'a> for Names {
    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        self.tree(&[], &item.tree);
    }

    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            syn::visit::visit_item_mod(self, item);
        }
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        self.0.insert(path.segments.iter().map(|part| part.ident.to_string()).collect());
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'a syn::Macro) {
        self.tokens(call.tokens.clone());
        syn::visit::visit_macro(self, call);
    }
}

/// The modules that a file declares, in order.
fn modules(file: &syn::File) -> Vec<String> {
    let name = |item: &syn::Item| match item {
        syn::Item::Mod(module) => Some(module.ident.to_string()),
        _ => None,
    };
    file.items.iter().filter_map(name).collect()
}

/// Whether a path begins with these parts.
fn begins(path: &[String], with: &[&str]) -> bool {
    path.len() >= with.len() && path.iter().zip(with).all(|(part, wanted)| part == wanted)
}

#[test]
fn names_are_found_in_use_trees_code_and_macros() {
    let text = "
        //! crate::not::this
        use crate::{rules::{Battle, odds as chances}, storage::*};
        fn f() { crate::ui::draw(); let s = \"crate::not\"; vec![crate::server::TableConnection] }
        #[cfg(test)] mod tests { use crate::print::Job; }
    ";
    let found = paths_of(text).expect("Rust");
    let names =
        |path: &str| found.contains(&path.split("::").map(str::to_owned).collect::<Vec<_>>());
    for path in [
        "crate::rules::Battle",
        "crate::rules::odds",
        "crate::storage::*",
        "crate::ui::draw",
        "crate::server::TableConnection",
    ] {
        assert!(names(path), "{path}: {found:?}");
    }
    assert!(!found.iter().any(|path| path.iter().any(|part| part == "not" || part == "print")));
}

/// Cargo refuses cycles; this test checks the order of ARCHITECTURE.md.
#[test]
fn a_crate_depends_only_on_crates_before_it_in_the_reading_order() {
    for (at, name) in CRATES.iter().enumerate() {
        let manifest = root().join("crates").join(name).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("a manifest");
        let manifest: toml_edit::DocumentMut = manifest.parse().expect("TOML");
        let used = manifest["dependencies"].as_table().expect("dependencies");
        for later in &CRATES[at..] {
            assert!(!used.contains_key(later), "{name} depends on {later}");
        }
        assert!(!used.contains_key("trierarch"), "{name} depends on the program");
    }
}

#[test]
fn the_core_uses_no_screen_file_clock_thread_or_randomness() {
    let foreign: [&[&str]; 18] = [
        &["egui"],
        &["eframe"],
        &["egui_extras"],
        &["rfd"],
        &["redb"],
        &["tokio"],
        &["std", "fs"],
        &["std", "io"],
        &["std", "net"],
        &["std", "env"],
        &["std", "process"],
        &["std", "thread"],
        &["std", "time"],
        &["web_time"],
        &["rand", "rng"],
        &["rand", "thread_rng"],
        &["rand", "random"],
        &["getrandom"],
    ];
    for name in CORE {
        for file in files_of(name) {
            for path in paths(&file) {
                let named = foreign.iter().any(|foreign| begins(&path, foreign));
                assert!(!named, "{} names {}", file.display(), path.join("::"));
            }
        }
    }
}

/// A screen is a client of the session: it has a seat and sends requests. It cannot compute
/// a rule, because it never has a battle, a journal or a store.
#[test]
fn screens_have_no_battle_journal_or_store() {
    let closed: [&[&str]; 7] = [
        &["dice", "Dice"],
        &["dice", "Roller"],
        &["dice", "Seeded"],
        &["games", "Battle"],
        &["games", "*"],
        &["journal"],
        &["storage"],
    ];
    let files = sources(&root().join("src/ui"));
    assert!(!files.is_empty());
    for file in files {
        for path in paths(&file) {
            let from = path.iter().take_while(|part| ["crate", "engine"].contains(&&***part));
            let within = &path[from.count()..];
            let named = closed.iter().any(|closed| begins(within, closed));
            assert!(!named, "{} names {}", file.display(), path.join("::"));
        }
    }
}

/// The places that read the full battle, and why: each file with the number of uses.
/// Elsewhere, the viewer comes from a seat or a print job.
const FULL_VIEWS: [(&str, usize, &str); 13] = [
    (
        "crates/engine/src/analysis/strength/attacks.rs",
        1,
        "a comparison of two fleets, before any battle",
    ),
    (
        "crates/engine/src/analysis/strength/duel_player.rs",
        1,
        "a comparison of two fleets, before any battle",
    ),
    ("src/command_line/report.rs", 2, "a report for an umpire, or of a battle without secrets"),
    ("crates/engine/src/fleet/mod.rs", 1, "a fleet before any battle"),
    ("crates/engine/src/journal/opening.rs", 1, "the drawings of a battle's units"),
    (
        "crates/engine/src/journal/visible_log.rs",
        2,
        "whether an order changes values that its viewer may not see",
    ),
    ("crates/print/src/input.rs", 1, "blank sheets of fleets, before any battle"),
    (
        "crates/session/src/table_server/undo.rs",
        1,
        "whether an undone order changed only its own side",
    ),
    (
        "crates/session/src/table_server/table.rs",
        2,
        "after the end of a battle; the side that acts next",
    ),
    ("crates/session/src/protocol/seat.rs", 1, "the umpire's seat"),
    ("crates/session/src/script.rs", 3, "the umpire's script"),
    ("src/ui/home/print/job.rs", 2, "the default reader of a print"),
    ("src/ui/home/print/screen.rs", 1, "the choice of a reader for a print"),
];

/// Cards, guides, odds, sheets and events are read from `PlayerView` alone; the compiler ensures
/// this, because `Battle` has no such method. A secret can therefore leak only where a full view
/// is made. The list has all such places outside the games.
#[test]
fn every_place_that_reads_the_secrets_of_both_sides_is_listed() {
    let opens = |text: &str| {
        let lines =
            without_tests(text).lines().map(str::trim).filter(|line| !line.starts_with("//"));
        let asks = |line: &&str| {
            let compares = ["== Viewer::Everyone", "!= Viewer::Everyone"];
            let matches = line.starts_with("Viewer::Everyone") && line.contains("=>");
            let names = line.contains("Viewer::Everyone") && !matches;
            let names = names && compares.iter().all(|compares| !line.contains(compares));
            line.contains(".full_view()") || names
        };
        lines.filter(asks).map(|line| line.matches("full_view()").count().max(1)).sum::<usize>()
    };
    let mut found = Vec::new();
    let crates = CRATES.iter().filter(|name| !["rules", "games"].contains(name));
    for file in crates.flat_map(|name| files_of(name)).chain(program()) {
        let text = std::fs::read_to_string(&file).expect("a source");
        let place = path_in_repository(&file).display().to_string();
        found.extend(Some((place, opens(&text))).filter(|(_, count)| *count > 0));
    }
    found.sort();
    let mut listed: Vec<(String, usize)> =
        FULL_VIEWS.iter().map(|(place, count, _)| ((*place).to_owned(), *count)).collect();
    listed.sort();
    assert_eq!(found, listed);
}

/// Everything about one game is in its folder, and only the crate `games` lists the games.
#[test]
fn only_the_crate_games_names_a_game() {
    let named: Vec<String> = SystemTag::ALL.iter().map(|tag| format!("{tag:?}")).collect();
    let folders = systems();
    let crates = CRATES.iter().filter(|name| **name != "games");
    for file in crates.flat_map(|name| files_of(name)).chain(program()) {
        for path in paths(&file) {
            let system = path.iter().find(|part| named.contains(part) || folders.contains(part));
            assert!(system.is_none(), "{} names {}", file.display(), path.join("::"));
        }
    }
}

/// The table server is a plain value: its runtime brings the time, the threads and the
/// store. Sharing immutable values (`Arc`) needs no thread.
#[test]
fn the_table_server_has_no_thread_no_clock_no_future_and_no_store() {
    let foreign: [&[&str]; 7] = [
        &["std", "thread"],
        &["std", "sync"],
        &["std", "time"],
        &["std", "fs"],
        &["tokio"],
        &["redb"],
        &["getrandom"],
    ];
    let files = sources(&source_folder("session").join("table_server"));
    assert!(!files.is_empty());
    for file in files {
        for path in paths(&file) {
            let named = foreign.iter().any(|foreign| begins(&path, foreign));
            let shares = begins(&path, &["std", "sync", "Arc"]);
            assert!(!named || shares, "{} names {}", file.display(), path.join("::"));
        }
    }
}

/// The names of the types defined by tokens, including those in macros: public ones, or
/// all.
fn types(tokens: proc_macro2::TokenStream, also_hidden: bool, found: &mut Vec<String>) {
    use proc_macro2::TokenTree::{Group, Ident};
    let all: Vec<_> = tokens.into_iter().collect();
    let hidden = ["enum", "struct", "trait"].map(|word| also_hidden.then_some(word));
    for (at, token) in all.iter().enumerate() {
        match token {
            Group(group) => types(group.stream(), also_hidden, found),
            Ident(word) if hidden.iter().flatten().any(|hidden| word == hidden) => {
                if let Some(Ident(name)) = all.get(at + 1) {
                    found.push(name.to_string());
                }
            }
            Ident(word) if word == "pub" => {
                let narrow = matches!(&all.get(at + 1), Some(Group(of))
                    if of.delimiter() == proc_macro2::Delimiter::Parenthesis
                        && of.stream().to_string() != "crate");
                let then = at + 1 + usize::from(matches!(all.get(at + 1), Some(Group(_))));
                if let (false, Some(Ident(what)), Some(Ident(name))) =
                    (narrow, all.get(then), all.get(then + 1))
                    && (what == "type"
                        || !also_hidden
                            && ["enum", "struct", "trait"].iter().any(|word| what == word))
                {
                    found.push(name.to_string());
                }
            }
            _ => {}
        }
    }
}

/// A file without its own tests, which are at its end.
fn without_tests(text: &str) -> &str {
    let begins = |at: &usize| {
        let mut rest =
            text[*at..].lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        rest.next().is_some_and(|line| line.starts_with("mod ") && line.ends_with('{'))
    };
    let marks = text.match_indices("\n#[cfg(test)]\n").map(|(at, _)| at);
    marks.into_iter().find(begins).map_or(text, |at| &text[..at])
}

/// The window and the crate `print` may reuse private names.
#[test]
fn type_names_outside_the_games_are_unique() {
    let folders = systems();
    let mut seen = BTreeMap::new();
    for file in all_sources() {
        let within = path_in_repository(&file);
        let own =
            folders.iter().any(|system| file.starts_with(source_folder("games").join(system)));
        if own {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a source file");
        let mut found = Vec::new();
        let also_hidden = !within.starts_with("src/ui") && !within.starts_with("crates/print");
        types(without_tests(&text).parse().expect("Rust"), also_hidden, &mut found);
        for name in found {
            let before = seen.insert(name.clone(), within.to_owned());
            assert_eq!(before, None, "{name} is also defined in {}", within.display());
        }
    }
    assert!(seen.len() > 300, "only {} types", seen.len());
}

/// In these folders a file uses only the files that its module lists before it.
#[test]
fn the_files_of_fleets_and_of_the_engine_have_no_import_cycle() {
    let folders =
        [("rules", "file"), ("engine", ""), ("engine", "fleet"), ("engine", "fleet/build")];
    for (name, within) in folders {
        let folder = source_folder(name).join(within);
        let list = folder.join(if within.is_empty() { "lib.rs" } else { "mod.rs" });
        let text = fs::read_to_string(list).expect("a module");
        let line = modules(&syn::parse_file(&text).expect("Rust"));
        let parts = within.split('/').filter(|part| !part.is_empty());
        let here: Vec<&str> = ["crate"].into_iter().chain(parts).collect();
        for (at, name) in line.iter().enumerate() {
            let single = folder.join(format!("{name}.rs"));
            for file in sources(&folder.join(name)).into_iter().chain([single]) {
                if !file.exists() {
                    continue;
                }
                let beside = file.parent() == Some(&folder);
                for path in paths(&file) {
                    let later = line[at + 1..].iter();
                    let jumps =
                        later.clone().any(|later| begins(&path, &[&here[..], &[later]].concat()));
                    let up = beside
                        && path.len() > 1
                        && path[0] == "super"
                        && !line[..at].contains(&path[1]);
                    assert!(!jumps && !up, "{} names {}", file.display(), path.join("::"));
                }
            }
        }
    }
}

/// A client turns messages into strings, in the player's language.
#[test]
fn the_rules_do_not_turn_messages_into_strings() {
    for name in ["dice", "rules", "games"] {
        for file in files_of(name) {
            for path in paths(&file) {
                let translates = begins(&path, &["message", "i18n"]);
                assert!(!translates, "{} names {}", file.display(), path.join("::"));
            }
        }
    }
}

#[test]
fn the_games_have_the_same_files_and_do_not_use_each_other() {
    let folder = source_folder("games");
    let mut folders: Vec<String> = fs::read_dir(&folder)
        .expect("the folder of the games")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.is_dir())
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .collect();
    folders.sort();
    let systems = systems();
    assert_eq!(folders, systems);
    for system in &systems {
        for file in FILES_OF_A_GAME {
            let path = folder.join(system).join(format!("{file}.rs"));
            let split = folder.join(system).join(file).join("mod.rs");
            assert!(path.exists() || split.exists(), "{} is missing", path.display());
        }
        for file in sources(&folder.join(system)) {
            for path in paths(&file) {
                for other in systems.iter().filter(|other| *other != system) {
                    let named = path.iter().any(|part| part == other);
                    assert!(!named, "{} names {}", file.display(), path.join("::"));
                }
            }
        }
    }
}

/// No other test fails if a game is missing from these tests.
#[test]
fn every_game_has_tests_of_cases_odds_answers_and_battles() {
    let root = root();
    let text = fs::read_to_string(root.join("crates/games/tests/games/main.rs"))
        .expect("the tests of the games");
    let with_cases: Vec<String> = modules(&syn::parse_file(&text).expect("Rust"));
    let mut thrown: BTreeSet<Vec<String>> = BTreeSet::new();
    for file in sources(&root.join("crates/engine/tests/engine/odds")) {
        thrown.extend(paths(&file));
    }
    let answered = paths(&root.join("tests/program/regression.rs"));
    let [every, play] = ["every_order.mjs", "play.mjs"]
        .map(|file| fs::read_to_string(root.join("packaging/host").join(file)).expect("a script"));
    let played: Vec<&str> = play
        .lines()
        .find(|line| line.contains("for (const battle of ["))
        .map(|line| line.split('"').skip(1).step_by(2).collect())
        .expect("a list of battles");
    for tag in SystemTag::ALL {
        let module = tag.slug().replace('-', "_");
        assert!(with_cases.contains(&module), "crates/games/tests/games has no cases of {tag}");
        let path = ["SystemTag".to_owned(), format!("{tag:?}")];
        assert!(
            thrown.contains(&path[..]),
            "crates/engine/tests/engine/odds rolls no odds of {tag}"
        );
        assert!(
            answered.contains(&path[..]),
            "tests/program/regression.rs has no answers of {tag}"
        );
        let battle = format!("battle(\"{}\"", tag.slug());
        assert!(every.contains(&battle), "packaging/host/every_order.mjs gives no orders of {tag}");
        let is_played = |ready: &&ReadyBattle| played.contains(&ready.slug.as_str());
        let mut ready = battles().iter().filter(|ready| ready.system == *tag);
        assert!(ready.any(|ready| is_played(&ready)), "packaging/host/play.mjs plays no {tag}");
    }
}

/// A game implements a few methods in one place. Code that all games share is not a method.
#[test]
fn no_trait_of_a_game_has_more_than_twenty_methods() {
    let mut traits = 0;
    for file in files_of("rules") {
        let text = fs::read_to_string(&file).expect("a source file");
        for item in syn::parse_file(&text).expect("Rust").items {
            let syn::Item::Trait(stated) = item else { continue };
            let is_method = |item: &&syn::TraitItem| matches!(item, syn::TraitItem::Fn(_));
            let methods = stated.items.iter().filter(is_method).count();
            assert!(methods <= 20, "{} has {methods} methods", stated.ident);
            traits += 1;
        }
    }
    assert!(traits > 20, "only {traits} traits");
}

/// The texts of a page between backticks, if they are on one line.
fn in_code_marks(page: &str) -> Vec<&str> {
    page.split('`').skip(1).step_by(2).filter(|word| !word.contains('\n')).collect()
}

/// Every file and folder that a document may name.
fn tree() -> Vec<String> {
    let root = root();
    let mut found: Vec<String> = Vec::new();
    let open =
        ["src", "crates", "tests", "docs", "fleets", "assets", "packaging"].map(PathBuf::from);
    let mut open = open.to_vec();
    let top = ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "README.md", "clippy.toml"];
    found.extend(top.iter().filter(|file| root.join(file).exists()).map(|file| (*file).to_owned()));
    while let Some(path) = open.pop() {
        found.push(path.display().to_string());
        for entry in fs::read_dir(root.join(&path)).into_iter().flatten() {
            let entry = entry.expect("an entry");
            let path = path.join(entry.file_name());
            if entry.file_type().expect("a kind of file").is_dir() {
                open.push(path);
            } else {
                found.push(path.display().to_string());
            }
        }
    }
    found
}

#[test]
fn every_path_in_the_architecture_exists() {
    let page = include_str!("../../ARCHITECTURE.md");
    let (tree, systems) = (tree(), systems());
    let is_there = |path: &str| {
        // `games/record.rs` is a file of the crate `games`.
        let of_crate = path.split_once('/').map(|(name, file)| format!("{name}/src/{file}"));
        let ends = [Some(path.to_owned()), of_crate].into_iter().flatten();
        let ends: Vec<String> = ends.map(|end| format!("/{}", end.trim_end_matches('/'))).collect();
        tree.iter().map(|file| format!("/{file}")).any(|file| {
            let file = file.strip_suffix(".rs").unwrap_or(&file);
            ends.iter().any(|end| file.ends_with(end.strip_suffix(".rs").unwrap_or(end)))
        })
    };
    let is_path = |word: &&str| {
        let end = Path::new(word).extension().and_then(|end| end.to_str());
        !word.contains(' ')
            && (word.contains('/') || end.is_some_and(|end| ["rs", "md", "toml"].contains(&end)))
    };
    let paths: Vec<&str> = in_code_marks(page).into_iter().filter(is_path).collect();
    assert!(paths.len() > 40, "the page names no files: {paths:?}");
    // Tests prove the promises, and docs/trust.md names them.
    let names_a_proof =
        |word: &&str| ["src/", "crates/", "tests/"].iter().any(|root| word.starts_with(root));
    let proofs =
        in_code_marks(include_str!("../../docs/trust.md")).into_iter().filter(names_a_proof);
    for path in paths.into_iter().chain(proofs) {
        let slugs = systems.iter().flat_map(|name| [name.clone(), name.replace('_', "-")]);
        let found = slugs.into_iter().any(|system| is_there(&path.replace("<system>", &system)));
        assert!(found, "{path} does not exist");
    }
}

/// The page need not explain a file name that only one or two games have.
#[test]
fn the_page_names_every_file_that_three_games_have() {
    let page = include_str!("../../ARCHITECTURE.md");
    let (_, section) = page.split_once("## A game").expect("the section about a game");
    let (section, _) = section.split_once("\n## ").expect("the next section");
    let named = in_code_marks(section);
    let mut kinds: Vec<String> = Vec::new();
    for system in systems() {
        for entry in fs::read_dir(source_folder("games").join(system)).expect("a system") {
            let path = entry.expect("an entry").path();
            kinds.extend(path.file_stem().and_then(|name| name.to_str()).map(str::to_owned));
        }
    }
    for kind in &kinds {
        let systems = kinds.iter().filter(|other| *other == kind).count();
        assert!(systems < 3 || named.contains(&&**kind), "the page does not explain {kind}.rs");
    }
}

#[test]
fn no_source_file_is_longer_than_900_lines() {
    for file in all_sources() {
        let lines = fs::read_to_string(&file).expect("a source file").lines().count();
        assert!(lines <= 900, "{} has {lines} lines", file.display());
    }
}
