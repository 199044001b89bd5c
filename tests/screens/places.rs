//! Tests of the pages around the battle: the bar, the settings, the charts, the keyboard.

use egui_kittest::kittest::{NodeT, Queryable};
use serde_json::json;
use trierarch::fleet::library;
use trierarch::games::SystemTag;
use trierarch::i18n::english;
use trierarch::rules::Source;
use trierarch::session::Tables;
use trierarch::ui::Start;
use trierarch::ui::command::{ChartsCommand, Command, Setting};
use trierarch::ui::theme::Theme;

use crate::builder_and_print::painted;
use crate::{
    DESK, PHONE, Screen, aim_a_ram, apply, battle, battles, controls, leave_table, open, open_with,
    press, press_here, says, sybota, write,
};

const PLACES: [&str; 5] = ["Battles", "Fleets", "Print", "Charts", "Settings"];

#[test]
fn screens_are_in_a_bar_at_the_bottom_of_a_phone_and_at_the_top_of_a_desktop() {
    for (size, low) in [(DESK, false), (PHONE, true)] {
        let mut screen = open(size, &Start::Home);
        for place in PLACES {
            press(&mut screen, place);
            for other in PLACES.into_iter().chain(["Home"]) {
                let at = screen.get_by_role_and_label(egui::Role::RadioButton, other).rect();
                let is_low = at.center().y > size[1] / 2.0;
                assert_eq!(is_low, low, "{other} at {at}");
            }
        }
    }
}

#[test]
fn a_battle_takes_the_whole_screen_of_a_phone_and_is_one_tap_away() {
    let mut screen = sybota(PHONE);
    assert!(PLACES.iter().all(|place| !controls(&screen).contains_key(*place)));
    leave_table(&mut screen);
    for place in PLACES {
        press(&mut screen, place);
        press(&mut screen, "Back to the battle");
        assert!(controls(&screen).contains_key("Open order"));
        leave_table(&mut screen);
    }
}

#[test]
fn stored_battles_show_round_and_score_and_have_distinct_names() {
    let tables = Tables::in_memory();
    let first = open_with(DESK, &Start::Ready("sybota".into()), tables.clone());
    let view = battle(&first).view();
    let (round, [a, b]) = (view.guide.headline.to_string(), &view.sides);
    let text = format!("{round} · Even · Out of action: A 0/{}, B 0/{}", a.in_play, b.in_play);
    drop(first);
    drop(open_with(DESK, &Start::Ready("sybota".into()), tables.clone()));
    let mut screen = open_with(DESK, &battles(), tables);
    let names = controls(&screen);
    assert!(names.contains_key("Continue Sybota, 433 BCE"));
    assert!(names.contains_key("Continue Sybota, 433 BCE (2)"));
    assert!(says(&screen, &text), "{text}");
    press(&mut screen, "Continue Sybota, 433 BCE (2)");
    assert!(battle(&screen).client().slug().starts_with("sybota-433-bce"));
}

#[test]
fn a_stored_battle_without_a_name_of_its_own_shows_its_sides_once() {
    let tables = Tables::in_memory();
    let mut screen = open_with(DESK, &Start::Home, tables.clone());
    let fleet = ["Open my fleets", "Start an empty fleet", "Add: Ship"];
    for tap in fleet.into_iter().chain(["Fight with this fleet", "Fight The Corinthians at Sybota"])
    {
        press_here(&mut screen, tap);
    }
    drop(screen);
    let screen = open_with(DESK, &battles(), tables);
    let sides = "New Greek Fire fleet against The Corinthians at Sybota";
    assert!(controls(&screen).contains_key(&format!("Continue {sides}")));
    assert_eq!(screen.query_all_by_label(sides).count(), 1);
}

#[test]
fn settings_are_stored_when_they_change() {
    let tables = Tables::in_memory();
    let mut screen = open_with(PHONE, &Start::Home, tables.clone());
    press(&mut screen, "Settings");
    press(&mut screen, "Colours: Dark");
    press(&mut screen, "Text size: Large");
    press(&mut screen, "Greek names in Latin letters");
    drop(screen);
    let screen = open_with(PHONE, &Start::Home, tables);
    let settings = screen.state().as_ref().unwrap().settings();
    assert_eq!(settings.theme, Theme::Dark);
    assert!((settings.text_size - 1.25).abs() < 0.001);
    assert!(settings.latin_names);
}

#[test]
fn the_settings_name_the_makers_of_the_games() {
    let mut screen = open(DESK, &Start::Home);
    press(&mut screen, "Settings");
    for tag in SystemTag::ALL {
        let title = english(&tag.source().title);
        assert!(screen.query_all_by_label(&title).next().is_some(), "{title}");
    }
    assert!(screen.query_by_label(&english(&Source::ownership_note())).is_some());
}

#[test]
fn the_setup_of_a_battle_says_which_side_is_chosen_first() {
    let chosen = english(&SystemTag::GreekFire.choosing_sides().expect("it is said"));
    let mut screen = open(DESK, &battles());
    let text = |screen: &Screen| screen.query_all_by_label(&chosen).count();
    assert_eq!(text(&screen), 1, "in the form for the player’s own battle");
    let ready = library::battles().iter().find(|battle| battle.slug == "sybota");
    press(&mut screen, &format!("Setup and victory: {}", ready.expect("a ready battle").name));
    assert_eq!(text(&screen), 2);
}

/// The rule of an order opens its rulings.
#[test]
fn a_rule_is_followed_to_its_rulings() {
    let mut screen = open(DESK, &Start::Ready("lade".into()));
    press(&mut screen, "Charts");
    let rulings = SystemTag::FastPlaySalamis.rulings();
    let first = rulings.iter().find(|ruling| ruling.id == "F-7").expect("a ruling");
    let played = english(&first.played);
    assert!(screen.query_by_label(&played).is_none(), "folded away");
    let rule = ChartsCommand::Find(first.rule.to_owned());
    apply(&mut screen, Command::Charts(rule));
    assert!(screen.query_by_label(&played).is_some());
}

#[test]
fn a_window_opens_with_any_settings() {
    for size in ["1e30", "0", "-5"] {
        let tables = Tables::in_memory();
        tables.settings_store().put("settings", Some(format!("{{\"text_size\": {size}}}")));
        let screen = open_with(DESK, &Start::Home, tables);
        assert!(controls(&screen).contains_key("Settings"), "{size}");
    }
}

#[test]
fn a_partly_filled_form_is_restored_in_the_next_window() {
    let tables = Tables::in_memory();
    let mut screen = open_with(DESK, &battles(), tables.clone());
    press(&mut screen, "Side A: The squadron of Phormion");
    press(&mut screen, "Optional rule: free-for-all");
    write(&mut screen, "Seed of the dice", "431");
    drop(screen);
    let mut screen = open_with(DESK, &battles(), tables);
    press(&mut screen, "Side B: The Corinthians at Sybota");
    press(&mut screen, "Start this battle");
    let opened = battle(&screen).view();
    assert_eq!(opened.sides[0].name, "The squadron of Phormion");
    assert!(opened.options.iter().any(|option| option == "free-for-all"));
}

#[test]
fn a_partly_filled_order_is_open_again_when_the_battle_continues() {
    let tables = Tables::in_memory();
    let mut screen = open_with(DESK, &Start::Ready("sybota".into()), tables.clone());
    crate::begin(&mut screen, "A1 Παρρησία");
    press(&mut screen, "Target: B1 Πηγασίς");
    press(&mut screen, "Ram B1");
    press(&mut screen, "Bow to bow: yes");
    drop(screen);
    let mut screen = open_with(DESK, &Start::Home, tables.clone());
    press(&mut screen, "Continue Sybota, 433 BCE");
    assert!(controls(&screen).contains_key("Rule: Greek Fire: ramming"));
    press(&mut screen, "Back to all orders");
    drop(screen);
    let mut screen = open_with(DESK, &Start::Home, tables);
    press(&mut screen, "Continue Sybota, 433 BCE");
    assert!(!controls(&screen).contains_key("Rule: Greek Fire: ramming"));
}

#[test]
fn a_given_order_is_not_open_again_when_the_battle_continues() {
    let tables = Tables::in_memory();
    let mut screen = open_with(DESK, &Start::Ready("sybota".into()), tables.clone());
    aim_a_ram(&mut screen);
    let stored = tables.settings_store().read("form/order/sybota-433-bce");
    assert!(stored.is_some());
    press(&mut screen, "Roll");
    assert_eq!(tables.settings_store().read("form/order/sybota-433-bce"), None);
    // Even if the page was left before this was stored.
    tables.settings_store().put("form/order/sybota-433-bce", stored);
    drop(screen);
    let mut screen = open_with(DESK, &Start::Home, tables);
    press(&mut screen, "Continue Sybota, 433 BCE");
    assert!(!controls(&screen).contains_key("Rule: Greek Fire: ramming"));
}

#[test]
fn the_address_of_a_page_reopens_the_place_in_the_window() {
    let tables = Tables::in_memory();
    let address = |screen: &Screen| screen.state().as_ref().unwrap().address();
    let first = open_with(DESK, &Start::Ready("sybota".into()), tables.clone());
    assert_eq!(address(&first), "battle/sybota-433-bce");
    let mut screen = open_with(DESK, &Start::At(address(&first)), tables.clone());
    assert_eq!(battle(&screen).client().slug(), "sybota-433-bce");
    let addresses = ["battles", "fleets", "print", "charts", "settings"];
    for (place, there) in PLACES.iter().zip(addresses) {
        press(&mut screen, place);
        assert_eq!(address(&screen), there);
        let again = open_with(DESK, &Start::At(there.into()), tables.clone());
        assert_eq!(address(&again), there);
    }
    // An unknown address leads to the first screen.
    for nowhere in ["", "nowhere", "battle/none"] {
        let screen = open_with(DESK, &Start::At(nowhere.into()), tables.clone());
        assert_eq!(address(&screen), "", "{nowhere}");
    }
}

#[test]
fn a_fleet_in_the_address_of_a_page_is_open_in_the_builder() {
    let file = trierarch::fleet::library::file("greek-fire/sybota-athens.toml").unwrap();
    let shared = trierarch::fleet::share::to_text(file).unwrap();
    let start = Start::At(format!("fleet/{shared}"));
    let tables = Tables::in_memory();
    let address = |screen: &Screen| screen.state().as_ref().unwrap().address();
    let first = open_with(DESK, &start, tables.clone());
    assert_eq!(address(&first), "fleets/1");
    assert!(says(&first, "Παρρησία"));
    // Reloaded, the page shows it again. It is listed when the player goes back, and going
    // forward leads to it.
    let mut again = open_with(DESK, &Start::At(address(&first)), tables);
    assert!(says(&again, "Παρρησία"));
    for there in ["fleets", "fleets/1"] {
        let ctx = again.ctx.clone();
        again.state_mut().as_mut().unwrap().start(&Start::At(there.into()), &ctx);
        again.run();
        assert_eq!(address(&again), there);
    }
    assert!(says(&again, "Παρρησία"));
}

#[test]
fn greek_names_are_shown_in_latin_letters_with_the_greek_beneath() {
    let tables = Tables::in_memory();
    tables.settings_store().put("settings", Some("{}".into()));
    let mut screen = open_with([1280.0, 1100.0], &Start::Ready("sybota".into()), tables);
    assert!(says(&screen, "A1 Parrhesia"));
    assert!(!says(&screen, "A1 Παρρησία"));
    assert!(says(&screen, "Παρρησία · "));
    crate::begin(&mut screen, "A1 Parrhesia");
    press(&mut screen, "Log of the battle");
    assert!(says(&screen, "A1 Parrhesia"));
    apply(&mut screen, Command::Set(Setting::LatinNames(false)));
    assert!(says(&screen, "A1 Παρρησία"));
    assert!(!says(&screen, "Parrhesia") && !says(&screen, "Παρρησία · "));
}

#[test]
fn a_small_card_writes_its_name_in_the_letters_of_the_window() {
    for (latin, shown, other) in [(true, "Samia", "Σαμία"), (false, "Σαμία", "Samia")] {
        let tables = Tables::in_memory();
        let settings = json!({ "latin_names": latin });
        tables.settings_store().put("settings", Some(settings.to_string()));
        let screen = open_with([1400.0, 900.0], &Start::Ready("arginusae".into()), tables);
        assert!(painted(&screen, shown) && !painted(&screen, other), "{shown}");
    }
}

#[test]
fn a_rule_leads_to_its_chart() {
    for size in [DESK, PHONE] {
        let mut screen = sybota(size);
        crate::begin(&mut screen, "A1 Παρρησία");
        press(&mut screen, "Target: B1 Πηγασίς");
        press(&mut screen, "Ram B1");
        press(&mut screen, "Rule: Greek Fire: ramming");
        let seen = |node: egui_kittest::Node<'_>| {
            node.rect().top() >= 0.0 && node.rect().bottom() < size[1]
        };
        assert!(screen.get_all_by_label("Ram").any(seen));
        press(&mut screen, "Back to the battle");
        assert!(
            controls(&screen).contains_key("Rule: Greek Fire: ramming"),
            "the order is still open"
        );
    }
}

#[test]
fn a_question_mark_lists_the_keys_and_escape_closes_the_list() {
    let mut screen = open(DESK, &Start::Home);
    screen.event(egui::Event::Text("?".into()));
    screen.run();
    assert!(controls(&screen).contains_key("Close the list"));
    assert!(says(&screen, "Ctrl+Shift+Z"));
    screen.key_press(egui::Key::Escape);
    screen.run();
    assert!(!controls(&screen).contains_key("Close the list"));
    // In a text field it is a letter.
    press(&mut screen, "Charts");
    write(&mut screen, "Search the charts", "?");
    assert!(!controls(&screen).contains_key("Close the list"));
}

#[test]
fn places_are_reached_and_changes_undone_with_the_keyboard() {
    let mut screen = sybota(DESK);
    crate::begin(&mut screen, "A1 Παρρησία");
    screen.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
    screen.run();
    assert_eq!(battle(&screen).log().cursor, 0);
    assert!(says(&screen, "Undone:"));
    let shift = egui::Modifiers::COMMAND | egui::Modifiers::SHIFT;
    screen.key_press_modifiers(shift, egui::Key::Z);
    screen.run();
    assert_eq!(battle(&screen).log().cursor, 1);
    screen.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Num3);
    screen.run();
    press(&mut screen, "Start an empty fleet");
    press(&mut screen, "Add: Ship");
    assert!(controls(&screen).contains_key("Ship 1: Remove"));
    screen.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
    screen.run();
    assert!(!controls(&screen).contains_key("Ship 1: Remove"));
}

#[test]
fn a_stepper_says_its_new_value() {
    let mut screen = open(DESK, &Start::Home);
    press(&mut screen, "Fleets");
    press(&mut screen, "Ships of a random fleet: 1 more");
    let value = screen.get_by_role_and_label(egui::Role::SpinButton, "Ships of a random fleet");
    assert_eq!(value.accesskit_node().numeric_value(), Some(9.0));
    let live = |node: &egui_kittest::Node<'_>| {
        node.accesskit_node().live() == egui::accesskit::Live::Polite
    };
    let voices = screen.root().children_recursive().filter(live);
    let announcements: Vec<_> = voices.filter_map(|node| node.accesskit_node().label()).collect();
    assert!(announcements.contains(&"Ships of a random fleet: 9.".to_owned()), "{announcements:?}");
}
