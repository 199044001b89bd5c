//! Tests of the screens at every text size on a phone: no controls overlap, and none
//! extends beyond the edge.

use egui_kittest::kittest::NodeT;
use trierarch::fleet::library;
use trierarch::rules::{Side, Subject};
use trierarch::session::Tables;
use trierarch::ui::Start;
use trierarch::ui::command::{
    BuilderCommand, BuilderTab, Command, EditCommand, HomeCommand, OpenCommand, Place, SaveCommand,
    Tab, TableCommand,
};

use crate::{PHONE, Screen, apply, battle, open_with, settle};

/// A phone with this text size: the larger it is, the fewer points there are.
fn phone(text_size: f32, start: &Start) -> Screen {
    let tables = Tables::in_memory();
    tables.settings_store().put("settings", Some(format!("{{\"text_size\": {text_size}}}")));
    let mut screen = open_with(points(text_size), start, tables);
    screen.set_size(points(text_size).into());
    // The text size changes the points of the next frame.
    for _ in 0..2 {
        settle(&mut screen);
    }
    screen
}

fn points(text_size: f32) -> [f32; 2] {
    PHONE.map(|pixels| pixels / text_size)
}

/// The name of the control at a place.
fn name_at(screen: &Screen, rect: egui::Rect) -> String {
    let near = |other: egui::Rect| {
        (other.min - rect.min).length() < 2.0 && (other.max - rect.max).length() < 2.0
    };
    let every = screen.root().children_recursive();
    let placed = every.filter(|node| node.accesskit_node().bounding_box().is_some());
    let found = placed.filter(|node| near(node.rect())).find_map(|n| n.accesskit_node().label());
    found.unwrap_or_else(|| "?".into())
}

/// Faults in the places of controls, on all screens of a test.
#[derive(Default)]
struct LayoutFaults(Vec<String>);

impl LayoutFaults {
    /// Checks that no two controls overlap where they are visible, and none extends beyond
    /// the screen's edge.
    fn check(&mut self, screen: &Screen, size: f32, what: &str) {
        let width = points(size)[0];
        let seen: Vec<egui::Rect> = screen.ctx.viewport(|viewport| {
            let widgets = &viewport.this_pass.widgets;
            let pressed = widgets.layers().flat_map(|(_, widgets)| widgets.iter());
            let pressed = pressed.filter(|widget| widget.sense.senses_click());
            let rects = pressed.map(|widget| widget.interact_rect);
            // Scroll bars are thin, and left out.
            rects.filter(|rect| rect.width() > 9.5 && rect.height() > 9.5).collect()
        });
        assert!(seen.len() > 2, "{what} at {size}: {seen:?}");
        for (at, rect) in seen.iter().enumerate() {
            if rect.left() < -1.0 || rect.right() > width + 1.0 {
                let name = name_at(screen, *rect);
                self.0.push(format!("{what} at {size}: `{name}` {rect} of {width}"));
            }
            for other in &seen[at + 1..] {
                let shared = rect.intersect(*other);
                if shared.width() >= 2.0 && shared.height() >= 2.0 {
                    let names = [*rect, *other].map(|rect| name_at(screen, rect));
                    self.0.push(format!("{what} at {size}: {names:?} {rect} {other}"));
                }
            }
        }
    }

    fn assert_none(&self) {
        assert!(self.0.is_empty(), "{:#?}", self.0);
    }
}

const SIZES: [f32; 4] = [0.85, 1.0, 1.5, 2.0];

#[test]
fn screens_fit_every_text_size_on_a_phone() {
    let mut faults = LayoutFaults::default();
    for size in SIZES {
        let mut screen = phone(size, &Start::Ready("sybota".into()));
        for place in Place::BAR.into_iter().chain([Place::Learn]) {
            apply(&mut screen, Command::Go(place));
            faults.check(&screen, size, place.name());
        }
        let build = |command| Command::Home(HomeCommand::Build(command));
        apply(&mut screen, Command::Go(Place::Fleets));
        apply(&mut screen, build(BuilderCommand::Open(OpenCommand::Random(5))));
        for tab in BuilderTab::ALL {
            apply(&mut screen, build(BuilderCommand::Show(tab)));
            faults.check(&screen, size, tab.name());
        }
        apply(&mut screen, build(BuilderCommand::Show(BuilderTab::Fleet)));
        let open = EditCommand::OpenEntry(Some(("ships", 0)));
        apply(&mut screen, build(BuilderCommand::Edit(open)));
        faults.check(&screen, size, "a ship that is built");
    }
    faults.assert_none();
}

#[test]
fn the_table_fits_every_text_size_on_a_phone() {
    let mut faults = LayoutFaults::default();
    for size in SIZES {
        let mut screen = phone(size, &Start::Ready("sybota".into()));
        let table = |command| Command::Table(command);
        faults.check(&screen, size, "the table");
        let next = battle(&screen).view().guide.next.clone();
        let step = next.iter().find(|step| matches!(step.subject, Subject::Unit(_))).unwrap();
        apply(&mut screen, table(TableCommand::Open(step.subject, step.kind)));
        faults.check(&screen, size, "the turn of a ship");
        apply(&mut screen, table(TableCommand::More(true)));
        faults.check(&screen, size, "everything she can do");
        for side in [Side::A, Side::B] {
            apply(&mut screen, table(TableCommand::Show(Tab::Ships(side))));
            faults.check(&screen, size, "the ships of a side");
        }
        for kind in ["shoot", "ram", "board"] {
            apply(&mut screen, table(TableCommand::Open(step.subject, kind)));
            faults.check(&screen, size, kind);
        }
        let target = TableCommand::Set("target", Some("B1".into()));
        apply(&mut screen, table(TableCommand::Open(step.subject, "ram")));
        apply(&mut screen, table(target));
        faults.check(&screen, size, "a ram");
        apply(&mut screen, table(TableCommand::EnterDice));
        faults.check(&screen, size, "the dice pad");
        apply(&mut screen, table(TableCommand::Give));
        faults.check(&screen, size, "the result");
        apply(&mut screen, table(TableCommand::Show(Tab::Log)));
        faults.check(&screen, size, "the log");
        apply(&mut screen, table(TableCommand::Save(SaveCommand::Open(true))));
        faults.check(&screen, size, "saving");
    }
    faults.assert_none();
}

#[test]
fn every_game_fits_the_largest_text_on_a_phone() {
    let mut faults = LayoutFaults::default();
    for ready in library::battles().iter().filter(|ready| ready.first) {
        let mut screen = phone(2.0, &Start::Ready(ready.slug.clone()));
        faults.check(&screen, 2.0, &ready.name);
        if let Some(side) = battle(&screen).view().hand_over_to {
            apply(&mut screen, Command::Table(TableCommand::HandOver(side)));
            faults.check(&screen, 2.0, &ready.name);
        }
        apply(&mut screen, Command::Table(TableCommand::More(true)));
        faults.check(&screen, 2.0, &ready.name);
    }
    faults.assert_none();
}
