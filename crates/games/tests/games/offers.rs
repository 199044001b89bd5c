//! Tests of offers in every game: what is offered can be done, and what is refused cannot.
//! Checked in random play against every way to fill in a form.

use std::collections::BTreeMap;

use dice::Entered;
use engine::journal::Opening;
use games::{Battle, SystemTag, judge_as_filled, offer_filled, offer_of, offers};
use rules::schema::{Chooser, Measure};
use rules::{Offer, OfferField, Stop, Subject, ValueType};
use serde_json::{Map, Value, json};

use crate::form_questions::in_random_play;
use testing::player::{Picks, subjects};

/// The most ways to fill in a form that are tried; if there are more, this many are drawn
/// at random.
const MOST: usize = 1_500;
/// The most numbers that are tried of a longer range.
const MOST_NUMBERS: i64 = 8;

/// Why an order is not carried out; `None` if it is, or only lacks dice or an answer.
fn stopped(battle: &Battle, order: &Map<String, Value>) -> Option<String> {
    // An order of one side leaves open what the other side chooses.
    let order = match battle.read_order(order).or_else(|_| battle.read_declared(order)) {
        Ok(order) => order,
        Err(fault) => return Some(fault.to_string()),
    };
    match battle.resolve(&order, &mut Entered::without_app([])) {
        Ok(_) | Err(Stop::Needs { .. }) => None,
        Err(stop) => Some(stop.to_string()),
    }
}

/// The values that a field can take; its present value is the first.
fn values(offer: &Offer, at: usize) -> Vec<Value> {
    let field = &offer.fields[at];
    let present = field.value.clone().unwrap_or(Value::Null);
    let choices: Vec<Value> = field.choices.iter().map(|choice| choice.value.clone()).collect();
    let gives = offer.spec.givers.contains(&field.spec.name);
    let mut values = match (field.spec.takes, field.range) {
        (ValueType::Flag, _) => vec![json!(false), json!(true)],
        (ValueType::List(_), _) if gives => Vec::new(),
        (ValueType::List(_), _) => {
            let singles = choices.iter().map(|one| match one {
                Value::Array(list) => json!(list),
                one => json!([one]),
            });
            singles.chain([json!([])]).collect()
        }
        (ValueType::NumberEach { .. }, _) => Vec::new(),
        (ValueType::Number { .. } | ValueType::NumberOr { .. }, Some((low, high))) => {
            let step = ((high - low) / MOST_NUMBERS).max(1);
            let numbers = (low..=high).filter(|n| (n - low) % step == 0 || *n == high);
            choices.into_iter().chain(numbers.map(Value::from)).collect()
        }
        _ => choices,
    };
    values.retain(|value| *value != present);
    values.insert(0, present);
    values
}

/// Every way to fill in a form, or a random sample.
fn fillings(offer: &Offer, picks: &mut Picks) -> Vec<Map<String, Value>> {
    let values: Vec<Vec<Value>> = (0..offer.fields.len()).map(|at| values(offer, at)).collect();
    let count = values.iter().map(Vec::len).try_fold(1_usize, usize::checked_mul);
    let all = count.filter(|count| *count <= MOST);
    let filling = |mut number: usize, picks: &mut Picks| {
        let mut order = Map::from_iter([("kind".to_owned(), json!(offer.spec.kind))]);
        for (field, values) in offer.fields.iter().zip(&values) {
            let at = if all.is_some() { number % values.len() } else { picks.below(values.len()) };
            number /= values.len();
            if !values[at].is_null() {
                order.insert(field.spec.name.to_owned(), values[at].clone());
            }
        }
        order
    };
    (0..all.unwrap_or(MOST)).map(|number| filling(number, picks)).collect()
}

/// Whether these values contradict what the records of both ships say.
fn contradicts(offer: &Offer, order: &Map<String, Value>) -> bool {
    let is_aimed = |field: &&OfferField| Some(field.spec.name) == offer.spec.target;
    let aimed = offer.fields.iter().find(is_aimed);
    let as_suggested =
        aimed.is_some_and(|field| order.get(field.spec.name) == field.value.as_ref());
    let known = |field: &OfferField| field.spec.measures != Measure::Amount && !field.unseen;
    let differs = |field: &OfferField| order.get(field.spec.name) != field.value.as_ref();
    as_suggested && offer.fields.iter().any(|field| known(field) && differs(field))
}

#[test]
fn an_offer_is_refused_only_if_every_filling_in_is_refused() {
    let mut wrong: BTreeMap<(SystemTag, &str), (usize, String)> = BTreeMap::new();
    let (mut open, mut refused) = (0, 0);
    for system in SystemTag::ALL {
        in_random_play(*system, 4, 60, 12, |battle, picks| {
            let all = subjects(battle);
            for _ in 0..5 {
                let subject = all[picks.below(all.len())];
                for offer in offers(&battle.full_view(), subject) {
                    let kind = offer.spec.kind;
                    if kind == "adjust" {
                        continue;
                    }
                    let mut legal = fillings(&offer, picks).into_iter().filter(|order| {
                        stopped(battle, order).is_none() && !contradicts(&offer, order)
                    });
                    let found = legal.next();
                    let fault = match (&offer.refused, found) {
                        (Some(refusal), Some(order)) => {
                            Some(format!("{} {order:?}", refusal.message()))
                        }
                        (None, None) => Some(format!("nothing is legal: {:?}", offer.written())),
                        (Some(_), None) => {
                            refused += 1;
                            None
                        }
                        (None, Some(_)) => {
                            open += 1;
                            None
                        }
                    };
                    if let Some(fault) = fault {
                        let entry = wrong.entry((*system, kind)).or_default();
                        *entry = (entry.0 + 1, fault);
                    }
                }
            }
        });
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(open > 500 && refused > 500, "{open} open, {refused} refused");
}

#[test]
fn orders_without_optional_fields_are_accepted() {
    let mut wrong: BTreeMap<(SystemTag, &str, &str), (usize, String)> = BTreeMap::new();
    for system in SystemTag::ALL {
        in_random_play(*system, 4, 80, 16, |battle, picks| {
            let all = subjects(battle);
            for _ in 0..5 {
                let subject = all[picks.below(all.len())];
                for offer in offers(&battle.full_view(), subject) {
                    if offer.refused.is_some() || offer.spec.kind == "adjust" {
                        continue;
                    }
                    // Required fields keep their legal values.
                    let must = |field: &&OfferField| field.required && field.value.is_none();
                    let required: Vec<&OfferField> = offer.fields.iter().filter(must).collect();
                    let legal = fillings(&offer, picks).into_iter().find(|order| {
                        let as_offered = offer.fields.iter().all(|field| {
                            let name = field.spec.name;
                            required.iter().any(|required| required.spec.name == name)
                                || order.get(name) == field.value.as_ref()
                        });
                        as_offered && stopped(battle, order).is_none()
                    });
                    let Some(legal) = legal else { continue };
                    for field in offer.fields.iter().filter(|field| !field.required) {
                        if field.spec.chosen_by == Chooser::OtherSide {
                            continue;
                        }
                        let mut without = legal.clone();
                        without.remove(field.spec.name);
                        if let Some(why) = stopped(battle, &without) {
                            let key = (*system, offer.spec.kind, field.spec.name);
                            let entry = wrong.entry(key).or_default();
                            *entry = (entry.0 + 1, why);
                        }
                    }
                }
            }
        });
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn each_next_step_of_the_guide_can_be_done() {
    let mut wrong: BTreeMap<(SystemTag, &str), (usize, String)> = BTreeMap::new();
    for system in SystemTag::ALL {
        in_random_play(*system, 8, 120, 6, |battle, _| {
            let known = battle.full_view();
            for step in known.guide().next {
                let why = match offer_of(&known, step.subject, step.kind) {
                    None => Some("is not offered".to_owned()),
                    Some(offer) => offer.refused.map(|refusal| refusal.message().to_string()),
                };
                if let Some(why) = why {
                    let entry = wrong.entry((*system, step.kind)).or_default();
                    *entry = (entry.0 + 1, format!("{}: {why}", step.subject));
                }
            }
        });
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A duel of Greek Fire: one trireme with these advantages against several.
fn greek_fire(advantages: &[&str], enemies: usize) -> Battle {
    let ship = |name: String| json!({"name": name, "type": "trireme"});
    let own = json!({"name": "a", "type": "trireme", "advantages": advantages});
    let enemies: Vec<Value> = (0..enemies).map(|at| ship(format!("b{at}"))).collect();
    let side =
        |name: &str, ships: Value| json!({"system": "greek-fire", "name": name, "ship": ships});
    let opening = json!({
        "system": "greek-fire",
        "sides": [side("A", json!([own])), side("B", json!(enemies))],
    });
    Opening::read_json(&opening).expect("an opening").battle().expect("a battle")
}

fn ship(tag: &str) -> Subject {
    Subject::Unit(tag.parse().expect("a tag"))
}

fn refused_choices(offer: &Offer, name: &str) -> Vec<(Value, bool)> {
    let field = offer.fields.iter().find(|field| field.spec.name == name).expect("a field");
    field.choices.iter().map(|choice| (choice.value.clone(), choice.refused.is_some())).collect()
}

#[test]
fn a_shot_is_open_at_another_target_when_the_nearest_is_too_near() {
    let mut b = greek_fire(&["catapult"], 2);
    let ram = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 3});
    crate::give(&mut b, &json!({"kind": "activate", "ship": "B1"}), &json!([])).expect("B1");
    crate::give(&mut b, &json!({"kind": "activate", "ship": "A1"}), &json!([])).expect("A1");
    crate::give(&mut b, &ram, &json!([1])).expect("rammed");
    let rowers =
        json!({"kind": "shoot", "ship": "A1", "weapon": "rowers", "target": "B1", "range": 1});
    crate::give(&mut b, &rowers, &json!([1])).expect("shot");
    let offer = offer_of(&b.full_view(), ship("A1"), "shoot").expect("offered");
    assert_eq!(offer.refused, None);
    assert_eq!(offer.written()["target"], "B2");
    assert_eq!(refused_choices(&offer, "target"), [(json!("B1"), false), (json!("B2"), false)]);
    let range = offer.fields.iter().find(|field| field.spec.name == "range").expect("a range");
    assert!(range.unseen, "how far B2 is has not been stated");
}

#[test]
fn a_weapon_is_open_while_the_range_is_not_stated() {
    let mut b = greek_fire(&["catapult", "trebuchet"], 1);
    crate::give(&mut b, &json!({"kind": "activate", "ship": "B1"}), &json!([])).expect("B1");
    crate::give(&mut b, &json!({"kind": "activate", "ship": "A1"}), &json!([])).expect("A1");
    let offer = offer_of(&b.full_view(), ship("A1"), "shoot").expect("offered");
    let refused = refused_choices(&offer, "weapon");
    assert!(refused.len() > 2 && refused.iter().all(|(_, refused)| !refused), "{refused:?}");
}

#[test]
fn a_guessed_range_refuses_no_order_and_a_stated_one_may() {
    let mut b = greek_fire(&["catapult"], 2);
    crate::give(&mut b, &json!({"kind": "activate", "ship": "B1"}), &json!([])).expect("B1");
    crate::give(&mut b, &json!({"kind": "activate", "ship": "A1"}), &json!([])).expect("A1");
    let known = b.full_view();
    let fields = json!({"ship": "A1", "weapon": "catapult", "target": "B1", "range": 1});
    let fields = fields.as_object().expect("fields");
    let judged = |is_guess: bool| {
        let mut offer = offer_filled(&known, ship("A1"), "shoot", fields).expect("a form");
        judge_as_filled(&known, &mut offer, &|field| is_guess && field.spec.name == "range");
        offer
    };
    let guessed = judged(true);
    assert_eq!(guessed.refused, None);
    assert_ne!(guessed.written()["range"], 1, "a range that the catapult reaches");
    let shown = judged(false);
    let why = shown.refused.as_ref().expect("too near").why.to_string();
    assert!(why.starts_with("B1 is 1 hex away"), "{why}");
    let other = [(json!("B1"), true), (json!("B2"), false)];
    assert_eq!(refused_choices(&shown, "target"), other, "B2 is somewhere else");
}

#[test]
fn a_choice_without_which_the_rules_refuse_is_required() {
    let mut b = greek_fire(&[], 2);
    crate::give(&mut b, &json!({"kind": "activate", "ship": "A1"}), &json!([])).expect("A1");
    let offer = offer_of(&b.full_view(), ship("A1"), "board").expect("offered");
    assert_eq!(offer.refused, None);
    let target = offer.fields.iter().find(|field| field.spec.name == "target").expect("a target");
    assert_eq!((target.required, &target.value), (true, &None));
}
