//! Tests of fleet files that other programs also read and write, and of keyboards of other
//! countries.

use std::path::{Path, PathBuf};

use egui_kittest::kittest::Queryable;
use trierarch::session::{Tables, mark_of};
use trierarch::ui::Start;
use trierarch::ui::command::{
    BuilderCommand, Command, HomeCommand, SaveOutcome, SavedFile, SavedFleet,
};

use crate::{DESK, PHONE, Screen, controls, open, phormio, press, says, settle, sybota, write};

/// The builder with the fleet of a file open.
fn opened(folder: &Path, content: &[u8]) -> (Screen, PathBuf) {
    let path = folder.join("phormio.toml");
    std::fs::write(&path, content).unwrap();
    let mut screen = open(DESK, &Start::Home);
    press(&mut screen, "Fleets");
    write(&mut screen, "Path of a fleet file", path.to_str().unwrap());
    press(&mut screen, "Open that fleet file");
    assert!(says(&screen, "The rules accept this fleet."));
    (screen, path)
}

fn rename(screen: &mut Screen, name: &str) {
    write(screen, "Fleet: Name of the fleet", name);
}

/// Another program adds a ship to the file.
fn add_ship(path: &Path) -> String {
    let more = "\n[[ship]]\nname = \"Late\"\ntype = \"trireme\"\ncrew_quality = \"good\"\n";
    let content = std::fs::read_to_string(path).unwrap() + more;
    std::fs::write(path, &content).unwrap();
    content
}

#[test]
fn a_file_that_another_program_has_changed_is_overwritten_only_after_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let (mut screen, path) = opened(folder.path(), phormio().as_bytes());
    rename(&mut screen, "Mine");
    let theirs = add_ship(&path);
    let asks = |screen: &Screen| says(screen, "Another program has changed ");
    press(&mut screen, "Save the fleet");
    assert!(asks(&screen));
    press(&mut screen, "No: Cancel");
    assert!(!asks(&screen));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), theirs);

    press(&mut screen, "Save the fleet");
    press(&mut screen, "Reload the file");
    assert!(says(&screen, "Reloaded "));
    assert!(controls(&screen).keys().any(|name| name.ends_with(": Late")), "the new ship is there");
    // The changes return, and are saved over the content that was seen.
    press(&mut screen, "Undo the last change");
    assert!(!controls(&screen).keys().any(|name| name.ends_with(": Late")));
    press(&mut screen, "Save the fleet");
    assert!(!asks(&screen));
    let mine = phormio().replace("The squadron of Phormion", "Mine");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), mine);
    // Its own file is not an external change.
    rename(&mut screen, "Mine too");
    press(&mut screen, "Save the fleet");
    assert!(!asks(&screen));

    rename(&mut screen, "Mine again");
    add_ship(&path);
    press(&mut screen, "Save the fleet");
    press(&mut screen, "Keep mine, and replace the file");
    let mine = phormio().replace("The squadron of Phormion", "Mine again");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), mine);
}

#[test]
fn a_saved_file_keeps_the_byte_order_mark_and_line_ends_of_its_editor() {
    let folder = tempfile::tempdir().unwrap();
    let windows = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let (mut screen, path) = opened(folder.path(), windows(phormio()).as_bytes());
    rename(&mut screen, "Mine");
    press(&mut screen, "Save the fleet");
    let mine = phormio().replace("The squadron of Phormion", "Mine");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), windows(&mine));
}

#[test]
fn a_file_changed_while_the_window_was_closed_is_overwritten_only_after_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("phormio.toml");
    std::fs::write(&path, phormio()).unwrap();
    let tables = Tables::in_memory();
    let mut screen = crate::open_with(DESK, &Start::Home, tables.clone());
    press(&mut screen, "Fleets");
    write(&mut screen, "Path of a fleet file", path.to_str().unwrap());
    press(&mut screen, "Open that fleet file");
    rename(&mut screen, "Mine");
    let theirs = add_ship(&path);
    let mut screen = crate::open_with(DESK, &Start::Home, tables);
    press(&mut screen, "Fleets");
    press(&mut screen, "Open Mine");
    press(&mut screen, "Save the fleet");
    assert!(says(&screen, "Another program has changed "));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), theirs);
}

/// The answer of a slow dialog arrives.
fn answer(screen: &mut Screen, id: u64, text: &str, place: &str) {
    let saved = SavedFile { place: place.into(), mark: mark_of(text.as_bytes()) };
    let outcome = SaveOutcome::Saved(saved);
    let fleet = Box::new(SavedFleet { id, text: text.into(), outcome });
    let command = Command::Home(HomeCommand::Build(BuilderCommand::Saved(fleet)));
    let ctx = screen.ctx.clone();
    screen.state_mut().as_mut().unwrap().apply(command, &ctx);
    settle(screen);
}

#[test]
fn the_answer_of_a_slow_dialog_belongs_to_the_fleet_and_the_text_that_were_saved() {
    let folder = tempfile::tempdir().unwrap();
    let (mut screen, path) = opened(folder.path(), phormio().as_bytes());
    let path = path.display().to_string();
    // The window's address contains its number.
    let number = |screen: &Screen| -> u64 {
        let address = screen.state().as_ref().unwrap().address();
        address.strip_prefix("fleets/").unwrap().parse().unwrap()
    };
    let first = number(&screen);
    rename(&mut screen, "Changed while the dialog was open");
    answer(&mut screen, first, phormio(), "/tmp/one.toml");
    press(&mut screen, "Save and share");
    assert!(says(&screen, "Changed since it was saved as /tmp/one.toml."));

    press(&mut screen, "All fleets");
    press(&mut screen, "Start an empty fleet");
    press(&mut screen, "Add: Ship");
    let second = number(&screen);
    assert_ne!(first, second);
    answer(&mut screen, first, phormio(), &path);
    press(&mut screen, "Save and share");
    assert!(says(&screen, "It is saved in Trierarch."), "the second fleet has no file");
    press(&mut screen, "All fleets");
    assert!(says(&screen, &format!("Changed since {path}")), "the first one has");
}

#[test]
fn quotes_and_spaces_around_a_typed_path_are_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two words.toml");
    std::fs::write(&path, phormio()).unwrap();
    let plain = path.to_str().unwrap();
    for typed in [format!("\"{plain}\""), format!("file://{}", plain.replace(' ', "%20"))] {
        let mut screen = open(PHONE, &Start::Home);
        press(&mut screen, "Fleets");
        write(&mut screen, "Path of a fleet file", &typed);
        press(&mut screen, "Open that fleet file");
        assert!(says(&screen, "The rules accept this fleet."), "{typed}");
        press(&mut screen, "Save and share");
        assert!(says(&screen, &format!("Saved as {plain}.")));
        let copy = folder.path().join("copy");
        write(&mut screen, "Path to save the fleet at", copy.to_str().unwrap());
        press(&mut screen, "Save the fleet there");
        assert!(says(&screen, &format!("Saved as {}.toml.", copy.display())));
        std::fs::remove_file(copy.with_extension("toml")).unwrap();
    }
}

#[test]
fn the_text_of_a_fleet_file_and_its_roster_are_pasted_like_a_link() {
    let fleet = trierarch::fleet::read_toml(phormio()).unwrap().fleet;
    for text in [phormio().to_owned(), trierarch::fleet::export::json(&fleet)] {
        let mut screen = open(DESK, &Start::Home);
        press(&mut screen, "Fleets");
        write(&mut screen, "A shared fleet, pasted", &text);
        press(&mut screen, "Read the pasted fleet");
        assert!(says(&screen, "The rules accept this fleet."), "{text:.60}");
    }
}

#[test]
fn the_row_of_digits_enters_dice_on_a_french_keyboard() {
    let mut screen = sybota(DESK);
    crate::begin(&mut screen, "A1 Παρρησία");
    press(&mut screen, "Our own dice: side A");
    press(&mut screen, "Sail: roll for the wind");
    screen.input_mut().events.push(egui::Event::Key {
        key: egui::Key::Quote,
        physical_key: Some(egui::Key::Num4),
        pressed: true,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    });
    settle(&mut screen);
    assert!(screen.query_by_label("It shows 4").is_none(), "the die is entered");
    // The same with the keys that move between pages.
    screen.input_mut().events.push(egui::Event::Key {
        key: egui::Key::Quote,
        physical_key: Some(egui::Key::Num4),
        pressed: true,
        repeat: false,
        modifiers: egui::Modifiers::COMMAND,
    });
    settle(&mut screen);
    assert!(controls(&screen).contains_key("Search the charts") || says(&screen, "Charts"));
}
