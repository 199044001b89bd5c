//! The odds of an order: its own resolver, run over every branch of its throws.

use indexmap::IndexMap;
use serde_json::Value;

use crate::dice::{Chance, Thoroughness, walk};

use super::{Battle, Order, Stop};

/// How likely each outcome of an order is, and each value of the watched keys
/// after it. Exact.
#[derive(Clone, Debug, Default)]
pub struct Odds {
    /// Each outcome with its chance, in the order of the table that decides.
    pub outcomes: Vec<(&'static str, Chance)>,
    /// Each watched key with the values it may have, ascending where they are
    /// numbers, and their chances.
    pub watched: IndexMap<String, Vec<(Value, Chance)>>,
}

impl Odds {
    /// The chance of an outcome.
    #[must_use]
    pub fn of(&self, outcome: &str) -> Chance {
        self.outcomes
            .iter()
            .find(|(known, _)| *known == outcome)
            .map_or_else(Chance::never, |(_, chance)| chance.clone())
    }
}

/// The odds of an order before it is given. Nothing changes.
///
/// # Errors
/// Where the order would be refused, or a watched key does not exist.
pub fn odds(
    battle: &Battle,
    order: &Order,
    watch: &[String],
    thoroughness: Thoroughness,
) -> Result<Odds, Stop> {
    for key in watch {
        if battle.value(key).is_none() {
            let shown: String = key.chars().take(60).collect();
            return Err(Stop::Nonsense(format!(
                "there is no `{shown}` to watch: a tag and a key, such as \"{}.status\"",
                battle.tags().first().map_or_else(|| "A1".into(), ToString::to_string)
            )));
        }
    }
    let mut outcomes: IndexMap<&'static str, Chance> = IndexMap::new();
    let mut watched: Vec<IndexMap<String, (Value, Chance)>> = vec![IndexMap::new(); watch.len()];
    let mut stopped = None;
    walk(
        thoroughness,
        |dice| battle.resolve(order, dice),
        |result, chance| match result {
            Ok(report) => {
                outcomes.entry(report.outcome).or_insert_with(Chance::never).add(chance);
                if watch.is_empty() {
                    return;
                }
                let mut after = battle.clone();
                after.apply(&report.effects);
                for (key, values) in watch.iter().zip(&mut watched) {
                    let value = after.value(key).unwrap_or(Value::Null);
                    let (_, sum) =
                        values.entry(value.to_string()).or_insert_with(|| (value, Chance::never()));
                    sum.add(chance);
                }
            }
            Err(stop) => stopped = Some(stop),
        },
    );
    if let Some(stop) = stopped {
        return Err(stop);
    }
    let watched = watch
        .iter()
        .cloned()
        .zip(watched.into_iter().map(|values| {
            let mut values: Vec<(Value, Chance)> = values.into_values().collect();
            values.sort_by_cached_key(|(value, _)| (value.as_i64(), value.to_string()));
            values
        }))
        .collect();
    Ok(Odds { outcomes: outcomes.into_iter().collect(), watched })
}
