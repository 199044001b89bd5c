//! The orders that are open, with their texts in English.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::Value;

use rules::{Choice, Offer, OfferField, Refusal, ValueType};

use super::entry::texts;

/// An order, with the reason if it is not open.
#[derive(Serialize)]
pub struct WrittenOpenOrder {
    kind: &'static str,
    name: &'static str,
    what: &'static str,
    rule: &'static str,
    fields: Vec<WrittenOrderField>,
    refused: Option<WrittenRefusal>,
    warnings: Vec<String>,
}

/// A field of it.
#[derive(Serialize)]
struct WrittenOrderField {
    name: &'static str,
    question: &'static str,
    /// Its type, and the values that the rules accept now.
    #[serde(flatten)]
    takes: ValueType,
    required: bool,
    default: Option<Value>,
    value: Option<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<WrittenChoice>,
}

/// A choice in a field.
#[derive(Serialize)]
struct WrittenChoice {
    value: Value,
    label: String,
    refused: Option<WrittenRefusal>,
}

/// A refusal by the rules.
#[derive(Serialize)]
pub(super) struct WrittenRefusal {
    why: String,
    rule: Cow<'static, str>,
}

impl From<Refusal> for WrittenRefusal {
    fn from(Refusal { why, rule, .. }: Refusal) -> WrittenRefusal {
        WrittenRefusal { why: why.to_string(), rule }
    }
}

impl From<Offer> for WrittenOpenOrder {
    fn from(offer: Offer) -> WrittenOpenOrder {
        WrittenOpenOrder {
            kind: offer.spec.kind,
            name: offer.spec.name,
            what: offer.spec.what,
            rule: offer.spec.rule,
            fields: offer.fields.into_iter().map(WrittenOrderField::from).collect(),
            refused: offer.refused.map(WrittenRefusal::from),
            warnings: texts(&offer.warnings),
        }
    }
}

impl From<OfferField> for WrittenOrderField {
    fn from(field: OfferField) -> WrittenOrderField {
        let within = |takes: ValueType| match field.range {
            Some((min, max)) => takes.within(min..=max),
            None => takes,
        };
        WrittenOrderField {
            name: field.spec.name,
            question: field.spec.question,
            takes: within(field.spec.takes),
            required: field.required,
            default: field.spec.default.value(),
            value: field.value,
            choices: field.choices.into_iter().map(WrittenChoice::from).collect(),
        }
    }
}

impl From<Choice> for WrittenChoice {
    fn from(Choice { value, label, refused }: Choice) -> WrittenChoice {
        let refused = refused.map(WrittenRefusal::from);
        WrittenChoice { value, label: label.to_string(), refused }
    }
}
