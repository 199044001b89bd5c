//! Tests of glossary cards: opened from a word, from the charts and from a result.

#![expect(clippy::expect_used, clippy::panic, reason = "a test says what it expects")]

use egui_kittest::kittest::{NodeT, Queryable};
use serde_json::json;
use trierarch::games::SystemTag;
use trierarch::i18n::english;
use trierarch::rules::Sort;
use trierarch::session::{Mutation, Opening, Seat, Tables};
use trierarch::ui::Start;

use crate::{
    DESK, PHONE, Screen, aim_a_ram, controls, open, open_with, press, says, settle, sybota, write,
};

/// Taps the first word with this text, or the question mark next to it. Words that occur
/// several times have the same card.
pub(crate) fn ask(screen: &mut Screen, word: &str) {
    let links = screen.query_all_by_role(egui::Role::Link);
    let names = [word.to_owned(), format!("What is “{word}”?")];
    let found = links.filter(|link| {
        names.iter().any(|name| link.accesskit_node().label().as_ref() == Some(name))
    });
    let found = found.into_iter().next();
    found.unwrap_or_else(|| panic!("no `{word}` on the screen")).click_accesskit();
    settle(screen);
    screen.run_steps(2);
}

/// The explanation of a word of Greek Fire, by its category.
fn meaning(sort: &Sort, word: &str) -> String {
    let all = SystemTag::GreekFire.meanings();
    let found = all.iter().find(|one| one.sort == *sort && one.word == word);
    english(&found.expect("a word").what)
}

#[test]
fn the_open_order_and_its_questions_have_explanations() {
    for size in [DESK, PHONE] {
        let mut screen = sybota(size);
        aim_a_ram(&mut screen);
        ask(&mut screen, "Ram");
        assert!(says(&screen, &meaning(&Sort::Order, "ram")));
        press(&mut screen, "Close the card");
        assert!(!says(&screen, &meaning(&Sort::Order, "ram")));
        ask(&mut screen, "Bow to bow");
        assert!(says(&screen, &meaning(&Sort::Question, "bow_to_bow")));
        ask(&mut screen, "bow to bow (modifier)");
        assert!(says(&screen, &meaning(&Sort::Modifier, "bow-to-bow")));
    }
}

/// A long press on a touch screen, or the second mouse button.
fn press_long(screen: &mut Screen, pos: egui::Pos2) {
    for pressed in [true, false] {
        let button = egui::PointerButton::Secondary;
        let modifiers = egui::Modifiers::NONE;
        screen.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
    }
    settle(screen);
}

#[test]
fn a_long_press_on_a_unit_explains_the_mark_under_it_or_her_type() {
    let tables = Tables::in_memory();
    let both = tables.begin("long", Opening::ready("sybota", 433).unwrap(), Seat::Both).unwrap();
    let order = json!({"kind": "adjust", "ship": "A1", "field": "routing", "value": true});
    both.change(Mutation::Order { order: order.as_object().unwrap().clone(), dice: None });
    assert!(!both.take_news().is_empty());
    let start = Start::Ready(both.slug().to_owned());
    drop(both);
    let mut screen = open_with([1280.0, 1100.0], &start, tables);
    let mark = screen.get_by_label("! routing").rect().center();
    press_long(&mut screen, mark);
    assert!(says(&screen, &meaning(&Sort::Entry, "routing")));
    press(&mut screen, "Close the card");
    let card = screen.get_by_label_contains("A1 Παρρησία, Trireme (full deck)").rect();
    press_long(&mut screen, card.left_top() + egui::vec2(20.0, 20.0));
    let own = Sort::Own(trierarch::message!("type of ship"));
    assert!(says(&screen, &meaning(&own, "trireme-full-deck")));
}

#[test]
fn a_record_explains_its_lines_each_once() {
    let mut screen = sybota(DESK);
    press(&mut screen, "Choose A1 Παρρησία");
    // “Crew (250 of 250)” is not a word of the rules, but it shows an entry.
    ask(&mut screen, "crew (line of a record)");
    assert!(says(&screen, &meaning(&Sort::Entry, "crew")));
    press(&mut screen, "Close the card");
    ask(&mut screen, "captain (line of a record)");
    assert!(says(&screen, &meaning(&Sort::Entry, "captain")));
    let links = screen.query_all_by_role(egui::Role::Link);
    let mut names: Vec<_> = links.filter_map(|link| link.accesskit_node().label()).collect();
    names.retain(|name| name.ends_with("(line of a record)"));
    let all = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), all);
}

#[test]
fn a_long_press_on_an_order_or_an_outcome_opens_its_card() {
    let mut screen = sybota(DESK);
    press(&mut screen, "Choose A1 Παρρησία");
    let order = screen.get_by_label("Sail: roll for the wind").rect().center();
    press_long(&mut screen, order);
    assert!(says(&screen, &meaning(&Sort::Order, "sail")));
    press(&mut screen, "Close the card");
    aim_a_ram(&mut screen);
    press(&mut screen, "Spaces straight ahead: 4");
    press(&mut screen, "Bow to bow: no");
    let links = screen.query_all_by_role(egui::Role::Link);
    let names = links.filter_map(|link| link.accesskit_node().label());
    let outcome = names.into_iter().find(|name| name.ends_with('%')).expect("an outcome");
    ask(&mut screen, &outcome);
    let slug = outcome.rsplit_once(' ').expect("its chance").0.replace(' ', "-");
    assert!(says(&screen, &meaning(&Sort::Outcome, &slug)), "{outcome}");
}

#[test]
fn why_under_a_result_leads_to_rule_row_and_terms() {
    let mut screen = sybota(DESK);
    aim_a_ram(&mut screen);
    press(&mut screen, "Roll");
    let row = crate::battle(&screen).log().rows.last().cloned().expect("a row");
    press(&mut screen, &format!("Why? Order {}", row.index + 1));
    let outcome = row.outcome.clone().expect("an outcome");
    assert!(says(&screen, "Table Ram: 1d10: "), "the row of the table");
    assert!(says(&screen, "on the dice"), "the sum of the roll");
    ask(&mut screen, &format!("{} (outcome)", outcome.replace('-', " ")));
    assert!(says(&screen, &meaning(&Sort::Outcome, &outcome)));
}

#[test]
fn a_search_with_a_typing_error_finds_the_term_with_its_figures() {
    let mut screen = open(DESK, &Start::Home);
    press(&mut screen, "Charts");
    write(&mut screen, "Search the charts", "trebuhcet");
    ask(&mut screen, "trebuchet (weapon)");
    assert!(says(&screen, "Range: 10"), "from the table of missiles");
    press(&mut screen, "Table on the card: Missiles");
    assert!(says(&screen, "Every shot costs 1 ammo"));
}

#[test]
fn a_column_and_a_cell_of_a_chart_open_their_cards_and_the_cards_lead_back() {
    let mut screen = open(DESK, &Start::Home);
    press(&mut screen, "Charts");
    ask(&mut screen, "Deck");
    assert!(says(&screen, &meaning(&Sort::Column, "deck")));
    ask(&mut screen, "Trireme");
    assert!(says(&screen, &meaning(&Sort::Own(trierarch::message!("type of ship")), "trireme")));
    press(&mut screen, "Back to the previous card");
    assert!(says(&screen, &meaning(&Sort::Column, "deck")));
    screen.key_press(egui::Key::Escape);
    settle(&mut screen);
    assert!(!controls(&screen).contains_key("Close the card"));
}
