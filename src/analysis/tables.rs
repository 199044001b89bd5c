//! The odds of two fleets against each other, as tables. Every chance
//! is that of the rules' own resolver, run over all throws.

use std::mem;

use serde_json::{Map, Value, json};

use crate::dice::{Chance, Thoroughness};
use crate::rules::schema::ADJUST;
use crate::rules::{
    Battle, Choice, Measure, Offer, OfferField, OrderSpec, Outcome, Side, Subject, Tag, Takes,
    Viewer, offers, title, words,
};

use super::job::{Job, Progress};
use super::odds::{Odds, Unfound, odds};

/// A table of chances, in percent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OddsTable {
    /// Its heading.
    pub title: String,
    /// What its rows are: `Attacker`.
    pub rows_are: String,
    /// The heads of its columns.
    pub columns: Vec<String>,
    /// Its rows: what they are called, and a chance a column from 0 to 1, or
    /// none where it cannot happen.
    pub rows: Vec<(String, Vec<Option<f64>>)>,
    /// What the chances hold for.
    pub notes: Vec<String>,
}

/// The odds of every order that throws dice, for the first of each type of one
/// side, and where it has a target, against the first of each type of the
/// other; as the battle stands. Worked out at once.
#[must_use]
pub fn odds_tables(battle: &Battle, side: Side) -> Vec<OddsTable> {
    let mut job = OddsTables::new(battle, side);
    job.finish();
    job.found()
}

/// The same, worked out step by step: one kind of order of one ship a step.
#[derive(Clone, Debug)]
pub struct OddsTables {
    battle: Battle,
    orders: Vec<&'static OrderSpec>,
    own: Vec<(Tag, Vec<Offer>)>,
    targets: Vec<Tag>,
    /// Steps that have been taken: all ships of an order, order by order.
    at: usize,
    /// The table in hand.
    table: Lines,
    tables: Vec<OddsTable>,
}

/// A table as it grows.
#[derive(Clone, Debug, Default)]
struct Lines {
    list: Vec<Line>,
    notes: Vec<String>,
    /// Some odds would have taken too long.
    ran_out: bool,
}

impl OddsTables {
    /// For one side of a battle as it stands; nothing worked out yet.
    #[must_use]
    pub fn new(battle: &Battle, side: Side) -> OddsTables {
        let offered = |tag| (tag, offers(battle, Subject::Unit(tag)));
        let orders = battle.system().orders().iter().filter(|spec| spec.kind != ADJUST.kind);
        OddsTables {
            orders: orders.collect(),
            own: firsts(battle, side).into_iter().map(offered).collect(),
            targets: firsts(battle, side.other()),
            battle: battle.clone(),
            at: 0,
            table: Lines::default(),
            tables: Vec::new(),
        }
    }

    /// The tables that are done.
    #[must_use]
    pub fn found(self) -> Vec<OddsTable> {
        self.tables
    }
}

impl Job for OddsTables {
    fn step(&mut self) -> bool {
        let ships = self.own.len();
        if self.at >= self.orders.len() * ships {
            return false;
        }
        let (spec, (tag, offers)) = (self.orders[self.at / ships], &self.own[self.at % ships]);
        let offer = offers.iter().find(|offer| offer.spec.kind == spec.kind);
        if let Some(offer) = offer.filter(|offer| offer.refused.is_none()) {
            self.table.add(&self.battle, *tag, offer, &self.targets);
        }
        self.at += 1;
        if self.at.is_multiple_of(ships) {
            self.tables.extend(mem::take(&mut self.table).set(spec));
        }
        true
    }

    fn progress(&self) -> Progress {
        Progress { done: self.at as u64, all: (self.orders.len() * self.own.len()) as u64 }
    }
}

/// The first of each type that a side has in play.
fn firsts(battle: &Battle, side: Side) -> Vec<Tag> {
    let mut kinds: Vec<(String, Tag)> = Vec::new();
    for tag in battle.tags() {
        let Some(card) = battle.card(tag, Viewer::Everyone) else { continue };
        let here = card.holder == side && battle.in_play(tag);
        if here && kinds.iter().all(|(kind, _)| card.kind != *kind) {
            kinds.push((card.kind.to_string(), tag));
        }
    }
    kinds.into_iter().map(|(_, tag)| tag).collect()
}

/// One order with its odds: who, with what, at whom, under which circumstances.
#[derive(Clone, Debug)]
struct Line {
    who: String,
    at: Vec<String>,
    when: String,
    odds: Odds,
}

impl Line {
    fn label(&self) -> String {
        let at = if self.at.is_empty() { "" } else { " → " };
        let when = if self.when.is_empty() { "" } else { " · " };
        [&self.who, at, &self.at.join(", "), when, &self.when].concat()
    }
}

impl Lines {
    /// What a ship's order adds.
    fn add(&mut self, battle: &Battle, tag: Tag, offer: &Offer, targets: &[Tag]) {
        self.notes = assumptions(offer, mem::take(&mut self.notes));
        let mut asked = Asked { battle, ran_out: false };
        for variant in variants(offer, targets) {
            let who = named(battle, tag) + &variant.with;
            let at = variant.target.map(|target| named(battle, target));
            for Case { when, odds } in cases(&mut asked, offer, &variant.order) {
                // Targets of equal odds share a line.
                let same = self.list.iter_mut().find(|line| {
                    line.who == who && line.when == when && line.odds.outcomes == odds.outcomes
                });
                if let Some(line) = same {
                    line.at.extend(at.clone());
                } else {
                    let at = at.clone().into_iter().collect();
                    self.list.push(Line { who: who.clone(), at, when, odds });
                }
            }
        }
        self.ran_out |= asked.ran_out;
    }

    /// The table; none where there is nothing to choose between.
    fn set(self, spec: &OrderSpec) -> Option<OddsTable> {
        let mut outcomes: Vec<Outcome> = Vec::new();
        for (outcome, _) in self.list.iter().flat_map(|line| &line.odds.outcomes) {
            if !outcomes.contains(outcome) {
                outcomes.push(*outcome);
            }
        }
        if outcomes.len() < 2 {
            return None;
        }
        let row = |line: &Line| {
            let chance = |outcome: &Outcome| {
                let found = line.odds.outcomes.iter().find(|(known, _)| known == outcome);
                found.map(|(_, chance)| Chance::to_f64(chance))
            };
            (line.label(), outcomes.iter().map(chance).collect())
        };
        let mut notes = self.notes;
        if self.ran_out {
            notes.push("Some odds take too long to work out and are left out.".into());
        }
        Some(OddsTable {
            title: spec.name.into(),
            rows_are: String::new(),
            columns: outcomes.iter().map(|outcome| title(outcome.slug())).collect(),
            rows: self.list.iter().map(row).collect(),
            notes,
        })
    }
}

fn named(battle: &Battle, tag: Tag) -> String {
    let kind = battle.card(tag, Viewer::Everyone).map(|card| card.kind).unwrap_or_default();
    format!("{tag} {kind}")
}

/// What stands in the fields that the table does not vary, in words; only what
/// all offers agree on is said.
fn assumptions(offer: &Offer, before: Vec<String>) -> Vec<String> {
    let varied = varied(offer).map(|(field, _)| field.spec.name);
    let fields = offer.fields.iter().filter(|field| Some(field.spec.name) != varied);
    let said: Vec<String> = fields
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
        let word = choice.label.to_string().to_lowercase();
        Variant { order, target: None, with: format!("{}, {word}", variant.with) }
    };
    field.choices.iter().map(with).collect()
}

/// The odds of an order under some circumstances, in words.
struct Case {
    when: String,
    odds: Odds,
}

/// Odds of a battle's orders, and whether some took too long.
struct Asked<'b> {
    battle: &'b Battle,
    ran_out: bool,
}

impl Asked<'_> {
    /// The odds of an order; none where the rules forbid it or they take too
    /// long.
    fn odds(&mut self, order: &Map<String, Value>) -> Option<Odds> {
        let order = self.battle.read_order(order).ok()?;
        match odds(self.battle, &order, &[], Thoroughness::Merged) {
            Ok(odds) => Some(odds),
            Err(Unfound::RanOut) => {
                self.ran_out = true;
                None
            }
            Err(Unfound::Stopped(_)) => None,
        }
    }
}

/// The odds of an order: by the number that it asks for, and then with each of
/// its modifiers that makes a difference to what the offer proposes.
fn cases(asked: &mut Asked, offer: &Offer, order: &Map<String, Value>) -> Vec<Case> {
    let proposed = asked.odds(order);
    // What never fails to be done needs no odds.
    let certain = |odds: &Odds| matches!(&odds.outcomes[..], [(outcome, _)] if outcome.is_done());
    if proposed.as_ref().is_some_and(certain) {
        return Vec::new();
    }
    let mut cases = match varied(offer) {
        Some((field, range)) => by_number(field, range, order, asked),
        None => {
            proposed.iter().map(|odds| Case { when: String::new(), odds: odds.clone() }).collect()
        }
    };
    if let Some(proposed) = &proposed {
        for (when, order) in modified(offer, order) {
            let odds = asked.odds(&order).filter(|odds| odds.outcomes != proposed.outcomes);
            cases.extend(odds.map(|odds| Case { when, odds }));
        }
    }
    cases
}

/// No more numbers than this are tried one by one: more than any weapon of the
/// rules reaches.
const MOST_NUMBERS: i64 = 30;

/// The number that an order asks for, which its odds may hang on, and between
/// which bounds.
fn varied(offer: &Offer) -> Option<(&OfferField, (i64, i64))> {
    offer.fields.iter().find_map(|field| match (field.spec.takes, field.range) {
        (Takes::Number { .. }, Some(range)) => Some((field, range)),
        _ => None,
    })
}

/// The odds for every number that the rules take; numbers of equal odds that
/// follow one another are one case.
fn by_number(
    field: &OfferField,
    (lowest, highest): (i64, i64),
    order: &Map<String, Value>,
    asked: &mut Asked,
) -> Vec<Case> {
    let last = highest.min(lowest + MOST_NUMBERS);
    let mut order = order.clone();
    let mut spans: Vec<(i64, i64, Odds)> = Vec::new();
    for number in lowest..=last {
        order.insert(field.spec.name.into(), json!(number));
        let Some(odds) = asked.odds(&order) else {
            if spans.is_empty() {
                continue;
            }
            // Past the farthest reach, nothing is taken any more.
            break;
        };
        match spans.last_mut() {
            Some((_, to, before)) if *to + 1 == number && before.outcomes == odds.outcomes => {
                *to = number;
            }
            _ => spans.push((number, number, odds)),
        }
    }
    let what = words(field.spec.name);
    let open_ended = match field.spec.measures {
        Measure::Amount => true,
        Measure::Reach => false,
    };
    let case = |(from, to, odds): (i64, i64, Odds)| {
        let when = if (from, to) == (lowest, last) {
            // It makes no difference.
            String::new()
        } else if to == last && open_ended {
            format!("{what} {from} or more")
        } else if from == to {
            format!("{what} {from}")
        } else {
            format!("{what} {from}-{to}")
        };
        Case { when, odds }
    };
    spans.into_iter().map(case).collect()
}

/// The order with each of its modifiers: what is no unless said, and the words
/// that may stand in place of the usual one.
fn modified(offer: &Offer, order: &Map<String, Value>) -> Vec<(String, Map<String, Value>)> {
    let with = |field: &OfferField, value: Value, when: String| {
        let mut order = order.clone();
        order.insert(field.spec.name.into(), value);
        (when, order)
    };
    let of_field = |field: &OfferField| -> Vec<(String, Map<String, Value>)> {
        let usual = order.get(field.spec.name);
        match field.spec.takes {
            Takes::Flag if usual != Some(&Value::Bool(true)) => {
                vec![with(field, Value::Bool(true), words(field.spec.name))]
            }
            Takes::Choice { .. } if field.spec.default.value().is_some() => {
                let others = field.choices.iter().filter(|choice| Some(&choice.value) != usual);
                let when = |choice: &Choice| choice.label.to_string().to_lowercase();
                others.map(|choice| with(field, choice.value.clone(), when(choice))).collect()
            }
            Takes::Flag
            | Takes::Choice { .. }
            | Takes::Unit
            | Takes::Units
            | Takes::Side
            | Takes::UnitOrSide
            | Takes::Number { .. }
            | Takes::NumberOr { .. }
            | Takes::Text
            | Takes::Texts
            | Takes::Any => Vec::new(),
        }
    };
    offer.fields.iter().flat_map(of_field).collect()
}
