//! Whose dice decide an order, and what it lacks.

use serde_json::{Map, Value};

use crate::analysis::dice_of;
use crate::dice::{Hand, Thrown};
use crate::journal::{DiceChoice, Journal};
use crate::rules::{Battle, Order, Side, Stop};

/// The side whose dice they are; none where they are nobody's.
pub(super) fn side_of_dice(
    battle: &Battle,
    order: &Map<String, Value>,
    hand: Hand,
) -> Option<Side> {
    dice_of(battle, order, hand).1
}

/// At what an order stops with the rolls that lie; none where it is complete.
pub(super) fn what_it_lacks(journal: &Journal, order: &Order, lying: &[Thrown]) -> Option<Stop> {
    let none = DiceChoice::Entered(Vec::new());
    journal.prepare_after(order, (lying, &none), 0, "").err()
}
