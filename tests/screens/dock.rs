//! Tests of the dice dock: roll and dice in one place, at every size of window and text.

use egui::{Rect, Vec2, pos2};
use egui_kittest::kittest::{NodeT, Queryable};
use trierarch::session::{Opening, Seat, Tables};
use trierarch::ui::Start;

use crate::{
    Screen, answer_open_questions, controls, is_control, open_with, place, press, press_here, says,
};

/// The windows, in pixels, and the five text sizes.
pub(crate) const WINDOWS: [[f32; 2]; 4] =
    [[390.0, 844.0], [800.0, 1280.0], [1280.0, 800.0], [1920.0, 1080.0]];
pub(crate) const TEXTS: [f32; 5] = [0.85, 1.0, 1.25, 1.5, 2.0];

/// A ready battle in such a window, with the same dice in every run.
pub(crate) fn window(slug: &str, pixels: [f32; 2], text: f32) -> Screen {
    let tables = Tables::in_memory();
    tables.settings_store().put("settings", Some(format!("{{\"text_size\": {text}}}")));
    let both = tables.begin("dock", Opening::ready(slug, 433).unwrap(), Seat::Both).unwrap();
    let start = Start::Ready(both.slug().to_owned());
    drop(both);
    let points = pixels.map(|pixels| pixels / text);
    let mut screen = open_with(points, &start, tables);
    screen.set_size(points.into());
    crate::settle(&mut screen);
    screen
}

/// The place of the dock, to the nearest point.
fn dock(screen: &Screen) -> Rect {
    let at = screen.get_by_role_and_label(egui::Role::Region, "What comes next").rect();
    Rect::from_min_max(at.min.round(), at.max.round())
}

fn faces(screen: &Screen) -> Vec<(String, Rect)> {
    let names = controls(screen).into_keys().filter(|name| name.starts_with("It shows "));
    names.map(|name| (name.clone(), place(screen, &name))).collect()
}

/// Checks that all faces are large enough for a finger and within the dock, which is within
/// the window.
fn look(screen: &Screen, (pixels, text): ([f32; 2], f32), count: usize) -> Vec<(String, Rect)> {
    let all = Rect::from_min_size(pos2(0.0, 0.0), Vec2::from(pixels) / text).expand(1.0);
    let (dock, faces) = (dock(screen).expand(1.0), faces(screen));
    assert!(all.contains_rect(dock), "{pixels:?} at {text}: {dock}");
    assert_eq!(faces.len(), count, "{pixels:?} at {text}");
    for (name, at) in &faces {
        assert!(dock.contains_rect(*at), "{pixels:?} at {text}: {name} at {at} in {dock}");
        let size = at.size() * text;
        assert!(size.min_elem() > 43.9, "{pixels:?} at {text}: {name} is {size}");
    }
    faces
}

#[test]
fn every_face_is_in_the_dock_and_large_enough_for_a_finger_at_every_size() {
    for pixels in WINDOWS {
        for text in TEXTS {
            let mut screen = window("sybota", pixels, text);
            let before = dock(&screen);
            crate::begin(&mut screen, "A1 Parrhesia");
            assert_eq!(dock(&screen), before, "{pixels:?} at {text}: her turn");
            press(&mut screen, "Target: B1 Pegasis");
            press(&mut screen, "Ram B1");
            look(&screen, (pixels, text), 10);
            answer_open_questions(&mut screen);
            assert_eq!(dock(&screen), before, "{pixels:?} at {text}: her ram");
            press_here(&mut screen, "It shows 7");
            // Two dice for the rounds until she sinks.
            let first = look(&screen, (pixels, text), 6);
            press_here(&mut screen, "It shows 3");
            assert_eq!(look(&screen, (pixels, text), 6), first, "{pixels:?} at {text}");
            press_here(&mut screen, "Remove die 1: 3");
            assert_eq!(look(&screen, (pixels, text), 6), first, "{pixels:?} at {text}");
            for face in ["It shows 2", "It shows 3", "It shows 4"] {
                press_here(&mut screen, face);
            }
            assert_eq!(dock(&screen), before, "{pixels:?} at {text}: her result");
        }
    }
}

#[test]
fn a_sum_is_typed_on_digits_that_do_not_move() {
    for pixels in WINDOWS {
        for text in TEXTS {
            let mut screen = window("sybota", pixels, text);
            crate::begin(&mut screen, "A1 Parrhesia");
            press(&mut screen, "Target: B1 Pegasis");
            press(&mut screen, "Board B1");
            press(&mut screen, "It shows 10");
            let digits = |screen: &Screen| {
                (0..10).map(|digit| place(screen, &format!("Digit {digit}"))).collect::<Vec<_>>()
            };
            let before = digits(&screen);
            assert!(before.iter().all(|at| dock(&screen).expand(1.0).contains_rect(*at)));
            press_here(&mut screen, "Digit 8");
            assert_eq!(digits(&screen), before, "{pixels:?} at {text}");
            press_here(&mut screen, "Digit 1");
            assert!(says(&screen, "= 81"));
            press_here(&mut screen, "Enter 81");
        }
    }
}

#[test]
fn a_count_of_many_dice_is_one_tap() {
    let mut screen = window("salamis", WINDOWS[2], 1.0);
    press(&mut screen, "Choose B1 Tetramnestos of Sidon");
    press(&mut screen, "Target: A2 Ameinias of Pallene");
    press(&mut screen, "Stop! Shoot at A2");
    answer_open_questions(&mut screen);
    press_here(&mut screen, "All at once");
    press_here(&mut screen, "Hits: 0");
    assert_eq!(crate::standing_orders(&screen), 1);
}

#[test]
fn own_dice_are_set_on_the_dock_for_a_side_of_one_battle() {
    let mut screen = window("sybota", WINDOWS[2], 1.0);
    press_here(&mut screen, "Our own dice: side B");
    let own =
        |screen: &Screen| screen.state().as_ref().unwrap().table().unwrap().view().settings.clone();
    assert!(own(&screen).rolls_own(trierarch::rules::Side::B));
    assert!(!own(&screen).rolls_own(trierarch::rules::Side::A));
    press(&mut screen, "Battles");
    press(&mut screen, "Start Sybota, 433 BCE");
    assert!(!own(&screen).rolls_own(trierarch::rules::Side::B), "another battle");
}

/// The visible place of these words.
fn words(screen: &Screen, words: &str) -> Rect {
    let all = screen.query_all_by_label(words);
    let shown = |node: &egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        node.live() == egui::accesskit::Live::Off && !is_control(node.role())
    };
    all.into_iter().find(shown).unwrap().rect()
}

#[test]
fn a_result_its_target_and_the_next_step_are_visible_at_every_size() {
    for pixels in WINDOWS {
        for text in TEXTS {
            let mut screen = window("sybota", pixels, text);
            crate::begin(&mut screen, "A1 Parrhesia");
            press(&mut screen, "Target: B1 Pegasis");
            press(&mut screen, "Ram B1");
            for face in [7, 2, 3, 4] {
                press(&mut screen, &format!("It shows {face}"));
            }
            press(&mut screen, "Less");
            let all = Rect::from_min_size(pos2(0.0, 0.0), Vec2::from(pixels) / text);
            let dock = dock(&screen);
            for part in ["Sinking slowly", "Ram A1 → B1"] {
                let at = words(&screen, part);
                let above = at.right() < dock.left() + 1.0 || at.bottom() < dock.top() + 1.0;
                let seen = all.contains_rect(at) && above;
                assert!(seen, "{pixels:?} at {text}: {part} at {at}, the dock at {dock}");
            }
            let next = place(&screen, "Done with A1: test her morale");
            assert!(dock.expand(1.0).contains_rect(next), "{pixels:?} at {text}: {next}");
        }
    }
}
