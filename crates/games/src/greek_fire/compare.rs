//! The comparison of two ships in Greek Fire, and their duels.

use serde_json::{Value, json};

use message::{Message, message};
use rules::common::Tag;
use rules::comparison::{
    Comparison, ComparisonPlan, DUELLISTS, DuelDistances, DuelFrequency, Figures, enemy_of, sum,
};

use super::orders::fields::{Morale, Ram, Row, Shoot};
use super::orders::{Field, Order, OrderKind};
use super::points_used::Spent;
use super::state::{Battle, Fleet, Ship};
use super::tables::{AMMO, Advantage, HOPLITES_CREW, Skill, Weapon};

/// The longest straight run before a ram, in spaces.
const LONGEST_RUN: i64 = 12;

impl Comparison for Battle {
    fn plan() -> ComparisonPlan {
        let [ship, target] = DUELLISTS;
        let attack = Order::Ram { ship, target, spaces_straight: Some(3), bow_to_bow: false };
        ComparisonPlan::new(
            message!("A ram after three spaces straight ahead, not bow to bow"),
            &attack,
            message!(
                "Two ships start ten hexes apart. They close, shoot with every mount in range, ram \
                when they can, and board when they touch. A ship that routs has lost."
            ),
        )
    }

    fn figures(fleet: &Fleet) -> Figures {
        let ships = &fleet.ships;
        let count = |list: &[Advantage], counts: fn(Advantage) -> bool| {
            list.iter().map(|advantage| u32::from(counts(*advantage))).sum::<u32>()
        };
        let hoplites = |advantage| advantage == Advantage::Hoplites;
        let mounts = sum(ships, |ship| count(&ship.advantages, |a| Weapon::of(a).is_some()));
        vec![
            (message!("Ships"), ships.len() as u64),
            (message!("Deck points"), sum(ships, |ship| ship.ship_type.deck)),
            (
                message!("Crew"),
                sum(ships, |ship| {
                    ship.ship_type.crew + HOPLITES_CREW * count(&ship.advantages, hoplites)
                }),
            ),
            (message!("Mounts"), mounts),
            (message!("Shots"), mounts * u64::from(AMMO)),
        ]
    }

    fn kind_name(fleet: &Fleet) -> Option<Message> {
        fleet.ships.first().map(|ship| ship.ship_type.message())
    }

    /// The name and figures of a ship that matter in a ram.
    fn attacks_as(fleet: &Fleet) -> Option<(Message, Value)> {
        let ship = fleet.ships.first()?;
        let carried = |wanted: &[Advantage]| {
            ship.advantages.iter().filter(|advantage| wanted.contains(advantage)).count()
        };
        let skills = ship.captain.skills.iter().chain(&ship.crew_skills);
        let skilled = skills.filter(|skill| **skill == Skill::Ramming).count();
        let ram = carried(&[Advantage::Prongs, Advantage::ReinforcedRam]) + skilled;
        let hull = carried(&[Advantage::ReinforcedHull]);
        let mut name = ship.ship_type.message();
        if ram > 0 {
            name = message!("{name}, ram +{ram}", name, ram);
        }
        if hull > 0 {
            name = message!("{name}, hull +{hull}", name, hull);
        }
        Some((name, json!([ship.ship_type.slug, ram, hull])))
    }

    fn in_duel(order: OrderKind, ground: DuelDistances) -> DuelFrequency {
        let wanted = match order {
            OrderKind::Shoot => return DuelFrequency::Repeatedly,
            OrderKind::Ungrapple | OrderKind::EndTurn | OrderKind::Concede => false,
            OrderKind::Ram => ground.range == 1 && ground.straight > 0,
            OrderKind::Board => ground.range == 1,
            OrderKind::FirstSide
            | OrderKind::Activate
            | OrderKind::Fire
            | OrderKind::Sail
            | OrderKind::Row
            | OrderKind::Terrain
            | OrderKind::TakePrize
            | OrderKind::Morale
            | OrderKind::Escape
            | OrderKind::LeaveTable
            | OrderKind::EndRound => true,
        };
        if wanted { DuelFrequency::Once } else { DuelFrequency::Never }
    }

    fn duellist_value(&self, own: Tag, field: Field, ground: DuelDistances) -> Option<Value> {
        Some(if field == Field::Row(Row::spent) {
            json!(self.spends(own, ground))
        } else if field == Field::Shoot(Shoot::weapon) {
            self.aims(own, ground)?
        } else if field == Field::Shoot(Shoot::range) {
            json!(ground.range)
        } else if field == Field::Ram(Ram::spaces_straight) {
            json!(ground.straight.min(LONGEST_RUN))
        } else if field == Field::Morale(Morale::adjacent_enemies) {
            json!(self.faces(own, ground))
        } else {
            return None;
        })
    }

    /// After a boarding she takes a ship that has no crew left.
    fn after_in_duel(order: &Order, ground: &mut DuelDistances) -> Option<Order> {
        if let Order::Activate { .. } = order {
            ground.straight = 0;
        } else if let Order::Row { spent: Spent::Points(spent), .. } = order {
            let spent = i64::from(*spent);
            // If she is already adjacent to the enemy, she moves away and comes back.
            ground.straight = if ground.range > 1 { spent } else { spent / 2 };
            ground.range = (ground.range - spent).max(1);
        } else if let Order::Board { ship, .. } = order {
            return Some(Order::TakePrize { ship: *ship, target: enemy_of(*ship), crew: 1 });
        }
        None
    }
}

impl Battle {
    fn spends(&self, own: Tag, ground: DuelDistances) -> i64 {
        let points = self.ship(own).map_or(0, |ship| i64::from(ship.move_points(false)));
        if ground.range > 1 { points.min(ground.range - 1) } else { points }
    }

    /// The first weapon that reaches the enemy with a mount that has not shot.
    fn aims(&self, own: Tag, ground: DuelDistances) -> Option<Value> {
        let ship = self.ship(own)?;
        let weapon = Weapon::ALL.iter().find(|weapon| {
            let row = weapon.missile();
            (i64::from(row.minimum_hexes)..=i64::from(row.range_hexes)).contains(&ground.range)
                && !ship.ready_mounts(**weapon).is_empty()
        });
        weapon.map(|weapon| json!(weapon))
    }

    /// The enemy adjacent to her, for the morale roll.
    fn faces(&self, own: Tag, ground: DuelDistances) -> Vec<Tag> {
        let enemy = enemy_of(own);
        let beside = ground.range == 1 && self.ship(enemy).is_some_and(Ship::is_manned);
        if beside { vec![enemy] } else { Vec::new() }
    }
}
