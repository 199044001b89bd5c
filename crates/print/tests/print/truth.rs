//! Tests that labels and boxes on paper agree with the battle for every reader.

use engine::analysis::BattleReport;
use engine::journal::{DiceChoice, Journal, Opening};
use games::{Battle, SystemTag};
use print::PrintInput;
use rules::{Side, Tag, Viewer};
use serde_json::{Map, Value, json};

use super::position::positions;

const READERS: [Viewer; 5] = [
    Viewer::Everyone,
    Viewer::Both,
    Viewer::Onlooker,
    Viewer::Side(Side::A),
    Viewer::Side(Side::B),
];

/// Whether a record entry has a value.
fn is_set(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Bool(false))
        && *value != json!(0)
        && *value != json!("")
        && *value != json!([])
        && *value != json!({})
}

/// The value at a path of a record: `ammo.archers-1`.
fn entry<'s>(state: &'s Map<String, Value>, path: &str) -> Option<&'s Value> {
    let mut parts = path.split('.');
    let first = state.get(parts.next()?)?;
    parts.try_fold(first, |value, part| value.get(part))
}

/// The tags of units and the numbers in a phrase.
fn figures(phrase: &str) -> (Vec<Tag>, Vec<i64>) {
    let words = phrase.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let tags = words.iter().filter_map(|word| word.parse().ok()).collect();
    (tags, words.iter().filter_map(|word| word.parse().ok()).collect())
}

/// All numbers in a value.
fn numbers(value: &Value) -> Vec<i64> {
    match value {
        Value::Number(number) => number.as_i64().into_iter().collect(),
        Value::Array(list) => list.iter().flat_map(numbers).collect(),
        Value::Object(keys) => keys.values().flat_map(numbers).collect(),
        Value::Null | Value::Bool(_) | Value::String(_) => Vec::new(),
    }
}

/// The phrases of a unit's condition that are not true in the battle, and the number of
/// phrases compared.
fn untrue(battle: &Battle, reader: Viewer, tag: Tag) -> (Vec<String>, usize) {
    let truth = battle.full_view();
    let state = truth.unit_state(tag).unwrap();
    let (mut untrue, mut compared) = (Vec::new(), 0);
    for now in battle.known_to(reader).condition(tag) {
        let phrase = now.words.to_string();
        if now.entry.is_empty() || now.entry == "status" {
            continue;
        }
        let Some(value) = entry(&state, &now.entry) else { continue };
        compared += 1;
        let (tags, counts) = figures(&phrase);
        let text = value.to_string();
        let names = |other: &Tag| *other == tag || text.contains(&other.to_string());
        let known = numbers(value);
        let counted = |count: &i64| known.is_empty() || known.contains(count);
        let hides = phrase.contains("hidden");
        // The record of an enemy's friend shows whether it is at the enemy's flank.
        let flanks = |other: &Tag| {
            let of = truth.unit_state(*other).unwrap();
            entry(&of, &now.entry).is_some_and(|at| at.to_string().contains(&tag.to_string()))
        };
        let is_flanked = phrase.ends_with("at its flank") && tags.iter().all(flanks);
        let holds = is_set(value) != (phrase == "no crew");
        let agrees = tags.iter().all(names) && (counts.is_empty() || counts.iter().any(counted));
        if !(hides || is_flanked || holds && agrees) {
            untrue.push(format!("{tag}, {reader:?}: {phrase} ({} is {text})", now.entry));
        }
    }
    (untrue, compared)
}

#[test]
fn phrases_of_a_condition_hold_in_the_record_for_every_reader() {
    let mut phrases = 0;
    let mut untrue = Vec::new();
    for &system in SystemTag::ALL {
        for (battle, _) in positions(system) {
            for (reader, tag) in
                READERS.iter().flat_map(|r| battle.tags().into_iter().map(move |t| (*r, t)))
            {
                let (wrong, compared) = self::untrue(&battle, reader, tag);
                phrases += compared;
                untrue.extend(wrong);
            }
        }
    }
    assert!(untrue.is_empty(), "{untrue:#?}");
    assert!(phrases > 1000, "{phrases}");
}

#[test]
fn boxes_of_a_sheet_agree_with_the_record_for_every_reader() {
    let (mut ticks, mut tracks) = (0, 0);
    let mut untrue = Vec::new();
    for &system in SystemTag::ALL {
        for (battle, _) in positions(system) {
            for (reader, tag) in
                READERS.iter().flat_map(|r| battle.tags().into_iter().map(move |t| (*r, t)))
            {
                let state = battle.full_view().unit_state(tag).unwrap();
                let sheet = battle.known_to(reader).record_sheet(tag, false);
                let Some(sheet) = sheet.filter(|sheet| sheet.out.is_none()) else { continue };
                for tick in &sheet.ticks {
                    let path = tick.entry.as_deref().unwrap_or_default();
                    let Some(value @ Value::Bool(_)) = entry(&state, path) else { continue };
                    let active = path == "moved_this_round" || path == "moved";
                    if (tick.ticked || !active) && tick.ticked != is_set(value) {
                        untrue.push(format!("{tag}, {reader:?}: {} is {value}", tick.caption));
                    }
                    ticks += 1;
                }
                for track in sheet.tracks.iter().filter(|track| track.box_worth == 1) {
                    let path = track.entry.as_deref().unwrap_or_default();
                    let Some(value) = entry(&state, path).and_then(Value::as_u64) else { continue };
                    // The tens of a crew have a separate row, and a count that has not
                    // begun has all its boxes.
                    if path == "crew" || value == 0 && track.crossed == 0 {
                        continue;
                    }
                    let left = track.boxes.saturating_sub(track.crossed + track.unavailable);
                    if ![track.crossed, left].map(u64::from).contains(&value) {
                        let caption = &track.caption;
                        untrue.push(format!("{tag}, {reader:?}: {caption} {left} is {value}"));
                    }
                    tracks += 1;
                }
            }
        }
    }
    assert!(untrue.is_empty(), "{untrue:#?}");
    assert!(ticks > 100 && tracks > 100, "{ticks} {tracks}");
}

#[test]
fn the_report_names_men_aboard_prizes() {
    let mut journal = Journal::open(Opening::ready("sybota", 1).unwrap()).unwrap();
    let orders = [
        json!({"kind": "adjust", "ship": "B2", "field": "crew", "value": 0, "note": ""}),
        json!({"kind": "take-prize", "ship": "A1", "target": "B2", "crew": 100}),
    ];
    for order in orders {
        let order = journal.battle().read_order(order.as_object().unwrap()).unwrap();
        journal.give(&order, &DiceChoice::Program, 0, "").unwrap();
    }
    let report = BattleReport::of(&journal, Viewer::Everyone);
    let members = report.forces.iter().flat_map(|force| &force.members);
    let captor = members.into_iter().find(|member| member.tag.to_string() == "A1").unwrap();
    let state = captor.state.to_string();
    assert!(state.contains("100 men aboard prizes, not dead"), "{state}");
}

#[test]
fn the_roster_names_conditions_that_a_sheet_shows_in_boxes() {
    let mut journal = Journal::open(Opening::ready("sybota", 1).unwrap()).unwrap();
    let order =
        json!({"kind": "adjust", "ship": "A1", "field": "aground", "value": true, "note": ""});
    let order = journal.battle().read_order(order.as_object().unwrap()).unwrap();
    journal.give(&order, &DiceChoice::Program, 0, "").unwrap();
    let roster = PrintInput::of_journal(&journal, Viewer::Everyone)[0].roster();
    let condition = roster.ships[0].facts.iter().find(|fact| fact.is_condition()).unwrap();
    let text = condition.text.to_string();
    assert!(text.contains("aground"), "{text}");
}

#[test]
fn a_sheet_gives_no_speed_that_is_hidden_or_of_a_sunk_galley() {
    let mut journal = Journal::open(Opening::ready("drepanum", 1).unwrap()).unwrap();
    let tag: Tag = "A1".parse().unwrap();
    let speed = |journal: &Journal, reader| {
        let sheet = journal.battle().known_to(reader).record_sheet(tag, false).unwrap();
        let fact = sheet.facts.iter().find(|fact| fact.caption == "Speed");
        fact.map(|fact| fact.text.to_string())
    };
    let order = json!({"kind": "set-speed", "ship": "A1", "speed": 1});
    let order = journal.battle().read_order(order.as_object().unwrap()).unwrap();
    journal.give(&order, &DiceChoice::Program, 0, "").unwrap();
    assert_eq!(speed(&journal, Viewer::Side(Side::A)).as_deref(), Some("1"));
    let hidden = speed(&journal, Viewer::Side(Side::B));
    assert_eq!(hidden.as_deref(), Some("hidden, last turn 0"));
    let order =
        json!({"kind": "adjust", "ship": "A1", "field": "status", "value": "sunk", "note": ""});
    let order = journal.battle().read_order(order.as_object().unwrap()).unwrap();
    journal.give(&order, &DiceChoice::Program, 0, "").unwrap();
    assert_eq!(speed(&journal, Viewer::Side(Side::A)), None);
}
