//! Tests of contacts in Greek Fire: ships that met touch until either moves (GF-28).

use games::greek_fire::tables::Advantage;
use games::{Battle, offer_of};
use rules::{Stop, Subject};
use serde_json::{Value, json};

use crate::{give, outcome, refusal, set, value};

use super::{battle, board, duel, end_round, grapple, ram, row, ship, with};

/// Two against three; A1 has a catapult, whose minimum range is two hexes.
fn fleets() -> Battle {
    battle(
        vec![with("trireme", &[Advantage::Catapult, Advantage::Archers]), ship("trireme")],
        vec![ship("trireme"); 3],
    )
}

fn shot(weapon: &str, range: Option<u32>) -> Value {
    let mut order = json!({"kind": "shoot", "ship": "A1", "weapon": weapon, "target": "B1"});
    if let Some(range) = range {
        order["range"] = json!(range);
    }
    order
}

fn morale(adjacent: Option<Value>) -> Value {
    let mut order = json!({"kind": "morale", "ship": "A1"});
    if let Some(adjacent) = adjacent {
        order["adjacent_enemies"] = adjacent;
    }
    order
}

/// The value of a field in a form of A1; `None` if the form does not ask for it.
fn in_form(b: &Battle, kind: &str, field: &str) -> Option<Value> {
    let subject = Subject::Unit("A1".parse().expect("a tag"));
    let offer = offer_of(&b.full_view(), subject, kind).expect("an offer");
    let found = offer.fields.into_iter().find(|found| found.spec.name == field);
    found.and_then(|field| field.value)
}

#[test]
fn ships_touch_after_a_ram_a_repelled_boarding_or_a_grapple_until_either_rows() {
    let meets: [(&str, Value, Value); 3] = [
        ("a ram", ram(3), json!([1])),
        ("a repelled boarding", board("A1", "B1"), json!([1])),
        ("a grapple", board("A1", "B1"), json!([6, 17, 17])),
    ];
    for (how, order, dice) in meets {
        let mut b = fleets();
        outcome(&mut b, &order, &dice);
        assert_eq!(value(&b, "A1.touching"), json!(["B1"]), "{how}");
        assert_eq!(value(&b, "B1.touching"), json!(["A1"]), "{how}");
        end_round(&mut b);
        if how == "a grapple" {
            outcome(&mut b, &json!({"kind": "ungrapple", "ship": "B1"}), &json!([6]));
        }
        give(&mut b, &row(0), &json!([])).expect("a stop ends nothing");
        assert_eq!(value(&b, "A1.touching"), json!(["B1"]), "{how}");
        let away = json!({"kind": "row", "ship": "B1", "spent": 1});
        give(&mut b, &away, &json!([])).expect("a row");
        for ship in ["A1", "B1"] {
            assert_eq!(value(&b, &format!("{ship}.touching")), json!([]), "{how}");
        }
    }
}

#[test]
fn a_ship_that_rams_another_no_longer_touches_those_she_left() {
    let mut b = fleets();
    outcome(&mut b, &board("A1", "B1"), &json!([1]));
    let second = json!({"kind": "ram", "ship": "A1", "target": "B2", "spaces_straight": 3});
    outcome(&mut b, &second, &json!([1]));
    assert_eq!(value(&b, "A1.touching"), json!(["B2"]));
    assert_eq!(value(&b, "B1.touching"), json!([]));
    // A third ship rams B2, who still touches A1.
    let third = json!({"kind": "ram", "ship": "A2", "target": "B2", "spaces_straight": 3});
    outcome(&mut b, &third, &json!([1]));
    assert_eq!(value(&b, "B2.touching"), json!(["A1", "A2"]));
    outcome(
        &mut b,
        &json!({"kind": "ram", "ship": "B3", "target": "A2", "spaces_straight": 3}),
        &json!([10]),
    );
    assert_eq!(value(&b, "B2.touching"), json!(["A1"]), "she sank");
}

#[test]
fn adjacent_enemies_left_out_are_those_in_action_that_she_touches() {
    let mut b = fleets();
    set(&mut b, "A1.crew", json!(100));
    let larger = |b: &Battle, order: &Value| {
        let report = give(&mut b.clone(), order, &json!([5])).expect("morale");
        report.rolls[0].modifiers.iter().any(|m| m.reason.why.to_string().contains("larger crew"))
    };
    assert!(!larger(&b, &morale(None)));
    outcome(&mut b, &board("A1", "B1"), &json!([1]));
    assert!(larger(&b, &morale(None)));
    assert!(!larger(&b, &morale(Some(json!([])))), "the players may say otherwise");
    assert_eq!(in_form(&b, "morale", "adjacent_enemies"), Some(json!(["B1"])));
    set(&mut b, "B1.status", json!("surrendered"));
    assert!(!larger(&b, &morale(None)));
}

#[test]
fn only_an_enemy_in_action_with_crew_is_adjacent_and_only_a_larger_crew_counts() {
    let mut b = fleets();
    let beside = |of: &str| morale(Some(json!([of])));
    for (key, to) in [("B2.status", json!("surrendered")), ("B3.crew", json!(0))] {
        set(&mut b, key, to);
        assert!(refusal(&b, &beside(&key[..2])).contains("is not an enemy in action with crew"));
    }
    assert!(refusal(&b, &beside("A2")).contains("is not an enemy in action with crew"));
    let amounts = |b: &Battle| {
        let report = give(&mut b.clone(), &beside("B1"), &json!([5])).expect("morale");
        report.rolls[0].modifiers.iter().map(|modifier| modifier.amount).collect::<Vec<_>>()
    };
    assert_eq!(amounts(&b), [2], "as many men in both");
    set(&mut b, "A1.crew", json!(169));
    assert_eq!(amounts(&b), [-1]);
}

#[test]
fn an_order_that_denies_a_grapple_is_refused() {
    let mut b = fleets();
    grapple(&mut b, "A1", "B1");
    for adjacent in [json!([]), json!(["B2"])] {
        assert!(refusal(&b, &morale(Some(adjacent))).contains("grappled with B1"));
    }
    give(&mut b.clone(), &morale(Some(json!(["B1", "B2"]))), &json!([5])).expect("B2 as well");
    assert!(refusal(&b, &shot("catapult", Some(2))).contains("grappled with B1, 1 hex away"));
    set(&mut b, "B1.fires", json!(1));
    let fire = json!({"kind": "fire", "ship": "A1", "burning_neighbours": 0});
    assert!(refusal(&b, &fire).contains("grappled with 1"));
    // For a ship that she only touches, the players may know better.
    let mut met = fleets();
    outcome(&mut met, &board("A1", "B1"), &json!([1]));
    outcome(&mut met, &shot("catapult", Some(2)), &json!([1]));
}

#[test]
fn a_range_left_out_is_one_hex_for_a_touching_ship_and_required_for_others() {
    let mut b = fleets();
    let unknown = give(&mut b.clone(), &shot("archers", None), &json!([])).expect_err("how far?");
    assert!(matches!(unknown, Stop::Invalid(_)), "{unknown:?}");
    outcome(&mut b, &ram(3), &json!([1]));
    assert_eq!(in_form(&b, "shoot", "range"), Some(json!(1)));
    assert!(refusal(&b, &shot("catapult", None)).contains("needs at least 2 hexes"));
    outcome(&mut b, &shot("archers", None), &json!([1]));
}

#[test]
fn burning_neighbours_left_out_are_those_that_she_touches() {
    let mut b = fleets();
    for burning in ["B1", "B2"] {
        set(&mut b, &format!("{burning}.fires"), json!(1));
    }
    outcome(&mut b, &board("A1", "B1"), &json!([1]));
    assert_eq!(in_form(&b, "fire", "burning_neighbours"), Some(json!(1)));
    let order = json!({"kind": "fire", "ship": "A1"});
    assert_eq!(outcome(&mut b.clone(), &order, &json!([5])).1["A1.fires"], json!([0, 1]));
    let none = json!({"kind": "fire", "ship": "A1", "burning_neighbours": 0});
    outcome(&mut b, &none, &json!([]));
}

#[test]
fn a_card_names_grappled_and_other_touching_ships() {
    let mut b = fleets();
    outcome(&mut b, &board("A1", "B1"), &json!([1]));
    let marks = |b: &Battle| {
        let card = b.full_view().card("A1".parse().expect("a tag")).expect("a card");
        card.marks.iter().map(|mark| mark.label.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(marks(&b), ["beside B1"]);
    end_round(&mut b);
    outcome(&mut b, &board("A1", "B1"), &json!([6, 17, 17]));
    assert!(marks(&b).contains(&"grappled with B1".to_owned()), "{:?}", marks(&b));
    assert!(!marks(&b).contains(&"beside B1".to_owned()));
}

/// GF-10.
#[test]
fn the_only_adjacent_enemy_is_credited_without_a_question() {
    let surrenders = |adjacent: Option<Value>| {
        let mut b = fleets();
        set(&mut b, "A1.sinking_in", json!(5));
        outcome(&mut b, &board("A1", "B1"), &json!([1]));
        assert_eq!(outcome(&mut b, &morale(adjacent), &json!([1])).0, "surrenders");
        value(&b, "A1.credited_to")
    };
    assert_eq!(surrenders(None), json!("B1"));
    assert_eq!(surrenders(Some(json!(["B3"]))), json!("B3"));
    assert_eq!(surrenders(Some(json!(["B1", "B3"]))), Value::Null);
    let mut burns = fleets();
    set(&mut burns, "A1.fires", json!(5));
    outcome(&mut burns, &board("A1", "B1"), &json!([1]));
    let order = json!({"kind": "fire", "ship": "A1"});
    assert_eq!(outcome(&mut burns, &order, &json!([5, 6, 6, 2, 2, 2])).0, "destroyed");
    assert_eq!(value(&burns, "B1.victories"), json!(1));
    // With one enemy left, no other can be credited.
    let mut one = duel(ship("trireme"), ship("trireme"));
    set(&mut one, "A1.sinking_in", json!(5));
    assert_eq!(in_form(&one, "morale", "adjacent_enemies"), Some(json!([])));
    let subject = Subject::Unit("A1".parse().expect("a tag"));
    let form = offer_of(&one.full_view(), subject, "morale").expect("an offer");
    assert!(!form.fields.iter().any(|field| field.spec.name == "credit"));
}
