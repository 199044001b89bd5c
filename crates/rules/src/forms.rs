//! The forms of orders: what each field holds, and which subject is offered which order.

use message::Message;

use super::common::{Subject, Tag};
use super::correction::Corrections;
use super::ending::{self, AGREE, RESULT};
use super::keyword::Keyword as _;
use super::schema::{ENTRY, FieldSpec, OrderSpec};
use super::statement::Stated as _;
use super::system::{FieldOf, KindOf};
use super::view::FieldDefaults;

/// The definitions with which a game fills in the forms of its orders.
pub trait Forms: Corrections {
    /// Better defaults, ranges and choices for a field of an order than the
    /// schema has.
    fn defaults(&self, _subject: Subject, _field: FieldOf<Self>) -> FieldDefaults {
        FieldDefaults::default()
    }
    /// Why a field has no choices now, if the reason is not obvious:
    /// `no ship has surrendered`.
    fn nothing_for(&self, _field: FieldOf<Self>) -> Option<Message> {
        None
    }
    /// Whether the form asks for an optional field, because it could change the order now.
    fn asks(&self, _subject: Subject, _field: FieldOf<Self>) -> bool {
        true
    }
    /// Whether no record has the field's value because only the players can see it on the
    /// table: distances, and fields marked as seen in an order aimed at this unit.
    fn unseen(&self, _subject: Subject, _field: FieldOf<Self>, _target: Option<Tag>) -> bool {
        true
    }
    /// Whether this subject ever gives the order (light infantry does not charge). It keeps
    /// the list of offers short.
    fn concerns(&self, subject: Subject, _order: KindOf<Self>) -> bool {
        match subject {
            Subject::Unit(tag) => self.in_play(tag),
            Subject::Side(_) | Subject::Battle => true,
        }
    }
}

/// Better defaults, ranges and choices for a field than the schema has.
pub fn defaults<S: Forms>(
    battle: &S,
    subject: Subject,
    order: &OrderSpec,
    field: &FieldSpec,
) -> FieldDefaults {
    match S::Order::field(order.kind, field.name) {
        Some(field) => battle.defaults(subject, field),
        None if order.kind == AGREE.kind && field.name == RESULT => ending::results(battle),
        None if field.name == ENTRY => battle.correctable(subject),
        None => FieldDefaults::default(),
    }
}

/// Whether a subject ever gives the order. A record with entries can be corrected, and a
/// result can be agreed on until there is one.
pub fn concerns<S: Forms>(battle: &S, subject: Subject, order: &OrderSpec) -> bool {
    match KindOf::<S>::of_word(order.kind) {
        Some(order) => battle.concerns(subject, order),
        None if order.kind == AGREE.kind => battle.winner().is_none(),
        None => battle.correctable(subject).choices.is_some_and(|entries| !entries.is_empty()),
    }
}
