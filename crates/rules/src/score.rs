//! The score of a battle: the losses of each side, and which is ahead.

use super::aim::{Aim, Fate, WayToWin};
use super::common::Side;
use super::roster::{Roster, Rostered};
use super::system::Rules;
use message::{Message, message};

/// Differences in progress below this count as equal.
const LEVEL: f64 = 1e-9;

/// The score of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The number of units with which each side began, side A first.
    pub began: [usize; 2],
    /// The number of them that are out of action: lost, taken, fled, or unable to fight.
    /// Units that left the table with permission do not count.
    pub lost: [usize; 2],
    /// The side that is closer to victory, measured from the start of the battle; `None` if
    /// they are level.
    pub ahead: Option<Side>,
}

impl Score {
    /// The losses of both sides, out of their totals.
    #[must_use]
    pub fn losses(&self) -> Message {
        let ([a, b], [all_a, all_b]) = (self.lost, self.began);
        message!("Out of action: A {a}/{all_a}, B {b}/{all_b}", a, all_a, b, all_b)
    }
}

/// The score of a battle by its victory conditions, or by the share of units lost if there
/// are none.
pub fn score<S: Rules>(battle: &S) -> Score {
    let by_the_rules = Aim::default();
    let aim = battle.common().aims.aim().unwrap_or(&by_the_rules);
    let units = &battle.common().units;
    let sides = [Side::A, Side::B];
    let began = sides.map(|side| units.of(side).count());
    let is_out =
        |(tag, unit): &(_, &S::Unit)| !matches!(aim.fate(*tag, *unit), Fate::InAction | Fate::Left);
    let lost = sides.map(|side| units.of(side).filter(is_out).count());
    let has_ways = aim.ways().any(|way| !way.all.is_empty());
    let progress = sides.map(|side| {
        if has_ways {
            progress(aim, units, side)
        } else {
            share(lost[side.other().index()], began[side.other().index()])
        }
    });
    let [a, b] = progress;
    let ahead = if a > b + LEVEL {
        Some(Side::A)
    } else if b > a + LEVEL {
        Some(Side::B)
    } else {
        None
    };
    Score { began, lost, ahead }
}

#[expect(clippy::cast_precision_loss, reason = "a fleet is small")]
fn share(lost: usize, began: usize) -> f64 {
    lost as f64 / began.max(1) as f64
}

/// The progress of a side on its best way to win: 0 at the start of the battle, plus 1 for
/// each condition met since.
fn progress<U: Rostered + Clone>(aim: &Aim, units: &Roster<U>, side: Side) -> f64 {
    let own = aim.ways().filter(|way| way.wins == side && !way.all.is_empty());
    own.map(|way| progress_on(aim, units, way)).reduce(f64::max).unwrap_or(0.0)
}

#[expect(clippy::cast_precision_loss, reason = "points are at most millions")]
fn progress_on<U: Rostered + Clone>(aim: &Aim, units: &Roster<U>, way: &WayToWin) -> f64 {
    let of_condition = way.all.iter().map(|condition| {
        let (now, first) = (aim.lead(units, condition), condition.first_lead(units));
        let road = (i64::from(condition.at_least) - first).abs().max(1);
        (now - first) as f64 / road as f64
    });
    of_condition.sum()
}
