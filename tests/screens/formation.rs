//! Tests of the zones of Command & Chaos on the screen: opposite zones are one above the
//! other, or at the same height on a narrower screen, with their columns side by side and
//! every unit visible.

use egui::epaint::Shape;
use egui::{Rect, Vec2, pos2};

use crate::dock::{TEXTS, window};
use crate::{PHONE, Screen, controls, place, press, press_here, says, standing_orders};

/// The place of a unit's card.
fn card(screen: &Screen, tag: &str) -> Rect {
    let start = format!("{tag} ");
    let mut all = controls(screen).into_keys();
    let name = all.find(|name| name.starts_with(&start) && name.contains("column"));
    place(screen, &name.unwrap())
}

#[test]
fn facing_zones_are_one_above_the_other_with_every_name_in_full() {
    for pixels in [[1280.0, 800.0], [1920.0, 1080.0], [2560.0, 1440.0]] {
        let screen = window("zama", pixels, TEXTS[1]);
        let zone = (card(&screen, "A8").center().x - card(&screen, "A1").center().x) / 4.0;
        for (own, facing) in FACING {
            let [own_at, facing_at] = [card(&screen, own), card(&screen, facing)];
            let aside = (own_at.center().x - facing_at.center().x).abs();
            assert!(aside < 0.6 * zone, "{pixels:?}: {own} {own_at} faces {facing} {facing_at}");
            assert!(facing_at.bottom() < own_at.top(), "{own} is nearer than {facing}");
        }
        for pair in FACING.windows(2) {
            let [left, right] = [card(&screen, pair[0].0), card(&screen, pair[1].0)];
            assert!(left.center().x < right.center().x, "{pixels:?}: {pair:?}");
        }
        let [first, second] = [card(&screen, "A2"), card(&screen, "A3")];
        assert!(first.right() < second.left() && (first.top() - second.top()).abs() < 1.0);
        let all = Rect::from_min_size(pos2(0.0, 0.0), Vec2::from(pixels));
        for side in ["A", "B"] {
            for number in 1..=14 {
                let at = card(&screen, &format!("{side}{number}"));
                assert!(all.contains_rect(at) && at.height() > 43.9, "{side}{number} is at {at}");
            }
        }
        let texts = screen.output().shapes.iter().filter_map(|clipped| match &clipped.shape {
            Shape::Text(text) => Some(&text.galley),
            _ => None,
        });
        let cut: Vec<_> = texts.filter(|text| text.elided).map(|text| text.text()).collect();
        assert!(cut.is_empty(), "{pixels:?}: {cut:?} are cut, in {}", card(&screen, "B10"));
    }
}

/// Units of the zones from the left wing of A to its right wing, and the units opposite.
const FACING: [(&str, &str); 5] =
    [("A1", "B8"), ("A2", "B6"), ("A4", "B4"), ("A6", "B2"), ("A8", "B1")];

#[test]
fn facing_zones_are_at_one_height_on_a_narrower_screen() {
    let screen = window("zama", [1100.0, 800.0], TEXTS[1]);
    for (own, facing) in FACING {
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

#[test]
fn cards_that_are_drawn_show_no_dice() {
    let mut screen = window("zama", [1280.0, 800.0], TEXTS[1]);
    let ways = ["Roll for initiative", "I play ", ": draw up to a hand of 5"];
    let is_a_way = |name: &String| {
        ["Roll", "Draw"].contains(&name.as_str()) || ways.iter().any(|way| name.contains(way))
    };
    while let Some(next) = controls(&screen).into_keys().find(is_a_way) {
        press_here(&mut screen, &next);
        assert!(!says(&screen, "card 1 of 5"), "a card is no die");
    }
    assert!(says(&screen, "In hand"), "the cards are shown");
    assert_eq!(standing_orders(&screen), 2);
}
