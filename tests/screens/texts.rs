//! Tests that no text is cut and no two overlap, in every game, at five text sizes on a
//! phone, a tablet and a desktop, and at two on larger screens.

use std::collections::BTreeSet;

use egui::epaint::{ClippedShape, Shape, TextShape};
use egui::{Pos2, Rect};
use egui_kittest::kittest::NodeT;
use trierarch::fleet::library;
use trierarch::rules::{Choice, Offer, Side, Subject};
use trierarch::session::Tables;
use trierarch::ui::Start;
use trierarch::ui::command::{Command, Place, Tab, TableCommand};

use crate::{DESK, PHONE, Screen, apply, battle, open_with};

const SIZES: [f32; 5] = [0.85, 1.0, 1.2, 1.5, 2.0];
const TABLET: [f32; 2] = [800.0, 1280.0];
const LARGE: [[f32; 2]; 2] = [[1920.0, 1080.0], [2560.0, 1440.0]];

/// A text on the screen: its words, its place, and the visible part of it.
struct Seen {
    words: String,
    place: Rect,
    clip: Rect,
}

fn collect(clip: Rect, shape: &Shape, seen: &mut Vec<Seen>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(clip, shape, seen)),
        Shape::Text(TextShape { pos, galley, .. }) => {
            for row in &galley.rows {
                let place = row.rect_without_leading_space().translate(pos.to_vec2());
                if place.is_positive() && clip.intersect(place).is_positive() {
                    seen.push(Seen { words: row.text(), place, clip });
                }
            }
        }
        _ => {}
    }
}

fn texts(screen: &Screen) -> Vec<Seen> {
    let mut seen = Vec::new();
    for ClippedShape { clip_rect, shape, .. } in &screen.output().shapes {
        collect(*clip_rect, shape, &mut seen);
    }
    seen
}

/// Content that scrolls sideways may be cut at its edge: the phases, and the ships of the
/// log.
fn scrolls(screen: &Screen, text: &Seen) -> bool {
    let guide = &battle(screen).view().guide;
    let phase = |words: &str| {
        guide.steps.iter().any(|step| step.name.to_string().to_lowercase() == words.to_lowercase())
    };
    let tag =
        |words: &str| battle(screen).view().cards.iter().any(|card| card.tag.to_string() == words);
    let words = text.words.trim();
    phase(&text.words) || tag(&text.words) || words == "All"
}

fn look(screen: &Screen, what: &str, wrong: &mut Vec<String>) {
    let seen = texts(screen);
    let across = |text: &Seen| {
        text.place.left() < text.clip.left() - 1.5 || text.place.right() > text.clip.right() + 1.5
    };
    for text in seen.iter().filter(|text| across(text) && !scrolls(screen, text)) {
        wrong.push(format!("{what}: `{}` is cut: {} of {}", text.words, text.place, text.clip));
    }
    let shown = |text: &Seen| text.place.shrink2(egui::vec2(1.5, 3.0)).intersect(text.clip);
    for (at, one) in seen.iter().enumerate() {
        for two in &seen[at + 1..] {
            let both = shown(one).intersect(shown(two));
            if both.width() > 2.0 && both.height() > 2.0 {
                let (one, two) = (
                    format!("`{}` {}", one.words, one.place),
                    format!("`{}` {}", two.words, two.place),
                );
                wrong.push(format!("{what}: {two} lies over {one}"));
            }
        }
    }
}

fn look_at(slug: &str, (size, window): (f32, [f32; 2]), wrong: &mut Vec<String>) {
    let tables = Tables::in_memory();
    tables.settings_store().put("settings", Some(format!("{{\"text_size\": {size}}}")));
    let points = window.map(|pixels| pixels / size);
    let mut screen = open_with(points, &Start::Ready(slug.into()), tables);
    screen.set_size(points.into());
    screen.run();
    assert!(screen.ctx.content_rect().max.distance(Pos2::from(points)) < 2.0);
    let named = |what: &str| format!("{slug}, {what}, {}x{} at {size}", window[0], window[1]);
    let table = Command::Table;
    if let Some(side) = battle(&screen).view().hand_over_to {
        look(&screen, &named("the cover"), wrong);
        apply(&mut screen, table(TableCommand::HandOver(side)));
    }
    look(&screen, &named("the table"), wrong);
    for tab in [Tab::Ships(Side::A), Tab::Log, Tab::Menu] {
        apply(&mut screen, table(TableCommand::Show(tab)));
        look(&screen, &named("a tab"), wrong);
    }
    apply(&mut screen, table(TableCommand::Show(Tab::Order)));
    apply(&mut screen, table(TableCommand::More(true)));
    look(&screen, &named("more"), wrong);
    let next = battle(&screen).view().guide.next.clone();
    let unit = next.iter().find(|step| matches!(step.subject, Subject::Unit(_)));
    let Some(step) = unit else { return };
    apply(&mut screen, table(TableCommand::Open(step.subject, step.kind)));
    apply(&mut screen, table(TableCommand::Give));
    look(&screen, &named("the turn of a unit"), wrong);
    let offers = battle(&screen).client().offers(step.subject, None);
    let open = offers.iter().filter(|offer| offer.refused.is_none());
    let most = open.max_by_key(|offer| offer.fields.len());
    if let Some(offer) = most {
        apply(&mut screen, table(TableCommand::Open(step.subject, offer.spec.kind)));
        look(&screen, &named(offer.spec.kind), wrong);
        apply(&mut screen, table(TableCommand::EnterDice));
        look(&screen, &named("dice"), wrong);
    }
}

#[test]
fn texts_are_not_cut_off_and_do_not_overlap_in_any_game() {
    let mut wrong = Vec::new();
    for ready in library::battles().iter().filter(|ready| ready.first) {
        for size in SIZES {
            for window in [DESK, TABLET, PHONE] {
                look_at(&ready.slug, (size, window), &mut wrong);
            }
        }
        for window in LARGE {
            for size in [1.0, 1.5] {
                look_at(&ready.slug, (size, window), &mut wrong);
            }
        }
    }
    // The tables of the charts scroll sideways.
    for place in Place::BAR.into_iter().filter(|place| *place != Place::Charts) {
        let large = LARGE.into_iter().chain([DESK]).map(|window| (window, 1.0));
        for (window, size) in SIZES.into_iter().map(|size| (PHONE, size)).chain(large) {
            let tables = Tables::in_memory();
            tables.settings_store().put("settings", Some(format!("{{\"text_size\": {size}}}")));
            let points = window.map(|pixels| pixels / size);
            let mut screen = open_with(points, &Start::Ready("sybota".into()), tables);
            screen.set_size(points.into());
            apply(&mut screen, Command::Go(place));
            look(&screen, &format!("{}, {window:?} at {size}", place.name()), &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{} texts: {wrong:#?}", wrong.len());
}

/// The keywords of files in these orders that no label shows unchanged.
fn keywords(offers: &[Offer]) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for offer in offers {
        all.insert(offer.spec.kind.to_owned());
        for field in &offer.fields {
            all.insert(field.spec.name.to_owned());
            let hidden = |choice: &&Choice| {
                let value = choice.value.as_str().unwrap_or_default();
                !choice.label.to_string().contains(value)
            };
            let choices = field.choices.iter().filter(hidden);
            all.extend(choices.filter_map(|choice| choice.value.as_str()).map(str::to_owned));
        }
    }
    all.retain(|word| word.contains(['-', '_']));
    all
}

fn look_for(screen: &Screen, words: &BTreeSet<String>, what: &str, wrong: &mut Vec<String>) {
    for node in screen.root().children_recursive() {
        let node = node.accesskit_node();
        let text = node.value().or(node.label()).unwrap_or_default();
        let why = node.data().description().unwrap_or_default().to_owned();
        for shown in [text, why] {
            let parts = shown.split(|part: char| !part.is_alphanumeric() && !"-_".contains(part));
            let found = parts.filter(|part| words.contains(*part));
            wrong.extend(found.map(|word| format!("{what}: `{word}` in `{shown}`")));
        }
    }
}

#[test]
fn no_text_shows_a_keyword_of_the_files() {
    let mut wrong = Vec::new();
    let table = Command::Table;
    for ready in library::battles().iter().filter(|ready| ready.first) {
        let mut screen = open_with(DESK, &Start::Ready(ready.slug.clone()), Tables::in_memory());
        if let Some(side) = battle(&screen).view().hand_over_to {
            apply(&mut screen, table(TableCommand::HandOver(side)));
        }
        let unit = battle(&screen).view().cards[0].tag;
        let subject = Subject::Unit(unit);
        let next = battle(&screen).view().guide.next.clone();
        if let Some(step) = next.iter().find(|step| step.subject == subject) {
            apply(&mut screen, table(TableCommand::Open(subject, step.kind)));
            apply(&mut screen, table(TableCommand::Give));
        }
        let offers = battle(&screen).client().offers(subject, None);
        let words = keywords(&offers);
        for offer in offers.iter() {
            apply(&mut screen, table(TableCommand::Open(subject, offer.spec.kind)));
            if crate::controls(&screen).contains_key("Already known") {
                crate::press_here(&mut screen, "Already known");
            }
            let what = format!("{}, {}", ready.slug, offer.spec.kind);
            look_for(&screen, &words, &what, &mut wrong);
            apply(&mut screen, table(TableCommand::Close));
        }
    }
    assert!(wrong.is_empty(), "{} texts: {wrong:#?}", wrong.len());
}
