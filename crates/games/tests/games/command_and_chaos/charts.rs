//! Tests of every row and every modifier of every chart against the resolver.

use games::{Battle, SystemTag};
use rules::Chart;
use serde_json::{Value, json};

use crate::{chance_of, chances, give, outcome, refusal, set, value, warnings};

use super::{battle, charge, melee, of_side, of_unit, officer, share, until};

fn chart(slug: &str) -> Chart {
    let charts = SystemTag::CommandAndChaos.charts();
    charts.into_iter().find(|chart| chart.slug == slug).unwrap_or_else(|| panic!("no {slug}"))
}

fn rows(slug: &str) -> Vec<Vec<String>> {
    chart(slug).rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect()
}

/// The lowest face that hits a unit in allied morale: the number of its grade.
fn grades_number(unit: &str) -> i64 {
    let hits = |face: &i64| {
        let (got, _) = outcome(&mut battle(), &of_unit("allied-morale", unit), &json!([face]));
        got == "hit"
    };
    (1..=6).find(hits).expect("a face that hits")
}

#[test]
fn each_modifier_of_the_melee_chart_equals_that_of_the_resolver() {
    let modifiers = |b: &Battle, order: &Value| -> Vec<[String; 2]> {
        let report = give(&mut b.clone(), order, &json!([1, 1])).expect("a melee");
        let rolled = report.rolls[0].modifiers.iter();
        rolled.map(|m| [m.reason.why.to_string(), format!("+{}", m.amount)]).collect()
    };
    let mut led = battle();
    set(&mut led, "A3.officer", json!("lieutenant"));
    let found = [
        modifiers(&battle(), &melee("A3", "B4", "flank")),
        modifiers(&battle(), &melee("A1", "B4", "rear")),
        modifiers(&battle(), &melee("A2", "B2", "front")),
        modifiers(&led, &melee("A3", "B3", "front")),
    ];
    assert_eq!(rows("melee"), found.concat());
    // There are no others: all of them together give the maximum.
    let mut all = battle();
    set(&mut all, "A2.officer", json!("commander"));
    assert_eq!(modifiers(&all, &melee("A2", "B4", "rear")).len(), 3);
    assert!(modifiers(&battle(), &melee("A3", "B3", "front")).is_empty());
}

#[test]
fn the_grades_numbers_of_the_charts_are_those_of_the_resolver() {
    let (average, veteran) = (grades_number("B1"), grades_number("B3"));
    for (slug, text) in [
        ("melee", format!("{average} or more hits an average unit, {veteran} or more a veteran")),
        (
            "charge",
            format!(
                "{average} or more against an average unit, {veteran} or more against a veteran"
            ),
        ),
    ] {
        let notes: Vec<String> = chart(slug).notes.iter().map(ToString::to_string).collect();
        assert!(notes.iter().any(|note| note.contains(&text)), "{slug}: {notes:?}");
    }
    assert_eq!(
        rows("morale")[1][1],
        format!("Roll 1d6: an average unit takes 1 hit on {average}+, a veteran on {veteran}+.")
    );
    for (target, needs) in [("B1", average), ("B3", veteran)] {
        for face in 1..=6 {
            let mut b = battle();
            give(&mut b, &melee("A1", target, "front"), &json!([face, 1])).expect("a melee");
            let hits = value(&b, &format!("{target}.hits"));
            assert_eq!(hits, json!(u32::from(face >= needs)), "{target} {face}");
        }
        let odds = chances(&battle(), &charge("A1", target, "stand"), &[]);
        assert_eq!(chance_of(&odds, "resolved"), share(1, 1));
    }
}

#[test]
fn each_row_of_the_charge_chart_equals_the_result_of_the_resolver() {
    let all = rows("charge");
    let spent = |b: &Battle, unit: &str| {
        let left = value(b, &format!("{unit}.stamina")).as_i64().expect("stamina");
        match 3 - left {
            0 => "nothing".to_owned(),
            spent => format!("{spent} stamina"),
        }
    };
    let dice = |b: &mut Battle, answer: &str| -> Vec<String> {
        let report = give(b, &charge("A1", "B1", answer), &json!([2, 1])).expect("a charge");
        report.rolls.iter().map(|roll| roll.throw.to_string()).collect()
    };
    let mut counter = battle();
    let [charger, target] = dice(&mut counter, "counter-charge").try_into().expect("two throws");
    assert!(charger.starts_with("2d6 hits") && target.starts_with("2d6 hits"));
    assert!(all.iter().all(|row| row[2].starts_with("2d6 against")));
    assert_eq!(all[0][1], format!("{}, once a battle", spent(&counter, "A1")));
    assert!(refusal(&counter, &charge("A1", "B1", "stand")).contains("once a battle"));
    assert_eq!(all[1][1], spent(&counter, "B1"));
    assert_eq!((value(&counter, "B1.hits"), value(&counter, "A1.hits")), (json!(2), json!(1)));
    assert_eq!([&all[0][3], &all[1][3]], ["1 hit on the target", "1 hit on the charger"]);
    let mut stands = battle();
    dice(&mut stands, "stand");
    assert_eq!(all[2][1], spent(&stands, "B1"));
    assert_eq!((value(&stands, "B1.hits"), value(&stands, "A1.hits")), (json!(1), json!(0)));
    assert_eq!(all[2][3], "cancels 1 hit");
}

#[test]
fn the_limits_of_the_order_of_play_are_those_of_the_resolver() {
    let all = rows("order-of-play");
    let mut b = battle();
    let report = give(&mut b, &json!({"kind": "initiative"}), &json!([4, 2])).expect("a roll");
    assert!(report.rolls.iter().all(|roll| roll.throw.to_string() == "1d6"));
    give(&mut b, &of_side("draw", "A"), &json!([1, 1, 1, 1, 1])).expect("a hand");
    assert_eq!(value(&b, "A.hand").as_array().map(Vec::len), Some(5));
    let three = json!({"kind": "discard", "side": "A", "cards": ["Stand fast", "Stand fast", "Stand fast"]});
    assert!(refusal(&b, &three).contains("up to 2"));
    assert_eq!(
        all[0][1],
        "Each side rolls 1d6; the higher goes first this turn. Each discards up to 2 cards, then draws up to a hand of 5."
    );
    for unit in ["A1", "A3", "A4"] {
        let card = value(&b, "A.hand")[0].clone();
        give(&mut b, &json!({"kind": "play-card", "unit": unit, "card": card}), &json!([]))
            .expect("a card");
    }
    let card = value(&b, "A.hand")[0].clone();
    let fourth = json!({"kind": "play-card", "unit": "A5", "card": card});
    assert!(refusal(&b, &fourth).contains("3 cards"));
    assert!(all[2][1].starts_with("Each side plays up to 3 cards face down, one for a unit."));
    let names: Vec<&str> = all.iter().map(|row| row[0].as_str()).collect();
    let steps = battle().full_view().guide().steps;
    let numbered: Vec<String> =
        (1..).zip(&steps).map(|(number, step)| format!("{number} {}", step.name)).collect();
    assert_eq!(names, numbered);
}

#[test]
fn each_row_of_the_light_infantry_chart_equals_the_result_of_the_resolver() {
    let all = rows("light-infantry");
    for (row, phase, spaces) in [(&all[0], "movement", 2), (&all[1], "melee", 3)] {
        let mut b = battle();
        until(&mut b, phase);
        let hits = |face: i64| {
            let order = json!({"kind": "javelins", "unit": "A8", "target": "B3"});
            let (got, _) = outcome(&mut b.clone(), &order, &json!([face]));
            got == "hit"
        };
        let lowest = (1..=6).find(|face| hits(*face)).expect("a face that hits");
        assert_eq!(row[1], format!("may roll 1d6: {lowest} is 1 hit"));
        assert_eq!(row[2], format!("falls back {spaces} spaces"));
    }
    assert_eq!(all[2][2], "the lower falls back 2 spaces; on a tie neither does");
}

#[test]
fn each_row_of_the_movement_chart_equals_the_columns_that_a_reserve_may_cross() {
    let reach = |kind: &str, mixed: bool| -> u8 {
        let mut army = super::army();
        let units = army["unit"].as_array_mut().expect("units");
        // The sixth unit is the reserve.
        units[5]["kind"] = json!(kind);
        let mut b = super::open(&army, &super::army());
        set(&mut b, "A6.zone", json!("left-wing"));
        set(&mut b, "A6.column", json!(1));
        set(&mut b, "A6.mixed", json!(mixed));
        let far = |columns: &u8| {
            let zone =
                ["left-wing", "left-battle-line", "center-battle-line"][usize::from(columns / 2)];
            let order =
                json!({"kind": "reserve", "unit": "A6", "zone": zone, "column": columns % 2 + 1});
            !warnings(&b, &order).iter().any(|warning| warning.contains("may cross"))
        };
        (1..=5).take_while(far).last().unwrap_or_default()
    };
    let all = rows("movement");
    for (row, (kind, mixed), far) in [
        (&all[0], ("heavy-infantry", false), "1"),
        (&all[1], ("heavy-cavalry", false), "any number in its column"),
        (&all[3], ("heavy-cavalry", true), "1 to 2, as long as it stays mixed"),
    ] {
        assert_eq!(row[1], far);
        let columns = reach(kind, mixed);
        let expected = match far.as_bytes()[0] {
            b'a' => 5,
            _ if far.starts_with("1 to 2") => 2,
            _ => 1,
        };
        assert_eq!(columns, expected, "{kind} {mixed}");
    }
    assert_eq!(all[2][1], "1 to 2, through and onto friends");
}

#[test]
fn each_row_of_the_rally_and_officer_charts_equals_the_result_of_the_resolver() {
    let mut b = battle();
    set(&mut b, "A4.hits", json!(4));
    give(&mut b, &officer("attach", "lieutenant", "A4"), &json!([])).expect("attached");
    set(&mut b, "A4.officer_at_phase_start", json!(true));
    until(&mut b, "rally");
    let (_, changes) = outcome(&mut b, &of_unit("rally", "A4"), &json!([]));
    assert_eq!(changes["A4.hits"], json!([4, 3]));
    assert_eq!(
        rows("morale")[2][1],
        "It loses 1 hit, but never rallies above half of its morale, rounded up."
    );
    let report = give(&mut b, &melee("A4", "B4", "front"), &json!([1, 1])).expect("a melee");
    let bonus = report.rolls[0].modifiers[0].amount;
    assert!(rows("officers")[2][1].starts_with(&format!("+{bonus} to the unit’s attack die")));
}

#[test]
fn the_figures_of_the_army_chart_are_those_that_fleets_are_checked_against() {
    for (row, figures) in rows("army").iter().zip([[8, 2, 4], [8, 0, 0]]) {
        let shown: Vec<u32> = row[1..].iter().map(|n| n.parse().expect("a number")).collect();
        assert_eq!(shown[..3], figures);
        assert_eq!(shown[3], (shown[0] + shown[1]) * 3 + 4);
    }
    let note = chart("army").notes[0].to_string();
    assert!(
        note.starts_with("Each heavy unit has morale 2 to 5 and stamina 3. Total morale is 3 for each heavy unit plus 4.")
    );
}
