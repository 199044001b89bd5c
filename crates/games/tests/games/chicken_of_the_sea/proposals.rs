//! Tests of the guide's suggestions for each galley, and of her forms, in Chicken of the
//! Sea.

use games::{Battle, offers};
use rules::Subject;
use serde_json::json;

use crate::{outcome, set};

use super::{battle, galley, go_to, tag};

/// The suggestions for the galleys of Carthage, such as `A1 ram`.
fn proposed(fight: &Battle) -> Vec<String> {
    let steps = fight.full_view().guide().next.into_iter();
    let units = steps.filter(|step| matches!(step.subject, Subject::Unit(_)));
    units.map(|step| format!("{} {}", step.subject, step.kind)).collect()
}

fn kinds(fight: &Battle, ship: &str) -> Vec<&'static str> {
    offers(&fight.full_view(), Subject::Unit(tag(ship)))
        .iter()
        .map(|offer| offer.spec.kind)
        .collect()
}

#[test]
fn a_moving_galley_gets_proposals_of_possible_orders() {
    let carthage = [3, 0, 2, 2, 0, 2].map(|speed| galley(4, speed)).to_vec();
    let mut fight = battle(carthage, vec![galley(3, 2)]);
    go_to(&mut fight, "carthage-moves");
    set(&mut fight, "A3.crippled", json!(true));
    // A4 is moving and A5 has stopped, fouled with each other.
    set(&mut fight, "A4.fouled_with", json!(["A5"]));
    set(&mut fight, "A6.aground", json!(true));
    assert_eq!(proposed(&fight), ["A1 ram", "A3 end-move", "A4 unfoul", "A6 refloat"]);
    let mut tried = fight.clone();
    set(&mut tried, "A6.refloat_tried", json!(true));
    assert_eq!(proposed(&tried), ["A1 ram", "A3 end-move", "A4 unfoul"], "once a turn");
    outcome(&mut fight, &json!({"kind": "spend", "ship": "A1", "mp": 1}), &json!([]));
    assert_eq!(proposed(&fight)[0], "A1 end-move", "she has begun to move");
    go_to(&mut fight, "rome-moves");
    assert_eq!(proposed(&fight), ["B1 ram"]);
}

#[test]
fn a_galley_is_offered_to_spend_points_while_she_has_any() {
    let mut fight = battle(vec![galley(4, 2), galley(4, 0)], vec![galley(3, 2)]);
    assert!(!kinds(&fight, "A1").contains(&"spend"), "there are no points in the speed phase");
    go_to(&mut fight, "carthage-moves");
    assert!(kinds(&fight, "A1").contains(&"spend"));
    assert!(!kinds(&fight, "A2").contains(&"spend"), "she has stopped");
    outcome(&mut fight, &json!({"kind": "spend", "ship": "A1", "mp": 2}), &json!([]));
    assert!(!kinds(&fight, "A1").contains(&"spend"), "all points are spent");
}
