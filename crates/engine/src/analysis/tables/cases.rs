//! The orders in a table of odds: every required choice, every target, every number, and each
//! option alone.

use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

use crate::analysis::odds::{Odds, Unfound, odds};
use crate::text::{answered, plain_value};
use dice::{Roll, Seeded, Thoroughness};
use games::PlayerView;
use message::{Message, message};
use rules::scenario::Alike;
use rules::{Choice, Measure, Offer, OfferField, ValueType};

/// The fields that the table does not vary, with their values, in words; only
/// those on which all offers agree.
pub(super) fn assumptions(offer: &Offer, before: Option<Vec<Message>>) -> Vec<Message> {
    let varied = varied(offer).map(|(field, _)| field.spec.name);
    let fields = offer.fields.iter().filter(|field| Some(field.spec.name) != varied);
    let assumed: Vec<Message> = fields
        .filter_map(|field| {
            let answer = match (field.spec.takes, field.value.as_ref()?) {
                (
                    ValueType::Number { .. } | ValueType::NumberOr { .. },
                    value @ Value::Number(_),
                )
                | (ValueType::Flag, value @ Value::Bool(true)) => plain_value(value),
                _ => return None,
            };
            Some(message!("{said}.", said = answered(field.spec.question, answer)))
        })
        .collect();
    match before {
        None => assumed,
        Some(before) => before.into_iter().filter(|known| assumed.contains(known)).collect(),
    }
}

/// An order in a table: its target, and its other choices, in words.
pub(super) struct Variant {
    pub(super) order: Map<String, Value>,
    pub(super) target: Option<Alike>,
    pub(super) with: Vec<Message>,
}

/// The order with every word that must be chosen, and every target.
pub(super) fn variants(offer: &Offer, targets: &[Alike]) -> Vec<Variant> {
    let plain = Variant { order: offer.written(), target: None, with: Vec::new() };
    let mut variants = vec![plain];
    for field in &offer.fields {
        let required = field.spec.default.value().is_none();
        if matches!(field.spec.takes, ValueType::Choice { .. }) && required {
            variants = variants.iter().flat_map(|variant| chosen(variant, field)).collect();
        }
    }
    // The first field for a unit is the issuer.
    let unit = |field: &&OfferField| field.spec.takes == ValueType::Unit;
    // The unit that is credited with the result is no target.
    let target = |field: &&OfferField| !field.choices.is_empty() && field.spec.name != "credit";
    if let Some(field) = offer.fields.iter().filter(unit).nth(1).filter(target) {
        let at = |variant: &Variant, alike: &Alike| {
            let tag = alike.first()?;
            let open = field.choices.iter().any(|choice| choice.value == json!(tag));
            let mut order = variant.order.clone();
            order.insert(field.spec.name.into(), json!(tag));
            let target = Some(alike.clone());
            open.then(|| Variant { order, target, with: variant.with.clone() })
        };
        variants = variants
            .iter()
            .flat_map(|variant| targets.iter().filter_map(|alike| at(variant, alike)))
            .collect();
    }
    variants
}

fn chosen(variant: &Variant, field: &OfferField) -> Vec<Variant> {
    let with = |choice: &Choice| {
        let mut order = variant.order.clone();
        order.insert(field.spec.name.into(), choice.value.clone());
        let with = variant.with.iter().chain([&choice.label]).cloned().collect();
        Variant { order, target: None, with }
    };
    field.choices.iter().map(with).collect()
}

/// The odds of an order under certain circumstances, which are given in words.
pub(super) struct Case {
    pub(super) when: Option<Message>,
    pub(super) order: Map<String, Value>,
    pub(super) odds: Odds,
    /// The sum of the modifiers, if the odds depend only on it.
    pub(super) net: Option<i64>,
}

/// Computes odds, and notes why some were not found.
pub(super) struct OddsSeeker<'b> {
    /// Battles that the reader cannot distinguish.
    pub(super) indistinguishable: &'b [PlayerView<'b>],
    /// Whether the odds depend only on the sum of the modifiers.
    pub(super) by_net: bool,
    pub(super) ran_out: bool,
    /// Whether some would have revealed a secret.
    pub(super) secret: bool,
}

impl OddsSeeker<'_> {
    /// A case of an order.
    fn case(&self, when: Option<Message>, order: &Map<String, Value>, odds: Odds) -> Case {
        let net = if self.by_net { self.net(order) } else { None };
        Case { when, order: order.clone(), odds, net }
    }

    /// The sum of the modifiers of the first roll of an order, minus those of the other side if
    /// both make the same roll at once. Equal dice of one side decide the same.
    fn net(&self, order: &Map<String, Value>) -> Option<i64> {
        let battle = self.indistinguishable.first()?;
        let order = battle.read_order(order).ok()?;
        let report = battle.resolve(&order, &mut Seeded::new(0, 0)).ok()?;
        let sum = |roll: &Roll| roll.modifiers.iter().map(|m| m.amount).sum::<i64>();
        let first = report.rolls.first().filter(|roll| roll.throw.count() == 1)?;
        let second = report
            .rolls
            .get(1)
            .filter(|roll| roll.throw == first.throw && roll.purpose != first.purpose);
        Some(sum(first) - second.map_or(0, sum))
    }

    /// The odds of an order; `None` if the rules forbid it, they take too long, or they would
    /// reveal a secret.
    fn odds(&mut self, order: &Map<String, Value>) -> Option<Odds> {
        let mut known: Option<Odds> = None;
        for battle in self.indistinguishable {
            let order = battle.read_order(order).ok()?;
            if self.indistinguishable.len() > 1 && battle.hides_odds(&order).is_some() {
                self.secret = true;
                return None;
            }
            let odds = match odds(battle, &order, &[], Thoroughness::Merged) {
                Ok(odds) => odds,
                Err(Unfound::RanOut) => {
                    self.ran_out = true;
                    return None;
                }
                Err(Unfound::Stopped(_)) => return None,
            };
            if known.as_ref().is_some_and(|known| known.outcomes != odds.outcomes) {
                self.secret = true;
                return None;
            }
            known.get_or_insert(odds);
        }
        known
    }
}

/// The odds of an order: for each number that it asks for, and then with each
/// option that makes a difference.
pub(super) fn cases(
    asked: &mut OddsSeeker,
    offer: &Offer,
    order: &Map<String, Value>,
) -> Vec<Case> {
    let proposed = asked.odds(order);
    // An order that cannot fail needs no odds.
    let certain = |odds: &Odds| match &odds.outcomes[..] {
        [(outcome, _)] => outcome.is_done() || (asked.by_net && asked.net(order).is_none()),
        _ => false,
    };
    if proposed.as_ref().is_some_and(certain) {
        return Vec::new();
    }
    let mut cases = match varied(offer) {
        Some((field, range)) => by_number(field, &range, order, asked),
        None => proposed.iter().map(|odds| asked.case(None, order, odds.clone())).collect(),
    };
    if let Some(proposed) = &proposed {
        for (when, order) in modified(offer, order) {
            let odds = asked.odds(&order).filter(|odds| odds.outcomes != proposed.outcomes);
            cases.extend(odds.map(|odds| asked.case(Some(when), &order, odds)));
        }
    }
    cases
}

/// At most this many numbers are tried: more than any weapon of the rules
/// reaches.
const MOST_NUMBERS: i64 = 30;

/// The field for a number, on which the odds may depend, and its range.
fn varied(offer: &Offer) -> Option<(&OfferField, RangeInclusive<i64>)> {
    offer.fields.iter().find_map(|field| match (field.spec.takes, field.range) {
        (ValueType::Number { .. }, Some((lowest, highest))) => Some((field, lowest..=highest)),
        _ => None,
    })
}

/// The odds for every number that the rules accept; successive numbers with
/// equal odds are one case.
fn by_number(
    field: &OfferField,
    range: &RangeInclusive<i64>,
    order: &Map<String, Value>,
    asked: &mut OddsSeeker,
) -> Vec<Case> {
    let lowest = *range.start();
    let last = *range.end().min(&(lowest + MOST_NUMBERS));
    let mut order = order.clone();
    let mut spans: Vec<(i64, i64, Odds)> = Vec::new();
    for number in lowest..=last {
        order.insert(field.spec.name.into(), json!(number));
        let Some(odds) = asked.odds(&order) else {
            if spans.is_empty() {
                continue;
            }
            // Beyond the longest range no number is accepted.
            break;
        };
        match spans.last_mut() {
            Some((_, to, before)) if *to + 1 == number && before.outcomes == odds.outcomes => {
                *to = number;
            }
            _ => spans.push((number, number, odds)),
        }
    }
    // The last number stands for all above it, but a weapon's longest range is
    // the end.
    let open_ended = match field.spec.measures {
        Measure::Amount | Measure::Seen => true,
        Measure::Reach => false,
    };
    let case = |(from, to, odds): (i64, i64, Odds)| {
        let when = if (from, to) == (lowest, last) {
            // The number makes no difference.
            None
        } else if to == last && open_ended {
            Some(message!("{from} or more", from))
        } else if from == to {
            Some(Message::verbatim(from.to_string()))
        } else {
            Some(message!("{from}–{to}", from, to))
        };
        let when = when.map(|span| answered(field.spec.question, span));
        let mut order = order.clone();
        order.insert(field.spec.name.into(), json!(from));
        asked.case(when, &order, odds)
    };
    spans.into_iter().map(case).collect()
}

/// The order with each of its options: a flag that is off by default, or a word
/// other than the usual one.
fn modified(offer: &Offer, order: &Map<String, Value>) -> Vec<(Message, Map<String, Value>)> {
    let with = |field: &OfferField, value: Value, when: Message| {
        let mut order = order.clone();
        order.insert(field.spec.name.into(), value);
        (when, order)
    };
    let of_field = |field: &OfferField| -> Vec<(Message, Map<String, Value>)> {
        let usual = order.get(field.spec.name);
        match (field.spec.takes, field.spec.default.value()) {
            (ValueType::Flag, _) if usual != Some(&Value::Bool(true)) => {
                vec![with(field, Value::Bool(true), Message::word(field.spec.question))]
            }
            (ValueType::Choice { .. }, Some(_)) => {
                let others = field.choices.iter().filter(|choice| Some(&choice.value) != usual);
                let when = |choice: &Choice| choice.label.clone();
                others.map(|choice| with(field, choice.value.clone(), when(choice))).collect()
            }
            _ => Vec::new(),
        }
    };
    offer.fields.iter().flat_map(of_field).collect()
}
