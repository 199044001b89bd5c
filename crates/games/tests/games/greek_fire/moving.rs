//! Tests of rowing, fire and ramming in Greek Fire.

use games::Battle;
use games::greek_fire::tables::{Advantage, Skill};
use rules::{Aim, Side};
use serde_json::{Value, json};

use crate::{give, outcome, refusal, set, value, warnings};

use super::{battle, duel, points, ram, row, ship, skilled, with};

// ---- Rowing ----

/// GF-2, GF-9.
#[test]
fn move_points_are_the_sum_of_the_text() {
    let fresh = duel(ship("trireme"), ship("trireme"));
    assert_eq!(points(&fresh, false), 6);
    assert_eq!(points(&fresh, true), 8);
    let cases: [(&str, Value, u32); 8] = [
        ("A1.rammed_last_turn", json!(true), 3),
        ("A1.sail", json!(3), 9),
        ("A1.sail", json!(-9), 0),
        ("A1.move_lost", json!(2), 4),
        ("A1.crew", json!(110), 4),
        ("A1.crew", json!(0), 0),
        ("A1.aground", json!(true), 0),
        ("A1.stopped", json!(true), 3),
    ];
    for (key, to, expected) in cases {
        let mut b = fresh.clone();
        set(&mut b, key, to);
        assert_eq!(points(&b, false), expected, "{key}");
    }
    let mut rower = skilled("trireme", &[Skill::Rowing]);
    rower.crew_skills = vec![Skill::Rowing];
    rower.advantages = vec![Advantage::Rowers];
    assert_eq!(points(&duel(rower, ship("trireme")), false), 9);
}

#[test]
fn a_refusal_of_too_many_points_names_the_limit() {
    let fresh = duel(ship("trireme"), ship("trireme"));
    let cases: [(&str, Value, &str); 5] = [
        ("A1.spent", json!(0), "move points; she cannot spend 40"),
        ("A1.crew", json!(0), "she has no crew left to row"),
        ("A1.aground", json!(true), "she is aground"),
        ("A1.grappled", json!(["B1"]), "she is grappled with B1 and must break free first"),
        ("A1.stopped", json!(true), "she stopped last turn, so her move is halved"),
    ];
    for (key, to, why) in cases {
        let mut b = fresh.clone();
        set(&mut b, key, to);
        let text = refusal(&b, &row(40));
        assert!(text.ends_with(why), "{key}: {text}");
    }
}

/// The share of crew lost is a division by the full crew.
#[test]
fn a_record_without_any_crew_still_shows_the_move_of_the_type() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    set(&mut b, "A1.crew", json!(0));
    set(&mut b, "A1.full_crew", json!(0));
    let sheet = b.full_view().sheet("A1".parse().expect("a tag"), false).expect("a sheet");
    let shown = sheet.facts.iter().find(|fact| fact.caption == "Move").expect("her move");
    assert_eq!(shown.text, "6");
    assert_eq!(points(&b, false), 0);
}

/// GF-3: the share lost is of the full crew, including hoplites, rounded down.
#[test]
fn hoplites_count_for_the_share_of_crew_lost() {
    let mut b = duel(with("trireme", &[Advantage::Hoplites, Advantage::Hoplites]), ship("trireme"));
    assert_eq!(value(&b, "A1.full_crew"), json!(210));
    set(&mut b, "A1.crew", json!(175));
    assert_eq!(points(&b, false), 5);
    set(&mut b, "A1.crew", json!(176));
    assert_eq!(points(&b, false), 6);
}

#[test]
fn a_stop_halves_the_points_last_and_a_turn_without_a_row_is_a_stop() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    give(&mut b, &row(0), &json!([])).expect("a stop");
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    assert_eq!(points(&b, true), 4);
    set(&mut b, "A1.move_lost", json!(1));
    assert_eq!(points(&b, false), 2);
    give(&mut b, &row(2), &json!([])).expect("a row");
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    assert_eq!(points(&b, false), 5);
    assert_eq!(value(&b, "B1.stopped"), json!(true));
}

#[test]
fn a_grappled_ship_stays_until_she_breaks_free_and_then_rows_in_the_same_phase() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    let board = json!({"kind": "board", "ship": "A1", "target": "B1"});
    give(&mut b, &board, &json!([6, 17, 17])).expect("boards");
    let why = refusal(&b, &row(1));
    assert!(why.contains("break free"), "{why}");
    let free = json!({"kind": "ungrapple", "ship": "A1"});
    assert_eq!(outcome(&mut b.clone(), &free, &json!([3])).0, "held");
    let (got, changes) = outcome(&mut b, &free, &json!([4]));
    assert_eq!(got, "free");
    assert_eq!(changes["B1.grappled"], json!([["A1"], []]));
    give(&mut b, &row(5), &json!([])).expect("rows");
    refusal(&b, &free);
}

// ---- Ramming ----

#[test]
fn a_ram_needs_a_space_straight_a_free_ship_and_is_done_once_a_turn() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    assert!(refusal(&b, &ram(0)).contains("1 space"));
    let mut aground = b.clone();
    set(&mut aground, "A1.aground", json!(true));
    assert!(refusal(&aground, &ram(3)).contains("aground"));
    outcome(&mut b, &ram(3), &json!([1]));
    assert!(refusal(&b, &ram(3)).contains("already rammed B1"));
}

/// GF-14.
#[test]
fn a_ship_already_sinking_keeps_the_smaller_number() {
    for (now, thrown, after) in [(4, 9, 4), (9, 4, 4)] {
        let mut b = duel(ship("trireme"), ship("trireme"));
        set(&mut b, "B1.sinking_in", json!(now));
        outcome(&mut b, &ram(3), &json!([7, thrown, 1]));
        assert_eq!(value(&b, "B1.sinking_in"), json!(after));
    }
}

#[test]
fn both_ships_carry_a_ram_into_the_next_turn_with_any_outcome() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    outcome(&mut b, &ram(3), &json!([1]));
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    for ship in ["A1", "B1"] {
        assert_eq!(value(&b, &format!("{ship}.rammed_last_turn")), json!(true));
        assert_eq!(value(&b, &format!("{ship}.rammed_this_turn")), json!([]));
    }
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    assert_eq!(value(&b, "A1.rammed_last_turn"), json!(false));
}

/// GF-4.
#[test]
fn oars_lost_add_up_for_the_battle() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    outcome(&mut b, &ram(3), &json!([3, 2]));
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    outcome(&mut b, &ram(3), &json!([3, 3]));
    assert_eq!(value(&b, "B1.move_lost"), json!(5));
}

// ---- The length of a ram ----

/// GF-16.
#[test]
fn a_ram_is_no_longer_than_the_move_was() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    give(&mut b, &row(2), &json!([])).expect("a row");
    assert!(refusal(&b, &ram(3)).contains("has spent 2 move points"));
    // The default is what she has spent: five less for a short run.
    let order = json!({"kind": "ram", "ship": "A1", "target": "B1"});
    let report = give(&mut b, &order, &json!([7])).expect("a ram");
    assert_eq!(report.rolls[0].modified, 2);
}

/// GF-16.
#[test]
fn a_ram_without_a_row_records_one_at_ramming_speed_if_it_needs_that() {
    let b = duel(ship("trireme"), ship("trireme"));
    for (spaces, at_speed) in [(1, false), (6, false), (7, true), (8, true)] {
        let mut rammed = b.clone();
        let (_, changes) = outcome(&mut rammed, &ram(spaces), &json!([1]));
        assert_eq!(changes["A1.spent"], json!([0, spaces]));
        assert_eq!(value(&rammed, "A1.ramming_speed"), json!(at_speed), "{spaces}");
    }
    assert!(refusal(&b, &ram(9)).contains("only 8 move points"));
}

#[test]
fn an_unmeasured_ram_is_three_spaces_or_her_points_without_ramming_speed() {
    let order = json!({"kind": "ram", "ship": "A1", "target": "B1"});
    for (lost, spaces) in [(0, 3), (3, 3), (4, 2), (5, 1)] {
        let mut b = duel(ship("trireme"), ship("trireme"));
        set(&mut b, "A1.move_lost", json!(lost));
        outcome(&mut b, &order, &json!([1]));
        assert_eq!(value(&b, "A1.spent"), json!(spaces), "{lost} lost");
    }
    let mut b = duel(ship("trireme"), ship("trireme"));
    set(&mut b, "A1.move_lost", json!(8));
    assert!(refusal(&b, &order).contains("no move points"));
}

#[test]
fn a_recorded_stop_leaves_no_points_for_a_ram() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    give(&mut b, &row(0), &json!([])).expect("a stop");
    assert!(refusal(&b, &ram(1)).contains("has spent 0 move points"));
}

#[test]
fn a_ship_moves_no_more_in_the_turn_of_her_ram() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    outcome(&mut b, &ram(3), &json!([1]));
    assert!(refusal(&b, &row(1)).contains("cannot move again"));
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    give(&mut b, &row(1), &json!([])).expect("the next turn");
}

// ---- Rows of a turn ----

#[test]
fn several_rows_of_a_turn_add_up_and_are_together_never_above_her_points() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    give(&mut b, &row(4), &json!([])).expect("a row");
    let why = refusal(&b, &row(3));
    assert!(why.contains("only 6 move points, 4 of them spent"), "{why}");
    give(&mut b, &row(2), &json!([])).expect("the rest");
    assert_eq!(value(&b, "A1.spent"), json!(6));
    // If the points fall below those spent, none are left.
    set(&mut b, "A1.move_lost", json!(3));
    refusal(&b, &row(1));
    give(&mut b, &row(0), &json!([])).expect("nothing more");
}

#[test]
fn declared_ramming_speed_lasts_for_the_turn_and_is_added_before_halving() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    let fast =
        |spent: u32| json!({"kind": "row", "ship": "A1", "spent": spent, "ramming_speed": true});
    give(&mut b, &fast(7), &json!([])).expect("at ramming speed");
    give(&mut b, &row(1), &json!([])).expect("still at ramming speed");
    assert_eq!(value(&b, "A1.spent"), json!(8));
    let mut stopped = duel(ship("trireme"), ship("trireme"));
    set(&mut stopped, "A1.stopped", json!(true));
    refusal(&stopped, &fast(5));
    give(&mut stopped, &fast(4), &json!([])).expect("half of eight");
}

#[test]
fn ramming_speed_requires_a_ram_and_later_steps_name_a_missing_one() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    give(&mut b, &json!({"kind": "activate", "ship": "A1"}), &json!([])).expect("A1 begins");
    let fast = json!({"kind": "row", "ship": "A1", "spent": 4, "ramming_speed": true});
    give(&mut b, &fast, &json!([])).expect("at ramming speed");
    let owes = |b: &Battle, order: &Value| {
        warnings(b, order).iter().any(|warning| warning.contains("must still ram"))
    };
    let (next, end) = (json!({"kind": "activate", "ship": "B1"}), json!({"kind": "end-round"}));
    assert!(owes(&b, &next) && owes(&b, &end));
    outcome(&mut b, &ram(4), &json!([1]));
    assert!(!owes(&b, &next) && !owes(&b, &end));
}

#[test]
fn no_ship_starts_the_battle_stopped() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    assert_eq!(value(&b, "A1.stopped"), json!(false));
    give(&mut b, &row(1), &json!([])).expect("a row");
    give(&mut b, &row(0), &json!([])).expect("no more");
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    assert_eq!(value(&b, "A1.stopped"), json!(false), "she has spent a point");
}

/// GF-18.
#[test]
fn a_ship_tries_to_break_free_once_a_turn() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    super::grapple(&mut b, "A1", "B1");
    let free = json!({"kind": "ungrapple", "ship": "A1"});
    assert_eq!(outcome(&mut b, &free, &json!([3])).0, "held");
    assert!(refusal(&b, &free).contains("already tried"));
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    assert_eq!(outcome(&mut b, &free, &json!([4])).0, "free");
}

/// GF-24, GF-34.
#[test]
fn a_routing_ship_leaves_the_table_only_if_she_could_still_move() {
    let mut b = battle(vec![ship("trireme"); 2], vec![ship("trireme")]);
    let escape = json!({"kind": "escape", "ship": "A1"});
    set(&mut b, "A1.routing", json!(true));
    let offered = |b: &Battle| {
        let mut begun = b.clone();
        give(&mut begun, &super::activate("A1"), &json!([])).expect("her turn");
        begun.full_view().guide().next.iter().any(|step| step.kind == "escape")
    };
    assert!(offered(&b));
    let [mut held, mut aground, mut rammed, mut slow] = [&b; 4].map(Clone::clone);
    super::grapple(&mut held, "A1", "B1");
    set(&mut aground, "A1.aground", json!(true));
    outcome(&mut rammed, &ram(3), &json!([1]));
    set(&mut slow, "A1.move_lost", json!(6));
    for (stays, why) in [
        (slow, "has no move point this turn"),
        (held, "grappled with B1 and must break free first"),
        (aground, "is aground"),
        (rammed, "has rammed B1 and cannot move again this turn"),
    ] {
        assert!(refusal(&stays, &escape).ends_with(why), "{why}");
        assert!(!offered(&stays), "{why}");
    }
    outcome(&mut b, &escape, &json!([]));
    assert_eq!(value(&b, "A1.status"), json!("escaped"));
}

#[test]
fn entering_sargasso_costs_its_points() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    let sargasso = json!({"kind": "terrain", "ship": "A1", "hex": "sargasso"});
    give(&mut b, &row(3), &json!([])).expect("a row");
    let (_, changes) = outcome(&mut b, &sargasso, &json!([]));
    assert_eq!(changes["A1.spent"], json!([3, 5]));
    assert!(refusal(&b, &sargasso).contains("only 6 move points, 5 of them spent"));
    let mut held = duel(ship("trireme"), ship("trireme"));
    super::grapple(&mut held, "A1", "B1");
    assert!(refusal(&held, &sargasso).contains("must break free"));
    let mut rammed = duel(ship("trireme"), ship("trireme"));
    outcome(&mut rammed, &ram(3), &json!([1]));
    assert!(refusal(&rammed, &sargasso).contains("cannot move again"));
}

/// GF-21: the previous round counts for both ships, even for one that was rammed before her
/// own move.
#[test]
fn a_ship_rammed_before_her_own_move_suffers_for_it_in_the_next_round() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    outcome(&mut b, &ram(3), &json!([1]));
    let all = json!({"kind": "row", "ship": "B1", "spent": 6});
    give(&mut b.clone(), &all, &json!([])).expect("not yet this round");
    give(&mut b, &json!({"kind": "row", "ship": "B1", "spent": 1}), &json!([])).expect("a row");
    give(&mut b, &json!({"kind": "end-round"}), &json!([])).expect("the end");
    assert!(refusal(&b, &all).contains("only 3 move points"));
}

#[test]
fn a_routing_ship_that_rams_or_boards_is_warned_that_she_should_try_to_escape() {
    let mut b = battle(vec![ship("trireme"); 2], vec![ship("trireme")]);
    set(&mut b, "A1.routing", json!(true));
    let board = super::board("A1", "B1");
    for order in [ram(3), board] {
        assert!(warnings(&b, &order).iter().any(|w| w.contains("should try to escape")), "{order}");
    }
    assert!(!warnings(&b, &row(3)).iter().any(|w| w.contains("should try to escape")));
}

#[test]
fn a_ship_in_good_order_leaves_the_table_by_a_move_and_counts_by_the_victory_conditions() {
    let mut b = battle(vec![ship("trireme"); 2], vec![ship("trireme"); 2]);
    let leave = json!({"kind": "leave-table", "ship": "A1"});
    assert!(warnings(&b, &leave).iter().any(|warning| warning.contains("counts as lost")));
    let (mut held, mut routs) = (b.clone(), b.clone());
    super::grapple(&mut held, "A1", "B1");
    set(&mut routs, "A1.routing", json!(true));
    assert!(refusal(&held, &leave).contains("must break free first"));
    assert!(refusal(&routs, &leave).contains("is routing and cannot leave in good order"));
    let aim = Aim { may_leave: vec![Side::A], rounds: Some(3), ..Aim::default() };
    let mut safe = b.clone().aiming(Some(aim));
    assert!(!warnings(&safe, &leave).iter().any(|warning| warning.contains("counts as lost")));
    let mut elsewhere = safe.clone();
    outcome(&mut b, &leave, &json!([]));
    outcome(&mut safe, &leave, &json!([]));
    let by_another = json!({"kind": "leave-table", "ship": "A1", "elsewhere": true});
    outcome(&mut elsewhere, &by_another, &json!([]));
    assert_eq!(
        [&b, &safe].map(|b| value(b, "A1.status")),
        [json!("off-table"), json!("off-table")]
    );
    assert_eq!(value(&elsewhere, "A1.status"), json!("escaped"));
    assert!(!safe.in_play("A1".parse().expect("a tag")));
}
