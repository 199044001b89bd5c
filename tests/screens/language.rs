//! Tests of the screens in another language: everything is translated, and the layout has
//! room for longer words.

use std::collections::HashMap;
use std::sync::Mutex;

use egui_kittest::kittest::NodeT;
use trierarch::i18n::{Catalogue, Words};
use trierarch::rules::{NextStep, Subject};
use trierarch::ui::Start;
use trierarch::ui::command::{
    BuilderCommand, BuilderTab, Command, HomeCommand, OpenCommand, Place, SaveCommand, Tab,
    TableCommand,
};
use trierarch::ui::language::speak;

use crate::{DESK, PHONE, Screen, apply, battle, controls, is_control, open, says};

/// English with accents, each word 40% longer.
#[derive(Default)]
struct Pseudo(Mutex<HashMap<String, &'static str>>);

impl Pseudo {
    fn known(&self, english: &str) -> &str {
        let mut known = self.0.lock().unwrap();
        known.entry(english.to_owned()).or_insert_with(|| pseudo(english).leak())
    }
}

impl Catalogue for Pseudo {
    fn template(&self, english: &str) -> Option<&str> {
        Some(self.known(english))
    }

    fn counted(&self, count: i64, one: &str, many: &str) -> Option<&str> {
        Some(self.known(if count == 1 { one } else { many }))
    }
}

/// The arguments of a template are unchanged.
fn pseudo(english: &str) -> String {
    let mut text = String::new();
    let (mut word, mut argument) = (0, false);
    for letter in english.chars().chain([' ']) {
        argument |= letter == '{';
        if letter.is_alphabetic() && !argument {
            word += 1;
        } else if word > 0 {
            text.extend(std::iter::repeat_n('ô', (word * 2_usize).div_ceil(5)));
            word = 0;
        }
        argument &= letter != '}';
        text.push(match letter {
            'a' if !argument => 'á',
            'e' if !argument => 'é',
            'i' if !argument => 'í',
            'o' if !argument => 'ó',
            'u' if !argument => 'ú',
            other => other,
        });
    }
    text.pop();
    text
}

fn in_pseudo(size: [f32; 2], start: &Start) -> Screen {
    let mut screen = open(size, start);
    speak(&screen.ctx, Words::of(Pseudo::default()));
    screen.run();
    screen
}

/// Begins the turn of the first ship that can.
fn first_ship_begins(screen: &mut Screen) {
    let next = battle(screen).view().guide.next.clone();
    let ship = |step: &&NextStep| matches!(step.subject, Subject::Unit(_));
    let step = next.iter().find(ship).unwrap();
    apply(screen, Command::Table(TableCommand::Open(step.subject, step.kind)));
}

/// Checks that no control extends beyond the window, or over its neighbour.
fn nothing_overlaps(screen: &Screen, size: [f32; 2], place: &str) {
    let every: Vec<_> = screen
        .root()
        .children_recursive()
        .filter(|node| is_control(node.accesskit_node().role()))
        .map(|node| {
            let parent = node.accesskit_node().parent().map(|parent| parent.id());
            (parent, node.rect(), node.accesskit_node().label().unwrap_or_default())
        })
        .collect();
    for (at, (parent, rect, name)) in every.iter().enumerate() {
        // The strips of units on a phone scroll sideways.
        let scrolls = size == PHONE && name.starts_with("Chóósé");
        assert!(
            scrolls || rect.left() >= -1.0 && rect.right() <= size[0] + 1.0,
            "{place}: `{name}` reaches from {} to {}",
            rect.left(),
            rect.right()
        );
        for (other_parent, other, other_name) in &every[at + 1..] {
            let shared = rect.intersect(*other);
            assert!(
                parent != other_parent || shared.width() < 2.0 || shared.height() < 2.0,
                "{place}: `{name}` {rect} overlaps `{other_name}` {other}"
            );
        }
    }
}

#[test]
fn the_table_fits_texts_two_fifths_longer() {
    for size in [DESK, PHONE] {
        let mut screen = in_pseudo(size, &Start::Ready("sybota".into()));
        nothing_overlaps(&screen, size, "the table");
        first_ship_begins(&mut screen);
        let active = battle(&screen).view().guide.active.unwrap();
        nothing_overlaps(&screen, size, "the orders of a ship");
        for kind in ["ram", "shoot", "board"] {
            apply(&mut screen, Command::Table(TableCommand::Open(Subject::Unit(active), kind)));
            nothing_overlaps(&screen, size, kind);
        }
        apply(&mut screen, Command::Table(TableCommand::EnterDice));
        nothing_overlaps(&screen, size, "the dice pad");
        apply(&mut screen, Command::Table(TableCommand::Save(SaveCommand::Open(true))));
        nothing_overlaps(&screen, size, "saving");
        apply(&mut screen, Command::Table(TableCommand::Show(Tab::Order)));
        apply(&mut screen, Command::Go(Place::Settings));
        nothing_overlaps(&screen, size, "the settings");
    }
}

#[test]
fn other_screens_fit_texts_two_fifths_longer() {
    for size in [DESK, PHONE] {
        let mut screen = in_pseudo(size, &Start::Home);
        nothing_overlaps(&screen, size, "the battles");
        apply(&mut screen, Command::Go(Place::Fleets));
        nothing_overlaps(&screen, size, "All fleets");
        let build = |command| Command::Home(HomeCommand::Build(command));
        apply(&mut screen, build(BuilderCommand::Open(OpenCommand::Random(5))));
        for tab in BuilderTab::ALL {
            apply(&mut screen, build(BuilderCommand::Show(tab)));
            nothing_overlaps(&screen, size, tab.name());
        }
        apply(&mut screen, Command::Go(Place::Print));
        nothing_overlaps(&screen, size, "Print");
        apply(&mut screen, Command::Go(Place::Charts));
        nothing_overlaps(&screen, size, "Charts");
    }
}

#[test]
fn controls_of_the_table_have_no_english_names_in_another_language() {
    let mut screen = in_pseudo(DESK, &Start::Ready("sybota".into()));
    apply(&mut screen, Command::Table(TableCommand::More(true)));
    assert!(says(&screen, &pseudo("Own dice")));
    for english in ["Undo", "Redo", "Settings", "Open order", "Battles", "Charts"] {
        assert!(!controls(&screen).contains_key(english), "{english}");
    }
    first_ship_begins(&mut screen);
    assert!(controls(&screen).contains_key(&pseudo("Undo the last order")));
}
