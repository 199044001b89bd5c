//! Effects, modifiers and refusals as sentences, the same for screen, log, protocol and paper.

// Whoever adds an order, an effect, an outcome or a system is led to every
// place that has to know it.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

mod ancient_naval_games;
mod catalogue;
mod chicken_of_the_sea;
mod command_and_chaos;
mod fast_play_salamis;
mod greek_fire;
mod latin;
mod order;
mod plural;
mod words;

use serde_json::{Value, json};

use crate::dice::Roll;
use crate::rules::{Battle, Effects, Order, Report, Subject, System, Viewer};
use crate::say::{Say, clipped, say};

pub use catalogue::{PoFault, PoFile};
pub use latin::in_latin;
pub use order::{answered, order_in_full, order_in_words, plain_value};
pub use plural::PluralFault;
pub use words::{Catalogue, Words, capital, english};

/// Tells every effect of a report with a function of the system that the battle
/// and the report are of.
macro_rules! of_system {
    ($report:expr, $System:ident, $tell:expr) => {
        if let Effects::$System(effects) = &$report.effects {
            effects.iter().map($tell).collect()
        } else {
            Vec::new()
        }
    };
}

/// The same for a function that has this name in each system's module.
macro_rules! every_effect {
    ($before:expr, $report:expr, $tell:ident) => {
        match $before {
            Battle::GreekFire(battle) => {
                of_system!($report, GreekFire, |effect| greek_fire::$tell(battle, effect))
            }
            Battle::ChickenOfTheSea(battle) => of_system!($report, ChickenOfTheSea, |effect| {
                chicken_of_the_sea::$tell(battle, effect)
            }),
            Battle::AncientNavalGames(battle) => of_system!($report, AncientNavalGames, |effect| {
                ancient_naval_games::$tell(battle, effect)
            }),
            Battle::FastPlaySalamis(battle) => of_system!($report, FastPlaySalamis, |effect| {
                fast_play_salamis::$tell(battle, effect)
            }),
            Battle::CommandAndChaos(battle) => of_system!($report, CommandAndChaos, |effect| {
                command_and_chaos::$tell(battle, effect)
            }),
        }
    };
}

/// How much an effect means to somebody who hears of the battle later.
enum Tale {
    /// Bookkeeping: useful only at the table.
    Routine,
    /// How something came about; not worth telling alone.
    Setting(Say),
    /// What happened.
    News(Say),
}

impl Tale {
    fn setting(sentence: Option<Say>) -> Tale {
        sentence.map_or(Tale::Routine, Tale::Setting)
    }

    fn news(sentence: Option<Say>) -> Tale {
        sentence.map_or(Tale::Routine, Tale::News)
    }
}

/// What an order did, for those who were not there: without the bookkeeping of
/// the table, and empty where the order changed nothing that matters.
#[must_use]
pub fn story(before: &Battle, report: &Report) -> Vec<Say> {
    let tales: Vec<Tale> = every_effect!(before, report, tale);
    if tales.iter().any(|tale| matches!(tale, Tale::News(_))) { told(tales) } else { Vec::new() }
}

/// What was tried, where [`story`] has nothing to tell.
#[must_use]
pub fn attempt(before: &Battle, report: &Report) -> Vec<Say> {
    told(every_effect!(before, report, tale))
}

fn told(tales: Vec<Tale>) -> Vec<Say> {
    let told = tales.into_iter().filter_map(|tale| match tale {
        Tale::Routine => None,
        Tale::Setting(sentence) | Tale::News(sentence) => Some(sentence),
    });
    told.collect()
}

/// What an order did, a sentence for each effect. `before` is the battle as it
/// stood before the order.
#[must_use]
pub fn sentences(before: &Battle, report: &Report) -> Vec<Say> {
    let told: Vec<Option<Say>> = every_effect!(before, report, sentence);
    told.into_iter().flatten().collect()
}

/// The players' correction of a record, with the value that it had before.
fn correction<S: System>(battle: &S, subject: Subject, field: &str, value: &Value) -> Say {
    let (whose, record) = match subject {
        Subject::Unit(tag) => {
            (battle.called(tag), serde_json::to_value(battle.roster().find(tag)).ok())
        }
        Subject::Side(side) => {
            (battle.side_called(side), Some(battle.side_state(side, Viewer::Everyone).into()))
        }
        Subject::Battle => (say!("the battle"), None),
    };
    let before = record.and_then(|record| value_at(&record, field).cloned());
    let entry = Say::path(field);
    let told = |value: &Value| told_value(field, value);
    match before.filter(|before| before != value) {
        Some(before) => say!(
            "Correction by the players: {whose}, {entry}: {value} (was {before}).",
            whose,
            entry,
            value = told(value),
            before = told(&before)
        ),
        None => say!(
            "Correction by the players: {whose}, {entry}: {value}.",
            whose,
            entry,
            value = told(value)
        ),
    }
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
fn told_value(field: &str, value: &Value) -> Say {
    match value {
        Value::Null => say!("none"),
        Value::Bool(true) => say!("yes"),
        Value::Bool(false) => say!("no"),
        Value::String(text) if field.ends_with("name") => Say::verbatim(clipped(text)),
        Value::String(text) => Say::slug(clipped(text)),
        Value::Array(list) if list.is_empty() => say!("none"),
        Value::Array(list) => Say::list(list.iter().map(|item| told_value(field, item))),
        Value::Number(_) | Value::Object(_) => Say::verbatim(clipped(&value.to_string())),
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
        let tag = |v: &Value| v.as_str().map(str::to_owned);
        match value {
            Value::String(text) => words.push(text.clone()),
            Value::Array(list) => words.extend(list.iter().filter_map(tag)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => {}
        }
    }
    words.join(" ")
}

/// A roll as programs read it: each modifier with its reason in words and as an
/// id.
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

/// A roll in a sentence: `ram: 1d10 = 8, +5 ram bonus, −6 target's ram bonus: 7`.
#[must_use]
pub fn roll_in_words(roll: &Roll) -> Say {
    let (purpose, dice, natural) = (&roll.purpose, roll.throw.say(), roll.natural);
    if roll.modifiers.is_empty() {
        return say!("{purpose}: {dice} = {natural}", purpose, dice, natural);
    }
    let modifiers = roll.modifiers.iter().map(|modifier| {
        let (amount, why) = (Say::signed(modifier.amount), &modifier.reason.why);
        say!("{amount} {why}", amount, why)
    });
    say!(
        "{purpose}: {dice} = {natural}, {modifiers}: {modified}",
        purpose,
        dice,
        natural,
        modifiers = Say::list(modifiers),
        modified = roll.modified
    )
}
