//! The turning points: what was unlikely, and changed most.

use crate::dice::{Chance, Thoroughness};
use crate::journal::{Journal, Luck};
use crate::rules::{Side, Viewer, odds};
use crate::wording;

use super::figures::balance;
use super::round_of;

/// An order that turned the battle.
#[derive(Clone, Debug, PartialEq)]
pub struct TurningPoint {
    /// The place of its entry in the line, from 0.
    pub index: usize,
    /// When: `Round 3`.
    pub when: String,
    /// What it did, in words.
    pub sentences: Vec<String>,
    /// Its throws, in words.
    pub rolls: Vec<String>,
    /// The outcome.
    pub outcome: &'static str,
    /// The chance that the outcome had.
    pub chance: f64,
    /// The chance of the least likely of its throws, to be this good or better,
    /// or this bad or worse.
    pub least_likely_throw: f64,
    /// Whom it favoured.
    pub favours: Side,
    /// By how much, in units at their full strength.
    pub swing: f64,
}

/// How many are told.
const MOST: usize = 5;

/// An order that moves less than this is no turning point, whatever its odds.
const LEAST_SWING: f64 = 0.1;

/// Those that weigh most, in the order in which they happened. What an order
/// weighs is how far it moved the balance, times how surprising it was (in
/// throws of a coin).
pub(super) fn points(journal: &Journal, luck: &Luck, viewer: Viewer) -> Vec<TurningPoint> {
    let mut throws_of = luck.throws.iter().peekable();
    let mut points: Vec<(f64, TurningPoint)> = Vec::new();
    let mut before = journal.at(0).map(|battle| balance(battle, viewer)).unwrap_or_default();
    for index in 0..journal.cursor() {
        let Some(battle) = journal.at(index + 1) else { break };
        let after = balance(battle, viewer);
        let swing = after - before;
        before = after;
        let mut least = 1.0f64;
        let mut thrown = false;
        while let Some(cast) = throws_of.next_if(|cast| cast.index == index) {
            thrown = true;
            if let Some(measure) = &cast.measure {
                least = least.min(measure.this_good.to_f64()).min(measure.this_bad.to_f64());
            }
        }
        if !thrown || swing.abs() < LEAST_SWING {
            continue;
        }
        let Some(point) = point(journal, index, viewer, (swing, least)) else { continue };
        let surprise = -point.chance.min(least).max(1e-12).log2();
        points.push((swing.abs() * surprise, point));
    }
    points.sort_by(|a, b| b.0.total_cmp(&a.0));
    points.truncate(MOST);
    points.sort_by_key(|(_, point)| point.index);
    points.into_iter().map(|(_, point)| point).collect()
}

fn point(
    journal: &Journal,
    index: usize,
    viewer: Viewer,
    (swing, least_likely_throw): (f64, f64),
) -> Option<TurningPoint> {
    let seen = journal.seen(index, viewer)?;
    let report = seen.report?;
    let before = journal.at(index)?;
    let order = before.read_order(&seen.order).ok()?;
    let odds = odds(before, &order, &[], Thoroughness::Merged).ok()?;
    Some(TurningPoint {
        index,
        when: round_of(before),
        sentences: seen.sentences,
        rolls: report.rolls.iter().map(wording::roll_in_words).collect(),
        outcome: report.outcome,
        chance: Chance::to_f64(&odds.of(report.outcome)),
        least_likely_throw,
        favours: if swing > 0.0 { Side::A } else { Side::B },
        swing: swing.abs(),
    })
}
