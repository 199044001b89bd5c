//! The exact odds of an order, as a seat may know them.

use serde_json::{Map, Value, json};

use crate::analysis::{Odds, Unfound, odds};
use crate::dice::{Chance, Thoroughness};
use crate::referee::door::{Answer, Seat};
use crate::rules::{Need, OrderFault, Stop};

use super::refused;
use crate::say::{Say, say};

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
    if seat == Seat::Umpire {
        return match odds(battle, &order, watch, Thoroughness::Merged) {
            Ok(odds) => Answer::Odds(written_out(&[odds])),
            Err(why) => unfound(why),
        };
    }
    if !may_command(table, seat, battle, giver) {
        return refused(say!("these are not this seat's orders to give"), "The table");
    }
    if let Some(why) = battle.hides_odds(&order) {
        return Answer::Hidden { why };
    }
    // What this seat knows: battles that it cannot tell apart. Where they do
    // not agree, the odds would tell which it is.
    let mut each = Vec::new();
    for guise in battle.guises(table.eyes(seat)) {
        match odds(&guise, &order, watch, Thoroughness::Merged) {
            Ok(odds) => each.push(odds),
            Err(why) if each.is_empty() => return unfound(why),
            Err(_) => return Answer::Hidden { why: secret() },
        }
    }
    let alike = |odds: &Odds| each.first().is_some_and(|one| one.outcomes == odds.outcomes);
    if !each.iter().all(alike) {
        return Answer::Hidden { why: secret() };
    }
    Answer::Odds(written_out(&each))
}

fn secret() -> Say {
    say!("these odds would tell what the other side keeps secret")
}

fn unfound(why: Unfound) -> Answer {
    let stop = match why {
        Unfound::RanOut => {
            return Answer::Unknown { why: say!("it would take too long to work out these odds") };
        }
        Unfound::Stopped(stop) => stop,
    };
    match stop {
        Stop::Refused(refusal) => Answer::Refused(refusal),
        Stop::Nonsense(why) => Answer::Error { why, key: None, more: Map::new() },
        Stop::Needs { need: Need::Throw { ask, .. }, .. } => Answer::Unknown {
            why: say!("{throw} has odds of its own", throw = ask.throw.to_string()),
        },
        Stop::Needs { need: Need::Answer { .. }, .. } => {
            refused(say!("the other side has to answer first"), "The table")
        }
    }
}

/// Outcomes and watched keys, with their chances as numbers. Where battles that
/// look alike do not agree on a key, it is hidden by itself.
fn written_out(each: &[Odds]) -> Value {
    let Some(odds) = each.first() else { return json!({ "outcomes": [] }) };
    let outcomes: Vec<Value> = odds
        .outcomes
        .iter()
        .filter(|(_, chance)| !chance.is_never())
        .map(|(outcome, chance)| json!({ "outcome": outcome, "p": chance.to_f64() }))
        .collect();
    let mut answer = Map::new();
    answer.insert("outcomes".into(), Value::Array(outcomes));
    if !odds.watched.is_empty() {
        let values = |values: &[(Value, Chance)]| -> Value {
            values.iter().map(|(value, chance)| json!([value, chance.to_f64()])).collect()
        };
        let watched: Map<String, Value> = odds
            .watched
            .iter()
            .map(|(key, list)| {
                let agreed = each.iter().all(|other| other.watched.get(key) == Some(list));
                let told = if agreed {
                    values(list)
                } else {
                    json!({ "hidden": { "why": secret().to_string() } })
                };
                (key.clone(), told)
            })
            .collect();
        answer.insert("watched".into(), Value::Object(watched));
    }
    Value::Object(answer)
}
