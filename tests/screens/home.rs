//! Tests of the first screen.

use egui::Key;
use egui_kittest::kittest::{NodeT, Queryable};
use serde_json::json;
use trierarch::games::SystemTag;
use trierarch::session::{Mutation, Opening, Seat, Tables};
use trierarch::ui::Start;

use crate::{
    DESK, PHONE, Screen, assert_no_controls_overlap, battle, controls, is_control, open, open_with,
    press_here, says, settle,
};

/// The windows for which the first screen is designed.
const SIZES: [[f32; 2]; 4] = [DESK, [1920.0, 1080.0], [800.0, 1280.0], PHONE];

const CHOICES: [&str; 3] = ["Choose a lesson", "Choose a battle", "Open my fleets"];

/// The first screen after one order was given at Sybota.
fn after(order: &serde_json::Value) -> Screen {
    let tables = Tables::in_memory();
    let opening = Opening::ready("sybota", 433).unwrap();
    let both = tables.begin("Sybota, 433 BCE", opening, Seat::Both).unwrap();
    both.change(Mutation::Order { order: order.as_object().unwrap().clone(), dice: None });
    assert!(!both.take_news().is_empty());
    drop(both);
    open_with(DESK, &Start::Home, tables)
}

/// The first screen with a battle to continue.
fn with_a_battle(size: [f32; 2]) -> (Screen, Tables) {
    let tables = Tables::in_memory();
    drop(open_with(size, &Start::Ready("sybota".into()), tables.clone()));
    (open_with(size, &Start::Home, tables.clone()), tables)
}

#[test]
fn the_first_screen_describes_the_app_and_has_three_visible_choices() {
    for size in SIZES {
        let (screen, _) = with_a_battle(size);
        assert!(says(&screen, "You move the models; Trierarch keeps the records"));
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
        for choice in CHOICES.into_iter().chain(["Continue Sybota, 433 BCE"]) {
            let all = screen.get_all_by_label(choice);
            let mut all = all.filter(|node| is_control(node.accesskit_node().role()));
            let at = all.next().unwrap().rect();
            assert!(window.contains_rect(at), "{size:?}: {choice} at {at}");
        }
        assert_no_controls_overlap(&screen);
    }
}

#[test]
fn the_battle_to_continue_says_its_round_and_who_is_to_move() {
    let mut screen = after(&json!({"kind": "activate", "ship": "A1"}));
    assert!(says(&screen, "Continue: Sybota, 433 BCE"));
    assert!(says(&screen, "Round 1 of 8 · To move: The Athenian squadron at Sybota"));
    press_here(&mut screen, "Continue Sybota, 433 BCE");
    assert_eq!(battle(&screen).log().cursor, 1);
}

#[test]
fn enter_starts_a_lesson_if_no_battle_can_be_continued() {
    let mut screen = open(DESK, &Start::Home);
    screen.key_press(Key::Enter);
    settle(&mut screen);
    assert!(controls(&screen).contains_key("Start the lesson of Greek Fire"));
    let (mut screen, _) = with_a_battle(DESK);
    screen.key_press(Key::Enter);
    settle(&mut screen);
    assert!(screen.state().as_ref().unwrap().address().starts_with("battle/sybota"));
}

#[test]
fn every_game_has_its_lesson_two_taps_from_the_first_screen() {
    for system in SystemTag::ALL {
        let mut screen = open(PHONE, &Start::Home);
        press_here(&mut screen, "Choose a lesson");
        assert_eq!(screen.state().as_ref().unwrap().address(), "learn");
        let name = format!("Start the lesson of {}", system.name());
        press_here(&mut screen, &name);
        assert_eq!(battle(&screen).view().system, *system);
    }
}

#[test]
fn back_leads_from_every_place_to_the_first_screen() {
    let mut screen = open(DESK, &Start::At("charts".into()));
    screen.key_press(Key::BrowserBack);
    settle(&mut screen);
    assert!(controls(&screen).contains_key("Choose a battle"));
}

#[test]
fn a_battle_that_is_over_says_who_has_won() {
    let screen = after(&json!({"kind": "concede", "side": "A"}));
    assert!(says(&screen, "Victory: The Corinthians at Sybota"));
    assert!(says(&screen, "Last battle: Sybota, 433 BCE"));
    assert!(screen.query_by_label_contains("Continue").is_none());
}
