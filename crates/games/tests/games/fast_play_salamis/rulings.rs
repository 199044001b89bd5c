//! Tests of the rulings on what the rule book of Fast Play Salamis leaves open: run-ups, panic,
//! fights that are due, who goes first.

use std::borrow::Cow;

use dice::Chance;
use games::fast_play_salamis::tables::Class;
use games::{Battle, offer_of};
use rules::{Side, Stop, Subject};
use serde_json::{Value, json};

use crate::{
    chance_of, chances, give, next_text, outcome, refusal, set, still_to_do, value, warnings,
};

use super::{
    after_a_ram, battle, battle_of, board, bows, breakaway, class, duel, end_phase, fight, fleet,
    none, pass, ram,
};

fn first_side() -> Value {
    json!({"kind": "first-side"})
}

fn breakaway_from(ship: &str, target: &str) -> Value {
    json!({"kind": "breakaway", "ship": ship, "target": target})
}

fn touch(b: &mut Battle, one: &str, two: &str) {
    for (ship, other) in [(one, two), (two, one)] {
        let key = format!("{ship}.in_contact_with");
        let mut list = value(b, &key).as_array().cloned().unwrap_or_default();
        list.push(json!(other));
        set(b, &key, json!(list));
    }
}

// ---- F-5: run-ups ----

#[test]
fn ruling_f5_a_ship_in_contact_when_the_movement_began_cannot_ram() {
    let mut b = after_a_ram("athenian", "phoenician");
    assert_eq!(value(&b, "A1.contact_at_start"), json!([]), "there was a run-up");
    pass(&mut b, 2);
    assert_eq!(value(&b, "A1.contact_at_start"), json!(["B1"]), "B's movement");
    let shown = refusal(&b, &ram("B1", "A1"));
    assert!(shown.contains("was in contact with A1 Greeks 1 when the movement began"), "{shown}");
    assert!(refusal(&b, &ram("B1", "A2")).contains("so she cannot ram this turn"));
    outcome(&mut b, &ram("B2", "A1"), &json!([2, 0]));
    set(&mut b, "A1.status", json!("sunk"));
    assert!(refusal(&b, &ram("B1", "A2")).contains("cannot ram"), "she has not moved");
    assert!(b.full_view().guide().next.iter().all(|step| step.subject != subject("B1")));
}

#[test]
fn ruling_f5_a_ship_that_tried_to_break_away_cannot_ram_in_that_phase() {
    for (dice, slug) in [(2, "away"), (12, "held")] {
        let mut b = duel("athenian", "phoenician");
        touch(&mut b, "A1", "B1");
        assert_eq!(outcome(&mut b, &breakaway("A1"), &json!([dice])).0, slug);
        assert_eq!(value(&b, "A1.breakaway_tried"), json!(true));
        assert!(refusal(&b, &ram("A1", "B2")).contains("tried to break away"), "{slug}");
        pass(&mut b, 3);
        assert_eq!(value(&b, "A1.breakaway_tried"), json!(false));
    }
}

#[test]
fn breaking_away_is_from_one_ship_and_tried_once() {
    let mut b = duel("athenian", "phoenician");
    touch(&mut b, "A1", "B1");
    touch(&mut b, "A1", "B2");
    let shown = refusal(&b, &breakaway("A1"));
    assert!(shown.contains("B1 Persians 1 and B2 Persians 2: choose one"), "{shown}");
    assert!(refusal(&b, &breakaway_from("A1", "B3")).contains("are not in contact"));
    let form = offer_of(&b.full_view(), subject("A1"), "breakaway").expect("offered");
    assert_eq!((form.fields[1].value.clone(), form.fields[1].choices.len()), (None, 2));
    let (slug, changes) = outcome(&mut b, &breakaway_from("A1", "B2"), &json!([2]));
    assert_eq!(slug, "away");
    let parted = json!({
        "A1.in_contact_with": [["B1", "B2"], ["B1"]],
        "B2.in_contact_with": [["A1"], []],
        "A1.moved": [false, true],
        "A1.breakaway_tried": [false, true],
    });
    assert_eq!(Value::Object(changes), parted, "she stays in contact with the other");
    assert!(refusal(&b, &breakaway_from("A1", "B1")).contains("has used up her move"));
}

#[test]
fn a_ship_breaks_away_from_the_only_enemy_in_contact() {
    let mut b = duel("athenian", "phoenician");
    touch(&mut b, "A1", "B3");
    let form = offer_of(&b.full_view(), subject("A1"), "breakaway").expect("offered");
    assert_eq!(form.fields[1].value, Some(json!("B3")));
    assert!(form.refused.is_none());
    outcome(&mut b, &breakaway("A1"), &json!([2]));
    assert_eq!(value(&b, "B3.in_contact_with"), json!([]));
}

fn subject(tag: &str) -> Subject {
    Subject::Unit(tag.parse().expect("a tag"))
}

// ---- Fights that are due ----

#[test]
fn a_required_fight_stays_required_until_it_is_fought() {
    let mut b = after_a_ram("athenian", "phoenician");
    outcome(&mut b, &board("B1", "A1"), &json!([2]));
    assert_eq!(warnings(&b, &end_phase()), [""; 0], "its phase is still to come");
    pass(&mut b, 1);
    let shown = ["B1 Persians 1 must still fight on the deck of A1 Greeks 1"];
    assert_eq!(warnings(&b, &end_phase()), shown);
    let offer = offer_of(&b.full_view(), Subject::Battle, "end-phase").expect("offered");
    assert_eq!(offer.warnings, shown, "before");
    let report = give(&mut b, &end_phase(), &none()).expect("carried out");
    assert_eq!(report.warnings, shown, "and after");
    assert_eq!(value(&b, "A1.boarded_by"), json!(["B1"]));
    let next = &b.full_view().guide().next[0];
    assert_eq!((next.subject, next.kind), (subject("B1"), "hand-to-hand"));
    assert_eq!(outcome(&mut b, &fight("B1", "A1"), &json!([1, 0])).0, "fought-off");
    assert_eq!(b.full_view().state()["phase"], json!("movement"), "no phase is skipped by it");
    assert_eq!(value(&b, "A1.boarded_by"), json!([]));
}

#[test]
fn the_guide_lists_missing_fights_and_boarding_attempts_of_a_phase() {
    let mut b = duel("athenian", "phoenician");
    assert_eq!(still_to_do(&b), [""; 0], "ships need not move or shoot");
    pass(&mut b, 1);
    assert_eq!(still_to_do(&b), [""; 0], "ships need not ram");
    outcome(&mut b, &ram("A1", "B1"), &json!([12, 0]));
    assert_eq!(
        still_to_do(&b),
        ["B1 Persians 1 may still board A1 Greeks 1", "A1 Greeks 1 may still board B1 Persians 1"]
    );
    outcome(&mut b, &board("B1", "A1"), &json!([2]));
    assert_eq!(still_to_do(&b), [""; 0], "the fight has a separate phase");
    pass(&mut b, 1);
    let fights = ["B1 Persians 1 must still fight on the deck of A1 Greeks 1"];
    assert_eq!(still_to_do(&b), fights);
    pass(&mut b, 1);
    assert_eq!(still_to_do(&b), fights, "in the next turn it is still due");
    outcome(&mut b, &fight("B1", "A1"), &json!([1, 0]));
    assert_eq!(still_to_do(&b), [""; 0]);
}

#[test]
fn two_rammers_may_both_owe_a_fight_on_one_deck() {
    let mut b = after_a_ram("athenian", "phoenician");
    outcome(&mut b, &ram("A2", "B1"), &json!([12, 0]));
    outcome(&mut b, &board("A1", "B1"), &json!([2]));
    outcome(&mut b, &board("A2", "B1"), &json!([2]));
    assert_eq!(value(&b, "B1.boarded_by"), json!(["A1", "A2"]));
    pass(&mut b, 1);
    assert_eq!(warnings(&b, &end_phase()).len(), 2, "each is named");
}

#[test]
fn a_ship_that_is_gone_has_no_contacts_and_no_required_fights() {
    let mut b = battle(&["athenian"; 4], &["phoenician"; 4]);
    set(&mut b, "B.panic_numbers.phoenician", json!(1));
    touch(&mut b, "A1", "B1");
    touch(&mut b, "A2", "B2");
    set(&mut b, "A2.boarded_by", json!(["B2"]));
    set(&mut b, "B2.boarded_by", json!(["A2"]));
    set(&mut b, "A1.boarded_by", json!(["B1"]));
    outcome(&mut b, &ram("A3", "B1"), &json!([2, 3]));
    for tag in ["A1", "A2", "B1", "B2"] {
        for key in ["in_contact_with", "boarded_by"] {
            assert_eq!(value(&b, &format!("{tag}.{key}")), json!([]), "{tag}.{key}");
        }
    }
    assert_eq!(value(&b, "B2.status"), json!("fled"));
}

// ---- F-3, F-6: panic by fleet ----

#[test]
fn ruling_f3_the_panic_number_is_half_of_that_fleet_rounded_up_unless_set() {
    for (ships, number) in [(1, 1), (2, 1), (5, 3), (6, 3), (13, 7)] {
        let b = battle_of(&vec![class("athenian"); ships], &[class("spartan")], &[]);
        assert_eq!(value(&b, "A.panic_numbers.athenian"), json!(number), "{ships}");
    }
    let mixed = ["athenian", "athenian", "athenian", "spartan", "spartan"];
    let b = battle(&mixed, &["phoenician"]);
    assert_eq!(value(&b, "A.panic_numbers"), json!({"athenian": 2, "spartan": 1}));
    let sides = [
        fleet("Greeks", &vec![class("athenian"); 6], &[("athenian", 5)]),
        fleet("Persians", &[class("phoenician")], &[]),
    ];
    let b = Battle::open(sides, [].into()).expect("a battle");
    assert_eq!(value(&b, "A.panic_numbers.athenian"), json!(5));
}

#[test]
fn ruling_f6_a_fleet_panics_by_itself_and_the_others_of_its_side_fight_on() {
    let persians = ["phoenician", "phoenician", "phoenician", "cyprian-egyptian"];
    let mut b = battle(&["athenian"; 5], &persians);
    set(&mut b, "B4.status", json!("sunk"));
    outcome(&mut b, &ram("A1", "B1"), &json!([2, 3]));
    assert_eq!(value(&b, "B.panicked"), json!([]), "one of two; Egypt's loss is not Tyre's");
    set(&mut b, "B4.status", json!("in-action"));
    set(&mut b, "B2.boarded_by", json!(["A2"]));
    let (slug, changes) = outcome(&mut b, &fight("A2", "B2"), &json!([3, 0]));
    assert_eq!(slug, "captured");
    assert_eq!(changes["B.panicked"], json!([[], ["phoenician"]]));
    assert_eq!(changes["B3.status"], json!(["in-action", "fled"]));
    assert_eq!(value(&b, "B4.status"), json!("in-action"));
    assert_eq!(value(&b, "B2.status"), json!("captured"));
    assert_eq!(b.winner(), None, "the battle continues");
    outcome(&mut b, &bows("B4", "A1", 1), &json!([0]));
    outcome(&mut b, &ram("A3", "B4"), &json!([2, 4]));
    assert_eq!(b.winner().map(rules::Winner::slug), Some("A"));
    assert_eq!(warnings(&b, &end_phase()), ["the battle is over"]);
    assert_eq!(next_text(&b), "Victory: Greeks (A).");
}

#[test]
fn a_side_that_flees_entirely_has_lost() {
    let mut b = battle(&["athenian"; 2], &["phoenician"; 2]);
    outcome(&mut b, &ram("A1", "B1"), &json!([2, 3]));
    assert_eq!(value(&b, "B2.status"), json!("fled"));
    assert_eq!(b.winner().map(rules::Winner::slug), Some("A"));
}

#[test]
fn a_panic_reports_flight_only_if_ships_are_left() {
    for (fleet, shown) in [
        (["phoenician", "spartan", "spartan"], "No Phoenician ship of Persians (B) is left."),
        (
            ["phoenician", "phoenician", "spartan"],
            "Panic: the last Phoenician ship of Persians (B) flees.",
        ),
    ] {
        let mut b = battle(&["athenian"; 2], &fleet);
        let before = b.clone();
        let report = give(&mut b, &ram("A1", "B1"), &json!([2, 3])).expect("sunk");
        let sentences = engine::text::sentences(&before.full_view(), &report);
        let sentences: Vec<String> = sentences.iter().map(ToString::to_string).collect();
        assert!(sentences.contains(&shown.to_owned()), "{sentences:?}");
    }
}

#[test]
fn fled_units_do_not_count_as_lost() {
    let mut b = battle(&["athenian"; 2], &["phoenician"; 4]);
    set(&mut b, "B1.status", json!("fled"));
    outcome(&mut b, &ram("A1", "B2"), &json!([2, 3]));
    assert_eq!(value(&b, "B.panicked"), json!([]));
}

#[test]
fn a_panic_number_that_is_more_than_the_fleet_is_never_reached() {
    let mut b = battle(&["athenian"; 2], &["phoenician"; 2]);
    set(&mut b, "B.panic_numbers.phoenician", json!(3));
    outcome(&mut b, &ram("A1", "B1"), &json!([2, 3]));
    assert_eq!(value(&b, "B.panicked"), json!([]));
    outcome(&mut b, &ram("A2", "B2"), &json!([2, 3]));
    assert_eq!(value(&b, "B.panicked"), json!([]));
    assert_eq!(b.winner().map(rules::Winner::slug), Some("A"));
}

#[test]
fn a_custom_class_panics_alone_unless_it_names_a_fleet_of_the_rules() {
    let house = |fleet: &'static str| Class {
        slug: Cow::Borrowed("aeginetan"),
        fleet: Cow::Borrowed(fleet),
        ..class("athenian")
    };
    let numbers = |house: Class| {
        let greeks = [class("athenian"), class("athenian"), house.clone(), house];
        value(&battle_of(&greeks, &[class("phoenician")], &[]), "A.panic_numbers")
    };
    assert_eq!(numbers(house("aeginetan")), json!({"aeginetan": 1, "athenian": 1}));
    assert_eq!(numbers(house("athenian")), json!({"athenian": 2}));
}

#[test]
fn panic_numbers_can_be_corrected_and_count_from_the_next_loss() {
    let mut b = battle(&["athenian"; 2], &["phoenician"; 9]);
    set(&mut b, "B.panic_numbers.phoenician", json!(1));
    let odds = chances(&b, &ram("A1", "B1"), &["B.panicked"]);
    assert!(
        odds.watched["B.panicked"].contains(&(json!(["phoenician"]), chance_of(&odds, "sunk")))
    );
    set(&mut b, "B.panicked", json!(["phoenician"]));
    for (field, wrong) in [
        ("panic_numbers.phoenician", json!(0)),
        ("panic_numbers.spartan", json!(1)),
        ("panicked", json!("yes")),
        ("panicked", json!(["spartan"])),
        ("ceded", json!(true)),
    ] {
        let order = json!({"kind": "adjust", "ship": "B", "field": field, "value": wrong});
        let stop = give(&mut b, &order, &none()).expect_err("nonsense");
        assert!(matches!(stop, Stop::Invalid(_)), "{stop:?}");
    }
}

// ---- F-7: who begins ----

#[test]
fn ruling_f7_who_goes_first_is_rolled_before_the_first_order() {
    let fresh = duel("athenian", "phoenician");
    for (dice, side) in
        [(json!([4, 2]), Side::A), (json!([2, 5]), Side::B), (json!([3, 3, 1, 6]), Side::B)]
    {
        let mut b = fresh.clone();
        assert_eq!(outcome(&mut b, &first_side(), &dice).0, "done");
        assert_eq!(b.full_view().state()["to_move"], json!(side), "{dice}");
        assert_eq!(b.full_view().guide().side, Some(side));
    }
    assert_eq!(chance_of(&chances(&fresh, &first_side(), &[]), "done"), Chance::always());
    let mut b = fresh;
    assert!(offer_of(&b.full_view(), Subject::Battle, "first-side").is_some());
    pass(&mut b, 1);
    assert!(refusal(&b, &first_side()).contains("has begun"));
    assert!(offer_of(&b.full_view(), Subject::Battle, "first-side").is_none());
}

#[test]
fn a_round_that_b_begins_ends_with_the_turn_of_a() {
    let mut b = duel("athenian", "phoenician");
    outcome(&mut b, &first_side(), &json!([1, 6]));
    let round = |b: &Battle| b.full_view().state()["round"].clone();
    assert_eq!(warnings(&b, &bows("A1", "B1", 1)), [""; 0], "B moves, A shoots");
    pass(&mut b, 5);
    assert_eq!(round(&b), json!(1));
    pass(&mut b, 1);
    assert_eq!(round(&b), json!(2));
}
