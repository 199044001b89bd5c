//! A side's own dice, and the keyboard alone.

use egui::Key;
use trierarch::dice::Origin;

use crate::{DESK, Screen, battle, controls, press, standing_orders, sybota, value};

fn type_keys(screen: &mut Screen, keys: &[Key]) {
    for key in keys {
        screen.key_press(*key);
        screen.run();
    }
}

/// Who threw for the last order.
fn thrown_by(screen: &Screen) -> Vec<Origin> {
    let log = battle(screen).session().log();
    log.last().unwrap().report.as_ref().unwrap().rolls.iter().map(|roll| roll.by).collect()
}

#[test]
fn a_side_that_throws_its_own_dice_is_asked_for_them_and_the_other_is_not() {
    let mut screen = sybota(DESK);
    press(&mut screen, "Our own dice: side A");
    press(&mut screen, "A1 Δημοκρατία: begin her turn");
    press(&mut screen, "Ram");
    // The digits begin to enter the dice by themselves.
    type_keys(&mut screen, &[Key::Num5, Key::Num3]);
    assert_eq!(thrown_by(&screen), [Origin::Entered, Origin::Entered]);
    assert_eq!(value(&screen, "B1.move_lost"), "3");
    press(&mut screen, "B2 Χίμαιρα: begin her turn");
    press(&mut screen, "Ram");
    type_keys(&mut screen, &[Key::Num5]);
    assert_eq!(standing_orders(&screen), 3, "the digits are not for the app's dice");
    type_keys(&mut screen, &[Key::Enter]);
    assert!(thrown_by(&screen).iter().all(|by| *by == Origin::Rolled));
}

#[test]
fn a_single_throw_can_still_go_the_other_way() {
    let mut screen = sybota(DESK);
    press(&mut screen, "Our own dice: side A");
    press(&mut screen, "A1 Δημοκρατία: begin her turn");
    press(&mut screen, "Ram");
    press(&mut screen, "Roll");
    assert_eq!(thrown_by(&screen)[0], Origin::Rolled);
}

#[test]
fn a_turn_is_fought_with_the_keyboard_alone() {
    let mut screen = sybota(DESK);
    press(&mut screen, "Our own dice: side A");
    press(&mut screen, "A1 Δημοκρατία: begin her turn");
    // The first of what comes next, its dice, and one that is taken back.
    type_keys(&mut screen, &[Key::Enter, Key::Enter]);
    assert!(controls(&screen).contains_key("It shows 4"));
    type_keys(&mut screen, &[Key::Num4]);
    assert_eq!(standing_orders(&screen), 2);
    press(&mut screen, "Ram");
    type_keys(&mut screen, &[Key::Num7, Key::Backspace, Key::Num5, Key::Num3]);
    assert_eq!(value(&screen, "B1.move_lost"), "3");
}
