//! Tests of the turn, worked cases and the odds in Greek Fire.

use std::borrow::Cow;

use dice::Chance;
use games::Battle;
use games::greek_fire::ShipEntry;
use games::greek_fire::tables::{Advantage, ShipType, Skill};
use serde_json::{Value, json};

use crate::{
    assert_walks_agree, chance_of, chances, give, outcome, refusal, set, still_to_do, value,
    warnings,
};

use super::{
    activate, battle, duel, end_round, fire, grapple, percent, points, ram, ship, shoot, skilled,
    with,
};

// ---- The turn ----

#[test]
fn the_larger_side_begins_with_three_ships_against_six() {
    let mut b = battle(vec![ship("trireme"); 3], vec![ship("trireme"); 6]);
    let mut order = String::new();
    let mut numbers = [0, 0];
    for _ in 0..9 {
        let side = b.full_view().state()["to_move"].as_str().expect("a side").to_owned();
        let at = usize::from(side == "B");
        numbers[at] += 1;
        let activate = json!({"kind": "activate", "ship": format!("{side}{}", numbers[at])});
        let report = give(&mut b, &activate, &json!([])).expect("its turn");
        assert!(report.warnings.is_empty(), "{:?}", report.warnings);
        order += &side;
    }
    assert_eq!(order, "BABABABBB");
    assert!(refusal(&b, &json!({"kind": "activate", "ship": "A1"})).contains("has moved"));
}

/// Rowers are a mount of every ship, and the only one of some ships.
#[test]
fn a_ship_with_a_single_mount_is_led_to_shoot_until_it_has_shot() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    give(&mut b, &json!({"kind": "activate", "ship": "A1"}), &json!([])).expect("her turn");
    let label = |b: &Battle| {
        let next = b.full_view().guide().next;
        next.iter().find(|step| step.kind == "shoot").map(|step| step.label.to_string())
    };
    assert_eq!(label(&b).as_deref(), Some("Shoot: 1 weapon ready"));
    give(&mut b, &shoot("rowers", 1), &json!([1])).expect("a miss");
    assert_eq!(label(&b), None);
}

#[test]
fn equal_fleets_roll_for_first_side_and_reroll_ties() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    let begin_b = json!({"kind": "activate", "ship": "B1"});
    assert!(give(&mut b.clone(), &begin_b, &json!([])).expect("may").warnings.is_empty());
    give(&mut b, &json!({"kind": "first-side"}), &json!([3, 3, 5, 2])).expect("a throw");
    assert_eq!(give(&mut b, &begin_b, &json!([])).expect("may").warnings.len(), 1);
    // GF-29: fleets that are equal again in a later round roll again.
    let first = json!({"kind": "first-side"});
    assert!(refusal(&b, &first).contains("before the first order"));
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    assert_eq!(b.full_view().state()["to_move"], Value::Null, "either may begin");
    assert!(give(&mut b.clone(), &begin_b, &json!([])).expect("may").warnings.is_empty());
    assert!(b.full_view().guide().next.iter().any(|step| step.kind == "first-side"));
    give(&mut b, &first, &json!([2, 5])).expect("a throw");
    assert_eq!(b.full_view().state()["to_move"], json!("B"));
    give(&mut b, &begin_b, &json!([])).expect("B begins");
    assert!(refusal(&b, &first).contains("before the first order"));
    let uneven = battle(vec![ship("trireme"); 2], vec![ship("trireme")]);
    assert!(refusal(&uneven, &json!({"kind": "first-side"})).contains("more ships"));
}

#[test]
fn the_wrong_ship_or_phase_warns_and_skipped_phases_do_not() {
    let mut b = battle(vec![ship("trireme"); 2], vec![ship("trireme")]);
    let warnings = |b: &mut Battle, order: Value, dice: Value| {
        give(b, &order, &dice).expect("carried out").warnings
    };
    assert!(warnings(&mut b, json!({"kind": "activate", "ship": "A1"}), json!([])).is_empty());
    assert!(warnings(&mut b, ram(3), json!([1])).is_empty());
    let sail = json!({"kind": "sail", "ship": "A1"});
    assert!(warnings(&mut b, sail, json!([3]))[0].to_string().contains("sail phase comes before"));
    let other = json!({"kind": "row", "ship": "A2", "spent": 1});
    assert!(warnings(&mut b, other, json!([]))[0].to_string().contains("turn of A1"));
    assert!(
        warnings(&mut b, json!({"kind": "end-round"}), json!([]))[0].to_string().contains("A2, B1")
    );
}

#[test]
fn the_end_of_a_round_lowers_sinking_counts_and_clears_finished_turns() {
    let mut b = battle(vec![ship("trireme")], vec![ship("trireme"), ship("trireme")]);
    set(&mut b, "B1.sinking_in", json!(1));
    set(&mut b, "B1.sinking_by", json!("A1"));
    set(&mut b, "B2.sinking_in", json!(3));
    outcome(&mut b, &json!({"kind": "activate", "ship": "A1"}), &json!([]));
    outcome(&mut b, &json!({"kind": "sail", "ship": "A1"}), &json!([3]));
    outcome(&mut b, &shoot("rowers", 1), &json!([1]));
    let end = json!({"kind": "end-round"});
    let (_, changes) = outcome(&mut b, &end, &json!([]));
    assert_eq!(changes["B1.status"], json!(["in-action", "sunk"]));
    assert_eq!(changes["B1.sinking_in"], json!([1, 0]));
    assert_eq!(changes["B2.sinking_in"], json!([3, 2]));
    assert_eq!(changes["A1.victories"], json!([0, 1]));
    assert_eq!(changes["A1.sail"], json!([-1, null]));
    assert_eq!(changes["A1.moved_this_round"], json!([true, false]));
    assert_eq!(changes["A1.shot.rowers"], json!([true, null]));
    assert_eq!(b.full_view().state()["round"], json!(2));
}

#[test]
fn a_ship_that_is_gone_releases_grappled_ships() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    set(&mut b, "A1.grappled", json!(["B1"]));
    set(&mut b, "B1.grappled", json!(["A1"]));
    set(&mut b, "B1.sinking_in", json!(1));
    outcome(&mut b, &json!({"kind": "end-round"}), &json!([]));
    assert_eq!(value(&b, "A1.grappled"), json!([]));
    assert!(refusal(&b, &ram(3)).contains("sunk"));
}

#[test]
fn a_custom_type_fights_with_its_own_figures() {
    let hemiolia = ShipType {
        slug: Cow::Borrowed("hemiolia"),
        name: Cow::Borrowed("Hemiolia"),
        deck: 4,
        ram: 2,
        crew: 60,
        move_points: 6,
    };
    let entry = ShipEntry { ship_type: hemiolia, ..ship("trireme") };
    let mut b = duel(entry, ship("penteconter"));
    assert_eq!(value(&b, "A1.full_crew"), json!(60));
    assert_eq!(outcome(&mut b, &ram(3), &json!([10])).0, "sunk");
}

#[test]
fn a_correction_sets_any_key_and_impossible_ones_are_refused() {
    let mut b = duel(with("trireme", &[Advantage::Archers]), ship("trireme"));
    let adjust = |field: &str, value: Value| json!({"kind": "adjust", "ship": "A1", "field": field, "value": value});
    set(&mut b, "A1.ammo.archers-1", json!(3));
    assert_eq!(value(&b, "A1.ammo.archers-1"), json!(3));
    assert!(refusal(&b, &adjust("crew", json!(171))).contains("at most 170"));
    for (field, wrong) in
        [("crew", json!("many")), ("crew", json!(-1)), ("crow", json!(1)), ("crew.x", json!(1))]
    {
        let stop = give(&mut b.clone(), &adjust(field, wrong), &json!([])).expect_err("nonsense");
        assert!(matches!(stop, rules::Stop::Invalid(_)), "{stop:?}");
    }
    set(&mut b, "A1.sinking_in", Value::Null);
}

/// GF-25.
#[test]
fn the_end_of_a_round_names_ships_without_a_sail_or_morale_roll() {
    let mut b = battle(vec![ship("trireme"); 5], vec![ship("trireme"); 2]);
    set(&mut b, "A2.aground", json!(true));
    grapple(&mut b, "A3", "B2");
    set(&mut b, "A5.crew", json!(0));
    for tag in ["A1", "A2", "A3", "A4", "B1"] {
        give(&mut b, &activate(tag), &json!([])).expect("her turn");
    }
    let end = json!({"kind": "end-round"});
    let describe = |b: &Battle| warnings(b, &end).join("; ");
    assert!(describe(&b).contains("not every ship has moved: B2"), "{}", describe(&b));
    assert!(describe(&b).contains("no sail roll: A1, A4, B1"), "{}", describe(&b));
    assert!(describe(&b).contains("was not tested: A1, A3, A4, B1"), "{}", describe(&b));
    give(&mut b, &json!({"kind": "sail", "ship": "A1"}), &json!([5])).expect("she sails");
    // Ships that she grapples later in her turn make no difference.
    outcome(&mut b, &json!({"kind": "board", "ship": "A4", "target": "B1"}), &json!([6, 17, 17]));
    give(&mut b, &json!({"kind": "morale", "ship": "A4"}), &json!([5])).expect("a test");
    assert!(describe(&b).contains("no sail roll: A4, B1"), "{}", describe(&b));
    assert!(describe(&b).contains("was not tested: A1, A3, B1"), "{}", describe(&b));
    let sail = |owed: Vec<String>| owed.iter().any(|what| what == "no sail roll");
    assert!(sail(still_to_do(&b)), "B1 has not sailed");
    give(&mut b, &json!({"kind": "sail", "ship": "B1"}), &json!([5])).expect("she sails");
    assert!(!sail(still_to_do(&b)));
}

#[test]
fn a_burning_ship_must_have_her_fire_phase() {
    let mut b = battle(vec![ship("trireme"); 2], vec![ship("trireme")]);
    give(&mut b, &activate("A1"), &json!([])).expect("her turn");
    let owes =
        |b: &Battle| still_to_do(b).iter().any(|what| what == "she burns and had no fire phase");
    assert!(!owes(&b), "nothing burns");
    set(&mut b, "A1.fires", json!(1));
    assert!(owes(&b));
    set(&mut b, "A1.fire_done", json!(true));
    assert!(!owes(&b));
}

/// GF-27: a rout is not undone by rolling again.
#[test]
fn a_second_morale_test_in_one_turn_is_refused() {
    let mut b = battle(vec![ship("trireme"); 2], vec![ship("trireme")]);
    let morale = json!({"kind": "morale", "ship": "A1"});
    set(&mut b, "A1.sinking_in", json!(5));
    assert_eq!(outcome(&mut b, &morale, &json!([1])).0, "routs");
    assert!(refusal(&b, &morale).contains("was tested this turn"));
    assert_eq!(value(&b, "A1.routing"), json!(true));
    end_round(&mut b);
    assert_eq!(outcome(&mut b, &morale, &json!([9])).0, "fights-on");
}

// ---- Worked cases ----

#[test]
fn worked_a_trireme_with_prongs_rams_a_bireme_with_a_reinforced_hull() {
    let b =
        duel(with("trireme", &[Advantage::Prongs]), with("bireme", &[Advantage::ReinforcedHull]));
    let expect = |spaces: u32, table: &[(&str, f64)]| {
        let odds = chances(&b, &ram(spaces), &[]);
        for (slug, p) in table {
            assert!((percent(&chance_of(&odds, slug)) - p).abs() < 1e-9, "{slug} after {spaces}");
        }
    };
    expect(
        4,
        &[
            ("sunk", 30.0),
            ("sinking-fast", 10.0),
            ("sinking-slowly", 20.0),
            ("oars-sheared", 40.0),
            ("no-effect", 0.0),
        ],
    );
    expect(2, &[("no-effect", 50.0), ("oars-sheared", 40.0), ("sinking-slowly", 10.0)]);
}

#[test]
fn worked_a_persian_shoots_at_a_ship_with_parablemata() {
    let mut archer = skilled("trireme", &[Skill::Missiles]);
    archer.advantages = vec![Advantage::Archers];
    let b = duel(archer, with("trireme", &[Advantage::Parablemata]));
    let odds = chances(&b, &shoot("archers", 2), &["B1.fires"]);
    assert_eq!(chance_of(&odds, "miss"), Chance::of(3u32, 10u32));
    assert_eq!(chance_of(&odds, "hit-and-fire"), Chance::of(7u32, 60u32));
    assert_eq!(odds.watched["B1.fires"][1], (json!(1), Chance::of(7u32, 60u32)));
}

#[test]
fn worked_a_trireme_with_110_of_170_left_has_four_points() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    set(&mut b, "A1.crew", json!(110));
    assert_eq!(points(&b, false), 4);
}

// ---- Odds ----

#[test]
fn odds_of_every_order_with_dice_equal_the_reference_implementation() {
    let mut b = battle(
        vec![with("triaconter", &[Advantage::GreekFire, Advantage::Archers])],
        vec![with("triaconter", &[Advantage::Hoplites])],
    );
    set(&mut b, "A1.fires", json!(2));
    set(&mut b, "B1.fires", json!(1));
    set(&mut b, "A1.crew", json!(15));
    set(&mut b, "B1.crew", json!(20));
    for (order, watch) in [
        (json!({"kind": "first-side"}), vec![]),
        (fire(1), vec!["A1.crew", "A1.fires", "A1.status"]),
        (json!({"kind": "sail", "ship": "A1"}), vec!["A1.sail"]),
        (shoot("greek-fire", 1), vec!["B1.crew", "B1.fires"]),
        (ram(3), vec!["B1.move_lost", "B1.sinking_in"]),
        (
            json!({"kind": "board", "ship": "A1", "target": "B1"}),
            vec!["A1.crew", "B1.crew", "A1.grappled"],
        ),
        (json!({"kind": "morale", "ship": "A1", "adjacent_enemies": ["B1"]}), vec!["A1.status"]),
        (json!({"kind": "terrain", "ship": "A1", "hex": "rocky-shallows"}), vec!["A1.sinking_in"]),
    ] {
        if order["kind"] != "first-side" {
            assert_walks_agree(&b, &order, &watch);
        }
        let all = chances(&b, &order, &watch);
        let mut sum = Chance::never();
        for (_, chance) in &all.outcomes {
            sum.add(chance);
        }
        assert_eq!(sum, Chance::always(), "{order}");
    }
}
