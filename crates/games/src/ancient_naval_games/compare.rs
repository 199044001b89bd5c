//! The comparison of two ships in Ancient Naval Games, and their duels.

use serde_json::{Value, json};

use message::{Message, message};
use rules::common::Tag;
use rules::comparison::{
    Comparison, ComparisonPlan, DUELLISTS, DuelDistances, DuelFrequency, Figures, sum, written,
};

use super::orders::fields::{Move, Ram};
use super::orders::{Field, Order, OrderKind};
use super::state::{Battle, Fleet};
use super::tables::{RamAspect, Size};

impl Comparison for Battle {
    fn plan() -> ComparisonPlan {
        let [ship, target] = DUELLISTS;
        let attack = Order::Ram { ship, target, aspect: RamAspect::Side, isolated: false };
        let plan = ComparisonPlan::new(
            message!("A ram from the side, neither ship damaged"),
            &attack,
            message!(
                "Two ships beside each other turn, and ram from the side as often as they can."
            ),
        );
        ComparisonPlan {
            before: vec![written(&Order::Activate { ship, isolated: false })],
            // A ship alone may not attack; her consort does nothing else.
            has_consort: true,
            ..plan
        }
    }

    fn figures(fleet: &Fleet) -> Figures {
        let of_size = |size| sum(&fleet.units, |ship| u32::from(ship.size == size));
        vec![
            (message!("Ships"), fleet.units.len() as u64),
            (message!("Large"), of_size(Size::Large)),
            (message!("Small"), of_size(Size::Small)),
        ]
    }

    fn kind_name(fleet: &Fleet) -> Option<Message> {
        fleet.units.first().map(|ship| ship.size.name())
    }

    fn in_duel(order: OrderKind, _ground: DuelDistances) -> DuelFrequency {
        match order {
            OrderKind::Ram => DuelFrequency::Repeatedly,
            OrderKind::OarStrike => DuelFrequency::Never,
            OrderKind::FirstSide
            | OrderKind::Morale
            | OrderKind::Activate
            | OrderKind::Move
            | OrderKind::LeaveTable
            | OrderKind::Finish
            | OrderKind::EndTurn
            | OrderKind::Cede => DuelFrequency::Once,
        }
    }

    fn duellist_value(&self, _own: Tag, field: Field, _ground: DuelDistances) -> Option<Value> {
        if field == Field::Move(Move::turns) {
            return Some(json!(1));
        }
        (field == Field::Ram(Ram::aspect)).then(|| json!(RamAspect::Side))
    }
}
