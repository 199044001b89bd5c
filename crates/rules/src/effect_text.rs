//! The sentence that describes an effect.

use serde_json::Value;

use message::{Arg, Message, clipped, message};

use super::common::Subject;
use super::common_orders::Corrected;
use super::correction::Corrections;

/// An effect in words: at the table, and to somebody who hears of the battle later.
pub struct EffectText {
    now: Option<Message>,
    later: Option<Message>,
    is_news: bool,
}

impl EffectText {
    /// What goes without saying.
    pub const UNSAID: EffectText = EffectText { now: None, later: None, is_news: false };

    /// In other words for those who were not there.
    #[must_use]
    pub fn later(self, later: Message) -> EffectText {
        EffectText { later: Some(later), ..self }
    }

    /// Whether it is worth telling by itself.
    #[must_use]
    pub fn is_news(&self) -> bool {
        self.is_news
    }

    /// The sentence at the table.
    #[must_use]
    pub fn into_now(self) -> Option<Message> {
        self.now
    }

    /// The sentence for those who were not there.
    #[must_use]
    pub fn into_later(self) -> Option<Message> {
        self.later
    }
}

/// Bookkeeping: useful only at the table.
pub fn routine(now: impl Into<Option<Message>>) -> EffectText {
    EffectText { now: now.into(), ..EffectText::UNSAID }
}

/// How something came about; not worth telling later by itself.
pub fn setting(now: impl Into<Option<Message>>) -> EffectText {
    let now = now.into();
    EffectText { later: now.clone(), now, is_news: false }
}

/// What happened.
pub fn news(now: impl Into<Option<Message>>) -> EffectText {
    EffectText { is_news: true, ..setting(now) }
}

/// A ship that left the table in good order, or elsewhere than the aims say.
pub fn left_table(ship: impl Into<Arg>, elsewhere: bool) -> EffectText {
    let ship = ship.into();
    news(if elsewhere {
        message!("{ship} leaves the table.", ship)
    } else {
        message!("{ship} leaves the table in good order.", ship)
    })
}

/// The players' correction of a record, with the value that it had before. One that
/// changes nothing is no news.
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

/// An entry of a record within a sentence, as the form of a correction calls it.
fn entry_called<S: Corrections>(battle: &S, subject: Subject, field: &str) -> Message {
    let offered = battle.correctable(subject).choices.unwrap_or_default();
    let called = offered.into_iter().find(|(key, _)| key == field);
    called.map_or_else(|| Message::path(field), |(_, called)| called.within())
}

/// The value at a dotted path of a record; lists are counted from 0.
fn value_at<'r>(record: &'r Value, path: &str) -> Option<&'r Value> {
    path.split('.').try_fold(record, |place, part| match place {
        Value::Array(list) => list.get(part.parse::<usize>().ok()?),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
            place.get(part)
        }
    })
}

/// A value of a record as a reader is told it. Names stay as they are; other
/// texts are told as words of the rules.
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
