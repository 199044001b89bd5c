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
    Reference as _, Rules, Ruling, Secrets as _, Source, Stated as _, SwitchWord as _, TurnPart,
    Units, glossary,
};

use super::{Outcome, Switch, SystemTag};

impl SystemTag {
    /// Its kinds of order.
    #[must_use]
    pub fn orders(self) -> &'static [OrderSpec] {
        dispatch!(SystemTag, self, |S: Rules| <S as Rules>::Order::specs())
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
        dispatch!(SystemTag, self, |S: Rules| <S as Rules>::Outcome::of_word(slug)
            .map(Outcome::from))
    }

    /// The optional rule with this word.
    #[must_use]
    pub fn switch(self, slug: &str) -> Option<Switch> {
        self.switches().into_iter().find(|switch| switch.slug() == slug)
    }

    /// Its charts, without optional rules.
    #[must_use]
    pub fn charts(self) -> Vec<Chart> {
        dispatch!(SystemTag, self, |S: Rules| S::charts(&BTreeSet::new()))
    }

    /// The chart that shows a rule, by the chart's word; `None` if no chart does.
    #[must_use]
    pub fn chart_of(self, rule: &str) -> Option<&'static str> {
        dispatch!(SystemTag, self, |S: Rules| S::chart_of(rule))
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
        dispatch!(SystemTag, self, |S: Rules| glossary::meanings::<S>())
    }

    /// Its sequence of play without optional rules, for a reader who does not know the
    /// game.
    #[must_use]
    pub fn sequence(self) -> Vec<TurnPart> {
        dispatch!(SystemTag, self, |S: Rules| S::sequence(&BTreeSet::new()))
    }

    /// The full name.
    #[must_use]
    pub fn name(self) -> &'static str {
        dispatch!(SystemTag, self, |S: Rules| S::NAME)
    }

    /// The period in which every unit acts once: round or turn.
    #[must_use]
    pub fn cycle(self) -> Cycle {
        dispatch!(SystemTag, self, |S: Rules| S::CYCLE)
    }

    /// The kind of unit: ships or soldiers.
    #[must_use]
    pub fn units(self) -> Units {
        dispatch!(SystemTag, self, |S: Rules| S::UNITS)
    }

    /// The publication of the game.
    #[must_use]
    pub fn source(self) -> &'static Source {
        dispatch!(SystemTag, self, |S: Rules| S::SOURCE)
    }

    /// A description that helps players choose a game.
    #[must_use]
    pub fn about(self) -> About {
        dispatch!(SystemTag, self, |S: Rules| S::about())
    }

    /// The plan for comparing two of its units.
    #[must_use]
    pub fn plan(self) -> ComparisonPlan {
        dispatch!(SystemTag, self, |S: Rules| S::plan())
    }

    /// The rulings, by number.
    #[must_use]
    pub fn rulings(self) -> &'static [Ruling] {
        dispatch!(SystemTag, self, |S: Rules| S::RULINGS)
    }

    /// How the players choose their sides, as a line of the setup; `None` if the rules do
    /// not say.
    #[must_use]
    pub fn choosing_sides(self) -> Option<Message> {
        dispatch!(SystemTag, self, |S: Rules| S::choosing_sides())
    }

    /// Whether an order is also secret from viewers who may not see a key that it changes.
    #[must_use]
    pub fn hides_by_changes(self) -> bool {
        dispatch!(SystemTag, self, |S: Rules| S::hides_by_changes())
    }
}

impl Switch {
    /// Its word in files: `free-for-all`.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        dispatch!(Switch, self, |switch| switch.slug())
    }

    /// What it changes, in a sentence for the setup screen.
    #[must_use]
    pub fn what(self) -> Message {
        dispatch!(Switch, self, |switch| switch.what())
    }
}

/// The fleet building of each game, with the methods of [`FleetBuilding`].
impl SystemTag {
    /// The fields of a fleet, and its lists of entries.
    #[must_use]
    pub fn fleet_form(self) -> (Vec<FormField>, Vec<ListForm>) {
        dispatch!(SystemTag, self, |S: Rules| <S as Rules>::Fleet::form())
    }

    /// The usual sizes of a fleet, in units or points, with their names.
    #[must_use]
    pub fn fleet_sizes(self) -> Vec<(u32, Message)> {
        dispatch!(SystemTag, self, |S: Rules| <S as Rules>::Fleet::sizes())
    }

    /// The nations to which a fleet can belong.
    #[must_use]
    pub fn peoples(self) -> &'static [&'static People] {
        dispatch!(SystemTag, self, |S: Rules| <S as Rules>::Fleet::peoples())
    }

    /// A random fleet of a nation with this many ships.
    pub fn random_fleet(
        self,
        people: &People,
        ships: u32,
        chance: &mut FleetChance,
    ) -> Map<String, Value> {
        dispatch!(SystemTag, self, |S: Rules| <S as Rules>::Fleet::random(people, ships, chance))
    }

    /// The balanced fleets of the rules, if they have any.
    #[must_use]
    pub fn balanced_fleets(self) -> Option<Balanced> {
        dispatch!(SystemTag, self, |S: Rules| <S as Rules>::Fleet::balanced())
    }

    /// One of the balanced fleets.
    #[must_use]
    pub fn of_balanced(self, set: usize) -> Option<Map<String, Value>> {
        dispatch!(SystemTag, self, |S: Rules| <S as Rules>::Fleet::of_balanced(set))
    }

    /// The chits of the units of a fleet, if the game has them.
    #[must_use]
    pub fn chits_of(self, entries: Entries) -> Option<Chits> {
        dispatch!(SystemTag, self, |S: Rules| <S as Rules>::Fleet::chits(entries))
    }

    /// Moves a chit between two units.
    pub fn move_chit(
        self,
        entries: Entries,
        how: ChitMove,
        from: usize,
        to: usize,
    ) -> Result<Vec<(Path, Value)>, Message> {
        dispatch!(SystemTag, self, |S: Rules| <S as Rules>::Fleet::move_chit(
            entries, how, from, to
        ))
    }
}
