//! Effects, modifiers and refusals as sentences, the same for screen, log,
//! protocol and paper.

mod ancient_naval_games;
mod chicken_of_the_sea;
mod command_and_chaos;
mod fast_play_salamis;
mod greek_fire;

use serde_json::Value;

use crate::dice::Roll;
use crate::rules::{Battle, Effects, Order, Report, Subject, System};

/// What an order did, a sentence an effect, as the battle stood before it.
#[must_use]
pub fn sentences(before: &Battle, report: &Report) -> Vec<String> {
    match (before, &report.effects) {
        (Battle::GreekFire(battle), Effects::GreekFire(effects)) => {
            effects.iter().filter_map(|effect| greek_fire::sentence(battle, effect)).collect()
        }
        (Battle::ChickenOfTheSea(battle), Effects::ChickenOfTheSea(effects)) => effects
            .iter()
            .filter_map(|effect| chicken_of_the_sea::sentence(battle, effect))
            .collect(),
        (Battle::AncientNavalGames(battle), Effects::AncientNavalGames(effects)) => effects
            .iter()
            .filter_map(|effect| ancient_naval_games::sentence(battle, effect))
            .collect(),
        (Battle::FastPlaySalamis(battle), Effects::FastPlaySalamis(effects)) => effects
            .iter()
            .filter_map(|effect| fast_play_salamis::sentence(battle, effect))
            .collect(),
        (Battle::CommandAndChaos(battle), Effects::CommandAndChaos(effects)) => effects
            .iter()
            .filter_map(|effect| command_and_chaos::sentence(battle, effect))
            .collect(),
        // A battle resolves its own orders.
        _ => Vec::new(),
    }
}

/// A count with its noun: `1 hex`, `3 hexes`.
fn plural(n: u32, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

/// The players' correction of a log.
fn correction<S: System>(battle: &S, subject: Subject, field: &str, value: &Value) -> String {
    let whose = match subject {
        Subject::Unit(tag) => format!("{tag} {}", battle.unit_name(tag)),
        Subject::Side(side) => format!("{} ({side})", battle.side_name(side)),
        Subject::Battle => "the battle".into(),
    };
    format!("Players' correction: {field} of {whose} is now {value}.")
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
        let tag = |v: &Value| v.as_str().map(str::to_owned);
        match value {
            Value::String(text) => words.push(text.clone()),
            Value::Array(list) => words.extend(list.iter().filter_map(tag)),
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
