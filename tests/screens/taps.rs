//! Tests of the number of taps that tasks take, and of how much of a form is visible when
//! it opens. `cargo test --test screens taps -- --nocapture` prints the figures.

use egui_kittest::kittest::{NodeT, Queryable};
use trierarch::fleet::library;
use trierarch::rules::{NextStep, Offer, Part, Subject, UnitCondition};
use trierarch::session::{Opening, Seat, Tables};
use trierarch::ui::Start;
use trierarch::ui::command::TableCommand;

use crate::{
    DESK, PHONE, Screen, at_table, battle, controls, enabled_controls, is_control, open,
    open_answers, open_with, press_here, standing_orders, tappable,
};

/// A player who counts her taps.
struct Player {
    screen: Screen,
    taps: usize,
}

impl Player {
    fn at(slug: &str) -> Player {
        // The same dice in every run.
        let tables = Tables::in_memory();
        let both = tables.begin("taps", Opening::ready(slug, 433).unwrap(), Seat::Both).unwrap();
        let start = Start::Ready(both.slug().to_owned());
        drop(both);
        Player { screen: open_with(DESK, &start, tables), taps: 0 }
    }

    fn sees(&self, name: &str) -> bool {
        controls(&self.screen).contains_key(name)
    }

    fn press(&mut self, name: &str) {
        press_here(&mut self.screen, name);
        self.taps += 1;
    }

    fn card(&mut self, tag: &str) {
        let tag = format!("{tag} ");
        let all = controls(&self.screen).into_keys();
        let card = all.into_iter().find(|name| name.starts_with(&tag) && name.contains(", "));
        self.press(&card.unwrap());
    }

    /// Taps a control, by the start of its name.
    fn begins(&mut self, title: &str) {
        let all = controls(&self.screen).into_keys();
        let name = all.into_iter().find(|name| name.starts_with(title));
        self.press(&name.unwrap());
    }

    /// Answers a question if the form asks it.
    fn answer(&mut self, question: &str, answer: &str) {
        let name = format!("{question}: {answer}");
        if self.sees(&name) {
            self.press(&name);
        }
        let wanted: Option<f64> = answer.parse().ok();
        let now = |screen: &Screen| {
            let mut all = screen
                .query_all_by_label(question)
                .filter_map(|n| n.accesskit_node().numeric_value());
            all.next()
        };
        while let (Some(wanted), Some(now)) = (wanted, now(&self.screen)) {
            match wanted - now {
                by if by < 0.0 => self.press(&format!("{question}: 1 less")),
                by if by > 0.0 => self.press(&format!("{question}: 1 more")),
                _ => return,
            }
        }
    }

    /// The number of taps since the last call.
    fn count_taps(&mut self, what: &str) -> usize {
        let taps = std::mem::take(&mut self.taps);
        eprintln!("{what}: {taps} taps");
        taps
    }
}

/// The number of questions in a form whose answers are on the screen, and how many of those
/// are visible.
fn questions(screen: &Screen, kind: &str) -> (usize, usize) {
    let (seen, view) = (tappable(screen), battle(screen).view());
    let spec = view.system.order(kind).unwrap();
    let (mut sight, mut all) = (0, 0);
    for field in spec.fields {
        let answers = format!("{}: ", field.question);
        let mut every = screen.root().children_recursive();
        let first = every.find(|node| {
            let name = node.accesskit_node().label().unwrap_or_default();
            let mine = name == field.question || name.starts_with(&answers);
            mine && is_control(node.accesskit_node().role())
        });
        let Some(first) = first.map(|node| node.rect()) else { continue };
        let whole =
            |at: &egui::Rect| at.contains(first.center()) && at.height() > 0.9 * first.height();
        all += 1;
        sight += usize::from(seen.iter().any(whole));
    }
    (sight, all)
}

/// Opens every order that the first of the next units and sides can give.
fn forms(size: [f32; 2], slug: &str) -> (usize, usize) {
    let mut screen = open(size, &Start::Ready(slug.into()));
    if let Some(side) = battle(&screen).view().hand_over_to {
        at_table(&mut screen, TableCommand::HandOver(side));
    }
    let view = battle(&screen).view();
    let begins = |step: &&NextStep| view.system.part_of(step.kind) == Part::Begins;
    if let Some(step) = view.guide.next.iter().find(begins).cloned() {
        // An order without questions is given at once.
        at_table(&mut screen, TableCommand::Open(step.subject, step.kind));
        if standing_orders(&screen) == 0 {
            at_table(&mut screen, TableCommand::Give);
        }
    }
    let guide = battle(&screen).view().guide.clone();
    let subjects = guide.active.map(Subject::Unit).into_iter();
    let mut subjects: Vec<_> = subjects.chain(guide.next.iter().map(|step| step.subject)).collect();
    subjects.dedup();
    let (mut sight, mut all) = (0, 0);
    for subject in subjects.into_iter().take(3) {
        let offers = battle(&screen).client().offers(subject, None);
        // A correction lists all entries of a record, and scrolls.
        let open = |offer: &&Offer| {
            offer.refused.is_none() && offer.fields.len() > 1 && offer.spec.kind != "adjust"
        };
        for offer in offers.iter().filter(open) {
            let before = standing_orders(&screen);
            at_table(&mut screen, TableCommand::Open(subject, offer.spec.kind));
            if controls(&screen).contains_key("Continue anyway") {
                at_table(&mut screen, TableCommand::Confirm);
            }
            if standing_orders(&screen) > before {
                at_table(&mut screen, TableCommand::Undo);
                continue;
            }
            let (seen, asked) = questions(&screen, offer.spec.kind);
            if seen < asked {
                eprintln!("  {slug} {size:?} {}: {seen} of {asked}", offer.spec.kind);
            }
            (sight, all) = (sight + seen, all + asked);
            at_table(&mut screen, TableCommand::Close);
        }
    }
    (sight, all)
}

#[test]
fn every_question_of_a_form_is_in_sight_when_it_opens() {
    let mut unseen = 0;
    for size in [DESK, PHONE] {
        let (mut sight, mut all) = (0, 0);
        for ready in library::battles().iter().filter(|ready| ready.first) {
            let (seen, asked) = forms(size, &ready.slug);
            eprintln!("{} at {size:?}: {seen} of {asked} questions in sight", ready.slug);
            (sight, all) = (sight + seen, all + asked);
        }
        eprintln!("in all at {size:?}: {sight} of {all}");
        unseen += all - sight;
    }
    assert_eq!(unseen, 0);
}

/// Takes the suggested next step, chooses the first answer of each question, and rolls the
/// app's dice.
fn play_orders(player: &mut Player, orders: usize) {
    let until = standing_orders(&player.screen) + orders;
    for _ in 0..12 * orders {
        if standing_orders(&player.screen) >= until {
            return;
        }
        let name = next_tap(&player.screen);
        assert!(!name.is_empty(), "nothing to do");
        player.press(&name);
    }
}

fn next_tap(screen: &Screen) -> String {
    let all = enabled_controls(screen);
    let starts = |start: &str| all.iter().find(|(name, _)| name.starts_with(start));
    for ways in ["Roll", "Give the order", "Continue anyway", "I play ", "Pass the device"] {
        if let Some((name, _)) = starts(ways) {
            return name.clone();
        }
    }
    if let Some(answer) = open_answers(screen).first() {
        return answer.clone();
    }
    if let Some((name, _)) = starts("Done with ") {
        return name.clone();
    }
    let view = battle(screen).view();
    let next = battle(screen).client().next_step();
    let words = next.text.to_string();
    if next.order.is_some() && starts(&words).is_some() {
        return words;
    }
    let is_end = |step: &&NextStep| view.system.part_of(step.kind) == Part::Ends;
    let ends = view.guide.next.iter().find(is_end);
    let ends = ends.map(|step| step.label.to_string()).filter(|label| starts(label).is_some());
    let side = view.guide.side;
    let mut ready = view.cards.iter().filter(|card| {
        card.standing == UnitCondition::Ready && side.is_none_or(|side| card.holder == side)
    });
    let card = ready.find_map(|card| starts(&format!("{} ", card.tag)));
    card.map(|(name, _)| name.clone()).filter(|_| next.order.is_none()).or(ends).unwrap_or_default()
}

#[test]
fn turns_take_few_taps() {
    greek_fire();
    for (slug, orders) in [("salamis", 8), ("five-against-five", 8), ("actium", 8), ("zama", 8)] {
        let mut player = Player::at(slug);
        play_orders(&mut player, orders);
        player.count_taps(&format!("{slug}, {orders} orders"));
    }
}

fn greek_fire() {
    let mut turn = Player::at("sybota");
    turn.card("A1");
    turn.begins("Done with A1");
    assert!(turn.count_taps("a ship that only rows") <= 3);
    let mut turn = Player::at("sybota");
    turn.begins("These only move");
    for ship in ["A1", "A2", "A3", "A4", "A5", "B1", "B2", "B3", "B4", "B5"] {
        turn.card(ship);
    }
    turn.begins("10 units only move");
    assert!(turn.count_taps("ten ships that only row") <= 12);
    let mut turn = Player::at("sybota");
    turn.card("A1");
    turn.press("Sail: roll for the wind");
    turn.press("Roll");
    turn.card("B1");
    turn.begins("Shoot B1: archers 1");
    turn.answer("Range in hexes", "2");
    turn.press("Roll");
    turn.begins("Ram B1");
    turn.answer("Spaces straight ahead", "4");
    turn.answer("Bow to bow", "no");
    turn.press("Roll");
    assert!(turn.count_taps("wind, a shot and a ram") <= 11);
}

#[test]
fn a_ram_an_idle_turn_own_dice_and_an_amendment_take_few_taps() {
    let mut player = Player::at("sybota");
    player.card("A1");
    player.card("B3");
    player.begins("Ram B3: ");
    player.answer("Spaces straight ahead", "4");
    player.answer("Bow to bow", "no");
    for face in ["It shows 5", "It shows 3"] {
        player.press(face);
    }
    player.count_taps("a ram with her own dice");
    player.press("End her turn");
    if player.sees("Continue anyway") {
        player.press("Continue anyway");
    }
    player.count_taps("end a turn");
    player.begins("Done with B1");
    assert!(player.count_taps("an idle turn") <= 1);
    player.card("A2");
    player.press("Sail: roll for the wind");
    player.press("It shows 4");
    player.count_taps("own wind");
    player.press("Log of the battle");
    player.begins(&format!("Edit…: {}", standing_orders(&player.screen)));
    player.press("It shows 5");
    player.press("Edit the log");
    assert!(player.count_taps("an old die is amended") <= 4);
}
