//! What each system states, looked up by its tag.

use serde_json::{Map, Value};

use crate::rules::file::chance::Chance;
use crate::rules::file::chits::{ChitMove, Chits};
use crate::rules::file::form::{Entries, Field, ListForm};
use crate::rules::file::path::Path;
use crate::rules::file::peoples::People;
use crate::rules::file::{Balanced, FleetBuilding};
use crate::rules::{
    About, Chart, Cycle, OrderSpec, Plan, Ruling, Slug, Source, System, TurnPart, Units,
};
use crate::say::Say;

use super::{Outcome, Switch, SystemTag};

impl SystemTag {
    /// Whose game it is.
    #[must_use]
    pub fn source(self) -> &'static Source {
        with_system!(self, S => S::source())
    }

    /// What it is like, for somebody who must choose a system.
    #[must_use]
    pub fn about(self) -> About {
        with_system!(self, S => S::about())
    }

    /// How two of its units are compared.
    #[must_use]
    pub fn plan(self) -> Plan {
        with_system!(self, S => S::plan())
    }

    /// Where its source leaves something open, and what is played, by number.
    #[must_use]
    pub fn rulings(self) -> &'static [Ruling] {
        with_system!(self, S => S::rulings())
    }

    /// Its kinds of order.
    #[must_use]
    pub fn orders(self) -> &'static [OrderSpec] {
        with_system!(self, S => S::orders())
    }

    /// The kind of order with this word.
    #[must_use]
    pub fn order(self, kind: &str) -> Option<&'static OrderSpec> {
        self.orders().iter().find(|order| order.kind == kind)
    }

    /// The outcomes that its orders can have, in the order of the rules.
    #[must_use]
    pub fn outcomes(self) -> Vec<Outcome> {
        with_system!(self, S => {
            <S as System>::Outcome::LIST.iter().copied().map(Outcome::from).collect()
        })
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

    /// Its tables.
    #[must_use]
    pub fn charts(self) -> Vec<Chart> {
        with_system!(self, S => S::charts())
    }

    /// How a round or turn is played, for a reader who does not know the game.
    #[must_use]
    pub fn sequence(self) -> Vec<TurnPart> {
        with_system!(self, S => S::sequence())
    }

    /// How the players come by their sides, a line of the set-up; `None` where
    /// the rules do not say.
    #[must_use]
    pub fn choosing_sides(self) -> Option<Say> {
        with_system!(self, S => S::choosing_sides())
    }

    /// Its name in full.
    #[must_use]
    pub fn name(self) -> &'static str {
        with_system!(self, S => S::NAME)
    }

    /// Whether an order is also secret whenever it changes a key that the
    /// viewer may not see.
    #[must_use]
    pub fn hides_by_changes(self) -> bool {
        with_system!(self, S => S::hides_by_changes())
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

/// What each system states of building its fleets, in the words of [`FleetBuilding`].
impl SystemTag {
    pub(crate) fn fleet_form(self) -> (Vec<Field>, Vec<ListForm>) {
        with_system!(self, S => <S as System>::Fleet::form())
    }

    pub(crate) fn fleet_sizes(self) -> Vec<(u32, Say)> {
        with_system!(self, S => <S as System>::Fleet::sizes())
    }

    pub(crate) fn peoples(self) -> &'static [&'static People] {
        with_system!(self, S => <S as System>::Fleet::peoples())
    }

    pub(crate) fn random_fleet(
        self,
        people: &People,
        ships: u32,
        chance: &mut Chance,
    ) -> Map<String, Value> {
        with_system!(self, S => <S as System>::Fleet::random(people, ships, chance))
    }

    pub(crate) fn balanced_fleets(self) -> Option<Balanced> {
        with_system!(self, S => <S as System>::Fleet::balanced())
    }

    pub(crate) fn of_balanced(self, set: usize) -> Option<Map<String, Value>> {
        with_system!(self, S => <S as System>::Fleet::of_balanced(set))
    }

    pub(crate) fn chits_of(self, entries: Entries) -> Option<Chits> {
        with_system!(self, S => <S as System>::Fleet::chits(entries))
    }

    pub(crate) fn move_chit(
        self,
        entries: Entries,
        how: ChitMove,
        units: [usize; 2],
    ) -> Result<Vec<(Path, Value)>, Say> {
        with_system!(self, S => <S as System>::Fleet::move_chit(entries, how, units))
    }
}
