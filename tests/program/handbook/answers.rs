//! Test of the table of keys in `docs/handbook/referee.md` against the answers that scripts
//! receive.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use trierarch::session::Referee;

use testing::handbook::page;

/// The keys of each part that were found.
type Seen = BTreeMap<String, BTreeSet<String>>;

fn note(seen: &mut Seen, part: &str, value: &Value) {
    let Some(map) = value.as_object() else { return };
    seen.entry(part.to_owned()).or_default().extend(map.keys().cloned());
}

/// Notes the elements of a list, and the lists inside them.
fn note_each(seen: &mut Seen, (part, list): (&str, &Value)) {
    for one in list.as_array().into_iter().flatten() {
        note(seen, part, one);
        note_parts(seen, one);
    }
}

/// Notes the parts of an object.
fn note_parts(seen: &mut Seen, value: &Value) {
    let lists = [
        "entries",
        "left",
        "rolls",
        "after",
        "modifiers",
        "outcomes",
        "offers",
        "fields",
        "choices",
        "journal",
        "steps",
        "targets",
        "throws",
        "cannot",
    ];
    for key in lists {
        let part = match key {
            "after" => "rolls",
            "entries" => "order",
            _ => key,
        };
        let part = if part == "order" { part.to_owned() } else { format!("each of {part}") };
        note_each(seen, (&part, &value[key]));
    }
    if value["orders"][0].get("turns_on").is_some() {
        note_each(seen, ("each of its orders", &value["orders"]));
    }
    if value["group"].get("nth").is_some() {
        note(seen, "group of an entry", &value["group"]);
    }
    note(seen, "refused", &value["refused"]);
}

/// Sends a request, and notes the parts of its answer.
fn ask(seen: &mut Seen, referee: &mut Referee, request: &Value) {
    let answer = referee.answer(&request.to_string(), 1).expect("an answer");
    assert_eq!(answer.get("error"), None, "{request}: {answer}");
    let verb = request.as_object().and_then(|map| map.keys().next()).expect("a verb").clone();
    if answer["ok"].is_object() {
        note(seen, &verb, &answer["ok"]);
        note_parts(seen, &answer["ok"]);
        if !answer["ok"]["done"].is_null() {
            note(seen, "done", &answer["ok"]["done"]);
            note_parts(seen, &answer["ok"]["done"]);
        }
    }
    note(seen, "refused", &answer["refused"]);
    if answer["needs"].is_object() {
        note(seen, "needs", &answer["needs"]);
        note_parts(seen, &answer["needs"]);
    }
}

/// The rows of the table: each part with its keys.
fn documented() -> Seen {
    let text = page("handbook/referee.md");
    let table = text.split_once("| part | keys |").expect("the table").1;
    let mut rows = Seen::new();
    for line in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let (parts, keys) = line.trim_matches(['|', ' ']).split_once(" | ").expect("two cells");
        let keys: BTreeSet<String> =
            keys.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        for part in parts.split(", ").flat_map(|part| part.split(" and ")) {
            let name = part.replace('`', "");
            let name = match name.as_str() {
                "each of entries" => "order",
                "after" => continue,
                other => other,
            };
            rows.insert(name.to_owned(), keys.clone());
        }
    }
    rows
}

#[test]
fn the_table_of_keys_names_every_key_of_answers_and_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("keys.battle");
    let fleet = |name: &str| format!("{}/fleets/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let (mut seen, mut referee) = (Seen::new(), Referee::default());
    let sides = [fleet("greek-fire/sybota-athens"), fleet("greek-fire/sybota-corinth")];
    let shot =
        json!({"kind": "shoot", "ship": "A1", "weapon": "archers", "target": "B1", "range": 1});
    let far =
        json!({"kind": "shoot", "ship": "A1", "weapon": "archers", "target": "B1", "range": 99});
    let ram = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 4});
    for request in [
        json!({"open": {"system": "greek-fire", "sides": sides, "seed": 7}}),
        json!({"next": {}}),
        json!({"offers": {}}),
        json!({"offers": {"side": "A"}}),
        json!({"turn": {"ship": "A1", "target": "B1"}}),
        json!({"group": {"do": "only-move", "units": ["A1", "B1", "A2", "A3"]}}),
        json!({"order": {"kind": "activate", "ship": "A1"}}),
        json!({"offers": {"ship": "A1"}}),
        json!({"turn": {"ship": "A1"}}),
        json!({"order": ram, "dice": []}),
        json!({"order": ram, "dice": [2]}),
        json!({"odds": shot, "watch": ["B1.crew"]}),
        json!({"order": far}),
        json!({"order": shot, "dice": [9, 5, 6]}),
        json!({"orders": [{"kind": "sail", "ship": "A1"}, {"kind": "sail", "ship": "A1"}], "dice": [null, []]}),
        json!({"undo": {}}),
        json!({"redo": {}}),
        json!({"undo": {}}),
        json!({"orders": [{"kind": "sail", "ship": "A1"}, {"kind": "row", "ship": "A1", "spent": "all"}]}),
        json!({"journal": {}}),
        json!({"state": {}}),
        json!({"save": {"path": path}}),
        json!({"load": {"path": path}}),
    ] {
        ask(&mut seen, &mut referee, &request);
    }
    let documented = documented();
    for (part, keys) in &documented {
        assert_eq!(seen.get(part).unwrap_or(&BTreeSet::new()), keys, "{part}");
    }
    let parts = |rows: &Seen| rows.keys().cloned().collect::<BTreeSet<_>>();
    let others = BTreeSet::from(["undo", "redo"].map(str::to_owned));
    let missing: Vec<String> = parts(&seen)
        .difference(&parts(&documented))
        .filter(|part| !others.contains(*part))
        .cloned()
        .collect();
    assert_eq!(missing, [""; 0], "parts without a row");
}
