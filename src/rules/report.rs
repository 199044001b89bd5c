//! What came of an order, in any system.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::dice::Roll;
use crate::say::{Arg, Say};

use super::{Effects, Outcome};

impl Outcome {
    /// As a reader is told it.
    #[must_use]
    pub fn say(self) -> Say {
        Say::slug(self.slug())
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
        outcome.say().into()
    }
}

/// What came of an order: its outcome, every roll, and what it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The outcome, as the rules name it.
    pub outcome: Outcome,
    /// Every roll, in the order of the rules.
    pub rolls: Vec<Roll>,
    /// What it does.
    pub effects: Effects,
    /// Guidance that was not followed.
    pub warnings: Vec<Say>,
}
