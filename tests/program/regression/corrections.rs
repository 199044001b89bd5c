//! Regression test of corrections: every key of the state gets valid and invalid values,
//! and the results or refusals are recorded.

use serde_json::{Map, Value, json};
use trierarch::dice::Entered;
use trierarch::games::{Battle, SystemTag};
use trierarch::journal::{DiceChoice, Journal, Opening};
use trierarch::rules::{Side, Subject, Viewer};

use crate::regression::player::{Picks, any_open_order};
use crate::regression::{Answers, Shows, first_and_last};

/// The number of orders in a battle.
const ORDERS: usize = 60;
/// The number of orders between two rounds of corrections.
const EVERY: usize = 20;

pub(crate) fn battles(answers: &mut Answers, system: SystemTag) {
    for (seed, battle) in (0..).zip(first_and_last(system)) {
        let options = system.switches().into_iter().filter(|_| seed == 1).collect();
        let opening = Opening { options, ..Opening::ready(&battle.slug, seed).unwrap() };
        let mut journal = Journal::open(opening).unwrap();
        let mut picks = Picks::new(40 + seed);
        for number in 0..=ORDERS {
            let battle = journal.battle();
            if number.is_multiple_of(EVERY) {
                all(answers, &format!("{system}/corrected/{seed}/{number}"), battle, &mut picks);
            }
            let Some(order) = any_open_order(battle, &mut picks) else { break };
            let Ok(order) = battle.read_order(&order) else { continue };
            let _ = journal.give(&order, &DiceChoice::Program, number as u64, "");
        }
    }
}

fn all(answers: &mut Answers, place: &str, battle: &Battle, picks: &mut Picks) {
    let spec = battle.system().order("adjust").unwrap();
    let sides = Side::ALL.iter().copied().map(Subject::Side);
    let units = battle.tags().into_iter().map(Subject::Unit);
    let subjects: Vec<Subject> = sides.chain(units).collect();
    let keys: Vec<Map<String, Value>> =
        subjects.iter().map(|subject| keys_of(battle, *subject)).collect();
    for (subject, own) in subjects.iter().zip(&keys) {
        for (key, value) in own {
            let another = keys[picks.below(keys.len())].get(key).cloned();
            for value in values(value).into_iter().chain(another) {
                let mut order = Map::from_iter([("kind".to_owned(), json!("adjust"))]);
                let fields = spec.fields.iter().map(|field| field.name.to_owned());
                order.extend(fields.zip([json!(subject.to_string()), json!(key), value]));
                answers.add(&format!("{place}/{subject}/{key}"), &result_of(battle, &order));
            }
        }
    }
}

fn keys_of(battle: &Battle, subject: Subject) -> Map<String, Value> {
    match subject {
        Subject::Unit(tag) => {
            let mut keys = battle.full_view().unit_state(tag).unwrap_or_default();
            let parts: Vec<(String, Value)> = keys
                .iter()
                .filter_map(|(key, value)| Some((key, value.as_object()?)))
                .flat_map(|(key, parts)| {
                    parts.iter().map(move |(part, value)| (format!("{key}.{part}"), value.clone()))
                })
                .collect();
            keys.extend(parts);
            keys
        }
        Subject::Side(side) => {
            let state = battle.full_view().state();
            let own = state.get("sides").and_then(|sides| sides.get(side.index()));
            own.and_then(Value::as_object).cloned().unwrap_or_default()
        }
        Subject::Battle => Map::new(),
    }
}

/// Values similar to the present one, and others.
fn values(was: &Value) -> Vec<Value> {
    let mut values = vec![was.clone(), Value::Null, json!("~")];
    match was {
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or(0);
            values.extend([-1, 0, 1, number - 1, number + 1, 2 * number + 1, 99].map(|n| json!(n)));
        }
        Value::Bool(flag) => values.push(json!(!flag)),
        Value::Null => values.extend([json!("A1"), json!("B1"), json!(2), json!(true), json!({})]),
        Value::String(_) => values.extend([json!("A1"), json!("B2"), json!(1)]),
        Value::Array(list) => {
            values.extend([json!([]), json!(["A1"]), json!(["A1", "A1"])]);
            values.push(Value::Array(list.iter().rev().skip(1).cloned().collect()));
            values.push(Value::Array(list.iter().chain(list).cloned().collect()));
        }
        Value::Object(map) => {
            values.push(json!({}));
            values.extend(map.keys().map(|key| {
                let mut less = map.clone();
                less.remove(key);
                Value::Object(less)
            }));
        }
    }
    values
}

/// The result of an order, and the state afterwards.
fn result_of(battle: &Battle, order: &Map<String, Value>) -> String {
    let read = match battle.read_order(order) {
        Ok(read) => read,
        Err(fault) => return format!("{fault:?}"),
    };
    match battle.resolve(&read, &mut Entered::without_app([])) {
        Ok(report) => {
            let mut after = battle.clone();
            after.apply(&report.effects);
            let viewers = [Viewer::Everyone, Viewer::Side(Side::A), Viewer::Side(Side::B)];
            let shows = viewers.map(|viewer| Shows::from(battle.order_visibility(&read, viewer)));
            let changes = viewers
                .map(|viewer| after.known_to(viewer).changes_since(&battle.known_to(viewer)));
            let fates = after.full_view().aims_in_full();
            let marks = [Side::A, Side::B].map(|side| after.full_view().side_marks(side));
            format!("{report:?} {shows:?} {changes:?} {:?} {marks:?} {fates:?}", after.winner())
        }
        Err(stop) => stop.to_string(),
    }
}
