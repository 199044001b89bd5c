//! Tests of the rules: sentences and tables of cases, with a file or a folder for each game. Each
//! case gives a written order with dice, and states the expected result.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    clippy::too_many_lines,
    clippy::cast_possible_truncation,
    reason = "a test says what it expects; cases are written as they are read"
)]

mod aims;
mod ancient_naval_games;
mod form_questions;
mod score;
mod cards;
mod chicken_of_the_sea;
mod command_and_chaos;
mod ending;
mod fast_play_salamis;
mod gains;
mod meanings;
mod greek_fire;
mod offers;
mod questions;
mod records;
mod source;
mod special_orders;
mod specs;
mod truth;
mod modifier_effect;

use dice::{Chance, Entered, EnteredRoll, Seeded, Thoroughness};
use engine::analysis::{Odds, odds};
use engine::fleet::{library, read_toml};
use games::{Battle, Options, Order, Report, SystemTag, next_step};
use rules::Stop;
use serde_json::{Map, Value, json};
use testing::player;

/// Reads a written order.
pub(crate) fn read(battle: &Battle, order: &Value) -> Order {
    let written = order.as_object().expect("an order is an object");
    battle.read_order(written).unwrap_or_else(|fault| panic!("{order}: {fault}"))
}

/// Gives an order with entered dice, all of which must be used, and applies it to the
/// battle.
pub(crate) fn give(battle: &mut Battle, order: &Value, dice: &Value) -> Result<Report, Stop> {
    let order = read(battle, order);
    let entries: Vec<EnteredRoll> = serde_json::from_value(dice.clone()).expect("dice");
    let mut entered = Entered::new(entries, Seeded::new(0, 0));
    let report = battle.resolve(&order, &mut entered)?;
    assert_eq!(entered.left_over(), 0, "dice were left over: {order:?} {dice}");
    battle.apply(&report.effects);
    Ok(report)
}

/// The changes made by an order, and its outcome.
pub(crate) fn outcome(
    battle: &mut Battle,
    order: &Value,
    dice: &Value,
) -> (&'static str, Map<String, Value>) {
    let before = battle.clone();
    let report = give(battle, order, dice).unwrap_or_else(|stop| panic!("{order}: {stop}"));
    (report.outcome.slug(), battle.full_view().changes_since(&before.full_view()))
}

/// Sets a key by a correction.
pub(crate) fn set(battle: &mut Battle, key: &str, value: Value) {
    let (ship, field) = key.split_once('.').expect("a key");
    let order = json!({"kind": "adjust", "ship": ship, "field": field, "value": value});
    give(battle, &order, &json!([])).unwrap_or_else(|stop| panic!("{key}: {stop}"));
}

/// The value of a key.
pub(crate) fn value(battle: &Battle, key: &str) -> Value {
    battle.full_view().value(key).unwrap_or_else(|| panic!("no {key}"))
}

/// The warnings about an order that is carried out.
pub(crate) fn warnings(battle: &Battle, order: &Value) -> Vec<String> {
    battle
        .full_view()
        .warnings(&read(battle, order))
        .into_iter()
        .map(|says| says.to_string())
        .collect()
}

/// The next step, for a viewer who commands both sides.
pub(crate) fn next_text(battle: &Battle) -> String {
    next_step(&battle.full_view(), [true; 2]).text.to_string()
}

/// What the guide says is still to do before a turn or phase ends.
pub(crate) fn still_to_do(battle: &Battle) -> Vec<String> {
    battle.full_view().guide().still_to_do.into_iter().map(|says| says.to_string()).collect()
}

/// The optional rules with these words.
pub(crate) fn switches(system: SystemTag, words: &[&str]) -> Options {
    let named = |word: &&str| system.switch(word).unwrap_or_else(|| panic!("no switch {word}"));
    words.iter().map(named).collect()
}

/// Two ready fleets against each other.
pub(crate) fn ready(sides: [&str; 2], options: &[&'static str]) -> Battle {
    let fleets = sides.map(|path| {
        let text = library::file(path).unwrap_or_else(|| panic!("no {path}"));
        read_toml(text).unwrap_or_else(|faults| panic!("{path}: {faults:#?}")).fleet
    });
    let options = switches(fleets[0].system(), options);
    Battle::open(fleets, options).expect("a battle")
}

/// Why the rules refuse an order; it must change nothing.
pub(crate) fn refusal(battle: &Battle, order: &Value) -> String {
    let mut copy = battle.clone();
    match give(&mut copy, order, &serde_json::json!([])) {
        Err(Stop::Refused(refusal)) => {
            assert_eq!(&copy, battle, "a refused order changed the battle");
            refusal.why.to_string()
        }
        other => panic!("{order} was not refused: {other:?}"),
    }
}

/// The odds of an order; the merged walk and the reference implementation must agree.
pub(crate) fn chances(battle: &Battle, order: &Value, watch: &[&str]) -> Odds {
    let order = read(battle, order);
    let watch: Vec<String> = watch.iter().map(ToString::to_string).collect();
    odds(&battle.full_view(), &order, &watch, Thoroughness::Merged)
        .unwrap_or_else(|stop| panic!("{stop}"))
}

/// The probability of the outcome with this word.
pub(crate) fn chance_of(odds: &Odds, word: &str) -> Chance {
    let found = odds.outcomes.iter().find(|(outcome, _)| outcome.slug() == word);
    found.map_or_else(Chance::never, |(_, chance)| chance.clone())
}

/// The odds by the reference implementation: every natural result of every roll in
/// sequence.
pub(crate) fn reference_chances(battle: &Battle, order: &Value, watch: &[&str]) -> Odds {
    let order = read(battle, order);
    let watch: Vec<String> = watch.iter().map(ToString::to_string).collect();
    odds(&battle.full_view(), &order, &watch, Thoroughness::EveryResult)
        .unwrap_or_else(|stop| panic!("{stop}"))
}

/// Compares the odds of both implementations, value by value.
pub(crate) fn assert_walks_agree(battle: &Battle, order: &Value, watch: &[&str]) {
    let fast = chances(battle, order, watch);
    let slow = reference_chances(battle, order, watch);
    let sorted = |odds: &Odds| {
        let mut all = odds.outcomes.clone();
        all.sort();
        all
    };
    assert_eq!(sorted(&fast), sorted(&slow), "{order}");
    assert_eq!(fast.watched, slow.watched, "{order}");
}
