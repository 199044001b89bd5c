//! Tests of every row and every modifier of the charts against the resolver.

use dice::{Entered, EnteredRoll, Seeded};
use engine::fleet::library::file;
use engine::fleet::read_toml;
use games::chicken_of_the_sea::tables::{Facing, MOST_HEXSIDES, Phase, turn_points};
use games::chicken_of_the_sea::{Fleet, GalleyEntry};
use games::{Battle, Fleet as AnyFleet, SystemTag};
use rules::{Chart, PhaseState, Side, Stop, TurnPhase};
use serde_json::{Value, json};

use crate::{give, outcome, read, ready, set, value, warnings};

use super::{
    battle, battle_with, board, chance, duel, enter, faces_of, flagship, form, galley, go_to,
    line_commander, near, of, ram, set_speed, shear, squadron, tried,
};

fn chart(slug: &str) -> Chart {
    let mut all = SystemTag::ChickenOfTheSea.charts().into_iter();
    all.find(|chart| chart.slug == slug).unwrap_or_else(|| panic!("no chart {slug}"))
}

/// The cells of a chart as printed.
fn rows(slug: &str) -> Vec<Vec<String>> {
    let cells = |row: &Vec<_>| row.iter().map(ToString::to_string).collect();
    chart(slug).rows.iter().map(cells).collect()
}

fn notes(slug: &str) -> String {
    chart(slug).notes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The modifiers of the last roll of an order.
fn modifiers(battle: &Battle, order: &Value, dice: &[i64]) -> Vec<i64> {
    let entries = dice.iter().copied().map(EnteredRoll::Total);
    let mut dice = Entered::new(entries, Seeded::new(0, 0));
    let report = battle.resolve(&read(battle, order), &mut dice).unwrap();
    report.rolls.last().unwrap().modifiers.iter().map(|modifier| modifier.amount).collect()
}

/// An amount as printed in a chart.
fn amount(cell: &str) -> i64 {
    cell.replace('−', "-").trim_start_matches('+').parse().unwrap_or_else(|_| panic!("{cell}"))
}

#[test]
fn the_chart_of_the_turn_has_the_phases_in_their_order() {
    let mut fight = duel(galley(4, 0), galley(3, 0));
    let names: Vec<String> = rows("sequence").into_iter().map(|row| row[1].clone()).collect();
    for (at, phase) in Phase::ALL.iter().enumerate() {
        assert_eq!(names[at], phase.name().to_string());
        let now = |step: &&TurnPhase| step.stands == PhaseState::Now;
        let guide = fight.full_view().guide();
        assert_eq!(guide.steps.iter().find(now).unwrap().name.to_string(), names[at]);
        give(&mut fight, &json!({"kind": "end-phase"}), &json!([])).unwrap();
    }
}

#[test]
fn the_chart_of_speeds_has_the_accepted_speeds() {
    let speed = |word: &str| word.parse::<u8>().map_or_else(|_| json!(word), |n| json!(n));
    let listed = |cell: &str| -> Vec<Value> {
        cell.split(", ").filter(|word| *word != "–").map(speed).collect()
    };
    let all = || (0..=5).map(|n| json!(n)).chain([json!("bw")]);
    for row in rows("speeds") {
        for (crippled, cell) in [(false, &row[1]), (true, &row[2])] {
            if crippled && cell == "–" {
                continue;
            }
            let mut fight = duel(galley(6, 0), galley(3, 2));
            set(&mut fight, "A1.crippled", json!(crippled));
            set(&mut fight, "A1.speed", speed(&row[0]));
            let accepted: Vec<Value> = all()
                .filter(|to| {
                    let order = read(&fight, &set_speed("A1", to.clone()));
                    let mut dice = Entered::new([EnteredRoll::Total(1)], Seeded::new(0, 0));
                    !matches!(fight.resolve(&order, &mut dice), Err(Stop::Refused(_)))
                })
                .collect();
            assert_eq!(accepted, listed(cell), "from {} {crippled}", row[0]);
        }
    }
    // Notes of the chart: backing water in sums, and the speed of a tired crew.
    let fight = duel(galley(1, 5), galley(3, 2));
    let mut tired = fight.clone();
    outcome(&mut tired, &set_speed("A1", 5), &json!([2]));
    let text = notes("speeds");
    assert!(text.contains(&format!("drops her to {}", value(&tired, "A1.speed"))), "{text}");
    let mut slow = duel(galley(4, 4), galley(3, 1));
    let one = chance(&slow, &ram("A1", "B1", "flank", 1), "sunk");
    set(&mut slow, "B1.speed", json!("bw"));
    assert!(near(chance(&slow, &ram("A1", "B1", "flank", 1), "sunk"), one));
    assert!(text.contains("In sums it counts as 1."), "{text}");
}

#[test]
fn the_chart_of_moving_has_the_costs_that_are_charged() {
    let cells = rows("moving");
    assert_eq!(cells[0][1], "1");
    let mut fight = battle(vec![galley(4, 2)], vec![galley(3, 2)]);
    set(&mut fight, "A1.fouled_with", json!(["B1"]));
    go_to(&mut fight, "carthage-moves");
    outcome(&mut fight, &of("unfoul", "A1"), &json!([]));
    assert_eq!(value(&fight, "A1.mp_left"), json!(1), "a hex entered");
    // Backing water: the most is what she has, the fewest what she must spend.
    let mut fight = duel(galley(4, 2), galley(3, 2));
    outcome(&mut fight, &set_speed("A1", "bw"), &json!([]));
    go_to(&mut fight, "carthage-moves");
    let most = value(&fight, "A1.mp_left").as_u64().unwrap();
    let spent = |points: u64| {
        let mut fight = fight.clone();
        outcome(&mut fight, &json!({"kind": "spend", "ship": "A1", "mp": points}), &json!([]));
        warnings(&fight, &of("end-move", "A1")).is_empty()
    };
    let fewest = (1..=most).find(|points| spent(*points)).unwrap();
    assert_eq!(cells[1][1], format!("{fewest} or {most} hexes"));
    let mut fight = duel(galley(6, 5), galley(3, 2));
    outcome(&mut fight, &shear("A1", "B1", "front"), &json!([1]));
    assert_eq!(cells[2][0], format!("crippled, speed {}", value(&fight, "B1.speed")));
}

#[test]
fn the_chart_of_turning_has_every_turn_that_a_galley_can_make() {
    let cells = rows("turning");
    for (row, punic) in [(&cells[0], false), (&cells[1], true)] {
        for hexsides in 1..=5_u8 {
            let cost = match turn_points(punic, hexsides) {
                None => "–".to_owned(),
                Some((1, 1)) => "1 MP".to_owned(),
                Some((low, high)) => format!("{low} or {high} MP"),
            };
            assert_eq!(row[usize::from(hexsides)], cost);
        }
    }
    assert_eq!(cells[0][1..], ["1 MP", "1 MP", "1 MP", "1 MP", "–"]);
    assert_eq!(cells[1][1..], ["0 or 1 MP", "1 MP", "1 MP", "1 MP", "1 MP"]);
    assert!(MOST_HEXSIDES.iter().all(|most| turn_points(true, most + 1).is_none() || *most < 5));
    assert_eq!(turn_points(true, 6), None);
}

#[test]
fn the_chart_of_the_coast_has_its_die_and_its_modifier() {
    let cells = rows("coast");
    // CQ 2 at speed 4: 2 or less.
    let mut fight = duel(galley(2, 4), galley(3, 2));
    let coast = of("coast", "A1");
    assert_eq!(faces_of(&fight, &coast, &cells[0][1], &[]), [1, 2]);
    assert_eq!(faces_of(&fight, &coast, &cells[1][1], &[]), [3, 4, 5, 6]);
    for field in ["bow_at_land", "backing"] {
        let mut order = coast.clone();
        order[field] = json!(true);
        assert_eq!(modifiers(&fight, &order, &[6]), [amount(&cells[2][1])], "{field}");
    }
    assert_eq!(modifiers(&fight, &coast, &[6]), [] as [i64; 0]);
    outcome(&mut fight, &coast, &json!([1]));
    go_to(&mut fight, "carthage-moves");
    assert_eq!(faces_of(&fight, &of("refloat", "A1"), "freed", &[]), [1, 2]);
    outcome(&mut fight, &of("refloat", "A1"), &json!([1]));
    assert_eq!(cells[3][1], format!("free, at speed {}", value(&fight, "A1.speed")));
}

#[test]
fn the_drift_compass_equals_the_results_of_drift_rolls() {
    for row in rows("drift") {
        let mut fight = duel(galley(4, 1), galley(3, 2));
        let roll: i64 = row[0].parse().unwrap();
        outcome(&mut fight, &of("drift", "A1"), &json!([roll]));
        let facing = value(&fight, "A1.facing");
        let north = ["n", "ne", "se", "s", "sw", "nw"];
        let names = ["north", "north-east", "south-east", "south", "south-west", "north-west"];
        let at = names.iter().position(|name| *name == row[1]).unwrap();
        assert_eq!(facing, json!(north[at]));
    }
}

#[test]
fn the_charts_of_rams_and_shears_have_the_modifiers_that_are_counted() {
    let cells = rows("ram");
    let rome = battle(vec![galley(3, 2)], vec![galley(3, 5)]);
    for (row, aspect) in cells.iter().zip(["front", "flank", "stern"]) {
        assert!(row[0].ends_with(aspect), "{row:?}");
        let counted: i64 = modifiers(&rome, &ram("B1", "A1", aspect, 1), &[6]).iter().sum();
        assert_eq!(counted, amount(&row[1]), "{aspect}");
    }
    let carthage = battle(vec![galley(3, 5)], vec![galley(3, 2)]);
    let punic = amount(&cells[3][1]);
    assert_eq!(modifiers(&carthage, &ram("A1", "B1", "flank", 1), &[6]), [punic]);
    let cells = rows("shear");
    assert_eq!(modifiers(&carthage, &shear("A1", "B1", "front"), &[6]), [amount(&cells[2][1])]);
    assert_eq!(modifiers(&rome, &shear("B1", "A1", "front"), &[6]), [] as [i64; 0]);
    assert_eq!(faces_of(&rome, &shear("B1", "A1", "front"), &cells[1][1], &[]), [4, 5, 6]);
    let mut sheared = rome.clone();
    outcome(&mut sheared, &shear("B1", "A1", "front"), &json!([3]));
    let crippled = format!("crippled: speed {} at most", value(&sheared, "A1.speed"));
    assert_eq!(cells[0][1], crippled);
    let mut fight = battle(vec![galley(3, 5)], vec![galley(3, 2)]);
    go_to(&mut fight, "carthage-moves");
    outcome(&mut fight, &shear("A1", "B1", "front"), &json!([6]));
    let took = 5 - value(&fight, "A1.mp_left").as_u64().unwrap();
    assert!(notes("shear").contains(&format!("{took} movement points")));
}

#[test]
fn the_chart_of_avoidance_has_every_speed_that_may_avoid() {
    let cells = rows("avoid");
    let mut listed = Vec::new();
    for (at, row) in cells.iter().enumerate() {
        let speeds = row[0].split(';').next().unwrap().split(", ");
        for word in speeds {
            let speed = word.parse::<u8>().map_or_else(|_| json!(word), |n| json!(n));
            listed.push(speed.clone());
            let mut fight = duel(galley(6, 5), galley(3, 2));
            set(&mut fight, "B1.speed", speed);
            let mut order = ram("A1", "B1", "flank", 1);
            order["avoid"] = json!(true);
            let order = read(&fight, &order);
            let mut dice = Entered::new([EnteredRoll::Total(1)], Seeded::new(0, 0));
            let tried = fight.resolve(&order, &mut dice);
            let may = at + 1 < cells.len();
            assert_eq!(tried.is_ok(), may, "{row:?}");
        }
    }
    assert_eq!(listed.len(), 7);
    assert_eq!([&*cells[0][1], &cells[1][1]], ["up to 2 hexes", "up to 1 hex"]);
}

#[test]
fn the_chart_of_fouling_has_both_outcomes() {
    let cells = rows("fouling");
    let fight = battle(vec![galley(4, 3)], vec![galley(3, 2)]);
    assert_eq!(tried(&fight, &enter("A1", "B1", true), &json!([1, 1])), cells[0][1]);
    assert_eq!(tried(&fight, &enter("A1", "B1", false), &json!([])), cells[1][1]);
}

#[test]
fn the_charts_of_boarding_have_the_modifiers_that_count() {
    let cells = rows("boarding");
    let fight = battle(vec![galley(3, 2), galley(3, 2)], vec![galley(3, 2)]);
    let order = board(&["A1"], "B1");
    assert_eq!(faces_of(&fight, &order, "captured", &[6, 1]), [1, 2, 3]);
    assert_eq!(faces_of(&fight, &order, &cells[1][1], &[6, 1]), [4, 5, 6]);
    let six: i64 = cells[2][0].trim_start_matches("natural ").parse().unwrap();
    let both = board(&["A1", "A2"], "B1");
    assert_eq!(faces_of(&fight, &both, "failed", &[6, 1]), [six]);
    let mut answered = fight.clone();
    outcome(&mut answered, &both, &json!([six]));
    assert!(answered.full_view().guide().next.iter().any(|step| step.kind == "counterboard"));
    let rome = board(&["B1"], "A1");
    assert_eq!(modifiers(&fight, &rome, &[5]), [amount(&cells[3][1])]);
    assert_eq!(modifiers(&fight, &order, &[5]), [] as [i64; 0]);
    let cells = rows("hand-to-hand");
    assert_eq!(tried(&fight, &order, &json!([1, 4, 3])), cells[0][1]);
    assert_eq!(tried(&fight, &order, &json!([1, 3, 4])), "beaten-back");
    assert_eq!(tried(&fight, &order, &json!([1, 3, 3, 4, 3])), "captured");
    let report = give(&mut fight.clone(), &rome, &json!([1, 6, 1])).unwrap();
    let counted: Vec<i64> = report.rolls[1].modifiers.iter().map(|m| m.amount).collect();
    assert_eq!(counted, [amount(&cells[3][1])]);
}

#[test]
fn the_charts_of_command_have_the_checks_and_their_results() {
    let cells = rows("command");
    let fight = squadron(3);
    let check = of("command-check", "A3");
    assert_eq!(faces_of(&fight, &check, "in-command", &[1]), [1, 2, 3]);
    let veers: i64 = cells[2][0].split(',').next().unwrap().parse().unwrap();
    assert_eq!(faces_of(&fight, &check, "veers-left", &[1]), [veers]);
    let sides: Vec<&str> =
        cells[2][1].split(": ").nth(1).unwrap().split(" one hexside left, ").collect();
    for (list, slug) in [(sides[0], "veers-left"), (sides[1], "veers-right")] {
        for roll in list.trim_end_matches(" right").split(", ") {
            let roll: i64 = roll.parse().unwrap();
            assert_eq!(tried(&fight, &check, &json!([veers, roll])), slug);
        }
    }
    // The speeds at which a column needs no commander.
    let cells = rows("formations");
    for (speed, full) in [(0, true), (1, true), (2, true), (3, false), (5, false)] {
        let mut fight = squadron(speed);
        outcome(&mut fight, &form("column", &["A3", "A4"], "A3"), &json!([]));
        go_to(&mut fight, "carthage-moves");
        let exempt = give(&mut fight, &of("command-check", "A3"), &json!([1])).is_err();
        assert_eq!(exempt, full, "speed {speed}");
    }
    assert!(cells[0][1].contains("in the first 2, or speed 0, 1, 2, bw"), "{}", cells[0][1]);
    for (ships, full) in [(["A3", "A2", "A4"], true), (["A3", "A4", "A2"], false)] {
        let mut fight = squadron(3);
        outcome(&mut fight, &form("column", &ships, "A3"), &json!([]));
        go_to(&mut fight, "carthage-moves");
        assert_eq!(give(&mut fight, &of("command-check", "A3"), &json!([1])).is_err(), full);
    }
    for speed in 0..=5_u8 {
        let mut fight = squadron(speed);
        outcome(&mut fight, &form("line-abreast", &["A1", "A3"], "A1"), &json!([]));
        go_to(&mut fight, "carthage-moves");
        let enhanced = value(&fight, "A.admiral.enhanced") == json!(true);
        assert_eq!(enhanced, speed <= 1, "speed {speed}");
    }
    assert!(notes("formations").contains("speed 0, 1, bw as its movement phase begins"));
    assert!(notes("formations").contains("All galleys of a formation have one speed."));
}

#[test]
fn the_chart_of_drepanum_has_every_galley_where_her_fleet_puts_her() {
    let rows = rows("drepanum");
    let fleet = |path: &str| match read_toml(file(path).unwrap()).unwrap().fleet {
        AnyFleet::ChickenOfTheSea(fleet) => fleet,
        other => panic!("{path} is of {}", other.system()),
    };
    let hexes = |cell: &str| -> Vec<String> {
        let words = cell.split(|letter: char| !letter.is_ascii_digit());
        words.filter(|word| word.len() == 4).map(str::to_owned).collect()
    };
    let in_hex = |fleet: &Fleet, hex: &str| fleet.ships.iter().filter(|s| s.hex == hex).count();

    let carthage = fleet("chicken-of-the-sea/drepanum-carthage.toml");
    assert!(rows[0][1].starts_with("four each"));
    let port = hexes(&rows[0][1]);
    assert_eq!(port.len() * 4, carthage.ships.len());
    assert!(port.iter().all(|hex| in_hex(&carthage, hex) == 4), "{port:?}");
    let speeds = |ships: &[GalleyEntry]| -> Vec<String> {
        let mut speeds: Vec<String> = ships.iter().map(|ship| ship.speed.to_string()).collect();
        speeds.dedup();
        speeds
    };
    assert_eq!(speeds(&carthage.ships), ["0"]);
    let flagship = carthage.ships.iter().find(|ship| ship.flagship).unwrap();
    assert_eq!(rows[0][2], format!("speed 0; flagship in {}", flagship.hex));

    let rome = fleet("chicken-of-the-sea/drepanum-rome.toml");
    let (first, line) = rome.ships.split_at(3);
    assert!(rows[1][1].starts_with("one each"));
    let on_the_map: Vec<&String> = first.iter().map(|ship| &ship.hex).collect();
    assert_eq!(on_the_map, hexes(&rows[1][1]).iter().collect::<Vec<_>>());
    assert!(first.iter().all(|ship| ship.facing == Facing::N));
    assert_eq!(speeds(first), ["2"]);
    assert_eq!(rows[1][2], "bows north, speed 2");
    assert!(line.iter().all(|ship| ship.hex.is_empty()), "they enter later");
    let fight = ready(
        ["chicken-of-the-sea/drepanum-carthage.toml", "chicken-of-the-sea/drepanum-rome.toml"],
        &[],
    );
    let fits = |speed: &u8| warnings(&fight, &set_speed("B4", *speed)).is_empty();
    let enters: Vec<String> = (0..=5).filter(fits).map(|speed| speed.to_string()).collect();
    assert!(rows[2][2].ends_with(&enters.join(" or ")), "{} {enters:?}", rows[2][2]);
    assert!(enters.contains(&speeds(line)[0]));
    let commanders = |ships: &[GalleyEntry]| ships.iter().filter(|s| s.line_commander).count();
    assert_eq!((commanders(first), commanders(line), line[0].line_commander), (1, 1, true));
    assert!(line[14].flagship, "the 15th of the line");
    assert!(notes("drepanum").ends_with("the flagship is its 15th."));
}

#[test]
fn a_roster_names_each_officer_with_his_ship_and_his_range() {
    let carthage = vec![flagship(4, 3), galley(2, 5), line_commander(4, 4)];
    let fight = battle_with(carthage, vec![galley(3, 4)], &[]);
    let charts = fight.full_view().roster_charts(Side::A);
    let rows: Vec<Vec<String>> =
        charts[0].rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
    assert_eq!(rows[0][0], "Admiral: the admiral");
    assert!(rows[0][1].starts_with("A1 ") && rows[0][2] == "3, enhanced 5", "{rows:?}");
    assert_eq!(rows[1][0], "Line commander");
    assert!(rows[1][1].starts_with("A3 ") && rows.len() == 2, "{rows:?}");
    assert!(fight.full_view().roster_charts(Side::B).is_empty(), "there are no commanders");
}

#[test]
fn the_charts_name_who_can_neither_ram_nor_board() {
    assert!(notes("ram").contains("A galley fouled with an enemy cannot be rammed."));
    assert!(notes("boarding").contains("A fouled galley cannot board."));
    assert!(notes("hand-to-hand").contains("boards no other galley in this phase"));
}
