//! What else a change does to the table: which sides stay ready to end the phase of both,
//! and whether a question that waits still applies.

use serde_json::{Map, Value};

use crate::protocol::{Mutation, Seat};
use engine::journal::Entry;
use games::Battle;
use rules::Side;

use super::plan::Planned;
use super::row::{OpenQuestion, Proposal, StoredEvent};
use super::table::{PlainTable, RowEffect};

impl PlainTable {
    /// The sides that are ready to end the phase of both after a change: an order takes its
    /// side's word back, and what is ready for one phase is not for the next.
    pub(super) fn ready_after(&self, seat: Seat, planned: &Planned) -> Vec<Side> {
        let before = self.journal.battle();
        let mut ready = self.rest.ready.clone();
        let takes_back = |order: &Map<String, Value>| before.giver(order).or(seat.side());
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

    /// What becomes of the question that waits, if a change does not answer it.
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
