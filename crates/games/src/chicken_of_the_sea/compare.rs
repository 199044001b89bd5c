//! The comparison of two galleys in Chicken of the Sea, and their duels.

use serde_json::{Value, json};

use message::{Message, message};
use rules::common::Tag;
use rules::common_orders::Correction;
use rules::comparison::{
    Comparison, ComparisonPlan, DUELLISTS, DuelDistances, Figures, sum, written,
};
use rules::opponent_choice::Chosen;

use super::orders::fields::{Ram, SetSpeed};
use super::orders::{Field, Order};
use super::state::{Battle, Fleet};
use super::tables::{Aspect, Speed};

/// The highest speed at which a crew does not tire.
const STEADY: u8 = 4;
/// The highest speed of a crippled galley.
const CRIPPLED: u8 = 1;

impl Comparison for Battle {
    fn plan() -> ComparisonPlan {
        let [ship, target] = DUELLISTS;
        let at_speed = |tag, speed: u8| written(&Correction::of(tag, "speed", speed));
        let (aspect, avoid) = (Aspect::Flank, Chosen::Value(false));
        let attack = Order::Ram { ship, target, aspect, mp_left: 1, avoid };
        let plan = ComparisonPlan::new(
            message!("A ram on the flank, at speed 5 against speed 2"),
            &attack,
            message!("Two galleys gather speed, ram each other’s flank, and board."),
        );
        ComparisonPlan {
            before: vec![at_speed(ship, 5), at_speed(target, 2)],
            fleet_keys_left_out: &["admiral"],
            unit_keys_left_out: &["flagship"],
            ignored_keys: &["hex", "facing", "flagship", "line_commander"],
            ..plan
        }
    }

    fn figures(fleet: &Fleet) -> Figures {
        let ships = &fleet.ships;
        vec![
            (message!("Galleys"), ships.len() as u64),
            (message!("Total crew quality"), sum(ships, |ship| u32::from(ship.cq))),
            (message!("Line commanders"), sum(ships, |ship| u32::from(ship.line_commander))),
        ]
    }

    fn kind_name(fleet: &Fleet) -> Option<Message> {
        fleet.ships.first().map(|galley| message!("Crew quality {cq}", cq = galley.cq))
    }

    fn duellist_value(&self, own: Tag, field: Field, _ground: DuelDistances) -> Option<Value> {
        if field == Field::SetSpeed(SetSpeed::speed) {
            return next_speed(self, own);
        }
        if field == Field::Ram(Ram::aspect) {
            return Some(json!(Aspect::Flank));
        }
        (field == Field::Ram(Ram::mp_left)).then(|| json!(1))
    }
}

/// The next speed: one more each turn, as long as the crew does not tire.
fn next_speed(battle: &Battle, own: Tag) -> Option<Value> {
    let galley = battle.common.units.find(own)?;
    let speed = match galley.speed {
        Speed::Ahead(speed) => speed,
        Speed::BackingWater => 0,
    };
    let most = if galley.crippled { CRIPPLED } else { STEADY };
    let next = if galley.crippled { speed } else { speed + 1 };
    Some(json!(next.min(most)))
}
