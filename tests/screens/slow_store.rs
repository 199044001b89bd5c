//! Tests of a store that answers late, and of one that fails: nothing is shown before it is
//! durable.

use egui_kittest::kittest::Queryable;
use trierarch::message::message;
use trierarch::session::Tables;
use trierarch::storage::SystemClock;

use testing::delayed_store::{DelayedStore, RowFate};
use trierarch::ui::Start;

use crate::{DESK, Screen, aim_a_ram, controls, open_with, press, says, settle, standing_orders};

fn sybota(delayed: &DelayedStore) -> Screen {
    let tables = Tables::inline(delayed.library(SystemClock));
    open_with(DESK, &Start::Ready("sybota".into()), tables)
}

#[test]
fn a_change_is_shown_when_stored_with_a_sign_until_then() {
    let delayed = DelayedStore::default();
    let mut screen = sybota(&delayed);
    delayed.slow(true);
    crate::begin(&mut screen, "A1 Παρρησία");
    assert!(says(&screen, "Saving…"));
    assert_eq!(standing_orders(&screen), 0);
    assert!(!controls(&screen).contains_key("Ram"));
    while delayed.release() {}
    screen.run();
    assert!(!says(&screen, "Saving…"));
    assert_eq!(standing_orders(&screen), 1);
    press(&mut screen, "Target: B1 Πηγασίς");
    press(&mut screen, "Ram B1");
    // The form can be filled in as usual; only the change waits.
    press(&mut screen, "Target: B1 Πηγασίς");
    press(&mut screen, "Roll");
    assert!(says(&screen, "Saving…"));
    press(&mut screen, "Bow to bow: yes");
    press(&mut screen, "Roll");
    while delayed.release() {}
    screen.run();
    assert_eq!(standing_orders(&screen), 2, "one order is given once");
}

#[test]
fn a_change_that_is_not_stored_leaves_the_form_unchanged() {
    let delayed = DelayedStore::default();
    let mut screen = sybota(&delayed);
    aim_a_ram(&mut screen);
    delayed.next(RowFate::Fail(message!("the disk is full")));
    press(&mut screen, "Roll");
    assert!(controls(&screen).contains_key("Close the notice"));
    assert_eq!(standing_orders(&screen), 1);
    press(&mut screen, "Roll");
    assert_eq!(standing_orders(&screen), 2);
    assert!(!controls(&screen).contains_key("Close the notice"), "the next change closes it");
}

#[test]
fn a_late_answer_is_drawn_whole_in_its_first_frame() {
    let delayed = DelayedStore::default();
    let mut screen = sybota(&delayed);
    press(&mut screen, "Roll for first side");
    delayed.slow(true);
    press(&mut screen, "Roll");
    while delayed.release() {}
    screen.step();
    let undo = screen.get_by_label("More").rect();
    let whole = screen.ctx.viewport(|viewport| {
        let layers = viewport.prev_pass.widgets.layers();
        let mut all = layers.flat_map(|(_, widgets)| widgets.iter());
        let is_there = |rect: egui::Rect| {
            (rect.min - undo.min).length() < 1.0 && (rect.max - undo.max).length() < 1.0
        };
        all.any(|widget| is_there(widget.rect) && is_there(widget.interact_rect))
    });
    assert!(whole, "{undo}");
}

#[test]
fn printing_waits_for_the_stored_export_of_a_battle() {
    let delayed = DelayedStore::default();
    let tables = Tables::inline(delayed.library(SystemClock));
    let mut screen = open_with(DESK, &Start::Ready("learning".into()), tables);
    delayed.slow(true);
    press(&mut screen, "Print");
    assert!(says(&screen, "Getting the battle ready…"));
    assert!(!says(&screen, "It is still being written. Try again."));
    while delayed.release() {}
    settle(&mut screen);
    assert!(says(&screen, "This battle has secrets. Choose who is to read it."));
}

#[test]
fn printing_does_not_retry_a_failing_store_without_end() {
    let delayed = DelayedStore::default();
    let tables = Tables::inline(delayed.library(SystemClock));
    let mut screen = open_with(DESK, &Start::Ready("learning".into()), tables);
    for _ in 0..20 {
        delayed.next(RowFate::Fail(message!("the disk is full")));
    }
    press(&mut screen, "Print");
    for _ in 0..20 {
        screen.step();
    }
    assert!(says(&screen, "It is still being written. Try again."));
}
