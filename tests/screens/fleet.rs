//! Large fleets: forty units on each side, on a desktop and on a phone.

use std::fmt::Write as _;

use egui_kittest::kittest::NodeT;
use trierarch::fleet::read_toml;
use trierarch::journal::Opening;
use trierarch::referee::{Seat, Tables};
use trierarch::systems::Options;
use trierarch::ui::Start;

use crate::{
    DESK, PHONE, Screen, controls, end_turn, is_control, no_two_controls_overlap, open_with, press,
    press_here, says,
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

/// The place of a unit's row.
fn row(screen: &Screen, ship: &str) -> egui::Rect {
    let begins = format!("{ship}, ");
    let all = screen.root().children_recursive();
    let mut rows = all.filter(|node| {
        let node = node.accesskit_node();
        is_control(node.role()) && node.label().is_some_and(|label| label.starts_with(&begins))
    });
    rows.next().unwrap().rect()
}

#[test]
fn forty_ships_a_side_stand_beside_each_other_and_the_acting_one_is_in_sight() {
    for size in [DESK, PHONE] {
        let mut screen = forty(size);
        no_two_controls_overlap(&screen);
        press(&mut screen, "A37 Athens 37: begin her turn");
        no_two_controls_overlap(&screen);
        assert!(says(&screen, "A37 Athens 37"), "the header names her");
        if size == PHONE {
            press_here(&mut screen, "Ships of Athens");
        }
        screen.run();
        let seen = row(&screen, "A37 Athens 37");
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
        assert!(window.contains_rect(seen), "{size:?}: {seen}");
        no_two_controls_overlap(&screen);
        if size == PHONE {
            press_here(&mut screen, "Order in hand");
        }
        press(&mut screen, "Shoot: 3 weapons ready");
        press(&mut screen, "Target: B1 Corinth 1");
        no_two_controls_overlap(&screen);
        press(&mut screen, "Roll");
        no_two_controls_overlap(&screen);
        end_turn(&mut screen, "A37 Athens 37");
        assert!(controls(&screen).contains_key("B1 Corinth 1: begin her turn"));
        no_two_controls_overlap(&screen);
    }
}

#[test]
fn a_row_out_of_sight_takes_as_much_room_as_one_in_sight() {
    let screen = forty(DESK);
    let height = |ship: usize| row(&screen, &format!("A{ship} Athens {ship}")).height();
    let heights: Vec<f32> = (1..=40).map(height).collect();
    assert!(heights.iter().all(|height| (height - heights[0]).abs() < 0.5), "{heights:?}");
}
