//! Long computations in slices, so that a runtime can do other work in between: a browser has
//! only one thread.

use crate::protocol::{Judged, Response};
use engine::analysis::{Forecast, Inquiry, Job};

use super::odds::OddsOf;

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
                        judged.forecast = Forecast::told(inquiry);
                        return Some(Response::Judged(judged.clone()));
                    }
                }
                None
            }
        }
    }
}
