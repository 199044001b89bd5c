//! What each system states, looked up by its tag.

use std::collections::BTreeSet;

use rules::{
    Chart, Cycle, Keyword, Meaning, OrderSpec, Stated as _, System, TurnPart, Units, glossary,
};

use super::{Outcome, Switch, SystemTag};

impl SystemTag {
    /// Its kinds of order.
    #[must_use]
    pub fn orders(self) -> &'static [OrderSpec] {
        with_system!(self, S => <S as System>::Order::specs())
    }

    /// The kind of order with this word.
    #[must_use]
    pub fn order(self, kind: &str) -> Option<&'static OrderSpec> {
        self.orders().iter().find(|order| order.kind == kind)
    }

    /// The outcome with this word.
    #[must_use]
    pub fn outcome(self, slug: &str) -> Option<Outcome> {
        with_system!(self, S => <S as System>::Outcome::of_word(slug).map(Outcome::from))
    }

    /// The switch with this word.
    #[must_use]
    pub fn switch(self, slug: &str) -> Option<Switch> {
        self.switches().into_iter().find(|switch| switch.slug() == slug)
    }

    /// Its tables, with no switch on.
    #[must_use]
    pub fn charts(self) -> Vec<Chart> {
        with_system!(self, S => S::charts(&BTreeSet::new()))
    }

    /// Its words, with what they mean.
    #[must_use]
    pub fn meanings(self) -> Vec<Meaning> {
        with_system!(self, S => glossary::meanings::<S>())
    }

    /// How a round or turn is played with no switch on, for a reader who does not
    /// know the game.
    #[must_use]
    pub fn sequence(self) -> Vec<TurnPart> {
        with_system!(self, S => S::sequence(&BTreeSet::new()))
    }

    /// Its name in full.
    #[must_use]
    pub fn name(self) -> &'static str {
        with_system!(self, S => S::NAME)
    }

    /// What it calls the period in which every unit acts once: round or turn.
    #[must_use]
    pub fn cycle(self) -> Cycle {
        with_system!(self, S => S::CYCLE)
    }

    /// What its units are: ships or soldiers.
    #[must_use]
    pub fn units(self) -> Units {
        with_system!(self, S => S::UNITS)
    }
}
