//! Special orders: what a battle forbids a side, or demands of it, beyond the rules.
//!
//! An order that breaks one is carried out, and warns. How far each special order has
//! come is counted with the orders themselves, so that an undo or a replay counts alike.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use message::{Message, message};

use super::aim::is_named;
use super::changes::changes;
use super::common::{Side, Subject, Tag, Viewer, Visibility};
use super::common_orders::{self, AnyEffect, Given};
use super::effect_text::{EffectText, news};
use super::ending::AGREE;
use super::keyword::Keyword as _;
use super::roster::{Rostered, list_of};
use super::schema::{ADJUST, Part};
use super::statement::Stated as _;
use super::system::System;

/// Orders of a kind, or those of them whose field passes a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Deed {
    /// The word of the order.
    pub order: &'static str,
    /// The test; `None` if every order of the kind is meant.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub test: Option<FieldTest>,
}

/// A test of a field of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldTest {
    /// The word of the field.
    pub field: &'static str,
    /// What it is compared with.
    #[serde(flatten)]
    pub holds: Holding,
}

/// What the value of a field is compared with.
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
    /// How many of them it takes.
    pub times: u32,
}

/// A special order of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SpecialOrder {
    /// The side that it binds.
    pub side: Side,
    /// How the names of the units begin that it binds; empty for all of the side.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<String>,
    /// What it says, for the players.
    pub text: String,
    /// The first round in which it is in force; `None` for the first of all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from_round: Option<u32>,
    /// The first round in which it is in force no longer; `None` for the whole battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until_round: Option<u32>,
    /// The orders that end it earlier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<EndingOrders>,
    /// What these units may not do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forbids: Vec<Deed>,
    /// What each of these units does, one deed or another, before it ends.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub demands: Vec<Deed>,
}

impl Deed {
    /// Whether an order as it is written is meant.
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

/// How far a special order has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SpecialOrderProgress {
    /// How many of the orders that end it were given.
    times: u32,
    /// The units that have done what it demands.
    done: Vec<Tag>,
}

/// The special orders of a battle that is being fought, and how far each has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpecialOrders {
    list: Arc<[SpecialOrder]>,
    progress: Arc<[SpecialOrderProgress]>,
}

impl SpecialOrders {
    /// These special orders, at the beginning of a battle.
    #[must_use]
    pub fn new(list: Vec<SpecialOrder>) -> SpecialOrders {
        let progress = list.iter().map(|_| SpecialOrderProgress::default()).collect();
        SpecialOrders { list: list.into(), progress }
    }

    /// All of them, in the order of the battle's file.
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

/// What an order counts for in a special order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedOrder {
    /// The number of the special order, from 0.
    special: usize,
    /// What it counts for.
    as_what: CountedAs,
}

/// What an order can count for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CountedAs {
    /// It is one of those that end it.
    Event,
    /// The unit has done what it demands.
    Done(Tag),
}

/// What an order tells the special orders.
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
    fn at<S: System>(battle: &S, order: &Given<S::Order>) -> GivenOrder {
        let kind = match order {
            Given::Own { order, .. } => order.kind().word(),
            Given::Agreement(_) => AGREE.kind,
            Given::Correction(_) => ADJUST.kind,
        };
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
        let mut specs = S::Order::specs().iter();
        let ends = specs.any(|spec| spec.kind == kind && spec.part == Part::Ends);
        GivenOrder { kind, written, issuer: giver, side, ends }
    }

    fn is_any_of(&self, deeds: &[Deed]) -> bool {
        deeds.iter().any(|deed| deed.is(self.kind, &self.written))
    }

    fn is_event_of(&self, special: &SpecialOrder) -> bool {
        special.until.as_ref().is_some_and(|event| {
            event.orders.contains(&self.kind)
                && event.side.is_none_or(|side| self.side == Some(side))
        })
    }

    /// Whether it is given by those whom a special order binds. An order that neither
    /// side gives is one of both.
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
    /// Whether a unit began on the side and is one of those that are named.
    fn names<S: System>(&self, battle: &S, tag: Tag) -> bool {
        tag.side == self.side && is_named(&self.named, &battle.unit_name(tag))
    }
}

/// Whether a special order that is in force forbids an order.
pub fn forbid<S: System>(battle: &S, order: &Given<S::Order>) -> bool {
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

/// The warnings of an order: which special orders it breaks, and which it ends before all
/// was done that they demand.
pub fn warnings<S: System>(battle: &S, order: &Given<S::Order>) -> Vec<Message> {
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
        let idle = idle(battle, special, progress, &look);
        if !idle.is_empty() {
            warnings.push(message!(
                "{ships} did not follow a special order of {side}: {text}",
                ships = list_of(&idle),
                side = battle.side_called(special.side),
                text
            ));
        }
    }
    warnings
}

/// The units that have not done what a special order demands, if this order ends it: it
/// is the last of its events, or ends the last of its rounds.
fn idle<S: System>(
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
    let idle = all.filter(|(tag, unit)| {
        // A unit that ends only its own turn answers for itself.
        let asked = last_event
            || match look.issuer {
                Some(Subject::Unit(own)) => own == *tag,
                Some(Subject::Side(own)) => own == tag.side,
                Some(Subject::Battle) | None => true,
            };
        asked && unit.in_play() && special.names(battle, *tag) && !progress.done.contains(tag)
    });
    idle.map(|(tag, _)| tag).collect()
}

/// What an order counts for. An order that a side may keep from the other counts for
/// nothing, so that what is in force never tells a secret.
pub(super) fn counted<S: System>(
    battle: &S,
    order: &Given<S::Order>,
    effects: &[AnyEffect<S::Effect>],
) -> Vec<AnyEffect<S::Effect>> {
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
    counted.into_iter().map(AnyEffect::Counted).collect()
}

/// Whether both sides see all of an order and of what it does.
fn is_public<S: System>(
    battle: &S,
    order: &Given<S::Order>,
    effects: &[AnyEffect<S::Effect>],
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

/// Counts an order for a special order.
pub(super) fn count<S: System>(battle: &mut S, counted: CountedOrder) {
    let special_orders = &mut battle.common_mut().special_orders;
    if let Some(progress) = Arc::make_mut(&mut special_orders.progress).get_mut(counted.special) {
        match counted.as_what {
            CountedAs::Event => progress.times += 1,
            CountedAs::Done(tag) => progress.done.push(tag),
        }
    }
}

/// What is said when an order counts: that it ends a special order.
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
        (CountedAs::Event | CountedAs::Done(_), _) => EffectText::UNSAID,
    }
}

/// A special order, for the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpecialOrderView {
    /// The side that it binds.
    pub side: Side,
    /// What it says.
    pub says: Message,
    /// Whether it is in force now.
    pub in_force: bool,
}

/// Every special order of a battle, in the order of its file.
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
