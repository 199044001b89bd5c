//! The forms of orders for any game: the values of fields, and which fields are asked.

use serde_json::Value;

use message::Message;
use rules::{
    Comparison as _, DuelDistances, DuelFrequency, FieldDefaults, FieldOf, FieldSpec, Forms as _,
    Keyword as _, KindOf, Measure, OrderSpec, Rules, Stated as _, Subject, Tag, Turns as _, forms,
};

use super::Battle;

impl Battle {
    /// Better defaults, ranges and choices for a field than the schema has.
    pub(super) fn defaults(
        &self,
        subject: Subject,
        order: &OrderSpec,
        field: &FieldSpec,
    ) -> FieldDefaults {
        dispatch!(Battle, self, |battle| forms::defaults(battle, subject, order, field))
    }

    /// How often a duellist gives an order of this kind at these distances.
    #[must_use]
    pub fn in_duel(&self, order: &str, ground: DuelDistances) -> DuelFrequency {
        dispatch!(SystemTag, self.system(), |S: Rules| {
            KindOf::<S>::of_word(order)
                .map_or(DuelFrequency::Never, |order| S::in_duel(order, ground))
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
        dispatch!(Battle, self, |battle| battle.duellist_value(
            own,
            of(battle, order, field)?,
            ground
        ))
    }

    /// Whether the form asks for an optional field, because it could change the order now.
    pub(super) fn asks(&self, subject: Subject, order: &OrderSpec, field: &FieldSpec) -> bool {
        let of_a_correction = true;
        dispatch!(Battle, self, |battle| {
            of(battle, order.kind, field.name)
                .map_or(of_a_correction, |field| battle.asks(subject, field))
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
        seen && dispatch!(Battle, self, |battle| {
            of(battle, order.kind, field.name)
                .is_some_and(|field| battle.unseen(subject, field, target))
        })
    }

    /// Whether only the players know the field's value, although its order does not mark it
    /// as seen.
    pub(super) fn is_on_the_table(&self, order: &OrderSpec, field: &FieldSpec) -> bool {
        dispatch!(Battle, self, |battle| {
            of(battle, order.kind, field.name).is_some_and(|field| battle.is_on_the_table(field))
        })
    }

    /// Whether a number in an attack does not affect its probability.
    pub(super) fn changes_no_chance(&self, order: &OrderSpec, field: &FieldSpec) -> bool {
        dispatch!(Battle, self, |battle| {
            of(battle, order.kind, field.name).is_some_and(|field| battle.changes_no_chance(field))
        })
    }

    /// Whether this subject ever gives the order.
    pub(super) fn concerns(&self, subject: Subject, order: &OrderSpec) -> bool {
        dispatch!(Battle, self, |battle| forms::concerns(battle, subject, order))
    }

    /// Why a field has no choices, if the game can say more about it.
    pub(super) fn nothing_for(&self, order: &OrderSpec, field: &FieldSpec) -> Option<Message> {
        dispatch!(Battle, self, |battle| battle.nothing_for(of(battle, order.kind, field.name)?))
    }
}

/// A field of an order of the battle's game.
fn of<S: Rules>(_: &S, order: &str, field: &str) -> Option<FieldOf<S>> {
    S::Order::field(order, field)
}
