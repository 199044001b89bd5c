//! Regression test of static descriptions of games, fleet files, lessons and battle files,
//! and of the faults in a file with one change.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde_json::{Value, json};
use trierarch::dice::EnteredRoll;
use trierarch::fleet::{self, build, library, read_toml, render};
use trierarch::games::{Battle, Options, SystemTag};
use trierarch::journal::{DiceChoice, Journal, Lesson, Opening};
use trierarch::rules::{Meaning, Side, Viewer};

use crate::regression::Answers;
use crate::regression::player::{Picks, any_open_order, filled_in};

/// The number of orders in a battle file.
const ORDERS: usize = 8;
/// The interval between the values of a battle file that are changed.
const CHANGE_EVERY: usize = 5;

fn add(answers: &mut Answers, place: &str, answer: &impl Debug) {
    answers.add(place, &format!("{answer:?}"));
}

/// Charts, words and the sequence of a turn, with and without the optional rules.
pub(crate) fn system(answers: &mut Answers, system: SystemTag) {
    add(answers, &format!("{system}/told-charts"), &system.charts());
    add(answers, &format!("{system}/told-meanings"), &system.meanings());
    add(
        answers,
        &format!("{system}/told-about"),
        &(system.choosing_sides(), system.rulings().len()),
    );
    let (meanings, charts) = (system.meanings(), system.charts());
    for (at, meaning) in meanings.iter().enumerate() {
        let shown =
            (meaning.sort.message(), meaning.added_amount(), Meaning::leads_on(&meanings, at));
        add(answers, &format!("{system}/told-leads"), &shown);
        let figures = meaning.figures(&charts);
        let figures: Vec<_> = figures.iter().map(|found| (found, found.in_words())).collect();
        add(answers, &format!("{system}/told-figures"), &figures);
        add(answers, &format!("{system}/told-sketch"), &meaning.sketch(system.units()));
    }
    let named: BTreeMap<_, _> = Meaning::by_name(&meanings).into_iter().collect();
    add(answers, &format!("{system}/told-names"), &named);
    let ready = library::battles().iter().filter(|battle| battle.system == system);
    for (at, battle) in ready.enumerate() {
        let options: Options =
            system.switches().into_iter().skip(at % 2).step_by(1 + at % 3).collect();
        let opening = Opening { options, ..Opening::ready(&battle.slug, 1).unwrap() };
        let place = |what: &str| format!("{system}/told-{what}/{}", battle.slug);
        let shown = (battle.when_and_where(), battle, Lesson::of(&opening));
        add(answers, &place("battle"), &shown);
        let begun = opening.battle().unwrap();
        add(answers, &place("sequence"), &(begun.charts(), begun.sequence()));
        add(
            answers,
            &place("drawing"),
            &opening.drawings().and_then(|[first, _]| first.first().copied()),
        );
        tables_of(answers, &place("side"), &begun);
    }
}

fn tables_of(answers: &mut Answers, place: &str, battle: &Battle) {
    for side in Side::ALL.iter().copied() {
        add(
            answers,
            place,
            &(battle.full_view().house_charts(side), battle.full_view().roster_charts(side)),
        );
    }
    for tag in battle.tags() {
        let cards = (
            battle.known_to(Viewer::Both).sheet(tag, true),
            battle.known_to(Viewer::Both).sheet(tag, false),
        );
        add(answers, place, &(cards, battle.deck_points(tag)));
    }
}

/// Each fleet file without one of its lines, or with another number in it.
pub(crate) fn fleets(answers: &mut Answers, system: SystemTag) {
    let paths = library::paths().filter(|path| path.starts_with(system.slug()));
    for (nth, path) in paths.enumerate() {
        let file = library::file(path).unwrap();
        let checked = read_toml(file).unwrap();
        let name = format!("{system}/told-file/{path}");
        let written = fleet::to_json(&checked.fleet);
        add(answers, &name, &fleet::read_json(&written));
        add(
            answers,
            &name,
            &(
                library::battle_with(system, &[checked.fleet.name()], &Options::new()),
                fleet::Glimpse::of(&checked.fleet).map(|seen| seen.drawing),
            ),
        );
        add(answers, &name, &build::FleetDraft::from_fleet(&checked.fleet).text());
        let lines: Vec<&str> = file.lines().collect();
        for at in 0..lines.len() {
            let changed = changed_line(lines[at], at + nth);
            let mut text = lines.clone();
            match &changed {
                Some(line) => text[at] = line,
                None => drop(text.remove(at)),
            }
            let text = text.join("\n");
            let shown = match read_toml(&text) {
                Ok(checked) => {
                    format!("{:?}{}", checked.fleet, render("", &text, &checked.warnings))
                }
                Err(faults) => render("", &text, &faults),
            };
            answers.add(&format!("{name}/{at}"), &shown);
        }
    }
}

/// A line with another number or word; `None` removes it.
fn changed_line(line: &str, turn: usize) -> Option<String> {
    let (key, value) = line.split_once('=')?;
    let number = value.trim().parse::<i64>().ok();
    let value = match (turn % 6, number) {
        (0, _) => return None,
        (1, Some(number)) => json!(number + 1),
        (2, Some(number)) => json!(number - 1),
        (3, Some(number)) => json!(number * 3),
        (4, Some(_)) => json!(0),
        (1 | 2, None) => json!("otherwise"),
        (3 | 4, None) => json!(7),
        _ => json!(["A1"]),
    };
    Some(format!("{key}= {value}"))
}

/// The lesson, played as its guide suggests, with its progress.
pub(crate) fn lesson(answers: &mut Answers, system: SystemTag) {
    let lesson = Lesson::about(system).unwrap();
    let mut journal = Journal::open(lesson.opening(5)).unwrap();
    let mut picks = Picks::new(5);
    for number in 0..40 {
        let battle = journal.battle();
        let progress = lesson.progress(&battle.full_view(), journal.entries());
        let place = format!("{system}/told-lesson/{number}");
        add(answers, &place, &(progress, lesson.slug(), Lesson::of(journal.opening()).is_some()));
        let next = battle.full_view().guide().next;
        let offer = next.first().and_then(|step| {
            trierarch::games::offer_of(&battle.full_view(), step.subject, step.kind)
        });
        let order = match offer {
            Some(offer) if number % 4 > 0 => filled_in(&offer, &mut picks),
            Some(_) | None => match any_open_order(battle, &mut picks) {
                Some(order) => order,
                None => break,
            },
        };
        let Ok(order) = battle.read_order(&order) else { continue };
        let _ = journal.give(&order, &DiceChoice::Program, number, "");
    }
}

/// A battle file with one value after the other changed.
pub(crate) fn file(answers: &mut Answers, system: SystemTag) {
    let ready = library::battles().iter().find(|battle| battle.system == system).unwrap();
    let mut journal = Journal::open(Opening::ready(&ready.slug, 3).unwrap()).unwrap();
    let mut picks = Picks::new(3);
    while journal.cursor() < ORDERS {
        let Some(order) = any_open_order(journal.battle(), &mut picks) else { break };
        let Ok(order) = journal.battle().read_order(&order) else { continue };
        let _ = journal.give(&order, &DiceChoice::Program, 5, "noted");
    }
    journal.undo();
    let whole: Value = serde_json::from_str(&journal.to_file()).unwrap();
    let mut places = Vec::new();
    pointers(&whole, "", &mut places);
    for (at, pointer) in places.iter().enumerate().step_by(CHANGE_EVERY) {
        for value in [Value::Null, json!(at % 12), json!("B1"), json!([3])] {
            let mut changed = whole.clone();
            *changed.pointer_mut(pointer).unwrap() = value;
            let shown = match Journal::read_file(&changed.to_string()) {
                Ok(read) => {
                    let differences = read.differences().iter();
                    let shown: Vec<_> =
                        differences.map(|d| d.text(Viewer::Everyone).to_string()).collect();
                    let written = serde_json::to_string(read.differences()).unwrap();
                    format!("{shown:?} {written} {}", read.battle().full_view().state())
                }
                Err(fault) => fault.message().to_string(),
            };
            answers.add(&format!("{system}/told-spoilt/{at}"), &shown);
        }
    }
}

/// The paths of all values, except those that are random in each file.
pub(crate) fn pointers(value: &Value, at: &str, into: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| pointers(value, &format!("{at}/{key}"), into));
        }
        Value::Array(list) => {
            let list = list.iter().enumerate();
            list.for_each(|(key, value)| pointers(value, &format!("{at}/{key}"), into));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => into.push(at.into()),
    }
}

/// Dice as players may enter them, rightly and wrongly.
pub(crate) fn entered() -> [Vec<EnteredRoll>; 7] {
    use EnteredRoll::{Faces, Program, Total};
    [
        vec![],
        vec![Total(1), Total(6)],
        vec![Total(4), Faces(vec![2, 5]), Total(3)],
        vec![Faces(vec![6]), Faces(vec![1, 6, 3]), Total(2)],
        vec![Total(10), Total(10), Total(10), Total(10), Total(10)],
        vec![Faces(vec![0, 11]), Total(-1)],
        vec![Program, Total(5)],
    ]
}
