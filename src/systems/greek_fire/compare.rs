//! How two ships are compared, and how they duel.

use serde_json::{Value, json};

use crate::rules::common::Tag;
use crate::rules::comparison::{Figures, Ground, Plan, enemy_of, sum};
use crate::say::{Say, say};

use super::state::{Battle, Fleet, Ship};
use super::tables::{AMMO, Advantage, HOPLITES_CREW, Skill, Weapon};

/// The longest run of a ram, in spaces.
const LONGEST_RUN: i64 = 12;

pub(super) fn plan() -> Plan {
    let attack = json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 3});
    let plan = Plan::new(
        say!("A ram after three spaces straight ahead, not bow to bow"),
        attack,
        say!(
            "Two ships ten hexes apart close, shoot with every mount in range, ram when they \
            can, and board when they touch. A ship that routs has lost."
        ),
    );
    Plan { repeats: &["shoot"], never: &["ungrapple"], wants, goes, follows, ..plan }
}

pub(super) fn figures(fleet: &Fleet) -> Figures {
    let ships = &fleet.ships;
    let count = |list: &[Advantage], counts: fn(Advantage) -> bool| {
        list.iter().map(|advantage| u32::from(counts(*advantage))).sum::<u32>()
    };
    let hoplites = |advantage| advantage == Advantage::Hoplites;
    let mounts = sum(ships, |ship| count(&ship.advantages, |a| Weapon::of(a).is_some()));
    vec![
        (say!("Ships"), ships.len() as u64),
        (say!("Deck points"), sum(ships, |ship| ship.ship_type.deck)),
        (
            say!("Crew"),
            sum(ships, |ship| {
                ship.ship_type.crew + HOPLITES_CREW * count(&ship.advantages, hoplites)
            }),
        ),
        (say!("Mounts"), mounts),
        (say!("Shots"), mounts * u64::from(AMMO)),
    ]
}

pub(super) fn kind_name(fleet: &Fleet) -> Option<Say> {
    fleet.ships.first().map(|ship| ship.ship_type.say())
}

/// The name and figures of a ship that matter in a ram.
pub(super) fn rams_as(fleet: &Fleet) -> Option<(Say, Value)> {
    let ship = fleet.ships.first()?;
    let carried = |wanted: &[Advantage]| {
        ship.advantages.iter().filter(|advantage| wanted.contains(advantage)).count()
    };
    let skills = ship.captain.skills.iter().chain(&ship.crew_skills);
    let skilled = skills.filter(|skill| **skill == Skill::Ramming).count();
    let ram = carried(&[Advantage::Prongs, Advantage::ReinforcedRam]) + skilled;
    let hull = carried(&[Advantage::ReinforcedHull]);
    let mut name = ship.ship_type.say();
    if ram > 0 {
        name = say!("{name}, ram +{ram}", name, ram);
    }
    if hull > 0 {
        name = say!("{name}, hull +{hull}", name, hull);
    }
    Some((name, json!([ship.ship_type.slug, ram, hull])))
}

fn wants(kind: &str, ground: Ground) -> bool {
    match kind {
        "ram" => ground.range == 1 && ground.straight > 0,
        "board" => ground.range == 1,
        _ => true,
    }
}

fn goes(kind: &str, spent: i64, ground: &mut Ground) {
    match kind {
        "activate" => ground.straight = 0,
        "row" => {
            // If she is already beside the enemy, she draws off and comes back.
            ground.straight = if ground.range > 1 { spent } else { spent / 2 };
            ground.range = (ground.range - spent).max(1);
        }
        _ => {}
    }
}

/// After a boarding she takes a ship that has no crew left.
fn follows(own: Tag, kind: &str) -> Option<Value> {
    let prize = || json!({"kind": "take-prize", "ship": own, "target": enemy_of(own), "crew": 1});
    (kind == "board").then(prize)
}

impl Battle {
    pub(super) fn duellist_says(
        &self,
        own: Tag,
        (kind, field): (&str, &str),
        ground: Ground,
    ) -> Option<Value> {
        match (kind, field) {
            ("row", "spent") => Some(json!(self.spends(own, ground))),
            ("shoot", "weapon") => self.aims(own, ground),
            ("shoot", "range") => Some(json!(ground.range)),
            ("ram", "spaces_straight") => Some(json!(ground.straight.min(LONGEST_RUN))),
            ("morale", "adjacent_enemies") => Some(json!(self.faces(own, ground))),
            _ => None,
        }
    }

    fn spends(&self, own: Tag, ground: Ground) -> i64 {
        let points = self.ship(own).map_or(0, |ship| i64::from(ship.move_points(false)));
        if ground.range > 1 { points.min(ground.range - 1) } else { points }
    }

    /// The first weapon that reaches the enemy with a mount that has not shot.
    fn aims(&self, own: Tag, ground: Ground) -> Option<Value> {
        let ship = self.ship(own)?;
        let weapon = Weapon::ALL.iter().find(|weapon| {
            let row = weapon.missile();
            (i64::from(row.minimum_hexes)..=i64::from(row.range_hexes)).contains(&ground.range)
                && !ship.ready_mounts(**weapon).is_empty()
        });
        weapon.map(|weapon| json!(weapon))
    }

    /// The enemy beside her, for the morale roll.
    fn faces(&self, own: Tag, ground: Ground) -> Vec<Tag> {
        let enemy = enemy_of(own);
        let beside = ground.range == 1 && self.ship(enemy).is_some_and(Ship::is_manned);
        if beside { vec![enemy] } else { Vec::new() }
    }
}
