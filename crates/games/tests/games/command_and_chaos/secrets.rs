//! Tests of secrets in Command & Chaos: two battles that differ only in one side's secrets
//! look the same to the other side, byte for byte, until a rule reveals the difference.

use games::offers;
use rules::{Side, Subject, Viewer};
use serde_json::{Value, json};

use crate::{give, set, value};

use super::{army, battle, melee, of_side, open, until};

const OTHERS: [Viewer; 2] = [Viewer::Side(Side::A), Viewer::Both];

/// Side B with different chits and cards: the third and the sixth unit exchange morale and
/// grade.
fn other_secrets() -> Value {
    let mut other = army();
    let chits = [(3, false), (3, false), (3, false), (5, true), (4, true), (4, true)];
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

#[test]
fn the_other_sides_chits_and_cards_are_secret() {
    let mut pair = [battle(), open(&army(), &other_secrets())];
    for b in &mut pair {
        set(b, "B3.hits", json!(2));
        set(b, "B3.officer", json!("lieutenant"));
        give(b, &of_side("draw", "B"), &json!([1, 1, 1, 1, 1])).expect("a hand");
        until(b, "rally");
    }
    for viewer in OTHERS {
        let [one, two] = pair.each_ref().map(|b| b.known_to(viewer));
        assert!(one == two);
        // Whether it may rally depends on its morale; the other side must assume that it
        // may.
        let offered: Vec<&str> = offers(&one, Subject::Unit("B3".parse().unwrap()))
            .iter()
            .filter(|offer| offer.refused.is_none())
            .map(|offer| offer.spec.kind)
            .collect();
        assert!(offered.contains(&"rally"), "{offered:?}");
        let notes = one.full_view().state()["sides"][1]["notes"].clone();
        assert_eq!(notes, json!(""));
        assert!(one.state()["sides"][1].get("notes").is_none());
        // Its own sheet shows neither morale nor grade.
        let sheet = one.sheet("B3".parse().unwrap(), false).expect("a sheet");
        assert_eq!(sheet, two.sheet("B3".parse().unwrap(), false).expect("a card"));
        assert!(sheet.facts.iter().all(|fact| fact.caption != "Grade"));
        assert!(one.chits(Side::B).iter().all(|chit| chit.caption != "Morale"));
    }
    let own = pair[0].known_to(Viewer::Side(Side::B));
    assert_eq!(own.state(), pair[0].known_to(Viewer::Side(Side::B)).state());
}

/// The candidates have the unknown values at their extremes. A key on which all agree
/// reveals nothing, and others are not shown.
#[test]
fn odds_that_depend_on_secrets_differ_between_indistinguishable_battles() {
    let b = battle();
    let known = b.known_to(Viewer::Side(Side::A));
    let indistinguishable = known.indistinguishable();
    assert_eq!(indistinguishable.len(), 4);
    assert!(indistinguishable[0] == known);
    let odds = |order: &Value, key: &str| {
        let all = indistinguishable
            .iter()
            .map(|candidate| crate::chances(candidate, order, &[key]).watched[key].clone());
        let all: Vec<_> = all.collect();
        all.iter().all(|odds| *odds == all[0])
    };
    let order = melee("A1", "B1", "front");
    assert!(!odds(&order, "B1.hits"), "the grade of B1 is not known");
    assert!(!odds(&order, "B1.status"), "nor its morale");
    assert!(odds(&order, "A1.hits"), "its own grade is");
    assert_eq!(battle().full_view().indistinguishable().len(), 1);
}

/// CC-11: cards go face down to the discards unless they were turned up.
#[test]
fn only_revealed_cards_are_visible_among_the_discards() {
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
        let seen = &b.known_to(viewer).state()["sides"][1];
        assert_eq!(seen["discards"], json!(["face down", "face down", "Press on"]));
        assert_eq!((seen.get("hand"), &seen["hand_size"]), (None, &json!(0)));
    }
}

/// CC-11
#[test]
fn the_place_of_a_revealed_card_reveals_no_other() {
    let pair = ["Press on", "Shout"].map(|first| {
        let mut b = battle();
        set(&mut b, "B.hand", json!([first, "Press on", "Stand fast"]));
        for (card, at) in [(first, "B4"), ("Press on", "B5"), ("Stand fast", "B3")] {
            let order = json!({"kind": "play-card", "unit": at, "card": card});
            give(&mut b, &order, &json!([])).expect("a card");
        }
        give(&mut b, &json!({"kind": "reveal", "unit": "A3", "target": "B5"}), &json!([]))
            .expect("turned up");
        until(&mut b, "rally");
        b
    });
    let seen = ["face down", "face down", "Press on"];
    for viewer in OTHERS {
        let [one, two] = pair.each_ref().map(|b| b.known_to(viewer).state()["sides"][1].clone());
        assert_eq!(one, two);
        assert_eq!(one["discards"], json!(seen));
    }
    // A card that a correction removes is no longer known in its place.
    let mut b = pair[0].clone();
    set(&mut b, "B.discards", json!(["Press on", "Stand fast", "Shout"]));
    let seen = b.known_to(OTHERS[0]).state()["sides"][1]["discards"].clone();
    assert_eq!(seen, json!(["face down", "face down", "face down"]));
}
