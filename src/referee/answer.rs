//! Answers in the form of the protocol.

use std::fmt;

use serde_json::{Map, Value, json};

use crate::dice::Modifier;
use crate::rules::{Offer, Refusal, Side, Takes};
use crate::say::Say;
use crate::wording::roll_to_json;

use super::door::{Answer, Log, LogRow, Needs};

/// Why a request was not carried out.
pub(crate) enum Trouble {
    /// It is well-formed, but forbidden.
    Refused {
        /// What stands against it.
        why: String,
        /// The rule.
        rule: String,
    },
    /// The dice have run out.
    Needs(Value),
    /// The answer would reveal a secret.
    Hidden(String),
    /// It would take too much work.
    Unknown(String),
    /// The order is declared, and waits for this side.
    Asked(Side, Value),
    /// It was not understood.
    Error {
        /// What was found, and what is expected.
        why: String,
        /// The column in characters, from 1.
        column: usize,
    },
}

impl Trouble {
    pub(super) fn error(why: impl fmt::Display, column: usize) -> Trouble {
        Trouble::Error { why: why.to_string(), column }
    }

    /// Both errors as one, at the column of the first.
    pub(super) fn and(self, other: Trouble) -> Trouble {
        match (self, other) {
            (Trouble::Error { why, column }, Trouble::Error { why: more, .. }) => {
                Trouble::error(format!("{why}\n{more}"), column)
            }
            (first, _) => first,
        }
    }

    /// Why something was not done; `column` is where it was asked for.
    pub(crate) fn of_answer(answer: Answer, column: usize) -> Trouble {
        match answer {
            Answer::Refused(refusal) => {
                Trouble::Refused { why: refusal.why.to_string(), rule: refusal.rule.into_owned() }
            }
            Answer::Needs(Needs { after, ask: Some(ask), .. }) => Trouble::Needs(json!({
                "throw": ask.throw.to_string(),
                "for": ask.purpose.to_string(),
                "modifiers": ask.modifiers.iter().map(modifier_to_json).collect::<Vec<_>>(),
                "after": after.iter().map(roll_to_json).collect::<Vec<_>>(),
            })),
            Answer::Hidden { why } => Trouble::Hidden(why.to_string()),
            Answer::Unknown { why } => Trouble::Unknown(why.to_string()),
            other => {
                let why = other.in_words().map(|why| why.to_string());
                Trouble::error(why.unwrap_or_else(|| "it was not done".into()), column)
            }
        }
    }

    pub(crate) fn to_json(&self, line: usize) -> Value {
        match self {
            Trouble::Refused { why, rule } => json!({ "refused": { "why": why, "rule": rule } }),
            Trouble::Needs(needs) => json!({ "needs": needs }),
            Trouble::Hidden(why) => json!({ "hidden": { "why": why } }),
            Trouble::Unknown(why) => json!({ "unknown": { "why": why } }),
            Trouble::Asked(of, order) => json!({ "asked": { "of": of, "order": order } }),
            Trouble::Error { why, column } => {
                json!({ "error": { "why": why, "line": line, "column": column } })
            }
        }
    }
}

/// The orders that are open, and why others are not.
pub(crate) fn offers(offers: &[Offer]) -> Value {
    offers
        .iter()
        .map(|offer| {
            json!({
                "kind": offer.spec.kind,
                "name": offer.spec.name,
                "what": offer.spec.what,
                "rule": offer.spec.rule,
                "fields": offer.fields.iter().map(field).collect::<Vec<_>>(),
                "refused": offer.refused.as_ref().map(refused),
                "warnings": texts(&offer.warnings),
            })
        })
        .collect()
}

fn field(field: &crate::rules::OfferField) -> Value {
    let mut keys = Map::new();
    keys.insert("name".into(), json!(field.spec.name));
    keys.insert("question".into(), json!(field.spec.question.to_string()));
    if let Ok(Value::Object(takes)) = serde_json::to_value(field.spec.takes) {
        keys.extend(takes);
    }
    if let (Some((low, high)), Takes::Number { .. } | Takes::NumberOr { .. }) =
        (field.range, field.spec.takes)
    {
        keys.insert("min".into(), json!(low));
        keys.insert("max".into(), json!(high));
    }
    let required = field.spec.default == crate::rules::schema::LeftOut::Required;
    keys.insert("required".into(), json!(required));
    keys.insert("default".into(), json!(field.spec.default.value()));
    keys.insert("value".into(), json!(field.value));
    if !field.choices.is_empty() {
        let choices: Vec<Value> = field
            .choices
            .iter()
            .map(|choice| {
                json!({
                    "value": choice.value,
                    "label": choice.label.to_string(),
                    "refused": choice.refused.as_ref().map(refused),
                })
            })
            .collect();
        keys.insert("choices".into(), Value::Array(choices));
    }
    Value::Object(keys)
}

/// A refusal in an offer.
fn refused(refusal: &Refusal) -> Value {
    json!({ "why": refusal.why.to_string(), "rule": refusal.rule })
}

fn texts(says: &[Say]) -> Vec<String> {
    says.iter().map(ToString::to_string).collect()
}

fn modifier_to_json(modifier: &Modifier) -> Value {
    json!({ "amount": modifier.amount, "why": modifier.reason.why.to_string() })
}

/// An order that was carried out.
pub(crate) fn given(row: &LogRow) -> Value {
    json!({
        "outcome": row.outcome,
        "rolls": row.rolls.iter().map(roll_to_json).collect::<Vec<_>>(),
        "changes": row.changes,
        "text": row.sentences.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "warnings": texts(&row.warnings),
    })
}

/// The log.
pub(super) fn journal(log: &Log) -> Value {
    let entries: Vec<Value> = log.rows.iter().map(|row| entry(row, "at")).collect();
    let mut told = json!({ "journal": entries, "cursor": log.cursor });
    if !log.undone.is_nothing() {
        told["undone"] = json!(log.undone);
    }
    told
}

/// An entry of the log; `time` names the key for its time.
pub(crate) fn entry(row: &LogRow, time: &str) -> Value {
    let known = row.outcome.as_ref();
    json!({
        "order": row.order,
        "brief": row.brief,
        "outcome": row.outcome,
        "rolls": known.map(|_| row.rolls.iter().map(roll_to_json).collect::<Vec<_>>()),
        "changes": row.changes,
        "text": row.sentences.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "warnings": known.map(|_| texts(&row.warnings)),
        time: row.when,
        "note": row.note,
        "secret": row.secret,
        "undone": row.undone,
    })
}
