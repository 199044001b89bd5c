//! Tests of the print screen: pages are laid out in the background, and the form is stored.

use egui_kittest::kittest::{NodeT, Queryable};
use trierarch::session::Tables;
use trierarch::ui::Start;

use crate::{DESK, Screen, controls, open, open_with, press, says};

/// The button that saves, which shows the number of pages.
fn saves(screen: &Screen) -> Option<String> {
    controls(screen).into_keys().find(|name| name.starts_with("Save PDF, "))
}

/// Presses a control, and draws two frames without waiting for its effects.
fn tap(screen: &mut Screen, name: &str) {
    screen.get_all_by_label(name).next().unwrap().click_accesskit();
    screen.step();
    screen.step();
}

#[test]
fn making_the_pages_can_be_stopped_and_continued() {
    let mut screen = open(DESK, &Start::Home);
    press(&mut screen, "Print");
    press(&mut screen, "Print The squadron of Phormion");
    let before = saves(&screen).unwrap();
    // Every order of every ship, which takes several frames.
    tap(&mut screen, "Print odds");
    assert_eq!(saves(&screen), None);
    tap(&mut screen, "Stop laying out pages");
    assert!(!screen.state().as_ref().unwrap().is_working());
    press(&mut screen, "Lay out the pages");
    let after = saves(&screen).unwrap();
    assert_ne!(before, after);
    // Finished parts are not made again.
    press(&mut screen, "Print odds");
    assert_eq!(saves(&screen), Some(before));
}

#[test]
fn ticked_parts_are_ticked_at_the_next_start() {
    let tables = Tables::in_memory();
    let mut screen = open_with(DESK, &Start::Home, tables.clone());
    press(&mut screen, "Print");
    for name in ["Print The squadron of Phormion", "Print record sheets", "Print charts"] {
        press(&mut screen, name);
    }
    for name in ["Paper: Letter", "Save ink"] {
        press(&mut screen, name);
    }
    let pages = saves(&screen).unwrap();
    let mut again = open_with(DESK, &Start::Home, tables);
    press(&mut again, "Print");
    assert_eq!(saves(&again), Some(pages));
    for name in ["Print record sheets", "Print charts", "Paper: Letter", "Save ink"] {
        let node = again.get_all_by_label(name).next().unwrap();
        let ticked = node.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True);
        assert_eq!(ticked, name != "Print record sheets", "{name}");
    }
}

#[test]
fn two_armies_with_secrets_are_printed_for_a_reader_who_is_chosen() {
    let mut screen = open(DESK, &Start::Home);
    press(&mut screen, "Print");
    press(&mut screen, "Fleets of Command & Chaos");
    press(&mut screen, "Print Scipio at Zama");
    assert!(says(&screen, "Preview of page 1"));
    press(&mut screen, "Print Hannibal at Zama");
    assert!(says(&screen, "These armies have secrets. Choose who is to read them."));
    assert!(!says(&screen, "Preview of page"));
    press(&mut screen, "Printed for side A");
    assert!(says(&screen, "Preview of page 1"));
}

#[test]
fn pages_for_one_reader_are_gone_before_those_for_another_are_made() {
    let mut screen = open(DESK, &Start::Ready("learning".into()));
    press(&mut screen, "Print");
    press(&mut screen, "Print odds");
    press(&mut screen, "Printed for an umpire: all secrets");
    assert!(says(&screen, "Preview of page 1"));
    tap(&mut screen, "Printed for side A");
    assert!(!says(&screen, "Preview of page"));
    tap(&mut screen, "Stop laying out pages");
    assert!(!says(&screen, "Preview of page"));
    press(&mut screen, "Lay out the pages");
    assert!(says(&screen, "Preview of page 1"));
}
