//! Orders of any game: reading them, resolving them, and applying their effects.

use serde_json::{Map, Value};

use dice::{Dice, NamedModifier};
use message::message;
use rules::{
    Comparison as _, DuelDistances, GameOrder, OrderFault, Part, Rules as _, Stop, Tag, aim,
    common_orders, system,
};

use super::{Battle, Effects, Order, Report};

#[cfg(debug_assertions)]
thread_local! {
    /// The number of orders resolved in this thread, for tests of the cost of a response.
    pub static WALKS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

impl Order {
    /// Its role in a turn.
    #[must_use]
    pub fn part(&self) -> Part {
        dispatch!(Order, self, |order| order.part())
    }

    /// Its word: `take-prize`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        dispatch!(Order, self, |order| order.kind())
    }

    /// The order as JSON keys: its kind and all fields.
    #[must_use]
    pub fn to_map(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    }

    /// Updates the distances of a duel after the order, and returns the order that the
    /// duellist tries next.
    pub fn after_in_duel(&self, ground: &mut DuelDistances) -> Option<Order> {
        dispatch!([Order], [self], |S: Rules, order| {
            S::after_in_duel(order.own()?, ground).map(|next| GameOrder::from(next).into())
        })
    }
}

impl Battle {
    /// Reads a written order, with its defaults.
    ///
    /// # Errors
    /// The first fault, with its key.
    pub fn read_order(&self, written: &Map<String, Value>) -> Result<Order, OrderFault> {
        dispatch!(SystemTag, self.system(), |S: Rules| {
            system::read_order::<S>(written).map(Order::from)
        })
    }

    /// Reads a written order that a side declares. Fields that the other side
    /// chooses stay open, and the resolver stops at the first of them.
    ///
    /// # Errors
    /// As [`Battle::read_order`].
    pub fn read_declared(&self, written: &Map<String, Value>) -> Result<Order, OrderFault> {
        dispatch!(SystemTag, self.system(), |S: Rules| {
            system::read_declared::<S>(written).map(Order::from)
        })
    }

    /// The result of the order with these dice; the battle does not change.
    ///
    /// # Errors
    /// If the rules forbid the order, the order makes no sense, or the dice run out.
    pub fn resolve(&self, order: &Order, dice: &mut dyn Dice) -> Result<Report, Stop> {
        self.resolve_waiving(order, dice, None)
    }

    /// The result of the order without one of its modifiers.
    ///
    /// # Errors
    /// As [`Battle::resolve`].
    pub fn resolve_waiving(
        &self,
        order: &Order,
        dice: &mut dyn Dice,
        waived: Option<&NamedModifier>,
    ) -> Result<Report, Stop> {
        #[cfg(debug_assertions)]
        WALKS.with(|walks| walks.set(walks.get() + 1));
        dispatch!(
            [Battle, Order],
            [self, order],
            |battle, order| {
                let (resolution, rolls) = system::resolve(battle, order, dice, waived)?;
                Ok(Report {
                    outcome: resolution.outcome.into(),
                    rolls,
                    effects: resolution.effects.into(),
                    warnings: resolution.warnings,
                })
            },
            Err(Stop::Invalid(message!("this order belongs to another game")))
        )
    }

    /// Applies all effects of a report.
    pub fn apply(&mut self, effects: &Effects) {
        dispatch!(
            [Battle, Effects],
            [self, effects],
            |battle, effects| {
                for effect in effects {
                    common_orders::apply(battle, effect);
                }
                aim::apply_consequences(battle);
            },
            {}
        );
    }

    /// The units whose record may differ from that in `before`.
    #[must_use]
    pub fn touched_since(&self, before: &Battle) -> Vec<Tag> {
        dispatch!(
            [Battle, Battle],
            [self, before],
            |after, before| after.common().units.touched(&before.common().units),
            Vec::new()
        )
    }
}
