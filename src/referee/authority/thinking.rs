//! Answers that take long, worked out in slices: whoever carries the authority
//! does other things in between, since a browser has one thread.

use crate::analysis::{Forecast, Inquiry, Job};
use crate::referee::door::{Answer, Judged};

use super::odds::OddsOf;

/// So many branches of odds are walked in a slice: a few milliseconds.
pub(super) const SLICE: u64 = 1_000;

/// An answer that is being worked out. It is of the table as it was when it was
/// asked for.
#[derive(Debug)]
pub(super) enum Thought {
    /// Odds, one guise of the battle after the other.
    Odds(Box<OddsOf>),
    /// A judgement that lacks its forecast.
    Judgement(Box<Judged>, Box<Inquiry>),
}

impl Thought {
    /// Goes on for so many branches; the answer, once there is one.
    pub(super) fn go_on(&mut self, branches: u64) -> Option<Answer> {
        match self {
            Thought::Odds(odds) => odds.go_on(branches),
            Thought::Judgement(judged, inquiry) => {
                for _ in 0..branches {
                    if !inquiry.step() {
                        judged.forecast = Forecast::told(inquiry);
                        return Some(Answer::Judged(judged.clone()));
                    }
                }
                None
            }
        }
    }
}
