//! Tests of the fleet builder and the print screen.

use std::path::PathBuf;

use egui_kittest::kittest::Queryable;
use trierarch::fleet::build::form;
use trierarch::games::SystemTag;
use trierarch::message::Message;
use trierarch::session::{Tables, UnsavedReason};
use trierarch::ui::Start;

use crate::{
    DESK, PHONE, Screen, controls, drop_on, leave_table, open, open_with, phormio, press,
    press_here, says, write,
};

/// The fleet builder, without a fleet.
fn empty_builder(size: [f32; 2]) -> Screen {
    let mut screen = open(size, &Start::Home);
    press(&mut screen, "Fleets");
    screen
}

/// A two-ship fleet of Greek Fire, built from scratch: a penteconter and a trireme.
fn two_ships(screen: &mut Screen) {
    press(screen, "Start an empty fleet");
    press(screen, "Add: Ship");
    write(screen, "Ship 1: Name", "Πάραλος");
    press(screen, "Ship 1 Type: Penteconter");
    if controls(screen).contains_key("Back to the whole fleet") {
        press(screen, "Back to the whole fleet");
    }
    press(screen, "Add: Ship");
}

#[test]
fn a_fault_is_shown_beside_its_entry_until_it_is_fixed() {
    for size in [DESK, PHONE] {
        let mut screen = empty_builder(size);
        two_ships(&mut screen);
        // A penteconter has a deck of five, so a trireme's six advantages do not fit.
        for slot in 1..=6 {
            press(&mut screen, &format!("Ship 2 Advantages: {slot}"));
            press(&mut screen, &format!("Ship 2 Advantages: {slot}: Archers"));
        }
        assert!(!says(&screen, "Error:"));
        press(&mut screen, "Ship 2 Type: Penteconter");
        assert!(says(&screen, "Error:"));
        press(&mut screen, "Ship 2 Type: Trireme");
        assert!(!says(&screen, "Error:"));
        if size == PHONE {
            press(&mut screen, "Back to the whole fleet");
        }
        assert!(says(&screen, "The rules accept this fleet."));
        assert!(controls(&screen).contains_key("Open Ship 1: Πάραλος"));
    }
}

#[test]
fn ships_are_copied_moved_and_removed_and_every_change_is_undone() {
    let mut screen = empty_builder(DESK);
    two_ships(&mut screen);
    press(&mut screen, "Open Ship 1: Πάραλος");
    press(&mut screen, "Ship 1: Copy");
    assert!(controls(&screen).contains_key("Open Ship 2: Πάραλος 2"));
    press(&mut screen, "Ship 2: Down");
    assert!(controls(&screen).contains_key("Open Ship 3: Πάραλος 2"));
    press(&mut screen, "Ship 3: Remove");
    assert!(!controls(&screen).contains_key("Open Ship 3: Πάραλος 2"));
    press(&mut screen, "Undo the last change");
    assert!(controls(&screen).contains_key("Open Ship 3: Πάραλος 2"));
    press(&mut screen, "Redo the next change");
    assert!(!controls(&screen).contains_key("Open Ship 3: Πάραλος 2"));
    assert!(!controls(&screen).contains_key("Redo the next change"));
}

#[test]
fn the_previous_fleet_is_stored_unchanged_until_it_is_deleted() {
    for size in [DESK, PHONE] {
        let mut screen = empty_builder(size);
        two_ships(&mut screen);
        if size == PHONE {
            press(&mut screen, "Back to the whole fleet");
        }
        press(&mut screen, "All fleets");
        press(&mut screen, "Edit a copy of The squadron of Phormion");
        assert!(!controls(&screen).contains_key("Open Ship 1: Πάραλος"));
        press(&mut screen, "All fleets");
        // The other fleet was not changed, so it was not stored.
        assert!(!controls(&screen).contains_key("Open The squadron of Phormion"));
        press(&mut screen, "Open New Greek Fire fleet");
        assert!(controls(&screen).contains_key("Open Ship 1: Πάραλος"));
        press(&mut screen, "All fleets");
        press(&mut screen, "Delete New Greek Fire fleet");
        assert!(says(&screen, "Delete the fleet “New Greek Fire fleet”?"));
        press(&mut screen, "Keep the fleet");
        press(&mut screen, "Delete New Greek Fire fleet");
        press(&mut screen, "Delete the fleet");
        assert!(!controls(&screen).contains_key("Open New Greek Fire fleet"));
    }
}

#[test]
fn a_built_fleet_is_restored_in_the_next_window_without_a_file() {
    let tables = Tables::in_memory();
    let mut screen = open_with(DESK, &Start::Home, tables.clone());
    press(&mut screen, "Fleets");
    two_ships(&mut screen);
    write(&mut screen, "Fleet: Name of the fleet", "Paralia");
    // The window closes without warning, and another one opens.
    drop(screen);
    let mut screen = open_with(DESK, &Start::Home, tables);
    press(&mut screen, "Fleets");
    press(&mut screen, "Open Paralia");
    assert!(controls(&screen).contains_key("Open Ship 1: Πάραλος"));
    press(&mut screen, "Battles");
    press(&mut screen, "Side A: Paralia, yours");
    press(&mut screen, "Side B: The squadron of Phormion");
    press(&mut screen, "Start this battle");
    let view = screen.state().as_ref().unwrap().table().unwrap().view();
    assert_eq!(view.sides[0].name, "Paralia");
}

#[test]
fn fleets_of_every_system_are_built_from_forms() {
    for tag in SystemTag::ALL {
        let (system, list) = (tag.name(), form(*tag).lists[0].one.to_string());
        let mut screen = empty_builder(DESK);
        let all = controls(&screen);
        let tab = format!("Fleets of {system}");
        let tab = all.keys().find(|name| name.starts_with(&tab)).unwrap_or_else(|| panic!("{tab}"));
        press(&mut screen, tab);
        let (random, whole) = match list.as_str() {
            "Unit" => ("Make a random standard army", "army"),
            _ => ("Make a random fleet", "fleet"),
        };
        press(&mut screen, random);
        let accepted = format!("The rules accept this {whole}.");
        assert!(says(&screen, &accepted), "{system}");
        press(&mut screen, &format!("Add: {list}"));
        press(&mut screen, "Undo the last change");
        assert!(says(&screen, &accepted), "{system}");
    }
}

#[test]
fn a_fleet_fights_against_the_opponent_that_is_tapped_on_either_side() {
    for (size, side) in [(DESK, 0), (PHONE, 1)] {
        let mut screen = empty_builder(size);
        two_ships(&mut screen);
        press(&mut screen, "Fight with this fleet");
        if side == 1 {
            press(&mut screen, "You are side B");
        }
        press(&mut screen, "Optional rule: free-for-all");
        press(&mut screen, "Fight The squadron of Phormion");
        let view = screen.state().as_ref().unwrap().table().unwrap().view();
        assert_eq!(view.sides[side].name, "New Greek Fire fleet");
        assert_eq!(view.sides[1 - side].name, "The squadron of Phormion");
        assert!(view.options.iter().any(|option| option == "free-for-all"));
    }
}

#[test]
fn a_fleet_of_eight_alike_is_in_a_battle_after_twelve_taps() {
    let mut screen = open(DESK, &Start::Home);
    let more = ["Ship 1: How many: 1 more"; 7];
    let taps = ["Open my fleets", "Start an empty fleet", "Add: Ship"].into_iter().chain(more);
    let taps: Vec<&str> =
        taps.chain(["Fight with this fleet", "Fight The Corinthians at Sybota"]).collect();
    assert_eq!(taps.len(), 12);
    for tap in taps {
        press_here(&mut screen, tap);
    }
    let view = screen.state().as_ref().unwrap().table().unwrap().view();
    assert_eq!(view.sides[0].in_play, 8);
}

/// Two fleets of one nation cannot fight in Chicken of the Sea.
#[test]
fn a_fleet_of_one_nation_is_among_the_players_own_and_fights_only_the_other() {
    let mut screen = empty_builder(DESK);
    press(&mut screen, "Fleets of Chicken of the Sea");
    press(&mut screen, "Edit a copy of The Punic squadron");
    write(&mut screen, "Fleet: Name of the fleet", "Five of ours");
    assert!(says(&screen, "The rules accept this fleet."));
    press(&mut screen, "Fight with this fleet");
    assert!(says(&screen, "both fleets sail for Carthage"));
    let fights = controls(&screen).into_keys().filter(|name| name.starts_with("Fight "));
    let fights: Vec<String> = fights.collect();
    assert!(!fights.iter().any(|name| name.contains("Five of ours")), "{fights:?}");
    press(&mut screen, "Fight The Roman squadron");
    let view = screen.state().as_ref().unwrap().table().unwrap().view();
    assert_eq!(view.sides[0].name, "Five of ours");
}

#[test]
fn a_fleet_with_errors_is_not_offered_a_fight() {
    let mut screen = empty_builder(DESK);
    press(&mut screen, "Start an empty fleet");
    assert!(!controls(&screen).contains_key("Fight with this fleet"));
}

#[test]
fn every_system_finds_an_opponent_of_the_same_size() {
    for tag in SystemTag::ALL {
        let system = tag.name();
        let mut screen = empty_builder(PHONE);
        let tab = format!("Fleets of {system}");
        let all = controls(&screen);
        press(&mut screen, all.keys().find(|name| name.starts_with(&tab)).unwrap());
        let random = controls(&screen).into_keys().find(|name| name.starts_with("Make a random "));
        press(&mut screen, &random.unwrap());
        press(&mut screen, "Fight with this fleet");
        let fights =
            controls(&screen).into_keys().filter(|name| name.starts_with("Fight ")).count();
        assert!(fights > 2, "{system}");
    }
}

#[test]
fn a_fleet_that_was_shared_as_text_is_read_again() {
    let text = trierarch::fleet::library::file("greek-fire/naupactus-athens.toml").unwrap();
    let link = trierarch::fleet::share::to_link(text).unwrap();
    let mut screen = empty_builder(PHONE);
    write(&mut screen, "A shared fleet, pasted", &link);
    press(&mut screen, "Read the pasted fleet");
    assert!(says(&screen, "The rules accept this fleet."));
    press(&mut screen, "Save and share");
    assert!(says(&screen, "Code of"));
}

#[test]
fn two_fleets_are_compared_and_the_estimate_can_be_stopped() {
    let mut screen = empty_builder(DESK);
    two_ships(&mut screen);
    press(&mut screen, "Compare");
    press(&mut screen, "Compare with The squadron of Phormion");
    assert!(says(&screen, "Deck points"));
    // So many that the worker, which stays close to the screen's pace, cannot finish in a
    // few frames.
    press(&mut screen, "Fine: 400 rounds");
    screen.get_by_role_and_label(egui::Role::Button, "Estimate").click_accesskit();
    screen.step();
    screen.step();
    screen.get_by_role_and_label(egui::Role::Button, "Stop").click_accesskit();
    screen.step();
    screen.run();
    assert!(controls(&screen).contains_key("Estimate"));
}

#[test]
fn an_estimate_has_one_number_with_its_error() {
    let mut screen = empty_builder(DESK);
    two_ships(&mut screen);
    press(&mut screen, "Compare");
    press(&mut screen, "Keep this fleet to compare");
    screen.get_by_role_and_label(egui::Role::Button, "Estimate").click_accesskit();
    screen.step();
    screen.step();
    while controls(&screen).contains_key("Stop") {
        screen.step();
    }
    assert!(says(&screen, " of 100 for New Greek Fire fleet"));
    assert!(says(&screen, "50 is an even match."));
    assert!(!controls(&screen).contains_key("Estimate"), "there is nothing left to compute");
}

#[test]
fn ticked_parts_are_counted_in_pages_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sheets.pdf");
    let mut screen = open(DESK, &Start::Home);
    press(&mut screen, "Print");
    assert!(says(&screen, "Choose a fleet or a battle."));
    press(&mut screen, "Print The squadron of Phormion");
    let pages = |screen: &Screen| -> usize {
        let names = controls(screen).into_keys();
        let mut counts = names
            .filter_map(|name| name.strip_prefix("Save PDF, ")?.split(' ').next()?.parse().ok());
        counts.next().expect("a number of pages")
    };
    let with_sheets = pages(&screen);
    press(&mut screen, "Print record sheets");
    let without = pages(&screen);
    assert!(without < with_sheets, "{without} of {with_sheets}");
    assert!(says(&screen, &format!("Page 1 of {without}")));
    write(&mut screen, "Path of the PDF", path.to_str().unwrap());
    press(&mut screen, "Save the PDF there");
    assert!(std::fs::read(&path).unwrap().starts_with(b"%PDF"));
    // An existing file is only replaced after a question.
    std::fs::write(&path, "a letter").unwrap();
    press(&mut screen, "Save the PDF there");
    press(&mut screen, "Keep the file");
    assert_eq!(std::fs::read(&path).unwrap(), b"a letter");
    press(&mut screen, "Save the PDF there");
    press(&mut screen, "Replace the file");
    assert!(std::fs::read(&path).unwrap().starts_with(b"%PDF"));
}

#[test]
fn the_open_battle_is_printed_in_its_present_position() {
    let mut screen = open(PHONE, &Start::Ready("sybota".into()));
    leave_table(&mut screen);
    press(&mut screen, "Print");
    press(&mut screen, "Fresh sheets");
    press(&mut screen, "Show the pages");
    press(&mut screen, "The next page");
    assert!(says(&screen, "Preview of page 2"));
    press(&mut screen, "Enlarge the page");
    press(&mut screen, "Show the whole page");
}

#[test]
fn a_battle_with_secrets_is_printed_for_a_reader_who_is_chosen() {
    let file = "tests/battles/command-and-chaos.battle";
    let mut screen = open(DESK, &Start::File(file.into()));
    press(&mut screen, "Battles");
    press(&mut screen, "Print");
    assert!(painted(&screen, "This battle has secrets. Choose who is to read it."));
    assert!(painted(&screen, "No pages yet"));
    press(&mut screen, "Printed for side A");
    assert!(says(&screen, "Preview of page 1"));
    assert!(!painted(&screen, "This battle has secrets. Choose who is to read it."));
}

#[test]
fn a_single_fleet_is_printed_as_the_chosen_side() {
    let mut screen = open(DESK, &Start::Home);
    press(&mut screen, "Print");
    press(&mut screen, "Print The squadron of Phormion");
    assert!(controls(&screen).contains_key("Printed as side A"));
    press(&mut screen, "Printed as side B");
    assert!(says(&screen, "Preview of page 1"));
}

#[test]
fn the_report_can_be_printed_only_for_a_battle() {
    for size in [DESK, PHONE] {
        let mut screen = open(size, &Start::File("tests/battles/greek-fire.battle".into()));
        if size == PHONE {
            leave_table(&mut screen);
        } else {
            press(&mut screen, "Battles");
        }
        press(&mut screen, "Print");
        press(&mut screen, "Print battle report");
        press(&mut screen, "Print rosters");
        press(&mut screen, "Print record sheets");
        assert!(painted(&screen, if size == PHONE { "Show 2 pages" } else { "Page 1 of 2" }));
        press(&mut screen, "Print The open battle");
        assert!(!controls(&screen).contains_key("Print battle report"));
        assert!(painted(&screen, if size == PHONE { "Show 0 pages" } else { "No pages yet" }));
    }
}

#[test]
fn the_players_own_dice_fill_a_deck_roll_by_roll() {
    for size in [DESK, PHONE] {
        let mut screen = empty_builder(size);
        press(&mut screen, "Start an empty fleet");
        press(&mut screen, "Add: Ship");
        press(&mut screen, "Ship 1 Type: Triaconter");
        press(&mut screen, "Ship 1 Advantages: our own dice");
        press(&mut screen, "Ship 1 Advantages: roll them all");
        assert!(says(&screen, "1d10: advantage 1 of 3, Ship 1"));
        press(&mut screen, "It shows 7");
        press(&mut screen, "It shows 9");
        assert!(says(&screen, "1d10: advantage 2 of 3, Ship 1, second table"));
        press(&mut screen, "Back to roll 2");
        assert!(says(&screen, "1d10: advantage 2 of 3, Ship 1"));
        press(&mut screen, "It shows 9");
        press(&mut screen, "It shows 8");
        assert!(says(&screen, "advantage 2 of 3, Ship 1: corvus"));
        press(&mut screen, "Let the app roll the rest");
        assert!(says(&screen, "Advantages: 3 of 3 deck slots"));
        let rolled = controls(&screen);
        assert!(rolled.contains_key("Ship 1 Advantages: clear 3"));
        // One slot is rolled again, and undone in one step.
        press(&mut screen, "Ship 1 Advantages: roll 1");
        press(&mut screen, "It shows 1");
        assert!(says(&screen, "+1 ram bonus"));
        press(&mut screen, "Undo the last change");
        press(&mut screen, "Redo the next change");
        assert!(says(&screen, "+1 ram bonus"));
        press(&mut screen, "Undo the last change");
        let mut now = controls(&screen);
        now.remove("Redo the next change");
        assert_eq!(now, rolled);
    }
}

#[test]
fn cancelled_dice_leave_the_fleet_unchanged() {
    let mut screen = empty_builder(DESK);
    two_ships(&mut screen);
    press(&mut screen, "Fleet: our own dice");
    press(&mut screen, "Roll the advantages of all ships");
    assert!(says(&screen, "1d10: advantage 1 of 5, Πάραλος"));
    press(&mut screen, "It shows 3");
    press(&mut screen, "Cancel");
    assert!(says(&screen, "Advantages: 0 of 6 deck slots"));
}

#[test]
fn morale_moves_between_chits_and_the_sum_stays() {
    for size in [DESK, PHONE] {
        let mut screen = empty_builder(size);
        press(&mut screen, "Fleets of Command & Chaos");
        press(&mut screen, "Chits 3 × 4V, 1 × 4, 6 × 3");
        let sums = "Morale 34 of 34, veterans 3 of 3.";
        assert!(says(&screen, sums));
        let moved = |screen: &mut Screen| {
            press(screen, "Chit of unit 1: Horse 1");
            press(screen, "Chit of unit 10: Foot 8");
        };
        moved(&mut screen);
        press(&mut screen, "Morale chits: Move a point");
        moved(&mut screen);
        assert!(says(&screen, sums));
        assert!(painted(&screen, "2  Horse 1") && painted(&screen, "4  Foot 8"));
        // It is changed from three to two, and two is the least.
        moved(&mut screen);
        assert!(says(&screen, "Horse 1 needs morale 2 or more"));
        assert!(painted(&screen, "2  Horse 1"));
    }
}

// --- files ---

/// A file in a separate folder.
fn file(name: &str, content: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    (folder, path)
}

/// Whether these words are painted anywhere, even without a label.
pub(crate) fn painted(screen: &Screen, words: &str) -> bool {
    fn has(shape: &egui::Shape, words: &str) -> bool {
        match shape {
            egui::Shape::Text(text) => text.galley.text().contains(words),
            egui::Shape::Vec(shapes) => shapes.iter().any(|shape| has(shape, words)),
            _ => false,
        }
    }
    screen.output().shapes.iter().any(|clipped| has(&clipped.shape, words))
}

#[test]
fn a_dropped_fleet_file_is_opened_and_saved_in_its_place() {
    let (_folder, path) = file("phormio.toml", phormio().as_bytes());
    let mut screen = open(DESK, &Start::Home);
    screen.input_mut().hovered_files.push(egui::HoveredFile::default());
    // While a file hovers, the screen is redrawn continuously.
    screen.run_steps(2);
    assert!(painted(&screen, "Drop here"));
    screen.input_mut().hovered_files.clear();
    drop_on(&mut screen, &path);
    assert!(!painted(&screen, "Drop here"));
    assert!(says(&screen, "The rules accept this fleet."));
    write(&mut screen, "Fleet: Name of the fleet", "Phormio's own");
    press(&mut screen, "Save the fleet");
    let saved = std::fs::read_to_string(&path).unwrap();
    assert_eq!(saved, phormio().replace("The squadron of Phormion", "Phormio's own"));
}

#[test]
fn a_dropped_file_that_is_not_a_fleet_is_refused() {
    for (name, content, words) in [
        ("ship.png", &b"\x89PNG\0\xff"[..], "ship.png cannot be read: it is not a text file."),
        ("old.toml", b"name = \"\xc9ole\"", "“É” in line 1, column 9 is not UTF-8. Save it as"),
        ("notes.txt", b"Bring dice.", "notes.txt"),
        ("luck.battle", b"Bring dice.", "this is not a battle file (luck.battle). Choose a file"),
    ] {
        let (_folder, path) = file(name, content);
        let mut screen = open(DESK, &Start::Home);
        drop_on(&mut screen, &path);
        assert!(says(&screen, words), "{name}");
        assert!(controls(&screen).contains_key("Close the notice"), "{name}");
        drop_on(&mut screen, path.with_extension("gone"));
        assert!(says(&screen, "Could not read the file: there is no such file"), "{name}");
    }
}

#[test]
fn a_fleet_from_a_file_is_opened_again_even_when_its_file_is_gone() {
    let (_folder, path) = file("phormio.toml", phormio().as_bytes());
    let tables = Tables::in_memory();
    let mut screen = open_with(DESK, &Start::Home, tables.clone());
    press(&mut screen, "Fleets");
    write(&mut screen, "Path of a fleet file", path.to_str().unwrap());
    press(&mut screen, "Open that fleet file");
    // Without changes here, the content of the file applies.
    std::fs::write(&path, phormio().replace("Phormion", "Phormio")).unwrap();
    let mut screen = open_with(PHONE, &Start::Home, tables.clone());
    press(&mut screen, "Fleets");
    press(&mut screen, "Open The squadron of Phormion");
    press(&mut screen, "All fleets");
    assert!(!controls(&screen).contains_key("Open The squadron of Phormion"));
    std::fs::remove_file(&path).unwrap();
    press(&mut screen, "Open The squadron of Phormio");
    assert!(says(&screen, "The rules accept this fleet."));
}

/// Asks the window to close. Returns whether it does.
fn closes(screen: &mut Screen) -> bool {
    let window = screen.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default();
    window.events.push(egui::ViewportEvent::Close);
    screen.step();
    let cancels = |command: &egui::ViewportCommand| *command == egui::ViewportCommand::CancelClose;
    let stays =
        screen.output().viewport_output.values().any(|out| out.commands.iter().any(cancels));
    screen.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default().events.clear();
    screen.run();
    !stays
}

#[test]
fn a_window_with_stored_work_closes_without_a_question() {
    let mut screen = empty_builder(PHONE);
    two_ships(&mut screen);
    assert!(closes(&mut screen));
}

#[test]
fn a_window_without_a_store_shows_a_warning_and_asks_before_it_closes() {
    let mut screen = empty_builder(PHONE);
    let reason =
        UnsavedReason { why: Message::verbatim("the disk is gone."), is_open_elsewhere: false };
    screen.state_mut().as_mut().unwrap().warn_unsaved(&reason);
    screen.run();
    press(&mut screen, "Close the notice");
    assert!(says(&screen, "Not saved: lost when the window closes."));
    press(&mut screen, "Show why nothing is saved");
    assert!(says(&screen, "the disk is gone."));
    press(&mut screen, "Close the notice");
    assert!(closes(&mut screen), "there is nothing to lose yet");
    two_ships(&mut screen);
    assert!(!closes(&mut screen));
    press(&mut screen, "Keep the window open");
    assert!(!closes(&mut screen));
    let close = screen.get_by_label("Close without saving");
    close.click_accesskit();
    screen.step();
    let close = |command: &egui::ViewportCommand| *command == egui::ViewportCommand::Close;
    let out = &screen.output().viewport_output;
    assert!(out.values().any(|out| out.commands.iter().any(close)));
    assert!(closes(&mut screen), "then it does not ask again");
}

// --- sharing and receiving ---

/// A place on the screen, in pixels.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a screen is a few thousand pixels wide"
)]
fn pixel(at: f32) -> usize {
    at.round().max(0.0) as usize
}

/// The text of the code on the screen, read from its pixels.
fn scanned(screen: &Screen) -> String {
    let [width, height] = DESK.map(pixel);
    let mut pixels = vec![255; width * height];
    for clipped in &screen.output().shapes {
        let egui::Shape::Rect(shape) = &clipped.shape else { continue };
        let grey = match shape.fill {
            egui::Color32::BLACK => 0,
            egui::Color32::WHITE => 255,
            _ => continue,
        };
        let seen = shape.rect.intersect(clipped.clip_rect);
        for y in pixel(seen.top())..pixel(seen.bottom()).min(height) {
            let columns = pixel(seen.left())..pixel(seen.right()).min(width);
            pixels[y * width..][columns].fill(grey);
        }
    }
    let read = |x: usize, y: usize| pixels[y * width + x];
    let mut picture = rqrr::PreparedImage::prepare_from_greyscale(width, height, read);
    let codes = picture.detect_grids();
    assert_eq!(codes.len(), 1);
    codes[0].decode().unwrap().1
}

#[test]
fn the_code_on_the_screen_is_scanned_and_pasted_at_the_other_side_of_the_table() {
    let mut screen = empty_builder(DESK);
    press(&mut screen, "Edit a copy of The squadron of Phormion");
    press(&mut screen, "Save and share");
    screen.get_by_label("Code of The squadron of Phormion").scroll_to_me();
    screen.run();
    let link = scanned(&screen);
    let mut other = empty_builder(PHONE);
    two_ships(&mut other);
    press(&mut other, "All fleets");
    write(&mut other, "A shared fleet, pasted", &link);
    press(&mut other, "Read the pasted fleet");
    assert!(says(&other, "The squadron of Phormion"));
    press(&mut other, "All fleets");
    assert!(controls(&other).contains_key("Open New Greek Fire fleet"), "nothing is lost");
}

#[test]
fn a_pasted_text_that_is_not_a_fleet_is_refused_in_a_sentence() {
    let sound = trierarch::fleet::share::to_link(phormio()).unwrap();
    for (text, words) in [
        ("Meet me at the harbour.", "The pasted text cannot be read: it is not a shared fleet"),
        (&sound[..sound.len() - 9], "The pasted text cannot be read: the shared fleet is damaged"),
        ("trierarch:fleet/CAAA", "a newer Trierarch"),
    ] {
        let mut screen = empty_builder(DESK);
        write(&mut screen, "A shared fleet, pasted", text);
        press(&mut screen, "Read the pasted fleet");
        assert!(says(&screen, words), "{text}");
    }
}

#[test]
fn a_fleet_too_large_for_a_code_is_sent_as_a_link_or_text() {
    let text = trierarch::fleet::build::random(trierarch::games::SystemTag::GreekFire, 200, 1);
    let (_folder, path) = file("large.toml", text.text().as_bytes());
    let mut screen = empty_builder(DESK);
    drop_on(&mut screen, &path);
    press(&mut screen, "Save and share");
    assert!(says(&screen, "too long for a QR code"));
    assert!(controls(&screen).contains_key("Copy the link"));
    assert!(controls(&screen).contains_key("Copy the text"));
}

// --- mistakes ---

#[test]
fn a_million_ships_and_names_of_any_length_are_faults_in_words() {
    let ship = |name: &str, more: &str| {
        format!(
            "system = \"greek-fire\"\nname = \"F\"\n[[ship]]\nname = \"{name}\"\ntype = \"trireme\"\n{more}"
        )
    };
    for (text, words) in [
        (ship("Nike", "count = 1000000"), "1000000"),
        (ship(&"Ν".repeat(500), ""), "60"),
        (ship("", ""), "name"),
    ] {
        let (_folder, path) = file("odd.toml", text.as_bytes());
        let mut screen = empty_builder(PHONE);
        drop_on(&mut screen, &path);
        let fault = controls(&screen)
            .into_keys()
            .find(|name| name.starts_with("Error ") && name.contains("Ship 1: "));
        let fault = fault.unwrap_or_else(|| panic!("{text}"));
        assert!(fault.contains(words), "{fault}");
        press(&mut screen, &fault);
        assert!(says(&screen, "Error:"));
    }
}
