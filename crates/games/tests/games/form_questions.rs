//! Tests, in random play of every game, that no form asks for what is already known.

use std::collections::BTreeMap;

use dice::{Dice, Thoroughness, walk};
use engine::journal::{DiceChoice, Journal};
use games::{Battle, SystemTag, judge_as_filled, offers};
use message::i18n::Words;
use rules::schema::LeftOut;
use rules::{Offer, OfferField, Subject, Tag, ValueType};
use serde_json::{Map, Value, json};

use testing::player::{Picks, any_open_order, nth_battle, subjects};

/// Plays random orders in the ready battles of a game, and runs a check after each.
pub(crate) fn in_random_play(
    system: SystemTag,
    battles: u64,
    orders: usize,
    every: usize,
    mut look: impl FnMut(&Battle, &mut Picks),
) {
    for seed in 0..battles {
        let mut picks = Picks::new(seed);
        let mut journal = Journal::open(nth_battle(system, seed)).expect("a battle");
        for number in 0..orders {
            if number % every == 0 {
                look(journal.battle(), &mut picks);
            }
            let Some(order) = any_open_order(journal.battle(), &mut picks) else { break };
            let Ok(order) = journal.battle().read_order(&order) else { continue };
            let _ = journal.give(&order, &DiceChoice::Program, 1, "");
        }
    }
}

/// The text for a reader.
fn text_of(say: &message::Message) -> String {
    Words::default().tell(say)
}

#[test]
fn refusals_do_not_mention_missing_fields_or_keys() {
    for system in SystemTag::ALL {
        in_random_play(*system, 3, 60, 20, |battle, _| {
            for subject in subjects(battle) {
                for offer in offers(&battle.full_view(), subject) {
                    says_it_in_words(battle, offer);
                }
            }
        });
    }
}

fn says_it_in_words(battle: &Battle, offer: Offer) {
    let kind = offer.spec.kind;
    let in_words = |why: &str| {
        let of_the_form = ["missing field", "`", "nothing can be chosen"];
        assert!(!of_the_form.iter().any(|words| why.contains(words)), "{kind}: {why}");
    };
    let choices = offer.fields.iter().flat_map(|field| &field.choices);
    for refusal in choices.filter_map(|choice| choice.refused.as_ref()).chain(&offer.refused) {
        in_words(&text_of(&refusal.why));
    }
    for at in 0..offer.fields.len() {
        let mut without = offer.clone();
        without.fields[at].value = None;
        judge_as_filled(&battle.full_view(), &mut without, &|_| false);
        if let Some(refusal) = &without.refused {
            in_words(&text_of(&refusal.why));
        }
    }
}

#[test]
fn lost_units_offer_only_corrections_and_are_not_targets() {
    for system in SystemTag::ALL {
        in_random_play(*system, 4, 90, 15, |battle, _| {
            for subject in subjects(battle) {
                let gone = matches!(subject, Subject::Unit(tag) if !battle.in_play(tag));
                for offer in offers(&battle.full_view(), subject) {
                    let corrects = offer.spec.kind == "adjust";
                    // A ship on the table continues to burn, and a rout stays open until
                    // all units near it have rolled.
                    let stays = matches!(offer.spec.kind, "fire" | "close-rout");
                    assert!(corrects || stays || !gone, "{subject} is offered {}", offer.spec.kind);
                    for field in offer.fields.iter().filter(|_| !corrects) {
                        lists_only_units_in_play(battle, &offer, field);
                    }
                }
            }
        });
    }
}

fn lists_only_units_in_play(battle: &Battle, offer: &Offer, field: &OfferField) {
    // A prize is a lost ship, an order for a rout names the unit that routed, and a hulk may be
    // rammed and shot while she is on the table (GF-26).
    if matches!((offer.spec.kind, field.spec.name), ("take-prize", "target") | (_, "rout")) {
        return;
    }
    let hulks = matches!(battle, Battle::GreekFire(_))
        && matches!((offer.spec.kind, field.spec.name), ("shoot" | "ram", "target"));
    let afloat = |tag: Tag| {
        let status = battle.full_view().value(&format!("{tag}.status"));
        status == Some(json!("surrendered")) || status == Some(json!("abandoned"))
    };
    for choice in field.choices.iter().filter(|choice| choice.refused.is_none()) {
        let named = choice.value.as_str().and_then(|text| text.parse().ok());
        let gone = named.filter(|tag| battle.tags().contains(tag) && !battle.in_play(*tag));
        let gone = gone.filter(|tag| !hulks || !afloat(*tag));
        let (kind, name) = (offer.spec.kind, field.spec.name);
        assert!(gone.is_none(), "{kind}, {name}: {gone:?}");
    }
}

/// The values in a form, alone or in addition to those in a list. A refusal also counts as
/// a difference.
fn values(field: &OfferField) -> Vec<Value> {
    let stands: Vec<Value> =
        field.value.as_ref().and_then(Value::as_array).cloned().unwrap_or_default();
    let listed = field.choices.iter().flat_map(|choice| match field.spec.takes {
        ValueType::List(_) if !choice.value.is_array() => {
            let other = (!stands.contains(&choice.value)).then(|| choice.value.clone());
            vec![json!([choice.value]), stands.iter().cloned().chain(other).collect()]
        }
        _ => vec![choice.value.clone()],
    });
    let mut values: Vec<Value> = listed.collect();
    match (field.spec.takes, field.range) {
        (ValueType::Flag, _) => values.extend([json!(true), json!(false)]),
        (_, Some((low, high))) if high > low => {
            values.extend([json!(low), json!(high), json!(low + 1)]);
        }
        _ => {}
    }
    if field.spec.takes == ValueType::UNITS && field.spec.default != LeftOut::Required {
        values.push(json!([]));
    }
    if field.spec.default != LeftOut::Required && values.len() > 1 {
        values.push(Value::Null);
    }
    values
}

/// Every possible result of an order, as text: each branch with its probability.
fn comes_to(battle: &Battle, order: &Map<String, Value>) -> String {
    let typed = match battle.read_order(order) {
        Ok(typed) => typed,
        Err(fault) => return format!("{fault:?}"),
    };
    let mut all = format!("{:?}", battle.full_view().warnings(&typed));
    let resolve = |dice: &mut dyn Dice| battle.resolve(&typed, dice);
    walk(Thoroughness::Merged, resolve, |result, chance| {
        all.extend([format!("{result:?}"), format!("{chance:?}")]);
    });
    all
}

/// Whether a field could make a difference, with any values in the others.
fn could_differ(battle: &Battle, offer: &Offer, at: usize, picks: &mut Picks) -> bool {
    let all: Vec<Vec<Value>> = offer.fields.iter().map(values).collect();
    for round in 0..48 {
        let mut order = offer.written();
        for (other, field) in offer.fields.iter().enumerate() {
            if round > 0 && other > 0 && other != at && !all[other].is_empty() {
                let value = all[other][picks.below(all[other].len())].clone();
                order.insert(field.spec.name.into(), value);
            }
        }
        let mut first = None;
        for value in &all[at] {
            order.insert(offer.fields[at].spec.name.into(), value.clone());
            let found = comes_to(battle, &order);
            if *first.get_or_insert_with(|| found.clone()) != found {
                return true;
            }
        }
    }
    false
}

/// Fields that forms ask for although they make no difference, and why.
const ALL_THE_SAME: [(&str, &str); 9] = [
    // Leaving it out would reveal how fast she or the enemy is.
    ("coast", "bow_at_land"),
    ("coast", "backing"),
    ("ram", "aspect"),
    ("shear", "aspect"),
    ("enter-occupied", "through_flank"),
    // The range decides whether a weapon reaches; weapons that cannot reach are not listed.
    ("bows", "range_in"),
    ("shoot", "range"),
    // Two spaces are no better than one if she has only one. A short run of a small ship at
    // a large one has no effect, whatever the dice.
    ("ram", "bow_to_bow"),
    ("ram", "spaces_straight"),
];

#[test]
fn a_field_is_asked_only_if_it_can_make_a_difference() {
    let mut idle: BTreeMap<(SystemTag, &str, &str), (usize, String)> = BTreeMap::new();
    for system in SystemTag::ALL {
        in_random_play(*system, 4, 64, 16, |battle, picks| {
            let all = subjects(battle);
            for _ in 0..4 {
                let subject = all[picks.below(all.len())];
                let open = |offer: &Offer| offer.refused.is_none() && offer.spec.kind != "adjust";
                for offer in offers(&battle.full_view(), subject).into_iter().filter(open) {
                    for (at, field) in offer.fields.iter().enumerate().skip(1) {
                        let (kind, name) = (offer.spec.kind, field.spec.name);
                        let same = ALL_THE_SAME.contains(&(kind, name));
                        if same
                            || values(field).len() < 2
                            || could_differ(battle, &offer, at, picks)
                        {
                            continue;
                        }
                        let entry = idle.entry((*system, kind, name)).or_default();
                        entry.0 += 1;
                        entry.1 = format!("{:?} {:?}", offer.written(), values(field));
                    }
                }
            }
        });
    }
    assert!(idle.is_empty(), "{idle:#?}");
}
