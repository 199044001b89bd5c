//! Answers as the protocol writes them.

use serde_json::{Map, Value, json};

use crate::analysis::Odds;
use crate::dice::Chance;
use crate::journal::Journal;
use crate::rules::{Offer, Stop, Takes, Viewer};
use crate::wording::roll_to_json;

/// Why a request was not carried out.
pub(super) enum Trouble {
    /// Well-formed, and forbidden.
    Refused {
        /// What stands in the way.
        why: String,
        /// The rule.
        rule: String,
    },
    /// The dice have run out.
    Needs(Value),
    /// Not understood.
    Error {
        /// What was found, and what is expected.
        why: String,
        /// From 1, in characters.
        column: usize,
    },
}

impl Trouble {
    pub(super) fn error(why: impl Into<String>, column: usize) -> Trouble {
        Trouble::Error { why: why.into(), column }
    }

    /// Both errors as one, at the place of the first.
    pub(super) fn and(self, other: Trouble) -> Trouble {
        match (self, other) {
            (Trouble::Error { why, column }, Trouble::Error { why: more, .. }) => {
                Trouble::error(format!("{why}\n{more}"), column)
            }
            (first, _) => first,
        }
    }

    /// What a resolver stopped at; `column` is where the order begins.
    pub(super) fn of_stop(stop: Stop, column: usize) -> Trouble {
        match stop {
            Stop::Refused(refusal) => {
                Trouble::Refused { why: refusal.why.to_string(), rule: refusal.rule.into_owned() }
            }
            Stop::Needs { ask, after } => Trouble::Needs(json!({
                "throw": ask.throw.to_string(),
                "for": ask.purpose,
                "modifiers": ask.modifiers,
                "after": after,
            })),
            Stop::Nonsense(why) => Trouble::error(why, column),
        }
    }

    pub(super) fn to_json(&self, line: usize) -> Value {
        match self {
            Trouble::Refused { why, rule } => json!({ "refused": { "why": why, "rule": rule } }),
            Trouble::Needs(needs) => json!({ "needs": needs }),
            Trouble::Error { why, column } => {
                json!({ "error": { "why": why, "line": line, "column": column } })
            }
        }
    }
}

/// Outcomes and watched keys, with their chances as numbers.
pub(super) fn odds(odds: &Odds, watching: bool) -> Value {
    let outcome =
        |(slug, chance): &(&str, Chance)| json!({ "outcome": slug, "p": chance.to_f64() });
    let outcomes: Vec<Value> =
        odds.outcomes.iter().filter(|(_, chance)| !chance.is_never()).map(outcome).collect();
    let mut answer = Map::new();
    answer.insert("outcomes".into(), Value::Array(outcomes));
    if watching {
        let values = |values: &[(Value, Chance)]| -> Value {
            values.iter().map(|(value, chance)| json!([value, chance.to_f64()])).collect()
        };
        let watched: Map<String, Value> =
            odds.watched.iter().map(|(key, list)| (key.clone(), values(list))).collect();
        answer.insert("watched".into(), Value::Object(watched));
    }
    Value::Object(answer)
}

/// The orders that are open, and why the others are not.
pub(super) fn offers(offers: &[Offer]) -> Value {
    offers
        .iter()
        .map(|offer| {
            json!({
                "kind": offer.spec.kind,
                "name": offer.spec.name,
                "what": offer.spec.what,
                "rule": offer.spec.rule,
                "fields": offer.fields.iter().map(field).collect::<Vec<_>>(),
                "refused": offer.refused,
                "warnings": offer.warnings,
            })
        })
        .collect()
}

fn field(field: &crate::rules::OfferField) -> Value {
    let mut keys = Map::new();
    keys.insert("name".into(), json!(field.spec.name));
    keys.insert("question".into(), json!(field.spec.question));
    if let Ok(Value::Object(takes)) = serde_json::to_value(field.spec.takes) {
        keys.extend(takes);
    }
    if let (Some((low, high)), Takes::Number { .. } | Takes::NumberOr { .. }) =
        (field.range, field.spec.takes)
    {
        keys.insert("min".into(), json!(low));
        keys.insert("max".into(), json!(high));
    }
    let required = field.spec.default == crate::rules::schema::Default::Required;
    keys.insert("required".into(), json!(required));
    keys.insert("default".into(), json!(field.spec.default.value()));
    keys.insert("value".into(), json!(field.value));
    if !field.choices.is_empty() {
        let choices: Vec<Value> = field
            .choices
            .iter()
            .map(|choice| {
                json!({ "value": choice.value, "label": choice.label, "refused": choice.refused })
            })
            .collect();
        keys.insert("choices".into(), Value::Array(choices));
    }
    Value::Object(keys)
}

/// The log, as a viewer may read it.
pub(super) fn journal(journal: &Journal, viewer: Viewer) -> Value {
    let entries: Vec<Value> = (0..journal.len())
        .filter_map(|index| {
            let seen = journal.seen(index, viewer)?;
            let report = seen.report.as_ref();
            Some(json!({
                "order": seen.order,
                "brief": seen.brief,
                "outcome": report.map(|report| report.outcome),
                "rolls": report.map(|report| report.rolls.iter().map(roll_to_json).collect::<Vec<_>>()),
                "changes": seen.changes,
                "text": seen.sentences,
                "warnings": report.map(|report| &report.warnings),
                "at": seen.at,
                "note": seen.note,
                "secret": seen.secret,
                "undone": index >= journal.cursor(),
            }))
        })
        .collect();
    json!({ "journal": entries, "cursor": journal.cursor() })
}
