//! Tests of corrections: whatever players correct in a record, every order can still be
//! judged, and its odds are found quickly.

use dice::{Entered, Seeded, Thoroughness};
use engine::analysis::odds;
use engine::journal::Journal;
use games::{Battle, SystemTag, offers};
use rules::{Need, Stop, Subject};
use serde_json::{Map, Value, json};

use testing::player::{first_battle, subjects};

/// The battle after a correction; `None` if it is not accepted.
fn corrected(battle: &Battle, subject: &str, field: &str, value: &Value) -> Option<Battle> {
    let written = json!({"kind": "adjust", "ship": subject, "field": field, "value": value});
    let order = battle.read_order(written.as_object()?).ok()?;
    let before = battle.clone();
    let report = battle.resolve(&order, &mut Seeded::new(1, 1));
    assert_eq!(battle, &before);
    let mut after = before;
    after.apply(&report.ok()?.effects);
    Some(after)
}

/// Every key of a record; nested keys have dots.
fn fields(log: &Map<String, Value>) -> Vec<String> {
    let inner = |(key, value): (&String, &Value)| match value {
        Value::Object(inner) => inner.keys().map(|word| format!("{key}.{word}")).collect(),
        _ => vec![key.clone()],
    };
    log.iter().flat_map(inner).collect()
}

/// Requests every order of a subject, and the odds of those that are open.
fn judge_everything(battle: &Battle, subject: Subject) -> usize {
    let mut judged = 0;
    for offer in offers(&battle.full_view(), subject) {
        let mut written = Map::from_iter([("kind".to_owned(), json!(offer.spec.kind))]);
        for field in &offer.fields {
            written.extend(field.value.clone().map(|value| (field.spec.name.to_owned(), value)));
        }
        let Ok(order) = battle.read_order(&written) else { continue };
        let shown = odds(&battle.full_view(), &order, &[], Thoroughness::Merged);
        let sum: f64 = shown.iter().flat_map(|odds| &odds.outcomes).map(|(_, p)| p.to_f64()).sum();
        assert!(shown.is_err() || (sum - 1.0).abs() < 1e-9, "{written:?}: {sum}");
        judged += 1;
    }
    judged
}

#[test]
fn corrections_of_any_size_are_refused_or_accepted_without_a_crash() {
    for system in SystemTag::ALL {
        let journal = Journal::open(first_battle(*system, 1, false)).expect("a ready battle");
        let battle = journal.battle();
        let (mut accepted, mut judged) = (0, 0);
        for subject in subjects(battle) {
            let keys = match subject {
                Subject::Unit(tag) if tag.number > 1 => continue,
                Subject::Unit(tag) => fields(&battle.full_view().unit_state(tag).expect("it")),
                Subject::Side(side) => {
                    let state = battle.full_view().state();
                    fields(state["sides"][side.index()].as_object().expect("a side"))
                }
                Subject::Battle => continue,
            };
            for field in keys {
                for value in [u64::MAX, 4_000_000_000, 20_000, 300, 60] {
                    let owner = subject.to_string();
                    let Some(after) = corrected(battle, &owner, &field, &json!(value)) else {
                        continue;
                    };
                    assert!(value <= 20_000, "{system}: {owner}.{field} is {value}");
                    accepted += 1;
                    judged += judge_everything(&after, subject);
                }
                for value in [json!(-5), json!(i64::MIN), json!(1e300), json!("x".repeat(5_000))] {
                    if let Some(after) = corrected(battle, &subject.to_string(), &field, &value) {
                        assert_eq!(value, json!(-5), "{system}: {subject}.{field}");
                        judged += judge_everything(&after, subject);
                    }
                }
            }
        }
        assert!(judged > accepted || accepted == 0, "{system}: {accepted}, {judged}");
    }
}

#[test]
fn odds_of_a_fight_of_the_largest_crews_are_found() {
    let journal = Journal::open(first_battle(SystemTag::GreekFire, 1, false)).expect("Sybota");
    let mut battle = journal.battle().clone();
    for ship in ["A1", "B1"] {
        for field in ["full_crew", "crew"] {
            battle = corrected(&battle, ship, field, &json!(20_000)).expect("a crew of giants");
        }
    }
    let board = json!({"kind": "board", "ship": "A1", "target": "B1"});
    let order = battle.read_order(board.as_object().expect("an order")).expect("an order");
    let odds = odds(&battle.full_view(), &order, &[], Thoroughness::Merged).expect("the odds");
    assert_eq!(odds.outcomes.len(), 2);
    let one = dice::EnteredRoll::Total(10);
    match battle.resolve(&order, &mut Entered::new([one], Seeded::new(1, 1))) {
        Err(Stop::Needs { need: Need::Throw { ask, .. }, .. }) => {
            assert_eq!(ask.throw.to_string(), "2000d6");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_correction_of_an_unknown_entry_is_refused_with_the_known_ones() {
    let journal = Journal::open(first_battle(SystemTag::GreekFire, 1, false)).expect("Sybota");
    let battle = journal.battle();
    let why = |field: &str, value: Value| {
        let written = json!({"kind": "adjust", "ship": "A1", "field": field, "value": value});
        let order = battle.read_order(written.as_object().expect("an order")).expect("an order");
        let stop = battle.resolve(&order, &mut Seeded::new(1, 1)).expect_err(field);
        stop.to_string()
    };
    for (field, value, shown) in [
        ("ammo.zz", json!(3), "A1 has no entry `ammo.zz`; there are ammo.archers-1"),
        ("ammo.archers-9", json!(3), "did you mean `ammo.archers-1`?"),
        ("ammo", json!({"zz": 3}), "A1 has no mount `zz`"),
        ("ammo", json!({}), "the ammo of A1 lacks `archers-1`"),
        ("shot.zz", json!(true), "A1 has no entry `shot.zz`"),
        ("crew.deep", json!(3), "goes deeper"),
        ("crwe", json!(3), "did you mean `crew`?"),
        ("crew", json!("many"), "`crew` of A1 takes a whole number from 0 to 20000, not \"many\""),
        ("crew", json!(-1), "takes a whole number from 0 to 20000, not -1"),
        ("routing", json!(1), "takes true or false, not 1"),
        ("status", json!("sleepy"), "`sunk`"),
        ("grappled", json!("B1"), "takes a list of tags such as [\"A1\", \"A2\"], not \"B1\""),
        ("sinking_in", json!(true), "or null, not true"),
    ] {
        let refusal = why(field, value);
        assert!(refusal.contains(shown), "{field}: {refusal}");
    }
    // A mount that has not shot yet can also be corrected.
    assert!(corrected(battle, "A1", "shot.archers-1", &json!(true)).is_some());
    assert!(corrected(battle, "A1", "shot.rowers", &json!(true)).is_some());
}

/// Words of libraries, which mean nothing to a player.
const WORDS_OF_LIBRARIES: [&str; 14] = [
    "usize",
    "u8",
    "u32",
    "i64",
    "missing field",
    "unknown variant",
    "invalid type",
    "invalid value",
    "invalid length",
    "EOF while",
    "expected struct",
    "expected a map",
    " at line ",
    "trailing characters",
];

#[test]
fn refusals_of_corrections_have_no_library_messages() {
    let mut refused = 0;
    for system in SystemTag::ALL {
        let journal = Journal::open(first_battle(*system, 1, true)).expect("a ready battle");
        let battle = journal.battle();
        for subject in subjects(battle) {
            let keys = match subject {
                Subject::Unit(tag) if tag.number > 1 => continue,
                Subject::Unit(tag) => fields(&battle.full_view().unit_state(tag).expect("it")),
                Subject::Side(side) => {
                    let state = battle.full_view().state();
                    fields(state["sides"][side.index()].as_object().expect("a side"))
                }
                Subject::Battle => continue,
            };
            for field in keys {
                for value in [
                    json!("~"),
                    json!(-3),
                    json!(300),
                    json!(1.5),
                    json!([7]),
                    json!({"a": 1}),
                    json!(true),
                    Value::Null,
                    json!("Q9"),
                ] {
                    let written = json!({
                        "kind": "adjust", "ship": subject.to_string(), "field": field, "value": value
                    });
                    let written = written.as_object().expect("an order");
                    let refusal = match battle.read_order(written) {
                        Err(fault) => fault.why.to_string(),
                        Ok(order) => match battle.resolve(&order, &mut Seeded::new(1, 1)) {
                            Err(stop) => stop.to_string(),
                            Ok(_) => continue,
                        },
                    };
                    refused += 1;
                    for word in WORDS_OF_LIBRARIES {
                        assert!(!refusal.contains(word), "{system} {subject}.{field}: {refusal}");
                    }
                }
            }
        }
    }
    assert!(refused > 1_000, "only {refused} were refused");
}
