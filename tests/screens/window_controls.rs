//! Tests of the window's controls for the states in `tests/fixtures/table`: each with its
//! role, its name, whether it is enabled, and which one is the main button.
//! `UPDATE_FIXTURES=1` writes the lists, with which the page is compared.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use egui_kittest::Node;
use egui_kittest::kittest::NodeT;
use trierarch::session::Tables;
use trierarch::storage::SystemClock;
use trierarch::ui::Start;

use crate::{DESK, Screen, assert_controls_have_unique_names, is_control, open_with};
use testing::states::{Play, STATES};
use testing::table::SLUG;

/// The controls of a screen in their order, one per line.
fn lines_of(screen: &Screen) -> Vec<String> {
    let all = screen.root().children_recursive();
    all.filter(|node| is_control(node.accesskit_node().role())).map(|node| line_of(&node)).collect()
}

/// Whether Enter presses the control, because it is the main button.
pub(crate) fn is_main(node: &Node<'_>) -> bool {
    node.accesskit_node().data().keyboard_shortcut() == Some("Enter")
}

fn line_of(node: &Node<'_>) -> String {
    let control = node.accesskit_node();
    let role = format!("{:?}", control.role()).to_lowercase();
    let why = control.data().description().unwrap_or_default();
    let off = if control.is_disabled() { format!(", off ({why})") } else { String::new() };
    let main = if is_main(node) { ", main" } else { "" };
    let on = control.toggled().map_or(String::new(), |on| format!(", {on:?}").to_lowercase());
    format!("{role}{main}{on}{off}: {}", control.label().unwrap_or_default())
}

/// The window of a player for both sides, with the present battle.
fn window(play: &Play) -> Screen {
    let tables = Tables::inline(play.set.delayed.library(SystemClock));
    open_with(DESK, &Start::Ready(SLUG.into()), tables)
}

/// Compares the controls for a battle's states with the list, or writes the list.
fn shown_of(slug: &str) {
    let mut play = Play::of(slug);
    let mut list = String::new();
    for at in 1..=STATES {
        let screen = window(&play);
        assert_controls_have_unique_names(&screen);
        let lines = lines_of(&screen);
        let main = lines.iter().filter(|line| line.contains(", main")).count();
        assert!(main <= 1, "{slug}-{at:02} has {main} main buttons: {lines:#?}");
        let _ = writeln!(list, "{slug}-{at:02}");
        for line in &lines {
            let _ = writeln!(list, "  {line}");
        }
        play.follow(at);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/table/window");
    let path = folder.join(format!("{slug}.txt"));
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        fs::create_dir_all(&folder).unwrap();
        fs::write(&path, &list).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    let differs = stored.lines().zip(list.lines()).find(|(stored, shown)| stored != shown);
    assert!(stored == list, "{slug}: UPDATE_FIXTURES=1 writes the controls; first {differs:?}");
}

#[test]
fn window_shows_states_of_greek_fire_as_listed() {
    shown_of("sybota");
}

#[test]
fn window_shows_states_of_chicken_of_the_sea_as_listed() {
    shown_of("five-against-five");
}

#[test]
fn window_shows_states_of_ancient_naval_games_as_listed() {
    shown_of("actium");
}

#[test]
fn window_shows_states_of_fast_play_salamis_as_listed() {
    shown_of("six-and-six");
}

#[test]
fn window_shows_states_of_command_and_chaos_as_listed() {
    shown_of("zama");
}
