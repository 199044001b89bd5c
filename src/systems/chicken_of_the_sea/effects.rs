//! What the effects of an order do to the battle of Chicken of the Sea.

use crate::rules::common::{Side, Tag, Winner};
use crate::rules::roster::Rostered;

use super::orders::Effect;
use super::state::{Battle, Formation, Galley, Status};
use super::tables::{Commanded, FREED_SPEED, Phase, Shape, Speed};

impl Battle {
    /// Does one effect.
    #[allow(clippy::too_many_lines, reason = "an arm an effect")]
    pub(super) fn do_effect(&mut self, effect: &Effect) {
        match effect {
            Effect::PhaseEnded => self.begin_phase(),
            Effect::SpeedSet(tag, speed) => self.set_speed(*tag, *speed),
            Effect::FatigueRolled(tag, held) => {
                self.progress.held_out.insert(*tag, *held);
            }
            Effect::FellBehind(tags) => self.fall_behind(tags),
            Effect::SpeedBecame(tag, speed) => self.come_to(*tag, *speed),
            Effect::OwesDrift(tag) => self.mark(*tag, |galley| galley.drift_owed = true),
            Effect::Drifted(tag, facing) => {
                self.remember_her_bow(*tag);
                self.mark(*tag, |galley| {
                    galley.drift_owed = false;
                    galley.facing = Some(*facing);
                });
                self.show(*tag);
            }
            Effect::Veered(tag, by) => self.mark(*tag, |galley| {
                galley.facing = galley.facing.map(|facing| facing.turned(*by));
            }),
            Effect::UnderWay(tag) => {
                self.progress.under_way.insert(*tag);
                self.mark(*tag, |galley| galley.facing = None);
            }
            Effect::Spent(tag) => {
                self.progress.spent.insert(*tag);
            }
            Effect::PointsLeft(tag, left) => self.mark(*tag, |galley| galley.mp_left = Some(*left)),
            Effect::MovementEnded(tag) => self.end_movement(*tag),
            Effect::NumbersShown(one, two) => {
                self.progress.attacked.insert(*one);
                self.show(*one);
                self.show(*two);
            }
            Effect::RanAground(tag) => self.run_aground(*tag),
            Effect::Freed(tag) => {
                self.mark(*tag, |galley| {
                    galley.aground = false;
                    galley.refloat_tried = true;
                    galley.moved = false;
                    galley.mp_left = galley.mp_left.map(|_| FREED_SPEED);
                });
                self.come_to(*tag, Speed::Ahead(FREED_SPEED));
            }
            Effect::StaysAground(tag) => self.mark(*tag, |galley| galley.refloat_tried = true),
            Effect::Fouled(tags, speed) => self.stack_up(tags, *speed),
            Effect::Unfouled(tag) => self.clear(*tag),
            Effect::RammedUnder(_, tag) => self.leave(*tag, Status::Sunk),
            Effect::LeftTable(tag) => self.leave(*tag, Status::OffTable),
            Effect::Crippled(_, tag) => self.mark(*tag, |galley| galley.crippled = true),
            Effect::BackedWater(target, attacker) => {
                self.progress.escaped.insert((*attacker, *target));
            }
            Effect::BoardingTried(ships, target) => {
                self.progress.boarders.extend(ships);
                self.mark(*target, |galley| galley.boarded_this_phase = true);
            }
            Effect::BoardingAnswered(tag, _) => {
                self.progress.may_counter.remove(tag);
            }
            Effect::MayCounter(tag, ships) => {
                self.progress.may_counter.insert(*tag, ships.clone());
            }
            Effect::Captured(tag, side) => self.capture(*tag, *side),
            Effect::AdmiralLost(side, how) => self.lose_admiral(*side, *how),
            Effect::LineCommanderLost(tag) => {
                self.mark(*tag, |galley| galley.line_commander = false);
            }
            Effect::AdmiralAboard(side, tag) => self.carry_admiral(*side, Some(*tag)),
            Effect::AdmiralEnhanced(side, enhanced) => self.enhance(*side, *enhanced),
            Effect::Formed(shape, ships, leader) => {
                self.form_up(&self.next_formation(*shape, ships, *leader));
            }
            Effect::LeftFormation(tag) => self.leave_formation(*tag),
            Effect::OutOfRange(side, ships) => {
                self.flags[side.index()].checks_owed = Some(ships.iter().copied().collect());
            }
            Effect::CheckPassed(tag) => {
                self.progress.passed_on.insert(*tag);
            }
            Effect::CommandTold(tag, told) => {
                self.progress.checked.insert(*tag);
                self.mark(*tag, |galley| galley.commanded = *told);
            }
            Effect::Resigned(side) => self.resigned = Some(*side),
            Effect::Afloat(_)
            | Effect::PassedThrough(..)
            | Effect::RamMissed(..)
            | Effect::ShearMissed(..)
            | Effect::Caught(_)
            | Effect::Boarded(_)
            | Effect::BeatenBack(_) => {}
        }
        self.decide();
    }

    fn capture(&mut self, tag: Tag, side: Side) {
        self.mark(tag, |galley| {
            galley.side = side;
            galley.status = if side == tag.side { Status::InAction } else { Status::Captured };
        });
        // One that is taken back in the same phase began it on that side.
        if !self.progress.taken.remove(&tag) {
            self.progress.taken.insert(tag);
        }
    }

    /// Keeps how a galley's bow lay, while another speed may still take back the
    /// stop that she drifts for.
    fn remember_her_bow(&mut self, tag: Tag) {
        let Some(galley) = self.galleys.find(tag).filter(|_| self.phase == Phase::Speed) else {
            return;
        };
        self.progress.drifted_from.entry(tag).or_insert(galley.facing);
    }

    fn mark(&mut self, tag: Tag, change: impl FnOnce(&mut Galley)) {
        self.galleys.change(tag, change);
    }

    fn set_speed(&mut self, tag: Tag, speed: Speed) {
        let now = self.galleys.find(tag).map_or(speed, |galley| galley.speed);
        let began = *self.progress.began_at.entry(tag).or_insert(now);
        self.progress.assigned.insert(tag);
        // She no longer comes to the stop that an earlier order in this phase
        // had set.
        let goes_on = speed != Speed::STOPPED && began != Speed::STOPPED;
        let points = self.moves_now(self.holder_of(tag)).then(|| speed.points());
        let bow = self.progress.drifted_from.remove(&tag).filter(|_| goes_on);
        self.mark(tag, |galley| {
            galley.facing = bow.unwrap_or(galley.facing);
            galley.speed = speed;
            galley.drift_owed &= !goes_on;
            galley.mp_left = points;
        });
        if self.progress.shown.contains(&tag) {
            self.show(tag);
        }
    }

    fn holder_of(&self, tag: Tag) -> Side {
        self.galleys.find(tag).map_or(tag.side, |galley| galley.side)
    }

    /// A speed that events cause, which both sides see.
    fn come_to(&mut self, tag: Tag, speed: Speed) {
        self.progress.fixed(tag);
        self.mark(tag, |galley| {
            galley.speed = speed;
            if speed == Speed::STOPPED {
                galley.mp_left = galley.mp_left.map(|_| 0);
            }
        });
        self.show(tag);
    }

    fn run_aground(&mut self, tag: Tag) {
        let phase = self.phase;
        self.mark(tag, |galley| {
            galley.aground = true;
            galley.drift_owed = false;
            galley.grounded_in_phase = Some(phase);
        });
        self.come_to(tag, Speed::STOPPED);
    }

    fn stack_up(&mut self, tags: &[Tag], speed: Speed) {
        self.progress.fouled.extend(tags);
        for &tag in tags {
            self.mark(tag, |galley| {
                let others = tags.iter().filter(|other| **other != tag);
                let new: Vec<Tag> =
                    others.filter(|t| !galley.fouled_with.contains(t)).copied().collect();
                galley.fouled_with.extend(new);
            });
            self.come_to(tag, speed);
        }
    }

    fn leave(&mut self, tag: Tag, status: Status) {
        self.progress.may_counter.remove(&tag);
        self.mark(tag, |galley| {
            galley.status = status;
            galley.drift_owed = false;
            galley.mp_left = None;
        });
        self.clear(tag);
    }

    /// Frees a galley, and those that are fouled with her, from each other.
    pub(super) fn clear(&mut self, tag: Tag) {
        let others = self.galleys.find(tag).map(|galley| galley.fouled_with.clone());
        self.galleys.change(tag, |galley| galley.fouled_with.clear());
        for other in others.unwrap_or_default() {
            self.galleys.change(other, |galley| galley.fouled_with.retain(|t| *t != tag));
        }
    }

    /// Ends a galley's movement. If she went ahead, only the model shows where
    /// her bow points (C-21).
    fn end_movement(&mut self, tag: Tag) {
        self.mark(tag, |galley| {
            galley.moved = true;
            galley.mp_left = galley.mp_left.map(|_| 0);
            if matches!(galley.speed, Speed::Ahead(1..)) {
                galley.facing = None;
            }
        });
        self.show(tag);
    }

    fn begin_phase(&mut self) {
        let old = self.phase;
        let new = self.next_phase();
        let from_the_end = old == Phase::End;
        if let Some(mover) = old.mover() {
            let held: Vec<Tag> = self.held_by(self.side_of(mover)).map(|(tag, _)| tag).collect();
            for tag in held {
                if self.galleys.find(tag).is_some_and(|galley| !galley.moved) {
                    self.end_movement(tag);
                }
            }
        }
        self.progress.next_phase(new == Phase::Speed);
        self.phase = new;
        self.free_move = false;
        self.round += u32::from(from_the_end);
        for &side in Side::ALL {
            if self.check_is_due(side) {
                self.flags[side.index()].checks_owed = None;
            }
        }
        for tag in self.galleys.tags() {
            self.begin_phase_of(tag);
        }
        self.call_muster();
    }

    fn begin_phase_of(&mut self, tag: Tag) {
        let Some(galley) = self.galleys.find(tag) else { return };
        let turn_begins = self.phase == Phase::Speed;
        let moves = galley.in_play() && self.moves_now(galley.side);
        let begins = turn_begins || moves;
        let fresh = Galley {
            boarded_this_phase: false,
            refloat_tried: false,
            commanded: if begins { Commanded::Yes } else { galley.commanded },
            grounded_in_phase: galley.grounded_in_phase.filter(|_| !moves),
            mp_left: moves.then(|| galley.speed.points()),
            moved: galley.moved && !begins,
            ..galley.clone()
        };
        if fresh != *galley {
            self.galleys.change(tag, |galley| *galley = fresh);
        }
    }

    /// As soon as a side has no galley afloat, the other has won, whatever
    /// follows.
    pub(super) fn decide(&mut self) {
        if self.decided.is_some() {
            return;
        }
        let fights = |side| self.held_by(side).any(|(_, galley)| galley.fights());
        let stands = Winner::standing([fights(Side::A), fights(Side::B)]);
        self.decided = self.resigned.map_or(stands, |side| Some(side.other().into()));
    }

    /// A new formation, with the name that it gets.
    pub(crate) fn next_formation(&self, shape: Shape, ships: &[Tag], leader: Tag) -> Formation {
        let name = Formation::name_of(shape, self.next_number());
        Formation { name, shape, ships: ships.to_vec(), leader }
    }
}
