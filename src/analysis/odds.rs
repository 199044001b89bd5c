//! The odds of an order: its own resolver, run over every branch of its throws.

use indexmap::IndexMap;
use serde_json::Value;

use crate::dice::{Chance, Named, Thoroughness, walk};

use crate::rules::{Battle, Key, Order, Stop};

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

    /// The mean of each watched number, by its key.
    pub(super) fn means(&self) -> impl Iterator<Item = (&String, f64)> {
        self.watched.iter().map(|(key, values)| {
            let part =
                |(value, chance): &(Value, Chance)| Some(value.as_i64()? as f64 * chance.to_f64());
            (key, values.iter().filter_map(part).sum())
        })
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
    odds_waiving(battle, order, watch, thoroughness, None)
}

pub(super) fn odds_waiving(
    battle: &Battle,
    order: &Order,
    watch: &[String],
    thoroughness: Thoroughness,
    waived: Option<&Named>,
) -> Result<Odds, Stop> {
    let keys = watch.iter().map(|key| watchable(battle, key)).collect::<Result<Vec<_>, _>>()?;
    let mut outcomes: IndexMap<&'static str, Chance> = IndexMap::new();
    let mut watched: Vec<IndexMap<Value, Chance>> = vec![IndexMap::new(); watch.len()];
    let mut stopped = None;
    walk(
        thoroughness,
        |dice| battle.resolve_waiving(order, dice, waived),
        |result, chance| match result {
            Ok(report) => {
                outcomes.entry(report.outcome).or_insert_with(Chance::never).add(chance);
                if watch.is_empty() {
                    return;
                }
                let mut after = battle.clone();
                after.apply(&report.effects);
                for (key, values) in keys.iter().zip(&mut watched) {
                    let value = after.value_at(key).unwrap_or(Value::Null);
                    values.entry(value).or_insert_with(Chance::never).add(chance);
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
            let mut values: Vec<(Value, Chance)> = values.into_iter().collect();
            values.sort_by_cached_key(|(value, _)| match value.as_i64() {
                Some(number) => (Some(number), String::new()),
                None => (None, value.to_string()),
            });
            values
        }))
        .collect();
    Ok(Odds { outcomes: outcomes.into_iter().collect(), watched })
}

/// What something about the battle comes to on average once an order is
/// carried out: the sum over every branch, each with its chance. Throws that are
/// made at once and read apart are walked side by side, so it is exact for
/// whatever adds up unit by unit.
///
/// # Errors
/// Where the order would be refused.
pub fn expected(
    battle: &Battle,
    order: &Order,
    mut worth: impl FnMut(&Battle) -> f64,
) -> Result<f64, Stop> {
    let mut sum = 0.0;
    let mut stopped = None;
    walk(
        Thoroughness::Merged,
        |dice| battle.resolve(order, dice),
        |result, chance| match result {
            Ok(report) => {
                let mut after = battle.clone();
                after.apply(&report.effects);
                sum += chance.to_f64() * worth(&after);
            }
            Err(stop) => stopped = Some(stop),
        },
    );
    stopped.map_or(Ok(sum), Err)
}

fn watchable<'k>(battle: &Battle, key: &'k str) -> Result<Key<'k>, Stop> {
    if let Some(parts) = Key::read(key).filter(|parts| battle.value_at(parts).is_some()) {
        return Ok(parts);
    }
    let shown: String = key.chars().take(60).collect();
    Err(Stop::Nonsense(
        format!(
            "there is no `{shown}` to watch: a tag and a key, such as \"{}.status\"",
            battle.tags().first().map_or_else(|| "A1".into(), ToString::to_string)
        )
        .into(),
    ))
}
