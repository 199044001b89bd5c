//! Tests of every row of the charts against the resolver.

use games::fast_play_salamis::tables::CLASSES;
use games::{Battle, SystemTag};
use rules::{Chart, Side, Tone};
use serde_json::{Value, json};

use crate::{give, outcome, ready, refusal, set, value, warnings};

use super::{after_a_ram, battle_of, board, bows, breakaway, class, duel, fight, pass, ram};

fn chart(slug: &str) -> Chart {
    let all = SystemTag::FastPlaySalamis.charts();
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

/// The rolls of an order: `5d6 hits on 5+`.
fn throws(b: &Battle, order: &Value, dice: Value) -> Vec<String> {
    let report = give(&mut b.clone(), order, &dice).unwrap_or_else(|stop| panic!("{stop}"));
    report.rolls.iter().map(|roll| roll.throw.to_string()).collect()
}

/// The meaning of a cell such as `5–6` for `hits on 5+`.
fn faces(cell: &str) -> String {
    format!("hits on {}+", cell.split('–').next().unwrap_or_default())
}

#[test]
fn every_figure_of_the_chart_of_ships_equals_the_dice_of_an_order() {
    for (row, class) in rows("classes").iter().zip(&CLASSES) {
        let b = duel(&class.slug, "athenian");
        let [slow, fast] = [class.rsp + 1, class.rsp]
            .map(|roll| throws(&b, &ram("A1", "B1"), json!([roll, 0])).remove(1));
        assert!(slow.starts_with(&row[3]), "{}: ram", class.slug);
        assert!(fast.starts_with(&format!("{}d6", class.ram_dice + 2)), "{}", class.slug);
        let figure = |cell: &str| cell.parse::<u32>().expect("a number");
        let mut touching = b.clone();
        set(&mut touching, "A1.in_contact_with", json!(["B1"]));
        for (roll, slug) in [(figure(&row[4]), "away"), (figure(&row[4]) + 1, "held")] {
            let shown = outcome(&mut touching.clone(), &breakaway("A1"), &json!([roll])).0;
            assert_eq!(shown, slug, "{}: RSP", class.slug);
        }
        assert!(throws(&b, &bows("A1", "B1", 1), json!([0]))[0].starts_with(&row[5]));
        let reach = figure(row[6].trim_end_matches(" in"));
        throws(&b, &bows("A1", "B1", reach), json!([0]));
        assert!(refusal(&b, &bows("A1", "B1", reach + 1)).contains("away"));
        let mut boarded = b.clone();
        set(&mut boarded, "B1.boarded_by", json!(["A1"]));
        assert!(throws(&boarded, &fight("A1", "B1"), json!([0, 0]))[0].starts_with(&row[7]));
        let rammed = after_a_ram("athenian", &class.slug);
        for (roll, slug) in [(figure(&row[8]), "boards"), (figure(&row[8]) + 1, "fails")] {
            let shown = outcome(&mut rammed.clone(), &board("B1", "A1"), &json!([roll])).0;
            assert_eq!(shown, slug, "{}: MBS", class.slug);
        }
        assert_eq!(row[9], value(&b, "A1.viability").to_string());
    }
}

#[test]
fn the_checks_are_rolled_with_the_dice_that_the_chart_names() {
    let mut b = duel("athenian", "phoenician");
    set(&mut b, "A1.in_contact_with", json!(["B1"]));
    let check = &throws(&b, &breakaway("A1"), json!([9]))[0];
    assert!(notes("classes").contains(&format!("roll this or less on {check}")));
    let with_d10 = battle_of(&[class("athenian")], &[class("phoenician")], &["d10"]);
    let chart = with_d10.charts().into_iter().find(|chart| chart.slug == "classes");
    let notes: Vec<String> = chart.unwrap().notes.iter().map(ToString::to_string).collect();
    assert!(notes.join(" ").contains("on 1d10") && !notes.join(" ").contains("2d6"), "{notes:?}");
}

#[test]
fn every_row_of_the_chart_of_attacks_hits_on_its_faces() {
    let rows = rows("attacks");
    let b = duel("athenian", "phoenician");
    let shot = &throws(&b, &bows("A1", "B1", 1), json!([0]))[0];
    assert!(shot.ends_with(&faces(&rows[0][2])), "{shot}");
    let slow = &throws(&b, &ram("A1", "B1"), json!([12, 0]))[1];
    let fast = &throws(&b, &ram("A1", "B1"), json!([2, 0]))[1];
    assert_eq!(*slow, format!("5d6 {}", faces(&rows[1][2])));
    let more: u32 = rows[2][1].trim_start_matches("ram dice + ").parse().expect("dice");
    assert_eq!(*fast, format!("{}d6 {}", 5 + more, faces(&rows[2][2])));
    assert_eq!(rows[0][3], "never by bows: they stop 1 hit short");
    let mut shot_at = duel("athenian", "phoenician");
    set(&mut shot_at, "A1.hits", json!(3));
    outcome(&mut shot_at, &bows("B1", "A1", 1), &json!([2]));
    assert_eq!(value(&shot_at, "A1.hits"), json!(3), "1 short of 4");
    assert_eq!(outcome(&mut b.clone(), &ram("A1", "B1"), &json!([2, 3])).0, rows[1][3]);
}

#[test]
fn every_row_of_the_chart_of_boarding_leads_to_its_next_step() {
    let rows = rows("boarding");
    let b = after_a_ram("athenian", "phoenician");
    let mut first = b.clone();
    assert_eq!(outcome(&mut first, &board("B1", "A1"), &json!([7])).0, "boards");
    assert_eq!(
        (value(&first, "A1.boarded_by"), &*rows[0][2]),
        (json!(["B1"]), "fight on the rammer’s deck")
    );
    let mut second = b;
    assert_eq!(outcome(&mut second, &board("B1", "A1"), &json!([8])).0, "fails");
    assert_eq!(rows[1][2], "fails; the rammer may try");
    assert_eq!(outcome(&mut second.clone(), &board("A1", "B1"), &json!([8])).0, "fails");
    assert_eq!(rows[3][2], "fails; no fight");
    assert_eq!(outcome(&mut second, &board("A1", "B1"), &json!([7])).0, "boards");
    assert_eq!(
        (value(&second, "B1.boarded_by"), &*rows[2][2]),
        (json!(["A1"]), "fight on the rammed ship’s deck")
    );
}

#[test]
fn every_row_of_the_chart_of_hand_to_hand_hits_on_its_faces() {
    let mut b = duel("athenian", "phoenician");
    set(&mut b, "B1.boarded_by", json!(["A1"]));
    let shown = throws(&b, &fight("A1", "B1"), json!([0, 0]));
    for (row, shown) in rows("hand-to-hand").iter().zip(&shown) {
        assert!(shown.ends_with(&faces(&row[2])), "{}: {shown}", row[0]);
    }
}

#[test]
fn the_rows_of_the_chart_of_panic_are_one_loss_short_and_the_number_itself() {
    let mut b = duel("athenian", "phoenician");
    pass(&mut b, 1);
    let tone = |b: &Battle| b.full_view().side_marks(Side::B)[0].tone;
    assert_ne!(tone(&b), Tone::Bad);
    outcome(&mut b, &ram("A1", "B1"), &json!([2, 3]));
    assert_eq!(value(&b, "B3.status"), json!("in-action"), "fewer than its panic number");
    assert_eq!(tone(&b), Tone::Bad, "the next loss is a panic");
    outcome(&mut b, &ram("A2", "B2"), &json!([2, 3]));
    assert_eq!(value(&b, "B3.status"), json!("fled"), "its panic number");
    assert!(notes("panic").contains("half of that fleet’s ships, rounded up"));
}

#[test]
fn a_fleet_without_a_loss_is_not_marked_even_if_its_first_loss_is_a_panic() {
    let fleets =
        ["fast-play-salamis/salamis-greeks.toml", "fast-play-salamis/salamis-persians.toml"];
    let b = ready(fleets, &[]);
    let marks = b.full_view().side_marks(Side::A);
    assert!(marks.iter().any(|mark| mark.label == "Corinthian: 0 lost, panic at 1"));
    assert!(marks.iter().all(|mark| mark.tone != Tone::Bad), "{marks:?}");
}

#[test]
fn every_row_of_the_chart_of_the_turn_is_a_phase_of_both_sides() {
    let rows = rows("turn");
    let mut b = after_a_ram("athenian", "phoenician");
    pass(&mut b, 5);
    let state = |b: &Battle, key: &str| b.full_view().state()[key].clone();
    for (column, [mover, other]) in [(1, ["A", "B"]), (2, ["B", "A"])] {
        for row in &rows {
            assert_eq!(state(&b, "phase"), row[0].to_lowercase().replace(' ', "-"));
            assert_eq!(state(&b, "to_move"), mover);
            let ship = |side: &str| format!("{side}3");
            let fits = |order: Value| warnings(&b, &order).is_empty();
            let shoots = fits(bows(&ship(other), &ship(mover), 1));
            assert_eq!(row[column].contains(&format!("{other} shoots")), shoots, "{row:?}");
            assert!(!fits(bows(&ship(mover), &ship(other), 1)), "{row:?}");
            assert!(!fits(ram(&ship(other), &ship(mover))), "{row:?}");
            if row[column].contains(&format!("{mover} rams")) {
                assert!(fits(ram(&ship(mover), &ship(other))));
                let mut rammed = b.clone();
                give(&mut rammed, &ram(&ship(mover), &ship(other)), &json!([12, 0]))
                    .expect("a ram");
                let boards = [[other, mover], [mover, other]]
                    .map(|[by, on]| warnings(&rammed, &board(&ship(by), &ship(on))).is_empty());
                assert_eq!(boards, [true, false], "{row:?}: the rammed ship first");
            }
            pass(&mut b, 1);
        }
    }
    assert_eq!(state(&b, "to_move"), "A");
    // Hand to hand: marines of either side fight.
    for [by, on] in [["A1", "B1"], ["B1", "A1"]] {
        let mut fought = after_a_ram("athenian", "phoenician");
        set(&mut fought, &format!("{on}.boarded_by"), json!([by]));
        pass(&mut fought, 1);
        assert_eq!(warnings(&fought, &fight(by, on)), [""; 0]);
    }
    assert_eq!([&rows[2][1], &rows[2][2]], ["both", "both"]);
}
