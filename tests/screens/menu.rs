//! Tests of the menu of a battle, and of the note on the positions of the models.

use egui_kittest::kittest::Queryable;
use trierarch::session::Tables;
use trierarch::ui::Start;

use crate::{
    DESK, LANDSCAPE, PHONE, Screen, assert_controls_have_unique_names, assert_no_controls_overlap,
    battle, controls, open_with, press, says, sybota, write,
};

/// The windows in which the menu is tested.
const SIZES: [[f32; 2]; 4] = [DESK, [1920.0, 1080.0], LANDSCAPE, PHONE];

fn menu(size: [f32; 2], tables: &Tables) -> Screen {
    let mut screen = open_with(size, &Start::Ready("sybota".into()), tables.clone());
    press(&mut screen, "Menu of the battle");
    screen
}

#[test]
fn menu_has_its_actions_at_every_size() {
    for size in SIZES {
        let screen = menu(size, &Tables::in_memory());
        let names = controls(&screen);
        for name in [
            "Stop for tonight…",
            "Concede: The Athenian squadron at Sybota",
            "Agree a result…",
            "Save the battle or its report",
            "Print this battle",
            "Open the charts",
            "Open the settings",
        ] {
            assert!(names.contains_key(name), "{size:?}: {name} is not in {names:#?}");
        }
        assert_controls_have_unique_names(&screen);
        assert_no_controls_overlap(&screen);
    }
}

#[test]
fn concession_from_the_menu_is_asked_about_and_ends_the_battle() {
    let mut screen = menu(PHONE, &Tables::in_memory());
    press(&mut screen, "Concede: The Athenian squadron at Sybota");
    assert!(says(&screen, "Side A concedes, and side B wins."));
    press(&mut screen, "Continue anyway");
    assert!(battle(&screen).view().over);
    press(&mut screen, "Menu of the battle");
    let names = controls(&screen);
    assert!(!names.keys().any(|name| name.starts_with("Concede") || name.starts_with("Agree")));
}

#[test]
fn result_is_agreed_from_the_menu() {
    let mut screen = menu(DESK, &Tables::in_memory());
    press(&mut screen, "Agree a result…");
    assert!(says(&screen, "An agreed result ends the battle."));
    press(&mut screen, "Continue anyway");
    assert!(controls(&screen).keys().any(|name| name.contains("draw")), "a draw can be chosen");
}

#[test]
fn own_dice_are_switched_in_the_menu() {
    let mut screen = menu(DESK, &Tables::in_memory());
    let before = battle(&screen).view().settings.clone();
    press(&mut screen, "The Athenian squadron at Sybota: own dice");
    assert_ne!(battle(&screen).view().settings, before);
}

#[test]
fn note_on_the_models_is_shown_until_it_is_deleted() {
    for size in [DESK, PHONE] {
        let tables = Tables::in_memory();
        let mut screen = menu(size, &tables);
        press(&mut screen, "Stop for tonight…");
        write(&mut screen, "Where the models stand", "A1 by the west edge");
        press(&mut screen, "Stop");
        assert!(!says(&screen, "A1 by the west edge"), "the table was closed");
        press(&mut screen, "Continue Sybota, 433 BCE");
        assert!(says(&screen, "A1 by the west edge"), "the same window shows it");
        drop(screen);

        let mut screen = open_with(size, &Start::Home, tables.clone());
        press(&mut screen, "Continue Sybota, 433 BCE");
        assert!(says(&screen, "A1 by the west edge"), "a later window shows it");
        press(&mut screen, "Delete the note");
        assert!(!says(&screen, "A1 by the west edge"));
        drop(screen);

        let mut screen = open_with(size, &Start::Home, tables);
        press(&mut screen, "Continue Sybota, 433 BCE");
        assert!(!says(&screen, "A1 by the west edge"), "it stays deleted");
    }
}

#[test]
fn menu_is_reached_by_a_finger_beside_the_log() {
    for size in SIZES {
        let screen = sybota(size);
        let at = screen.get_by_label("Menu of the battle").rect();
        assert!(at.width() > 43.9 && at.height() > 43.9, "{size:?}: {at}");
    }
}
