//! Tests that play each lesson to its end by what the screen names, leaving and continuing
//! it at every step.

use trierarch::dice::Origin;
use trierarch::games::SystemTag;
use trierarch::session::Lesson;
use trierarch::ui::Start;

use crate::{
    DESK, PHONE, Screen, answer_open_questions, battle, battles, controls, journal, open, press,
    press_here, says,
};

/// The limit of taps in which any lesson ends.
const MOST_TAPS: usize = 200;

fn open_lesson(size: [f32; 2], system: SystemTag) -> Screen {
    open(size, &Start::Ready(Lesson::about(system).unwrap().slug()))
}

/// The next tap of a player who follows the lesson: an open question, otherwise the
/// lesson's step, otherwise the next step.
fn next_tap(screen: &Screen, taps: usize, own_dice: bool) -> String {
    let all = controls(screen);
    // The faces follow no simple pattern; otherwise some ties would be rerolled without end.
    let place = [0, 3, 1, 4, 2, 5, 5, 0][taps % 8];
    let faces: Vec<_> = all.keys().filter(|name| name.starts_with("It shows ")).collect();
    let face = faces.get(place % faces.len().max(1)).map(|face| (*face).clone());
    let face = face.filter(|_| own_dice);
    let asked = ["Roll", "Let the app roll", "Give the order", "Continue anyway"];
    let asked = asked.into_iter().find(|name| all.contains_key(*name)).map(str::to_owned);
    let asked = face.or(asked);
    let answer = || all.keys().find(|name| name.starts_with("Answer: ")).cloned();
    let view = battle(screen).view();
    let own = || Some(view.lesson.as_ref()?.next.as_ref()?.label.to_string());
    let next = || Some(view.guide.next.first()?.label.to_string());
    asked.or_else(answer).or_else(own).or_else(next).unwrap()
}

/// Plays to the end, and leaves and continues the lesson at each step. Returns the number
/// of other taps.
fn play(screen: &mut Screen, own_dice: bool) -> usize {
    let mut left = Vec::new();
    let mut taps = 0;
    while !says(screen, "The lesson is over") {
        taps += 1;
        assert!(taps < MOST_TAPS, "it does not end: {:#?}", battle(screen).view().lesson);
        let step = battle(screen).view().lesson.as_ref().unwrap().step;
        if !left.contains(&step) && controls(screen).contains_key("Pause the lesson") {
            press_here(screen, "Pause the lesson");
            assert!(says(screen, &format!("Lesson paused at step {step} of ")));
            press_here(screen, "Continue the lesson");
            assert!(says(screen, &format!("Lesson: step {step} of ")));
            left.push(step);
        }
        let tap = next_tap(screen, taps, own_dice);
        if ["Roll", "Give the order"].contains(&tap.as_str()) {
            answer_open_questions(screen);
        }
        press(screen, &tap);
    }
    taps
}

#[test]
fn each_lesson_is_played_to_its_end_on_a_desktop_and_on_a_phone() {
    for system in SystemTag::ALL {
        for size in [DESK, PHONE] {
            let taps = play(&mut open_lesson(size, *system), false);
            eprintln!("{system}, {size:?}: {taps} taps");
        }
    }
}

#[test]
fn each_lesson_is_played_to_its_end_with_the_dice_of_the_table() {
    for system in SystemTag::ALL {
        for size in [DESK, PHONE] {
            let mut screen = open_lesson(size, *system);
            let taps = play(&mut screen, true);
            eprintln!("{system}, {size:?}: {taps} taps with dice of the table");
            let own = journal(&screen)
                .entries()
                .flat_map(|entry| &entry.thrown)
                .filter(|thrown| thrown.by == Origin::Entered)
                .count();
            assert!(own > 3, "{system}");
        }
    }
}

#[test]
fn a_hint_is_above_its_step_and_an_ended_lesson_does_not_return() {
    let mut screen = open(DESK, &battles());
    press(&mut screen, "Start the lesson");
    assert!(says(&screen, "Lesson: step 1 of"));
    let system = battle(&screen).view().system;
    let first = &Lesson::about(system).unwrap().steps[0];
    assert!(says(&screen, &first.says));
    // A player who does something else can continue.
    crate::begin(&mut screen, "B1 Πηγασίς");
    assert!(says(&screen, "Lesson: step"));
    press(&mut screen, "Undo the last order");
    assert!(says(&screen, "Lesson: step 1 of"));
    press(&mut screen, "End the lesson");
    assert!(!says(&screen, "Lesson"));
    press(&mut screen, "Battles");
    assert!(!controls(&screen).contains_key("Start the lesson"));
    press(&mut screen, "Settings");
    press(&mut screen, "Offer lessons again");
    press(&mut screen, "Battles");
    assert!(controls(&screen).contains_key("Start the lesson"));
}

/// The names in a hint, between quotation marks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('“').skip(1).filter_map(|rest| rest.split('”').next())
}

#[test]
fn each_hint_names_questions_of_its_own_order() {
    let mut named = 0;
    for lesson in Lesson::all() {
        for step in &lesson.steps {
            let order = lesson.system().order(step.order).unwrap();
            for question in quoted(&step.form) {
                let asks = order.fields.iter().any(|field| field.question == question);
                assert!(asks, "{}, {}: {question}", lesson.name, step.order);
                named += 1;
            }
        }
    }
    assert!(named > 20, "only {named} questions are named");
}
