//! Tests of `trierarch print` on the command line.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use lopdf::Document;
use trierarch::fleet::{self, library, share};
use trierarch::games::Options;
use trierarch::journal::{DiceChoice, Journal, Opening};
use trierarch::storage;

fn print(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_trierarch"))
        .arg("print")
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// A folder with the two fleets of Sybota in it.
fn sybota() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["sybota-athens.toml", "sybota-corinth.toml"] {
        let file = library::file(&format!("greek-fire/{name}")).unwrap();
        fs::write(folder.path().join(name), file).unwrap();
    }
    folder
}

fn error_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn two_fleets_are_printed_as_the_two_sides() {
    let folder = sybota();
    let output = print(
        folder.path(),
        &["sybota-athens.toml", "sybota-corinth.toml", "-o", "s.pdf", "--parts", "rosters,sheets"],
    );
    assert!(output.status.success(), "{}", error_text(&output));
    let document = Document::load(folder.path().join("s.pdf")).unwrap();
    // Five ships on each side: four on a page, and the last of each side on a separate
    // page.
    let rosters = document.get_pages().len() - 2 - 2;
    assert!((2..=4).contains(&rosters), "{rosters}");
    let pages: Vec<u32> = document.get_pages().into_keys().collect();
    let text = document.extract_text(&pages).unwrap();
    let last = format!("page {0} of {0}", pages.len());
    for words in ["A1", "B5", &last] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn the_paper_and_the_number_of_sheets_are_as_requested() {
    let folder = sybota();
    let options = ["--paper", "letter", "--per-page", "8", "--ink-saver", "--parts", "sheets"];
    let output =
        print(folder.path(), &[&["sybota-athens.toml", "-o", "s.pdf"], &options[..]].concat());
    assert!(output.status.success(), "{}", error_text(&output));
    let document = Document::load(folder.path().join("s.pdf")).unwrap();
    // Their boxes fit neither on an eighth of a page nor on a quarter, and the program says
    // so.
    assert_eq!(document.get_pages().len(), 3);
    assert!(error_text(&output).contains("2 to a page, not 8"), "{}", error_text(&output));
    let page = document.get_dictionary(document.get_pages()[&1]).unwrap();
    let media = page.get(b"MediaBox").and_then(|b| b.as_array()).unwrap();
    assert!((media[3].as_float().unwrap() - 792.0).abs() < 0.02);
}

#[test]
fn a_failed_print_leaves_the_old_file_unchanged() {
    let folder = sybota();
    let at = folder.path();
    fs::write(at.join("s.pdf"), "%PDF-before").unwrap();
    fs::write(at.join("bad.toml"), "system = \"greek-fire\"\nname = \"x\"\nships = 3\n").unwrap();
    for (arguments, words) in [
        (vec!["none.toml", "-o", "s.pdf"], "there is no such file or folder (none.toml)"),
        (vec!["bad.toml", "sybota-athens.toml", "-o", "s.pdf"], "bad.toml:3:1"),
        (
            vec!["sybota-athens.toml", "-o", "no/such/s.pdf"],
            "could not save the pages: there is no such file or folder (no/such/s.pdf)",
        ),
        (vec!["--state", "sybota-athens.toml", "-o", "s.pdf"], "sybota-athens.toml"),
        (vec!["-o", "s.pdf"], "<FLEET>"),
        (vec!["sybota-athens.toml", "-o", "s.pdf", "--parts", "report"], "with --state"),
        (vec!["sybota-athens.toml", "-o", "s.pdf", "--page", "here"], "https://"),
        (vec!["sybota-athens.toml"], "--output"),
        (vec!["sybota-athens.toml", "-o", "s.pdf", "--per-page", "3"], "1, 2, 4, 8"),
    ] {
        let output = print(at, &arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(error_text(&output).contains(words), "{arguments:?}: {}", error_text(&output));
        assert_eq!(fs::read_to_string(at.join("s.pdf")).unwrap(), "%PDF-before");
    }
}

#[test]
fn a_saved_battle_is_printed_in_its_present_position() {
    let folder = sybota();
    let fleets = ["sybota-athens.toml", "sybota-corinth.toml"].map(|name| {
        fleet::read_toml(&fs::read_to_string(folder.path().join(name)).unwrap()).unwrap().fleet
    });
    let mut journal = Journal::open(Opening::new(fleets, Options::new(), 7)).unwrap();
    let order = serde_json::json!({
        "kind": "adjust", "ship": "B2", "field": "crew", "value": 33, "note": "a test"
    });
    let order = journal.battle().read_order(order.as_object().unwrap()).unwrap();
    journal.give(&order, &DiceChoice::Program, 0, "").unwrap();
    storage::write_battle_file(&folder.path().join("b.battle"), &journal).unwrap();

    let output = print(folder.path(), &["--state", "b.battle", "-o", "s.pdf", "--parts", "sheets"]);
    assert!(output.status.success(), "{}", error_text(&output));
    let document = Document::load(folder.path().join("s.pdf")).unwrap();
    let text = document.extract_text(&[3, 4]).unwrap();
    assert!(text.contains("Crew (33 of "), "{text}");

    let parts = ["--state", "b.battle", "-o", "r.pdf", "--parts", "report,sheets"];
    let output = print(folder.path(), &parts);
    assert!(output.status.success(), "{}", error_text(&output));
    let document = Document::load(folder.path().join("r.pdf")).unwrap();
    let text = document.extract_text(&[1]).unwrap();
    for words in ["Battle report", "The battle is not over", "Crew 33 of "] {
        assert!(text.contains(words), "{words}: {text}");
    }
    // The scenario of a ready battle takes a page of the report.
    assert_eq!(document.get_pages().len(), 2 + 2 + 2);
}

#[test]
fn a_battle_with_secrets_is_printed_for_a_reader_who_is_named() {
    let folder = sybota();
    let at = folder.path();
    let fleets = ["zama-carthage", "zama-rome"].map(|name| {
        let file = library::file(&format!("command-and-chaos/{name}.toml")).unwrap();
        fleet::read_toml(file).unwrap().fleet
    });
    let journal = Journal::open(Opening::new(fleets, Options::new(), 7)).unwrap();
    storage::write_battle_file(&at.join("z.battle"), &journal).unwrap();
    let battle = ["--state", "z.battle", "-o", "z.pdf", "--parts", "sheets"];
    let output = print(at, &battle);
    assert!(!output.status.success() && !at.join("z.pdf").exists());
    assert!(error_text(&output).contains("this battle has secrets"), "{}", error_text(&output));
    for side in ["a", "b", "both", "all"] {
        let output = print(at, &[&battle[..], &["--side", side]].concat());
        assert!(output.status.success(), "{side}: {}", error_text(&output));
    }
}

#[test]
fn the_side_option_sets_the_side_of_one_fleet_or_the_reader_of_two() {
    let folder = sybota();
    let [athens, corinth] = ["sybota-athens.toml", "sybota-corinth.toml"];
    let three = [athens, corinth, athens, "-o", "s.pdf", "--side", "b"];
    let output = print(folder.path(), &three);
    assert!(!output.status.success());
    assert!(error_text(&output).contains("--side is for one fleet"), "{}", error_text(&output));
    let own = [athens, corinth, "-o", "s.pdf", "--side", "b", "--own", "--parts", "rosters"];
    let output = print(folder.path(), &own);
    assert!(output.status.success(), "{}", error_text(&output));
    let document = Document::load(folder.path().join("s.pdf")).unwrap();
    assert_eq!(document.get_pages().len(), 1);
    assert!(document.extract_text(&[1]).unwrap().contains("B1"));
    let bad = [athens, "-o", "s.pdf", "--options", "no-such-rule"];
    assert!(error_text(&print(folder.path(), &bad)).contains("no optional rule"));
    let one = ["sybota-corinth.toml", "-o", "s.pdf", "--side", "b", "--parts", "sheets"];
    let output = print(folder.path(), &one);
    assert!(output.status.success(), "{}", error_text(&output));
    let document = Document::load(folder.path().join("s.pdf")).unwrap();
    assert!(document.extract_text(&[1]).unwrap().contains("B1"));
}

#[test]
fn a_link_is_checked_and_printed_like_a_file() {
    let folder = sybota();
    let file = library::file("greek-fire/sybota-athens.toml").unwrap();
    let link = share::to_link(file).unwrap();
    let output = print(folder.path(), &[&link, "-o", "s.pdf", "--parts", "rosters"]);
    assert!(output.status.success(), "{}", error_text(&output));
    let document = Document::load(folder.path().join("s.pdf")).unwrap();
    assert!(document.extract_text(&[1]).unwrap().contains("The Athenian squadron"));
    let check = |link: &str| {
        let checked = Command::new(env!("CARGO_BIN_EXE_trierarch")).args(["check", link]).output();
        let checked = checked.unwrap();
        (checked.status.success(), String::from_utf8_lossy(&checked.stdout).into_owned())
    };
    assert!(check(&link).0, "{}", check(&link).1);
    let (sound, text) = check(&link[..link.len() - 9]);
    assert!(!sound && text.contains("the link cannot be read"), "{text}");
}

#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn the_file_is_opened_on_request() {
    use std::os::unix::fs::PermissionsExt;

    let folder = sybota();
    let at = folder.path();
    let opener = at.join("xdg-open");
    fs::write(&opener, "#!/bin/sh\nprintf '%s' \"$1\" > opened.part; mv opened.part opened\n")
        .unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(at.to_owned()).chain(std::env::split_paths(&path));
    let printed = Command::new(env!("CARGO_BIN_EXE_trierarch"))
        .args(["print", "sybota-athens.toml", "-o", "s.pdf", "--parts", "turn", "--open"])
        .env("PATH", std::env::join_paths(paths).unwrap())
        .current_dir(at)
        .output()
        .unwrap();
    assert!(printed.status.success(), "{}", error_text(&printed));
    // The program that opens the file runs independently.
    let shown = (0..1_200).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        fs::read_to_string(at.join("opened")).ok()
    });
    assert_eq!(shown.as_deref(), Some("s.pdf"));
}

#[test]
fn equal_prints_at_one_time_are_equal_files() {
    let folder = sybota();
    let fleets = ["sybota-athens.toml", "sybota-corinth.toml"];
    let fleets = fleets.map(|name| {
        fleet::read_toml(&fs::read_to_string(folder.path().join(name)).unwrap()).unwrap().fleet
    });
    let journal = Journal::open(Opening::new(fleets, Options::new(), 7)).unwrap();
    storage::write_battle_file(&folder.path().join("b.battle"), &journal).unwrap();
    let written = |arguments: &[&str], time: &str| {
        let done = Command::new(env!("CARGO_BIN_EXE_trierarch"))
            .args(arguments)
            .env("SOURCE_DATE_EPOCH", time)
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(done.status.success(), "{}", error_text(&done));
        fs::read(folder.path().join("s.pdf")).unwrap()
    };
    let all = "moment,rosters,sheets,charts,odds,turn,aid,cards,report,log";
    for arguments in [
        &["print", "--state", "b.battle", "-o", "s.pdf", "--parts", all][..],
        &["report", "b.battle", "-o", "s.pdf"],
    ] {
        let [once, again, later] = ["0", "0", "86400"].map(|time| written(arguments, time));
        assert!(once == again, "{arguments:?}");
        assert!(once != later, "{arguments:?}");
    }
}

#[test]
fn a_name_that_no_font_can_draw_is_reported_on_the_page_and_when_printing() {
    let folder = sybota();
    let at = folder.path();
    let file = "system = \"greek-fire\"\nname = \"Zheng He\"\n\
                [[ship]]\nname = \"寶船\"\ntype = \"trireme\"\n";
    fs::write(at.join("z.toml"), file).unwrap();
    let output = print(at, &["z.toml", "-o", "z.pdf", "--parts", "sheets"]);
    assert!(output.status.success());
    assert!(error_text(&output).contains("“寶船”"), "{}", error_text(&output));
    assert!(error_text(&output).contains("Latin or Greek letters"), "{}", error_text(&output));
    let text = Document::load(at.join("z.pdf")).unwrap().extract_text(&[1]).unwrap();
    assert!(text.contains("no font here can draw"), "{text}");
    let quiet = print(at, &["sybota-athens.toml", "-o", "s.pdf", "--parts", "sheets"]);
    assert_eq!(error_text(&quiet), "");
}
