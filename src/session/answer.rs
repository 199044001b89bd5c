//! Answers in the form of the protocol.

use std::fmt;

use serde_json::{Map, Value, json};

use crate::dice::Modifier;
use crate::message::Message;
use crate::rules::{Offer, Refusal, Side, Takes};
use crate::text::roll_to_json;

use super::protocol::{LeftOrder, Log, LogRow, Needs, Response, View};
use super::turn_cards;
use super::verb::{Protocol, SharedVerb};

/// Why a request was not carried out.
pub(crate) enum Trouble {
    /// It is well-formed, but forbidden.
    Refused {
        /// What stands against it.
        why: String,
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
    /// One of several orders stands in the way: its place in the list, from 0.
    AtOrder(usize, Box<Trouble>),
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
    pub(crate) fn of_answer(answer: Response, column: usize) -> Trouble {
        match answer {
            Response::Refused(refusal) => {
                Trouble::Refused { why: refusal.why.to_string(), rule: refusal.rule.into_owned() }
            }
            Response::Needs(Needs { after, ask: Some(ask), .. }) => Trouble::Needs(json!({
                "throw": ask.throw.to_string(),
                "for": ask.purpose.to_string(),
                "modifiers": ask.modifiers.iter().map(modifier_to_json).collect::<Vec<_>>(),
                "after": after.iter().map(roll_to_json).collect::<Vec<_>>(),
            })),
            Response::AtOrder { order, answer } => {
                Trouble::AtOrder(order, Box::new(Trouble::of_answer(*answer, column)))
            }
            Response::Asks { of, order } => Trouble::Asked(of, Value::Object(order)),
            Response::Hidden { why } => Trouble::Hidden(why.to_string()),
            Response::Unknown { why } => Trouble::Unknown(why.to_string()),
            other => {
                let why = other.in_words().map(|why| why.to_string());
                Trouble::error(why.unwrap_or_else(|| "it was not done".into()), column)
            }
        }
    }

    pub(crate) fn to_json(&self, line: usize) -> Value {
        let (key, what) = self.told(line);
        let mut told = json!({ key: what });
        if let Some(order) = self.at() {
            told["at"] = order.into();
        }
        told
    }

    /// The place of the order that stands in the way, from 0, if it is one of several.
    pub(crate) fn at(&self) -> Option<usize> {
        match self {
            Trouble::AtOrder(order, _) => Some(*order),
            Trouble::Refused { .. }
            | Trouble::Needs(_)
            | Trouble::Hidden(_)
            | Trouble::Unknown(_)
            | Trouble::Asked(..)
            | Trouble::Error { .. } => None,
        }
    }

    /// The key of the answer, and what stands there.
    pub(crate) fn told(&self, line: usize) -> (&'static str, Value) {
        match self {
            Trouble::Refused { why, rule } => ("refused", json!({ "why": why, "rule": rule })),
            Trouble::Needs(needs) => ("needs", needs.clone()),
            Trouble::Hidden(why) => ("hidden", json!({ "why": why })),
            Trouble::Unknown(why) => ("unknown", json!({ "why": why })),
            Trouble::AtOrder(_, trouble) => trouble.told(line),
            Trouble::Asked(of, order) => ("asked", json!({ "of": of, "order": order })),
            Trouble::Error { why, column } => {
                ("error", json!({ "why": why, "line": line, "column": column }))
            }
        }
    }
}

/// What was done, in the words that scripts and rooms have for it; the answer again where
/// there are none.
pub(crate) fn done(
    verb: Option<SharedVerb>,
    answer: Response,
    to: Protocol,
) -> Result<Value, Box<Response>> {
    let at = answer.at().filter(|_| to != Protocol::Script);
    let mut told = match (verb, answer) {
        (_, Response::Given { row, .. }) => given(&row),
        (_, Response::GivenAsOne { rows, left, .. }) => json!({
            "entries": rows.iter().map(given).collect::<Vec<_>>(),
            "left": left.iter().map(left_out).collect::<Vec<_>>(),
        }),
        (_, Response::View(view)) if to != Protocol::Script => {
            return Ok(json!({ "view": view_in_words(&view, to) }));
        }
        (_, Response::Offers { offers, .. }) => json!({ "offers": offers_to_json(&offers) }),
        (_, Response::Odds(odds)) => odds,
        (_, Response::State(state)) => json!({ "state": state }),
        (_, Response::Turn { card, .. }) => turn_cards::card(&card),
        (_, Response::Next { next, .. }) => turn_cards::next(&next),
        (_, Response::Group { group, .. }) => turn_cards::group(&group),
        (Some(SharedVerb::Undo), Response::Done { brief, .. }) => json!({ "undone": brief }),
        (Some(SharedVerb::Redo), Response::Done { brief, .. }) => json!({ "redone": brief }),
        (Some(SharedVerb::Journal), Response::Log(log)) => journal(&log, to),
        (_, other) => return Err(Box::new(other)),
    };
    if let Some(at) = at {
        told["at"] = at.into();
    }
    Ok(told)
}

/// The orders that are open, and why others are not.
fn offers_to_json(offers: &[Offer]) -> Value {
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
    keys.insert("required".into(), json!(field.required));
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

fn texts(says: &[Message]) -> Vec<String> {
    says.iter().map(ToString::to_string).collect()
}

pub(super) fn modifier_to_json(modifier: &Modifier) -> Value {
    json!({ "amount": modifier.amount, "why": modifier.reason.why.to_string() })
}

/// An order that was carried out.
fn given(row: &LogRow) -> Value {
    json!({
        "outcome": row.outcome,
        "rolls": row.rolls.iter().map(roll_to_json).collect::<Vec<_>>(),
        "changes": row.changes,
        "text": texts(&row.sentences),
        "warnings": texts(&row.warnings),
    })
}

/// The view, with what was done last as the log tells it.
fn view_in_words(view: &View, to: Protocol) -> Value {
    let mut told = json!(view);
    told["last"] = match &view.last[..] {
        [] => Value::Null,
        [only] if only.group.is_none() => entry(only, to),
        rows => json!({ "entries": rows.iter().map(|row| entry(row, to)).collect::<Vec<_>>() }),
    };
    told
}

/// An order of a group that was left out.
fn left_out(LeftOrder { at, why }: &LeftOrder) -> Value {
    json!({ "at": at, "why": why.to_string() })
}

/// The log.
fn journal(log: &Log, to: Protocol) -> Value {
    let entries: Vec<Value> = log.rows.iter().map(|row| entry(row, to)).collect();
    let mut told = json!({ "journal": entries, "cursor": log.cursor });
    if to == Protocol::Script && !log.undone.is_nothing() {
        told["undone"] = json!(log.undone);
    }
    told
}

/// An entry of the log.
pub(crate) fn entry(row: &LogRow, to: Protocol) -> Value {
    let known = row.outcome.as_ref();
    let time = if to == Protocol::Script { "at" } else { "when" };
    let mut told = json!({
        "order": row.order,
        "brief": row.brief,
        "outcome": row.outcome,
        "rolls": known.map(|_| row.rolls.iter().map(roll_to_json).collect::<Vec<_>>()),
        "changes": row.changes,
        "text": texts(&row.sentences),
        "warnings": known.map(|_| texts(&row.warnings)),
        time: row.when,
        "note": row.note,
        "secret": row.secret,
        "undone": row.undone,
    });
    if let Some(group) = &row.group {
        told["group"] = json!(group);
    }
    // Scripts compose their own headlines; a room ignores keys that it does not know.
    if to != Protocol::Script {
        told["result"] = row.result.to_string().into();
        if let Some(result) = &row.group_result {
            told["group_result"] = result.to_string().into();
        }
    }
    told
}
