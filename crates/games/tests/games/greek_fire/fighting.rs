//! Tests of missiles, boarding, prizes and morale in Greek Fire.

use games::greek_fire::tables::{Advantage, SHIP_TYPES, Skill};
use serde_json::{Value, json};

use crate::{give, outcome, refusal, set, value};

use super::{battle, battle_with, duel, points, ram, row, ship, shoot, skilled, with};

// ---- Missiles ----

#[test]
fn a_mount_named_first_is_the_first_still_able_to_shoot() {
    let mut b = duel(with("trireme", &[Advantage::Archers, Advantage::Archers]), ship("trireme"));
    outcome(&mut b, &shoot("archers", 1), &json!([1]));
    let (_, changes) = outcome(&mut b, &shoot("archers", 1), &json!([1]));
    assert_eq!(changes["A1.ammo.archers-2"], json!([10, 9]));
    refusal(&b, &shoot("archers", 1));
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    set(&mut b, "A1.ammo.archers-1", json!(0));
    let named = json!({"kind": "shoot", "ship": "A1", "weapon": "archers", "mount": "archers-1", "target": "B1", "range": 1});
    let why = refusal(&b, &named);
    assert!(why.contains("no ammo left"), "{why}");
    let (_, changes) = outcome(&mut b, &shoot("archers", 1), &json!([1]));
    assert_eq!(changes["A1.ammo.archers-2"], json!([9, 8]));
    assert!(refusal(&b, &shoot("trebuchet", 3)).contains("has no trebuchet"));
}

#[test]
fn the_first_mount_is_the_one_with_the_lowest_number_even_with_two_digits() {
    let largest = &SHIP_TYPES.last().expect("a type").slug;
    let mut b = duel(with(largest, &[Advantage::Archers; 12]), ship("trireme"));
    for number in 1..=12 {
        let (_, changes) = outcome(&mut b, &shoot("archers", 1), &json!([1]));
        assert!(changes.contains_key(&format!("A1.ammo.archers-{number}")), "{changes:?}");
    }
    refusal(&b, &shoot("archers", 1));
}

#[test]
fn a_ship_without_crew_neither_rows_nor_shoots_nor_rams_nor_boards() {
    let mut b = duel(with("trireme", &[Advantage::Archers]), ship("trireme"));
    set(&mut b, "A1.crew", json!(0));
    let board = json!({"kind": "board", "ship": "A1", "target": "B1"});
    for (order, because) in [
        (row(1), "she has no crew left to row"),
        (shoot("archers", 1), "no crew left"),
        (ram(3), "no crew left"),
        (board, "no crew left"),
    ] {
        let why = refusal(&b, &order);
        assert!(why.contains(because), "{order}: {why}");
    }
}

#[test]
fn out_of_turn_shots_warn_unless_free_for_all_is_on() {
    for (options, warned) in [(vec![], true), (vec!["free-for-all"], false)] {
        let archers = || with("trireme", &[Advantage::Archers]);
        let mut b = battle_with(vec![archers()], vec![archers()], &options);
        give(&mut b, &json!({"kind": "activate", "ship": "B1"}), &json!([])).expect("B1 begins");
        let report = give(&mut b, &shoot("archers", 1), &json!([1])).expect("a shot");
        assert_eq!(!report.warnings.is_empty(), warned, "{:?}", report.warnings);
        refusal(&b, &shoot("archers", 1));
    }
}

#[test]
fn kills_never_exceed_the_crew_aboard() {
    let mut b = duel(with("trireme", &[Advantage::Trebuchet]), ship("triaconter"));
    set(&mut b, "B1.crew", json!(4));
    let (_, changes) = outcome(&mut b, &shoot("trebuchet", 5), &json!([10, 30, 6]));
    assert_eq!(changes["B1.crew"], json!([4, 0]));
}

// ---- Boarding and prizes ----

#[test]
fn boarding_modifiers_are_those_of_the_text_and_count_once() {
    let mut big = skilled("quinquereme", &[Skill::Melee]);
    big.advantages =
        vec![Advantage::Harpax, Advantage::Harpax, Advantage::Corvus, Advantage::Corvus];
    let mut b = duel(big, ship("trireme"));
    outcome(&mut b, &ram(3), &json!([1, 4]));
    let order = json!({"kind": "board", "ship": "A1", "target": "B1", "rammed_together": true});
    let report = give(&mut b, &order, &json!([1, 30, 17])).expect("boards");
    assert_eq!((report.outcome.slug(), report.rolls[0].modified), ("melee", 7));
    assert_eq!(report.rolls[1].throw.to_string(), "30d6");
    assert_eq!(report.rolls[1].modified, 60, "melee adds 1 to each die");
    assert_eq!(report.rolls[2].modified, 17);
    assert_eq!(value(&b, "B1.crew"), json!(110));
    assert_eq!(value(&b, "A1.crew"), json!(283));
}

/// GF-5.
#[test]
fn grappled_ships_fight_on_without_a_new_boarding_roll_and_both_may_attack() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    let order = json!({"kind": "board", "ship": "A1", "target": "B1"});
    assert_eq!(outcome(&mut b.clone(), &order, &json!([5])).0, "repelled");
    outcome(&mut b, &order, &json!([6, 17, 17]));
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    let report = give(&mut b, &order, &json!([16, 16])).expect("fights on");
    assert_eq!(report.rolls.len(), 2);
    let back = json!({"kind": "board", "ship": "B1", "target": "A1"});
    assert_eq!(outcome(&mut b, &back, &json!([14, 14])).0, "melee");
}

#[test]
fn crews_roll_a_die_for_every_ten_men_or_part_of_ten() {
    for (crew, notation) in [(1, "1d6"), (10, "1d6"), (11, "2d6"), (170, "17d6")] {
        let mut b = duel(ship("trireme"), ship("trireme"));
        set(&mut b, "A1.crew", json!(crew));
        let dice: i64 = notation.split('d').next().expect("a count").parse().expect("a number");
        let order = json!({"kind": "board", "ship": "A1", "target": "B1"});
        let report = give(&mut b, &order, &json!([10, dice, 17])).expect("boards");
        assert_eq!(report.rolls[1].throw.to_string(), notation);
    }
}

#[test]
fn a_prize_is_manned_from_her_captor_and_sails_for_her() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    let take =
        |crew: u32| json!({"kind": "take-prize", "ship": "A1", "target": "B1", "crew": crew});
    assert!(refusal(&b, &take(10)).contains("170 crew left"));
    set(&mut b, "B1.crew", json!(0));
    assert!(refusal(&b, &take(170)).contains("at most 169"));
    let (got, changes) = outcome(&mut b, &take(40), &json!([]));
    assert_eq!(got, "done");
    assert_eq!(changes["A1.crew"], json!([170, 130]));
    assert_eq!(changes["B1.crew"], json!([0, 40]));
    assert_eq!(changes["B1.holder"], json!(["B", "A"]));
    assert_eq!(changes["B1.status"], json!(["in-action", "captured"]));
    assert_eq!(changes["A1.victories"], json!([0, 1]));
    assert_eq!(b.winner().map(rules::Winner::slug), Some("A"));
    // Crew sent to a prize is not dead: A1 rows as before, and her morale still has +2.
    assert_eq!(points(&b, false), 6);
    let report =
        give(&mut b, &json!({"kind": "morale", "ship": "A1"}), &json!([5])).expect("morale");
    assert_eq!(report.rolls[0].modified, 7);
}

#[test]
fn a_surrendered_ship_is_one_victory_whether_it_is_credited_then_or_when_taken() {
    for credit in [Value::Null, json!("A1")] {
        let mut b = battle(vec![ship("trireme")], vec![ship("trireme"), ship("trireme")]);
        set(&mut b, "B1.sinking_in", json!(4));
        let morale =
            json!({"kind": "morale", "ship": "B1", "adjacent_enemies": ["A1"], "credit": credit});
        assert_eq!(outcome(&mut b, &morale, &json!([1])).0, "surrenders");
        let take = json!({"kind": "take-prize", "ship": "A1", "target": "B1", "crew": 10});
        outcome(&mut b, &take, &json!([]));
        assert_eq!(value(&b, "A1.victories"), json!(1));
    }
}

// ---- Morale ----

#[test]
fn every_row_of_the_morale_table_has_its_result() {
    // No crew killed: +2.
    let near = |abandon: bool| json!({"kind": "morale", "ship": "A1", "adjacent_enemies": ["B1"], "abandon": abandon});
    let far = json!({"kind": "morale", "ship": "A1"});
    let cases = [
        (near(false), -3, 1, "surrenders", "surrendered", false),
        (near(true), -3, 1, "abandons", "abandoned", false),
        (far.clone(), -3, 1, "routs", "in-action", true),
        (near(false), 0, 1, "fights-on", "in-action", false),
        (near(false), -3, 2, "routs", "in-action", true),
        (near(false), -3, 3, "routs", "in-action", true),
        (near(false), -3, 4, "fights-on", "in-action", false),
    ];
    for (order, sinking, natural, expected, status, routing) in cases {
        let mut b = duel(ship("trireme"), ship("trireme"));
        if sinking != 0 {
            set(&mut b, "A1.sinking_in", json!(5));
        }
        let (got, _) = outcome(&mut b, &order, &json!([natural]));
        assert_eq!(got, expected, "{order} {natural}");
        assert_eq!(value(&b, "A1.status"), json!(status));
        assert_eq!(value(&b, "A1.routing"), json!(routing));
    }
}

#[test]
fn every_morale_modifier_is_reported_with_its_reason() {
    let mut entry = skilled("trireme", &[Skill::Rally]);
    entry.crew_skills = vec![Skill::Rally];
    let mut b = battle(vec![entry, ship("triaconter")], vec![ship("quinquereme")]);
    set(&mut b, "A2.routing", json!(true));
    set(&mut b, "A1.crew", json!(85));
    set(&mut b, "A1.sinking_in", json!(2));
    let order = json!({"kind": "morale", "ship": "A1", "adjacent_enemies": ["B1"], "routing_friends_within_20": true});
    let report = give(&mut b, &order, &json!([10])).expect("morale");
    let shown: Vec<(i64, String)> =
        report.rolls[0].modifiers.iter().map(|m| (m.amount, m.reason.why.to_string())).collect();
    let shown: Vec<(i64, &str)> = shown.iter().map(|(by, why)| (*by, why.as_str())).collect();
    assert_eq!(
        shown,
        [
            (-3, "sinking"),
            (-2, "half the crew or more dead"),
            (-1, "an adjacent enemy has the larger crew"),
            (-1, "the enemy has more deck points in action"),
            (-2, "a friend within 20 hexes is routing"),
            (4, "rally")
        ]
    );
    set(&mut b, "A1.crew", json!(86));
    set(&mut b, "A1.morale_tested", json!(false));
    let report = give(&mut b, &order, &json!([10])).expect("morale");
    assert!(!report.rolls[0].modifiers.iter().any(|m| m.reason.why.to_string().contains("half")));
}

/// GF-6.
#[test]
fn a_routing_ship_rolls_again_and_may_come_back_or_leave_the_table() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    let escape = json!({"kind": "escape", "ship": "A1"});
    assert!(refusal(&b, &escape).contains("not routing"));
    set(&mut b, "A1.routing", json!(true));
    assert_eq!(b.winner().map(rules::Winner::slug), Some("B"));
    let mut back = b.clone();
    outcome(&mut back, &json!({"kind": "morale", "ship": "A1"}), &json!([1]));
    assert_eq!(value(&back, "A1.routing"), json!(false));
    outcome(&mut b, &escape, &json!([]));
    assert_eq!(value(&b, "A1.status"), json!("escaped"));
}

#[test]
fn a_ship_is_boarded_while_one_of_her_crew_is_left_and_then_taken_as_a_prize() {
    let board = json!({"kind": "board", "ship": "A1", "target": "B1"});
    let mut b = duel(ship("trireme"), ship("trireme"));
    set(&mut b, "B1.crew", json!(1));
    assert!(give(&mut b.clone(), &board, &json!([1])).is_ok());
    set(&mut b, "B1.crew", json!(0));
    assert!(refusal(&b, &board).contains("no crew left: take her as a prize"));
}
