//! What effects do to the battle of Greek Fire.

use crate::rules::common::{Side, Subject, Tag};
use crate::rules::shared::Shared;
use crate::rules::system;

use super::orders::Effect;
use super::state::{Battle, Phase, PrizeCrew, Ship, Status};

impl Battle {
    /// Does one effect.
    #[allow(clippy::too_many_lines, reason = "an arm an effect")]
    pub(super) fn do_effect(&mut self, effect: &Effect) {
        self.begun |= !matches!(effect, Effect::FirstSideChosen(_) | Effect::Adjusted(..));
        match effect {
            Effect::FirstSideChosen(side) => self.first_side = Some(*side),
            Effect::Activated(tag) => self.begin_turn(*tag),
            Effect::PhaseReached(tag, phase) => {
                if self.active == Some(*tag) {
                    self.phase = self.phase.max(*phase);
                }
            }
            Effect::FireSeen(tag) => self.ships.change(*tag, |ship| ship.fire_done = true),
            Effect::CrewKilled(tag, n) => {
                self.ships.change(*tag, |ship| ship.crew = ship.crew.saturating_sub(*n));
            }
            Effect::FiresOut(tag, n) => {
                self.ships.change(*tag, |ship| ship.fires = ship.fires.saturating_sub(*n));
            }
            Effect::FiresLit(tag, n) => self.ships.change(*tag, |ship| ship.fires += n),
            Effect::BurntDown(tag) => self.leave(*tag, Status::Destroyed),
            Effect::Wind(tag, wind) => self.ships.change(*tag, |ship| ship.sail = Some(*wind)),
            Effect::Rowed { ship, spent, ramming_speed } => {
                self.row(*ship, *spent, *ramming_speed);
            }
            Effect::TriedFree(tag) => {
                self.ships.change(*tag, |ship| ship.ungrapple_tried = true);
            }
            Effect::CutFree(one, two) => {
                self.both([*one, *two], |ship, other| ship.grappled.retain(|tag| *tag != other));
            }
            Effect::Grappled(one, two) => {
                self.both([*one, *two], |ship, other| add_once(&mut ship.grappled, other));
            }
            Effect::RunAground(tag) => self.ships.change(*tag, |ship| ship.aground = true),
            Effect::Shot { ship: tag, mount, target } => {
                self.aimed_at.to_mut().insert(*tag, *target);
                self.ships.change(*tag, |ship| use_mount(ship, mount));
            }
            Effect::Rammed(tag, target) => {
                self.ships.change(*tag, |ship| ship.rammed_this_turn.push(*target));
                let lock = |ship: &mut Ship, other| add_once(&mut ship.rammed_together, other);
                self.both([*tag, *target], lock);
            }
            Effect::OarsSheared(tag, n) => self.ships.change(*tag, |ship| ship.move_lost += n),
            Effect::Sinking { ship, rounds, by } => self.ships.change(*ship, |ship| {
                ship.sinking_in = Some(*rounds);
                ship.sinking_by = *by;
            }),
            Effect::Sunk(tag) => self.leave(*tag, Status::Sunk),
            Effect::Boarded(tag) => self.ships.change(*tag, |ship| ship.boarded_this_turn = true),
            Effect::Surrendered(tag) => {
                self.ships.change(*tag, |ship| ship.status = Status::Surrendered);
            }
            Effect::Abandoned(tag) => self.ships.change(*tag, |ship| {
                ship.status = Status::Abandoned;
                ship.crew = 0;
            }),
            Effect::Routing(tag, routing) => {
                self.ships.change(*tag, |ship| ship.routing = *routing);
            }
            Effect::MoraleTold(tag, result) => {
                self.ships.change(*tag, |ship| ship.morale = Some(*result));
            }
            Effect::Escaped(tag) => self.leave(*tag, Status::Escaped),
            Effect::PrizeTaken { by, ship, crew, holder } => {
                self.man_prize([*by, *ship], *crew, *holder);
            }
            Effect::Victory { to, over } => {
                self.ships.change(*to, |ship| ship.victories += 1);
                self.ships.change(*over, |ship| ship.credited_to = Some(*to));
            }
            Effect::CountedDown(tag) => self.ships.change(*tag, |ship| {
                ship.sinking_in = ship.sinking_in.map(|rounds| rounds.saturating_sub(1));
            }),
            Effect::RoundEnded => self.next_round(),
            Effect::Adjusted(subject, field, value) => {
                system::apply_adjustment(self, *subject, field, value);
                self.corrected(*subject);
            }
        }
    }

    fn begin_turn(&mut self, tag: Tag) {
        self.active = Some(tag);
        self.phase = Phase::Start;
        self.last_side = self.ships.find(tag).map(|ship| ship.holder);
        self.ships.change(tag, |ship| ship.moved_this_round = true);
    }

    /// Rowing adds to what she spent before. A ship that leaves her place is no
    /// longer locked with those that she met in a ram (GF-19).
    fn row(&mut self, tag: Tag, spent: u32, ramming_speed: bool) {
        self.rowed.to_mut().insert(tag);
        self.ships.change(tag, |ship| {
            ship.spent += spent;
            ship.ramming_speed |= ramming_speed;
        });
        if spent > 0 {
            self.unlock(tag);
        }
    }

    fn unlock(&mut self, tag: Tag) {
        let locked = self.ships.find(tag).map(|ship| ship.rammed_together.clone());
        for other in locked.unwrap_or_default() {
            self.both([tag, other], |ship, other| ship.rammed_together.retain(|t| *t != other));
        }
    }

    /// Changes each of two ships, given the tag of the other.
    fn both(&mut self, [one, two]: [Tag; 2], change: impl Fn(&mut Ship, Tag)) {
        self.ships.change(one, |ship| change(ship, two));
        self.ships.change(two, |ship| change(ship, one));
    }

    /// Takes a ship off the table; nothing stays grappled or locked with her.
    fn leave(&mut self, tag: Tag, status: Status) {
        self.unlock(tag);
        let grappled = self.ships.find(tag).map(|ship| ship.grappled.clone());
        for other in grappled.unwrap_or_default() {
            self.both([tag, other], |ship, other| ship.grappled.retain(|t| *t != other));
        }
        self.ships.change(tag, |ship| ship.status = status);
    }

    /// A prize crew replaces the old one and sails her with its own quality and
    /// skills; her dead still count (GF-20).
    fn man_prize(&mut self, [by, tag]: [Tag; 2], crew: u32, holder: Side) {
        let Some(captor) = self.ships.find(by) else { return };
        let (quality, skills) = (captor.crew_quality, captor.crew_skills.clone());
        self.ships.change(by, |ship| {
            ship.crew = ship.crew.saturating_sub(crew);
            ship.sent_to_prizes += crew;
        });
        self.ships.change(tag, |ship| {
            ship.prize_crew = Some(PrizeCrew { came: crew, dead_before: ship.dead() });
            ship.sent_to_prizes = 0;
            ship.crew = crew;
            ship.crew_quality = quality;
            ship.crew_skills = skills;
            ship.captain = Shared::default();
            ship.holder = holder;
            ship.routing = false;
            ship.morale = None;
            ship.status = if holder == tag.side { Status::InAction } else { Status::Captured };
        });
    }

    fn next_round(&mut self) {
        let rammed: Vec<Tag> =
            self.ships.iter().flat_map(|(_, ship)| ship.rammed_this_turn.clone()).collect();
        self.ships.change_all(|tag, ship| {
            ship.rammed_last_turn = !ship.rammed_this_turn.is_empty() || rammed.contains(&tag);
            ship.rammed_this_turn.clear();
            ship.fire_done = false;
            ship.shot = Shared::default();
            ship.sail = None;
            // A turn without rowing counts as a stop.
            ship.stopped = ship.spent == 0;
            ship.spent = 0;
            ship.ramming_speed = false;
            ship.boarded_this_turn = false;
            ship.ungrapple_tried = false;
            ship.moved_this_round = false;
        });
        self.rowed = Shared::default();
        self.round += 1;
        self.active = None;
        self.phase = Phase::Start;
        self.last_side = None;
        self.sizes = self.count_sizes();
    }

    /// A correction may change who has won and, before anybody has moved, who
    /// goes first.
    fn corrected(&mut self, subject: Subject) {
        self.won = None;
        if matches!(subject, Subject::Unit(_)) && self.last_side.is_none() {
            self.sizes = self.count_sizes();
        }
    }

    /// Fixes who has won, once all effects of an order are done.
    pub(super) fn fix_winner(&mut self) {
        self.won = self.won.or_else(|| self.who_stands());
    }
}

fn add_once(tags: &mut Vec<Tag>, tag: Tag) {
    if !tags.contains(&tag) {
        tags.push(tag);
    }
}

fn use_mount(ship: &mut Ship, mount: &str) {
    ship.shot.to_mut().insert(mount.to_owned(), true);
    if let Some(left) = ship.ammo.to_mut().get_mut(mount) {
        *left = left.saturating_sub(1);
    }
}
