//! Tests of admission: names and codes of people who join, and the operator of a hall.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt as _;

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::client::Host;

#[test]
fn a_host_accepts_only_local_names_and_explains_how_to_add_others() {
    let data = tempdir().unwrap();
    let words = ["--battle", "sybota", "--origin", "https://tables.club.example"];
    let host = Host::start(data.path(), &words);
    let body = json!({"key": "k", "code": host.text("code"), "name": "k", "seat": "A"}).to_string();
    for name in ["raspberrypi", "raspberrypi.lan:4120", "trieres.local", "192.168.1.7:80"] {
        let answer = host.under(name, "GET /", "", "");
        assert!(answer.starts_with("HTTP/1.1 200"), "{name}: {answer}");
        let origin = format!("Origin: http://{name}\r\n");
        let answer = host.under(name, "POST /seat", &origin, &body);
        assert!(answer.starts_with("HTTP/1.1 200"), "{name}: {answer}");
    }
    assert!(host.under("tables.club.example", "GET /health", "", "").starts_with("HTTP/1.1 200"));
    for path in ["GET /", "GET /health", "GET /page.js", "GET /door", "POST /seat"] {
        let answer = host.under("rebound.example", path, "", &body);
        assert!(answer.starts_with("HTTP/1.1 403"), "{path}: {answer}");
        assert!(answer.contains("--origin http://rebound.example"), "{path}: {answer}");
    }
}

/// Asks for an onlooker's place at a table of a hall, from an address.
fn watch_table(hall: &Host, table: &Value, (code, key, from): (&str, &str, &str)) -> u16 {
    let seat = json!({
        "key": key, "code": code, "name": key, "seat": "onlooker", "table": table["table"]
    });
    hall.http("POST /seat", &format!("X-Forwarded-For: {from}\r\n"), &seat.to_string()).0
}

#[test]
fn wrong_codes_are_counted_by_address_and_table_and_never_block_the_link() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &["--trust-proxy", "--seats", "open"]);
    let [one, two] = ["one", "two"].map(|key| hall.open_table(key));
    let code = |table: &Value| table["code"].as_str().unwrap().to_owned();
    let link = |table: &Value| {
        let page = table["page"].as_str().unwrap();
        let long = page.strip_prefix(&format!("/#{}.", table["table"].as_str().unwrap()));
        long.unwrap_or_else(|| panic!("{page}")).to_owned()
    };
    assert_eq!((code(&one).split('-').count(), link(&one).len()), (5, 22));
    // An address that guesses at one table is also blocked at the other.
    let thief = "203.0.113.7";
    for guess in 0..20 {
        let key = format!("thief-{guess}");
        assert_eq!(watch_table(&hall, &one, ("ARGO-NAUS-100-100-100", &key, thief)), 403);
    }
    assert_eq!(watch_table(&hall, &two, (&code(&two), "thief", thief)), 429);
    assert_eq!(watch_table(&hall, &two, (&link(&two), "friend", thief)), 200);
    assert_eq!(watch_table(&hall, &two, (&code(&two), "kleon", "203.0.113.8")), 200);
    // Twenty guesses per table are checked, from whatever addresses; the link always works.
    for guess in 0..20 {
        let from = format!("198.51.100.{guess}");
        assert_eq!(watch_table(&hall, &two, ("ARGO", &format!("of-many-{guess}"), &from)), 403);
    }
    let late = "192.0.2.1";
    assert_eq!(watch_table(&hall, &two, (&code(&two), "late", late)), 429);
    assert_eq!(watch_table(&hall, &two, (&link(&two), "late", late)), 200);
}

#[test]
fn the_owner_gets_the_code_and_link_and_every_new_code() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &[]);
    let table = hall.open_table("one");
    let mut owner = hall.connect(table["owner"].as_str().unwrap());
    let hello = owner.hello(&json!({}))["hello"].clone();
    assert_eq!((&hello["code"], &hello["page"]), (&table["code"], &table["page"]));
    let new = owner.ask(&json!({"owner": {"new_code": {}}}))["ok"].clone();
    assert_ne!((&new["code"], &new["page"]), (&table["code"], &table["page"]));
    let (_, long) = new["page"].as_str().unwrap().rsplit_once('.').unwrap();
    let mut seat = json!({"key": "a", "code": long, "name": "a", "seat": "A"});
    seat["table"] = table["table"].clone();
    let (status, given) = hall.http("POST /seat", "", &seat.to_string());
    assert_eq!(status, 200, "{given}");
    let mut a = hall.connect(given["token"].as_str().unwrap());
    assert!(a.hello(&json!({}))["hello"]["code"].is_null(), "only the owner");
}

#[test]
fn clients_that_a_proxy_does_not_name_count_as_one_address() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &["--trust-proxy"]);
    let open_table = |number: usize, headers: &str| {
        let body = json!({"key": number.to_string(), "open": {"system": "chess"}}).to_string();
        hall.http("POST /tables", headers, &body).0
    };
    assert!((0..30).all(|number| open_table(number, "") == 400));
    assert_eq!((open_table(30, ""), open_table(30, "X-Forwarded-For: unknown\r\n")), (429, 429));
    assert_eq!(open_table(30, "X-Forwarded-For: [2001:db8::7]:4120\r\n"), 400);
}

#[test]
fn the_operators_token_lists_closes_and_saves_tables() {
    let data = tempdir().unwrap();
    let file = data.path().join("operator");
    // With servers, a list may include a number that another hall has just passed.
    let words = ["hall", "--operator", file.to_str().unwrap()];
    let hall = Host::in_folder(&words, &data.path().join("hall"));
    let token = fs::read_to_string(&file).unwrap().trim().to_owned();
    #[cfg(unix)]
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let ask = |token: &str, verb: &Value| {
        let mut body = verb.clone();
        body["token"] = token.into();
        hall.http("POST /operator", "", &body.to_string())
    };
    let [one, two] = ["one", "two"].map(|key| hall.open_table(key));
    let mut a = hall.enter(&hall.sit_at(&one, "A"));
    let sailed = a.ask(&json!({"order": {"kind": "sail", "ship": "A1"}}));
    let list = json!({"list": {}});
    assert_eq!(ask(one["owner"].as_str().unwrap(), &list).0, 403);
    assert_eq!(ask(&token, &json!({"seed": {}})).0, 400);
    let (status, listed) = ask(&token, &list);
    let rows = listed["tables"].as_array().unwrap();
    assert_eq!((status, rows.len()), (200, 2), "{listed}");
    let row = rows.iter().find(|row| row["table"] == one["table"]).unwrap();
    assert_eq!((&row["connected"], &row["names"]), (&json!(1), &json!({"A": "A"})));
    assert!(row["since"].as_u64().unwrap() > 0 && row["at"] == sailed["ok"]["at"]);
    // A file holds the secrets of both sides, so all clients learn of it.
    let (status, saved) = ask(&token, &json!({"save": {"table": one["table"]}}));
    assert_eq!(status, 200, "{saved}");
    let news = a.news_to(sailed["ok"]["at"].as_u64().unwrap() + 1);
    assert!(news.last().unwrap()["taken_out"].is_object(), "{news:?}");
    let battle = data.path().join("saved.battle");
    fs::write(&battle, saved.to_string()).unwrap();
    let again = Host::in_folder(
        &["host", "--battle", battle.to_str().unwrap()],
        &data.path().join("elsewhere"),
    );
    assert_eq!(again.first["table"], one["table"]);
    let close = |table: &Value| ask(&token, &json!({"close": {"table": table["table"]}})).0;
    assert_eq!((close(&one), a.closed()), (200, 4404));
    assert_eq!((close(&two), close(&two)), (200, 404));
    assert_eq!(hall.get("/tables").1, json!([]));
    assert_eq!(hall.connect(two["owner"].as_str().unwrap()).closed(), 4404);
}

#[cfg(unix)]
#[test]
fn the_operator_file_is_checked_first_and_links_are_refused() {
    let data = tempdir().unwrap();
    let mode =
        |name: &str| fs::metadata(data.path().join(name)).unwrap().permissions().mode() & 0o777;
    for (name, text) in [("others", "root:x:0:0 and more"), ("target", "x".repeat(30).as_str())] {
        fs::write(data.path().join(name), text).unwrap();
        let readable = fs::Permissions::from_mode(0o644);
        fs::set_permissions(data.path().join(name), readable).unwrap();
    }
    std::os::unix::fs::symlink(data.path().join("target"), data.path().join("link")).unwrap();
    for name in ["others", "link"] {
        let file = data.path().join(name);
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_trierarch"))
            .args(["hall", "--operator", file.to_str().unwrap(), "--data"])
            .arg(data.path().join("hall"))
            .output()
            .unwrap();
        assert!(!output.status.success(), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("operator"), "{output:?}");
    }
    assert_eq!((mode("others"), mode("target")), (0o644, 0o644));
}

#[test]
fn an_empty_operator_token_closes_no_table() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &["--trust-proxy"]);
    let ask = |token: &str| {
        let body = json!({"token": token, "list": {}}).to_string();
        hall.http("POST /operator", "", &body).0
    };
    assert!((0..20).all(|_| ask("") == 403));
    assert_eq!(ask(""), 429, "guesses are counted");
}

#[cfg(unix)]
#[test]
fn the_files_of_a_host_are_private() {
    let outer = tempdir().unwrap();
    let data = outer.path().join("table");
    let mode = |name: &str| fs::metadata(data.join(name)).unwrap().permissions().mode() & 0o777;
    for _ in 0..2 {
        let host = Host::in_folder(&["host", "--battle", "sybota"], &data);
        assert_eq!((mode(""), mode("trierarch.redb")), (0o700, 0o600));
        host.stop();
        // As an earlier version left them.
        for (name, mode) in [("", 0o755), ("trierarch.redb", 0o644)] {
            fs::set_permissions(data.join(name), fs::Permissions::from_mode(mode)).unwrap();
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_without_its_path_and_in_health() {
    let data = tempdir().unwrap();
    // A file may grow to 2 MiB, as on a full disk.
    let host = Host::with_files_of(2048, &["host", "--battle", "sybota"], data.path());
    let mut a = host.enter(&host.sit("kleon", "A"));
    assert_eq!(host.get("/health").1["ok"], true);
    let note = "a note that takes room ".repeat(150);
    let mut shown = None;
    for number in 0..5_000 {
        let value = 1 + number % 8;
        let order =
            json!({"kind": "adjust", "ship": "A1", "field": "crew", "value": value, "note": note});
        let answer = a.ask(&json!({ "order": order }));
        if answer["ok"].is_null() {
            shown = Some(answer);
            break;
        }
        // No faster than the request limit.
        sleep(Duration::from_millis(25));
    }
    let shown = shown.expect("the disk is full");
    let why = shown["unknown"]["why"].as_str().unwrap_or_default();
    assert!(why.starts_with("The table’s storage does not answer."), "{shown}");
    let shown = shown.to_string();
    assert!(!shown.contains("trierarch.redb") && !shown.contains(data.path().to_str().unwrap()));
    // The cached result is valid for two seconds.
    let since = Instant::now();
    while host.get("/health").1["durable"] == true {
        assert!(since.elapsed() < Duration::from_secs(30), "/health never reports it");
    }
    let (status, health) = host.get("/health");
    assert_eq!((status, &health["ok"], &health["durable"]), (503, &json!(false), &json!(false)));
}

#[test]
fn an_error_about_a_named_folder_names_the_option() {
    let data = tempdir().unwrap();
    let _first = Host::in_folder(&["host"], data.path());
    let words = ["host", "--data", data.path().to_str().unwrap()];
    let second = std::process::Command::new(env!("CARGO_BIN_EXE_trierarch")).args(words).output();
    let error = String::from_utf8(second.unwrap().stderr).unwrap();
    assert!(error.contains("--data") && !error.contains("TRIERARCH_DATA"), "{error}");
}

/// Its servers accept the connection but never respond.
#[cfg(all(unix, feature = "nats"))]
#[test]
fn a_host_that_is_stopped_before_it_is_open_ends_cleanly() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let servers = format!("nats://{}", silent.local_addr().unwrap());
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_trierarch"))
        .args(["hall", "--unsynced", "--nats", &servers])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let _it_waits = silent.accept().unwrap();
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
