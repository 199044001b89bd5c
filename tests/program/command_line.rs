//! Tests of the command line: the output and status of the program.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn trierarch(words: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_trierarch"))
        .args(words)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut stdin = program.stdin.take().expect("its input");
    // The program may end before it has read everything.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    program.wait_with_output().expect("its end")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

#[test]
fn every_subcommand_shows_examples() {
    for words in [
        &["--help"][..],
        &["referee", "--help"],
        &["check", "--help"],
        &["print", "--help"],
        &["build", "--help"],
        &["battles", "--help"],
        &["report", "--help"],
        &["salvage", "--help"],
    ] {
        let output = trierarch(words, "");
        assert!(output.status.success());
        assert!(text(&output.stdout).contains("Examples:\n  "), "{words:?}");
    }
}

#[test]
fn a_random_fleet_is_the_same_for_the_same_seed() {
    for system in trierarch::games::SystemTag::SLUGS {
        let words = ["build", "--random", "--system", system, "--ships", "8", "--seed", "7"];
        let output = trierarch(&words, "");
        assert_eq!(output.status.code(), Some(0));
        let fleet = text(&output.stdout);
        let checked = trierarch::fleet::read_toml(&fleet).expect("a sound fleet");
        assert_eq!(checked.warnings, []);
        assert_eq!(text(&trierarch(&words, "").stdout), fleet);
    }
    let none = trierarch(&["build", "--random", "--system", "greek-fire", "--ships", "0"], "");
    assert_eq!(none.status.code(), Some(1));
    assert!(text(&none.stderr).contains("1 to 1000 ships"));
}

#[test]
fn sound_fleets_pass_and_the_status_is_0() {
    let output = trierarch(
        &["check", "fleets/greek-fire/sybota-athens.toml", "fleets/greek-fire/sybota-corinth.toml"],
        "",
    );
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stdout).matches(": no errors\n").count(), 2);
}

#[test]
fn faults_are_shown_with_file_line_and_column_and_the_status_is_1() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.toml");
    let fleet = "system = \"greek-fire\"\nname = \"x\"\n[[ship]]\nname = \"a\"\n\
                 type = \"trirem\"\ncrew_quality = \"elit\"\n";
    std::fs::write(&file, fleet).expect("written");
    let name = file.to_str().expect("a path");
    let output = trierarch(&["check", name, "no-such-fleet.toml"], "");
    assert_eq!(output.status.code(), Some(1));
    let shown = text(&output.stdout);
    for part in [
        &format!("{name}:5:8"),
        &format!("{name}:6:16"),
        "did you mean “trireme”?",
        "2 errors; this fleet cannot be used",
        "no-such-fleet.toml",
    ] {
        assert!(shown.contains(part), "{part} is not in {shown}");
    }
}

#[test]
fn warnings_are_shown_and_the_status_is_0() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bare.toml");
    let fleet = "system = \"greek-fire\"\nname = \"x\"\n[[ship]]\nname = \"a\"\n\
                 type = \"trireme\"\n";
    std::fs::write(&file, fleet).expect("written");
    let output = trierarch(&["check", file.to_str().expect("a path")], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("no errors, 1 warning"));
}

#[test]
fn the_referee_answers_every_line_and_ends_with_status_0() {
    let open = r#"{"open": {"system": "greek-fire", "sides": ["fleets/greek-fire/sybota-athens.toml", "fleets/greek-fire/sybota-corinth.toml"], "seed": 7}}"#;
    let output = trierarch(&["referee"], &format!("nonsense\n\n{open}\n{{\"undo\": {{}}}}"));
    assert_eq!(output.status.code(), Some(0));
    let shown = text(&output.stdout);
    let starts: Vec<&str> = shown.lines().map(|line| line.get(..9).expect("an answer")).collect();
    assert_eq!(starts, ["{\"error\":", "{\"ok\":{\"s", "{\"refused"]);
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn a_battle_of_other_rules_is_reported_and_printed_with_a_warning() {
    use trierarch::journal::{Journal, Opening};
    let mut journal =
        Journal::open(Opening::ready("sybota", 7).expect("a battle")).expect("fleets");
    let order = serde_json::json!({"kind": "activate", "ship": "A1"});
    let order = journal.battle().read_order(order.as_object().expect("an order")).expect("sound");
    journal
        .give(&order, &trierarch::journal::DiceChoice::Program, 0, "")
        .expect("it is carried out");
    let mut records = journal.records().to_vec();
    records[0].entry.outcome = "a-word-of-old".into();
    let journal =
        Journal::replay(journal.opening().clone(), records, journal.place()).expect("sound");
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    std::fs::write(at("x.battle"), journal.to_file()).expect("written");
    for words in [
        &["report", &at("x.battle"), "-o", &at("x.md")][..],
        &["print", "--state", &at("x.battle"), "--parts", "sheets", "-o", &at("x.pdf")],
    ] {
        let output = trierarch(words, "");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let shown = text(&output.stdout);
        assert!(shown.contains("1 order is read differently (order 1)"), "{shown}");
    }
}

#[test]
fn a_closed_output_is_not_an_error() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_trierarch"))
        .arg("referee")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    drop(program.stdout.take());
    let mut stdin = program.stdin.take().expect("its input");
    for _ in 0..1_000 {
        if stdin.write_all(b"{\"state\": {}}\n").is_err() {
            break;
        }
    }
    drop(stdin);
    let output = program.wait_with_output().expect("its end");
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
}

#[cfg(not(feature = "window"))]
#[test]
fn a_build_without_the_window_says_so_in_a_sentence() {
    let output = trierarch(&["--battle", "sybota"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("built without its window"));
}

#[cfg(not(feature = "host"))]
#[test]
fn a_build_without_the_server_reports_it_for_any_arguments() {
    for words in [&["host"][..], &["host", "--battle", "sybota"], &["hall", "--help"]] {
        let output = trierarch(words, "");
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        assert!(text(&output.stderr).contains("built without its server"), "{words:?}");
    }
}

#[cfg(not(feature = "window"))]
#[test]
fn a_build_without_the_window_opens_no_battle_file() {
    for words in [&["sybota.battle"][..], &["--open", "sybota.json"]] {
        let output = trierarch(words, "");
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains("built without its window"), "{words:?}");
    }
}

#[test]
fn the_ready_battles_are_listed_and_each_is_described() {
    let list = text(&trierarch(&["battles"], "").stdout);
    let one_system = text(&trierarch(&["battles", "--system", "command-and-chaos"], "").stdout);
    for ready in trierarch::fleet::library::battles() {
        let line = format!("  {}: {} (", ready.slug, ready.name);
        assert!(list.contains(&line), "{line}");
        assert_eq!(one_system.contains(&line), ready.system.slug() == "command-and-chaos");
        // By its slug, or by its name as a player would write it.
        for name in [&ready.slug, &ready.name] {
            let output = trierarch(&["battles", name], "");
            assert_eq!(output.status.code(), Some(0), "{name}");
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let found = words(&text(&output.stdout));
            if let Some(chosen) = ready.system.choosing_sides() {
                assert!(found.contains(&words(&chosen.to_string())), "{name}: who chooses a side");
            }
            let sides = ready.side_texts.iter().map(|side| &side.briefing);
            for (topic, about) in std::iter::once(&ready.briefing)
                .chain(sides)
                .flat_map(trierarch::rules::Briefing::texts)
            {
                assert!(found.contains(&words(about)), "{name}: {topic}");
            }
        }
    }
    let wrong = trierarch(&["battles", "trafalgar"], "");
    assert_eq!(wrong.status.code(), Some(1));
    let error = text(&wrong.stderr);
    assert!(
        error.contains("no ready battle is called trafalgar: trierarch battles lists"),
        "{error}"
    );
}

#[test]
fn a_misspelt_subcommand_is_not_read_as_a_battle_file() {
    let output = trierarch(&["reprot"], "");
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(
        error.contains("not a subcommand, and not a battle file: battle files end in .battle"),
        "{error}"
    );
    let both = trierarch(&["--battle", "sybota", "sybota.battle"], "");
    assert_eq!(both.status.code(), Some(2));
}

#[test]
fn an_unknown_argument_ends_with_status_2() {
    for words in [&["sail"][..], &["check"], &["referee", "fast"], &["--ramming-speed"]] {
        assert_eq!(trierarch(words, "").status.code(), Some(2), "{words:?}");
    }
}

#[test]
fn a_report_has_the_form_of_its_file_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = |name: &str, more: &[&str]| {
        let output = folder.path().join(name);
        let path = output.to_str().expect("text").to_owned();
        let battle = "tests/battles/greek-fire.battle";
        let words = [&["report", battle, "-o", &path], more].concat();
        (trierarch(&words, ""), std::fs::read(output).unwrap_or_default())
    };
    let (output, markdown) = report("it.md", &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("it.md: "));
    let markdown = text(&markdown);
    assert!(markdown.starts_with("# ") && markdown.contains("\n## Round 1\n"), "{markdown}");
    let (output, pdf) = report("it.PDF", &["--paper", "letter"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let document = lopdf::Document::load_mem(&pdf).expect("a PDF");
    let page = document.get_dictionary(document.get_pages()[&1]).expect("a page");
    let media = page.get(b"MediaBox").and_then(lopdf::Object::as_array).expect("its size");
    let height = media.get(3).and_then(|side| side.as_float().ok()).expect("its height");
    assert!((height - 792.0).abs() < 0.02, "Letter is 11 inches high: {height}");

    let (output, nothing) = report("it.doc", &[]);
    assert_eq!((output.status.code(), nothing.as_slice()), (Some(1), &b""[..]));
    let error = text(&output.stderr);
    assert!(error.contains("must end in .md (Markdown) or .pdf (PDF)"), "{error}");
}

#[test]
fn an_existing_file_of_another_kind_and_an_input_are_not_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("a name").to_owned();
    let battle = std::fs::read("tests/battles/greek-fire.battle").expect("a battle");
    let fleet = std::fs::read("fleets/greek-fire/sybota-athens.toml").expect("a fleet");
    for (name, content) in [
        ("x.battle", &battle[..]),
        ("battle.pdf", &battle),
        ("mine.toml", &fleet),
        ("mine.pdf", &fleet),
        ("notes.md", b"# Our club\n"),
    ] {
        std::fs::write(at(name), content).expect("written");
    }
    let build = ["build", "--system", "greek-fire", "--seed", "7", "-o"];
    let build =
        |name: &str| [&build[..], &[&at(name)]].concat().iter().map(ToString::to_string).collect();
    let words = |words: &[&str]| -> Vec<String> { words.iter().map(ToString::to_string).collect() };
    let refused: [(Vec<String>, &str); 7] = [
        (
            words(&["print", "--state", &at("x.battle"), "-o", &at("x.battle")]),
            "must end in .pdf (PDF)",
        ),
        (
            words(&["print", "--state", &at("battle.pdf"), "-o", &at("battle.pdf"), "--force"]),
            "is an input and is not overwritten",
        ),
        (
            words(&["print", &at("mine.toml"), "-o", &at("mine.toml"), "--force"]),
            "must end in .pdf (PDF)",
        ),
        (words(&["print", &at("mine.toml"), "-o", &at("mine.pdf")]), "replace it with --force"),
        (build("mine.toml"), "replace it with --force"),
        (build("mine.fleet"), "must end in .toml (a fleet)"),
        (words(&["report", &at("x.battle"), "-o", &at("notes.md")]), "replace it with --force"),
    ];
    let read = || {
        ["x.battle", "battle.pdf", "mine.toml", "mine.pdf", "notes.md"]
            .map(|name| std::fs::read(at(name)).expect("there"))
    };
    let before = read();
    for (line, why) in refused {
        let line: Vec<&str> = line.iter().map(String::as_str).collect();
        let output = trierarch(&line, "");
        assert_eq!(output.status.code(), Some(1), "{line:?}");
        assert!(text(&output.stderr).contains(why), "{line:?}: {}", text(&output.stderr));
    }
    assert!(read() == before, "a refused command changes nothing");
    assert!(!std::path::Path::new(&at("mine.fleet")).exists());
    // With `--force`, and with a new report and PDF without it.
    let (mine, pages, notes) = (at("mine.toml"), at("mine.pdf"), at("notes.md"));
    for line in [
        &["print", &mine, "-o", &pages, "--force"][..],
        &["print", &mine, "-o", &pages],
        &["report", &at("x.battle"), "-o", &notes, "--force"],
        &["report", &at("x.battle"), "-o", &notes],
        &["build", "--system", "greek-fire", "--seed", "7", "-o", &mine, "--force"],
    ] {
        let output = trierarch(line, "");
        assert_eq!(output.status.code(), Some(0), "{line:?}: {}", text(&output.stderr));
    }
}

#[test]
fn a_hyphen_as_output_means_standard_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let battle = std::fs::canonicalize("tests/battles/greek-fire.battle").expect("there");
    let fleet = std::fs::canonicalize("fleets/greek-fire/sybota-athens.toml").expect("there");
    let [battle, fleet] = [&battle, &fleet].map(|file| file.to_str().expect("a name"));
    for (line, begins) in [
        (&["print", fleet, "-o", "-", "--parts", "rosters"][..], "%PDF-"),
        (&["report", battle, "-o", "-"], "# "),
        (&["build", "--system", "greek-fire", "-o", "-"], "system = "),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_trierarch"))
            .args(line)
            .current_dir(folder.path())
            .output()
            .expect("the program");
        assert_eq!(output.status.code(), Some(0), "{line:?}");
        assert!(output.stdout.starts_with(begins.as_bytes()), "{line:?}");
        // The message about it goes to standard error.
        assert!(text(&output.stderr).starts_with("standard output: "), "{line:?}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_fleet_file_in_another_encoding_is_read_or_its_odd_character_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = std::fs::read_to_string("fleets/greek-fire/sybota-athens.toml").expect("a fleet");
    let utf16: Vec<u8> =
        "\u{feff}".encode_utf16().chain(good.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let latin1 = b"system = \"greek-fire\"\nname = \"\xc9ole\"\n";
    for (name, content, status, words) in [
        ("utf16.toml", &utf16[..], 0, "no errors"),
        ("latin1.toml", latin1, 1, "“É” in line 2, column 9 is not UTF-8"),
        ("latin1.toml", latin1, 1, "Save it as plain text in UTF-8."),
        (
            "nbsp.toml",
            "system\u{a0}= \"greek-fire\"\n".as_bytes(),
            1,
            "space (U+00A0): type a plain space, and save the file as UTF-8",
        ),
        (
            "curly.toml",
            "system = “greek-fire”\n".as_bytes(),
            1,
            "“ (U+201C) is a curly quotation mark",
        ),
        (
            "bom.toml",
            "name = \"x\"\n\u{feff}system = \"greek-fire\"\n".as_bytes(),
            1,
            "an invisible character (U+FEFF)",
        ),
        ("binary.toml", b"\x89PNG\x00\xff", 1, "it is not a text file"),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, content).expect("written");
        let output = trierarch(&["check", file.to_str().expect("a name")], "");
        let shown = text(&output.stdout);
        assert_eq!(output.status.code(), Some(status), "{shown}");
        assert!(shown.contains(words), "{name}: {shown}");
    }
}

#[test]
fn a_damaged_battle_is_cut_after_its_last_good_row_and_opens_again() {
    use trierarch::session::TableServer;
    use trierarch::storage::{FILE_NAME, OnDisk, Store};
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("a name");
    let begun = trierarch::journal::Opening::ready("sybota", 7).expect("a ready battle");
    let (_, rows) = TableServer::begin(begun, 0, [1; 16]).expect("it begins");
    let store = OnDisk::open(folder.path()).expect("a store");
    store.create("sound", &rows).expect("stored");
    store.create("torn", &[rows[0].clone(), "{\"number\":1}".into()]).expect("stored");
    drop(store);
    // The second row is a valid row of the store, but cannot be replayed.
    let listed = text(&trierarch(&["salvage", "--data", data], "").stdout);
    assert_eq!(listed, "torn: 1 of 2 rows can be read. To drop the rest: trierarch salvage torn\n");
    let cut = text(&trierarch(&["salvage", "--data", data, "torn"], "").stdout);
    assert_eq!(cut, "torn: the first row is kept; the battle opens again\n");
    let listed = text(&trierarch(&["salvage", "--data", data], "").stdout);
    assert!(listed.ends_with("\nEvery battle can be read.\n"), "{listed}");
    assert!(listed.starts_with("Trierarch was not closed properly"), "{listed}");
    // A folder without battles is unchanged.
    let none = folder.path().join("elsewhere");
    let output = trierarch(&["salvage", "--data", none.to_str().expect("a name")], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("there are no battles in"));
    assert!(!none.join(FILE_NAME).exists());
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_without_waiting() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("fleet.toml");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let pipe = pipe.to_str().expect("a name");
    let pages = folder.path().join("x.pdf");
    let pages = pages.to_str().expect("a name");
    for words in [
        &["check", pipe][..],
        &["print", pipe, "-o", pages],
        &["print", "--state", pipe, "-o", pages],
        &["report", pipe, "-o", pages],
    ] {
        let output = trierarch(words, "");
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        let shown = text(&output.stdout) + &text(&output.stderr);
        assert!(shown.contains("it is not a regular file"), "{shown}");
    }
    let open =
        format!("{{\"open\": {{\"system\": \"greek-fire\", \"sides\": [{pipe:?}, {pipe:?}]}}}}\n");
    let answer = text(&trierarch(&["referee"], &open).stdout);
    assert!(answer.contains("it is not a regular file"), "{answer}");
    // It is not a store either.
    let store = folder.path().join("trierarch.redb");
    assert!(Command::new("mkfifo").arg(&store).status().expect("mkfifo").success());
    let data = folder.path().to_str().expect("a name");
    let shown = text(&trierarch(&["salvage", "--data", data], "").stderr);
    assert!(shown.contains("it is not a regular file"), "{shown}");
}

#[test]
fn names_on_a_terminal_have_no_control_characters() {
    let folder = tempfile::tempdir().expect("a folder");
    let steers = ['\u{202e}', '\u{2066}', '\u{200f}', '\u{7}', '\u{9b}', '\u{1b}'];
    let evil: String = steers.iter().collect();
    let fleet = "system = \"greek-fire\"\nname = \"x\"\n[[ship]]\nname = \"a\u{202e}b\u{2066}\"\n\
                 type = \"trirem\u{202e}\"\ncrew_quality = \"elit\"\n";
    let bad = folder.path().join(format!("bad{evil}.toml"));
    std::fs::write(&bad, fleet).expect("written");
    let bad = bad.to_str().expect("a name");
    let good = "fleets/greek-fire/sybota-athens.toml";
    let pages = folder.path().join(format!("x{evil}.pdf"));
    let pages = pages.to_str().expect("a name");
    for (words, status) in [
        (&["check", bad][..], 1),
        (&["print", good, "-o", pages], 0),
        (&["print", bad, "-o", pages], 1),
        (&["report", bad, "-o", pages], 1),
    ] {
        let output = trierarch(words, "");
        assert_eq!(output.status.code(), Some(status), "{words:?}");
        let shown = text(&output.stdout) + &text(&output.stderr);
        assert!(shown.contains('\u{fffd}') && !shown.contains(steers), "{shown:?}");
    }
}
