//! Tests of Ancient Naval Games, from the rules text: movement, attacks, morale, rulings,
//! worked cases.

mod charts;
mod rulings;

use dice::Chance;
use engine::fleet::library;
use engine::text;
use games::ancient_naval_games::tables::Size;
use games::ancient_naval_games::{Fleet, Ship};
use games::{Battle, Fleet as AnyFleet, Options, SystemTag, offers};
use rules::common::SideInfo;
use rules::{Aim, Side, Stop, Subject, UnitCondition};
use serde_json::{Value, json};

use crate::{
    assert_walks_agree, chance_of, chances, give, next_text, outcome, read, ready, refusal, set,
    value, warnings,
};
use testing::random_play::play_to_the_end;

const SMALL: Size = Size::Small;
const LARGE: Size = Size::Large;

fn battle(a: &[Size], b: &[Size]) -> Battle {
    let fleet = |name: &str, sizes: &[Size]| {
        let ship = |(at, size): (usize, &Size)| Ship::new(format!("{name} {}", at + 1), *size);
        AnyFleet::AncientNavalGames(Fleet {
            about: SideInfo { name: name.into(), ..SideInfo::default() },
            units: sizes.iter().enumerate().map(ship).collect(),
        })
    };
    Battle::open([fleet("Rome", a), fleet("Carthage", b)], Options::new()).expect("a battle")
}

fn duel(a: Size, b: Size) -> Battle {
    battle(&[a, a], &[b, b])
}

fn strike(aspect: &str) -> Value {
    json!({"kind": "oar-strike", "ship": "A1", "target": "B1", "aspect": aspect})
}

fn ram(aspect: &str) -> Value {
    json!({"kind": "ram", "ship": "A1", "target": "B1", "aspect": aspect})
}

fn activate(ship: &str) -> Value {
    json!({"kind": "activate", "ship": ship})
}

fn go(ship: &str, ahead: u32, astern: u32, turns: u32) -> Value {
    json!({"kind": "move", "ship": ship, "ahead": ahead, "astern": astern, "turns": turns})
}

fn morale(isolated: &[&str]) -> Value {
    json!({"kind": "morale", "isolated": isolated})
}

fn end_turn() -> Value {
    json!({"kind": "end-turn"})
}

fn of_36(ways: u32) -> Chance {
    Chance::of(ways, 36u32)
}

fn none() -> Value {
    json!([])
}

// ---- State ----

#[test]
fn the_log_has_the_keys_of_the_rules() {
    let b = duel(SMALL, LARGE);
    let tag = "A1".parse().expect("a tag");
    let keys = b.full_view().unit_state(tag).expect("a log");
    assert_eq!(
        Value::Object(keys),
        json!({
            "tag": "A1", "name": "Rome 1", "size": "small", "oar_damage": 0,
            "status": "in-action", "activated": false, "mp_left": 3, "free_turn_left": true,
            "isolated": false,
        })
    );
    assert_eq!(value(&b, "B1.free_turn_left"), json!(false));
}

// ---- Movement ----

#[test]
fn ahead_and_turning_cost_one_astern_two_and_a_small_ship_turns_once_free() {
    // Size, damage, ahead, astern, turns: the cost, or `None` if it is refused.
    let table: [(Size, u32, [u32; 3], Option<u32>); 16] = [
        (LARGE, 0, [3, 0, 0], Some(3)),
        (LARGE, 0, [2, 0, 1], Some(3)),
        (LARGE, 0, [0, 1, 1], Some(3)),
        (LARGE, 0, [0, 0, 3], Some(3)),
        (LARGE, 0, [0, 1, 0], Some(2)),
        (LARGE, 0, [4, 0, 0], None),
        (LARGE, 0, [0, 2, 0], None),
        (LARGE, 0, [3, 0, 1], None),
        (SMALL, 0, [3, 0, 1], Some(3)),
        (SMALL, 0, [2, 0, 2], Some(3)),
        (SMALL, 0, [0, 0, 4], Some(3)),
        (SMALL, 0, [3, 0, 2], None),
        (LARGE, 2, [1, 0, 0], Some(1)),
        (LARGE, 2, [0, 1, 0], None),
        (SMALL, 1, [2, 0, 1], Some(2)),
        (SMALL, 1, [3, 0, 0], None),
    ];
    for (size, damage, [ahead, astern, turns], cost) in table {
        let mut b = duel(size, SMALL);
        set(&mut b, "A1.oar_damage", json!(damage));
        give(&mut b, &activate("A1"), &none()).expect("she is ready");
        assert_eq!(value(&b, "A1.mp_left"), json!(3 - damage));
        let order = go("A1", ahead, astern, turns);
        match cost {
            Some(cost) => {
                assert_eq!(outcome(&mut b, &order, &none()).0, "done", "{order}");
                assert_eq!(value(&b, "A1.mp_left"), json!(3 - damage - cost), "{order}");
            }
            None => assert!(refusal(&b, &order).contains("left; this takes"), "{order}"),
        }
    }
}

#[test]
fn the_free_turn_is_one_in_an_activation() {
    let mut b = duel(SMALL, SMALL);
    give(&mut b, &activate("A1"), &none()).expect("she is ready");
    let (_, changes) = outcome(&mut b, &go("A1", 0, 0, 1), &none());
    assert_eq!(Value::Object(changes), json!({"A1.free_turn_left": [true, false]}));
    let (_, changes) = outcome(&mut b, &go("A1", 0, 0, 1), &none());
    assert_eq!(Value::Object(changes), json!({"A1.mp_left": [3, 2]}));
}

#[test]
fn ruling_a1_a_small_ship_dead_in_the_water_still_has_her_free_turn() {
    for size in [SMALL, LARGE] {
        let mut b = duel(size, SMALL);
        set(&mut b, "A1.oar_damage", json!(3));
        give(&mut b, &activate("A1"), &none()).expect("she may be activated");
        for attack in [strike("stern"), ram("side")] {
            assert!(refusal(&b, &attack).contains("dead in the water"));
        }
        assert!(refusal(&b, &go("A1", 1, 0, 0)).contains("dead in the water"));
        if size == SMALL {
            outcome(&mut b, &go("A1", 0, 0, 1), &none());
        }
        assert!(refusal(&b, &go("A1", 0, 0, 1)).contains("dead in the water"));
    }
}

#[test]
fn each_attack_costs_a_point() {
    let mut b = battle(&[SMALL, SMALL], &[SMALL, SMALL]);
    give(&mut b, &activate("A1"), &none()).expect("she is ready");
    give(&mut b, &go("A1", 1, 0, 0), &none()).expect("a hex");
    assert_eq!(outcome(&mut b, &ram("side"), &json!([1, 6])).0, "avoided");
    assert_eq!(value(&b, "A1.mp_left"), json!(1));
    assert_eq!(outcome(&mut b, &strike("bow"), &json!([6, 1])).0, "struck");
    assert!(refusal(&b, &strike("bow")).contains("no movement points left; this takes 1"));
    assert!(refusal(&b, &go("A1", 1, 0, 0)).contains("no movement points left"));
}

#[test]
fn a_ship_that_starts_with_no_friend_adjacent_moves_and_does_not_attack() {
    let mut b = duel(LARGE, LARGE);
    let order = json!({"kind": "activate", "ship": "A1", "isolated": true});
    outcome(&mut b, &order, &none());
    assert_eq!(value(&b, "A1.isolated"), json!(true));
    for attack in [strike("bow"), ram("aft")] {
        assert!(refusal(&b, &attack).contains("no friend adjacent"));
    }
    outcome(&mut b, &go("A1", 2, 0, 0), &none());
    give(&mut b, &end_turn(), &none()).expect("the end");
    assert_eq!(value(&b, "A1.isolated"), json!(false));
}

#[test]
fn impossible_attacks_are_refused() {
    let mut b = duel(SMALL, SMALL);
    let at =
        |target: &str| json!({"kind": "ram", "ship": "A1", "target": target, "aspect": "side"});
    assert!(refusal(&b, &at("A2")).contains("friend"));
    assert!(refusal(&b, &at("A1")).contains("herself"));
    set(&mut b, "B1.status", json!("entangled"));
    assert!(refusal(&b, &at("B1")).contains("entangled"));
    set(&mut b, "A1.status", json!("lost"));
    for order in [at("B2"), activate("A1"), go("A1", 1, 0, 0)] {
        assert!(refusal(&b, &order).contains("lost"));
    }
    let unknown = give(&mut b, &at("B9"), &none()).expect_err("an unknown tag");
    assert!(matches!(unknown, Stop::Invalid(_)), "{unknown:?}");
}

// ---- Oar strikes ----

/// Higher strikes; equal or lower is avoided. Compared with a count of all faces.
#[test]
fn an_oar_strike_succeeds_if_the_attacker_is_higher_after_damage_and_aspect() {
    for (aspect, plus) in [("bow", 0), ("stern", 1)] {
        for own in 0..3 {
            for other in 0..=3 {
                let mut b = duel(SMALL, LARGE);
                set(&mut b, "A1.oar_damage", json!(own));
                set(&mut b, "B1.oar_damage", json!(other));
                let ways = faces(|a, d| a - own + plus > d - other);
                let odds = chances(&b, &strike(aspect), &[]);
                let home = if other == 3 { "spent" } else { "struck" };
                assert_eq!(chance_of(&odds, home), of_36(ways), "{aspect} {own} {other}");
                assert_eq!(chance_of(&odds, "avoided"), of_36(36 - ways), "{aspect} {own} {other}");
            }
        }
    }
}

fn faces(wanted: impl Fn(i32, i32) -> bool) -> u32 {
    let pairs = (1..=6).flat_map(|a| (1..=6).map(move |d| (a, d)));
    u32::try_from(pairs.filter(|(a, d)| wanted(*a, *d)).count()).expect("36 at most")
}

#[test]
fn a_struck_ship_has_one_more_oar_damage_up_to_three() {
    let mut b = duel(SMALL, SMALL);
    for (before, changed) in [(0, true), (1, true), (2, true), (3, false)] {
        assert_eq!(value(&b, "B1.oar_damage"), json!(before));
        let mut one = b.clone();
        set(&mut one, "A1.mp_left", json!(3));
        let (slug, changes) = outcome(&mut one, &strike("bow"), &json!([6, 1]));
        assert_eq!(slug, if changed { "struck" } else { "spent" }, "ruling A-2");
        assert_eq!(changes.contains_key("B1.oar_damage"), changed, "ruling A-2");
        b = one;
    }
}

#[test]
fn ruling_a3_an_attack_on_a_ship_with_no_point_left_is_an_ordinary_one() {
    let mut b = duel(SMALL, SMALL);
    set(&mut b, "B1.mp_left", json!(0));
    assert_eq!(chance_of(&chances(&b, &strike("bow"), &[]), "struck"), of_36(15));
    assert_eq!(chance_of(&chances(&b, &ram("side"), &[]), "sunk"), of_36(15));
}

#[test]
fn both_dice_are_reported_with_their_modifiers_the_attackers_first() {
    let mut b = duel(LARGE, LARGE);
    set(&mut b, "A1.oar_damage", json!(1));
    set(&mut b, "B1.oar_damage", json!(2));
    let report = give(&mut b, &ram("aft"), &json!([3, 5])).expect("a ram");
    let shown = |at: usize| {
        let roll = &report.rolls[at];
        let all = roll.modifiers.iter().map(|m| format!("{:+} {}", m.amount, m.reason.why));
        (roll.natural, all.collect::<Vec<_>>().join(", "), roll.modified)
    };
    assert_eq!(shown(0), (3, "-1 own oar damage, +1 large, +1 from aft".into(), 4));
    assert_eq!(shown(1), (5, "-2 own oar damage, +1 large".into(), 4));
    assert_eq!(report.outcome.slug(), "entangled");
}

// ---- Rams ----

/// Higher sinks, equal entangles, lower is avoided. Compared with a count of
/// all faces.
#[test]
fn a_ram_depends_on_size_aspect_and_damage() {
    for (aspect, plus) in [("side", 0), ("aft", 1)] {
        for (a_size, a_plus) in [(SMALL, 0), (LARGE, 1)] {
            for (b_size, b_plus) in [(SMALL, 0), (LARGE, 1)] {
                for (own, other) in [(0, 0), (1, 0), (2, 3), (0, 2)] {
                    let mut b = duel(a_size, b_size);
                    set(&mut b, "A1.oar_damage", json!(own));
                    set(&mut b, "B1.oar_damage", json!(other));
                    let lead = plus + a_plus - own - b_plus + other;
                    let odds = chances(&b, &ram(aspect), &[]);
                    let shown = ["sunk", "entangled", "avoided"].map(|slug| chance_of(&odds, slug));
                    let counted = [
                        of_36(faces(|a, d| a + lead > d)),
                        of_36(faces(|a, d| a + lead == d)),
                        of_36(faces(|a, d| a + lead < d)),
                    ];
                    assert_eq!(shown, counted, "{aspect} {a_size} {b_size} {own} {other}");
                }
            }
        }
    }
}

#[test]
fn each_outcome_of_a_ram_changes_the_ships() {
    for (dice, slug, a1, b1) in [
        ([5, 4], "sunk", "in-action", "lost"),
        ([4, 4], "entangled", "entangled", "entangled"),
        ([3, 4], "avoided", "in-action", "in-action"),
    ] {
        let mut b = duel(SMALL, SMALL);
        give(&mut b, &activate("A1"), &none()).expect("she is ready");
        assert_eq!(outcome(&mut b, &ram("side"), &json!(dice)).0, slug);
        assert_eq!(value(&b, "A1.status"), json!(a1));
        assert_eq!(value(&b, "B1.status"), json!(b1));
    }
}

// ---- Morale ----

#[test]
fn morale_is_checked_when_more_than_half_are_lost_in_any_way() {
    let mut b = battle(&[SMALL; 4], &[SMALL; 4]);
    let isolated = ["A4"];
    assert!(refusal(&b, &morale(&isolated)).contains("0 of the 4 ships of Rome (A) are gone"));
    set(&mut b, "A1.status", json!("lost"));
    set(&mut b, "A2.status", json!("entangled"));
    for list in [&[][..], &isolated] {
        assert!(refusal(&b, &morale(list)).contains("2 of the 4"), "exactly half is not enough");
    }
    set(&mut b, "A3.status", json!("removed"));
    let (slug, changes) = outcome(&mut b, &morale(&isolated), &none());
    assert_eq!(slug, "removed");
    let expected = json!({
        "A4.status": ["in-action", "removed"], "A.morale_asked": [false, true],
    });
    assert_eq!(Value::Object(changes), expected);
    let mut two = battle(&[SMALL; 5], &[SMALL]);
    for tag in ["A1", "A2", "A3"] {
        set(&mut two, &format!("{tag}.status"), json!("lost"));
    }
    assert_eq!(outcome(&mut two.clone(), &json!({"kind": "morale"}), &none()).0, "none");
    assert_eq!(outcome(&mut two, &morale(&[]), &none()).0, "none");
}

#[test]
fn morale_names_only_ships_of_one_fleet_that_are_in_action() {
    let mut b = battle(&[SMALL; 3], &[SMALL; 3]);
    set(&mut b, "A1.status", json!("lost"));
    set(&mut b, "A2.status", json!("lost"));
    assert!(refusal(&b, &morale(&["A1"])).contains("lost"));
    assert!(refusal(&b, &morale(&["A3", "B1"])).contains("other fleet"));
    assert!(refusal(&b, &morale(&["B1"])).contains("0 of the 3 ships of Carthage (B)"));
    assert_eq!(outcome(&mut b, &morale(&["A3", "A3"]), &none()).0, "removed");
}

// ---- Sequence ----

#[test]
fn sides_take_turns_and_every_ship_begins_hers_fresh() {
    let mut b = duel(SMALL, LARGE);
    set(&mut b, "B2.oar_damage", json!(1));
    let progress = |b: &Battle| {
        let state = b.full_view().state();
        (state["round"].clone(), state["to_move"].clone(), state["phase"].clone())
    };
    assert_eq!(progress(&b), (json!(1), json!("A"), json!("morale")));
    give(&mut b, &activate("A1"), &none()).expect("she is ready");
    give(&mut b, &go("A1", 2, 0, 1), &none()).expect("a move");
    assert_eq!(progress(&b).2, json!("activation"));
    give(&mut b, &end_turn(), &none()).expect("the end");
    assert_eq!(progress(&b), (json!(1), json!("B"), json!("morale")));
    assert_eq!(value(&b, "A1.activated"), json!(false));
    assert_eq!(value(&b, "A1.mp_left"), json!(3));
    assert_eq!(value(&b, "A1.free_turn_left"), json!(true));
    assert_eq!(value(&b, "B2.mp_left"), json!(2));
    give(&mut b, &end_turn(), &none()).expect("the end");
    assert_eq!(progress(&b), (json!(2), json!("A"), json!("morale")));
}

#[test]
fn a_ship_that_ends_her_turn_loses_her_points_and_the_next_begins_without_a_warning() {
    let finish = |ship: &str| json!({"kind": "finish", "ship": ship});
    let mut b = duel(SMALL, SMALL);
    give(&mut b, &finish("A1"), &none()).expect("she stays where she is");
    assert_eq!(value(&b, "A1.activated"), json!(true));
    assert_eq!(value(&b, "A1.mp_left"), json!(0));
    assert_eq!(value(&b, "A1.free_turn_left"), json!(false));
    assert!(refusal(&b, &finish("A1")).contains("no movement points left"));
    let report = give(&mut b, &go("A2", 1, 0, 0), &none()).expect("carried out");
    assert_eq!(report.warnings, [""; 0]);
    give(&mut b, &finish("A2"), &none()).expect("she loses the rest");
    give(&mut b, &end_turn(), &none()).expect("the end");
    assert_eq!(value(&b, "A1.mp_left"), json!(3));
}

#[test]
fn a_ship_is_activated_once_a_turn_and_an_order_activates_her_too() {
    let mut b = duel(SMALL, SMALL);
    give(&mut b, &activate("A1"), &none()).expect("she is ready");
    assert!(refusal(&b, &activate("A1")).contains("has been activated"));
    let report = give(&mut b, &go("A2", 1, 0, 0), &none()).expect("carried out");
    assert_eq!(report.warnings, ["it is the turn of A1, not of A2"]);
    assert_eq!(value(&b, "A2.activated"), json!(true));
    assert!(refusal(&b, &activate("A2")).contains("has been activated"));
}

#[test]
fn orders_out_of_turn_warn_and_skipped_steps_do_not() {
    let mut b = duel(SMALL, SMALL);
    let wrong_side = ["it is the turn of Rome (A)"];
    for order in [activate("B1"), go("B1", 1, 0, 0)] {
        assert_eq!(warnings(&b, &order), wrong_side);
        let report = give(&mut b.clone(), &order, &none()).expect("carried out");
        assert_eq!(report.warnings, wrong_side);
    }
    for order in [activate("A1"), go("A1", 1, 0, 0), end_turn()] {
        assert_eq!(warnings(&b, &order), [""; 0], "{order}");
    }
    give(&mut b, &go("A1", 3, 0, 1), &none()).expect("a move");
    assert_eq!(warnings(&b, &go("A2", 1, 0, 0)), [""; 0], "A1 has nothing left to do");
    set(&mut b, "A2.status", json!("lost"));
    let mut shaken = battle(&[SMALL; 3], &[SMALL]);
    set(&mut shaken, "A2.status", json!("lost"));
    set(&mut shaken, "A3.status", json!("lost"));
    assert_eq!(warnings(&shaken, &morale(&["A1"])), [""; 0]);
    give(&mut shaken, &activate("A1"), &none()).expect("she is ready");
    let late = warnings(&shaken, &morale(&["A1"]));
    assert_eq!(late, ["morale is checked once, at the start of a side’s turn"]);
}

#[test]
fn the_game_ends_when_a_side_cedes_it() {
    let fresh = duel(SMALL, SMALL);
    assert_eq!(fresh.winner(), None);
    for (side, winner) in [("A", "B"), ("B", "A")] {
        let mut b = fresh.clone();
        let cede = json!({"kind": "cede", "side": side});
        let (slug, changes) = outcome(&mut b, &cede, &none());
        assert_eq!(slug, "done");
        assert_eq!(changes[&format!("{side}.ceded")], json!([false, true]));
        assert_eq!(b.winner().map(rules::Winner::slug), Some(winner));
        assert!(refusal(&b, &cede).contains("over"));
        assert_eq!(warnings(&b, &activate("A1")), ["the battle is over"]);
    }
}

#[test]
fn a_correction_sets_any_key_and_impossible_ones_are_refused() {
    let mut b = duel(SMALL, LARGE);
    let adjust = |ship: &str, field: &str, value: Value| json!({"kind": "adjust", "ship": ship, "field": field, "value": value});
    for (ship, field, wrong, why) in [
        ("A1", "oar_damage", json!(4), "takes a whole number from 0 to 3, not 4"),
        ("A1", "mp_left", json!(4), "takes a whole number from 0 to 3, not 4"),
        ("A1", "size", json!("large"), "cannot change during the battle"),
        ("B1", "free_turn_left", json!(true), "small"),
    ] {
        let shown = refusal(&b, &adjust(ship, field, wrong));
        assert!(shown.contains(why), "{field}: {shown}");
    }
    for (ship, field, wrong) in
        [("A1", "status", json!("sunk")), ("A", "ceded", json!(1)), ("B", "panic", json!(1))]
    {
        let stop = give(&mut b, &adjust(ship, field, wrong), &none()).expect_err("nonsense");
        assert!(matches!(stop, Stop::Invalid(_)), "{stop:?}");
    }
    set(&mut b, "A.ceded", json!(true));
    assert_eq!(b.winner().map(rules::Winner::slug), Some("B"));
    set(&mut b, "A.ceded", json!(false));
    assert_eq!(b.winner(), None);
}

// ---- Worked cases ----

#[test]
fn worked_equal_undamaged_ships_strike_oars_15_times_in_36_and_21_at_the_stern() {
    let b = duel(SMALL, SMALL);
    assert_eq!(chance_of(&chances(&b, &strike("bow"), &[]), "struck"), of_36(15));
    assert_eq!(chance_of(&chances(&b, &strike("stern"), &[]), "struck"), of_36(21));
}

#[test]
fn worked_a_large_ship_rams_a_small_one_from_aft() {
    let odds = chances(&duel(LARGE, SMALL), &ram("aft"), &["A1.status", "B1.status"]);
    assert_eq!(chance_of(&odds, "sunk"), of_36(26));
    assert_eq!(chance_of(&odds, "entangled"), of_36(4));
    assert_eq!(chance_of(&odds, "avoided"), of_36(6));
    assert!(odds.watched["B1.status"].contains(&(json!("lost"), of_36(26))));
    assert!(odds.watched["A1.status"].contains(&(json!("entangled"), of_36(4))));
}

#[test]
fn worked_a_damaged_small_ship_rams_a_large_one_from_the_side() {
    let mut b = duel(SMALL, LARGE);
    set(&mut b, "A1.oar_damage", json!(1));
    let odds = chances(&b, &ram("side"), &[]);
    assert_eq!(chance_of(&odds, "sunk"), of_36(6));
    assert_eq!(chance_of(&odds, "entangled"), of_36(4));
}

#[test]
fn odds_equal_the_reference_implementation() {
    let mut b = duel(LARGE, SMALL);
    set(&mut b, "B1.oar_damage", json!(1));
    for (order, watch) in [(strike("stern"), ["B1.oar_damage"]), (ram("side"), ["B1.status"])] {
        assert_walks_agree(&b, &order, &watch);
    }
}

// ---- What players see ----

#[test]
fn offers_of_a_ship_are_her_orders_with_possible_values() {
    let mut b = duel(SMALL, SMALL);
    set(&mut b, "B2.status", json!("lost"));
    let ship = Subject::Unit("A1".parse().expect("a tag"));
    let all = offers(&b.full_view(), ship);
    let kinds: Vec<&str> = all.iter().map(|offer| offer.spec.kind).collect();
    assert_eq!(kinds, ["activate", "move", "oar-strike", "ram", "leave-table", "finish", "adjust"]);
    let ram = &all[3];
    assert!(ram.refused.is_none());
    assert_eq!(ram.fields[1].choices.len(), 1, "only the enemy still in play");
    let ranges: Vec<_> = all[1].fields[1..].iter().map(|field| field.range).collect();
    assert_eq!(ranges, [Some((0, 3)), Some((0, 1)), Some((0, 4)), None], "isolated is yes or no");
    let kinds = |subject| {
        offers(&b.full_view(), subject).iter().map(|offer| offer.spec.kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds(Subject::Battle), ["first-side", "morale", "end-turn", "agree-result"]);
    assert_eq!(kinds(Subject::Side(Side::A)), ["cede", "adjust"]);
    assert!(offers(&b.full_view(), Subject::Battle)[1].refused.is_some(), "morale is not due");
}

#[test]
fn the_guide_lists_morale_then_each_ship_then_the_end_of_the_turn() {
    let mut b = battle(&[SMALL; 3], &[SMALL]);
    let kinds =
        |b: &Battle| b.full_view().guide().next.iter().map(|step| step.kind).collect::<Vec<_>>();
    // A move activates too; separate activations come after the end.
    let activations = |n: usize| vec!["activate"; n];
    let moves = |n: usize| [vec!["move"; n], vec!["end-turn"], activations(n)].concat();
    assert_eq!(kinds(&b), moves(3));
    give(&mut b, &activate("A1"), &none()).expect("she is ready");
    assert_eq!(kinds(&b), [vec!["move", "oar-strike", "ram"], moves(2)].concat());
    give(&mut b, &end_turn(), &none()).expect("the end");
    give(&mut b, &end_turn(), &none()).expect("the end");
    set(&mut b, "A1.status", json!("lost"));
    set(&mut b, "A2.status", json!("lost"));
    assert_eq!(kinds(&b), [vec!["morale"], moves(1)].concat());
    set(&mut b, "A.ceded", json!(true));
    assert_eq!(next_text(&b), "Victory: Carthage (B).");
    assert_eq!(b.full_view().guide().next, []);
}

#[test]
fn a_card_and_a_sheet_show_matchsticks_and_points() {
    let mut b = ready(
        ["ancient-naval-games/aegates-rome.toml", "ancient-naval-games/aegates-carthage.toml"],
        &[],
    );
    set(&mut b, "A1.oar_damage", json!(2));
    let tag = "A1".parse().expect("a tag");
    let card = b.full_view().card(tag).expect("a card");
    let gauges: Vec<_> =
        card.gauges.iter().map(|g| (g.label.to_string(), g.value, g.full)).collect();
    assert_eq!(gauges, [("Oar damage".into(), 2, 3), ("Movement points".into(), 1, 3)]);
    assert_eq!(card.standing, UnitCondition::Ready);
    let crossed = |fresh| {
        let sheet = b.full_view().sheet(tag, fresh).expect("a sheet");
        (sheet.tracks[0].boxes, sheet.tracks[0].crossed)
    };
    assert_eq!(crossed(false), (3, 2));
    assert_eq!(crossed(true), (3, 0));
    assert_eq!(b.full_view().uses(Side::A), ["small", "large"]);
    let slugs: Vec<_> = SystemTag::AncientNavalGames.charts().iter().map(|c| c.slug).collect();
    assert_eq!(slugs, ["turn", "sizes", "moving", "oar-strike", "ram", "morale"]);
}

#[test]
fn reports_are_sentences() {
    let mut b = duel(SMALL, LARGE);
    set(&mut b, "B1.oar_damage", json!(1));
    let mut shown = |order: Value, dice: Value| {
        let order = read(&b, &order).to_map().into();
        let before = b.clone();
        let report = give(&mut b, &order, &dice).expect("carried out");
        text::sentences(&before.full_view(), &report)
    };
    assert_eq!(
        shown(go("A1", 1, 0, 2), none()),
        [
            "A1 Rome 1 is activated.",
            "A1 Rome 1 moves: 1 hex ahead, a turn of 2 hexsides; 2 points, one hexside free."
        ]
    );
    assert_eq!(
        shown(strike("stern"), json!([5, 1])),
        [
            "A1 Rome 1 goes for the oars of B1 Carthage 1 at the stern.",
            "B1 Carthage 1 loses oars; 1 movement point a turn is left."
        ]
    );
    assert_eq!(shown(end_turn(), none()), ["End of turn: Rome (A)."]);
    assert_eq!(shown(json!({"kind": "cede", "side": "B"}), none()), ["Conceded: Carthage (B)."]);
}

// ---- Whole games ----

#[test]
fn random_play_always_ends() {
    let ready_battle = library::battles().iter().find(|b| b.slug == "aegates").expect("listed");
    for seed in 0..12 {
        let mut b = ready(ready_battle.sides, &[]);
        assert!(play_to_the_end(&mut b, seed, 6_000) > 12, "{seed}");
    }
}

#[test]
fn a_ship_that_leaves_the_table_is_gone_for_morale_unless_the_victory_conditions_allow_it() {
    let leave = json!({"kind": "leave-table", "ship": "A1"});
    let mut stuck = duel(SMALL, SMALL);
    set(&mut stuck, "A1.oar_damage", json!(3));
    assert!(refusal(&stuck, &leave).contains("dead in the water"));
    let aim = Aim { may_leave: vec![Side::A], rounds: Some(3), ..Aim::default() };
    for (aim, gone) in [(None, 2), (Some(aim), 1)] {
        let mut b = battle(&[LARGE; 3], &[LARGE; 3]).aiming(aim);
        outcome(&mut b, &leave, &json!([]));
        set(&mut b, "A2.status", json!("lost"));
        assert_eq!(value(&b, "A1.status"), json!("off-table"));
        let Battle::AncientNavalGames(own) = &b else { panic!("another system") };
        assert_eq!(own.losses(Side::A), (gone, 3));
    }
}
