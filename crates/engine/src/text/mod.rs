//! Orders, rolls and reports as sentences, the same for screen, log, protocol and paper.

mod order;
mod result;

use serde_json::Value;

use dice::{Modifier, Roll};
use message::{Message, message};
use rules::EffectText;

use games::{Order, PlayerView, Report};

pub use order::{answered, order_in_full, order_in_words, plain_value};
pub use result::result_in_words;

/// The effects of an order for readers who did not see the battle: without bookkeeping, and
/// empty if the order changed nothing important.
#[must_use]
pub fn story(before: &PlayerView, report: &Report) -> Vec<Message> {
    let texts = before.effect_texts(report);
    if texts.iter().any(EffectText::is_news) { messages(texts) } else { Vec::new() }
}

/// The attempt, if [`story`] is empty.
#[must_use]
pub fn attempt(before: &PlayerView, report: &Report) -> Vec<Message> {
    messages(before.effect_texts(report))
}

fn messages(texts: Vec<EffectText>) -> Vec<Message> {
    texts.into_iter().filter_map(EffectText::into_later).collect()
}

/// The effects of an order, a sentence for each. `before` is the battle before the order.
#[must_use]
pub fn sentences(before: &PlayerView, report: &Report) -> Vec<Message> {
    before.effect_texts(report).into_iter().filter_map(EffectText::into_now).collect()
}

/// An order in a few words: `ram A1 B1`.
#[must_use]
pub fn order_in_brief(order: &Order) -> String {
    let map = order.to_map();
    let mut words = vec![order.kind().to_owned()];
    for (key, value) in &map {
        if key == "kind" || key == "note" {
            continue;
        }
        let tag = |v: &Value| v.as_str().map(str::to_owned);
        match value {
            Value::String(text) => words.push(text.clone()),
            Value::Array(list) => words.extend(list.iter().filter_map(tag)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => {}
        }
    }
    words.join(" ")
}

/// A roll in a sentence: `ram: 1d10 = 8, +5 ram bonus, −6 target’s ram bonus: 7`.
#[must_use]
pub fn roll_in_words(roll: &Roll) -> Message {
    let (purpose, dice, natural) = (&roll.purpose, roll.throw.message(), roll.natural);
    if roll.modifiers.is_empty() {
        return message!("{purpose}: {dice} = {natural}", purpose, dice, natural);
    }
    message!(
        "{purpose}: {dice} = {natural}, {modifiers}: {modified}",
        purpose,
        dice,
        natural,
        modifiers = Message::list(roll.modifiers.iter().map(Modifier::message)),
        modified = roll.modified
    )
}
