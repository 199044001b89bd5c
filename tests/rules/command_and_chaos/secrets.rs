//! Two battles that differ only in what one side keeps secret look alike to the
//! other, to the byte, until a rule shows the difference.

use serde_json::{Map, Value, json};
use trierarch::dice::{Die, Seeded};
use trierarch::rules::{Battle, Offer, Side, Subject, Takes, Viewer, offers};
use trierarch::wording;

use crate::{give, read, set, value};

use super::{army, battle, melee, of_side, open, until};

const OTHERS: [Viewer; 2] = [Viewer::Side(Side::A), Viewer::Both];

/// Side B with other chits and other cards.
fn other_secrets(veterans: bool) -> Value {
    let mut other = army();
    let chits = if veterans {
        // Morale and grade of the third and the sixth change places.
        [(3, false), (3, false), (3, false), (5, true), (4, true), (4, true)]
    } else {
        [(2, false), (3, false), (4, true), (5, true), (5, true), (3, false)]
    };
    for (at, (morale, veteran)) in chits.into_iter().enumerate() {
        other["unit"][at]["max_morale"] = json!(morale);
        other["unit"][at]["veteran"] = json!(veteran);
    }
    other["notes"] = json!("Hold the left.");
    other["card"] = json!([
        {"name": "Ambush", "text": "Strike first.", "count": 3},
        {"name": "Elephants", "text": "Three dice.", "count": 4},
    ]);
    other
}

struct Player(Seeded);

impl Player {
    fn pick(&mut self, count: usize) -> usize {
        let die = Die::of(u8::try_from(count.clamp(1, 250)).unwrap()).unwrap();
        usize::from(self.0.face(die)) - 1
    }

    fn order(&mut self, offer: &Offer) -> Map<String, Value> {
        let mut order = offer.written();
        for field in &offer.fields {
            let open: Vec<&Value> = field
                .choices
                .iter()
                .filter(|choice| choice.refused.is_none())
                .map(|choice| &choice.value)
                .collect();
            let free = field.value.is_none() || matches!(field.spec.takes, Takes::Choice { .. });
            if free && !open.is_empty() {
                let at = self.pick(open.len());
                order.insert(field.spec.name.into(), open[at].clone());
            }
        }
        order
    }
}

/// The same order where the cards have other names: by their place in the hand.
fn as_held(order: &Map<String, Value>, from: &Battle, to: &Battle) -> Option<Map<String, Value>> {
    let mut order = order.clone();
    let side = match order.get("kind").and_then(Value::as_str) {
        Some("play-card") => order["unit"].as_str()?.chars().next()?.to_string(),
        Some("discard") => order["side"].as_str()?.to_owned(),
        _ => return Some(order),
    };
    let hand = |b: &Battle| value(b, &format!("{side}.hand")).as_array().cloned();
    let (held, other) = (hand(from)?, hand(to)?);
    let same = |card: &Value| {
        held.iter().position(|known| known == card).and_then(|at| other.get(at).cloned())
    };
    if let Some(card) = order.get("card").cloned() {
        order.insert("card".into(), same(&card)?);
    }
    if let Some(cards) = order.get("cards").and_then(Value::as_array).cloned() {
        let places = other.iter().take(cards.len()).cloned().collect();
        order.insert("cards".into(), Value::Array(places));
    }
    Some(order)
}

fn all_offers(b: &Battle) -> Vec<(Subject, Offer)> {
    let units = b.tags().into_iter().map(Subject::Unit);
    let subjects = units.chain(Side::ALL.iter().map(|side| Subject::Side(*side)));
    let every = subjects.chain([Subject::Battle]);
    every.flat_map(|subject| offers(b, subject).into_iter().map(move |o| (subject, o))).collect()
}

/// Plays both until the difference shows; how many orders that took.
fn play_alike(seed: u64, veterans: bool) -> usize {
    let mut pair = [open(&army(), &army()), open(&army(), &other_secrets(veterans))];
    let mut player = Player(Seeded::new(seed, u64::MAX));
    for number in 0..400 {
        let open: Vec<(Subject, Offer)> = all_offers(&pair[0])
            .into_iter()
            .filter(|(_, offer)| offer.refused.is_none() && offer.spec.kind != "adjust")
            .collect();
        let at = player.pick(open.len());
        let order = player.order(&open[at].1);
        let Some(other) = as_held(&order, &pair[0], &pair[1]) else { continue };
        let before = pair.clone();
        let mut reports = Vec::new();
        for (b, order) in pair.iter_mut().zip([order, other]) {
            let order = read(b, &Value::Object(order));
            let mut dice = Seeded::new(seed, number);
            let Ok(report) = b.resolve(&order, &mut dice) else { continue };
            b.apply(&report.effects);
            reports.push(report);
        }
        // What one may do and the other not is its owner's to choose.
        let [one, two] = &reports[..] else {
            pair = before;
            continue;
        };
        for viewer in OTHERS {
            let state = pair.each_ref().map(|b| b.state(viewer));
            if state[0] != state[1] {
                let shown = [one, two].map(|report| format!("{:?}", report.effects));
                let rule = ["GradeShown", "Routed", "Rallied"];
                assert!(
                    shown.iter().any(|shown| rule.iter().any(|rule| shown.contains(rule))),
                    "{viewer:?}: {shown:?}"
                );
                return usize::try_from(number).unwrap();
            }
            assert!(pair[0].known_to(viewer) == pair[1].known_to(viewer), "{viewer:?}");
            assert!(pair[0].guises(viewer) == pair[1].guises(viewer), "{viewer:?}");
            let told = |at: usize, report| wording::sentences(&before[at].known_to(viewer), report);
            assert_eq!(told(0, one), told(1, two), "{viewer:?}");
            let changes = |at: usize| pair[at].changes_since(&before[at], viewer);
            assert_eq!(changes(0), changes(1), "{viewer:?}");
            for tag in pair[0].tags() {
                let card = |at: usize| pair[at].card(tag, viewer);
                assert_eq!(card(0), card(1), "{viewer:?}");
            }
        }
    }
    400
}

#[test]
fn battles_that_differ_in_one_sides_secrets_look_alike_to_the_other_until_a_rule_shows_it() {
    let played: usize = (0..12).map(|seed| play_alike(seed, seed % 2 == 0)).sum();
    assert!(played > 300, "the difference showed after {played} orders");
}

#[test]
fn what_a_viewer_knows_of_the_other_side_does_not_turn_on_its_chits_and_cards() {
    let mut pair = [battle(), open(&army(), &other_secrets(true))];
    for b in &mut pair {
        set(b, "B3.hits", json!(2));
        set(b, "B3.officer", json!("lieutenant"));
        give(b, &of_side("draw", "B"), &json!([1, 1, 1, 1, 1])).expect("a hand");
        until(b, "rally");
    }
    for viewer in OTHERS {
        let [one, two] = pair.each_ref().map(|b| b.known_to(viewer));
        assert!(one == two);
        // Whether it may rally turns on its morale: to the other side it may.
        let offered: Vec<&str> = offers(&one, Subject::Unit("B3".parse().unwrap()))
            .iter()
            .filter(|offer| offer.refused.is_none())
            .map(|offer| offer.spec.kind)
            .collect();
        assert!(offered.contains(&"rally"), "{offered:?}");
        let notes = one.state(Viewer::Everyone)["sides"][1]["notes"].clone();
        assert_eq!(notes, json!(""));
        assert!(one.state(viewer)["sides"][1].get("notes").is_none());
        // Its own sheet shows neither morale nor grade.
        let sheet = one.sheet("B3".parse().unwrap(), false).expect("a sheet");
        assert_eq!(sheet, two.table_card("B3".parse().unwrap(), false).expect("a card"));
        assert!(sheet.facts.iter().all(|fact| fact.caption != "Grade"));
        assert!(one.chits(Side::B).iter().all(|chit| chit.caption != "Morale"));
    }
    let own = pair[0].known_to(Viewer::Side(Side::B));
    assert_eq!(own.state(Viewer::Side(Side::B)), pair[0].state(Viewer::Side(Side::B)));
}

/// What is unknown stands at its ends: a key on which all of them agree tells
/// no secret, and no other is shown.
#[test]
fn the_odds_that_turn_on_a_secret_differ_between_the_guises() {
    let b = battle();
    let guises = b.guises(Viewer::Side(Side::A));
    assert_eq!(guises.len(), 4);
    assert!(guises[0] == b.known_to(Viewer::Side(Side::A)));
    let odds = |order: &Value, key: &str| {
        let all =
            guises.iter().map(|guise| crate::chances(guise, order, &[key]).watched[key].clone());
        let all: Vec<_> = all.collect();
        all.iter().all(|odds| *odds == all[0])
    };
    let order = melee("A1", "B1", "front");
    assert!(!odds(&order, "B1.hits"), "the grade of B1 is not known");
    assert!(!odds(&order, "B1.status"), "nor its morale");
    assert!(odds(&order, "A1.hits"), "its own grade is");
    assert_eq!(battle().guises(Viewer::Everyone).len(), 1);
}

/// CC-11: cards go face down to the discards unless they were turned up.
#[test]
fn only_a_card_that_was_turned_up_lies_open_among_the_discards() {
    let mut b = battle();
    set(&mut b, "B.hand", json!(["Shout", "Press on", "Stand fast"]));
    let discard = json!({"kind": "discard", "side": "B", "cards": ["Stand fast"]});
    give(&mut b, &discard, &json!([])).expect("a discard");
    for (unit, card) in [("B1", "Shout"), ("B3", "Press on")] {
        let order = json!({"kind": "play-card", "unit": unit, "card": card});
        give(&mut b, &order, &json!([])).expect("a card");
    }
    set(&mut b, "A3.engaged_with", json!(["B3"]));
    give(&mut b, &json!({"kind": "reveal", "unit": "A3", "target": "B3"}), &json!([]))
        .expect("turned up");
    give(&mut b, &json!({"kind": "end-phase"}), &json!([])).expect("the end of the phase");
    assert_eq!(value(&b, "B.discards"), json!(["Stand fast", "Shout", "Press on"]));
    for viewer in OTHERS {
        let seen = &b.state(viewer)["sides"][1];
        assert_eq!(seen["discards"], json!(["face down", "face down", "Press on"]));
        assert_eq!((seen.get("hand"), &seen["hand_size"]), (None, &json!(0)));
    }
}
