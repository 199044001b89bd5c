//! The acting unit or side: one at a time, and the whole screen is about it. No drawing here.

use crate::message::{Message, message};
use crate::rules::drawing::Icon;
use crate::rules::{NextStep, Part, Side, Subject, Tag, UnitCondition};
use crate::session::{DiceOf, Seat};

use super::state::{Doing, Table};
use super::turn::{self, Main};

impl Table {
    /// The unit of the next step, if this seat commands it; if the players choose, the first unit
    /// that has still to act.
    pub(super) fn acting(&self) -> Option<Tag> {
        self.next_unit().or_else(|| self.first_to_act())
    }

    /// The unit of the next step, if this seat commands it.
    pub(super) fn next_unit(&self) -> Option<Tag> {
        self.turn.next.unit.filter(|unit| self.view.may_command(Subject::Unit(*unit)))
    }

    /// Whether the unit that acts is only proposed: the players choose one.
    pub(super) fn proposes(&self) -> bool {
        self.form().is_none() && self.chosen().is_none() && self.next_unit().is_none()
    }

    /// The chosen unit, or the unit of the next step.
    pub(super) fn actor(&self) -> Option<Tag> {
        match &self.doing {
            Doing::Ordering(ordering) => ordering.actor.or(self.acting()),
            Doing::LookingBack(_) | Doing::Choosing(_) | Doing::Amending(_) => None,
        }
    }

    /// The unit or side that the players have chosen instead of that of the next step.
    pub(super) fn chosen(&self) -> Option<Subject> {
        let Doing::Ordering(ordering) = &self.doing else { return None };
        let chosen = ordering.actor.map(Subject::Unit).or(ordering.orders.subject)?;
        (self.acting().map(Subject::Unit) != Some(chosen)).then_some(chosen)
    }

    /// Whether this seat commands a unit for which the turn still has steps.
    pub(super) fn can_still_act(&self, unit: Tag) -> bool {
        self.view.may_command(Subject::Unit(unit)) && turn::has_steps(&self.client, unit)
    }

    /// The units that may act together: those in play that this seat commands.
    pub(super) fn units_of_group(&self) -> Vec<Tag> {
        let own = self.view.cards.iter().filter(|card| match card.standing {
            UnitCondition::Ready | UnitCondition::Active => {
                self.view.may_command(Subject::Unit(card.tag))
            }
            UnitCondition::Done | UnitCondition::Out(_) => false,
        });
        own.map(|card| card.tag).collect()
    }

    /// The sides for which this seat chooses whether they roll their own dice.
    pub(super) fn sides_of_own_dice(&self) -> impl DoubleEndedIterator<Item = Side> {
        let (seat, settings) = (self.view.seat, &self.view.settings);
        Side::ALL.iter().copied().filter(move |side| match seat.side() {
            Some(own) => own == *side && settings.own_dice[own.index()] == DiceOf::Either,
            None => true,
        })
    }

    /// A side by name and letter.
    pub(super) fn called(&self, side: Side) -> Message {
        message!("{name} ({side})", name = self.side_name(side), side)
    }

    /// The sign of an order of this kind.
    pub(super) fn sign_of(&self, kind: &str) -> Option<Icon> {
        self.view.system.order(kind)?.sign
    }

    /// The action of the main button: in a lesson its step, and at its end a battle.
    pub(super) fn main_action(&self) -> Option<Main<'_>> {
        let lesson = self.taught().and_then(|shown| shown.next.as_ref());
        if let Some(step) = lesson.filter(|_| self.chosen().is_none()) {
            return Some(Main::Open(step));
        }
        if let Some(battle) = self.battle_after_lesson().filter(|_| !self.view.over) {
            return Some(Main::Battle(battle));
        }
        let unit = self.turn.card.as_ref().map(|card| card.unit);
        let side = unit.and_then(|unit| self.card(unit)).map(|card| card.holder);
        let main = self.turn.main(&self.view, self.rolls_own_dice(side));
        let is_open = self.turn.next.unit.is_none() && self.actor().is_none();
        main.or_else(|| self.of_no_unit().next().filter(|_| is_open).map(Main::Open))
            .or_else(|| self.hidden_side().map(Main::Secrets))
    }

    /// The side whose turn it is, if its orders can be chosen only by a viewer who knows
    /// its secrets.
    fn hidden_side(&self) -> Option<Side> {
        let view = &self.view;
        let hides = view.secrets && view.seat == Seat::Both && view.in_hand.is_none();
        let side = view.guide.side.filter(|_| hides && self.turn.next.order.is_none());
        side.filter(|_| self.first_to_act().is_none())
    }

    /// The present orders that belong to no unit and end nothing.
    pub(super) fn of_no_unit(&self) -> impl Iterator<Item = &NextStep> {
        self.view.guide.next.iter().filter(|step| {
            let of_a_unit = matches!(step.subject, Subject::Unit(_));
            self.view.may_command(step.subject)
                && !of_a_unit
                && self.view.system.part_of(step.kind) != Part::Ends
        })
    }

    /// The first unit that has still to act, of the side whose turn it is, if the players choose.
    pub(super) fn first_to_act(&self) -> Option<Tag> {
        let (guide, next) = (&self.view.guide, &self.turn.next);
        let is_open = next.unit.is_none() && next.order.is_none() && !next.text.is_empty();
        let is_open = is_open && self.view.victor.is_none();
        let units = guide.next.iter().filter_map(|step| match step.subject {
            Subject::Unit(tag) => self.card(tag),
            Subject::Side(_) | Subject::Battle => None,
        });
        let mut waiting = units.filter(|card| {
            let is_of_mover = guide.side == Some(card.holder);
            let may = self.view.may_command(Subject::Unit(card.tag));
            is_of_mover && may && card.standing == UnitCondition::Ready
        });
        waiting.next().filter(|_| is_open).map(|card| card.tag)
    }

    /// The acting unit if another unit is tapped: the chosen one, or that of the next step. The
    /// side whose turn it is always attacks; its own units can be targets only of a unit that may
    /// act in the other side's turn.
    pub(super) fn actor_on(&self, target: Tag) -> Option<Tag> {
        let Doing::Ordering(ordering) = &self.doing else { return None };
        let side = |tag: Tag| self.card(tag).map(|card| card.holder);
        let attacks = self.view.guide.side.or(self.acting().and_then(side));
        let has_the_right = |actor: Tag| {
            let card = self.turn.card.as_ref().filter(|card| card.unit == actor);
            card.is_some_and(|card| card.steps.iter().any(turn::is_to_come))
        };
        [ordering.actor, self.acting()]
            .into_iter()
            .flatten()
            .find(|actor| {
                let own = side(*actor);
                let attacks = attacks.is_none_or(|attacks| own == Some(attacks));
                own != side(target) && (attacks || has_the_right(*actor))
            })
            .filter(|actor| self.view.may_command(Subject::Unit(*actor)))
    }
}
