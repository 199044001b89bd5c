//! An offer as it is serialised: its order and fields by their words, which are looked up in
//! the rules when it is read.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::message::Message;
use crate::rules::view::KnownKind;
use crate::rules::{Choice, NextStep, Offer, OfferField, OrderSpec, Part, Refusal};

use super::SystemTag;

#[derive(Serialize, Deserialize)]
struct WrittenOffer {
    system: SystemTag,
    kind: String,
    fields: Vec<WrittenField>,
    refused: Option<Refusal>,
    warnings: Vec<Message>,
}

#[derive(Serialize, Deserialize)]
struct WrittenField {
    name: String,
    value: Option<Value>,
    range: Option<(i64, i64)>,
    choices: Vec<Choice>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    required: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
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
pub(crate) fn takes_target(kind: &str) -> bool {
    let mut specs = SystemTag::ALL.iter().filter_map(|system| system.order(kind));
    specs.any(|spec| spec.target.is_some())
}

impl NextStep {
    /// The part that it plays in a turn.
    #[must_use]
    pub fn part(&self) -> Part {
        part_of(self.kind)
    }
}

impl Serialize for Offer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let nowhere = || serde::ser::Error::custom("no system states this order");
        let field = |field: &OfferField| WrittenField {
            name: field.spec.name.to_owned(),
            value: field.value.clone(),
            range: field.range,
            choices: field.choices.clone(),
            required: field.required,
            unseen: field.unseen,
        };
        WrittenOffer {
            system: system_of(self.spec).ok_or_else(nowhere)?,
            kind: self.spec.kind.to_owned(),
            fields: self.fields.iter().map(field).collect(),
            refused: self.refused.clone(),
            warnings: self.warnings.clone(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Offer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Offer, D::Error> {
        let WrittenOffer { system, kind, fields, refused, warnings } =
            WrittenOffer::deserialize(deserializer)?;
        let unknown = || D::Error::custom(format!("{} has no order `{kind}`", system.name()));
        let spec = system.order(&kind).ok_or_else(unknown)?;
        let read = |field: WrittenField| {
            let WrittenField { name, value, range, choices, required, unseen } = field;
            let known = spec.fields.iter().find(|known| known.name == name);
            let spec =
                known.ok_or_else(|| D::Error::custom(format!("`{kind}` has no field `{name}`")))?;
            Ok(OfferField { spec, value, range, choices, required, unseen })
        };
        let fields = fields.into_iter().map(read).collect::<Result<_, _>>()?;
        Ok(Offer { spec, fields, refused, warnings })
    }
}

impl<'de> Deserialize<'de> for KnownKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<KnownKind, D::Error> {
        let kind = String::deserialize(deserializer)?;
        let known = SystemTag::ALL.iter().find_map(|system| system.order(&kind));
        let unknown = || D::Error::custom(format!("`{kind}` is not an order"));
        known.map(|spec| KnownKind(spec.kind)).ok_or_else(unknown)
    }
}
