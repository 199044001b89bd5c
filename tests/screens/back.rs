//! Tests of *Back*, the key of a phone or a browser, and Esc.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use crate::{DESK, PHONE, Screen, battle, controls, press, press_here, settle, sybota};

/// The number of times that *Back* closes something before it leaves the page.
fn layers(screen: &Screen) -> usize {
    screen.state().as_ref().unwrap().layers()
}

fn key(screen: &mut Screen, key: Key) {
    screen.key_press_modifiers(Modifiers::NONE, key);
    settle(screen);
}

#[test]
fn back_closes_the_pad_then_the_form_then_the_ship_and_asks_before_it_leaves_the_battle() {
    for size in [DESK, PHONE] {
        let mut screen = sybota(size);
        assert_eq!(layers(&screen), 1, "it would ask");
        crate::begin(&mut screen, "A1 Παρρησία");
        press(&mut screen, "Target: B1 Πηγασίς");
        press(&mut screen, "Ram B1");
        press(&mut screen, "It shows 7");
        let mut before = layers(&screen);
        assert!(before >= 3, "the pad, the form, and what it asks: {before}");
        let mut closed: Vec<&str> = Vec::new();
        while before > 1 {
            let open = |name: &&&str| controls(&screen).contains_key(**name);
            let shown: Vec<&str> = ["It shows 4", "Roll"].iter().filter(open).copied().collect();
            key(&mut screen, Key::BrowserBack);
            before -= 1;
            assert_eq!(layers(&screen), before, "one press, one thing");
            closed.extend(shown.into_iter().filter(|name| !controls(&screen).contains_key(*name)));
        }
        assert_eq!(closed, ["It shows 4", "Roll"], "the pad first, then the form");
        for gone in ["It shows 4", "Roll", "Stay here"] {
            assert!(!controls(&screen).contains_key(gone), "{gone}");
        }
        key(&mut screen, Key::BrowserBack);
        assert_eq!(layers(&screen), 0);
        press_here(&mut screen, "Stay here");
        assert_eq!(layers(&screen), 1);
        key(&mut screen, Key::BrowserBack);
        key(&mut screen, Key::BrowserBack);
        assert!(controls(&screen).contains_key("Back to the battle"), "the page was left");
        assert!(battle(&screen).log().cursor == 1, "and no order was undone");
    }
}

#[test]
fn esc_closes_the_same_as_back_and_never_leaves_the_battle() {
    let mut screen = sybota(PHONE);
    press(&mut screen, "Menu of the battle");
    press(&mut screen, "Save the battle or its report");
    assert_eq!(layers(&screen), 3);
    for left in [2, 1, 1] {
        key(&mut screen, Key::Escape);
        assert_eq!(layers(&screen), left);
    }
    assert!(screen.query_by_label("Stay here").is_none());
}
