//! The sequence of play of Fast Play Salamis, and what effects do to the battle.

use crate::rules::aim::lost_by_leaving;
use crate::rules::common::{Side, Tag, Winner};
use crate::rules::system::System;
use crate::say::{Say, say};

use super::orders::{Effect, Order};
use super::state::{Battle, Contact, Phase, Ship, Status};

impl Battle {
    /// The side whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The phase of its turn.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// An order of a later phase begins that phase; a ship out of turn begins
    /// none.
    pub(super) fn reaches(&self, tag: Tag, phase: Phase) -> Vec<Effect> {
        if tag.side == self.to_move && self.phase < phase {
            vec![Effect::PhaseReached(phase)]
        } else {
            Vec::new()
        }
    }

    /// Where an order departs from the sequence of play.
    pub(super) fn departures(&self, order: &Order) -> Vec<Say> {
        let departure = match order {
            Order::LeaveTable { ship, elsewhere } => {
                let late = self.wrong_side(*ship);
                let late = late.or_else(|| self.past(Phase::Movement, say!("movement")));
                let lost = lost_by_leaving(self, *ship, *elsewhere);
                return late.into_iter().chain(lost).collect();
            }
            Order::Bows { ship, .. } => self.out_of_turn_to_shoot(*ship),
            Order::Breakaway { ship, .. } => {
                self.wrong_side(*ship).or_else(|| self.past(Phase::Movement, say!("movement")))
            }
            Order::Ram { ship, .. } => self
                .wrong_side(*ship)
                .or_else(|| self.past(Phase::Ram, say!("ramming")))
                .or_else(|| self.rams_again(*ship)),
            Order::Board { ship, target } => self
                .past(Phase::Ram, say!("boarding"))
                .or_else(|| self.boards_before_its_turn(*ship, *target)),
            Order::EndPhase {} => return self.fights_left_over(),
            Order::FirstSide {} | Order::HandToHand { .. } => None,
        };
        departure.into_iter().collect()
    }

    /// Whether an order of this side ends a phase, in each of which both sides
    /// have something to do, or is given in the other side's turn, to which it
    /// does not belong.
    pub(super) fn takes_more_than_its_own(&self, order: &Order, side: Side) -> bool {
        let reached = match order {
            Order::EndPhase {} => return true,
            Order::FirstSide {} => return false,
            Order::Bows { .. } | Order::Breakaway { .. } | Order::LeaveTable { .. } => None,
            Order::Ram { ship, .. } => Some((*ship, Phase::Ram)),
            Order::Board { ship, target } => {
                self.rammer(*ship, *target).map(|rammer| (rammer, Phase::Ram))
            }
            Order::HandToHand { attacker, defender } => {
                self.rammer(*attacker, *defender).map(|rammer| (rammer, Phase::HandToHand))
            }
        };
        reached.is_some_and(|(tag, phase)| !self.reaches(tag, phase).is_empty())
            || (self.to_move != side && !self.departures(order).is_empty())
    }

    fn wrong_side(&self, tag: Tag) -> Option<Say> {
        (tag.side != self.to_move)
            .then(|| say!("it is the turn of {side}", side = self.side_called(self.to_move)))
    }

    fn past(&self, phase: Phase, what: Say) -> Option<Say> {
        (self.phase > phase)
            .then(|| say!("{what} comes before {phase}", what, phase = name_of(self.phase)))
    }

    fn out_of_turn_to_shoot(&self, tag: Tag) -> Option<Say> {
        let [mover, other] = [self.to_move, self.to_move.other()];
        if tag.side == mover {
            Some(say!("side {mover} moves; side {other} shoots", mover, other))
        } else {
            (self.phase != Phase::Movement)
                .then(|| say!("bows are shot in the other side’s movement phase"))
        }
    }

    /// Says that she rams a second time: a ship has one bow, which touches one
    /// hull.
    pub(super) fn rams_again(&self, tag: Tag) -> Option<Say> {
        let mut rammed = self.ships.iter();
        let (target, _) = rammed.find(|(_, ship)| ship.rammed_by_this_phase.contains(&tag))?;
        Some(say!("{ship} has rammed {target} this turn", ship = tag, target))
    }

    /// Says that the owner of the rammed ship attempts to board first, or
    /// declines.
    fn boards_before_its_turn(&self, tag: Tag, target: Tag) -> Option<Say> {
        let rammer = self.rammer(tag, target)?;
        if tag == rammer && !self.has_tried(target, tag) {
            Some(say!("{target} was rammed and may try to board first", target))
        } else if tag != rammer && self.has_tried(target, tag) {
            Some(say!("{ship} should have tried to board before {target}", ship = tag, target))
        } else {
            None
        }
    }

    /// Names the fights still owed when their phase ends; they stay owed.
    fn fights_left_over(&self) -> Vec<Say> {
        if self.phase != Phase::HandToHand {
            return Vec::new();
        }
        let owed = self.owed_fights().into_iter().map(|(by, on)| {
            say!(
                "{ship} must still fight on the deck of {enemy}; the fight stays owed",
                ship = self.called(by),
                enemy = self.called(on)
            )
        });
        owed.collect()
    }

    /// Does one effect.
    pub(super) fn do_effect(&mut self, effect: &Effect) {
        self.begun |= !matches!(effect, Effect::FirstSideChosen(_));
        match effect {
            Effect::FirstSideChosen(side) => {
                self.first = *side;
                self.to_move = *side;
            }
            Effect::PhaseReached(phase) => self.enter(*phase),
            Effect::Shot { ship, .. } => self.ships.change(*ship, |s| s.shot_this_phase = true),
            Effect::Hit(tag, hits) => self.ships.change(*tag, |s| s.hits += hits),
            Effect::BrokenAway { ship, from } => {
                self.part(*ship, *from);
                self.ships.change(*ship, Ship::try_to_break_away);
            }
            Effect::Held(tag) => self.ships.change(*tag, Ship::try_to_break_away),
            Effect::Rammed { ship, target, .. } => {
                self.ships.change(*target, |s| add_once(&mut s.rammed_by_this_phase, *ship));
            }
            Effect::InContact(one, two) => {
                self.ships.change(*one, |s| add_once(&mut s.in_contact_with, *two));
                self.ships.change(*two, |s| add_once(&mut s.in_contact_with, *one));
            }
            Effect::Sunk(tag) => self.leave(*tag, Status::Sunk),
            Effect::BoardTried { ship, target, over } => {
                self.attempts.insert((*ship, *target));
                self.ships.change(*ship, |s| s.board_tried = true);
                if *over {
                    self.ships.change(*target, |s| add_once(&mut s.boarded_by, *ship));
                }
            }
            Effect::Fought { attacker, defender, .. } => {
                self.fights.insert(Contact::of(*attacker, *defender));
                self.ships.change(*defender, |s| s.boarded_by.retain(|by| by != attacker));
            }
            Effect::Captured { ship, .. } => self.leave(*ship, Status::Captured),
            Effect::Panicked { side, fleet } => self.flee(*side, fleet),
            Effect::LeftTable { ship, elsewhere } => {
                self.leave(*ship, if *elsewhere { Status::Fled } else { Status::OffTable });
            }
            Effect::PhaseEnded => self.next_phase(),
        }
    }

    /// Ends the contact of two ships.
    fn part(&mut self, one: Tag, two: Tag) {
        self.ships.change(one, |ship| ship.in_contact_with.retain(|tag| *tag != two));
        self.ships.change(two, |ship| ship.in_contact_with.retain(|tag| *tag != one));
    }

    /// Takes a ship out of the battle: she loses all contacts, and no fight is
    /// owed by her or to her.
    fn leave(&mut self, tag: Tag, status: Status) {
        for other in self.ships.tags() {
            let concerned = self.ships.find(other).is_some_and(|ship| {
                ship.in_contact_with.contains(&tag) || ship.boarded_by.contains(&tag)
            });
            if concerned {
                self.ships.change(other, |ship| {
                    ship.in_contact_with.retain(|t| *t != tag);
                    ship.boarded_by.retain(|t| *t != tag);
                });
            }
        }
        self.ships.change(tag, |ship| {
            ship.status = status;
            ship.in_contact_with.clear();
            ship.boarded_by.clear();
        });
    }

    /// The rest of a fleet flees; the other fleets of the side fight on.
    fn flee(&mut self, side: Side, fleet: &str) {
        self.panicked[side.index()].push(fleet.to_owned());
        let fleeing: Vec<Tag> = self
            .of_fleet(side, fleet)
            .filter(|(_, ship)| ship.in_action())
            .map(|(tag, _)| tag)
            .collect();
        for tag in fleeing {
            self.leave(tag, Status::Fled);
        }
    }

    fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.ships.change_all(|_, ship| ship.shot_this_phase = false);
    }

    fn next_phase(&mut self) {
        match self.phase {
            Phase::Movement => self.enter(Phase::Ram),
            Phase::Ram => self.enter(Phase::HandToHand),
            Phase::HandToHand => {
                self.round += u32::from(self.to_move != self.first);
                self.to_move = self.to_move.other();
                self.attempts.clear();
                self.fights.clear();
                self.ships.change_all(|_, ship| ship.begin_turn());
                self.enter(Phase::Movement);
            }
        }
    }

    /// Who has won: the opponent of a side with no ship in action.
    pub(super) fn winner_side(&self) -> Option<Winner> {
        Winner::standing([self.fights_on(Side::A), self.fights_on(Side::B)])
    }

    /// Which ship may attempt to board which now; the rammed ship's owner is
    /// first.
    pub(super) fn attempts_to_come(&self) -> Vec<(Tag, Tag)> {
        let mut attempts = Vec::new();
        for (rammed, ship) in self.ships.iter().filter(|(_, ship)| ship.in_action()) {
            for rammer in ship.rammed_by_this_phase.iter().copied() {
                let touching = ship.in_contact_with.contains(&rammer);
                let settled = self.is_boarded(rammed, rammer)
                    || self.fights.contains(&Contact::of(rammed, rammer));
                if !touching || settled {
                    continue;
                }
                let both = [(rammed, rammer), (rammer, rammed)];
                attempts.extend(both.into_iter().filter(|(by, at)| !self.has_tried(*by, *at)));
            }
        }
        attempts
    }
}

impl Ship {
    /// The attempt takes her whole movement phase (F-5).
    fn try_to_break_away(&mut self) {
        self.moved = true;
        self.breakaway_tried = true;
    }

    /// Begins a side's turn; fights that are owed stay owed.
    fn begin_turn(&mut self) {
        self.moved = false;
        self.breakaway_tried = false;
        self.board_tried = false;
        self.rammed_by_this_phase.clear();
        self.contact_at_start.clone_from(&self.in_contact_with);
    }
}

/// A phase as it stands in a sentence.
pub(super) fn name_of(phase: Phase) -> Say {
    match phase {
        Phase::Movement => say!("movement"),
        Phase::Ram => say!("ramming and boarding"),
        Phase::HandToHand => say!("hand to hand"),
    }
}

fn add_once(tags: &mut Vec<Tag>, tag: Tag) {
    if !tags.contains(&tag) {
        tags.push(tag);
    }
}
