//! Tests of setup and the first turn in Chicken of the Sea: formations that are valid at
//! once (C-28), and the line in which Rome enters (C-34).

use games::Battle;
use serde_json::{Value, json};

use crate::{outcome, ready, refusal, still_to_do, warnings};

use super::{battle_with, form, galley, go_to, of, ram, set_speed, squadron};

const DREPANUM: [&str; 2] =
    ["chicken-of-the-sea/drepanum-carthage.toml", "chicken-of-the-sea/drepanum-rome.toml"];

fn done(fight: &mut Battle, order: &Value) {
    outcome(fight, order, &json!([]));
}

fn check(ship: &str) -> Value {
    of("command-check", ship)
}

/// Three galleys of Carthage without an admiral, at this speed.
fn three(speed: u8) -> Battle {
    let carthage = vec![galley(3, speed); 3];
    battle_with(carthage, vec![galley(3, 2); 2], &["command"])
}

#[test]
fn ruling_c28_a_column_formed_at_setup_exists_at_the_beginning_of_turn_1() {
    let mut slow = three(2);
    assert!(still_to_do(&slow)[1].contains("A1, A2, A3"), "{:?}", still_to_do(&slow));
    done(&mut slow, &form("column", &["A1", "A2", "A3"], "A1"));
    for ship in ["A1", "A2", "A3"] {
        let why = refusal(&slow, &check(ship));
        assert_eq!(why.split_once(": ").unwrap().1, "Column 1 is in full command", "{ship}");
    }
    // Above speed 2 without a commander, the lead checks for all.
    let mut fast = three(4);
    done(&mut fast, &form("column", &["A1", "A2", "A3"], "A1"));
    outcome(&mut fast, &check("A1"), &json!([1]));
    assert!(refusal(&fast, &check("A2")).contains("only its lead checks"));
}

#[test]
fn ruling_c28_a_galley_that_breaks_off_at_setup_was_never_in_the_formation() {
    let mut fight = three(2);
    done(&mut fight, &form("column", &["A1", "A2", "A3"], "A1"));
    done(&mut fight, &of("break-formation", "A3"));
    assert!(refusal(&fight, &check("A2")).contains("full command"));
    outcome(&mut fight, &check("A3"), &json!([1]));
}

#[test]
fn ruling_c28_set_up_ends_with_the_first_speed_or_check_of_the_side() {
    for (order, dice) in [(set_speed("A1", 2), json!([])), (check("A1"), json!([1]))] {
        let mut fight = three(2);
        outcome(&mut fight, &order, &dice);
        done(&mut fight, &form("column", &["A1", "A2", "A3"], "A1"));
        outcome(&mut fight, &check("A2"), &json!([1]));
    }
    let mut later = three(2);
    for _ in 0..2 {
        go_to(&mut later, "speed");
    }
    done(&mut later, &form("column", &["A1", "A2", "A3"], "A1"));
    outcome(&mut later, &check("A2"), &json!([1]));
}

#[test]
fn ruling_c28_an_admiral_commands_the_column_that_he_formed_at_set_up() {
    let mut fight = squadron(4);
    done(&mut fight, &form("column", &["A1", "A3", "A4"], "A1"));
    assert!(refusal(&fight, &check("A3")).contains("full command"));
    let range = json!({"kind": "out-of-range", "side": "A", "ships": []});
    assert!(refusal(&fight, &range).contains("no admiral of this side is free to signal"));
}

#[test]
fn ruling_c28_the_line_of_drepanum_formed_as_a_column_needs_no_checks() {
    let mut fight = ready(DREPANUM, &["command"]);
    let line: Vec<String> = (4..=21).map(|number| format!("B{number}")).collect();
    let ships: Vec<&str> = line.iter().map(String::as_str).collect();
    let order = form("column", &ships, "B4");
    assert_eq!(warnings(&fight, &order), [""; 0], "all of the line");
    done(&mut fight, &order);
    for ship in ["B5", "B10", "B19"] {
        assert!(refusal(&fight, &check(ship)).contains("full command"), "{ship}");
    }
}

#[test]
fn ruling_c34_a_different_order_for_a_galley_of_the_entering_line_warns() {
    let mut fight = ready(DREPANUM, &["command"]);
    let warned = |fight: &Battle, order: &Value| {
        let text = " has different orders from the line that enters, B4 to B21";
        warnings(fight, order).into_iter().find(|warning| warning.ends_with(text))
    };
    assert_eq!(warned(&fight, &set_speed("B5", 1)), None, "the lead has no speed yet");
    done(&mut fight, &set_speed("B4", 2));
    assert_eq!(warned(&fight, &set_speed("B5", 2)), None);
    assert!(warned(&fight, &set_speed("B5", 1)).unwrap().starts_with("B5 "));
    assert_eq!(warned(&fight, &set_speed("B1", 1)), None, "B1 is on the map already");
    assert_eq!(warned(&fight, &set_speed("B4", 1)), None, "she leads");
    let some = form("column", &["B4", "B5", "B6"], "B4");
    assert!(warned(&fight, &some).unwrap().starts_with("B4 "));
    done(&mut fight, &some);
    assert!(warned(&fight, &of("break-formation", "B6")).unwrap().starts_with("B6 "));
    go_to(&mut fight, "rome-moves");
    for order in [ram("B7", "A1", "flank", 0), of("leave-table", "B7")] {
        assert!(warned(&fight, &order).unwrap().starts_with("B7 "), "{order}");
    }
    go_to(&mut fight, "rome-moves");
    assert_eq!(warned(&fight, &ram("B7", "A1", "flank", 0)), None, "the turn of entry is over");
}
