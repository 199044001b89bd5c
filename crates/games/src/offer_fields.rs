//! An offer as it is serialised, and what the words of orders have in common in all games.

use serde::{Serialize, Serializer};
use serde_json::Value;

use message::Message;
use rules::{Choice, Offer, OfferField, OrderSpec, Part, Refusal};

use super::SystemTag;

#[derive(Serialize)]
struct WrittenOffer {
    system: SystemTag,
    kind: String,
    fields: Vec<WrittenField>,
    refused: Option<Refusal>,
    warnings: Vec<Message>,
}

#[derive(Serialize)]
struct WrittenField {
    name: String,
    value: Option<Value>,
    range: Option<(i64, i64)>,
    choices: Vec<Choice>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    required: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unseen: bool,
}

/// A system that has this kind of order. One that all systems share is found in
/// the first.
fn system_of(spec: &'static OrderSpec) -> Option<SystemTag> {
    let states = |system: &&SystemTag| {
        system.order(spec.kind).is_some_and(|own| (own.rule, own.what) == (spec.rule, spec.what))
    };
    SystemTag::ALL.iter().find(states).copied()
}

/// The part that an order with this word plays in a turn: the same in every system that
/// has it.
#[must_use]
pub fn part_of(kind: &str) -> Part {
    let known = SystemTag::ALL.iter().find_map(|system| system.order(kind));
    known.map_or(Part::Act, |spec| spec.part)
}

/// Whether an order with this word is given at a unit that the players choose.
#[must_use]
#[cfg(not(target_arch = "wasm32"))]
pub fn takes_target(kind: &str) -> bool {
    let mut specs = SystemTag::ALL.iter().filter_map(|system| system.order(kind));
    specs.any(|spec| spec.target.is_some())
}

/// Serializes an offer: its order and fields by their words.
///
/// # Errors
/// No game has its order, and those of the serializer.
pub fn serialize_offer<S: Serializer>(offer: &Offer, serializer: S) -> Result<S::Ok, S::Error> {
    written(offer)?.serialize(serializer)
}

/// Serializes several offers.
///
/// # Errors
/// As [`serialize_offer`].
pub fn serialize_offers<S: Serializer>(offers: &[Offer], serializer: S) -> Result<S::Ok, S::Error> {
    let written = offers.iter().map(written::<S::Error>).collect::<Result<Vec<_>, _>>()?;
    written.serialize(serializer)
}

fn written<E: serde::ser::Error>(offer: &Offer) -> Result<WrittenOffer, E> {
    let field = |field: &OfferField| WrittenField {
        name: field.spec.name.to_owned(),
        value: field.value.clone(),
        range: field.range,
        choices: field.choices.clone(),
        required: field.required,
        unseen: field.unseen,
    };
    Ok(WrittenOffer {
        system: system_of(offer.spec).ok_or_else(|| E::custom("no system states this order"))?,
        kind: offer.spec.kind.to_owned(),
        fields: offer.fields.iter().map(field).collect(),
        refused: offer.refused.clone(),
        warnings: offer.warnings.clone(),
    })
}
