//! Who acts: one unit or side at a time, which everything on the screen is about. No
//! drawing here.

use crate::drawing::Sign;
use crate::rules::{Side, Subject, Tag};
use crate::say::{Say, say};

use super::state::{Doing, Table};
use super::turn::Plan;

impl Table {
    /// The unit whose turn it is, until it was ended.
    pub(super) fn acting(&self) -> Option<Tag> {
        self.turn.active(&self.view.guide)
    }

    /// The unit or side that the players have chosen instead of the one whose turn it
    /// is.
    pub(super) fn chosen(&self) -> Option<Subject> {
        let Doing::Ordering(ordering) = &self.doing else { return None };
        let paired = ordering.pair.as_ref().map(|pair| Subject::Unit(pair.actor));
        let chosen = paired.or(ordering.orders.subject)?;
        (self.acting().map(Subject::Unit) != Some(chosen)).then_some(chosen)
    }

    /// A side by name and letter.
    pub(super) fn called(&self, side: Side) -> Say {
        say!("{name} ({side})", name = self.side_name(side), side)
    }

    /// The sign of an order of this kind.
    pub(super) fn sign_of(&self, kind: &str) -> Option<Sign> {
        self.view.system.order(kind)?.sign
    }

    /// What comes next for whoever is chosen, or else whose turn it is.
    pub(super) fn plan(&self) -> Plan<'_> {
        let plan = self.turn.plan(&self.view.guide, self.chosen());
        let step = self.taught().and_then(|told| told.next.as_ref());
        match step.filter(|step| self.chosen().is_none() && !self.turn.has_skipped(step)) {
            Some(step) => plan.led_to(step),
            None => plan,
        }
    }

    /// Who acts if another unit is tapped: the one that was chosen, or whose turn it
    /// is. The side whose turn it is attacks always: its own units are never aimed at.
    pub(super) fn actor_on(&self, target: Tag) -> Option<Tag> {
        let Doing::Ordering(ordering) = &self.doing else { return None };
        let side = |tag: Tag| self.card(tag).map(|card| card.holder);
        let attacks = self.view.guide.side.or(self.acting().and_then(side));
        let chosen = match (&ordering.pair, ordering.orders.subject) {
            (Some(pair), _) => Some(pair.actor),
            (None, Some(Subject::Unit(tag))) => Some(tag),
            (None, Some(Subject::Side(_) | Subject::Battle) | None) => None,
        };
        [chosen, self.acting()]
            .into_iter()
            .flatten()
            .find(|actor| {
                let own = side(*actor);
                own != side(target) && attacks.is_none_or(|attacks| own == Some(attacks))
            })
            .filter(|actor| self.view.may_command(Subject::Unit(*actor)))
    }
}
