//! Tests of the special orders of the ready battles: an order that breaks one is carried
//! out with a warning.

use engine::analysis::BattleReport;
use engine::fleet::{library, read_special_orders};
use engine::journal::{DiceChoice, Journal, Opening};
use games::{judge_as_filled, offers};
use message::i18n::english;
use rules::{Subject, Viewer};
use serde_json::{Value, json};

fn opening(slug: &str) -> Opening {
    Opening::ready(slug, 433).expect("a ready battle")
}

fn begun(slug: &str) -> Journal {
    Journal::open(opening(slug)).expect("it opens")
}

/// Gives an order, and returns its warnings about special orders.
fn give(journal: &mut Journal, order: &Value) -> Vec<String> {
    let typed = journal.battle().read_order(order.as_object().expect("an order"));
    let typed = typed.unwrap_or_else(|fault| panic!("{order}: {}", fault.why));
    let given = journal.give(&typed, &DiceChoice::Program, 0, "");
    given.unwrap_or_else(|stop| panic!("{order}: {stop}"));
    let seen = journal.seen(journal.cursor() - 1, Viewer::Everyone).expect("the order");
    let warnings = seen.report.expect("a report").warnings;
    let all = warnings.iter().map(english);
    all.filter(|warning| warning.contains("special order")).collect()
}

fn in_force(journal: &Journal) -> Vec<bool> {
    let shown = journal.battle().full_view().special_order_views();
    shown.into_iter().map(|special| special.in_force).collect()
}

fn ram(ship: &str, target: &str) -> Value {
    json!({"kind": "ram", "ship": ship, "target": target, "spaces_straight": 3})
}

#[test]
fn an_athenian_ram_at_sybota_warns_until_a_corinthian_has_rammed() {
    let mut journal = begun("sybota");
    assert_eq!(in_force(&journal), [true]);
    let broken = give(&mut journal, &ram("A1", "B1"));
    assert_eq!(broken.len(), 1, "{broken:?}");
    assert!(broken[0].contains("no Athenian ship rams or boards until round 4"), "{broken:?}");
    assert_eq!(in_force(&journal), [true], "an order that breaks it does not end it");
    assert_eq!(give(&mut journal, &ram("B2", "A2")), [""; 0]);
    assert_eq!(in_force(&journal), [false]);
    let sentences = journal.seen(1, Viewer::Everyone).expect("the order").sentences;
    assert!(
        sentences.iter().any(|line| english(line).starts_with("A special order of")),
        "{sentences:?}"
    );
    assert_eq!(give(&mut journal, &ram("A3", "B3")), [""; 0]);
    journal.undo();
    journal.undo();
    assert_eq!(in_force(&journal), [true], "an undo removes the event");
}

#[test]
fn an_athenian_may_ram_at_sybota_from_round_4_on() {
    let mut journal = begun("sybota");
    for round in 1..=3 {
        assert_eq!(in_force(&journal), [true], "round {round}");
        give(&mut journal, &json!({"kind": "end-round"}));
    }
    assert_eq!(in_force(&journal), [false]);
    assert_eq!(give(&mut journal, &ram("A1", "B1")), [""; 0]);
}

#[test]
fn an_offer_that_would_break_a_special_order_warns_before_it_is_given() {
    let journal = begun("sybota");
    let known = journal.battle().full_view();
    let offers = offers(&known, Subject::Unit("A1".parse().expect("a tag")));
    let warns = |kind: &str| {
        let mut offer = offers.iter().find(|offer| offer.spec.kind == kind).expect("one").clone();
        for field in &mut offer.fields {
            let first = field.choices.first().map(|choice| choice.value.clone());
            field.value = field.value.take().or(first);
        }
        judge_as_filled(&known, &mut offer, &|_| false);
        offer.warnings.iter().any(|warning| english(warning).contains("special order"))
    };
    assert!(warns("ram"));
    assert!(!warns("row"));
}

#[test]
fn rams_at_mylae_warn_if_they_are_not_bow_to_bow_until_three_were_made() {
    let mut journal = begun("mylae");
    for (ship, target) in [("B1", "A1"), ("B2", "A2"), ("B3", "A3"), ("B4", "A4")] {
        let warns = give(&mut journal, &ram(ship, target)).len();
        assert_eq!(warns, usize::from(ship != "B4"), "{ship}");
    }
    let mut journal = begun("mylae");
    let mut bow_to_bow = ram("B1", "A1");
    bow_to_bow["bow_to_bow"] = json!(true);
    assert_eq!(give(&mut journal, &bow_to_bow), [""; 0]);
}

#[test]
fn ships_in_tow_at_ecnomus_may_stop_but_not_move_in_round_1() {
    let mut journal = begun("ecnomus");
    let row = |ship: &str, spent: u32| json!({"kind": "row", "ship": ship, "spent": spent});
    assert_eq!(give(&mut journal, &row("A5", 0)), [""; 0]);
    assert_eq!(give(&mut journal, &row("A6", 1)).len(), 1);
    assert_eq!(give(&mut journal, &row("A7", 1)), [""; 0], "the triarii may");
}

#[test]
fn the_end_of_round_1_at_ecnomus_names_ships_that_did_not_feign_flight() {
    let mut journal = begun("ecnomus");
    for ship in ["B1", "B2", "B3"] {
        give(&mut journal, &json!({"kind": "row", "ship": ship, "spent": 2}));
    }
    give(&mut journal, &json!({"kind": "row", "ship": "B4", "spent": 1}));
    let idle = give(&mut journal, &json!({"kind": "end-round"}));
    assert_eq!(idle.len(), 1, "{idle:?}");
    assert!(idle[0].starts_with("B4 did not follow a special order"), "{idle:?}");
    assert_eq!(give(&mut journal, &json!({"kind": "end-round"})), [""; 0]);
}

#[test]
fn no_rhodian_takes_ramming_speed_from_round_8_on() {
    let mut journal = begun("side");
    let fast = json!({"kind": "row", "ship": "A1", "spent": 3, "ramming_speed": true});
    assert_eq!(give(&mut journal, &fast), [""; 0]);
    journal.undo();
    for _ in 1..8 {
        give(&mut journal, &json!({"kind": "end-round"}));
    }
    assert_eq!(give(&mut journal, &fast).len(), 1);
}

#[test]
fn the_first_activation_at_the_aegates_names_the_large_ships_without_oar_damage() {
    let mut journal = begun("aegates");
    let correct = json!({"kind": "adjust", "ship": "B1", "field": "oar_damage", "value": 1,
        "note": "laden"});
    give(&mut journal, &correct);
    let activate = |ship: &str| json!({"kind": "activate", "ship": ship});
    let idle = give(&mut journal, &activate("A1"));
    assert_eq!(idle.len(), 1, "{idle:?}");
    assert!(idle[0].starts_with("B2, B3, B4, B5, B6, B7 did not follow"), "{idle:?}");
    assert_eq!(in_force(&journal), [false]);
    assert_eq!(give(&mut journal, &activate("A2")), [""; 0]);
}

#[test]
fn special_orders_are_written_as_they_are_read_and_older_files_have_none() {
    let mut with_any = 0;
    for ready in library::battles() {
        let opening = opening(&ready.slug);
        assert_eq!(opening.special_orders, ready.special_orders, "{}", ready.slug);
        let written = opening.to_json();
        assert_eq!(Opening::read_json(&written).expect("it reads"), opening, "{}", ready.slug);
        with_any += usize::from(written.get("special_order").is_some());
        let mut older = written;
        older.as_object_mut().unwrap().remove("special_order");
        assert_eq!(Opening::read_json(&older).expect("an older file").special_orders, []);
    }
    assert_eq!(with_any, 10, "the ready battles with special orders");
}

#[test]
fn a_fault_of_a_special_order_names_its_key() {
    let fleets = opening("sybota").fleets;
    let with = |key: &str, value: Value| {
        let mut special = json!({"side": "A", "text": "No rams."});
        special[key] = value;
        json!([special])
    };
    for (list, expected) in [
        (with("side", json!("C")), "special order 1, side: unknown word “C”"),
        (with("text", json!("")), "say in words"),
        (with("named", json!(["Nemo"])), "nothing whose name begins with “Nemo”"),
        (with("forbids", json!([{"order": "rams"}])), "did you mean “ram”"),
        (with("forbids", json!([{"order": "ram", "field": "spent"}])), "unknown word “spent”"),
        (with("forbids", json!([{"order": "row", "field": "spent"}])), "add “is” or “at_least”"),
        (
            with("forbids", json!([{"order": "row", "field": "ramming_speed", "is": 3}])),
            "3 is not true or false",
        ),
        (with("demands", json!([{"order": "row"}])), "say by when"),
        (with("until", json!({"orders": []})), "name at least one order"),
        (with("until_rounds", json!(4)), "did you mean “until_round”"),
        (json!([{"side": "A", "text": "x", "from_round": 4, "until_round": 4}]), "later than"),
        (json!(3), "3 is not a list of tables"),
    ] {
        assert!(read_special_orders(&list, &fleets).is_err(), "{list}");
        let fault = opening("sybota").with_special_orders(&list).expect_err("wrong").to_string();
        assert!(fault.contains(expected), "{fault}");
    }
}

#[test]
fn the_battle_report_has_the_special_orders_of_both_sides() {
    for slug in ["sybota", "ecnomus"] {
        let journal = begun(slug);
        for viewer in [Viewer::Everyone, Viewer::Both] {
            let report = BattleReport::of(&journal, viewer);
            let lines = report.scenario.iter().flat_map(|chapter| &chapter.paragraphs);
            let lines: Vec<String> = lines.map(english).collect();
            for special in &journal.opening().special_orders {
                let found = lines.iter().filter(|line| line.contains(&special.text));
                assert_eq!(found.count(), 1, "{slug}: {}", special.text);
            }
        }
    }
}

/// A secret speed must not affect which special orders are in force.
#[test]
fn an_order_that_is_secret_counts_for_no_special_order() {
    let list = json!([{"side": "A", "text": "Rest.", "until": {"orders": ["set-speed"]}}]);
    let opening = opening("drepanum").with_special_orders(&list).expect("they read");
    let mut journal = Journal::open(opening).expect("it opens");
    give(&mut journal, &json!({"kind": "set-speed", "ship": "A1", "speed": 1}));
    assert!(journal.is_secret(0, Viewer::Both), "the speed is secret");
    assert_eq!(in_force(&journal), [true]);
}
