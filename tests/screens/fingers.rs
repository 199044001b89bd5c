//! Test that everything that can be tapped is large enough for a finger, on every screen.

use std::collections::BTreeMap;

use egui::accesskit::Action;
use egui_kittest::kittest::NodeT;
use trierarch::fleet::library;
use trierarch::games::SystemTag;
use trierarch::rules::{NextStep, Offer, Part, Side, Subject};
use trierarch::session::Lesson;
use trierarch::ui::Start;
use trierarch::ui::command::{
    AmendCommand, BuilderCommand, BuilderTab, ChartsCommand, Command, EditCommand, HomeCommand,
    OpenCommand, Place, PrintCommand, PrintSource, SaveCommand, Tab, TableCommand,
};

use crate::{
    DESK, LANDSCAPE, PHONE, Screen, apply, at_table, battle, controls, open, press, press_here,
    standing_orders,
};

pub(super) const SIZES: [[f32; 2]; 3] = [PHONE, LANDSCAPE, DESK];

/// The smallest width and height, in points.
const FINGER: f32 = 44.0;

/// Controls that are smaller, with the screens that have them.
#[derive(Default)]
pub(super) struct SmallControls(BTreeMap<String, Vec<String>>);

impl SmallControls {
    /// Collects the controls of a screen that are too small.
    pub(super) fn check(&mut self, screen: &Screen, on: &str) {
        let every = screen.root().children_recursive();
        let tapped =
            every.filter(|node| node.accesskit_node().data().supports_action(Action::Click));
        let mut taps = 0;
        for node in tapped {
            // A page can be scrolled anywhere, so its bar may be thin.
            if node.accesskit_node().role() == egui::Role::ScrollBar {
                continue;
            }
            taps += 1;
            let size = node.rect().size();
            if size.x > FINGER - 0.1 && size.y > FINGER - 0.1 {
                continue;
            }
            let node = node.accesskit_node();
            let (role, name) = (node.role(), node.label().unwrap_or_default());
            let shown = format!("{role:?} `{name}`, {:.0} × {:.0}", size.x, size.y);
            self.0.entry(shown).or_default().push(on.to_owned());
        }
        assert!(taps > 0, "{on}: there is nothing to tap");
    }

    pub(super) fn assert_none(&self) {
        let shown =
            self.0.iter().map(|(what, on)| format!("{what}: {}, {} times", on[0], on.len()));
        let shown: Vec<String> = shown.collect();
        assert!(shown.is_empty(), "{} are too small: {shown:#?}", shown.len());
    }
}

/// A battle in which the side to move has the device and the first unit has begun its turn.
fn open_first_turn(size: [f32; 2], slug: &str) -> Screen {
    let mut screen = open(size, &Start::Ready(slug.into()));
    if let Some(side) = battle(&screen).view().hand_over_to {
        at_table(&mut screen, TableCommand::HandOver(side));
    }
    let view = battle(&screen).view();
    let begins = |step: &&NextStep| view.system.part_of(step.kind) == Part::Begins;
    if let Some(step) = view.guide.next.iter().find(begins).cloned() {
        at_table(&mut screen, TableCommand::Open(step.subject, step.kind));
        at_table(&mut screen, TableCommand::Give);
    }
    screen
}

/// Checks every order of the first of the units and sides, its form, its dice and its
/// result.
fn orders(small: &mut SmallControls, screen: &mut Screen, on: &str) {
    let guide = battle(screen).view().guide.clone();
    let subjects = guide.active.map(Subject::Unit).into_iter();
    let mut subjects: Vec<_> = subjects.chain(guide.next.iter().map(|step| step.subject)).collect();
    subjects.dedup();
    for subject in subjects.into_iter().take(2) {
        let offers = battle(screen).client().offers(subject, None);
        for offer in offers.iter().filter(|offer| offer.refused.is_none()) {
            order(small, screen, (subject, offer), on);
        }
    }
}

fn order(
    small: &mut SmallControls,
    screen: &mut Screen,
    (subject, offer): (Subject, &Offer),
    on: &str,
) {
    let (before, kind) = (standing_orders(screen), offer.spec.kind);
    at_table(screen, TableCommand::Open(subject, kind));
    if controls(screen).contains_key("Continue anyway") {
        small.check(screen, &format!("{on}, {kind}: a question"));
        at_table(screen, TableCommand::Confirm);
    }
    small.check(screen, &format!("{on}, {kind}"));
    if controls(screen).contains_key("Already known") {
        press(screen, "Already known");
        small.check(screen, &format!("{on}, {kind}: what is known"));
    }
    if controls(screen).contains_key("Roll") {
        press(screen, "Roll");
    } else if controls(screen).contains_key("Give the order") {
        press_here(screen, "Give the order");
    }
    small.check(screen, &format!("{on}, {kind}: what it came to"));
    let why = controls(screen).into_keys().find(|name| name.starts_with("Why? "));
    if let Some(why) = why {
        press_here(screen, &why);
        small.check(screen, &format!("{on}, {kind}: why"));
    }
    while standing_orders(screen) > before {
        at_table(screen, TableCommand::Undo);
    }
    at_table(screen, TableCommand::Close);
}

#[test]
fn controls_of_a_table_are_large_enough_for_a_finger() {
    let mut small = SmallControls::default();
    for size in SIZES {
        // One battle of each game, and one of many ships.
        let battles = library::battles();
        for ready in battles.iter().filter(|ready| ready.first || ready.slug == "arginusae") {
            let on = format!("{} at {size:?}", ready.slug);
            let screen = open(size, &Start::Ready(ready.slug.clone()));
            small.check(&screen, &format!("{on}, the start"));
            drop(screen);
            let mut screen = open_first_turn(size, &ready.slug);
            small.check(&screen, &on);
            at_table(&mut screen, TableCommand::More(true));
            small.check(&screen, &format!("{on}, everything"));
            orders(&mut small, &mut screen, &on);
            for side in [Side::A, Side::B] {
                at_table(&mut screen, TableCommand::Show(Tab::Ships(side)));
                small.check(&screen, &format!("{on}, ships"));
            }
        }
    }
    small.assert_none();
}

#[test]
fn controls_of_a_log_are_large_enough_for_a_finger() {
    let mut small = SmallControls::default();
    for size in SIZES {
        let mut screen = open_first_turn(size, "sybota");
        at_table(&mut screen, TableCommand::Show(Tab::Log));
        small.check(&screen, &format!("the log at {size:?}"));
        let rows: Vec<_> = controls(&screen).into_keys().filter(|n| n.starts_with("1. ")).collect();
        press_here(&mut screen, &rows[0]);
        small.check(&screen, &format!("a row of the log at {size:?}"));
        at_table(&mut screen, TableCommand::ShowLuck(true));
        small.check(&screen, &format!("luck at {size:?}"));
        at_table(&mut screen, TableCommand::ShowLuck(false));
        at_table(&mut screen, TableCommand::LookBack(Some(0)));
        small.check(&screen, &format!("the past at {size:?}"));
        at_table(&mut screen, TableCommand::LookBack(None));
        at_table(&mut screen, TableCommand::Amend(AmendCommand::Begin(0)));
        small.check(&screen, &format!("an amendment at {size:?}"));
        at_table(&mut screen, TableCommand::Amend(AmendCommand::Cancel));
        at_table(&mut screen, TableCommand::Save(SaveCommand::Open(true)));
        small.check(&screen, &format!("saving at {size:?}"));
    }
    small.assert_none();
}

#[test]
fn controls_of_a_lesson_are_large_enough_for_a_finger() {
    let mut small = SmallControls::default();
    for size in SIZES {
        for system in SystemTag::ALL {
            let slug = Lesson::about(*system).unwrap().slug();
            let mut screen = open(size, &Start::Ready(slug.clone()));
            small.check(&screen, &format!("{slug} at {size:?}"));
            press_here(&mut screen, "Pause the lesson");
            small.check(&screen, &format!("{slug} left at {size:?}"));
        }
    }
    small.assert_none();
}

#[test]
fn controls_of_other_screens_are_large_enough_for_a_finger() {
    let mut small = SmallControls::default();
    for size in SIZES {
        let mut screen = open(size, &Start::Ready("sybota".into()));
        for place in Place::BAR {
            apply(&mut screen, Command::Go(place));
            small.check(&screen, &format!("{} at {size:?}", place.name()));
        }
        for system in SystemTag::ALL {
            apply(&mut screen, Command::Go(Place::Charts));
            apply(&mut screen, Command::Charts(ChartsCommand::System(*system)));
            small.check(&screen, &format!("charts of {system} at {size:?}"));
            apply(&mut screen, Command::Go(Place::Fleets));
            let build = |command| Command::Home(HomeCommand::Build(command));
            apply(&mut screen, build(BuilderCommand::Open(OpenCommand::System(*system))));
            small.check(&screen, &format!("fleets of {system} at {size:?}"));
            apply(&mut screen, build(BuilderCommand::Open(OpenCommand::Random(5))));
            for tab in BuilderTab::ALL {
                apply(&mut screen, build(BuilderCommand::Show(tab)));
                small.check(&screen, &format!("{} of {system} at {size:?}", tab.name()));
            }
            apply(&mut screen, build(BuilderCommand::Show(BuilderTab::Fleet)));
            apply(
                &mut screen,
                build(BuilderCommand::Edit(EditCommand::OpenEntry(Some(("ships", 0))))),
            );
            small.check(&screen, &format!("a ship of {system} at {size:?}"));
        }
        apply(&mut screen, Command::Go(Place::Charts));
        apply(&mut screen, Command::Charts(ChartsCommand::System(SystemTag::GreekFire)));
        apply(&mut screen, Command::Charts(ChartsCommand::Search("trebuchet".into())));
        small.check(&screen, &format!("a search at {size:?}"));
        crate::meaning::ask(&mut screen, "trebuchet (weapon)");
        small.check(&screen, &format!("a card at {size:?}"));
        apply(&mut screen, Command::Go(Place::Print));
        let print = |command| Command::Home(HomeCommand::Print(command));
        apply(&mut screen, print(PrintCommand::Source(PrintSource::Battle)));
        small.check(&screen, &format!("print at {size:?}"));
        apply(&mut screen, Command::ShowShortcuts(true));
        small.check(&screen, &format!("keys at {size:?}"));
    }
    small.assert_none();
}
