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

/// A table as it was at one moment, for answers that take long.
#[derive(Clone, Debug)]
pub struct Snapshot(Arc<PlainTable>);

impl TableServer {
    /// The table as it is now; `None` while it is not known what the store holds.
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

    /// How many orders the line has, as a seat counts them.
    #[must_use]
    pub fn orders(&self, seat: Seat) -> usize {
        self.0.places(seat).seen(self.0.journal.len())
    }

    /// The battle as a file with its table, without the seed of dice to come.
    #[must_use]
    pub fn file_with(&self, table: Option<Value>) -> String {
        self.0.journal_to_take_out().to_file_with(table)
    }

    /// The answer to an ask that changes nothing, however long it takes.
    #[must_use]
    pub fn answer(&self, seat: Seat, ask: &Query) -> Response {
        match answer(&self.0, seat, ask) {
            Err(answer) => *answer,
            Ok(mut thought) => loop {
                if let Some(answer) = thought.go_on(SLICE) {
                    return answer;
                }
            },
        }
    }
}

/// The answer to an ask that changes nothing, or the work for it.
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

/// How many branches of odds are walked in a slice: a few milliseconds.
pub(super) const SLICE: u64 = 1_000;

/// An answer that is being worked out, for the table as it was when it was
/// asked.
#[derive(Debug)]
pub(super) enum Thought {
    /// Odds, of one guise of the battle after the other.
    Odds(Box<OddsOf>),
    /// A judgement whose forecast is still missing.
    Judgement(Box<Judged>, Box<Inquiry>),
}

impl Thought {
    /// Continues for this many branches. Returns the answer once there is one.
    pub(super) fn go_on(&mut self, branches: u64) -> Option<Response> {
        match self {
            Thought::Odds(odds) => odds.go_on(branches),
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
