//! Odds of orders that no ship can give in the current position: the position is corrected
//! until the order is possible, then the rules resolve it.

use serde_json::Value;

use crate::analysis::odds::{Odds, odds};
use dice::{Chance, Seeded, Thoroughness};
use games::PlayerView;
use message::Message;
use rules::scenario::{Alike, Reads, RowOf, Scenario, ScenarioOrder};

use super::OddsTable;

/// An empty table with its headings.
pub(super) fn begun(scenario: &Scenario) -> OddsTable {
    OddsTable {
        title: scenario.title.clone(),
        rows_are: scenario.rows_are.clone(),
        columns: scenario.columns.clone(),
        further: scenario.further.clone(),
        notes: scenario.notes.clone(),
        ..OddsTable::default()
    }
}

/// Works out one row, if the rules allow its orders.
pub(super) fn work_out(scenario: &Scenario, at: usize, battle: &PlayerView, rows: &mut Vec<Row>) {
    let Some((label, orders)) = scenario.rows.get(at) else { return };
    let mut chances = Vec::new();
    let mut texts = Vec::new();
    for order in orders {
        let Some(found) = odds_of(order, battle) else { return };
        read(&order.reads, &found, &mut chances, &mut texts);
    }
    // Only possible results are listed.
    if texts.is_empty() && chances.iter().all(Option::is_none) {
        return;
    }
    let found = Row {
        of: vec![label.clone()],
        chances,
        further_texts: texts,
        orders: vec![orders.clone()],
    };
    match rows.iter_mut().find(|row| row.joins(&found)) {
        Some(row) => {
            row.of.extend(found.of);
            row.orders.extend(found.orders);
        }
        None => rows.push(found),
    }
}

/// A row of a scenario, with all its units.
#[derive(Clone, Debug)]
pub(super) struct Row {
    of: Vec<RowOf>,
    chances: Vec<Option<f64>>,
    further_texts: Vec<Message>,
    orders: Vec<Vec<ScenarioOrder>>,
}

impl Row {
    /// Whether another row says the same of other units.
    fn joins(&self, other: &Row) -> bool {
        let of_units = |row: &Row| !matches!(row.of.first(), Some(RowOf::Text(_)) | None);
        of_units(self)
            && of_units(other)
            && self.chances == other.chances
            && self.further_texts == other.further_texts
    }

    /// The row as a table has it.
    pub(super) fn set(self, table: &mut OddsTable, sides: [&[Alike]; 2]) {
        let label = match self.of.first() {
            Some(RowOf::Text(label)) => label.clone(),
            Some(RowOf::Units(_) | RowOf::Pair(..)) | None => {
                let pairs = self.of.into_iter().filter_map(|row| match row {
                    RowOf::Text(_) => None,
                    RowOf::Units(one) => Some((one, Vec::new())),
                    RowOf::Pair(one, other) => Some((one, vec![other])),
                });
                super::names::pairs(pairs.collect(), sides)
            }
        };
        table.rows.push((label, self.chances));
        table.further_texts.push(self.further_texts);
        table.scenario_orders.push(self.orders);
    }
}

fn odds_of(scenario: &ScenarioOrder, battle: &PlayerView) -> Option<Odds> {
    let mut battle = battle.to_static();
    for order in &scenario.before {
        let order = battle.read_order(order.as_object()?).ok()?;
        let done = battle.resolve(&order, &mut Seeded::new(0, 0)).ok()?;
        battle.apply(&done.effects);
    }
    let order = battle.read_order(scenario.order.as_object()?).ok()?;
    let watch: Vec<String> = match &scenario.reads {
        Reads::Outcome(_) => Vec::new(),
        Reads::Counts(key, ..) | Reads::Losses(key, _) => vec![key.clone()],
    };
    odds(&battle, &order, &watch, Thoroughness::Merged).ok()
}

fn read(reads: &Reads, odds: &Odds, chances: &mut Vec<Option<f64>>, texts: &mut Vec<Message>) {
    match reads {
        Reads::Outcome(word) => {
            let mut all = odds.outcomes.iter();
            let found = all.find(|(outcome, _)| outcome.slug() == *word);
            chances.push(found.map(|(_, chance)| chance.to_f64()));
        }
        Reads::Counts(key, from, most) => {
            for count in 0..=*most {
                let counts = |value: &Value| {
                    let value = value.as_u64().unwrap_or_default().saturating_sub((*from).into());
                    value == u64::from(count) || (count == *most && value > u64::from(count))
                };
                let all = odds.watched.get(key).into_iter().flatten();
                let chance: f64 = all
                    .filter(|(value, _)| counts(value))
                    .map(|(_, chance)| Chance::to_f64(chance))
                    .sum();
                chances.push((chance > 0.0).then_some(chance));
            }
        }
        Reads::Losses(key, from) => {
            let values = odds.watched.get(key).map(Vec::as_slice).unwrap_or_default();
            texts.extend(losses_text(values, *from));
        }
    }
}

/// The average loss, and the range of eight times in ten.
fn losses_text(values: &[(Value, Chance)], from: u32) -> [Message; 2] {
    let mut lost: Vec<(u64, f64)> = values
        .iter()
        .filter_map(|(left, chance)| {
            Some((u64::from(from).saturating_sub(left.as_u64()?), chance.to_f64()))
        })
        .collect();
    lost.sort_by_key(|(lost, _)| *lost);
    let mean: f64 = lost.iter().map(|(lost, chance)| *lost as f64 * chance).sum();
    let at = |part: f64| {
        let mut sum = 0.0;
        let found = lost.iter().find(|(_, chance)| {
            sum += chance;
            sum >= part
        });
        found.or(lost.last()).map_or(0, |(lost, _)| *lost)
    };
    [Message::verbatim(format!("{mean:.1}")), Message::verbatim(format!("{}–{}", at(0.1), at(0.9)))]
}
