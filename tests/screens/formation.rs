//! The zones of Command & Chaos: those that face each other stand at one height, with their
//! columns beside each other and every unit in sight.

use egui::Rect;

use crate::dock::{TEXTS, place, window};
use crate::{PHONE, Screen, controls, press, says};

/// Where the card of a unit is.
fn card(screen: &Screen, tag: &str) -> Rect {
    let start = format!("{tag} ");
    let mut all = controls(screen).into_keys();
    let name = all.find(|name| name.starts_with(&start) && name.contains("column"));
    place(screen, &name.unwrap())
}

#[test]
fn facing_zones_stand_at_one_height_with_their_columns_in_sight() {
    let screen = window("zama", [1280.0, 800.0], TEXTS[1]);
    // The left wing of A faces the right wing of B, and so on.
    for (own, facing) in [("A1", "B8"), ("A2", "B6"), ("A4", "B4"), ("A6", "B2"), ("A8", "B1")] {
        let [own_at, facing_at] = [card(&screen, own), card(&screen, facing)];
        assert!(
            (own_at.top() - facing_at.top()).abs() < 1.0,
            "{own} {own_at}, {facing} {facing_at}"
        );
    }
    let [first, second] = [card(&screen, "A2"), card(&screen, "A3")];
    assert!(first.right() < second.left() && (first.top() - second.top()).abs() < 1.0);
    assert!(card(&screen, "A1").top() < 210.0, "officers leave the room to the units");
    for side in ["A", "B"] {
        for number in 1..=14 {
            let at = card(&screen, &format!("{side}{number}"));
            assert!(at.bottom() < 800.0 && at.height() > 43.9, "{side}{number} is at {at}");
        }
    }
    assert!(says(&screen, "Right wing"), "each zone has its name");
}

#[test]
fn officers_are_named_in_full_in_the_title_of_their_zone() {
    let screen = window("zama", [1280.0, 800.0], TEXTS[1]);
    for title in [
        "Left wing · Gaius Laelius",
        "Left · A tribune of the left",
        "Centre · commander Publius Cornelius Scipio",
        "Right wing · A Carthaginian noble",
    ] {
        assert!(says(&screen, title), "{title}");
    }
}

#[test]
fn phone_shows_one_zone_at_a_time_with_the_enemy_that_faces_it() {
    let mut screen = window("zama", PHONE, TEXTS[1]);
    press(&mut screen, "Ships of Scipio at Zama");
    let is_there = |screen: &Screen, tag: &str| {
        let start = format!("{tag} ");
        controls(screen).keys().any(|name| name.starts_with(&start) && name.contains("column"))
    };
    assert!(is_there(&screen, "A4") && is_there(&screen, "B4") && !is_there(&screen, "A1"));
    for (zone, own, facing) in [
        ("Zone: left wing", "A1", "B8"),
        ("Zone: left,", "A2", "B6"),
        ("Zone: right,", "A6", "B2"),
        ("Zone: right wing", "A8", "B1"),
    ] {
        let tab = controls(&screen).into_keys().find(|name| name.starts_with(zone));
        press(&mut screen, &tab.unwrap());
        assert!(is_there(&screen, own) && is_there(&screen, facing), "{zone}");
        assert!(!is_there(&screen, "A4"), "{zone}");
        assert!(card(&screen, facing).bottom() < card(&screen, own).top(), "{zone}");
    }
}
