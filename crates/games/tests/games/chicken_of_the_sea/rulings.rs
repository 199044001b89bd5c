//! Tests of the rulings on what the rules of Chicken of the Sea leave open: who checks in a phase
//! (C-22), when a ram is announced (C-23), who is afloat or captured in the middle of a phase
//! (C-24, C-25), and the effects of markers and commanders (C-26, C-27).

use games::{Battle, offer_of};
use rules::{Side, Subject, Viewer};
use serde_json::{Value, json};

use crate::{outcome, ready, refusal, set, still_to_do, value, warnings};

use super::{
    battle, board, duel, form, galley, go_to, of, ram, set_speed, shear, squadron, tag, tried,
};

fn check(ship: &str) -> Value {
    of("command-check", ship)
}

fn done(fight: &mut Battle, order: &Value) {
    outcome(fight, order, &json!([]));
}

/// Carthage's movement phase, with this column at speed 3.
fn column(ships: &[&str]) -> Battle {
    let mut fight = squadron(3);
    done(&mut fight, &form("column", ships, ships[0]));
    go_to(&mut fight, "carthage-moves");
    fight
}

fn checks(fight: &Battle) -> Vec<String> {
    let next =
        fight.full_view().guide().next.into_iter().filter(|step| step.kind == "command-check");
    next.map(|step| step.subject.to_string()).filter(|tag| tag.starts_with('A')).collect()
}

// ---- C-22 ----

#[test]
fn ruling_c22_a_lead_that_fails_hands_the_marker_and_the_check_on_until_one_passes() {
    let mut fight = column(&["A3", "A4", "A5", "A6"]);
    assert_eq!(checks(&fight), ["A3"]);
    for (ship, dice, next) in [("A3", json!([4]), "A4"), ("A4", json!([6, 2]), "A5")] {
        outcome(&mut fight, &check(ship), &dice);
        assert_eq!(checks(&fight), [next], "{ship} has failed");
    }
    outcome(&mut fight, &check("A5"), &json!([5]));
    assert_eq!(checks(&fight), [""; 0], "A5 has passed");
    assert!(refusal(&fight, &check("A6")).contains("only its lead checks"));
}

#[test]
fn ruling_c22_the_last_of_a_column_checks_even_as_a_single_galley() {
    let mut fight = column(&["A3", "A4"]);
    outcome(&mut fight, &check("A3"), &json!([4]));
    assert_eq!(value(&fight, "A4.formation"), Value::Null);
    assert_eq!(checks(&fight), ["A4"]);
}

#[test]
fn ruling_c22_the_checks_end_with_a_commander_and_none_before_him_is_spared() {
    // Once A3 has left, the line commander A2 is second.
    let mut fight = column(&["A3", "A4", "A2", "A5"]);
    outcome(&mut fight, &check("A3"), &json!([4]));
    assert_eq!(checks(&fight), ["A4"]);
    outcome(&mut fight, &check("A4"), &json!([4]));
    assert_eq!(checks(&fight), [""; 0], "a line commander never checks");
    assert!(refusal(&fight, &check("A5")).contains("only its lead checks"));
}

#[test]
fn ruling_c22_a_lead_that_breaks_off_hands_the_check_on_unless_she_has_passed() {
    let fight = column(&["A3", "A4", "A5"]);
    let mut broken = fight.clone();
    done(&mut broken, &of("break-formation", "A3"));
    assert_eq!(checks(&broken), ["A3", "A4"], "she still has to check");
    let mut passed = fight;
    outcome(&mut passed, &check("A3"), &json!([1]));
    done(&mut passed, &of("break-formation", "A3"));
    assert_eq!(checks(&passed), [""; 0]);
}

#[test]
fn ruling_c22_forming_and_breaking_off_change_no_duty_of_the_phase() {
    let out = json!({"kind": "out-of-range", "side": "A", "ships": ["A3", "A4"]});
    let mut fight = squadron(3);
    done(&mut fight, &out);
    done(&mut fight, &form("column", &["A2", "A3", "A4", "A5"], "A2"));
    assert_eq!(checks(&fight), ["A3", "A4"], "a new column in full command");
    assert!(refusal(&fight, &check("A5")).contains("within 3 hexes"));
    let mut fight = column(&["A2", "A3", "A4", "A5"]);
    done(&mut fight, &of("break-formation", "A4"));
    assert_eq!(checks(&fight), [""; 0]);
    assert!(refusal(&fight, &check("A4")).contains("Column 1 is in full command"));
}

#[test]
fn ruling_c22_damage_in_the_phase_gives_a_galley_no_check() {
    let mut fight = column(&["A3", "A4", "A5"]);
    outcome(&mut fight, &check("A3"), &json!([1]));
    outcome(&mut fight, &ram("A3", "B1", "flank", 0), &json!([1]));
    assert_eq!(value(&fight, "A.formations")[0]["leader"], json!("A4"));
    assert_eq!(checks(&fight), [""; 0], "the new lead was not the lead at the start");
    let mut fight = squadron(3);
    set(&mut fight, "A3.aground", json!(true));
    done(&mut fight, &form("column", &["A1", "A4"], "A1"));
    go_to(&mut fight, "carthage-moves");
    outcome(&mut fight, &of("refloat", "A3"), &json!([1]));
    assert!(refusal(&fight, &check("A3")).contains("aground when the phase began"));
}

#[test]
fn ruling_c22_corrections_count_from_the_beginning_of_the_phase() {
    let mut fight = squadron(3);
    set(&mut fight, "A4.flagship", json!(true));
    assert_eq!(tried(&fight, &check("A1"), &json!([1])), "in-command");
    let column =
        json!([{"name": "column-1", "formation": "column", "ships": ["A3", "A5"], "leader": "A3"}]);
    set(&mut fight, "A.formations", column);
    assert!(refusal(&fight, &check("A5")).contains("only its lead checks"));
}

#[test]
fn ruling_c22_checks_in_a_movement_phase_reveal_no_speed() {
    let known = |speed: u8| {
        let mut fight = squadron(3);
        done(&mut fight, &form("column", &["A3", "A4", "A5"], "A3"));
        let order = json!({"kind": "set-speed", "formation": "column-1", "speed": speed});
        done(&mut fight, &order);
        go_to(&mut fight, "carthage-moves");
        done(&mut fight, &of("break-formation", "A3"));
        fight.known_to(Viewer::Side(Side::B)).to_static()
    };
    assert!(known(2) == known(3));
}

// ---- C-23 ----

fn spend(ship: &str, mp: u8) -> Value {
    json!({"kind": "spend", "ship": ship, "mp": mp})
}

fn moving(speed: u8) -> Battle {
    let mut fight = duel(galley(4, speed), galley(3, 1));
    go_to(&mut fight, "carthage-moves");
    fight
}

#[test]
fn ruling_c23_a_ram_is_announced_before_the_rammer_spends_points() {
    let late = ["A1 a galley of 4 has spent movement points: a ram is announced before she moves"];
    let order = ram("A1", "B1", "flank", 0);
    let fight = moving(5);
    assert_eq!(warnings(&fight, &order), [""; 0]);
    let mut spent = fight.clone();
    done(&mut spent, &spend("A1", 1));
    assert_eq!(warnings(&spent, &order), late);
    let mut coasting = fight.clone();
    outcome(&mut coasting, &of("coast", "A1"), &json!([6]));
    assert_eq!(warnings(&coasting, &order), [""; 0], "the coast costs no points");
    for (attack, dice) in
        [(shear("A1", "B2", "front"), json!([6])), (ram("A1", "B2", "flank", 3), json!([6]))]
    {
        let mut sheared = spent.clone();
        outcome(&mut sheared, &attack, &dice);
        assert_eq!(warnings(&sheared, &order), [""; 0], "{attack}");
        done(&mut sheared, &spend("A1", 1));
        assert_eq!(warnings(&sheared, &order), [""; 0], "{attack}");
    }
    let mut unfouled = moving(2);
    set(&mut unfouled, "A1.fouled_with", json!(["B2"]));
    done(&mut unfouled, &of("unfoul", "A1"));
    assert_eq!(warnings(&unfouled, &order), [""; 0]);
}

#[test]
fn ruling_c23_a_rammer_who_only_comes_beside_her_target_leaves_0_points_and_fouls_on_a_miss() {
    let mut fight = moving(2);
    done(&mut fight, &spend("A1", 2));
    assert!(refusal(&fight, &ram("A1", "B1", "flank", 1)).contains("no movement points left"));
    let order = ram("A1", "B1", "flank", 0);
    assert_eq!(tried(&fight, &order, &json!([1])), "sunk");
    let (slug, changes) = outcome(&mut fight, &order, &json!([6, 1, 2]));
    assert_eq!(slug, "missed");
    assert_eq!(changes["A1.fouled_with"], json!([[], ["B1"]]));
}

// ---- C-24 ----

#[test]
fn ruling_c24_a_galley_that_gets_free_has_the_marker_1_and_its_point() {
    let mut fight = duel(galley(4, 0), galley(3, 2));
    set(&mut fight, "A1.aground", json!(true));
    set(&mut fight, "A2.speed", json!(0));
    go_to(&mut fight, "carthage-moves");
    outcome(&mut fight, &of("refloat", "A1"), &json!([1]));
    assert_eq!([value(&fight, "A1.speed"), value(&fight, "A1.mp_left")], [json!(1), json!(1)]);
    assert_eq!(still_to_do(&fight), ["these have movement points left: A1"]);
    done(&mut fight, &spend("A1", 1));
    assert_eq!(still_to_do(&fight), [""; 0]);
}

// ---- C-25 ----

#[test]
fn ruling_c25_a_galley_captured_in_a_boarding_phase_cannot_board_in_it() {
    let mut fight = battle(vec![galley(4, 1); 3], vec![galley(3, 1); 3]);
    go_to(&mut fight, "carthage-boards");
    outcome(&mut fight, &board(&["A1"], "B1"), &json!([1, 6, 1]));
    for ships in [&["B1"][..], &["A2", "B1"]] {
        assert!(refusal(&fight, &board(ships, "B2")).contains("captured in this phase"));
    }
    let b1 = Subject::Unit(tag("B1"));
    assert!(offer_of(&fight.full_view(), b1, "board").is_none());
    assert!(
        fight
            .full_view()
            .guide()
            .next
            .iter()
            .all(|step| (step.subject, step.kind) != (b1, "board"))
    );
    go_to(&mut fight, "rome-boards");
    go_to(&mut fight, "carthage-boards");
    assert_eq!(tried(&fight, &board(&["B1"], "B2"), &json!([5])), "failed");
}

#[test]
fn ruling_c25_a_recaptured_galley_began_the_phase_on_her_side() {
    let mut fight = battle(vec![galley(4, 1); 3], vec![galley(3, 1); 3]);
    go_to(&mut fight, "carthage-boards");
    outcome(&mut fight, &board(&["A1"], "B1"), &json!([6]));
    let counter = json!({"kind": "counterboard", "ship": "B1", "target": "A1"});
    assert_eq!(outcome(&mut fight, &counter, &json!([1, 6, 1])).0, "captured");
    // A natural 6 against her gives a prize no boarding in return.
    let mut failed = fight.clone();
    outcome(&mut failed, &board(&["A2"], "A1"), &json!([6]));
    assert!(failed.full_view().guide().next.iter().all(|step| step.kind != "counterboard"));
    assert_eq!(outcome(&mut fight, &board(&["A2"], "A1"), &json!([1, 6, 1])).0, "captured");
    assert_eq!(tried(&fight, &board(&["A1"], "B2"), &json!([5])), "failed");
}

// ---- C-26 ----

#[test]
fn ruling_c26_a_formation_moves_no_speed_by_more_than_the_marker_may() {
    // The speeds of the lead and the other galley at the start of the phase, and whether
    // they form up.
    for (lead, other, forms) in [(3, 2, true), (3, 5, true), (3, 1, false), (2, 5, false)] {
        let mut fight = squadron(3);
        set(&mut fight, "A3.speed", json!(lead));
        set(&mut fight, "A4.speed", json!(other));
        let order = form("column", &["A3", "A4"], "A3");
        if forms {
            assert_eq!(tried(&fight, &order, &json!([])), "done", "{lead} {other}");
        } else {
            assert!(refusal(&fight, &order).contains("A4 a galley of 3 was at speed"));
        }
    }
    // The speed at the start counts, not a later one.
    let mut fight = squadron(3);
    set(&mut fight, "A3.speed", json!(2));
    set(&mut fight, "A4.speed", json!(5));
    done(&mut fight, &set_speed("A4", 4));
    assert!(refusal(&fight, &form("column", &["A3", "A4"], "A3")).contains("at speed 5"));
    done(&mut fight, &set_speed("A3", 3));
    done(&mut fight, &form("column", &["A3", "A4"], "A3"));
    let set_all = |speed: u8| json!({"kind": "set-speed", "formation": "column-1", "speed": speed});
    assert!(refusal(&fight, &set_all(2)).contains("A4 a galley of 3 was at speed 5"));
    assert_eq!(tried(&fight, &set_all(3), &json!([])), "set");
    let offer =
        offer_of(&fight.full_view(), Subject::Unit(tag("A3")), "set-speed").expect("offered");
    let speeds = offer.fields.iter().find(|field| field.spec.name == "speed").expect("a speed");
    let choices: Vec<&Value> = speeds.choices.iter().map(|choice| &choice.value).collect();
    assert_eq!(choices, [&json!(3)], "the speeds that both can reach");
}

#[test]
fn ruling_c26_outside_the_speed_phase_only_equal_speeds_form_up() {
    let mut fight = squadron(3);
    done(&mut fight, &set_speed("A4", 4));
    go_to(&mut fight, "carthage-moves");
    let order = form("column", &["A3", "A4"], "A3");
    assert!(refusal(&fight, &order).contains("at speed 4 and A3 at 3"));
    let offer = offer_of(&fight.full_view(), Subject::Unit(tag("A3")), "form").expect("offered");
    let mates = offer.fields.iter().find(|field| field.spec.name == "ships").expect("galleys");
    let mates: Vec<&Value> = mates.choices.iter().map(|choice| &choice.value).collect();
    assert_eq!(mates, ["A1", "A2", "A3", "A5", "A6"], "A4 is not proposed");
    assert_eq!(tried(&fight, &form("column", &["A3", "A5"], "A3"), &json!([])), "done");
}

#[test]
fn a_galley_out_of_command_takes_no_other_marker() {
    let mut fight = squadron(3);
    outcome(&mut fight, &check("A4"), &json!([5]));
    done(&mut fight, &set_speed("A3", 4));
    assert!(refusal(&fight, &form("column", &["A3", "A4"], "A3")).contains("out of command"));
}

// ---- C-27 ----

const LINE: [&str; 6] = ["A1", "A2", "A3", "A4", "A5", "A6"];

#[test]
fn ruling_c27_a_line_abreast_reaches_as_far_as_its_commander() {
    let fight = squadron(1);
    for (ships, leader, beyond) in [
        (&LINE[..4], "A1", None),
        (&LINE[..5], "A1", Some("A5")),
        (&["A2", "A3", "A4"], "A2", None),
        (&["A2", "A3", "A4", "A5"], "A2", Some("A5")),
        (&["A3", "A4", "A2", "A5", "A6"], "A2", None),
    ] {
        let order = form("line-abreast", ships, leader);
        match beyond {
            None => assert_eq!(tried(&fight, &order, &json!([])), "done", "{order}"),
            Some(far) => assert!(refusal(&fight, &order).starts_with(far), "{order}"),
        }
    }
}

/// Carthage moves in a line of four, with its admiral's range enhanced.
fn short_line() -> Battle {
    let mut fight = squadron(1);
    done(&mut fight, &form("line-abreast", &LINE[..4], "A1"));
    go_to(&mut fight, "carthage-moves");
    assert_eq!(value(&fight, "A.admiral.enhanced"), json!(true));
    fight
}

#[test]
fn ruling_c27_a_line_grows_at_either_end_if_its_galleys_keep_their_places() {
    let fight = short_line();
    let turned: Vec<&str> = LINE.iter().rev().copied().collect();
    assert_eq!(tried(&fight, &form("line-abreast", &turned, "A1"), &json!([])), "done");
    let otherwise = form("line-abreast", &["A2", "A1", "A3", "A4", "A5", "A6"], "A1");
    assert!(refusal(&fight, &otherwise).starts_with("A6"));
}

/// The line has grown to six.
fn long_line() -> Battle {
    let mut fight = short_line();
    done(&mut fight, &form("line-abreast", &LINE, "A1"));
    assert_eq!(value(&fight, "A.admiral.enhanced"), json!(true), "a growing line is not broken");
    assert_eq!(value(&fight, "A.formations").as_array().map(Vec::len), Some(1));
    fight
}

#[test]
fn ruling_c27_galleys_beyond_a_reduced_range_are_single_and_check_from_the_next_phase() {
    let mut fight = long_line();
    go_to(&mut fight, "end");
    go_to(&mut fight, "speed");
    assert_eq!(value(&fight, "A.formations")[0]["ships"], json!(LINE));
    done(&mut fight, &set_speed("A1", 2));
    done(&mut fight, &json!({"kind": "end-phase"}));
    assert_eq!(value(&fight, "A.admiral.enhanced"), json!(false));
    assert_eq!(value(&fight, "A.formations")[0]["ships"], json!(LINE[..4]));
    assert_eq!([value(&fight, "A5.formation"), value(&fight, "A5.speed")], [json!(null), json!(2)]);
    assert_eq!(checks(&fight), [""; 0]);
    assert!(refusal(&fight, &check("A5")).contains("in this phase"));
    go_to(&mut fight, "end");
    go_to(&mut fight, "speed");
    assert_eq!(checks(&fight), ["A5", "A6"]);
}

#[test]
fn ruling_c27_a_break_shrinks_the_range_too() {
    let mut fight = long_line();
    done(&mut fight, &of("break-formation", "A6"));
    assert_eq!(value(&fight, "A.admiral.enhanced"), json!(false));
    assert_eq!(value(&fight, "A.formations")[0]["ships"], json!(LINE[..4]));
    assert_eq!(value(&fight, "A5.formation"), Value::Null);
}

#[test]
fn ruling_c27_a_line_commander_who_takes_over_reaches_less_far() {
    let mut fight = squadron(1);
    done(&mut fight, &form("line-abreast", &["A2", "A3", "A1", "A4", "A5"], "A1"));
    done(&mut fight, &json!({"kind": "transfer-admiral", "from": "A1", "to": "A6"}));
    let formations = value(&fight, "A.formations");
    assert_eq!(formations[0]["ships"], json!(["A2", "A3", "A1"]));
    assert_eq!(formations[0]["leader"], json!("A2"));
}

// ---- Questions in forms, and texts ----

#[test]
fn a_visibly_too_fast_galley_is_not_asked_to_avoid() {
    // The target's speed, whether speeds are open, and whether her owner is asked.
    for (speed, open, asked) in
        [(3, true, false), (5, true, false), (2, true, true), (3, false, true)]
    {
        let options: &[&str] = if open { &["open-speeds"] } else { &[] };
        let fleet = |cq: u8, speed: u8| vec![galley(cq, speed), galley(cq, 2)];
        let mut fight = super::battle_with(fleet(4, 5), fleet(3, speed), options);
        go_to(&mut fight, "carthage-moves");
        assert_eq!(is_asked(&fight), asked, "speed {speed}, open {open}");
    }
    // A speed that was shown in this turn is known as well.
    let mut fight = duel(galley(6, 5), galley(3, 3));
    go_to(&mut fight, "carthage-moves");
    assert!(is_asked(&fight));
    outcome(&mut fight, &shear("A2", "B1", "front"), &json!([6]));
    assert!(!is_asked(&fight));
}

/// Whether a ram of A1 on B1 waits for the target's answer.
fn is_asked(fight: &Battle) -> bool {
    let order = ram("A1", "B1", "flank", 0);
    let declared = fight.read_declared(order.as_object().expect("an order")).expect("an order");
    let mut none = dice::Entered::new([], dice::Seeded::new(0, 0));
    match fight.resolve(&declared, &mut none) {
        Err(rules::Stop::Needs { need, .. }) => {
            matches!(need, rules::Need::Answer { .. })
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_undone_stop_undoes_the_drift() {
    let mut fight = duel(galley(4, 1), galley(3, 2));
    set(&mut fight, "A1.crippled", json!(true));
    done(&mut fight, &set_speed("A1", 0));
    outcome(&mut fight, &of("drift", "A1"), &json!([4]));
    assert_eq!(value(&fight, "A1.facing"), json!("s"));
    done(&mut fight, &set_speed("A1", 1));
    assert_eq!(value(&fight, "A1.facing"), json!("n"), "she never stopped");
    done(&mut fight, &set_speed("A1", 0));
    assert_eq!(value(&fight, "A1.drift_owed"), json!(true));
}

#[test]
fn galleys_of_the_entering_line_at_drepanum_have_the_same_orders() {
    let mut fight = ready(
        ["chicken-of-the-sea/drepanum-carthage.toml", "chicken-of-the-sea/drepanum-rome.toml"],
        &["command"],
    );
    let out: Vec<String> = (2..=9).map(|number| format!("B{number}")).collect();
    done(&mut fight, &json!({"kind": "out-of-range", "side": "B", "ships": out}));
    let owes: Vec<String> = fight
        .full_view()
        .guide()
        .next
        .iter()
        .filter(|step| step.kind == "command-check")
        .map(|step| step.subject.to_string())
        .filter(|tag| tag.starts_with('B'))
        .collect();
    assert_eq!(owes, ["B2", "B3"], "those on the map; the line follows its lead");
    assert_eq!(
        warnings(&fight, &check("B5")),
        ["B5 enters in the line, under the same orders as B4"]
    );
}
