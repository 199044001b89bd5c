//! Tests of large fleets, up to forty units on each side, and of fleets to start from in
//! the builder.

use std::fmt::Write as _;

use egui_kittest::kittest::NodeT;
use trierarch::fleet::read_toml;
use trierarch::games::Options;
use trierarch::journal::Opening;
use trierarch::session::{Seat, Tables};
use trierarch::ui::Start;

use crate::{
    DESK, PHONE, Screen, assert_no_controls_overlap, controls, end_turn, is_control, open,
    open_with, press, press_here, says, write,
};

/// Forty triremes on each side.
fn forty(size: [f32; 2]) -> Screen {
    let fleet = |name: &str| {
        let mut text = format!("system = \"greek-fire\"\nname = \"{name}\"\npeople = \"Greek\"\n");
        for ship in 1..=40 {
            let _ = write!(
                text,
                "[[ship]]\nname = \"{name} {ship}\"\ntype = \"trireme\"\n\
                 advantages = [\"archers\", \"archers\"]\n"
            );
        }
        read_toml(&text).map_err(|faults| format!("{faults:#?}")).unwrap().fleet
    };
    let opening = Opening::new([fleet("Athens"), fleet("Corinth")], Options::new(), 433);
    let tables = Tables::in_memory();
    let slug = tables.begin("forty", opening, Seat::Both).unwrap().slug().to_owned();
    open_with(size, &Start::Ready(slug), tables)
}

/// The place of a unit's card or row, by its tag or more of its name.
fn row(screen: &Screen, ship: &str) -> egui::Rect {
    let is_hers = |label: String| {
        let called = label.split(", ").next().unwrap_or_default();
        called == ship || called.starts_with(&format!("{ship} ")) && !called.contains(':')
    };
    let all = screen.root().children_recursive();
    let mut rows = all.filter(|node| {
        let node = node.accesskit_node();
        is_control(node.role()) && node.label().is_some_and(is_hers)
    });
    rows.next().unwrap().rect()
}

#[test]
fn forty_ships_a_side_fit_side_by_side_and_the_acting_one_is_visible() {
    for size in [DESK, PHONE] {
        let mut screen = forty(size);
        assert_no_controls_overlap(&screen);
        crate::begin(&mut screen, "A37 Athens 37");
        assert_no_controls_overlap(&screen);
        assert!(says(&screen, "A37 Athens 37"), "the header names her");
        if size == PHONE {
            press_here(&mut screen, "Ships of Athens");
        }
        screen.run();
        let seen = row(&screen, "A37 Athens 37");
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
        assert!(window.contains_rect(seen), "{size:?}: {seen}");
        assert_no_controls_overlap(&screen);
        if size == PHONE {
            press_here(&mut screen, "Open order");
        }
        press(&mut screen, "Target: B1 Corinth 1");
        press(&mut screen, "Shoot B1: archers 1");
        assert_no_controls_overlap(&screen);
        press(&mut screen, "Roll");
        assert_no_controls_overlap(&screen);
        end_turn(&mut screen);
        assert_eq!(crate::battle(&screen).view().guide.side, Some(trierarch::rules::Side::B));
        assert_no_controls_overlap(&screen);
    }
}

#[test]
fn a_hidden_row_has_the_height_of_a_visible_one() {
    let screen = forty(DESK);
    let height = |ship: usize| row(&screen, &format!("A{ship} Athens {ship}")).height();
    let heights: Vec<f32> = (1..=40).map(height).collect();
    assert!(heights.iter().all(|height| (height - heights[0]).abs() < 0.5), "{heights:?}");
}

/// Thirteen ships against twenty, where the rows of one side have more marks than the
/// other's, and twenty-one galleys against twenty.
#[test]
fn the_small_rows_of_both_sides_are_of_one_size_and_all_in_sight() {
    let battles = [("salamis", [13, 20]), ("drepanum", [20, 21])];
    for (size, (slug, count)) in
        [DESK, [800.0, 1280.0]].into_iter().flat_map(|size| battles.map(|battle| (size, battle)))
    {
        let mut screen = open(size, &Start::Ready(slug.into()));
        if let Some(side) = crate::battle(&screen).view().hand_over_to {
            let name = crate::battle(&screen).view().sides[side.index()].name.clone();
            press(&mut screen, &format!("I play {name}"));
        }
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
        let first = row(&screen, "A1").size();
        for (side, ships) in ["A", "B"].into_iter().zip(count) {
            for ship in 1..=ships {
                let card = row(&screen, &format!("{side}{ship}"));
                assert!(
                    (card.size() - first).length() < 0.1,
                    "{slug} {size:?} {side}{ship}: {card} is not {first}"
                );
                assert!(window.contains_rect(card), "{slug} {size:?} {side}{ship}: {card}");
            }
        }
    }
}

#[test]
fn a_ready_fleet_is_found_by_its_name_or_its_people_among_the_cards_of_its_system() {
    let mut screen = open(DESK, &Start::Home);
    press(&mut screen, "Fleets");
    let found = |screen: &Screen| {
        controls(screen).keys().filter(|name| name.starts_with("Edit a copy of ")).count()
    };
    let all = found(&screen);
    write(&mut screen, "Search the ready fleets", "phormio");
    assert_eq!(found(&screen), 1);
    assert!(controls(&screen).contains_key("Edit a copy of The squadron of Phormion"));
    assert!(says(&screen, "× Trireme"), "with what it is made of");
    write(&mut screen, "Search the ready fleets", "corinthian");
    assert!((1..all).contains(&found(&screen)), "by people");
}
