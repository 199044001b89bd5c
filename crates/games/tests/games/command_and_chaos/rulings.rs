//! Tests of the rulings on what the rules of Command & Chaos leave open: the light infantry of a
//! mixed unit that routs (CC-16), two cavalry on one (CC-17), initiative and discards (CC-18),
//! passing (CC-19); and conceding.

use engine::text;
use games::{Battle, offer_of};
use rules::{Side, Subject, Winner};
use serde_json::{Value, json};

use crate::{give, outcome, refusal, set, value, warnings};

use super::{battle, end_phase, melee, of_side, two_on_one, until, zone};

fn pass(side: &str) -> Value {
    of_side("pass", side)
}

fn done(battle: &mut Battle, order: &Value) {
    outcome(battle, order, &json!([]));
}

/// The movement phase; side A is first player.
fn movement() -> Battle {
    let mut b = battle();
    give(&mut b, &json!({"kind": "initiative"}), &json!([6, 1])).expect("side A goes first");
    end_phase(&mut b);
    b
}

fn next(battle: &Battle) -> Vec<(String, &'static str)> {
    let steps = battle.full_view().guide().next.into_iter();
    steps.map(|step| (step.subject.to_string(), step.kind)).collect()
}

fn offers_step(battle: &Battle, subject: &str, kind: &'static str) -> bool {
    next(battle).contains(&(subject.to_owned(), kind))
}

// ---- CC-16 ----

#[test]
fn ruling_cc16_the_light_infantry_of_a_mixed_unit_that_routs_stays_in_its_place() {
    let mut b = battle();
    set(&mut b, "A7.zone", json!("left-wing"));
    set(&mut b, "A2.hits", json!(2));
    until(&mut b, "melee");
    let before = b.clone();
    let report = give(&mut b, &melee("A2", "B1", "front"), &json!([1, 6])).expect("a melee");
    let shown = text::sentences(&before.full_view(), &report).into_iter();
    let alone = "A7 Javelins fights on alone in the place of A2 Numidians.";
    assert!(shown.map(|says| says.to_string()).any(|text| text == alone));
    assert_eq!(value(&b, "A2.status"), json!("routed"));
    let keys =
        ["status", "mixed_with", "zone", "column"].map(|key| value(&b, &format!("A7.{key}")));
    assert_eq!(keys, [json!("in-action"), Value::Null, json!("right-wing"), json!(1)]);
}

// ---- CC-17 ----

#[test]
fn ruling_cc17_the_second_cavalry_is_in_the_column_of_the_first_or_the_next() {
    let mut b = battle();
    until(&mut b, "melee");
    let order = two_on_one(["A1", "A2"], "B2", "A1");
    let warned = "A2 is neither in the column of A1 nor in the next";
    let warns = |b: &Battle| warnings(b, &order).iter().any(|text| text.starts_with(warned));
    let proposed = |b: &Battle| -> Vec<Value> {
        let offer = offer_of(&b.full_view(), Subject::Unit("A1".parse().unwrap()), "melee");
        let fields = offer.expect("a melee").fields.into_iter();
        let field = fields.into_iter().find(|field| field.spec.name == "units").expect("units");
        field.choices.into_iter().map(|choice| choice.value).collect()
    };
    for (zone, column, near) in [
        ("right-wing", 1, false),
        ("left-battle-line", 2, false),
        ("left-battle-line", 1, true),
        ("left-wing", 2, true),
        ("left-wing", 1, true),
    ] {
        set(&mut b, "A2.zone", json!(zone));
        set(&mut b, "A2.column", json!(column));
        assert_eq!(warns(&b), !near, "{zone} {column}");
        assert_eq!(proposed(&b).contains(&json!("A2")), near, "{zone} {column}");
    }
}

// ---- CC-18 ----

#[test]
fn ruling_cc18_a_third_roll_for_initiative_in_a_turn_is_refused() {
    let order = json!({"kind": "initiative"});
    let mut b = battle();
    for turn in 1..=2 {
        for dice in [json!([4, 3]), json!([2, 3])] {
            give(&mut b, &order, &dice).expect("a roll");
        }
        let why = refusal(&b, &order);
        assert_eq!(
            why, "initiative has been rolled 2 times this turn, which is the limit",
            "{turn}"
        );
        for _ in 0..4 {
            end_phase(&mut b);
        }
    }
}

#[test]
fn ruling_cc18_no_discard_is_offered_after_two_cards() {
    let mut b = battle();
    set(&mut b, "A.hand", json!(["Shout", "Press on", "Stand fast"]));
    let offered =
        |b: &Battle| offer_of(&b.full_view(), Subject::Side(Side::A), "discard").is_some();
    for card in ["Shout", "Press on"] {
        assert!(offered(&b), "{card}");
        done(&mut b, &json!({"kind": "discard", "side": "A", "cards": [card]}));
    }
    assert!(!offered(&b));
}

// ---- CC-19 ----

#[test]
fn ruling_cc19_the_first_player_lets_the_other_side_move_first() {
    let mut b = movement();
    assert!(offers_step(&b, "A", "pass") && !offers_step(&b, "B", "pass"));
    assert_eq!(warnings(&b, &pass("B")), ["side A moves a zone first, or passes"]);
    assert_eq!(warnings(&b, &pass("A")), [""; 0]);
    done(&mut b, &pass("A"));
    assert_eq!(b.full_view().state()["to_move"], json!("B"));
    assert_eq!(warnings(&b, &pass("A")), ["it is the turn of side B (Legion) to move a zone"]);
    done(&mut b, &zone("move-zone", "B", "left-wing"));
    assert_eq!(b.full_view().state()["to_move"], json!("A"));
    done(&mut b, &pass("A"));
    assert_eq!(b.full_view().state()["to_move"], json!("B"), "a zone moved between the passes");
}

#[test]
fn ruling_cc19_two_passes_in_a_row_end_the_moving_of_zones() {
    let mut b = movement();
    done(&mut b, &zone("move-zone", "A", "left-wing"));
    done(&mut b, &pass("B"));
    done(&mut b, &pass("A"));
    assert_eq!(b.full_view().state()["to_move"], Value::Null);
    assert_eq!(b.full_view().state()["phase"], json!("movement"), "officers may move");
    assert_eq!(warnings(&b, &json!({"kind": "end-phase"})), [""; 0]);
    assert!(refusal(&b, &zone("move-zone", "B", "left-wing")).contains("has moved this turn"));
    for side in ["A", "B"] {
        assert_eq!(refusal(&b, &pass(side)), format!("side {side} has no zone left to move"));
    }
}

#[test]
fn ruling_cc19_a_pass_leaves_the_zones_if_the_other_side_has_none_left() {
    let mut b = movement();
    set(
        &mut b,
        "B.zones_done",
        json!([
            "left-wing",
            "left-battle-line",
            "center-battle-line",
            "right-battle-line",
            "right-wing"
        ]),
    );
    done(&mut b, &pass("A"));
    assert_eq!(warnings(&b, &json!({"kind": "end-phase"})), [""; 0]);
}

#[test]
fn ruling_cc19_two_passes_in_a_row_end_the_cards() {
    let mut b = movement();
    for side in ["A", "B"] {
        set(&mut b, &format!("{side}.hand"), json!(["Shout", "Press on", "Stand fast"]));
    }
    end_phase(&mut b);
    let card = |unit: &str| json!({"kind": "play-card", "unit": unit, "card": "Shout"});
    assert!(offers_step(&b, "A", "pass"));
    assert_eq!(warnings(&b, &pass("B")), ["side A plays a card next, or passes"]);
    done(&mut b, &pass("A"));
    assert!(offers_step(&b, "B", "pass"));
    done(&mut b, &card("B1"));
    assert!(offers_step(&b, "A", "pass"), "a card was played between the passes");
    done(&mut b, &pass("A"));
    done(&mut b, &pass("B"));
    assert!(!next(&b).iter().any(|(_, kind)| ["pass", "play-card"].contains(kind)));
    assert_eq!(refusal(&b, &pass("A")), "no more cards are played in this phase");
    assert_eq!(warnings(&b, &card("A1")), ["both sides have passed: no more cards are played"]);
    end_phase(&mut b);
    assert_eq!(refusal(&b, &pass("A")), "there is nothing to pass in the rally phase");
}

#[test]
fn ruling_cc19_a_pass_in_the_first_phase_leads_to_movement() {
    let mut b = battle();
    done(&mut b, &pass("A"));
    assert_eq!(b.full_view().state()["phase"], json!("movement"));
    assert_eq!(b.full_view().state()["to_move"], json!("B"));
}

#[test]
fn cards_and_javelins_need_no_consent_and_the_other_sides_turn_does() {
    let mut b = movement();
    let asks = |b: &Battle, order: Value| b.needs_consent(&crate::read(b, &order), Side::A);
    assert!(!asks(&b, pass("A")));
    done(&mut b, &pass("A"));
    assert!(asks(&b, pass("A")) && asks(&b, zone("move-zone", "A", "left-wing")));
    assert!(!asks(&b, json!({"kind": "javelins", "unit": "A8", "target": "B4"})));
    end_phase(&mut b);
    set(&mut b, "A.hand", json!(["Shout", "Shout"]));
    set(&mut b, "B.hand", json!(["Shout"]));
    let card = |unit: &str| json!({"kind": "play-card", "unit": unit, "card": "Shout"});
    done(&mut b, &card("A1"));
    assert_eq!(warnings(&b, &card("A3")), ["side B plays a card next"]);
    assert!(!asks(&b, card("A3")) && !asks(&b, pass("A")));
    assert!(asks(&b, melee("A1", "B2", "front")), "side B may still play a card");
    done(&mut b, &pass("B"));
    assert!(!asks(&b, melee("A1", "B2", "front")));
}

// ---- Conceding ----

#[test]
fn a_side_that_concedes_has_lost_despite_later_rolls() {
    let mut b = battle();
    done(&mut b, &of_side("concede", "B"));
    assert_eq!(b.winner(), Some(Winner::A));
    assert_eq!(refusal(&b, &of_side("concede", "A")), "the battle is over");
    for unit in ["A1", "A3", "A4", "A5", "A6"] {
        set(&mut b, &format!("{unit}.status"), json!("routed"));
    }
    assert_eq!(b.winner(), Some(Winner::A));
}
