//! Effects, modifiers and refusals as sentences, the same for screen, log,
//! protocol and paper.

mod greek_fire;

use crate::dice::Roll;
use crate::rules::{Battle, Effects, Order, Report};

/// What an order did, a sentence an effect, as the battle stood before it.
#[must_use]
pub fn sentences(before: &Battle, report: &Report) -> Vec<String> {
    match (before, &report.effects) {
        (Battle::GreekFire(battle), Effects::GreekFire(effects)) => {
            effects.iter().filter_map(|effect| greek_fire::sentence(battle, effect)).collect()
        }
    }
}

/// An order in a few words: `ram A1 B1`.
#[must_use]
pub fn order_in_brief(order: &Order) -> String {
    let map = order.to_map();
    let mut words = vec![order.kind()];
    for (key, value) in &map {
        if key == "kind" || key == "note" {
            continue;
        }
        let tag = |v: &serde_json::Value| v.as_str().map(str::to_owned);
        match value {
            serde_json::Value::String(text) => words.push(text.clone()),
            serde_json::Value::Array(list) => words.extend(list.iter().filter_map(tag)),
            _ => {}
        }
    }
    words.join(" ")
}

/// A throw in a sentence: `ram: 1d10 = 8, +5 ram bonus, -6 target's ram bonus: 7`.
#[must_use]
pub fn roll_in_words(roll: &Roll) -> String {
    let mut text = format!("{}: {} = {}", roll.purpose, roll.notation, roll.natural);
    if roll.modifiers.is_empty() {
        return text;
    }
    for modifier in &roll.modifiers {
        text.extend([", ".to_owned(), format!("{:+} ", modifier.amount), modifier.why.to_string()]);
    }
    text + &format!(": {}", roll.modified)
}
