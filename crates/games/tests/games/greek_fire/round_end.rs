//! Tests of the texts for the end of a round and for corrections in Greek Fire.

use engine::text;
use games::greek_fire::ShipEntry;
use games::greek_fire::tables::{FULL_RUN, ShipType};
use games::{Battle, SystemTag};
use rules::Subject;
use serde_json::{Value, json};

use crate::{give, set};

use super::{duel, ram, ship};

fn sentences(battle: &Battle, order: &Value) -> Vec<String> {
    sentences_with(battle, order, &json!([]))
}

fn sentences_with(battle: &Battle, order: &Value, dice: &Value) -> Vec<String> {
    let mut after = battle.clone();
    let report = give(&mut after, order, dice).expect("it is carried out");
    text::sentences(&battle.full_view(), &report).iter().map(ToString::to_string).collect()
}

/// GF-22: the rounds are counted down at the end of each round, including the first.
#[test]
fn a_sinking_ship_is_reported_with_the_remaining_turns() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    for (turns, left) in
        [(3, Some("settles: 2 rounds to go.")), (2, Some("settles: 1 round to go.")), (1, None)]
    {
        set(&mut b, "B1.sinking_in", json!(turns));
        let texts = sentences(&b, &json!({"kind": "end-round"}));
        let settles: Vec<&String> = texts.iter().filter(|text| text.contains("settles")).collect();
        assert_eq!(settles.len(), usize::from(left.is_some()), "{texts:?}");
        if let (Some(text), Some(left)) = (settles.first(), left) {
            assert!(text.starts_with("B1 ") && text.ends_with(left), "{text}");
        }
    }
}

/// Shown at setup and in the sequence of play.
#[test]
fn the_designer_of_a_battle_lets_the_other_choose_a_side() {
    let system = SystemTag::GreekFire;
    let line = system.choosing_sides().expect("a line of the setup").to_string();
    assert!(line.contains("lets the other choose a side"), "{line}");
    let sequence = format!("{:?}", system.sequence().first().expect("how it begins"));
    assert!(sequence.contains(&line), "{sequence}");
}

#[test]
fn a_correction_is_reported_with_the_new_value() {
    let b = duel(ship("trireme"), ship("trireme"));
    for (field, value, now) in [
        ("crew", json!(90), "90"),
        ("aground", json!(true), "yes"),
        // A name is unchanged; a word of the rules loses its hyphens.
        ("captain.name", json!("Well-born"), "Well-born"),
        ("status", json!("in-action"), "in action"),
        ("routing", json!(false), "no"),
        ("sinking_in", json!(null), "none"),
        ("grappled", json!([]), "none"),
        ("grappled", json!(["B1"]), "B1"),
    ] {
        let order = json!({"kind": "adjust", "ship": "A1", "field": field, "value": value});
        let texts = sentences(&b, &order);
        let (_, value) = texts[0].rsplit_once(": ").expect("an entry and what it is");
        let value = value.trim_end_matches('.');
        assert_eq!(value.split(" (").next(), Some(now), "{texts:?}");
    }
}

/// A box is ten of the crew; the crew of a custom type may not be divisible by ten.
#[test]
fn the_last_box_of_the_crew_has_the_remainder() {
    for (crew, boxes, last) in [(77, 8, Some(7)), (71, 8, Some(1)), (80, 8, None)] {
        let entry = ship("trireme");
        let ship_type = ShipType { crew, ..entry.ship_type };
        let b = duel(ShipEntry { ship_type, ..entry }, ship("trireme"));
        let sheet = b.full_view().sheet("A1".parse().expect("a tag"), false).expect("a sheet");
        let tens = sheet.tracks.iter().find(|track| track.box_worth == 10).expect("the crew");
        assert_eq!((tens.boxes, tens.last_worth), (boxes, last), "{crew}");
    }
}

#[test]
fn the_condition_of_a_sinking_ship_says_for_how_long() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    for (rounds, text) in
        [(json!(null), None), (json!(1), Some("sinking in 1")), (json!(3), Some("sinking in 3"))]
    {
        set(&mut b, "A1.sinking_in", rounds);
        let condition = b.full_view().condition("A1".parse().expect("a tag"));
        let sinks = condition.iter().find(|now| now.entry == "sinking_in");
        assert_eq!(sinks.map(|now| now.words.to_string()).as_deref(), text);
    }
}

#[test]
fn a_ship_that_loses_points_after_she_rowed_has_not_spent_more_than_she_has() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    set(&mut b, "A1.spent", json!(3));
    let spent = |b: &Battle| {
        let condition = b.full_view().condition("A1".parse().expect("a tag"));
        condition.into_iter().find(|now| now.entry == "spent").map(|now| now.words.to_string())
    };
    let before = spent(&b).expect("points spent");
    assert!(before.starts_with("3 of "), "{before}");
    set(&mut b, "A1.grappled", json!(["B1"]));
    assert_eq!(spent(&b).as_deref(), Some("3 move points spent"));
}

#[test]
fn only_a_ram_without_an_effect_is_reported_as_such() {
    let b = duel(ship("trireme"), ship("trireme"));
    for (dice, harmless) in [(json!([1]), true), (json!([10]), false)] {
        let texts = sentences_with(&b, &ram(FULL_RUN), &dice);
        assert_eq!(
            texts.iter().any(|text| text.ends_with("takes no harm.")),
            harmless,
            "{texts:?}"
        );
    }
}

#[test]
fn a_record_names_the_ships_that_she_rammed_and_boarded_this_turn() {
    let begun = duel(ship("trireme"), ship("trireme"));
    let mut b = begun.clone();
    give(&mut b, &ram(4), &json!([10])).expect("a ram");
    set(&mut b, "A1.boarded_this_turn", json!(true));
    let tag = "A1".parse().expect("a tag");
    let present = b.full_view().present_of(Subject::Unit(tag));
    let texts: Vec<String> = present.iter().map(|now| now.words.to_string()).collect();
    for words in ["rammed B1 this turn", "has boarded"] {
        assert!(texts.iter().any(|text| text == words), "{words}: {texts:?}");
    }
}
