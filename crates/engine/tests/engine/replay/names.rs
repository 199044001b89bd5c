//! Tests of unusual names: plural names, and names that begin with an article, are a number
//! or end in s, read correctly in every sentence of every game.

use std::collections::BTreeSet;

use engine::journal::{Journal, Opening};
use games::SystemTag;
use rules::Viewer;
use serde_json::{Value, json};

use testing::player::{Picks, first_battle, play};

const SIDES: [&str; 2] = ["The Six Hundred", "Les Bleus"];

const UNITS: [&str; 12] = [
    "The Furies",
    "Ares",
    "Twins",
    "12",
    "A",
    "An Old Friend",
    "O’Neill",
    "Ships",
    "Μοῖραι",
    "No. 7",
    "the Few",
    "Hers",
];

/// The first battle of a game, with these names for sides and units.
fn renamed(system: SystemTag, seed: u64) -> Opening {
    let mut written = first_battle(system, seed, seed.is_multiple_of(2)).to_json();
    for (side, name) in written["sides"].as_array_mut().unwrap().iter_mut().zip(SIDES) {
        side["name"] = json!(name);
        let lists = ["ship", "unit"].map(|key| side.get(key).and_then(Value::as_array).cloned());
        let (key, mut units) = match lists {
            [Some(ships), _] => ("ship", ships),
            [None, Some(units)] => ("unit", units),
            [None, None] => panic!("{system} has no units"),
        };
        for (unit, name) in units.iter_mut().zip(UNITS.iter().cycle()) {
            unit["name"] = json!(name);
        }
        side[key] = Value::Array(units);
    }
    // Special orders refer to ships by their old names.
    written.as_object_mut().unwrap().shift_remove("special_order");
    Opening::read_json(&written).unwrap_or_else(|fault| panic!("{system}: {fault}"))
}

/// Every sentence of random battles under these names.
fn sentences(system: SystemTag) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for seed in 0..6 {
        let mut journal = Journal::open(renamed(system, seed)).unwrap();
        play(&mut journal, 60, &mut Picks::new(seed));
        for index in 0..journal.cursor() {
            let seen = journal.seen(index, Viewer::Everyone).unwrap();
            all.extend(seen.sentences.iter().map(ToString::to_string));
            let report = seen.report.into_iter();
            all.extend(report.flat_map(|report| report.warnings).map(|shown| shown.to_string()));
        }
        let guide = journal.battle().full_view().guide();
        all.extend(guide.next.iter().map(|step| step.label.to_string()));
        all.insert(guide.headline.to_string());
    }
    all
}

#[test]
fn unusual_names_read_correctly_in_every_sentence() {
    for system in SystemTag::ALL {
        let all = sentences(*system);
        assert!(all.len() > 100, "{system}: only {} sentences", all.len());
        for shown in &all {
            let wrong = ["  ", "he the ", "he The ", " a A ", " a An ", "’’", "s’s ", " ,", " ."];
            for wrong in wrong {
                assert!(!shown.contains(wrong), "{system}: “{shown}” has “{wrong}”");
            }
            // The article in a side's name is lower case within a sentence.
            let within = shown.find("The Six Hundred").is_some_and(|at| {
                let before = shown[..at].trim_end();
                before.ends_with(|c: char| c.is_lowercase() || c == ',')
            });
            assert!(!within, "{system}: “{shown}”");
        }
    }
}

#[test]
fn a_battle_that_was_stored_with_a_direction_mark_in_a_name_is_read() {
    let mut written = first_battle(SystemTag::AncientNavalGames, 1, false).to_json();
    written["sides"][0]["ship"][0]["name"] = json!("Vic\u{200f}toria");
    assert!(engine::fleet::read_json(&written["sides"][0]).is_err(), "a new fleet is refused");
    let opening = Opening::read_json(&written).expect("a stored battle");
    let battle = Journal::open(opening).expect("it opens");
    assert_eq!(battle.battle().full_view().value("A1.name"), Some(json!("Vic\u{200f}toria")));
}
