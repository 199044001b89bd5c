//! Tests of the tables of Greek Fire, row by row, and of terrain.

use games::greek_fire::ShipEntry;
use games::greek_fire::tables::{Advantage, CrewQuality, SHIP_TYPES, ShipType, Skill};
use rules::drawing::Drawing;
use serde_json::json;

use crate::{give, outcome, refusal, set, value};

use super::{duel, ram, ship, ship_type, shoot, skilled, with};

// ---- Tables ----

/// Custom types are drawn like the type of the rules with the most similar crew.
#[test]
fn a_custom_type_is_drawn_as_a_ship_with_a_similar_crew() {
    let drawn = |crew: u32| {
        let house = ShipType { slug: "hemiolia".into(), crew, ..ship_type("trireme") };
        house.drawing()
    };
    let table = [
        (0..=40, Drawing::Triaconter),
        (41..=70, Drawing::Penteconter),
        (71..=130, Drawing::Bireme),
        (131..=200, Drawing::Trireme),
        (201..=260, Drawing::Quadrireme),
        (261..=350, Drawing::Quinquereme),
        (351..=500, Drawing::LargePolyreme),
    ];
    for (crews, drawing) in table {
        for crew in [*crews.start(), *crews.end()] {
            assert_eq!(drawn(crew), drawing, "{crew}");
        }
    }
    let of_the_rules = [
        Drawing::Triaconter,
        Drawing::Penteconter,
        Drawing::Bireme,
        Drawing::Bireme,
        Drawing::Trireme,
        Drawing::TriremeFullDeck,
        Drawing::Quadrireme,
        Drawing::Quinquereme,
        Drawing::LargePolyreme,
        Drawing::LargePolyreme,
    ];
    assert_eq!(SHIP_TYPES.iter().map(ShipType::drawing).collect::<Vec<_>>(), of_the_rules);
}

#[test]
fn the_ten_types_have_the_figures_of_the_table() {
    let table = [
        ("triaconter", [3, 1, 30, 4]),
        ("penteconter", [5, 2, 50, 4]),
        ("bireme", [5, 3, 100, 5]),
        ("bireme-modified-trireme", [4, 4, 100, 5]),
        ("trireme", [6, 5, 170, 6]),
        ("trireme-full-deck", [8, 5, 170, 6]),
        ("quadrireme", [10, 6, 220, 5]),
        ("quinquereme", [12, 7, 300, 4]),
        ("large-quinquereme", [16, 8, 400, 3]),
        ("huge-quinquereme", [20, 9, 500, 2]),
    ];
    for (slug, figures) in table {
        let t = ship_type(slug);
        assert_eq!([t.deck, t.ram, t.crew, t.move_points], figures, "{slug}");
    }
    assert_eq!(SHIP_TYPES.len(), table.len());
}

/// Range and minimum, lowest natural roll that hits, kill roll, fire, spreads.
#[test]
fn every_weapon_reaches_hits_kills_and_burns_as_in_the_table() {
    let table = [
        ("archers", Advantage::Archers, [2, 1], 4, "1d10", 1),
        ("greek-fire", Advantage::GreekFire, [1, 1], 6, "2d10", 4),
        ("ballistae", Advantage::Ballistae, [4, 1], 5, "1d6", 1),
        ("catapult", Advantage::Catapult, [6, 2], 7, "2d10", 2),
        ("onagers", Advantage::Onagers, [4, 1], 6, "1d10", 1),
        ("trebuchet", Advantage::Trebuchet, [10, 3], 8, "3d10", 3),
        ("tower-archers", Advantage::TowerArchers, [3, 1], 3, "1d10", 1),
    ];
    for (weapon, advantage, [longest, shortest], needs, kills, fire) in table {
        let fresh = duel(with("trireme", &[advantage]), ship("trireme"));
        assert_eq!(value(&fresh, &format!("A1.ammo.{weapon}-1")), json!(10));
        let why = refusal(&fresh, &shoot(weapon, longest + 1));
        assert!(why.contains(&format!(" {longest} hex")), "{why}");
        refusal(&fresh, &shoot(weapon, shortest - 1));
        let mut missed = fresh.clone();
        let (miss, changes) = outcome(&mut missed, &shoot(weapon, longest), &json!([needs - 1]));
        assert_eq!(miss, "miss");
        assert_eq!(changes[&format!("A1.ammo.{weapon}-1")], json!([10, 9]));
        let mut hit = fresh.clone();
        let count: i64 = kills[..1].parse().expect("a count");
        let dry = give(&mut hit, &shoot(weapon, shortest), &json!([needs, count, fire + 1]))
            .expect("a shot");
        assert_eq!(
            (dry.outcome.slug(), dry.rolls[1].throw.to_string().as_str()),
            ("hit", kills),
            "{weapon}"
        );
        assert_eq!(value(&hit, "B1.crew"), json!(170 - count));
        let mut lit = fresh.clone();
        let dice = if weapon == "greek-fire" {
            json!([10, count, fire, 3])
        } else {
            json!([10, count, fire])
        };
        assert_eq!(outcome(&mut lit, &shoot(weapon, shortest), &dice).0, "hit-and-fire");
        let counters = if weapon == "greek-fire" { 3 } else { 1 };
        assert_eq!(value(&lit, "B1.fires"), json!(counters), "{weapon}");
    }
}

#[test]
fn rowers_throw_at_one_hex_without_ammo_and_without_fire() {
    let mut b = duel(ship("trireme"), ship("trireme"));
    refusal(&b, &shoot("rowers", 2));
    assert_eq!(outcome(&mut b.clone(), &shoot("rowers", 1), &json!([6])).0, "miss");
    let (hit, changes) = outcome(&mut b, &shoot("rowers", 1), &json!([7, 4]));
    assert_eq!(hit, "hit");
    assert_eq!(changes["B1.crew"], json!([170, 166]));
    assert_eq!(changes["A1.shot.rowers"], json!([null, true]));
    let why = refusal(&b, &shoot("rowers", 1));
    assert!(why.contains("already shot"), "{why}");
}

#[test]
fn every_row_of_the_ram_table_has_its_result() {
    // Equal ships, three straight: the modified roll is the natural one.
    let rows = [
        (1, "no-effect", json!([]), json!([0, null, "in-action"])),
        (2, "no-effect", json!([]), json!([0, null, "in-action"])),
        (3, "oars-sheared", json!([4]), json!([4, null, "in-action"])),
        (6, "oars-sheared", json!([1]), json!([1, null, "in-action"])),
        (7, "sinking-slowly", json!([9, 2]), json!([2, 9, "in-action"])),
        (8, "sinking-slowly", json!([[6, 6], 6]), json!([6, 12, "in-action"])),
        (9, "sinking-fast", json!([3, 5]), json!([5, 3, "in-action"])),
        (10, "sunk", json!([]), json!([0, null, "sunk"])),
    ];
    for (natural, expected, more, after) in rows {
        let mut b = duel(ship("trireme"), ship("trireme"));
        let mut dice = vec![json!(natural)];
        dice.extend(more.as_array().expect("a list").iter().cloned());
        let (got, changes) = outcome(&mut b, &ram(3), &json!(dice));
        assert_eq!(got, expected, "{natural}");
        let now =
            json!([value(&b, "B1.move_lost"), value(&b, "B1.sinking_in"), value(&b, "B1.status")]);
        assert_eq!(now, after, "{natural}");
        let victories = u32::from(expected == "sunk");
        assert_eq!(value(&b, "A1.victories"), json!(victories));
        assert_eq!(changes["A1.rammed_this_turn"], json!([[], ["B1"]]));
    }
}

#[test]
fn every_row_of_the_sail_table_has_its_result() {
    // `sails` raises the die as much as the row needs.
    let rows = [
        (0, 1, "floundering", json!([4]), -4),
        (0, 2, "against-the-wind", json!([]), -1),
        (0, 3, "against-the-wind", json!([]), -1),
        (0, 4, "no-effect", json!([]), 0),
        (1, 6, "no-effect", json!([]), 0),
        (2, 6, "catches-the-wind", json!([]), 1),
        (3, 6, "catches-the-wind", json!([]), 1),
        (4, 6, "fair-wind", json!([]), 2),
        (5, 6, "full-sail", json!([]), 3),
    ];
    for (sails, natural, expected, more, wind) in rows {
        let mut b = duel(with("quinquereme", &vec![Advantage::Sails; sails]), ship("trireme"));
        let mut dice = vec![json!(natural)];
        dice.extend(more.as_array().expect("a list").iter().cloned());
        let (got, changes) = outcome(&mut b, &json!({"kind": "sail", "ship": "A1"}), &json!(dice));
        assert_eq!(
            (got, &changes["A1.sail"]),
            (expected, &json!([null, wind])),
            "{natural}+{sails}"
        );
    }
}

#[test]
fn every_sail_modifier_is_reported_with_its_reason() {
    let mut entry = skilled("quinquereme", &[Skill::Sailing]);
    entry.advantages = vec![Advantage::Sails, Advantage::Sails];
    entry.crew_skills = vec![Skill::Sailing];
    entry.crew_quality = CrewQuality::Elite;
    let mut b = duel(entry, ship("trireme"));
    set(&mut b, "A1.fires", json!(1));
    set(&mut b, "A1.rammed_last_turn", json!(true));
    let order = json!({"kind": "sail", "ship": "A1", "terrain": "rough-waters"});
    let report = give(&mut b, &order, &json!([3, 2])).expect("a sail roll");
    let shown: Vec<(i64, String)> =
        report.rolls[0].modifiers.iter().map(|m| (m.amount, m.reason.why.to_string())).collect();
    let shown: Vec<(i64, &str)> = shown.iter().map(|(by, why)| (*by, why.as_str())).collect();
    assert_eq!(
        shown,
        [
            (2, "sails"),
            (1, "elite crew"),
            (-2, "on fire"),
            (-4, "rammed or was rammed last turn"),
            (2, "sailing"),
            (-1, "rough waters")
        ]
    );
    assert_eq!(report.rolls[0].modified, 1);
    let poor = ShipEntry { crew_quality: CrewQuality::Poor, ..ship("trireme") };
    let order = json!({"kind": "sail", "ship": "A1", "terrain": "gulf-stream"});
    let report = give(&mut duel(poor, ship("trireme")), &order, &json!([3])).expect("a sail roll");
    assert_eq!(report.rolls[0].modified, 2);
}

// ---- Terrain ----

/// GF-7, GF-12.
#[test]
fn shallows_ground_a_ship_rocks_use_the_ram_table_and_land_is_refused() {
    let enter = |hex: &str| json!({"kind": "terrain", "ship": "A1", "hex": hex});
    let hulls = [Advantage::ReinforcedHull, Advantage::ReinforcedHull];
    let mut b = duel(with("trireme", &hulls), ship("trireme"));
    refusal(&b, &enter("land"));
    assert_eq!(outcome(&mut b, &enter("sargasso"), &json!([])).0, "done");
    assert_eq!(
        outcome(&mut b.clone(), &enter("rocky-shallows"), &json!([10, 7, 2])).0,
        "sinking-slowly"
    );
    assert_eq!(outcome(&mut b.clone(), &enter("rocky-shallows"), &json!([4])).0, "no-effect");
    let (got, changes) = outcome(&mut b, &enter("shallows"), &json!([]));
    assert_eq!((got, &changes["A1.aground"]), ("done", &json!([false, true])));
}
