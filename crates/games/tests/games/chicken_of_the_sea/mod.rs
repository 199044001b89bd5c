//! Tests of Chicken of the Sea, from the rules text: tables, phases, rulings, worked cases.

mod movement_points;
mod attack;
mod boarding;
mod charts;
mod command;
mod formations;
mod fouled;
mod moving;
mod proposals;
mod rulings;
mod secrets;
mod setup;
mod speed;
mod table;

use dice::{Entered, EnteredRoll, Seeded};
use games::chicken_of_the_sea::tables::{Facing, Nation, Speed};
use games::chicken_of_the_sea::{AdmiralEntry, Fleet, GalleyEntry};
use games::{Battle, Fleet as AnyFleet};
use rules::Tag;
use rules::common::SideInfo;
use serde_json::{Map, Value, json};

use crate::{chance_of, chances, give, outcome, read, switches};

fn galley(cq: u8, speed: u8) -> GalleyEntry {
    GalleyEntry {
        name: format!("a galley of {cq}"),
        cq,
        speed: Speed::Ahead(speed),
        facing: Facing::N,
        hex: String::new(),
        flagship: false,
        line_commander: false,
    }
}

fn flagship(cq: u8, speed: u8) -> GalleyEntry {
    GalleyEntry { flagship: true, ..galley(cq, speed) }
}

fn line_commander(cq: u8, speed: u8) -> GalleyEntry {
    GalleyEntry { line_commander: true, ..galley(cq, speed) }
}

fn fleet(nation: Nation, ships: Vec<GalleyEntry>) -> AnyFleet {
    let admiral = ships.iter().any(|ship| ship.flagship).then(|| AdmiralEntry {
        name: "the admiral".into(),
        range: 3,
        enhanced_range: 5,
    });
    AnyFleet::ChickenOfTheSea(Fleet {
        about: SideInfo { name: nation.name().to_string(), ..SideInfo::default() },
        nation: Some(nation),
        admiral,
        ships,
    })
}

/// Side A is Carthage, side B Rome.
fn battle_with(
    carthage: Vec<GalleyEntry>,
    rome: Vec<GalleyEntry>,
    options: &[&'static str],
) -> Battle {
    let fleets = [fleet(Nation::Carthage, carthage), fleet(Nation::Rome, rome)];
    let options = switches(fleets[0].system(), options);
    Battle::open(fleets, options).expect("a battle")
}

fn battle(carthage: Vec<GalleyEntry>, rome: Vec<GalleyEntry>) -> Battle {
    battle_with(carthage, rome, &[])
}

/// One galley against one, with a second on each side that keeps the battle going.
fn duel(carthage: GalleyEntry, rome: GalleyEntry) -> Battle {
    battle(vec![carthage, galley(4, 2)], vec![rome, galley(3, 2)])
}

/// Plays until a phase is reached.
fn go_to(battle: &mut Battle, phase: &str) {
    let mut steps = 0;
    loop {
        give(battle, &json!({"kind": "end-phase"}), &json!([])).unwrap();
        if battle.full_view().state()["phase"] == json!(phase) {
            return;
        }
        steps += 1;
        assert!(steps < 6, "no phase {phase}");
    }
}

fn set_speed(ship: &str, speed: impl Into<Value>) -> Value {
    json!({"kind": "set-speed", "ship": ship, "speed": speed.into()})
}

fn ram(ship: &str, target: &str, aspect: &str, mp_left: u8) -> Value {
    json!({"kind": "ram", "ship": ship, "target": target, "aspect": aspect, "mp_left": mp_left})
}

fn shear(ship: &str, target: &str, aspect: &str) -> Value {
    json!({"kind": "shear", "ship": ship, "target": target, "aspect": aspect})
}

fn board(ships: &[&str], target: &str) -> Value {
    json!({"kind": "board", "ships": ships, "target": target})
}

fn of(kind: &str, ship: &str) -> Value {
    json!({"kind": kind, "ship": ship})
}

/// The changes without those of movement points.
fn without_movement(mut changes: Map<String, Value>) -> Value {
    let left_out = [".mp_left", ".moved", ".speed_seen", ".facing"];
    changes.retain(|key, _| !left_out.iter().any(|end| key.ends_with(end)));
    Value::Object(changes)
}

fn enter(ship: &str, other: &str, through_flank: bool) -> Value {
    json!({"kind": "enter-occupied", "ship": ship, "other": other, "through_flank": through_flank})
}

/// The outcome of an order with these dice, on a copy.
fn tried(battle: &Battle, order: &Value, dice: &Value) -> &'static str {
    outcome(&mut battle.clone(), order, dice).0
}

/// The natural results of the first die that lead to an outcome, with the dice that may
/// follow.
fn faces_of(battle: &Battle, order: &Value, wanted: &str, then: &[i64]) -> Vec<i64> {
    (1..=6)
        .filter(|face| {
            let dice: Vec<i64> = [*face].into_iter().chain(then.iter().copied()).collect();
            let entries = dice.into_iter().map(EnteredRoll::Total);
            let mut dice = Entered::new(entries, Seeded::new(0, 0));
            battle.resolve(&read(battle, order), &mut dice).unwrap().outcome.slug() == wanted
        })
        .collect()
}

fn chance(battle: &Battle, order: &Value, of: &str) -> f64 {
    chance_of(&chances(battle, order, &[]), of).to_f64()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

fn tag(text: &str) -> Tag {
    text.parse().unwrap()
}

fn form(shape: &str, ships: &[&str], leader: &str) -> Value {
    json!({"kind": "form", "formation": shape, "ships": ships, "leader": leader})
}

/// Carthage: the flagship, a line commander and four others, all at one speed.
fn squadron(speed: u8) -> Battle {
    let carthage = vec![
        flagship(4, speed),
        line_commander(4, speed),
        galley(3, speed),
        galley(3, speed),
        galley(5, speed),
        galley(6, speed),
    ];
    battle_with(carthage, vec![galley(3, 2), galley(3, 2)], &["command"])
}
