//! Tests of melees, and of allied morale after a rout, in Command & Chaos.

use engine::analysis::Affected;
use games::Battle;
use rules::Subject;
use serde_json::json;

use crate::{assert_walks_agree, chances, give, outcome, refusal, set, value, warnings};

use super::{battle, flank, invalid_reason, melee, of_unit, share, two_on_one, until};
use crate::modifier_effect::{assert_near, worth_of};

// ---- Melee ----

#[test]
fn four_hits_an_average_unit_and_five_a_veteran_after_every_modifier() {
    // Unit, target, attack, officer; the modifier, and the lowest die that hits.
    let table = [
        ("A1", "B1", "front", None, 0, 4),
        ("A1", "B3", "front", None, 0, 5),
        ("A3", "B6", "flank", None, 1, 3),
        ("A3", "B4", "flank", None, 1, 4),
        ("A1", "B6", "rear", None, 2, 2),
        ("A1", "B4", "rear", None, 2, 3),
        ("A2", "B1", "front", None, 1, 3),
        ("A1", "B1", "front", Some("lieutenant"), 1, 3),
        ("A4", "B4", "front", Some("commander"), 1, 4),
        ("A2", "B6", "rear", Some("commander"), 4, 0),
        ("A2", "B3", "rear", Some("lieutenant"), 4, 1),
    ];
    for (unit, target, attack, attached, modifier, lowest) in table {
        let mut fresh = battle();
        if let Some(officer) = attached {
            set(&mut fresh, &format!("{unit}.officer"), json!(officer));
        }
        for face in 1..=6 {
            let mut b = fresh.clone();
            let order = melee(unit, target, attack);
            let report = give(&mut b, &order, &json!([face, 1])).expect("a melee");
            assert_eq!(report.outcome.slug(), "resolved");
            assert_eq!(report.rolls[0].modified, face + modifier, "{order}");
            let hits = u32::from(face >= lowest);
            assert_eq!(value(&b, &format!("{target}.hits")), json!(hits), "{order} {face}");
        }
    }
}

#[test]
fn each_modifier_of_a_melee_is_worth_a_face_of_the_die() {
    let mut b = battle();
    set(&mut b, "A1.officer", json!("lieutenant"));
    for (order, why) in [
        (melee("A1", "B1", "front"), "officer attached"),
        (melee("A3", "B6", "flank"), "flank attack"),
    ] {
        let worth = worth_of(&b, &order, why, &[]);
        // The target is hit more often; its roll in return is unchanged.
        let target = order["target"].as_str().expect("a tag");
        let (mut struck, mut back) = (0, 0);
        for (what, by) in &worth.moves {
            let Affected::Answer(asks) = what else { panic!("{why} moves {what:?}") };
            let is_target = asks.to_string().starts_with(&format!("{target} "));
            assert_near(*by, if is_target { 1.0 / 6.0 } else { 0.0 }, &asks.to_string());
            *if is_target { &mut struck } else { &mut back } += 1;
        }
        assert_eq!((struck, back), (1, 1), "{worth:?}");
    }
}

#[test]
fn the_target_strikes_back_with_its_own_modifiers() {
    let mut b = battle();
    set(&mut b, "B2.officer", json!("lieutenant"));
    // B2 is mixed, has an officer, and strikes A3, a veteran, in the flank.
    let mut order = melee("A3", "B2", "front");
    order["target_attack"] = json!("flank");
    let odds = chances(&b, &order, &["A3.hits", "B2.hits"]);
    assert_eq!(odds.watched["A3.hits"], [(json!(0), share(1, 6)), (json!(1), share(5, 6))]);
    assert_eq!(odds.watched["B2.hits"], [(json!(0), share(1, 2)), (json!(1), share(1, 2))]);
    assert_walks_agree(&b, &order, &["A3.hits", "B2.hits"]);
}

#[test]
fn forbidden_melees_are_refused() {
    let b = battle();
    for (order, why) in [
        (melee("A8", "B3", "front"), "A8 Velites is light infantry"),
        (melee("A3", "B8", "front"), "B8 Velites is light infantry"),
        (melee("A3", "B1", "flank"), "B1 Horse is cavalry, which cannot be flanked"),
        (melee("A1", "B1", "rear"), "B1 Horse is cavalry, which cannot be flanked"),
        (melee("A3", "B4", "rear"), "A3 First is not cavalry"),
        (melee("A3", "A4", "front"), "A4 Second is a friend"),
    ] {
        assert!(refusal(&b, &order).starts_with(why), "{order}");
    }
    // The refusal says what is missing in the players' words.
    for (order, why) in [
        (json!({"kind": "melee", "target": "B1"}), "choose the unit that attacks"),
        (
            json!({"kind": "melee", "units": ["A1", "A2"], "target": "B1"}),
            "choose which of A1 and A2 B1 strikes back at",
        ),
        (
            json!({"kind": "melee", "unit": "A1", "target": "B1", "answers": "A2"}),
            "B1 strikes back at A1, which attacks it, not A2",
        ),
    ] {
        assert!(refusal(&b, &order).starts_with(why), "{order}");
    }
    for unknown in [
        melee("A1", "B99", "front"),
        json!({"kind": "melee", "unit": "A1", "target": "B1", "answers": "B99"}),
        json!({"kind": "melee", "unit": "A1", "target": "B1", "no_attack": ["B99"]}),
        json!({"kind": "melee", "unit": "A1", "target": "B1", "dice_more": {"B99": 1}}),
    ] {
        assert!(invalid_reason(&b, &unknown).contains("there is no B99"), "{unknown}");
    }
}

#[test]
fn two_cavalry_roll_at_one_which_rolls_once_at_the_one_that_it_names() {
    let mut b = battle();
    let order = two_on_one(["A2", "A1"], "B1", "A1");
    let report = give(&mut b, &order, &json!([3, 4, 4])).expect("a melee");
    assert_eq!(report.outcome.slug(), "resolved");
    // A2 is mixed: 3 + 1. No flank, no rear.
    let modified: Vec<i64> = report.rolls.iter().map(|roll| roll.modified).collect();
    assert_eq!(modified, [4, 4, 4]);
    assert_eq!(
        [value(&b, "B1.hits"), value(&b, "A1.hits"), value(&b, "A2.hits")],
        [json!(2), json!(1), json!(0)]
    );
    assert_eq!(value(&b, "B1.engaged_with"), json!(["A2", "A1"]));
    let b = battle();
    let odds = chances(&b, &order, &["B1.hits"]);
    assert_eq!(
        odds.watched["B1.hits"],
        [(json!(0), share(1, 6)), (json!(1), share(1, 2)), (json!(2), share(1, 3))]
    );
    assert_walks_agree(&b, &order, &["B1.hits", "A1.hits"]);
}

#[test]
fn two_on_one_is_for_cavalry_without_flank_or_rear() {
    let b = battle();
    let mut around = two_on_one(["A1", "A2"], "B1", "A1");
    around["attack"] = json!("flank");
    let mut back = two_on_one(["A1", "A2"], "B1", "A1");
    back["target_attack"] = json!("rear");
    for (order, why) in [
        (two_on_one(["A1", "A3"], "B1", "A1"), "A3 First is not cavalry"),
        (two_on_one(["A1", "A2"], "B3", "A1"), "B3 First is not cavalry"),
        (two_on_one(["A1", "A1"], "B1", "A1"), "name the other cavalry beside A1"),
        (two_on_one(["A1", "A2"], "B1", "A3"), "B1 strikes back at A1 or A2"),
        (two_on_one(["A1", "B2"], "B1", "A1"), "B1 Horse is a friend of B2"),
        (around, "in a melee of two on one, flanks and rears do not count"),
        (back, "in a melee of two on one, flanks and rears do not count"),
        (
            json!({"kind": "melee", "units": ["A1"], "target": "B1", "answers": "A1"}),
            "name the other cavalry beside A1",
        ),
    ] {
        assert!(refusal(&b, &order).starts_with(why), "{order}");
    }
    // A unit may be given separately from the other, or in addition to both, as in its
    // form.
    for units in [json!(["A2"]), json!(["A1", "A2"])] {
        let whole = json!({
            "kind": "melee", "unit": "A1", "units": units, "target": "B1", "attack": "front",
            "answers": "A2",
        });
        let (_, changes) = outcome(&mut b.clone(), &whole, &json!([1, 6, 6]));
        assert_eq!(changes["A2.hits"], json!([0, 1]));
        assert_eq!(changes["B1.engaged_with"], json!([[], ["A1", "A2"]]));
    }
    // As two melees, the target would roll twice.
    let mut b = b;
    give(&mut b, &melee("A1", "B1", "front"), &json!([1, 1])).expect("a melee");
    assert_eq!(
        warnings(&b, &melee("A2", "B1", "front")),
        ["B1 has rolled against A1; two cavalry against one fight one melee"]
    );
}

#[test]
fn melees_go_from_the_first_players_left_and_each_pair_meets_once() {
    let mut b = battle();
    give(&mut b, &json!({"kind": "initiative"}), &json!([2, 5])).expect("side B goes first");
    give(&mut b, &melee("A6", "B4", "front"), &json!([1, 1])).expect("a melee");
    assert_eq!(warnings(&b, &melee("A6", "B4", "front")), ["A6 and B4 have met in this phase"]);
    assert_eq!(
        warnings(&b, &melee("A5", "B3", "front")),
        ["melees go from the first player’s left to the right"]
    );
    assert_eq!(warnings(&b, &melee("A3", "B5", "front")), Vec::<String>::new());
    until(&mut b, "rally");
    assert_eq!(value(&b, "A6.fought"), json!([]));
}

#[test]
fn hits_that_reach_the_morale_remove_the_unit_and_both_sides_fall_at_once() {
    let mut b = battle();
    set(&mut b, "A1.hits", json!(2));
    set(&mut b, "B1.hits", json!(2));
    set(&mut b, "A1.officer", json!("lieutenant"));
    let order = melee("A1", "B1", "front");
    let odds = chances(&b, &order, &["A1.status", "B1.status"]);
    let chance = |key: &str, word: &str| {
        let found = odds.watched[key].iter().find(|(value, _)| value == word);
        found.map(|(_, chance)| chance.clone())
    };
    assert_eq!(chance("B1.status", "routed"), Some(share(2, 3)));
    assert_eq!(chance("A1.status", "routed"), Some(share(1, 2)));
    let (_, changes) = outcome(&mut b, &order, &json!([4, 4]));
    assert_eq!(changes["A1.status"], json!(["in-action", "routed"]));
    assert_eq!(changes["B1.status"], json!(["in-action", "routed"]));
    assert_eq!(value(&b, "A1.engaged_with"), json!([]));
    // CC-4: no lieutenant is lost; he is behind the line.
    assert_eq!(
        (value(&b, "A1.officer"), value(&b, "A.lieutenants.0.lost")),
        (json!(null), json!(false))
    );
    assert_eq!(routs(&b), ["B1", "A1"]);
    assert!(refusal(&b, &order).contains("has routed"));
}

#[test]
fn a_unit_is_engaged_until_all_its_opponents_are_beaten() {
    let mut b = battle();
    for (unit, target) in [("A3", "B4"), ("A4", "B4")] {
        give(&mut b, &melee(unit, target, "front"), &json!([1, 1])).expect("a melee");
    }
    assert_eq!(value(&b, "B4.engaged_with"), json!(["A3", "A4"]));
    set(&mut b, "A3.status", json!("routed"));
    assert_eq!(
        (value(&b, "B4.status"), value(&b, "B4.engaged_with")),
        (json!("engaged"), json!(["A4"]))
    );
    set(&mut b, "A4.status", json!("routed"));
    assert_eq!(
        (value(&b, "B4.status"), value(&b, "B4.engaged_with")),
        (json!("in-action"), json!([]))
    );
}

#[test]
fn an_attack_from_the_front_again_ends_a_flanking_movement() {
    let mut b = battle();
    give(&mut b, &flank("A3", "B4", "flank"), &json!([])).expect("a flanking movement");
    give(&mut b, &melee("A3", "B4", "front"), &json!([1, 1])).expect("it has turned");
    assert_eq!(value(&b, "A3.flanking"), json!(null));
}

// ---- Allied morale ----

/// The open routs, oldest first.
fn routs(b: &Battle) -> Vec<String> {
    let state = b.full_view().state();
    let open = state["routs_open"].as_array().expect("routs");
    open.iter().map(|open| open["rout"].as_str().expect("a tag").to_owned()).collect()
}

#[test]
fn a_friend_beside_a_rout_takes_a_hit_on_its_grades_number() {
    for (unit, lowest) in [("B1", 4), ("B3", 5)] {
        for face in 1..=6 {
            let mut b = battle();
            let (got, changes) = outcome(&mut b, &of_unit("allied-morale", unit), &json!([face]));
            let hit = face >= lowest;
            assert_eq!(got, if hit { "hit" } else { "miss" }, "{unit} {face}");
            assert_eq!(changes.contains_key(&format!("{unit}.hits")), hit, "{unit} {face}");
        }
    }
    let b = battle();
    assert!(refusal(&b, &of_unit("allied-morale", "B8")).contains("without morale"));
    assert_eq!(
        warnings(&b, &of_unit("allied-morale", "B1")),
        ["B1 needs no roll: no rout of a friend is still being rolled for"]
    );
}

/// CC-9: dice are compared with its grade for the first time.
#[test]
fn allied_morale_shows_the_grade() {
    let mut b = battle();
    let (_, changes) = outcome(&mut b, &of_unit("allied-morale", "B3"), &json!([1]));
    assert_eq!(changes["B3.veteran_revealed"], json!([false, true]));
    let (_, changes) = outcome(&mut b, &of_unit("allied-morale", "B3"), &json!([1]));
    assert!(!changes.contains_key("B3.veteran_revealed"), "it is shown once");
}

#[test]
fn allied_morale_may_rout_in_turn() {
    let mut b = battle();
    set(&mut b, "B1.hits", json!(2));
    set(&mut b, "B3.status", json!("routed"));
    let far = "B1 is neither in the column of B3 nor in the next";
    assert_eq!(warnings(&b, &of_unit("allied-morale", "B1")), [far]);
    assert_eq!(warnings(&b, &of_unit("allied-morale", "B4")), Vec::<String>::new());
    let kinds = |b: &Battle| -> Vec<(Subject, &'static str)> {
        b.full_view().guide().next.into_iter().map(|step| (step.subject, step.kind)).collect()
    };
    let of = |tag: &str| (Subject::Unit(tag.parse().unwrap()), "allied-morale");
    // B3 was adjacent to B4; B1 is two columns away, on the wing.
    assert!(kinds(&b).contains(&of("B4")) && !kinds(&b).contains(&of("B5")));
    let (got, changes) = outcome(&mut b, &of_unit("allied-morale", "B1"), &json!([4]));
    assert_eq!((got, &changes["B1.status"]), ("hit", &json!(["in-action", "routed"])));
    assert_eq!(routs(&b), ["B3", "B1"]);
}
