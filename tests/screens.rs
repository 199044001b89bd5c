//! The screens, driven through the names that a screen reader says.
#![cfg(feature = "window")]

use std::collections::BTreeMap;

use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use trierarch::store::{InMemory, Shelf, SystemClock};
use trierarch::ui::Start;
use trierarch::ui::app::{AppState, Settings};
use trierarch::ui::table::Table;

type Screen = Harness<'static, Option<AppState>>;

const DESK: [f32; 2] = [1280.0, 800.0];
const PHONE: [f32; 2] = [390.0, 844.0];

fn open(size: [f32; 2], start: &Start) -> Screen {
    let start = start.clone();
    let draw = move |ui: &mut egui::Ui, state: &mut Option<AppState>| {
        let state = state.get_or_insert_with(|| {
            let shelf = Shelf::new(InMemory::default(), SystemClock);
            AppState::open(Settings::default(), shelf, &start, ui.ctx())
        });
        state.logic(ui.ctx());
        state.frame(ui);
    };
    let mut screen =
        Harness::builder().with_size(size).with_max_steps(16).build_ui_state(draw, None);
    screen.run();
    screen
}

fn battle(screen: &Screen) -> &Table {
    screen.state().as_ref().unwrap().table().unwrap()
}

fn sybota(size: [f32; 2]) -> Screen {
    open(size, &Start::Ready("sybota".into()))
}

/// Presses the control of this name.
fn press(screen: &mut Screen, name: &str) {
    let all = controls(screen);
    assert!(all.contains_key(name), "no `{name}` among {:#?}", all.keys());
    let node = screen
        .get_all_by_label(name)
        .find(|node| is_control(node.accesskit_node().role()))
        .unwrap();
    node.click_accesskit();
    screen.run();
}

fn is_control(role: egui::Role) -> bool {
    use egui::Role;
    matches!(role, Role::Button | Role::RadioButton | Role::CheckBox | Role::TextInput)
}

/// The name of every control on the screen, with how often it is there.
fn controls(screen: &Screen) -> BTreeMap<String, usize> {
    let mut names = BTreeMap::new();
    let every = screen.root().children_recursive();
    for node in every.filter(|node| is_control(node.accesskit_node().role())) {
        let name = node.accesskit_node().label().unwrap_or_default();
        *names.entry(name).or_insert(0) += 1;
    }
    names
}

fn each_control_has_a_name_of_its_own(screen: &Screen) {
    for (name, count) in controls(screen) {
        assert!(!name.is_empty(), "{count} controls have no name");
        assert_eq!(count, 1, "`{name}`");
    }
}

/// Enters the faces of the players' own dice.
fn enter(screen: &mut Screen, faces: &[u8]) {
    press(screen, "I rolled…");
    for face in faces {
        press(screen, &format!("It shows {face}"));
    }
}

/// The value of a key of the battle on the table.
fn value(screen: &Screen, key: &str) -> String {
    battle(screen).battle().value(key).unwrap().to_string()
}

fn standing_orders(screen: &Screen) -> usize {
    battle(screen).session().cursor()
}

#[test]
fn a_ready_battle_begins_with_one_tap_in_the_harbour() {
    let mut screen = open(DESK, &Start::Harbour);
    press(&mut screen, "Begin Sybota, 433 BCE");
    assert!(screen.query_by_label_contains("A1 Δημοκρατία, Trireme (full deck), Crew").is_some());
    press(&mut screen, "Harbour");
    press(&mut screen, "Go on with sybota-433-bce");
    assert_eq!(standing_orders(&screen), 0);
}

#[test]
fn a_ship_goes_through_her_phases_with_the_dice_on_the_table_and_all_of_it_is_undone() {
    let mut screen = sybota(DESK);
    press(&mut screen, "A1 Δημοκρατία: begin her turn");
    press(&mut screen, "Sail: read the wind");
    enter(&mut screen, &[4]);
    press(&mut screen, "Row: up to 6 points");
    press(&mut screen, "Give the order");
    println!("{:#?}", controls(&screen).keys());
}
