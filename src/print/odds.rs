//! The odds of two fleets against each other, as tables to print. Every chance
//! is that of the rules' own resolver, run over all throws.

use serde_json::{Map, Value, json};

use crate::dice::{Chance, Thoroughness};
use crate::rules::schema::ADJUST;
use crate::rules::{
    Battle, Choice, Odds, Offer, OfferField, OrderSpec, Side, Subject, Tag, Takes, Viewer, odds,
    offers, title,
};

use super::chart::OddsTable;

/// The odds of every order that throws dice, for the first of each type of one
/// side, and where it has a target, against the first of each type of the
/// other; as the battle stands.
#[must_use]
pub fn odds_tables(battle: &Battle, side: Side) -> Vec<OddsTable> {
    let own: Vec<(Tag, Vec<Offer>)> = firsts(battle, side)
        .into_iter()
        .map(|tag| (tag, offers(battle, Subject::Unit(tag))))
        .collect();
    let targets = firsts(battle, side.other());
    let orders = battle.system().orders().iter().filter(|spec| spec.kind != ADJUST.kind);
    orders.filter_map(|spec| table(battle, spec, &own, &targets)).collect()
}

/// The first of each type that a side has in play.
fn firsts(battle: &Battle, side: Side) -> Vec<Tag> {
    let mut kinds: Vec<(String, Tag)> = Vec::new();
    for tag in battle.tags() {
        let Some(card) = battle.card(tag, Viewer::Everyone) else { continue };
        let here = card.holder == side && battle.in_play(tag);
        if here && kinds.iter().all(|(kind, _)| *kind != card.kind) {
            kinds.push((card.kind, tag));
        }
    }
    kinds.into_iter().map(|(_, tag)| tag).collect()
}

/// One order with its odds: who, with what, at whom.
struct Line {
    who: String,
    at: Vec<String>,
    odds: Odds,
}

fn table(
    battle: &Battle,
    spec: &'static OrderSpec,
    own: &[(Tag, Vec<Offer>)],
    targets: &[Tag],
) -> Option<OddsTable> {
    let mut lines: Vec<Line> = Vec::new();
    let (mut notes, mut exceptions) = (Vec::new(), Vec::new());
    for (tag, offers) in own {
        let Some(offer) = offers.iter().find(|offer| offer.spec.kind == spec.kind) else {
            continue;
        };
        if offer.refused.is_some() {
            continue;
        }
        notes = assumptions(offer, notes);
        for variant in variants(offer, targets) {
            let found = chances(battle, offer, variant.order, &mut exceptions);
            // What never fails to be done needs no odds.
            let certain = |odds: &Odds| matches!(odds.outcomes[..], [("done", _)]);
            let Some(odds) = found.filter(|odds| !certain(odds)) else { continue };
            let who = named(battle, *tag) + &variant.with;
            let at = variant.target.map(|target| named(battle, target));
            // Targets of equal odds share a line.
            let same = lines.iter_mut().find(|l| l.who == who && l.odds.outcomes == odds.outcomes);
            match same {
                Some(line) => line.at.extend(at),
                None => lines.push(Line { who, at: at.into_iter().collect(), odds }),
            }
        }
    }
    let mut outcomes: Vec<&'static str> = Vec::new();
    for (outcome, _) in lines.iter().flat_map(|line| &line.odds.outcomes) {
        if !outcomes.contains(outcome) {
            outcomes.push(outcome);
        }
    }
    if outcomes.len() < 2 {
        return None;
    }
    let row = |line: &Line| {
        let label = if line.at.is_empty() {
            line.who.clone()
        } else {
            format!("{} → {}", line.who, line.at.join(", "))
        };
        let chance = |outcome: &&'static str| {
            let found = line.odds.outcomes.iter().find(|(known, _)| known == outcome);
            found.map(|(_, chance)| Chance::to_f64(chance))
        };
        (label, outcomes.iter().map(chance).collect())
    };
    notes.extend(exceptions);
    Some(OddsTable {
        title: spec.name.into(),
        rows_are: String::new(),
        columns: outcomes.iter().map(|outcome| title(outcome)).collect(),
        rows: lines.iter().map(row).collect(),
        notes,
    })
}

fn named(battle: &Battle, tag: Tag) -> String {
    let kind = battle.card(tag, Viewer::Everyone).map(|card| card.kind).unwrap_or_default();
    format!("{tag} {kind}")
}

/// What stands in the fields that the table does not vary, in words; only what
/// all offers agree on is said.
fn assumptions(offer: &Offer, before: Vec<String>) -> Vec<String> {
    let said: Vec<String> = offer
        .fields
        .iter()
        .filter_map(|field| match (field.spec.takes, &field.value) {
            (Takes::Number { .. } | Takes::NumberOr { .. }, Some(value @ Value::Number(_))) => {
                Some(format!("{}: {value}.", field.spec.question))
            }
            (Takes::Flag, Some(Value::Bool(true))) => {
                Some(format!("{}: yes.", field.spec.question))
            }
            _ => None,
        })
        .collect();
    if before.is_empty() { said } else { before.into_iter().filter(|b| said.contains(b)).collect() }
}

/// An order to look at: its target, and what else it chooses, in words.
struct Variant {
    order: Map<String, Value>,
    target: Option<Tag>,
    with: String,
}

/// The order with every word that must be chosen, at every target.
fn variants(offer: &Offer, targets: &[Tag]) -> Vec<Variant> {
    let plain = Variant { order: offer.written(), target: None, with: String::new() };
    let mut variants = vec![plain];
    for field in &offer.fields {
        let required = field.spec.default.value().is_none();
        if matches!(field.spec.takes, Takes::Choice { .. }) && required {
            variants = variants.iter().flat_map(|variant| chosen(variant, field)).collect();
        }
    }
    // The first unit is the one that gives the order.
    let unit = |field: &&OfferField| field.spec.takes == Takes::Unit;
    if let Some(field) = offer.fields.iter().filter(unit).nth(1) {
        let offered = |tag: &&Tag| field.choices.iter().any(|choice| choice.value == json!(tag));
        let at = |variant: &Variant, tag: Tag| {
            let mut order = variant.order.clone();
            order.insert(field.spec.name.into(), json!(tag));
            Variant { order, target: Some(tag), with: variant.with.clone() }
        };
        variants = variants
            .iter()
            .flat_map(|variant| targets.iter().filter(offered).map(|tag| at(variant, *tag)))
            .collect();
    }
    variants
}

fn chosen(variant: &Variant, field: &OfferField) -> Vec<Variant> {
    let with = |choice: &Choice| {
        let mut order = variant.order.clone();
        order.insert(field.spec.name.into(), choice.value.clone());
        let word = choice.label.to_lowercase();
        Variant { order, target: None, with: format!("{}, {word}", variant.with) }
    };
    field.choices.iter().map(with).collect()
}

/// The odds of an order. Where the rules refuse it, the first number that they
/// take is put in the place of one (a trebuchet does not reach the next hex),
/// and that is noted.
fn chances(
    battle: &Battle,
    offer: &Offer,
    mut order: Map<String, Value>,
    notes: &mut Vec<String>,
) -> Option<Odds> {
    let of = |order: &Map<String, Value>| {
        let order = battle.read_order(order).ok()?;
        odds(battle, &order, &[], Thoroughness::Merged).ok()
    };
    let found = of(&order);
    if found.is_some() {
        return found;
    }
    for field in &offer.fields {
        let (Takes::Number { .. }, Some((lowest, highest))) = (field.spec.takes, field.range)
        else {
            continue;
        };
        let before = order.get(field.spec.name).cloned();
        for number in lowest..=highest.min(lowest + 12) {
            order.insert(field.spec.name.into(), json!(number));
            let Some(found) = of(&order) else { continue };
            let note =
                format!("{}: where that is not allowed, the least that is.", field.spec.question);
            if !notes.contains(&note) {
                notes.push(note);
            }
            return Some(found);
        }
        order.insert(field.spec.name.into(), before.unwrap_or(Value::Null));
    }
    None
}
