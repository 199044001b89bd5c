//! What a system says of the forms of its orders: what stands in a field, and whether
//! it is asked.

use serde_json::Value;

use crate::rules::{FieldSpec, Ground, Hint, OrderSpec, Subject, System, Tag};
use crate::say::Say;

use super::Battle;

impl Battle {
    /// Better defaults, ranges and choices for a field than the schema has.
    pub(super) fn hint(&self, subject: Subject, order: &OrderSpec, field: &FieldSpec) -> Hint {
        with_battle!(self, b => b.hint(subject, order, field))
    }

    /// What a duellist enters in a field of an order, where it changes during a duel.
    pub(crate) fn duellist_says(
        &self,
        own: Tag,
        of: (&str, &str),
        ground: Ground,
    ) -> Option<Value> {
        with_battle!(self, b => b.duellist_says(own, of, ground))
    }

    /// Whether the form asks for an optional field: it could change the order now.
    pub(super) fn asks(&self, subject: Subject, order: &OrderSpec, field: &FieldSpec) -> bool {
        with_battle!(self, b => b.asks(subject, order, field))
    }

    /// Whether this subject ever gives the order.
    pub(super) fn concerns(&self, subject: Subject, order: &OrderSpec) -> bool {
        with_battle!(self, b => b.concerns(subject, order))
    }

    /// Why a field has no choices, if the system can say more about it.
    pub(super) fn nothing_for(&self, order: &OrderSpec, field: &FieldSpec) -> Option<Say> {
        with_battle!(self, b => b.nothing_for(order, field))
    }
}
