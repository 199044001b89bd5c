//! The page that a phone opens.

use std::process::Command;

use serde_json::{Value, json};
use tempfile::tempdir;
use trierarch::rules::{Chart, Meaning};
use trierarch::say::Say;
use trierarch::systems::SystemTag;
use trierarch::wording::english;

use crate::client::Host;

#[test]
fn the_host_serves_a_page_that_asks_nobody_else_for_anything() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    for (path, kind, part) in [
        ("/", "text/html; charset=utf-8", "src=\"page.js\""),
        ("/page.css", "text/css; charset=utf-8", "prefers-color-scheme"),
        ("/page.js", "text/javascript; charset=utf-8", "line.js"),
        ("/line.js", "text/javascript; charset=utf-8", "export const ask"),
        ("/wire.js", "text/javascript; charset=utf-8", "trierarch.1"),
        ("/cards.js", "text/javascript; charset=utf-8", "/meanings/"),
        ("/awake.js", "text/javascript; charset=utf-8", "wakeLock"),
        ("/announcer.js", "text/javascript; charset=utf-8", "announce"),
        ("/film.js", "text/javascript; charset=utf-8", "data:video/mp4"),
        ("/form.js", "text/javascript; charset=utf-8", "I rolled…"),
        ("/fields.js", "text/javascript; charset=utf-8", "number-each"),
        ("/orders.js", "text/javascript; charset=utf-8", "openOrders"),
        ("/lookup.js", "text/javascript; charset=utf-8", "/health"),
        ("/table.js", "text/javascript; charset=utf-8", "{ turn: wanted }"),
        ("/table.css", "text/css; charset=utf-8", "#dock"),
        ("/turn_card.js", "text/javascript; charset=utf-8", "More…"),
        ("/group.js", "text/javascript; charset=utf-8", "as-before"),
        ("/lobby.js", "text/javascript; charset=utf-8", "/tables"),
        ("/words.js", "text/javascript; charset=utf-8", "export const tell"),
        ("/watch", "text/html; charset=utf-8", "src=\"watch.js\""),
        ("/watch.css", "text/css; charset=utf-8", ".fleet"),
        ("/watch.js", "text/javascript; charset=utf-8", "onlooker"),
    ] {
        let answer = host.raw(&format!("GET {path}"), "", "");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        assert!(head.starts_with("HTTP/1.1 200"), "{path}: {head}");
        assert!(head.contains(&format!("content-type: {kind}\r\n")), "{path}: {head}");
        assert!(head.contains("default-src 'none'"), "{path}: {head}");
        assert!(body.contains(part), "{path}");
        assert!(!body.contains("https://") && !body.contains("http://"), "{path}");
    }
    // The address for a camera: the table, and 128 bits that nobody can guess.
    let page = host.text("page");
    let (address, fragment) = page.split_once("/#").expect("a fragment");
    assert_eq!(address, format!("http://{}", host.address));
    let (table, long) = fragment.split_once('.').expect("two parts");
    assert_eq!((table, long.len()), (host.text("table"), 22));
    assert_eq!(host.seat_by(long, "kleon", "A").0, 200);
}

#[test]
fn whoever_sits_at_a_page_is_told_what_the_words_of_an_order_mean() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let (status, told) = host.get("/meanings/Greek%20Fire");
    assert_eq!(status, 200);
    let means = |sort: &str, of: &str, word: &str| {
        let all = told.as_array().expect("a list").iter();
        let mut found =
            all.filter(|one| one["sort"] == sort && one["of"] == of && one["word"] == word);
        found.next().and_then(|one| one["what"].as_str()).expect("a meaning").to_owned()
    };
    assert!(means("order", "", "ram").contains("beak"));
    assert!(means("question", "ram", "bow_to_bow").contains("bow"));
    assert_eq!(host.get("/meanings/Chess").0, 404);
    let page = host.raw("GET /", "", "");
    assert!(page.contains("You move the models by hand"), "what a new player has to know");
}

/// Whether a row, as a card tells it, is one of the chart with this title.
fn is_row(charts: &[Chart], name: &str, told: &Value) -> bool {
    let (title, row) = (told["chart"].as_str().unwrap(), told["row"].as_str().unwrap());
    let own = |cell: &String| cell.is_empty() || cell.to_lowercase() == name.to_lowercase();
    let holds = |cells: &Vec<Say>| {
        let cells: Vec<String> = cells.iter().map(english).collect();
        cells.iter().all(|cell| own(cell) || row.contains(cell.as_str()))
    };
    charts
        .iter()
        .filter(|chart| english(&chart.title) == title)
        .any(|chart| chart.rows.iter().any(holds))
}

#[test]
fn a_page_is_told_the_cards_that_the_window_shows() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut drawn = 0;
    for system in SystemTag::ALL {
        let (status, told) = host.get(&format!("/meanings/{}", system.slug()));
        assert_eq!(status, 200, "{system}");
        assert_eq!(host.get(&format!("/meanings/{}", system.name().replace(' ', "%20"))).1, told);
        let (all, charts) = (system.meanings(), system.charts());
        let cards = told.as_array().expect("a list");
        assert_eq!(cards.len(), all.len(), "{system}");
        for (at, (card, meaning)) in cards.iter().zip(&all).enumerate() {
            let (name, of) = (english(&meaning.name), format!("{system} {}", meaning.word));
            assert_eq!(card["name"], name.as_str(), "{of}");
            let see = card["see"].as_array().map_or(&[][..], Vec::as_slice);
            assert!(see.iter().all(|next| next.as_u64().unwrap() < cards.len() as u64), "{of}");
            assert_eq!(json!(see), json!(Meaning::leads_on(&all, at)), "{of}");
            let figures = card["figures"].as_array().map_or(&[][..], Vec::as_slice);
            assert_eq!(figures.len(), meaning.figures(&charts).len(), "{of}");
            for row in figures {
                assert!(is_row(&charts, &name, row), "{of}: {row}");
            }
            let sketch = meaning.sketch(system.units());
            let hulls = card["sketch"]["hulls"].as_array().map(Vec::len);
            assert_eq!(hulls, sketch.map(|sketch| sketch.hulls().len()), "{of}");
            drawn += usize::from(sketch.is_some());
        }
    }
    assert!(drawn > 0, "no word has a drawing");
}

#[test]
fn a_host_serves_the_whole_program_as_a_page_from_a_folder_and_nothing_beside_it() {
    let (data, folder) = (tempdir().unwrap(), tempdir().unwrap());
    let page = folder.path().join("page");
    std::fs::create_dir_all(page.join("snippets")).unwrap();
    std::fs::write(folder.path().join("secret"), "a secret").unwrap();
    for (name, text) in [
        ("index.html", "<!doctype html>"),
        ("trierarch_bg.wasm", "a program"),
        ("trierarch_bg.wasm.br", "fewer bytes"),
        ("snippets/wire.js", "export {};"),
    ] {
        std::fs::write(page.join(name), text).unwrap();
    }
    let words = ["--battle", "sybota", "--page", page.to_str().unwrap()];
    let host = Host::start(data.path(), &words);
    assert_eq!(host.get("/health").1["window"], true);
    let gets = |path: &str, headers: &str| host.raw(&format!("GET {path}"), headers, "");
    assert!(gets("/window", "").contains("location: /window/\r\n"));
    for (path, headers, kind, body) in [
        ("/window/", "", "text/html; charset=utf-8", "<!doctype html>"),
        ("/window/snippets/wire.js", "", "text/javascript; charset=utf-8", "export {};"),
        ("/window/trierarch_bg.wasm", "", "application/wasm", "a program"),
        ("/window/trierarch_bg.wasm", "Accept-Encoding: gzip\r\n", "application/wasm", "a program"),
        (
            "/window/trierarch_bg.wasm",
            "Accept-Encoding: gzip, br;q=1\r\n",
            "application/wasm",
            "fewer bytes",
        ),
    ] {
        let answer = gets(path, headers);
        let (head, told) = answer.split_once("\r\n\r\n").expect("a head and a body");
        assert!(head.starts_with("HTTP/1.1 200"), "{path}: {head}");
        assert!(head.contains(&format!("content-type: {kind}\r\n")), "{path}: {head}");
        assert!(head.contains("'wasm-unsafe-eval'"), "{path}: {head}");
        assert_eq!(head.contains("content-encoding: br"), body == "fewer bytes", "{path}: {head}");
        assert_eq!(told, body, "{path}");
        // Whoever has it is sent nothing; another form of it is another file.
        let mark = head.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a mark");
        let again = gets(path, &format!("{headers}If-None-Match: {mark}\r\n"));
        assert!(again.starts_with("HTTP/1.1 304") && again.ends_with("\r\n\r\n"), "{again}");
        let other = gets(path, &format!("{headers}If-None-Match: \"0\"\r\n"));
        assert!(other.starts_with("HTTP/1.1 200"), "{other}");
    }
    for path in
        ["/window/nothing.js", "/window/../secret", "/window/%2e%2e/secret", "/window/..%2fsecret"]
    {
        let answer = gets(path, "");
        assert!(
            answer.starts_with("HTTP/1.1 404") && !answer.contains("a secret"),
            "{path}: {answer}"
        );
    }
}

#[test]
fn a_folder_without_a_page_is_told_of_with_the_remedy_and_no_folder_is_no_fault() {
    let (data, folder) = (tempdir().unwrap(), tempdir().unwrap());
    let told = Command::new(env!("CARGO_BIN_EXE_trierarch"))
        .args(["host", "--battle", "sybota", "--page"])
        .arg(folder.path())
        .arg("--data")
        .arg(data.path())
        .output()
        .unwrap();
    let why = String::from_utf8(told.stderr).unwrap();
    assert!(!told.status.success());
    assert!(why.contains("index.html") && why.contains("packaging/web/build"), "{why}");
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    assert_eq!(host.get("/health").1["window"], false);
    assert!(host.raw("GET /window/", "", "").contains("`--page`"));
}
