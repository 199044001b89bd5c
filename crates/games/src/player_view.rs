//! The battle as one viewer may know it. Everything that is shown is read from it.

use std::borrow::Cow;
use std::ops::Deref;

use serde_json::{Map, Value};

use message::Message;
use rules::drawing::Drawing;
use rules::scenario::{Alike, Scenario};
use rules::{
    AimView, BattleCard, Card, Cards as _, Chart, Chit, EffectText, Fact, GameEffect, GameOrder,
    Guide, Guided as _, Mark, Printed as _, Questions as _, Reference as _, Rules as _,
    Secrets as _, Sheet, Side, SpecialOrderView, Stated as _, Subject, Tag, Track, Turns as _,
    Viewer, aim, changes, common_orders, ending, special_order, state, system,
};

use super::{Battle, BattleQuestion, Effects, Key, Order, Outcome, Report};

/// A battle as a viewer knows it. Every secret that is hidden from the viewer is replaced
/// by a value that does not depend on it, and never shown.
///
/// Cards, guide, offers, odds, sheets, reports and changes are read from this type alone.
/// Only the code that resolves and stores orders reads the true battle. A screen that reads
/// a secret by mistake does not compile:
///
/// ```compile_fail,E0599
/// fn screen(battle: &games::Battle) -> rules::Guide {
///     battle.guide()
/// }
/// ```
///
/// ```
/// fn screen(battle: &games::PlayerView) -> rules::Guide {
///     battle.guide()
/// }
/// ```
///
/// In a game without secrets, and for a viewer who knows both sides, it borrows the battle.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerView<'b> {
    battle: Cow<'b, Battle>,
    viewer: Viewer,
}

impl Battle {
    /// The battle as a viewer knows it, without the other side's secrets.
    #[must_use]
    pub fn known_to(&self, viewer: Viewer) -> PlayerView<'_> {
        PlayerView { battle: self.redacted_for(viewer), viewer }
    }

    /// The battle with all its secrets: for the umpire, for storage, and before a battle
    /// has begun.
    #[must_use]
    pub fn full_view(&self) -> PlayerView<'_> {
        self.known_to(Viewer::Everyone)
    }

    /// The battle with replacements for what a viewer does not know.
    fn redacted_for(&self, viewer: Viewer) -> Cow<'_, Battle> {
        dispatch!(Battle, self, |battle| match battle.known_to(viewer) {
            Cow::Borrowed(_) => Cow::Borrowed(self),
            Cow::Owned(known) => Cow::Owned(known.into()),
        })
    }

    /// The other candidates for this redacted battle.
    fn other_candidates(&self) -> Vec<Battle> {
        dispatch!(Battle, self, |battle| {
            battle.indistinguishable().into_iter().map(Battle::from).collect()
        })
    }

    /// Whether a side still has secrets from the other.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        self.winner().is_none() && *self.redacted_for(Viewer::Both) != *self
    }
}

/// The public state of the battle, and its resolver, which has access to nothing else.
impl Deref for PlayerView<'_> {
    type Target = Battle;

    fn deref(&self) -> &Battle {
        &self.battle
    }
}

impl PlayerView<'_> {
    /// The viewer.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The view with an owned battle.
    #[must_use]
    pub fn to_static(&self) -> PlayerView<'static> {
        PlayerView { battle: Cow::Owned(Battle::clone(self)), viewer: self.viewer }
    }

    /// The battles that the viewer cannot distinguish, this one first. The viewer may see
    /// what is the same in all of them.
    #[must_use]
    pub fn indistinguishable(&self) -> Vec<PlayerView<'_>> {
        let viewer = self.viewer;
        let of = |battle| PlayerView { battle, viewer };
        let others = self.battle.other_candidates().into_iter();
        [of(Cow::Borrowed(&*self.battle))]
            .into_iter()
            .chain(others.map(|candidate| of(Cow::Owned(candidate))))
            .collect()
    }

    /// Whether the viewer knows everything.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.battle.other_candidates().is_empty()
    }

    /// The view reduced to what neither side hides from the other: what is visible on the
    /// table.
    pub(super) fn on_the_table(&self) -> PlayerView<'_> {
        self.battle.known_to(Viewer::Both)
    }

    /// The differences from an earlier position as the same viewer knows it:
    /// `B1.crew` with the value before and after.
    #[must_use]
    pub fn changes_since(&self, before: &PlayerView) -> Map<String, Value> {
        dispatch!(
            [Battle, Battle],
            [&**before, &**self],
            |before, after| changes::changes(before, after, self.viewer),
            Map::new()
        )
    }

    /// Applies all effects of a report.
    pub fn apply(&mut self, effects: &Effects) {
        self.battle.to_mut().apply(effects);
    }

    /// The battle after a report.
    #[must_use]
    pub fn after(&self, effects: &Effects) -> PlayerView<'static> {
        let mut after = self.to_static();
        after.apply(effects);
        after
    }

    /// A unit in brief.
    #[must_use]
    pub fn card(&self, tag: Tag) -> Option<Card> {
        dispatch!(Battle, &**self, |battle| ending::card(battle, tag))
    }

    /// Marks of a whole side: its leader while he is with no unit, and the losses left before
    /// it panics.
    #[must_use]
    pub fn side_marks(&self, side: Side) -> Vec<Mark> {
        dispatch!(Battle, &**self, |battle| battle.side_marks(side))
    }

    /// A unit's record sheet, as it is now or (`fresh`) as before the battle.
    #[must_use]
    pub fn sheet(&self, tag: Tag, fresh: bool) -> Option<Sheet> {
        dispatch!(Battle, &**self, |battle| battle.sheet(tag, fresh))
    }

    /// The battle cards of a side; empty if they are hidden.
    #[must_use]
    pub fn battle_cards(&self, side: Side) -> Vec<BattleCard> {
        dispatch!(Battle, &**self, |battle| battle.battle_cards(side))
    }

    /// The charts of a side's custom types or classes.
    #[must_use]
    pub fn house_charts(&self, side: Side) -> Vec<Chart> {
        dispatch!(Battle, &**self, |battle| battle.house_charts(side))
    }

    /// Totals of a side, as boxes.
    #[must_use]
    pub fn tallies(&self, side: Side) -> Vec<Track> {
        dispatch!(Battle, &**self, |battle| battle.tallies(side))
    }

    /// The lines to write on for a side as a whole, with what is already known.
    #[must_use]
    pub fn side_lines(&self, side: Side) -> Vec<Fact> {
        dispatch!(Battle, &**self, |battle| battle.side_lines(side))
    }

    /// The charts of a side's roster, apart from its units.
    #[must_use]
    pub fn roster_charts(&self, side: Side) -> Vec<Chart> {
        dispatch!(Battle, &**self, |battle| battle.roster_charts(side))
    }

    /// The counters that a side's fleet needs in addition to its cards.
    #[must_use]
    pub fn chits(&self, side: Side) -> Vec<Chit> {
        dispatch!(Battle, &**self, |battle| battle.chits(side))
    }

    /// The words of the charts that a side's fleet uses.
    #[must_use]
    pub fn uses(&self, side: Side) -> Vec<String> {
        dispatch!(Battle, &**self, |battle| battle.uses(side))
    }

    /// State of the battle that is in no record.
    #[must_use]
    pub fn remembered(&self) -> Vec<Fact> {
        dispatch!(Battle, &**self, |battle| battle.remembered())
    }

    /// Why the odds and dice of an order stay hidden until it is given, if they would
    /// reveal a secret.
    #[must_use]
    pub fn hides_odds(&self, order: &Order) -> Option<Message> {
        dispatch!(
            [Battle, Order],
            [&**self, order],
            |battle, order| battle.hides_odds(order.own()?),
            None
        )
    }

    /// The whole battle, as in STATE of the protocol.
    #[must_use]
    pub fn state(&self) -> Value {
        dispatch!(Battle, &**self, |battle| state::state(self.system().slug(), battle, self.viewer))
    }

    /// A unit's keys, as in STATE.
    #[must_use]
    pub fn unit_state(&self, tag: Tag) -> Option<Map<String, Value>> {
        dispatch!(Battle, &**self, |battle| state::unit_state(battle, tag, self.viewer))
    }

    /// The keys of the record of a unit, a side or the battle.
    #[must_use]
    pub fn keys_of(&self, subject: Subject) -> Map<String, Value> {
        match subject {
            Subject::Unit(tag) => self.unit_state(tag).unwrap_or_default(),
            Subject::Side(side) => {
                dispatch!(Battle, &**self, |battle| state::side_state(battle, side, self.viewer))
            }
            Subject::Battle => dispatch!(Battle, &**self, |battle| battle.battle_state()),
        }
    }

    /// Warnings if an order departs from the sequence of play.
    #[must_use]
    pub fn warnings(&self, order: &Order) -> Vec<Message> {
        dispatch!(
            [Battle, Order],
            [&**self, order],
            |battle, order| common_orders::warnings(battle, order),
            Vec::new()
        )
    }

    /// The special orders of the battle that an order breaks.
    pub(super) fn special_orders_broken(&self, order: &Order) -> Vec<Message> {
        dispatch!(
            [Battle, Order],
            [&**self, order],
            |battle, order| special_order::warnings(battle, order),
            Vec::new()
        )
    }

    /// The current position in the sequence of play, and the open orders.
    #[must_use]
    pub fn guide(&self) -> Guide {
        dispatch!(Battle, &**self, |battle| ending::guide(battle))
    }

    /// The drawing of every unit, side A's first.
    #[must_use]
    pub fn drawings(&self) -> [Vec<Drawing>; 2] {
        [Side::A, Side::B].map(|side| {
            let own = self.tags().into_iter().filter(|tag| tag.side == side);
            own.filter_map(|tag| self.card(tag)).map(|card| card.drawing).collect()
        })
    }

    /// Odds of later situations that a side may want to know.
    #[must_use]
    pub fn scenarios(&self, own: &[Alike], targets: &[Alike]) -> Vec<Scenario> {
        let mut scenarios = dispatch!(Battle, &**self, |battle| battle.scenarios(own, targets));
        scenarios.retain(|scenario| !scenario.rows.is_empty());
        scenarios
    }

    /// How close each side is to victory, one line for each way to win.
    #[must_use]
    pub fn aim_views(&self) -> Vec<AimView> {
        dispatch!(Battle, &**self, |battle| aim::views(battle))
    }

    /// The special orders of the battle, and which are in force.
    #[must_use]
    pub fn special_order_views(&self) -> Vec<SpecialOrderView> {
        dispatch!(Battle, &**self, |battle| special_order::views(battle))
    }

    /// How close each side is to victory, in sentences with the names of the sides.
    #[must_use]
    pub fn aims_in_full(&self) -> Vec<Message> {
        let shown = self.aim_views();
        shown.iter().map(|aim| aim.in_full(|side| self.side_called(side))).collect()
    }
}

/// The result of an order, and questions about it, for a reader.
impl PlayerView<'_> {
    /// The effects of a report in words, one by one, given the battle before it.
    #[must_use]
    pub fn effect_texts(&self, report: &Report) -> Vec<EffectText> {
        dispatch!(
            [Battle, Effects],
            [&**self, &report.effects],
            |battle, effects| {
                let texts = effects.iter().map(|effect| common_orders::effect_text(battle, effect));
                texts.chain(self.effect_text_of_aims(report)).collect()
            },
            Vec::new()
        )
    }

    /// Whether the dice of an order cannot change its outcome or any of these keys.
    pub fn is_certain<'k>(&self, order: &Order, watched: impl Iterator<Item = &'k Key>) -> bool {
        let keys: Vec<(Subject, &str)> = watched.map(|key| (key.subject, &*key.field)).collect();
        dispatch!(
            [Battle, Order],
            [&**self, order],
            |battle, GameOrder::Specific { order, modifiers }| {
                modifiers.is_empty() && battle.is_certain(order, &keys)
            },
            false
        )
    }

    /// Whether an order has a good outcome in this report.
    pub fn is_good(&self, order: &Order, report: &Report) -> bool {
        dispatch!(
            [Battle, Order, Effects, Outcome],
            [&**self, order, &report.effects, report.outcome],
            |battle, GameOrder::Specific { order, .. }, effects, outcome| {
                let own: Vec<_> = effects.iter().filter_map(GameEffect::own).collect();
                battle.is_good(order, outcome, &own)
            },
            false
        )
    }

    /// The headline for the result of an order's dice; `None` if the first sentence
    /// of the report is better.
    #[must_use]
    pub fn result(&self, order: &Order, report: &Report) -> Option<Message> {
        dispatch!(
            [Battle, Order, Effects, Outcome],
            [&**self, order, &report.effects, report.outcome],
            |battle, GameOrder::Specific { order, .. }, effects, outcome| {
                let own: Vec<_> = effects.iter().filter_map(GameEffect::own).collect();
                battle.result(order.kind(), outcome, &own)
            },
            None
        )
    }

    /// The game's sentence for orders that were given together, given the battle
    /// before them.
    pub(super) fn group_result(&self, orders: &[&Map<String, Value>]) -> Option<Message> {
        dispatch!([Battle], [&**self], |S: Rules, battle| {
            let read = |order: &&Map<String, Value>| system::read_order::<S>(order).ok();
            let typed = orders.iter().map(read).collect::<Option<Vec<_>>>()?;
            let own = typed.iter().map(GameOrder::own).collect::<Option<Vec<_>>>()?;
            battle.group_result(&own)
        })
    }

    /// Questions that players ask about an order apart from its outcome, over this roll and
    /// those that may follow.
    #[must_use]
    pub fn questions(&self, order: &Order) -> Vec<BattleQuestion> {
        dispatch!(
            [Battle, Order],
            [&**self, order],
            |battle, GameOrder::Specific { order, modifiers }| {
                // Questions continue with later orders, to which the changes do not apply.
                if !modifiers.is_empty() {
                    return Vec::new();
                }
                let questions = battle.questions(order).into_iter();
                questions.map(|one| one.of_any(Order::from, Outcome::from)).collect()
            },
            Vec::new()
        )
    }
}
