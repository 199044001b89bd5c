//! Tests of the log and the past: amending, looking back, replaced versions, and corrections.

use egui_kittest::kittest::Queryable;
use trierarch::ui::Start;

use crate::{
    DESK, PHONE, Screen, aim_a_ram, battle, controls, enter, open, press, says, standing_orders,
    sybota, value,
};

/// A1 rams B1 from three spaces, shears her with a 5, and breaks 3 of her oars; then A1
/// shoots at her and hits with a 10.
fn ram_and_shoot(screen: &mut Screen) {
    aim_a_ram(screen);
    enter(screen, &[5, 3]);
    press(screen, "Shoot B1: archers 1");
    enter(screen, &[10, 5, 6]);
    assert_eq!(standing_orders(screen), 3);
    assert_eq!(value(screen, "B1.move_lost"), "3");
}

/// Unfolds the item with this title in the log.
fn unfold(screen: &mut Screen, title: &str) {
    screen.query_all_by_label_contains(title).next().unwrap().click_accesskit();
    screen.run();
}

fn amend(screen: &mut Screen, number: usize, title: &str) {
    press(screen, "Log of the battle");
    unfold(screen, &format!("{number}. {title}"));
    press(screen, &format!("Edit…: {number}"));
}

#[test]
fn an_early_ram_is_amended_and_later_orders_are_replayed() {
    for size in [DESK, PHONE] {
        let mut screen = sybota(size);
        ram_and_shoot(&mut screen);
        let crew = value(&screen, "B1.crew");
        amend(&mut screen, 2, "Ram");
        assert!(says(&screen, "No change yet."));
        press(&mut screen, "Spaces straight ahead: 1");
        // From one space away the 5 has no effect, and the die for the oars is left over.
        assert!(says(&screen, "1 of its rolls is not asked for"));
        assert!(!controls(&screen).contains_key("Edit the log"));
        press(&mut screen, "Accept the new result: 2");
        assert!(says(&screen, "The later order was replayed."));
        assert!(says(&screen, "B1: move lost 3 → 0"));
        press(&mut screen, "Edit the log");
        assert_eq!(standing_orders(&screen), 3);
        assert_eq!(value(&screen, "B1.move_lost"), "0");
        assert_eq!(value(&screen, "B1.crew"), crew);
        // The old version is replaced, and players can restore it.
        unfold(&mut screen, "Version 1: 2 orders, from order 2");
        press(&mut screen, "Restore: 1");
        assert_eq!((standing_orders(&screen), value(&screen, "B1.move_lost")), (3, "3".into()));
    }
}

#[test]
fn other_dice_are_entered_for_a_past_order() {
    let mut screen = sybota(DESK);
    ram_and_shoot(&mut screen);
    amend(&mut screen, 2, "Ram");
    press(&mut screen, "Dice: Enter…");
    // It shows the possible results: first of the whole order, then of the missing roll.
    let oars = "The odds: move lost of B1: 1 17%";
    assert!(says(&screen, "The odds: ") && !says(&screen, oars));
    press(&mut screen, "Keep this roll");
    assert!(says(&screen, oars));
    press(&mut screen, "It shows 6");
    assert!(says(&screen, "B1: move lost 3 → 6"));
    press(&mut screen, "Edit the log");
    let outcome = (value(&screen, "B1.move_lost"), value(&screen, "B1.crew"));
    assert_eq!(outcome, ("6".into(), "265".into()));
}

#[test]
fn an_order_gets_other_dice_and_is_then_removed() {
    let mut screen = sybota(DESK);
    aim_a_ram(&mut screen);
    enter(&mut screen, &[7, 2, 3, 4]);
    amend(&mut screen, 2, "Ram");
    // A 5 shears instead of holing her.
    press(&mut screen, "Dice: Enter…");
    press(&mut screen, "It shows 5");
    press(&mut screen, "It shows 1");
    assert!(says(&screen, "B1: move lost 4 → 1"));
    assert!(says(&screen, "No later orders."));
    press(&mut screen, "Remove this order");
    press(&mut screen, "Edit the log");
    assert_eq!((standing_orders(&screen), value(&screen, "B1.sinking_in")), (1, "null".into()));
}

#[test]
fn a_forgotten_order_is_inserted_with_entered_dice() {
    for size in [DESK, PHONE] {
        let mut screen = sybota(size);
        ram_and_shoot(&mut screen);
        press(&mut screen, "Log of the battle");
        unfold(&mut screen, "2. Ram");
        press(&mut screen, "Insert an order before: 2");
        assert!(says(&screen, "Which order was forgotten before order 2?"));
        // The table is as it was before the ram.
        assert_eq!(value(&screen, "B1.move_lost"), "0");
        press(&mut screen, "Sail: roll for the wind");
        assert!(says(&screen, "No order inserted yet."));
        assert!(!controls(&screen).contains_key("Insert into the log"));
        press(&mut screen, "Dice: Enter…");
        press(&mut screen, "It shows 4");
        assert!(says(&screen, "The 2 later orders were replayed and are unchanged."));
        press(&mut screen, "Insert into the log");
        assert_eq!((standing_orders(&screen), value(&screen, "B1.move_lost")), (4, "3".into()));
        let log = &battle(&screen).log().rows;
        let kinds: Vec<&str> = log.iter().map(|s| s.order["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["activate", "sail", "ram", "shoot"]);
        assert_eq!(log[1].rolls[0].natural, 4);
    }
}

#[test]
fn an_inserted_order_may_prevent_later_ones_and_each_is_decided() {
    let mut screen = sybota(DESK);
    ram_and_shoot(&mut screen);
    press(&mut screen, "Log of the battle");
    unfold(&mut screen, "2. Ram");
    press(&mut screen, "Look back at the table after: 2");
    press(&mut screen, "Look one order earlier");
    press(&mut screen, "Insert an order here…");
    // A ram by another ship that sinks B1 at once, so that neither the ram nor the shot is
    // valid.
    let other = controls(&screen).into_keys().find(|name| name.starts_with("A2 Ἀμφιτρίτη, "));
    press(&mut screen, &other.unwrap());
    press(&mut screen, "A2: Ram");
    press(&mut screen, "Target: B1 Πηγασίς");
    press(&mut screen, "Dice: Enter…");
    press(&mut screen, "It shows 10");
    assert!(says(&screen, "2 orders still need a choice."));
    press(&mut screen, "Remove it: 2");
    press(&mut screen, "Remove it: 3");
    press(&mut screen, "Insert into the log");
    assert_eq!((standing_orders(&screen), value(&screen, "B1.status")), (2, "\"sunk\"".into()));
    unfold(&mut screen, "Version 1: 2 orders, from order 2");
    press(&mut screen, "Restore: 1");
    assert_eq!(standing_orders(&screen), 3);
}

#[test]
fn inserting_an_order_can_be_cancelled_at_every_step() {
    let mut screen = sybota(DESK);
    ram_and_shoot(&mut screen);
    press(&mut screen, "Log of the battle");
    unfold(&mut screen, "2. Ram");
    press(&mut screen, "Insert an order before: 2");
    press(&mut screen, "Sail: roll for the wind");
    press(&mut screen, "Dice: Enter…");
    press(&mut screen, "Cancel");
    assert!(says(&screen, "No order inserted yet."));
    press(&mut screen, "Cancel the edit");
    press(&mut screen, "Close and leave the log unchanged");
    assert!(controls(&screen).contains_key("Search the log"));
    assert_eq!((standing_orders(&screen), value(&screen, "B1.move_lost")), (3, "3".into()));
}

#[test]
fn a_past_order_is_given_by_another_ship_with_the_same_dice() {
    let mut screen = sybota(DESK);
    ram_and_shoot(&mut screen);
    amend(&mut screen, 2, "Ram");
    press(&mut screen, "Change the ship or the order…");
    assert!(says(&screen, "What should order 2 have been?"));
    let other = controls(&screen).into_keys().find(|name| name.starts_with("A2 Ἀμφιτρίτη, "));
    press(&mut screen, &other.unwrap());
    press(&mut screen, "A2: Ram");
    press(&mut screen, "Target: B1 Πηγασίς");
    press(&mut screen, "Edit the log");
    let log = &battle(&screen).log().rows;
    assert_eq!((&log[1].order["ship"], &log[1].order["target"]), (&"A2".into(), &"B1".into()));
    let thrown: Vec<i64> = log[1].rolls.iter().map(|roll| roll.natural).collect();
    assert_eq!((thrown, value(&screen, "B1.move_lost")), (vec![5, 3], "3".into()));
}

#[test]
fn cancelling_an_amendment_changes_nothing() {
    let mut screen = sybota(DESK);
    ram_and_shoot(&mut screen);
    amend(&mut screen, 2, "Ram");
    press(&mut screen, "Remove this order");
    press(&mut screen, "Cancel the edit");
    assert_eq!((standing_orders(&screen), value(&screen, "B1.move_lost")), (3, "3".into()));
    assert_eq!(battle(&screen).log().struck.len(), 0);
}

#[test]
fn an_earlier_position_is_shown_without_losing_the_present_one() {
    for size in [DESK, PHONE] {
        let mut screen = sybota(size);
        ram_and_shoot(&mut screen);
        press(&mut screen, "Log of the battle");
        unfold(&mut screen, "1. ");
        press(&mut screen, "Look back at the table after: 1");
        assert_eq!((standing_orders(&screen), value(&screen, "B1.move_lost")), (3, "0".into()));
        assert!(!controls(&screen).keys().any(|name| name.starts_with("Ram B1")));
        press(&mut screen, "Look one order later");
        assert_eq!(value(&screen, "B1.move_lost"), "3");
        press(&mut screen, "Return to the current position");
        assert!(controls(&screen).keys().any(|name| name.starts_with("Board B1")));
        press(&mut screen, "Log of the battle");
        press(&mut screen, "Look back at the table after: 1");
        press(&mut screen, "Continue from here");
        assert_eq!((standing_orders(&screen), value(&screen, "B1.move_lost")), (1, "0".into()));
        assert_eq!(battle(&screen).log().len, 3);
        press(&mut screen, "Target: B1 Πηγασίς");
        press(&mut screen, "Ram B1");
    }
}

/// The form is two taps from the card, in every game.
#[test]
fn a_number_on_a_card_is_corrected_with_a_reason_in_the_log() {
    // A few numbers are buttons.
    for (battle_name, card, [entry, key], new) in [
        ("sybota", "A1 Παρρησία, ", ["Crew", "A1.crew"], "1 less"),
        ("five-against-five", "A1 Tanit, ", ["Crew quality", "A1.cq"], "1"),
        ("aegates", "A1 Victoria, ", ["Oar damage", "A1.oar_damage"], "1"),
        ("six-and-six", "A1 Themistokles, ", ["Hits", "A1.hits"], "1 more"),
        ("learning", "A1 Allied horse, ", ["Hits", "A1.hits"], "1 more"),
    ] {
        let mut screen = open(DESK, &Start::Ready(battle_name.into()));
        let before = value(&screen, key);
        let card = controls(&screen).into_keys().find(|name| name.starts_with(card));
        press(&mut screen, &card.unwrap());
        press(&mut screen, "A1: Players’ correction");
        press(&mut screen, &format!("Entry: {entry}"));
        press(&mut screen, &format!("New value: {new}"));
        let reason = screen.get_by_role_and_label(egui::Role::TextInput, "Reason");
        reason.focus();
        reason.type_text("counted twice");
        screen.run();
        press(&mut screen, "Give the order");
        assert_ne!(value(&screen, key), before);
        press(&mut screen, "Log of the battle");
        let headline = format!("Players’ correction A1, {}", entry.to_lowercase());
        assert!(says(&screen, &headline), "{battle_name}");
        press(&mut screen, &format!("1. {headline}"));
        assert!(says(&screen, "Reason: counted twice"), "{battle_name}");
    }
}

#[test]
fn luck_is_shown_by_side_and_ship_and_the_seed_only_after_the_battle() {
    let mut screen = sybota(PHONE);
    ram_and_shoot(&mut screen);
    press(&mut screen, "Log of the battle");
    press(&mut screen, "Luck of the dice");
    assert!(says(&screen, "d10: 1 rolled 0 times"));
    assert!(says(&screen, "5 rolls"));
    assert!(says(&screen, "A1 Παρρησία: "));
    assert!(says(&screen, "is shown once the battle is over"));
    press(&mut screen, "Back to the log");
    assert!(controls(&screen).contains_key("Luck of the dice"));
}
