//! Tests of a unit's record on the screen: the sources of its numbers, corrections of
//! mistakes, and many orders in one tap.

use serde_json::json;
use trierarch::journal::Opening;
use trierarch::session::{Mutation, Seat, Tables};
use trierarch::ui::Start;

use crate::{
    DESK, PHONE, battle, controls, open, open_with, press, press_here, says, standing_orders,
    sybota, value,
};

#[test]
fn a_card_shows_the_whole_record_and_where_its_numbers_come_from() {
    for size in [DESK, PHONE] {
        let mut screen = sybota(size);
        crate::begin(&mut screen, "A1 Παρρησία");
        for shown in ["Captain", "Deck", "Ram bonus", "Fire counters", "Sinking count"] {
            assert!(says(&screen, shown), "{shown}");
        }
        assert!(says(&screen, "0 of 6"), "damage counts up: no fires yet");
        assert!(says(&screen, " by her type"), "the parts of her move");
        assert!(says(&screen, "this turn: 6 move points"));
        assert!(says(&screen, "hoplites: "), "the effect of an advantage");
    }
}

#[test]
fn a_tap_on_an_entry_corrects_it_with_the_control_that_it_needs() {
    let mut screen = sybota(DESK);
    crate::begin(&mut screen, "A1 Παρρησία");
    press(&mut screen, "A1: correct Crew (250 of 250)");
    press(&mut screen, "New value: 10 less");
    press(&mut screen, "Give the order");
    assert_eq!(value(&screen, "A1.crew"), "240");
    press(&mut screen, "A1: correct Fire counters");
    assert!(!controls(&screen).contains_key("New value: 10"), "ten fires are impossible");
    press(&mut screen, "New value: 1");
    press(&mut screen, "Give the order");
    assert_eq!(value(&screen, "A1.fires"), "1");
    // An empty entry counts from zero, and can be emptied again.
    press(&mut screen, "A1: correct Sinking count");
    press(&mut screen, "New value: 1 more");
    press(&mut screen, "New value: 1 more");
    press(&mut screen, "Give the order");
    assert_eq!(value(&screen, "A1.sinking_in"), "2");
    press(&mut screen, "A1: correct Sinking count");
    press(&mut screen, "New value: None");
    press(&mut screen, "Give the order");
    assert_eq!(value(&screen, "A1.sinking_in"), "null");
}

#[test]
fn another_ships_record_is_corrected_from_her_card() {
    let mut screen = sybota(DESK);
    crate::begin(&mut screen, "A1 Παρρησία");
    let enemy = controls(&screen).into_keys().find(|name| name.starts_with("B3 Πειρήνη"));
    press(&mut screen, &enemy.unwrap());
    press_here(&mut screen, "B3: correct Move lost");
    press(&mut screen, "New value: 1 more");
    press(&mut screen, "Give the order");
    assert_eq!(value(&screen, "B3.move_lost"), "1");
}

#[test]
fn speeds_that_stay_as_they_were_are_set_with_one_tap() {
    let mut screen = open(DESK, &Start::Ready("five-against-five".into()));
    press_here(&mut screen, "The rest as before");
    assert_eq!(standing_orders(&screen), 10);
    let log = &battle(&screen).log().rows;
    assert!(log.iter().all(|row| row.order["kind"] == json!("set-speed")));
    assert!(!controls(&screen).contains_key("The rest as before"));
}

#[test]
fn some_galleys_get_a_new_speed_and_the_others_keep_theirs() {
    let mut screen = open(DESK, &Start::Ready("five-against-five".into()));
    press_here(&mut screen, "These at one speed…");
    screen.key_press(egui::Key::Escape);
    screen.run();
    assert!(!controls(&screen).contains_key("Choose A3"), "Esc closes it");
    press_here(&mut screen, "Set her speed for this turn");
    press_here(&mut screen, "Speed: 1");
    press_here(&mut screen, "Give the order");
    press_here(&mut screen, "The rest as before");
    assert_eq!(standing_orders(&screen), 10);
    press_here(&mut screen, "Undo the last order");
    assert_eq!(standing_orders(&screen), 1, "the rest are one change");
}

#[test]
fn galleys_that_are_chosen_get_one_speed_as_one_change() {
    let mut screen = open(DESK, &Start::Ready("five-against-five".into()));
    press_here(&mut screen, "These at one speed…");
    press_here(&mut screen, "Speed 3");
    press_here(&mut screen, "None");
    for ship in ["Choose A1 Tanit", "Choose A2 Melqart"] {
        press_here(&mut screen, ship);
    }
    press_here(&mut screen, "2 galleys set speed 3.");
    let log = &battle(&screen).log().rows;
    let speeds: Vec<_> = log.iter().map(|row| row.order["speed"].clone()).collect();
    assert_eq!(speeds, [json!(3), json!(3)]);
    press_here(&mut screen, "Undo the last order");
    assert_eq!(standing_orders(&screen), 0);
}

#[test]
fn dice_that_a_card_adds_are_counted_for_each_unit() {
    let tables = Tables::in_memory();
    let opening = Opening::ready("learning", 433).unwrap();
    let both = tables.begin("cards", opening, Seat::Both).unwrap();
    for (field, entry) in [("card_revealed", json!(true)), ("engaged_with", json!(["B2"]))] {
        let order = json!({"kind": "adjust", "ship": "A2", "field": field, "value": entry});
        both.change(Mutation::Order { order: order.as_object().unwrap().clone(), dice: None });
        assert!(!both.take_news().is_empty());
    }
    let slug = both.slug().to_owned();
    drop(both);
    let mut screen = open_with(DESK, &Start::Ready(slug), tables);
    let card = controls(&screen).into_keys().find(|name| name.starts_with("A2 "));
    press_here(&mut screen, &card.unwrap());
    press(&mut screen, "A2: Melee");
    let adds = controls(&screen)
        .into_keys()
        .find(|name| name.starts_with("Dice that a card adds: A2") && name.ends_with("1 more"));
    let adds = adds.unwrap();
    press_here(&mut screen, &adds);
    press_here(&mut screen, &adds);
    press_here(&mut screen, "Already known");
    assert!(controls(&screen).keys().any(|name| name.starts_with("Target: B2")));
    press(&mut screen, "Roll");
    let row = battle(&screen).log().rows.last().unwrap();
    assert_eq!(row.order["dice_more"], json!({"A2": 2}));
}

#[test]
fn the_total_of_many_dice_is_typed_digit_by_digit() {
    let mut screen = sybota(PHONE);
    crate::begin(&mut screen, "A1 Παρρησία");
    press(&mut screen, "Target: B1 Πηγασίς");
    press(&mut screen, "Board B1");
    // She boards; 25 dice for her and 27 for the enemy.
    press(&mut screen, "It shows 10");
    assert!(!controls(&screen).keys().any(|name| name.starts_with("Enter ")), "nothing is typed");
    press_here(&mut screen, "Digit 9");
    press_here(&mut screen, "Digit 0");
    press_here(&mut screen, "Enter 90");
    let before = standing_orders(&screen);
    press_here(&mut screen, "Digit 9");
    press_here(&mut screen, "Digit 5");
    press_here(&mut screen, "Enter 95");
    assert_eq!(standing_orders(&screen), before + 1);
    let row = battle(&screen).log().rows.last().unwrap();
    assert!(row.rolls.iter().any(|roll| roll.natural == 95), "{:?}", row.rolls);
}

#[test]
fn the_orders_of_a_side_are_under_more() {
    let mut screen = sybota(DESK);
    crate::begin(&mut screen, "A1 Παρρησία");
    press_here(&mut screen, "More");
    let names = controls(&screen);
    assert!(names.contains_key("Orders of The Athenian squadron at Sybota"), "{names:#?}");
    press_here(&mut screen, "Orders of The Athenian squadron at Sybota");
    let names = controls(&screen);
    assert!(names.contains_key("A: Concede"), "{names:#?}");
}

#[test]
fn reduce_motion_stops_all_animations() {
    let mut screen = sybota(DESK);
    press(&mut screen, "Settings");
    press(&mut screen, "Reduce motion");
    press(&mut screen, "Back to the battle");
    crate::begin(&mut screen, "A1 Παρρησία");
    press(&mut screen, "A1: correct Crew (250 of 250)");
    press(&mut screen, "New value: 10 less");
    press(&mut screen, "Give the order");
    // The next frame changes nothing more: no count is still running.
    screen.step();
    let wait = screen.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay;
    assert_eq!(wait, std::time::Duration::MAX);
    assert_eq!(value(&screen, "A1.crew"), "240");
}
