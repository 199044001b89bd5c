//! The battle report tells what happened, no more and no less.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test says what it expects"
)]

#[path = "replay/player.rs"]
#[allow(dead_code, reason = "the tests of the journal use the rest of it")]
mod player;

use player::{Picks, first_battle, play, ready_battle};
use serde_json::{Value, json};
use trierarch::journal::{DiceChoice, Journal};
use trierarch::report::{Chapter, Report};
use trierarch::rules::{Side, SystemTag, Viewer};

fn give_with_note(journal: &mut Journal, order: &Value, dice: &Value, note: &str) {
    let order = journal.battle().read_order(order.as_object().expect("an order")).expect("written");
    let dice = match dice {
        Value::Null => DiceChoice::Program,
        list => DiceChoice::Entered(serde_json::from_value(list.clone()).expect("dice")),
    };
    journal.give(&order, &dice, 1_000, note).expect("an open order");
}

fn give(journal: &mut Journal, order: &Value, dice: &Value) {
    give_with_note(journal, order, dice, "");
}

/// Two rounds of Sybota: a shot, a ram that sinks, and a ram in the second round.
fn sybota() -> Journal {
    let mut journal = Journal::open(ready_battle("sybota", 7)).expect("Sybota");
    give(&mut journal, &json!({"kind": "activate", "ship": "A1"}), &json!([]));
    let shoot = json!({
        "kind": "shoot", "ship": "A1", "weapon": "archers", "target": "B2", "range": 2,
    });
    give_with_note(&mut journal, &shoot, &json!([9, 4, 6]), "from the *stern*");
    let ram = |ship: &str, target: &str| json!({"kind": "ram", "ship": ship, "target": target, "spaces_straight": 4});
    give(&mut journal, &ram("A1", "B1"), &json!([10]));
    give(&mut journal, &json!({"kind": "end-round"}), &json!([]));
    give(&mut journal, &ram("B2", "A2"), &json!([1]));
    journal
}

fn everything(journal: &Journal) -> Report {
    Report::of(journal, Viewer::Everyone)
}

fn chapter<'c>(chapters: &'c [Chapter], title: &str) -> &'c [String] {
    let titles: Vec<&str> = chapters.iter().map(|chapter| chapter.title.as_str()).collect();
    let found = chapters.iter().find(|chapter| chapter.title == title);
    &found.unwrap_or_else(|| panic!("no {title} in {titles:?}")).paragraphs
}

#[test]
fn rounds_are_chapters_and_what_a_ship_does_is_a_paragraph() {
    let chapters = everything(&sybota()).chapters();
    let titles: Vec<&str> = chapters.iter().map(|chapter| chapter.title.as_str()).collect();
    assert_eq!(
        titles,
        ["The forces", "Round 1", "Round 2", "The end", "Turning points", "The dice"]
    );
    let first = chapter(&chapters, "Round 1");
    assert_eq!(first.len(), 2, "{first:?}");
    assert!(first[0].starts_with("A1 ") && first[0].contains("begins her turn."));
    assert!(first[0].contains("(from the *stern*)"));
    assert!(first[0].contains("B1 ") && first[0].contains("goes down."));
    assert_eq!(first[1], "The round is over.");
    assert_eq!(chapter(&chapters, "Round 2").len(), 1);
}

#[test]
fn losses_say_what_became_of_a_ship_and_when() {
    let report = everything(&sybota());
    assert_eq!(report.forces[0].losses, []);
    let [lost] = &report.forces[1].losses[..] else { panic!("{:?}", report.forces) };
    assert_eq!((lost.tag.to_string().as_str(), lost.how.as_str()), ("B1", "sunk"));
    assert_eq!(lost.when, "Round 1");
    assert!(report.verdict.contains("not over") && report.verdict.contains("Round 2"));
}

#[test]
fn a_turning_point_was_unlikely_and_changed_much() {
    let report = everything(&sybota());
    let [point] = &report.turning_points[..] else { panic!("{:?}", report.turning_points) };
    assert_eq!((point.index, point.outcome, point.favours), (2, "sunk", Side::A));
    assert!((point.swing - 1.0).abs() < 1e-9, "a whole ship with all her crew");
    let journal = sybota();
    let order = journal.battle().read_order(&journal.entry(2).expect("the ram").order);
    let odds = trierarch::rules::odds(
        journal.at(2).expect("before it"),
        &order.expect("a ram"),
        &[],
        trierarch::dice::Thoroughness::Merged,
    );
    assert!((point.chance - odds.expect("open").of("sunk").to_f64()).abs() < 1e-12);
    assert!((point.least_likely_throw - 0.1).abs() < 1e-12, "a ten");
}

#[test]
fn what_was_undone_is_not_told() {
    let mut journal = sybota();
    while journal.cursor() > 2 {
        journal.undo();
    }
    let report = everything(&journal);
    assert_eq!(report.rounds.len(), 1);
    assert!(report.forces[1].losses.is_empty() && report.turning_points.is_empty());
    let text = report.to_markdown();
    assert!(!text.contains("goes down"), "{text}");
}

#[test]
fn a_prize_is_lost_to_her_side_and_a_ship_won_back_is_not() {
    let mut journal = Journal::open(ready_battle("sybota", 7)).expect("Sybota");
    let set = |ship: &str, field: &str, value: Value| json!({"kind": "adjust", "ship": ship, "field": field, "value": value});
    let take = |ship: &str, target: &str| json!({"kind": "take-prize", "ship": ship, "target": target, "crew": 10});
    give(&mut journal, &set("B3", "crew", json!(0)), &json!([]));
    give(&mut journal, &take("A1", "B3"), &json!([]));
    let lost = everything(&journal).forces[1].losses.clone();
    assert_eq!(lost.len(), 1);
    assert_eq!(lost[0].how, "taken");
    give(&mut journal, &set("B3", "crew", json!(0)), &json!([]));
    give(&mut journal, &take("B1", "B3"), &json!([]));
    assert_eq!(everything(&journal).forces[1].losses, []);
}

#[test]
fn markdown_has_a_heading_for_every_chapter_and_no_marks_of_a_players_pen() {
    let report = everything(&sybota());
    let text = report.to_markdown();
    assert!(text.starts_with(&format!("# {}\n\n## The forces\n\n", report.title)), "{text}");
    let headings: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let titles: Vec<String> = report.chapters().into_iter().map(|chapter| chapter.title).collect();
    assert_eq!(headings, titles);
    assert!(text.contains(r"(from the \*stern\*)") && text.ends_with(".\n"));
}

#[test]
fn json_says_the_same_with_its_figures() {
    let report = everything(&sybota()).to_json();
    assert_eq!(report["sides"][1]["losses"][0]["tag"], "B1");
    assert_eq!(report["rounds"][1]["title"], "Round 2");
    assert_eq!(report["turning_points"][0]["entry"], 3);
    let throws = report["luck"]["throws"].as_array().expect("throws");
    assert_eq!(throws.len(), 5);
    assert_eq!((&throws[0]["natural"], &throws[0]["this_good"]), (&json!(9), &json!(0.2)));
    assert_eq!(report["luck"]["course"].as_array().map(Vec::len), Some(3));
    assert_eq!(report["sides"][0]["luck"]["faces"]["d10"][8], 1);
    assert_eq!(report["dice_of_the_seed"], Value::Null, "the players threw everything");
}

#[test]
fn a_side_is_told_no_secret_of_the_other() {
    let opening = first_battle(SystemTag::ChickenOfTheSea, 1, false);
    let mut journal = Journal::open(opening).expect("ready");
    give(&mut journal, &json!({"kind": "set-speed", "ship": "A1", "speed": 3}), &json!([]));
    let told = |viewer| Report::of(&journal, viewer).to_markdown();
    assert!(told(Viewer::Everyone).contains("sets speed 3"));
    assert!(told(Viewer::Side(Side::A)).contains("sets speed 3"));
    assert!(!told(Viewer::Side(Side::B)).contains("speed 3"));
}

#[test]
fn every_battle_of_every_system_can_be_told() {
    for system in SystemTag::ALL {
        for seed in 0..2 {
            let mut journal = Journal::open(first_battle(*system, seed, false)).expect("ready");
            play(&mut journal, 150, &mut Picks::new(seed));
            let report = everything(&journal);
            assert_eq!(report.dice_of_the_seed, Some(true), "{system}");
            for chapter in report.chapters() {
                assert!(!chapter.title.is_empty(), "{system}");
                assert!(!chapter.paragraphs.is_empty(), "{system}: {}", chapter.title);
                assert!(
                    chapter.paragraphs.iter().all(|text| !text.trim().is_empty()),
                    "{system}: {}",
                    chapter.title
                );
            }
            for force in &report.forces {
                let holds = |tag: &trierarch::rules::Tag| {
                    journal.battle().in_play(*tag) && journal.battle().holder(*tag) == force.side
                };
                let own = journal.battle().tags().into_iter().filter(|tag| tag.side == force.side);
                let left = own.filter(holds).count();
                assert_eq!(left + force.losses.len(), force.units, "{system}");
            }
        }
    }
}
