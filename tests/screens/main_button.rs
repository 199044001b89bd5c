//! Random play that presses the main button of the real screens, whatever the dice.
//! `MAIN_BUTTON_PRESSES=1000` presses it that often in each game.

use egui_kittest::kittest::NodeT;
use trierarch::fleet::library;
use trierarch::games::SystemTag;
use trierarch::session::{Lesson, Seat, Tables};
use trierarch::ui::Start;

use crate::dock::window;
use crate::window_controls::is_main;
use crate::{
    DESK, PHONE, Screen, battle, controls, enabled_controls, is_control, open_answers, open_with,
    press_here, says,
};

/// Numbers that are the same in every run.
struct Picks(u64);

impl Picks {
    fn one<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        let len = u64::try_from(all.len()).ok().filter(|len| *len > 0)?;
        all.get(usize::try_from((self.0 >> 33) % len).unwrap_or_default())
    }
}

/// The main button's name, if it is enabled.
fn main_button(screen: &Screen) -> Option<String> {
    let every = screen.root().children_recursive();
    let mut every = every.filter(|node| is_control(node.accesskit_node().role()));
    let main = every.find(|node| is_main(node) && !node.accesskit_node().is_disabled());
    main.and_then(|node| node.accesskit_node().label())
}

/// What a press must change: the position in the battle, or the controls.
fn seen(screen: &Screen) -> (u64, Vec<String>) {
    (battle(screen).view().at, controls(screen).into_keys().collect())
}

/// Presses the main button, which must be neither refused nor without effect.
fn press_main(screen: &mut Screen, main: &str, about: &str) {
    let before = seen(screen);
    press_here(screen, main);
    let after = seen(screen);
    assert!(before != after, "{about}: `{main}` changes nothing");
    for refused in ["Close the notice", "Continue anyway"] {
        assert!(!controls(screen).contains_key(refused), "{about}: `{main}` shows `{refused}`");
    }
    assert!(!says(screen, "Not allowed"), "{about}: `{main}` is refused");
    assert!(
        !says(screen, "No longer possible"),
        "{about}: `{main}` shows a step that is no longer possible"
    );
}

/// All texts on the screen.
fn texts(screen: &Screen) -> Vec<String> {
    let every = screen.root().children_recursive();
    every
        .filter_map(|node| node.accesskit_node().value().or(node.accesskit_node().label()))
        .collect()
}

/// The units that can be tapped, by the names of their cards.
fn cards(screen: &Screen) -> Vec<String> {
    let view = battle(screen).view();
    let tags: Vec<String> = view.cards.iter().map(|card| format!("{} ", card.tag)).collect();
    let is_card = |name: &String| {
        let of = |tag: &String| {
            let chosen = name.strip_prefix("Choose ").unwrap_or(name);
            chosen.starts_with(tag) && (chosen.contains(", ") || chosen != name)
        };
        tags.iter().any(of)
    };
    enabled_controls(screen).into_iter().map(|(name, _)| name).filter(is_card).collect()
}

/// Plays with the main button. Questions to the players are answered, and units are tapped
/// if nothing else is possible. Returns the number of presses of the main button.
fn play(screen: &mut Screen, picks: &mut Picks, (about, most): (&str, usize)) -> usize {
    let mut pressed = 0;
    for turn in 0..10 * most {
        if pressed >= most || battle(screen).view().over || says(screen, "The lesson is over") {
            break;
        }
        let names: Vec<String> =
            enabled_controls(screen).into_iter().map(|(name, _)| name).collect();
        let cover = names.iter().find(|name| name.starts_with("I play "));
        let asked = names.iter().find(|name| name.starts_with("Answer: "));
        if let Some(name) = cover.or(asked).cloned() {
            press_here(screen, &name);
            continue;
        }
        let answers = open_answers(screen);
        if let Some(answer) = picks.one(&answers).cloned() {
            press_here(screen, &answer);
            continue;
        }
        let is_taught = battle(screen).view().lesson.is_some();
        let main = main_button(screen).filter(|_| is_taught || turn % 5 != 4);
        if let Some(main) = main {
            press_main(screen, &main, about);
            pressed += 1;
        } else if let Some(card) = picks.one(&cards(screen)).cloned() {
            press_here(screen, &card);
        } else if let Some(main) = main_button(screen) {
            press_main(screen, &main, about);
            pressed += 1;
        } else {
            let give = ["Let the app roll", "Return to the next step"];
            let other = give.into_iter().find(|name| names.iter().any(|known| known == name));
            assert!(other.is_some(), "{about}: nothing to press: {:#?}", texts(screen));
            press_here(screen, other.unwrap_or_default());
        }
    }
    pressed
}

/// Presses the main button through a battle of one seed.
fn play_battle(slug: &str) {
    let most = std::env::var("MAIN_BUTTON_PRESSES").ok();
    let most = most.and_then(|count| count.parse().ok()).unwrap_or(40);
    let mut screen = window(slug, DESK, 1.0);
    let pressed = play(&mut screen, &mut Picks(433), (slug, most));
    assert!(pressed > most / 2, "{slug}: the main button was pressed {pressed} times");
}

#[test]
fn every_ready_battle_begins_with_a_main_button() {
    for ready in library::battles() {
        let mut screen = window(&ready.slug, DESK, 1.0);
        let cover = controls(&screen).into_keys().find(|name| name.starts_with("I play "));
        if let Some(cover) = cover {
            press_here(&mut screen, &cover);
        }
        assert!(main_button(&screen).is_some(), "{}: {:#?}", ready.slug, controls(&screen));
    }
}

#[test]
fn main_button_plays_greek_fire_without_a_refusal() {
    play_battle("sybota");
}

#[test]
fn main_button_plays_chicken_of_the_sea_without_a_refusal() {
    play_battle("five-against-five");
}

#[test]
fn main_button_plays_ancient_naval_games_without_a_refusal() {
    play_battle("actium");
}

#[test]
fn main_button_plays_fast_play_salamis_without_a_refusal() {
    play_battle("six-and-six");
}

#[test]
fn main_button_plays_command_and_chaos_without_a_refusal() {
    play_battle("zama");
}

/// Presses the main button through a lesson, with several seeds, to the step after its end.
fn play_lesson(system: SystemTag) {
    let lesson = Lesson::about(system).unwrap();
    let seeds = std::env::var("LESSON_SEEDS").ok().and_then(|count| count.parse().ok());
    for seed in 0..seeds.unwrap_or(2) {
        for size in [DESK, PHONE] {
            let tables = Tables::in_memory();
            let both = tables.begin("lesson", lesson.opening(seed), Seat::Both).unwrap();
            let mut screen = open_with(size, &Start::Ready(both.slug().into()), tables);
            let about = format!("{}, seed {seed}, {size:?}", lesson.slug());
            play(&mut screen, &mut Picks(7 + seed), (&about, 120));
            assert!(says(&screen, "The lesson is over"), "{about}: it does not end");
            if !battle(&screen).view().over {
                let main = main_button(&screen).unwrap();
                press_main(&mut screen, &main, &about);
                assert!(main.starts_with("Play "), "{about}: it ends with `{main}`");
                let view = battle(&screen).view();
                assert!(view.lesson.is_none() && view.system == system, "{about}");
            }
        }
    }
}

#[test]
fn main_button_plays_the_lesson_of_greek_fire_to_its_end() {
    play_lesson(SystemTag::GreekFire);
}

#[test]
fn main_button_plays_the_lesson_of_chicken_of_the_sea_to_its_end() {
    play_lesson(SystemTag::ChickenOfTheSea);
}

#[test]
fn main_button_plays_the_lesson_of_ancient_naval_games_to_its_end() {
    play_lesson(SystemTag::AncientNavalGames);
}

#[test]
fn main_button_plays_the_lesson_of_fast_play_salamis_to_its_end() {
    play_lesson(SystemTag::FastPlaySalamis);
}

#[test]
fn main_button_plays_the_lesson_of_command_and_chaos_to_its_end() {
    play_lesson(SystemTag::CommandAndChaos);
}
