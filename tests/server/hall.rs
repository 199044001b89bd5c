//! Tests of many tables in one program.

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::client::{Client, Host};

fn open_table(host: &Host, key: &str, open: &Value) -> (u16, Value) {
    let body = json!({"key": key, "open": open}).to_string();
    host.http("POST /tables", "Content-Type: application/json\r\n", &body)
}

#[test]
fn a_hall_has_separate_tables_and_a_lobby_and_stores_them() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &[]);
    assert_eq!(hall.get("/tables").1, json!([]));
    let sides = ["greek-fire/sybota-athens.toml", "greek-fire/sybota-corinth.toml"];
    let open = json!({"system": "greek-fire", "sides": sides});
    let (status, first) = open_table(&hall, "one", &open);
    assert_eq!(status, 200, "{first}");
    assert_eq!(open_table(&hall, "one", &open).1, first, "a key opens one table");
    let second = open_table(&hall, "two", &open).1;
    assert_ne!(first["table"], second["table"]);
    let mut seeded = open.clone();
    seeded["seed"] = 7.into();
    assert_eq!(open_table(&hall, "three", &seeded).0, 400);
    // A seat and its code belong to one table.
    let seat = |table: &Value, code: &Value| {
        let body = json!({"key": "k", "code": code, "name": "Kleon", "seat": "A", "table": table});
        hall.http("POST /seat", "", &body.to_string())
    };
    let (status, kleon) = seat(&first["table"], &first["code"]);
    assert_eq!(status, 200, "{kleon}");
    if first["code"] != second["code"] {
        assert_eq!(seat(&second["table"], &first["code"]).0, 403);
    }
    assert_eq!(seat(&Value::Null, &first["code"]).0, 400, "a hall needs the table");
    assert_eq!(seat(&json!("nosuchtb"), &first["code"]).0, 404);
    let lobby = hall.get("/tables").1;
    let row = |lobby: &Value, table: &Value| {
        let rows = lobby.as_array().unwrap();
        rows.iter().find(|row| row["table"] == *table).cloned().unwrap()
    };
    let stands = row(&lobby, &first["table"]);
    assert_eq!(stands["free"], json!(["B"]));
    assert_eq!((&stands["system"], &stands["over"]), (&json!("greek-fire"), &json!(false)));
    assert!(stands["round"].is_number());
    assert_eq!(stands["names"], json!({"A": "Kleon"}));
    assert_eq!(row(&lobby, &second["table"])["free"], json!(["A", "B"]));
    let token = kleon["token"].as_str().unwrap().to_owned();
    hall.kill();
    let hall = Host::hall(data.path(), &[]);
    assert_eq!(hall.get("/health").1["tables"], 2);
    assert_eq!(hall.get("/tables").1, lobby);
    let mut a = hall.enter(&token);
    assert!(a.ask(&json!({"order": {"kind": "sail", "ship": "A1"}}))["ok"].is_object());
}

#[test]
fn every_ready_battle_in_the_list_of_a_hall_opens_a_table() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &[]);
    let shown = hall.get("/battles").1;
    let battles = shown.as_array().unwrap();
    assert!(battles.len() > 15, "{shown}");
    for battle in battles {
        let name = battle["name"].as_str().unwrap();
        let (status, table) = open_table(&hall, name, &battle["open"]);
        assert_eq!(status, 200, "{name}: {table}");
    }
    assert_eq!(hall.get("/tables").1.as_array().unwrap().len(), battles.len());
}

/// Takes a seat in a hall, and connects.
fn enter(hall: &Host, table: &Value, (name, seat): (&str, &str)) -> Client {
    let body = json!({
        "key": format!("{name}-{}", table["table"]), "code": table["code"], "name": name,
        "seat": seat, "table": table["table"]
    });
    let (status, given) = hall.http("POST /seat", "", &body.to_string());
    assert_eq!(status, 200, "{given}");
    hall.enter(given["token"].as_str().unwrap())
}

#[test]
fn a_table_that_its_owner_has_closed_stays_closed_and_has_no_standings() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &[]);
    let sides =
        ["chicken-of-the-sea/drepanum-rome.toml", "chicken-of-the-sea/drepanum-carthage.toml"];
    let open = json!({"system": "chicken-of-the-sea", "sides": sides});
    let table = open_table(&hall, "one", &open).1;
    let unfinished = open_table(&hall, "two", &open).1;
    let mut a = enter(&hall, &table, ("Kleon", "A"));
    let mut b = enter(&hall, &table, ("Nikias", "B"));
    a.news_to(b.at);
    let gives_up = json!({"order": {"kind": "resign", "side": "A"}});
    let answer = a.ask(&gives_up);
    assert!(answer["ok"].is_object(), "{answer}");
    assert_eq!(b.next("news")["over"]["winner"], "B");
    let row = hall.get("/tables").1;
    let row = row.as_array().unwrap().iter().find(|row| row["table"] == table["table"]).unwrap();
    assert_eq!(row["over"], true);
    for closed in [&unfinished, &table] {
        let mut owner = hall.enter(closed["owner"].as_str().unwrap());
        assert!(owner.ask(&json!({"owner": {"close": {}}}))["ok"].is_object());
        assert_eq!(owner.closed(), 4404);
    }
    assert_eq!((a.closed(), b.closed()), (4404, 4404));
    for gone in ["/results", "/standings", "/standings.csv", "/standings.js"] {
        assert_eq!(hall.get(gone).0, 404, "{gone}");
    }
    // A closed table stays closed even after a restart.
    let stays_closed = |hall: &Host| {
        assert_eq!(hall.connect(table["owner"].as_str().unwrap()).closed(), 4404);
        assert_eq!(open_table(hall, "one", &open).0, 409);
        assert_eq!(hall.get("/tables").1, json!([]));
    };
    stays_closed(&hall);
    hall.kill();
    stays_closed(&Host::hall(data.path(), &[]));
}

#[test]
fn an_address_named_by_a_proxy_opens_a_limited_number_of_tables() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &["--trust-proxy"]);
    let nothing = json!({"system": "chess"});
    let open_table = |number: usize, headers: &str| {
        let body = json!({"key": number.to_string(), "open": nothing}).to_string();
        hall.http("POST /tables", headers, &body).0
    };
    let far = "X-Forwarded-For: 198.51.100.9, 203.0.113.7\r\n";
    // A request that cannot be played counts too.
    assert!((0..30).all(|number| open_table(number, far) == 400));
    assert_eq!(open_table(30, far), 429);
    assert_eq!(
        open_table(30, "X-Forwarded-For: 203.0.113.7, 198.51.100.9\r\n"),
        400,
        "the last counts"
    );
    assert_eq!(open_table(31, ""), 400);
}

#[test]
fn tables_of_one_battle_have_distinct_names_even_after_a_restart() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &[]);
    let battle = hall.get("/battles").1[0].clone();
    let ready = &battle["open"];
    let turned = json!({"key": "one", "name": "Kleon’s\u{202e} table", "open": ready}).to_string();
    let (status, refused) = hall.http("POST /tables", "", &turned);
    assert_eq!(status, 400);
    assert!(refused["error"].to_string().contains("direction mark"), "{refused}");
    for (key, name) in [("one", " Kleon’s table "), ("two", "Nikias’"), ("three", "")] {
        let body = json!({"key": key, "name": name, "open": ready}).to_string();
        assert_eq!(hall.http("POST /tables", "", &body).0, 200);
    }
    let lobby = hall.get("/tables").1;
    let mut names: Vec<&str> =
        lobby.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    // A table without a name has that of its battle.
    let mut expected = [battle["name"].as_str().unwrap(), "Kleon’s table", "Nikias’"];
    expected.sort_unstable();
    assert_eq!(names, expected);
    for row in lobby.as_array().unwrap() {
        assert!(row["since"].as_u64().is_some_and(|since| since > 0), "{row}");
        assert_eq!(row["sides"].as_array().unwrap().len(), 2, "{row}");
    }
    hall.kill();
    assert_eq!(Host::hall(data.path(), &[]).get("/tables").1, lobby);
}

#[test]
fn a_link_is_drawn_as_a_qr_code() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let (status, code) = host.http("POST /qr", "", host.text("page"));
    assert_eq!(status, 200, "{code}");
    let rows: Vec<&str> =
        code["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    assert!(rows.len() >= 21 && rows.iter().all(|row| row.len() == rows.len()), "{rows:?}");
    // A code has three corner marks.
    let corner = "1111111";
    assert!(rows[0].starts_with(corner) && rows[0].ends_with(corner), "{rows:?}");
    assert!(rows[rows.len() - 1].starts_with(corner), "{rows:?}");
    assert_eq!(host.http("POST /qr", "", &"x".repeat(4_000)).0, 400);
}

#[test]
fn only_the_two_players_get_the_rematch_key_after_the_battle() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &[]);
    let table = hall.open_table("one");
    let mut a = hall.enter(&hall.sit_at(&table, "A"));
    let mut others = [
        hall.enter(&hall.sit_at(&table, "B")),
        hall.enter(&hall.watch_table(&table, "watcher")),
        hall.enter(table["owner"].as_str().unwrap()),
    ];
    let key =
        |client: &mut Client| client.ask(&json!({"view": {}}))["ok"]["view"]["rematch"].clone();
    assert_eq!(key(&mut a), Value::Null);
    a.ask(&json!({"order": {"kind": "concede", "side": "A"}}));
    let own = key(&mut a);
    assert!(own.as_str().is_some_and(|key| key.len() > 40), "{own}");
    assert_eq!(others.each_mut().map(key), [own, Value::Null, Value::Null]);
}
