//! Tests of corrections, Drepanum, offers, cards and sheets, and random play in Chicken of
//! the Sea.

use games::chicken_of_the_sea::tables::{Nation, Phase};
use games::{Battle, offers, turn_card};
use rules::{Side, Subject, Viewer};
use serde_json::{Value, json};

use crate::{give, next_text, outcome, ready, refusal, set, value, warnings};
use testing::random_play::play_to_the_end;

use super::{battle, duel, fleet, form, galley, go_to, of, ram, set_speed, squadron, tag, tried};

#[test]
fn a_side_is_offered_to_enter_galleys_out_of_range_only_while_that_is_required() {
    let kinds = |fight: &Battle| -> Vec<&str> {
        offers(&fight.full_view(), Subject::Side(Side::A))
            .iter()
            .map(|offer| offer.spec.kind)
            .collect()
    };
    assert!(!kinds(&battle(vec![galley(3, 4)], vec![galley(3, 4)])).contains(&"out-of-range"));
    let with_command = squadron(3);
    let open = kinds(&with_command);
    assert!(open.contains(&"out-of-range") && open.contains(&"resign"), "{open:?}");
    assert!(
        open.iter().all(|kind| ["out-of-range", "resign", "adjust"].contains(kind)),
        "{open:?}"
    );
}

// ---- Corrections ----

#[test]
fn a_correction_makes_the_other_records_agree() {
    let mut fight = squadron(3);
    set(&mut fight, "A3.crippled", json!(true));
    assert_eq!(value(&fight, "A3.speed"), json!(1), "C-6");
    let wrong = json!({"kind": "adjust", "ship": "A3", "field": "speed", "value": 3});
    assert!(refusal(&fight, &wrong).contains("crippled"));
    let wrong = json!({"kind": "adjust", "ship": "A3", "field": "cq", "value": 7});
    assert!(refusal(&fight, &wrong).contains("1 to 6"));
    set(&mut fight, "A5.flagship", json!(true));
    assert_eq!(value(&fight, "A.admiral.aboard"), json!("A5"));
    assert_eq!(value(&fight, "A1.flagship"), json!(false));
    set(&mut fight, "A.admiral.aboard", json!("A1"));
    assert_eq!(value(&fight, "A5.flagship"), json!(false));
    set(&mut fight, "A.admiral.range", json!(4));
    assert_eq!(value(&fight, "A.admiral.range"), json!(4));
    outcome(&mut fight, &form("column", &["A4", "A5"], "A4"), &json!([]));
    set(&mut fight, "A6.formation", json!("column-1"));
    assert_eq!(value(&fight, "A.formations")[0]["ships"], json!(["A4", "A5", "A6"]));
    set(&mut fight, "A5.formation", Value::Null);
    assert_eq!(value(&fight, "A6.formation"), Value::Null, "one is left on either side");
    outcome(&mut fight, &form("column", &["A5", "A6"], "A5"), &json!([]));
    set(&mut fight, "A6.fouled_with", json!(["B1"]));
    assert_eq!(value(&fight, "A6.formation"), Value::Null, "a fouled galley has no formation");
    set(&mut fight, "A1.status", json!("sunk"));
    assert_eq!(value(&fight, "A.admiral.status"), json!("killed"));
    for (key, what) in [("A.nothing", json!(1)), ("A.admiral.aboard", json!("B1"))] {
        let (ship, field) = key.split_once('.').unwrap();
        let order = json!({"kind": "adjust", "ship": ship, "field": field, "value": what});
        assert!(give(&mut fight.clone(), &order, &json!([])).is_err(), "{key}");
    }
    let formations = json!([{
        "name": "x", "formation": "column", "ships": ["A2", "A4"], "leader": "A2",
    }]);
    set(&mut fight, "A.formations", formations);
    assert_eq!(value(&fight, "A4.formation"), json!("x"));
    set(&mut fight, "A.formations", json!([]));
    assert_eq!(value(&fight, "A4.formation"), Value::Null);
}

#[test]
fn a_corrected_speed_is_the_one_to_count_from() {
    let mut fight = duel(galley(4, 2), galley(3, 2));
    outcome(&mut fight, &set_speed("A1", 3), &json!([]));
    set(&mut fight, "A1.speed", json!(4));
    assert_eq!(tried(&fight, &set_speed("A1", 5), &json!([])), "set");
}

// ---- Drepanum ----

const DREPANUM: [&str; 2] =
    ["chicken-of-the-sea/drepanum-carthage.toml", "chicken-of-the-sea/drepanum-rome.toml"];
const FIVE: [&str; 2] = [
    "chicken-of-the-sea/five-against-five-carthage.toml",
    "chicken-of-the-sea/five-against-five-rome.toml",
];

/// C-9.
#[test]
fn twenty_meet_twenty_one_at_drepanum() {
    let fight = ready(DREPANUM, &["command"]);
    let state = fight.full_view().state();
    assert_eq!(state["sides"][0]["ships"].as_array().unwrap().len(), 20);
    assert_eq!(state["sides"][1]["ships"].as_array().unwrap().len(), 21);
    assert_eq!(value(&fight, "A1.flagship"), json!(true));
    assert_eq!(value(&fight, "B1.line_commander"), json!(true));
    assert_eq!(value(&fight, "B4.line_commander"), json!(true), "first of the line");
    assert_eq!(value(&fight, "B18.flagship"), json!(true), "fifteenth of the line");
    let sheet = fight.full_view().sheet(tag("A1"), true).unwrap();
    assert!(sheet.facts.iter().any(|fact| fact.text == "hex 2102"));
    let sheet = fight.full_view().sheet(tag("B4"), true).unwrap();
    assert!(sheet.facts.iter().any(|fact| fact.text == "enters in line"));
    // The line enters as one column, at its lead's speed.
    let line: Vec<String> = (4..=21).map(|number| format!("B{number}")).collect();
    let line: Vec<&str> = line.iter().map(String::as_str).collect();
    let mut fight = fight;
    outcome(&mut fight, &form("column", &line, "B4"), &json!([]));
    outcome(&mut fight, &set_speed("B4", 1), &json!([]));
    assert_eq!(value(&fight, "B21.speed"), json!(1));
}

#[test]
fn the_line_enters_at_one_speed_of_1_or_2() {
    let mut fight = ready(DREPANUM, &[]);
    assert_eq!(warnings(&fight, &set_speed("B4", 1)), [""; 0]);
    assert_eq!(warnings(&fight, &set_speed("B4", 3)), ["B4 enters in the line, at speed 1 or 2"]);
    assert_eq!(warnings(&fight, &set_speed("B1", 3)), [""; 0], "she is on the map");
    for tag in fight.tags() {
        let speed =
            if tag.to_string() == "B9" { json!(1) } else { value(&fight, &format!("{tag}.speed")) };
        outcome(&mut fight, &set_speed(&tag.to_string(), speed), &json!([]));
    }
    let end = json!({"kind": "end-phase"});
    assert_eq!(
        warnings(&fight, &end),
        ["the line enters at the speed of B4, 2; these have another speed: B9"]
    );
    assert!(next_text(&fight).contains("Every galley has her speed"));
    go_to(&mut fight, "rome-moves");
    assert!(next_text(&fight).contains("B4 to B21 enter"), "{}", next_text(&fight));
    go_to(&mut fight, "end");
    go_to(&mut fight, "speed");
    assert_eq!(warnings(&fight, &set_speed("B4", 3)), [""; 0]);
}

#[test]
fn done_says_that_a_galley_keeps_her_speed() {
    let fight = battle(vec![galley(4, 3), galley(4, 0)], vec![galley(3, 2)]);
    for (ship, says) in [("A1", "Speed stays 3"), ("A2", "Speed stays 0")] {
        let done = turn_card(&fight.full_view(), tag(ship), None).done.expect("she owes a speed");
        assert_eq!(done.says.to_string(), says);
    }
}

#[test]
fn a_galley_shows_her_remaining_steps() {
    let mut fight = battle(vec![galley(4, 3), galley(4, 1)], vec![galley(3, 2), galley(3, 2)]);
    let todo = |fight: &Battle, ship, viewer| fight.known_to(viewer).card(tag(ship)).unwrap().todo;
    assert_eq!(todo(&fight, "A1", Viewer::Everyone), ["to set her speed"]);
    outcome(&mut fight, &set_speed("A1", 3), &json!([]));
    outcome(&mut fight, &set_speed("B1", "bw"), &json!([]));
    set(&mut fight, "A2.crippled", json!(true));
    go_to(&mut fight, "carthage-moves");
    assert_eq!(todo(&fight, "A1", Viewer::Everyone), ["to spend 3 points"]);
    assert_eq!(todo(&fight, "A1", Viewer::Side(Side::B)), [""; 0], "her speed is secret");
    assert_eq!(todo(&fight, "A2", Viewer::Everyone), ["to turn, or go one hex beside her bow"]);
    outcome(&mut fight, &of("coast", "A1"), &json!([6]));
    assert_eq!(todo(&fight, "A1", Viewer::Everyone), ["to spend 3 points"]);
    outcome(&mut fight, &json!({"kind": "spend", "ship": "A1", "mp": 2}), &json!([]));
    assert_eq!(todo(&fight, "A1", Viewer::Everyone), ["to spend 1 point"]);
    outcome(&mut fight, &of("end-move", "A1"), &json!([]));
    assert_eq!(todo(&fight, "A1", Viewer::Everyone), [""; 0]);
    go_to(&mut fight, "rome-moves");
    assert_eq!(todo(&fight, "B1", Viewer::Everyone), ["to back 1 or 2 hexes"]);
}

/// C-15.
#[test]
fn carthage_moves_first_and_may_get_under_way_without_surprise() {
    let mut fight = ready(DREPANUM, &["no-surprise"]);
    let state = fight.full_view().state();
    assert_eq!((&state["round"], &state["phase"]), (&json!(1), &json!("carthage-moves")));
    assert_eq!(warnings(&fight, &set_speed("A1", 1)), [""; 0]);
    assert_eq!(warnings(&fight, &set_speed("B1", 1)).len(), 1);
    outcome(&mut fight, &set_speed("A1", 1), &json!([]));
    outcome(&mut fight, &json!({"kind": "end-phase"}), &json!([]));
    let state = fight.full_view().state();
    assert_eq!((&state["round"], &state["phase"]), (&json!(1), &json!("speed")));
    assert_eq!(tried(&fight, &set_speed("A1", 2), &json!([])), "set");
    go_to(&mut fight, "carthage-moves");
    assert_eq!(fight.full_view().state()["round"], json!(1));
    assert!(warnings(&fight, &set_speed("A1", 2)).len() == 1);
}

#[test]
fn the_sides_are_rome_and_carthage_in_either_order() {
    let fleets = [fleet(Nation::Rome, vec![galley(3, 2)]), fleet(Nation::Rome, vec![galley(3, 2)])];
    assert!(
        Battle::open(fleets, [].into())
            .unwrap_err()
            .to_string()
            .contains("both fleets sail for Rome")
    );
    let fleets =
        [fleet(Nation::Rome, vec![galley(3, 2)]), fleet(Nation::Carthage, vec![galley(4, 2)])];
    let mut fight = Battle::open(fleets, [].into()).unwrap();
    assert_eq!(fight.full_view().guide().side, Some(Side::B), "Carthage sets her speeds first");
    go_to(&mut fight, "carthage-moves");
    assert_eq!(fight.full_view().guide().side, Some(Side::B));
    assert_eq!(warnings(&fight, &ram("B1", "A1", "flank", 0)), [""; 0]);
}

// ---- Offers, guide, sheets ----

#[test]
fn offers_are_short_and_their_choices_are_legal() {
    for options in [&[][..], &["command"], &["open-speeds"]] {
        let mut fight = ready(FIVE, options);
        for _ in 0..Phase::ALL.len() {
            for tag in fight.tags() {
                let all = offers(&fight.full_view(), Subject::Unit(tag));
                assert!(all.len() <= 12, "{tag}: {}", all.len());
                for offer in all {
                    assert!(
                        offer.refused.is_none(),
                        "{tag} {}: {:?}",
                        offer.spec.kind,
                        offer.refused
                    );
                }
            }
            for step in fight.full_view().guide().next {
                let found = offers(&fight.full_view(), step.subject);
                assert!(found.iter().any(|offer| offer.spec.kind == step.kind), "{step:?}");
            }
            outcome(&mut fight, &json!({"kind": "end-phase"}), &json!([]));
        }
    }
}

#[test]
fn an_offer_of_speed_gives_the_speeds_that_may_follow() {
    let fight = duel(galley(4, 3), galley(3, 2));
    let all = offers(&fight.full_view(), Subject::Unit(tag("A1")));
    let offer = all.iter().find(|offer| offer.spec.kind == "set-speed").unwrap();
    let speed = offer.fields.iter().find(|field| field.spec.name == "speed").unwrap();
    assert_eq!(speed.value, Some(json!(3)));
    assert_eq!(speed.range, Some((1, 4)));
    let choices: Vec<&Value> = speed.choices.iter().map(|choice| &choice.value).collect();
    assert_eq!(choices, [&json!(1), &json!(2), &json!(3), &json!(4)]);
}

#[test]
fn a_record_sheet_agrees_with_the_counter() {
    let mut fight = squadron(3);
    set(&mut fight, "A3.crippled", json!(true));
    let boxes = |fresh| {
        let sheet = fight.full_view().sheet(tag("A3"), fresh).unwrap();
        sheet.ticks.iter().map(|tick| (tick.caption.to_string(), tick.ticked)).collect::<Vec<_>>()
    };
    assert!(boxes(false).contains(&("crippled".to_owned(), true)));
    assert!(boxes(true).contains(&("crippled".to_owned(), false)));
    let sheet = fight.full_view().sheet(tag("A1"), false).unwrap();
    assert!(sheet.facts.iter().any(|fact| fact.text == "the admiral, range 3 / 5"));
    assert_eq!(sheet.kind, "Carthage, 6 quinqueremes");
}

#[test]
fn every_row_of_the_charts_has_its_columns() {
    for chart in fight_charts() {
        assert!(!chart.rows.is_empty(), "{}", chart.slug);
        for row in &chart.rows {
            assert_eq!(row.len(), chart.columns.len(), "{}", chart.slug);
        }
        assert!(chart.about.is_empty() || chart.about.len() == chart.rows.len(), "{}", chart.slug);
    }
}

fn fight_charts() -> Vec<rules::Chart> {
    games::SystemTag::ChickenOfTheSea.charts()
}

// ---- Random play ----

#[test]
fn random_play_comes_to_an_end() {
    for (seed, options) in [(1, &["open-speeds"][..]), (2, &[]), (3, &["command"])] {
        let mut fight = ready(FIVE, options);
        play_to_the_end(&mut fight, seed, 20_000);
    }
}

#[test]
fn random_play_at_drepanum_ends() {
    let mut fight = ready(DREPANUM, &["command", "no-surprise"]);
    play_to_the_end(&mut fight, 11, 40_000);
}
