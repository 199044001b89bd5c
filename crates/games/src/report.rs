//! Reports: the results of orders, in any game.

use std::fmt;

use serde::{Serialize, Serializer};

use dice::Roll;
use message::{Arg, Message};
use rules::common::OutcomeWord;
use rules::{KindOf, Tone};

use super::{Effects, Outcome};

impl Outcome {
    /// Its word in the rules: `sinking-slowly`.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        dispatch!(Outcome, self, |outcome| outcome.slug())
    }

    /// Whether the order was simply carried out.
    #[must_use]
    pub fn is_done(self) -> bool {
        dispatch!(Outcome, self, |outcome| outcome == OutcomeWord::DONE)
    }

    /// Whether it only repeats the order.
    #[must_use]
    pub fn repeats_order(self) -> bool {
        dispatch!(Outcome, self, |outcome| outcome.repeats_order())
    }

    /// How good it is for the issuer of an order of this kind: positive is good,
    /// negative is bad. Only outcomes of the same order are compared, from the
    /// worst to the best.
    #[must_use]
    pub fn gain(self, kind: &str) -> i8 {
        dispatch!([Outcome], [self], |S: Rules, outcome| {
            KindOf::<S>::from_slug(kind).map_or(0, |order| outcome.gain(order))
        })
    }

    /// The text for a reader.
    #[must_use]
    pub fn message(self) -> Message {
        Message::slug(self.slug())
    }

    /// Whether it is good or bad for the issuer of an order of this kind.
    #[must_use]
    pub fn tone(self, kind: &str) -> Tone {
        match self.gain(kind) {
            ..0 => Tone::Bad,
            0 => Tone::Plain,
            1.. => Tone::Good,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.slug())
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.slug())
    }
}

impl From<Outcome> for Arg {
    fn from(outcome: Outcome) -> Arg {
        outcome.message().into()
    }
}

/// The result of an order: its outcome, every roll, and its effects.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The outcome that the rules name.
    pub outcome: Outcome,
    /// Every roll, in the order in which the rules make them.
    pub rolls: Vec<Roll>,
    pub effects: Effects,
    /// Departures from the sequence of play.
    pub warnings: Vec<Message>,
}
