//! Tests of Greek Fire, from the rules text: tables, phases, rulings, worked cases.

mod charts;
mod ending;
mod fighting;
mod fire;
mod forms;
mod guide;
mod guide_play;
mod moving;
mod prizes;
mod tables;
mod taking;
mod round_end;
mod touching;
mod turn;

use dice::Chance;
use games::greek_fire::tables::{Advantage, CrewQuality, SHIP_TYPES, ShipType, Skill};
use games::greek_fire::{Captain, Fleet, ShipEntry};
use games::{Battle, Fleet as AnyFleet, SystemTag};
use rules::common::SideInfo;
use serde_json::{Value, json};

use crate::{give, set, switches};

fn ship_type(slug: &str) -> ShipType {
    SHIP_TYPES.iter().find(|t| t.slug == slug).expect("a type of the rules").clone()
}

fn ship(slug: &str) -> ShipEntry {
    ShipEntry {
        name: format!("the {slug}"),
        ship_type: ship_type(slug),
        crew_quality: CrewQuality::Good,
        captain: Captain::default(),
        crew_skills: Vec::new(),
        advantages: Vec::new(),
    }
}

fn with(slug: &str, advantages: &[Advantage]) -> ShipEntry {
    ShipEntry { advantages: advantages.to_vec(), ..ship(slug) }
}

fn skilled(slug: &str, skills: &[Skill]) -> ShipEntry {
    ShipEntry {
        captain: Captain { name: "Φορμίων".into(), skills: skills.to_vec() }, ..ship(slug)
    }
}

fn battle(a: Vec<ShipEntry>, b: Vec<ShipEntry>) -> Battle {
    battle_with(a, b, &[])
}

fn battle_with(a: Vec<ShipEntry>, b: Vec<ShipEntry>, options: &[&'static str]) -> Battle {
    let fleet = |name: &str, ships| {
        AnyFleet::GreekFire(Fleet {
            about: SideInfo { name: name.into(), ..SideInfo::default() },
            house_types: Vec::new(),
            ships,
        })
    };
    let options = switches(SystemTag::GreekFire, options);
    Battle::open([fleet("Athens", a), fleet("Corinth", b)], options).expect("a battle")
}

fn duel(a: ShipEntry, b: ShipEntry) -> Battle {
    battle(vec![a], vec![b])
}

fn percent(chance: &Chance) -> f64 {
    (chance.to_f64() * 1e6).round() / 1e4
}

fn ram(spaces: u32) -> Value {
    json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": spaces})
}

fn shoot(weapon: &str, range: u32) -> Value {
    json!({"kind": "shoot", "ship": "A1", "weapon": weapon, "target": "B1", "range": range})
}

fn row(spent: u32) -> Value {
    json!({"kind": "row", "ship": "A1", "spent": spent})
}

/// The most points that the rules let A1 spend.
fn points(battle: &Battle, ramming_speed: bool) -> u32 {
    let order = |spent: u32| json!({"kind": "row", "ship": "A1", "spent": spent, "ramming_speed": ramming_speed});
    (0..=40).take_while(|n| give(&mut battle.clone(), &order(*n), &json!([])).is_ok()).count()
        as u32
        - 1
}

fn fire(neighbours: u32) -> Value {
    json!({"kind": "fire", "ship": "A1", "burning_neighbours": neighbours})
}

/// Two ships grappled with each other.
fn grapple(battle: &mut Battle, one: &str, two: &str) {
    set(battle, &format!("{one}.grappled"), json!([two]));
    set(battle, &format!("{two}.grappled"), json!([one]));
}

fn board(ship: &str, target: &str) -> Value {
    json!({"kind": "board", "ship": ship, "target": target})
}

fn take(ship: &str, target: &str, crew: u32) -> Value {
    json!({"kind": "take-prize", "ship": ship, "target": target, "crew": crew})
}

fn activate(ship: &str) -> Value {
    json!({"kind": "activate", "ship": ship})
}

fn end_round(battle: &mut Battle) {
    give(battle, &json!({"kind": "end-round"}), &json!([])).expect("the end of the round");
}
