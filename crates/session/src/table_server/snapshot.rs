//! Queries, which change nothing: answered from the table, or from a snapshot of it while the
//! table changes. Long computations run in slices, so that a runtime can do other work in
//! between: a browser has only one thread.

use std::sync::Arc;

use serde_json::Value;

use engine::analysis::{Forecast, Inquiry, Job};
use engine::journal::Journal;
use games::GroupWanted;

use super::order_preview::OddsOf;
use super::table::PlainTable;
use super::{TableServer, amend_preview, documents, order_preview, view};
use crate::protocol::{Judged, Query, Response, Seat};

/// A copy of the table at one time, for answers that take long.
#[derive(Clone, Debug)]
pub struct Snapshot(Arc<PlainTable>);

impl TableServer {
    /// The present table; `None` while the content of the store is unknown.
    #[must_use]
    pub fn snapshot(&self) -> Option<Snapshot> {
        self.lost.is_none().then(|| Snapshot(Arc::clone(&self.table)))
    }
}

impl Snapshot {
    /// The number of the last change.
    #[must_use]
    pub fn at(&self) -> u64 {
        self.0.rest.number
    }

    /// The journal; only for those who may know all of it.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        &self.0.journal
    }

    /// The number of orders, as a seat counts them.
    #[must_use]
    pub fn orders(&self, seat: Seat) -> usize {
        self.0.places(seat).seen(self.0.journal.len())
    }

    /// The battle as a file with its table, without the seed of later dice.
    #[must_use]
    pub fn file_with(&self, table: Option<Value>) -> String {
        self.0.journal_to_take_out().to_file_with(table)
    }

    /// The answer to a query, even if it takes long.
    #[must_use]
    pub fn answer(&self, seat: Seat, ask: &Query) -> Response {
        match answer(&self.0, seat, ask) {
            Err(answer) => *answer,
            Ok(mut thought) => loop {
                if let Some(answer) = thought.continue_for(SLICE) {
                    return answer;
                }
            },
        }
    }
}

/// The answer to a query, or the work for it.
pub(super) fn answer(
    table: &PlainTable,
    seat: Seat,
    ask: &Query,
) -> Result<Thought, Box<Response>> {
    Err(Box::new(match ask {
        Query::View { cursor } => view::view(table, seat, *cursor),
        Query::Offers { subject, cursor } => view::offered(table, seat, *subject, *cursor),
        Query::Judge(draft) => return order_preview::judge(table, seat, draft),
        Query::Odds { order, watch } => {
            let odds = order_preview::odds_of(table, seat, order, watch)?;
            return Ok(Thought::Odds(Box::new(odds)));
        }
        Query::State {} => Response::State(table.known(seat).state()),
        Query::Log { from, count } => {
            Response::Log(Box::new(documents::log(table, seat, *from, *count)))
        }
        Query::Trial(trial) => amend_preview::preview(table, seat, trial),
        Query::Tell(tell) => documents::document(table, seat, *tell),
        Query::Turn { unit, target } => view::card(table, seat, *unit, *target),
        Query::Next {} => view::next(table, seat),
        Query::Group { what, units, speed } => {
            let (what, units, speed) = (*what, units.clone(), speed.clone());
            view::group(table, seat, &GroupWanted { what, units, speed })
        }
    }))
}

/// The number of branches of odds in a slice: a few milliseconds.
pub(super) const SLICE: u64 = 1_000;

/// An answer that is being computed, for the table at the time of the request.
#[derive(Debug)]
pub(super) enum Thought {
    /// Odds, for one indistinguishable battle after the other.
    Odds(Box<OddsOf>),
    /// The result of checking an order whose forecast is still missing.
    Judgement(Box<Judged>, Box<Inquiry>),
}

impl Thought {
    /// Continues for this many branches. Returns the answer once there is one.
    pub(super) fn continue_for(&mut self, branches: u64) -> Option<Response> {
        match self {
            Thought::Odds(odds) => odds.continue_for(branches),
            Thought::Judgement(judged, inquiry) => {
                for _ in 0..branches {
                    if !inquiry.step() {
                        judged.forecast = Forecast::of_inquiry(inquiry);
                        return Some(Response::Judged(judged.clone()));
                    }
                }
                None
            }
        }
    }
}
