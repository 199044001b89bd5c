//! The chance of success of an order that depends on facts that the app does not know: from the
//! worst to the best answer of the players. No drawing here.

use serde_json::{Value, json};

use crate::analysis::Success;
use crate::message::{Message, message};
use crate::rules::{OfferField, ValueType};
use crate::session::{Client, Draft, Foresight};

/// The least and the most chance of an order.
#[derive(Debug, Default)]
pub(super) struct Chances {
    /// `10%–80%`; `None` if nothing is a guess, or
    /// no outcome is better than another.
    pub(super) summary: Option<Message>,
    /// Whether some answer did not come in time.
    pub(super) late: bool,
}

/// At most this many ways to answer the open questions are tried.
const MOST_WAYS: usize = 16;

impl Chances {
    /// The chances of an order, whatever the players may say to the open questions.
    pub(super) fn of(client: &Client, order: &Draft, open: &[&OfferField]) -> Chances {
        if open.is_empty() {
            return Chances::default();
        }
        let mut all: Vec<Success> = Vec::new();
        for way in ways(open) {
            let mut draft = Draft { foresight: Foresight::Odds, ..order.clone() };
            let fields = draft.fields.get_or_insert_default();
            fields.extend(way.into_iter().map(|(name, value)| (name.to_owned(), value)));
            match client.judge(draft).judged() {
                Some(judged) => {
                    let forecast = judged.forecast.as_ref();
                    all.extend(forecast.and_then(|forecast| forecast.success.clone()));
                }
                // Answers one after the other take too long: the rest is asked later.
                None if client.waits() => return Chances { summary: None, late: true },
                None => {}
            }
        }
        all.sort_by(|one, other| one.chance.total_cmp(&other.chance));
        let summary = match (all.first(), all.last()) {
            (Some(least), Some(most)) if least.shown == most.shown => Some(least.shown.clone()),
            (Some(least), Some(most)) => {
                Some(message!("{low}–{high}", low = &least.shown, high = &most.shown))
            }
            (None, _) | (_, None) => None,
        };
        Chances { summary, late: false }
    }
}

/// The extreme answers to each question, in every combination.
fn ways<'o>(open: &[&'o OfferField]) -> Vec<Vec<(&'o str, Value)>> {
    let mut all = vec![Vec::new()];
    for field in open {
        all = ends(field)
            .into_iter()
            .flat_map(|end| {
                all.iter().map(move |way: &Vec<(&'o str, Value)>| {
                    let mut longer = way.clone();
                    longer.push((field.spec.name, end.clone()));
                    longer
                })
            })
            .take(MOST_WAYS)
            .collect();
    }
    all
}

/// The least and the most of a number, yes and no, or every choice.
fn ends(field: &OfferField) -> Vec<Value> {
    match (field.spec.takes, field.range) {
        (ValueType::Number { .. } | ValueType::NumberOr { .. }, Some((least, most))) => {
            vec![json!(least), json!(most)]
        }
        (ValueType::Flag, _) => vec![json!(false), json!(true)],
        (
            ValueType::Unit
            | ValueType::Units
            | ValueType::Side
            | ValueType::UnitOrSide
            | ValueType::Number { .. }
            | ValueType::NumberOr { .. }
            | ValueType::Choice { .. }
            | ValueType::Text
            | ValueType::Texts
            | ValueType::NumberEach { .. }
            | ValueType::Any,
            _,
        ) => {
            let open = field.choices.iter().filter(|choice| choice.refused.is_none());
            open.map(|choice| choice.value.clone()).collect()
        }
    }
}
