//! Tests of saving and reporting a battle, and of opening one from a file.

use std::fs;
use std::path::Path;

use egui_kittest::kittest::Queryable;
use trierarch::i18n::Words;
use trierarch::journal::Journal;
use trierarch::ui::Start;

use crate::{
    DESK, PHONE, Screen, battle, controls, drop_on, journal, open, press, says, standing_orders,
    sybota, write,
};

/// A battle with one order, on the page where it is saved.
fn saving(size: [f32; 2]) -> Screen {
    let mut screen = sybota(size);
    crate::begin(&mut screen, "A1 Παρρησία");
    press(&mut screen, "Menu of the battle");
    press(&mut screen, "Save the battle or its report");
    screen
}

fn save_to(screen: &mut Screen, path: &Path) {
    write(screen, "Path to save at", path.to_str().unwrap());
    press(screen, "Save there");
}

#[test]
fn a_battle_is_saved_as_a_file_and_as_a_report_in_two_forms() {
    for size in [DESK, PHONE] {
        let folder = tempfile::tempdir().unwrap();
        let mut screen = saving(size);
        for (form, ending, begins) in [
            ("Battle file", "battle", "{\n"),
            ("Report, PDF", "pdf", "%PDF"),
            ("Report, Markdown", "md", "# Sybota, 433 BCE\n"),
        ] {
            press(&mut screen, &format!("Save as: {form}"));
            // A name without an extension gets the one of the format.
            save_to(&mut screen, &folder.path().join("sybota"));
            let file = folder.path().join(format!("sybota.{ending}"));
            assert!(says(&screen, &format!("Saved as {}.", file.display())), "{form}");
            assert!(fs::read(file).unwrap().starts_with(begins.as_bytes()), "{form}");
        }
        let saved = fs::read_to_string(folder.path().join("sybota.battle")).unwrap();
        assert_eq!(Journal::read_file(&saved).unwrap(), journal(&screen));
        press(&mut screen, "Back to the menu");
        assert!(controls(&screen).contains_key("Save the battle or its report"));
    }
}

#[test]
fn the_log_tab_shows_the_log_instead_of_the_save_page() {
    for size in [DESK, PHONE] {
        let mut screen = saving(size);
        press(&mut screen, "Log of the battle");
        assert!(!controls(&screen).contains_key("Path to save at"));
        assert!(controls(&screen).contains_key("Luck of the dice"));
    }
}

#[test]
fn the_path_follows_the_form_that_is_chosen() {
    let mut screen = saving(DESK);
    write(&mut screen, "Path to save at", "club/sybota.battle");
    press(&mut screen, "Save as: Report, Markdown");
    let field = screen.get_by_role_and_label(egui::Role::TextInput, "Path to save at");
    assert_eq!(field.value().as_deref(), Some("club/sybota.md"));
}

#[test]
fn a_file_is_overwritten_only_after_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ours.battle");
    fs::write(&file, "something else").unwrap();
    let mut screen = saving(PHONE);
    save_to(&mut screen, &file);
    assert!(says(&screen, "Replace it?"));
    press(&mut screen, "Keep the file");
    assert_eq!(fs::read_to_string(&file).unwrap(), "something else");
    press(&mut screen, "Save there");
    press(&mut screen, "Replace the file");
    assert!(says(&screen, "Saved as "));
    assert!(Journal::read_file(&fs::read_to_string(&file).unwrap()).is_ok());
}

#[test]
fn a_failed_save_is_reported_with_reason_place_and_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let mut screen = saving(DESK);
    press(&mut screen, "Save as: Report, Markdown");
    save_to(&mut screen, &folder.path().join("none/it.md"));
    assert!(says(&screen, "Could not save the report: there is no such file or folder"));
    assert!(says(&screen, "Check the spelling"));
    save_to(&mut screen, folder.path());
    assert!(says(&screen, "this is a folder"));
    assert!(says(&screen, "Add a file name to the path."));
}

#[test]
fn the_report_is_copied_as_markdown() {
    let mut screen = saving(DESK);
    press(&mut screen, "Save as: Report, Markdown");
    screen.get_by_role_and_label(egui::Role::Button, "Copy the Markdown").click_accesskit();
    let mut copied = None;
    for _ in 0..4 {
        screen.step();
        copied = copied.or(screen.output().platform_output.commands.iter().find_map(|command| {
            match command {
                egui::OutputCommand::CopyText(text) => Some(text.clone()),
                _ => None,
            }
        }));
    }
    assert_eq!(copied, Some(battle(&screen).report().unwrap().to_markdown(&Words::ENGLISH)));
    assert!(says(&screen, "Copied"));
}

const BATTLE_FILE: &str = "tests/battles/greek-fire.battle";

#[test]
fn a_dropped_battle_file_is_continued() {
    let mut screen = open(PHONE, &Start::Home);
    drop_on(&mut screen, BATTLE_FILE);
    assert_eq!(standing_orders(&screen), 60);
    press(&mut screen, "Undo the last order");
    assert_eq!(standing_orders(&screen), 59);
}

#[test]
fn the_window_opens_on_a_battle_file() {
    let screen = open(DESK, &Start::File(BATTLE_FILE.into()));
    assert_eq!(standing_orders(&screen), 60);
}

#[test]
fn an_unknown_battle_name_is_refused_with_a_list() {
    let screen = open(DESK, &Start::Ready("lepanto".into()));
    assert!(says(&screen, "Could not open the battle “lepanto”: there is none with that name"));
    assert!(says(&screen, "Choose one under Battles."));
}

#[test]
fn a_half_written_battle_file_is_reported_with_place_and_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("half.battle");
    let whole = fs::read(BATTLE_FILE).unwrap();
    fs::write(&file, &whole[..whole.len() / 2]).unwrap();
    let screen = open(DESK, &Start::File(file.clone()));
    assert!(says(&screen, "Could not load the battle: the file ends in the middle"));
    assert!(says(&screen, &format!("{}:", file.display())));
    assert!(says(&screen, "Use an earlier copy of it."));
    assert!(screen.state().as_ref().unwrap().table().is_none());

    let mut screen = sybota(DESK);
    crate::begin(&mut screen, "A1 Παρρησία");
    drop_on(&mut screen, &file);
    assert!(says(&screen, "the file ends in the middle"));
    assert_eq!(standing_orders(&screen), 1, "the battle on the table stays");
}
