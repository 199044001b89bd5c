//! Tests of speeds, their secrecy, and the phases of a turn in Chicken of the Sea.

use games::Battle;
use games::chicken_of_the_sea::tables::Phase;
use rules::{Side, Subject, Viewer};
use serde_json::{Value, json};

use crate::{give, outcome, refusal, set, value, warnings};

use super::{
    battle, battle_with, board, chance, duel, enter, faces_of, flagship, galley, go_to, near, of,
    ram, set_speed, shear, tag, tried,
};

// ---- The state of a galley ----

#[test]
fn the_keys_are_those_of_the_rules() {
    let fight = battle(vec![flagship(4, 2)], vec![galley(3, 2)]);
    let state = fight.full_view().state();
    let keys: Vec<&String> = state["sides"][0]["ships"][0].as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "tag",
            "name",
            "nation",
            "side",
            "cq",
            "speed",
            "facing",
            "crippled",
            "aground",
            "fouled_with",
            "status",
            "flagship",
            "line_commander",
            "formation",
            "commanded",
            "boarded_this_phase",
            "grounded_in_phase",
            "refloat_tried",
            "mp_left",
            "moved",
            "speed_seen",
            "drift_owed"
        ]
    );
    let keys: Vec<&String> = state["sides"][0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["name", "people", "notes", "admiral", "formations", "checks_owed", "ships"]);
    assert_eq!(
        state["sides"][0]["admiral"],
        json!({
            "name": "the admiral", "aboard": "A1", "range": 3, "enhanced_range": 5,
            "enhanced": false, "status": "in-action",
        })
    );
    assert_eq!(state["sides"][1]["admiral"], Value::Null);
    assert_eq!((&state["round"], &state["phase"]), (&json!(1), &json!("speed")));
}

// ---- Speed ----

#[test]
fn speed_goes_up_1_or_down_1_or_2_or_stays() {
    let table: [(Value, &[Value]); 7] = [
        (json!(0), &[json!(0), json!(1), json!("bw")]),
        (json!(1), &[json!(0), json!(1), json!(2), json!("bw")]),
        (json!(2), &[json!(0), json!(1), json!(2), json!(3), json!("bw")]),
        (json!(3), &[json!(1), json!(2), json!(3), json!(4)]),
        (json!(4), &[json!(2), json!(3), json!(4), json!(5)]),
        (json!(5), &[json!(3), json!(4), json!(5)]),
        (json!("bw"), &[json!(1), json!("bw")]),
    ];
    for (from, allowed) in table {
        let mut fight = duel(galley(6, 0), galley(3, 2));
        set(&mut fight, "A1.speed", from.clone());
        let all = (0..=5).map(|n| json!(n)).chain([json!("bw")]);
        for to in all {
            let order = set_speed("A1", to.clone());
            if allowed.contains(&to) {
                let dice = if from == json!(5) && to == json!(5) { json!([1]) } else { json!([]) };
                assert_eq!(tried(&fight, &order, &dice), "set", "{from} to {to}");
            } else {
                let why = refusal(&fight, &order);
                assert!(why.contains("she can now take"), "{why}");
            }
        }
    }
}

#[test]
fn a_crippled_galley_has_speed_1_at_most_and_never_backs_water() {
    let mut fight = duel(galley(4, 1), galley(3, 2));
    set(&mut fight, "A1.crippled", json!(true));
    for speed in [json!(2), json!("bw")] {
        assert!(refusal(&fight, &set_speed("A1", speed)).contains("crippled"));
    }
    assert_eq!(tried(&fight, &set_speed("A1", 1), &json!([])), "set");
    let (_, changes) = outcome(&mut fight, &set_speed("A1", 0), &json!([]));
    assert_eq!(changes["A1.speed"], json!([1, 0]));
    assert!(fight.full_view().guide().next.iter().any(|step| step.kind == "drift"));
    // The stop is revoked before she drifts, so no drift is due.
    give(&mut fight, &set_speed("A1", 1), &json!([])).unwrap();
    assert!(!fight.full_view().guide().next.iter().any(|step| step.kind == "drift"));
}

#[test]
fn a_later_speed_replaces_the_earlier_one_and_counts_from_the_start_of_the_phase() {
    let mut fight = duel(galley(4, 2), galley(3, 2));
    for speed in [3, 0, 1] {
        outcome(&mut fight, &set_speed("A1", speed), &json!([]));
        assert_eq!(value(&fight, "A1.speed"), json!(speed));
    }
    assert!(refusal(&fight, &set_speed("A1", 4)).contains("was at speed 2"));
    go_to(&mut fight, "end");
    go_to(&mut fight, "speed");
    assert!(refusal(&fight, &set_speed("A1", 3)).contains("was at speed 1"));
}

/// C-2.
#[test]
fn a_galley_that_stays_at_5_tires_on_more_than_her_crew_quality() {
    for cq in 1..=6 {
        let fight = duel(galley(cq, 5), galley(3, 2));
        let order = set_speed("A1", 5);
        let tired: Vec<i64> = (i64::from(cq) + 1..=6).collect();
        assert_eq!(faces_of(&fight, &order, "fatigued", &[]), tired, "CQ {cq}");
        assert!(near(chance(&fight, &order, "set"), f64::from(cq) / 6.0));
    }
    let mut fight = duel(galley(3, 5), galley(3, 2));
    let (_, changes) = outcome(&mut fight, &set_speed("A1", 5), &json!([4]));
    assert_eq!(changes["A1.speed"], json!([5, 3]));
}

#[test]
fn a_fatigue_roll_is_final() {
    let mut fight = duel(galley(3, 5), galley(3, 2));
    outcome(&mut fight, &set_speed("A1", 5), &json!([6]));
    for speed in [5, 4] {
        assert_eq!(tried(&fight, &set_speed("A1", speed), &json!([])), "fatigued");
        outcome(&mut fight, &set_speed("A1", speed), &json!([]));
        assert_eq!(value(&fight, "A1.speed"), json!(3));
    }
    assert_eq!(tried(&fight, &set_speed("A1", 3), &json!([])), "set");
    let mut fight = duel(galley(3, 5), galley(3, 2));
    outcome(&mut fight, &set_speed("A1", 5), &json!([3]));
    outcome(&mut fight, &set_speed("A1", 4), &json!([]));
    assert_eq!(tried(&fight, &set_speed("A1", 5), &json!([])), "set");
}

#[test]
fn speeds_are_secret_until_the_galley_has_moved() {
    let mut fight = battle(vec![galley(4, 2), galley(4, 2)], vec![galley(3, 2)]);
    let sees = |fight: &Battle, side, ship| {
        fight.known_to(Viewer::Side(side)).unit_state(tag(ship)).unwrap().contains_key("speed")
    };
    outcome(&mut fight, &set_speed("A1", 3), &json!([]));
    assert!(sees(&fight, Side::A, "A1") && !sees(&fight, Side::B, "A1"));
    assert!(!sees(&fight, Side::A, "B1"));
    assert!(fight.full_view().unit_state(tag("A1")).unwrap().contains_key("speed"));
    let card = fight.known_to(Viewer::Side(Side::B)).card(tag("A1")).unwrap();
    assert!(
        card.gauges
            .iter()
            .all(|gauge| !["Speed", "Ram number"].contains(&&*gauge.label.to_string()))
    );
    assert!(card.marks.iter().any(|mark| mark.label == "speed hidden, last turn 2"));
    assert_eq!(fight.full_view().guide().secret_of, Some(Side::A));
    go_to(&mut fight, "carthage-moves");
    assert!(!sees(&fight, Side::B, "A1"));
    // It is shown once she, or her side, has finished moving.
    outcome(&mut fight, &of("coast", "A1"), &json!([6]));
    assert!(!sees(&fight, Side::B, "A1"), "she is still moving");
    outcome(&mut fight, &of("end-move", "A1"), &json!([]));
    assert!(sees(&fight, Side::B, "A1") && !sees(&fight, Side::B, "A2"));
    go_to(&mut fight, "carthage-boards");
    assert!(sees(&fight, Side::B, "A2") && !sees(&fight, Side::A, "B1"));
    go_to(&mut fight, "rome-boards");
    assert!(sees(&fight, Side::A, "B1"));
    // The next turn's speeds are secret again.
    go_to(&mut fight, "speed");
    assert!(!sees(&fight, Side::B, "A1"));
}

#[test]
fn a_declared_ram_number_reveals_the_speed_of_the_target() {
    let mut fight = duel(galley(4, 3), galley(3, 4));
    go_to(&mut fight, "carthage-moves");
    outcome(&mut fight, &shear("A1", "B1", "front"), &json!([6]));
    let keys = fight.known_to(Viewer::Side(Side::A)).unit_state(tag("B1")).unwrap();
    assert_eq!(keys["speed"], json!(4));
}

#[test]
fn open_speeds_are_visible_to_both_sides() {
    let mut fight = battle_with(vec![galley(4, 2)], vec![galley(3, 1)], &["open-speeds"]);
    let keys = fight.known_to(Viewer::Side(Side::B)).unit_state(tag("A1")).unwrap();
    assert_eq!(keys["speed"], json!(2));
    assert_eq!(fight.full_view().guide().secret_of, None);
    assert_eq!(fight.full_view().guide().side, Some(Side::A));
    // A ram that misses fouls both, and slows A1 within the phase to the speed of B1.
    go_to(&mut fight, "carthage-moves");
    outcome(&mut fight, &ram("A1", "B1", "flank", 0), &json!([6, 1, 4]));
    assert!(!fight.full_view().has_secrets());
}

// ---- Phases ----

#[test]
fn a_turn_has_six_phases() {
    let mut fight = duel(galley(4, 2), galley(3, 2));
    for phase in Phase::SLUGS[1..].iter().chain(&["speed"]) {
        assert_eq!(fight.full_view().state()["round"], json!(1));
        outcome(&mut fight, &json!({"kind": "end-phase"}), &json!([]));
        assert_eq!(fight.full_view().state()["phase"], json!(phase));
    }
    assert_eq!(fight.full_view().state()["round"], json!(2));
    assert_eq!(
        Phase::SLUGS,
        ["speed", "carthage-moves", "carthage-boards", "rome-moves", "rome-boards", "end"]
    );
}

#[test]
fn a_phase_with_required_steps_left_asks_before_it_ends() {
    let end = json!({"kind": "end-phase"});
    let mut fight = battle(vec![galley(4, 5), galley(4, 2)], vec![galley(3, 2), galley(3, 2)]);
    assert_eq!(
        warnings(&fight, &end),
        [
            "these have no speed for this turn: A1, A2, B1, B2",
            "these stay at 5 without a roll for fatigue: A1",
        ]
    );
    for (ship, speed) in [("A1", 4), ("A2", 2), ("B1", 1), ("B2", 2)] {
        outcome(&mut fight, &set_speed(ship, speed), &json!([]));
    }
    assert_eq!(warnings(&fight, &end), [""; 0]);
    set(&mut fight, "A2.crippled", json!(true));
    outcome(&mut fight, &end, &json!([]));
    assert_eq!(warnings(&fight, &end), ["these have movement points left: A1, A2"]);
    set(&mut fight, "A2.speed", json!(1));
    go_to(&mut fight, "carthage-boards");
    outcome(&mut fight, &board(&["A2"], "B1"), &json!([2, 6, 1]));
    assert_eq!(warnings(&fight, &end), ["these must still drift: A2"]);
    outcome(&mut fight, &of("drift", "A2"), &json!([5]));
    assert_eq!(value(&fight, "A2.facing"), json!("sw"));
    assert_eq!(warnings(&fight, &end), [""; 0]);
}

#[test]
fn orders_out_of_turn_warn() {
    let fight = battle_with(vec![flagship(4, 2), galley(4, 2)], vec![galley(3, 2)], &["command"]);
    let late = {
        let mut fight = fight.clone();
        go_to(&mut fight, "rome-boards");
        fight
    };
    for order in [
        of("coast", "A1"),
        ram("A1", "B1", "flank", 0),
        shear("A1", "B1", "front"),
        board(&["A1"], "B1"),
        enter("A1", "A2", false),
        json!({"kind": "transfer-admiral", "from": "A1", "to": "A2"}),
    ] {
        assert_eq!(warnings(&fight, &order).len(), 1, "{order}");
        assert_eq!(warnings(&late, &order).len(), 1, "{order}");
    }
    assert_eq!(warnings(&fight, &set_speed("A1", 2)), [""; 0]);
    assert_eq!(
        warnings(&late, &set_speed("A1", 2)),
        ["this order is for “Speed”; the phase now is “Rome boards”"]
    );
    assert_eq!(warnings(&late, &board(&["B1"], "A1")), [""; 0]);
    let mut moving = fight.clone();
    go_to(&mut moving, "carthage-moves");
    for order in [ram("A1", "B1", "flank", 0), of("coast", "A1")] {
        assert_eq!(warnings(&moving, &order), [""; 0], "{order}");
    }
    // A galley that backs away from a ram may back onto the coast.
    let backed = json!({"kind": "coast", "ship": "B1", "backing": true});
    assert_eq!(warnings(&moving, &backed), [""; 0]);
}

/// C-33.
#[test]
fn a_failed_check_leaves_only_the_present_speed() {
    let speeds = |fight: &Battle, ship: &str| -> Vec<Value> {
        let known = fight.full_view();
        let offer = games::offer_of(&known, Subject::Unit(tag(ship)), "set-speed");
        let fields = offer.expect("a speed").fields;
        let field = fields.into_iter().find(|field| field.spec.name == "speed").expect("a field");
        assert!(field.choices.iter().all(|choice| choice.refused.is_none()), "{ship}");
        field.choices.into_iter().map(|choice| choice.value).collect()
    };
    let mut fight = battle_with(vec![galley(3, 2), galley(3, 0)], vec![galley(3, 2)], &["command"]);
    assert!(speeds(&fight, "A1").len() > 1);
    for (ship, speed) in [("A1", 2), ("A2", 0)] {
        outcome(&mut fight, &of("command-check", ship), &json!([5]));
        assert_eq!(speeds(&fight, ship), [json!(speed)], "{ship}");
    }
}
