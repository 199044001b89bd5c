//! Effects, modifiers and refusals as sentences, the same for screen, log, protocol and paper.

mod ancient_naval_games;
mod catalogue;
mod chicken_of_the_sea;
mod command_and_chaos;
mod fast_play_salamis;
mod greek_fire;
mod order;
mod plural;
mod words;

use serde_json::{Value, json};

use crate::dice::Roll;
use crate::rules::{Battle, Effects, Order, Report, Subject, System};

pub use catalogue::{PoFault, PoFile};
pub use order::{order_in_full, order_in_words, plain_value};
pub use plural::PluralFault;
pub use words::{Catalogue, Words, capital, english};

/// What a system's function of that name says of every effect of a report.
macro_rules! every_effect {
    ($before:expr, $report:expr, $tell:ident) => {
        match ($before, &$report.effects) {
            (Battle::GreekFire(battle), Effects::GreekFire(effects)) => {
                effects.iter().map(|effect| greek_fire::$tell(battle, effect)).collect()
            }
            (Battle::ChickenOfTheSea(battle), Effects::ChickenOfTheSea(effects)) => {
                effects.iter().map(|effect| chicken_of_the_sea::$tell(battle, effect)).collect()
            }
            (Battle::AncientNavalGames(battle), Effects::AncientNavalGames(effects)) => {
                effects.iter().map(|effect| ancient_naval_games::$tell(battle, effect)).collect()
            }
            (Battle::FastPlaySalamis(battle), Effects::FastPlaySalamis(effects)) => {
                effects.iter().map(|effect| fast_play_salamis::$tell(battle, effect)).collect()
            }
            (Battle::CommandAndChaos(battle), Effects::CommandAndChaos(effects)) => {
                effects.iter().map(|effect| command_and_chaos::$tell(battle, effect)).collect()
            }
            // A battle resolves its own orders.
            _ => Vec::new(),
        }
    };
}

/// What an effect is to somebody who hears of the battle later.
enum Tale {
    /// Bookkeeping: of use at the table alone.
    Routine,
    /// How something came about; nothing by itself.
    Setting(String),
    /// What happened.
    News(String),
}

impl Tale {
    fn setting(sentence: Option<String>) -> Tale {
        sentence.map_or(Tale::Routine, Tale::Setting)
    }

    fn news(sentence: Option<String>) -> Tale {
        sentence.map_or(Tale::Routine, Tale::News)
    }
}

/// What an order did, for those who were not there: without the bookkeeping of
/// the table, and nothing at all where it changed nothing that counts.
#[must_use]
pub fn story(before: &Battle, report: &Report) -> Vec<String> {
    let tales = every_effect!(before, report, tale);
    if tales.iter().any(|tale| matches!(tale, Tale::News(_))) { told(tales) } else { Vec::new() }
}

/// What was tried, where [`story`] has nothing to tell of it.
#[must_use]
pub fn attempt(before: &Battle, report: &Report) -> Vec<String> {
    told(every_effect!(before, report, tale))
}

fn told(tales: Vec<Tale>) -> Vec<String> {
    let told = tales.into_iter().filter_map(|tale| match tale {
        Tale::Routine => None,
        Tale::Setting(sentence) | Tale::News(sentence) => Some(sentence),
    });
    told.collect()
}

/// What an order did, a sentence an effect, as the battle stood before it.
#[must_use]
pub fn sentences(before: &Battle, report: &Report) -> Vec<String> {
    every_effect!(before, report, sentence).into_iter().flatten().collect()
}

/// A number with its verb: `1 is left`, `none are left`.
fn left(n: u32) -> String {
    match n {
        0 => "none are left".into(),
        1 => "1 is left".into(),
        n => format!("{n} are left"),
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
    let (field, value) = (field.replace(['_', '.'], " "), plain_value(value));
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

/// A throw as programs read it: with the reasons told, and known by nothing else.
#[must_use]
pub fn roll_to_json(roll: &Roll) -> Value {
    let modifiers: Vec<Value> = roll
        .modifiers
        .iter()
        .map(|modifier| json!({"amount": modifier.amount, "why": english(&modifier.reason.why)}))
        .collect();
    json!({
        "throw": roll.throw,
        "faces": roll.faces,
        "natural": roll.natural,
        "modifiers": modifiers,
        "modified": roll.modified,
        "for": english(&roll.purpose),
        "by": roll.by,
    })
}

/// A throw in a sentence: `ram: 1d10 = 8, +5 ram bonus, -6 target's ram bonus: 7`.
#[must_use]
pub fn roll_in_words(roll: &Roll) -> String {
    let mut text = format!("{}: {} = {}", roll.purpose, roll.throw, roll.natural);
    if roll.modifiers.is_empty() {
        return text;
    }
    for modifier in &roll.modifiers {
        text.extend([
            ", ".to_owned(),
            format!("{:+} ", modifier.amount),
            modifier.reason.why.to_string(),
        ]);
    }
    text + &format!(": {}", roll.modified)
}
