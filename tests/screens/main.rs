//! Tests of the screens, operated through the names that a screen reader says.
#![cfg(feature = "window")]
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod screen_reader;
mod back;
mod handbook_pictures;
mod declared;
mod device;
mod dock;
mod files;
mod fingers;
mod fleet;
mod formation;
mod builder_and_print;
mod home;
mod slow_store;
mod language;
mod lessons;
mod log;
mod landscape;
mod main_button;
mod meaning;
mod menu;
mod odds;
mod own_dice;
mod painted;
mod pictures;
mod places;
mod png_file;
mod print;
mod record;
mod saving;
mod sharing;
mod window_controls;
mod sizes;
mod table;
mod taps;
mod texts;
mod textures;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use serde_json::json;
use trierarch::journal::Journal;
use trierarch::rules::Side;
use trierarch::session::Tables;
use trierarch::ui::Start;
use trierarch::ui::app::AppState;
use trierarch::ui::command::{Command, TableCommand};
use trierarch::ui::table::Table;

use textures::Textures;

type Screen = Harness<'static, Option<AppState>>;

const DESK: [f32; 2] = [1280.0, 800.0];
const PHONE: [f32; 2] = [390.0, 844.0];
const LANDSCAPE: [f32; 2] = [844.0, 390.0];

fn open(size: [f32; 2], start: &Start) -> Screen {
    open_with(size, start, Tables::in_memory())
}

/// The window with these tables, with names in their original letters unless settings are
/// stored.
fn open_with(size: [f32; 2], start: &Start, tables: Tables) -> Screen {
    let settings_store = tables.settings_store();
    if settings_store.read("settings").is_none() {
        settings_store.put("settings", Some(json!({ "latin_names": false }).to_string()));
    }
    build_window(size, 1.0, start, tables)
}

/// The window, with this many pixels per point.
fn build_window(size: [f32; 2], scale: f32, start: &Start, tables: Tables) -> Screen {
    let start = start.clone();
    let draw = move |ui: &mut egui::Ui, state: &mut Option<AppState>| {
        let state = state.get_or_insert_with(|| AppState::open(tables.clone(), &start, ui.ctx()));
        state.logic(ui.ctx());
        state.frame(ui);
    };
    let shown = Textures::default();
    let builder = Harness::builder().with_size(size).with_pixels_per_point(scale);
    let builder = builder.with_max_steps(16).renderer(shown.clone());
    let mut screen = builder.build_ui_state(draw, None);
    shown.stay_with(&screen.ctx);
    settle(&mut screen);
    screen
}

/// Applies a command, as the controls of a screen do.
fn apply(screen: &mut Screen, command: Command) {
    let ctx = screen.ctx.clone();
    screen.state_mut().as_mut().unwrap().apply(command, &ctx);
    settle(screen);
}

fn at_table(screen: &mut Screen, command: TableCommand) {
    apply(screen, Command::Table(command));
}

fn battle(screen: &Screen) -> &Table {
    screen.state().as_ref().unwrap().table().unwrap()
}

/// The list of battles.
fn battles() -> Start {
    Start::At("battles".into())
}

fn sybota(size: [f32; 2]) -> Screen {
    open(size, &Start::Ready("sybota".into()))
}

/// Runs until nothing is being read, saved or laid out in the background.
fn settle(screen: &mut Screen) {
    screen.run();
    while screen.state().as_ref().is_some_and(AppState::is_working) {
        std::thread::yield_now();
        screen.run();
    }
}

/// The enabled controls in the order of the screen, each with whether it is selected; `None` if
/// it cannot be.
fn enabled_controls(screen: &Screen) -> Vec<(String, Option<bool>)> {
    let every = screen.root().children_recursive();
    let every = every.filter(|node| is_control(node.accesskit_node().role()));
    let enabled = every.filter(|node| !node.accesskit_node().is_disabled());
    let state = |node: egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        let chosen = node.toggled().map(|on| on == egui::accesskit::Toggled::True);
        (node.label().unwrap_or_default(), chosen)
    };
    enabled.map(state).collect()
}

/// The answers to the first unanswered question in the open form.
fn open_answers(screen: &Screen) -> Vec<String> {
    let all = enabled_controls(screen);
    let orders = battle(screen).view().system.orders();
    for field in orders.iter().flat_map(|order| order.fields) {
        let answers = format!("{}: ", field.question);
        let offered = all.iter().filter(|(name, chosen)| {
            name.starts_with(&answers) && chosen.is_some() && !name.ends_with(": another")
        });
        let offered: Vec<_> = offered.collect();
        if !offered.is_empty() && offered.iter().all(|(_, chosen)| *chosen == Some(false)) {
            return offered.into_iter().map(|(name, _)| name.clone()).collect();
        }
    }
    Vec::new()
}

/// Answers the questions about the table: a full run straight ahead, the nearest range, and no
/// to all others.
fn answer_open_questions(screen: &mut Screen) {
    for _ in 0..6 {
        let answers = open_answers(screen);
        let wanted =
            |answer: &&String| answer.ends_with(" ahead: 7") || answer.ends_with(": flank");
        let far = answers.last().filter(|answer| answer.contains("straight ahead"));
        let usual = answers.iter().find(wanted).or(far).or(answers.first());
        let Some(usual) = usual.cloned() else { return };
        press_here(screen, &usual);
    }
}

/// Presses the control with this name. Opens the list that hides it if necessary, and before a
/// roll answers the questions about the table.
fn press(screen: &mut Screen, name: &str) {
    // On a desktop, the first screen has large choices instead of the bar.
    let choice = match name {
        "Battles" => Some("Choose a battle"),
        "Fleets" => Some("Open my fleets"),
        _ => None,
    };
    if let Some(choice) = choice.filter(|_| !controls(screen).contains_key(name)) {
        return press_here(screen, choice);
    }
    let is_roll = ["Roll", "It shows ", "Dice: "].iter().any(|roll| name.starts_with(roll));
    if is_roll && screen.state().as_ref().is_some_and(|state| state.table().is_some()) {
        answer_open_questions(screen);
    }
    let another = name.split_once(": ").map(|(question, _)| format!("{question}: another"));
    for way in ["Already known", "More", another.as_deref().unwrap_or("More")] {
        let all = controls(screen);
        if !all.contains_key(name) && all.contains_key(way) {
            press_here(screen, way);
        }
    }
    let folded = controls(screen).into_keys().find(|way| way.starts_with("Out of turn: "));
    if let Some(way) = folded.filter(|_| !controls(screen).contains_key(name)) {
        press_here(screen, &way);
    }
    let known = find_control(screen, name).unwrap_or_else(|| name.to_owned());
    press_here(screen, &known);
}

/// The control with a name: a ship that is selected or targeted by her card, or an order
/// against a target without its probability.
fn find_control(screen: &Screen, name: &str) -> Option<String> {
    let all = controls(screen);
    if all.contains_key(name) {
        return Some(name.to_owned());
    }
    if let Some(ship) = name.strip_prefix("Choose ").or(name.strip_prefix("Target: ")) {
        let aimed = format!("Aim at {ship}");
        let card = format!("{ship}, ");
        return all.into_keys().find(|known| *known == aimed || known.starts_with(&card));
    }
    all.into_keys().find(|known| {
        let rest = known.strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with([':', ',']))
    })
}

/// Presses the control with this name, which must be on the screen.
fn press_here(screen: &mut Screen, name: &str) {
    let all = controls(screen);
    assert!(all.contains_key(name), "no `{name}` among {:#?}", all.keys());
    let node = screen
        .get_all_by_label(name)
        .find(|node| is_control(node.accesskit_node().role()))
        .unwrap();
    node.click_accesskit();
    settle(screen);
    // After a change the dock ignores taps for 0.4 s; two steps take longer.
    screen.run_steps(2);
    assert_controls_have_unique_names(screen);
}

/// The rectangle of the control with this name.
fn place(screen: &Screen, name: &str) -> egui::Rect {
    let mut nodes = screen.get_all_by_label(name);
    nodes.find(|node| is_control(node.accesskit_node().role())).unwrap().rect()
}

/// The text of a fleet file of Greek Fire.
fn phormio() -> &'static str {
    trierarch::fleet::library::file("greek-fire/naupactus-athens.toml").unwrap()
}

/// A file that is dropped on the window.
#[derive(Debug)]
struct FileOnDisk(PathBuf);

impl egui::DroppedFile for FileOnDisk {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

fn drop_on(screen: &mut Screen, file: impl Into<PathBuf>) {
    screen.input_mut().dropped_files.push(Arc::new(FileOnDisk(file.into())));
    settle(screen);
}

/// Writes into the field with this name, replacing its text.
fn write(screen: &mut Screen, name: &str, text: &str) {
    let node = screen
        .get_all_by_label(name)
        .find(|node| is_control(node.accesskit_node().role()))
        .unwrap();
    node.focus();
    screen.run();
    screen.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    screen.run();
    screen.event(egui::Event::Text(text.into()));
    screen.run();
}

fn is_control(role: egui::Role) -> bool {
    use egui::Role;
    matches!(
        role,
        Role::Button
            | Role::RadioButton
            | Role::CheckBox
            | Role::TextInput
            | Role::MultilineTextInput
    )
}

/// Begins the turn of a ship, with her card.
fn begin(screen: &mut Screen, ship: &str) {
    let tag = ship.split_once(' ').map_or(ship, |(tag, _)| tag);
    press(screen, &format!("Choose {ship}"));
    press(screen, &format!("{tag}: Begin her turn"));
}

/// Leaves the battle on a phone, where a window has no bar.
fn leave_table(screen: &mut Screen) {
    press(screen, "Menu of the battle");
    press(screen, "Leave the battle");
}

/// Ends the turn of the active ship, even with required steps left.
fn end_turn(screen: &mut Screen) {
    press(screen, "End her turn");
    if controls(screen).contains_key("Continue anyway") {
        press(screen, "Continue anyway");
    }
}

/// Whether these words are on the screen; announcements do not count.
fn says(screen: &Screen, words: &str) -> bool {
    let is_seen =
        |node: egui_kittest::Node<'_>| node.accesskit_node().live() == egui::accesskit::Live::Off;
    screen.query_all_by_label_contains(words).any(is_seen)
}

/// The name of every control on the screen, with the number of controls that have it.
fn controls(screen: &Screen) -> BTreeMap<String, usize> {
    let mut names = BTreeMap::new();
    let every = screen.root().children_recursive();
    for node in every.filter(|node| is_control(node.accesskit_node().role())) {
        let name = node.accesskit_node().label().unwrap_or_default();
        *names.entry(name).or_insert(0) += 1;
    }
    names
}

fn assert_controls_have_unique_names(screen: &Screen) {
    for (name, count) in controls(screen) {
        assert!(!name.is_empty(), "{count} controls have no name");
        assert_eq!(count, 1, "`{name}`");
    }
    for node in screen.root().children_recursive() {
        let node = node.accesskit_node();
        let is_off = is_control(node.role()) && node.is_disabled();
        let why = node.data().description().unwrap_or_default();
        assert!(!is_off || !why.is_empty(), "no reason why `{:?}` is off", node.label());
    }
}

/// The areas in which the window receives taps; parts cut off by the edge of a column
/// receive none.
fn tappable(screen: &Screen) -> Vec<egui::Rect> {
    screen.ctx.viewport(|viewport| {
        let layers = viewport.prev_pass.widgets.layers();
        let all = layers.flat_map(|(_, widgets)| widgets.iter());
        let taps = all.filter(|widget| widget.enabled && widget.sense.senses_click());
        // A sliver at the edge of a column is too small for a finger.
        taps.map(|widget| widget.interact_rect).filter(|rect| rect.height() > 4.0).collect()
    })
}

fn assert_no_controls_overlap(screen: &Screen) {
    let places = tappable(screen);
    for (at, one) in places.iter().enumerate() {
        for two in &places[at + 1..] {
            let both = one.intersect(*two);
            let overlap = both.width() > 1.5 && both.height() > 1.5;
            assert!(!overlap, "{one} and {two} overlap");
        }
    }
}

/// Enters the faces of the players' own dice.
fn enter(screen: &mut Screen, faces: &[u8]) {
    answer_open_questions(screen);
    for face in faces {
        press(screen, &format!("It shows {face}"));
    }
}

/// The open battle with everything that happened, as it would be saved.
fn journal(screen: &Screen) -> Journal {
    Journal::read_file(&battle(screen).file().unwrap()).unwrap()
}

/// The value of a key of the battle, at the position that is shown.
fn value(screen: &Screen, key: &str) -> String {
    let moment = battle(screen).view().moment;
    journal(screen).at(moment).unwrap().full_view().value(key).unwrap().to_string()
}

fn standing_orders(screen: &Screen) -> usize {
    battle(screen).log().cursor
}

#[test]
fn a_ready_battle_begins_with_one_tap_under_battles() {
    let mut screen = open(DESK, &battles());
    press(&mut screen, "Start Sybota, 433 BCE");
    assert!(screen.query_by_label_contains("A1 Παρρησία, Trireme (full deck), Crew").is_some());
    press(&mut screen, "Battles");
    press(&mut screen, "Continue Sybota, 433 BCE");
    assert_eq!(standing_orders(&screen), 0);
}

/// Enters the same face for every die, until the order is given.
fn enter_all(screen: &mut Screen, face: u8) {
    let before = standing_orders(screen);
    answer_open_questions(screen);
    while standing_orders(screen) == before {
        press(screen, &format!("It shows {face}"));
    }
}

/// The turn of A1 at Sybota, with a ram of B1 in the form; fields that only players see are
/// open.
fn aim_a_ram(screen: &mut Screen) {
    begin(screen, "A1 Παρρησία");
    press(screen, "Target: B1 Πηγασίς");
    press(screen, "Ram B1");
}

/// The seven phases of A1 in Greek Fire, with the players' dice.
fn seven_phases(screen: &mut Screen) {
    begin(screen, "A1 Παρρησία");
    press(screen, "A1: Players’ correction");
    press(screen, "Entry: Fires");
    press(screen, "New value: 1");
    press(screen, "Give the order");
    press(screen, "Fire: 1 counter burns");
    enter(screen, &[8, 1]);
    press(screen, "Sail: roll for the wind");
    enter(screen, &[4]);
    press(screen, "Row: up to 6 move points");
    press(screen, "Give the order");
    press(screen, "Target: B1 Πηγασίς");
    press(screen, "Shoot B1: archers 1");
    enter(screen, &[10, 5, 6]);
    press(screen, "Ram B1");
    enter(screen, &[7, 2, 3, 4]);
    press(screen, "Board B1");
    enter_all(screen, 1);
    press(screen, "Morale: does she fight on?");
    enter_all(screen, 1);
}

#[test]
fn a_turn_with_the_players_dice_goes_through_every_phase_and_is_undone() {
    let mut screen = sybota(DESK);
    seven_phases(&mut screen);
    let given = standing_orders(&screen);
    assert_eq!(given, 9);
    // Fire killed 8 and arrows 5; 2 and 3 rounds until she sinks; she lost 4 move points.
    assert_eq!(value(&screen, "A1.fires"), "0");
    assert_eq!(value(&screen, "B1.sinking_in"), "5");
    assert_eq!(value(&screen, "B1.move_lost"), "4");
    assert_eq!(
        (value(&screen, "A1.crew"), value(&screen, "B1.crew")),
        ("242".into(), "265".into())
    );
    for _ in 0..given {
        press(&mut screen, "Undo the last order");
    }
    assert_eq!(value(&screen, "A1.crew"), "250");
    assert_eq!(value(&screen, "B1.crew"), "270");
    assert_eq!(value(&screen, "B1.sinking_in"), "null");
    press(&mut screen, "Log of the battle");
    press(&mut screen, "Redo the next order");
    assert_eq!(standing_orders(&screen), 1);
}

#[test]
fn the_same_turn_can_be_fought_on_a_phone() {
    let mut screen = sybota(PHONE);
    seven_phases(&mut screen);
    assert_eq!(standing_orders(&screen), 9);
    press(&mut screen, "Ships of The Corinthians at Sybota");
    assert!(screen.query_by_label_contains("B1 Πηγασίς, Trireme (full deck), Crew").is_some());
    assert!(screen.query_by_label_contains("A1 Παρρησία, Trireme (full deck), Crew").is_none());
}

#[test]
fn a_tapped_card_becomes_the_target_if_the_form_asks_for_one() {
    let mut screen = sybota(DESK);
    begin(&mut screen, "A2 Ἀμφιτρίτη");
    press(&mut screen, "Target: B1 Πηγασίς");
    press(&mut screen, "Ram B1");
    press(&mut screen, "B3 Πειρήνη, Trireme, Crew 230 of 230, Archers 1 10 of 10, to move");
    press(&mut screen, "Roll");
    let log = &battle(&screen).log().rows;
    assert_eq!(log[1].order["target"], "B3");
}

#[test]
fn a_phone_names_the_enemies_that_can_be_aimed_at() {
    let mut screen = sybota(PHONE);
    begin(&mut screen, "A1 Παρρησία");
    assert!(says(&screen, "Tap an enemy: shoot, ram or board."));
    press_here(&mut screen, "Aim at B1 Πηγασίς");
    press(&mut screen, "Shoot B1: archers 1");
    assert!(controls(&screen).contains_key("Roll"));
}

#[test]
fn a_long_list_of_targets_folds_away_once_one_is_chosen() {
    let mut screen = open(DESK, &Start::Ready("salamis".into()));
    press(&mut screen, "Choose B1 Tetramnestos of Sidon");
    press(&mut screen, "Target: A2 Ameinias of Pallene");
    press(&mut screen, "Stop! Shoot at A2");
    assert!(!controls(&screen).contains_key("Target: A13 Tyndaris"));
    press(&mut screen, "Target: another");
    press(&mut screen, "Target: A13 Tyndaris");
    assert!(!controls(&screen).contains_key("Target: A2 Ameinias of Pallene"));
    press(&mut screen, "Roll");
    assert_eq!(battle(&screen).log().rows[0].order["target"], "A13");
}

#[test]
fn a_single_outcome_is_split_by_the_number_that_it_changes() {
    let mut screen = open(DESK, &Start::Ready("salamis".into()));
    press(&mut screen, "Choose B1 Tetramnestos of Sidon");
    press(&mut screen, "Target: A2 Ameinias of Pallene");
    press(&mut screen, "Stop! Shoot at A2");
    // Two dice that hit on a 6: 25, 10 and 1 out of 36.
    answer_open_questions(&mut screen);
    for share in [": 0 69%", ": 1 28%", ": 2 3%"] {
        // It names the ship whose hits they are.
        assert!(says(&screen, share) && says(&screen, "Hits of A"), "{share}");
    }
}

#[test]
fn a_card_with_many_marks_stays_within_its_column() {
    let mut screen = open(DESK, &Start::Ready("six-and-six".into()));
    press(&mut screen, "End movement");
    press(&mut screen, "Choose A2 Ameinias of Pallene");
    press(&mut screen, "Target: B1 Tetramnestos of Sidon");
    press(&mut screen, "Ram B1");
    // Two hits: one short of defeat.
    enter(&mut screen, &[1, 1]);
    press(&mut screen, "Hits: 2");
    let marked = screen.get_by_label_contains("B1 Tetramnestos of Sidon, Phoenician, Viability");
    let says = marked.accesskit_node().label().unwrap_or_default();
    assert!(says.contains("rammed by A2") && says.contains("in contact with A2"), "{says}");
    let every = screen.root().children_recursive();
    for node in every.filter(|node| is_control(node.accesskit_node().role())) {
        let (rect, name) = (node.rect(), node.accesskit_node().label());
        assert!(rect.left() >= 0.0 && rect.right() <= DESK[0], "{name:?} at {rect}");
    }
}

#[test]
fn a_wrong_die_is_removed_and_a_roll_is_left_to_the_app() {
    let mut screen = sybota(DESK);
    begin(&mut screen, "A1 Παρρησία");
    press(&mut screen, "Target: B1 Πηγασίς");
    press(&mut screen, "Shoot B1: archers 1");
    enter(&mut screen, &[10]);
    press(&mut screen, "Back to roll 1");
    press(&mut screen, "It shows 10");
    press(&mut screen, "Let the app roll");
    screen.key_press(egui::Key::Num6);
    screen.run();
    let rolls = &battle(&screen).log().rows[1].rolls;
    let by: Vec<String> = rolls.iter().map(|roll| format!("{:?}", roll.by)).collect();
    assert_eq!(by, ["Entered", "Rolled", "Entered"]);
    assert_eq!((rolls[0].natural, rolls[2].natural), (10, 6));
}

#[test]
fn a_battle_is_deleted_only_after_a_question() {
    let mut screen = sybota(DESK);
    press(&mut screen, "Battles");
    press(&mut screen, "Delete Sybota, 433 BCE");
    assert!(says(&screen, "Delete the battle “Sybota, 433 BCE”?"));
    press(&mut screen, "Keep the battle");
    press(&mut screen, "Delete Sybota, 433 BCE");
    press(&mut screen, "Delete the battle");
    let all = controls(&screen);
    assert!(!all.contains_key("Continue Sybota, 433 BCE"));
    assert!(!all.contains_key("Back to the battle"));
}

#[test]
fn a_battle_starts_with_the_two_chosen_fleets() {
    let mut screen = open(PHONE, &battles());
    press(&mut screen, "Side A: The squadron of Phormion");
    press(&mut screen, "Side B: The Corinthians at Sybota");
    press(&mut screen, "Optional rule: free-for-all");
    press(&mut screen, "Start this battle");
    let opened = battle(&screen).view();
    assert_eq!(opened.sides[0].name, "The squadron of Phormion");
    assert!(opened.options.iter().any(|option| option == "free-for-all"));
}

#[test]
fn a_search_of_the_charts_shows_only_matching_rows() {
    let mut screen = sybota(DESK);
    press(&mut screen, "Charts");
    assert!(screen.query_by_label("Penteconter").is_some());
    let node = screen.get_by_role_and_label(egui::Role::TextInput, "Search the charts");
    node.focus();
    node.type_text("huge");
    screen.run();
    assert!(screen.query_by_label("Penteconter").is_none());
    assert!(screen.query_by_label("Huge quinquereme").is_some());
}

#[test]
fn an_unchanged_window_draws_no_frames() {
    let mut screen = sybota(DESK);
    screen.run();
    screen.step();
    let wait = screen.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay;
    assert_eq!(wait, std::time::Duration::MAX);
}

#[test]
fn secret_speeds_are_set_only_by_the_side_with_the_device() {
    let mut screen = open(DESK, &Start::Ready("drepanum".into()));
    let names = controls(&screen);
    assert!(!names.keys().any(|name| name.contains("speed")), "{names:#?}");
    press(&mut screen, "I play Adherbal at Drepanum");
    let names = controls(&screen);
    assert!(names.keys().any(|name| name.starts_with("Done with A1: speed stays ")), "{names:#?}");
    press(&mut screen, "Set her speed for this turn");
    press(&mut screen, "Speed: 1");
    press(&mut screen, "Give the order");
    assert_eq!(value(&screen, "A1.speed"), "1");
}

/// Sets all speeds of Drepanum on one device, and begins the movement of Carthage.
fn carthage_moves() -> Screen {
    let mut screen = open(DESK, &Start::Ready("drepanum".into()));
    press(&mut screen, "I play Adherbal at Drepanum");
    press(&mut screen, "These at one speed…");
    press(&mut screen, "Speed 1");
    press(&mut screen, "20 galleys set speed 1.");
    assert!(says(&screen, "20 galleys set speed 1."));
    press(&mut screen, "Pass the device");
    press(&mut screen, "I play Claudius Pulcher off Drepanum");
    assert!(!says(&screen, "20 galleys set speed 1."), "that is the other side’s");
    press(&mut screen, "The rest as before");
    press(&mut screen, "Next phase: Carthage moves");
    screen
}

#[test]
fn the_side_that_moves_has_the_device_until_it_has_moved() {
    let mut screen = carthage_moves();
    assert!(!says(&screen, "every galley has moved"));
    assert!(says(&screen, "show your secrets, then choose the galley that moves."));
    press(&mut screen, "Show the secrets of Adherbal at Drepanum");
    let held = |screen: &Screen| battle(screen).view().in_hand;
    assert_eq!(held(&screen), Some(Side::A));
    for tag in ["A1", "A2"] {
        press(&mut screen, &format!("Done with {tag}: end her move"));
        assert_eq!(held(&screen), Some(Side::A), "after {tag}");
    }
    press(&mut screen, "These only move…");
    press(&mut screen, "18 units only move.");
    assert!(says(&screen, "Every galley has moved."));
    press(&mut screen, "Next phase: Carthage boards");
    press(&mut screen, "Next phase: Rome moves");
    assert_eq!(held(&screen), None);
}

#[test]
fn an_order_that_only_one_side_may_know_has_a_result_in_words() {
    let mut screen = open(DESK, &Start::Ready("drepanum-as-it-was".into()));
    press(&mut screen, "These at one speed…");
    press(&mut screen, "Speed 1");
    press(&mut screen, "20 galleys set speed 1.");
    let headline = battle(&screen).log().rows[0].headline.to_string();
    assert!(says(&screen, &headline), "{headline:?}");
}

#[test]
fn a_roll_of_both_sides_is_shown_before_the_device_is_passed() {
    let mut screen = open(DESK, &Start::Ready("zama".into()));
    press(&mut screen, "Roll for initiative");
    enter(&mut screen, &[2, 1]);
    assert!(controls(&screen).contains_key("I play Scipio at Zama"));
    assert!(screen.query_by_label("First player this turn: Scipio at Zama (A).").is_some());
    // Only Scipio's player may see the cards that he draws.
    press(&mut screen, "I play Scipio at Zama");
    press(&mut screen, "Scipio at Zama: draw up to a hand of 5");
    press(&mut screen, "Draw");
    // He sees the cards that he has drawn, and passes the device.
    let is_card = |name: &String| name.starts_with("Card: ");
    let cards = |screen: &Screen| controls(screen).into_keys().filter(is_card).count();
    assert!(cards(&screen) > 1, "each has its name and text");
    let card = controls(&screen).into_keys().find(is_card).unwrap();
    press(&mut screen, &card);
    assert!(says(&screen, "behind a unit, tap the unit first."));
    assert!(!controls(&screen).contains_key("I play Hannibal at Zama"));
    press(&mut screen, "Pass the device");
    assert_eq!(cards(&screen), 0);
    assert!(controls(&screen).contains_key("I play Hannibal at Zama"));
    assert!(battle(&screen).log().rows[1].secret);
}
