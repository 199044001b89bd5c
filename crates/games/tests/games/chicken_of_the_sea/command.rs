//! Tests of command in Chicken of the Sea.

use engine::text;
use games::{Battle, offers};
use message::title;
use message::{Joint, Message};
use rules::{Side, Stop, Subject, Viewer};
use serde_json::{Value, json};

use crate::{assert_walks_agree, give, outcome, refusal, set, still_to_do, value, warnings};

use super::{
    battle, battle_with, board, duel, enter, faces_of, flagship, form, galley, go_to, of, ram,
    set_speed, shear, squadron, tag, tried,
};

fn check(ship: &str) -> Value {
    of("command-check", ship)
}

/// The text on a galley's card about her formation.
fn command_over(fight: &Battle, ship: &str, viewer: Viewer) -> String {
    let name = value(fight, &format!("{ship}.formation"));
    let card = fight.known_to(viewer).card(tag(ship)).unwrap();
    let name = title(name.as_str().unwrap());
    let mut labels = card.marks.into_iter().map(|mark| mark.label.to_string());
    labels.find(|label| label.starts_with(&name)).unwrap()
}

#[test]
fn the_command_game_needs_its_optional_rule() {
    let fight = battle(vec![flagship(4, 2), galley(4, 2)], vec![galley(3, 2)]);
    for order in [
        form("column", &["A1", "A2"], "A1"),
        of("break-formation", "A1"),
        check("A2"),
        json!({"kind": "transfer-admiral", "from": "A1", "to": "A2"}),
    ] {
        assert!(refusal(&fight, &order).contains("does not use the command game"), "{order}");
    }
    let kinds: Vec<&str> = offers(&fight.full_view(), Subject::Unit(tag("A1")))
        .iter()
        .map(|offer| offer.spec.kind)
        .collect();
    assert!(!kinds.contains(&"form") && !kinds.contains(&"command-check"));
}

#[test]
fn a_command_check_holds_on_the_crew_quality() {
    let fight = squadron(3);
    for (ship, cq) in [("A3", 3), ("A5", 5), ("A6", 6)] {
        let order = check(ship);
        let table = [
            ("in-command", (1..=cq).collect::<Vec<i64>>()),
            ("holds-course", (cq + 1..6).collect()),
            ("veers-left", if cq < 6 { vec![6] } else { Vec::new() }),
        ];
        for (slug, faces) in table {
            assert_eq!(faces_of(&fight, &order, slug, &[3]), faces, "{ship} {slug}");
        }
    }
    assert_walks_agree(&fight, &check("A3"), &["A3.facing", "A3.commanded"]);
}

#[test]
fn a_6_veers_left_on_an_odd_die_and_right_on_an_even_one() {
    for (roll, slug, facing) in (1..=6).map(|roll| {
        if roll % 2 == 1 { (roll, "veers-left", "nw") } else { (roll, "veers-right", "ne") }
    }) {
        let mut fight = squadron(3);
        let (found, changes) = outcome(&mut fight, &check("A3"), &json!([6, roll]));
        assert_eq!(found, slug);
        assert_eq!(changes["A3.facing"], json!(["n", facing]));
        assert_eq!(changes["A3.commanded"], json!(["yes", "veered"]));
    }
}

#[test]
fn a_galley_out_of_command_changes_neither_speed_nor_course() {
    let mut fight = squadron(3);
    outcome(&mut fight, &check("A3"), &json!([5]));
    assert_eq!(value(&fight, "A3.commanded"), json!("holds-course"));
    assert!(refusal(&fight, &set_speed("A3", 2)).contains("out of command"));
    assert_eq!(tried(&fight, &set_speed("A3", 3), &json!([])), "set");
    // The form does not ask for it, unless she must roll to keep it.
    let is_asked = |fight: &Battle| {
        let mut next = fight.full_view().guide().next.into_iter();
        next.any(|step| step.kind == "set-speed" && step.subject.to_string() == "A3")
    };
    assert!(is_asked(&squadron(3)) && !is_asked(&fight));
    let mut fast = squadron(5);
    outcome(&mut fast, &check("A3"), &json!([5]));
    assert!(is_asked(&fast));
    // A new check is due in her own movement phase.
    go_to(&mut fight, "carthage-moves");
    assert_eq!(value(&fight, "A3.commanded"), json!("yes"));
    outcome(&mut fight, &check("A3"), &json!([5]));
    let order = ram("A3", "B1", "flank", 0);
    assert_eq!(warnings(&fight, &order), ["A3 is out of command and keeps her course"]);
}

#[test]
fn commanded_galleys_do_not_check() {
    let fight = squadron(3);
    for (ship, why) in [("A1", "the admiral is aboard"), ("A2", "a line commander is aboard")] {
        assert!(refusal(&fight, &check(ship)).contains(why));
    }
    let near = json!({"kind": "command-check", "ship": "A3", "in_admirals_range": true});
    assert!(refusal(&fight, &near).contains("within 3 hexes"));
    assert_eq!(tried(&fight, &check("A3"), &json!([1])), "in-command");
    // An admiral who commands a formation signals to no other galley.
    let mut led = fight.clone();
    outcome(&mut led, &form("column", &["A1", "A4"], "A1"), &json!([]));
    go_to(&mut led, "carthage-moves");
    assert_eq!(tried(&led, &near, &json!([1])), "in-command");
    assert!(refusal(&led, &check("A4")).contains("Column 1 is in full command"));
    // As the third galley in a column she commands nothing.
    let mut third = fight.clone();
    outcome(&mut third, &form("column", &["A4", "A5", "A1"], "A4"), &json!([]));
    go_to(&mut third, "carthage-moves");
    assert!(refusal(&third, &near).contains("within 3 hexes"));
    let mut grounded = fight.clone();
    set(&mut grounded, "A3.aground", json!(true));
    assert!(refusal(&grounded, &check("A3")).contains("neither change speed nor move"));
    let mut stopped = fight.clone();
    set(&mut stopped, "A3.speed", json!(0));
    assert_eq!(tried(&stopped, &check("A3"), &json!([1])), "in-command", "she may change speed");
    go_to(&mut stopped, "carthage-moves");
    assert!(refusal(&stopped, &check("A3")).contains("does not move"));
}

#[test]
fn a_check_is_due_in_the_speed_phase_and_the_own_movement_phase() {
    let mut fight = squadron(3);
    assert_eq!(warnings(&fight, &check("A3")), [""; 0]);
    // The admiral is free, so all galleys may be within his range.
    assert_eq!(warnings(&fight, &set_speed("A3", 3)), [""; 0]);
    outcome(&mut fight, &form("column", &["A1", "A4"], "A1"), &json!([]));
    go_to(&mut fight, "end");
    go_to(&mut fight, "speed");
    assert_eq!(
        warnings(&fight, &set_speed("A3", 3)),
        ["A3 must check for command before she sets a speed"]
    );
    let undone = warnings(&fight, &json!({"kind": "end-phase"}));
    assert!(undone.iter().any(|w| w.contains("not checked for command: A3, A5, A6")), "{undone:?}");
    outcome(&mut fight, &check("A3"), &json!([1]));
    assert_eq!(warnings(&fight, &check("A3")), ["A3 has checked for command in this phase"]);
    go_to(&mut fight, "carthage-boards");
    assert_eq!(warnings(&fight, &check("A3")).len(), 1);
}

#[test]
fn a_formation_has_one_speed() {
    let mut fight = squadron(3);
    let (slug, changes) =
        outcome(&mut fight, &form("column", &["A3", "A4", "A5"], "A3"), &json!([]));
    assert_eq!(slug, "done");
    assert_eq!(changes["A4.formation"], json!([null, "column-1"]));
    let formations = value(&fight, "A.formations");
    assert_eq!(
        formations,
        json!([{
            "name": "column-1", "formation": "column", "ships": ["A3", "A4", "A5"],
            "leader": "A3",
        }])
    );
    let order = json!({"kind": "set-speed", "formation": "column-1", "speed": 4});
    let (_, changes) = outcome(&mut fight, &order, &json!([]));
    for ship in ["A3", "A4", "A5"] {
        assert_eq!(changes[&format!("{ship}.speed")], json!([3, 4]));
    }
    outcome(&mut fight, &set_speed("A3", 2), &json!([]));
    assert_eq!(value(&fight, "A5.speed"), json!(2), "the leader sets it for all");
    assert!(refusal(&fight, &set_speed("A4", 3)).contains("keeps the speed of Column 1"));
    let nonsense = [
        json!({"kind": "set-speed", "formation": "column-9", "speed": 4}),
        json!({"kind": "set-speed", "speed": 4}),
        json!({"kind": "set-speed", "ship": "A3", "formation": "column-1", "speed": 4}),
    ];
    for order in nonsense {
        let stop = give(&mut fight.clone(), &order, &json!([])).unwrap_err();
        assert!(matches!(stop, Stop::Invalid(_)), "{order}: {stop}");
    }
    // Its speed and its command are as secret as its marker.
    assert_eq!(command_over(&fight, "A3", Viewer::Side(Side::A)), "Column 1, limited command");
    assert_eq!(command_over(&fight, "A3", Viewer::Side(Side::B)), "Column 1");
}

#[test]
fn a_formation_takes_two_sound_galleys_of_one_side_or_more() {
    let mut fight = squadron(3);
    for (order, why) in [
        (form("column", &["A1"], "A1"), "two galleys or more"),
        (form("column", &["A1", "A1"], "A1"), "two galleys or more"),
        (form("column", &["A1", "B1"], "A1"), "different sides"),
        (form("column", &["A1", "A2"], "A3"), "not in the formation"),
        (form("column", &["A1", "A2"], "A2"), "led by its first galley"),
    ] {
        assert!(refusal(&fight, &order).contains(why), "{order}");
    }
    assert_eq!(tried(&fight, &form("line-abreast", &["A3", "A1"], "A1"), &json!([])), "done");
    set(&mut fight, "A3.speed", json!(2));
    let uneven = form("column", &["A1", "A3"], "A1");
    assert_eq!(
        warnings(&fight, &uneven),
        ["A3 will also be at speed 3: a formation has one speed"]
    );
    set(&mut fight, "A3.crippled", json!(true));
    assert!(refusal(&fight, &uneven).contains("is crippled"));
    set(&mut fight, "A4.fouled_with", json!(["B1"]));
    assert!(refusal(&fight, &form("column", &["A1", "A4"], "A1")).contains("fouled with B1"));
    set(&mut fight, "A5.aground", json!(true));
    assert!(refusal(&fight, &form("column", &["A1", "A5"], "A1")).contains("aground"));
    let before = fight.clone();
    let report = give(&mut fight, &form("column", &["A1", "A2"], "A1"), &json!([])).unwrap();
    let text =
        Message::joined(text::sentences(&before.full_view(), &report), Joint::Space).to_string();
    assert_eq!(text, "Column 1 forms: A1 a galley of 4, A2 a galley of 4.");
    let spec = fight.system().order("form").unwrap();
    assert!(spec.what.contains("each bow at the stern"), "the form says what it requires");
}

#[test]
fn a_column_is_in_full_command_with_a_commander_first_or_second_or_at_speed_2_at_most() {
    for (ships, speed, command) in [
        (["A1", "A3", "A4"], 3, "full"),
        (["A3", "A1", "A4"], 3, "full"),
        (["A3", "A2", "A4"], 3, "full"),
        (["A3", "A4", "A1"], 3, "limited"),
        (["A3", "A4", "A5"], 3, "limited"),
        (["A3", "A4", "A5"], 2, "full"),
        (["A3", "A4", "A5"], 0, "full"),
    ] {
        let mut fight = squadron(speed);
        outcome(&mut fight, &form("column", &ships, ships[0]), &json!([]));
        let text = command_over(&fight, ships[0], Viewer::Everyone);
        assert_eq!(text, format!("Column 1, {command} command"), "{ships:?} {speed}");
    }
    let mut fight = squadron(2);
    outcome(&mut fight, &form("column", &["A3", "A4"], "A3"), &json!([]));
    let order = json!({"kind": "set-speed", "formation": "column-1", "speed": "bw"});
    outcome(&mut fight, &order, &json!([]));
    let text = command_over(&fight, "A3", Viewer::Everyone);
    assert_eq!(text, "Column 1, full command", "bw as 1");
}

#[test]
fn leads_under_limited_command_check_and_leave_until_one_passes() {
    let mut fight = squadron(3);
    outcome(&mut fight, &form("column", &["A3", "A4", "A5", "A6"], "A3"), &json!([]));
    go_to(&mut fight, "carthage-moves");
    assert!(refusal(&fight, &check("A4")).contains("only its lead checks"));
    let (slug, changes) = outcome(&mut fight, &check("A3"), &json!([4]));
    assert_eq!(slug, "holds-course");
    assert_eq!(changes["A3.formation"], json!(["column-1", null]));
    assert_eq!(value(&fight, "A3.speed"), json!(3), "with a marker of her own");
    assert_eq!(value(&fight, "A.formations")[0]["leader"], json!("A4"));
    outcome(&mut fight, &check("A4"), &json!([6, 2]));
    assert_eq!(value(&fight, "A.formations")[0]["ships"], json!(["A5", "A6"]));
    let (slug, _) = outcome(&mut fight, &check("A5"), &json!([5]));
    assert_eq!(slug, "in-command");
    assert_eq!(value(&fight, "A.formations")[0]["leader"], json!("A5"));
}

#[test]
fn the_column_passes_to_its_next_galley_when_the_lead_is_lost() {
    let mut fight = squadron(3);
    outcome(&mut fight, &form("column", &["A1", "A3", "A4"], "A1"), &json!([]));
    set(&mut fight, "B1.speed", json!(5));
    let (_, changes) = outcome(&mut fight, &ram("B1", "A1", "flank", 1), &json!([1]));
    assert_eq!(changes["A.admiral.status"], json!(["in-action", "killed"]));
    assert_eq!(changes["A.admiral.aboard"], json!(["A1", null]));
    let formations = value(&fight, "A.formations");
    assert_eq!(formations[0]["ships"], json!(["A3", "A4"]));
    assert_eq!(
        (&formations[0]["leader"], &formations[0]["name"]),
        (&json!("A3"), &json!("column-1"))
    );
}

#[test]
fn a_line_abreast_is_led_by_the_admiral_or_a_line_commander_in_it() {
    let mut fight = squadron(3);
    for (order, why) in [
        (form("line-abreast", &["A5", "A6"], "A5"), "neither is in it"),
        (form("line-abreast", &["A3", "A2", "A4"], "A3"), "A2, not A3"),
        (form("line-abreast", &["A1", "A2", "A4"], "A4"), "A1 or A2, not A4"),
    ] {
        assert!(refusal(&fight, &order).contains(why), "{order}");
    }
    for leader in ["A1", "A2"] {
        let order = form("line-abreast", &["A1", "A2", "A4"], leader);
        assert_eq!(tried(&fight, &order, &json!([])), "done");
    }
    outcome(&mut fight, &form("line-abreast", &["A3", "A4", "A2"], "A2"), &json!([]));
    assert_eq!(command_over(&fight, "A3", Viewer::Everyone), "Line abreast 1, full command");
}

#[test]
fn a_galley_out_of_range_of_a_line_abreast_checks_and_leaves() {
    let mut fight = squadron(3);
    outcome(&mut fight, &form("line-abreast", &["A3", "A2", "A4"], "A2"), &json!([]));
    go_to(&mut fight, "carthage-moves");
    let reached = json!({"kind": "command-check", "ship": "A3", "in_admirals_range": true});
    assert!(refusal(&fight, &reached).contains("Line abreast 1 is in full command"));
    assert!(warnings(&fight, &end_phase()).iter().all(|w| !w.contains("command: A3")));
    let (slug, changes) = outcome(&mut fight, &check("A3"), &json!([1]));
    assert_eq!(slug, "in-command");
    assert_eq!(changes["A3.formation"], json!(["line-abreast-1", null]));
    assert_eq!(value(&fight, "A.formations")[0]["ships"], json!(["A2", "A4"]));
}

#[test]
fn a_line_abreast_without_its_commander_ends() {
    let mut fight = squadron(3);
    outcome(&mut fight, &form("line-abreast", &["A3", "A2", "A4", "A5"], "A2"), &json!([]));
    set(&mut fight, "B1.speed", json!(5));
    outcome(&mut fight, &ram("B1", "A2", "flank", 1), &json!([1]));
    assert_eq!(value(&fight, "A.formations"), json!([]));
    assert_eq!(value(&fight, "A4.formation"), Value::Null);
    // The admiral moves to another line.
    let mut fight = squadron(3);
    outcome(&mut fight, &form("line-abreast", &["A3", "A1", "A4"], "A1"), &json!([]));
    let shift = json!({"kind": "transfer-admiral", "from": "A1", "to": "A5"});
    outcome(&mut fight, &shift, &json!([]));
    assert_eq!(value(&fight, "A.formations"), json!([]));
}

/// C-12.
#[test]
fn a_column_is_in_command_by_its_speed_at_the_beginning_of_the_phase() {
    let next_turn = |speed: u8| {
        let mut fight = squadron(speed);
        outcome(&mut fight, &form("column", &["A3", "A4"], "A3"), &json!([]));
        go_to(&mut fight, "end");
        go_to(&mut fight, "speed");
        fight
    };
    let mut fight = next_turn(2);
    let order = json!({"kind": "set-speed", "formation": "column-1", "speed": 3});
    outcome(&mut fight, &order, &json!([]));
    assert!(refusal(&fight, &check("A3")).contains("Column 1 is in full command"));
    go_to(&mut fight, "carthage-moves");
    assert_eq!(tried(&fight, &check("A3"), &json!([1])), "in-command", "it begins at 3");
    let mut fight = next_turn(3);
    let order = json!({"kind": "set-speed", "formation": "column-1", "speed": 2});
    outcome(&mut fight, &order, &json!([]));
    assert_eq!(tried(&fight, &check("A3"), &json!([1])), "in-command", "it began at 3");
}

fn end_phase() -> Value {
    json!({"kind": "end-phase"})
}

#[test]
fn the_guide_lists_missing_checks_speeds_and_ranges_of_a_phase() {
    let mut fight = squadron(3);
    let says =
        |fight: &Battle, words: &str| still_to_do(fight).iter().any(|line| line.contains(words));
    assert!(says(&fight, "these have no speed for this turn: A1"), "{:?}", still_to_do(&fight));
    assert!(says(&fight, "choose the galleys out of range of"));
    let out = json!({"kind": "out-of-range", "side": "A", "ships": ["A3"]});
    outcome(&mut fight, &out, &json!([]));
    assert!(says(&fight, "these have not checked for command: A3"), "{:?}", still_to_do(&fight));
    outcome(&mut fight, &check("A3"), &json!([1]));
    assert!(!says(&fight, "these have not checked for command: A3"));
    // Carthage's boarding phase: all galleys have moved, and none has to board.
    go_to(&mut fight, "carthage-boards");
    assert!(!says(&fight, "movement points"), "{:?}", still_to_do(&fight));
}

#[test]
fn secret_speeds_of_the_other_side_are_not_required_steps() {
    let mut fight = squadron(5);
    give(&mut fight, &set_speed("A6", 5), &json!([1])).unwrap();
    let known = fight.known_to(Viewer::Side(Side::B)).guide().still_to_do;
    assert!(!known.iter().any(|line| line.to_string().contains("fatigue")), "{known:?}");
}

#[test]
fn galleys_out_of_a_free_admirals_range_are_asked_for_once_a_phase() {
    let mut fight = squadron(3);
    let asked = |fight: &Battle| {
        fight
            .full_view()
            .guide()
            .next
            .iter()
            .any(|step| step.kind == "out-of-range" && step.subject == Subject::Side(Side::A))
    };
    let reminded = |fight: &Battle| {
        let next =
            fight.full_view().guide().next.into_iter().filter(|step| step.kind == "command-check");
        let own = next.map(|step| step.subject.to_string()).filter(|tag| tag.starts_with('A'));
        own.collect::<Vec<_>>()
    };
    assert!(asked(&fight));
    assert_eq!(reminded(&fight), [""; 0]);
    assert!(warnings(&fight, &end_phase())[0..].iter().any(|w| w.contains("the admiral")));
    let out = json!({"kind": "out-of-range", "side": "A", "ships": ["A3", "A5"]});
    let (_, changes) = outcome(&mut fight, &out, &json!([]));
    assert_eq!(changes["A.checks_owed"], json!([null, ["A3", "A5"]]));
    assert!(!asked(&fight));
    assert_eq!(reminded(&fight), ["A3", "A5"]);
    // All others are exempt, unless the player enters otherwise at the check.
    assert!(refusal(&fight, &check("A4")).contains("within 3 hexes"));
    let range_check = |ship: &str, is: bool| json!({"kind": "command-check", "ship": ship, "in_admirals_range": is});
    assert!(refusal(&fight, &range_check("A3", true)).contains("within 3 hexes"));
    assert_eq!(tried(&fight, &range_check("A4", false), &json!([1])), "in-command");
    outcome(&mut fight, &check("A3"), &json!([1]));
    assert_eq!(reminded(&fight), ["A5"]);
    // The form asks again in the next phase that has checks.
    go_to(&mut fight, "carthage-moves");
    assert!(asked(&fight));
    assert_eq!(value(&fight, "A.checks_owed"), Value::Null);
    let enemy = json!({"kind": "out-of-range", "side": "A", "ships": ["B1"]});
    assert!(refusal(&fight, &enemy).contains("is an enemy"));
    // An admiral who commands a formation signals to no other galley.
    outcome(&mut fight, &form("column", &["A1", "A4"], "A1"), &json!([]));
    assert!(asked(&fight), "he is free in this phase");
    go_to(&mut fight, "end");
    go_to(&mut fight, "speed");
    assert!(!asked(&fight));
    assert!(refusal(&fight, &out).contains("every galley outside a formation checks"));
}

/// C-18.
#[test]
fn a_galley_of_cq_6_obeys_on_a_6() {
    assert_eq!(tried(&squadron(3), &check("A6"), &json!([6])), "in-command");
}

/// C-21.
#[test]
fn an_unknown_heading_is_described_by_the_hexside() {
    let mut fight = squadron(3);
    let before = fight.clone();
    let report = give(&mut fight, &check("A3"), &json!([6, 1])).unwrap();
    let text =
        Message::joined(text::sentences(&before.full_view(), &report), Joint::Space).to_string();
    assert!(text.contains("one hexside to the left: her bow points north-west"), "{text}");
    go_to(&mut fight, "carthage-boards");
    assert_eq!(value(&fight, "A4.facing"), Value::Null, "she has moved");
    let sheet = fight.full_view().sheet(tag("A4"), false).unwrap();
    assert!(sheet.facts.iter().any(|fact| fact.text == "as on the table"));
    go_to(&mut fight, "speed");
    let before = fight.clone();
    let report = give(&mut fight, &check("A4"), &json!([6, 2])).unwrap();
    let text =
        Message::joined(text::sentences(&before.full_view(), &report), Joint::Space).to_string();
    assert!(text.contains("turns one hexside to the right."), "{text}");
    outcome(&mut fight, &of("drift", "A4"), &json!([3]));
    assert_eq!(value(&fight, "A4.facing"), json!("se"), "a drift sets it");
}

/// C-11, C-20.
#[test]
fn each_galley_of_a_formation_rolls_for_fatigue_and_leaves_it_if_she_drops() {
    // A1 4, A2 4, A3 3, A4 3, A5 5, A6 6.
    let fight = squadron(5);
    let all = ["A3", "A4", "A5", "A6"];
    let order = json!({"kind": "set-speed", "formation": "column-1", "speed": 5});
    let column = |dice: Value| {
        let mut fight = fight.clone();
        outcome(&mut fight, &form("column", &all, "A3"), &json!([]));
        let (slug, _) = outcome(&mut fight, &order, &dice);
        let speeds: Vec<Value> =
            all.iter().map(|ship| value(&fight, &format!("{ship}.speed"))).collect();
        (fight, slug, json!(speeds))
    };
    let (fight_on, slug, speeds) = column(json!([3, 3, 5, 6]));
    assert_eq!((slug, speeds), ("set", json!([5, 5, 5, 5])));
    assert_eq!(value(&fight_on, "A.formations")[0]["ships"], json!(all));
    // The lead keeps the marker; galleys behind the gap are single.
    let (lost, slug, speeds) = column(json!([3, 4, 5, 6]));
    assert_eq!((slug, speeds), ("fatigued", json!([5, 3, 5, 5])));
    assert_eq!(value(&lost, "A.formations"), json!([]), "the lead alone is no formation");
    for ship in ["A4", "A5"] {
        assert!(refusal(&lost, &check(ship)).contains("in this phase"), "no check before the next");
    }
    // If the leader has left, the next galley leads the column.
    let (led, slug, speeds) = column(json!([4, 3, 5, 6]));
    assert_eq!((slug, speeds), ("fatigued", json!([3, 5, 5, 5])));
    let formations = value(&led, "A.formations");
    assert_eq!(formations[0]["ships"], json!(["A4", "A5", "A6"]));
    assert_eq!(formations[0]["leader"], json!("A4"));
    assert_eq!(formations[0]["name"], json!("column-1"));
    // A line without its commander ends.
    let mut line = squadron(5);
    outcome(&mut line, &form("line-abreast", &["A3", "A2", "A4"], "A2"), &json!([]));
    let order = json!({"kind": "set-speed", "ship": "A2", "speed": 5});
    let (slug, _) = outcome(&mut line, &order, &json!([1, 6, 1]));
    assert_eq!((slug, value(&line, "A.formations")), ("fatigued", json!([])));
    assert_eq!(value(&line, "A3.speed"), json!(5));
}

#[test]
fn a_tired_galley_takes_no_faster_marker_in_that_phase() {
    let mut fight = squadron(5);
    let report = give(&mut fight, &set_speed("A3", 5), &json!([6])).unwrap();
    // She was in no formation, so she leaves none.
    let lines: Vec<String> =
        text::sentences(&squadron(5).full_view(), &report).iter().map(Message::to_string).collect();
    assert!(!lines.iter().any(|line| line.contains("formation")), "{lines:?}");
    let order = form("column", &["A4", "A3"], "A4");
    assert!(refusal(&fight, &order).contains("is tired and stays at speed 3"));
}

#[test]
fn both_parts_of_a_broken_formation_continue() {
    let mut fight = squadron(3);
    let all = ["A1", "A3", "A4", "A5", "A6"];
    outcome(&mut fight, &form("column", &all, "A1"), &json!([]));
    let (_, changes) = outcome(&mut fight, &of("break-formation", "A4"), &json!([]));
    assert_eq!(changes["A4.formation"], json!(["column-1", null]));
    assert_eq!(changes["A6.formation"], json!(["column-1", "column-2"]));
    let formations = value(&fight, "A.formations");
    assert_eq!(formations[0]["ships"], json!(["A1", "A3"]));
    assert_eq!(formations[1]["ships"], json!(["A5", "A6"]));
    assert_eq!(formations[1]["leader"], json!("A5"));
    // A single galley is not a formation.
    outcome(&mut fight, &of("break-formation", "A6"), &json!([]));
    assert_eq!(value(&fight, "A5.formation"), Value::Null);
    assert!(refusal(&fight, &of("break-formation", "A5")).contains("in no formation"));
}

#[test]
fn a_crippled_fouled_grounded_or_stopped_galley_breaks_her_formation() {
    let column = |fight: &mut Battle| {
        outcome(fight, &form("column", &["A3", "A4", "A5"], "A3"), &json!([]));
    };
    let mut fight = squadron(3);
    set(&mut fight, "B1.speed", json!(5));
    column(&mut fight);
    let out = |fight: &Battle| value(fight, "A3.formation") == Value::Null;
    for (order, dice) in [
        (shear("B1", "A3", "front"), json!([1])),
        (enter("B1", "A3", true), json!([1, 1])),
        (ram("B1", "A3", "front", 0), json!([6, 1, 1])),
        (board(&["B1"], "A3"), json!([1, 1, 6])),
    ] {
        let mut fight = fight.clone();
        outcome(&mut fight, &order, &dice);
        assert!(out(&fight), "{order}");
        assert_eq!(value(&fight, "A4.formation"), json!("column-1"));
    }
    let mut fight = battle_with(vec![galley(2, 3), galley(2, 3)], vec![galley(3, 2)], &["command"]);
    outcome(&mut fight, &form("column", &["A1", "A2"], "A1"), &json!([]));
    outcome(&mut fight, &of("coast", "A2"), &json!([1]));
    assert_eq!(value(&fight, "A1.formation"), Value::Null);
}

#[test]
fn a_slow_line_abreast_enhances_the_admirals_range_until_it_breaks() {
    for (speed, enhanced) in [(0, true), (1, true), (2, false)] {
        let mut fight = squadron(speed);
        outcome(&mut fight, &form("line-abreast", &["A3", "A1", "A4", "A5"], "A1"), &json!([]));
        go_to(&mut fight, "carthage-moves");
        assert_eq!(value(&fight, "A.admiral.enhanced"), json!(enhanced), "speed {speed}");
    }
    let mut fight = squadron(1);
    outcome(&mut fight, &form("line-abreast", &["A3", "A1", "A4", "A5"], "A1"), &json!([]));
    go_to(&mut fight, "carthage-moves");
    outcome(&mut fight, &of("break-formation", "A3"), &json!([]));
    assert_eq!(value(&fight, "A.admiral.enhanced"), json!(false));
    // A column does not, and neither does a line led by a line commander.
    for order in
        [form("column", &["A1", "A3"], "A1"), form("line-abreast", &["A1", "A2", "A3"], "A2")]
    {
        let mut fight = squadron(1);
        outcome(&mut fight, &order, &json!([]));
        go_to(&mut fight, "carthage-moves");
        assert_eq!(value(&fight, "A.admiral.enhanced"), json!(false), "{order}");
    }
    // Normal again when the next movement phase begins at a higher speed.
    let mut fight = squadron(1);
    outcome(&mut fight, &form("line-abreast", &["A3", "A1", "A4"], "A1"), &json!([]));
    go_to(&mut fight, "carthage-moves");
    go_to(&mut fight, "speed");
    assert_eq!(value(&fight, "A.admiral.enhanced"), json!(true));
    let order = json!({"kind": "set-speed", "formation": "line-abreast-1", "speed": 2});
    outcome(&mut fight, &order, &json!([]));
    let (_, changes) = outcome(&mut fight, &json!({"kind": "end-phase"}), &json!([]));
    assert_eq!(changes["A.admiral.enhanced"], json!([true, false]));
}

#[test]
fn an_admiral_shifts_his_flag_to_a_friend() {
    let mut fight = squadron(3);
    go_to(&mut fight, "carthage-moves");
    let shift = |from: &str, to: &str| json!({"kind": "transfer-admiral", "from": from, "to": to});
    for (order, why) in [
        (shift("A2", "A3"), "no admiral is aboard A2"),
        (shift("A1", "A1"), "already aboard A1"),
        (shift("A1", "B1"), "is an enemy"),
    ] {
        assert!(refusal(&fight, &order).contains(why), "{order}");
    }
    // Aground he stays, but can move to another galley.
    set(&mut fight, "A1.aground", json!(true));
    let (slug, changes) = outcome(&mut fight, &shift("A1", "A3"), &json!([]));
    assert_eq!(slug, "done");
    assert_eq!(
        Value::Object(changes),
        json!({
            "A1.flagship": [true, false], "A3.flagship": [false, true],
            "A.admiral.aboard": ["A1", "A3"],
        })
    );
}

#[test]
fn a_stopped_crippled_galley_drifts_for_any_reason() {
    let mut fight = duel(galley(4, 1), galley(3, 2));
    set(&mut fight, "A1.crippled", json!(true));
    outcome(&mut fight, &board(&["B1"], "A1"), &json!([1, 1, 6]));
    assert!(fight.full_view().guide().next.iter().any(|step| step.kind == "drift"));
    // Not if she is aground.
    let mut fight = duel(galley(1, 1), galley(3, 2));
    set(&mut fight, "A1.crippled", json!(true));
    let order = json!({"kind": "coast", "ship": "A1", "bow_at_land": true});
    outcome(&mut fight, &order, &json!([1]));
    assert!(!fight.full_view().guide().next.iter().any(|step| step.kind == "drift"));
    assert_eq!(value(&fight, "A1.crippled"), json!(true), "unchanged");
    outcome(&mut fight, &json!({"kind": "end-phase"}), &json!([]));
    outcome(&mut fight, &of("refloat", "A1"), &json!([1]));
    assert_eq!(value(&fight, "A1.crippled"), json!(true));
}
