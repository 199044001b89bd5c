//! The worst case of Greek Fire: two of the largest ships, with hoplites in every slot.

use serde_json::{Value, json};
use trierarch::dice::{Entered, Seeded};
use trierarch::games::greek_fire::tables::{Advantage, CrewQuality, SHIP_TYPES, ShipType};
use trierarch::games::greek_fire::{Captain, Fleet, ShipEntry};
use trierarch::games::{Battle, Fleet as AnyFleet, Options, Order};
use trierarch::journal::{Journal, Opening};
use trierarch::rules::common::SideInfo;

/// Two ships with 900 crew each, with siphons, and no advantage for either.
pub(crate) fn largest_ships() -> Battle {
    Journal::open(opening()).expect("they may fight each other").battle().clone()
}

/// The opening of their battle.
pub(crate) fn opening() -> Opening {
    let largest = SHIP_TYPES.last().expect("a type").clone();
    let mut advantages = vec![Advantage::Hoplites; 16];
    advantages.extend([Advantage::GreekFire; 4]);
    let ship = ShipEntry {
        name: "Leontophoros".into(),
        ship_type: ShipType { crew: 580, ..largest },
        crew_quality: CrewQuality::Good,
        captain: Captain::default(),
        crew_skills: Vec::new(),
        advantages,
    };
    let fleet = || {
        AnyFleet::GreekFire(Fleet {
            about: SideInfo { name: "Giants".into(), ..SideInfo::default() },
            house_types: Vec::new(),
            ships: vec![ship.clone()],
        })
    };
    Opening::new([fleet(), fleet()], Options::new(), 900)
}

/// Reads a written order.
pub(crate) fn read(battle: &Battle, order: &Value) -> Order {
    battle.read_order(order.as_object().expect("an order")).expect("a good order")
}

/// Corrects an entry of a record.
pub(crate) fn set(battle: &mut Battle, ship: &str, field: &str, value: &Value) {
    let order = json!({"kind": "adjust", "ship": ship, "field": field, "value": value});
    let order = read(battle, &order);
    let no_dice = &mut Entered::new([], Seeded::new(0, 0));
    let report = battle.resolve(&order, no_dice).expect("a correction");
    battle.apply(&report.effects);
}
