//! Records as players correct them: what no record can hold, and what an error
//! quotes.

use serde_json::{Value, json};
use trierarch::rules::Stop;
use trierarch::systems::Battle;

use crate::{give, ready, refusal};

const GREEK_FIRE: [&str; 2] =
    ["greek-fire/syracuse-athens.toml", "greek-fire/syracuse-syracuse.toml"];
const FIVE: [&str; 2] = [
    "chicken-of-the-sea/five-against-five-carthage.toml",
    "chicken-of-the-sea/five-against-five-rome.toml",
];

fn correct(field: &str, value: Value) -> Value {
    json!({"kind": "adjust", "ship": "A1", "field": field, "value": value})
}

/// Why an order is not carried out, from whichever check.
fn why(battle: &Battle, order: &Value) -> String {
    match give(&mut battle.clone(), order, &json!([])) {
        Err(Stop::Nonsense(why)) => why.to_string(),
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
        let told = why(&battle, &correct("sail", json!(beyond)));
        assert_eq!(told, format!("a record counts from −20000 to 20000, not {beyond}"));
    }
}

#[test]
fn a_record_names_the_entry_that_was_meant_where_two_letters_differ_or_fewer() {
    let battle = ready(GREEK_FIRE, &[]);
    for (field, near) in [("crex", true), ("cxyw", true), ("cxyz", false)] {
        let told = why(&battle, &correct(field, json!(1)));
        assert_eq!(told.contains("did you mean `crew`?"), near, "{told}");
        assert_eq!(told.contains("there are"), !near, "{told}");
    }
}

#[test]
fn an_error_quotes_forty_letters_of_a_strangers_text_at_most() {
    let fire = ready(GREEK_FIRE, &[]);
    let galleys = ready(FIVE, &[]);
    let entry = |text: &str| why(&fire, &correct(text, json!(1)));
    let formation =
        |text: &str| why(&galleys, &json!({"kind": "set-speed", "formation": text, "speed": 2}));
    let askers: [&dyn Fn(&str) -> String; 2] = [&entry, &formation];
    for asker in askers {
        for letters in [39, 40, 41] {
            let told = asker(&"η".repeat(letters));
            let quoted = told.chars().filter(|letter| *letter == 'η').count();
            assert_eq!(quoted, letters.min(40), "{told}");
        }
    }
}

#[test]
fn an_order_that_leaves_out_what_it_needs_says_so_and_null_is_not_left_out() {
    let battle = ready(GREEK_FIRE, &[]);
    let mut order = json!({"kind": "row", "ship": "A1"});
    let fault = |order: &Value| {
        let written = order.as_object().expect("an object");
        battle.read_order(written).expect_err("no points").why.to_string()
    };
    assert_eq!(fault(&order), "`spent` is missing (Move points used)");
    order["spent"] = Value::Null;
    assert_eq!(fault(&order), "`spent` takes a whole number from 0 to 99, not null");
}
