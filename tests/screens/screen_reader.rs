//! Tests that play a battle with a screen reader: only accessible names and values, and
//! announcements. They use neither the picture nor the program behind the accessibility
//! tree.

use std::collections::HashMap;

use egui::accesskit::{Live, Role};
use egui_kittest::kittest::NodeT;
use trierarch::rules::UnitCondition;
use trierarch::session::{Opening, Seat, Tables};
use trierarch::ui::Start;

use crate::{DESK, Screen, battle, build_window, is_control, settle, write};

/// A player who uses a screen reader, with a record of her actions and what she heard.
struct Listener {
    screen: Screen,
    script: Vec<String>,
    /// The latest announcements.
    announcements: Vec<String>,
}

impl Listener {
    fn at(slug: &str) -> Listener {
        let tables = Tables::in_memory();
        tables.settings_store().put("settings", Some("{}".into()));
        // The same dice in every run.
        let start = if slug.is_empty() {
            Start::Home
        } else {
            let opening = Opening::ready(slug, 433).unwrap();
            let both = tables.begin("heard", opening, Seat::Both).unwrap();
            Start::Ready(both.slug().to_owned())
        };
        let screen = build_window(DESK, 1.0, &start, tables);
        let mut listener = Listener { screen, script: Vec::new(), announcements: Vec::new() };
        listener.hear();
        listener
    }

    /// Collects new announcements of the live regions.
    fn hear(&mut self) {
        let every = self.screen.root().children_recursive();
        let voices = every.filter(|node| node.accesskit_node().live() == Live::Polite);
        let announcements: Vec<String> =
            voices.map(|node| node.accesskit_node().label().unwrap_or_default()).collect();
        for (at, says) in announcements.iter().enumerate() {
            if !says.is_empty() && self.announcements.get(at) != Some(says) {
                self.script.push(format!("  {says}"));
            }
        }
        self.announcements = announcements;
    }

    /// Presses the only enabled control whose name starts with this text, and hears the
    /// result.
    fn press(&mut self, begins: &str) {
        let every = self.screen.root().children_recursive();
        let controls = every.filter(|node| is_control(node.accesskit_node().role()));
        let named = controls.filter(|node| {
            node.accesskit_node().label().is_some_and(|name| name.starts_with(begins))
        });
        let mut named: Vec<_> = named.collect();
        if named.iter().any(|node| node.accesskit_node().label().as_deref() == Some(begins)) {
            named.retain(|node| node.accesskit_node().label().as_deref() == Some(begins));
        }
        let found: Vec<_> = named.iter().filter_map(|n| n.accesskit_node().label()).collect();
        assert_eq!(found.len(), 1, "`{begins}`: {found:?}\n{}", self.script.join("\n"));
        let live = !named[0].accesskit_node().is_disabled();
        assert!(live, "`{}`\n{}", found[0], self.script.join("\n"));
        self.script.push(format!("> {}", found[0]));
        named[0].click_accesskit();
        // One frame at a time, since a screen reader hears each.
        for _ in 0..12 {
            self.screen.step();
            self.hear();
        }
        settle(&mut self.screen);
        self.hear();
    }

    /// The names of the enabled controls.
    fn names(&self) -> Vec<String> {
        let every = self.screen.root().children_recursive();
        let controls = every.filter(|node| is_control(node.accesskit_node().role()));
        let live = controls.filter(|node| !node.accesskit_node().is_disabled());
        live.filter_map(|node| node.accesskit_node().label()).collect()
    }

    /// The latest announcement that starts with this text, up to the end of the sentence.
    fn announced(&self, begins: &str) -> Option<String> {
        let line = self.script.iter().rev().find(|line| !line.starts_with('>'))?;
        let (_, rest) = line.rsplit_once(begins)?;
        Some(rest.trim_end_matches('.').split(". ").next().unwrap_or(rest).to_owned())
    }

    /// Does what is required next: a die, an answer, or the announced next step.
    fn take_next_step(&mut self) {
        let names = self.names();
        let asked = self.announced("Still to answer: ").or(self.announced("Choose: "));
        let answer = asked.and_then(|question| {
            let first = question.split(" and ").next().unwrap_or(&question);
            let first = format!("{}: ", first.split(", ").next().unwrap_or(first)).to_lowercase();
            names.iter().find(|name| name.to_lowercase().starts_with(&first))
        });
        let known = ["It shows 3", "Give the order", "Continue anyway"];
        let known = known.iter().find_map(|known| names.iter().find(|name| name == known));
        let other =
            names.iter().find(|name| name.starts_with("I play ") || *name == "Pass the device");
        let next = self.announced("Next: ").filter(|next| names.contains(next));
        // The cards offer the choice of who moves.
        let card = || {
            let view = battle(&self.screen).view();
            let side = view.guide.side;
            let mut ready = view.cards.iter().filter(|card| {
                card.standing == UnitCondition::Ready && side.is_none_or(|side| card.holder == side)
            });
            ready.find_map(|card| {
                let tag = format!("{} ", card.tag);
                names.iter().find(|name| name.starts_with(&tag) && name.contains(", ")).cloned()
            })
        };
        let name = answer.or(known).or(other).cloned().or(next).or_else(card);
        assert!(name.is_some(), "nothing to do\n{}", self.transcript());
        self.press(&name.unwrap());
    }

    fn transcript(&self) -> String {
        self.script.join("\n")
    }
}

#[test]
fn a_round_of_greek_fire_is_played_by_screen_reader() {
    let mut listener = Listener::at("sybota");
    listener.press("A1 Parrhesia, ");
    listener.press("Sail: roll for the wind");
    listener.press("It shows 6");
    listener.press("Row: up to");
    listener.press("Give the order");
    listener.press("B1 Pegasis, ");
    listener.press("Shoot B1: archers 1");
    listener.press("Range in hexes: 2");
    for face in [8, 9, 1] {
        listener.press(&format!("It shows {face}"));
    }
    listener.press("Undo the last order");
    listener.press("Redo the next order");
    listener.press("Shoot B1: archers 2");
    listener.press("Range in hexes: 2");
    listener.press("It shows 1");
    listener.press("Ram B1");
    listener.press("Spaces straight ahead: 4");
    listener.press("Bow to bow: no");
    listener.press("It shows 1");
    for _ in 0..60 {
        if listener.announced("Round 2").is_some() {
            break;
        }
        listener.take_next_step();
    }
    insta::assert_snapshot!(listener.transcript());
}

#[test]
fn a_round_of_chicken_of_the_sea_is_played_by_screen_reader() {
    let mut listener = Listener::at("five-against-five");
    for _ in 0..200 {
        if listener.announced("Turn 2").is_some() || listener.announced("Round 2").is_some() {
            break;
        }
        listener.take_next_step();
    }
    insta::assert_snapshot!(listener.transcript());
}

#[test]
fn saved_pages_are_announced() {
    let mut listener = Listener::at("");
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("sheets.pdf");
    for tap in ["Print", "Print The squadron of Phormion"] {
        listener.press(tap);
    }
    write(&mut listener.screen, "Path of the PDF", place.to_str().unwrap());
    listener.press("Save the PDF there");
    assert!(listener.announced("saved as").is_some(), "{}", listener.transcript());
}

/// The nodes with a role in the tree, by name.
fn parts(screen: &Screen, role: Role) -> Vec<String> {
    let every = screen.root().children_recursive();
    let parts = every.filter(|node| node.accesskit_node().role() == role);
    parts.filter_map(|node| node.accesskit_node().label()).collect()
}

#[test]
fn the_parts_of_a_table_have_names_and_headings_and_undo_comes_before_redo() {
    let mut listener = Listener::at("sybota");
    let screen = &listener.screen;
    assert_eq!(parts(screen, Role::Navigation), ["Places"]);
    assert_eq!(parts(screen, Role::Main), ["The battle"]);
    let regions = parts(screen, Role::Region);
    for part in ["The fleet of side A", "The fleet of side B", "What comes next"] {
        assert!(regions.iter().any(|region| region == part), "{regions:?}");
    }
    let headings = parts(screen, Role::Heading);
    for heading in ["Round 1 of 8", "The Athenian squadron at Sybota", "The Corinthians at Sybota"]
    {
        assert!(headings.iter().any(|one| one == heading), "{headings:?}");
    }
    let buttons = parts(screen, Role::Button);
    let at = |name: &str| buttons.iter().position(|button| button == name).unwrap();
    assert!(at("Undo the last order") < at("Redo the next order"));
    listener.press("A1 Parrhesia, ");
    listener.press("B1 Pegasis, ");
    listener.press("Ram B1");
    assert!(parts(&listener.screen, Role::Heading).iter().any(|heading| heading == "Ram"));
}

#[test]
fn tab_scrolls_the_focused_control_into_view() {
    let mut screen = crate::open(crate::PHONE, &Start::Home);
    crate::press(&mut screen, "Print");
    let at_first: HashMap<egui::Id, egui::Rect> = screen.ctx.viewport(|viewport| {
        let layers = viewport.prev_pass.widgets.layers();
        let all = layers.flat_map(|(_, widgets)| widgets.iter());
        all.map(|widget| (widget.id, widget.rect)).collect()
    });
    let bottom = crate::PHONE[1];
    let mut below = 0;
    for _ in 0..35 {
        screen.key_press(egui::Key::Tab);
        // Scrolling takes some frames.
        for _ in 0..40 {
            screen.step();
        }
        let Some(id) = screen.ctx.memory(egui::Memory::focused) else { continue };
        let Some(now) = screen.ctx.read_response(id) else { continue };
        below += usize::from(at_first.get(&id).is_some_and(|rect| rect.bottom() > bottom));
        assert!(now.rect.top() >= 0.0 && now.rect.bottom() <= bottom, "{}", now.rect);
    }
    assert!(below > 0, "everything was already visible");
}
