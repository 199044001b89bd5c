//! Orders that roll dice, from random play of the ready battles, with the numbers that each
//! form plots.

use std::collections::BTreeMap;

use trierarch::analysis::undecided_numbers;
use trierarch::games::{Battle, Order, SystemTag};

use testing::dice_orders::{FoundOrder, orders_that_throw};

/// An order in a position where it is open.
pub(crate) struct Position {
    pub(crate) battle: Battle,
    pub(crate) order: Order,
    /// The keys that its form watches.
    pub(crate) watch: Vec<String>,
}

impl Position {
    pub(crate) fn of(battle: Battle, order: Order) -> Position {
        let watch = undecided_numbers(&battle.full_view(), &order);
        Position { battle, order, watch }
    }
}

/// At most `most` positions for every kind of order of every game, by the names of both;
/// without orders whose odds would reveal a secret.
pub(crate) fn positions(most: usize) -> BTreeMap<String, Vec<Position>> {
    let mut all = BTreeMap::new();
    for &system in SystemTag::ALL {
        for (kind, found) in orders_that_throw(system, most) {
            let open =
                found.into_iter().filter(|f| f.battle.full_view().hides_odds(&f.order).is_none());
            let open: Vec<Position> =
                open.map(|FoundOrder { battle, order }| Position::of(battle, order)).collect();
            if !open.is_empty() {
                all.insert(format!("{system}, {kind}"), open);
            }
        }
    }
    all
}
