//! How two galleys are compared, and how they duel.

use serde_json::{Value, json};

use crate::rules::common::Tag;
use crate::rules::comparison::{Figures, Plan, Says, sum};
use crate::say::{Say, say};

use super::state::{Battle, Fleet};
use super::tables::Speed;

/// One under the speed at which a crew tires.
const STEADY: u8 = 4;
/// The most that a crippled galley makes.
const CRIPPLED: u8 = 1;

pub(super) fn plan() -> Plan {
    let at_speed = |ship: &str, speed: u8| json!({"kind": "adjust", "ship": ship, "field": "speed", "value": speed});
    let attack =
        json!({"kind": "ram", "ship": "A1", "target": "B1", "aspect": "flank", "mp_left": 1});
    let plan = Plan::new(
        say!("A ram on the flank, at speed 5 against speed 2"),
        attack,
        say!("Two galleys gather speed, ram each other’s flank, and board."),
    );
    Plan {
        before: vec![at_speed("A1", 5), at_speed("B1", 2)],
        says: &[("ram", "aspect", Says::Word("flank")), ("ram", "mp_left", Says::Number(1))],
        alone_without: &["admiral"],
        beside_others: &["flagship"],
        of_no_weight: &["hex", "facing", "flagship", "line_commander"],
        ..plan
    }
}

pub(super) fn figures(fleet: &Fleet) -> Figures {
    let ships = &fleet.ships;
    vec![
        (say!("Galleys"), ships.len() as u64),
        (say!("Crew quality, added up"), sum(ships, |ship| u32::from(ship.cq))),
        (say!("Line commanders"), sum(ships, |ship| u32::from(ship.line_commander))),
    ]
}

pub(super) fn kind_name(fleet: &Fleet) -> Option<Say> {
    fleet.ships.first().map(|galley| say!("Crew quality {cq}", cq = galley.cq))
}

/// The next speed, one more each turn, as long as the crew does not tire.
pub(super) fn gathers(battle: &Battle, own: Tag) -> Option<Value> {
    let galley = battle.galleys.find(own)?;
    let speed = match galley.speed {
        Speed::Ahead(speed) => speed,
        Speed::BackingWater => 0,
    };
    let most = if galley.crippled { CRIPPLED } else { STEADY };
    let next = if galley.crippled { speed } else { speed + 1 };
    Some(json!(next.min(most)))
}
