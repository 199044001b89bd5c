//! Tests of the fleet builder: edits leave the rest of a file as it was written, and faults
//! have their place.

mod chits;
mod dice;
mod random_fleets;

use engine::fleet::build::{FleetDraft, Path, form, random};
use engine::fleet::{Fault, Severity, library, read_json, to_json};
use games::SystemTag;
use message::Message;
use proptest::prelude::*;
use rules::ValueType;
use serde_json::{Value, json};

const FILE: &str = r#"# A squadron, drawn up by hand.
system = "greek-fire"   # the rules
name = "Squadron"

# --- The van ---

# She was the fastest.
[[ship]]
name = "Paralos"        # the sacred ship
type = "triaconter"
captain = { name = "Phormio", skills = ["ramming"] }   # a hero
advantages = [
    "prongs",           # bronze
    "sails", "archers",
]

[[ship]]
name = "Salaminia"
type = "triaconter"
advantages = ["prongs", "sails", "archers"]

# --- The rear ---

[[ship]]
name = "Nike"
type = "triaconter"
count = 2
advantages = ["prongs", "sails", "archers"]
[ship.captain]
name = "Konon"
# The end.
"#;

fn draft() -> FleetDraft {
    FleetDraft::from_text(FILE).unwrap()
}

fn path(text: &str) -> Path {
    text.parse().expect("a place in a fleet file")
}

/// Compares the file after an edit with the file with some lines replaced.
fn check(edit: impl FnOnce(&mut FleetDraft), replaced: &[(&str, &str)]) {
    let mut draft = draft();
    edit(&mut draft);
    let expected = replaced.iter().fold(FILE.to_owned(), |text, (old, new)| {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text.replace(old, new)
    });
    assert_eq!(draft.text(), expected);
}

#[test]
fn an_unedited_draft_equals_its_file() {
    check(|_| {}, &[]);
    for text in library::paths().filter_map(library::file) {
        assert_eq!(FleetDraft::from_text(text).unwrap().text(), text);
    }
}

#[test]
fn a_value_changes_and_the_comments_around_it_stay() {
    check(
        |draft| draft.set(&path("ship[1].name"), &json!("Paralos II")).unwrap(),
        &[("\"Paralos\"        # the", "\"Paralos II\"        # the")],
    );
    check(
        |draft| draft.set(&path("ship[1].captain.skills[1]"), &json!("melee")).unwrap(),
        &[("skills = [\"ramming\"] }   # a hero", "skills = [\"melee\"] }   # a hero")],
    );
    check(
        |draft| draft.set(&path("ship[1].advantages[1]"), &json!("corvus")).unwrap(),
        &[("    \"prongs\",           # bronze", "    \"corvus\",           # bronze")],
    );
    check(
        |draft| {
            let list = json!(["corvus", "sails", "archers", "harpax"]);
            draft.set(&path("ship[1].advantages"), &list).unwrap();
        },
        &[(
            "    \"prongs\",           # bronze\n    \"sails\", \"archers\",\n",
            "    \"corvus\",           # bronze\n    \"sails\", \"archers\", \"harpax\",\n",
        )],
    );
    check(
        |draft| draft.set(&path("ship[3].captain.name"), &json!("Chabrias")).unwrap(),
        &[("\"Konon\"", "\"Chabrias\"")],
    );
}

#[test]
fn a_missing_key_is_added_and_removed_again() {
    check(
        |draft| draft.set(&path("ship[2].crew_quality"), &json!("elite")).unwrap(),
        &[(
            "advantages = [\"prongs\", \"sails\", \"archers\"]\n\n# --- The rear",
            "advantages = [\"prongs\", \"sails\", \"archers\"]\ncrew_quality = \"elite\"\n\n# --- The rear",
        )],
    );
    check(
        |draft| {
            draft.set(&path("ship[2].crew_quality"), &json!("elite")).unwrap();
            draft.set(&path("ship[2].crew_quality"), &Value::Null).unwrap();
            draft.set(&path("ship[2].crew_skills"), &Value::Null).unwrap();
        },
        &[],
    );
    let mut draft = draft();
    draft.set(&path("ship[2].captain.name"), &json!("Kimon")).unwrap();
    assert!(draft.text().contains("captain = { name = \"Kimon\" }"), "{}", draft.text());
    draft.set(&path("people"), &json!("Athenian")).unwrap();
    assert!(draft.text().contains("name = \"Squadron\"\npeople = \"Athenian\"\n"));
}

#[test]
fn a_missing_place_cannot_be_set() {
    let mut draft = draft();
    for wrong in
        ["ship[4].name", "type[1].slug", "ship[1].name.first", "ship[1].advantages[5]", "ship[9]"]
    {
        let error = draft.set(&path(wrong), &json!("x")).unwrap_err();
        assert_eq!(error.to_string(), format!("there is no {wrong} in this fleet"));
    }
    assert!(draft.add("squadron").is_err());
    assert!(draft.copy("ship", 3).is_err());
    assert!(draft.remove("ship", 3).is_err());
    assert!(draft.move_entry("ship", 0, 3).is_err());
    assert_eq!(draft.text(), FILE);
}

#[test]
fn a_removed_ship_loses_her_own_comment_and_headings_stay() {
    check(
        |draft| draft.remove("ship", 0).unwrap(),
        &[(
            &FILE[FILE.find("# She was").unwrap()..FILE.find("[[ship]]\nname = \"Sal").unwrap()],
            "",
        )],
    );
    check(
        |draft| draft.remove("ship", 1).unwrap(),
        &[(
            "[[ship]]\nname = \"Salaminia\"\ntype = \"triaconter\"\nadvantages = [\"prongs\", \"sails\", \"archers\"]\n\n# --- The",
            "# --- The",
        )],
    );
    check(
        |draft| draft.remove("ship", 2).unwrap(),
        &[(
            &FILE[FILE.find("[[ship]]\nname = \"Nike").unwrap()..FILE.find("# The end").unwrap()],
            "",
        )],
    );
}

#[test]
fn ships_change_places_and_the_headings_stay() {
    let mut draft = draft();
    draft.move_entry("ship", 2, 0).unwrap();
    let names: Vec<Value> = draft.entries("ship").iter().map(|keys| keys["name"].clone()).collect();
    assert_eq!(names, ["Nike", "Paralos", "Salaminia"]);
    let text = draft.text();
    let order = [
        "# --- The van",
        "\"Nike\"",
        "[ship.captain]\nname = \"Konon\"",
        "# She was",
        "\"Paralos\"",
        "# --- The rear",
        "\"Salaminia\"",
        "# The end",
    ];
    let places: Vec<usize> = order.iter().map(|part| text.find(part).unwrap()).collect();
    assert!(places.is_sorted(), "{text}");
    draft.move_entry("ship", 0, 2).unwrap();
    assert_eq!(draft.text(), FILE);
}

#[test]
fn a_copy_follows_its_ship_with_the_next_free_name() {
    let mut draft = draft();
    assert_eq!(draft.copy("ship", 0), Ok(1));
    assert_eq!(draft.copy("ship", 1), Ok(2));
    let names: Vec<Value> = draft.entries("ship").iter().map(|keys| keys["name"].clone()).collect();
    assert_eq!(names, ["Paralos", "Paralos 2", "Paralos 3", "Salaminia", "Nike"]);
    assert_eq!(
        draft.entry("ship", 2).unwrap()["captain"],
        json!({"name": "Phormio", "skills": ["ramming"]})
    );
    let text = draft.text();
    assert!(text.find("Paralos 3").unwrap() < text.find("Salaminia").unwrap(), "{text}");
    assert!(text.find("Salaminia").unwrap() < text.find("# --- The rear").unwrap(), "{text}");
}

#[test]
fn a_repeated_ship_can_be_split_into_single_ships() {
    let mut draft = draft();
    let before = draft.check().fleet;
    assert_eq!((draft.count("ship"), draft.units("ship")), (3, 4));
    assert_eq!(draft.separate("ship", 2), Ok(2));
    assert_eq!(draft.separate("ship", 0), Ok(1));
    assert_eq!((draft.count("ship"), draft.units("ship")), (4, 4));
    assert_eq!(draft.check().fleet, before);
}

#[test]
fn a_fleet_is_built_from_an_empty_one() {
    let mut draft = FleetDraft::new(SystemTag::GreekFire, "New \"fleet\" 🚢");
    assert_eq!(draft.check().faults.len(), 1);
    assert_eq!(draft.add("ship"), Ok(0));
    assert_eq!(draft.add("ship"), Ok(1));
    draft.set(&path("ship[2].type"), &json!("custom-type-1")).unwrap();
    let faults = draft.check().faults;
    let fault = faults.iter().find(|fault| fault.severity == Severity::Error).unwrap();
    assert_eq!(fault.path, "ship[2].type");
    draft.add("type").unwrap();
    let check = draft.check();
    assert!(check.fleet.is_some(), "{:?}", check.faults);
    assert!(check.faults.iter().all(|fault| fault.severity == Severity::Warning));
    assert_eq!(check.at(&path("ship[2]")).count(), 1);
    assert_eq!(check.at(&path("ship")).count(), 2);
    draft.remove("type", 0).unwrap();
    draft.remove("ship", 1).unwrap();
    draft.remove("ship", 0).unwrap();
    assert_eq!(draft.text(), FleetDraft::new(SystemTag::GreekFire, "New \"fleet\" 🚢").text());
}

#[test]
fn every_ready_fleet_can_be_edited_and_written_again() {
    for ready in library::paths() {
        let draft = FleetDraft::from_ready(ready).unwrap();
        let Some(fleet) = draft.check().fleet else { continue };
        let rebuilt = FleetDraft::from_fleet(&fleet).check();
        assert_eq!(rebuilt.fleet, Some(fleet), "{ready}");
    }
    assert!(FleetDraft::from_ready("greek-fire/atlantis.toml").is_none());
}

#[test]
fn a_file_that_is_not_toml_is_refused_as_a_draft() {
    let faults = FleetDraft::from_text("name = \"X\"\n[ship\n").unwrap_err();
    assert_eq!(
        faults[0].to_string(),
        "2:6: this heading cannot be read: write it as [[ship]] or [admiral]"
    );
    assert!(FleetDraft::from_text(&"#".repeat(2_000_000)).is_err());
}

// --- forms ---

/// The keys that are suggested instead of an unknown one.
fn known_keys(faults: &[Fault]) -> Vec<&'static str> {
    faults.iter().find(|fault| !fault.known.is_empty()).unwrap().known.clone()
}

#[test]
fn a_form_asks_for_every_key_of_its_system_and_no_other() {
    for system in SystemTag::ALL {
        for list in form(*system).lists {
            let mut draft = FleetDraft::new(*system, "X");
            draft.add(list.key).unwrap();
            let entry = Path::entry(list.key, 0);
            draft.set(&entry.clone().key("no_such_key"), &json!(1)).unwrap();
            let faults = draft.check().faults;
            let mut known = known_keys(&faults);
            let mut asked: Vec<&str> = list
                .fields
                .iter()
                .map(|field| field.key.split_once('.').map_or(field.key, |(table, _)| table))
                .collect();
            known.sort_unstable();
            asked.sort_unstable();
            asked.dedup();
            assert_eq!(asked, known, "{system} {}", list.key);
        }
    }
}

#[test]
fn a_form_asks_for_every_key_of_the_fleet_itself() {
    for system in SystemTag::ALL {
        let form = form(*system);
        let mut draft = FleetDraft::new(*system, "X");
        draft.set(&path("no_such_key"), &json!(1)).unwrap();
        let faults = draft.check().faults;
        let mut known = known_keys(&faults);
        let table = |key: &'static str| key.split_once('.').map_or(key, |(table, _)| table);
        // The program writes the version, so no form asks for it.
        let mut asked = vec!["system", "version"];
        asked.extend(form.head.iter().map(|field| table(field.key)));
        asked.extend(form.lists.iter().map(|list| list.key));
        known.sort_unstable();
        asked.sort_unstable();
        asked.dedup();
        assert_eq!(asked, known, "{system}");
    }
}

#[test]
fn every_word_and_default_of_a_form_is_accepted() {
    for system in SystemTag::ALL {
        for list in form(*system).lists {
            for field in &list.fields {
                let slugs = field.words.iter().map(|word| json!(word.slug));
                let values: Vec<Value> = match field.takes {
                    ValueType::List(_) => slugs.map(|slug| json!([slug])).collect(),
                    ValueType::Number { min, max } => vec![json!(min), json!(max)],
                    ValueType::Flag => vec![json!(true), json!(false)],
                    ValueType::Text if field.words.is_empty() => vec![json!("Παράλος")],
                    ValueType::Text | ValueType::Choice { .. } => slugs.collect(),
                    other => panic!("{other:?} in a fleet file"),
                };
                for value in values.iter().chain(&field.default) {
                    let mut draft = FleetDraft::new(*system, "X");
                    draft.add(list.key).unwrap();
                    let place = Path::entry(list.key, 0).key(field.key);
                    draft.set(&place, value).unwrap();
                    let check = draft.check();
                    let nonsense = check
                        .at(&place)
                        .filter(|fault| fault.severity == Severity::Error && fault.rule.is_none())
                        .filter(|fault| {
                            field.key != "slug"
                                || !fault.why.to_string().starts_with("use small letters")
                        });
                    assert_eq!(nonsense.collect::<Vec<_>>(), Vec::<&_>::new(), "{place} {value}");
                }
            }
        }
    }
}

#[test]
fn a_custom_type_can_be_chosen() {
    let mut draft = draft();
    draft.add("type").unwrap();
    let form = draft.form().unwrap();
    let field = form.lists[0].fields.iter().find(|field| field.key == "type").unwrap();
    assert_eq!(field.words.last().unwrap().slug, "custom-type-1");
}

// --- advantages ---

#[test]
fn the_number_of_advantages_is_limited_by_the_slots_of_the_type() {
    let mut draft = draft();
    let form = draft.form().unwrap();
    let field = form.field("ship", "advantages").unwrap();
    let prongs = field.words.iter().find(|word| word.slug == "prongs").unwrap();
    assert_eq!(prongs.gives, "+1 ram bonus");
    draft.set(&path("ship[2].type"), &json!("penteconter")).unwrap();
    assert_eq!(draft.room_for("ship", 1, field), Some(5));
    draft.put_word(&path("ship[2].advantages"), 3, &json!("corvus"));
    draft.set(&path("ship[2].advantages[1]"), &Value::Null).unwrap();
    assert!(
        draft.text().contains("advantages = [\"sails\", \"archers\", \"corvus\"]"),
        "{}",
        draft.text()
    );
    draft.set(&path("ship[2].advantages"), &Value::Null).unwrap();
    draft.put_word(&path("ship[2].advantages"), 4, &json!("rowers"));
    assert_eq!(draft.get(&path("ship[2].advantages")), Some(json!(["rowers"])));
    draft.set(&path("ship[1].type"), &json!("nothing")).unwrap();
    assert_eq!(draft.room_for("ship", 0, field), None);
    draft.add("type").unwrap();
    draft.set(&path("ship[1].type"), &json!("custom-type-1")).unwrap();
    assert_eq!(draft.room_for("ship", 0, field), Some(6));
    assert_eq!(draft.room_for("ship", 7, field), None);
    assert_eq!(draft.room_for("ship", 1, form.field("ship", "crew_skills").unwrap()), None);
}

#[test]
fn house_rules_lift_limits_and_are_listed_in_the_notes() {
    let mut draft = draft();
    draft.set(&path("notes"), &json!("Printed.")).unwrap();
    draft.set(&path("ship[2].advantages[4]"), &json!("corvus")).unwrap();
    assert!(draft.check().fleet.is_none());
    draft.set_house_rules(true);
    let check = draft.check();
    assert!(check.fleet.is_some(), "{:?}", check.faults);
    assert_eq!(check.faults[0].severity, Severity::Warning);
    assert_eq!(check.faults[0].path, "ship[2].advantages");
    let notes =
        |draft: &FleetDraft| draft.get(&path("notes")).unwrap().as_str().unwrap().to_owned();
    assert_eq!(
        notes(&draft),
        "Printed.\nHouse rules: [Salaminia: 4 advantages, and the deck of Triaconter has 3 slots]"
    );
    draft.set(&path("ship[2].name"), &json!("Kratousa")).unwrap();
    assert!(notes(&draft).contains("[Kratousa: 4"));
    draft.set(&path("ship[2].advantages[4]"), &Value::Null).unwrap();
    assert_eq!(notes(&draft), "Printed.\nHouse rules: [none used]");
    draft.set(&path("ship[2].type"), &json!("galleon")).unwrap();
    assert!(draft.check().fleet.is_none(), "house rules do not allow nonsense");
    draft.set_house_rules(false);
    assert_eq!(notes(&draft), "Printed.");
}

#[test]
fn notes_about_house_rules_are_left_unchanged() {
    let mut draft = draft();
    let written = "House rules: decks carry one more, as agreed.";
    draft.set(&path("notes"), &json!(written)).unwrap();
    draft.set(&path("ship[1].name"), &json!("Ammonias")).unwrap();
    let notes = draft.get(&path("notes")).unwrap();
    assert_eq!(notes, json!(format!("{written} [none used]")));
    assert!(draft.allows_house_rules());
}

// --- random fleets ---

#[test]
fn a_random_fleet_follows_every_rule_of_its_system() {
    for system in SystemTag::ALL {
        for seed in 0..40 {
            let draft = random(*system, 12, seed);
            let check = draft.check();
            assert_eq!(check.faults, [], "{system} {seed}\n{}", draft.text());
            let fleet = check.fleet.unwrap();
            assert_eq!(fleet.system(), *system);
            let again = read_json(&to_json(&fleet)).map(|checked| checked.fleet);
            assert_eq!(again, Ok(fleet), "{system} {seed}");
        }
        let count = |ships| random(*system, ships, 1).count(form(*system).lists[0].key);
        if *system == SystemTag::CommandAndChaos {
            // The learning army, and the standard army.
            assert_eq!([0, 10, 11, 5000].map(count), [8, 8, 14, 14]);
        } else {
            assert_eq!([0, 1, 12, 5000].map(count), [1, 1, 12, 1000]);
        }
    }
}

#[test]
fn the_same_seed_always_gives_the_same_fleet() {
    let text = random(SystemTag::GreekFire, 3, 7).text();
    assert_eq!(text, random(SystemTag::GreekFire, 3, 7).text());
    assert_ne!(text, random(SystemTag::GreekFire, 3, 8).text());
    insta::assert_snapshot!(text);
}

// --- any edits ---

/// Two lists whose entries alternate, an entry with a table in it, and a list
/// on one line.
const MIXED: &str = r#"system = "greek-fire"
name = "Mixed"
# first
[[ship]]
name = "a"
type = "t"

[[type]]
slug = "t"
name = "T"
deck = 0
ram = 1
crew = 10
move = 3

# second
[[ship]]
name = "b"
type = "t"
[ship.captain]
name = "of b"

[[type]]
slug = "u"
name = "U"
deck = 0
ram = 1
crew = 10
move = 3

[[ship]]
name = "c"
type = "u"
"#;

const IN_ONE_LINE: &str = r#"system = "greek-fire"
name = "Mixed"
ship = [{ name = "a", type = "t" }, { name = "b", type = "t", captain = { name = "of b" } }, { name = "c", type = "u" }]
type = [{ slug = "t", name = "T", deck = 0, ram = 1, crew = 10, move = 3 }, { slug = "u", name = "U", deck = 0, ram = 1, crew = 10, move = 3 }]
"#;

#[derive(Clone, Debug)]
enum Edit {
    Remove(usize),
    Move(usize, usize),
    Copy(usize),
    Add,
    Captain(usize),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let edit = prop_oneof![
        (0..5usize).prop_map(Edit::Remove),
        (0..5usize, 0..5usize).prop_map(|(from, to)| Edit::Move(from, to)),
        (0..5usize).prop_map(Edit::Copy),
        Just(Edit::Add),
        (0..5usize).prop_map(Edit::Captain),
    ];
    prop::collection::vec(edit, 0..8)
}

/// Makes an edit both in the file and in a plain list of its ships.
fn make(edit: &Edit, draft: &mut FleetDraft, ships: &mut Vec<Value>) {
    let count = ships.len();
    match *edit {
        Edit::Remove(at) if at < count => {
            draft.remove("ship", at).unwrap();
            ships.remove(at);
        }
        Edit::Move(from, to) if from < count && to < count => {
            draft.move_entry("ship", from, to).unwrap();
            let moved = ships.remove(from);
            ships.insert(to, moved);
        }
        Edit::Copy(at) if at < count => {
            draft.copy("ship", at).unwrap();
            let name = draft.get(&Path::entry("ship", at + 1).key("name")).unwrap();
            assert!(ships.iter().all(|ship| ship["name"] != name), "{name}");
            let mut copy = ships[at].clone();
            copy["name"] = name;
            ships.insert(at + 1, copy);
        }
        Edit::Add => {
            draft.add("ship").unwrap();
            ships.push(json!({"name": format!("Ship {}", count + 1), "type": "trireme"}));
        }
        Edit::Captain(at) if at < count => {
            draft.set(&Path::entry("ship", at).key("captain.name"), &json!("Konon")).unwrap();
            if ships[at].get("captain").is_none() {
                ships[at]["captain"] = json!({});
            }
            ships[at]["captain"]["name"] = json!("Konon");
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn edits_change_the_file_and_the_fleet_alike(
        edits in edits(), text in prop::sample::select(vec![FILE, MIXED, IN_ONE_LINE]),
    ) {
        let mut draft = FleetDraft::from_text(text).unwrap();
        let as_values = |draft: &FleetDraft| -> Vec<Value> {
            draft.entries("ship").into_iter().map(Value::Object).collect()
        };
        let types = draft.entries("type");
        let mut ships = as_values(&draft);
        for edit in &edits {
            make(edit, &mut draft, &mut ships);
            // The file must be read back as equal.
            let read = FleetDraft::from_text(&draft.text()).unwrap();
            prop_assert_eq!(as_values(&read), ships.clone(), "{:?}\n{}", edit, draft.text());
            prop_assert_eq!(read.entries("type"), types.clone());
        }
    }
}

/// The suggestions for a field of the fleet itself, or of a ship.
fn ideas(draft: &FleetDraft, list: Option<&str>, key: &str) -> Vec<&'static str> {
    let form = draft.form().unwrap();
    let head = || form.head.iter().find(|field| field.key == key);
    draft.ideas(list.map_or_else(head, |list| form.field(list, key)).unwrap())
}

#[test]
fn names_of_a_nation_are_given_once_each() {
    let mut draft = FleetDraft::new(SystemTag::GreekFire, "Squadron");
    draft.add("ship").unwrap();
    assert_eq!(ideas(&draft, Some("ship"), "name"), [""; 0], "the fleet has no people yet");
    assert!(ideas(&draft, None, "people").contains(&"Athenian"));
    draft.set(&path("people"), &json!("Athenian, and friends")).unwrap();
    assert!(ideas(&draft, Some("ship"), "captain.name").contains(&"Φορμίων"));
    let names = ideas(&draft, Some("ship"), "name");
    draft.set(&path("ship[1].name"), &json!(names[0])).unwrap();
    assert_eq!(ideas(&draft, Some("ship"), "name"), names[1..]);
    assert!(draft.check().fleet.is_some());
    let army = FleetDraft::new(SystemTag::CommandAndChaos, "Army");
    assert_eq!(ideas(&army, None, "people"), ["Phoenician", "Roman"]);
}

#[test]
fn a_fault_is_reported_with_the_name_of_the_ship() {
    let mut draft = draft();
    draft.set(&path("ship[2].advantages[4]"), &json!("corvus")).unwrap();
    let shown: Vec<Message> =
        draft.check().faults.iter().map(|fault| draft.fault_text(fault)).collect();
    assert_eq!(shown, ["Salaminia: 4 advantages, and the deck of Triaconter has 3 slots"]);
}
