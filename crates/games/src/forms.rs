//! The forms of orders for any game: the values of fields, and which fields are asked.

use serde_json::Value;

use message::Message;
use rules::{
    Comparison as _, DuelDistances, DuelFrequency, FieldDefaults, FieldOf, FieldSpec, Forms as _,
    Keyword as _, KindOf, Measure, OrderSpec, Rules, Stated as _, Subject, Tag, Turns as _, forms,
};

use super::{Battle, SystemTag};

impl Battle {
    /// Better defaults, ranges and choices for a field than the schema has.
    pub(super) fn defaults(
        &self,
        subject: Subject,
        order: &OrderSpec,
        field: &FieldSpec,
    ) -> FieldDefaults {
        with_battle!(self, b => forms::defaults(b, subject, order, field))
    }

    /// How often a duellist gives an order of this kind at these distances.
    #[must_use]
    pub fn in_duel(&self, order: &str, ground: DuelDistances) -> DuelFrequency {
        with_system!(self.system(), S => {
            KindOf::<S>::of_word(order).map_or(DuelFrequency::Never, |order| S::in_duel(order, ground))
        })
    }

    /// What a duellist enters in a field of an order instead of the suggestion.
    #[must_use]
    pub fn duellist_choice(
        &self,
        own: Tag,
        order: &str,
        field: &str,
        ground: DuelDistances,
    ) -> Option<Value> {
        with_battle!(self, b => b.duellist_value(own, of(b, order, field)?, ground))
    }

    /// Whether the form asks for an optional field, because it could change the order now.
    pub(super) fn asks(&self, subject: Subject, order: &OrderSpec, field: &FieldSpec) -> bool {
        let of_a_correction = true;
        with_battle!(self, b => {
            of(b, order.kind, field.name).map_or(of_a_correction, |field| b.asks(subject, field))
        })
    }

    /// Whether only the players can see the field's value on the table, so that its first
    /// value is a guess, in an order aimed at this unit.
    pub(super) fn unseen(
        &self,
        subject: Subject,
        target: Option<Tag>,
        order: &OrderSpec,
        field: &FieldSpec,
    ) -> bool {
        let seen = match field.measures {
            Measure::Amount => false,
            Measure::Reach | Measure::Seen => true,
        };
        seen && with_battle!(self, b => {
            of(b, order.kind, field.name).is_some_and(|field| b.unseen(subject, field, target))
        })
    }

    /// Whether only the players know the field's value, although its order does not mark it
    /// as seen.
    pub(super) fn is_on_the_table(&self, order: &OrderSpec, field: &FieldSpec) -> bool {
        with_battle!(self, b => {
            of(b, order.kind, field.name).is_some_and(|field| b.is_on_the_table(field))
        })
    }

    /// Whether a number in an attack does not affect its probability.
    pub(super) fn changes_no_chance(&self, order: &OrderSpec, field: &FieldSpec) -> bool {
        with_battle!(self, b => {
            of(b, order.kind, field.name).is_some_and(|field| b.changes_no_chance(field))
        })
    }

    /// Whether this subject ever gives the order.
    pub(super) fn concerns(&self, subject: Subject, order: &OrderSpec) -> bool {
        with_battle!(self, b => forms::concerns(b, subject, order))
    }

    /// Why a field has no choices, if the game can say more about it.
    pub(super) fn nothing_for(&self, order: &OrderSpec, field: &FieldSpec) -> Option<Message> {
        with_battle!(self, b => b.nothing_for(of(b, order.kind, field.name)?))
    }
}

/// A field of an order of the battle's game.
fn of<S: Rules>(_: &S, order: &str, field: &str) -> Option<FieldOf<S>> {
    S::Order::field(order, field)
}
