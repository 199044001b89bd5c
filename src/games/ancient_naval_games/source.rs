//! Whose game Ancient Naval Games is, and what its text leaves open.

use crate::rules::source::{Ruling, Source};
use crate::say::Say;

use super::orders::rule;

pub(super) static SOURCE: Source = Source {
    title: Say::word("Ancient Naval Games"),
    makers: Say::word("rules by the author of a web log, for a campaign of his or her own"),
    appeared: Say::word("the entry of 26 June 2021"),
    found: Say::word("the log is not named in our copy"),
};

pub(super) static RULINGS: &[Ruling] = &[
    Ruling {
        id: "A-1",
        rule: rule::MOVEMENT,
        open: Say::word(
            "Whether a small ship without movement points keeps her free turn is not said.",
        ),
        played: Say::word("She keeps it, since it costs nothing."),
    },
    Ruling {
        id: "A-2",
        rule: rule::OAR_STRIKE,
        open: Say::word("How many strikes break oars is not said."),
        played: Say::word("Three; a fourth finds nothing left to break."),
    },
    Ruling {
        id: "A-3",
        rule: rule::RAM,
        open: Say::word("A ship dead in the water is called very vulnerable, without a figure."),
        played: Say::word(
            "An attack on her is an ordinary one; her broken oars count against her.",
        ),
    },
    Ruling {
        id: "A-4",
        rule: rule::ACTIVATION,
        open: Say::word("Whether the last ship of a fleet is isolated is not said."),
        played: Say::word("She is: there is no friend that she could be beside."),
    },
    Ruling {
        id: "A-5",
        rule: rule::FIRST_SIDE,
        open: Say::word("Who begins the battle is not said."),
        played: Say::word(
            "Side A, unless the players roll for it: a die each, and the higher begins.",
        ),
    },
    Ruling {
        id: "A-6",
        rule: rule::ACTIVATION,
        open: Say::word(
            "A ship attacks only if she started beside a friend, and nobody is told when to look.",
        ),
        played: Say::word(
            "Where she starts her own movement counts: her first order of the turn asks, whichever it is, and its answer holds for the turn. Of two ships left, morale takes both or neither.",
        ),
    },
];
