//! Tests of a side's own dice, and of the keyboard without taps.

use egui::Key;
use egui_kittest::kittest::NodeT;
use trierarch::dice::Origin;

use crate::{
    DESK, Screen, aim_a_ram, answer_open_questions, battle, controls, end_turn, press, says,
    standing_orders, sybota, value,
};

fn type_keys(screen: &mut Screen, keys: &[Key]) {
    for key in keys {
        screen.key_press(*key);
        screen.run();
    }
}

/// The sources of the last order's dice.
fn thrown_by(screen: &Screen) -> Vec<Origin> {
    let log = &battle(screen).log().rows;
    log.last().unwrap().rolls.iter().map(|roll| roll.by).collect()
}

#[test]
fn only_a_side_with_own_dice_is_asked_for_them() {
    let mut screen = sybota(DESK);
    press(&mut screen, "Our own dice: side A");
    aim_a_ram(&mut screen);
    answer_open_questions(&mut screen);
    // The first digit starts the entry of dice.
    type_keys(&mut screen, &[Key::Num5, Key::Num3]);
    assert_eq!(thrown_by(&screen), [Origin::Entered, Origin::Entered]);
    assert_eq!(value(&screen, "B1.move_lost"), "3");
    end_turn(&mut screen);
    crate::begin(&mut screen, "B2 Χίμαιρα");
    press(&mut screen, "Target: A1 Παρρησία");
    press(&mut screen, "Ram A1");
    answer_open_questions(&mut screen);
    type_keys(&mut screen, &[Key::Num5]);
    assert_eq!(standing_orders(&screen), 4, "digits do not enter dice that the app rolls");
    type_keys(&mut screen, &[Key::Enter]);
    assert!(thrown_by(&screen).iter().all(|by| *by == Origin::Rolled));
}

#[test]
fn a_single_roll_can_differ_from_the_setting() {
    let mut screen = sybota(DESK);
    press(&mut screen, "Our own dice: side A");
    aim_a_ram(&mut screen);
    answer_open_questions(&mut screen);
    while controls(&screen).contains_key("Let the app roll") {
        press(&mut screen, "Let the app roll");
    }
    assert_eq!(thrown_by(&screen)[0], Origin::Rolled);
}

#[test]
fn the_winds_of_a_group_are_entered_ship_by_ship() {
    let mut screen = sybota(DESK);
    press(&mut screen, "These only move…");
    for ship in ["Choose A2 Ἀμφιτρίτη", "Choose B3 Πειρήνη"] {
        press(&mut screen, ship);
    }
    assert!(says(&screen, "A2: sail"));
    press(&mut screen, "It shows 4");
    assert!(says(&screen, "B3: sail"));
    press(&mut screen, "It shows 3");
    let log = &battle(&screen).log().rows;
    let rolls = || log.iter().filter(|row| row.order["kind"] == "sail").flat_map(|row| &row.rolls);
    let faces: Vec<i64> = rolls().map(|roll| roll.natural).collect();
    assert_eq!(faces, [4, 3]);
    assert!(rolls().all(|roll| roll.by == Origin::Entered));
    // In the log they are one row, which unfolds into its orders.
    let (of, title) = (log.len(), format!("1–{}. 2 units only move.", log.len()));
    press(&mut screen, "Log of the battle");
    assert!(controls(&screen).contains_key(&*title), "{title}");
    let shown = |screen: &Screen, number: usize| {
        let number = format!("{number}. ");
        controls(screen).keys().any(|name| name.starts_with(&number))
    };
    assert!(!shown(&screen, 1) && !shown(&screen, of));
    press(&mut screen, &title);
    assert!(shown(&screen, 1) && shown(&screen, of));
}

#[test]
fn a_turn_needs_only_the_keyboard() {
    let mut screen = sybota(DESK);
    press(&mut screen, "Our own dice: side A");
    crate::begin(&mut screen, "A1 Παρρησία");
    // The first of the next steps, its dice, and one die that is removed again.
    type_keys(&mut screen, &[Key::Enter]);
    assert!(controls(&screen).contains_key("It shows 4"));
    type_keys(&mut screen, &[Key::Num4]);
    assert_eq!(standing_orders(&screen), 2);
    press(&mut screen, "Target: B1 Πηγασίς");
    press(&mut screen, "Ram B1");
    answer_open_questions(&mut screen);
    type_keys(&mut screen, &[Key::Num7, Key::Backspace, Key::Num5, Key::Num3]);
    assert_eq!(value(&screen, "B1.move_lost"), "3");
}

/// Moves the keyboard focus from control to control to the one whose name starts with this
/// text.
fn tab_to(screen: &mut Screen, name: &str) {
    let mut been: Vec<String> = Vec::new();
    let is_it = |been: &str| {
        been.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with([',', ':']))
    };
    while been.len() < 120 && !been.last().is_some_and(|been| is_it(been)) {
        screen.key_press(Key::Tab);
        screen.run();
        let mut all = screen.root().children_recursive();
        let focused = all.find(egui_kittest::Node::is_focused);
        been.push(focused.and_then(|node| node.accesskit_node().label()).unwrap_or_default());
    }
    assert!(been.last().is_some_and(|been| is_it(been)), "{name}: the keyboard came to {been:#?}");
}

/// Moves to a control, and presses it.
fn tab_and_enter(screen: &mut Screen, name: &str) {
    tab_to(screen, name);
    type_keys(screen, &[Key::Enter]);
}

/// From the first ship to the end of the turn, with dice from the table, and without a tap.
#[test]
fn a_whole_turn_of_greek_fire_needs_only_the_keyboard() {
    let mut screen = sybota(DESK);
    tab_and_enter(&mut screen, "More");
    tab_and_enter(&mut screen, "Our own dice: side A");
    tab_and_enter(&mut screen, "A1 Παρρησία, Trireme (full deck)");
    // One key takes the next step.
    type_keys(&mut screen, &[Key::Enter, Key::Num4]);
    tab_and_enter(&mut screen, "Row: up to 6 move points");
    tab_and_enter(&mut screen, "Move points used: 1 less");
    tab_and_enter(&mut screen, "Give the order");
    tab_and_enter(&mut screen, "B1 Πηγασίς, Trireme (full deck)");
    tab_and_enter(&mut screen, "Shoot B1: archers 1");
    tab_and_enter(&mut screen, "Range in hexes: 2");
    // 10 hits, 5 of her crew fall, and no fire starts.
    type_keys(&mut screen, &[Key::Num0, Key::Num5, Key::Num6]);
    tab_and_enter(&mut screen, "Ram B1");
    tab_and_enter(&mut screen, "Already known");
    tab_and_enter(&mut screen, "Target: B2 Χίμαιρα");
    tab_and_enter(&mut screen, "Target: B1 Πηγασίς");
    tab_and_enter(&mut screen, "Spaces straight ahead: 4");
    tab_and_enter(&mut screen, "Bow to bow: no");
    // A wrong key is corrected, and one roll left to the app.
    type_keys(&mut screen, &[Key::Num8, Key::Backspace, Key::Num5]);
    tab_and_enter(&mut screen, "Let the app roll");
    assert_eq!(thrown_by(&screen), [Origin::Entered, Origin::Rolled]);
    tab_and_enter(&mut screen, "Morale: does she fight on?");
    type_keys(&mut screen, &[Key::Num9]);
    let kinds: Vec<String> = battle(&screen)
        .log()
        .rows
        .iter()
        .map(|seen| seen.order["kind"].as_str().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(kinds, ["activate", "sail", "row", "shoot", "ram", "morale"]);
    assert_eq!(value(&screen, "B1.crew"), "265");
    tab_and_enter(&mut screen, "Done with A1: end her turn");
    // The other side rolls the app's dice.
    tab_and_enter(&mut screen, "B2 Χίμαιρα, Trireme");
    tab_and_enter(&mut screen, "Sail: roll for the wind");
    type_keys(&mut screen, &[Key::Enter]);
    assert!(thrown_by(&screen).iter().all(|by| *by == Origin::Rolled));
    assert_eq!(standing_orders(&screen), 9);
    tab_and_enter(&mut screen, "Undo the last order");
    assert_eq!(standing_orders(&screen), 8);
}
