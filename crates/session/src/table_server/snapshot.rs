//! What is asked of a table without changing it, answered from the table or from
//! a snapshot of it while the table goes on.

use std::sync::Arc;

use serde_json::Value;

use crate::protocol::{Query, Response, Seat};
use engine::journal::Journal;
use games::GroupWanted;

use super::slices::{SLICE, Thought};
use super::table::PlainTable;
use super::{TableServer, amend_preview, documents, judge, log, odds, turns, view};

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
        Query::Judge(draft) => return judge::judge(table, seat, draft),
        Query::Odds { order, watch } => {
            let odds = odds::odds_of(table, seat, order, watch)?;
            return Ok(Thought::Odds(Box::new(odds)));
        }
        Query::State {} => Response::State(table.known(seat).state()),
        Query::Log { from, count } => Response::Log(Box::new(log::log(table, seat, *from, *count))),
        Query::Trial(trial) => amend_preview::tried(table, seat, trial),
        Query::Tell(tell) => documents::told(table, seat, *tell),
        Query::Turn { unit, target } => turns::card(table, seat, *unit, *target),
        Query::Next {} => turns::next(table, seat),
        Query::Group { what, units, speed } => {
            let (what, units, speed) = (*what, units.clone(), speed.clone());
            turns::group(table, seat, &GroupWanted { what, units, speed })
        }
    }))
}
