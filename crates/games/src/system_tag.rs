//! The definitions of each game, by its tag.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use message::Message;
use rules::file::chance::FleetChance;
use rules::file::chits::{ChitMove, Chits};
use rules::file::form::{Entries, FormField, ListForm};
use rules::file::path::Path;
use rules::file::peoples::People;
use rules::file::{Balanced, FleetBuilding};
use rules::{
    About, Chart, Comparison as _, ComparisonPlan, Cycle, Keyword, Meaning, OrderSpec, Part,
    Reference as _, Rules, Ruling, Secrets as _, Source, Stated as _, TurnPart, Units, glossary,
};

use super::{Outcome, Switch, SystemTag};

impl SystemTag {
    /// Its kinds of order.
    #[must_use]
    pub fn orders(self) -> &'static [OrderSpec] {
        with_system!(self, S => <S as Rules>::Order::specs())
    }

    /// The kind of order with this word.
    #[must_use]
    pub fn order(self, kind: &str) -> Option<&'static OrderSpec> {
        self.orders().iter().find(|order| order.kind == kind)
    }

    /// The role of this kind of order in a turn.
    #[must_use]
    pub fn part_of(self, kind: &str) -> Part {
        self.order(kind).map_or(Part::Act, |spec| spec.part)
    }

    /// The outcome with this word.
    #[must_use]
    pub fn outcome(self, slug: &str) -> Option<Outcome> {
        with_system!(self, S => <S as Rules>::Outcome::of_word(slug).map(Outcome::from))
    }

    /// The optional rule with this word.
    #[must_use]
    pub fn switch(self, slug: &str) -> Option<Switch> {
        self.switches().into_iter().find(|switch| switch.slug() == slug)
    }

    /// Its charts, without optional rules.
    #[must_use]
    pub fn charts(self) -> Vec<Chart> {
        with_system!(self, S => S::charts(&BTreeSet::new()))
    }

    /// The chart that shows a rule, by the chart's word; `None` if no chart does.
    #[must_use]
    pub fn chart_of(self, rule: &str) -> Option<&'static str> {
        with_system!(self, S => S::chart_of(rule))
    }

    /// The game that a rule belongs to: one of its orders or rulings names it. `None` for rules
    /// that all games share.
    #[must_use]
    pub fn of_rule(rule: &str) -> Option<SystemTag> {
        let names = |system: &SystemTag| {
            system.orders().iter().any(|spec| spec.rule == rule)
                || system.rulings().iter().any(|ruling| ruling.rule == rule)
        };
        let mut games = SystemTag::ALL.iter().copied().filter(names);
        games.next().filter(|_| games.next().is_none())
    }

    /// Its glossary.
    #[must_use]
    pub fn meanings(self) -> Vec<Meaning> {
        with_system!(self, S => glossary::meanings::<S>())
    }

    /// Its sequence of play without optional rules, for a reader who does not know the
    /// game.
    #[must_use]
    pub fn sequence(self) -> Vec<TurnPart> {
        with_system!(self, S => S::sequence(&BTreeSet::new()))
    }

    /// The full name.
    #[must_use]
    pub fn name(self) -> &'static str {
        with_system!(self, S => S::NAME)
    }

    /// The period in which every unit acts once: round or turn.
    #[must_use]
    pub fn cycle(self) -> Cycle {
        with_system!(self, S => S::CYCLE)
    }

    /// The kind of unit: ships or soldiers.
    #[must_use]
    pub fn units(self) -> Units {
        with_system!(self, S => S::UNITS)
    }

    /// The publication of the game.
    #[must_use]
    pub fn source(self) -> &'static Source {
        with_system!(self, S => S::SOURCE)
    }

    /// A description that helps players choose a game.
    #[must_use]
    pub fn about(self) -> About {
        with_system!(self, S => S::about())
    }

    /// The plan for comparing two of its units.
    #[must_use]
    pub fn plan(self) -> ComparisonPlan {
        with_system!(self, S => S::plan())
    }

    /// The rulings, by number.
    #[must_use]
    pub fn rulings(self) -> &'static [Ruling] {
        with_system!(self, S => S::RULINGS)
    }

    /// How the players choose their sides, as a line of the setup; `None` if the rules do
    /// not say.
    #[must_use]
    pub fn choosing_sides(self) -> Option<Message> {
        with_system!(self, S => S::choosing_sides())
    }

    /// Whether an order is also secret from viewers who may not see a key that it changes.
    #[must_use]
    pub fn hides_by_changes(self) -> bool {
        with_system!(self, S => S::hides_by_changes())
    }
}

/// How each game builds its fleets, with the methods of [`FleetBuilding`].
impl SystemTag {
    /// The fields of a fleet, and its lists of entries.
    #[must_use]
    pub fn fleet_form(self) -> (Vec<FormField>, Vec<ListForm>) {
        with_system!(self, S => <S as Rules>::Fleet::form())
    }

    /// The usual sizes of a fleet, in units or points, with their names.
    #[must_use]
    pub fn fleet_sizes(self) -> Vec<(u32, Message)> {
        with_system!(self, S => <S as Rules>::Fleet::sizes())
    }

    /// The nations to which a fleet can belong.
    #[must_use]
    pub fn peoples(self) -> &'static [&'static People] {
        with_system!(self, S => <S as Rules>::Fleet::peoples())
    }

    /// A random fleet of a nation with this many ships.
    pub fn random_fleet(
        self,
        people: &People,
        ships: u32,
        chance: &mut FleetChance,
    ) -> Map<String, Value> {
        with_system!(self, S => <S as Rules>::Fleet::random(people, ships, chance))
    }

    /// The balanced fleets of the rules, if they have any.
    #[must_use]
    pub fn balanced_fleets(self) -> Option<Balanced> {
        with_system!(self, S => <S as Rules>::Fleet::balanced())
    }

    /// One of the balanced fleets.
    #[must_use]
    pub fn of_balanced(self, set: usize) -> Option<Map<String, Value>> {
        with_system!(self, S => <S as Rules>::Fleet::of_balanced(set))
    }

    /// The chits of the units of a fleet, if the game has them.
    #[must_use]
    pub fn chits_of(self, entries: Entries) -> Option<Chits> {
        with_system!(self, S => <S as Rules>::Fleet::chits(entries))
    }

    /// Moves a chit between two units.
    pub fn move_chit(
        self,
        entries: Entries,
        how: ChitMove,
        from: usize,
        to: usize,
    ) -> Result<Vec<(Path, Value)>, Message> {
        with_system!(self, S => <S as Rules>::Fleet::move_chit(entries, how, from, to))
    }
}
