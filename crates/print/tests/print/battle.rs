//! Tests of prints during a battle: they show the condition of each ship, but only what
//! their reader may know.

use dice::Seeded;
use engine::analysis::{OddsTable, odds_tables};
use engine::fleet::{library, read_toml};
use games::{Battle, Fleet, Options};
use print::{PrintInput, PrintJob, PrintKind, PrintPart, parts, title};
use rules::{Side, Viewer};
use serde_json::{Value, json};

use super::support::{check, letters};

fn fleets(paths: [&str; 2]) -> [Fleet; 2] {
    paths.map(|path| read_toml(library::file(path).unwrap()).unwrap().fleet)
}

const SYBOTA: [&str; 2] = ["greek-fire/sybota-athens.toml", "greek-fire/sybota-corinth.toml"];
const ZAMA: [&str; 2] =
    ["command-and-chaos/zama-carthage.toml", "command-and-chaos/zama-rome.toml"];

/// A battle after some corrections by its players.
fn after(fleets: &[Fleet; 2], corrections: &[Value]) -> Battle {
    let mut battle = Battle::open(fleets.clone(), Options::new()).unwrap();
    for correction in corrections {
        let order = battle.read_order(correction.as_object().unwrap()).unwrap();
        let report = battle.resolve(&order, &mut Seeded::new(0, 0)).unwrap();
        battle.apply(&report.effects);
    }
    battle
}

fn adjust(ship: &str, field: &str, value: &Value) -> Value {
    json!({"kind": "adjust", "ship": ship, "field": field, "value": value, "note": "a test"})
}

fn printed(inputs: &[PrintInput], kind: PrintKind) -> String {
    let job = PrintJob { parts: parts(inputs, None, &[kind]), ..PrintJob::default() };
    let pages = job.pages();
    pages.iter().for_each(check);
    letters(&pages)
}

#[test]
fn a_current_sheet_has_the_loss_of_the_ship_and_its_round() {
    let fleets = fleets(SYBOTA);
    let corrections = [
        adjust("A1", "routing", &json!(true)),
        adjust("A2", "rammed_last_turn", &json!(true)),
        adjust("A2", "victories", &json!(2)),
        adjust("A3", "aground", &json!(true)),
        adjust("A3", "moved_this_round", &json!(true)),
        adjust("A4", "status", &json!("sunk")),
    ];
    let battle = after(&fleets, &corrections);
    let inputs = PrintInput::of_battle(&battle, &fleets, Viewer::Everyone);
    let text = printed(&inputs, PrintKind::Sheets);
    for words in ["Outofthebattle", "Victories:2", "sunk"] {
        assert!(text.contains(words), "{words} is not in {text}");
    }
    let heading = title(&inputs).to_string();
    assert!(heading.ends_with(", round 1"), "{heading}");
    let fresh = inputs.map(|input| PrintInput { fresh: true, ..input });
    assert!(!printed(&fresh, PrintKind::Sheets).contains("State,round"));
}

#[test]
fn a_roster_of_a_battle_has_the_present_counts_beside_the_full_ones() {
    let fleets = fleets(SYBOTA);
    let battle = after(&fleets, &[adjust("A1", "crew", &json!(83))]);
    let inputs = PrintInput::of_battle(&battle, &fleets, Viewer::Everyone);
    let card = battle.full_view().card("A1".parse().unwrap()).unwrap();
    let full = card.gauges[0].full;
    assert!(printed(&inputs, PrintKind::Rosters).contains(&format!("83of{full}")));
}

#[test]
fn a_roster_beside_the_current_position_does_not_repeat_conditions() {
    let fleets = fleets(SYBOTA);
    let battle = after(&fleets, &[adjust("A3", "aground", &json!(true))]);
    let inputs = PrintInput::of_battle(&battle, &fleets, Viewer::Everyone);
    assert!(printed(&inputs, PrintKind::Rosters).contains("State,round1"));
    let kinds = [PrintKind::Moment, PrintKind::Rosters];
    let job = PrintJob { parts: parts(&inputs, None, &kinds), ..PrintJob::default() };
    let text = letters(&job.pages());
    assert!(text.contains("aground") && !text.contains("State,round1"), "{text}");
}

#[test]
fn a_position_lists_cards_or_for_another_reader_counts_them() {
    let fleets = fleets(ZAMA);
    let battle = after(&fleets, &[]);
    let position = |viewer| {
        let inputs = PrintInput::of_battle(&battle, &fleets, viewer);
        printed(&inputs, PrintKind::Moment).to_lowercase()
    };
    let all = position(Viewer::Everyone);
    assert!(all.contains("inthedeck:") && !all.contains("cardsinthedeck"), "{all}");
    let both = position(Viewer::Both);
    assert!(!both.contains("inthedeck:") && both.contains("cardsinthedeck"), "{both}");
}

#[test]
fn a_position_lists_all_galleys_that_foul_one_in_one_phrase() {
    let drepanum =
        ["chicken-of-the-sea/drepanum-carthage.toml", "chicken-of-the-sea/drepanum-rome.toml"];
    let fleets = fleets(drepanum);
    let battle = after(&fleets, &[adjust("A1", "fouled_with", &json!(["B1", "B2"]))]);
    let inputs = PrintInput::of_battle(&battle, &fleets, Viewer::Everyone);
    let text = printed(&inputs, PrintKind::Moment);
    assert!(text.contains("fouledwithB1,B2"), "{text}");
}

#[test]
fn prints_for_a_side_have_no_secrets_of_the_other() {
    let fleets = fleets(ZAMA);
    let battle = after(&fleets, &[]);
    assert!(battle.has_secrets());
    assert!(!after(&self::fleets(SYBOTA), &[]).has_secrets());
    let [own, other] = PrintInput::of_battle(&battle, &fleets, Viewer::Side(Side::A));
    let captions = |input: &PrintInput| -> Vec<String> {
        let tracks = input.sheets().into_iter().flat_map(|sheet| sheet.tracks);
        tracks.map(|track| track.caption.to_string()).collect()
    };
    let morale = |captions: &[String]| captions.iter().any(|caption| caption.contains("Morale"));
    assert!(morale(&captions(&own)));
    assert!(!morale(&captions(&other)), "{:?}", captions(&other));
    let chits = |input: &PrintInput| {
        let parts = parts(std::slice::from_ref(input), None, &[PrintKind::Cards]);
        parts.iter().any(|part| matches!(part, PrintPart::Chits(..)))
    };
    assert!(chits(&own) && !chits(&other));
}

#[test]
fn prints_for_one_side_do_not_depend_on_the_others_secrets() {
    let fleets = fleets(ZAMA);
    let plain = after(&fleets, &[]);
    let [a1, a2] = ["A1", "A2"].map(|tag| {
        let state = plain.full_view().unit_state(tag.parse().unwrap()).unwrap();
        let veteran = state["veteran"].as_bool().unwrap();
        (tag, veteran, state["max_morale"].as_u64().unwrap())
    });
    let changed = after(
        &fleets,
        &[
            adjust(a1.0, "veteran", &json!(!a1.1)),
            adjust(a1.0, "max_morale", &json!(a1.2 + 1)),
            adjust(a2.0, "max_morale", &json!(a2.2 - 1)),
        ],
    );
    let kinds: Vec<PrintKind> =
        PrintKind::ALL.iter().copied().filter(|kind| *kind != PrintKind::Report).collect();
    let pages = |battle: &Battle, viewer| {
        let inputs = PrintInput::of_battle(battle, &fleets, viewer);
        PrintJob { parts: parts(&inputs, None, &kinds), ..PrintJob::default() }.pages()
    };
    let of = |viewer| (pages(&plain, viewer), pages(&changed, viewer));
    let (before, after) = of(Viewer::Side(Side::B));
    assert_eq!(letters(&before), letters(&after));
    assert!(before == after);
    // The print for the side itself has the change.
    let (before, after) = of(Viewer::Side(Side::A));
    assert_ne!(letters(&before), letters(&after));
}

#[test]
fn a_fleet_by_itself_is_printed_as_the_requested_side() {
    for path in SYBOTA.into_iter().chain(ZAMA).chain(["chicken-of-the-sea/drepanum-rome.toml"]) {
        let file = library::file(path).unwrap();
        let checked = read_toml(file).unwrap();
        for side in [Side::A, Side::B] {
            let input = PrintInput::of_fleet_as(side, &checked, file).unwrap();
            let sheets = input.sheets();
            assert_eq!(sheets[0].tag.map(|tag| tag.side), Some(side), "{path}");
            assert_eq!(sheets[0].fleet, input.name());
        }
    }
}

#[test]
fn odds_are_listed_once_by_the_sum_of_modifiers() {
    let battle = after(&fleets(SYBOTA), &[]);
    let tables = odds_tables(&battle.known_to(Viewer::Both), Side::A);
    let ram = tables.iter().find(|table| table.title == "Ram").unwrap();
    let net = |(label, chances): &(message::Message, Vec<Option<f64>>)| {
        let all: f64 = chances.iter().flatten().sum();
        assert!((all - 1.0).abs() < 1e-9, "{label}");
        label.to_string().replace('−', "-").parse::<i64>().unwrap()
    };
    let nets: Vec<i64> = ram.rows.iter().map(net).collect();
    assert!(nets.len() > 5 && nets.windows(2).all(|pair| pair[0] < pair[1]), "{nets:?}");
    // From no effect to the worst result of a ram.
    let columns: Vec<String> = ram.columns.iter().map(ToString::to_string).collect();
    assert_eq!(columns.last().map(String::as_str), Some("sunk"), "{columns:?}");
    assert!(ram.notes[0] == "· cannot happen.");
    for table in &tables {
        let has_gap = table.rows.iter().flat_map(|(_, chances)| chances).any(Option::is_none);
        let explains = table.notes.iter().any(|note| *note == "· cannot happen.");
        assert!(has_gap || !explains, "{}", table.title);
    }
    // No ship burns.
    assert!(tables.iter().all(|table| table.title != "Fire"));
}

#[test]
fn odds_that_depend_on_a_hidden_grade_are_left_out_with_a_note() {
    let fleets = fleets(ZAMA);
    let battle = after(&fleets, &[]);
    // Tables by grade name no units.
    let by_grade =
        |table: &OddsTable| table.notes.iter().any(|note| note.to_string().starts_with("By grade"));
    let tables = odds_tables(&battle.known_to(Viewer::Both), Side::A);
    assert_eq!(tables.iter().filter(|table| by_grade(table)).count(), 3);
    for table in tables.iter().filter(|table| !by_grade(table)) {
        for (row, _) in &table.rows {
            assert!(!row.to_string().contains("veteran"), "{row}");
        }
        assert!(!table.rows.is_empty(), "{}", table.title);
    }
}

/// The table with this title, from the first side of two ready fleets.
fn table(paths: [&str; 2], title: &str) -> OddsTable {
    let battle = after(&fleets(paths), &[]);
    let mut tables = odds_tables(&battle.known_to(Viewer::Both), Side::A).into_iter();
    tables.find(|table| table.title == title).unwrap_or_else(|| panic!("no table {title}"))
}

fn chance(table: &OddsTable, row: &str, column: usize) -> f64 {
    let found = table.rows.iter().find(|(label, _)| *label == row);
    found.unwrap_or_else(|| panic!("no row {row}: {table:?}")).1[column].unwrap_or(0.0)
}

#[test]
fn a_galley_is_sunk_by_the_difference_of_the_ram_numbers() {
    let fleets =
        ["chicken-of-the-sea/drepanum-carthage.toml", "chicken-of-the-sea/drepanum-rome.toml"];
    let ram = table(fleets, "Ram and shear: original Carthaginians");
    assert_eq!(ram.rows.len(), 9);
    // Chicken of the Sea, worked example: difference 4, original Carthaginian: 1 to 5 at
    // the flank, 1 to 3 at the front.
    assert!((chance(&ram, "4", 1) - 5.0 / 6.0).abs() < 1e-9);
    assert!((chance(&ram, "4", 0) - 3.0 / 6.0).abs() < 1e-9);
    assert!((chance(&ram, "4", 3) - 5.0 / 6.0).abs() < 1e-9);
}

#[test]
fn a_charge_is_listed_by_grade_without_revealing_units() {
    let charge = table(ZAMA, "Charge, the target stands");
    // Command & Chaos, worked example: an average unit against an average one that
    // stands: 0: 11/16, 1: 4/16, 2: 1/16.
    for (hits, sixteenths) in [11.0, 4.0, 1.0].into_iter().enumerate() {
        let found = chance(&charge, "average charges average", hits);
        assert!((found - sixteenths / 16.0).abs() < 1e-9, "{hits}: {found}");
    }
    let melee = table(ZAMA, "Melee");
    assert!((chance(&melee, "at veteran", 1) - 2.0 / 6.0).abs() < 1e-9);
    assert!((chance(&melee, "at average", 3) - 4.0 / 6.0).abs() < 1e-9);
}

#[test]
fn boarding_breaking_away_and_the_fight_have_their_odds() {
    let fleets =
        ["fast-play-salamis/starter-greeks.toml", "fast-play-salamis/starter-persians.toml"];
    let checks = table(fleets, "Boarding and breaking away");
    let athenian = checks.rows.iter().find(|(label, _)| label.to_string().contains("Athenian"));
    let (_, chances) = athenian.expect("an Athenian");
    // Boarding succeeds on 7 or less, and ramming speed on 9 or less, with 2d6.
    assert!((chances[0].unwrap() - 21.0 / 36.0).abs() < 1e-9);
    assert!((chances[1].unwrap() - 30.0 / 36.0).abs() < 1e-9);
    let fight = table(fleets, "Hand to hand");
    for (label, chances) in &fight.rows {
        let all: f64 = chances[..5].iter().flatten().sum();
        assert!((all - 1.0).abs() < 1e-9, "{label}");
    }
}

#[test]
fn a_fight_aboard_is_listed_by_the_size_of_the_crew() {
    let fight = table(SYBOTA, "A fight aboard");
    assert!(fight.columns.is_empty() && fight.further.len() == 2);
    assert_eq!(fight.rows[3].0, "31–40");
    // Each die is 3.5 on average: no half is rounded.
    for (texts, dice) in fight.further_texts.iter().zip(1..) {
        let tenths = 35 * dice;
        assert_eq!(texts[0], format!("{}.{}", tenths / 10, tenths % 10));
    }
    assert_eq!(fight.further_texts.len(), fight.rows.len());
    let fire = table(SYBOTA, "Fire, no burning ship beside her");
    // One counter: out on a 1, two on a 6.
    for (counters, sixths) in [(0, 1.0), (1, 4.0), (2, 1.0)] {
        assert!((chance(&fire, "1 counter", counters) - sixths / 6.0).abs() < 1e-9);
    }
}
