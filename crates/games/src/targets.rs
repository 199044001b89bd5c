//! The orders that a unit can give against a target, with their probabilities over
//! everything that only the players or the other side know.

use serde_json::{Value, json};

use dice::{Chance, Thoroughness, Walk};
use message::Message;
use rules::schema::Chooser;
use rules::{CardTarget, OfferField, Stop, Tag, TargetOrder, ValueType};

use super::filled_order::FilledIn;
use super::turn_card::OrderDraft;
use super::{Order, PlayerView};

/// The enemies that a unit touches and the one that the player named, with the orders
/// against each.
pub(super) fn targets_of(known: &PlayerView, unit: Tag, named: Option<Tag>) -> Vec<CardTarget> {
    let own = known.holder(unit);
    let named = named.filter(|tag| known.in_play(*tag) || known.tags().contains(tag));
    let mut tags: Vec<Tag> = named.into_iter().collect();
    for tag in known.beside(unit) {
        if !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    tags.retain(|tag| *tag != unit);
    let orders = |target: Tag| {
        let attacks = known.attacks(unit, target).into_iter();
        let orders = attacks.filter_map(|(draft, text)| target_order(known, &draft, text));
        CardTarget { unit: target, orders: orders.collect() }
    };
    let of = tags.into_iter().map(orders);
    of.filter(|target| known.holder(target.unit) != own || !target.orders.is_empty()).collect()
}

/// The most combinations of values that are tried for an order.
const MOST_WAYS: usize = 256;

/// An order against a target with its probability; `None` if the rules refuse it for all
/// values.
fn target_order(known: &PlayerView, draft: &OrderDraft, text: Message) -> Option<TargetOrder> {
    let filled = draft.filled(known)?;
    if filled.offer.refused.is_some() {
        return None;
    }
    let mut order = filled.offer.written();
    order.retain(|_, value| !value.is_null());
    let (p, turns_on) = match chances(known, draft, &filled) {
        Some((p, turns_on)) => (Some(p), turns_on),
        None => (None, Vec::new()),
    };
    Some(TargetOrder { kind: draft.kind.to_owned(), text, order, p, turns_on })
}

/// The values that a field can have, if only the players or the other side know it.
fn ways_of(draft: &OrderDraft, field: &OfferField) -> Vec<Value> {
    let is_given = draft.fields.iter().any(|(name, _)| *name == field.spec.name);
    let turns = field.unseen
        || field.spec.chosen_by == Chooser::OtherSide
        || field.value.is_none() && field.required;
    if is_given || !turns {
        return Vec::new();
    }
    match (field.spec.takes, field.range) {
        (ValueType::Flag, _) => vec![json!(false), json!(true)],
        (ValueType::Number { .. } | ValueType::NumberOr { .. }, Some((least, most))) => {
            (least..=most).take(MOST_WAYS + 1).map(|number| json!(number)).collect()
        }
        (ValueType::Unit | ValueType::Choice { .. } | ValueType::Side, _) => {
            field.choices.iter().map(|choice| choice.value.clone()).collect()
        }
        _ => Vec::new(),
    }
}

/// The least and the greatest probability of a good outcome, and the fields that change it.
fn chances(
    known: &PlayerView,
    draft: &OrderDraft,
    filled: &FilledIn,
) -> Option<([f64; 2], Vec<String>)> {
    let mut varied: Vec<(&'static str, Vec<Value>)> = Vec::new();
    let mut whole = filled.offer.written();
    for field in filled.offer.fields.iter().chain(&filled.answers) {
        if known.changes_no_chance(filled.offer.spec, field.spec) {
            let most = field.range.map(|(_, most)| json!(most));
            whole.extend(most.map(|most| (field.spec.name.to_owned(), most)));
            continue;
        }
        let values = ways_of(draft, field);
        if !values.is_empty() {
            varied.push((field.spec.name, values));
        }
    }
    let indistinguishable = known.indistinguishable();
    let ways = varied.iter().map(|(_, values)| values.len());
    let all = ways.chain([indistinguishable.len()]).try_fold(1_usize, usize::checked_mul)?;
    if all > MOST_WAYS {
        return None;
    }
    let mut found: Vec<(Vec<usize>, f64)> = Vec::new();
    for at in 0..all / indistinguishable.len().max(1) {
        let mut rest = at;
        let mut picks = Vec::new();
        let mut order = whole.clone();
        for (name, values) in &varied {
            let pick = rest % values.len();
            rest /= values.len();
            picks.push(pick);
            order.insert((*name).into(), values[pick].clone());
        }
        let Ok(order) = known.read_declared(&order) else { continue };
        for candidate in &indistinguishable {
            match chance_of_good(candidate, &order) {
                Chances::Known(chance) => found.push((picks.clone(), chance)),
                Chances::Refused => {}
                Chances::Unknown => return None,
            }
        }
    }
    let least = found.iter().map(|(_, p)| *p).reduce(f64::min)?;
    let most = found.iter().map(|(_, p)| *p).reduce(f64::max)?;
    let turns = |at: usize| {
        found.iter().any(|(one, p)| {
            found.iter().any(|(other, q)| {
                let alike = |other_at: usize| other_at == at || one[other_at] == other[other_at];
                (0..varied.len()).all(alike) && one[at] != other[at] && (p - q).abs() > 1e-12
            })
        })
    };
    let names = varied.iter().enumerate().filter(|(at, _)| turns(*at));
    let turns_on = names.map(|(_, (name, _))| (*name).to_owned()).collect();
    Some(([least, most], turns_on))
}

/// The probability of an order, as far as it is known.
enum Chances {
    Known(f64),
    /// The rules refuse the order with these values.
    Refused,
    /// It has too many branches, or the other side has to answer first.
    Unknown,
}

fn chance_of_good(known: &PlayerView, order: &Order) -> Chances {
    let mut walk = Walk::new(Thoroughness::Merged);
    let mut good = Chance::never();
    let mut left = MOST_BRANCHES_OF_A_WAY;
    while let Some((result, chance)) = walk.branch(|dice| known.resolve(order, dice)) {
        match result {
            Ok(report) if known.is_good(order, &report) => good.add(chance),
            Ok(_) => {}
            Err(Stop::Refused(_)) => return Chances::Refused,
            Err(Stop::Needs { .. } | Stop::Invalid(_)) => return Chances::Unknown,
        }
        left -= 1;
        if left == 0 {
            return Chances::Unknown;
        }
    }
    if walk.ran_out() { Chances::Unknown } else { Chances::Known(good.to_f64()) }
}

/// The most branches of an order that are followed for its probability against a target.
const MOST_BRANCHES_OF_A_WAY: usize = 20_000;
