//! Tests of the forms of Greek Fire: defaults and choices come from the state, and forms do
//! not ask for what is known.

use games::greek_fire::tables::Advantage;
use games::{Battle, offer_of, offers};
use message::i18n::english;
use rules::{Offer, Subject};
use serde_json::{Value, json};

use crate::{give, outcome, refusal, set};

use super::{activate, battle, grapple, ship, shoot, take, with};

fn form(b: &Battle, kind: &str) -> Offer {
    offer_of(&b.full_view(), Subject::Unit("A1".parse().expect("a tag")), kind)
        .unwrap_or_else(|| panic!("{kind} is not offered"))
}

fn value_in(offer: &Offer, field: &str) -> Option<Value> {
    let found = offer.fields.iter().find(|f| f.spec.name == field);
    found.unwrap_or_else(|| panic!("no {field}")).value.clone()
}

fn asks(offer: &Offer, field: &str) -> bool {
    offer.fields.iter().any(|f| f.spec.name == field)
}

fn choices(offer: &Offer, field: &str) -> Vec<Value> {
    let found = offer.fields.iter().find(|f| f.spec.name == field).expect("a field");
    found.choices.iter().map(|choice| choice.value.clone()).collect()
}

fn kinds(b: &Battle, tag: &str) -> Vec<&'static str> {
    let subject = Subject::Unit(tag.parse().expect("a tag"));
    offers(&b.full_view(), subject).iter().map(|offer| offer.spec.kind).collect()
}

#[test]
fn a_minimum_range_of_one_hex_is_named_in_the_singular() {
    let nowhere =
        json!({"kind": "shoot", "ship": "A1", "weapon": "archers", "target": "B1", "range": 0});
    assert!(refusal(&two_against_three(), &nowhere).contains("archers need at least 1 hex"));
}

fn two_against_three() -> Battle {
    battle(vec![with("trireme", &[Advantage::Archers]), ship("trireme")], vec![ship("trireme"); 3])
}

#[test]
fn the_suggested_target_is_grappled_or_rammed_or_was_last_shot_at() {
    let mut b = two_against_three();
    assert_eq!(value_in(&form(&b, "shoot"), "target"), None);
    let at_b3 =
        json!({"kind": "shoot", "ship": "A1", "weapon": "archers", "target": "B3", "range": 1});
    outcome(&mut b, &at_b3, &json!([1]));
    assert_eq!(value_in(&form(&b, "shoot"), "target"), Some(json!("B3")));
    let ram_b2 = json!({"kind": "ram", "ship": "A1", "target": "B2", "spaces_straight": 3});
    outcome(&mut b, &ram_b2, &json!([1]));
    assert_eq!(value_in(&form(&b, "shoot"), "target"), Some(json!("B2")));
    assert_eq!(value_in(&form(&b, "board"), "target"), Some(json!("B2")));
    grapple(&mut b, "A1", "B1");
    assert_eq!(value_in(&form(&b, "shoot"), "target"), Some(json!("B1")));
    assert_eq!(choices(&form(&b, "shoot"), "target"), ["B1", "B2", "B3"]);
    // The ship that she rammed this turn is the first choice.
    assert_eq!(value_in(&form(&b, "board"), "target"), Some(json!("B2")));
}

#[test]
fn a_form_without_a_choice_gives_the_reason() {
    let b = two_against_three();
    let prize = form(&b, "take-prize").refused.expect("no ship to take");
    assert_eq!(english(&prize.why), "no ship has surrendered, been abandoned or lost all her crew");
}

#[test]
fn the_only_possible_target_is_filled_in() {
    let mut b = two_against_three();
    for gone in ["B1", "B2"] {
        set(&mut b, &format!("{gone}.status"), json!("sunk"));
    }
    for kind in ["shoot", "ram", "board"] {
        assert_eq!(value_in(&form(&b, kind), "target"), Some(json!("B3")), "{kind}");
    }
}

#[test]
fn impossible_targets_are_not_listed() {
    let mut b = two_against_three();
    set(&mut b, "B1.status", json!("sunk"));
    set(&mut b, "B2.crew", json!(0));
    set(&mut b, "A1.crew", json!(100));
    assert_eq!(choices(&form(&b, "shoot"), "target"), ["B2", "B3"], "an empty ship can burn");
    assert_eq!(choices(&form(&b, "board"), "target"), ["B3"]);
    assert_eq!(choices(&form(&b, "take-prize"), "target"), ["B2"]);
    assert_eq!(choices(&form(&b, "morale"), "adjacent_enemies"), ["B3"]);
    assert_eq!(choices(&form(&b, "terrain"), "hex"), ["shallows", "rocky-shallows", "sargasso"]);
}

#[test]
fn only_weapons_and_mounts_that_are_ready_are_listed() {
    let mut b = battle(
        vec![with("trireme", &[Advantage::Archers, Advantage::Archers, Advantage::Catapult])],
        vec![ship("trireme")],
    );
    assert_eq!(choices(&form(&b, "shoot"), "weapon"), ["archers", "catapult", "rowers"]);
    assert!(asks(&form(&b, "shoot"), "mount"));
    outcome(&mut b, &shoot("archers", 1), &json!([1]));
    assert_eq!(choices(&form(&b, "shoot"), "weapon"), ["archers", "catapult", "rowers"]);
    assert!(!asks(&form(&b, "shoot"), "mount"), "one mount a weapon is ready");
    set(&mut b, "A1.ammo.catapult-1", json!(0));
    outcome(&mut b, &shoot("archers", 1), &json!([1]));
    assert_eq!(choices(&form(&b, "shoot"), "weapon"), ["rowers"]);
    assert_eq!(value_in(&form(&b, "shoot"), "weapon"), Some(json!("rowers")));
}

#[test]
fn a_ship_without_crew_is_not_offered_orders_that_need_one() {
    let mut b = two_against_three();
    set(&mut b, "A1.crew", json!(0));
    assert_eq!(kinds(&b, "A1"), ["fire", "adjust"]);
    set(&mut b, "A1.status", json!("surrendered"));
    assert_eq!(kinds(&b, "A1"), ["fire", "adjust"]);
    set(&mut b, "A1.status", json!("sunk"));
    assert_eq!(kinds(&b, "A1"), ["adjust"]);
    assert!(kinds(&b, "A2").contains(&"ram"));
}

#[test]
fn a_field_is_asked_only_if_it_can_make_a_difference() {
    let mut b = two_against_three();
    let morale = form(&b, "morale");
    for field in ["adjacent_enemies", "abandon", "credit"] {
        assert!(!asks(&morale, field), "{field}: no crew is larger, and a 1 routs at worst");
    }
    set(&mut b, "A1.crew", json!(169));
    let morale = form(&b, "morale");
    assert!(asks(&morale, "adjacent_enemies"), "a larger crew beside her counts");
    assert!(asks(&morale, "abandon"), "1 - 1 - 1: she may surrender");
    assert!(asks(&morale, "credit"));
    assert!(!asks(&morale, "routing_friends_within_20"), "no friend routs");
    set(&mut b, "A2.routing", json!(true));
    assert!(asks(&form(&b, "morale"), "routing_friends_within_20"));
    set(&mut b, "A1.credited_to", json!("B1"));
    assert!(!asks(&form(&b, "morale"), "credit"), "a lost ship is credited once");
    set(&mut b, "A1.credited_to", Value::Null);

    assert!(!asks(&form(&b, "fire"), "burning_neighbours"), "nothing else burns");
    set(&mut b, "B1.fires", json!(1));
    assert!(asks(&form(&b, "fire"), "burning_neighbours"));
    assert!(!asks(&form(&b, "fire"), "credit"), "one counter cannot become six");
    set(&mut b, "A1.fires", json!(3));
    assert!(asks(&form(&b, "fire"), "credit"));
    grapple(&mut b, "A1", "B1");
    assert!(!asks(&form(&b, "fire"), "burning_neighbours"), "the only one holds her");

    assert!(!asks(&form(&b, "row"), "ramming_speed"), "a grappled ship cannot ram");
    let mut free = two_against_three();
    assert!(asks(&form(&free, "row"), "ramming_speed"));
    let fast = json!({"kind": "row", "ship": "A1", "spent": 1, "ramming_speed": true});
    give(&mut free, &fast, &json!([])).expect("a row");
    assert!(!asks(&form(&free, "row"), "ramming_speed"), "once used it applies for the turn");

    assert!(!asks(&form(&free, "board"), "rammed_together"), "the battle knows (GF-19)");
}

#[test]
fn numbers_in_forms_are_those_that_the_ship_has() {
    let mut b = two_against_three();
    let range = |b: &Battle, kind: &str, field: &str| {
        form(b, kind).fields.iter().find(|f| f.spec.name == field).expect("a field").range
    };
    assert_eq!(range(&b, "ram", "spaces_straight"), Some((1, 8)));
    assert_eq!(value_in(&form(&b, "ram"), "spaces_straight"), Some(json!(3)));
    give(&mut b, &json!({"kind": "row", "ship": "A1", "spent": 5}), &json!([])).expect("a row");
    assert_eq!(range(&b, "ram", "spaces_straight"), Some((1, 5)));
    assert_eq!(value_in(&form(&b, "ram"), "spaces_straight"), Some(json!(5)));
    assert_eq!(range(&b, "row", "spent"), Some((0, 3)));
    assert_eq!(value_in(&form(&b, "row"), "spent"), Some(json!(1)));
    assert_eq!(range(&b, "shoot", "range"), Some((1, 2)));
    for fires in ["B1", "B2"] {
        set(&mut b, &format!("{fires}.fires"), json!(1));
    }
    grapple(&mut b, "A1", "B1");
    assert_eq!(range(&b, "fire", "burning_neighbours"), Some((1, 2)));
    assert_eq!(value_in(&form(&b, "fire"), "burning_neighbours"), Some(json!(1)));
    set(&mut b, "A1.crew", json!(100));
    set(&mut b, "B1.crew", json!(90));
    assert_eq!(value_in(&form(&b, "morale"), "adjacent_enemies"), Some(json!(["B1"])));
    set(&mut b, "B3.crew", json!(0));
    assert_eq!(range(&b, "take-prize", "crew"), Some((0, 99)));
    assert_eq!(value_in(&form(&b, "take-prize"), "target"), Some(json!("B3")));
}

#[test]
fn refusals_do_not_mention_missing_fields() {
    let mut b = two_against_three();
    for change in [None, Some(("B1.crew", json!(0))), Some(("A1.routing", json!(true)))] {
        if let Some((key, to)) = change {
            set(&mut b, key, to);
        }
        for tag in ["A1", "A2", "B1", "B2"] {
            for offer in offers(&b.full_view(), Subject::Unit(tag.parse().expect("a tag"))) {
                let why = offer.refused.map(|refusal| refusal.why.to_string()).unwrap_or_default();
                assert!(!why.contains("missing"), "{tag} {}: {why}", offer.spec.kind);
            }
        }
    }
}

#[test]
fn the_guide_asks_for_fire_first_if_any_ship_burns() {
    let mut b = two_against_three();
    give(&mut b, &activate("A1"), &json!([])).expect("A1 begins");
    assert_ne!(b.full_view().guide().next[0].kind, "fire");
    set(&mut b, "B1.fires", json!(1));
    assert_eq!(b.full_view().guide().next[0].kind, "fire");
    outcome(&mut b, &json!({"kind": "fire", "ship": "A1"}), &json!([]));
    assert_ne!(b.full_view().guide().next[0].kind, "fire");
}

#[test]
fn the_guide_lets_empty_ships_burn_before_the_round_ends() {
    let mut b = battle(vec![ship("trireme")], vec![ship("trireme"); 2]);
    set(&mut b, "B2.crew", json!(0));
    set(&mut b, "B2.fires", json!(1));
    for tag in ["A1", "B1"] {
        give(&mut b, &activate(tag), &json!([])).expect("her turn");
    }
    let next = b.full_view().guide().next;
    let fire = next.iter().position(|step| {
        step.kind == "fire" && step.subject == Subject::Unit("B2".parse().expect("a tag"))
    });
    let end = next.iter().position(|step| step.kind == "end-round");
    assert!(fire.is_some() && fire < end, "{next:?}");
}

#[test]
fn the_first_side_is_rolled_for_before_the_first_other_order() {
    let mut b = battle(vec![ship("trireme"); 2], vec![ship("trireme"); 2]);
    let first = json!({"kind": "first-side"});
    set(&mut b, "A1.crew", json!(100));
    give(&mut b.clone(), &first, &json!([5, 2])).expect("a correction is no order of the turn");
    let mut begun = b.clone();
    give(&mut begun, &activate("A1"), &json!([])).expect("A1 begins");
    assert!(crate::refusal(&begun, &first).contains("before the first order"));
    set(&mut b, "B1.crew", json!(0));
    outcome(&mut b, &take("A1", "B1", 5), &json!([]));
    assert!(b.full_view().guide().next.iter().all(|step| step.kind != "first-side"));
}

/// A ram is a move (GF-16): it uses the points that she has spent, or otherwise those that
/// she has.
#[test]
fn a_ram_is_proposed_to_a_ship_with_a_run() {
    let mut b = two_against_three();
    outcome(&mut b, &activate("A1"), &json!([]));
    let proposed = |b: &Battle| {
        let steps =
            b.full_view().guide().next.into_iter().filter(|step| step.subject.to_string() == "A1");
        steps.map(|step| step.kind).collect::<Vec<_>>()
    };
    assert!(proposed(&b).contains(&"ram"));
    let row = |spent: u32| json!({"kind": "row", "ship": "A1", "spent": spent});
    for (spent, may) in [(0, false), (3, true)] {
        let mut b = b.clone();
        outcome(&mut b, &row(spent), &json!([]));
        assert_eq!(proposed(&b).contains(&"ram"), may, "{spent} points spent");
    }
}

/// GF-1.
#[test]
fn a_roll_for_first_side_is_proposed_only_to_equal_fleets() {
    let proposed =
        |b: &Battle| b.full_view().guide().next.iter().any(|step| step.kind == "first-side");
    for (theirs, even) in [(1, false), (2, true), (3, false)] {
        let b = battle(vec![ship("trireme"); 2], vec![ship("trireme"); theirs]);
        assert_eq!(proposed(&b), even, "two against {theirs}");
    }
}
