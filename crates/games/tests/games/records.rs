//! Tests of corrections of records: values that no record can hold, and quotes in errors.

use games::{Battle, offer_of};
use rules::{OfferField, Side, Stop, Subject, Tag, Viewer};
use serde_json::{Value, json};

use crate::{give, ready, refusal, set};

const GREEK_FIRE: [&str; 2] =
    ["greek-fire/syracuse-athens.toml", "greek-fire/syracuse-syracuse.toml"];
const FIVE: [&str; 2] = [
    "chicken-of-the-sea/five-against-five-carthage.toml",
    "chicken-of-the-sea/five-against-five-rome.toml",
];
const ACTIUM: [&str; 2] =
    ["ancient-naval-games/actium-antony.toml", "ancient-naval-games/actium-octavian.toml"];
const LEARNING: [&str; 2] =
    ["command-and-chaos/learning-carthage.toml", "command-and-chaos/learning-rome.toml"];
const ACROSS_ZAMA: &str = "command-and-chaos/zama-rome.toml";

fn correct(field: &str, value: Value) -> Value {
    json!({"kind": "adjust", "ship": "A1", "field": field, "value": value})
}

/// Why an order is not carried out, from any of the checks.
fn why(battle: &Battle, order: &Value) -> String {
    match give(&mut battle.clone(), order, &json!([])) {
        Err(Stop::Invalid(why)) => why.to_string(),
        Err(Stop::Refused(_)) => refusal(battle, order),
        other => panic!("{order}: {other:?}"),
    }
}

#[test]
fn a_record_counts_from_minus_to_plus_twenty_thousand() {
    let battle = ready(GREEK_FIRE, &[]);
    for within in [-20_000, 0, 20_000] {
        assert!(give(&mut battle.clone(), &correct("sail", json!(within)), &json!([])).is_ok());
    }
    for beyond in [-20_001, 20_001, i64::MAX] {
        let shown = why(&battle, &correct("sail", json!(beyond)));
        assert_eq!(shown, format!("a number in a record is from −20000 to 20000, not {beyond}"));
    }
}

#[test]
fn an_error_suggests_an_entry_that_differs_in_at_most_two_letters() {
    let battle = ready(GREEK_FIRE, &[]);
    for (field, near) in [("crex", true), ("cxyw", true), ("cxyz", false)] {
        let shown = why(&battle, &correct(field, json!(1)));
        assert_eq!(shown.contains("did you mean `crew`?"), near, "{shown}");
        assert_eq!(shown.contains("there are"), !near, "{shown}");
    }
}

#[test]
fn an_error_quotes_at_most_forty_letters_of_untrusted_text() {
    let fire = ready(GREEK_FIRE, &[]);
    let galleys = ready(FIVE, &[]);
    let entry = |text: &str| why(&fire, &correct(text, json!(1)));
    let formation =
        |text: &str| why(&galleys, &json!({"kind": "set-speed", "formation": text, "speed": 2}));
    let askers: [&dyn Fn(&str) -> String; 2] = [&entry, &formation];
    for asker in askers {
        for letters in [39, 40, 41] {
            let shown = asker(&"η".repeat(letters));
            let quoted = shown.chars().filter(|letter| *letter == 'η').count();
            assert_eq!(quoted, letters.min(40), "{shown}");
        }
    }
}

#[test]
fn a_missing_required_field_is_named_and_null_is_not_missing() {
    let battle = ready(GREEK_FIRE, &[]);
    let mut order = json!({"kind": "row", "ship": "A1"});
    let fault = |order: &Value| {
        let written = order.as_object().expect("an object");
        battle.read_order(written).expect_err("no points").why.to_string()
    };
    assert_eq!(fault(&order), "`spent` is missing (Move points used)");
    order["spent"] = Value::Null;
    assert_eq!(fault(&order), "`spent` takes a whole number from 0 to 99 or `all`, not null");
}

#[test]
fn a_record_describes_its_changed_entries() {
    for (fleets, key, value, shown) in [
        (GREEK_FIRE, "A1.fire_done", json!(true), "fire phase done"),
        (GREEK_FIRE, "A1.ungrapple_tried", json!(true), "has tried to break free"),
        (GREEK_FIRE, "A1.sinking_by", json!("B1"), "holed by B1"),
        (FIVE, "A1.grounded_in_phase", json!("rome-moves"), "cannot try to refloat yet"),
        (FIVE, "A1.refloat_tried", json!(true), "has tried to refloat"),
        (ACTIUM, "A.morale_asked", json!(true), "morale checked this turn"),
        (LEARNING, "A1.row", json!(3), "row 3"),
    ] {
        let begun = ready(fleets, &[]);
        let mut battle = begun.clone();
        set(&mut battle, key, value);
        let (named, _) = key.split_once('.').expect("a key");
        let subject = named.parse().map_or(Subject::Side(Side::A), Subject::Unit);
        let present = battle.full_view().present_of(subject);
        let words: Vec<String> = present.iter().map(|now| now.words.to_string()).collect();
        assert!(words.iter().any(|words| words == shown), "{key}: {words:?}");
    }
}

#[test]
fn a_field_of_a_form_has_its_chosen_units() {
    let offer = offer_of(&ready(ACTIUM, &[]).full_view(), Subject::Battle, "morale")
        .expect("it is offered");
    let field = |value| OfferField { value, ..offer.fields[0].clone() };
    for (value, holds) in [
        (Some(json!(["A1", "A2"])), [true, true, false]),
        (Some(json!("A2")), [false, true, false]),
        (None, [false; 3]),
    ] {
        let found = ["A1", "A2", "A3"].map(|tag| field(value.clone()).holds(tag.parse().unwrap()));
        assert_eq!(found, holds, "{value:?}");
    }
}

/// The text on a sheet about a unit's condition, as this viewer may know it.
fn state_on_paper(battle: &Battle, tag: &str, viewer: Viewer) -> String {
    let sheet = battle.known_to(viewer).record_sheet(tag.parse().expect("a tag"), false);
    let sheet = sheet.expect("a sheet");
    let state = sheet.facts.into_iter().find(|fact| fact.entry.as_deref() == Some("status"));
    state.map(|state| state.text.to_string()).unwrap_or_default()
}

#[test]
fn a_sheet_has_the_present_condition_without_early_secrets() {
    let begun = ready(FIVE, &[]);
    let mut battle = begun.clone();
    // Both sides have moved in the first turn, and their speeds were shown.
    while battle.full_view().state()["phase"] != "rome-boards" {
        give(&mut battle, &json!({"kind": "end-phase"}), &json!([])).expect("the end of a phase");
    }
    set(&mut battle, "A2.drift_owed", json!(true));
    for viewer in [Viewer::Everyone, Viewer::Both, Viewer::Side(Side::A), Viewer::Side(Side::B)] {
        for (tag, owes) in [("A1", false), ("A2", true), ("B1", false)] {
            let text = state_on_paper(&battle, tag, viewer);
            assert_eq!(text.contains("must still drift"), owes, "{tag} for {viewer:?}: {text}");
        }
    }
}

#[test]
fn a_sheet_has_conditions_that_were_true_from_the_beginning() {
    let begun = ready(["command-and-chaos/zama-carthage.toml", ACROSS_ZAMA], &[]);
    let mixed = |tag: &Tag| begun.full_view().value(&format!("{tag}.mixed")) == Some(json!(true));
    let tag = begun.tags().into_iter().find(mixed).expect("a mixed unit").to_string();
    let mut battle = begun.clone();
    let says = |battle: &Battle| {
        state_on_paper(battle, &tag, Viewer::Everyone).contains("light infantry is with it")
    };
    assert!(says(&battle));
    give(&mut battle, &json!({"kind": "leave", "unit": tag}), &json!([])).expect("two units");
    assert!(!says(&battle));
}
