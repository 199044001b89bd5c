//! Whatever players correct a log to, every order can still be judged, and its
//! odds told in a moment.

use serde_json::{Map, Value, json};
use trierarch::analysis::odds;
use trierarch::dice::{Entered, Seeded, Thoroughness};
use trierarch::journal::Journal;
use trierarch::rules::{Battle, Need, Stop, Subject, SystemTag, Viewer, offers};

use crate::player::{first_battle, subjects};

/// The battle after a correction; none where it is not accepted.
fn corrected(battle: &Battle, whose: &str, field: &str, value: &Value) -> Option<Battle> {
    let written = json!({"kind": "adjust", "ship": whose, "field": field, "value": value});
    let order = battle.read_order(written.as_object()?).ok()?;
    let before = battle.clone();
    let report = battle.resolve(&order, &mut Seeded::new(1, 1));
    assert_eq!(battle, &before);
    let mut after = before;
    after.apply(&report.ok()?.effects);
    Some(after)
}

/// Every key of a log, those within others dotted.
fn fields(log: &Map<String, Value>) -> Vec<String> {
    let inner = |(key, value): (&String, &Value)| match value {
        Value::Object(inner) => inner.keys().map(|word| format!("{key}.{word}")).collect(),
        _ => vec![key.clone()],
    };
    log.iter().flat_map(inner).collect()
}

/// Asks for every order of a subject, and for the odds of those that are open.
fn judge_everything(battle: &Battle, subject: Subject) -> usize {
    let mut judged = 0;
    for offer in offers(battle, subject) {
        let mut written = Map::from_iter([("kind".to_owned(), json!(offer.spec.kind))]);
        for field in &offer.fields {
            written.extend(field.value.clone().map(|value| (field.spec.name.to_owned(), value)));
        }
        let Ok(order) = battle.read_order(&written) else { continue };
        let told = odds(battle, &order, &[], Thoroughness::Merged);
        let sum: f64 = told.iter().flat_map(|odds| &odds.outcomes).map(|(_, p)| p.to_f64()).sum();
        assert!(told.is_err() || (sum - 1.0).abs() < 1e-9, "{written:?}: {sum}");
        judged += 1;
    }
    judged
}

#[test]
fn corrections_of_any_size_are_refused_or_lived_with() {
    for system in SystemTag::ALL {
        let journal = Journal::open(first_battle(*system, 1, false)).expect("a ready battle");
        let battle = journal.battle();
        let (mut accepted, mut judged) = (0, 0);
        for subject in subjects(battle) {
            let keys = match subject {
                Subject::Unit(tag) if tag.number > 1 => continue,
                Subject::Unit(tag) => {
                    fields(&battle.unit_state(tag, Viewer::Everyone).expect("it"))
                }
                Subject::Side(side) => {
                    let state = battle.state(Viewer::Everyone);
                    fields(state["sides"][side.index()].as_object().expect("a side"))
                }
                Subject::Battle => continue,
            };
            for field in keys {
                for value in [u64::MAX, 4_000_000_000, 20_000, 300, 60] {
                    let whose = subject.to_string();
                    let Some(after) = corrected(battle, &whose, &field, &json!(value)) else {
                        continue;
                    };
                    assert!(value <= 20_000, "{system}: {whose}.{field} is {value}");
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
fn the_largest_crews_fight_on_a_deck() {
    let journal = Journal::open(first_battle(SystemTag::GreekFire, 1, false)).expect("Sybota");
    let mut battle = journal.battle().clone();
    for ship in ["A1", "B1"] {
        for field in ["full_crew", "crew"] {
            battle = corrected(&battle, ship, field, &json!(20_000)).expect("a crew of giants");
        }
    }
    let board = json!({"kind": "board", "ship": "A1", "target": "B1"});
    let order = battle.read_order(board.as_object().expect("an order")).expect("an order");
    let odds = odds(&battle, &order, &[], Thoroughness::Merged).expect("the odds");
    assert_eq!(odds.outcomes.len(), 2);
    let one = trierarch::dice::EnteredRoll::Total(10);
    match battle.resolve(&order, &mut Entered::new([one], Seeded::new(1, 1))) {
        Err(Stop::Needs { need: Need::Throw { ask, .. }, .. }) => {
            assert_eq!(ask.throw.to_string(), "2000d6");
        }
        other => panic!("{other:?}"),
    }
}
