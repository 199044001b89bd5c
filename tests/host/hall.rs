//! Many tables in one program.

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::client::Host;

fn opens(host: &Host, key: &str, open: &Value) -> (u16, Value) {
    let body = json!({"key": key, "open": open}).to_string();
    host.http("POST /tables", "Content-Type: application/json\r\n", &body)
}

#[test]
fn a_hall_has_tables_of_their_own_and_a_lobby_and_keeps_them() {
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path());
    assert_eq!(hall.get("/tables").1, json!([]));
    let sides = ["greek-fire/sybota-athens.toml", "greek-fire/sybota-corinth.toml"];
    let open = json!({"system": "greek-fire", "sides": sides});
    let (status, first) = opens(&hall, "one", &open);
    assert_eq!(status, 200, "{first}");
    assert_eq!(opens(&hall, "one", &open).1, first, "a key opens one table");
    let second = opens(&hall, "two", &open).1;
    assert_ne!(first["table"], second["table"]);
    let mut seeded = open.clone();
    seeded["seed"] = 7.into();
    assert_eq!(opens(&hall, "three", &seeded).0, 400);
    // A seat belongs to a table, and so does its code.
    let seat = |table: &Value, code: &Value| {
        let body = json!({"key": "k", "code": code, "name": "Kleon", "seat": "A", "table": table});
        hall.http("POST /seat", "", &body.to_string())
    };
    let (status, kleon) = seat(&first["table"], &first["code"]);
    assert_eq!(status, 200, "{kleon}");
    if first["code"] != second["code"] {
        assert_eq!(seat(&second["table"], &first["code"]).0, 403);
    }
    assert_eq!(seat(&Value::Null, &first["code"]).0, 404);
    let lobby = hall.get("/tables").1;
    let row = |lobby: &Value, table: &Value| {
        let rows = lobby.as_array().unwrap();
        rows.iter().find(|row| row["table"] == *table).cloned().unwrap()
    };
    let stands = row(&lobby, &first["table"]);
    assert_eq!(stands["free"], json!(["B"]));
    assert_eq!((&stands["system"], &stands["over"]), (&json!("greek-fire"), &json!(false)));
    assert!(stands["round"].is_number());
    assert_eq!(row(&lobby, &second["table"])["free"], json!(["A", "B"]));
    let token = kleon["token"].as_str().unwrap().to_owned();
    hall.kill();
    let hall = Host::hall(data.path());
    assert_eq!(hall.get("/health").1["tables"], 2);
    assert_eq!(hall.get("/tables").1, lobby);
    let mut a = hall.enters(&token);
    assert!(a.asks(&json!({"order": {"kind": "sail", "ship": "A1"}}))["ok"].is_object());
}
