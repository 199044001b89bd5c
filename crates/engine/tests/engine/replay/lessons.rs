//! Tests that play lessons to their end: players choose at random from the offers of a
//! step, and occasionally do something else.

use engine::journal::{DiceChoice, Journal, Lesson, LessonProgress, LessonStep};
use games::{Battle, SystemTag, offers};
use rules::{Subject, ValueType};
use serde_json::{Map, Value, json};

use testing::player::{Picks, any_open_order, filled_in};

/// The most orders that a lesson takes, whatever its players do.
const LONGEST: usize = 60;

/// A randomly filled order of this kind, against this target if there is one.
fn filled(
    battle: &Battle,
    subject: Subject,
    kind: &str,
    target: Option<&Value>,
    picks: &mut Picks,
) -> Option<Map<String, Value>> {
    let all = offers(&battle.full_view(), subject);
    let offer = all.iter().find(|offer| offer.spec.kind == kind && offer.refused.is_none())?;
    let mut order = filled_in(offer, picks);
    let aims = offer.fields.iter().skip(1).find(|field| {
        let takes = matches!(field.spec.takes, ValueType::Unit | ValueType::UnitOrSide);
        takes && field.choices.iter().any(|choice| Some(&choice.value) == target)
    });
    if let (Some(field), Some(target)) = (aims, target) {
        order.insert(field.spec.name.into(), target.clone());
    }
    Some(order)
}

/// The next order of a player who follows the lesson.
fn next(
    battle: &Battle,
    step: Option<&LessonStep>,
    picks: &mut Picks,
) -> Option<Map<String, Value>> {
    if let Some(step) = step {
        let target = step.target.map(|target| json!(target));
        return filled(battle, step.subject, step.order, target.as_ref(), picks);
    }
    let next = battle.full_view().guide().next;
    let step = next.first()?;
    filled(battle, step.subject, step.kind, None, picks)
}

/// Plays a lesson at random. Returns whether it reached its end, and the orders.
fn play(lesson: &Lesson, seed: u64, strays: usize) -> (bool, Vec<String>) {
    let mut journal = Journal::open(lesson.opening(seed)).expect("a lesson opens");
    let (mut picks, mut shown) = (Picks::new(seed), Vec::new());
    for number in 0..50 * LONGEST as u64 {
        let battle = journal.battle();
        let progress = lesson.progress(&battle.full_view(), journal.entries());
        let step = match progress {
            LessonProgress::Over => return (true, shown),
            LessonProgress::At(at) => Some(&lesson.steps[at]),
            LessonProgress::Before(_) => None,
        };
        if shown.len() == LONGEST {
            break;
        }
        // Occasionally, and after a refusal, they do something else.
        let order = if strays > 0 && picks.below(strays) == 0 {
            any_open_order(battle, &mut picks)
        } else {
            next(battle, step, &mut picks).or_else(|| any_open_order(battle, &mut picks))
        };
        let Some(Ok(order)) = order.map(|order| battle.read_order(&order)) else { continue };
        if journal.give(&order, &DiceChoice::Program, number, "").is_ok() {
            let entry = journal.entry(journal.cursor() - 1).expect("it was given");
            let order = Value::Object(entry.order.clone());
            shown.push(format!("{progress:?} {order}: {}", entry.outcome));
        }
    }
    (false, shown)
}

#[test]
fn every_lesson_ends_with_any_choices() {
    for system in SystemTag::ALL {
        let lesson = Lesson::about(*system).expect("every system has a lesson");
        for strays in [0, 8] {
            let ended = (0..200).filter(|seed| play(lesson, *seed, strays).0).count();
            let lost = (0..200).find(|seed| !play(lesson, *seed, strays).0);
            let shown = lost.map(|seed| play(lesson, seed, strays).1);
            assert!(ended >= 190, "{system}, {strays}: {ended} of 200 ended: {shown:#?}");
        }
    }
}

#[test]
fn each_step_of_a_lesson_is_met_in_some_battle() {
    for system in SystemTag::ALL {
        let lesson = Lesson::about(*system).expect("every system has a lesson");
        let all: Vec<String> = (0..200).flat_map(|seed| play(lesson, seed, 0).1).collect();
        for at in 0..lesson.steps.len() {
            let met = format!("At({at}) ");
            assert!(all.iter().any(|shown| shown.starts_with(&met)), "{system}: step {}", at + 1);
        }
    }
}
