//! Tests of fleet files: all faults are found at once, each with its place; a valid file is
//! read back as equal; the reader never crashes.

use engine::fleet::build::FleetDraft;
use engine::fleet::{
    Fault, Glimpse, Severity, library, read_json, read_toml, render, share, to_json,
};
use engine::journal::Journal;
use games::Fleet;
use games::greek_fire::tables::{Advantage, CrewQuality, SHIP_TYPES, ShipType, Skill};
use games::greek_fire::{self, Captain, ShipEntry};
use message::{Message, steers};
use proptest::prelude::*;
use rules::Topic;
use rules::common::SideInfo;
use serde_json::json;

/// A valid fleet with a ship without warnings, into which tests put one fault.
const SOUND: &str = r#"system = "greek-fire"
name = "Squadron"

[[ship]]
name = "Paralos"
type = "triaconter"
advantages = ["prongs", "sails", "archers"]
"#;

fn faults(text: &str) -> Vec<Fault> {
    match read_toml(text) {
        Ok(checked) => checked.warnings,
        Err(faults) => faults,
    }
}

/// Compares the faults of a file, as `severity line:column: path: why`, with the expected
/// beginnings.
fn check(text: &str, expected: &[&str]) {
    let found: Vec<String> = faults(text)
        .iter()
        .map(|fault| match fault.severity {
            Severity::Error => format!("error {fault}"),
            Severity::Warning => format!("warning {fault}"),
        })
        .collect();
    assert_eq!(found.len(), expected.len(), "{text}\n{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{text}\nfound    {found}\nexpected {expected}");
    }
}

#[test]
fn all_faults_of_a_file_are_listed_in_its_order() {
    check(
        r#"system = "greek-fire"
name = "Squadron"
nation = "rome"

[[type]]
slug = "hemiolia"
name = "Hemiolia"
deck = 400
ram = 2
crew = 60
move = 6

[[ship]]
type = "triremme"
advantages = ["prongs", 3]
"#,
        &[
            "error 3:1: nation: unknown key “nation”. Known here: version, system, name, people,",
            "error 8:8: type 1, deck: 400 is not a whole number from 0 to 100",
            "error 13:1: ship 1: add name = \"…\"",
            "error 14:8: ship 1, type: unknown word “triremme”; did you mean “trireme”? Known here: triaconter,",
            "error 15:25: ship 1, advantages 2: 3 is not one of prongs,",
        ],
    );
}

#[test]
fn an_unknown_word_lists_the_known_words_and_suggests_one() {
    let faults = faults(&SOUND.replace("triaconter", "triremme"));
    assert_eq!(
        faults[0].why,
        "unknown word “triremme”; did you mean “trireme”? Known here: triaconter, penteconter, \
         bireme, bireme-modified-trireme, trireme, trireme-full-deck, quadrireme, quinquereme, \
         large-quinquereme, huge-quinquereme"
    );
}

/// A line that is added to the valid ship as line 8, and its fault.
const WRONG_LINES: &[(&str, &str)] = &[
    ("count = 0", "8:9: ship 1, count: 0 is not a whole number from 1 to 1000"),
    ("count = 1000000", "8:9: ship 1, count: 1000000 is not a whole number from 1 to 1000"),
    ("count = 2.0", "8:9: ship 1, count: 2.0 is not a whole number from 1 to 1000"),
    ("count = \"2\"", "8:9: ship 1, count: “2” is not a whole number from 1 to 1000"),
    ("count = 1979-05-27", "8:9: ship 1, count: 1979-05-27 is not a whole number from 1 to 1000"),
    (
        "crew_quality = \"fine\"",
        "8:16: ship 1, crew quality: unknown word “fine”. Known here: poor,",
    ),
    ("crew_quality = true", "8:16: ship 1, crew quality: true is not one of poor, good, elite"),
    (
        "crew_skills = \"melee\"",
        "8:15: ship 1, crew skills: “melee” is not a list of words such as melee,",
    ),
    ("captain = \"Phormio\"", "8:11: ship 1, captain: “Phormio” is not a table of keys"),
    (
        "captain = { nam = 1 }",
        "8:13: ship 1, captain, nam: unknown key “nam”; did you mean “name”? Known here: name, skills",
    ),
    ("captain = { skills = [\"ram\"] }", "8:23: ship 1, captain, skills 1: unknown word “ram”"),
    ("[ship.captain]\nname = 3", "9:8: ship 1, captain, name: 3 is not text in quotes"),
    ("speed = 3", "8:1: ship 1, speed: unknown key “speed”. Known here: name, count, type,"),
];

/// A part of the valid file, its replacement, and the fault.
const WRONG_PARTS: &[(&str, &str, &str)] = &[
    ("\"Paralos\"", "\"\"", "5:8: ship 1, name: give it a name (it is empty)"),
    (
        "Paralos",
        "Para\\u0007los",
        "5:8: ship 1, name: remove the control character \\u{7}: it cannot be printed",
    ),
    (
        "Paralos",
        "Para\\u202elos",
        "5:8: ship 1, name: remove the direction mark \\u{202e}: it would turn the text around it",
    ),
    (
        "Squadron",
        "Two\\nlines",
        "2:8: name: remove the control character \\n: it cannot be printed",
    ),
    (
        "Paralos",
        "A name that goes on and on, and on, and does not fit a ship log",
        "5:8: ship 1, name: use at most 60 characters; these are 63",
    ),
    ("name = \"Squadron\"", "", "1:1: add name = \"…\""),
    (
        "greek-fire",
        "grek-fire",
        "1:10: system: unknown word “grek-fire”; did you mean “greek-fire”?",
    ),
    ("system = \"greek-fire\"", "", "1:1: add system = \"…\", one of greek-fire, "),
    (
        "[[ship]]",
        "[ship]",
        "4:1: ship: a table is not a list of tables, each under its own [[ship]]",
    ),
    ("[[ship]]", "[[ships]]", "1:1: the fleet is empty: add at least one [[ship]]"),
];

#[test]
fn every_kind_of_wrong_value_is_reported_at_its_place() {
    check(SOUND, &[]);
    let lines = WRONG_LINES.iter().map(|(line, fault)| (format!("{SOUND}{line}\n"), fault));
    let parts = WRONG_PARTS.iter().map(|(part, by, fault)| (SOUND.replace(part, by), fault));
    for (text, expected) in lines.chain(parts) {
        let found = faults(&text)[0].to_string();
        assert!(found.starts_with(expected), "{text}\nfound    {found}\nexpected {expected}");
    }
}

#[test]
fn a_file_that_is_not_toml_has_one_fault_with_its_place() {
    for (text, expected) in [
        (
            "name = \"X\"\n[a\n",
            "error 2:3: this heading cannot be read: write it as [[ship]] or [admiral]",
        ),
        ("name = \"X\"\nname = \"Y\"\n", "error 2:1: this key is here twice: remove one of them"),
        ("name = ", "error 1:8: write a value after the = sign"),
        ("=", "error 1:1: this line cannot be read"),
        ("ναῦς = 1", "error 1:1: a key has only the letters a to z"),
    ] {
        check(text, &[expected]);
    }
}

#[test]
fn a_fleet_without_ships_is_refused() {
    let empty = "system = \"greek-fire\"\nname = \"Nobody\"\n";
    check(empty, &["error 1:1: the fleet is empty: add at least one [[ship]]"]);
    check(&format!("{empty}ship = []\n"), &["error 1:1: the fleet is empty"]);
    let whole = read_json(&json!({"system": "greek-fire", "name": "Nobody"})).unwrap_err();
    assert_eq!(whole[0].place, None);
}

#[test]
fn a_deck_carries_as_many_advantages_as_it_has_slots() {
    let deck =
        |list: &str| SOUND.replace("[\"prongs\", \"sails\", \"archers\"]", &format!("[{list}]"));
    let over = deck("\"prongs\", \"prongs\", \"prongs\", \"sails\"");
    check(
        &over,
        &["error 7:14: ship 1, advantages: 4 advantages, and the deck of Triaconter has 3 slots"],
    );
    assert_eq!(faults(&over)[0].rule, Some("Greek Fire: advantages"));
    check(&deck("\"prongs\""), &["warning 7:14: ship 1, advantages: 2 of 3 slots are free"]);
    check(
        &SOUND.replace("advantages = [\"prongs\", \"sails\", \"archers\"]\n", ""),
        &["warning 4:1: ship 1, advantages: 3 of 3 slots are free"],
    );
}

#[test]
fn an_elite_crew_without_a_skill_gives_a_warning() {
    let elite = format!("{SOUND}crew_quality = \"elite\"\n");
    check(&elite, &["warning 4:1: ship 1, crew skills: an elite crew has at least one skill"]);
    check(&format!("{elite}crew_skills = [\"melee\"]\n"), &[]);
}

/// GF-32.
#[test]
fn skills_of_a_crew_that_is_not_elite_give_a_warning_with_their_line() {
    for (quality, shown) in [("", "good"), ("crew_quality = \"poor\"\n", "poor")] {
        let line = if quality.is_empty() { 8 } else { 9 };
        let fleet = format!("{SOUND}{quality}crew_skills = [\"melee\"]\n");
        let warned = format!(
            "warning {line}:15: ship 1, crew skills: only an elite crew has skills, and this one is {shown}"
        );
        check(&fleet, &[&warned]);
    }
}

#[test]
fn a_custom_type_needs_a_unique_slug() {
    let house = |slug: &str| {
        format!(
            "{SOUND}[[type]]\nslug = \"{slug}\"\nname = \"H\"\ndeck = 4\nram = 2\ncrew = 60\nmove = 6\n"
        )
    };
    check(&house("hemiolia"), &[]);
    check(&house("trireme"), &["error 9:8: type 1, slug: “trireme” is in the rules already"]);
    check(&house("Hemiolia!"), &["error 9:8: type 1, slug: use small letters, digits"]);
    let twice = format!("{}{}", house("hemiolia"), &house("hemiolia")[SOUND.len()..]);
    check(&twice, &["error 16:8: type 2, slug: “hemiolia” is earlier in this file"]);
    check(
        &house("hemiolia").replace("crew = 60", "crew = 10001").replace("move = 6", "move = -1"),
        &[
            "error 13:8: type 1, crew: 10001 is not a whole number from 1 to 10000",
            "error 14:8: type 1, move: −1 is not a whole number from 0 to 100",
        ],
    );
}

#[test]
fn a_repeated_entry_numbers_its_names() {
    for (count, names) in [(3, &["Paralos 1", "Paralos 2", "Paralos 3"][..]), (1, &["Paralos"])] {
        let text = format!("{SOUND}count = {count}\n");
        let Fleet::GreekFire(fleet) = read_toml(&text).unwrap().fleet else {
            panic!("another system's fleet");
        };
        let read: Vec<&str> = fleet.ships.iter().map(|ship| ship.name.as_str()).collect();
        assert_eq!(read, names);
    }
    let long = SOUND.replace("Paralos", &"n".repeat(59));
    check(
        &format!("{long}count = 9\n"),
        &["error 5:8: ship 1, name: shorten the name: with its number"],
    );
}

#[test]
fn a_fleet_of_galleys_has_one_flagship_and_speeds_of_the_rules() {
    let fleet = |more: &str| {
        format!(
            "system = \"chicken-of-the-sea\"\nname = \"X\"\nnation = \"rome\"\n{more}\n[[ship]]\nname = \"I\"\ncq = 3\n"
        )
    };
    let admiral = fleet("[admiral]\nname = \"Claudius\"");
    let one = format!("{admiral}flagship = true\nspeed = \"bw\"\n");
    check(&one, &[]);
    let Fleet::ChickenOfTheSea(read) = read_toml(&one).unwrap().fleet else { panic!("{one}") };
    let admiral_read = read.admiral.unwrap();
    assert_eq!((admiral_read.range, admiral_read.enhanced_range), (3, 5), "the normal range");
    check(&admiral, &["error 4:1: admiral: an admiral needs a flagship"]);
    let two = format!("{one}[[ship]]\nname = \"II\"\ncq = 3\nflagship = true\n");
    check(&two, &["error 14:12: ship 2, flagship: a fleet has one flagship, not more"]);
    let many = format!("{one}count = 2\n");
    check(&many, &["error 9:12: ship 1, flagship: a fleet has one flagship, not more"]);
    check(
        &fleet("").replace("cq = 3", "cq = 7\nspeed = 6\nfacing = \"e\""),
        &[
            "error 7:6: ship 1, crew quality: 7 is not a whole number from 1 to 6",
            "error 8:9: ship 1, speed: 6 is not a whole number from 0 to 5 or bw",
            "error 9:10: ship 1, facing: unknown word “e”; did you mean “ne”? Known here: n, ne, se, s, sw, nw",
        ],
    );
    check(
        &fleet("[admiral]\nname = \"C\"\nrange = 4\nenhanced_range = 2")
            .replace("cq = 3", "cq = 3\nflagship = true"),
        &[
            "warning 7:18: admiral, enhanced range: the enhanced range (2) is shorter than the range (4)",
        ],
    );
}

#[test]
fn a_side_has_at_most_a_thousand_ships() {
    let ship = "[[ship]]\nname = \"x\"\ntype = \"triaconter\"\ncount = 600\n";
    let text = format!("system = \"greek-fire\"\nname = \"X\"\n{ship}{ship}{ship}");
    let errors: Vec<Fault> =
        faults(&text).into_iter().filter(|fault| fault.severity == Severity::Error).collect();
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert_eq!(
        errors[0].to_string(),
        "10:9: ship 2, count: a side has at most 1000 ships or units"
    );
}

#[test]
fn a_name_may_be_of_any_letters() {
    for name in ["Παράλος", "鄭和", "🚢🔥", "O'Brien \\\"x\\\"", "ﷺ"] {
        check(&SOUND.replace("Paralos", name), &[]);
    }
}

#[test]
fn json_has_the_same_faults_without_places() {
    let wrong = json!({
        "system": "greek-fire", "name": "X", "nation": null, "speed": 1,
        "ship": [{"name": "a", "type": "trireme", "count": 1.5}, 3],
    });
    let faults: Vec<String> = read_json(&wrong)
        .unwrap_err()
        .iter()
        .filter(|fault| fault.severity == Severity::Error)
        .map(ToString::to_string)
        .collect();
    assert_eq!(faults.len(), 3, "{faults:#?}");
    assert_eq!(faults[0], "ship 2: 3 is not a table of keys");
    assert_eq!(faults[1], "ship 1, count: 1.5 is not a whole number from 1 to 1000");
    assert!(faults[2].starts_with("speed: unknown key “speed”"));
    for value in [json!(null), json!([]), json!("greek-fire"), json!(7)] {
        assert_eq!(read_json(&value).unwrap_err().len(), 1);
    }
}

#[test]
fn faults_are_shown_under_their_lines() {
    let text = SOUND.replace("triaconter", "triacontor");
    let shown = render("squadron.toml", &text, &faults(&text));
    assert!(shown.contains("error: ship 1, type: unknown word “triacontor”"), "{shown}");
    assert!(
        shown.contains(
            " --> squadron.toml:6:8\n  |\n6 | type = \"triacontor\"\n  |        ^^^^^^^^^^^^"
        ),
        "{shown}"
    );
    let json = read_json(&json!({"system": "greek-fire"})).unwrap_err();
    assert!(render("fleet", "", &json).contains("add name = "));
}

#[test]
fn huge_files_are_refused_with_a_short_answer() {
    let dotted = vec!["a"; 79].join(".");
    let nested = (0..79).fold("1".to_owned(), |inner, _| format!("{{ {dotted} = {inner} }}"));
    for text in [
        "[".repeat(500_000),
        "x".repeat(2_000_000),
        format!("a{} = 1", ".a".repeat(400_000)),
        format!("[{dotted}]\n{dotted} = {nested}"),
        format!("{SOUND}advantages = [{}]", "\"prongs\",".repeat(90_000)),
        format!("{SOUND}{}", "[[ship]]\n".repeat(100_000)),
        (0..60_000).fold(SOUND.to_owned(), |text, n| text + &format!("key{n} = 1\n")),
    ] {
        let faults = read_toml(&text).unwrap_err();
        assert!(faults.len() <= 101);
        assert!(render("monster.toml", &text, &faults).len() < 100_000);
    }
}

#[test]
fn a_deep_json_value_gives_two_faults_and_no_crash() {
    let deep = format!("{}1{}", "[".repeat(125), "]".repeat(125));
    let text = format!(r#"{{"system": "greek-fire", "name": {deep}, "ship": {deep}}}"#);
    let fleet = serde_json::from_str(&text).unwrap();
    assert_eq!(read_json(&fleet).unwrap_err().len(), 2);
}

// --- random fleets ---

fn name() -> impl Strategy<Value = String> {
    "[^\\p{Cc}\u{2028}\u{2029}]{0,50}[^\\p{C}\\p{Z}][^\\p{Cc}\u{2028}\u{2029}]{0,9}"
        .prop_filter("a name", |name| !name.trim().is_empty() && !name.chars().any(steers))
}

fn free_text() -> impl Strategy<Value = String> {
    "[^\\p{Cc}\u{2028}\u{2029}\n]{0,50}(\n[^\\p{Cc}\u{2028}\u{2029}]{0,50})?"
}

fn skills() -> impl Strategy<Value = Vec<Skill>> {
    prop::collection::vec(prop::sample::select(Skill::ALL), 0..4)
}

fn house_type() -> impl Strategy<Value = ShipType> {
    ("h[a-z0-9-]{0,20}", name(), 0..=100u32, 0..=100u32, 1..=10_000u32, 0..=100u32).prop_map(
        |(slug, name, deck, ram, crew, move_points)| ShipType {
            slug: format!("{slug}-house").into(),
            name: name.into(),
            deck,
            ram,
            crew,
            move_points,
        },
    )
}

fn ship(types: Vec<ShipType>) -> impl Strategy<Value = ShipEntry> {
    let advantages =
        |most: u32| prop::collection::vec(prop::sample::select(Advantage::ALL), 0..=most as usize);
    prop::sample::select(types)
        .prop_flat_map(move |ship_type| (advantages(ship_type.deck), Just(ship_type)))
        .prop_flat_map(|(advantages, ship_type)| {
            let captain = (prop_oneof![Just(String::new()), name()], skills());
            let quality = prop::sample::select(CrewQuality::ALL);
            (name(), quality, captain, skills()).prop_map(
                move |(name, crew_quality, (captain, captain_skills), crew_skills)| ShipEntry {
                    name,
                    ship_type: ship_type.clone(),
                    crew_quality,
                    captain: Captain { name: captain, skills: captain_skills },
                    crew_skills,
                    advantages: advantages.clone(),
                },
            )
        })
}

fn fleet() -> impl Strategy<Value = Fleet> {
    let unlike = |types: &Vec<ShipType>| {
        let slugs: std::collections::BTreeSet<_> = types.iter().map(|known| &known.slug).collect();
        slugs.len() == types.len()
    };
    prop::collection::vec(house_type(), 0..3).prop_filter("slugs differ", unlike).prop_flat_map(
        |house_types| {
            let types: Vec<ShipType> = SHIP_TYPES.iter().chain(&house_types).cloned().collect();
            let ships = prop::collection::vec(ship(types), 1..6);
            let people = prop_oneof![Just(String::new()), name()];
            let texts = prop::collection::vec(free_text(), Topic::ALL.len());
            let fields = (name(), people, free_text(), texts, ships);
            fields.prop_map(move |(name, people, notes, texts, ships)| {
                Fleet::GreekFire(greek_fire::Fleet {
                    about: SideInfo {
                        name,
                        people,
                        notes,
                        briefing: Topic::ALL.iter().copied().zip(texts).collect(),
                    },
                    house_types: house_types.clone(),
                    ships,
                })
            })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_fleet_written_as_json_reads_back_equal(fleet in fleet()) {
        let read = read_json(&to_json(&fleet));
        prop_assert_eq!(read.map(|checked| checked.fleet), Ok(fleet));
    }

    #[test]
    fn no_text_crashes_the_reader(text in ".{0,200}") {
        let faults = faults(&text);
        prop_assert!(render("any.toml", &text, &faults).starts_with("error"));
    }

    #[test]
    fn damaged_fleet_files_are_read_or_refused_without_a_crash(
        at in 0..SOUND.len(), gone in 0..20usize, put in "[\\PC\n\r\t\u{0}\"\\[\\]{}=.,#']{0,6}",
    ) {
        let end = (at + gone).min(SOUND.len());
        let text = format!("{}{put}{}", &SOUND[..at], &SOUND[end..]);
        match read_toml(&text) {
            Ok(checked) => {
                let again = read_json(&to_json(&checked.fleet)).map(|checked| checked.fleet);
                prop_assert_eq!(again, Ok(checked.fleet));
            }
            Err(faults) => {
                prop_assert!(faults.iter().any(|fault| fault.severity == Severity::Error));
                for fault in &faults {
                    if let Some(place) = &fault.place {
                        prop_assert!(text.get(place.span.clone()).is_some());
                    }
                }
                let _ = render("any.toml", &text, &faults);
            }
        }
    }
}

#[test]
fn every_ready_fleet_reads_back_equal_from_json() {
    for path in engine::fleet::library::paths() {
        let text = engine::fleet::library::file(path).unwrap();
        if let Ok(checked) = read_toml(text) {
            let again = read_json(&to_json(&checked.fleet)).map(|checked| checked.fleet);
            assert_eq!(again, Ok(checked.fleet), "{path}");
        }
    }
}

// --- texts about the battle ---

#[test]
fn the_briefing_of_a_fleet_is_read_back_by_topic() {
    let lines = "setup = \"In column.\"\naims = \"Two prizes.\"\nscale = \"  \"\n";
    let file = SOUND.replace("\n\n[[ship]]", &format!("\n{lines}\n[[ship]]"));
    let checked = read_toml(&file).expect("sound");
    assert_eq!(checked.warnings, []);
    let briefing: Vec<(Topic, &str)> = checked.fleet.briefing().texts().collect();
    assert_eq!(briefing, [(Topic::Setup, "In column."), (Topic::Aims, "Two prizes.")]);
}

#[test]
fn a_wrong_field_about_the_battle_names_the_place_and_the_remedy() {
    for (line, fault) in [
        ("setup = 3", "error 3:9: setup: 3 is not text in quotes"),
        ("terrain = [\"land\"]", "error 3:11: terrain: a list is not text in quotes"),
        (
            "lenght = \"Ten rounds.\"",
            "error 3:1: lenght: unknown key “lenght”; did you mean “length”? Known here: version, system,",
        ),
        ("date = \"433 BCE\"", "error 3:1: date: unknown key “date”. Known here: version, system,"),
        ("aims = \"\\u0007\"", "error 3:8: aims: remove the control character"),
    ] {
        check(&SOUND.replace("\n\n[[ship]]", &format!("\n{line}\n[[ship]]")), &[fault]);
    }
    let long =
        SOUND.replace("\n\n[[ship]]", &format!("\nhistory = \"{}\"\n[[ship]]", "a".repeat(4001)));
    check(&long, &["error 3:11: history: use at most 4000 characters; these are 4001"]);
}

#[test]
fn a_byte_order_mark_before_a_fleet_is_ignored() {
    let path = library::paths().next().expect("a ready fleet");
    let file = library::file(path).expect("its text");
    let marked = read_toml(&format!("\u{feff}{file}")).expect("a sound fleet");
    assert_eq!(marked.fleet, read_toml(file).expect("a sound fleet").fleet);
    let faults = read_toml("\u{feff}name = ").expect_err("no value");
    assert!(faults[0].to_string().contains("write a value"), "{}", faults[0]);
}

#[test]
fn the_parent_of_a_place_in_a_file_is_its_entry_or_none() {
    let within = |place: &str| {
        let place: engine::fleet::build::Path = place.parse().expect("a place");
        place.parent().map(|parent| parent.to_string())
    };
    assert_eq!(within("ship[2].captain.name").as_deref(), Some("ship[2].captain"));
    assert_eq!(within("ship[2].name").as_deref(), Some("ship[2]"));
    assert_eq!(within("ship[2]").as_deref(), Some("ship"));
    assert_eq!(within("name"), None);
}

#[test]
fn a_glimpse_of_a_fleet_counts_its_units_by_kind() {
    let more = SOUND.to_owned()
        + "[[ship]]\nname = \"Nike\"\ntype = \"trireme\"\n[[ship]]\nname = \"S\"\ntype = \"trireme\"\n";
    let seen = Glimpse::of(&read_toml(&more).expect("a sound fleet").fleet).expect("it has ships");
    let kinds: Vec<_> = seen.kinds.iter().map(|(kind, count)| (kind.to_string(), *count)).collect();
    assert_eq!(kinds, [("Triaconter".to_owned(), 1), ("Trireme".to_owned(), 2)]);
    assert_eq!(seen.units(), 3);
}

#[test]
fn every_fault_is_a_whole_sentence() {
    let place: engine::fleet::build::Path = "ship[9].name".parse().expect("a place");
    let mut draft = FleetDraft::from_ready("greek-fire/sybota-athens.toml").expect("a fleet");
    let nowhere = draft.set(&place, &json!("Nike")).expect_err("no such ship");
    let message = nowhere.message();
    assert!(message.to_string().contains("ship[9]"), "{message}");
    assert_eq!(Message::from(nowhere), message);
    let unshared = share::from_text("?").expect_err("no fleet");
    let message = unshared.message();
    assert!(message.to_string().starts_with("it is not a shared fleet"), "{message}");
    assert_eq!(Message::from(unshared), message);
    let unread = Journal::read_file("nothing").expect_err("no battle");
    let message = unread.message();
    assert!(!message.is_empty());
    assert_eq!(Message::from(unread), message);
}

#[test]
fn a_panic_number_of_a_missing_fleet_is_a_warning() {
    let fleet = "system = \"fast-play-salamis\"\nname = \"Greeks\"\n\n[panic]\nspartan = 1\n\n\
        [[ship]]\nname = \"Nike\"\nclass = \"athenian\"\n";
    check(fleet, &["warning 5:11: panic, spartan: no ship is of this fleet"]);
    check(&fleet.replace("spartan = 1", "athenian = 1"), &[]);
}
