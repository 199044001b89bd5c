//! Tests of the page that a phone opens.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::tempdir;
use trierarch::games::SystemTag;
use trierarch::i18n::english;
use trierarch::message::Message;
use trierarch::rules::{Chart, Meaning};

use crate::client::Host;

#[test]
fn the_page_loads_no_file_from_other_servers() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    for (path, kind, part) in [
        ("/", "text/html; charset=utf-8", "src=\"page.js\""),
        ("/app.webmanifest", "application/manifest+json", "/icon.svg"),
        ("/page.css", "text/css; charset=utf-8", "prefers-color-scheme"),
        ("/page.js", "text/javascript; charset=utf-8", "lobby.js"),
        ("/seat.js", "text/javascript; charset=utf-8", "connection.js"),
        ("/connection.js", "text/javascript; charset=utf-8", "export const ask"),
        ("/socket.js", "text/javascript; charset=utf-8", "trierarch.1"),
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
        ("/record.js", "text/javascript; charset=utf-8", "Correct another entry"),
        ("/zones.js", "text/javascript; charset=utf-8", "station.rank"),
        ("/hand.js", "text/javascript; charset=utf-8", "playing-card"),
        ("/amend.js", "text/javascript; charset=utf-8", "Edit this order…"),
        ("/luck.js", "text/javascript; charset=utf-8", "this good or better"),
        ("/rematch.js", "text/javascript; charset=utf-8", "export const rematch"),
        ("/lobby.js", "text/javascript; charset=utf-8", "/tables"),
        ("/words.js", "text/javascript; charset=utf-8", "export const tell"),
        ("/watch", "text/html; charset=utf-8", "src=\"page.js\""),
        ("/screen.js", "text/javascript; charset=utf-8", "Big screen"),
        ("/terms.js", "text/javascript; charset=utf-8", "Special orders"),
    ] {
        let answer = host.raw(&format!("GET {path}"), "", "");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        assert!(head.starts_with("HTTP/1.1 200"), "{path}: {head}");
        assert!(head.contains(&format!("content-type: {kind}\r\n")), "{path}: {head}");
        assert!(head.contains("default-src 'none'"), "{path}: {head}");
        assert!(body.contains(part), "{path}");
        assert!(!body.contains("https://") && !body.contains("http://"), "{path}");
    }
    // The namespace in a drawing is not an address that is requested.
    assert!(host.raw("GET /icon.svg", "", "").contains("content-type: image/svg+xml\r\n"));
    // The address in the code: the table, and 128 random bits.
    let page = host.text("page");
    let (address, fragment) = page.split_once("/#").expect("a fragment");
    assert_eq!(address, format!("http://{}", host.address));
    let (table, long) = fragment.split_once('.').expect("two parts");
    assert_eq!((table, long.len()), (host.text("table"), 22));
    assert_eq!(host.seat_by(long, "kleon", "A").0, 200);
}

#[test]
fn a_page_preloads_each_of_its_modules() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    // A browser requests all modules at once, instead of each after the module that imports
    // it.
    let page = host.raw("GET /", "", "");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/client");
    for file in fs::read_dir(folder).expect("a folder") {
        let name = file.expect("a file").file_name().into_string().expect("a name");
        let preloads = page.contains(&format!("<link rel=\"modulepreload\" href=\"{name}\">"));
        let is_script = Path::new(&name).extension().is_some_and(|end| end == "js");
        assert_eq!(preloads, is_script && name != "page.js", "{name}");
    }
}

#[test]
fn the_page_explains_the_terms_of_an_order() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let (status, meanings) = host.get("/meanings/Greek%20Fire");
    assert_eq!(status, 200);
    let means = |sort: &str, of: &str, word: &str| {
        let all = meanings.as_array().expect("a list").iter();
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

/// Whether a row on a card belongs to the chart with this title.
fn is_row(charts: &[Chart], name: &str, meaning: &Value) -> bool {
    let (title, row) = (meaning["chart"].as_str().unwrap(), meaning["row"].as_str().unwrap());
    let own = |cell: &String| cell.is_empty() || cell.to_lowercase() == name.to_lowercase();
    let holds = |cells: &Vec<Message>| {
        let cells: Vec<String> = cells.iter().map(english).collect();
        cells.iter().all(|cell| own(cell) || row.contains(cell.as_str()))
    };
    charts
        .iter()
        .filter(|chart| english(&chart.title) == title)
        .any(|chart| chart.rows.iter().any(holds))
}

#[test]
fn the_page_gets_the_cards_that_the_window_shows() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut drawn = 0;
    for system in SystemTag::ALL {
        let (status, meanings) = host.get(&format!("/meanings/{}", system.slug()));
        assert_eq!(status, 200, "{system}");
        assert_eq!(
            host.get(&format!("/meanings/{}", system.name().replace(' ', "%20"))).1,
            meanings
        );
        let (all, charts) = (system.meanings(), system.charts());
        let cards = meanings.as_array().expect("a list");
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

/// All files that a page for a seat loads, by the addresses in its own files.
fn files_of_the_page(host: &Host) -> BTreeSet<String> {
    let (mut files, mut open) = (BTreeSet::new(), vec!["/".to_owned()]);
    while let Some(path) = open.pop() {
        let answer = host.raw(&format!("GET {path}"), "", "");
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        let is_page = path == "/";
        if !files.insert(path) {
            continue;
        }
        // Addresses in the page, and imports in a script.
        let named = |text: &&str| [".js", ".css"].iter().any(|end| text.ends_with(end));
        let named = answer.split('"').filter(named);
        let loaded = named.filter_map(|text| text.strip_prefix("./").or(is_page.then_some(text)));
        open.extend(loaded.map(|name| format!("/{name}")));
    }
    files
}

#[test]
fn the_page_of_a_seat_is_sent_compressed_and_is_under_150_kilobytes() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let files = files_of_the_page(&host);
    assert!(files.len() > 5, "{files:?}");
    let mut bytes = 0;
    for path in files {
        let answer = host.bytes(&format!("GET {path}"), "Accept-Encoding: gzip\r\n");
        let ends = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8_lossy(&answer[..ends]).to_lowercase();
        assert!(head.contains("content-encoding: gzip"), "{path}: {head}");
        assert!(head.contains("vary: ") && head.contains("accept-encoding"), "{path}: {head}");
        bytes += answer.len();
    }
    assert!(bytes < 150_000, "{bytes} bytes");
}

#[test]
fn a_host_has_no_window_page_and_refuses_typed_requests() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    assert!(host.raw("GET /window/", "", "").starts_with("HTTP/1.1 404"));
    let mut a = host.connect(&host.sit("kleon", "A"));
    a.hello(&json!({"typed": true}));
    let answer = a.ask(&json!({"view": {}}));
    assert!(answer["ok"].is_object(), "{answer}");
    let refused = a.ask(&json!({"door": {"view": {}}}));
    assert!(refused["error"]["why"].is_string(), "{refused}");
}
