//! The preview of an amendment, computed from the start: the change and every decision.

use crate::protocol::{
    AmendPreview, AmendPreviewResult, BrokenStep, Needs, OutcomeOdds, PreviewEntry, PreviewOdds,
    Remedies, Response, Seat,
};
use dice::EnteredRoll;
use engine::analysis::{DiceSoFar, Forecast};
use engine::journal::{
    AmendFault, Amendment, Broken, Change, Decision, DiceChoice, DifferenceReason, Journal,
    NotedChange, Unrolled, an_order_of,
};
use engine::text::order_in_words;
use games::{Battle, PlayerView};
use message::{Message, message};
use rules::{Need, Stop, Viewer, Visibility};

use super::documents;
use super::order_preview::remaining_odds;
use super::plan::RequestContext;
use super::table::PlainTable;

/// The reason why a preview leads to no amendment, and its step.
struct Stopped {
    /// The step whose decision was the reason; `None` if the change itself was.
    step: Option<usize>,
    fault: AmendFault,
    /// The amendment up to that step.
    so_far: Option<Amendment>,
}

/// Computes a preview, from the earlier battle or that battle as a seat knew it, up to the first
/// roll of the app.
fn attempt(
    journal: &Journal,
    start: Option<&Battle>,
    trial: &AmendPreview,
) -> Result<Amendment, Box<Stopped>> {
    let begun = journal.try_amending(start, &noted(trial, 0));
    let mut amendment =
        begun.map_err(|fault| Box::new(Stopped { step: None, fault, so_far: None }))?;
    for decided in &trial.decisions {
        if amendment.unrolled().is_some() {
            break;
        }
        let decision = decided.decision.clone();
        if let Err(fault) = amendment.decide(decided.step, decision) {
            let step = Some(decided.step);
            return Err(Box::new(Stopped { step, fault, so_far: Some(amendment) }));
        }
    }
    Ok(amendment)
}

/// The change of a trial, made at this time.
fn noted(trial: &AmendPreview, at: u64) -> NotedChange<'_> {
    NotedChange { index: trial.index, change: &trial.change, at, note: &trial.note }
}

/// The preview with its index in the journal, not in the log of its seat.
pub(super) fn on_line(
    table: &PlainTable,
    seat: Seat,
    trial: &AmendPreview,
) -> Result<AmendPreview, AmendFault> {
    let places = table.places(seat);
    let count = places.seen(table.journal.cursor());
    if trial.index >= count {
        return Err(AmendFault::NoEntry { number: trial.index.saturating_add(1), count });
    }
    Ok(AmendPreview { index: places.on_line(trial.index), ..trial.clone() })
}

/// Checks that an amendment is possible, without the app's dice, because a later refusal would
/// reveal a roll. Returns whether the app rolls for it.
pub(super) fn can_be_made(
    table: &PlainTable,
    seat: Seat,
    trial: &AmendPreview,
) -> Result<bool, NoAmendment> {
    as_known(table, seat, trial).map_err(NoAmendment::Secret)?;
    let amendment = attempt(&table.journal, None, trial)
        .map_err(|stopped| NoAmendment::Fault(stopped.fault))?;
    match amendment.undecided().count() {
        0 => Ok(amendment.unrolled().is_some()),
        open => Err(NoAmendment::Fault(AmendFault::Undecided(open))),
    }
}

/// The amendment of a preview, with the app's dice.
pub(super) fn amended(
    by: RequestContext,
    seat: Seat,
    trial: &AmendPreview,
) -> Result<Amendment, NoAmendment> {
    let rolls = can_be_made(by.table, seat, trial)?;
    let begun = by.table.journal.amend_with(&noted(trial, by.now), by.seed);
    let mut amendment = begun.map_err(NoAmendment::Fault)?;
    let wished = trial.decisions.iter().map(|decided| (decided.step, decided.decision.clone()));
    if rolls {
        amendment.settle(&wished.collect::<Vec<_>>());
    } else {
        for (step, decision) in wished {
            amendment.decide(step, decision).map_err(NoAmendment::Fault)?;
        }
    }
    Ok(amendment)
}

/// Why there is no amendment.
pub(super) enum NoAmendment {
    /// It would reveal a secret.
    Secret(Message),
    /// It cannot be made.
    Fault(AmendFault),
}

/// The answer to `trial`.
pub(super) fn preview(table: &PlainTable, seat: Seat, trial: &AmendPreview) -> Response {
    let on_line = on_line(table, seat, trial);
    if let Err(fault) = &on_line
        && !may_not_amend(seat)
    {
        let tried = AmendPreviewResult { fault: Some(fault.message()), ..nothing(table) };
        return Response::Tried(Box::new(tried));
    }
    let trial = on_line.as_ref().unwrap_or(trial);
    match as_known(table, seat, trial) {
        Ok(known) => {
            let tried = known.unwrap_or_else(|| compute_preview(table, seat, trial, None));
            Response::Tried(Box::new(tried))
        }
        Err(why) => super::refused(why, "The journal"),
    }
}

/// The result of a preview with only the facts that this seat knew at the time, if the others
/// make no difference; `None` if it knew everything.
///
/// # Errors
/// Why it would reveal a secret to the seat.
fn as_known(
    table: &PlainTable,
    seat: Seat,
    trial: &AmendPreview,
) -> Result<Option<AmendPreviewResult>, Message> {
    if let Some(why) = still_secret(table, seat, trial) {
        return Err(why);
    }
    let Some(known) = known_before(table, seat, trial) else { return Ok(None) };
    let indistinguishable = known.indistinguishable();
    let mut each = indistinguishable
        .iter()
        .map(|candidate| compute_preview(table, seat, trial, Some(candidate)));
    let first = each.next();
    if each.all(|other| Some(&other) == first.as_ref()) { Ok(first) } else { Err(would_reveal()) }
}

fn would_reveal() -> Message {
    message!(
        "this would reveal a secret of the other side: undo the later orders, and give the order \
         again"
    )
}

/// The battle as a seat knew it before the order; `None` if everything has been
/// revealed since.
fn known_before<'t>(
    table: &'t PlainTable,
    seat: Seat,
    trial: &AmendPreview,
) -> Option<PlayerView<'t>> {
    let (journal, eyes) = (&table.journal, table.eyes(seat));
    let start = journal.at(trial.index).filter(|_| eyes != Viewer::Everyone)?;
    if in_the_open(journal, trial.index, eyes).is_some() {
        return None;
    }
    Some(start.known_to(eyes))
}

/// The last position, from this one on, at which a viewer knew everything.
fn in_the_open(journal: &Journal, from: usize, eyes: Viewer) -> Option<usize> {
    let knows = |moment: &usize| journal.at(*moment).is_some_and(|b| b.known_to(eyes).is_whole());
    (from..=journal.cursor()).rev().find(knows)
}

/// A preview without a result.
fn nothing(table: &PlainTable) -> AmendPreviewResult {
    AmendPreviewResult {
        at: table.rest.number,
        fault: None,
        needs: None,
        odds: None,
        entries: Vec::new(),
        later: 0,
        broken: Vec::new(),
        open: 0,
        changes: serde_json::Map::new(),
    }
}

fn compute_preview(
    table: &PlainTable,
    seat: Seat,
    trial: &AmendPreview,
    start: Option<&Battle>,
) -> AmendPreviewResult {
    let empty = || nothing(table);
    match attempt(&table.journal, start, trial) {
        Ok(amendment) => preview_result(table, seat, trial, &amendment),
        Err(stopped) => {
            let so_far = stopped.so_far.as_ref();
            let result =
                so_far.map_or_else(empty, |so_far| preview_result(table, seat, trial, so_far));
            match &stopped.fault {
                AmendFault::Stopped(Stop::Needs { need: Need::Throw { ask, by }, after }) => {
                    let rest = missing(table, seat, trial, start, &stopped);
                    let needs = Needs::of((**ask).clone(), *by, after.clone()).with_rest(rest);
                    AmendPreviewResult { needs: Some((stopped.step, needs)), ..result }
                }
                fault => AmendPreviewResult { fault: Some(fault.message()), ..result },
            }
        }
    }
}

/// The odds of an order for which the players enter dice one after the other: the changed
/// order, or a later one.
fn missing(
    table: &PlainTable,
    seat: Seat,
    trial: &AmendPreview,
    start: Option<&Battle>,
    stopped: &Stopped,
) -> Option<Forecast> {
    let eyes = table.eyes(seat);
    let Some(step) = stopped.step else {
        let (order, dice) = match &trial.change {
            Change::Replace { order, dice } => (order.as_ref(), dice.as_ref()?),
            Change::Insert { order, dice } => (Some(order), dice),
            Change::Drop => return None,
        };
        let before = start.or(table.journal.at(trial.index))?;
        let order = order.or(table.journal.entry(trial.index).map(|entry| &entry.order))?;
        let order = before.read_order(order).ok()?;
        let so_far = DiceSoFar { rolls: &[], entries: entered(dice) };
        let rest = remaining_odds(&before.known_to(eyes), &order, so_far);
        return rest.map(|(forecast, _)| forecast);
    };
    let decision = trial.decisions.iter().find(|decided| decided.step == step)?;
    let (before, order, earlier_rolls) = stopped.so_far.as_ref()?.at(step)?;
    let so_far = match &decision.decision {
        Decision::ThrowAgain(dice) => DiceSoFar { rolls: &[], entries: entered(dice) },
        Decision::ThrowTheRest(dice) => DiceSoFar { rolls: earlier_rolls, entries: entered(dice) },
        Decision::Keep | Decision::Drop | Decision::Stop => return None,
    };
    remaining_odds(&before.known_to(eyes), &order, so_far).map(|(forecast, _)| forecast)
}

/// The dice that the players entered.
fn entered(dice: &DiceChoice) -> &[EnteredRoll] {
    match dice {
        DiceChoice::Program => &[],
        DiceChoice::Entered(entries) | DiceChoice::EnteredThenProgram(entries) => entries,
    }
}

/// Whether a seat may not amend.
fn may_not_amend(seat: Seat) -> bool {
    matches!(seat, Seat::Onlooker | Seat::Owner)
}

/// The reason why a seat may not amend an order, if that would reveal a secret.
fn still_secret(table: &PlainTable, seat: Seat, trial: &AmendPreview) -> Option<Message> {
    let (journal, eyes) = (&table.journal, table.eyes(seat));
    if may_not_amend(seat) {
        return Some(message!("this seat only watches"));
    }
    let puts_in = matches!(trial.change, Change::Insert { .. });
    let places = table.places(seat);
    let number = places.seen(trial.index) + 1;
    // The steps of the dry run would reveal the size of a hidden group.
    if seat.side().is_some() && (trial.index..journal.cursor()).any(|at| places.hides(at)) {
        return Some(message!(
            "some orders from {number} on came as a secret group: the log can be amended there \
             only when both sides share one device",
            number
        ));
    }
    let is_secret = |index: usize| journal.is_secret(index, eyes);
    if !puts_in && is_secret(trial.index) {
        return Some(message!("order {number} is secret", number));
    }
    let from = in_the_open(journal, trial.index, eyes).unwrap_or(trial.index);
    (eyes != Viewer::Everyone && (from..journal.cursor()).any(is_secret)).then(|| {
        message!(
            "some orders from {number} on are still secret: the log can be amended there when \
             neither side has secrets left",
            number
        )
    })
}

fn preview_result(
    table: &PlainTable,
    seat: Seat,
    trial: &AmendPreview,
    amendment: &Amendment,
) -> AmendPreviewResult {
    let journal = &table.journal;
    let (eyes, places) = (table.eyes(seat), table.places(seat));
    let system = amendment.start().system();
    let mut last_hidden = None;
    let entries = amendment.entries_with_battles().filter_map(|(entry, then)| {
        let order = then.read_order(&entry.order).ok();
        // Of another side's hidden order, only the fact that it was given may
        // be known.
        let shown =
            order.as_ref().map_or(Visibility::Hidden, |order| then.order_visibility(order, eyes));
        let hidden = eyes != Viewer::Everyone && shown != Visibility::Whole;
        let headline = if hidden {
            an_order_of(then.issuing_side(&entry.order))
        } else {
            Message::verbatim(documents::headline(system, &entry.order, &entry.outcome).to_string())
        };
        let group = entry.group.filter(|group| group.is_hidden_from(eyes));
        let again = group.is_some() && last_hidden == group;
        last_hidden = group;
        let thrown = if hidden { Vec::new() } else { entry.thrown.clone() };
        (!again).then_some(PreviewEntry { headline, thrown })
    });
    let entries = entries.collect();
    let inserted = usize::from(!matches!(trial.change, Change::Insert { .. }));
    let own = |broken: &Broken| broken_step(table, eyes, amendment, broken);
    AmendPreviewResult {
        at: table.rest.number,
        fault: None,
        needs: None,
        odds: amendment.unrolled().map(|unrolled| odds_of(eyes, unrolled)),
        entries,
        later: places
            .seen(journal.cursor())
            .saturating_sub(places.seen(amendment.unchanged() + inserted)),
        broken: amendment.broken().iter().map(own).collect(),
        open: amendment.undecided().count(),
        // The result of a die of the app is not known.
        changes: match amendment.unrolled() {
            None => {
                let before = journal.battle().known_to(eyes);
                amendment.battle().known_to(eyes).changes_since(&before)
            }
            Some(_) => serde_json::Map::new(),
        },
    }
}

/// The app's roll at which a preview ends, with its odds.
fn odds_of(eyes: Viewer, unrolled: &Unrolled) -> PreviewOdds {
    let Unrolled { step, before, order, earlier_rolls, dice, waits } = unrolled;
    let (rest, odds) = remaining_odds(
        &before.known_to(eyes),
        order,
        DiceSoFar { rolls: earlier_rolls, entries: entered(dice) },
    )
    .unzip();
    let needs = match waits {
        Stop::Needs { need: Need::Throw { ask, by }, after } => {
            Needs::of((**ask).clone(), *by, after.clone()).with_rest(rest)
        }
        stop @ (Stop::Needs { .. } | Stop::Refused(_) | Stop::Invalid(_)) => Needs {
            after: Vec::new(),
            ask: None,
            by: None,
            rest: None,
            fault: Some(stop.message()),
        },
    };
    let outcomes = odds.map(|odds| odds.outcomes).unwrap_or_default().into_iter();
    let outcomes = outcomes.filter(|(_, chance)| !chance.is_never());
    let outcomes = outcomes.map(|(outcome, chance)| OutcomeOdds {
        outcome: outcome.slug().to_owned(),
        p: chance.to_f64(),
    });
    PreviewOdds { step: *step, needs, outcomes: outcomes.collect() }
}

fn broken_step(
    table: &PlainTable,
    eyes: Viewer,
    amendment: &Amendment,
    broken: &Broken,
) -> BrokenStep {
    let journal = &table.journal;
    let place = broken.index.unwrap_or(amendment.unchanged() + broken.step);
    let number = journal.places(eyes).seen(place) + 1;
    // The amended order no longer has its place in the log.
    let index = broken.index.filter(|index| *index > amendment.unchanged());
    let row = index.and_then(|index| documents::row(journal, index, eyes));
    let seen = index.and_then(|index| journal.seen(index, eyes));
    let hidden = row.as_ref().is_some_and(|row| row.secret);
    let headline = match row {
        Some(_) if hidden => an_order_of(seen.and_then(|seen| seen.by)),
        Some(row) => row.headline,
        None => order_in_words(journal.battle().system(), &broken.order),
    };
    let is_open = broken.decision.is_none();
    let runs_out = matches!(broken.reason, DifferenceReason::DiceRunOut { .. }) && is_open;
    let at = amendment.at(broken.step).filter(|_| runs_out && !hidden);
    let rest = at.and_then(|(before, order, earlier_rolls)| {
        remaining_odds(
            &before.known_to(eyes),
            &order,
            DiceSoFar { rolls: earlier_rolls, entries: &[] },
        )
    });
    let rest = rest.map(|(forecast, _)| forecast);
    BrokenStep {
        step: broken.step,
        number,
        headline,
        why: (!hidden).then(|| broken.reason.message()),
        rest,
        remedies: if hidden { Remedies::default() } else { remedies(&broken.reason) },
        decision: broken.decision.clone(),
    }
}

fn remedies(reason: &DifferenceReason) -> Remedies {
    let (keep, roll_the_rest, roll_again) = match reason {
        DifferenceReason::Outcome { .. } | DifferenceReason::DiceLeftOver(_) => (true, false, true),
        DifferenceReason::DiceRunOut { .. } => (false, true, true),
        DifferenceReason::Invalid(_) => (false, false, true),
        DifferenceReason::Refused(_) => (false, false, false),
    };
    Remedies { keep, roll_the_rest, roll_again, take_out: true }
}
