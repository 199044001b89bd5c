//! Tests of what the app knows about the table in Command & Chaos (CC-13, CC-14), and of
//! what waits for the fourth phase (CC-15).

use dice::Entered;
use games::{Battle, offers};
use rules::{Need, Side, Stop, Subject};
use serde_json::{Value, json};

use crate::{give, outcome, refusal, set, value, warnings};

use super::{
    army, battle, charge, end_phase, flank, melee, of_unit, officer, open, two_on_one, unit, until,
    zone,
};

fn light_against(kind: &str, unit: &str, target: &str) -> Value {
    json!({"kind": kind, "unit": unit, "target": target})
}

fn reveal(unit: &str, target: &str) -> Value {
    light_against("reveal", unit, target)
}

/// Whether the form of an order asks a unit for a field.
fn asks(b: &Battle, tag: &str, kind: &str, field: &str) -> bool {
    let all = offers(&b.full_view(), Subject::Unit(tag.parse().unwrap()));
    let offer = all.into_iter().find(|offer| offer.spec.kind == kind).expect("an offer");
    offer.fields.iter().any(|asked| asked.spec.name == field)
}

// ---- CC-13 ----

/// A has two cavalry on its right wing, in columns 9 and 10; B1 faces the first.
fn wing() -> Battle {
    let mut two = army();
    two["unit"][2] = unit("Gauls", "heavy-cavalry", "right-wing", 2, (4, true));
    let mut b = open(&two, &army());
    for tag in ["A2", "A3", "B1", "B5"] {
        set(&mut b, &format!("{tag}.card"), json!("Shout"));
    }
    until(&mut b, "melee");
    b
}

fn shown(b: &Battle) -> Vec<&'static str> {
    let shown = |tag: &&str| value(b, &format!("{tag}.card_revealed")) == true;
    ["A2", "A3", "B1", "B5"].into_iter().filter(shown).collect()
}

#[test]
fn cards_are_turned_up_before_any_die_also_at_first_contact() {
    let mut b = wing();
    assert!(b.full_view().guide().next.iter().any(|step| step.kind == "reveal"));
    give(&mut b, &reveal("A2", "B1"), &json!([])).expect("they face each other");
    assert_eq!(shown(&b), ["A2", "B1"]);
    assert_eq!(warnings(&b, &melee("A2", "B1", "front")), Vec::<String>::new());
}

#[test]
fn the_cavalry_beside_one_that_faces_the_enemy_turns_up_its_card_with_both_of_theirs() {
    let mut b = wing();
    give(&mut b, &reveal("A3", "B1"), &json!([])).expect("two on one");
    assert_eq!(shown(&b), ["A2", "A3", "B1"]);
    assert_eq!(warnings(&b, &two_on_one(["A2", "A3"], "B1", "A2")), Vec::<String>::new());
}

#[test]
fn cards_of_units_that_could_not_fight_now_stay_face_down() {
    let mut b = wing();
    // Infantry next to them does not take part.
    for (order, why) in [
        (reveal("A2", "B5"), "are not engaged"),
        (reveal("A3", "B5"), "are not engaged"),
        (reveal("A2", "B8"), "is light infantry"),
        (reveal("A2", "B2"), "are not engaged"),
    ] {
        assert!(refusal(&b, &order).contains(why), "{order}");
    }
    // Nor a reserve behind a friend, nor a pair that has fought in this phase.
    set(&mut b, "A6.column", json!(1));
    set(&mut b, "B6.card", json!("Shout"));
    assert!(refusal(&b, &reveal("A6", "B6")).contains("are not engaged"));
    give(&mut b, &melee("A2", "B1", "front"), &json!([1, 1])).expect("a melee");
    assert_eq!(refusal(&b, &reveal("A2", "B1")), "A2 and B1 have met in this phase");
    end_phase(&mut b);
    assert!(refusal(&b, &reveal("A2", "B1")).contains("in the melee phase"));
}

// ---- CC-14 ----

#[test]
fn the_side_that_the_target_strikes_back_at_is_known_and_another_value_warns() {
    let mut b = battle();
    assert!(!asks(&b, "A3", "melee", "target_attack"));
    give(&mut b, &flank("B5", "A4", "flank"), &json!([])).expect("a flanking movement");
    // A4 has no choice, and B5 strikes at its flank.
    let declared = json!({"kind": "melee", "unit": "A4", "target": "B5"});
    let order = b.read_declared(declared.as_object().unwrap()).expect("an order");
    let mut dice = dice::Seeded::new(1, 0);
    let report = b.resolve(&order, &mut dice).expect("nothing is open in it");
    assert_eq!(report.rolls[1].modifiers.len(), 1);
    let with = |attack: &str| {
        let mut order = declared.clone();
        order["target_attack"] = json!(attack);
        order
    };
    assert_eq!(warnings(&b, &with("flank")), Vec::<String>::new());
    assert_eq!(warnings(&b, &with("front"))[0], "B5 is at the flank of A4");
    let mut front = with("front");
    front["unit"] = json!("A3");
    assert_eq!(warnings(&b, &front), Vec::<String>::new());
    front["target_attack"] = json!("flank");
    assert_eq!(warnings(&b, &front), ["B5 has not moved to the flank of A3"]);
}

#[test]
fn a_target_of_two_attackers_chooses_one_to_strike_back_at() {
    let b = battle();
    let mut order = two_on_one(["A1", "A2"], "B1", "A1");
    order["answers"] = json!(null);
    let declared = b.read_declared(order.as_object().unwrap()).expect("an order");
    let asked = b.resolve(&declared, &mut Entered::without_app([]));
    let Err(Stop::Needs { need: Need::Answer { field, of, choices }, .. }) = asked else {
        panic!("{asked:?}");
    };
    let choices: Vec<_> = choices.into_iter().map(|choice| choice.value).collect();
    assert_eq!((field, of, choices), ("answers", Side::B, vec![json!("A1"), json!("A2")]));
}

#[test]
fn attacks_between_columns_that_do_not_face_each_other_warn() {
    let b = battle();
    let apart = |unit: &str, own: u8, target: &str, its: u8| {
        let faces = 11 - its;
        format!(
            "{unit} is in column {own} and {target} in column {its}, which faces column {faces}"
        )
    };
    for (order, warns) in [
        (melee("A3", "B5", "front"), None),
        (melee("A3", "B3", "front"), Some(apart("A3", 4, "B3", 4))),
        // CC-17.
        (
            two_on_one(["A1", "A2"], "B1", "A1"),
            Some(
                "A2 is neither in the column of A1 nor in the next; two on one fight side by side"
                    .to_owned(),
            ),
        ),
        (light_against("javelins", "A8", "B6"), None),
        (light_against("javelins", "A8", "B4"), Some(apart("A8", 5, "B4", 5))),
        (light_against("skirmish", "A8", "B8"), Some(apart("A8", 5, "B8", 5))),
    ] {
        assert_eq!(warnings(&b, &order), warns.into_iter().collect::<Vec<_>>(), "{order}");
    }
    let mut b = b;
    set(&mut b, "B8.column", json!(2));
    assert_eq!(warnings(&b, &light_against("skirmish", "A8", "B8")), Vec::<String>::new());
}

#[test]
fn a_front_melee_across_columns_does_not_warn_after_a_flank_or_turn() {
    let mut b = battle();
    let pair = melee("A3", "B4", "front");
    assert!(!warnings(&b, &pair).is_empty());
    give(&mut b, &flank("A3", "B4", "flank"), &json!([])).expect("a flanking movement");
    assert_eq!(warnings(&b, &pair), Vec::<String>::new());
    let mut turned = b.clone();
    let turn = json!({"kind": "turn", "unit": "B4", "to": "A3"});
    give(&mut turned, &turn, &json!([])).expect("it turns");
    assert_eq!(warnings(&turned, &pair), Vec::<String>::new());
    // A unit that attacks the front from the former flank continues from there.
    until(&mut b, "melee");
    give(&mut b, &pair, &json!([1, 1])).expect("a melee");
    end_phase(&mut b);
    assert_eq!(value(&b, "A3.flanking"), json!(null));
    assert!(warnings(&b, &pair).iter().all(|warning| !warning.contains("column")));
    // A unit that moves to another flank has left.
    give(&mut turned, &flank("A3", "B6", "flank"), &json!([])).expect("a flanking movement");
    assert!(!warnings(&turned, &pair).is_empty());
}

#[test]
fn a_reserve_that_charges_through_the_friend_before_it_warns() {
    let mut b = battle();
    set(&mut b, "A6.column", json!(1));
    let order = charge("A6", "B6", "stand");
    assert_eq!(warnings(&b, &order), ["A4 Second is in front of A6 in its column"]);
    set(&mut b, "A4.status", json!("routed"));
    assert_eq!(warnings(&b, &order), Vec::<String>::new());
}

#[test]
fn a_second_charge_flank_or_skirmish_of_a_unit_in_one_movement_warns() {
    let again = |unit: &str| {
        format!("{unit} has already charged, flanked or skirmished this phase; only one is allowed")
    };
    let mut b = battle();
    set(&mut b, "B5.hits", json!(2));
    give(&mut b, &charge("A3", "B5", "stand"), &json!([2, 0])).expect("B5 routs");
    assert_eq!(warnings(&b, &flank("A3", "B6", "flank")), [again("A3")]);
    let mut b = battle();
    set(&mut b, "B5.status", json!("routed"));
    give(&mut b, &flank("A3", "B6", "flank"), &json!([])).expect("a flanking movement");
    for order in [flank("A3", "B6", "rear"), charge("A3", "B4", "stand")] {
        assert!(warnings(&b, &order).contains(&again("A3")), "{order}");
    }
    assert_eq!(warnings(&b, &charge("A5", "B3", "stand")), Vec::<String>::new());
    end_phase(&mut b);
    assert!(!warnings(&b, &charge("A3", "B4", "stand")).contains(&again("A3")));
    let skirmish = light_against("skirmish", "A8", "B8");
    set(&mut b, "B8.column", json!(2));
    for dice in [json!([3, 3]), json!([6, 1]), json!([1, 6])] {
        let mut b = b.clone();
        give(&mut b, &skirmish, &dice).expect("a skirmish");
        assert_eq!(warnings(&b, &skirmish), [again("A8")]);
        let back = light_against("skirmish", "B8", "A8");
        assert_eq!(
            warnings(&b, &back),
            Vec::<String>::new(),
            "it was attacked, but has not attacked"
        );
    }
}

// ---- CC-15 ----

#[test]
fn orders_of_the_fourth_phase_given_earlier_warn_and_end_no_phase() {
    let belongs =
        |phase: &str| format!("this belongs to the rally phase; it is now the {phase} phase");
    for phase in ["initiative", "movement", "melee"] {
        let mut b = battle();
        set(&mut b, "A.hand", json!(["Shout"]));
        set(&mut b, "A.lieutenants.left-wing.lost", json!(true));
        set(&mut b, "A.lieutenants.left-wing.lost_in", json!(0));
        until(&mut b, phase);
        set(&mut b, "A3.card", json!("Shout"));
        let reserve =
            json!({"kind": "reserve", "unit": "A6", "zone": "center-battle-line", "column": 1});
        for order in [
            officer("attach", "lieutenant", "A4"),
            officer("detach", "lieutenant", "A4"),
            reserve,
            zone("replace-lieutenant", "A", "left-wing"),
        ] {
            assert_eq!(warnings(&b, &order), [belongs(phase)], "{order}");
            give(&mut b, &order, &json!([])).unwrap_or_else(|stop| panic!("{order}: {stop}"));
            assert_eq!(b.full_view().state()["phase"], phase, "{order}");
        }
        assert_eq!(value(&b, "A3.card"), json!("Shout"));
        until(&mut b, "rally");
        assert_eq!(warnings(&b, &officer("attach", "lieutenant", "A4")), Vec::<String>::new());
    }
}

#[test]
fn a_rally_before_the_fourth_phase_is_refused() {
    let mut b = battle();
    set(&mut b, "A4.hits", json!(4));
    set(&mut b, "A4.officer", json!("lieutenant"));
    for phase in ["initiative", "movement", "melee"] {
        until(&mut b, phase);
        assert_eq!(
            refusal(&b, &of_unit("rally", "A4")),
            format!("units rally in the rally phase; it is now the {phase} phase")
        );
    }
    until(&mut b, "rally");
    let (_, changes) = outcome(&mut b, &of_unit("rally", "A4"), &json!([]));
    assert_eq!(changes["A4.hits"], json!([4, 3]));
}

#[test]
fn distances_to_fall_back_add_up() {
    let mut b = battle();
    until(&mut b, "movement");
    give(&mut b, &light_against("javelins", "A8", "B6"), &json!([1])).expect("javelins");
    let (_, changes) = outcome(&mut b, &light_against("skirmish", "A8", "B8"), &json!([1, 6]));
    assert_eq!(changes["A8.fallback_owed"], json!([2, 4]));
    give(&mut b, &of_unit("fall-back", "A8"), &json!([])).expect("it falls back");
    assert_eq!(value(&b, "A8.fallback_owed"), json!(0));
}
