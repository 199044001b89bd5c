//! The exact odds of an order, as a seat may know them.

use serde_json::{Map, Value, json};

use crate::analysis::{Odds, odds};
use crate::dice::{Chance, Thoroughness};
use crate::referee::door::{Answer, Seat};
use crate::rules::{OrderFault, Stop};

use super::refused;
use crate::say::say;

use super::table::Table;
use super::view::may_command;

/// The answer to `odds`.
pub(super) fn odds_of(
    table: &Table,
    seat: Seat,
    written: &Map<String, Value>,
    watch: &[String],
) -> Answer {
    let battle = table.journal.battle();
    let order = match battle.read_order(written) {
        Ok(order) => order,
        Err(OrderFault { why, key }) => return Answer::Error { why, key, more: Map::new() },
    };
    let giver = crate::journal::given_by(&order.to_map(), battle.system());
    if seat != Seat::Umpire {
        if !may_command(table, seat, battle, giver) {
            return refused(say!("these are not this seat's orders to give"), "The table");
        }
        if let Some(why) = battle.hides_odds(&order) {
            return Answer::Hidden { why: why.into() };
        }
    }
    match odds(battle, &order, watch, Thoroughness::Merged) {
        Ok(odds) => Answer::Odds(written_out(&odds, !watch.is_empty())),
        Err(Stop::Refused(refusal)) => Answer::Refused(refusal),
        Err(Stop::Nonsense(why)) => Answer::Error { why, key: None, more: Map::new() },
        Err(Stop::Needs { ask, .. }) => Answer::Unknown {
            why: say!("{throw} has odds of its own", throw = ask.throw.to_string()),
        },
    }
}

/// Outcomes and watched keys, with their chances as numbers.
fn written_out(odds: &Odds, watching: bool) -> Value {
    let outcomes: Vec<Value> = odds
        .outcomes
        .iter()
        .filter(|(_, chance)| !chance.is_never())
        .map(|(outcome, chance)| json!({ "outcome": outcome, "p": chance.to_f64() }))
        .collect();
    let mut answer = Map::new();
    answer.insert("outcomes".into(), Value::Array(outcomes));
    if watching {
        let values = |values: &[(Value, Chance)]| -> Value {
            values.iter().map(|(value, chance)| json!([value, chance.to_f64()])).collect()
        };
        let watched: Map<String, Value> =
            odds.watched.iter().map(|(key, list)| (key.clone(), values(list))).collect();
        answer.insert("watched".into(), Value::Object(watched));
    }
    Value::Object(answer)
}
