//! Tests of every row and every modifier of the charts against the resolver.

use games::{Battle, SystemTag};
use rules::Chart;
use serde_json::json;

use crate::{give, outcome, refusal, set, value, warnings};

use super::{LARGE, SMALL, activate, battle, duel, go, morale, none, ram, strike};

fn chart(slug: &str) -> Chart {
    let all = SystemTag::AncientNavalGames.charts();
    all.into_iter().find(|chart| chart.slug == slug).expect("a chart")
}

/// The cells of a chart as text.
fn rows(slug: &str) -> Vec<Vec<String>> {
    let chart = chart(slug);
    chart.rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect()
}

fn notes(slug: &str) -> String {
    chart(slug).notes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn spent(b: &mut Battle, order: &serde_json::Value, dice: serde_json::Value) -> u64 {
    let left = |b: &Battle| value(b, "A1.mp_left").as_u64().expect("a number");
    let before = left(b);
    outcome(b, order, &dice);
    before - left(b)
}

#[test]
fn every_row_of_the_movement_chart_equals_the_cost_of_an_order() {
    let fresh = |size| {
        let mut b = duel(size, SMALL);
        give(&mut b, &activate("A1"), &none()).expect("she is ready");
        b
    };
    let orders = [
        ("ahead one hex", LARGE, go("A1", 1, 0, 0), none()),
        ("astern one hex", LARGE, go("A1", 0, 1, 0), none()),
        ("turn one hexside", LARGE, go("A1", 0, 0, 1), none()),
        ("a small ship’s first turn", SMALL, go("A1", 0, 0, 1), none()),
        ("an attack", LARGE, strike("bow"), json!([1, 6])),
    ];
    let rows = rows("moving");
    assert_eq!(rows.len(), orders.len());
    for (row, (action, size, order, dice)) in rows.iter().zip(orders) {
        assert_eq!(row[0], action);
        assert_eq!(row[1], spent(&mut fresh(size), &order, dice).to_string(), "{action}");
    }
}

#[test]
fn every_row_of_the_chart_of_ships_equals_the_first_record_of_a_ship() {
    for (row, size) in rows("sizes").iter().zip([SMALL, LARGE]) {
        let mut b = duel(size, SMALL);
        assert_eq!(row[1], value(&b, "A1.mp_left").to_string());
        let free = value(&b, "A1.free_turn_left") == json!(true);
        assert_eq!(row[2], if free { "1 hexside" } else { "none" });
        let rolls = give(&mut b, &ram("side"), &json!([1, 6])).expect("a ram").rolls;
        let added = rolls[0].modified - rolls[0].natural;
        assert_eq!(row[3], format!("+{added}"), "attacking");
    }
}

#[test]
fn each_oar_damage_takes_the_point_and_the_modifier_of_the_chart() {
    for damage in 0..=3 {
        let mut b = duel(LARGE, SMALL);
        set(&mut b, "A1.oar_damage", json!(damage));
        let left = value(&b, "A1.mp_left").as_u64().expect("a number").min(3 - damage);
        give(&mut b, &activate("A1"), &none()).expect("she is ready");
        assert_eq!(value(&b, "A1.mp_left"), json!(left));
        if damage < 3 {
            let rolls = give(&mut b, &strike("bow"), &json!([6, 1])).expect("a strike").rolls;
            let lost = i64::try_from(damage).expect("small");
            assert_eq!(rolls[0].modified, 6 - lost);
        } else {
            assert!(refusal(&b, &strike("bow")).contains("dead in the water"));
        }
    }
    let shown = notes("sizes");
    assert!(shown.contains("costs a ship 1 movement point, and −1"), "{shown}");
    assert!(shown.contains("3 oar damages is dead in the water"), "{shown}");
}

/// The attacker's die against a target that rolls a 3: higher, equal, lower.
const AGAINST_THREE: [(&str, i64); 3] = [("higher", 4), ("equal", 3), ("lower", 2)];

#[test]
fn every_row_of_the_charts_of_attacks_equals_the_result_of_the_dice() {
    for (slug, order) in [("oar-strike", strike("bow")), ("ram", ram("side"))] {
        let rows = rows(slug);
        for (compared, attack) in AGAINST_THREE {
            let mut b = duel(SMALL, SMALL);
            let (shown, _) = outcome(&mut b, &order, &json!([attack, 3]));
            let row = rows.iter().find(|row| row[0].split(" or ").any(|is| is == compared));
            let row = row.unwrap_or_else(|| panic!("{slug}: no row for {compared}"));
            assert_eq!(row[1].to_lowercase(), shown, "{slug}, {compared}");
        }
        let cells: usize = rows.iter().map(|row| row[0].split(" or ").count()).sum();
        assert_eq!(cells, AGAINST_THREE.len(), "{slug}");
    }
}

#[test]
fn every_modifier_of_the_charts_of_attacks_is_added_to_the_die() {
    let amount = |order, at: usize| {
        let mut b = duel(LARGE, LARGE);
        set(&mut b, "A1.oar_damage", json!(1));
        let rolls = give(&mut b, &order, &json!([3, 3])).expect("carried out").rolls;
        rolls[at].modifiers.iter().map(|m| m.amount).collect::<Vec<_>>()
    };
    assert_eq!(amount(strike("bow"), 0), [-1]);
    assert_eq!(amount(strike("stern"), 0), [-1, 1]);
    assert_eq!(amount(strike("stern"), 1), [0; 0]);
    assert_eq!(amount(ram("side"), 0), [-1, 1]);
    assert_eq!(amount(ram("aft"), 0), [-1, 1, 1]);
    assert_eq!(amount(ram("aft"), 1), [1]);
    let shown = notes("oar-strike");
    assert!(shown.contains("Each ship rolls 1d6, −1 for each of her own oar damages"), "{shown}");
    assert!(shown.contains("The attacker adds +1 at the stern"), "{shown}");
    assert!(shown.contains("3 oar damages is spent"), "{shown}");
    let shown = notes("ram");
    assert!(shown.contains("+1 if she is large. The attacker adds +1 from aft"), "{shown}");
}

#[test]
fn the_rows_of_the_morale_chart_separate_refused_checks_from_allowed_ones() {
    let gone = |count: usize| {
        let mut b = battle(&[SMALL; 6], &[SMALL]);
        for number in 1..=count {
            set(&mut b, &format!("A{number}.status"), json!("lost"));
        }
        b
    };
    assert_eq!(
        rows("morale").iter().map(|row| &*row[0]).collect::<Vec<_>>(),
        ["half or fewer", "more than half"]
    );
    for count in 0..=3 {
        assert!(refusal(&gone(count), &morale(&["A6"])).contains("more than half"), "{count}");
    }
    for (count, isolated) in [(4, &["A5", "A6"][..]), (5, &["A6"])] {
        assert_eq!(outcome(&mut gone(count), &morale(isolated), &none()).0, "removed", "{count}");
    }
}

#[test]
fn every_row_of_the_chart_of_the_turn_equals_the_orders_of_a_turn() {
    let rows = rows("turn");
    let phase = |b: &Battle| b.full_view().state()["phase"].clone();
    let step = |at: usize, name: &str| assert_eq!(rows[at][0], format!("{} {name}", at + 1));
    // Morale, if more than half are gone, and before any activation.
    step(0, "Morale");
    assert!(rows[0][1].contains("more than half"));
    let mut b = battle(&[LARGE; 4], &[SMALL; 2]);
    assert_eq!(phase(&b), "morale");
    for (lost, checks) in [("A1", false), ("A2", false), ("A3", true)] {
        set(&mut b, &format!("{lost}.status"), json!("lost"));
        let checked = give(&mut b.clone(), &morale(&["A4"]), &none());
        assert_eq!(checked.is_ok(), checks, "{lost}");
    }
    let (slug, changes) = outcome(&mut b.clone(), &morale(&["A4"]), &none());
    assert_eq!((slug, &changes["A4.status"]), ("removed", &json!(["in-action", "removed"])));
    // Activation, each ship finishing before the next.
    step(1, "Activation");
    let mut b = duel(LARGE, SMALL);
    give(&mut b, &activate("A1"), &none()).expect("she is ready");
    assert_eq!(phase(&b), "activation");
    assert_eq!(warnings(&b, &go("A2", 1, 0, 0)), ["it is the turn of A1, not of A2"]);
    give(&mut b, &go("A1", 3, 0, 0), &none()).expect("all her points");
    assert_eq!(warnings(&b, &activate("A2")), [""; 0]);
    // The end: unspent points are lost.
    step(2, "End");
    give(&mut b, &activate("A2"), &none()).expect("she is ready");
    give(&mut b, &json!({"kind": "end-turn"}), &none()).expect("the end");
    assert_eq!(b.full_view().state()["to_move"], "B");
    assert_eq!(value(&b, "A2.mp_left"), json!(3), "those of her next turn, not six");
}
