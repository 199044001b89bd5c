//! Amendments of an earlier order: a dry run that replays all later orders with their old dice,
//! and asks about each one that is no longer possible.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use dice::Thrown;
use games::{Battle, Order, Report};
use message::{Message, message};
use rules::{OrderFault, Stop};

use super::entry::{DiceChoice, Entry};
use super::history::{AppSeed, EntryResult, Journal, Prepared, thrown};
use super::replay::{self, DiceOnTable, DifferenceReason};

/// A change to a past order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// It is given differently. Parts that are `None` do not change.
    Replace { order: Option<Map<String, Value>>, dice: Option<DiceChoice> },
    /// It is removed.
    Drop,
    /// A forgotten order is inserted before it.
    Insert { order: Map<String, Value>, dice: DiceChoice },
}

/// A change to an earlier order, with its note and time.
#[derive(Clone, Copy, Debug)]
pub struct NotedChange<'c> {
    /// The place of the entry in the line, from 0.
    pub index: usize,
    pub change: &'c Change,
    /// The time, in seconds since 1970.
    pub at: u64,
    pub note: &'c str,
}

/// A decision about an entry that is no longer possible.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// It stays, with its new result; unused rolls are dropped.
    Keep,
    /// All its dice are rolled again.
    ThrowAgain(DiceChoice),
    /// Its rolls stay, and these dice are added.
    ThrowTheRest(DiceChoice),
    /// It is removed.
    Drop,
    /// It and all later entries are removed.
    Stop,
}

/// An entry that is no longer possible after the change.
#[derive(Clone, Debug, PartialEq)]
pub struct Broken {
    /// Its place in the dry run, from 0; for [`Amendment::decide`].
    pub step: usize,
    /// Its place in the present line, from 0; `None` for a new order.
    pub index: Option<usize>,
    pub order: Map<String, Value>,
    /// The reason.
    pub reason: DifferenceReason,
    /// The decision about it; `None` until there is one.
    pub decision: Option<Decision>,
}

/// The reason why an amendment is impossible.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{}", self.message())]
pub enum AmendFault {
    /// There is no such entry before the cursor.
    NoEntry {
        /// The entry's number, from 1.
        number: usize,
        count: usize,
    },
    /// The order is not written correctly.
    Order(OrderFault),
    /// The new order, or its dice, are impossible.
    Stopped(#[from] Stop),
    /// There is nothing to decide: the entry is still possible.
    Holds,
    /// This decision does not help with this reason.
    NoRemedy(DifferenceReason),
    /// This many orders after it have still to be decided about.
    Undecided(usize),
    /// The battle has changed since the dry run.
    Stale,
}

impl AmendFault {
    /// Why the amendment cannot be made, in a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            AmendFault::NoEntry { number, count } => message!(
                *count => "there is no order {number} to edit: {n} has been given"
                    | "there is no order {number} to edit: {n} have been given",
                number
            ),
            AmendFault::Order(fault) => fault.why.clone(),
            AmendFault::Stopped(stop) => stop.message(),
            AmendFault::Holds => message!("there is nothing to fix: this order holds as it is"),
            AmendFault::NoRemedy(reason) => {
                message!("that does not fix it: {reason}", reason = reason.message())
            }
            AmendFault::Undecided(orders) => message!(
                *orders => "{n} of the orders after it no longer holds: decide about it first"
                    | "{n} of the orders after it no longer hold: decide about them first"
            ),
            AmendFault::Stale => {
                message!("the battle has changed in the meantime: begin the edit again")
            }
        }
    }
}

/// A dry run of a change. Nothing changes before it is committed.
#[derive(Clone, Debug)]
pub struct Amendment {
    /// The number of entries before the change.
    unchanged: usize,
    /// The number of records of the journal, and its cursor.
    of: (usize, usize),
    steps: Vec<Step>,
    /// The first number for which no entry has used the seed's dice.
    fresh: u64,
    /// Whether the first step is the changed or inserted order.
    changed: bool,
    decisions: BTreeMap<usize, DecidedEntry>,
    start: Battle,
    run: Run,
    /// The seed of the app's dice.
    seed: AppSeed,
    /// Whether the app rolls them.
    rolls: bool,
    unrolled: Option<Unrolled>,
}

/// The app's roll at which a preview of an amendment ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Unrolled {
    /// The step that needs it; `None` for the change itself.
    pub step: Option<usize>,
    pub before: Battle,
    pub order: Order,
    /// Its rolls that are already made.
    pub earlier_rolls: Vec<Thrown>,
    pub dice: DiceChoice,
    /// The roll, and those before it.
    pub waits: Stop,
}

/// An entry to be replayed.
#[derive(Clone, Debug)]
struct Step {
    /// Its place in the present line; `None` for a new order.
    index: Option<usize>,
    entry: Entry,
}

/// A decision, with its new entry unless it removes one.
#[derive(Clone, Debug)]
struct DecidedEntry {
    reason: DifferenceReason,
    decision: Decision,
    makes: Option<Entry>,
}

/// An order that gets new dice.
struct NewRoll<'r> {
    /// Its step; `None` for the change itself.
    step: Option<usize>,
    /// The number of the app's dice.
    number: u64,
    order: &'r Map<String, Value>,
    earlier_rolls: &'r [Thrown],
    dice: &'r DiceChoice,
}

/// The result of a dry run.
#[derive(Clone, Debug, Default)]
struct Run {
    entries: Vec<Entry>,
    results: Vec<EntryResult>,
    broken: Vec<Broken>,
    /// Before each step: the battle, and the number of entries.
    before: Vec<(Battle, usize)>,
}

impl Journal {
    /// A change of the entry at `index`, from 0, computed with the app's dice. Undone entries are
    /// not replayed: they stay in the replaced line.
    ///
    /// # Errors
    /// If there is no such entry, or the new order or dice are impossible;
    /// with [`Stop::Needs`] more dice must be entered.
    pub fn amend(
        &self,
        index: usize,
        change: &Change,
        at: u64,
        note: &str,
    ) -> Result<Amendment, AmendFault> {
        self.amend_with(&NotedChange { index, change, at, note }, self.seed())
    }

    /// The same with the app's dice of a seed.
    ///
    /// # Errors
    /// As [`Journal::amend`].
    pub fn amend_with(&self, change: &NotedChange, seed: AppSeed) -> Result<Amendment, AmendFault> {
        self.begin_amendment(self.at(change.index), Some(seed), change)
    }

    /// The same without a die of the app's: at the app's first roll, the amendment ends
    /// ([`Amendment::unrolled`]). The battle before the entry may be a view that lacks secrets.
    ///
    /// # Errors
    /// As [`Journal::amend`].
    pub fn try_amending(
        &self,
        start: Option<&Battle>,
        change: &NotedChange,
    ) -> Result<Amendment, AmendFault> {
        self.begin_amendment(start.or(self.at(change.index)), None, change)
    }

    fn begin_amendment(
        &self,
        start: Option<&Battle>,
        rolled_with: Option<AppSeed>,
        noted: &NotedChange,
    ) -> Result<Amendment, AmendFault> {
        let NotedChange { index, change, at, note } = *noted;
        let count = self.cursor();
        let (Some(start), Some(old)) = (start, self.entry(index).filter(|_| index < count)) else {
            return Err(AmendFault::NoEntry { number: index + 1, count });
        };
        let from = index + usize::from(!matches!(change, Change::Insert { .. }));
        let rest = self.entries().enumerate().take(count).skip(from);
        let numbered = |(index, entry): (usize, &Entry)| Step {
            index: Some(index),
            entry: Entry { number: Some(entry.number_at(index)), ..entry.clone() },
        };
        let mut amendment = Amendment {
            unchanged: index,
            of: (self.records().len(), self.cursor()),
            steps: rest.map(numbered).collect(),
            fresh: self.unused_number(),
            changed: !matches!(change, Change::Drop),
            decisions: BTreeMap::new(),
            start: start.clone(),
            run: Run::default(),
            seed: rolled_with.unwrap_or(self.seed()),
            rolls: rolled_with.is_some(),
            unrolled: None,
        };
        let was = old.number_at(index);
        let changed = match change {
            Change::Drop => None,
            Change::Replace { order, dice: None } => {
                let entry = with_its_dice(start, old, order.as_ref(), noted)?;
                Some((Some(index), Entry { number: Some(was), ..entry }))
            }
            Change::Replace { order, dice: Some(dice) } => {
                // Another order gets new dice.
                let same = order.as_ref().is_none_or(|order| *order == old.order)
                    && old.seed == amendment.seed.number;
                let number = if same { was } else { amendment.fresh };
                let order = order.as_ref().unwrap_or(&old.order);
                let roll = NewRoll { step: None, number, order, earlier_rolls: &[], dice };
                let made = amendment.rolled(start, &roll)?;
                let (note, group) = (note.to_owned(), old.group);
                made.map(|made| (Some(index), Entry { at, note, group, ..made }))
            }
            Change::Insert { order, dice } => {
                let number = amendment.fresh;
                let roll = NewRoll { step: None, number, order, earlier_rolls: &[], dice };
                let made = amendment.rolled(start, &roll)?;
                let (note, group) = (note.to_owned(), self.group_around(index));
                made.map(|made| (None, Entry { at, note, group, ..made }))
            }
        };
        if let Some((index, entry)) = changed {
            amendment.steps.insert(0, Step { index, entry });
        }
        if amendment.unrolled.is_none() {
            amendment.fresh += u64::from(amendment.changed);
            amendment.run_from(0);
        }
        Ok(amendment)
    }

    /// Prepares an amendment for [`Journal::enter`].
    ///
    /// # Errors
    /// If a decision is missing, or the battle has changed since the dry run.
    pub fn prepare_amendment(&self, amendment: &Amendment) -> Result<Prepared, AmendFault> {
        let undecided = amendment.undecided().count();
        if undecided > 0 {
            return Err(AmendFault::Undecided(undecided));
        }
        if amendment.of != (self.records().len(), self.cursor()) {
            return Err(AmendFault::Stale);
        }
        let run = &amendment.run;
        Ok(self.prepared(amendment.unchanged, run.entries.clone(), run.results.clone()))
    }

    /// Makes an amendment. The present line becomes a replaced one.
    ///
    /// # Errors
    /// As [`Journal::prepare_amendment`].
    pub fn commit(&mut self, amendment: &Amendment) -> Result<(), AmendFault> {
        let prepared = self.prepare_amendment(amendment)?;
        self.enter(prepared);
        Ok(())
    }
}

/// The old entry with another order, but the same dice. If they do not fit, the dry run asks
/// about it as about any other entry.
fn with_its_dice(
    battle: &Battle,
    old: &Entry,
    order: Option<&Map<String, Value>>,
    &NotedChange { at, note, .. }: &NotedChange,
) -> Result<Entry, AmendFault> {
    let order = battle.read_order(order.unwrap_or(&old.order)).map_err(AmendFault::Order)?;
    let mut entry = Entry { order: order.to_map(), at, note: note.to_owned(), ..old.clone() };
    match replay::replay(battle, &entry) {
        replay::Replayed { report: Some(report), .. } => {
            // The change is meant to give a different outcome.
            entry.outcome = report.outcome.to_string();
            Ok(entry)
        }
        replay::Replayed { reason: Some(DifferenceReason::Refused(refusal)), .. } => {
            Err(AmendFault::Stopped(Stop::Refused(refusal)))
        }
        replay::Replayed { .. } => Ok(entry),
    }
}

impl Amendment {
    /// Every entry that is no longer possible or has a different result, in order, with its
    /// decision. Without a decision, an impossible entry is left out of the dry run, and one with a
    /// different result has its new result.
    #[must_use]
    pub fn broken(&self) -> &[Broken] {
        &self.run.broken
    }

    /// Those without a decision.
    pub fn undecided(&self) -> impl Iterator<Item = &Broken> {
        self.run.broken.iter().filter(|broken| broken.decision.is_none())
    }

    /// The app's roll at which it ends, if it is only a preview.
    #[must_use]
    pub fn unrolled(&self) -> Option<&Unrolled> {
        self.unrolled.as_ref()
    }

    /// The battle before a step, its order, and the rolls that the order has.
    #[must_use]
    pub fn at(&self, step: usize) -> Option<(&Battle, Order, &[Thrown])> {
        let ((before, _), Step { entry, .. }) = (self.run.before.get(step)?, self.steps.get(step)?);
        Some((before, before.read_order(&entry.order).ok()?, &entry.thrown))
    }

    /// The battle before the change.
    #[must_use]
    pub fn start(&self) -> &Battle {
        &self.start
    }

    /// The battle after the change.
    #[must_use]
    pub fn battle(&self) -> &Battle {
        self.run.results.last().map_or(&self.start, |result| &result.after)
    }

    /// The entries from the change on, after the change.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.run.entries
    }

    /// The same, each with the battle before it.
    pub fn entries_with_battles(&self) -> impl Iterator<Item = (&Entry, &Battle)> {
        let after = self.run.results.iter().map(|result| &result.after);
        self.run.entries.iter().zip([&self.start].into_iter().chain(after))
    }

    /// The number of unchanged entries before the change.
    #[must_use]
    pub fn unchanged(&self) -> usize {
        self.unchanged
    }

    /// Decides about an entry that is no longer possible, and replays from there. Decisions about
    /// later entries are dropped.
    ///
    /// # Errors
    /// If there is nothing to decide, or the decision does not fix it; with
    /// [`Stop::Needs`] more dice must be entered. Nothing has changed then.
    pub fn decide(&mut self, step: usize, decision: Decision) -> Result<(), AmendFault> {
        let Some(broken) = self.run.broken.iter().find(|broken| broken.step == step) else {
            return Err(AmendFault::Holds);
        };
        let reason = broken.reason.clone();
        let makes = self.made_by(step, &reason, &decision)?;
        self.decisions.split_off(&step);
        self.decisions.insert(step, DecidedEntry { reason, decision, makes });
        self.run_from(step);
        Ok(())
    }

    /// Decides about all entries that are no longer possible: as requested if that helps, otherwise
    /// so that as much as possible stays. Entries after a roll of the app cannot be decided
    /// beforehand.
    pub fn settle(&mut self, wished: &[(usize, Decision)]) {
        loop {
            let open = self.undecided().next().cloned();
            let Some(Broken { step, reason, .. }) = open else { return };
            let wish = wished.iter().rev().find(|(at, _)| *at == step);
            let stays = match reason {
                DifferenceReason::Outcome { .. } | DifferenceReason::DiceLeftOver(_) => {
                    Decision::Keep
                }
                DifferenceReason::DiceRunOut { .. } => Decision::ThrowTheRest(DiceChoice::Program),
                DifferenceReason::Refused(_) | DifferenceReason::Invalid(_) => Decision::Drop,
            };
            let mut tried =
                wish.map(|(_, wish)| wish.clone()).into_iter().chain([stays, Decision::Drop]);
            if !tried.any(|decision| self.decide(step, decision).is_ok()) {
                return;
            }
        }
    }

    fn made_by(
        &mut self,
        step: usize,
        reason: &DifferenceReason,
        decision: &Decision,
    ) -> Result<Option<Entry>, AmendFault> {
        let entry = self.steps[step].entry.clone();
        let (battle, _) = self.run.before[step].clone();
        let (earlier_rolls, dice, number) = match (decision, reason) {
            (Decision::Drop | Decision::Stop, _) => return Ok(None),
            // Other dice than the old ones, but the same ones each time.
            (Decision::ThrowAgain(dice), _) => (&[][..], dice, self.fresh + step as u64),
            (Decision::ThrowTheRest(dice), DifferenceReason::DiceRunOut { .. }) => {
                // A revealed seed gives no more dice.
                let same_seed = entry.seed == self.seed.number;
                let own = entry.number_at(self.unchanged + step);
                (&entry.thrown[..], dice, if same_seed { own } else { self.fresh + step as u64 })
            }
            (
                Decision::Keep,
                DifferenceReason::Outcome { .. } | DifferenceReason::DiceLeftOver(_),
            ) => {
                let report = replay::replay(&battle, &entry).report;
                return Ok(report.map(|report| with_report(&entry, &report)));
            }
            (Decision::Keep | Decision::ThrowTheRest(_), _) => {
                return Err(AmendFault::NoRemedy(reason.clone()));
            }
        };
        let roll = NewRoll { step: Some(step), number, order: &entry.order, earlier_rolls, dice };
        let made = self.rolled(&battle, &roll)?;
        let Entry { at, note, group, .. } = entry;
        Ok(made.map(|made| Entry { at, note, group, ..made }))
    }

    /// An order with new dice; `None` if it waits for a die of the app, which is rolled only when
    /// the amendment is made.
    fn rolled(&mut self, battle: &Battle, roll: &NewRoll) -> Result<Option<Entry>, AmendFault> {
        let NewRoll { step, number, earlier_rolls, .. } = *roll;
        let order = battle.read_order(roll.order).map_err(AmendFault::Order)?;
        let dice = roll.dice.to_the_end();
        let on_table = DiceOnTable { earlier_rolls, choice: &dice };
        let report = if self.rolls {
            replay::resolve(battle, &order, on_table, self.seed.dice(number))?
        } else {
            match replay::resolve_unrolled(battle, &order, on_table)? {
                replay::ByOwnDice::Report(report) => report,
                replay::ByOwnDice::Waits(waits) => {
                    let (before, earlier_rolls) = (battle.clone(), earlier_rolls.to_vec());
                    self.unrolled =
                        Some(Unrolled { step, before, order, earlier_rolls, dice, waits });
                    return Ok(None);
                }
            }
        };
        Ok(Some(Entry {
            order: order.to_map(),
            thrown: thrown(&report.rolls),
            outcome: report.outcome.to_string(),
            at: 0,
            note: String::new(),
            number: Some(number),
            seed: self.seed.number,
            group: None,
        }))
    }

    /// Whether the dry run ends at a step, because it waits for a die of the app.
    fn ends_at(&self, step: usize) -> bool {
        self.unrolled.as_ref().is_some_and(|unrolled| unrolled.step == Some(step))
    }

    /// Replays the steps from one of them on.
    fn run_from(&mut self, first: usize) {
        let mut run = std::mem::take(&mut self.run);
        let begin = || (self.start.clone(), 0);
        let (mut battle, standing) = run.before.get(first).cloned().unwrap_or_else(begin);
        run.before.truncate(first);
        run.entries.truncate(standing);
        run.results.truncate(standing);
        run.broken.retain(|broken| broken.step < first);
        for (at, step) in self.steps.iter().enumerate().skip(first) {
            run.before.push((battle.clone(), run.entries.len()));
            let decided = self.decisions.get(&at);
            let entry = match decided {
                Some(DecidedEntry { decision: Decision::Stop, .. }) => None,
                Some(decided) => decided.makes.clone(),
                None => Some(step.entry.clone()),
            };
            let replayed = entry.as_ref().map(|entry| EntryResult::replayed(&battle, entry));
            let (result, found) = replayed.unzip();
            let found = found.flatten();
            let shown = match decided {
                Some(decided) => Some((decided.reason.clone(), Some(decided.decision.clone()))),
                None => found.map(|reason| (reason, None)),
            };
            if let Some((reason, decision)) = shown {
                let order = step.entry.order.clone();
                run.broken.push(Broken { step: at, index: step.index, order, reason, decision });
            }
            if let (Some(entry), Some(result)) = (entry, result)
                && let Some(report) = &result.report
            {
                battle.clone_from(&result.after);
                let place = self.unchanged + run.entries.len();
                let number = entry.number_at(place);
                run.entries.push(with_report(&entry, report).numbered(number, place));
                run.results.push(result);
            }
            let stops = matches!(decided, Some(DecidedEntry { decision: Decision::Stop, .. }));
            if stops || self.ends_at(at) {
                break;
            }
        }
        self.run = run;
    }
}

/// An entry with its new result.
fn with_report(entry: &Entry, report: &Report) -> Entry {
    Entry { thrown: thrown(&report.rolls), outcome: report.outcome.to_string(), ..entry.clone() }
}
