//! The secrets of Chicken of the Sea: the speed of a galley until she has moved, and which
//! crews tired.

use std::borrow::Cow;

use message::{Message, message};
use rules::common::{Side, Subject, Tag, Viewer, Visibility};
use rules::secrets::Secrets;
use rules::system::Rules;

use super::orders::{Order, Switch};
use super::state::{Battle, Galley};
use super::tables::{FULL_SPEED, Phase, Speed};

impl Secrets for Battle {
    /// Every order is public, whatever secret it changes, except those that set a speed.
    fn hides_by_changes() -> bool {
        false
    }

    /// The battle as a viewer knows it: with the speeds last shown instead of secret ones, and the
    /// formations that the viewer has seen.
    fn known_to(&self, viewer: Viewer) -> Cow<'_, Battle> {
        let mut known = Cow::Borrowed(self);
        for &side in Side::ALL {
            if !viewer.knows(side) {
                known.to_mut().redact(side);
            }
            // Neither the other side nor an onlooker learns how many speeds a side has set.
            if [Viewer::Side(side.other()), Viewer::Onlooker].contains(&viewer) {
                known.to_mut().redact_assigned(side);
            }
        }
        known
    }

    /// The other candidates for a redacted battle: the unknown speeds of each side are all
    /// 0, or all full speed.
    fn indistinguishable(&self) -> Vec<Battle> {
        if self.progress.unknown_speeds.is_empty() {
            return Vec::new();
        }
        let at = |speeds: [Speed; 2]| {
            let mut candidate = self.clone();
            for tag in &self.progress.unknown_speeds {
                candidate
                    .common
                    .units
                    .change(*tag, |galley| galley.speed = speeds[galley.side.index()]);
            }
            candidate
        };
        let (stopped, full) = (Speed::STOPPED, Speed::Ahead(FULL_SPEED));
        let speeds = [[stopped, stopped], [full, full], [stopped, full], [full, stopped]];
        let mut indistinguishable: Vec<Battle> = Vec::new();
        for candidate in speeds.map(at) {
            if candidate != *self && !indistinguishable.contains(&candidate) {
                indistinguishable.push(candidate);
            }
        }
        indistinguishable
    }

    /// How much of a record entry a viewer may see: no secret speed, and only formations that the
    /// viewer has seen.
    fn field_visibility(&self, subject: Subject, entry: &str, viewer: Viewer) -> Visibility {
        match subject {
            Subject::Unit(tag) if !viewer.knows(self.holder(tag)) => {
                Galley::field_visibility(self, tag, entry)
            }
            Subject::Side(side) if entry == "formations" && self.hides_from(viewer, side) => {
                Visibility::Partial
            }
            Subject::Side(side) if entry == "notes" && !viewer.knows(side) => Visibility::Hidden,
            Subject::Unit(_) | Subject::Side(_) | Subject::Battle => Visibility::Whole,
        }
    }

    /// How much of an order a viewer may know. An order that sets a speed is hidden, since
    /// even its issuer would reveal who tired and left a formation.
    fn order_visibility(&self, order: &Order, viewer: Viewer) -> Visibility {
        let Order::SetSpeed { .. } = order else { return Visibility::Whole };
        let hides = match self.given_by(order) {
            Some(Subject::Unit(tag)) => self.hides_from(viewer, self.holder(tag)),
            Some(Subject::Side(_) | Subject::Battle) | None => false,
        };
        if hides { Visibility::Hidden } else { Visibility::Whole }
    }

    /// Why the odds of an order cannot be shown: they depend on a speed that the viewer
    /// does not know. Call it on the battle as the viewer knows it.
    fn hides_odds(&self, order: &Order) -> Option<Message> {
        let (Order::Ram { ship, target, .. }
        | Order::Shear { ship, target, .. }
        | Order::EnterOccupied { ship, other: target, .. }) = order
        else {
            return None;
        };
        let hidden =
            [*ship, *target].into_iter().find(|tag| self.progress.unknown_speeds.contains(tag))?;
        Some(message!(
            "the speed of {ship} is secret until she has moved",
            ship = self.called(hidden)
        ))
    }
}

impl Battle {
    /// Whether a galley's speed is secret from the enemy. The answer depends on nothing
    /// secret.
    pub(super) fn is_secret(&self, tag: Tag) -> bool {
        !self.switch(Switch::OpenSpeeds)
            && !self.progress.shown.contains(&tag)
            && self.common.units.find(tag).is_some_and(Galley::fights)
    }

    /// Shows both sides a galley's speed, and so whether she left a formation because her
    /// crew tired.
    pub(super) fn show(&mut self, tag: Tag) {
        self.progress.shown.insert(tag);
        if self.common.units.find(tag).is_some_and(|galley| galley.speed_seen != galley.speed) {
            self.common.units.change(tag, |galley| galley.speed_seen = galley.speed);
        }
        self.records_fatigue(tag);
    }

    /// Galleys of a side that changed their speed in this phase; the enemy may never have
    /// seen the old one.
    fn beginnings(&self, side: Side) -> impl Iterator<Item = Tag> {
        let changed = self.progress.began_at.keys().copied();
        changed.filter(move |tag| !self.switch(Switch::OpenSpeeds) && self.holder(*tag) == side)
    }

    fn redact(&mut self, side: Side) {
        let flag = &mut self.flags[side.index()];
        flag.tired.clear();
        if let Some(seen) = flag.seen.take() {
            flag.formations = seen;
            self.record_formations(side);
        }
        for tag in self.beginnings(side).collect::<Vec<Tag>>() {
            self.progress.began_at.remove(&tag);
        }
        let hidden: Vec<Tag> =
            self.held_by(side).map(|(tag, _)| tag).filter(|tag| self.is_secret(*tag)).collect();
        for tag in hidden {
            self.progress.unknown_speeds.insert(tag);
            self.progress.held_out.remove(&tag);
            self.progress.excused.remove(&tag);
            self.progress.passed_on.remove(&tag);
            self.common.units.change(tag, |galley| {
                galley.speed = galley.speed_seen;
                galley.mp_left = None;
                galley.drift_owed = false;
            });
        }
        self.redact_phase_start(side);
    }

    /// Marks all speeds of a side as set while they are set in secret.
    fn redact_assigned(&mut self, side: Side) {
        if self.phase == Phase::Speed && !self.switch(Switch::OpenSpeeds) {
            let held: Vec<Tag> = self.held_by(side).map(|(tag, _)| tag).collect();
            self.progress.assigned.extend(held);
        }
    }

    /// Replaces the formations and speeds of a side at the start of the phase with those
    /// that the enemy knew. In the speed phase the enemy has seen all of them; open speeds are
    /// never replaced.
    fn redact_phase_start(&mut self, side: Side) {
        if self.switch(Switch::OpenSpeeds) {
            return;
        }
        let phase_start = &mut self.progress.phase_start;
        if let Some(seen) = phase_start.seen[side.index()].take() {
            phase_start.formations[side.index()] = seen;
        }
        if self.phase != Phase::Speed {
            let held = self.common.units.iter().filter(|(_, galley)| galley.side == side);
            phase_start.speeds.extend(held.map(|(tag, galley)| (tag, galley.speed)));
        }
    }

    /// Whether the secrets of a side are hidden from a viewer.
    pub(super) fn hides_from(&self, viewer: Viewer, side: Side) -> bool {
        !self.switch(Switch::OpenSpeeds) && !viewer.knows(side)
    }

    /// Whether the formation of a galley may differ from the one seen.
    pub(super) fn hides_formation(&self, _of: Tag) -> bool {
        !self.switch(Switch::OpenSpeeds)
    }

    /// The leader of the formation with this name.
    pub(super) fn leader_of(&self, name: &str) -> Option<Tag> {
        let mut formations = self.flags.iter().flat_map(|flag| &flag.formations);
        formations.find(|known| known.name == name).map(|known| known.leader)
    }
}
