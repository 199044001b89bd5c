//! The comparison of two ships in Fast Play Salamis, and their duels.

use serde_json::{Value, json};

use message::{Message, message};
use rules::common::Tag;
use rules::comparison::{
    Comparison, ComparisonPlan, DUELLISTS, DuelDistances, DuelFrequency, Figures, sum,
};

use super::orders::fields::Bows;
use super::orders::{Field, Order, OrderKind};
use super::state::{Battle, Fleet};
use super::tables::Class;

/// The distance of two ships that shoot, in inches.
const BOWS_INCHES: u32 = 6;

impl Comparison for Battle {
    fn plan() -> ComparisonPlan {
        let [ship, target] = DUELLISTS;
        let attack = Order::Ram { ship, target };
        let plan = ComparisonPlan::new(
            message!("A ram, the target undamaged"),
            &attack,
            message!(
                "Two ships in reach of each other shoot, ram and board whenever they may, and \
                break away to ram again."
            ),
        );
        ComparisonPlan { fleet_keys_left_out: &["panic_number", "panic"], ..plan }
    }

    fn figures(fleet: &Fleet) -> Figures {
        let of = |figure: fn(&Class) -> u32| sum(&fleet.ships, |ship| figure(&ship.class));
        vec![
            (message!("Ships"), fleet.ships.len() as u64),
            (
                message!("Panic numbers"),
                fleet.panic_numbers().values().copied().map(u64::from).sum(),
            ),
            (message!("Ram dice"), of(|class| class.ram_dice)),
            (message!("Bow dice"), of(|class| class.bow_dice)),
            (message!("Hand-to-hand dice"), of(|class| class.hand_to_hand)),
            (message!("Viability"), of(|class| class.viability)),
        ]
    }

    fn kind_name(fleet: &Fleet) -> Option<Message> {
        fleet.ships.first().map(|ship| ship.class.name())
    }

    /// In a duel a phase ends after all other orders, although the guide lists its end
    /// before the ships that may shoot.
    fn in_duel(order: OrderKind, _ground: DuelDistances) -> DuelFrequency {
        if order == OrderKind::EndPhase { DuelFrequency::Last } else { DuelFrequency::Once }
    }

    fn duellist_value(&self, _own: Tag, field: Field, _ground: DuelDistances) -> Option<Value> {
        (field == Field::Bows(Bows::range_in)).then(|| json!(BOWS_INCHES))
    }
}
