//! An amendment, tried: the change and every decision, from the start.

use crate::dice::Recorded;
use crate::journal::{AmendFault, Amendment, Broken, Journal, Reason, an_order_of};
use crate::referee::door::{Answer, BrokenStep, Needs, Remedies, Seat, Trial, Tried, TriedEntry};
use crate::rules::{Need, Shown, Stop, Viewer};
use crate::say::{Say, say};
use crate::wording::order_in_words;

use super::logged;
use super::table::Table;
use super::view::has_secrets;

/// Why a trial came to no amendment, and at which step.
pub(super) struct Stopped {
    /// The step whose decision it was; none where it was the change itself.
    pub(super) step: Option<usize>,
    pub(super) fault: AmendFault,
    /// As far as it came.
    so_far: Option<Amendment>,
}

/// Works a trial out.
pub(super) fn attempt(
    journal: &Journal,
    trial: &Trial,
    now: u64,
) -> Result<Amendment, Box<Stopped>> {
    let mut amendment = journal
        .amend(trial.index, &trial.change, now, &trial.note)
        .map_err(|fault| Box::new(Stopped { step: None, fault, so_far: None }))?;
    for decided in &trial.decisions {
        let decision = decided.decision.clone();
        if let Err(fault) = amendment.decide(journal, decided.step, decision) {
            let step = Some(decided.step);
            return Err(Box::new(Stopped { step, fault, so_far: Some(amendment) }));
        }
    }
    Ok(amendment)
}

/// The answer to `trial`.
pub(super) fn tried(table: &Table, seat: Seat, trial: &Trial) -> Answer {
    let journal = &table.journal;
    if let Some(why) = still_secret(table, seat, trial) {
        return super::refused(why, "The journal");
    }
    let at = table.rest.number;
    let empty = || Tried {
        at,
        fault: None,
        needs: None,
        entries: Vec::new(),
        later: 0,
        broken: Vec::new(),
        open: 0,
        changes: serde_json::Map::new(),
    };
    Answer::Tried(Box::new(match attempt(journal, trial, 0) {
        Ok(amendment) => told(table, seat, trial, &amendment),
        Err(stopped) => {
            let Stopped { step, fault, so_far } = *stopped;
            let told = so_far.map_or_else(empty, |so_far| told(table, seat, trial, &so_far));
            match fault {
                AmendFault::Stopped(Stop::Needs { need: Need::Throw { ask, by }, after }) => {
                    let needs = Needs { after, ask: Some(*ask), by, fault: None };
                    Tried { needs: Some((step, needs)), ..told }
                }
                fault => Tried { fault: Some(fault.say()), ..told },
            }
        }
    }))
}

/// Why a seat may not amend what it names: it would be told what is secret.
pub(super) fn still_secret(table: &Table, seat: Seat, trial: &Trial) -> Option<Say> {
    let eyes = table.eyes(seat);
    if matches!(seat, Seat::Onlooker | Seat::Owner) {
        return Some(say!("this seat only looks on"));
    }
    let seen = table.journal.seen(trial.index, eyes)?;
    let puts_in = matches!(trial.change, crate::journal::Change::Insert { .. });
    let number = trial.index + 1;
    if seen.secret && !puts_in {
        return Some(say!("order {number} is secret", number));
    }
    let then = table.journal.at(trial.index).map(crate::rules::Battle::guide);
    let covered = then.is_none_or(|guide| guide.secret_of.is_some());
    (puts_in && eyes != Viewer::Everyone && has_secrets(table.journal.battle()) && covered).then(
        || {
            say!(
                "orders before {number} are still secret: they can be amended when neither side \
                 has secrets left",
                number
            )
        },
    )
}

fn told(table: &Table, seat: Seat, trial: &Trial, amendment: &Amendment) -> Tried {
    let journal = &table.journal;
    let eyes = table.eyes(seat);
    let battle = journal.at(amendment.kept()).unwrap_or(journal.battle());
    let system = battle.system();
    let mut then = battle.clone();
    let entries = amendment.entries().iter().map(|entry| {
        let order = then.read_order(&entry.order).ok();
        // Another's hidden order is only that it gave one.
        let shown = order.as_ref().map_or(Shown::SideAlone, |order| then.shows(order, eyes));
        let hidden = eyes != Viewer::Everyone && shown != Shown::Whole;
        let headline = if hidden {
            an_order_of(then.giver(&entry.order))
        } else {
            Say::verbatim(logged::headline(system, &entry.order, &entry.outcome))
        };
        let report = order.and_then(|order| {
            then.resolve(&order, &mut Recorded::new(entry.thrown.iter().cloned())).ok()
        });
        if let Some(report) = report {
            then.apply(&report.effects);
        }
        TriedEntry { headline, thrown: if hidden { Vec::new() } else { entry.thrown.clone() } }
    });
    let entries = entries.collect();
    let inserted = usize::from(!matches!(trial.change, crate::journal::Change::Insert { .. }));
    let own = |broken: &Broken| broken_step(table, eyes, amendment, broken);
    Tried {
        at: table.rest.number,
        fault: None,
        needs: None,
        entries,
        later: journal.cursor().saturating_sub(amendment.kept() + inserted),
        broken: amendment.broken().iter().map(own).collect(),
        open: amendment.undecided().count(),
        changes: amendment.battle().changes_since(journal.battle(), eyes),
    }
}

fn broken_step(table: &Table, eyes: Viewer, amendment: &Amendment, broken: &Broken) -> BrokenStep {
    let journal = &table.journal;
    let number = broken.index.unwrap_or(amendment.kept() + broken.step) + 1;
    // The order that is amended is no longer the one in the log.
    let index = broken.index.filter(|index| *index > amendment.kept());
    let row = index.and_then(|index| logged::row(journal, index, eyes));
    let seen = index.and_then(|index| journal.seen(index, eyes));
    let hidden = row.as_ref().is_some_and(|row| row.secret);
    let headline = match row {
        Some(_) if hidden => an_order_of(seen.and_then(|seen| seen.by)),
        Some(row) => row.headline,
        None => order_in_words(journal.battle().system(), &broken.order),
    };
    BrokenStep {
        step: broken.step,
        number,
        headline,
        why: (!hidden).then(|| broken.reason.say()),
        remedies: if hidden { Remedies::default() } else { remedies(&broken.reason) },
        decision: broken.decision.clone(),
    }
}

fn remedies(reason: &Reason) -> Remedies {
    let (keep, roll_the_rest, roll_again) = match reason {
        Reason::Outcome { .. } | Reason::DiceLeftOver(_) => (true, false, true),
        Reason::DiceRunOut { .. } => (false, true, true),
        Reason::Nonsense(_) => (false, false, true),
        Reason::Refused(_) => (false, false, false),
    };
    Remedies { keep, roll_the_rest, roll_again, take_out: true }
}
