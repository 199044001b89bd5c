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
    DESK, PHONE, Screen, battle, controls, open, press, press_here, settle, standing_orders,
};

const ON_ITS_SIDE: [f32; 2] = [844.0, 390.0];

pub(super) const SIZES: [[f32; 2]; 3] = [PHONE, ON_ITS_SIDE, DESK];

/// The smallest width and height, in points.
const FINGER: f32 = 44.0;

/// Controls that are smaller, with the screens that have them.
#[derive(Default)]
pub(super) struct Small(BTreeMap<String, Vec<String>>);

impl Small {
    pub(super) fn look(&mut self, screen: &Screen, on: &str) {
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

    pub(super) fn nothing(&self) {
        let shown =
            self.0.iter().map(|(what, on)| format!("{what}: {}, {} times", on[0], on.len()));
        let shown: Vec<String> = shown.collect();
        assert!(shown.is_empty(), "{} are too small: {shown:#?}", shown.len());
    }
}

fn apply(screen: &mut Screen, command: Command) {
    let ctx = screen.ctx.clone();
    screen.state_mut().as_mut().unwrap().apply(command, &ctx);
    settle(screen);
}

fn at_table(screen: &mut Screen, command: TableCommand) {
    apply(screen, Command::Table(command));
}

/// A battle with the device in the right hands and the first unit's turn begun.
fn begun(size: [f32; 2], slug: &str) -> Screen {
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
fn orders(small: &mut Small, screen: &mut Screen, on: &str) {
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

fn order(small: &mut Small, screen: &mut Screen, (subject, offer): (Subject, &Offer), on: &str) {
    let (before, kind) = (standing_orders(screen), offer.spec.kind);
    at_table(screen, TableCommand::Open(subject, kind));
    if controls(screen).contains_key("Continue anyway") {
        small.look(screen, &format!("{on}, {kind}: a question"));
        at_table(screen, TableCommand::Confirm);
    }
    small.look(screen, &format!("{on}, {kind}"));
    if controls(screen).contains_key("Already known") {
        press(screen, "Already known");
        small.look(screen, &format!("{on}, {kind}: what is known"));
    }
    if controls(screen).contains_key("Roll") {
        press(screen, "Roll");
    } else if controls(screen).contains_key("Give the order") {
        press_here(screen, "Give the order");
    }
    small.look(screen, &format!("{on}, {kind}: what it came to"));
    let why = controls(screen).into_keys().find(|name| name.starts_with("Why? "));
    if let Some(why) = why {
        press_here(screen, &why);
        small.look(screen, &format!("{on}, {kind}: why"));
    }
    while standing_orders(screen) > before {
        at_table(screen, TableCommand::Undo);
    }
    at_table(screen, TableCommand::Close);
}

#[test]
fn controls_of_a_table_are_large_enough_for_a_finger() {
    let mut small = Small::default();
    for size in SIZES {
        // One battle of each game, and one of many ships.
        let battles = library::battles();
        for ready in battles.iter().filter(|ready| ready.first || ready.slug == "arginusae") {
            let on = format!("{} at {size:?}", ready.slug);
            let screen = open(size, &Start::Ready(ready.slug.clone()));
            small.look(&screen, &format!("{on}, the start"));
            drop(screen);
            let mut screen = begun(size, &ready.slug);
            small.look(&screen, &on);
            at_table(&mut screen, TableCommand::More(true));
            small.look(&screen, &format!("{on}, everything"));
            orders(&mut small, &mut screen, &on);
            for side in [Side::A, Side::B] {
                at_table(&mut screen, TableCommand::Show(Tab::Ships(side)));
                small.look(&screen, &format!("{on}, ships"));
            }
        }
    }
    small.nothing();
}

#[test]
fn controls_of_a_log_are_large_enough_for_a_finger() {
    let mut small = Small::default();
    for size in SIZES {
        let mut screen = begun(size, "sybota");
        at_table(&mut screen, TableCommand::Show(Tab::Log));
        small.look(&screen, &format!("the log at {size:?}"));
        let rows: Vec<_> = controls(&screen).into_keys().filter(|n| n.starts_with("1. ")).collect();
        press_here(&mut screen, &rows[0]);
        small.look(&screen, &format!("a row of the log at {size:?}"));
        at_table(&mut screen, TableCommand::ShowLuck(true));
        small.look(&screen, &format!("luck at {size:?}"));
        at_table(&mut screen, TableCommand::ShowLuck(false));
        at_table(&mut screen, TableCommand::LookBack(Some(0)));
        small.look(&screen, &format!("the past at {size:?}"));
        at_table(&mut screen, TableCommand::LookBack(None));
        at_table(&mut screen, TableCommand::Amend(AmendCommand::Begin(0)));
        small.look(&screen, &format!("an amendment at {size:?}"));
        at_table(&mut screen, TableCommand::Amend(AmendCommand::Cancel));
        at_table(&mut screen, TableCommand::Save(SaveCommand::Open(true)));
        small.look(&screen, &format!("saving at {size:?}"));
    }
    small.nothing();
}

#[test]
fn controls_of_a_lesson_are_large_enough_for_a_finger() {
    let mut small = Small::default();
    for size in SIZES {
        for system in SystemTag::ALL {
            let slug = Lesson::about(*system).unwrap().slug();
            let mut screen = open(size, &Start::Ready(slug.clone()));
            small.look(&screen, &format!("{slug} at {size:?}"));
            press_here(&mut screen, "Pause the lesson");
            small.look(&screen, &format!("{slug} left at {size:?}"));
        }
    }
    small.nothing();
}

#[test]
fn controls_of_other_screens_are_large_enough_for_a_finger() {
    let mut small = Small::default();
    for size in SIZES {
        let mut screen = open(size, &Start::Ready("sybota".into()));
        for place in Place::BAR {
            apply(&mut screen, Command::Go(place));
            small.look(&screen, &format!("{} at {size:?}", place.name()));
        }
        for system in SystemTag::ALL {
            apply(&mut screen, Command::Go(Place::Charts));
            apply(&mut screen, Command::Charts(ChartsCommand::System(*system)));
            small.look(&screen, &format!("charts of {system} at {size:?}"));
            apply(&mut screen, Command::Go(Place::Fleets));
            let build = |command| Command::Home(HomeCommand::Build(command));
            apply(&mut screen, build(BuilderCommand::Open(OpenCommand::System(*system))));
            small.look(&screen, &format!("fleets of {system} at {size:?}"));
            apply(&mut screen, build(BuilderCommand::Open(OpenCommand::Random(5))));
            for tab in BuilderTab::ALL {
                apply(&mut screen, build(BuilderCommand::Show(tab)));
                small.look(&screen, &format!("{} of {system} at {size:?}", tab.name()));
            }
            apply(&mut screen, build(BuilderCommand::Show(BuilderTab::Fleet)));
            apply(
                &mut screen,
                build(BuilderCommand::Edit(EditCommand::OpenEntry(Some(("ships", 0))))),
            );
            small.look(&screen, &format!("a ship of {system} at {size:?}"));
        }
        apply(&mut screen, Command::Go(Place::Charts));
        apply(&mut screen, Command::Charts(ChartsCommand::System(SystemTag::GreekFire)));
        apply(&mut screen, Command::Charts(ChartsCommand::Search("trebuchet".into())));
        small.look(&screen, &format!("a search at {size:?}"));
        crate::meaning::ask(&mut screen, "trebuchet (weapon)");
        small.look(&screen, &format!("a card at {size:?}"));
        apply(&mut screen, Command::Go(Place::Print));
        let print = |command| Command::Home(HomeCommand::Print(command));
        apply(&mut screen, print(PrintCommand::Source(PrintSource::Battle)));
        small.look(&screen, &format!("print at {size:?}"));
        apply(&mut screen, Command::ShowShortcuts(true));
        small.look(&screen, &format!("keys at {size:?}"));
    }
    small.nothing();
}
