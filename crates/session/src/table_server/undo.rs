//! Undo and redo, earlier versions, amendments. When both seats are taken, a change that undoes
//! a roll or an order of the other side is proposed first, and made when that side agrees.

use std::ops::Range;

use serde_json::{Map, Value, json};

use crate::protocol::{AmendPreview, Response, Seat};
use engine::journal::{AmendFault, Places};
use message::message;
use rules::{Choice, Side, Stop, Viewer};

use super::amend_preview::{self, NoAmendment};
use super::error;
use super::orders::give;
use super::plan::{Plan, Planned, RequestContext, none, nothing_waits, plain, propose, table_rule};
use super::row::{Proposal, StoredEvent};
use super::table::{PlainTable, Proposed, RowEffect};

/// The pending proposal, if it was made by the change with this number.
pub(super) fn proposed(table: &PlainTable, of: u64) -> Option<&Proposed> {
    table.rest.proposed.as_ref().filter(|proposed| proposed.of == of)
}

/// Undoes or redoes the entries from the present cursor to `cursor`, if they are this seat's
/// own; otherwise asks the other side.
pub(super) fn go_to(by: RequestContext, cursor: usize) -> Plan {
    let table = by.table;
    nothing_waits(table)?;
    let from = table.journal.cursor();
    let between = || cursor.min(from)..cursor.max(from);
    if by.seat == Seat::Owner && by.opposed() {
        return Err(none(if cursor < from {
            message!("only a side can undo its orders")
        } else {
            message!("only a side can redo its orders")
        }));
    }
    let Some(own) = by.seat.side() else { return Ok(moved(table, cursor)) };
    if undoes_own_end(by, between()) {
        return Ok(moved(table, cursor));
    }
    let all_own = between().all(|index| is_own(table, own, index));
    let asks = by.opposed() && table.rest.settings.undo_asks;
    // A question would reveal to the other side whether dice were rolled for a secret.
    let rolled = |index: usize| table.journal.entry(index).is_some_and(|e| !e.thrown.is_empty());
    let hidden = |index: usize| table.journal.is_secret(index, Viewer::Side(own.other()));
    let matters = |index: usize| rolled(index) || hidden(index);
    if all_own && !(asks && cursor < from && between().any(matters)) {
        return Ok(moved(table, cursor));
    }
    if asks && cursor < from {
        return Ok(propose(table, own, Proposal::GoTo { cursor }));
    }
    Err(none(if cursor < from {
        message!("a side can undo only its own orders")
    } else {
        message!("a side can redo only its own orders")
    }))
}

/// Whether a seat undoes or redoes nothing but the end of its own turn or phase, and the
/// other side has changed nothing since.
fn undoes_own_end(by: RequestContext, entries: Range<usize>) -> bool {
    let record = by.table.journal.record_at(entries.start).filter(|_| entries.len() == 1);
    by.table.rest.ended.is_some_and(|(seat, ended)| seat == by.seat && record == Some(ended))
}

fn moved(table: &PlainTable, cursor: usize) -> Planned {
    let back = cursor < table.journal.cursor();
    let did = if back { StoredEvent::Undone {} } else { StoredEvent::Redone {} };
    Planned { did, effect: RowEffect::GoTo(cursor), cursor, waits_for: None }
}

/// Whether an order of the line is entirely a side's own: it neither showed nor
/// decided anything of the other side's.
fn is_own(table: &PlainTable, own: Side, index: usize) -> bool {
    let journal = &table.journal;
    let (Some(entry), Some(before), Some(after)) =
        (journal.entry(index), journal.at(index), journal.at(index + 1))
    else {
        return false;
    };
    let giver = before.issuing_side(&entry.order);
    let others = |key: &String| {
        let owner = key.split('.').next().unwrap_or_default();
        let side = Side::from_slug(owner)
            .or_else(|| owner.parse().ok().map(|tag: rules::Tag| before.holder(tag)));
        side != Some(own)
    };
    let changes = [Viewer::Everyone, Viewer::Side(own)]
        .map(|eyes| after.known_to(eyes).changes_since(&before.known_to(eyes)).keys().any(others));
    giver == Some(own) && changes == [false, false]
}

pub(super) fn take_up(by: RequestContext, tip: usize) -> Plan {
    let table = by.table;
    nothing_waits(table)?;
    if by.seat.side().is_some() || by.seat == Seat::Owner {
        return Err(table_rule(message!(
            "an earlier version can be restored only when both sides share one device"
        )));
    }
    let tip = table.journal.record_on_line(tip, table.eyes(by.seat));
    let there = table.journal.struck().iter().any(|line| line.tip == tip);
    let place = table.journal.place_of(tip).filter(|_| there);
    let place = place.ok_or_else(|| none(message!("there is no such version of the log")))?;
    Ok(Planned {
        did: StoredEvent::TakenUp { tip },
        effect: RowEffect::TakeUp(tip),
        cursor: place.cursor,
        waits_for: None,
    })
}

/// Amends an earlier order; when both seats are taken, asks the other side.
pub(super) fn amend(by: RequestContext, trial: &AmendPreview) -> Plan {
    nothing_waits(by.table)?;
    let trial = amend_preview::on_line(by.table, by.seat, trial);
    let trial = &trial.map_err(|fault| not_amended(NoAmendment::Fault(fault)))?;
    match by.seat.side() {
        Some(own) if by.opposed() && by.table.rest.settings.undo_asks => {
            // No die is rolled before the other side has agreed.
            amend_preview::can_be_made(by.table, by.seat, trial).map_err(not_amended)?;
            Ok(propose(by.table, own, Proposal::Amend(trial.clone())))
        }
        _ => amended(by, by.seat, trial),
    }
}

fn not_amended(why: NoAmendment) -> Box<Response> {
    match why {
        NoAmendment::Secret(why) => none(why),
        NoAmendment::Fault(AmendFault::Stopped(Stop::Refused(refusal))) => {
            Box::new(Response::Refused(refusal))
        }
        NoAmendment::Fault(fault) => Box::new(error(fault.message())),
    }
}

/// The plan of an amendment that this seat requests.
fn amended(by: RequestContext, seat: Seat, trial: &AmendPreview) -> Plan {
    let journal = &by.table.journal;
    let amendment = amend_preview::amended(by, seat, trial).map_err(not_amended)?;
    let prepared = journal.prepare_amendment(&amendment);
    let prepared = prepared.map_err(|fault| not_amended(NoAmendment::Fault(fault)))?;
    let cursor = prepared.unchanged() + prepared.entries().len();
    let did =
        StoredEvent::Amended { unchanged: prepared.unchanged(), steps: journal.steps(&prepared) };
    Ok(Planned { did, effect: RowEffect::Enter(Box::new(prepared)), cursor, waits_for: None })
}

/// Handles the other side's yes or no.
pub(super) fn agree(by: RequestContext, proposed: &Proposed, field: &str, value: &Value) -> Plan {
    if !proposed.answers().is_some_and(|side| by.answers_for(side)) {
        return Err(table_rule(message!("the other side answers this")));
    }
    if field != proposed.field() {
        return Err(Box::new(error(message!(
            "this question asks for {name}",
            name = proposed.field()
        ))));
    }
    match value.as_bool() {
        None => Err(table_rule(message!("this cannot be chosen now"))),
        Some(false) => Ok(plain(by.table, StoredEvent::Declined {})),
        Some(true) => match &proposed.what {
            Proposal::GoTo { cursor } => Ok(moved(by.table, *cursor)),
            Proposal::Amend(trial) => amended(by, proposed.seat, trial),
            Proposal::Order { order, dice } => {
                // Its sender is the seat that proposed it.
                let giver = RequestContext { seat: proposed.seat, agreed: true, ..by };
                let made = give(giver, order, dice.as_deref());
                made.or_else(|answer| match *answer {
                    // It no longer applies, so the question is dropped.
                    Response::Refused(_) | Response::Error { .. } => {
                        Ok(plain(by.table, StoredEvent::Withdrawn {}))
                    }
                    _ => Err(answer),
                })
            }
        },
    }
}

/// Withdraws a proposal, for the seat that made it, or for a shared device that has replaced
/// that seat.
pub(super) fn withdraw(by: RequestContext, proposed: &Proposed) -> Plan {
    let side = proposed.seat.side();
    if !(by.seat == proposed.seat || side.is_some_and(|side| by.seat.plays(side))) {
        return Err(table_rule(message!("only the seat that proposed this can withdraw it")));
    }
    Ok(plain(by.table, StoredEvent::Withdrawn {}))
}

impl Proposed {
    /// The side that must say yes or no.
    pub(super) fn answers(&self) -> Option<Side> {
        self.seat.side().map(Side::other)
    }

    /// The name of its answer.
    pub(super) fn field(&self) -> &'static str {
        match self.what {
            Proposal::GoTo { .. } => "undo",
            Proposal::Amend(_) => "amend",
            Proposal::Order { .. } => "agree",
        }
    }

    /// The keys of the proposal for viewers who may know it, with the place in the log.
    pub(super) fn written(&self, places: &Places) -> Map<String, Value> {
        let place = match &self.what {
            Proposal::GoTo { cursor } => ("cursor", places.seen(*cursor)),
            Proposal::Amend(trial) => ("index", places.seen(trial.index)),
            Proposal::Order { order, .. } => return order.clone(),
        };
        let kind = ("kind".to_owned(), json!(self.field()));
        [kind, (place.0.to_owned(), json!(place.1))].into_iter().collect()
    }

    /// The choices yes and no.
    pub(super) fn choices() -> Vec<Choice> {
        let choice = |value: bool, label| Choice { value: value.into(), label, refused: None };
        vec![choice(true, message!("Yes")), choice(false, message!("No"))]
    }
}
