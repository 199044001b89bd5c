//! Tests of secrets in Chicken of the Sea: two battles that differ only in one side's
//! secrets give the other side the same answers.

use dice::{Entered, EnteredRoll, Seeded, Thoroughness};
use engine::text;
use games::{Battle, PlayerView, offers};
use rules::{Side, Subject, Viewer, Visibility};
use serde_json::{Value, json};

use crate::{give, outcome, read, value, warnings};

use super::{
    battle_with, enter, flagship, form, galley, go_to, line_commander, of, ram, set_speed, shear,
    squadron, tag,
};

/// Everything that a side can see of a battle.
fn shown_to(battle: &Battle, side: Side) -> Vec<String> {
    let viewer = Viewer::Side(side);
    let known = battle.known_to(viewer);
    let mut texts = vec![format!("{}", known.state()), format!("{:?}", known.guide())];
    for tag in battle.tags() {
        texts.push(format!("{:?}", known.card(tag)));
        texts.push(format!("{:?}", known.sheet(tag, false)));
        texts.push(format!("{:?}", offers(&known, Subject::Unit(tag))));
    }
    texts.push(format!("{:?}", offers(&known, Subject::Side(side))));
    texts.push(format!("{:?}", offers(&known, Subject::Battle)));
    texts.push(format!("{:?}", warnings(&known, &json!({"kind": "end-phase"}))));
    texts
}

fn assert_alike(one: &Battle, two: &Battle, side: Side, when: &str) {
    for (one, two) in shown_to(one, side).iter().zip(shown_to(two, side)) {
        let at = one.bytes().zip(two.bytes()).position(|(a, b)| a != b).unwrap_or(0);
        let about =
            |text: &str| text.chars().skip(at.saturating_sub(150)).take(300).collect::<String>();
        assert!(*one == two, "{when}:\n{}\n{}", about(one), about(&two));
    }
}

/// Everything that a side can see of an order of the other side that was carried out.
fn order_shown_to(
    before: &Battle,
    after: &Battle,
    order: &Value,
    side: Side,
    dice: &[i64],
) -> String {
    let viewer = Viewer::Side(side);
    let typed = read(before, order);
    let changes = json!(after.known_to(viewer).changes_since(&before.known_to(viewer))).to_string();
    if before.order_visibility(&typed, viewer) != Visibility::Whole {
        return changes;
    }
    let known = before.known_to(viewer);
    let entries = dice.iter().copied().map(EnteredRoll::Total);
    let mut dice = Entered::new(entries, Seeded::new(0, 0));
    let report = before.resolve(&typed, &mut dice).unwrap();
    format!(
        "{changes} {:?} {:?} {:?} {:?}",
        report.outcome.slug(),
        report.rolls,
        text::sentences(&known, &report),
        known.warnings(&typed)
    )
}

fn fleets(options: &[&'static str]) -> Battle {
    let carthage =
        vec![flagship(4, 3), line_commander(4, 4), galley(2, 5), galley(3, 5), galley(5, 5)];
    let rome = vec![flagship(3, 3), line_commander(3, 2), galley(3, 4), galley(4, 5), galley(2, 1)];
    battle_with(carthage, rome, options)
}

#[test]
fn a_set_speed_is_shown_only_to_its_own_side() {
    for options in [&[][..], &["command"]] {
        let before = fleets(options);
        let mut pair = [before.clone(), before.clone()];
        for (fight, speeds) in pair.iter_mut().zip([[4, 5, 3], [1, 2, 4]]) {
            for (ship, speed) in ["A1", "A2", "A3"].iter().zip(speeds) {
                let order = set_speed(ship, speed);
                let was = fight.clone();
                outcome(fight, &order, &json!([]));
                assert_eq!(order_shown_to(&was, fight, &order, Side::B, &[]), "{}", "{ship}");
            }
        }
        let [one, two] = &mut pair;
        assert_alike(one, two, Side::B, "secret");
        assert_ne!(shown_to(one, Side::A), shown_to(two, Side::A));
        for fight in [&mut *one, &mut *two] {
            go_to(fight, "carthage-moves");
        }
        // Except for an admiral's range, which depends on his line's speed, the phase
        // reveals nothing.
        assert_alike(one, two, Side::B, "secret");
        for fight in [&mut *one, &mut *two] {
            outcome(fight, &of("end-move", "A1"), &json!([]));
        }
        assert_ne!(shown_to(one, Side::B), shown_to(two, Side::B), "she has moved");
        let seen = one.known_to(Viewer::Side(Side::B)).unit_state(tag("A1")).unwrap();
        assert_eq!((&seen["speed"], &seen["speed_seen"]), (&json!(4), &json!(4)));
    }
}

#[test]
fn a_speed_that_was_replaced_before_the_move_is_never_shown() {
    let pair = [1, 2].map(|speed| {
        let mut fight = fleets(&[]);
        outcome(&mut fight, &set_speed("A1", speed), &json!([]));
        go_to(&mut fight, "carthage-moves");
        outcome(&mut fight, &set_speed("A1", "bw"), &json!([]));
        outcome(&mut fight, &of("end-move", "A1"), &json!([]));
        fight
    });
    assert_alike(&pair[0], &pair[1], Side::B, "replaced");
    assert_ne!(shown_to(&pair[0], Side::A), shown_to(&pair[1], Side::A));
}

#[test]
fn last_turns_speed_stays_visible_as_last_turns() {
    let mut fight = fleets(&[]);
    outcome(&mut fight, &set_speed("A1", 4), &json!([]));
    let seen = fight.known_to(Viewer::Side(Side::B)).unit_state(tag("A1")).unwrap();
    assert!(!seen.contains_key("speed") && !seen.contains_key("mp_left"));
    assert_eq!(seen["speed_seen"], json!(3));
    let card = fight.known_to(Viewer::Side(Side::B)).card(tag("A1")).unwrap();
    assert!(card.marks.iter().any(|mark| mark.label.to_string().contains("last turn 3")));
}

#[test]
fn fatigue_and_its_effect_on_a_formation_are_secret_until_the_galley_has_moved() {
    let pair = [json!([1, 1, 1]), json!([6, 1, 1])].map(|dice| {
        let mut fight = fleets(&["command"]);
        outcome(&mut fight, &form("column", &["A3", "A4", "A5"], "A3"), &json!([]));
        let order = json!({"kind": "set-speed", "formation": "column-1", "speed": 5});
        outcome(&mut fight, &order, &dice);
        fight
    });
    let [mut held, mut tired] = pair;
    assert_eq!(value(&tired, "A.formations")[0]["ships"], json!(["A4", "A5"]));
    assert_alike(&held, &tired, Side::B, "tired");
    // The name of the next formation reveals nothing.
    for fight in [&mut held, &mut tired] {
        outcome(fight, &form("column", &["A1", "A2"], "A1"), &json!([]));
        go_to(fight, "carthage-moves");
    }
    assert_alike(&held, &tired, Side::B, "tired");
    for fight in [&mut held, &mut tired] {
        outcome(fight, &of("end-move", "A3"), &json!([]));
    }
    let seen = tired.known_to(Viewer::Side(Side::B)).state();
    assert_eq!(seen["sides"][0]["formations"][0]["ships"], json!(["A4", "A5"]));
    assert_ne!(shown_to(&held, Side::B), shown_to(&tired, Side::B));
}

#[test]
fn the_log_shows_visible_facts_of_a_galley_with_an_unchanged_record() {
    let mut fight = fleets(&["command"]);
    outcome(&mut fight, &form("column", &["A3", "A4"], "A3"), &json!([]));
    let order = json!({"kind": "set-speed", "formation": "column-1", "speed": 5});
    outcome(&mut fight, &order, &json!([6, 1]));
    go_to(&mut fight, "carthage-moves");
    let before = fight.clone();
    outcome(&mut fight, &of("end-move", "A3"), &json!([]));
    let changes = fight
        .known_to(Viewer::Side(Side::B))
        .changes_since(&before.known_to(Viewer::Side(Side::B)));
    assert_eq!(changes["A4.formation"], json!(["column-1", null]));
}

#[test]
fn forming_up_does_not_reveal_a_secret_speed() {
    let pair = [3, 4].map(|speed| {
        let mut fight = fleets(&["command"]);
        outcome(&mut fight, &set_speed("A3", speed), &json!([]));
        outcome(&mut fight, &of("drift", "A4"), &json!([1]));
        assert!(
            fight
                .known_to(Viewer::Side(Side::B))
                .unit_state(tag("A4"))
                .unwrap()
                .contains_key("speed")
        );
        fight
    });
    let order = form("column", &["A3", "A4"], "A3");
    let after = pair.clone().map(|mut fight| {
        outcome(&mut fight, &order, &json!([]));
        fight
    });
    assert_alike(&after[0], &after[1], Side::B, "formed");
    let [one, two] = [0, 1].map(|at| order_shown_to(&pair[at], &after[at], &order, Side::B, &[]));
    assert_eq!(one, two);
}

#[test]
fn a_coast_roll_shows_die_and_outcome_without_the_number() {
    for speed in 0..=5_u8 {
        let mut fight = fleets(&[]);
        crate::set(&mut fight, "A1.speed", json!(speed));
        let report = give(&mut fight, &of("coast", "A1"), &json!([6])).unwrap();
        assert_eq!(report.rolls[0].purpose.to_string(), "running aground");
        assert_eq!(report.rolls.len(), 1, "the die is always rolled");
    }
}

#[test]
fn a_ram_shows_both_speeds_when_the_difference_is_worked_out() {
    for order in [ram("A1", "B1", "flank", 1), shear("A1", "B1", "front")] {
        let mut fight = fleets(&[]);
        outcome(&mut fight, &set_speed("A1", 4), &json!([]));
        outcome(&mut fight, &set_speed("B1", 2), &json!([]));
        go_to(&mut fight, "carthage-moves");
        outcome(&mut fight, &order, &json!([6]));
        let to_b = fight.known_to(Viewer::Side(Side::B)).unit_state(tag("A1")).unwrap();
        let to_a = fight.known_to(Viewer::Side(Side::A)).unit_state(tag("B1")).unwrap();
        assert_eq!((&to_b["speed"], &to_a["speed"]), (&json!(4), &json!(2)));
    }
}

#[test]
fn odds_that_depend_on_a_secret_differ_between_indistinguishable_battles() {
    use engine::analysis::odds;
    let mut fight = fleets(&[]);
    outcome(&mut fight, &set_speed("B1", 4), &json!([]));
    let viewer = Viewer::Side(Side::A);
    let agree = |order: &Value| {
        let of = |candidate: &PlayerView| {
            odds(candidate, &read(candidate, order), &[], Thoroughness::Merged).unwrap().outcomes
        };
        let all: Vec<_> = fight.known_to(viewer).indistinguishable().iter().map(of).collect();
        all.windows(2).all(|pair| pair[0] == pair[1])
    };
    for order in [ram("A1", "B1", "flank", 1), shear("A1", "B1", "front"), enter("A1", "B1", true)]
    {
        assert!(!agree(&order), "{order}");
    }
    for order in [of("coast", "A1"), super::board(&["A1"], "B1")] {
        assert!(agree(&order), "{order}");
    }
    assert_eq!(fight.known_to(viewer).indistinguishable()[0], fight.known_to(viewer));
}

#[test]
fn the_notes_of_a_fleet_are_hidden_from_the_enemy() {
    let fight = squadron(2);
    let state = fight.known_to(Viewer::Side(Side::B)).state();
    assert!(state["sides"][0].get("notes").is_none());
    assert!(state["sides"][1].get("notes").is_some());
}
