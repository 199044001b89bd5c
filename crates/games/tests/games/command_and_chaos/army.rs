//! Tests of armies in Command & Chaos: chits, zones, ready fleets, units, and what a side
//! may see.

use engine::fleet::{Severity, library, read_json, read_toml};
use engine::text;
use games::command_and_chaos::tables::{
    MORALE, MORALE_CHITS, VETERAN_MORALE, VETERANS, morale_sum,
};
use games::{Battle, Options, Report, SystemTag};
use rules::{Side, Subject, Viewer};
use serde_json::{Value, json};

use crate::{give, set, value};

use super::{army, battle, light, melee, of_side, unit, until};

/// Number of chits, morale, and whether they are veterans'.
type Chit = (u32, u32, bool);

/// An army of the standard strength with these chits.
fn standard(chits: &[Chit]) -> Value {
    let places = [
        ("heavy-cavalry", "left-wing", 2),
        ("heavy-infantry", "left-battle-line", 1),
        ("heavy-infantry", "left-battle-line", 2),
        ("heavy-infantry", "center-battle-line", 1),
        ("heavy-infantry", "center-battle-line", 2),
        ("heavy-infantry", "right-battle-line", 1),
        ("heavy-infantry", "right-battle-line", 2),
        ("heavy-cavalry", "right-wing", 1),
        ("heavy-infantry", "center-battle-line", 1),
        ("heavy-infantry", "center-battle-line", 2),
    ];
    let chits = chits.iter().flat_map(|(count, morale, veteran)| {
        std::iter::repeat_n((*morale, *veteran), *count as usize)
    });
    let mut units: Vec<Value> = places
        .iter()
        .zip(chits)
        .zip(1..)
        .map(|(((kind, zone, column), chit), n)| {
            unit(&format!("Unit {n}"), kind, zone, *column, chit)
        })
        .collect();
    for reserve in &mut units[8..] {
        reserve["reserve"] = json!(true);
    }
    units.extend((1..=4).map(|n| light(&format!("Velites {n}"), 1 + n % 2)));
    json!({
        "system": "command-and-chaos", "name": "Legion", "unit": units,
        "commander": {"name": "Scipio"}, "lieutenant": army()["lieutenant"],
    })
}

/// The errors and warnings about an army, in words.
fn faults(army: &Value) -> [Vec<String>; 2] {
    let found = match read_json(army) {
        Ok(checked) => checked.warnings,
        Err(faults) => faults,
    };
    [Severity::Error, Severity::Warning].map(|severity| {
        found.iter().filter(|f| f.severity == severity).map(ToString::to_string).collect()
    })
}

#[test]
fn five_sets_of_chits_of_the_text_each_make_a_standard_army_without_warnings() {
    let written = [
        "2 × 5V, 1 × 4V, 6 × 3, 1 × 2",
        "3 × 4V, 1 × 4, 6 × 3",
        "3 × 5V, 5 × 3, 2 × 2",
        "3 × 5V, 1 × 5, 1 × 4, 5 × 2",
        "2 × 5V, 2 × 5, 1 × 4V, 5 × 2",
    ];
    let chart = SystemTag::CommandAndChaos.charts().into_iter().find(|c| c.slug == "morale-chits");
    let rows: Vec<String> = chart
        .expect("a chart")
        .rows
        .into_iter()
        .map(|row| row.iter().map(ToString::to_string).collect())
        .collect();
    assert_eq!(rows, written);
    for chits in MORALE_CHITS {
        assert_eq!(chits.iter().map(|(count, ..)| count).sum::<u32>(), 10);
        assert_eq!(
            chits.iter().map(|(count, morale, _)| count * morale).sum::<u32>(),
            morale_sum(10)
        );
        let veterans = chits.iter().filter(|(.., veteran)| *veteran);
        assert_eq!(veterans.clone().map(|(count, ..)| count).sum::<u32>(), VETERANS);
        assert!(veterans.clone().all(|(_, morale, _)| *morale >= VETERAN_MORALE));
        assert!(chits.iter().all(|(_, morale, _)| (MORALE.0..=MORALE.1).contains(morale)));
        assert_eq!(faults(&standard(chits)), [Vec::<String>::new(), Vec::new()]);
    }
}

#[test]
fn a_morale_that_cannot_be_read_is_one_error_without_a_sum() {
    let mut army = standard(MORALE_CHITS[0]);
    army["unit"][0]["max_morale"] = json!("five");
    let [errors, _] = faults(&army);
    assert!(errors.len() == 1 && errors[0].starts_with("unit 1, max morale"), "{errors:?}");
}

#[test]
fn wrong_sums_limits_and_veterans_are_reported_together() {
    let good = MORALE_CHITS[0];
    let cases: [(&[Chit], &[&str]); 5] = [
        // One less; one more.
        (
            &[(2, 5, true), (1, 4, true), (5, 3, false), (2, 2, false)],
            &["unit: morale 33 in all; 10 heavy units have 34: 3 each and 4 more"],
        ),
        (
            &[(3, 5, true), (6, 3, false), (1, 2, false)],
            &["unit: morale 35 in all; 10 heavy units have 34: 3 each and 4 more"],
        ),
        // Two veterans, of four.
        (
            &[(2, 5, true), (1, 4, false), (6, 3, false), (1, 2, false)],
            &["unit: 2 veterans; an army has exactly 3"],
        ),
        (
            &[(2, 5, true), (2, 4, true), (4, 3, false), (2, 2, false)],
            &["unit: 4 veterans; an army has exactly 3"],
        ),
        (
            &[(1, 6, true), (1, 5, true), (1, 3, true), (6, 3, false), (1, 1, false)],
            &[
                "unit 1, max morale: morale 6; a chit has 2 to 5",
                "unit 3, max morale: morale 3; a veteran has 4 or more",
                "unit 10, max morale: morale 1; a chit has 2 to 5",
                "unit: morale 33 in all; 10 heavy units have 34: 3 each and 4 more",
            ],
        ),
    ];
    for (chits, expected) in cases {
        let [errors, warned] = faults(&standard(chits));
        assert_eq!((errors, warned), (expected.iter().map(ToString::to_string).collect(), vec![]));
    }
    assert_eq!(faults(&standard(good))[0], Vec::<String>::new());
}

#[test]
fn other_differences_from_the_standard_army_are_warnings() {
    let good = || standard(MORALE_CHITS[0]);
    let mut cases: Vec<(Value, &str)> = Vec::new();
    let mut case = |warning: &'static str, change: &dyn Fn(&mut Value)| {
        let mut army = good();
        change(&mut army);
        cases.push((army, warning));
    };
    case("14 units", &|army| drop(army["unit"].as_array_mut().and_then(Vec::pop)));
    case("an army has a commander", &|army| {
        drop(army.as_object_mut().map(|a| a.remove("commander")));
    });
    case("0 lieutenants in the right wing", &|army| {
        drop(army["lieutenant"].as_array_mut().and_then(Vec::pop));
    });
    case("stamina 2; heavy units have 3", &|army| army["unit"][0]["stamina"] = json!(2));
    case("are both in the left battle line, column 1", &|army| {
        army["unit"][2]["column"] = json!(1);
    });
    case("takes only cavalry", &|army| army["unit"][8]["zone"] = json!("left-wing"));
    case("light infantry has no veteran", &|army| army["unit"][13]["veteran"] = json!(true));
    case("light infantry has no max morale", &|army| army["unit"][13]["max_morale"] = json!(3));
    case("Unit 1 is in another place", &|army| {
        army["unit"][13]["mixed_with"] = json!("Unit 1");
    });
    case("light infantry goes with cavalry", &|army| {
        army["unit"][1]["mixed_with"] = json!("Unit 1");
    });
    for (army, warning) in cases {
        let [errors, warned] = faults(&army);
        assert_eq!(errors, Vec::<String>::new(), "{warning}");
        let wanted =
            if warning == "14 units" { "the standard army has 8 in line" } else { warning };
        assert!(warned.len() == 1 && warned[0].contains(wanted), "{warning}: {warned:?}");
    }
}

#[test]
fn a_wing_takes_reserve_cavalry_if_both_its_front_places_have_cavalry() {
    let mut army = standard(MORALE_CHITS[0]);
    army["unit"][8]["kind"] = json!("heavy-cavalry");
    army["unit"][8]["zone"] = json!("left-wing");
    assert_eq!(faults(&army)[1].len(), 1);
    army["unit"][1]["kind"] = json!("heavy-cavalry");
    army["unit"][1]["zone"] = json!("left-wing");
    assert_eq!(faults(&army), [Vec::<String>::new(), Vec::new()]);
}

#[test]
fn light_infantry_goes_with_cavalry_of_its_own_army() {
    let mut army = standard(MORALE_CHITS[0]);
    army["unit"][13]["mixed_with"] = json!("Numidians");
    let why = "unit 14, mixed with: no cavalry of this army is called “Numidians”";
    assert_eq!(faults(&army)[0], [why]);
    army["unit"][13]["mixed_with"] = json!("Unit 1");
    army["unit"][13]["zone"] = army["unit"][0]["zone"].clone();
    army["unit"][13]["column"] = army["unit"][0]["column"].clone();
    assert_eq!(faults(&army)[1], Vec::<String>::new());
    // CC-8: one light infantry for each cavalry.
    army["unit"][12] = army["unit"][13].clone();
    army["unit"][12]["name"] = json!("Velites");
    let [errors, warned] = faults(&army);
    assert_eq!(errors, Vec::<String>::new());
    assert!(warned.len() == 1 && warned[0].contains("Unit 1 has light infantry with it"));
    let b = battle();
    assert_eq!((value(&b, "A2.mixed"), value(&b, "A7.mixed_with")), (json!(true), json!("A2")));
    assert_eq!((value(&b, "A1.mixed"), value(&b, "A8.mixed_with")), (json!(false), json!(null)));
}

#[test]
fn the_ready_armies_are_sound_and_open_as_their_files_say() {
    for (a, b, units, deck) in
        [("learning-rome", "learning-carthage", 8, 12), ("zama-rome", "zama-carthage", 14, 20)]
    {
        let fleet = |name: &str| {
            let text = library::file(&format!("command-and-chaos/{name}.toml")).expect("a file");
            read_toml(text).unwrap_or_else(|f| panic!("{f:#?}"))
        };
        let [a, b] = [fleet(a), fleet(b)];
        assert_eq!((&a.warnings, &b.warnings), (&vec![], &vec![]));
        let b = Battle::open([a.fleet, b.fleet], Options::new()).expect("a battle");
        let state = b.full_view().state();
        for side in 0..2 {
            let side = &state["sides"][side];
            assert_eq!(side["units"].as_array().map(Vec::len), Some(units));
            assert_eq!(side["deck"].as_array().map(Vec::len), Some(deck));
            assert_eq!(side["lieutenants"].as_array().map(Vec::len), Some(5));
        }
        assert_eq!((&state["phase"], &state["round"]), (&json!("initiative"), &json!(1)));
    }
}

// ---- STATE, and what a side may see ----

#[test]
fn a_unit_has_the_keys_of_the_rules() {
    let b = battle();
    let keys = b.full_view().unit_state("A1".parse().unwrap()).expect("a unit");
    for key in [
        "tag",
        "name",
        "kind",
        "zone",
        "column",
        "row",
        "max_morale",
        "hits",
        "veteran",
        "veteran_revealed",
        "stamina",
        "charged",
        "mixed",
        "reserve",
        "officer",
        "officer_at_phase_start",
        "rallied",
        "reserve_advanced",
        "card",
        "status",
    ] {
        assert!(keys.contains_key(key), "{key}");
    }
    let state = b.full_view().state();
    let side = &state["sides"][0];
    for key in [
        "name",
        "deck",
        "hand",
        "discards",
        "commander",
        "lieutenants",
        "first_player",
        "zones_done",
        "units",
    ] {
        assert!(side.get(key).is_some(), "{key}");
    }
    assert_eq!(
        side["commander"],
        json!({"name": "Scipio", "zone": "center-battle-line", "unit": null})
    );
    assert_eq!(side["lieutenants"][0]["zone"], "left-wing");
    assert_eq!(side["lieutenants"][0]["lost"], false);
    assert_eq!((value(&b, "A8.max_morale"), value(&b, "A8.stamina")), (json!(null), json!(null)));
    assert_eq!((value(&b, "A1.status"), value(&b, "A1.stamina")), (json!("in-action"), json!(3)));
    assert_eq!(value(&b, "A.lieutenants.4.zone"), json!("right-wing"));
}

#[test]
fn morale_and_grade_are_hidden_from_the_other_side_until_they_are_shown() {
    let mut b = battle();
    let seen = |b: &Battle, tag: &str, side| {
        let keys = b.known_to(Viewer::Side(side)).unit_state(tag.parse().unwrap()).expect("a unit");
        (keys.get("max_morale").cloned(), keys.get("veteran").cloned())
    };
    for (side, tag) in [(Side::A, "B3"), (Side::B, "A3")] {
        assert_eq!(seen(&b, tag, side), (None, None));
        assert_eq!(seen(&b, tag, side.other()), (Some(json!(4)), Some(json!(true))));
    }
    let hidden = b.known_to(Viewer::Side(Side::A)).state()["sides"][1].to_string();
    assert!(!hidden.contains("max_morale") && !hidden.contains("\"veteran\""));
    // The grade is shown at the first fight.
    give(&mut b, &melee("A3", "B3", "front"), &json!([1, 1])).expect("a melee");
    assert_eq!(seen(&b, "B3", Side::A), (None, Some(json!(true))));
    assert_eq!(seen(&b, "A3", Side::B), (None, Some(json!(true))));
    // The chit is shown when the unit routs.
    set(&mut b, "B3.hits", json!(3));
    let before = b.clone();
    give(&mut b, &melee("A3", "B3", "front"), &json!([5, 1])).expect("a melee");
    assert_eq!(seen(&b, "B3", Side::A), (Some(json!(4)), Some(json!(true))));
    let changes =
        b.known_to(Viewer::Side(Side::A)).changes_since(&before.known_to(Viewer::Side(Side::A)));
    assert_eq!(changes["B3.max_morale"], json!([null, 4]));
    let card = b.known_to(Viewer::Side(Side::B)).card("A3".parse().unwrap()).expect("a card");
    assert!(card.gauges.iter().all(|gauge| gauge.label != "Morale"));
}

#[test]
fn a_hand_and_the_names_of_face_down_cards_are_visible_to_their_own_side_only() {
    let mut b = battle();
    give(&mut b, &of_side("draw", "A"), &json!([1, 1, 1, 1, 1])).expect("five cards");
    give(&mut b, &json!({"kind": "play-card", "unit": "A3", "card": "Stand fast"}), &json!([]))
        .expect("a card");
    for viewer in [Viewer::Side(Side::B), Viewer::Both] {
        let state = b.known_to(viewer).state();
        let side = &state["sides"][0];
        assert_eq!((side.get("hand"), side.get("deck")), (None, None));
        assert_eq!((&side["hand_size"], &side["deck_size"]), (&json!(4), &json!(2)));
        assert_eq!(side["units"][2]["card"], "face down");
        assert!(!side.to_string().contains("Stand fast"));
        let card = b.known_to(viewer).card("A3".parse().unwrap()).expect("a card");
        assert!(card.marks.iter().any(|mark| mark.label == "card: face down"));
    }
    assert_eq!(
        b.known_to(Viewer::Side(Side::A)).state()["sides"][0]["units"][2]["card"],
        "Stand fast"
    );
    set(&mut b, "A3.engaged_with", json!(["B3"]));
    until(&mut b, "melee");
    let order = json!({"kind": "reveal", "unit": "A3", "target": "B3"});
    give(&mut b, &order, &json!([])).expect("the cards");
    assert_eq!(
        b.known_to(Viewer::Side(Side::B)).state()["sides"][0]["units"][2]["card"],
        "Stand fast"
    );
}

#[test]
fn face_down_cards_are_not_named() {
    let mut b = battle();
    for (order, dice) in [
        (of_side("draw", "A"), json!([1, 1, 1, 1, 1])),
        (json!({"kind": "discard", "side": "A", "cards": ["Stand fast"]}), json!([])),
        (json!({"kind": "play-card", "unit": "A3", "card": "Stand fast"}), json!([])),
    ] {
        let before = b.clone();
        let report = give(&mut b, &order, &dice).expect("an order");
        for viewer in [Viewer::Side(Side::B), Viewer::Both] {
            let words = report_text(&before.known_to(viewer), &report);
            assert!(!words.is_empty() && !words.contains("Stand fast"), "{words}");
        }
    }
    set(&mut b, "A3.engaged_with", json!(["B3"]));
    until(&mut b, "melee");
    let before = b.clone();
    let order = json!({"kind": "reveal", "unit": "A3", "target": "B3"});
    let report = give(&mut b, &order, &json!([])).expect("the cards");
    let words = report_text(&before.known_to(Viewer::Side(Side::B)), &report);
    assert_eq!(words, "A3 First: “Stand fast” revealed. The first hit does not count.");
}

#[test]
fn a_record_names_the_card_of_a_unit_only_to_its_own_side() {
    let begun = battle();
    let mut b = begun.clone();
    give(&mut b, &of_side("draw", "A"), &json!([1, 1, 1, 1, 1])).expect("a hand");
    let card = json!({"kind": "play-card", "unit": "A3", "card": "Stand fast"});
    give(&mut b, &card, &json!([])).expect("a card");
    for (side, named) in [(Side::A, true), (Side::B, false)] {
        let tag = "A3".parse().expect("a tag");
        let present = b.known_to(Viewer::Side(side)).present_of(Subject::Unit(tag));
        let words: Vec<String> = present.iter().map(|now| now.words.to_string()).collect();
        assert_eq!(words.iter().any(|words| words == "card: Stand fast"), named, "{words:?}");
    }
}

fn report_text(before: &Battle, report: &Report) -> String {
    let sentences = text::sentences(&before.full_view(), report);
    sentences.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn drawn_and_discarded_cards_are_shown_to_their_own_side() {
    let mut b = battle();
    let before = b.clone();
    let report = give(&mut b, &of_side("draw", "A"), &json!([7, 6, 1, 4, 1])).expect("five cards");
    let own = report_text(&before.known_to(Viewer::Side(Side::A)), &report);
    assert_eq!(own, "Legion (A): Shout, Press on, Stand fast, Press on, Stand fast drawn.");
    let other = report_text(&before.known_to(Viewer::Side(Side::B)), &report);
    assert_eq!(other, "Legion (A): 5 cards drawn.");
    let before = b.clone();
    let order = json!({"kind": "discard", "side": "A", "cards": ["Shout"]});
    let report = give(&mut b, &order, &json!([])).expect("a discard");
    let own = report_text(&before.known_to(Viewer::Side(Side::A)), &report);
    assert_eq!(own, "Legion (A): Shout discarded.");
    let other = report_text(&before.known_to(Viewer::Side(Side::B)), &report);
    assert_eq!(other, "Legion (A): 1 card discarded.");
}
