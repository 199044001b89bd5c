//! Tests of a phone in landscape format, and of a large screen in a room.

use egui::{Rect, pos2};
use egui_kittest::kittest::{NodeT, Queryable};
use trierarch::fleet::library;
use trierarch::ui::Start;
use trierarch::ui::command::{Command, TableCommand};

use crate::{
    LANDSCAPE, Screen, battle, is_control, open, place, press, press_here, settle, sybota,
};

/// Checks that a control is entirely on the screen, and large enough for a thumb.
fn assert_in_reach(screen: &Screen, name: &str) {
    let (at, [width, height]) = (place(screen, name), LANDSCAPE);
    let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(width, height));
    assert!(all.contains_rect(at), "`{name}` at {at}");
    assert!(at.height() >= 44.0 && at.width() >= 44.0, "`{name}` at {at}");
}

#[test]
fn the_next_button_is_always_in_sight_on_a_phone_in_landscape() {
    let mut screen = sybota(LANDSCAPE);
    assert_in_reach(&screen, "Choose A1 Παρρησία");
    crate::begin(&mut screen, "A1 Παρρησία");
    assert_in_reach(&screen, "Sail: roll for the wind");
    press_here(&mut screen, "Sail: roll for the wind");
    assert_in_reach(&screen, "Roll");
    for face in ["It shows 1", "It shows 6", "Our own dice: side A"] {
        assert_in_reach(&screen, face);
    }
    press_here(&mut screen, "It shows 4");
    // The result is next to the button that continues, not over it.
    assert_in_reach(&screen, "Done with A1: row all she has, test her morale");
    press(&mut screen, "Target: B1 Πηγασίς");
    press(&mut screen, "Ram B1");
    assert_in_reach(&screen, "Spaces straight ahead: 4");
    press_here(&mut screen, "Spaces straight ahead: 4");
    press(&mut screen, "Bow to bow: no");
    assert_in_reach(&screen, "It shows 10");
}

#[test]
fn every_system_has_its_next_step_in_sight_on_a_phone_in_landscape() {
    for ready in library::battles().iter().filter(|ready| ready.first) {
        let mut screen = open(LANDSCAPE, &Start::Ready(ready.slug.clone()));
        if let Some(side) = battle(&screen).view().hand_over_to {
            let ctx = screen.ctx.clone();
            let device = Command::Table(TableCommand::HandOver(side));
            screen.state_mut().as_mut().unwrap().apply(device, &ctx);
            settle(&mut screen);
        }
        let next = battle(&screen).client().next_step();
        let names = crate::controls(&screen).into_keys();
        let begins = |name: &String| match (next.unit, &next.order) {
            (Some(unit), _) => name.starts_with(&format!("Done with {unit}: ")),
            (None, Some(order)) => {
                let view = battle(&screen).view();
                let mut steps = view.guide.next.iter();
                steps.any(|step| {
                    order["kind"] == step.kind && step.label.to_string().as_str() == name
                })
            }
            (None, None) => name.starts_with("Choose "),
        };
        let next = names.into_iter().find(begins);
        assert_in_reach(&screen, &next.unwrap_or_default());
    }
}

#[test]
fn a_large_screen_shows_eight_units_of_a_side_in_rows_that_fill_it() {
    let screen = open([1920.0, 1080.0], &Start::Ready("mylae".into()));
    let card = |tag: &str| {
        let cards = screen.query_all_by_label_contains(tag);
        let mut cards = cards.filter(|node| is_control(node.accesskit_node().role()));
        cards.next().unwrap().rect()
    };
    let [first, last] = ["A1 ", "A8 "].map(card);
    assert!(first.height() > 50.0 && first.width() > 300.0, "{first}");
    let window = Rect::from_min_max(pos2(0.0, 0.0), pos2(1920.0, 1080.0));
    assert!(window.contains_rect(last) && last.bottom() - first.top() > 0.45 * 1080.0, "{last}");
}
