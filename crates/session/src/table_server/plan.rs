//! The plan of a change, the reasons why a change is refused, and its other effects on the table:
//! which sides stay ready to end a shared phase, and whether a pending question still applies.

use serde_json::{Map, Value};

use engine::journal::{AppSeed, Entry, Prepared};
use games::{Battle, Order, PlayerView};
use message::{Message, message};
use rules::{Need, OrderFault, Refusal, Side, Stop};

use super::refused;
use super::row::{OpenQuestion, Proposal, StoredEvent};
use super::table::{PlainTable, RowEffect};
use crate::protocol::{Mutation, Needs, Response, Seat};

/// A change that can be made.
#[derive(Debug)]
pub(super) struct Planned {
    pub(super) did: StoredEvent,
    pub(super) effect: RowEffect,
    /// The number of orders that count after it.
    pub(super) cursor: usize,
    /// The side for which the table then waits.
    pub(super) waits_for: Option<Side>,
}

/// The change that a request leads to, or the answer with the reason why there is none.
pub(super) type Plan = Result<Planned, Box<Response>>;

/// The context of a request: the sender, the table and the time.
#[derive(Clone, Copy)]
pub(super) struct RequestContext<'t> {
    pub(super) table: &'t PlainTable,
    pub(super) seat: Seat,
    /// Whether each side's seat is taken.
    pub(super) taken: [bool; 2],
    /// Whether the table has an owner, who answers for an empty seat.
    pub(super) owned: bool,
    /// Whether the sender is the owner, perhaps with a seat as well.
    pub(super) owns: bool,
    /// Whether the other side has agreed to it.
    pub(super) agreed: bool,
    pub(super) now: u64,
    /// The seed of the app's dice.
    pub(super) seed: AppSeed,
}

impl RequestContext<'_> {
    /// Whether the sender may answer for a side.
    pub(super) fn answers_for(&self, side: Side) -> bool {
        self.may_answer_for(self.seat, side)
    }

    /// Whether a seat may answer for a side: it plays that side, or is the
    /// owner's and that side's seat is free.
    pub(super) fn may_answer_for(&self, seat: Seat, side: Side) -> bool {
        let owns = seat == Seat::Owner || (self.owns && seat == self.seat);
        seat.plays(side) || (owns && !self.taken[side.index()])
    }

    /// Whether the seat has only its own side's dice and turn: another seat can be
    /// asked, and the table is not set to let each seat act for both.
    pub(super) fn is_bound(&self) -> bool {
        let has_another_owner = self.owned && !self.owns;
        let has_another = match self.seat {
            Seat::A => has_another_owner || self.taken[Side::B.index()],
            Seat::B => has_another_owner || self.taken[Side::A.index()],
            Seat::Owner => true,
            Seat::Both | Seat::Onlooker | Seat::Umpire => false,
        };
        has_another && !self.table.rest.settings.orders_for_both
    }

    /// Whether both sides' seats are taken, so that matters of both need both.
    pub(super) fn opposed(&self) -> bool {
        let taken = |side: Side| self.taken[side.index()] || self.seat.side() == Some(side);
        taken(Side::A) && taken(Side::B)
    }
}

pub(super) fn none(why: Message) -> Box<Response> {
    Box::new(refused(why, "The journal"))
}

pub(super) fn table_rule(why: Message) -> Box<Response> {
    Box::new(refused(why, "The table"))
}

/// Refuses other changes while an order or a proposal is pending.
pub(super) fn nothing_waits(table: &PlainTable) -> Result<(), Box<Response>> {
    if table.rest.declared.is_some() {
        return Err(table_rule(message!("a declared order is waiting: finish it first")));
    }
    if table.rest.proposed.is_some() {
        return Err(table_rule(message!("the other side has to say yes or no first")));
    }
    Ok(())
}

pub(super) fn plain(table: &PlainTable, did: StoredEvent) -> Planned {
    let cursor = table.journal.cursor();
    Planned { did, effect: RowEffect::Nothing, cursor, waits_for: None }
}

pub(super) fn entered(prepared: Prepared) -> Planned {
    let cursor = prepared.unchanged() + prepared.entries().len();
    let entry = prepared.entries().first().cloned();
    let did = entry.map_or(StoredEvent::Withdrawn {}, StoredEvent::Entry);
    Planned { did, cursor, effect: RowEffect::Enter(Box::new(prepared)), waits_for: None }
}

/// The answer to an order that is not written correctly.
pub(super) fn fault(OrderFault { why, key }: OrderFault) -> Box<Response> {
    Box::new(Response::Error { why, key, die: None })
}

/// A proposal to the other side, which then has to answer.
pub(super) fn propose(table: &PlainTable, own: Side, what: Proposal) -> Planned {
    Planned { waits_for: Some(own.other()), ..plain(table, StoredEvent::Proposed(what)) }
}

/// The reason why an order is not carried out, as far as its seat may know, with the place of
/// the wrong die.
pub(super) fn stopped(
    by: RequestContext,
    order: &Order,
    dice: Option<&[dice::EnteredRoll]>,
    stop: Stop,
) -> Response {
    let table = by.table;
    match stop {
        Stop::Refused(refusal) => {
            let known = table.known(by.seat);
            let shown = known.is_whole() || refuse_alike(&known, order, dice, &refusal);
            if shown {
                return Response::Refused(refusal);
            }
            refused(message!("a secret that this seat may not know forbids this"), "The table")
        }
        Stop::Needs { need: Need::Throw { ask, by }, after } => {
            Response::Needs(Needs::of(*ask, by, after))
        }
        Stop::Needs { need: Need::Answer { .. }, .. } => {
            refused(message!("the other side has to answer first"), "The table")
        }
        Stop::Invalid(why) => {
            let at_fault = dice.and_then(|dice| die_at_fault(table, order, dice));
            Response::Error { why, key: None, die: at_fault }
        }
    }
}

/// Whether battles that look alike all refuse an order for this reason.
fn refuse_alike(
    known: &PlayerView,
    order: &Order,
    dice: Option<&[dice::EnteredRoll]>,
    refusal: &Refusal,
) -> bool {
    known.indistinguishable().iter().all(|candidate| {
        let mut dice = dice::Entered::without_app(dice.unwrap_or_default().iter().cloned());
        matches!(candidate.resolve(order, &mut dice), Err(Stop::Refused(why)) if why == *refusal)
    })
}

/// At most this many answers to rolls are tried one by one.
const MOST_ANSWERS: usize = 64;

/// The place of the first answer that does not fit its roll, or that no roll
/// asks for.
fn die_at_fault(table: &PlainTable, order: &Order, dice: &[dice::EnteredRoll]) -> Option<usize> {
    if let Some(Stop::Refused(_) | Stop::Invalid(_)) = table.journal.lacks(order, &[]) {
        return None;
    }
    for count in 0..=dice.len().min(MOST_ANSWERS) {
        match table.journal.attempt(order, dice[..count].to_vec()) {
            Err(Stop::Needs { .. }) => {}
            Ok(_) => return (count < dice.len()).then_some(count),
            Err(_) => return count.checked_sub(1),
        }
    }
    None
}

impl PlainTable {
    /// The sides that are ready to end the shared phase after a change. An order ends the readiness
    /// of its side, and so does the next phase.
    pub(super) fn ready_after(&self, seat: Seat, planned: &Planned) -> Vec<Side> {
        let before = self.journal.battle();
        let mut ready = self.rest.ready.clone();
        let takes_back = |order: &Map<String, Value>| before.issuing_side(order).or(seat.side());
        match &planned.did {
            StoredEvent::Ready {} => {
                ready.extend(seat.side().filter(|side| !self.rest.ready.contains(side)));
                ready.sort_unstable();
            }
            StoredEvent::Entry(Entry { order, .. }) | StoredEvent::Declared { order, .. } => {
                ready.retain(|side| takes_back(order) != Some(*side));
            }
            StoredEvent::Group { entries, .. } => {
                ready
                    .retain(|side| entries.iter().all(|one| takes_back(&one.order) != Some(*side)));
            }
            StoredEvent::Proposed(_) => ready.retain(|side| seat.side() != Some(*side)),
            StoredEvent::Undone {}
            | StoredEvent::Redone {}
            | StoredEvent::TakenUp { .. }
            | StoredEvent::Amended { .. } => {
                ready.clear();
            }
            StoredEvent::Answered { .. }
            | StoredEvent::Withdrawn {}
            | StoredEvent::Declined {}
            | StoredEvent::TakenOut {}
            | StoredEvent::FromFile {}
            | StoredEvent::HandedOver { .. }
            | StoredEvent::Settings(_)
            | StoredEvent::Seated(_)
            | StoredEvent::Unseated { .. } => {}
        }
        if self.after(planned).phase_of_both() != before.phase_of_both() {
            ready.clear();
        }
        ready
    }

    /// The state of the pending question after a change that does not answer it.
    pub(super) fn question_after(&self, ask: &Mutation, planned: &Planned) -> Option<OpenQuestion> {
        let proposed = self.rest.proposed.as_ref().filter(|_| planned.did.is_of_the_battle())?;
        let answers = match ask {
            Mutation::Answer { of, .. } | Mutation::Withdraw { of } => *of == proposed.of,
            Mutation::Order { .. }
            | Mutation::Orders { .. }
            | Mutation::Throw { .. }
            | Mutation::Undo {}
            | Mutation::Redo {}
            | Mutation::GoTo { .. }
            | Mutation::TakeUp { .. }
            | Mutation::Amend(_)
            | Mutation::TakeOut {}
            | Mutation::HandOver { .. }
            | Mutation::OwnDice { .. }
            | Mutation::Owner(_) => false,
        };
        let after = self.after(planned);
        let applies = match (&proposed.what, proposed.seat.side()) {
            (Proposal::Order { order, .. }, Some(side)) => {
                after.read_declared(order).is_ok_and(|order| after.needs_consent(&order, side))
            }
            (Proposal::Order { .. } | Proposal::GoTo { .. } | Proposal::Amend(_), _) => false,
        };
        let becomes = if applies { OpenQuestion::Waits } else { OpenQuestion::Lapses };
        (!answers).then_some(becomes)
    }

    /// The battle after a change.
    fn after<'t>(&'t self, planned: &'t Planned) -> &'t Battle {
        let there = match &planned.effect {
            RowEffect::Enter(prepared) => prepared.battle(),
            RowEffect::GoTo(cursor) => self.journal.at(*cursor),
            RowEffect::TakeUp(_) | RowEffect::Waits(_) | RowEffect::Nothing => None,
        };
        there.unwrap_or(self.journal.battle())
    }
}
