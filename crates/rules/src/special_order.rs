//! Special orders: what a side of a battle must or may not do, beyond the rules.
//!
//! An order that breaks one is carried out with a warning. Progress is counted as effects
//! of the orders, so that undo and replay count the same.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use message::{Message, message};

use super::aim::matches_names;
use super::changes::changes;
use super::common::{Side, Subject, Tag, Viewer, Visibility};
use super::common_orders::{self, GameEffect, GameOrder};
use super::effect_text::{EffectText, news};
use super::roster::{Rostered, list_of};
use super::schema::Part;
use super::system::System;

/// Orders of a kind, or only those with a field that passes a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrderPattern {
    /// The word of the order.
    pub order: &'static str,
    /// The test; `None` includes every order of the kind.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub test: Option<FieldTest>,
}

/// A test of a field of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldTest {
    /// The word of the field.
    pub field: &'static str,
    /// The comparison.
    #[serde(flatten)]
    pub holds: Holding,
}

/// The comparison for the value of a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Holding {
    /// It is this word, or this yes or no.
    Is(Value),
    /// It is at least this number.
    AtLeast(i64),
}

/// Orders that end a special order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndingOrders {
    /// The side that gives them; `None` for either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Their words: any of these.
    pub orders: Vec<&'static str>,
    /// How many such orders it takes.
    pub times: u32,
}

/// A special order of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpecialOrder {
    /// The side that it binds.
    pub side: Side,
    /// The first words of the names of the units that it binds; empty for the whole side.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<String>,
    /// The text for players.
    pub text: String,
    /// The first round in which it is in force; `None` for the first round of the battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_round: Option<u32>,
    /// The first round in which it is no longer in force; `None` for the whole battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until_round: Option<u32>,
    /// The orders that end it earlier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<EndingOrders>,
    /// What these units may not do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbids: Vec<OrderPattern>,
    /// Actions of which each of these units must do one before the special order ends.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub demands: Vec<OrderPattern>,
}

impl OrderPattern {
    /// Whether it includes a written order.
    fn is(&self, kind: &str, written: &Map<String, Value>) -> bool {
        let passes = |test: &FieldTest| {
            let value = written.get(test.field);
            match &test.holds {
                Holding::Is(expected) => value == Some(expected),
                Holding::AtLeast(least) => {
                    value.and_then(Value::as_i64).is_some_and(|value| value >= *least)
                }
            }
        };
        self.order == kind && self.test.as_ref().is_none_or(passes)
    }
}

/// The progress of a special order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SpecialOrderProgress {
    /// The number of ending orders given so far.
    times: u32,
    /// The units that have done what it demands.
    done: Vec<Tag>,
}

/// The special orders of a battle in progress, and the progress of each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpecialOrders {
    list: Arc<[SpecialOrder]>,
    progress: Arc<[SpecialOrderProgress]>,
}

impl SpecialOrders {
    /// These special orders at the start of a battle.
    #[must_use]
    pub fn new(list: Vec<SpecialOrder>) -> SpecialOrders {
        let progress = list.iter().map(|_| SpecialOrderProgress::default()).collect();
        SpecialOrders { list: list.into(), progress }
    }

    /// All special orders, in file order.
    #[must_use]
    pub fn list(&self) -> &[SpecialOrder] {
        &self.list
    }

    fn is_in_force(special: &SpecialOrder, progress: &SpecialOrderProgress, round: u32) -> bool {
        special.from_round.is_none_or(|from| round >= from)
            && special.until_round.is_none_or(|until| round < until)
            && special.until.as_ref().is_none_or(|event| progress.times < event.times)
    }

    /// Those in force in a round, by number.
    fn in_force(
        &self,
        round: u32,
    ) -> impl Iterator<Item = (usize, &SpecialOrder, &SpecialOrderProgress)> {
        let both = self.list.iter().zip(self.progress.iter()).enumerate();
        both.map(|(number, (special, progress))| (number, special, progress))
            .filter(move |(_, special, progress)| Self::is_in_force(special, progress, round))
    }
}

/// Progress that an order makes on a special order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedOrder {
    /// The number of the special order, from 0.
    special: usize,
    /// The kind of progress.
    as_what: CountedAs,
}

/// A kind of progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CountedAs {
    /// It is one of the orders that end it.
    Event,
    /// The unit has done what it demands.
    Done(Tag),
}

/// The parts of an order that special orders read.
struct GivenOrder {
    kind: &'static str,
    /// Its fields.
    written: Map<String, Value>,
    issuer: Option<Subject>,
    /// The side that gives it; `None` if neither does.
    side: Option<Side>,
    /// Whether it ends something.
    ends: bool,
}

impl GivenOrder {
    fn at<S: System>(battle: &S, order: &GameOrder<S::Order>) -> GivenOrder {
        let written = match serde_json::to_value(order) {
            Ok(Value::Object(written)) => written,
            Ok(_) | Err(_) => Map::new(),
        };
        let giver = common_orders::issuer(battle, order);
        let side = match giver {
            Some(Subject::Unit(tag)) => Some(battle.holder(tag)),
            Some(Subject::Side(side)) => Some(side),
            Some(Subject::Battle) | None => None,
        };
        let ends = order.part() == Part::Ends;
        GivenOrder { kind: order.kind(), written, issuer: giver, side, ends }
    }

    fn is_any_of(&self, patterns: &[OrderPattern]) -> bool {
        patterns.iter().any(|pattern| pattern.is(self.kind, &self.written))
    }

    fn is_event_of(&self, special: &SpecialOrder) -> bool {
        special.until.as_ref().is_some_and(|event| {
            event.orders.contains(&self.kind)
                && event.side.is_none_or(|side| self.side == Some(side))
        })
    }

    /// Whether the issuer is bound by the special order. An order that neither side issues
    /// belongs to both.
    fn is_bound_by<S: System>(&self, battle: &S, special: &SpecialOrder) -> bool {
        match self.issuer {
            Some(Subject::Unit(tag)) if special.named.is_empty() => {
                battle.holder(tag) == special.side
            }
            Some(Subject::Unit(tag)) => special.names(battle, tag),
            Some(Subject::Side(side)) => special.named.is_empty() && side == special.side,
            Some(Subject::Battle) | None => special.named.is_empty(),
        }
    }
}

impl SpecialOrder {
    /// Whether a unit began on the side and is one of those named.
    fn names<S: System>(&self, battle: &S, tag: Tag) -> bool {
        tag.side == self.side && matches_names(&self.named, &battle.unit_name(tag))
    }
}

/// Whether a special order that is in force forbids an order.
pub fn forbid<S: System>(battle: &S, order: &GameOrder<S::Order>) -> bool {
    let common = battle.common();
    if common.special_orders.list.is_empty() {
        return false;
    }
    let look = GivenOrder::at(battle, order);
    let mut in_force = common.special_orders.in_force(common.round);
    in_force.any(|(_, special, _)| {
        look.is_bound_by(battle, special) && look.is_any_of(&special.forbids)
    })
}

/// The warnings of an order: the special orders that it breaks, and those that it ends
/// before their demands are met.
pub fn warnings<S: System>(battle: &S, order: &GameOrder<S::Order>) -> Vec<Message> {
    let common = battle.common();
    if common.special_orders.list.is_empty() {
        return Vec::new();
    }
    let look = GivenOrder::at(battle, order);
    let mut warnings = Vec::new();
    for (_, special, progress) in common.special_orders.in_force(common.round) {
        let (side, text) = (battle.side_called(special.side), special.text.trim_end_matches('.'));
        if look.is_bound_by(battle, special) && look.is_any_of(&special.forbids) {
            warnings.push(message!("this breaks a special order of {side}: {text}", side, text));
        }
        let units = units_with_unmet_demands(battle, special, progress, &look);
        if !units.is_empty() {
            warnings.push(message!(
                "{ships} did not follow a special order of {side}: {text}",
                ships = list_of(&units),
                side = battle.side_called(special.side),
                text
            ));
        }
    }
    warnings
}

/// The units that have not met the demands of a special order, if this order ends it: the
/// last of its ending orders, or the end of its last round.
fn units_with_unmet_demands<S: System>(
    battle: &S,
    special: &SpecialOrder,
    progress: &SpecialOrderProgress,
    look: &GivenOrder,
) -> Vec<Tag> {
    if special.demands.is_empty() {
        return Vec::new();
    }
    let last_event = look.is_event_of(special)
        && special.until.as_ref().is_some_and(|event| progress.times + 1 >= event.times);
    let last_round = look.ends && special.until_round == Some(battle.common().round + 1);
    if !last_event && !last_round {
        return Vec::new();
    }
    let all = battle.common().units.of(special.side);
    let units = all.filter(|(tag, unit)| {
        // If a unit ends only its own turn, only that unit is checked.
        let is_checked = last_event
            || match look.issuer {
                Some(Subject::Unit(own)) => own == *tag,
                Some(Subject::Side(own)) => own == tag.side,
                Some(Subject::Battle) | None => true,
            };
        is_checked && unit.in_play() && special.names(battle, *tag) && !progress.done.contains(tag)
    });
    units.map(|(tag, _)| tag).collect()
}

/// The progress that an order makes. An order that a side may hide from the other makes
/// none, so that progress never reveals a secret.
pub(super) fn counted<S: System>(
    battle: &S,
    order: &GameOrder<S::Order>,
    effects: &[GameEffect<S::Effect>],
) -> Vec<GameEffect<S::Effect>> {
    let common = battle.common();
    if common.special_orders.list.is_empty() {
        return Vec::new();
    }
    let look = GivenOrder::at(battle, order);
    let mut counted = Vec::new();
    for (special, terms, progress) in common.special_orders.in_force(common.round) {
        if look.is_event_of(terms) {
            counted.push(CountedOrder { special, as_what: CountedAs::Event });
        }
        if let Some(Subject::Unit(tag)) = look.issuer
            && terms.names(battle, tag)
            && look.is_any_of(&terms.demands)
            && !progress.done.contains(&tag)
        {
            counted.push(CountedOrder { special, as_what: CountedAs::Done(tag) });
        }
    }
    if !counted.is_empty() && !is_public(battle, order, effects) {
        counted.clear();
    }
    counted.into_iter().map(GameEffect::Counted).collect()
}

/// Whether both sides see the whole order and its effects.
fn is_public<S: System>(
    battle: &S,
    order: &GameOrder<S::Order>,
    effects: &[GameEffect<S::Effect>],
) -> bool {
    if common_orders::order_visibility(battle, order, Viewer::Both) != Visibility::Whole {
        return false;
    }
    let mut after = battle.clone();
    for effect in effects {
        common_orders::apply(&mut after, effect);
    }
    let all = changes(battle, &after, Viewer::Everyone);
    let before = battle.known_to(Viewer::Both);
    let seen = changes(&*before, &*after.known_to(Viewer::Both), Viewer::Both);
    let new = |pair: &Value| pair.get(1).cloned();
    all.iter().all(|(key, pair)| seen.get(key).and_then(new) == new(pair))
}

/// Applies the progress that an order makes.
pub(super) fn count<S: System>(battle: &mut S, counted: CountedOrder) {
    let special_orders = &mut battle.common_mut().special_orders;
    if let Some(progress) = Arc::make_mut(&mut special_orders.progress).get_mut(counted.special) {
        match counted.as_what {
            CountedAs::Event => progress.times += 1,
            CountedAs::Done(tag) => progress.done.push(tag),
        }
    }
}

/// The text for progress that ends a special order.
pub(super) fn effect_text<S: System>(battle: &S, counted: CountedOrder) -> EffectText {
    let special_orders = &battle.common().special_orders;
    let both = special_orders.list.get(counted.special);
    let both = both.zip(special_orders.progress.get(counted.special));
    match (counted.as_what, both) {
        (CountedAs::Event, Some((special, progress)))
            if special.until.as_ref().is_some_and(|event| event.times == progress.times + 1) =>
        {
            let (side, text) = (battle.side_called(special.side), &special.text);
            news(message!("A special order of {side} has ended: {text}", side, text))
        }
        (CountedAs::Event | CountedAs::Done(_), _) => EffectText::NONE,
    }
}

/// A special order for display.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpecialOrderView {
    /// The side that it binds.
    pub side: Side,
    /// What it says.
    pub says: Message,
    /// Whether it is in force now.
    pub in_force: bool,
}

/// Every special order of a battle, in file order.
pub fn views<S: System>(battle: &S) -> Vec<SpecialOrderView> {
    let special_orders = &battle.common().special_orders;
    let round = battle.common().round;
    let both = special_orders.list.iter().zip(special_orders.progress.iter());
    both.map(|(special, progress)| SpecialOrderView {
        side: special.side,
        says: Message::verbatim(special.text.as_str()),
        in_force: SpecialOrders::is_in_force(special, progress, round),
    })
    .collect()
}
