//! What a system has of which it states nothing itself: a guide through every order that
//! can be given, a card and a record sheet of what `units!` states, a turn in the words
//! of its orders, and a typical attack.

use serde_json::{Map, Value, json};

use crate::drawing::Drawing;
use crate::say::{Say, say};

use super::aim::Fate;
use super::common::{Side, Subject, Tag, Units, Winner};
use super::comparison::Plan;
use super::moment::{Cycle, Moment};
use super::roster::Rostered;
use super::schema::{ADJUST, LeftOut, OrderSpec, Takes};
use super::sheet::{Fact, Sheet, Tick, Track};
use super::statement::Stated as _;
use super::system::{self, System};
use super::unit::{Entry, Is, Record};
use super::view::{Card, Gauge, Guide, Look, Mark, NextStep, Standing, TurnPart, TurnStep};

/// The orders of the rules, without the players' correction.
fn orders<S: System>() -> impl Iterator<Item = &'static OrderSpec> {
    S::Order::specs().iter().filter(|order| order.kind != ADJUST.kind)
}

/// A turn in the words of its orders.
pub(crate) fn sequence<S: System>() -> Vec<TurnPart> {
    let who = match S::UNITS {
        Units::Ships => say!("each ship"),
        Units::Units => say!("each unit"),
    };
    let step = |order: &OrderSpec| TurnStep {
        name: Say::word(order.name),
        who: if order.givers.is_empty() { say!("both sides") } else { who.clone() },
        what: Say::word(order.what),
    };
    vec![TurnPart {
        title: S::CYCLE.name(),
        about: say!("Its orders, in their order."),
        steps: orders::<S>().map(step).collect(),
    }]
}

/// The first order that one unit can give against another, with what it must state.
pub(crate) fn plan<S: System>() -> Plan {
    let one = |side| Tag { side, number: 1 };
    let attacks = |order: &&OrderSpec| !order.givers.is_empty() && order.target.is_some();
    let Some(order) = orders::<S>().find(attacks) else {
        return Plan::new(Say::default(), &Value::Null, Say::default());
    };
    let mut attack = Map::from_iter([("kind".to_owned(), json!(order.kind))]);
    for field in order.fields.iter().filter(|field| field.default == LeftOut::Required) {
        let value = match field.takes {
            Takes::Unit if order.target == Some(field.name) => json!(one(Side::B)),
            Takes::Unit => json!(one(Side::A)),
            Takes::Number { min, .. } => json!(min),
            Takes::Units
            | Takes::Side
            | Takes::UnitOrSide
            | Takes::NumberOr { .. }
            | Takes::Flag
            | Takes::Choice { .. }
            | Takes::Text
            | Takes::Texts
            | Takes::NumberEach { .. }
            | Takes::Any => continue,
        };
        attack.insert(field.name.into(), value);
    }
    Plan::new(
        Say::word(order.name),
        &Value::Object(attack),
        say!("Each does what the guide suggests, until one is out."),
    )
}

/// Every order that a unit in play or the battle can give.
pub(crate) fn guide<S: System>(battle: &S) -> Guide {
    let moment = Moment { cycle: S::CYCLE, number: battle.round() };
    let mut guide = Guide {
        headline: moment.name(),
        prompt: match S::CYCLE {
            Cycle::Round => say!("Give the orders of this round, then end it."),
            Cycle::Turn => say!("Give the orders of this turn, then end it."),
        },
        side: None,
        active: None,
        steps: Vec::new(),
        next: Vec::new(),
        owed: Vec::new(),
        secret_of: None,
    };
    if let Some(winner) = battle.winner() {
        guide.prompt = match winner.side() {
            Some(side) => say!("Victory: {side}.", side = battle.side_called(side)),
            None => say!("Draw."),
        };
        return guide;
    }
    let units = battle.roster().iter().filter(|(_, unit)| unit.in_play());
    let subjects = units.map(|(tag, _)| Subject::Unit(tag)).chain([Subject::Battle]);
    guide.next = subjects
        .flat_map(|subject| {
            let gives = move |order: &&OrderSpec| {
                order.can_be_given_by(subject) && system::concerns(battle, subject, order)
            };
            let step = move |order: &'static OrderSpec| NextStep {
                subject,
                kind: order.kind,
                label: match subject {
                    Subject::Unit(tag) => say!(
                        "{unit}: {order}",
                        unit = battle.called(tag),
                        order = Say::word(order.name)
                    ),
                    Subject::Side(_) | Subject::Battle => Say::word(order.name),
                },
            };
            orders::<S>().filter(gives).map(step)
        })
        .collect();
    guide
}

/// Who still has a unit that fights.
pub(crate) fn winner<S: System>(battle: &S) -> Option<Winner> {
    let fights = |side| {
        let mut units = battle.roster().iter().filter(|(tag, unit)| unit.holder(*tag) == side);
        units.any(|(tag, unit)| unit.fate(tag) == Fate::InAction)
    };
    Winner::standing([fights(Side::A), fights(Side::B)])
}

/// The entries of a record but its name, with their values now and at the start.
fn entries<S: System>(
    battle: &S,
    tag: Tag,
) -> impl Iterator<Item = (&'static Entry, Value, Value)> {
    let (now, first) = (battle.roster().find(tag), battle.entered(tag));
    let value = |unit: Option<&S::Unit>, key| unit.and_then(|unit| unit.entry(key));
    let entries = S::Unit::ENTRIES.iter().filter(|entry| entry.key != "name");
    let all: Vec<_> = entries
        .filter_map(|entry| {
            let now = value(now, entry.key)?;
            let first = value(first, entry.key).unwrap_or_else(|| now.clone());
            Some((entry, now, first))
        })
        .collect();
    all.into_iter()
}

fn number(value: &Value) -> u32 {
    value.as_u64().and_then(|number| u32::try_from(number).ok()).unwrap_or_default()
}

/// A unit in brief: its boxes, and what differs from how it was entered.
pub(crate) fn card<S: System>(battle: &S, tag: Tag) -> Option<Card> {
    let unit = battle.roster().find(tag)?;
    let (mut gauges, mut marks) = (Vec::new(), Vec::new());
    for (entry, now, first) in entries(battle, tag) {
        let (label, value, full) = (entry.say(), number(&now), number(&first));
        match now {
            Value::Number(_) if entry.is(Is::Boxes) => {
                gauges.push(Gauge { label, value, full: full.max(value), look: Look::Bar });
            }
            Value::Bool(true) => marks.push(Mark::plain(label).of(entry.key)),
            Value::String(word) if first != word.as_str() => {
                marks.push(Mark::plain(Say::slug(word)).of(entry.key));
            }
            Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_)
            | Value::Array(_)
            | Value::Object(_) => {}
        }
    }
    Some(Card {
        tag,
        name: unit.name().to_owned(),
        kind: kind_of::<S>(),
        drawing: battle.drawing(tag),
        holder: unit.holder(tag),
        standing: if unit.in_play() { Standing::Ready } else { Standing::Out(say!("out")) },
        gauges,
        marks,
        todo: Vec::new(),
    })
}

fn kind_of<S: System>() -> Say {
    match S::UNITS {
        Units::Ships => say!("Ship"),
        Units::Units => say!("Unit"),
    }
}

/// A unit's record: boxes, boxes to tick, and a line for everything else.
pub(crate) fn sheet<S: System>(battle: &S, tag: Tag, fresh: bool) -> Option<Sheet> {
    let unit = battle.roster().find(tag)?;
    let mut sheet = Sheet {
        tag: Some(tag),
        name: unit.name().to_owned(),
        kind: kind_of::<S>(),
        fleet: battle.side_name(tag.side).to_owned(),
        drawing: battle.drawing(tag),
        facts: Vec::new(),
        adds: Vec::new(),
        tracks: Vec::new(),
        ticks: Vec::new(),
        ledger: None,
        blanks: Vec::new(),
        out: None,
    };
    for (entry, now, first) in entries(battle, tag) {
        let (label, value) = (entry.say(), if fresh { &first } else { &now });
        match value {
            Value::Number(_) if entry.is(Is::Boxes) => {
                let (boxes, left) = (number(&first), number(value));
                let track = Track::new(label, boxes, boxes.saturating_sub(left));
                sheet.tracks.push(track.entry(entry.key));
            }
            Value::Bool(ticked) => sheet.ticks.push(Tick::new(label, *ticked).entry(entry.key)),
            Value::String(word) => {
                sheet.facts.push(Fact::new(label, Say::slug(word.clone())).entry(entry.key));
            }
            Value::Number(value) => {
                let value = Say::verbatim(value.to_string());
                sheet.facts.push(Fact::new(label, value).entry(entry.key));
            }
            Value::Null | Value::Array(_) | Value::Object(_) => {}
        }
    }
    Some(sheet)
}

/// The silhouette where a system has none of its own.
pub(crate) const DRAWING: Drawing = Drawing::Penteconter;
