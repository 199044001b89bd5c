//! Sentences that describe an effect.

use serde_json::Value;

use message::{Arg, Message, clipped, message};

use super::common::Subject;
use super::common_orders::Corrected;
use super::correction::Corrections;

/// A description of an effect: for players at the table, and for the later report of the
/// battle.
pub struct EffectText {
    now: Option<Message>,
    later: Option<Message>,
    is_news: bool,
}

impl EffectText {
    /// An effect that needs no description.
    pub const NONE: EffectText = EffectText { now: None, later: None, is_news: false };

    /// Sets another sentence for the report.
    #[must_use]
    pub fn later(self, later: Message) -> EffectText {
        EffectText { later: Some(later), ..self }
    }

    /// Whether the report mentions it on its own.
    #[must_use]
    pub fn is_news(&self) -> bool {
        self.is_news
    }

    /// The sentence at the table.
    #[must_use]
    pub fn into_now(self) -> Option<Message> {
        self.now
    }

    /// The sentence for the report.
    #[must_use]
    pub fn into_later(self) -> Option<Message> {
        self.later
    }
}

/// A routine effect, of interest only at the table.
pub fn routine(now: impl Into<Option<Message>>) -> EffectText {
    EffectText { now: now.into(), ..EffectText::NONE }
}

/// A circumstance, which the report does not mention on its own.
pub fn setting(now: impl Into<Option<Message>>) -> EffectText {
    let now = now.into();
    EffectText { later: now.clone(), now, is_news: false }
}

/// An event, which the report mentions.
pub fn news(now: impl Into<Option<Message>>) -> EffectText {
    EffectText { is_news: true, ..setting(now) }
}

/// The text for a ship that left the table in good order, or (`elsewhere`) at a place that
/// the victory conditions do not allow.
pub fn left_table(ship: impl Into<Arg>, elsewhere: bool) -> EffectText {
    let ship = ship.into();
    news(if elsewhere {
        message!("{ship} leaves the table.", ship)
    } else {
        message!("{ship} leaves the table in good order.", ship)
    })
}

/// The text for a correction of a record, with the previous value. A correction that
/// changes nothing is a routine effect.
pub(super) fn correction<S: Corrections>(battle: &S, done: &Corrected) -> EffectText {
    let Corrected { subject, field, value } = done;
    let (owner, record) = match *subject {
        Subject::Unit(tag) => {
            (battle.called(tag), serde_json::to_value(battle.common().units.find(tag)).ok())
        }
        Subject::Side(side) => (battle.side_called(side), Some(battle.side_state(side).into())),
        Subject::Battle => (message!("the battle"), None),
    };
    let before = record.and_then(|record| value_at(&record, field).cloned());
    let entry = entry_called(battle, *subject, field);
    let describe = |value: &Value| value_text(field, value);
    let now = describe(value);
    match before {
        Some(before) if before == *value => routine(message!(
            "Correction by the players: {whose}, {entry}: {now} (as before).",
            whose = owner,
            entry,
            now
        )),
        Some(before) => news(message!(
            "Correction by the players: {whose}, {entry}: {now} (was {before}).",
            whose = owner,
            entry,
            now,
            before = describe(&before)
        )),
        None => news(message!(
            "Correction by the players: {whose}, {entry}: {now}.",
            whose = owner,
            entry,
            now
        )),
    }
}

/// The label of a record entry within a sentence, as in the correction form.
fn entry_called<S: Corrections>(battle: &S, subject: Subject, field: &str) -> Message {
    let offered = battle.correctable(subject).choices.unwrap_or_default();
    let called = offered.into_iter().find(|(key, _)| key == field);
    called.map_or_else(|| Message::path(field), |(_, called)| called.within())
}

/// The value at a dotted path of a record; list positions count from 0.
fn value_at<'r>(record: &'r Value, path: &str) -> Option<&'r Value> {
    path.split('.').try_fold(record, |place, part| match place {
        Value::Array(list) => list.get(part.parse::<usize>().ok()?),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
            place.get(part)
        }
    })
}

/// A value of a record for a reader. Names stay as they are; other texts are words of the
/// rules.
fn value_text(field: &str, value: &Value) -> Message {
    match value {
        Value::Null => message!("none"),
        Value::Bool(true) => message!("yes"),
        Value::Bool(false) => message!("no"),
        Value::String(text) if field.ends_with("name") => Message::verbatim(clipped(text)),
        Value::String(text) => Message::slug(clipped(text)),
        Value::Array(list) if list.is_empty() => message!("none"),
        Value::Array(list) => Message::list(list.iter().map(|item| value_text(field, item))),
        Value::Number(_) | Value::Object(_) => Message::verbatim(clipped(&value.to_string())),
    }
}
