//! The turning points of a battle: the orders whose dice moved it furthest from the expected
//! result.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::analysis::odds::{expected, odds};
use crate::analysis::{Luck, MOST_BRANCHES, RollLuck};
use crate::journal::{Entry, Journal};
use crate::text;
use dice::{Chance, Thoroughness};
use games::PlayerView;
use message::Message;
use rules::{Party, Side, Tag, Viewer};

use super::figures::{Scale, balance};
use super::prose::BattleNames;

/// An order that turned the battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurningPoint {
    /// The place of its entry in the line, from 0.
    pub index: usize,
    /// When: `Round 3`.
    pub when: Message,
    /// Its effects, a sentence for each.
    pub sentences: Vec<Message>,
    /// The same for the report, without bookkeeping.
    pub story: Message,
    pub rolls: Vec<Message>,
    /// The outcome, by its word in the rules.
    pub outcome: String,
    pub chance: f64,
    /// The likeliest other outcome, with its chance; `None` if there was no
    /// other.
    pub instead: Option<(String, f64)>,
    /// The chance of the least likely of its rolls, to be this good or better,
    /// or this bad or worse.
    pub least_likely_throw: f64,
    pub favours: Side,
    /// The gain of that side over the odds before the roll, in units at full strength.
    pub swing: f64,
}

/// At most this many are shown.
const MOST: usize = 5;

/// A smaller swing is not a turning point, in units at full strength.
const LEAST_SWING: f64 = 0.15;

/// The balance before the first order and after each, as a viewer knows it.
pub(super) fn course(journal: &Journal, viewer: Viewer) -> Vec<f64> {
    (0..=journal.cursor())
        .filter_map(|index| journal.at(index))
        .map(|battle| balance(&battle.known_to(viewer)))
        .collect()
}

/// The ones that moved the battle most, in the order in which they happened.
pub(super) fn most(mut points: Vec<TurningPoint>) -> Vec<TurningPoint> {
    points.sort_by(|a, b| b.swing.total_cmp(&a.swing));
    points.truncate(MOST);
    points.sort_by_key(|point| point.index);
    points
}

/// The chance of the least likely roll of an entry, to be this good or better, or this bad or
/// worse; `None` if there were no rolls.
fn least_likely(luck: &Luck, index: usize) -> Option<f64> {
    let from = luck.throws.partition_point(|cast| cast.index < index);
    let throws = luck.throws[from..].iter().take_while(|cast| cast.index == index);
    throws.fold(None, |least, cast| {
        let of = |measure: &RollLuck| measure.this_good.to_f64().min(measure.this_bad.to_f64());
        let chance = cast.measure.as_ref().map_or(1.0, of);
        Some(least.map_or(chance, |least: f64| least.min(chance)))
    })
}

/// The turning point of an entry, if it is one. It is measured by the viewer's knowledge before
/// it. An entry is left out if its odds depend on secrets, or take too long to compute.
pub(super) fn point(
    journal: &Journal,
    luck: &Luck,
    index: usize,
    viewer: Viewer,
) -> Option<TurningPoint> {
    let least_likely_throw = least_likely(luck, index)?;
    let (before, after) = (journal.at(index)?, journal.at(index + 1)?);
    let seen = journal.seen(index, viewer).filter(|seen| !seen.secret)?;
    let order = before.read_order(&seen.order).ok()?;
    let known = before.known_to(viewer);
    let indistinguishable = known.indistinguishable();
    if viewer != Viewer::Everyone && known.hides_odds(&order).is_some() {
        return None;
    }
    let scale = Scale::of(&known, concerned(&known, journal.entry(index)?));
    let to_expect = agreed(&indistinguishable, |candidate| {
        expected(candidate, &order, MOST_BRANCHES, |battle| scale.balance(battle))
    })?;
    let swing = scale.balance(&after.known_to(viewer)) - to_expect;
    if swing.abs() < LEAST_SWING {
        return None;
    }
    let report = seen.report?;
    let outcomes = agreed(&indistinguishable, |candidate| {
        Some(odds(candidate, &order, &[], Thoroughness::Merged).ok()?.outcomes)
    })?;
    let (own, mut others): (Vec<_>, Vec<_>) = outcomes
        .iter()
        .map(|(outcome, chance)| (*outcome, Chance::to_f64(chance)))
        .partition(|(outcome, _)| *outcome == report.outcome);
    let (_, chance) = own.first()?;
    others.sort_by(|one, other| other.1.total_cmp(&one.1));
    let mut story = text::story(&known, &report);
    if story.is_empty() {
        // The event is that the attempt failed.
        story = text::attempt(&known, &report);
        if story.is_empty() {
            story.clone_from(&seen.sentences);
        }
    }
    Some(TurningPoint {
        index,
        when: before.moment().name(),
        story: BattleNames::of(before).paragraph(&story, &mut BTreeSet::new()),
        sentences: seen.sentences,
        rolls: report.rolls.iter().map(text::roll_in_words).collect(),
        outcome: report.outcome.to_string(),
        chance: *chance,
        instead: others.first().map(|(other, chance)| (other.to_string(), *chance)),
        least_likely_throw,
        favours: if swing > 0.0 { Side::A } else { Side::B },
        swing: swing.abs(),
    })
}

/// A value that is the same in all battles that a viewer cannot distinguish; `None` if it
/// differs, or cannot be computed.
fn agreed<T: PartialEq>(
    indistinguishable: &[PlayerView<'_>],
    mut worked_out: impl FnMut(&PlayerView) -> Option<T>,
) -> Option<T> {
    let (first, others) = indistinguishable.split_first()?;
    let first = worked_out(first)?;
    others.iter().all(|candidate| worked_out(candidate).as_ref() == Some(&first)).then_some(first)
}

/// The units that an order names; all units if it names none.
fn concerned(battle: &PlayerView, entry: &Entry) -> Vec<Tag> {
    let parties = entry.spec(battle.system()).map(|spec| spec.parties(&entry.order));
    let named: Vec<Tag> = parties
        .unwrap_or_default()
        .into_iter()
        .flat_map(|party| match party {
            Party::Units(tags) => tags,
            Party::Side(_) => Vec::new(),
        })
        .collect();
    if named.is_empty() { battle.tags() } else { named }
}
