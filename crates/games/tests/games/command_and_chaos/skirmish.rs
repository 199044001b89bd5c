//! Tests of light infantry and cards in Command & Chaos.

use engine::text;
use message::{Joint, Message};
use serde_json::{Value, json};

use crate::{chance_of, chances, give, outcome, refusal, set, value, warnings};

use super::{battle, melee, share, until};

// ---- Light infantry ----

#[test]
fn javelins_hit_on_a_six_and_the_thrower_falls_back() {
    for (phase, spaces) in [("movement", 2), ("melee", 3)] {
        let order = json!({"kind": "javelins", "unit": "A8", "target": "B3"});
        for face in 1..=6 {
            let mut b = battle();
            until(&mut b, phase);
            let before = b.clone();
            let report = give(&mut b, &order, &json!([face])).expect("javelins");
            let hit = face == 6;
            assert_eq!(report.outcome.slug(), if hit { "hit" } else { "miss" }, "{face}");
            assert_eq!(value(&b, "B3.hits"), json!(u32::from(hit)), "the grade does not matter");
            let words =
                Message::joined(text::sentences(&before.full_view(), &report), Joint::Space)
                    .to_string();
            assert!(
                words.contains(&format!("A8 Velites: {spaces} spaces to fall back.")),
                "{words}"
            );
        }
        assert_eq!(chance_of(&chances(&battle(), &order, &[]), "hit"), share(1, 6));
    }
    let b = battle();
    for (unit, target, why) in [
        ("A3", "B3", "A3 First is not light infantry"),
        ("A8", "B8", "B8 Velites is light infantry too"),
        ("A8", "A3", "A3 First is a friend"),
    ] {
        let order = json!({"kind": "javelins", "unit": unit, "target": target});
        assert!(refusal(&b, &order).starts_with(why), "{order}");
    }
}

#[test]
fn a_hit_by_javelins_may_rout() {
    let mut b = battle();
    set(&mut b, "B1.hits", json!(2));
    let order = json!({"kind": "javelins", "unit": "A8", "target": "B1"});
    let (got, changes) = outcome(&mut b, &order, &json!([6]));
    assert_eq!((got, &changes["B1.status"]), ("hit", &json!(["in-action", "routed"])));
    assert!(refusal(&b, &order).contains("B1 Horse has routed"));
}

/// CC-2: neither falls back on a tie.
#[test]
fn the_lower_of_two_skirmishers_falls_back_and_ties_stay() {
    let order = json!({"kind": "skirmish", "unit": "A8", "target": "B8"});
    for (dice, expected, words) in [
        (json!([4, 3]), "won", "B8 Velites: 2 spaces to fall back."),
        (json!([1, 6]), "lost", "A8 Velites: 2 spaces to fall back."),
        (json!([5, 5]), "tied", "A8 Velites and B8 Velites are tied; neither falls back."),
    ] {
        let mut b = battle();
        let before = b.clone();
        let report = give(&mut b, &order, &dice).expect("a skirmish");
        assert_eq!(report.outcome.slug(), expected);
        assert_eq!(
            text::sentences(&before.full_view(), &report).last().map(Message::to_string).as_deref(),
            Some(words)
        );
    }
    let odds = chances(&battle(), &order, &[]);
    assert_eq!(
        [chance_of(&odds, "won"), chance_of(&odds, "lost"), chance_of(&odds, "tied")],
        [share(15, 36), share(15, 36), share(1, 6)]
    );
    assert!(
        refusal(&battle(), &json!({"kind": "skirmish", "unit": "A8", "target": "B3"}))
            .contains("not light infantry")
    );
}

#[test]
fn light_infantry_that_falls_back_leaves_its_cavalry() {
    let mut b = battle();
    let order = json!({"kind": "javelins", "unit": "A7", "target": "B2"});
    let (_, changes) = outcome(&mut b, &order, &json!([1]));
    assert_eq!(changes["A2.mixed"], json!([true, false]));
    assert_eq!(changes["A7.mixed_with"], json!(["A2", null]));
    // The same when the cavalry routs, or the players correct it.
    for correction in ["B2.status", "B2.mixed"] {
        let mut b = battle();
        set(
            &mut b,
            correction,
            if correction == "B2.mixed" { json!(false) } else { json!("routed") },
        );
        assert_eq!(
            (value(&b, "B7.mixed_with"), value(&b, "B7.status")),
            (json!(null), json!("in-action"))
        );
    }
}

// ---- Cards ----

fn play_card(unit: &str, card: &str) -> Value {
    json!({"kind": "play-card", "unit": unit, "card": card})
}

#[test]
fn a_side_plays_up_to_three_cards_of_its_hand_in_a_phase_and_one_for_each_unit() {
    let mut b = battle();
    assert!(refusal(&b, &play_card("A3", "Shout")).contains("no card `Shout` in its hand"));
    set(&mut b, "A.hand", json!(["Stand fast", "Stand fast", "Press on", "Press on"]));
    let (got, changes) = outcome(&mut b, &play_card("A3", "Stand fast"), &json!([]));
    assert_eq!(got, "done");
    assert_eq!(changes["A3.card"], json!([null, "Stand fast"]));
    assert_eq!(value(&b, "A.hand"), json!(["Stand fast", "Press on", "Press on"]));
    assert!(
        refusal(&b, &play_card("A3", "Press on")).contains("already has a card; one is the limit")
    );
    give(&mut b, &play_card("A4", "Press on"), &json!([])).expect("the second");
    give(&mut b, &play_card("A5", "Press on"), &json!([])).expect("the third");
    assert!(refusal(&b, &play_card("A1", "Stand fast")).contains("has played 3 cards"));
    // The other side's hand is not available.
    assert!(refusal(&b, &play_card("B1", "Stand fast")).contains("side B has no card"));
}

#[test]
fn cards_alternate_and_come_before_the_melees() {
    let mut b = battle();
    until(&mut b, "melee");
    for side in ["A", "B"] {
        set(&mut b, &format!("{side}.hand"), json!(["Stand fast", "Stand fast", "Press on"]));
    }
    // The first player may pass first.
    for unit in ["A3", "B3"] {
        assert_eq!(warnings(&b, &play_card(unit, "Press on")), Vec::<String>::new());
    }
    give(&mut b, &play_card("B3", "Press on"), &json!([])).expect("a card");
    assert!(warnings(&b, &play_card("B4", "Stand fast"))[0].contains("side A plays a card next"));
    assert_eq!(warnings(&b, &play_card("A4", "Stand fast")), Vec::<String>::new());
    give(&mut b, &melee("A4", "B4", "front"), &json!([1, 1])).expect("a melee");
    assert!(warnings(&b, &play_card("A4", "Stand fast"))[0].contains("before the melees"));
}

#[test]
fn both_cards_are_revealed_together_and_all_are_discarded_when_the_phase_ends() {
    let mut b = battle();
    for side in ["A", "B"] {
        set(&mut b, &format!("{side}.hand"), json!(["Stand fast", "Press on"]));
    }
    for (unit, card) in [("A3", "Press on"), ("B5", "Stand fast"), ("B4", "Press on")] {
        give(&mut b, &play_card(unit, card), &json!([])).expect("a card");
    }
    let aside = json!({"kind": "reveal", "unit": "A3", "target": "B3"});
    assert!(refusal(&b, &aside).contains("are not engaged"));
    // CC-13: before any die, including at first contact.
    let together = json!({"kind": "reveal", "unit": "A3", "target": "B5"});
    let face_down = warnings(&b, &melee("A3", "B5", "front"));
    assert_eq!(
        face_down,
        ["A3", "B5"].map(|tag| format!(
            "the card behind {tag} lies face down; cards are turned up before the dice"
        ))
    );
    let (_, changes) = outcome(&mut b, &together, &json!([]));
    assert!(refusal(&b, &together).starts_with("no card lies face down"));
    assert_eq!(warnings(&b, &melee("A3", "B5", "front")), Vec::<String>::new());
    assert_eq!(changes["A3.card_revealed"], json!([false, true]));
    assert_eq!(changes["B5.card_revealed"], json!([false, true]));
    assert_eq!(value(&b, "B4.card_revealed"), json!(false));
    let (_, changes) = outcome(&mut b, &json!({"kind": "end-phase"}), &json!([]));
    assert_eq!(changes["A.discards"], json!([[], ["Press on"]]));
    assert_eq!(changes["B.discards"], json!([[], ["Press on", "Stand fast"]]));
    assert_eq!(changes["B4.card"], json!(["Press on", null]));
    assert_eq!(b.full_view().state()["phase"], "rally");
}
