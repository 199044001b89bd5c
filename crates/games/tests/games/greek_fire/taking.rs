//! Tests of taking a ship in Greek Fire: the men needed, the contacts afterwards, and the
//! text.

use engine::text;
use games::{Battle, Options};
use serde_json::json;

use crate::{give, outcome, refusal, set, value};

use super::{battle, grapple, points, ship, take};

fn one_against_two() -> Battle {
    battle(vec![ship("trireme")], vec![ship("trireme"); 2])
}

/// GF-33.
#[test]
fn a_friend_retakes_a_surrendered_ship_with_at_least_one_man() {
    let mut b = one_against_two();
    set(&mut b, "B1.crew", json!(60));
    set(&mut b, "B1.status", json!("surrendered"));
    let why = refusal(&b, &take("B2", "B1", 0));
    assert!(why.ends_with("has surrendered: a friend must send at least one man"), "{why}");
    let mut by_an_enemy = b.clone();
    outcome(&mut by_an_enemy, &take("A1", "B1", 0), &json!([]));
    outcome(&mut b, &take("B2", "B1", 1), &json!([]));
    assert_eq!([value(&b, "B1.crew"), value(&b, "B1.status")], [json!(61), json!("in-action")]);
}

/// GF-33.
#[test]
fn an_abandoned_or_empty_friend_is_taken_without_men_and_stays_empty() {
    for status in ["abandoned", "in-action"] {
        let mut b = one_against_two();
        set(&mut b, "B1.crew", json!(0));
        set(&mut b, "B1.status", json!(status));
        outcome(&mut b, &take("B2", "B1", 0), &json!([]));
        assert_eq!([value(&b, "B1.crew"), value(&b, "B1.status")], [json!(0), json!("in-action")]);
    }
}

/// GF-35.
#[test]
fn a_prize_touches_her_captor_until_either_moves() {
    let mut b = one_against_two();
    set(&mut b, "B1.crew", json!(0));
    outcome(&mut b, &take("A1", "B1", 10), &json!([]));
    assert_eq!(
        [value(&b, "A1.touching"), value(&b, "B1.touching")],
        [json!(["B1"]), json!(["A1"])]
    );
    outcome(&mut b, &json!({"kind": "row", "ship": "A1", "spent": 1}), &json!([]));
    assert_eq!(value(&b, "B1.touching"), json!([]));
}

#[test]
fn a_capture_is_reported_by_its_own_sentence() {
    let mut b = one_against_two();
    grapple(&mut b, "A1", "B1");
    let shown = |by: &str, crew: u32, now: u32, surrenders: bool| {
        let mut b = b.clone();
        set(&mut b, "B1.crew", json!(now));
        if surrenders {
            set(&mut b, "B1.status", json!("surrendered"));
        }
        let before = b.clone();
        let report = give(&mut b, &take(by, "B1", crew), &json!([])).expect("taken");
        let shown = text::sentences(&before.full_view(), &report);
        shown.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let parted = "A1 the trireme and B1 the trireme are no longer grappled.";
    let victory = "A1 the trireme scores a victory.";
    assert_eq!(
        shown("A1", 0, 0, false),
        [parted, "A1 the trireme takes B1 the trireme, who stays without crew.", victory]
    );
    assert_eq!(
        shown("A1", 20, 0, false),
        [
            parted,
            "A1 the trireme puts 20 crew aboard B1 the trireme, who now fights for Athens (A).",
            victory
        ]
    );
    assert_eq!(
        shown("B2", 5, 9, true),
        ["B2 the trireme puts 5 crew aboard B1 the trireme, who fights for her side again."]
    );
}

/// An enemy named twice is one enemy, and gets the victory.
#[test]
fn an_enemy_named_twice_beside_a_ship_is_one_enemy() {
    let mut b = one_against_two();
    set(&mut b, "B1.crew", json!(60));
    set(&mut b, "B1.sinking_in", json!(3));
    let twice = json!({"kind": "morale", "ship": "B1", "adjacent_enemies": ["A1", "A1"]});
    assert_eq!(outcome(&mut b, &twice, &json!([1])).0, "surrenders");
    assert_eq!(value(&b, "A1.victories"), json!(1));
}

/// GF-32: read with a warning, and used in play.
#[test]
fn skills_of_a_crew_that_is_not_elite_count() {
    let fleet = "system = \"greek-fire\"\nname = \"Squadron\"\n[[ship]]\nname = \"Paralos\"\n\
                 type = \"triaconter\"\ncrew_skills = [\"rowing\"]\n\
                 advantages = [\"prongs\", \"sails\", \"archers\"]\n";
    let checked = engine::fleet::read_toml(fleet).expect("a fleet");
    assert_eq!(checked.warnings.len(), 1, "{:?}", checked.warnings);
    let b =
        Battle::open([checked.fleet.clone(), checked.fleet], Options::default()).expect("a battle");
    assert_eq!(points(&b, false), 5);
}
