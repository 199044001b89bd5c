//! Tests of the course of a turn: one next step, a lower edge that does not move, and
//! required steps before a turn ends.

use egui_kittest::kittest::NodeT;
use trierarch::ui::Start;

use crate::{
    DESK, PHONE, Screen, aim_a_ram, answer_open_questions, battle, controls, end_turn, enter,
    is_control, open, place, press, press_here, says, standing_orders, sybota, value,
};

/// Taps a place twice, as fast as a finger.
fn double_tap(screen: &mut Screen, at: egui::Pos2) {
    let now = screen.ctx.input(|input| input.time);
    screen.input_mut().time = Some(now);
    for _ in 0..2 {
        screen.hover_at(at);
        screen.drag_at(at);
        screen.drop_at(at);
        screen.step();
    }
    screen.input_mut().time = None;
    screen.run();
}

fn a1_is_ready_to_shoot(size: [f32; 2]) -> Screen {
    let mut screen = sybota(size);
    crate::begin(&mut screen, "A1 Παρρησία");
    press(&mut screen, "Target: B1 Πηγασίς");
    press(&mut screen, "Shoot B1: archers 1");
    answer_open_questions(&mut screen);
    screen
}

#[test]
fn a_double_tap_on_roll_rolls_once_and_leaves_the_result_in_sight() {
    for size in [DESK, PHONE] {
        let mut screen = a1_is_ready_to_shoot(size);
        let roll = place(&screen, "Roll");
        double_tap(&mut screen, roll.center());
        assert_eq!(standing_orders(&screen), 2);
        assert!(says(&screen, "shoots at"), "the result is shown");
        assert!(!controls(&screen).contains_key("Roll"), "and what comes next is offered");
    }
}

#[test]
fn the_dock_accepts_taps_again_after_a_short_time() {
    let mut screen = a1_is_ready_to_shoot(DESK);
    press(&mut screen, "Roll");
    let next = place(&screen, "More");
    for _ in 0..3 {
        screen.step();
    }
    double_tap(&mut screen, next.center());
    assert_eq!(standing_orders(&screen), 2, "the second tap gave no order");
}

#[test]
fn the_faces_do_not_move_from_die_to_die() {
    let mut screen = sybota(PHONE);
    aim_a_ram(&mut screen);
    // A 7 sinks her slowly: two dice for the rounds, one for the oars.
    press(&mut screen, "It shows 7");
    let first = place(&screen, "It shows 3");
    press(&mut screen, "It shows 3");
    assert_eq!(place(&screen, "It shows 3"), first);
    assert!(says(&screen, "2 of 2"));
}

#[test]
fn required_steps_are_listed_once_at_the_end_of_a_turn() {
    let mut screen = sybota(DESK);
    crate::begin(&mut screen, "A1 Παρρησία");
    press_here(&mut screen, "End her turn");
    assert!(says(&screen, "Not rowed: she counts as stopped"));
    assert!(says(&screen, "Morale not tested"));
    press_here(&mut screen, "Back");
    assert!(controls(&screen).contains_key("Sail: roll for the wind"));
    end_turn(&mut screen);
    assert_eq!(standing_orders(&screen), 2);
    assert_eq!(battle(&screen).view().guide.side, Some(trierarch::rules::Side::B));
    assert!(controls(&screen).into_keys().any(|name| name.starts_with("Done with B1")));
}

#[test]
fn another_ship_begins_only_after_the_question_about_required_steps() {
    let mut screen = sybota(DESK);
    crate::begin(&mut screen, "A1 Παρρησία");
    let names = controls(&screen);
    let other = names.into_keys().find(|name| name.starts_with("A2 Ἀμφιτρίτη, ")).unwrap();
    press(&mut screen, &other);
    press(&mut screen, "A2: Begin her turn");
    assert!(says(&screen, "Morale not tested"));
    assert_eq!(standing_orders(&screen), 1);
    press(&mut screen, "Continue anyway");
    assert_eq!(standing_orders(&screen), 2);
}

#[test]
fn a_ram_takes_three_taps_and_two_answers_from_the_ships() {
    for size in [DESK, PHONE] {
        let mut screen = sybota(size);
        crate::begin(&mut screen, "A1 Παρρησία");
        if size == PHONE {
            press_here(&mut screen, "Ships of The Corinthians at Sybota");
        }
        let enemy = controls(&screen).into_keys().find(|name| name.starts_with("B3 Πειρήνη"));
        press_here(&mut screen, &enemy.unwrap());
        let ram = controls(&screen).into_keys().find(|name| name.starts_with("Ram B3: "));
        press_here(&mut screen, &ram.unwrap());
        answer_open_questions(&mut screen);
        press_here(&mut screen, "Roll");
        let log = &battle(&screen).log().rows;
        assert_eq!((&log[1].order["kind"], &log[1].order["target"]), (&"ram".into(), &"B3".into()));
    }
}

#[test]
fn orders_against_an_enemy_show_their_odds_or_the_reason_against_them() {
    let mut screen = sybota(DESK);
    crate::begin(&mut screen, "A1 Παρρησία");
    let enemy = |screen: &Screen| {
        controls(screen).into_keys().find(|name| name.starts_with("B1 Πηγασίς, ")).unwrap()
    };
    let name = enemy(&screen);
    press(&mut screen, &name);
    let ram = controls(&screen).into_keys().find(|name| name.starts_with("Ram B1: ")).unwrap();
    assert!(ram.contains('%'), "its name contains its probability: {ram}");
    press(&mut screen, &ram);
    enter(&mut screen, &[5, 3]);
    let name = enemy(&screen);
    press(&mut screen, &name);
    assert!(!controls(&screen).into_keys().any(|name| name.starts_with("Ram B1")));
    assert!(says(&screen, "Ram: done"), "the reason why she cannot ram again");
    assert_eq!(value(&screen, "B1.move_lost"), "3");
}

#[test]
fn the_card_shows_done_and_skipped_steps() {
    let mut screen = sybota(DESK);
    crate::begin(&mut screen, "A1 Παρρησία");
    press(&mut screen, "Row: up to 6 move points");
    press(&mut screen, "Give the order");
    assert!(!controls(&screen).contains_key("Row: up to 6 move points"));
    assert!(says(&screen, "Row: done"));
    assert!(says(&screen, "Sail: skipped"));
}

#[test]
fn a_ship_that_only_rows_takes_two_taps() {
    let mut screen = sybota(DESK);
    press(&mut screen, "Choose A1 Παρρησία");
    press_here(&mut screen, "Done with A1: sail, row all she has, test her morale");
    let rows = &battle(&screen).log().rows;
    let kinds: Vec<_> = rows.iter().filter_map(|row| row.order["kind"].as_str()).collect();
    assert_eq!(kinds, ["activate", "sail", "row", "morale", "end-turn"]);
    assert!(says(&screen, "1d6") && says(&screen, "only moves."), "her wind roll is shown");
    press(&mut screen, "Undo the last order");
    assert_eq!(standing_orders(&screen), 0, "one undo removes all of it");
}

#[test]
fn the_ships_that_only_move_are_chosen_on_their_cards_and_given_as_one() {
    let mut screen = sybota(DESK);
    press(&mut screen, "These only move…");
    for ship in ["A2 Ἀμφιτρίτη", "B3 Πειρήνη"] {
        press(&mut screen, &format!("Choose {ship}"));
    }
    press(&mut screen, "2 units only move.");
    let rows = &battle(&screen).log().rows;
    let ends = rows.iter().filter(|row| row.order["kind"] == "end-turn");
    let ships: Vec<_> = ends.filter_map(|row| row.order["ship"].as_str()).collect();
    assert_eq!(ships, ["A2", "B3"]);
    press(&mut screen, "Undo the last order");
    assert_eq!(standing_orders(&screen), 0);
}

#[test]
fn every_ship_of_a_large_battle_is_in_sight() {
    for size in [DESK, PHONE] {
        let mut screen = open(size, &Start::Ready("drepanum".into()));
        press(&mut screen, "I play Adherbal at Drepanum");
        if size == PHONE {
            press(&mut screen, "Ships of Adherbal at Drepanum");
        }
        let cards = controls(&screen);
        let cards: Vec<&String> = cards.keys().filter(|name| name.contains(", ")).collect();
        let seen = cards.iter().filter(|name| place(&screen, name).bottom() <= size[1]);
        assert!(seen.count() >= 20, "{cards:#?}");
    }
}

#[test]
fn a_correction_chooses_words_and_taps_ships() {
    let mut screen = sybota(DESK);
    crate::begin(&mut screen, "A1 Παρρησία");
    press(&mut screen, "A1: Players’ correction");
    press(&mut screen, "Entry: Grappled");
    press(&mut screen, "New value: B1 Πηγασίς");
    press(&mut screen, "Give the order");
    assert_eq!(value(&screen, "A1.grappled"), "[\"B1\"]");
    press(&mut screen, "A1: Players’ correction");
    press(&mut screen, "Entry: Status");
    press(&mut screen, "New value: Surrendered");
    press(&mut screen, "Give the order");
    assert_eq!(value(&screen, "A1.status"), "\"surrendered\"");
}

#[test]
fn no_control_extends_beyond_the_edge_of_a_phone() {
    let mut screen = a1_is_ready_to_shoot(PHONE);
    answer_open_questions(&mut screen);
    for name in ["Roll", "More"] {
        let every = screen.root().children_recursive();
        for node in every.filter(|node| is_control(node.accesskit_node().role())) {
            let (rect, label) = (node.rect(), node.accesskit_node().label());
            assert!(rect.right() <= PHONE[0] + 1.0 || rect.top() < 220.0, "{label:?} at {rect}");
        }
        press_here(&mut screen, name);
    }
}

#[test]
fn a_stray_tap_on_a_card_drops_no_order() {
    let mut screen = sybota(DESK);
    crate::begin(&mut screen, "A1 Παρρησία");
    press(&mut screen, "Sail: roll for the wind");
    let enemy = controls(&screen).into_keys().find(|name| name.starts_with("B1 Πηγασίς, "));
    press_here(&mut screen, &enemy.unwrap());
    assert!(controls(&screen).contains_key("Roll"), "the order is still open");
    assert!(says(&screen, "B1 Πηγασίς cannot be chosen in this order"));
    press_here(&mut screen, "Back to all orders");
    assert!(controls(&screen).contains_key("Sail: roll for the wind"));
}

#[test]
fn required_steps_are_named_once_before_a_phase_ends() {
    let mut screen = open(DESK, &Start::Ready("five-against-five".into()));
    press(&mut screen, "More");
    press_here(&mut screen, "Orders of the battle");
    let still_to_do = "hese have no speed for this turn";
    assert!(!says(&screen, still_to_do), "the question says it");
    press_here(&mut screen, "the battle: End the phase");
    assert!(says(&screen, still_to_do));
}
