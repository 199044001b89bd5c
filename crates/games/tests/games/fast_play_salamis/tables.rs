//! Tests of the classes, the checks and custom classes in Fast Play Salamis.

use std::borrow::Cow;

use dice::Chance;
use engine::fleet::{library, read_json, read_toml, to_json};
use games::Fleet as AnyFleet;
use games::fast_play_salamis::tables::{CLASSES, Class};
use serde_json::json;

use crate::{chance_of, chances, give, outcome, refusal, set, value};

use super::{
    after_a_ram, battle_of, board, bows, breakaway, class, duel, fight, pass, ram, two_dice_at_most,
};

// ---- Tables and records ----

#[test]
fn the_six_classes_have_the_figures_of_the_table() {
    let table = [
        ("athenian", "Athenian", [5, 45, 5, 9, 1, 6, 4, 7, 4]),
        ("spartan", "Spartan", [6, 45, 5, 8, 1, 6, 5, 8, 4]),
        ("corinthian", "Corinthian", [6, 45, 5, 8, 1, 6, 3, 6, 4]),
        ("phoenician", "Phoenician", [8, 30, 4, 6, 2, 6, 3, 7, 3]),
        ("cyprian-egyptian", "Cyprian or Egyptian", [7, 30, 4, 5, 2, 6, 3, 6, 4]),
        ("greek-traitor", "Greek traitor", [6, 45, 5, 7, 1, 6, 3, 6, 4]),
    ];
    for (slug, name, figures) in table {
        let c = class(slug);
        assert_eq!((c.name.as_ref(), c.fleet.as_ref()), (name, slug));
        let read = [
            c.move_inches,
            c.turn_degrees,
            c.ram_dice,
            c.rsp,
            c.bow_dice,
            c.bow_range_inches,
            c.hand_to_hand,
            c.mbs,
            c.viability,
        ];
        assert_eq!(read, figures, "{slug}");
    }
    assert_eq!(CLASSES.len(), table.len());
}

#[test]
fn the_logs_have_the_keys_of_the_rules() {
    let b = duel("athenian", "phoenician");
    let state = b.full_view().state();
    assert_eq!(
        state["sides"][1]["ships"][0],
        json!({
            "tag": "B1", "name": "Persians 1", "class": "phoenician", "hits": 0, "viability": 3,
            "status": "in-action", "in_contact_with": [], "shot_this_phase": false,
            "moved": false, "rammed_by_this_phase": [], "board_tried": false,
            "boarded_by": [], "contact_at_start": [], "breakaway_tried": false,
        })
    );
    assert_eq!(state["sides"][0]["panic_numbers"], json!({"athenian": 2}));
    assert_eq!(state["sides"][0]["panicked"], json!([]));
    assert_eq!(state["options"], json!({"d10": false}));
}

// ---- Checks ----

#[test]
fn ruling_f1_ramming_speed_is_that_or_less_on_2d6_or_on_1d10_with_the_optional_rule() {
    for class in &CLASSES {
        for (switches, throw) in [(&[][..], "2d6"), (&["d10"][..], "1d10")] {
            let classes = vec![class.clone(); 4];
            let mut b = battle_of(&classes, &classes, switches);
            set(&mut b, "A1.in_contact_with", json!(["B1"]));
            let odds = chances(&b, &breakaway("A1"), &[]);
            let expected = match throw {
                "2d6" => two_dice_at_most(class.rsp),
                _ => Chance::of(class.rsp, 10u32),
            };
            assert_eq!(chance_of(&odds, "away"), expected, "{} on {throw}", class.slug);
            let report = give(&mut b, &breakaway("A1"), &json!([class.rsp])).expect("a check");
            assert_eq!(report.rolls[0].throw.to_string(), throw);
            assert_eq!(report.outcome.slug(), "away", "the figure itself is enough");
        }
    }
}

#[test]
fn boarding_is_the_skill_or_less() {
    for class in &CLASSES {
        let b = after_a_ram("athenian", &class.slug);
        let odds = chances(&b, &board("B1", "A1"), &["A1.boarded_by"]);
        assert_eq!(chance_of(&odds, "boards"), two_dice_at_most(class.mbs), "{}", class.slug);
        assert!(
            odds.watched["A1.boarded_by"].contains(&(json!(["B1"]), chance_of(&odds, "boards")))
        );
        for (dice, slug) in [(class.mbs, "boards"), (class.mbs + 1, "fails")] {
            assert_eq!(outcome(&mut b.clone(), &board("B1", "A1"), &json!([dice])).0, slug);
        }
    }
}

// ---- Custom classes ----

#[test]
fn a_custom_class_fights_with_its_own_figures() {
    let aeginetan = Class {
        slug: Cow::Borrowed("aeginetan"),
        name: Cow::Borrowed("Aeginetan"),
        fleet: Cow::Borrowed("aeginetan"),
        rsp: 12,
        ram_dice: 1,
        bow_dice: 0,
        hand_to_hand: 0,
        viability: 9,
        ..class("athenian")
    };
    let mut b = battle_of(&vec![aeginetan; 3], &vec![class("spartan"); 3], &[]);
    assert_eq!(value(&b, "A1.viability"), json!(9));
    assert!(refusal(&b, &bows("A1", "B1", 1)).contains("has no bows"));
    // When the Persians move, the others may shoot; the guide does not remind her.
    let mut later = b.clone();
    pass(&mut later, 3);
    assert!(later.full_view().guide().next.iter().all(|step| step.kind != "bows"));
    let report = give(&mut b, &ram("A1", "B1"), &json!([12, 3])).expect("a ram");
    assert_eq!(report.rolls[1].throw.to_string(), "3d6 hits on 5+");
    outcome(&mut b, &board("A1", "B1"), &json!([2]));
    assert_eq!(outcome(&mut b, &fight("A1", "B1"), &json!([0])).0, "fought-off", "she has no dice");
}

#[test]
fn the_fleet_file_accepts_custom_classes_and_a_panic_number() {
    let path = "fast-play-salamis/prize-of-valour-greeks.toml";
    let text = library::file(path).expect("a ready fleet");
    let checked = read_toml(text).unwrap_or_else(|faults| panic!("{faults:#?}")).fleet;
    let AnyFleet::FastPlaySalamis(read) = &checked else { panic!("another system") };
    assert_eq!(read.house_classes[0].slug, "aeginetan");
    assert_eq!(read.house_classes[0].fleet, "aeginetan", "it is a separate fleet");
    let numbers: Vec<_> = read.panic_numbers().into_iter().collect();
    assert_eq!(numbers, [("aeginetan".to_owned(), 2), ("athenian".to_owned(), 2)]);
    assert_eq!(read_json(&to_json(&checked)).map(|c| c.fleet), Ok(checked.clone()));
    for (from, to, why) in [
        ("rsp = 8 ", "rsp = 13 ", "13 is not a whole number from 0 to 12"),
        ("viability = 4", "viability = 0", "0 is not a whole number from 1 to 100"),
        ("\"aeginetan\"\nname", "\"spartan\"\nname", "“spartan” is in the rules already"),
        ("people", "panic_number = 0\npeople", "0 is not a whole number from 1"),
        ("people", "panic_number = 4\npeople", "each panics by itself: write [panic]"),
        ("[[class]]", "[panic]\nathenian = 0\n[[class]]", "0 is not a whole number from 1"),
        ("[[class]]", "[panic]\nathenien = 2\n[[class]]", "did you mean “athenian”?"),
        (
            "name = \"Aeginetan\"",
            "fleet = \"athens\"",
            "unknown word “athens”. Known here: athenian",
        ),
        ("class = \"athenian\"", "class = \"athenien\"", "did you mean “athenian”?"),
        ("mbs = 7 ", "mbs = 7\nspeed = 1 ", "unknown key “speed”"),
    ] {
        let wrong = text.replacen(from, to, 1);
        assert_ne!(wrong, text, "{from}");
        let faults = read_toml(&wrong).expect_err("a fault");
        assert!(
            faults.iter().any(|fault| fault.why.to_string().contains(why)),
            "{why}: {faults:#?}"
        );
    }
}
