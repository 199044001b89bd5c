//! Tests of the sequence of play, worked cases, what players see, and whole battles in Fast
//! Play Salamis.

use dice::Chance;
use engine::fleet::library;
use engine::text;
use games::{Battle, SystemTag, offers};
use rules::{Side, Stop, Subject, UnitCondition};
use serde_json::{Value, json};

use crate::{
    assert_walks_agree, chance_of, chances, give, outcome, read, ready, refusal, set, value,
    warnings,
};
use testing::random_play::play_to_the_end;

use super::{
    after_a_ram, at_least, battle, board, bows, breakaway, duel, end_phase, fight, none, pass, ram,
    ram_hits,
};

// ---- Sequence ----

#[test]
fn each_side_moves_rams_and_fights_in_turn() {
    let mut b = duel("athenian", "phoenician");
    let state = |b: &Battle| {
        let all = b.full_view().state();
        [&all["round"], &all["to_move"], &all["phase"]].map(ToString::to_string).join(" ")
    };
    for expected in [
        "1 \"A\" \"movement\"",
        "1 \"A\" \"ram\"",
        "1 \"A\" \"hand-to-hand\"",
        "1 \"B\" \"movement\"",
        "1 \"B\" \"ram\"",
        "1 \"B\" \"hand-to-hand\"",
        "2 \"A\" \"movement\"",
    ] {
        assert_eq!(state(&b), expected);
        pass(&mut b, 1);
    }
}

#[test]
fn marks_of_a_turn_are_cleared_when_it_ends() {
    let mut b = after_a_ram("athenian", "phoenician");
    outcome(&mut b, &board("B1", "A1"), &json!([2]));
    set(&mut b, "A2.moved", json!(true));
    pass(&mut b, 1);
    assert_eq!(value(&b, "A1.boarded_by"), json!(["B1"]), "still to be fought");
    outcome(&mut b, &fight("B1", "A1"), &json!([0, 0]));
    pass(&mut b, 1);
    for key in ["A1.boarded_by", "B1.rammed_by_this_phase"] {
        assert_eq!(value(&b, key), json!([]), "{key}");
    }
    for key in ["B1.board_tried", "A2.moved"] {
        assert_eq!(value(&b, key), json!(false), "{key}");
    }
}

#[test]
fn attempts_and_fights_of_an_earlier_turn_do_not_count() {
    let mut b = after_a_ram("athenian", "athenian");
    outcome(&mut b, &board("B1", "A1"), &json!([12]));
    outcome(&mut b, &board("A1", "B1"), &json!([2]));
    outcome(&mut b, &fight("A1", "B1"), &json!([0, 0]));
    set(&mut b, "A1.in_contact_with", json!([]));
    set(&mut b, "B1.in_contact_with", json!([]));
    pass(&mut b, 5);
    for rammer in ["A1", "A2"] {
        outcome(&mut b, &ram(rammer, "B1"), &json!([12, 0]));
    }
    assert_eq!(outcome(&mut b, &board("B1", "A2"), &json!([12])).0, "fails");
    assert_eq!(outcome(&mut b, &board("B1", "A1"), &json!([2])).0, "boards");
    assert_eq!(outcome(&mut b, &fight("B1", "A1"), &json!([1, 0])).0, "fought-off");
}

#[test]
fn orders_out_of_turn_warn() {
    let mut b = duel("athenian", "phoenician");
    set(&mut b, "B1.in_contact_with", json!(["A1"]));
    let wrong_side = "it is the turn of Greeks (A)";
    for (order, shown) in [
        (bows("A1", "B1", 1), "side A moves; side B shoots"),
        (breakaway("B1"), wrong_side),
        (ram("B1", "A1"), wrong_side),
    ] {
        assert_eq!(warnings(&b, &order), [shown], "{order}");
    }
    let report = give(&mut b, &ram("B1", "A1"), &json!([2, 0])).expect("carried out");
    assert_eq!(report.warnings, [wrong_side]);
    assert_eq!(b.full_view().state()["phase"], json!("movement"), "A still moves");
    pass(&mut b, 2);
    set(&mut b, "A1.in_contact_with", json!(["B1"]));
    for (order, shown) in [
        (bows("B2", "A1", 1), "ships shoot in the other side’s movement phase"),
        (breakaway("A1"), "movement comes before hand to hand"),
        (ram("A2", "B2"), "ramming comes before hand to hand"),
        (board("A1", "B1"), "boarding comes before hand to hand"),
    ] {
        assert_eq!(warnings(&b, &order), [shown], "{order}");
    }
}

#[test]
fn skipped_phases_do_not_warn_and_the_turn_continues_after_them() {
    let mut b = duel("athenian", "phoenician");
    let phase = |b: &Battle| b.full_view().state()["phase"].clone();
    for (order, dice, after) in [
        (ram("A1", "B1"), json!([2, 1]), "ram"),
        (board("B1", "A1"), json!([2]), "ram"),
        (fight("B1", "A1"), json!([1, 0]), "hand-to-hand"),
    ] {
        let report = give(&mut b, &order, &dice).expect("carried out");
        assert_eq!(report.warnings, [""; 0], "{order}");
        assert_eq!(phase(&b), json!(after));
    }
}

#[test]
fn a_second_ram_of_a_ship_in_a_turn_warns() {
    let mut b = after_a_ram("athenian", "phoenician");
    assert_eq!(warnings(&b, &ram("A1", "B2")), ["A1 has rammed B1 this turn"]);
    assert_eq!(warnings(&b, &ram("A2", "B1")), [""; 0]);
    outcome(&mut b, &ram("A1", "B2"), &json!([2, 1]));
}

#[test]
fn impossible_attacks_are_refused() {
    let b = duel("athenian", "phoenician");
    for order in [bows("A1", "A2", 1), ram("A1", "A2"), board("A1", "A2"), fight("A1", "A2")] {
        assert!(refusal(&b, &order).contains("friend"), "{order}");
    }
    assert!(refusal(&b, &ram("A1", "A1")).contains("herself"));
    assert!(refusal(&b, &fight("A1", "B1")).contains("A1 Greeks 1 has not boarded B1 Persians 1"));
    let away = json!({"kind": "breakaway", "ship": "A1", "target": "B9"});
    for order in [ram("A1", "B9"), bows("A1", "B9", 1), board("A1", "B9"), away] {
        let stop = give(&mut b.clone(), &order, &none()).expect_err("an unknown tag");
        assert!(matches!(stop, Stop::Invalid(_)), "{order}: {stop:?}");
    }
}

#[test]
fn impossible_corrections_are_refused() {
    let b = duel("athenian", "phoenician");
    for (field, wrong, why) in [
        ("class", json!("spartan"), "cannot change during the battle"),
        ("viability", json!(0), "takes a whole number from 1 to 20000, not 0"),
        ("boarded_by", json!(["A2"]), "friend"),
        ("contact_at_start", json!(["A2"]), "friend"),
    ] {
        let order = json!({"kind": "adjust", "ship": "A1", "field": field, "value": wrong});
        assert!(refusal(&b, &order).contains(why), "{field}");
    }
    for (field, wrong) in [
        ("boarded_by", json!(1)),
        ("status", json!("lost")),
        ("in_contact_with", json!(["B9"])),
        ("rammed_by_this_phase", json!(["B1", "B9"])),
    ] {
        let order = json!({"kind": "adjust", "ship": "A1", "field": field, "value": wrong});
        let stop = give(&mut b.clone(), &order, &none()).expect_err("nonsense");
        assert!(matches!(stop, Stop::Invalid(_)), "{stop:?}");
    }
}

// ---- Worked cases ----

#[test]
fn worked_an_athenian_sinks_a_phoenician_at_ramming_speed() {
    let b = duel("athenian", "phoenician");
    let at_speed = at_least(3, 7, 2);
    assert!((at_speed.to_f64() - 0.4294).abs() < 5e-5);
    let odds = chances(&b, &ram("A1", "B1"), &[]);
    assert_eq!(chance_of(&odds, "sunk"), ram_hits(3, 5, 9));
    let mut certain = duel("athenian", "phoenician");
    set(&mut certain, "A1.in_contact_with", json!(["B1"]));
    assert_eq!(
        chance_of(&chances(&certain, &breakaway("A1"), &[]), "away"),
        Chance::of(30u32, 36u32)
    );
}

#[test]
fn odds_equal_the_reference_implementation() {
    let mut b = after_a_ram("athenian", "phoenician");
    set(&mut b, "B1.hits", json!(1));
    set(&mut b, "B2.boarded_by", json!(["A2"]));
    for (order, watch) in [
        (bows("A1", "B1", 3), vec!["B1.hits"]),
        (breakaway("A1"), vec!["A1.moved", "B1.in_contact_with"]),
        (ram("A2", "B1"), vec!["B1.hits", "B1.status"]),
        (board("B1", "A1"), vec!["A1.boarded_by"]),
        (fight("A2", "B2"), vec!["B2.hits", "B2.status"]),
    ] {
        assert_walks_agree(&b, &order, &watch);
    }
}

// ---- What players see ----

fn subject(tag: &str) -> Subject {
    Subject::Unit(tag.parse().expect("a tag"))
}

#[test]
fn offers_of_a_ship_list_open_orders_and_reasons_for_refusals() {
    let b = after_a_ram("athenian", "phoenician");
    let all = offers(&b.full_view(), subject("B1"));
    let shown: Vec<_> = all.iter().map(|o| (o.spec.kind, o.refused.is_none())).collect();
    assert_eq!(
        shown,
        [
            ("bows", true),
            ("breakaway", true),
            ("ram", true),
            ("board", true),
            ("hand-to-hand", false),
            ("leave-table", false),
            ("adjust", true)
        ]
    );
    assert_eq!(all[0].fields[2].range, Some((0, 6)));
    let targets: Vec<_> = all[3].fields[1].choices.iter().map(|c| c.value.clone()).collect();
    assert_eq!(targets, [json!("A1")], "only the ship that rammed her");
    assert!(all[4].refused.as_ref().is_some_and(|r| r.why.to_string().contains("has not boarded")));
    let kinds = |subject| {
        offers(&b.full_view(), subject).iter().map(|offer| offer.spec.kind).collect::<Vec<_>>()
    };
    let both = ["end-phase", "agree-result"];
    assert_eq!(kinds(Subject::Battle), both, "who goes first is settled");
    assert_eq!(kinds(Subject::Side(Side::B)), ["concede", "adjust"]);
}

#[test]
fn a_correction_begins_with_the_present_value() {
    let mut b = duel("athenian", "phoenician");
    set(&mut b, "A1.hits", json!(2));
    let offered = |subject| {
        let all = offers(&b.full_view(), subject);
        let adjust = all.iter().find(|offer| offer.spec.kind == "adjust").expect("offered");
        assert!(adjust.fields[0].choices.is_empty(), "the owner of the record is known");
        let open = adjust.fields[1].choices.iter().all(|choice| choice.refused.is_none());
        (adjust.fields[1].value.clone(), adjust.fields[2].value.clone(), open)
    };
    let whole = |field: &str, value: u32| (Some(json!(field)), Some(json!(value)), true);
    assert_eq!(offered(subject("A1")), whole("hits", 2));
    assert_eq!(offered(Subject::Side(Side::A)), whole("panic_numbers.athenian", 2));
}

#[test]
fn the_guide_puts_the_rammed_ships_attempt_before_the_rammers() {
    let mut b = battle(&["athenian"; 3], &["phoenician"; 3]);
    let next = |b: &Battle| {
        let steps = b.full_view().guide().next.into_iter();
        steps.map(|step| format!("{} {}", step.subject, step.kind)).collect::<Vec<_>>()
    };
    set(&mut b, "A3.in_contact_with", json!(["B3"]));
    assert_eq!(next(&b), ["A3 breakaway", "the battle end-phase", "B1 bows", "B2 bows", "B3 bows"]);
    pass(&mut b, 1);
    outcome(&mut b, &ram("A1", "B1"), &json!([2, 1]));
    assert_eq!(next(&b), ["B1 board", "A1 board", "A2 ram", "A3 ram", "the battle end-phase"]);
    outcome(&mut b, &board("B1", "A1"), &json!([2]));
    assert_eq!(next(&b), ["A2 ram", "A3 ram", "the battle end-phase"]);
    pass(&mut b, 1);
    assert_eq!(next(&b), ["B1 hand-to-hand", "the battle end-phase"]);
}

#[test]
fn a_card_and_a_sheet_show_viability() {
    let mut b = ready(
        ["fast-play-salamis/starter-greeks.toml", "fast-play-salamis/starter-persians.toml"],
        &["d10"],
    );
    set(&mut b, "A1.hits", json!(3));
    let tag = "A1".parse().expect("a tag");
    let card = b.full_view().card(tag).expect("a card");
    assert_eq!((card.gauges[0].value, card.gauges[0].full), (1, 4), "one hit is left");
    assert_eq!(card.standing, UnitCondition::Ready);
    assert_eq!(card.marks[0].label, "one hit from defeat");
    let sheet = b.full_view().sheet(tag, false).expect("a sheet");
    assert_eq!((sheet.tracks[0].boxes, sheet.tracks[0].crossed), (4, 3));
    let fact = |caption: &str| {
        sheet.facts.iter().find(|fact| fact.caption == caption).map(|fact| fact.text.clone())
    };
    assert_eq!(
        fact("Ramming speed (RSP)").map(|says| says.to_string()).as_deref(),
        Some("1d10: 9 or less")
    );
    assert_eq!(
        fact("At ramming speed").map(|says| says.to_string()).as_deref(),
        Some("7d6, hits on 5–6")
    );
    assert_eq!(b.full_view().sheet(tag, true).expect("a sheet").tracks[0].crossed, 0);
    assert_eq!(b.full_view().uses(Side::A), ["athenian", "corinthian", "spartan"]);
    let slugs: Vec<_> = SystemTag::FastPlaySalamis.charts().iter().map(|c| c.slug).collect();
    assert_eq!(slugs, ["turn", "classes", "attacks", "boarding", "hand-to-hand", "panic"]);
}

#[test]
fn reports_are_sentences() {
    let mut b = battle(&["athenian"; 2], &["phoenician"; 2]);
    pass(&mut b, 1);
    let mut shown = |order: Value, dice: Value| {
        let _ = read(&b, &order);
        let before = b.clone();
        let report = give(&mut b, &order, &dice).expect("carried out");
        text::sentences(&before.full_view(), &report)
    };
    assert_eq!(
        shown(ram("A1", "B1"), json!([9, 2])),
        [
            "A1 Greeks 1 rams B1 Persians 1 at ramming speed.",
            "B1 Persians 1 takes 2 hits (2 of 3).",
            "A1 Greeks 1 and B1 Persians 1 are in contact."
        ]
    );
    assert_eq!(
        shown(board("A1", "B1"), json!([7])),
        ["The marines of A1 Greeks 1 are on the deck of B1 Persians 1."]
    );
    assert_eq!(shown(end_phase(), none()), ["Hand to hand."]);
    assert_eq!(
        shown(fight("A1", "B1"), json!([2, 1])),
        [
            "Hand to hand on the deck of B1 Persians 1, whose men cancel 1 hit.",
            "B1 Persians 1 takes 1 hit (viability 3 reached).",
            "B1 Persians 1 is captured by A1 Greeks 1. Remove B1 Persians 1 next turn.",
            "Panic: the last Phoenician ship of Persians (B) flees."
        ]
    );
}

// ---- Whole battles ----

#[test]
fn random_play_of_the_ready_battles_always_ends() {
    let system = SystemTag::FastPlaySalamis;
    for ready_battle in library::battles().iter().filter(|b| b.system == system) {
        for (seed, switches) in [(1, &[][..]), (2, &["d10"]), (3, &[])] {
            let mut b = ready(ready_battle.sides, switches);
            assert!(play_to_the_end(&mut b, seed, 6_000) > 10, "{}", ready_battle.slug);
        }
    }
}
